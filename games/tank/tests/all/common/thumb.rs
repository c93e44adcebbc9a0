//! Games of Tank! played by simple rules of thumb, for drawings to look at.

use hulldown_core::Generator;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Game, Seat};
use hulldown_core::hex::HexId;
use hulldown_core::session::{Pending, Session};
use hulldown_draw::Spot;
use hulldown_tank::state::Stage;
use hulldown_tank::talk::{Ask, Choice};
use hulldown_tank::{Setup, Tank, View};
use std::collections::BTreeSet;

/// A game with someone to play it.
pub struct Played {
    pub game: Session<Tank>,
    luck: Generator,
    plotted: BTreeSet<(Seat, u16, String)>,
}

impl Played {
    pub fn new(scenario: &str, mode: &str, sheets: &str, seed: u64) -> Played {
        let setup = Setup { scenario: scenario.into(), mode: mode.into(), sheets: sheets.into(), limit: 0 };
        let game = Session::new(setup, Tank::data(), DiceBox::new(seed, DiceMode::Random)).unwrap();
        Played { game, luck: Generator::new(seed), plotted: BTreeSet::new() }
    }

    pub fn state(&self) -> &Tank {
        self.game.working()
    }

    /// The first question: who is asked what, and what he can answer.
    pub fn asked(&self) -> Option<(Seat, Ask, Vec<Choice>)> {
        match self.game.pending().first()? {
            Pending::Choice { seat, ask, options, .. } => Some((*seat, *ask, options.clone())),
            _ => None,
        }
    }

    /// Answers one question.
    pub fn step(&mut self) -> bool {
        let Some((seat, ask, options)) = self.asked() else { return false };
        let choice = self.decide(seat, ask, &options);
        self.game.choose(seat, choice).unwrap();
        true
    }

    /// Plays until something holds, or the game is over.
    pub fn until(mut self, holds: impl Fn(&Played) -> bool) -> Played {
        while !holds(&self) && self.step() {}
        self
    }

    fn decide(&mut self, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let state = self.game.working().clone();
        let view = state.view(Tank::data(), seat);
        let any = |luck: &mut Generator| options[luck.below(options.len() as u32) as usize];
        match ask {
            Ask::Plot => {
                let turn = view.turn();
                let next = options.iter().find(
                    |o| matches!(o, Choice::Unit(code) if !self.plotted.contains(&(seat, turn, code.to_string()))),
                );
                if let Some(Choice::Unit(code)) = next {
                    self.plotted.insert((seat, turn, code.to_string()));
                }
                *next.unwrap_or(&Choice::Commit)
            }
            Ask::Task(n) => {
                let unit = view.unit(n).unwrap();
                let good = |choice: &Choice| match choice {
                    Choice::Df(hex) => {
                        let hex = view.ground().id(*hex).unwrap();
                        let sixths =
                            view.enemies().filter(|seen| seen.hex == hex).filter_map(|seen| view.shot(unit, &seen));
                        sixths.map(|sum| sum.sixths()).max().is_some_and(|sixths| sixths > 1)
                    }
                    _ => false,
                };
                let shots: Vec<Choice> = options.iter().copied().filter(good).collect();
                if !shots.is_empty() {
                    return shots[self.luck.below(shots.len() as u32) as usize];
                }
                let want = match self.luck.below(10) {
                    0..2 => Choice::Of,
                    2 => Choice::Fc,
                    _ => Choice::Mv,
                };
                if options.contains(&want) {
                    want
                } else if options.contains(&Choice::Of) {
                    Choice::Of
                } else {
                    any(&mut self.luck)
                }
            }
            Ask::Path(n) => {
                let unit = view.unit(n).unwrap();
                let at = view.path(unit).last().or(unit.hex());
                let goal = goal(&view, at);
                let luck = self.luck.below(4);
                let far = |choice: &&Choice| match (at, choice) {
                    (Some(at), Choice::Step(side)) => view.ground().next(at, *side).map_or(99, |next| {
                        view.ground().range(next, goal) * 4 + u16::from(side.index() as u32 % 3 == luck % 3)
                    }),
                    _ => 400,
                };
                let steps = options.iter().filter(|o| matches!(o, Choice::Step(_)));
                let best = steps.min_by_key(far);
                match best {
                    _ if options.contains(&Choice::Enter) => Choice::Enter,
                    Some(step) if !(options.contains(&Choice::Done) && self.luck.below(7) == 0) => *step,
                    _ if options.contains(&Choice::Done) => Choice::Done,
                    _ => Choice::Drop,
                }
            }
            Ask::OfRow(..) | Ask::OfColumn(..) => {
                let no_drop: Vec<Choice> = options.iter().copied().filter(|o| *o != Choice::Drop).collect();
                if no_drop.is_empty() { Choice::Drop } else { no_drop[self.luck.below(no_drop.len() as u32) as usize] }
            }
            Ask::March | Ask::Order(_) if options.contains(&Choice::AsTheyAre) => Choice::AsTheyAre,
            Ask::March => options[0],
            Ask::Track if options.contains(&Choice::Shortest) => Choice::Shortest,
            Ask::Stop => Choice::GoOn,
            Ask::Facing(n) => {
                let at = view.unit(n).and_then(|unit| unit.hex());
                let side = at.and_then(|at| view.ground().hex(at).bearing(view.ground().hex(goal(&view, Some(at)))));
                side.map(Choice::Face).filter(|face| options.contains(face)).unwrap_or_else(|| any(&mut self.luck))
            }
            Ask::Entry => {
                options[options.len() / 3 + self.luck.below(options.len() as u32 / 3 + 1) as usize % options.len()]
            }
            _ => any(&mut self.luck),
        }
    }

    /// The spots of the first question.
    pub fn spots(&self) -> Vec<Spot> {
        hulldown_kit::page::asked(&self.game).map_or_else(Vec::new, |(_, spots)| spots)
    }
}

/// Where to go: the nearest enemy, or the other side of the map.
fn goal(view: &View<'_>, at: Option<HexId>) -> HexId {
    let ground = view.ground();
    let near = at.and_then(|at| view.enemies().map(|seen| seen.hex).min_by_key(|hex| ground.range(at, *hex)));
    near.unwrap_or_else(|| {
        let middle = hulldown_core::hex::Hex::new(ground.grid().cols() as i16 / 2, ground.grid().rows() as i16 / 2);
        ground.id(middle).unwrap()
    })
}

/// Whether shots have been fired.
pub fn in_fight(played: &Played) -> bool {
    played.state().last_fire > 0 && played.state().stage == Stage::Plot
}
