//! Where the chapters of a game fall among its answers.

use crate::chronicle::Rewind;
use crate::lines::EventLine;
use crate::seen::Seen;
use hulldown_core::phrase::capital;
use hulldown_core::talk::Rank;
use std::ops::Range;

/// A whole log with its time-line.
pub struct Moments {
    /// Everything he has heard.
    pub log: Vec<EventLine>,
    /// For each answer he counts, how much he had heard when it was given.
    pub told: Vec<usize>,
    /// Where parts of the game begin.
    pub chapters: Vec<Chapter>,
}

/// Where a part of the game begins.
pub struct Chapter {
    /// After how many answers it can be seen.
    pub at: usize,
    /// The event's number.
    pub event: usize,
    /// How large a part.
    pub rank: Rank,
}

impl Chapter {
    /// Whether it is a small part, such as a round.
    pub fn is_minor(&self) -> bool {
        self.rank == Rank::Scene
    }
}

impl Moments {
    /// The time-line of a game as whoever looks may know it.
    pub fn of(seen: Seen<'_>) -> Self {
        Moments::new(seen.log(0), seen.moments())
    }

    /// The time-line of what was told; for each answer, how much of it had been told when it was given.
    pub fn new(log: Vec<EventLine>, told: Vec<usize>) -> Self {
        let at = |event: &EventLine| told.partition_point(|told| *told <= event.n);
        let begins = log.iter().filter(|event| !event.rank.is_line());
        let chapters = begins.map(|event| Chapter { at: at(event), event: event.n, rank: event.rank }).collect();
        Moments { log, told, chapters }
    }

    /// What an answer set off: what was told between the answer before a moment and that moment.
    pub fn events_at(&self, at: usize) -> &[EventLine] {
        self.log.get(self.span(at)).unwrap_or_default()
    }

    /// All that had been told by then.
    pub fn events_until(&self, at: usize) -> &[EventLine] {
        self.log.get(..self.span(at).end).unwrap_or_default()
    }

    /// Which events those are.
    fn span(&self, at: usize) -> Range<usize> {
        let from = if at == 0 { 0 } else { self.told.get(at - 1).copied().unwrap_or(self.log.len()) };
        let to = self.told.get(at).copied().unwrap_or(self.log.len());
        from..to.max(from)
    }

    /// The rewinds that led back to a moment.
    pub fn rewinds_at(&self, at: usize, rewinds: &[Rewind]) -> Vec<Rewind> {
        let Range { start, end } = self.span(at);
        let led = |rewind: &&Rewind| {
            (start < rewind.at || start == 0) && rewind.at <= end || start == end && rewind.at == end
        };
        rewinds.iter().filter(led).copied().collect()
    }

    /// The chapter a moment lies in.
    pub fn chapter_at(&self, at: usize, minor: bool) -> Option<&Chapter> {
        self.chapters.iter().rev().find(|chapter| chapter.is_minor() == minor && chapter.at <= at)
    }

    /// The moment where the chapter before or after begins.
    pub fn step(&self, at: usize, minor: bool, forward: bool) -> Option<usize> {
        let mut places = self.chapters.iter().filter(|chapter| minor || !chapter.is_minor()).map(|chapter| chapter.at);
        if forward { places.find(|place| *place > at) } else { places.rev().find(|place| *place < at) }
    }

    /// The moment where the last event of a kind was told, or where the next one is.
    pub fn step_to(&self, kind: &str, at: usize, forward: bool) -> Option<usize> {
        let of_kind = self.log.iter().filter(|event| event.kind == kind);
        let mut places = of_kind.map(|event| self.told.partition_point(|told| *told <= event.n));
        if forward { places.find(|place| *place > at) } else { places.rev().find(|place| *place < at) }
    }

    /// The leaves of the calendar.
    pub fn leaves(&self) -> impl Iterator<Item = &Chapter> {
        self.chapters.iter().filter(|chapter| chapter.rank == Rank::Chapter)
    }

    /// The text of a chapter's event.
    pub fn text(&self, chapter: &Chapter) -> String {
        self.log.get(chapter.event).map_or(String::new(), |event| capital(&event.text))
    }
}
