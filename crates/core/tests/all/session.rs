//! A game in play: who is asked when, whose dice fall, and looking back.

use crate::common::*;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::session::{Refusal, Session, Told};
use hulldown_core::{Game, Seat, Viewer};
use hulldown_kit::duel::{Choice, Duel, Setup, Stage, flaw};

#[test]
fn dice_fall_before_the_first_question() {
    let session = duel(SOLO, random(7));
    assert_eq!(history(&session).len(), 1);
    assert!(history(&session)[0].starts_with("= 1d6 "));
    assert_eq!(asked(&session), ["0 Charm"]);
    assert_eq!(session.news().len(), 2, "the roll and who fires first");
    assert_eq!((session.news_from().by(Viewer::Record), session.told()), (0, 2));
    assert_eq!(whole(&session.after(0)), whole(&session));
    assert_eq!(whole(&restore(&session)), whole(&session));
}

#[test]
fn a_game_can_be_over_at_once() {
    let mut session = duel(Setup { rounds: 0, ..TWO }, random(7));
    assert!(session.is_over() && session.pending().is_empty());
    assert_eq!(session.outcome().unwrap().result, "drawn");
    assert_eq!(session.choose(Seat(0), Choice::Hold), Err(Refusal::Over));
    assert_eq!(session.choose_key(Seat(0), "nonsense"), Err(Refusal::Over));
    assert_eq!(session.throw(&[1]), Err(Refusal::Over));
    assert_eq!(session.undo(Seat(0), 1), Err(Refusal::NothingToUndo));
    assert_eq!(whole(&session.after(0)), whole(&session));
    assert!(session.log().is_empty());
    assert_eq!(whole(&load(&save(&session))), whole(&session));
}

/// The state says that the duel is over while its winner is still asked for a salute.
#[test]
fn a_last_question_can_be_asked_when_the_game_is_over_already() {
    let mut session = (0..).map(|seed| finished(SOLO, seed)).find(|end| end.outcome().unwrap().score > 0).unwrap();
    assert!(matches!(history(&session).last().unwrap().as_str(), "0 salute" | "0 leave"));
    session.undo(Seat(0), 1).unwrap();
    assert!(session.working().is_over(), "by its state");
    assert!(!session.is_over(), "but someone is still asked");
    assert_eq!(session.outcome(), None);
    assert_eq!(asked(&session), ["0 Salute"]);
    play(&mut session, &["0 salute"]);
    assert!(session.is_over() && session.working().saluted);
}

#[test]
fn two_seats_plot_in_any_order() {
    let both = ["0 write:1", "0 aim:left", "0 stay", "1 write:3", "1 hold", "1 dodge:left"];
    let orders = [[0, 3, 1, 2, 4, 5], [3, 0, 4, 5, 1, 2], [0, 3, 4, 1, 5, 2], [3, 0, 1, 4, 2, 5]];
    let ends = orders.map(|order| {
        let mut session = duel(TWO, random(3));
        for n in order {
            play(&mut session, &[both[n]]);
            // A save in the middle of a private stretch keeps who has answered what.
            let loaded = load(&save(&session));
            assert_eq!(whole(&loaded), whole(&session));
            assert_eq!(history(&loaded), history(&session));
            assert_eq!(whole(&session.after(session.tape().answered())), whole(&session));
        }
        whole(&session)
    });
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:#?}");
}

#[test]
fn nothing_is_told_of_a_private_stretch_before_all_are_through() {
    let mut session = duel(TWO, random(3));
    assert_eq!(asked(&session), ["0 Charm", "1 Charm"]);
    let told = session.told();
    play(&mut session, &["1 write:3"]);
    assert_eq!(asked(&session), ["0 Charm"]);
    assert!(session.news().is_empty());
    assert_eq!(session.told(), told);
    assert_eq!(session.choose_key(Seat(1), "write:2"), Err(Refusal::NotYou(1)));
    play(&mut session, &["0 write:1"]);
    assert_eq!(session.news().len(), 2, "both have written");
    assert_eq!(session.news_from().by(Viewer::Record), told);
    assert_eq!(session.log().len(), session.told());
}

#[test]
fn a_question_with_one_answer_answers_itself() {
    let mut state = Duel::new(&SOLO, data()).unwrap();
    (state.stage, state.tanks[0].shells, state.tanks[0].stuck) = (Stage::Round, 0, true);
    (state.tanks[0].charm, state.tanks[0].charm_shown, state.tanks[1].charm) = (Some(2), true, Some(1));
    (state.tanks[1].shells, state.rounds) = (0, 2);
    let session: Session<Duel> = Session::arranged(SOLO, data(), random(1), state).unwrap();
    assert!(session.is_over(), "there is nothing left to decide");
    let forced = |told: &&Told<Duel>| matches!(told, Told::Forced { .. });
    assert_eq!(session.log().iter().filter(forced).count(), 4);
    assert!(session.history().iter().all(|entry| entry.to_string().starts_with('=')));
}

#[test]
fn what_is_not_an_option_is_refused_with_its_reason() {
    let mut session = duel(SOLO, random(3));
    let before = whole(&session);
    let refusal = session.choose_key(Seat(0), "write:4").unwrap_err();
    assert_eq!(refusal.to_string(), "`write:4` is not an option now: no charm is so strong");
    let refusal = session.choose_key(Seat(0), "brace").unwrap_err();
    assert_eq!(refusal.to_string(), "`brace` is not an option now");
    let refusal = session.choose_key(Seat(0), &"long ".repeat(1000)).unwrap_err();
    assert!(refusal.to_string().len() < 100);
    assert_eq!(session.choose_key(Seat(1), "write:1"), Err(Refusal::NotYou(1)));
    assert_eq!(session.choose_key(Seat(200), "write:1"), Err(Refusal::NotYou(200)));
    assert_eq!(session.undo(Seat(200), 1), Err(Refusal::NothingToUndo));
    assert_eq!(session.throw(&[3]), Err(Refusal::NoDice));
    assert_eq!(session.throw_for_me(), Err(Refusal::NoDice));
    assert_eq!(whole(&session), before);
    assert_eq!(history(&session).len(), 1);
}

#[test]
fn dice_thrown_by_hand_are_asked_for_and_checked() {
    let mut session = duel(SOLO, by_hand());
    assert_eq!(asked(&session), ["dice 1.1"]);
    assert!(history(&session).is_empty());
    let before = whole(&session);
    for (faces, why) in [
        (&[][..], "1d6 needs 1 face, 0 given"),
        (&[1, 2], "1d6 needs 1 face, 2 given"),
        (&[7], "a 6-sided die has no face 7"),
        (&[0], "a 6-sided die has no face 0"),
        (&[255; 40], "1d6 needs 1 face, 40 given"),
    ] {
        assert_eq!(session.throw(faces).unwrap_err().to_string(), why);
    }
    assert_eq!(session.choose(Seat(0), Choice::Hold), Err(Refusal::NotYou(0)));
    assert_eq!(whole(&session), before);
    play(&mut session, &["! 5", "0 write:2", "0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"]);
    session.throw_for_me().unwrap();
    assert_eq!(asked(&session), ["dice plot"]);
    play(&mut session, &["! 2"]);
    assert_eq!(asked(&session), ["dice fire"]);
    let record = history(&session);
    assert_eq!(record[..4], ["! 1d6 5", "0 write:2", "0 hold", "0 stay"]);
    assert!(record[4].starts_with("= 1d6 "));
    assert_eq!(record[5], "! 1d6 2");
    assert_eq!(whole(&load(&save(&session))), whole(&session));
    assert_eq!(asked(&session.after(0)), ["0 Charm"]);
}

#[test]
fn some_charts_can_be_thrown_by_hand() {
    let mut session = duel(SOLO, by_hand_on(&["fire", "no such chart"]));
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["dice fire"]);
    let marks: String = history(&session).iter().map(|line| line.chars().next().unwrap()).collect();
    assert_eq!(marks, "=000==");
    play(&mut session, &["! 6 5"]);
    assert_eq!(asked(&session), ["0 Armor"]);
    assert_eq!(whole(&load(&save(&session))), whole(&session));
}

#[test]
fn who_throws_can_be_changed_in_the_middle() {
    let mut session = duel(SOLO, by_hand());
    session.look_for_dice();
    assert_eq!(asked(&session), ["dice 1.1"]);
    session.dice_mut().mode = DiceMode::Random;
    session.look_for_dice();
    assert_eq!(asked(&session), ["0 Charm"]);
    assert_eq!(history(&session), history(&duel(SOLO, random(1))));
    assert_eq!(session.news().len(), 2);
    session.dice_mut().mode = DiceMode::Hand;
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"]);
    assert_eq!(whole(&load(&save(&session))), whole(&session));
}

#[test]
fn a_script_falls_as_written_and_asks_when_it_runs_out() {
    let mut session = duel(SOLO, script(&[2, 1, 6, 6, 5, 6]));
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["0 Armor"]);
    assert_eq!(history(&session)[4..], ["# 1d6 1", "# 1d6 6", "# 2d6 6 5"]);
    let loaded = load(&save(&session));
    assert_eq!(loaded.dice().script, session.dice().script);
    assert_eq!(whole(&loaded), whole(&session));
    play(&mut session, &["0 brace"]);
    assert_eq!(history(&session).last().unwrap(), "# 1d6 6");
    play(&mut session, &["0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"], "the script has run out");
    play(&mut session, &["! 1", "! 1", "! 1 1"]);
    assert_eq!(asked(&session), ["0 Aim"]);
}

#[test]
fn a_script_with_an_impossible_face_asks_instead() {
    let mut session = duel(SOLO, script(&[2, 7, 1, 1]));
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"]);
    assert!(session.dice().script.is_empty());
    play(&mut session, &["! 3"]);
    assert_eq!(asked(&session), ["dice plot"]);
}

#[test]
fn a_game_can_begin_from_an_arranged_state() {
    let mut state = Duel::new(&SOLO, data()).unwrap();
    state.stage = Stage::Round;
    state.tanks[0].charm = Some(4);
    let refused = Session::<Duel>::arranged(SOLO, data(), random(1), state.clone()).err().unwrap();
    assert_eq!(refused.to_string(), "tanks[0].charm: a charm is 1, 2 or 3");
    state.tanks[0].charm = Some(3);
    let mut session: Session<Duel> = Session::arranged(SOLO, data(), random(1), state).unwrap();
    assert_eq!(asked(&session), ["0 Aim"]);
    play(&mut session, &["0 aim:left", "0 stay"]);
    let loaded = load(&save(&session));
    assert_eq!(whole(&loaded), whole(&session));
    // Back before the first answer, and it is the arranged state again.
    let answers = u16::try_from(session.tape().answered()).unwrap();
    session.undo(Seat(0), answers).unwrap();
    assert_eq!(asked(&session), ["0 Aim"]);
    assert_eq!(session.working().tanks[0].charm, Some(3));
}

#[test]
fn every_pause_can_be_looked_back_at() {
    for (setup, seed) in [(SOLO, 5), (TWO, 6)] {
        let mut session = duel(setup, random(seed));
        let mut picks = hulldown_core::Generator::new(seed);
        let mut pauses = vec![(whole(&session), history(&session).len())];
        while let Some((seat, choice)) = any_answer(&session, &mut picks) {
            session.choose(seat, choice).unwrap();
            pauses.push((whole(&session), history(&session).len()));
        }
        for (n, (pause, lines)) in pauses.iter().enumerate() {
            let past = session.after(n);
            assert_eq!(whole(&past), *pause, "after {n}");
            assert_eq!(history(&past), history(&session)[..*lines]);
        }
        assert_eq!(whole(&session.after(usize::MAX)), whole(&session));
        assert_eq!(session.log().len(), session.told());
    }
}

#[test]
fn a_step_that_asks_differently_when_played_again_is_reported() {
    type Fickle = Duel<{ flaw::COUNTS }>;
    let found = (0..50).any(|seed| {
        let mut session: Session<Fickle> = Session::new(TWO, Fickle::data(), random(seed)).unwrap();
        let mut picks = hulldown_core::Generator::new(seed);
        while let Some((seat, choice)) = any_answer(&session, &mut picks) {
            let (before, lines) = (whole(&session), history(&session));
            let dice = format!("{:?} {:?}", session.dice(), session.tape());
            let Err(refusal) = session.choose(seat, choice) else { continue };
            assert!(matches!(refusal, Refusal::Fickle(_)), "{refusal}");
            assert_eq!((whole(&session), history(&session)), (before, lines), "as if it had never been given");
            assert_eq!(format!("{:?} {:?}", session.dice(), session.tape()), dice);
            return true;
        }
        assert!(session.is_over());
        false
    });
    assert!(found);
}

#[test]
fn answers_given_in_one_go_are_the_same_as_one_after_the_other() {
    let begun = || {
        let mut session = duel(TWO, random(3));
        play(&mut session, &["0 write:1", "1 write:3"]);
        session
    };
    let said = |keys: &[&str]| keys.iter().map(|key| key.parse().unwrap()).collect::<Vec<Choice>>();
    let (mut at_once, mut in_turn) = (begun(), begun());
    let told = at_once.told();
    for (seat, keys) in [(0, ["aim:left", "stay"]), (1, ["hold", "dodge:left"])] {
        let before = (whole(&at_once), history(&at_once), at_once.told());
        for wrong in [["stay", "aim:left"], ["aim:left", "aim:left"]] {
            assert!(!at_once.choose_all(Seat(seat), &said(&wrong)));
            assert_eq!((whole(&at_once), history(&at_once), at_once.told()), before, "none of them was given");
        }
        assert!(at_once.choose_all(Seat(seat), &said(&keys)));
        keys.iter().for_each(|key| in_turn.choose_key(Seat(seat), key).unwrap());
        assert_eq!((whole(&at_once), history(&at_once)), (whole(&in_turn), history(&in_turn)));
    }
    assert!(at_once.told() > told, "both are through, and dice have fallen");
    // What lies behind the dice is another go.
    let mut at_once = begun();
    assert!(at_once.choose_all(Seat(0), &said(&["aim:left", "stay"])));
    assert!(!at_once.choose_all(Seat(0), &said(&["hold"])), "it is not asked");
    let before = (whole(&at_once), history(&at_once));
    assert!(!at_once.choose_all(Seat(1), &said(&["hold", "dodge:left", "hold"])));
    assert_eq!((whole(&at_once), history(&at_once)), before);
}

#[test]
fn a_game_is_put_back_where_it_stood() {
    for (setup, seed) in [(SOLO, 5), (TWO, 6), (SOLO, 9)] {
        let mut session = duel(setup, random(seed));
        let mut picks = hulldown_core::Generator::new(seed);
        let mut pauses = Vec::new();
        while let Some((seat, choice)) = any_answer(&session, &mut picks) {
            pauses.push((session.standing(), whole(&session), history(&session)));
            session.choose(seat, choice).unwrap();
            if picks.below(4) == 0 {
                // What is taken back goes away with the rest.
                let _ = session.undo(seat, 1);
            }
        }
        let (end, lines) = (whole(&session), history(&session));
        for (standing, then, history_then) in pauses.iter().rev() {
            let mut back = session.clone();
            back.put_back(standing);
            assert_eq!((whole(&back), history(&back)), (then.clone(), history_then.clone()));
            // The dice that have fallen since fall again.
            for line in &lines[history_then.len()..] {
                if !line.starts_with(['=', '~']) {
                    play(&mut back, &[line]);
                }
            }
            assert_eq!((whole(&back), history(&back)), (end.clone(), lines.clone()));
        }
    }
}

#[test]
fn after_a_change_the_news_is_what_it_told() {
    let mut session = duel(SOLO, random(11));
    let mut picks = hulldown_core::Generator::new(1);
    let mut told = session.news().len();
    while let Some((seat, choice)) = any_answer(&session, &mut picks) {
        session.choose(seat, choice).unwrap();
        assert_eq!(session.news_from().by(Viewer::Record), told);
        told += session.news().len();
        assert_eq!(session.told(), told);
    }
    assert_eq!(session.log().len(), told);
}
