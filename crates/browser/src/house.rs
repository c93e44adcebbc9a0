//! The real server, with saved games of its own.

use hulldown_catalog::sample;
use hulldown_core::Viewer;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::Seat;
use hulldown_desk::{Ask, Match, NewDice, NewGame, Shelf, Until, find, shelf};
use hulldown_keep::{Archive, Beside, FoundSave, SavedGame, take_up};
use hulldown_store::Store;
use hulldown_web::{ServeOptions, Server};
use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// The game the tests play.
pub const GAME: &str = sample!(career);

/// The most answers a bot gives on its way to something.
const FAR: u32 = 5000;

/// Answers within which a game shows what it has to show.
const SOON: u32 = 160;

/// More options than are offered side by side.
const MANY: usize = 10;

/// The server, listening on a free port, and the directory its games are saved in.
pub struct House {
    port: u16,
    dir: TempDir,
    store: Store,
    runtime: Mutex<Option<Runtime>>,
}

impl House {
    /// Opens one.
    pub fn open() -> Result<Self, Box<dyn Error>> {
        House::open_in(&std::env::temp_dir())
    }

    /// Opens one whose games lie below a given directory.
    pub fn open_in(parent: &Path) -> Result<Self, Box<dyn Error>> {
        House::open_at(parent, None)
    }

    /// Opens one whose page can be installed.
    pub fn open_to_install() -> Result<Self, Box<dyn Error>> {
        House::open_at(&std::env::temp_dir(), Some(0))
    }

    fn open_at(parent: &Path, port: Option<u16>) -> Result<Self, Box<dyn Error>> {
        let dir = tempfile::Builder::new().prefix("hulldown-").tempdir_in(parent)?;
        let file = dir.path().join("data").join("games.db");
        let runtime = Builder::new_multi_thread().worker_threads(2).max_blocking_threads(256).enable_all().build()?;
        let options = ServeOptions { data: Some(file.clone()), port };
        let server = runtime.block_on(Server::bind(&options))?;
        let port = server.port();
        crate::raw::remember_key(port, &server.key());
        runtime.spawn(server.answer());
        Ok(House { port, store: Store::open(file)?, dir, runtime: Mutex::new(Some(runtime)) })
    }

    /// Ends the server.
    pub fn close(&self) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            runtime.shutdown_background();
        }
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where it is, without a path.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// A directory that lives as long as the house.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The directory with the saved games.
    pub fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// The saved games, read and written past the server.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Saves a new game of this seed after something was done with it; returns its id.
    pub fn lay(
        &self,
        name: &str,
        seed: u64,
        prepare: impl FnOnce(&mut dyn Match) -> Result<(), Box<dyn Error>>,
    ) -> Result<String, Box<dyn Error>> {
        let new = NewGame { seed, dice: NewDice::Mode(DiceMode::Random), ..NewGame::default() };
        let mut game = (find(GAME)?.new)(new)?;
        prepare(&mut *game)?;
        Ok(SavedGame::begin(&self.store, name, &*game, &Beside::default())?.id.to_string())
    }

    /// Games of every kind of the catalog at several kinds of question: the first one, the one with the most options, one about places on
    /// the board, dice to be thrown by hand, none any more. What each is about, and its id.
    pub fn stages(&self) -> Result<Vec<(String, String)>, Box<dyn Error>> {
        let mut all = Vec::new();
        for shelf in shelf() {
            let bot = (shelf.policies)().first().ok_or("nobody plays it")?.0;
            let begin = |mode| (shelf.new)(NewGame { seed: 5, dice: NewDice::Mode(mode), ..NewGame::default() });
            let mut keep = |what: &str, game: &dyn Match| -> Result<(), Box<dyn Error>> {
                let name = format!("{}: {what}", shelf.id);
                let id = SavedGame::begin(&self.store, &name, game, &Beside::default())?.id.to_string();
                all.push((name, id));
                Ok(())
            };
            let mut game = begin(DiceMode::Random)?;
            keep("first", &*game)?;
            let (mut most, mut places) = ((0, game.duplicate()), (0, game.duplicate()));
            for _ in 0..SOON {
                let prompt = game.prompt();
                let options = prompt.first().map(|ask| ask.options()).unwrap_or_default();
                let spots = options.iter().filter_map(|option| option.spot.as_deref()).collect::<BTreeSet<_>>().len();
                if options.len() > most.0 {
                    most = (options.len(), game.duplicate());
                }
                // Half of the options on the board, and more than before.
                if spots > places.0 && spots * 2 > options.len() && options.len() < 3 * MANY {
                    places = (spots, game.duplicate());
                }
                if prompt.over || game.auto(bot, None, Until::Decision, Some(1))? == 0 {
                    break;
                }
            }
            keep("many", &*most.1)?;
            keep("places", &*places.1)?;
            let mut game = begin(DiceMode::Hand)?;
            for _ in 0..SOON {
                if matches!(game.prompt().first(), Some(Ask::Dice(_)))
                    || game.auto(bot, None, Until::Decision, Some(1))? == 0
                {
                    break;
                }
            }
            keep("dice", &*game)?;
            let mut game = begin(DiceMode::Random)?;
            game.auto("random", None, Until::End, Some(u64::from(FAR) * 4))?;
            keep("end", &*game)?;
        }
        Ok(all)
    }

    /// A game at its very beginning.
    pub fn fresh(&self, name: &str, seed: u64) -> Result<String, Box<dyn Error>> {
        self.lay(name, seed, |_| Ok(()))
    }

    /// A game in the midst of a fight: several enemies are there to be chosen.
    pub fn battle(&self, name: &str, seed: u64) -> Result<String, Box<dyn Error>> {
        self.career(name, seed, 0)
    }

    /// A game of two sides between two people, both about to plot in this turn or, if a fight is wanted, the first after it with some enemy
    /// in sight.
    pub fn sides(
        &self,
        name: &str,
        setup: &serde_json::Value,
        seed: u64,
        turn: u64,
        fight: bool,
    ) -> Result<String, Box<dyn Error>> {
        // Not in every game do they meet.
        for seed in seed..seed + 40 {
            let new = NewGame { seed, setup: setup.clone(), ..NewGame::default() };
            let mut game = (find(sample!(sides))?.new)(new)?;
            for _ in 0..20 * FAR {
                let view = game.view(Seat(0).into());
                let seen =
                    |view: &serde_json::Value| view["enemies"].as_array().is_some_and(|enemies| !enemies.is_empty());
                let both = game.prompt().asks.len() == 2;
                if both && view["stage"] == "plot" && view["turn"].as_u64() >= Some(turn) && (!fight || seen(&view)) {
                    return Ok(SavedGame::begin(&self.store, name, &*game, &Beside::default())?.id.to_string());
                }
                if game.prompt().over || game.auto("heuristic", None, Until::Decision, Some(1))? == 0 {
                    break;
                }
            }
        }
        Err("the sides never come to plot".into())
    }

    /// A game at the start of an engagement that is over after a few answers of a sensible player.
    pub fn engagement(&self, name: &str, seed: u64) -> Result<String, Box<dyn Error>> {
        for seed in seed..seed + 200 {
            let new = NewGame { seed, ..NewGame::default() };
            let mut game = (find(GAME)?.new)(new)?;
            if to_battle(&mut *game).is_err() {
                continue;
            }
            let mut ahead = game.duplicate();
            let (before, begun) = (ended(&*ahead), ahead.answered());
            ahead.auto(POLICY, None, Until::End, Some(16))?;
            let answers = ahead.moments();
            let end = ahead.log(0).iter().filter(|event| event.kind == ENDED).nth(before).map(|event| event.n);
            let took = end.map(|end| {
                answers.iter().filter(|heard| heard.by(Viewer::Record) <= end).count().saturating_sub(begun)
            });
            if took.is_some_and(|took| (5..=12).contains(&took)) {
                return Ok(SavedGame::begin(&self.store, name, &*game, &Beside::default())?.id.to_string());
            }
        }
        Err("no short engagement comes about".into())
    }

    /// A saved game, read past the server.
    pub fn read(&self, id: &str) -> Result<Box<dyn Match>, Box<dyn Error>> {
        let archive = Archive::of(self.store.clone());
        let row = self.store.find(id)?;
        let (save, label) = (archive.read(&row)?, row.name);
        Ok(take_up(FoundSave { save, label, pack: None })?.game)
    }

    /// How many engagements of a saved game have ended.
    pub fn ended(&self, id: &str) -> Result<usize, Box<dyn Error>> {
        Ok(ended(&*self.read(id)?))
    }

    /// A game of every kind of the catalog well under way, with a bot in the other's place where there is one: which game, and its id.
    pub fn under_way(&self, answers: u64) -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
        self.under_way_from(5, answers)
    }

    /// The same of other games: of this seed or, where the game is over too soon, one after it.
    pub fn under_way_from(&self, seed: u64, answers: u64) -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
        let begin = |shelf: &Shelf| -> Result<String, Box<dyn Error>> {
            let bot = player(shelf)?;
            // Not every game lasts so long.
            for seed in seed..seed + 40 {
                let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() })?;
                game.auto(bot, None, Until::End, Some(answers))?;
                let prompt = game.prompt();
                if prompt.over || !prompt.asks.iter().any(|ask| ask.seat() == Seat(0)) {
                    continue;
                }
                let bots = (1..game.seats()).map(|seat| (seat, bot.to_string())).collect();
                let beside = Beside { bots, ..Beside::default() };
                return Ok(SavedGame::begin(&self.store, shelf.title, &*game, &beside)?.id.to_string());
            }
            Err("no game lasts so long".into())
        };
        shelf().iter().map(|shelf| Ok((shelf.id, begin(shelf)?))).collect()
    }

    /// What a sensible player would answer now, and where on the board that is; nothing if the game is over or waits for dice.
    #[allow(clippy::type_complexity, reason = "a key and perhaps a spot, used in one place")]
    pub fn advice(&self, id: &str) -> Result<Option<(String, Option<String>)>, Box<dyn Error>> {
        let mut game = self.read(id)?;
        let (prompt, length) = (game.prompt(), game.history_len());
        let seat = prompt.first().map(Ask::seat);
        if game.auto(player(find(game.game())?)?, seat, Until::Decision, Some(1))? == 0 {
            return Ok(None);
        }
        let given = game.history_from(length);
        let key = given
            .iter()
            .find(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .and_then(|line| line.split_once(' '));
        let Some((_, key)) = key else { return Ok(None) };
        let option = prompt.first().and_then(|ask| ask.options().iter().find(|option| option.key == key));
        Ok(Some((key.to_string(), option.and_then(|option| option.spot.clone()))))
    }

    /// A game with a career of this many answers behind it, fighting; of this seed or, if the man does not live so long, one after it.
    pub fn career(&self, name: &str, seed: u64, answers: u64) -> Result<String, Box<dyn Error>> {
        let play = |game: &mut dyn Match| -> Result<(), Box<dyn Error>> {
            game.auto(POLICY, None, Until::End, Some(answers))?;
            to_battle(game)
        };
        let lived = (seed..seed + 200).find_map(|seed| self.lay(name, seed, play).ok());
        lived.ok_or_else(|| "nobody lives so long".into())
    }

    /// A game played to its end.
    pub fn over(&self, name: &str, seed: u64) -> Result<String, Box<dyn Error>> {
        self.lay(name, seed, |game| {
            game.auto(POLICY, None, Until::End, None)?;
            if game.outcome().is_none() { Err("the game does not end".into()) } else { Ok(()) }
        })
    }

    /// The best of so many games played to their ends.
    pub fn glory(&self, name: &str, games: u64) -> Result<String, Box<dyn Error>> {
        let shelf = find(GAME)?;
        let mut best: Option<(i64, Box<dyn Match>)> = None;
        for seed in 1..=games {
            let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() })?;
            game.auto(POLICY, None, Until::End, None)?;
            let score = game.outcome().map_or(i64::MIN, |outcome| outcome.score);
            if best.as_ref().is_none_or(|(least, _)| score > *least) {
                best = Some((score, game));
            }
        }
        let (_, game) = best.ok_or("no game was played")?;
        Ok(SavedGame::begin(&self.store, name, &*game, &Beside::default())?.id.to_string())
    }
}

/// Who plays what the tests do not look at.
const POLICY: &str = "sensible";

/// Who plays a game sensibly.
fn player(shelf: &Shelf) -> Result<&'static str, Box<dyn Error>> {
    let all = (shelf.policies)();
    let named = all.iter().find(|(name, _)| *name == POLICY).or(all.first());
    Ok(named.ok_or("nobody plays it")?.0)
}

/// What is told when an engagement is over.
const ENDED: &str = "board-ends";

fn ended(game: &dyn Match) -> usize {
    game.log(0).iter().filter(|event| event.kind == ENDED).count()
}

/// Plays until at least two enemies can be aimed at.
fn to_battle(game: &mut dyn Match) -> Result<(), Box<dyn Error>> {
    for _ in 0..FAR {
        let prompt = game.prompt();
        let Some(ask) = prompt.first() else { break };
        let spots = ask.options().iter().filter_map(|option| option.spot.as_deref());
        let units: BTreeSet<&str> = spots.filter(|spot| spot.starts_with("unit:")).collect();
        if units.len() > 1 {
            return Ok(());
        }
        game.auto(POLICY, None, Until::Decision, Some(1))?;
    }
    Err("no battle comes about".into())
}

impl Drop for House {
    fn drop(&mut self) {
        self.close();
    }
}
