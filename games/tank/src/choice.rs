//! What a player can be asked, and what he can answer. The text of a choice is its key in saves, histories and the protocol.
//!
//! Hexes in keys count in columns and rows of the whole ground, so that a key means the same whatever sheets are called.

use crate::words::Code;
use hulldown_core::hex::{Hex, Side};
use std::fmt;
use std::str::FromStr;

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Enter the map here.
    At(Hex),
    /// This unit.
    Unit(Code),
    /// The others in the order they stand in.
    AsTheyAre,
    /// On over this side.
    Step(Side),
    /// Take the last step back.
    Back,
    /// The rest by the shortest way.
    Shortest,
    /// A hex in this column.
    Column(u16),
    /// The hex in this row of the column.
    Row(u16),
    /// Face this side.
    Face(Side),
    /// All others keep their facing.
    KeepRest,
    /// Nothing.
    Nothing,
    /// Direct Fire at a hex.
    Df(Hex),
    /// Opportunity Fire; the hex comes next.
    Of,
    /// Opportunity Fire into all six adjacent hexes.
    OfAround,
    /// Movement; the steps come next.
    Mv,
    /// Movement in reverse; the steps come next.
    Mvr,
    /// A change of facing, chosen in the Final Facing Segment.
    Fc,
    /// The same as last Game-Turn.
    Again,
    /// Move up in the queue without entering.
    Up,
    /// Move up and enter the map.
    Enter,
    /// Overrun the hex over this side and stop in the one beyond.
    Over(Side),
    /// Leave the map from here.
    Exit,
    /// The plot of this unit is as it should be.
    Done,
    /// Drop what was begun.
    Drop,
    /// The leader of the column spends so many Movement Points.
    March(u8),
    /// Seal the plot.
    Commit,
    /// Talk about ending the game.
    Talk,
    /// Offer to end the game as it stands.
    Offer,
    /// Give up.
    Resign,
    /// Stop all movement.
    Stop,
    /// Let movement go on.
    GoOn,
}

/// A question. Units are named by their place in their force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Where the force enters the map.
    Entry,
    /// Which way it faces as it enters.
    Heading,
    /// Which unit comes next in the column.
    Order(u8),
    /// The next step of the march to the far edge.
    Track,
    /// The column of a unit's secret hex.
    SiteColumn(u8),
    /// The row of a unit's secret hex.
    SiteRow(u8, u16),
    /// A unit's facing there.
    SiteFacing(u8),
    /// Whose plot comes next.
    Plot,
    /// A unit's task.
    Task(u8),
    /// The column of the hex it watches.
    OfColumn(u8),
    /// The row of the hex it watches.
    OfRow(u8, u16),
    /// The next step of a unit's path.
    Path(u8),
    /// What the column's leader spends.
    March,
    /// Ending the game.
    Talk,
    /// Whether to stop all movement.
    Stop,
    /// A unit's final facing.
    Facing(u8),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::At(hex) => write!(f, "at:{hex}"),
            Choice::Unit(code) => write!(f, "{code}"),
            Choice::AsTheyAre => f.write_str("as-they-are"),
            Choice::Step(side) => write!(f, ">{side}"),
            Choice::Back => f.write_str("back"),
            Choice::Shortest => f.write_str("shortest"),
            Choice::Column(column) => write!(f, "col:{column}"),
            Choice::Row(row) => write!(f, "row:{row}"),
            Choice::Face(side) => write!(f, "face:{side}"),
            Choice::KeepRest => f.write_str("keep-rest"),
            Choice::Nothing => f.write_str("none"),
            Choice::Df(hex) => write!(f, "df:{hex}"),
            Choice::Of => f.write_str("of"),
            Choice::OfAround => f.write_str("of:adj"),
            Choice::Mv => f.write_str("mv"),
            Choice::Mvr => f.write_str("mvr"),
            Choice::Fc => f.write_str("fc"),
            Choice::Again => f.write_str("again"),
            Choice::Up => f.write_str("up"),
            Choice::Enter => f.write_str("enter"),
            Choice::Over(side) => write!(f, "over:{side}"),
            Choice::Exit => f.write_str("exit"),
            Choice::Done => f.write_str("done"),
            Choice::Drop => f.write_str("drop"),
            Choice::March(points) => write!(f, "march:{points}"),
            Choice::Commit => f.write_str("commit"),
            Choice::Talk => f.write_str("talk"),
            Choice::Offer => f.write_str("offer"),
            Choice::Resign => f.write_str("resign"),
            Choice::Stop => f.write_str("stop"),
            Choice::GoOn => f.write_str("go-on"),
        }
    }
}

impl FromStr for Choice {
    type Err = String;
    fn from_str(text: &str) -> Result<Choice, String> {
        let bad = || format!("`{}` is not an answer", text.chars().take(40).collect::<String>());
        let plain = match text {
            "as-they-are" => Some(Choice::AsTheyAre),
            "back" => Some(Choice::Back),
            "shortest" => Some(Choice::Shortest),
            "keep-rest" => Some(Choice::KeepRest),
            "none" => Some(Choice::Nothing),
            "of" => Some(Choice::Of),
            "of:adj" => Some(Choice::OfAround),
            "mv" => Some(Choice::Mv),
            "mvr" => Some(Choice::Mvr),
            "fc" => Some(Choice::Fc),
            "again" => Some(Choice::Again),
            "up" => Some(Choice::Up),
            "enter" => Some(Choice::Enter),
            "exit" => Some(Choice::Exit),
            "done" => Some(Choice::Done),
            "drop" => Some(Choice::Drop),
            "commit" => Some(Choice::Commit),
            "talk" => Some(Choice::Talk),
            "offer" => Some(Choice::Offer),
            "resign" => Some(Choice::Resign),
            "stop" => Some(Choice::Stop),
            "go-on" => Some(Choice::GoOn),
            _ => None,
        };
        let choice = match (plain, text.split_once(':')) {
            (Some(choice), _) => choice,
            (None, Some((word, rest))) => match word {
                "at" => Choice::At(rest.parse()?),
                "df" => Choice::Df(rest.parse()?),
                "face" => Choice::Face(rest.parse()?),
                "over" => Choice::Over(rest.parse()?),
                "col" => Choice::Column(rest.parse().map_err(|_| bad())?),
                "row" => Choice::Row(rest.parse().map_err(|_| bad())?),
                "march" => Choice::March(rest.parse().map_err(|_| bad())?),
                _ => return Err(bad()),
            },
            (None, None) => match text.strip_prefix('>') {
                Some(side) => Choice::Step(side.parse()?),
                None => Choice::Unit(text.parse().map_err(|_| bad())?),
            },
        };
        // Only the one spelling that is written is read: saves hold it.
        if choice.to_string() == text { Ok(choice) } else { Err(bad()) }
    }
}
