//! Hints for who is learning: each where what it speaks of is on the board, one at a time.

use super::labels::points;
use super::{Ask, Asked};
use crate::state::{Enemy, Sight};
use crate::words::{Ammo, Scored};
use hulldown_core::game::Lesson;
use std::borrow::Cow;

const fn lesson(id: &'static str, text: &'static str) -> Lesson {
    Lesson { id, text: Cow::Borrowed(text) }
}

/// What an operation costs, and what the way to the exit is worth.
pub(super) fn operation(asked: &Asked<'_>) -> Lesson {
    let exit = points(asked.charts.career.victory_points.points[Scored::CapturedExitArea]);
    let text = format!(
        "Every operation costs daylight. Artillery pays against heavy resistance; roads are quick. The exit area is worth {exit}."
    );
    Lesson { id: "operation", text: text.into() }
}

impl Asked<'_> {
    /// All hints that fit the question, in the order in which they are given.
    pub(crate) fn lessons(&self) -> Vec<Lesson> {
        match self.ask {
            Ask::Orders => self.orders_lessons(),
            ask => ask.lesson(self).into_iter().collect(),
        }
    }

    fn orders_lessons(&self) -> Vec<Lesson> {
        let enemies = &self.battle.enemies;
        let in_sight = || enemies.iter().filter(|enemy| self.against_target(enemy).is_none());
        let is_armor = |enemy: &Enemy| enemy.kind.class().is_vehicle() && enemy.kind.class().fires_ap();
        let dangerous = enemies
            .iter()
            .any(|enemy| crate::odds::loss_odds(self.game, self.charts, enemy).is_some_and(|odds| odds.ways > 0));
        let fits = [
            (
                true,
                lesson(
                    "orders",
                    "Each man does one thing a round; then the enemy acts. Go on gives the usual order, one man after the other, and carries \
                     them out when somebody can fire. Any order can be changed first.",
                ),
            ),
            (
                dangerous,
                lesson(
                    "threat",
                    "What can hit you is listed under threats, with its chance to knock you out in the next enemy phase. If your shot has a \
                     fair chance, shoot first at what can kill you; else hide from it and take what you can knock out.",
                ),
            ),
            (
                in_sight().next().is_some(),
                lesson(
                    "spotted",
                    "Only what has been spotted can be shot at. Your men look about before every round, from an open hatch much better; \
                     whoever stands in one can be hit.",
                ),
            ),
            (
                in_sight().next().is_some() && in_sight().all(|enemy| enemy.zone.sector != self.tank.turret),
                lesson(
                    "turret",
                    "The turret does not point at your target. Rotate Turret and Fire turns it and fires in one round; every sector it turns \
                     spoils the aim.",
                ),
            ),
            (
                in_sight().any(is_armor) && self.tank.loaded == Some(Ammo::He),
                lesson(
                    "armor",
                    "HE does little to armor. The round in the gun must be fired first; name AP as the next round, and it is loaded after the \
                     shot.",
                ),
            ),
            (
                enemies.iter().any(|enemy| !enemy.identified),
                lesson(
                    "unknown",
                    "An unknown unit, shown with a question mark, is not identified: it counts as the worst of its class, a Tiger or an 88, until your men \
                     have made it out.",
                ),
            ),
            (
                enemies.iter().any(|enemy| enemy.sight == Sight::Hidden),
                lesson(
                    "hidden",
                    "One of them is hidden: nobody can shoot at it, and it cannot shoot at you, until it moves or your tank does. The list of \
                     enemies says which.",
                ),
            ),
            (
                enemies.iter().any(|enemy| enemy.aim > 0),
                lesson(
                    "aimed",
                    "Somebody has fired at you and has your range: his next shot is better. Knock him out, lay smoke, or move; all who aim at \
                     you then begin anew.",
                ),
            ),
            (
                self.battle.round > 1,
                lesson(
                    "orders-again",
                    "Last round's orders stand again as far as they can. A hull down tank can only be hit in the turret; driving shows you to \
                     whoever was hidden.",
                ),
            ),
        ];
        fits.into_iter().filter(|(fits, _)| *fits).map(|(_, lesson)| lesson).collect()
    }
}
