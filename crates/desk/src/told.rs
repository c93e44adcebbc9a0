//! What was told, as it is kept beside a game. Rules change, and then a record can no longer be played again; what was told at the
//! table stays readable.

use crate::lines::{EventLine, RollLine, Word, print};
use hulldown_core::Heard;
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::About;
use hulldown_core::session::Told;
use hulldown_core::talk::Rank;
use serde::{Deserialize, Serialize};

/// One line of what was told, with who hears it and when it was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToldLine {
    /// After how many answers.
    pub after: usize,
    /// A word for its kind.
    pub kind: Word,
    /// The id of the rule behind it, in the rules of then.
    pub rule: Word,
    /// What happened, on one line.
    pub text: String,
    /// A few words when it decided something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// The same as a sentence of the story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// How much began with it. Games kept before events had a rank know none.
    #[serde(default, skip_serializing_if = "Rank::is_line")]
    pub rank: Rank,
    /// What a chapter stands under in a calendar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// What a chapter is called in a story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The one seat that heard of it, if it was nobody else's business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Seat>,
    /// Whether it was told before in other words, to another seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Who would have been asked, if it was forced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The choice that was forced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The roll, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<RollLine>,
}

impl ToldLine {
    /// What is kept of an event told after so many answers.
    pub(crate) fn of(after: usize, event: &EventLine) -> Self {
        ToldLine {
            after,
            kind: event.kind.clone(),
            rule: event.rule.clone(),
            text: event.text.clone(),
            headline: event.headline.clone(),
            story: event.story.clone(),
            rank: event.rank,
            under: event.under.clone(),
            title: event.title.clone(),
            only: event.only,
            again: event.again,
            seat: event.seat,
            key: event.key.clone(),
            // Where on its chart it was read is of no use with other charts.
            roll: event.roll.as_ref().map(|roll| RollLine { on_line: "", column: "", ..roll.clone() }),
        }
    }

    /// The event again, as the `n`-th.
    pub fn event(&self, n: usize) -> EventLine {
        let ToldLine { kind, rule, text, headline, story, rank, under, title, only, again, seat, key, roll, .. } =
            self.clone();
        let line = format!("{text} · {rule}");
        EventLine {
            print: print(&kind, &rule, &text),
            n,
            kind,
            rule,
            text,
            line,
            headline,
            story,
            rank,
            under,
            title,
            phase: None,
            only,
            again,
            at: Heard::default(),
            about: About::default(),
            seat,
            key,
            roll,
        }
    }
}

/// The most events held for whoever keeps a game. More than a move and its answer tell; a policy that plays a campaign to its end
/// tells more, and then it is all told again.
const MOST_HELD: usize = 512;

/// What has been told since a game was last kept.
pub(crate) struct Unkept<G: Game> {
    /// Everything before this number is as it was when the game was last kept.
    pub(crate) same: usize,
    /// The number of the first event held.
    from: usize,
    /// Events, each with after how many answers it was told.
    held: Vec<(usize, Told<G>)>,
}

impl<G: Game> Clone for Unkept<G> {
    fn clone(&self) -> Self {
        Unkept { same: self.same, from: self.from, held: self.held.clone() }
    }
}

impl<G: Game> Unkept<G> {
    /// Nothing since so much was told.
    pub(crate) fn since(told: usize) -> Self {
        Unkept { same: told, from: told, held: Vec::new() }
    }

    /// Only the first so many events are told any more.
    pub(crate) fn cut(&mut self, told: usize) {
        self.same = self.same.min(told);
        if told < self.from {
            *self = Unkept { same: self.same, from: told, held: Vec::new() };
        }
        self.held.truncate(told - self.from);
    }

    /// The game was put back where so much had been told; what is held may no longer be what was told then.
    pub(crate) fn put_back(&mut self, told: usize) {
        *self = Unkept { same: self.same.min(told), ..Unkept::since(told) };
    }

    /// More was told, from this number on, after so many answers.
    pub(crate) fn add(&mut self, from: usize, after: usize, told: &[Told<G>]) {
        self.cut(from);
        self.held.extend(told.iter().map(|told| (after, told.clone())));
        let surplus = self.held.len().saturating_sub(MOST_HELD);
        self.held.drain(..surplus);
        self.from += surplus;
    }

    /// What is held from a number on, if that is all there is from there on.
    pub(crate) fn held_from(&self, from: usize) -> Option<&[(usize, Told<G>)]> {
        self.held.get(from.checked_sub(self.from)?..)
    }
}
