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
    pub(crate) fn bogging(&self, charts: &'static Charts, s: Seat) -> Check {
        let p = &self.players[s.index()];
        let mut check = Check::at_most("B5", "Immobilization", rule!("CH.B5"), TWO_D6, charts.b5.immobilized_max)
            .called("immobilized", "moves")
            .by(s);
        if !p.mat.is_open(Post::Driver) {
            check.modify(charts.b5.drm.driver_buttoned, "driver buttoned up", rule!("7.3.2a"));
        }
        if p.skilled(Skill::EyeForTerrain) {
            check.modify(charts.b5.drm.eye_for_terrain, "Eye for Terrain", rule!("7.7.eye"));
        }
        check.modify(charts.weather_effect[self.field.weather.index()].b5, self.field.weather.name(), rule!("7.5"));
        check.modify(charts.terrain_effect[self.field.terrain.index()].b5, self.field.terrain.name(), rule!("CH.A5"));
        check.modify(charts.tanks[p.tank.index()].b5, "the tank's suspension", rule!("3.1"));
        check
    }

    /// [CH.B5] Whether a hull down position is found (B5a).
    #[inline]
    pub(crate) fn finding_hull_down(&self, charts: &'static Charts, s: Seat) -> Check {
        let need = charts.terrain_effect[self.field.terrain.index()].hull_down;
        let mut check =
            Check::at_most("B5a", "Hull down", rule!("7.2-Ea"), TWO_D6, need).called("hull down", "no cover").by(s);
        check.line = self.field.terrain.name();
        if self.players[s.index()].skilled(Skill::EyeForTerrain) {
            check.modify(charts.b5a.drm.eye_for_terrain, "Eye for Terrain", rule!("7.7.eye"));
        }
        check
    }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-D] Forward one step.
    pub(crate) fn order_forward(&mut self, s: Seat) -> Play<()> {
        self.change_range(s, Step::Closer, Command::MoveForward);
        self.lose_hull_down(s);
        self.free_turn(s)?;
        self.bog(s)
    }

    /// [7.2-Ea, Eb] To a hull down position, if there is one.
    pub(crate) fn order_hull_down(&mut self, s: Seat) -> Play<()> {
        self.move_step(s, Command::MoveToHullDown)?;
        self.free_turn(s)?;
        let found = self.table.test(&self.game.finding_hull_down(self.charts, s))?;
        self.player(s).mat.hull_down = found;
        self.table.tell(|| Event::HullDown { seat: s, hull_down: found });
        self.bog(s)
    }

    /// [7.2-Fa] The hull turns.
    pub(crate) fn order_hull(&mut self, s: Seat, facing: Facing) -> Play<()> {
        self.turn_hull(s, facing, Some(Command::AngleHull));
        self.bog(s)
    }

    /// [7.2-G] Back one step, or off the board.
    pub(crate) fn order_backward(&mut self, s: Seat) -> Play<()> {
        let range = self.game.players[s.index()].board.range;
        // [7.1.4d] With the errata one move takes a defender off the board.
        let leaves = self.game.errata_2022 && self.game.field.fight == Mission::Defense;
        if range.farther().is_none() || leaves {
            self.end_board(s, End::Withdrawn);
            return Ok(());
        }
        self.change_range(s, Step::Farther, Command::MoveBackward);
        self.lose_hull_down(s);
        self.free_turn(s)?;
        self.bog(s)
    }

    /// [7.2-J] Every shot at the target this round strikes its side, and the tank shows its own to the others.
    pub(crate) fn order_flank(&mut self, s: Seat, at: UnitId) -> Play<()> {
        let Some(e) = self.player(s).board.enemy_mut(at) else { return Ok(()) };
        e.flanked = true;
        e.flanked_for_good |= e.immobilized;
        let (unit, area) = (who(s, e), e.area);
        self.table.tell(|| Event::Flanks { seat: s, who: unit });
        self.player(s).mat.exposed_but_to = Some(area);
        self.player(s).board.moved = true;
        self.lose_hull_down(s);
        self.move_step(s, Command::MoveForFlankShot)
    }

    fn turn_hull(&mut self, s: Seat, facing: Facing, by: Option<Command>) {
        self.player(s).mat.hull = facing;
        self.player(s).board.moved = true;
        self.table.tell(|| Event::HullTurns { seat: s, facing, by });
    }

    fn change_range(&mut self, s: Seat, step: Step, by: Command) {
        let board = &mut self.player(s).board;
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
        self.table.tell(|| Event::RangeNow { seat: s, range, by: Some(by) });
    }

    /// [R18a]
    fn lose_hull_down(&mut self, s: Seat) {
        if std::mem::take(&mut self.player(s).mat.hull_down) {
            self.table.tell(|| Event::HullDown { seat: s, hull_down: false });
        }
    }

    /// [7.2-Eb, Jc] The range may change one step with the move.
    fn move_step(&mut self, s: Seat, by: Command) -> Play<()> {
        self.player(s).board.moved = true;
        if self.game.can_help(s) {
            return Ok(());
        }
        let range = self.game.players[s.index()].board.range;
        let can = |step: &Step| match step {
            Step::Keep => true,
            Step::Closer => range.closer().is_some(),
            Step::Farther => range.farther().is_some(),
        };
        let step = self.pick(s, Ask::MoveStep, Step::ALL.into_iter().filter(can), Choice::Step)?;
        self.change_range(s, step, by);
        Ok(())
    }

    /// [7.2-DEG] With the errata a move includes a free turn of the hull.
    fn free_turn(&mut self, s: Seat) -> Play<()> {
        if !self.game.errata_2022 {
            return Ok(());
        }
        let facing = self.pick(s, Ask::FreeTurn, Facing::ALL, Choice::TurnTo)?;
        if facing != self.player(s).mat.hull {
            self.turn_hull(s, facing, None);
        }
        Ok(())
    }

    /// [CH.B5] After a move the ground may hold the tank.
    fn bog(&mut self, s: Seat) -> Play<()> {
        self.player(s).board.moved = true;
        if self.table.test(&self.game.bogging(self.charts, s))? {
            self.immobilize(s, Cause::Ground);
        }
        Ok(())
    }
}
