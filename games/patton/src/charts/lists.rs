//! Crew actions: `crew_actions.toml`; and what is only read: `disagreements.toml`, `index.toml`.

use crate::words::{Action, Need, Post, SpotAfter, Step};
use hulldown_core::chart::readings::OtherReading;
use hulldown_core::chart::{By, ChartError, ChartSheet, Files, Head, Set};
use hulldown_core::rules::RuleId;
use hulldown_core::{cells, figures};
use serde::Deserialize;

figures! {
    /// The crew actions of the book (8.0).
    CrewActions { chart: Head, action: By<Action, ActionInfo> }

    /// A crew action.
    ActionInfo {
        /// Who may do it.
        who: Set<Post>,
        /// Whether he may spot afterwards (17.22).
        spot: SpotAfter,
        /// When it is carried out (4.74).
        step: Step,
        /// What it does.
        effect: String,
        /// What must hold when the order is given, in the order it is asked.
        needs: Vec<Need>,
        /// The rule it stands in.
        rule: Cited;
        must |it| !it.who.is_empty() => "nobody may do it"
    }

    /// Where sources disagree.
    Disagreements { chart: Head, item: Vec<OtherReading> }

    /// The book's own list of tables, and where each is found here.
    Index { chart: Head, entry: Vec<Entry> }

    /// A table of the book: the file and the charts that hold it.
    Entry { table: String, file: String, charts: Vec<String> }
}

/// A rule cited by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Cited(pub RuleId);

impl TryFrom<String> for Cited {
    type Error = String;
    fn try_from(number: String) -> Result<Self, String> {
        crate::rules::LEDGER.find(&number).map(Cited).ok_or_else(|| format!("no rule `{number}` is known"))
    }
}

impl CrewActions {
    pub(super) fn sheet(&self) -> ChartSheet {
        let who = |info: &ActionInfo| info.who.iter().map(Post::letter).collect::<Vec<_>>().join(" ");
        let needs = |info: &ActionInfo| info.needs.iter().map(|need| need.name()).collect::<Vec<_>>().join("; ");
        cells!(self.chart.sheet("crew_actions", None), (action, info) in self.action.each();
            "action" = action, "who" = who(info), "spotting" = info.spot, "needs" = needs(info), "effect" = info.effect,
            "rule" = crate::rules::LEDGER.id(info.rule.0))
    }
}

impl Disagreements {
    pub(super) fn sheet(&self) -> ChartSheet {
        cells!(self.chart.sheet("disagreements", None), item in &self.item;
            "about" = item.about, "adopted" = item.ours, "the other reading" = item.theirs, "ruling" = item.ruling)
    }
}

impl Index {
    /// What it names must be there.
    pub(super) fn agrees(&self, files: &Files, sheets: &[ChartSheet]) -> Result<(), ChartError> {
        for entry in &self.entry {
            files.text(&entry.file)?;
            let there = |chart: &&String| !sheets.iter().any(|sheet| sheet.id == **chart);
            if let Some(chart) = entry.charts.iter().find(there) {
                let wrong = format!("there is no chart `{chart}`");
                return Err(ChartError::new("index.toml", entry.table.as_str(), wrong));
            }
        }
        Ok(())
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        cells!(self.chart.sheet("index", None), entry in &self.entry;
            "table" = entry.table, "file" = entry.file, "charts" = entry.charts.join(", "))
    }
}
