//! Weather, ammunition and time (4.25, 4.26, 4.3, 16.2, 21.0).

use crate::calendar::special;
use crate::charts::{day, headings};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{After, Length, Patton, Snowfall, Stage, Weather};
use crate::talk::{Ask, Choice, Event, RoundsAnswer};
use crate::words::{Ammo, Clock, Ground, Gun, Hourly, HourlyRoll, Scenario, Sky};
use hulldown_core::check::Check;
use hulldown_core::table::{Play, Table};

impl Weather {
    /// [R8] The roll that is made for it after an hour, if any.
    pub(crate) fn hourly(self) -> Option<HourlyRoll> {
        match (self.sky, self.rain, self.snow) {
            (_, true, _) => Some(HourlyRoll::Raining),
            (_, _, Snowfall::Falling) => Some(HourlyRoll::SnowFalling),
            (_, _, Snowfall::Stopped) => Some(HourlyRoll::SnowStopped),
            (Sky::Overcast, ..) => Some(HourlyRoll::Overcast),
            _ => None,
        }
    }
}

/// Rounds by kind.
pub(crate) type Rounds = [u8; Ammo::ALL.len()];

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.25, 4.26] Weather, what is issued, and how the tank is loaded.
    pub(crate) fn briefing(&mut self) -> Play<()> {
        self.weather()?;
        self.fit_out();
        let gun = self.card().gun;
        let issue = &self.charts.daily.ammo.issue[gun.index()];
        let check = Check::on("ammo", "Special rounds issued", rule!("T.ammo"), issue);
        let check = check.on_line(special(gun)).in_column(headings::AVAILABLE);
        let issued = self.table.read(&check, issue)?;
        let saved = self.game.tank.rounds[special(gun).index()];
        self.game.tank.special = (saved + issued).min(self.card().rounds);
        self.tell(|| Event::Issued { ammo: special(gun), count: issued });
        let extra = &self.charts.daily.extra_ammo.column[self.game.report.scenario.index()];
        let check = Check::on("extra_ammo", "Extra ammo", rule!("16.22"), extra);
        let extra = self.table.read(&check, extra)?;
        self.game.tank.ordered_extra = extra.rounds;
        self.tell(|| Event::ExtraOrdered { rounds: extra.rounds, boxes: extra.boxes });
        self.load_up()?;
        self.fill_rack()?;
        self.game.stage = match self.game.options.length {
            // [31.0] An engagement has no time and no map.
            Length::Engagement => Stage::Prepare(After::Contact),
            _ => Stage::TimeCheck,
        };
        Ok(())
    }

    /// [4.25] The weather of the morning.
    fn weather(&mut self) -> Play<()> {
        let month = self.game.day.month();
        let column = &self.charts.daily.weather.column[month.index()];
        let check = Check::on("weather", "Weather", rule!("4.25"), column);
        let cell = self.table.read(&check, column)?;
        let mut weather =
            Weather { sky: cell.sky, ground: cell.ground, rain: false, rain_hours: 0, snow: Snowfall::None };
        if cell.snow_roll {
            let snow = &self.charts.daily.snow.row;
            let check = Check::on("snow", "Snow", rule!("T.snow"), snow);
            let check = check.with(self.charts.daily.snow.month[month.index()], "the month", rule!("T.snow"));
            let cell = self.table.read(&check, snow)?;
            weather.ground = cell.ground;
            if cell.falling {
                weather.snow = Snowfall::Falling;
            }
        }
        self.game.report.weather = weather;
        self.tell(|| Event::Weather { weather });
        Ok(())
    }

    /// [16.0] What is carried but main gun rounds.
    pub(crate) fn take_on_stores(&mut self) {
        let stores = &self.charts.daily.standing_load.normal;
        let mortar = self.card().mortar;
        let tank = &mut self.game.tank;
        tank.boxes_30 = stores.boxes_30 + day::EXTRA_BOXES;
        tank.boxes_50 = stores.boxes_50;
        tank.bombs = if mortar { stores.bombs } else { 0 };
        tank.grenades = stores.grenades;
        tank.periscopes = stores.periscopes;
        tank.fuel = stores.fuel;
    }

    /// Everything but main gun rounds, as it is carried every morning (16.0); all damage is repaired overnight (R53).
    fn fit_out(&mut self) {
        self.take_on_stores();
        let tank = &mut self.game.tank;
        tank.disabled = false;
        tank.bog = crate::state::Bog::Free;
        tank.blind = [false; 5];
        tank.sight_broken = false;
        tank.guns = Default::default();
        tank.moving = false;
        tank.hull_down = false;
        tank.lead = false;
        tank.loaded = None;
    }

    /// [16.21, 16.22] What the main gun is loaded with: the normal load, the extra that was ordered, and more by choice.
    pub(crate) fn load_up(&mut self) -> Play<()> {
        let mut menu = self.table.menu();
        menu.offer(RoundsAnswer::Usual);
        if self.game.tank.last_load.iter().any(|n| *n > 0) {
            menu.offer(RoundsAnswer::Same);
        }
        menu.offer(RoundsAnswer::ByHand);
        let rounds = match self.ask(Ask::Rounds, &menu)? {
            RoundsAnswer::Same => self.same_load(),
            RoundsAnswer::ByHand => self.load_by_hand()?,
            RoundsAnswer::Usual => self.usual_load(),
        };
        let tank = &mut self.game.tank;
        (tank.rounds, tank.last_load) = (rounds, rounds);
        tank.rack = [0; Ammo::ALL.len()];
        tank.loaded = None;
        self.tell(|| Event::Loaded { rounds });
        Ok(())
    }

    /// The load the hints suggest (28.0): six tenths HE, three AP, one smoke; for a 76 six tenths HE and four AP of all kinds.
    fn usual_load(&self) -> Rounds {
        let card = self.card();
        let total = card.rounds + self.game.tank.ordered_extra;
        let mut rounds = [0; Ammo::ALL.len()];
        let tenth = |n: u16| (u16::from(total) * n / 10) as u8;
        if card.gun == Gun::G75 {
            rounds[Ammo::Hcbi.index()] = self.game.tank.special.min(15);
            rounds[Ammo::Wp.index()] = tenth(1).saturating_sub(rounds[Ammo::Hcbi.index()]);
            rounds[Ammo::Ap.index()] = tenth(3);
        } else {
            let few = special(card.gun);
            rounds[few.index()] = self.game.tank.special.min(tenth(4));
            rounds[Ammo::Ap.index()] = tenth(4) - rounds[few.index()];
        }
        fill_with_he(rounds, total)
    }

    /// The last load again, as far as it can be had.
    fn same_load(&self) -> Rounds {
        let card = self.card();
        let few = special(card.gun).index();
        let mut rounds = self.game.tank.last_load;
        rounds[few] = rounds[few].min(self.game.tank.special);
        let other: u8 = rounds.iter().sum::<u8>() - rounds[Ammo::He.index()];
        let last: u8 = self.game.tank.last_load.iter().sum();
        let total = last.max(card.rounds + self.game.tank.ordered_extra).min(card.rounds + day::EXTRA_ROUNDS);
        rounds[Ammo::He.index()] = 0;
        debug_assert!(other <= total);
        fill_with_he(rounds, total)
    }

    fn load_by_hand(&mut self) -> Play<Rounds> {
        let card = self.card();
        let extra = self.pick(Ask::Extra, self.game.tank.ordered_extra..=day::EXTRA_ROUNDS, Choice::Count)?;
        let mut left = card.rounds + extra;
        let total = left;
        let mut rounds = [0; Ammo::ALL.len()];
        for ammo in Ammo::ALL.into_iter().filter(|a| *a != Ammo::He && card.ammo[a.index()]) {
            let most = if ammo == special(card.gun) { left.min(self.game.tank.special) } else { left };
            let n = self.pick(Ask::RoundsOf(ammo), 0..=most, Choice::Count)?;
            rounds[ammo.index()] = n;
            left -= n;
        }
        Ok(fill_with_he(rounds, total))
    }

    /// [16.23] The ready rack is filled with any mix of what is on board.
    pub(crate) fn fill_rack(&mut self) -> Play<()> {
        let mut menu = self.table.menu();
        menu.offer(RoundsAnswer::Usual);
        if self.game.tank.last_rack.iter().any(|n| *n > 0) {
            menu.offer(RoundsAnswer::Same);
        }
        menu.offer(RoundsAnswer::ByHand);
        let rack = match self.ask(Ask::Rack, &menu)? {
            RoundsAnswer::Same => self.rack_of(self.game.tank.last_rack),
            RoundsAnswer::ByHand => self.rack_by_hand()?,
            RoundsAnswer::Usual => self.rack_of(self.usual_rack()),
        };
        let tank = &mut self.game.tank;
        (tank.rack, tank.last_rack) = (rack, rack);
        self.tell(|| Event::Racked { rack });
        Ok(())
    }

    /// Rounds that can lie in the rack: all but the one in the breech.
    fn rackable(&self, ammo: Ammo) -> u8 {
        self.game.tank.rounds[ammo.index()] - u8::from(self.game.tank.loaded == Some(ammo))
    }

    /// A wanted mix, cut down to what is on board.
    fn rack_of(&self, mut rack: Rounds) -> Rounds {
        for ammo in Ammo::ALL {
            rack[ammo.index()] = rack[ammo.index()].min(self.rackable(ammo));
        }
        rack
    }

    /// The mix the hints suggest (28.0): half AP and a smoke round for a 75, three quarters AP for a 76, the rest HE.
    fn usual_rack(&self) -> Rounds {
        let card = self.card();
        let mut rack = [0; Ammo::ALL.len()];
        if card.gun == Gun::G75 {
            rack[Ammo::Ap.index()] = card.rack.div_ceil(2);
            let smoke = if self.rackable(Ammo::Hcbi) > 0 { Ammo::Hcbi } else { Ammo::Wp };
            rack[smoke.index()] = self.rackable(smoke).min(1);
        } else {
            let few = special(card.gun);
            let ap = card.rack * 3 / 4;
            rack[few.index()] = self.rackable(few).min(ap);
            rack[Ammo::Ap.index()] = ap - rack[few.index()];
        }
        fill_with_he(rack, card.rack)
    }

    fn rack_by_hand(&mut self) -> Play<Rounds> {
        let card = self.card();
        let mut left = card.rack;
        let mut rack = [0; Ammo::ALL.len()];
        for ammo in Ammo::ALL.into_iter().filter(|a| card.ammo[a.index()]) {
            let n = self.pick(Ask::RackOf(ammo), 0..=left.min(self.rackable(ammo)), Choice::Count)?;
            rack[ammo.index()] = n;
            left -= n;
        }
        Ok(rack)
    }

    /// [4.3] Hours and ammunition already gone. In a counterattack that starts anew only the hours count (R72).
    pub(crate) fn time_check(&mut self) -> Play<()> {
        let check =
            Check::on("time_elapsed", "Time elapsed", rule!("4.32"), &self.charts.hours).in_column(headings::HOURS);
        let natural = self.table.natural(&check)?;
        let hours = self.charts.hours.at(natural);
        let used = natural as u8;
        let again = self.game.report.battles > 0;
        if !again {
            let fuel = if self.game.options.fuel { used } else { 0 };
            let tank = &mut self.game.tank;
            tank.expend(Ammo::He, used * day::ELAPSED_HE_PER);
            tank.boxes_30 = tank.boxes_30.saturating_sub(used);
            tank.fuel = tank.fuel.saturating_sub(fuel);
        }
        let report = &mut self.game.report;
        report.clock = report.clock.plus(u16::from(hours) * 60).min(report.sunset);
        let clock = report.clock;
        self.tell(|| Event::TimeElapsed { clock, he: if again { 0 } else { used * day::ELAPSED_HE_PER } });
        self.game.stage = match (again, self.game.daylight()) {
            (_, false) => Stage::Evening,
            (true, _) => Stage::Prepare(After::Operations),
            (false, _) => Stage::Prepare(After::Start),
        };
        Ok(())
    }

    /// [21.0] Time is marked off, as much as is left; the weather may change with every full hour passed (R8).
    pub(crate) fn spend(&mut self, minutes: u16) -> Play<()> {
        if self.game.options.length == Length::Engagement {
            return Ok(());
        }
        let report = &mut self.game.report;
        let before = report.clock;
        report.clock = before.plus(minutes).min(report.sunset);
        for _ in before.hour()..report.clock.hour() {
            self.hour_passes()?;
        }
        Ok(())
    }

    /// [T.weather, R8] An hour has passed.
    fn hour_passes(&mut self) -> Play<()> {
        let weather = &mut self.game.report.weather;
        if weather.rain {
            weather.rain_hours += 1;
            if weather.rain_hours >= self.charts.daily.hourly.mud_after && weather.ground == Ground::Dry {
                weather.ground = Ground::Mud;
                let weather = *weather;
                self.stir(|| Event::WeatherNow { weather });
            }
        }
        let Some(which) = self.game.report.weather.hourly() else { return Ok(()) };
        let column = &self.charts.daily.hourly.when[which.index()];
        let check = Check::on("hourly", "The weather after an hour", rule!("T.weather"), column);
        let change = self.table.read(&check, column)?;
        let now = &mut self.game.report.weather;
        match change {
            Hourly::NoChange => return Ok(()),
            Hourly::RainStarts => now.rain = true,
            Hourly::RainStops => now.rain = false,
            Hourly::SnowStarts => now.snow = Snowfall::Falling,
            Hourly::SnowStops => now.snow = Snowfall::Stopped,
        }
        let weather = *now;
        self.stir(|| Event::WeatherNow { weather });
        Ok(())
    }

    /// The Tank Card in use.
    #[inline]
    pub(crate) fn card(&self) -> &'static crate::charts::Card {
        &self.charts.tanks[self.game.tank.model.index()]
    }

    /// Whether the day is a counterattack.
    #[inline]
    pub(crate) fn counterattack(&self) -> bool {
        self.game.report.scenario == Scenario::Counterattack
    }

    /// The time now.
    #[inline]
    pub(crate) fn clock(&self) -> Clock {
        self.game.report.clock
    }
}

fn fill_with_he(mut rounds: Rounds, total: u8) -> Rounds {
    let others: u8 = rounds.iter().sum();
    rounds[Ammo::He.index()] += total.saturating_sub(others);
    rounds
}
