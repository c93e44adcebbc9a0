//! Games outlive the rules they were played by: they are read as they were told, and gone on with once, when somebody says so.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

use hulldown_core::game::Seat;
use hulldown_core::save::{self, Save};
use hulldown_core::{Generator, Viewer};
use hulldown_desk::{Match, NewGame, Seen, Shelf, shelf};
use hulldown_keep::{Archive, Beside, FoundSave, KeepError, Reader, Rules, SavedGame};
use hulldown_store::{GameRow, Store, StoreError};
use std::path::Path;

fn archive(dir: &Path) -> Archive {
    Archive { store: Store::open(dir.join("games.db")).unwrap() }
}

/// A game played on by chance, kept after each answer; some are taken back on the way.
fn played(archive: &Archive, shelf: &Shelf, name: &str, answers: usize) -> (SavedGame, Box<dyn Match>) {
    let mut game = (shelf.new)(NewGame { seed: 7, ..NewGame::default() }).unwrap();
    let mut saved = SavedGame::begin(&archive.store, name, &*game, &Beside::default()).unwrap();
    let mut chance = Generator::new(5);
    for n in 0..answers {
        let prompt = game.prompt();
        let Some(ask) = prompt.first() else { break };
        if n % 7 == 6 {
            let _ = game.undo(ask.seat(), 2);
        } else {
            let options = ask.options();
            game.choose(ask.seat(), &options[chance.below(options.len() as u32) as usize].key).unwrap();
        }
        saved.keep(&*game, false).unwrap();
    }
    (saved, game)
}

/// What a stored game is exported as, as if it had been played by rules of another version.
fn of_version(archive: &Archive, row: &GameRow, version: u32) -> Save {
    let mut save = save::read(&archive.export(row).unwrap()).unwrap();
    save.head.rules_version = version;
    save
}

fn take_in(archive: &Archive, save: Save, name: &str) -> Result<GameRow, KeepError> {
    let found = FoundSave { save, label: format!("{name}.json"), pack: None };
    let taken = archive.take_in(found, Some(name), None, &Beside::default())?;
    Ok(archive.store.row(taken.id)?)
}

#[test]
fn what_was_told_is_kept_with_every_answer() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    for shelf in shelf() {
        let (saved, game) = played(&archive, shelf, shelf.title, 40);
        let told = archive.told(saved.id).unwrap();
        assert!(told == game.told_lines(0), "{}", shelf.id);
        let again: Vec<_> = told.iter().enumerate().map(|(n, line)| line.event(n).line).collect();
        let now: Vec<_> = game.log(0).into_iter().map(|event| event.line).collect();
        assert_eq!(again, now, "{}", shelf.id);
    }
}

#[test]
fn a_game_of_older_rules_is_read_as_it_was_told_and_gone_on_with_once() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    for shelf in shelf() {
        let (saved, game) = played(&archive, shelf, &format!("{} new", shelf.id), 40);
        let row = archive.store.row(saved.id).unwrap();
        let exported = of_version(&archive, &row, 0);
        let old = take_in(&archive, exported.clone(), &format!("{} old", shelf.id)).unwrap();
        assert_eq!((Rules::of(&old.title, old.rules_version), old.length), (Rules::Older, row.length));

        let record = archive.record(&old).unwrap();
        assert_eq!(record.answers, game.answers());
        assert_eq!(record.told.len(), game.told());
        let position = record.position.as_ref().unwrap();
        assert_eq!(position.state(), game.state());
        assert!(position.prompt().asks.is_empty(), "nothing is asked there");
        assert!(record.about().contains("rules version 0"), "{}", record.about());
        // What it is exported as is what was taken in.
        let again = save::read(&archive.export(&old).unwrap()).unwrap();
        assert_eq!(serde_json::to_value(&again).unwrap(), serde_json::to_value(&exported).unwrap());

        // Looking, however often, changes nothing; playing is refused.
        let before = archive.store.list().unwrap();
        for _ in 0..3 {
            archive.record(&old).unwrap();
            let refused = SavedGame::go_on(&archive, &old, None).err().unwrap();
            assert!(matches!(&refused, KeepError::OldRules { played: 0, .. }), "{refused}");
            assert!(refused.to_string().contains("--go-on"), "{refused}");
        }
        assert_eq!(archive.store.list().unwrap(), before);

        let first = SavedGame::go_on_by_new_rules(&archive, &old, None).unwrap();
        assert_ne!(first.saved.id, old.id);
        assert!(first.said.is_some_and(|said| said.contains(&old.name)));
        assert_eq!(first.game.state(), game.state(), "from the last finished step");
        let second = SavedGame::go_on_by_new_rules(&archive, &old, None).unwrap();
        assert_eq!(second.saved.id, first.saved.id);
        assert_eq!(archive.store.list().unwrap().len(), before.len() + 1);
        let rows = archive.store.list().unwrap();
        assert!(rows.contains(&old), "the old one is as it was");
        assert_eq!(archive.store.following(old.id).unwrap().unwrap().id, first.saved.id);
    }
}

#[test]
fn a_game_of_older_rules_that_is_over_is_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let shelf = &shelf()[0];
    let (mut saved, mut game) = played(&archive, shelf, "Hero", 3);
    game.auto("random", None, hulldown_desk::Until::End, None).unwrap();
    saved.keep(&*game, false).unwrap();
    let row = archive.store.row(saved.id).unwrap();
    let old = take_in(&archive, of_version(&archive, &row, 0), "old Hero").unwrap();
    assert_eq!(old.outcome, row.outcome);
    let record = archive.record(&old).unwrap();
    assert_eq!(record.position.unwrap().outcome(), game.outcome());
    assert_eq!(record.told.len(), game.told());
    let refused = SavedGame::go_on_by_new_rules(&archive, &old, None).err().unwrap();
    assert!(matches!(refused, KeepError::Over { .. }), "{refused}");
}

#[test]
fn a_game_of_later_rules_is_refused_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let (saved, _) = played(&archive, &shelf()[0], "Hero", 9);
    let row = archive.store.row(saved.id).unwrap();
    let refused = take_in(&archive, of_version(&archive, &row, 99), "later").unwrap_err().to_string();
    assert!(refused.contains("later.json") && refused.contains("99") && refused.contains("update"), "{refused}");
    assert_eq!(archive.store.list().unwrap().len(), 1);
}

/// Games saved before what is told was kept: their answers and their position are shown.
#[test]
fn a_record_without_what_was_told_shows_answers_and_position() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let (saved, game) = played(&archive, &shelf()[0], "Hero", 20);
    let row = archive.store.row(saved.id).unwrap();
    let silent = Save { told: None, ..of_version(&archive, &row, 0) };
    let record = archive.record(&take_in(&archive, silent, "old").unwrap()).unwrap();
    assert_eq!((record.told.len(), &record.answers), (0, &game.answers()));
    assert_eq!(record.position.as_ref().unwrap().state(), game.state());
    assert!(record.about().contains("only its answers"), "{}", record.about());
}

/// What one side was told is not read by the other, as long as the game is not over.
#[test]
fn a_record_in_play_tells_a_side_what_it_heard_and_no_more() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let secretive = shelf().iter().find(|shelf| shelf.secrets).unwrap();
    let (saved, game) = played(&archive, secretive, "Ambush", 400);
    let row = archive.store.row(saved.id).unwrap();
    let record = archive.record(&take_in(&archive, of_version(&archive, &row, 0), "old").unwrap()).unwrap();
    let secret = |seat: u8| record.told.iter().filter(move |line| line.only == Some(Seat(seat))).count();
    assert!(secret(0) > 0 && secret(1) > 0, "the game has told secrets");
    for seat in [0, 1] {
        let bots = [(1 - seat, "heuristic".to_string())].into();
        let reader = Reader::of(secretive, false, &bots);
        assert_eq!(reader, Reader::Side(Seat(seat)));
        let heard: Vec<_> = record.heard(reader).into_iter().map(|(_, event)| event.line).collect();
        let log = game.log(0);
        let wanted: Vec<_> = log.into_iter().filter(|event| event.is_heard_by(Seat(seat))).map(|e| e.line).collect();
        assert_eq!(heard, wanted);
        let answers = record.answers.len();
        assert!((0..answers).filter_map(|n| record.answer(n, reader)).all(|(who, _)| *who == Seat(seat)));
    }
    let both = Reader::of(secretive, false, &[].into());
    assert_eq!((both, record.viewer(both)), (Reader::Everybody, None));
    assert!(record.heard(both).iter().all(|(_, event)| event.only.is_none()));
}

/// A store of the first schema, made by the program before what is told was kept, opens whole: every game can be played on, or read
/// where its rules have changed since.
#[test]
fn a_store_of_the_first_schema_keeps_everything() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.db");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/games-of-schema-1.db"), &file).unwrap();
    let archive = archive(dir.path());
    let rows = archive.store.list().unwrap();
    let mut names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ambush", "Arracourt", "Hero", "Nancy"]);
    for row in &rows {
        match Rules::of(&row.title, row.rules_version) {
            Rules::Same => assert_eq!(SavedGame::go_on(&archive, row, None).unwrap().saved.length(), row.length),
            Rules::Later => panic!("{} is of later rules", row.name),
            Rules::Older => {
                let record = archive.record(row).unwrap();
                assert!(!record.answers.is_empty() && record.told.is_empty());
                let position = record.position.unwrap_or_else(|why| panic!("{}: {why}", row.name));
                assert_eq!(position.outcome().is_some(), row.outcome.is_some());
                if row.outcome.is_none() {
                    let next = SavedGame::go_on_by_new_rules(&archive, row, None).unwrap();
                    assert!(next.game.prompt().first().is_some(), "{}", row.name);
                }
                let text = archive.export(row).unwrap();
                assert_eq!(save::read(&text).unwrap().history.len() as u64, row.length);
            }
        }
        assert!(archive.store.list().unwrap().contains(row), "{} is as it was", row.name);
    }
    assert_eq!(archive.store.check(), Ok(vec![]));
}

/// Dice were rewound; a copy from any moment goes on all the same.
#[test]
fn a_copy_is_made_after_a_rewind() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let shelf = &shelf()[0];
    let mut game = (shelf.new)(NewGame { seed: 1, ..NewGame::default() }).unwrap();
    let mut saved = SavedGame::begin(&archive.store, "Hero", &*game, &Beside::default()).unwrap();
    let answer = |game: &mut dyn Match| {
        let key = game.prompt().first().unwrap().options()[0].key.clone();
        game.choose(Seat(0), &key).unwrap();
        key
    };
    for _ in 0..12 {
        answer(&mut *game);
    }
    for back in [2, 5, 3] {
        game.undo(Seat(0), back).unwrap();
        for _ in 0..back {
            answer(&mut *game);
        }
    }
    assert!(game.history_from(0).iter().any(|line| line.starts_with('~')), "dice have fallen again");
    saved.keep(&*game, false).unwrap();
    for answers in 0..=game.answered() {
        let (copy, past) = saved.copy(Seen::new(&*game, Viewer::Record), shelf, None, answers).unwrap();
        assert_eq!(past.answered(), answers);
        let row = archive.store.row(copy.id).unwrap();
        let taken = SavedGame::go_on(&archive, &row, None).unwrap();
        assert_eq!(taken.game.state(), game.after(answers).state());
        assert_eq!(archive.told(copy.id).unwrap().len(), taken.game.told());
    }
}

/// Every answer is refused by name if the disk does not take it, what was told with it.
#[test]
fn what_was_told_goes_with_the_answer_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let (saved, mut game) = played(&archive, &shelf()[0], "Hero", 12);
    let mut late = saved.clone();
    let mut first = saved;
    let told = archive.told(first.id).unwrap();
    let key = game.prompt().first().unwrap().options()[0].key.clone();
    let mut other = game.duplicate();
    game.choose(Seat(0), &key).unwrap();
    first.keep(&*game, false).unwrap();
    let now = archive.told(first.id).unwrap();
    assert!(now.len() >= told.len());
    other.choose(Seat(0), &key).unwrap();
    assert!(matches!(late.keep(&*other, false), Err(StoreError::Stale { .. })));
    assert_eq!(archive.told(first.id).unwrap().len(), now.len());
}
