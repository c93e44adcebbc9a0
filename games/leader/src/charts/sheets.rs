//! Cards, counters and charts laid out for people.

use super::cards::{
    Battalions, Campaigns, Commanders, Conditions, DamageFile, Display, Enemies, EnemyOrders, Events, Movement, Note,
    Numbers, Objectives, Tiles, Units,
};
use super::describe::line;
use super::headings::{D6_UP_TO, DEFENSE, RANGES, REFIT};
use crate::words::{Class, Kind, Level, Model, Name, Nation, Terrain};
use hulldown_core::cells;
use hulldown_core::chart::{ChartSheet, DieTable, Head};
use hulldown_core::dice::D10;

/// The files as they were read.
pub(super) struct Parsed<'a> {
    pub(super) battalions: &'a Battalions,
    pub(super) campaigns: &'a Campaigns,
    pub(super) commanders: &'a Commanders,
    pub(super) conditions: &'a Conditions,
    pub(super) damage: &'a DamageFile,
    pub(super) display: &'a Display,
    pub(super) enemies: &'a Enemies,
    pub(super) events: &'a Events,
    pub(super) movement: &'a Movement,
    pub(super) objectives: &'a Objectives,
    pub(super) numbers: &'a Numbers,
    pub(super) tiles: &'a Tiles,
    pub(super) units: &'a Units,
}

fn notes(notes: &[Note]) -> String {
    let note = |note: &Note| {
        format!("{}{}: {}", note.title, if note.yellow { " (also at Half)" } else { "" }, line(&note.effects))
    };
    notes.iter().map(note).collect::<Vec<_>>().join(". ")
}

fn dash(need: i8) -> String {
    if need == 0 { "-".into() } else { need.to_string() }
}

fn pair<T: PartialEq + std::fmt::Display>([okay, shaken]: [T; 2]) -> String {
    format!("{okay}/{shaken}")
}

pub(super) fn all(parsed: &Parsed<'_>) -> Vec<ChartSheet> {
    let mut sheets = vec![campaigns(parsed), objectives(parsed), battalions(parsed), units(parsed), commanders(parsed)];
    sheets.extend([events(parsed), conditions(parsed), enemies(parsed), cups(parsed), damage(parsed), tiles(parsed)]);
    sheets.extend([placement(parsed), bands(parsed), tactical(parsed), operational(parsed)]);
    sheets.extend([attack(parsed), flank(parsed)]);
    sheets
}

fn campaigns(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.campaigns;
    cells!(file.chart.sheet("campaigns", None), card in &file.campaign;
        "campaign" = card.name, "difficulty" = card.difficulty, "SO" = format!("{:+}", card.so), "terrain" = card.terrain,
        "enemy" = card.country,
        "Commanders" = Level::ALL.map(|level| card.levels[level].to_string()).join("/"), "then" = card.extra_level,
        D6_UP_TO = card.d6_up_to, "notes" = notes(&card.notes))
}

fn objectives(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.objectives;
    cells!(file.chart.sheet("objectives", None), card in &file.objective;
        "objective" = card.name, "SO" = card.so, "Weeks" = card.weeks, "Weekly SO" = card.weekly_so,
        "Battalion points" = card.battalion_points, "Poor" = card.bands.poor, "Adequate" = card.bands.adequate,
        "Good" = card.bands.good, "Great" = card.bands.great, "notes" = notes(&card.notes))
}

fn battalions(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.battalions;
    let listed = |card: &super::BattalionCard| {
        let kinds = Kind::ALL.into_iter().filter(|kind| card.count(*kind) > 0);
        kinds.map(|kind| format!("{} {kind}", card.count(kind))).collect::<Vec<_>>().join(", ")
    };
    cells!(file.chart.sheet("battalions", None), card in &file.battalion;
        "nation" = card.nation, "Battalion" = card.id, "name" = card.name, "VP" = card.vp,
        "Half/Destroyed" = format!("{}/{}", card.half, card.destroyed), "band" = card.band, "units" = listed(card),
        "notes" = notes(&card.notes))
}

fn units(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.units;
    let marks = |card: &super::UnitModel| {
        let mut marks = Vec::new();
        if card.no_move_attack {
            marks.push("cannot Move & Attack".to_owned());
        }
        if card.move_attack != 0 {
            marks.push(format!("{} Attack when Moving", card.move_attack));
        }
        if card.move_stress > 0 {
            marks.push(format!("{} Stress if Move & Attack", card.move_stress));
        }
        if card.ap_r0_only {
            marks.push("AP only at range 0".into());
        }
        if card.indirect {
            marks.push("Indirect Fire".into());
        }
        if card.transport {
            marks.push("Transport".into());
        }
        if card.tactic > 0 {
            marks.push(format!("Tactic {}", card.tactic));
        }
        if card.command_tactic > 0 {
            marks.push(format!("Command Tactic {}", card.command_tactic));
        }
        marks.join(", ")
    };
    cells!(file.chart.sheet("units", None), card in &file.unit;
        "Unit" = card.name, "numbers" = card.numbers.iter().map(|n| format!("{n:03}")).collect::<Vec<_>>().join(" "),
        "years" = format!("{}-{}", card.years[0], card.years[1]), "SO" = card.so, "type" = card.r#type,
        "Speed" = card.speed, "AP" = dash(card.ap), "HE" = dash(card.he),
        "range" = format!("{}-{}", card.range[0], card.range[1]), "Defense" = card.defense, "target" = card.target,
        "notes" = marks(card))
}

fn commanders(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.commanders;
    let speed = |fast: bool| if fast { "Fast" } else { "Slow" };
    let rows = Name::ALL.into_iter().flat_map(|name| Level::ALL.map(|level| (name, level)));
    cells!(file.chart.sheet("commanders", None),
        (name, level, card) in rows.map(|(name, level)| (name, level, &file.commander[name].level[level]));
        "Commander" = name, "type" = file.commander[name].r#type, "level" = level, "XP" = card.xp, "Cool" = card.cool,
        "Okay" = format!("0-{}", card.okay), "Shaken" = format!("{}-{}", card.okay + 1, card.shaken),
        "speed" = pair(card.fast.map(speed)), "range 0" = pair(card.r0), "range 1+" = pair(card.r1),
        "skills" = card.skills.each().map(|skill| skill.name()).collect::<Vec<_>>().join(", "))
}

fn events(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.events;
    cells!(file.chart.sheet("events", None), card in &file.event;
        "card" = card.id, "before a battle" = card.pre_title, "effect" = line(&card.pre),
        "after a battle" = card.post_title, "effect after" = line(&card.post))
}

fn conditions(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.conditions;
    cells!(file.chart.sheet("conditions", None), card in &file.condition;
        "card" = card.id, "Special Condition" = card.title, "effect" = line(&card.effects))
}

fn enemies(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.enemies;
    let rows = Nation::ALL.into_iter().flat_map(|nation| Model::ALL.map(|model| (nation, model)));
    let rows = rows.filter_map(|(nation, model)| Some((nation, file.unit[nation][model].as_ref()?)));
    cells!(file.chart.sheet("enemies", None), (nation, card) in rows;
        "nation" = nation, "counter" = card.name, "points" = card.points, "AP" = dash(card.ap), "HE" = dash(card.he),
        "range" = match card.ap_range {
            Some(ap) => format!("{} (AP {ap})", card.range),
            None => card.range.to_string(),
        },
        "Defense" = card.defense, "target" = card.target, "counters" = card.count,
        "notes" = if card.indirect { "Indirect Fire" } else { "" })
}

fn cups(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.enemies;
    let tanks = |cup: &super::cards::Cup| {
        let tanks = Model::ALL.into_iter().filter_map(|model| Some(format!("{} {model}", cup.tanks[model]?)));
        tanks.collect::<Vec<_>>().join(", ")
    };
    cells!(file.chart.sheet("cup", None), cup in &file.cup;
        "nation" = cup.nation, "year" = cup.year, "tanks" = tanks(cup))
}

fn damage(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.damage;
    cells!(file.chart.sheet("damage", None), counter in &file.counter;
        "AP side" = counter.ap, "HE side" = counter.he, "counters" = counter.count)
}

fn tiles(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.tiles;
    let rows = Terrain::ALL.into_iter().flat_map(|terrain| file.tile[terrain].iter().map(move |tile| (terrain, tile)));
    cells!(file.chart.sheet("tiles", None), (terrain, tile) in rows;
        "terrain" = terrain, "tile" = tile.id, "hexes" = tile.hexes.0.map(|ground| ground.id()).concat())
}

/// A sheet of a file that has several, by what it is for: so it is found among them, and a roll on it asked for.
fn called(title: &str, sheet: ChartSheet) -> ChartSheet {
    ChartSheet { title: title.into(), ..sheet }
}

fn placement(parsed: &Parsed<'_>) -> ChartSheet {
    called(
        "Tactical Display: where enemies start",
        parsed.display.chart.rolled("placement", [("hex", &parsed.display.placement)]),
    )
}

fn bands(parsed: &Parsed<'_>) -> ChartSheet {
    let file = parsed.display;
    let sheet = called("Bands of the operational map", file.chart.sheet("bands", None));
    cells!(sheet, (band, row) in file.band.each();
        "band" = band, "SO to attack" = row.attack_cost, "SO lost a Week" = row.weekly_loss)
}

fn tactical(parsed: &Parsed<'_>) -> ChartSheet {
    called("Enemy Tactical Movement", parsed.movement.chart.rolled("tactical", [("orders", &parsed.movement.tactical)]))
}

/// The same for battles in which the enemy rolls a d6.
pub(super) fn tactical_d6(chart: &Head, table: &DieTable<EnemyOrders>) -> ChartSheet {
    called("Enemy Tactical Movement with a d6", chart.rolled("tactical_d6", [("orders", table)]))
}

fn operational(parsed: &Parsed<'_>) -> ChartSheet {
    let rows: Vec<(&str, DieTable<_>)> =
        Class::ALL.map(|class| (class.name(), super::operational(&parsed.movement.operational[class]))).into();
    let sheet = called("Enemy Operational Movement", parsed.movement.chart.sheet("operational", Some(D10)));
    sheet.rolls(rows.iter().map(|(name, table)| (*name, table)), |shift| shift.to_string()).noting([format!(
        "{REFIT}: where a note says so, its number or more makes a Battalion at Half, not fought this Week, Full again"
    )])
}

fn attack(parsed: &Parsed<'_>) -> ChartSheet {
    let numbers = &parsed.numbers.attack;
    let sheet = called("Attack and Defense", parsed.numbers.chart.sheet("attack", Some(D10)));
    cells!(sheet, (range, add) in RANGES.iter().zip(numbers.range);
        "range" = range, "added to each die" = format!("{add:+}"))
    .noting([
        format!("{:+} without a Commander", numbers.no_commander),
        format!("{:+} against an Exposed Unit", numbers.exposed),
        format!("{DEFENSE}: a die for each hit; the Defense of the target with its cover, or less, negates it"),
    ])
}

fn flank(parsed: &Parsed<'_>) -> ChartSheet {
    let numbers = &parsed.numbers.flank;
    let sheet = called("Flank Attacks", parsed.numbers.chart.sheet("flank", Some(D10)));
    cells!(sheet, (range, need) in RANGES.iter().zip([numbers.r0, numbers.r1]);
        "range" = range, "a Flank attack on" = format!("{need}+"))
    .noting([format!("{:+} on the target's Defense", numbers.defense)])
}
