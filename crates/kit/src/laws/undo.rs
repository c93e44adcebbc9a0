//! Answers can be taken back, dice and what others know cannot.

use crate::record::{RecordedGame, answer};
use crate::text::{self, Unchanged};
use crate::{Broken, Guard, Point};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::{Refusal, Session};
use hulldown_core::tape::{Entry, Throw};
use hulldown_core::{Seat, Voice};

/// Law `undo`: an undo leads exactly to where the answer was asked, and the same answers then give the same dice and the same game.
/// Among several seats it never crosses dice or another seat's answer, but for what others have answered in the same private stretch, which
/// stays; a refused one changes nothing. Returns how many were made and
/// how many refused.
pub fn undo<G: Voice>(record: &RecordedGame<G>) -> Result<(u64, u64), Broken> {
    let (mut made, mut sealed) = (0, 0);
    for (n, stop) in record.some_stops(12).chain([(0, &record.end)]) {
        for seat in (0..stop.working().seats()).map(Seat) {
            let far = (2 + 3 * n as u16) % 17 + 1;
            for answers in if far > 2 { vec![1, 2, far] } else { vec![1, far] } {
                match undo_at(record, stop, seat, answers)? {
                    Some(true) => made += 1,
                    Some(false) => sealed += 1,
                    None => {}
                }
            }
        }
    }
    Ok((made, sealed))
}

/// The throws on a session's tape, wherever they came from.
fn throws<G: Voice>(session: &Session<G>) -> Vec<Throw> {
    let throw = |entry: Entry<G::Choice>| match entry {
        Entry::Dice(throw) => Some(Throw { source: hulldown_core::tape::Source::Generated, ..throw }),
        _ => None,
    };
    session.tape().entries().into_iter().filter_map(throw).collect()
}

fn undo_at<G: Voice>(
    record: &RecordedGame<G>,
    stop: &Session<G>,
    seat: Seat,
    answers: u16,
) -> Result<Option<bool>, Broken> {
    let point = record.point("undo", stop).key(format!("< {} {answers}", seat.0));
    let _guard = Guard(point.clone());
    let mut session = stop.clone();
    let result = session.undo(seat, answers);
    let Some(undoing) = stop.tape().undoing(seat, answers) else {
        return match result {
            Err(Refusal::NothingToUndo | Refusal::TooFar(_) | Refusal::Sealed(_)) => Ok(None),
            other => Err(point.broken(format!("there is not so much to take back: {other:?}"))),
        };
    };
    let alone = stop.working().seats() == 1;
    match result {
        Err(Refusal::Sealed(_) | Refusal::TooFar(_)) if alone => {
            return Err(point.broken("who plays alone may take back everything"));
        }
        Err(Refusal::Sealed(_) | Refusal::TooFar(_)) => {
            return match Unchanged::of(stop).differs(&Unchanged::of(&session)) {
                Some(how) => Err(point.broken(format!("was refused, but {how}"))),
                None => Ok(Some(false)),
            };
        }
        Err(other) => return Err(point.broken(format!("was refused: {other}"))),
        Ok(_) if !alone && (undoing.dice > 0 || (undoing.others && !stop.is_apart(&undoing))) => {
            return Err(point.broken("crosses dice or another seat's answer"));
        }
        Ok(undone) => {
            let keys: Vec<String> = undoing.choices.iter().map(ToString::to_string).collect();
            if undone.keys != keys || undone.dice != undoing.dice {
                return Err(point.broken(format!("took back {undone:?} and not {keys:?}")));
            }
        }
    }
    if undoing.others && !alone {
        return apart(&point, record, stop, session, seat, &undoing.choices).map(|()| Some(true));
    }
    // Where it leads is where the game was before the earliest of those answers.
    let kept = stop.tape().answered() - taken_back(stop, &session);
    let then = record.end.after(kept);
    if let Some(how) = Unchanged::of(&then).differs(&Unchanged::of(&session)) {
        return Err(point.broken(format!("does not lead back to after answer {kept}: {how}")));
    }
    restored_alike(&point, record, &session)?;
    for &given in &record.answers[kept..stop.tape().answered()] {
        answer(&point, &mut session, given)?;
    }
    if let Some(how) = Unchanged::of(stop).differs(&Unchanged::of(&session)) {
        return Err(point.broken(format!("the same answers again lead elsewhere: {how}")));
    }
    if throws(stop) != throws(&session) {
        return Err(point.broken("the same answers again give other dice"));
    }
    restored_alike(&point, record, &session)?;
    record.stay_alike(&point, stop, &session, record.after(stop, 6))?;
    Ok(Some(true))
}

/// Others have answered in private since: their answers stay, and with the same answers again all is as it was.
fn apart<G: Voice>(
    point: &Point,
    record: &RecordedGame<G>,
    stop: &Session<G>,
    mut session: Session<G>,
    seat: Seat,
    taken_back: &[G::Choice],
) -> Result<(), Broken> {
    if stop.tape().answered() - session.tape().answered() != taken_back.len() {
        return Err(point.broken("took back what another seat has answered in private"));
    }
    restored_alike(point, record, &session)?;
    for &choice in taken_back.iter().rev() {
        answer(point, &mut session, (seat, choice))?;
    }
    for seat in (0..stop.working().seats()).map(Seat) {
        let see = |session: &Session<G>| {
            let question = session.question(seat).map(|(options, _)| format!("{options:?}"));
            question.unwrap_or_default() + &text::seen(session, session.working(), seat)
        };
        if see(stop) != see(&session) {
            let how = text::difference(&see(stop), &see(&session));
            return Err(point.broken(format!("the same answers again lead elsewhere: {how}")));
        }
    }
    Ok(())
}

fn taken_back<G: Voice>(before: &Session<G>, after: &Session<G>) -> usize {
    before.tape().answered() - after.tape().answered()
}

/// A record with an undo in it leads to the same place.
fn restored_alike<G: Voice>(point: &Point, record: &RecordedGame<G>, session: &Session<G>) -> Result<(), Broken> {
    let dice = DiceBox::new(point.seed, DiceMode::Random);
    let (origin, history) = (session.origin().clone(), session.history().to_vec());
    let again = Session::<G>::restore(record.setup.clone(), G::data(), dice, origin, history)
        .map_err(|e| point.broken(format!("the record with the undo does not fit: {e}")))?;
    match Unchanged::of(session).differs(&Unchanged::of(&again)) {
        Some(how) => Err(point.broken(format!("the record with the undo leads elsewhere: {how}"))),
        None => Ok(()),
    }
}
