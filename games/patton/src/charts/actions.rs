//! Crew actions: `crew_actions.toml`; and what is only read: `disagreements.toml`, `index.toml`.

use super::lay::{cells as text, sheet};
use super::read::{Book, Letter, each};
use crate::words::{Action, Need, Post, SpotAfter, Step};
use hulldown_core::chart::{ChartError, ChartSheet, Files, Provenance};
use hulldown_core::rules::RuleId;
use serde::Deserialize;

/// A crew action of the book (8.0).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionInfo {
    /// Who may do it, by [`Post`].
    pub who: [bool; 5],
    /// Whether he may spot afterwards (17.22).
    pub spot: SpotAfter,
    /// When it is carried out (4.74).
    pub step: Step,
    /// Whether the man does it unless ordered otherwise (5.22).
    pub default: bool,
    /// What it does.
    pub effect: String,
    /// What must hold when the order is given.
    pub needs: Vec<Need>,
    /// The rule it stands in.
    pub rule: RuleId,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionRow {
    id: Action,
    who: Vec<Letter>,
    spot: SpotAfter,
    step: Step,
    #[serde(default)]
    default: bool,
    effect: String,
    needs: Vec<Need>,
    rule: String,
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<[ActionInfo; 29], ChartError> {
    let mut book = Book::open(files, "crew_actions.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let (at, rows): (_, Vec<ActionRow>) = book.list("action")?;
    book.done()?;
    let rows = each(&at, Action::ALL, rows, |row| row.id)?;
    let mut page = sheet("crew_actions", "Crew actions", None, meta.provenance, &meta.source);
    page.head = text(["action", "who", "spotting", "needs", "effect", "rule"]);
    let mut actions = Vec::new();
    for row in rows {
        let at = at.in_row(row.id.id());
        let mut who = [false; 5];
        for letter in &row.who {
            who[letter.0.index()] = true;
        }
        at.check(who.contains(&true), "nobody may do it")?;
        at.says("default", &row.default, &matches!(row.id, Action::Load | Action::Stop))?;
        let rule = crate::rules::LEDGER.find(&row.rule);
        let rule = rule.ok_or_else(|| at.err(format_args!("no rule `{}` is known", row.rule)))?;
        let letters: Vec<&str> = Post::ALL.iter().filter(|p| who[p.index()]).map(|p| p.letter()).collect();
        page.rows.push(vec![
            row.id.to_string(),
            letters.join(" "),
            row.spot.to_string(),
            row.needs.iter().map(|n| n.name()).collect::<Vec<_>>().join("; "),
            row.effect.clone(),
            row.rule,
        ]);
        let (spot, step, default, effect, needs) = (row.spot, row.step, row.default, row.effect, row.needs);
        actions.push(ActionInfo { who, spot, step, default, effect, needs, rule });
    }
    sheets.push(page);
    super::read::array(&at, actions)
}

/// A place where the sources differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Which figure.
    pub about: String,
    /// What is played with.
    pub adopted: String,
    /// What another source has.
    pub other: String,
    /// The ruling that decides it.
    pub ruling: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemRow {
    #[serde(rename = "where")]
    about: String,
    adopted: String,
    other: String,
    ruling: String,
}

pub(super) fn disagreements(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Vec<Disagreement>, ChartError> {
    let mut book = Book::open(files, "disagreements.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let (at, rows): (_, Vec<ItemRow>) = book.list("item")?;
    book.done()?;
    let mut page = sheet("disagreements", "Where sources disagree", None, meta.provenance, &meta.source);
    page.head = text(["about", "adopted", "the other reading", "ruling"]);
    let mut items: Vec<Disagreement> = Vec::new();
    for row in rows {
        at.in_row(&row.about).check(!items.iter().any(|other| other.about == row.about), "is given twice")?;
        page.rows.push(vec![row.about.clone(), row.adopted.clone(), row.other.clone(), row.ruling.clone()]);
        items.push(Disagreement { about: row.about, adopted: row.adopted, other: row.other, ruling: row.ruling });
    }
    sheets.push(page);
    Ok(items)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryRow {
    table: String,
    file: String,
    id: String,
}

/// The book's own list of tables, and where each is found here.
pub(super) fn index(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<(), ChartError> {
    let mut book = Book::open(files, "index.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let (at, rows): (_, Vec<EntryRow>) = book.list("entry")?;
    book.done()?;
    let mut page = sheet("index", "The book's list of tables", None, meta.provenance, &meta.source);
    page.head = text(["table", "file", "parts"]);
    for row in rows {
        let text =
            files.text(&row.file).map_err(|_| at.in_row(&row.table).err(format_args!("no file {}", row.file)))?;
        for part in row.id.split([',', ';']).map(str::trim).filter(|part| !part.contains(' ')) {
            at.in_row(&row.table).check(text.contains(part), format_args!("{} has no `{part}`", row.file))?;
        }
        page.rows.push(vec![row.table, row.file, row.id]);
    }
    sheets.push(page);
    Ok(())
}
