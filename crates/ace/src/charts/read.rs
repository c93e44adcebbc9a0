//! What reading every chart file needs: places in files to complain about, headings, columns of months, modifiers.

use crate::words::Month;
use hulldown_core::chart::{ChartError, DieTable, Provenance};
use hulldown_core::dice::Dice;
use serde::Deserialize;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// The most a single modifier may be, so that no sum of them leaves the small integers rolls are counted in.
pub(super) const MOST_DRM: i32 = 6;

/// A place in a chart file.
pub(super) struct At {
    pub(super) file: &'static str,
    pub(super) table: String,
}

impl At {
    pub(super) fn new(file: &'static str, table: impl Into<String>) -> At {
        At { file, table: table.into() }
    }

    pub(super) fn err(&self, what: impl Display) -> ChartError {
        ChartError::new(self.file, self.table.as_str(), what)
    }

    pub(super) fn check(&self, right: bool, what: impl Display) -> Result<(), ChartError> {
        if right { Ok(()) } else { Err(self.err(what)) }
    }

    /// A figure must make sense.
    pub(super) fn within(
        &self,
        name: &str,
        value: impl Into<i32>,
        range: RangeInclusive<i32>,
    ) -> Result<(), ChartError> {
        let value = value.into();
        self.check(
            range.contains(&value),
            format_args!("{name} is {value}, outside {} to {}", range.start(), range.end()),
        )
    }

    /// A roll against a number is thrown with the dice the rules say.
    pub(super) fn die(&self, given: Dice, needed: Dice) -> Result<(), ChartError> {
        self.check(given == needed, format_args!("is thrown with {needed}, not {given}"))
    }

    /// Charts are looked up by their ids.
    pub(super) fn id(&self, given: &str, needed: &str) -> Result<(), ChartError> {
        self.check(given == needed, format_args!("the id is `{needed}`, not `{given}`"))
    }

    /// The high end of a range that must begin with the lowest roll of the dice.
    pub(super) fn up_to(&self, name: &str, [low, high]: [i8; 2], dice: Dice) -> Result<i8, ChartError> {
        self.check(
            low == dice.min() && high >= low && high <= dice.max(),
            format_args!("{name} runs from {low} to {high}; it must begin at {} and stay within {dice}", dice.min()),
        )?;
        Ok(high)
    }

    /// Totals are read at the ends of a table, so a clamp that says otherwise would be a lie.
    pub(super) fn clamp(&self, clamp: [i8; 2], dice: Dice) -> Result<(), ChartError> {
        self.check(
            clamp == [dice.min(), dice.max()],
            format_args!("clamp is {clamp:?}, but {dice} is read from {} to {}", dice.min(), dice.max()),
        )
    }

    pub(super) fn table<T: Copy>(&self, dice: Dice, rows: &[([i8; 2], T)]) -> Result<DieTable<T>, ChartError> {
        DieTable::new(dice, rows).map_err(|e| self.err(e))
    }
}

/// The heading of a chart that is read with dice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) die: Dice,
    pub(super) provenance: Provenance,
    pub(super) source: String,
}

/// The heading of a chart that is only looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) provenance: Provenance,
    pub(super) source: String,
}

/// Where a part of a chart comes from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Grounds {
    pub(super) provenance: Provenance,
    pub(super) source: String,
}

/// Where a part of a chart comes from, and its dice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rolled {
    pub(super) die: Dice,
    pub(super) provenance: Provenance,
    pub(super) source: String,
}

/// Puts rows in the order of `ids`, each there exactly once.
pub(super) fn each<R, const N: usize>(
    at: &At,
    ids: [&str; N],
    rows: Vec<R>,
    id: impl Fn(&R) -> &str,
) -> Result<[R; N], ChartError> {
    let mut found: [Option<R>; N] = [const { None }; N];
    for (n, row) in rows.into_iter().enumerate() {
        let given = id(&row).to_owned();
        let Some(place) = ids.iter().position(|id| *id == given) else {
            return Err(at.err(format_args!("row {}: no `{given}` is known, only {}", n + 1, ids.join(", "))));
        };
        if found[place].replace(row).is_some() {
            return Err(at.err(format_args!("row {}: `{given}` is given twice", n + 1)));
        }
    }
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("`{}` is missing", ids[gap])));
    }
    array(at, found.into_iter().flatten().collect())
}

/// As [`each`], for rows whose order is frozen because saves hold their numbers.
pub(super) fn in_order<R, const N: usize>(
    at: &At,
    ids: [&str; N],
    rows: Vec<R>,
    id: impl Fn(&R) -> &str,
) -> Result<[R; N], ChartError> {
    let out_of_place = rows.iter().zip(ids).position(|(row, needed)| id(row) != needed).map(|n| n + 1);
    let rows = each(at, ids, rows, id)?;
    match out_of_place {
        Some(row) => {
            Err(at.err(format_args!("row {row} must be `{}`: a pack keeps ids and their order", ids[row - 1])))
        }
        None => Ok(rows),
    }
}

pub(super) fn array<T, const N: usize>(at: &At, items: Vec<T>) -> Result<[T; N], ChartError> {
    let count = items.len();
    items.try_into().map_err(|_| at.err(format_args!("has {count} entries, needs {N}")))
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
