//! Laying charts out for people, besides what all games share.

pub(super) use hulldown_core::chart::lay::{bands, cells, fill, line, sheet, span, tick};

/// Numbers by range.
pub(super) fn triple([close, medium, long]: [i8; 3]) -> String {
    format!("{close}/{medium}/{long}")
}
