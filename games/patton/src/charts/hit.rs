//! When the Sherman is hit: `tables_tank_hit.toml`.

use super::enemy::{EnemyHit, EnemyKill};
use super::lay::{cells as text, fill, sheet};
use super::read::{
    Book, Column, Die, Letter, Plain, Row, When, array, cells, each, named, only, signed, table, try_map, whens,
};
use crate::words::{Bail, BrewCause, Chassis, Collateral, HitSide, Location, Post, Wound};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D10, D100};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Tank Explosion (19.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explosion {
    /// This or more explodes.
    pub at: i8,
    /// A hull hit.
    pub hull: i8,
    /// Hit by an 88L or 88LL.
    pub heavy_gun: i8,
    /// Each two extra rounds on board, or part of two.
    pub per_two_rounds: i8,
    /// No wet stowage.
    pub dry: i8,
}

/// Modifiers of the Wounds table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WoundMods {
    /// A minefield.
    pub mine: i8,
    /// Harassing fire into swept close zones with no infantry nearer than long range.
    pub harassed: i8,
    /// Collateral damage while firing the AA MG or a submachine gun.
    pub exposed_firing: i8,
}

/// Bail Out (19.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BailOut {
    /// A serious wound that lets him try.
    pub serious: i8,
    /// The loader without a hatch of his own.
    pub no_hatch: i8,
    /// This or more fails.
    pub fails_from: i8,
}

/// All of this file.
pub(super) struct TankHit {
    pub(super) enemy_hit: EnemyHit,
    pub(super) enemy_kill: EnemyKill,
    pub(super) location: [DieTable<Location>; 2],
    pub(super) collateral: DieTable<Collateral>,
    pub(super) explosion: Explosion,
    pub(super) wound_effects: [[i8; 5]; 10],
    pub(super) wounds: DieTable<Wound>,
    pub(super) wound_mods: WoundMods,
    pub(super) recovers: i8,
    pub(super) bail: BailOut,
    pub(super) brew_up: [[i8; 4]; 2],
}

table! { LocationTable { column: Vec<Column<String, Row<Location>>>, } }
table! { CollateralTable { column: Vec<Plain<CollateralRow>>, } }
table! { WoundsTable { natural_100: String, modifiers: Vec<WoundMod>, column: Vec<Plain<WoundRow>>, } }
table! { BailTable { modifiers: Vec<When>, column: Vec<Plain<Row<bool>>>, } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CollateralRow {
    roll: [i8; 2],
    effect: String,
    crew: Option<Letter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CollateralText {
    effect: String,
    text: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplosionPart {
    die: Die,
    explodes_at: i8,
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    modifiers: Vec<When>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectRow {
    location: HitSide,
    mods: BTreeMap<String, i8>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WoundMod {
    when: String,
    add: Option<i8>,
    by: Option<String>,
    subtract: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WoundRow {
    roll: [i8; 2],
    wound: String,
    incapacitated: bool,
    weeks_out: i8,
    weeks_die: Option<Die>,
    bail: Bail,
    only_for: Option<Vec<String>>,
    otherwise: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnconsciousPart {
    recover_die: Die,
    recovers_on: [i8; 2],
    when: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BrewPart {
    die: Die,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    note: String,
    rows: Vec<BrewRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BrewRow {
    cause: BrewCause,
    #[serde(rename = "M4")]
    m4: i8,
    #[serde(rename = "M4A1")]
    m4a1: i8,
    #[serde(rename = "M4A3")]
    m4a3: i8,
    wet: i8,
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<TankHit, ChartError> {
    let mut book = Book::open(files, "tables_tank_hit.toml")?;
    let enemy_hit = super::enemy::to_hit(&mut book, sheets)?;
    let enemy_kill = super::enemy::to_kill(&mut book, sheets)?;

    let (at, t): (_, LocationTable) = book.table("hit_location")?;
    let mut page = t.sheet("Hit Location");
    let (die, clamp) = (t.die, t.clamp());
    let found = named(&at, ["normal", "hull_down"], t.column, |c| &c.key)?;
    let location = try_map(found, |c| at.column(die, clamp, &cells(&c.rows)))?;
    fill(&mut page, &["target", "hull down target"], &location.each_ref(), |l| l.to_string());
    sheets.push(page);

    let collateral = collateral(&mut book, sheets)?;
    let explosion = explosion(&mut book, sheets)?;
    let wound_effects = wound_effects(&mut book, sheets)?;
    let (wounds, wound_mods, recovers) = wounds(&mut book, sheets)?;

    let (at, t): (_, BailTable) = book.table("bail_out")?;
    at.die(t.die, D10)?;
    let mut page = t.sheet("Bail Out");
    let (die, clamp) = (t.die, t.clamp());
    page.notes.extend(t.modifiers.iter().map(|m| signed(m.add, &m.when)));
    let [serious, no_hatch] = whens(&at, ["serious_wound_88_92", "loader_without_a_loader_hatch"], t.modifiers)?;
    let table = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    let [low, high] = table.span();
    let fails_from = (low..=high).find(|roll| !table.at(*roll)).unwrap_or(high + 1);
    at.check((fails_from..=high).all(|roll| !table.at(roll)), "high rolls must be the failures")?;
    fill(&mut page, &["result"], &[&table], |out| if out { "out".into() } else { "trapped".into() });
    sheets.push(page);

    let (at, part): (_, BrewPart) = book.part("brew_up")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    let rows = each(&at, BrewCause::ALL, part.rows, |row| row.cause)?;
    let mut page = sheet("brew_up", "Brew Up", Some(D100), part.provenance, &part.source);
    let heads = std::iter::once("cause").chain(Chassis::ALL.map(Chassis::name)).chain(["wet stowage"]);
    page.head = heads.map(String::from).collect();
    let brew_up = try_map(rows, |row| {
        let numbers = [row.m4, row.m4a1, row.m4a3, row.wet];
        for number in numbers {
            at.within("number", number, 0..=100)?;
        }
        Ok(numbers)
    })?;
    for (cause, numbers) in BrewCause::ALL.iter().zip(brew_up) {
        page.rows.push(std::iter::once(cause.to_string()).chain(numbers.map(|n| n.to_string())).collect());
    }
    page.notes = vec![part.note, format!("rules {}", part.rules.join(", "))];
    sheets.push(page);
    book.done()?;
    Ok(TankHit {
        enemy_hit,
        enemy_kill,
        location,
        collateral,
        explosion,
        wound_effects,
        wounds,
        wound_mods,
        recovers,
        bail: BailOut { serious, no_hatch, fails_from },
        brew_up,
    })
}

fn collateral(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<DieTable<Collateral>, ChartError> {
    let (at, t): (_, CollateralTable) = book.table("collateral_damage")?;
    let mut page = t.sheet("Collateral Damage");
    let (die, clamp) = (t.die, t.clamp());
    let mut rows = Vec::new();
    for (n, row) in only(&at, t.column)?.into_iter().enumerate() {
        let at = at.in_row(n + 1);
        use Post::{Assistant, Commander, Driver, Gunner, Loader};
        let effect = match (row.effect.as_str(), row.crew.map(|letter| letter.0)) {
            ("none", None) => Collateral::None,
            ("gun_sight_broken", None) => Collateral::GunSight,
            ("aa_mg_broken", None) => Collateral::AaMg,
            ("periscope_broken", Some(Driver)) => Collateral::PeriscopeD,
            ("periscope_broken", Some(Assistant)) => Collateral::PeriscopeA,
            ("periscope_broken", Some(Gunner)) => Collateral::PeriscopeG,
            ("periscope_broken", Some(Loader)) => Collateral::PeriscopeL,
            ("periscope_broken", Some(Commander)) => Collateral::PeriscopeC,
            ("wounds_if_hatch_open", Some(Driver)) => Collateral::WoundD,
            ("wounds_if_hatch_open", Some(Assistant)) => Collateral::WoundA,
            ("wounds_if_hatch_open", Some(Loader)) => Collateral::WoundL,
            ("wounds_if_hatch_open", Some(Commander)) => Collateral::WoundC,
            (effect, _) => return Err(at.err(format_args!("`{effect}` for this man is not known"))),
        };
        rows.push((row.roll, effect));
    }
    let collateral = at.column(die, clamp, &rows)?;
    fill(&mut page, &["effect"], &[&collateral], |c| c.to_string());
    let (at, texts): (_, Vec<CollateralText>) = book.list("collateral_effect")?;
    let texts = named(&at, ["periscope_broken", "gun_sight_broken", "aa_mg_broken"], texts, |t| &t.effect)?;
    page.notes.extend(texts.iter().map(|t| format!("{} ({}: {})", t.text, t.provenance, t.source)));
    sheets.push(page);
    Ok(collateral)
}

fn explosion(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<Explosion, ChartError> {
    let (at, part): (_, ExplosionPart) = book.part("tank_explosion")?;
    at.die(part.die, D100)?;
    at.within("explodes_at", part.explodes_at, 1..=120)?;
    let ids = ["hull_hit", "hit_by_88L_or_88LL", "each_2_extra_rounds_on_board_round_up", "no_wet_stowage"];
    let mut page = sheet("tank_explosion", "Tank Explosion", Some(D100), part.provenance, &part.source);
    page.head = text(["roll", "result"]);
    page.rows.push(vec![format!("{} or more", part.explodes_at), "the tank explodes, all aboard are killed".into()]);
    page.notes = part.modifiers.iter().map(|m| signed(m.add, &m.when)).collect();
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    let [hull, heavy_gun, per_two_rounds, dry] = whens(&at, ids, part.modifiers)?;
    Ok(Explosion { at: part.explodes_at, hull, heavy_gun, per_two_rounds, dry })
}

fn wound_effects(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<[[i8; 5]; 10], ChartError> {
    let (at, rows): (_, Vec<EffectRow>) = book.list("crew_wound_effect")?;
    let rows = each(&at, HitSide::ALL, rows, |row| row.location)?;
    let mut effects = [[0; 5]; 10];
    let grounds = (rows[0].provenance, rows[0].source.clone());
    let mut page = sheet("crew_wound_effect", "Hit Location Crew Wound Effects", None, grounds.0, &grounds.1);
    page.head = std::iter::once("hit").chain(Post::ALL.map(Post::name)).map(String::from).collect();
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(row.location.id());
        for (letter, add) in &row.mods {
            let post =
                Post::from_letter(letter).ok_or_else(|| at.err(format_args!("no crewman `{letter}` is known")))?;
            at.within(letter, *add, -100..=100)?;
            effects[n][post.index()] = *add;
        }
        let cells = effects[n].map(hulldown_core::chart::lay::modifier);
        page.rows.push(std::iter::once(row.location.to_string()).chain(cells).collect());
        if row.source != grounds.1 && row.source != "as above" {
            page.notes.push(format!("{}: {} ({})", row.location, row.source, row.provenance));
        }
    }
    sheets.push(page);
    Ok(effects)
}

fn wounds(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<(DieTable<Wound>, WoundMods, i8), ChartError> {
    let (at, t): (_, WoundsTable) = book.table("wounds")?;
    at.says("natural_100", &t.natural_100.as_str(), &"killed")?;
    let mut page = t.sheet("Wounds");
    let (die, clamp) = (t.die, t.clamp());
    at.die(die, D100)?;
    let ids = [
        "tank_knocked_out_first_roll",
        "after_bail_out_or_rescue_attempt",
        "minefield_attack",
        "harassing_fire_and_all_non_us_close_zones_under_advancing_fire_and_no_lw_or_mg_nearer_than_long",
        "collateral_damage_while_firing_aa_mg_or_sub_mg",
    ];
    let mods = named(&at, ids, t.modifiers, |m| &m.when)?;
    at.says("by of the first roll", &mods[0].by.as_deref(), &Some("crew_wound_effect"))?;
    at.says("subtract of the second", &mods[1].subtract.as_deref(), &Some("rating of the man rolling"))?;
    for (n, m) in mods.iter().enumerate() {
        let alone = [m.add.is_some(), m.by.is_some(), m.subtract.is_some()].iter().filter(|b| **b).count() == 1;
        at.in_row(&m.when).check(alone && (m.add.is_some() == (n >= 2)), "is not as the rules have it")?;
        if let Some(add) = m.add {
            at.within(&m.when, add, -100..=100)?;
            page.notes.push(signed(add, &m.when));
        }
    }
    page.notes.push("the first roll in a knocked out tank: Hit Location Crew Wound Effects".into());
    page.notes.push("after bailing out or a rescue: minus his rating".into());
    page.notes.push("a natural 100 always kills".into());
    page.notes.push(format!("weeks in hospital: the number rolled with {D10}"));
    let [mine, harassed, exposed_firing] = [2, 3, 4].map(|n| mods[n].add.unwrap_or(0));
    // What each row must be: the words of the rules, only the numbers are the table's.
    let needed = [
        (Wound::NearMiss, "near_miss", false, 0, false, Bail::Normal),
        (Wound::Unconscious, "unconscious", true, 0, false, Bail::Cannot),
        (Wound::Light, "light", false, 0, false, Bail::Normal),
        (Wound::LightWeek, "light", true, 1, false, Bail::Normal),
        (Wound::SeriousWeeks, "serious", true, 0, true, Bail::PlusTwo),
        (Wound::SentHome, "serious", true, -1, false, Bail::Cannot),
        (Wound::Killed, "killed", true, -1, false, Bail::Cannot),
    ];
    let rows: [WoundRow; 7] = array(&at, only(&at, t.column)?)?;
    let mut cells = Vec::new();
    for (row, (wound, word, out, weeks, rolls, bail)) in rows.iter().zip(needed) {
        let at = at.in_row(wound);
        at.says("wound", &row.wound.as_str(), &word)?;
        at.says("incapacitated", &row.incapacitated, &out)?;
        at.says("weeks_out", &row.weeks_out, &weeks)?;
        at.says("weeks_die", &row.weeks_die, &rolls.then_some(Die(D10)))?;
        at.says("bail", &row.bail, &bail)?;
        let only_for =
            (wound == Wound::Unconscious).then(|| ["gunfire_knock_out", "minefield"].map(String::from).to_vec());
        at.says("only_for", &row.only_for, &only_for)?;
        let otherwise = (wound == Wound::Unconscious).then_some("light_wound_no_effect");
        at.says("otherwise", &row.otherwise.as_deref(), &otherwise)?;
        cells.push((row.roll, wound));
    }
    let table = at.column(die, clamp, &cells)?;
    fill(&mut page, &["wound"], &[&table], |w| w.to_string());
    page.head.push("bail out".into());
    for (row, (.., bail)) in page.rows.iter_mut().zip(needed) {
        row.push(bail.to_string());
    }
    let (at, part): (_, UnconsciousPart) = book.part("unconscious")?;
    at.die(part.recover_die, D10)?;
    let recovers = at.up_to("recovers_on", part.recovers_on, D10)?;
    let (when, grounds, source) = (part.when, part.provenance, part.source);
    page.notes.push(format!("an unconscious man comes round on 1-{recovers}, {when} ({grounds}: {source})"));
    sheets.push(page);
    Ok((table, WoundMods { mine, harassed, exposed_firing }, recovers))
}

impl Wound {
    /// Whether he may bail out of a knocked out tank (19.13, R73).
    pub const fn bail(self) -> Bail {
        match self {
            Wound::NearMiss | Wound::Light | Wound::LightWeek => Bail::Normal,
            Wound::SeriousWeeks => Bail::PlusTwo,
            Wound::Unconscious | Wound::SentHome | Wound::Killed => Bail::Cannot,
        }
    }

    /// Whether he can do nothing more today.
    pub const fn incapacitates(self) -> bool {
        !matches!(self, Wound::NearMiss | Wound::Light)
    }
}
