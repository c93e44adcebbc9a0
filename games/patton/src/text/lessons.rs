//! The guided first engagement (31.0).

use crate::choice::Ask;
use crate::state::{Length, Patton};
use crate::{Setup, WantedResistance, WantedScenario};
use hulldown_core::game::{Guided, Lesson};

/// The hint for a question; front ends show each once.
pub(super) fn lesson(g: &Patton, ask: Ask) -> Option<Lesson> {
    let (id, text) = match ask {
        Ask::Assign(_) => (
            "assign",
            "Ratings run from 1 to 10 and every man uses his own: the gunner to hit, the loader to hit and to fire again, the driver \
             not to get stuck. Good men are best as commander and gunner.",
        ),
        Ask::Rounds => (
            "load",
            "HE kills men and guns, AP kills armor, smoke hides you. About six tenths HE and three AP serve a 75 well. Extra rounds \
             help an explosion along.",
        ),
        Ask::Rack => (
            "rack",
            "Reloading from the ready rack makes another shot in the same round likelier. It empties fast: keep it for what can \
             knock you out.",
        ),
        Ask::Prepare => (
            "prepare",
            "An open hatch sees far more, but whoever stands in it can be shot. Begin with the commander's hatch open, hull and \
             turret to 6-8, and HE in the gun.",
        ),
        Ask::Advancing => (
            "advancing",
            "Advancing Fire may drive units away before they fire a shot. It costs a few rounds and needs HE in the gun.",
        ),
        Ask::Orders if g.battle.round <= 1 => (
            "orders",
            "Each man does one thing a round. Plans fill in what usually goes together; change what you like, then carry the \
             orders out. Only what has been spotted can be shot at.",
        ),
        Ask::Orders => (
            "orders-again",
            "Last round's orders stand again as far as they can. Moving spoils everybody's aim at you; a hull down tank can \
             only be hit in the turret.",
        ),
        Ask::Target => (
            "target",
            "Results of hits are seen only when you stop firing. A second and third shot at the same target are easier. A Panther \
             or Tiger seen from the front is better met with smoke, or from its side.",
        ),
        Ask::Again => ("again", "Low rolls let you fire again at the same target, as long as rounds last."),
        Ask::MgTarget(_) => (
            "mg",
            "Machine guns hurt only men, guns and trucks. With no target, sweep the close zone in front: it keeps Panzerfausts away.",
        ),
        Ask::Operation => (
            "operation",
            "Every operation costs daylight. Artillery pays against heavy resistance; roads are quick. The exit area is worth ten \
             points.",
        ),
        Ask::Watch => ("watch", "Hull down and waiting. AP in the gun is a good choice against a counterattack."),
        Ask::Rescue => {
            ("rescue", "Whoever goes back may be hit himself; whoever stays inside burns with the tank if it burns.")
        }
        _ => return None,
    };
    Some(Lesson { id, text })
}

/// A first engagement: an advance against light resistance, the tank loaded, the rest is yours.
pub(super) fn guided() -> Guided<Setup> {
    Guided {
        setup: Setup {
            length: Length::Engagement,
            scenario: WantedScenario::Advance,
            resistance: WantedResistance::Light,
            ..Setup::default()
        },
        seed: 1944,
        answers: &["usual", "usual", "usual"],
    }
}
