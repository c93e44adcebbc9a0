//! The board drawn, sketched and told.

use crate::common::*;
use hulldown_core::game::{Game, Seat};
use hulldown_draw::{Drawn, Look, Question, Room, Spot};
use hulldown_leader::Leader;
use hulldown_leader::words::*;

fn fight() -> Scene {
    Scene::battle()
        .unit(42, Name::Eandi, 61)
        .unit(921, Name::Sanders, 53)
        .enemy(Model::Pz4, 51)
        .enemy(Model::Rifle, 53)
        .enemy(Model::Rifle, 53)
        .slow()
}

fn ask(game: &Leader, question: Question<'_>) -> String {
    Leader::answer(&game.view(charts(), Seat(0)), question).unwrap().join("\n")
}

#[test]
fn every_spot_is_drawn_once() {
    let game = fight().game;
    let spots = ["hex:52", "unit:042", "enemy:1", "battalion:9A", "commander:eandi", "card:043"];
    let spots = spots.map(|id| Spot { id: id.into(), count: 1, label: String::new() });
    let panels = Leader::panels(&game.view(charts(), Seat(0)), &spots, "/table", &Look::default());
    let html: String = panels.iter().map(|panel| panel.html.as_str()).collect();
    for spot in &spots {
        assert_eq!(html.matches(&format!("data-spot=\"{}\"", spot.id)).count(), 1, "{}", spot.id);
    }
    assert_eq!(panels[0].id, "field");
    assert_eq!(html.matches("hd-l-hex").count(), 24);
}

#[test]
fn the_sketch_shows_both_sides_in_any_room() {
    let game = fight().game;
    let view = game.view(charts(), Seat(0));
    for room in [Room { columns: 100, lines: 30 }, Room { columns: 60, lines: 14 }, Room { columns: 10, lines: 3 }] {
        let sketch = Leader::sketch(&view, &[], &Look::default(), room).unwrap();
        assert!(sketch.room().lines <= room.lines && sketch.room().columns <= room.columns);
    }
    let text =
        Leader::sketch(&view, &[], &Look::default(), Room { columns: 100, lines: 30 }).unwrap().lines().join("\n");
    for part in ["042", "921", "2Rifle", "PzIV", "53"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn questions_about_the_board_are_answered() {
    let game = fight().game;
    assert!(ask(&game, Question::Look("53")).contains("921 Machine Gun Team, yours"));
    assert!(ask(&game, Question::Look("042")).contains("it can attack:\n  enemy 0, Pz IV in 51, range 1: hits on"));
    assert!(ask(&game, Question::Look("enemy 0")).contains("it attacks 042"));
    assert!(ask(&game, Question::Look("eandi")).starts_with("Eandi, Average Armor: Okay"));
    assert!(ask(&game, Question::Look("9a")).starts_with("9A "));
    assert!(ask(&game, Question::Way("51")).contains("042 M4 Sherman (75mm) in 61: 1 hexes away, seen"));
    assert!(ask(&game, Question::See("61")).contains("51"));
    assert!(ask(&game, Question::Targets).contains("at 042: attacks"));
    assert!(ask(&game, Question::Where).contains("042 M4 Sherman (75mm) in 61"));
    assert!(Leader::answer(&game.view(charts(), Seat(0)), Question::Look("nobody")).is_err());
}
