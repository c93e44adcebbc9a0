//! What was told in an open game: the end of its log is kept at hand, the rest is told again when somebody asks for it.

use super::Sitting;
use crate::players::Settled;
use hulldown_core::game::Seat;
use hulldown_core::{Heard, Viewer};
use hulldown_desk::chronicle::{Rewind, rewinds};
use hulldown_desk::timeline::Moments;
use hulldown_desk::{EventLine, Seen, ease};
use std::borrow::Cow;
use std::sync::Arc;

/// How much of the log is kept at hand. It is cut only now and then, for all that stays must be moved.
const TAIL: usize = 160;
const TOO_MUCH: usize = 320;

/// The end of the log as somebody reads it.
#[derive(Clone, Default)]
pub(super) struct Tail {
    /// Who reads it.
    viewer: Option<Viewer>,
    lines: Vec<EventLine>,
    /// Where the game went back past dice.
    rewinds: Option<Vec<Rewind>>,
}

impl Tail {
    /// Takes note of what the last change has told.
    fn follow(&mut self, seen: Seen<'_>) {
        if self.viewer.replace(seen.viewer()) != Some(seen.viewer()) {
            self.lines.clear();
        }
        let (news, told) = (seen.news(), seen.told());
        let from = news.first().map_or(told, |event| event.n);
        // They are in order and without a gap: nothing but the news need be looked at.
        let stays = self.lines.partition_point(|event| event.n < from);
        self.lines.truncate(stays);
        let surplus = news.len().saturating_sub(TAIL);
        self.lines.extend(news.into_iter().skip(surplus));
        let new = &self.lines[stays.saturating_sub(1)..];
        let whole = self.lines.last().map_or(0, |event| event.n + 1) == told
            && new.windows(2).all(|pair| pair[1].n == pair[0].n + 1);
        let short = self.lines.len() < TAIL / 2 && self.lines.first().is_some_and(|event| event.n > 0);
        if self.lines.len() > TOO_MUCH {
            self.lines.drain(..self.lines.len() - TAIL);
        }
        if !whole || short {
            self.lines = seen.log(told.saturating_sub(TAIL));
        }
        self.rewinds.get_or_insert_with(|| rewinds(seen));
    }
}

impl Sitting {
    /// Takes note of what has been told, as far as whoever is looking hears of it.
    pub(super) fn follow(&mut self) {
        let seen = Seen::new(&*self.game, self.eyes());
        self.tail.follow(seen);
    }

    /// The game went back, or another lies here: where it went back past dice is looked for anew.
    pub(super) fn look_for_rewinds(&mut self) {
        self.tail.rewinds = Some(rewinds(self.seen()));
    }

    /// The end of the log, as whoever is looking reads it.
    pub fn tail(&self) -> &[EventLine] {
        &self.tail.lines
    }

    /// Where the game went back past dice.
    pub fn rewinds(&self) -> &[Rewind] {
        self.tail.rewinds.as_deref().unwrap_or_default()
    }

    /// What was told in the game looked at, from a number on, as far as whoever is looking hears of it.
    pub fn log(&self, from: usize) -> Vec<EventLine> {
        Seen::new(self.shown(), self.eyes()).log(from)
    }

    /// What the last change told, likewise; of a very long one only what is at hand.
    pub fn since(&self) -> &[EventLine] {
        self.at_hand(self.since.by(self.seen().viewer()))
    }

    fn at_hand(&self, since: usize) -> &[EventLine] {
        let from = self.tail.lines.partition_point(|event| event.n < since);
        &self.tail.lines[from..]
    }

    /// All that the last change told.
    pub fn news(&self) -> Cow<'_, [EventLine]> {
        self.told_since(self.since)
    }

    /// All that came of the last answer until now: dice thrown by hand are each a change of their own.
    pub fn of_answer(&self) -> Cow<'_, [EventLine]> {
        self.told_since(self.since_answer)
    }

    fn told_since(&self, since: Heard) -> Cow<'_, [EventLine]> {
        let since = since.by(self.seen().viewer());
        let near = self.at_hand(since);
        let all = near.first().map_or_else(|| self.seen().told(), |event| event.n) <= since;
        if all { near.into() } else { self.seen().log(since).into() }
    }

    /// The whole log with its time-line, worked out once for every mark.
    pub fn moments(&mut self) -> Arc<Moments> {
        let (mark, eyes): (u64, Option<Seat>) = (self.mark(), self.eyes());
        if let Some((at, whose, moments)) = &self.moments
            && (*at, *whose) == (mark, eyes)
        {
            return Arc::clone(moments);
        }
        let moments = Arc::new(Moments::of(self.seen()));
        self.moments = Some((mark, eyes, Arc::clone(&moments)));
        moments
    }

    /// What was said about the last change, as long as nothing else happens.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Which dice fell again in the last change, what was answered for somebody in it, and what went wrong with bots, in words.
    pub fn remark(&self) -> Option<String> {
        let Settled { by_bots, given } = &self.settled;
        let given = (!given.is_empty()).then(|| ease::in_words(given));
        let said: Vec<String> = self.again.clone().into_iter().chain(given).chain(by_bots.remark()).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}
