//! Bytes as answers, dice, undos, saves and looks at a game.

use crate::games::{Does, with_game};
use crate::{Bytes, begin, question, sound, wander, whole};
use hulldown_catalog::CatalogGame;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::odds::odds_within;
use hulldown_core::session::Refusal;
use hulldown_core::{Generator, Seat, Session, Voice, save};

/// Fuzzing goes for breadth: whoever goes back and forth in a long game plays it anew every time.
const MOST_STEPS: usize = 80;
const MOST_ANSWERS: usize = 300;
const MOST_LINES: usize = 200;

/// Plays a game as the bytes say. The first byte is the game, the second the set-up, the third the seed, the fourth who throws; each one
/// after that does something at the table.
pub fn answers(bytes: &[u8]) {
    with_game(Bytes(bytes), Answers);
}

struct Answers;

impl Does for Answers {
    fn with<G: CatalogGame>(self, mut bytes: Bytes<'_>) {
        let (Some(setup), Some(seed), Some(hand)) = (bytes.next(), bytes.next(), bytes.next()) else { return };
        let mode = if hand & 1 == 1 { DiceMode::Hand } else { DiceMode::Random };
        let mut session = begin::<G>(setup, u64::from(seed), mode);
        let mut picks = Generator::new(u64::from(seed));
        sound(&session);
        for _ in 0..MOST_STEPS {
            let Some(byte) = bytes.next() else { break };
            act(&mut session, byte, &mut bytes, &mut picks);
            sound(&session);
        }
        taken_up(&session);
    }
}

fn act<G: Voice>(session: &mut Session<G>, byte: u8, bytes: &mut Bytes<'_>, picks: &mut Generator) {
    match byte {
        0..=159 => answer(session, byte, bytes),
        160..=199 if session.tape().answered() < MOST_ANSWERS => wander(session, u32::from(byte - 159), picks),
        160..=199 => {}
        200..=219 => undo(session, byte - 200),
        220..=224 => taken_up(session),
        225..=234 => chances(session, usize::from(byte - 225)),
        235..=239 => refusals(session),
        240..=247 => {
            let mode = if byte & 1 == 0 { DiceMode::Random } else { DiceMode::Hand };
            session.dice_mut().mode = mode;
            session.look_for_dice();
        }
        248..=255 => past(session, usize::from(byte - 248)),
    }
}

/// An option, or dice from the bytes that follow.
fn answer<G: Voice>(session: &mut Session<G>, byte: u8, bytes: &mut Bytes<'_>) {
    if let Some(dice) = session.dice_asked().map(|check| check.dice) {
        let faces: Vec<u8> = (0..dice.count).map(|_| bytes.next().unwrap_or(byte) % dice.sides + 1).collect();
        assert!(session.throw(&faces).is_ok(), "{dice} are asked for and {faces:?} refused");
        assert!(session.throw(&[0]).is_err(), "a die without a face was taken");
    } else if let Some((seat, options)) = question(session, usize::from(byte)) {
        let choice = options[usize::from(byte) % options.len()];
        let key = choice.to_string();
        let before = session.tape().answered();
        assert!(session.choose_key(seat, &key).is_ok(), "`{key}` is an option and is refused");
        assert_eq!(session.tape().answered(), before + 1);
    } else {
        assert_eq!(session.choose_key(Seat(0), "end"), Err(Refusal::Over));
        assert!(session.throw_for_me().is_err());
    }
}

/// Takes answers back, or says why not and changes nothing.
fn undo<G: Voice>(session: &mut Session<G>, byte: u8) {
    let (seat, answers) = (Seat(byte % 2), u16::from(byte / 2) + 1);
    let (before, was) = (session.tape().answered(), whole(session));
    match session.undo(seat, answers) {
        Ok(undone) => {
            assert_eq!(undone.keys.len(), usize::from(answers));
            assert!(session.tape().answered() <= before - usize::from(answers));
        }
        Err(_) => assert_eq!(whole(session), was, "a refused undo changed something"),
    }
}

/// A save is read, taken up and is the same game.
fn taken_up<G: Voice>(session: &Session<G>) {
    let files = G::shipped();
    let text = serde_json::to_string(&session.save(&files)).unwrap_or_default();
    let read = save::read(&text).unwrap_or_else(|e| panic!("a save is not read: {e}"));
    let (again, how) = Session::<G>::load(&read, &files, G::data()).unwrap_or_else(|e| panic!("not taken up: {e}"));
    assert_eq!(how, save::TakenUp::Whole);
    assert_eq!(whole(&again), whole(session), "another game was taken up");
}

/// Odds are chances, and looking at them changes nothing.
fn chances<G: Voice>(session: &Session<G>, which: usize) {
    let Some((seat, options)) = question(session, which) else { return };
    let choice = options[which * 7 % options.len()];
    let odds = odds_within(session, seat, choice, MOST_LINES);
    let sum: f64 = odds.outcomes.iter().map(|(_, p)| p).sum();
    assert!(odds.outcomes.iter().all(|(_, p)| *p > 0.0) && sum <= 1.0 + 1e-9, "{choice}: {odds:?}");
    assert!(!odds.complete || (sum - 1.0).abs() < 1e-9, "{choice}: the odds add up to {sum}");
}

/// What is refused stays refused, and the other seat cannot answer.
fn refusals<G: Voice>(session: &mut Session<G>) {
    let Some((seat, _)) = question(session, 0) else { return };
    let refused: Vec<G::Choice> =
        session.question(seat).map(|(_, r)| r.iter().map(|r| r.choice).collect()).unwrap_or_default();
    let was = whole(session);
    for choice in refused.into_iter().take(4) {
        assert!(session.choose(seat, choice).is_err(), "`{choice}` is refused and was taken");
    }
    assert!(session.choose_key(seat, "no such key").is_err() && session.throw(&[1]).is_err());
    assert_eq!(whole(session), was, "a refused answer changed something");
}

/// The game as it was some answers ago is shorter and sound, and has the same beginning.
fn past<G: Voice>(session: &Session<G>, back: usize) {
    let answered = session.tape().answered();
    let then = session.after(answered.saturating_sub(back));
    assert_eq!(then.tape().answered(), answered.saturating_sub(back));
    assert_eq!(then.misfit(), None);
    assert!(then.told() <= session.told());
}
