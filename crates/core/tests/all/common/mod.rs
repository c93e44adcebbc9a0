//! Duels for the tests of the table.

#![allow(dead_code, reason = "each test file uses a part")]

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::save::{Save, TakenUp};
use hulldown_core::session::{Pending, Session};
use hulldown_core::{Game, Generator, Seat, Voice};
use hulldown_kit::duel::{Choice, Data, Duel, Setup};

pub(crate) const TWO: Setup = Setup { rounds: 8, solo: false, wind: 1 };
pub(crate) const SOLO: Setup = Setup { rounds: 8, solo: true, wind: 1 };

pub(crate) fn data() -> &'static Data {
    Duel::<0>::data()
}

pub(crate) fn random(seed: u64) -> DiceBox {
    DiceBox::new(seed, DiceMode::Random)
}

pub(crate) fn by_hand() -> DiceBox {
    DiceBox::new(1, DiceMode::Hand)
}

pub(crate) fn by_hand_on(charts: &[&str]) -> DiceBox {
    DiceBox::new(1, DiceMode::Charts(charts.iter().map(ToString::to_string).collect()))
}

pub(crate) fn script(faces: &[u8]) -> DiceBox {
    DiceBox::scripted(1, faces.iter().copied())
}

pub(crate) fn duel(setup: Setup, dice: DiceBox) -> Session<Duel> {
    Session::new(setup, data(), dice).unwrap()
}

/// Gives answers such as `0 aim:left`; a line of faces such as `! 3 4` is thrown by hand, `< 0 2` taken back.
pub(crate) fn play<G: Voice>(session: &mut Session<G>, lines: &[&str]) {
    for line in lines {
        let (head, rest) = line.split_once(' ').unwrap();
        match head {
            "!" => {
                let faces: Vec<u8> = rest.split(' ').map(|face| face.parse().unwrap()).collect();
                session.throw(&faces).unwrap();
            }
            "<" => {
                let (seat, answers) = rest.split_once(' ').unwrap();
                session.undo(Seat(seat.parse().unwrap()), answers.parse().unwrap()).unwrap();
            }
            seat => session.choose_key(Seat(seat.parse().unwrap()), rest).unwrap_or_else(|e| panic!("{line}: {e}")),
        }
    }
}

/// The record, one line each.
pub(crate) fn history<G: Voice>(session: &Session<G>) -> Vec<String> {
    session.history().iter().map(ToString::to_string).collect()
}

/// The throws of the record as they stand on the tape.
pub(crate) fn thrown<G: Voice>(session: &Session<G>) -> Vec<Vec<u8>> {
    let faces = |entry: &hulldown_core::tape::Entry<G::Choice>| match entry {
        hulldown_core::tape::Entry::Dice(throw) => Some(throw.faces.to_vec()),
        _ => None,
    };
    session.tape().entries().iter().filter_map(faces).collect()
}

/// What is asked, in short: `0 Aim`, or `dice fire`.
pub(crate) fn asked<G: Voice>(session: &Session<G>) -> Vec<String> {
    let short = |pending: &Pending<G>| match pending {
        Pending::Choice { seat, ask, .. } => format!("{} {ask:?}", seat.0),
        Pending::Dice(check) => format!("dice {}", check.chart),
    };
    session.pending().iter().map(short).collect()
}

/// Everything that can be seen of a session, as text.
pub(crate) fn whole<G: Voice>(session: &Session<G>) -> String {
    let json = |value: &G| serde_json::to_string(value).unwrap();
    let pending = |pending: &Pending<G>| match pending {
        Pending::Choice { seat, ask, options, refused } => format!("{} {ask:?} {options:?} {refused:?}", seat.0),
        Pending::Dice(check) => format!("{check:?}"),
    };
    let pending: Vec<String> = session.pending().iter().map(pending).collect();
    let (working, checkpoint) = (json(session.working()), json(session.checkpoint()));
    format!("{pending:?} {working} {checkpoint} {} {}", session.told(), session.is_over())
}

/// A random answer to what is asked.
pub(crate) fn any_answer<G: Voice>(session: &Session<G>, picks: &mut Generator) -> Option<(Seat, G::Choice)> {
    let questions: Vec<(Seat, &Vec<G::Choice>)> = session
        .pending()
        .iter()
        .filter_map(|pending| match pending {
            Pending::Choice { seat, options, .. } => Some((*seat, options)),
            Pending::Dice(_) => None,
        })
        .collect();
    let (seat, options) = questions.get(picks.below(questions.len().max(1) as u32) as usize)?;
    Some((*seat, options[picks.below(options.len() as u32) as usize]))
}

pub(crate) fn finished(setup: Setup, seed: u64) -> Session<Duel> {
    let mut session = duel(setup, random(seed));
    let mut picks = Generator::for_game(seed, 1);
    while let Some((seat, choice)) = any_answer(&session, &mut picks) {
        session.choose(seat, choice).unwrap();
    }
    session
}

pub(crate) fn save(session: &Session<Duel>) -> Save {
    session.save(&Duel::<0>::shipped())
}

pub(crate) fn load(save: &Save) -> Session<Duel> {
    let (session, how) = Session::load(save, &Duel::<0>::shipped(), data()).unwrap();
    assert_eq!(how, TakenUp::Whole);
    session
}

pub(crate) fn restore(session: &Session<Duel>) -> Session<Duel> {
    let mut dice = DiceBox::new(session.dice().seed(), session.dice().mode.clone());
    dice.script.clone_from(&session.dice().script);
    dice.scripted = session.dice().scripted;
    Session::restore(*session.setup(), data(), dice, session.origin().clone(), session.history().to_vec()).unwrap()
}

/// The options of the first question, as keys.
pub(crate) fn options(session: &Session<Duel>) -> Vec<String> {
    match session.pending().first() {
        Some(Pending::Choice { options, .. }) => options.iter().map(Choice::to_string).collect(),
        _ => Vec::new(),
    }
}
