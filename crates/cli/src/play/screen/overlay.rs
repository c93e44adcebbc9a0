//! Pages laid over the table: text to read, the log, the charts, rules looked up.

use hulldown_desk::chronicle::Show;

/// As many lines as any page shows.
const IN_SIGHT: usize = 12;

/// What a page shows.
pub(crate) enum Kind {
    /// Text.
    Text(Vec<String>),
    /// The log by rounds.
    Log {
        /// What of it is shown.
        show: Show,
        /// Its lines, each with the number of what it tells of.
        lines: Vec<(Option<usize>, String)>,
        /// The one selected.
        at: usize,
    },
    /// The charts, with one selected.
    Charts(usize),
    /// Rules that fit what is typed; before anything is typed, those of this id.
    Rules {
        /// What is typed.
        typed: String,
        /// Whose rules are shown before.
        of: String,
    },
}

/// A page laid over the table.
pub(crate) struct Overlay {
    /// Its title.
    pub(crate) title: String,
    /// What it shows.
    pub(crate) kind: Kind,
    /// How many lines are scrolled off at the top.
    pub(crate) scroll: usize,
}

impl Overlay {
    /// A page of text; of a long chart the line that was read is in sight.
    pub(crate) fn text(title: impl Into<String>, lines: Vec<String>) -> Self {
        let read = lines.iter().position(|line| line.starts_with("> ")).unwrap_or(0);
        let scroll = if read < IN_SIGHT { 0 } else { read - IN_SIGHT / 2 };
        Overlay { title: title.into(), kind: Kind::Text(lines), scroll }
    }

    /// A page of another kind.
    pub(crate) fn new(title: impl Into<String>, kind: Kind) -> Self {
        Overlay { title: title.into(), kind, scroll: 0 }
    }

    /// Which of its rows is selected, if it has any.
    pub(crate) fn selected(&self) -> Option<usize> {
        match self.kind {
            Kind::Log { at, .. } | Kind::Charts(at) => Some(at),
            _ => None,
        }
    }

    /// Moves the selection within so many rows, or scrolls.
    pub(crate) fn step(&mut self, by: isize, rows: usize) {
        let last = rows.saturating_sub(1);
        match &mut self.kind {
            Kind::Log { at, .. } | Kind::Charts(at) => *at = at.saturating_add_signed(by).min(last),
            _ => self.scroll = self.scroll.saturating_add_signed(by),
        }
    }
}
