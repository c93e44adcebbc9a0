//! Lines of sight and fire on the shipped map: the worked examples, the table against one line at a time, joined sheets.

use hulldown_core::hex::{Aspect, Hex, HexId, LineStep, Side, line};
use hulldown_tank::charts::{Charts, shipped};
use hulldown_tank::map::{Battleground, Layout};
use hulldown_tank::sight::{Block, FireLine, FriendSteps, Line, SightLines, judge};
use hulldown_tank::words::*;
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static CHARTS: LazyLock<Charts> = LazyLock::new(|| Charts::load(&shipped()).unwrap());

fn ground() -> &'static Battleground {
    CHARTS.ground(Layout::ONE)
}

fn id(number: u16) -> HexId {
    ground().id(Hex::numbered(number)).unwrap()
}

/// What the table says of a line, checked against the line walked by itself, both ways.
fn look(mode: Mode, from: u16, to: u16) -> (bool, Cover) {
    let (g, sight) = (ground(), ground().sight(mode));
    let (from, to) = (id(from), id(to));
    let there = judge(g, mode, from, to);
    assert_eq!(there.block.is_none(), judge(g, mode, to, from).block.is_none());
    assert_eq!(sight.clear(from, to), there.block.is_none());
    assert_eq!(sight.clear(to, from), there.block.is_none());
    (there.block.is_none(), there.cover)
}

fn sees(mode: Mode, from: u16, to: u16) -> bool {
    look(mode, from, to).0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Examples {
    #[serde(rename = "provenance")]
    _provenance: String,
    #[serde(rename = "source")]
    _source: String,
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: u8,
    kind: String,
    mode: String,
    from: Hex,
    to: Hex,
    range: u16,
    clear: Option<bool>,
    blocked_by: Option<String>,
    path: Option<String>,
    cover_defence: Option<String>,
    cover_spotting: Option<String>,
    facing: Option<Side>,
    in_field: Option<bool>,
    aspect: Option<Aspect>,
    enters: Option<String>,
    hexes: Option<Vec<Hex>>,
    hexsides: Option<Vec<String>>,
    #[serde(rename = "note")]
    _note: String,
}

/// rules: tank 7.21b 8.7c 10.22C 10.23 10.24 10.26 R12 R13 R13b
#[test]
fn all_worked_examples() {
    let examples: Examples = toml::from_str(include_str!("../../data/los-examples.toml")).unwrap();
    let ground = ground();
    let mut kinds = BTreeMap::new();
    for e in &examples.example {
        let n = e.id;
        let (from, to) = (ground.id(e.from).unwrap(), ground.id(e.to).unwrap());
        assert_eq!(ground.range(from, to), e.range, "{n}");
        *kinds.entry(e.kind.as_str()).or_insert(0) += 1;
        match e.kind.as_str() {
            "los" => {
                let mode = Mode::from_id(&e.mode).unwrap();
                let judged = judge(ground, mode, from, to);
                let words = judged.block.map_or(String::new(), |b| b.words(ground));
                assert_eq!(Some(judged.block.is_none()), e.clear, "{n}");
                assert_eq!(Some(&words), e.blocked_by.as_ref(), "{n}");
                let path = line(e.from, e.to).map(|step| match step {
                    LineStep::Cross { to, .. } => to.to_string(),
                    LineStep::Along { between: [a, b], to, .. } => format!("|{a}/{b}| {to}"),
                });
                assert_eq!(Some(path.collect::<Vec<_>>().join(" ")), e.path, "{n}");
                let defence = judged.cover.adds().map_or("none", Feature::id);
                assert_eq!(Some(defence), e.cover_defence.as_deref(), "{n}");
                assert_eq!(judged.cover.hides(), e.cover_spotting.as_deref() != Some("none"), "{n}");
                let sight = ground.sight(mode);
                assert_eq!((sight.clear(from, to), sight.clear(to, from)), (e.clear.unwrap(), e.clear.unwrap()), "{n}");
                assert_eq!(sight.cover(from, to), judged.cover, "{n}");
            }
            "arc" => assert_eq!(Some(ground.in_fan(from, e.facing.unwrap(), to)), e.in_field, "{n}"),
            "aspect" => {
                assert_eq!(Some(ground.aspect(to, e.facing.unwrap(), from)), e.aspect, "{n}");
                let enters = match line(e.from, e.to).last().unwrap().entered_by() {
                    (side, None) => format!("hexside {side}"),
                    _ => "vertex".into(),
                };
                assert_eq!(Some(enters), e.enters, "{n}");
            }
            _ => {
                let fire = FireLine::new(ground, from, to).unwrap();
                let hexes: Vec<Hex> = fire.hexes.iter().map(|h| ground.hex(*h)).collect();
                assert_eq!(Some(hexes), e.hexes, "{n}");
                let side = |[a, b]: &[HexId; 2]| format!("{}/{}", ground.hex(*a), ground.hex(*b));
                let sides: Vec<String> = fire.sides.iter().map(side).collect();
                assert_eq!(Some(sides), e.hexsides, "{n}");
            }
        }
    }
    assert_eq!(kinds, BTreeMap::from([("los", 21), ("arc", 3), ("aspect", 5), ("of_line", 2)]));
}

/// From every hex in every mode, one line at a time, to every seventh: ends spread so that all directions and lengths come up.
#[test]
fn the_table_says_what_each_line_says() {
    let ground = ground();
    for mode in Mode::ALL {
        let sight = ground.sight(mode);
        for from in ground.grid().ids() {
            for to in ground.grid().ids().skip(from.index() % 7).step_by(7) {
                let judged = judge(ground, mode, from, to);
                assert_eq!(
                    sight.clear(from, to),
                    judged.block.is_none(),
                    "{mode} {} {}",
                    ground.hex(from),
                    ground.hex(to)
                );
                assert_eq!(sight.cover(from, to), judged.cover, "{mode} {} {}", ground.hex(from), ground.hex(to));
            }
        }
    }
}

/// rules: tank 10.21 10.26b
#[test]
fn sight_is_mutual_and_neighbors_see_each_other() {
    let g = ground();
    for mode in Mode::ALL {
        let sight = g.sight(mode);
        for a in g.grid().ids() {
            assert!(sight.clear(a, a));
            let seen: Vec<HexId> = sight.seen_from(a).collect();
            assert_eq!(seen.len() as u32, sight.count(a));
            assert!(seen.iter().all(|b| sight.clear(*b, a) && sight.clear(a, *b)));
            assert!(Side::ALL.iter().filter_map(|s| g.next(a, *s)).all(|b| sight.clear(a, b)));
        }
        assert_eq!(sight.hexes(), 1716);
    }
    // More terrain, less sight; what mixed hides, closed hides, and the other way round.
    let [open, mixed, closed] = Mode::ALL.map(|mode| g.sight(mode));
    for a in g.grid().ids() {
        assert_eq!(mixed.bits(a), closed.bits(a));
        assert!(open.bits(a).iter().zip(mixed.bits(a)).all(|(open, mixed)| mixed & !open == 0));
    }
}

/// rules: tank 10.22A 10.22B 10.22C 10.22D 10.25
#[test]
fn what_is_beside_a_unit_does_not_block_it() {
    // A berm on the target's own side, a wood the firer stands in, two slopes beside the two units (examples 16, 18, 12).
    assert_eq!(look(Mode::Mixed, 4014, 3008), (true, Cover::Berm));
    assert!(sees(Mode::Mixed, 1613, 2313));
    assert_eq!(look(Mode::Open, 1311, 1216), (true, Cover::Slope));
    // A berm between, and a third slope (examples 14, 13).
    assert!(!sees(Mode::Mixed, 408, 1013));
    assert!(!sees(Mode::Open, 3710, 3517));
    // Woods 3313 between 3312 and 3315 hide; to and from the wood itself one sees.
    let through = judge(ground(), Mode::Mixed, id(3312), id(3315)).block;
    assert_eq!(through, Some(Block::Hex(id(3313))));
    assert!(sees(Mode::Mixed, 3311, 3313) && sees(Mode::Mixed, 3313, 3315) && sees(Mode::Open, 3312, 3315));
}

/// rules: tank 10.26 R14
#[test]
fn the_depression_is_looked_over_but_not_into() {
    // Straight over it, and out of it through a rim that is not beside the viewer.
    assert!(sees(Mode::Mixed, 3612, 3604));
    assert!(!sees(Mode::Open, 4901, 3810));
    // The same rim hexside is ignored by those outside and blocks one inside: 3608 has slopes on A, E, F.
    let g = ground();
    assert_eq!(
        (g.rim(id(3608), Side::A), g.rim(id(3607), Side::D), g.rim(id(1311), Side::D)),
        (Some(1), Some(1), None)
    );
    assert!(sees(Mode::Open, 3606, 3611));
    assert!(!sees(Mode::Open, 3606, 3609));
    // Looking over it, its slopes give no cover; from inside they do, to those outside and those at its foot.
    assert_eq!(look(Mode::Open, 3612, 3607), (true, Cover::None));
    assert_eq!(look(Mode::Open, 3604, 3608), (true, Cover::Slope));
    assert_eq!(look(Mode::Open, 3608, 3607), (true, Cover::Hidden));
    let inside: Vec<u16> = g.grid().ids().filter(|h| g.depression(*h).is_some()).map(|h| g.hex(h).number()).collect();
    assert_eq!(inside, [3608, 3609, 3707, 3708, 3709, 3710, 3807, 3808, 3809, 3810, 3908, 3909, 3910, 4008, 4009]);
}

/// rules: tank 10.5 10.61 10.61b R11 R12
#[test]
fn a_slope_shelters_its_foot_and_hides_both_sides() {
    // 1311 lies at the foot of 1312.
    let ground = ground();
    assert_eq!((ground.edging(id(1311), Side::D), ground.edging(id(1312), Side::A)), (Edging::Foot, Edging::Brow));
    assert_eq!(look(Mode::Open, 1312, 1311), (true, Cover::Slope));
    assert_eq!(look(Mode::Open, 1311, 1312), (true, Cover::Hidden));
    assert!(Cover::Hidden.hides() && Cover::Hidden.adds().is_none());
    // A berm shelters both sides, in mixed and closed mode only.
    assert_eq!(ground.edging(id(3008), Side::D), Edging::Berm);
    for mode in [Mode::Mixed, Mode::Closed] {
        assert_eq!((look(mode, 3009, 3008), look(mode, 3008, 3009)), ((true, Cover::Berm), (true, Cover::Berm)));
    }
    assert_eq!(look(Mode::Open, 3009, 3008), (true, Cover::None));
    // Fire that enters by another side gets no cover.
    assert_eq!(look(Mode::Mixed, 3007, 3008), (true, Cover::None));
    // At a corner both sides must cover (examples 4 and 19).
    assert_eq!(look(Mode::Open, 4409, 4009), (true, Cover::Slope));
    assert_eq!(look(Mode::Open, 2420, 2125), (true, Cover::None));
}

/// The geometry of 8.53; what it triggers is tested with the rules.
#[test]
fn a_line_of_fire_is_entered_or_crossed() {
    let ground = ground();
    let fire = FireLine::new(ground, id(4112), id(2712)).unwrap();
    assert!(fire.passes(id(3912)) && fire.passes(id(2712)));
    assert!(!fire.passes(id(4112)) && !fire.passes(id(3811)) && !fire.passes(id(3812)));
    assert!(fire.is_crossed(id(3811), id(3812)) && fire.is_crossed(id(3812), id(3811)));
    assert!(!fire.is_crossed(id(3811), id(3711)));
    let around = FireLine::around(ground, id(2415), 0);
    assert_eq!((around.hexes.len(), around.sides.len()), (6, 0));
    assert_eq!(FireLine::around(ground, id(101), 0).hexes.len(), 2);
    // Without the hexes over A and C.
    let spared = FireLine::around(ground, id(2415), 0b101);
    assert!(spared.hexes.len() == 4 && !spared.passes(id(2414)) && spared.passes(id(2416)));
    // Along the edge of the map the hexsides have nobody behind them.
    let edge = FireLine::new(ground, id(101), id(501)).unwrap();
    assert_eq!((edge.hexes.len(), edge.sides.len()), (2, 0));
    assert!(sees(Mode::Open, 101, 501));
    // Every line that may be fired has room; on one sheet that is every line.
    assert!(ground.grid().ids().all(|h| FireLine::new(ground, id(101), h).is_some()));
    let wide = CHARTS.ground(Layout::new(2, 1).unwrap());
    let from = wide.find("A:0101").unwrap();
    for to in wide.grid().ids() {
        assert_eq!(FireLine::new(wide, from, to).is_some(), wide.range(from, to) <= 60);
    }
}

/// Many steps asked at once come onto a line if one of them does: each alone, and all of a path together.
#[test]
fn steps_mask_the_lines_they_come_onto() {
    let g = ground();
    let (mut onto, mut over) = (0, 0);
    // Every direction from three hexes, and ways that run along hexsides.
    for (from, every, along) in [(2616, 97, 1216), (2717, 101, 4117), (101, 89, 4101)] {
        for to in g.grid().ids().step_by(every).chain([id(along)]).filter(|to| *to != id(from)) {
            let line = Line::to(g, id(from), to);
            for hex in g.grid().ids().step_by(if to == id(along) { 1 } else { 7 }) {
                let mut path = FriendSteps::new(g, id(from));
                let mut comes = false;
                let ways = Side::ALL.into_iter().filter_map(|side| g.next(hex, side)).map(|next| (Some(hex), next));
                for (before, next) in ways.chain([(None, hex)]) {
                    let crosses = before.is_some_and(|before| line.is_crossed(before, next));
                    let mut one = FriendSteps::new(g, id(from));
                    one.extend([(before, next)].into_iter());
                    assert_eq!(one.mask(to), line.passes(next) || crosses, "{} to {}", g.name(hex), g.name(next));
                    (onto, over) = (onto + u32::from(line.passes(next)), over + u32::from(crosses));
                    comes |= one.mask(to);
                    path.extend([(before, next)].into_iter());
                }
                assert_eq!(path.mask(to), comes);
            }
        }
    }
    assert!(onto > 100 && over > 10, "{onto} onto lines, {over} over hexsides");
}

/// What the rules calculate of a line is what a walk along it finds: every hex of the map, and every step over a side.
#[test]
fn a_line_is_the_same_calculated_and_walked() {
    let ground = ground();
    let hexes: Vec<HexId> = ground.grid().ids().collect();
    let same = |line: Line<'_>, walked: &FireLine| {
        for hex in &hexes {
            assert_eq!(line.passes(*hex), walked.passes(*hex), "{line:?} at {}", ground.name(*hex));
            for next in Side::ALL.into_iter().filter_map(|side| ground.next(*hex, side)) {
                let names = (ground.name(*hex), ground.name(next));
                assert_eq!(line.is_crossed(*hex, next), walked.is_crossed(*hex, next), "{line:?} over {names:?}");
            }
        }
    };
    // From the middle every way is short, from two corners it is long; columns are odd and even.
    for (from, every) in [(2616, 13), (2717, 17), (101, 41), (5233, 43)] {
        for to in hexes.iter().step_by(every).copied().filter(|to| *to != id(from)) {
            same(Line::to(ground, id(from), to), &FireLine::new(ground, id(from), to).unwrap());
        }
    }
    // Straight along a hexrow and along hexsides, as far as the map goes.
    for (from, to) in [(2616, 2601), (2616, 2633), (2616, 5203), (4112, 2712), (101, 501), (4112, 112), (2010, 5010)] {
        same(Line::to(ground, id(from), id(to)), &FireLine::new(ground, id(from), id(to)).unwrap());
    }
    for spared in [0, 0b101, 0b11_1111] {
        same(Line::around(ground, id(2415), spared), &FireLine::around(ground, id(2415), spared));
        same(Line::around(ground, id(101), spared), &FireLine::around(ground, id(101), spared));
    }
}

/// rules: tank 7.21b 8.7b 8.7c
#[test]
fn fans_and_aspects() {
    let g = ground();
    let fan = |facing| g.grid().ids().filter(|h| g.range(id(2415), *h) == 2 && g.in_fan(id(2415), facing, *h)).count();
    assert!(Side::ALL.into_iter().all(|facing| fan(facing) == 5));
    assert!(!g.in_fan(id(2415), Side::A, id(2415)));
    assert_eq!(g.aspect(id(2415), Side::A, id(2713)), Aspect::Front);
    assert_eq!(g.aspect(id(2415), Side::A, id(2815)), Aspect::Side);
    assert_eq!(g.aspect(id(2415), Side::A, id(2416)), Aspect::Rear);
}

/// The shares of clear lines that the map's designer sampled, in hundredths by band of range.
#[test]
fn sight_is_as_far_as_the_map_was_made_for() {
    let ground = ground();
    let share = |mode: Mode| {
        let sight = ground.sight(mode);
        let mut seen = [[0u32; 2]; 6];
        for a in ground.grid().ids() {
            for b in ground.grid().ids().filter(|b| a < *b) {
                let band = usize::from((ground.range(a, b) - 1) / 5);
                if band < 6 {
                    seen[band][0] += 1;
                    seen[band][1] += u32::from(sight.clear(a, b));
                }
            }
        }
        seen.map(|[all, clear]| (100 * clear + all / 2) / all)
    };
    let near = |found: [u32; 6], said: [u32; 6]| found.iter().zip(said).all(|(f, s)| f.abs_diff(s) <= 3);
    let (open, mixed) = (share(Mode::Open), share(Mode::Mixed));
    assert!(near(open, [87, 62, 43, 31, 23, 17]), "{open:?}");
    assert!(near(mixed, [71, 36, 18, 8, 4, 3]), "{mixed:?}");
}

/// rules: tank 3.1c R57
#[test]
fn sheets_are_joined_hex_to_hex() {
    let g = CHARTS.ground(Layout::new(2, 2).unwrap());
    assert_eq!((g.grid().cols(), g.grid().rows(), g.depressions()), (104, 66, 4));
    let b = g.find("B:3808").unwrap();
    assert_eq!((g.hex(b), g.name(b), g.on_sheet(b)), (Hex::new(90, 8), "B:3808".into(), (1, Hex::new(38, 8))));
    assert_eq!(g.find("d:0101").map(|h| g.hex(h)), Ok(Hex::new(53, 34)));
    assert!(["3808", "E:3808", "B:5308", "B:3834", ":3808", "BB:3808"].iter().all(|bad| g.find(bad).is_err()));
    // Row 34 of the whole is row 01 of its sheet: the chit compares that.
    assert_eq!((g.last_digit(g.find("C:0101").unwrap()), g.last_digit(g.find("C:0110").unwrap())), (1, 0));
    // Inner edges are ordinary ground, outer ones edges.
    let inner = g.find("A:5210").unwrap();
    assert_eq!(g.next(inner, Side::B), g.find("B:0110").ok());
    assert!(!g.on_edge(Edge::Y, inner) && g.on_edge(Edge::Y, g.find("B:5210").unwrap()));
    assert_eq!(g.edge(Edge::X).count(), 104);
    // Within each sheet all is as on one.
    let (one, sight) = (ground(), g.sight(Mode::Mixed));
    for (a, b) in [(3612, 3604), (3203, 4003), (4409, 4009), (2906, 2516), (408, 1013)] {
        for sheet in ["A", "B", "C", "D"] {
            let on = |n: u16| g.find(&format!("{sheet}:{n:04}")).unwrap();
            assert_eq!(sight.clear(on(a), on(b)), one.sight(Mode::Mixed).clear(id(a), id(b)));
            assert_eq!(sight.cover(on(a), on(b)), one.sight(Mode::Mixed).cover(id(a), id(b)));
        }
    }
    // The rim of a depression counts for those in it, wherever the other one is.
    let (inside, over) = (g.find("A:3808").unwrap(), g.find("B:3808").unwrap());
    assert_eq!((g.depression(inside), g.depression(over)), (Some(1), Some(2)));
}

fn any_layout() -> impl Strategy<Value = Layout> {
    (1usize..Layout::ALL.len()).prop_map(|n| Layout::ALL[n])
}

static JOINED: LazyLock<Vec<(Battleground, SightLines)>> = LazyLock::new(|| {
    let joined = |layout| {
        let ground = Battleground::new(&CHARTS.map, &CHARTS.terrain, layout);
        let sight = SightLines::new(&ground, Mode::Mixed);
        (ground, sight)
    };
    [Layout::new(2, 1), Layout::new(1, 3)].into_iter().flatten().map(joined).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn joined_sheets_are_seen_over_as_line_by_line(which in 0usize..2, a in any::<u16>(), b in any::<u16>()) {
        let (ground, sight) = &JOINED[which];
        let hexes = ground.grid().len() as u16;
        let (a, b) = (HexId(a % hexes), HexId(b % hexes));
        let judged = judge(ground, Mode::Mixed, a, b);
        prop_assert_eq!(sight.clear(a, b), judged.block.is_none());
        prop_assert_eq!(sight.cover(a, b), judged.cover);
    }

    #[test]
    fn names_lead_back(layout in any_layout(), n in any::<u16>()) {
        let ground = CHARTS.ground(layout);
        let id = HexId(n % ground.grid().len() as u16);
        prop_assert_eq!(ground.find(&ground.name(id)), Ok(id));
        prop_assert_eq!(written_and_read(layout), layout);
    }
}

/// A layout written and read again, as a saved game does.
fn written_and_read(layout: Layout) -> Layout {
    Layout::try_from(<[u8; 2]>::from(layout)).unwrap()
}
