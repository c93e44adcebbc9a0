//! The tank: mats, the Battle Board (F2), commands and the fixed numbers of the combat round.

use super::read::{At, Grounds, List, MOST_DRM, Rolled, array, each, in_order, plain};
use crate::words::{Ammo, Area, Command, Facing, Month, Post, Series, TankType};
use hulldown_core::chart::lay::{cells, line, modifier, sheet, span, tick};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D6, Dice};
use serde::Deserialize;

/// A Tank Display Mat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tank {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its family.
    pub series: Series,
    /// The Prestige Level it needs.
    pub prestige: u8,
    /// The first month it can be had.
    pub available: Month,
    /// Its gun.
    pub gun: String,
    /// Its penetration at medium range.
    pub firepower: i8,
    /// Its armor: turret front, hull front, sides.
    pub armor: [i8; 3],
    /// Rounds in the ready rack.
    pub ready_rack: u8,
    /// The most rounds of each kind it carries on a mission; `u8::MAX` for those without a limit.
    pub limits: [u8; 5],
    /// Ammunition points of its machine guns before a reload.
    pub mg_points: [u8; 3],
    /// Rounds of its smoke mortar on a mission, 0 without one.
    pub smoke_mortar: u8,
    /// Whether its ammunition is stowed wet.
    pub wet: bool,
    /// Its modifier of B5.
    pub b5: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TankFile {
    table: List,
    tank: Vec<TankRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TankRow {
    id: String,
    name: String,
    series: Series,
    prestige: u8,
    available: Month,
    gun: String,
    firepower: i8,
    armor: [i8; 3],
    ready_rack: u8,
    limits: Limits,
    mg_points: MgPoints,
    smoke_mortar: u8,
    wet: bool,
    b5: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    hcbi: u8,
    wp: u8,
    apcr: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MgPoints {
    coax: u8,
    bow: u8,
    aa50: u8,
}

pub(super) fn tanks(files: &Files, max_level: u8, sheets: &mut Vec<ChartSheet>) -> Result<Vec<Tank>, ChartError> {
    const FILE: &str = "tanks.toml";
    let file: TankFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "MATS")?;
    let rows = in_order(&At::new(FILE, "[[tank]]"), TankType::IDS, file.tank, |t| &t.id)?;
    for row in &rows {
        let at = At::new(FILE, format!("[[tank]] {}", row.id));
        at.within("prestige", row.prestige, 0..=i32::from(max_level))?;
        at.within("firepower", row.firepower, 0..=30)?;
        row.armor.iter().try_for_each(|&armor| at.within("armor", armor, 0..=30))?;
        at.within("ready_rack", row.ready_rack, 0..=40)?;
        for (name, limit) in [("hcbi", row.limits.hcbi), ("wp", row.limits.wp), ("apcr", row.limits.apcr)] {
            at.within(name, limit, 0..=99)?;
        }
        for (name, points) in [("coax", row.mg_points.coax), ("bow", row.mg_points.bow), ("aa50", row.mg_points.aa50)] {
            at.within(name, points, 0..=50)?;
        }
        at.within("smoke_mortar", row.smoke_mortar, 0..=20)?;
        at.within("b5", row.b5, -MOST_DRM..=MOST_DRM)?;
    }
    let first = rows.iter().any(|t| t.prestige == 0 && t.available == Month::FIRST);
    At::new(FILE, "[[tank]]").check(first, "no tank can be had in June 1944 at Prestige Level 0")?;
    let tank = |t: TankRow| Tank {
        id: t.id,
        name: t.name,
        series: t.series,
        prestige: t.prestige,
        available: t.available,
        gun: t.gun,
        firepower: t.firepower,
        armor: t.armor,
        ready_rack: t.ready_rack,
        limits: Ammo::ALL.map(|ammo| match ammo {
            Ammo::Ap | Ammo::He => u8::MAX,
            Ammo::Hcbi => t.limits.hcbi,
            Ammo::Wp => t.limits.wp,
            Ammo::Apcr => t.limits.apcr,
        }),
        mg_points: [t.mg_points.coax, t.mg_points.bow, t.mg_points.aa50],
        smoke_mortar: t.smoke_mortar,
        wet: t.wet,
        b5: t.b5,
    };
    let tanks = rows.map(tank);

    let mut sheet = file.table.sheet();
    sheet.head = cells([
        "tank",
        "prestige",
        "from",
        "gun",
        "firepower",
        "armor (turret, hull, sides)",
        "ready rack",
        "HCBI/WP/APCR",
        "coax/bow/.50",
        "smoke mortar",
        "wet",
        "B5",
    ]);
    let row = |t: &Tank| {
        let ([turret, hull, sides], [coax, bow, aa50]) = (t.armor, t.mg_points);
        let [_, _, hcbi, wp, apcr] = t.limits;
        vec![
            t.name.clone(),
            t.prestige.to_string(),
            t.available.to_string(),
            t.gun.clone(),
            t.firepower.to_string(),
            format!("{turret}, {hull}, {sides}"),
            t.ready_rack.to_string(),
            format!("{hcbi}/{wp}/{apcr}"),
            format!("{coax}/{bow}/{aa50}"),
            t.smoke_mortar.to_string(),
            tick(t.wet),
            modifier(t.b5),
        ]
    };
    sheet.rows = tanks.iter().map(row).collect();
    sheets.push(sheet);
    Ok(tanks.into())
}

/// What a hull or turret that points one way can reach, and from where its side is struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FacingInfo {
    /// The areas its weapons reach.
    pub fire: [bool; 5],
    /// The areas whose fire strikes its side.
    pub flank_from: [bool; 5],
}

/// F2 flattened.
pub(super) struct Board {
    pub(super) placement: DieTable<Area>,
    pub(super) facing: [FacingInfo; 3],
    pub(super) flank_move: [Option<Area>; 5],
    pub(super) assist: [[bool; 5]; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    table: BoardHead,
    placement: Rolled,
    placement_row: Vec<PlacementRow>,
    facing: Vec<FacingRow>,
    flank_move: Vec<FlankMoveRow>,
    assist: Vec<AssistRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardHead {
    id: String,
    title: String,
    provenance: Provenance,
    source: String,
    areas: Vec<Area>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacementRow {
    roll: [i8; 2],
    area: Area,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FacingRow {
    id: Facing,
    fire: Vec<Area>,
    flank_from: Vec<Area>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlankMoveRow {
    from: Area,
    to: Area,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AssistRow {
    position: String,
    areas: Vec<Area>,
}

fn on_flank(area: Area) -> bool {
    matches!(area, Area::D | Area::E)
}

fn mask(at: &At, areas: &[Area]) -> Result<[bool; 5], ChartError> {
    let mut mask = [false; 5];
    for area in areas {
        at.check(!mask[area.index()], format_args!("area {} is given twice", area.id()))?;
        mask[area.index()] = true;
    }
    Ok(mask)
}

pub(super) fn board(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Board, ChartError> {
    const FILE: &str = "f2_battle_board.toml";
    let file: BoardFile = files.parse(FILE)?;
    let at = At::new(FILE, "[table]");
    at.id(&file.table.id, "F2")?;
    at.check(file.table.areas == Area::ALL, "the areas are A, B, C, D, E")?;
    let at = At::new(FILE, "[[placement_row]]");
    for (n, row) in file.placement_row.iter().enumerate() {
        at.check(!on_flank(row.area), format_args!("row {}: units are set up in A, B or C", n + 1))?;
    }
    let rows: Vec<_> = file.placement_row.iter().map(|r| (r.roll, r.area)).collect();
    let placement = at.table(file.placement.die, &rows)?;
    let rows = each(&At::new(FILE, "[[facing]]"), Facing::ALL.map(Facing::id), file.facing, |f| f.id.id())?;
    let facing = |row: &FacingRow| {
        let at = At::new(FILE, format!("[[facing]] {}", row.id.id()));
        Ok(FacingInfo { fire: mask(&at, &row.fire)?, flank_from: mask(&at, &row.flank_from)? })
    };
    let facing: [FacingInfo; 3] =
        array(&At::new(FILE, "[[facing]]"), rows.iter().map(facing).collect::<Result<_, _>>()?)?;
    let mut flank_move = [None; 5];
    for (n, row) in file.flank_move.iter().enumerate() {
        let at = At::new(FILE, format!("[[flank_move]] {}", n + 1));
        at.check(!on_flank(row.from) && on_flank(row.to), "leads from A, B or C to D or E")?;
        let twice = flank_move[row.from.index()].replace(row.to).is_some();
        at.check(!twice, format_args!("a move from {} is given twice", row.from.id()))?;
    }
    let rows = each(&At::new(FILE, "[[assist]]"), ["left", "right"], file.assist, |a| &a.position)?;
    let mut assist = [[false; 5]; 2];
    for (mask_of, row) in assist.iter_mut().zip(&rows) {
        *mask_of = mask(&At::new(FILE, format!("[[assist]] {}", row.position)), &row.areas)?;
    }

    let head = &file.table;
    let mut sheet = sheet("F2", &head.title, None, head.provenance, &head.source);
    sheet.head = cells(["hull or turret", "can fire at", "side struck from"]);
    let areas = |mask: &[bool; 5]| {
        let ids: Vec<&str> = Area::ALL.iter().filter(|a| mask[a.index()]).map(|a| a.id()).collect();
        ids.join(", ")
    };
    let row =
        |(facing, info): (Facing, &FacingInfo)| vec![facing.to_string(), areas(&info.fire), areas(&info.flank_from)];
    sheet.rows = Facing::ALL.into_iter().zip(&facing).map(row).collect();
    let names: Vec<&str> = Area::ALL.iter().map(|a| a.name()).collect();
    sheet.notes.push(names.join(", "));
    let Rolled { die, provenance, source } = &file.placement;
    let placed = line(&placement, |a| a.id().to_owned());
    sheet.notes.push(format!("placement {die}: {placed} ({provenance}: {source})"));
    sheet.notes.extend(file.flank_move.iter().map(|m| format!("flank move: {} to {}", m.from.id(), m.to.id())));
    for (position, mask) in ["left", "right"].iter().zip(&assist) {
        sheet.notes.push(format!("the {position} player helps in {} of his partner's board", areas(mask)));
    }
    sheets.push(sheet);
    Ok(Board { placement, facing, flank_move, assist })
}

/// A command of the combat round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandInfo {
    /// Who carries it out; nobody in particular for hatches.
    pub crew: Option<Post>,
    /// Whether B5 is rolled after it.
    pub b5: bool,
}

/// Spalling: 1d6 for whether, 1d6 for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spall {
    /// The highest 1d6 that wounds when penetration equalled the armor.
    pub on_equal_max: i8,
    /// The highest 1d6 that wounds when penetration was greater.
    pub on_greater_max: i8,
    /// The man who is hit.
    pub victim: DieTable<Post>,
}

/// Which optional rules are on unless a game says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionDefaults {
    /// Increased threat targeting (10.4).
    pub increased_threat_targeting: bool,
    /// The publisher's changes of 2022 (R3).
    pub errata_2022: bool,
    /// Where these come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
}

/// Makes the fixed numbers: fields with documentation, type and the range a file may give.
macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident: $number:ty, $low:literal to $high:literal;)+) => {
        /// Fixed numbers of the combat round and the career. `…_max` and `…_min` are compared with dice.
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Constants {
            $($(#[$doc])* pub $name: $number,)+
            /// Where they come from.
            pub provenance: Provenance,
            /// The grounds for that.
            pub source: String,
        }

        impl Constants {
            fn check(&self, at: &At) -> Result<(), ChartError> {
                $(at.within(stringify!($name), self.$name, $low..=$high)?;)+
                Ok(())
            }

            fn notes(&self) -> Vec<String> {
                vec![$(format!("{}: {}", plain(stringify!($name)), self.$name),)+]
            }
        }
    };
}

constants! {
    /// Commands in a Combat Round.
    commands_per_round: u8, 1 to 10;
    /// Commands in the round in which Synergy is used.
    commands_with_synergy: u8, 1 to 10;
    /// Commands a lightly wounded commander lacks.
    commands_lost_light_wound: u8, 0 to 10;
    /// Commands when another man commands.
    commands_acting_gunner: u8, 0 to 10;
    /// Highest 1d6 at which an enemy begins to target the tank.
    targeting_max: i8, 0 to 6;
    /// The same with increased threat targeting (10.4).
    targeting_max_increased_threat: i8, 0 to 6;
    /// Highest 1d6 at which an open man is wounded by a B or IMM.
    hatch_wound_max: i8, 0 to 6;
    /// Lowest 2d6 at which a seriously wounded man dies in battle.
    died_of_wounds_min: i8, 2 to 13;
    /// Highest 1d6 at which repairs cost a mission.
    repair_miss_max: i8, 0 to 6;
    /// Highest 1d6 at which the crew of an immobilized enemy bails out.
    enemy_bail_out_max: i8, 0 to 6;
    /// Highest 1d6 at which a WP hit destroys a tank or SPG.
    wp_kill_max: i8, 0 to 6;
    /// Highest 1d6 at which nobody is dug in on a movement to contact.
    not_dug_in_max: i8, 0 to 6;
    /// Lowest 1d6 that brings a counterattack.
    counterattack_on: i8, 1 to 7;
    /// Completed missions for an Experience Point.
    experience_every_missions: u8, 1 to 20;
    /// Missions missed from which on a man is in hospital.
    hospital_missions: u8, 1 to 99;
    /// Rounds into the ready rack in a round.
    rack_rounds_per_reload: u8, 1 to 40;
    /// The same with Adrenaline Rush.
    rack_rounds_adrenaline: u8, 1 to 40;
    /// The level of new smoke.
    smoke_new: u8, 1 to 2;
    /// Rounds a mortar mission takes.
    cff_mortar: u8, 1 to 20;
    /// Rounds an artillery mission takes.
    cff_artillery: u8, 1 to 20;
    /// Mortar missions in a battle.
    cff_limit_mortar: u8, 0 to 10;
    /// Artillery missions in a battle.
    cff_limit_artillery: u8, 0 to 10;
    /// What APCR adds to penetration.
    apcr_pen: i8, 0 to 20;
    /// Steps of an INF: counters have two sides.
    inf_steps: u8, 2 to 2;
    /// Steps of an anti-tank gun.
    at_steps: u8, 1 to 2;
}

/// The commands file flattened.
pub(super) struct Orders {
    pub(super) commands: [CommandInfo; 15],
    pub(super) spall: Spall,
    pub(super) constants: Constants,
    pub(super) options: OptionDefaults,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersFile {
    table: List,
    command: Vec<CommandRow>,
    crew: Grounds,
    position: Vec<PositionRow>,
    spall: SpallPart,
    spall_row: Vec<SpallRow>,
    constants: Constants,
    options: OptionDefaults,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandRow {
    id: Command,
    name: String,
    crew: String,
    b5: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRow {
    id: Post,
    turret: bool,
    hatch: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpallPart {
    die: Dice,
    on_equal: [i8; 2],
    on_greater: [i8; 2],
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpallRow {
    roll: [i8; 2],
    crew: Post,
}

pub(super) fn orders(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Orders, ChartError> {
    const FILE: &str = "commands.toml";
    let file: OrdersFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "COMMANDS")?;
    let rows = each(&At::new(FILE, "[[command]]"), Command::ALL.map(Command::id), file.command, |c| c.id.id())?;
    let command = |row: &CommandRow| {
        let at = At::new(FILE, format!("[[command]] {}", row.id.id()));
        let crew = match row.crew.as_str() {
            "any" => None,
            crew => Some(Post::from_id(crew).ok_or_else(|| at.err(format_args!("no crewman `{crew}`")))?),
        };
        Ok(CommandInfo { crew, b5: row.b5 })
    };
    let commands: [CommandInfo; 15] =
        array(&At::new(FILE, "[[command]]"), rows.iter().map(command).collect::<Result<_, _>>()?)?;
    let positions = each(&At::new(FILE, "[[position]]"), Post::ALL.map(Post::id), file.position, |p| p.id.id())?;
    for row in &positions {
        let same = (row.turret, row.hatch) == (row.id.in_turret(), row.id.has_hatch());
        let at = At::new(FILE, format!("[[position]] {}", row.id.id()));
        let (turret, hatch) = (row.id.in_turret(), row.id.has_hatch());
        at.check(same, format_args!("must be turret = {turret}, hatch = {hatch}"))?;
    }
    let at = At::new(FILE, "[spall]");
    at.die(file.spall.die, D6)?;
    let victims: Vec<_> = file.spall_row.iter().map(|r| (r.roll, r.crew)).collect();
    let spall = Spall {
        on_equal_max: at.up_to("on_equal", file.spall.on_equal, D6)?,
        on_greater_max: at.up_to("on_greater", file.spall.on_greater, D6)?,
        victim: At::new(FILE, "[[spall_row]]").table(D6, &victims)?,
    };
    let at = At::new(FILE, "[constants]");
    file.constants.check(&at)?;

    let mut sheet = file.table.sheet();
    sheet.head = cells(["command", "what", "crewman", "B5"]);
    let row = |row: &CommandRow| vec![row.id.id().into(), plain(&row.name), plain(&row.crew), tick(row.b5)];
    sheet.rows = rows.iter().map(row).collect();
    let Grounds { provenance, source } = &file.crew;
    sheet.notes.push(format!("crew ({provenance}: {source})"));
    sheet.notes.push(format!(
        "spalling {D6}: {} at PEN = armor, {} at PEN > armor, then {} ({}: {})",
        span(1, spall.on_equal_max),
        span(1, spall.on_greater_max),
        line(&spall.victim, |p| p.to_string()),
        file.spall.provenance,
        file.spall.source
    ));
    sheet.notes.extend(file.constants.notes());
    sheet.notes.push(format!("these numbers ({}: {})", file.constants.provenance, file.constants.source));
    sheets.push(sheet);
    Ok(Orders { commands, spall, constants: file.constants, options: file.options })
}
