//! Many games at once: the same result for the same seed whatever the number of threads.
//!
//! A game depends on the seed and its own number alone, so a batch can be cut into parts, run anywhere and put together again.

use hulldown_core::game::{Game, Invalid, Seat};
use hulldown_core::playable::bots::{Maker, Mind, random};
use hulldown_core::playable::{Figures, PlayedGame};
use hulldown_core::{Generator, Policy, Sim};
use rayon::prelude::*;
use std::io;
use std::ops::Range;

/// The most decisions a game may take; one that takes more is told apart.
pub const MOST_DECISIONS: u64 = 5_000_000;

/// How many games are played before what is kept of them is handed on: enough to give every thread something to do, few enough that
/// a batch of any size needs no more memory than this.
const BLOCK: u64 = 1024;

/// What to play.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The seed of all their dice.
    pub seed: u64,
    /// How many threads share the work; 0 for as many as there are cores.
    pub threads: usize,
}

/// Why a batch could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// The set-up does not fit the game.
    #[error(transparent)]
    Setup(#[from] Invalid),
    /// Nobody of this name plays the game.
    #[error("no bot `{name}` plays {game}; there are {known}")]
    NoBot {
        /// The game.
        game: &'static str,
        /// Who was asked for.
        name: String,
        /// Who there is, with what they do.
        known: String,
    },
    /// No threads could be had.
    #[error("no threads for the simulation: {0}")]
    Threads(String),
    /// What came of the games could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Plays a batch and hands to `each` what `keep` makes of every game, in the order of their numbers. `done` hears how many more are
/// through.
pub fn play<G: Game, P: Policy<G>, R: Send>(
    batch: &Batch,
    setup: &G::Setup,
    data: &'static G::Data,
    policy: impl Fn(u64) -> P + Sync,
    keep: impl Fn(PlayedGame<G>) -> R + Sync,
    mut each: impl FnMut(R) -> io::Result<()>,
    done: impl Fn(u64) + Sync,
) -> Result<(), SimError> {
    let start = G::new(setup, data)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(batch.threads)
        .build()
        .map_err(|e| SimError::Threads(e.to_string()))?;
    let one = |index: u64| {
        let mut game = start.clone();
        let mut sim = Sim::new(policy(index), Generator::for_game(batch.seed, index));
        let ended = sim.finish(&mut game, data, MOST_DECISIONS);
        done(1);
        keep(PlayedGame { index, game, ended, decisions: sim.decisions, dice: sim.thrown })
    };
    let Range { start: mut next, end } = batch.games;
    while next < end {
        let block = next..end.min(next.saturating_add(BLOCK));
        next = block.end;
        let kept: Vec<R> = pool.install(|| block.into_par_iter().map(&one).collect());
        for result in kept {
            each(result)?;
        }
    }
    Ok(())
}

/// A bot for each seat.
struct Bots<G: Game>(Vec<Box<dyn Mind<G>>>);

impl<G: Game> Policy<G> for Bots<G> {
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
        self.0[seat.index()].decide(view, seat, ask, options)
    }
}

/// Plays a batch, these bots at the seats, the last of them at all that are left, and hands each record on. Returns how many decisions
/// were made.
pub fn games<G: Figures>(
    batch: &Batch,
    setup: &G::Setup,
    data: &'static G::Data,
    bots: &[&str],
    mut each: impl FnMut(&G::Record) -> io::Result<()>,
    done: impl Fn(u64) + Sync,
) -> Result<u64, SimError> {
    let maker = |name: &str| -> Result<Maker<G>, SimError> {
        G::BOTS.find(name).ok_or_else(|| {
            let known: Vec<String> = G::BOTS.names().iter().map(|(name, help)| format!("{name} ({help})")).collect();
            SimError::NoBot { game: G::ID, name: name.into(), known: known.join(", ") }
        })
    };
    let makers: Vec<Maker<G>> = bots.iter().map(|name| maker(name)).collect::<Result<_, _>>()?;
    let seats = usize::from(G::new(setup, data)?.seats());
    let at = |seat: usize| makers.get(seat).or(makers.last()).copied().unwrap_or(random::<G>);
    let seed = policy_seed(batch.seed);
    let policy = |index: u64| {
        let mut seeds = Generator::for_game(seed, index);
        Bots((0..seats).map(|seat| at(seat)(seeds.new_seed())).collect())
    };
    let mut decisions = 0;
    let keep = |played: PlayedGame<G>| (played.decisions, G::records(played, data));
    let hand_on = |(made, records): (u64, Vec<G::Record>)| {
        decisions += made;
        records.iter().try_for_each(&mut each)
    };
    play(batch, setup, data, policy, keep, hand_on, done)?;
    Ok(decisions)
}

/// The seed of a policy's own choices in a batch, apart from that of the dice.
pub fn policy_seed(seed: u64) -> u64 {
    seed ^ 0x9E37_79B9_7F4A_7C15
}
