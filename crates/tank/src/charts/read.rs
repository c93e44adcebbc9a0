//! What reading every chart file needs: places in files to complain about, grounds, rows in order.

use hulldown_core::chart::{ChartError, Provenance};
use serde::Deserialize;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A place in a chart file.
pub(crate) struct At {
    file: &'static str,
    table: String,
}

impl At {
    pub(crate) fn new(file: &'static str, table: impl Into<String>) -> At {
        At { file, table: table.into() }
    }

    pub(crate) fn err(&self, what: impl Display) -> ChartError {
        ChartError::new(self.file, self.table.as_str(), what)
    }

    pub(crate) fn check(&self, right: bool, what: impl Display) -> Result<(), ChartError> {
        if right { Ok(()) } else { Err(self.err(what)) }
    }

    /// A figure must make sense.
    pub(crate) fn within(
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

    /// What the rules decide, a file may only repeat: one that says otherwise is refused rather than shown.
    pub(crate) fn says<T: PartialEq + std::fmt::Debug + ?Sized>(
        &self,
        name: &str,
        given: &T,
        needed: &T,
    ) -> Result<(), ChartError> {
        self.check(given == needed, format_args!("{name} is {given:?}, but the rules make it {needed:?}"))
    }
}

/// Where a part of a chart comes from.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grounds {
    pub(crate) provenance: Provenance,
    pub(crate) source: String,
}

/// Where a part of a chart comes from, as a note on a sheet.
pub(crate) fn note(of: &str, provenance: Provenance, source: &str) -> String {
    format!("{of} ({provenance}: {source})")
}

/// Puts rows in the order of `ids`, each there exactly once.
pub(crate) fn each<R, const N: usize>(
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

pub(crate) fn array<T, const N: usize>(at: &At, items: Vec<T>) -> Result<[T; N], ChartError> {
    let count = items.len();
    items.try_into().map_err(|_| at.err(format_args!("has {count} entries, needs {N}")))
}

/// Bands of range that follow one another from 1 without a gap; returns where the last ends.
pub(crate) fn bands(at: &At, rows: impl Iterator<Item = [u16; 2]>) -> Result<u16, ChartError> {
    let mut end = 0;
    for (n, [low, high]) in rows.enumerate() {
        at.check(
            low == end + 1 && high >= low,
            format_args!("row {}: range {low} to {high} does not follow {end}", n + 1),
        )?;
        end = high;
    }
    at.check(end > 0, "has no rows")?;
    Ok(end)
}
