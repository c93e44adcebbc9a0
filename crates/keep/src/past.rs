//! A moment of a game that is over and done with.

use hulldown_desk::{Ask, EventLine, Match, Prompt, Seen};

/// A moment of the game that is over and done with.
pub struct Past {
    /// After how many answers.
    pub at: usize,
    /// The game as it was.
    pub game: Box<dyn Match>,
    /// What it waited for.
    pub prompt: Prompt,
    /// What was answered before, in words.
    pub tried: Option<String>,
    /// What that had set off.
    pub events: Vec<EventLine>,
    /// The key that was then chosen.
    pub chosen: Option<String>,
}

impl Past {
    /// The game after so many answers, as whoever looks may know it.
    pub fn of(seen: Seen<'_>, at: usize) -> Self {
        let past = seen.after(at);
        let earlier = at.checked_sub(1).map(|at| seen.after(at));
        let earlier = earlier.as_ref().map(|game| Seen::new(&**game, seen.viewer()));
        let before = earlier.map_or(0, |earlier| earlier.told());
        let mut keys = seen.answers().into_iter().skip(at.saturating_sub(1)).map(|(_, key)| key);
        let tried = earlier.zip(keys.next().filter(|_| at > 0)).and_then(|(earlier, key)| {
            let options = earlier.prompt().asks.iter().flat_map(Ask::options).cloned().collect::<Vec<_>>();
            options.into_iter().find(|option| option.key == key).map(|option| option.label)
        });
        // While something is hidden one looks back with one's own eyes only.
        let then = Seen::new(&*past, seen.viewer());
        let (prompt, events) = (then.prompt(), then.log(before));
        let chosen = seen.answers().into_iter().nth(at).map(|(_, key)| key);
        Past { at, prompt, tried, events, chosen, game: past }
    }
}
