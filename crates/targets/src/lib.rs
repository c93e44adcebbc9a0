//! What is fuzzed: each target turns bytes into play and looks whether the laws of the table hold.
//!
//! Every function here panics when something is wrong and returns otherwise, whatever the bytes.

mod answers;
mod games;
mod lines;
mod packs;
mod said;
mod saves;

pub use answers::answers;
pub use lines::lines;
pub use packs::packs;
pub use said::said;
pub use saves::saves;

use hulldown_catalog::CatalogGame;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Generator, Invalid, Seat, Session, Voice};

/// Bytes taken one after the other; none are left when they are used up.
pub(crate) struct Bytes<'b>(pub(crate) &'b [u8]);

impl Bytes<'_> {
    pub(crate) fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A text with what the bytes left do to it, four for each change: where, where, how, with what.
    pub(crate) fn damage(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        while let (Some(high), Some(low), Some(how), Some(new)) = (self.next(), self.next(), self.next(), self.next()) {
            let at = (usize::from(high) << 8 | usize::from(low)) % text.len().max(1);
            match how % 5 {
                0 if at < text.len() => text[at] = new,
                1 => text.insert(at.min(text.len()), new),
                2 if at < text.len() => drop(text.drain(at..(at + usize::from(new)).min(text.len()))),
                3 => text.extend_from_within(at..(at + usize::from(new)).min(text.len())),
                4 => another_number(&mut text, at, new),
                _ => {}
            }
        }
        text
    }
}

/// Puts another number in place of the first one from there on.
fn another_number(text: &mut Vec<u8>, at: usize, new: u8) {
    const TELLING: [&str; 16] =
        ["0", "1", "-1", "2", "10", "11", "12", "99", "127", "-127", "128", "255", "256", "65535", "4294967296", "1.5"];
    let Some(first) = (at..text.len()).find(|n| text[*n].is_ascii_digit()) else { return };
    let last = (first..text.len()).find(|n| !text[*n].is_ascii_digit()).unwrap_or(text.len());
    let small = new.to_string();
    let number = if new < 16 { TELLING[usize::from(new)] } else { small.as_str() };
    text.splice(first..last, number.bytes());
}

pub(crate) fn begin<G: CatalogGame>(byte: u8, seed: u64, mode: DiceMode) -> Session<G> {
    begin_with(byte, seed, mode, G::data()).unwrap_or_else(|e| panic!("the set-up is refused: {e}"))
}

pub(crate) fn begin_with<G: CatalogGame>(
    byte: u8,
    seed: u64,
    mode: DiceMode,
    data: &'static G::Data,
) -> Result<Session<G>, Invalid> {
    Session::new(G::setup(u64::from(byte)), data, DiceBox::new(seed, mode))
}

/// Who is asked what he may choose from; the number says which of several.
pub(crate) fn question<G: Voice>(session: &Session<G>, which: usize) -> Option<(Seat, &[G::Choice])> {
    let pending = session.pending();
    match pending.get(which % pending.len().max(1))? {
        Pending::Choice { seat, options, .. } => Some((*seat, options)),
        Pending::Dice(_) => None,
    }
}

/// Gives so many answers at random, so that a few bytes lead far into a game.
pub(crate) fn wander<G: Voice>(session: &mut Session<G>, answers: u32, picks: &mut Generator) {
    for _ in 0..answers {
        if let Some((seat, options)) = question(session, picks.below(2) as usize) {
            let choice = options[picks.below(options.len() as u32) as usize];
            assert!(session.choose(seat, choice).is_ok(), "an option is refused: {choice}");
        } else if session.dice_asked().is_some() {
            assert!(session.throw_for_me().is_ok(), "dice are asked for and refused");
        } else {
            break;
        }
        sound(session);
    }
}

/// What holds whenever a session waits.
pub(crate) fn sound<G: Voice>(session: &Session<G>) {
    assert_eq!(session.misfit(), None, "the rules ask differently when a step is played again");
    assert_eq!(session.pending().is_empty(), session.is_over(), "waits for nobody, or is over and waits");
    assert_eq!(session.outcome().is_some(), session.is_over(), "an outcome without an end, or the reverse");
    if let Err(e) = session.checkpoint().validate(session.data()) {
        panic!("not sound: {e}");
    }
    for pending in session.pending() {
        if let Pending::Choice { seat, ask, options, refused } = pending {
            assert!(seat.0 < session.working().seats(), "seat {} is asked and does not exist", seat.0);
            assert!(options.len() > 1, "{ask:?} has one answer and was asked");
            assert!(refused.iter().all(|r| !options.contains(&r.choice)), "{ask:?} offers what it refuses");
        }
    }
}

/// Everything about a session that must not change by looking at it, saving it or taking it up again.
pub(crate) fn whole<G: Voice>(session: &Session<G>) -> impl PartialEq + std::fmt::Debug + use<G> {
    let json = |game: &G| serde_json::to_value(game).unwrap_or_default();
    let history: Vec<String> = session.history().iter().map(ToString::to_string).collect();
    let ask = |pending: &Pending<G>| match pending {
        Pending::Choice { seat, ask, options, refused } => format!("{seat:?} {ask:?} {options:?} {refused:?}"),
        Pending::Dice(check) => format!("{check:?}"),
    };
    let asked: Vec<String> = session.pending().iter().map(ask).collect();
    (json(session.checkpoint()), json(session.working()), history, asked, session.told(), session.is_over())
}
