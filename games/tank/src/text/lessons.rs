//! The guided introductory scenario: a hint where each question first comes up.

use crate::Setup;
use crate::choice::Ask;
use crate::state::Tank;
use hulldown_core::game::{Guided, Lesson};

pub(super) fn lesson(g: &Tank, ask: Ask) -> Option<Lesson> {
    let (id, text) = match ask {
        Ask::Entry => (
            "entry",
            "Your force enters the map in column by one hex of its edge. For a first game take one in the middle: there the \
             columns meet. Later look for a covered way: what the enemy does not see he cannot fire at.",
        ),
        Ask::Heading => (
            "heading",
            "Off the map your tanks stand one behind the other. This is the way they face as they drive on.",
        ),
        Ask::Order(_) => (
            "order",
            "The first in the column meets the enemy first. All tanks of a force are of one type here, so \
             \"the others as they stand\" will do.",
        ),
        Ask::Track => (
            "track",
            "In a meeting engagement you write the whole march to the far edge before the game, and follow it until one side \
             sees the other or it is at its end. \"The rest by the shortest way\" writes it for you.",
        ),
        Ask::March => (
            "march",
            "While in column you only say how far the head goes; everyone follows in his track. The n-th Movement Point of all \
             units is spent at the same moment.",
        ),
        Ask::Plot if g.turn <= 1 => ("plot", "Both sides plot in secret and then carry it out together."),
        Ask::Plot => (
            "plot_free",
            "Contact: from now on every unit gets its own task. A unit moves, or fires, or turns, never two of them. Choose a \
             unit, then what it does; commit when all is plotted. You may also say it in one line: `A df 2714`, `B mv A A B`.",
        ),
        Ask::Task(_) => (
            "task",
            "DF fires at a unit you see now. OF waits along a line for something to drive onto it. MV and MVR move, FC turns. A \
             target that moves is harder to hit: the die gets +1 for every two points it spends.",
        ),
        Ask::Path(_) => (
            "path",
            "A to F are the six sides of a hex, A north, then clockwise. The unit ends facing the way it moved. Points you do not \
             spend are lost.",
        ),
        Ask::OfColumn(_) | Ask::OfRow(..) => (
            "watch",
            "The line runs from the center of your hex to the center of the hex you name. The first enemy to come onto it is \
             fired at; a friend there cancels the fire.",
        ),
        Ask::Stop => (
            "stop",
            "One of your moving units has seen something new. You may stop everybody now, or let all plots run on.",
        ),
        Ask::Facing(_) => (
            "facing",
            "Armor is thick in front and thin behind. Face what can hurt you: front, side and rear are counted from where the \
             firer stands.",
        ),
        Ask::Talk | Ask::SiteColumn(_) | Ask::SiteRow(..) | Ask::SiteFacing(_) => return None,
    };
    Some(Lesson { id, text })
}

pub(super) fn guided() -> Guided<Setup> {
    // In open terrain the columns see each other on turn 5 or so, in mixed terrain they may pass.
    Guided { setup: Setup { mode: "first".into(), ..Setup::default() }, seed: 1974, answers: &[] }
}
