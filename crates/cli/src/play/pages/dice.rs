//! Dice that somebody throws on the table: what is known before, and how they are read.

use super::chances;
use crate::text::percent;
use hulldown_desk::DiceAsk;

/// What is known of a roll before it is made: modifiers, need, chances.
pub(crate) fn dice_details(ask: &DiceAsk) -> Vec<String> {
    let mut lines = Vec::new();
    for m in &ask.mods {
        lines.push(format!("  {:+} {} [{}]", m.value, m.why, m.rule));
    }
    match ask.chance {
        Some(chance) => lines.push(format!("  Needed: {} ({}).", ask.need, percent(chance))),
        None => lines.push(format!("  Read on the {}: {}.", ask.need, read_on(ask))),
    }
    lines.extend(ask.on_dice().map(|shows| format!("  {shows}")));
    lines
}

/// The chances of a roll that is read on a chart; of a lot how many there are.
pub(crate) fn read_on(ask: &DiceAsk) -> String {
    match ask.lot() {
        Some(among) => format!("one of {among}, all as likely"),
        None => chances(&ask.odds, 12),
    }
}
