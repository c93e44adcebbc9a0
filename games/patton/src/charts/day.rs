//! The morning and the clock: `tables_day.toml`.

use super::lay::{cells as text, fill, sheet, span};
use super::read::{
    At, Book, Column, Columns, Die, Plain, Row, all_served, array, cells, each, named, only, serving, table, try_map,
};
use crate::words::{Activity, Ammo, Clock, Deployment, Ground, Gun, Hourly, HourlyRoll, Month, Scenario, Sky, Store};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::D10;
use serde::Deserialize;
use std::fmt;

/// A result of the Weather table (4.25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeatherCell {
    /// The sky.
    pub sky: Sky,
    /// The ground.
    pub ground: Ground,
    /// Whether the Snow table is rolled on.
    pub snow_roll: bool,
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

/// A result of the Snow table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SnowCell {
    /// Whether snow falls.
    pub falling: bool,
    /// What lies on the ground.
    pub ground: Ground,
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

/// A result of the Extra Ammo table (16.22).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExtraCell {
    /// Extra main gun rounds.
    pub rounds: u8,
    /// Extra .30 boxes.
    pub boxes: u8,
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

/// A result of the Deployment table (4.41).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeployCell {
    /// How the tank stands.
    pub deployment: Deployment,
    /// Whether it is lead tank.
    pub lead: bool,
}

impl fmt::Display for DeployCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.deployment, if self.lead { ", lead tank" } else { "" })
    }
}

/// The normal load besides main gun rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stores {
    /// .30 boxes.
    pub boxes_30: u8,
    /// .50 boxes.
    pub boxes_50: u8,
    /// Smoke bombs, with a mortar.
    pub bombs: u8,
    /// Smoke grenades.
    pub grenades: u8,
    /// Spare periscopes.
    pub periscopes: u8,
    /// Fuel units.
    pub fuel: u8,
}

/// All of this file.
pub(super) struct DayTables {
    pub(super) weather: [DieTable<WeatherCell>; 10],
    pub(super) snow: DieTable<SnowCell>,
    pub(super) snow_month: [i8; 10],
    pub(super) hourly: [DieTable<Hourly>; 4],
    pub(super) daylight: [(Clock, Clock); 10],
    pub(super) minutes: [u16; 11],
    pub(super) bad_weather_minutes: u16,
    pub(super) resupply_on: i8,
    pub(super) artillery_on: i8,
    pub(super) air_on: i8,
    pub(super) special_issue: [DieTable<u8>; 3],
    pub(super) stores: Stores,
    pub(super) extra_ammo: [DieTable<ExtraCell>; 3],
    pub(super) deployment: [DieTable<DeployCell>; 2],
}

table! { WeatherTable { column: Vec<Columns<u8, WeatherRow>>, } }
table! { SnowTable { modifiers: Vec<MonthMod>, column: Vec<Plain<SnowRow>>, } }
table! { ExtraTable { column: Vec<Column<Scenario, ExtraRow>>, } }
table! { DeployTable { column: Vec<Column<String, DeployRow>>, } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherRow {
    roll: [i8; 2],
    sky: Sky,
    ground: Ground,
    snow_roll: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SnowRow {
    roll: [i8; 2],
    falling: bool,
    ground: Ground,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExtraRow {
    roll: [i8; 2],
    rounds: u8,
    boxes: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeployRow {
    roll: [i8; 2],
    deployment: Deployment,
    lead: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MonthMod {
    months: Vec<u8>,
    add: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HourlyRow {
    when: HourlyRoll,
    die: Die,
    rows: Vec<Row<Hourly>>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectRow {
    state: String,
    effects: Vec<String>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SunPart {
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<SunRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SunRow {
    months: Vec<u8>,
    sunrise: String,
    sunset: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ElapsedPart {
    die: Die,
    hours_after_sunrise: String,
    he_rounds_used: String,
    mg_30_boxes_used: String,
    fuel_units_used: String,
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeRow {
    activity: Activity,
    minutes: u16,
    bad_weather_extra: Option<u16>,
    die: Option<Die>,
    success: Option<[i8; 2]>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AmmoRow {
    #[serde(rename = "type")]
    kind: Ammo,
    guns: Vec<Gun>,
    available: String,
    die: Option<Die>,
    rows: Option<Vec<Row<u8>>>,
    carries_over: Option<bool>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LoadRow {
    item: Store,
    normal: u8,
    rounds_per_box: Option<u16>,
    only_with: Option<String>,
    provenance: Provenance,
    source: String,
}

/// Months by their number in the year.
fn months(at: &At, numbers: &[u8]) -> Result<Vec<Month>, ChartError> {
    let month = |n: &u8| Month::of_year(*n).ok_or_else(|| at.err(format_args!("month {n} is not in the campaign")));
    numbers.iter().map(month).collect()
}

fn serving_months<'a>(at: &At, lists: impl Iterator<Item = &'a [u8]>) -> Result<[usize; 10], ChartError> {
    let lists = lists.map(|list| months(at, list)).collect::<Result<Vec<_>, _>>()?;
    all_served(at, Month::ALL, serving(at, Month::ALL, lists.into_iter())?)
}

fn month_names(numbers: &[u8]) -> String {
    let names =
        numbers.iter().filter_map(|n| Month::of_year(*n)).map(|m| m.name().split(' ').next().unwrap_or_default());
    names.collect::<Vec<_>>().join(", ")
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<DayTables, ChartError> {
    let mut book = Book::open(files, "tables_day.toml")?;
    let (weather, snow, snow_month) = weather(&mut book, sheets)?;
    let hourly = hourly(&mut book, sheets)?;
    let daylight = daylight(&mut book, sheets)?;
    elapsed(&mut book, sheets)?;
    let time = time_use(&mut book, sheets)?;
    let special_issue = ammo(&mut book, sheets)?;
    let stores = stores(&mut book, sheets)?;

    let (at, t): (_, ExtraTable) = book.table("extra_ammo")?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Extra Ammo"));
    let found = each(&at, Scenario::ALL, t.column, |c| c.key)?;
    let extra_ammo = try_map(found, |c| {
        for row in &c.rows {
            at.within("rounds", row.rounds, 0..=i32::from(super::EXTRA_ROUNDS))?;
            at.within("boxes", row.boxes, 0..=i32::from(super::EXTRA_BOXES))?;
        }
        let cell = |row: &ExtraRow| (row.roll, ExtraCell { rounds: row.rounds, boxes: row.boxes });
        at.column(die, clamp, &c.rows.iter().map(cell).collect::<Vec<_>>())
    })?;
    fill(&mut page, &Scenario::ALL.map(Scenario::name), &extra_ammo.each_ref(), |e| e.to_string());
    sheets.push(page);

    let (at, t): (_, DeployTable) = book.table("deployment")?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Deployment"));
    let found = named(&at, ["I", "II"], t.column, |c| &c.key)?;
    let deployment = try_map(found, |c| {
        let cell = |row: &DeployRow| (row.roll, DeployCell { deployment: row.deployment, lead: row.lead });
        at.column(die, clamp, &c.rows.iter().map(cell).collect::<Vec<_>>())
    })?;
    fill(&mut page, &["table I", "table II"], &deployment.each_ref(), |d| d.to_string());
    sheets.push(page);
    book.done()?;
    Ok(DayTables {
        weather,
        snow,
        snow_month,
        hourly,
        daylight,
        minutes: time.minutes,
        bad_weather_minutes: time.bad_weather,
        resupply_on: time.resupply_on,
        artillery_on: time.artillery_on,
        air_on: time.air_on,
        special_issue,
        stores,
        extra_ammo,
        deployment,
    })
}

type Weather = ([DieTable<WeatherCell>; 10], DieTable<SnowCell>, [i8; 10]);

fn weather(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<Weather, ChartError> {
    let (at, t): (_, WeatherTable) = book.table("weather")?;
    let mut page = t.sheet("Weather");
    let served = serving_months(&at, t.column.iter().map(|c| c.keys.as_slice()))?;
    let mut tables = Vec::new();
    for column in &t.column {
        let cell =
            |row: &WeatherRow| (row.roll, WeatherCell { sky: row.sky, ground: row.ground, snow_roll: row.snow_roll });
        tables.push(at.column(t.die, t.clamp(), &column.rows.iter().map(cell).collect::<Vec<_>>())?);
        page.notes.extend(column.note.as_ref().map(|note| format!("{}: {note}", month_names(&column.keys))));
    }
    let labels: Vec<String> = t.column.iter().map(|c| month_names(&c.keys)).collect();
    fill(&mut page, &labels, &tables.iter().collect::<Vec<_>>(), |w| w.to_string());
    let weather = served.map(|n| tables[n].clone());

    let (at, s): (_, SnowTable) = book.table("snow")?;
    let (die, clamp, mut snow_page) = (s.die, s.clamp(), s.sheet("Snow"));
    let mut snow_month = [0; 10];
    for m in &s.modifiers {
        at.within("modifier", m.add, -9..=9)?;
        for month in months(&at, &m.months)? {
            at.check(snow_month[month.index()] == 0, format_args!("{month} is given twice"))?;
            snow_month[month.index()] = m.add;
        }
        snow_page.notes.push(format!("{:+} in {}", m.add, month_names(&m.months)));
    }
    let rows = only(&at, s.column)?;
    let cell = |row: &SnowRow| (row.roll, SnowCell { falling: row.falling, ground: row.ground });
    let snow = at.column(die, clamp, &rows.iter().map(cell).collect::<Vec<_>>())?;
    fill(&mut snow_page, &["snow"], &[&snow], |s| s.to_string());

    let (at, effects): (_, Vec<EffectRow>) = book.list("weather_effect")?;
    let states = ["clear", "overcast", "rain", "fog", "falling_snow", "mud", "ground_snow", "deep_snow"];
    for row in named(&at, states, effects, |row| &row.state)?.iter().filter(|row| !row.effects.is_empty()) {
        let effects: Vec<String> = row.effects.iter().map(|e| super::read::plain(e)).collect();
        let state = super::read::plain(&row.state);
        page.notes.push(format!("{state}: {} ({}: {})", effects.join("; "), row.provenance, row.source));
    }
    sheets.push(page);
    sheets.push(snow_page);
    Ok((weather, snow, snow_month))
}

fn hourly(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<[DieTable<Hourly>; 4], ChartError> {
    let (at, rows): (_, Vec<HourlyRow>) = book.list("hourly")?;
    let rows = each(&at, HourlyRoll::ALL, rows, |row| row.when)?;
    let mut page = sheet("hourly", "Hourly weather", Some(D10), rows[0].provenance, &rows[0].source);
    let hourly = try_map(rows, |row| {
        let at = at.in_row(row.when.id());
        at.die(row.die, D10)?;
        for r in &row.rows {
            let fits = match row.when {
                HourlyRoll::Overcast => Hourly::RainStarts,
                HourlyRoll::Raining => Hourly::RainStops,
                HourlyRoll::SnowFalling => Hourly::SnowStops,
                HourlyRoll::SnowStopped => Hourly::SnowStarts,
            };
            at.check(r.value == Hourly::NoChange || r.value == fits, format_args!("{} cannot happen then", r.value))?;
        }
        at.column(row.die, [1, 10], &cells(&row.rows))
    })?;
    fill(&mut page, &HourlyRoll::ALL.map(HourlyRoll::name), &hourly.each_ref(), |h| h.to_string());
    sheets.push(page);
    Ok(hourly)
}

fn daylight(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<[(Clock, Clock); 10], ChartError> {
    let (at, part): (_, SunPart) = book.part("sunrise_sunset")?;
    let served = serving_months(&at, part.rows.iter().map(|row| row.months.as_slice()))?;
    let mut page = sheet("sunrise_sunset", "Sunrise and Sunset", None, part.provenance, &part.source);
    page.head = text(["month", "sunrise", "sunset"]);
    let mut times = Vec::new();
    for (n, row) in part.rows.iter().enumerate() {
        let at = at.in_row(n + 1);
        let time = |text: &str| text.parse::<Clock>().map_err(|e| at.err(e));
        let (rise, set) = (time(&row.sunrise)?, time(&row.sunset)?);
        at.check(rise.plus(6 * 60) < set, "the day has no time in it for the hours that may have passed")?;
        times.push((rise, set));
        page.rows.push(vec![month_names(&row.months), rise.to_string(), set.to_string()]);
    }
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    Ok(served.map(|n| times[n]))
}

fn elapsed(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<(), ChartError> {
    let (at, part): (_, ElapsedPart) = book.part("time_elapsed")?;
    at.die(part.die, D10)?;
    at.says("hours_after_sunrise", &part.hours_after_sunrise.as_str(), &"floor(d / 2) + 1")?;
    at.says("he_rounds_used", &part.he_rounds_used.as_str(), &"2 * d")?;
    at.says("mg_30_boxes_used", &part.mg_30_boxes_used.as_str(), &"d")?;
    at.says("fuel_units_used", &part.fuel_units_used.as_str(), &"d")?;
    let mut page = sheet("time_elapsed", "Time Elapsed", Some(D10), part.provenance, &part.source);
    page.head = text(["roll", "hours", "HE rounds", ".30 boxes", "fuel units"]);
    for d in 1..=10_i8 {
        page.rows.push([d, d / 2 + 1, 2 * d, d, d].iter().map(i8::to_string).collect());
    }
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    Ok(())
}

struct TimeUse {
    minutes: [u16; 11],
    bad_weather: u16,
    resupply_on: i8,
    artillery_on: i8,
    air_on: i8,
}

fn time_use(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<TimeUse, ChartError> {
    let (at, rows): (_, Vec<TimeRow>) = book.list("time_use")?;
    let rows = each(&at, Activity::ALL, rows, |row| row.activity)?;
    let mut page = sheet("time_use", "Time Use", Some(D10), rows[0].provenance, &rows[0].source);
    page.head = text(["activity", "minutes", "in bad weather", "succeeds on"]);
    let mut bad_weather = None;
    let mut on = [0; 11];
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(row.activity.id());
        at.check((15..=240).contains(&row.minutes) && row.minutes % 15 == 0, "minutes come in quarters of an hour")?;
        let entering = matches!(row.activity, Activity::EnterImproved | Activity::EnterDirt | Activity::EnterNoRoad);
        at.check(row.bad_weather_extra.is_some() == entering, "bad weather costs time on the march and only there")?;
        if let Some(extra) = row.bad_weather_extra {
            at.check(extra % 15 == 0 && extra <= 120, "minutes come in quarters of an hour")?;
            at.says("bad_weather_extra", &extra, &bad_weather.unwrap_or(extra))?;
            bad_weather = Some(extra);
        }
        let rolled = matches!(row.activity, Activity::Resupply | Activity::CallArtillery | Activity::CallAirStrike);
        match (row.die, row.success) {
            (Some(die), Some(success)) if rolled => {
                at.die(die, D10)?;
                on[n] = at.up_to("success", success, D10)?;
            }
            (None, None) if !rolled => {}
            _ => return Err(at.err("resupply, artillery and air strikes are rolled for, and nothing else")),
        }
        let extra = row.bad_weather_extra.map_or("-".into(), |e| format!("+{e}"));
        let success = row.success.map_or("-".into(), |[low, high]| span(low, high));
        page.rows.push(vec![row.activity.to_string(), row.minutes.to_string(), extra, success]);
        page.notes.push(format!("{}: {} ({})", row.activity, row.source, row.provenance));
    }
    sheets.push(page);
    Ok(TimeUse {
        minutes: rows.each_ref().map(|row| row.minutes),
        bad_weather: bad_weather.unwrap_or(0),
        resupply_on: on[Activity::Resupply.index()],
        artillery_on: on[Activity::CallArtillery.index()],
        air_on: on[Activity::CallAirStrike.index()],
    })
}

fn ammo(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<[DieTable<u8>; 3], ChartError> {
    let (at, rows): (_, Vec<AmmoRow>) = book.list("ammo")?;
    let rows = each(&at, Ammo::ALL, rows, |row| row.kind)?;
    let mut page = sheet("ammo", "Ammo Availability", Some(D10), rows[0].provenance, &rows[0].source);
    page.head = text(["ammo", "guns", "available"]);
    let mut issue = Vec::new();
    for row in &rows {
        let at = at.in_row(row.kind);
        let guns = match row.kind {
            Ammo::He | Ammo::Ap => Gun::ALL.to_vec(),
            Ammo::Wp | Ammo::Hcbi => vec![Gun::G75],
            Ammo::Hvap => vec![Gun::G76l],
            Ammo::Apds => vec![Gun::G76ll],
        };
        at.says("guns", &row.guns, &guns)?;
        let scarce = matches!(row.kind, Ammo::Hcbi | Ammo::Hvap | Ammo::Apds);
        let available = match (&row.rows, row.die) {
            (Some(rounds), Some(die)) if scarce => {
                at.says("available", &row.available.as_str(), &"1D")?;
                at.says("carries_over", &row.carries_over, &Some(true))?;
                at.die(die, D10)?;
                let table = at.column(die, [1, 10], &cells(rounds))?;
                let line = super::lay::line(&table, |n| n.to_string());
                issue.push(table);
                format!("roll: {line}; what is left is kept")
            }
            (None, None) if !scarce => {
                at.says("available", &row.available.as_str(), &"unlimited")?;
                at.says("carries_over", &row.carries_over, &None)?;
                row.available.clone()
            }
            _ => return Err(at.err("HCBI, HVAP and APDS are rolled for, and nothing else")),
        };
        let guns: Vec<&str> = row.guns.iter().map(|g| g.id()).collect();
        page.rows.push(vec![row.kind.to_string(), guns.join(", "), available]);
        page.notes.push(format!("figures of {}: {} ({})", row.kind, row.source, row.provenance));
    }
    sheets.push(page);
    // HCBI for the 75, HVAP for the 76L, APDS for the 17-pounder: the order of `Gun`.
    array(&at, issue)
}

fn stores(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<Stores, ChartError> {
    let (at, rows): (_, Vec<LoadRow>) = book.list("standing_load")?;
    let rows = each(&at, Store::ALL, rows, |row| row.item)?;
    let mut page = sheet("standing_load", "Standing load", None, rows[0].provenance, &rows[0].source);
    page.head = text(["item", "normal", "remarks"]);
    for row in &rows {
        let at = at.in_row(row.item.id());
        at.within("normal", row.normal, 0..=100)?;
        let needed = (row.item == Store::SmokeBombs).then_some("smoke_mortar");
        at.says("only_with", &row.only_with.as_deref(), &needed)?;
        let boxes = row.rounds_per_box.map_or(String::new(), |n| format!("{n} rounds to a box; "));
        page.rows.push(vec![row.item.to_string(), row.normal.to_string(), format!("{boxes}{}", row.source)]);
        page.notes.push(format!("{}: {}", row.item, row.provenance));
    }
    sheets.push(page);
    let [boxes_30, boxes_50, bombs, grenades, periscopes, fuel] = rows.map(|row| row.normal);
    Ok(Stores { boxes_30, boxes_50, bombs, grenades, periscopes, fuel })
}
