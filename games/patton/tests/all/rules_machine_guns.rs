//! The machine guns (10.0, 22.2).

use crate::common::{Look, Scene};
use hulldown_patton::Setup;
use hulldown_patton::state::{Directs, GunState, Length, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

fn fires(post: Post, action: Action) -> Scene {
    Scene::new(Scenario::Advance).at(Stage::MachineGuns).order(post, action).open(&[Post::Commander])
}

fn coax(kind: &str, range: Range) -> Scene {
    fires(Post::Gunner, Action::FireCoaxMg).enemies(&format!("{kind} 6-8 {range}", range = range.id()))
}

/// rules: patton T.mg, 8.22, 4.74.3, 10.21, 3.2b
#[test]
fn a_machine_gun_kills_men_at_or_below_its_number() {
    let shot = coax("lw", Range::Medium).play("shoot:1", &[]);
    assert_eq!(shot.asked_dice(), "co-axial MG (sherman_mg) 1d100, 20 or less [-5 gunner]");
    assert!(shot.then("", &[25]).gone(1));
    assert!(!coax("lw", Range::Medium).play("shoot:1", &[26]).gone(1));
    // A kill is your tank's.
    assert_eq!(coax("mg", Range::Close).play("shoot:1", &[5]).game().report.own[UnitType::Mg.index()], 1);
    // 01 to 03 always kill, whatever stands against it; a total never falls below 1, so a number of 0 is beyond reach otherwise.
    let fort = coax("at_75l", Range::Long).that(|enemy| enemy.terrain = Terrain::Fortification);
    assert!(fort.clone().play("shoot:1", &[3]).gone(1));
    assert!(!fort.play("shoot:1", &[4]).gone(1));
    let bow = fires(Post::Assistant, Action::FireBowMg).enemies("lw 6-8 medium").ratings(10);
    assert!(!bow.clone().play("shoot:1", &[4]).gone(1));
    assert!(bow.play("shoot:1", &[3]).gone(1));
    // Without the order nothing fires.
    assert!(Scene::new(Scenario::Advance).enemies("lw 6-8 close").at(Stage::MachineGuns).roll(&[]).rolls().is_empty());
}

/// rules: patton T.mg, 8.12, 8.51, 8.62, 8.65
#[test]
fn modifiers_of_machine_guns() {
    let directed = coax("lw", Range::Close)
        .order(Post::Commander, Action::DirectFire)
        .orders(|o| o.directs = Directs::Mg(Mg::Coax));
    assert_eq!(directed.play("shoot:1", &[]).modifier("commander directs"), -5);
    let runs = coax("lw", Range::Close).that(|enemy| enemy.moving = true);
    assert_eq!(runs.play("shoot:1", &[]).modifier("moving in the open"), -15);
    let woods = coax("lw", Range::Close).that(|enemy| enemy.terrain = Terrain::Woods);
    assert_eq!(woods.play("shoot:1", &[]).modifier("woods"), 10);
    let house = coax("mg", Range::Close).that(|enemy| enemy.terrain = Terrain::Building);
    assert_eq!(house.play("shoot:1", &[]).modifier("gun or building"), 15);
    assert_eq!(coax("at_50l", Range::Close).play("shoot:1", &[]).modifier("gun or building"), 15);
    let fort = coax("mg", Range::Close).that(|enemy| enemy.terrain = Terrain::Fortification);
    assert_eq!(fort.play("shoot:1", &[]).modifier("fortification"), 20);
    let drives = coax("lw", Range::Close).order(Post::Driver, Action::Forward);
    assert_eq!(drives.play("shoot:1", &[]).modifier("firing on the move"), 10);
    // The others, each with the rating of whoever fires it.
    let bow = fires(Post::Assistant, Action::FireBowMg).enemies("lw 6-8 close").play("shoot:1", &[]);
    assert_eq!(bow.asked_dice(), "bow MG (sherman_mg) 1d100, 20 or less [-5 assistant driver]");
    let aa = fires(Post::Commander, Action::FireAaMg).enemies("lw 2 medium").play("shoot:1", &[]);
    assert_eq!(aa.asked_dice(), "AA MG (sherman_mg) 1d100, 20 or less [-5 commander]");
    let sub = fires(Post::Commander, Action::FireSubMg).enemies("lw 2 close").play("shoot:1", &[]);
    assert_eq!(sub.asked_dice(), "sub MG (sherman_mg) 1d100, 10 or less [-5 commander]");
    let smoke = coax("lw", Range::Close).set("battle.smoke.18 = 2").play("shoot:1", &[]);
    assert!(smoke.asked_dice().contains("12 or less"));
}

/// rules: patton 10.22, 10.22b, 10.23, 22.2
#[test]
fn where_and_at_what_machine_guns_fire() {
    let menu = coax("lw", Range::Close).enemies("pz_iv 6-8 close, truck 9-10 close, lw 6-8 long unseen").play("", &[]);
    assert!(menu.can("shoot:1"));
    assert_eq!(menu.refused("shoot:2"), Some(("10.23", "machine guns do not hurt it")));
    assert_eq!(menu.refused("shoot:3"), Some(("10.22", "the gun does not face it")));
    assert_eq!(menu.refused("shoot:4"), Some(("9.1", "it has not been spotted")));
    // The bow MG follows the hull, the others fire anywhere; a submachine gun only close.
    let bow = fires(Post::Assistant, Action::FireBowMg)
        .set("tank.turret = 1")
        .enemies("lw 6-8 close, lw 1 close")
        .play("", &[]);
    assert!(bow.can("shoot:1") && !bow.can("shoot:2"));
    let sub = fires(Post::Commander, Action::FireSubMg).enemies("lw 3 close, lw 3 medium").play("", &[]);
    assert!(sub.can("shoot:1"));
    assert_eq!(sub.refused("shoot:2"), Some(("T.mg", "the gun does not carry so far")));
    // Hull down the bow MG is silent.
    let down = Scene::new(Scenario::Advance).set("tank.hull_down = true").enemies("lw 6-8 close").play("", &[]);
    assert_eq!(down.refused("order:a:fire_bow_mg"), Some(("8.51", "the bow MG cannot fire from a hull down position")));
    // Zones with a target in them are not swept; others in reach are.
    assert_eq!(menu.refused("sweep:6-8:close"), Some(("10.24", "there is a target in it")));
    assert!(menu.can("sweep:6-8:medium") && menu.can("sweep:6-8:long") && !menu.can("sweep:9-10:medium"));
}

/// rules: patton 10.24, 22.21, 22.22, 22.23, 16.3
#[test]
fn sweeping_fire_strikes_who_comes_into_it() {
    let scene = fires(Post::Assistant, Action::FireBowMg).enemies("lw 6-8 medium woods");
    let swept = scene.play("sweep:6-8:close", &[50]);
    assert_eq!(swept.game().battle.sweeps.len(), 1);
    // It comes forward (11-20), over open ground (8): fired at with the bow MG.
    let hit = swept.then("", &[15, 8]);
    assert_eq!(
        hit.asked_dice(),
        "bow MG (sherman_mg) 1d100, 20 or less [-5 assistant driver, -10 moving in the open, +10 Advancing Fire]"
    );
    let hit = hit.then("", &[15]);
    assert!(hit.gone(1));
    assert_eq!(hit.game().report.own[UnitType::Lw.index()], 1);
    // The markers stay until the next orders.
    let quiet = fires(Post::Assistant, Action::FireBowMg).enemies("pz_iv 6-8 long");
    let quiet = quiet.play("sweep:6-8:close", &[31, 5]);
    assert_eq!(quiet.game().battle.sweeps.len(), 1);
    let orders = Scene::new(Scenario::Advance).with(|game| {
        let zone = Zone::new(Sector::S68, Range::Close);
        game.battle.sweeps.push(hulldown_patton::state::Sweep { mg: Mg::Bow, by: Post::Assistant, zone });
    });
    assert!(orders.enemies("pz_iv 6-8 long").play("", &[]).game().battle.sweeps.is_empty());
    // 98 to 100 jams the gun; 1 to 30 uses a box where boxes are counted.
    let counted = |mg_ammo: bool, roll: u8| {
        let scene = Scene::of(Setup { length: Length::Day, mg_ammo, ..Setup::default() }, Scenario::Advance);
        let scene = scene.at(Stage::MachineGuns).order(Post::Assistant, Action::FireBowMg).enemies("pz_iv 6-8 long");
        let end = scene.play("sweep:6-8:close", &[roll]);
        (end.game().tank.boxes_30, end.game().tank.gun(Weapon::Bow))
    };
    assert_eq!(counted(true, 30), (29, GunState::Works));
    assert_eq!(counted(true, 31), (30, GunState::Works));
    assert_eq!(counted(false, 30), (30, GunState::Works));
    assert_eq!(counted(true, 98), (30, GunState::Malfunction));
}

/// rules: patton 16.3, T.mg
#[test]
fn aimed_fire_uses_boxes_by_the_colored_die() {
    let counted = |mg_ammo: bool, roll: u8| {
        let scene = Scene::of(Setup { length: Length::Day, mg_ammo, ..Setup::default() }, Scenario::Advance);
        let scene = scene.at(Stage::MachineGuns).order(Post::Gunner, Action::FireCoaxMg).enemies("mg 6-8 long");
        let end = scene.play("shoot:1", &[roll]);
        (end.game().tank.boxes_30, end.game().tank.gun(Weapon::Coax))
    };
    assert_eq!(counted(true, 30).0, 29);
    assert_eq!(counted(true, 39).0, 29);
    assert_eq!(counted(true, 40).0, 30);
    assert_eq!(counted(false, 30).0, 30);
    assert_eq!(counted(true, 98), (30, GunState::Malfunction));
    // Without a box the gun cannot be ordered to fire.
    let empty = Scene::of(Setup { length: Length::Day, mg_ammo: true, ..Setup::default() }, Scenario::Advance)
        .enemies("mg 6-8 long")
        .set("tank.boxes_30 = 0");
    assert_eq!(empty.play("", &[]).refused("order:g:fire_coax_mg"), Some(("16.3", "no ammunition is left for it")));
    // A submachine gun never jams.
    let sub = fires(Post::Commander, Action::FireSubMg).enemies("lw 3 close").play("shoot:1", &[98]);
    assert!(!sub.saw(|event| matches!(event, Event::Malfunction { .. })));
}

/// Two guns: the zones to be swept are marked, and paid for, before anybody aims.
///
/// rules: patton 4.74.3, 10.24, 22.2
#[test]
fn sweeps_are_marked_before_anybody_aims() {
    let scene = || fires(Post::Gunner, Action::FireCoaxMg).order(Post::Assistant, Action::FireBowMg);
    let two = || scene().enemies("lw 6-8 close, lw 6-8 long");
    // The co-axial MG is asked first; it may sweep, or wait until the sweeps are marked.
    let asked = two().play("", &[]);
    assert!(asked.can("aimed") && asked.can("sweep:6-8:medium") && asked.can("hold") && !asked.can("shoot:1"));
    // It means to clear the close zone; the bow MG cannot then have it swept, for the men are still there when it is marked.
    let bow = asked.go_on("aimed");
    assert_eq!(bow.refused("sweep:6-8:close"), Some(("10.24", "there is a target in it")));
    let marked = bow.go_on("sweep:6-8:medium");
    assert!(marked.asked_dice().starts_with("Advancing Fire"), "{:?}", marked.options());
    let aims = marked.then("", &[50]);
    assert!(aims.can("shoot:1") && aims.can("shoot:2") && !aims.can("sweep:6-8:close"));
    let killed = aims.go_on("shoot:1").then("", &[5]);
    assert!(killed.gone(1) && killed.stage() == Stage::Enemy);
    // Both aim: each in turn, and the second at what the first has left.
    let both = two().play("aimed aimed shoot:1", &[5]);
    assert!(both.gone(1) && both.can("shoot:2") && !both.can("shoot:1"));
    let alone = scene().enemies("lw 6-8 close").play("aimed aimed shoot:1", &[5]);
    assert!(alone.asked_dice().starts_with("Random event"), "{:?}", alone.options());
    // A gun without a target sweeps or is silent; the last one is asked only once.
    let none = scene().enemies("pz_iv 6-8 close").play("", &[]);
    assert!(!none.can("aimed") && none.can("sweep:6-8:close"));
    let last = none.go_on("hold");
    assert!(last.can("sweep:6-8:close") && last.refused("shoot:1").is_some());
}

/// rules: patton 22.21, 22.22
#[test]
fn a_gun_that_jams_sweeps_nobody() {
    let scene = || fires(Post::Assistant, Action::FireBowMg).enemies("lw 6-8 medium");
    // 97 sweeps, 98 jams; the men come forward over open ground.
    let swept = scene().play("sweep:6-8:close", &[97, 15, 8]);
    assert!(swept.asked_dice().starts_with("bow MG"));
    for roll in [98, 99, 100] {
        let jammed = scene().play("sweep:6-8:close", &[roll, 15, 8]);
        assert_eq!(jammed.game().tank.gun(Weapon::Bow), GunState::Malfunction);
        assert!(jammed.asked_dice().starts_with("friendly action"), "{roll}: {}", jammed.asked_dice());
        assert!(jammed.game().battle.sweeps.is_empty(), "nothing keeps a Panzerfaust away");
    }
    // A submachine gun never jams, and a box is spent whether or not anybody comes.
    let sub = fires(Post::Commander, Action::FireSubMg).enemies("lw 6-8 medium");
    let sub = sub.play("sweep:6-8:close", &[15, 8]);
    assert!(sub.asked_dice().starts_with("sub MG"), "{}", sub.asked_dice());
}

/// rules: patton 22.22, 19.22, T.coll.2
#[test]
fn nobody_fires_on_who_is_out_of_action() {
    let swept = |change: fn(&mut hulldown_patton::Patton)| {
        let scene = Scene::new(Scenario::Advance).at(Stage::Enemy).enemies("lw 6-8 medium").with(|game| {
            let zone = Zone::new(Sector::S68, Range::Close);
            game.battle.sweeps.push(hulldown_patton::state::Sweep { mg: Mg::Aa, by: Post::Commander, zone });
        });
        scene.with(change).roll(&[15, 8]).asked_dice().starts_with("AA MG")
    };
    assert!(swept(|_| {}));
    assert!(!swept(|game| game.crew.men[0].as_mut().unwrap().wound = Wound::LightWeek));
    assert!(!swept(|game| game.tank.guns[Weapon::Aa.index()] = GunState::Broken));
}
