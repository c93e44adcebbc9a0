//! The sensible commander: always legal, always the same, and by the book's hints (28.0), each in a small situation.

use crate::common::{Played, Scene, charts};
use hulldown_core::chart::By;
use hulldown_core::session::Pending;
use hulldown_core::{Game, Generator, Policy, Seat};
use hulldown_kit::trial::sim;
use hulldown_patton::bot::Sensible;
use hulldown_patton::charts::{Charts, shipped};
use hulldown_patton::state::{After, GunState, Length, Orders, Stage};
use hulldown_patton::talk::{Ask, Choice};
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup, View};

/// The sensible commander, who looks whether what he answers was offered.
struct Checked(Sensible);

impl Policy<Patton> for Checked {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let choice = self.0.decide(view, seat, ask, options);
        assert!(options.contains(&choice), "{ask:?}: {choice} of {options:?}");
        choice
    }
}

/// Every kind of set-up: how much is played, what kind of day, every switch, several tanks.
fn setups() -> Vec<Setup> {
    let mut all = Vec::new();
    for n in 0..16u8 {
        let flag = |bit: u8| n & bit != 0;
        let switches =
            Setup { mg_ammo: flag(1), fuel: flag(2), firefly: flag(4), spot_by_hand: flag(8), ..Setup::default() };
        all.push(switches.clone());
        for (length, date, tank) in
            [(Length::Day, "1944-08-01", 1), (Length::Engagement, "1944-12-26", 13), (Length::Day, "1945-03-01", 16)]
        {
            for scenario in ["advance", "battle", "counterattack"] {
                let wanted =
                    serde_json::json!({ "scenario": scenario, "resistance": "heavy", "date": date, "tank": tank });
                let asked: Setup = serde_json::from_value(wanted).unwrap();
                all.push(Setup {
                    length,
                    mg_ammo: flag(1),
                    fuel: flag(2),
                    firefly: flag(4),
                    spot_by_hand: flag(8),
                    ..asked
                });
            }
        }
    }
    all
}

#[test]
fn every_answer_is_legal_and_the_same_again() {
    let mut decisions = 0;
    for (n, setup) in setups().iter().enumerate() {
        let play = || {
            let mut game = Patton::new(setup, Patton::data()).unwrap();
            let mut sim = sim(Checked(Sensible), Generator::for_game(28, n as u64));
            assert!(sim.finish(&mut game, Patton::data(), 1_000_000), "{setup:?} does not end");
            decisions += sim.decisions;
            (game, sim.decisions, sim.thrown)
        };
        let mut play = play;
        let (first, again) = (play(), play());
        assert!(first == again, "{setup:?}");
    }
    assert!(decisions > 100_000, "{decisions}");
}

/// What is asked in a scene, and what he answers.
fn answer(played: &Played) -> (Ask, Choice) {
    let Some(Pending::Choice { ask, options, .. }) = played.session.pending().first() else {
        panic!("nothing to decide:\n{}", played.log().join("\n"))
    };
    let choice = Checked(Sensible).decide(&played.game().view(charts(), Seat(0)), Seat(0), *ask, options);
    (*ask, choice)
}

/// All he answers until something else is asked.
fn answers(mut played: Played) -> (Vec<Choice>, Played) {
    let (asked, mut given) = (std::mem::discriminant(&answer(&played).0), Vec::new());
    loop {
        let (ask, choice) = answer(&played);
        if std::mem::discriminant(&ask) != asked {
            return (given, played);
        }
        given.push(choice);
        played = played.go_on(&choice.to_string());
        if choice == Choice::Go || !matches!(played.session.pending().first(), Some(Pending::Choice { .. })) {
            return (given, played);
        }
        assert!(given.len() < 30, "{given:?}");
    }
}

fn first(scene: Scene) -> Choice {
    answer(&scene.roll(&[])).1
}

/// The orders of a round.
fn orders(scene: Scene) -> Orders {
    answers(scene.at(Stage::Orders).roll(&[])).1.game().battle.orders
}

fn field() -> Scene {
    Scene::new(Scenario::Advance)
}

/// The hint of 28.0.
#[test]
fn he_loads_as_the_book_suggests() {
    // 97 rounds: six tenths HE, three AP, one smoke; half the rack AP, a smoke round, the rest HE.
    let scene = field().at(Stage::Briefing).with(|game| {
        (game.tank.rounds, game.tank.rack, game.tank.loaded, game.battle.orders.reload) = ([0; 6], [0; 6], None, None);
    });
    let (_, end) = answers(scene.roll(&[1, 1, 1]));
    let rounds = end.game().tank.rounds;
    assert_eq!((rounds[Ammo::Ap.index()], rounds[Ammo::Wp.index()] + rounds[Ammo::Hcbi.index()]), (29, 9));
    assert_eq!(rounds.iter().sum::<u8>(), 97);
    let (_, end) = answers(end);
    assert_eq!(end.game().tank.rack[Ammo::Ap.index()], 4, "half the rack");
}

/// The hint of 28.0b.
#[test]
fn he_enters_with_his_head_out_and_faces_the_enemy() {
    let ready = |scenario| {
        let scene = Scene::new(scenario)
            .open(&[Post::Driver, Post::Assistant])
            .loaded(Ammo::Wp)
            .set("tank.hull = 1, tank.turret = 2, tank.loader_looks = 3")
            .at(Stage::Prepare(After::Operations));
        let dice: &[u8] = if scenario == Scenario::Counterattack { &[] } else { &[50] };
        answers(scene.roll(dice)).1.game().tank.clone()
    };
    let tank = ready(Scenario::Advance);
    assert!(tank.is_open(Post::Commander), "4.42");
    assert_eq!(tank.loaded, Some(Ammo::He), "4.43");
    assert_eq!((tank.hull, tank.turret), (Sector::S68, Sector::S68), "4.44");
    assert_eq!(tank.loader_looks, Sector::S45, "4.45");
    assert_eq!(ready(Scenario::Counterattack).loaded, Some(Ammo::Ap), "4.43: where tanks come for you");
}

/// The hint of 28.0b.
#[test]
fn he_calls_for_support_before_he_enters_where_resistance_is_heavy() {
    let before = |resistance: Resistance, air: u8, artillery: u8| {
        let scene = field().with(|game| {
            for area in MapArea::ALL {
                let area = &mut game.map.areas[area];
                (area.resistance, area.air, area.artillery) = (Some(resistance), air, artillery);
            }
        });
        first(scene.at(Stage::Operations))
    };
    assert!(matches!(before(Resistance::Heavy, 0, 0), Choice::Air(_)), "4.54");
    assert!(matches!(before(Resistance::Heavy, 2, 0), Choice::Artillery(_)));
    assert!(matches!(before(Resistance::Heavy, 2, 3), Choice::Enter(_)));
    assert!(matches!(before(Resistance::Light, 0, 3), Choice::Enter(_)), "no aircraft against little");
}

/// Support that can hardly come before sunset is not called for: a light area, or one with guns laid on it, is entered without, and before any
/// other the tank makes ready for tomorrow.
#[test]
fn he_does_not_call_for_what_comes_too_late() {
    let late = |resistance: Resistance, artillery: u8, clock: &str| {
        let scene = field().clock(clock).with(|game| {
            for area in MapArea::ALL {
                let area = &mut game.map.areas[area];
                (area.resistance, area.artillery) = (Some(resistance), artillery);
            }
        });
        first(scene.at(Stage::Operations))
    };
    // Sunset is at 19:15. Two planes and three guns take three and a half hours by their chances.
    assert!(matches!(late(Resistance::Heavy, 0, "15:00"), Choice::Air(_)));
    assert_eq!(late(Resistance::Heavy, 0, "16:00"), Choice::Resupply);
    assert!(matches!(late(Resistance::Heavy, 2, "18:00"), Choice::Enter(_)));
    // Two guns take three quarters of an hour.
    assert!(matches!(late(Resistance::Light, 0, "18:15"), Choice::Artillery(_)));
    assert!(matches!(late(Resistance::Light, 0, "18:45"), Choice::Enter(_)));
    // What aircraft would bring is not waited for in weather that keeps them away.
    let overcast = field().clock("18:00").weather(|w| w.sky = Sky::Overcast).with(|game| {
        for area in MapArea::ALL {
            game.map.areas[area].resistance = Some(Resistance::Medium);
        }
    });
    assert!(matches!(first(overcast.at(Stage::Operations)), Choice::Artillery(_)));
}

/// A tank that cannot fight any more backs out of the battle instead of sitting in it.
#[test]
fn a_tank_that_cannot_fight_backs_out() {
    let scene = || field().enemies("pz_v 6-8 long").set("tank.hull_down = true");
    assert_ne!(orders(scene()).of(Post::Driver), Some(Action::Reverse));
    let blind = orders(scene().set("tank.sight_broken = true"));
    assert_eq!(
        (blind.of(Post::Driver), blind.of(Post::Commander)),
        (Some(Action::Reverse), Some(Action::DirectMovement))
    );
    let broken = orders(scene().with(|game| game.tank.guns[Weapon::Main.index()] = GunState::Broken));
    assert_eq!(broken.of(Post::Driver), Some(Action::Reverse));
    // Smoke rounds alone are no way to fight.
    let empty = orders(scene().with(|game| {
        (game.tank.rounds, game.tank.rack) = ([0, 0, 3, 3, 0, 0], [0; 6]);
        game.tank.loaded = None;
    }));
    assert_eq!(empty.of(Post::Driver), Some(Action::Reverse));
}

/// The hint of 28.0b.
/// rules: patton 4.61
#[test]
fn he_uses_advancing_fire_where_it_pays_and_covers_the_close_zones() {
    let fires = |resistance: Resistance| {
        let scene = field().loaded(Ammo::He).with(|game| {
            let at = game.map.at;
            (game.map.areas[at].resistance, game.report.expected) = (Some(resistance), resistance);
        });
        first(scene.at(Stage::Entered))
    };
    assert_eq!((fires(Resistance::Heavy), fires(Resistance::Light)), (Choice::Yes, Choice::No), "4.54");
    let marking = field().with(|game| {
        game.battle.round = 0;
        game.battle.advancing = true;
        game.battle.us = [false; 6];
    });
    let (marks, _) = answers(marking.at(Stage::Contact).roll(&[]));
    let close = |choice: &Choice| matches!(choice, Choice::Mark(zone) if zone.range == Range::Close);
    let sectors = |choice: &Choice| if let Choice::Mark(zone) = choice { zone.sector.index() } else { 9 };
    let covered: std::collections::BTreeSet<usize> = marks.iter().filter(|c| close(c)).map(sectors).collect();
    assert!(covered.len() >= 3, "4.61: every close zone that can be had: {marks:?}");
}

/// The hint of 28.0b.
#[test]
fn he_fights_with_the_hatches_shut_but_his_own() {
    let scene = field().tank(13).open(&[Post::Loader, Post::Driver, Post::Assistant]).enemies("lw 6-8 close");
    let tank = answers(scene.roll(&[])).1.game().tank.clone();
    assert_eq!(Post::ALL.map(|post| tank.is_open(post)), Post::ALL.map(|post| post == Post::Commander), "4.73 1");
}

/// The hint of 28.0b.
/// rules: patton 4.73.3
#[test]
fn he_takes_the_ready_rack_only_for_what_can_knock_him_out() {
    let tank = orders(field().enemies("pz_iv 6-8 close").that(|enemy| enemy.facing = Some(Facing::Side)));
    assert_eq!((tank.reload, tank.from_rack), (Some(Ammo::Ap), true), "4.73 3");
    let men = orders(field().enemies("lw 6-8 close").loaded(Ammo::He));
    assert_eq!((men.reload, men.from_rack), (Some(Ammo::He), false));
    assert_eq!(men.of(Post::Assistant), Some(Action::PassAmmo));
}

/// The hint of 28.0b.
#[test]
fn he_looks_for_a_hull_down_position() {
    // Nothing to fire at: forward to hull down, and he directs.
    let none = orders(field().enemies("pz_vie 6-8 long unseen"));
    assert_eq!(none.of(Post::Driver), Some(Action::ForwardToHullDown), "4.74 1");
    let there = orders(field().enemies("pz_vie 6-8 long unseen").set("tank.hull_down = true"));
    assert_eq!(there.of(Post::Driver), Some(Action::Stop));
}

/// The hint of 28.0b.
#[test]
fn he_fires_at_what_he_can_knock_out_and_hides_from_the_rest() {
    let side = orders(field().enemies("pz_iv 6-8 close").that(|enemy| enemy.facing = Some(Facing::Side)));
    assert_eq!(side.of(Post::Gunner), Some(Action::FireMainGun), "4.74 2");
    assert_eq!(side.of(Post::Driver), Some(Action::Stop));
    // The front of a Tiger far away cannot be hurt: smoke, a move, and no shot that draws its fire.
    let tiger = orders(field().enemies("pz_vie 6-8 medium, pz_vie 6-8 long"));
    assert_ne!(tiger.of(Post::Gunner), Some(Action::FireMainGun));
    assert_eq!(tiger.of(Post::Commander), Some(Action::ThrowSmokeGrenade));
    assert_eq!(tiger.of(Post::Driver), Some(Action::ForwardToHullDown));
    // Of two targets the one that can be knocked out.
    let two = field().enemies("pz_vie 6-8 medium, pz_iv 6-8 close");
    let shot = first(
        two.that(|enemy| enemy.facing = Some(Facing::Side)).order(Post::Gunner, Action::FireMainGun).at(Stage::MainGun),
    );
    assert_eq!(shot.to_string(), "fire:2:direct");
}

/// The hint of 28.0b.
#[test]
fn he_turns_the_turret_to_the_target() {
    let scene = field().enemies("pz_vie 9-10 long").order(Post::Gunner, Action::RotateTurret);
    assert_eq!(first(scene.at(Stage::MainGun)), Choice::Turret(Sector::S910));
}

/// The hint of 28.0b.
#[test]
fn the_bow_gun_sweeps_the_close_zone_ahead_without_a_target() {
    let scene = field().enemies("pz_iv 6-8 long").order(Post::Assistant, Action::FireBowMg);
    let ahead = Zone { sector: Sector::S68, range: Range::Close };
    assert_eq!(first(scene.clone().at(Stage::MachineGuns)), Choice::Sweep(ahead), "4.74 3");
    // With one it is fired at.
    let men = scene.enemies("lw 6-8 close").at(Stage::MachineGuns);
    assert!(matches!(first(men), Choice::Shoot(_)));
    // AA and submachine guns stay silent.
    let quiet = orders(field().enemies("lw 6-8 close").loaded(Ammo::He));
    assert!(!matches!(quiet.of(Post::Commander), Some(Action::FireAaMg | Action::FireSubMg)));
    assert!(!matches!(quiet.of(Post::Loader), Some(Action::FireAaMg | Action::FireSubMg)));
}

/// The hint of 28.0b.
#[test]
fn smoke_helps_when_bogged_down_or_with_a_jammed_gun() {
    let danger = || field().tank(2).enemies("pz_vie 6-8 medium");
    let bogged = orders(danger().set("tank.bog = bogged"));
    assert_eq!(
        (bogged.of(Post::Loader), bogged.of(Post::Driver)),
        (Some(Action::FireMortar), Some(Action::Reverse)),
        "4.74 4"
    );
    let jammed = orders(danger().with(|game| game.tank.guns[Weapon::Main.index()] = GunState::Malfunction));
    assert_eq!(jammed.of(Post::Commander), Some(Action::ThrowSmokeGrenade));
    assert_eq!(
        (jammed.of(Post::Loader), jammed.of(Post::Gunner)),
        (Some(Action::RepairMainGun), Some(Action::GunnerRepairMainGun))
    );
}

/// What he believes comes from the charts in play: a pack that makes woods no cover but a trap has him fire there.
#[test]
fn he_believes_the_charts_in_play() {
    let mut pack = Charts::load(&shipped()).unwrap();
    pack.gunnery.sherman_mg.drm.woods = By::new(|_| -60);
    pack.gunnery.to_hit.drm.woods = [-60; 3];
    let pack: &'static Charts = Box::leak(Box::new(pack));
    let two = |kind: &str| {
        let hidden = field().enemies(&format!("{kind} 6-8 close woods"));
        hidden.enemies(&format!("{kind} 6-8 close"))
    };
    let guns = two("lw").order(Post::Assistant, Action::FireBowMg).at(Stage::MachineGuns).roll(&[]);
    let main = two("pz_iv").order(Post::Gunner, Action::FireMainGun).at(Stage::MainGun).roll(&[]);
    for (played, open, woods) in [(guns, "shoot:2", "shoot:1"), (main, "fire:2:direct", "fire:1:direct")] {
        let Some(Pending::Choice { ask, options, .. }) = played.session.pending().first() else {
            panic!("no question")
        };
        let with = |charts| Sensible.decide(&played.game().view(charts, Seat(0)), Seat(0), *ask, options).to_string();
        assert_eq!((with(charts()), with(pack)), (open.into(), woods.into()));
    }
}
