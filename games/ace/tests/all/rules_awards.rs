//! Awards, promotion and prestige: chapter 8.1 to 8.3.

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::state::{Career, End, Stage, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::chart::ChartSheet;
use hulldown_core::{Game, Seat, Voice};

/// W1 rolls that find nothing.
const NOTHING: [u8; 2] = [3, 4];

/// An Attack that has just ended so; kills by class in the order T, SPG, AT, R, HT, W, INF.
fn after(end: End, kills: [u8; 7]) -> Scene {
    Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).me(|player| {
        player.board.end = Some(end);
        player.board.kills = kills;
        // The medals of the first and the fifth mission are out of the way.
        (player.career.completed, player.career.successes) = (10, 5);
    })
}

fn won(kills: [u8; 7]) -> Scene {
    after(End::Won, kills)
}

fn career(scene: Scene) -> Career {
    scene.play("", &NOTHING).quietly().me().career.clone()
}

/// The awards given, in order.
fn awards(played: &Played) -> Vec<(Award, bool)> {
    let award =
        |event: &Event| if let Event::Award { award, prestige, .. } = event { Some((*award, *prestige)) } else { None };
    played.events().iter().filter_map(award).collect()
}

fn given(scene: Scene) -> Vec<(Award, bool)> {
    awards(&scene.play("", &NOTHING).quietly())
}

/// rules: ace 8.1.1 8.1.2 8.1.0 8.3.2 7.1.5
#[test]
fn medals_by_the_number_of_missions() {
    // Five Refits: the campaign medal after the first, without prestige; the commendation after the fifth, with a point and a level.
    let line = Scene::new(Mission::Attack).stage(Stage::Line(Seat(0)));
    let first = line.clone().play("", &[]).quiet_dice(&[&[6, 6]]);
    assert_eq!(awards(&first), [(Award::Eame, false)]);
    assert_eq!((first.me().career.prestige, first.me().career.level), (0, 0));
    let fourth = first.quiet_dice(&[&[6, 6], &[6, 6], &[6, 6]]);
    assert_eq!(awards(&fourth).len(), 1);
    let fifth = fourth.quiet_dice(&[&[6, 6]]);
    assert_eq!(awards(&fifth), [(Award::Eame, false), (Award::Commendation, true)]);
    assert_eq!((fifth.me().career.prestige, fifth.me().career.level), (1, 1));
    // Failures count as completed.
    let failed = after(End::Withdrawn, [0; 7]).mine("career.completed = 4, career.successes = 0");
    assert_eq!(given(failed), [(Award::Commendation, true)]);
    let failed = after(End::TankLost, [0; 7]).mine("career.completed = 0, career.successes = 0");
    assert_eq!(given(failed), [(Award::Eame, false)]);
}

/// rules: ace 8.1.3 8.1.0 8.1.9
#[test]
fn a_purple_heart_for_every_man_who_was_hit() {
    let hit = |posts: &'static [Post]| {
        won([0; 7]).me(|player| {
            for post in posts {
                player.crew[post.index()].hit = true;
                player.crew[post.index()].wound = Wound::Light;
            }
        })
    };
    let end = hit(&[Post::Commander, Post::Loader]).play("", &NOTHING).quietly();
    assert_eq!(awards(&end), [(Award::PurpleHeart, true)]);
    assert_eq!(end.me().crew.map(|man| man.hearts), [1, 0, 1, 0, 0]);
    assert!(end.me().crew.iter().all(|man| !man.hit));
    assert_eq!((end.me().career.prestige, end.me().career.level), (1, 1));
    // A crewman's gives the player nothing, the commander's second is an oak leaf.
    assert_eq!(career(hit(&[Post::Gunner])).prestige, 0);
    let second = hit(&[Post::Commander]).me(|player| player.career.awards[Award::PurpleHeart.index()] = 1);
    assert_eq!(given(second.clone()), [(Award::PurpleHeart, false)]);
    let second = career(second);
    assert_eq!((second.award(Award::PurpleHeart), second.prestige, second.level), (2, 0, 0));
    // A man killed has his, too; his replacement none.
    let killed = won([0; 7]).mine("crew.1.hit = true, crew.1.wound = KIA").play("", &NOTHING).quietly();
    assert!(killed.saw(|event| *event == Event::CrewHeart { seat: Seat(0), post: Post::Gunner }));
    assert_eq!((killed.me().crew[1].number, killed.me().crew[1].hearts), (6, 0));
}

/// rules: ace 8.1.4 R38a 8.1.9
#[test]
fn bronze_star_for_two_destroyed_or_damaged() {
    for kills in [[2, 0, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1, 5]] {
        assert_eq!(given(won(kills)), [(Award::BronzeStar, true)], "{kills:?}");
        assert_eq!(awards(&after(End::Withdrawn, kills).play("", &[]).quietly()), [(Award::BronzeStar, true)]);
    }
    assert_eq!(given(won([1, 0, 0, 0, 0, 0, 5])), []);
    assert_eq!(given(won([1, 0, 0, 0, 0, 0, 0]).mine("board.damaged = 1")), [(Award::BronzeStar, true)]);
    assert_eq!(given(won([0; 7]).mine("board.damaged = 2")), [(Award::BronzeStar, true)]);
    // The second one only counts.
    let again = career(won([2, 0, 0, 0, 0, 0, 0]).me(|player| player.career.awards[Award::BronzeStar.index()] = 1));
    assert_eq!((again.award(Award::BronzeStar), again.prestige, again.level), (2, 0, 0));
}

/// rules: ace 8.1.5 8.1.8 8.1.9
#[test]
fn silver_star_for_three_destroyed_and_a_success() {
    for kills in [[3, 0, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0], [0, 0, 4, 0, 0, 0, 0]] {
        assert_eq!(given(won(kills)), [(Award::SilverStar, true)], "{kills:?}");
        // Without the mission only a Bronze Star.
        assert_eq!(awards(&after(End::TankLost, kills).play("", &[]).quietly()), [(Award::BronzeStar, true)]);
    }
    // Damage does not make a Silver Star.
    assert_eq!(given(won([2, 0, 0, 0, 0, 0, 0]).mine("board.damaged = 1")), [(Award::BronzeStar, true)]);
    let again = career(won([3, 0, 0, 0, 0, 0, 0]).me(|player| player.career.awards[Award::SilverStar.index()] = 1));
    assert_eq!((again.award(Award::SilverStar), again.prestige, again.period_heroism), (2, 0, 1));
}

/// rules: ace 8.1.6a 8.1.8
#[test]
fn dsc_for_four_tanks_or_spgs_and_a_success() {
    for kills in [[4, 0, 0, 0, 0, 0, 0], [2, 2, 0, 0, 0, 0, 0], [0, 4, 1, 0, 0, 0, 0]] {
        assert_eq!(given(won(kills)), [(Award::Dsc, true)], "{kills:?}");
        assert_eq!(awards(&after(End::Withdrawn, kills).play("", &[]).quietly()), [(Award::BronzeStar, true)]);
    }
    assert_eq!(given(won([3, 0, 3, 1, 0, 0, 0])), [(Award::SilverStar, true)]);
    let again = career(won([4, 0, 0, 0, 0, 0, 0]).me(|player| player.career.awards[Award::Dsc.index()] = 1));
    assert_eq!((again.award(Award::Dsc), again.prestige, again.period_heroism), (2, 0, 1));
}

/// rules: ace 8.1.7 8.1.8 R38a 8.1.3
#[test]
fn medal_of_honor_for_five_destroyed_with_a_wound() {
    let hurt = |scene: Scene| scene.mine("crew.0.hit = true, crew.0.wound = LW");
    let both = [(Award::PurpleHeart, true), (Award::MedalOfHonor, true)];
    for kills in [[5, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1, 0]] {
        assert_eq!(given(hurt(won(kills))), both, "{kills:?}");
        // It needs no success.
        assert_eq!(awards(&hurt(after(End::TankLost, kills)).play("", &[]).quietly()), both);
    }
    // Unhurt, or with four, it is something less; another man's wound does not do.
    assert_eq!(given(won([1, 1, 1, 1, 0, 1, 0])), [(Award::SilverStar, true)]);
    assert_eq!(given(won([4, 1, 0, 0, 0, 0, 0]).mine("crew.1.hit = true")), [(Award::Dsc, true)]);
    assert_eq!(given(hurt(won([0, 0, 4, 0, 0, 0, 9]))), [(Award::PurpleHeart, true), (Award::SilverStar, true)]);
    // The bar fight's wound is none of this battle.
    assert_eq!(given(won([5, 0, 0, 0, 0, 0, 0]).mine("crew.0.wound = LW")), [(Award::Dsc, true)]);
    // Every one gives a Prestige Point.
    let again = career(hurt(won([5, 0, 0, 0, 0, 0, 0])).me(|player| {
        player.career.awards[Award::MedalOfHonor.index()] = 1;
        player.career.awards[Award::PurpleHeart.index()] = 1;
    }));
    assert_eq!((again.award(Award::MedalOfHonor), again.prestige, again.level), (2, 1, 1));
}

/// rules: ace 8.1.8 8.1.1 8.1.3
#[test]
fn automatic_medals_come_besides_heroism() {
    let scene = won([2, 1, 0, 0, 0, 0, 0])
        .mine("career.completed = 0, career.successes = 0, crew.0.hit = true, crew.0.wound = LW");
    let all = [(Award::Eame, false), (Award::PurpleHeart, true), (Award::SilverStar, true)];
    assert_eq!(given(scene.clone()), all);
    let career = career(scene);
    assert_eq!((career.prestige, career.level), (2, 2));
}

/// rules: ace 8.1.10b 8.1.10c R39a
#[test]
fn the_citation_may_come_first() {
    // Vector 13: 2, 2, 0, 0, 0, 0, 0, 4 tanks and SPGs in eight successive wins.
    let mut scene = won([0; 7]);
    for (n, tanks) in [2, 2, 0, 0, 0, 0, 0, 4].into_iter().enumerate() {
        let end = Scene { game: scene.game.clone() }
            .with(|game| (game.stage, game.line) = (Stage::After(Seat(0)), 2))
            .me(|player| (player.board.end, player.board.kills) = (Some(End::Won), [tanks, 0, 0, 0, 0, 0, 0]))
            .play("", &NOTHING)
            .quietly();
        let unit: Vec<_> = awards(&end).into_iter().filter(|(a, _)| matches!(a, Award::Vua | Award::Puc)).collect();
        if n < 7 {
            assert_eq!(unit, [], "win {}", n + 1);
            assert_eq!(end.me().career.streak.len(), n + 1);
        } else {
            assert_eq!(unit, [(Award::Puc, true)]);
            assert!(end.me().career.streak.is_empty());
        }
        scene = Scene { game: end.game().clone() };
    }
}

fn row(kills: &[u8]) -> Scene {
    won([0; 7]).me(|player| player.career.streak = kills.iter().copied().collect())
}

fn unit_award(scene: Scene) -> Option<Award> {
    given(scene).into_iter().map(|(award, _)| award).find(|award| matches!(award, Award::Vua | Award::Puc))
}

/// rules: ace 8.1.10a 8.1.10c R39a
#[test]
fn five_wins_with_five_tanks_make_a_valorous_unit() {
    let one_tank = |player: &mut hulldown_ace::state::Player| player.board.kills[0] = 1;
    assert_eq!(unit_award(row(&[1, 1, 1, 1]).me(one_tank)), Some(Award::Vua));
    assert_eq!(unit_award(row(&[1, 1, 1, 1])), None);
    assert_eq!(unit_award(row(&[2, 2, 1]).me(one_tank)), None);
    // Only the last five count; SPGs do, other vehicles do not.
    assert_eq!(unit_award(row(&[4, 1, 0, 1, 0]).me(one_tank)), None);
    // And the last eight: the first of nine is forgotten.
    let nine = row(&[3, 1, 1, 1, 0, 0, 2, 0]).me(one_tank);
    assert_eq!(unit_award(nine.clone()), None);
    assert_eq!(career(nine).streak.as_slice(), [1, 1, 1, 0, 0, 2, 0, 1]);
    assert_eq!(unit_award(row(&[4, 0, 0, 0]).mine("board.kills = [0, 1, 0, 0, 0, 0, 0]")), Some(Award::Vua));
    assert_eq!(unit_award(row(&[4, 0, 0, 0]).mine("board.kills = [0, 0, 3, 1, 1, 1, 1]")), None);
    // Both counts restart, and only the first gives prestige.
    let first = career(row(&[1, 1, 1, 1]).me(one_tank));
    assert_eq!((first.streak.len(), first.prestige, first.level), (0, 1, 1));
    let second = career(row(&[1, 1, 1, 1]).me(one_tank).me(|player| player.career.awards[Award::Vua.index()] = 1));
    assert_eq!((second.award(Award::Vua), second.prestige), (2, 0));
    // The citation is looked at first, and its first gives a point even after a Valorous Unit Award.
    let puc = row(&[0, 0, 1, 1, 1, 2, 2]).me(one_tank).me(|player| player.career.awards[Award::Vua.index()] = 1);
    assert_eq!(unit_award(puc.clone()), Some(Award::Puc));
    assert_eq!(career(puc.clone()).prestige, 1);
    assert_eq!(career(puc.me(|player| player.career.awards[Award::Puc.index()] = 1)).prestige, 0);
}

/// rules: ace 8.1.10a 7.1.5 4.2.3b
#[test]
fn a_failure_breaks_the_row_a_refit_or_a_missed_line_does_not() {
    let failed = row(&[1, 1, 1, 1]).mine("board.end = withdrawn").play("", &[]).quietly();
    assert!(failed.me().career.streak.is_empty());
    // A Refit is a success with no kills in it.
    let refit = row(&[5, 0, 0, 0]).stage(Stage::Line(Seat(0))).play("", &[6, 6]).quietly();
    assert_eq!(awards(&refit), [(Award::Vua, true)]);
    let refit = row(&[4, 0, 0, 0]).stage(Stage::Line(Seat(0))).mine("board.kills.0 = 3").play("", &[6, 6]).quietly();
    assert_eq!(refit.me().career.streak.as_slice(), [4, 0, 0, 0, 0]);
    // A missed line is none at all.
    let missed = row(&[1, 1, 1, 1]).stage(Stage::Line(Seat(0))).mine("career.skip = 1").play("", &[]);
    assert_eq!(missed.me().career.streak.as_slice(), [1, 1, 1, 1]);
    assert_eq!((missed.me().career.completed, missed.me().career.credit), (10, 0));
}

/// rules: ace 8.1.10c
#[test]
fn kills_by_others_count_for_nothing() {
    // B9 9: friends destroy the last tank; the mission is won, the tank nobody's.
    let end =
        Scene::new(Mission::Attack).stage(Stage::Events(Seat(0))).enemies("pz4 B").play("", &[4, 5, 1, 3, 4]).quietly();
    assert!(end.saw(|event| matches!(event, Event::Destroyed { by: hulldown_ace::talk::Killer::Others, .. })));
    let career = &end.me().career;
    assert_eq!((career.successes, career.kills, career.streak.as_slice()), (1, [0; 7], &[0][..]));
}

/// rules: ace 8.1.4 8.1.10a
#[test]
fn every_mission_counts_its_own_kills() {
    // What lay on the board of the mission before; then an Attack in which friends destroy the one gun.
    let scene = Scene::new(Mission::Attack).stage(Stage::Line(Seat(0))).me(|player| {
        (player.board.kills, player.board.damaged) = ([2; 7], 2);
        (player.career.completed, player.career.successes) = (10, 5);
    });
    let rolls: [&[u8]; 13] =
        [&[3, 4], &[1], &[6], &[4, 4], &[6], &[3], &[6], &[4], &[2], &[2], &[2, 3], &[1], &NOTHING];
    let end = scene.play("", &[]).quiet_dice(&rolls);
    assert_eq!((end.me().career.completed, awards(&end)), (11, vec![]));
    assert_eq!(end.me().career.streak.as_slice(), [0]);
}

/// The last line of July of a career begun in June, at its end.
fn month_end() -> Scene {
    let june = Month::FIRST;
    Scene::new(Mission::Attack).with(|game| (game.start, game.line, game.stage) = (june, 7, Stage::LineEnd(Seat(0))))
}

fn promotion(scene: Scene, die: u8) -> (String, Rank) {
    let end = scene.play("", &[die]);
    (end.rolls().first().cloned().unwrap_or_default(), end.me().career.rank)
}

/// rules: ace 8.2a 8.2.2a 8.2.2c 8.3.2
#[test]
fn promotion_on_one_to_four_up_to_captain() {
    assert_eq!(promotion(month_end(), 4), ("Promotion (8.2.2): 4, 4 or less: promoted".into(), Rank::Sfc));
    assert_eq!(promotion(month_end(), 5), ("Promotion (8.2.2): 5, 4 or less: not this time".into(), Rank::Ssg));
    let steps = [Rank::Ssg, Rank::Sfc, Rank::SecondLt, Rank::FirstLt, Rank::Captain];
    assert_eq!(Rank::ALL, steps);
    for pair in steps.windows(2) {
        let end = month_end().me(|player| player.career.rank = pair[0]).play("", &[1]);
        assert_eq!(end.me().career.rank, pair[1]);
        assert_eq!((end.me().career.prestige, end.me().career.level), (1, 1));
    }
    let captain = month_end().mine("career.rank = cpt").play("", &[]);
    assert_eq!(captain.options(), ["dice:A1"]);
    let passed_over = month_end().play("", &[6]);
    assert_eq!((passed_over.me().career.prestige, passed_over.me().career.level), (0, 0));
}

/// rules: ace 8.2.2a R40a
#[test]
fn no_attempt_but_at_the_end_of_every_second_month() {
    let first_month = month_end().with(|game| game.start = Month::from_id("1944-07").unwrap()).play("", &[]);
    assert_eq!(first_month.options(), ["dice:A1"]);
    let mid_month = month_end().set("line = 6").play("", &[]);
    assert_eq!(mid_month.options(), ["dice:A1"]);
    assert_eq!(month_end().play("", &[]).options(), ["dice:8.2.2"]);
}

/// rules: ace 8.2.2a R29a
#[test]
fn a_promotion_falls_due_in_hospital() {
    let end = month_end().mine("career.skip = 3, career.new_command = true").play("", &[2]);
    assert_eq!(end.me().career.rank, Rank::Sfc);
    assert_eq!((end.game().month.id(), end.me().career.skip), ("1944-08", 0));
}

/// rules: ace 8.2.2b 7.7.lea
#[test]
fn promotion_modifiers() {
    let held = |award: Award, n: u8| month_end().me(|player| player.career.awards[award.index()] = n);
    assert_eq!(
        promotion(held(Award::MedalOfHonor, 3), 6),
        ("Promotion (8.2.2): 6 -2 Medal of Honor = 4, 4 or less: promoted".into(), Rank::Sfc)
    );
    let period = held(Award::SilverStar, 2).mine("career.period_heroism = 2");
    assert_eq!(
        promotion(period.clone(), 6),
        ("Promotion (8.2.2): 6 -2 DSC or Silver Star in the period = 4, 4 or less: promoted".into(), Rank::Sfc)
    );
    // The next period starts at none, whatever came of the attempt.
    assert_eq!(period.play("", &[6]).me().career.period_heroism, 0);
    assert_eq!(promotion(held(Award::SilverStar, 2), 5).0, "Promotion (8.2.2): 5, 4 or less: not this time");
    let leader = month_end().skill(Skill::Leadership);
    assert_eq!(
        promotion(leader.clone(), 5),
        ("Promotion (8.2.2): 5 -1 Leadership = 4, 4 or less: promoted".into(), Rank::Sfc)
    );
    // Possession counts, so a light wound of the last mission takes nothing away.
    assert_eq!(promotion(leader.wound(Post::Commander, Wound::Light), 5).1, Rank::Sfc);
    let all = held(Award::MedalOfHonor, 1).skill(Skill::Leadership).mine("career.period_heroism = 1");
    assert_eq!(
        promotion(all, 6).0,
        "Promotion (8.2.2): 6 -2 Medal of Honor -1 DSC or Silver Star in the period -1 Leadership = 2, 4 or less: promoted"
    );
}

/// rules: ace 8.2.2b 8.1.5 8.1.6a
#[test]
fn only_dscs_and_silver_stars_count_for_the_period() {
    let heroism = |kills| career(won(kills)).period_heroism;
    assert_eq!(heroism([2, 0, 0, 0, 0, 0, 0]), 0);
    assert_eq!(heroism([3, 0, 0, 0, 0, 0, 0]), 1);
    assert_eq!(heroism([4, 0, 0, 0, 0, 0, 0]), 1);
    let medal = won([5, 0, 0, 0, 0, 0, 0]).mine("crew.0.hit = true, crew.0.wound = LW");
    assert_eq!(career(medal).period_heroism, 0);
}

/// rules: ace 8.1.6b 8.2.2c
#[test]
fn a_dsc_commissions_an_nco_without_a_roll() {
    let dsc = |rank| {
        month_end().me(|player| {
            player.career.rank = rank;
            player.career.awards[Award::Dsc.index()] = 1;
            player.career.period_heroism = 1;
        })
    };
    for rank in [Rank::Ssg, Rank::Sfc] {
        let end = dsc(rank).play("", &[]);
        assert_eq!(end.rolls().len(), 0);
        assert_eq!((end.me().career.rank, end.me().career.prestige, end.me().career.level), (Rank::SecondLt, 1, 1));
        assert_eq!(end.options(), ["dice:A1"]);
    }
    // An officer rolls, with the award of the period.
    assert_eq!(
        promotion(dsc(Rank::SecondLt), 5),
        ("Promotion (8.2.2): 5 -1 DSC or Silver Star in the period = 4, 4 or less: promoted".into(), Rank::FirstLt)
    );
}

/// rules: ace 8.2a 8.2.1b 3.4 3.5.2d
#[test]
fn rank_means_a_radio_and_a_chart() {
    let a2 = ChartSheet::find(&charts().sheets, "A2").unwrap();
    let ranks: Vec<&str> = a2.rows.iter().filter(|row| row[0] == "rank").map(|row| row[2].as_str()).collect();
    let with = "chart A2a, SCR 506 radio";
    assert_eq!(ranks, ["chart A2", "chart A2", "chart A2a", with, with]);
    // What the chart holds: unit, experience, prestige and its level, awards.
    let scene = month_end().me(|player| {
        (player.career.rank, player.division) = (Rank::SecondLt, Division(9));
        (player.career.experience, player.career.credit, player.career.prestige, player.career.level) = (2, 1, 3, 4);
        player.career.awards[Award::BronzeStar.index()] = 2;
    });
    let sections = <Ace as Voice>::sections(&scene.game.view(charts(), Seat(0)));
    let status = &sections.iter().find(|section| section.id == "career").unwrap().lines;
    assert_eq!(status[0], "2nd Lieutenant, 761st Tank Battalion.");
    assert_eq!(status[2], "2 XP, 1 of 3 toward the next; 3 Prestige Points, level 4.");
    assert_eq!(status[3], "Awards: Bronze Star x2.");
    // All ranks have the same commands to give, but for the call for fire.
    let menu = |rank: Rank| {
        let end = Scene::new(Mission::Attack).me(|player| player.career.rank = rank).enemies("pz4 B").play("", &[]);
        let mut options = end.options();
        let calls = options.iter().filter(|o| o.starts_with("call:")).count();
        options.retain(|o| !o.starts_with("call:"));
        (calls, options, end.game().allotment(charts(), Seat(0)), end.refused("call:mortar").map(|(rule, _)| rule))
    };
    let (_, plain, commands, _) = menu(Rank::Ssg);
    for rank in Rank::ALL {
        let radio = rank >= Rank::FirstLt;
        let (calls, options, given, refused) = menu(rank);
        assert_eq!((calls, options, given), (if radio { 2 } else { 0 }, plain.clone(), commands), "{}", rank.name());
        assert_eq!(refused, if radio { None } else { Some("7.2-L") });
    }
}

/// rules: ace 8.3.2 8.3.2b 8.1.0
#[test]
fn the_level_stops_at_five_and_the_points_do_not() {
    let end = month_end().mine("career.prestige = 0, career.level = 5").play("", &[1]);
    assert_eq!((end.me().career.prestige, end.me().career.level), (1, 5));
    // Spending does not lower the level: an upgrade of an operational tank for two points.
    let spent = won([0; 7]).mine("career.prestige = 2, career.level = 5").play("", &NOTHING).go_on("tank:m4a1_76");
    assert_eq!((spent.me().career.prestige, spent.me().career.level), (0, 5));
    assert_eq!(spent.me().tank.id(), "m4a1_76");
    let start = Ace::new(&hulldown_ace::Setup::default(), charts()).unwrap();
    assert_eq!((start.players[0].career.prestige, start.players[0].career.level), (0, 0));
}

/// rules: ace 4.5a 4.5b 4.1.2 8.3.1a
#[test]
fn an_operational_tank_is_changed_for_two_points() {
    let change =
        |prestige, level| won([0; 7]).me(|player| (player.career.prestige, player.career.level) = (prestige, level));
    let poor = change(1, 5).play("", &NOTHING);
    // Nothing to choose: no question.
    assert_eq!(poor.options(), ["dice:A1"]);
    let asked = change(2, 2).play("", &NOTHING);
    assert_eq!(asked.options(), ["tank:keep", "tank:m4a1_early", "tank:m4a1_76"]);
    assert_eq!(asked.refused("tank:m4a1_76w"), Some(("4.1.2", "not yet available")));
    let asked = change(2, 0).play("", &NOTHING);
    assert_eq!(asked.refused("tank:m4a1_76"), Some(("4.1.2", "the Prestige Level is too low")));
    let bought = change(3, 1).play("tank:m4a1_76", &NOTHING);
    assert_eq!((bought.me().tank.id(), bought.me().career.prestige, bought.me().career.level), ("m4a1_76", 1, 1));
    let kept = change(3, 1).play("tank:keep", &NOTHING);
    assert_eq!((kept.me().tank.id(), kept.me().career.prestige), ("m4a1_late", 3));
    // By date: January 1945 has the HVSS tanks for level 3, not the Pershing for level 5.
    let january = change(2, 5).month("1945-01").play("", &NOTHING);
    assert!(january.can("tank:m4a1_76w_hvss") && january.can("tank:m4a3e2_75"));
    assert_eq!(january.refused("tank:m26"), Some(("4.1.2", "not yet available")));
    // After a Refit as well.
    let refit = change(2, 1).stage(Stage::Line(Seat(0))).play("", &[6, 6]);
    assert!(refit.can("tank:m4a1_76"));
}

/// rules: ace 4.5b 4.5c 8.3.1a 7.4b
#[test]
fn a_lost_tank_is_replaced_free_or_bettered_for_one_point() {
    let lost = |prestige, level| {
        after(End::TankLost, [0; 7]).me(|player| (player.career.prestige, player.career.level) = (prestige, level))
    };
    let free = lost(0, 1).play("", &[]);
    assert!(free.saw(|event| matches!(event, Event::NewTank { cost: 0, .. })));
    assert_eq!((free.me().tank.id(), free.me().career.prestige), ("m4a1_late", 0));
    let better = lost(1, 1).play("tank:m4a1_76", &[]);
    assert_eq!((better.me().tank.id(), better.me().career.prestige), ("m4a1_76", 0));
    let same = lost(1, 1).play("tank:keep", &[]);
    assert_eq!((same.me().tank.id(), same.me().career.prestige), ("m4a1_late", 1));
    assert!(same.saw(|event| matches!(event, Event::NewTank { cost: 0, .. })));
}

/// rules: ace 8.3.1a 7.6e
#[test]
fn a_prestige_point_buys_artillery() {
    let ready = |prestige| {
        Scene::new(Mission::Attack)
            .stage(Stage::Ready(Seat(0)))
            .round(1)
            .me(|player| (player.career.prestige, player.career.level, player.mat.loaded) = (prestige, 1, None))
            .enemies("pak40 B, inf A")
            .play("open:c load:ap rack:ap", &[])
    };
    assert_eq!(ready(0).options(), ["dice:7.2-4"]);
    let bought = ready(1).go_on("yes");
    assert_eq!((bought.me().career.prestige, bought.me().career.level), (0, 1));
    assert_eq!(bought.options(), ["target:1", "target:2"]);
    // The gun falls to it, which is the player's kill.
    let struck = bought.go_on("target:1").dice(&[&[1, 1]]);
    assert_eq!(
        struck.rolls().last().map(String::as_str),
        Some("field artillery (B2): 2 -3 field artillery = -1: 1 step")
    );
    assert_eq!(struck.me().career.kills[Class::At.index()], 1);
    assert_eq!(ready(1).go_on("no").me().career.prestige, 1);
    // Only one per mission.
    let rich = ready(5).go_on("yes");
    assert_eq!((rich.me().career.prestige, rich.me().mat.bought_artillery), (4, 0));
}

/// rules: ace 7.7.exp 7.7a
#[test]
fn expert_is_bought_again_for_the_pershing() {
    let shop = |tank: &str, expert: u8| {
        won([0; 7])
            .month("1945-03")
            .tank(tank)
            .me(|player| {
                player.career.experience = 3;
                player.career.expert = expert;
                player.career.skills = if expert > 0 { bit(Skill::Expert.index()) } else { 0 };
            })
            .play("", &NOTHING)
    };
    assert_eq!(shop("m4a3e8", 0b01).refused("buy:expert"), Some(("7.7a", "the crew has it")));
    let pershing = shop("m26", 0b01).go_on("buy:expert");
    assert_eq!((pershing.me().career.expert, pershing.me().career.experience), (0b11, 0));
    // What was bought for the Pershing works in no Sherman, and the other way round.
    let miss = |tank: &str, expert: u8| {
        Scene::new(Mission::Attack)
            .tank(tank)
            .me(|player| (player.career.expert, player.career.skills) = (expert, bit(Skill::Expert.index())))
            .enemies("pz4 B")
            .play("fire:1", &[6, 5])
            .can("yes")
    };
    assert_eq!([miss("m4a1_late", 0b01), miss("m4a1_late", 0b10)], [true, false]);
    assert_eq!([miss("m26", 0b01), miss("m26", 0b10), miss("m26", 0b11)], [false, true, true]);
}
