//! The Sherman's movement: `sherman_movement.toml`; the Battle Board: `battle_board.toml`.

use crate::words::{
    Bearing, BogResult, Displacement, Drive, EnemyMove, Ground, Leaving, MoveResult, Range, Ring, Sector, Shift, Zone,
};
use hulldown_core::chart::lay::tick;
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head, Spans};
use hulldown_core::dice::D10;
use hulldown_core::{cells, drms, figures};

figures! {
    /// The orange card.
    Driving { movement_part_1: Movement, movement_part_2: Shifts, bogged_down: BoggedDown, fuel: Fuel }

    /// Movement I: what happens to the tank.
    Movement {
        chart: Head,
        /// The lowest natural roll that bogs down whatever the modifiers.
        bogs_from: i8 [51..=100],
        action: Spans<Drive, DieTable<MoveResult>> [die],
        /// By what lies on the ground.
        ground: By<Ground, i8> [-100..=100],
        drm: DriveDrm,
    }

    /// Movement II: what happens to enemy units, read with the white die.
    Shifts {
        chart: Head,
        action: Spans<Drive, DieTable<Shift>> [die];
        no |it| drive in Drive::ALL.into_iter().filter(|drive| {
            it.action[*drive].cells().contains(if drive.is_forward() { &Shift::B } else { &Shift::A })
        }) => format!("A is for going forward and B for going back: {drive}")
    }

    /// Bogged Down.
    BoggedDown { chart: Head, row: DieTable<BogResult> [die], drm: DriveDrm }

    /// Fuel (29.0).
    Fuel {
        chart: Head,
        gallons_per_unit: u8 [1..=50],
        /// Entering an area.
        per_area: u8 [0..=35],
        /// The highest colored die of a move in battle that uses some.
        battle_colored: i8 [0..=10],
        /// How much it uses then.
        per_move: u8 [0..=35],
    }

    /// The Battle Board: who moves where.
    BattleBoard {
        chart: Head,
        sector_chart: Head,
        /// How far each range goes.
        yards: By<Range, u16>,
        enemy_move: By<EnemyMove, By<Range, Way>>,
        /// Where enemy units end when the tank has gone forward or back, by their bearing from the hull.
        displacement: By<Displacement, By<Bearing, By<Range, Way>>>,
        /// Where the task force's Advance Fire markers may go (22.12).
        advance_fire: Vec<Zone>,
        advance_fire_from: Grounds;
        must |it| !it.advance_fire.is_empty() => "advance_fire: no zone is allowed";
        no |it| (_, zone) in it.advance_fire.iter().enumerate().filter(|(n, zone)| it.advance_fire[..*n].contains(zone))
            => format!("advance_fire: {zone} is given twice")
    }

    /// A way a unit goes: sectors clockwise, and the ring it ends in.
    #[derive(Copy, PartialEq, Eq)]
    Way { turn: u8 [0..=5], to: Ring }
}

drms! {
    /// Modifiers of driving; the driver's rating and a directing commander's are subtracted besides.
    DriveDrm [-100..=100] { hvss, buttoned }
}

impl Driving {
    pub(super) fn sheets(&self, full_tank: u8) -> Vec<ChartSheet> {
        let (movement, bog, fuel) = (&self.movement_part_1, &self.bogged_down, &self.fuel);
        let ground = movement.ground.each().filter(|(_, add)| **add != 0);
        let rows = [
            ("full tank".to_owned(), full_tank),
            ("entering an area".into(), fuel.per_area),
            (format!("moving in battle, colored die 1-{}", fuel.battle_colored), fuel.per_move),
        ];
        vec![
            (movement.chart.rolled("movement_part_1", movement.action.columns()))
                .noting(&movement.drm.notes)
                .noting(ground.map(|(ground, add)| format!("{add:+} {ground}"))),
            self.movement_part_2.chart.rolled("movement_part_2", self.movement_part_2.action.columns()),
            bog.chart.rolled("bogged_down", [("result", &bog.row)]).noting(&bog.drm.notes),
            cells!(fuel.chart.sheet("fuel", None), (what, units) in rows; "what" = what, "units" = units)
                .noting([format!("a unit is {} gallons; resupply fills the tank", fuel.gallons_per_unit)]),
        ]
    }
}

impl BattleBoard {
    /// The sector each roll shows (5.12): sectors are called by their rolls.
    pub(super) fn sectors() -> DieTable<Sector> {
        DieTable::of(D10, Sector::from_roll)
    }

    /// Where your own movement puts a unit (11.2), by its sector relative to the hull: none is off the board. Results that
    /// displace nobody leave it where it is.
    pub fn displaced(&self, shift: Shift, rel: u8, range: Range) -> Option<(u8, Range)> {
        let went = match shift {
            Shift::A => Displacement::A,
            Shift::B => Displacement::B,
            Shift::C | Shift::None => return Some((rel, range)),
        };
        let way = self.displacement[went][usize::from(rel % 6)][range];
        Some(((rel + way.turn) % 6, way.to.range()?))
    }

    /// Where a unit's own movement takes it (13.1): none is off the board.
    pub fn moved(&self, way: EnemyMove, zone: Zone) -> Option<Zone> {
        let way = self.enemy_move[way][zone.range];
        Some(Zone::new(zone.sector.turned(way.turn), way.to.range()?))
    }

    /// Which way the task force leaves (11.31).
    pub fn leaving(&self, hull: Sector, forward: bool) -> Leaving {
        if hull.is_rear() == forward { Leaving::Retreat } else { Leaving::Advance }
    }

    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let sectors = BattleBoard::sectors();
        let rolls = |sector: Sector| {
            let shown = (sectors.dice.min()..=sectors.dice.max()).filter(|roll| sectors.at(*roll) == sector);
            shown.map(|roll| roll.to_string()).collect::<Vec<_>>().join(" ")
        };
        let zones: Vec<String> = self.advance_fire.iter().map(Zone::to_string).collect();
        let sheet = cells!(self.chart.sheet("battle_board", None), sector in Sector::ALL;
            "sector" = sector, "rolls" = rolls(sector), "paired with" = sector.paired(),
            "US Controlled at first" = tick(sector.is_rear()));
        vec![
            self.sector_chart.rolled("sector", [("sector", &sectors)]),
            sheet
                .noting(self.yards.columns().map(|(range, yards)| format!("{range} range: out to {yards} yards")))
                .noting([format!("Advance Fire markers: {} ({})", zones.join(", "), self.advance_fire_from)]),
        ]
    }
}
