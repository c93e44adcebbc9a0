//! Taking answers back: what is free, what stays thrown, and what is sealed.

use crate::common::*;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::session::{Refusal, Seal, Session};
use hulldown_core::{Game, Generator, Seat};
use hulldown_kit::duel::{Duel, Setup, flaw};

#[test]
fn an_answer_without_dice_is_taken_back_freely() {
    let mut session = duel(TWO, random(3));
    play(&mut session, &["0 write:1", "1 write:1"]);
    let before = whole(&session);
    play(&mut session, &["0 aim:left"]);
    let undone = session.undo(Seat(0), 1).unwrap();
    assert_eq!((undone.keys, undone.dice), (vec!["aim:left".to_string()], 0));
    assert_eq!(whole(&session), before);
    assert!(session.news().is_empty());
    assert_eq!(history(&session)[3..], ["0 aim:left", "< 0 1"]);
    play(&mut session, &["0 aim:right", "0 stay", "< 0 2"]);
    assert_eq!(whole(&session), before);
    assert_eq!(whole(&load(&save(&session))), before);
}

#[test]
fn nothing_of_another_seat_can_be_undone() {
    let mut session = duel(TWO, random(3));
    play(&mut session, &["0 write:1"]);
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::NothingToUndo));
    assert_eq!(session.undo(Seat(0), 0), Err(Refusal::NothingToUndo));
    assert_eq!(session.undo(Seat(0), 2), Err(Refusal::TooFar(1)));
    play(&mut session, &["1 write:1", "0 aim:left", "1 hold"]);
    let before = session.tape().answered();
    // In private each takes back what is his own; what the other has answered stays, and nobody can tell from the other's undo.
    assert_eq!(session.undo(Seat(0), 1).unwrap().keys, ["aim:left"]);
    assert_eq!(session.tape().answered(), before - 1);
    assert_eq!(session.tape().entries().last().unwrap().to_string(), "1 hold");
    assert_eq!(whole(&load(&save(&session))), whole(&session));
    // Nor is there a moment in which it still lies on the table.
    assert_eq!(asked(&session.after(2)), ["0 Aim", "1 Aim"]);
    assert_eq!(history(&session.after(3)).last().unwrap(), "1 hold");
    assert_eq!(whole(&session.after(3)), whole(&session.after(usize::MAX)));
    assert_eq!(session.undo(Seat(0), 1), Err(Refusal::Sealed(Seal::Answered)), "what was written was shown");
    play(&mut session, &["0 aim:left", "< 1 1", "< 0 1"]);
    assert_eq!(session.tape().answered(), before - 2);
}

/// Who asks for too much learns how much there is, and that is what can be taken back.
#[test]
fn how_much_can_be_taken_back_is_said_truly() {
    let mut session = duel(TWO, random(3));
    play(&mut session, &["0 write:1", "1 write:1", "0 aim:left", "0 stay"]);
    assert_eq!(session.undo(Seat(0), 3), Err(Refusal::TooFar(2)));
    assert_eq!(session.undo(Seat(0), u16::MAX), Err(Refusal::TooFar(2)));
    assert_eq!(session.undo(Seat(0), 2).unwrap().keys, ["stay", "aim:left"]);
    assert_eq!(session.undo(Seat(0), 9), Err(Refusal::Sealed(Seal::Answered)), "none of those before can be had");
    let said = Refusal::TooFar(1).to_string();
    assert_eq!(said, "no more than 1 answer can be undone");
}

#[test]
fn what_was_shown_cannot_be_taken_back() {
    // Both hold fire: no dice fall, but the plots have been shown.
    let mut session = duel(TWO, random(3));
    play(&mut session, &["0 write:1", "1 write:1", "0 hold", "0 stay", "1 hold", "1 stay"]);
    assert_eq!(asked(&session), ["0 Aim", "1 Aim"]);
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Shown)));
    assert_eq!(load(&save(&session)).undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Shown)));
    play(&mut session, &["1 aim:left"]);
    session.undo(Seat(1), 1).unwrap();
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Shown)));
}

/// Whoever plots last would otherwise see the other's plot and then take back his own.
#[test]
fn a_private_stretch_that_is_over_is_sealed_even_if_the_rules_forget_to_say_so() {
    type Careless = Duel<{ flaw::UNSEALED }>;
    let mut session: Session<Careless> = Session::new(TWO, Careless::data(), random(3)).unwrap();
    play(&mut session, &["0 write:1", "1 write:1"]);
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Shown)), "charms");
    play(&mut session, &["0 hold", "0 stay", "1 hold", "1 stay"]);
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Shown)), "plots");
}

#[test]
fn dice_among_several_stay_thrown() {
    let mut session = duel(TWO, script(&[1, 6, 6, 1]));
    play(&mut session, &["0 write:1", "1 write:1", "0 aim:left", "0 stay", "1 hold", "1 stay"]);
    assert_eq!(asked(&session), ["1 Armor"]);
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Dice)));
    play(&mut session, &["1 brace"]);
    assert_eq!(session.undo(Seat(1), 1), Err(Refusal::Sealed(Seal::Dice)));
}

#[test]
fn alone_one_goes_back_as_far_as_one_likes_and_the_dice_fall_again() {
    let end = finished(SOLO, 21);
    let keys: Vec<String> =
        end.tape().entries().iter().map(ToString::to_string).filter(|line| line.starts_with("0 ")).collect();
    for back in 1..=keys.len() {
        let mut session = end.clone();
        let undone = session.undo(Seat(0), back as u16).unwrap();
        assert_eq!(undone.keys.len(), back);
        assert_eq!(whole(&session), whole(&end.after(keys.len() - back)), "back {back}");
        assert_eq!(whole(&restore(&session)), whole(&session));
        for key in &keys[keys.len() - back..] {
            play(&mut session, &[key]);
        }
        assert_eq!(whole(&session), whole(&end), "back {back}");
        assert_eq!(thrown(&session), thrown(&end));
        assert!(session.tape().kept.is_empty());
        let again = restore(&session);
        assert_eq!(whole(&again), whole(&session));
        assert_eq!(history(&again), history(&session));
    }
}

#[test]
fn kept_dice_fall_for_other_answers_too_each_kind_in_its_order() {
    let mut session = duel(SOLO, script(&[1, /* plot */ 1, 6, /* fire */ 6, 6, /* armor */ 3]));
    play(&mut session, &["0 write:3", "0 hold", "0 stay", "0 brace"]);
    assert_eq!(asked(&session), ["0 Aim"]);
    session.undo(Seat(0), 3).unwrap();
    assert_eq!(asked(&session), ["0 Aim"]);
    session.dice_mut().scripted = false;
    // Now it fires itself: the first two dice thrown for a shot are the kept ones.
    play(&mut session, &["0 aim:left", "0 stay"]);
    let record = history(&session);
    let after = record.iter().position(|line| line == "< 0 3").unwrap() + 3;
    assert_eq!(record[after..after + 3], ["~ 1d6 1", "~ 1d6 6", "~ 2d6 6 6"]);
    assert_eq!(record[after + 3], "~ 1d6 3", "the armor of the other tank");
    assert!(record[after + 4].starts_with("= 2d6 "));
    assert_eq!(whole(&restore(&session)), whole(&session));
}

#[test]
fn going_back_twice_keeps_the_dice_of_both_times() {
    let mut session = duel(SOLO, random(9));
    play(&mut session, &["0 write:1", "0 hold", "0 stay"]);
    let first = thrown(&session);
    play(&mut session, &["< 0 2", "0 aim:left", "0 stay", "< 0 1", "< 0 2", "0 write:1", "0 hold", "0 stay"]);
    assert_eq!(thrown(&session)[..first.len()], first[..]);
    assert_eq!(whole(&restore(&session)), whole(&session));
}

#[test]
fn dice_thrown_by_hand_are_thrown_again() {
    let mut session = duel(SOLO, by_hand());
    play(&mut session, &["! 1", "0 write:2", "0 hold", "0 stay", "! 1", "! 1", "! 1 2"]);
    assert_eq!(asked(&session), ["0 Aim"]);
    // A slip: it was a 6 and a 5.
    play(&mut session, &["< 0 1", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"]);
    assert_eq!(whole(&load(&save(&session))), whole(&session));
    play(&mut session, &["! 1", "! 1", "! 6 5"]);
    assert_eq!(asked(&session), ["0 Armor"]);
    assert!(session.tape().kept.is_empty());
    assert_eq!(whole(&load(&save(&session))), whole(&session));
}

/// A die the program threw for one chart must not fall, after a rewind, for a chart that is thrown by hand.
#[test]
fn with_some_charts_by_hand_the_same_answers_still_give_the_same_dice() {
    let mut session = duel(SOLO, by_hand_on(&["1.1", "plot"]));
    play(&mut session, &["! 1", "0 write:2", "0 hold", "0 stay", "! 1", "! 5"]);
    if asked(&session) == ["0 Armor"] {
        play(&mut session, &["0 brace"]);
    }
    let (before, dice) = (whole(&session), thrown(&session));
    let answers = session.tape().answered() as u16;
    session.undo(Seat(0), answers - 1).unwrap();
    play(&mut session, &["0 hold", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"], "by hand again");
    play(&mut session, &["! 1"]);
    assert_eq!(asked(&session), ["dice plot"]);
    let loaded = load(&save(&session));
    assert_eq!(loaded.tape().kept, session.tape().kept);
    play(&mut session, &["! 5"]);
    if asked(&session) == ["0 Armor"] {
        play(&mut session, &["0 brace"]);
    }
    assert_eq!(whole(&session), before);
    assert_eq!(thrown(&session), dice);
    assert!(session.tape().kept.is_empty());
}

#[test]
fn dice_thrown_for_someone_stay_thrown() {
    let mut session = duel(SOLO, by_hand());
    play(&mut session, &["! 1", "0 write:2", "0 hold", "0 stay"]);
    session.throw_for_me().unwrap();
    play(&mut session, &["! 5", "< 0 1", "0 stay"]);
    assert_eq!(asked(&session), ["dice plot"]);
    let record = history(&session);
    assert!(record.last().unwrap().starts_with("~ 1d6"), "{record:?}");
    assert_eq!(record.last().unwrap()[1..], record[4][1..]);
    assert_eq!(whole(&load(&save(&session))), whole(&session));
}

#[test]
fn the_first_dice_of_a_game_stay() {
    let mut session = duel(SOLO, random(4));
    let start = whole(&session);
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    session.undo(Seat(0), 3).unwrap();
    assert_eq!(whole(&session), start);
    assert_eq!(session.undo(Seat(0), 1), Err(Refusal::NothingToUndo));
    assert_eq!(thrown(&session).len(), 1);
}

#[test]
fn the_end_of_a_game_alone_can_be_taken_back() {
    for seed in 0..20 {
        let end = finished(SOLO, seed);
        let mut session = end.clone();
        session.undo(Seat(0), 1).unwrap();
        assert!(!session.is_over());
        assert_eq!(session.told(), session.log().len());
        let last = history(&end).iter().rfind(|line| line.starts_with("0 ")).unwrap().clone();
        play(&mut session, &[&last]);
        assert_eq!(whole(&session), whole(&end));
    }
}

/// Answers and undos at random, whoever plays and however the dice are thrown: the record always leads to the same place.
#[test]
fn random_walks_restore_to_where_they_are() {
    let wild = Setup { rounds: 50, wind: -3, ..SOLO };
    for (setup, mode) in [
        (SOLO, DiceMode::Random),
        (SOLO, DiceMode::Hand),
        (wild, DiceMode::Charts(["plot".into(), "armor".into()].into())),
        (wild, DiceMode::Random),
        (TWO, DiceMode::Random),
        (Setup { wind: -3, ..TWO }, DiceMode::Charts(["fire".into()].into())),
    ] {
        for seed in 0..12 {
            let dice = hulldown_core::dicebox::DiceBox::new(seed, mode.clone());
            let mut session = duel(setup, dice);
            let mut chance = Generator::for_game(seed, 9);
            for _ in 0..60 {
                if let Some(check) = session.dice_asked() {
                    let faces = chance.throw(check.dice);
                    if chance.below(4) == 0 { session.throw_for_me() } else { session.throw(&faces) }.unwrap();
                } else if chance.below(4) == 0 {
                    let seat = Seat(chance.below(2) as u8);
                    let before = (whole(&session), history(&session));
                    if session.undo(seat, 1 + chance.below(4) as u16).is_err() {
                        assert_eq!((whole(&session), history(&session)), before);
                    }
                } else if let Some((seat, choice)) = any_answer(&session, &mut chance) {
                    session.choose(seat, choice).unwrap();
                }
                assert_eq!(session.misfit(), None);
                let again = restore(&session);
                assert_eq!(whole(&again), whole(&session), "{mode:?} {seed}: {:#?}", history(&session));
                assert_eq!(history(&again), history(&session));
                assert_eq!(again.tape().kept, session.tape().kept, "{mode:?} {seed}: {:#?}", history(&session));
                assert_eq!(again.tape().entries(), session.tape().entries());
                assert_eq!(session.log().len(), session.told());
            }
        }
    }
}

/// Wherever one looks back to, the game as it was then can be saved, taken up whole and gone on with, however often answers and dice
/// were taken back on the way; and it is the game one saw.
#[test]
fn every_moment_of_a_game_can_be_gone_on_from() {
    let mut rewound = 0;
    for seed in 0..40 {
        let (solo, scripted) = (seed % 4 != 0, seed % 5 == 1);
        let dice = if scripted { script(&[3, 1, 6, 2, 5, 4, 4, 1]) } else { random(seed) };
        let mut session = duel(Setup { rounds: 6, solo, wind: 1 }, dice);
        let mut chance = Generator::for_game(seed, 2);
        for _ in 0..30 {
            match any_answer(&session, &mut chance) {
                Some(_) if chance.below(4) == 0 => {
                    let seat = Seat(chance.below(2) as u8 * u8::from(!solo));
                    rewound +=
                        usize::from(session.undo(seat, 1 + chance.below(5) as u16).is_ok_and(|back| back.dice > 0));
                }
                Some((seat, choice)) => session.choose(seat, choice).unwrap(),
                None if session.dice_asked().is_some() => session.throw_for_me().unwrap(),
                None => break,
            }
        }
        for answers in 0..=session.tape().answered() {
            let past = session.after(answers);
            assert_eq!(past.tape().answered(), answers);
            let mut copy = load(&save(&past));
            assert_eq!(whole(&copy), whole(&past), "seed {seed}, after {answers}");
            // The answers that were given then lead where they led then.
            let given = session.tape().entries().into_iter().filter_map(|entry| match entry {
                hulldown_core::tape::Entry::Answer { seat, choice } => Some((seat, choice)),
                _ => None,
            });
            if !scripted && let Some((seat, choice)) = given.clone().nth(answers) {
                copy.choose(seat, choice).unwrap();
                load(&save(&copy));
            }
        }
    }
    assert!(rewound > 50, "{rewound}");
}
