//! A plot tried out before it is given: what answers about one unit would come to, with the friends' plots as they are.

use crate::charts::Charts;
use crate::pad::Pad;
use crate::referee::Referee;
use crate::state::{Plot, Tank, UnitId};
use crate::talk::{Addressed, Ask, Choice};
use crate::view::View;
use hulldown_core::check::{Check, Rolled};
use hulldown_core::game::{Game, Seat};
use hulldown_core::table::{Listed, Pause, Play, Table};

/// Who answers.
pub(crate) type Answers<'a> = dyn FnMut(&View<'_>, Ask, &[Choice]) -> Choice + 'a;

/// A table where one player plots in thought: nobody listens, no dice fall.
struct Rehearsal<'a, 'b>(&'a mut Answers<'b>);

impl Table<Tank> for Rehearsal<'_, '_> {
    const LISTENS: bool = false;

    fn roll(&mut self, _: &Check) -> Play<Rolled> {
        Err(Pause)
    }

    fn choose(
        &mut self,
        game: &Tank,
        data: &'static Charts,
        seat: Seat,
        ask: Ask,
        menu: &Listed<Choice>,
    ) -> Play<Choice> {
        Ok((self.0)(&game.view(data, seat), ask, menu.options()))
    }

    fn tell(&mut self, _: impl FnOnce() -> Addressed) {}
}

/// What a unit's plot would be.
pub(crate) fn rehearse(game: &Tank, charts: &'static Charts, id: UnitId, answers: &mut Answers<'_>) -> Plot {
    let mut game = game.clone();
    // A plot asks for no dice, so it is never cut short.
    let mut table = Rehearsal(answers);
    let mut referee = Referee::new(&mut game, charts, &mut table);
    let mut pad = Pad::new(referee.lens(), id.force);
    let _ = referee.plot_unit(id, &mut pad);
    game.unit(id).plot
}
