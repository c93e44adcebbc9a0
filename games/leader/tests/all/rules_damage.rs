//! Damage counters: what each does, redraws, the cup.

use crate::common::*;
use hulldown_leader::ids::UnitId;
use hulldown_leader::state::{Fate, Stage, Step};
use hulldown_leader::talk::Event;
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;

/// A Unit in 61 with a StuG before it, and these counters in the cup.
fn facing(number: u16, name: Name, damage: &[Damage]) -> Scene {
    let card = charts().unit_of(Number(number)).unwrap();
    let target = charts().units[card].target;
    Scene::battle().led(number, name, Level::Average, 61).enemy("stug 51").cup(target, damage).at(Stage::Enemy)
}

/// One hit that is not negated, and these dice for what is drawn.
fn hit(scene: Scene, draws: &[u8]) -> Played {
    scene.roll(&[&[10, 1, 10], draws].concat())
}

fn tank(damage: &[Damage]) -> Scene {
    facing(42, Name::Eandi, damage)
}

fn team(damage: &[Damage]) -> Scene {
    facing(902, Name::Jones, damage)
}

fn in_cup(end: &Played) -> u8 {
    end.game().battle.cup.iter().sum()
}

/// rules: leader enemy.attack.10 damage.ap.stress
#[test]
fn stress() {
    let end = hit(tank(&[Damage::Stress]), &[]);
    assert_eq!((end.commander(Name::Eandi).stress, in_cup(&end)), (1, 1));
    let end = hit(team(&[Damage::Stress]), &[]);
    assert_eq!(end.commander(Name::Jones).stress, 1);
}

/// rules: leader damage.ap.kia
#[test]
fn commander_killed() {
    let end = hit(tank(&[Damage::Kia]), &[]);
    assert!(end.commander(Name::Eandi).kia && end.fighter(42).commander.is_none() && in_cup(&end) == 1);
    assert_eq!(end.fighter(42).fate, Fate::Here);
    let end = end.go_on("act:042 stay");
    assert_eq!(end.preview("fire:0").unwrap().modifier(), -2, "the Unit fights on, Slow and at -2");
}

/// rules: leader damage.ap.wound damage.ap.wound2
#[test]
fn a_second_wound_kills() {
    let end = hit(tank(&[Damage::Wounded]), &[]);
    let eandi = end.commander(Name::Eandi);
    assert!(eandi.wounded && !eandi.kia && in_cup(&end) == 0);
    let end = hit(tank(&[Damage::Wounded]).who(|one| one.wounded = true), &[]);
    assert!(end.commander(Name::Eandi).kia && end.fighter(42).fate == Fate::Here);
}

/// rules: leader damage.ap.destroyed combat.retreat.2 combat.retreat.3
#[test]
fn destroyed() {
    let end = hit(tank(&[Damage::Destroyed]), &[]);
    assert!(end.unit(42).lost && end.game().spent.has(charts().unit_of(Number(42)).unwrap()));
    assert_eq!((end.commander(Name::Eandi).stress, end.commander(Name::Eandi).kia), (2, false));
    assert_eq!(end.stage(), Stage::After, "no friendly Unit is left");
}

/// rules: leader damage.ap.engine damage.ap.engine2 damage.ap.suspension damage.ap.suspension2 damage.rule.6
#[test]
fn engine_and_suspension() {
    for (damage, lasting) in [(Damage::Engine, Lasting::Engine), (Damage::Suspension, Lasting::Suspension)] {
        let end = hit(tank(&[damage]), &[]);
        assert_eq!((end.unit(42).has(lasting), end.commander(Name::Eandi).stress), (1, 1));
        let end = end.go_on("act:042");
        assert!(end.can("fire:0") && !end.can("stay"), "it cannot move: {:?}", end.options());
        let end = hit(tank(&[damage]).hurt_with(lasting), &[]);
        assert!(end.unit(42).lost, "the second Destroys");
        assert_eq!((end.commander(Name::Eandi).stress, end.commander(Name::Eandi).kia), (1, false));
    }
}

/// rules: leader damage.ap.hull damage.rule.5
#[test]
fn a_second_hull_hit_destroys_in_whichever_battle() {
    let end = hit(tank(&[Damage::Hull]), &[]);
    assert_eq!((end.unit(42).has(Lasting::Hull), end.unit(42).lost), (1, false));
    assert!(hit(tank(&[Damage::Hull]).hurt_with(Lasting::Hull), &[]).unit(42).lost);
}

/// rules: leader damage.he.casualty
#[test]
fn a_second_casualty_destroys() {
    let end = hit(team(&[Damage::Casualty]), &[]);
    assert_eq!((end.unit(902).has(Lasting::Casualty), end.unit(902).lost), (1, false));
    let second = hit(team(&[Damage::Casualty]).hurt_with(Lasting::Casualty), &[]);
    assert!(second.unit(902).lost);
    // Of the second it is told what comes of it, not what a second one would do.
    let lines = second.lines();
    assert!(
        lines.contains("is Destroyed: a second Casualty.") && !lines.contains("a second one Destroys it"),
        "{lines}"
    );
}

/// rules: leader damage.ap.exposed damage.ap.exposed2
#[test]
fn exposed_counts_from_the_next_turn_until_it_moves() {
    let end = hit(tank(&[Damage::Exposed]), &[]);
    assert_eq!(end.fighter(42).exposed, Some(2));
    let exposed = tank(&[Damage::NoEffect]).that(|fighter| fighter.exposed = Some(2));
    let end = exposed.clone().roll(&[10, 1, 10]);
    assert_eq!(end.rolled(0), "Enemy attack (attack): 10, 3 or more: hit", "not in this turn");
    let end = exposed.clone().set("battle.turn = 2").roll(&[10, 1, 10]);
    assert_eq!(end.rolled(0), "Enemy attack (attack): 10 +2 Exposed = 12, 3 or more: hit");
    let end = exposed.slow().play("act:042 to:62", &[]);
    assert_eq!(end.fighter(42).exposed, None);
}

/// rules: leader damage.ap.mg damage.ap.gun
#[test]
fn machine_gun_and_gun() {
    let scene = |lasting| {
        let scene = Scene::battle().unit("042 eandi 61").hurt(lasting);
        scene.enemy("truck 61").enemy("truck 51").enemy("truck 41").play("act:042 stay", &[])
    };
    let end = scene(Lasting::MachineGun);
    assert_eq!(end.refused("fire:0").unwrap().0, "damage.ap.mg");
    assert!(end.can("fire:1") && end.can("fire:2"));
    let end = scene(Lasting::Gun);
    assert_eq!(end.refused("fire:2").unwrap().0, "damage.ap.gun");
    assert!(end.can("fire:0") && end.can("fire:1"));
}

/// rules: leader damage.ap.none
#[test]
fn no_effect_stands() {
    let end = hit(tank(&[Damage::NoEffect]), &[]);
    assert!(end.saw(|event| matches!(event, Event::Damaged { damage: Damage::NoEffect, .. })));
    assert!(!end.unit(42).is_damaged() && end.commander(Name::Eandi).stress == 0);
}

/// rules: leader damage.ap.glancing
#[test]
fn glancing_hits_add_up_and_strain_later_commanders() {
    let end = hit(tank(&[Damage::Glancing]).hurt_with(Lasting::Glancing), &[]);
    assert_eq!(end.unit(42).has(Lasting::Glancing), 2);
    let scene = Scene::new().pair(42, Name::Eandi).hurt(Lasting::Glancing).hurt(Lasting::Glancing);
    let end = scene.play("attack:9A send:042 done done", &[2]);
    assert_eq!(end.commander(Name::Eandi).stress, 2);
}

/// rules: leader damage.ap.explosion damage.he.mowed
#[test]
fn explosion_and_mowed_down() {
    let end = hit(tank(&[Damage::Explosion]), &[]);
    assert!(end.unit(42).lost && end.commander(Name::Eandi).kia);
    let end = hit(team(&[Damage::MowedDown]), &[]);
    assert!(end.unit(902).lost && end.commander(Name::Jones).kia);
}

/// rules: leader damage.he.immobile
#[test]
fn immobile_comes_off_either_way() {
    let end = hit(team(&[Damage::Immobile]), &[]);
    assert!(end.fighter(902).immobile && in_cup(&end) == 0);
    let stays = end.go_on("act:902 stay");
    assert!(!stays.fighter(902).immobile && stays.commander(Name::Jones).stress == 0 && in_cup(&stays) == 1);
    let moves = hit(team(&[Damage::Immobile]), &[]).go_on("act:902 to:62");
    assert!(!moves.fighter(902).immobile && moves.commander(Name::Jones).stress == 1);
}

/// rules: leader damage.he.immobile2
#[test]
fn an_immobile_passenger_pays_too() {
    let scene = Scene::battle().unit("501 henders 61").unit("902 jones 61").that(|fighter| fighter.immobile = true);
    let end = scene.enemy("truck 11").play("act:501 carry:902 to:52", &[]);
    assert_eq!((end.commander(Name::Jones).stress, end.fighter(902).immobile), (1, false));
}

/// Who gave up its move to be rid of the counter is not carried either, in that step.
/// rules: leader damage.he.immobile2 damage.rule.3
#[test]
fn who_gave_up_its_move_is_not_carried() {
    let immobile = || Scene::battle().unit("501 henders 61").unit("902 jones 61");
    let immobile = || immobile().that(|fighter| fighter.immobile = true).enemy("truck 11");
    let end = immobile().play("act:902 stay act:501", &[]);
    assert!(!end.fighter(902).immobile && !end.can("carry:902") && end.can("to:52"), "{:?}", end.options());
    assert_eq!(end.refused("carry:902").unwrap().0, "damage.he.immobile2");
    let dead = immobile().that(|fighter| fighter.commander = None).who(|one| one.kia = true);
    let end = dead.clone().play("act:902 act:501", &[]);
    assert!(!end.can("carry:902") && end.can("to:52"), "without a Commander it does not move at all");
    assert_eq!(dead.play("act:501", &[]).refused("carry:902").unwrap().0, "damage.rule.3");
    // In the next step it is carried like anybody else.
    let fast = Scene::battle().unit("501 henders 61").unit("902 jones 61").enemy("truck 11").fast();
    let fast = fast.that(|fighter| (fighter.immobile, fighter.tactics) = (true, 1));
    let end = fast.with(|game| game.battle.mods.hold_turns = 1 << 1).play("tactic:902 stay", &[]);
    let end = if end.can("done") && end.stage() == Stage::Act(Step::Fast) { end.go_on("done") } else { end };
    let end = end.go_on("act:501 carry:902 to:52");
    assert_eq!((end.commander(Name::Jones).stress, end.fighter(902).hex), (0, Some(hex(52))));
}

/// rules: leader damage.he.suppressed
#[test]
fn suppressed_comes_off_either_way() {
    let scene = || hit(facing(902, Name::Jones, &[Damage::Suppressed]).enemy("rifle 41"), &[]);
    let end = scene();
    let end = if end.can("enemy:1") { end.go_on("enemy:1") } else { end };
    assert!(end.fighter(902).suppressed);
    let suppressed = || Scene::battle().unit("902 jones 61").that(|fighter| fighter.suppressed = true);
    let suppressed = || suppressed().enemy("truck 51").enemy("truck 11");
    let attacks = suppressed().play("act:902 stay fire:0", &[1, 1]);
    assert_eq!((attacks.commander(Name::Jones).stress, attacks.fighter(902).suppressed), (1, false));
    let holds = suppressed().play("act:902 stay hold", &[]);
    assert_eq!((holds.commander(Name::Jones).stress, holds.fighter(902).suppressed), (0, false));
    let passes = suppressed().play("done", &[]);
    assert!(!passes.fighter(902).suppressed, "doing nothing counts as acting");
}

/// rules: leader damage.rule.1 damage.rule.4
#[test]
fn what_can_do_nothing_is_drawn_again() {
    let end = hit(facing(501, Name::Henders, &[Damage::Gun, Damage::NoEffect]), &[1, 2]);
    assert!(end.saw(|event| matches!(event, Event::Redrawn { damage: Damage::Gun, .. })));
    assert_eq!((end.unit(501).has(Lasting::Gun), in_cup(&end)), (0, 2));
    let end = hit(facing(501, Name::Henders, &[Damage::Gun]), &[]);
    assert!(end.saw(|event| matches!(event, Event::NothingLeft { .. })), "{}", end.lines());
    let mortar = hit(facing(131, Name::Eandi, &[Damage::MachineGun]), &[]);
    assert!(mortar.saw(|event| matches!(event, Event::NothingLeft { .. })), "it has no attack at range 0");
}

/// rules: leader damage.rule.2 damage.rule.3
#[test]
fn without_a_commander_nobody_takes_stress() {
    let dead = |scene: Scene| scene.that(|fighter| fighter.commander = None).who(|one| one.kia = true);
    let end = hit(dead(team(&[Damage::Stress, Damage::NoEffect])), &[1, 2]);
    assert!(end.saw(|event| matches!(event, Event::Redrawn { damage: Damage::Stress, .. })), "{}", end.lines());
    let suppressed = dead(team(&[])).that(|fighter| fighter.suppressed = true).slow();
    let end = suppressed.play("act:902 stay", &[]);
    assert!(!end.can("fire:0") && !end.fighter(902).suppressed, "it must give up the attack");
    let immobile = dead(team(&[])).that(|fighter| fighter.immobile = true).slow();
    let end = immobile.play("act:902", &[]);
    assert!(!end.can("to:62") && !end.fighter(902).immobile, "and the move");
}

/// rules: leader enemy.attack.4 enemy.attack.9 enemy.attack.10
#[test]
fn two_hits_and_two_draws() {
    // A StuG at range 1 needs 3; the M4 in Light Cover defends with 3.
    let scene = tank(&[Damage::Hull, Damage::Stress]).ground(61, Ground::Light);
    let end = scene.roll(&[7, 9, 4, 9, 1]);
    assert_eq!(end.rolled(2), "Defense roll (attack): 4 -1 Light Cover = 3, 2 or less (to negate): gets through");
    assert_eq!((end.unit(42).has(Lasting::Hull), end.commander(Name::Eandi).stress), (1, 1));
}

/// rules: leader damage.1 post.damage.1
#[test]
fn old_damage_is_put_back_from_the_cup() {
    let scene = Scene::new().pair(42, Name::Eandi).hurt(Lasting::Hull).hurt(Lasting::Gun);
    let end = scene.play("attack:9A send:042 done done", &[]);
    assert_eq!((end.fighter(42).counters.len(), in_cup(&end)), (2, 58));
}

trait Hurt {
    /// Lasting damage from an earlier battle, without a counter.
    fn hurt_with(self, lasting: Lasting) -> Self;
}

impl Hurt for Scene {
    fn hurt_with(self, lasting: Lasting) -> Scene {
        self.with(|game| game.units.last_mut().unwrap().damage[lasting.index()] += 1)
    }
}

/// A second hit on a Unit that the first has Destroyed draws nothing (R17).
///
/// rules: leader enemy.attack.10
#[test]
fn drawing_stops_with_the_unit() {
    let scene = Scene::battle().unit("902 jones 61").hurt(Lasting::Casualty).enemy("rifle 61");
    let scene = scene.cup(Target::He, &[Damage::Casualty, Damage::MowedDown]).at(Stage::Enemy);
    let end = scene.roll(&[10, 10, 10, 10, 1]);
    assert_eq!((end.stage(), end.unit(902).lost), (Stage::After, true), "{}", end.lines());
}

/// Old Glancing damage is charged when the battle begins, before its Event: what the Event inflicts counts from the next battle, and a
/// vehicle that it Destroys was there.
///
/// rules: leader damage.ap.glancing pre.event.1
#[test]
fn glancing_of_earlier_battles_is_charged_before_the_event() {
    // Event 8 is a Minefield: a vehicle draws a counter.
    let battle = |old: u8, counter| {
        let scene = Scene::new().pair(42, Name::Eandi).pair(902, Name::Jones);
        let scene = scene.with(|game| game.units[UnitId(0)].damage[Lasting::Glancing.index()] = old);
        let end = scene.play("attack:9A send:042 send:902 done done", &[8, counter]);
        (end.unit(42).has(Lasting::Glancing), end.commander(Name::Eandi).stress, end)
    };
    let (glancing, stress, end) = battle(0, 10);
    assert_eq!((glancing, stress), (1, 0), "{}", end.lines());
    let (glancing, stress, end) = battle(1, 10);
    assert_eq!((glancing, stress), (2, 1), "{}", end.lines());
    let (_, stress, end) = battle(2, 3);
    let lines = end.lines();
    assert!(end.unit(42).lost && stress == 4, "{lines}");
    let at = |text: &str| lines.find(text).unwrap_or_else(|| panic!("no {text} in\n{lines}"));
    assert!(
        at("+2 Stress (Glancing") < at("Event: Minefield")
            && at("Event: Minefield") < at("042 M4 Sherman (75mm) is Destroyed")
    );
}

/// Exposed is no temporary damage: it is there in the next battle, until the Unit moves, leaves, or is repaired (R26).
///
/// rules: leader damage.ap.exposed damage.ap.exposed2 post.damage.1 end.repair.1 commander.skill.10
#[test]
fn exposed_lasts_into_later_battles() {
    let exposed = || Scene::new().pair(42, Name::Eandi).hurt(Lasting::Exposed).pair(902, Name::Jones);
    let end = exposed().play("attack:9A send:042 send:902 done done", &[2]);
    assert_eq!((end.fighter(42).exposed, end.fighter(902).exposed), (Some(1), None));
    assert_eq!((end.fighter(42).counters.len(), in_cup(&end)), (1, 59));
    // What is drawn in a battle outlasts it; temporary damage does not.
    let drawn = hit(team(&[Damage::Exposed]), &[]);
    assert_eq!((drawn.unit(902).has(Lasting::Exposed), drawn.fighter(902).exposed), (1, Some(2)));
    let moved = drawn.go_on("act:902 to:62");
    assert_eq!((moved.unit(902).has(Lasting::Exposed), moved.fighter(902).exposed, in_cup(&moved)), (0, None, 1));
    // Who leaves by the edge has moved, and so has whoever is carried off.
    let in_battle = |number, name| Scene::battle().led(number, name, Level::Average, 61).hurt(Lasting::Exposed);
    let left = |scene: Scene| scene.enemy("truck 11").unit("901 chin 62").slow();
    let left = left(in_battle(902, Name::Jones).that(|fighter| fighter.exposed = Some(1))).play("act:902 leave", &[]);
    assert_eq!((left.fighter(902).fate, left.unit(902).has(Lasting::Exposed)), (Fate::Retreated, 0));
    // Between battles it is repaired for 1 SO, on a vehicle by a US Mechanic; Units that are Exposed are not turned in.
    let depot = |scene: Scene| scene.at(Stage::Depot).so(3);
    let end = depot(exposed()).play("repairs repair:042:exposed", &[]);
    assert_eq!((end.unit(42).is_damaged(), end.game().so), (false, 2));
    assert_eq!(depot(exposed()).play("upgrade", &[]).refused("turn-in:042").unwrap().0, "end.upgrade.1");
    let mechanic = exposed().commander(Name::Lindqvist, Level::Average).owned(43).at(Stage::Mend).roll(&[]);
    assert_eq!(mechanic.options(), ["repair:042:exposed", "done"]);
}

/// Damage written down by a program that did not know Exposed as lasting is read.
#[test]
fn a_unit_of_earlier_saves_is_read() {
    let card = charts().unit_of(Number(42)).unwrap();
    let mut told = serde_json::to_value(hulldown_leader::state::Unit::fresh(card)).unwrap();
    told["damage"] = serde_json::json!([1, 0, 0, 0, 0, 1, 0]);
    let unit: hulldown_leader::state::Unit = serde_json::from_value(told.clone()).unwrap();
    assert_eq!([Lasting::Glancing, Lasting::Engine, Lasting::Exposed].map(|lasting| unit.has(lasting)), [1, 1, 0]);
    told["damage"] = serde_json::json!([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert!(serde_json::from_value::<hulldown_leader::state::Unit>(told).is_err());
}

/// An Unfit Commander is none to his Unit: nobody can take the Stress of an attack while Suppressed or of a move while Immobile (R28).
///
/// rules: leader commander.stat.4 damage.rule.3 damage.he.immobile damage.he.immobile2 damage.he.suppressed
#[test]
fn an_unfit_commander_takes_no_stress_for_his_unit() {
    let unfit = |stress: u8| team(&[]).who(move |one| one.stress = stress).enemy("truck 51").slow();
    let suppressed = |stress| unfit(stress).that(|fighter| fighter.suppressed = true).play("act:902 stay", &[]);
    assert!(suppressed(0).can("fire:1"));
    let end = suppressed(30);
    assert!(!end.can("fire:1") && !end.fighter(902).suppressed && end.commander(Name::Jones).stress == 30);
    let immobile = |stress| unfit(stress).that(|fighter| fighter.immobile = true).play("act:902", &[]);
    assert!(immobile(0).can("to:62"));
    let end = immobile(30);
    assert!(!end.can("to:62") && !end.fighter(902).immobile && end.commander(Name::Jones).stress == 30);
    let carrier = Scene::battle().unit("501 henders 61").unit("902 jones 61").who(|one| one.stress = 30);
    let carrier = carrier.that(|fighter| fighter.immobile = true).enemy("truck 11").play("act:501", &[]);
    assert_eq!(carrier.refused("carry:902").unwrap().0, "damage.rule.3");
}
