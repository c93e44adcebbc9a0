//! What every drawing must keep: well-formed, free of scripts and styles, every spot once, never a panic.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use crate::common::{battle, busy, spots, unit};
use hulldown_ace::state::Mode;
use hulldown_ace::words::{TankType, UnitType};
use hulldown_ace::{Ace, Setup};
use hulldown_boards::{Panel, Renderer, Spot, css, renderer};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Game, Seat, Session, Voice};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn ace() -> &'static dyn Renderer {
    renderer("ace").unwrap()
}

/// Everything of a page in one well-formed document.
fn whole(panels: &[Panel]) -> String {
    let mut page = String::from("<page>");
    for panel in panels {
        page.push_str(&panel.html);
    }
    page.push_str("</page>");
    page
}

/// Checks a page and returns the spots it links to.
fn check(panels: &[Panel]) -> Vec<String> {
    let page = whole(panels);
    let doc = roxmltree::Document::parse(&page).unwrap_or_else(|e| panic!("not well-formed: {e}\n{page}"));
    let mut links = Vec::new();
    for node in doc.descendants().filter(roxmltree::Node::is_element) {
        let tag = node.tag_name().name();
        assert!(!matches!(tag, "script" | "style" | "iframe" | "object" | "foreignObject" | "br"), "a {tag} element");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(name != "style" && !name.starts_with("on"), "an attribute {name}");
            assert!(!attribute.value().trim_start().starts_with("javascript:"));
        }
        if tag == "a" {
            assert!(node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == "spot")));
            assert!(node.attribute("aria-label").is_some_and(|l| !l.is_empty()));
            assert!(node.ancestors().skip(1).all(|up| up.tag_name().name() != "a"), "a link within a link");
            links.push(node.attribute("data-spot").unwrap().to_string());
        }
        if tag == "svg" {
            let named = node.attribute("aria-label").is_some_and(|l| !l.is_empty());
            assert!(named || node.attribute("aria-hidden") == Some("true") || hidden(&node), "an svg without a text");
        }
    }
    links
}

fn hidden(node: &roxmltree::Node<'_, '_>) -> bool {
    node.ancestors().any(|up| up.attribute("aria-hidden") == Some("true") || up.attribute("role") == Some("img"))
}

/// Element ids, on which partial updates rely, must not come twice.
fn ids_differ(panels: &[Panel]) {
    let page = whole(panels);
    let doc = roxmltree::Document::parse(&page).unwrap();
    let mut ids: BTreeSet<&str> = panels.iter().map(|p| p.id).collect();
    for id in doc.descendants().filter_map(|n| n.attribute("id")) {
        assert!(ids.insert(id), "two elements have the id {id}");
    }
}

fn links_are(panels: &[Panel], given: &[Spot]) {
    let mut links = check(panels);
    links.sort();
    let mut wanted: Vec<String> = given.iter().map(|s| s.id.clone()).collect();
    wanted.sort();
    wanted.dedup();
    assert_eq!(links, wanted);
}

const EVERY: [&str; 25] = [
    "unit:1",
    "unit:2",
    "unit:7",
    "unit:99",
    "area:A",
    "area:B",
    "area:C",
    "area:D",
    "area:E",
    "hull:left",
    "hull:front",
    "hull:right",
    "ammo:ap",
    "ammo:he",
    "ammo:hcbi",
    "ammo:wp",
    "ammo:apcr",
    "crew:commander",
    "crew:gunner",
    "crew:loader",
    "smoke-mortar",
    "rack",
    "hatches",
    "partner-unit:3",
    "something:new",
];

#[test]
fn every_spot_is_one_link_in_and_out_of_battle() {
    let given = spots(&EVERY);
    links_are(&ace().panels(&busy(), &given, "/game/7"), &given);
    let mut calm = busy();
    calm["stage"] = json!({"after": 0});
    links_are(&ace().panels(&calm, &given, "/game/7"), &given);
    links_are(&ace().panels(&Value::Null, &given, ""), &given);
    let page = whole(&ace().panels(&busy(), &given, "/game/7"));
    assert!(page.contains("href=\"/game/7?spot=unit:2#options\""));
    assert!(page.contains("id=\"unit-2\"") && page.contains("id=\"area-A\""));
    links_are(&ace().panels(&busy(), &[], "/"), &[]);
}

#[test]
fn every_unit_and_every_tank_is_drawn() {
    let mut drawings = BTreeSet::new();
    for kind in UnitType::ALL {
        let panels = ace().panels(&battle(vec![unit(1, Some(kind.index()), "B", &["tank"])]), &[], "/");
        check(&panels);
        let board = &panels[0].html;
        let drawing = &board[board.find("hd-counter").unwrap()..];
        assert!(drawings.insert(drawing.to_string()), "{} looks like another", kind.id());
        assert!(panels.iter().any(|p| p.html.contains(&Ace::data().units[kind.index()].name)));
    }
    for grade in 0..6 {
        let mut view = battle(vec![unit(1, None, "B", &[])]);
        view["field"]["grade"] = json!(grade);
        let panels = ace().panels(&view, &[], "/");
        check(&panels);
        assert!(drawings.insert(panels[0].html[panels[0].html.find("hd-counter").unwrap()..].to_string()));
    }
    for tank in TankType::ALL {
        let mut view = busy();
        view["me"]["tank"] = json!(tank.id());
        check(&ace().panels(&view, &[], "/"));
        let career = ace().career(&view);
        check(&career);
        assert_eq!(whole(&career).matches("hd-tank-mine").count(), 1);
    }
    check(&[Panel { id: "p", title: String::new(), place: hulldown_boards::Place::Board, html: ace().picture() }]);
}

#[test]
fn every_mark_shows_by_shape_and_word() {
    let marks = [
        ("tank", "targets you"),
        ("helper", "targets your partner"),
        ("mounted", "carries infantry"),
        ("suppressed", "suppressed"),
        ("dug_in", "dug in"),
        ("hull_down", "hull down"),
        ("buttoned", "buttoned up"),
        ("immobilized", "immobilized"),
        ("side_open", "flank open"),
        ("flanked", "flank open"),
    ];
    let plain = ace().panels(&battle(vec![unit(1, Some(21), "B", &[])]), &[], "/")[0].html.clone();
    for (mark, word) in marks {
        let html = ace().panels(&battle(vec![unit(1, Some(21), "B", &[mark])]), &[], "/")[0].html.clone();
        assert!(html.contains(word), "{mark} is not said");
        assert!(html.matches("<path").count() > plain.matches("<path").count(), "{mark} has no shape");
    }
    assert!(ace().panels(&battle(vec![unit(1, None, "B", &["reduced"])]), &[], "/")[0].html.contains("hd-stripe"));
}

#[test]
fn a_reader_sees_who_targets_whom() {
    let game = || {
        Session::<Ace>::new(
            Setup { mode: Mode::Cooperative, ..Setup::default() },
            Ace::data(),
            DiceBox::new(1, DiceMode::Random),
        )
    };
    let called =
        serde_json::to_value(game().unwrap().working().view(Ace::data(), Seat(0))).unwrap()["partner"]["called"]
            .clone();
    assert_eq!(called, "Commander 2");
    let aimed = |board: &str, aim: &str| {
        let mut view = battle(vec![unit(1, Some(21), "B", &[])]);
        view["mode"] = json!("cooperative");
        view["partner"] = view["me"].clone();
        view["partner"]["called"] = called.clone();
        view[board]["enemies"][0]["aim"] = json!(aim);
        let panels = ace().panels(&view, &[], "/");
        let panel = panels.iter().find(|p| p.id == if board == "me" { "battle" } else { "partner" }).unwrap();
        ["targets you", "targets Commander 2"].map(|words| panel.html.contains(words))
    };
    assert_eq!((aimed("me", "tank"), aimed("me", "helper")), ([true, false], [false, true]));
    assert_eq!((aimed("partner", "tank"), aimed("partner", "helper")), ([false, true], [true, false]));
}

/// The spots of a question and the view of the seat that is asked.
fn asked(game: &Session<Ace>) -> Option<(Seat, Vec<Spot>, Value)> {
    let Some(Pending::Choice { seat, ask, options, .. }) = game.pending().first() else { return None };
    let mut spots: Vec<Spot> = Vec::new();
    for choice in options {
        let words = game.working().choice_words(Ace::data(), *seat, *ask, *choice);
        let Some(id) = words.spot else { continue };
        match spots.iter_mut().find(|s| s.id == id) {
            Some(spot) => spot.count += 1,
            None => spots.push(Spot { id, count: 1, label: words.label }),
        }
    }
    Some((*seat, spots, serde_json::to_value(game.working().view(Ace::data(), *seat)).unwrap()))
}

#[test]
fn real_games_are_drawn_at_every_question() {
    let (mut fights, mut units, mut kinds) = (0, 0, BTreeSet::new());
    for seed in 0..6u64 {
        let mode = [Mode::Solitaire, Mode::Cooperative][seed as usize % 2];
        let setup = Setup { name: "Cole".into(), mode, ..Setup::default() };
        let mut game = Session::<Ace>::new(setup, Ace::data(), DiceBox::new(seed, DiceMode::Random)).unwrap();
        let mut pick = seed as usize;
        for _ in 0..500 {
            let Some((seat, spots, view)) = asked(&game) else { break };
            let panels = ace().panels(&view, &spots, "/g");
            links_are(&panels, &spots);
            ids_differ(&panels);
            assert!(!panels[0].html.contains("hd-rest"), "a spot without a place: {spots:?}\n{view}");
            if panels[0].html.contains("own-tank") {
                fights += 1;
                for enemy in view["me"]["enemies"].as_array().unwrap() {
                    units += 1;
                    let id = format!("id=\"unit-{}\"", enemy["id"]);
                    assert!(panels[0].html.contains(&id));
                    let says = format!(
                        "Unit {}, {}, area {}",
                        enemy["id"],
                        enemy["name"].as_str().unwrap(),
                        enemy["area"].as_str().unwrap()
                    );
                    assert!(panels[0].html.contains(&says), "missing: {says}");
                    let aimed = enemy["aim"] == "tank";
                    assert!(!aimed || panels[0].html.contains("targets you"));
                }
            }
            kinds.extend(spots.iter().map(|s| s.id.split(':').next().unwrap().to_string()));
            check(&ace().career(&view));
            let Some(Pending::Choice { options, .. }) = game.pending().first() else { break };
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = options[(pick >> 33) % options.len()];
            game.choose(seat, choice).unwrap();
        }
    }
    assert!(fights > 100 && units > 200, "too few fights: {fights}, {units}");
    for kind in ["unit", "area", "hull", "ammo", "hatches", "rack"] {
        assert!(kinds.contains(kind), "no spot of kind {kind} came up in {kinds:?}");
    }
}

#[test]
fn text_from_the_view_is_shown_harmlessly() {
    let evil = "<script>alert('x')</script>\"&\u{0}\u{ffff}";
    let mut view = busy();
    for key in ["name", "nickname", "tank_name", "tank_type", "unit", "gun", "rank", "tank"] {
        view["me"][key] = json!(evil);
    }
    view["month"] = json!(evil);
    view["field"]["terrain"] = json!(evil);
    view["field"]["fight"] = json!(evil);
    view["me"]["enemies"][0]["name"] = json!(evil);
    view["me"]["crew"][0]["post"] = json!(evil);
    view["me"]["crew"][1]["name"] = json!(evil);
    view["me"]["machine_guns"][0]["gun"] = json!(evil);
    view["me"]["rack"][0]["kind"] = json!(evil);
    let given = [Spot { id: evil.into(), count: 1, label: evil.into() }];
    for page in [whole(&ace().panels(&view, &given, evil)), whole(&ace().career(&view))] {
        assert!(!page.contains("<script"), "{page}");
    }
    check(&ace().career(&view));
    let clean = [Spot { id: "<b>\"".into(), count: 1, label: "<i>".into() }];
    links_are(&ace().panels(&view, &clean, "/x\"><"), &clean);
}

#[test]
fn every_class_has_a_style() {
    let mut pages = whole(&ace().panels(&busy(), &spots(&EVERY), "/"));
    pages += &whole(&ace().career(&busy()));
    pages = pages.replace("<page>", "").replace("</page>", "");
    let page = format!("<page>{pages}</page>");
    let doc = roxmltree::Document::parse(&page).unwrap();
    let mut missing = BTreeSet::new();
    for class in doc.descendants().filter_map(|n| n.attribute("class")).flat_map(|c| c.split(' ')) {
        let plain = ["hd-class-", "hd-counter", "hd-round-ap", "hd-mat-", "hd-row", "hd-rack", "hd-gun-state"];
        if !css().contains(&format!(".{class}")) && !plain.iter().any(|p| class.starts_with(p)) {
            missing.insert(class.to_string());
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// Any JSON, with the names the view knows so that it gets deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u64..30).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "A",
            "E",
            "left",
            "close",
            "tank",
            "INF",
            "KIA",
            "ap",
            "woods",
            "rain",
            "commander",
            "m26"
        ])
        .prop_map(Value::from),
    ];
    const KEYS: [&str; 36] = [
        "me",
        "partner",
        "field",
        "stage",
        "month",
        "line",
        "mat",
        "board",
        "enemies",
        "crew",
        "rack",
        "rack_boxes",
        "smoke",
        "kind",
        "name",
        "count",
        "range",
        "id",
        "class",
        "area",
        "aim",
        "hull",
        "turret",
        "post",
        "wound",
        "open",
        "skills",
        "kills",
        "awards",
        "cff",
        "carried",
        "level",
        "machine_guns",
        "points",
        "commands",
        "steps",
    ];
    leaf.prop_recursive(6, 200, 12, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(KEYS.to_vec()), inner), 0..12)
                .prop_map(|pairs| Value::Object(pairs.into_iter().map(|(k, v)| (k.to_string(), v)).collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn odd_views_are_drawn_all_the_same(me in any_json(), field in any_json(), view in any_json()) {
        let given = spots(&EVERY);
        links_are(&ace().panels(&view, &given, "/g"), &given);
        check(&ace().career(&view));
        let view = json!({"stage": {"commands": 0}, "me": me, "field": field, "partner": me});
        links_are(&ace().panels(&view, &given, "/g"), &given);
        check(&ace().career(&view));
    }

    #[test]
    fn a_broken_view_is_drawn_all_the_same(path in prop::collection::vec(any::<prop::sample::Index>(), 1..5), value in any_json()) {
        let mut view = busy();
        let mut steps = path.into_iter();
        let mut at = &mut view;
        while let Some(index) = steps.next().filter(|_| at.as_object().is_some_and(|m| !m.is_empty()) || at.as_array().is_some_and(|l| !l.is_empty())) {
            at = match at {
                Value::Object(map) => {
                    let n = index.index(map.len());
                    map.values_mut().nth(n).unwrap()
                }
                Value::Array(list) => {
                    let n = index.index(list.len());
                    &mut list[n]
                }
                _ => unreachable!("a list or a map"),
            };
        }
        *at = value;
        let given = spots(&EVERY);
        links_are(&ace().panels(&view, &given, "/g"), &given);
        check(&ace().career(&view));
    }
}
