//! What reading every chart file needs besides what all games share: notes of grounds, bands of range.

pub(crate) use hulldown_core::chart::read::{At, Grounds, array, each};
use hulldown_core::chart::{ChartError, Provenance};

/// Where a part of a chart comes from, as a note on a sheet.
pub(crate) fn note(of: &str, provenance: Provenance, source: &str) -> String {
    format!("{of} ({provenance}: {source})")
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
