//! Games without end, looked at after every step: `cargo run --release -p hulldown-catalog --example soak -- --decisions 100000000`.
//!
//! Set-ups and policies are mixed. The first game that breaks what must hold ends the run with exit code 1 and is named by seed and
//! number, so that `--game GAME --seed SEED --from NUMBER --games 1` plays it again.

#[path = "../../../games/ace/tests/all/invariants.rs"]
mod ace;
#[path = "../../../games/patton/tests/all/invariants.rs"]
mod patton;
#[path = "../../../games/tank/tests/all/invariants.rs"]
mod tank;

use hulldown_ace::bot::Sensible;
use hulldown_core::{Generator, Random};
use hulldown_sim::policy_seed;
use hulldown_tank::bot::{Heuristic, Versus};
use rayon::prelude::*;
use std::io::Write;
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
enum Player {
    Random,
    Wavering,
    Skilled,
}

impl Player {
    /// Every set-up meets every player.
    fn of(index: u64) -> Player {
        use Player::{Random, Skilled, Wavering};
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

impl Tally {
    fn of(steps: u64, decisions: u64, dice: u64) -> Tally {
        Tally { games: 1, steps, decisions, dice, longest: decisions }
    }
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

/// A game that can be soaked.
struct Soaked {
    id: &'static str,
    play: fn(index: u64, player: Player, dice: Generator, choices: Generator) -> Result<Tally, String>,
    setup: fn(index: u64) -> String,
}

const GAMES: [Soaked; 3] = [
    Soaked { id: "ace", play: play_ace, setup: |index| format!("{:?}", ace::setup(index)) },
    Soaked { id: "patton", play: play_patton, setup: |index| format!("{:?}", patton::setup(index)) },
    Soaked { id: "tank", play: play_tank, setup: |index| format!("{:?}", tank::setup(index)) },
];

fn play_ace(index: u64, player: Player, dice: Generator, choices: Generator) -> Result<Tally, String> {
    let setup = ace::setup(index);
    let played = match player {
        Player::Random => ace::career(&setup, Random(choices), dice, MOST),
        Player::Wavering => {
            ace::career(&setup, ace::Wavering { leader: Sensible, dice: choices, every: 12 }, dice, MOST)
        }
        Player::Skilled => ace::career(&setup, Sensible, dice, MOST),
    }?;
    Ok(Tally::of(played.steps, played.decisions, played.dice))
}

fn play_patton(index: u64, player: Player, dice: Generator, choices: Generator) -> Result<Tally, String> {
    let setup = patton::setup(index);
    let played = match player {
        Player::Random => patton::play(&setup, Random(choices), dice, MOST),
        Player::Wavering => patton::play(&setup, patton::Wavering { dice: choices, every: 25 }, dice, MOST),
        Player::Skilled => patton::play(&setup, hulldown_patton::bot::Sensible, dice, MOST),
    }?;
    Ok(Tally::of(played.steps, played.decisions, played.dice))
}

fn play_tank(index: u64, player: Player, dice: Generator, mut choices: Generator) -> Result<Tally, String> {
    let setup = tank::setup(index);
    let mut skilled =
        || Versus { alpha: Heuristic::new(choices.new_seed()), bravo: Heuristic::new(choices.new_seed()) };
    let played = match player {
        Player::Random => tank::play(&setup, Random(choices), dice, MOST),
        Player::Wavering => {
            let leader = skilled();
            tank::play(&setup, tank::Wavering { leader, dice: choices, every: 12 }, dice, MOST)
        }
        Player::Skilled => tank::play(&setup, skilled(), dice, MOST),
    }?;
    Ok(Tally::of(played.steps, played.decisions, played.dice))
}

/// One game, or what is wrong with it.
fn one(game: &Soaked, seed: u64, index: u64) -> Result<Tally, String> {
    let (dice, choices) = (Generator::for_game(seed, index), Generator::for_game(policy_seed(seed), index));
    let player = Player::of(index);
    let played = catch_unwind(AssertUnwindSafe(|| (game.play)(index, player, dice, choices)));
    played.unwrap_or_else(|_| Err("the rules panicked".into())).map_err(|why| {
        let (id, setup) = (game.id, (game.setup)(index));
        format!(
            "{id}, seed {seed}, game {index} ({player:?}, {setup}):\n  {why}\nagain: --game {id} --seed {seed} --from {index} --games 1"
        )
    })
}

/// Plays games of one kind until so many decisions are made or so many games played.
fn soak(game: &Soaked, seed: u64, from: u64, games: u64, decisions: u64) -> Result<(), String> {
    let start = Instant::now();
    let (mut all, mut next, end) = (Tally::default(), from, from.saturating_add(games));
    while next < end && all.decisions < decisions {
        let block = next..end.min(next + BLOCK);
        next = block.end;
        let played: Vec<_> = block.into_par_iter().map(|index| one(game, seed, index)).collect();
        for game in played {
            all += game?;
        }
        let rate = all.decisions as f64 / start.elapsed().as_secs_f64();
        eprint!(
            "\r{}: {} games, {:.1} M decisions, {:.2} M a second   ",
            game.id,
            all.games,
            all.decisions as f64 / 1e6,
            rate / 1e6
        );
        let _ = std::io::stderr().flush();
    }
    eprintln!();
    println!(
        "{}: {} games from number {from} of seed {seed} kept what must hold after every step: {} steps, {} decisions ({} in the longest game), {} dice, {:.0} s",
        game.id,
        all.games,
        all.steps,
        all.decisions,
        all.longest,
        all.dice,
        start.elapsed().as_secs_f64()
    );
    Ok(())
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
    if wanted.is_some_and(|id| GAMES.iter().all(|game| game.id != id)) {
        return Err(format!("--game takes {}", GAMES.map(|game| game.id).join(", ")));
    }
    GAMES
        .iter()
        .filter(|game| wanted.is_none_or(|id| id == game.id))
        .try_for_each(|game| soak(game, seed, from, games, decisions))
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
