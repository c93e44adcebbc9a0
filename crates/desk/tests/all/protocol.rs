//! Every request of the driver, asked well and asked badly.

use crate::common::{TOYS, desk, ok, refused, say};
use hulldown_desk::{Desk, Pack};
use serde_json::{Value, json};

const NEW: &str = r#"{"do":"new","game":"toy","seed":7}"#;
const SCRIPTED: &str = r#"{"do":"new","game":"toy","setup":{"rain":true},"seed":7,"dice":{"script":[2,3,5]}}"#;
const TWO: &str = r#"{"do":"new","game":"toy","setup":{"seats":2},"seed":7}"#;

fn begun(line: &str) -> Desk {
    let mut desk = desk();
    ok(&mut desk, line);
    desk
}

#[test]
fn games_lists_setups_with_typed_values_and_defaults() {
    let games = ok(&mut desk(), r#"{"do":"games"}"#);
    assert_eq!((&games["protocol"], &ok(&mut desk(), NEW)["protocol"]), (&json!(1), &json!(1)));
    let toy = &games["games"][0];
    assert_eq!((&toy["id"], &toy["title"]), (&json!("toy"), &json!("Toy Guns")));
    assert_eq!(toy["setup"][0]["name"], "seats");
    assert_eq!(toy["setup"][0]["values"][1], json!({"value": 2, "label": "two"}));
    assert_eq!(toy["setup"][2]["values"][1]["value"], true);
    assert_eq!(toy["setup"][2]["default"], false);
    assert_eq!(toy["policies"][0]["name"], "gunner");
    assert_eq!(toy["policies"][2]["name"], "random");
    assert_eq!(refused(&mut desk(), r#"{"do":"games","x":1}"#).0, "bad-request");
}

#[test]
fn new_gives_the_first_question() {
    let reply = ok(&mut desk(), NEW);
    let expected = json!({
        "seat": 0, "kind": "order", "rule": "2.1", "text": "Seat 0: order",
        "options": [
            {"key": "load", "label": "Load the gun", "rule": "2.1"},
            {"key": "wait", "label": "Wait", "rule": "2.1"}],
        "refused": [{"key": "fire", "label": "Fire the gun", "why": "the gun is not loaded", "rule": "2.3"}]});
    assert_eq!(reply["ask"], expected);
    assert_eq!(reply["asks"], Value::Null);
    assert_eq!(reply["outcome"], Value::Null);
    assert_eq!(reply["view"]["seat"], 0);
    assert_eq!(reply["setup"], json!({"seats": 1, "rounds": 4, "rain": false}));
    assert_eq!(reply["events"][0]["kind"], "round");
    assert_eq!((&reply["seed"], &reply["mark"], &reply["answered"]), (&json!(7), &json!(0), &json!(0)));
}

#[test]
fn new_says_what_is_wrong() {
    let mut desk = begun(NEW);
    let mut wrong = |line: &str| refused(&mut desk, line);
    let (code, message, at) = wrong(r#"{"do":"new"}"#);
    assert_eq!((code.as_str(), message.as_str(), at.as_str()), ("bad-request", "`new`: missing field `game`", "game"));
    let (code, message, at) = wrong(r#"{"do":"new","game":"tyo"}"#);
    assert_eq!((code.as_str(), at.as_str()), ("unknown", "game"));
    assert_eq!(message, "there is no game `tyo`: did you mean `toy`? known are `toy`");
    let (code, message, at) = wrong(r#"{"do":"new","game":"toy","sed":1}"#);
    assert_eq!((code.as_str(), at.as_str()), ("bad-request", "sed"));
    assert!(message.contains("unknown field `sed`"), "{message}");
    for (line, at) in [
        (r#"{"do":"new","game":"toy","seed":-1}"#, "seed"),
        (r#"{"do":"new","game":"toy","seed":"7"}"#, "seed"),
        (r#"{"do":"new","game":7}"#, "game"),
        (r#"{"do":"new","game":"toy","setup":[]}"#, "setup"),
        (r#"{"do":"new","game":"toy","setup":{"seat":1}}"#, "setup.seat"),
        (r#"{"do":"new","game":"toy","setup":{"seats":"1"}}"#, "setup.seats"),
        (r#"{"do":"new","game":"toy","setup":{"seats":3}}"#, "setup.seats"),
        (r#"{"do":"new","game":"toy","setup":{"rounds":2001}}"#, "setup.rounds"),
        (r#"{"do":"new","game":"toy","dice":"loaded"}"#, "dice"),
        (r#"{"do":"new","game":"toy","dice":7}"#, "dice"),
        (r#"{"do":"new","game":"toy","dice":[1]}"#, "dice[0]"),
        (r#"{"do":"new","game":"toy","dice":["no such chart"]}"#, "dice"),
        (r#"{"do":"new","game":"toy","dice":{"scripts":[1]}}"#, "dice.scripts"),
        (r#"{"do":"new","game":"toy","dice":{"script":"1"}}"#, "dice.script"),
        (r#"{"do":"new","game":"toy","dice":{"script":[1,0]}}"#, "dice.script[1]"),
        (r#"{"do":"new","game":"toy","dice":{"script":[1,2,300]}}"#, "dice.script[2]"),
        (r#"{"do":"new","game":"toy","dice":{"script":[1.5]}}"#, "dice.script[0]"),
    ] {
        let (code, message, place) = wrong(line);
        assert_eq!((code.as_str(), place.as_str()), ("bad-request", at), "{line}: {message}");
    }
}

#[test]
fn what_is_no_request_is_refused_with_its_place() {
    let mut desk = begun(NEW);
    let mut wrong = |line: &str| refused(&mut desk, line);
    for (line, code, at) in [
        ("", "bad-request", "column 0"),
        ("{\"do\":\"show\"", "bad-request", "column 12"),
        ("{\"do\":\"sho", "bad-request", "column 10"),
        ("hello", "bad-request", "column 1"),
        ("[]", "bad-request", ""),
        ("{}", "bad-request", "do"),
        (r#"{"do":1}"#, "bad-request", "do"),
        (r#"{"do":"dance"}"#, "unknown", "do"),
        (r#"{"do":"show","do":"quit"}"#, "bad-request", "column 17"),
        (r#"{"do":"quit","now":true}"#, "bad-request", "now"),
    ] {
        let (found, message, place) = wrong(line);
        assert_eq!((found.as_str(), place.as_str()), (code, at), "{line}: {message}");
    }
    assert!(wrong(r#"{"do":"shwo"}"#).1.contains("did you mean `show`?"));
    let deep = format!("{{\"do\":{}", "[".repeat(100_000));
    assert_eq!(wrong(&deep).0, "bad-request");
    let long = format!("{{\"do\":\"show\",\"x\":\"{}\"}}", "x".repeat(1 << 20));
    assert_eq!(wrong(&long).1, "the line is longer than 1048576 bytes");
    // What is quoted is cut, whatever its length.
    let long = wrong(&format!("{{\"do\":\"show\",\"seat\":\"{}\"}}", "x".repeat(100_000))).1;
    assert!(long.starts_with("`show`: invalid type") && long.len() < 300, "{}", long.len());
}

#[test]
fn without_a_game_everything_says_so() {
    for line in [
        r#"{"do":"show"}"#,
        r#"{"do":"choose","key":"load"}"#,
        r#"{"do":"dice","faces":[1]}"#,
        r#"{"do":"undo"}"#,
        r#"{"do":"odds"}"#,
        r#"{"do":"advise"}"#,
        r#"{"do":"auto","policy":"random","until":"end"}"#,
        r#"{"do":"state"}"#,
        r#"{"do":"arrange","state":{}}"#,
        r#"{"do":"save"}"#,
        r#"{"do":"log"}"#,
        r#"{"do":"replay"}"#,
    ] {
        let (code, message, _) = refused(&mut desk(), line);
        assert_eq!(code, "illegal", "{line}");
        assert!(message.starts_with("no game is in play"), "{line}: {message}");
    }
}

#[test]
fn choosing_and_scripted_dice_explain_every_roll() {
    let mut desk = begun(SCRIPTED);
    let reply = ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    assert_eq!(reply["ask"]["options"][0]["odds"], json!({"hit": 0.417}));
    assert_eq!(reply["ask"]["options"][0]["spot"], "unit:0");
    assert_eq!(reply["view"]["loaded"], true);
    let reply = ok(&mut desk, r#"{"do":"choose","seat":0,"key":"fire"}"#);
    let roll = json!({
        "n": 2, "kind": "roll", "rule": "2.2", "text": "To hit (H): 5 +1 rain = 6, 7 or less: hit",
        "line": "To hit (H): 5 +1 rain = 6, 7 or less: hit · 2.2", "chart": "H", "purpose": "To hit", "thrown": "2d6",
        "dice": [2, 3], "natural": 5, "mods": [{"why": "rain", "value": 1, "rule": "2.5"}], "total": 6,
        "need": "7 or less", "result": "hit", "chance": 0.417, "success": true});
    assert_eq!(reply["events"][0], roll);
    assert_eq!((&reply["events"][1]["result"], &reply["events"][1]["chance"]), (&json!("kill"), &Value::Null));
    assert_eq!((&reply["events"][2]["text"], &reply["events"][2]["headline"]), (&json!("A kill"), &json!("kill")));
    // The script has run out: from here on rolls are asked for.
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let reply = ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    let ask = json!({
        "seat": 0, "kind": "dice", "rule": "2.2", "text": "To hit (H)", "chart": "H", "dice": "2d6",
        "mods": [{"why": "rain", "value": 1, "rule": "2.5"}], "need": "7 or less", "chance": 0.417,
        "odds": {"hit": 0.417}});
    assert_eq!(reply["ask"], ask);
    // More faces than needed go on as the script.
    assert_eq!(refused(&mut desk, r#"{"do":"dice","faces":[7,1,6]}"#).2, "faces");
    let reply = ok(&mut desk, r#"{"do":"dice","faces":[1,1,6]}"#);
    assert_eq!(reply["view"]["kills"], json!([2, 0]));
    assert_eq!(reply["outcome"]["result"], "ended");
    assert_eq!(reply["ask"], Value::Null);
    for line in [
        r#"{"do":"choose","key":"load"}"#,
        r#"{"do":"dice","faces":[1]}"#,
        r#"{"do":"dice","throw":true}"#,
        r#"{"do":"odds"}"#,
        r#"{"do":"advise"}"#,
        r#"{"do":"auto","policy":"random","until":"end"}"#,
    ] {
        assert_eq!(refused(&mut desk, line).0, "over", "{line}");
    }
}

#[test]
fn a_bad_choice_says_why() {
    let mut desk = begun(NEW);
    let reply = say(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    let error = json!({"code": "illegal", "message": "`fire` is not allowed now: the gun is not loaded",
        "rule": "2.3", "at": "key"});
    assert_eq!(reply["error"], error);
    let mut wrong = |line: &str| refused(&mut desk, line);
    for (line, code, at) in [
        (r#"{"do":"choose"}"#, "bad-request", "key"),
        (r#"{"do":"choose","key":3}"#, "bad-request", "key"),
        (r#"{"do":"choose","key":"plan:1"}"#, "illegal", "key"),
        (r#"{"do":"choose","key":"plan:01"}"#, "unknown", "key"),
        (r#"{"do":"choose","key":"laod"}"#, "unknown", "key"),
        (r#"{"do":"choose","key":"load","seat":1}"#, "unknown", "seat"),
        (r#"{"do":"choose","key":"load","seat":-1}"#, "bad-request", "seat"),
        (r#"{"do":"choose","key":"load","seat":999}"#, "bad-request", "seat"),
        (r#"{"do":"choose","key":"load","mark":5}"#, "stale", "mark"),
        (r#"{"do":"dice","faces":[1,2],"mark":5}"#, "stale", "mark"),
    ] {
        let (found, message, place) = wrong(line);
        assert_eq!((found.as_str(), place.as_str()), (code, at), "{line}: {message}");
    }
    assert!(wrong(r#"{"do":"choose","key":"laod"}"#).1.contains("did you mean `load`?"));
    assert!(wrong(r#"{"do":"choose","key":"plan:1"}"#).1.ends_with("the options are `load`, `wait`"));
    ok(&mut desk, r#"{"do":"choose","key":"load","mark":0}"#);
}

#[test]
fn dice_by_hand_are_asked_for_and_checked() {
    let mut desk = begun(r#"{"do":"new","game":"toy","dice":"hand"}"#);
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let reply = ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    assert_eq!(reply["ask"]["kind"], "dice");
    let mut wrong = |line: &str| refused(&mut desk, line);
    for (line, code) in [
        (r#"{"do":"dice"}"#, "bad-request"),
        (r#"{"do":"dice","faces":[]}"#, "bad-request"),
        (r#"{"do":"dice","faces":[1]}"#, "bad-request"),
        (r#"{"do":"dice","faces":[1,2,3]}"#, "bad-request"),
        (r#"{"do":"dice","faces":[1,7]}"#, "bad-request"),
        (r#"{"do":"dice","faces":[0,1]}"#, "bad-request"),
        (r#"{"do":"dice","faces":[1,256]}"#, "bad-request"),
        (r#"{"do":"dice","faces":"1 2"}"#, "bad-request"),
        (r#"{"do":"dice","faces":[1,2],"throw":true}"#, "bad-request"),
        (r#"{"do":"dice","mode":{"script":[1]}}"#, "bad-request"),
        (r#"{"do":"dice","mode":"cheat"}"#, "bad-request"),
        (r#"{"do":"choose","key":"load"}"#, "illegal"),
        (r#"{"do":"odds","key":"load"}"#, "illegal"),
        (r#"{"do":"advise"}"#, "illegal"),
        (r#"{"do":"auto","policy":"random","until":"end"}"#, "illegal"),
    ] {
        assert_eq!(wrong(line).0, code, "{line}");
    }
    assert_eq!(wrong(r#"{"do":"dice","faces":[1,7]}"#).1, "a 6-sided die has no face 7");
    let reply = ok(&mut desk, r#"{"do":"dice","faces":[3,4]}"#);
    assert_eq!((&reply["ask"]["dice"], &reply["ask"]["chance"]), (&json!("1d6"), &Value::Null));
    assert_eq!(reply["ask"]["odds"], json!({"scratch": 0.5, "kill": 0.5}));
    let reply = ok(&mut desk, r#"{"do":"dice","throw":true}"#);
    assert_eq!(reply["ask"]["kind"], "order");
    assert_eq!(refused(&mut desk, r#"{"do":"dice","throw":true}"#).0, "illegal");
    // Faces given when none are asked for fall first later on.
    ok(&mut desk, r#"{"do":"dice","faces":[6,6]}"#);
    assert_eq!(refused(&mut desk, r#"{"do":"dice","faces":[101]}"#).2, "faces[0]");
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let reply = ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    assert_eq!((&reply["events"][0]["dice"], &reply["events"][0]["result"]), (&json!([6, 6]), &json!("miss")));
}

#[test]
fn a_seat_throws_its_own_dice_and_is_answered_for_itself() {
    let mut desk = begun(r#"{"do":"new","game":"toy","setup":{"seats":2},"dice":"hand"}"#);
    for seat in [0, 1] {
        ok(&mut desk, &json!({"do": "choose", "seat": seat, "key": "plan:1"}).to_string());
    }
    for (seat, key) in [(0, "load"), (1, "load")] {
        ok(&mut desk, &json!({"do": "choose", "seat": seat, "key": key}).to_string());
    }
    for seat in [0, 1] {
        ok(&mut desk, &json!({"do": "choose", "seat": seat, "key": "plan:2"}).to_string());
    }
    ok(&mut desk, r#"{"do":"choose","seat":0,"key":"fire"}"#);
    let (code, message, at) = refused(&mut desk, r#"{"do":"dice","throw":true,"seat":1}"#);
    assert_eq!((code.as_str(), at.as_str()), ("illegal", "seat"));
    assert_eq!(message, "these dice are for seat 0 to throw, not for seat 1");
    assert_eq!(refused(&mut desk, r#"{"do":"dice","throw":true,"seat":7}"#).0, "unknown");
    // A miss: seat 1 is asked next, and what is shown is still seat 0's.
    let reply = ok(&mut desk, r#"{"do":"dice","faces":[6,6],"seat":0}"#);
    assert_eq!((&reply["seat"], &reply["ask"]["seat"]), (&json!(0), &json!(1)));
}

#[test]
fn some_charts_can_be_thrown_by_hand_and_the_mode_changed() {
    let mut desk = begun(r#"{"do":"new","game":"toy","setup":{"rounds":40},"dice":["H"]}"#);
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    let reply = ok(&mut desk, r#"{"do":"dice","faces":[1,1]}"#);
    assert_eq!(reply["events"][1]["chart"], "D");
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    let reply = ok(&mut desk, r#"{"do":"dice","mode":"random"}"#);
    assert_eq!((&reply["events"][0]["chart"], &reply["ask"]["kind"]), (&json!("H"), &json!("order")));
}

#[test]
fn undo_says_what_it_takes_back() {
    let mut desk = begun(SCRIPTED);
    let first = ok(&mut desk, r#"{"do":"show"}"#);
    assert_eq!(refused(&mut desk, r#"{"do":"undo"}"#).1, "there is nothing to undo");
    assert_eq!(refused(&mut desk, r#"{"do":"undo","steps":0}"#).2, "steps");
    assert_eq!(refused(&mut desk, r#"{"do":"undo","steps":70000}"#).1, "there is nothing to undo");
    assert_eq!(refused(&mut desk, r#"{"do":"undo","seat":1}"#).0, "unknown");
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let reply = ok(&mut desk, r#"{"do":"undo"}"#);
    assert_eq!(reply["undone"], json!({"keys": ["load"], "dice": 0, "rewind": false, "text": "undone: Load the gun"}));
    assert_eq!((&reply["ask"], &reply["view"]), (&first["ask"], &first["view"]));
    assert_eq!((&reply["answered"], &reply["mark"]), (&json!(0), &json!(2)));
    // Past the dice it is a rewind, and they stay thrown.
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let fired = ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    assert_eq!(refused(&mut desk, r#"{"do":"undo","steps":3}"#).1, "no more than 2 answers can be undone");
    assert_eq!(refused(&mut desk, r#"{"do":"undo","steps":70000}"#).1, "no more than 2 answers can be undone");
    let reply = ok(&mut desk, r#"{"do":"undo","steps":2}"#);
    assert_eq!(reply["undone"]["keys"], json!(["fire", "load"]));
    let said = "2 answers undone, the first of them: Load the gun; the 2 rolls after them will come up again";
    assert_eq!(reply["undone"]["text"], said);
    assert_eq!((&reply["undone"]["dice"], &reply["undone"]["rewind"]), (&json!(2), &json!(true)));
    ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let again = ok(&mut desk, r#"{"do":"choose","key":"fire"}"#);
    assert_eq!(again["events"], fired["events"]);
}

#[test]
fn odds_are_exact() {
    let mut desk = begun(SCRIPTED);
    assert_eq!(ok(&mut desk, r#"{"do":"odds"}"#)["odds"], json!([]));
    assert_eq!(
        ok(&mut desk, r#"{"do":"odds","key":"load"}"#)["odds"][0]["outcomes"][0]["text"],
        "no roll before the next question"
    );
    assert_eq!(refused(&mut desk, r#"{"do":"odds","key":"fire"}"#).0, "illegal");
    assert_eq!(refused(&mut desk, r#"{"do":"odds","key":"dance"}"#).0, "unknown");
    assert_eq!(refused(&mut desk, r#"{"do":"odds","seat":4}"#).0, "unknown");
    let loaded = ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    let ahead = json!({
        "chart": "H", "purpose": "To hit", "rule": "2.2", "dice": "2d6", "need": "7 or less",
        "mods": [{"why": "rain", "value": 1, "rule": "2.5"}]});
    assert_eq!(
        loaded["ask"]["options"][0]["ahead"], ahead,
        "an option says what is added to its dice before it is chosen"
    );
    let fire = json!({
        "key": "fire", "label": "Fire the gun", "roll": {"hit": 0.417}, "ahead": ahead,
        "outcomes": [{"text": "miss", "chance": 0.583333}, {"text": "kill", "chance": 0.208333},
            {"text": "scratch", "chance": 0.208333}],
        "lines": 36, "complete": true});
    let before = desk.line(r#"{"do":"save"}"#);
    assert_eq!(ok(&mut desk, r#"{"do":"odds"}"#)["odds"], json!([fire]));
    assert_eq!(ok(&mut desk, r#"{"do":"odds","key":"fire"}"#)["odds"], json!([fire]));
    assert_eq!(desk.line(r#"{"do":"save"}"#), before);
}

#[test]
fn advice_ranks_the_options() {
    let mut desk = begun(NEW);
    let before = desk.line(r#"{"do":"save"}"#);
    let reply = ok(&mut desk, r#"{"do":"advise"}"#);
    assert_eq!(desk.line(r#"{"do":"save"}"#), before);
    let advice = reply["advice"].as_array().unwrap();
    assert_eq!((&advice[0]["key"], &advice[0]["playouts"]), (&json!("load"), &json!(200)));
    assert!(advice[0]["mean"].as_f64() > advice[1]["mean"].as_f64(), "{reply}");
    assert!(advice[0]["error"].as_f64() > Some(0.0), "{reply}");
    assert_eq!(reply, ok(&mut desk, r#"{"do":"advise"}"#));
    let few = ok(&mut desk, r#"{"do":"advise","playouts":3,"seed":5}"#);
    assert_eq!(few["advice"][0]["playouts"], 3);
    let capped = ok(&mut desk, r#"{"do":"advise","playouts":4000000000}"#);
    assert_eq!(capped["advice"][0]["playouts"], 5000);
    assert_eq!(refused(&mut desk, r#"{"do":"advise","playouts":0}"#).2, "playouts");
    assert_eq!(refused(&mut desk, r#"{"do":"advise","playouts":-2}"#).2, "playouts");
    assert_eq!(refused(&mut desk, r#"{"do":"advise","rollouts":2}"#).2, "rollouts");
    assert_eq!(refused(&mut desk, r#"{"do":"advise","seat":1}"#).0, "unknown");
}

#[test]
fn advice_knows_no_secret() {
    let advice = |plan: &str| {
        let mut desk = begun(TWO);
        ok(&mut desk, &format!(r#"{{"do":"choose","seat":0,"key":"{plan}"}}"#));
        let planning = desk.line(r#"{"do":"advise","seat":1,"seed":1}"#);
        ok(&mut desk, r#"{"do":"choose","seat":1,"key":"plan:1"}"#);
        (planning, desk.line(r#"{"do":"advise","seat":0,"seed":1}"#))
    };
    let (one, three) = (advice("plan:1"), advice("plan:3"));
    assert_eq!(one.0, three.0);
    assert!(one.0.contains(r#""ok":true"#), "{}", one.0);
    assert!(one.1.contains(r#""ok":true"#), "{}", one.1);
}

#[test]
fn auto_plays_to_the_next_decision_step_or_end() {
    let mut desk = begun(TWO);
    let auto = |policy: &str, until: &str, more: &str| {
        format!(r#"{{"do":"auto","policy":"{policy}","until":"{until}"{more}}}"#)
    };
    assert_eq!(ok(&mut desk, &auto("random", "decision", ""))["answers"], 1);
    let reply = ok(&mut desk, &auto("gunner", "step", ""));
    assert_eq!((&reply["answers"], &reply["view"]["round"]), (&json!(3), &json!(1)));
    // For one seat it stops where another must answer.
    let reply = ok(&mut desk, &auto("gunner", "end", r#","seat":1"#));
    assert_eq!((&reply["answers"], &reply["waiting"]), (&json!(1), &json!([0])));
    assert_eq!(refused(&mut desk, &auto("gunner", "end", r#","seat":1"#)).0, "illegal");
    assert_eq!(ok(&mut desk, &auto("gunner", "end", r#","limit":2"#))["answers"], 2);
    assert_eq!(ok(&mut desk, &auto("gunner", "end", r#","limit":0"#))["answers"], 0);
    assert_eq!(refused(&mut desk, &auto("gunenr", "end", "")).0, "unknown");
    assert!(refused(&mut desk, &auto("gunenr", "end", "")).1.contains("did you mean `gunner`?"));
    assert_eq!(refused(&mut desk, &auto("gunner", "noon", "")).2, "until");
    assert_eq!(refused(&mut desk, &auto("gunner", "end", r#","seat":2"#)).0, "unknown");
    assert_eq!(refused(&mut desk, r#"{"do":"auto","until":"end"}"#).2, "policy");
    assert_eq!(refused(&mut desk, r#"{"do":"auto","policy":"random"}"#).2, "until");
    let from = ok(&mut desk, r#"{"do":"show"}"#)["told"].clone();
    let reply = ok(&mut desk, &auto("gunner", "end", ""));
    assert_eq!(reply["outcome"]["result"], "ended");
    // The events of all its answers, in order and without a gap.
    assert_eq!(reply["events"][0]["n"], from);
    assert_eq!(reply["events"], ok(&mut desk, &format!(r#"{{"do":"log","from":{from}}}"#))["events"]);
}

#[test]
fn secret_plans_are_asked_of_both_and_shown_to_neither() {
    let mut desk = desk();
    let reply = ok(&mut desk, TWO);
    assert_eq!(reply["asks"].as_array().map(Vec::len), Some(2));
    assert_eq!(reply["waiting"], json!([0, 1]));
    assert_eq!(refused(&mut desk, r#"{"do":"choose","key":"plan:1"}"#).2, "seat");
    assert_eq!(refused(&mut desk, r#"{"do":"undo"}"#).2, "seat");
    let reply = ok(&mut desk, r#"{"do":"choose","seat":0,"key":"plan:3"}"#);
    assert_eq!((&reply["ask"]["seat"], &reply["asks"]), (&json!(1), &Value::Null));
    let own = ok(&mut desk, r#"{"do":"show","seat":0}"#);
    assert_eq!((&own["ask"], &own["waiting"], &own["view"]["seat"]), (&Value::Null, &json!([1]), &json!(0)));
    let other = ok(&mut desk, r#"{"do":"show","seat":1}"#);
    assert_eq!((&other["ask"]["kind"], &other["view"]["own_plan"]), (&json!("plan"), &json!(0)));
    assert_eq!(refused(&mut desk, r#"{"do":"show","seat":2}"#).0, "unknown");
    ok(&mut desk, r#"{"do":"undo","seat":0}"#);
    ok(&mut desk, r#"{"do":"choose","seat":0,"key":"plan:2"}"#);
    ok(&mut desk, r#"{"do":"choose","seat":1,"key":"plan:2"}"#);
    let (code, message, _) = refused(&mut desk, r#"{"do":"undo","seat":1}"#);
    assert_eq!(code, "illegal", "{message}");
}

#[test]
fn log_and_replay_show_the_past() {
    let mut desk = begun(SCRIPTED);
    let mut seen = vec![ok(&mut desk, r#"{"do":"show"}"#)];
    for key in ["load", "fire", "wait"] {
        seen.push(ok(&mut desk, &format!(r#"{{"do":"choose","key":"{key}"}}"#)));
    }
    for (to, then) in seen.iter().enumerate() {
        let past = ok(&mut desk, &format!(r#"{{"do":"replay","to":{to}}}"#));
        for field in ["ask", "view", "outcome", "answered", "told"] {
            assert_eq!(past[field], then[field], "{field} after {to}");
        }
        assert_eq!((&past["to"], &past["of"]), (&json!(to), &json!(3)));
        if to > 0 {
            assert_eq!(past["events"], then["events"], "after {to}");
        }
    }
    assert_eq!(ok(&mut desk, r#"{"do":"replay"}"#)["to"], 3);
    assert_eq!(refused(&mut desk, r#"{"do":"replay","to":4}"#).2, "to");
    assert_eq!(refused(&mut desk, r#"{"do":"replay","to":-1}"#).2, "to");
    assert_eq!(refused(&mut desk, r#"{"do":"replay","seat":9}"#).2, "seat");
    let log = ok(&mut desk, r#"{"do":"log","from":2}"#);
    assert_eq!((&log["events"][0]["n"], &log["next"], &log["told"]), (&json!(2), &Value::Null, &seen[3]["told"]));
    assert_eq!(refused(&mut desk, r#"{"do":"log","from":999}"#).2, "from");
}

#[test]
fn a_long_log_comes_in_pages() {
    let mut desk = begun(r#"{"do":"new","game":"toy","setup":{"rounds":2000},"seed":2}"#);
    let reply = ok(&mut desk, r#"{"do":"auto","policy":"sleeper","until":"end"}"#);
    assert_eq!((&reply["answers"], &reply["told"]), (&json!(2000), &json!(2000)));
    // Of a change that tells so much, the reply holds the end.
    assert_eq!(reply["events"].as_array().map(Vec::len), Some(1000));
    assert_eq!(reply["events"][0]["n"], 1000);
    let (mut from, mut pages) = (0, 0);
    loop {
        let page = ok(&mut desk, &format!(r#"{{"do":"log","from":{from}}}"#));
        let events = page["events"].as_array().unwrap();
        assert_eq!(events[0]["n"], from);
        (from, pages) = (from + events.len(), pages + 1);
        if page["next"].is_null() {
            break;
        }
        assert_eq!(page["next"], from);
    }
    assert_eq!((from, pages), (2000, 2));
}

#[test]
fn quit_ends_the_conversation_and_bad_bytes_do_not() {
    let mut input = Vec::new();
    input.extend_from_slice(b"{\"do\":\"games\"}\r\n\xff\xfe\n\n");
    input.extend_from_slice("x".repeat(10 << 20).as_bytes());
    input.extend_from_slice(b"\n{\"do\":\"quit\"}\n{\"do\":\"games\"}\n");
    let mut output = Vec::new();
    let mut desk = desk();
    desk.converse(&input[..], &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let replies: Vec<&str> = output.lines().collect();
    assert_eq!(replies.len(), 5);
    assert!(replies[0].starts_with(r#"{"ok":true,"protocol":1,"games":"#));
    assert!(replies[1].contains("not UTF-8"));
    assert!(replies[2].contains("not JSON"));
    assert!(replies[3].contains("longer than"));
    assert_eq!(replies[4], r#"{"ok":true}"#);
    assert!(desk.is_done());
}

#[test]
fn a_pack_is_taken_whole_or_refused_with_its_place() {
    let pack = |name: &str, text: &str| {
        Some(Pack { name: "mine".into(), files: [(name.to_string(), text.to_string())].into() })
    };
    let good = "need = 12\ndamage = [{ roll = [1, 6], result = \"kill\" }]";
    let mut desk = Desk::new(&TOYS, pack("toy.toml", good));
    ok(&mut desk, NEW);
    let reply = ok(&mut desk, r#"{"do":"choose","key":"load"}"#);
    assert_eq!(reply["ask"]["options"][0]["odds"], json!({"hit": 1.0}));
    let save = ok(&mut desk, r#"{"do":"save"}"#)["save"].clone();
    assert_eq!(save["head"]["pack"], "mine");
    let load = json!({"do": "load", "save": save}).to_string();
    ok(&mut desk, &load);
    let (code, message, at) = refused(&mut crate::common::desk(), &load);
    assert_eq!((code.as_str(), at.as_str()), ("bad-save", "save.head.charts"));
    assert!(message.contains("the pack `mine`"), "{message}");
    for (name, text, place) in [
        ("other.toml", good, "other.toml.pack"),
        ("toy.toml", "need = 7\ndamage = [{ roll = [1, 5], result = \"kill\" }]", "toy.toml.damage"),
        ("toy.toml", "need = 7\ndamage = [", "toy.toml.line-2"),
    ] {
        let (code, message, at) = refused(&mut Desk::new(&TOYS, pack(name, text)), NEW);
        assert_eq!((code.as_str(), at.as_str()), ("bad-request", place), "{message}");
        assert!(message.starts_with("the pack `mine` is refused: "), "{message}");
    }
}
