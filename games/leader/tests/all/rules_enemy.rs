//! Enemy Actions: the roll, orders, moves, targets.

use crate::common::*;
use hulldown_leader::charts::EnemyOrders;
use hulldown_leader::ids::EnemyId;
use hulldown_leader::state::Stage;
use hulldown_leader::talk::Event;
use hulldown_leader::words::*;

fn orders(armor: Order, infantry: Order, star: bool, support: Order) -> EnemyOrders {
    EnemyOrders { armor, infantry, star, support }
}

/// One enemy with this order and one friendly Unit, on this ground; nobody attacks.
fn ordered(order: Order, model: Model, at: u8, ground: &[(u8, Ground)], friend: u8) -> Played {
    let scene = Scene::battle().led(902, Name::Jones, Level::Average, friend).stands(model, at).at(Stage::Enemy);
    let scene = scene.with(|game| game.battle.orders = orders(order, order, false, order));
    ground.iter().fold(scene, |scene, (hex, ground)| scene.ground(*hex, *ground)).roll(&[1, 1])
}

/// rules: leader enemy.roll.1 enemy.roll.2 enemy.roll.4 enemy.roll.5
#[test]
fn one_roll_orders_everybody() {
    let roll = |die: u8, tactical: i8| {
        let scene = Scene::battle().unit("902 jones 61").enemy("building 11").enemy("bunker 12");
        let scene = scene.at(Stage::Roll).with(|game| game.battle.mods.tactical = tactical);
        scene.roll(&[die]).game().battle.orders
    };
    assert_eq!(roll(1, 0).armor, Order::Hold);
    assert_eq!((roll(3, 0).armor, roll(3, 0).support), (Order::Hold, Order::Hold));
    let eight = orders(Order::AdvanceIfCannotAttack, Order::HeAdvance, true, Order::AdvanceToCover);
    assert_eq!((roll(8, 0), roll(6, 2)), (eight, eight), "German Offensive: 6 + 2");
    assert_eq!((roll(9, 0).armor, roll(9, 0).support), (Order::Advance, Order::Advance));
    assert_eq!(roll(10, 9), roll(10, 0), "beyond the last line the last is read");
    assert_eq!(roll(1, -9).armor, Order::Retreat, "and before the first the first");
}

/// rules: leader enemy.roll.3 combat.turn.2
#[test]
fn half_takes_two_off_the_roll() {
    let scene = Scene::battle().unit("902 jones 61").enemy("rifle 11").at(Stage::Roll);
    let end = scene.set("battle.half = true").roll(&[]);
    assert_eq!(end.modifier("Half"), -2);
}

/// rules: leader enemy.roll.2 enemy.order.hold
#[test]
fn buildings_and_bunkers_never_move() {
    for model in [Model::Building, Model::Bunker] {
        assert_eq!(ordered(Order::Advance, model, 11, &[], 61).enemy_at(0), 11);
    }
    assert_eq!(ordered(Order::Hold, Model::Pz4, 11, &[], 61).enemy_at(0), 11);
}

/// rules: leader enemy.order.retreat enemy.order.retreat2
#[test]
fn retreat_is_up_and_off_the_map() {
    let end = ordered(Order::Retreat, Model::Pz4, 33, &[(23, Ground::Light)], 61);
    assert_eq!(end.enemy_at(0), 23, "the heavier cover of two");
    let end = ordered(Order::Retreat, Model::Pz4, 13, &[], 61);
    assert!(end.saw(|event| matches!(event, Event::EnemyLeaves { .. })), "it counts as Destroyed");
    assert!(end.saw(|event| matches!(event, Event::BattleOver { destroyed: true, .. })));
    let round = ordered(Order::Retreat, Model::Pz4, 31, &[(21, Ground::Impassable)], 61);
    assert_eq!(round.enemy_at(0), 32, "the shortest way round");
}

/// rules: leader enemy.order.rtc
#[test]
fn retreat_to_cover_is_farther_and_covered() {
    assert_eq!(ordered(Order::RetreatToCover, Model::Pz4, 42, &[(33, Ground::Light)], 62).enemy_at(0), 33);
    assert_eq!(
        ordered(Order::RetreatToCover, Model::Pz4, 42, &[(52, Ground::Heavy)], 62).enemy_at(0),
        42,
        "that is closer"
    );
}

/// rules: leader enemy.order.adj enemy.order.tie
#[test]
fn adjacent_cover_is_the_heaviest_around() {
    let ground = [(33, Ground::Light), (52, Ground::Heavy)];
    assert_eq!(ordered(Order::AdjacentCover, Model::Pz4, 42, &ground, 64).enemy_at(0), 52);
    let tie = ordered(Order::AdjacentCover, Model::Pz4, 42, &[(33, Ground::Light), (43, Ground::Light)], 64);
    assert_eq!(tie.options(), ["to:33", "to:43"]);
    assert_eq!(ordered(Order::AdjacentCover, Model::Pz4, 42, &[], 64).enemy_at(0), 42);
}

/// rules: leader enemy.order.atc
#[test]
fn advance_to_cover_looks_at_closer_hexes_only() {
    assert_eq!(ordered(Order::AdvanceToCover, Model::Pz4, 42, &[(52, Ground::Light)], 62).enemy_at(0), 52);
    assert_eq!(ordered(Order::AdvanceToCover, Model::Pz4, 42, &[(33, Ground::Light)], 62).enemy_at(0), 42);
}

/// rules: leader enemy.order.cautious
#[test]
fn a_cautious_advance_stops_where_it_could_be_attacked() {
    // A Rifle Team attacks HE targets at range 1: next to it no Truck goes.
    assert_eq!(ordered(Order::CautiousAdvance, Model::Truck, 41, &[(52, Ground::Heavy)], 61).enemy_at(0), 41);
    assert_ne!(ordered(Order::CautiousAdvance, Model::Truck, 31, &[(42, Ground::Light)], 61).enemy_at(0), 31);
    // Armor it attacks only in its own hex.
    assert_eq!(ordered(Order::CautiousAdvance, Model::Halftrack, 41, &[(52, Ground::Heavy)], 61).enemy_at(0), 52);
}

/// A Unit that is Suppressed and has nobody to take the Stress could attack nobody: an enemy need not fear it.
/// rules: leader enemy.order.cautious damage.rule.3
#[test]
fn a_cautious_advance_does_not_stop_for_who_must_hold_his_fire() {
    let goes = |change: &dyn Fn(Scene) -> Scene| {
        let scene = Scene::battle().unit("902 jones 61").enemy("truck 41").ground(52, Ground::Heavy);
        let cautious = Order::CautiousAdvance;
        let scene =
            scene.at(Stage::Enemy).with(|game| game.battle.orders = orders(cautious, cautious, false, cautious));
        change(scene).roll(&[]).enemy_at(0)
    };
    let silenced = |scene: Scene| scene.that(|fighter| fighter.suppressed = true);
    assert_eq!(goes(&|scene| scene), 41);
    assert_eq!(goes(&silenced), 41, "its Commander can take the Stress");
    let dead = |scene: Scene| scene.that(|fighter| fighter.commander = None).who(|one| one.kia = true);
    assert_eq!(goes(&dead), 41, "it can attack without him");
    assert_eq!(goes(&|scene| dead(silenced(scene))), 52);
    assert_eq!(goes(&|scene| silenced(scene).who(|one| one.stress = 30)), 52);
}

/// rules: leader enemy.order.advance enemy.act.2 enemy.act.3
#[test]
fn an_advance_is_one_hex_into_the_heaviest_cover() {
    assert_eq!(ordered(Order::Advance, Model::Pz4, 42, &[(53, Ground::Heavy)], 62).enemy_at(0), 53);
    let tie = ordered(Order::Advance, Model::Truck, 42, &[], 62);
    assert_eq!(tie.options(), ["to:52", "to:53"]);
    // Already there: it stays, and has not moved.
    let same = ordered(Order::Advance, Model::Truck, 62, &[], 62);
    assert!(same.enemy_at(0) == 62 && !same.game().battle.enemies[EnemyId(0)].moved);
}

/// rules: leader enemy.order.he enemy.order.ap
#[test]
fn he_and_ap_advances_look_for_their_targets() {
    let scene = |order| {
        let scene = Scene::battle().unit("902 jones 61").unit("042 eandi 64").enemy("truck 32");
        let scene = scene.at(Stage::Enemy).with(|game| game.battle.orders = orders(order, order, false, order));
        scene.ground(41, Ground::Light).ground(43, Ground::Light).ground(33, Ground::Light).roll(&[])
    };
    assert_eq!(scene(Order::HeAdvance).enemy_at(0), 41, "toward the team in 61");
    assert_eq!(scene(Order::ApAdvance).enemy_at(0), 33, "toward the tank in 64");
    let none = ordered(Order::ApAdvance, Model::Truck, 32, &[], 61);
    assert_eq!(none.enemy_at(0), 32, "no AP Unit is on the map");
}

/// rules: leader enemy.order.cannot
#[test]
fn who_can_attack_does_not_advance() {
    let end = ordered(Order::AdvanceIfCannotAttack, Model::Pz4, 42, &[], 62);
    assert_eq!(end.enemy_at(0), 42, "range 2 is enough for it");
    let end = ordered(Order::AdvanceIfCannotAttack, Model::Truck, 42, &[(52, Ground::Light)], 62);
    assert_eq!(end.enemy_at(0), 52);
}

/// rules: leader enemy.rifle.1
#[test]
fn a_rifle_next_to_a_tank_reads_an_asterisk_as_ap_advance() {
    let scene = |star| {
        let scene = Scene::battle().unit("042 eandi 61").unit("902 jones 64").enemy("rifle 51");
        let scene = scene.with(|game| game.battle.orders = orders(Order::Hold, Order::HeAdvance, star, Order::Hold));
        scene.ground(52, Ground::Light).at(Stage::Enemy).roll(&[1, 1])
    };
    assert_eq!(scene(true).enemy_at(0), 61, "into the tank's hex");
    assert_eq!(scene(false).enemy_at(0), 52, "toward the team");
    // An MG in the same column has no asterisk.
    let scene = Scene::battle().unit("042 eandi 61").unit("902 jones 64").enemy("mg 51");
    let scene = scene.with(|game| game.battle.orders = orders(Order::Hold, Order::HeAdvance, true, Order::Hold));
    assert_eq!(scene.ground(52, Ground::Light).at(Stage::Enemy).roll(&[1, 1]).enemy_at(0), 52);
    // In the tank's own hex it is at range 0 and follows what is printed (R96).
    let scene = Scene::battle().unit("042 eandi 51").unit("902 jones 64").enemy("rifle 51");
    let scene = scene.with(|game| game.battle.orders = orders(Order::Hold, Order::HeAdvance, true, Order::Hold));
    assert_eq!(scene.ground(52, Ground::Light).at(Stage::Enemy).roll(&[1, 1]).enemy_at(0), 52);
}

/// rules: leader enemy.impass.1
#[test]
fn an_impassable_hex_is_gone_round() {
    // Straight down the column 52 and 53 lead to 62; both are closed to tanks.
    let ground = [(52, Ground::Impassable), (53, Ground::Impassable)];
    let end = ordered(Order::Advance, Model::Bunker, 42, &ground, 62);
    assert_eq!(end.enemy_at(0), 42);
    let end = ordered(Order::Advance, Model::Pz4, 42, &ground, 62);
    assert_eq!(end.options(), ["to:41", "to:43"], "the hexes with the shortest way round");
    let walled = [(51, Ground::Impassable), (52, Ground::Impassable), (62, Ground::Impassable)];
    let end = ordered(Order::Advance, Model::Truck, 63, &[walled[2]], 61);
    assert_ne!(end.enemy_at(0), 63, "a Truck goes through");
    let end = ordered(Order::Advance, Model::Pz4, 63, &walled, 61);
    assert_eq!(end.enemy_at(0), 63, "no way leads to it");
}

/// rules: leader enemy.order.advance enemy.order.tie
#[test]
fn of_equally_close_units_the_player_names_one_if_it_matters() {
    let scene = Scene::battle().unit("902 jones 61").unit("901 chin 63").enemy("truck 42");
    let scene = scene.with(|game| game.battle.orders = orders(Order::Hold, Order::Hold, false, Order::Advance));
    let end = scene.at(Stage::Enemy).roll(&[]);
    assert_eq!(end.options(), ["toward:61", "toward:63"]);
    assert_eq!(end.go_on("toward:63").enemy_at(0), 53);
}

/// rules: leader enemy.act.1
#[test]
fn the_player_says_who_acts_next() {
    let scene = Scene::battle().unit("902 jones 61").enemy("truck 11").enemy("rifle 12");
    let end = scene.enemy("truck 11").at(Stage::Enemy).roll(&[]);
    assert_eq!(end.options(), ["enemy:0", "enemy:1"], "of two Trucks in one hex either will do");
}

/// rules: leader enemy.attack.1 enemy.attack.2 enemy.attack.3
#[test]
fn the_easiest_target_then_the_lowest_defense_then_the_player_s_choice() {
    let target = |numbers: &[(u16, Name, u8)], model: Model, at: u8| {
        let scene = numbers
            .iter()
            .fold(Scene::battle(), |scene, (number, name, hex)| scene.led(*number, *name, Level::Average, *hex));
        let end = scene.stands(model, at).at(Stage::Enemy).roll(&[1, 1]);
        end.log().iter().find(|line| line.contains("attacks")).cloned().unwrap_or_else(|| end.options().join(" "))
    };
    let teams = [(902, Name::Jones, 53), (921, Name::Reisner, 53), (1111, Name::Chin, 53)];
    assert_eq!(
        target(&teams, Model::Pz3, 43),
        "Pz III (no. 0) attacks 921 Machine Gun Team.",
        "Defense 2 is the lowest"
    );
    let near = [(921, Name::Reisner, 63), (902, Name::Jones, 53)];
    assert_eq!(target(&near, Model::Pz3, 43), "Pz III (no. 0) attacks 902 Rifle Team.", "it needs less against it");
    let alike = [(902, Name::Jones, 53), (901, Name::Chin, 53)];
    assert_eq!(target(&alike, Model::Pz3, 43), "unit:902 unit:901");
    // Cover counts: 2 and 2 is more than 3.
    let scene = Scene::battle().unit("921 reisner 54").unit("902 jones 53").ground(54, Ground::Heavy);
    let end = scene.enemy("pz3 43").at(Stage::Enemy).roll(&[1, 1]);
    assert!(end.log().iter().any(|line| line.contains("attacks 902")), "{:?}", end.log());
}

/// rules: leader enemy.stat.1 enemy.stat.2 enemy.stat.3 enemy.stat.4
#[test]
fn what_each_enemy_can_attack() {
    let attacks = |model: Model, number: u16, name, at: u8| {
        let scene = Scene::battle().led(number, name, Level::Average, 61).stands(model, at).at(Stage::Enemy);
        !scene.roll(&[1, 1]).rolls().is_empty()
    };
    let (tank, team) = ((42, Name::Eandi), (902, Name::Jones));
    assert!(!attacks(Model::Mg, tank.0, tank.1, 61), "MGs have no AP attack");
    assert!(attacks(Model::Mg, team.0, team.1, 51));
    assert!(attacks(Model::Rifle, tank.0, tank.1, 61) && !attacks(Model::Rifle, tank.0, tank.1, 51));
    assert!(attacks(Model::Rifle, team.0, team.1, 51) && !attacks(Model::Rifle, team.0, team.1, 41));
    assert!(attacks(Model::Pz3, tank.0, tank.1, 61) && attacks(Model::Pz3, tank.0, tank.1, 41));
    assert!(!attacks(Model::Pz3, tank.0, tank.1, 31), "range 2");
}

/// rules: leader enemy.stat.6 enemy.attack.1
#[test]
fn mortars_need_no_line_of_sight() {
    let attacks = |model: Model| {
        let scene = Scene::battle().unit("902 jones 61").stands(model, 63).ground(62, Ground::Heavy);
        !scene.at(Stage::Enemy).roll(&[1, 1]).rolls().is_empty()
    };
    assert!(attacks(Model::Mortar) && !attacks(Model::Pz4));
}

/// rules: leader enemy.attack.4 enemy.attack.5
#[test]
fn range_counts_for_the_enemy_too() {
    let roll = |at: u8| {
        let scene = Scene::battle().unit("042 eandi 61").stands(Model::Tiger, at).at(Stage::Enemy);
        scene.roll(&[1, 1]).rolled(0)
    };
    assert_eq!(roll(61), "Enemy attack (attack): 1 +2 range = 3, 1 or more: hit");
    assert_eq!(roll(41), "Enemy attack (attack): 1 -1 range = 0, 1 or more: miss");
    assert_eq!(roll(31), "Enemy attack (attack): 1 -2 range = -1, 1 or more: miss");
    assert_eq!(roll(21), "Enemy attack (attack): 1 -3 range = -2, 1 or more: miss");
}

/// rules: leader enemy.attack.6 enemy.attack.7 enemy.attack.8
#[test]
fn who_moved_attacks_worse_or_not_at_all() {
    let moved = |model: Model| {
        let scene = Scene::battle().unit("902 jones 61").stands(model, 51).at(Stage::Enemy);
        let end = scene.with(|game| game.battle.enemies[EnemyId(0)].moved = true).roll(&[1, 1]);
        end.rolls().first().cloned()
    };
    let penalty =
        |model: Model| moved(model).map(|roll| roll.contains("-1 moved") as u8 + 2 * roll.contains("-2 moved") as u8);
    assert_eq!([Model::Pz4, Model::ArmoredCar, Model::Halftrack].map(penalty), [Some(1); 3]);
    assert_eq!([Model::Rifle, Model::Mg, Model::At].map(penalty), [Some(2); 3]);
    assert_eq!([Model::AtGun, Model::Mortar, Model::Truck].map(penalty), [None; 3]);
}

/// An enemy that stays says why, one that goes toward whom.
/// rules: leader enemy.order.cautious enemy.order.atc enemy.act.2
#[test]
fn an_enemy_that_stays_says_why() {
    let said = |order, model, at, ground: &[(u8, Ground)], friend| ordered(order, model, at, ground, friend).lines();
    let cautious = said(Order::CautiousAdvance, Model::Truck, 41, &[(52, Ground::Heavy)], 61);
    assert!(
        cautious
            .contains("Cautious Advance, but 902 could attack it in 51 and 52, and nothing else is closer: it stays."),
        "{cautious}"
    );
    let bare = said(Order::AdvanceToCover, Model::Truck, 41, &[], 61);
    assert!(bare.contains("Advance to Cover, but there is no cover in 51 and 52: it stays."), "{bare}");
    let beside = said(Order::Advance, Model::Truck, 62, &[], 62);
    assert!(beside.contains("Advance, but it shares the hex of 902: it stays."), "{beside}");
    let goes = said(Order::Advance, Model::Truck, 31, &[], 61);
    assert!(goes.contains("Truck (no. 0) moves to 41: Advance, toward 902."), "{goes}");
    let held = said(Order::Hold, Model::Truck, 41, &[], 61);
    assert!(held.contains("Hold, it stays."), "{held}");
}
