//! The Sherman's own fire: `gunnery.toml` and `to_kill_vehicles.toml`.

use super::{ByRange, Falling, headings};
use crate::words::{
    Charted, Facing, Fire, Gun, HitGrade, KillTable, Mg, MgUse, Plate, Range, Repair, Size, Target, UnitType,
};
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Modifier, Rolls};
use hulldown_core::dice::D100;
use hulldown_core::{cells, drms, figures};

figures! {
    /// The green card.
    Gunnery {
        to_hit: ToHit, rate_of_fire: RateOfFire, to_kill_infantry: KillInfantry, sherman_mg: MgFire,
        mg_advancing_fire: Rolls<DieTable<MgUse>>, gun_repair: GunRepair,
    }

    /// To Hit Target (9.3).
    ToHit {
        chart: Head,
        /// The highest natural roll that is a critical hit.
        critical: i8 [0..=50],
        /// The lowest natural roll that is a malfunction.
        malfunction: i8 [51..=101],
        base: By<Fire, By<Charted, By<Target, ByRange>>> [0..=100],
        /// Acquired 1 and 2.
        acquired: [ByRange; 2] [-100..=100],
        /// Direct fire at vehicles, by size.
        size: By<Size, ByRange> [-100..=100],
        drm: ToHitDrm,
    }

    /// Rate of Fire (9.4): the number of each gun, and what is added besides the ratings.
    RateOfFire {
        chart: Head,
        gun: By<Gun, i8> [0..=100],
        /// Whether passing ammo takes off the man's rating instead: another reading of the sheet (R23).
        pass_by_rating: bool,
        /// Whether a miss gives another shot as well as a hit (R32); another reading ends the firing with it.
        after_a_miss: bool,
        drm: RateDrm,
    }

    /// To Kill Infantry Targets (9.51). Pairs are for a normal and a critical hit.
    KillInfantry { chart: Head, base: By<Charted, By<Fire, [i8; 2]>> [0..=100], drm: KillInfantryDrm }

    /// Sherman MG versus Infantry Targets (10.2).
    MgFire {
        chart: Head,
        /// The highest natural roll that kills.
        sure: i8 [0..=50],
        /// The lowest natural roll that is a malfunction.
        malfunction: i8 [51..=101],
        /// The highest colored die that uses a box (16.3).
        box_used: i8 [0..=10],
        /// -1 is no chance at all.
        base: By<Mg, ByRange> [-1..=100],
        drm: MgDrm,
    }

    /// Gun Malfunction Repair, and the lowest natural roll that breaks a gun.
    GunRepair { chart: Head, broken: i8 [1..=101], row: DieTable<Repair> [die] }

    /// One of the To Kill tables versus vehicles (9.52, 9.53).
    Kills {
        chart: Head, target: By<UnitType, Option<By<Plate, Falling>>>;
        no |it| (unit, row) in it.target.each().filter(|(unit, row)| row.is_some() != unit.class().is_vehicle())
            => format!("`{}` is {}", unit.id(), if row.is_some() { "no vehicle" } else { "missing" })
    }
}

drms! {
    /// Modifiers of To Hit Target. What is only for direct fire, or for one kind of target, is named so on the sheet.
    ToHitDrm [-100..=100] {
        first_shot, target_moving: ByRange, per_sector, gun_88ll, gun_small, immobilize: ByRange, moving, woods: ByRange,
        building: ByRange, fort: ByRange,
    }
    /// Modifiers of the Rate of Fire: a reload from the ready rack, and an assistant driver who passes ammo.
    RateDrm [-100..=100] { rack, pass }
    /// Modifiers of To Kill Infantry Targets. Cover does not count for a normal hit by direct fire, and a critical hit on a gun kills.
    KillInfantryDrm [-100..=100] {
        building: [i8; 2], woods: [i8; 2], fort: [i8; 2], at_gun, moving_in_open: [i8; 2], soft_ground: [i8; 2],
    }
    /// Modifiers of the machine guns.
    MgDrm [-100..=100] {
        lw_moving: By<Mg, i8>, advancing: By<Mg, i8>, moving: By<Mg, i8>, woods: By<Mg, i8>, hard: By<Mg, i8>, fort: By<Mg, i8>,
    }
}

/// The To Kill tables versus vehicles.
pub type KillVehicle = By<KillTable, Kills>;

impl ToHit {
    /// The basic number; the 17-pounder uses the rows of the 76L.
    #[inline]
    pub fn base(&self, fire: Fire, gun: Gun, target: Target, range: Range) -> i8 {
        self.base[fire][Charted::of(gun)][target][range.index()]
    }
}

impl KillInfantry {
    /// The basic number; the 17-pounder uses the rows of the 76L.
    #[inline]
    pub fn base(&self, gun: Gun, fire: Fire, hit: HitGrade) -> i8 {
        self.base[Charted::of(gun)][fire][hit.index()]
    }
}

impl Kills {
    /// The number to roll or less; 0 is no chance, 100 certain.
    #[inline]
    pub fn number(&self, unit: UnitType, facing: Facing, turret: bool, range: Range) -> i8 {
        self.target[unit].as_ref().map_or(0, |plates| plates[Plate::of(facing, turret)][range])
    }

    pub(super) fn sheet(&self, table: KillTable) -> ChartSheet {
        let rows = self.target.columns().filter_map(|(unit, plates)| Some((unit, plates.as_ref()?.iter())));
        self.chart.sheet(table.id(), Some(D100)).grid("target", Plate::ALL.map(Plate::name), rows)
    }
}

impl Gunnery {
    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let (t, rate, mg, repair) = (&self.to_hit, &self.rate_of_fire, &self.sherman_mg, &self.gun_repair);
        let base = |fire, gun, target| (headings::shot(fire, gun, target), t.base[fire][gun][target]);
        let shots = Fire::ALL.into_iter().flat_map(|fire| {
            Charted::ALL.into_iter().flat_map(move |gun| Target::ALL.map(|target| base(fire, gun, target)))
        });
        let acquired = [1, 2].map(|level| format!("{} acquired {level}", t.acquired[level - 1].signed()));
        let sizes = t.size.each().filter(|(_, add)| **add != [0; 3]);
        let sizes =
            sizes.map(|(size, add)| format!("{} target size {}, direct fire (vehicle only)", add.signed(), size.id()));
        let naturals =
            format!("natural 1-{} is a critical hit, natural {}-100 a malfunction", t.critical, t.malfunction);
        let passing = if rate.pass_by_rating { "minus his rating, not the number: passing ammo" } else { "" };
        let ended = if rate.after_a_miss { "" } else { "a miss ends the firing" };
        let (sure, jams, kills) = (mg.sure, mg.malfunction, &self.to_kill_infantry);
        let blasts = Charted::ALL.into_iter().flat_map(|gun| Fire::ALL.map(|fire| (gun, fire)));
        vec![
            (t.chart.sheet("to_hit", Some(D100)).grid("shot", Range::ALL.map(Range::name), shots))
                .noting(&t.drm.notes)
                .noting(acquired)
                .noting(sizes)
                .noting([naturals]),
            cells!(rate.chart.sheet("rate_of_fire", Some(D100)), (gun, number) in rate.gun.each();
                "gun" = gun, "another shot at" = format_args!("{number} or less"))
                .noting(&rate.drm.notes)
                .noting([passing, ended].into_iter().filter(|note| !note.is_empty())),
            cells!(kills.chart.sheet("to_kill_infantry", Some(D100)), (gun, fire) in blasts;
                "gun and fire" = headings::blast(gun, fire), "hit" = kills.base[gun][fire][0], "critical hit" = kills.base[gun][fire][1])
                .noting(&kills.drm.notes),
            (mg.chart.sheet("sherman_mg", Some(D100)).grid("gun", Range::ALL.map(Range::name), mg.base.columns().map(|(mg, base)| (mg, *base))))
                .noting(&mg.drm.notes)
                .noting([
                    format!("natural 1-{sure} kills, natural {jams}-100 is a malfunction; -1 is no chance at all"),
                    format!("optional: a colored die of 1-{} uses an ammo box", mg.box_used),
                ]),
            self.mg_advancing_fire.sheet("mg_advancing_fire", "result"),
            (repair.chart.rolled("gun_repair", [("result", &repair.row)]))
                .noting([format!("natural {}-100 breaks the gun", repair.broken)]),
        ]
    }
}
