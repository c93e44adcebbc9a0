//! A game that could be the one a seat sees, for playing on in thought: what is hidden from the seat is put together anew.
//!
//! It is put together from what the seat sees and from nothing else. Two games that look the same to a seat are imagined the same by
//! the same choices: not even which of several games it was that was not to be known shows in what is made of it.

use crate::arrange::{shortest, track_hexes};
use crate::charts::Charts;
use crate::lens::Lens;
use crate::plotting::leader;
use crate::state::{MOST_UNITS, Place, Plot, PlotProgress, Stage, Tank, Unit, UnitId};
use crate::view::View;
use crate::words::{BravoSetup, Force, Kind, Task, Weapon};
use arrayvec::ArrayVec;
use hulldown_core::game::{Game, Seat};
use hulldown_core::hex::{HexId, Side};
use hulldown_core::sim::{Policy, Sim};

/// Picks one of so many.
type Choose<'a> = dyn FnMut(u32) -> u32 + 'a;

/// Exchanges everything `force` may not know: which face-down unit is which, where hidden units lie, what is plotted in secret.
fn imagine(game: &Tank, charts: &'static Charts, force: Force, choose: &mut Choose<'_>) -> Tank {
    let mut other = game.clone();
    let enemy = force.enemy();
    if game.stage == Stage::Arrange {
        // Nothing of what he has arranged so far is known.
        *other.army_mut(enemy) = crate::army(charts, game.scenario, enemy);
        if enemy == Force::Bravo {
            other.positions.clear();
        }
        return other;
    }
    let army = other.army_mut(enemy);
    // Who of his looked for whom is not told; nor is what was plotted last turn.
    army.tried = Default::default();
    for unit in &mut army.units {
        unit.last = Plot::default();
        unit.run.turns_to = None;
        if game.stage == Stage::Plot {
            unit.plot = Plot::default();
        }
        // [R18] Nor what one was plotted to do that lay hidden when the others' plots were told.
        if unit.run.secret {
            unit.plot = Plot::default();
            unit.run = PlotProgress { secret: true, from: unit.hex(), ..PlotProgress::default() };
        }
        if charts.weapon(unit.weapon).kind == Kind::Infantry {
            unit.facing = Side::A;
        }
    }
    forget_way(&mut other, charts, enemy, choose);
    deal(&mut other, charts, enemy, choose);
    scatter_hidden(&mut other, charts, enemy, choose);
    guess_plots(&mut other, charts, enemy, choose);
    spare_friends(&mut other, charts, enemy);
    other
}

/// A game in thought. Whoever plays it on sees of it what its seats see, and no more.
#[derive(Clone)]
pub struct Imagined {
    game: Tank,
    charts: &'static Charts,
}

impl Imagined {
    /// A game that could be the one a force sees.
    pub(crate) fn seen(game: &Tank, charts: &'static Charts, force: Force, choose: &mut Choose<'_>) -> Imagined {
        Imagined { game: imagine(game, charts, force, choose), charts }
    }

    /// The game before anybody has arranged anything: what both know of it then.
    pub(crate) fn unarranged(game: &Tank, charts: &'static Charts) -> Imagined {
        let Tank { scenario, mode, sheets, stall, no_losses, .. } = *game;
        Imagined { game: crate::unarranged(charts, scenario, mode, sheets, stall, no_losses), charts }
    }

    /// What a force sees of it.
    #[inline]
    pub fn view(&self, force: Force) -> View<'_> {
        View::new(&self.game, self.charts, force.seat())
    }

    /// Plays it on at a table until a turn begins, it is over, or the table's decisions are used up.
    pub fn play_on<P: Policy<Tank>>(&mut self, table: &mut Sim<P>, end: u16) {
        while !self.game.is_over() && self.game.turn < end && self.game.advance(self.charts, table).is_ok() {}
    }
}

impl PartialEq<Tank> for Imagined {
    fn eq(&self, game: &Tank) -> bool {
        self.game == *game
    }
}

impl std::fmt::Debug for Imagined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.game.fmt(f)
    }
}

impl Tank {
    /// A game that could be this one as far as a seat can tell; `choose` picks one of so many. Only who has the game itself can ask for it
    /// whole: bots get an [`Imagined`].
    pub fn imagined(&self, charts: &'static Charts, seat: Seat, choose: &mut dyn FnMut(u32) -> u32) -> Tank {
        imagine(self, charts, Force::of(seat), choose)
    }
}

/// Where an enemy column means to go is its commander's business, and so is where it enters until somebody has.
fn forget_way(game: &mut Tank, charts: &'static Charts, enemy: Force, choose: &mut Choose<'_>) {
    let info = &charts.scenario(game.scenario).info;
    let Some(edge) = info.entry[enemy.index()] else { return };
    let ground = charts.ground(game.sheets);
    let entered = game.army(enemy).units.iter().any(|unit| !matches!(unit.place, Place::Queue(_)));
    if !entered {
        let nth = choose(ground.edge(edge).count().max(1) as u32) as usize;
        let headings = ground.headings(edge);
        let heading = headings.get(choose(headings.len().max(1) as u32) as usize);
        let army = game.army_mut(enemy);
        army.entry = ground.edge(edge).nth(nth).or(army.entry);
        army.heading = heading.copied().unwrap_or(army.heading);
    }
    let gone = leader(game, enemy).and_then(|id| game.unit(id).hex()).and_then(|at| {
        let lens = Lens::new(game, charts);
        track_hexes(&lens, game.army(enemy)).position(|hex| hex == at)
    });
    let in_column = game.army(enemy).in_column;
    game.army_mut(enemy).track.truncate(gone.filter(|_| in_column).unwrap_or(0));
    if in_column && info.march_plot[enemy.index()] {
        let rest = shortest(&Lens::new(game, charts), enemy, edge.opposite());
        game.army_mut(enemy).track.extend(rest.into_iter().flatten());
    }
}

/// What somebody sees of a unit that he cannot name.
#[derive(Clone, Copy)]
struct Slot {
    /// It, with a name and a type that count for nothing.
    unit: Unit,
    /// Who of his own has looked for it this Game-Turn.
    tried: u32,
    /// Whether others stand in its hex, and of what kind they are whom he can name.
    shares: bool,
    beside: Option<Kind>,
}

impl Slot {
    /// In the order of what is seen: the names behind them must not show in it.
    fn key(&self) -> impl Ord + use<> {
        let Unit { place, rank, facing, hidden, plot, run, .. } = self.unit;
        let place = match place {
            Place::On(hex) if !hidden => (0, hex.0),
            Place::Queue(place) => (1, u16::from(place)),
            Place::On(_) | Place::Noted(_) => (2, 0),
            Place::Left | Place::Lost => (3, 0),
        };
        (place, facing, plot, (run.secret, run.legs, run.spent, run.from), rank, self.tried)
    }

    /// Whether a unit of this type could be what is seen, by what it was plotted to do.
    fn fits(&self, lens: &Lens<'_>, force: Force, weapon: Weapon) -> bool {
        let kind = lens.charts.weapon(weapon).kind;
        let Unit { place, hidden, plot, run, .. } = self.unit;
        match place {
            Place::On(_) if !hidden => {}
            Place::On(_) | Place::Noted(_) => return true,
            // [9.34b] An anti-tank gun never moves.
            _ => return kind != Kind::AtGun,
        }
        // Of a face-down vehicle the facing is seen.
        if kind.is_soft() != lens.info(&self.unit).kind.is_soft() {
            return false;
        }
        // [11.0] Between turns nobody shares a hex who may not.
        let between = matches!(lens.game.stage, Stage::Plot | Stage::Fire);
        if between && self.shares && (kind == Kind::Afv || self.beside.is_some_and(|other| !Lens::stack(kind, other))) {
            return false;
        }
        let Some(task) = plot.task else { return true };
        let around = task == Task::Of && plot.target.is_none();
        if !lens.charts.tasks.allows(task, kind) || (around && kind != Kind::Infantry) {
            return false;
        }
        let begun = Unit { weapon, place: run.from.map_or(Place::Queue(1), Place::On), ..self.unit };
        let points = if plot.moves() { lens.points(force, &begun) } else { 0 };
        points == run.points && points <= lens.allowance(&begun, plot.task)
    }
}

/// Whom a seat cannot name is dealt out anew: any of the units it has not made out, where it fits what is seen.
fn deal(game: &mut Tank, charts: &'static Charts, enemy: Force, choose: &mut Choose<'_>) {
    let enters = charts.scenario(game.scenario).info.entry[enemy.index()].is_some();
    let unknown: ArrayVec<UnitId, MOST_UNITS> = game
        .ids(enemy)
        .filter(|id| {
            let unit = game.unit(*id);
            !unit.spotted && unit.place != Place::Lost
        })
        .collect();
    let tried_by = |game: &Tank, id: UnitId| {
        let rows = game.army(enemy.enemy()).tried.iter().enumerate();
        rows.fold(0, |bits, (n, row)| bits | (row >> id.n & 1) << n)
    };
    let slot = |id: &UnitId| {
        let hex = game.unit(*id).shown();
        let others =
            || game.ids(enemy).filter(|other| other != id && hex.is_some() && game.unit(*other).shown() == hex);
        let named = others().find(|other| game.unit(*other).spotted);
        Slot {
            unit: unnamed(game, charts, *id, enters),
            tried: tried_by(game, *id),
            shares: others().next().is_some(),
            beside: named.map(|other| charts.weapon(game.unit(other).weapon).kind),
        }
    };
    let mut slots: ArrayVec<Slot, MOST_UNITS> = unknown.iter().map(slot).collect();
    slots.sort_unstable_by_key(Slot::key);
    close_up(&mut slots);

    let lens = Lens::new(game, charts);
    let weapons: ArrayVec<Weapon, MOST_UNITS> = unknown.iter().map(|id| game.unit(*id).weapon).collect();
    let mut dealt = matched(&lens, enemy, &slots, &weapons, choose);
    // Two guns may not share a hex either. Most deals are without; after many tries any will do.
    for _ in 0..40 {
        if stacks_fit(&lens, &slots, &weapons, &dealt) {
            break;
        }
        dealt = matched(&lens, enemy, &slots, &weapons, choose);
    }
    for (n, id) in unknown.iter().enumerate() {
        let Slot { unit: seen, tried, .. } = slots[usize::from(dealt[n])];
        let unit = game.unit_mut(*id);
        let rank = if enters { seen.rank } else { id.n };
        // Which way a gun points that lies face down nobody else knows.
        let unseen = seen.shown().is_some() && charts.weapon(unit.weapon).kind == Kind::AtGun;
        let facing = if unseen { Side::at(choose(6) as usize) } else { seen.facing };
        *unit = Unit { code: unit.code, weapon: unit.weapon, rank, facing, ..seen };
        for (row, looks) in game.army_mut(enemy.enemy()).tried.iter_mut().enumerate() {
            *looks = *looks & !(1 << id.n) | (tried >> row & 1) << id.n;
        }
    }
}

/// A unit as somebody sees it who cannot name it.
fn unnamed(game: &Tank, charts: &'static Charts, id: UnitId, enters: bool) -> Unit {
    let unit = *game.unit(id);
    let run = PlotProgress { secret: unit.run.secret, ..PlotProgress::default() };
    let blank = Unit { facing: Side::A, plot: Plot::default(), run, panicked: false, ..unit };
    let seen = match unit.place {
        Place::On(_) if !unit.hidden => {
            Unit { facing: Lens::new(game, charts).facing_seen(&unit).unwrap_or(Side::A), ..unit }
        }
        Place::Queue(_) => Unit { facing: game.army(id.force).heading, ..blank },
        // Where exactly it lies is dealt out later.
        Place::On(_) => Unit { place: Place::On(HexId(0)), ..blank },
        Place::Noted(_) => Unit { place: Place::Noted(HexId(0)), ..blank },
        Place::Left | Place::Lost => blank,
    };
    // A place in the column is seen; where there is none it is another word for the name.
    Unit { rank: if enters { seen.rank } else { 0 }, ..seen }
}

/// How far those off the map have moved up is not seen, only how many they are.
fn close_up(slots: &mut [Slot]) {
    let waits = |slot: &&mut Slot| matches!(slot.unit.place, Place::Queue(_));
    for (n, slot) in slots.iter_mut().filter(waits).enumerate() {
        slot.unit.place = Place::Queue(n as u8 + 1);
    }
}

/// For each type the slot it is dealt, so that as many as can be fit: each slot in turn takes a type that fits, and one who had it looks
/// for another.
fn matched(
    lens: &Lens<'_>,
    enemy: Force,
    slots: &[Slot],
    weapons: &[Weapon],
    choose: &mut Choose<'_>,
) -> ArrayVec<u8, MOST_UNITS> {
    let mut shuffled = || {
        let mut order: ArrayVec<u8, MOST_UNITS> = (0..slots.len() as u8).collect();
        for n in (1..order.len()).rev() {
            order.swap(n, choose(n as u32 + 1) as usize);
        }
        order
    };
    let (order, types) = (shuffled(), shuffled());
    let fits: ArrayVec<u32, MOST_UNITS> = slots
        .iter()
        .map(|slot| (0..weapons.len()).fold(0, |bits, n| bits | u32::from(slot.fits(lens, enemy, weapons[n])) << n))
        .collect();
    let mut held: [Option<u8>; MOST_UNITS] = [None; MOST_UNITS];
    for slot in &order {
        find(*slot, &fits, &types, &mut held, &mut 0);
    }
    let taken = |slot: u8, held: &[Option<u8>]| held.contains(&Some(slot));
    let mut left = order.iter().copied().filter(|slot| !taken(*slot, &held)).collect::<ArrayVec<u8, MOST_UNITS>>();
    held[..weapons.len()].iter().map(|slot| slot.or_else(|| left.pop()).unwrap_or(0)).collect()
}

/// Finds a type for a slot, if need be by sending another slot to look for one.
fn find(slot: u8, fits: &[u32], types: &[u8], held: &mut [Option<u8>; MOST_UNITS], asked: &mut u32) -> bool {
    for &n in types {
        let bit = 1 << n;
        if fits[usize::from(slot)] & bit == 0 || *asked & bit != 0 {
            continue;
        }
        *asked |= bit;
        if held[usize::from(n)].is_none_or(|other| find(other, fits, types, held, asked)) {
            held[usize::from(n)] = Some(slot);
            return true;
        }
    }
    false
}

/// Whether all who are seen to share a hex may.
fn stacks_fit(lens: &Lens<'_>, slots: &[Slot], weapons: &[Weapon], dealt: &[u8]) -> bool {
    let shown: ArrayVec<(HexId, Kind), MOST_UNITS> = weapons
        .iter()
        .zip(dealt)
        .filter_map(|(weapon, slot)| Some((slots[usize::from(*slot)].unit.shown()?, lens.charts.weapon(*weapon).kind)))
        .collect();
    shown.iter().enumerate().all(|(n, (hex, kind))| {
        let others = shown.iter().enumerate().filter(|(m, (at, _))| *m != n && at == hex);
        lens.may_join(*kind, others.map(|(_, (_, kind))| *kind))
    })
}

/// Hidden or noted units of the enemy go to other hexes where they could have been set up.
fn scatter_hidden(game: &mut Tank, charts: &'static Charts, enemy: Force, choose: &mut Choose<'_>) {
    let scenario = charts.scenario(game.scenario);
    let Some((edge, hexes)) = scenario.info.bravo_distance.filter(|_| enemy == Force::Bravo) else { return };
    let ground = charts.ground(game.sheets);
    let hidden: ArrayVec<UnitId, MOST_UNITS> = game
        .ids(enemy)
        .filter(|id| {
            let unit = game.unit(*id);
            unit.hidden || matches!(unit.place, Place::Noted(_))
        })
        .collect();
    game.positions.retain(|position| !position.hidden);
    for id in &hidden {
        game.unit_mut(*id).place = Place::Left;
    }
    for id in hidden {
        // Not next to an enemy, who would have found it (14.2).
        let fits = |game: &Tank, hex: HexId| {
            let lens = Lens::new(game, charts);
            let there = game.ids(enemy).filter(|other| match game.unit(*other).place {
                Place::On(at) | Place::Noted(at) => *other != id && at == hex,
                _ => false,
            });
            ground.from_edge(edge, hex) >= hexes
                && game.position(hex).is_none_or(|position| position.hidden)
                && lens.may_join(lens.kind(id), there.map(|other| lens.kind(other)))
                && !game
                    .army(enemy.enemy())
                    .units
                    .iter()
                    .any(|unit| unit.hex().is_some_and(|at| ground.range(at, hex) <= 1))
        };
        let hex = (0..200)
            .map(|_| HexId(choose(ground.grid().len() as u32) as u16))
            .find(|hex| fits(game, *hex))
            .or_else(|| ground.grid().ids().find(|hex| fits(game, *hex)));
        let Some(hex) = hex else { continue };
        let facing = Side::at(choose(6) as usize);
        let in_position = scenario.info.bravo_setup == Some(BravoSetup::Hidden);
        let unit = game.unit_mut(id);
        unit.facing = facing;
        unit.hidden = in_position;
        unit.place = if in_position { Place::On(hex) } else { Place::Noted(hex) };
        unit.run.from = unit.hex();
        if in_position && game.position(hex).is_none() {
            game.dig(hex, true);
        }
    }
}

/// Once plots are carried out those of units on the map are told. The others are guessed: who waits off the map comes on, who lies hidden
/// watches somebody or does nothing.
fn guess_plots(game: &mut Tank, charts: &'static Charts, enemy: Force, choose: &mut Choose<'_>) {
    if !matches!(game.stage, Stage::Fire | Stage::Move(_) | Stage::Stop(_)) {
        return;
    }
    let watches = charts.scenario(game.scenario).may_watch(enemy, game.turn);
    let targets: ArrayVec<HexId, MOST_UNITS> = game.army(enemy.enemy()).units.iter().filter_map(Unit::shown).collect();
    let fires = game.stage == Stage::Fire;
    for id in game.ids(enemy) {
        let lens = Lens::new(game, charts);
        let unit = game.unit(id);
        let plot = match unit.place {
            Place::Queue(place) => {
                let allowance = lens.allowance(unit, Some(Task::Mv));
                let up = (place - 1).min(allowance);
                let enters = place - 1 + lens.entry_cost(enemy, allowance) <= allowance;
                Plot { task: Some(Task::Mv), up, enters, ..Plot::default() }
            }
            Place::On(_) if (unit.hidden || unit.run.secret) && !unit.panicked && watches && !targets.is_empty() => {
                let target = targets[choose(targets.len() as u32) as usize];
                let idle = choose(3) == 0 || lens.against_fire(id, target).is_some();
                if idle {
                    Plot::default()
                } else {
                    Plot { task: Some(Task::Of), target: Some(target), ..Plot::default() }
                }
            }
            _ => continue,
        };
        let points = lens.points(enemy, &Unit { plot, ..*unit });
        let unit = game.unit_mut(id);
        unit.plot = plot;
        unit.run.points = if plot.moves() { points } else { 0 };
        unit.run.watching = plot.task == Some(Task::Of) && !fires;
    }
}

/// [8.84b] Which hexes about it a squad spares hangs on friends that may be hidden: it is seen to again.
fn spare_friends(game: &mut Tank, charts: &'static Charts, enemy: Force) {
    for id in game.ids(enemy) {
        let plot = game.unit(id).plot;
        let around = plot.task == Some(Task::Of) && plot.target.is_none();
        let spared = if around { Lens::new(game, charts).friends_around(id) } else { 0 };
        game.unit_mut(id).run.spared = spared;
    }
}
