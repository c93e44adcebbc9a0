//! A moment of a game that is over and done with.

use hulldown_desk::{EventLine, Match, Prompt, Seen};

/// A moment of the game that is over and done with.
pub struct Past {
    /// After how many answers.
    pub at: usize,
    /// The game as it was.
    pub game: Box<dyn Match>,
    /// What it waited for.
    pub prompt: Prompt,
    /// What the answer before had set off.
    pub events: Vec<EventLine>,
    /// The key that was then chosen.
    pub chosen: Option<String>,
}

impl Past {
    /// The game after so many answers, as whoever looks may know it.
    pub fn of(seen: Seen<'_>, at: usize) -> Self {
        let past = seen.after(at);
        let before = if at == 0 { 0 } else { Seen::new(&*seen.after(at - 1), seen.viewer()).told() };
        // While something is hidden one looks back with one's own eyes only.
        let then = Seen::new(&*past, seen.viewer());
        let (prompt, events) = (then.prompt(), then.log(before));
        let chosen = seen.answers().into_iter().nth(at).map(|(_, key)| key);
        Past { at, prompt, events, chosen, game: past }
    }
}
