//! Two commanders: side by side (10.2), against each other (10.3).

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

mod common;

use common::{Look, Played, Scene};
use hulldown_ace::event::Event;
use hulldown_ace::state::{Aim, Cff, End, Fate, Mode, Player, Stage, Support, UnitId};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::session::Told;
use hulldown_core::{Game, Seat};

const LEFT: Seat = Seat(0);
const RIGHT: Seat = Seat(1);

/// Side by side in round 2 of an Attack; the helper has cleared his board, the other has these enemies.
fn helping(helper: Seat, enemies: &[(&str, Area)]) -> Scene {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).stage(Stage::Commands(helper));
    let scene = scene.with(|g| g.players[helper.index()].board.end = Some(End::Won));
    enemies.iter().fold(scene, |scene, (kind, area)| scene.enemy_on(Seat(1 - helper.0), kind, *area))
}

fn player(p: &Played, s: Seat) -> &Player {
    &p.game().players[s.index()]
}

/// Everything rolled, and who throws it.
fn thrown(p: &Played) -> Vec<(&'static str, u8)> {
    p.told
        .iter()
        .filter_map(|t| if let Told::Roll(check, _) = t { Some((check.chart, check.by.0)) } else { None })
        .collect()
}

fn ends(p: &Played) -> Vec<(u8, bool)> {
    let ends = p.events().into_iter().filter_map(|e| match e {
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
        let force = |s| player(&set, s).board.enemies.iter().map(|e| (e.class, e.area)).collect::<Vec<_>>();
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

/// Vector 12 of the examples.
///
/// rules: ace 10.2b
#[test]
fn a_helper_reaches_the_three_areas_nearest_to_him() {
    let all: Vec<(&str, Area)> = Area::ALL.iter().map(|area| ("pz4", *area)).collect();
    for (helper, reach) in [(LEFT, ["assist:1", "assist:2", "assist:4"]), (RIGHT, ["assist:2", "assist:3", "assist:5"])]
    {
        let scene = helping(helper, &all);
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
            scene.with(|g| g.players[helper.index()].board.end = None).enemy_on(helper, "pz4", Area::B).play("", &[]);
        assert!(busy.options().iter().all(|o| !o.starts_with("assist")));
    }
}

/// rules: ace 10.2b 10.2c
#[test]
fn a_helper_meets_side_armor_in_the_round_he_first_shoots() {
    let struck = |p: &Played| {
        let hits = p.events().into_iter().filter_map(|e| match e {
            Event::Struck { part, pen, armor, .. } => Some((part, pen, armor)),
            _ => None,
        });
        hits.collect::<Vec<_>>()
    };
    // A Tiger (8/8/5) at the partner's Close range: 7 or less hits, penetration 5 + 1 against 5.
    let scene = helping(LEFT, &[("tiger1", Area::B), ("pz4", Area::E)]);
    let scene = scene.with(|g| (g.players[0].board.range, g.players[1].board.range) = (Range::Long, Range::Close));
    let scene = scene.with(|g| (g.players[0].mat.rack, g.players[1].mat.open) = ([8, 0, 0, 0, 0], [false; 3]));
    let first = scene.play("assist:1", &[3, 4, 1, 1]);
    assert_eq!(first.rolls(), ["To hit (B1): 7, 7 or less: hit", "PEN > armor (B3): 2: NP"]);
    assert_eq!(struck(&first), [(None, 6, 5)]);
    // One round after the turret has turned; then the partner's turn, the Tiger's fire at the helper, events, round 3.
    let third = first.then("end 1/end", &[6, 6, 3, 4, 6]).go_on("assist:1").dice(&[&[3, 3], &[1], &[1, 1]]);
    assert_eq!(struck(&third)[1..], [(Some(Part::Turret), 6, 8)], "now it faces him");
    // A helper who has already fired his machine gun at somebody has had his first round.
    let later = helping(LEFT, &[("tiger1", Area::B)])
        .with(|g| g.players[0].board.helped_in = 1)
        .play("assist:1", &[3, 3, 4, 1, 1]);
    assert_eq!(struck(&later), [(Some(Part::Hull), 5, 8)]);
    let gun = helping(LEFT, &[("inf", Area::B), ("pz4", Area::B)]).play("assist:coax:1", &[6, 5]);
    assert_eq!(player(&gun, LEFT).board.helped_in, 2);
}

/// rules: ace 10.2b 7.2-B
#[test]
fn a_helper_who_fires_again_at_the_same_target_has_sensed_his_first_round() {
    let scene = helping(LEFT, &[("pz4", Area::B), ("pz4", Area::B)]).with(|g| g.players[0].mat.turret = Facing::Right);
    let first = scene.clone().play("assist:1", &[5, 5]);
    let mods =
        |p: &Played, key: &str| p.preview(key).unwrap().mods.iter().map(|m| (m.value, m.why)).collect::<Vec<_>>();
    assert_eq!((mods(&first, "assist:1"), mods(&first, "assist:2")), (vec![(-1, "same target again")], vec![]));
    let second = first.go_on("assist:1").dice(&[&[5, 5]]);
    assert_eq!(second.rolls()[1], "To hit (B1): 10 -1 same target again = 9, 6 or less: miss");
    // What he fired at on his own board has nothing to do with it.
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).enemy("pz4", Area::B).that(|e| e.side_open = true);
    let scene = scene.enemy_on(RIGHT, "pz4", Area::B).with(|g| g.players[0].mat.turret = Facing::Front);
    let won = scene.play("fire:1", &[3, 3, 6, 6]);
    assert_eq!(player(&won, LEFT).board.end, Some(End::Won));
    assert_eq!(mods(&won, "assist:1"), []);
}

/// rules: ace 10.2b 7.2-4b
#[test]
fn whom_a_helper_shoots_at_turns_on_him_and_meets_his_front() {
    let scene = helping(LEFT, &[("pz4", Area::A), ("pz4", Area::D)]).with(|g| {
        g.players[1].board.enemies.iter_mut().for_each(|e| e.aim = Aim::Tank);
        g.players.iter_mut().for_each(|p| p.mat.open = [false; 3]);
        (g.players[1].board.smoke[3], g.players[0].board.own_smoke, g.players[0].mat.hull_down) = (1, 2, true);
    });
    let shot = scene.play("assist:2", &[6, 6]);
    let aims: Vec<Aim> = player(&shot, RIGHT).board.enemies.iter().map(|e| e.aim).collect();
    assert_eq!(aims, [Aim::Tank, Aim::Helper]);
    // Both give no more commands. The first fires at its own tank from A, the second at the helper from D.
    let fire = shot.then("end 1/end", &[6, 6, 1, 1, 1, 1, 6]);
    let enemy_fire: Vec<String> = fire.rolls().into_iter().filter(|r| r.starts_with("Enemy to hit")).collect();
    assert_eq!(
        enemy_fire,
        [
            "Enemy to hit (B1): 12, 6 or less: miss",
            "Enemy to hit (B1): 2 +1 you are hull down +2 smoke around the tank +1 smoke in the area = 6, 6 or less: hit",
        ]
    );
    assert!(fire.saw(|e| matches!(e, Event::TankStruck { seat: LEFT, part: Part::Turret, side: false, armor: 6, .. })));
    assert!(player(&fire, LEFT).mat.shock && !player(&fire, RIGHT).mat.shock);
    // If the partner shoots at it himself it turns back to him.
    let scene =
        helping(LEFT, &[("pz4", Area::B), ("pz4", Area::B)]).with(|g| g.players[1].board.enemies[0].aim = Aim::Helper);
    let back = scene.play("end 1/fire:1", &[6, 6]);
    assert_eq!(player(&back, RIGHT).board.enemy(UnitId(1)).unwrap().aim, Aim::Tank);
}

/// rules: ace 10.2e
#[test]
fn a_helper_who_loses_his_tank_has_lost_it_for_both() {
    let scene = helping(LEFT, &[("pz4", Area::B)]).with(|g| g.players[1].board.enemies[0].aim = Aim::Helper);
    let scene = scene.with(|g| g.players[0].mat.open = [false; 3]);
    // Hit on the hull, destroyed, no fire, all lightly wounded; then friends destroy the Pz IV.
    let dice = [1, 1, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 5];
    let lost = scene.clone().play("end 1/end", &dice);
    assert!(lost.saw(|e| *e == Event::BoardEnds { seat: LEFT, end: End::TankLost }), "{:#?}", lost.log());
    assert_eq!(ends(&lost.quietly())[0], (0, false));
    let both = scene.play("end 1/end", &dice).quiet_dice(&[]);
    assert_eq!(player(&both, LEFT).career.tanks_lost, 1);
    // The same if he falls himself.
    let scene = helping(LEFT, &[("pz4", Area::B)]).with(|g| g.players[1].board.enemies[0].aim = Aim::Helper);
    let killed = scene.with(|g| g.players[0].mat.open = [false; 3]).play("end 1/end", &[1, 1, 4, 6, 6, 6, 6, 6, 4, 5]);
    assert_eq!((player(&killed, LEFT).fate, ends(&killed)), (Fate::Killed, vec![(1, false)]));
}

/// rules: ace 10.2e 6.6c
#[test]
fn both_succeed_or_both_fail() {
    let scene = |left: Option<End>, fight| {
        let scene = Scene::pair(Mode::Cooperative, fight).stage(Stage::Events(RIGHT)).enemy_on(RIGHT, "pak40", Area::B);
        let scene = scene.enemy_on(RIGHT, "inf", Area::B).with(|g| g.players[0].board.end = left);
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
        let scene =
            Scene::pair(Mode::Cooperative, Mission::Attack).enemy("pz4", Area::B).enemy_on(RIGHT, "pak40", Area::B);
        let scene = scene.enemy_on(RIGHT, "pz4", Area::B);
        scene.with(|g| g.players.iter_mut().zip(ranks).for_each(|(p, rank)| p.career.rank = rank))
    };
    let keys = ["call:mortar", "call:mortar:partner", "call:artillery:partner"];
    let refused = |p: &Played| keys.map(|key| p.refused(key).map(|r| r.0));
    assert_eq!(refused(&scene([Rank::SecondLt, Rank::Captain]).play("", &[])), [Some("7.2-L"); 3]);
    let deaf = Some("10.2d");
    assert_eq!(refused(&scene([Rank::FirstLt, Rank::SecondLt]).play("", &[])), [None, deaf, deaf]);
    let out = scene([Rank::FirstLt, Rank::Captain]).with(|g| g.players[1].mat.radio_out = true);
    assert_eq!(refused(&out.play("", &[])), [None, deaf, deaf]);
    let called = scene([Rank::FirstLt, Rank::Captain]).play("call:mortar:partner end 1/end", &[3, 4, 3, 4, 6, 6, 6]);
    assert_eq!(player(&called, LEFT).mat.cff[0].rounds, 1);
    let due = called.then("end 1/end", &[3, 4, 3, 4, 6, 6, 6]);
    assert_eq!(due.options(), ["target:1", "target:2"], "on the partner's board, by the one who called");
    let struck = due.go_on("target:1").dice(&[&[3, 4]]);
    assert_eq!(struck.rolls().last().unwrap(), "mortars (B2): 7 -1 mortars = 6: 1");
    assert!(player(&struck, RIGHT).board.enemy(UnitId(1)).is_none());
    assert_eq!((player(&struck, LEFT).board.kills[Class::At.index()], player(&struck, RIGHT).board.kills[2]), (1, 0));
    // A dead man's call is not answered; what a tank since lost has called for comes down.
    let due = |change: &dyn Fn(&mut Player)| {
        let scene = scene([Rank::FirstLt, Rank::Captain]).stage(Stage::Strikes(LEFT)).with(|g| {
            let caller = &mut g.players[0];
            (caller.board.end, caller.mat.mortars_called) = (Some(End::TankLost), 1);
            caller.mat.cff.push(Cff { support: Support::Mortar, rounds: 0, board: RIGHT });
            change(caller);
        });
        scene.play("", &[]).can("target:1")
    };
    assert_eq!((due(&|_| {}), due(&|p| p.fate = Fate::Killed)), (true, false));
    // Alone on the line there is no partner to help.
    let alone = scene([Rank::FirstLt, Rank::Captain]).with(|g| g.field.fights[1] = false).play("", &[]);
    assert!(!alone.can("call:mortar:partner") && alone.can("call:mortar"));
}

/// rules: ace 10.3a
#[test]
fn in_competition_the_opponent_throws_the_german_dice() {
    let scene = |mode| {
        let scene = Scene::pair(mode, Mission::Defense).stage(Stage::RoundStart).enemy("pz4", Area::B);
        scene.with(|g| g.field.fights[1] = false).me(|p| p.mat.open = [true, false, false])
    };
    // Targeting; own fire; enemy B1, location, B3 (B), hatch, wound, spall, victim, wound; then the player's Event Check.
    let dice = [1, 5, 5, 1, 1, 4, 2, 2, 1, 1, 1, 1, 5, 1, 1];
    for (mode, german) in [(Mode::Cooperative, 0), (Mode::CompetitiveTogether, 1), (Mode::CompetitiveApart, 1)] {
        let fought = scene(mode).play("fire:1 end", &dice).dice(&[&[3, 4]]);
        let g = german;
        assert_eq!(
            thrown(&fought),
            [
                ("7.2-4", g),
                ("B1", 0),
                ("B1", g),
                ("B3", g),
                ("B3", g),
                ("7.3.2", g),
                ("B7", g),
                ("7.3.8", g),
                ("7.3.8", g),
                ("B7", g),
                ("B9", 0)
            ],
            "{mode:?}"
        );
    }
}

/// rules: ace 10.3a 10.2b
#[test]
fn rivals_of_one_unit_help_each_other_and_rivals_of_two_fight_one_after_the_other() {
    let scene = helping(LEFT, &[("pz4", Area::B)]).with(|g| g.mode = Mode::CompetitiveTogether);
    assert!(scene.play("", &[]).can("assist:1"));
    // Apart: the first plays his line to its end, then the second his own on the same line, with his own A1.
    let scene = || {
        Scene::of(Setup { mode: Mode::CompetitiveApart, ..Setup::default() }, Mission::Attack).stage(Stage::Line(LEFT))
    };
    let lines = |p: &Played| p.events().iter().filter(|e| matches!(e, Event::Line { .. })).count();
    let first = scene().play("", &[]);
    assert_eq!((first.game().field.fights, first.asked_dice().as_str()), ([true, false], "Mission (A1) 2d6, chart A1"));
    let second = scene().with(|g| g.players[0].career.skip = 1).play("", &[]);
    assert_eq!((second.game().field.fights, second.session.dice_asked().unwrap().by), ([false, true], RIGHT));
    assert_eq!((lines(&second), second.game().line), (1, 2), "the same line");
    let neither = scene().with(|g| g.players.iter_mut().for_each(|p| p.career.skip = 1)).play("", &[]);
    assert_eq!(
        (lines(&neither), neither.game().line, neither.game().field.fights),
        (2, 3, [true, false]),
        "the next line"
    );
    // Who is dead is passed over.
    let dead = scene().with(|g| {
        g.players[0].fate = Fate::Killed;
        g.players[1].career.skip = 1;
    });
    let dead = dead.play("", &[]);
    assert_eq!((dead.game().line, dead.game().field.fights), (3, [false, true]));
}

/// rules: ace 10.3b
#[test]
fn the_competition_is_won_by_kills_then_by_the_highest_award() {
    let winner = |mode, change: &dyn Fn(&mut [Player; 2])| {
        let mut game = Scene::of(Setup { mode, ..Setup::default() }, Mission::Attack).game;
        change(&mut game.players);
        game.winner()
    };
    let rivals = |change: &dyn Fn(&mut [Player; 2])| winner(Mode::CompetitiveApart, change);
    assert_eq!(rivals(&|_| {}), None);
    // Vehicles of every kind and guns count, infantry does not.
    assert_eq!(
        rivals(&|p| (p[0].career.kills, p[1].career.kills) = ([1, 1, 1, 1, 1, 1, 0], [5, 0, 0, 0, 0, 0, 9])),
        Some(LEFT)
    );
    assert_eq!(
        rivals(&|p| {
            p[0].career.kills[0] = 1;
            (p[0].career.successes, p[0].career.awards[Award::MedalOfHonor.index()]) = (9, 1);
            p[1].career.kills[2] = 2;
        }),
        Some(RIGHT)
    );
    // Equal kills: the highest award, not their number.
    let award = |p: &mut Player, award: Award, n| p.career.awards[award.index()] = n;
    assert_eq!(
        rivals(&|p| {
            award(&mut p[0], Award::BronzeStar, 9);
            award(&mut p[1], Award::SilverStar, 1);
        }),
        Some(RIGHT)
    );
    assert_eq!(rivals(&|p| award(&mut p[0], Award::Eame, 1)), Some(LEFT));
    // Then successes.
    assert_eq!(rivals(&|p| p[1].career.successes = 1), Some(RIGHT));
    assert_eq!(winner(Mode::Cooperative, &|p| p[0].career.kills[0] = 1), None, "together nobody beats the other");
}

/// rules: ace 10.2e 10.1
#[test]
fn the_survivor_goes_on_alone() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack)
        .stage(Stage::Line(LEFT))
        .with(|g| g.players[0].fate = Fate::Killed);
    let alone = scene.play("", &[3, 3, 1, 6, 4, 4, 6, 3, 6, 4]);
    assert_eq!((alone.game().field.fights, thrown(&alone)[0]), ([false, true], ("A1", 1)));
    let ready = alone.go_on("1/open:none 1/load:ap 1/rack:ap");
    assert_eq!(ready.options(), ["dice:7.2-4"]);
}

/// rules: ace 4.7c 10.3a
#[test]
fn commanders_of_different_units_have_events_of_their_own() {
    let july =
        |mode| Scene::of(Setup { mode, ..Setup::default() }, Mission::Attack).with(|g| g.events_used = [0b1, 0]).game;
    let apart = july(Mode::CompetitiveApart);
    assert_eq!([LEFT, RIGHT].map(|s| apart.event_active(common::charts(), s, 1)), [false, true]);
    let together = july(Mode::Cooperative);
    assert_eq!([LEFT, RIGHT].map(|s| together.event_active(common::charts(), s, 1)), [false, false]);
}
