//! Two commanders side by side (10.2).

use crate::common::{Look, Played, Scene};
use hulldown_ace::state::{Cff, End, EnemyAim, Fate, Mode, Player, Stage, Support, UnitId};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Game, Seat, Voice};

pub(crate) const LEFT: Seat = Seat(0);
pub(crate) const RIGHT: Seat = Seat(1);

/// Side by side in round 2 of an Attack; the helper has cleared his board, the other has these enemies.
pub(crate) fn helping(helper: Seat, enemies: &str) -> Scene {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).stage(Stage::Commands(helper));
    let scene = scene.with(|game| game.players[helper.index()].board.end = Some(End::Won));
    scene.enemies_on(Seat(1 - helper.0), enemies)
}

pub(crate) fn player(played: &Played, seat: Seat) -> &Player {
    &played.game().players[seat.index()]
}

/// Everything rolled, and who throws it.
pub(crate) fn thrown(played: &Played) -> Vec<(&'static str, u8)> {
    played
        .told
        .iter()
        .filter_map(|t| if let Told::Roll(check, _) = t { Some((check.chart, check.by.0)) } else { None })
        .collect()
}

fn ends(played: &Played) -> Vec<(u8, bool)> {
    let ends = played.events().into_iter().filter_map(|event| match event {
        Event::MissionEnds { seat, success } => Some((seat.0, success)),
        _ => None,
    });
    ends.collect()
}

/// rules: ace 10.1
#[test]
fn one_or_two_play() {
    for (mode, seats) in
        [(Mode::Solitaire, 1), (Mode::Cooperative, 2), (Mode::CompetitiveTogether, 2), (Mode::CompetitiveApart, 2)]
    {
        let game = Ace::new(&Setup { mode, ..Setup::default() }, Ace::data()).unwrap();
        assert_eq!(game.seats(), seats, "{mode:?}");
    }
}

/// rules: ace 10.2a
#[test]
fn mission_weather_ground_and_quality_are_shared_and_the_forces_are_each_ones_own() {
    for mode in [Mode::Cooperative, Mode::CompetitiveTogether] {
        let scene = Scene::pair(mode, Mission::Attack).stage(Stage::Line(LEFT));
        // A1 6 Attack, A3 1, A5 6; left: AT 6, B, INF C; right: halftrack A, INF C; A6 4.
        let set = scene.play("", &[3, 3, 1, 6, 4, 4, 6, 3, 6, 3, 4, 1, 5, 4]);
        assert_eq!(
            thrown(&set),
            [
                ("A1", 0),
                ("A3", 0),
                ("A5", 0),
                ("A4", 0),
                ("A4-types", 0),
                ("F2", 0),
                ("F2", 0),
                ("A4", 1),
                ("F2", 1),
                ("F2", 1),
                ("A6", 0)
            ]
        );
        let force = |s| player(&set, s).board.enemies.iter().map(|enemy| (enemy.class, enemy.area)).collect::<Vec<_>>();
        assert_eq!(force(LEFT), [(Class::At, Area::B), (Class::Inf, Area::C)]);
        assert_eq!(force(RIGHT), [(Class::Ht, Area::A), (Class::Inf, Area::A), (Class::Inf, Area::C)]);
        // Each readies his own tank.
        let ready = set.go_on("open:c load:ap rack:ap 1/open:none 1/load:he 1/rack:he");
        assert_eq!(
            (player(&ready, LEFT).mat.loaded, player(&ready, RIGHT).mat.loaded),
            (Some(Ammo::Ap), Some(Ammo::He))
        );
    }
}

/// rules: ace 10.2a 10.3a 4.2.4
#[test]
fn who_fight_side_by_side_serve_in_one_unit() {
    let muster = |mode| {
        let scene = Scene::of(Setup { mode, ..Setup::default() }, Mission::Attack).stage(Stage::Muster(LEFT));
        let first = scene.play("tank:m4a1_late unit:4", &[6, 6, 6, 6]).then("school:study done", &[6]);
        first.then("1/tank:m4a1_late", &[])
    };
    for mode in [Mode::Cooperative, Mode::CompetitiveTogether] {
        let both = muster(mode);
        assert_eq!(both.options(), ["dice:F1"], "{mode:?}: he goes straight to school");
        assert_eq!((player(&both, LEFT).division, player(&both, RIGHT).division), (Division(3), Division(3)));
    }
    assert!(muster(Mode::CompetitiveApart).can("unit:roll"), "apart he has a unit of his own");
}

/// Vector 12 of the examples.
///
/// rules: ace 10.2b
#[test]
fn a_helper_reaches_the_three_areas_nearest_to_him() {
    let all = "pz4 A, pz4 B, pz4 C, pz4 D, pz4 E";
    for (helper, reach) in [(LEFT, ["assist:1", "assist:2", "assist:4"]), (RIGHT, ["assist:2", "assist:3", "assist:5"])]
    {
        let scene = helping(helper, all);
        let asked = scene.clone().play("", &[]);
        let offered: Vec<String> =
            asked.options().into_iter().filter(|o| o.starts_with("assist:") && o.len() == 8).collect();
        assert_eq!(offered, reach, "seat {}", helper.0);
        assert_eq!(asked.refused("move:forward").map(|r| r.0), Some("10.2b"), "there is nothing to move against");
        // The turret points to the neighbor.
        let facing = if helper == LEFT { Facing::Right } else { Facing::Left };
        let fired = asked.go_on(&format!("{}/assist:2", helper.0)).dice(&[&[6, 6]]);
        assert_eq!(player(&fired, helper).mat.turret, facing);
        // Not as long as his own board holds an enemy.
        let busy =
            scene.with(|game| game.players[helper.index()].board.end = None).enemies_on(helper, "pz4 B").play("", &[]);
        assert!(busy.options().iter().all(|o| !o.starts_with("assist")));
    }
}

/// rules: ace 10.2b 10.2c
#[test]
fn a_helper_meets_side_armor_in_the_round_he_first_shoots() {
    let struck = |played: &Played| {
        let hits = played.events().into_iter().filter_map(|event| match event {
            Event::Struck { part, pen, armor, .. } => Some((part, pen, armor)),
            _ => None,
        });
        hits.collect::<Vec<_>>()
    };
    // A Tiger (8/8/5) at the partner's Close range: 7 or less hits, penetration 5 + 1 against 5.
    let scene = helping(LEFT, "tiger1 B, pz4 E");
    let scene = scene.set("players.0.board.range = long, players.1.board.range = close");
    let scene = scene.set("players.0.mat.rack = [8, 0, 0, 0, 0], players.1.mat.open = [false, false, false]");
    let first = scene.play("assist:1", &[3, 4, 1, 1]);
    assert_eq!(first.rolls(), ["To hit (B1): 7, 7 or less: hit", "PEN > armor (B3): 2: no penetration"]);
    assert_eq!(struck(&first), [(None, 6, 5)]);
    // One round after the turret has turned; then the partner's turn, the Tiger's fire at the helper, events, round 3.
    let third = first.then("end 1/end", &[6, 6, 3, 4, 6]).go_on("assist:1").dice(&[&[3, 3], &[1], &[1, 1]]);
    assert_eq!(struck(&third)[1..], [(Some(Part::Turret), 6, 8)], "now it faces him");
    // A helper who has already fired his machine gun at somebody has had his first round.
    let later = helping(LEFT, "tiger1 B").set("players.0.board.helped_in = 1").play("assist:1", &[3, 3, 4, 1, 1]);
    assert_eq!(struck(&later), [(Some(Part::Hull), 5, 8)]);
    let gun = helping(LEFT, "inf B, pz4 B").play("assist:coax:1", &[6, 5]);
    assert_eq!(player(&gun, LEFT).board.helped_in, 2);
}

/// rules: ace 10.2b 7.2-B
#[test]
fn a_helper_who_fires_again_at_the_same_target_has_sensed_his_first_round() {
    let scene = helping(LEFT, "pz4 B, pz4 B").set("players.0.mat.turret = right");
    let first = scene.clone().play("assist:1", &[5, 5]);
    let mods = |played: &Played, key: &str| {
        played.preview(key).unwrap().mods.iter().map(|m| (m.value, m.why)).collect::<Vec<_>>()
    };
    assert_eq!((mods(&first, "assist:1"), mods(&first, "assist:2")), (vec![(-1, "same target again")], vec![]));
    let second = first.go_on("assist:1").dice(&[&[5, 5]]);
    assert_eq!(second.rolls()[1], "To hit (B1): 10 -1 same target again = 9, 6 or less: miss");
    // What he fired at on his own board has nothing to do with it.
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).enemies("pz4 B side-open");
    let scene = scene.enemies_on(RIGHT, "pz4 B").set("players.0.mat.turret = front");
    let won = scene.play("fire:1", &[3, 3, 6, 6]);
    assert_eq!(player(&won, LEFT).board.end, Some(End::Won));
    assert_eq!(mods(&won, "assist:1"), []);
}

/// rules: ace 10.2b 7.2-4b
#[test]
fn whom_a_helper_shoots_at_turns_on_him_and_meets_his_front() {
    let scene = helping(LEFT, "pz4 A, pz4 D").with(|game| {
        game.players[1].board.enemies.iter_mut().for_each(|enemy| enemy.aim = EnemyAim::Tank);
        game.players.iter_mut().for_each(|player| player.mat.open = [false; 3]);
        (game.players[1].board.smoke[3], game.players[0].board.own_smoke, game.players[0].mat.hull_down) = (1, 2, true);
    });
    let shot = scene.play("assist:2", &[6, 6]);
    let aims: Vec<EnemyAim> = player(&shot, RIGHT).board.enemies.iter().map(|enemy| enemy.aim).collect();
    assert_eq!(aims, [EnemyAim::Tank, EnemyAim::Helper]);
    // Both give no more commands. The first fires at its own tank from A, the second at the helper from D.
    let fire = shot.then("end 1/end", &[6, 6, 1, 1, 1, 1, 6]);
    let enemy_fire: Vec<String> = fire.rolls().into_iter().filter(|r| r.starts_with("Enemy to hit")).collect();
    assert_eq!(
        enemy_fire,
        [
            "Enemy to hit (B1): 12, 6 or less: miss",
            "Enemy to hit (B1): 2 +1 the tank is hull down +2 smoke around the tank +1 smoke in the area = 6, 6 or less: hit",
        ]
    );
    assert!(
        fire.saw(|event| matches!(
            event,
            Event::TankStruck { seat: LEFT, part: Part::Turret, side: false, armor: 6, .. }
        ))
    );
    assert!(
        fire.saw(|event| *event == Event::Shock { seat: LEFT, post: Post::Commander, unspent: true }),
        "he had a command left"
    );
    assert!(!fire.saw(|event| matches!(event, Event::Shock { seat: RIGHT, .. })));
    // If the partner shoots at it himself it turns back to him.
    let scene = helping(LEFT, "pz4 B, pz4 B").set("players.1.board.enemies.0.aim = helper");
    let back = scene.play("end 1/fire:1", &[6, 6]);
    assert_eq!(player(&back, RIGHT).board.enemy(UnitId(1)).unwrap().aim, EnemyAim::Tank);
}

/// rules: ace 10.2e
#[test]
fn a_helper_who_loses_his_tank_has_lost_it_for_both() {
    let scene = helping(LEFT, "pz4 B").set("players.1.board.enemies.0.aim = helper");
    let scene = scene.set("players.0.mat.open = [false, false, false]");
    // Hit on the hull, destroyed, no fire, all lightly wounded; then friends destroy the Pz IV.
    let dice = [1, 1, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 5];
    let lost = scene.clone().play("end 1/end", &dice);
    assert!(lost.saw(|event| *event == Event::BoardEnds { seat: LEFT, end: End::TankLost }), "{:#?}", lost.log());
    assert_eq!(ends(&lost.quietly())[0], (0, false));
    let both = scene.play("end 1/end", &dice).quiet_dice(&[]);
    assert_eq!(player(&both, LEFT).career.tanks_lost, 1);
    // The same if he falls himself.
    let scene = helping(LEFT, "pz4 B").set("players.1.board.enemies.0.aim = helper");
    let killed =
        scene.set("players.0.mat.open = [false, false, false]").play("end 1/end", &[1, 1, 4, 6, 6, 6, 6, 6, 4, 5]);
    assert_eq!((player(&killed, LEFT).fate, ends(&killed)), (Fate::Killed, vec![(1, false)]));
}

/// rules: ace R46a 7.2-4c 7.2-4a
#[test]
fn who_fired_at_a_helper_that_is_lost_goes_back_to_its_own_tank_or_looks_anew() {
    // The first has targeted its own tank before, the second never, the third is busy; the helper draws the fire of two.
    let scene = helping(LEFT, "pz4 B, pz4 B, pz4 C").with(|game| {
        game.players[1].board.enemies[0].aim = EnemyAim::Tank;
        game.players.iter_mut().for_each(|player| (player.mat.open, player.mat.turret) = ([false; 3], Facing::Right));
    });
    let drawn = scene.play("assist:1", &[6, 6]).go_on("assist:2").dice(&[&[6, 6]]);
    let aims = |played: &Played| player(played, RIGHT).board.enemies.iter().map(|enemy| enemy.aim).collect::<Vec<_>>();
    assert_eq!(aims(&drawn), [EnemyAim::Helper, EnemyAim::Helper, EnemyAim::Elsewhere]);
    // The first destroys him: no fire, all lightly wounded.
    let lost: [&[u8]; 9] = [&[1, 1], &[4], &[6, 6], &[6], &[1, 1], &[1, 1], &[1, 1], &[1, 1], &[1, 1]];
    let lost = drawn.go_on("1/end").dice(&lost);
    assert_eq!(player(&lost, LEFT).board.end, Some(End::TankLost), "{:#?}", lost.log());
    assert_eq!(aims(&lost), [EnemyAim::Tank, EnemyAim::Elsewhere, EnemyAim::Elsewhere]);
    assert!(lost.saw(|event| matches!(event, Event::Targets { seat: RIGHT, who } if who.id == UnitId(1))));
    // Nothing happens; in the next round the other two roll for targets, and so it stays.
    let rolls = |played: &Played| played.rolls().iter().filter(|r| r.starts_with("Targeting")).count();
    let before = rolls(&lost);
    let next = lost.dice(&[&[3, 4], &[6], &[1]]);
    assert_eq!(rolls(&next) - before, 2, "{:#?}", next.log());
    assert_eq!(aims(&next), [EnemyAim::Tank, EnemyAim::Elsewhere, EnemyAim::Tank]);
    // Killed himself he is no less gone, and who still has to act fires at its own tank in this step already.
    let scene = helping(LEFT, "pz4 B, pz4 B").with(|game| {
        game.players[1].board.enemies.iter_mut().for_each(|enemy| (enemy.aim, enemy.drawn) = (EnemyAim::Helper, true));
        game.players.iter_mut().for_each(|player| player.mat.open = [false; 3]);
    });
    let killed = scene.play("end 1/end", &[1, 1, 4, 6, 6, 6, 6, 6]);
    assert_eq!((player(&killed, LEFT).fate, aims(&killed)), (Fate::Killed, vec![EnemyAim::Tank; 2]));
    assert!(killed.saw(|event| matches!(event, Event::EnemyFires { seat: RIGHT, who } if who.id == UnitId(2))));
}

/// rules: ace R37b 10.2d CH.C1
#[test]
fn a_call_comes_to_nothing_with_the_radio_that_made_it_or_the_fight_on_its_board() {
    // Left has called for mortars on both boards; a Pz IV has each of the two in its sights.
    let scene = |stage| {
        let scene = Scene::pair(Mode::Cooperative, Mission::Attack).stage(stage);
        let scene = scene.enemies("pz4 B, pz4 B");
        scene.enemies_on(RIGHT, "pak40 B, inf B").with(|game| {
            game.players[0].board.enemies[0].aim = EnemyAim::Tank;
            game.players
                .iter_mut()
                .for_each(|player| (player.mat.open, player.career.rank) = ([false; 3], Rank::Captain));
            game.players[0].mat.mortars_called = 2;
            for board in [LEFT, RIGHT] {
                game.players[0].mat.cff.push(Cff { support: Support::Mortar, rounds: 1, board });
            }
        })
    };
    let lapsed = |played: &Played| {
        let boards = played.events().into_iter().filter_map(|event| match event {
            Event::CallLapses { seat: LEFT, support: Support::Mortar, board } => Some(board.0),
            _ => None,
        });
        (boards.collect::<Vec<_>>(), player(played, LEFT).mat.cff.len())
    };
    // His tank is lost, he himself is killed, his radio fails: both.
    let tank = [1, 1, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let tank = scene(Stage::Enemy(LEFT)).play("", &tank);
    assert_eq!((player(&tank, LEFT).board.end, lapsed(&tank)), (Some(End::TankLost), (vec![0, 1], 0)));
    let line = "Commander 1: The call for mortars on Commander 2\u{2019}s board comes to nothing.";
    assert!(tank.log().contains(&line.to_string()), "{:#?}", tank.log());
    let killed = scene(Stage::Enemy(LEFT)).play("", &[1, 1, 4, 6, 6, 6, 6, 6]);
    assert_eq!((player(&killed, LEFT).fate, lapsed(&killed)), (Fate::Killed, (vec![0, 1], 0)));
    let deaf = scene(Stage::Events(LEFT)).play("", &[6, 6, 2, 3]);
    assert_eq!(lapsed(&deaf), (vec![0, 1], 0));
    // The partner's radio is not the one that made them.
    let other = scene(Stage::Events(RIGHT)).play("", &[6, 6, 2, 3]);
    assert_eq!(lapsed(&other), (vec![], 2));
    // A board is won, or its tank leaves it: what was called onto that board, whoever called.
    let won = scene(Stage::Events(RIGHT)).set("players.1.board.enemies.1.steps = 1").play("", &[2, 3]);
    assert_eq!((player(&won, RIGHT).board.end, lapsed(&won)), (Some(End::Won), (vec![1], 1)));
    let left = scene(Stage::Commands(LEFT)).range(Range::Long).play("move:back", &[]);
    assert_eq!((player(&left, LEFT).board.end, lapsed(&left)), (Some(End::Withdrawn), (vec![0], 1)));
    // Off the field with his tank whole, he still calls the fire down.
    let due = left.then("1/end", &[3, 4, 6, 6]);
    assert_eq!(due.options(), ["target:1", "target:2"], "{:#?}", due.log());
    // The last fight is over: nobody needs to be told.
    let over = scene(Stage::Events(RIGHT)).set("players.0.board.end = won").play("", &[2, 3]);
    assert_eq!(lapsed(&over), (vec![], 0));
}

/// rules: ace 10.2e 6.6c
#[test]
fn both_succeed_or_both_fail() {
    let scene = |left: Option<End>, fight| {
        let scene = Scene::pair(Mode::Cooperative, fight).stage(Stage::Events(RIGHT)).enemies_on(RIGHT, "pak40 B");
        let scene = scene.enemies_on(RIGHT, "inf B").with(|game| game.players[0].board.end = left);
        scene.play("", &[2, 3])
    };
    // Both won: one counterattack die for both, then a trophy for each.
    let won = scene(Some(End::Won), Mission::Attack);
    assert_eq!(won.options(), ["dice:6.6"]);
    let won = won.dice(&[&[1]]);
    assert_eq!((ends(&won), won.options()), (vec![(0, true)], vec!["dice:W1".into()]));
    let again = scene(Some(End::Won), Mission::Attack).dice(&[&[6]]);
    assert_eq!(
        (again.game().field.fight, again.game().field.fights),
        (Mission::Defense, [true; 2]),
        "they come for both"
    );
    // One tank lost, or one gone: no counterattack die, and a failure for both.
    for end in [End::TankLost, End::Withdrawn] {
        let failed = scene(Some(end), Mission::Attack).quietly();
        assert_eq!(ends(&failed), [(0, false), (1, false)], "{end:?}");
        assert_eq!(failed.options(), ["dice:W1"], "but the right one holds his field");
        assert_eq!((player(&failed, LEFT).career.successes, player(&failed, LEFT).career.completed), (0, 1));
    }
}

/// rules: ace 10.2d
#[test]
fn fire_support_for_the_partner_needs_two_command_radios() {
    let scene = |ranks: [Rank; 2]| {
        let scene = Scene::pair(Mode::Cooperative, Mission::Attack).enemies("pz4 B").enemies_on(RIGHT, "pak40 B");
        let scene = scene.enemies_on(RIGHT, "pz4 B");
        scene.with(|game| game.players.iter_mut().zip(ranks).for_each(|(p, rank)| p.career.rank = rank))
    };
    let keys = ["call:mortar", "call:mortar:partner", "call:artillery:partner"];
    let refused = |played: &Played| keys.map(|key| played.refused(key).map(|r| r.0));
    assert_eq!(refused(&scene([Rank::SecondLt, Rank::Captain]).play("", &[])), [Some("7.2-L"); 3]);
    let deaf = Some("10.2d");
    assert_eq!(refused(&scene([Rank::FirstLt, Rank::SecondLt]).play("", &[])), [None, deaf, deaf]);
    let out = scene([Rank::FirstLt, Rank::Captain]).set("players.1.mat.radio_out = true");
    assert_eq!(refused(&out.play("", &[])), [None, deaf, deaf]);
    let called = scene([Rank::FirstLt, Rank::Captain]).play("call:mortar:partner end 1/end", &[3, 4, 3, 4, 6, 6, 6]);
    assert_eq!(player(&called, LEFT).mat.cff[0].rounds, 1);
    let due = called.then("end 1/end", &[3, 4, 3, 4, 6, 6, 6]);
    assert_eq!(due.options(), ["target:1", "target:2"], "on the partner's board, by the one who called");
    let struck = due.go_on("target:1").dice(&[&[3, 4]]);
    assert_eq!(struck.rolls().last().unwrap(), "mortars (B2): 7 -1 mortars = 6: 1 step");
    assert!(player(&struck, RIGHT).board.enemy(UnitId(1)).is_none());
    assert_eq!((player(&struck, LEFT).board.kills[Class::At.index()], player(&struck, RIGHT).board.kills[2]), (1, 0));
    // Alone on the line there is no partner to help.
    let alone = scene([Rank::FirstLt, Rank::Captain]).set("field.fights.1 = false").play("", &[]);
    assert!(!alone.can("call:mortar:partner") && alone.can("call:mortar"));
}

/// rules: ace 10.2e 10.1
#[test]
fn the_survivor_goes_on_alone() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).stage(Stage::Line(LEFT)).set("players.0.fate = killed");
    let alone = scene.play("", &[3, 3, 1, 6, 4, 4, 6, 3, 6, 4]);
    assert_eq!((alone.game().field.fights, thrown(&alone)[0]), ([false, true], ("A1", 1)));
    let ready = alone.go_on("1/open:none 1/load:ap 1/rack:ap");
    assert_eq!(ready.options(), ["dice:7.2-4"]);
}

/// What a seat is asked, how its options are called, and where they lie on the board.
fn asked(p: &Played, s: Seat) -> (String, Vec<(String, Option<String>)>) {
    let Some(Pending::Choice { seat, ask, options, .. }) = p.session.pending().first() else {
        panic!("{:?}", p.options())
    };
    assert_eq!(*seat, s);
    let words = |choice| p.game().choice_words(crate::common::charts(), s, *ask, choice);
    let options = options.iter().map(|choice| words(*choice)).map(|words| (words.label, words.spot));
    (p.game().ask_words(crate::common::charts(), s, *ask).text, options.collect())
}

/// rules: ace 10.2d R37a
#[test]
fn fire_support_on_the_partners_board_is_offered_under_the_names_of_its_units() {
    // Both boards fight on and have units of the same numbers.
    let scene = |board: Seat| {
        let scene = Scene::pair(Mode::Cooperative, Mission::Attack).stage(Stage::Strikes(board));
        let scene = scene.enemies("pz4 A, inf C").enemies_on(RIGHT, "pak40 B");
        scene.enemies_on(RIGHT, "tiger1 E").with(|game| {
            game.players[0].mat.mortars_called = 1;
            game.players[0].mat.cff.push(Cff { support: Support::Mortar, rounds: 0, board });
        })
    };
    let spot = |name: &str| Some(name.to_string());
    let (text, options) = asked(&scene(RIGHT).play("", &[]), LEFT);
    assert_eq!(text, "Commander 1: Choose the target of the mortars on Commander 2\u{2019}s board");
    assert_eq!(
        options,
        [
            ("the 7.5cm PAK 40 no. 1 in B on Commander 2\u{2019}s board".into(), spot("partner-unit:1")),
            ("the PzKw VI Tiger I 2 in E on Commander 2\u{2019}s board".into(), spot("partner-unit:2")),
        ]
    );
    let (text, options) = asked(&scene(LEFT).play("", &[]), LEFT);
    assert_eq!(text, "Commander 1: Choose the target of the mortars");
    assert_eq!(
        options.iter().map(|(label, spot)| (label.as_str(), spot.as_deref())).collect::<Vec<_>>(),
        [("the PzKw IV H 1 in A", Some("unit:1")), ("the Wehrmacht INF 2 in C", Some("unit:2"))]
    );
    // And the log says where it fell.
    let struck = scene(RIGHT).play("target:2", &[6, 6]);
    let line = "Commander 1: The mortars strike the PzKw VI Tiger I 2 in E on Commander 2\u{2019}s board.";
    assert!(struck.log().contains(&line.to_string()), "{:#?}", struck.log());
}

/// rules: ace 10.2b 7.2-4b
#[test]
fn a_reader_is_told_who_targets_whom() {
    let scene = helping(LEFT, "pz4 A, tiger1 B, panther C");
    let scene = scene.set("players.1.board.enemies.0.aim = tank, players.1.board.enemies.1.aim = helper");
    let states = |s: Seat| {
        let view = scene.game.view(crate::common::charts(), s);
        let board = Ace::sections(&view)
            .into_iter()
            .find(|section| section.id == if s == RIGHT { "enemies" } else { "partner" });
        let board = board.unwrap();
        let state = |line: &String| line.split_once(": ").map(|(_, state)| state.to_string());
        (board.title, board.lines.iter().map(state).collect::<Vec<_>>())
    };
    let say = |words: &str| Some(words.to_string());
    assert_eq!(states(RIGHT), ("Enemies".into(), vec![say("TARGETS YOU"), say("targets Commander 1"), None]));
    let title = "Commander 2\u{2019}s board, medium range".to_string();
    assert_eq!(states(LEFT), (title, vec![say("targets Commander 2"), say("TARGETS YOU"), None]));
}

/// rules: ace 10.2a 10.2b
#[test]
fn the_log_of_two_calls_both_by_name() {
    let setup = |name: &str, partner: &str| Setup {
        mode: Mode::Cooperative,
        name: name.into(),
        partner_name: partner.into(),
        ..Setup::default()
    };
    let scene = |setup: Setup| {
        let scene = Scene::of(setup, Mission::Attack).stage(Stage::RoundStart).with(|game| {
            game.players[0].board.end = Some(End::Won);
            game.players.iter_mut().for_each(|player| player.mat.open = [false; 3]);
        });
        scene.enemies_on(RIGHT, "pz4 B, pz4 A")
    };
    // Targeting: the first targets Abrams; Pool shoots at the second, which misses him; the first hits Abrams in vain.
    let played = scene(setup("Pool", "Abrams")).play("", &[1, 6]).then("assist:2 end 1/end", &[6, 6, 1, 1, 1, 1, 1, 6]);
    let log = played.dice(&[&[6, 6], &[3, 4]]).log();
    let expected = [
        "Combat Round 2.",
        "Abrams\u{2019} board: whom the enemy targets.",
        "Targeting (7.2-4): 1, 1 or less: targets the tank",
        "The PzKw IV H 1 in B on Abrams\u{2019} board now targets Abrams.",
        "Targeting (7.2-4): 6, 1 or less: busy",
        "The PzKw IV H 2 in A on Abrams\u{2019} board does not target Abrams.",
        "Pool: commands, helping on Abrams\u{2019} board.",
        "Pool: The turret turns right.",
        "Pool: The main gun fires AP at the PzKw IV H 2 in A on Abrams\u{2019} board.",
        "The PzKw IV H 2 in A on Abrams\u{2019} board now targets Pool.",
        "To hit (B1): 12 +1 commander buttoned up = 13, 6 or less: miss",
        "The PzKw IV H 2 in A on Abrams\u{2019} board is missed.",
        "Pool: The next shot at the PzKw IV H 2 in A on Abrams\u{2019} board is command B, fire again.",
        "forced: load HE",
        "Pool: HE loaded.",
        "Pool: No more commands (1 unspent).",
        "Abrams: commands.",
        "Abrams: No more commands (2 unspent).",
        "Abrams\u{2019} board: the enemy acts.",
        "The PzKw IV H 1 in B on Abrams\u{2019} board fires at Abrams.",
        "Enemy to hit (B1): 2, 6 or less: hit",
        "Location (B3): 1: turret",
        "Abrams is struck in the turret front: penetration 7 against armor 6.",
        "PEN > armor (B3): 2: no penetration",
        "Abrams: The armor holds.",
        "Abrams: The commander is shocked: a command he had left is lost.",
        "Spalling (7.3.8): 6, 2 or less: none",
        "The PzKw IV H 2 in A on Abrams\u{2019} board fires at Pool.",
        "Enemy to hit (B1): 12, 6 or less: miss",
        "Fire from the PzKw IV H 2 in A on Abrams\u{2019} board: no effect.",
        "Abrams\u{2019} board: Event Check.",
        "Event check (B9): 7: nothing",
        "Abrams: Nothing happens.",
        "Combat Round 3.",
        "Pool: commands, helping on Abrams\u{2019} board.",
    ];
    assert_eq!(log[..expected.len()], expected, "{log:#?}");
    // Nobody is "you" where two read the same log, and the same name twice is told apart.
    assert!(log.iter().all(|line| !line.to_lowercase().contains("you")), "{log:#?}");
    let twins = scene(setup("Pool", "Pool")).play("", &[1, 6]).log();
    assert_eq!(twins[1], "Pool (2)\u{2019}s board: whom the enemy targets.");
    // Alone there is nobody to be told apart.
    let alone = Scene::new(Mission::Attack).stage(Stage::RoundStart).enemies("pz4 B").play("", &[1]).log();
    assert_eq!(alone[1..], ["Targeting (7.2-4): 1, 1 or less: targets you", "The PzKw IV H 1 in B now targets you."]);
}

/// rules: ace 8.4a 6.7 10.2e
#[test]
fn who_holds_his_field_in_a_failed_mission_looks_it_over_and_who_left_it_does_not() {
    for (left, right, rolls) in [
        (End::Won, End::Won, vec![0, 1]),
        (End::Won, End::TankLost, vec![0]),
        (End::Withdrawn, End::Won, vec![1]),
        (End::Withdrawn, End::TankLost, vec![]),
    ] {
        let scene = Scene::pair(Mode::Cooperative, Mission::Defense).stage(Stage::BattleEnd).with(|game| {
            (game.players[0].board.end, game.players[1].board.end) = (Some(left), Some(right));
        });
        let mut played = scene.play("", &[]).quietly();
        let mut by = Vec::new();
        while let Some(check) = played.session.dice_asked().filter(|check| check.chart == "W1") {
            by.push(check.by.0);
            played = played.dice(&[&[3, 4]]).quietly();
        }
        assert_eq!(by, rolls, "{left:?} {right:?}");
    }
}

/// rules: ace 10.2e 5.1.3
#[test]
fn the_lists_say_what_has_become_of_the_partner() {
    let sections = |scene: &Scene| {
        let all = Ace::sections(&scene.game.view(crate::common::charts(), RIGHT));
        let of = |id: &str| all.iter().find(|s| s.id == id).map(|s| (s.title.clone(), s.lines.clone())).unwrap();
        (of("partner"), of("partner-career"))
    };
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).enemies("pz4 B targeting");
    let scene = scene.enemies_on(RIGHT, "pz4 B");
    let (board, career) = sections(&scene);
    assert_eq!(board.0, "Commander 1\u{2019}s board, medium range");
    assert!(board.1[0].ends_with("targets Commander 1"), "{board:?}");
    assert_eq!(career.0, "Career of Commander 1");
    assert!(career.1[0].starts_with("Staff Sergeant"), "{career:?}");
    // His tank is lost; he falls with it.
    let lost = scene.clone().set("players.0.board.end = tank_lost, players.0.career.tanks_lost = 1");
    let (board, career) = sections(&lost);
    assert_eq!(board.0, "Commander 1\u{2019}s board, tank lost");
    assert!(!board.1[0].contains("targets"), "{board:?}");
    assert!(career.1.contains(&"Tanks lost: 1.".into()), "{career:?}");
    let killed = lost.with(|game| (game.players[0].fate, game.players[0].fate_in) = (Fate::Killed, Some(game.month)));
    let (board, career) = sections(&killed);
    assert_eq!(
        (board.0.as_str(), career.1[0].as_str()),
        ("Commander 1\u{2019}s board, killed in action", "Killed in action, July 1944.")
    );
    let left = scene.set("players.0.board.end = withdrawn");
    assert_eq!(sections(&left).0.0, "Commander 1\u{2019}s board, left the field");
}
