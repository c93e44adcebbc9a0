//! Before the first Game-Turn: entry hexes, columns, marches to the far edge, secret positions (17.1, 17.3).

use crate::choice::{Ask, Choice};
use crate::event::What;
use crate::lens::Lens;
use crate::map::StepCost;
use crate::referee::{Referee, SEATS};
use crate::rules::rule;
use crate::state::{Army, Id, MOST_TRACK, Place, Position, Tank, Track};
use crate::words::{BravoSetup, Edge, Force, Kind};
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_core::table::{Play, Table};

impl<T: Table<Tank>> Referee<'_, T> {
    /// Both players arrange their forces, unseen by each other.
    pub(crate) fn arrange(&mut self) -> Play<()> {
        let (scenario, mode) = (self.g.scenario, self.g.mode);
        self.tell(|| What::Begins { scenario, mode });
        let Referee { g, d, t } = self;
        t.simultaneously(&SEATS, |t, seat| Referee { g, d, t }.arrange_force(Force::of(seat)))?;
        for force in Force::ALL {
            let enters = self.lens().scenario().info.entry[force.index()].is_some();
            self.g.army_mut(force).in_column = enters;
        }
        Ok(())
    }

    fn arrange_force(&mut self, force: Force) -> Play<()> {
        let info = self.lens().scenario().info;
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
        self.tell_only(force, || What::Arranged { force });
        Ok(())
    }

    /// [17.3] All units enter by one hex of the edge, heading into the map.
    fn choose_entry(&mut self, force: Force, edge: Edge) -> Play<()> {
        let ground = self.d.ground(self.g.sheets);
        let mut menu = self.t.menu();
        for id in ground.edge(edge) {
            menu.offer(Choice::At(ground.hex(id)));
        }
        if let Choice::At(hex) = self.ask(force, Ask::Entry, &menu)? {
            self.g.army_mut(force).entry = ground.id(hex);
        }
        let mut menu = self.t.menu();
        for side in ground.headings(edge) {
            menu.offer(Choice::Face(*side));
        }
        if let Choice::Face(side) = self.ask(force, Ask::Heading, &menu)? {
            let army = self.g.army_mut(force);
            army.heading = side;
            army.units.iter_mut().for_each(|unit| unit.facing = side);
        }
        Ok(())
    }

    /// [17.3c] The order in which they enter; it is kept.
    fn choose_order(&mut self, force: Force) -> Play<()> {
        let count = self.g.army(force).units.len();
        // Units that have their rank stand before those that have not; a rank of `count` says "not yet".
        self.g.army_mut(force).units.iter_mut().for_each(|unit| unit.rank = count as u8);
        for rank in 0..count {
            let mut menu = self.t.menu();
            for unit in self.g.army(force).units.iter().filter(|unit| usize::from(unit.rank) == count) {
                menu.offer(Choice::Unit(unit.code));
            }
            if menu.options().len() > 1 {
                menu.offer(Choice::AsTheyAre);
            }
            let choice = self.ask(force, Ask::Order(rank as u8), &menu)?;
            let mut next = rank as u8;
            for unit in &mut self.g.army_mut(force).units {
                let chosen = match choice {
                    Choice::Unit(code) => unit.code == code,
                    _ => usize::from(unit.rank) == count,
                };
                if chosen {
                    unit.rank = next;
                    unit.place = Place::Queue(next + 1);
                    next += 1;
                }
            }
            if choice == Choice::AsTheyAre {
                break;
            }
        }
        Ok(())
    }

    /// [17.11b] The whole march to the far edge, written before the game.
    fn choose_track(&mut self, force: Force, far: Edge) -> Play<()> {
        let ground = self.d.ground(self.g.sheets);
        loop {
            let lens = self.lens();
            let Some(end) = track_end(&lens, force) else { return Ok(()) };
            let track = &self.g.army(force).track;
            if ground.on_edge(far, end) {
                return Ok(());
            }
            let rest = shortest(&lens, force, far);
            let shut_in = rest.is_none() && (track.is_full() || !leads_on(&lens, force, end, far));
            let mut menu = self.t.menu();
            for side in Side::ALL {
                let reason = match track_step(&lens, force, end, side) {
                    None => continue,
                    Some(Step::Fits) if shut_in => Some((rule!("17.3b"), "the column's own track closes it in")),
                    Some(Step::Fits) => None,
                    Some(Step::TooDear) => Some((rule!("9.32"), "a unit of the column cannot pay for it")),
                    Some(Step::Twice) => Some((rule!("17.3b"), "the column would cross its own track")),
                };
                menu.weigh(Choice::Step(side), reason);
            }
            if !track.is_empty() {
                menu.offer(Choice::Back);
            }
            if rest.is_some() {
                menu.offer(Choice::Shortest);
            }
            match self.ask(force, Ask::Track, &menu)? {
                Choice::Step(side) => self.g.army_mut(force).track.push(side),
                Choice::Back => {
                    self.g.army_mut(force).track.pop();
                }
                _ => {
                    if let Some(rest) = rest {
                        let track = &mut self.g.army_mut(force).track;
                        track.extend(rest);
                    }
                }
            }
        }
    }

    /// [17.12] [17.13] Bravo notes its hexes and facings; in an anti-tank action all are hidden in Improved Positions.
    fn choose_sites(&mut self, force: Force) -> Play<()> {
        let ground = self.d.ground(self.g.sheets);
        let info = self.lens().scenario().info;
        for n in 0..self.g.army(force).units.len() as u8 {
            let id = Id { force, n };
            let mut menu = self.t.menu();
            for col in 1..=ground.grid().cols() {
                if sites(&self.lens(), id, col).next().is_some() {
                    menu.offer(Choice::Column(col));
                }
            }
            let Choice::Column(col) = self.ask(force, Ask::SiteColumn(n), &menu)? else { continue };
            let mut menu = self.t.menu();
            for (row, _) in sites(&self.lens(), id, col) {
                menu.offer(Choice::Row(row));
            }
            let Choice::Row(row) = self.ask(force, Ask::SiteRow(n, col), &menu)? else { continue };
            let Some(hex) = ground.id(Hex::new(col as i16, row as i16)) else { continue };
            let kind = self.lens().kind(id);
            match info.bravo_setup {
                Some(BravoSetup::Hidden) => {
                    let unit = self.g.unit_mut(id);
                    unit.place = Place::On(hex);
                    unit.hidden = true;
                    if self.g.position(hex).is_none() {
                        self.g.positions.push(Position { hex, hidden: true });
                    }
                }
                _ => self.g.unit_mut(id).place = Place::Noted(hex),
            }
            // [14.5] Infantry has no facing to record.
            if kind != Kind::Infantry {
                let mut menu = self.t.menu();
                for side in Side::ALL {
                    menu.offer(Choice::Face(side));
                }
                if let Choice::Face(side) = self.ask(force, Ask::SiteFacing(n), &menu)? {
                    self.g.unit_mut(id).facing = side;
                }
            }
        }
        Ok(())
    }
}

/// [R48] The rows of a column where a unit may be set up: far enough from the edge, and with friends it may stack with.
fn sites<'a>(lens: &'a Lens<'_>, id: Id, col: u16) -> impl Iterator<Item = (u16, HexId)> + 'a {
    let distance = lens.scenario().info.bravo_distance;
    (1..=lens.ground.grid().rows()).filter_map(move |row| {
        let hex = lens.ground.id(Hex::new(col as i16, row as i16))?;
        let far = distance.is_none_or(|(edge, hexes)| lens.ground.from_edge(edge, hex) >= hexes);
        let there = lens.g.ids(id.force).filter(|other| match lens.g.unit(*other).place {
            Place::Noted(at) | Place::On(at) => *other != id && at == hex,
            _ => false,
        });
        (far && lens.may_join(lens.kind(id), there.map(|other| lens.kind(other)))).then_some((row, hex))
    })
}

/// The hex a force's track has come to.
pub(crate) fn track_end(lens: &Lens<'_>, force: Force) -> Option<HexId> {
    let army = lens.g.army(force);
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
pub(crate) enum Step {
    /// It can.
    Fits,
    /// Its slowest unit cannot pay for it.
    TooDear,
    /// It has been there.
    Twice,
}

/// The least any vehicle of a column has to spend in a turn.
pub(crate) fn slowest(lens: &Lens<'_>, force: Force) -> u8 {
    lens.g.army(force).units.iter().map(|unit| lens.info(unit).ma).min().unwrap_or(0)
}

/// Whether a column's track can go on over a side; `None` off the map.
pub(crate) fn track_step(lens: &Lens<'_>, force: Force, end: HexId, side: Side) -> Option<Step> {
    let army = lens.g.army(force);
    let to = lens.ground.next(end, side)?;
    let dear = match lens.ground.cost(lens.g.mode, end, side)? {
        StepCost::Points(points) => points > slowest(lens, force),
        StepCost::Whole => false,
    };
    Some(if dear {
        Step::TooDear
    } else if track_hexes(lens, army).any(|hex| hex == to) {
        Step::Twice
    } else {
        Step::Fits
    })
}

/// The cheapest way from the end of a force's track to an edge, if it fits onto the track. Of steps that cost the same it takes the one
/// nearest to the straight line across the map from the entry hex, then the one nearer to the middle of the map: the letters of the
/// compass say nothing about the ground.
pub(crate) fn shortest(lens: &Lens<'_>, force: Force, far: Edge) -> Option<Track> {
    let army = lens.g.army(force);
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
    let slowest = slowest(lens, force);
    let left = lens.ground.to_edge(lens.g.mode, far, slowest);
    let (mut at, mut way) = (track_end(lens, force)?, Track::new());
    while left[at.index()] > 0 {
        let on = |side: Side| {
            let next = lens.ground.next(at, side)?;
            let points = u16::from(lens.ground.cost(lens.g.mode, at, side)?.of(slowest));
            (left[next.index()] < left[at.index()] && left[next.index()] + points == left[at.index()]).then_some(next)
        };
        let steps = Side::ALL.into_iter().filter_map(|side| Some((side, on(side)?)));
        let (side, next) = steps.min_by_key(|(_, next)| aside(*next))?;
        if army.track.len() + way.len() == MOST_TRACK || track_hexes(lens, army).any(|hex| hex == next) {
            return None;
        }
        way.push(side);
        at = next;
    }
    (!way.is_empty()).then_some(way)
}

/// The most hexes a ground has room for in [`leads_on`]: more than any layout of sheets.
const MOST_HEXES: usize = 1 << 15;

/// Whether a column can still get from the end of its track to an edge without crossing it.
fn leads_on(lens: &Lens<'_>, force: Force, end: HexId, far: Edge) -> bool {
    type Hexes = [u64; MOST_HEXES / 64];
    let add = |hexes: &mut Hexes, hex: HexId| {
        let (word, bit) = (&mut hexes[hex.index() / 64], 1 << (hex.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    };
    let slowest = slowest(lens, force);
    let words = lens.ground.grid().len().div_ceil(64);
    let (mut been, mut wave): (Hexes, Hexes) = ([0; MOST_HEXES / 64], [0; MOST_HEXES / 64]);
    for hex in track_hexes(lens, lens.g.army(force)) {
        add(&mut been, hex);
    }
    add(&mut wave, end);
    loop {
        let mut next: Hexes = [0; MOST_HEXES / 64];
        let mut grows = false;
        for (n, word) in wave[..words].iter().enumerate() {
            let mut bits = *word;
            while bits != 0 {
                let at = HexId((64 * n) as u16 + bits.trailing_zeros() as u16);
                bits &= bits - 1;
                if lens.ground.on_edge(far, at) {
                    return true;
                }
                for side in Side::ALL {
                    let step = (lens.ground.next(at, side), lens.ground.cost(lens.g.mode, at, side));
                    let (Some(to), Some(cost)) = step else { continue };
                    let dear = matches!(cost, StepCost::Points(points) if points > slowest);
                    if !dear && add(&mut been, to) {
                        add(&mut next, to);
                        grows = true;
                    }
                }
            }
        }
        if !grows {
            return false;
        }
        wave = next;
    }
}
