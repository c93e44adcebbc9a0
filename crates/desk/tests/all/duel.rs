//! A two-seat game at the desk: a sound one, and one whose rules contradict themselves.

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Session};
use hulldown_desk::{Bots, Code, Hosted, Match, Until};
use hulldown_kit::duel::{Duel, Setup, flaw};

fn table<const FLAW: u8>(seed: u64) -> Hosted<Duel<FLAW>> {
    let bots: &'static Bots<Duel<FLAW>> =
        &Bots { policies: &[], value: |_, _, _| 0, weighs: "nothing.", horizon: |_, _| true, imagine: None };
    let dice = DiceBox::new(seed, DiceMode::Random);
    let session = Session::<Duel<FLAW>>::new(Setup::default(), Duel::<FLAW>::data(), dice).unwrap();
    Hosted::new(session, Duel::<FLAW>::shipped(), bots)
}

#[test]
fn a_duel_is_played_shown_and_stepped_through() {
    for seed in 0..20 {
        let mut game = table::<{ flaw::NONE }>(seed);
        let mut told = game.news();
        while !game.prompt().over {
            for ask in game.prompt().asks {
                let seat = ask.seat();
                assert!(game.all_odds(seat).is_ok());
                assert_eq!(game.advise(seat, 2, 1).unwrap().len(), ask.options().len());
                assert!(!game.sections(seat.into()).is_empty() && !game.status(seat.into()).is_empty());
            }
            assert_eq!(game.auto("random", None, Until::Decision, None).unwrap(), 1);
            told.extend(game.news());
            let past = game.after(game.answered());
            assert_eq!(
                (past.prompt(), past.view(hulldown_core::Seat(1).into())),
                (game.prompt(), game.view(hulldown_core::Seat(1).into()))
            );
        }
        assert!(game.outcome().is_some());
        assert_eq!(told, game.log(0));
    }
}

#[test]
fn rules_that_contradict_themselves_are_reported_and_nothing_changes() {
    let mut reported = 0;
    for seed in 0..40 {
        let mut game = table::<{ flaw::COUNTS }>(seed);
        while let Some(ask) = game.prompt().first().cloned() {
            let before = game.history_len();
            match game.choose(ask.seat(), &ask.options()[0].key) {
                Ok(()) => assert!(game.history_len() > before),
                Err(problem) => {
                    assert_eq!((problem.code, game.history_len()), (Code::BadState, before), "{problem}");
                    assert_eq!(game.prompt().first(), Some(&ask));
                    reported += 1;
                    break;
                }
            }
        }
    }
    assert!(reported > 0);
}
