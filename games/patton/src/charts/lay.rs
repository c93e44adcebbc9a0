//! Laying charts out for people, besides what all games share.

pub(super) use hulldown_core::chart::lay::{bands, cells, fill, line, sheet, span, tick};

/// A line of numbers by range, each in a cell of its own.
pub(super) fn by_range(name: String, numbers: [i8; 3]) -> Vec<String> {
    std::iter::once(name).chain(numbers.map(|n| n.to_string())).collect()
}

/// Numbers by range.
pub(super) fn triple([close, medium, long]: [i8; 3]) -> String {
    format!("{close}/{medium}/{long}")
}
