//! Where the chapters of a game fall among its answers.

use crate::log::{CHAPTERS, MINOR};
use hulldown_desk::{EventLine, Seen};

/// A whole log with its time-line.
pub(crate) struct Moments {
    /// Everything he has heard.
    pub(crate) log: Vec<EventLine>,
    /// For each answer he counts, how much he had heard when it was given.
    pub(crate) told: Vec<usize>,
    /// Where parts of the game begin.
    pub(crate) chapters: Vec<Chapter>,
}

/// Where a part of the game begins.
pub(crate) struct Chapter {
    /// After how many answers it can be seen.
    pub(crate) at: usize,
    /// The event's number.
    pub(crate) event: usize,
    /// Whether it is a small part, such as a round.
    pub(crate) minor: bool,
}

impl Moments {
    /// The time-line of a game as whoever looks may know it.
    pub(crate) fn of(seen: Seen<'_>) -> Self {
        Moments::new(seen.log(0), seen.moments())
    }

    /// The time-line of what was told; for each answer, how much of it had been told when it was given.
    pub(crate) fn new(log: Vec<EventLine>, told: Vec<usize>) -> Self {
        let chapter = |event: &&EventLine| CHAPTERS.contains(&event.kind.as_str());
        let chapters = log
            .iter()
            .filter(chapter)
            .map(|event| Chapter {
                at: told.partition_point(|told| *told <= event.n),
                event: event.n,
                minor: MINOR.contains(&event.kind.as_str()),
            })
            .collect();
        Moments { log, told, chapters }
    }

    /// What an answer set off: what was told between the answer before a moment and that moment.
    pub(crate) fn events_at(&self, at: usize) -> &[EventLine] {
        let from = if at == 0 { 0 } else { self.told.get(at - 1).copied().unwrap_or(self.log.len()) };
        let to = self.told.get(at).copied().unwrap_or(self.log.len());
        self.log.get(from..to.max(from)).unwrap_or_default()
    }

    /// The chapter a moment lies in.
    pub(crate) fn chapter_at(&self, at: usize, minor: bool) -> Option<&Chapter> {
        self.chapters.iter().rev().find(|chapter| chapter.minor == minor && chapter.at <= at)
    }

    /// The moment where the chapter before or after begins.
    pub(crate) fn step(&self, at: usize, minor: bool, forward: bool) -> Option<usize> {
        let mut places = self.chapters.iter().filter(|chapter| minor || !chapter.minor).map(|chapter| chapter.at);
        if forward { places.find(|place| *place > at) } else { places.rev().find(|place| *place < at) }
    }

    /// The largest parts: lines of a calendar where the game has them, else every part that is not small.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Chapter> {
        let kind = |chapter: &Chapter| self.log.get(chapter.event).map_or("", |event| event.kind.as_str());
        let lines = self.chapters.iter().any(|chapter| kind(chapter) == "line");
        self.chapters.iter().filter(move |chapter| if lines { kind(chapter) == "line" } else { !chapter.minor })
    }

    /// The text of a chapter's event.
    pub(crate) fn text(&self, chapter: &Chapter) -> String {
        self.log.get(chapter.event).map_or(String::new(), |event| crate::words::capital(&event.text))
    }
}
