//! `hulldown drive`: one line in, one line out, whatever comes.

use crate::common::{GAME, Home, finish};
use serde_json::Value;

fn replies(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_by_json_lines() {
    let home = Home::new();
    let new = format!(r#"{{"do":"new","game":"{GAME}","seed":1}}"#);
    let lines = [
        r#"{"do":"games"}"#,
        &new,
        r#"{"do":"show"}"#,
        r#"{"do":"auto","policy":"random","until":"end"}"#,
        r#"{"do":"save"}"#,
        r#"{"do":"quit"}"#,
        r#"{"do":"games"}"#,
    ];
    let out = home.say(&["drive"], &(lines.join("\n") + "\n")).ok();
    let said = replies(&out);
    assert_eq!(said.len(), 6, "nothing is answered after quit");
    assert!(said.iter().all(|reply| reply["ok"] == true), "{out}");
    assert_eq!(said[0]["games"][0]["game"].as_str().or(said[0]["games"][0]["id"].as_str()), Some(GAME));
    assert!(said[1]["ask"]["options"].is_array());
    assert!(said[3]["outcome"].is_object());
    // The same lines give the same bytes, and the save is one that other commands take.
    assert_eq!(out, home.say(&["drive"], &(lines.join("\n") + "\n")).ok());
    std::fs::write(home.path("save.json"), said[4]["save"].to_string()).unwrap();
    assert!(home.run(&["verify", "save.json"]).ok().contains("right."));
}

#[test]
fn bad_lines_are_answered_and_the_conversation_goes_on() {
    let home = Home::new();
    let mut input = Vec::new();
    for line in ["{\"do\":", "[]", "{\"do\":\"fly\"}", "{\"do\":\"show\"}", "{\"do\":\"games\",\"x\":1}"] {
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    input.extend(std::iter::repeat_n(b'x', 10 << 20));
    input.push(b'\n');
    input.extend_from_slice(b"\xff\xfe\n");
    input.extend_from_slice(b"{\"do\":\"games\"}");
    let ran = finish(home.command(&["drive"]).spawn().unwrap(), input);
    let said = replies(&ran.ok());
    assert_eq!(said.len(), 8);
    let (last, bad) = said.split_last().unwrap();
    assert!(bad.iter().all(|reply| reply["ok"] == false && reply["error"]["message"].is_string()), "{said:?}");
    assert_eq!(last["ok"], true, "the last line needs no end");
}
