//! The machine guns' table of `gunnery.toml`.

use super::gunnery::{ByRange, halves};
use super::lay::{by_range, cells as text, sheet};
use super::read::{Book, Die, each, named, percentages, plain, try_map};
use crate::words::{Mg, Range};
use hulldown_core::chart::{ChartError, ChartSheet, Provenance};
use hulldown_core::dice::{D10, D100};
use serde::Deserialize;

/// Sherman MG versus Infantry Targets (10.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MgFire {
    /// The basic number by gun; -1 is no chance at all.
    pub base: [ByRange; 4],
    /// LW moving in the open.
    pub lw_moving: [i8; 4],
    /// Advancing Fire.
    pub advancing: [i8; 4],
    /// The Sherman moves or pivots.
    pub moving: [i8; 4],
    /// Target in woods.
    pub woods: [i8; 4],
    /// Target an AT gun or in a building.
    pub hard: [i8; 4],
    /// Target in a fortification.
    pub fort: [i8; 4],
    /// The highest natural roll that kills.
    pub sure: i8,
    /// The lowest natural roll that is a malfunction.
    pub malfunction: i8,
    /// The highest coloured die that uses a box (16.3).
    pub box_used: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MgPart {
    die: Die,
    clamp: [i8; 2],
    natural_kill: [i8; 2],
    natural_malfunction: [i8; 2],
    ammo_box_used_if_colored_die: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<MgRow>,
    halve_base: Vec<String>,
    fog_or_falling_snow_max_range: Range,
    modifiers: Vec<MgMod>,
    prohibited: Vec<Prohibited>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MgRow {
    mg: Mg,
    base: ByRange,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MgMod {
    when: String,
    subtract_rating: Option<String>,
    bow: Option<i8>,
    coax: Option<i8>,
    aa: Option<i8>,
    sub: Option<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prohibited {
    when: String,
    mg: Mg,
}

pub(super) fn mg(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<MgFire, ChartError> {
    let (at, part): (_, MgPart) = book.part("sherman_mg")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    halves(&at, &part.halve_base, part.fog_or_falling_snow_max_range)?;
    let prohibited: Vec<_> = part.prohibited.iter().map(|p| (p.when.as_str(), p.mg)).collect();
    at.says("prohibited", &prohibited, &vec![("sherman_hull_down", Mg::Bow)])?;
    let rows = each(&at, Mg::ALL, part.rows, |row| row.mg)?;
    let base = try_map(rows, |row| percentages(&at.in_row(row.mg), "base", row.base, -1))?;
    let mut page = sheet("sherman_mg", "Sherman MG versus Infantry Targets", Some(D100), part.provenance, &part.source);
    page.head = text(["gun", "close", "medium", "long"]);
    page.rows = Mg::ALL.iter().zip(base).map(|(mg, base)| by_range(mg.to_string(), base)).collect();
    let ids = [
        "target_lw_moving_in_open",
        "advancing_fire",
        "sherman_moving_or_pivoting",
        "target_in_woods",
        "target_is_at_gun_or_in_building",
        "target_in_fortification",
        "firing_crewman",
        "commander_directing_this_mg",
    ];
    let mods = named(&at, ids, part.modifiers, |m| &m.when)?;
    let mut adds = [[0; 4]; 6];
    for (n, m) in mods.iter().enumerate() {
        let at = at.in_row(&m.when);
        let given = [m.bow, m.coax, m.aa, m.sub];
        match (&m.subtract_rating, given) {
            (None, [Some(bow), Some(coax), Some(aa), Some(sub)]) if n < 6 => {
                adds[n] = [bow, coax, aa, sub];
                for add in adds[n] {
                    at.within("modifier", add, -100..=100)?;
                }
                page.notes.push(format!("bow {bow:+}, co-axial {coax:+}, AA {aa:+}, sub {sub:+}: {}", plain(&m.when)));
            }
            (Some(whose), [None, None, None, None]) if n >= 6 => {
                at.says("subtract_rating", &whose.as_str(), &["firer", "C"][n - 6])?;
                page.notes.push(format!("minus the rating: {}", plain(&m.when)));
            }
            _ => return Err(at.err("needs either a number for each gun or subtract_rating, as the rules have it")),
        }
    }
    let sure = at.up_to("natural_kill", part.natural_kill, D100)?;
    let malfunction = at.from("natural_malfunction", part.natural_malfunction, D100)?;
    let box_used = at.up_to("ammo_box_used_if_colored_die", part.ammo_box_used_if_colored_die, D10)?;
    page.notes
        .push(format!("natural 1-{sure} kills, natural {malfunction}-100 is a malfunction; -1 is no chance at all"));
    page.notes.push(format!("optional: a coloured die of 1-{box_used} uses an ammo box"));
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    // The order of `Mg` is bow, co-axial, AA, sub.
    let [lw_moving, advancing, moving, woods, hard, fort] = adds;
    Ok(MgFire { base, lw_moving, advancing, moving, woods, hard, fort, sure, malfunction, box_used })
}
