//! The drawings of Patton's Best: well-formed, free of scripts and styles, every spot once, every unit told, never a panic.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_boards::{Panel, Renderer, Spot, css, renderer};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Game, Session, Voice};
use hulldown_patton::state::Length;
use hulldown_patton::words::{MapArea, Post, Sector, Tank, UnitType, Zone};
use hulldown_patton::{Patton, Setup};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn patton() -> &'static dyn Renderer {
    renderer("patton").unwrap()
}

/// Everything of a page in one document.
fn whole(panels: &[Panel]) -> String {
    let all: String = panels.iter().map(|panel| panel.html.as_str()).collect();
    format!("<page>{all}</page>")
}

/// Checks a page and returns the spots it links to.
fn check(panels: &[Panel]) -> Vec<String> {
    let page = whole(panels);
    let doc = roxmltree::Document::parse(&page).unwrap_or_else(|e| panic!("not well-formed: {e}\n{page}"));
    let (mut links, mut ids) = (Vec::new(), BTreeSet::new());
    for node in doc.descendants().filter(roxmltree::Node::is_element) {
        let tag = node.tag_name().name();
        assert!(!matches!(tag, "script" | "style" | "iframe" | "object" | "foreignObject"), "a {tag} element");
        for attribute in node.attributes() {
            assert!(attribute.name() != "style" && !attribute.name().starts_with("on"), "{}", attribute.name());
        }
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id.to_string()), "two elements have the id {id}");
        }
        if tag == "a" {
            assert!(node.attribute("aria-label").is_some_and(|l| !l.is_empty()));
            assert!(node.ancestors().skip(1).all(|up| up.tag_name().name() != "a"), "a link within a link");
            links.push(node.attribute("data-spot").unwrap().to_string());
        }
        if tag == "svg" {
            let hidden = node.ancestors().any(|up| up.attribute("aria-hidden") == Some("true"));
            assert!(hidden || node.attribute("aria-label").is_some_and(|l| !l.is_empty()), "an svg without a text");
        }
    }
    links.sort();
    links
}

/// Every spot the rules can name, and one they cannot.
fn every_spot() -> Vec<Spot> {
    let zones = Zone::all().map(|z| format!("zone:{}", z.id()));
    let sectors = Sector::ALL.iter().map(|s| format!("sector:{}", s.id()));
    let areas = MapArea::ALL.iter().map(|a| format!("area:{}", a.id()));
    let posts = Post::ALL.iter().map(|p| format!("post:{}", p.id()));
    let rest = ["gun", "unit:1", "unit:99", "something:new"].map(String::from);
    let spot = |id: String| Spot { label: format!("choose {id}"), id, count: 2 };
    zones.chain(sectors).chain(areas).chain(posts).chain(rest).map(spot).collect()
}

/// The spots of a question and the view of the seat that is asked.
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
    Some((spots, serde_json::to_value(game.working().view(Patton::data(), *seat)).unwrap()))
}

/// Plays at random and hands every question to `look` until it has seen enough.
fn played(seed: u64, setup: Setup, questions: usize, mut look: impl FnMut(&[Spot], &Value)) {
    let mut game = Session::<Patton>::new(setup, Patton::data(), DiceBox::new(seed, DiceMode::Random)).unwrap();
    let mut pick = seed as usize + 1;
    for _ in 0..questions {
        let Some((spots, view)) = asked(&game) else { break };
        look(&spots, &view);
        let Some(Pending::Choice { seat, options, .. }) = game.pending().first() else { break };
        pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = options[(pick >> 33) % options.len()];
        game.choose(*seat, choice).unwrap();
    }
}

/// A view in the middle of a battle.
fn battle() -> Value {
    let mut found = Value::Null;
    for seed in 0..20 {
        let setup = Setup { length: Length::Engagement, ..Setup::default() };
        played(seed, setup, 400, |_, view| {
            let many = view["enemies"].as_array().is_some_and(|e| e.len() > 1);
            if found.is_null() && view["stage"] == "orders" && many {
                found = view.clone();
            }
        });
    }
    assert!(!found.is_null());
    found
}

#[test]
fn real_games_are_drawn_at_every_question() {
    let (mut battles, mut maps, mut kinds) = (0, 0, BTreeSet::new());
    for seed in 0..4 {
        let setup = Setup { name: "Cole <&>".into(), spot_by_hand: seed % 2 == 0, ..Setup::default() };
        played(seed, setup, 700, |spots, view| {
            let panels = patton().panels(view, spots, "/g");
            let mut wanted: Vec<String> = spots.iter().map(|s| s.id.clone()).collect();
            wanted.sort();
            assert_eq!(check(&panels), wanted);
            let page = whole(&panels);
            assert!(!page.contains("hd-rest"), "a spot without a place: {spots:?}");
            kinds.extend(spots.iter().map(|s| s.id.split(':').next().unwrap().to_string()));
            if view["in_battle"] == true {
                battles += 1;
                for enemy in view["enemies"].as_array().unwrap() {
                    assert!(page.contains(&format!("id=\"unit-{}\"", enemy["id"])), "{enemy}");
                    assert!(page.contains(&format!("Unit {}: ", enemy["id"])));
                }
            }
            maps += usize::from(page.contains("Movement Board: task force"));
            check(&patton().career(view));
        });
    }
    assert!(battles > 300 && maps > 100, "{battles} {maps}");
    for kind in ["unit", "area", "zone", "sector", "post", "gun"] {
        assert!(kinds.contains(kind), "no spot of kind {kind} came up in {kinds:?}");
    }
}

#[test]
fn every_spot_is_one_link_wherever_it_is() {
    let given = every_spot();
    let mut wanted: Vec<String> = given.iter().map(|s| s.id.clone()).collect();
    wanted.sort();
    for view in [battle(), Value::Null, json!({"stage": "operations"}), json!({"in_battle": true})] {
        assert_eq!(check(&patton().panels(&view, &given, "/game/7")), wanted);
    }
    let page = whole(&patton().panels(&battle(), &given, "/game/7"));
    assert!(page.contains("href=\"/game/7?spot=zone:6-8.close#options\""));
}

/// Outlines and classes of a drawing, without its words.
fn shapes(html: &str) -> Vec<&str> {
    let attributes = html
        .split([' ', '<', '>'])
        .filter(|a| a.starts_with("d=") || a.starts_with("class=") || a.starts_with("hd-p-"));
    attributes.collect()
}

#[test]
fn units_states_and_tanks_differ_in_shape_and_word() {
    let base = battle();
    let drawn = |view: &Value| {
        let panels = patton().panels(view, &[], "/");
        check(&panels);
        let html = whole(&panels);
        html[html.find("id=\"unit-").unwrap()..html.find("Tank Card").unwrap_or(html.len())].to_string()
    };
    let mut seen = BTreeSet::new();
    for kind in UnitType::ALL {
        let mut view = base.clone();
        let first = &mut view["enemies"][0];
        first["kind"] = json!(kind.id());
        first["name"] = json!(Patton::data().units[kind.index()].name);
        first["identified"] = json!(true);
        assert!(seen.insert(drawn(&view)), "{kind} looks like another");
        assert!(
            whole(&patton().panels(&view, &[], "/"))
                .contains(&Patton::data().units[kind.index()].name.replace('&', "&amp;"))
        );
    }
    for (key, value, word) in [
        ("terrain", json!("woods"), "in woods"),
        ("terrain", json!("building"), "in a building"),
        ("terrain", json!("fortification"), "in a fortification"),
        ("terrain", json!("hull_down"), "hull down"),
        ("moving", json!(true), "moving"),
        ("immobile", json!(true), "immobile"),
        ("fired", json!(true), "has fired"),
        ("aim", json!(2), "has aimed at you 2 times"),
        ("acquired", json!(1), "your acquired target 1"),
        ("sight", json!("hidden"), "hidden"),
        ("sight", json!("spotted"), "spotted"),
        ("sight", json!("unspotted"), "unspotted"),
    ] {
        let mut view = base.clone();
        let other = if value == json!("spotted") { "hidden" } else { "spotted" };
        let plain = json!({"terrain": "open", "moving": false, "immobile": false, "fired": false, "aim": 0, "acquired": 0, "sight": other});
        for (k, v) in plain.as_object().unwrap() {
            view["enemies"][0][k] = v.clone();
        }
        let before = drawn(&view);
        view["enemies"][0][key] = value;
        let after = drawn(&view);
        assert!(after.contains(word), "{word} is not said");
        assert!(shapes(&before) != shapes(&after), "{word} is not drawn");
    }
    for tank in Tank::ALL {
        let mut view = base.clone();
        view["tank_card"] = json!(tank.number());
        check(&patton().panels(&view, &[], "/"));
    }
}

#[test]
fn hull_and_turret_turn_in_the_hub() {
    let mut view = battle();
    for (n, sector) in Sector::ALL.iter().enumerate() {
        view["tank"]["hull"] = json!(sector.id());
        view["tank"]["turret"] = json!(sector.right().id());
        let page = whole(&patton().panels(&view, &[], "/"));
        let own = &page[page.find("id=\"own-tank\"").unwrap()..];
        assert!(own.contains(&format!("hull to sector {}, turret to sector {}", sector.id(), sector.right().id())));
        assert!(own.contains(&format!("rotate({})", n * 60)) && own.contains(&format!("rotate({})", (n + 1) % 6 * 60)));
    }
}

#[test]
fn text_from_the_view_is_shown_harmlessly() {
    let evil = "<script>alert('x')</script>\"&\u{0}\u{ffff}";
    let mut view = battle();
    for key in ["tank_model", "tank_gun", "date", "note", "stage"] {
        view[key] = json!(evil);
    }
    view["you"]["name"] = json!(evil);
    view["tank"]["name"] = json!(evil);
    view["enemies"][0]["name"] = json!(evil);
    view["crew"][0]["name"] = json!(evil);
    view["crew"][1]["post"] = json!(evil);
    view["report"]["scenario"] = json!(evil);
    check(&patton().panels(&view, &every_spot(), "/"));
    check(&patton().career(&view));
}

#[test]
fn every_class_has_a_rule_of_style() {
    let mut used = BTreeSet::new();
    for seed in 0..3 {
        played(seed, Setup::default(), 300, |spots, view| {
            let page = whole(&patton().panels(view, spots, "/")) + &whole(&patton().career(view));
            for class in page.split("class=\"").skip(1) {
                used.extend(class[..class.find('"').unwrap()].split(' ').map(String::from));
            }
        });
    }
    let ours: Vec<&String> = used.iter().filter(|c| c.starts_with("hd-p-")).collect();
    assert!(ours.len() > 40, "{ours:?}");
    // Names of rings and kinds of country that look as the rest does.
    let plain = ["hd-p-ring-0", "hd-p-area-a", "hd-p-board", "hd-p-map", "hd-p-spotted", "hd-p-card"];
    for class in ours {
        assert!(css().contains(&format!(".{class}")) || plain.contains(&class.as_str()), "{class} has no style");
    }
}

/// Any JSON at all.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z0-9.<-]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,8}", inner, 0..5).prop_map(|m| json!(m)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn odd_views_never_stop_the_drawing(key in 0usize..60, odd in anything()) {
        static BASE: std::sync::LazyLock<Value> = std::sync::LazyLock::new(battle);
        let mut view = BASE.clone();
        let keys: Vec<String> = view.as_object().unwrap().keys().cloned().collect();
        view[&keys[key % keys.len()]] = odd;
        check(&patton().panels(&view, &[], "/"));
        check(&patton().career(&view));
    }
}
