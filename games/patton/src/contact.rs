//! A battle begins: Advance Fire markers, who appears and where, support fire, ambush (4.6, 5.12, 12.2, 12.3, 17.4).

use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Enemy, Length, Patton, Progress, Sight, Stage, UnitId};
use crate::talk::{Ask, Event, MarkAnswer};
use crate::words::{Appears, Facing, FriendlyMode, Range, Sector, Terrain, UnitType, Zone};
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl Patton {
    /// [18.2, 18.22] Smoke depletes by one step in each zone, by two in rain.
    ///
    /// A zone's smoke is counted in sides: two for a full marker, one for a depleted one. A depleted marker is removed before another is
    /// turned, so that two single markers last exactly as long as the one of strength two they may be changed for (18.21).
    pub(crate) fn deplete_smoke(&mut self) {
        let steps = if self.report.weather.rain { 2 } else { 1 };
        for strength in &mut self.battle.smoke {
            *strength = strength.saturating_sub(steps);
        }
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.61-4.64] Markers, enemies, support fire.
    pub(crate) fn contact(&mut self) -> Play<()> {
        if self.game.options.length == Length::Engagement {
            self.game.battle.resistance = self.game.report.expected;
            self.game.report.battles = 1;
            // [31.0] Only Advancing Fire is possible, and not in a counterattack.
            if !self.counterattack() {
                self.advancing_fire()?;
            }
        }
        if self.game.battle.advancing {
            self.mark_zones()?;
        }
        for _ in 0..self.charts.contact.unit_count.resistance[self.game.battle.resistance] {
            self.activate()?;
        }
        // [11.32] Units left behind in this area join them.
        let area = self.game.map.at;
        while let Some(n) = self.game.map.strays.iter().position(|stray| stray.area == area) {
            let stray = self.game.map.strays.remove(n);
            self.place(stray.kind, stray.identified)?;
        }
        self.support_fire()?;
        self.game.stage = if self.game.battle.enemies.is_empty() { Stage::BattleEnd } else { Stage::Ambush };
        Ok(())
    }

    /// [22.12] Up to six markers, one fewer for every three friendly tanks lost or part of three.
    fn mark_zones(&mut self) -> Play<()> {
        let most = self.charts.markers[crate::words::Marker::AdvanceFire.index()];
        let mut left = most.saturating_sub(self.game.report.tanks_lost.div_ceil(3));
        while left > 0 {
            let mut menu = self.table.menu();
            menu.offer(MarkAnswer::Usual);
            for &zone in &self.charts.board.advance_fire {
                menu.offer(MarkAnswer::Mark(zone));
            }
            menu.offer(MarkAnswer::Done);
            match self.ask(Ask::Mark(left), &menu)? {
                MarkAnswer::Mark(zone) => {
                    self.game.battle.fire[zone.index()] += 1;
                    left -= 1;
                }
                MarkAnswer::Usual => {
                    // The hints cover as many zones as possible, the close ones first (28.0).
                    let near = Range::ALL.into_iter().flat_map(|range| {
                        self.charts.board.advance_fire.iter().filter(move |zone| zone.range == range)
                    });
                    for zone in near.cycle().take(usize::from(left)) {
                        self.game.battle.fire[zone.index()] += 1;
                    }
                    left = 0;
                }
                MarkAnswer::Done => left = 0,
            }
        }
        Ok(())
    }

    /// [12.2, 17.4] One more enemy unit.
    pub(crate) fn activate(&mut self) -> Play<()> {
        let column = self.charts.activation(self.game.report.scenario, self.game.day);
        let check = Check::on("activation", "Activation", rule!("12.2"), column);
        let (kind, identified) = match self.table.read(&check, column)? {
            // [17.4b] What is not identified counts as the worst of its class.
            Appears::Tank => (UnitType::PzVie, false),
            Appears::Spg => (UnitType::StugIiig, false),
            Appears::AtGun => (UnitType::At88ll, false),
            Appears::Mg => (UnitType::Mg, true),
            Appears::Lw => (UnitType::Lw, true),
            Appears::Truck => (UnitType::Truck, true),
            Appears::PswSpw => {
                let carrier = &self.charts.contact.appearance.carrier;
                let check = Check::on("appearance", "PSW or SPW", rule!("17.4"), carrier);
                (self.table.read(&check, carrier)?, true)
            }
        };
        self.place(kind, identified)
    }

    /// [12.3] Where it stands.
    fn place(&mut self, kind: UnitType, identified: bool) -> Play<()> {
        let Some(sector) = self.sector_of_appearance()? else {
            self.stir(|| Event::NotPlaced { kind, full: false });
            return Ok(());
        };
        let class = kind.class();
        let area = self.game.ground(self.charts);
        let column = &self.charts.contact.placement_range.class[class.index()];
        let check = Check::on("placement_range", "Range", rule!("12.32"), column).held(1, 10);
        let check = check.with(self.charts.contact.placement_range.area[area.index()], area.name(), rule!("12.32"));
        let range = self.table.read(&check, column)?;
        let facing = self.facing(kind)?;
        let (terrain, moving) = self.terrain(kind)?;
        if self.game.battle.enemies.is_full() {
            self.stir(|| Event::NotPlaced { kind, full: true });
            return Ok(());
        }
        let battle = &mut self.game.battle;
        // In a long battle numbers come round again; those still on the board are passed over.
        while battle.next == 0 || battle.enemy(UnitId(battle.next)).is_some() {
            battle.next = battle.next.wrapping_add(1);
        }
        let id = UnitId(battle.next);
        battle.next = battle.next.wrapping_add(1).max(1);
        let enemy = Enemy {
            id,
            kind,
            identified,
            zone: Zone { sector, range },
            facing,
            terrain,
            moving,
            sight: Sight::Unspotted,
            moved: false,
            immobile: false,
            aim: 0,
            fired: false,
            shot_at: false,
            progress: Progress::Ahead,
        };
        battle.enemies.push(enemy);
        self.stir(|| Event::Placed { who: who(&enemy), facing, terrain, moving });
        self.swept(id)
    }

    /// [5.12] The sector a die shows, or its pair if that one is US Controlled; none if both are.
    pub(crate) fn sector_of_appearance(&mut self) -> Play<Option<Sector>> {
        let check = Check::on("sector", "Sector", rule!("5.12"), &self.charts.sectors);
        let sector = self.table.read(&check, &self.charts.sectors)?;
        let us = self.game.battle.us;
        let found = [sector, sector.paired()].into_iter().find(|s| !us[s.index()]);
        if let Some(to) = found.filter(|to| *to != sector) {
            self.stir(|| Event::Diverted { from: sector, to });
        }
        Ok(found)
    }

    /// [12.33] Which side a vehicle turns to you.
    pub(crate) fn facing(&mut self, kind: UnitType) -> Play<Option<Facing>> {
        let Some(column) = &self.charts.contact.placement_facing.class[kind.class().index()] else { return Ok(None) };
        let check = Check::on("placement_facing", "Facing", rule!("12.33"), column);
        Ok(Some(self.table.read(&check, column)?))
    }

    /// [12.34] What it stands in, and whether it is moving in the open.
    pub(crate) fn terrain(&mut self, kind: UnitType) -> Play<(Terrain, bool)> {
        let column = self.charts.terrain(self.game.ground(self.charts), kind, self.game.day.month());
        let mut check = Check::on("placement_terrain", "Terrain", rule!("12.34"), column).held(1, 10);
        if self.counterattack() {
            check.modify(self.charts.contact.placement_terrain.counterattack, "counterattack", rule!("12.34"));
        }
        let cell = self.table.read(&check, column)?;
        Ok((cell.terrain, cell.moving))
    }

    /// [4.64] First Advancing Fire, then artillery, then aircraft.
    fn support_fire(&mut self) -> Play<()> {
        for zone in Zone::all() {
            for _ in 0..std::mem::take(&mut self.game.battle.fire[zone.index()]) {
                self.friendly_fire(FriendlyMode::Advancing, |enemy| enemy.zone == zone)?;
            }
        }
        for _ in 0..std::mem::take(&mut self.game.battle.artillery) {
            self.friendly_fire(FriendlyMode::Artillery, |_| true)?;
        }
        for _ in 0..std::mem::take(&mut self.game.battle.air) {
            self.friendly_fire(FriendlyMode::Air, |_| true)?;
        }
        self.game.battle.advancing = false;
        Ok(())
    }

    /// [4.65, 20.43] Who surprises whom.
    pub(crate) fn ambush(&mut self) -> Play<()> {
        let mut check =
            Check::at_most("ambush", "Ambush", rule!("4.65"), D10, self.charts.contact.ambush.up_to).held(1, 10);
        let weather = self.game.report.weather;
        if weather.rain || weather.thick() {
            check.modify(self.charts.contact.ambush.bad_weather, "weather", rule!("4.65"));
        }
        let ambush = self.table.test(&check.called("ambush", "no ambush").needed("for an ambush"))?;
        let yours = self.counterattack();
        self.stir(|| Event::Ambush { ambush, yours });
        let battle = &mut self.game.battle;
        self.game.stage = match (ambush, yours) {
            (false, _) => Stage::Smoke,
            (true, false) => {
                battle.ambush = true;
                Stage::Enemy
            }
            (true, true) => {
                battle.free_round = true;
                Stage::Spotting
            }
        };
        Ok(())
    }

    /// [4.71, 18.2] Smoke depletes. A round begins.
    pub(crate) fn smoke(&mut self) -> Play<()> {
        self.game.deplete_smoke();
        let battle = &mut self.game.battle;
        battle.round = battle.round.saturating_add(1);
        let round = battle.round;
        self.tell(|| Event::Round { round });
        self.game.stage = Stage::Spotting;
        Ok(())
    }

    /// [18.1, 18.16] A Smoke marker is placed in a zone, or on your tank, if one is left.
    pub(crate) fn place_smoke(&mut self, zone: Option<Zone>) {
        let limit = self.charts.markers[crate::words::Marker::Smoke.index()];
        let placed = self.game.battle.smoke_markers() < u16::from(limit);
        if placed {
            let at = zone.map_or(18, Zone::index);
            self.game.battle.smoke[at] += 2;
        }
        self.stir(|| Event::Smoke { zone, placed });
    }
}
