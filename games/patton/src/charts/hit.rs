//! When the Sherman is shot at and hit: `tables_tank_hit.toml`.

use super::headings::{COMES_ROUND, WEEKS, WOUND};
use super::{ByRange, Falling, headings};
use crate::words::{
    ArmorClass, BrewCause, Collateral, EnemyGun, Facing, HitSide, Location, MayBail, Plate, Post, Range, Stance,
    Stowage, Wound,
};
use hulldown_core::chart::lay::{at_least, modifier, runs, span};
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Modifier, Rolls, Spans};
use hulldown_core::dice::{D10, D100};
use hulldown_core::{cells, drms, figures};

figures! {
    /// The tables of a tank that is hit.
    TankHit {
        enemy_ap_to_hit: EnemyHit, enemy_ap_to_kill: EnemyKill,
        /// Of a target in the open, and of one that is hull down.
        hit_location: Rolls<By<Stance, DieTable<Location>>>,
        collateral_damage: Rolls<DieTable<Collateral>>, tank_explosion: Explosion, crew_wound_effect: WoundEffects,
        wounds: Wounds, bail_out: BailOut, brew_up: BrewUp,
    }

    /// Enemy AP To Hit (4.81.1).
    EnemyHit {
        chart: Head,
        base: Spans<EnemyGun, ByRange> [0..=100],
        /// Acquired 1 and 2.
        acquired: [ByRange; 2] [-100..=100],
        drm: EnemyHitDrm,
    }

    /// Enemy AP To Kill.
    EnemyKill { chart: Head, gun: By<EnemyGun, By<ArmorClass, By<Plate, Falling>>> }

    /// Tank Explosion (19.11): this or more explodes.
    Explosion { chart: Head, at: i8 [1..=120], drm: ExplosionDrm }

    /// Hit Location Crew Wound Effects.
    WoundEffects { chart: Head, side: By<HitSide, By<Post, i8>> [-100..=100] }

    /// Wounds: the highest roll that brings an unconscious man round, and the lowest natural roll that always kills.
    Wounds { chart: Head, recovers: i8 [0..=10], kills_from: i8 [51..=100], row: DieTable<Wound> [die], drm: WoundDrm }

    /// Bail Out (19.13): this or more fails.
    BailOut { chart: Head, fails_from: i8 [1..=13], drm: BailDrm }

    /// Brew Up.
    BrewUp { chart: Head, cause: By<BrewCause, By<Stowage, i8>> [0..=100] }
}

drms! {
    /// Modifiers of Enemy AP To Hit: the first shot of a tank or SPG, and a Sherman that moves.
    EnemyHitDrm [-100..=100] { first_shot, moving }
    /// Modifiers of Tank Explosion. `per_two_rounds` is for each two extra rounds on board, or part of two.
    ExplosionDrm [-20..=20] { hull, heavy_gun, per_two_rounds, dry }
    /// Modifiers of Wounds.
    WoundDrm [-100..=100] { mine, harassed, exposed_firing }
    /// Modifiers of Bail Out: a serious wound that lets him try, and a loader without a hatch of his own.
    BailDrm [-9..=9] { serious, no_hatch }
}

impl EnemyKill {
    /// The numbers of a gun against a plate of the tank.
    #[inline]
    pub fn of(&self, gun: EnemyGun, armor: ArmorClass, facing: Facing, turret: bool) -> Falling {
        self.gun[gun][armor][Plate::of(facing, turret)]
    }
}

impl TankHit {
    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let (hit, kill, wounds, bail) = (&self.enemy_ap_to_hit, &self.enemy_ap_to_kill, &self.wounds, &self.bail_out);
        let acquired = [1, 2].map(|level| format!("{} acquired {level}", hit.acquired[level - 1].signed()));
        let armor = kill.gun.each().flat_map(|(gun, armors)| {
            armors.each().map(move |(armor, plates)| (headings::through(gun, armor), plates.iter()))
        });
        let (explosion, effects, brew) = (&self.tank_explosion, &self.crew_wound_effect, &self.brew_up);
        let men = effects.side.columns().map(|(side, men)| (side, men.iter().map(|add| modifier(*add))));
        let bails = |wound: Wound| match wound.bail() {
            MayBail::Hampered => format!("may bail out at {:+}", bail.drm.serious),
            bails => bails.to_string(),
        };
        // Modified totals go beyond the die.
        let trapped = [(span(1, bail.fails_from - 1), "out"), (at_least(bail.fails_from), "trapped")];
        let causes = brew.cause.columns().map(|(cause, numbers)| (cause, numbers.iter()));
        vec![
            (hit.chart.sheet("enemy_ap_to_hit", Some(D100)))
                .grid("gun", Range::ALL.map(Range::name), hit.base.columns().map(|(guns, base)| (guns, *base)))
                .noting(&hit.drm.notes)
                .noting(acquired),
            (kill.chart.sheet("enemy_ap_to_kill", Some(D100))).grid(
                "gun and armor",
                Plate::ALL.map(Plate::name),
                armor,
            ),
            self.hit_location.sheet("hit_location"),
            self.collateral_damage.sheet("collateral_damage", "effect"),
            cells!(explosion.chart.sheet("tank_explosion", Some(D100)), at in [explosion.at];
                rolls "roll" = at_least(at), "result" = "the tank explodes, all aboard are killed")
            .noting(&explosion.drm.notes),
            effects.chart.sheet("crew_wound_effect", None).grid("hit", Post::ALL.map(Post::name), men),
            cells!(wounds.chart.sheet("wounds", Some(wounds.row.dice)), (roll, wound) in runs(&wounds.row);
                rolls "roll" = roll, WOUND = wound, "bail out" = bails(wound))
            .noting(&wounds.drm.notes)
            .noting([
                format!("{WEEKS}: the number rolled with {D10}"),
                format!("{COMES_ROUND} on 1-{}, each Crew Actions Phase", wounds.recovers),
            ]),
            cells!(bail.chart.sheet("bail_out", Some(D10)), (roll, result) in trapped;
                rolls "roll" = roll, "result" = result)
            .noting(&bail.drm.notes),
            brew.chart.sheet("brew_up", Some(D100)).grid("cause", Stowage::ALL.map(Stowage::name), causes),
        ]
    }
}
