//! Rule tests: commands that move the tank (7.2-D to 7.2-J), and what moving costs.

use crate::common::{Look, Scene};
use crate::rules_commands::{infantry, refusal, tiger};
use hulldown_ace::state::End;
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;

/// rules: ace 7.2-D CH.B5
#[test]
fn moving_forward_lowers_the_range_one_step_and_rolls_b5() {
    let end = tiger().range(Range::Long).play("move:forward", &[1, 2]);
    assert_eq!(end.me().board.range, Range::Medium);
    assert_eq!(end.rolls(), ["Immobilization (B5): 3, 2 or less: moves"]);
    let end = end.go_on("move:forward").dice(&[&[1, 2], &[3, 4], &[6]]);
    assert_eq!(end.me().board.range, Range::Close);
    assert_eq!(refusal(&end, "move:forward"), "7.2-D");
    let end = tiger().play("move:forward", &[1, 1]);
    assert!(end.me().mat.immobilized);
    assert_eq!(end.me().board.range, Range::Close, "it bogs down after the move");
}

/// rules: ace CH.B5 7.3.2a 7.5 7.7.eye R45a
#[test]
fn b5_counts_hatch_skill_weather_ground_and_suspension() {
    let roll = |scene: Scene| scene.play("move:forward", &[2, 2]).rolls()[0].clone();
    let line = |mods: &str| format!("Immobilization (B5): 4 {mods}, 2 or less: ");
    assert_eq!(roll(tiger().buttoned()), line("-1 driver buttoned up = 3") + "moves");
    assert_eq!(roll(tiger().weather(Weather::Rain)), line("-1 rain = 3") + "moves");
    assert_eq!(roll(tiger().weather(Weather::Snow)), line("-1 snow = 3") + "moves");
    assert_eq!(roll(tiger().weather(Weather::Mud)), line("-2 mud = 2") + "immobilized");
    assert_eq!(roll(tiger().weather(Weather::Overcast)), "Immobilization (B5): 4, 2 or less: moves");
    assert_eq!(roll(tiger().terrain(Terrain::Woods)), line("-1 woods = 3") + "moves");
    assert_eq!(roll(tiger().tank("m4a3e8")), line("+1 the tank's suspension = 5") + "moves");
    assert_eq!(roll(tiger().tank("m4a3e2_75")), line("-1 the tank's suspension = 3") + "moves");
    let eye = || tiger().skill(Skill::EyeForTerrain);
    assert_eq!(roll(eye().weather(Weather::Mud)), line("+1 Eye for Terrain -2 mud = 3") + "moves");
    // Not while the driver is hurt; not for the other hatches.
    assert_eq!(roll(eye().wound(Post::Driver, Wound::Light)), "Immobilization (B5): 4, 2 or less: moves");
    let open = tiger().mine("mat.open = [false, true, false]");
    assert_eq!(roll(open), "Immobilization (B5): 4, 2 or less: moves");
}

/// rules: ace 7.2-Ea 7.2-Eb CH.B5 7.7.eye
#[test]
fn moving_to_hull_down_rolls_b5a_for_the_ground_and_then_b5() {
    let end = tiger().play("move:hulldown range:keep", &[3, 3, 3, 4]);
    assert!(end.me().mat.hull_down);
    assert_eq!(end.me().board.range, Range::Medium);
    assert_eq!(end.rolls(), ["Hull down (B5a): 6, 6 or less: hull down", "Immobilization (B5): 7, 2 or less: moves"]);
    let roll = |scene: Scene| scene.play("move:hulldown range:keep", &[4, 3]).rolls()[0].clone();
    assert_eq!(roll(tiger()), "Hull down (B5a): 7, 6 or less: no cover");
    let eye = tiger().skill(Skill::EyeForTerrain);
    assert_eq!(roll(eye), "Hull down (B5a): 7 -1 Eye for Terrain = 6, 6 or less: hull down");
    for (terrain, need) in [(Terrain::Hills, 9), (Terrain::Woods, 7), (Terrain::Bocage, 8), (Terrain::Urban, 7)] {
        assert_eq!(roll(tiger().terrain(terrain)), format!("Hull down (B5a): 7, {need} or less: hull down"));
    }
    // One range step either way, never off the board.
    let steps = |range: Range| tiger().range(range).play("move:hulldown", &[]).options();
    assert_eq!(steps(Range::Medium), ["range:keep", "range:closer", "range:farther"]);
    assert_eq!(steps(Range::Long), ["range:keep", "range:closer"]);
    assert_eq!(steps(Range::Close), ["range:keep", "range:farther"]);
    assert_eq!(tiger().play("move:hulldown range:farther", &[6, 6, 6, 6]).me().board.range, Range::Long);
}

/// rules: ace 7.2-Fa 7.2-Fb 7.2-H
#[test]
fn the_hull_turns_with_b5_and_the_bow_gun_fires_where_it_points() {
    let everywhere = || {
        Area::ALL
            .into_iter()
            .fold(Scene::new(Mission::Attack), |scene, area| scene.enemies(&format!("inf {area}", area = area.id())))
    };
    for (facing, reach) in [(Facing::Left, "AD"), (Facing::Front, "B"), (Facing::Right, "CE")] {
        let end = everywhere().me(|player| player.mat.hull = facing).play("", &[]);
        for (n, area) in Area::ALL.into_iter().enumerate() {
            let key = format!("bow:{}", n + 1);
            assert_eq!(end.can(&key), reach.contains(area.id()), "{facing} {area}");
            if !end.can(&key) {
                assert_eq!(refusal(&end, &key), "7.2-H");
            }
        }
        assert!(!end.can(&format!("hull:{}", facing.id())), "it points there already");
    }
    let end = everywhere().play("hull:left", &[3, 4]);
    assert_eq!((end.me().mat.hull, end.me().mat.turret), (Facing::Left, Facing::Front), "the turret turns by itself");
    assert_eq!(end.rolls(), ["Immobilization (B5): 7, 2 or less: moves"]);
    assert!(end.can("bow:1") && end.can("bow:4") && !end.can("bow:2") && end.can("hull:right"));
    // A main gun that could reach it does not help the bow gun, nor the other way round.
    let end = everywhere().play("bow:2", &[5, 5]);
    assert_eq!(end.rolls(), ["bow machine gun (B2): 10: no effect"]);
}

/// rules: ace 7.2-G 7.4.1a
#[test]
fn moving_backward_raises_the_range_and_leaves_the_board_from_long() {
    let end = tiger().range(Range::Close).play("move:back move:back", &[3, 4, 3, 4]);
    assert_eq!(end.me().board.range, Range::Long);
    assert_eq!(end.rolls().len(), 2, "B5 each time");
    let end = tiger().range(Range::Long).play("move:back", &[]);
    assert!(end.rolls().iter().all(|roll| !roll.contains("B5")), "no roll on the way out");
    assert!(end.saw(|event| matches!(event, Event::BoardEnds { end: End::Withdrawn, .. })));
    assert!(end.saw(|event| matches!(event, Event::MissionEnds { success: false, .. })));
    assert_eq!(end.me().career.successes, 0);
}

/// rules: ace 7.2-DEG
#[test]
fn with_the_errata_moves_include_a_turn_of_the_hull() {
    let new = || tiger().set("errata_2022 = true");
    for (key, dice) in
        [("move:forward", &[3, 4][..]), ("move:back", &[3, 4]), ("move:hulldown range:keep", &[3, 4, 3, 4])]
    {
        assert_eq!(new().play(key, &[]).options(), ["turn:left", "turn:front", "turn:right"], "{key}");
        let end = new().play(&format!("{key} turn:right"), dice);
        assert_eq!(end.me().mat.hull, Facing::Right);
        assert_eq!(end.rolls().iter().filter(|roll| roll.contains("(B5)")).count(), 1, "one B5 for both");
        assert_eq!(tiger().play(key, dice).me().mat.hull, Facing::Front, "not without them");
    }
    let defense = Scene::new(Mission::Defense).enemies("tiger1 B").set("errata_2022 = true");
    let end = defense.range(Range::Close).play("move:back", &[]);
    assert!(end.saw(|event| matches!(event, Event::BoardEnds { end: End::Withdrawn, .. })));
}

/// rules: ace 7.2-Jc
#[test]
fn a_flank_move_makes_no_b5_roll_and_may_change_the_range() {
    let end = tiger().play("flank:1", &[]);
    assert_eq!(end.options(), ["range:keep", "range:closer", "range:farther"]);
    let kept = end.go_on("range:keep");
    assert_eq!((kept.me().board.range, kept.rolls().len()), (Range::Medium, 0));
    let closer = tiger().play("flank:1 range:closer", &[]);
    assert_eq!((closer.me().board.range, closer.rolls().len()), (Range::Close, 0));
    assert!(!infantry().enemies("pak40 B").play("", &[]).options().iter().any(|o| o.starts_with("flank")));
}

/// rules: ace 7.3.1d R18a
#[test]
fn hull_down_is_lost_by_moving_and_silences_the_bow_gun() {
    let down = || tiger().enemies("inf A, inf B").mine("mat.hull_down = true");
    assert_eq!(refusal(&down().play("", &[]), "bow:3"), "7.3.1d");
    for (key, dice, kept) in [
        ("move:forward", &[3, 4][..], false),
        ("move:back", &[3, 4], false),
        ("flank:1 range:keep", &[], false),
        ("move:hulldown range:keep", &[6, 6, 3, 4], false),
        ("move:hulldown range:keep", &[1, 1, 3, 4], true),
        ("hull:left", &[3, 4], true),
        ("coax:2", &[5, 5], true),
        ("hull:left", &[1, 1], true),
    ] {
        let end = down().play(key, dice);
        assert_eq!(end.me().mat.hull_down, kept, "{key} {dice:?}");
        assert_eq!(end.can("bow:3"), !kept, "{key}");
    }
}

/// rules: ace R19a 7.4.1b
#[test]
fn an_immobilized_tank_gives_no_moving_commands_and_cannot_leave() {
    for range in Range::ALL {
        let end = tiger().enemies("inf B").range(range).mine("mat.immobilized = true").play("", &[]);
        for key in ["move:forward", "move:hulldown", "move:back", "hull:left", "hull:right", "flank:1"] {
            assert_eq!(refusal(&end, key), "R19a", "{key}");
        }
        for key in ["fire:1", "coax:2", "bow:2", "aa50:2", "reload", "mortar", "button:c", "switch:he"] {
            assert!(end.can(key), "{key}");
        }
    }
}
