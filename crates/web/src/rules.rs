//! Rules and charts, one link away from everywhere.

use crate::app::aside;
use crate::error::{Done, Oops};
use crate::guard::Ctx;
use crate::page::{plain, shown};
use crate::words::encode;
use axum::extract::{Path, Query};
use axum::response::{Html, IntoResponse, Response};
use hulldown_core::chart::ChartSheet;
use hulldown_core::rules::{Ledger, Rule};
use hulldown_desk::read::{Read, heading};
use hulldown_desk::{RollLine, Shelf};
use maud::{Markup, html};
use serde::Deserialize;

/// The game of a name in an address.
pub(crate) fn shelf(game: &str) -> Done<&'static Shelf> {
    hulldown_desk::find(game).map_err(|problem| Oops::missing(crate::words::sentence(&problem.message)))
}

fn nav(shelf: &Shelf, ctx: &Ctx) -> Vec<(String, &'static str)> {
    let table = ctx.table.iter().map(|id| (format!("/game/{id}"), "Back to the table"));
    table.chain([(format!("/rules/{}", shelf.id), "Rules"), (format!("/charts/{}", shelf.id), "Charts")]).collect()
}

/// Rules as paragraphs.
pub(crate) fn statements(rules: &[Rule]) -> Markup {
    html! {
        dl class="rules" {
            @for rule in rules {
                dt id={ "rule-" (rule.id) } { span class="rule" { (rule.id) } " " (rule.topic) }
                dd { (rule.statement) }
            }
        }
        @if rules.is_empty() { p { "No rule has this number or mentions these words." } }
    }
}

/// The rules a person means: of this number, else whose number begins so, else that have all these words in them.
fn search(ledger: &Ledger, what: &str) -> Vec<Rule> {
    let by_number = ledger.look_up(what);
    if !by_number.is_empty() {
        return by_number;
    }
    let words: Vec<String> = what.split_whitespace().map(str::to_lowercase).collect();
    let speaks = |rule: &Rule| {
        let text = format!("{} {}", rule.topic, rule.statement).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    ledger.all().filter(speaks).collect()
}

/// What is looked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Search {
    find: String,
    total: Option<i16>,
}

fn search_form(shelf: &Shelf, find: &str) -> Markup {
    html! {
        form method="get" action={ "/rules/" (shelf.id) } role="search" class="filter" {
            label { "Number or words " input type="search" name="find" value=(find) maxlength="80"; }
            button { "Find" }
        }
    }
}

/// `GET /rules/GAME`
pub(crate) async fn all_rules(Path(game): Path<String>, Query(query): Query<Search>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = aside(move || {
        let shelf = shelf(&game)?;
        let find = query.find.trim();
        let ledger = (shelf.ledger)();
        let rules = if find.is_empty() { ledger.all().collect() } else { search(ledger, find) };
        let body = html! {
            h1 { "Rules of " (shelf.title) }
            p { "In our own words, numbered as in the rulebook. Rules starting with R are rulings where the book is silent." }
            (search_form(shelf, find))
            (statements(&rules))
        };
        Ok(plain(&with, &format!("Rules of {}", shelf.title), nav(shelf, &with), body))
    });
    shown(&ctx, done.await)
}

/// `GET /rules/GAME/RULE`
pub(crate) async fn one_rule(Path((game, rule)): Path<(String, String)>, ctx: Ctx) -> Response {
    let done = || {
        let shelf = shelf(&game)?;
        let rules = (shelf.ledger)().look_up(&rule);
        if rules.is_empty() {
            let text = format!("{} has no rule of that number.", shelf.title);
            return Err(Oops::missing(text).back(format!("/rules/{}", shelf.id)));
        }
        let body = html! {
            (statements(&rules))
        };
        if ctx.part {
            return Ok(Html(body.into_string()).into_response());
        }
        // Where the rule is a chart, that is what one came for.
        let sheets = (shelf.sheets)(None)?;
        let chart = rules[0].id.strip_prefix("CH.").and_then(|id| sheets.iter().find(|sheet| sheet.id == id));
        let body = html! {
            h1 { "Rule " (rules[0].id) }
            (body)
            @if let Some(chart) = chart { (sheet_with(chart, &Read::default(), shelf.id)) }
            (search_form(shelf, ""))
            p { a class="alone" href={ "/rules/" (shelf.id) "#rule-" (rules[0].id) } { "All rules of " (shelf.title) } }
        };
        Ok(plain(&ctx, &format!("Rule {}", rules[0].id), nav(shelf, &ctx), body))
    };
    shown(&ctx, done())
}

/// `GET /charts/GAME`
pub(crate) async fn all_charts(Path(game): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = aside(move || {
        let shelf = shelf(&game)?;
        let sheets = (shelf.sheets)(None)?;
        let body = html! {
            h1 { "Charts of " (shelf.title) }
            div class="scroll" tabindex="0" role="region" aria-label="All charts" { table class="figures" {
                thead { tr { th scope="col" { "Chart" } th scope="col" { "Dice" } th scope="col" { "Figures" } } }
                tbody {
                    @for sheet in sheets {
                        tr {
                            td { a href={ "/charts/" (shelf.id) "/" (encode(&sheet.id)) } { (heading(sheet)) } }
                            td { @if let Some(dice) = sheet.dice { (dice) } }
                            td { (sheet.provenance) }
                        }
                    }
                }
            } }
        };
        Ok(plain(&with, &format!("Charts of {}", shelf.title), nav(shelf, &with), body))
    });
    shown(&ctx, done.await)
}

/// `GET /charts/GAME/CHART`
pub(crate) async fn one_chart(
    Path((game, chart)): Path<(String, String)>,
    Query(query): Query<Search>,
    ctx: Ctx,
) -> Response {
    let with = ctx.clone();
    let done = aside(move || {
        let shelf = shelf(&game)?;
        let sheets = (shelf.sheets)(None)?;
        let found = sheets.iter().find(|sheet| sheet.id.eq_ignore_ascii_case(chart.trim()));
        let Some(found) = found else {
            let text = format!("{} has no chart of that name.", shelf.title);
            return Err(Oops::missing(text).back(format!("/charts/{}", shelf.id)));
        };
        let read = query.total.map_or_else(Read::default, |total| Read::total(found, i64::from(total)));
        let laid = sheet_with(found, &read, shelf.id);
        if with.part {
            return Ok(Html(laid.into_string()).into_response());
        }
        let body = html! { h1 { "Chart " (found.id) } (laid) p { a class="alone" href={ "/charts/" (shelf.id) } { "All charts" } } };
        Ok(plain(&with, &format!("Chart {}", found.id), nav(shelf, &with), body))
    });
    shown(&ctx, done.await)
}

/// A chart with the line a roll was read on marked.
pub(crate) fn sheet(game: &str, sheet: &ChartSheet, roll: Option<&RollLine>) -> Markup {
    sheet_with(sheet, &roll.map_or_else(Read::default, |roll| Read::of(sheet, roll)), game)
}

fn sheet_with(sheet: &ChartSheet, read: &Read, game: &str) -> Markup {
    html! {
        figure class="chart" {
            figcaption { strong { (heading(sheet)) } @if let Some(dice) = sheet.dice { " (" (dice) ")" } }
            div class="scroll" tabindex="0" role="region" aria-label={ "Chart " (heading(sheet)) } {
                table {
                    thead { tr { @for head in &sheet.head { th scope="col" { (head) } } } }
                    tbody {
                        @for (n, cells) in sheet.rows.iter().enumerate() {
                            @let here = read.rows.contains(&n);
                            tr class=[here.then_some("read")] {
                                @for (m, text) in cells.iter().enumerate() {
                                    @if m == 0 {
                                        th scope="row" class=[(read.cell == Some((n, m))).then_some("cell")] { @if here { span class="unseen" { "read here: " } "▸ " } (text) }
                                    } @else {
                                        td class=[(read.cell == Some((n, m))).then_some("cell")] { (text) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if !sheet.notes.is_empty() { ul class="notes" { @for (n, note) in sheet.notes.iter().enumerate() {
                @let here = read.note == Some(n);
                li class=[here.then_some("read")] { @if here { span class="unseen" { "read here: " } "▸ " } (note) }
            } } }
            p class="quiet" { "Figures " (sheet.provenance) ": " (sheet.source) }
            p class="noprint" { a class="alone" href={ "/charts/" (game) "/" (encode(&sheet.id)) } { "Only this chart" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_catalog::{CatalogGame, Visitor};
    use hulldown_core::chart::Provenance;
    use hulldown_core::chart::lay::{RollColumn, Run, at_least, at_most, span};
    use hulldown_core::playable::trial::RollOnChart;

    fn chart(head: [&str; 3], rows: &[[&str; 3]], roll_column: Option<(usize, Vec<Run>)>) -> ChartSheet {
        ChartSheet {
            id: "B9".into(),
            title: "Event check".into(),
            dice: Some(hulldown_core::TWO_D6),
            provenance: Provenance::Designed,
            source: "Worked out.".into(),
            head: head.map(String::from).to_vec(),
            rows: rows.iter().map(|row| row.map(String::from).to_vec()).collect(),
            roll_column: roll_column.map(|(at, runs)| RollColumn { at, runs }),
            notes: vec![],
        }
    }

    fn roll(purpose: &'static str, total: i8, need: &str, result: &str) -> RollLine {
        RollLine {
            chart: "B9".into(),
            purpose: purpose.into(),
            dice: "2d6".into(),
            faces: vec![],
            natural: total,
            mods: vec![],
            total: i16::from(total),
            need: need.into(),
            result: result.into(),
            chance: None,
            by_hand: false,
            success: None,
            on_line: "",
            column: "",
        }
    }

    fn read(rows: &[usize], cell: Option<(usize, usize)>) -> Read {
        Read { rows: rows.to_vec(), cell, note: None }
    }

    #[test]
    fn the_row_and_cell_that_were_read_are_marked() {
        let sheet = chart(
            ["2d6", "Dry", "Rain"],
            &[["2", "fire", "smoke"], ["3-11", "nothing", "mud"], ["12", "gift", "gift"]],
            Some((0, vec![span(2, 2), span(3, 11), span(12, 12)])),
        );
        assert_eq!(Read::of(&sheet, &roll("Event", 7, "chart B9", "mud")), read(&[1], Some((1, 2))));
        assert_eq!(
            Read::of(&sheet, &RollLine { column: "rain", ..roll("Event", 14, "chart B9", "gift") }),
            read(&[2], Some((2, 2)))
        );
        assert_eq!(Read::of(&sheet, &roll("Event", -1, "chart B9", "fire")), read(&[0], Some((0, 1))));
        assert_eq!(Read::total(&sheet, 3), read(&[1], None));
        let marked = super::sheet("duel", &sheet, Some(&roll("Event", 7, "chart B9", "mud"))).into_string();
        assert!(marked.contains(r#"<td class="cell">mud</td>"#), "{marked}");
        assert_eq!(marked.matches(r#"class="read""#).count(), 1);
    }

    #[test]
    fn blocks_and_needs_are_found() {
        let blocks = chart(
            ["block", "roll", "INF"],
            &[["HE", "2-7", "2"], ["HE", "8-12", "1"], ["MG", "2-7", "S"], ["MG", "8-12", "no effect"]],
            Some((1, vec![span(2, 7), span(8, 12), span(2, 7), span(8, 12)])),
        );
        let on = |on_line, column, roll: RollLine| RollLine { on_line, column, ..roll };
        let he = on("HE", "INF", roll("Main gun", 4, "chart B2", "2"));
        assert_eq!(Read::of(&blocks, &he), read(&[0], Some((0, 2))));
        let coax = on("MG", "INF", roll("Coax", 4, "chart B2", "stopped"));
        assert_eq!(Read::of(&blocks, &coax), read(&[2], Some((2, 2))));
        // Without a name for the block nothing is claimed.
        assert_eq!(Read::of(&blocks, &roll("Coax", 4, "chart B2", "S")), read(&[0, 2], None));
        let needs =
            chart(["range", "hits at or below", "penetration"], &[["close", "5", "+1"], ["long", "5", "-1"]], None);
        let miss = on("long", "", roll("To hit", 9, "5 or less", "miss"));
        assert_eq!(Read::of(&needs, &miss), read(&[1], Some((1, 1))));
        let words = chart(
            ["modified roll", "result", ""],
            &[["2 or less", "stuck", ""], ["3 or more", "moves", ""]],
            Some((0, vec![at_most(2), at_least(3)])),
        );
        assert_eq!(Read::of(&words, &roll("Move", 9, "2 or less", "moves")), read(&[1], Some((1, 1))));
        // Failure has a line of its own.
        let looks = chart(["result", "roll", ""], &[["seen", "up to 5", ""], ["not seen", "more", ""]], None);
        let look = |total, success| {
            let result = if success { "seen" } else { "not seen" };
            RollLine { success: Some(success), ..on("seen", "roll", roll("Look", total, "5 or less", result)) }
        };
        assert_eq!(Read::of(&looks, &look(4, true)), read(&[0], Some((0, 1))));
        assert_eq!(Read::of(&looks, &look(7, false)), read(&[1], Some((1, 1))));
        let mut noted = words;
        noted.notes = vec!["Location 1d6: 1-2 turret, 3-6 hull".into()];
        let place = RollLine { dice: "1d6".into(), ..on("location", "", roll("Location", 4, "chart B9", "hull")) };
        assert_eq!(Read::of(&noted, &place), Read { note: Some(0), ..Read::default() });
    }

    /// Whatever is rolled on a chart in any game, the page marks one place that says what came of it, or the one remark on how it is read.
    #[test]
    fn every_roll_is_marked() {
        struct Marked;
        impl Visitor for Marked {
            fn visit<G: CatalogGame>(&mut self) {
                marked::<G>();
            }
        }
        hulldown_catalog::each(&mut Marked);
    }

    /// The first game that is played: with it, what comes up seldom comes up soon. From 0 it took three times as many games.
    const SELDOM: u64 = 94;

    fn marked<G: CatalogGame>() {
        let shelf = hulldown_desk::find(G::ID).unwrap();
        let sheets = (shelf.sheets)(None).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        let missing = |seen: &std::collections::BTreeSet<String>| -> Vec<&str> {
            G::ROLLED.iter().copied().filter(|chart| !seen.contains(*chart)).collect()
        };
        for seed in SELDOM..SELDOM + 200 {
            if seed >= SELDOM + 12 && missing(&seen).is_empty() {
                break;
            }
            let setup = serde_json::to_value(G::setup(seed)).unwrap();
            let mut game = (shelf.new)(hulldown_desk::NewGame { seed, setup, ..Default::default() }).unwrap();
            let policy = if seed % 3 == 0 { "random" } else { G::BOTS.names()[0].0 };
            game.auto(policy, None, hulldown_desk::Until::End, Some(1500)).unwrap();
            for event in game.log(0) {
                let Some(roll) = &event.roll else { continue };
                let Some(sheet) = sheets.iter().find(|sheet| sheet.id == roll.chart) else { continue };
                seen.insert(roll.chart.to_string());
                let read = Read::of(sheet, roll);
                let (row, cell) = match (read.rows.as_slice(), read.cell, read.note) {
                    (_, None, Some(_)) => continue,
                    (_, Some((row, column)), None) => (row, Some(sheet.rows[row][column].as_str())),
                    ([row], None, None) => (*row, None),
                    _ => panic!("{}: {}: {read:?} of {roll:?}", G::ID, event.text),
                };
                let reading = RollOnChart {
                    chart: &roll.chart,
                    purpose: &roll.purpose,
                    line: &sheet.rows[row][0],
                    column: roll.column,
                    cell,
                    natural: roll.natural,
                    need: &roll.need,
                    is_test: roll.chance.is_some(),
                    result: &roll.result,
                };
                assert!(G::is_read(&reading), "{}: {}: {reading:?}", G::ID, event.text);
            }
        }
        assert!(missing(&seen).is_empty(), "{}: never rolled on {:?}", G::ID, missing(&seen));
    }
}
