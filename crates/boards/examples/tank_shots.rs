//! Writes pages with situations of Tank!, for looking at: `cargo run -p hulldown-boards --example tank_shots -- DIRECTORY`.

#[path = "../tests/all/tank_play/mod.rs"]
mod tank_play;

use hulldown_boards::{Heard, Look, Panel, Place, css, renderer};
use hulldown_core::game::Game;
use hulldown_core::game::Seat;
use hulldown_core::hex::{Hex, Side};
use hulldown_tank::Tank;
use hulldown_tank::choice::Ask;
use hulldown_tank::state::{Hit, Place as At, Plot, Position, Stage, Unit};
use hulldown_tank::words::Task;
use serde_json::Value;
use std::fmt::Write as _;
use tank_play::{Played, in_fight};

const PAGE: &str = "body{margin:0;padding:10px;font:16px/1.4 Georgia,serif;background:var(--hd-panel);color:var(--hd-ink)}\
    main{display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}h2{margin:.2em 0;font-size:1.1em}section{min-width:0}\
    @media(min-width:1100px){main{grid-template-columns:minmax(0,1fr) 24rem;align-items:start}}";

fn page(dir: &str, name: &str, panels: &[Panel]) -> std::io::Result<()> {
    let mut columns = [String::new(), String::new()];
    for panel in panels {
        let column = usize::from(panel.place != Place::Board);
        let _ = write!(columns[column], "<section><h2>{}</h2>{}</section>", panel.title, panel.html);
    }
    let size: usize = panels.iter().map(|panel| panel.html.len()).sum();
    println!("{name}: {} kB", size / 1024);
    for (scheme, attributes) in [
        ("light", "data-scheme=\"light\""),
        ("dark", "data-scheme=\"dark\""),
        ("contrast", "data-scheme=\"light\" data-contrast=\"high\""),
    ] {
        let page = format!(
            "<!doctype html><html lang=\"en\" {attributes}><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{name}</title><style>{}{PAGE}</style></head><body><main><div>{}</div><div>{}</div></main></body></html>",
            css(),
            columns[0],
            columns[1]
        );
        std::fs::write(format!("{dir}/{name}-{scheme}.html"), page)?;
    }
    Ok(())
}

fn draw(dir: &str, name: &str, played: &Played, seat: Seat, look: &Look<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let tank = renderer("tank").ok_or("no renderer for tank")?;
    let spots = match played.asked() {
        Some((asked, ..)) if asked == seat => played.spots(),
        _ => Vec::new(),
    };
    let view = played.seen(seat);
    let begun = std::time::Instant::now();
    let panels = tank.look(&view, &spots, "/game/1", look);
    print!("{} µs, ", begun.elapsed().as_micros());
    page(dir, name, &panels)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let (a, b) = (Seat(0), Seat(1));
    let plain = Look::default();
    let whole = Look { whole: true, ..plain };
    for mode in ["open", "mixed", "closed"] {
        let played = Played::new("0", mode, "1x1", 7).until(in_fight);
        draw(&dir, &format!("whole-{mode}"), &played, a, &whole)?;
    }
    let alive = |p: &Played, n: usize| {
        (0..2).all(|side| p.state().armies[side].units.iter().filter(|u| u.hex().is_some()).count() >= n)
    };
    let ready = |p: &Played| {
        let plotted = p.state().armies[0].units.iter().filter(|unit| unit.plot.task.is_some()).count();
        in_fight(p)
            && !p.state().wrecks.is_empty()
            && alive(p, 3)
            && plotted > 1
            && matches!(p.asked(), Some((Seat(0), Ask::Plot, _)))
    };
    let fight = (0..200)
        .map(|seed| Played::new("0", "scenario", "1x1", seed).until(ready))
        .find(|p| ready(p))
        .ok_or("no fight")?;
    draw(&dir, "fight-alpha", &fight, a, &plain)?;
    draw(&dir, "fight-bravo", &fight, b, &plain)?;
    for unit in fight.state().armies[0].units.iter().filter(|unit| unit.hex().is_some()) {
        let about = format!("unit:alpha:{}", unit.code);
        let name = format!("plot-{}", unit.code);
        draw(&dir, &name, &fight, a, &Look { about: Some(&about), ..Look::default() })?;
    }
    // Someone with targets before him.
    let aiming = |p: &Played| {
        let state = p.state();
        let view = state.view(Tank::data(), Seat(0));
        let sees = |unit: &Unit| {
            view.enemies().filter(|seen| seen.known.is_some() && view.against_fire(unit, seen.hex).is_none()).count()
                > 1
        };
        let one = view.units().iter().find(|unit| unit.hex().is_some() && sees(unit)).map(|unit| unit.code.to_string());
        one.filter(|_| matches!(p.asked(), Some((Seat(0), Ask::Plot, _))))
    };
    let duel = (0..50)
        .map(|seed| Played::new("0", "open", "1x1", seed).until(|p| aiming(p).is_some()))
        .find(|p| aiming(p).is_some());
    let duel = duel.ok_or("no duel")?;
    let about = format!("unit:alpha:{}", aiming(&duel).unwrap_or_default());
    draw(&dir, "duel", &duel, a, &Look { about: Some(&about), ..Look::default() })?;
    let path = fight.until(|p| matches!(p.asked(), Some((Seat(0), Ask::Path(_), _))));
    let Some((_, Ask::Path(n), _)) = path.asked() else { return Err("no path".into()) };
    let about = format!("unit:alpha:{}", path.state().armies[0].units[usize::from(n)].code);
    draw(&dir, "path", &path, a, &Look { about: Some(&about), says: true, whole: false })?;

    let contact = |p: &Played| in_fight(p) && alive(p, 5) && p.state().armies[1].units.iter().any(|u| u.spotted);
    let contact = |p: &Played| contact(p) && matches!(p.asked(), Some((Seat(1), Ask::Plot, _)));
    let guns = (0..50)
        .map(|seed| Played::new("1", "scenario", "1x1", seed).until(contact))
        .find(|p| contact(p))
        .ok_or("no guns")?;
    draw(&dir, "guns-bravo", &guns, b, &plain)?;
    draw(&dir, "guns-alpha", &guns, a, &plain)?;
    let own = guns.state().armies[1].units.iter().find(|unit| unit.hex().is_some()).map(|unit| unit.code.to_string());
    let about = format!("unit:bravo:{}", own.unwrap_or_default());
    draw(&dir, "guns-aim", &guns, b, &Look { about: Some(&about), ..Look::default() })?;
    let rear = Played::new("9", "scenario", "1x1", 2).until(|p| p.state().turn > 2 && p.state().stage == Stage::Plot);
    draw(&dir, "rearguard-alpha", &rear, a, &plain)?;
    let entry = Played::new("5", "scenario", "2x1", 2).until(|p| matches!(p.asked(), Some((Seat(0), Ask::Entry, _))));
    draw(&dir, "entry", &entry, a, &plain)?;
    let stop = |p: &Played| matches!(p.asked(), Some((Seat(0), Ask::Stop, _)));
    let stopped =
        (0..50).map(|seed| Played::new("0", "open", "1x1", seed).until(stop)).find(|p| stop(p)).ok_or("no stop")?;
    draw(&dir, "stop", &stopped, a, &plain)?;
    let turn = |p: &Played| matches!(p.asked(), Some((Seat(0), Ask::Facing(_), _))) && p.state().last_fire > 0;
    let facing =
        (0..50).map(|seed| Played::new("0", "mixed", "1x1", seed).until(turn)).find(|p| turn(p)).ok_or("no facing")?;
    draw(&dir, "facing", &facing, a, &plain)?;
    let march = Played::new("0", "scenario", "1x1", 4).until(|p| p.state().turn == 2);
    draw(&dir, "march", &march, a, &plain)?;

    // Every mark and every sort of plot at once.
    let mut all = guns.state().clone();
    let ground = Tank::data().ground(all.sheets);
    let hex = |number: u16| ground.id(Hex::numbered(number));
    let spots = [2210, 2311, 2408, 2509, 2612, 2712, 2510, 2409, 2308, 2307, 2207, 2108, 2109, 2110, 2111, 2112];
    for (n, unit) in all.armies[1].units.iter_mut().enumerate() {
        let Some(at) = spots.get(n / 2 * 2 % spots.len()).and_then(|number| hex(*number)) else { continue };
        (unit.place, unit.spotted, unit.hidden) = (At::On(at), n % 3 == 0, n % 5 == 1);
        (unit.panicked, unit.hit) = (n % 4 == 0, if n % 6 == 2 { Hit::AfterMove } else { Hit::None });
        unit.facing = Side::at(n);
        unit.plot = match n {
            0 => Plot { task: Some(Task::Df), target: hex(1712), ..Plot::default() },
            2 => Plot { task: Some(Task::Of), target: hex(2817), ..Plot::default() },
            4 => Plot { task: Some(Task::Fc), ..Plot::default() },
            9 => Plot { task: Some(Task::Of), target: None, ..Plot::default() },
            11 => Plot { task: Some(Task::Mv), steps: "D".parse()?, ..Plot::default() },
            _ => Plot::default(),
        };
    }
    for (n, unit) in all.armies[0].units.iter_mut().enumerate().take(4) {
        let (number, steps, task) =
            [(1609, "CCD", Task::Ov), (1512, "EE", Task::Mvr), (1806, "AAA", Task::Mv), (1712, "", Task::Fc)][n];
        unit.place = At::On(hex(number).ok_or("no such hex")?);
        unit.spotted = n != 1;
        unit.plot = Plot { task: Some(task), steps: steps.parse()?, exits: n == 2, ..Plot::default() };
    }
    all.wrecks = [1712, 2012, 2614].into_iter().filter_map(hex).collect();
    all.positions = [2210, 2408, 2612].into_iter().filter_map(hex).map(|hex| Position { hex, hidden: false }).collect();
    for (name, seat) in [("marks-alpha", a), ("marks-bravo", b)] {
        let view = serde_json::to_value(all.view(Tank::data(), seat))?;
        let tank = renderer("tank").ok_or("no renderer for tank")?;
        let mut panels = tank.panels(&view, &[], "/game/1");
        for panel in &mut panels {
            panel.html = panel.html.replace("<details ", "<details open ");
        }
        page(&dir, name, &panels)?;
    }

    // A turn to watch.
    let fires = |p: &Played| {
        let turn = p.state().turn;
        let shots = p.heard(Seat(0), 0).iter().filter(|(fact, _)| fact["fact"] == "destroyed").count();
        shots > 0 && in_fight(p) && p.state().last_fire + 1 >= turn
    };
    let before = Played::new("0", "open", "1x1", 11).until(fires);
    let (seen, told, turn) = (before.seen(a), before.game.told(), before.state().turn);
    let after = before.until(|p| p.state().turn > turn);
    let heard = after.heard(a, told);
    let heard: Vec<Heard<'_>> = heard.iter().map(|(fact, text): &(Value, String)| Heard { fact, text }).collect();
    let tank = renderer("tank").ok_or("no renderer for tank")?;
    let beats = tank.beats(&seen, &heard);
    let json = serde_json::to_string(&beats)?;
    println!("{} beats, {} kB", beats.len(), json.len() / 1024);
    std::fs::write(format!("{dir}/beats.json"), json)?;
    // The board with some of its moments shown, forwards from the first.
    let mut board = tank.look(&seen, &[], "/game/1", &plain).swap_remove(0);
    for (n, beat) in beats.iter().enumerate() {
        for change in &beat.changes {
            let after = change.after.clone().unwrap_or_default();
            match &change.before {
                Some(before) => board.html = board.html.replace(before, &after),
                None => board.html = board.html.replace("<g id=\"tk-units\">", &format!("<g id=\"tk-units\">{after}")),
            }
        }
        if n % 4 == 1 || beat.over.contains("tk-df") {
            let over = format!("<g id=\"tk-beat\" aria-hidden=\"true\">{}</g>", beat.over);
            let under = format!("<g id=\"tk-beat-under\" aria-hidden=\"true\">{}</g>", beat.under);
            let mut shown = board.clone();
            shown.html = shown.html.replace("<g id=\"tk-beat-under\" aria-hidden=\"true\"></g>", &under);
            shown.title = format!("{}: {}", beat.part, beat.texts.join(" / "));
            shown.html = shown.html.replace("<g id=\"tk-beat\" aria-hidden=\"true\"></g>", &over);
            page(&dir, &format!("beat-{n}"), &[shown])?;
        }
    }
    page(&dir, "picture", &[Panel { id: "p", title: "Library".into(), place: Place::Side, html: tank.picture() }])?;
    Ok(())
}
