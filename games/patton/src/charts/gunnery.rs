//! The Sherman's own fire: `gunnery.toml`.

use super::heads::{blast, shot};
use super::lay::{by_range, cells as text, fill, sheet};
use super::read::{At, Book, Die, Letter, Plain, Row, cells, named, only, percentages, plain, signed, signed3, table};
use crate::words::{Fire, Gun, Hit, MgUse, Range, Repair, Size, Target, Weapon};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::D100;
use serde::Deserialize;

/// Numbers for close, medium and long range.
pub type ByRange = [i8; 3];

/// To Hit Target (9.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToHit {
    /// The basic number: by way of fire, gun (75 or 76L) and target.
    base: [[[ByRange; 2]; 2]; 2],
    /// The first shot at a new target without a commander directing from an open hatch.
    pub first_shot: i8,
    /// Acquired 1 and 2.
    pub acquired: [ByRange; 2],
    /// The target moves: vehicles.
    pub target_moving: ByRange,
    /// Each sector turned before firing.
    pub per_sector: i8,
    /// The target is an 88LL AT gun.
    pub gun_88ll: i8,
    /// The target is a 50L or 75L AT gun.
    pub gun_small: i8,
    /// Aiming at the tracks (R27).
    pub immobilize: ByRange,
    /// By the target's size: direct fire at vehicles.
    pub size: [ByRange; 4],
    /// The Sherman moves or pivots: direct fire.
    pub moving: i8,
    /// Target in woods: direct fire.
    pub woods: ByRange,
    /// Target in a building: direct fire at infantry.
    pub building: ByRange,
    /// Target in a fortification: direct fire at infantry.
    pub fort: ByRange,
    /// The highest natural roll that is a critical hit.
    pub critical: i8,
    /// The lowest natural roll that is a malfunction.
    pub malfunction: i8,
}

impl ToHit {
    /// The basic number; the 17-pounder uses the rows of the 76L.
    #[inline]
    pub fn base(&self, fire: Fire, gun: Gun, target: Target, range: Range) -> i8 {
        self.base[fire.index()][gun.charted().index()][target.index()][range.index()]
    }
}

/// Modifiers of the Rate of Fire (9.41); ratings are subtracted besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateOfFire {
    /// The reload comes from the ready rack.
    pub rack: i8,
    /// The assistant driver passes ammo and it does not.
    pub pass: i8,
    /// His rating is taken off instead: another reading of the sheet (R23).
    pub pass_by_rating: bool,
    /// A miss gives another shot as well as a hit (R32); another reading ends the firing with it.
    pub after_a_miss: bool,
}

/// To Kill Infantry Targets (9.51). Pairs are for a normal and a critical hit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KillInfantry {
    base: [[[i8; 2]; 2]; 2],
    /// Target in a building; not for a normal hit by direct fire.
    pub building: [i8; 2],
    /// Target in woods; not for a normal hit by direct fire.
    pub woods: [i8; 2],
    /// Target in a fortification; not for a normal hit by direct fire.
    pub fort: [i8; 2],
    /// An AT gun; a critical hit on one kills by itself.
    pub at_gun: i8,
    /// Moving in the open.
    pub moving_in_open: [i8; 2],
    /// Mud or deep snow.
    pub soft_ground: [i8; 2],
}

impl KillInfantry {
    /// The basic number; the 17-pounder uses the rows of the 76L.
    #[inline]
    pub fn base(&self, gun: Gun, fire: Fire, hit: Hit) -> i8 {
        self.base[gun.charted().index()][fire.index()][hit.index()]
    }
}

/// All of this file.
pub(super) struct Gunnery {
    pub(super) to_hit: ToHit,
    pub(super) rate_of_fire: RateOfFire,
    pub(super) gun_rate: [i8; 3],
    pub(super) kill_infantry: KillInfantry,
    pub(super) mg: super::mg::MgFire,
    pub(super) mg_advancing: DieTable<MgUse>,
    pub(super) repair: DieTable<Repair>,
    pub(super) repair_broken: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToHitPart {
    die: Die,
    clamp: [i8; 2],
    natural_critical: [i8; 2],
    natural_malfunction: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<ToHitRow>,
    halve_base: Vec<String>,
    fog_or_falling_snow_max_range: Range,
    modifiers: Vec<FireMod>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToHitRow {
    fire: Fire,
    gun: Gun,
    target: Target,
    base: ByRange,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FireMod {
    when: String,
    fires: Vec<Fire>,
    targets: Vec<Target>,
    add_by_range: Option<ByRange>,
    subtract_rating: Option<Letter>,
}

const SMOKE_HALVES: [&str; 2] = ["each_smoke_marker_on_tank_in_target_zone_or_between", "fog_or_falling_snow"];

/// Smoke and thick weather halve the same way on every table.
pub(super) fn halves(at: &At, given: &[String], range: Range) -> Result<(), ChartError> {
    at.says("halve_base", &given, &SMOKE_HALVES.map(String::from).as_slice())?;
    at.says("fog_or_falling_snow_max_range", &range, &Range::Close)
}

fn to_hit(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<ToHit, ChartError> {
    let (at, part): (_, ToHitPart) = book.part("to_hit")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    halves(&at, &part.halve_base, part.fog_or_falling_snow_max_range)?;
    let mut base = [[[None; 2]; 2]; 2];
    let mut page = sheet("to_hit", "To Hit Target", Some(D100), part.provenance, &part.source);
    page.head = text(["shot", "close", "medium", "long"]);
    for row in &part.rows {
        at.check(row.gun != Gun::G76ll, "the 17-pounder uses the rows of the 76L")?;
        let numbers = percentages(&at, "base", row.base, 0)?;
        let cell = &mut base[row.fire.index()][row.gun.index()][row.target.index()];
        at.check(
            cell.replace(numbers).is_none(),
            format_args!("{} {} {} is given twice", row.fire, row.gun, row.target),
        )?;
        page.rows.push(by_range(shot(row.fire, row.gun, row.target), row.base));
    }
    at.says("the number of rows", &part.rows.len(), &8)?;
    let base = base.map(|guns| guns.map(|targets| targets.map(Option::unwrap_or_default)));
    use Target::{Infantry, Vehicle};
    let (both, direct) = (&[Fire::Direct, Fire::Area][..], &[Fire::Direct][..]);
    let (all, vehicle, infantry) = (&[Infantry, Vehicle][..], &[Vehicle][..], &[Infantry][..]);
    let needed: [(&str, &[Fire], &[Target]); 18] = [
        ("first_shot_at_new_target_and_commander_not_directing_from_open_hatch", both, all),
        ("acquired_1", both, all),
        ("acquired_2", both, all),
        ("target_moving", both, vehicle),
        ("rotate_and_fire_per_sector_turned", both, all),
        ("target_is_88LL_at_gun", both, infantry),
        ("target_is_50L_or_75L_at_gun", both, infantry),
        ("deliberate_immobilization", direct, vehicle),
        ("target_size_S", direct, vehicle),
        ("target_size_L", direct, vehicle),
        ("target_size_VL", direct, vehicle),
        ("sherman_moving_or_pivoting", direct, all),
        ("target_in_woods", direct, all),
        ("target_in_building", direct, infantry),
        ("target_in_fortification", direct, infantry),
        ("gunner", both, all),
        ("loader_on_load", both, all),
        ("commander_directing_main_gun_fire", both, all),
    ];
    let mods = named(&at, needed.map(|n| n.0), part.modifiers, |m| &m.when)?;
    let letters = ["G", "L", "C"];
    let mut adds = [[0; 3]; 15];
    for (n, (m, (_, fires, targets))) in mods.iter().zip(needed).enumerate() {
        let at = at.in_row(&m.when);
        at.says("fires", &m.fires.as_slice(), &fires)?;
        at.says("targets", &m.targets.as_slice(), &targets)?;
        match (m.add_by_range, m.subtract_rating) {
            (Some(add), None) if n < 15 => {
                adds[n] = percentages(&at, "add_by_range", add, -100)?;
                let all = if targets.len() < 2 { format!(" ({} only)", targets[0]) } else { String::new() };
                let fire = if fires.len() < 2 { ", direct fire" } else { "" };
                page.notes.push(format!("{}{fire}{all}", signed3(add, &m.when)));
            }
            (None, Some(letter)) if n >= 15 => {
                at.says("subtract_rating", &letter.0.letter(), &letters[n - 15])?;
                page.notes.push(format!("minus the rating: {}", plain(&m.when)));
            }
            _ => return Err(at.err("needs either add_by_range or subtract_rating, as the rules have it")),
        }
    }
    let same = |n: usize| {
        let [close, medium, long] = adds[n];
        at.in_row(needed[n].0).check(close == medium && medium == long, "is the same at every range")?;
        Ok::<i8, ChartError>(close)
    };
    let critical = at.up_to("natural_critical", part.natural_critical, D100)?;
    let malfunction = at.from("natural_malfunction", part.natural_malfunction, D100)?;
    page.notes.push(format!("natural 1-{critical} is a critical hit, natural {malfunction}-100 a malfunction"));
    page.notes.push("smoke in the way and thick weather halve the number, once each".into());
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    Ok(ToHit {
        base,
        first_shot: same(0)?,
        acquired: [adds[1], adds[2]],
        target_moving: adds[3],
        per_sector: same(4)?,
        gun_88ll: same(5)?,
        gun_small: same(6)?,
        immobilize: adds[7],
        size: {
            let mut size = [[0; 3]; 4];
            size[Size::Small.index()] = adds[8];
            size[Size::Large.index()] = adds[9];
            size[Size::VeryLarge.index()] = adds[10];
            size
        },
        moving: same(11)?,
        woods: adds[12],
        building: adds[13],
        fort: adds[14],
        critical,
        malfunction,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatePart {
    die: String,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    base: GunRates,
    modifiers: Vec<RateMod>,
    /// Left out in the shipped file, where a miss lets the crew fire on.
    after_a_miss: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GunRates {
    gun_75: i8,
    #[serde(rename = "gun_76L")]
    gun_76l: i8,
    #[serde(rename = "gun_76LL")]
    gun_76ll: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RateMod {
    when: String,
    add: Option<i8>,
    subtract_rating: Option<Letter>,
}

fn rate_of_fire(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<(RateOfFire, [i8; 3]), ChartError> {
    let (at, part): (_, RatePart) = book.part("rate_of_fire")?;
    at.says("die", &part.die.as_str(), &"the To Hit roll")?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    let ids =
        ["gunner", "loader_on_load", "reload_from_ready_rack", "assistant_passing_ammo_and_reload_not_from_ready_rack"];
    let mods = named(&at, ids, part.modifiers, |m| &m.when)?;
    let pass_by_rating = mods[3].subtract_rating.is_some();
    for (m, letter) in mods.iter().zip([Some("G"), Some("L"), None, pass_by_rating.then_some("A")]) {
        let at = at.in_row(&m.when);
        at.says("subtract_rating", &m.subtract_rating.map(|l| l.0.letter()), &letter)?;
        at.check(m.add.is_some() == letter.is_none(), "needs either add or subtract_rating, as the rules have it")?;
    }
    let [rack, pass] = [2, 3].map(|n| mods[n].add.unwrap_or(0));
    let rates = [part.base.gun_75, part.base.gun_76l, part.base.gun_76ll];
    let mut page = sheet("rate_of_fire", "Rate of Fire", Some(D100), part.provenance, &part.source);
    page.head = text(["gun", "another shot at"]);
    for (gun, rate) in Gun::ALL.iter().zip(rates) {
        at.within(gun.id(), rate, 0..=100)?;
        page.rows.push(vec![gun.to_string(), format!("{rate} or less")]);
    }
    page.notes.push("minus the ratings of the gunner and of a loader on Load".into());
    let passing = if pass_by_rating { format!("minus the rating: {}", plain(ids[3])) } else { signed(pass, ids[3]) };
    page.notes.extend([signed(rack, ids[2]), passing]);
    let after_a_miss = part.after_a_miss.unwrap_or(true);
    if !after_a_miss {
        page.notes.push("a miss ends the firing".into());
    }
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    Ok((RateOfFire { rack, pass, pass_by_rating, after_a_miss }, rates))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfantryPart {
    die: Die,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<InfantryRow>,
    modifiers: Vec<InfantryMod>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfantryRow {
    gun: Gun,
    fire: Fire,
    normal: i8,
    critical: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfantryMod {
    when: String,
    normal: i8,
    critical: Critical,
    direct_normal: bool,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum Critical {
    Add(i8),
    Kill(Automatic),
}

#[derive(Deserialize, Clone, Copy)]
enum Automatic {
    #[serde(rename = "automatic_kill")]
    Kill,
}

fn kill_infantry(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<KillInfantry, ChartError> {
    let (at, part): (_, InfantryPart) = book.part("to_kill_infantry")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    let mut base = [[None; 2]; 2];
    let mut page = sheet("to_kill_infantry", "To Kill Infantry Targets", Some(D100), part.provenance, &part.source);
    page.head = text(["gun and fire", "hit", "critical hit"]);
    for row in &part.rows {
        at.check(row.gun != Gun::G76ll, "the 17-pounder uses the rows of the 76L")?;
        at.within("normal", row.normal, 0..=100)?;
        at.within("critical", row.critical, 0..=100)?;
        let cell = &mut base[row.gun.index()][row.fire.index()];
        at.check(cell.replace([row.normal, row.critical]).is_none(), "a row is given twice")?;
        page.rows.push(vec![blast(row.gun, row.fire), row.normal.to_string(), row.critical.to_string()]);
    }
    at.says("the number of rows", &part.rows.len(), &4)?;
    let ids = [
        "target_in_building",
        "target_in_woods",
        "target_in_fortification",
        "target_is_at_gun",
        "target_moving_in_open",
        "mud_or_deep_snow",
    ];
    let mods = named(&at, ids, part.modifiers, |m| &m.when)?;
    let mut pairs = [[0; 2]; 6];
    for (n, m) in mods.iter().enumerate() {
        let at = at.in_row(&m.when);
        at.says("direct_normal", &m.direct_normal, &(n >= 3))?;
        at.within("normal", m.normal, -100..=100)?;
        let critical = match m.critical {
            Critical::Add(add) if n != 3 => add,
            Critical::Kill(Automatic::Kill) if n == 3 => 0,
            _ => return Err(at.err("a critical hit kills an AT gun by itself, and only that")),
        };
        at.within("critical", critical, -100..=100)?;
        pairs[n] = [m.normal, critical];
        let critical = if n == 3 { "automatic kill".into() } else { format!("{critical:+}") };
        let without = if n < 3 { ", not for a hit by direct fire" } else { "" };
        page.notes.push(format!("{}{without}; critical hit {critical}", signed(m.normal, &m.when)));
    }
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    let [building, woods, fort, [at_gun, _], moving_in_open, soft_ground] = pairs;
    let base = base.map(|fires| fires.map(Option::unwrap_or_default));
    Ok(KillInfantry { base, building, woods, fort, at_gun, moving_in_open, soft_ground })
}

table! { UseTable { column: Vec<Plain<Row<MgUse>>>, } }
table! {
    RepairTable {
        natural_broken: [i8; 2],
        modifiers: Vec<RepairMod>,
        repairers: Vec<Repairer>,
        after_battle: String,
        main_gun_broken: String,
        column: Vec<Plain<Row<Repair>>>,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RepairMod {
    when: String,
    subtract_rating: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repairer {
    gun: Weapon,
    who: Letter,
    on_tanks_with_loader_aa_mg: Option<Letter>,
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Gunnery, ChartError> {
    let mut book = Book::open(files, "gunnery.toml")?;
    let to_hit = to_hit(&mut book, sheets)?;
    let (rate_of_fire, gun_rate) = rate_of_fire(&mut book, sheets)?;
    let kill_infantry = kill_infantry(&mut book, sheets)?;
    let mg = super::mg::mg(&mut book, sheets)?;

    let (at, t): (_, UseTable) = book.table("mg_advancing_fire")?;
    let (die, clamp) = (t.die, t.clamp());
    let mut page = t.sheet("Advancing Fire of a machine gun");
    let mg_advancing = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["result"], &[&mg_advancing], |r| r.to_string());
    sheets.push(page);

    let (at, t): (_, RepairTable) = book.table("gun_repair")?;
    at.die(t.die, D100)?;
    let repair_broken = at.from("natural_broken", t.natural_broken, D100)?;
    let mods: Vec<_> = t.modifiers.iter().map(|m| (m.when.as_str(), m.subtract_rating.as_str())).collect();
    at.says("modifiers", &mods, &vec![("repairing_crewman", "repairer"), ("gunner_assisting_main_gun", "G")])?;
    let who = |r: &Repairer| (r.gun, r.who.0.letter(), r.on_tanks_with_loader_aa_mg.map(|l| l.0.letter()));
    let needed = vec![
        (Weapon::Main, "L", None),
        (Weapon::Coax, "L", None),
        (Weapon::Bow, "A", None),
        (Weapon::Aa, "C", Some("L")),
    ];
    at.says("repairers", &t.repairers.iter().map(who).collect(), &needed)?;
    let (die, clamp) = (t.die, t.clamp());
    let mut page = t.sheet("Gun Malfunction Repair");
    page.notes.push("minus the rating of the man repairing, and of a gunner who helps with the main gun".into());
    page.notes.push(format!("natural {repair_broken}-100 breaks the gun"));
    page.notes.extend([t.after_battle, t.main_gun_broken]);
    let repair = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["result"], &[&repair], |r| r.to_string());
    sheets.push(page);
    book.done()?;
    Ok(Gunnery { to_hit, rate_of_fire, gun_rate, kill_infantry, mg, mg_advancing, repair, repair_broken })
}
