//! Every rule of the duel: a situation in text, the answers, the dice, and exactly what comes of them.

use hulldown_core::dicebox::DiceBox;
use hulldown_core::{Game, Seat, Session};
use hulldown_kit::duel::{self, Setup};
use hulldown_kit::scene::set;

type Duel = duel::Duel;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

/// A duel in its second round, changed as told, with what its dice will show.
fn scene(parts: &str, dice: &[u8]) -> Session<Duel> {
    let mut duel: Duel = Game::new(&Setup::default(), Duel::data()).unwrap();
    let usual = "stage = round, wind = 0, tanks.0.charm = 2, tanks.1.charm = 3";
    [usual, parts].iter().filter(|parts| !parts.is_empty()).for_each(|parts| set(&mut duel, parts));
    let dice = DiceBox::scripted(1, dice.iter().copied());
    Session::arranged(Setup::default(), Duel::data(), dice, duel).unwrap()
}

/// Gives a seat's answers, one after the other.
fn answer(session: &mut Session<Duel>, seat: Seat, keys: &str) {
    keys.split(' ').for_each(|key| session.choose_key(seat, key).unwrap());
}

/// The first tank aims left and stays; the other holds fire and goes there, or wherever it is told to.
fn shot(parts: &str, dice: &[u8], dodge: &str) -> Session<Duel> {
    let mut session = scene(parts, dice);
    answer(&mut session, A, "aim:left stay");
    answer(&mut session, B, "hold");
    answer(&mut session, B, dodge);
    session
}

/// Why a seat cannot answer so.
fn refused(session: &mut Session<Duel>, seat: Seat, key: &str) -> String {
    session.choose_key(seat, key).unwrap_err().to_string()
}

/// rules: duel 1.1
#[test]
fn a_die_says_who_fires_first() {
    for (face, first) in [(3, A), (4, B)] {
        assert_eq!(scene("stage = start", &[face]).working().first, first);
    }
}

/// rules: duel 1.2
#[test]
fn each_crew_writes_a_charm_that_the_other_does_not_see() {
    let mut session = scene("stage = start, tanks.0.charm = null, tanks.1.charm = null", &[1]);
    answer(&mut session, A, "write:3");
    assert!(refused(&mut session, B, "write:4").contains("no charm is so strong"));
    let before = session.mark(B.into());
    answer(&mut session, B, "write:1");
    assert_ne!(session.mark(B.into()), before);
    let duel = session.working();
    assert_eq!(duel.tanks.map(|tank| tank.charm), [Some(3), Some(1)]);
    assert_eq!(duel.view(Duel::data(), B).tanks[0].charm, None);
}

/// rules: duel 2.1 2.2
#[test]
fn plots_are_shown_when_both_are_made() {
    let mut session = scene("", &[]);
    answer(&mut session, A, "hold dodge:left");
    assert_eq!(session.working().view(Duel::data(), B).tanks[0].aim, None);
    answer(&mut session, B, "hold stay");
    let told = session.log();
    assert!(told.iter().any(|told| format!("{told:?}").contains("Plots")), "{told:?}");
}

/// rules: duel 2.1a 2.1b
#[test]
fn a_tank_without_shells_cannot_aim_and_a_stuck_one_stays() {
    let mut session = scene("tanks.0.shells = 0, tanks.0.stuck = true", &[]);
    assert!(session.question(A).is_none(), "nothing but holding fire and staying is left, so neither is asked");
    answer(&mut session, B, "hold stay");
    assert_eq!(session.working().rounds, 7);
}

/// rules: duel 2.3
#[test]
fn a_tank_without_a_crew_plots_by_the_chart() {
    let mut session = scene("solo = true, tanks.1.charm = 1", &[3, 4, 1, 1]);
    answer(&mut session, A, "hold dodge:right");
    // It aims left at one who went right: astray, and two ones miss.
    let duel = session.working();
    assert_eq!((duel.tanks[1].shells, duel.tanks[0].hull, duel.rounds), (3, 3, 7));
}

/// rules: duel 3.1
#[test]
fn a_shot_hits_on_the_number_of_the_chart() {
    for (dodge, dice, hit) in
        [("stay", [1, 5], true), ("stay", [1, 4], false), ("dodge:right", [3, 6], true), ("dodge:right", [2, 6], false)]
    {
        let session = shot("", &[&dice[..], &[6]].concat(), dodge);
        assert_eq!(session.working().tanks[0].shells, 3);
        assert_eq!(session.question(B).is_some_and(|_| asks(&session, "armor")), hit, "{dodge} {dice:?}");
    }
}

/// Whether this is asked now.
fn asks(session: &Session<Duel>, kind: &str) -> bool {
    format!("{:?}", session.pending()).to_lowercase().contains(kind)
}

/// rules: duel 3.1a
#[test]
fn the_wind_is_added_to_every_shot() {
    assert!(asks(&shot("wind = 1", &[1, 4], "stay"), "armor"));
    assert!(!asks(&shot("wind = -1", &[1, 5], "stay"), "armor"));
}

/// rules: duel 3.1b
#[test]
fn a_hit_thrown_with_doubles_breaks_the_tracks() {
    assert!(shot("", &[3, 3], "stay").working().tanks[1].stuck);
    assert!(!shot("", &[2, 2], "stay").working().tanks[1].stuck, "a miss breaks nothing");
}

/// rules: duel 3.2
#[test]
fn armor_is_read_on_its_chart() {
    for (face, hull, stuck) in [(2, 2, false), (3, 3, true), (5, 3, false)] {
        let mut session = shot("", &[1, 5, face], "stay");
        answer(&mut session, B, "brace");
        let tank = session.working().tanks[1];
        assert_eq!((tank.hull, tank.stuck), (hull, stuck), "{face}");
    }
}

/// rules: duel 3.2a
#[test]
fn a_charm_is_added_once() {
    let mut session = shot("", &[1, 5, 2], "stay");
    answer(&mut session, B, "spend");
    // 2 and a charm of 3: it bounces.
    let tank = session.working().tanks[1];
    assert_eq!((tank.hull, tank.stuck, tank.charm_shown), (3, false, true));
    // Another time nothing but bracing is left, which is not asked.
    assert_eq!(shot("tanks.1.charm_shown = true", &[1, 5, 2], "stay").working().tanks[1].hull, 2);
}

/// rules: duel 4.1 4.2
#[test]
fn a_lost_tank_or_the_last_round_ends_it_and_the_winner_may_salute() {
    let mut session = shot("tanks.1.hull = 1", &[1, 5, 1], "stay");
    answer(&mut session, B, "brace");
    assert!(session.question(B).is_none(), "who lost is not asked");
    answer(&mut session, A, "salute");
    let duel = session.working();
    assert_eq!((duel.is_over(), duel.saluted), (true, true));
    assert_eq!(session.outcome().unwrap().result, "won");

    let mut last = scene("rounds = 1", &[]);
    answer(&mut last, A, "hold stay");
    answer(&mut last, B, "hold stay");
    assert_eq!(last.outcome().unwrap().result, "drawn");
}
