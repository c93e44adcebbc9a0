//! A career through the driver, as anybody who drives the program meets it.

use hulldown_catalog::sample;
use hulldown_desk::{Code, Desk, NewGame, Pack, Until, find, shelf};
use serde_json::{Value, json};

#[track_caller]
fn ok(desk: &mut Desk, request: &Value) -> Value {
    let reply: Value = serde_json::from_str(&desk.line(&request.to_string())).unwrap();
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// Plays a career through JSON alone, picking options by a rule of thumb that the seed turns; returns every reply.
fn career(seed: u64, mode: &str) -> (Desk, Vec<Value>) {
    let mut desk = Desk::default();
    let new = json!({"do": "new", "game": sample!(career), "seed": seed, "setup": {"mode": mode, "name": "Pool"}});
    let mut replies = vec![ok(&mut desk, &new)];
    let mut turn = seed;
    while let Some(ask) = replies.last().map(|reply| reply["ask"].clone()).filter(|ask| !ask.is_null()) {
        assert!(replies.len() < 20_000, "the career does not end");
        turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let options = ask["options"].as_array().unwrap();
        let key = &options[(turn >> 33) as usize % options.len()]["key"];
        replies.push(ok(&mut desk, &json!({"do": "choose", "seat": ask["seat"], "key": key})));
    }
    (desk, replies)
}

#[test]
fn whole_careers_end_and_can_be_taken_up_and_stepped_through() {
    for (seed, mode) in [(1, "solitaire"), (2, "solitaire"), (3, "cooperative"), (4, "competitive_apart")] {
        let (mut desk, replies) = career(seed, mode);
        let last = replies.last().unwrap();
        assert!(last["outcome"]["result"].is_string(), "{last}");
        assert!(career(seed, mode).1 == replies, "the same answers give the same replies");

        let save = ok(&mut desk, &json!({"do": "save"}))["save"].clone();
        let mut other = Desk::default();
        let loaded = ok(&mut other, &json!({"do": "load", "save": save}));
        assert_eq!((&loaded["outcome"], &loaded["taken_up"]["how"]), (&last["outcome"], &json!("whole")));

        for to in [0, 1, replies.len() / 2, replies.len() - 1] {
            let past = ok(&mut desk, &json!({"do": "replay", "to": to, "seat": replies[to]["seat"]}));
            for field in ["ask", "view", "outcome"] {
                assert!(past[field] == replies[to][field], "{mode} {seed}: {field} after {to}");
            }
        }
        let told: u64 = replies.iter().map(|reply| reply["events"].as_array().unwrap().len() as u64).sum();
        assert_eq!(last["told"], told);
    }
}

#[test]
fn odds_and_advice_come_with_every_question_of_a_battle() {
    let mut desk = Desk::default();
    ok(&mut desk, &json!({"do": "new", "game": sample!(career), "seed": 1944}));
    for _ in 0..60 {
        let shown = ok(&mut desk, &json!({"do": "show"}));
        if shown["ask"].is_null() {
            break;
        }
        for odds in ok(&mut desk, &json!({"do": "odds"}))["odds"].as_array().unwrap() {
            let sum: f64 = odds["outcomes"].as_array().unwrap().iter().map(|o| o["chance"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{odds}");
        }
        let advice = ok(&mut desk, &json!({"do": "advise", "playouts": 2}));
        assert_eq!(advice["advice"].as_array().unwrap().len(), shown["ask"]["options"].as_array().unwrap().len());
        ok(&mut desk, &json!({"do": "auto", "policy": "random", "until": "decision"}));
    }
}

#[test]
fn a_career_by_hand_asks_for_every_roll() {
    let mut desk = Desk::default();
    let mut reply = ok(&mut desk, &json!({"do": "new", "game": sample!(career), "dice": "hand"}));
    let mut rolls = 0;
    for _ in 0..400 {
        let ask = &reply["ask"];
        if ask.is_null() {
            break;
        }
        reply = if ask["kind"] == "dice" {
            rolls += 1;
            let count = ask["dice"].as_str().unwrap().split('d').next().unwrap().parse::<usize>().unwrap();
            ok(&mut desk, &json!({"do": "dice", "faces": vec![3; count]}))
        } else {
            let first = ask["options"][0]["key"].clone();
            ok(&mut desk, &json!({"do": "choose", "key": first}))
        };
    }
    assert!(rolls > 20, "{rolls}");
}

#[test]
fn the_shelf_knows_its_games() {
    assert!(shelf().iter().any(|game| game.id == sample!(career)));
    let problem = find("aec").err().unwrap();
    assert_eq!(problem.code, Code::Unknown);
    assert!(problem.message.contains(concat!("did you mean `", sample!(career), "`?")), "{problem}");
    let shelf = find(sample!(career)).unwrap();
    assert!(!(shelf.sheets)(None).unwrap().is_empty());
    assert!(!(shelf.ledger)().is_empty());
    let default = (shelf.new)(NewGame::default()).unwrap();
    assert_eq!((default.game(), default.seats(), default.answered()), (sample!(career), 1, 0));
    let guided = (shelf.guided)().unwrap();
    assert!(guided.prompt().first().is_some());
    let setup: serde_json::Value = serde_json::from_str(default.head().setup.text()).unwrap();
    for field in (shelf.fields)(None).unwrap() {
        assert!(setup.get(field.name).is_some(), "{} is a field of the set-up", field.name);
        assert_eq!(setup[field.name], field.default, "{}", field.name);
    }
}

#[test]
fn a_bad_pack_is_refused_with_its_file() {
    let pack = |name: &str, text: &str| Pack { name: "mine".into(), files: [(name.into(), text.into())].into() };
    let begin = |pack: &Pack| {
        let new = NewGame { pack: Some(pack), ..NewGame::default() };
        (find(sample!(career)).unwrap().new)(new).err().unwrap()
    };
    let unknown = begin(&pack("nonsense.toml", ""));
    assert!(unknown.message.contains("the game has no such chart file"), "{unknown}");
    let broken = begin(&pack("b1_to_hit.toml", "this is = = no chart"));
    assert_eq!((broken.code, broken.at.as_deref()), (Code::BadRequest, Some("b1_to_hit.toml.line-1")));
}

#[test]
fn a_policy_plays_a_career_to_its_end() {
    let shelf = find(sample!(career)).unwrap();
    for (policy, _) in (shelf.policies)() {
        let mut game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
        let answers = game.auto(policy, None, Until::End, None).unwrap();
        assert_eq!(answers, game.answered() as u64);
        assert!(game.outcome().is_some(), "{policy}");
        assert_eq!(game.history_from(game.history_len() - 1).len(), 1);
        assert_eq!(game.log(0).len(), game.told());
    }
}
