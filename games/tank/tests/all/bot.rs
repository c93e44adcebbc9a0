//! Commanders of Tank!: always legal, always the same for a seed, and each piece of advice in a small situation.

use crate::common::{A, B, Scene, charts, ground, hex, number, setup};
use hulldown_core::hex::{HexId, Side};
use hulldown_core::{Game, Generator, Policy, Seat};
use hulldown_kit::trial::sim;
use hulldown_tank::bot::{Effort, Heuristic, Rollout, Style, Versus};
use hulldown_tank::state::{Plot, UnitId};
use hulldown_tank::talk::{Ask, Choice};
use hulldown_tank::words::*;
use hulldown_tank::{Setup, Tank, View};

/// A commander who looks whether what he answers was offered, and keeps the plots he seals.
struct Checked<P> {
    bot: P,
    sealed: Vec<Plot>,
}

impl<P> Checked<P> {
    fn new(bot: P) -> Self {
        Checked { bot, sealed: Vec::new() }
    }
}

impl<P: Policy<Tank>> Policy<Tank> for Checked<P> {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let choice = self.bot.decide(view, seat, ask, options);
        assert!(options.contains(&choice), "{ask:?}: {choice:?} of {options:?}");
        if ask == Ask::Plot && choice == Choice::Commit {
            self.sealed = view.units().iter().map(|unit| unit.plot).collect();
        }
        choice
    }
}

/// One who thinks little, and about openings only where games are short.
fn thinker(scenario: &str, seed: u64) -> Rollout {
    let openings = if scenario == "0" { 2_000 } else { 0 };
    Rollout::new(seed, Effort { thoughts: 200, turns: 1, openings, most: None })
}

fn play<P: Policy<Tank>>(scenario: &str, alpha: P, bravo: P, seed: u64) -> Tank {
    let mut game = Tank::new(&setup(scenario), charts()).unwrap();
    let table = Versus { alpha: Checked::new(alpha), bravo: Checked::new(bravo) };
    assert!(sim(table, Generator::new(seed)).finish(&mut game, charts(), 1_000_000), "no end");
    game
}

#[test]
fn a_seed_is_a_game() {
    for scenario in ["0", "2", "12"] {
        let game = |bots| play(scenario, Heuristic::new(bots), Heuristic::new(bots + 1), 7);
        assert_eq!(game(1), game(1), "scenario {scenario}");
        assert_ne!(game(1), game(3), "scenario {scenario}: the seed of a commander counts for nothing");
    }
}

#[test]
fn a_seed_is_a_game_for_one_who_plays_on_in_thought() {
    for scenario in ["0", "11"] {
        let game = || {
            let mut game = Tank::new(&setup(scenario), charts()).unwrap();
            let table = Versus { alpha: thinker(scenario, 1), bravo: thinker(scenario, 2) };
            let mut sim = sim(table, Generator::new(7));
            // As far as the first fights.
            while game.turn < 8 {
                game.advance(charts(), &mut sim).unwrap();
            }
            game
        };
        assert_eq!(game(), game(), "scenario {scenario}");
    }
}

#[test]
fn every_scenario_is_played_by_the_rules_to_its_end() {
    for id in ScenarioId::IDS {
        let game = play(id, Heuristic::new(5), Heuristic::new(6), 5);
        assert!(game.ending.is_some(), "scenario {id}");
    }
}

#[test]
fn one_of_each_situation_is_played_on_in_thought() {
    for id in ["4", "9", "11"] {
        let game = play(id, thinker(id, 5), thinker(id, 6), 5);
        assert!(game.ending.is_some(), "scenario {id}");
    }
}

/// What a force plots in a scene, the other doing nothing.
fn plots(scene: &Scene, force: Force) -> Vec<Plot> {
    plots_in_style(scene, force, Style::default())
}

/// The same, led otherwise.
fn plots_in_style(scene: &Scene, force: Force, style: Style) -> Vec<Plot> {
    struct Nothing;
    impl Policy<Tank> for Nothing {
        fn decide(&mut self, _: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
            if ask == Ask::Plot { Choice::Commit } else { options[0] }
        }
    }
    enum Who {
        Thinks(Box<Checked<Heuristic>>),
        Waits(Nothing),
    }
    impl Policy<Tank> for Who {
        fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
            match self {
                Who::Thinks(bot) => bot.decide(view, seat, ask, options),
                Who::Waits(bot) => bot.decide(view, seat, ask, options),
            }
        }
    }
    let (thinks, waits) = (Who::Thinks(Box::new(Checked::new(Heuristic::with_style(3, style)))), Who::Waits(Nothing));
    let mut table =
        if force == A { Versus { alpha: thinks, bravo: waits } } else { Versus { alpha: waits, bravo: thinks } };
    let mut game = scene.game.clone();
    let mut sim = sim(&mut table, Generator::new(9));
    let turn = game.turn;
    while game.turn == turn && !game.is_over() {
        game.advance(charts(), &mut sim).unwrap();
    }
    drop(sim);
    let bot = if force == A { table.alpha } else { table.bravo };
    match bot {
        Who::Thinks(bot) => bot.sealed,
        Who::Waits(_) => Vec::new(),
    }
}

/// What one unit of a force plots.
fn plot(scene: &Scene, force: Force, code: &str) -> Plot {
    plots(scene, force)[usize::from(id(scene, force, code).n)]
}

/// A unit by its force and letters.
fn id(scene: &Scene, force: Force, code: &str) -> UnitId {
    scene.game.coded(force, code.parse().unwrap()).unwrap()
}

/// Where a unit stands, and where its plot takes it.
fn way(scene: &Scene, force: Force, code: &str) -> (HexId, HexId) {
    let from = scene.game.unit(id(scene, force, code)).hex().unwrap();
    let to = plot(scene, force, code).steps.iter().fold(from, |at, side| ground().next(at, side).unwrap());
    (from, to)
}

#[test]
fn shots_are_dealt_out() {
    // Each has a target of its own.
    let scene = Scene::new("0").alpha("A 2006 B, B 2008 B").bravo("A 2305 E, B 2308 E");
    assert_eq!(plot(&scene, A, "A").target, Some(hex(2305)));
    assert_eq!(plot(&scene, A, "B").target, Some(hex(2308)));
    // One shot is enough for a target that it cannot miss: the other does something else.
    let scene = Scene::new("0").alpha("A 2006 B, B 2008 B").bravo("A 2307 E");
    let fire = ["A", "B"].map(|code| plot(&scene, A, code).target == Some(hex(2307)));
    assert_eq!(fire.iter().filter(|fires| **fires).count(), 1);
}

#[test]
fn a_column_opens_out_at_contact() {
    let scene = Scene::new("3")
        .alpha("A 2006 D, B 2106 D, C 2206 D, F 2306 D, G 2406 D, H 2506 D, L 2606 D, M 2305 D, N 2405 D")
        .bravo("A 2224 A, B 2324 A");
    let col = |hex: HexId| ground().hex(hex).col;
    let drift = |codes: [&str; 3]| -> i16 {
        let ways = codes.map(|code| way(&scene, A, code));
        ways.iter().map(|(from, to)| col(*to) - col(*from)).sum()
    };
    // The second third works round a flank, the first goes straight on, the last stays back.
    assert!(drift(["F", "G", "H"]) >= 6, "{}", drift(["F", "G", "H"]));
    assert!(drift(["A", "B", "C"]).abs() <= 3, "{}", drift(["A", "B", "C"]));
    for code in ["L", "M", "N"] {
        let (_, to) = way(&scene, A, code);
        assert!([2224, 2324].iter().all(|foe| ground().range(to, hex(*foe)) >= 11), "{code}");
    }
}

#[test]
fn one_half_holds_while_the_other_moves() {
    let scene = |code: &str, turn| {
        Scene::new("2").turn(turn).alpha(&format!("{code} 1210 D")).bravo("AA 1215 D").position(1215)
    };
    let moves = |code: &str, turn| plot(&scene(code, turn), A, code).moves();
    assert_eq!(["A", "B"].map(|code| moves(code, 5)), [true, false]);
    assert_eq!(["A", "B"].map(|code| moves(code, 6)), [false, true]);
}

#[test]
fn a_hex_where_somebody_may_hide_is_driven_over() {
    let scene = Scene::new("1").alpha("A 0618 D");
    let plot = plot(&scene, A, "A");
    assert_eq!(plot.task, Some(Task::Ov));
    let mut at = hex(618);
    for side in plot.steps.iter().take(plot.steps.len() - 1) {
        at = ground().next(at, side).unwrap();
    }
    let sight = ground().sight(scene.game.mode);
    let covered = Side::ALL.into_iter().filter_map(|side| ground().next(at, side));
    let hides = matches!(ground().terrain(at), Terrain::Woods | Terrain::Rough)
        || covered.into_iter().any(|from| sight.cover(from, at).adds().is_some());
    assert!(hides, "{} hides nobody", number(at));
    // In a meeting engagement nobody hides.
    let meeting = Scene::new("6").alpha("A 0618 D").bravo("A 4530 A");
    assert_ne!(self::plot(&meeting, A, "A").task, Some(Task::Ov));
}

#[test]
fn one_loss_short_of_preservation_tanks_stand_off() {
    let scene = Scene::new("1").alpha("A 2006 D, B 2206 D, C 2406 D").bravo("AA 2312 A").position(2312);
    let away = |scene: &Scene| -> i32 {
        let ways = ["A", "B", "C"].map(|code| way(scene, A, code));
        let range = |at: HexId| i32::from(ground().range(at, hex(2312)));
        ways.iter().map(|(from, to)| range(*to) - range(*from)).sum()
    };
    assert!(away(&scene) <= 0, "{}", away(&scene));
    assert!(away(&scene.clone().lost(A, 7)) <= 0, "two more may be lost");
    assert!(away(&scene.clone().lost(A, 8)) >= 5, "{}", away(&scene.clone().lost(A, 8)));
}

#[test]
fn a_rearguard_leaves_when_alpha_can_no_longer_make_its_number() {
    let scene = Scene::new("12").alpha("A 0210 C").bravo("A 4410 F, B 4520 F");
    let east = |scene: &Scene, code| {
        let (from, to) = way(scene, B, code);
        ground().hex(to).col - ground().hex(from).col
    };
    for code in ["A", "B"] {
        // Fourteen wait behind 0101, and there is time.
        assert!(east(&scene, code) <= 0, "{code}");
        // Six of fifteen are left: one too few.
        assert!(east(&scene.clone().lost(A, 9), code) >= 3, "{code}");
        assert!(east(&scene.clone().lost(A, 8), code) <= 0, "{code}");
    }
}

#[test]
fn a_rearguard_gives_ground_before_its_last_affordable_loss() {
    let east = |scene: &Scene| {
        let (from, to) = way(scene, B, "A");
        ground().hex(to).col - ground().hex(from).col
    };
    // The fourth loss would cost the win; two may be lost before that.
    let scene = Scene::new("12").alpha("A 0210 C").bravo("A 4410 F");
    assert!(east(&scene.clone().lost(B, 1)) <= 0);
    assert!(east(&scene.clone().lost(B, 2)) >= 3);
    assert!(east(&scene.clone().lost(B, 3)) >= 3);
    // What is lost is lost: it fights on.
    let broken = scene.lost(B, 4).with(|game| game.army_mut(B).preserved = true);
    assert!(east(&broken) <= 0);
    // Who can afford two losses in all has no ground to give.
    let scene = Scene::new("11").alpha("A 0210 C").bravo("A 4410 F");
    assert!(east(&scene.lost(B, 1)) <= 0);
}

#[test]
fn columns_come_from_everywhere_and_mostly_from_the_middle() {
    for scenario in ["0", "6", "7"] {
        let mut tracks = std::collections::BTreeSet::new();
        let mut middle = 0;
        for seed in 0..200 {
            let mut game = Tank::new(&setup(scenario), charts()).unwrap();
            game.advance(charts(), &mut sim(Heuristic::new(seed), Generator::new(seed))).unwrap();
            for force in [A, B] {
                let army = game.army(force);
                tracks.insert((force, army.entry, army.track.iter().map(|side| side.letter()).collect::<String>()));
                let entry = ground().hex(army.entry.unwrap());
                // The introductory scenario goes from west to east, the others from north to south.
                let (along, of) = if scenario == "0" { (entry.row, 33) } else { (entry.col, 52) };
                middle += usize::from((of..=3 * of).contains(&(4 * along)));
            }
        }
        for force in [A, B] {
            let count = tracks.iter().filter(|(of, ..)| *of == force).count();
            assert!(count >= 20, "scenario {scenario}: {force} knows {count} tracks");
        }
        assert!((240..=360).contains(&middle), "scenario {scenario}: {middle} of 400 in the middle half");
    }
}

#[test]
fn openings_are_tried_in_the_game_that_is_played() {
    let setup = Setup { limit: 7, mode: "open".into(), sheets: "2x1".into(), ..setup("6") };
    let new = || Tank::new(&setup, charts()).unwrap();
    let mut game = new();
    let mut sim = sim(Heuristic::new(1), Generator::new(1));
    while game.turn < 4 {
        game.advance(charts(), &mut sim).unwrap();
    }
    for force in [A, B] {
        assert_eq!(game.view(charts(), force.seat()).unarranged(), new());
    }
}

#[test]
fn a_hidden_gun_waits_for_a_shot_that_pays() {
    let task = |at: u16, facing: char| {
        let scene = Scene::new("1").alpha(&format!("A {at} {facing}")).bravo("AA 2422 A hidden");
        plot(&scene, B, "AA").task
    };
    assert_eq!(task(2416, 'E'), None);
    assert_eq!(task(2417, 'E'), Some(Task::Df));
    // The same hex, but the armor of the front.
    assert_eq!(task(2418, 'D'), None);
}

/// A commander who gives ground, so fast.
fn giving_ground(push: f32) -> Style {
    Style { caution: 2.0, push, shoot: 0.0, ..Style::default() }
}

#[test]
fn who_gives_ground_goes_away_from_the_enemy() {
    let range = |scene: &Scene, force: Force, from: u16, foe: u16, push: f32| {
        let plot = plots_in_style(scene, force, giving_ground(push))[0];
        let to = plot.steps.iter().fold(hex(from), |at, side| ground().next(at, side).unwrap());
        i32::from(ground().range(to, hex(foe))) - i32::from(ground().range(hex(from), hex(foe)))
    };
    let meeting = Scene::new("3").alpha("A 2010 D").bravo("A 2022 A");
    assert!(range(&meeting, A, 2010, 2022, -1.0) >= 3);
    assert!(range(&meeting, A, 2010, 2022, 1.0) <= 0);
    // A rearguard in a hurry makes for the far edge.
    let rearguard = Scene::new("12").alpha("A 2610 C").bravo("A 3210 F");
    let plot = plots_in_style(&rearguard, B, giving_ground(-2.0))[0];
    let to = plot.steps.iter().fold(hex(3210), |at, side| ground().next(at, side).unwrap());
    assert!(ground().hex(to).col > 32, "{}", number(to));
}

#[test]
fn a_column_that_waits_halts_when_its_leader_is_on_the_map() {
    let on_map = |push: f32| {
        let mut game = Tank::new(&setup("7"), charts()).unwrap();
        let table = Versus { alpha: Heuristic::new(1), bravo: Heuristic::with_style(2, giving_ground(push)) };
        let mut sim = sim(table, Generator::new(1));
        while game.turn < 4 {
            game.advance(charts(), &mut sim).unwrap();
        }
        assert!(game.army(B).in_column);
        game.army(B).units.iter().filter(|unit| unit.hex().is_some()).count()
    };
    assert_eq!(on_map(0.0), 1);
    assert!(on_map(1.0) > 2);
}
