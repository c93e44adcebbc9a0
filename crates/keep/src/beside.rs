//! What the program remembers besides the records: what goes with a game, and how somebody likes to play. It is kept in the
//! store, by name, in the game's own transaction. Names and values this version does not know are left as they are.

use hulldown_core::dicebox::DiceMode;
use hulldown_desk::{Ease, Level};
use hulldown_store::{GameId, Settings, Store, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What goes with one saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Who throws the dice now, if that was changed after the game began.
    pub dice: Option<DiceMode>,
    /// The hints shown so far, if the game is a guided one.
    pub lessons: Option<BTreeSet<String>>,
    /// Where the pack of charts was found.
    pub pack: Option<PathBuf>,
    /// The policies that play seats, by seat; people play the others.
    pub bots: BTreeMap<u8, String>,
    /// How much people want to be asked.
    pub ease: Ease,
    /// Moments somebody wants to find again.
    pub bookmarks: Vec<Bookmark>,
    /// Where a bot was asked to play on, in order.
    pub played_on: Vec<PlayedOn>,
}

/// That a bot was asked to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedOn {
    /// How many answers stood after it, counting everybody's.
    pub to: usize,
    /// How many of them it gave.
    pub answers: u64,
}

impl PlayedOn {
    /// What is left of it where no more than so many answers stand.
    pub(crate) fn within(self, answered: usize) -> Option<Self> {
        let gone = self.to.saturating_sub(answered);
        let left = PlayedOn { to: self.to - gone, answers: self.answers.saturating_sub(gone as u64) };
        Some(left).filter(|left| left.answers > 0)
    }
}

/// A moment of a game somebody wants to find again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bookmark {
    /// After how many answers, counting everybody's.
    pub at: usize,
    /// What it is called.
    pub name: String,
    /// Who made it, where seats keep things from each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<u8>,
}

/// How somebody likes to play, whatever the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// Hints for learners were put away for good.
    pub tips_off: bool,
}

/// A value of this name, if there is one that can be read: another costs itself alone.
fn value<T: DeserializeOwned>(settings: &Settings, name: &str) -> Option<T> {
    serde_json::from_str(settings.get(name)?).ok()
}

/// Notes a value under its name, or nothing.
fn note<T: Serialize>(settings: &mut Settings, name: &str, value: Option<&T>) {
    // Plain data with string keys.
    if let Some(text) = value.and_then(|value| serde_json::to_string(value).ok()) {
        settings.insert(name.into(), text);
    }
}

/// Puts what has changed between two readings into the settings. What did not change stays, even if it could not be read.
fn put_changes(settings: &mut Settings, before: &Settings, after: Settings) {
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        settings.remove(name);
    }
    settings.extend(after.into_iter().filter(|(name, value)| before.get(name) != Some(value)));
}

impl Beside {
    /// What goes with a game.
    pub fn of(store: &Store, game: GameId) -> Result<Self, StoreError> {
        store.settings(game).map(|settings| Beside::read(&settings))
    }

    /// Changes what goes with a game, for good, and returns all of it. What another program has changed meanwhile stays.
    pub fn change(
        store: &Store,
        game: GameId,
        mut change: impl FnMut(&mut Beside) + Send + 'static,
    ) -> Result<Self, StoreError> {
        let settings = store.change_settings(game, move |settings| {
            let mut beside = Beside::read(settings);
            let before = beside.to_settings();
            change(&mut beside);
            put_changes(settings, &before, beside.to_settings());
        })?;
        Ok(Beside::read(&settings))
    }

    /// How many answers were left to bots that were asked to play on.
    pub fn left_to_bots(&self) -> u64 {
        self.played_on.iter().map(|played| played.answers).sum()
    }

    /// No more than so many answers stand.
    pub(crate) fn cut_played_on(&mut self, answered: usize) {
        self.played_on = self.played_on.iter().filter_map(|played| played.within(answered)).collect();
    }

    /// Makes a guided game of it, in which so much is asked.
    pub fn begin_lessons(&mut self, level: Level) {
        self.lessons.get_or_insert_default();
        self.ease = Ease { level, ..Ease::default() };
    }

    fn read(settings: &Settings) -> Self {
        Beside {
            dice: value(settings, "dice"),
            lessons: value(settings, "lessons"),
            pack: value(settings, "pack"),
            bots: value(settings, "bots").unwrap_or_default(),
            ease: value(settings, "ease").unwrap_or_default(),
            bookmarks: value(settings, "bookmarks").unwrap_or_default(),
            played_on: value(settings, "played_on").unwrap_or_default(),
        }
    }

    /// The same as the store keeps it.
    pub(crate) fn to_settings(&self) -> Settings {
        let mut settings = Settings::new();
        note(&mut settings, "dice", self.dice.as_ref());
        note(&mut settings, "lessons", self.lessons.as_ref());
        note(&mut settings, "pack", self.pack.as_ref());
        note(&mut settings, "bots", Some(&self.bots).filter(|bots| !bots.is_empty()));
        note(&mut settings, "ease", Some(&self.ease).filter(|ease| !ease.is_default()));
        note(&mut settings, "bookmarks", Some(&self.bookmarks).filter(|marks| !marks.is_empty()));
        note(&mut settings, "played_on", Some(&self.played_on).filter(|all| !all.is_empty()));
        settings
    }
}

impl Preferences {
    /// How somebody likes to play.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        store.preferences().map(|settings| Preferences::read(&settings))
    }

    /// Changes it, for good.
    pub fn change(
        store: &Store,
        mut change: impl FnMut(&mut Preferences) + Send + 'static,
    ) -> Result<Self, StoreError> {
        let settings = store.change_preferences(move |settings| {
            let mut preferences = Preferences::read(settings);
            let before = preferences.to_settings();
            change(&mut preferences);
            put_changes(settings, &before, preferences.to_settings());
        })?;
        Ok(Preferences::read(&settings))
    }

    fn read(settings: &Settings) -> Self {
        Preferences { tips_off: value(settings, "tips_off").unwrap_or_default() }
    }

    fn to_settings(&self) -> Settings {
        let mut settings = Settings::new();
        note(&mut settings, "tips_off", Some(&self.tips_off).filter(|off| **off));
        settings
    }
}

/// The file earlier versions kept all this in, and the name under which the store notes that it was taken over.
const FILE: &str = "settings.json";

/// Takes over what earlier versions kept in a file beside the store, once. Every value is taken as it is, known or not. The
/// file stays where it is.
pub(crate) fn take_over(store: &Store, directory: &Path) -> Result<(), StoreError> {
    let Ok(text) = fs::read_to_string(directory.join(FILE)) else { return Ok(()) };
    if store.preferences()?.contains_key(FILE) {
        return Ok(());
    }
    // A file that is no JSON was damaged, and counted as none before.
    let Ok(Value::Object(mut all)) = serde_json::from_str(&text) else { return Ok(()) };
    let texts = |values: serde_json::Map<String, Value>| -> Settings {
        values.into_iter().map(|(name, value)| (name, value.to_string())).collect()
    };
    let games = match all.remove("games") {
        Some(Value::Object(games)) => games,
        _ => serde_json::Map::new(),
    };
    let games = games.into_iter().filter_map(|(id, beside)| match (id.parse(), beside) {
        (Ok(id), Value::Object(beside)) => Some((id, texts(beside))),
        _ => None,
    });
    store.take_over(FILE, texts(all), games.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_store::NewGameRow;

    fn store(directory: &Path) -> Store {
        Store::open(directory.join("games.db")).unwrap()
    }

    #[test]
    fn what_is_changed_comes_back_and_leaves_the_rest_alone() {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        let beside = Beside { bots: [(1, "rollout".to_string())].into(), ..Beside::default() };
        let settings = beside.to_settings();
        let id = store.create(NewGameRow { name: "a".into(), settings, ..NewGameRow::default() }).unwrap();
        assert_eq!(Beside::of(&store, id).unwrap(), beside);
        // What a later version may write: a value and a name that are not known here.
        store
            .change_settings(id, |settings| {
                settings.insert("ease".into(), r#"{"level":"breezy"}"#.into());
                settings.insert("weather".into(), "\"rain\"".into());
            })
            .unwrap();
        let mark = Bookmark { at: 7, name: "the bridge".into(), whose: None };
        let (dice, noted) = (DiceMode::Charts(["B1".to_string()].into()), mark.clone());
        let changed = Beside::change(&store, id, move |beside| {
            beside.dice = Some(dice.clone());
            beside.bookmarks.push(noted.clone());
        })
        .unwrap();
        assert_eq!((changed.bots, changed.bookmarks, changed.ease), (beside.bots, vec![mark], Ease::default()));
        let kept = store.settings(id).unwrap();
        assert_eq!((kept["ease"].as_str(), kept["weather"].as_str()), (r#"{"level":"breezy"}"#, "\"rain\""));
        Beside::change(&store, id, |beside| beside.bots.clear()).unwrap();
        assert!(!store.settings(id).unwrap().contains_key("bots"));

        Preferences::change(&store, |preferences| preferences.tips_off = true).unwrap();
        assert!(Preferences::of(&store).unwrap().tips_off);
        Preferences::change(&store, |preferences| preferences.tips_off = false).unwrap();
        assert_eq!(Preferences::of(&store).unwrap(), Preferences::default());
    }

    #[test]
    fn the_file_of_earlier_versions_is_taken_over_once() {
        let dir = tempfile::tempdir().unwrap();
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/fixtures/schema-1");
        for name in ["games.db", FILE] {
            fs::copy(fixture.join(name), dir.path().join(name)).unwrap();
        }
        let mut text = fs::read_to_string(dir.path().join(FILE)).unwrap();
        // One value that no version knows costs itself alone.
        text = text.replace("\"level\": \"full\"", "\"level\": \"breezy\"").replacen("false", "true", 1);
        fs::write(dir.path().join(FILE), text).unwrap();
        let store = store(dir.path());
        take_over(&store, dir.path()).unwrap();
        let of = |name: &str| Beside::of(&store, store.find(name).unwrap().id).unwrap();
        assert_eq!(of("Ambush").bots, [(1, "heuristic".to_string())].into());
        assert_eq!(of("Arracourt").dice, Some(DiceMode::Charts(["B1".to_string()].into())));
        assert_eq!(of("Arracourt").bookmarks, [Bookmark { at: 4, name: "the bridge".into(), whose: None }]);
        assert_eq!(of("first-game-1").lessons.unwrap().len(), 2);
        assert_eq!(of("first-game-1").ease, Ease::default());
        assert!(Preferences::of(&store).unwrap().tips_off);

        let ambush = store.find("Ambush").unwrap().id;
        Beside::change(&store, ambush, |beside| beside.bots.clear()).unwrap();
        take_over(&store, dir.path()).unwrap();
        assert!(of("Ambush").bots.is_empty(), "what was changed since stays changed");
    }

    #[test]
    fn a_file_that_is_damaged_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        for text in ["{\"tips_off\": tr", "[]", "{\"games\": 7}"] {
            fs::write(dir.path().join(FILE), text).unwrap();
            take_over(&store, dir.path()).unwrap();
        }
        assert_eq!(Preferences::of(&store).unwrap(), Preferences::default());
    }
}
