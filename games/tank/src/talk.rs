//! What you are asked, what you can answer, and what happens: each on one line, in the order of the sequence of play. The text of a choice is
//! its key in saves, histories and the protocol.
//!
//! Hexes in keys count in columns and rows of the whole ground, so that a key means the same whatever sheets are called.

mod events;
mod labels;

pub use events::{Addressed, Event, FireSum, Halt, Naming, Seal, Who};
pub use labels::Asked;

use crate::rules::rule;
use crate::words::Code;
use hulldown_core::game::Lesson;
use hulldown_core::hex::{Hex, Side};
use hulldown_core::{answers, asks, choices};
use labels::nth;
use std::borrow::Cow;

// Letters stand beside those of units, A to X, and of hex sides; what seals a plot is on no key that means something else a moment before, and
// what gives up is on none that confirms: no column goes nine Movement Points.
choices! {
    /// An answer.
    pub enum Choice, asked: Asked<'_> {
        /// Enter the map here.
        At(hex: Hex) = "at:{hex}" ["17.3"] => asked.entry(hex), at "hex:{hex}";
        /// The others in the order they stand in.
        AsTheyAre = "as-they-are" ["17.3c"] "the others as they stand";
        /// Take the last step back.
        Back = "back" ["17.11b"] "take the last step back", letter 'J';
        /// The rest by the shortest way.
        Shortest = "shortest" ["17.11b"] "the rest by the shortest way", letter 'S';
        /// A hex in this column.
        Column(column: u16) = "col:{column}" ["9.11"] => format!("column {column:02}"), at "col:{column}";
        /// The hex in this row of the column.
        Row(row: u16) = "row:{row}" ["9.11"]
            => asked.in_row(row).map_or_else(|| format!("row {row:02}"), |hex| asked.place(hex)),
            at => asked.in_row(row).map(|hex| format!("hex:{hex}")), letter ' ';
        /// Seal the plot.
        Commit = "commit" ["6.0"] => asked.commit(), letter 'Z';
        /// The leader of the column spends so many Movement Points.
        March(points: u8) = "march:{points}" ["17.11b"] => match points {
            0 => "halt".into(),
            1 => "1 Movement Point".into(),
            points => format!("{points} Movement Points"),
        };
        /// Offer to end the game, or give up.
        Talk = "talk" ["17.11f"] "offer a draw, or give up", letter '9';
        /// Offer to end the game as it stands.
        Offer = "offer" ["17.11f"] "offer to end the game as it stands";
        /// Give up.
        Resign = "resign" ["17.11f"] "give up";
        /// Nothing.
        Nothing = "none" ["6.0"] "nothing", letter 'N';
        /// Direct Fire at a hex.
        Df(hex: Hex) = "df:{hex}" ["5.0b"]
            => asked.direct_fire(hex), at "hex:{hex}", letter 'D';
        /// Opportunity Fire; the hex comes next.
        Of = "of" ["5.0c"] "Opportunity Fire along a line; the hex comes next", letter 'P';
        /// Opportunity Fire into all six adjacent hexes.
        OfAround = "of:adj" ["8.0k"] => match asked.id().map_or(0, |id| asked.lens().friends_around(id)) {
            0 => "Opportunity Fire into all six adjacent hexes",
            _ => "Opportunity Fire into the adjacent hexes where no friend is or comes",
        };
        /// Movement; the steps come next.
        Mv = "mv" ["5.0d"] "Movement; the path comes next", letter 'M';
        /// Movement in reverse; the steps come next.
        Mvr = "mvr" ["5.0g"] "Movement in reverse; the path comes next", letter 'B';
        /// A change of facing, chosen in the Final Facing Segment.
        Fc = "fc" ["5.0e"] "change of facing at the end of the turn", letter 'F';
        /// The same as last Game-Turn.
        Again = "again" ["6.0"] => format!("as last turn: {}", asked.plot(|unit| unit.last)), letter 'A';
        /// On over this side.
        Step(side: Side) = ">{side}" ["9.12"] => asked.step(side), at => asked.beyond(side);
        /// Overrun the hex over this side and stop in the one beyond.
        Over(side: Side) = "over:{side}" ["9.4"]
            => format!("overrun {}", asked.next(side).map_or_else(|| side.to_string(), |hex| asked.ground().name(hex))), letter 'M';
        /// Move up in the queue without entering.
        Up = "up" ["R47"] "move up in the queue", letter 'P';
        /// Move up and enter the map.
        Enter = "enter" ["R47"] "move up and enter the map", letter 'I';
        /// Leave the map from here.
        Exit = "exit" ["17.3f"] "leave the map here", letter 'V';
        /// The plot of this unit is as it should be.
        Done = "done" ["6.0"] => format!("done: {}", asked.plot(|unit| unit.plot)), letter 'G';
        /// Drop what was begun.
        Drop = "drop" ["6.0"] "never mind", letter 'K';
        /// Stop all movement.
        Stop = "stop" ["9.36"] "stop all our units where they are", letter 'S';
        /// Let movement go on.
        GoOn = "go-on" ["9.36"] "go on as plotted", letter 'G';
        /// Face this side.
        Face(side: Side) = "face:{side}" ["7.12"] => asked.face(side), at => asked.beside(side);
        /// All others keep their facing.
        KeepRest = "keep-rest" ["7.12"] "turn nobody else: this unit and all after it keep their facing", letter 'K';
        /// This unit.
        Unit(code: Code) = "{code}" ["6.0"] => asked.by_code(code), at => Some(asked.unit_spot(code));
    }
}

asks! {
    /// A question. Units are named by their place in their force.
    pub enum Ask, asked: Asked<'_> {
        /// Where the force enters the map.
        Entry = "entry" ["17.3"]
            => format!("{}: choose the hex of the {} where the column enters", asked.force, asked.edge()),
            lesson "entry"
            "Your force enters the map in column by one hex of its edge. For a first game take one in the middle: there the \
             columns meet. Later look for a covered way: what the enemy does not see he cannot fire at.";
        /// Which way it faces as it enters.
        Heading = "heading" ["R47"] => format!("{}: which way do units face as they enter?", asked.force),
            lesson "heading"
            "Off the map your tanks stand one behind the other. This is the way they face as they drive on.";
        /// Which unit comes next in the column.
        Order(place: u8) = "order" ["17.3c"]
            => format!("{}: who comes {} in the column?", asked.force, nth(place + 1)),
            lesson "order"
            "The first in the column meets the enemy first. All tanks of a force are of one type here, so \
             \"the others as they stand\" will do.";
        /// The next step of the march to the far edge.
        Track = "track" ["17.11b"]
            => format!("{}: the march to the far edge, hex by hex.{}", asked.force, asked.come_to()),
            lesson "track"
            "In a meeting engagement you write the whole march to the far edge before the game, and follow it until one side \
             sees the other or it is at its end. \"The rest by the shortest way\" writes it for you.";
        /// The column of a unit's secret hex.
        SiteColumn(n: u8) = "site" ["17.12"]
            => format!("{}: in which column does {} set up?{}", asked.force, asked.called(), asked.enemy_from()), at => asked.spot(),
            lesson "site"
            "Your units lie hidden until they fire or are found. Look for cover with a long view of where the enemy comes from. \
             The usual answer sets each unit up as a bot would: take it for all, and change what you like next time.";
        /// The row of a unit's secret hex.
        SiteRow(n: u8, column: u16) = "site" ["17.12"]
            => format!("{}: in which hex does {} set up?", asked.force, asked.called()), at => asked.spot();
        /// A unit's facing there.
        SiteFacing(n: u8) = "site" ["14.5"]
            => format!("{}: which way does {} face?", asked.force, asked.called()), at => asked.spot();
        /// What the column's leader spends.
        March = "march" ["17.3b"]
            => format!("{}, Game-Turn {}: {}", asked.force, asked.game.turn, asked.marches()),
            lesson "march"
            "While in column you only say how far the head goes; everyone follows in his track. All units move \
             at once, point by point.";
        /// Whose plot comes next.
        Plot = "plot" ["4.1b"]
            => format!("{}, Game-Turn {}: plot a task for each unit, then commit.", asked.force, asked.game.turn),
            lesson => Some(asked.plotting());
        /// Ending the game.
        Talk = "talk" ["17.11f"] => format!("{}: end the game?", asked.force);
        /// A unit's task.
        Task(n: u8) = "task" ["5.0"] => format!("{}: what does {} do?", asked.force, asked.called()), at => asked.spot(),
            lesson "task"
            "Direct Fire (D) is at a unit you see now. Opportunity Fire (P) waits along a line for something to drive onto it. M moves, B \
             moves in reverse, F turns at the end. In a line (`A m B B, C d 2714`) these letters do, or DF, OF, MV, MVR and FC. A target that moves is harder to hit: \
             the die gets +1 for every two points it spends.";
        /// The column of the hex it watches.
        OfColumn(n: u8) = "watch" ["8.53"]
            => format!("{}: in which column does the line of {} end?", asked.force, asked.called()), at => asked.spot(),
            lesson => Some(WATCH);
        /// The row of the hex it watches.
        OfRow(n: u8, column: u16) = "watch" ["8.53"]
            => format!("{}: in which hex does the line of {} end?", asked.force, asked.called()), at => asked.spot(),
            lesson => Some(WATCH);
        /// The next step of a unit's path.
        Path(n: u8) = "path" ["6.0c"] => format!("{}: the path of {}", asked.force, asked.spent()), at => asked.spot(),
            lesson "path"
            "A to F are the six sides of a hex, A north, then clockwise. The unit ends facing the way it moved. Points you do not \
             spend are lost.";
        /// Whether to stop all movement.
        Stop = "stop" ["9.36"]
            => format!("{}: {}. Stop all our movement here, or go on?", asked.force, asked.found()),
            lesson "stop"
            "One of your moving units has seen something new. You may stop everybody now, or let all plots run on.";
        /// A unit's final facing.
        Facing(n: u8) = "facing" ["4.1k"]
            => format!("{}: which way does {}", asked.force, asked.faces()), at => asked.spot(),
            lesson "facing"
            "Armor is thick in front and thin behind. Face what can hurt you: front, side and rear are counted from where the \
             firer stands.";
    }
}

answers! { Choice:
    /// Who comes next in the column.
    pub(crate) enum OrderAnswer { Unit(code: Code), AsTheyAre }
    /// The next step to the far edge, or all of them.
    pub(crate) enum TrackAnswer { Step(side: Side), Back, Shortest }
    /// The column of a secret hex.
    pub(crate) enum SiteColumnAnswer { Column(column: u16) }
    /// What the column's leader spends on a way that is written.
    pub(crate) enum MarchAnswer { March(points: u8), Talk }
    /// The next step of a column whose way is not.
    pub(crate) enum LeadAnswer { Step(side: Side), Back, Commit, Talk }
    /// Whose plot comes next, or that it is enough.
    pub(crate) enum PlotAnswer { Unit(code: Code), Commit, Talk }
    /// A task.
    pub(crate) enum TaskAnswer { Nothing, Df(hex: Hex), Of, OfAround, Mv, Mvr, Fc, Again }
    /// The column of the hex that is watched.
    pub(crate) enum OfColumnAnswer { Column(column: u16), Drop }
    /// Its row.
    pub(crate) enum OfRowAnswer { Row(row: u16), Drop }
    /// The next step of a path, or its end.
    pub(crate) enum PathAnswer { Step(side: Side), Over(side: Side), Up, Enter, Exit, Done, Drop }
}

const WATCH: Lesson = Lesson {
    id: "watch",
    text: Cow::Borrowed(
        "The line runs from the center of your hex to the center of the hex you name. The first enemy to come onto it is \
         fired at; a friend there cancels the fire.",
    ),
};

impl Ask {
    /// The unit it is about, by its place in its force.
    pub const fn unit(self) -> Option<u8> {
        match self {
            Ask::Task(n) | Ask::Path(n) | Ask::OfColumn(n) | Ask::OfRow(n, _) | Ask::Facing(n) => Some(n),
            Ask::SiteColumn(n) | Ask::SiteRow(n, _) | Ask::SiteFacing(n) => Some(n),
            Ask::Entry | Ask::Heading | Ask::Order(_) | Ask::Track | Ask::March => None,
            Ask::Plot | Ask::Talk | Ask::Stop => None,
        }
    }
}
