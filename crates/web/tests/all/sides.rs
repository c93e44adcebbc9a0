//! A game of two sides on the page: what is refused, and what a side must not get to read.

use crate::common::{Client, Reply, Served, between, keys, mark};
use hulldown_catalog::sample;

/// Alpha's entry hex: nothing else on a page of Bravo's would say it.
const ENTRY: &str = "0117";

fn begin(browser: &mut Client, players: [&str; 2]) -> String {
    let fields = [("name", "Sides"), ("seed", "5"), ("dice", "random"), ("seat0", players[0]), ("seat1", players[1])];
    let reply = browser.post_once(concat!("/new/", sample!(sides)), &fields);
    reply.header("location").unwrap_or_else(|| panic!("{}", reply.text())).to_string()
}

fn choose(browser: &mut Client, table: &str, key: &str) -> Reply {
    let now = mark(&browser.get(table).text());
    browser.post(&format!("{table}/choose"), &[("mark", &now), ("key", key)])
}

fn sit(browser: &mut Client, table: &str, seat: &str) -> Reply {
    let now = mark(&browser.get(table).text());
    browser.post(&format!("{table}/seat"), &[("mark", &now), ("seat", seat)])
}

/// Two people, Alpha arranged, the screen waiting for Bravo.
fn arranged(browser: &mut Client) -> String {
    let table = begin(browser, ["person", "person"]);
    sit(browser, &table, "0");
    for key in [&format!("at:{ENTRY}"), "face:B", "as-they-are", "shortest"] {
        let reply = choose(browser, &table, key);
        assert_eq!(reply.status, 200, "{key}: {}", reply.text());
    }
    table
}

fn says(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

/// Whether plots can be sealed, at once or, where somebody is left out, at a second word.
fn may_commit(page: &str) -> bool {
    page.contains("value=\"commit\"")
}

/// Marches against the bot until every unit gets a task of its own.
fn to_the_plots(browser: &mut Client) -> String {
    let table = begin(browser, ["person", "heuristic"]);
    for key in [&format!("at:{ENTRY}"), "face:B", "as-they-are", "shortest"] {
        choose(browser, &table, key);
    }
    for _ in 0..80 {
        let page = browser.get(&table).text();
        if may_commit(&page) {
            return table;
        }
        let options = keys(&page);
        let has = |key: &str| options.iter().any(|option| option == key);
        let key = ["go-on", "keep-rest", "march:4"].into_iter().find(|key| has(key));
        choose(browser, &table, key.unwrap_or(&options[0]));
    }
    panic!("the columns never met");
}

#[test]
fn the_file_of_a_game_in_play_is_given_only_to_whoever_knows_what_is_in_it() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = arranged(&mut browser);
    let export = format!("{table}/export");
    // Nothing of a side is in the warning, before and after Bravo has sat down.
    for _ in 0..2 {
        let warning = browser.get(&export);
        assert_eq!(warning.status, 200);
        assert!(warning.header("content-disposition").is_none());
        let text = warning.text();
        crate::common::well_formed(&text);
        assert!(
            text.contains("both sides") && text.contains("/record.json") && text.contains("name=\"both\""),
            "{text}"
        );
        assert!(!says(&warning.bytes, ENTRY) && !says(&warning.bytes, "history"));
        // Asked for without a word about both sides it is not given either.
        let still = browser.post(&export, &[]);
        assert!(still.header("content-disposition").is_none() && !says(&still.bytes, ENTRY));
        sit(&mut browser, &table, "1");
    }
    // Bravo's own record has nothing of Alpha's.
    let record = browser.get(&format!("{table}/record.json"));
    assert!(says(&record.bytes, "\"view\"") && !says(&record.bytes, ENTRY), "{}", record.text());
    // The owner who knows it gets the whole game, and it is the same game.
    let file = browser.post(&export, &[("both", "yes")]);
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"Sides.json\""));
    assert!(says(&file.bytes, &format!("at:{ENTRY}")) && says(&file.bytes, "\"history\""));
    let copy = browser.upload("Sides.json", &file.bytes);
    assert_eq!(copy.status, 303, "{}", copy.text());
    let copy = copy.header("location").unwrap().to_string();
    let again = browser.post(&format!("{copy}/export"), &[("both", "yes")]);
    assert_eq!(again.bytes, file.bytes);
    // Without a token nobody gets it.
    let foreign =
        browser.post_raw(&export, "Origin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\n", "both=yes");
    assert!(foreign.status >= 400 && !says(&foreign.bytes, ENTRY));
}

#[test]
fn the_file_of_a_game_that_is_over_is_given_at_once() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = begin(&mut browser, ["person", "heuristic"]);
    let mut now = browser.get(&table).text();
    for _ in 0..400 {
        if now.contains("The game is over") {
            break;
        }
        let at = mark(&now);
        now = browser.post(&format!("{table}/auto"), &[("mark", &at), ("policy", "heuristic"), ("far", "end")]).text();
    }
    assert!(now.contains("The game is over"));
    let file = browser.get(&format!("{table}/export"));
    assert!(file.header("content-disposition").is_some() && says(&file.bytes, "\"history\""));
}

#[test]
fn against_a_policy_nothing_of_the_policy_is_on_any_page() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = begin(&mut browser, ["person", "heuristic"]);
    // The whole file says where Bravo enters; no page does.
    browser.get(&table);
    let file = browser.post(&format!("{table}/export"), &[("both", "yes")]).text();
    let entry = between(&file, "\"1 at:", "\"").unwrap().to_string();
    for tail in ["", "/replay", "/log", "/report", "/report.md", "/record.json", "/career", "/review", "/export"] {
        let reply = browser.get(&format!("{table}{tail}"));
        let told = [format!("at:{entry}"), format!("hex {entry}"), format!("\"entry\":\"{entry}\"")];
        for words in told {
            // Alpha is asked for an entry hex of its own edge; Bravo's edge is another.
            assert!(!says(&reply.bytes, &words), "{tail}: {words}");
        }
    }
}

/// Works out the costly choices of whoever sits in front of the screen, and gives the page.
fn looked_back(browser: &mut Client, table: &str) -> String {
    let review = format!("{table}/review");
    assert_eq!(browser.post_once(&review, &[]).status, 303);
    let begun = std::time::Instant::now();
    loop {
        let shown = browser.get(&review).text();
        if !shown.contains("data-again") {
            return shown;
        }
        assert!(begun.elapsed().as_secs() < 90, "{shown}");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn what_one_side_is_told_of_its_choices_the_other_is_not() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = begin(&mut browser, ["person", "person"]);
    sit(&mut browser, &table, "0");
    choose(&mut browser, &table, &format!("at:{ENTRY}"));
    let alpha = looked_back(&mut browser, &table);
    assert!(alpha.contains("1 answer reviewed"), "{alpha}");
    for key in ["face:B", "as-they-are", "shortest"] {
        choose(&mut browser, &table, key);
    }
    sit(&mut browser, &table, "1");
    // Bravo has not looked back yet: what Alpha was told is not there for it, and it is told of its own choices alone.
    let bravo = browser.get(&format!("{table}/review")).text();
    assert!(bravo.contains("Review the decisions") && !bravo.contains("reviewed,"), "{bravo}");
    let bravo = looked_back(&mut browser, &table);
    assert!(!bravo.contains("4 answers") && !bravo.contains("data-again"), "{bravo}");
}

#[test]
fn bad_plots_are_refused_with_a_reason_and_change_nothing() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = to_the_plots(&mut browser);
    let before = mark(&browser.get(&table).text());
    for line in
        ["A df 0101", "A mv 5233", "A fly 1010", "A mv F, B df 0101", "Z mv F", "A mv", "commit twice", "at:0117"]
    {
        let reply = browser.post(&format!("{table}/choose"), &[("mark", &before), ("key", line)]);
        assert!((400..500).contains(&reply.status), "`{line}`: {}", reply.status);
        let text = reply.text();
        assert!(text.contains("notice bad"), "`{line}` is refused without a word");
        assert_eq!(mark(&text), before, "`{line}`");
    }
    let good = browser.post(&format!("{table}/choose"), &[("mark", &before), ("key", "A fc")]);
    assert_eq!(good.status, 200);
    assert_ne!(mark(&good.text()), before);
}

#[test]
fn a_stale_commit_is_refused() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = to_the_plots(&mut browser);
    let before = mark(&browser.get(&table).text());
    // Another tab plots on; the commit of the first knows nothing of it.
    assert_eq!(choose(&mut browser, &table, "A fc").status, 200);
    let late = browser.post(&format!("{table}/choose"), &[("mark", &before), ("sure", "commit")]);
    assert_eq!(late.status, 409);
    let now = late.text();
    assert_ne!(mark(&now), before);
    assert!(may_commit(&now), "the plots were sealed all the same");
    // Twice the same commit counts once.
    let mark = mark(&now);
    assert_eq!(browser.post(&format!("{table}/choose"), &[("mark", &mark), ("sure", "commit")]).status, 200);
    assert_eq!(browser.post(&format!("{table}/choose"), &[("mark", &mark), ("sure", "commit")]).status, 409);
}

#[test]
fn nobody_answers_for_the_other() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = arranged(&mut browser);
    // While the screen waits for player 2 nobody answers, and only player 2 can sit down.
    let waiting = browser.get(&table).text();
    let now = mark(&waiting);
    for (path, fields) in [
        ("choose", vec![("key", "at:5217")]),
        ("choose", vec![("key", "at:0117")]),
        ("choose", vec![("key", "at:5217"), ("seat", "1")]),
        ("seat", vec![("seat", "0")]),
        ("seat", vec![("seat", "2")]),
    ] {
        let mut all = vec![("mark", now.as_str())];
        all.extend(fields.iter().copied());
        let reply = browser.post(&format!("{table}/{path}"), &all);
        assert!((400..500).contains(&reply.status), "{path} {fields:?}: {}", reply.status);
        assert!(!says(&reply.bytes, ENTRY), "{path} {fields:?} tells of player 1");
        assert_eq!(mark(&browser.get(&table).text()), now);
    }
    // Once player 2 looks, what player 1 answered cannot be taken back from there.
    sit(&mut browser, &table, "1");
    let now = mark(&browser.get(&table).text());
    let undo = browser.post(&format!("{table}/undo"), &[("mark", &now), ("steps", "1")]);
    // The numbers of all hexes are on the map; the answer is nowhere.
    assert!((400..500).contains(&undo.status) && !says(&undo.bytes, &format!("at:{ENTRY}")), "{}", undo.status);
}

#[test]
fn a_file_edited_to_reveal_is_not_taken_in() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = to_the_plots(&mut browser);
    let file = browser.post(&format!("{table}/export"), &[("both", "yes")]).text();
    let bravo = between(&file, "\"1 at:", "\"").unwrap().to_string();
    for (what, old, new) in [
        ("another entry", format!("\"1 at:{bravo}\""), "\"1 at:0117\"".to_string()),
        ("an answer for the other", format!("\"1 at:{bravo}\""), format!("\"0 at:{bravo}\"")),
        ("another seat", format!("\"1 at:{bravo}\""), format!("\"2 at:{bravo}\"")),
    ] {
        let edited = file.replacen(&old, &new, 1);
        assert_ne!(edited, file, "{what}");
        assert_eq!(browser.upload("edited.json", edited.as_bytes()).status, 422, "{what}");
    }
    // A checkpoint in which everything is spotted is not believed: the record says how it stands.
    let edited = file.replace("\"spotted\":false", "\"spotted\":true").replace("\"hidden\":true", "\"hidden\":false");
    assert_ne!(edited, file);
    let reply = browser.upload("edited.json", edited.as_bytes());
    if let Some(copy) = reply.header("location").map(String::from) {
        let again = browser.post(&format!("{copy}/export"), &[("both", "yes")]).text();
        assert_eq!(again, file, "what was edited is in the game");
    } else {
        assert_eq!(reply.status, 422);
    }
}

#[test]
fn somebody_new_is_offered_bravo_and_open_terrain() {
    let page = Served::new();
    let mut browser = page.browser();
    let form = browser.get(concat!("/new/", sample!(sides))).text();
    let chosen = |id: &str| {
        let select = between(&form, &format!("id=\"{id}\""), "</select>").unwrap();
        let before = &select[..select.find(" selected").unwrap()];
        before.rsplit("value=\"").next().unwrap().trim_end_matches('"').to_string()
    };
    assert_eq!([chosen("field-scenario"), chosen("field-mode")], ["0", "first"]);
    assert_eq!([chosen("seat0"), chosen("seat1")], ["heuristic", "person"]);
    // The guided game seats him there.
    let reply = browser.post_once(concat!("/learn/", sample!(sides)), &[]);
    let table = reply.header("location").unwrap().to_string();
    let shown = browser.get(&table).text();
    assert!(shown.contains("Bravo: choose the hex") && shown.contains("in the middle of the edge"), "{shown}");
}

#[test]
fn who_comes_from_the_library_finds_the_curtain_down() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = begin(&mut browser, ["person", "person"]);
    sit(&mut browser, &table, "0");
    choose(&mut browser, &table, &format!("at:{ENTRY}"));
    assert!(browser.get(&table).text().contains(ENTRY), "whoever goes on playing is not asked who sits there");
    browser.get("/");
    let curtain = browser.get(&table).text();
    assert!(!curtain.contains(ENTRY) && curtain.contains("Player 1"), "{curtain}");
    // Nobody answers for a player who does not sit there, whatever mark comes with it.
    let now = mark(&curtain);
    for (what, fields) in
        [("choose", [("key", "face:B")].as_slice()), ("auto", &[("policy", "random"), ("far", "end")])]
    {
        let all: Vec<(&str, &str)> = [("mark", now.as_str())].into_iter().chain(fields.iter().copied()).collect();
        assert_eq!(browser.post_once(&format!("{table}/{what}"), &all).status, 409, "{what}");
    }
    // No page of the game tells more than its table.
    assert_eq!(browser.get_once(&format!("{table}/log")).status, 303);
    sit(&mut browser, &table, "0");
    assert!(browser.get(&table).text().contains(ENTRY));
}

/// One slip of a finger does not give the game away: what is for good needs a second word, however it is chosen.
#[test]
fn what_is_for_good_is_asked_twice() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = to_the_plots(&mut browser);
    choose(&mut browser, &table, "talk");
    let text = browser.get(&table).text();
    let now = mark(&text);
    let key = between(&text, "name=\"sure\" value=\"", "\"").unwrap_or_else(|| panic!("{text}")).to_string();
    let asked = choose(&mut browser, &table, &key).text();
    assert!(asked.contains("That is asked twice"), "{asked}");
    assert_eq!(mark(&browser.get(&table).text()), now, "nothing has been answered");
    browser.post(&format!("{table}/choose"), &[("mark", &now), ("sure", &key)]);
    assert_ne!(mark(&browser.get(&table).text()), now);
}

/// The library shows the board of a game in progress as its one player sees it; where two share a screen, no more than the cover.
#[test]
fn a_picture_of_the_board_is_for_its_only_player() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = arranged(&mut browser);
    let picture = browser.get(&format!("{table}/picture"));
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert!(!picture.text().contains("data-frame"), "the board of two is shown");
    assert!(!browser.get("/").text().contains("/picture"), "the library asks for the board of two");
    let page = Served::new();
    let mut browser = page.browser();
    let alone = begin(&mut browser, ["person", "heuristic"]);
    let home = browser.get("/").text();
    let address = between(&home, &format!("{alone}/picture"), "\"").expect("a picture in the library").to_string();
    // Whoever asks again is told whether it has changed: the address says nothing of how much the other has answered, nor when.
    assert!(!address.contains("at="), "{address}");
    let picture = browser.get(&format!("{alone}/picture{}", address.replace("&amp;", "&")));
    let has_tag = picture.header("etag").is_some_and(|tag| tag.len() > 2);
    assert!(has_tag && picture.header("cache-control").is_some_and(|lasts| lasts.contains("no-cache")));
    let picture = picture.text();
    assert!(
        picture.starts_with("<svg ") && picture.contains("data-frame") && picture.contains("<style>"),
        "{picture:.300}"
    );
}
