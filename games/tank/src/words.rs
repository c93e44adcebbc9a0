//! The words of the game: what its charts, counters and map name, as small plain types.
//!
//! Every word has an `id` (its text in chart files, keys and saves), a `name` for people and an `index` into arrays. Ids are
//! frozen: saved games hold them.

use hulldown_core::Seat;
use hulldown_core::{row_numbers, words};
use serde::{Deserialize, Serialize};
use std::fmt;

row_numbers! {
    /// A type of weapon: a row of `Charts::weapons`.
    Weapon: "pz4h" "pz3j" "pz5" "jpz5" "pz6a" "pz6b" "t34_76" "t34_85" "js2" "t55" "t62" "c2" "c3" "cent105" "m4" "m4_76" "m18"
        "m60a2" "at75" "at76" "at88" "infantry"
}
row_numbers! {
    /// A scenario: a row of `Charts::scenarios`; 0 is the introductory one.
    ScenarioId: "0" "1" "2" "3" "4" "5" "6" "7" "8" "9" "10" "11" "12" "13"
}

impl ScenarioId {
    /// [16.0] The introductory scenario.
    pub const INTRODUCTORY: ScenarioId = ScenarioId(0);
}

words! {
    /// One of the two forces.
    Force {
        Alpha = "alpha", "Alpha";
        Bravo = "bravo", "Bravo";
    }
}

impl Force {
    /// The other force.
    #[inline]
    pub const fn enemy(self) -> Force {
        match self {
            Force::Alpha => Force::Bravo,
            Force::Bravo => Force::Alpha,
        }
    }

    /// Where its commander sits.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The force of a seat.
    #[inline]
    pub const fn of(seat: Seat) -> Force {
        if seat.0 == 0 { Force::Alpha } else { Force::Bravo }
    }
}

words! {
    /// How dense the terrain of the one map is taken to be (3.1, 10.0).
    Mode {
        Open = "open", "open";
        Mixed = "mixed", "mixed";
        Closed = "closed", "closed";
    }
}
words! {
    /// What fills a hex.
    Terrain {
        Clear = "clear", "clear";
        Rough = "rough", "rough";
        Woods = "woods", "woods";
    }
}

impl Mode {
    /// What ground counts as: in open terrain woods and rough do nothing.
    pub fn counts(self, terrain: Terrain) -> Terrain {
        if self == Mode::Open { Terrain::Clear } else { terrain }
    }
}

words! {
    /// What can lie on a hexside.
    Feature {
        Berm = "berm", "berm";
        Slope = "slope", "slope";
    }
}
words! {
    /// What lies on a hexside, as the hex it belongs to sees it.
    Edging {
        Clear = "clear", "nothing";
        Berm = "berm", "a berm";
        Foot = "foot", "the foot of a slope";
        Brow = "brow", "the top of a slope";
    }
}

impl Edging {
    /// The feature, if there is one.
    #[inline]
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Edging::Clear => None,
            Edging::Berm => Some(Feature::Berm),
            Edging::Foot | Edging::Brow => Some(Feature::Slope),
        }
    }

    /// The same hexside as the neighbor sees it.
    pub const fn across(self) -> Edging {
        match self {
            Edging::Foot => Edging::Brow,
            Edging::Brow => Edging::Foot,
            same => same,
        }
    }
}

words! {
    /// Who a hexside feature shelters (10.61).
    CoverSide {
        Both = "both", "a target on either side";
        Low = "low", "a target on the low side";
    }
}
words! {
    /// What a hexside does for a target against one line of sight or fire (10.32, 10.4, 10.5, 13.5).
    Cover {
        None = "none", "no cover";
        Hidden = "hidden", "behind an obstructing hexside that adds no strength";
        Berm = "berm", "behind a berm";
        Slope = "slope", "behind a slope";
    }
}

impl Cover {
    /// Whether the target counts as directly behind an obstructing hexside on the Spotting Table.
    #[inline]
    pub const fn hides(self) -> bool {
        !matches!(self, Cover::None)
    }

    /// The feature whose Defense Strength is added, if one is.
    #[inline]
    pub const fn adds(self) -> Option<Feature> {
        match self {
            Cover::Berm => Some(Feature::Berm),
            Cover::Slope => Some(Feature::Slope),
            Cover::None | Cover::Hidden => None,
        }
    }
}

words! {
    /// A task that can be plotted (5.0).
    Task {
        Df = "DF", "Direct Fire";
        Of = "OF", "Opportunity Fire";
        Mv = "MV", "Movement";
        Mvr = "MVR", "Movement in reverse";
        Ov = "OV", "Overrun";
        Fc = "FC", "Facing";
    }
}
words! {
    /// What a unit fired on is about, for when the result takes effect (8.61).
    Doing {
        Df = "DF", "firing directly";
        Of = "OF", "waiting for an opportunity";
        Mv = "MV", "moving";
        Mvr = "MVR", "reversing";
        Ov = "OV", "overrunning";
        Fc = "FC", "turning";
        None = "none", "doing nothing";
        Panicked = "panicked", "panicking";
    }
}
words! {
    /// What destroyed a unit (8.61).
    Attack {
        Df = "DF", "Direct Fire";
        Of = "OF", "Opportunity Fire";
        Ov = "OV", "Overrun";
    }
}
words! {
    /// When a result takes effect (8.61).
    When {
        AtOnce = "immediately", "at once";
        AfterDirect = "end of the Direct Fire Segment", "at the end of the Direct Fire Segment";
        AfterMove = "end of the Movement Segment, after the target's own Opportunity Fire", "at the end of the Movement Segment";
    }
}
words! {
    /// What a unit is.
    Kind {
        Afv = "afv", "armored vehicle";
        AtGun = "at_gun", "anti-tank gun";
        Infantry = "infantry", "infantry";
    }
}

impl Kind {
    /// Whether HE is fired at it rather than AP (8.1).
    #[inline]
    pub const fn is_soft(self) -> bool {
        !matches!(self, Kind::Afv)
    }

    /// [8.41b] Whether a friend on its line of fire does not matter to it.
    #[inline]
    pub const fn fires_past(self, friend: Kind) -> bool {
        matches!((self, friend), (Kind::AtGun, Kind::Infantry))
    }
}

words! {
    /// A fire control system.
    FireControl {
        N = "N", "N";
        Sr = "SR", "SR";
        Sc = "SC", "SC (stereo coincidence)";
        None = "none", "none";
    }
}
words! {
    /// A Combat Results Table (8.9).
    CrtId {
        T891 = "8.91", "table 8.91";
        T892 = "8.92", "table 8.92";
        T893 = "8.93", "table 8.93";
    }
}
words! {
    /// A column of the Spotting Table (13.5).
    SpotColumn {
        VehicleOpen = "vehicle_open", "vehicle in the open or moving";
        VehicleCovered = "vehicle_covered", "vehicle in woods or behind an obstructing hexside";
        SoftOpen = "soft_open", "soft unit in the open";
        SoftCovered = "soft_covered", "soft unit in an Improved Position, in cover or behind an obstructing hexside";
    }
}
words! {
    /// An edge of the map (17.1).
    Edge {
        W = "W", "west edge W";
        X = "X", "north edge X";
        Y = "Y", "east edge Y";
        Z = "Z", "south edge Z";
    }
}

impl Edge {
    /// The edge on the other side of the map.
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::W => Edge::Y,
            Edge::X => Edge::Z,
            Edge::Y => Edge::W,
            Edge::Z => Edge::X,
        }
    }
}

words! {
    /// A quarter of the compass.
    Quarter {
        North = "north", "north";
        East = "east", "east";
        South = "south", "south";
        West = "west", "west";
    }
}
words! {
    /// A general situation (17.1).
    Situation {
        Me = "ME", "Meeting engagement";
        At = "AT", "Anti-tank action";
        Rg = "RG", "Rearguard (delaying) action";
    }
}
words! {
    /// When units may leave the map.
    Exit {
        Never = "never", "never";
        AfterPreservation = "after_preservation", "once a force has reached Preservation";
        Always = "always", "always";
    }
}
words! {
    /// What starts panic, with the next Game-Turn.
    PanicStart {
        SpottingOrFire = "spotting_or_fire", "spotting or fire";
        Fire = "fire", "fire";
    }
}
words! {
    /// Until when a force keeps its column (R46). Contact frees it in any case, after the Game-Turn in which it comes.
    ColumnUntil {
        ToPlotEnd = "plot_end", "contact or the end of the plot";
        UntilEntered = "entered", "contact or until all have entered";
        UntilContact = "contact", "contact";
    }
}
words! {
    /// How Bravo comes onto the map where it does not march.
    BravoSetup {
        Hidden = "hidden", "hidden in Improved Positions";
        Secret = "secret", "secretly deployed";
    }
}
words! {
    /// What decides a scenario.
    Victory {
        Ratio = "ratio", "the ratio of the forces";
        Guns = "guns", "guns and Preservation";
        ExitHalf = "exit_half", "half of Alpha off the map";
        Survivors = "survivors", "survivors";
    }
}

/// The letters on a counter, one or two, in alphabetical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Code([u8; 2]);

impl Code {
    /// Its letters.
    pub fn as_str(&self) -> &str {
        let letters = if self.0[1] == 0 { &self.0[..1] } else { &self.0[..] };
        std::str::from_utf8(letters).unwrap_or_default()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl std::str::FromStr for Code {
    type Err = String;
    fn from_str(text: &str) -> Result<Code, String> {
        let letter = |b: u8| b.is_ascii_alphabetic().then_some(b.to_ascii_uppercase());
        let code = match *text.as_bytes() {
            [one] => letter(one).map(|one| [one, 0]),
            [one, two] => letter(one).zip(letter(two)).map(|(one, two)| [one, two]),
            _ => None,
        };
        code.map(Code).ok_or_else(|| format!("`{text}` is not a unit's code of one or two letters"))
    }
}

hulldown_core::key_as_text!(Code);

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}
