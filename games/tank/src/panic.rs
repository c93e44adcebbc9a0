//! The Panic Segment (12.0) and the Initial Facing Segment (4.1g).

use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Leg, Plot, Steps, Tank, UnitId, Unseen};
use crate::talk::Event;
use crate::words::{Force, Kind, Task};
use hulldown_core::Check;
use hulldown_core::check::{Cells, Reading};
use hulldown_core::dice::{D6, Dice};
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::{Play, Table};

/// The chits there are: the last digits of hex numbers.
pub(crate) const CHITS: u8 = 10;

/// The chits that are left when these have been drawn, as bits. A throw counts them from the lowest.
#[derive(Clone, Copy)]
struct ChitsLeft(u16);

/// What can be left, by what has been drawn.
static CHITS_LEFT: [ChitsLeft; 1 << CHITS] = {
    let mut all = [ChitsLeft(0); 1 << CHITS];
    let mut drawn = 0;
    while drawn < all.len() {
        all[drawn] = ChitsLeft(drawn as u16);
        drawn += 1;
    }
    all
};

impl ChitsLeft {
    fn nth(self, nth: i8) -> Option<u8> {
        (0..CHITS).filter(|digit| self.0 & 1 << digit == 0).nth(usize::try_from(nth - 1).ok()?)
    }
}

impl Cells for ChitsLeft {
    fn dice(&self) -> Dice {
        Dice { count: 1, sides: CHITS - self.0.count_ones() as u8 }
    }

    fn label(&self, total: i8) -> String {
        self.nth(total).map_or_else(String::new, |digit| format!("chit {digit}"))
    }
}

impl<T: Table<Tank>> Referee<'_, T> {
    /// [12.1] [R19] Alpha draws, all chits return, Bravo draws; whoever stands in a hex with a drawn digit panics. It is settled who panics
    /// before the first panic move is rolled (12.21).
    pub(crate) fn panic_segment(&mut self) -> Play<()> {
        if !self.game.panic {
            return Ok(());
        }
        let drawn = [self.draw_chits(Force::Alpha)?, self.draw_chits(Force::Bravo)?];
        for (force, drawn) in Force::ALL.into_iter().zip(drawn) {
            let ground = self.charts.ground(self.game.sheets);
            for id in self.game.in_order_of(force, |unit| unit.hex().is_some()) {
                let panics = self.game.unit(id).hex().is_some_and(|hex| drawn & 1 << ground.last_digit(hex) != 0);
                if panics {
                    self.panic_unit(id)?;
                }
            }
        }
        for force in Force::ALL {
            self.cancel_fire(force);
        }
        Ok(())
    }

    /// The digits drawn, as bits. Each draw is among the chits that are left, and says which of them it means.
    fn draw_chits(&mut self, force: Force) -> Play<u16> {
        let level = self.charts.scenario(self.game.scenario).forces[force.index()].panic;
        let mut drawn: u16 = 0;
        for _ in 0..level.min(CHITS) {
            let left = &CHITS_LEFT[usize::from(drawn)];
            let purpose = "Panic chit, counted from the lowest that is left";
            let check = Check::on("12.1", purpose, rule!("12.1"), left).by(force.seat());
            if let Some(digit) = left.nth(self.table.natural(&check)?) {
                drawn |= 1 << digit;
                self.tell(|| Event::Chit { force, digit });
            }
        }
        Ok(drawn)
    }

    /// [12.0] A unit panics: its task is lost; one that was to move gets a panic move instead.
    fn panic_unit(&mut self, id: UnitId) -> Play<()> {
        let moved = self.game.unit(id).plot.moves();
        let unit = self.game.unit_mut(id);
        unit.panicked = true;
        unit.plot = Plot::default();
        unit.run.points = 0;
        self.say(id, |who| Event::Panics { who });
        if !moved {
            return Ok(());
        }
        let die = self.panic_die(id, "12.22", "Panic direction", rule!("12.22"))?;
        let side = self.charts.panic.scatter[die as usize - 1];
        let infantry = self.lens().kind(id) == Kind::Infantry;
        let budget = if infantry {
            1
        } else {
            let points = self.panic_die(id, "12.2", "Panic Movement Points", rule!("12.22b"))? as u8;
            points.min(self.lens().allowance(self.game.unit(id), None))
        };
        let steps = self.straight(id, side, budget);
        let unit = self.game.unit_mut(id);
        // [R20b] One that cannot enter even one hex stays and counts as standing.
        if !steps.is_empty() {
            unit.plot = Plot { task: Some(Task::Mv), steps, ..Plot::default() };
        }
        let points = self.lens().points(id.force, self.game.unit(id));
        self.game.unit_mut(id).run.points = points;
        self.say(id, |who| Event::PanicMove { who, steps, points });
        Ok(())
    }

    /// A die about a panicked unit; that of a hidden unit is seen by its owner alone.
    fn panic_die(
        &mut self,
        id: UnitId,
        chart: &'static str,
        purpose: &'static str,
        rule: hulldown_core::RuleId,
    ) -> Play<i8> {
        let check = Check::new(chart, purpose, rule, D6, Reading::AtLeast(1)).by(id.force.seat());
        let check = check.called("rolled", "rolled");
        let unit = self.game.unit(id);
        let lot = Unseen::Panic.lot(unit.hex());
        self.table.natural(&if unit.hidden { check.unseen_but_by(id.force.seat(), lot) } else { check })
    }

    /// [R20] Straight on, hex after hex, while the whole cost of the next fits the points and it is on the map.
    fn straight(&self, id: UnitId, side: Side, budget: u8) -> Steps {
        let lens = self.lens();
        let unit = self.game.unit(id);
        let (mut at, mut left, mut steps) = (unit.hex(), budget, Steps::default());
        while let Some(from) = at {
            let Some(cost) = lens.step_cost(unit, Some(Task::Mv), from, side).filter(|cost| *cost <= left) else {
                break;
            };
            left -= cost;
            steps.push(side);
            at = lens.ground.next(from, side);
        }
        steps
    }

    /// [R21] Direct Fire is off if a friend in panic will come onto its line.
    fn cancel_fire(&mut self, force: Force) {
        for id in self.game.in_order_of(force, |unit| unit.plot.task == Some(Task::Df)) {
            let lens = self.lens();
            let unit = self.game.unit(id);
            let Some(line) = lens.watched(unit) else { continue };
            let kind = lens.kind(id);
            let on_line =
                |from: Option<HexId>, to: HexId| line.passes(to) || from.is_some_and(|from| line.is_crossed(from, to));
            let crossed = self.game.ids(force).any(|friend| {
                let other = self.game.unit(friend);
                other.panicked
                    && !kind.fires_past(lens.kind(friend))
                    && lens.path(force, other).any(|(from, to)| on_line(from, to))
            });
            if crossed {
                self.game.unit_mut(id).run.cancelled = true;
                self.say(id, |who| Event::Cancelled { who });
            }
        }
    }

    /// [4.1g] [9.0d] Everyone who moves turns to his first hex, or away from it in reverse.
    pub(crate) fn initial_facing(&mut self) {
        for id in self.game.all_ids() {
            let unit = self.game.unit_mut(id);
            if unit.plot.moves()
                && let Some(Leg::Step(side)) = unit.leg(0)
            {
                unit.facing = if unit.plot.task == Some(Task::Mvr) { side.opposite() } else { side };
            }
        }
    }
}
