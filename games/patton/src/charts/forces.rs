//! What fights: the enemy's units and the Tank Cards: `units.toml`, `tanks.toml`, `counters.toml`.

use super::lay::{cells as text, sheet, tick};
use super::read::{At, Book, Letter, each};
use crate::words::{
    Ammo, ArmorClass, Chassis, Class, DeploymentKey, EnemyGun, Gun, LoaderHatch, Marker, Post, Scope, Size, Tank,
    Target, UnitType,
};
use hulldown_core::chart::{ChartError, ChartSheet, Files, Provenance};
use serde::Deserialize;

/// An enemy counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Whether it is a vehicle target.
    pub vehicle: bool,
    /// Its size; infantry counts as average.
    pub size: Size,
    /// Its gun, if it fires armour-piercing shot.
    pub gun: Option<EnemyGun>,
    /// Whether it has a turret.
    pub turret: bool,
    /// Whether it appears face down and must be identified (17.4).
    pub identify: bool,
    /// Whether machine guns can hurt it (10.23).
    pub mg_target: bool,
    /// Victory points.
    pub points: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: UnitType,
    name: String,
    class: Class,
    kind: Target,
    size: String,
    gun: String,
    turret: bool,
    identify: bool,
    facing: bool,
    mg_target: bool,
    vp: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandIn {
    class: Class,
    unit: UnitType,
    provenance: Provenance,
    source: String,
}

/// The enemy's counters, and what each unidentified class counts as.
pub(super) struct Units {
    pub(super) units: [Unit; 17],
    pub(super) unidentified: [Option<UnitType>; 8],
}

pub(super) fn units(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Units, ChartError> {
    let mut book = Book::open(files, "units.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let (at, rows): (_, Vec<UnitRow>) = book.list("unit")?;
    let rows = each(&at, UnitType::ALL, rows, |row| row.id)?;
    let mut page = sheet("units", "Enemy units", None, meta.provenance, &meta.source);
    page.head = text(["unit", "class", "target", "size", "gun", "turret", "to identify", "MG target", "points"]);
    let mut units = Vec::new();
    for row in rows {
        let at = at.in_row(row.id.id());
        at.says("class", &row.class, &row.id.class())?;
        at.says("kind", &row.kind, &row.class.target())?;
        at.says("facing", &row.facing, &row.class.is_vehicle())?;
        at.within("vp", row.vp, 0..=40)?;
        let size = match row.size.as_str() {
            "" if !row.class.is_vehicle() => Size::Average,
            size => Size::from_id(size).ok_or_else(|| at.err(format_args!("no size `{size}` is known")))?,
        };
        let gun = match row.gun.as_str() {
            "" => None,
            gun => Some(EnemyGun::from_id(gun).ok_or_else(|| at.err(format_args!("no gun `{gun}` is known")))?),
        };
        at.check(gun.is_some() == row.class.fires_ap(), "tanks, SPGs and AT guns have a gun, others have none")?;
        at.says("identify", &row.identify, &row.class.fires_ap())?;
        page.rows.push(vec![
            row.name.clone(),
            row.class.to_string(),
            row.kind.to_string(),
            if row.size.is_empty() { "-".into() } else { size.to_string() },
            gun.map_or("-", EnemyGun::id).into(),
            tick(row.turret),
            tick(row.identify),
            tick(row.mg_target),
            row.vp.to_string(),
        ]);
        units.push(Unit {
            name: row.name,
            class: row.class,
            vehicle: row.class.is_vehicle(),
            size,
            gun,
            turret: row.turret,
            identify: row.identify,
            mg_target: row.mg_target,
            points: row.vp,
        });
    }
    let units = super::read::array(&at, units)?;
    let (at, rows): (_, Vec<StandIn>) = book.list("unidentified_as")?;
    let rows = each(&at, [Class::Tank, Class::Spg, Class::AtGun], rows, |row| row.class)?;
    let mut unidentified = [None; 8];
    for row in rows {
        at.in_row(row.class).says("the class of the unit", &row.unit.class(), &row.class)?;
        unidentified[row.class.index()] = Some(row.unit);
        let (name, class) = (row.unit.name(), row.class);
        page.notes.push(format!("an unidentified {class} counts as a {name} ({}: {})", row.provenance, row.source));
    }
    sheets.push(page);
    book.done()?;
    Ok(Units { units, unidentified })
}

/// A Tank Card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The model, such as `M4A3(76)W`.
    pub model: String,
    /// What soldiers call it, if they do.
    pub nickname: Option<String>,
    /// What they call it when it has HVSS.
    pub hvss_nickname: Option<String>,
    /// The type of turret, a letter.
    pub turret: String,
    /// The main gun.
    pub gun: Gun,
    /// The armor class.
    pub armor: ArmorClass,
    /// The column of the Brew Up table.
    pub chassis: Chassis,
    /// The normal load of main gun rounds.
    pub rounds: u8,
    /// The highest roll with Rate of Fire.
    pub rate_of_fire: i8,
    /// The capacity of the ready rack.
    pub rack: u8,
    /// Which ammunition it fires, by [`Ammo`].
    pub ammo: [bool; 6],
    /// Whether there is an assistant driver.
    pub has_assistant: bool,
    /// Whether there is a bow MG.
    pub bow: bool,
    /// The loader's hatch.
    pub loader_hatch: LoaderHatch,
    /// Whether the loader serves the AA MG.
    pub loader_aa: bool,
    /// Whether the commander has a vision cupola.
    pub cupola: bool,
    /// Whether there is a smoke mortar.
    pub mortar: bool,
    /// Whether ammunition is stowed wet.
    pub wet: bool,
    /// The highest roll that gives it HVSS; 0 for never.
    pub hvss: i8,
    /// Which Deployment table it uses.
    pub deployment: DeploymentKey,
    /// Where a man looks: by [`Post`], hatch closed and open.
    pub spots: [[Scope; 2]; 5],
}

impl Card {
    /// Whether its turret is of type A: the loader cannot fire a submachine gun (8.65).
    pub fn a_turret(&self) -> bool {
        self.turret == "A"
    }

    /// Whether a man has a hatch he may open.
    pub fn has_hatch(&self, post: Post) -> bool {
        match post {
            Post::Gunner => false,
            Post::Loader => self.loader_hatch != LoaderHatch::None,
            Post::Assistant => self.has_assistant,
            Post::Commander | Post::Driver => true,
        }
    }

    /// Where a man looks, his hatch open or not (17.21).
    #[inline]
    pub fn scope(&self, post: Post, open: bool) -> Scope {
        self.spots[post.index()][usize::from(open)]
    }

    /// Who fires and repairs the AA MG (8.62, 8.63).
    pub fn aa_gunner(&self) -> Post {
        if self.loader_aa { Post::Loader } else { Post::Commander }
    }

    /// Model, and nickname if it has one.
    pub fn name(&self) -> String {
        match &self.nickname {
            Some(nickname) => format!("{} {nickname}", self.model),
            None => self.model.clone(),
        }
    }

    /// The same for a tank of which it is known whether it has HVSS (5.25).
    pub fn name_of(&self, hvss: bool) -> String {
        match &self.hvss_nickname {
            Some(nickname) if hvss => format!("{} {nickname}", self.model),
            _ => self.name(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScopeRow {
    id: Scope,
    sectors: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    number: u8,
    model: String,
    nickname: Option<String>,
    hvss_nickname: Option<String>,
    turret: String,
    gun: Gun,
    armor_class: ArmorClass,
    chassis_row: Chassis,
    main_gun_rounds: u8,
    rate_of_fire: i8,
    ready_rack: u8,
    ammo_types: Vec<Ammo>,
    crew: Vec<Letter>,
    bow_mg: bool,
    coax_mg: bool,
    aa_mg: bool,
    loader_hatch: LoaderHatch,
    loader_aa_mg: bool,
    vision_cupola: bool,
    smoke_mortar: bool,
    wet_stowage: bool,
    hvss_max: i8,
    deployment: DeploymentKey,
    spot: Spots,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spots {
    driver_closed: Scope,
    driver_open: Scope,
    assistant_closed: Scope,
    assistant_open: Scope,
    gunner: Scope,
    loader_closed: Scope,
    loader_open: Scope,
    commander_closed: Scope,
    commander_open: Scope,
}

pub(super) fn tanks(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Vec<Card>, ChartError> {
    let mut book = Book::open(files, "tanks.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let (at, scopes): (_, Vec<ScopeRow>) = book.list("spot_scope")?;
    let scopes = each(&at, Scope::ALL, scopes, |row| row.id)?;
    let (at, rows): (_, Vec<CardRow>) = book.list("tank")?;
    book.done()?;
    at.says("the number of tanks", &rows.len(), &Tank::ALL.len())?;
    let mut page = sheet("tanks", "Tank Cards", None, meta.provenance, &meta.source);
    page.head = text([
        "tank",
        "model",
        "turret",
        "gun",
        "armor",
        "rounds",
        "rate of fire",
        "rack",
        "ammo",
        "loader hatch",
        "loader AA",
        "cupola",
        "mortar",
        "wet",
        "HVSS",
        "deployment",
    ]);
    page.notes.push("HVSS, from November 1944: the card's number or less with 1d10".into());
    page.notes.extend(scopes.iter().map(|s| format!("{}: {}", s.id, s.sectors)));
    let mut cards = Vec::new();
    for (n, row) in rows.into_iter().enumerate() {
        let at = at.in_row(n + 1);
        at.says("number", &usize::from(row.number), &(n + 1))?;
        cards.push(card(&at, row, &mut page)?);
    }
    sheets.push(page);
    Ok(cards)
}

fn card(at: &At, row: CardRow, page: &mut ChartSheet) -> Result<Card, ChartError> {
    at.within("main_gun_rounds", row.main_gun_rounds, 1..=110)?;
    at.within("rate_of_fire", row.rate_of_fire, 0..=100)?;
    at.within("ready_rack", row.ready_rack, 0..=20)?;
    at.within("hvss_max", row.hvss_max, 0..=10)?;
    at.check(row.coax_mg && row.aa_mg, "every Sherman has a co-axial and an AA MG")?;
    let crew: Vec<Post> = row.crew.iter().map(|letter| letter.0).collect();
    let has_assistant = crew.contains(&Post::Assistant);
    at.says("crew", &crew.as_slice(), &&Post::ALL[..if has_assistant { 5 } else { 4 }])?;
    at.check(row.bow_mg == has_assistant, "a bow MG needs an assistant driver, and he one")?;
    let mut ammo = [false; 6];
    for kind in &row.ammo_types {
        at.check(!std::mem::replace(&mut ammo[kind.index()], true), format_args!("{kind} is given twice"))?;
    }
    at.check(ammo[Ammo::He.index()] && ammo[Ammo::Ap.index()], "every gun fires HE and AP")?;
    let special = match row.gun {
        Gun::G75 => Ammo::Hcbi,
        Gun::G76l => Ammo::Hvap,
        Gun::G76ll => Ammo::Apds,
    };
    for other in [Ammo::Hcbi, Ammo::Hvap, Ammo::Apds] {
        at.check(other == special || !ammo[other.index()], format_args!("{other} is not for a {}", row.gun))?;
    }
    let s = row.spot;
    let spots = [
        [s.commander_closed, s.commander_open],
        [s.gunner, s.gunner],
        [s.loader_closed, s.loader_open],
        [s.driver_closed, s.driver_open],
        [s.assistant_closed, s.assistant_open],
    ];
    let card = Card {
        model: row.model,
        nickname: row.nickname,
        hvss_nickname: row.hvss_nickname,
        turret: row.turret,
        gun: row.gun,
        armor: row.armor_class,
        chassis: row.chassis_row,
        rounds: row.main_gun_rounds,
        rate_of_fire: row.rate_of_fire,
        rack: row.ready_rack,
        ammo,
        has_assistant,
        bow: row.bow_mg,
        loader_hatch: row.loader_hatch,
        loader_aa: row.loader_aa_mg,
        cupola: row.vision_cupola,
        mortar: row.smoke_mortar,
        wet: row.wet_stowage,
        hvss: row.hvss_max,
        deployment: row.deployment,
        spots,
    };
    for post in Post::ALL {
        let open = card.spots[post.index()][1];
        let fits = post == Post::Gunner || card.has_hatch(post) == (open != Scope::None);
        at.check(fits, format_args!("the {post} looks out of an open hatch if he has one"))?;
    }
    page.rows.push(vec![
        row.number.to_string(),
        card.name(),
        card.turret.clone(),
        card.gun.id().into(),
        card.armor.id().into(),
        card.rounds.to_string(),
        card.rate_of_fire.to_string(),
        card.rack.to_string(),
        row.ammo_types.iter().map(|a| a.id()).collect::<Vec<_>>().join(" "),
        card.loader_hatch.id().into(),
        tick(card.loader_aa),
        tick(card.cupola),
        tick(card.mortar),
        tick(card.wet),
        if card.hvss == 0 { "-".into() } else { super::lay::span(1, card.hvss) },
        row.deployment.to_string(),
    ]);
    Ok(card)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterMeta {
    total_counters: u16,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    marker: Marker,
    count: u8,
    singles: Option<u8>,
    doubles: Option<u8>,
    triples: Option<u8>,
    provenance: Provenance,
    source: String,
}

pub(super) fn counters(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<[u8; 6], ChartError> {
    let mut book = Book::open(files, "counters.toml")?;
    let (_, meta): (_, CounterMeta) = book.part("meta")?;
    let (at, rows): (_, Vec<Limit>) = book.list("limit")?;
    book.done()?;
    let rows = each(&at, Marker::ALL, rows, |row| row.marker)?;
    let mut page = sheet("counters", "Counter limits", None, meta.provenance, &meta.source);
    page.head = text(["marker", "count", "provenance"]);
    for row in &rows {
        let at = at.in_row(row.marker.id());
        at.within("count", row.count, 0..=60)?;
        let parts = [row.singles, row.doubles, row.triples].map(|n| u16::from(n.unwrap_or(0)));
        let sum = parts[0] + 2 * parts[1] + 3 * parts[2];
        at.check(sum == 0 || sum == u16::from(row.count), format_args!("the markers make {sum}, not {}", row.count))?;
        page.rows.push(vec![row.marker.to_string(), row.count.to_string(), row.provenance.to_string()]);
        page.notes.push(format!("{}: {}", row.marker, row.source));
    }
    page.notes.push(format!("{} counters in all", meta.total_counters));
    at.says("count of us_control_battle_board", &rows[Marker::UsControl.index()].count, &6)?;
    at.says("count of acquired_by_your_tank", &rows[Marker::Acquired.index()].count, &1)?;
    sheets.push(page);
    Ok(rows.map(|row| row.count))
}
