//! What is said before one moves, of what is seen, and where playing on says nothing.

use crate::common::{A, Scene, charts};
use hulldown_core::game::{Game, Seat};
use hulldown_core::hex::Side;
use hulldown_core::playable::Playable;
use hulldown_draw::{Drawn, Look, Question, Spot};
use hulldown_tank::Tank;
use hulldown_tank::state::Stage;
use hulldown_tank::talk::{Ask, Choice};
use hulldown_tank::words::Task;

fn asked(game: &Tank, question: Question<'_>) -> String {
    Tank::answer(&game.view(charts(), Seat(0)), question).unwrap().join("\n")
}

/// What is said of the next step of Alpha's A.
fn step(scene: Scene, side: Side) -> Option<String> {
    let scene = scene.with(|game| {
        let id = game.coded(A, "A".parse().unwrap()).unwrap();
        game.unit_mut(id).plot.task = Some(Task::Mv);
    });
    let n = scene.game.coded(A, "A".parse().unwrap()).unwrap().n;
    (Tank::AIDS.bears)(&scene.game, charts(), Seat(0), Ask::Path(n), &[Choice::Step(side)]).remove(0)
}

#[test]
fn before_a_step_one_is_told_who_bears_on_it_there() {
    let met = || Scene::new("0").alpha("A 2602 D").bravo("A 2604 A");
    let says = step(met(), Side::A).unwrap();
    assert!(says.starts_with("in sight of the enemy there: A M4/76 at 3 hexes ") && says.ends_with('%'), "{says}");
    // Where none is on the map nothing is said: who lies hidden is not known.
    assert_eq!(step(Scene::new("0").alpha("A 2602 D"), Side::A), None);
    // Out of sight of all that are seen.
    let far = Scene::new("0").alpha("A 0202 D").bravo("A 5232 A");
    assert_eq!(step(far, Side::A).unwrap(), "no enemy that is seen has a line of sight there");
}

#[test]
fn who_is_stacked_bears_by_one_line_with_the_best_chance() {
    let drawn = |bravo: &str| {
        let game = Scene::new("0").alpha("A 2602 D").bravo(bravo).game;
        let view = game.view(charts(), Seat(0));
        let panels = Tank::panels(&view, &[], "", &Look::default());
        let page = panels.iter().map(|panel| panel.html.as_str()).collect::<String>();
        let part = |id: &str, end: &str| {
            let begins = page.find(&format!("id=\"{id}\"")).unwrap();
            page[begins..].split(end).next().unwrap().to_string()
        };
        let (lines, chances) = (part("bears-lines", "</g>"), part("bears-chances", "</g></g></g>"));
        (lines.matches("<line").count(), chances.matches("<text").count())
    };
    assert_eq!(drawn("A 2604 A"), (1, 1));
    assert_eq!(drawn("A 2604 A, B 2604 A"), (1, 1));
    assert_eq!(drawn("A 2604 A, B 2605 A"), (2, 2));
}

/// Whom the list names as in danger, a line of the board leads to: one chance is written once for all who share it.
#[test]
fn every_threat_of_the_list_has_its_line() {
    let game = Scene::new("0").alpha("A 2602 D, B 2702 D, C 2802 A").bravo("A 2604 A, B 2606 A").game;
    let view = game.view(charts(), Seat(0));
    let told = asked(&game, Question::Targets);
    let board = &Tank::panels(&view, &[], "", &Look::default())[0].html;
    let lines = board.split("id=\"bears-lines\"").nth(1).unwrap().split("</g>").next().unwrap();
    let named: usize = told
        .lines()
        .filter(|line| line.starts_with("enemy "))
        .map(|line| line.split(": ").nth(1).unwrap().split([';', ',']).count())
        .sum();
    assert_eq!(lines.matches("<line").count(), named, "{told}");
    let chances = board.split("id=\"bears-chances\"").nth(1).unwrap().split("id=\"tk-targets\"").next().unwrap();
    assert!((2..=named).contains(&chances.matches("<text").count()), "{chances}");
}

/// Where the end of a line is asked for, the board offers such ends and nothing else.
#[test]
fn where_a_lines_end_is_asked_for_the_board_offers_no_way() {
    let game = Scene::new("0").alpha("A 2602 D").bravo("A 2604 A").game;
    let view = game.view(charts(), Seat(0));
    let drawn = |asked: &str, spots: &[&str]| {
        let look = Look { about: Some("unit:alpha:A"), asked, says: true, ..Look::default() };
        let spot = |id: &&str| Spot { id: (*id).into(), label: String::new(), count: 1 };
        let spots: Vec<Spot> = spots.iter().map(spot).collect();
        Tank::panels(&view, &spots, "", &look).swap_remove(0).html
    };
    let said = |board: &str| -> Vec<String> {
        board.split("data-say=\"").skip(1).map(|part| part.split('"').next().unwrap().to_string()).collect()
    };
    let task = drawn("task", &[]);
    assert!(task.contains("tk-tools") && said(&task).iter().any(|line| line.starts_with("A mv ")));
    let column = drawn("watch", &["col:26", "col:27"]);
    assert!(!said(&column).is_empty() && said(&column).iter().all(|line| line.starts_with("A of ")), "{column}");
    let row = drawn("watch", &["hex:2604", "hex:2605"]);
    assert!(said(&row).is_empty() && row.matches("class=\"spot\"").count() == 2, "{row}");
    for board in [column, row] {
        assert!(!board.contains("tk-tools") && !board.contains("tk-layer-mv") && !board.contains("tk-odds"));
    }
}

#[test]
fn what_is_seen_is_told_row_by_row() {
    let game = Scene::new("0").alpha("A 2602 D").bravo("A 2604 A").game;
    for told in [asked(&game, Question::See("2602")), asked(&game, Question::See("A"))] {
        for side in Side::ALL {
            assert!(told.contains(&format!("\n  {side} ({}): ", side.name())), "{told}");
        }
        assert!(told.contains("M4/76") && told.contains("clear"), "{told}");
        assert!(!told.contains(" hexes can be seen"), "{told}");
    }
}

#[test]
fn the_entry_is_told_until_all_are_on_the_map() {
    let codes: Vec<String> = Scene::new("0").game.army(A).units.iter().map(|unit| unit.code.to_string()).collect();
    let on_map: Vec<String> = codes.iter().enumerate().map(|(n, code)| format!("{code} {} D", 2602 + n)).collect();
    let told = |scene: Scene| asked(&scene.game, Question::Where);
    let before = told(Scene::new("0").with(|game| {
        game.stage = Stage::Arrange;
        game.armies[0].entry = None;
    }));
    assert!(before.contains("you enter by the west edge W; `look W` tells it hex by hex"), "{before}");
    let chosen = told(Scene::new("0").alpha(&on_map[0]));
    assert!(chosen.contains("you enter by 0101, "), "{chosen}");
    let entered = told(Scene::new("0").alpha(&on_map.join(",")));
    assert!(!entered.contains("you enter by"), "{entered}");
}

#[test]
fn where_playing_on_says_nothing_what_can_be_said_is() {
    let instead = |scene: Scene, ask| (Tank::AIDS.instead)(&scene.game, charts(), Seat(0), ask).join("\n");
    let says = instead(Scene::new("0").with(|game| game.stage = Stage::Arrange), Ask::Entry);
    for part in
        ["Playing on says nothing here", "The shortest march:", "Movement Points to the east edge", "The most cover:"]
    {
        assert!(says.contains(part), "{says}");
    }
    assert!(instead(Scene::new("0"), Ask::March).contains("No enemy is on the map"));
    let met = || Scene::new("0").alpha("A 2602 D").bravo("A 2604 A");
    assert!(instead(met(), Ask::March).contains("1 of the enemy are on the map"));
    assert!(instead(met(), Ask::Stop).is_empty(), "what is decided now can be played out");
    // What is plotted can still be changed: of the unit in question it is told what it can do.
    let two = || Scene::new("0").alpha("A 2602 D, B 2702 D").bravo("A 2604 A");
    for ask in [Ask::Task(0), Ask::Path(0)] {
        let says = instead(two(), ask);
        assert!(says.starts_with("Playing on says nothing here: until the plot is sealed"), "{says}");
        assert!(says.contains("Our A: can destroy enemy A") && !says.contains("Our B"), "{says}");
    }
    assert!(instead(two(), Ask::Plot).contains("Our B"));
}

/// A plot is told in words, a chit with what it does.
#[test]
fn plots_and_chits_are_told_in_words() {
    let played = Scene::new("0").panic().alpha("A 2602 D").bravo("A 2604 A");
    let played = played.begin().plotted(A, "A of 2601");
    let label = played.options(A).into_iter().find(|key| key == "A").unwrap();
    let words =
        hulldown_core::game::Voice::choice_words(played.game(), charts(), Seat(0), Ask::Plot, label.parse().unwrap());
    assert!(words.label.ends_with(": Opportunity Fire along the line to 2601"), "{}", words.label);
}

/// From the choice of a unit to the last step of its path the map stays where it is.
#[test]
fn the_map_keeps_its_place_and_scale_while_a_unit_is_plotted() {
    let mut game = Scene::new("0").alpha("A 2602 D, B 2703 D").bravo("A 2608 A").game;
    let frame = |game: &Tank, look: &Look<'_>| {
        let panels = Tank::panels(&game.view(charts(), Seat(0)), &[], "/game/7", look);
        let map = panels.iter().find(|panel| panel.id == "map").unwrap();
        let (_, after) = map.html.split_once("viewBox=\"").unwrap();
        after.split('"').next().unwrap().to_string()
    };
    let whole = frame(&game, &Look { whole: true, ..Look::default() });
    let chosen = Look { about: Some("unit:alpha:A"), says: true, ..Look::default() };
    let plot = frame(&game, &Look::default());
    assert_ne!(plot, whole);
    assert_eq!(frame(&game, &chosen), plot);
    let id = game.coded(A, "A".parse().unwrap()).unwrap();
    game.unit_mut(id).plot.task = Some(Task::Mv);
    for side in [Side::C, Side::C, Side::D] {
        game.unit_mut(id).plot.steps = game.unit(id).plot.steps.iter().chain([side]).collect();
        assert_eq!(frame(&game, &chosen), plot);
    }
}
