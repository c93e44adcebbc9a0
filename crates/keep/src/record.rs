//! Games played by other rules than this program has. They cannot be played again, but what was told at their table can be read, and
//! nothing of them is ever changed. Going on by the rules of today is another game, begun when a person says so.

use crate::error::KeepError;
use hulldown_core::Viewer;
use hulldown_core::game::Seat;
use hulldown_core::save::{self, BadSave, Json, Save, SaveHead};
use hulldown_desk::{EventLine, Match, Pack, Shelf, ToldLine};
use std::collections::BTreeMap;

/// How the rules a game was played by stand to those this program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// They are the same.
    Same,
    /// They have changed since.
    Older,
    /// They are those of a later program.
    Later,
}

impl Rules {
    /// The rules of a game on the shelf, by its short name and their version. Of a game nobody knows nothing can be said.
    pub fn of(game: &str, version: u32) -> Self {
        match hulldown_desk::find(game).map(|shelf| shelf.rules_version.cmp(&version)) {
            Err(_) | Ok(std::cmp::Ordering::Equal) => Rules::Same,
            Ok(std::cmp::Ordering::Greater) => Rules::Older,
            Ok(std::cmp::Ordering::Less) => Rules::Later,
        }
    }

    /// Why a game of these rules cannot be played as it is; nothing if it can. It is found by its label.
    pub(crate) fn allow(label: &str, head: &SaveHead, shelf: &Shelf) -> Result<(), KeepError> {
        let (played, known) = (head.rules_version, shelf.rules_version);
        match Rules::of(shelf.id, played) {
            Rules::Same => Ok(()),
            Rules::Older => Err(KeepError::OldRules { label: label.into(), played, known }),
            Rules::Later => {
                let bad = BadSave::LaterRules { found: played, known };
                Err(KeepError::BadSave { label: label.into(), bad })
            }
        }
    }
}

/// Who reads a record, and so what of it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Somebody who may know everything, and is told it once.
    Umpire,
    /// One side of a game whose sides keep things from each other.
    Side(Seat),
    /// People of both sides at one screen: only what both have heard.
    Everybody,
}

impl Reader {
    /// Who reads the record of a game: while sides keep things from each other, the one person who plays it, or both.
    pub fn of(shelf: &Shelf, over: bool, bots: &BTreeMap<u8, String>) -> Self {
        if !shelf.secrets || over {
            return Reader::Umpire;
        }
        let mut people = (0..2).filter(|seat| !bots.contains_key(seat));
        match (people.next(), people.next()) {
            (Some(only), None) => Reader::Side(Seat(only)),
            _ => Reader::Everybody,
        }
    }

    fn hears(self, line: &ToldLine) -> bool {
        match self {
            Reader::Umpire => !line.again,
            Reader::Side(seat) => line.only.is_none_or(|only| only == seat),
            Reader::Everybody => line.only.is_none(),
        }
    }
}

/// A game of other rules, to be read.
pub struct Record {
    /// What it is called.
    pub label: String,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// The version of the rules it was played by.
    pub rules_version: u32,
    /// The answers that stand, by key.
    pub answers: Vec<(Seat, String)>,
    /// What was told; nothing for games saved before that was kept.
    pub told: Vec<ToldLine>,
    /// The position it was left in, laid out and not played on, or why it cannot be shown.
    pub position: Result<Box<dyn Match>, String>,
    /// What is wrong, if part of it is lost.
    pub damage: Option<String>,
}

impl Record {
    /// The record in a save, with what was told in it.
    pub fn of(save: &Save, label: &str, pack: Option<&Pack>, told: Vec<ToldLine>) -> Result<Self, KeepError> {
        let shelf = crate::archive::shelf_for(save, label)?;
        let position = match Rules::of(shelf.id, save.head.rules_version) {
            Rules::Later => Err("It was played by later rules than this program has.".into()),
            _ => (shelf.position)(save, pack).map_err(|problem| problem.to_string()),
        };
        let answers = standing(&save.history);
        Ok(Record {
            label: label.into(),
            shelf,
            rules_version: save.head.rules_version,
            answers,
            told,
            position,
            damage: None,
        })
    }

    /// The record in a save, with what the save itself holds of what was told.
    pub fn in_save(save: &Save, label: &str, pack: Option<&Pack>) -> Result<Self, KeepError> {
        Record::of(save, label, pack, told_in(save, label)?)
    }

    /// In a few sentences what it is and what can be done with it.
    pub fn about(&self) -> String {
        let (played, known) = (self.rules_version, self.shelf.rules_version);
        let lead = if played > known {
            format!(
                "This game was played by rules version {played}; this program has version {known}. A newer program can resume it."
            )
        } else {
            format!(
                "This game was played by rules version {played}; the rules have changed since, and this program has version {known}."
            )
        };
        let rest = if self.told.is_empty() {
            "It is kept as it is. It was saved before logs were kept, so only its answers and its last position remain."
        } else {
            "It is kept as it is and can be read."
        };
        let damage = self.damage.as_ref().map_or(String::new(), |damage| format!(" Part of it is lost: {damage}."));
        format!("{lead} {rest}{damage}")
    }

    /// What a reader has heard, numbered as he heard it, each with after how many of the answers he counts it was told.
    pub fn heard(&self, reader: Reader) -> Vec<(usize, EventLine)> {
        let counted = self.counted(reader);
        let heard = self.told.iter().filter(|line| reader.hears(line));
        let moment = |line: &ToldLine| counted.partition_point(|at| *at < line.after);
        heard.enumerate().map(|(n, line)| (moment(line), line.event(n))).collect()
    }

    /// The places of the answers a reader may count: a number must not tell him how many others have given in private.
    fn counted(&self, reader: Reader) -> Vec<usize> {
        let known = |(_, (seat, _)): &(usize, &(Seat, String))| match reader {
            Reader::Umpire => true,
            Reader::Side(side) => *seat == side,
            Reader::Everybody => false,
        };
        self.answers.iter().enumerate().filter(known).map(|(at, _)| at).collect()
    }

    /// How many answers a reader counts.
    pub fn answered(&self, reader: Reader) -> usize {
        self.counted(reader).len()
    }

    /// How many of the answers before this one a reader counts.
    pub fn counted_before(&self, answers: usize, reader: Reader) -> usize {
        self.counted(reader).partition_point(|at| *at < answers)
    }

    /// Who a reader is when he looks at the position; none if it would tell one side of the other.
    pub fn viewer(&self, reader: Reader) -> Option<Viewer> {
        match reader {
            Reader::Umpire => Some(Viewer::Umpire),
            Reader::Side(seat) => Some(Viewer::Seat(seat)),
            Reader::Everybody => None,
        }
    }

    /// The answer of this number among those a reader counts, by its key.
    pub fn answer(&self, n: usize, reader: Reader) -> Option<&(Seat, String)> {
        self.counted(reader).get(n).and_then(|at| self.answers.get(*at))
    }
}

/// The answers of a history that stand, by their keys: what was taken back is left out.
fn standing(history: &[String]) -> Vec<(Seat, String)> {
    let mut answers: Vec<(Seat, String)> = Vec::new();
    for line in history {
        let Some((head, rest)) = line.split_once(' ') else { continue };
        if let Ok(seat) = head.parse() {
            answers.push((Seat(seat), rest.into()));
        } else if let Some((Ok(seat), Ok(back))) =
            rest.split_once(' ').filter(|_| head == "<").map(|(seat, back)| (seat.parse(), back.parse::<usize>()))
        {
            let mut his = (0..answers.len()).rev().filter(|&at| answers[at].0 == Seat(seat));
            let earliest = his.nth(back.saturating_sub(1));
            // What others have answered since was given in private, apart from it, and stays.
            let since = answers.split_off(earliest.unwrap_or(answers.len()));
            answers.extend(since.into_iter().filter(|(who, _)| *who != Seat(seat)));
        }
    }
    answers
}

/// What was told, as lines for the store.
pub(crate) fn to_lines(told: &[ToldLine]) -> Vec<String> {
    told.iter().map(save::text_of).collect()
}

/// What was told, from the lines of the store, up to the first that cannot be read.
pub(crate) fn from_lines(lines: &[String]) -> Vec<ToldLine> {
    lines.iter().map_while(|line| serde_json::from_str(line).ok()).collect()
}

/// What was told, from a save; nothing if it holds nothing.
fn told_in(save: &Save, label: &str) -> Result<Vec<ToldLine>, KeepError> {
    let read = save.told.as_ref().map(|told: &Json| told.read("told")).transpose();
    Ok(read.map_err(|bad| KeepError::BadSave { label: label.into(), bad })?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_were_taken_back_do_not_stand() {
        let lines = ["0 a", "= 1d6 3", "1 b", "0 c", "< 0 1", "0 d", "! 2d6 4 1", "1 e", "< 1 2", "0 f"];
        let lines: Vec<String> = lines.map(String::from).into();
        let keys: Vec<String> = standing(&lines).into_iter().map(|(seat, key)| format!("{}{key}", seat.0)).collect();
        assert_eq!(keys, ["0a", "0d", "0f"], "an undo takes back the answers of its own seat alone");
    }
}
