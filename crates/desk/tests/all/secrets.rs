//! The law of secrets at the desk: two games that differ only in what a seat may not know send that seat the same bytes, whatever it
//! asks for, at every pause.

use hulldown_catalog::sample;
use hulldown_catalog::sample::Sides;
use hulldown_core::{Game, Generator, Seat, Viewer};
use hulldown_desk::{Desk, Match, Seen};
use hulldown_draw::{Look, Question, Room};
use serde_json::{Value, json};

const SECRET: &str = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2";
const SPY: Seat = Seat(0);
const OTHER: Seat = Seat(1);

fn say(desk: &mut Desk, request: &Value) -> Value {
    serde_json::from_str(&desk.line(&request.to_string())).unwrap()
}

fn ok(desk: &mut Desk, request: &Value) -> Value {
    let reply = say(desk, request);
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

fn begun(scenario: &str, seed: u64) -> Desk {
    let mut desk = Desk::default();
    let setup = json!({ "scenario": scenario });
    ok(&mut desk, &json!({"do": "new", "game": sample!(sides), "seed": seed, "setup": setup, "secret": SECRET}));
    desk
}

/// Everything the spy can ask for, and what it is told; what would change the game is tried on copies.
fn all_it_can_get(game: &dyn Match, thinks: bool) -> Vec<String> {
    let answered = Seen::new(game, Viewer::Seat(SPY)).answered();
    let told = Seen::new(game, Viewer::Seat(SPY)).told();
    let mut requests = vec![
        json!({"do": "show", "seat": 0}),
        json!({"do": "log", "seat": 0}),
        json!({"do": "log", "seat": 0, "from": told / 2}),
        json!({"do": "log", "seat": 0, "from": told + 1}),
        json!({"do": "replay", "seat": 0}),
        json!({"do": "replay", "seat": 0, "to": answered + 1}),
        json!({"do": "threats", "seat": 0}),
        json!({"do": "odds", "seat": 0}),
        json!({"do": "undo", "seat": 0}),
        json!({"do": "undo", "seat": 0, "steps": 2}),
        json!({"do": "undo", "seat": 0, "steps": 3, "mark": 1}),
        json!({"do": "undo", "seat": 0, "steps": 5000}),
        json!({"do": "choose", "seat": 0, "key": "nonsense"}),
        json!({"do": "choose", "seat": 0, "key": "commit", "mark": 0}),
        json!({"do": "on", "seat": 0}),
    ];
    for part in 0..4 {
        requests.push(json!({"do": "replay", "seat": 0, "to": answered * part / 4}));
    }
    if thinks {
        requests.push(json!({"do": "advise", "seat": 0, "playouts": 1}));
        requests.push(json!({"do": "auto", "seat": 0, "policy": "heuristic", "until": "decision"}));
        requests.push(json!({"do": "auto", "seat": 0, "policy": "random", "until": "decision"}));
    }
    // An answer may end what both do in private: what comes of it is no secret any more, only what was answered.
    let private = game.prompt().of(SPY).is_none_or(|ask| ["entry", "plot"].contains(&ask.kind()));
    if let Some(ask) = game.prompt().of(SPY).filter(|_| private)
        && let Some(option) = ask.options().first()
    {
        requests.push(json!({"do": "choose", "seat": 0, "key": option.key}));
    }
    let reply = |request: &Value| {
        let mut copy = Desk::default().with_game(game.duplicate());
        let said = copy.line(&request.to_string());
        if private || !["auto", "on"].iter().any(|plays| request["do"] == *plays) {
            return format!("{request} -> {said}");
        }
        let answers = copy.game().unwrap().answers().into_iter().skip(game.answers().len());
        format!("{request} -> {:?}", answers.into_iter().find(|(who, _)| *who == SPY))
    };
    let mut all: Vec<String> = requests.iter().map(reply).collect();
    // The board in characters, and everything that can be asked about it.
    let viewer = Viewer::Seat(SPY);
    let room = Room { columns: 120, lines: 40 };
    for look in [Look::default(), Look { whole: true, ..Look::default() }] {
        all.extend(game.sketch(viewer, &[], &look, room).map(|sketch| format!("board\n{}", sketch.lines().join("\n"))));
    }
    for question in [
        Question::Targets,
        Question::Where,
        Question::Look("2010"),
        Question::Look("enemy A"),
        Question::See("2010"),
        Question::Way("0110 3015"),
    ] {
        all.push(format!("{question:?} -> {:?}", game.answer(viewer, question)));
    }
    all
}

fn same(one: &dyn Match, two: &dyn Match, thinks: bool, at: &str) -> usize {
    let [one, two] = [one, two].map(|game| all_it_can_get(game, thinks));
    same_bytes(&one, &two, at)
}

fn same_bytes(one: &[String], two: &[String], at: &str) -> usize {
    assert_eq!(one.len(), two.len(), "{at}");
    for (a, b) in one.iter().zip(two) {
        if a != b {
            let first = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
            let near = |text: &str| text.chars().skip(first.saturating_sub(120)).take(300).collect::<String>();
            panic!("{at}: the spy learns something by {}:\n{}\n{}", &a[..a.len().min(80)], near(a), near(b));
        }
    }
    one.len()
}

/// Whether an answer can be given and taken back without anything coming of it.
fn idles(desk: &mut Desk, random: &mut Generator) -> bool {
    let prompt = desk.game().unwrap().prompt();
    let Some(ask) = prompt.of(OTHER) else { return false };
    let apart = prompt.of(SPY).is_some() || ask.kind() == "plot";
    let ends = |key: &str| key == "commit" || key.starts_with("march");
    let keys: Vec<&str> = ask.options().iter().map(|option| option.key.as_str()).filter(|key| !ends(key)).collect();
    if !apart || keys.is_empty() {
        return false;
    }
    let key = keys[random.below(keys.len() as u32) as usize].to_string();
    ok(desk, &json!({"do": "choose", "seat": 1, "key": key}));
    ok(desk, &json!({"do": "undo", "seat": 1}));
    true
}

/// The same game twice; in the second the other player dithers in private, and ends up with the same.
#[test]
fn nobody_hears_the_other_think() {
    let (mut compared, mut idled) = (0, 0);
    for (scenario, seed) in [("0", 3), ("1", 2), ("11", 5)] {
        let (mut plain, mut busy) = (begun(scenario, seed), begun(scenario, seed));
        let mut random = Generator::new(seed);
        for step in 0..260 {
            let asked = plain.game().unwrap().prompt().waiting();
            let Some(seat) = asked.get(random.below(asked.len().max(1) as u32) as usize).copied() else { break };
            ok(&mut plain, &json!({"do": "auto", "policy": "heuristic", "seat": seat, "until": "decision"}));
            let (_, key) = plain.game().unwrap().answers().into_iter().rev().find(|(who, _)| *who == seat).unwrap();
            if seat == OTHER {
                idled += usize::from(idles(&mut busy, &mut random));
            }
            ok(&mut busy, &json!({"do": "choose", "seat": seat, "key": key}));
            // What a driver may know who sees everything does differ.
            if step % 9 == 0 || step > 250 {
                let games = [&plain, &busy].map(|desk| desk.game().unwrap());
                compared += same(games[0], games[1], step % 45 == 0, &format!("scenario {scenario}, step {step}"));
            }
        }
        assert_ne!(plain.game().unwrap().history_len(), busy.game().unwrap().history_len());
        assert_eq!(plain.game().unwrap().state(), busy.game().unwrap().state());
    }
    assert!(compared > 1_000 && idled > 50, "{compared} {idled}");
}

/// While both plot, whatever the other answers, the spy gets the same bytes; and the numbers it is given are its own.
#[test]
fn nothing_shows_what_the_other_has_plotted_so_far() {
    let mut compared = 0;
    for (scenario, seed) in [("0", 3), ("11", 5)] {
        let mut desk = begun(scenario, seed);
        let mut random = Generator::new(seed);
        let mut stretches = 0;
        for _ in 0..400 {
            let prompt = desk.game().unwrap().prompt();
            if prompt.over || stretches > 4 {
                break;
            }
            if let (Some(_), Some(_)) = (prompt.of(SPY), prompt.of(OTHER)) {
                stretches += 1;
                let other = Desk::default().with_game(desk.game().unwrap().duplicate());
                let mut other = other;
                // He plays on by himself at random, as far as he can, and may even commit.
                let before = all_it_can_get(desk.game().unwrap(), false);
                for limit in [1, 2, 3, 40] {
                    let auto = json!({"do": "auto", "policy": "random", "seat": 1, "until": "end", "limit": limit});
                    if say(&mut other, &auto)["ok"] != true {
                        break;
                    }
                    let after = all_it_can_get(other.game().unwrap(), false);
                    let differs = before.iter().zip(&after).find(|(a, b)| a != b).map(|(a, _)| &a[..a.len().min(80)]);
                    assert_eq!(differs, None, "scenario {scenario}, stretch {stretches}, {limit} answers more");
                    assert_eq!(before.len(), after.len());
                    compared += 1;
                }
            }
            for seat in prompt.waiting() {
                let limit = 1 + random.below(12);
                let auto = json!({"do": "auto", "policy": "heuristic", "seat": seat, "until": "end", "limit": limit});
                say(&mut desk, &auto);
            }
        }
    }
    assert!(compared > 15, "{compared}");
}

/// Two games that were begun from situations the spy cannot tell apart: where hidden units lie, who is who, what is plotted in secret.
#[test]
fn nothing_shows_which_of_several_situations_it_is() {
    let (mut compared, mut stops, mut facings) = (0, 0, 0);
    for (scenario, seed) in [("1", 2), ("2", 4), ("9", 1), ("11", 5)] {
        let mut desk = begun(scenario, seed);
        for step in 0..400 {
            let prompt = desk.game().unwrap().prompt();
            if prompt.over {
                break;
            }
            let kind = prompt.of(SPY).map_or("", |ask| ask.kind()).to_string();
            if kind == "stop" || kind == "facing" || (!kind.is_empty() && step % 25 == 0) {
                let state: Sides = serde_json::from_value(desk.game().unwrap().state()).unwrap();
                let mut dice = Generator::new(step);
                let other = state.imagined(Sides::data(), SPY, &mut |below| dice.below(below));
                let arranged = |state: &Sides| {
                    let mut desk = begun(scenario, seed);
                    ok(&mut desk, &json!({"do": "arrange", "state": serde_json::to_value(state).unwrap()}));
                    desk
                };
                let [one, two] = [&state, &other].map(arranged);
                let games = [&one, &two].map(|desk| desk.game().unwrap());
                stops += usize::from(kind == "stop");
                facings += usize::from(kind == "facing");
                compared += same(games[0], games[1], kind == "stop" || step % 100 == 0, &format!("{scenario}, {step}"));
            }
            for seat in prompt.waiting() {
                say(&mut desk, &json!({"do": "auto", "policy": "heuristic", "seat": seat, "until": "end", "limit": 5}));
            }
        }
    }
    assert!(compared > 300 && stops > 0 && facings > 0, "{compared} {stops} {facings}");
}

/// The same without seals: they are another for every plot.
fn without_seals(text: &str) -> String {
    let parts = text.split_inclusive(|c: char| !c.is_ascii_hexdigit());
    parts.map(|part| if part.len() > 64 { "a seal" } else { part }).collect()
}

/// Two games that differ only in what a gun nobody has found is plotted to do: nothing, or to turn to where it looks already.
#[test]
fn nothing_shows_that_a_hidden_gun_is_to_turn() {
    let (mut compared, mut turned) = (0, 0);
    for (scenario, seed) in [("1", 2), ("9", 1)] {
        let (mut idle, mut turns) = (begun(scenario, seed), begun(scenario, seed));
        for step in 0..140 {
            let prompt = idle.game().unwrap().prompt();
            assert_eq!(prompt.waiting(), turns.game().unwrap().prompt().waiting(), "scenario {scenario}, step {step}");
            let Some(seat) = prompt.waiting().last().copied() else { break };
            if seat == OTHER && prompt.of(OTHER).is_some_and(|ask| ask.kind() == "plot") {
                let state = turns.game().unwrap().state();
                for unit in state["armies"][1]["units"].as_array().unwrap().iter().filter(|unit| unit["hidden"] == true)
                {
                    ok(&mut turns, &json!({"do": "choose", "seat": OTHER, "key": unit["code"]}));
                    let gun = turns.game().unwrap().prompt().of(OTHER).unwrap().options().iter().any(|o| o.key == "fc");
                    let stays = format!("face:{}", unit["facing"].as_str().unwrap());
                    let keys = if gun { vec!["fc", &stays] } else { vec!["none"] };
                    turned += usize::from(gun);
                    for key in keys {
                        ok(&mut turns, &json!({"do": "choose", "seat": OTHER, "key": key}));
                    }
                }
                for desk in [&mut idle, &mut turns] {
                    ok(desk, &json!({"do": "choose", "seat": OTHER, "key": "commit"}));
                }
            } else {
                ok(&mut idle, &json!({"do": "auto", "policy": "heuristic", "seat": seat, "until": "decision"}));
                let (_, key) = idle.game().unwrap().answers().into_iter().rev().find(|(who, _)| *who == seat).unwrap();
                ok(&mut turns, &json!({"do": "choose", "seat": seat, "key": key}));
            }
            if step % 7 == 0 || prompt.of(SPY).is_none() {
                let bytes = |desk: &Desk| {
                    let all = all_it_can_get(desk.game().unwrap(), false);
                    all.iter().map(|text| without_seals(text)).collect::<Vec<_>>()
                };
                compared += same_bytes(&bytes(&idle), &bytes(&turns), &format!("scenario {scenario}, step {step}"));
            }
        }
    }
    assert!(compared > 300 && turned > 20, "{compared} {turned}");
}

/// What a driver who sees everything is told of a secret, and what a seat never is.
#[test]
fn the_secret_itself_is_in_a_save_and_nowhere_else() {
    let mut desk = begun("0", 3);
    for request in [json!({"do": "show"}), json!({"do": "log"}), json!({"do": "state"}), json!({"do": "replay"})] {
        assert!(!desk.line(&request.to_string()).contains(SECRET), "{request}");
    }
    let save = ok(&mut desk, &json!({"do": "save"}))["save"].clone();
    assert_eq!(save["head"]["secret"], SECRET);
    assert_eq!(ok(&mut desk, &json!({"do": "load", "save": save}))["taken_up"]["how"], "whole");
    // One that is not given is drawn, another for every game; games without secrets have none.
    let mut drawn = |game: &str| {
        ok(&mut desk, &json!({"do": "new", "game": game, "seed": 3}));
        ok(&mut desk, &json!({"do": "save"}))["save"]["head"]["secret"].clone()
    };
    let [one, two] = [drawn(sample!(sides)), drawn(sample!(sides))];
    assert!(one.as_str().is_some_and(|one| one.len() == 64) && one != two, "{one} {two}");
    assert_eq!(drawn(sample!(career)), Value::Null);
    let bad = say(&mut desk, &json!({"do": "new", "game": sample!(sides), "secret": "short"}));
    assert_eq!((&bad["ok"], &bad["error"]["at"]), (&json!(false), &json!("secret")));
}
