//! Fire: B1, B2, B3, B4.

use super::headings::{LOCATION, TRIES};
use super::mission::{A3, A5};
use crate::words::{B2Block, B2Drm, B2Result, B2Target, B3Result, Month, Part, PenColumn, Range, Weapon, Weather};
use hulldown_core::chart::lay::line;
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head, Set, Spans};
use hulldown_core::dice::{D6, TWO_D6};
use hulldown_core::{cells, drms, figures};

figures! {
    /// B1: to hit with a main gun or an anti-tank gun, 2d6 at or below a number. A natural 1 to hit and 13 to miss mean that no roll
    /// is special.
    B1 {
        chart: Head,
        natural_hit: i8 [1..=12],
        natural_miss: i8 [2..=13],
        range: By<Range, RangeRow>,
        drm: B1Drm;
        must |it| it.natural_hit < it.natural_miss => "a natural roll cannot both hit and miss"
    }

    /// The number to roll at or below, and what the range does to penetration.
    RangeRow { hit: i8 [1..=13], pen: i8 [-6..=6] }

    /// B2: HE and machine guns, 2d6 read in a block and a target column.
    B2 {
        chart: Head,
        /// The natural roll that stops a machine gun of the player.
        stoppage_natural: i8 [2..=13],
        /// The highest modified roll that is a lucky hit of a 2cm.
        lucky_2cm_modified_max: i8 [-20..=12],
        /// The highest modified roll at which an airstrike destroys anything.
        airstrike_destroys_modified_max: i8 [-20..=12],
        /// Whether a B by field artillery also immobilizes.
        artillery_b_immobilizes: bool,
        block: By<B2Block, By<B2Target, DieTable<B2Result>>> [die],
        drm: By<B2Drm, WeaponDrm>,
    }

    /// A modifier of some weapons.
    WeaponDrm {
        add: i8 [-6..=6], weapons: Set<Weapon>, from: Grounds; must |it| !it.weapons.is_empty() => "applies to no weapon"
    }

    /// B3: where a round strikes, and what it does there.
    B3 {
        chart: Head,
        location: DieTable<Part> [die],
        location_from: Grounds,
        column: By<PenColumn, DieTable<B3Result>> [die],
    }

    /// B4: the Panzerfaust.
    B4 {
        chart: Head,
        pen: i8 [0..=30],
        /// What suppression does to the Morale Level of the INF that tries.
        suppressed_ml: i8 [-6..=6],
        /// The number to roll at or below.
        hit: Spans<Month, i8> [1..=12],
        drm: B4Drm,
    }
}

drms! {
    /// Modifiers of B1. Rain or snow is the same figure as in the weather effects.
    B1Drm {
        target_hull_down, smoke_1, smoke_2, rain_or_snow, firer_buttoned_enemy_vehicle, commander_buttoned, gunnery_skill,
        same_target_again, firer_suppressed_at,
    }
    /// Modifiers of B4.
    B4Drm { commander_buttoned, firer_reduced, firer_suppressed, smoke_1, smoke_2, rain_or_snow, sandbags }
}

impl B1 {
    /// The same figure stands with the weather and with the chart; two answers to one question are refused.
    pub(super) fn agrees(&self, weather: &A3) -> Result<(), String> {
        rain_agrees(self.drm.rain_or_snow, "b1", &weather.effect.map(|enemy| enemy.b1))
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let (hit, miss) = (self.natural_hit, self.natural_miss);
        let sheet = cells!(self.chart.sheet("B1", Some(TWO_D6)), (range, row) in self.range.each();
            "range" = range, "hits at or below" = row.hit, "penetration" = format_args!("{:+}", row.pen));
        sheet.noting([format!("a natural {hit} always hits, a natural {miss} always misses")]).noting(&self.drm.notes)
    }
}

fn rain_agrees(rain_or_snow: i8, column: &str, effects: &By<Weather, i8>) -> Result<(), String> {
    for (weather, there) in effects.each() {
        let here = if matches!(weather, Weather::Rain | Weather::Snow) { rain_or_snow } else { 0 };
        if here != *there {
            let id = weather.id();
            return Err(format!("rain_or_snow makes it {here} in {id}, a3_weather.toml [effect] {column} {there}"));
        }
    }
    Ok(())
}

impl B2 {
    /// The column for a block and a target.
    pub fn column(&self, block: B2Block, target: B2Target) -> &DieTable<B2Result> {
        &self.block[block][target]
    }

    /// What a modifier is for a weapon: 0 where it does not apply.
    #[inline]
    pub fn drm(&self, drm: B2Drm, weapon: Weapon) -> i8 {
        let row = &self.drm[drm];
        if row.weapons.has(weapon) { row.add } else { 0 }
    }

    /// [7.3.5a] What smoke of a level does to the fire of a weapon.
    #[inline]
    pub fn smoke(&self, level: u8, weapon: Weapon) -> i8 {
        match level {
            0 => 0,
            1 => self.drm(B2Drm::Smoke1, weapon),
            _ => self.drm(B2Drm::Smoke2, weapon),
        }
    }

    pub(super) fn agrees(&self, weather: &A3, terrain: &A5) -> Result<(), String> {
        rain_agrees(self.drm[B2Drm::RainOrSnow].add, "b2", &weather.effect.map(|enemy| enemy.b2))?;
        let cover = self.drm[B2Drm::TargetSoftInCoverTerrain].add;
        match terrain.effect.each().find(|(_, e)| ![0, cover].contains(&e.soft_b2)) {
            Some((terrain, e)) => Err(format!(
                "target_soft_in_cover_terrain is {cover}, a5_terrain.toml [effect] soft_b2 of {} is {}",
                terrain.id(),
                e.soft_b2
            )),
            None => Ok(()),
        }
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let sheet = self.chart.sheet("B2", Some(TWO_D6));
        let blocks = self.block.each().map(|(block, targets)| (block, targets.iter()));
        let sheet = sheet.blocks("block", B2Target::ALL.map(B2Target::name), blocks, |result| result.to_string());
        let drm = |(drm, row): (B2Drm, &WeaponDrm)| {
            let weapons: Vec<&str> = row.weapons.iter().map(|w| w.name()).collect();
            format!("{:+} {drm}: {} ({})", row.add, weapons.join(", "), row.from)
        };
        let naturals = [
            format!("a natural {} stops a machine gun of the player (ST)", self.stoppage_natural),
            format!("a modified {} or less of a 2cm goes to B3", self.lucky_2cm_modified_max),
            format!("a modified {} or less of an airstrike destroys the target", self.airstrike_destroys_modified_max),
        ];
        let artillery = self.artillery_b_immobilizes.then_some("a B by field artillery also immobilizes");
        sheet.noting(naturals).noting(artillery).noting(self.drm.each().map(drm))
    }
}

impl B3 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let (dice, parts) = (self.location.dice, line(&self.location, |part| part.to_string()));
        let note = format!("{LOCATION} {dice}: {parts} ({})", self.location_from);
        self.chart.rolled("B3", self.column.columns()).noting([note])
    }
}

impl B4 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let tries = format!(
            "{TRIES} on {D6} at or below its Morale Level ({:+} suppressed); a hit goes to B3 with penetration {}",
            self.suppressed_ml, self.pen
        );
        let sheet = self.chart.sheet("B4", Some(TWO_D6)).noting([tries]).noting(&self.drm.notes);
        cells!(sheet, (months, hit) in self.hit.columns(); "date" = months, "hits at or below" = hit)
    }
}
