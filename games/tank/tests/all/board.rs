//! The drawings of Tank!: well-formed, every spot a link, ids that stay, nothing a seat may not know, small enough, and turns that can
//! be watched both ways.

use crate::common::thumb::{Played, in_fight};
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::session::Told;
use hulldown_draw::{Beat, Drawn, HeardEvent, Look, Panel, Region, Spot};
use hulldown_kit::page::{check, is_styled, links_are, whole};
use hulldown_tank::state::Stage;
use hulldown_tank::talk::Ask;
use hulldown_tank::{Tank, View};
use std::collections::{BTreeMap, BTreeSet};

fn drawn(game: &Tank, seat: Seat, spots: &[Spot]) -> Vec<Panel> {
    looked(game, seat, spots, &Look::default())
}

fn looked(game: &Tank, seat: Seat, spots: &[Spot], look: &Look<'_>) -> Vec<Panel> {
    Tank::panels(&game.view(Tank::data(), seat), spots, "/game/7", look)
}

/// What is about a place, line by line.
fn near(view: &View<'_>, place: &str) -> Vec<String> {
    let look = Look { about: Some(place), ..Look::default() };
    let panels = Tank::panels(view, &[], "/game/7", &look);
    let Some(panel) = panels.iter().find(|panel| panel.id == "near") else { return Vec::new() };
    panel.html.split("<li>").skip(1).map(|line| line.split("</li>").next().unwrap().to_string()).collect()
}

/// The element ids of counters.
fn counters(panels: &[Panel]) -> BTreeSet<String> {
    let page = whole(panels);
    let doc = roxmltree::Document::parse(&page).unwrap();
    let ids = doc.descendants().filter_map(|n| n.attribute("id").filter(|id| id.starts_with("u-")));
    ids.map(String::from).collect()
}

#[test]
fn real_games_are_drawn_at_every_question() {
    let mut kinds = BTreeSet::new();
    for (scenario, mode, sheets, seed) in [
        ("0", "scenario", "1x1", 1),
        ("1", "closed", "1x1", 2),
        ("5", "open", "2x1", 3),
        ("9", "scenario", "1x2", 4),
        ("12", "mixed", "1x1", 5),
    ] {
        let mut played = Played::new(scenario, mode, sheets, seed);
        let mut last: Option<(Ask, u16)> = None;
        for n in 0..1500 {
            let Some((seat, ask, _)) = played.asked() else { break };
            let turn = played.state().turn;
            // Each kind of question in each turn, once, and now and then anything.
            if last
                .is_none_or(|(was, when)| std::mem::discriminant(&was) != std::mem::discriminant(&ask) || when != turn)
                && (n < 40 || n % 5 == 0)
            {
                kinds.insert(format!("{ask:?}").split('(').next().unwrap().to_string());
                let spots = played.spots();
                links_are(&drawn(played.state(), seat, &spots), &spots);
                check(&drawn(played.state(), Seat(1 - seat.0), &[]));
                check(&Tank::career(&played.state().view(Tank::data(), seat)));
            }
            last = Some((ask, turn));
            played.step();
        }
    }
    for kind in ["Entry", "Plot", "Task", "Path", "SiteRow", "Facing", "March"] {
        assert!(kinds.contains(kind), "{kind} was never asked: {kinds:?}");
    }
    check(&[Panel::new("p", "", Region::Board, Tank::picture().unwrap())]);
}

/// A face-down enemy, a hidden position, a secret plot: a game in which they are others looks the same to the byte.
#[test]
fn nothing_hidden_is_drawn() {
    let d = Tank::data();
    let mut differed = 0;
    for (scenario, seed) in [("0", 1), ("1", 2), ("2", 3), ("9", 4), ("11", 5)] {
        let mut played = Played::new(scenario, "scenario", "1x1", seed);
        for n in 0..1200 {
            if n % 61 == 0 {
                let state = played.state();
                for seat in [Seat(0), Seat(1)] {
                    let view = state.view(d, seat);
                    let mut luck = 12345 + n as u32;
                    let other = state.imagined(d, seat, &mut |below| {
                        luck = luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (luck >> 8) % below
                    });
                    differed += u32::from(other != *state);
                    let about = view.units().iter().find(|u| u.hex().is_some());
                    let about = about.map(|u| format!("unit:{}:{}", view.force().id(), u.code));
                    let look = Look { about: about.as_deref(), whole: n % 2 == 0, ..Look::default() };
                    let draw = |game: &Tank| (looked(game, seat, &[], &look), Tank::career(&game.view(d, seat)));
                    assert_eq!(draw(state), draw(&other), "scenario {scenario}, {seat:?}");
                }
            }
            if !played.step() {
                break;
            }
        }
    }
    assert!(differed > 30, "only {differed} imagined games were others");
}

/// The letters of a face-down enemy and the hex of a hidden one are nowhere in what a seat is sent.
#[test]
fn unspotted_letters_and_hidden_hexes_are_not_in_the_page() {
    let played =
        Played::new("1", "scenario", "1x1", 2).until(|p| p.state().turn == 2 && p.state().stage == Stage::Plot);
    let state = played.state();
    let page = whole(&drawn(state, Seat(0), &[]));
    let mut hidden = 0;
    for unit in state.armies[1].units.iter().filter(|unit| !unit.spotted) {
        assert!(!page.contains(&format!("u-bravo-{}\"", unit.code)), "{} is named", unit.code);
        if unit.hidden {
            hidden += 1;
            let name = Tank::data().ground(state.sheets).name(unit.hex().unwrap());
            assert!(!page.contains(&format!("ip-{name}")) && !page.contains(&format!("at-{name}")), "{name} is shown");
        }
    }
    assert!(hidden > 3);
    let own = whole(&drawn(state, Seat(1), &[]));
    assert!(own.contains("tk-ip-hidden") && own.contains("hidden from the enemy"));
}

#[test]
fn counters_keep_their_ids() {
    let played = Played::new("0", "scenario", "1x1", 7).until(in_fight);
    let before = counters(&drawn(played.state(), Seat(0), &[]));
    assert!(before.contains("u-alpha-A"));
    let turn = played.state().turn;
    let played = played.until(|p| p.state().turn > turn + 1);
    let after = counters(&drawn(played.state(), Seat(0), &[]));
    for unit in played.state().armies[0].units.iter().filter(|unit| unit.hex().is_some()) {
        let id = format!("u-alpha-{}", unit.code);
        assert!(before.contains(&id) && after.contains(&id));
    }
}

/// Everything one can say by pointing is understood at the table and allowed there.
#[test]
fn what_the_map_says_is_understood() {
    let d = Tank::data();
    let ready = |p: &Played| in_fight(p) && matches!(p.asked(), Some((Seat(0), Ask::Plot, _)));
    let (mut said, mut taken, mut tasks) = (0, 0, BTreeMap::<String, u32>::new());
    for (scenario, seed) in [("0", 3), ("0", 8), ("1", 1), ("7", 2), ("9", 6)] {
        let played = Played::new(scenario, "scenario", "1x1", seed).until(ready);
        if !ready(&played) {
            continue;
        }
        let spots = played.spots();
        for unit in played.state().armies[0].units.iter().filter(|unit| unit.in_play()).take(4) {
            let about = format!("unit:alpha:{}", unit.code);
            let panels = looked(played.state(), Seat(0), &spots, &Look { about: Some(&about), ..Look::default() });
            links_are(&panels, &spots);
            let page = whole(&panels);
            let doc = roxmltree::Document::parse(&page).unwrap();
            for (n, node) in doc.descendants().filter(|n| n.has_attribute("data-say")).enumerate() {
                let line = node.attribute("data-say").unwrap();
                let choices = played
                    .state()
                    .spoken(d, Seat(0), Ask::Plot, line)
                    .unwrap_or_else(|| panic!("`{line}` is not heard"));
                let choices = choices.unwrap_or_else(|why| panic!("`{line}`: {why}"));
                *tasks.entry(line.split(' ').nth(1).unwrap().to_string()).or_default() += 1;
                if n % 9 == 0 {
                    let mut trial = played.game.after(usize::MAX);
                    said += 1;
                    taken += u32::from(choices.into_iter().all(|choice| trial.choose(Seat(0), choice).is_ok()));
                }
            }
        }
    }
    for task in ["mv", "mvr", "of", "df", "none", "fc"] {
        assert!(tasks.contains_key(task), "{task} is never said: {tasks:?}");
    }
    assert!(said > 50 && taken == said, "{taken} of {said} were allowed");
}

/// While a path is being plotted the hexes that are said lengthen it, each by what it says.
#[test]
fn a_path_goes_on_where_the_map_says() {
    let d = Tank::data();
    let mut said = 0;
    for seed in 0..6 {
        let stepped = |p: &Played| match p.asked() {
            Some((Seat(0), Ask::Path(n), _)) => p.state().armies[0].units[usize::from(n)].plot.steps.len() == 1,
            _ => false,
        };
        let played = Played::new("0", "scenario", "1x1", seed).until(stepped);
        let Some((seat, ask, _)) = played.asked() else { continue };
        let about = played.state().ask_spot(d, seat, ask).unwrap();
        let spots = played.spots();
        let look = Look { about: Some(&about), says: true, ..Look::default() };
        let panels = looked(played.state(), seat, &spots, &look);
        links_are(&panels, &spots);
        let page = whole(&panels);
        let doc = roxmltree::Document::parse(&page).unwrap();
        let Ask::Path(n) = ask else { continue };
        for node in doc.descendants().filter(|n| n.has_attribute("data-say")) {
            let (line, label) = (node.attribute("data-say").unwrap(), node.attribute("aria-label").unwrap());
            let Some(Ok(choices)) = played.state().spoken(d, seat, ask, line) else { continue };
            let mut trial = played.game.after(usize::MAX);
            if choices.into_iter().all(|choice| trial.choose(seat, choice).is_ok()) && !line.contains("df") {
                let view = trial.working().view(d, seat);
                let unit = view.unit(n).unwrap();
                let cost = format!("for {} of {}", view.points(unit), view.allowance(unit, unit.plot.task));
                // What would bear on it there may follow.
                assert!(
                    label.split("; ").next().is_some_and(|says| says.ends_with(&cost)),
                    "{label}, but it is {cost}"
                );
                said += 1;
            }
        }
    }
    assert!(said > 20, "only {said}");
}

/// Applies moments to the counters of a board, forwards or backwards.
fn apply(board: &mut BTreeMap<String, String>, beat: &Beat, forwards: bool) {
    let mut changes: Vec<_> = beat.changes.iter().collect();
    if !forwards {
        changes.reverse();
    }
    for change in changes {
        let (from, to) = if forwards { (&change.before, &change.after) } else { (&change.after, &change.before) };
        assert_eq!(board.get(&change.id), from.as_ref(), "{} is not as it was left", change.id);
        match to {
            Some(markup) => board.insert(change.id.clone(), markup.clone()),
            None => board.remove(&change.id),
        };
    }
}

/// The counters in the order they are drawn: place and letters.
fn stands(markup: &str) -> (String, String) {
    let between = |front: &str, end: &str| {
        let from = markup.find(front).unwrap() + front.len();
        markup[from..from + markup[from..].find(end).unwrap()].to_string()
    };
    let code = if markup.contains("tk-code") { between("\" y=\"11.5\">", "<") } else { "?".into() };
    let force = if markup.contains("tk-card-alpha") { "alpha" } else { "bravo" };
    (
        between("aria-label=\"", "\"")
            .split(", ")
            .find(|w| w.len() == 4 && w.bytes().all(|b| b.is_ascii_digit()))
            .unwrap_or("off")
            .to_string(),
        format!("{force} {code}"),
    )
}

/// Along the north and south edge the numbers of all hexes lay on each other.
#[test]
fn entry_hexes_are_numbered_apart_along_every_edge() {
    for (scenario, seat) in [("0", Seat(0)), ("8", Seat(0)), ("8", Seat(1))] {
        let played = Played::new(scenario, "scenario", "1x1", 5).until(|p| p.asked().is_some_and(|(s, ..)| s == seat));
        let board = drawn(played.state(), seat, &played.spots()).remove(0).html;
        let (numbers, hexes) = (board.matches("tk-col-number").count(), played.spots().len());
        assert!(numbers * 3 < hexes && numbers * 5 > hexes, "scenario {scenario}: {numbers} of {hexes}");
    }
}

#[test]
fn a_turn_is_watched_both_ways() {
    let (mut moments, mut shots, mut wrecks) = (0, 0, 0);
    for (scenario, seed) in [("0", 3), ("0", 9), ("1", 2), ("9", 4)] {
        let mut played = Played::new(scenario, "scenario", "1x1", seed).until(|p| p.state().stage == Stage::Plot);
        for _ in 0..12 {
            let turn = played.state().turn;
            let told = played.game.told();
            let before = played.state().clone();
            played = played.until(|p| p.state().turn > turn);
            if played.state().is_over() {
                break;
            }
            for seat in [Seat(0), Seat(1)] {
                let log = played.game.log();
                let beats = Tank::beats(&before.view(Tank::data(), seat), &heard(&log[told.min(log.len())..], seat));
                moments += beats.len();
                // The board before, as the moments know it.
                let mut board = BTreeMap::new();
                for beat in beats.iter().rev() {
                    for change in beat.changes.iter().rev() {
                        match &change.before {
                            Some(markup) => board.insert(change.id.clone(), markup.clone()),
                            None => board.remove(&change.id),
                        };
                    }
                }
                let first = board.clone();
                for beat in &beats {
                    apply(&mut board, beat, true);
                    shots += usize::from(beat.over.contains("tk-df"));
                    wrecks += usize::from(beat.changes.iter().any(|c| c.id.starts_with("wreck-")));
                    roxmltree::Document::parse(&format!("<g>{}{}</g>", beat.under, beat.over)).unwrap();
                    assert!(!beat.texts.is_empty() && beat.texts.iter().all(|text| !text.is_empty()));
                    // Nobody reads a seal.
                    assert!(
                        beat.texts.iter().all(|text| text.split(' ').all(|word| word.len() < 40)),
                        "{:?}",
                        beat.texts
                    );
                }
                // Whoever moved stands where the next turn finds him.
                let now = counters_at(&drawn(played.state(), seat, &[]));
                for (id, markup) in board.iter().filter(|(id, _)| id.starts_with("u-")) {
                    let (at, what) = stands(markup);
                    assert!(
                        now.contains(&(at.clone(), what.clone())),
                        "{id}: {what} in {at}, scenario {scenario}, turn {turn}, {seat:?}\n{now:?}"
                    );
                }
                for beat in beats.iter().rev() {
                    apply(&mut board, beat, false);
                }
                assert_eq!(board, first);
            }
        }
    }
    assert!(moments > 300 && shots > 10 && wrecks > 2, "{moments} moments, {shots} shots, {wrecks} wrecks");
}

/// What a seat heard of these.
pub(crate) fn heard(log: &[Told<Tank>], seat: Seat) -> Vec<HeardEvent<'_, Tank>> {
    let told = log.iter().filter(|told| told.is_heard_by(seat)).map(|told| match told {
        Told::Event(event) => HeardEvent { event: Some(event), text: Tank::event_words(Tank::data(), event).text },
        Told::Roll(check, rolled) => HeardEvent { event: None, text: format!("{}: {}", check.purpose, rolled.total) },
        Told::Forced { label, .. } => HeardEvent { event: None, text: label.clone() },
    });
    told.collect()
}

fn counters_at(panels: &[Panel]) -> BTreeSet<(String, String)> {
    let html = &panels[0].html;
    html.split("<g id=\"u-").skip(1).map(stands).collect()
}

#[test]
fn pages_stay_small() {
    for (scenario, mode, sheets) in [("1", "closed", "1x1"), ("5", "mixed", "2x2"), ("0", "open", "1x1")] {
        let played = Played::new(scenario, mode, sheets, 2).until(|p| p.state().turn == 3);
        let unit = played.state().armies[0].units.iter().find(|u| u.hex().is_some()).unwrap();
        let about = format!("unit:alpha:{}", unit.code);
        let look = Look { about: Some(&about), says: true, whole: true, ..Look::default() };
        let page = whole(&looked(played.state(), Seat(0), &played.spots(), &look));
        let small = miniz(&page);
        println!("scenario {scenario}, {sheets}: {} kB, {} kB packed", page.len() / 1024, small / 1024);
        assert!(small < 90 * 1024, "scenario {scenario}: {small} bytes packed");
    }
}

fn miniz(page: &str) -> usize {
    miniz_oxide::deflate::compress_to_vec(page.as_bytes(), 6).len()
}

#[test]
fn a_place_is_told_in_words() {
    let played = Played::new("0", "scenario", "1x1", 7).until(in_fight);
    let view = played.state().view(Tank::data(), Seat(0));
    let lines = near(&view, "hex:3808");
    assert_eq!(lines[0], "3808, clear, in the depression");
    assert!(lines.iter().filter(|line| line.contains("): ")).count() >= 6);
    assert!(lines.iter().any(|line| line.starts_with("our ") && line.contains(" to the ")));
    let unit = played.state().armies[0].units.iter().find(|u| u.hex().is_some()).unwrap();
    let lines = near(&view, &format!("unit:alpha:{}", unit.code));
    assert!(lines.iter().any(|line| line.ends_with("is here")));
    assert!(near(&view, "9999").is_empty());
}

/// Letters stand out from their counters and numbers from the ground, in every set of colors.
#[test]
fn letters_and_numbers_stand_out() {
    let color = |value: &str| {
        let hex = u32::from_str_radix(value.trim().strip_prefix('#')?, 16).ok()?;
        let part = |c: u32| {
            let c = f64::from(c & 255) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        Some(0.2126 * part(hex >> 16) + 0.7152 * part(hex >> 8) + 0.0722 * part(hex))
    };
    // Each color is one for both schemes, or `light-dark(one, other)`.
    let set = |dark: bool| -> BTreeMap<&str, f64> {
        let lines =
            Tank::CSS.split([';', '{', '}']).filter_map(|line| line.trim().strip_prefix("--tk-")?.split_once(':'));
        let colors = lines.filter_map(|(name, value)| {
            let both =
                value.trim().strip_prefix("light-dark(").and_then(|both| both.strip_suffix(')')?.split_once(','));
            Some((name, color(both.map_or(value, |(light, other)| if dark { other } else { light }))?))
        });
        // The first is that of every contrast.
        colors.rev().collect()
    };
    let sets = [set(false), set(true)];
    assert!(sets.iter().all(|set| set.len() > 20) && sets[0]["field"] > sets[1]["field"]);
    for all in &sets {
        for (text, ground) in [
            ("alpha-ink", "alpha"),
            ("bravo-ink", "bravo"),
            ("number", "field"),
            ("number", "high"),
            ("number", "low"),
            ("number", "rough"),
        ] {
            let (a, b) = (all[text], all[ground]);
            let ratio = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(ratio >= 4.5, "{text} on {ground} is {ratio:.2}");
        }
        // Who cannot tell the colors apart can tell light from dark.
        let (a, b) = (all["alpha"], all["bravo"]);
        assert!((a.max(b) + 0.05) / (a.min(b) + 0.05) >= 2.5);
    }
}

/// Every class that is drawn is known to the stylesheet, and so is every class it names.
#[test]
fn every_class_has_a_style() {
    let played = Played::new("1", "scenario", "1x1", 2).until(in_fight);
    let mut page = String::new();
    for seat in [Seat(0), Seat(1)] {
        page += &whole(&drawn(played.state(), seat, &played.spots()));
    }
    let bare = [
        "tk-units",
        "tk-row-alpha",
        "tk-row-bravo",
        "tk-figures",
        "tk-standing",
        "tk-open",
        "tk-mixed",
        "tk-closed",
        "tk-down",
        "tk-ground",
    ];
    let css = format!("{}{}", hulldown_draw::CSS, Tank::CSS);
    assert!(is_styled(&page, &css, "tk-", &bare) > 40);
}

/// A game with charts of its own is drawn with them: chances, reach, weapons and the map itself.
#[test]
fn a_packs_figures_are_drawn() {
    let shipped = Tank::shipped();
    let changed = |file: &str, change: &dyn Fn(&str) -> String| {
        let text = shipped.text(file).unwrap();
        let new = change(text);
        assert_ne!(new, text, "{file}");
        (file.to_string(), new)
    };
    // Guns that go through everything, vehicles that crawl, and a hill with another name.
    let weak = |line: &str| match line.split_once("ap = ") {
        Some((before, after)) if after.starts_with(|c: char| ('1'..='9').contains(&c)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}ap = 30{rest}")
        }
        _ => line.to_string(),
    };
    let pack = BTreeMap::from([
        changed("weapons.toml", &|text| text.lines().map(weak).collect::<Vec<_>>().join("\n")),
        changed("map.toml", &|text| text.replacen("name = \"", "name = \"Far <Hill> ", 1)),
    ]);
    let charts = Tank::load(&shipped.clone().overlay("strong guns", pack).unwrap()).unwrap();
    let charts: &'static hulldown_tank::charts::Charts = Box::leak(Box::new(charts));

    // A game in which somebody can be fired at with a chance that is known.
    let chances = |view: &View<'_>| -> Vec<String> {
        let mut all = Vec::new();
        for unit in view.units() {
            let about = format!("unit:alpha:{}", unit.code);
            let look = Look { about: Some(&about), says: true, whole: true, ..Look::default() };
            let page = whole(&Tank::panels(view, &[], "/game/7", &look));
            all.extend(page.split("tk-odds-word").skip(1).map(|part| {
                let word = part.split_once('>').unwrap().1;
                word.split('<').next().unwrap().to_string()
            }));
        }
        all
    };
    let fires = |game: &Tank| {
        let words = chances(&game.view(Tank::data(), Seat(0)));
        words.iter().any(|word| word.contains('%') && !word.starts_with("100"))
    };
    let game = (0..40)
        .map(|seed| Played::new("0", "scenario", "1x1", seed).until(in_fight).state().clone())
        .find(fires)
        .expect("nobody fires");
    let (ours, theirs) = (game.view(Tank::data(), Seat(0)), game.view(charts, Seat(0)));
    let (now, before) = (chances(&theirs), chances(&ours));
    assert!(!before.is_empty() && now.len() == before.len() && now != before, "{before:?} {now:?}");
    let page = |view: &View<'_>| whole(&Tank::panels(view, &[], "/game/7", &Look::default()));
    assert!(page(&theirs).contains("Far &lt;Hill&gt;") && !page(&ours).contains("Far &lt;"));
    let weapons = |view: &View<'_>| Tank::career(view).pop().unwrap().html;
    assert!(weapons(&theirs).contains(">30<") && !weapons(&ours).contains(">30<"));
}

/// Where a friend fires along the way or ends, a hex is drawn grey with the reason and cannot be pointed at.
#[test]
fn what_is_barred_says_why() {
    let d = Tank::data();
    let ready = |p: &Played| in_fight(p) && matches!(p.asked(), Some((Seat(0), Ask::Plot, _)));
    let (mut fire, mut taken) = (0, 0);
    for seed in 0..12 {
        let played = Played::new("0", "scenario", "1x1", seed).until(ready);
        // One watches as far as he can, the others look where they may go.
        let mut trial = played.game.after(usize::MAX);
        let units: Vec<_> =
            trial.working().armies[0].units.iter().filter(|u| u.hex().is_some()).map(|u| u.code).collect();
        let Some((first, others)) = units.split_first() else { continue };
        let far = trial.working().view(d, Seat(0));
        let unit = far.units().iter().find(|unit| unit.code == *first).unwrap();
        let ground = far.ground();
        let watched = ground.grid().ids().filter(|hex| far.sees(unit, *hex) && far.against_fire(unit, *hex).is_none());
        let Some(hex) = watched.max_by_key(|hex| ground.range(unit.hex().unwrap(), *hex)) else { continue };
        let line = format!("{first} of {}", ground.name(hex));
        let Some(Ok(choices)) = trial.working().spoken(d, Seat(0), Ask::Plot, &line) else { panic!("{line}") };
        if !choices.into_iter().all(|choice| trial.choose(Seat(0), choice).is_ok()) {
            continue;
        }
        for code in others.iter().take(6) {
            let about = format!("unit:alpha:{code}");
            let look = Look { about: Some(&about), says: true, whole: true, ..Look::default() };
            let page = whole(&looked(trial.working(), Seat(0), &[], &look));
            let doc = roxmltree::Document::parse(&page).unwrap();
            let at = |node: roxmltree::Node<'_, '_>| node.attribute("transform").unwrap_or_default().to_string();
            let layer = |node: &roxmltree::Node<'_, '_>| {
                node.parent_element().and_then(|game| game.attribute("class")) == Some("tk-layer tk-layer-mv")
            };
            let open: BTreeSet<String> =
                doc.descendants().filter(|n| n.has_attribute("data-say") && layer(n)).map(at).collect();
            let barred = |n: &roxmltree::Node<'_, '_>| n.attribute("class") == Some("tk-barred") && layer(n);
            for node in doc.descendants().filter(barred) {
                let why = node.attribute("aria-label").unwrap();
                assert!(!open.contains(&at(node)) && !node.has_attribute("data-say"), "{why}");
                fire += u32::from(why.contains("line of fire (9.37)"));
                taken += u32::from(why.contains("(11.0)"));
                let hex = why.split(" to ").nth(1).unwrap().split(':').next().unwrap();
                let said = trial.working().spoken(d, Seat(0), Ask::Plot, &format!("{code} mv {hex}")).unwrap();
                let mut again = trial.after(usize::MAX);
                let allowed =
                    said.is_ok_and(|choices| choices.into_iter().all(|choice| again.choose(Seat(0), choice).is_ok()));
                assert!(!allowed, "{why}, and it goes there");
            }
        }
    }
    assert!(fire > 0 && taken > 0, "{fire} on lines, {taken} taken");
}
