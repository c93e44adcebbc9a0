//! Exact odds against numbers worked out by hand.

use crate::common::*;
use hulldown_core::odds::{Odds, odds, odds_within, sample};
use hulldown_core::session::Session;
use hulldown_core::{Game, Generator, Seat};
use hulldown_kit::duel::{Charm, Choice, Duel, Setup, Side, Stage};

fn chances(odds: &Odds) -> Vec<(&str, u32)> {
    // All of these are so many 216ths of 1.
    odds.outcomes.iter().map(|(label, p)| (label.as_str(), (p * 216.0).round() as u32)).collect()
}

fn hit_alone() -> Session<Duel> {
    let mut session = duel(SOLO, script(&[1, 1, 1, 6, 5]));
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["0 Armor"]);
    session
}

#[test]
fn a_roll_on_a_column_has_its_cells_as_outcomes() {
    let session = hit_alone();
    let brace = odds(&session, Seat(0), Choice::Brace);
    assert_eq!(chances(&brace), [("bounced", 72), ("holed", 72), ("stuck", 72)]);
    assert_eq!((brace.lines, brace.complete), (6, true));
    // A charm of 2: 1 and 2 become 3 and 4, all else 5 or more.
    let spend = odds(&session, Seat(0), Choice::Spend);
    assert_eq!(chances(&spend), [("bounced", 144), ("stuck", 72)]);
}

/// Holding fire and staying: the other aims somewhere (two dice that change nothing) and hits on 6 or more with the wind's 1, so on
/// 5 or more; of those hits doubles break the tracks.
#[test]
fn rolls_one_after_another_and_faces_one_by_one() {
    let mut session = duel(SOLO, script(&[1]));
    session.dice_mut().scripted = false;
    play(&mut session, &["0 write:2", "0 hold"]);
    let stay = odds(&session, Seat(0), Choice::Stay);
    assert!(stay.complete);
    assert_eq!(stay.lines, 6 * 6 * 36);
    assert_eq!(chances(&stay), [("hit", 26 * 6), ("miss", 6 * 6), ("hit, tracks", 4 * 6)]);
    let sum: f64 = stay.outcomes.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12);
}

#[test]
fn odds_end_where_all_has_settled() {
    // A last round: after this shot nothing is asked, and `the end` is no outcome of it.
    let mut session = duel(Setup { rounds: 1, ..SOLO }, script(&[5]));
    session.dice_mut().scripted = false;
    play(&mut session, &["0 write:2", "0 hold"]);
    let stay = odds(&session, Seat(0), Choice::Stay);
    assert_eq!(chances(&stay), [("hit", 26 * 6), ("miss", 6 * 6), ("hit, tracks", 4 * 6)]);
}

#[test]
fn a_choice_that_sets_nothing_off_has_no_effect() {
    let session = duel(SOLO, random(1));
    let write = odds(&session, Seat(0), Choice::Write(Charm(1)));
    assert_eq!(
        (chances(&write), write.lines, write.complete),
        (vec![("no roll before the next question", 216)], 1, true)
    );
}

#[test]
fn what_is_no_option_has_no_odds() {
    let session = duel(TWO, random(1));
    for (seat, choice) in
        [(0, Choice::Brace), (0, Choice::Write(Charm(4))), (2, Choice::Write(Charm(1))), (200, Choice::Write(Charm(1)))]
    {
        let none = odds(&session, Seat(seat), choice);
        assert_eq!((none.outcomes.len(), none.lines, none.complete), (0, 0, false));
        assert!(sample(&session, Seat(seat), choice, 10, &mut Generator::new(1)).outcomes.is_empty());
    }
    let over = duel(Setup { rounds: 0, ..TWO }, random(1));
    assert!(odds(&over, Seat(0), Choice::Hold).outcomes.is_empty());
    let waits_for_dice = duel(TWO, by_hand());
    assert!(odds(&waits_for_dice, Seat(0), Choice::Write(Charm(1))).outcomes.is_empty());
}

/// Odds of a plot must not tell what the other crew has plotted, though its plot is on the tape already.
#[test]
fn odds_do_not_look_at_what_others_have_chosen_in_private() {
    let told = |other: &str| {
        let mut session = duel(TWO, random(1));
        play(&mut session, &["0 write:1", "1 write:1", "0 aim:left", "1 aim:left", other]);
        odds(&session, Seat(0), Choice::Dodge(Side::Left))
    };
    let unknown = told("1 dodge:left");
    assert_eq!(chances(&unknown), [("not known yet", 216)]);
    assert_eq!(told("1 stay"), unknown);
    let first = |other: &[&str]| {
        let mut session = duel(TWO, random(1));
        play(&mut session, &["0 write:1", "1 write:1"]);
        play(&mut session, other);
        [odds(&session, Seat(1), Choice::Hold), odds(&session, Seat(1), Choice::Aim(Side::Left))]
    };
    assert_eq!(first(&[]), first(&["0 hold", "0 stay"]));
    assert_eq!(first(&[]), first(&["0 aim:left", "0 dodge:left"]));
}

#[test]
fn after_a_private_stretch_odds_are_open_again() {
    let mut session = duel(TWO, script(&[1, 6, 5]));
    play(&mut session, &["0 write:1", "1 write:3", "0 aim:left", "0 stay", "1 hold", "1 stay"]);
    assert_eq!(asked(&session), ["1 Armor"]);
    assert_eq!(chances(&odds(&session, Seat(1), Choice::Brace)), [("bounced", 72), ("holed", 72), ("stuck", 72)]);
    // A charm of 3: 1 becomes 4, the rest 5 or more.
    assert_eq!(chances(&odds(&session, Seat(1), Choice::Spend)), [("bounced", 180), ("stuck", 36)]);
}

#[test]
fn a_bound_on_the_falls_is_kept_and_said() {
    let mut session = duel(SOLO, random(2));
    play(&mut session, &["0 write:2", "0 aim:left"]);
    let some = odds_within(&session, Seat(0), Choice::Stay, 100);
    assert_eq!((some.lines, some.complete), (100, false));
    assert!(some.outcomes.iter().map(|(_, p)| p).sum::<f64>() < 1.0);
}

#[test]
fn sampled_odds_come_near_and_odds_change_nothing() {
    let session = hit_alone();
    let before = (whole(&session), history(&session));
    let sampled = sample(&session, Seat(0), Choice::Spend, 20_000, &mut Generator::new(3));
    for (label, p) in odds(&session, Seat(0), Choice::Spend).outcomes {
        let often = sampled.outcomes.iter().find(|(seen, _)| *seen == label).unwrap().1;
        assert!((often - p).abs() < 0.02, "{label}: {p} {often}");
    }
    assert_eq!((whole(&session), history(&session)), before);
}

#[test]
fn odds_of_an_arranged_state() {
    let mut state = Duel::new(&SOLO, data()).unwrap();
    (state.stage, state.wind, state.rounds) = (Stage::Round, 0, 1);
    (state.tanks[0].charm, state.tanks[1].charm, state.tanks[1].shells) = (Some(1), Some(1), 0);
    // It cannot be hit and fires with 6 or more if it aims where the other dodges (half the time), else with 9 or more.
    let mut session: Session<Duel> = Session::arranged(SOLO, data(), random(1), state).unwrap();
    play(&mut session, &["0 aim:left"]);
    let stay = odds(&session, Seat(0), Choice::Stay);
    let miss = stay.outcomes.iter().find(|(label, _)| label == "miss").unwrap().1;
    assert!((miss - (10.0 / 36.0 + 26.0 / 36.0) / 2.0).abs() < 1e-12, "{stay:?}");
}
