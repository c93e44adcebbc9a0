//! The battlefield: neighbors, distances, line of sight, layouts.

use crate::common::{charts, hex, sample_field};
use hulldown_core::Generator;
use hulldown_leader::map::{Battlefield, Hex, Hexes, closer, closest, distance, nearest, spread};
use hulldown_leader::words::{Ground, Target, Terrain};

fn near(id: u8) -> Vec<u8> {
    hex(id).near().map(Hex::id).collect()
}

/// rules: leader pre.tiles.2
#[test]
fn even_rows_stand_half_a_hex_to_the_right() {
    assert_eq!(Hex::all().count(), 24);
    assert_eq!(near(11), [12, 21]);
    assert_eq!(near(12), [11, 13, 21, 22]);
    assert_eq!(near(24), [14, 23, 34]);
    assert_eq!(near(33), [22, 23, 32, 34, 42, 43]);
    assert_eq!(near(62), [52, 53, 61, 63]);
    assert_eq!(near(64), [54, 63]);
    assert_eq!((hex(61).distance(hex(61)), hex(61).distance(hex(52)), hex(62).distance(hex(32))), (0, 1, 3));
    assert!(Hex::all().all(|a| Hex::all().all(|b| a.distance(b) == b.distance(a))));
}

/// rules: leader pre.tiles.2
#[test]
fn a_tile_is_two_by_two() {
    let field = sample_field();
    let such = |ground: Ground| field.such(|game| game == ground).map(Hex::id).collect::<Vec<_>>();
    assert_eq!(such(Ground::Heavy), [32, 33, 52, 53]);
    assert_eq!(such(Ground::Light), [22, 34, 51, 64]);
    assert_eq!(such(Ground::Impassable), [23]);
}

/// rules: leader terrain.los.1 terrain.los.2 terrain.h.1 terrain.l.1 terrain.w.1 terrain.b.1 terrain.i.2
#[test]
fn something_between_blocks_unless_a_shortest_way_goes_round_it() {
    let field = Battlefield::CLEAR;
    // Along a row there is only one shortest way.
    assert!(field.sees(hex(61), hex(63)));
    for ground in [Ground::Heavy, Ground::Light, Ground::Bocage, Ground::Impassable] {
        assert!(!field.with(hex(62), ground).sees(hex(61), hex(63)), "{ground}");
    }
    // From 62 to 42 there are two ways, by 52 and by 53: one open way is enough.
    let one = field.with(hex(52), Ground::Heavy);
    assert!(one.sees(hex(62), hex(42)));
    assert!(!one.with(hex(53), Ground::Light).sees(hex(62), hex(42)));
    assert!(one.with(hex(53), Ground::Water).sees(hex(62), hex(42)), "Water does not block");
    // The ends never block, and next to each other nothing lies between.
    assert!(field.with(hex(62), Ground::Heavy).with(hex(42), Ground::Heavy).sees(hex(62), hex(42)));
    assert!(field.with(hex(52), Ground::Heavy).sees(hex(62), hex(52)));
}

/// rules: leader terrain.h.1 terrain.l.1 terrain.b.1 terrain.i.2 terrain.w.1
#[test]
fn cover_is_two_one_or_none() {
    let cover = Ground::ALL.map(Ground::cover);
    assert_eq!(cover, [0, 2, 1, 1, 2, 0]);
}

/// rules: leader terrain.i.1 terrain.w.1
#[test]
fn water_admits_nobody_and_impassable_ground_no_vehicles() {
    assert!(Ground::ALL.into_iter().all(|game| game.admits(Target::He) == (game != Ground::Water)));
    assert!(
        Ground::ALL
            .into_iter()
            .all(|game| game.admits(Target::Ap) == !matches!(game, Ground::Water | Ground::Impassable))
    );
}

/// rules: leader pre.tiles.3 pre.tiles.4
#[test]
fn a_layout_must_hang_together_and_have_open_ends() {
    assert!(Battlefield::CLEAR.is_valid());
    let wall = |row: u8| Hexes::row(row).fold(Battlefield::CLEAR, |field, hex| field.with(hex, Ground::Impassable));
    assert!(!wall(2).is_valid(), "the field is cut in two");
    assert!(!wall(0).is_valid(), "no vehicle can be placed at the top");
    assert!(!wall(5).is_valid(), "no vehicle can be placed at the bottom");
    // 64 has two neighbors: with both closed it cannot be entered.
    let corner = Battlefield::CLEAR.with(hex(54), Ground::Impassable).with(hex(63), Ground::Impassable);
    assert!(!corner.is_valid());
    assert!(corner.with(hex(64), Ground::Water).is_valid(), "Water need not be entered");
}

/// rules: leader setup.campaign.5 pre.tiles.1
#[test]
fn each_terrain_has_eight_tiles() {
    for terrain in Terrain::ALL {
        let ids: Vec<&str> = charts().tiles[terrain].iter().map(|tile| tile.id.as_str()).collect();
        assert_eq!(ids.len(), 8);
        assert!(ids.iter().all(|id| id.starts_with(&terrain.name()[..1])), "{ids:?}");
    }
}

/// Steps from a hex to another through some, hex by hex; neither of the two need be among them.
fn steps(from: Hex, to: Hex, through: Hexes) -> Option<u8> {
    (0..24).find(|steps| {
        let reached = if *steps == 0 { Hexes::one(to) } else { spread(Hexes::one(to), through, steps - 1).near() };
        from == to || (*steps > 0 && reached.has(from))
    })
}

/// What is worked out for many hexes at once is what each comes to by itself.
///
/// rules: leader terrain.los.1 terrain.b.2 enemy.order.advance
#[test]
fn many_hexes_at_once_are_as_each_by_itself() {
    let mut dice = Generator::new(3);
    for _ in 0..40 {
        let some: Hexes = Hex::all().filter(|_| dice.below(3) > 0).collect();
        let each = |hex: Hex| Hex::all().filter(move |other| other.distance(hex) == 1);
        assert_eq!(some.near(), some.flat_map(each).collect());
        let listed: Vec<Hex> = Hex::all().filter(|hex| some.has(*hex)).collect();
        assert_eq!(some.count(), listed.len());
        assert!((0..=24).all(|n| { some }.nth(n) == listed.get(n).copied()));
        for from in Hex::all() {
            let least = some.map(|hex| hex.distance(from)).min();
            assert_eq!(nearest(from, some), some.filter(|hex| Some(hex.distance(from)) == least).collect());
            assert_eq!(distance(from, some), least);
            assert_eq!((some.hold(Some(from)), some.hold(None)), (some.has(from), false));
            let spread: Hexes = [Some(from), None].into_iter().chain(some.map(Some)).collect();
            assert_eq!(spread, some.or(Hexes::one(from)));
            for range in 0..8 {
                let farther = |hex: &Hex| (2..=range).contains(&hex.distance(from));
                assert_eq!(from.between(2, range), Hex::all().filter(farther).collect());
                assert_eq!(from.ring(range), Hex::all().filter(|hex| hex.distance(from) == range).collect());
                assert_eq!(from.within(range), Hex::all().filter(|hex| hex.distance(from) <= range).collect());
            }
            let to = Hex::all().nth(dice.below(24) as usize).unwrap();
            let now = steps(from, to, some);
            let fewer = |hex: &Hex| some.has(*hex) && now.is_some_and(|now| steps(*hex, to, some) < Some(now));
            let fewer: Hexes = from.near().filter(|hex| steps(*hex, to, some).is_some() && fewer(hex)).collect();
            assert_eq!(closer(from, to, some), fewer, "{from} to {to}");
            let (near, top) = (from.near().and(some), Hexes::row(0).and(some));
            let way = |hex: Hex| top.filter_map(|end| steps(hex, end, some)).min();
            let least = near.filter_map(way).min();
            let back: Hexes = near.filter(|hex| least.is_some() && way(*hex) == least).collect();
            assert_eq!(closest(near, top, some), back);
        }
        let grounds = [Ground::Heavy, Ground::Water, Ground::Bocage, Ground::Clear];
        let field = some.fold(Battlefield::CLEAR, |field, hex| field.with(hex, grounds[dice.below(4) as usize]));
        for from in Hex::all() {
            assert_eq!(field.cover_in(from), field.at(from).cover());
            assert_eq!(field.seen(from), Hex::all().filter(|to| field.sees(*to, from)).collect(), "seen from {from}");
            for indirect in [false, true] {
                let near = |to: Hex| field.at(to) != Ground::Bocage || from.distance(to) <= 1;
                let open: Hexes = Hex::all().filter(|to| near(*to) && (indirect || field.sees(from, *to))).collect();
                assert_eq!(field.open_from(from, indirect), open, "open from {from}");
                let to = Hex::all().filter(|hex| field.open_from(*hex, indirect).has(from)).collect();
                assert_eq!(field.open_to(from, indirect), to, "from where {from} is open");
            }
        }
        let most = some.map(|hex| field.at(hex).cover()).max();
        assert_eq!(field.heaviest(some), some.filter(|hex| Some(field.at(*hex).cover()) == most).collect());
    }
}
