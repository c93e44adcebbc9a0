//! A game of two sides at the desk: what a driver may not do, and what it may not find in a save.

use hulldown_catalog::sample;
use hulldown_core::{Game, Seat};
use hulldown_desk::Desk;
use serde_json::{Value, json};

fn say(desk: &mut Desk, request: &Value) -> Value {
    serde_json::from_str(&desk.line(&request.to_string())).unwrap()
}

fn ok(desk: &mut Desk, request: &Value) -> Value {
    let reply = say(desk, request);
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// The code, the words and the place of a refusal; nothing may have changed.
fn refused(desk: &mut Desk, request: &Value) -> (String, String, String) {
    let before = desk.game().map(|game| (game.history_len(), game.state(), game.told()));
    let reply = say(desk, request);
    assert_eq!(reply["ok"], false, "{request}: {reply}");
    assert_eq!(before, desk.game().map(|game| (game.history_len(), game.state(), game.told())), "{request}");
    let word = |name: &str| reply["error"][name].as_str().unwrap_or_default().to_string();
    (word("code"), word("message"), word("at"))
}

/// The introductory scenario with both sides about to plot unit by unit, in the first game in which they meet.
fn plotting() -> Desk {
    (1..40).find_map(met).expect("nobody plots")
}

fn met(seed: u64) -> Option<Desk> {
    let mut desk = Desk::default();
    ok(&mut desk, &json!({"do": "new", "game": sample!(sides), "seed": seed}));
    while !desk.game().unwrap().prompt().over {
        let prompt = desk.game().unwrap().prompt();
        let can = |seat: u8, key: &str| {
            prompt.of(Seat(seat)).is_some_and(|ask| ask.options().iter().any(|option| option.key == key))
        };
        if can(0, "A") && can(0, "B") && can(0, "commit") && can(1, "commit") {
            return Some(desk);
        }
        ok(&mut desk, &json!({"do": "auto", "policy": "heuristic", "until": "decision"}));
    }
    None
}

/// A commander who is asked for one answer at a time still knows what he was about; one who forgets plots the same unit for ever where
/// his wish is refused.
#[test]
fn answer_by_answer_a_policy_plays_as_at_one_go() {
    for scenario in ["1", "2", "9"] {
        let new = || {
            let setup = json!({ "scenario": scenario });
            // Dice that one seat alone sees hang on the game's secret.
            let secret = serde_json::from_value(json!("5a".repeat(32))).ok();
            let new = hulldown_desk::NewGame { seed: 4, setup, secret, ..hulldown_desk::NewGame::default() };
            (hulldown_desk::find(sample!(sides)).unwrap().new)(new).unwrap()
        };
        let (mut whole, mut steps) = (new(), new());
        whole.auto("heuristic", None, hulldown_desk::Until::End, Some(1_500)).unwrap();
        while steps.answered() < whole.answered() {
            steps.auto("heuristic", None, hulldown_desk::Until::Decision, None).unwrap();
        }
        assert_eq!(steps.answers(), whole.answers(), "scenario {scenario}");
    }
}

/// The same through the protocol, where every request plays on a copy of the game.
#[test]
fn answer_by_answer_a_driver_gets_the_same_game() {
    for scenario in ["1", "3", "9", "12"] {
        let new = || {
            let mut desk = Desk::default();
            ok(&mut desk, &json!({"do": "new", "game": sample!(sides), "seed": 1, "setup": {"scenario": scenario}}));
            desk
        };
        let (mut whole, mut steps) = (new(), new());
        ok(&mut whole, &json!({"do": "auto", "policy": "heuristic", "until": "end", "limit": 300}));
        for _ in 0..300 {
            ok(&mut steps, &json!({"do": "auto", "policy": "heuristic", "until": "decision"}));
        }
        assert_eq!(steps.game().unwrap().answers(), whole.game().unwrap().answers(), "scenario {scenario}");
    }
}

/// A march laid by hand that is led about until the shortest way crosses it.
#[test]
fn advice_while_a_march_is_laid_comes_to_an_end() {
    let mut desk = Desk::default();
    ok(&mut desk, &json!({"do": "new", "game": sample!(sides), "seed": 349}));
    for key in ["at:0102", "face:C", "B", "as-they-are", ">D", ">C", ">C", ">E", ">D", ">D"] {
        ok(&mut desk, &json!({"do": "choose", "seat": 0, "key": key}));
    }
    let advice = ok(&mut desk, &json!({"do": "advise", "seat": 0, "playouts": 1}));
    let options = desk.game().unwrap().prompt().of(Seat(0)).unwrap().options().len();
    assert_eq!(advice["advice"].as_array().unwrap().len(), options);
    let played = ok(&mut desk, &json!({"do": "auto", "seat": 0, "policy": "heuristic", "until": "end", "limit": 600}));
    assert!(played["answers"].as_u64().unwrap() < 600, "{}", played["answers"]);
}

#[test]
fn bad_plots_are_refused_whole() {
    let mut desk = plotting();
    for (line, code) in [
        ("A df 0101", "illegal"),
        ("A mv 5233", "illegal"),
        ("A fly 1010", "illegal"),
        ("A fc, B df 0101", "illegal"),
        ("Z mv F", "illegal"),
        ("A mv F F F F F F F F F F F F", "illegal"),
        ("A ov F", "illegal"),
        ("A fc, commit, commit", "illegal"),
        ("done", "illegal"),
    ] {
        let (found, message, _) = refused(&mut desk, &json!({"do": "choose", "seat": 0, "key": line}));
        assert_eq!(found, code, "`{line}`: {message}");
        // Of several orders in a line none is carried out, and that is said.
        assert_eq!(message.ends_with("; nothing of this line was done"), line.contains(','), "`{line}`: {message}");
    }
    ok(&mut desk, &json!({"do": "choose", "seat": 0, "key": "A fc"}));
}

#[test]
fn a_bad_order_is_named_with_its_unit_and_shown_back_short() {
    let mut desk = plotting();
    let mut why = |line: &str| refused(&mut desk, &json!({"do": "choose", "seat": 0, "key": line})).1;
    assert!(why("A fc, B df 0101").starts_with("B: df 0101: "), "{}", why("A fc, B df 0101"));
    // What the menus refuse is told with the question it was meant for.
    let refused = why("A fc, B mv A A A A A A A A");
    assert!(refused.contains("the path of B (Pz IV h)") && refused.contains("not enough Movement Points"), "{refused}");
    for line in ["A df L", "A fc, L", "L", "A mv L"] {
        assert!(why(&line.replace('L', &"x".repeat(200_000))).len() < 2_000, "{line}");
    }
}

/// Somebody new to the game plays Bravo in open terrain, and is proposed the middle of his edge and the straight way.
/// Every order of every unit that can be said and is refused: unit and reason are in the words, inner keys are not, and a reason that
/// rests on a rule names it.
#[test]
fn a_refused_line_is_answered_in_words() {
    let mut desk = plotting();
    let units = desk.game().unwrap().prompt().of(Seat(0)).unwrap().options().to_vec();
    let codes: Vec<String> = units.into_iter().map(|option| option.key).filter(|key| key.len() == 1).collect();
    let orders = [
        "mv A A A A A A A A A A A A A A A",
        "mv D D D D D D D D D D D D D D D",
        "mvr A A A",
        "mv exit",
        "mv Q",
        "mv",
        "ov A A",
        "ov A",
        "ov D D",
        "of adj",
        "fc D",
        "up",
        "again",
        "df 0101",
        "mvr 0101",
        "of 5233",
        "df Q",
        "none A",
        "mv 9999",
    ];
    let mut reasons = 0;
    for code in &codes {
        for order in orders {
            let reply = say(&mut desk, &json!({"do": "choose", "seat": 0, "key": format!("{code} {order}")}));
            if reply["ok"] == true {
                ok(&mut desk, &json!({"do": "undo", "seat": 0, "steps": 2}));
                continue;
            }
            let message = reply["error"]["message"].as_str().unwrap();
            assert!(message.contains(code.as_str()), "{order}: {message}");
            let inner =
                [">", "row:", "col:", "over:", "df:", "of:", "`done`", "`mv`", "not an option", "the options are"];
            assert!(!inner.iter().any(|key| message.contains(key)), "{order}: {message}");
            match reply["error"]["rule"].as_str() {
                Some(rule) => assert!(message.ends_with(&format!("({rule})")), "{order}: {message}"),
                None => assert!(!message.ends_with(')'), "{order}: {message}"),
            }
            reasons += usize::from(!reply["error"]["rule"].is_null());
        }
    }
    assert!(reasons > 20, "{reasons}");
    // A friend's line is in the way of the second order of a line.
    let mut arranged = plotting();
    let mut state = arranged.game().unwrap().state();
    let at = |hex: u16| json!({"on": hex});
    let map = sample::Sides::data().ground(sample::map_of_sides::Layout::ONE);
    let [a, b, far] = ["2604", "2606", "2609"].map(|name| map.find(name).unwrap().0);
    state["armies"][0]["units"][0]["place"] = at(a);
    state["armies"][0]["units"][1]["place"] = at(b);
    ok(&mut arranged, &json!({"do": "arrange", "state": state}));
    let line = format!("A of {}", map.name(hulldown_core::hex::HexId(far)));
    let reply = say(&mut arranged, &json!({"do": "choose", "seat": 0, "key": line}));
    let message = reply["error"]["message"].as_str().unwrap_or_default();
    assert!(message.ends_with("2609, clear: a friendly unit is in the way or plotted to be (8.41)"), "{reply}");
    assert!(message.contains("the line of A "), "{reply}");
    assert_eq!(reply["error"]["rule"], "8.41");
}

#[test]
fn a_newcomer_is_offered_a_game_in_which_it_comes_to_a_fight() {
    let shelf = hulldown_desk::find(sample!(sides)).unwrap();
    assert_eq!((shelf.newcomer.seat, shelf.newcomer.set), (1, &[("mode", "first")][..]));
    let mut game = (shelf.guided)().unwrap();
    let bravo = Seat(1);
    for key in ["at:5217", "face:E", "as-they-are", "shortest"] {
        let prompt = game.prompt();
        let usual = match prompt.of(bravo) {
            Some(hulldown_desk::Ask::Choice(ask)) => ask.usual.as_ref().map(|usual| usual.key.clone()),
            _ => None,
        };
        assert_eq!(usual.as_deref(), Some(key));
        game.choose(bravo, key).unwrap();
    }
    assert_eq!(game.view(bravo.into())["mode"], "open");
}

#[test]
fn readings_of_this_game_are_played_by_name() {
    let shelf = hulldown_desk::find(sample!(sides)).unwrap();
    let names = [String::from("column-until-contact")];
    let pack = (shelf.readings)(&names).unwrap();
    assert_eq!(pack.name, "readings: column-until-contact");
    assert!((shelf.disagreements)().iter().any(|d| d.name == names[0] && d.ruling == "R46"));
    // A driver takes the readings of the game that it begins; those of another are refused when it begins one.
    let new = json!({"do": "new", "game": sample!(sides), "seed": 1});
    let mut desk = Desk::default().reading(names.to_vec());
    assert_eq!(ok(&mut desk, &new)["pack"], "readings: column-until-contact");
    let mut other = Desk::default().reading(vec!["july-27".into()]);
    assert!(refused(&mut other, &new).1.contains("there is no reading `july-27`"));
    // A game begun so is taken up by the name alone.
    let save = desk.game().unwrap().save();
    let again = (shelf.load)(&save, None).unwrap().0;
    assert_eq!(again.head().pack.as_deref(), Some("readings: column-until-contact"));
}

#[test]
fn a_stale_or_second_commit_is_refused() {
    let mut desk = plotting();
    let mark = ok(&mut desk, &json!({"do": "show", "seat": 0}))["mark"].clone();
    ok(&mut desk, &json!({"do": "choose", "seat": 0, "key": "A fc", "mark": mark}));
    let (code, _, at) = refused(&mut desk, &json!({"do": "choose", "seat": 0, "key": "commit", "mark": mark}));
    assert_eq!((code.as_str(), at.as_str()), ("stale", "mark"));
    let mark = ok(&mut desk, &json!({"do": "show", "seat": 0}))["mark"].clone();
    ok(&mut desk, &json!({"do": "choose", "seat": 0, "key": "commit", "mark": mark}));
    for key in ["commit", "A fc", "A"] {
        let (code, _, at) = refused(&mut desk, &json!({"do": "choose", "seat": 0, "key": key}));
        assert_eq!((code.as_str(), at.as_str()), ("illegal", "seat"), "{key}");
    }
}

#[test]
fn a_seat_answers_and_takes_back_for_itself_only() {
    let mut desk = plotting();
    // Alpha's own lines mean nothing from Bravo's seat, and nobody sits in a third.
    let alpha = desk.game().unwrap().view(Seat(0).into());
    let target = alpha["units"][0]["at"].as_str().unwrap_or("0101").to_string();
    ok(&mut desk, &json!({"do": "choose", "seat": 0, "key": "A fc"}));
    let before = desk.game().unwrap().view(Seat(1).into());
    assert_eq!(refused(&mut desk, &json!({"do": "choose", "seat": 2, "key": "commit"})).2, "seat");
    assert_eq!(refused(&mut desk, &json!({"do": "choose", "key": "commit"})).2, "seat");
    assert_eq!(refused(&mut desk, &json!({"do": "undo", "seat": 2})).2, "seat");
    refused(&mut desk, &json!({"do": "undo", "seat": 1}));
    assert_eq!(desk.game().unwrap().view(Seat(1).into()), before, "Bravo has learnt of Alpha's plot at {target}");
    ok(&mut desk, &json!({"do": "undo", "seat": 0}));
}

#[test]
fn a_save_edited_to_reveal_or_to_cheat_is_refused_or_not_believed() {
    let mut desk = plotting();
    let save = ok(&mut desk, &json!({"do": "save"}))["save"].clone();
    let load = |save: &Value| say(&mut Desk::default(), &json!({"do": "load", "save": save}));
    assert_eq!(load(&save)["ok"], true);
    let lines = save["history"].as_array().unwrap().clone();
    let answer = lines.iter().position(|line| line.as_str().unwrap().starts_with("1 at:")).unwrap();
    let edit = |n: usize, new: &str| {
        let mut edited = save.clone();
        edited["history"][n] = new.into();
        edited
    };
    let own = lines[answer].as_str().unwrap().to_string();
    for new in ["1 at:0117", "2 at:5217", &own.replacen('1', "0", 1), "1 commit", "1", ""] {
        let reply = load(&edit(answer, new));
        assert_eq!(reply["ok"], false, "`{new}` in place of `{own}`: {reply}");
        assert!(!reply["error"]["message"].as_str().unwrap().is_empty());
    }
    // A checkpoint in which everybody is spotted: the record says how it really stands.
    let text = save.to_string().replace("\"spotted\":false", "\"spotted\":true");
    let edited: Value = serde_json::from_str(&text).unwrap();
    assert_ne!(edited, save);
    let mut other = Desk::default();
    if say(&mut other, &json!({"do": "load", "save": edited}))["ok"] == true {
        assert_eq!(other.game().unwrap().state(), desk.game().unwrap().state());
    }
}

/// What can hit you depends on what the other side keeps to itself, and nobody is told that it is nothing.
#[test]
fn what_threatens_is_said_to_be_unknown() {
    let mut desk = Desk::default();
    ok(&mut desk, &json!({"do": "new", "game": sample!(sides), "seed": 1}));
    let reply = ok(&mut desk, &json!({"do": "threats", "seat": 0}));
    assert_eq!((&reply["threats"], &reply["unknown"]), (&json!([]), &json!(true)));
    ok(&mut desk, &json!({"do": "new", "game": sample!(career), "seed": 1}));
    let reply = ok(&mut desk, &json!({"do": "threats", "seat": 0}));
    assert_eq!((&reply["threats"], &reply["unknown"]), (&json!([]), &json!(null)), "no battle is on");
}
