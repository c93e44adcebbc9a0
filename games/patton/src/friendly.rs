//! The fire of your friends: their own, flanking, advancing, artillery, aircraft (14.0, 15.2, 15.10, 22.13, 23.0).

use crate::charts::{Charts, headings};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Enemy, Patton, Stage, UnitId};
use crate::talk::{Event, Killer};
use crate::words::{Class, FriendlyMode, Range, Sector, Terrain};
use arrayvec::ArrayVec;
use hulldown_core::check::Check;
use hulldown_core::dice::D100;
use hulldown_core::table::{Play, Table};

/// So many times something, as a modifier.
fn times(each: i8, count: u8) -> i8 {
    (i16::from(each) * i16::from(count)).clamp(-127, 127) as i8
}

impl Patton {
    /// [T.fa, T.fa.2, R18] A roll on the Friendly Action table against a unit.
    pub(crate) fn friendly_check(&self, charts: &'static Charts, mode: FriendlyMode, enemy: &Enemy) -> Check {
        let drm = &charts.events.friendly_action.drm;
        let rule = rule!("T.fa.2");
        let row = &charts.events.friendly_action.unit[enemy.kind.index()];
        let mut check = Check::at_most("friendly_action", mode.name(), rule!("T.fa"), D100, row.ko).held(1, 100);
        check =
            check.sure(charts.events.friendly_action.sure).called("knocked out", "no effect").needed("to knock it out");
        check = check.on_line(enemy.kind).in_column(headings::KNOCKED_OUT);
        if row.smoke > 0 {
            check = check.specials([row.smoke, 100], "smoke");
        }
        let class = enemy.kind.class();
        let vehicle = class.is_vehicle();
        match mode {
            FriendlyMode::Flanking => check.modify(drm.flanking.add, "flanking fire", rule),
            FriendlyMode::Air if vehicle => check.modify(drm.air_vehicle.add, "aircraft at a vehicle", rule),
            _ => {}
        }
        let event = self.stage == Stage::Event;
        let sectors = self.battle.us.iter().filter(|us| **us).count() as u8;
        check.modify(times(drm.per_sector.of(mode, event), sectors), "US controlled sectors", rule);
        if mode == FriendlyMode::Artillery && !vehicle && enemy.terrain == Terrain::Woods {
            check.modify(drm.artillery_woods.add, "artillery into woods", rule);
        }
        if matches!(class, Class::Lw | Class::Mg) {
            check.modify(times(drm.per_squad.of(mode, event), self.report.squads_lost), "squads lost", rule);
        }
        if vehicle {
            check.modify(times(drm.per_tank.of(mode, event), self.report.tanks_lost), "tanks lost", rule);
        }
        check.modify(times(drm.per_smoke.of(mode, event), self.battle.smoke_in(enemy.zone)), "smoke", rule);
        if self.report.weather.thick() {
            check.modify(drm.thick.of(mode, event), "fog or falling snow", rule);
        }
        if matches!(mode, FriendlyMode::Advancing | FriendlyMode::Artillery) && vehicle && class != Class::Truck {
            check.modify(drm.hard_target.add, "at armor", rule);
        }
        check
    }

    /// [T.fa.3] In fog and falling snow only artillery reaches what is farther away before the task force.
    fn out_of_reach(&self, mode: FriendlyMode, enemy: &Enemy) -> bool {
        self.report.weather.thick()
            && mode != FriendlyMode::Artillery
            && enemy.zone.sector == Sector::S68
            && enemy.zone.range != Range::Close
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.76] One roll against every enemy unit.
    pub(crate) fn friendly_phase(&mut self) -> Play<()> {
        self.friendly_fire(FriendlyMode::Normal, |_| true)?;
        self.game.stage = Stage::Event;
        Ok(())
    }

    /// [14.0] A roll against every unit that is meant, in the order they were placed.
    pub(crate) fn friendly_fire(&mut self, mode: FriendlyMode, meant: impl Fn(&Enemy) -> bool) -> Play<()> {
        let ids: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> =
            self.game.battle.enemies.iter().filter(|enemy| meant(enemy)).map(|enemy| enemy.id).collect();
        for id in ids {
            let Some(&enemy) = self.game.battle.enemy(id) else { continue };
            if self.game.out_of_reach(mode, &enemy) {
                continue;
            }
            let check = self.game.friendly_check(self.charts, mode, &enemy);
            let natural = self.table.natural(&check)?;
            let smoke = self.charts.events.friendly_action.unit[enemy.kind.index()].smoke;
            if check.succeeds(natural) {
                // [22.13] Whoever gives way to Advancing Fire is not destroyed.
                let by = if mode == FriendlyMode::Advancing { Killer::Nobody } else { Killer::Friends };
                self.knock_out(id, by);
            } else if smoke > 0 && natural >= smoke {
                self.stir(|| Event::Smoked { who: who(&enemy) });
                self.place_smoke(Some(enemy.zone));
            } else {
                self.tell(|| Event::FriendsFail { who: who(&enemy) });
            }
        }
        Ok(())
    }
}
