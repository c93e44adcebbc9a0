//! The sample game of the rulebook, move for move: Bulge 1944, Over There, Week 1 against 9A.

use crate::common::*;
use hulldown_core::Game;
use hulldown_leader::Leader;
use hulldown_leader::ids::{BattalionId, PlannedId};
use hulldown_leader::state::{Fate, Stage, Step};
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;

/// The set-up: Battalions, Units, Commanders.
fn mustered() -> Played {
    let setup = setup("bulge_1944", "over_there");
    let end = Played::from(Leader::new(&setup, charts()).unwrap(), setup, &[2, 9, 2, 1, 3, 8, 1, 5, 7]);
    let end = end.go_on("buy:902 buy:921 buy:931 buy:1111 buy:301 buy:042 buy:501");
    let end = end.go_on("buy:901 buy:503 buy:1132 buy:005 buy:1031");
    let end =
        end.go_on("take:sanders take:chin take:jones take:kowalski take:reisner take:henders take:blair take:cruz");
    end.go_on("take:kolchak take:red_tree take:eandi take:tylutki done")
}

/// The plan of Week 1, with Leadership as its Special Condition.
fn planned() -> Played {
    let end = mustered().then("", &[1]);
    let end = end.go_on("attack:9A send:902 under:reisner send:921 under:sanders send:931 under:kolchak");
    let end =
        end.go_on("send:1111 under:red_tree send:301 under:henders send:042 under:eandi send:501 under:blair done");
    end.go_on("attack:4A send:901 under:chin send:503 send:1132 send:005 send:1031 done done battalion:9A")
}

/// Vital Mission, the tiles, the Units with their orders, the enemy with its advances.
fn placed() -> Played {
    let end = planned().then("", &[1, 1, 1, 1, 1, 1, 1]);
    let end = end.go_on("place:62 place:62 place:62 place:62 place:62 place:61 place:62 to:53 stay to:53 to:53");
    let tanks = [1, 2, 10, 5];
    let hexes = [5, 6, 2, 10, 3, 4, 6, 7, 6, 6, 7, 1, 7];
    let end = end.then("", &[&tanks[..], &hexes].concat());
    end.then("to:33 to:43 to:33 to:42 to:33 to:42 to:33 to:33", &[8])
}

/// The enemy's step of turn 1.
fn attacked() -> Played {
    let end = placed().go_on("done").then("", &[6]);
    let end = end.then("enemy:0", &[5, 9, 5, 1]).then("enemy:1 to:33", &[5, 7, 2]);
    let end = end.then("enemy:2 enemy:3", &[9, 8, 1, 7, 5]).then("enemy:9 to:43", &[4, 10, 7, 8]);
    let end = end.then("enemy:10 to:42", &[3, 2]).then("enemy:4 enemy:5 enemy:6", &[2, 4]);
    end.then("enemy:7", &[4, 9, 6, 3]).then("enemy:8", &[9, 9, 9, 9, 3, 2]).then("enemy:11 to:33", &[])
}

/// Our Slow step of turn 1.
fn answered() -> Played {
    let end = attacked().then("act:921 stay fire:6", &[1, 1, 3, 8]).then("act:902 stay fire:7", &[5, 5, 6, 7]);
    let end = end.then("act:1111 stay fire:9", &[6, 7, 4, 7]).then("act:931 stay fire:1", &[4, 5]);
    let end = end.then("act:501 to:52 fire:10", &[1, 2]).then("act:301 stay fire:8", &[6, 2, 9]);
    end.then("act:042 to:52 fire:1", &[6, 1, 6])
}

/// Turn 2.
fn second() -> Played {
    let end = answered().then("tactic:1111 stay fire:10", &[1, 1]).go_on("done").then("", &[7]);
    let end = end.then("enemy:0 toward:52 to:41", &[5, 6, 9, 9, 21, 5]).then("enemy:2 to:32", &[3, 4, 4, 5, 16]);
    let end =
        end.then("enemy:3", &[4, 1, 9, 12]).then("enemy:4 to:33", &[1, 1]).then("enemy:5 unit:902", &[8, 1, 9, 2]);
    let end = end.then("enemy:10 toward:52", &[5, 6, 9, 9, 55, 9]).then("enemy:12 toward:52", &[]);
    let end = end.then("act:301 stay fire:10", &[6, 1, 9]).then("act:042 fire:0", &[4, 1, 9]);
    end.then("act:902 stay fire:12", &[6, 1, 9]).then("act:931 stay fire:4", &[8, 1, 9]).go_on("done")
}

/// Turn 3, and the end of the battle.
fn third() -> Played {
    let end = second().then("command:931 stay fire:3", &[7, 1, 9]).then("", &[3]);
    let end = end.then("enemy:2", &[2, 3, 9, 9, 9, 3]).then("enemy:5 unit:902", &[1, 1]);
    let end = end.then("act:931 stay fire:2", &[8, 1, 3]).then("act:1111 to:42 fire:2", &[5, 1, 8]);
    end.go_on("done yes")
}

fn points(end: &Played) -> u16 {
    end.game().points(charts())
}

/// rules: leader setup.seq.1 setup.campaign.4 commander.select.2 commander.select.7 setup.so.1
#[test]
fn b1_the_force() {
    let end = mustered();
    assert_eq!((end.game().so, end.game().units.len(), end.game().commanders.len()), (2, 12, 12));
    let level = |name| end.commander(name).level;
    assert_eq!(
        (level(Name::Sanders), level(Name::Blair), level(Name::Eandi)),
        (Level::Recruit, Level::Green, Level::Average)
    );
    let card = end.game().campaign(charts());
    assert_eq!(
        [12, 14, 15, 16, 17].map(|n| card.level_after(n)),
        [Level::Skilled, Level::Skilled, Level::Veteran, Level::Veteran, Level::Green]
    );
}

/// rules: leader week.condition.1 week.assign.1 week.assign.6 pre.event.1 pre.turn.1
#[test]
fn b2_the_plan() {
    let end = planned().then("", &[1]);
    assert_eq!((end.game().so, end.game().plan.len(), end.game().battle.last), (2, 2, 4));
    assert_eq!(end.game().battle.fighters.len(), 7);
}

/// rules: leader pre.enemy.1 pre.enemy.4 pre.advance.1 pre.aggr.1 pre.place.2 pre.place.3 setup.battalion.5
#[test]
fn b4_the_enemy() {
    let end = placed();
    let hexes: Vec<u8> = (0..13).map(|enemy| end.enemy_at(enemy)).collect();
    assert_eq!(hexes, [21, 22, 12, 24, 13, 14, 43, 42, 42, 33, 33, 11, 22]);
    assert_eq!((points(&end), end.game().battle.die), (22, 10), "the Rifle of 1C is among them");
    assert_eq!(end.stage(), Stage::Act(Step::Fast));
}

/// rules: leader enemy.roll.4 enemy.roll.5 enemy.order.cannot enemy.order.he enemy.order.atc enemy.attack.3 enemy.attack.8
#[test]
fn b5_the_enemy_comes() {
    let end = attacked();
    let hexes: Vec<u8> = (0..13).map(|enemy| end.enemy_at(enemy)).collect();
    assert_eq!(hexes, [32, 33, 22, 34, 22, 24, 53, 53, 53, 43, 42, 11, 33]);
    let sanders = end.commander(Name::Sanders);
    assert_eq!((sanders.stress, sanders.wounded), (1, true));
    let team = end.fighter(921);
    assert!(team.suppressed && team.exposed == Some(2) && end.unit(921).has(Lasting::Casualty) == 1);
    assert!(
        end.log().contains(&"Enemy attack (attack): 5 -1 range -1 moved = 3, 5 or more: miss".into()),
        "{}",
        end.lines()
    );
    assert_eq!(end.stage(), Stage::Act(Step::Slow));
}

/// rules: leader combat.attack.5 combat.attack.9 damage.he.suppressed unit.note.1 unit.note.8
#[test]
fn b6_we_answer() {
    let end = answered();
    let left: Vec<usize> = (0..13).filter(|enemy| end.lives(*enemy)).collect();
    assert_eq!(left, [0, 2, 3, 4, 5, 10, 11, 12]);
    assert_eq!((points(&end), end.game().battle.half, end.game().battle.turn), (15, false, 2));
    assert_eq!((end.commander(Name::Sanders).stress, end.fighter(921).suppressed), (2, false));
    assert!(
        end.log().contains(&"To hit (attack): 4 +1 Kolchak (Average) -2 range = 3, 7 or more: miss".into()),
        "{}",
        end.lines()
    );
}

/// rules: leader enemy.attack.2 enemy.attack.3 enemy.order.advance damage.ap.explosion damage.he.mowed combat.turn.2
#[test]
fn b7_turn_two() {
    let end = second();
    assert_eq!((end.fighter(501).fate, end.fighter(921).fate), (Fate::Destroyed, Fate::Destroyed));
    assert!(end.commander(Name::Blair).kia && end.commander(Name::Sanders).kia && end.commander(Name::Reisner).wounded);
    let tank = end.unit(42);
    assert_eq!([Lasting::Gun, Lasting::Suspension, Lasting::Glancing].map(|damage| tank.has(damage)), [1; 3]);
    assert_eq!((end.commander(Name::Eandi).stress, points(&end), end.game().battle.half), (1, 9, true));
    assert_eq!((end.fighter(1111).tactics, end.game().battle.turn), (0, 3));
}

/// rules: leader enemy.roll.3 unit.note.3 unit.note.7 combat.turn.3
#[test]
fn b8_turn_three() {
    let end = third();
    assert_eq!(end.commander(Name::RedTree).stress, 2);
    let tank = end.unit(42);
    assert_eq!((tank.has(Lasting::Glancing), tank.has(Lasting::Engine), end.commander(Name::Eandi).stress), (2, 1, 2));
    assert_eq!((points(&end), end.stage()), (3, Stage::After));
}

/// rules: leader post.event.1 post.status.1 post.stress.1 post.stress.2 post.xp.1 post.damage.1
#[test]
fn b9_after_the_battle() {
    let end = third().then("", &[1]);
    assert_eq!((end.game().vp, end.game().so), (4, 3), "3 and Vital Mission; Leadership pays 1 SO");
    let stress = |name| end.commander(name).stress;
    let names = [Name::Reisner, Name::Kolchak, Name::RedTree, Name::Henders, Name::Eandi];
    assert_eq!(names.map(stress), [1, 1, 2, 1, 2]);
    assert_eq!(names.map(|name| end.commander(name).xp), [2; 5]);
    let tank = end.unit(42);
    let damage = [Lasting::Glancing, Lasting::Engine, Lasting::Suspension, Lasting::Gun];
    assert_eq!(damage.map(|damage| tank.has(damage)), [2, 1, 1, 1]);
    assert_eq!((end.game().at, end.stage()), (PlannedId(1), Stage::Before), "now 4A");
}

/// rules: leader end.move.1 end.move.2 end.so.1 end.repair.1 end.repair.3 commander.skill.6 setup.fixed.1
#[test]
fn b10_the_end_of_the_week() {
    let nine = third().then("", &[1]);
    // 4A is Destroyed too, at the cost of 901; its Commander lives.
    let scene = Scene { game: nine.game().clone(), setup: nine.session.setup().clone() }.with(|game| {
        game.battle = hulldown_leader::state::Battle::none();
        game.commanders.iter_mut().for_each(|commander| commander.fights = false);
        game.battalions[BattalionId(4)].destroyed = true;
        let lost = game.unit_of(charts(), Number(901)).unwrap();
        game.units[lost].lost = true;
        game.spent.add(game.units[lost].card);
        (game.at, game.vp, game.so, game.stage) = (PlannedId(2), 7, 4, Stage::Next);
    });
    let end = scene.roll(&[2, 6, 3, 5, 7, 10]);
    let band = |at: u8| end.game().battalions[BattalionId(at)].band;
    assert_eq!(
        (band(0), band(1), band(2), band(3)),
        (Band::EnemyTransit, Band::Front, Band::EnemyRear, Band::EnemyRear)
    );
    assert_eq!((band(5), band(6), band(7)), (Band::Front, Band::EnemyRear, Band::Front));
    assert_eq!(end.game().so, 11, "{}", end.lines());
    let end = end.go_on("heal:reisner repairs repair:042:engine repairs repair:042:suspension repairs repair:042:gun");
    assert_eq!(end.game().so, 7);
    assert!(!end.commander(Name::Reisner).wounded && !end.unit(42).is_stuck());
}
