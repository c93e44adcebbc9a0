//! What a game brings besides its rules and words: bots, aids for the player, other readings of its charts, figures for simulation, and
//! what machines try it with.

pub mod aids;
pub mod bots;
pub mod figures;
mod plot;
mod stats;
pub mod trial;

pub use aids::{Aids, Level, Shots, Threat, Usual};
pub use bots::{Bots, NamedBot};
pub use figures::{Figures, PlayedGame};
pub use trial::Trial;

use crate::chart::readings::OtherReading;
use crate::game::Voice;
use serde::Serialize;

/// What kind of disagreements a game has, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// What is so at each of these places.
    pub disagree: &'static str,
    /// What decides between them, and words to know.
    pub note: &'static str,
}

/// A place where sources disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// A short name to ask for the other reading by.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// What is played with.
    pub ours: &'static str,
    /// What another source has.
    pub theirs: &'static str,
    /// The ruling that decides it.
    pub ruling: &'static str,
    /// Why it is decided so.
    pub why: &'static str,
    /// Whether the other reading can be played.
    pub playable: bool,
    /// What is to be known about playing it, or why it cannot be played.
    pub note: Option<&'static str>,
}

impl Disagreement {
    /// What is to be told of a place that is read in two ways.
    pub fn of(reading: &'static OtherReading) -> Self {
        Disagreement {
            name: &reading.name,
            about: &reading.about,
            ours: &reading.ours,
            theirs: &reading.theirs,
            ruling: &reading.ruling,
            why: &reading.why,
            playable: reading.playable(),
            note: reading.note.as_deref(),
        }
    }
}

/// What somebody new to a game is offered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The seat to play, where a policy takes the other.
    pub seat: u8,
    /// Fields of the set-up that are chosen beforehand, by name.
    pub set: &'static [(&'static str, &'static str)],
    /// How much somebody is asked who learns it: everything, unless much of that teaches nothing.
    pub level: aids::Level,
}

/// What is said of a game where one picks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// How many play: `1 or 2`.
    pub players: &'static str,
    /// How long it takes: `a battle 10 minutes`.
    pub length: &'static str,
    /// How hard it is to learn: `easy`.
    pub difficulty: &'static str,
}

/// How a set-up is asked for on a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The fields that are asked for at once; the rest can wait.
    pub first: &'static [&'static str],
    /// What fields are called, where that is not their name.
    pub called: &'static [(&'static str, &'static str)],
    /// Fields that apply only where another has one of these values.
    pub only: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// The field, and those of its values, with which several play together, so that bots may take the other seats.
    pub partners: Option<(&'static str, &'static [&'static str])>,
}

/// A file that a pack of somebody's own may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackFile {
    /// What it is called.
    pub name: &'static str,
    /// What is in it, in a few words.
    pub holds: &'static str,
    /// One that loads.
    pub example: &'static str,
}

/// A game as the program needs it: its rules and words, who can play it, and what makes playing it pleasant.
pub trait Playable: Voice {
    /// Who can answer for a seat.
    const BOTS: &'static Bots<Self>;

    /// What kind of disagreements there are.
    const SOURCES: Sources = Sources { disagree: "sources disagree", note: "The rulebook comes first." };

    /// Where the sources of its charts disagree, and how to play that the other way.
    fn readings() -> &'static [OtherReading] {
        &[]
    }
    /// What somebody new to it is offered.
    const NEWCOMER: Newcomer = Newcomer { seat: 0, set: &[], level: aids::Level::Full };
    /// What is said of it where one picks it.
    const COVER: Cover = Cover { players: "", length: "", difficulty: "" };
    /// How its set-up is asked for.
    const FORM: Form = Form { first: &[], called: &[], only: &[], partners: None };
    /// What a value of a field of the set-up means, in a line, before one begins: what is on a card.
    fn tells(_data: &'static Self::Data, _field: &str, _value: &str) -> Option<String> {
        None
    }
    /// Files that a pack of somebody's own may hold beside those that take the place of ours, with an example of each.
    const PACK: &'static [PackFile] = &[];
    /// Lines for the help of the program, in the order they are shown in: what follows its name, and what that does. The first word says
    /// which command they belong to: `play duel --set wind=3`.
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[];
    /// What makes it bearable besides its rules.
    const AIDS: &'static Aids<Self> = &Aids::none();
}
