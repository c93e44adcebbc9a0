//! American Tank Ace drawn: Battle Board, Tank Display Mat, lists, and the career.

mod battle;
mod calm;
mod career;
mod counters;
mod lists;
mod mat;
mod rounds;
mod text;

use crate::state::{EnemyAim, Mode};
use crate::view::{SeenCommander, SeenUnit};
use crate::words::{Class, Facing};
use crate::{Ace, View};
use hulldown_core::game::Seat;
use hulldown_draw::{Drawn, Look, Panel, Question, Region, Room, Sketch, Spot, Spots, capital};
use maud::{Markup, html};

impl Drawn for Ace {
    const CSS: &'static str = include_str!("board/board.css");

    fn panels(view: &View<'_>, spots: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel> {
        let spots = Spots::new(spots, base).knowing(look.known);
        let (me, fight) = (view.commander(view.seat()), view.shows_battle());
        let board = if fight { battle::battle(view, me, &spots) } else { calm::between(view) };
        let mat = mat::mat(me, &spots);
        let partner = view.partner().filter(|partner| {
            let anything = partner.enemies().next().is_some() || spots.has_any("partner-");
            fight && anything && view.mode() != Mode::CompetitiveApart
        });
        let partner = partner.map(|man| (battle::title(view, man), battle::battle(view, man, &spots)));
        // What nothing has drawn must still be in reach.
        let board = html! { (board) (spots.rest()) };
        let title = if fight { "Battle Board" } else { "Situation" };
        let mut all = vec![
            Panel::new("battle", title, Region::Board, board),
            Panel::new("mat", format!("Tank: {}", me.tank().name), Region::Board, mat),
        ];
        if let Some((title, partner)) = partner {
            all.push(Panel::new("partner", title, Region::Board, partner));
        }
        if fight {
            all.push(Panel::new("enemies", "Enemies", Region::Side, lists::enemies(view, me, &spots)));
        }
        all.push(Panel::new("crew", "Crew", Region::Side, lists::crew(me, &spots)));
        all.push(Panel::new("situation", "Situation", Region::Side, lists::situation(view)));
        all
    }

    fn sketch(view: &View<'_>, spots: &[Spot], _: &Look<'_>, room: Room) -> Option<Sketch> {
        text::sketch(view, spots, room)
    }

    fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
        text::answer(view, question)
    }

    fn career(view: &View<'_>) -> Vec<Panel> {
        career::panels(view)
    }

    fn picture() -> Option<Markup> {
        Some(calm::library())
    }
}

/// What is being fought, for people.
fn fight_name(view: &View<'_>) -> String {
    let field = view.field();
    match (field.counterattack, field.follow_on) {
        (true, _) => "Counterattack, you defend".into(),
        (_, true) => "Follow-on assault".into(),
        _ => capital(field.fight.name()),
    }
}

/// Degrees from straight ahead, as drawn.
fn degrees(facing: Facing) -> i32 {
    match facing {
        Facing::Left => -55,
        Facing::Front => 0,
        Facing::Right => 55,
    }
}

/// Whom an enemy targets, as the reader is concerned.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Target {
    Nobody,
    You,
    /// The other commander, by what he is called.
    Other(String),
}

/// Who targets the tank of a board targets its owner, who targets a helper the other.
fn target(view: &View<'_>, man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> Target {
    let whom = match unit.unit.aim {
        EnemyAim::Elsewhere => return Target::Nobody,
        EnemyAim::Tank => man.seat,
        EnemyAim::Helper => Seat(1 - man.seat.0),
    };
    let whom = view.commander(whom);
    match () {
        // A tank that is off the field is nobody's target.
        () if !whom.on_the_field() => Target::Nobody,
        () if whom.seat == view.seat() => Target::You,
        () => Target::Other(whom.called()),
    }
}

/// Whether a unit is infantry that has lost a step.
fn is_reduced(unit: &SeenUnit<'_>) -> bool {
    unit.unit.class == Class::Inf && unit.unit.steps == 1
}

/// Whether its side lies open to the reader's gun.
fn flank_open(unit: &SeenUnit<'_>) -> bool {
    unit.unit.side_open || unit.unit.flanked || unit.unit.flanked_for_good
}

/// A unit's state in words, most pressing first.
fn state(unit: &SeenUnit<'_>, target: &Target) -> Vec<String> {
    let enemy = unit.unit;
    let marks = [
        (enemy.mounted, "carries infantry"),
        (is_reduced(unit), "reduced"),
        (enemy.suppressed, "suppressed"),
        (enemy.dug_in, "dug in"),
        (enemy.hull_down, "hull down"),
        (enemy.buttoned, "buttoned up"),
        (enemy.immobilized, "immobilized"),
        (flank_open(unit), "flank open"),
    ];
    let aimed = match target {
        Target::Nobody => None,
        Target::You => Some("targets you".into()),
        Target::Other(name) => Some(format!("targets {name}")),
    };
    let marks = marks.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.into());
    aimed.into_iter().chain(marks).collect()
}

/// Everything about a unit in one sentence.
fn aloud(unit: &SeenUnit<'_>, target: &Target) -> String {
    let mut says = format!("Unit {}, {}, area {}", unit.unit.id.0, unit.name, unit.unit.area.id());
    if let (Some(pen), Some(there)) = (unit.pen, unit.pen_at_range) {
        says.push_str(&format!(", gun {pen}"));
        if there != pen {
            says.push_str(&format!(", {there} at this range"));
        }
    }
    if let Some([turret, hull, side]) = unit.armor {
        says.push_str(&format!(", armor {turret}/{hull}/{side}"));
    }
    for word in state(unit, target) {
        says.push_str(", ");
        says.push_str(&word);
    }
    says
}
