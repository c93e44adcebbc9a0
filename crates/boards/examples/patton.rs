//! Writes pages with boards of Patton's Best from games played at random, for looking at:
//! `cargo run -p hulldown-boards --example patton -- DIRECTORY`.

use hulldown_boards::{Panel, Spot, css, renderer};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Game, Session, Voice};
use hulldown_patton::{Patton, Setup};
use serde_json::Value;
use std::fmt::Write as _;

type Page = (&'static str, Vec<Panel>);

fn asked(game: &Session<Patton>) -> Option<(Vec<Spot>, Value)> {
    let Some(Pending::Choice { seat, ask, options, .. }) = game.pending().first() else { return None };
    let mut spots: Vec<Spot> = Vec::new();
    for choice in options {
        let words = game.working().choice_words(Patton::data(), *seat, *ask, *choice);
        let Some(id) = words.spot else { continue };
        match spots.iter_mut().find(|s| s.id == id) {
            Some(spot) => spot.count += 1,
            None => spots.push(Spot { id, count: 1, label: words.label }),
        }
    }
    let view = serde_json::to_value(game.working().view(Patton::data(), *seat)).ok()?;
    Some((spots, view))
}

/// What is worth a look: the first of each kind that is busy enough.
fn worth(view: &Value) -> Option<&'static str> {
    let stage = view["stage"].as_str().map(str::to_owned).unwrap_or_else(|| view["stage"].to_string());
    let enemies = view["enemies"].as_array().map_or(0, Vec::len);
    let smoke = view["smoke"].as_array().map_or(0, Vec::len);
    match stage.as_str() {
        "orders" if enemies >= 4 && smoke > 0 => Some("orders in smoke"),
        "orders" if enemies >= 5 => Some("orders"),
        "main_gun" => Some("main gun"),
        "machine_guns" if enemies >= 3 => Some("machine guns"),
        "contact" => Some("advance fire"),
        "operations" if view["report"]["areas"].as_u64() >= Some(2) => Some("operations"),
        s if s.contains("prepare") => Some("prepare"),
        "briefing" => Some("loading"),
        _ => None,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let boards = renderer("patton").ok_or("no renderer for patton")?;
    let mut pages: Vec<Page> = Vec::new();
    let mut career = Vec::new();
    for seed in 0..12u64 {
        let setup = Setup { name: "Cole".into(), tank_name: "Cobra King".into(), ..Setup::default() };
        let mut game = Session::<Patton>::new(setup, Patton::data(), DiceBox::new(seed, DiceMode::Random))?;
        let mut pick = seed as usize + 7;
        for _ in 0..6000 {
            let Some((spots, view)) = asked(&game) else { break };
            if let Some(what) = worth(&view).filter(|what| !pages.iter().any(|(seen, _)| seen == what)) {
                pages.push((what, boards.panels(&view, &spots, "/g/1")));
            }
            if view["history"].as_array().map_or(0, Vec::len) > 14 && career.is_empty() {
                career = boards.career(&view);
            }
            let Some(Pending::Choice { seat, options, .. }) = game.pending().first() else { break };
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = options[(pick >> 33) % options.len()];
            game.choose(*seat, choice)?;
        }
    }
    let mut body = String::new();
    pages.push(("career", career));
    for (what, panels) in &pages {
        let _ = write!(body, "<h2>{what}</h2>");
        for panel in panels {
            let _ = write!(body, "<section><h3>{}</h3>{}</section>", panel.title, panel.html);
        }
    }
    let _ = write!(body, "<h2>Library</h2><section>{}</section>", boards.picture());
    let page_css = "body{margin:0;padding:10px;font:16px/1.4 Georgia,serif;background:var(--hd-panel);color:var(--hd-ink)}\
        main{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,560px),1fr));align-items:start}\
        h2{grid-column:1/-1;margin:.5em 0 0}h3{margin:.2em 0}section{min-width:0}";
    for (name, attributes) in [
        ("light", "data-scheme=\"light\""),
        ("dark", "data-scheme=\"dark\""),
        ("contrast", "data-scheme=\"light\" data-contrast=\"high\""),
    ] {
        let page = format!(
            "<!doctype html><html lang=\"en\" {attributes}><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>Patton's Best</title><style>{}{page_css}</style></head><body><main>{body}</main></body></html>",
            css()
        );
        std::fs::write(format!("{dir}/patton-{name}.html"), page)?;
    }
    Ok(())
}
