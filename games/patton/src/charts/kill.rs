//! The Sherman's To Kill tables versus vehicles: `to_kill_vehicles.toml`.

use super::gunnery::ByRange;
use super::heads::kill_id;
use super::lay::{cells as text, sheet, triple};
use super::read::{Book, each, percentages};
use crate::words::{Ammo, Facing, Gun, Hit, Range, UnitType};
use hulldown_core::chart::{ChartError, ChartSheet, Files, Provenance};
use hulldown_core::dice::D100;
use serde::Deserialize;

/// One To Kill table: by vehicle, facing, and hull or turret.
type KillNumbers = [[[ByRange; 2]; 3]; 12];
/// The same for a normal and a critical hit.
type Kills = [KillNumbers; 2];

/// The To Kill tables versus vehicles (9.52, 9.53).
#[derive(Clone, Debug)]
pub struct KillVehicle {
    /// By gun and ammunition that has a table: normal and critical.
    tables: Vec<(Gun, Ammo, Kills)>,
    /// Where each gun and ammunition stands in `tables`.
    place: [[Option<u8>; 6]; 3],
}

impl KillVehicle {
    /// The number to roll or less; 0 is no chance, 100 certain. HE of the 17-pounder uses the 76 table (R40).
    #[inline]
    #[allow(clippy::too_many_arguments)] // A cell of the table has as many coordinates.
    pub fn number(
        &self,
        gun: Gun,
        ammo: Ammo,
        hit: Hit,
        unit: UnitType,
        facing: Facing,
        turret: bool,
        range: Range,
    ) -> i8 {
        let Some(place) = self.place[gun.index()][ammo.index()] else { return 0 };
        if unit.index() >= UnitType::VEHICLES.len() {
            return 0;
        }
        let of_hit = &self.tables[usize::from(place)].2[hit.index()];
        of_hit[unit.index()][facing.index()][usize::from(turret)][range.index()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KillTable {
    gun: Gun,
    ammo: Ammo,
    hit: Hit,
    provenance: Provenance,
    source: String,
    rows: Vec<KillRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KillRow {
    target: UnitType,
    front_turret: ByRange,
    front_hull: ByRange,
    side_turret: ByRange,
    side_hull: ByRange,
    rear_turret: ByRange,
    rear_hull: ByRange,
}

pub(super) fn kill_vehicle(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<KillVehicle, ChartError> {
    let mut book = Book::open(files, "to_kill_vehicles.toml")?;
    let (at, tables): (_, Vec<KillTable>) = book.list("to_kill")?;
    book.done()?;
    let needed = [
        (Gun::G75, Ammo::Ap),
        (Gun::G75, Ammo::He),
        (Gun::G76l, Ammo::Ap),
        (Gun::G76l, Ammo::Hvap),
        (Gun::G76l, Ammo::He),
        (Gun::G76ll, Ammo::Ap),
        (Gun::G76ll, Ammo::Apds),
    ];
    let mut all: Vec<(Gun, Ammo, [Option<KillNumbers>; 2])> =
        needed.iter().map(|(gun, ammo)| (*gun, *ammo, [None; 2])).collect();
    for t in tables {
        let at = at.in_row(format_args!("{} {} {}", t.gun.id(), t.ammo, t.hit.id()));
        let Some(entry) = all.iter_mut().find(|(gun, ammo, _)| (*gun, *ammo) == (t.gun, t.ammo)) else {
            return Err(at.err("no such table is known"));
        };
        let id = kill_id(t.gun, t.ammo, t.hit);
        let title = format!("To Kill: {} {}, {}", t.gun.id(), t.ammo, t.hit);
        let mut page = sheet(&id, &title, Some(D100), t.provenance, &t.source);
        page.head =
            text(["target", "front turret", "front hull", "side turret", "side hull", "rear turret", "rear hull"]);
        let rows = each(&at, UnitType::VEHICLES, t.rows, |row| row.target)?;
        let mut numbers = [[[[0; 3]; 2]; 3]; 12];
        for (n, row) in rows.iter().enumerate() {
            let at = at.in_row(row.target.id());
            let six =
                [row.front_turret, row.front_hull, row.side_turret, row.side_hull, row.rear_turret, row.rear_hull];
            page.rows.push(std::iter::once(row.target.to_string()).chain(six.map(triple)).collect());
            for (place, triple) in six.into_iter().enumerate() {
                let triple = percentages(&at, "number", triple, 0)?;
                at.check(triple.is_sorted_by(|near, far| near >= far), "no number grows with range")?;
                numbers[n][place / 2][1 - place % 2] = triple;
            }
        }
        page.notes.push("close/medium/long; 0 is no chance, 100 certain".into());
        sheets.push(page);
        at.check(entry.2[t.hit.index()].replace(numbers).is_none(), "is given twice")?;
    }
    let mut place = [[None; 6]; 3];
    let mut flat = Vec::new();
    for (n, (gun, ammo, numbers)) in all.into_iter().enumerate() {
        let [Some(normal), Some(critical)] = numbers else {
            return Err(at.err(format_args!("{} {ammo} is missing", gun.id())));
        };
        place[gun.index()][ammo.index()] = Some(n as u8);
        flat.push((gun, ammo, [normal, critical]));
    }
    place[Gun::G76ll.index()][Ammo::He.index()] = place[Gun::G76l.index()][Ammo::He.index()];
    Ok(KillVehicle { tables: flat, place })
}
