//! The map sheet, and the ground that one or several sheets make.
//!
//! Terrain is the same in all three modes; what it costs and what it hides differs ([`TerrainEffects`]). Sheets are joined hex to
//! hex, all north up; places on them keep their sheet's numbers (`B:3808`), everything else counts in columns and rows of the whole.

use crate::charts::{MOST_ALLOWANCE, TerrainEffects};
use crate::sight::{Compass, SightLines};
use crate::words::{Edge, Edging, Mode, Terrain};
use hulldown_core::chart::{By, ChartError, ChartSheet, Files};
use hulldown_core::hex::{Aspect, Grid, Hex, HexId, Offset, Side};
use serde::Deserialize;
use std::sync::OnceLock;

mod march;
mod read;

pub use march::March;

/// How map sheets are joined (3.1c, R57): so many from west to east, so many from north to south, at most four in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Layout {
    across: u8,
    down: u8,
}

impl Layout {
    /// One sheet.
    pub const ONE: Layout = Layout { across: 1, down: 1 };

    /// All that can be laid out.
    pub const ALL: [Layout; 7] = {
        const fn of(across: u8, down: u8) -> Layout {
            Layout { across, down }
        }
        [of(1, 1), of(2, 1), of(3, 1), of(4, 1), of(1, 2), of(2, 2), of(1, 3)]
    };

    /// So many sheets across and down, if they can be laid out.
    pub fn new(across: u8, down: u8) -> Option<Layout> {
        Layout::ALL.into_iter().find(|l| (l.across, l.down) == (across, down))
    }

    /// Its text in set-ups.
    pub fn id(self) -> String {
        format!("{}x{}", self.across, self.down)
    }

    /// How many sheets from west to east.
    pub const fn across(self) -> u8 {
        self.across
    }

    /// How many sheets from north to south.
    pub const fn down(self) -> u8 {
        self.down
    }

    /// Its place among all, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(match (self.across, self.down) {
            (across, 1) => across - 1,
            (across, 2) => across + 3,
            _ => 6,
        })
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::ONE
    }
}

impl From<Layout> for [u8; 2] {
    fn from(l: Layout) -> [u8; 2] {
        [l.across, l.down]
    }
}

impl TryFrom<[u8; 2]> for Layout {
    type Error = String;
    fn try_from([across, down]: [u8; 2]) -> Result<Layout, String> {
        Layout::new(across, down).ok_or_else(|| format!("{across} by {down} map sheets cannot be laid out"))
    }
}

/// A named place on the sheet; no rule reads it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landmark {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// A hex about its middle.
    pub about: Hex,
}

/// One map sheet as its files give it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    grid: Grid,
    terrain: Vec<Terrain>,
    edging: Vec<[Edging; 6]>,
    depression: Vec<bool>,
    high: Vec<bool>,
    /// The directions in which units enter at each [`Edge`] (R47).
    pub headings: By<Edge, Vec<Side>>,
    /// Named places.
    pub places: Vec<Landmark>,
    /// How wide a hex is.
    pub metres_per_hex: u16,
}

impl Sheet {
    /// Reads `map.toml` and `map.txt`, and lays out what they say.
    pub(crate) fn load(files: &Files) -> Result<(Sheet, [ChartSheet; 2]), ChartError> {
        read::load(files)
    }

    /// Its hexes.
    pub const fn grid(&self) -> Grid {
        self.grid
    }
}

/// What a step over the ground costs a vehicle (10.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepCost {
    /// So many Movement Points.
    Points(u8),
    /// The whole Movement Allowance, and no other step in the turn (10.13, R39).
    Whole,
}

impl StepCost {
    /// The points it takes from a vehicle with this allowance.
    #[inline]
    pub const fn of(self, allowance: u8) -> u8 {
        match self {
            StepCost::Points(points) => points,
            StepCost::Whole => allowance,
        }
    }
}

const OFF_MAP: u16 = u16::MAX;
const WHOLE: u8 = u8::MAX;

/// The ground of a game: sheets joined and flattened, with what every step costs and, once asked for, who sees whom.
#[derive(Debug)]
pub struct Battleground {
    layout: Layout,
    sheet: Grid,
    grid: Grid,
    hex: Vec<Hex>,
    /// In which directions they lie from each other.
    compass: Compass,
    next: Vec<[u16; 6]>,
    terrain: Vec<Terrain>,
    edging: Vec<[Edging; 6]>,
    /// The depression a hex is in: 0 none, else the number of its sheet from 1.
    depression: Vec<u8>,
    high: Vec<bool>,
    /// By mode: the points of each step, 0 where it leads off the map.
    cost: [Vec<[u8; 6]>; Mode::ALL.len()],
    edges: [Vec<HexId>; 4],
    headings: By<Edge, Vec<Side>>,
    effects: TerrainEffects,
    sights: [OnceLock<SightLines>; Mode::ALL.len()],
    marches: Vec<OnceLock<March>>,
}

impl Battleground {
    /// Lays out sheets.
    pub fn new(sheet: &Sheet, effects: &TerrainEffects, layout: Layout) -> Battleground {
        let (cols, rows) = (sheet.grid.cols(), sheet.grid.rows());
        let whole = Grid::new(cols * u16::from(layout.across), rows * u16::from(layout.down));
        let (grid, layout) = whole.map_or((sheet.grid, Layout::ONE), |grid| (grid, layout));
        let hex: Vec<Hex> = grid.hexes().collect();
        let on_sheet = |hex: Hex| {
            let (i, c) = ((hex.col as u16 - 1) / cols, (hex.col as u16 - 1) % cols);
            let (j, r) = ((hex.row as u16 - 1) / rows, (hex.row as u16 - 1) % rows);
            (usize::from(c * rows + r), (j * u16::from(layout.across) + i) as u8 + 1)
        };
        let there: Vec<(usize, u8)> = hex.iter().map(|h| on_sheet(*h)).collect();
        let next: Vec<[u16; 6]> =
            (hex.iter()).map(|h| Side::ALL.map(|side| grid.id(h.step(side)).map_or(OFF_MAP, |id| id.0))).collect();
        let terrain: Vec<Terrain> = there.iter().map(|(id, _)| sheet.terrain[*id]).collect();
        let edging: Vec<[Edging; 6]> = there.iter().map(|(id, _)| sheet.edging[*id]).collect();
        let cost = Mode::ALL.map(|mode| {
            let step = |from: usize, side: Side| {
                let Some(to) = terrain.get(usize::from(next[from][side.index()])) else { return 0 };
                let hex = effects.hex(mode, *to);
                let crossing = edging[from][side.index()].feature().map_or(0, |f| effects.side(mode, f).mp);
                if hex.whole_allowance { WHOLE } else { hex.mp + crossing }
            };
            (0..hex.len()).map(|from| Side::ALL.map(|side| step(from, side))).collect()
        });
        let from_edge = |edge, id: &HexId| from_edge(grid, edge, grid.hex(*id));
        let edges = Edge::ALL.map(|edge| grid.ids().filter(|id| from_edge(edge, id) == 0).collect());
        Battleground {
            layout,
            edges,
            sheet: sheet.grid,
            grid,
            next,
            terrain,
            edging,
            depression: there.iter().map(|(id, nth)| if sheet.depression[*id] { *nth } else { 0 }).collect(),
            high: there.iter().map(|(id, _)| sheet.high[*id]).collect(),
            cost,
            headings: sheet.headings.clone(),
            effects: effects.clone(),
            sights: Default::default(),
            marches: march::slots(),
            hex,
            compass: Compass::new(grid),
        }
    }

    /// How the sheets lie.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// In which directions its hexes lie from each other.
    #[inline]
    pub(crate) const fn compass(&self) -> &Compass {
        &self.compass
    }

    /// All hexes.
    #[inline]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The Terrain Effects Chart in force on it.
    pub const fn effects(&self) -> &TerrainEffects {
        &self.effects
    }

    /// Who sees whom in a mode; worked out when it is first asked for.
    #[inline]
    pub fn sight(&self, mode: Mode) -> &SightLines {
        self.sights[mode.index()].get_or_init(|| SightLines::new(self, mode))
    }

    /// The cheapest marches to an edge for units with this allowance; worked out when they are first asked for.
    #[inline]
    pub fn march(&self, mode: Mode, edge: Edge, allowance: u8) -> &March {
        let allowance = allowance.min(MOST_ALLOWANCE);
        self.marches[march::slot(mode, edge, allowance)].get_or_init(|| march::spread(self, mode, edge, allowance))
    }

    /// What the cheapest march to an edge costs from every hex, for units with this allowance.
    pub fn to_edge(&self, mode: Mode, edge: Edge, allowance: u8) -> &[u16] {
        &self.march(mode, edge, allowance).left
    }

    /// The number of a hex of the whole ground, if it is there.
    #[inline]
    pub const fn id(&self, hex: Hex) -> Option<HexId> {
        self.grid.id(hex)
    }

    /// Column and row.
    #[inline]
    pub fn hex(&self, id: HexId) -> Hex {
        self.hex[id.index()]
    }

    /// The neighbor over a side, unless that is off the map.
    #[inline]
    pub fn next(&self, id: HexId, side: Side) -> Option<HexId> {
        let next = self.next[id.index()][side.index()];
        (next != OFF_MAP).then_some(HexId(next))
    }

    /// The side over which a neighbor lies.
    #[inline]
    pub fn side_to(&self, from: HexId, to: HexId) -> Option<Side> {
        self.next[from.index()].iter().position(|next| *next == to.0).map(Side::at)
    }

    /// What fills a hex.
    #[inline]
    pub fn terrain(&self, id: HexId) -> Terrain {
        self.terrain[id.index()]
    }

    /// What lies on a side of a hex, as the hex sees it.
    #[inline]
    pub fn edging(&self, id: HexId, side: Side) -> Edging {
        self.edging[id.index()][side.index()]
    }

    /// The depression a hex lies in (10.26): the number of its sheet, from 1.
    #[inline]
    pub fn depression(&self, id: HexId) -> Option<u8> {
        let nth = self.depression[id.index()];
        (nth > 0).then_some(nth)
    }

    /// How many depressions there can be: one a sheet.
    pub const fn depressions(&self) -> u8 {
        self.layout.across * self.layout.down
    }

    /// The depression whose rim this side is: a slope with exactly one hex of it beside.
    pub fn rim(&self, id: HexId, side: Side) -> Option<u8> {
        let over = self.next(id, side).and_then(|next| self.depression(next));
        match (self.edging(id, side), self.depression(id), over) {
            (Edging::Foot | Edging::Brow, Some(nth), None) | (Edging::Foot | Edging::Brow, None, Some(nth)) => {
                Some(nth)
            }
            _ => None,
        }
    }

    /// Whether a hex is drawn as high ground; no rule reads it.
    pub fn is_high(&self, id: HexId) -> bool {
        self.high[id.index()]
    }

    /// The range between two hexes (8.3).
    #[inline]
    pub fn range(&self, from: HexId, to: HexId) -> u16 {
        self.hex(from).range(self.hex(to))
    }

    /// The way to a hex as someone sees it who faces `facing`.
    #[inline]
    pub fn seen(&self, from: HexId, facing: Side, to: HexId) -> Offset {
        self.hex(from).to(self.hex(to)).turned(facing)
    }

    /// Whether a hex lies in the fan of a gun or turretless vehicle (7.21).
    #[inline]
    pub fn in_fan(&self, from: HexId, facing: Side, to: HexId) -> bool {
        self.compass.in_fan(from, facing, to)
    }

    /// [7.2] Whether a hex lies in a unit's field of fire and of sighting: all about it with a turret, else in its fan.
    #[inline]
    pub fn bears(&self, turret: bool, from: HexId, facing: Side, to: HexId) -> bool {
        turret || self.in_fan(from, facing, to)
    }

    /// The aspect a target that faces `facing` shows to a firer (8.7).
    #[inline]
    pub fn aspect(&self, target: HexId, facing: Side, firer: HexId) -> Aspect {
        self.seen(target, facing, firer).aspect()
    }

    /// What the step over a side costs a vehicle; `None` if it leads off the map.
    #[inline]
    pub fn cost(&self, mode: Mode, from: HexId, side: Side) -> Option<StepCost> {
        match self.cost[mode.index()][from.index()][side.index()] {
            0 => None,
            WHOLE => Some(StepCost::Whole),
            points => Some(StepCost::Points(points)),
        }
    }

    /// Whether a hex is of an edge of the whole ground (R54); a corner is of two.
    #[inline]
    pub fn on_edge(&self, edge: Edge, id: HexId) -> bool {
        self.from_edge(edge, id) == 0
    }

    /// The range from a hex to the nearest of an edge (R48).
    #[inline]
    pub fn from_edge(&self, edge: Edge, id: HexId) -> u16 {
        from_edge(self.grid, edge, self.hex(id))
    }

    /// The hexes of an edge, in the order of their numbers.
    #[inline]
    pub fn edge(&self, edge: Edge) -> impl Iterator<Item = HexId> + Clone + '_ {
        self.edges[edge.index()].iter().copied()
    }

    /// The directions in which units enter at an edge (R47).
    pub fn headings(&self, edge: Edge) -> &[Side] {
        &self.headings[edge]
    }

    /// The sheet a hex is on, counted from 0 west to east and north to south, and its hex there.
    pub fn on_sheet(&self, id: HexId) -> (u8, Hex) {
        let (hex, cols, rows) = (self.hex(id), self.sheet.cols() as i16, self.sheet.rows() as i16);
        let ((i, c), (j, r)) =
            (((hex.col - 1) / cols, (hex.col - 1) % cols), ((hex.row - 1) / rows, (hex.row - 1) % rows));
        ((j * i16::from(self.layout.across) + i) as u8, Hex::new(c + 1, r + 1))
    }

    /// The digit a panic chit is compared with: the last of the number on the sheet (12.1, R57).
    #[inline]
    pub fn last_digit(&self, id: HexId) -> u8 {
        (self.on_sheet(id).1.row % 10) as u8
    }

    /// The number of a hex as plots write it: `3808`, or with several sheets `B:3808`.
    pub fn name(&self, id: HexId) -> String {
        let (nth, hex) = self.on_sheet(id);
        if self.layout == Layout::ONE { hex.to_string() } else { format!("{}:{hex}", (b'A' + nth) as char) }
    }

    /// The hex a plot names.
    pub fn find(&self, name: &str) -> Result<HexId, String> {
        let wrong = || match self.layout {
            Layout::ONE => format!("`{name}` is not a hex of the map, 0101 to {}", self.name(self.last())),
            _ => format!("`{name}` is not a hex of the maps, A:0101 to {}", self.name(self.last())),
        };
        let (nth, number) = match (self.layout == Layout::ONE, name.split_once(':')) {
            (true, None) => (0, name),
            (false, Some((letter, number))) => match *letter.as_bytes() {
                [b] if b.is_ascii_alphabetic() => (i16::from(b.to_ascii_uppercase() - b'A'), number),
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        };
        let hex: Hex = number.parse().map_err(|_| wrong())?;
        if !self.sheet.contains(hex) {
            return Err(wrong());
        }
        let (across, cols, rows) = (i16::from(self.layout.across), self.sheet.cols() as i16, self.sheet.rows() as i16);
        self.id(Hex::new(nth % across * cols + hex.col, nth / across * rows + hex.row)).ok_or_else(wrong)
    }

    fn last(&self) -> HexId {
        HexId(self.grid.len() as u16 - 1)
    }
}

/// The range from a hex to the nearest of an edge.
#[inline]
fn from_edge(grid: Grid, edge: Edge, hex: Hex) -> u16 {
    let (col, row) = (hex.col as u16, hex.row as u16);
    match edge {
        Edge::W => col - 1,
        Edge::X => row - 1,
        Edge::Y => grid.cols() - col,
        Edge::Z => grid.rows() - row,
    }
}
