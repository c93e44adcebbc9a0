//! Drawings: what a game's boards are made of, and the SVG that several games share.
//!
//! A drawing is a pure function from what a seat sees ([`Game::View`]) to HTML with inline SVG. Nothing is decided: what the rules
//! allow arrives as [`Spot`]s, and each becomes exactly one link. The markup holds no script, no style attribute and no handler, so
//! it fits a strict content security policy; all looks come from [`CSS`] and the game's own [`Drawn::CSS`].

pub mod bears;
mod known;
mod once;
mod plain;
mod px;
pub mod ribbons;
pub mod scenery;
pub mod sherman;
pub mod silhouettes;
pub mod sketch;
mod spots;

pub use known::{Known, Mark, Shows};
pub use plain::Plain;
pub use px::{Px, whole};
pub use sketch::{Ink, Question, Room, Sketch, fitted, folded};
pub use spots::Spots;

use hulldown_core::game::{Game, Section, Voice};
pub use hulldown_core::phrase::capital;
use maud::{Markup, html};
use serde::Serialize;

/// The styles of everything that is shared: light, dark, high contrast, reduced motion.
pub const CSS: &str = include_str!("draw.css");

/// A place where options exist now, such as `unit:2`, `area:A`, `hull:left`, `ammo:ap`, `crew:loader` or `rack`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The place, as the options name it.
    pub id: String,
    /// How many options are there.
    pub count: usize,
    /// What a person is told about it.
    pub label: String,
}

/// The part of the page a panel belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// In the center: what one plays on.
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
    pub region: Region,
    /// Trusted markup.
    pub html: String,
}

impl Panel {
    /// A piece of a page.
    pub fn new(id: &'static str, title: impl Into<String>, region: Region, html: Markup) -> Self {
        Panel { id, title: title.into(), region, html: html.into_string() }
    }
}

/// What a page wants to see of a table beyond what everybody sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look<'a> {
    /// The thing the page is about, as a spot: `unit:alpha:J`, `hex:3704`.
    pub about: Option<&'a str>,
    /// The kind of the question that is asked: what can be pointed at is what answers it.
    pub asked: &'a str,
    /// Whether whole answers can be said now by pointing: the seat is asked, and its game understands lines.
    pub says: bool,
    /// The whole map rather than the part where things happen.
    pub whole: bool,
    /// What the page shows already.
    pub known: Known<'a>,
}

/// Something a seat heard: an event with its words. Rolls have words only.
pub struct HeardEvent<'a, G: Game> {
    /// What happened; none for a roll.
    pub event: Option<&'a G::Event>,
    /// One line for people.
    pub text: String,
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

/// A game that is drawn. One that says nothing here is shown as the lists of [`Voice::sections`].
pub trait Drawn: Voice {
    /// The styles of its own drawings, after the shared ones.
    const CSS: &'static str = "";

    /// Whether its turns can be watched moment by moment ([`Drawn::beats`]).
    const WATCHED: bool = false;

    /// The table: boards, and lists beside them. Every spot becomes one link to `{base}?spot={id}#options`; where a whole answer can be
    /// said by pointing, an element carries it as `data-say`.
    fn panels(view: &Self::View<'_>, spots: &[Spot], base: &str, _look: &Look<'_>) -> Vec<Panel> {
        lists(&Self::sections(view), &Spots::new(spots, base))
    }

    /// The board in characters, in this room and in ASCII, near what happens; none where lists say it all.
    fn sketch(_view: &Self::View<'_>, _spots: &[Spot], _look: &Look<'_>, _room: Room) -> Option<Sketch> {
        None
    }

    /// An answer in words to a question about the board: paragraphs, or why there is none and what can be asked.
    fn answer(_view: &Self::View<'_>, _question: Question<'_>) -> Result<Vec<String>, String> {
        Err("This game has no board to ask about.".into())
    }

    /// The career so far.
    fn career(_view: &Self::View<'_>) -> Vec<Panel> {
        Vec::new()
    }

    /// The same from everything that the seat of the view has heard: what a state no longer knows, such as who has fallen.
    fn told(_view: &Self::View<'_>, _heard: &[HeardEvent<'_, Self>]) -> Vec<Panel> {
        Vec::new()
    }

    /// What happened since a situation, moment by moment, as the seat of the view heard it.
    fn beats(_before: &Self::View<'_>, _heard: &[HeardEvent<'_, Self>]) -> Vec<Beat> {
        Vec::new()
    }

    /// A picture for the library page, as one `<svg>`.
    fn picture() -> Option<Markup> {
        None
    }
}

/// Titled lists as panels, the first in the center and with the links to all spots.
fn lists(sections: &[Section], spots: &Spots<'_>) -> Vec<Panel> {
    let panel = |(n, section): (usize, &Section)| {
        let html = html! {
            ul { @for line in &section.lines { li { (line) } } }
            @if n == 0 { (spots.rest()) }
        };
        Panel::new(section.id, &section.title, if n == 0 { Region::Board } else { Region::Side }, html)
    };
    sections.iter().enumerate().map(panel).collect()
}
