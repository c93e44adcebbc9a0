//! What was told in a game is kept with its entries, taken back with them, and readable to the end.

use hulldown_store::{GameId, Meta, NewGameRow, Store, ToldRows};

fn begun(store: &Store, name: &str) -> GameId {
    store.create(NewGameRow { name: name.into(), title: "duel".into(), ..NewGameRow::default() }).unwrap()
}

fn lines(numbers: std::ops::Range<u64>, word: &str) -> Vec<String> {
    numbers.map(|n| format!("{{\"n\":{n},\"text\":\"{word} and what came of it, told at length\"}}")).collect()
}

#[test]
fn lines_are_added_packed_and_cut_off_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    let (game, other) = (begun(&store, "a"), begun(&store, "b"));
    let (mut wanted, mut length) = (Vec::new(), 0);
    for n in 0..700_u64 {
        // Now and then some of it is taken back: a little, or far into what has been packed.
        let back = if n % 97 == 96 {
            400
        } else if n % 13 == 5 {
            4
        } else {
            0
        };
        let from = (wanted.len() as u64).saturating_sub(back);
        let word = format!("move {n}");
        wanted.truncate(from as usize);
        wanted.extend(lines(from..from + n % 6, &word));
        let told = Some(ToldRows { from, lines: lines(from..from + n % 6, &word) });
        length = store.append_told(game, length, vec![word], None, Meta::default(), told).unwrap().wait().unwrap();
        if n % 50 == 0 {
            assert_eq!(store.told(game).unwrap(), wanted);
        }
    }
    assert_eq!((store.told(game).unwrap(), store.told_count(game).unwrap()), (wanted.clone(), wanted.len() as u64));
    assert_eq!(store.told(other).unwrap(), Vec::<String>::new());
    let copy = store.duplicate(game, length, "c").unwrap();
    assert_eq!(store.told(copy).unwrap(), wanted);
    let part = store.duplicate(game, length - 1, "d").unwrap();
    assert_eq!(store.told_count(part).unwrap(), 0, "who goes on with it tells it again");
    store.remove(copy).unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
}

#[test]
fn what_is_not_told_with_its_entries_is_not_told_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    let game = begun(&store, "a");
    let late = Some(ToldRows { from: 0, lines: lines(0..3, "late") });
    let x = vec!["x".to_string()];
    assert!(store.append_told(game, 7, x.clone(), None, Meta::default(), late).unwrap().wait().is_err());
    assert_eq!(store.told_count(game).unwrap(), 0);
    // A gap is no reason to refuse an answer, and no line stands in the wrong place.
    let ahead = Some(ToldRows { from: 9, lines: lines(9..10, "ahead") });
    assert_eq!(store.append_told(game, 0, x, None, Meta::default(), ahead).unwrap().wait(), Ok(1));
    assert_eq!(store.told_count(game).unwrap(), 0);
}

#[test]
fn a_game_goes_on_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    let old = begun(&store, "old");
    let next = |name: &str| store.create(NewGameRow { name: name.into(), follows: Some(old), ..NewGameRow::default() });
    let new = next("new").unwrap();
    assert_eq!(next("new 2"), Ok(new), "the one there is");
    assert_eq!(store.list().unwrap().len(), 2);
    assert_eq!(store.following(old).unwrap().unwrap().id, new);
    assert_eq!(store.following(new).unwrap(), None);
    store.remove(old).unwrap();
    let left = store.list().unwrap();
    assert_eq!((left.len(), left[0].id, left[0].follows), (1, new, None));
}

/// However much is told at once, it takes a fraction of its room.
#[test]
fn much_told_at_once_is_packed_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    let told = lines(0..20_000, "a whole campaign");
    let bytes: usize = told.iter().map(String::len).sum();
    let new = NewGameRow { name: "a".into(), told: told.clone(), ..NewGameRow::default() };
    let game = store.create(new).unwrap();
    assert_eq!(store.told(game).unwrap(), told);
    let copy = dir.path().join("copy.db");
    store.backup(&copy).unwrap();
    let file = std::fs::metadata(copy).unwrap().len();
    assert!(file < bytes as u64 / 4, "{file} bytes for {bytes} told");
}
