//! The plan of a Week in one line.

use crate::common::*;
use hulldown_core::game::{Seat, Voice};
use hulldown_leader::Leader;
use hulldown_leader::talk::Ask;
use hulldown_leader::words::*;

fn group() -> Leader {
    let scene = Scene::new().pair(42, Name::Eandi).pair(902, Name::Reisner).pair(921, Name::Sanders);
    scene.with(|game| game.support = [1, 2]).game
}

fn said(line: &str) -> Result<String, String> {
    let answers = group().spoken(charts(), Seat(0), Ask::Plan, line).unwrap_or_else(|| Err("nothing".into()))?;
    Ok(answers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// rules: leader week.assign.1 week.assign.2 week.assign.5
#[test]
fn a_line_is_a_plan() {
    assert_eq!(
        said("plan 9A: 042+Eandi, 902+Reisner, scout 2").unwrap(),
        "attack:9A send:042 send:902 under:reisner assign:scout assign:scout done done"
    );
    assert_eq!(said("plan 9a: 902").unwrap(), "attack:9A send:902 under:reisner done done");
    assert_eq!(said("PLAN").unwrap(), "done");
}

/// A Unit goes once, with a Commander of its type who is free.
/// rules: leader week.assign.7 week.assign.2
#[test]
fn what_cannot_be_is_said_with_its_rule() {
    assert_eq!(said("plan 9A: 042, 042").unwrap_err(), "9A: 042: it is assigned already (week.assign.7)");
    assert!(said("plan 9A: 042+Reisner").unwrap_err().ends_with("Reisner cannot command it now (week.assign.2)"));
    assert!(said("plan 9A: 777").unwrap_err().ends_with("you have no such Unit (week.assign.1)"));
    assert!(said("plan 9A").unwrap_err().contains("say who goes"));
    assert!(said("plan 9A: scout x").unwrap_err().contains("how many"));
    assert!(said("plan nine: 042").is_err());
    assert_eq!(said("attack 9A").unwrap_err(), "nothing");
    assert!(group().spoken(charts(), Seat(0), Ask::Rest, "plan 9A: 042").unwrap().is_err());
}
