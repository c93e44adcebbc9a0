//! Tank school and what is learned there: 4.6, F1.

use crate::common::{Look, Played, Scene, charts};
use crate::rules_setup::schooled;
use hulldown_ace::state::{End, Stage, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

fn price(played: &Played, skill: Skill) -> u8 {
    played.game().price(charts(), Seat(0), skill).unwrap()
}

/// rules: ace 4.6a 7.7b 7.7a CH.F1
#[test]
fn school_gives_discounts_by_the_man() {
    let passed = schooled([1, 3, 2, 3], "study", 4);
    let cheap = [
        (Skill::Gunnery, 3),
        (Skill::EyeForTerrain, 1),
        (Skill::MaintenanceAa50, 0),
        (Skill::MaintenanceBow, 0),
        (Skill::Expert, 2),
    ];
    let full = [
        (Skill::Aim, 2),
        (Skill::SixthSense, 1),
        (Skill::Synergy, 2),
        (Skill::Leadership, 1),
        (Skill::AdrenalineRush, 1),
        (Skill::MaintenanceCoax, 1),
    ];
    for (skill, cost) in cheap.into_iter().chain(full) {
        assert_eq!(price(&passed, skill), cost, "{}", skill.name());
    }
    assert_eq!(passed.refused("buy:expert"), Some(("7.7a", "not enough Experience Points")));
    // A pass is 1 to 3, and a discount is used up by the purchase, at a price of 0 too.
    let bought = passed.go_on("buy:maintenance_aa50 buy:eye_for_terrain");
    let career = &bought.me().career;
    assert_eq!(career.experience, 0);
    assert!(career.holds(Skill::MaintenanceAa50) && career.holds(Skill::EyeForTerrain));
    let left =
        [Skill::Gunnery, Skill::MaintenanceBow, Skill::Expert].map(|skill| bit(skill.index())).iter().sum::<u16>();
    assert_eq!(career.discounts, left);
    let failed = schooled([4, 4, 4, 4], "study", 5);
    assert_eq!(failed.me().career.discounts, 0);
    assert_eq!([Skill::Gunnery, Skill::EyeForTerrain, Skill::Expert].map(|s| price(&failed, s)), [4, 2, 3]);
}

/// rules: ace 4.6b CH.F1
#[test]
fn the_commander_takes_one_elective() {
    let fit = |die| schooled([6, 6, 6, 6], "physical_training", die).me().career.fit;
    assert_eq!([fit(1), fit(4), fit(5)], [true, true, false]);
    let study = |die| schooled([6, 6, 6, 6], "study", die).me().career.discounts;
    assert_eq!([study(4), study(5)], [bit(Skill::Expert.index()), 0]);
    let bars = |die| schooled([6, 6, 6, 6], "bars", die).me().career.clone();
    assert_eq!((bars(3).prestige, bars(3).level, bars(3).beaten_up), (1, 1, false));
    assert_eq!((bars(4).prestige, bars(5).level, bars(5).beaten_up), (0, 0, false));
    assert_eq!((bars(6).prestige, bars(6).beaten_up), (0, true));
}

/// rules: ace 4.6b CH.F1
#[test]
fn physical_training_helps_the_commander_and_nobody_else() {
    let scene = Scene::new(Mission::Attack).with(|game| game.stage = Stage::After(Seat(0))).me(|player| {
        player.career.fit = true;
        player.board.end = Some(End::Withdrawn);
        player.crew[Post::Commander.index()].wound = Wound::Serious;
        player.crew[Post::Gunner.index()].wound = Wound::Serious;
    });
    let end = scene.play("", &[2, 2, 2, 2]).quietly();
    assert_eq!(
        end.rolls()[..2],
        [
            "Serious wound (C2): 4 -1 physical training = 3: out for 2 missions",
            "Serious wound (C2): 4: out for 4 missions"
        ]
    );
    // B7 as well: infantry fire drives the open commander and driver down, both are hit.
    let fire = Scene::new(Mission::Attack)
        .with(|game| game.stage = Stage::Enemy(Seat(0)))
        .mine("career.fit = true, mat.open = [true, true, false]")
        .enemies("sdkfz251 B targeting, pz4 A");
    let end = fire.play("", &[2, 2, 1, 4, 4, 1, 4, 4]);
    assert!(end.rolls().contains(&"Wound (B7): 8 -1 physical training = 7: light wound".into()), "{:?}", end.rolls());
    assert!(end.rolls().contains(&"Wound (B7): 8: serious wound".into()));
    assert_eq!(end.me().crew[Post::Commander.index()].wound, Wound::Light);
}

/// rules: ace 4.6b CH.F1 7.4.3a
#[test]
fn beaten_up_in_a_bar_he_fights_the_first_battle_hurt() {
    // The first line is a Refit: the wound waits for the first battle, an Attack on 1 AT and 1 INF.
    let battle: [&[u8]; 8] = [&[3, 4], &[1], &[6], &[4, 4], &[6], &[3], &[6], &[4]];
    let end = schooled([6, 6, 6, 6], "bars", 6).quiet_dice(&[&[6, 6]]).quiet_dice(&battle);
    assert_eq!(end.me().crew[Post::Commander.index()].wound, Wound::Light);
    assert!(!end.me().crew[Post::Commander.index()].hit);
    assert!(!end.me().career.beaten_up);
    assert_eq!(end.game().allotment(charts(), Seat(0)), 1);
    // Neither targets him; he holds; the Event Check destroys the gun and the INF gives up.
    let after = end.quiet_dice(&[&[2], &[2], &[2, 3], &[1], &[3, 4]]);
    assert_eq!(after.me().career.completed, 2);
    assert_eq!(after.me().career.award(Award::PurpleHeart), 0);
    // In the next battle he is well.
    let next = after.quiet_dice(&battle);
    assert_eq!(next.me().crew[Post::Commander.index()].wound, Wound::None);
}

/// rules: ace 4.6c 7.4.3k 7.4.3i
#[test]
fn a_discount_goes_with_the_man() {
    // Vector 7: the gunner passed the range and is killed before Gunnery is bought.
    let scene = |wound| {
        Scene::new(Mission::Attack).with(|game| game.stage = Stage::After(Seat(0))).me(|player| {
            player.career.discounts = bit(Skill::Gunnery.index()) | bit(Skill::Expert.index());
            player.board.end = Some(End::Withdrawn);
            player.crew[Post::Gunner.index()].wound = wound;
        })
    };
    let unhurt = scene(Wound::None).play("", &[]).quietly();
    assert_eq!(price(&unhurt, Skill::Gunnery), 3);
    let killed = scene(Wound::Killed).play("", &[]).quietly();
    assert_eq!((price(&killed, Skill::Gunnery), price(&killed, Skill::Expert)), (4, 2));
    assert_eq!(killed.me().crew[Post::Gunner.index()].number, 6);
    // Retired: the same.
    let retired = scene(Wound::Serious).play("", &[5, 5]).quietly();
    assert_eq!(price(&retired, Skill::Gunnery), 4);
    // Out for two missions he is still of the crew and brings it back.
    let out = scene(Wound::Serious).play("", &[1, 1]).quietly();
    assert_eq!(out.game().price(charts(), Seat(0), Skill::Gunnery).unwrap_err().1, "a substitute learns nothing here");
    let back = out.dice(&[&[6, 6]]).quietly().dice(&[&[6, 6]]).quietly();
    assert_eq!(price(&back, Skill::Gunnery), 3);
    // In hospital he has left the crew: lost, even if he is asked back.
    let mut hospital = scene(Wound::Serious).mine("career.prestige = 2").play("", &[4, 4]).quietly();
    assert_eq!(price(&hospital, Skill::Gunnery), 4);
    for _ in 0..8 {
        hospital = hospital.dice(&[&[6, 6]]).quietly_but_recall();
    }
    assert!(hospital.saw(|event| matches!(event, Event::Recalled { post: Post::Gunner, man: 2, .. })));
    assert_eq!(price(&hospital, Skill::Gunnery), 4);
}

trait Recall {
    fn quietly_but_recall(self) -> Self;
}

impl Recall for Played {
    fn quietly_but_recall(mut self) -> Self {
        loop {
            self = if self.can("recall:0") { self.go_on("recall:0") } else { self };
            let answer = ["done", "tank:keep"].into_iter().find(|answer| self.can(answer));
            match answer {
                Some(answer) => self = self.go_on(answer),
                None => return self,
            }
        }
    }
}
