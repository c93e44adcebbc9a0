//! Games without end, looked at after every step: `cargo run --release --manifest-path bench/Cargo.toml --bin soak -- --decisions 100000000`.
//!
//! Set-ups and policies are mixed. The first game that breaks what must hold ends the run with exit code 1 and is named by seed and
//! number, so that `--game GAME --seed SEED --from NUMBER --games 1` plays it again.

use hulldown_catalog::{CatalogGame, IDS, With};
use hulldown_core::game::{MOST_SEATS, Seat};
use hulldown_core::playable::bots::Mind;
use hulldown_core::{Game, Generator, Policy, Random};
use hulldown_kit::trial::{Watched, Wavering, play};
use hulldown_sim::policy_seed;
use rayon::prelude::*;
use std::io::{IsTerminal, Write};
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

/// How many games are played between two looks at the clock.
const BLOCK: u64 = 256;
/// A game that takes more decisions or steps never ends.
const MOST: u64 = 500_000;
/// How many decisions of each game are made unless told.
const DECISIONS: u64 = 100_000_000;

/// Who plays: random games are short and go everywhere, the others last long.
#[derive(Clone, Copy, Debug)]
enum NamedBot {
    Random,
    Wavering,
    Skilled,
}

impl NamedBot {
    /// Every set-up meets every player.
    fn of(index: u64) -> NamedBot {
        use NamedBot::{Random, Skilled, Wavering};
        [Random, Wavering, Random, Skilled, Random, Wavering, Random, Random][(index / 16 % 8) as usize]
    }
}

/// What a number of games came to.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    steps: u64,
    decisions: u64,
    dice: u64,
    longest: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.steps += other.steps;
        self.decisions += other.decisions;
        self.dice += other.dice;
        self.longest = self.longest.max(other.longest);
    }
}

/// The best bot of the game at every seat.
struct Skilled<G: Game>([Box<dyn Mind<G>>; MOST_SEATS]);

impl<G: CatalogGame> Skilled<G> {
    fn new(choices: &mut Generator) -> Self {
        let make = G::BOTS.policies.first().map_or(hulldown_core::playable::bots::random::<G> as _, |best| best.make);
        Skilled(std::array::from_fn(|_| make(choices.new_seed())))
    }
}

impl<G: Game> Policy<G> for Skilled<G> {
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
        self.0[seat.index()].decide(view, seat, ask, options)
    }
}

/// One game, or what is wrong with it.
fn one<G: CatalogGame>(seed: u64, index: u64) -> Result<Tally, String> {
    let (dice, mut choices) = (Generator::for_game(seed, index), Generator::for_game(policy_seed(seed), index));
    let (player, setup) = (NamedBot::of(index), G::setup(index));
    let played = catch_unwind(AssertUnwindSafe(|| match player {
        NamedBot::Random => play::<G, _>(&setup, Random(choices), dice, MOST, |_, _| {}),
        NamedBot::Wavering => {
            let leader = Skilled::<G>::new(&mut choices);
            play(&setup, Wavering { leader, dice: choices, every: 12 }, dice, MOST, |_, _| {})
        }
        NamedBot::Skilled => play(&setup, Skilled::<G>::new(&mut choices), dice, MOST, |_, _| {}),
    }));
    let Watched { steps, decisions, dice, .. } =
        played.unwrap_or_else(|_| Err("the rules panicked".into())).map_err(|why| {
            let id = G::ID;
            format!(
                "{id}, seed {seed}, game {index} ({player:?}, {setup:?}):\n  {why}\nagain: --game {id} --seed {seed} --from {index} --games 1"
            )
        })?;
    Ok(Tally { games: 1, steps, decisions, dice, longest: decisions })
}

/// What of a game is to be played.
#[derive(Clone, Copy)]
struct Soak {
    seed: u64,
    from: u64,
    games: u64,
    decisions: u64,
}

impl With for Soak {
    type Done = Result<(), String>;

    /// Plays games of one kind until enough decisions are made or games played.
    fn with<G: CatalogGame>(self) -> Result<(), String> {
        let Soak { seed, from, games, decisions } = self;
        let start = Instant::now();
        let (mut all, mut next, end) = (Tally::default(), from, from.saturating_add(games));
        // How far it is, for who looks on; a file gets the end alone.
        let watched = std::io::stderr().is_terminal();
        while next < end && all.decisions < decisions {
            let block = next..end.min(next + BLOCK);
            next = block.end;
            let played: Vec<_> = block.into_par_iter().map(|index| one::<G>(seed, index)).collect();
            for game in played {
                all += game?;
            }
            if watched {
                let rate = all.decisions as f64 / start.elapsed().as_secs_f64() / 1e6;
                let (games, millions) = (all.games, all.decisions as f64 / 1e6);
                eprint!("\r{}: {games} games, {millions:.1} M decisions, {rate:.2} M a second   ", G::ID);
                let _ = std::io::stderr().flush();
            }
        }
        if watched {
            eprintln!();
        }
        println!(
            "{}: {} games from number {from} of seed {seed} kept what must hold after every step: {} steps, {} decisions ({} in the longest game), {} dice, {:.0} s",
            G::ID,
            all.games,
            all.steps,
            all.decisions,
            all.longest,
            all.dice,
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }
}

/// The word after an option.
fn value<'a>(args: &'a [String], name: &str) -> Result<Option<&'a str>, String> {
    let Some(at) = args.iter().position(|arg| arg == name) else { return Ok(None) };
    args.get(at + 1).map(|value| Some(value.as_str())).ok_or_else(|| format!("{name} needs a value"))
}

/// The value of an option that is a number.
fn number(args: &[String], name: &str, default: u64) -> Result<u64, String> {
    let Some(value) = value(args, name)? else { return Ok(default) };
    value.replace('_', "").parse().map_err(|_| format!("{name}: `{value}` is not a number"))
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (seed, from) = (number(&args, "--seed", 1)?, number(&args, "--from", 0)?);
    let (games, decisions) = (number(&args, "--games", u64::MAX)?, number(&args, "--decisions", DECISIONS)?);
    let wanted = value(&args, "--game")?;
    if let Some(id) = wanted.filter(|id| !IDS.contains(id)) {
        return Err(format!("--game takes {}, not {id}", IDS.join(", ")));
    }
    let soak = Soak { seed, from, games, decisions };
    let games = IDS.iter().filter(|id| wanted.is_none_or(|wanted| wanted == **id));
    games.filter_map(|id| hulldown_catalog::with(id, soak)).collect()
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nsoak: {why}");
            ExitCode::FAILURE
        }
    }
}
