//! Rules and charts, one link away from everywhere.

use crate::app::aside;
use crate::error::{Done, Oops};
use crate::guard::Ctx;
use crate::log::rule_link;
use crate::page::{plain, shown};
use crate::words::encode;
use axum::extract::{Path, Query};
use axum::response::{Html, IntoResponse, Response};
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
        let laid = sheet_with(shelf.id, found, query.total.map(i64::from), "");
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
    let total = roll.map(|roll| i64::from(roll.total));
    sheet_with(game, sheet, total, roll.map_or("", |roll| roll.result.as_str()))
}

fn sheet_with(game: &str, sheet: &ChartSheet, total: Option<i64>, result: &str) -> Markup {
    let row = total.filter(|_| sheet.dice.is_some()).and_then(|total| row_of(sheet, total));
    // The cell is known where only one of the row reads as the roll's result does.
    let cell = row.and_then(|row| {
        let mut same =
            sheet.rows[row].iter().enumerate().filter(|(n, cell)| *n > 0 && cell.eq_ignore_ascii_case(result));
        same.next().filter(|_| same.next().is_none()).map(|(n, _)| n)
    });
    html! {
        figure class="chart" {
            figcaption { strong { (sheet.id) " " (sheet.title) } @if let Some(dice) = sheet.dice { " (" (dice) ")" } }
            div class="scroll" tabindex="0" role="region" aria-label={ "Chart " (sheet.id) } {
                table {
                    thead { tr { @for head in &sheet.head { th scope="col" { (head) } } } }
                    tbody {
                        @for (n, cells) in sheet.rows.iter().enumerate() {
                            tr class=[(row == Some(n)).then_some("read")] {
                                @for (m, text) in cells.iter().enumerate() {
                                    @if m == 0 {
                                        th scope="row" { @if row == Some(n) { span class="unseen" { "read here: " } "▸ " } (text) }
                                    } @else {
                                        td class=[(row == Some(n) && cell == Some(m)).then_some("cell")] { (text) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if !sheet.notes.is_empty() { ul class="notes" { @for note in &sheet.notes { li { (note) } } } }
            p class="quiet" { "Figures " (sheet.provenance) ": " (sheet.source) " " (rule_link(game, "")) }
        }
    }
}

/// The row whose first cell is, or covers, a total; beyond the ends the first or last.
fn row_of(sheet: &ChartSheet, total: i64) -> Option<usize> {
    let range = |cell: &str| -> Option<(i64, i64)> {
        let cell = cell.trim().replace(['–', '−'], "-");
        if let Ok(n) = cell.parse() {
            return Some((n, n));
        }
        if let Some(low) = cell.strip_suffix('+') {
            return Some((low.trim().parse().ok()?, i64::MAX));
        }
        let dash = cell.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
        Some((cell[..dash].trim().parse().ok()?, cell[dash + 1..].trim().parse().ok()?))
    };
    let ranges: Vec<Option<(i64, i64)>> =
        sheet.rows.iter().map(|row| row.first().and_then(|cell| range(cell))).collect();
    let covers =
        |total: i64| ranges.iter().position(|range| range.is_some_and(|(low, high)| (low..=high).contains(&total)));
    covers(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::chart::Provenance;

    #[test]
    fn the_row_and_cell_that_were_read_are_marked() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let sheet = ChartSheet {
            id: "B9".into(),
            title: "Event check".into(),
            dice: Some(hulldown_core::TWO_D6),
            provenance: Provenance::Designed,
            source: "Worked out.".into(),
            head: row(["2d6", "Dry", "Rain"]),
            rows: vec![row(["2", "fire", "smoke"]), row(["3-11", "nothing", "mud"]), row(["12+", "gift", "gift"])],
            notes: vec![],
        };
        assert_eq!(
            (row_of(&sheet, 2), row_of(&sheet, 7), row_of(&sheet, 14), row_of(&sheet, 1)),
            (Some(0), Some(1), Some(2), None)
        );
        let marked = sheet_with("ace", &sheet, Some(7), "mud").into_string();
        assert!(marked.contains(r#"<td class="cell">mud</td>"#), "{marked}");
        assert_eq!(marked.matches(r#"class="read""#).count(), 1);
        assert!(!sheet_with("ace", &sheet, Some(12), "gift").into_string().contains(r#"class="cell""#));
    }
}
