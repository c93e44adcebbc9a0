//! The Movement Board: start and exit, operations, entering areas, and waiting for a counterattack (4.5, 20.42, 22.1, 23.0).

use crate::charts::{Charts, headings};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Map, Patton, Stage};
use crate::talk::{Ask, Event, FreeCheckAnswer, OperationAnswer, Support, WatchAnswer};
use crate::words::{Activity, Ammo, Ground, MapArea, Marker, Resistance, Road, Sky};
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.51, 4.52] A board without markers, a start area and an exit area.
    pub(crate) fn start_area(&mut self) -> Play<()> {
        self.game.map = Map::fresh();
        let check =
            Check::on("exit_areas", "Start area", rule!("4.51"), &self.charts.die).on_line(headings::START_AREA);
        let start = self.table.read(&check, &self.charts.die)?;
        let column = &self.charts.exits[usize::from(start) - 1];
        let check = Check::on("exit_areas", "Exit area", rule!("4.52"), column);
        let exit = self.table.read(&check, column)?;
        let map = &mut self.game.map;
        map.start = self.charts.edge_areas[usize::from(start) - 1];
        map.exit = self.charts.edge_areas[usize::from(exit) - 1];
        map.at = map.start;
        let (start, exit) = (map.start, map.exit);
        self.tell(|| Event::Route { start, exit });
        self.game.stage = if self.counterattack() { Stage::Watch } else { Stage::FreeCheck };
        Ok(())
    }

    /// [4.53] One adjacent area is checked without loss of time.
    pub(crate) fn free_check(&mut self) -> Play<()> {
        let mut menu = self.table.menu();
        for &(area, _) in &self.charts.areas[self.game.map.at.index()].neighbours {
            menu.weigh(FreeCheckAnswer::Check(area), self.game.against_check(area));
        }
        if !menu.options().is_empty() {
            let FreeCheckAnswer::Check(area) = self.ask(Ask::FreeCheck, &menu)?;
            self.resistance(area)?;
        }
        self.game.stage = Stage::Operations;
        Ok(())
    }

    /// [4.54] One operation. When daylight is gone the day is over (21.0b).
    pub(crate) fn operations(&mut self) -> Play<()> {
        let daylight = self.game.daylight();
        if !daylight && !self.game.map.spare_quarter {
            self.end_day();
            return Ok(());
        }
        // [23.2, R66] When the sun sets over an air strike's call, only what fits into its time can still be done.
        let late = (!daylight).then_some((rule!("21.0b"), "the sun has set"));
        let mut menu = self.table.menu();
        for &(area, road) in &self.charts.areas[self.game.map.at.index()].neighbours {
            let late = late.filter(|_| self.game.entry_minutes(self.charts, road) > 15);
            menu.weigh(OperationAnswer::Enter(area), self.game.against_entry().or(late));
        }
        for &(area, _) in &self.charts.areas[self.game.map.at.index()].neighbours {
            menu.weigh(OperationAnswer::Check(area), self.game.against_check(area));
            menu.weigh(OperationAnswer::Artillery(area), self.game.against_artillery(self.charts));
            menu.weigh(OperationAnswer::Air(area), self.game.against_air(self.charts).or(late));
        }
        for area in MapArea::ALL.into_iter().filter(|area| self.game.map.areas[*area].artillery > 0) {
            menu.offer(OperationAnswer::PickUp(area));
        }
        menu.weigh(OperationAnswer::Resupply, late);
        if !daylight {
            menu.offer(OperationAnswer::Done);
        }
        match self.ask(Ask::Operation, &menu)? {
            OperationAnswer::Enter(area) => self.enter(area)?,
            OperationAnswer::Check(area) => {
                self.quarter(Activity::CheckArea)?;
                self.resistance(area)?;
            }
            OperationAnswer::Artillery(area) => {
                self.quarter(Activity::CallArtillery)?;
                self.call(Support::Artillery, area)?;
            }
            OperationAnswer::Air(area) => {
                // [23.2, R70] While the call goes out, one operation of fifteen minutes costs no more time, be it the one before or
                // the one after.
                let before = self.game.map.spent_quarter;
                self.spend(self.game.call_minutes(self.charts))?;
                self.call(Support::Air, area)?;
                self.game.map.spare_quarter = !before;
                self.game.map.spent_quarter = false;
            }
            OperationAnswer::PickUp(area) => {
                self.game.map.areas[area].artillery -= 1;
                self.tell(|| Event::PickedUp { area });
            }
            OperationAnswer::Resupply => self.resupply()?,
            OperationAnswer::Done => self.game.map.spare_quarter = false,
        }
        if self.game.stage == Stage::Operations && !self.game.daylight() && !self.game.map.spare_quarter {
            self.end_day();
        }
        Ok(())
    }

    /// An operation of fifteen minutes, which may fit into the time of an air strike's call.
    fn quarter(&mut self, activity: Activity) -> Play<()> {
        let free = std::mem::take(&mut self.game.map.spare_quarter);
        self.game.map.spent_quarter = !free;
        if free { Ok(()) } else { self.spend(self.charts.minutes(activity)) }
    }

    /// [4.54.1] What resistance is to be expected in an area.
    fn resistance(&mut self, area: MapArea) -> Play<Resistance> {
        let check = self.game.resistance_check(self.charts, area);
        let resistance =
            self.table.read(&check, &self.charts.contact.resistance.expected[self.game.report.expected.index()])?;
        self.game.map.areas[area].resistance = Some(resistance);
        self.tell(|| Event::Resists { area, resistance });
        Ok(resistance)
    }

    /// [23.1, 23.2] Whether artillery or aircraft come.
    fn call(&mut self, support: Support, area: MapArea) -> Play<()> {
        let comes = self.table.test(&call_check(self.charts, support))?;
        let markers = &mut self.game.map.areas[area];
        match support {
            Support::Artillery => markers.artillery += u8::from(comes),
            Support::Air => markers.air += u8::from(comes),
        }
        let clock = self.clock();
        self.tell(|| Event::Called { support, area, comes, clock });
        Ok(())
    }

    /// [4.54.4] An hour for fresh ammunition, and perhaps none comes.
    fn resupply(&mut self) -> Play<()> {
        self.game.map.spare_quarter = false;
        self.game.map.spent_quarter = false;
        self.spend(self.charts.minutes(Activity::Resupply))?;
        self.supplies()
    }

    /// [4.54.4, R49] The hour is over: whether the trucks have come, and what they bring.
    fn supplies(&mut self) -> Play<()> {
        let comes = self.table.test(&resupply_check(self.charts))?;
        let clock = self.clock();
        self.tell(|| Event::Resupply { comes, clock });
        if comes {
            let few = crate::calendar::special(self.card().gun);
            // The day's issue of special rounds is not repeated: what is left of it is all there is.
            self.game.tank.special = self.game.tank.rounds[few.index()];
            let loaded = self.game.tank.loaded;
            self.take_on_stores();
            self.load_up()?;
            if loaded.is_some_and(|ammo| self.game.tank.rounds[ammo.index()] > 0) {
                self.game.tank.loaded = loaded;
            }
            self.fill_rack()?;
        }
        Ok(())
    }

    /// [4.54.5] The task force goes into an adjacent area.
    fn enter(&mut self, area: MapArea) -> Play<()> {
        let road = self.charts.road(self.game.map.at, area);
        let minutes = self.game.entry_minutes(self.charts, road);
        let spare = std::mem::take(&mut self.game.map.spare_quarter);
        self.game.map.spent_quarter = false;
        self.go_to(area);
        // [23.2] A move of fifteen minutes fits into the time of an air strike's call like any other such operation.
        if !(spare && minutes <= 15) {
            self.spend(minutes)?;
        }
        self.game.stage = Stage::Entered;
        Ok(())
    }

    /// The task force marker moves; artillery and aircraft waiting there go to the Battle Board (4.54.5a).
    pub(crate) fn go_to(&mut self, area: MapArea) {
        if self.game.options.fuel {
            self.game.tank.fuel = self.game.tank.fuel.saturating_sub(self.charts.driving.fuel.per_area);
        }
        let map = &mut self.game.map;
        map.from = Some(map.at);
        map.at = area;
        let markers = &mut map.areas[area];
        self.game.battle.artillery = std::mem::take(&mut markers.artillery);
        self.game.battle.air = std::mem::take(&mut markers.air);
        self.game.battle.advancing = false;
        let clock = self.clock();
        self.tell(|| Event::Enters { area, clock });
    }

    /// [4.54.5b, c] Advancing Fire or not; then whether there is a battle.
    pub(crate) fn entered(&mut self) -> Play<()> {
        let area = self.game.map.at;
        let held = self.game.map.strays.iter().any(|stray| stray.area == area);
        // [R67] In a US controlled area, and in the start area, nobody waits unless enemies have come there.
        if !held && self.game.friendly_area(area) {
            self.game.stage = if self.game.daylight() { Stage::Operations } else { Stage::Evening };
            return Ok(());
        }
        self.advancing_fire()?;
        let resistance = match self.game.map.areas[area].resistance {
            Some(resistance) => resistance,
            None => self.resistance(area)?,
        };
        // [11.32] Units left behind fight at once.
        let check = self.game.battle_check(self.charts, resistance, area);
        if held || self.table.test(&check)? {
            self.spend(self.charts.minutes(Activity::BattleOccurs))?;
            self.begin_battle(resistance);
        } else {
            self.tell(|| Event::NoBattle { area });
            self.capture(area);
            let exit = area == self.game.map.exit;
            self.game.stage = match (self.game.daylight(), exit) {
                (false, _) => Stage::Evening,
                (true, true) => Stage::StartArea,
                (true, false) => Stage::FreeCheck,
            };
        }
        Ok(())
    }

    /// A battle begins in the present area.
    fn begin_battle(&mut self, resistance: Resistance) {
        self.game.battle.resistance = resistance;
        self.game.report.battles = self.game.report.battles.saturating_add(1);
        self.tell(|| Event::BattleBegins { resistance });
        self.game.stage = Stage::Contact;
    }

    /// [22.1, 22.11, R50] Advancing Fire: a choice made before it is known whether anybody is there.
    pub(crate) fn advancing_fire(&mut self) -> Play<()> {
        if self.game.against_advancing().is_some() || !self.ask_yes(Ask::Advancing)? {
            return Ok(());
        }
        let used = self.table.read(&advancing_check(self.charts), &self.charts.half_down)?;
        let tank = &mut self.game.tank;
        tank.expend(Ammo::He, used);
        tank.boxes_30 = tank.boxes_30.saturating_sub(used);
        self.game.battle.advancing = true;
        self.tell(|| Event::Advancing { used });
        Ok(())
    }

    /// [4.54.5d, 6.1] An area comes under US control.
    pub(crate) fn capture(&mut self, area: MapArea) {
        // [R67] The start area is friendly without a marker and scores nothing, even if enemies had to be driven from it.
        if area == self.game.map.start {
            return;
        }
        self.game.map.areas[area].us = true;
        let exit = area == self.game.map.exit;
        let report = &mut self.game.report;
        if exit {
            report.exits += 1;
        } else {
            report.areas += 1;
        }
        self.tell(|| Event::Captured { area, exit });
    }

    /// [20.42] Every fifteen minutes the enemy may come; resupply is the only operation.
    pub(crate) fn watch(&mut self) -> Play<()> {
        if !self.game.daylight() {
            self.end_day();
            return Ok(());
        }
        let mut menu = self.table.menu();
        menu.offer(WatchAnswer::Wait);
        menu.offer(WatchAnswer::WaitOn);
        menu.offer(WatchAnswer::Resupply);
        let answer = self.ask(Ask::Watch, &menu)?;
        let minutes = match answer {
            WatchAnswer::Resupply => self.charts.minutes(Activity::Resupply),
            WatchAnswer::Wait => self.charts.minutes(Activity::CounterattackWait),
            WatchAnswer::WaitOn => u16::MAX,
        };
        if self.keep_watch(minutes)? {
            return Ok(());
        }
        // An enemy who comes within the hour keeps the trucks away.
        if answer == WatchAnswer::Resupply {
            self.supplies()?;
        }
        if !self.game.daylight() {
            self.end_day();
        }
        Ok(())
    }

    /// [20.42] So many minutes, or what is left of the day, with a battle check every quarter of an hour. Whether the enemy has come.
    fn keep_watch(&mut self, minutes: u16) -> Play<bool> {
        let quarter = self.charts.minutes(Activity::CounterattackWait);
        let (expected, area) = (self.game.report.expected, self.game.map.at);
        let mut left = minutes;
        while left > 0 && self.game.daylight() {
            let battle = self.table.test(&self.game.battle_check(self.charts, expected, area))?;
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
pub(crate) fn call_check(charts: &Charts, support: Support) -> Check {
    let (rule, purpose, activity) = match support {
        Support::Artillery => (rule!("23.1"), "Artillery support", Activity::CallArtillery),
        Support::Air => (rule!("23.2"), "Air strike", Activity::CallAirStrike),
    };
    let on = charts.daily.time_use.up_to(activity);
    let check = Check::at_most("time_use", purpose, rule, D10, on).called("comes", "does not come");
    check.on_line(activity).in_column(headings::SUCCEEDS_ON)
}

/// [4.54.4] Whether supplies come.
pub(crate) fn resupply_check(charts: &Charts) -> Check {
    let check =
        Check::at_most("time_use", "Resupply", rule!("4.54.4"), D10, charts.daily.time_use.up_to(Activity::Resupply));
    check.called("comes", "does not come").on_line(Activity::Resupply).in_column(headings::SUCCEEDS_ON)
}

/// [22.11] What Advancing Fire costs.
pub(crate) fn advancing_check(charts: &'static Charts) -> Check {
    Check::on("advancing_fire", "Rounds spent", rule!("22.11"), &charts.half_down)
}

impl Patton {
    /// [T.resist] What resistance is to be expected in an area.
    pub(crate) fn resistance_check(&self, charts: &'static Charts, area: MapArea) -> Check {
        let column = &charts.contact.resistance.expected[self.report.expected.index()];
        let mut check = Check::on("resistance", "Resistance", rule!("T.resist"), column).held(1, 10);
        let kind = charts.areas[area.index()].kind;
        check.modify(charts.contact.resistance.area[kind.index()], kind.name(), rule!("T.resist"));
        check
    }

    /// [T.resist] Whether there is a battle.
    pub(crate) fn battle_check(&self, charts: &'static Charts, resistance: Resistance, area: MapArea) -> Check {
        let need = charts.contact.battle_check.from[resistance.index()];
        let mut check =
            Check::at_least("battle_check", "Task force meets the enemy", rule!("T.resist"), D10, need).held(1, 10);
        check = check.in_column(resistance);
        let kind = charts.areas[area.index()].kind;
        check.modify(charts.contact.resistance.area[kind.index()], kind.name(), rule!("T.resist"));
        check.called("battle", "no battle")
    }

    /// (R67) Whether an area is friendly: US controlled, or the start area.
    pub fn friendly_area(&self, area: MapArea) -> bool {
        self.map.areas[area].us || area == self.map.start
    }

    fn against_check(&self, area: MapArea) -> Reason {
        let there = self.map.areas[area];
        if self.friendly_area(area) {
            Some((rule!("4.53"), "the area is friendly"))
        } else {
            there.resistance.map(|_| (rule!("4.53"), "what is to be expected there is known"))
        }
    }

    fn against_artillery(&self, charts: &Charts) -> Reason {
        let markers: u8 = self.map.areas.0.iter().map(|area| area.artillery).sum();
        (markers >= charts.markers[Marker::ArtillerySupport.index()])
            .then_some((rule!("23.1"), "no more Artillery Support markers; one may be picked up"))
    }

    fn against_air(&self, charts: &Charts) -> Reason {
        let markers: u8 = self.map.areas.0.iter().map(|area| area.air).sum();
        let weather = self.report.weather;
        if weather.sky != Sky::Clear || weather.rain || weather.thick() {
            Some((rule!("23.2"), "aircraft do not come in this weather"))
        } else {
            (markers >= charts.markers[Marker::AirStrike.index()])
                .then_some((rule!("2.3"), "no more Air Strike markers"))
        }
    }

    /// [23.2, R70] What an air strike's call takes beyond an operation that shares its time.
    pub(crate) fn call_minutes(&self, charts: &Charts) -> u16 {
        let shared = if self.map.spent_quarter { charts.minutes(Activity::CheckArea) } else { 0 };
        charts.minutes(Activity::CallAirStrike).saturating_sub(shared)
    }

    fn against_entry(&self) -> Reason {
        (self.options.fuel && self.tank.fuel == 0).then_some((rule!("29.0b"), "the tank has no fuel"))
    }

    /// Why there can be no Advancing Fire on entering.
    pub(crate) fn against_advancing(&self) -> Reason {
        (self.tank.loaded != Some(Ammo::He)).then_some((rule!("9.6b"), "the gun must be loaded with HE"))
    }

    /// [4.54.5] How long it takes to enter an area over a border with this road.
    pub fn entry_minutes(&self, charts: &Charts, road: Road) -> u16 {
        let weather = self.report.weather;
        let bad = weather.ground != Ground::Dry || weather.sky == Sky::Fog || weather.rain;
        charts.minutes(Activity::entering(road)) + if bad { charts.daily.time_use.bad_weather } else { 0 }
    }
}
