//! Whole games looked at after every step.

use hulldown_core::playable::Trial;
use hulldown_core::{Game, Generator, Policy, Seat, Sim};
use std::collections::BTreeMap;
use std::ops::Range;

/// A table for tests, whoever decides at it. The rules are compiled once more for every kind of table there is, so tests share this one.
pub fn sim<'a, G: Game>(policy: impl Policy<G> + 'a, dice: Generator) -> Sim<Box<dyn Policy<G> + 'a>> {
    Sim::new(Box::new(policy), dice)
}

/// Someone who mostly follows another and now and then does anything at all: he lives long and still goes everywhere.
#[derive(Clone, Debug)]
pub struct Wavering<P> {
    /// Whom he follows.
    pub leader: P,
    /// Where he does not.
    pub dice: Generator,
    /// One decision in this many is made at random.
    pub every: u32,
}

impl<G: Trial, P: Policy<G>> Policy<G> for Wavering<P> {
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
        let led = self.leader.decide(view, seat, ask, options);
        let random = G::spreads(ask) || self.dice.below(self.every) == 0;
        let choice = if random { options[self.dice.below(options.len() as u32) as usize] } else { led };
        let other = || options.iter().copied().find(|other| !G::shuns(*other));
        if G::shuns(choice) { other().unwrap_or(choice) } else { choice }
    }
}

/// A game played to its end that kept what must hold.
#[derive(Clone, Debug)]
pub struct Watched<G> {
    /// Its last state.
    pub game: G,
    /// How many steps it took.
    pub steps: u64,
    /// How many decisions were made.
    pub decisions: u64,
    /// How many dice fell.
    pub dice: u64,
}

/// Plays a game and looks at it after every step; says the first thing that is wrong, and when. `look` sees each step too, before and
/// after. A game that takes more than `most` decisions or steps never ends.
pub fn play<G: Trial, P: Policy<G>>(
    setup: &G::Setup,
    policy: P,
    dice: Generator,
    most: u64,
    mut look: impl FnMut(&G, &G),
) -> Result<Watched<G>, String> {
    let data = G::data();
    let holds = |game: &G| game.validate(data).map_err(|e| e.to_string()).and_then(|()| game.sound(data));
    let mut game = G::new(setup, data).map_err(|e| e.to_string())?;
    let mut sim = sim(policy, dice);
    let mut steps = 0;
    holds(&game)?;
    let mut before = game.clone();
    while !game.is_over() {
        if sim.decisions > most || steps > most {
            return Err(format!("has not ended after {} decisions and {steps} steps", sim.decisions));
        }
        // This table always answers.
        let _ = game.advance(data, &mut sim);
        steps += 1;
        look(&before, &game);
        holds(&game).and_then(|()| game.follows(&before, data)).map_err(|why| {
            let (from, to) = (before.whereabouts(), game.whereabouts());
            format!("step {steps} (from {from} to {to}): {why}")
        })?;
        before.clone_from(&game);
    }
    Ok(Watched { game, steps, decisions: sim.decisions, dice: sim.thrown })
}

/// Plays the games with these numbers.
///
/// # Panics
/// If anything goes wrong in one of them: with everything that did, each kind once.
pub fn games<G: Trial, P: Policy<G>>(
    numbers: Range<u64>,
    policy: impl Fn(u64) -> P,
    mut look: impl FnMut(&G, &G),
) -> Vec<Watched<G>> {
    let (mut played, mut wrong) = (Vec::new(), BTreeMap::new());
    for number in numbers {
        match play(&G::setup(number), policy(number), Generator::for_game(8, number), 400_000, &mut look) {
            Ok(game) => played.push(game),
            Err(why) => {
                let kind = why.rsplit("): ").next().unwrap_or_default().to_string();
                wrong.entry(kind).or_insert(format!("{} {number}: {why}", G::ID));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_values().collect::<Vec<_>>().join("\n"));
    played
}
