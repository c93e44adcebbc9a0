//! Two situations drawn, compared with what was drawn before. `HULLDOWN_BLESS=1 cargo test -p hulldown-boards` takes the new drawing.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use crate::common::{battle, busy, spots, unit};
use hulldown_boards::{Panel, renderer};
use serde_json::{Value, json};
use std::path::Path;

/// One element a line, so that a difference is readable.
fn lines(panels: &[Panel]) -> String {
    let mut out = String::new();
    for panel in panels {
        out.push_str(&format!("== {} ==\n{}\n", panel.id, panel.html.replace("><", ">\n<")));
    }
    out
}

fn compare(name: &str, view: &Value, ids: &[&str]) {
    let drawn = lines(&renderer("ace").unwrap().panels(view, &spots(ids), "/game/1"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("HULLDOWN_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &drawn).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some((n, (old, new))) = golden.lines().zip(drawn.lines()).enumerate().find(|(_, (old, new))| old != new) {
        panic!("{name}:{}: was\n  {old}\nis\n  {new}\nHULLDOWN_BLESS=1 takes the new one", n + 1);
    }
    assert_eq!(golden.lines().count(), drawn.lines().count(), "{name} has more or fewer lines");
}

#[test]
fn a_busy_fight() {
    compare("busy.txt", &busy(), &["unit:1", "unit:6", "area:A", "ammo:he", "crew:loader", "hatches", "rack"]);
}

#[test]
fn close_in_the_hedgerows() {
    let mut view = battle(vec![unit(1, Some(3), "B", &["tank"]), unit(2, None, "E", &["reduced"])]);
    view["field"]["terrain"] = json!("bocage");
    view["field"]["weather"] = json!("rain");
    view["me"]["mat"]["hull"] = json!("left");
    view["me"]["mat"]["hull_down"] = json!(false);
    view["me"]["board"]["range"] = json!("close");
    view["me"]["board"]["own_smoke"] = json!(2);
    compare("hedgerows.txt", &view, &["hull:left", "hull:front", "hull:right", "unit:1"]);
}
