//! Fast and Slow Move and Attack: order, Tactics, transport, retreat, the end of a turn, optional rules.

use crate::common::*;
use hulldown_leader::ids::{CommanderId, FighterId, UnitId};
use hulldown_leader::state::{Fate, Stage, Step};
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

/// A Fast Armor Unit in 61 and a Slow team in 62, the enemy far away.
fn pair() -> Scene {
    Scene::battle().unit("042 kessel average 61").unit("902 jones 62").enemy("pz4 11").enemy("pz4 12")
}

/// rules: leader combat.fast.1 combat.fast.2 combat.slow.1 commander.stat.5
#[test]
fn fast_units_act_before_the_enemy_and_slow_ones_after() {
    let end = pair().fast().roll(&[]);
    assert_eq!(end.options(), ["act:042", "done"]);
    let end = end.go_on("act:042 stay");
    assert_eq!(end.options(), ["dice:tactical"]);
    // 3: nobody moves.
    let end = end.then("enemy:0", &[3]);
    assert_eq!(end.stage(), Stage::Act(Step::Slow));
    assert_eq!(end.options(), ["act:902", "done"]);
    let end = end.go_on("act:902 stay");
    assert_eq!((end.game().battle.turn, end.stage()), (2, Stage::Act(Step::Fast)));
}

/// rules: leader combat.fast.3
#[test]
fn nobody_has_to_act_and_nobody_acts_twice() {
    let end = pair().slow().with(|game| game.battle.fighters[FighterId(0)].acted = true).play("done", &[]);
    assert_eq!(end.game().battle.turn, 2);
    let scene = Scene::battle().unit("042 eandi 61").unit("902 jones 61").enemy("truck 11");
    let end = scene.play("act:042 stay", &[]);
    assert_eq!(end.options(), ["act:902", "done"]);
}

/// Who has nothing to attack is told so, and what an enemy does is told once: one hex to enter, one target, no word of a choice.
#[test]
fn the_log_says_who_has_no_target_and_nothing_twice() {
    let end = pair().fast().play("act:042 stay", &[]);
    let says = "042 M4 Sherman (75mm) does not attack: nothing is in sight and range.";
    assert!(end.lines().contains(says), "{}", end.lines());
    // A howitzer that moved has a reason of its own.
    let moved = Scene::battle().unit("1151 vance 61").enemy("truck 51").enemy("truck 52");
    let moved = moved.play("act:1151 to:62", &[]);
    let says = "does not attack: Artillery does not move and attack in one step.";
    assert!(moved.lines().contains(says), "{}", moved.lines());
    let end = end.then("enemy:0", &[3]);
    assert!(!end.lines().contains("only choice"), "{}", end.lines());
}

/// A Fast Unit that passes has had its turn, unless it is Slow when the Slow Units act (R35).
/// rules: leader damage.ap.kia combat.slow.1
#[test]
fn who_passed_and_is_slow_now_acts_in_the_slow_step() {
    let scene = |damage| {
        let scene = Scene::battle().unit("042 kessel average 61").enemy("stug 51");
        scene.cup(Target::Ap, &[damage]).fast().with(|game| game.battle.mods.hold_turns = 1 << 1)
    };
    let end = scene(Damage::Kia).play("done", &[10, 1, 10]);
    assert!(end.commander(Name::Kessel).kia);
    assert_eq!((end.stage(), end.options()), (Stage::Act(Step::Slow), vec!["act:042".into(), "done".to_string()]));
    let end = end.go_on("act:042 stay hold no");
    assert_eq!(end.game().battle.turn, 2, "once");
    let end = scene(Damage::NoEffect).play("done", &[10, 1, 10]).go_on("no");
    assert_eq!((end.game().battle.turn, end.stage()), (2, Stage::Act(Step::Fast)), "still Fast: it has had its turn");
    let acted = scene(Damage::Kia).play("act:042 stay hold", &[10, 1, 10]).go_on("no");
    assert!(acted.commander(Name::Kessel).kia && acted.game().battle.turn == 2, "who acted does not act again");
}

/// rules: leader unit.stat.1 combat.move.1 combat.move.5
#[test]
fn a_unit_goes_as_far_as_its_speed() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("rifle 52").enemy("rifle 11");
    let end = scene.play("act:042", &[]);
    assert!(end.can("to:52") && end.can("to:41") && end.can("to:63") && !end.can("to:31"), "{:?}", end.options());
}

/// rules: leader terrain.w.1 terrain.i.1
#[test]
fn water_and_impassable_ground_are_gone_round() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("rifle 11");
    let end = scene.ground(51, Ground::Water).ground(52, Ground::Impassable).play("act:042", &[]);
    assert!(!end.can("to:51") && !end.can("to:52") && !end.can("to:41") && end.can("to:62"));
    let team = Scene::battle().unit("902 jones 61").enemy("rifle 11").ground(52, Ground::Impassable);
    assert!(team.play("act:902", &[]).can("to:52"));
}

/// rules: leader commander.skill.7
#[test]
fn overdrive_is_one_hex_more_for_one_stress() {
    let scene = Scene::battle().unit("042 harlan green 61").enemy("rifle 11");
    let end = scene.play("act:042 drive:31", &[]);
    assert_eq!((end.fighter(42).hex.unwrap().id(), end.commander(Name::Harlan).stress), (31, 1));
}

/// rules: leader commander.skill.9 commander.skill.4
#[test]
fn a_tactic_is_an_action_in_the_other_step() {
    // A Slow Unit in the Fast step, and again in the Slow step.
    let scene = pair().fast().with(|game| game.battle.fighters[FighterId(1)].tactics = 1);
    let end = scene.play("tactic:902 to:53", &[]);
    assert_eq!((end.fighter(902).tactics, end.fighter(902).acted), (0, false));
    assert!(!end.can("tactic:902") && !end.can("act:902"), "once a step");
    let end = end.go_on("done").then("enemy:0", &[3]);
    assert!(end.can("act:902"));
    // A Fast Unit in the Slow step.
    let scene = pair().slow().with(|game| {
        game.battle.fighters[FighterId(0)].acted = true;
        game.battle.fighters[FighterId(0)].his_tactics = 1;
    });
    let end = scene.play("tactic:042 to:51", &[]);
    assert_eq!(end.fighter(42).his_tactics, 0);
}

/// rules: leader commander.skill.4 unit.note.7
#[test]
fn a_command_tactic_is_given_to_another() {
    let scene = pair().fast().with(|game| game.battle.fighters[FighterId(0)].commands = 1);
    let end = scene.play("command:902 to:53", &[]);
    assert_eq!((end.fighter(42).commands, end.fighter(902).hex.unwrap().id()), (0, 53));
    assert!(end.can("act:042"), "the giver still acts");
}

/// rules: leader commander.skill.9 commander.stat.7
#[test]
fn counters_of_an_unfit_or_dead_commander_are_of_no_use() {
    let scene = pair().fast().with(|game| {
        game.battle.fighters[FighterId(1)].his_tactics = 1;
        game.commanders[CommanderId(1)].stress = 30;
    });
    assert!(!scene.roll(&[]).can("tactic:902"));
    // Nor of one who has left; a card of its own serves while its Unit is on the map (R19, R36).
    let giver = |change: fn(&mut Leader)| pair().fast().with(change).roll(&[]).can("command:902");
    assert!(giver(|game| game.battle.fighters[FighterId(0)].his_commands = 1));
    assert!(!giver(
        |game| (game.battle.fighters[FighterId(0)].his_commands, game.commanders[CommanderId(0)].stress) = (1, 30)
    ));
    assert!(giver(
        |game| (game.battle.fighters[FighterId(0)].commands, game.commanders[CommanderId(0)].stress) = (1, 30)
    ));
    let left = pair().unit("901 chin 63").fast().with(|game| {
        (game.battle.fighters[FighterId(2)].commands, game.battle.fighters[FighterId(2)].fate) = (1, Fate::Retreated);
    });
    assert!(!left.roll(&[]).can("command:902"));
}

/// rules: leader unit.note.5 combat.transport.1 combat.transport.2 combat.transport.3 combat.transport.4
#[test]
fn a_halftrack_carries_one_team_and_one_gun() {
    let scene = Scene::battle()
        .unit("501 henders 61")
        .unit("902 jones 61")
        .that(|fighter| fighter.exposed = Some(1))
        .unit("901 chin 61")
        .unit("1126 albright 61")
        .unit("903 reisner 62")
        .unit("042 eandi 61")
        .enemy("truck 42")
        .enemy("truck 11");
    let end = scene.play("act:501", &[]);
    assert_eq!(end.options(), ["carry:902", "carry:901", "carry:1126", "done"], "from its hex, no vehicle");
    let end = end.go_on("carry:902");
    assert_eq!(end.options(), ["carry:1126", "done"], "one of each");
    let end = end.go_on("carry:1126 to:41 hold");
    let at = |number| end.fighter(number).hex.unwrap().id();
    assert_eq!((at(501), at(902), at(1126), at(901)), (41, 41, 41, 61));
    assert_eq!(end.fighter(902).exposed, None, "being carried is moving (R26)");
    assert!(!end.can("act:902") && !end.can("act:1126"), "they neither move nor attack in this step");
    assert!(end.can("act:901"));
    let attacked = Scene::battle().unit("501 henders 61").unit("902 jones 61").enemy("truck 51");
    let end = attacked.enemy("truck 11").play("act:902 stay fire:0 act:501", &[1, 1]);
    assert!(!end.can("carry:902"), "a Unit that attacked is not carried");
}

/// rules: leader combat.transport.5
#[test]
fn a_slow_unit_carried_in_the_fast_step_acts_in_the_slow_step() {
    let scene =
        Scene::battle().unit("501 kowalski average 61").unit("902 jones 61").enemy("truck 11").enemy("truck 12").fast();
    let end = scene.play("act:501 carry:902 to:52 enemy:0", &[3]);
    assert!(end.can("act:902"), "{:?}\n{}", end.options(), end.lines());
}

/// rules: leader combat.retreat.1 combat.retreat.2 combat.retreat.3
#[test]
fn a_unit_may_leave_by_the_bottom_edge() {
    let end = pair().slow().with(|game| game.battle.fighters[FighterId(0)].acted = true).play("act:902 leave", &[]);
    assert_eq!(end.fighter(902).fate, Fate::Retreated);
    let alone = Scene::battle().unit("902 jones 61").enemy("truck 11").play("act:902 leave", &[]);
    assert_eq!(alone.stage(), Stage::After, "nobody is left");
    let far = Scene::battle().unit("902 jones 51").enemy("truck 11").play("act:902", &[]);
    assert!(!far.can("leave"));
    let tank = Scene::battle().unit("042 eandi 51").enemy("truck 11").play("act:042", &[]);
    assert!(tank.can("leave"), "a hex and the edge are two of its Speed");
}

/// rules: leader combat.turn.1 combat.turn.2 combat.turn.3 setup.battalion.2
#[test]
fn half_and_destroyed_are_read_at_the_end_of_a_turn() {
    // 9A: Half at 12, Destroyed at 4. Tigers are worth 4.
    let left = |tigers: usize| {
        let scene = (0..tigers).fold(Scene::battle().unit("902 jones 61"), |scene, _| scene.enemy("tiger 11"));
        scene.play("done", &[])
    };
    assert!(!left(4).game().battle.half, "16 points");
    let half = left(3);
    assert!(half.game().battle.half && half.game().battle.turn == 2, "12 points");
    assert_eq!(half.modifier("Half"), -2);
    let destroyed = left(1);
    assert_eq!(destroyed.options(), ["yes", "no"], "the player may end the battle");
    assert_eq!(left(1).go_on("no").game().battle.turn, 2);
    assert_eq!(left(1).go_on("yes").stage(), Stage::After);
}

/// rules: leader combat.turn.4 combat.turn.5
#[test]
fn a_battle_ends_with_its_last_turn() {
    let scene = pair().slow().set("battle.turn = 4");
    let end = scene.play("done", &[]);
    assert_eq!((end.stage(), end.game().vp), (Stage::After, 0));
}

fn optional(tenacity: bool, heroics: bool) -> Scene {
    Scene::of(Setup { tenacity, heroics, ..setup("bulge_1944", "over_there") }).fight()
}

/// rules: leader opt.tenacity.1 opt.tenacity.3
#[test]
fn tenacity_adds_a_turn_once_for_a_stress() {
    let scene = optional(true, false).unit("902 jones 61").enemy("truck 11").set("battle.turn = 4");
    let end = scene.play("done yes", &[3]);
    assert_eq!((end.game().battle.turn, end.game().battle.last), (5, 5), "also when the Battalion is Destroyed");
    // The last turn: no second time. Event Quiet Night (9), then Stress 2 + 1 - Cool 1.
    let end = end.go_on("done").then("", &[9]);
    assert_eq!(end.commander(Name::Jones).stress, 2, "{}", end.lines());
}

/// rules: leader opt.heroics.1 opt.heroics.3
#[test]
fn a_commander_without_a_unit_takes_over_another() {
    let scene = optional(false, true)
        .unit("901 jones skilled 61")
        .that(|fighter| fighter.fate = Fate::Destroyed)
        .with(|game| {
            game.units[UnitId(0)].lost = true;
            game.spent.add(game.units[UnitId(0)].card);
        })
        .unit("902 chin 61")
        .that(|fighter| fighter.his_tactics = 1)
        .who(|one| one.wounded = true)
        .unit("903 reisner 62")
        .enemy("truck 51")
        .enemy("truck 11");
    let end = scene.clone().play("lead:jones", &[]);
    let end = end.go_on("act:902 stay");
    assert_eq!(end.preview("fire:0").unwrap().modifier(), 1, "he brings his own +1");
    assert_eq!(end.fighter(901).commander, None);
    assert_eq!(end.fighter(902).his_tactics, 0, "the counters go with the one who is relieved");
    let without = scene.set("options.heroics = false").roll(&[]);
    assert!(!without.can("lead:jones"));
}

/// A counter of the Commander's is lost with him, one of the Unit's own card is not: his is spent first, and the player is asked only where
/// there is something to be said for keeping it (R19).
///
/// rules: leader commander.skill.9 commander.skill.4 unit.note.6 unit.note.7
#[test]
fn the_commanders_counter_is_spent_before_the_units_own() {
    // What is left: Tactics and Command Tactics of the Unit, of its Commander.
    type Counters = [u8; 4];
    let scene = |heroics, has: Counters| {
        let scene = optional(false, heroics).unit("902 jones 62").that(|fighter| {
            [fighter.tactics, fighter.commands, fighter.his_tactics, fighter.his_commands] = has;
        });
        scene.unit("901 chin 63").enemy("pz4 11").fast()
    };
    let left = |end: &Played| {
        let fighter = end.fighter(902);
        [fighter.tactics, fighter.commands, fighter.his_tactics, fighter.his_commands]
    };
    let spends = |has: Counters| left(&scene(false, has).play("tactic:902", &[]));
    assert_eq!(spends([1, 1, 1, 1]), [1, 1, 0, 1]);
    assert_eq!(spends([0, 1, 1, 1]), [0, 1, 0, 1]);
    assert_eq!(spends([0, 1, 0, 1]), [0, 1, 0, 0]);
    assert_eq!(spends([1, 1, 0, 0]), [0, 1, 0, 0]);
    // A Command Tactic of his does more than a Tactic of its own: which of them is the player's to say.
    let end = scene(false, [1, 0, 0, 1]).play("tactic:902", &[]);
    assert_eq!(end.options(), ["counter:unit", "counter:commander"]);
    assert_eq!(left(&scene(false, [1, 0, 0, 1]).play("tactic:902 counter:unit", &[])), [0, 0, 0, 1]);
    assert_eq!(left(&scene(false, [1, 0, 0, 1]).play("tactic:902 counter:commander", &[])), [1, 0, 0, 0]);
    // With Heroics his outlasts the Unit.
    let end = scene(true, [1, 0, 1, 0]).play("tactic:902", &[]);
    assert_eq!(end.options(), ["counter:unit", "counter:commander"]);
    assert_eq!(left(&end.go_on("counter:unit")), [0, 0, 1, 0]);
    assert_eq!(left(&scene(true, [1, 0, 0, 0]).play("tactic:902", &[])), [0; 4], "nothing to ask");
    // The same of a Command Tactic for another.
    assert_eq!(left(&scene(false, [1, 1, 1, 1]).play("command:901", &[])), [1, 1, 1, 0]);
    let end = scene(true, [1, 1, 1, 1]).play("command:901", &[]);
    assert_eq!(end.options(), ["counter:unit", "counter:commander"]);
    assert_eq!(left(&end.go_on("counter:unit")), [1, 0, 1, 1]);
    // An Unfit Commander's cannot be spent.
    let unfit = scene(true, [1, 0, 1, 0]).with(|game| game.commanders[CommanderId(0)].stress = 30);
    assert_eq!(left(&unfit.play("tactic:902", &[])), [0, 0, 1, 0]);
}

/// Who takes over another Unit keeps the counters he has not spent; he gets no new ones (R53).
///
/// rules: leader opt.heroics.3
#[test]
fn who_takes_over_brings_what_counters_he_has() {
    let scene = optional(false, true)
        .unit("901 jones average 61")
        .that(|fighter| (fighter.fate, fighter.his_tactics, fighter.tactics) = (Fate::Destroyed, 1, 1))
        .with(|game| {
            game.units[UnitId(0)].lost = true;
            game.spent.add(game.units[UnitId(0)].card);
        })
        .unit("902 chin 61")
        .that(|fighter| fighter.his_commands = 1)
        .who(|one| one.wounded = true)
        .unit("903 reisner 62")
        .enemy("truck 51")
        .fast();
    let end = scene.play("lead:jones", &[]);
    let takes = end.fighter(902);
    assert_eq!([takes.tactics, takes.commands, takes.his_tactics, takes.his_commands], [0, 0, 1, 0]);
    assert!(end.can("tactic:902") && !end.can("command:903"));
}
