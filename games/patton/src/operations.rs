//! The Movement Board: start and exit, operations, entering areas, and waiting for a counterattack (4.5, 20.42, 22.1, 23.0).

use crate::charts::Charts;
use crate::choice::{Ask, Choice};
use crate::event::{Event, Support};
use crate::referee::{Reason, Referee};
use crate::rules::rule;
use crate::state::{Map, Patton, Stage};
use crate::words::{Activity, Ammo, Ground, MapArea, Marker, Resistance, Road, Sky};
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.51, 4.52] A board without markers, a start area and an exit area.
    pub(crate) fn start_area(&mut self) -> Play<()> {
        self.g.map = Map::fresh();
        let check = Check::on("exit_areas", "Start area", rule!("4.51"), &self.d.start).on_line("the start area");
        let start = self.t.read(&check, &self.d.start)?;
        let column = &self.d.exits[usize::from(start) - 1];
        let check = Check::on("exit_areas", "Exit area", rule!("4.52"), column);
        let check = check.in_column(&self.d.heads.starts[usize::from(start) - 1]);
        let exit = self.t.read(&check, column)?;
        let map = &mut self.g.map;
        map.start = self.d.edge_areas[usize::from(start) - 1];
        map.exit = self.d.edge_areas[usize::from(exit) - 1];
        map.at = map.start;
        let (start, exit) = (map.start, map.exit);
        self.tell(Event::Route { start, exit });
        self.g.stage = if self.counterattack() { Stage::Watch } else { Stage::FreeCheck };
        Ok(())
    }

    /// [4.53] One adjacent area is checked without loss of time.
    pub(crate) fn free_check(&mut self) -> Play<()> {
        let mut menu = self.t.menu();
        for &(area, _) in &self.d.areas[self.g.map.at.index()].neighbours {
            menu.weigh(Choice::Check(area), self.g.no_check(area));
        }
        if !menu.options().is_empty()
            && let Choice::Check(area) = self.ask(Ask::FreeCheck, &menu)?
        {
            self.resistance(area)?;
        }
        self.g.stage = Stage::Operations;
        Ok(())
    }

    /// [4.54] One operation. When daylight is gone the day is over (21.0b).
    pub(crate) fn operations(&mut self) -> Play<()> {
        let daylight = self.g.daylight();
        if !daylight && !self.g.map.spare_quarter {
            self.end_day();
            return Ok(());
        }
        // [23.2, R66] When the sun sets over an air strike's call, only what fits into its time can still be done.
        let late = (!daylight).then_some((rule!("21.0b"), "the sun has set"));
        let mut menu = self.t.menu();
        for &(area, road) in &self.d.areas[self.g.map.at.index()].neighbours {
            let late = late.filter(|_| self.g.entry_minutes(self.d, road) > 15);
            menu.weigh(Choice::Enter(area), self.g.no_entry().or(late));
        }
        for &(area, _) in &self.d.areas[self.g.map.at.index()].neighbours {
            menu.weigh(Choice::Check(area), self.g.no_check(area));
            menu.weigh(Choice::Artillery(area), self.g.no_artillery(self.d));
            menu.weigh(Choice::Air(area), self.g.no_air(self.d).or(late));
        }
        for area in MapArea::ALL.into_iter().filter(|area| self.g.map.areas[*area].artillery > 0) {
            menu.offer(Choice::PickUp(area));
        }
        menu.weigh(Choice::Resupply, late);
        if !daylight {
            menu.offer(Choice::Done);
        }
        match self.ask(Ask::Operation, &menu)? {
            Choice::Enter(area) => self.enter(area)?,
            Choice::Check(area) => {
                self.quarter(Activity::CheckArea)?;
                self.resistance(area)?;
            }
            Choice::Artillery(area) => {
                self.quarter(Activity::CallArtillery)?;
                self.call(Support::Artillery, area)?;
            }
            Choice::Air(area) => {
                // [23.2, R70] While the call goes out, one operation of fifteen minutes costs no more time, be it the one before or
                // the one after.
                let before = self.g.map.spent_quarter;
                self.spend(self.g.call_minutes(self.d))?;
                self.call(Support::Air, area)?;
                self.g.map.spare_quarter = !before;
                self.g.map.spent_quarter = false;
            }
            Choice::PickUp(area) => {
                self.g.map.areas[area].artillery -= 1;
                self.tell(Event::PickedUp { area });
            }
            Choice::Resupply => self.resupply()?,
            _ => self.g.map.spare_quarter = false,
        }
        if self.g.stage == Stage::Operations && !self.g.daylight() && !self.g.map.spare_quarter {
            self.end_day();
        }
        Ok(())
    }

    /// An operation of fifteen minutes, which may fit into the time of an air strike's call.
    fn quarter(&mut self, activity: Activity) -> Play<()> {
        let free = std::mem::take(&mut self.g.map.spare_quarter);
        self.g.map.spent_quarter = !free;
        if free { Ok(()) } else { self.spend(self.d.minutes(activity)) }
    }

    /// [4.54.1] What resistance is to be expected in an area.
    fn resistance(&mut self, area: MapArea) -> Play<Resistance> {
        let check = self.g.resistance_check(self.d, area);
        let resistance = self.t.read(&check, &self.d.resistance[self.g.report.expected.index()])?;
        self.g.map.areas[area].resistance = Some(resistance);
        self.tell(Event::Resists { area, resistance });
        Ok(resistance)
    }

    /// [23.1, 23.2] Whether artillery or aircraft come.
    fn call(&mut self, support: Support, area: MapArea) -> Play<()> {
        let comes = self.t.test(&call_check(self.d, support))?;
        let markers = &mut self.g.map.areas[area];
        match support {
            Support::Artillery => markers.artillery += u8::from(comes),
            Support::Air => markers.air += u8::from(comes),
        }
        self.tell(Event::Called { support, area, comes });
        Ok(())
    }

    /// [4.54.4] An hour for fresh ammunition, and perhaps none comes.
    fn resupply(&mut self) -> Play<()> {
        self.g.map.spare_quarter = false;
        self.g.map.spent_quarter = false;
        self.spend(self.d.minutes(Activity::Resupply))?;
        self.supplies()
    }

    /// [4.54.4, R49] The hour is over: whether the trucks have come, and what they bring.
    fn supplies(&mut self) -> Play<()> {
        let comes = self.t.test(&resupply_check(self.d))?;
        self.tell(Event::Resupply { comes });
        if comes {
            let few = crate::calendar::special(self.card().gun);
            // The day's issue of special rounds is not repeated: what is left of it is all there is.
            self.g.tank.special = self.g.tank.rounds[few.index()];
            let loaded = self.g.tank.loaded;
            let stores = &self.d.stores;
            let mortar = self.card().mortar;
            let tank = &mut self.g.tank;
            tank.boxes_30 = stores.boxes_30 + self.d.extra_boxes;
            tank.boxes_50 = stores.boxes_50;
            tank.bombs = if mortar { stores.bombs } else { 0 };
            tank.grenades = stores.grenades;
            tank.periscopes = stores.periscopes;
            tank.fuel = stores.fuel;
            self.load_up()?;
            if loaded.is_some_and(|ammo| self.g.tank.rounds[ammo.index()] > 0) {
                self.g.tank.loaded = loaded;
            }
            self.fill_rack()?;
        }
        Ok(())
    }

    /// [4.54.5] The task force goes into an adjacent area.
    fn enter(&mut self, area: MapArea) -> Play<()> {
        let road = self.d.road(self.g.map.at, area);
        let minutes = self.g.entry_minutes(self.d, road);
        let spare = std::mem::take(&mut self.g.map.spare_quarter);
        self.g.map.spent_quarter = false;
        self.go_to(area);
        // [23.2] A move of fifteen minutes fits into the time of an air strike's call like any other such operation.
        if !(spare && minutes <= 15) {
            self.spend(minutes)?;
        }
        self.g.stage = Stage::Entered;
        Ok(())
    }

    /// The task force marker moves; artillery and aircraft waiting there go to the Battle Board (4.54.5a).
    pub(crate) fn go_to(&mut self, area: MapArea) {
        if self.g.options.fuel {
            self.g.tank.fuel = self.g.tank.fuel.saturating_sub(self.d.fuel_per_area);
        }
        let map = &mut self.g.map;
        map.from = Some(map.at);
        map.at = area;
        let markers = &mut map.areas[area];
        self.g.battle.artillery = std::mem::take(&mut markers.artillery);
        self.g.battle.air = std::mem::take(&mut markers.air);
        self.g.battle.advancing = false;
        let clock = self.clock();
        self.tell(Event::Enters { area, clock });
    }

    /// [4.54.5b, c] Advancing Fire or not; then whether there is a battle.
    pub(crate) fn entered(&mut self) -> Play<()> {
        let area = self.g.map.at;
        let held = self.g.map.strays.iter().any(|stray| stray.area == area);
        // [R67] In a US controlled area, and in the start area, nobody waits unless enemies have come there.
        if !held && self.g.friendly_area(area) {
            self.g.stage = if self.g.daylight() { Stage::Operations } else { Stage::Evening };
            return Ok(());
        }
        self.advancing_fire()?;
        let resistance = match self.g.map.areas[area].resistance {
            Some(resistance) => resistance,
            None => self.resistance(area)?,
        };
        // [11.32] Units left behind fight at once.
        let check = self.g.battle_check(self.d, resistance, area);
        if held || self.t.test(&check)? {
            self.spend(self.d.minutes(Activity::BattleOccurs))?;
            self.begin_battle(resistance);
        } else {
            self.tell(Event::NoBattle { area });
            self.capture(area);
            let exit = area == self.g.map.exit;
            self.g.stage = match (self.g.daylight(), exit) {
                (false, _) => Stage::Evening,
                (true, true) => Stage::StartArea,
                (true, false) => Stage::FreeCheck,
            };
        }
        Ok(())
    }

    /// A battle begins in the present area.
    fn begin_battle(&mut self, resistance: Resistance) {
        self.g.battle.resistance = resistance;
        self.g.report.battles = self.g.report.battles.saturating_add(1);
        self.tell(Event::BattleBegins { resistance });
        self.g.stage = Stage::Contact;
    }

    /// [22.1, 22.11, R50] Advancing Fire: a choice made before it is known whether anybody is there.
    pub(crate) fn advancing_fire(&mut self) -> Play<()> {
        if self.g.no_advancing().is_some() || !self.ask_yes(Ask::Advancing)? {
            return Ok(());
        }
        let used = self.t.read(&advancing_check(self.d), &self.d.half_down)?;
        let tank = &mut self.g.tank;
        tank.expend(Ammo::He, used);
        tank.boxes_30 = tank.boxes_30.saturating_sub(used);
        self.g.battle.advancing = true;
        self.tell(Event::Advancing { used });
        Ok(())
    }

    /// [4.54.5d, 6.1] An area comes under US control.
    pub(crate) fn capture(&mut self, area: MapArea) {
        // [R67] The start area is friendly without a marker and scores nothing, even if enemies had to be driven from it.
        if area == self.g.map.start {
            return;
        }
        self.g.map.areas[area].us = true;
        let exit = area == self.g.map.exit;
        let report = &mut self.g.report;
        if exit {
            report.exits += 1;
        } else {
            report.areas += 1;
        }
        self.tell(Event::Captured { area, exit });
    }

    /// [20.42] Every fifteen minutes the enemy may come; resupply is the only operation.
    pub(crate) fn watch(&mut self) -> Play<()> {
        if !self.g.daylight() {
            self.end_day();
            return Ok(());
        }
        let mut menu = self.t.menu();
        menu.offer(Choice::Wait);
        menu.offer(Choice::WaitOn);
        menu.offer(Choice::Resupply);
        let choice = self.ask(Ask::Watch, &menu)?;
        let minutes = match choice {
            Choice::Resupply => self.d.minutes(Activity::Resupply),
            Choice::Wait => self.d.minutes(Activity::CounterattackWait),
            _ => u16::MAX,
        };
        if self.keep_watch(minutes)? {
            return Ok(());
        }
        // An enemy who comes within the hour keeps the trucks away.
        if choice == Choice::Resupply {
            self.supplies()?;
        }
        if !self.g.daylight() {
            self.end_day();
        }
        Ok(())
    }

    /// [20.42] So many minutes, or what is left of the day, with a battle check every quarter of an hour. Whether the enemy has come.
    fn keep_watch(&mut self, minutes: u16) -> Play<bool> {
        let quarter = self.d.minutes(Activity::CounterattackWait);
        let (expected, area) = (self.g.report.expected, self.g.map.at);
        let mut left = minutes;
        while left > 0 && self.g.daylight() {
            let battle = self.t.test(&self.g.battle_check(self.d, expected, area))?;
            self.spend(quarter)?;
            if battle {
                self.begin_battle(expected);
                return Ok(true);
            }
            left = left.saturating_sub(quarter);
        }
        Ok(false)
    }
}

/// [23.1, 23.2] Whether artillery or aircraft come.
pub(crate) fn call_check(d: &Charts, support: Support) -> Check {
    let (rule, on, activity) = match support {
        Support::Artillery => (rule!("23.1"), d.artillery_on, Activity::CallArtillery),
        Support::Air => (rule!("23.2"), d.air_on, Activity::CallAirStrike),
    };
    let check = Check::at_most("time_use", "Support", rule, D10, on).called("comes", "does not come");
    check.on_line(activity.name()).in_column("succeeds on")
}

/// [4.54.4] Whether supplies come.
pub(crate) fn resupply_check(d: &Charts) -> Check {
    let check = Check::at_most("time_use", "Resupply", rule!("4.54.4"), D10, d.resupply_on);
    check.called("comes", "does not come").on_line(Activity::Resupply.name()).in_column("succeeds on")
}

/// [22.11] What Advancing Fire costs.
pub(crate) fn advancing_check(d: &'static Charts) -> Check {
    Check::on("advancing_fire", "Rounds spent", rule!("22.11"), &d.half_down)
}

impl Patton {
    /// [T.resist] What resistance is to be expected in an area.
    pub(crate) fn resistance_check(&self, d: &'static Charts, area: MapArea) -> Check {
        let column = &d.resistance[self.report.expected.index()];
        let mut check = Check::on("resistance", "Resistance", rule!("T.resist"), column).held(1, 10);
        check = check.in_column(self.report.expected.name());
        let kind = d.areas[area.index()].kind;
        check.modify(d.resistance_area[kind.index()], kind.name(), rule!("T.resist"));
        check
    }

    /// [T.resist] Whether there is a battle.
    pub(crate) fn battle_check(&self, d: &'static Charts, resistance: Resistance, area: MapArea) -> Check {
        let need = d.battle_at[resistance.index()];
        let mut check = Check::at_least("battle_check", "Battle", rule!("T.resist"), D10, need).held(1, 10);
        check = check.in_column(resistance.name());
        let kind = d.areas[area.index()].kind;
        check.modify(d.resistance_area[kind.index()], kind.name(), rule!("T.resist"));
        check.called("battle", "no battle")
    }

    /// [R67] Whether an area is friendly: US controlled, or the start area.
    pub fn friendly_area(&self, area: MapArea) -> bool {
        self.map.areas[area].us || area == self.map.start
    }

    fn no_check(&self, area: MapArea) -> Reason {
        let there = self.map.areas[area];
        if self.friendly_area(area) {
            Some((rule!("4.53"), "the area is friendly"))
        } else {
            there.resistance.map(|_| (rule!("4.53"), "what is to be expected there is known"))
        }
    }

    fn no_artillery(&self, d: &Charts) -> Reason {
        let markers: u8 = self.map.areas.0.iter().map(|area| area.artillery).sum();
        (markers >= d.markers[Marker::ArtillerySupport.index()])
            .then_some((rule!("23.1"), "no more Artillery Support markers; one may be picked up"))
    }

    fn no_air(&self, d: &Charts) -> Reason {
        let markers: u8 = self.map.areas.0.iter().map(|area| area.air).sum();
        let weather = self.report.weather;
        if weather.sky != Sky::Clear || weather.rain || weather.thick() {
            Some((rule!("23.2"), "aircraft do not come in this weather"))
        } else {
            (markers >= d.markers[Marker::AirStrike.index()]).then_some((rule!("2.3"), "no more Air Strike markers"))
        }
    }

    /// [23.2, R70] What an air strike's call takes beyond an operation that shares its time.
    pub(crate) fn call_minutes(&self, d: &Charts) -> u16 {
        let shared = if self.map.spent_quarter { d.minutes(Activity::CheckArea) } else { 0 };
        d.minutes(Activity::CallAirStrike).saturating_sub(shared)
    }

    fn no_entry(&self) -> Reason {
        (self.options.fuel && self.tank.fuel == 0).then_some((rule!("29.0b"), "the tank has no fuel"))
    }

    /// Why there can be no Advancing Fire on entering.
    pub(crate) fn no_advancing(&self) -> Reason {
        (self.tank.loaded != Some(Ammo::He)).then_some((rule!("9.6b"), "the gun must be loaded with HE"))
    }

    /// [4.54.5] How long it takes to enter an area over a border with this road.
    pub fn entry_minutes(&self, d: &Charts, road: Road) -> u16 {
        let weather = self.report.weather;
        let bad = weather.ground != Ground::Dry || weather.sky == Sky::Fog || weather.rain;
        d.minutes(Activity::entering(road)) + if bad { d.bad_weather_minutes } else { 0 }
    }
}
