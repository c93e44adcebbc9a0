//! Boards, mats and ribbons: a seat's view of a game turned into markup.
//!
//! Everything here is a pure function from the JSON a seat sees to HTML with inline SVG. Nothing is looked up, nothing is decided:
//! what the rules allow arrives as [`Spot`]s, and each becomes exactly one link. The markup holds no script, no style attribute
//! and no handler, so it fits a strict content security policy; all looks come from [`css`].

mod ace;
mod patton;
mod spots;
mod tank;

use serde::Serialize;
use serde_json::Value;
use std::any::Any;

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

/// What a page wants to see of a table beyond what everybody sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look<'a> {
    /// The thing the page is about, as a spot: `unit:alpha:J`, `hex:3704`.
    pub about: Option<&'a str>,
    /// Whether whole answers can be said now by pointing: the seat is asked, and its game understands lines.
    pub says: bool,
    /// The whole map rather than the part where things happen.
    pub whole: bool,
}

/// Something a seat heard: an event as data and in words. Rolls have words only, their data is null.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    /// The event as it serialises.
    pub fact: &'a Value,
    /// One line for people.
    pub text: &'a str,
}

/// One moment of a turn that is watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beat {
    /// The part of the turn it belongs to, such as `Movement, pulse 2`.
    pub part: String,
    /// What is told, line by line.
    pub texts: Vec<String>,
    /// What changes on the board. Forwards each element becomes what it is after; backwards, in the opposite order, what it was.
    pub changes: Vec<Change>,
    /// Trusted SVG that is drawn under the counters while this moment is shown, in the group `…-beat-under`.
    pub under: String,
    /// Trusted SVG that is drawn over them, in the group `…-beat`.
    pub over: String,
}

/// How one element of a board changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The element's id.
    pub id: String,
    /// The id of the group it is put into where there was none.
    pub layer: &'static str,
    /// Trusted SVG; none if the element was not there.
    pub before: Option<String>,
    /// Trusted SVG; none if the element is gone.
    pub after: Option<String>,
}

/// Draws one game.
pub trait Renderer: Sync {
    /// The game's id.
    fn game(&self) -> &'static str;

    /// The table: boards and side lists. Every spot becomes one link to `{base}?spot={id}#options`.
    fn panels(&self, view: &Value, spots: &[Spot], base: &str) -> Vec<Panel>;

    /// The table as a page wants to see it. Where a whole answer can be said by pointing, an element carries it as `data-say`.
    fn look(&self, view: &Value, spots: &[Spot], base: &str, _look: &Look<'_>) -> Vec<Panel> {
        self.panels(view, spots, base)
    }

    /// What happened since a situation, moment by moment, as the seat of the view heard it.
    fn beats(&self, _before: &Value, _heard: &[Heard<'_>]) -> Vec<Beat> {
        Vec::new()
    }

    /// What is about a place, line by line, for those who do not look at drawings.
    fn near(&self, _view: &Value, _place: &str) -> Vec<String> {
        Vec::new()
    }

    /// The career so far.
    fn career(&self, view: &Value) -> Vec<Panel>;

    /// A picture for the library page, as one `<svg>`.
    fn picture(&self) -> String;
}

/// The renderer of a game.
pub fn renderer(game: &str) -> Option<&'static dyn Renderer> {
    static ALL: [&dyn Renderer; 3] = [&ace::AceBoards, &patton::PattonBoards, &tank::TankBoards { charts: None }];
    ALL.into_iter().find(|one| one.game() == game)
}

/// The renderer of a game that is played with these charts. What is drawn from figures is drawn from theirs.
pub fn renderer_with(game: &str, charts: &'static (dyn Any + Send + Sync)) -> Option<Box<dyn Renderer>> {
    Some(match game {
        "ace" => Box::new(ace::AceBoards),
        "patton" => Box::new(patton::PattonBoards),
        "tank" => Box::new(tank::TankBoards { charts: charts.downcast_ref() }),
        _ => return None,
    })
}

/// The stylesheet of everything drawn here: light, dark, high contrast, reduced motion.
pub fn css() -> &'static str {
    concat!(include_str!("boards.css"), include_str!("patton/patton.css"), include_str!("tank/tank.css"))
}
