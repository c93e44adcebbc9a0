//! The enemy's fire: guns, machine guns, the Panzerfaust, and which side of the tank they meet.

use crate::common::{Look, Scene};
use hulldown_ace::state::{EnemyAim, Stage, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// The enemy step of round 2, and nothing else before it.
fn enemy_step(fight: Mission) -> Scene {
    Scene::new(fight).stage(Stage::Enemy(Seat(0)))
}

/// rules: ace BC.6a 7.2-4d
#[test]
fn each_class_fires_on_its_own_chart_and_only_if_it_targets() {
    let fires = |kind: &str, aim: EnemyAim| {
        enemy_step(Mission::Attack)
            .enemies(&format!("{kind} B"))
            .that(|enemy| enemy.aim = aim)
            .play("", &[])
            .asked_dice()
    };
    for kind in ["pz4", "stug3", "pak40"] {
        assert_eq!(fires(kind, EnemyAim::Tank), "Enemy to hit (B1) 2d6, 6 or less");
    }
    assert_eq!(fires("inf", EnemyAim::Tank), "infantry fire (B2) 2d6, chart B2");
    assert_eq!(fires("sdkfz221", EnemyAim::Tank), "recon vehicle fire (B2) 2d6, chart B2");
    assert_eq!(fires("sdkfz222", EnemyAim::Tank), "recon vehicle fire (B2) 2d6, chart B2");
    assert_eq!(fires("sdkfz251", EnemyAim::Tank), "halftrack machine gun (B2) 2d6, chart B2");
    for kind in ["pz4", "stug3", "pak40", "inf", "sdkfz222", "sdkfz251"] {
        assert_eq!(fires(kind, EnemyAim::Elsewhere), "Event check (B9) 2d6, chart B9", "{kind}");
    }
}

/// rules: ace BC.6a 7.2-Jb R17a
#[test]
fn an_enemy_gun_has_every_modifier_of_the_to_hit_chart() {
    let scene = enemy_step(Mission::Attack).enemies("pz4 A targeting buttoned");
    let scene = scene.enemies("pak40 B targeting suppressed").weather(Weather::Rain).terrain(Terrain::Woods);
    let scene = scene.mine("mat.hull_down = true, board.own_smoke = 2, board.smoke = [1, 0, 2, 2, 2]");
    let fired = scene.play("", &[6, 5, 6, 5]);
    assert_eq!(
        fired.rolls(),
        [
            "Enemy to hit (B1): 11 +1 the tank is hull down +2 smoke around the tank +1 smoke in the area +1 rain +1 woods \
             +1 firer buttoned up = 18, 6 or less: miss",
            "Enemy to hit (B1): 11 +1 the tank is hull down +2 smoke around the tank +1 rain +1 woods +2 firer suppressed = 18, \
             6 or less: miss",
        ]
    );
    let plain = |range| {
        enemy_step(Mission::Attack).range(range).enemies("stug3 B targeting").play("", &[3, 4]).rolls().remove(0)
    };
    assert_eq!(plain(Range::Close), "Enemy to hit (B1): 7, 7 or less: hit");
    assert_eq!(plain(Range::Medium), "Enemy to hit (B1): 7, 6 or less: miss");
    assert_eq!(plain(Range::Long), "Enemy to hit (B1): 7, 5 or less: miss");
}

/// rules: ace 6.3f BC.6a 3.5.2b
#[test]
fn enemy_machine_guns_have_every_modifier_of_b2() {
    let inf = enemy_step(Mission::Attack).range(Range::Long).enemies("inf A targeting");
    let inf =
        inf.that(|enemy| (enemy.steps, enemy.suppressed) = (1, true)).weather(Weather::Snow).terrain(Terrain::Woods);
    let inf = inf.mine("mat.hull_down = true, board.own_smoke = 1, board.smoke.0 = 2");
    assert_eq!(
        inf.play("", &[1, 1]).rolls(),
        ["infantry fire (B2): 2 +1 snow +1 smoke around the tank +2 smoke in the area +1 long range +1 firer reduced \
          +2 firer suppressed = 10: no effect"]
    );
    let close = enemy_step(Mission::Attack).range(Range::Close).enemies("sdkfz251 B targeting").buttoned();
    assert_eq!(close.play("", &[3, 4]).rolls(), ["halftrack machine gun (B2): 7 -1 close range = 6: buttoned up"]);
    let mud = enemy_step(Mission::Attack).weather(Weather::Mud).enemies("sdkfz221 B targeting");
    assert_eq!(mud.play("", &[3, 4]).rolls(), ["recon vehicle fire (B2): 7: no effect"]);
}

/// rules: ace 3.5.2c R8a
#[test]
fn a_lucky_2cm_hit_is_resolved_on_b3() {
    let fire = |kind, range, faces: &[u8]| {
        enemy_step(Mission::Attack).range(range).enemies(&format!("{kind} B targeting")).buttoned().play("", faces)
    };
    let lucky = fire("sdkfz222", Range::Medium, &[1, 1, 3, 1, 1]);
    assert_eq!(
        lucky.rolls(),
        ["recon vehicle fire (B2): 2: lucky hit", "Location (B3): 3: hull", "PEN < armor (B3): 2: no penetration"]
    );
    assert!(
        lucky.saw(|event| matches!(event, Event::TankStruck { part: Part::Hull, side: false, pen: 2, armor: 5, .. }))
    );
    assert!(lucky.me().mat.shock, "it counts as an anti-tank round");
    let close = fire("sdkfz234", Range::Close, &[1, 2, 1, 1, 1]);
    assert_eq!(close.rolls()[0], "recon vehicle fire (B2): 3 -1 close range = 2: lucky hit");
    assert!(close.saw(|event| matches!(event, Event::TankStruck { part: Part::Turret, pen: 3, armor: 6, .. })));
    let long = fire("sdkfz231", Range::Long, &[1, 1]);
    assert_eq!(
        (long.rolls(), long.options()),
        (vec!["recon vehicle fire (B2): 2 +1 long range = 3: buttoned up".into()], vec!["dice:B9".into()])
    );
    let plain = fire("sdkfz221", Range::Close, &[1, 1]);
    assert_eq!((plain.rolls().len(), plain.options()), (1, vec!["dice:B9".into()]), "machine guns alone never");
}

/// rules: ace 6.3f CH.B4 3.5.2b BC.6a
#[test]
fn infantry_at_close_range_tries_the_panzerfaust_by_its_morale() {
    let scene = |grade: &str, steps: u8, suppressed: bool| {
        let grade = Grade::from_id(grade).unwrap();
        let scene = enemy_step(Mission::Attack).range(Range::Close).enemies("inf B targeting");
        scene.that(|enemy| (enemy.steps, enemy.suppressed) = (steps, suppressed)).with(|game| game.field.grade = grade)
    };
    let attempt = |grade, steps, suppressed| scene(grade, steps, suppressed).play("", &[]).asked_dice();
    assert_eq!(attempt("ss", 2, false), "Panzerfaust attempt (B4) 1d6, 5 or less");
    assert_eq!(attempt("fallschirmjaeger", 1, false), "Panzerfaust attempt (B4) 1d6, 4 or less");
    assert_eq!(attempt("wehrmacht", 2, false), "Panzerfaust attempt (B4) 1d6, 4 or less");
    assert_eq!(attempt("wehrmacht", 1, true), "Panzerfaust attempt (B4) 1d6, 1 or less");
    assert_eq!(attempt("volksgrenadier", 2, false), "Panzerfaust attempt (B4) 1d6, 3 or less");
    assert_eq!(
        attempt("static", 2, true),
        "infantry fire (B2) 2d6, chart B2 [-1 close range, +2 firer suppressed]",
        "no morale left, no die"
    );
    assert_eq!(
        attempt("volkssturm", 1, true),
        "infantry fire (B2) 2d6, chart B2 [-1 close range, +1 firer reduced, +2 firer suppressed]"
    );
    let shy = scene("wehrmacht", 2, false).play("", &[5]);
    assert_eq!(
        (shy.rolls()[0].as_str(), shy.asked_dice().as_str()),
        ("Panzerfaust attempt (B4): 5, 4 or less: does not dare", "infantry fire (B2) 2d6, chart B2 [-1 close range]")
    );
    let medium = scene("ss", 2, false).range(Range::Medium).play("", &[]);
    assert_eq!(medium.asked_dice(), "infantry fire (B2) 2d6, chart B2", "only at close range");
}

/// rules: ace CH.B4 R27a
#[test]
fn a_panzerfaust_hits_by_date_with_its_modifiers_and_strikes_with_twelve() {
    let scene = |month: &str| enemy_step(Mission::Attack).range(Range::Close).month(month).enemies("inf A targeting");
    for (month, need) in [("1944-08", 3), ("1944-09", 4), ("1945-01", 4), ("1945-02", 5)] {
        assert_eq!(scene(month).play("", &[1]).asked_dice(), format!("Panzerfaust to hit (B4) 2d6, {need} or less"));
    }
    let worst = scene("1945-04")
        .that(|enemy| (enemy.steps, enemy.suppressed) = (1, true))
        .weather(Weather::Rain)
        .terrain(Terrain::Urban);
    let worst = worst.buttoned().with(|game| game.field.grade = Grade::from_id("ss").unwrap()).me(|player| {
        player.mat.hull_down = true;
        player.career.trades |= bit(Trade::Sandbags.index());
        (player.board.own_smoke, player.board.smoke[0]) = (2, 1);
    });
    let missed = worst.play("", &[2, 1, 1]);
    assert_eq!(
        missed.rolls(),
        [
            "Panzerfaust attempt (B4): 2, 2 or less: tries",
            "Panzerfaust to hit (B4): 2 -1 commander buttoned up +1 firer reduced +2 firer suppressed +2 smoke around the tank \
             +1 smoke in the area +1 rain +1 sandbags = 9, 5 or less: miss",
        ]
    );
    assert_eq!(missed.options(), ["dice:B9"], "whoever tried has no machine gun fire besides");
    let hit = scene("1944-07").buttoned().play("", &[4, 2, 2, 5, 1, 1, 6]);
    assert_eq!(
        hit.rolls()[1..],
        [
            "Panzerfaust to hit (B4): 4 -1 commander buttoned up = 3, 3 or less: hit",
            "Location (B3): 5: hull",
            "PEN > armor (B3): 2: no penetration",
            "Spalling (7.3.8): 6, 2 or less: none",
        ]
    );
    assert!(
        hit.saw(|event| matches!(event, Event::TankStruck { pen: 12, armor: 5, side: false, .. })),
        "no range modifier"
    );
    assert!(hit.me().mat.shock);
}

/// Vector 8 of the examples among them.
///
/// rules: ace 7.3.3b 7.3.3c
#[test]
fn hull_and_turret_are_each_judged_by_their_own_facing() {
    // Armor of the M4A1 (Late): turret front 6, hull front 5, sides 3.
    let armor = |hull, turret, area: Area, location| {
        let scene = enemy_step(Mission::Attack)
            .enemies(&format!("pz4 {area} targeting", area = area.id()))
            .me(|player| (player.mat.hull, player.mat.turret) = (hull, turret));
        let struck = scene.play("", &[1, 1, location]).events();
        struck
            .iter()
            .find_map(|event| if let Event::TankStruck { armor, .. } = event { Some(*armor) } else { None })
            .unwrap()
    };
    for (facing, sides) in
        [(Facing::Front, [Area::D, Area::E]), (Facing::Left, [Area::C, Area::E]), (Facing::Right, [Area::A, Area::D])]
    {
        for area in Area::ALL {
            let side = sides.contains(&area);
            for other in Facing::ALL {
                assert_eq!(armor(facing, other, area, 4), if side { 3 } else { 5 }, "hull {facing}, fire from {area}");
                assert_eq!(
                    armor(other, facing, area, 1),
                    if side { 3 } else { 6 },
                    "turret {facing}, fire from {area}"
                );
            }
        }
    }
}

/// rules: ace 7.2-Jb R17a
#[test]
fn a_flank_move_shows_the_side_to_all_other_areas_for_one_enemy_step() {
    let scene = Scene::new(Mission::Attack).enemies("pz4 B targeting, pz4 A targeting");
    let scene = scene.enemies("pak40 C targeting").buttoned();
    // Three hits, each NP on a 2: one on the turret from B, one on the hull from A, one on the turret from C.
    let first = scene.play("flank:1 range:keep end", &[1, 1, 1, 1, 1, 6, 1, 1, 4, 1, 1, 6, 1, 1, 1, 1, 1, 6]);
    let struck = |played: &crate::common::Played| {
        let hits = played.events().into_iter().filter_map(|event| match event {
            Event::TankStruck { part, side, armor, .. } => Some((part, side, armor)),
            _ => None,
        });
        hits.collect::<Vec<_>>()
    };
    assert_eq!(struck(&first), [(Part::Turret, false, 6), (Part::Hull, true, 3), (Part::Turret, true, 3)]);
    assert_eq!(first.me().mat.exposed_but_to, None);
    // The next step meets the front again.
    let second = first.dice(&[&[3, 4]]).go_on("end").dice(&[&[6, 6], &[1, 1], &[4]]);
    assert_eq!(struck(&second)[3..], [(Part::Hull, false, 5)]);
    // In round 1 of an Attack the next fire step is that of round 2.
    let late = Scene::new(Mission::Attack).round(1).enemies("pz4 B targeting, pz4 A targeting");
    let late = late.play("flank:1 range:keep end", &[3, 4]).go_on("end").dice(&[&[6, 6], &[1, 1], &[4]]);
    assert_eq!(struck(&late), [(Part::Hull, true, 3)]);
}
