//! The question whether to stop (9.36), and what is told of stops: neither says what is plotted for a unit whose plot nobody else knows.

use crate::common::{A, B, Played, Scene, charts, ground, hex, number, reads, setup};
use hulldown_core::Session;
use hulldown_core::dicebox::DiceBox;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::session::Pending;
use hulldown_tank::map::StepCost;
use hulldown_tank::state::{Place, Stage};
use hulldown_tank::words::*;

/// Where a squad lies hidden that a T34 is on its way to overrun from 2602.
const DUG_IN: u16 = 2606;

fn clear(from: HexId, to: HexId) -> bool {
    ground().sight(Mode::Mixed).clear(from, to)
}

/// All steps of one point far from where the overrun takes place.
fn steps() -> impl Iterator<Item = (HexId, Side, HexId)> {
    let g = ground();
    let cheap = |at, side| matches!(g.cost(Mode::Mixed, at, side), Some(StepCost::Points(1)));
    let all = g.grid().ids().flat_map(|at| Side::ALL.map(|side| (at, side)));
    let steps = all.filter_map(move |(at, side)| Some((at, side, g.next(at, side).filter(|_| cheap(at, side))?)));
    steps.filter(move |(at, ..)| g.range(*at, hex(DUG_IN)) > 6 && g.hex(*at).col > 3)
}

/// A step, and a hex that is seen after it and not before, near enough for a vehicle there to be spotted at once.
fn comes_to_see() -> (HexId, Side, HexId) {
    let ground = ground();
    let near = |from: HexId, to: &HexId| (3..=4).contains(&ground.range(from, *to)) && !clear(hex(DUG_IN), *to);
    let seen = |(at, side, to): (HexId, Side, HexId)| {
        let there = ground.grid().ids().find(|there| near(to, there) && clear(to, *there) && !clear(at, *there))?;
        Some((at, side, there))
    };
    steps().find_map(seen).unwrap()
}

/// Alpha cannot tell one game from the other: now, and after Bravo has said that movement goes on, or that it stops.
fn same_for_alpha(idle: &Played, moves: &Played) {
    assert_ne!(idle.game(), moves.game());
    assert_eq!(reads(idle), reads(moves));
    let asked = |played: &Played| played.asked(B).is_some_and(|(kind, _)| kind == "stop");
    if asked(idle) {
        for answer in ["go-on", "stop"] {
            let [one, two] = [idle, moves].map(|played| played.clone().press(B, answer));
            assert_eq!(reads(&one), reads(&two), "{answer}");
        }
    }
}

/// rules: tank R73 9.36 9.46 4.2
#[test]
fn nothing_shows_that_a_hidden_squad_waits_for_an_overrun() {
    // N sees a tank with its only step. Whether M, whom nobody has found, was to walk as well is not seen in whether Bravo is asked.
    let (at, side, there) = comes_to_see();
    let alpha = format!("A 2602 D, B {:04} A unspotted", number(there));
    let scene = Scene::new("2").alpha(&alpha).bravo(&format!("M {DUG_IN} hidden, N {:04}", number(at))).nobody_else();
    let turn = |plots: &str| scene.clone().chance("A ov D D D D D", &format!("N mv {side}{plots}"));
    let [idle, moves] = [turn(""), turn(", M mv B")];
    assert_eq!(moves.unit(B, "M").plot.task, Some(Task::Mv));
    assert!(moves.unit(B, "M").hidden && moves.unit(B, "M").is_moving() && moves.spotted(A, "B"), "{:?}", moves.log());
    assert_eq!(moves.asked(B).unwrap().0, "stop");
    same_for_alpha(&idle, &moves);
}

/// rules: tank R73 9.46 9.36
#[test]
fn a_squad_that_waits_for_an_overrun_sees_like_one_that_stands() {
    // B drives into the sight of M, whom nobody has found; N, whom everybody sees, stands elsewhere, or sees it too.
    let ground = ground();
    let m = hex(DUG_IN);
    let comes = |(at, side, to): (HexId, Side, HexId)| {
        let both =
            ground.grid().ids().find(|n| (3..=4).contains(&ground.range(*n, to)) && clear(*n, to) && !clear(*n, at));
        (!clear(m, at) && clear(m, to)).then_some((at, side, to, both?))
    };
    let (at, side, to, both) = steps().find_map(comes).unwrap();
    let neither = ground.grid().ids().find(|n| ground.range(*n, to) > 9 && !clear(*n, to) && !clear(*n, at)).unwrap();
    for n in [both, neither] {
        let alpha = format!("A 2602 D, B {:04} {side} unspotted", number(at));
        let bravo = format!("M {DUG_IN} hidden, N {:04}", number(n));
        let scene = Scene::new("2").alpha(&alpha).bravo(&bravo).nobody_else();
        let turn = |plots: &str| scene.clone().chance(&format!("A ov D D D D D, B mv {side}"), plots);
        let [idle, moves] = [turn(""), turn("M mv B")];
        assert!(moves.spotted(A, "B"), "{:?}", moves.log());
        assert!(idle.asked(B).is_none() && moves.asked(B).is_none(), "9.46: it counts as standing still");
        same_for_alpha(&idle, &moves);
    }
}

/// rules: tank R73 9.36 4.2
#[test]
fn nothing_shows_that_units_off_the_map_move() {
    // Bravo A sees a tank with its only step; B moves up off the map, or does not.
    let (at, side, there) = comes_to_see();
    let alpha = format!("A {:04} A unspotted", number(there));
    let scene = Scene::new("0").alpha(&alpha).bravo(&format!("A {:04} {side}, B 5233 F", number(at))).nobody_else();
    let scene = scene.with(|game| game.armies[1].units[1].place = Place::Queue(9));
    let begun = || scene.clone().begin().plotted(B, &format!("A mv {side}"));
    let turn = |played: Played| played.press(A, "commit").press(B, "commit");
    let [idle, moves] = [turn(begun()), turn(begun().press(B, "B mv up"))];
    assert!(moves.unit(B, "B").is_moving() && moves.spotted(A, "A"), "{:?}", moves.log());
    assert_eq!(moves.asked(B).unwrap().0, "stop");
    same_for_alpha(&idle, &moves);
    // Nor is it told that one cannot come on because somebody stands in the way.
    let scene = Scene::new("0").alpha("A 5232 D").bravo("B 5231 F").nobody_else();
    let scene = scene.with(|game| game.armies[1].units[1].place = Place::Queue(2));
    let turn = |played: Played| played.plotted(A, "A mv D").press(A, "commit").press(B, "commit");
    let [idle, moves] = [turn(scene.clone().begin()), turn(scene.begin().press(B, "B mv enter done"))];
    assert!(moves.unit(B, "B").run.stopped && matches!(moves.unit(B, "B").place, Place::Queue(_)));
    same_for_alpha(&idle, &moves);
}

/// What becomes of a plot made in hiding is told to nobody else, if its unit is found in mid-turn, unless it is seen to be carried out.
///
/// rules: tank R18 R73 8.52 9.35
#[test]
fn what_becomes_of_a_plot_made_in_hiding_is_told_its_owner_alone() {
    // M waits for an overrun, is found, may walk when the tank is dead, and cannot: a tank has come to where it was to go.
    let scene = Scene::new("1").alpha("A 2602 D, B 2704 D").bravo("M 2604 hidden, N 2503");
    let turn = |plots: &str| scene.clone().play("A ov D D D, B mv D", &format!("N of 2603{plots}"), &[6, 6, 1]);
    let [idle, moves] = [turn(""), turn(", M mv C")];
    assert!(!moves.unit(B, "M").hidden && moves.unit(B, "M").run.stopped, "{:?}", moves.log());
    same_for_alpha(&idle, &moves);
    // M watches, is found, and drops its line when a squad in panic runs onto it.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("M 2604 hidden, N 2706").panic();
    let turn = |plots: &str| scene.clone().play("A mv D", &format!("N mv C{plots}"), &[1, 7, 9, 6, 6]);
    let [idle, watches] = [turn(""), turn(", M of 2606")];
    assert!(!watches.unit(B, "M").hidden && !watches.unit(B, "M").run.watching, "{:?}", watches.log());
    same_for_alpha(&idle, &watches);
}

/// Who is asked hangs on nothing that another does not know: in every game that could be this one the same seats are.
///
/// rules: tank R73 R72 4.2
#[test]
fn who_is_asked_hangs_on_nothing_hidden() {
    let asked = |session: &Session<hulldown_tank::Tank>| {
        let seat = |pending: &Pending<hulldown_tank::Tank>| match pending {
            Pending::Choice { seat, .. } => *seat,
            Pending::Dice(check) => panic!("no dice are asked for: {check:?}"),
        };
        session.pending().iter().map(seat).collect::<Vec<_>>()
    };
    let (mut stops, mut faces) = (0, 0);
    crate::secrecy_attacks::at_every_pause(42, |session, seat, at| {
        let game = session.checkpoint();
        if session.working() != game || !matches!(game.stage, Stage::Stop(_) | Stage::Face) {
            return;
        }
        for seed in 0..2 {
            let other = game.imagined(charts(), seat, &mut crate::secrecy_attacks::choices(seed));
            let [this, other] = [game.clone(), other].map(|game| {
                Session::arranged(setup(game.scenario.id()), charts(), DiceBox::scripted(0, []), game).unwrap()
            });
            assert_eq!(asked(&this), asked(&other), "{at}");
        }
        stops += usize::from(matches!(game.stage, Stage::Stop(_)));
        faces += usize::from(game.stage == Stage::Face);
    });
    assert!(stops > 20 && faces > 20, "{stops} {faces}");
}
