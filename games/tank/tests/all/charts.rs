//! The charts as shipped, and the figures the rulebook fixes.

use hulldown_core::Game;
use hulldown_core::chart::{By, ChartSheet, Provenance};
use hulldown_core::game::Seat;
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_tank::Tank;
use hulldown_tank::charts::{Charts, SituationInfo, ToSpot, shipped};
use hulldown_tank::map::{Layout, StepCost};
use hulldown_tank::rules::LEDGER;
use hulldown_tank::talk::FireSum;
use hulldown_tank::words::*;

fn charts() -> Charts {
    Charts::load(&shipped()).unwrap()
}

/// A table as the book prints it: the highest roll of each cell, `.` for none, a row a line.
fn printed(rows: &str) -> Vec<Vec<u8>> {
    let cell = |c: &str| if c == "." { 0 } else { c.parse().unwrap() };
    rows.lines().map(|row| row.split_whitespace().map(cell).collect()).collect()
}

/// rules: tank 8.9 8.9b 8.91 8.92 8.93 8.31
#[test]
fn combat_results_tables() {
    let crt = charts().crt;
    let near = "1 2 3 4 5 6 7 8 9 10 10\n";
    let step = ". 1 2 3 4 5 6 7 8 9 10\n. . 1 2 3 4 5 6 7 8 9\n";
    let t891 = format!(
        "{near}{step}. . . 1 2 3 4 5 6 7 8\n. . . . 1 2 3 4 5 6 7\n. . . . . 1 2 3 4 5 6\n. . . . . . 1 2 3 4 5\n\
         . . . . . . . 1 2 3 4\n. . . . . . . . 1 2 3\n. . . . . . . . . 1 2"
    );
    let t892 = format!(
        "{near}{step}. . . . 1 2 3 4 5 6 7\n. . . . . . 1 2 3 4 5\n. . . . . . . . 1 2 3\n. . . . . . . . . . 1"
    );
    let t893 = format!(
        "{near}{near}{near}. . 1 2 3 4 5 6 7 8 9\n. . . 1 2 3 4 5 6 7 8\n. . . . 1 2 3 4 5 6 7\n. . . . 1 2 3 4 5 6 7\n\
         . . . . . 1 2 3 4 5 6\n. . . . . 1 2 3 4 5 6\n. . . . . . . 1 2 3 4"
    );
    for (id, text, end) in [(CrtId::T891, t891, 50), (CrtId::T892, t892, 35), (CrtId::T893, t893, 50)] {
        let table = crt.table(id);
        let rows = printed(&text);
        assert_eq!((table.absolute_range(), rows.len()), (end, usize::from(end) / 5));
        for range in 1..=end {
            let row = &rows[usize::from(range - 1) / 5];
            let found: Vec<u8> = (0..=10).map(|d| table.kill(range, d).unwrap()).collect();
            assert_eq!(&found, row, "{id} range {range}");
            // Above ten counts as ten, below zero is no attack.
            assert_eq!((table.kill(range, 14), table.kill(range, -1)), (Some(row[10]), None));
        }
        assert_eq!((table.kill(0, 5), table.kill(end + 1, 10)), (None, None));
    }
}

/// rules: tank 8.91 8.92 8.93 R3
#[test]
fn who_uses_which_table() {
    let c = charts();
    let used = |fc, panic| c.crt.used_by(fc, panic).map(|(id, _)| id);
    for fc in [FireControl::N, FireControl::Sr] {
        assert!((0..=2).all(|panic| used(fc, panic) == Some(CrtId::T891)));
        assert!((3..=10).all(|panic| used(fc, panic) == Some(CrtId::T892)));
    }
    assert!((0..=10).all(|panic| used(FireControl::Sc, panic) == Some(CrtId::T893)));
    assert_eq!(used(FireControl::None, 1), None);
    let cent = c.weapon(Weapon::from_id("cent105").unwrap());
    assert_eq!((cent.er, c.crt.used_by(cent.fc, 1).unwrap().1.absolute_range()), (60, 50));
}

/// rules: tank 8.81 8.81b 8.82
#[test]
fn infantry_fire() {
    let fire = charts().infantry;
    let row = |range| (fire.kill(range, true), fire.kill(range, false));
    assert_eq!([1, 2, 3].map(row), [(Some(1), Some(3)), (Some(1), Some(2)), (Some(0), Some(1))]);
    assert_eq!((row(0), row(4), fire.max_range()), ((None, None), (None, None), 3));
}

/// rules: tank 13.5 13.5b 13.5c 13.5d
#[test]
fn spotting() {
    let s = charts().spotting;
    use ToSpot::{Automatic, Never, UpTo};
    let row = |range| SpotColumn::ALL.map(|column| s.need(column, range));
    for range in [1, 10] {
        assert_eq!(row(range), [Automatic, Automatic, UpTo(5), UpTo(3)]);
    }
    for range in [11, 20] {
        assert_eq!(row(range), [Automatic, UpTo(5), UpTo(3), UpTo(1)]);
    }
    for range in [21, 30] {
        assert_eq!(row(range), [Automatic, UpTo(3), UpTo(1), Never]);
    }
    for range in [31, 40] {
        assert_eq!(row(range), [Automatic, UpTo(2), UpTo(1), Never]);
    }
    for range in [41, 58, 200] {
        assert_eq!(row(range), [Automatic, UpTo(1), UpTo(1), Never]);
    }
    assert_eq!(s.reveal_max, 3);
}

/// rules: tank 17.4 17.4b 3.2b
#[test]
fn weapons() {
    let c = charts();
    // As the chart prints them: front, side, rear, AP, HE, allowance, effective range.
    let chart = [
        ("pz4h", [7, 3, 2, 14, 10, 4, 50], "N"),
        ("pz3j", [5, 3, 5, 8, 5, 5, 40], "N"),
        ("pz5", [11, 3, 3, 18, 10, 7, 50], "N"),
        ("jpz5", [11, 4, 4, 21, 10, 7, 50], "N"),
        ("pz6a", [9, 7, 7, 15, 10, 5, 50], "N"),
        ("pz6b", [13, 7, 7, 21, 10, 4, 50], "N"),
        ("t34_76", [8, 5, 5, 7, 10, 8, 30], "N"),
        ("t34_85", [11, 8, 6, 14, 10, 8, 50], "N"),
        ("js2", [10, 9, 6, 15, 10, 4, 50], "N"),
        ("t55", [12, 6, 6, 20, 10, 7, 50], "SR"),
        ("t62", [14, 6, 6, 21, 10, 7, 30], "SR"),
        ("c2", [6, 4, 3, 6, 0, 8, 25], "N"),
        ("c3", [6, 4, 3, 12, 0, 8, 50], "N"),
        ("cent105", [16, 9, 6, 22, 10, 6, 60], "SC"),
        ("m4", [6, 3, 2, 10, 10, 5, 50], "N"),
        ("m4_76", [6, 3, 2, 13, 10, 5, 50], "N"),
        ("m18", [2, 1, 1, 13, 10, 5, 50], "N"),
        ("m60a2", [17, 8, 5, 30, 15, 7, 50], "SC"),
        ("at75", [0, 0, 0, 14, 0, 0, 50], "N"),
        ("at76", [0, 0, 0, 7, 0, 0, 35], "N"),
        ("at88", [0, 0, 0, 21, 0, 0, 50], "N"),
        ("infantry", [0, 0, 0, 0, 0, 0, 3], "none"),
    ];
    assert_eq!(chart.len(), Weapon::ALL.len());
    for ((id, figures, fc), weapon) in chart.into_iter().zip(Weapon::ALL) {
        let w = c.weapon(weapon);
        let [front, side, rear] = w.ds.map(u16::from);
        let found = [front, side, rear, w.ap.into(), w.he.into(), w.ma.into(), w.er];
        assert_eq!((weapon.id(), found, w.fc.id()), (id, figures, fc));
        assert_eq!(w.kind == Kind::AtGun, id.starts_with("at"));
        assert_eq!(w.turret, id != "jpz5" && w.kind != Kind::AtGun, "{id}");
    }
}

/// rules: tank 3.5 3.2
#[test]
fn counters() {
    let c = charts();
    let codes = |force, kind| c.counters.codes(force, kind).len();
    assert_eq!(Kind::ALL.map(|kind| codes(Force::Alpha, kind)), [20, 0, 0]);
    assert_eq!(Kind::ALL.map(|kind| codes(Force::Bravo, kind)), [12, 8, 12]);
    let guns = c.counters.codes(Force::Bravo, Kind::AtGun);
    assert_eq!((guns[0].as_str(), guns[7].to_string()), ("AA", "HH".into()));
    let [a, aa, b]: [Code; 3] = ["a", "AA", "B"].map(|code| code.parse().unwrap());
    assert!(a < aa && aa < b && a.as_str() == "A");
    assert!(["", "ABC", "1", "é"].iter().all(|code| code.parse::<Code>().is_err()));
}

/// rules: tank 5.0f 5.0g 9.34b
#[test]
fn tasks_and_when_results_take_effect() {
    let t = charts().tasks;
    let may = |kind| Task::ALL.map(|task| t.allows(task, kind));
    assert_eq!(may(Kind::Afv), [true; 6]);
    // DF, OF, MV, MVR, OV, FC.
    assert_eq!(may(Kind::AtGun), [true, true, false, false, false, true]);
    assert_eq!(may(Kind::Infantry), [true, true, true, false, false, false]);
    for doing in [Doing::Mv, Doing::Mvr, Doing::Ov, Doing::Panicked, Doing::Fc, Doing::None] {
        assert_eq!(t.when(Attack::Df, doing), When::AtOnce);
    }
    assert_eq!(t.when(Attack::Df, Doing::Df), When::AfterDirect);
    assert_eq!(t.when(Attack::Df, Doing::Of), When::AfterMove);
    for attack in [Attack::Of, Attack::Ov] {
        assert!(Doing::ALL.into_iter().all(|doing| t.when(attack, doing) == When::AtOnce));
    }
}

#[test]
fn scatter_goes_round_the_compass() {
    assert_eq!(charts().panic.scatter, Side::ALL);
}

/// rules: tank 3.1 10.6 10.6b 10.6c 10.6d 10.61c 10.31
#[test]
fn terrain_effects() {
    let c = charts();
    let hex = |mode, terrain| {
        let e = c.terrain.hex(mode, terrain);
        (e.mp, e.whole_allowance, e.veh_dsp, e.soft_base, e.obstructs)
    };
    let side = |mode, feature| {
        let e = c.terrain.side(mode, feature);
        (e.mp, e.veh_dsp, e.soft_dsp, e.obstructs)
    };
    for mode in Mode::ALL {
        assert_eq!(hex(mode, Terrain::Clear), (1, false, 0, 1, false));
        assert_eq!(side(mode, Feature::Slope), (2, 6, 6, true));
        assert_eq!(c.terrain.side(mode, Feature::Slope).cover_side, CoverSide::Low);
        assert_eq!(c.terrain.side(mode, Feature::Berm).cover_side, CoverSide::Both);
    }
    assert_eq!(hex(Mode::Closed, Terrain::Rough), (2, false, 0, 3, false));
    assert_eq!(hex(Mode::Closed, Terrain::Woods), (0, true, 3, 3, true));
    assert_eq!(side(Mode::Closed, Feature::Berm), (2, 6, 6, true));
    assert_eq!(hex(Mode::Mixed, Terrain::Rough), (2, false, 0, 3, false));
    assert_eq!(hex(Mode::Mixed, Terrain::Woods), (3, false, 2, 3, true));
    assert_eq!(side(Mode::Mixed, Feature::Berm), (1, 3, 3, true));
    assert_eq!(hex(Mode::Open, Terrain::Rough), hex(Mode::Open, Terrain::Clear));
    assert_eq!(hex(Mode::Open, Terrain::Woods), hex(Mode::Open, Terrain::Clear));
    assert_eq!(side(Mode::Open, Feature::Berm), (0, 0, 0, false));
    let (wreck, moving) = (&c.terrain.wreck, &c.terrain.movement);
    assert_eq!((wreck.veh_dsp, wreck.soft_dsp, c.terrain.improved_position.soft_base), (2, 1, 12));
    assert_eq!((moving.overrun_extra, moving.exit, moving.reverse_hexes), (1, 1, 2));
}

/// rules: tank 17.0 17.2
#[test]
fn order_of_battle() {
    let c = charts();
    // As the chart prints it.
    let chart = "
        ME mixed 5 pz4h 4 0 5 m4_76 1 0
        AT mixed 15 pz4h 1 9 8 at76 + 12 infantry 2 16
        AT mixed 15 t34_85 3 11 8 at75 + 12 infantry 1 16
        ME open 15 c2 3 9 8 pz3j 1 5
        ME open 15 c3 2 9 6 pz4h 1 4
        ME mixed 20 m4_76 2 10 10 pz6a 4 6
        ME mixed 15 t34_76 4 12 12 pz3j 1 6
        ME closed 11 pz5 4 7 10 m4_76 2 5
        ME mixed 20 js2 2 12 12 pz6b 3 8
        AT closed 15 m4 3 8 4 at88 + 6 infantry 1 9
        ME mixed 20 t62 2 16 10 m60a2 1 6
        RG mixed 15 js2 3 11 5 jpz5 1 2
        RG closed 15 pz4h 4 11 12 m18 2 4
        RG open 20 t55 5 18 4 cent105 1 1";
    let found = c.scenarios.iter().map(|s| {
        let force = |f: &hulldown_tank::charts::ForceInfo| {
            let troops: Vec<String> = f.weapons.iter().map(|(w, n)| format!("{n} {}", w.id())).collect();
            format!("{} {} {}", troops.join(" + "), f.panic, f.preservation.unwrap_or(0))
        };
        format!("{} {} {} {}", s.situation.id(), s.mode, force(&s.forces[0]), force(&s.forces[1]))
    });
    assert_eq!(found.collect::<Vec<_>>(), chart.trim().lines().map(str::trim).collect::<Vec<_>>());
    assert_eq!((c.scenarios[1].forces[1].units(), c.scenarios[1].id), (20, ScenarioId(1)));
}

/// rules: tank 16.0 R53
#[test]
fn introductory_scenario() {
    let s = charts().scenarios.swap_remove(0);
    assert_eq!(
        (s.situation, s.mode, s.info.entry.to_vec()),
        (Situation::Me, Mode::Mixed, vec![Some(Edge::W), Some(Edge::Y)])
    );
    assert_eq!((s.info.exit, s.info.exit_edge.to_vec(), s.info.turn_limit), (Exit::Never, vec![None, None], Some(25)));
    assert_eq!((s.info.victory, s.forces[0].preservation), (Victory::Survivors, None));
    assert_eq!(s.info.panic_start, PanicStart::SpottingOrFire);
}

/// rules: tank 17.1
#[test]
fn situations() {
    let c = charts();
    let [at, me, rg] = [1, 3, 11].map(|n| &c.scenarios[n].info);
    let edges = |info: &SituationInfo| {
        let of = |by: &By<Force, Option<Edge>>| by.iter().map(|edge| edge.map_or("-", Edge::id)).collect::<String>();
        (of(&info.entry), of(&info.exit_edge))
    };
    assert_eq!(edges(me), ("XZ".into(), "XZ".into()));
    assert_eq!((me.exit, me.turn_limit), (Exit::AfterPreservation, None));
    assert!(Force::ALL.into_iter().all(|force| me.march_plot.has(force) && !at.march_plot.has(force)));
    assert_eq!((me.victory, me.stall, me.bravo_setup), (Victory::Ratio, Some(30), None));
    assert_eq!((edges(at), at.exit), (("X-".into(), "--".into()), Exit::Never));
    assert_eq!((at.bravo_setup, at.bravo_distance), (Some(BravoSetup::Hidden), Some((Edge::X, 11))));
    assert_eq!((at.no_casualties_from_start, at.no_casualties_after_fire), (Some(25), Some(10)));
    assert_eq!((at.panic_start, at.victory), (PanicStart::Fire, Victory::Guns));
    assert_eq!(edges(rg), ("W-".into(), "YY".into()));
    assert_eq!((rg.bravo_setup, rg.bravo_distance), (Some(BravoSetup::Secret), Some((Edge::W, 11))));
    assert_eq!((rg.turn_limit, rg.bravo_of_from, rg.victory, rg.exit), (Some(25), 2, Victory::ExitHalf, Exit::Always));
    assert!(Edge::ALL.into_iter().all(|enemy| enemy.opposite().opposite() == enemy));
    assert_eq!((Edge::X.opposite(), Edge::W.opposite()), (Edge::Z, Edge::Y));
}

/// rules: tank 3.1b R48 R54
#[test]
fn the_map() {
    let c = charts();
    let g = c.ground(Layout::ONE);
    let id = |number| g.id(Hex::numbered(number)).unwrap();
    let count = |terrain| g.grid().ids().filter(|h| g.terrain(*h) == terrain).count();
    assert_eq!(Terrain::ALL.map(count), [1413, 183, 120]);
    assert_eq!(
        (g.terrain(id(2401)), g.terrain(id(3701)), g.terrain(id(3704))),
        (Terrain::Woods, Terrain::Rough, Terrain::Clear)
    );
    let sides = |edging| {
        g.grid().ids().flat_map(|h| Side::ALL.map(|s| g.edging(h, s))).filter(|enemy| *enemy == edging).count()
    };
    assert_eq!((sides(Edging::Foot), sides(Edging::Brow), sides(Edging::Berm)), (362, 362, 2 * 87));
    for h in g.grid().ids() {
        for side in Side::ALL {
            match g.next(h, side) {
                Some(next) => assert_eq!(g.edging(next, side.opposite()), g.edging(h, side).across()),
                None => assert_eq!(g.edging(h, side), Edging::Clear),
            }
        }
    }
    let edge = |edge| g.edge(edge).map(|h| g.hex(h).number()).collect::<Vec<_>>();
    assert_eq!((edge(Edge::W).len(), edge(Edge::X).len(), edge(Edge::Y)[0], edge(Edge::Z)[51]), (33, 52, 5201, 5233));
    assert!(g.on_edge(Edge::W, id(101)) && g.on_edge(Edge::X, id(101)));
    // Eleven hexes from every hex of an edge: row or column 12 and beyond.
    for (edge, inside) in [(Edge::X, 12), (Edge::W, 1200)] {
        for h in g.grid().ids() {
            let nearest = g.edge(edge).map(|enemy| g.range(enemy, h)).min().unwrap();
            assert_eq!(g.from_edge(edge, h), nearest);
            let number = g.hex(h).number();
            assert_eq!(nearest >= 11, if edge == Edge::X { number % 100 >= inside } else { number >= inside });
        }
    }
    assert_eq!((g.headings(Edge::W), g.headings(Edge::X)), ([Side::B, Side::C].as_slice(), [Side::D].as_slice()));
    assert_eq!((g.find("3808"), g.name(id(3808))), (Ok(id(3808)), "3808".into()));
    assert_eq!(g.find("5301").unwrap_err(), "`5301` is not a hex of the map, 0101 to 5233");
    assert_eq!((g.last_digit(id(1110)), g.last_digit(id(3804)), g.last_digit(id(4007))), (0, 4, 7));
    assert_eq!(c.map.places.iter().find(|p| p.name == "The Bowl").unwrap().about, Hex::numbered(3808));
}

/// rules: tank 9.31 10.12 10.12b 9.13
#[test]
fn what_steps_cost() {
    let c = charts();
    let g = c.ground(Layout::ONE);
    let id = |number| g.id(Hex::numbered(number)).unwrap();
    let cost = |mode, from, to| g.cost(mode, id(from), g.side_to(id(from), id(to)).unwrap()).unwrap();
    // The paths of the sample plots, by hexes and by vectors: one point a hex in all modes.
    let plots = [
        (3804, vec![3704, 3603], "FF"),
        (4007, vec![4006, 3906, 3805, 3706], "AFFE"),
        (3809, vec![3709, 3609, 3510], "FEE"),
        (4110, vec![4111, 4011, 3912, 3812], "DEEE"),
    ];
    for (start, hexes, vectors) in plots {
        let mut at = id(start);
        for (hex, vector) in hexes.into_iter().zip(vectors.chars()) {
            let side = Side::from_letter(vector).unwrap();
            assert_eq!(g.next(at, side), Some(id(hex)));
            assert!(Mode::ALL.iter().all(|mode| g.cost(*mode, at, side) == Some(StepCost::Points(1))));
            at = id(hex);
        }
    }
    use StepCost::{Points, Whole};
    let modes = |from, to| Mode::ALL.map(|mode| cost(mode, from, to));
    // Open, mixed, closed: over a berm, up and down a slope, into rough, into woods.
    assert_eq!(modes(3008, 3009), [Points(1), Points(2), Points(3)]);
    assert_eq!((modes(1311, 1312), modes(1312, 1311)), ([Points(3); 3], [Points(3); 3]));
    assert_eq!(modes(3702, 3701), [Points(1), Points(2), Points(2)]);
    assert_eq!(modes(2403, 2402), [Points(1); 3]);
    assert_eq!(modes(2501, 2401), [Points(1), Points(3), Whole]);
    assert_eq!((Whole.of(7), Points(3).of(7)), (7, 3));
    assert_eq!(g.cost(Mode::Open, id(101), Side::A), None);
}

/// rules: tank R39
#[test]
fn closed_woods_over_a_slope_take_the_allowance_and_no_more() {
    let c = charts();
    let g = c.ground(Layout::ONE);
    let steep = |h: HexId, side: Side| {
        let woods = g.next(h, side).is_some_and(|to| g.terrain(to) == Terrain::Woods);
        woods && g.edging(h, side) != Edging::Clear
    };
    let all: Vec<(HexId, Side)> =
        g.grid().ids().flat_map(|h| Side::ALL.map(|s| (h, s))).filter(|(h, s)| steep(*h, *s)).collect();
    assert!(!all.is_empty());
    assert!(all.iter().all(|(h, s)| g.cost(Mode::Closed, *h, *s) == Some(StepCost::Whole)));
}

#[test]
fn positions_are_covered_hexes() {
    let c = charts();
    for mode in [Mode::Open, Mode::Mixed] {
        for quarter in Quarter::ALL {
            assert_eq!(c.positions.looking(mode, quarter).len(), 14);
        }
    }
}

#[test]
fn sheets_for_people() {
    let c = charts();
    let ids: Vec<&str> = c.sheets.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "3.2",
            "5.0",
            "8.81",
            "8.91",
            "8.92",
            "8.93",
            "10.6-open",
            "10.6-mixed",
            "10.6-closed",
            "12.22",
            "13.5",
            "17.2",
            "17.4",
            "MAP",
            "PLACES",
            "POSITIONS"
        ]
    );
    for sheet in &c.sheets {
        assert!(!sheet.rows.is_empty() && !sheet.source.is_empty(), "{}", sheet.id);
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.head.len()), "{}", sheet.id);
    }
    let sheet = |id: &str| ChartSheet::find(&c.sheets, id).unwrap();
    assert_eq!(sheet("8.92").provenance, Provenance::Rulebook);
    assert_eq!((sheet("map").provenance, sheet("12.22").provenance), (Provenance::Designed, Provenance::Designed));
    assert_eq!(sheet("8.91").rows[1][..3], ["6-10", "-", "1"]);
    assert_eq!(sheet("13.5").rows[4], ["41+", "automatic", "1", "1", "cannot be spotted"]);
    assert_eq!(sheet("17.4").rows[3][0], "JPz V");
    assert_eq!(sheet("10.6-closed").rows[2][1], "whole allowance");
    assert_eq!(LEDGER.len(), 327);
}

/// Commanders count in sixths what a die is thrown for.
#[test]
fn a_sum_has_the_chance_of_its_roll() {
    let c = Tank::data();
    let mut rolled = 0;
    for table in CrtId::ALL.into_iter().map(Some).chain([None]) {
        for (range, differential) in (1..=60).flat_map(|range| (-1..=12).map(move |differential| (range, differential)))
        {
            for points in 0..=20 {
                let moves = points > 0;
                let (kill, plus) = match table {
                    Some(id) => (c.crt.table(id).kill(range, differential), points / 2),
                    None => (c.infantry.kill(range, moves), 0),
                };
                let sum = FireSum { table, strength: differential, defence: 0, range, aspect: None, kill, plus };
                let chance = sum.check(c, Seat(0), moves).map(|check| check.chance().unwrap());
                rolled += u32::from(chance.is_some());
                let (good, all) = chance.unwrap_or((0, 6));
                assert_eq!(u32::from(sum.sixths()) * all, good * 6, "{sum:?}");
            }
        }
    }
    assert!(rolled > 10_000);
}
