//! What reading every chart file needs besides what all games share: columns of months, modifiers.

use crate::words::Month;
pub(super) use hulldown_core::chart::read::{At, Grounds, Head, List, array, each, in_order};
use hulldown_core::chart::{ChartError, DieTable, Provenance};
use hulldown_core::dice::Dice;
use serde::Deserialize;

/// The most a single modifier may be, so that no sum of them leaves the small integers rolls are counted in.
pub(super) const MOST_DRM: i32 = 6;

/// Where a part of a chart comes from, and its dice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rolled {
    pub(super) die: Dice,
    pub(super) provenance: Provenance,
    pub(super) source: String,
}

/// A column of a chart: the months it serves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Column {
    pub(super) id: String,
    pub(super) months: Vec<Month>,
}

/// For every month the column it is in: exactly one.
pub(super) fn months<'a>(
    at: &At,
    columns: impl Iterator<Item = (String, &'a [Month])>,
) -> Result<[usize; 11], ChartError> {
    let mut found: [Option<(usize, String)>; 11] = Default::default();
    for (n, (id, months)) in columns.enumerate() {
        at.check(!months.is_empty(), format_args!("{id} has no months"))?;
        for month in months {
            if let Some((_, other)) = found[month.index()].replace((n, id.clone())) {
                return Err(at.err(format_args!("{} is in {other} and again in {id}", month.id())));
            }
        }
    }
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("no entry covers {}", Month::ALL[gap].id())));
    }
    array(at, found.into_iter().flatten().map(|(n, _)| n).collect())
}

/// The date columns of a chart.
pub(super) struct Columns {
    file: &'static str,
    /// What a row calls its column: `column` or `period`.
    word: &'static str,
    columns: Vec<Column>,
    by_month: [usize; 11],
}

impl Columns {
    pub(super) fn new(file: &'static str, word: &'static str, columns: Vec<Column>) -> Result<Columns, ChartError> {
        let at = At::new(file, format!("[[{word}]]"));
        for (n, column) in columns.iter().enumerate() {
            let twice = columns[..n].iter().any(|other| other.id == column.id);
            at.check(!twice, format_args!("row {}: `{}` is given twice", n + 1, column.id))?;
        }
        let by_month = months(&at, columns.iter().map(|c| (format!("{word} {}", c.id), c.months.as_slice())))?;
        Ok(Columns { file, word, columns, by_month })
    }

    /// The number of the column with this id.
    pub(super) fn find(&self, at: &At, id: &str) -> Result<usize, ChartError> {
        self.columns.iter().position(|c| c.id == id).ok_or_else(|| at.err(format_args!("no {} `{id}`", self.word)))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|c| c.id.as_str())
    }

    /// One table a column, from rows that name theirs.
    pub(super) fn tables<R, T: Copy>(
        &self,
        dice: Dice,
        rows: &[R],
        column: impl Fn(&R) -> &str,
        cell: impl Fn(&R) -> Result<([i8; 2], T), ChartError>,
    ) -> Result<Vec<DieTable<T>>, ChartError> {
        let mut cells: Vec<Vec<([i8; 2], T)>> = self.columns.iter().map(|_| Vec::new()).collect();
        for (n, row) in rows.iter().enumerate() {
            let place = self.find(&At::new(self.file, format!("[[row]] {}", n + 1)), column(row))?;
            cells[place].push(cell(row)?);
        }
        let table =
            |(id, cells): (&str, Vec<_>)| At::new(self.file, format!("[[row]] {} {id}", self.word)).table(dice, &cells);
        self.ids().zip(cells).map(table).collect()
    }

    /// What each month has, from what each column has.
    pub(super) fn spread<T: Clone>(&self, of_column: &[T]) -> [T; 11] {
        self.by_month.map(|column| of_column[column].clone())
    }

    /// The heading of the column each month is read in.
    pub(super) fn heads(&self) -> ByMonth {
        self.spread(&self.labels())
    }

    /// Short headings.
    pub(super) fn labels(&self) -> Vec<String> {
        self.columns.iter().map(|c| month_label(&c.months)).collect()
    }
}

/// A heading for each month.
pub(super) type ByMonth = [String; 11];

/// Months as a short heading: `Jun-Jul 44`, `Dec 44-Jan 45`.
pub(super) fn month_label(months: &[Month]) -> String {
    let mut months = months.to_vec();
    months.sort();
    let mut runs: Vec<(Month, Month)> = Vec::new();
    for month in months {
        match runs.last_mut() {
            Some((_, last)) if last.next() == Some(month) => *last = month,
            _ => runs.push((month, month)),
        }
    }
    let year = |month: Month| &month.id()[2..4];
    let short = |month: Month| &month.name()[..3];
    let label = |&(first, last): &(Month, Month)| {
        if first == last {
            format!("{} {}", short(first), year(first))
        } else if year(first) == year(last) {
            format!("{}-{} {}", short(first), short(last), year(last))
        } else {
            format!("{} {}-{} {}", short(first), year(first), short(last), year(last))
        }
    };
    runs.iter().map(label).collect::<Vec<_>>().join(", ")
}

/// A modifier that shares the grounds of its chart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlainDrm {
    pub(super) id: String,
    pub(super) value: i8,
    pub(super) note: Option<String>,
}

/// The values of exactly these modifiers, in this order.
pub(super) fn plain_drms<const N: usize>(at: &At, ids: [&str; N], drms: Vec<PlainDrm>) -> Result<Drms<N>, ChartError> {
    let drms = each(at, ids, drms, |d| &d.id)?;
    for drm in &drms {
        at.within(&drm.id, drm.value, -MOST_DRM..=MOST_DRM)?;
    }
    let note = |d: &PlainDrm| match &d.note {
        Some(note) => format!("{} ({note})", signed(d.value, &d.id)),
        None => signed(d.value, &d.id),
    };
    Ok(Drms { values: std::array::from_fn(|i| drms[i].value), notes: drms.iter().map(note).collect() })
}

/// Modifiers read: their values, and a line for people each.
pub(super) struct Drms<const N: usize> {
    pub(super) values: [i8; N],
    pub(super) notes: Vec<String>,
}

/// A modifier with grounds of its own, its value here or in a column of another chart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroundedDrm {
    id: String,
    value: Option<i8>,
    value_from: Option<String>,
    who: Option<Who>,
    provenance: Provenance,
    source: String,
}

/// Whose fire a modifier counts for.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Who {
    Player,
    Enemy,
    Both,
}

/// The values of exactly these modifiers, and of those looked up elsewhere. The rules decide whom a modifier helps, so a file
/// that says otherwise is refused rather than shown.
pub(super) fn grounded_drms<const N: usize>(
    at: &At,
    here: [(&str, Option<Who>); N],
    elsewhere: &[(&str, &str, Option<Who>)],
    drms: Vec<GroundedDrm>,
) -> Result<Drms<N>, ChartError> {
    let mut notes = Vec::new();
    let mut given = Vec::new();
    let mut looked_up = Vec::new();
    for drm in drms {
        let row = At::new(at.file, format!("{} {}", at.table, drm.id));
        let from = elsewhere.iter().find(|(id, ..)| *id == drm.id);
        let needed = from.map(|f| f.2).or_else(|| here.iter().find(|h| h.0 == drm.id).map(|h| h.1));
        if let Some(needed) = needed {
            let named = |who: Option<Who>| who.map_or("absent".into(), |w| format!("\"{w:?}\"").to_lowercase());
            let fits = drm.who == needed;
            row.check(fits, format_args!("who is {}, must be {}", named(drm.who), named(needed)))?;
        }
        let grounds = format!("{}: {}", drm.provenance, drm.source);
        match (from, drm.value, drm.value_from) {
            (Some((_, path, _)), None, Some(to)) => {
                row.check(to == *path, format_args!("value_from `{to}` leads nowhere; it is `{path}`"))?;
                row.check(!looked_up.contains(&drm.id), "is given twice")?;
                let chart = match path.split('.').next() {
                    Some("a3_weather") => "A3",
                    Some("a5_terrain") => "A5",
                    _ => "MATS",
                };
                notes.push(format!("{}: as {chart} says ({grounds})", plain(&drm.id)));
                looked_up.push(drm.id);
            }
            (Some((_, path, _)), ..) => return Err(row.err(format_args!("needs value_from = \"{path}\" and no value"))),
            (None, Some(value), None) => {
                let who = match drm.who {
                    Some(Who::Player) => ", the player's fire",
                    Some(Who::Enemy) => ", enemy fire",
                    Some(Who::Both) | None => "",
                };
                notes.push(format!("{}{who} ({grounds})", signed(value, &drm.id)));
                given.push(PlainDrm { id: drm.id, value, note: None });
            }
            (None, ..) => return Err(row.err("needs a value and no value_from")),
        }
    }
    if let Some((id, ..)) = elsewhere.iter().find(|(id, ..)| !looked_up.iter().any(|l| l == id)) {
        return Err(at.err(format_args!("`{id}` is missing")));
    }
    Ok(Drms { notes, ..plain_drms(at, here.map(|h| h.0), given)? })
}

/// A modifier for people: `+1 target hull down`.
pub(super) fn signed(value: i8, id: &str) -> String {
    format!("{value:+} {}", plain(id))
}

/// An id in plain words, with the abbreviations of the game written as its charts write them.
pub(super) fn plain(id: &str) -> String {
    let word = |word: &str| match word {
        "at" | "apcr" | "cff" | "dsc" | "inf" | "mg" | "wp" => word.to_uppercase(),
        "aa50" => ".50".into(),
        word => word.into(),
    };
    id.split('_').map(word).collect::<Vec<_>>().join(" ")
}
