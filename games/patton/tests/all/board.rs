//! The drawings of Patton's Best: well-formed, free of scripts and styles, every spot once, every unit told.

use crate::common::Scene;
use hulldown_core::Playable;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Seat, Session, Voice};
use hulldown_draw::{Drawn, Look, Panel, Question, Region, Room, Spot};
use hulldown_kit::page::{at_every_question, check, is_styled, links_are, whole};
use hulldown_patton::state::{Away, Enemy, Length, Sight, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::{Action, MapArea, Post, Scenario, Sector, Tank, Terrain, UnitType, Zone};
use hulldown_patton::{Patton, Setup, View};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

fn view(game: &Patton) -> View<'_> {
    game.view(Patton::data(), Seat(0))
}

pub(crate) fn drawn(game: &Patton, spots: &[Spot]) -> Vec<Panel> {
    Patton::panels(&view(game), spots, "/game/7", &Look::default())
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

/// Plays at random and shows every question to `look`.
fn played(seed: u64, setup: Setup, questions: usize, mut look: impl FnMut(&[Spot], &Patton)) {
    let game = Session::<Patton>::new(setup, Patton::data(), DiceBox::new(seed, DiceMode::Random)).unwrap();
    at_every_question(game, seed + 1, questions, |game, _, spots| look(spots, game.working()));
}

/// A game in the middle of a battle.
fn battle() -> Patton {
    static BATTLE: LazyLock<Patton> = LazyLock::new(|| (0..20).find_map(battle_of).expect("nobody came to a battle"));
    BATTLE.clone()
}

fn battle_of(seed: u64) -> Option<Patton> {
    let mut found = None;
    let setup = Setup { length: Length::Engagement, ..Setup::default() };
    played(seed, setup, 400, |_, game| {
        if found.is_none() && game.stage == Stage::Orders && game.battle.enemies.len() > 1 {
            found = Some(game.clone());
        }
    });
    found
}

#[test]
fn real_games_are_drawn_at_every_question() {
    let (mut battles, mut maps, mut kinds) = (0, 0, BTreeSet::new());
    for seed in 0..4 {
        let setup = Setup { name: "Cole <&>".into(), spot_by_hand: seed % 2 == 0, ..Setup::default() };
        played(seed, setup, 700, |spots, game| {
            let panels = drawn(game, spots);
            links_are(&panels, spots);
            let page = whole(&panels);
            assert!(!page.contains("hd-rest"), "a spot without a place: {spots:?}");
            kinds.extend(spots.iter().map(|s| s.id.split(':').next().unwrap().to_string()));
            if view(game).in_battle() {
                battles += 1;
                for enemy in &game.battle.enemies {
                    let id = enemy.id.0;
                    assert!(page.contains(&format!("id=\"unit-{id}\"")) && page.contains(&format!("Unit {id}: ")));
                }
            }
            maps += usize::from(page.contains("Movement Board: task force"));
            check(&Patton::career(&view(game)));
        });
    }
    assert!(battles > 300 && maps > 100, "{battles} {maps}");
    for kind in ["unit", "area", "zone", "sector", "post", "gun"] {
        assert!(kinds.contains(kind), "no spot of kind {kind} came up in {kinds:?}");
    }
    check(&[Panel::new("p", "", Region::Board, Patton::picture().unwrap())]);
}

#[test]
fn every_spot_is_one_link_wherever_it_is() {
    let given = every_spot();
    let fresh = |length| Patton::new(&Setup { length, ..Setup::default() }, Patton::data()).unwrap();
    for game in [battle(), fresh(Length::Engagement), fresh(Length::Day), fresh(Length::Campaign)] {
        for stage in [game.stage, Stage::Calendar, Stage::Operations, Stage::Spotting, Stage::Over] {
            links_are(&drawn(&Patton { stage, ..game.clone() }, &given), &given);
        }
    }
    let page = whole(&drawn(&battle(), &given));
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
    let drawn = |game: &Patton| {
        let panels = drawn(game, &[]);
        check(&panels);
        let html = whole(&panels);
        html[html.find("id=\"unit-").unwrap()..html.find("Tank Card").unwrap_or(html.len())].to_string()
    };
    let mut seen = BTreeSet::new();
    for kind in UnitType::ALL {
        let mut game = base.clone();
        (game.battle.enemies[0].kind, game.battle.enemies[0].identified) = (kind, true);
        let html = drawn(&game);
        assert!(html.contains(&Patton::data().units[kind.index()].name.replace('&', "&amp;")));
        assert!(seen.insert(html), "{kind} looks like another");
    }
    type Change = fn(&mut Enemy);
    let changes: [(Change, &str); 11] = [
        (|enemy| enemy.terrain = Terrain::Woods, "in woods"),
        (|enemy| enemy.terrain = Terrain::Building, "in a building"),
        (|enemy| enemy.terrain = Terrain::Fortification, "in a fortification"),
        (|enemy| enemy.terrain = Terrain::HullDown, "hull down"),
        (|enemy| enemy.moving = true, "moving"),
        (|enemy| enemy.immobile = true, "immobile"),
        (|enemy| enemy.fired = true, "has fired"),
        (|enemy| enemy.aim = 2, "has aimed at you 2 times"),
        (|enemy| enemy.sight = Sight::Hidden, "hidden"),
        (|enemy| enemy.sight = Sight::Spotted, "spotted"),
        (|enemy| enemy.sight = Sight::Unspotted, "unspotted"),
    ];
    let mut plain = base.clone();
    plain.battle.acquired = None;
    let first = &mut plain.battle.enemies[0];
    (first.terrain, first.moving, first.immobile, first.fired, first.aim) = (Terrain::Open, false, false, false, 0);
    let differ = |before: &Patton, after: &Patton, word: &str| {
        let (before, after) = (drawn(before), drawn(after));
        assert!(after.contains(word), "{word} is not said");
        assert!(shapes(&before) != shapes(&after), "{word} is not drawn");
    };
    for (change, word) in changes {
        let mut before = plain.clone();
        before.battle.enemies[0].sight = if word == "spotted" { Sight::Hidden } else { Sight::Spotted };
        let mut after = before.clone();
        change(&mut after.battle.enemies[0]);
        differ(&before, &after, word);
    }
    let mut acquired = plain.clone();
    acquired.battle.acquired = Some((plain.battle.enemies[0].id, 1));
    differ(&plain, &acquired, "your acquired target 1");
    for model in Tank::ALL {
        let mut game = base.clone();
        game.tank.model = model;
        drawn(&game);
    }
}

#[test]
fn hull_and_turret_turn_in_the_hub() {
    let mut game = battle();
    for (n, sector) in Sector::ALL.into_iter().enumerate() {
        (game.tank.hull, game.tank.turret) = (sector, sector.right());
        let page = whole(&drawn(&game, &[]));
        let own = &page[page.find("id=\"own-tank\"").unwrap()..];
        assert!(own.contains(&format!("hull to sector {}, turret to sector {}", sector.id(), sector.right().id())));
        assert!(own.contains(&format!("rotate({})", n * 60)) && own.contains(&format!("rotate({})", (n + 1) % 6 * 60)));
    }
}

#[test]
fn names_are_shown_harmlessly() {
    let evil = "<script>alert('x')</script>\"&";
    let mut game = battle();
    game.you.name.clear();
    game.you.name.push_str(evil);
    game.tank.name.clear();
    game.tank.name.push_str(evil);
    for panels in [drawn(&game, &every_spot()), Patton::career(&view(&game))] {
        check(&panels);
        assert!(!whole(&panels).contains("<script"));
    }
}

/// A pack's figures show wherever the figure is shown: names and points of units, and what the next rank needs.
#[test]
fn a_packs_figures_are_drawn() {
    let shipped = Patton::shipped();
    let text = shipped.text("victory.toml").unwrap();
    let changed = text.replacen("= 100\n", "= 105\n", 1);
    assert_ne!(changed, text, "no rank needs a hundred points");
    let pack = BTreeMap::from([("victory.toml".to_string(), changed)]);
    let charts = Patton::load(&shipped.clone().overlay("slow promotion", pack).unwrap()).unwrap();
    let charts = Box::leak(Box::new(charts));
    let game = Patton::new(&Setup::default(), Patton::data()).unwrap();
    let career = |charts| whole(&Patton::career(&game.view(charts, Seat(0))));
    assert!(career(Patton::data()).contains("next rank at 100"));
    assert!(career(charts).contains("next rank at 105"));
}

/// What is told of who aims at the tank is what is told of threats, in words.
/// rules: patton 17.3
#[test]
fn who_targets_me_and_what_threatens_say_the_same() {
    let mut game = battle();
    for (n, e) in game.battle.enemies.iter_mut().enumerate() {
        (e.kind, e.identified, e.sight) = (UnitType::At75l, true, if n == 0 { Sight::Hidden } else { Sight::Spotted });
    }
    let told = |game: &Patton| Patton::answer(&view(game), Question::Targets).unwrap().join("\n");
    let threats = (Patton::AIDS.threats.unwrap())(&game, Patton::data(), Seat(0));
    let hidden = threats.iter().find(|threat| threat.label.contains("hidden")).expect("it is listed as hidden");
    assert!(hidden.fires == 0.0 && hidden.knocks_out == 0.0, "{hidden:?}");
    assert!(told(&game).contains("it is hidden and cannot fire at you until it or your tank moves (17.3)"));
    let open = threats.iter().find(|threat| threat.fires > 0.0).expect("one may fire");
    let percent = |chance: f64| format!("{:.1}%", chance * 100.0);
    let says = format!(
        "in the next enemy phase it fires at you with {}, hits with {}, knocks your tank out with {}",
        percent(open.fires),
        percent(open.hits),
        percent(open.knocks_out)
    );
    assert!(told(&game).contains(&says), "{says}\n{}", told(&game));
    // Orders that move the tank give it away before the enemy acts.
    game.battle.orders.acts[Post::Driver.index()] = Some(Action::ForwardToHullDown);
    let threats = (Patton::AIDS.threats.unwrap())(&game, Patton::data(), Seat(0));
    assert_eq!(threats.len(), game.battle.enemies.len());
    assert!(threats.iter().all(|threat| threat.fires > 0.0 && threat.knocks_out > 0.0), "{threats:?}");
    assert!(told(&game).contains("hidden only until your tank moves, as ordered (17.3)"), "{}", told(&game));
}

/// The same number on the map, in the options, in the log and in words; where the day begins and is to end is marked.
///
/// rules: patton 4.51, 4.52
#[test]
fn an_area_has_one_number_everywhere() {
    let mut game = Patton::new(&Setup { length: Length::Day, ..Setup::default() }, Patton::data()).unwrap();
    // Before the dice have said where, nothing is marked and nobody is anywhere.
    let before = whole(&drawn(&game, &[]));
    assert!(before.contains("not known yet") && !before.contains("your task force") && !before.contains(">Exit<"));
    assert!(
        !Patton::sections(&view(&game)).iter().any(|section| section.lines.iter().any(|line| line.contains("area 00")))
    );
    let [start, exit] = [8, 3].map(|n| Patton::data().edge_areas[n]);
    (game.map.start, game.map.at, game.map.exit, game.stage) = (start, start, exit, Stage::Operations);
    for spots in [every_spot(), Vec::new()] {
        let page = whole(&drawn(&game, &spots));
        for area in MapArea::ALL {
            let drawn = &page[page.find(&format!("id=\"area-{}\"", area.id())).unwrap()..];
            let numbers: Vec<&str> = drawn.split("hd-p-edge\"").skip(1).take(1).collect();
            assert!(numbers[0].contains(&format!(">{area}<")), "{area}: {}", &numbers[0][..60]);
        }
        assert_eq!((page.matches(">Start<").count(), page.matches(">Exit<").count()), (1, 1));
    }
    let route = Patton::event_words(Patton::data(), &Event::Route { start, exit }).text;
    assert_eq!(route, format!("You start in area {start} (edge 9) and are to reach area {exit} (edge 4)."));
}

#[test]
fn men_in_hospital_are_among_the_crew_of_a_career() {
    let mut game = battle();
    let man = game.crew.men[Post::Driver.index()].unwrap();
    game.crew.away.push(Away { post: Post::Driver, man, back: game.day });
    let career = whole(&Patton::career(&view(&game)));
    assert!(career.contains("in hospital until"), "{career}");
}

#[test]
fn every_class_has_a_style() {
    let css = format!("{}{}", hulldown_draw::CSS, Patton::CSS);
    let mut pages = String::new();
    for seed in 0..3 {
        played(seed, Setup::default(), 300, |spots, game| {
            pages += &whole(&drawn(game, spots));
            pages += &whole(&Patton::career(&view(game)));
        });
    }
    // Names of rings and kinds of country that look as the rest does.
    let bare = ["hd-p-ring-0", "hd-p-area-a", "hd-p-board", "hd-p-map", "hd-p-spotted", "hd-p-card"];
    assert!(is_styled(&pages, &css, "hd-p-", &bare) > 40);
}

/// On a small screen no label of the map overwrites another.
#[test]
fn every_area_of_a_small_map_can_be_read() {
    let game = Scene::new(Scenario::Advance).at(Stage::Operations).game;
    for room in [Room { columns: 79, lines: 12 }, Room { columns: 79, lines: 16 }, Room { columns: 120, lines: 24 }] {
        let text = Patton::sketch(&view(&game), &[], &Look::default(), room).unwrap().lines().join("\n");
        let kinds = ['f', 'o', 'v', 'w'];
        for area in MapArea::ALL {
            let is_there = kinds.iter().any(|kind| text.contains(&format!("{area}{kind}")));
            assert!(is_there, "{area} in {room:?}:\n{text}");
        }
    }
}

/// The side a vehicle shows is never cut off.
#[test]
fn the_side_a_vehicle_shows_stands_before_its_name() {
    let game = Scene::new(Scenario::Advance).enemies("jgdpz_38t 6-8 medium side").game;
    let room = Room { columns: 60, lines: 14 };
    let text = Patton::sketch(&view(&game), &[], &Look::default(), room).unwrap().lines().join("\n");
    assert!(text.contains("1s "), "{text}");
}

/// A unit that has no room beside smoke stands below it, where there are lines enough.
#[test]
fn a_unit_in_smoke_is_not_cut() {
    let game = Scene::new(Scenario::Advance)
        .enemies("at_50l 4-5 medium")
        .with(|game| game.battle.smoke[Zone::new(Sector::S45, hulldown_patton::words::Range::Medium).index()] = 1)
        .game;
    for lines in [14, 22] {
        let room = Room { columns: 74, lines };
        let text = Patton::sketch(&view(&game), &[], &Look::default(), room).unwrap().lines().join("\n");
        assert!(text.contains("PaK 38 (50L)") && text.contains("smoke 1"), "{text}");
    }
}

/// Where room is short, empty sectors behind the tank are only named.
#[test]
fn a_small_sketch_leaves_out_what_is_empty() {
    let mut game = battle();
    let lines = |game: &Patton, lines| {
        let room = Room { columns: 79, lines };
        Patton::sketch(&view(game), &[], &Look::default(), room).unwrap().lines().len()
    };
    game.battle.enemies.iter_mut().for_each(|enemy| enemy.zone.sector = Sector::S68);
    game.battle.smoke = Default::default();
    game.battle.fire = Default::default();
    let ahead = lines(&game, 12);
    game.battle.enemies[0].zone.sector = Sector::S2;
    assert!(lines(&game, 12) > ahead, "{ahead} lines");
}
