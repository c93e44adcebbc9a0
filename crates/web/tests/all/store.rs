//! What the page does with the file of saved games when others touch it too.

use crate::common::{Served, keys, mark};
use hulldown_catalog::sample;
use hulldown_keep::Beside;
use hulldown_store::Store;
use std::fs;

#[cfg(unix)]
#[test]
fn no_answer_is_confirmed_while_the_file_is_elsewhere() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = browser.get(&table).text();
    let (mark, key) = (mark(&now), keys(&now)[0].clone());
    let form = [("mark", mark.as_str()), ("key", key.as_str())];
    let elsewhere = page.data.with_extension("elsewhere");
    fs::rename(&page.data, &elsewhere).unwrap();
    let refused = browser.post(&format!("{table}/choose"), &form);
    assert!(refused.status >= 500, "{}", refused.status);
    assert!(refused.text().contains("moved, replaced or deleted"), "{}", refused.text());
    fs::rename(&elsewhere, &page.data).unwrap();
    assert_eq!(browser.post(&format!("{table}/choose"), &form).status, 200);
}

#[test]
fn a_game_begins_with_its_opponent_and_keeps_it() {
    let page = Served::new();
    let mut browser = page.browser();
    let fields = [("name", "Ambush"), ("scenario", "0"), ("seat1", "heuristic")];
    let reply = browser.post_once(concat!("/new/", sample!(sides)), &fields);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let store = Store::open(&page.data).unwrap();
    let id = store.find("Ambush").unwrap().id;
    assert_eq!(Beside::of(&store, id).unwrap().bots, [(1, "heuristic".to_string())].into());
    // The terminal, as far as the store can tell, and the page at once.
    Beside::change(&store, id, |beside| beside.ease.level = hulldown_desk::Level::Full).unwrap();
    assert_eq!(browser.post(&format!("/game/{id}/dice"), &[("mode", "hand")]).status, 200);
    let beside = Beside::of(&store, id).unwrap();
    assert_eq!((beside.bots.len(), beside.dice.is_some(), beside.ease.level), (1, true, hulldown_desk::Level::Full));
    // A copy has the same.
    browser.post_once(&format!("/game/{id}/duplicate"), &[]);
    let copy = store.find("Ambush 2").unwrap().id;
    assert_eq!(Beside::of(&store, copy).unwrap(), beside);
    browser.post_once(&format!("/game/{id}/delete"), &[]);
    assert_eq!(Beside::of(&store, id).unwrap(), Beside::default());
}

#[test]
fn no_game_takes_the_place_of_another_by_its_name() {
    let page = Served::new();
    let mut browser = page.browser();
    let [a, b] = ["A", "B"].map(|name| browser.begin(&[("name", name)]));
    let id = a.rsplit('/').next().unwrap();
    let refused = browser.post_once(&format!("{b}/rename"), &[("name", id)]);
    assert_eq!(refused.status, 400, "{}", refused.text());
    let refused = browser.post_once(concat!("/new/", sample!(career)), &[("name", id)]);
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(browser.get(&a).status, 200);
    assert!(browser.get(&format!("{a}/delete")).text().contains("Delete A?"));
}
