//! Commanders for Tank!
//!
//! [`Heuristic`] thinks a whole turn through when it is first asked about it and then gives its answers one by one; [`Rollout`] tries
//! variations of that plan by playing on from games that could be this one. Both decide from a [`View`] alone.

mod eye;
mod goals;
mod march;
mod plan;
mod reach;
mod rollout;
mod shots;
mod sites;
mod value;
mod ways;

pub use eye::{AFAR, kill_worth};
pub use rollout::{Effort, Rollout};
pub use value::{NO_FIGHT, value};

use crate::state::{MOST_UNITS, Place, Plot, Stage};
use crate::talk::{Ask, Choice};
use crate::words::Task;
use crate::{Tank, View};
use arrayvec::ArrayVec;
use eye::Eye;
use hulldown_core::Generator;
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::sim::Policy;
use plan::{Plan, Planner, Work};

/// Picks any legal option but talk of ending the game: chance alone soon gives up.
#[derive(Clone, Debug)]
pub struct Stubborn(pub Generator);

impl Policy<Tank> for Stubborn {
    fn decide(&mut self, _: &View<'_>, _: Seat, _: Ask, options: &[Choice]) -> Choice {
        loop {
            let choice = options[self.0.below(options.len() as u32) as usize];
            // A question with nothing else to say does not come up: talking has to be asked for.
            if choice != Choice::Talk {
                return choice;
            }
        }
    }
}

/// How a commander weighs things.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The weight of danger.
    pub caution: f32,
    /// The weight of the way to go; below nothing, of the way back.
    pub push: f32,
    /// The weight of shots this turn.
    pub shoot: f32,
    /// The weight of shots next turn.
    pub lure: f32,
    /// Whether nobody moves.
    pub still: bool,
}

impl Style {
    /// Whether the enemy is awaited rather than sought.
    fn waits(&self) -> bool {
        self.still || self.push <= 0.0
    }
}

impl Default for Style {
    fn default() -> Self {
        Style { caution: 1.0, push: 1.0, shoot: 1.0, lure: 0.6, still: false }
    }
}

/// What a commander of one seat has in mind.
#[derive(Clone, Debug)]
struct Desk {
    plan: Plan,
    /// Enemy hexes a turn ago and now, and the turn of "now".
    before: ArrayVec<HexId, MOST_UNITS>,
    now: ArrayVec<HexId, MOST_UNITS>,
    noted: u16,
    /// The first turn with an enemy on the map; 0 before that.
    contact: u16,
    /// Where each unit was noted to be set up, and its facing.
    sites: ArrayVec<(HexId, Side), MOST_UNITS>,
    /// Where to enter, and whether the sites stand, if that was thought of before.
    entry: Option<HexId>,
    settled: bool,
    /// Hexes that have been searched for hidden units, by game.
    searched: Vec<bool>,
    /// The hex each unit goes to search.
    target: [Option<HexId>; MOST_UNITS],
    /// The facings thought of for the end of a turn, and that turn.
    faces: [Option<Side>; MOST_UNITS],
    faced: u16,
    /// The turn of the last question.
    asked: Option<u16>,
    /// Whether questions of this turn may have been answered by somebody else.
    unsure: bool,
}

impl Desk {
    fn new(hexes: usize) -> Desk {
        Desk {
            plan: Plan::default(),
            before: ArrayVec::new(),
            now: ArrayVec::new(),
            noted: 0,
            contact: 0,
            sites: ArrayVec::new(),
            entry: None,
            settled: false,
            searched: vec![false; hexes],
            target: [None; MOST_UNITS],
            faces: [None; MOST_UNITS],
            faced: 0,
            asked: None,
            unsure: true,
        }
    }

    /// A question of a turn. Who was there the turn before has heard all of this one too.
    fn hear(&mut self, turn: u16) {
        let there = self.asked.is_some_and(|asked| asked == turn || asked + 1 == turn);
        self.unsure |= !there;
        self.asked = Some(turn);
    }

    /// A new game begins.
    fn clear(&mut self) {
        self.plan.turn = 0;
        self.before.clear();
        self.now.clear();
        self.noted = 0;
        self.contact = 0;
        self.searched.iter_mut().for_each(|hex| *hex = false);
        self.target = [None; MOST_UNITS];
        self.faced = 0;
    }

    /// Notes where enemies stand this turn.
    fn watch(&mut self, view: &View<'_>) {
        if self.noted != view.turn() {
            std::mem::swap(&mut self.before, &mut self.now);
            self.now.clear();
            self.now.extend(view.enemies().map(|seen| seen.hex));
            self.noted = view.turn();
        }
    }
}

/// A commander who weighs shots, dangers and ways.
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// How each seat is played.
    styles: [Style; 2],
    dice: Generator,
    work: Work,
    desks: [Desk; 2],
    routes: [march::Routes; 2],
}

impl Heuristic {
    /// A commander with his own stream of chance for what is nearly equal.
    pub fn new(seed: u64) -> Heuristic {
        Heuristic::with_style(seed, Style::default())
    }

    /// One who weighs things otherwise.
    pub fn with_style(seed: u64, style: Style) -> Heuristic {
        let dice = Generator::new(seed);
        // Room for the ground is made when it is seen.
        let desks = [Desk::new(0), Desk::new(0)];
        Heuristic { styles: [style; 2], dice, work: Work::new(0), desks, routes: Default::default() }
    }

    /// Room for the ground of this game.
    fn fit(&mut self, view: &View<'_>) {
        let hexes = view.ground().grid().len();
        if self.work.hexes() != hexes {
            self.work = Work::new(hexes);
            self.desks = [Desk::new(hexes), Desk::new(hexes)];
            self.routes = [march::Routes::new(hexes), march::Routes::new(hexes)];
        }
    }

    /// Thinks the turn through, if that has not been done.
    fn think(&mut self, view: &View<'_>, seat: Seat, ask: Ask) {
        if self.desks[seat.index()].plan.turn != view.turn() {
            self.plan(view, seat, ask, self.styles[seat.index()]);
        }
    }

    /// Plans the turn as if nothing had been plotted yet.
    fn plan_anew(&mut self, view: &View<'_>, seat: Seat, style: Style) {
        let desk = &mut self.desks[seat.index()];
        desk.watch(view);
        let style = goals::tempered(view, style);
        let eye = Eye::new(view, desk);
        Planner { eye, work: &mut self.work, style: &style, intent: Default::default() }.plan(desk);
    }

    /// Plans the turn. It comes out the same whenever in the turn it is done, so that whoever takes over goes on with what was begun.
    fn plan(&mut self, view: &View<'_>, seat: Seat, ask: Ask, style: Style) {
        self.plan_anew(view, seat, style);
        let desk = &mut self.desks[seat.index()];
        // What is plotted stands, but for the unit that is being plotted.
        let asked = match ask {
            Ask::Task(n) | Ask::OfColumn(n) | Ask::OfRow(n, _) | Ask::Path(n) | Ask::Facing(n) => Some(usize::from(n)),
            _ => None,
        };
        for (n, (wanted, unit)) in desk.plan.wanted.iter_mut().zip(view.units()).enumerate() {
            if unit.plot != Plot::default() && asked != Some(n) {
                *wanted = unit.plot;
            }
        }
    }

    /// What it would plot this turn for each unit, whatever somebody else has plotted so far.
    pub(crate) fn turn(&mut self, view: &View<'_>, seat: Seat) -> [Plot; MOST_UNITS] {
        self.fit(view);
        self.plan_anew(view, seat, self.styles[seat.index()]);
        self.desks[seat.index()].plan.wanted
    }

    /// The next unit whose plot is not what it should be.
    fn next_unit(&mut self, view: &View<'_>, seat: Seat, options: &[Choice]) -> Choice {
        let desk = &mut self.desks[seat.index()];
        let unsure = std::mem::take(&mut desk.unsure);
        let mut due: ArrayVec<(u8, u8), MOST_UNITS> = ArrayVec::new();
        for (n, (unit, wanted)) in view.units().iter().zip(&desk.plan.wanted).enumerate() {
            let rank = match unit.place {
                Place::On(_) => 0,
                // Who is behind waits for those ahead.
                Place::Queue(_) => unit.rank + 1,
                _ => continue,
            };
            if unit.plot != *wanted && desk.plan.begun[n] < 2 {
                due.push((rank, n as u8));
            }
        }
        due.sort_unstable();
        // Whoever has answered before may have tried in vain what is wanted.
        let next = due.into_iter().map(|(_, n)| n).find(|n| !unsure || self.succeeds(view, seat, *n));
        let Some(n) = next.map(usize::from) else { return wish(options, &[Choice::Commit]) };
        self.desks[seat.index()].plan.begun[n] += 1;
        wish(options, &[Choice::Unit(view.units()[n].code), Choice::Commit])
    }

    /// Whether plotting a unit would change its plot.
    fn succeeds(&mut self, view: &View<'_>, seat: Seat, n: u8) -> bool {
        let (at, unit) = (seat.index(), usize::from(n));
        let wanted = self.desks[at].plan.wanted[unit];
        let plot = view.rehearse(n, &mut |view, ask, options| self.plot(view, seat, ask, options));
        self.desks[at].plan.wanted[unit] = wanted;
        plot != view.units()[unit].plot
    }

    /// The answer to a question about a unit's plot.
    fn plot(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        match ask {
            Ask::Task(n) => self.task(view, seat, n, options),
            Ask::OfColumn(n) | Ask::OfRow(n, _) => {
                let target = self.desks[seat.index()].plan.wanted[usize::from(n)].target;
                let hex = target.map(|hex| view.ground().hex(hex));
                let choice = match (hex, ask) {
                    (Some(hex), Ask::OfColumn(_)) => Choice::Column(hex.col as u16),
                    (Some(hex), _) => Choice::Row(hex.row as u16),
                    (None, _) => Choice::Drop,
                };
                wish(options, &[choice, Choice::Drop])
            }
            Ask::Path(n) => self.step(view, seat, n, options),
            // A hidden gun that turns is found: only if somebody before had it so.
            Ask::Facing(n) => {
                let facing = self.desks[seat.index()].plan.wanted[usize::from(n)].facing;
                wish(options, &[facing.map_or(Choice::Drop, Choice::Face), Choice::Drop])
            }
            _ => options[0],
        }
    }

    /// The task a unit was thought to have.
    fn task(&mut self, view: &View<'_>, seat: Seat, n: u8, options: &[Choice]) -> Choice {
        let wanted = &mut self.desks[seat.index()].plan.wanted[usize::from(n)];
        let choice = match (wanted.task, wanted.target) {
            (None, _) | (Some(Task::Df), None) => Choice::Nothing,
            (Some(Task::Df), Some(hex)) => Choice::Df(view.ground().hex(hex)),
            (Some(Task::Of), None) => Choice::OfAround,
            (Some(Task::Of), Some(_)) => Choice::Of,
            (Some(Task::Mv | Task::Ov), _) => Choice::Mv,
            (Some(Task::Mvr), _) => Choice::Mvr,
            (Some(Task::Fc), _) => Choice::Fc,
        };
        if options.contains(&choice) {
            return choice;
        }
        *wanted = Plot::default();
        wish(options, &[Choice::Nothing])
    }

    /// The next step of a path.
    fn step(&mut self, view: &View<'_>, seat: Seat, n: u8, options: &[Choice]) -> Choice {
        let plan = &mut self.desks[seat.index()].plan;
        let wanted = plan.wanted[usize::from(n)];
        let Some(unit) = view.unit(n) else { return wish(options, &[Choice::Drop]) };
        let done = unit.plot.steps.len();
        if !unit.plot.steps.iter().eq(wanted.steps.iter().take(done)) {
            // Another's way that is not ours: no farther, where it may end.
            plan.wanted[usize::from(n)] = unit.plot;
            return wish(options, &[Choice::Done, Choice::Drop]);
        }
        let choice = if wanted.enters && !unit.plot.enters {
            Choice::Enter
        } else if wanted.up > 0 && !wanted.enters {
            Choice::Up
        } else {
            match wanted.steps.get(done) {
                Some(side) if wanted.task == Some(Task::Ov) && done + 2 == wanted.steps.len() => Choice::Over(side),
                Some(side) => Choice::Step(side),
                None if wanted.exits => Choice::Exit,
                None => Choice::Done,
            }
        };
        if options.contains(&choice) {
            return choice;
        }
        // It cannot be done as it was thought: not at all.
        plan.wanted[usize::from(n)] = Plot::default();
        wish(options, &[Choice::Drop])
    }

    /// The facing that is best where a unit stands now.
    fn face(&mut self, view: &View<'_>, seat: Seat, n: u8, options: &[Choice]) -> Choice {
        let desk = &mut self.desks[seat.index()];
        if desk.faced != view.turn() {
            // All at once: nobody moves any more.
            let eye = Eye::new(view, desk);
            desk.faced = view.turn();
            for (face, unit) in desk.faces.iter_mut().zip(view.units()) {
                *face = unit.hex().filter(|_| unit.plot.task.is_some()).and_then(|hex| eye.best_facing(unit, hex));
            }
        }
        let facing = desk.faces.get(usize::from(n)).copied().flatten();
        facing.map_or(wish(options, &[Choice::KeepRest]), |side| wish(options, &[Choice::Face(side)]))
    }

    /// [9.36] Whether to stop where everyone stands now rather than go on to where he was to go.
    fn stop(&mut self, view: &View<'_>, seat: Seat) -> Choice {
        let eye = Eye::new(view, &self.desks[seat.index()]);
        let style = self.styles[seat.index()];
        self.work.stamp += 1;
        let (mut here, mut there) = (0.0, 0.0);
        for unit in view.units().iter().filter(|unit| unit.is_moving() && !unit.plot.exits) {
            let Some(hex) = unit.hex() else { continue };
            let end = view.path(unit).last().unwrap_or(hex);
            let mut worth = |hex| {
                let there = eye.hex_worth(&mut self.work, hex);
                style.lure * there.attack - style.caution * there.danger
            };
            here += worth(hex);
            there += worth(end);
        }
        if here > there + 0.35 { Choice::Stop } else { Choice::GoOn }
    }
}

/// The first of some wishes that can be had, else the first option.
fn wish(options: &[Choice], wishes: &[Choice]) -> Choice {
    wishes.iter().copied().find(|wish| options.contains(wish)).unwrap_or(options[0])
}

impl Policy<Tank> for Heuristic {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let at = seat.index();
        self.fit(view);
        self.desks[at].hear(view.turn());
        match ask {
            Ask::Entry => {
                self.desks[at].clear();
                match self.desks[at].entry {
                    Some(hex) => wish(options, &[Choice::At(view.ground().hex(hex))]),
                    None => march::entry(view, &mut self.routes[at], &mut self.dice, options),
                }
            }
            Ask::Heading => march::heading(view, options),
            Ask::Order(_) => wish(options, &[Choice::AsTheyAre]),
            Ask::Track => self.routes[at].track(view, options),
            Ask::March => march::march(view, &mut self.dice, options, self.styles[at].waits()),
            Ask::SiteColumn(n) => {
                if n == 0 {
                    self.desks[at].clear();
                    if !self.desks[at].settled {
                        self.desks[at].sites.clear();
                    }
                }
                sites::column(view, &mut self.desks[at].sites, &mut self.dice, n, sites::LINES[0], options)
            }
            Ask::SiteRow(n, _) => sites::row(view, &self.desks[at].sites, n, options),
            Ask::SiteFacing(n) => sites::facing(&self.desks[at].sites, n, options),
            Ask::Plot => {
                self.think(view, seat, ask);
                self.next_unit(view, seat, options)
            }
            Ask::Facing(n) if view.stage() != Stage::Plot => self.face(view, seat, n, options),
            Ask::Task(_) | Ask::OfColumn(_) | Ask::OfRow(..) | Ask::Path(_) | Ask::Facing(_) => {
                self.think(view, seat, ask);
                self.plot(view, seat, ask, options)
            }
            Ask::Talk => wish(options, &[Choice::Drop]),
            Ask::Stop => self.stop(view, seat),
        }
    }
}

/// Two commanders at one table, each in his own seat.
#[derive(Clone, Debug)]
pub struct Versus<A, B> {
    /// Alpha's commander.
    pub alpha: A,
    /// Bravo's commander.
    pub bravo: B,
}

impl<A: Policy<Tank>, B: Policy<Tank>> Policy<Tank> for Versus<A, B> {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        if seat.0 == 0 {
            self.alpha.decide(view, seat, ask, options)
        } else {
            self.bravo.decide(view, seat, ask, options)
        }
    }
}
