//! Friendly Action and Random Events: `friendly_and_events.toml`.

use super::headings::{KNOCKED_OUT, WHICH_SECTOR};
use super::up_to;
use crate::words::{FriendlyMode, Mine, MineCrew, Month, RandomEvent, Scenario, Side, UnitType};
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Rolls, Set};
use hulldown_core::dice::{D10, D100};
use hulldown_core::{cells, drms, figures};

figures! {
    /// The blue card.
    Events {
        friendly_action: Friendly,
        random_events: Rolls<By<Scenario, DieTable<RandomEvent>>>,
        enemy_artillery_losses: Rolls<DieTable<u8>>, enemy_advance_side: Rolls<DieTable<Side>>,
        minefield_attack: Minefield, minefield_crew: Rolls<DieTable<MineCrew>>,
        panzerfaust_attack: PanzerfaustAttack, panzerfaust_to_hit: PanzerfaustHit, panzerfaust_to_kill: PanzerfaustKill,
    }

    /// Friendly Action (14.0).
    Friendly {
        chart: Head,
        /// The highest natural roll that always knocks out.
        sure: i8 [0..=100],
        unit: By<UnitType, FriendlyRow>,
        drm: FriendlyMods,
    }

    /// A row of Friendly Action: this or less, modified, knocks the unit out; this or more, unmodified, makes smoke, 0 for never.
    FriendlyRow { ko: i8 [0..=100], smoke: i8 [0..=100] }

    /// Modifiers of Friendly Action (R18).
    FriendlyMods {
        flanking: FriendlyMod, air_vehicle: FriendlyMod, per_sector: FriendlyMod, artillery_woods: FriendlyMod,
        per_squad: FriendlyMod, per_tank: FriendlyMod, per_smoke: FriendlyMod, thick: FriendlyMod,
        /// Advancing fire or artillery at a vehicle other than a truck.
        hard_target: FriendlyMod,
    }

    /// A modifier of Friendly Action and the fire it counts for.
    FriendlyMod {
        name: String,
        add: i8 [-100..=100],
        modes: Set<FriendlyMode>,
        /// Whether the artillery of a random event is left out.
        not_for_event_artillery: bool [default];
        must |it| !it.modes.is_empty() => "counts for no kind of fire"
    }

    /// Minefield Attack, and the month from which on its modifier counts.
    Minefield {
        chart: Head, late_from: Month, row: DieTable<Mine> [die and beyond], drm: MineDrm;
        must |it| it.row.span() == [1 + it.drm.from_1945, 10] => format!("the rows must run from {} to 10", 1 + it.drm.from_1945)
    }

    /// Panzerfaust Attack I (15.5): the highest roll that is an attack, and the highest natural one that always is.
    PanzerfaustAttack { chart: Head, up_to: By<Scenario, i8> [0..=10], sure: i8 [0..=10], late_from: Month, drm: PanzerfaustDrm }

    /// Panzerfaust Attack II: the highest roll that hits.
    PanzerfaustHit { chart: Head, up_to: i8 [0..=10], drm: PanzerfaustHitDrm }

    /// Panzerfaust Attack III: the highest roll that knocks the tank out.
    PanzerfaustKill { chart: Head, up_to: i8 [0..=10] }
}

drms! {
    /// Modifiers of Minefield Attack.
    MineDrm [-1..=0] { from_1945 }
    /// Modifiers of Panzerfaust Attack I: `late` is from a month on.
    PanzerfaustDrm [-9..=9] { late, moving, lead, swept, rear_sector }
    /// Modifiers of Panzerfaust Attack II.
    PanzerfaustHitDrm [-9..=9] { moving, swept }
}

impl FriendlyMod {
    /// What it adds to this kind of fire, ordered or from a random event.
    #[inline]
    pub fn of(&self, mode: FriendlyMode, event: bool) -> i8 {
        let left_out = event && mode == FriendlyMode::Artillery && self.not_for_event_artillery;
        if self.modes.has(mode) && !left_out { self.add } else { 0 }
    }

    fn note(&self) -> String {
        let modes: Vec<&str> = self.modes.iter().map(FriendlyMode::name).collect();
        let all = modes.len() == FriendlyMode::ALL.len();
        let only = if all { String::new() } else { format!(" ({} only)", modes.join(", ")) };
        let but = if self.not_for_event_artillery { ", not for a random event's artillery" } else { "" };
        format!("{:+} {}{only}{but}", self.add, self.name)
    }
}

impl Events {
    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let f = &self.friendly_action;
        let d = &f.drm;
        let drm = [
            &d.flanking,
            &d.air_vehicle,
            &d.per_sector,
            &d.artillery_woods,
            &d.per_squad,
            &d.per_tank,
            &d.per_smoke,
            &d.thick,
            &d.hard_target,
        ];
        let smoke = |from: i8| if from == 0 { "-".into() } else { format!("{from}-100") };
        let (mines, attack, hit) = (&self.minefield_attack, &self.panzerfaust_attack, &self.panzerfaust_to_hit);
        let attacks = attack.up_to.map(|most| up_to(D10, *most, ["attack", "-"]));
        let hits = up_to(D10, hit.up_to, ["hit", "-"]);
        let kills = up_to(D10, self.panzerfaust_to_kill.up_to, ["knocked out", "-"]);
        vec![
            cells!(f.chart.sheet("friendly_action", Some(D100)), (unit, row) in f.unit.each();
                "unit" = unit, KNOCKED_OUT = row.ko, "smoke at natural" = smoke(row.smoke))
            .noting(drm.map(FriendlyMod::note))
            .noting([format!("natural 1-{} always knocks out", f.sure)]),
            self.random_events.sheet("random_events"),
            self.enemy_artillery_losses.sheet("enemy_artillery_losses", "squads lost"),
            self.enemy_advance_side
                .sheet("enemy_advance_side", "sector")
                .noting([format!("{WHICH_SECTOR}: with {D10}, each an even share of the rolls")]),
            mines.chart.rolled("minefield_attack", [("result", &mines.row)]).noting(&mines.drm.notes),
            self.minefield_crew.sheet("minefield_crew", "result"),
            attack.chart.rolled("panzerfaust_attack", attacks.columns()).noting(&attack.drm.notes),
            hit.chart.rolled("panzerfaust_to_hit", [("result", &hits)]).noting(&hit.drm.notes),
            self.panzerfaust_to_kill.chart.rolled("panzerfaust_to_kill", [("result", &kills)]),
        ]
    }
}
