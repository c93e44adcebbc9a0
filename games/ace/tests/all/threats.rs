//! What can hit you: who is listed, and with which chances, against the rules played along every fall of the dice.

#![allow(clippy::disallowed_types, reason = "chances are fractions; the rules themselves count in whole numbers")]

use crate::common::{Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::state::{Mode, Stage};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::playable::aids::Threat;
use hulldown_core::{D6, Playable, Seat, TWO_D6};
use std::collections::BTreeMap;

fn threats(scene: &Scene, seat: u8) -> Vec<Threat> {
    (Ace::AIDS.threats.unwrap())(&scene.game, charts(), Seat(seat))
}

fn labels(scene: &Scene, seat: u8) -> Vec<(String, f64)> {
    threats(scene, seat).into_iter().map(|threat| (threat.label, threat.fires)).collect()
}

/// What one enemy's fire comes to, by playing the enemy step along every fall of the dice up to what a hit does.
fn played(scene: &Scene, dice: &mut Vec<u8>, weight: f64, found: &mut BTreeMap<&'static str, f64>) {
    let end = scene.clone().stage(Stage::Enemy(Seat(0))).play("", dice);
    let asked = end.asked_dice();
    let over = ["Fire (B6)", "Wound (B7)", "Spalling", "Event check"].iter().any(|roll| asked.starts_with(roll));
    if over {
        let driven = end.saw(|event| matches!(event, Event::ButtonsUp { .. }));
        let struck = end.saw(|event| matches!(event, Event::TankStruck { .. }));
        let missed = end.saw(|event| matches!(event, Event::EnemyMissed { .. }));
        let shocked = end.saw(|event| matches!(event, Event::Shock { .. }));
        let what = match () {
            () if asked.starts_with("Fire (B6)") => "destroyed",
            () if end.saw(|event| matches!(event, Event::Immobilized { .. })) => "immobilized",
            () if asked.starts_with("Wound (B7)") => match scene.game.players[0].mat.open {
                [true, false, false] => "you are hit at your hatch",
                [true, ..] => "you or another man is hit at a hatch",
                _ => "a man is hit at his hatch",
            },
            () if driven && shocked => "driven under cover and shocked",
            () if driven => "driven under cover",
            () if shocked => "the armor holds but you are shocked",
            () if struck || !missed => "no effect",
            () => "missed",
        };
        *found.entry(what).or_default() += weight;
        return;
    }
    let of = if asked.contains(" 2d6") { TWO_D6 } else { D6 };
    for sum in of.min()..=of.max() {
        let length = dice.len();
        dice.extend(of.faces_for(sum));
        played(scene, dice, weight * f64::from(of.ways_to(sum)) / f64::from(of.ways()), found);
        dice.truncate(length);
    }
}

/// The list says of the one enemy what play comes to.
fn agrees(what: &str, scene: &Scene) -> Threat {
    let threat = agrees_after(what, scene, &[]);
    assert_eq!(threats(scene, 0), std::slice::from_ref(&threat), "{what}");
    threat
}

/// The same in the midst of the enemy step, once these dice have been thrown by hand.
fn agrees_after(what: &str, scene: &Scene, dice: &[u8]) -> Threat {
    let mut found = BTreeMap::new();
    played(scene, &mut dice.to_vec(), 1.0, &mut found);
    let paused = scene.clone().stage(Stage::Enemy(Seat(0))).play("", dice);
    let [threat] = (Ace::AIDS.threats.unwrap())(paused.game(), charts(), Seat(0)).try_into().unwrap();
    let missed = found.remove("missed").unwrap_or(0.0);
    let near = |said: f64, is: f64| assert!((said - is).abs() < 1e-9, "{what}: {threat:?} is not {found:?}");
    near(threat.hits, 1.0 - missed);
    near(threat.knocks_out, found.get("destroyed").copied().unwrap_or(0.0));
    near(threat.does.iter().map(|(_, share)| share).sum(), if threat.hits > 0.0 { 1.0 } else { 0.0 });
    assert_eq!(threat.does.len(), found.len(), "{what}: {threat:?} is not {found:?}");
    for (does, share) in &threat.does {
        near(share * threat.hits, found.get(does).copied().unwrap_or(0.0));
    }
    threat
}

fn one(kind: &str, area: Area) -> Scene {
    let scene = Scene::new(Mission::Attack).enemies(&format!("{kind} {area} targeting", area = area.id()));
    scene.mine("mat.open = [true, false, false]")
}

/// rules: ace BC.6a CH.B1 CH.B3 7.3.1b 7.3.2e
#[test]
fn the_chances_of_a_gun_are_those_of_play() {
    let panther = agrees("panther", &one("panther", Area::B));
    assert_eq!((panther.spot.as_str(), panther.fires), ("unit:1", 1.0));
    assert_eq!(panther.label, "PzKw V Panther G 1 in area B");
    assert!(panther.knocks_out > 0.2, "{panther:?}");
    let hidden = one("pz4", Area::A).mine("mat.hull_down = true, mat.hull = right, board.smoke.0 = 2");
    let hidden = agrees("hull down behind smoke", &hidden);
    let flank = one("pz4", Area::A).mine("mat.hull = right, mat.turret = right");
    let flank = agrees("flank", &flank.buttoned());
    assert!(hidden.hits < flank.hits && hidden.knocks_out < flank.knocks_out, "{hidden:?} {flank:?}");
    assert!(flank.does.iter().all(|(does, _)| !does.contains("hatch")), "nobody looks out: {flank:?}");
}

/// rules: ace BC.6a CH.B2 CH.B4 R8a 6.3f 7.3.1c
#[test]
fn the_chances_of_small_arms_and_of_the_panzerfaust_are_those_of_play() {
    let rifles = agrees("infantry", &one("inf", Area::B));
    assert_eq!(rifles.knocks_out, 0.0);
    let shut = agrees("nobody looks out", &one("inf", Area::B).buttoned());
    assert_eq!((shut.hits, shut.does), (0.0, vec![]), "small arms cannot hurt who is buttoned up");
    agrees("halftrack", &one("sdkfz251", Area::C));
    let recon = agrees("a 2cm", &one("sdkfz222", Area::D).range(Range::Close));
    assert!(recon.knocks_out > 0.0, "a lucky hit in the flank: {recon:?}");
    agrees("a 2cm at a tank hull down", &one("sdkfz222", Area::B).range(Range::Close).mine("mat.hull_down = true"));
    let faust = agrees("Panzerfaust", &one("inf", Area::B).range(Range::Close).month("1945-03"));
    assert!(faust.knocks_out > 0.0, "{faust:?}");
    let shaken = one("inf", Area::B).range(Range::Close).that(|enemy| (enemy.suppressed, enemy.steps) = (true, 1));
    agrees("shaken infantry", &shaken);
}

/// rules: ace BC.6a CH.B1 CH.B2 CH.B3 CH.B4 6.3f
#[test]
fn what_a_die_has_decided_has_no_chance_any_more() {
    let men = one("inf", Area::B).range(Range::Close).month("1945-03");
    let before = agrees("before the attempt", &men);
    let tries = agrees_after("the Panzerfaust is tried", &men, &[1]);
    assert!(tries.hits < before.hits && tries.knocks_out > before.knocks_out, "{tries:?} {before:?}");
    let shy = agrees_after("they do not dare", &men, &[6]);
    assert_eq!(shy.knocks_out, 0.0);
    assert_eq!(agrees_after("it has hit", &men, &[1, 1, 1]).hits, 1.0);
    for (kind, range) in [("pz4", Range::Long), ("sdkfz222", Range::Close)] {
        // The turret shows its front and the hull its side.
        let scene = one(kind, Area::B).range(range).mine("mat.hull = right");
        assert_eq!(agrees_after(kind, &scene, &[1, 1]).hits, 1.0);
        let [low, high] = [1, 6].map(|die| agrees_after(kind, &scene, &[1, 1, die]));
        assert_eq!((low.hits, high.hits, low != high), (1.0, 1.0, kind == "pz4"), "turret or hull: {low:?} {high:?}");
    }
    // What comes of it once it is decided: a man at his hatch, the fire, the wound. The unit has fired.
    let list = |scene: &Scene, dice: &[u8]| {
        let paused = scene.clone().stage(Stage::Enemy(Seat(0))).play("", dice);
        (paused.asked_dice(), (Ace::AIDS.threats.unwrap())(paused.game(), charts(), Seat(0)).len())
    };
    for (asked, dice) in [("Commander hit at his hatch", &[6, 1, 1][..]), ("Wound (B7)", &[6, 1, 1, 1])] {
        let (now, listed) = list(&men, dice);
        assert!(now.starts_with(asked) && listed == 0, "{now}: {listed}");
    }
    let (now, listed) = list(&men, &[1, 1, 1, 1, 6, 6]);
    assert!(now.starts_with("Fire (B6)") && listed == 0, "{now}: {listed}");
}

/// rules: ace 7.2-4a
#[test]
fn who_was_found_busy_elsewhere_does_not_turn_to_you_in_this_round() {
    let scene = Scene::new(Mission::Attack).round(2).enemies("pz4 B, stug3 A, panther C").stage(Stage::RoundStart);
    let listed = |dice: &[u8]| {
        let paused = scene.clone().play("", dice);
        let all = (Ace::AIDS.threats.unwrap())(paused.game(), charts(), Seat(0));
        all.into_iter().map(|threat| (threat.spot, threat.fires)).collect::<BTreeMap<_, _>>()
    };
    let some = |units: &[(&str, f64)]| units.iter().map(|(spot, fires)| (spot.to_string(), *fires)).collect();
    let turns = 1.0 / 6.0;
    assert_eq!(listed(&[]), some(&[("unit:1", turns), ("unit:2", turns), ("unit:3", turns)]));
    assert_eq!(listed(&[6]), some(&[("unit:2", turns), ("unit:3", turns)]));
    assert_eq!(listed(&[6, 1]), some(&[("unit:2", 1.0), ("unit:3", turns)]));
}

/// rules: ace 7.2-4a 10.1 10.2a
#[test]
fn of_two_the_board_that_has_had_its_enemy_step_shows_the_next_round() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack)
        .round(2)
        .enemies("pak40 B targeting suppressed, pz4 A")
        .enemies_on(Seat(1), "stug3 C targeting");
    let before = scene.clone().stage(Stage::Enemy(Seat(0)));
    assert_eq!(threats(&before, 0).len(), 1, "who is busy does not turn to you within a round");
    let partner = scene.clone().stage(Stage::Enemy(Seat(1)));
    assert_eq!(threats(&partner, 0), threats(&scene.clone().stage(Stage::Events(Seat(0))), 0));
    assert_eq!(threats(&partner, 1)[0], threats(&before, 1)[0], "the partner's enemies still have to act");
}

/// rules: ace 7.2-4a 7.1.4a 6.3a
#[test]
fn only_those_that_target_you_and_neither_move_nor_dismount_fire() {
    let scene = Scene::new(Mission::Defense)
        .enemies("pz4 B, pz4 B targeting moved, stug3 A targeting, sdkfz251 B targeting mounted");
    let listed = labels(&scene, 0);
    let fires = |start: &str| listed.iter().find(|(label, _)| label.starts_with(start)).map(|(_, fires)| *fires);
    assert_eq!((fires("PzKw IV H 1"), fires("PzKw IV H 2")), (None, Some(1.0)), "{listed:?}");
    assert_eq!((fires("StuG III G 3"), fires("SdKfz 251 halftrack 4")), (Some(0.0), Some(0.0)), "{listed:?}");
    assert_eq!(listed.len(), 3, "{listed:?}");
    assert_eq!(listed[0].1, 1.0, "the worst first: {listed:?}");
}

/// rules: ace 7.2-0 7.2-1a 7.2-1c 7.2-4a 10.4
#[test]
fn where_a_round_begins_first_the_busy_may_turn_to_you_and_smoke_thins() {
    let scene = |round| {
        let scene = Scene::new(Mission::Attack).round(round).enemies("pz4 B suppressed");
        scene.enemies("pak40 B targeting suppressed, opel_blitz A")
    };
    assert_eq!(labels(&scene(2), 0).len(), 1, "the enemy fires in this round: nobody else turns to you");
    let next = threats(&scene(1), 0);
    let fires: Vec<f64> = next.iter().map(|threat| threat.fires).collect();
    assert_eq!(fires, [1.0, 1.0 / 6.0], "the truck never does");
    assert!(
        next.iter().all(|threat| threat.label.ends_with(", next round")),
        "of this round it has had its step: {next:?}"
    );
    assert!(!threats(&scene(2), 0)[0].label.contains("round"));
    let awake = scene(2).that(|_| ()).set("players.0.board.enemies.1.suppressed = false");
    assert_eq!(next[0].hits, threats(&awake, 0)[0].hits, "suppression has ended by then");
    let threatened = scene(1).set("increased_threat = true, players.0.board.eliminated = true");
    assert_eq!(threats(&threatened, 0)[1].fires, 2.0 / 6.0);
    let before = scene(1).stage(Stage::Opening(Seat(0)));
    assert!(threats(&before, 0)[0].hits < next[0].hits, "suppressed before the first round: it still is when it fires");
}

/// rules: ace 7.1.4b 7.3.5c 7.2-1c
#[test]
fn where_a_round_of_a_defense_ends_first_the_enemy_is_closer_and_out_of_the_smoke() {
    let scene = |range, smoke: [u8; 2]| {
        let scene = Scene::new(Mission::Defense).range(range).enemies("pak40 B targeting");
        scene.me(|player| (player.board.own_smoke, player.board.smoke[Area::B.index()]) = (smoke[0], smoke[1]))
    };
    let at_the_check = threats(&scene(Range::Medium, [2, 2]).stage(Stage::Events(Seat(0))), 0);
    // The same but for the round it is told of.
    let then = |scene: Scene| {
        let mut all = threats(&scene, 0);
        all.iter_mut().for_each(|threat| threat.label += ", next round");
        all
    };
    assert_eq!(at_the_check, then(scene(Range::Close, [1, 0])));
    assert!(at_the_check[0].hits > threats(&scene(Range::Medium, [1, 1]), 0)[0].hits);
    let near = threats(&scene(Range::Close, [0, 2]).stage(Stage::Events(Seat(0))), 0);
    assert_eq!(near, then(scene(Range::Close, [0, 1])), "nobody comes closer than close: the smoke only thins");
}

/// rules: ace 7.1.4b BC.8b 7.4.3b 10.1
#[test]
fn while_the_second_man_rolls_for_his_wounded_the_enemy_of_the_first_has_not_come_closer_yet() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Defense)
        .range(Range::Long)
        .enemies("pak40 B targeting")
        .enemies_on(Seat(1), "stug3 C")
        .with(|game| game.players[1].crew[Post::Loader.index()].wound = Wound::Serious);
    let before = threats(&scene.clone().stage(Stage::Events(Seat(1))), 0);
    let rolling = scene.clone().stage(Stage::RoundEnd).play("", &[]);
    assert!(rolling.game().stage == Stage::RoundEnd && rolling.game().players[0].board.range == Range::Long);
    assert_eq!((Ace::AIDS.threats.unwrap())(rolling.game(), charts(), Seat(0)), before);
    let closer = scene.range(Range::Medium).stage(Stage::Commands(Seat(0)));
    assert_eq!(before[0].hits, threats(&closer, 0)[0].hits);
}

/// rules: ace BC.6a 7.7.six
#[test]
fn who_has_fired_in_this_step_fires_no_more_in_it() {
    let scene = one("pz4", Area::B).enemies("pz4 B targeting, pz4 A targeting");
    let first = scene.stage(Stage::Enemy(Seat(0))).skill(Skill::SixthSense).play("", &[]);
    let units = |game: &Ace| -> Vec<String> {
        let mut spots: Vec<_> =
            (Ace::AIDS.threats.unwrap())(game, charts(), Seat(0)).into_iter().map(|threat| threat.spot).collect();
        spots.sort();
        spots
    };
    assert_eq!(units(first.game()), ["unit:1", "unit:2", "unit:3"]);
    let second = first.then("no", &[6, 6]);
    assert_eq!(units(second.game()), ["unit:2", "unit:3"]);
    let next = second.then("no", &[6, 6]).then("no", &[6, 6, 3, 4]);
    assert_eq!(units(next.game()), ["unit:1", "unit:2", "unit:3"], "and in the next round all may");
}

/// rules: ace 10.2b R46a
#[test]
fn of_two_each_sees_what_targets_him_on_either_board() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack)
        .enemies("panther B targeting, pz4 A helper")
        .enemies_on(Seat(1), "stug3 C")
        .set("players.1.board.enemies.0.aim = tank");
    assert_eq!(labels(&scene, 0), [("PzKw V Panther G 1 in area B".to_string(), 1.0)]);
    let partner = labels(&scene, 1);
    assert!(partner.iter().any(|(label, _)| label == "StuG III G 1 in area C"), "{partner:?}");
    assert!(
        partner.iter().any(|(label, _)| label == "PzKw IV H 2 in area A on Commander 1\u{2019}s board"),
        "{partner:?}"
    );
    assert_eq!(partner.len(), 2);
    assert!(threats(&scene, 1).iter().any(|threat| threat.spot == "partner-unit:2"));
    let gone = scene.set("players.1.board.end = withdrawn");
    assert_eq!(threats(&gone, 1), [], "who has left the field is hit by nothing");
    assert_eq!(labels(&gone, 0).len(), 1);
}

/// An empty list beside a full board looked like a mistake: who is busy is named, with the chance that he turns to the tank.
#[test]
fn who_is_busy_this_round_is_named() {
    let busy = |scene: &Scene| (Ace::AIDS.unsure)(&scene.game, charts(), Seat(0));
    let scene = Scene::new(Mission::Attack).enemies("panther B, inf C").round(2).stage(Stage::Commands(Seat(0)));
    assert!(threats(&scene, 0).is_empty());
    let [line] = &busy(&scene)[..] else { panic!("{:?}", busy(&scene)) };
    assert!(line.starts_with("Busy this round; each may turn to you in the next (17%): PzKw V Panther"), "{line}");
    // Before a round begins they are listed with that chance.
    let before = scene.stage(Stage::RoundStart);
    assert_eq!((threats(&before, 0).len(), busy(&before).len()), (2, 0));
}
