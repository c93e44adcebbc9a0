//! The morning and the clock: `tables_day.toml`.

use super::headings::{AVAILABLE, HOURS, SUCCEEDS_ON};
use crate::words::{
    Activity, Ammo, Clock, Deployment, DeploymentTable, Ground, Gun, Hourly, HourlyRoll, Month, Scenario, Sky, Store,
};
use hulldown_core::chart::lay::{line, span, up_to};
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Rolls, Spans, Text};
use hulldown_core::dice::D10;
use hulldown_core::{cells, figures};
use std::fmt;

/// HE rounds gone for each number on the die (4.32).
pub const ELAPSED_HE_PER: u8 = 2;
/// The most extra main gun rounds (16.22).
pub const EXTRA_ROUNDS: u8 = 30;
/// The most extra .30 boxes (16.22).
pub const EXTRA_BOXES: u8 = 10;

figures! {
    /// The tables of the day.
    DayTables {
        weather: Rolls<Spans<Month, DieTable<WeatherCell>>>, snow: Snow, hourly: HourlyTable,
        sunrise_sunset: Daylight, time_elapsed: Elapsed, time_use: TimeUse,
        ammo: AmmoTable, standing_load: StandingLoad, extra_ammo: Rolls<By<Scenario, DieTable<ExtraCell>>>,
        deployment: Rolls<By<DeploymentTable, DieTable<DeployCell>>>,
    }

    /// A result of the Weather table.
    #[derive(Copy, PartialEq, Eq)]
    WeatherCell {
        sky: Sky,
        ground: Ground,
        /// Whether the Snow table is rolled on.
        snow_roll: bool [default],
    }

    /// Snow, and what the month adds to the roll.
    Snow {
        chart: Head, month: Spans<Month, i8> [-9..=9], row: DieTable<SnowCell> [die and beyond];
        must |it| it.row.span() == it.reach() => format!("the rows must run from {} to {}", it.reach()[0], it.reach()[1])
    }

    /// A result of the Snow table: whether snow falls, and what lies on the ground.
    #[derive(Copy, PartialEq, Eq)]
    SnowCell { falling: bool, ground: Ground }

    /// Hourly changes, and how many hours of rain in a day make mud.
    HourlyTable {
        chart: Head, mud_after: u8 [1..=24], when: By<HourlyRoll, DieTable<Hourly>> [die];
        no |it| (when, cell) in it.when.each().flat_map(|(when, column)| column.cells().iter().map(move |cell| (when, cell)))
            .filter(|(when, cell)| ![Hourly::NoChange, change(*when)].contains(cell))
            => format!("{}: {cell} cannot happen then", when.id())
    }

    /// Sunrise and sunset.
    Daylight { chart: Head, month: Spans<Month, Sun> }

    /// Sunrise and sunset of a month.
    Sun {
        rise: Time, set: Time;
        must |it| it.rise.0.plus(6 * 60) < it.set.0 => "the day has no time in it for the hours that may have passed"
    }

    /// What is gone before the first operation; the rules say how much (4.32).
    Elapsed { chart: Head }

    /// How long things take, and what bad weather adds to a march.
    TimeUse {
        chart: Head, bad_weather: u16 [0..=120], activity: By<Activity, Spell>;
        must |it| it.bad_weather.is_multiple_of(15) => "bad_weather: minutes come in quarters of an hour";
        no |it| (activity, _) in it.activity.each().filter(|(activity, spell)| spell.up_to.is_some() != rolled_for(*activity))
            => format!("{}: only resupply, artillery and air strikes are rolled for", activity.id())
    }

    /// How many minutes something takes, and the highest roll that succeeds if it is rolled for.
    Spell {
        minutes: u16 [15..=240], up_to: Option<i8> [1..=10];
        must |it| it.minutes.is_multiple_of(15) => "minutes come in quarters of an hour"
    }

    /// HCBI, HVAP or APDS rounds issued; there is no end to the others.
    AmmoTable { chart: Head, issue: By<Gun, DieTable<u8>> [die] }

    /// The normal load besides main gun rounds.
    StandingLoad { chart: Head, normal: Stores, remark: By<Store, String> }

    /// What a tank carries besides main gun rounds. Smoke bombs are for a mortar.
    Stores {
        boxes_30: u8 [0..=100], boxes_50: u8 [0..=100], bombs: u8 [0..=100], grenades: u8 [0..=100], periscopes: u8 [0..=100],
        fuel: u8 [0..=100],
    }

    /// Extra main gun rounds and .30 boxes.
    #[derive(Copy, PartialEq, Eq)]
    ExtraCell { rounds: u8 [0..=30], boxes: u8 [0..=10] }

    /// How the tank stands, and whether it is lead tank.
    #[derive(Copy, PartialEq, Eq)]
    DeployCell { deployment: Deployment, lead: bool }
}

impl fmt::Display for WeatherCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.snow_roll, self.ground) {
            (true, _) => f.write_str("snow"),
            (false, Ground::Dry) => self.sky.fmt(f),
            (false, ground) => write!(f, "{} and {ground}", self.sky),
        }
    }
}

impl fmt::Display for SnowCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.falling, self.ground) {
            (true, Ground::Dry) => f.write_str("falling snow"),
            (true, ground) => write!(f, "falling snow, {ground}"),
            (false, ground) => ground.fmt(f),
        }
    }
}

impl fmt::Display for ExtraCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rounds, self.boxes) {
            (0, 0) => f.write_str("no extra ammo"),
            (0, boxes) => write!(f, "{boxes} extra boxes"),
            (rounds, boxes) => write!(f, "{rounds} extra rounds, {boxes} extra boxes"),
        }
    }
}

impl fmt::Display for DeployCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.deployment, if self.lead { ", lead tank" } else { "" })
    }
}

/// A time of day as files write it: `05:15`.
pub type Time = Text<Clock>;

/// What an hourly roll may bring.
fn change(when: HourlyRoll) -> Hourly {
    match when {
        HourlyRoll::Overcast => Hourly::RainStarts,
        HourlyRoll::Raining => Hourly::RainStops,
        HourlyRoll::SnowFalling => Hourly::SnowStops,
        HourlyRoll::SnowStopped => Hourly::SnowStarts,
    }
}

fn rolled_for(activity: Activity) -> bool {
    matches!(activity, Activity::Resupply | Activity::CallArtillery | Activity::CallAirStrike)
}

impl Snow {
    /// What a die and the month can come to.
    fn reach(&self) -> [i8; 2] {
        let months = || self.month.columns().map(|(_, add)| *add);
        [1 + months().min().unwrap_or(0), 10 + months().max().unwrap_or(0)]
    }
}

impl TimeUse {
    /// The highest roll that succeeds, of what is rolled for.
    pub fn up_to(&self, activity: Activity) -> i8 {
        self.activity[activity].up_to.unwrap_or(0)
    }
}

impl DayTables {
    pub(super) fn sheets(&self, hours: &DieTable<u8>) -> Vec<ChartSheet> {
        let (snow, time, ammo, load) = (&self.snow, &self.time_use, &self.ammo, &self.standing_load);
        let months = snow.month.columns().filter(|(_, add)| **add != 0);
        let march = |a| matches!(a, Activity::EnterImproved | Activity::EnterDirt | Activity::EnterNoRoad);
        let in_bad_weather = |a| if march(a) { format!("+{}", time.bad_weather) } else { "-".into() };
        let issued = |gun: Gun| format!("roll: {}; what is left is kept", line(&ammo.issue[gun], |n| n.to_string()));
        let supply = |ammo: Ammo| match ammo {
            Ammo::He | Ammo::Ap => (ammo, Gun::IDS.join(", "), "unlimited".into()),
            Ammo::Wp => (ammo, Gun::G75.id().into(), "unlimited".into()),
            Ammo::Hcbi => (ammo, Gun::G75.id().into(), issued(Gun::G75)),
            Ammo::Hvap => (ammo, Gun::G76l.id().into(), issued(Gun::G76l)),
            Ammo::Apds => (ammo, Gun::G76ll.id().into(), issued(Gun::G76ll)),
        };
        let s = &load.normal;
        let most = format!(
            "up to {EXTRA_ROUNDS} extra main gun rounds and {EXTRA_BOXES} extra .30 boxes in all by choice (R10)"
        );
        let normal = [s.boxes_30, s.boxes_50, s.bombs, s.grenades, s.periscopes, s.fuel];
        vec![
            self.weather.sheet("weather"),
            (snow.chart.rolled("snow", [("snow", &snow.row)]))
                .noting(months.map(|(months, add)| format!("{add:+} in {months}"))),
            self.hourly.chart.rolled("hourly", self.hourly.when.columns()),
            cells!(self.sunrise_sunset.chart.sheet("sunrise_sunset", None), (months, sun) in self.sunrise_sunset.month.columns();
                "month" = months, "sunrise" = sun.rise.0, "sunset" = sun.set.0),
            cells!(self.time_elapsed.chart.sheet("time_elapsed", Some(D10)), d in 1..=10_i8;
                rolls "roll" = span(d, d), HOURS = hours.at(d), "HE rounds" = d * ELAPSED_HE_PER as i8, ".30 boxes" = d, "fuel units" = d),
            cells!(time.chart.sheet("time_use", Some(D10)), (activity, spell) in time.activity.each();
                "activity" = activity, "minutes" = spell.minutes, "in bad weather" = in_bad_weather(activity),
                SUCCEEDS_ON = spell.up_to.map_or("-".into(), up_to)),
            cells!(ammo.chart.sheet("ammo", Some(ammo.issue[0].dice)), (ammo, guns, available) in Ammo::ALL.map(supply);
                "ammo" = ammo, "guns" = guns, AVAILABLE = available),
            cells!(load.chart.sheet("standing_load", None), (item, remark) in load.remark.each();
                "item" = item, "normal" = normal[item.index()], "remarks" = remark),
            self.extra_ammo.sheet("extra_ammo").noting([most]),
            self.deployment.sheet("deployment"),
        ]
    }
}
