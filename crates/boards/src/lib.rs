//! Boards, mats and ribbons: a seat's view of a game turned into markup.
//!
//! Everything here is a pure function from the JSON a seat sees to HTML with inline SVG. Nothing is looked up, nothing is decided:
//! what the rules allow arrives as [`Spot`]s, and each becomes exactly one link. The markup holds no script, no style attribute
//! and no handler, so it fits a strict content security policy; all looks come from [`css`].

mod ace;
mod spots;

use serde_json::Value;

/// A place where options exist now, such as `unit:2`, `area:A`, `hull:left`, `ammo:ap`, `crew:loader` or `rack`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The place, as the options name it.
    pub id: String,
    /// How many options are there.
    pub count: usize,
    /// What a person is told about it.
    pub label: String,
}

/// Where on the page a panel belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the centre: what one plays on.
    Board,
    /// Beside it: lists.
    Side,
    /// On the page of the career.
    Career,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Stable name, usable as an element id.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// Where it belongs.
    pub place: Place,
    /// Trusted markup.
    pub html: String,
}

/// Draws one game.
pub trait Renderer: Sync {
    /// The game's id.
    fn game(&self) -> &'static str;

    /// The table: boards and side lists. Every spot becomes one link to `{base}?spot={id}#options`.
    fn panels(&self, view: &Value, spots: &[Spot], base: &str) -> Vec<Panel>;

    /// The career so far.
    fn career(&self, view: &Value) -> Vec<Panel>;

    /// A picture for the library page, as one `<svg>`.
    fn picture(&self) -> String;
}

/// The renderer of a game.
pub fn renderer(game: &str) -> Option<&'static dyn Renderer> {
    static ALL: [&dyn Renderer; 1] = [&ace::AceBoards];
    ALL.into_iter().find(|one| one.game() == game)
}

/// The stylesheet of everything drawn here: light, dark, high contrast, reduced motion.
pub fn css() -> &'static str {
    include_str!("boards.css")
}
