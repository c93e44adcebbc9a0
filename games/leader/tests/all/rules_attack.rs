//! Attacks: range, line of sight, modifiers, Defense, flanks, skills.

use crate::common::*;
use hulldown_core::game::Seat;
use hulldown_core::{Game, Playable};
use hulldown_leader::ids::EnemyId;
use hulldown_leader::talk::Choice;
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

/// rules: leader combat.attack.2 combat.attack.3 combat.attack.7 terrain.h.1 commander.stat.6
#[test]
fn an_attack_of_the_book() {
    // HE 6, Commander +2, range 1; the Rifle in Heavy Cover defends with 5.
    let scene = Scene::battle().unit("501 henders ace 61").enemy("rifle 51").ground(51, Ground::Heavy);
    let end = scene.enemy("truck 11").fast().play("act:501 stay fire:0", &[1, 5, 2]);
    assert!(end.lives(0), "{}", end.lines());
    assert_eq!(end.rolled(0), "To hit (attack): 1 +2 Henders (Ace) = 3, 6 or more: miss");
    assert_eq!(end.rolled(1), "To hit (attack): 5 +2 Henders (Ace) = 7, 6 or more: hit");
    assert_eq!(end.rolled(2), "Defense roll (attack): 2 -2 Heavy Cover = 0, 3 or less (to negate): negated");
}

/// rules: leader enemy.stat.5 combat.attack.8 unit.stat.3 unit.stat.2
#[test]
fn one_hit_that_is_not_negated_destroys() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("stug 51").enemy("truck 11");
    let end = scene.play("act:042 stay fire:0", &[4, 3, 5]);
    assert!(!end.lives(0));
    assert_eq!(end.rolled(0), "To hit (attack): 4, 4 or more: hit");
    assert_eq!(end.rolled(2), "Defense roll (attack): 5, 3 or less (to negate): gets through");
    assert_eq!(end.game().points(charts()), 1, "it no longer counts");
}

/// rules: leader combat.attack.8 unit.stat.5
#[test]
fn each_hit_has_a_defense_die_of_its_own() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("stug 51").enemy("truck 11");
    let end = scene.clone().play("act:042 stay fire:0", &[4, 4, 3, 3]);
    assert!(end.lives(0));
    assert!(!scene.play("act:042 stay fire:0", &[4, 4, 3, 4]).lives(0));
}

/// rules: leader combat.attack.4 combat.attack.5 unit.stat.4
#[test]
fn range_counts() {
    // HE 3 of an M4: +2 in the own hex, -1 at range 2, -2 at range 3; nothing beyond its range.
    let need = |at: u8| {
        let scene = Scene::battle().unit("042 eandi 61").stands(Model::Truck, at).enemy("truck 14");
        let end = scene.play("act:042 stay", &[]);
        end.preview("fire:0").filter(|_| end.can("fire:0")).map(|check| check.chance().unwrap().0)
    };
    assert_eq!([61, 51, 41, 31, 21].map(need), [Some(10), Some(8), Some(7), Some(6), None]);
    let far = Scene::battle().unit("091 eandi 61").enemy("truck 21").play("act:091 stay", &[]);
    assert_eq!(far.preview("fire:0").unwrap().modifier(), -3, "range 4");
    // A range of 1-3 does not reach its own hex.
    let mortar = Scene::battle().unit("931 jones 61").enemy("truck 61").enemy("truck 51");
    let end = mortar.play("act:931 stay", &[]);
    assert_eq!(end.refused("fire:0").unwrap().0, "unit.stat.4");
    assert!(end.can("fire:1"));
}

/// rules: leader combat.attack.9
#[test]
fn a_need_of_one_hits_by_itself() {
    // The machine gun team of the sample game: HE 2, Recruit Sanders -1, +2 in the same hex.
    let scene = Scene::battle().unit("921 sanders recruit 53").enemy("rifle 53").enemy("truck 11");
    let end = scene.ground(53, Ground::Heavy).play("act:921 stay fire:0", &[1, 1, 3, 8]);
    assert!(!end.lives(0), "{}", end.lines());
}

/// rules: leader combat.attack.1 terrain.los.1 unit.note.8 commander.skill.8
#[test]
fn a_line_of_sight_is_needed_unless_fire_is_indirect() {
    let scene = |number, name, level| {
        let scene = Scene::battle().led(number, name, level, 61).enemy("truck 63").enemy("truck 11");
        scene.ground(62, Ground::Heavy)
    };
    let end = scene(42, Name::Eandi, Level::Average).play("act:042 stay", &[]);
    assert!(!end.can("fire:0"), "{:?}", end.options());
    assert!(scene(931, Name::Jones, Level::Average).play("act:931 stay", &[]).can("fire:0"), "Indirect Fire");
    assert!(scene(1126, Name::Cruz, Level::Average).play("act:1126 stay", &[]).can("fire:0"), "Spotter");
    assert!(!scene(1126, Name::Albright, Level::Average).play("act:1126 stay", &[]).can("fire:0"));
}

/// The Stress of an attack comes first: whoever it makes Unfit neither spots nor aims, and the chances say so.
/// rules: leader commander.stat.7 commander.stat.4 commander.skill.8 damage.rule.3
#[test]
fn who_becomes_unfit_by_attacking_has_no_skills_in_it() {
    let scene = |stress, suppressed| {
        let scene = Scene::battle().unit("1126 cruz average 61").who(move |one| one.stress = stress);
        let scene = scene.that(move |fighter| fighter.suppressed = suppressed).ground(62, Ground::Heavy);
        scene.enemy("truck 63").enemy("truck 51").play("act:1126 stay", &[])
    };
    assert!(scene(11, false).can("fire:0"), "he spots while he is Shaken");
    assert!(scene(10, true).can("fire:0"), "and with one Stress more");
    let last = scene(11, true);
    assert_eq!(last.refused("fire:0").unwrap().0, "terrain.los.1", "but the Stress of this attack makes him Unfit");
    assert!(last.can("fire:1"), "what the Unit sees it can attack");
    // A Marksman who is about to be Unfit is told the chance of one who is.
    let told = |stress, suppressed| {
        let scene = Scene::battle().unit("921 chin average 61").who(move |one| one.stress = stress);
        let scene = scene.that(move |fighter| fighter.suppressed = suppressed).ground(62, Ground::Heavy);
        let end = scene.enemy("rifle 62").enemy("truck 51").play("act:921 stay", &[]);
        (Leader::AIDS.ends)(end.game(), Leader::data(), Seat(0), Choice::Fire(EnemyId(0)))
    };
    assert_eq!(told(9, true), told(10, false), "9 is the last of his Shaken range");
    assert!(told(8, true)[0].1 > told(9, true)[0].1);
}

/// rules: leader terrain.b.2
#[test]
fn bocage_hides_from_everybody_beyond_range_one() {
    let scene = |at| Scene::battle().unit("931 jones 61").stands(Model::Truck, at).ground(at, Ground::Bocage);
    assert!(scene(51).play("act:931 stay", &[]).can("fire:0"));
    let far = scene(63).enemy("truck 51").play("act:931 stay", &[]);
    assert_eq!(far.refused("fire:0").unwrap().0, "terrain.b.2");
}

/// rules: leader unit.note.1 combat.attack.6 combat.move.2
#[test]
fn a_unit_that_moved_shoots_worse() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("pz4 31").enemy("truck 11");
    let end = scene.play("act:042 to:51", &[]);
    let check = end.preview("fire:0").unwrap();
    assert_eq!(check.modifier(), -2, "-1 range 2, -1 moved");
    assert!(!end.can("to:61"), "nothing moves after this");
}

/// rules: leader unit.note.2
#[test]
fn ap_only_in_the_own_hex() {
    let scene = Scene::battle().unit("902 jones 61").enemy("pz4 51").enemy("rifle 51").enemy("pz4 61");
    let end = scene.play("act:902 stay", &[]);
    assert_eq!(end.refused("fire:0").unwrap().0, "unit.note.2");
    assert!(end.can("fire:1") && end.can("fire:2"));
}

/// rules: leader unit.stat.2 unit.stat.6
#[test]
fn a_machine_gun_team_has_no_ap_attack() {
    let scene = Scene::battle().unit("921 jones 61").enemy("pz4 61").enemy("rifle 61");
    let end = scene.play("act:921 stay", &[]);
    assert_eq!(end.refused("fire:0").unwrap().0, "unit.stat.2");
    assert!(end.can("fire:1"));
}

/// rules: leader unit.note.4 combat.move.4 commander.skill.2
#[test]
fn who_cannot_move_and_attack() {
    let moved = |number: u16, name, level| {
        let scene = Scene::battle().led(number, name, level, 61).enemy("truck 51").enemy("truck 52");
        let end = scene.play(&format!("act:{number:03} to:62"), &[]);
        end.can("fire:1")
    };
    assert!(!moved(931, Name::Jones, Level::Average), "a mortar team");
    assert!(!moved(1126, Name::Albright, Level::Average), "a gun");
    assert!(!moved(42, Name::Mancini, Level::Green), "Cautious");
    assert!(moved(42, Name::Eandi, Level::Green));
}

/// rules: leader unit.note.3 combat.move.3 commander.skill.1
#[test]
fn moving_and_attacking_strains_infantry() {
    let stress = |name, level| {
        let scene = Scene::battle().led(1101, name, level, 61).enemy("truck 52").enemy("truck 11");
        scene.play("act:1101 to:62 hold", &[]).commander(name).stress
    };
    assert_eq!(stress(Name::Jones, Level::Average), 0, "only both together");
    let attack = |name, level| {
        let scene = Scene::battle().led(1101, name, level, 61).enemy("truck 52").enemy("truck 11");
        scene.play("act:1101 to:62 fire:0", &[1, 1]).commander(name).stress
    };
    assert_eq!(attack(Name::Jones, Level::Average), 2);
    assert_eq!(attack(Name::Reisner, Level::Average), 0, "Aggressive");
}

/// rules: leader commander.skill.3
#[test]
fn close_combat_is_a_third_die() {
    let dice = |at: u8| {
        let scene = Scene::battle().unit("901 sanders average 61").stands(Model::Rifle, at).enemy("truck 11");
        scene.play("act:901 stay fire:0", &[1, 1, 1]).rolls().iter().filter(|roll| roll.starts_with("To hit")).count()
    };
    assert_eq!((dice(61), dice(51)), (3, 2));
}

/// rules: leader commander.skill.5
#[test]
fn a_marksman_takes_no_account_of_cover() {
    let defense = |name| {
        let scene = Scene::battle().led(901, name, Level::Average, 61).enemy("rifle 51").ground(51, Ground::Heavy);
        scene.enemy("truck 11").play("act:901 stay fire:0", &[10, 1, 4]).rolled(2)
    };
    assert_eq!(
        defense(Name::Chin),
        "Defense roll (attack): 4 -2 Heavy Cover +2 Marksman = 4, 3 or less (to negate): gets through"
    );
    assert_eq!(defense(Name::Jones), "Defense roll (attack): 4 -2 Heavy Cover = 2, 3 or less (to negate): negated");
}

/// rules: leader combat.cover.1 enemy.attack.9
#[test]
fn cover_helps_in_the_same_hex_too() {
    let scene = Scene::battle().unit("901 jones 61").enemy("rifle 61").ground(61, Ground::Light);
    let end = scene.enemy("truck 11").play("act:901 stay fire:0", &[10, 1, 4]);
    assert_eq!(end.rolled(2), "Defense roll (attack): 4 -1 Light Cover = 3, 3 or less (to negate): negated");
}

/// rules: leader commander.stat.3 commander.stat.4 commander.stat.7
#[test]
fn stress_shakes_and_unfits() {
    // Eandi, Average: Okay to 5, Shaken to 9. Sanders, Recruit: Okay to 3, Shaken to 6.
    let modifier = |stress: u8| {
        let scene = Scene::battle().unit("901 sanders recruit 61").who(|one| one.stress = stress);
        let end = scene.enemy("rifle 61").play("act:901 stay", &[]);
        end.preview("fire:0").unwrap().modifier()
    };
    assert_eq!([3, 4, 6, 7].map(modifier), [1, 0, 0, 0], "-1 and +2, then -2 and +2; Unfit is -2 too");
    let unfit = Scene::battle().unit("042 kessel average 61").who(|one| one.stress = 10);
    let end = unfit.enemy("pz4 51").fast().roll(&[]);
    assert!(end.options() == ["dice:tactical"], "Unfit is Slow: nobody acts in the Fast step");
    let skilled = Scene::battle().unit("901 sanders average 61").who(|one| one.stress = 9);
    let end = skilled.enemy("rifle 61").enemy("truck 11").play("act:901 stay fire:0", &[1, 1]);
    assert_eq!(end.rolls().len(), 2, "no Close Combat while Unfit");
}

/// rules: leader opt.flank.1 opt.flank.2
#[test]
fn a_flank_attack_lowers_defense() {
    let scene = |flank, at| {
        let setup = Setup { flank, ..setup("bulge_1944", "over_there") };
        Scene::of(setup).fight().unit("042 eandi 61").stands(Model::Stug, at).enemy("truck 11")
    };
    let end = scene(true, 51).play("act:042 stay fire:0", &[10, 1, 8, 3]);
    assert_eq!(end.rolled(2), "Flank attack (flank): 8, 8 or more: flank");
    assert_eq!(end.rolled(3), "Defense roll (attack): 3 +1 flank = 4, 3 or less (to negate): gets through");
    let end = scene(true, 51).play("act:042 stay fire:0", &[10, 1, 7, 3]);
    assert_eq!(end.rolled(3), "Defense roll (attack): 3, 3 or less (to negate): negated");
    let end = scene(true, 61).play("act:042 stay fire:0", &[10, 1, 6, 3]);
    assert_eq!(end.rolled(2), "Flank attack (flank): 6, 6 or more: flank");
    let end = scene(true, 41).play("act:042 stay fire:0", &[10, 1, 3]);
    assert_eq!(end.rolled(2), "Defense roll (attack): 3, 3 or less (to negate): negated", "not at range 2");
    let end = scene(false, 51).play("act:042 stay fire:0", &[10, 1, 3]);
    assert_eq!(
        end.rolled(2),
        "Defense roll (attack): 3, 3 or less (to negate): negated",
        "only where the rule is used"
    );
}
