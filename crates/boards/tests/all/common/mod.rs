//! Situations to draw, shared by tests and the sheet.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_boards::Spot;
use serde_json::{Value, json};

/// A unit on a board.
pub(crate) fn unit(id: u32, kind: Option<usize>, area: &str, marks: &[&str]) -> Value {
    let mut unit = json!({
        "id": id, "class": if kind.is_some() { "" } else { "INF" }, "kind": kind, "area": area, "steps": 2, "aim": "elsewhere",
        "name": "",
    });
    for mark in marks {
        match *mark {
            "tank" | "helper" => unit["aim"] = json!(mark),
            "reduced" => unit["steps"] = json!(1),
            other => unit[other] = json!(true),
        }
    }
    unit
}

/// A view of a battle.
#[allow(dead_code)]
pub(crate) fn battle(enemies: Vec<Value>) -> Value {
    let mut view: Value = serde_json::from_str(include_str!("battle.json")).unwrap();
    view["me"]["enemies"] = Value::Array(enemies);
    view
}

/// A fight of middling size with many marks.
#[allow(dead_code)]
pub(crate) fn busy() -> Value {
    battle(vec![
        unit(1, Some(2), "B", &["tank", "hull_down"]),
        unit(2, Some(6), "C", &["side_open", "buttoned"]),
        unit(3, None, "A", &["dug_in", "suppressed", "reduced"]),
        unit(4, Some(14), "C", &["suppressed"]),
        unit(5, Some(21), "A", &["mounted"]),
        unit(6, Some(1), "D", &["tank", "immobilized"]),
        unit(7, None, "B", &[]),
    ])
}

/// Spots from their ids.
#[allow(dead_code)]
pub(crate) fn spots(ids: &[&str]) -> Vec<Spot> {
    ids.iter().map(|id| Spot { id: (*id).into(), count: 2, label: format!("At {id}") }).collect()
}
