//! Hex geometry against slow methods that work quite differently.

use hulldown_core::hex::{Aspect, Grid, Hex, HexId, LineStep, Offset, Paths, Side, line};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The six corners of a hex from its center.
const CORNERS: [(i32, i32); 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];

fn hex(number: &str) -> Hex {
    number.parse().unwrap()
}

/// The hex whose center this is.
fn hex_at(center: Offset) -> Hex {
    let col = center.x / 3;
    let found = Hex::new(col as i16, ((center.y - i32::from(col & 1 == 0)) / 2) as i16);
    assert_eq!(found.center(), center);
    found
}

fn on_line(from: Hex, to: Hex) -> BTreeSet<Hex> {
    line(from, to).map(LineStep::to).collect()
}

fn pair(a: Hex, b: Hex) -> (Hex, Hex) {
    (a.min(b), a.max(b))
}

fn followed(from: Hex, to: Hex) -> BTreeSet<(Hex, Hex)> {
    let along = |step| match step {
        LineStep::Along { between: [a, b], .. } => Some(pair(a, b)),
        LineStep::Cross { .. } => None,
    };
    line(from, to).filter_map(along).collect()
}

fn touched(from: Hex, to: Hex) -> BTreeSet<Hex> {
    let point = |step| match step {
        LineStep::Cross { touched, .. } => touched,
        LineStep::Along { .. } => None,
    };
    line(from, to).filter_map(point).collect()
}

/// What a line meets, found by trying every hex about it: those it passes through, hexsides it covers, hexes it touches in a point.
fn slowly(from: Hex, to: Hex) -> (BTreeSet<Hex>, BTreeSet<(Hex, Hex)>, BTreeSet<Hex>) {
    let (start, way) = (from.center(), from.to(to));
    let (mut through, mut along, mut points) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let length = way.x * way.x + way.y * way.y;
    for col in from.col.min(to.col) - 1..=from.col.max(to.col) + 1 {
        for row in from.row.min(to.row) - 2..=from.row.max(to.row) + 2 {
            let this = Hex::new(col, row);
            let center = this.center();
            let corner = CORNERS.map(|(x, y)| Offset { x: center.x + x - start.x, y: center.y + y - start.y });
            let sides = corner.map(|c| way.cross(c).signum());
            let on_segment = |c: Offset| {
                let dot = c.x * way.x + c.y * way.y;
                way.cross(c) == 0 && dot >= 0 && dot <= length
            };
            let whole = Offset { x: center.x - start.x, y: center.y - start.y };
            let dot = whole.x * way.x + whole.y * way.y;
            // A hex split by the endless line lies wholly before, on or behind the stretch between two other centers.
            let between = this == to || (this != from && dot > 0 && dot < length && split_within(&corner, way, length));
            if sides.contains(&1) && sides.contains(&-1) && between {
                through.insert(this);
                continue;
            }
            let ends: Vec<usize> = (0..6).filter(|i| on_segment(corner[*i])).collect();
            match ends[..] {
                _ if this == from => {}
                [_] => {
                    points.insert(this);
                }
                [a, b] => {
                    // The corners run clockwise from the western end of side A.
                    let side = Side::at(if (a, b) == (0, 5) { 5 } else { a });
                    along.insert(pair(this, this.step(side)));
                }
                _ => {}
            }
        }
    }
    let beside: BTreeSet<Hex> = along.iter().flat_map(|(a, b)| [*a, *b]).collect();
    (through, along, points.difference(&beside).copied().collect())
}

/// Whether the line cuts this outline somewhere between its two ends: in halves of a side, no fraction needed.
fn split_within(corner: &[Offset; 6], way: Offset, length: i32) -> bool {
    (0..6).any(|i| {
        let (a, b) = (corner[i], corner[(i + 1) % 6]);
        let (ca, cb) = (way.cross(a), way.cross(b));
        if ca.signum() * cb.signum() > 0 || ca == cb {
            return false;
        }
        // The cut is (a cb - b ca) / (cb - ca); its way along the line must be from 0 to length.
        let (da, db) = (a.x * way.x + a.y * way.y, b.x * way.x + b.y * way.y);
        let (n, d) = (i64::from(da) * i64::from(cb) - i64::from(db) * i64::from(ca), i64::from(cb - ca));
        let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
        n >= 0 && n <= i64::from(length) * d
    })
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (1i16..=52, 1i16..=33).prop_map(|(col, row)| Hex::new(col, row))
}

fn any_side() -> impl Strategy<Value = Side> {
    (0usize..6).prop_map(Side::at)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_line_meets_what_the_slow_method_finds(from in any_hex(), to in any_hex()) {
        let (through, along, points) = slowly(from, to);
        prop_assert_eq!(on_line(from, to), through);
        prop_assert_eq!(followed(from, to), along);
        prop_assert_eq!(touched(from, to), points);
    }

    #[test]
    fn points_of_a_line_lie_in_hexes_on_it(from in any_hex(), to in any_hex()) {
        const PARTS: i32 = 840;
        let (through, beside) = (on_line(from, to), followed(from, to));
        let (start, way) = (from.center(), from.to(to));
        for k in 1..PARTS {
            let (x, y) = (start.x * PARTS + way.x * k, start.y * PARTS + way.y * k);
            let holds = |h: Hex| {
                let (x, y) = (x - h.center().x * PARTS, y - h.center().y * PARTS);
                y.abs() <= PARTS && (x + y).abs() <= 2 * PARTS && (x - y).abs() <= 2 * PARTS
            };
            let on = holds(from) || through.iter().any(|h| holds(*h));
            prop_assert!(on || beside.iter().any(|(a, b)| holds(*a) && holds(*b)));
        }
    }

    #[test]
    fn a_line_back_is_the_same_line(from in any_hex(), to in any_hex()) {
        let mut there: Vec<Hex> = std::iter::once(from).chain(line(from, to).map(LineStep::to)).collect();
        let back: Vec<Hex> = std::iter::once(to).chain(line(to, from).map(LineStep::to)).collect();
        there.reverse();
        prop_assert_eq!(there, back);
        prop_assert_eq!(followed(from, to), followed(to, from));
        prop_assert_eq!(touched(from, to), touched(to, from));
        prop_assert_eq!(from.range(to), to.range(from));
    }

    #[test]
    fn steps_lead_from_hex_to_hex(from in any_hex(), to in any_hex()) {
        let mut at = from;
        for step in line(from, to) {
            prop_assert_eq!(step.from(), at);
            let (first, second) = step.entered_by();
            match step {
                LineStep::Cross { side, to, .. } => {
                    prop_assert_eq!(at.step(side), to);
                    prop_assert_eq!((to.step(first), second), (at, None));
                }
                LineStep::Along { sides: [a, b], between, to, .. } => {
                    prop_assert!(a < b);
                    prop_assert_eq!([at.step(a), at.step(b)], between);
                    prop_assert_eq!([to.step(first), to.step(second.unwrap())], between);
                    prop_assert_eq!((between[0].range(between[1]), at.range(to)), (1, 2));
                }
            }
            at = step.to();
        }
        prop_assert_eq!(at, to);
        prop_assert!(line(from, to).count() >= usize::from(from.range(to)) / 2);
    }

    #[test]
    fn turning_and_mirroring_the_plane_changes_nothing(to in any_hex(), side in any_side()) {
        let from = Hex::new(20, 20);
        let moved = |h: Hex, f: &dyn Fn(Offset) -> Offset| {
            let o = f(from.to(h));
            hex_at(Offset { x: from.center().x + o.x, y: from.center().y + o.y })
        };
        let turn = |o: Offset| o.turned(side);
        let mirror = |o: Offset| Offset { x: -o.x, y: o.y };
        for f in [&turn as &dyn Fn(Offset) -> Offset, &mirror] {
            let image = moved(to, f);
            prop_assert_eq!(from.range(image), from.range(to));
            let expected: BTreeSet<Hex> = on_line(from, to).into_iter().map(|h| moved(h, f)).collect();
            prop_assert_eq!(on_line(from, image), expected);
            let sides = followed(from, to).into_iter().map(|(a, b)| pair(moved(a, f), moved(b, f)));
            prop_assert_eq!(followed(from, image), sides.collect::<BTreeSet<_>>());
        }
        // Facings turn along.
        let offset = from.to(to);
        for facing in Side::ALL {
            let as_seen = offset.turned(facing);
            let later = offset.turned(side).turned(facing.turned(-(side.index() as i8)));
            prop_assert_eq!(as_seen, later);
        }
        let mirrored = mirror(offset);
        for (facing, image) in Side::ALL.into_iter().zip([0usize, 5, 4, 3, 2, 1].map(Side::at)) {
            prop_assert_eq!(offset.turned(facing).in_fan(), mirrored.turned(image).in_fan());
            prop_assert_eq!(offset.turned(facing).aspect(), mirrored.turned(image).aspect());
        }
    }

    #[test]
    fn range_is_the_fewest_steps(from in any_hex(), to in any_hex()) {
        let nearer = from.neighbors().into_iter().map(|n| n.range(to)).min().unwrap();
        prop_assert_eq!(from.range(to), if from == to { 0 } else { nearer + 1 });
    }

    #[test]
    fn sides_and_numbers_lead_back(h in any_hex(), side in any_side(), by in -9i8..9) {
        prop_assert_eq!(h.step(side).step(side.opposite()), h);
        prop_assert_eq!(h.side_to(h.step(side)), Some(side));
        prop_assert_eq!(h.to(h.step(side)).turned(side), Offset { x: 0, y: -2 });
        prop_assert_eq!(side.turned(by).turned(-by), side);
        prop_assert_eq!(Hex::numbered(h.number()), h);
        prop_assert_eq!(h.to_string().parse(), Ok(h));
        prop_assert_eq!(h.bearing(h.step(side)), Some(side));
        prop_assert_eq!(h.wind(h.step(side)), side.name());
    }

    #[test]
    fn ways_are_as_cheap_as_any(start in 0u16..120, seed in any::<u64>(), limit in 0u16..40) {
        let grid = Grid::new(12, 10).unwrap();
        let cost = |from: HexId, side: Side, _: HexId| {
            let n = (seed ^ (u64::from(from.0) * 6 + side as u64)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
            (n > 1).then_some(n as u16 / 2)
        };
        let mut paths = Paths::new(grid);
        paths.spread(HexId(5), 99, cost); // What it found before must not matter.
        paths.spread(HexId(start), limit, cost);
        // Slowly: improve every hex over every side until nothing changes.
        let mut best: BTreeMap<HexId, u16> = BTreeMap::from([(HexId(start), 0)]);
        loop {
            let before = best.clone();
            for (at, spent) in before.clone() {
                for side in Side::ALL {
                    let Some(next) = grid.next(at, side) else { continue };
                    if let Some(total) = cost(at, side, next).map(|c| c + spent).filter(|t| *t <= limit) {
                        let known = best.entry(next).or_insert(total);
                        *known = total.min(*known);
                    }
                }
            }
            if best == before {
                break;
            }
        }
        prop_assert_eq!(paths.reached().iter().copied().collect::<BTreeSet<_>>(), best.keys().copied().collect());
        let mut way = vec![Side::A];
        for id in grid.ids() {
            prop_assert_eq!(paths.cost(id), best.get(&id).copied());
            paths.way(id, &mut way);
            let (mut at, mut spent) = (HexId(start), 0);
            for side in &way {
                let next = grid.next(at, *side).unwrap();
                spent += cost(at, *side, next).unwrap();
                at = next;
            }
            prop_assert_eq!((at == id, spent), (best.contains_key(&id), paths.cost(id).unwrap_or(0)));
        }
    }
}

#[test]
fn grids_number_their_hexes() {
    let grid = Grid::new(52, 33).unwrap();
    assert_eq!((grid.len(), grid.hexes().count()), (1716, 1716));
    let ids: Vec<HexId> = grid.ids().collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(ids.iter().all(|id| grid.id(grid.hex(*id)) == Some(*id)));
    assert_eq!(grid.hex(HexId(0)), hex("0101"));
    assert_eq!((grid.id(Hex::new(0, 5)), grid.id(Hex::new(53, 5)), grid.id(Hex::new(5, 34))), (None, None, None));
    assert_eq!(grid.next(grid.id(hex("0101")).unwrap(), Side::B), None);
    let cut = Grid::new(45, 27).unwrap().with_short_even_columns();
    assert_eq!((cut.hexes().count(), cut.len()), (1193, 1215));
    assert!(cut.contains(hex("4527")) && !cut.contains(hex("0827")));
    assert_eq!((Grid::new(0, 5), Grid::new(5, 100)), (None, None));
    for bad in ["", "370", "37044x", "0004", "3700", "03704", "é704"] {
        assert!(bad.parse::<Hex>().is_err(), "{bad}");
    }
    assert_eq!("10433".parse(), Ok(Hex::new(104, 33)));
    assert!("G".parse::<Side>().is_err() && "AB".parse::<Side>().is_err() && "f".parse() == Ok(Side::F));
}

#[test]
fn a_fan_holds_three_five_seven_and_aspects_part_the_ring() {
    for from in [hex("2415"), hex("2515")] {
        for facing in Side::ALL {
            for range in 1u16..=3 {
                let ring: Vec<Offset> = (1..=52)
                    .flat_map(|c| (1..=33).map(move |r| Hex::new(c, r)))
                    .filter(|h| from.range(*h) == range)
                    .map(|h| from.to(h).turned(facing))
                    .collect();
                let of = |aspect| ring.iter().filter(|o| o.aspect() == aspect).count();
                assert_eq!(ring.len(), 6 * usize::from(range));
                assert_eq!(ring.iter().filter(|o| o.in_fan()).count(), 2 * usize::from(range) + 1);
                let strict = 2 * usize::from(range) - 1;
                assert_eq!((of(Aspect::Front), of(Aspect::Rear)), (strict, strict));
            }
        }
    }
}

#[test]
fn a_hex_lies_by_the_nearest_of_eight_winds() {
    let from = Hex::new(20, 20);
    let winds = [
        (20, 9, "north"),
        (44, 20, "east"),
        (8, 20, "west"),
        (30, 15, "northeast"),
        (30, 19, "east"),
        (16, 30, "south"),
    ];
    for (col, row, wind) in winds {
        assert_eq!(from.wind(Hex::new(col, row)), wind, "{col} {row}");
    }
    assert_eq!(from.wind(from), "");
}
