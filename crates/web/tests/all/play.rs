//! Games played by forms alone, as a browser without scripts would.

use crate::common::{Client, Served, between, keys, mark};
use hulldown_catalog::sample;

/// Answers with the first option until the log says that something of this kind has happened.
fn play_until(browser: &mut Client, table: &str, kind: &str) -> String {
    let mut now = browser.get(table).text();
    for _ in 0..400 {
        if now.contains(&format!("class=\"event {kind}")) {
            return now;
        }
        let key = keys(&now).into_iter().next().unwrap_or_else(|| panic!("nothing to choose: {now}"));
        let reply = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &key)]);
        assert_eq!(reply.status, 200, "{}", reply.text());
        now = reply.text();
    }
    panic!("no {kind} came");
}

#[test]
fn an_engagement_is_played_by_forms() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "Forms")]);
    let now = play_until(&mut browser, &table, "round");
    assert!(now.contains("id=\"panel-"), "boards are shown");
    let now = play_until(&mut browser, &table, "mission-ends");
    assert!(now.contains("data-load="), "rolls unfold");
    // The terminal finds the same game.
    let store = hulldown_store::Store::open(&page.data).unwrap();
    let row = store.find("Forms").unwrap();
    assert_eq!(row.length.to_string(), mark(&now));
}

#[test]
fn an_answer_is_taken_back_and_says_which() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let first = browser.get(&table).text();
    let key = keys(&first)[2].clone();
    let then = browser.post(&format!("{table}/choose"), &[("mark", &mark(&first)), ("key", &key)]).text();
    assert!(then.contains("Undo: "), "{then}");
    let back = browser.post(&format!("{table}/undo"), &[("mark", &mark(&then)), ("steps", "1")]).text();
    assert!(back.contains("Undone: August 1944."), "{back}");
    assert_eq!(keys(&back), keys(&first));
    let none = browser.post(&format!("{table}/undo"), &[("mark", &mark(&back)), ("steps", "1")]);
    assert_eq!(none.status, 409);
}

#[test]
fn a_late_answer_is_refused_with_the_question_of_now() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let first = browser.get(&table).text();
    let form = [("mark", mark(&first)), ("key", keys(&first)[0].clone())];
    let form: Vec<(&str, &str)> = form.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let then = browser.post(&format!("{table}/choose"), &form).text();
    for part in [false, true] {
        browser.part = part;
        let late = browser.post(&format!("{table}/choose"), &form);
        assert_eq!(late.status, 409);
        let text = late.text();
        assert!(text.contains("The game has moved on"), "{text}");
        assert_eq!((mark(&text), keys(&text)), (mark(&then), keys(&then)));
        assert_eq!(text.contains("<html"), !part);
    }
    // What is not on offer is refused as well.
    let mad = browser.post(&format!("{table}/choose"), &[("mark", &mark(&then)), ("key", "fire:everything")]);
    assert_eq!(mad.status, 409);
    assert_eq!(browser.post(&format!("{table}/choose"), &[("key", "yes")]).status, 400);
    assert_eq!(browser.post(&format!("{table}/choose"), &[("mark", "-1"), ("key", "yes")]).status, 400);
}

#[test]
fn two_tabs_stay_in_step() {
    let page = Served::new();
    let mut one = page.browser();
    let table = one.begin(&[]);
    let now = one.get(&table).text();
    let mut caught_up = one.stream(&table, &mark(&now));
    let mut behind = one.stream(&table, "99999");
    assert_eq!(behind.next().to_string(), mark(&now), "who is not up to date is told at once");
    let mut now = now;
    for _ in 0..5 {
        let key = keys(&now)[0].clone();
        now = one.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &key)]).text();
        assert_eq!(caught_up.next().to_string(), mark(&now));
        assert_eq!(behind.next().to_string(), mark(&now));
    }
    let mut two = page.browser();
    assert_eq!(keys(&two.get(&table).text()), keys(&now));
}

#[test]
fn a_game_that_went_on_in_the_terminal_goes_on_here() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "Shared")]);
    let before = browser.get(&table).text();
    // The terminal, as far as the store can tell.
    let archive = hulldown_keep::Archive::of(hulldown_store::Store::open(&page.data).unwrap());
    let row = archive.store.find("Shared").unwrap();
    let mut gone = hulldown_keep::SavedGame::go_on(&archive, &row, None).unwrap();
    let key = keys(&before)[0].clone();
    let mut stream = browser.stream(&table, &mark(&before));
    gone.game.choose(Default::default(), &key).unwrap();
    gone.saved.keep(&*gone.game, false).unwrap();
    assert_eq!(stream.next(), gone.saved.length(), "open tabs hear of it");
    let late = browser.post(&format!("{table}/choose"), &[("mark", &mark(&before)), ("key", &key)]);
    assert_eq!(late.status, 409);
    let now = browser.get(&table).text();
    assert_eq!(mark(&now), gone.game.history_len().to_string());
    let key = keys(&now)[0].clone();
    assert_eq!(browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &key)]).status, 200);
    let row = archive.store.find("Shared").unwrap();
    assert!(row.length > gone.saved.length());
}

#[test]
fn dice_are_thrown_by_hand() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("dice", "hand")]);
    // The form's first dice field wins, so say it again where it can be said.
    browser.post(&format!("{table}/dice"), &[("mode", "hand")]);
    let mut now = browser.get(&table).text();
    for _ in 0..200 {
        if now.contains("id=\"faces\"") {
            break;
        }
        let key = keys(&now)[0].clone();
        now = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &key)]).text();
    }
    let dice = between(&now, "Roll ", ":").unwrap().to_string();
    let (count, sides) = dice.split_once('d').unwrap();
    let wrong =
        browser.post(&format!("{table}/throw"), &[("mark", &mark(&now)), ("faces", "99 99 99"), ("by", "hand")]);
    assert!((400..500).contains(&wrong.status), "{}", wrong.status);
    assert_eq!(mark(&wrong.text()), mark(&now));
    let words = browser.post(&format!("{table}/throw"), &[("mark", &mark(&now)), ("faces", "six"), ("by", "hand")]);
    assert_eq!(words.status, 400);
    let digit = if sides == "10" { "0" } else { "2" };
    let faces = digit.repeat(count.parse().unwrap());
    let then =
        browser.post(&format!("{table}/throw"), &[("mark", &mark(&now)), ("faces", &faces), ("by", "hand")]).text();
    assert_ne!(mark(&then), mark(&now));
    // Only some charts, then none: dice that wait fall by themselves.
    let mode = browser.post(&format!("{table}/dice"), &[("mode", "charts"), ("chart", "B1"), ("chart", "B3")]).text();
    assert!(mode.contains("value=\"B1\" checked"), "{mode}");
    let mode = browser.post(&format!("{table}/dice"), &[("mode", "random")]).text();
    assert!(!mode.contains("id=\"faces\""));
    assert_eq!(browser.post(&format!("{table}/dice"), &[("mode", "feet")]).status, 400);
}

#[test]
fn a_game_leaves_as_a_file_and_comes_back() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "Metz & <Nancy>")]);
    let now = browser.get(&table).text();
    browser.post(&format!("{table}/auto"), &[("mark", &mark(&now)), ("policy", "sensible"), ("far", "round")]);
    let file = browser.get(&format!("{table}/export"));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"Metz____Nancy_.json\""));
    let reply = browser.upload("Metz.json", &file.bytes);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let copy = reply.header("location").unwrap().to_string();
    assert_eq!(browser.get(&format!("{copy}/export")).bytes, file.bytes);
    let bad = browser.upload("bad.json", b"{\"head\": 1}");
    assert_eq!(bad.status, 422);
    assert_eq!(browser.upload("bad.json", b"\xff\xfe").status, 422);
    let cut = String::from_utf8(file.bytes).unwrap().replace("\"0 ", "\"0 x");
    assert_eq!(browser.upload("cut.json", cut.as_bytes()).status, 422);
}

#[test]
fn games_are_renamed_copied_and_deleted() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "One")]);
    assert_eq!(browser.post_once(&format!("{table}/rename"), &[("name", "Two")]).status, 303);
    assert_eq!(browser.post(&format!("{table}/rename"), &[("name", "")]).status, 400);
    browser.post(&format!("{table}/duplicate"), &[]);
    let home = browser.get("/").text();
    assert!(home.contains(">Two</a>") && home.contains(">Two 2</a>"), "{home}");
    assert_eq!(browser.post(&format!("{table}/rename"), &[("name", "two 2")]).status, 400);
    assert_eq!(browser.get(&format!("{table}/delete")).status, 200);
    assert_eq!(browser.post_once(&format!("{table}/delete"), &[]).status, 303);
    assert_eq!(browser.get(&table).status, 404);
    assert_eq!(browser.post(&format!("{table}/choose"), &[("mark", "0"), ("key", "x")]).status, 404);
}

#[test]
fn a_finished_game_is_in_the_hall_of_fame() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "Done")]);
    let now = browser.get(&table).text();
    let end =
        browser.post(&format!("{table}/auto"), &[("mark", &mark(&now)), ("policy", "random"), ("far", "end")]).text();
    assert!(end.contains("The game is over"), "{end}");
    let home = browser.get("/").text();
    let fame = between(&home, "class=\"fame\"", "</main>").unwrap();
    assert!(fame.contains(&format!("{table}/report")) && fame.contains("class=\"quiet feat\""), "{fame}");
    assert!(hulldown_desk::shelf().iter().any(|shelf| fame.contains(&format!(">{}</h3>", shelf.title))), "{fame}");
    assert!(!hulldown_desk::shelf().iter().any(|shelf| fame.contains(&format!(">{}</h3>", shelf.id))), "{fame}");
    crate::common::well_formed(&end);
    for tail in ["/career", "/report", "/replay"] {
        crate::common::well_formed(&browser.get(&format!("{table}{tail}")).text());
    }
}

#[test]
fn one_looks_back_marks_a_moment_and_plays_on_from_it() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[("name", "Long")]);
    let now = browser.get(&table).text();
    browser.post(&format!("{table}/auto"), &[("mark", &mark(&now)), ("policy", "sensible"), ("far", "round")]);
    let then = browser.get(&format!("{table}/replay?at=3")).text();
    assert!(then.contains("After 3 answers of") && then.contains("chosen"), "{then}");
    browser.post(&format!("{table}/bookmark"), &[("at", "3"), ("name", "<b>here</b>")]);
    let marked = browser.get(&format!("{table}/replay?at=0")).text();
    assert!(marked.contains("&lt;b&gt;here&lt;/b&gt; (3)"), "{marked}");
    let copy = browser.post(&format!("{table}/playon"), &[("at", "3")]).text();
    assert!(copy.contains("Long from 3"), "{copy}");
    assert_eq!(browser.get(&format!("{table}/replay?at=999999")).status, 200);
}

#[test]
fn a_hint_is_given_once_to_who_plays_on() {
    let page = Served::new();
    let mut browser = page.browser();
    let reply = browser.post_once(concat!("/learn/", sample!(career)), &[]);
    let table = reply.header("location").unwrap().to_string();
    let now = browser.get(&table).text();
    let tip = between(&now, "class=\"tip\"", "</p>").unwrap().to_string();
    for _ in 0..6 {
        let now = browser.get(&table).text();
        browser.post(&format!("{table}/on"), &[("mark", &mark(&now))]);
        let then = browser.get(&table).text();
        assert!(mark(&then) == mark(&now) || !then.contains(&tip), "the same hint again: {tip}");
    }
    assert_ne!(mark(&browser.get(&table).text()), mark(&now), "nothing was answered");
}

#[test]
fn a_learner_is_given_each_hint_once() {
    let page = Served::new();
    let mut browser = page.browser();
    let reply = browser.post_once(concat!("/learn/", sample!(career)), &[]);
    let table = reply.header("location").unwrap().to_string();
    let mut now = browser.get(&table).text();
    assert!(now.contains("class=\"tip\""), "{now}");
    let tip = between(&now, "class=\"tip\"", "</p>").unwrap().to_string();
    now = browser.post(&format!("{table}/tips"), &[("do", "seen")]).text();
    assert!(!now.contains(&tip));
    browser.post(&format!("{table}/tips"), &[("do", "off")]);
    let key = keys(&now)[0].clone();
    now = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &key)]).text();
    assert!(!now.contains("class=\"tip\""));
}

/// Where only one thing can be done in a place that was chosen, the strong button does that, not what is usual elsewhere.
#[test]
fn the_strong_button_is_of_the_place_that_was_chosen() {
    let page = Served::new();
    let mut browser = page.browser();
    let fields = [("name", "Place"), ("seed", "5"), ("dice", "random")];
    let table = browser.post_once(concat!("/new/", sample!(shared)), &fields).header("location").unwrap().to_string();
    let mut seen = 0;
    for _ in 0..400 {
        let now = browser.get(&table).text();
        let spots: Vec<&str> =
            now.split("class=\"option\" ").skip(1).filter_map(|o| between(o, "data-spot=\"", "\"")).collect();
        for spot in spots.iter().filter(|spot| spots.iter().filter(|other| other == spot).count() == 1).take(2) {
            let there = browser.get(&format!("{table}?spot={}", crate::common::encode(spot))).text();
            let shown = keys(&there);
            if shown.len() == 1 && there.contains("class=\"spotted\"") {
                assert!(there.contains("Confirm: ") && !there.contains("Go on: "), "{spot}: {there}");
                assert_eq!(between(&there, "class=\"spotted\">", "<a"), Some("Only what concerns this place. "));
                seen += 1;
            }
        }
        if seen > 3 {
            return;
        }
        let fields = [("mark", mark(&now)), ("policy", "sensible".into()), ("far", "decision".into())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        browser.post(&format!("{table}/auto"), &fields);
    }
    panic!("no place with one option: {seen}");
}

/// What the terminal answers about the board the line for answers does, too; what nobody understands is refused without keys.
#[test]
fn the_line_for_answers_can_be_asked() {
    let page = Served::new();
    let mut browser = page.browser();
    let fields = [("name", "Asked"), ("seed", "5"), ("dice", "random")];
    let table = browser.post_once(concat!("/new/", sample!(shared)), &fields).header("location").unwrap().to_string();
    let now = browser.get(&table).text();
    assert!(now.contains("name=\"said\""), "there is a line");
    let mut say = |line: &str| {
        let fields = [("mark", mark(&now)), ("said", "yes".into()), ("key", line.to_string())];
        browser.post(&format!("{table}/choose"), &fields.each_ref().map(|(name, value)| (*name, value.as_str())))
    };
    let told = say("look units");
    assert_eq!(told.status, 200, "{}", told.text());
    assert!(told.text().contains("class=\"notice told\""), "{}", told.text());
    assert_eq!(mark(&told.text()), mark(&now));
    let odd = say("flibber gibbet");
    assert_eq!(odd.status, 409);
    let text = odd.text();
    let why = between(&text, "role=\"alert\">", "</p>").unwrap();
    assert!(!why.contains('`'), "{why}");
}
