//! Who sees what (17.0).

use crate::common::{Look, Played, Scene};
use hulldown_patton::Setup;
use hulldown_patton::state::{Length, Sight, Snowfall, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

/// The player says who looks at what.
fn by_hand() -> Scene {
    Scene::of(Setup { length: Length::Day, spot_by_hand: true, ..Setup::default() }, Scenario::Advance)
        .at(Stage::Spotting)
}

fn unseen(kind: &str, sector: &str, range: Range) -> Scene {
    by_hand().enemies(&format!("{kind} {sector} {range} unseen", range = range.id()))
}

fn look(scene: Scene, post: &str) -> Played {
    scene.play(&format!("spot:{post}:1"), &[])
}

/// rules: patton 17.11, 17.12, 17.15, 17.0, 4.72
#[test]
fn a_roll_at_or_below_the_rating_spots_and_at_half_identifies() {
    // The commander at an open hatch, a tank (counted as Pz VIe: large) at long range: rating 5, -1.
    let scene = unseen("pz_vie", "6-8", Range::Long);
    let asked = look(scene.clone(), "c");
    assert_eq!(asked.asked_dice(), "Spotting (spotting) 1d10, 5 or less [-1 large]");
    let seen = asked.then("", &[6]);
    assert_eq!((seen.enemy(1).sight, seen.enemy(1).identified), (Sight::Spotted, false));
    // 3 - 1 = 2, half of 5: identified; a 5 in the tank column is a Pz IV.
    let known = scene.clone().play("spot:c:1", &[3, 5]);
    assert_eq!((known.enemy(1).kind, known.enemy(1).identified), (UnitType::PzIv, true));
    let only_seen = scene.clone().play("spot:c:1", &[4]);
    assert!(!only_seen.enemy(1).identified);
    // 7 - 1 = 6: neither spotted nor hidden; it can be looked for again.
    let not = scene.play("spot:c:1", &[7]);
    assert_eq!(not.enemy(1).sight, Sight::Unspotted);
}

/// rules: patton T.spot, 17.13, 17.25, 18.32
#[test]
fn modifiers_of_spotting() {
    let base = || unseen("pz_iv", "6-8", Range::Long);
    let modifier = |scene: Scene, post: &str, why: &str| look(scene, post).modifier(why);
    assert_eq!(modifier(base(), "g", "buttoned up"), 3);
    assert_eq!(modifier(base().open(&[]).set("tank.commander_looks = 6-8"), "c", "buttoned up"), 3);
    assert_eq!(modifier(base().tank(11).open(&[]), "c", "vision cupola"), 2);
    assert_eq!(modifier(base().set("tank.moving = true"), "c", "your tank moves"), 1);
    assert_eq!(modifier(base().that(|enemy| enemy.terrain = Terrain::HullDown), "c", "hull down"), 1);
    assert_eq!(modifier(base().that(|enemy| enemy.terrain = Terrain::Woods), "c", "woods"), 1);
    let smoke = base().with(|game| {
        game.battle.smoke[18] = 2;
        game.battle.smoke[Zone::new(Sector::S68, Range::Close).index()] = 4;
        game.battle.smoke[Zone::new(Sector::S68, Range::Long).index()] = 1;
    });
    assert_eq!(modifier(smoke, "c", "smoke"), 4);
    for (kind, why, value) in [("stug_iiig", "small", 1), ("pz_v", "large", -1), ("pz_vib", "very large", -2)] {
        assert_eq!(modifier(unseen(kind, "6-8", Range::Long), "c", why), value);
    }
    assert_eq!(modifier(unseen("pz_iv", "6-8", Range::Medium), "c", "medium"), -1);
    assert_eq!(modifier(unseen("pz_iv", "6-8", Range::Close), "c", "close"), -2);
    assert_eq!(modifier(base().that(|enemy| enemy.fired = true), "c", "it fired"), -2);
    assert_eq!(modifier(base().that(|enemy| enemy.moving = true), "c", "it moves"), -3);
    assert_eq!(modifier(base().that(|enemy| enemy.sight = Sight::Spotted), "c", "seen before"), -3);
    let fog = unseen("pz_iv", "6-8", Range::Close).weather(|w| w.sky = Sky::Fog);
    assert_eq!(modifier(fog, "c", "fog or falling snow"), 1);
    // A natural 1 always identifies, whatever stands against it.
    let hopeless = base().rating(Post::Gunner, 1).set("battle.smoke.18 = 12");
    assert!(hopeless.play("spot:g:1", &[1, 5]).enemy(1).identified);
}

/// rules: patton 17.14, 17.3
#[test]
fn nine_and_ten_hide_a_unit_from_all() {
    let hidden = unseen("lw", "6-8", Range::Close).enemies("mg 6-8 close unseen").play("spot:c:1", &[9]);
    assert_eq!(hidden.enemy(1).sight, Sight::Hidden);
    assert!(!hidden.can("spot:g:1") && hidden.can("spot:g:2"));
    // Even a man of rating 10 with everything for him.
    let sharp = unseen("lw", "6-8", Range::Close).ratings(10).that(|enemy| enemy.moving = true).play("spot:c:1", &[10]);
    assert_eq!(sharp.enemy(1).sight, Sight::Hidden);
    // A unit already spotted is not lost, unless it or your tank has moved.
    let spotted = |moved: bool, drove: bool| {
        let scene = unseen("pz_vie", "6-8", Range::Close).that(|enemy| {
            enemy.sight = Sight::Spotted;
            enemy.moved = moved;
        });
        scene.with(|game| game.battle.drove = drove).play("spot:c:1", &[9]).enemy(1).sight
    };
    assert_eq!(spotted(false, false), Sight::Spotted);
    assert_eq!(spotted(true, false), Sight::Hidden);
    assert_eq!(spotted(false, true), Sight::Hidden);
    // Hidden it cannot be looked for until your tank moves.
    let gone = by_hand().enemies("lw 6-8 close hidden");
    assert!(gone.clone().play("", &[]).can("go"));
    let found = gone.at(Stage::Movement).order(Post::Driver, Action::Forward).roll(&[59]);
    assert_eq!(found.enemy(1).sight, Sight::Unspotted);
}

/// rules: patton 17.21, 5.14, 4.45
#[test]
fn where_each_man_may_look() {
    let all = ["6-8", "9-10", "1", "2", "3", "4-5"];
    let seen = |scene: Scene, post: &str| -> Vec<&str> {
        let scene = all.iter().fold(scene, |scene, sector| scene.enemies(&format!("lw {sector} close unseen")));
        let menu = scene.play("", &[]);
        (1..=6).filter(|n| menu.can(&format!("spot:{post}:{n}"))).map(|n| all[n - 1]).collect()
    };
    assert_eq!(seen(by_hand(), "c"), all);
    assert_eq!(seen(by_hand().open(&[]), "c"), ["9-10"]);
    assert_eq!(seen(by_hand().set("tank.turret = 1"), "g"), ["1"]);
    assert_eq!(seen(by_hand(), "l"), ["4-5"]);
    assert_eq!(seen(by_hand().tank(2).open(&[Post::Loader]), "l"), all);
    assert_eq!(seen(by_hand(), "d"), ["6-8"]);
    assert_eq!(seen(by_hand().open(&[Post::Driver, Post::Assistant]), "d"), ["6-8", "9-10", "1", "3", "4-5"]);
    assert_eq!(seen(by_hand().open(&[Post::Driver, Post::Assistant]).set("tank.hull = 2"), "a").len(), 5);
    // A cupola sees all round; the split-hatch turrets have a blind corner at the turret's left rear.
    assert_eq!(seen(by_hand().tank(11).open(&[]), "c"), all);
    assert_eq!(seen(by_hand().tank(14).open(&[]), "c"), ["6-8", "9-10", "1", "2", "4-5"]);
}

/// rules: patton 17.22, 8.11, 8.23, 8.32, 8.35, 8.64
#[test]
fn some_orders_leave_no_time_to_look() {
    let looks = |post: Post, action: Action, sector: &str| {
        let scene = unseen("lw", sector, Range::Close).order(post, action).set("tank.loader_looks = 6-8");
        scene.play("", &[]).can(&format!("spot:{}:1", post.id()))
    };
    for (post, action) in [
        (Post::Commander, Action::DirectMovement),
        (Post::Commander, Action::DirectFire),
        (Post::Commander, Action::FireAaMg),
        (Post::Commander, Action::ThrowSmokeGrenade),
        (Post::Gunner, Action::FireCoaxMg),
        (Post::Gunner, Action::RotateTurret),
        (Post::Driver, Action::Stop),
        (Post::Driver, Action::ForwardToHullDown),
        (Post::Driver, Action::ReverseToHullDown),
        (Post::Driver, Action::Pivot),
        (Post::Assistant, Action::FireBowMg),
    ] {
        assert!(looks(post, action, "6-8"), "{post} {action}");
    }
    for (post, action) in [
        (Post::Gunner, Action::FireMainGun),
        (Post::Gunner, Action::RotateAndFire),
        (Post::Gunner, Action::GunnerRepairMainGun),
        (Post::Loader, Action::RepairMainGun),
        (Post::Loader, Action::RepairCoaxMg),
        (Post::Loader, Action::FireMortar),
        (Post::Loader, Action::ChangeGunLoad),
        (Post::Loader, Action::RestockReadyRack),
        (Post::Commander, Action::RepairAaMg),
        (Post::Assistant, Action::RepairBowMg),
        (Post::Assistant, Action::PassAmmo),
        (Post::Driver, Action::ReplacePeriscope),
    ] {
        assert!(!looks(post, action, "6-8"), "{post} {action}");
    }
    // A loader who loads looks out unless the main gun was fired.
    let loader = |shots: u8| {
        unseen("lw", "4-5", Range::Close).with(|game| game.battle.shots = shots).play("", &[]).can("spot:l:1")
    };
    assert!(loader(0) && !loader(1));
}

/// rules: patton 17.23
#[test]
fn broken_periscopes_blind() {
    let blind = |post: Post| move |game: &mut hulldown_patton::Patton| game.tank.blind[post.index()] = true;
    let can =
        |scene: Scene, post: &str| scene.enemies("lw 4-5 close unseen").play("", &[]).can(&format!("spot:{post}:1"));
    let lw = || unseen("lw", "6-8", Range::Close);
    assert!(!can(lw().with(blind(Post::Driver)), "d"));
    assert!(can(lw().with(blind(Post::Driver)).open(&[Post::Driver]), "d"));
    // The gunner has two eyes.
    assert!(can(lw().with(blind(Post::Gunner)), "g"));
    assert!(can(lw().set("tank.sight_broken = true"), "g"));
    assert!(!can(lw().with(blind(Post::Gunner)).set("tank.sight_broken = true"), "g"));
}

/// rules: patton 17.24, T.weather.2
#[test]
fn in_fog_and_falling_snow_only_close_range_is_seen() {
    let scene = || unseen("lw", "6-8", Range::Close).enemies("mg 6-8 medium unseen");
    let clear = scene().play("", &[]);
    assert!(clear.can("spot:c:1") && clear.can("spot:c:2"));
    for thick in [
        scene().weather(|w| w.sky = Sky::Fog).play("", &[]),
        scene().weather(|w| w.snow = Snowfall::Falling).play("", &[]),
    ] {
        assert!(thick.can("spot:c:1") && !thick.can("spot:c:2"));
    }
}

/// rules: patton 17.4, 17.4b, 17.4c, T.appear, 12.11, 12.12, 12.18, 12.1
#[test]
fn what_unknown_units_turn_out_to_be() {
    let found = |kind: &str, dice: &[u8]| {
        let mut rolls = vec![1];
        rolls.extend_from_slice(dice);
        let end = unseen(kind, "6-8", Range::Close).play("spot:c:1", &rolls);
        assert!(end.enemy(1).identified);
        end.enemy(1).kind
    };
    assert_eq!(found("pz_vie", &[5]), UnitType::PzIv);
    assert_eq!(found("pz_vie", &[9]), UnitType::PzV);
    assert_eq!(found("pz_vie", &[10, 80]), UnitType::PzV);
    assert_eq!(found("pz_vie", &[10, 81]), UnitType::PzVie);
    assert_eq!(found("pz_vie", &[10, 95]), UnitType::PzVib);
    assert_eq!(found("stug_iiig", &[3]), UnitType::StugIiig);
    assert_eq!(found("stug_iiig", &[4]), UnitType::MarderIi);
    assert_eq!(found("stug_iiig", &[6]), UnitType::MarderIii);
    assert_eq!(found("stug_iiig", &[8]), UnitType::JgdpzIv);
    assert_eq!(found("stug_iiig", &[10]), UnitType::Jgdpz38t);
    assert_eq!(found("at_88ll", &[3]), UnitType::At50l);
    assert_eq!(found("at_88ll", &[8]), UnitType::At75l);
    assert_eq!(found("at_88ll", &[9]), UnitType::At88ll);
    // The next of the class is the same without a roll, but a Tiger does not bind.
    let two = || unseen("pz_vie", "6-8", Range::Close).enemies("pz_vie 6-8 close unseen");
    let same = two().play("spot:c:1 spot:c:2", &[1, 5, 1]);
    assert_eq!((same.enemy(2).kind, same.enemy(2).identified), (UnitType::PzIv, true));
    let tiger = two().play("spot:c:1 spot:c:2", &[1, 10, 90, 1, 6]);
    assert_eq!((tiger.enemy(1).kind, tiger.enemy(2).kind), (UnitType::PzVie, UnitType::PzV));
    // Spotted but not identified it can be tried again.
    assert!(
        unseen("pz_vie", "6-8", Range::Close).that(|enemy| enemy.sight = Sight::Spotted).play("", &[]).can("spot:c:1")
    );
    assert!(!by_hand().enemies("lw 6-8 close").play("", &[]).can("spot:c:1"));
}

/// rules: patton 4.72
#[test]
fn by_itself_the_crew_lets_the_best_eyes_try_first() {
    let scene = Scene::new(Scenario::Advance).at(Stage::Spotting).enemies("lw 6-8 long unseen").rating(Post::Driver, 9);
    // The driver: 9 less 3; the commander: 5; then gunner; the loader looks elsewhere, the assistant comes last.
    let end = scene.roll(&[8, 8, 8, 8]);
    let needs: Vec<bool> = end.rolls().iter().map(|roll| roll.contains("9 or less")).collect();
    assert_eq!(needs, [true, false, false, false]);
    assert!(end.rolled(1).contains(": 8, 5 or less"));
    let seen = Scene::new(Scenario::Advance).at(Stage::Spotting).enemies("lw 6-8 close unseen").roll(&[7]);
    assert!(seen.saw(|event| matches!(event, Event::Spotted { by: Post::Commander, .. })));
    assert!(seen.can("go"));
}

/// rules: patton 17.22, 19.22
#[test]
fn who_has_just_changed_his_post_does_not_look_out_of_it() {
    let seat = |climbed: bool| {
        let scene = unseen("lw", "6-8", Range::Close).wound(Post::Gunner, Wound::LightWeek).with(move |game| {
            game.crew.assistant_at = Post::Gunner;
            if climbed {
                game.battle.orders.acts[Post::Assistant.index()] = Some(Action::MoveToPosition);
                game.battle.orders.take = Post::Gunner;
            }
        });
        scene.play("", &[]).can("spot:g:1")
    };
    assert!(seat(false) && !seat(true));
    // Nor from the seat he has come back to.
    let back = unseen("lw", "6-8", Range::Close).wound(Post::Gunner, Wound::LightWeek).with(|game| {
        game.battle.orders.acts[Post::Gunner.index()] = Some(Action::MoveToPosition);
        game.battle.orders.take = Post::Assistant;
    });
    assert!(!back.play("", &[]).can("spot:a:1"));
}
