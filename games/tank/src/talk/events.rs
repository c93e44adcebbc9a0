//! What happens in a game, as typed facts and in words, in the order of the sequence of play. Rolls are told by the table itself.
//!
//! Some facts are one force's business alone, and a face-down unit has no name for the enemy: he is told the same fact in other words.

use crate::charts::Charts;
use crate::map::{Battleground, Layout};
use crate::rules::rule;
use crate::state::{Plot, Steps, Why};
use crate::text::{plot_words, sum_words, way_words, weapon_name};
use crate::words::{Attack, Code, CrtId, Force, Mode, ScenarioId, Weapon, When};
use hulldown_core::game::EventWords;
use hulldown_core::hex::{Aspect, HexId, Side};
use hulldown_core::phrase::count;
use hulldown_core::rules::RuleId;
use hulldown_core::{Salt, events};
use serde::Serialize;

/// A unit as it is named to someone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// Its force.
    pub force: Force,
    /// Its letters and what it is, for those who know.
    pub known: Option<(Code, Weapon)>,
    /// Where it stands, if it does.
    pub hex: Option<HexId>,
}

/// Why a mover stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// An enemy would enter the same hex.
    Clash,
    /// An enemy would cross the same hexside.
    Meeting,
    /// An enemy is in the way.
    Enemy,
    /// A friend stands where it would end.
    Friend,
    /// Those ahead have not entered.
    Queue,
    /// Its player stopped everybody.
    Order,
    /// Its Movement Points are spent.
    Points,
}

/// How a shot was worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FireSum {
    /// The table; none for infantry.
    pub table: Option<CrtId>,
    /// The Attack Strength after halving.
    pub strength: i16,
    /// The Defense Strength with all that adds to it.
    pub defence: i16,
    /// The range.
    pub range: u16,
    /// The side a vehicle shows.
    pub aspect: Option<Aspect>,
    /// The highest adjusted roll that destroys; none if no attack is permitted.
    pub kill: Option<u8>,
    /// What the target's movement adds to the die.
    pub plus: u8,
}

/// What happened, and who hears of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Addressed {
    /// Whose business alone it is, if it is not everybody's.
    pub to: Option<Force>,
    /// How map sheets are joined, to name hexes.
    pub sheets: Layout,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

events! {
    /// What happened.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
    #[serde(tag = "fact", rename_all = "snake_case")]
    pub enum Event, names: Naming<'_> {
        Begins { scenario: ScenarioId, mode: Mode } = "begins" ["17.0"] chapter => names.scenario(scenario, mode);
        Arranged { force: Force } = "arranged" ["17.3"] "{force} is arranged.";
        Turn { turn: u16 } = "turn" ["4.1"] scene "Game-Turn {turn}.";
        Dropped { who: Who } = "dropped" ["R17"]
            => format!("The plot of {} is dropped: its hex is taken.", names.who(who));
        Stuck { who: Who, steps: Steps } = "dropped" ["11.0"]
            => format!("The path of {} over {} is dropped: it cannot go on, and a friend ends where it has come to.", names.who(who), way_words(&steps));
        Held { who: Who, why: &'static str } = "dropped" ["4.1c"]
            => format!("Nothing can be plotted for {}: {why}.", names.who(who));
        Sealed { force: Force, seal: Seal } = "sealed" ["4.2"] "{force}'s plot is sealed: {seal}.";
        Unsealed { force: Force, salt: Salt } = "unsealed" ["4.2"] "{force}'s seals were salted with {salt}.";
        Offers { force: Force } = "offers" ["17.11f"] "{force} offers to end the game as it stands.";
        Plotted { who: Who, plot: Plot } = "plotted" ["4.1d"]
            => format!("{}: {}.", names.who(who), plot_words(names.ground, &plot));
        Chit { force: Force, digit: u8 } = "chit" ["12.1"] "{force} draws panic chit {digit}: its units in hexes whose number ends in {digit} panic.";
        Panics { who: Who } = "panics" ["12.0"]
            => format!("{} panics.", names.who(who)), head "panics";
        PanicMove { who: Who, steps: Steps, points: u8 } = "panic_move" ["12.22"] => if steps.is_empty() {
            format!("{} cannot go anywhere.", names.who(who))
        } else {
            format!("{} runs {} for {}.", names.who(who), way_words(&steps), count(points.into(), "Movement Point"))
        };
        Cancelled { who: Who } = "cancelled" ["8.43b"]
            => format!("A friend in panic crosses the line of fire of {}.", names.who(who));
        Spotted { by: Who, target: Who } = "spotted" ["13.0"]
            => format!("{} is spotted by {}.", names.who(target), names.who(by)),
            head format!("{} is spotted", names.who(target));
        Unspotted { by: Who, target: Who } = "unspotted" ["13.22"]
            => format!("{} does not make out {}.", names.who(by), names.who(target));
        Aborted { who: Who, at: HexId } = "aborted" ["8.0e"]
            => format!("{} has nothing it may fire at in {}.", names.who(who), names.hex(at));
        Fires { who: Who, at: HexId, target: Who, attack: Attack, sum: FireSum } = "fires" ["8.0f"] => {
            let how = if attack == Attack::Of { " at an opportunity" } else { "" };
            format!("{} fires{how} at {}: {}.", names.who(who), names.who(target), sum_words(&sum, None))
        };
        Combines { force: Force, at: HexId, target: Who, guns: u8, sum: FireSum } = "combines" ["8.22b"]
            => format!("{force} fires HE of {guns} at {}: {}.", names.who(target), sum_words(&sum, None));
        NoAttack { who: Who, at: HexId, target: Who, sum: FireSum } = "no_attack" ["8.9"]
            => format!("{} cannot attack {}: {}.", names.who(who), names.who(target), sum_words(&sum, None));
        AlreadyHit { who: Who, at: HexId, target: Who } = "already_hit" ["R26"]
            => format!("{} fires at {}, which is already hit.", names.who(who), names.who(target));
        Unseen { force: Force, from: Option<HexId>, at: HexId, target: Who, destroyed: bool } = "unseen_fire" ["14.2b"] => {
            let firer = match from {
                Some(hex) => format!("A face-down {force} unit in {} fires", names.hex(hex)),
                None => format!("Fire from a hidden {force} position"),
            };
            format!("{firer} at {}: {}.", names.who(target), if destroyed { "destroyed" } else { "no effect" })
        };
        HitLater { who: Who, when: When } = "hit" ["8.61"]
            => format!("{} is hit; it takes effect {}.", names.who(who), when.name()),
            head format!("{} is hit", names.who(who));
        Destroyed { who: Who, by: Attack } = "destroyed" ["8.62"]
            => format!("{} is destroyed by {}.", names.who(who), by.name()),
            head format!("{} is destroyed", names.who(Who { hex: None, ..who }));
        Revealed { who: Who, facing: Option<Side> } = "revealed" ["14.2"] => {
            let facing = facing.map_or_else(String::new, |facing| format!(", facing {}", facing.name()));
            format!("{} comes onto the map{facing}.", names.who(who))
        },
            head format!("{} is revealed", names.who(who));
        Moves { who: Who, from: Option<HexId>, facing: Side, points: u8 } = "moves" ["9.14b"] => {
            let from = from.map_or_else(String::new, |hex| format!(" from {}", names.hex(hex)));
            format!("{} moves{from} over side {facing} ({}), point {points}.", names.who(who), facing.name())
        };
        Leaves { who: Who } = "leaves" ["17.3f"] => format!("{} leaves the map.", names.who(who));
        Stops { who: Who, halt: Halt } = "stops" [=> halt.words().0]
            => format!("{} stops: {}.", names.who(who), halt.words().1);
        LineDropped { who: Who } = "line_dropped" ["8.52c"]
            => format!("A friend is on the line of {}; it does not fire.", names.who(who));
        Triggers { who: Who, firer: Who } = "triggers" ["8.52"]
            => format!("{} comes onto the line of {}.", names.who(who), names.who(firer));
        Overruns { who: Who } = "overruns" ["9.44"] => format!("{} overruns the hex.", names.who(who));
        StopsAll { force: Force } = "stops_all" ["9.36b"] "{force} stops all movement.";
        GoesBack { who: Who } = "goes_back" ["11.2"] => format!("{} goes back: it may not stay.", names.who(who));
        Placed { who: Who } = "placed" ["R49"] => format!("{} is placed.", names.who(who));
        Turns { who: Who, facing: Option<Side> } = "turns" ["7.12"]
            => facing.map_or_else(
                || format!("{} turns.", names.who(who)),
                |facing| format!("{} turns to face {}.", names.who(who), facing.name()),
            );
        PositionGone { at: HexId } = "position_gone" ["14.3"]
            => format!("The Improved Position in {} is gone.", names.hex(at));
        Preserved { force: Force, losses: u8 } = "preserved" ["15.0"]
            "{force} has lost {losses} units and reaches Preservation: its strengths are halved from now on.",
            head format!("{force} reaches Preservation");
        Released { force: Force } = "released" ["R46"] "{force} need not keep its column any more.";
        PanicBegins = "panic_begins" ["12.0"] "From the next turn on units may panic.";
        Ends { why: Why, winner: Option<Force> } = "ends" ["15.2"]
            => format!("The game is over, {}: {}.", over(why, winner), result(winner)), head result(winner);
    }
}

/// What events name things by.
#[derive(Clone, Copy)]
pub struct Naming<'a> {
    charts: &'a Charts,
    ground: &'a Battleground,
}

impl Naming<'_> {
    fn hex(self, hex: HexId) -> String {
        self.ground.name(hex)
    }

    fn who(self, who: Who) -> String {
        let place = who.hex.map_or_else(String::new, |hex| format!(" in {}", self.hex(hex)));
        match who.known {
            Some((code, weapon)) => format!("{} {code} ({}){place}", who.force, weapon_name(self.charts, weapon)),
            None if who.hex.is_some() => format!("a face-down {} unit{place}", who.force),
            None => format!("a hidden {} unit", who.force),
        }
    }

    fn scenario(self, scenario: ScenarioId, mode: Mode) -> String {
        let scenario = self.charts.scenario(scenario);
        let situation = scenario.situation.name().to_lowercase();
        format!("Scenario {}, {situation}: {}; {mode} terrain.", scenario.id.id(), scenario.title)
    }
}

impl Halt {
    pub(crate) fn words(self) -> (RuleId, &'static str) {
        match self {
            Halt::Clash => (rule!("9.0e"), "an enemy would enter the same hex"),
            Halt::Meeting => (rule!("9.0f"), "an enemy would cross the same hexside"),
            Halt::Enemy => (rule!("9.35"), "an enemy is in the way"),
            Halt::Friend => (rule!("R34"), "a friend stands where it would end"),
            Halt::Queue => (rule!("17.3c"), "those ahead have not entered"),
            Halt::Order => (rule!("9.36b"), "by order"),
            Halt::Points => (rule!("9.0c"), "its Movement Points are spent"),
        }
    }
}

fn over(why: Why, winner: Option<Force>) -> String {
    match why {
        Why::Gone => match winner {
            Some(force) => format!("{} has nobody left", force.enemy()),
            None => "nobody is left".into(),
        },
        Why::TurnLimit => "the last Game-Turn has passed".into(),
        Why::Stalled => "nothing has happened for too long".into(),
        Why::Decided => "it is decided".into(),
        Why::Through => "enough of Alpha got through".into(),
        Why::Agreed => "both agreed".into(),
        Why::Resigned(force) => format!("{force} gave up"),
    }
}

fn result(winner: Option<Force>) -> String {
    winner.map_or_else(|| "a draw".into(), |force| format!("{force} wins"))
}

impl Addressed {
    /// The event in words.
    pub fn words(&self, charts: &'static Charts) -> EventWords {
        self.event.words(Naming { charts, ground: charts.ground(self.sheets) })
    }

    /// What a unit is called in it, wherever it stands.
    pub(crate) fn named(&self, charts: &'static Charts, who: Who) -> String {
        match who.known {
            Some(_) => Naming { charts, ground: charts.ground(self.sheets) }.who(Who { hex: None, ..who }),
            None => format!("a face-down {} unit", who.force),
        }
    }

    /// What a unit is called in it, and where it stands.
    pub(crate) fn called(&self, charts: &'static Charts, who: Who) -> String {
        Naming { charts, ground: charts.ground(self.sheets) }.who(who)
    }

    /// Whether an umpire who sees everything hears of it: of what is told to each side in its own words he hears the owner's.
    pub fn is_for_umpire(&self) -> bool {
        let Some(to) = self.to else { return true };
        match &self.event {
            Event::Unseen { .. } => false,
            Event::Spotted { by, .. } | Event::Unspotted { by, .. } | Event::Triggers { firer: by, .. } => {
                by.force == to
            }
            Event::Dropped { who }
            | Event::Stuck { who, .. }
            | Event::Held { who, .. }
            | Event::Plotted { who, .. }
            | Event::Panics { who }
            | Event::PanicMove { who, .. }
            | Event::Cancelled { who }
            | Event::Aborted { who, .. }
            | Event::Fires { who, .. }
            | Event::NoAttack { who, .. }
            | Event::AlreadyHit { who, .. }
            | Event::HitLater { who, .. }
            | Event::Destroyed { who, .. }
            | Event::Revealed { who, .. }
            | Event::Moves { who, .. }
            | Event::Leaves { who }
            | Event::Stops { who, .. }
            | Event::LineDropped { who }
            | Event::Overruns { who }
            | Event::GoesBack { who }
            | Event::Placed { who }
            | Event::Turns { who, .. } => who.force == to,
            _ => true,
        }
    }
}

/// What proves that a plot was not changed after it was sealed: a salted hash of all that was plotted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal(pub [u8; 32]);

impl std::fmt::Display for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Seal {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
