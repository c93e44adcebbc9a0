//! The charts of battle, figure by figure.

use hulldown_core::chart::DieTable;
use hulldown_patton::charts::{Charts, shipped};
use hulldown_patton::words::*;
use std::sync::LazyLock;

static CHARTS: LazyLock<Charts> = LazyLock::new(|| Charts::load(&shipped()).unwrap_or_else(|error| panic!("{error}")));

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// In how many of a hundred (or ten) rolls a table means something.
fn ways<T: Copy>(table: &DieTable<T>, is: impl Fn(T) -> bool) -> usize {
    (table.dice.min()..=table.dice.max()).filter(|roll| is(table.at(*roll))).count()
}

/// rules: patton T.tohit, 18.31, 30.0
#[test]
fn to_hit_a_target() {
    let t = &CHARTS.gunnery.to_hit;
    use Fire::{Area, Direct};
    use Target::{Infantry, Vehicle};
    assert_eq!(t.base(Direct, Gun::G76l, Infantry, Range::Medium), 45);
    assert_eq!(t.base(Direct, Gun::G76ll, Infantry, Range::Medium), 45, "a Firefly uses the rows of the 76L");
    assert_eq!(Range::ALL.map(|r| t.base(Direct, Gun::G75, Vehicle, r)), [75, 55, 20]);
    assert_eq!(Range::ALL.map(|r| t.base(Area, Gun::G75, Vehicle, r)), [45, 60, 50]);
    assert_eq!(
        (t.drm.first_shot, t.acquired, t.drm.target_moving),
        (10, [[-5, -10, -15], [-10, -20, -30]], [20, 25, 25])
    );
    assert_eq!(
        (t.drm.per_sector, t.drm.gun_88ll, t.drm.gun_small, t.drm.immobilize, t.drm.moving),
        (10, 10, 20, [65, 55, 45], 25)
    );
    assert_eq!(*t.size, [[10, 10, 10], [0, 0, 0], [-5, -10, -15], [-10, -20, -30]]);
    assert_eq!((t.drm.woods, t.drm.building, t.drm.fort), ([5, 10, 15], [10, 15, 25], [15, 25, 35]));
    assert_eq!((t.critical, t.malfunction), (3, 98));
}

/// rules: patton 9.4, 9.41, 8.53
#[test]
fn rate_of_fire_is_the_guns() {
    let c = &*CHARTS;
    assert!(c.tanks.iter().all(|card| card.rate_of_fire == if card.gun == Gun::G75 { 30 } else { 20 }));
    assert_eq!((c.gunnery.rate_of_fire.drm.rack, c.gunnery.rate_of_fire.drm.pass), (-10, -10));
}

/// rules: patton 9.51
#[test]
fn he_against_infantry() {
    let k = &CHARTS.gunnery.to_kill_infantry;
    let numbers = |gun, fire| HitGrade::ALL.map(|hit| k.base(gun, fire, hit));
    assert_eq!((numbers(Gun::G75, Fire::Direct), numbers(Gun::G75, Fire::Area)), ([55, 80], [35, 55]));
    assert_eq!((numbers(Gun::G76l, Fire::Direct), numbers(Gun::G76ll, Fire::Area)), ([30, 55], [20, 30]));
    assert_eq!((k.drm.building, k.drm.woods, k.drm.fort), ([15, -15], [10, -10], [20, -20]));
    assert_eq!((k.drm.at_gun, k.drm.moving_in_open, k.drm.soft_ground), (15, [-10, -10], [5, 5]));
}

/// rules: patton 9.52, 9.53, 30.0
#[test]
fn to_kill_vehicles() {
    let c = &*CHARTS;
    let of = |gun, ammo, critical, unit, facing, turret| {
        Range::ALL.map(|range| c.kill_vehicle(gun, ammo, critical, unit, facing, turret, range))
    };
    // The table the book prints (30.0).
    use Facing::{Front, Rear, Side};
    use UnitType::{Jgdpz38t, PzV, PzVib, PzVie, Truck};
    let ap = |unit, facing, turret| of(Gun::G76ll, Ammo::Ap, false, unit, facing, turret);
    assert_eq!((ap(PzV, Front, true), ap(PzV, Front, false)), ([72, 58, 42], [17, 8, 3]));
    assert_eq!((ap(PzVie, Front, true), ap(PzVie, Front, false)), ([72, 58, 42], [28, 17, 8]));
    assert_eq!((ap(PzVib, Front, true), ap(PzVib, Front, false)), ([17, 8, 3], [0, 0, 0]));
    assert_eq!((ap(PzVib, Side, true), ap(PzVib, Side, false)), ([95, 92, 83], [95, 95, 95]));
    assert_eq!((ap(Jgdpz38t, Front, false), ap(Truck, Rear, false)), ([72, 58, 42], [75, 75, 75]));
    let apds = |unit, turret| of(Gun::G76ll, Ammo::Apds, false, unit, Front, turret);
    assert_eq!((apds(PzV, true), apds(PzV, false), apds(PzVib, true)), ([95, 95, 83], [58, 58, 28], [58, 58, 28]));
    for unit in UnitType::VEHICLES {
        for facing in Facing::ALL {
            assert_eq!(of(Gun::G76ll, Ammo::Ap, true, unit, facing, true), [100; 3], "all critical hits kill");
            for turret in [false, true] {
                let he = [Gun::G76l, Gun::G76ll].map(|gun| of(gun, Ammo::He, false, unit, facing, turret));
                assert_eq!(he[0], he[1], "HE of the Firefly is the 76's");
                assert!(he[0][0] == he[0][1] && he[0][1] == he[0][2], "HE does not tire");
                let weaker = of(Gun::G75, Ammo::Ap, false, unit, facing, turret);
                let hot = of(Gun::G76l, Ammo::Hvap, false, unit, facing, turret);
                assert!((0..3).all(|r| weaker[r] <= hot[r]), "{unit} {facing}: {weaker:?} {hot:?}");
            }
        }
    }
    // [R21] Slips set right.
    assert_eq!(of(Gun::G75, Ammo::Ap, false, UnitType::PzIv, Front, false), [28, 17, 8]);
    assert_eq!(of(Gun::G76l, Ammo::Ap, false, PzVie, Front, false), [28, 17, 8]);
    // What has no table has no chance.
    assert_eq!(of(Gun::G75, Ammo::Wp, true, Truck, Rear, false), [0; 3]);
    assert_eq!(of(Gun::G75, Ammo::He, true, UnitType::Lw, Rear, false), [0; 3]);
}

/// rules: patton T.mg, 22.21, 16.3
#[test]
fn machine_guns() {
    let m = &CHARTS.gunnery.sherman_mg;
    assert_eq!(m.base[Mg::Bow.index()], [20, 0, 0]);
    assert_eq!(m.base[Mg::Coax.index()], [25, 20, 15]);
    assert_eq!(m.base[Mg::Aa.index()], [30, 20, 10]);
    assert_eq!(m.base[Mg::Sub.index()], [10, -1, -1]);
    let drm = &m.drm;
    assert_eq!((&*drm.lw_moving, &*drm.advancing), (&[-10, -15, -15, -5][..], &[10, 10, 10, -10][..]));
    let others = [&drm.moving, &drm.woods, &drm.hard, &drm.fort];
    assert_eq!(others.map(|by| by.to_vec()), [[10; 4], [10; 4], [15; 4], [20; 4]]);
    assert_eq!((m.sure, m.malfunction, m.box_used), (3, 98, 3));
    let fire = &CHARTS.gunnery.mg_advancing_fire.column;
    assert_eq!(
        [30, 31, 97, 98].map(|roll| fire.at(roll)),
        [MgUse::BoxUsed, MgUse::NoEffect, MgUse::NoEffect, MgUse::Malfunction]
    );
}

/// rules: patton 11.1, 11.12, 11.2
#[test]
fn driving() {
    let c = &*CHARTS;
    let hull_down = |d: Drive| ways(&c.driving.movement_part_1.action[d.index()], |r| r == MoveResult::HullDown);
    assert_eq!(Drive::ALL.map(hull_down), [0, 20, 0, 10]);
    let moved = |d: Drive| ways(&c.driving.movement_part_2.action[d.index()], |s| matches!(s, Shift::A | Shift::B));
    assert_eq!(Drive::ALL.map(moved), [5, 3, 3, 2]);
    assert_eq!((c.driving.movement_part_1.drm.hvss, c.driving.movement_part_1.drm.buttoned), (-2, 5));
    assert_eq!(*c.driving.movement_part_1.ground, [0, 9, 3, 6]);
    assert_eq!(
        (c.driving.bogged_down.row.at(10), c.driving.bogged_down.row.at(80), c.driving.bogged_down.row.at(90)),
        (BogResult::Free, BogResult::NoEffect, BogResult::ThrownTrack)
    );
    assert_eq!((c.driving.bogged_down.drm.hvss, c.driving.bogged_down.drm.buttoned), (-5, 10));
}

/// rules: patton 5.12, 5.13, 11.0, 11.31, 13.11, 13.12, 13.13, 22.12
#[test]
fn the_battle_board_turns_about_the_hub() {
    let c = &*CHARTS;
    for roll in 1..=10 {
        assert_eq!(c.sectors.at(roll), Sector::from_roll(roll));
        assert_eq!(Sector::from_roll(roll).paired().paired(), Sector::from_roll(roll));
    }
    let zone = |text: &str| Zone::from_id(text).unwrap();
    assert_eq!(c.board.moved(EnemyMove::F, zone("6-8.close")), Some(zone("2.close")));
    assert_eq!(c.board.moved(EnemyMove::F, zone("3.long")), Some(zone("3.medium")));
    assert_eq!(c.board.moved(EnemyMove::B, zone("1.long")), None);
    assert_eq!(c.board.moved(EnemyMove::R, zone("4-5.medium")), Some(zone("6-8.medium")), "right is clockwise");
    assert_eq!(c.board.moved(EnemyMove::L, zone("6-8.long")), Some(zone("4-5.long")));
    // The case the book describes: going forward brings what is ahead one zone nearer.
    assert_eq!(c.board.displaced(Shift::A, 0, Range::Long), Some((0, Range::Medium)));
    assert_eq!(c.board.displaced(Shift::B, 0, Range::Long), None);
    assert_eq!(c.board.displaced(Shift::C, 4, Range::Long), Some((4, Range::Long)));
    for rel in 0..6 {
        for range in Range::ALL {
            let back = c.board.displaced(Shift::B, (rel + 3) % 6, range).map(|(to, range)| ((to + 3) % 6, range));
            assert_eq!(c.board.displaced(Shift::A, rel, range), back, "going back mirrors going forward");
        }
    }
    assert_eq!(c.board.leaving(Sector::S68, true), Leaving::Advance);
    assert_eq!(
        (c.board.leaving(Sector::S68, false), c.board.leaving(Sector::S1, true)),
        (Leaving::Retreat, Leaving::Retreat)
    );
    assert_eq!(c.board.advance_fire.len(), 8);
    assert!(
        c.board.advance_fire.iter().all(|z| !z.sector.is_rear()) && !c.board.advance_fire.contains(&zone("6-8.long"))
    );
}

/// rules: patton 4.75, 13.0
#[test]
fn what_the_enemy_does() {
    let c = &*CHARTS;
    let act =
        |s: Scenario, class: Class, roll| c.enemy.action[s.index()].class[class.index()].as_ref().map(|t| t.at(roll));
    assert_eq!(act(Scenario::Advance, Class::Tank, 86), Some(EnemyAct::FireLeadTank));
    assert_eq!(act(Scenario::Advance, Class::AtGun, 20), Some(EnemyAct::MoveB));
    assert_eq!(act(Scenario::Battle, Class::AtGun, 90), Some(EnemyAct::FireYourTank));
    assert_eq!(act(Scenario::Battle, Class::Truck, 50), None, "no trucks in a battle");
    assert_eq!(act(Scenario::Counterattack, Class::Mg, 80), Some(EnemyAct::FireInfantry));
    assert_eq!(act(Scenario::Counterattack, Class::AtGun, 80), None);
    for scenario in Scenario::ALL {
        // Whatever can appear can act.
        for month in ["1944-08-01", "1945-02-01", "1945-03-01"] {
            let table = c.activation(scenario, day(month));
            for roll in 1..=100 {
                let classes: &[Class] = match table.at(roll) {
                    Appears::Tank => &[Class::Tank],
                    Appears::Spg => &[Class::Spg],
                    Appears::AtGun => &[Class::AtGun],
                    Appears::Mg => &[Class::Mg],
                    Appears::Lw => &[Class::Lw],
                    Appears::Truck => &[Class::Truck],
                    Appears::PswSpw => &[Class::Psw, Class::Spw],
                };
                for class in classes {
                    assert!(act(scenario, *class, 1).is_some(), "{class} in {scenario}");
                    if class.fires_ap() {
                        let guns = UnitType::ALL
                            .into_iter()
                            .filter(|u| u.class() == *class)
                            .filter_map(|u| c.units[u.index()].gun);
                        assert!(
                            guns.into_iter()
                                .all(|game| c.enemy.fire_combat.at_tank[scenario.index()][game.index()].is_some())
                        );
                    }
                }
            }
        }
    }
    let ambush = |s: Scenario| Class::ALL.map(|class| c.enemy.action[s].ambush[class]);
    assert_eq!(ambush(Scenario::Advance), [10, 10, 20, 20, 20, 10, 10, 10]);
    assert_eq!(ambush(Scenario::Counterattack), [0; 8]);
    assert_eq!(c.enemy.firefly.fired_at_from, 91);
}

/// rules: patton 13.2, 13.3
#[test]
fn the_enemys_fire_at_others() {
    let c = &*CHARTS;
    assert_eq!(c.enemy.fire_combat.at_squad[0][Class::Mg.index()], Some([55, 30, 3]));
    assert_eq!(c.enemy.fire_combat.at_squad[0][Class::Psw.index()], Some([55, 30, 3]), "[R17] a scout car as an MG");
    assert_eq!(c.enemy.fire_combat.at_squad[1][Class::Spw.index()], Some([30, 20, 3]));
    assert_eq!(c.enemy.fire_combat.at_tank[0][EnemyGun::G50l.index()], Some([15, 5, 1]));
    for gun in [EnemyGun::G75l, EnemyGun::G75ll, EnemyGun::G88l, EnemyGun::G88ll] {
        let [advance, _, counter] = [0, 1, 2].map(|s: usize| c.enemy.fire_combat.at_tank[s][gun.index()].unwrap());
        assert!((0..3).all(|r| advance[r] - 10 == counter[r]), "{gun}: ten less in a Counterattack");
    }
    assert_eq!(c.enemy.fire_combat.squad_sure, 3);
}

/// rules: patton 4.81.1, 4.81.3
#[test]
fn the_enemys_fire_at_you() {
    let c = &*CHARTS;
    assert_eq!(c.hit.enemy_ap_to_hit.base[EnemyGun::G50l.index()], [97, 89, 34]);
    assert_eq!(c.hit.enemy_ap_to_hit.base[EnemyGun::G88l.index()], [97, 89, 67]);
    assert_eq!((c.hit.enemy_ap_to_hit.drm.first_shot, c.hit.enemy_ap_to_hit.drm.moving), (10, 20));
    assert_eq!(c.hit.enemy_ap_to_hit.acquired, [[-5, -10, -15], [-10, -20, -30]]);
    let kill = |gun: EnemyGun, armor: ArmorClass, facing: Facing, turret: bool| {
        c.hit.enemy_ap_to_kill.of(gun, armor, facing, turret).0
    };
    assert_eq!(kill(EnemyGun::G50l, ArmorClass::Ii, Facing::Front, false), [3, 3, 3]);
    assert_eq!(kill(EnemyGun::G75l, ArmorClass::I, Facing::Front, true), [72, 58, 42]);
    assert_eq!(kill(EnemyGun::G88l, ArmorClass::Iii, Facing::Side, true), [72, 58, 42], "[R21]");
    for gun in EnemyGun::ALL {
        for facing in Facing::ALL {
            for turret in [false, true] {
                let by_armor = ArmorClass::ALL.map(|armor| kill(gun, armor, facing, turret));
                assert!((0..3).all(|r| by_armor[0][r] >= by_armor[1][r] && by_armor[1][r] >= by_armor[2][r]));
            }
        }
    }
}

/// Every cell walks one ladder, a rung a range, between its foot and its cap, and no gun is worse than a lesser one; one whole cell stands below
/// the foot, as it is printed.
///
/// rules: patton 4.81.3
#[test]
fn the_enemys_kill_numbers_walk_a_ladder() {
    const LADDER: [i8; 10] = [3, 8, 17, 28, 42, 58, 72, 83, 92, 95];
    let c = &*CHARTS;
    let cells = |gun: EnemyGun| {
        ArmorClass::ALL.into_iter().flat_map(move |armor| {
            Facing::ALL.into_iter().flat_map(move |facing| {
                [false, true].map(|turret| {
                    let triple = c.hit.enemy_ap_to_kill.of(gun, armor, facing, turret).0;
                    (armor, facing, turret, triple)
                })
            })
        })
    };
    let mut below = Vec::new();
    for gun in EnemyGun::ALL {
        for (armor, facing, turret, triple) in cells(gun) {
            let rungs = triple.map(|number| LADDER.iter().position(|rung| *rung == number));
            let [Some(close), Some(medium), Some(long)] = rungs else {
                below.push((gun, armor, facing, turret, triple));
                continue;
            };
            for (near, far) in [(close, medium), (medium, long)] {
                let held = near == far && (near == 0 || near == LADDER.len() - 1);
                assert!(held || far + 1 == near, "{gun} {armor} {facing} {triple:?}");
            }
        }
    }
    let printed = |turret| (EnemyGun::G50l, ArmorClass::Iii, Facing::Front, turret, [2, 1, 1]);
    assert_eq!(below, [printed(false), printed(true)], "[R21]");
    for (lesser, better) in [
        (EnemyGun::G50l, EnemyGun::G75l),
        (EnemyGun::G75l, EnemyGun::G75ll),
        (EnemyGun::G75l, EnemyGun::G88l),
        (EnemyGun::G88l, EnemyGun::G88ll),
        (EnemyGun::G75ll, EnemyGun::G88ll),
    ] {
        for (few, many) in cells(lesser).zip(cells(better)) {
            assert!((0..3).all(|range| few.3[range] <= many.3[range]), "{lesser} {few:?} {better} {many:?}");
        }
    }
}

/// rules: patton 4.81.2, 4.82, 19.11, 19.12, 19.13, 19.15
#[test]
fn when_the_tank_is_hit() {
    let c = &*CHARTS;
    let [normal, hull_down] = Stance::ALL.map(|stance| &c.hit.hit_location.column[stance]);
    assert_eq!(Location::ALL.map(|l| ways(normal, |at| at == l)), [4, 5, 1, 0]);
    assert_eq!(Location::ALL.map(|l| ways(hull_down, |at| at == l)), [5, 0, 0, 5]);
    assert_eq!(
        Collateral::ALL.map(|enemy| ways(&c.hit.collateral_damage.column, |at| at == enemy)),
        [50, 2, 2, 3, 3, 3, 2, 5, 5, 5, 10, 10]
    );
    let e = &c.hit.tank_explosion;
    assert_eq!((e.at, e.drm.hull, e.drm.heavy_gun, e.drm.per_two_rounds, e.drm.dry), (100, 5, 5, 1, 5));
    assert_eq!(Wound::ALL.map(|w| ways(&c.hit.wounds.row, |at| at == w)), [42, 5, 25, 15, 5, 5, 3]);
    assert_eq!(
        (c.hit.wounds.drm.mine, c.hit.wounds.drm.harassed, c.hit.wounds.drm.exposed_firing, c.hit.wounds.recovers),
        (-20, -10, 5, 5)
    );
    assert_eq!((c.hit.bail_out.drm.serious, c.hit.bail_out.drm.no_hatch, c.hit.bail_out.fails_from), (2, 1, 11));
    assert_eq!(*c.hit.brew_up.cause.map(|row| row.to_vec()), [[80, 75, 70, 15], [85, 80, 75, 20]]);
    let effect = |side: HitSide| c.hit.crew_wound_effect.side[side].to_vec();
    assert_eq!(effect(HitSide::TF), [0, 0, 0, -20, -20]);
    assert_eq!(effect(HitSide::HFR), [0, 10, -10, -10, 10]);
    assert_eq!(effect(HitSide::HB), [-30, -30, -30, -40, -40]);
    assert_eq!(HitSide::hull(Sector::S910, Sector::S68), HitSide::HFR);
    assert_eq!(HitSide::turret(Sector::S45, Sector::S68), HitSide::TL);
}

/// rules: patton 14.0, T.fa, T.events, 15.3, 15.4, 15.5, 15.9, 21.0
#[test]
fn friends_and_events() {
    let c = &*CHARTS;
    let row = |unit: UnitType| {
        (c.events.friendly_action.unit[unit.index()].ko, c.events.friendly_action.unit[unit.index()].smoke)
    };
    assert_eq!((row(UnitType::Truck), row(UnitType::PzVib), row(UnitType::At50l)), ((60, 0), (10, 60), (20, 80)));
    let m = &c.events.friendly_action.drm;
    let adds = [&m.flanking, &m.air_vehicle, &m.per_sector, &m.artillery_woods].map(|m| m.add);
    assert_eq!(adds, [-10, -10, -3, -3]);
    assert_eq!([&m.per_squad, &m.per_tank, &m.per_smoke, &m.thick, &m.hard_target].map(|m| m.add), [1, 2, 10, 10, 10]);
    for table in c.events.random_events.column.iter() {
        assert_eq!(ways(table, |event| event == RandomEvent::TimePasses), 5);
    }
    let share = |s: Scenario| {
        RandomEvent::ALL.map(|event| ways(&c.events.random_events.column[s.index()], |found| found == event))
    };
    assert_eq!(share(Scenario::Advance), [5, 10, 5, 5, 5, 5, 25, 20, 0, 20]);
    assert_eq!(share(Scenario::Counterattack), [5, 20, 10, 0, 5, 5, 5, 25, 15, 10]);
    assert_eq!(
        (1..=3).map(|n| ways(&c.events.enemy_artillery_losses.column, |lost| lost == n)).collect::<Vec<_>>(),
        [6, 3, 1]
    );
    assert_eq!(
        (c.events.enemy_advance_side.column.at(5), c.events.enemy_advance_side.column.at(6)),
        (Side::Left, Side::Right)
    );
    assert_eq!(
        (
            c.events.minefield_attack.row.at(0),
            c.events.minefield_attack.row.at(1),
            c.events.minefield_attack.row.at(2),
            c.events.minefield_attack.row.at(3)
        ),
        (Mine::FriendlyTank, Mine::FriendlyTank, Mine::YourTank, Mine::NoEffect)
    );
    assert_eq!(
        (
            c.events.minefield_attack.drm.from_1945,
            c.events.minefield_crew.column.at(9),
            c.events.minefield_crew.column.at(10)
        ),
        (-1, MineCrew::Driver, MineCrew::Assistant)
    );
    let (attack, hit) = (&c.events.panzerfaust_attack, &c.events.panzerfaust_to_hit);
    let drm = &attack.drm;
    assert_eq!(*attack.up_to, [3, 5, 2]);
    assert_eq!((drm.late, drm.moving, drm.lead, drm.swept, drm.rear_sector), (-1, -1, -1, 3, -1));
    assert_eq!((hit.up_to, hit.drm.moving, hit.drm.swept, c.events.panzerfaust_to_kill.up_to), (7, 2, 3, 8));
}
