//! Writes pages with every counter, several situations, mats and ribbons, for looking at:
//! `cargo run -p hulldown-boards --example sheet -- DIRECTORY`.

#[path = "../tests/all/common/mod.rs"]
mod common;

use common::{battle, busy, spots, unit};
use hulldown_boards::{Panel, Place, css, renderer};
use serde_json::{Value, json};
use std::fmt::Write as _;

fn put(page: &mut String, heading: &str, panels: &[Panel], wanted: impl Fn(&Panel) -> bool) {
    let _ = write!(page, "<h2>{heading}</h2>");
    for panel in panels.iter().filter(|p| wanted(p)) {
        let _ = write!(page, "<section><h3>{}</h3>{}</section>", panel.title, panel.html);
    }
}

fn every_counter() -> Vec<Value> {
    let mut all: Vec<Value> =
        (0..23).map(|n| unit(n + 1, Some(n as usize), ["A", "B", "C"][n as usize % 3], &[])).collect();
    all.push(unit(24, None, "D", &[]));
    all.push(unit(25, None, "E", &["reduced"]));
    all
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let ace = renderer("ace").ok_or("no renderer for ace")?;
    let mut body = String::new();

    let some = spots(&[
        "unit:1",
        "unit:6",
        "area:A",
        "ammo:he",
        "ammo:apcr",
        "crew:loader",
        "hatches",
        "rack",
        "smoke-mortar",
        "odd:1",
    ]);
    put(&mut body, "A busy fight", &ace.panels(&busy(), &some, "/g/1"), |_| true);

    let mut quiet = battle(vec![unit(1, Some(3), "B", &["tank"]), unit(2, None, "E", &["tank"])]);
    quiet["field"]["terrain"] = json!("bocage");
    quiet["field"]["weather"] = json!("rain");
    quiet["me"]["mat"]["hull"] = json!("left");
    quiet["me"]["mat"]["turret"] = json!("front");
    quiet["me"]["mat"]["hull_down"] = json!(false);
    quiet["me"]["board"]["range"] = json!("close");
    quiet["me"]["board"]["own_smoke"] = json!(2);
    quiet["me"]["tank"] = json!("m4a1_early");
    let turns = spots(&["hull:left", "hull:front", "hull:right", "unit:1"]);
    put(&mut body, "Close in the hedgerows", &ace.panels(&quiet, &turns, "/g/1"), |p| p.id == "battle");

    for (terrain, weather, tank) in
        [("urban", "overcast", "m26"), ("hills", "mud", "m4a3e2_76"), ("open", "clear", "m4a1_76w_hvss")]
    {
        let mut view = battle(vec![unit(1, Some(12), "A", &[]), unit(2, Some(15), "C", &["tank"])]);
        view["field"]["terrain"] = json!(terrain);
        view["field"]["weather"] = json!(weather);
        view["me"]["tank"] = json!(tank);
        view["me"]["mat"]["hull"] = json!("right");
        view["me"]["mat"]["turret"] = json!("left");
        view["me"]["mat"]["hull_down"] = json!(false);
        view["me"]["board"]["range"] = json!("long");
        put(&mut body, terrain, &ace.panels(&view, &[], "/g/1"), |p| p.id == "battle");
    }

    put(&mut body, "Every counter", &ace.panels(&battle(every_counter()), &[], "/g/1"), |p| p.id == "battle");
    for grade in 0..6 {
        let mut view = battle(vec![
            unit(1, None, "A", &[]),
            unit(2, None, "B", &["reduced"]),
            unit(3, None, "C", &["tank", "suppressed", "dug_in", "reduced"]),
        ]);
        view["field"]["grade"] = json!(grade);
        put(&mut body, &format!("Infantry, grade {grade}"), &ace.panels(&view, &[], "/g/1"), |p| p.id == "battle");
    }

    let mut calm = battle(vec![]);
    calm["stage"] = json!({"line": 0});
    put(&mut body, "Between battles", &ace.panels(&calm, &[], "/g/1"), |p| p.id == "battle");
    put(&mut body, "The career", &ace.career(&calm), |p| p.place == Place::Career);
    let _ = write!(body, "<h2>Library</h2><section>{}</section>", ace.picture());

    let page_css = "body{margin:0;padding:10px;font:16px/1.4 Georgia,serif;background:var(--hd-panel);color:var(--hd-ink)}\
        main{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,640px),1fr));align-items:start}\
        h2{grid-column:1/-1;margin:.5em 0 0}h3{margin:.2em 0}section{min-width:0}";
    for (name, attributes) in [
        ("light", "data-scheme=\"light\""),
        ("dark", "data-scheme=\"dark\""),
        ("contrast", "data-scheme=\"light\" data-contrast=\"high\""),
    ] {
        let page = format!(
            "<!doctype html><html lang=\"en\" {attributes}><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>Sheet</title><style>{}{page_css}</style></head><body><main>{body}</main></body></html>",
            css()
        );
        std::fs::write(format!("{dir}/sheet-{name}.html"), page)?;
    }
    Ok(())
}
