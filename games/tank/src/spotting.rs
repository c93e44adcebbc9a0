//! Spotting (13.0): who turns face up, and what brings hidden positions onto the map (14.2).

use crate::charts::ToSpot;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{MOST_UNITS, Stage, Tank, UnitId, Unseen};
use crate::talk::Event;
use crate::words::{Force, Task};
use arrayvec::ArrayVec;
use hulldown_core::chart::Heading;
use hulldown_core::hex::HexId;
use hulldown_core::table::{Play, Table};
use hulldown_core::{Check, D6};

impl<T: Table<Tank>> Referee<'_, T> {
    /// [R22] A moment of spotting: every unit tries what it sees and has not tried this Game-Turn. With a hex, only what was just
    /// placed there is looked for.
    pub(crate) fn spot(&mut self, only: Option<HexId>) -> Play<()> {
        if !Force::ALL.into_iter().any(|force| self.looks(force, only)) {
            return Ok(());
        }
        let order = self.game.in_order(|unit| unit.hex().is_some());
        let of = |force: Force| order.iter().copied().filter(move |id| id.force == force).enumerate();
        for force in Force::ALL {
            let mut targets: ArrayVec<(HexId, usize, UnitId), MOST_UNITS> = ArrayVec::new();
            for (n, id) in of(force.enemy()) {
                let unit = self.game.unit(id);
                if let (false, Some(hex)) = (unit.spotted, unit.shown())
                    && only.is_none_or(|only| only == hex)
                {
                    targets.push((hex, n, id));
                }
            }
            targets.sort_unstable();
            self.shuffle_stacks(force.enemy(), &mut targets);
            for (hex, _, target) in targets {
                self.look_for(of(force), target, hex)?;
            }
        }
        Ok(())
    }

    /// Whether a force has anything to look for that one of its units sees and has not tried.
    fn looks(&self, force: Force, only: Option<HexId>) -> bool {
        let lens = self.lens();
        let army = self.game.army(force);
        let viewers: ArrayVec<(HexId, usize), MOST_UNITS> =
            army.units.iter().enumerate().filter_map(|(n, unit)| Some((unit.hex()?, n))).collect();
        (0..).zip(&self.game.army(force.enemy()).units).any(|(target, unit)| {
            let Some(hex) = unit.shown().filter(|hex| !unit.spotted && only.is_none_or(|only| only == *hex)) else {
                return false;
            };
            // Lines are clear both ways: what is seen from its hex sees it.
            let seen = lens.sight.bits(hex);
            viewers.iter().filter(|(from, _)| seen[from.index() / 64] & 1 << (from.index() % 64) != 0).any(
                |(from, n)| {
                    let column = lens.spot_column(unit, hex, *from);
                    lens.sees(&army.units[*n], hex)
                        && match self.charts.spotting.need(column, lens.ground.range(*from, hex)) {
                            ToSpot::Automatic => true,
                            ToSpot::UpTo(_) => army.tried[*n] & 1 << target == 0,
                            ToSpot::Never => false,
                        }
                },
            )
        })
    }

    /// [13.0c] Which of two face-down counters in a hex lies on top is its owner's secret: were it always the gun, a squad found first would
    /// say what the other is.
    fn shuffle_stacks(&self, force: Force, targets: &mut [(HexId, usize, UnitId)]) {
        for n in 1..targets.len() {
            let hex = targets[n].0;
            if targets[n - 1].0 == hex && self.table.salt(force.seat()).seal(&hex.0.to_le_bytes())[0] & 1 == 1 {
                targets.swap(n - 1, n);
            }
        }
    }

    /// [13.2] A force's tries at one unit, until one succeeds; its units in their order.
    fn look_for(&mut self, viewers: impl Iterator<Item = (usize, UnitId)>, target: UnitId, hex: HexId) -> Play<()> {
        let force = target.force.enemy();
        let lens = self.lens();
        let unit = self.game.unit(target);
        let mut tries: ArrayVec<(bool, u16, usize, UnitId, u8), MOST_UNITS> = ArrayVec::new();
        let mut automatic = None;
        for (n, id) in viewers {
            let viewer = self.game.unit(id);
            let Some(from) = viewer.hex() else { continue };
            if !lens.sees(viewer, hex) {
                continue;
            }
            let range = lens.ground.range(from, hex);
            match self.charts.spotting.need(lens.spot_column(unit, hex, from), range) {
                // [9.36] All who see it do so at one moment: a mover among them counts as the one who does.
                ToSpot::Automatic => {
                    if automatic.is_none_or(|by| self.under_way(id) && !self.under_way(by)) {
                        automatic = Some(id);
                    }
                }
                ToSpot::UpTo(roll) => {
                    if self.game.army(force).tried[usize::from(id.n)] & 1 << target.n == 0 {
                        // [8.0d] Those who fire at it look first, then the nearest.
                        let fires = viewer.plot.task == Some(Task::Df) && viewer.plot.target == Some(hex);
                        tries.push((!fires, range, n, id, roll));
                    }
                }
                ToSpot::Never => {}
            }
        }
        if let Some(by) = automatic {
            self.spotted(by, target);
            return Ok(());
        }
        tries.sort_unstable();
        for (_, range, _, id, roll) in tries {
            self.game.army_mut(force).tried[usize::from(id.n)] |= 1 << target.n;
            let check = Check::at_most("13.5", "To spot", rule!("13.5"), D6, roll as i8).by(force.seat());
            let (line, column) = self.charts.spotting.cell(range, roll);
            let check = check.on_line(Heading::new(line)).in_column(Heading::new(column)).called("spotted", "not seen");
            // A hidden unit's look must not betray that it is there.
            let looker = self.game.unit(id);
            let lot = Unseen::Look(target).lot(looker.hex());
            let seen = self.table.test(&if looker.hidden { check.unseen_but_by(force.seat(), lot) } else { check })?;
            if seen {
                self.spotted(id, target);
                return Ok(());
            }
            let (by, whom) = (self.named(id), self.who(target, force));
            self.tell_only(force, || Event::Unspotted { by, target: whom });
        }
        Ok(())
    }

    /// [9.36] Whether a unit is in the course of its movement: it has steps before it, or has taken its last in this pulse. One that has
    /// come to a stand earlier sees like any that stands, and so does one in hiding that waits for an overrun (9.46, R73).
    fn under_way(&self, id: UnitId) -> bool {
        let unit = self.game.unit(id);
        let (Stage::Move(pulse @ 1..) | Stage::Stop(pulse)) = self.game.stage else { return false };
        (unit.is_moving() && unit.is_open()) || (unit.run.legs > 0 && !unit.run.stopped && unit.run.spent == pulse)
    }

    /// [13.0b] A unit is spotted, for good.
    fn spotted(&mut self, by: UnitId, target: UnitId) {
        self.game.unit_mut(target).spotted = true;
        let moving = self.under_way(by);
        let army = self.game.army_mut(by.force);
        army.has_spotted = true;
        army.sighted |= moving;
        army.found |= u32::from(moving) << target.n;
        if T::LISTENS {
            let (own, target) = (self.named(by), self.named(target));
            let theirs = self.who(by, by.force.enemy());
            // The enemy learns which of his units is seen, not by whom, if he does not know of the viewer.
            let shown = if self.game.unit(by).hidden { None } else { theirs.hex };
            let theirs = crate::talk::Who { hex: shown, ..theirs };
            self.tell_only(by.force, || Event::Spotted { by: own, target });
            self.tell_only(by.force.enemy(), || Event::Spotted { by: theirs, target });
        }
    }

    /// [14.2] A hidden position comes onto the map whole, unspotted, and is looked for at once (R44, R22c).
    pub(crate) fn reveal(&mut self, hex: HexId) -> Play<()> {
        let Some(position) = self.game.positions.iter_mut().find(|position| position.hex == hex && position.hidden)
        else {
            return Ok(());
        };
        position.hidden = false;
        self.table.reveal();
        for id in self.game.in_order(|unit| unit.hidden && unit.hex() == Some(hex)) {
            self.game.unit_mut(id).hidden = false;
            self.onto_map(id);
        }
        self.spot(Some(hex))
    }

    /// [7.0] [13.0c] A unit comes onto the map face down: which way the muzzle of a gun points its owner alone can see.
    pub(crate) fn onto_map(&mut self, id: UnitId) {
        let facing = self.lens().facing(self.game.unit(id));
        self.say(id, |who| Event::Revealed { who, facing: facing.filter(|_| who.known.is_some()) });
    }

    /// [14.2b] [R43] A shot from a hidden position may betray it: the enemy rolls.
    pub(crate) fn betray(&mut self, firer: UnitId) -> Play<()> {
        let unit = self.game.unit(firer);
        let (true, Some(hex)) = (unit.hidden, unit.hex()) else { return Ok(()) };
        let most = self.charts.spotting.reveal_max as i8;
        let check = Check::at_most("14.2", "To find the position", rule!("14.2b"), D6, most);
        let check = check.by(firer.force.enemy().seat()).called("revealed", "still hidden");
        if self.table.test(&check)? { self.reveal(hex) } else { Ok(()) }
    }

    /// [14.2] Hidden positions of the enemy next to a hex that a unit has moved into.
    pub(crate) fn stumble(&mut self, force: Force, hex: HexId) -> Play<()> {
        for n in 0..self.game.positions.len() {
            let position = self.game.positions[n];
            let near = position.hidden && self.lens().ground.range(position.hex, hex) <= 1;
            let theirs = self.game.in_hex(force.enemy(), position.hex).next().is_some();
            if near && theirs {
                self.reveal(position.hex)?;
            }
        }
        Ok(())
    }
}
