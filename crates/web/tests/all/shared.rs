//! A game that several play together on the page: whose question it is, nothing to cover, and bots as partners.

use crate::common::{Client, Reply, Served, mark};
use hulldown_catalog::sample;

fn begin(browser: &mut Client) -> String {
    let fields = [
        ("name", "Together"),
        ("seed", "5"),
        ("dice", "random"),
        ("setup-seats", "3"),
        ("setup-player_1", "Ann"),
        ("setup-player_2", "Bob & Co"),
    ];
    let reply = browser.post_once(concat!("/new/", sample!(shared)), &fields);
    reply.header("location").unwrap_or_else(|| panic!("{}", reply.text())).to_string()
}

fn choose(browser: &mut Client, table: &str, key: &str) -> Reply {
    let now = mark(&browser.get(table).text());
    // A force with points unspent is confirmed at a second word.
    let field = if key == "done" { "sure" } else { "key" };
    browser.post(&format!("{table}/choose"), &[("mark", &now), (field, key)])
}

fn whose(browser: &mut Client, table: &str) -> String {
    let page = browser.get(table).text();
    let (_, after) = page.split_once("class=\"whose\">").unwrap_or_else(|| panic!("{page}"));
    after.split('<').next().unwrap_or_default().to_string()
}

#[test]
fn each_question_says_whose_it_is_and_nothing_is_covered() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = begin(&mut browser);
    assert_eq!(whose(&mut browser, &table), "Ann");
    for (key, next) in [("word:1", "Bob &amp; Co"), ("word:2", "Player 3"), ("done", "Ann")] {
        let reply = choose(&mut browser, &table, key);
        assert_eq!(reply.status, 200, "{key}: {}", reply.text());
        assert_eq!(whose(&mut browser, &table), next);
        assert!(!browser.get(&table).text().contains("Hand the screen over"));
    }
    // A seat that is not asked cannot answer, and a name that is no name begins no game.
    assert_ne!(choose(&mut browser, &table, "seat:2").status, 200);
    let long = "x".repeat(60);
    let odd =
        [("name", "Odd"), ("seed", "5"), ("dice", "random"), ("setup-seats", "2"), ("setup-player_2", long.as_str())];
    assert_eq!(browser.post_once(concat!("/new/", sample!(shared)), &odd).status, 400);
}

#[test]
fn bots_take_the_seats_of_partners_and_vote() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = begin(&mut browser);
    let now = mark(&browser.get(&table).text());
    let fields = [("mark", now.as_str()), ("seat0", "person"), ("seat1", "sensible"), ("seat2", "sensible")];
    assert_eq!(browser.post(&format!("{table}/players"), &fields).status, 200);
    for key in ["buy:042", "buy:902", "buy:041", "done"] {
        assert_eq!(choose(&mut browser, &table, key).status, 200, "{key}");
    }
    // They have agreed and taken their Commanders.
    assert_eq!(whose(&mut browser, &table), "Ann");
    let text = browser.get(&table).text();
    assert!(text.contains("Agreed: ") && text.contains("take:"), "{text}");
}
