//! The whole state of a game: flat plain data.

mod plot;

use crate::map::Layout;
use crate::words::{Code, Force, Mode, ScenarioId, Weapon};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};
use serde::{Deserialize, Deserializer, Serialize};

pub use crate::charts::MOST_UNITS;
pub use plot::{Leg, MOST_STEPS, Plot, Steps};

/// The longest track a column can follow.
pub const MOST_TRACK: usize = 255;

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Off the map, so many places before the entry hex (R47).
    Queue(u8),
    /// Noted for a hex, not yet placed (R49).
    Noted(HexId),
    /// In a hex.
    On(HexId),
    /// Destroyed.
    Lost,
    /// Off the map for good, undestroyed.
    Left,
}

/// A hit whose effect is still to come (8.61).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// None.
    #[default]
    None,
    /// It takes effect at the end of the Direct Fire Segment.
    AfterDirect,
    /// It takes effect at the end of the Movement Segment.
    AfterMove,
}

/// How far a unit has got with its plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlotProgress {
    /// Legs done.
    pub legs: u8,
    /// Movement Points spent on them: the pulse in which it came where it is.
    pub spent: u8,
    /// Movement Points its whole plot spends, for those who fire at it (8.71).
    pub points: u8,
    /// Whether it was stopped before the end of its plot.
    pub stopped: bool,
    /// Whether its line of Opportunity Fire is still open.
    pub watching: bool,
    /// The sides, as bits, over which a squad that watches all about it does not fire: friends were there or plotted to come (8.84b).
    #[serde(default)]
    pub spared: u8,
    /// Whether its plot is its owner's business still: it lay hidden when plots were told, and has done nothing since that all could see (R18).
    #[serde(default)]
    pub secret: bool,
    /// Whether its Direct Fire was cancelled by a friend in panic (8.43b).
    pub cancelled: bool,
    /// Where it stood when the segment began.
    pub from: Option<HexId>,
    /// The facing chosen for it in the Final Facing Segment, until both players have chosen.
    pub turns_to: Option<Side>,
}

/// A unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The letters on its counter.
    pub code: Code,
    /// What it is.
    pub weapon: Weapon,
    /// Where it is.
    pub place: Place,
    /// Its place in the column, from 0; entering units keep this order.
    pub rank: u8,
    /// Which way it faces; infantry carries it without meaning.
    pub facing: Side,
    /// Whether the enemy has spotted it, for good (13.0b).
    pub spotted: bool,
    /// Whether it is in a hidden Improved Position, off the enemy's map (13.4).
    pub hidden: bool,
    /// Whether it panics this Game-Turn.
    pub panicked: bool,
    /// What is plotted for it.
    pub plot: Plot,
    /// What was plotted for it last Game-Turn.
    pub last: Plot,
    /// How far it has got.
    pub run: PlotProgress,
    /// A hit whose effect is still to come.
    pub hit: Hit,
}

impl Unit {
    /// The hex it stands in, hidden or not; nothing for those off the map.
    #[inline]
    pub const fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::On(hex) => Some(hex),
            _ => None,
        }
    }

    /// The hex it stands in for everybody to see, face up or down.
    #[inline]
    pub const fn shown(&self) -> Option<HexId> {
        if self.hidden { None } else { self.hex() }
    }

    /// Whether it is in the game: on the map or still to come.
    #[inline]
    pub const fn in_play(&self) -> bool {
        matches!(self.place, Place::On(_) | Place::Queue(_) | Place::Noted(_))
    }

    /// Whether it has legs still to do.
    #[inline]
    pub fn is_moving(&self) -> bool {
        self.plot.moves() && !self.run.stopped && usize::from(self.run.legs) < self.plot.legs() && self.in_play()
    }

    /// Whether everybody knows what it is plotted to do: it stands on the map, and did when plots were told, or has done something
    /// since that all could see (R18).
    #[inline]
    pub const fn is_open(&self) -> bool {
        self.hex().is_some() && !self.run.secret
    }

    /// The n-th leg of its plot.
    #[inline]
    pub fn leg(&self, n: usize) -> Option<Leg> {
        let (up, enters) = (usize::from(self.plot.up), usize::from(self.plot.enters));
        if n < up {
            return Some(Leg::Up);
        }
        if n < up + enters {
            return Some(Leg::Enter);
        }
        let on = n - up - enters;
        match self.plot.steps.get(on) {
            Some(side) => Some(Leg::Step(side)),
            None => (self.plot.exits && on == self.plot.steps.len()).then_some(Leg::Exit),
        }
    }
}

/// The way of a column.
pub type Track = ArrayVec<Side, MOST_TRACK>;

/// A force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Its units, in the order of their codes.
    pub units: ArrayVec<Unit, MOST_UNITS>,
    /// Where it enters the map.
    pub entry: Option<HexId>,
    /// Which way its units face as they enter.
    pub heading: Side,
    /// The column's way from the entry hex: for a meeting engagement all of it, else as far as the leader has gone.
    pub track: Track,
    /// Whether it still marches in column (R46).
    pub in_column: bool,
    /// Units destroyed.
    pub losses: u8,
    /// Units that left the map undestroyed.
    pub exited: u8,
    /// Whether it has reached Preservation: strengths are halved (15.11).
    pub preserved: bool,
    /// Whether it has ever been fired on.
    pub fired_on: bool,
    /// Whether it has ever spotted an enemy unit.
    pub has_spotted: bool,
    /// Its tries to spot this Game-Turn: for each of its units a bit for each enemy unit (13.21b).
    pub tried: [u32; MOST_UNITS],
    /// Whether one of its movers has spotted something new in this pulse (9.36).
    pub sighted: bool,
    /// What they have spotted: a bit for each enemy unit. It is what the player is asked about, and nothing when he has answered.
    #[serde(default, skip_serializing_if = "none_found")]
    pub found: u32,
    /// Whether its player would end the game now.
    pub offers_end: bool,
}

/// An Improved Position (14.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Its hex.
    pub hex: HexId,
    /// Whether it is still hidden.
    pub hidden: bool,
}

fn none_found(found: &u32) -> bool {
    *found == 0
}

/// Games of before rules version 8 had them in the order of the units they were dug for.
fn in_order_of_hexes<'de, D: Deserializer<'de>>(from: D) -> Result<ArrayVec<Position, MOST_UNITS>, D::Error> {
    let mut positions = ArrayVec::<Position, MOST_UNITS>::deserialize(from)?;
    positions.sort_unstable_by_key(|position| position.hex.0);
    Ok(positions)
}

/// What comes next in the sequence of play (4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Entry hexes, columns, secret positions.
    Arrange,
    /// The Plotting Phase.
    Plot,
    /// Panic, Initial Facing, spotting and Direct Fire.
    Fire,
    /// A pulse of the Movement Segment; 0 only fires at what is about to move.
    Move(u8),
    /// After that pulse: a player who has just spotted something new may stop his units (9.36).
    Stop(u8),
    /// The Final Facing Segment and the record of the turn.
    Face,
    /// The game is over.
    Over,
}

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A force has nobody left on the map or to come.
    Gone,
    /// The last Game-Turn has passed.
    TurnLimit,
    /// Too long without fire or losses.
    Stalled,
    /// Guns destroyed or Preservation reached.
    Decided,
    /// Enough of Alpha left the map.
    Through,
    /// Both players agreed.
    Agreed,
    /// A player gave up.
    Resigned(Force),
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Why.
    pub why: Why,
    /// Who won; nobody in a draw.
    pub winner: Option<Force>,
}

/// A game of Tank!
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tank {
    /// The scenario.
    pub scenario: ScenarioId,
    /// The terrain mode.
    pub mode: Mode,
    /// How map sheets are joined.
    pub sheets: Layout,
    /// Game-Turns without fire after which a meeting engagement stops (R52).
    pub stall: Option<u16>,
    /// Game-Turns without a loss after which Bravo wins an anti-tank action: from the start, and in a row once fire was opened (R51).
    pub no_losses: [Option<u16>; 2],
    /// What comes next.
    pub stage: Stage,
    /// The Game-Turn, from 1.
    pub turn: u16,
    /// Alpha and Bravo.
    pub armies: [Army; 2],
    /// Hexes with at least one wreck, in order of their numbers (8.62, R10).
    pub wrecks: ArrayVec<HexId, { 2 * MOST_UNITS }>,
    /// Improved Positions in order of their hexes; [`Tank::dig`] puts one in.
    #[serde(deserialize_with = "in_order_of_hexes")]
    pub positions: ArrayVec<Position, MOST_UNITS>,
    /// Whether forces are subject to panic (R69).
    pub panic: bool,
    /// The first Game-Turn in which fire was executed; 0 before any.
    pub first_fire: u16,
    /// The last Game-Turn in which fire was executed; 0 before any.
    pub last_fire: u16,
    /// The last Game-Turn in which a unit was destroyed; 0 before any.
    pub last_loss: u16,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// A unit of either force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct UnitId {
    /// Its force.
    pub force: Force,
    /// Its place among the units of its force.
    pub n: u8,
}

impl UnitId {
    /// A unit of a force.
    #[inline]
    pub const fn new(force: Force, n: usize) -> UnitId {
        UnitId { force, n: n as u8 }
    }
}

/// What dice decide about a unit nobody else has made out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unseen {
    /// Where it runs.
    Panic,
    /// Whether it destroys this one.
    Shot(UnitId),
    /// Whether it spots this one.
    Look(UnitId),
}

impl Unseen {
    /// The lot such dice fall from: one for each hex they are thrown for and for each that is shot or looked at. So what comes of a hidden
    /// unit's shot hangs neither on what other hidden units have thrown nor on which of them lies there.
    pub(crate) fn lot(self, hex: Option<HexId>) -> u32 {
        let about = match self {
            Unseen::Panic => 0,
            Unseen::Shot(target) => 1 + 2 * u32::from(target.n),
            Unseen::Look(target) => 2 + 2 * u32::from(target.n),
        };
        hex.map_or(0, |hex| 1 + hex.index() as u32) << 8 | about
    }
}

/// Units one after the other.
pub(crate) type Order = ArrayVec<UnitId, { 2 * MOST_UNITS }>;

impl Tank {
    /// A force.
    #[inline]
    pub fn army(&self, force: Force) -> &Army {
        &self.armies[force.index()]
    }

    /// A force, to change.
    #[inline]
    pub fn army_mut(&mut self, force: Force) -> &mut Army {
        &mut self.armies[force.index()]
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.armies[id.force.index()].units[usize::from(id.n)]
    }

    /// A unit, to change.
    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.armies[id.force.index()].units[usize::from(id.n)]
    }

    /// The units of a force, in the order of their codes.
    #[inline]
    pub fn ids(&self, force: Force) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.army(force).units.len()).map(move |n| UnitId::new(force, n))
    }

    /// All units: Alpha before Bravo, then by code.
    #[inline]
    pub fn all_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.ids(Force::Alpha).chain(self.ids(Force::Bravo))
    }

    /// Units in the order in which what they do is done and told: Alpha before Bravo; whom everybody can name by code, then the others by
    /// what is seen of them. The order of codes would tell who a face-down unit is (13.0c); so would a facing, which a squad has not, or a
    /// plot that was not told.
    pub(crate) fn in_order(&self, who: impl Fn(&Unit) -> bool) -> Order {
        let mut order = Order::new();
        for force in Force::ALL {
            self.put(force, &who, &mut order);
        }
        self.ordered(order)
    }

    /// Units of a force in that order.
    pub(crate) fn in_order_of(&self, force: Force, who: impl Fn(&Unit) -> bool) -> Order {
        let mut order = Order::new();
        self.put(force, &who, &mut order);
        self.ordered(order)
    }

    #[inline]
    fn put(&self, force: Force, who: &impl Fn(&Unit) -> bool, order: &mut Order) {
        let units = (0..).zip(&self.army(force).units).filter(|(_, unit)| who(unit));
        order.extend(units.map(|(n, _)| UnitId { force, n }));
    }

    /// These in that order.
    pub(crate) fn ordered(&self, order: Order) -> Order {
        if order.len() < 2 {
            return order;
        }
        let seen = |id: UnitId| {
            let unit = self.unit(id);
            let hex = match unit.place {
                Place::On(hex) | Place::Noted(hex) => u32::from(hex.0) + 1,
                _ => 0,
            };
            let hidden = u32::from(unit.shown().is_none());
            (id.force as u32) << 31 | if unit.spotted { u32::from(id.n) } else { 1 << 30 | hidden << 29 | hex }
        };
        // Plots are compared last: they are long and seldom matter.
        let plot = |id: UnitId| {
            let unit = self.unit(id);
            if unit.spotted || unit.run.secret { Plot::default() } else { unit.plot }
        };
        // What is seen of them decides nearly always, and is one number with who they are.
        let number = |id: UnitId| u64::from(seen(id)) << 8 | u64::from(id.n);
        let id = |number: u64| UnitId {
            force: if number >> 39 == 0 { Force::Alpha } else { Force::Bravo },
            n: number as u8,
        };
        let mut numbers: ArrayVec<u64, { 2 * MOST_UNITS }> = order.into_iter().map(number).collect();
        numbers.sort_unstable();
        for alike in numbers.chunk_by_mut(|a, b| a >> 8 == b >> 8).filter(|alike| alike.len() > 1) {
            alike.sort_unstable_by(|a, b| plot(id(*a)).cmp(&plot(id(*b))).then_with(|| a.cmp(b)));
        }
        numbers.into_iter().map(id).collect()
    }

    /// The units of a force that stand in a hex, hidden ones included.
    #[inline]
    pub fn in_hex(&self, force: Force, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.ids(force).filter(move |id| self.unit(*id).place == Place::On(hex))
    }

    /// Whether a wreck lies in a hex.
    #[inline]
    pub fn has_wreck(&self, hex: HexId) -> bool {
        self.wrecks.contains(&hex)
    }

    /// Digs an Improved Position. They are kept in order of hexes: in the order of the units that dig they would say who lies where.
    pub fn dig(&mut self, hex: HexId, hidden: bool) {
        let at = self.positions.iter().take_while(|position| position.hex.0 < hex.0).count();
        self.positions.insert(at, Position { hex, hidden });
    }

    /// The Improved Position in a hex, if there is one.
    #[inline]
    pub fn position(&self, hex: HexId) -> Option<&Position> {
        self.positions.iter().find(|position| position.hex == hex)
    }

    /// The unit of a force with these letters.
    pub fn coded(&self, force: Force, code: Code) -> Option<UnitId> {
        self.ids(force).find(|id| self.unit(*id).code == code)
    }

    /// Units of a force that are not destroyed, wherever they are.
    pub fn survivors(&self, force: Force) -> u8 {
        self.army(force).units.iter().filter(|unit| unit.place != Place::Lost).count() as u8
    }
}
