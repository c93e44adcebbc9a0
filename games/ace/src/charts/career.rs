//! The career: awards, ranks, promotion, prestige and victory (A2), units, trophies and trades (W1, W2).

use super::read::{At, Grounds, Head, List, PlainDrm, array, each, plain, plain_drms};
use crate::words::{Award, Division, Lasts, PrestigeKind, Rank, Trade, Trophy, VictoryLevel};
use hulldown_core::chart::lay::{cells, fill, sheet};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D6, Dice};
use serde::Deserialize;

/// What A2 says of an award.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwardInfo {
    /// Its name.
    pub name: String,
    /// How often it brings a Prestige Point.
    pub prestige: PrestigeKind,
    /// Whether only the highest of its kind is given for a mission.
    pub heroism: bool,
    /// What it is given for.
    pub condition: String,
}

/// What earns a unit award: successes in a row, and tanks and SPGs destroyed in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitAward {
    /// Successful missions in a row.
    pub row: u8,
    /// Tanks and SPGs destroyed in them.
    pub tanks_spgs: u8,
}

/// What A2 says of a rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankInfo {
    /// Its name.
    pub name: String,
    /// The Crew Status Chart he uses.
    pub chart: String,
    /// Whether his tank has the radio for calls for fire.
    pub radio: bool,
}

/// Promotion: 1d6 at or below a number, every so many months.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The highest modified 1d6 that promotes.
    pub success_max: i8,
    /// Months of service between attempts.
    pub every_months: u8,
    /// Prestige Points for a promotion.
    pub prestige: u8,
    /// He holds the Medal of Honor.
    pub medal_of_honor_held: i8,
    /// For each DSC or Silver Star since the last attempt.
    pub each_dsc_or_silver_star: i8,
    /// He has Leadership.
    pub leadership: i8,
}

/// Prestige: where it starts and what its points buy.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prestige {
    /// Points at the start.
    pub start_points: u8,
    /// Level at the start.
    pub start_level: u8,
    /// The highest level.
    pub max_level: u8,
    /// Cost of a better tank after a loss.
    pub upgrade_after_loss: u8,
    /// Cost of a better tank for one that still runs.
    pub upgrade_operational: u8,
    /// Cost of getting a crewman back from hospital.
    pub recall_crewman: u8,
    /// Cost of field artillery at the start of a battle.
    pub field_artillery: u8,
    /// Where these figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
}

/// A2 flattened.
pub(super) struct Status {
    pub(super) awards: [AwardInfo; 9],
    pub(super) vua: UnitAward,
    pub(super) puc: UnitAward,
    pub(super) ranks: [RankInfo; 5],
    pub(super) promotion: Promotion,
    pub(super) prestige: Prestige,
    pub(super) victory_lows: [u16; 5],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatusFile {
    table: List,
    award: Vec<AwardRow>,
    unit_award: Vec<UnitAwardRow>,
    ranks: Grounds,
    rank: Vec<RankRow>,
    promotion: PromotionPart,
    promotion_drm: Vec<PlainDrm>,
    prestige: Prestige,
    victory: Grounds,
    victory_level: Vec<VictoryRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AwardRow {
    id: Award,
    name: String,
    order: u8,
    heroism: bool,
    condition: String,
    prestige: PrestigeKind,
    also: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitAwardRow {
    id: Award,
    name: String,
    row: u8,
    tanks_spgs: u8,
    prestige: PrestigeKind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RankRow {
    number: u8,
    id: Rank,
    name: String,
    chart: String,
    radio: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromotionPart {
    die: Dice,
    success: [i8; 2],
    every_months: u8,
    prestige: u8,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryRow {
    id: VictoryLevel,
    missions: [u16; 2],
}

const STATUS: &str = "awards.toml";

pub(super) fn status(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Status, ChartError> {
    let file: StatusFile = files.parse(STATUS)?;
    At::new(STATUS, "[table]").id(&file.table.id, "A2")?;
    let mut sheet = file.table.sheet();
    sheet.head = cells(["part", "item", "what", "prestige"]);

    let ids: [&str; 7] = std::array::from_fn(|i| Award::ALL[i].id());
    let at = At::new(STATUS, "[[award]]");
    let awards = each(&at, ids, file.award, |a| a.id.id())?;
    for (award, order) in awards.iter().zip(1..) {
        at.check(award.order == order, format_args!("the order of {} is {order}", award.id.id()))?;
    }
    let at = At::new(STATUS, "[[unit_award]]");
    let unit_awards = each(&at, [Award::Vua.id(), Award::Puc.id()], file.unit_award, |a| a.id.id())?;
    for award in &unit_awards {
        at.within(&format!("row of {}", award.id.id()), award.row, 1..=50)?;
        at.within(&format!("tanks_spgs of {}", award.id.id()), award.tanks_spgs, 0..=200)?;
    }
    let [vua, puc] = [0, 1].map(|i| UnitAward { row: unit_awards[i].row, tanks_spgs: unit_awards[i].tanks_spgs });
    let own = awards.map(|a| AwardInfo {
        name: a.name,
        prestige: a.prestige,
        heroism: a.heroism,
        condition: spelled(&a.also.map_or(a.condition.clone(), |also| format!("{}. {also}", a.condition))),
    });
    let of_unit = unit_awards.map(|a| AwardInfo {
        name: a.name,
        prestige: a.prestige,
        heroism: false,
        condition: spelled(&format!(
            "{} successful missions in a row, {} tanks_spgs destroyed in them",
            a.row, a.tanks_spgs
        )),
    });
    let awards = array(&at, own.into_iter().chain(of_unit).collect())?;
    let award = |a: &AwardInfo| {
        let part = if a.heroism { "award for heroism" } else { "award" };
        vec![part.into(), a.name.clone(), a.condition.clone(), a.prestige.to_string()]
    };
    sheet.rows.extend(awards.iter().map(award));

    let ranks = ranks(file.rank)?;
    sheet.rows.extend(ranks.iter().map(|r| {
        let radio = if r.radio { ", SCR 506 radio" } else { "" };
        vec!["rank".into(), r.name.clone(), format!("chart {}{radio}", r.chart), String::new()]
    }));
    let Grounds { provenance, source } = &file.ranks;
    sheet.notes.push(format!("ranks ({provenance}: {source})"));

    let promotion = promotion(&file.promotion, file.promotion_drm, &mut sheet)?;
    let prestige = file.prestige;
    let at = At::new(STATUS, "[prestige]");
    at.within("max_level", prestige.max_level, 0..=20)?;
    at.within("start_level", prestige.start_level, 0..=i32::from(prestige.max_level))?;
    let costs = [
        ("start_points", prestige.start_points),
        ("upgrade_after_loss", prestige.upgrade_after_loss),
        ("upgrade_operational", prestige.upgrade_operational),
        ("recall_crewman", prestige.recall_crewman),
        ("field_artillery", prestige.field_artillery),
    ];
    for (name, points) in costs {
        at.within(name, points, 0..=20)?;
        sheet.rows.push(cells(["prestige", &plain(name), &format!("Prestige Points: {points}"), ""]));
    }
    let levels = format!("{} to {}", prestige.start_level, prestige.max_level);
    sheet.rows.push(cells(["prestige", "levels", &levels, ""]));
    sheet.notes.push(format!("prestige ({}: {})", prestige.provenance, prestige.source));

    let victory_lows = victory(&file.victory, file.victory_level, &mut sheet)?;
    sheets.push(sheet);
    Ok(Status { awards, vua, puc, ranks, promotion, prestige, victory_lows })
}

/// The counts conditions speak of, in plain words.
fn spelled(condition: &str) -> String {
    condition.replace("vehicles_at", "vehicles and AT guns").replace("tanks_spgs", "tanks and SPGs")
}

fn ranks(rows: Vec<RankRow>) -> Result<[RankInfo; 5], ChartError> {
    let at = At::new(STATUS, "[[rank]]");
    let rows = each(&at, Rank::ALL.map(Rank::id), rows, |r| r.id.id())?;
    for (rank, number) in rows.iter().zip(1..) {
        at.check(rank.number == number, format_args!("the number of {} is {number}", rank.id.id()))?;
        let chart = if rank.id.is_officer() { "A2a" } else { "A2" };
        at.check(rank.chart == chart, format_args!("the chart of {} is {chart}", rank.id.id()))?;
    }
    Ok(rows.map(|r| RankInfo { name: r.name, chart: r.chart, radio: r.radio }))
}

fn promotion(part: &PromotionPart, drms: Vec<PlainDrm>, sheet: &mut ChartSheet) -> Result<Promotion, ChartError> {
    let at = At::new(STATUS, "[promotion]");
    at.die(part.die, D6)?;
    let success_max = at.up_to("success", part.success, D6)?;
    at.within("every_months", part.every_months, 1..=11)?;
    at.within("prestige", part.prestige, 0..=20)?;
    let ids = ["medal_of_honor_held", "each_dsc_or_silver_star_this_period", "leadership"];
    let drms = plain_drms(&At::new(STATUS, "[[promotion_drm]]"), ids, drms)?;
    let when = format!("every {} months: {D6} at or below {success_max}", part.every_months);
    sheet.rows.push(cells(["promotion", "to the next rank", &when, &format!("{} each", part.prestige)]));
    sheet.notes.push(format!("promotion ({}: {})", part.provenance, part.source));
    sheet.notes.extend(drms.notes.iter().map(|note| format!("promotion {note}")));
    let [medal_of_honor_held, each_dsc_or_silver_star, leadership] = drms.values;
    Ok(Promotion {
        success_max,
        every_months: part.every_months,
        prestige: part.prestige,
        medal_of_honor_held,
        each_dsc_or_silver_star,
        leadership,
    })
}

fn victory(grounds: &Grounds, rows: Vec<VictoryRow>, sheet: &mut ChartSheet) -> Result<[u16; 5], ChartError> {
    let at = At::new(STATUS, "[[victory_level]]");
    let rows = each(&at, VictoryLevel::ALL.map(VictoryLevel::id), rows, |v| v.id.id())?;
    let mut next = 0;
    for row in &rows {
        let [low, high] = row.missions;
        let fits = low == next && high >= low;
        at.check(fits, format_args!("missions of {} run from {low} to {high}, must begin at {next}", row.id.id()))?;
        next = high.saturating_add(1);
        let last = row.id == VictoryLevel::Decisive;
        let missions = if last { format!("{low} or more") } else { format!("{low} to {high}") };
        let name = row.id.name();
        sheet.rows.push(cells(["victory", name, &format!("{missions} successful missions"), ""]));
    }
    sheet.notes.push(format!("victory ({}: {})", grounds.provenance, grounds.source));
    Ok(rows.map(|v| v.missions[0]))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    table: Head,
    row: Vec<UnitRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    roll: [i8; 2],
    unit: String,
}

pub(super) fn divisions(
    files: &Files,
    sheets: &mut Vec<ChartSheet>,
) -> Result<(DieTable<Division>, Vec<String>), ChartError> {
    const FILE: &str = "units.toml";
    let file: UnitFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "UNITS")?;
    let at = At::new(FILE, "[[row]]");
    let count = Division::COUNT;
    at.check(file.row.len() == count, format_args!("there are {count} units, not {}", file.row.len()))?;
    for (n, row) in file.row.iter().enumerate() {
        let fresh = !row.unit.is_empty() && file.row[..n].iter().all(|other| other.unit != row.unit);
        at.check(fresh, format_args!("row {}: the name `{}` is empty or given twice", n + 1, row.unit))?;
    }
    let rows: Vec<_> = file.row.iter().zip(0..).map(|(row, n)| (row.roll, Division(n))).collect();
    let table = at.table(file.table.die, &rows)?;
    let names: Vec<String> = file.row.into_iter().map(|row| row.unit).collect();
    let mut sheet = file.table.sheet();
    fill(&mut sheet, &["unit"], std::slice::from_ref(&table), |d| names[d.index()].clone());
    sheets.push(sheet);
    Ok((table, names))
}

/// A trophy and what it is worth in trade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrophyInfo {
    /// Its name.
    pub name: String,
    /// Its value in points.
    pub value: u8,
    /// What else it can do.
    pub special: Option<String>,
}

/// What trophies buy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TradeInfo {
    /// Its name.
    pub name: String,
    /// Its price in points.
    pub cost: u8,
    /// How long it lasts.
    pub lasts: Lasts,
    /// What it does.
    pub effect: String,
}

/// W1 and W2 flattened.
pub(super) struct Trophies {
    pub(super) w1: DieTable<Option<Trophy>>,
    pub(super) trophy: [TrophyInfo; 8],
    pub(super) trade: [TradeInfo; 10],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrophyFile {
    w1: Head,
    w1_row: Vec<FindRow>,
    trophy: Vec<TrophyRow>,
    w2: List,
    trade: Vec<TradeRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindRow {
    roll: [i8; 2],
    item: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrophyRow {
    id: Trophy,
    name: String,
    value: u8,
    special: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TradeRow {
    id: Trade,
    name: String,
    cost: u8,
    lasts: Lasts,
    effect: String,
}

pub(super) fn trophies(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Trophies, ChartError> {
    const FILE: &str = "w1_w2_trophies.toml";
    let file: TrophyFile = files.parse(FILE)?;
    At::new(FILE, "[w1]").id(&file.w1.id, "W1")?;
    At::new(FILE, "[w2]").id(&file.w2.id, "W2")?;
    let at = At::new(FILE, "[[w1_row]]");
    let mut rows = Vec::new();
    for (n, row) in file.w1_row.iter().enumerate() {
        let item = match (row.item.as_str(), Trophy::from_id(&row.item)) {
            ("none", _) => None,
            (_, Some(trophy)) => Some(trophy),
            (item, None) => return Err(at.err(format_args!("row {}: no trophy `{item}`", n + 1))),
        };
        rows.push((row.roll, item));
    }
    let w1 = at.table(file.w1.die, &rows)?;
    let at = At::new(FILE, "[[trophy]]");
    let trophy = each(&at, Trophy::ALL.map(Trophy::id), file.trophy, |t| t.id.id())?;
    for t in &trophy {
        at.within(&format!("value of {}", t.id.id()), t.value, 0..=20)?;
    }
    let trophy = trophy.map(|t| TrophyInfo { name: t.name, value: t.value, special: t.special });
    let at = At::new(FILE, "[[trade]]");
    let trade = each(&at, Trade::ALL.map(Trade::id), file.trade, |t| t.id.id())?;
    for t in &trade {
        at.within(&format!("cost of {}", t.id.id()), t.cost, 1..=50)?;
    }
    let trade = trade.map(|t| TradeInfo { name: t.name, cost: t.cost, lasts: t.lasts, effect: t.effect });

    let mut finds = file.w1.sheet();
    fill(&mut finds, &["trophy"], std::slice::from_ref(&w1), |item| match item {
        Some(t) => format!("{} ({})", trophy[t.index()].name, trophy[t.index()].value),
        None => "nothing".into(),
    });
    let special = |t: &TrophyInfo| t.special.as_ref().map(|s| format!("{}: {s}", t.name));
    finds.notes.push("the value in trade stands behind each trophy".into());
    finds.notes.extend(trophy.iter().filter_map(special));
    let mut trades = sheet("W2", &file.w2.title, None, file.w2.provenance, &file.w2.source);
    trades.head = cells(["item", "cost", "lasts", "effect"]);
    let row = |t: &TradeInfo| vec![t.name.clone(), t.cost.to_string(), t.lasts.to_string(), t.effect.clone()];
    trades.rows = trade.iter().map(row).collect();
    sheets.extend([finds, trades]);
    Ok(Trophies { w1, trophy, trade })
}
