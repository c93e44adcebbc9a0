//! Plots said in a line: what is understood, and what one hears who says something that cannot be (6.0, 9.1).

use crate::common::{A, B, Played, Scene, charts, hex, side};
use hulldown_core::hex::HexId;
use hulldown_core::{Game, Voice};
use hulldown_tank::state::{Place, Plot};
use hulldown_tank::talk::{Ask, Choice, Event};
use hulldown_tank::words::*;

/// What a line comes to, said whole.
fn said(played: &Played, force: Force, line: &str) -> Result<Played, String> {
    let choices = played.game().spoken(charts(), force.seat(), Ask::Plot, line).unwrap()?;
    let mut played = played.clone();
    for choice in choices {
        played.session.choose(force.seat(), choice).map_err(|refusal| refusal.to_string())?;
    }
    Ok(played)
}

fn ends_at(played: &Played, force: Force, code: &str) -> u16 {
    let id = played.id(force, code);
    let view = played.game().view(charts(), force.seat());
    let unit = view.own(id).unwrap();
    view.path(unit).last().or(unit.hex()).map_or(0, crate::common::number)
}

/// rules: tank 11.0 9.0
#[test]
fn friends_make_room_for_each_other_in_one_line() {
    let begun = Scene::new("0").alpha("A 2603 A, B 2604 A, C 2605 A").bravo("A 5020 F").nobody_else().begin();
    let ends = |played: &Played| ["A", "B", "C"].map(|code| ends_at(played, A, code));
    // One goes where another leaves, in whatever order it is said.
    for line in ["B mv 2603, A mv 2602", "A mv 2602, B mv 2603"] {
        assert_eq!(ends(&said(&begun, A, line).unwrap()), [2602, 2603, 2605], "{line}");
    }
    assert_eq!(ends(&said(&begun, A, "C mv 2604, B mv 2603, A mv 2602").unwrap()), [2602, 2603, 2604]);
    // Two change places, and three go round, though unit by unit nobody could begin.
    assert_eq!(ends(&said(&begun, A, "A mv 2604, B mv 2603").unwrap()), [2604, 2603, 2605]);
    let round = said(&begun, A, "A mv 2604, B mv 2605, C mv 2603").unwrap();
    assert_eq!(ends(&round), [2604, 2605, 2603]);
    // Who stays where he is keeps his hex.
    assert!(said(&begun, A, "A mv 2604").err().unwrap().contains("friendly units end in 2604 (11.0)"));
    assert!(said(&begun, A, "A mv 2604, B fc").err().unwrap().contains("friendly units end in 2604 (11.0)"));
    // The swap is carried out as it was said.
    let swap = said(&begun, A, "A mv 2604, B mv 2603").unwrap().plots("", "", &[]);
    assert_eq!((swap.at(A, "A"), swap.at(A, "B")), (2604, 2603));
}

/// rules: tank 9.37
#[test]
fn a_way_goes_round_the_lines_that_friends_fire_along() {
    // The longest line one tank can watch, and another two hexes beside its middle.
    let alone = Scene::new("0").alpha("A 2403 C").bravo("A 5020 F");
    let game = alone.clone().nobody_else().begin();
    let view = game.game().view(charts(), A.seat());
    let (ground, unit) = (view.ground(), game.unit(A, "A"));
    let a = unit.hex().unwrap();
    let near = |hex: &HexId| (6..=9).contains(&ground.range(a, *hex)) && view.against_fire(unit, *hex).is_none();
    let end =
        ground.grid().ids().filter(|hex| near(hex) && view.sees(unit, *hex)).max_by_key(|hex| ground.range(a, *hex));
    let watch = format!("A of {}", ground.name(end.unwrap()));
    let line = |played: &Played| played.game().view(charts(), A.seat()).line(played.unit(A, "A")).unwrap();
    let passed = line(&game.clone().plotted(A, &watch));
    let beside = |hex: &HexId| {
        let on_line = |n: u16| ground.grid().ids().any(|on| passed.passes(on) && ground.range(on, *hex) == n);
        ground.range(a, *hex) == 4 && on_line(2) && !on_line(1) && !passed.passes(*hex)
    };
    let b = ground.grid().ids().find(beside).unwrap();
    let begun = alone.alpha(&format!("B {} A", ground.name(b))).nobody_else().begin();
    let watching = begun.plotted(A, &watch);
    let line = line(&watching);
    let (mut round, mut barred) = (0, 0);
    for to in ground.grid().ids().filter(|to| ![a, b].contains(to) && ground.range(b, *to) <= 4) {
        match said(&watching, A, &format!("B mv {}", ground.name(to))) {
            Ok(plotted) => {
                let view = plotted.game().view(charts(), A.seat());
                let way: Vec<_> = view.path(plotted.unit(A, "B")).collect();
                assert!(way.last() == Some(&to) && way.iter().all(|hex| !line.passes(*hex)), "{}", ground.name(to));
                round += 1;
            }
            Err(why) if why.contains("line of fire (9.37)") => {
                barred += 1;
            }
            Err(why) => assert!(line.passes(to) || why.contains("out of reach") || why.contains("friend"), "{why}"),
        }
    }
    assert!(round > 5 && barred > 0, "{round} {barred}");
}

/// rules: tank 11.0 10.11
#[test]
fn a_third_squad_hears_why_it_cannot_go_where_two_are() {
    let begun = Scene::new("1").alpha("A 0101 C").bravo("M 2612, N 2612, O 2613").nobody_else().begin();
    // Step by step its way is given up, and the reason told to its owner alone.
    let asked = begun.clone().press(B, "O mv");
    let label =
        asked.game().choice_words(charts(), B.seat(), Ask::Path(asked.id(B, "O").n), Choice::Step(side('A'))).label;
    assert!(label.contains("friendly units end there"), "{label}");
    let stuck = asked.press(B, ">A");
    assert_eq!((stuck.unit(B, "O").plot, stuck.asked(B).unwrap().0), (Plot::default(), "plot"));
    let told = stuck.plots("", "", &[]);
    assert!(told.heard(B).iter().any(|what| matches!(what, Event::Stuck { .. })), "{:?}", told.log());
    assert!(!told.heard(A).iter().any(|event| matches!(event, Event::Stuck { .. })));
    assert!(
        told.log().iter().any(|line| line.contains("The path of Bravo O") && line.contains("over 1 north is dropped"))
    );
    // Said in one line it is refused with the reason.
    assert_eq!(said(&begun, B, "O mv A").err().unwrap(), "O: friendly units end in 2612 (11.0)");
    // With one of them going elsewhere there is room, in either order.
    for line in ["O mv A, N mv A", "N mv A, O mv A"] {
        assert_eq!(ends_at(&said(&begun, B, line).unwrap(), B, "O"), 2612, "{line}");
    }
    // A way that is given up by choice needs no reason.
    let dropped = begun.press(B, "N mv >A drop").plots("", "", &[]);
    assert!(!dropped.heard(B).iter().any(|event| matches!(event, Event::Stuck { .. })));
}

/// rules: tank 6.0
#[test]
fn a_line_is_understood_whole_or_not_at_all() {
    let begun = Scene::new("0").alpha("A 2603 A, B 2604 A").bravo("A 5020 F").nobody_else().begin().press(A, "A mv");
    let ask = Ask::Path(begun.id(A, "A").n);
    let said = |line: &str| begun.game().spoken(charts(), A.seat(), ask, line);
    assert!(matches!(said("A A"), Some(Ok(steps)) if steps.len() == 2));
    // Found by fuzzing: nothing at all was taken for a way, and what came after a comma was dropped without a word.
    for line in ["", " ", ", ;", ";", ","] {
        assert!(!matches!(said(line), Some(Ok(_))), "`{line}`");
    }
    assert!(!matches!(said("F F, B fc"), Some(Ok(_))));
}

/// rules: tank 4.1c 9.32 9.37 9.6
#[test]
fn who_cannot_take_a_first_step_is_told_why() {
    // In the middle of a wood every hex costs three points, and in reverse a Pz IV has two.
    let ground = crate::common::ground();
    let deep = |hex: &HexId| {
        let around: Vec<_> = hulldown_core::hex::Side::ALL.iter().filter_map(|side| ground.next(*hex, *side)).collect();
        around.len() == 6 && around.iter().all(|hex| ground.terrain(*hex) == Terrain::Woods)
    };
    let wood = ground.grid().ids().find(deep).unwrap();
    let tank = Scene::new("0").alpha(&format!("A {} A", ground.name(wood))).begin().press(A, "A");
    assert_eq!(tank.refusal(A, "mvr"), Some(("9.32", "not enough Movement Points for any hex about it")));
    assert!(tank.can(A, "mv"));
    // Both hexes next to the corner are watched by a friend.
    let tanks = Scene::new("0").mode(Mode::Open).alpha("A 0101 C, B 0103 A, C 0301 F").begin();
    let tanks = tanks.plotted(A, "B of 0102, C of 0201").press(A, "A");
    assert_eq!(tanks.refusal(A, "mv"), Some(("9.37", "every step would come onto a friend's line of fire")));
    // So is the entry hex for the first in the queue; the second may at least move up.
    let queue = Scene::new("0").alpha("A 0103 A").with(|game| game.armies[0].units[1].place = Place::Queue(1)).begin();
    let queue = queue.plotted(A, "A of 0101");
    assert!(queue.clone().press(A, "C mv").can(A, "up"));
    // It has nothing else to do, so it is not asked at all; its player, and he alone, hears why.
    let first = queue.press(A, "B");
    assert_eq!(first.asked(A).unwrap().0, "plot");
    let held = |event: &Event| matches!(event, Event::Held { why, .. } if *why == "it would come onto a friend's line of fire");
    let told = first.plots("", "", &[]);
    assert!(told.heard(A).iter().any(held) && !told.heard(B).iter().any(held), "{:?}", told.log());
    // Found by random play on arranged states: a gun that was put behind the edge could be plotted to move up.
    let gun = Scene::new("1").alpha("A 5003 A").begin().press(B, "AA");
    assert_eq!((gun.asked(B).unwrap().0, gun.unit(B, "AA").plot), ("plot", Plot::default()));
}

/// rules: tank 4.1c 7.21 8.41
#[test]
fn who_has_no_line_to_watch_is_told_why() {
    // A gun on the northern edge that looks off the map.
    let gun = Scene::new("1").alpha("A 5003 A").bravo("AA 2501 A").begin().press(B, "AA");
    assert_eq!(gun.refusal(B, "of"), Some(("7.21", "no hex lies in its field of fire")));
    assert!(gun.can(B, "fc"));
    // A column of the map that friends mask whole says so, and others are free.
    let masked = Scene::new("1").mode(Mode::Open).alpha("A 5003 A").bravo("AA 2633 A, BB 2632 A").begin();
    let columns = masked.press(B, "AA of");
    assert_eq!(columns.refusal(B, "col:26").unwrap().0, "8.41");
    assert!(columns.can(B, "col:25"));
}

/// rules: tank 11.0 R17
#[test]
fn only_as_many_plots_are_dropped_as_must_be() {
    // Two squads were to meet where a third leaves; it stays after all, and has room for one of them.
    let plots = Scene::new("1").bravo("M 2603, N 2605, O 2604, W 3025 hidden").begin();
    let plots = plots.plotted(B, "O mv C").plotted(B, "M mv D").plotted(B, "N mv A").plotted(B, "O none");
    assert_eq!((plots.unit(B, "M").plot.task, plots.unit(B, "N").plot.task), (None, Some(Task::Mv)));
}

/// rules: tank 4.1c 5.0b 7.0 8.0b 8.31 9.4 10.21 7.12 8.84 R53 R60 R47
#[test]
fn an_order_that_cannot_be_is_refused_with_its_unit_and_the_reason() {
    let begun = Scene::new("0").alpha("A 3312 D, B 2703 C, E 2803 A").bravo("A 3315 A").begin();
    let why = |line: &str| said(&begun, A, line).err().unwrap();
    for (line, words) in [
        ("A of 3312", "A: of 3312: it stands there itself (8.0b)"),
        ("A of 3315", "A: of 3315: the line of fire is obstructed (10.21)"),
        ("A of adj", "A: only infantry watches all hexes about it (8.84)"),
        ("A df 3521", "A: df 3521: no enemy unit is to be seen there (5.0b)"),
        ("A df 2703", "A: df 2703: no enemy unit is to be seen there (5.0b)"),
        ("A df 3312", "A: df 3312: it stands there itself (8.0b)"),
        ("A df", "A: `df` needs one hex number"),
        ("A fc D", "A: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"),
        ("A none D", "A: nothing goes with `none`"),
        ("A mv Q", "A: `Q` is not a hex of the map, 0101 to 5233, nor a direction, A to F"),
        ("A again", "A: again: what it did last turn cannot be plotted as it was"),
        ("A up", "A: up: it is on the map already (R47)"),
        ("A mv 3312", "A: it is in 3312 already"),
        ("A mv D 3313", "A: it is in 3313 already"),
        ("A mv exit", "A: exit from 3312: nobody may leave the map in this scenario (R53)"),
        ("A mvr exit", "A: exit from 3312: nobody may leave the map in this scenario (R53)"),
        ("A fly 1010", "A: `fly` is not a task: df (D), of (P), mv (M), mvr (B), ov, fc (F) or none (N)"),
        ("C df 3315", "C: it is still off the map: it can move up or enter (R47)"),
        // In a line it is the order that is meant, wherever it stands.
        ("B fc, A fc D", "A: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"),
        ("B fc, A", "A: say what it does, such as `A df 2714`, `A mv B B` or `A fc`"),
        ("A, B fc", "A: say what it does, such as `A df 2714`, `A mv B B` or `A fc`"),
        ("A mv enter D", "A: it is on the map already and cannot enter"),
        ("B fc, Q df 2714", "`Q df 2714`: Alpha has no unit Q; its units are A to E"),
        ("Q df 2714", "`Q df 2714`: Alpha has no unit Q; its units are A to E"),
        ("B fc, commit, A fc", "nothing comes after `commit`, but `A fc` does"),
    ] {
        assert_eq!(why(line), words, "{line}");
    }
    // A mark too many changes nothing.
    for line in ["A fc;", "; A fc", ", A fc,;"] {
        let plotted = said(&begun, A, line).map(|plotted| plotted.unit(A, "A").plot.task);
        assert_eq!(plotted.ok().flatten(), Some(Task::Fc), "{line}");
    }
    let squad = Scene::new("1").alpha("A 3602 D").bravo("M 2604, AA 2606 A").begin();
    for (line, words) in [
        ("M fc A", "M: fc: infantry has no facing (7.0)"),
        ("AA fc A", "AA: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"),
        ("M ov A A", "M: ov: only armored vehicles overrun (9.4)"),
        ("AA ov A A", "AA: ov: only armored vehicles overrun (9.4)"),
    ] {
        assert_eq!(said(&squad, B, line).err().unwrap(), words);
    }
    let hidden = Scene::new("1").alpha("A 3602 D").bravo("AA 2606 A hidden").begin();
    let aside = "AA: fc: in hiding the side it turns to is plotted with it, such as `fc D` (R72)";
    assert_eq!(said(&hidden, B, "AA fc").err().unwrap(), aside);
    assert_eq!(said(&hidden, B, "AA fc Q").err().unwrap(), "AA: `Q` is not a facing: A to F");
    // Out of range, and who is gone.
    let far = Scene::new("0").mode(Mode::Open).alpha("A 0532 C").bravo("A 4031 F").lost(A, 4).begin();
    assert_eq!(said(&far, A, "A of 4132").err().unwrap(), "A: of 4132: out of range (8.31)");
    assert_eq!(said(&far, A, "B fc").err().unwrap(), "B: it is destroyed");
    // Of the unit asked about its task alone may be said, or a key that is not offered.
    let asked = begun.press(A, "A");
    let task = |line: &str| asked.game().spoken(charts(), A.seat(), Ask::Task(0), line).unwrap();
    assert_eq!(task("df:3521").unwrap_err(), "A: df 3521: no enemy unit is to be seen there (5.0b)");
    assert_eq!(
        task("fc D").unwrap_err(),
        "A: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"
    );
    assert_eq!(task("fc"), Ok(vec![Choice::Fc]));
}

/// The menu has letters for tasks, and a line understood only words. Of the unit asked about a letter alone stays the menu's key.
///
/// rules: tank 5.0
#[test]
fn the_letters_of_the_menu_do_in_a_line_too() {
    let begun = Scene::new("0").alpha("A 3312 D, B 2703 C, E 2803 A").bravo("A 3315 A").begin();
    let spoken = |line: &str| begun.game().spoken(charts(), A.seat(), Ask::Plot, line);
    for (letters, words) in [
        ("A p 3313", "A of 3313"),
        ("A P3313", "A of 3313"),
        ("A d 3315", "A df 3315"),
        ("A D3521", "A df 3521"),
        ("B m C C, E n", "B mv C C, E none"),
        ("B b C", "B mvr C"),
        ("A f, B F", "A fc, B fc"),
        ("A f D", "A fc D"),
        ("A a", "A again"),
    ] {
        assert_eq!(spoken(letters), spoken(words), "{letters}");
    }
    assert!(spoken("A p 3313").unwrap().is_ok());
    let asked = begun.press(A, "A");
    let task = |line: &str| asked.game().spoken(charts(), A.seat(), Ask::Task(0), line);
    assert_eq!(task("p 3313"), task("of 3313"));
    assert_eq!(task("P3313"), task("of 3313"));
    for key in ["D", "M", "B", "F", "P"] {
        assert_eq!(task(key).and_then(Result::ok), None, "{key} alone is a key");
    }
}

/// rules: tank R46 17.3b
#[test]
fn a_column_takes_no_orders_for_single_units() {
    let column = Scene::new("0").alpha("A 0303 B").with(|game| {
        (game.armies[0].entry, game.armies[0].in_column) = (Some(hex(103)), true);
        game.armies[0].track.extend([side('B'), side('C'), side('B')]);
    });
    let begun = column.begin();
    let said = |line: &str| begun.game().spoken(charts(), A.seat(), Ask::March, line);
    let why = "A: Alpha marches in column; only how far its head goes is plotted (R46)";
    assert_eq!(said("A df 3521"), Some(Err(why.into())));
    // A direction, or what no unit can be told, is no order.
    assert!(said("B").is_none() && said("help me").is_none() && said("march:2").is_none());
}

/// rules: tank 17.11e 17.13g 17.12f R53
#[test]
fn who_may_not_leave_the_map_hears_why() {
    let exit = |scene: Scene| scene.begin().press(A, "A mv").refusal(A, "exit");
    let nobody = "nobody may leave the map in this scenario";
    assert_eq!(exit(Scene::new("0").alpha("A 0103 C")), Some(("R53", nobody)));
    assert_eq!(exit(Scene::new("1").alpha("A 2801 A")), Some(("17.12f", nobody)));
    let early = Some(("17.11e", "nobody may leave the map before a force has reached Preservation"));
    assert_eq!(exit(Scene::new("10").alpha("A 2801 A")), early);
    let own = "it may leave the map by its own edge only";
    let preserved = Scene::new("10").alpha("A 2833 A").with(|game| game.armies[0].preserved = true);
    assert_eq!(exit(preserved), Some(("17.11e", own)));
    assert_eq!(exit(Scene::new("11").alpha("A 0103 C").bravo("A 3033 A")), Some(("17.13g", own)));
    // Said in a line, from a hex in the midst of the map too.
    let inland = Scene::new("11").alpha("A 2603 C").bravo("A 3033 A").begin();
    assert_eq!(
        said(&inland, A, "A mv D exit").err().unwrap(),
        "A: exit from 2604: it may leave the map by its own edge only (17.13g)"
    );
}

/// rules: tank 17.3 9.11
#[test]
fn one_who_enters_may_name_the_entry_hex() {
    // Alpha's units wait behind 0101.
    let begun = Scene::new("0").bravo("A 3033 A").begin();
    for (line, steps) in [("A mv 0101", ""), ("A mv enter", ""), ("A mv 0101 0102", "D"), ("A mv D", "D")] {
        let plot = begun.clone().plotted(A, line).unit(A, "A").plot;
        assert_eq!((plot.enters, plot.steps.to_string()), (true, steps.into()), "{line}");
    }
    assert_eq!(said(&begun, A, "A mv D 0102").err().unwrap(), "A: it is in 0102 already");
}

/// rules: tank 6.0
#[test]
fn what_is_typed_is_never_shown_back_at_length() {
    let begun = Scene::new("0").alpha("A 2603 A").bravo("A 5020 F").begin();
    let long = "x".repeat(200_000);
    for line in ["A df L", "A L", "A of L", "A mv L", "A mv D L", "A fc, L df 2603", "A fc, commit, L", "A mv exit L"] {
        let said = begun.game().spoken(charts(), A.seat(), Ask::Plot, &line.replace('L', &long));
        let why = said.unwrap_or_else(|| panic!("{line}")).unwrap_err();
        assert!(why.len() < 300, "{line}: {} bytes", why.len());
    }
    let sites = Played::of(crate::common::setup("1"));
    let why =
        sites.game().spoken(charts(), B.seat(), Ask::SiteColumn(0), &format!("2714 {long}")).unwrap().unwrap_err();
    assert!(why.len() < 300);
}

#[test]
fn a_move_without_a_way_is_told_how_to_say_one() {
    let begun = Scene::new("0").alpha("A 2602 D").bravo("A 2610 A").begin();
    for line in ["A mv", "A mvr", "A ov"] {
        let why = said(&begun, A, line).err().unwrap();
        assert!(
            why.contains("say which way: ") && why.contains(" A B` by sides, or ") && why.contains("2601` by hexes"),
            "{why}"
        );
    }
}
