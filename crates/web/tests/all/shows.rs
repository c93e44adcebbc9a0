//! What the page shows at a glance: the result card, the log, advice, the library and its forms.

use crate::common::{Client, Served, between, encode, keys, mark};
use hulldown_catalog::sample;

/// Lets a bot give one answer after the other until the page shows all of this.
fn played_until(browser: &mut Client, table: &str, policy: &str, shown: &[&str]) -> String {
    let mut now = browser.get(table).text();
    for _ in 0..400 {
        if shown.iter().all(|part| now.contains(part)) {
            return now;
        }
        let fields = [("mark", &*mark(&now)), ("policy", policy), ("far", "decision")];
        let reply = browser.post(&format!("{table}/auto"), &fields);
        assert_eq!(reply.status, 200, "{}", reply.text());
        now = reply.text();
    }
    panic!("never shown: {shown:?}");
}

#[test]
fn kills_losses_and_ends_have_cards_of_their_own_and_marks_on_the_board() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = played_until(&mut browser, &table, "sensible", &["class=\"grave kill\"", "id=\"area-A\""]);
    let card = between(&now, "<section id=\"result\"", "</section>").unwrap();
    let kill = card.find("class=\"grave kill\"").unwrap();
    // It stands before all that is told in order, and is not told again there.
    assert!(kill < card.find("<ol id=\"came\"").unwrap(), "{card}");
    let text = between(&card[kill..], "<p>", " <a").unwrap();
    assert_eq!(card.matches(text).count(), 1, "{card}");
    // The mark names the unit and, as that is gone, its area.
    let marks = between(card, "data-marks=\"", "\"").unwrap().replace("&quot;", "\"");
    let marks: serde_json::Value = serde_json::from_str(&marks).unwrap();
    let destroyed = |mark: &&serde_json::Value| mark["says"].as_str().unwrap().contains("destroyed");
    let at = marks.as_array().unwrap().iter().find(destroyed).unwrap()["at"].as_array().unwrap().clone();
    assert!(at[0].as_str().unwrap().starts_with("unit-") && at[1].as_str().unwrap().starts_with("area-"), "{at:?}");
    assert!(now.contains(&format!("id=\"{}\"", at[1].as_str().unwrap())), "the area is drawn");
    // Whoever listens hears it first as well.
    assert!(between(&now, "data-latest=\"", "\"").unwrap().starts_with(text), "{text}");
    let now = played_until(&mut browser, &table, "sensible", &["class=\"grave end\""]);
    assert!(between(&now, "class=\"grave end\"", "</div>").unwrap().to_lowercase().contains("mission"));
}

#[test]
fn rewinds_and_dice_thrown_by_hand_are_marked_in_log_report_and_replay() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = played_until(&mut browser, &table, "sensible", &["class=\"grave kill\""]);
    for (path, what) in [("/log", "Rewind:"), ("/log", ">by hand<"), ("/report", "rewind"), ("/report", "by hand")] {
        assert!(!browser.get(&format!("{table}{path}")).text().contains(what), "{path}: {what}");
    }
    let reply = browser.post(&format!("{table}/undo"), &[("mark", &mark(&now)), ("steps", "4")]);
    assert_eq!(reply.status, 200);
    let said = "Rewind: 4 answers undone past dice; all but rolls by hand come up again.";
    assert!(reply.text().contains(said), "{}", reply.text());
    let answered = reply.text();
    let answered =
        between(answered.split_once("id=\"timeline\"").unwrap().1, "<span id=\"counted\">", " answer").unwrap();
    for path in [format!("{table}/log"), format!("{table}/log?kind=hand"), format!("{table}/replay?at={answered}")] {
        assert!(browser.get(&path).text().contains(said), "{path}");
    }
    for report in ["report", "report.md"] {
        let text = browser.get(&format!("{table}/{report}")).text();
        assert!(text.contains("1 rewind: 4 answers undone past dice."), "{report}: {text}");
    }
    let record: serde_json::Value = serde_json::from_str(&browser.get(&format!("{table}/record.json")).text()).unwrap();
    assert_eq!(record["rewinds"][0]["answers"], 4);
    let mut now = browser.post(&format!("{table}/dice"), &[("mode", "hand")]).text();
    for _ in 0..60 {
        if now.contains("id=\"faces\"") {
            break;
        }
        let key = keys(&now)[0].clone();
        now = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &key)]).text();
    }
    let dice = between(&now, "Digits only, such as ", ".").unwrap().replace(" (0 is 10)", "");
    let dice = dice.split(" or ").next().unwrap().to_string();
    let thrown = browser.post(&format!("{table}/throw"), &[("mark", &mark(&now)), ("faces", &dice), ("by", "hand")]);
    assert_eq!(thrown.status, 200, "{}", thrown.text());
    assert!(thrown.text().contains("<span class=\"hand\">by hand</span>"));
    assert!(browser.get(&format!("{table}/log?kind=hand")).text().contains("by hand"));
    assert!(browser.get(&format!("{table}/report")).text().contains("rolled by hand."));
}

#[test]
fn the_log_is_asked_in_words_of_a_player() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    played_until(&mut browser, &table, "sensible", &["class=\"grave end\""]);
    let all = browser.get(&format!("{table}/log")).text();
    let choices = between(&all, "name=\"kind\"", "</select>").unwrap();
    for word in ["my losses", "enemy losses", "shots", "dice rolled by hand, and rewinds", "everything"] {
        assert!(choices.contains(&format!(">{word}<")), "{choices}");
    }
    assert_eq!(choices.matches("<option").count(), 7, "no kinds of events: {choices}");
    let lines = |kind: &str, browser: &mut Client| {
        browser.get(&format!("{table}/log?kind={kind}")).text().matches("<li id=\"e").count()
    };
    let (whole, kills, shots) =
        (lines("all", &mut browser), lines("kills", &mut browser), lines("shots", &mut browser));
    // What others put out of the fight is a kill and no shot.
    assert!(0 < kills.min(shots) && kills.max(shots) < whole, "{kills}, {shots}, {whole}");
    assert_eq!(lines("nonsense", &mut browser), whole);
}

#[test]
fn a_units_way_is_one_line_and_no_seal_is_shown() {
    let page = Served::new();
    let mut browser = page.browser();
    let fields = [("seed", "5"), ("dice", "random"), ("seat0", "person"), ("seat1", "heuristic")];
    let reply = browser.post_once(concat!("/new/", sample!(sides)), &fields);
    let table = reply.header("location").unwrap().to_string();
    played_until(&mut browser, &table, "heuristic", &[" moves from "]);
    let log = browser.get(&format!("{table}/log")).text();
    let moves: Vec<&str> = log.split(" moves from ").skip(1).filter_map(|rest| rest.split('.').next()).collect();
    assert!(moves.iter().all(|way| way.contains(" to ")), "{moves:?}");
    assert!(!log.contains(", point ") && !log.contains("plot is sealed"));
}

#[test]
fn results_come_as_fast_as_somebody_likes() {
    let page = Served::new();
    let mut browser = page.browser();
    assert!(browser.get("/").text().contains("data-cards=\"instant\""));
    for speed in ["step", "pace", "instant"] {
        browser.post("/settings", &[("cards", speed), ("size", "100")]);
        let settings = browser.get("/settings").text();
        assert!(settings.contains(&format!("data-cards=\"{speed}\"")));
        assert!(settings.contains(&format!("name=\"cards\" value=\"{speed}\" checked")), "{settings}");
    }
    browser.post("/settings", &[("cards", "at once"), ("size", "100")]);
    assert!(browser.get("/").text().contains("data-cards=\"instant\""), "nonsense changes nothing");
}

#[test]
fn advice_tells_chances_in_words_with_their_uncertainty() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    played_until(&mut browser, &table, "sensible", &["name=\"key\" value=\"move:forward\""]);
    let now = browser.get(&format!("{table}?advice=1")).text();
    let advice = between(&now, "id=\"advised\"", "</section>").unwrap();
    for says in ["The mission succeeds <strong>", "The tank is lost <strong>", "You come through alive <strong>"] {
        assert!(advice.matches(says).count() >= 3, "{says}: {advice}");
    }
    assert!(advice.contains("%</strong> <span class=\"quiet\">± "), "{advice}");
    assert_eq!(advice.split("<details").next().unwrap().matches("<li>").count(), 3, "the best three: {advice}");
    assert!(advice.contains("playout"), "{advice}");
}

#[test]
fn before_one_moves_one_can_ask_what_would_bear() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = played_until(&mut browser, &table, "sensible", &["name=\"key\" value=\"move:forward\""]);
    let asked = browser.get(&format!("{table}?odds={}", encode("move:forward"))).text();
    assert!(asked.contains("What would bear on you there"), "{asked}");
    let still = keys(&now).into_iter().find(|key| key.starts_with("end") || key.starts_with("fire")).unwrap();
    let asked = browser.get(&format!("{table}?odds={}", encode(&still))).text();
    assert!(!asked.contains("What would bear on you there"), "{still} moves nobody");
    // A game that cannot tell says so.
    let fields = [("seed", "5"), ("dice", "random"), ("seat0", "person"), ("seat1", "heuristic")];
    let reply = browser.post_once(concat!("/new/", sample!(sides)), &fields);
    let sides = browser.get(reply.header("location").unwrap()).text();
    assert!(sides.contains("Who will fire cannot be known in advance."));
}

#[test]
fn an_undo_that_would_be_refused_cannot_be_pressed_and_says_why() {
    let page = Served::new();
    let mut browser = page.browser();
    let fields = [("seed", "5"), ("dice", "random"), ("seat0", "person"), ("seat1", "heuristic")];
    let reply = browser.post_once(concat!("/new/", sample!(sides)), &fields);
    let table = reply.header("location").unwrap().to_string();
    let undo = |text: &str| between(text, "id=\"undo\"", ">").unwrap().to_string();
    let first = browser.get(&table).text();
    assert!(undo(&first).contains("disabled") && undo(&first).contains("nothing to undo"), "{}", undo(&first));
    let mut now = first;
    let (mut open, mut shut) = (0, 0);
    for _ in 0..60 {
        let fields = [("mark", &*mark(&now)), ("policy", "heuristic"), ("far", "decision")];
        now = browser.post(&format!("{table}/auto"), &fields).text();
        let refused = undo(&now).contains("disabled");
        if refused {
            assert!(undo(&now).contains("title=\""), "{}", undo(&now));
            // In words for whoever listens, too.
            let button = between(&now, "id=\"undo\"", "</button>").unwrap();
            assert!(button.contains("class=\"why unseen\""), "{button}");
        }
        let copy = browser.post(&format!("{table}/undo"), &[("mark", &mark(&now)), ("steps", "1")]);
        assert_eq!(copy.status == 409, refused, "{}: {}", copy.status, undo(&now));
        (open, shut) = (open + usize::from(!refused), shut + usize::from(refused));
        now = browser.get(&table).text();
        if open > 1 && shut > 1 {
            return;
        }
        if !refused {
            let fields = [("mark", &*mark(&now)), ("policy", "heuristic"), ("far", "decision")];
            now = browser.post(&format!("{table}/auto"), &fields).text();
        }
    }
    panic!("{open} could be taken back, {shut} could not");
}

#[test]
fn a_form_asks_three_things_and_only_what_applies() {
    let page = Served::new();
    let mut browser = page.browser();
    for game in [sample!(career), sample!(days), sample!(sides)] {
        let form = browser.get(&format!("/new/{game}")).text();
        let form = between(&form, "class=\"setup\">", "</form>").unwrap();
        let (first, more) = form.split_once("<details class=\"more\" id=\"more\"").unwrap();
        let asked = first.matches("class=\"field\"").count();
        assert!((3..=4).contains(&asked), "{game} asks {asked}");
        assert!(first.contains("Begin"), "{game}: one can begin at once");
        assert!(more.contains("id=\"seed\"") && more.contains("name=\"dice\""), "{game}");
        // No raw names.
        let labels: Vec<&str> = form.split("<label for=").skip(1).filter_map(|rest| between(rest, ">", "<")).collect();
        assert!(labels.iter().all(|label| !label.contains('_') && label.starts_with(char::is_uppercase)), "{labels:?}");
    }
    let form = browser.get(concat!("/new/", sample!(days))).text();
    assert!(form.contains("data-only=\"length=day,engagement\"") && form.contains("data-only=\"length=engagement\""));
    // Nor is a value that the rules do not take with what is asked before it.
    let tanks = between(&form, "name=\"setup-tank\"", "</select>").unwrap();
    let (all, some) = (tanks.matches("<option").count(), tanks.matches("data-only=\"length=day,engagement\"").count());
    assert!(some > 0 && some + 2 == all, "a campaign begins with the first or the last: {tanks}");
}

/// Who plays with one is asked with how many play, and a bot so named answers by itself.
#[test]
fn partners_are_chosen_on_the_form() {
    let page = Served::new();
    let mut browser = page.browser();
    for shelf in hulldown_desk::shelf() {
        let form = browser.get(&format!("/new/{}", shelf.id)).text();
        let Some((field, values)) = shelf.form.partners else {
            assert!(!form.contains("name=\"partners\""), "{}", shelf.id);
            continue;
        };
        assert!(form.contains(&format!("data-only=\"{field}={}\"", values.join(","))), "{form}");
        let (bot, _) = (shelf.policies)()[0];
        let field = format!("setup-{field}");
        let begin = |name, partners| [(field.as_str(), values[0]), ("name", name), ("partners", partners)];
        let path = format!("/new/{}", shelf.id);
        let table = browser.post(&path, &begin("With a bot", bot)).text();
        assert!(table.contains(&format!("<option value=\"{bot}\" selected")), "{table}");
        let alone = browser.post(&path, &begin("With people", "person")).text();
        assert!(!alone.contains(&format!("<option value=\"{bot}\" selected")), "{alone}");
        let refused = browser.post(&path, &begin("With nobody", "nobody")).text();
        assert!(refused.contains("This game has no bot called nobody."), "{refused}");
    }
}

#[test]
fn the_library_puts_what_goes_on_first_and_folds_the_rest_away() {
    let page = Served::new();
    let mut browser = page.browser();
    let first = browser.get("/").text();
    for fact in ["<dt>Players</dt>", "<dt>Length</dt>", "<dt>To learn</dt>"] {
        assert_eq!(first.matches(fact).count(), hulldown_desk::shelf().len(), "{fact}");
    }
    browser.begin(&[("name", "Arracourt")]);
    browser.post(concat!("/learn/", sample!(career)), &[]);
    // The guided game that goes on is found at once; others like it are not in the way.
    let now = browser.get("/").text();
    assert!(now.contains("first steps") && !now.contains("<details id=\"guided\""), "{now}");
    let first = between(&now[now.find("first steps").unwrap() - 80..], "href=\"/game/", "\"").unwrap().to_string();
    let at = mark(&browser.get(&format!("/game/{first}")).text());
    browser.post(&format!("/game/{first}/auto"), &[("mark", &*at), ("policy", "sensible"), ("far", "end")]);
    let now = browser.get("/").text();
    let (open, folded) = now.split_once("<details id=\"guided\"").unwrap();
    assert!(open.contains("Arracourt") && !open.contains("first steps"));
    assert!(folded.contains("first steps") && folded.contains("Guided games: 1"));
    // A small picture of its own board, whose turn, one button.
    let picture = between(open, "<img class=\"thumb\" src=\"", "\"").expect("a picture").replace("&amp;", "&");
    assert!(browser.get(&picture).text().contains("<svg") && open.contains("<strong>Your turn</strong>"), "{open}");
    assert_eq!(open.matches("class=\"button strong\"").count(), 1);
    // A guided game that was played to its end is no feat.
    let fame = now.split_once("id=\"fame-title\"").unwrap().1;
    assert!(!fame.contains("first steps"), "{fame}");
}

/// The card told of the last answer, and the log beside it ended with the one before.
#[test]
fn the_log_of_a_moment_tells_what_its_card_tells() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = played_until(&mut browser, &table, "sensible", &["class=\"grave kill\""]);
    let last = now.rsplit_once("<li id=\"e").and_then(|(_, line)| line.split('"').next()).unwrap();
    let replay = browser.get(&format!("{table}/replay")).text();
    let log = replay.split_once("id=\"log-lines\"").unwrap().1;
    assert!(log.contains(&format!("<li id=\"e{last}\"")), "line {last} is missing");
}

/// A roll's rule is a chart: what one came for is the chart, which stood nowhere.
#[test]
fn a_rule_that_is_a_chart_shows_it() {
    let page = Served::new();
    let mut browser = page.browser();
    let charts = hulldown_desk::find(sample!(career)).map(|shelf| (shelf.sheets)(None).unwrap()).unwrap();
    let named = charts.iter().map(|chart| format!("CH.{}", chart.id));
    let mut shown = 0;
    for rule in named {
        let reply = browser.get(&format!(concat!("/rules/", sample!(career), "/{}"), encode(&rule)));
        if reply.status == 200 && reply.text().contains(&format!("<h1>Rule {rule}<")) {
            assert!(reply.text().contains("<figure class=\"chart\""), "{rule}");
            shown += 1;
        }
    }
    assert!(shown > 0, "no rule is a chart");
}

/// A game can be taken back to a moment that one has looked at.
#[test]
fn a_moment_can_be_gone_back_to() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = played_until(&mut browser, &table, "sensible", &["class=\"grave kill\""]);
    let answered = between(&now, "<span id=\"counted\">", " answer").unwrap().parse::<usize>().unwrap();
    assert!(!browser.get(&format!("{table}/replay")).text().contains("id=\"go-back\""), "that is now");
    let past = browser.get(&format!("{table}/replay?at={}", answered - 3)).text();
    let back = past.split_once("id=\"go-back\"").unwrap().1;
    assert!(
        back.contains("name=\"steps\" value=\"3\"") && back.contains(&format!("value=\"{}\"", mark(&now))),
        "{back}"
    );
    let reply = browser.post(&format!("{table}/undo"), &[("mark", &*mark(&now)), ("steps", "3")]);
    assert!(reply.text().contains(&format!("<span id=\"counted\">{} answer", answered - 3)), "{}", reply.text());
}
