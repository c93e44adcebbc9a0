//! Before the first Game-Turn: entry hexes, columns, marches to the far edge, secret positions (17.1, 17.3).

use crate::lens::Lens;
use crate::map::StepCost;
use crate::referee::{Referee, SEATS};
use crate::rules::rule;
use crate::state::{Army, MOST_TRACK, Place, Tank, Track, Unit, UnitId};
use crate::talk::{Ask, Choice, Event, OrderAnswer, SiteColumnAnswer, TrackAnswer};
use crate::words::{BravoSetup, Edge, Force, Kind};
use arrayvec::ArrayVec;
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_core::table::{MOST_OPTIONS, Play, Table};

impl<T: Table<Tank>> Referee<'_, T> {
    /// Both players arrange their forces, unseen by each other.
    pub(crate) fn arrange(&mut self) -> Play<()> {
        let (scenario, mode) = (self.game.scenario, self.game.mode);
        self.tell(|| Event::Begins { scenario, mode });
        let Referee { game, charts, table, .. } = self;
        table.simultaneously(&SEATS, |table, seat| Referee::new(game, charts, table).arrange_force(Force::of(seat)))?;
        for force in Force::ALL {
            let enters = self.lens().scenario().info.entry[force.index()].is_some();
            self.game.army_mut(force).in_column = enters;
        }
        Ok(())
    }

    fn arrange_force(&mut self, force: Force) -> Play<()> {
        let info = &self.charts.scenario(self.game.scenario).info;
        match info.entry[force.index()] {
            Some(edge) => {
                self.choose_entry(force, edge)?;
                self.choose_order(force)?;
                if info.march_plot[force.index()] {
                    self.choose_track(force, edge.opposite())?;
                }
            }
            None => self.choose_sites(force)?,
        }
        self.tell_only(force, || Event::Arranged { force });
        Ok(())
    }

    /// [17.3] All units enter by one hex of the edge, heading into the map.
    fn choose_entry(&mut self, force: Force, edge: Edge) -> Play<()> {
        let ground = self.charts.ground(self.game.sheets);
        let entries = ground.edge(edge).map(|id| (Choice::At(ground.hex(id)), id));
        self.game.army_mut(force).entry = Some(self.pick(force, Ask::Entry, entries)?);
        let headings = ground.headings(edge).iter().map(|side| (Choice::Face(*side), *side));
        let heading = self.pick(force, Ask::Heading, headings)?;
        let army = self.game.army_mut(force);
        army.heading = heading;
        army.units.iter_mut().for_each(|unit| unit.facing = heading);
        Ok(())
    }

    /// [17.3c] The order in which they enter; it is kept.
    fn choose_order(&mut self, force: Force) -> Play<()> {
        let count = self.game.army(force).units.len();
        // Units that have their rank stand before those that have not; a rank of `count` says "not yet".
        self.game.army_mut(force).units.iter_mut().for_each(|unit| unit.rank = count as u8);
        for rank in 0..count {
            let mut menu = self.table.menu();
            for unit in self.game.army(force).units.iter().filter(|unit| usize::from(unit.rank) == count) {
                menu.offer(OrderAnswer::Unit(unit.code));
            }
            if menu.options().len() > 1 {
                menu.offer(OrderAnswer::AsTheyAre);
            }
            let only = match self.ask(force, Ask::Order(rank as u8), &menu)? {
                OrderAnswer::Unit(code) => Some(code),
                OrderAnswer::AsTheyAre => None,
            };
            let mut next = rank as u8;
            for unit in &mut self.game.army_mut(force).units {
                if only.map_or(usize::from(unit.rank) == count, |code| unit.code == code) {
                    unit.rank = next;
                    unit.place = Place::Queue(next + 1);
                    next += 1;
                }
            }
            if only.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// [17.11b] The whole march to the far edge, written before the game.
    fn choose_track(&mut self, force: Force, far: Edge) -> Play<()> {
        let ground = self.charts.ground(self.game.sheets);
        loop {
            let lens = self.lens();
            let Some(end) = track_end(&lens, force) else { return Ok(()) };
            if ground.on_edge(far, end) {
                return Ok(());
            }
            let track = &self.game.army(force).track;
            let (been, slowest) = (track_hexes(&lens, self.game.army(force)).collect(), slowest(&lens, force));
            let rest = shortest(&lens, force, far);
            let shut_in = rest.is_none() && (track.is_full() || !leads_on(&lens, &been, slowest, end, far));
            let mut menu = self.table.menu();
            for side in Side::ALL {
                let reason = match track_step(&lens, &been, slowest, end, side) {
                    None => continue,
                    Some(ColumnStep::Fits) if shut_in => Some((rule!("17.3b"), "the column's own track closes it in")),
                    Some(ColumnStep::Fits) => None,
                    Some(ColumnStep::TooDear) => Some((rule!("9.32"), "a unit of the column cannot pay for it")),
                    Some(ColumnStep::Twice) => Some((rule!("17.3b"), "the column would cross its own track")),
                };
                menu.weigh(TrackAnswer::Step(side), reason);
            }
            if !track.is_empty() {
                menu.offer(TrackAnswer::Back);
            }
            if rest.is_some() {
                menu.offer(TrackAnswer::Shortest);
            }
            let answer = self.ask(force, Ask::Track, &menu)?;
            let track = &mut self.game.army_mut(force).track;
            match answer {
                TrackAnswer::Step(side) => track.push(side),
                TrackAnswer::Back => _ = track.pop(),
                TrackAnswer::Shortest => track.extend(rest.into_iter().flatten()),
            }
        }
    }

    /// [17.12] [17.13] Bravo notes its hexes and facings; in an anti-tank action all are hidden in Improved Positions.
    fn choose_sites(&mut self, force: Force) -> Play<()> {
        let ground = self.charts.ground(self.game.sheets);
        let info = &self.charts.scenario(self.game.scenario).info;
        for n in 0..self.game.army(force).units.len() as u8 {
            let id = UnitId { force, n };
            let lens = self.lens();
            let taken = self.game.army(force).units.iter().filter_map(set_up).collect();
            let mut menu = self.table.menu();
            for col in 1..=ground.grid().cols() {
                // The last hex of a column is mostly far enough away.
                if sites(lens, &taken, id, col).next_back().is_some() {
                    menu.offer(SiteColumnAnswer::Column(col));
                }
            }
            let SiteColumnAnswer::Column(col) = self.ask(force, Ask::SiteColumn(n), &menu)?;
            let rows: ArrayVec<(u16, HexId), MOST_OPTIONS> = sites(self.lens(), &taken, id, col).collect();
            let rows = rows.iter().map(|(row, hex)| (Choice::Row(*row), *hex));
            let hex = self.pick(force, Ask::SiteRow(n, col), rows)?;
            let kind = self.lens().kind(id);
            match info.bravo_setup {
                Some(BravoSetup::Hidden) => {
                    let unit = self.game.unit_mut(id);
                    unit.place = Place::On(hex);
                    unit.hidden = true;
                    if self.game.position(hex).is_none() {
                        self.game.dig(hex, true);
                    }
                }
                _ => self.game.unit_mut(id).place = Place::Noted(hex),
            }
            // [14.5] Infantry has no facing to record.
            if kind != Kind::Infantry {
                let sides = Side::ALL.map(|side| (Choice::Face(side), side));
                self.game.unit_mut(id).facing = self.pick(force, Ask::SiteFacing(n), sides)?;
            }
        }
        Ok(())
    }
}

/// [R48] The rows of a column where a unit may be set up: far enough from the edge, and with friends it may stack with.
fn sites<'a>(
    lens: Lens<'a>,
    taken: &'a HexSet,
    id: UnitId,
    col: u16,
) -> impl DoubleEndedIterator<Item = (u16, HexId)> + 'a {
    let distance = lens.scenario().info.bravo_distance;
    (1..=lens.ground.grid().rows()).filter_map(move |row| {
        let hex = lens.ground.id(Hex::new(col as i16, row as i16))?;
        let far = distance.is_none_or(|(edge, hexes)| lens.ground.from_edge(edge, hex) >= hexes);
        let there =
            || lens.game.ids(id.force).filter(|other| *other != id && set_up(lens.game.unit(*other)) == Some(hex));
        let joins = || lens.may_join(lens.kind(id), there().map(|other| lens.kind(other)));
        (far && (!taken.contains(hex) || joins())).then_some((row, hex))
    })
}

/// The hex a unit has been set up in or is noted for.
pub(crate) fn set_up(unit: &Unit) -> Option<HexId> {
    match unit.place {
        Place::Noted(hex) | Place::On(hex) => Some(hex),
        _ => None,
    }
}

/// The hex a force's track has come to.
pub(crate) fn track_end(lens: &Lens<'_>, force: Force) -> Option<HexId> {
    let army = lens.game.army(force);
    army.track.iter().try_fold(army.entry?, |at, side| lens.ground.next(at, *side))
}

/// The hexes of a force's track, the entry hex first.
pub(crate) fn track_hexes<'a>(lens: &Lens<'a>, army: &'a Army) -> impl Iterator<Item = HexId> + 'a {
    let ground = lens.ground;
    let sides = army.track.iter();
    army.entry.into_iter().flat_map(move |entry| {
        std::iter::once(entry).chain(sides.clone().scan(entry, move |at, side| {
            *at = ground.next(*at, *side)?;
            Some(*at)
        }))
    })
}

/// Whether a column can take a step.
pub(crate) enum ColumnStep {
    /// It can.
    Fits,
    /// Its slowest unit cannot pay for it.
    TooDear,
    /// It has been there.
    Twice,
}

/// The least any vehicle of a column has to spend in a turn.
pub(crate) fn slowest(lens: &Lens<'_>, force: Force) -> u8 {
    lens.game.army(force).units.iter().map(|unit| lens.info(unit).ma).min().unwrap_or(0)
}

/// Whether a column's track can go on over a side; `None` off the map.
pub(crate) fn track_step(lens: &Lens<'_>, been: &HexSet, slowest: u8, end: HexId, side: Side) -> Option<ColumnStep> {
    let to = lens.ground.next(end, side)?;
    let dear = match lens.ground.cost(lens.game.mode, end, side)? {
        StepCost::Points(points) => points > slowest,
        StepCost::Whole => false,
    };
    Some(if dear {
        ColumnStep::TooDear
    } else if been.contains(to) {
        ColumnStep::Twice
    } else {
        ColumnStep::Fits
    })
}

/// The cheapest way from the end of a force's track to an edge, if it fits onto the track. Of steps that cost the same it takes the one
/// nearest to the straight line across the map from the entry hex, then the one nearer to the middle of the map: the letters of the
/// compass say nothing about the ground.
pub(crate) fn shortest(lens: &Lens<'_>, force: Force, far: Edge) -> Option<Track> {
    let army = lens.game.army(force);
    let entry = lens.ground.hex(army.entry?);
    let grid = lens.ground.grid();
    let middle = Hex::new(grid.cols().div_ceil(2) as i16, grid.rows().div_ceil(2) as i16);
    let aside = |hex: HexId| {
        let off = |from: Hex| {
            let way = from.to(lens.ground.hex(hex));
            if matches!(far, Edge::W | Edge::Y) { way.y.abs() } else { way.x.abs() }
        };
        (off(entry), off(middle))
    };
    let march = lens.ground.march(lens.game.mode, far, slowest(lens, force));
    let been: HexSet = track_hexes(lens, army).collect();
    let (mut at, mut way) = (track_end(lens, force)?, Track::new());
    while march.left[at.index()] > 0 {
        let steps = march.onward(at).filter_map(|side| Some((side, lens.ground.next(at, side)?)));
        let (side, next) = steps.reduce(|best, step| if aside(step.1) < aside(best.1) { step } else { best })?;
        if army.track.len() + way.len() == MOST_TRACK || been.contains(next) {
            return None;
        }
        way.push(side);
        at = next;
    }
    (!way.is_empty()).then_some(way)
}

/// The most hexes a set has room for: more than any layout of sheets.
const MOST_HEXES: usize = 1 << 15;

/// A set of hexes.
pub(crate) struct HexSet(ArrayVec<u64, { MOST_HEXES / 64 }>);

impl HexSet {
    /// Whether a hex is in it.
    #[inline]
    pub(crate) fn contains(&self, hex: HexId) -> bool {
        self.0.get(hex.index() / 64).is_some_and(|word| word & 1 << (hex.index() % 64) != 0)
    }

    /// Puts a hex in; says whether it is new.
    #[inline]
    fn insert(&mut self, hex: HexId) -> bool {
        let (n, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        // Only as much is cleared as is needed.
        while self.0.len() <= n {
            self.0.push(0);
        }
        let new = self.0[n] & bit == 0;
        self.0[n] |= bit;
        new
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = HexSet(ArrayVec::new());
        for hex in hexes {
            set.insert(hex);
        }
        set
    }
}

/// Whether a column can still get from the end of its track to an edge without crossing it.
fn leads_on(lens: &Lens<'_>, track: &HexSet, slowest: u8, end: HexId, far: Edge) -> bool {
    let left = &lens.ground.march(lens.game.mode, far, slowest).left;
    let mut been = HexSet(track.0.clone());
    let mut open: ArrayVec<HexId, MOST_HEXES> = ArrayVec::new();
    open.push(end);
    while let Some(at) = open.pop() {
        if lens.ground.on_edge(far, at) {
            return true;
        }
        // What leads nearer is looked at first: mostly that gets there, and only who is shut in sees all there is.
        for nearer in [false, true] {
            for side in Side::ALL {
                let Some(to) = lens.ground.next(at, side) else { continue };
                let wanted = (left[to.index()] < left[at.index()]) == nearer;
                if wanted
                    && matches!(track_step(lens, &been, slowest, at, side), Some(ColumnStep::Fits))
                    && been.insert(to)
                {
                    open.push(to);
                }
            }
        }
    }
    false
}
