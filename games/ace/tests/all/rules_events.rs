//! The Event Check at the end of a round (B9) and every Random Event (C1).

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::state::{Cff, End, EnemyAim, Fate, Stage, Support, UnitId};
use hulldown_ace::talk::{Cause, Event, Killer};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::{Seat, Voice};

/// The Event Check of round 2.
fn event_check(fight: Mission) -> Scene {
    Scene::new(fight).stage(Stage::Events(Seat(0)))
}

fn ids(played: &Played) -> Vec<u8> {
    played.me().board.enemies.iter().map(|enemy| enemy.id.0).collect()
}

/// rules: ace 7.8 7.2-5 EX.B9 CH.B9
#[test]
fn friends_destroy_one_unit_of_the_kind_named_without_credit() {
    let kinds = ["pz4", "stug3", "pak40", "sdkfz222", "sdkfz251", "inf", "inf"];
    let scene =
        || kinds.into_iter().fold(event_check(Mission::Attack), |s, kind| s.enemies(&format!("{kind} B targeting")));
    for (faces, event, gone) in [
        ([1, 3], RoundEvent::DestroyRandomSpg, 2),
        ([2, 3], RoundEvent::DestroyRandomAt, 3),
        ([4, 5], RoundEvent::DestroyRandomTank, 1),
    ] {
        let checked = scene().play("", &faces);
        assert!(checked.saw(|e| *e == Event::RoundEvent { seat: Seat(0), event, found: true }));
        assert_eq!(ids(&checked), (1..=7).filter(|id| *id != gone).collect::<Vec<_>>());
        assert!(checked.saw(|event| matches!(event, Event::Destroyed { by: Killer::Others, .. })));
        assert_eq!((checked.me().board.kills, checked.me().career.kills), ([0; 7], [0; 7]));
        assert_eq!(checked.game().field.round, 3, "it was the last step but the end of the round");
    }
    for faces in [[3, 4], [5, 6]] {
        assert_eq!(ids(&scene().play("", &faces)).len(), 7);
    }
    // No unit of the kind: no event, and no die.
    for faces in [[1, 3], [2, 3], [4, 5], [2, 4], [2, 6]] {
        let lone = event_check(Mission::Attack).enemies("opel_blitz B").play("", &faces);
        assert_eq!((lone.gone(1), lone.rolls().len()), (faces == [2, 6], 1), "{faces:?}");
    }
}

/// rules: ace CH.B9 CH.C1
#[test]
fn an_event_that_finds_nobody_says_so() {
    let told = |faces: [u8; 2]| {
        let lone = event_check(Mission::Attack).enemies("pz4 B targeting, pz4 B targeting");
        let lone = if faces == [4, 5] || faces == [4, 4] {
            event_check(Mission::Attack).enemies("pak40 B targeting, inf B")
        } else {
            lone
        };
        let checked = lone.play("", &faces);
        assert!(checked.me().board.enemies.len() == 2 && checked.game().field.round == 3, "{faces:?}");
        let log = checked.log();
        assert!(log.iter().all(|line| !line.contains("destroyed") && !line.contains("loses")), "{log:#?}");
        [log[0].clone(), log[1].clone()]
    };
    for (faces, kind) in
        [([1, 3], "an SPG"), ([2, 3], "an AT gun"), ([3, 3], "INF"), ([4, 4], "a vehicle"), ([4, 5], "a tank")]
    {
        let sum = faces[0] + faces[1];
        assert_eq!(
            told(faces),
            [
                format!("Event check (B9): {sum}: friends fire on {kind}"),
                format!("Friends fire on {kind}: none is on the board.")
            ]
        );
    }
    // Nor do Germans break who are not there.
    let none = event_check(Mission::Attack).enemies("pz4 B targeting").play("", &[6, 6, 6, 6]);
    assert!(none.saw(|e| matches!(e, Event::RandomEvent { event: RandomEvent::GermansBreak, applies: false, .. })));
    assert!(none.log().contains(&"The Germans break: no infantry on foot is there to break.".into()));
}

/// rules: ace CH.B9
#[test]
fn one_of_several_is_picked_by_one_die() {
    let pick = |n: usize, dice: &[u8]| {
        let scene =
            (0..n).fold(event_check(Mission::Attack).enemies("inf B targeting"), |s, _| s.enemies("pz4 B targeting"));
        let picked = scene.enemies("inf B targeting").play("", &[&[4, 5], dice].concat());
        let gone: Vec<u8> = (2..2 + n as u8).filter(|id| picked.gone(*id)).map(|id| id - 1).collect();
        (gone, picked.rolls().len())
    };
    assert_eq!(pick(1, &[]), (vec![1], 2 - 1), "no die for one");
    for face in 1..=6u8 {
        assert_eq!(pick(2, &[face]), (vec![if face <= 3 { 1 } else { 2 }], 2));
        assert_eq!(pick(3, &[face]), (vec![face.div_ceil(2)], 2));
        assert_eq!(pick(6, &[face]), (vec![face], 2));
    }
    assert_eq!(pick(4, &[5, 6, 4]), (vec![4], 4), "above four is thrown again");
    assert_eq!(pick(5, &[6, 5]), (vec![5], 3));
    // More than six: first the row of six, then the place in it.
    assert_eq!(pick(8, &[2, 6]), (vec![6], 3));
    assert_eq!(pick(8, &[4, 3, 4, 2]), (vec![8], 5), "the ninth is not there");
}

/// rules: ace CH.B9 6.3e
#[test]
fn any_vehicle_or_an_infantry_step_may_be_lost() {
    let scene = || {
        let scene = event_check(Mission::Attack).enemies("pak40 B targeting, inf B targeting");
        scene.enemies("opel_blitz B, inf B targeting reduced, sdkfz221 C targeting")
    };
    // Vehicles of any kind: truck on 1-3, recon on 4-6.
    assert_eq!(ids(&scene().play("", &[4, 4, 3])), [1, 2, 4, 5]);
    assert_eq!(ids(&scene().play("", &[4, 4, 4])), [1, 2, 3, 4]);
    // One step of the full one, the last of the reduced one.
    let full = scene().play("", &[3, 3, 1]);
    assert_eq!((full.enemy(2).steps, ids(&full)), (1, vec![1, 2, 3, 4, 5]));
    let reduced = scene().play("", &[3, 3, 6]);
    assert_eq!((ids(&reduced), reduced.me().board.kills), (vec![1, 2, 3, 5], [0; 7]));
}

/// rules: ace CH.B9
#[test]
fn a_reinforcement_is_of_the_type_on_the_board_or_of_a_new_one() {
    let came = |dice: &[u8]| {
        let scene = event_check(Mission::Attack).enemies("tiger1 B targeting, pak38 B targeting");
        let came = scene.play("", &[&[1, 2], dice].concat());
        let enemy = *came.enemy(3);
        assert!(!enemy.dug_in && enemy.aim == EnemyAim::Elsewhere);
        (enemy.class, enemy.kind.map(UnitType::id), enemy.area, came.options())
    };
    let looks = || vec!["dice:7.2-4".to_string()];
    assert_eq!(came(&[1, 5]), (Class::Inf, None, Area::C, looks()));
    assert_eq!(came(&[2, 1]), (Class::Inf, None, Area::A, looks()));
    assert_eq!(came(&[3, 8, 3]), (Class::R, Some("sdkfz231"), Area::B, looks()));
    assert_eq!(came(&[4, 3]), (Class::At, Some("pak38"), Area::B, looks()), "no type roll");
    assert_eq!(came(&[5, 10, 6]), (Class::Spg, Some("jpz4"), Area::C, looks()));
    assert_eq!(came(&[6, 2]), (Class::T, Some("tiger1"), Area::A, looks()));
}

/// rules: ace 7.1.4d
#[test]
fn with_the_errata_a_gun_that_comes_up_in_a_defense_is_a_self_propelled_one() {
    let came = |errata_2022, fight, dice: &[u8]| {
        let scene = Scene::of(Setup { errata_2022, ..Setup::default() }, fight).stage(Stage::Events(Seat(0)));
        let came = scene.enemies("tiger1 B targeting").play("", dice);
        let enemy = *came.enemy(2);
        (enemy.class, enemy.kind.map(UnitType::id), enemy.area)
    };
    // A reinforcement: the die says AT; a 6 on the type column, area B.
    let reinforcement = [1, 2, 4, 6, 3];
    assert_eq!(came(true, Mission::Defense, &reinforcement), (Class::Spg, Some("stug3"), Area::B));
    assert_eq!(came(false, Mission::Defense, &reinforcement), (Class::At, Some("pak40"), Area::B));
    assert_eq!(came(true, Mission::Attack, &reinforcement), (Class::At, Some("pak40"), Area::B));
    // An ambush on the flank.
    let ambush = [6, 6, 1, 2, 6, 1];
    assert_eq!(came(true, Mission::Defense, &ambush), (Class::Spg, Some("stug3"), Area::D));
    assert_eq!(came(false, Mission::Defense, &ambush), (Class::At, Some("pak40"), Area::D));
}

/// rules: ace 7.6d CH.B9
#[test]
fn enemy_mortars_and_artillery_strike_the_tank_at_once() {
    let shelled = |dice: &[u8]| event_check(Mission::Attack).enemies("pak40 B targeting").buttoned().play("", dice);
    let artillery = shelled(&[1, 1, 4, 4]);
    assert_eq!(
        artillery.rolls(),
        ["Event check (B9): 2: enemy artillery", "field artillery (B2): 8 -3 field artillery = 5: buttoned up"]
    );
    assert!(artillery.saw(|event| *event == Event::Immobilized { seat: Seat(0), cause: Cause::Artillery }));
    let mortars = shelled(&[5, 5, 3, 3]);
    assert_eq!(mortars.rolls(), ["Event check (B9): 10: enemy mortars", "mortars (B2): 6 -1 mortars = 5: buttoned up"]);
    assert!(!mortars.me().mat.immobilized);
}

/// rules: ace 7.8 9.0a 9.0b CH.B9
#[test]
fn the_first_twelve_is_a_random_event_the_second_the_minefield_the_third_nothing() {
    let scene = |random, mines, moved| {
        let scene = event_check(Mission::Attack).enemies("pak40 B targeting");
        scene.me(|player| {
            (player.board.random_done, player.board.mines_done, player.board.moved) = (random, mines, moved);
        })
    };
    let first = scene(false, false, false).play("", &[6, 6]);
    assert_eq!(first.asked_dice(), "Random event (C1) 2d6, chart C1");
    // The roll itself says what it comes to.
    assert_eq!(first.rolls(), ["Event check (B9): 12: random event"]);
    assert_eq!(scene(true, false, false).play("", &[6, 6, 6]).rolls()[0], "Event check (B9): 12: minefield");
    assert_eq!(scene(true, true, false).play("", &[6, 6]).rolls()[0], "Event check (B9): 12: nothing");
    assert_eq!(scene(false, false, false).play("", &[5, 6]).rolls()[0], "Event check (B9): 11: nothing");
    for (moved, die, stopped) in [(false, 2, true), (false, 3, false), (true, 4, true), (true, 5, false)] {
        let mines = scene(true, false, moved).play("", &[6, 6, die]);
        let need = if moved { 4 } else { 2 };
        let word = if stopped { "a mine" } else { "clear" };
        assert_eq!(mines.rolls()[1], format!("Minefield (B9): {die}, {need} or less: {word}"));
        assert_eq!(mines.me().mat.immobilized, stopped);
        assert!(mines.me().mat.open == [true; 3], "no crew check");
    }
    let third = scene(true, true, true).play("", &[6, 6]);
    assert_eq!((third.rolls().len(), third.game().field.round), (1, 3));
    assert!(third.saw(|e| matches!(e, Event::RoundEvent { event: RoundEvent::None, .. })));
    // In one battle, one after the other.
    let all =
        scene(false, false, false).play("", &[6, 6, 5, 5]).then("end", &[6, 6, 6, 6, 6]).then("end", &[6, 6, 6, 6]);
    let twelves: Vec<_> = all.rolls().into_iter().filter(|r| r.contains("(C1)") || r.contains("Minefield")).collect();
    assert_eq!(twelves, ["Random event (C1): 10: hot chow and mail", "Minefield (B9): 6, 2 or less: clear"]);
}

/// rules: ace CH.B9
#[test]
fn any_move_of_the_tank_makes_the_minefield_likelier() {
    for (key, dice, max) in [
        ("hull:left end", &[6, 6][..], 4),
        ("move:forward end", &[6, 6], 4),
        ("flank:2 range:keep end", &[], 4),
        ("button:c end", &[], 2),
    ] {
        let scene = Scene::new(Mission::Attack).enemies("pak40 B, pz4 B").mine("board.random_done = true");
        let mined = scene.play("", &[]).then(key, &[dice, &[6, 6]].concat());
        assert_eq!(mined.asked_dice(), format!("Minefield (B9) 1d6, {max} or less to hit a mine"), "{key}");
    }
}

// ---- Random Events ----

/// A 12 on B9 of a Movement to Contact, and this on C1, then more dice.
fn random(scene: Scene, faces: [u8; 2], dice: &[u8]) -> Played {
    scene.play("", &[&[6, 6], &faces[..], dice].concat())
}

fn contact() -> Scene {
    event_check(Mission::Contact).enemies("pak40 B targeting, inf B targeting")
}

fn event(played: &Played) -> (RandomEvent, bool) {
    played
        .events()
        .iter()
        .find_map(|e| if let Event::RandomEvent { event, applies, .. } = e { Some((*event, *applies)) } else { None })
        .unwrap()
}

/// rules: ace CH.C1
#[test]
fn own_aircraft_may_bomb_the_tank_unless_the_weather_keeps_them_away() {
    let destroyed = random(contact(), [1, 1], &[3, 3, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(event(&destroyed), (RandomEvent::FriendlyAirstrike, true));
    assert_eq!(destroyed.rolls()[2], "airstrike (B2): 6 -4 airstrike = 2: destroyed");
    assert!(destroyed.saw(|event| *event == Event::TankLost { seat: Seat(0), cause: Cause::Aircraft, burns: false }));
    let halves = destroyed.rolls().iter().filter(|r| r.contains("his half was struck")).count();
    assert_eq!((halves, destroyed.rolls()[4].as_str()), (0, "Bail out (B6): 2 -1 his hatch is open = 1: light wound"));
    let buttoned = random(contact(), [1, 1], &[4, 5, 5, 5, 5]);
    assert_eq!(buttoned.rolls()[2], "airstrike (B2): 9 -4 airstrike = 5: buttoned up");
    assert_eq!((buttoned.me().mat.open, buttoned.me().mat.immobilized), ([false; 3], false));
    assert_eq!(random(contact(), [1, 1], &[5, 5]).me().mat.open, [true; 3]);
    for weather in [Weather::Overcast, Weather::Rain, Weather::Snow] {
        let grounded = random(contact().weather(weather), [1, 1], &[]);
        assert_eq!(
            (event(&grounded), grounded.rolls().len()),
            ((RandomEvent::FriendlyAirstrike, false), 2),
            "{weather}"
        );
        assert!(grounded.me().board.random_done, "it was the mission's Random Event all the same");
    }
}

/// rules: ace CH.C1
#[test]
fn a_gun_in_ambush_on_the_flank_has_the_tank_in_its_sights() {
    for (die, area) in [(3, Area::D), (4, Area::E)] {
        // Its own type roll, also when another gun is on the board: 10 is a PAK 43.
        let ambush = random(contact(), [1, 2], &[10, die]);
        assert_eq!(event(&ambush), (RandomEvent::FlankAmbush, true));
        let gun = ambush.enemy(3);
        assert_eq!(
            (gun.class, gun.kind.map(UnitType::id), gun.area, gun.aim),
            (Class::At, Some("pak43"), area, EnemyAim::Tank)
        );
        assert!(ambush.can("fire:3"), "it may be fired at at once");
    }
}

/// rules: ace 7.8 9.0a CH.B9 CH.C1
#[test]
fn an_event_is_told_as_what_happens_not_in_the_shorthand_of_its_chart() {
    let text = |event: Event| Ace::event_words(charts(), &event).text;
    let seat = Seat(0);
    let events = RoundEvent::ALL.into_iter().flat_map(|event| [true, false].map(|found| (event, found)));
    let random = RandomEvent::ALL.into_iter().flat_map(|event| [true, false].map(|applies| (event, applies)));
    let lines = events
        .map(|(event, found)| text(Event::RoundEvent { seat, event, found }))
        .chain(random.map(|(event, applies)| text(Event::RandomEvent { seat, event, applies })));
    for line in lines {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
        for shorthand in ["B2", "B5", "1d6", "column", "block", "roll", "Roll", "marker", "Marker", "CFF", "player"] {
            assert!(!words.contains(&shorthand), "{line}");
        }
        assert!(line.ends_with('.') && line.len() < 90, "{line}");
    }
}

/// rules: ace CH.B9 CH.C1 9.0b
#[test]
fn what_cannot_be_lost_twice_is_not_lost_again() {
    // Mines under a tank that stands still for good: no die, and the log says why.
    let stopped = || contact().mine("mat.immobilized = true");
    let mines = stopped().mine("board.random_done = true").play("", &[6, 6]);
    assert_eq!((mines.rolls().len(), mines.game().field.round), (1, 3), "{:#?}", mines.log());
    assert!(mines.log().contains(&"Minefield: the tank is stopped already.".into()), "{:#?}", mines.log());
    assert!(mines.me().board.mines_done, "it was the mission's Minefield all the same");
    let engine = random(stopped(), [2, 2], &[]);
    assert_eq!(event(&engine), (RandomEvent::Breakdown, false));
    assert!(engine.log().contains(&"Breakdown: the tank is stopped already.".into()), "{:#?}", engine.log());
    // A Staff Sergeant has no command radio.
    let radio = random(contact(), [2, 3], &[]);
    assert_eq!((event(&radio), radio.me().mat.radio_out), ((RandomEvent::RadioOut, false), false));
    assert!(!radio.saw(|event| matches!(event, Event::RadioOut { .. })));
    assert!(radio.log().contains(&"Radio out: the tank has no command radio to lose.".into()), "{:#?}", radio.log());
}

/// rules: ace 7.1.4d CH.B9 CH.C1 6.2a
#[test]
fn a_line_says_why_guns_that_the_chart_names_come_as_self_propelled_ones() {
    let line = "An attacker\u{2019}s anti-tank guns are self-propelled: SPGs come in their place.";
    for errata_2022 in [false, true] {
        let scene = |stage| {
            let scene = Scene::of(Setup { errata_2022, ..Setup::default() }, Mission::Defense).stage(stage);
            scene.enemies("pz4 B targeting")
        };
        let said = |played: &Played| played.log().iter().any(|l| l == line);
        // 3 on B9, then an anti-tank gun, its type, its area; a flank ambush, its type and side.
        let reinforced = scene(Stage::Events(Seat(0))).play("", &[1, 2, 4, 3, 3]);
        let ambush = random(scene(Stage::Events(Seat(0))), [1, 2], &[3, 3]);
        assert_eq!([said(&reinforced), said(&ambush)], [errata_2022; 2], "{:#?}", reinforced.log());
        let class = if errata_2022 { Class::Spg } else { Class::At };
        assert_eq!([reinforced.enemy(2).class, ambush.enemy(2).class], [class; 2]);
    }
}

/// rules: ace CH.C1
#[test]
fn engine_and_radio_may_fail() {
    let stopped = random(contact(), [2, 2], &[]);
    assert!(stopped.saw(|event| *event == Event::Immobilized { seat: Seat(0), cause: Cause::Breakdown }));
    assert_eq!((stopped.me().mat.open, stopped.refused("move:back").map(|r| r.0)), ([true; 3], Some("R19a")));
    let scene = contact().me(|player| {
        player.career.rank = Rank::Captain;
        player.mat.mortars_called = 1;
        player.mat.cff.push(Cff { support: Support::Mortar, rounds: 1, board: Seat(0) });
    });
    let deaf = random(scene, [2, 3], &[]);
    assert!(deaf.saw(|event| matches!(event, Event::CallLapses { .. })));
    assert_eq!((event(&deaf), deaf.me().mat.cff.len()), ((RandomEvent::RadioOut, true), 0), "the call is lost");
    assert_eq!(deaf.refused("call:mortar").map(|r| r.0), Some("CH.C1"));
}

/// rules: ace CH.C1
#[test]
fn a_fuel_shortage_makes_the_next_line_a_refit() {
    let marked = random(contact(), [3, 3], &[]);
    assert!(marked.me().career.has_marker(RandomEvent::FuelShortage));
    let line = Scene::new(Mission::Attack)
        .stage(Stage::Line(Seat(0)))
        .me(|player| player.career.markers = marked.me().career.markers);
    let refit = line.play("", &[]);
    assert!(refit.saw(|event| *event == Event::NoFuel));
    assert!(
        refit.saw(|event| matches!(event, Event::Mission { mission: Mission::Refit, .. })) && refit.rolls().is_empty()
    );
    assert!(!refit.me().career.has_marker(RandomEvent::FuelShortage));
    assert!(refit.saw(|event| matches!(event, Event::MissionEnds { success: true, .. })));
}

/// rules: ace CH.C1
#[test]
fn an_airstrike_falls_on_a_unit_of_the_players_choice() {
    let scene = || contact().enemies("tiger2 C targeting");
    let asked = random(scene(), [3, 4], &[]);
    assert_eq!(asked.options(), ["target:1", "target:2", "target:3"]);
    let dead = random(scene(), [3, 4], &[]).then("target:3", &[3, 3]);
    assert_eq!(dead.rolls()[2], "Airstrike (B2): 6 -4 aircraft = 2: destroyed");
    assert!(dead.gone(3) && dead.me().board.kills == [0; 7], "destroyed whatever it is, and nobody's credit");
    let buttoned = random(scene(), [3, 4], &[]).then("target:3", &[3, 4]);
    assert!(buttoned.enemy(3).buttoned && !buttoned.enemy(3).immobilized);
    assert_eq!(random(scene().weather(Weather::Overcast), [3, 4], &[]).options()[0], "fire:1", "no flying weather");
}

/// rules: ace CH.C1
#[test]
fn friendly_artillery_strikes_at_once_beyond_the_limit_of_calls() {
    let scene = contact().mine("mat.artillery_called = 1").enemies("tiger2 C targeting");
    let strike = random(scene, [4, 4], &[]).then("target:3", &[4, 4]);
    assert_eq!(strike.rolls()[2], "field artillery (B2): 8 -3 field artillery = 5: buttoned up");
    let tiger = strike.enemy(3);
    assert!(tiger.buttoned && tiger.immobilized && tiger.damaged.is_none(), "without credit");
    assert_eq!(strike.me().mat.artillery_called, 1);
}

/// rules: ace CH.C1
#[test]
fn an_assault_may_follow_a_movement_to_contact() {
    let marked = random(contact(), [4, 5], &[]);
    assert_eq!(event(&marked), (RandomEvent::FollowOnAssault, true));
    assert!(marked.me().career.has_marker(RandomEvent::FollowOnAssault));
    let other = random(event_check(Mission::Attack).enemies("pak40 B targeting"), [4, 5], &[]);
    assert_eq!((event(&other).1, other.me().career.markers), (false, 0), "in any other mission: no event");
    // The win is followed at once by an Assault in the same weather and ground, without the counterattack die.
    let markers = marked.me().career.markers;
    let won = contact()
        .weather(Weather::Overcast)
        .me(|player| (player.career.markers, player.mat.rack) = (markers, [0; 5]))
        .play("", &[2, 3]);
    assert!(won.saw(|event| *event == Event::FollowOnAssault));
    assert_eq!(
        (won.options(), won.game().field.fight, won.game().field.weather),
        (vec!["dice:A4".into()], Mission::Assault, Weather::Overcast)
    );
    assert_eq!(won.me().career.credit, 1);
    let ready = won.dice(&[&[4, 4], &[6], &[3], &[6], &[4]]).go_on("open:c target:1");
    assert_eq!(
        (ready.me().mat.rack, ready.asked_dice().as_str()),
        ([0; 5], "field artillery (B2) 2d6, chart B2 [-3 field artillery]"),
        "no resupply"
    );
    assert_eq!(ready.me().career.markers, 0);
    // A lost one is not followed by anything.
    let lost = contact()
        .range(Range::Long)
        .stage(Stage::Commands(Seat(0)))
        .me(|player| player.career.markers = markers)
        .play("move:back", &[]);
    assert!(!lost.saw(|event| *event == Event::FollowOnAssault));
    assert_eq!(lost.me().career.markers, 0);
}

/// rules: ace CH.C1
#[test]
fn mail_and_the_press_pay_only_after_a_success() {
    for (faces, marker) in [([5, 5], RandomEvent::HotChowAndMail), ([5, 6], RandomEvent::WarCorrespondent)] {
        let marked = random(contact(), faces, &[]);
        assert_eq!((event(&marked), marked.me().career.has_marker(marker)), ((marker, true), true));
        let markers = marked.me().career.markers;
        // Won: no counterattack, W1.
        let won = contact().me(|player| player.career.markers = markers).play("", &[2, 3, 1, 3, 4]);
        let plain = contact().play("", &[2, 3, 1, 3, 4]);
        let gain = |played: &Played| (played.me().career.credit, played.me().career.prestige, played.me().career.level);
        let ((credit, prestige, level), plain) = (gain(&won), gain(&plain));
        let chow = u8::from(marker == RandomEvent::HotChowAndMail);
        assert_eq!((credit, prestige, level), (plain.0 + chow, plain.1 + 1 - chow, plain.2 + 1 - chow));
        assert_eq!(won.me().career.markers, 0);
        let lost =
            contact().range(Range::Long).stage(Stage::Commands(Seat(0))).me(|player| player.career.markers = markers);
        let lost = lost.play("move:back", &[]);
        assert_eq!((gain(&lost), lost.me().career.markers), ((1, 0, 0), 0));
    }
}

/// rules: ace CH.C1 7.2-6b
#[test]
fn when_the_germans_break_all_their_infantry_leaves() {
    let scene = || event_check(Mission::Contact).enemies("inf A targeting, pz4 B targeting");
    let broke = random(scene().enemies("inf C targeting"), [6, 6], &[]);
    assert_eq!((ids(&broke), broke.me().board.kills, broke.me().board.end), (vec![2], [0; 7], None));
    let feet = event_check(Mission::Contact).enemies("inf A targeting, inf B targeting");
    let won = random(feet, [6, 6], &[]);
    assert_eq!((won.me().board.end, won.me().fate), (Some(End::Won), Fate::Serving));
    assert!(won.me().board.enemy(UnitId(1)).is_none());
}
