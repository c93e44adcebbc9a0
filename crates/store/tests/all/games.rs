//! Games in, games out.

use hulldown_store::{GameId, LONGEST_NAME, Meta, NewGameRow, Settings, Snapshot, Store, StoreError};
use tempfile::TempDir;

fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("new/directories/games.db")).unwrap();
    (dir, store)
}

fn new(name: &str) -> NewGameRow {
    NewGameRow { name: name.into(), title: "duel".into(), ..NewGameRow::default() }
}

fn meta(summary: &str, updated: i64) -> Meta {
    Meta { summary: summary.into(), outcome: None, updated: Some(updated) }
}

fn lines(range: std::ops::RangeInclusive<u64>) -> Vec<String> {
    range.map(|n| format!("{{\"n\":{n}}}")).collect()
}

fn snapshot(seq: u64) -> Option<Snapshot> {
    Some(Snapshot { seq, body: format!("state {seq}") })
}

#[test]
fn what_is_saved_comes_back() {
    let (_dir, store) = store();
    let game = NewGameRow {
        rules_version: 3,
        pack: Some("mine".into()),
        head: "{\"seed\":7}".into(),
        meta: meta("start", 100),
        ..new("Arracourt")
    };
    let id = store.create(game).unwrap();
    assert_eq!(store.append(id, 0, &lines(1..=3), snapshot(2), meta("week 1", 200)), Ok(3));
    assert_eq!(store.append(id, 3, &lines(4..=4), None, meta("week 2", 300)), Ok(4));

    let path = store.path().to_path_buf();
    drop(store);
    let stored = Store::open(path).unwrap().load(id).unwrap();
    assert_eq!(stored.entries, lines(1..=4));
    assert_eq!(stored.snapshot, snapshot(2));
    assert_eq!((stored.head.as_str(), stored.damage), ("{\"seed\":7}", None));
    let row = stored.row;
    assert_eq!((row.id, row.name.as_str(), row.title.as_str()), (id, "Arracourt", "duel"));
    assert_eq!((row.created, row.updated, row.rules_version, row.length), (100, 300, 3, 4));
    assert_eq!((row.pack.as_deref(), row.summary.as_str(), row.outcome), (Some("mine"), "week 2", None));
}

#[test]
fn an_import_is_saved_whole_or_not_at_all() {
    let (_dir, store) = store();
    let import = |seq| NewGameRow { entries: lines(1..=5), snapshot: snapshot(seq), ..new("import") };
    assert_eq!(store.create(import(6)), Err(StoreError::NoStep { seq: 6, have: 5 }));
    assert_eq!(store.list(), Ok(vec![]));
    let stored = store.load(store.create(import(5)).unwrap()).unwrap();
    assert_eq!((stored.entries, stored.snapshot, stored.row.length), (lines(1..=5), snapshot(5), 5));
}

#[test]
fn a_stale_append_changes_nothing() {
    let (_dir, store) = store();
    let id = store.create(new("Metz")).unwrap();
    store.append(id, 0, &lines(1..=2), None, meta("mine", 1)).unwrap();
    for expected in [0, 1, 3] {
        let late = store.append(id, expected, &lines(9..=9), snapshot(1), meta("theirs", 2));
        assert_eq!(late, Err(StoreError::Stale { have: 2 }));
    }
    let ahead = store.append(id, 2, &lines(3..=3), snapshot(4), meta("theirs", 2));
    assert_eq!(ahead, Err(StoreError::NoStep { seq: 4, have: 3 }));
    let stored = store.load(id).unwrap();
    assert_eq!((stored.entries, stored.snapshot, stored.row.summary.as_str()), (lines(1..=2), None, "mine"));
}

#[test]
fn an_append_without_entries_renews_the_summary() {
    let (_dir, store) = store();
    let id = store.create(new("Metz")).unwrap();
    let over = Meta { summary: "over".into(), outcome: Some("victory".into()), updated: None };
    assert_eq!(store.append(id, 0, &[], None, over), Ok(0));
    let row = store.find("metz").unwrap();
    assert_eq!((row.summary.as_str(), row.outcome.as_deref()), ("over", Some("victory")));
    assert!(row.updated > 1_700_000_000, "the time was taken from the clock");
}

#[test]
fn only_the_latest_snapshots_are_kept() {
    let (_dir, store) = store();
    let id = store.create(new("Metz")).unwrap();
    for seq in 1..=10 {
        store.append(id, seq - 1, &lines(seq..=seq), snapshot(seq), Meta::default()).unwrap();
    }
    assert_eq!(store.load(id).unwrap().snapshot, snapshot(10));
    let newest_upto = |seq: u64| {
        let copy = store.duplicate(id, seq, &format!("upto {seq}")).unwrap();
        store.load(copy).unwrap().snapshot
    };
    assert_eq!([newest_upto(9), newest_upto(7), newest_upto(6)], [snapshot(9), snapshot(7), None]);
}

#[test]
fn lists_start_with_the_game_last_played() {
    let (_dir, store) = store();
    let ids: Vec<_> = ["a", "b", "c"].map(|name| store.create(new(name)).unwrap()).into();
    for (id, time) in ids.iter().zip([20, 30, 10]) {
        store.append(*id, 0, &[], None, meta("", time)).unwrap();
    }
    let names: Vec<_> = store.list().unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["b", "a", "c"]);
}

#[test]
fn games_are_found_by_name_and_id() {
    let (_dir, store) = store();
    let id = store.create(new("Bastogne")).unwrap();
    let digits = id.to_string();
    for what in ["Bastogne", "BASTOGNE", " bastogne ", &digits, &digits.to_uppercase(), &digits[..4]] {
        assert_eq!(store.find(what).unwrap().id, id, "{what}");
    }
    for what in ["Basto", "", &digits[..3], "ffffffffff", "%"] {
        assert_eq!(store.find(what), Err(StoreError::NoGame { what: what.into() }));
    }
    // A name comes before the beginning of an id, which is a shorthand.
    let namesake = store.create(new(&digits[..4])).unwrap();
    assert_eq!(store.find(&digits[..4]).unwrap().id, namesake);
    assert_eq!(digits.parse::<GameId>(), Ok(id));
    assert!("12345".parse::<GameId>().is_err());
}

#[test]
fn no_name_takes_the_place_of_an_id() {
    let (_dir, store) = store();
    let [a, b] = ["A", "B"].map(|name| store.create(new(name)).unwrap());
    let digits = a.to_string();
    for name in [digits.clone(), digits.to_uppercase(), format!(" {digits} ")] {
        assert!(matches!(store.rename(b, &name), Err(StoreError::BadName { .. })), "{name}");
        assert!(matches!(store.create(new(&name)), Err(StoreError::BadName { .. })), "{name}");
        assert!(matches!(store.duplicate(a, 0, &name), Err(StoreError::BadName { .. })), "{name}");
    }
    assert_eq!(store.fresh_name(&digits).unwrap(), format!("{digits} 2"));
    // Stores of earlier versions may hold such names.
    let path = store.path().to_path_buf();
    drop(store);
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute("update game set name = ?1, name_key = ?1, sum = null where name = 'B'", [&digits]).unwrap();
    drop(conn);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.find(&digits).unwrap().id, a);
    assert_eq!((store.row(a).unwrap().name.as_str(), store.row(b).unwrap().name.as_str()), ("A", digits.as_str()));
    store.remove(b).unwrap();
    assert_eq!(store.row(b), Err(StoreError::NoGame { what: b.to_string() }));
}

fn settings(pairs: &[(&str, &str)]) -> Settings {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn settings_come_and_go_with_their_game() {
    let (_dir, store) = store();
    let bots = settings(&[("bots", "{\"1\":\"rollout\"}")]);
    let id = store.create(NewGameRow { settings: bots.clone(), ..new("Metz") }).unwrap();
    assert_eq!(store.settings(id).unwrap(), bots);
    // Refused as a whole: no game, no settings.
    assert!(store.create(NewGameRow { settings: bots.clone(), ..new("METZ") }).is_err());

    let all = store.change_settings(id, |there| _ = there.insert("dice".into(), "hand".into())).unwrap();
    assert_eq!((all.len(), store.settings(id).unwrap()), (2, all.clone()));
    let copy = store.duplicate(id, 0, "copy").unwrap();
    assert_eq!(store.settings(copy).unwrap(), all);
    store.change_settings(id, |there| _ = there.remove("bots")).unwrap();
    assert_eq!(store.settings(id).unwrap(), settings(&[("dice", "hand")]));
    assert_eq!(store.settings(copy).unwrap(), all);

    store.remove(id).unwrap();
    assert_eq!(store.settings(id).unwrap(), Settings::new());
    let gone = StoreError::NoGame { what: id.to_string() };
    assert_eq!(store.change_settings(id, |there| _ = there.insert("a".into(), "b".into())), Err(gone));
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn programs_that_change_settings_at_once_lose_nothing() {
    let (_dir, store) = store();
    let id = store.create(new("Metz")).unwrap();
    std::thread::scope(|scope| {
        for program in 0..4 {
            let path = store.path();
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                for n in 0..20 {
                    store
                        .change_settings(id, move |there| _ = there.insert(format!("{program}-{n}"), "x".into()))
                        .unwrap();
                    let count = |there: &mut Settings| {
                        let n: u64 = there.get("count").map_or(0, |n| n.parse().unwrap());
                        there.insert("count".into(), (n + 1).to_string());
                    };
                    store.change_preferences(count).unwrap();
                }
            });
        }
    });
    assert_eq!(store.settings(id).unwrap().len(), 80);
    assert_eq!(store.preferences().unwrap()["count"], "80");
}

#[test]
fn settings_kept_elsewhere_are_taken_over_once() {
    let (_dir, store) = store();
    let id = store.create(NewGameRow { settings: settings(&[("dice", "hand")]), ..new("Metz") }).unwrap();
    let stranger = GameId::try_from("0badf00d".to_owned()).unwrap();
    let old = settings(&[("dice", "random"), ("bots", "b")]);
    let games = [(id, old.clone()), (stranger, old)].into();
    store.take_over("file", settings(&[("tips_off", "true")]), games).unwrap();
    assert_eq!(store.settings(id).unwrap(), settings(&[("dice", "hand"), ("bots", "b")]));
    assert_eq!(store.preferences().unwrap()["tips_off"], "true");
    store.change_settings(id, Settings::clear).unwrap();
    store.take_over("file", Settings::new(), [(id, settings(&[("bots", "b")]))].into()).unwrap();
    assert_eq!(store.settings(id).unwrap(), Settings::new());
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn names_are_unique_whatever_the_case() {
    let (_dir, store) = store();
    let id = store.create(new("Übung Straße ΣΊΣΥΦΟΣ")).unwrap();
    for name in ["übung straße σίσυφος", "  ÜBUNG STRASSE Σίσυφος  "] {
        assert!(matches!(store.create(new(name)), Err(StoreError::NameTaken { .. })), "{name}");
        assert_eq!(store.find(name).unwrap().id, id);
    }
    let other = store.create(new("other")).unwrap();
    assert!(matches!(store.rename(other, "ÜBUNG straße σίσυφος"), Err(StoreError::NameTaken { .. })));
    assert_eq!(store.rename(other, "Other"), Ok(()), "a game may change the case of its own name");
    assert_eq!(store.find("other").unwrap().name, "Other");
}

#[test]
fn odd_names_are_kept_and_bad_ones_refused() {
    let (_dir, store) = store();
    let longest = "長".repeat(LONGEST_NAME);
    for name in ["'; drop table game; --", "\"quoted\"", "100%_*?[a]", "🛡️ Панцер", "-rf", "../../etc", &longest]
    {
        let id = store.create(new(name)).unwrap();
        assert_eq!(store.find(name).unwrap().id, id, "{name}");
        assert_eq!(store.load(id).unwrap().row.name, name);
    }
    let too_long = "x".repeat(LONGEST_NAME + 1);
    for name in ["", " \t ", "two\nlines", "bell\u{7}", "nul\0", "\u{1b}[31mred", "turn\u{202e}ed", &too_long] {
        let refused = store.create(new(name)).unwrap_err();
        assert!(matches!(refused, StoreError::BadName { .. }), "{name:?}");
        assert!(!refused.to_string().chars().any(char::is_control), "{refused}");
    }
    assert_eq!(store.list().unwrap().len(), 7);
}

#[test]
fn fresh_names_count_up() {
    let (_dir, store) = store();
    for expected in ["Metz", "Metz 2", "Metz 3"] {
        let name = store.fresh_name("Metz").unwrap();
        assert_eq!(name, expected);
        store.create(new(&name)).unwrap();
    }
    assert_eq!(store.fresh_name("metz").unwrap(), "metz 4");
    assert_eq!(store.fresh_name("\n").unwrap(), "game");
}

#[test]
fn a_copy_ends_where_it_was_told_to() {
    let (_dir, store) = store();
    let id = store.create(NewGameRow { head: "head".into(), ..new("Metz") }).unwrap();
    let won = Meta { summary: "won".into(), outcome: Some("victory".into()), updated: None };
    store.append(id, 0, &lines(1..=5), snapshot(3), won).unwrap();

    let part = store.load(store.duplicate(id, 4, "part").unwrap()).unwrap();
    assert_eq!((part.entries, part.snapshot, part.row.outcome), (lines(1..=4), snapshot(3), None));
    assert_eq!((part.head.as_str(), part.row.length), ("head", 4));
    let whole = store.load(store.duplicate(id, 5, "whole").unwrap()).unwrap();
    assert_eq!((whole.entries, whole.row.outcome.as_deref()), (lines(1..=5), Some("victory")));
    let start = store.load(store.duplicate(id, 0, "start").unwrap()).unwrap();
    assert_eq!((start.entries.len(), start.snapshot), (0, None));

    assert_eq!(store.duplicate(id, 6, "more"), Err(StoreError::NoStep { seq: 6, have: 5 }));
    assert!(matches!(store.duplicate(id, 5, "PART"), Err(StoreError::NameTaken { .. })));
    assert_eq!(store.list().unwrap().len(), 4);
}

#[test]
fn a_removed_game_is_gone() {
    let (_dir, store) = store();
    let [id, other] = ["Metz", "Nancy"].map(|name| store.create(new(name)).unwrap());
    store.append(id, 0, &lines(1..=2), snapshot(1), Meta::default()).unwrap();
    store.remove(id).unwrap();
    let gone = StoreError::NoGame { what: id.to_string() };
    assert_eq!(store.load(id), Err(gone.clone()));
    assert_eq!(store.append(id, 2, &[], None, Meta::default()), Err(gone.clone()));
    assert_eq!(store.rename(id, "Metz"), Err(gone.clone()));
    assert_eq!(store.duplicate(id, 0, "copy"), Err(gone.clone()));
    assert_eq!(store.remove(id), Err(gone));
    assert_eq!(store.list().unwrap().iter().map(|row| row.id).collect::<Vec<_>>(), [other]);
    assert_eq!(store.check(), Ok(vec![]));
    store.create(new("Metz")).unwrap();
}

#[test]
fn a_backup_is_a_store_of_its_own() {
    let (dir, store) = store();
    let id = store.create(new("Metz")).unwrap();
    store.append(id, 0, &lines(1..=3), None, Meta::default()).unwrap();
    let copy = dir.path().join("copy.db");
    store.backup(&copy).unwrap();
    store.append(id, 3, &lines(4..=4), None, Meta::default()).unwrap();

    assert_eq!(store.backup(&copy), Err(StoreError::Exists { path: copy.clone() }));
    assert_eq!(store.backup(store.path()), Err(StoreError::Exists { path: store.path().to_path_buf() }));
    assert_eq!(Store::open(&copy).unwrap().load(id).unwrap().entries, lines(1..=3));
    assert_eq!(store.load(id).unwrap().entries, lines(1..=4));
}
