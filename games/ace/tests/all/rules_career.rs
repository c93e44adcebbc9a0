//! The course of a career: chapters 5, 6.5 to 6.9, experience and Synergy of 7.7.

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::state::{Cff, End, Stage, Support, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// W1 rolls that find nothing.
const NOTHING: [u8; 2] = [3, 4];
/// A1: a Refit.
pub(crate) const REFIT: &[u8] = &[6, 6];
/// A4 to A6: a PAK 40 in B, an INF in C, Wehrmacht.
const GUN_AND_INF: [u8; 6] = [4, 4, 6, 3, 6, 4];

/// An Attack that has just ended so, the first of the career.
pub(crate) fn after(end: End) -> Scene {
    Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).me(|player| player.board.end = Some(end))
}

/// The fight is won, and what may follow on the same line is about to be checked.
fn won_fight(mission: Mission) -> Scene {
    Scene::new(mission).stage(Stage::BattleEnd).mine("board.end = won")
}

/// A counterattack being fought after an Attack.
fn counterattack() -> Scene {
    Scene::new(Mission::Attack).set("field.fight = defense, field.counterattack = true")
}

/// A line about to begin in July.
fn line() -> Scene {
    Scene::new(Mission::Attack).stage(Stage::Line(Seat(0)))
}

pub(crate) fn now(played: &Played) -> (&'static str, u8) {
    (played.game().month.id(), played.game().line + 1)
}

/// rules: ace 6.5b 7.4b 6.6c 4.2.3b 7.7c 8.1.3 7.4a
#[test]
fn a_lost_tank_fails_the_mission_and_costs_the_next_line() {
    // A Panzer IV at Medium: hit, hull, DE; no fire; everybody lightly wounded.
    let end = Scene::new(Mission::Attack)
        .stage(Stage::Enemy(Seat(0)))
        .enemies("pz4 B targeting")
        .play("", &[3, 3, 5, 3, 3, 6, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
    assert!(!end.rolls().iter().any(|r| r.contains("Counterattack") || r.contains("trophy") || r.contains("Repairs")));
    // The commander's Purple Heart gave the point for an M4A1(76).
    assert_eq!(end.options(), ["tank:keep", "tank:m4a1_early", "tank:m4a1_76"]);
    let next = end.go_on("tank:keep");
    let career = &next.me().career;
    assert_eq!((career.completed, career.successes, career.credit, career.tanks_lost), (1, 0, 1, 1));
    assert!(next.saw(|event| *event == Event::MissionEnds { seat: Seat(0), success: false }));
    assert_eq!(next.me().crew.map(|man| man.hearts), [1; 5]);
    // July 3 was fought, 4 is skipped without a roll and without credit, 5 is rolled for.
    assert!(next.saw(|event| *event == Event::Skipped { seat: Seat(0), left: 0 }));
    assert_eq!((now(&next), next.options()), (("1944-07", 5), vec!["dice:A1".into()]));
}

/// rules: ace R29a 7.4b 7.4.5a 4.2.3b
#[test]
fn lines_lost_run_together() {
    // Tank lost (1) and the commander out for 4: four lines, not five.
    let end = after(End::TankLost).mine("crew.0.wound = SW").play("", &[2, 3]).quietly();
    assert_eq!(now(&end), ("1944-07", 8));
    // Tank lost and the gunner out: his absence costs the tank nothing more.
    let end = after(End::TankLost).mine("crew.1.wound = SW").play("", &[2, 3]).quietly();
    assert_eq!(now(&end), ("1944-07", 5));
    // Repairs and the commander's two lines.
    let end = won_fight(Mission::Defense).mine("mat.immobilized = true, crew.0.wound = SW");
    let end = end.play("", &[1, 3, 4, 1, 1]).quietly();
    assert_eq!((now(&end), end.rolls().len()), (("1944-07", 6), 3));
}

/// rules: ace 7.4.5a 6.6a
#[test]
fn repairs_are_rolled_for_once() {
    let stuck = |die| won_fight(Mission::Defense).mine("mat.immobilized = true").play("", &[die, 3, 4]).quietly();
    assert_eq!(stuck(2).rolls()[0], "Repairs take long (7.4.5): 2, 2 or less: misses the next mission");
    assert_eq!(now(&stuck(2)), ("1944-07", 5));
    assert_eq!(now(&stuck(3)), ("1944-07", 4));
    // Whatever stopped it; a tank that moved is not rolled for.
    let whole = won_fight(Mission::Defense).play("", &NOTHING).quietly();
    assert_eq!(whole.rolls(), ["War trophy (W1): 7: nothing"]);
    // Repair die first, then the counterattack, in which it still stands, then no second repair die.
    let scene = won_fight(Mission::Attack).mine("mat.immobilized = true");
    let mut dice = vec![5, 6];
    dice.extend(GUN_AND_INF);
    let second = scene.play("open:none", &dice);
    assert!(second.me().mat.immobilized && second.game().field.counterattack);
    let done = second.quiet_dice(&[&[2], &[2], &[2, 3], &NOTHING]);
    assert_eq!(done.rolls().iter().filter(|r| r.contains("Repairs")).count(), 1);
    assert_eq!((now(&done), done.me().career.successes), (("1944-07", 4), 1));
}

/// rules: ace 6.6a 6.6c R34a 6.7 8.4a
#[test]
fn a_counterattack_is_checked_after_a_won_attack_assault_or_contact() {
    for mission in [Mission::Attack, Mission::Assault, Mission::Contact] {
        let none = won_fight(mission).play("", &[5, 3, 4]);
        assert_eq!(none.rolls()[..2], ["Counterattack (6.6): 5, 6 or more: none", "War trophy (W1): 7: nothing"]);
        let comes = won_fight(mission).play("", &[6]);
        assert_eq!(comes.game().field.fight, Mission::Defense);
        assert_eq!(comes.options(), ["dice:A4"]);
    }
    let defense = won_fight(Mission::Defense).play("", &NOTHING);
    assert_eq!(defense.rolls(), ["War trophy (W1): 7: nothing"]);
    // None after a failure, and none after a counterattack.
    for end in [End::Withdrawn, End::TankLost] {
        let failed = won_fight(Mission::Attack).me(|player| player.board.end = Some(end)).play("", &[]).quietly();
        assert_eq!(failed.rolls().len(), 0);
    }
    let second = counterattack().stage(Stage::BattleEnd).mine("board.end = won").play("", &NOTHING);
    assert_eq!(second.rolls(), ["War trophy (W1): 7: nothing"]);
}

/// rules: ace 6.6b 6.6d 4.4.h 3.8a R34a
#[test]
fn what_a_counterattack_takes_over() {
    let scene = won_fight(Mission::Attack)
        .weather(Weather::Rain)
        .terrain(Terrain::Woods)
        .range(Range::Close)
        .skill(Skill::Synergy)
        .me(|player| {
            player.mat.loaded = None;
            player.mat.rack = [1, 2, 0, 1, 0];
            player.mat.carried[Ammo::Wp.index()] = 2;
            player.mat.used = bit(Skill::Synergy.index());
            (player.mat.mortar, player.mat.mortars_called) = (1, 1);
            player.mat.cff.push(Cff { support: Support::Mortar, rounds: 1, board: Seat(0) });
            player.mat.guns[0].points = 1;
            player.mat.guns[1].jammed = true;
            (player.mat.hull, player.mat.turret) = (Facing::Left, Facing::Right);
            player.mat.hull_down = true;
            player.crew[2].wound = Wound::Light;
            player.crew[2].hit = true;
            player.board.smoke = [2; 5];
            player.board.own_smoke = 2;
            player.board.kills = [2, 0, 0, 0, 0, 0, 1];
            player.board.damaged = 1;
            (player.board.random_done, player.board.mines_done) = (true, true);
        });
    let mut dice = vec![6];
    dice.extend(GUN_AND_INF);
    let asked = scene.play("", &dice);
    // A4, type, areas and A6 are new; weather and ground are not.
    assert_eq!(asked.rolls()[1..].iter().filter(|r| r.contains("(A3)") || r.contains("(A5)")).count(), 0);
    assert_eq!(asked.rolls().len(), 6);
    let field = asked.game().field;
    assert_eq!((field.mission, field.fight), (Mission::Attack, Mission::Defense));
    assert_eq!((field.weather, field.terrain, field.dug_in, field.round), (Weather::Rain, Terrain::Woods, false, 1));
    // Hatches anew, hull down anew; then the loader loads the gun that the last shot left empty, from what is in the rack.
    assert_eq!(asked.options().len(), 8);
    let asked = asked.go_on("open:d");
    assert_eq!(asked.options(), ["yes", "no"]);
    let asked = asked.go_on("no");
    assert_eq!(asked.options(), ["load:ap", "load:he", "load:wp"]);
    let fight = asked.go_on("load:wp");
    assert_eq!(fight.options(), ["dice:7.2-4"]);
    let (mat, board) = (&fight.me().mat, &fight.me().board);
    assert_eq!(
        (mat.open, mat.hull_down, mat.hull, mat.turret),
        ([false, true, false], false, Facing::Front, Facing::Front)
    );
    assert_eq!((mat.loaded, mat.rack, mat.carried[Ammo::Wp.index()]), (Some(Ammo::Wp), [1, 2, 0, 0, 0], 2));
    assert_eq!((mat.used, mat.mortar, mat.mortars_called, mat.cff.len()), (bit(Skill::Synergy.index()), 1, 1, 0));
    assert_eq!((mat.guns[0].points, mat.guns[1].jammed), (1, true));
    assert_eq!((board.range, board.smoke, board.own_smoke), (Range::Medium, [0; 5], 0));
    assert_eq!((board.kills, board.damaged), ([2, 0, 0, 0, 0, 0, 1], 1));
    assert!(board.random_done && board.mines_done);
    assert_eq!((fight.me().crew[2].wound, fight.me().crew[2].hit), (Wound::Light, true));
    // The first fight already counts for experience; the line does not yet.
    assert_eq!((fight.me().career.credit, fight.me().career.completed), (1, 0));
    assert_eq!(now(&fight), ("1944-07", 3));
}

/// rules: ace 6.6d 4.3.2b 6.2f 7.4.3d
#[test]
fn hatches_of_a_counterattack_are_for_men_at_their_posts() {
    let hatches = |out: Post, assistant_at: Option<Post>| {
        let mut dice = vec![6];
        dice.extend(GUN_AND_INF);
        won_fight(Mission::Attack)
            .wound(out, Wound::Serious)
            .me(|player| (player.mat.assistant_at, player.mat.open) = (assistant_at, [false; 3]))
            .play("", &dice)
            .options()
    };
    // The commander has come up from the gun, the assistant driver drives with the driver's hatch open.
    let all = ["none", "c", "d", "cd", "a", "ca", "da", "cda"];
    assert_eq!(hatches(Post::Gunner, None), all.map(|h| format!("open:{h}")));
    assert_eq!(hatches(Post::Driver, Some(Post::Driver)), ["none", "c", "d", "cd"].map(|h| format!("open:{h}")));
    assert_eq!(hatches(Post::Loader, Some(Post::Loader)), ["none", "c", "d", "cd"].map(|h| format!("open:{h}")));
    assert_eq!(hatches(Post::AssistantDriver, None), ["none", "c", "d", "cd"].map(|h| format!("open:{h}")));
}

/// rules: ace 6.6d 6.6b
#[test]
fn an_immobilized_tank_stays_where_it_is() {
    let mut dice = vec![5, 6];
    dice.extend(GUN_AND_INF);
    for hull_down in [true, false] {
        let scene =
            won_fight(Mission::Attack).me(|player| (player.mat.immobilized, player.mat.hull_down) = (true, hull_down));
        let end = scene.play("open:c", &dice);
        // No question of hull down: targeting dice at once.
        assert_eq!(end.options(), ["dice:7.2-4"]);
        assert_eq!((end.me().mat.hull_down, end.me().mat.immobilized), (hull_down, true));
    }
}

/// rules: ace 6.6d 6.6b R34a 8.1.6a R32a
#[test]
fn kills_of_both_fights_are_one_battle() {
    let end = counterattack()
        .enemies("pz4 B")
        .mine("board.kills.0 = 3, career.credit = 1")
        .play("fire:1", &[1, 1, 3, 5, 5, 3, 4])
        .quietly();
    assert_eq!(end.rolls().last().map(String::as_str), Some("War trophy (W1): 7: nothing"));
    let career = &end.me().career;
    assert_eq!((career.award(Award::Dsc), career.award(Award::SilverStar)), (1, 0));
    assert_eq!((career.streak.as_slice(), career.completed, career.successes), (&[4][..], 1, 1));
    // One credit for the first fight (given when it ended), one for the line.
    assert_eq!((career.credit, career.experience), (2, 0));
}

/// rules: ace R34a 6.7 6.6d
#[test]
fn the_line_fails_with_its_counterattack() {
    let end = counterattack().range(Range::Long).enemies("pz4 B").play("move:back", &[]).quietly();
    let career = &end.me().career;
    assert_eq!((career.completed, career.successes, end.rolls().len()), (1, 0, 0));
    assert_eq!(now(&end), ("1944-07", 4));
}

/// rules: ace 6.8b R32a 7.7c 7.1.5
#[test]
fn every_three_missions_won_or_lost_give_a_point() {
    let credit = |scene: Scene, dice: &[u8]| {
        let end = scene.play("", dice).quietly();
        (end.me().career.experience, end.me().career.credit)
    };
    assert_eq!(credit(after(End::Won), &NOTHING), (0, 1));
    assert_eq!(credit(after(End::Withdrawn).mine("career.credit = 1"), &[]), (0, 2));
    assert_eq!(credit(after(End::TankLost).mine("career.credit = 2"), &[]), (1, 0));
    assert_eq!(credit(line().mine("career.credit = 2"), REFIT), (1, 0));
    // A counterattack is a second mission: counter 2, the first fight makes a point, the second begins anew.
    let mut dice = vec![6];
    dice.extend(GUN_AND_INF);
    let end = won_fight(Mission::Attack).mine("career.credit = 2").play("", &dice);
    assert_eq!((end.me().career.experience, end.me().career.credit), (1, 0));
    let end = end.quiet_dice(&[&[2], &[2], &[2, 3], &NOTHING]);
    assert_eq!((end.me().career.experience, end.me().career.credit), (1, 1));
}

/// rules: ace 4.7d 4.7c 7.7d R32a
#[test]
fn a_major_event_gives_a_point_or_the_ordinary_credit() {
    let event = |end: End| after(end).set("field.event = 1").mine("career.credit = 1");
    let won = event(End::Won).play("", &NOTHING).quietly();
    assert_eq!((won.me().career.experience, won.me().career.credit), (1, 1));
    assert_eq!(won.game().events_used[0], 0b1);
    // The marker goes though the mission failed.
    for end in [End::Withdrawn, End::TankLost] {
        let failed = event(end).play("", &[]).quietly();
        assert_eq!((failed.me().career.experience, failed.me().career.credit), (0, 2));
        assert_eq!(failed.game().events_used[0], 0b1);
        assert!(
            !failed.game().event_active(charts(), hulldown_core::Seat(0), 1)
                && failed.game().event_active(charts(), hulldown_core::Seat(0), 2)
        );
    }
    // With a counterattack: its credit and the point.
    let both = counterattack()
        .with(|game| (game.field.event, game.stage) = (Some(2), Stage::After(Seat(0))))
        .mine("board.end = won, career.credit = 1")
        .play("", &NOTHING)
        .quietly();
    assert_eq!((both.me().career.experience, both.me().career.credit, both.game().events_used[0]), (1, 1, 0b10));
}

/// rules: ace 6.8a 7.4.3c 6.7
#[test]
fn the_steps_after_a_mission_in_their_order() {
    let scene = after(End::Won).mine("career.prestige = 2, career.level = 1, career.experience = 0, career.credit = 2, career.trophies = [1, 0, 0, 0, 0, 0, 0, 0], crew.2.wound = SW, crew.3.wound = KIA");
    // Trophy, awards, C2, experience; then skills, tank, men, trades.
    let shop = scene.play("", &[3, 4, 1, 1]);
    assert_eq!(shop.rolls(), ["War trophy (W1): 7: nothing", "Serious wound (C2): 2: out for 2 missions"]);
    assert_eq!((shop.me().career.experience, shop.me().career.award(Award::Eame)), (1, 1));
    assert!(shop.can("buy:leadership"));
    // The two posts are still empty.
    assert_eq!(shop.refused("buy:adrenaline_rush"), Some(("7.4.3k", "his post is empty")));
    assert_eq!(shop.refused("buy:eye_for_terrain"), Some(("7.4.3k", "his post is empty")));
    let tank = shop.go_on("buy:leadership");
    assert_eq!(tank.options(), ["tank:keep", "tank:m4a1_early", "tank:m4a1_76"]);
    assert!(!tank.saw(|event| matches!(event, Event::Replaced { .. })));
    let trades = tank.go_on("tank:keep");
    assert_eq!(trades.options(), ["trade:extra_belts", "trade:cleaning_kit", "done"]);
    assert!(
        trades.saw(|event| *event == Event::Replaced { seat: Seat(0), post: Post::Loader, man: 6, substitute: true })
    );
    assert!(
        trades.saw(|event| *event == Event::Replaced { seat: Seat(0), post: Post::Driver, man: 7, substitute: false })
    );
    let next = trades.go_on("done");
    assert_eq!((now(&next), next.options()), (("1944-07", 4), vec!["dice:A1".into()]));
}

/// rules: ace 7.7.syn
#[test]
fn synergy_goes_with_the_first_man_killed() {
    // The loader is killed by spalling in the enemy step; in the next step 5 the skill is not there any more.
    let end = Scene::new(Mission::Attack)
        .stage(Stage::Enemy(Seat(0)))
        .skill(Skill::Synergy)
        .enemies("pz4 B targeting, inf A")
        .play("", &[3, 3, 3, 1, 1, 1, 4, 6, 6]);
    assert_eq!(end.rolls().last().map(String::as_str), Some("Wound (B7): 12: killed"));
    assert!(end.saw(|event| *event == Event::SynergyLost { seat: Seat(0) }));
    assert!(!end.me().career.holds(Skill::Synergy));
    // Died of wounds at the end of a round: the same.
    let end = Scene::new(Mission::Attack)
        .stage(Stage::RoundEnd)
        .skill(Skill::Synergy)
        .wound(Post::Driver, Wound::Serious)
        .enemies("pz4 B")
        .play("", &[5, 6]);
    assert!(!end.me().career.holds(Skill::Synergy));
}

/// rules: ace 7.7.syn
#[test]
fn synergy_is_bought_back_after_a_new_point_or_with_booze() {
    // Lost with a point in hand: it has to wait.
    let shop = |credit: u8, booze: u8, wound| {
        after(End::Withdrawn).skill(Skill::Synergy).wound(Post::Gunner, wound).me(|player| {
            (player.career.experience, player.career.credit) = (1, credit);
            player.career.trophies[Trophy::Booze.index()] = booze;
        })
    };
    let why = "it cannot be bought back before a new Experience Point is earned";
    let waits = shop(0, 0, Wound::Serious).play("", &[4, 4]);
    assert_eq!(waits.refused("buy:synergy"), Some(("7.7.syn", why)));
    assert!(!waits.can("buy:synergy:booze"));
    // Two Refits later the point is there, and it costs 1 instead of 2.
    let earned = waits.quiet_dice(&[REFIT]).dice(&[REFIT]);
    assert_eq!(earned.me().career.experience, 2);
    let bought = earned.go_on("buy:synergy");
    assert!(bought.me().career.holds(Skill::Synergy));
    assert_eq!(bought.me().career.experience, 1);
    // The point of the mission in which the man was lost is a new one: he fell before it was earned.
    for (wound, dice) in [(Wound::Killed, &[][..]), (Wound::Serious, &[4, 4][..])] {
        let at_once = shop(2, 0, wound).play("buy:synergy", dice);
        assert_eq!((at_once.me().career.experience, at_once.me().career.holds(Skill::Synergy)), (1, true));
    }
    // Booze does without the wait, at the same price, and is gone.
    let drunk = shop(0, 1, Wound::Serious).play("buy:synergy:booze", &[4, 4]);
    assert!(drunk.me().career.holds(Skill::Synergy));
    assert_eq!((drunk.me().career.experience, drunk.me().career.trophies[Trophy::Booze.index()]), (0, 0));
    let penniless = shop(0, 1, Wound::Serious).mine("career.experience = 0").play("", &[4, 4]);
    assert!(!penniless.can("buy:synergy:booze"));
    // Never held, it costs 2.
    let fresh = after(End::Withdrawn).mine("career.experience = 2").play("buy:synergy", &[]);
    assert_eq!(fresh.me().career.experience, 0);
}

/// rules: ace 7.7a
#[test]
fn skills_cost_what_b8_says_and_come_back_for_the_next_mission() {
    let prices = [4, 2, 1, 3, 2, 1, 2, 1, 1, 1, 1];
    for (skill, cost) in Skill::ALL.into_iter().zip(prices) {
        let key = format!("buy:{}", skill.id());
        let end = after(End::Withdrawn).me(|player| player.career.experience = cost).play(&key, &[]);
        assert!(end.me().career.holds(skill) && end.me().career.experience == 0, "{}", skill.name());
        let poor = after(End::Withdrawn).me(|player| player.career.experience = cost - 1).play("", &[]);
        assert!(!poor.can(&key));
        let again = after(End::Withdrawn).skill(skill).mine("career.experience = 5").play("", &[]);
        assert_eq!(again.refused(&key), Some(("7.7a", "the crew has it")));
    }
    // Used skills are ready again at the start of the next mission.
    let mut dice = vec![3, 4, 1, 6];
    dice.extend(GUN_AND_INF);
    let end = line()
        .skill(Skill::Synergy)
        .me(|player| player.mat.used = bit(Skill::Synergy.index()))
        .play("", &dice)
        .quietly();
    assert_eq!(end.options(), ["dice:7.2-4"]);
    assert!(end.me().skilled(Skill::Synergy));
}

/// rules: ace 7.7b
#[test]
fn a_discount_is_used_up_by_the_purchase() {
    let scene = after(End::Withdrawn).me(|player| {
        player.career.experience = 6;
        player.career.discounts = bit(Skill::Gunnery.index()) | bit(Skill::Expert.index());
    });
    let end = scene.play("buy:gunnery buy:expert", &[]).quietly();
    assert_eq!((end.me().career.experience, end.me().career.discounts), (1, 0));
}

/// rules: ace 6.1c 4.2.3b 6.9
#[test]
fn months_pass_while_lines_are_missed() {
    let end = line().set("line = 7").mine("career.skip = 9, career.rank = cpt").play("", &[]);
    // July 8 and all of August; September places its marker.
    assert_eq!((now(&end), end.rolls().len()), (("1944-09", 1), 0));
    assert!(
        end.saw(|event| *event == Event::EventExpired { number: 1 })
            && end.saw(|event| *event == Event::EventPlaced { number: 3 })
    );
    assert_eq!(end.me().career.completed, 0);
}

/// rules: ace 7.1.5 8.1.1 6.8b 6.7
#[test]
fn a_refit_is_a_success_without_a_battle() {
    let end = line().mine("board.kills = [3, 3, 3, 3, 3, 3, 3], board.end = tank_lost").play("", REFIT).quietly();
    let career = &end.me().career;
    assert_eq!((career.completed, career.successes, career.credit), (1, 1, 1));
    assert_eq!((career.award(Award::Eame), career.award(Award::SilverStar)), (1, 0));
    assert_eq!((career.streak.as_slice(), career.skip), (&[0][..], 0));
    // No trophy roll.
    assert_eq!((end.rolls().len(), now(&end)), (1, ("1944-07", 4)));
}
