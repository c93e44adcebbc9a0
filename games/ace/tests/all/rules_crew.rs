//! Men who come and go: serious wounds, substitutes, hospital, recall, a new command (7.4.3, 8.3.1, R29).

use crate::common::{Look, Played, Scene};
use crate::rules_career::{REFIT, after, now};
use hulldown_ace::state::{End, Fate, Stage, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// Another mission left at once, with this man hurt so.
fn again(played: &Played, post: Post, wound: Wound) -> Scene {
    let scene = Scene { game: played.game().clone() }.stage(Stage::After(Seat(0)));
    scene.mine("board.end = withdrawn").wound(post, wound)
}

fn gunner(played: &Played) -> u16 {
    played.me().crew[Post::Gunner.index()].number
}

/// rules: ace R29b 7.4.3c
#[test]
fn a_wounded_substitute_is_not_waited_for() {
    // The gunner is out for 2 (man 6 stands in), then the substitute for 4 (man 7 stands in).
    let first =
        after(End::Withdrawn).skill(Skill::Gunnery).wound(Post::Gunner, Wound::Serious).play("", &[1, 1]).quietly();
    let second = again(&first, Post::Gunner, Wound::Serious).play("", &[2, 2]).quietly();
    assert_eq!(second.rolls(), ["Serious wound (C2): 4: out for 4 missions"]);
    assert_eq!((gunner(&second), second.me().crew[1].substitute, second.me().away.len()), (7, true, 1));
    // Only the gunner comes back, and stays.
    let back = second.quiet_dice(&[REFIT]);
    assert_eq!((gunner(&back), back.me().career.holds(Skill::Gunnery)), (2, true));
    let later = back.quiet_dice(&[REFIT; 4]);
    assert_eq!((gunner(&later), later.me().away.len()), (2, 0));
}

/// rules: ace 8.3.1b 7.4.3i R29b
#[test]
fn a_man_asked_back_takes_the_post_of_whoever_was_to_return_to_it() {
    // Man 2 goes to hospital for 8; his replacement, man 6, learns Aim and is laid up for 6 on the fifth line after.
    // (A Captain, so that no promotion is rolled for on the way.)
    let first = after(End::Withdrawn).skill(Skill::Gunnery).mine("career.prestige = 2, career.rank = cpt");
    let replaced = first.wound(Post::Gunner, Wound::Serious).play("", &[4, 4]).quiet_dice(&[REFIT; 4]);
    assert_eq!((gunner(&replaced), replaced.me().crew[1].substitute), (6, false));
    let laid_up = again(&replaced, Post::Gunner, Wound::Serious).skill(Skill::Aim).play("", &[3, 3]).quietly();
    assert_eq!((gunner(&laid_up), laid_up.me().away.len()), (7, 2));
    // Man 2 is due and asked back: with his own skill, without Aim, and nobody takes the post from him later.
    let mut end = laid_up;
    while !end.can("recall:0") {
        let answer = ["done", "tank:keep"].into_iter().find(|answer| end.can(answer));
        end = match answer {
            Some(answer) => end.go_on(answer),
            None => end.dice(&[REFIT]),
        };
    }
    let back = end.go_on("recall:0");
    assert_eq!((gunner(&back), back.me().career.skills), (2, bit(Skill::Gunnery.index())));
    let later = back.quiet_dice(&[REFIT; 6]);
    assert_eq!((gunner(&later), later.me().away.len()), (2, 0));
}

/// rules: ace 7.4.3j R29b
#[test]
fn nobody_comes_back_to_a_crew_that_is_no_more() {
    // The gunner is laid up for 6; then the commander goes to hospital for 8.
    let first =
        after(End::Withdrawn).skill(Skill::Gunnery).wound(Post::Gunner, Wound::Serious).play("", &[3, 3]).quietly();
    assert_eq!(first.me().away.len(), 1);
    let end = again(&first, Post::Commander, Wound::Serious).play("", &[4, 4]);
    assert!(!end.saw(|event| matches!(event, Event::Returned { .. })));
    assert!(end.can("tank:m4a1_early"));
    let back = end.go_on("tank:m4a1_early");
    assert_eq!((back.me().career.skills, back.me().away.len()), (0, 0));
    // Man 6 stood in; 7 to 10 are the new crew.
    assert_eq!(back.me().crew.map(|man| man.number), [1, 7, 8, 9, 10]);
}

/// rules: ace CH.C2 7.4.3c
#[test]
fn the_serious_wound_chart() {
    let gunner = |a: u8, b: u8| {
        let end = after(End::Withdrawn).mine("crew.1.wound = SW").play("", &[a, b]);
        (end.rolls()[0].clone(), end.me().away.first().map(|away| (away.hospital, away.post)))
    };
    let (sick, hospital) = (Some((false, Post::Gunner)), Some((true, Post::Gunner)));
    let chart = [
        (1, 2, "3: out for 2 missions", sick),
        (2, 3, "5: out for 4 missions", sick),
        (3, 4, "7: out for 6 missions", sick),
        (4, 4, "8: out for 8 missions", hospital),
        (4, 5, "9: out for 12 missions", hospital),
        (5, 5, "10: medically retired", None),
        (5, 6, "11: medically retired", None),
        (6, 6, "12: dies of wounds", None),
    ];
    for (a, b, result, away) in chart {
        assert_eq!(gunner(a, b), (format!("Serious wound (C2): {result}"), away));
    }
    // Every seriously wounded man rolls, in crew order.
    let all =
        after(End::Withdrawn).me(|player| player.crew.iter_mut().skip(1).for_each(|man| man.wound = Wound::Serious));
    let end = all.play("", &[1, 1, 6, 6, 4, 4, 2, 2]).quietly();
    assert_eq!(end.rolls().len(), 4);
    let away: Vec<Post> = end.me().away.iter().map(|away| away.post).collect();
    assert_eq!(away, [Post::Gunner, Post::Driver, Post::AssistantDriver]);
}

/// rules: ace 7.4.3c 5.1.3 CH.C2 5.1.4
#[test]
fn a_commander_may_die_of_his_wounds_or_be_sent_home() {
    let hurt = after(End::Won)
        .mine("crew.0.wound = SW, crew.0.hit = true, board.kills.0 = 3, career.completed = 10, career.successes = 10");
    for (dice, fate) in [([3, 4, 6, 6], Fate::DiedOfWounds), ([3, 4, 5, 5], Fate::Retired)] {
        let end = hurt.clone().play("", &dice);
        assert_eq!((end.me().fate, end.session.is_over()), (fate, true));
        // The mission was won and its accolades are his.
        assert_eq!(end.me().career.successes, 11);
        assert_eq!((end.me().career.award(Award::SilverStar), end.me().career.award(Award::PurpleHeart)), (1, 1));
    }
}

/// rules: ace R29b 7.4.3i 7.7a
#[test]
fn a_man_out_for_a_few_missions_comes_back_with_his_skills() {
    let scene = after(End::Withdrawn)
        .skill(Skill::Gunnery)
        .skill(Skill::Synergy)
        .skill(Skill::EyeForTerrain)
        .mine("career.experience = 4, crew.1.wound = SW");
    let end = scene.play("", &[1, 1]);
    assert_eq!(end.refused("buy:aim"), Some(("7.4.3k", "his post is empty")));
    let end = end.quietly();
    let held = |played: &Played| {
        [Skill::Gunnery, Skill::Synergy, Skill::EyeForTerrain].map(|skill| played.me().career.holds(skill))
    };
    assert_eq!(held(&end), [false, true, true]);
    let man = end.me().crew[1];
    assert_eq!((man.number, man.substitute, man.wound), (6, true, Wound::None));
    // He misses July 4 and 5, here Refits, and is there for 6.
    let five = end.dice(&[REFIT]);
    assert_eq!(five.refused("buy:aim"), Some(("R29b", "a substitute learns nothing here")));
    let five = five.quietly();
    assert_eq!((now(&five), five.me().crew[1].number), (("1944-07", 5), 6));
    let six = five.quiet_dice(&[REFIT]);
    assert_eq!((now(&six), six.me().crew[1].number, held(&six)), (("1944-07", 6), 2, [true, true, true]));
    assert!(six.me().away.is_empty() && !six.me().crew[1].substitute);
}

/// rules: ace R29b 7.4.3k
#[test]
fn a_substitute_who_falls_is_followed_by_another() {
    let mut end =
        after(End::Withdrawn).skill(Skill::Gunnery).wound(Post::Gunner, Wound::Serious).play("", &[3, 3]).quietly();
    // Out for six; the substitute is killed on the second of them.
    let fallen = Scene { game: end.game().clone() }
        .with(|game| game.stage = Stage::After(Seat(0)))
        .mine("board.end = withdrawn, crew.1.wound = KIA")
        .play("", &[])
        .quietly();
    let man = fallen.me().crew[1];
    assert_eq!((man.number, man.substitute, fallen.me().away.len()), (7, true, 1));
    // The gunner comes back all the same.
    end = fallen;
    for _ in 0..5 {
        end = end.quiet_dice(&[REFIT]);
    }
    assert_eq!((end.me().crew[1].number, end.me().career.holds(Skill::Gunnery)), (2, true));
}

/// rules: ace 7.4.3i 7.4.3k 7.7.syn
#[test]
fn hospital_and_death_take_the_skills_and_synergy_away() {
    let scene = |wound| {
        after(End::Withdrawn)
            .skill(Skill::AdrenalineRush)
            .skill(Skill::MaintenanceAa50)
            .skill(Skill::Gunnery)
            .skill(Skill::Synergy)
            .wound(Post::Loader, wound)
    };
    let (kept, gone) = ([Skill::Gunnery], [Skill::AdrenalineRush, Skill::MaintenanceAa50, Skill::Synergy]);
    for end in [scene(Wound::Killed).play("", &[]).quietly(), scene(Wound::Serious).play("", &[4, 4]).quietly()] {
        let career = &end.me().career;
        assert!(kept.iter().all(|skill| career.holds(*skill)) && gone.iter().all(|skill| !career.holds(*skill)));
        let man = end.me().crew[2];
        assert_eq!((man.number, man.substitute, man.missions), (6, false, 0));
        assert!(end.saw(|event| *event == Event::SynergyLost { seat: Seat(0) }));
    }
}

/// rules: ace 8.3.1a 8.3.1b 7.4.3i
#[test]
fn a_man_in_hospital_may_be_asked_back_when_he_is_due() {
    let scene = |prestige| {
        let scene = after(End::Withdrawn).skill(Skill::Gunnery).wound(Post::Gunner, Wound::Serious);
        let mut end = scene.me(|player| player.career.prestige = prestige).play("", &[4, 4]).quietly();
        // Eight lines; the commendation comes on the way.
        for _ in 0..7 {
            end = end.quiet_dice(&[REFIT]);
        }
        let mut end = end.dice(&[REFIT]);
        while let Some(answer) = ["done", "tank:keep"].into_iter().find(|answer| end.can(answer)) {
            end = end.go_on(answer);
        }
        end
    };
    let asked = scene(2);
    assert_eq!((now(&asked), asked.options()), (("1944-08", 4), vec!["recall:0".into(), "no".into()]));
    assert_eq!(asked.me().career.prestige, 3);
    let back = asked.go_on("recall:0");
    assert_eq!((back.me().career.prestige, back.me().crew[1].number), (1, 2));
    assert!(back.me().career.holds(Skill::Gunnery) && back.me().away.is_empty());
    // Not wanted, or not paid for, he is gone for good.
    let gone = scene(2).go_on("no");
    assert_eq!((gone.me().career.prestige, gone.me().crew[1].number, gone.me().away.len()), (3, 6, 0));
    let poor = scene(0);
    assert!(poor.saw(|event| matches!(event, Event::Released { post: Post::Gunner, man: 2, .. })));
    assert_eq!((poor.me().career.prestige, poor.me().crew[1].number), (1, 6));
    assert!(!poor.me().career.holds(Skill::Gunnery));
}

/// rules: ace 7.4.3j 4.5a 5.1.2
#[test]
fn a_commander_in_hospital_comes_back_to_a_new_tank_and_crew() {
    let scene = after(End::TankLost)
        .month("1944-11")
        .tank("m4a1_late")
        .skill(Skill::Leadership)
        .skill(Skill::Gunnery)
        .skill(Skill::Synergy)
        .skill(Skill::EyeForTerrain)
        .me(|player| {
            (player.career.level, player.career.prestige) = (4, 0);
            player.career.discounts = bit(Skill::Expert.index()) | bit(Skill::MaintenanceBow.index());
            player.career.trades = bit(Trade::Sandbags.index()) | bit(Trade::SpareTrack.index());
            (player.crew[0].wound, player.crew[1].wound) = (Wound::Serious, Wound::Serious);
        });
    let end = scene.play("", &[4, 4]);
    // No tank is chosen now. Lines 4 to 8 of November and 1 to 3 of December are missed, and a promotion attempt falls due (July to
    // November is not a multiple of two months).
    assert_eq!(end.rolls(), ["Serious wound (C2): 8: out for 8 missions"]);
    assert_eq!(now(&end), ("1944-12", 4));
    let choices = end.options();
    assert!(choices.contains(&"tank:m4a3e2_75".into()) && choices.contains(&"tank:m4a3e8".into()));
    assert_eq!(end.refused("tank:m26"), Some(("4.1.2", "not yet available")));
    let back = end.go_on("tank:m4a3e2_75");
    let (me, career) = (back.me(), &back.me().career);
    assert_eq!((me.tank.id(), career.prestige, career.level), ("m4a3e2_75", 0, 4));
    assert_eq!(me.crew.map(|man| man.number), [1, 6, 7, 8, 9]);
    assert!(me.crew.iter().all(|man| man.wound == Wound::None && !man.substitute));
    // The commander keeps what is his own; the crew's skills, schooling and Synergy are gone, and so is what was fitted to the tank.
    assert_eq!(career.skills, bit(Skill::Leadership.index()));
    assert_eq!(career.discounts, bit(Skill::Expert.index()));
    assert_eq!(career.trades, bit(Trade::SpareTrack.index()));
    assert!(me.away.is_empty() && !career.new_command);
    assert_eq!(back.options(), ["dice:A1"]);
}

/// rules: ace R29a 7.4.3j 7.4.3i
#[test]
fn a_commander_out_for_less_keeps_tank_and_crew() {
    let scene =
        after(End::Withdrawn).skill(Skill::Gunnery).skill(Skill::Synergy).wound(Post::Commander, Wound::Serious);
    let end = scene.play("", &[3, 3]).quietly();
    assert_eq!(end.rolls(), ["Serious wound (C2): 6: out for 6 missions"]);
    // July 4 to 8 and August 1.
    assert_eq!(now(&end), ("1944-08", 2));
    let career = &end.me().career;
    assert!(career.holds(Skill::Gunnery) && career.holds(Skill::Synergy));
    assert_eq!(end.me().crew.map(|man| man.number), [1, 2, 3, 4, 5]);
    assert_eq!((end.me().crew[0].wound, career.completed, career.credit), (Wound::None, 1, 1));
}
