//! Whether there is a battle, what appears and where, and who sees it: `tables_contact.toml`.

use super::headings::{NEVER_SPOTTED, ROLL, SPOTTED, SPOTTED_FOR_SURE};
use super::up_to;
use crate::words::{
    Appears, AreaType, Class, Day, Facing, Kind, Month, Range, Resistance, Scenario, Size, Standing, Terrain, UnitType,
};
use hulldown_core::chart::lay::line;
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Or, Rolls, Set, Spans};
use hulldown_core::dice::D10;
use hulldown_core::{cells, drms, figures, words};
use std::fmt;

figures! {
    /// The tables of the mapboard.
    Contact {
        resistance: ResistanceTable, battle_check: BattleCheck, unit_count: UnitCount, activation: Activation,
        placement_range: RangeTable, placement_facing: FacingTable, placement_terrain: TerrainTable,
        appearance: Appearance, appearance_pz_vi: Rolls<DieTable<UnitType>>, ambush: Ambush, spotting: Spotting,
    }

    /// Resistance found, by resistance expected; what the area adds to it counts for the Battle check too.
    ResistanceTable { chart: Head, area: By<AreaType, i8> [-9..=9], expected: By<Resistance, DieTable<Resistance>> [die] }

    /// The lowest roll that is a battle.
    BattleCheck { chart: Head, from: By<Resistance, i8> [1..=11] }

    /// Units at the start of a battle (12.2), and of a reinforcement (15.8).
    UnitCount { chart: Head, resistance: By<Resistance, u8> [1..=6], reinforcement: By<Scenario, u8> [1..=6] }

    /// What appears.
    Activation { chart: Head, scenario: By<Scenario, DieTable<Entry>> [die] }

    /// What appears, and instead of it from February or March 1945 on.
    Entry { unit: Appears, from_1945_02: Option<Appears>, from_1945_03: Option<Appears> }

    /// Placement I: the range, and what the area adds to the roll.
    RangeTable { chart: Head, area: By<AreaType, i8> [-9..=9], class: Spans<Class, DieTable<Range>> [die] }

    /// Placement II: the facing, of vehicles alone.
    FacingTable {
        chart: Head,
        class: Spans<Class, Option<DieTable<Facing>>> [die];
        no |it| class in Class::ALL.into_iter().filter(|class| it.class[*class].is_some() != class.is_vehicle())
            => format!("only vehicles have a facing, and all of them: {class}")
    }

    /// Placement III: the terrain.
    TerrainTable {
        chart: Head,
        /// What a Counterattack adds to the roll.
        counterattack: i8 [-9..=9],
        /// The months with fortifications.
        fort_months: Set<Month>,
        kind: By<Standing, By<AreaType, DieTable<Printed>>> [die],
    }

    /// What an unidentified unit turns out to be.
    Appearance where Appearance::fits {
        chart: Head,
        tank: DieTable<Or<UnitType, Unsettled>> [die], spg: DieTable<UnitType> [die], carrier: DieTable<UnitType> [die], at_gun: DieTable<UnitType> [die]
    }

    /// The highest roll that is an ambush (4.65), and what bad weather adds to it, once.
    Ambush { chart: Head, up_to: i8 [0..=10], bad_weather: i8 [-9..=9] }

    /// Spotting (17.1).
    Spotting {
        chart: Head,
        /// The lowest natural roll that hides a unit.
        hides_from: i8 [2..=11],
        /// Whether half a rating is rounded up: another reading (R14).
        half_up: bool,
        size: By<Size, i8> [-9..=9],
        range: By<Range, i8> [-9..=9],
        drm: SpottingDrm,
    }
}

drms! {
    /// Modifiers of Spotting. `cupola` is for a commander buttoned up in a vision cupola, instead of `buttoned`.
    SpottingDrm [-9..=9] { buttoned, cupola, moving, cover, thick, smoke, fired, target_moving, spotted_before }
}

words! {
    /// What a roll for a tank's type finds that does not settle it (17.4).
    Unsettled { PzVi = "roll_pz_vi", "perhaps a Pz VI"; }
}

words! {
    /// Terrain as the table prints it.
    Printed {
        HullDown = "hull_down", "hull down";
        Woods = "woods", "woods";
        WoodsOrFort = "woods_or_fort", "woods or fortification";
        Building = "building", "building";
        Open = "open", "open";
        MovingInOpen = "moving_in_open", "moving in the open";
    }
}

/// What a unit stands in, and whether it moves in the open (12.34).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The terrain.
    pub terrain: Terrain,
    /// Whether it is moving.
    pub moving: bool,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moving { f.write_str("moving in the open") } else { self.terrain.fmt(f) }
    }
}

/// Before, in or after February 1945.
pub(super) fn season(day: Day) -> usize {
    let month = day.month();
    usize::from(month >= Month::February) + usize::from(month >= Month::March)
}

/// What appears, by season.
pub type Seasons = By<Scenario, [DieTable<Appears>; 3]>;

/// What a unit stands in, out of the months of fortifications and in them.
pub type Terrains = By<AreaType, By<Kind, [DieTable<Placed>; 2]>>;

impl Contact {
    pub(super) fn sheets(&self, seasons: &Seasons, terrains: &Terrains) -> Vec<ChartSheet> {
        let areas = |area: &By<AreaType, i8>| {
            let notes = area.each().filter(|(_, add)| **add != 0);
            notes.map(|(area, add)| format!("{add:+} in area {}", area.id())).collect::<Vec<_>>()
        };
        let (resistance, range) = (&self.resistance, &self.placement_range);
        let battle = self.battle_check.from.map(|from| up_to(D10, from - 1, ["no battle", "battle"]));
        let first = self.unit_count.resistance.columns().map(|(level, units)| (format!("{level} resistance"), units));
        let later = self.unit_count.reinforcement.columns();
        let later = later.map(|(scenario, units)| (format!("reinforcement, {scenario}"), units));
        let facing = self.placement_facing.class.columns().filter_map(|(head, column)| Some((head, column.as_ref()?)));
        let ambush = up_to(D10, self.ambush.up_to, ["yes", "no"]);
        vec![
            resistance.chart.rolled("resistance", resistance.expected.columns()).noting(areas(&resistance.area)),
            self.battle_check.chart.rolled("battle_check", battle.columns()).noting(areas(&resistance.area)),
            cells!(self.unit_count.chart.sheet("unit_count", None), (when, units) in first.chain(later);
                "when" = when, "units" = units),
            self.activation.chart.rolled("activation", seasons.iter().flatten().map(DieTable::column)),
            range.chart.rolled("placement_range", range.class.columns()).noting(areas(&range.area)),
            self.placement_facing.chart.rolled("placement_facing", facing),
            self.placement_terrain.sheet(terrains),
            self.appearance.sheet(&self.appearance_pz_vi.chart),
            self.appearance_pz_vi.sheet("appearance_pz_vi", "tank"),
            (self.ambush.chart.rolled("ambush", [("ambush", &ambush)]))
                .noting([format!("{:+} in rain, falling snow or fog, once", self.ambush.bad_weather)]),
            self.spotting.sheet(),
        ]
    }
}

impl Activation {
    /// The tables of each season.
    pub(super) fn seasons(&self) -> Seasons {
        self.scenario.map(|column| {
            let when = |season: &str| format!("{} {season}", column.heading());
            [
                column.map(|entry| entry.unit).headed(&when("to Jan 45")),
                column.map(|entry| entry.from_1945_02.unwrap_or(entry.unit)).headed(&when("Feb 45")),
                (column.map(|entry| entry.from_1945_03.or(entry.from_1945_02).unwrap_or(entry.unit)))
                    .headed(&when("from Mar 45")),
            ]
        })
    }
}

impl Printed {
    /// What it means for a kind of unit: there are fortifications in some months, and no gun stands in a building.
    fn read(self, kind: Kind, forts: bool) -> Placed {
        let terrain = match self {
            Printed::HullDown => Terrain::HullDown,
            Printed::Woods => Terrain::Woods,
            Printed::WoodsOrFort if forts => Terrain::Fortification,
            Printed::WoodsOrFort => Terrain::Woods,
            Printed::Building if kind != Kind::AtGun => Terrain::Building,
            Printed::Building if forts => Terrain::Fortification,
            Printed::Building | Printed::Open | Printed::MovingInOpen => Terrain::Open,
        };
        Placed { terrain, moving: self == Printed::MovingInOpen }
    }
}

impl TerrainTable {
    /// What each kind of unit stands in. Fortifications are told in a remark, where they change anything.
    pub(super) fn terrains(&self) -> Terrains {
        By::new(|area: AreaType| {
            By::new(|kind: Kind| {
                let column: &DieTable<Printed> = &self.kind[kind.standing()][area];
                let head = format!("{} {kind}", area.id());
                let read = |forts| column.map(|printed| printed.read(kind, forts)).headed(&head);
                let (plain, forts) = (read(false), read(true));
                let forts = if plain == forts { forts } else { forts.headed(&format!("{head} in ")) };
                [plain, forts]
            })
        })
    }

    pub(super) fn sheet(&self, terrains: &Terrains) -> ChartSheet {
        let all = || terrains.iter().flat_map(|of| of.iter());
        let months = self.fort_months.iter().map(Month::name).collect::<Vec<_>>().join(" and ");
        let fort = |[plain, forts]: &[DieTable<Placed>; 2]| {
            let told = format!("{}{months}: {}", forts.heading(), line(forts, |placed| placed.to_string()));
            (plain != forts).then_some(told)
        };
        let sheet = self.chart.rolled("placement_terrain", all().map(|[plain, _]| plain.column()));
        sheet.noting([format!("{:+} counterattack", self.counterattack)]).noting(all().filter_map(fort))
    }
}

impl Appearance {
    fn fits(&self) -> Result<(), String> {
        let of = |column: &DieTable<UnitType>, classes: &[Class]| {
            column.cells().iter().all(|unit| classes.contains(&unit.class()))
        };
        let tanks = self.tank.cells().iter().all(|found| found.this().is_none_or(|unit| unit.class() == Class::Tank));
        let others = of(&self.spg, &[Class::Spg]) && of(&self.at_gun, &[Class::AtGun]);
        let right = tanks && others && of(&self.carrier, &[Class::Psw, Class::Spw]);
        if right { Ok(()) } else { Err("a unit stands in the column of another class".into()) }
    }

    pub(super) fn sheet(&self, pz_vi: &Head) -> ChartSheet {
        let found = |column: &DieTable<UnitType>| column.map(|unit| Or::This(*unit));
        let [spg, carrier, at_gun] = [&self.spg, &self.carrier, &self.at_gun].map(found);
        let columns = [
            (Appears::Tank.name(), &self.tank),
            (Appears::Spg.name(), &spg),
            (Appears::PswSpw.name(), &carrier),
            (Appears::AtGun.name(), &at_gun),
        ];
        let sheet = self.chart.rolled("appearance", columns);
        sheet.noting([format!("perhaps a Pz VI: see \"{}\" ({}: {})", pz_vi.title, pz_vi.provenance, pz_vi.source)])
    }
}

impl Spotting {
    /// The highest modified roll that tells a man of this rating what a unit is (17.12).
    #[inline]
    pub fn identifies(&self, rating: i8) -> i8 {
        (rating + i8::from(self.half_up)) / 2
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let half = if self.half_up { "ceil" } else { "floor" };
        let rows = [
            (SPOTTED.to_string(), "modified roll <= rating".to_owned()),
            ("identified".into(), format!("modified roll <= {half}(rating / 2), or an unmodified 1")),
            (SPOTTED_FOR_SURE.to_string(), "natural 1; identified as well".into()),
            (
                NEVER_SPOTTED.to_string(),
                format!(
                    "natural {} or more; a unit not yet spotted is hidden, and nobody may look for it again this round",
                    self.hides_from
                ),
            ),
        ];
        let sheet =
            cells!(self.chart.sheet("spotting", Some(D10)), (result, roll) in rows; "result" = result, ROLL = roll);
        let sizes = self.size.each().filter(|(_, add)| **add != 0);
        let ranges = self.range.each().filter(|(_, add)| **add != 0);
        sheet
            .noting(&self.drm.notes)
            .noting(sizes.map(|(size, add)| format!("{add:+} target size {}", size.id())))
            .noting(ranges.map(|(range, add)| format!("{add:+} target at {range} range")))
    }
}
