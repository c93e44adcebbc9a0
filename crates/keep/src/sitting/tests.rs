//! Sittings that are stopped, cannot be saved, and tell what is new.

use super::*;
use hulldown_catalog::sample;
use hulldown_desk::{Code, Level, NewGame, find};
use std::time::Duration;

fn sitting(store: &Store, id: &str, bots: BTreeMap<u8, String>) -> Sitting {
    let shelf = find(id).unwrap();
    let game = (shelf.new)(NewGame { seed: 7, ..NewGame::default() }).unwrap();
    let beside = Beside { bots, ease: Ease { level: Level::Full, ..Ease::default() }, ..Beside::default() };
    let mut sitting = Sitting::begin(store, id, game, shelf, None, &beside).unwrap();
    sitting.open_up().unwrap();
    sitting
}

fn first_key(sitting: &Sitting) -> String {
    sitting.prompt.first().unwrap().options()[0].key.clone()
}

/// Everything that can be seen of a sitting.
fn whole(sitting: &Sitting) -> (Vec<String>, Prompt, u64, usize, DiceMode) {
    let game = &sitting.game;
    (game.history_from(0), sitting.prompt.clone(), sitting.mark(), game.told(), game.dice_mode())
}

#[test]
fn what_is_stopped_has_changed_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    for (id, bots) in [(sample!(sides), [(1, "random".to_string())].into()), (sample!(career), BTreeMap::new())] {
        let mut sitting = sitting(&store, id, bots);
        let answers = |sitting: &mut Sitting| {
            let key = first_key(sitting);
            sitting.choose(&key).unwrap();
        };
        (0..5).for_each(|_| answers(&mut sitting));
        let before = whole(&sitting);
        let stopped = Limit::within(Duration::from_secs(600));
        stopped.cancel();
        sitting.limit = stopped;
        let key = first_key(&sitting);
        let mut tried = [
            sitting.choose(&key),
            sitting.undo(1).map(drop),
            sitting.auto("random", &Far::Until(Until::Step, None)).map(drop),
            sitting.set_dice(DiceMode::Hand),
        ];
        for tried in &mut tried {
            assert!(matches!(tried, Err(Trouble::Refused(problem)) if problem.code == Code::Late), "{tried:?}");
        }
        assert_eq!(whole(&sitting), before, "{id}");
        sitting.limit = Limit::NONE;
        // What follows is kept as if nothing had been tried.
        (0..5).for_each(|_| answers(&mut sitting));
        let archive = Archive::of(store.clone());
        let row = store.find(id).unwrap();
        let told = archive.store.told(row.id).unwrap().len();
        assert_eq!((row.length, told), (sitting.game.history_len() as u64, sitting.game.told()), "{id}");
        let again = Sitting::go_on(SavedGame::go_on(&archive, &row, None).unwrap()).unwrap();
        assert_eq!(again.game.history_from(0), sitting.game.history_from(0));
    }
}

#[test]
fn an_answer_that_cannot_be_saved_is_saved_before_the_next() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut here = sitting(&store, sample!(career), BTreeMap::new());
    let mut there = here.duplicate();
    let key = first_key(&here);
    there.choose(&key).unwrap();
    // It has gone on elsewhere.
    assert!(matches!(here.choose(&key), Err(Trouble::Unsaved(StoreError::Stale { .. }))));
    assert!(here.not_saved().is_some());
    let key = first_key(&here);
    let before = here.game.history_len();
    assert!(matches!(here.choose(&key), Err(Trouble::Unsaved(_))), "what is not saved comes first");
    assert_eq!(here.game.history_len(), before);
    here.reload().unwrap();
    assert!(here.not_saved().is_none());
    assert_eq!(here.game.history_from(0), there.game.history_from(0));
    assert_eq!((here.prompt.clone(), here.mark()), (there.prompt.clone(), there.mark()));
}

#[test]
fn the_news_is_all_that_the_last_change_has_told() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(days), BTreeMap::new());
    for level in [Level::Full, Level::Brisk] {
        sitting.set_ease(Ease { level, ..Ease::default() }).unwrap();
        for _ in 0..12 {
            let (key, told) = (first_key(&sitting), sitting.game.told());
            sitting.choose(&key).unwrap();
            assert_eq!(sitting.news(), sitting.game.log(told));
        }
        let told = sitting.game.told();
        sitting.undo(sitting.steps_back()).unwrap();
        assert!(sitting.game.told() <= told && sitting.news().is_empty());
    }
}
