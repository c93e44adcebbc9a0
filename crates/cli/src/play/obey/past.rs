//! Looking back: other moments of the game, bookmarks, playing on from there in a copy.

use super::settings::{stretch, stretches};
use super::{Said, page};
use hulldown_desk::timeline::Moments;
use hulldown_keep::{Bookmark, Sitting};
use hulldown_store::StoreError;

/// To the moment after so many answers.
pub(super) fn look(sitting: &mut Sitting, answers: usize) -> Said {
    let last = sitting.seen().answered();
    // Where there is nothing to go to, that is said instead of showing the same again.
    match () {
        () if answers > last && answers != usize::MAX && sitting.at() == last => {
            return Said::No(format!("There is no answer {answers}: the last one is {last}."));
        }
        () if answers == 0 && sitting.at() == 0 => return Said::No("This is the beginning.".into()),
        () => {}
    }
    sitting.look_at(answers);
    Said::Looked
}

/// To the moment after an answer that somebody names: one there is.
pub(super) fn go_to(sitting: &mut Sitting, answer: usize) -> Said {
    let last = sitting.seen().answered();
    match answer > last {
        true => Said::No(format!("There is no answer {answer}: the last one is {last}.")),
        false => look(sitting, answer),
    }
}

/// To where the part of the game before begins, or the one after.
pub(super) fn part(sitting: &mut Sitting, small: bool, forward: bool) -> Said {
    let to = Moments::of(sitting.seen()).step(sitting.at(), small, forward);
    step(sitting, to, forward)
}

/// The same by what the game calls its parts.
pub(super) fn part_called(sitting: &mut Sitting, what: &str, forward: bool) -> Said {
    let Some(kind) = stretch(sitting.shelf, what) else {
        let called: Vec<String> = stretches(sitting.shelf).into_iter().map(|(_, word)| word).collect();
        return Said::No(format!("There is no `{what}` to go to here; try {}, or a number.", called.join(", ")));
    };
    let to = Moments::of(sitting.seen()).step_to(kind, sitting.at(), forward);
    step(sitting, to, forward)
}

fn step(sitting: &mut Sitting, to: Option<usize>, forward: bool) -> Said {
    let last = sitting.seen().answered();
    match (to, forward) {
        (Some(at), _) => look(sitting, at),
        (None, true) if sitting.at() == last => Said::No("This is the end: nothing comes after it.".into()),
        (None, true) => look(sitting, usize::MAX),
        (None, false) => look(sitting, 0),
    }
}

/// The bookmarks of who looks, each with the number its moment has for him.
fn marks(sitting: &Sitting) -> Result<Vec<Bookmark>, StoreError> {
    let (eyes, seen) = (sitting.eyes(), sitting.seen());
    let own = |mark: &Bookmark| eyes.is_none() || mark.whose == eyes.map(|seat| seat.0);
    let marks = sitting.beside()?.bookmarks.into_iter().filter(own);
    Ok(marks.map(|mark| Bookmark { at: seen.moment(mark.at), ..mark }).collect())
}

/// The bookmarks, or a new one where one looks.
pub(super) fn mark(sitting: &Sitting, name: Option<String>) -> Said {
    if sitting.is_record() && name.is_some() {
        return Said::No("This is a read-only record; bookmarks can be set only in play.".into());
    }
    if sitting.store().is_none() && !sitting.is_record() {
        return Said::No("This game is not saved, so it has no bookmarks.".into());
    }
    let Some(name) = name else {
        return match marks(sitting) {
            Ok(marks) if marks.is_empty() && sitting.is_record() => {
                page("Bookmarks", vec!["No bookmarks were set in this game.".into()])
            }
            Ok(marks) if marks.is_empty() => page("Bookmarks", vec!["None yet; `mark NAME` sets one here.".into()]),
            Ok(marks) => {
                page("Bookmarks", marks.iter().map(|mark| format!("  {} (answer {})", mark.name, mark.at)).collect())
            }
            Err(error) => Said::No(error.to_string()),
        };
    };
    let mark = Bookmark { at: sitting.seen().place(sitting.at()), name, whose: sitting.eyes().map(|seat| seat.0) };
    let said = format!("Marked as {:?}; `goto {}` comes back here.", mark.name, mark.name);
    let noted = sitting.change_beside(move |beside| {
        beside.bookmarks.push(mark.clone());
        beside.bookmarks.sort();
        beside.bookmarks.dedup();
    });
    noted.map_or_else(|error| Said::No(error.to_string()), |()| page("Bookmarks", vec![said]))
}

/// To a bookmark.
pub(super) fn to_mark(sitting: &mut Sitting, name: &str) -> Said {
    let found =
        marks(sitting).ok().and_then(|marks| marks.into_iter().find(|mark| mark.name.eq_ignore_ascii_case(name)));
    match found {
        Some(mark) => look(sitting, mark.at),
        None => Said::No(format!("No bookmark is called {name:?}; `marks` lists them.")),
    }
}

/// Plays on from the moment that is looked at, in a copy.
pub(super) fn play_on(sitting: &mut Sitting) -> Said {
    let Some(at) = sitting.past().map(|past| past.at) else {
        return Said::No("Look back first (`back`, `goto 40`); then `playon` plays on from there in a copy.".into());
    };
    match sitting.play_on_from(at) {
        Ok(Some(name)) => {
            Said::Moved(Some(format!("This is a copy of the game after answer {at}, saved as {name:?}.")))
        }
        Ok(None) if sitting.is_record() => Said::No(
            "A record is only looked at. Resume the game, look back in it, and `playon` plays on from there in a copy."
                .into(),
        ),
        Ok(None) => Said::No("This game is not saved, so there is nowhere to put a copy.".into()),
        Err(error) => Said::No(format!("{error:#}")),
    }
}
