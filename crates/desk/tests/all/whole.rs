//! Whole games through the driver: saves and what can be wrong with them, arranged states, determinism, and input without sense.

use crate::common::{desk, ok, refused, say};
use hulldown_desk::Desk;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Plays a game to its end with a driver that picks by itself, through JSON alone; returns every reply.
fn random_game(seed: u64, setup: &Value) -> (Desk, Vec<String>) {
    let mut desk = desk();
    let dice = if seed.is_multiple_of(2) { "random" } else { "hand" };
    let new = json!({"do": "new", "game": "toy", "setup": setup, "seed": seed, "dice": dice});
    let mut replies = vec![desk.line(&new.to_string())];
    let mut pick = seed;
    for _ in 0..5000 {
        let reply: Value = serde_json::from_str(replies.last().unwrap()).unwrap();
        assert_eq!(reply["ok"], true, "{reply}");
        let ask = &reply["ask"];
        if ask.is_null() {
            assert!(!reply["outcome"].is_null());
            return (desk, replies);
        }
        pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let random = (pick >> 33) as usize;
        let answer = if ask["kind"] == "dice" {
            let count = if ask["dice"] == "2d6" { 2 } else { 1 };
            let faces: Vec<usize> = (0..count).map(|n| (random >> (8 * n)) % 6 + 1).collect();
            json!({"do": "dice", "faces": faces})
        } else {
            let options = ask["options"].as_array().unwrap();
            assert!(options.len() >= 2, "a question with one answer is not asked");
            json!({"do": "choose", "seat": ask["seat"], "key": options[random % options.len()]["key"]})
        };
        replies.push(desk.line(&answer.to_string()));
    }
    panic!("the game did not end");
}

#[test]
fn whole_games_end_and_the_same_input_gives_the_same_bytes() {
    for seed in 0..30 {
        let setup = json!({"seats": seed % 2 + 1, "rounds": 12, "rain": seed % 3 == 0});
        let (mut first, replies) = random_game(seed, &setup);
        let (mut second, again) = random_game(seed, &setup);
        assert_eq!(replies, again);
        for line in [r#"{"do":"save"}"#, r#"{"do":"log"}"#, r#"{"do":"state"}"#, r#"{"do":"replay","to":3}"#] {
            assert_eq!(first.line(line), second.line(line));
        }
        // The events of all replies are the log.
        let events: Vec<Value> = replies
            .iter()
            .flat_map(|reply| serde_json::from_str::<Value>(reply).unwrap()["events"].as_array().unwrap().clone())
            .collect();
        assert_eq!(Value::Array(events), ok(&mut first, r#"{"do":"log"}"#)["events"]);
    }
}

#[test]
fn a_save_at_every_answer_goes_on_the_same() {
    let mut desk = crate::common::desk();
    ok(&mut desk, r#"{"do":"new","game":"toy","setup":{"seats":2},"seed":11}"#);
    let turn = r#"{"do":"auto","policy":"random","until":"decision"}"#;
    loop {
        let save = ok(&mut desk, r#"{"do":"save"}"#)["save"].clone();
        let mut other = crate::common::desk();
        let loaded = ok(&mut other, &json!({"do": "load", "save": save}).to_string());
        assert_eq!(loaded["taken_up"], json!({"how": "whole"}));
        assert_eq!(desk.line(r#"{"do":"show"}"#), other.line(r#"{"do":"show"}"#));
        assert_eq!(desk.line(r#"{"do":"log"}"#), other.line(r#"{"do":"log"}"#));
        assert_eq!(desk.line(r#"{"do":"save"}"#), other.line(r#"{"do":"save"}"#));
        if !ok(&mut desk, r#"{"do":"show"}"#)["outcome"].is_null() {
            break;
        }
        let reply = desk.line(turn);
        assert_eq!(reply, other.line(turn));
    }
}

fn with_save() -> (Desk, Value) {
    let mut desk = desk();
    ok(&mut desk, r#"{"do":"new","game":"toy","setup":{"rounds":9},"seed":4}"#);
    ok(&mut desk, r#"{"do":"auto","policy":"gunner","until":"end","limit":5}"#);
    let save = ok(&mut desk, r#"{"do":"save"}"#)["save"].clone();
    (desk, save)
}

#[test]
fn a_bad_save_is_named_and_nothing_changes() {
    let (mut desk, save) = with_save();
    let mut load = |save: &Value| refused(&mut desk, &json!({"do": "load", "save": save}).to_string());
    let altered = |path: &str, value: Value| {
        let mut altered = save.clone();
        *altered.pointer_mut(path).unwrap() = value;
        altered
    };
    let dice = save["history"].as_array().unwrap().iter().position(|e| e.as_str().unwrap().starts_with("= ")).unwrap();
    let fallen = save["history"][dice].as_str().unwrap();
    let other = if fallen == "= 2d6 1 2" { "= 2d6 2 1" } else { "= 2d6 1 2" };
    for (bad, at) in [
        (altered("/head/hulldown", json!(99)), "save.head.hulldown"),
        (altered("/head/game", json!("chess")), "save.head.game"),
        (altered("/head/charts", json!("0000")), "save.head.charts"),
        (altered("/head/setup/rounds", json!("many")), "save.head.setup.rounds"),
        (altered("/history/0", json!("0 dance")), "save.history[0]"),
        (altered("/history/0", json!("0 fire")), "save.history"),
        (altered(&format!("/history/{dice}"), json!(other)), &format!("save.history[{dice}]")),
        (altered("/checkpoint/state/kills", json!([0, 3])), "save.checkpoint.state"),
    ] {
        let (code, message, place) = load(&bad);
        assert_eq!(code, "bad-save", "{message}");
        assert!(place.starts_with(at), "{place}: {message}");
    }
    for bad in [json!({}), json!({"head": 1}), altered("/history", json!("gone")), altered("/head/seed", Value::Null)] {
        assert_eq!(load(&bad).0, "bad-save");
    }
    let mut cut = save.clone();
    cut.as_object_mut().unwrap().remove("history");
    assert_eq!(load(&cut).0, "bad-save");
    let mut more = save.clone();
    more["extra"] = json!(1);
    assert_eq!(load(&more).0, "bad-save");
    let (_, message, _) = load(&altered("/history/2", json!("0 dance")));
    assert!(message.contains("the first 2 lines of the history are good"), "{message}");
    let (_, message, _) = load(&altered("/head/hulldown", json!(99)));
    assert!(message.contains("later version"), "{message}");
    assert_eq!(refused(&mut desk, r#"{"do":"load"}"#).2, "save");
    assert_eq!(refused(&mut desk, r#"{"do":"load","save":"text"}"#).2, "save");
    // Half a line of a save is no JSON.
    let line = json!({"do": "load", "save": save}).to_string();
    assert_eq!(refused(&mut desk, &line[..line.len() / 2]).0, "bad-request");
}

#[test]
fn a_save_of_other_rules_goes_on_from_its_checkpoint() {
    let (mut desk, mut save) = with_save();
    save["head"]["rules_version"] = json!(0);
    let reply = ok(&mut desk, &json!({"do": "load", "save": save}).to_string());
    assert_eq!((&reply["taken_up"]["how"], &reply["taken_up"]["rules_version"]), (&json!("checkpoint"), &json!(0)));
    assert!(!reply["ask"].is_null());
}

#[test]
fn a_state_can_be_arranged_and_is_checked() {
    let (mut desk, _) = with_save();
    let state = ok(&mut desk, r#"{"do":"state"}"#)["state"].clone();
    let arrange = |change: &dyn Fn(&mut Value)| {
        let mut changed = state.clone();
        change(&mut changed);
        json!({"do": "arrange", "state": changed}).to_string()
    };
    for (line, at) in [
        (arrange(&|s| s["rounds"] = json!("ten")), "state.rounds"),
        (arrange(&|s| s["rounds"] = json!(2001)), "state.rounds"),
        (arrange(&|s| s["kills"][1] = json!(-1)), "state.kills[1]"),
        (arrange(&|s| s["kills"][1] = json!(4)), "state.kills[1]"),
        (arrange(&|s| s["wings"] = json!(2)), "state.wings"),
    ] {
        let (code, message, place) = refused(&mut desk, &line);
        assert_eq!((code.as_str(), place.as_str()), ("bad-state", at), "{message}");
    }
    assert_eq!(refused(&mut desk, r#"{"do":"arrange"}"#).2, "state");
    assert_eq!(refused(&mut desk, r#"{"do":"arrange","state":[1]}"#).2, "state");
    assert_eq!(refused(&mut desk, r#"{"do":"arrange","state":{}}"#).0, "bad-state");
    let reply = ok(&mut desk, &arrange(&|s| s["kills"] = json!([2, 1])));
    assert_eq!((&reply["view"]["kills"], &reply["answered"]), (&json!([2, 1]), &json!(0)));
    ok(&mut desk, r#"{"do":"auto","policy":"random","until":"step"}"#);
    let save = ok(&mut desk, r#"{"do":"save"}"#)["save"].clone();
    let shown = desk.line(r#"{"do":"show"}"#);
    ok(&mut desk, &json!({"do": "load", "save": save}).to_string());
    assert_eq!(desk.line(r#"{"do":"show"}"#), shown);
}

#[test]
fn a_mistake_in_a_rule_is_reported_and_the_game_stays() {
    let (mut desk, _) = with_save();
    let mut state = ok(&mut desk, r#"{"do":"state"}"#)["state"].clone();
    state["plans"] = json!([9, 9]);
    ok(&mut desk, &json!({"do": "arrange", "state": state}).to_string());
    let (code, message, _) = refused(&mut desk, r#"{"do":"choose","key":"wait"}"#);
    assert_eq!(code, "bad-state");
    assert!(message.contains("a bug, please report"), "{message}");
    ok(&mut desk, r#"{"do":"new","game":"toy"}"#);
}

/// Any JSON at all, not too deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u8..9).prop_map(Value::from),
        any::<f64>().prop_map(|f| json!(f)),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..5).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

const WORDS: [&str; 46] = [
    "games", "new", "show", "choose", "dice", "undo", "odds", "advise", "auto", "state", "arrange", "save", "load",
    "log", "replay", "quit", "do", "game", "toy", "setup", "seed", "seat", "key", "fire", "wait", "plan:1", "faces",
    "throw", "mode", "random", "hand", "script", "steps", "playouts", "policy", "until", "end", "step", "decision",
    "limit", "from", "to", "mark", "head", "history", "",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(&WORDS[..]).prop_map(String::from),
        1 => prop::collection::vec(any::<char>(), 0..12).prop_map(|letters| letters.into_iter().collect()),
    ]
}

/// Requests that are right or nearly so.
fn near_request() -> impl Strategy<Value = Value> {
    let fields = prop::collection::vec((prop::sample::select(&WORDS[17..46]), any_json()), 0..4);
    (prop::sample::select(&WORDS[..16]), fields).prop_map(|(name, fields)| {
        let mut request = json!({"do": name});
        for (field, value) in fields {
            request[field] = value;
        }
        request
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_a_driver_says_ends_the_conversation(
        lines in prop::collection::vec(
            prop_oneof![
                2 => any_json().prop_map(|v| v.to_string()),
                4 => near_request().prop_map(|v| v.to_string()),
                1 => prop::collection::vec(any::<char>(), 0..40).prop_map(|letters| letters.into_iter().collect::<String>()),
                2 => prop::sample::select(&[
                    r#"{"do":"choose","key":"load"}"#, r#"{"do":"choose","key":"fire"}"#, r#"{"do":"undo"}"#,
                    r#"{"do":"dice","throw":true}"#, r#"{"do":"new","game":"toy","setup":{"seats":2}}"#,
                ][..]).prop_map(String::from),
            ],
            1..25,
        )
    ) {
        let mut desk = desk();
        ok(&mut desk, r#"{"do":"new","game":"toy","dice":"hand"}"#);
        for line in &lines {
            let reply = say(&mut desk, line);
            prop_assert!(reply["ok"].is_boolean());
            if reply["ok"] == false {
                let known = ["illegal", "unknown", "bad-request", "bad-state", "bad-save", "over", "stale"];
                let code = reply["error"]["code"].as_str().unwrap_or_default();
                prop_assert!(known.contains(&code), "{line}: {reply}");
                prop_assert!(!reply["error"]["message"].as_str().unwrap_or_default().contains("mistake"), "{line}: {reply}");
            }
        }
        prop_assert_eq!(&say(&mut desk, r#"{"do":"show"}"#)["ok"], &json!(true));
    }

    #[test]
    fn any_change_to_a_save_loads_or_is_refused(cut in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let (mut desk, save) = with_save();
        let mut line = json!({"do": "load", "save": save}).to_string().into_bytes();
        let at = cut.index(line.len());
        line[at] = byte;
        if let Ok(line) = String::from_utf8(line) {
            let reply = say(&mut desk, &line);
            prop_assert!(!reply["error"]["message"].as_str().unwrap_or_default().contains("mistake"), "{line}: {reply}");
        }
    }
}
