//! The charts of the duel.

use super::words::Side;
use hulldown_core::cells;
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Head, Provenance};
use hulldown_core::dice::{Dice, TWO_D6};
use serde::Deserialize;
use std::fmt;
use std::sync::OnceLock;

const FILE: &str = "charts.toml";

/// What became of a tank that was hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Armor {
    /// It loses a point of hull.
    Holed,
    /// It can move no more.
    Stuck,
    /// Nothing.
    Bounced,
}

impl fmt::Display for Armor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Armor::Holed => "holed",
            Armor::Stuck => "stuck",
            Armor::Bounced => "bounced",
        })
    }
}

/// The charts, ready for play.
pub struct Data {
    /// What a well-aimed shot needs.
    pub straight: i8,
    /// What any other shot needs.
    pub astray: i8,
    /// What becomes of a tank that is hit.
    pub armor: DieTable<Armor>,
    /// The plot of a tank without a crew.
    pub plot: DieTable<Side>,
    /// The charts laid out for people.
    pub sheets: Vec<ChartSheet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    fire: Fire,
    armor: Table<Armor>,
    plot: Table<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fire {
    id: String,
    title: String,
    provenance: Provenance,
    source: String,
    straight: i8,
    astray: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table<T> {
    id: String,
    title: String,
    provenance: Provenance,
    source: String,
    die: Dice,
    rows: Vec<Row<T>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row<T> {
    roll: [i8; 2],
    result: T,
}

impl<T: Copy + fmt::Display> Table<T> {
    fn table(&self) -> Result<DieTable<T>, ChartError> {
        let rows: Vec<([i8; 2], T)> = self.rows.iter().map(|row| (row.roll, row.result)).collect();
        DieTable::new(self.die, &rows).map_err(|e| ChartError::new(FILE, &self.id, e))
    }

    fn sheet(self, table: &DieTable<T>) -> ChartSheet {
        let head = Head { title: self.title, provenance: self.provenance, source: self.source, notes: Vec::new() };
        head.rolled(&self.id, [("result", table)])
    }
}

pub(super) fn shipped() -> Files {
    Files::shipped(&[(FILE, include_str!("charts.toml"))])
}

pub(super) fn load(files: &Files) -> Result<Data, ChartError> {
    let File { fire, armor, plot } = files.parse(FILE)?;
    let head = Head {
        title: fire.title,
        provenance: fire.provenance,
        source: fire.source,
        notes: vec!["add the wind".into()],
    };
    let needs = [("into the shot, or not", fire.straight), ("out of the shot", fire.astray)];
    let sheet = cells!(head.sheet(&fire.id, Some(TWO_D6)), (dodges, need) in needs;
        "target dodges" = dodges, "hit on" = format_args!("{need} or more"));
    let tables = (armor.table()?, plot.table()?);
    let sheets = vec![sheet, armor.sheet(&tables.0), plot.sheet(&tables.1)];
    Ok(Data { straight: fire.straight, astray: fire.astray, armor: tables.0, plot: tables.1, sheets })
}

pub(super) fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| load(&shipped()).expect("the shipped charts load"))
}
