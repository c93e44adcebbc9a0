//! The Combat Calendar and what starts a campaign: `calendar.toml`, `campaign.toml`, `tank_replacement.toml`.

use super::lay::{bands, cells as text, sheet};
use super::read::{Book, Column, Letter, Row, cells, table};
use crate::words::{Day, Mode, Month, Post, Rank, Resistance, Scenario, Tank};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::D100;
use serde::Deserialize;

/// What the calendar has for a day (20.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayCode {
    /// The Division refits (27.0).
    Refit,
    /// There may be action.
    Action {
        /// The type of scenario.
        scenario: Scenario,
        /// Action on this or less.
        probability: i8,
        /// The resistance to expect.
        resistance: Resistance,
    },
}

/// The calendar.
#[derive(Clone, Debug)]
pub struct Calendar {
    codes: Vec<DayCode>,
    notes: Vec<String>,
    /// First and last day of each refit.
    pub refits: Vec<(Day, Day)>,
    /// What happened, from and to: history only.
    pub events: Vec<(Day, Day, String)>,
}

impl Calendar {
    /// The code of a day; after the last one the Division rests.
    pub fn day(&self, day: Day) -> DayCode {
        self.codes.get(day.index()).copied().unwrap_or(DayCode::Refit)
    }

    /// How many days the refit of a day lasts; 0 on a day of action.
    pub fn refit_days(&self, day: Day) -> u8 {
        let refit = self.refits.iter().find(|(from, to)| (*from..=*to).contains(&day));
        refit.map_or(0, |(from, to)| (to.0 - from.0 + 1) as u8)
    }

    /// The last day of the refit of a day; the day itself if there is none.
    pub fn refit_end(&self, day: Day) -> Day {
        let refit = self.refits.iter().find(|(from, to)| (*from..=*to).contains(&day));
        refit.map_or(day, |(_, to)| *to)
    }

    /// What the calendar notes of a day, such as a place.
    pub fn note(&self, day: Day) -> &str {
        self.notes.get(day.index()).map_or("", String::as_str)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    provenance: Provenance,
    source: String,
    first_day: toml::value::Datetime,
    last_combat_day: toml::value::Datetime,
    campaign_end: toml::value::Datetime,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DayRow {
    date: toml::value::Datetime,
    scenario: Scenario,
    probability: i8,
    resistance: Resistance,
    #[serde(default)]
    note: String,
    provenance: Option<Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RefitRow {
    from: toml::value::Datetime,
    to: toml::value::Datetime,
    days: u8,
    long_enough_for_training: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRow {
    from: toml::value::Datetime,
    to: toml::value::Datetime,
    name: String,
    provenance: Provenance,
    source: String,
}

pub(super) fn read(files: &Files, long_refit: u8, sheets: &mut Vec<ChartSheet>) -> Result<Calendar, ChartError> {
    let mut book = Book::open(files, "calendar.toml")?;
    let (at, meta): (_, Meta) = book.part("meta")?;
    let day =
        |at: &super::read::At, date: &toml::value::Datetime| date.to_string().parse::<Day>().map_err(|e| at.err(e));
    at.says("first_day", &day(&at, &meta.first_day)?, &Day::FIRST)?;
    at.says("last_combat_day", &day(&at, &meta.last_combat_day)?, &Day::LAST_COMBAT)?;
    at.says("campaign_end", &day(&at, &meta.campaign_end)?, &Day::END)?;
    let length = Day::END.index() + 1;
    let mut codes = vec![None; length];
    let mut notes = vec![String::new(); length];
    let (at, rows): (_, Vec<DayRow>) = book.list("day")?;
    for row in rows {
        let at = at.in_row(row.date);
        let date = day(&at, &row.date)?;
        at.within("probability", row.probability, 0..=10)?;
        let code = DayCode::Action { scenario: row.scenario, probability: row.probability, resistance: row.resistance };
        let Some(cell) = codes.get_mut(date.index()).filter(|_| date >= Day::FIRST) else {
            return Err(at.err("is outside the campaign"));
        };
        at.check(cell.replace(code).is_none(), "is given twice")?;
        notes[date.index()] = row.note;
        // A day may name its own grounds; the sheet shows those of the whole.
        let _ = row.provenance;
    }
    let (at, rows): (_, Vec<RefitRow>) = book.list("refit")?;
    let mut refits = Vec::new();
    for row in rows {
        let at = at.in_row(row.from);
        let (from, to) = (day(&at, &row.from)?, day(&at, &row.to)?);
        at.check(Day::FIRST <= from && from <= to && to <= Day::END, "is not a stretch of the campaign")?;
        at.says("days", &u16::from(row.days), &(to.0 - from.0 + 1))?;
        at.says("long_enough_for_training", &row.long_enough_for_training, &(row.days >= long_refit))?;
        for n in from.0..=to.0 {
            at.check(
                codes[Day(n).index()].replace(DayCode::Refit).is_none(),
                format_args!("{} is given twice", Day(n)),
            )?;
        }
        refits.push((from, to));
    }
    let last = codes.iter().rposition(|code| matches!(code, Some(DayCode::Action { .. })));
    at.says("the last day with a code", &last, &Some(Day::LAST_COMBAT.index()))?;
    if let Some(gap) = codes.iter().position(Option::is_none) {
        return Err(book.at("[[day]]").err(format_args!("{} is missing", Day::FIRST.plus(gap as u16))));
    }
    let codes: Vec<DayCode> = codes.into_iter().flatten().collect();
    let (at, rows): (_, Vec<EventRow>) = book.list("event")?;
    book.done()?;
    let mut events = Vec::new();
    let mut page = sheet("calendar", "Combat Calendar", Some(hulldown_core::dice::D10), meta.provenance, &meta.source);
    for row in rows {
        let at = at.in_row(&row.name);
        let (from, to) = (day(&at, &row.from)?, day(&at, &row.to)?);
        at.check(from <= to, "ends before it begins")?;
        let until = if from == to { String::new() } else { format!(" to {to}") };
        page.notes.push(format!("{}: {from}{until} ({}: {})", row.name, row.provenance, row.source));
        events.push((from, to, row.name));
    }
    page.head = text(["date", "scenario", "action on", "resistance", "note"]);
    for (n, code) in codes.iter().enumerate() {
        let date = Day::FIRST.plus(n as u16);
        page.rows.push(match code {
            DayCode::Refit => text([&date.to_string(), "refit", "-", "-", ""]),
            DayCode::Action { scenario, probability, resistance } => {
                text([&date.to_string(), scenario.name(), &format!("1-{probability}"), resistance.name(), &notes[n]])
            }
        });
    }
    sheets.push(page);
    Ok(Calendar { codes, notes, refits, events })
}

table! {
    ReplacementTable {
        choose_freely_if_crew_rating_total_at_least: u8,
        result_is: String,
        column: Vec<Column<Month, Row<u8>>>,
    }
}

/// Tank Replacement by month (July uses August), and the crew total that chooses freely (24.0).
pub(super) fn replacement(
    files: &Files,
    sheets: &mut Vec<ChartSheet>,
) -> Result<([DieTable<Tank>; 10], u8), ChartError> {
    let mut book = Book::open(files, "tank_replacement.toml")?;
    let (at, t): (_, ReplacementTable) = book.table("tank_replacement")?;
    book.done()?;
    at.die(t.die, D100)?;
    at.says("result_is", &t.result_is.as_str(), &"tank number in tanks.toml")?;
    let mut page = t.sheet("Tank Replacement");
    let total = t.choose_freely_if_crew_rating_total_at_least;
    page.notes.push(format!("a crew whose ratings total {total} or more chooses; July uses August (R6)"));
    let (die, clamp) = (t.die, t.clamp());
    let mut found: [Option<DieTable<Tank>>; 10] = Default::default();
    for column in t.column {
        let at = at.in_row(column.key.id());
        let mut rows = Vec::new();
        for (roll, number) in cells(&column.rows) {
            at.check((1..=17).contains(&number), format_args!("there is no tank {number} to be had"))?;
            rows.push((roll, Tank(number - 1)));
        }
        let place = &mut found[column.key.index()];
        at.check(place.replace(at.column(die, clamp, &rows)?).is_none(), "is given twice")?;
    }
    found[0] = found[1].clone();
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("no column is for {}", Month::ALL[gap])));
    }
    let tables: [DieTable<Tank>; 10] = super::read::array(&at, found.into_iter().flatten().collect())?;
    let head = std::iter::once("roll").chain(Month::ALL[1..].iter().map(|m| m.name()));
    page.head = head.map(String::from).collect();
    page.rows = bands(&tables[1..].iter().collect::<Vec<_>>(), |tank| tank.number().to_string());
    sheets.push(page);
    Ok((tables, total))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    date: toml::value::Datetime,
    tank: u8,
    rank: Rank,
    crew: Vec<Letter>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Modes {
    list: Vec<Mode>,
    engagement_steps_deleted: Vec<String>,
    engagement_choices: Vec<String>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Convalescence {
    rejoin: String,
    example: String,
    refused_offer: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takeover {
    rating_in_driver_seat: String,
    rating_elsewhere: String,
    rounds: u8,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hvss {
    earliest: toml::value::Datetime,
    roll: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Firefly {
    tank: u8,
    crew: Vec<Letter>,
    starts: String,
    to_hit_rows: String,
    to_kill_infantry_rows: String,
    to_kill_vehicle_table: String,
    he_to_kill_vehicle_table: String,
    brew_up_column: String,
    provenance: Provenance,
    source: String,
}

/// Set-up that is not a table; what the rules have built in must be said as they have it. Gives the first day HVSS can be had.
pub(super) fn campaign(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Day, ChartError> {
    let mut book = Book::open(files, "campaign.toml")?;
    let letters = |crew: &[Letter]| crew.iter().map(|l| l.0).collect::<Vec<Post>>();
    let (at, start): (_, Start) = book.part("start")?;
    at.says("date", &start.date.to_string(), &Day::FIRST.id())?;
    at.says("tank", &start.tank, &Tank::FIRST.number())?;
    at.says("rank", &start.rank, &Rank::Sergeant)?;
    at.says("crew", &letters(&start.crew), &Post::ALL.to_vec())?;
    let mut page = sheet("campaign", "Campaign", None, start.provenance, &start.source);
    page.head = text(["what", "how"]);
    page.rows.push(text(["begins", &format!("{}, tank {}, {}", Day::FIRST, start.tank, start.rank)]));
    let (at, modes): (_, Modes) = book.part("modes")?;
    at.says("list", &modes.list, &Mode::ALL.to_vec())?;
    at.says(
        "engagement_steps_deleted",
        &modes.engagement_steps_deleted,
        &["4.3", "4.5", "4.9"].map(String::from).to_vec(),
    )?;
    page.rows.push(text(["an engagement leaves out", &modes.engagement_steps_deleted.join(", ")]));
    page.rows.push(text(["an engagement chooses", &modes.engagement_choices.join("; ")]));
    let (at, back): (_, Convalescence) = book.part("convalescence")?;
    at.says("rejoin", &back.rejoin.as_str(), &"wound date + 7 x weeks + 1 day")?;
    at.says("refused_offer", &back.refused_offer.as_str(), &"never rejoins")?;
    page.rows.push(text(["a wounded man rejoins on", &format!("{} ({})", back.rejoin, back.example)]));
    let (at, post): (_, Takeover) = book.part("assistant_driver_takeover")?;
    at.says("rating_in_driver_seat", &post.rating_in_driver_seat.as_str(), &"full")?;
    at.says("rating_elsewhere", &post.rating_elsewhere.as_str(), &"floor(rating / 2)")?;
    at.says("rounds", &post.rounds, &1)?;
    page.rows.push(text(["an assistant driver who takes over a post", &post.rating_elsewhere]));
    let (at, hvss): (_, Hvss) = book.part("hvss")?;
    at.says("roll", &hvss.roll.as_str(), &"1D on the first day the tank is operated")?;
    let earliest = hvss.earliest.to_string().parse::<Day>().map_err(|e| at.err(e))?;
    page.rows.push(text(["HVSS from", &earliest.to_string()]));
    let (at, firefly): (_, Firefly) = book.part("firefly")?;
    book.done()?;
    at.says("tank", &firefly.tank, &Tank::FIREFLY.number())?;
    at.says("crew", &letters(&firefly.crew), &Post::ALL[..4].to_vec())?;
    at.says("starts", &firefly.starts.as_str(), &"stopped, hull down")?;
    at.says("to_hit_rows", &firefly.to_hit_rows.as_str(), &"76L")?;
    at.says("to_kill_infantry_rows", &firefly.to_kill_infantry_rows.as_str(), &"76L")?;
    at.says("to_kill_vehicle_table", &firefly.to_kill_vehicle_table.as_str(), &"76LL")?;
    at.says("he_to_kill_vehicle_table", &firefly.he_to_kill_vehicle_table.as_str(), &"76")?;
    at.says("brew_up_column", &firefly.brew_up_column.as_str(), &"M4")?;
    page.rows.push(text(["a Firefly starts", &firefly.starts]));
    for (grounds, source) in [
        (modes.provenance, modes.source),
        (back.provenance, back.source),
        (post.provenance, post.source),
        (hvss.provenance, hvss.source),
        (firefly.provenance, firefly.source),
    ] {
        page.notes.push(format!("{grounds}: {source}"));
    }
    sheets.push(page);
    Ok(earliest)
}
