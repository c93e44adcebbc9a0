//! The SiMov Pad of a force (6.0): what is written on it so far, as far as one unit has to heed what is plotted for the others.

use crate::lens::Lens;
use crate::sight::{FriendSteps, Line};
use crate::state::{MOST_STEPS, MOST_UNITS, Unit, UnitId};
use crate::words::{Force, Kind, Task};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};

/// Hexes to fire at.
type Targets = ArrayVec<HexId, MOST_UNITS>;

/// What a force has plotted. It is kept while one unit after the other is plotted for, so that nobody has to go through all plots again.
pub(crate) struct Pad {
    /// The hexes in which an enemy unit stands for the force to see (5.0b), in order: nobody moves meanwhile.
    pub(crate) targets: Targets,
    /// One for each unit.
    lines: ArrayVec<Written, MOST_UNITS>,
    /// The steps of all who are to move.
    steps: ArrayVec<PadStep, { MOST_UNITS * (MOST_STEPS + 1) }>,
    /// The lines of all who are to fire.
    fire: ArrayVec<Fire, MOST_UNITS>,
}

/// What is written for a unit.
#[derive(Clone, Copy)]
struct Written {
    kind: Kind,
    /// Where it stands.
    at: Option<HexId>,
    /// Where it will stand.
    end: Option<HexId>,
    moves: bool,
    fires: bool,
}

#[derive(Clone, Copy)]
struct Fire {
    n: u8,
    kind: Kind,
    gun: HexId,
    /// None if infantry watches all about it.
    line: Option<Line<'static>>,
    /// The direction of the line, as a bit: most hexes lie in others, and then nobody there is on it.
    sector: u64,
}

#[derive(Clone, Copy)]
struct PadStep {
    n: u8,
    /// Whether it is a squad's, past which guns fire (8.41b).
    kind: Kind,
    from: Option<HexId>,
    to: HexId,
}

impl Pad {
    /// The pad as it is written.
    pub(crate) fn new(lens: Lens<'_>, force: Force) -> Pad {
        let mut pad = Pad {
            targets: targets(lens, force),
            lines: ArrayVec::new(),
            steps: ArrayVec::new(),
            fire: ArrayVec::new(),
        };
        for id in lens.game.ids(force) {
            let (kind, at) = (lens.kind(id), lens.game.unit(id).hex());
            pad.lines.push(Written { kind, at, end: at, moves: false, fires: false });
            pad.write(lens, id);
        }
        pad
    }

    /// Writes down what is plotted for a unit now.
    pub(crate) fn write(&mut self, lens: Lens<'_>, id: UnitId) {
        let unit = lens.game.unit(id);
        let line = &mut self.lines[usize::from(id.n)];
        if std::mem::replace(&mut line.moves, unit.plot.moves()) {
            self.steps.retain(|step| step.n != id.n);
        }
        line.end = line.at;
        if line.moves {
            line.end = lens.end(id.force, unit);
            let kind = line.kind;
            self.steps.extend(lens.path(id.force, unit).map(|(from, to)| PadStep { n: id.n, kind, from, to }));
        }
        if std::mem::take(&mut line.fires) {
            self.fire.retain(|fire| fire.n != id.n);
        }
        if let (Some(Task::Df | Task::Of), Some(gun)) = (unit.plot.task, line.at) {
            let along = unit.plot.target.map(|target| Line::to(lens.ground, gun, target));
            let sector = unit.plot.target.map_or(0, |target| lens.ground.compass().sector(gun, target));
            self.fire.push(Fire { n: id.n, kind: line.kind, gun, line: along, sector });
            line.fires = true;
        }
    }

    /// What is written for the friends of a unit.
    #[inline]
    fn friends(&self, id: UnitId) -> impl Iterator<Item = &Written> {
        self.lines.iter().enumerate().filter(move |(n, _)| *n != usize::from(id.n)).map(|(_, friend)| friend)
    }

    /// Where its friends stay, each without a hex before it, and the steps they are to take, as far as they matter to its fire.
    #[inline]
    fn ways(&self, id: UnitId) -> impl Iterator<Item = (Option<HexId>, HexId)> {
        let kind = self.lines[usize::from(id.n)].kind;
        let stays = self.friends(id).filter(move |friend| !kind.fires_past(friend.kind));
        let steps = self.steps.iter().filter(move |step| step.n != id.n && !kind.fires_past(step.kind));
        stays.filter_map(|friend| Some((None, friend.at?))).chain(steps.map(|step| (step.from, step.to)))
    }

    /// [8.41] [8.43] [8.57b] Puts them before somebody who looks along lines of fire.
    pub(crate) fn put_friends(&self, id: UnitId, friends: &mut FriendSteps<'_>) {
        friends.extend(self.ways(id));
    }

    /// Whether one of them stands in a hex.
    #[inline]
    pub(crate) fn stands(&self, id: UnitId, hex: HexId) -> bool {
        self.friends(id).any(|friend| friend.at == Some(hex))
    }

    /// Whether one of those that matter to its fire is in a hex or comes there.
    #[inline]
    pub(crate) fn has_friend(&self, id: UnitId, hex: HexId) -> bool {
        self.ways(id).any(|(_, to)| to == hex)
    }
}

/// [5.0b] The hexes in which an enemy unit stands for a force to see, in order.
fn targets(lens: Lens<'_>, force: Force) -> Targets {
    let mut seen: Targets = lens.game.army(force.enemy()).units.iter().filter_map(Unit::shown).collect();
    seen.sort_unstable();
    let mut last = None;
    seen.retain(|hex| last.replace(*hex) != Some(*hex));
    seen
}

impl Lens<'_> {
    /// [11.0] Whether a unit may be plotted to end in a hex, as far as its friends' plots go.
    pub(crate) fn may_end(self, id: UnitId, pad: &Pad, hex: HexId) -> bool {
        let there = pad.friends(id).filter(|friend| friend.end == Some(hex));
        self.may_join(pad.lines[usize::from(id.n)].kind, there.map(|friend| friend.kind))
    }

    /// [9.37] Whether a step onto a hex would come onto the line of a friend's plotted fire.
    pub(crate) fn crosses_fire(self, id: UnitId, pad: &Pad, from: Option<HexId>, to: HexId) -> bool {
        let kind = pad.lines[usize::from(id.n)].kind;
        pad.fire.iter().filter(|fire| fire.n != id.n).any(|fire| match fire.line {
            Some(line) => {
                self.ground.compass().shadow(fire.gun, to) & fire.sector != 0
                    && !fire.kind.fires_past(kind)
                    && (line.passes(to) || from.is_some_and(|from| line.is_crossed(from, to)))
            }
            // [8.84b] Infantry that watches the hexes about it spares the one a friend comes into, but for the last.
            None => self.ground.side_to(fire.gun, to).is_some_and(|side: Side| {
                !self.watches_beside(fire.gun, self.friends_around(UnitId { n: fire.n, ..id }) | 1 << side.index())
            }),
        })
    }
}
