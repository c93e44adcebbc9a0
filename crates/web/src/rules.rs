//! Rules and charts, one link away from everywhere.

use crate::app::aside;
use crate::error::{Done, Oops};
use crate::guard::Ctx;
use crate::page::{plain, shown};
use crate::words::encode;
use axum::extract::{Path, Query};
use axum::response::{Html, IntoResponse, Response};
use hulldown_core::Dice;
use hulldown_core::chart::ChartSheet;
use hulldown_core::rules::{Ledger, Rule};
use hulldown_desk::{RollLine, Shelf};
use maud::{Markup, html};
use serde::Deserialize;

/// The game of a name in an address.
pub(crate) fn shelf(game: &str) -> Done<&'static Shelf> {
    hulldown_desk::find(game).map_err(|problem| Oops::missing(crate::words::sentence(&problem.message)))
}

fn nav(shelf: &Shelf) -> Vec<(String, &'static str)> {
    vec![(format!("/rules/{}", shelf.id), "Rules"), (format!("/charts/{}", shelf.id), "Charts")]
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
        @if rules.is_empty() { p { "No rule has this number, and none speaks of it." } }
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
pub(crate) struct Find {
    find: String,
    total: Option<i8>,
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
pub(crate) async fn all_rules(Path(game): Path<String>, Query(query): Query<Find>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = aside(move || {
        let shelf = shelf(&game)?;
        let find = query.find.trim();
        let ledger = (shelf.ledger)();
        let rules = if find.is_empty() { ledger.all().collect() } else { search(ledger, find) };
        let body = html! {
            h1 { "Rules of " (shelf.title) }
            p { "In our own words, numbered as in the rulebook. Rules that begin with R are rulings where the book is silent." }
            (search_form(shelf, find))
            (statements(&rules))
        };
        Ok(plain(&with, &format!("Rules of {}", shelf.title), nav(shelf), body))
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
        let body = html! {
            h1 { "Rule " (rules[0].id) }
            (body)
            (search_form(shelf, ""))
            p { a class="alone" href={ "/rules/" (shelf.id) "#rule-" (rules[0].id) } { "Among all rules of " (shelf.title) } }
        };
        Ok(plain(&ctx, &format!("Rule {}", rules[0].id), nav(shelf), body))
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
                thead { tr { th scope="col" { "Chart" } th scope="col" { "Title" } th scope="col" { "Dice" } th scope="col" { "Figures" } } }
                tbody {
                    @for sheet in sheets {
                        tr {
                            td { a href={ "/charts/" (shelf.id) "/" (encode(&sheet.id)) } { (sheet.id) } }
                            td { (sheet.title) }
                            td { @if let Some(dice) = sheet.dice { (dice) } }
                            td { (sheet.provenance) }
                        }
                    }
                }
            } }
        };
        Ok(plain(&with, &format!("Charts of {}", shelf.title), nav(shelf), body))
    });
    shown(&ctx, done.await)
}

/// `GET /charts/GAME/CHART`
pub(crate) async fn one_chart(
    Path((game, chart)): Path<(String, String)>,
    Query(query): Query<Find>,
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
        Ok(plain(&with, &format!("Chart {}", found.id), nav(shelf), body))
    });
    shown(&ctx, done.await)
}

/// A chart with the line a roll was read on marked.
pub(crate) fn sheet(game: &str, sheet: &ChartSheet, roll: Option<&RollLine>) -> Markup {
    sheet_with(sheet, &roll.map_or_else(Read::default, |roll| Read::of(sheet, roll)), game)
}

/// Where on a chart a roll was read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    /// The lines it may have been; one where that can be told.
    rows: Vec<usize>,
    /// The cell, as line and column, where that can be told.
    cell: Option<(usize, usize)>,
}

impl Read {
    /// The lines that a total alone points to.
    fn total(sheet: &ChartSheet, total: i64) -> Self {
        Read { rows: covering(sheet, total), cell: None }
    }

    fn of(sheet: &ChartSheet, roll: &RollLine) -> Self {
        let same = |cell: &str| cell.trim().eq_ignore_ascii_case(roll.result.trim());
        let mut rows = covering(sheet, i64::from(roll.total));
        if rows.is_empty() {
            // A chart of what is needed: the line that says so.
            let need = roll.need.split(' ').next().filter(|need| need.parse::<i64>().is_ok());
            let says = |row: &Vec<String>| need.is_some_and(|need| row.iter().skip(1).any(|cell| cell.trim() == need));
            rows = sheet.rows.iter().enumerate().filter(|(_, row)| says(row)).map(|(n, _)| n).collect();
        }
        // Of several blocks, the one the roll is named after, else those that read as it does.
        let named = |n: &usize| {
            let words = roll.purpose.to_lowercase();
            sheet.rows[*n]
                .first()
                .is_some_and(|cell| words.split_whitespace().any(|word| word == cell.trim().to_lowercase()))
        };
        for keep in
            [&named as &dyn Fn(&usize) -> bool, &|n: &usize| sheet.rows[*n].iter().skip(1).any(|cell| same(cell))]
        {
            let fewer: Vec<usize> = rows.iter().copied().filter(|n| keep(n)).collect();
            if rows.len() > 1 && !fewer.is_empty() {
                rows = fewer;
            }
        }
        let mut cell = None;
        if let [row] = rows[..] {
            let mut cells = sheet.rows[row].iter().enumerate().filter(|(n, cell)| *n > 0 && same(cell));
            cell = cells.next().filter(|_| cells.next().is_none()).map(|(n, _)| (row, n));
        }
        Read { rows, cell }
    }
}

/// The lines whose range covers a total; beyond the ends of a chart, the last or first line of each block.
fn covering(sheet: &ChartSheet, total: i64) -> Vec<usize> {
    if sheet.dice.is_none() {
        return Vec::new();
    }
    let ranges = |column: usize| -> Vec<Option<(i64, i64)>> {
        sheet.rows.iter().map(|row| row.get(column).and_then(|cell| range(cell))).collect()
    };
    let is_roll = |(n, head): &(usize, &String)| {
        let named = head.to_lowercase().contains("roll") || head.parse::<Dice>().is_ok() || *n == 0;
        named && ranges(*n).iter().all(Option::is_some)
    };
    let Some((column, _)) = sheet.head.iter().enumerate().find(is_roll) else { return Vec::new() };
    let ranges: Vec<(i64, i64)> = ranges(column).into_iter().flatten().collect();
    let (Some(low), Some(high)) = (ranges.iter().map(|r| r.0).min(), ranges.iter().map(|r| r.1).max()) else {
        return Vec::new();
    };
    let total = total.clamp(low, high);
    let covers = |(_, (low, high)): &(usize, &(i64, i64))| (*low..=*high).contains(&total);
    ranges.iter().enumerate().filter(covers).map(|(n, _)| n).collect()
}

/// What a cell such as `7`, `3-5`, `10+` or `2 or less` covers.
fn range(cell: &str) -> Option<(i64, i64)> {
    let cell = cell.trim().replace(['–', '−'], "-");
    if let Ok(n) = cell.parse() {
        return Some((n, n));
    }
    if let Some(low) = cell.strip_suffix('+').or_else(|| cell.strip_suffix(" or more")) {
        return Some((low.trim().parse().ok()?, i64::MAX));
    }
    if let Some(high) = cell.strip_suffix(" or less") {
        return Some((i64::MIN, high.trim().parse().ok()?));
    }
    let dash = cell.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
    Some((cell[..dash].trim().parse().ok()?, cell[dash + 1..].trim().parse().ok()?))
}

fn sheet_with(sheet: &ChartSheet, read: &Read, game: &str) -> Markup {
    html! {
        figure class="chart" {
            figcaption { strong { (sheet.id) " " (sheet.title) } @if let Some(dice) = sheet.dice { " (" (dice) ")" } }
            div class="scroll" tabindex="0" role="region" aria-label={ "Chart " (sheet.id) } {
                table {
                    thead { tr { @for head in &sheet.head { th scope="col" { (head) } } } }
                    tbody {
                        @for (n, cells) in sheet.rows.iter().enumerate() {
                            @let here = read.rows.contains(&n);
                            tr class=[here.then_some("read")] {
                                @for (m, text) in cells.iter().enumerate() {
                                    @if m == 0 {
                                        th scope="row" { @if here { span class="unseen" { "read here: " } "▸ " } (text) }
                                    } @else {
                                        td class=[(read.cell == Some((n, m))).then_some("cell")] { (text) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if !sheet.notes.is_empty() { ul class="notes" { @for note in &sheet.notes { li { (note) } } } }
            p class="quiet" { "Figures " (sheet.provenance) ": " (sheet.source) }
            p class="noprint" { a class="alone" href={ "/charts/" (game) "/" (encode(&sheet.id)) } { "This chart alone" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::chart::Provenance;

    fn chart(head: [&str; 3], rows: &[[&str; 3]]) -> ChartSheet {
        ChartSheet {
            id: "B9".into(),
            title: "Event check".into(),
            dice: Some(hulldown_core::TWO_D6),
            provenance: Provenance::Designed,
            source: "Worked out.".into(),
            head: head.map(String::from).to_vec(),
            rows: rows.iter().map(|row| row.map(String::from).to_vec()).collect(),
            notes: vec![],
        }
    }

    fn roll(purpose: &str, total: i8, need: &str, result: &str) -> RollLine {
        RollLine {
            chart: "B9".into(),
            purpose: purpose.into(),
            dice: "2d6".into(),
            faces: vec![],
            natural: total,
            mods: vec![],
            total,
            need: need.into(),
            result: result.into(),
            chance: None,
        }
    }

    fn read(rows: &[usize], cell: Option<(usize, usize)>) -> Read {
        Read { rows: rows.to_vec(), cell }
    }

    #[test]
    fn the_row_and_cell_that_were_read_are_marked() {
        let sheet = chart(
            ["2d6", "Dry", "Rain"],
            &[["2", "fire", "smoke"], ["3-11", "nothing", "mud"], ["12+", "gift", "gift"]],
        );
        assert_eq!(Read::of(&sheet, &roll("Event", 7, "chart B9", "mud")), read(&[1], Some((1, 2))));
        assert_eq!(Read::of(&sheet, &roll("Event", 14, "chart B9", "gift")), read(&[2], None));
        assert_eq!(Read::of(&sheet, &roll("Event", -1, "chart B9", "fire")), read(&[0], Some((0, 1))));
        assert_eq!(Read::total(&sheet, 3), read(&[1], None));
        let marked = super::sheet("ace", &sheet, Some(&roll("Event", 7, "chart B9", "mud"))).into_string();
        assert!(marked.contains(r#"<td class="cell">mud</td>"#), "{marked}");
        assert_eq!(marked.matches(r#"class="read""#).count(), 1);
    }

    #[test]
    fn blocks_and_needs_are_found() {
        let blocks = chart(
            ["block", "roll", "INF"],
            &[["HE", "2-7", "2"], ["HE", "8-12", "1"], ["MG", "2-7", "S"], ["MG", "8-12", "no effect"]],
        );
        assert_eq!(Read::of(&blocks, &roll("Main gun HE", 4, "chart B2", "2")), read(&[0], Some((0, 2))));
        assert_eq!(Read::of(&blocks, &roll("Coax", 4, "chart B2", "S")), read(&[2], Some((2, 2))));
        let needs = chart(["range", "hits at or below", "penetration"], &[["close", "7", "+1"], ["long", "5", "-1"]]);
        assert_eq!(Read::of(&needs, &roll("To hit", 9, "5 or less", "miss")), read(&[1], None));
        let words = chart(["modified roll", "result", ""], &[["2 or less", "stuck", ""], ["3 or more", "moves", ""]]);
        assert_eq!(Read::of(&words, &roll("Move", 9, "2 or less", "moves")), read(&[1], Some((1, 1))));
    }
}
