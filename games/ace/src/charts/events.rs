//! Events: B9 with reinforcements and minefields, C1.

use super::enemy::MixRow;
use super::read::{At, Head, Rolled, each};
use crate::words::{Class, RandomEvent, RoundEvent, Timing};
use hulldown_core::chart::lay::{cells, fill, line, span};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D6, Dice};
use serde::Deserialize;

/// A minefield: where it stands on B9, and the highest 1d6 that immobilizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minefield {
    /// The throws of B9 that call for it.
    pub rolls: [i8; 2],
    /// For a tank that stood still.
    pub hit_max: i8,
    /// For a tank that moved this round.
    pub hit_if_moved_max: i8,
}

/// What C1 says of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomEventInfo {
    /// When it takes effect.
    pub timing: Timing,
    /// How good it is.
    pub quality: String,
    /// What it does.
    pub effect: String,
}

/// B9 flattened.
pub(super) struct EventCheck {
    pub(super) b9: DieTable<RoundEvent>,
    pub(super) texts: [String; RoundEvent::ALL.len()],
    pub(super) reinforcement: DieTable<Class>,
    pub(super) which_unit: DieTable<u8>,
    pub(super) minefield: Minefield,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFile {
    table: Head,
    row: Vec<EventRow>,
    effect: Vec<EffectRow>,
    reinforcement: Rolled,
    reinforcement_row: Vec<MixRow>,
    minefield: MinefieldPart,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRow {
    roll: [i8; 2],
    event: RoundEvent,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectRow {
    event: RoundEvent,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MinefieldPart {
    die: Dice,
    hit: [i8; 2],
    hit_if_moved: [i8; 2],
    provenance: Provenance,
    source: String,
}

pub(super) fn event_check(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<EventCheck, ChartError> {
    const FILE: &str = "b9_event_check.toml";
    let file: EventFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "B9")?;
    let rows: Vec<_> = file.row.iter().map(|r| (r.roll, r.event)).collect();
    let b9 = At::new(FILE, "[[row]]").table(file.table.die, &rows)?;
    let ids = RoundEvent::ALL.map(RoundEvent::id);
    let effects = each(&At::new(FILE, "[[effect]]"), ids, file.effect, |e| e.event.id())?;
    let mut rows = Vec::new();
    for (n, row) in file.reinforcement_row.iter().enumerate() {
        let at = At::new(FILE, format!("[[reinforcement_row]] {}", n + 1));
        match row.units.as_slice() {
            [unit] if unit.count == 1 => rows.push((row.roll, unit.class)),
            _ => return Err(at.err("a reinforcement is exactly one unit")),
        }
    }
    let reinforcement = At::new(FILE, "[[reinforcement_row]]").table(file.reinforcement.die, &rows)?;
    let mines = &file.minefield;
    let at = At::new(FILE, "[minefield]");
    at.die(mines.die, D6)?;
    let rows: Vec<_> = file.row.iter().filter(|r| r.event == RoundEvent::Minefield).map(|r| r.roll).collect();
    let &[rolls] = rows.as_slice() else {
        return Err(At::new(FILE, "[[row]]").err("the Minefield stands on exactly one row"));
    };
    let minefield = Minefield {
        rolls,
        hit_max: at.up_to("hit", mines.hit, D6)?,
        hit_if_moved_max: at.up_to("hit_if_moved", mines.hit_if_moved, D6)?,
    };

    let mut sheet = file.table.sheet();
    let labels = ["event", "effect"].map(String::from);
    fill(&mut sheet, &labels[..1], std::slice::from_ref(&b9), |e| e.to_string());
    sheet.head.push(labels[1].clone());
    for row in &mut sheet.rows {
        let effect = effects.iter().find(|e| e.event.name() == row[1]);
        row.push(effect.map(|e| e.text.clone()).unwrap_or_default());
    }
    let Rolled { die, provenance, source } = &file.reinforcement;
    let classes = line(&reinforcement, |c| c.id().to_owned());
    sheet.notes.push(format!("reinforcement {die}: {classes} ({provenance}: {source})"));
    let (hit, moved) = (span(1, minefield.hit_max), span(1, minefield.hit_if_moved_max));
    sheet.notes.push(format!("minefield {D6}: {hit}, or {moved} if it moved ({}: {})", mines.provenance, mines.source));
    sheets.push(sheet);
    let faces: Vec<_> = (1..=6).map(|face| ([face, face], face as u8)).collect();
    let which_unit = at.table(D6, &faces)?;
    Ok(EventCheck { b9, texts: effects.map(|e| e.text), reinforcement, which_unit, minefield })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RandomFile {
    table: Head,
    row: Vec<RandomRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RandomRow {
    roll: [i8; 2],
    event: RandomEvent,
    timing: Timing,
    quality: String,
    effect: String,
}

/// C1 flattened.
pub(super) struct RandomEvents {
    pub(super) c1: DieTable<RandomEvent>,
    pub(super) infos: [RandomEventInfo; RandomEvent::ALL.len()],
}

pub(super) fn random_events(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<RandomEvents, ChartError> {
    const FILE: &str = "c1_random_events.toml";
    let file: RandomFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "C1")?;
    let rows: Vec<_> = file.row.iter().map(|r| (r.roll, r.event)).collect();
    let at = At::new(FILE, "[[row]]");
    let c1 = at.table(file.table.die, &rows)?;
    for row in &file.row {
        // The rules know when each event strikes.
        let needed = row.event.timing();
        At::new(FILE, format!("[[row]] {}", row.event.id()))
            .check(row.timing == needed, format_args!("timing must be \"{}\"", needed.id()))?;
    }
    let mut sheet = file.table.sheet();
    sheet.head = cells(["roll", "event", "when", "quality", "effect"]);
    let ids = RandomEvent::ALL.map(RandomEvent::id);
    let mut order: Vec<&RandomRow> = file.row.iter().collect();
    order.sort_by_key(|r| r.roll[0]);
    let row = |r: &RandomRow| {
        let roll = span(r.roll[0], r.roll[1]);
        vec![roll, r.event.to_string(), r.timing.to_string(), r.quality.clone(), r.effect.clone()]
    };
    sheet.rows = order.into_iter().map(row).collect();
    sheets.push(sheet);
    let rows = each(&at, ids, file.row, |r| r.event.id())?;
    let info = |r: RandomRow| RandomEventInfo { timing: r.timing, quality: r.quality, effect: r.effect };
    Ok(RandomEvents { c1, infos: rows.map(info) })
}
