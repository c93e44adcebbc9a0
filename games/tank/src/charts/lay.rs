//! Laying charts out for people.

pub(crate) use hulldown_core::chart::lay::tick;
use hulldown_core::chart::{ChartSheet, Provenance, lay};
use hulldown_core::dice::Dice;

/// A sheet with its headings.
pub(crate) fn sheet(
    id: &str,
    title: &str,
    dice: Option<Dice>,
    provenance: Provenance,
    source: &str,
    head: &[&str],
) -> ChartSheet {
    lay::sheet(id, title, dice, provenance, source).headed(head)
}

/// Rolls from 1 up to this.
pub(crate) fn up_to(high: u8) -> String {
    match high {
        0 => "-".into(),
        1 => "1".into(),
        _ => format!("1-{high}"),
    }
}

/// A band of range.
pub(crate) fn band([low, high]: [u16; 2]) -> String {
    match (low, high) {
        (_, 999) => format!("{low}+"),
        _ if low == high => low.to_string(),
        _ => format!("{low}-{high}"),
    }
}

/// An addition, empty when there is none.
pub(crate) fn plus(value: u8) -> String {
    if value == 0 { "-".into() } else { format!("+{value}") }
}
