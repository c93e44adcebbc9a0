//! The ways a duel can break a law of the table.

use std::sync::atomic::{AtomicU32, Ordering};

/// A sound duel.
pub const NONE: u8 = 0;
/// Shows the other crew's charm.
pub const LEAKS: u8 = 1;
/// Lists a choice both as legal and as not allowed.
pub const BOTH_WAYS: u8 = 2;
/// Offers a choice whose key does not read back.
pub const WRONG_KEY: u8 = 3;
/// Catches a pause and goes on by itself.
pub const CATCHES: u8 = 4;
/// Plays otherwise when somebody listens.
pub const LISTENS: u8 = 5;
/// Never ends.
pub const ENDLESS: u8 = 6;
/// Asks when there is only one legal answer.
pub const LONELY: u8 = 7;
/// Lists a choice twice.
pub const TWICE: u8 = 8;
/// Rolls otherwise than the preview says.
pub const TWO_FORMULAS: u8 = 9;
/// Names a rule that is not in the ledger.
pub const UNRULED: u8 = 10;
/// Rolls dice in a private stretch.
pub const DICE_IN_LANE: u8 = 11;
/// Lets one crew's options depend on what the other has plotted.
pub const PEEKS: u8 = 12;
/// Counts how often it is called, outside its state.
pub const COUNTS: u8 = 13;
/// Leaves a part of its state out of saves.
pub const FORGETS: u8 = 14;
/// Shows plots without saying that something was revealed; the table itself must notice.
pub const UNSEALED: u8 = 15;
/// Has a choice without a label.
pub const NAMELESS: u8 = 16;
/// Lets one crew see that the other has plotted.
pub const NOSY: u8 = 17;
/// Says after a hit whether the other crew's charm is strong, so that the odds tell it beforehand.
pub const GOSSIPS: u8 = 18;

static CALLS: AtomicU32 = AtomicU32::new(0);

/// What no rule may do: remember something outside the state.
pub(super) fn called_often() -> bool {
    CALLS.fetch_add(1, Ordering::Relaxed) % 5 == 4
}
