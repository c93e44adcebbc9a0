//! Points, ranks, medals and ratings: `victory.toml`.

use super::lay::{cells as text, sheet};
use super::read::{Book, Die, Letter, each, plain};
use crate::words::{Award, Medal, Post, Rank, Scenario, Scored};
use hulldown_core::chart::{By, ChartError, ChartSheet, Files, Provenance};
use hulldown_core::dice::D100;
use serde::Deserialize;

/// Points besides those of enemy units (6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points {
    /// A captured area.
    pub area: i8,
    /// A captured exit area, instead.
    pub exit: i8,
    /// A lost area.
    pub lost_area: i8,
    /// A friendly tank lost.
    pub tank: i8,
    /// A friendly squad lost.
    pub squad: i8,
    /// The unit knocked out was in a fortification.
    pub fort: i8,
}

/// Multipliers of a scenario (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multipliers {
    /// Enemy units knocked out.
    pub ko: i8,
    /// Areas captured.
    pub capture: i8,
    /// Areas lost.
    pub lose: i8,
}

/// Modifiers of the decoration roll (26.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MedalMods {
    /// How often your tank's points count.
    pub own_points: i8,
    /// How often those of friendly forces and territory count.
    pub other_points: i8,
    /// You pulled a man out of a tank that burned.
    pub rescue: i8,
    /// You are an officer; not for the Medal of Honor.
    pub officer: i8,
    /// Your hatch was open during a Collateral Damage roll.
    pub exposed: i8,
    /// You were wounded.
    pub wounded: i8,
    /// November or December.
    pub late: i8,
}

/// All of this file.
pub(super) struct Career {
    pub(super) scored: [i8; 14],
    pub(super) points: Points,
    pub(super) multipliers: [Multipliers; 3],
    pub(super) ranks: [u16; 5],
    pub(super) medals: [i16; 4],
    pub(super) medal_mods: MedalMods,
    pub(super) gyro_total: u8,
    pub(super) gyro_hvss: bool,
    pub(super) long_refit: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VpRow {
    item: Scored,
    points: i8,
    added_to: Option<String>,
    instead_of: Option<Scored>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MultiplierPart {
    provenance: Provenance,
    source: String,
    advance: MultiplierRow,
    battle: MultiplierRow,
    counterattack: MultiplierRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MultiplierRow {
    ko_german_unit: i8,
    capture_map_area: i8,
    lose_map_area: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultPart {
    win_if: String,
    lose_if: String,
    campaign_win: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RankRow {
    name: Rank,
    points: u16,
    officer: bool,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromotionPart {
    counts: String,
    steps_per_check: u8,
    at_most_once_per_calendar_month: bool,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MedalRow {
    name: Medal,
    needed: i16,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MedalRoll {
    die: Die,
    rolls_per_day: u8,
    awards_per_day: u8,
    provenance: Provenance,
    source: String,
    modifiers: Vec<MedalMod>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MedalMod {
    when: String,
    add: Add,
    not_for: Option<Medal>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Add {
    Number(i8),
    Points(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AwardRow {
    name: Award,
    #[serde(rename = "for")]
    reason: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratings {
    minimum: u8,
    maximum: u8,
    new_man: String,
    improve: String,
    assign_order_hint: Vec<Letter>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gyro {
    needs_crew_rating_total: u8,
    needs_refit_days: u8,
    lost_with: String,
    /// Left out in the shipped file, where training is all it needs.
    needs_hvss: Option<bool>,
    provenance: Provenance,
    source: String,
}

impl Rank {
    /// Whether he is an officer (26.1).
    pub const fn is_officer(self) -> bool {
        matches!(self, Rank::SecondLieutenant | Rank::FirstLieutenant | Rank::Captain)
    }
}

pub(super) fn read(
    files: &Files,
    units: &By<crate::words::UnitType, super::Unit>,
    sheets: &mut Vec<ChartSheet>,
) -> Result<Career, ChartError> {
    let mut book = Book::open(files, "victory.toml")?;
    let (at, rows): (_, Vec<VpRow>) = book.list("vp")?;
    let rows = each(&at, Scored::ALL, rows, |row| row.item)?;
    let mut page = sheet("victory_points", "Victory points", None, rows[0].provenance, &rows[0].source);
    page.head = text(["for", "points", "remarks"]);
    for row in &rows {
        let at = at.in_row(row.item.id());
        let added = (row.item == Scored::InFortification).then_some("the unit's own points");
        at.says("added_to", &row.added_to.as_deref(), &added)?;
        at.says(
            "instead_of",
            &row.instead_of,
            &(row.item == Scored::CapturedExitArea).then_some(Scored::CapturedArea),
        )?;
        let loss = matches!(row.item, Scored::LostArea | Scored::FriendlyTankLost | Scored::FriendlySquadLost);
        at.within("points", row.points, if loss { -40..=0 } else { 0..=40 })?;
        let remark = match (&row.added_to, row.instead_of) {
            (Some(to), _) => format!("added to {to}"),
            (_, Some(other)) => format!("instead of {other}"),
            _ => String::new(),
        };
        page.rows.push(vec![row.item.to_string(), row.points.to_string(), remark]);
        page.notes.push(format!("{}: {} ({})", row.item, row.source, row.provenance));
    }
    let scored = rows.map(|row| row.points);
    let of = |item: Scored| scored[item.index()];
    use crate::words::UnitType as U;
    for unit in U::ALL {
        let item = match unit {
            U::Lw | U::Mg => Scored::LwOrMg,
            U::Truck => Scored::Truck,
            U::Spw | U::Psw => Scored::SpwOrPsw,
            U::PzIv => Scored::PzIv,
            U::PzV => Scored::PzV,
            U::PzVie | U::PzVib => Scored::PzVi,
            U::At50l | U::At75l | U::At88ll => Scored::AtGun,
            U::StugIiig | U::MarderIi | U::MarderIii | U::JgdpzIv | U::Jgdpz38t => Scored::Spg,
        };
        let (here, there) = (of(item), units[unit.index()].points);
        at.in_row(item.id())
            .check(here == there, format_args!("units.toml has {there} points for {unit}, not {here}"))?;
    }
    let points = Points {
        area: of(Scored::CapturedArea),
        exit: of(Scored::CapturedExitArea),
        lost_area: of(Scored::LostArea),
        tank: of(Scored::FriendlyTankLost),
        squad: of(Scored::FriendlySquadLost),
        fort: of(Scored::InFortification),
    };

    let (at, part): (_, MultiplierPart) = book.part("multipliers")?;
    let multipliers = [part.advance, part.battle, part.counterattack].map(|row| Multipliers {
        ko: row.ko_german_unit,
        capture: row.capture_map_area,
        lose: row.lose_map_area,
    });
    for (scenario, m) in Scenario::ALL.iter().zip(multipliers) {
        for times in [m.ko, m.capture, m.lose] {
            at.in_row(scenario.id()).within("multiplier", times, 0..=9)?;
        }
        let (ko, capture, lose) = (m.ko, m.capture, m.lose);
        page.notes.push(format!("{scenario}: enemy units x{ko}, areas captured x{capture}, areas lost x{lose}"));
    }
    page.notes.push(format!("multipliers: {} ({})", part.source, part.provenance));
    let (_, result): (_, ResultPart) = book.part("result")?;
    page.notes.push(format!("won if {}; lost if {}", result.win_if, result.lose_if));
    page.notes.push(format!("campaign: {} ({}: {})", result.campaign_win, result.provenance, result.source));
    sheets.push(page);

    let (at, rows): (_, Vec<RankRow>) = book.list("rank")?;
    let rows = each(&at, Rank::ALL, rows, |row| row.name)?;
    let mut page = sheet("ranks", "Promotions", None, rows[0].provenance, &rows[0].source);
    page.head = text(["rank", "points"]);
    for row in &rows {
        at.in_row(row.name).says("officer", &row.officer, &row.name.is_officer())?;
        page.rows.push(vec![row.name.to_string(), row.points.to_string()]);
    }
    at.check(rows.is_sorted_by(|a, b| a.points < b.points), "each rank needs more points than the one below")?;
    let ranks = rows.map(|row| row.points);
    let (at, part): (_, PromotionPart) = book.part("promotion")?;
    at.says("steps_per_check", &part.steps_per_check, &1)?;
    at.says("at_most_once_per_calendar_month", &part.at_most_once_per_calendar_month, &true)?;
    page.notes.push(format!("{}; at most once a month ({}: {})", part.counts, part.provenance, part.source));
    sheets.push(page);

    let (medals, medal_mods) = medals(&mut book, sheets)?;

    let (at, part): (_, Ratings) = book.part("ratings")?;
    at.says("minimum", &part.minimum, &1)?;
    at.says("maximum", &part.maximum, &10)?;
    at.says("new_man", &part.new_man.as_str(), &"ceil(1D / 2)")?;
    let hint: Vec<Post> = part.assign_order_hint.iter().map(|l| l.0).collect();
    at.check(hint.len() == 5 && Post::ALL.iter().all(|p| hint.contains(p)), "assign_order_hint names each man once")?;
    let mut page = sheet("ratings", "Crew ratings", Some(hulldown_core::dice::D10), part.provenance, &part.source);
    page.head = text(["what", "how"]);
    page.rows.push(text(["a new man", &part.new_man]));
    page.rows.push(text(["improvement", &part.improve]));
    let order: Vec<&str> = hint.iter().map(|p| p.name()).collect();
    page.rows.push(text(["the best ratings go to", &order.join(", ")]));
    let (at, gyro): (_, Gyro) = book.part("gyrostabilizer")?;
    at.says("lost_with", &gyro.lost_with.as_str(), &"the gunner")?;
    at.within("needs_crew_rating_total", gyro.needs_crew_rating_total, 0..=50)?;
    let training = format!("crew total {} and a refit of {} days", gyro.needs_crew_rating_total, gyro.needs_refit_days);
    page.rows.push(text(["gyrostabilizer training", &training]));
    let gyro_hvss = gyro.needs_hvss.unwrap_or(false);
    if gyro_hvss {
        page.notes.push("gyrostabilizer: the tank needs HVSS besides".into());
    }
    page.notes.push(format!("gyrostabilizer: {} ({})", gyro.source, gyro.provenance));
    sheets.push(page);
    book.done()?;
    Ok(Career {
        scored,
        points,
        multipliers,
        ranks,
        medals,
        medal_mods,
        gyro_total: gyro.needs_crew_rating_total,
        gyro_hvss,
        long_refit: gyro.needs_refit_days,
    })
}

fn medals(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<([i16; 4], MedalMods), ChartError> {
    let (at, rows): (_, Vec<MedalRow>) = book.list("decoration")?;
    let rows = each(&at, Medal::ALL, rows, |row| row.name)?;
    at.check(rows.is_sorted_by(|a, b| a.needed < b.needed), "each medal needs more than the one below")?;
    let mut page = sheet("decorations", "Decorations", Some(D100), rows[0].provenance, &rows[0].source);
    page.head = text(["medal", "needed"]);
    page.rows = rows.iter().map(|row| vec![row.name.to_string(), format!("{} or more", row.needed)]).collect();
    let medals = rows.map(|row| row.needed);
    let (at, part): (_, MedalRoll) = book.part("decoration_roll")?;
    at.die(part.die, D100)?;
    at.says("rolls_per_day", &part.rolls_per_day, &1)?;
    at.says("awards_per_day", &part.awards_per_day, &1)?;
    let ids = [
        "points_scored_by_your_tank_today",
        "points_scored_by_friendly_forces_and_for_captured_territory_today",
        "you_pulled_a_crewman_from_a_tank_that_burned",
        "you_are_an_officer",
        "commander_hatch_open_during_a_collateral_damage_roll_today",
        "you_were_wounded_today",
        "month_is_november_or_december",
    ];
    let mods = super::read::named(&at, ids, part.modifiers, |m| &m.when)?;
    let mut values = [0; 7];
    for (n, m) in mods.iter().enumerate() {
        let at = at.in_row(&m.when);
        at.says("not_for", &m.not_for, &(n == 3).then_some(Medal::MedalOfHonor))?;
        values[n] = match &m.add {
            Add::Number(add) if n >= 2 => *add,
            Add::Points(words) if n < 2 => {
                let words_for = [(2, "2 x points"), (1, "points")];
                let found = words_for.iter().find(|(_, w)| w == words);
                found.map(|(times, _)| *times).ok_or_else(|| at.err("add is `points` or `2 x points`"))?
            }
            _ => return Err(at.err("points count by themselves, everything else by a number")),
        };
        let add = match &m.add {
            Add::Number(add) => format!("{add:+}"),
            Add::Points(words) => format!("plus {words}"),
        };
        page.notes.push(format!("{add}: {}", plain(&m.when)));
    }
    page.notes.push(format!("the roll: {D100}, with all that is added the highest medal reached"));
    page.notes.push(format!("{} ({})", part.source, part.provenance));
    let (at, awards): (_, Vec<AwardRow>) = book.list("automatic_award")?;
    for award in each(&at, Award::ALL, awards, |row| row.name)? {
        page.notes.push(format!("{} for {} ({}: {})", award.name, award.reason, award.provenance, award.source));
    }
    sheets.push(page);
    let [own_points, other_points, rescue, officer, exposed, wounded, late] = values;
    Ok((medals, MedalMods { own_points, other_points, rescue, officer, exposed, wounded, late }))
}
