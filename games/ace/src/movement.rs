//! The tank moves: commands D to G and J, the range, and the ground that may hold it (7.2, B5).

use crate::charts::Charts;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, End, UnitId};
use crate::talk::{Ask, Cause, Choice, Event, Step};
use crate::words::{Command, Facing, Mission, Post, Skill};
use hulldown_core::check::Check;
use hulldown_core::dice::TWO_D6;
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

impl Ace {
    /// [CH.B5] Whether the ground stops the tank.
    #[inline]
    pub(crate) fn bogging(&self, charts: &'static Charts, seat: Seat) -> Check {
        let player = &self.players[seat.index()];
        let mut check = Check::at_most("B5", "Immobilization", rule!("CH.B5"), TWO_D6, charts.b5.immobilized_max)
            .called("immobilized", "moves")
            .needed("to be immobilized")
            .by(seat);
        if !player.mat.is_open(Post::Driver) {
            check.modify(charts.b5.drm.driver_buttoned, "driver buttoned up", rule!("7.3.2a"));
        }
        if player.skilled(Skill::EyeForTerrain) {
            check.modify(charts.b5.drm.eye_for_terrain, "Eye for Terrain", rule!("7.7.eye"));
        }
        check.modify(charts.weather_effect[self.field.weather.index()].b5, self.field.weather.name(), rule!("7.5"));
        check.modify(charts.terrain_effect[self.field.terrain.index()].b5, self.field.terrain.name(), rule!("CH.A5"));
        check.modify(charts.tanks[player.tank.index()].b5, "the tank's suspension", rule!("3.1"));
        check
    }

    /// [CH.B5] Whether a hull down position is found (B5a).
    #[inline]
    pub(crate) fn finding_hull_down(&self, charts: &'static Charts, seat: Seat) -> Check {
        let need = charts.terrain_effect[self.field.terrain.index()].hull_down;
        let mut check =
            Check::at_most("B5a", "Hull down", rule!("7.2-Ea"), TWO_D6, need).called("hull down", "no cover").by(seat);
        check.line = self.field.terrain.name();
        if self.players[seat.index()].skilled(Skill::EyeForTerrain) {
            check.modify(charts.b5a.drm.eye_for_terrain, "Eye for Terrain", rule!("7.7.eye"));
        }
        check
    }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-D] Forward one step.
    pub(crate) fn order_forward(&mut self, seat: Seat) -> Play<()> {
        self.change_range(seat, Step::Closer, Command::MoveForward);
        self.lose_hull_down(seat);
        self.free_turn(seat)?;
        self.bog(seat)
    }

    /// [7.2-Ea, Eb] To a hull down position, if there is one.
    pub(crate) fn order_hull_down(&mut self, seat: Seat) -> Play<()> {
        self.move_step(seat, Command::MoveToHullDown)?;
        self.free_turn(seat)?;
        let found = self.table.test(&self.game.finding_hull_down(self.charts, seat))?;
        self.player(seat).mat.hull_down = found;
        self.tell(|| Event::HullDown { seat, hull_down: found });
        self.bog(seat)
    }

    /// [7.2-Fa] The hull turns.
    pub(crate) fn order_hull(&mut self, seat: Seat, facing: Facing) -> Play<()> {
        self.turn_hull(seat, facing, Some(Command::AngleHull));
        self.bog(seat)
    }

    /// [7.2-G] Back one step, or off the board.
    pub(crate) fn order_backward(&mut self, seat: Seat) -> Play<()> {
        let range = self.game.players[seat.index()].board.range;
        // [7.1.4d] With the errata one move takes a defender off the board.
        let leaves = self.game.errata_2022 && self.game.field.fight == Mission::Defense;
        if range.farther().is_none() || leaves {
            self.end_board(seat, End::Withdrawn);
            return Ok(());
        }
        self.change_range(seat, Step::Farther, Command::MoveBackward);
        self.lose_hull_down(seat);
        self.free_turn(seat)?;
        self.bog(seat)
    }

    /// [7.2-J] Every shot at the target this round strikes its side, and the tank shows its own to the others.
    pub(crate) fn order_flank(&mut self, seat: Seat, at: UnitId) -> Play<()> {
        let Some(enemy) = self.player(seat).board.enemy_mut(at) else {
            unreachable!("7.2-J: {at:?} is not on the board")
        };
        enemy.flanked = true;
        enemy.flanked_for_good |= enemy.immobilized;
        let (unit, area) = (who(seat, enemy), enemy.area);
        self.tell(|| Event::Flanks { seat, who: unit });
        self.player(seat).mat.exposed_but_to = Some(area);
        self.player(seat).board.moved = true;
        self.lose_hull_down(seat);
        self.move_step(seat, Command::MoveForFlankShot)
    }

    fn turn_hull(&mut self, seat: Seat, facing: Facing, by: Option<Command>) {
        self.player(seat).mat.hull = facing;
        self.player(seat).board.moved = true;
        self.tell(|| Event::HullTurns { seat, facing, by });
    }

    fn change_range(&mut self, seat: Seat, step: Step, by: Command) {
        let board = &mut self.player(seat).board;
        board.moved = true;
        let range = match step {
            Step::Keep => None,
            Step::Closer => board.range.closer(),
            Step::Farther => board.range.farther(),
        };
        let Some(range) = range else { return };
        board.range = range;
        // [7.3.5c] The tank drives out of its own smoke.
        if step == Step::Closer {
            board.own_smoke = 0;
        }
        self.tell(|| Event::RangeNow { seat, range, by: Some(by) });
    }

    /// [R18a]
    fn lose_hull_down(&mut self, seat: Seat) {
        if std::mem::take(&mut self.player(seat).mat.hull_down) {
            self.tell(|| Event::HullDown { seat, hull_down: false });
        }
    }

    /// [7.2-Eb, Jc] The range may change one step with the move.
    fn move_step(&mut self, seat: Seat, by: Command) -> Play<()> {
        self.player(seat).board.moved = true;
        if self.game.can_help(seat) {
            return Ok(());
        }
        let range = self.game.players[seat.index()].board.range;
        let can = |step: &Step| match step {
            Step::Keep => true,
            Step::Closer => range.closer().is_some(),
            Step::Farther => range.farther().is_some(),
        };
        let step = self.pick(seat, Ask::MoveStep, Step::ALL.into_iter().filter(can), Choice::Step)?;
        self.change_range(seat, step, by);
        Ok(())
    }

    /// [7.2-DEG] With the errata a move includes a free turn of the hull.
    fn free_turn(&mut self, seat: Seat) -> Play<()> {
        if !self.game.errata_2022 {
            return Ok(());
        }
        let facing = self.pick(seat, Ask::FreeTurn, Facing::ALL, Choice::TurnTo)?;
        if facing != self.player(seat).mat.hull {
            self.turn_hull(seat, facing, None);
        }
        Ok(())
    }

    /// [CH.B5] After a move the ground may hold the tank.
    fn bog(&mut self, seat: Seat) -> Play<()> {
        self.player(seat).board.moved = true;
        if self.table.test(&self.game.bogging(self.charts, seat))? {
            self.immobilize(seat, Cause::Ground);
        }
        Ok(())
    }
}
