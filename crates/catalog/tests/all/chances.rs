//! What may come of an option is told: chances never read "no effect" where the dice lead to different games.

use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::odds::each_fall;
use hulldown_core::session::{Pending, Session};
use hulldown_core::{Generator, Seat, Voice};
use std::collections::BTreeMap;

/// The most falls of the dice played for one option.
const MOST_LINES: usize = 150;

/// The most answers of one game: a campaign tells no more than its beginning.
const MOST_ANSWERS: usize = 250;

/// How often options of one kind are looked at in a game.
const MOST_TRIES: u32 = 12;

/// Of an option that throws dice and of which no line says anything: whether the games it leads to differ.
fn is_silent<G: Voice>(session: &Session<G>, seat: Seat, choice: G::Choice) -> bool {
    let (mut first, mut differ, mut named) = (None, false, false);
    let (_, complete) = each_fall(session, seat, choice, MOST_LINES, |label, game, _| {
        named |= label != "no effect";
        if !named && !differ {
            let game = serde_json::to_string(game).unwrap();
            differ = first.get_or_insert_with(|| game.clone()) != &game;
        }
    });
    complete && differ && !named
}

fn looked_at<G: CatalogGame>() {
    let (mut silent, mut tried) = (BTreeMap::<String, String>::new(), BTreeMap::<String, u32>::new());
    for number in 0..4 {
        let dice = DiceBox::new(number, DiceMode::Random);
        let mut session = Session::<G>::new(G::setup(number), G::data(), dice).unwrap();
        let mut any = Generator::new(number);
        tried.clear();
        for _ in 0..MOST_ANSWERS {
            let Some(Pending::Choice { seat, ask, options, .. }) = session.pending().first().cloned() else { break };
            for &choice in &options {
                let key = choice.to_string();
                let kind = key.split(':').next().unwrap_or_default().to_string();
                let tries = tried.entry(kind.clone()).or_default();
                *tries += 1;
                if *tries <= MOST_TRIES && !silent.contains_key(&kind) && is_silent(&session, seat, choice) {
                    silent.insert(kind, format!("{key} of {ask:?}, game {number}"));
                }
            }
            session.choose(seat, options[any.below(options.len() as u32) as usize]).unwrap();
        }
    }
    assert!(silent.is_empty(), "{}: of these no line says what came of the dice: {:?}", G::ID, silent.into_values());
}

/// Where secrets are kept nobody is told what would come of an answer.
#[test]
fn what_may_come_of_a_roll_is_named() {
    struct Look;
    impl Visitor for Look {
        fn visit<G: CatalogGame>(&mut self) {
            if !G::SECRETS {
                looked_at::<G>();
            }
        }
    }
    hulldown_catalog::each(&mut Look);
}
