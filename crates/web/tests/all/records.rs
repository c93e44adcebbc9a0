//! Games of other rules on the page: they keep their address, looking changes nothing, going on is said once.

use crate::common::*;
use hulldown_catalog::sample;
use hulldown_core::save;
use hulldown_store::Store;

/// A game taken in as if it had been played by rules of another version; its address.
fn old_game(browser: &mut Client, answers: &str) -> String {
    let table = browser.begin(&[("name", "Hero")]);
    let page = browser.get(&table).text();
    let (policy, until) = ("random", if answers == "all" { "end" } else { "decision" });
    let rounds = if answers == "all" { 1 } else { answers.parse().unwrap() };
    let mut mark = mark(&page);
    for _ in 0..rounds {
        let fields = [("mark", mark.as_str()), ("policy", policy), ("far", until)];
        let page = browser.post(&format!("{table}/auto"), &fields).text();
        mark = crate::common::mark(&page);
    }
    let mut saved = save::read(&browser.get(&format!("{table}/export")).text()).unwrap();
    saved.head.rules_version = 0;
    let reply = browser.upload("Old_Hero.json", serde_json::to_string(&saved).unwrap().as_bytes());
    reply.header("location").unwrap_or_else(|| panic!("{}", reply.text())).to_string()
}

const PAGES: [&str; 9] =
    ["", "/log", "/log?voice=story", "/replay", "/replay?at=3", "/report", "/report.md", "/career", "/record.json"];

#[test]
fn looking_at_a_game_of_older_rules_changes_nothing_and_shows_it_as_it_was_told() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = old_game(&mut browser, "12");
    let store = Store::open(&page.data).unwrap();
    let before = store.list().unwrap();
    let told = store.told(store.find(&table[6..]).unwrap().id).unwrap();
    assert!(told.len() > 10);
    let first: hulldown_desk::ToldLine = serde_json::from_str(&told[told.len() - 1]).unwrap();
    for _ in 0..2 {
        for address in PAGES {
            let reply = browser.get_once(&format!("{table}{address}"));
            assert_eq!(reply.status, 200, "{address}: {}", reply.text());
            if !address.ends_with(".md") && !address.ends_with(".json") {
                well_formed(&reply.text());
                assert!(reply.text().contains("rules version 0"), "{address}");
            }
        }
    }
    let log = browser.get(&format!("{table}/log")).text();
    let words = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    assert!(words(&log).contains(&words(&first.text.replace(['\'', '"', '&'], ""))) || log.contains(&*first.rule));
    for address in ["/watch", "/review", "/event/99999"] {
        assert_eq!(browser.get_once(&format!("{table}{address}")).status, 404, "{address}");
    }
    assert_eq!(store.list().unwrap(), before, "a look changes nothing");

    // Nor does an answer to it.
    let refused = browser.post_once(&format!("{table}/choose"), &[("mark", "1"), ("key", "x")]);
    assert_eq!(refused.status, 409);
    assert_eq!(store.list().unwrap(), before);

    // Going on begins one game, however often it is asked for.
    browser.get(&table);
    let gone = browser.post_once(&format!("{table}/go-on"), &[]);
    let next = gone.header("location").unwrap().to_string();
    assert_ne!(next, table);
    assert_eq!(browser.post_once(&format!("{table}/go-on"), &[]).header("location"), Some(next.as_str()));
    assert_eq!(store.list().unwrap().len(), before.len() + 1);
    assert!(keys(&browser.get(&next).text()).len() > 1, "it can be played");
    let record = browser.get(&table).text();
    assert!(record.contains(&format!("href=\"{next}\"")) && !record.contains("/go-on"), "it leads there");
    // Without the token nothing begins.
    assert_eq!(browser.post_raw(&format!("{table}/go-on"), "", "").status, 403);
}

#[test]
fn the_hall_of_fame_leads_to_a_finished_game_of_older_rules() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = old_game(&mut browser, "all");
    let library = browser.get("/").text();
    assert!(library.contains(&format!("href=\"{table}/report\"")), "{library}");
    let fame = between(&library, "class=\"fame\"", "</main>").unwrap();
    assert!(fame.contains("class=\"quiet feat\""), "what was done in it is known: {fame}");
    let report = browser.get_once(&format!("{table}/report"));
    assert_eq!(report.status, 200);
    assert!(report.text().contains("score"), "{}", report.text());
    assert!(!browser.get(&table).text().contains("/go-on"), "a game that is over does not go on");
    let copy = browser.post_once(&format!("{table}/duplicate"), &[]);
    assert_eq!(copy.header("location"), Some("/"));
}

#[test]
fn a_game_of_later_rules_and_a_file_too_large_are_refused_by_name() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "Hero")]);
    let mut saved = save::read(&browser.get(&format!("{table}/export")).text()).unwrap();
    saved.head.rules_version = 99;
    let reply = browser.upload("later.json", serde_json::to_string(&saved).unwrap().as_bytes());
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("later") && reply.text().contains("version 99"), "{}", reply.text());
    let reply = browser.upload("huge.json", &vec![b' '; 33 << 20]);
    assert_eq!(reply.status, 413);
    assert!(reply.text().contains("32 MB"), "{}", reply.text());
}

#[test]
fn play_on_in_a_copy_works_after_a_rewind() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("seed", "1"), ("name", "Hero")]);
    let mut now = mark(&browser.get(&table).text());
    for (address, times) in [("auto", 8), ("undo", 3), ("auto", 3)] {
        for _ in 0..times {
            let fields = [("mark", now.as_str()), ("policy", "random"), ("far", "decision"), ("steps", "1")];
            now = mark(&browser.post(&format!("{table}/{address}"), &fields).text());
        }
    }
    for at in ["0", "2", "4", "6"] {
        browser.get(&table);
        let copy = browser.post_once(&format!("{table}/playon"), &[("at", at)]);
        let to = copy.header("location").unwrap_or_else(|| panic!("{at}: {}", copy.text())).to_string();
        assert_eq!(browser.get(&to).status, 200);
    }
}

/// Whatever is asked for by a link, the saved games stay as they are: policies answer when something is sent.
#[test]
fn a_look_never_writes() {
    let page = Served::new();
    let mut browser = page.browser();
    let store = Store::open(&page.data).unwrap();
    let career = browser.begin(&[("name", "Hero")]);
    browser.get("/");
    let begun = browser.post_once(
        concat!("/new/", sample!(sides)),
        &[("seed", "7"), ("dice", "random"), ("seat0", "heuristic"), ("seat1", "person")],
    );
    let sides = begun.header("location").unwrap().to_string();
    browser.get("/");
    let learned = browser.post_once(concat!("/learn/", sample!(days)), &[]).header("location").unwrap().to_string();
    let before = store.list().unwrap();
    for _ in 0..2 {
        for table in [&career, &sides, &learned] {
            for address in PAGES.iter().chain(&[
                "/story",
                "/export",
                "/rename",
                "/delete",
                "/watch",
                "/review",
                "?advice=1",
                "?odds=x",
            ]) {
                let reply = browser.get(&format!("{table}{address}"));
                assert!(reply.status < 500, "{table}{address}: {}", reply.text());
            }
        }
        browser.get("/");
    }
    assert_eq!(store.list().unwrap(), before);
}

#[test]
fn of_two_people_each_can_read_his_own_side_of_an_old_record() {
    let page = Served::new();
    let mut browser = page.browser();
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        concat!("/../../games/", sample!(sides), "/tests/fixtures/save-format-1.json")
    );
    let reply = browser.upload("Old.json", &std::fs::read(file).unwrap());
    let table = reply.header("location").unwrap().to_string();
    let both = browser.get(&table).text();
    assert!(both.contains("People played both sides") && !both.contains("id=\"board\""), "{both}");
    for side in ["1", "2"] {
        let own = browser.get(&format!("{table}?side={side}")).text();
        well_formed(&own);
        assert!(own.contains(&format!("As player {side}")) && own.contains("id=\"board\""), "{own}");
        assert!(own.contains(&format!("{table}/replay?side={side}")), "links stay on that side");
        let replay = browser.get(&format!("{table}/replay?at=3&side={side}")).text();
        assert!(replay.contains("The answer was") && replay.contains(&format!("at=4&amp;side={side}")), "{replay}");
        let career = browser.get(&format!("{table}/career?side={side}")).text();
        assert!(!career.contains("No dice have been rolled"), "nothing of what was told is kept: {career}");
    }
}
