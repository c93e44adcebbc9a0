//! What a player can be asked, and what he can answer, in the order of the sequence of play. The text of a choice is its key in saves,
//! histories and the protocol.
//!
//! Hexes in keys count in columns and rows of the whole ground, so that a key means the same whatever sheets are called.

use crate::arrange::track_end;
use crate::charts::Charts;
use crate::lens::Lens;
use crate::map::Ground;
use crate::pad::Pad;
use crate::rules::rule;
use crate::state::{Id, Place, Stage, Tank, Unit};
use crate::text::{plot_words, sum_words, unit_name, weapon_name};
use crate::view::View;
use crate::words::{Code, Force, Kind};
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_core::{asks, choices};

choices! {
    /// An answer.
    pub enum Choice, asked: Asked<'_> {
        /// Enter the map here.
        At(hex: Hex) = "at:{hex}" ["17.3"] => asked.entry(hex), at "hex:{hex}";
        /// The others in the order they stand in.
        AsTheyAre = "as-they-are" ["17.3c"] "the others as they stand";
        /// Take the last step back.
        Back = "back" ["17.11b"] "take the last step back";
        /// The rest by the shortest way.
        Shortest = "shortest" ["17.11b"] "the rest by the shortest way";
        /// A hex in this column.
        Column(column: u16) = "col:{column}" ["9.11"] "column {column:02}";
        /// The hex in this row of the column.
        Row(row: u16) = "row:{row}" ["9.11"]
            => asked.in_row(row).map_or_else(|| format!("row {row:02}"), |hex| asked.name(hex)),
            at => asked.in_row(row).map(|hex| format!("hex:{hex}"));
        /// Seal the plot.
        Commit = "commit" ["6.0"] "commit: seal the plot";
        /// The leader of the column spends so many Movement Points.
        March(points: u8) = "march:{points}" ["17.11b"] => match points {
            0 => "halt".into(),
            1 => "1 Movement Point".into(),
            points => format!("{points} Movement Points"),
        };
        /// Offer to end the game, or give up.
        Talk = "talk" ["17.11f"] "offer a draw, or give up";
        /// Offer to end the game as it stands.
        Offer = "offer" ["17.11f"] "offer to end the game as it stands";
        /// Give up.
        Resign = "resign" ["17.11f"] "give up";
        /// Nothing.
        Nothing = "none" ["6.0"] "nothing";
        /// Direct Fire at a hex.
        Df(hex: Hex) = "df:{hex}" ["5.0b"]
            => format!("Direct Fire at {}: {}", asked.name(hex), asked.shot(hex)), at "hex:{hex}";
        /// Opportunity Fire; the hex comes next.
        Of = "of" ["5.0c"] "Opportunity Fire along a line; the hex comes next";
        /// Opportunity Fire into all six adjacent hexes.
        OfAround = "of:adj" ["8.0k"] => match asked.id().map_or(0, |id| asked.lens().friends_around(id)) {
            0 => "Opportunity Fire into all six adjacent hexes",
            _ => "Opportunity Fire into the adjacent hexes where no friend is or comes",
        };
        /// Movement; the steps come next.
        Mv = "mv" ["5.0d"] "Movement; the path comes next";
        /// Movement in reverse; the steps come next.
        Mvr = "mvr" ["5.0g"] "Movement in reverse; the path comes next";
        /// A change of facing, chosen in the Final Facing Segment.
        Fc = "fc" ["5.0e"] "change of facing at the end of the turn";
        /// The same as last Game-Turn.
        Again = "again" ["6.0"] => format!("as last turn: {}", asked.plot(|unit| unit.last));
        /// On over this side.
        Step(side: Side) = ">{side}" ["9.12"] => asked.step(side), at => asked.beyond(side);
        /// Overrun the hex over this side and stop in the one beyond.
        Over(side: Side) = "over:{side}" ["9.4"]
            => format!("overrun {}", asked.next(side).map_or_else(|| side.to_string(), |hex| asked.ground().name(hex)));
        /// Move up in the queue without entering.
        Up = "up" ["R47"] "move up in the queue";
        /// Move up and enter the map.
        Enter = "enter" ["R47"] "move up and enter the map";
        /// Leave the map from here.
        Exit = "exit" ["17.3f"] "leave the map here";
        /// The plot of this unit is as it should be.
        Done = "done" ["6.0"] => format!("done: {}", asked.plot(|unit| unit.plot));
        /// Drop what was begun.
        Drop = "drop" ["6.0"] "never mind";
        /// Stop all movement.
        Stop = "stop" ["9.36"] "stop all our units where they are";
        /// Let movement go on.
        GoOn = "go-on" ["9.36"] "go on as plotted";
        /// Face this side.
        Face(side: Side) = "face:{side}" ["7.12"] => asked.face(side), at => asked.beside(side);
        /// All others keep their facing.
        KeepRest = "keep-rest" ["7.12"] "this and all others stay as they are";
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
            => format!("{}: in which column does {} set up?", asked.force, asked.called()), at => asked.spot();
        /// The row of a unit's secret hex.
        SiteRow(n: u8, column: u16) = "site" ["17.12"]
            => format!("{}: in which hex does {} set up?", asked.force, asked.called()), at => asked.spot();
        /// A unit's facing there.
        SiteFacing(n: u8) = "site" ["14.5"]
            => format!("{}: which way does {} face?", asked.force, asked.called()), at => asked.spot();
        /// What the column's leader spends.
        March = "march" ["17.3b"]
            => format!("{}, Game-Turn {}: how far does the head of the column go?", asked.force, asked.game.turn),
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
            "DF fires at a unit you see now. OF waits along a line for something to drive onto it. MV and MVR move, FC turns. A \
             target that moves is harder to hit: the die gets +1 for every two points it spends.";
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
            => format!("{}: something new has been spotted. Stop all our movement here?", asked.force),
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

const WATCH: Lesson = Lesson {
    id: "watch",
    text: "The line runs from the center of your hex to the center of the hex you name. The first enemy to come onto it is \
           fired at; a friend there cancels the fire.",
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

/// A question put to a force, with what its words and those of its answers are about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    game: &'a Tank,
    charts: &'static Charts,
    force: Force,
    ask: Ask,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(game: &'a Tank, charts: &'static Charts, seat: Seat, ask: Ask) -> Asked<'a> {
        Asked { game, charts, force: Force::of(seat), ask }
    }

    fn lens(self) -> Lens<'a> {
        Lens::new(self.game, self.charts)
    }

    fn ground(self) -> &'static Ground {
        self.charts.ground(self.game.sheets)
    }

    /// The unit the question is about.
    fn id(self) -> Option<Id> {
        let id = Id { force: self.force, n: self.ask.unit()? };
        (usize::from(id.n) < self.game.army(id.force).units.len()).then_some(id)
    }

    fn unit(self) -> Option<&'a Unit> {
        self.id().map(|id| self.game.unit(id))
    }

    fn called(self) -> String {
        self.unit().map_or_else(|| "the unit".into(), |unit| unit_name(self.charts, unit))
    }

    fn spot(self) -> Option<String> {
        self.unit().map(|unit| self.unit_spot(unit.code))
    }

    fn unit_spot(self, code: Code) -> String {
        format!("unit:{}:{code}", self.force.id())
    }

    fn hex_spot(self, hex: HexId) -> String {
        format!("hex:{}", self.ground().hex(hex))
    }

    fn name(self, hex: Hex) -> String {
        self.ground().id(hex).map_or_else(|| hex.to_string(), |id| self.ground().name(id))
    }

    /// The edge a column enters by.
    fn edge(self) -> &'static str {
        let edge = self.charts.scenario(self.game.scenario).info.entry[self.force.index()];
        edge.map_or("the edge", |edge| edge.name())
    }

    /// An entry hex; the three where columns are likeliest to meet are named.
    fn entry(self, hex: Hex) -> String {
        let edge = self.charts.scenario(self.game.scenario).info.entry[self.force.index()];
        let hexes: Vec<HexId> = edge.into_iter().flat_map(|edge| self.ground().edge(edge)).collect();
        let at = self.ground().id(hex).and_then(|id| hexes.iter().position(|edge| *edge == id));
        let middle = at.is_some_and(|at| at.abs_diff(hexes.len() / 2) <= 1);
        if middle { format!("{}, in the middle of the edge", self.name(hex)) } else { self.name(hex) }
    }

    /// How far a track has been laid.
    fn come_to(self) -> String {
        let end = track_end(&self.lens(), self.force);
        end.map_or_else(String::new, |hex| format!(" It has come to {}.", self.ground().name(hex)))
    }

    /// The hex in a row of the column that was chosen.
    fn in_row(self, row: u16) -> Option<Hex> {
        match self.ask {
            Ask::SiteRow(_, column) | Ask::OfRow(_, column) => Some(Hex::new(column as i16, row as i16)),
            _ => None,
        }
    }

    fn plotting(self) -> Lesson {
        if self.game.turn <= 1 {
            return Lesson { id: "plot", text: "Both sides plot in secret and then carry it out together." };
        }
        Lesson {
            id: "plot_free",
            text: "Contact: from now on every unit gets its own task. A unit moves, or fires, or turns, never two of them. \
                   Choose a unit, then what it does; commit when all is plotted. You may also say it in one line: \
                   `A df 2714`, `B mv A A B`.",
        }
    }

    /// A unit to be plotted for, or next in the column.
    fn by_code(self, code: Code) -> String {
        let Some(id) = self.game.coded(self.force, code) else { return code.to_string() };
        let (ground, unit) = (self.ground(), self.game.unit(id));
        let place = match unit.place {
            Place::On(hex) => format!("in {}, facing {}", ground.name(hex), unit.facing),
            Place::Queue(place) => format!("place {place} in the queue"),
            Place::Noted(hex) => format!("noted for {}", ground.name(hex)),
            Place::Lost | Place::Left => "gone".into(),
        };
        let plot = match self.ask {
            Ask::Plot => format!(": {}", plot_words(ground, &unit.plot)),
            _ => String::new(),
        };
        format!("{}, {place}{plot}", unit_name(self.charts, unit))
    }

    /// What Direct Fire at a hex would come to if the target stood still.
    fn shot(self, hex: Hex) -> String {
        let view = View::new(self.game, self.charts, self.force.seat());
        let (Some(unit), Some(hex)) = (self.unit(), self.ground().id(hex)) else { return String::new() };
        let there = view.enemies().filter(|seen| seen.hex == hex);
        let words = there.map(|seen| match seen.known {
            None => "face down, must be spotted first".into(),
            Some((code, weapon)) => {
                let sum = view.shot(unit, &seen).map_or_else(String::new, |sum| sum_words(&sum));
                format!("{code} ({}): {sum}", weapon_name(self.charts, weapon))
            }
        });
        words.collect::<Vec<_>>().join("; ")
    }

    fn plot(self, which: impl Fn(&Unit) -> crate::state::Plot) -> String {
        self.unit().map_or_else(String::new, |unit| plot_words(self.ground(), &which(unit)))
    }

    /// What of its Movement Points a unit's path spends.
    fn spent(self) -> String {
        let Some(unit) = self.unit() else { return self.called() };
        let (most, spent) = (self.lens().allowance(unit, unit.plot.task), self.lens().points(self.force, unit));
        format!("{}; {spent} of {most} Movement Points plotted.", self.called())
    }

    /// The hex over a side of the end of a unit's path.
    fn next(self, side: Side) -> Option<HexId> {
        self.ground().next(self.lens().end(self.force, self.unit()?)?, side)
    }

    /// A step of a path, or of a column's track.
    fn step(self, side: Side) -> String {
        let lens = self.lens();
        let end = self.id().and_then(|id| Some((id, lens.end(self.force, self.game.unit(id))?)));
        let plain = || format!("{side}, {}", side.name());
        let Some((id, from)) = end else { return plain() };
        let unit = self.game.unit(id);
        let cost = lens.step_cost(unit, unit.plot.task, from, side);
        let (Some(to), Some(cost)) = (self.ground().next(from, side), cost) else { return plain() };
        // A step that cannot be paid leaves nothing: it is not taken.
        let left = lens.allowance(unit, unit.plot.task).checked_sub(lens.points(self.force, unit) + cost);
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        // A squad has one step: where it may not end, its way is given up.
        let stays = lens.kind(id) == Kind::Infantry && !lens.may_end(id, &Pad::new(lens, self.force), to);
        let stays = if stays { "; friendly units end there, so it would have to stay" } else { "" };
        format!("{side} to {}: {cost} MP{left}{stays}", self.ground().name(to))
    }

    /// The hex such a step leads to.
    fn beyond(self, side: Side) -> Option<String> {
        let hex = match self.ask {
            Ask::Path(_) => self.next(side)?,
            Ask::Track | Ask::March => self.ground().next(track_end(&self.lens(), self.force)?, side)?,
            _ => return None,
        };
        Some(self.hex_spot(hex))
    }

    fn face(self, side: Side) -> String {
        let same = self.unit().is_some_and(|unit| unit.facing == side);
        let stay = if same && matches!(self.ask, Ask::Facing(_)) { ", as it stands" } else { "" };
        format!("face {side} ({}){stay}", side.name())
    }

    /// The hex a unit would face.
    fn beside(self, side: Side) -> Option<String> {
        let (Place::On(at) | Place::Noted(at)) = self.unit()?.place else { return None };
        self.ground().next(at, side).map(|hex| self.hex_spot(hex))
    }

    /// Which unit is to turn, and how it faces.
    fn faces(self) -> String {
        let Some(unit) = self.unit() else { return self.called() };
        let at = unit.hex().map_or_else(String::new, |hex| format!(" in {}", self.ground().name(hex)));
        let when = if self.game.stage == Stage::Plot { "at the end of the turn" } else { "now" };
        format!("{}{at} face {when}? It faces {}.", self.called(), unit.facing)
    }
}

fn nth(n: u8) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    WORDS.get(usize::from(n).wrapping_sub(1)).map_or_else(|| format!("{n}th"), |word| (*word).into())
}
