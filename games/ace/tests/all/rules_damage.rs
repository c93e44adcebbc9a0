//! What happens to the player's tank and crew: hits, hatches, shock, splinters.

use crate::common::{Look, Played, Scene};
use hulldown_ace::state::{End, Fate, Stage};
use hulldown_ace::talk::{Ask, Event};
use hulldown_ace::words::*;
use hulldown_core::Seat;
use hulldown_core::session::Pending;

pub(crate) const ENEMY: Stage = Stage::Enemy(Seat(0));

/// A unit that targets the tank is about to act in round 2.
pub(crate) fn under_fire(kind: &str) -> Scene {
    Scene::new(Mission::Attack).stage(ENEMY).enemies(&format!("{kind} B targeting"))
}

/// How many commands are left, if a command is asked for.
pub(crate) fn left(played: &Played) -> Option<u8> {
    match played.session.pending().first() {
        Some(Pending::Choice { ask: Ask::Command(left), .. }) => Some(*left),
        _ => None,
    }
}

pub(crate) fn wounds(p: &Played) -> [Wound; 5] {
    Post::ALL.map(|post| p.me().crew[post.index()].wound)
}

pub(crate) const NONE: Wound = Wound::None;
pub(crate) const LW: Wound = Wound::Light;
pub(crate) const SW: Wound = Wound::Serious;
pub(crate) const KIA: Wound = Wound::Killed;

// ---- Hits ----

/// rules: ace CH.B3 7.4a R27a
#[test]
fn every_result_of_the_penetration_chart_does_its_own_to_the_tank() {
    // A Pz III (4) against the hull front (5) at Medium, Close; a Pz IV (7) at Medium.
    for (kind, range, column, faces, result, spalls) in [
        ("pz3", Range::Medium, "PEN < armor", [4, 4], "no penetration", false),
        ("pz3", Range::Medium, "PEN < armor", [4, 5], "buttoned up", false),
        ("pz3", Range::Medium, "PEN < armor", [5, 6], "immobilized**", false),
        ("pz3", Range::Medium, "PEN < armor", [6, 6], "destroyed", false),
        ("pz3", Range::Close, "PEN = armor", [2, 2], "no penetration", true),
        ("pz3", Range::Close, "PEN = armor", [2, 3], "buttoned up", true),
        ("pz3", Range::Close, "PEN = armor", [3, 3], "immobilized", false),
        ("pz3", Range::Close, "PEN = armor", [3, 4], "immobilized**", false),
        ("pz3", Range::Close, "PEN = armor", [4, 4], "destroyed", false),
        ("pz4", Range::Medium, "PEN > armor", [1, 1], "no penetration", true),
        ("pz4", Range::Medium, "PEN > armor", [1, 2], "immobilized**", false),
        ("pz4", Range::Medium, "PEN > armor", [2, 2], "buttoned up", true),
        ("pz4", Range::Medium, "PEN > armor", [1, 4], "destroyed", false),
    ] {
        // The player's Aim is no help to a German gun.
        let scene = under_fire(kind).range(range).buttoned().skill(Skill::Aim);
        let struck = scene.play("", &[1, 1, 4, faces[0], faces[1]]);
        let roll = format!("{column} (B3): {}: {result}", faces[0] + faces[1]);
        assert_eq!(struck.rolls()[2], roll);
        let mat = &struck.me().mat;
        assert_eq!(mat.immobilized, result.starts_with("immobilized"), "{roll}");
        assert_eq!(mat.shock, matches!(result, "no penetration" | "buttoned up"), "{roll}");
        let asked = match (result, spalls) {
            ("destroyed", _) => "dice:B6",
            (_, true) => "dice:7.3.8",
            (_, false) => "dice:B9",
        };
        assert_eq!(struck.options(), [asked], "{roll}");
    }
}

/// rules: ace 7.3.1b
#[test]
fn a_hull_down_tank_is_struck_in_the_turret_without_a_location_die() {
    let struck = under_fire("pz4").mine("mat.hull_down = true").buttoned().play("", &[1, 1, 3, 3]);
    assert_eq!(struck.rolls()[1], "PEN > armor (B3): 6: destroyed");
    assert!(
        struck
            .saw(|event| matches!(event, Event::TankStruck { part: Part::Turret, side: false, pen: 7, armor: 6, .. }))
    );
    // The result stands as printed: it can be stopped all the same.
    let stopped = under_fire("pz4").mine("mat.hull_down = true").buttoned().play("", &[1, 1, 1, 2]);
    assert!(stopped.me().mat.immobilized && stopped.me().mat.hull_down);
}

// ---- Hatches ----

/// rules: ace 7.3.2e 7.4.2a CH.B7 R26a
#[test]
fn open_men_roll_in_order_each_with_his_wound_at_once_and_then_all_close() {
    let hit = under_fire("inf").play("", &[3, 3, 1, 3, 4, 2, 4, 4, 3]);
    assert_eq!(
        hit.rolls(),
        [
            "infantry fire (B2): 6: buttoned up",
            "Commander hit at his hatch (7.3.2): 1, 2 or less: hit",
            "Wound (B7): 7: light wound",
            "Driver hit at his hatch (7.3.2): 2, 2 or less: hit",
            "Wound (B7): 8: serious wound",
            "Assistant driver hit at his hatch (7.3.2): 3, 2 or less: safe",
        ]
    );
    assert_eq!(wounds(&hit), [LW, NONE, NONE, SW, NONE]);
    assert_eq!((hit.me().mat.open, hit.options()), ([false; 3], vec!["dice:B9".into()]));
    // Only the open ones.
    let one = under_fire("inf").mine("mat.open = [false, false, true]").play("", &[3, 3, 1, 6, 5]);
    assert_eq!(one.rolls().len(), 3);
    assert_eq!(wounds(&one), [NONE, NONE, NONE, NONE, KIA]);
}

/// rules: ace 7.3.2e R26a CH.B7
#[test]
fn a_killed_commander_ends_the_hatch_checks_and_the_game() {
    let killed = under_fire("inf").play("", &[3, 3, 1, 6, 5]);
    assert_eq!((killed.rolls().len(), killed.me().fate), (3, Fate::Killed));
    assert!(killed.game().stage == Stage::Over && killed.options().is_empty());
    // Physical training takes one off the commander's wounds, and off nobody else's.
    let fit = under_fire("inf").mine("career.fit = true").play("", &[3, 3, 1, 6, 5, 1, 6, 5]);
    assert_eq!(fit.rolls()[2], "Wound (B7): 11 -1 physical training = 10: serious wound");
    assert_eq!(fit.rolls()[4], "Wound (B7): 11: killed");
    assert_eq!(wounds(&fit), [SW, NONE, NONE, KIA, NONE]);
}

/// rules: ace 7.3.2e R26a
#[test]
fn b_and_imm_of_a_gun_drive_everyone_under_cover_too() {
    for (faces, imm) in [([2, 2], false), ([1, 2], true)] {
        let hit = under_fire("pz4").play("", &[1, 1, 4, faces[0], faces[1], 5, 5, 5]);
        let checks = hit.rolls().iter().filter(|r| r.contains("hit at his hatch")).count();
        assert_eq!((checks, hit.me().mat.open, hit.me().mat.immobilized), (3, [false; 3], imm));
    }
    let held = under_fire("pz4").play("", &[1, 1, 4, 1, 1]);
    assert_eq!((held.me().mat.open, held.options()), ([true; 3], vec!["dice:7.3.8".into()]), "NP does not");
}

/// rules: ace 7.3.2d 7.6d R26a
#[test]
fn closed_hatches_keep_out_small_arms_and_artillery_but_not_the_blow_to_the_tracks() {
    let inf = under_fire("inf").buttoned().play("", &[1, 1]);
    assert_eq!((inf.options(), wounds(&inf)), (vec!["dice:B9".into()], [NONE; 5]));
    let shelled = |dice: &[u8], open| {
        let scene = Scene::new(Mission::Attack).stage(Stage::Events(Seat(0))).enemies("pak40 B targeting");
        scene.me(|player| player.mat.open = open).weather(Weather::Rain).mine("board.own_smoke = 2").play("", dice)
    };
    let artillery = shelled(&[1, 1, 4, 4], [false; 3]);
    assert_eq!(artillery.rolls()[1], "field artillery (B2): 8 -3 field artillery = 5: buttoned up");
    assert!(artillery.me().mat.immobilized && artillery.rolls().len() == 2 && !artillery.me().mat.shock);
    assert!(!shelled(&[1, 1, 4, 5], [false; 3]).me().mat.immobilized, "6 is nothing");
    let mortars = shelled(&[4, 6, 3, 3, 5, 5], [true, true, false]);
    assert_eq!(mortars.rolls()[1], "mortars (B2): 6 -1 mortars = 5: buttoned up");
    assert!(!mortars.me().mat.immobilized && mortars.me().mat.open == [false; 3]);
    assert_eq!(mortars.rolls().len(), 4, "two open men");
}

/// rules: ace 7.3.1c R26a
#[test]
fn hull_down_only_the_commander_is_in_danger_of_machine_guns_and_2cm() {
    let down = |kind: &str| under_fire(kind).mine("mat.hull_down = true");
    for kind in ["inf", "sdkfz251", "sdkfz222"] {
        let hit = down(kind).play("", &[3, 3, 5]);
        assert_eq!((hit.rolls().len(), hit.me().mat.open), (2, [false, true, true]), "{kind}");
        let closed = down(kind).mine("mat.open.0 = false").play("", &[3, 3]);
        assert_eq!((closed.options(), closed.me().mat.open), (vec!["dice:B9".into()], [false, true, true]), "{kind}");
    }
    let told =
        |played: &Played| played.log().into_iter().filter(|line| line.contains("under cover")).collect::<Vec<_>>();
    assert_eq!(told(&down("inf").play("", &[3, 3, 5])), ["The commander is driven under cover."]);
    let all = under_fire("inf").play("", &[3, 3, 5, 5, 5]);
    assert_eq!(told(&all), ["The commander, driver and assistant driver are driven under cover."]);
    // A man who lies badly hurt below is not driven there.
    let hurt = down("inf").play("", &[3, 3, 1, 4, 4]);
    assert_eq!((wounds(&hurt)[0], told(&hurt)), (SW, vec![]));
    // The same for a lucky 2cm hit: 2 on B2, turret without location, 9 on B3 is a B, then Shock.
    let lucky = down("sdkfz222").play("", &[1, 1, 4, 5, 5]);
    assert_eq!(
        lucky.rolls()[1..],
        ["PEN < armor (B3): 9: buttoned up", "Commander hit at his hatch (7.3.2): 5, 2 or less: safe"]
    );
    assert_eq!((lucky.me().mat.open, lucky.me().mat.shock), ([false, true, true], true));
    // A gun and artillery are everybody's business.
    let gun = down("pz4").play("", &[1, 1, 2, 2, 5, 5, 5]);
    assert_eq!(gun.me().mat.open, [false; 3]);
    let mortars = Scene::new(Mission::Attack).stage(Stage::Events(Seat(0))).enemies("pak40 B targeting");
    let mortars = mortars.mine("mat.hull_down = true").play("", &[4, 6, 1, 1, 5, 5, 5]);
    assert_eq!(mortars.me().mat.open, [false; 3]);
}

/// rules: ace 7.7.six
#[test]
fn sixth_sense_closes_the_commanders_hatch_before_the_dice_once_a_mission() {
    let scene = || under_fire("inf").skill(Skill::SixthSense).enemies("inf B targeting");
    let asked = scene().play("", &[]);
    assert_eq!((asked.options(), asked.rolls().len()), (vec!["yes".to_string(), "no".into()], 0));
    let ducked = asked.then("yes", &[3, 3, 5, 5]);
    assert_eq!((ducked.rolls().len(), ducked.me().mat.open), (3, [false; 3]), "only driver and assistant driver roll");
    assert_eq!(ducked.options(), ["dice:B2"], "not asked a second time");
    // Declined, it is asked again for the next unit.
    let brave = scene().play("no", &[6, 6]);
    assert_eq!(brave.options(), ["yes", "no"]);
    // Not when he is inside, wounded, or has used it.
    assert_eq!(scene().mine("mat.open.0 = false").play("", &[]).options(), ["dice:B2"]);
    assert_eq!(scene().wound(Post::Commander, LW).play("", &[]).options(), ["dice:B2"]);
    assert_eq!(scene().me(|player| player.use_skill(Skill::SixthSense)).play("", &[]).options(), ["dice:B2"]);
    assert_eq!(scene().wound(Post::Gunner, LW).play("", &[]).options(), ["yes", "no"]);
    // Artillery is incoming fire too.
    let scene = Scene::new(Mission::Attack).stage(Stage::Events(Seat(0))).enemies("pak40 B targeting");
    assert_eq!(scene.skill(Skill::SixthSense).play("", &[1, 1]).options(), ["yes", "no"]);
}

// ---- Shock and splinters ----

/// rules: ace 7.3.8a R23a 7.4.4a
#[test]
fn a_command_left_for_the_50_caliber_is_not_left_for_a_blow() {
    let idle = |points, jammed, given: &str| {
        let scene = under_fire("pz3").stage(Stage::Commands(Seat(0)));
        let scene = scene.me(|player| (player.mat.guns[2].points, player.mat.guns[2].jammed) = (points, jammed));
        // A hit that does not go through; then nothing happens.
        let end = scene.play(given, &[1, 1, 4, 1, 1, 3, 4]);
        assert_eq!((end.game().field.round, end.me().mat.guns[2].jammed), (3, false), "{:#?}", end.log());
        (end.me().mat.guns[2].points, left(&end))
    };
    // Two left: one for the gun, one for the blow. One left: the gun has had it.
    assert_eq!((idle(0, false, "end"), idle(0, false, "mortar end")), ((2, Some(2)), (2, Some(1))));
    assert_eq!((idle(1, true, "end"), idle(1, true, "mortar end")), ((1, Some(2)), (1, Some(1))));
    // A gun that needs no work costs nothing.
    assert_eq!(idle(1, false, "mortar end"), (1, Some(2)));
}

/// rules: ace 7.3.8a R27a
#[test]
fn a_blow_that_does_not_go_through_costs_the_commander_a_command() {
    // Round 1 of an Attack: he has his commands still before him and loses one of them.
    let scene = Scene::new(Mission::Attack).round(1).stage(ENEMY).enemies("pz3 B targeting").buttoned();
    let now = scene.play("", &[1, 1, 4, 1, 1]);
    assert_eq!((left(&now), now.me().mat.shock), (Some(1), false));
    // Later: the first command of the next round, and of that one only.
    let next = under_fire("pz3").buttoned().play("", &[1, 1, 4, 1, 1, 3, 4]);
    assert_eq!((next.game().field.round, left(&next), next.me().mat.shock), (3, Some(1), false));
    let after = next.then("end", &[6, 6, 3, 4]);
    assert_eq!((after.game().field.round, left(&after)), (4, Some(2)));
    // Commands of this round he has not given go first, one for each blow; only then comes the marker.
    let idle = |given: &str, blows: &[u8]| {
        let scene = under_fire("pz3").enemies("pz3 B targeting, pz3 B targeting");
        scene.stage(Stage::Commands(Seat(0))).buttoned().play(given, blows)
    };
    let (hit, miss) = ([1, 1, 4, 1, 1], [6, 6]);
    let once = idle("end", &[&hit[..], &miss, &miss, &[3, 4]].concat());
    assert_eq!((once.game().field.round, left(&once)), (3, Some(2)), "he had two left");
    assert!(once.saw(|event| *event == Event::Shock { seat: Seat(0), post: Post::Commander, unspent: true }));
    let thrice = idle("end", &[&hit[..], &hit, &hit, &[3, 4]].concat());
    assert_eq!((thrice.game().field.round, left(&thrice)), (3, Some(1)), "two left, three blows");
    let spent = idle("mortar end", &[&hit[..], &miss, &miss, &[3, 4]].concat());
    assert_eq!(left(&spent), Some(2), "one left, one blow");
    let none = idle("mortar mortar", &[&hit[..], &miss, &miss, &[3, 4]].concat());
    assert_eq!(left(&none), Some(1), "none left");
    // Who stands in for the commander is shocked in his place (R28).
    let stand_in =
        under_fire("pz3").buttoned().me(|player| player.crew[Post::Commander.index()].wound = Wound::Serious);
    let told = stand_in.play("", &[1, 1, 4, 1, 1]).log();
    assert!(told.iter().any(|line| line.starts_with("The gunner is shocked")), "{told:?}");
    // What was left of an earlier round is no help in a later one, nor in a second fight.
    let stale = Scene::new(Mission::Attack).stage(Stage::RoundStart).enemies("pz3 B targeting").mine("mat.unspent = 2");
    assert_eq!(stale.play("", &[]).me().mat.unspent, 0);
    // Where the enemy acts first each blow takes a command still ahead, and only what is over lays the marker, for the next round.
    let ahead = |blows: usize| {
        let scene = (0..4)
            .fold(Scene::new(Mission::Attack).round(1).stage(Stage::RoundStart).buttoned(), |scene, _| {
                scene.enemies("pz3 B targeting")
            });
        let fire = (0..4).flat_map(|shot| if shot < blows { hit.to_vec() } else { miss.to_vec() });
        scene.play("", &fire.collect::<Vec<_>>())
    };
    let blown = |blows: usize| {
        let p = ahead(blows);
        let told = p.events().iter().filter(|event| matches!(event, Event::Shock { .. })).count();
        (left(&p), p.me().mat.shock, told)
    };
    assert_eq!([0, 1].map(blown), [(Some(2), false, 0), (Some(1), false, 1)]);
    assert_eq!([2, 3, 4].map(blown), [(None, false, 2), (None, true, 3), (None, true, 3)]);
    let next = ahead(3).dice(&[&[3, 4]]);
    assert_eq!((next.game().field.round, left(&next)), (2, Some(1)), "{:#?}", next.log());
    // A marker of the fight before is one of them.
    let marked = Scene::new(Mission::Assault).round(1).stage(Stage::RoundStart).buttoned().mine("mat.shock = true");
    let marked = marked.enemies("pz3 B targeting").play("", &hit);
    assert_eq!((left(&marked), marked.me().mat.shock), (None, false));
    // Two such hits are one marker.
    let twice = under_fire("pz3").enemies("pz3 B targeting").buttoned();
    let twice = twice.play("", &[1, 1, 4, 1, 1, 1, 1, 4, 1, 1, 3, 4]);
    assert_eq!(left(&twice), Some(1));
    assert_eq!(twice.events().iter().filter(|event| matches!(event, Event::Shock { .. })).count(), 1);
    // With a light wound nothing is left, and nothing is asked.
    let hurt = under_fire("pz3").buttoned().wound(Post::Commander, LW).play("", &[1, 1, 4, 1, 1, 3, 4]);
    assert_eq!((hurt.game().field.round, hurt.options()), (3, vec!["dice:B1".into()]));
}

/// rules: ace 7.3.8b R27a
#[test]
fn spalling_follows_only_shells_that_match_or_beat_the_armor() {
    let spall = |kind: &str, range, b3: [u8; 2], die: u8| {
        let hit = under_fire(kind).range(range).buttoned().play("", &[1, 1, 4, b3[0], b3[1], die, 1]);
        hit.rolls().into_iter().find(|r| r.starts_with("Spalling"))
    };
    let says = |text: &str| Some(text.to_string());
    assert_eq!(spall("pz3", Range::Close, [1, 1], 1), says("Spalling (7.3.8): 1, 1 or less: splinters"));
    assert_eq!(spall("pz3", Range::Close, [2, 3], 2), says("Spalling (7.3.8): 2, 1 or less: none"));
    assert_eq!(spall("pz4", Range::Medium, [1, 1], 2), says("Spalling (7.3.8): 2, 2 or less: splinters"));
    assert_eq!(spall("pz4", Range::Medium, [2, 2], 3), says("Spalling (7.3.8): 3, 2 or less: none"));
    assert_eq!(spall("pz3", Range::Medium, [1, 1], 1), None, "less than the armor: shock alone");
    assert_eq!(spall("pz4", Range::Medium, [1, 2], 1), None, "a track hit is not such a blow");
    // A second blow of the step has its own die, though the marker lies already.
    let twice = under_fire("pz4").enemies("pz4 B targeting").buttoned();
    let twice = twice.play("", &[1, 1, 4, 1, 1, 6, 1, 1, 4, 1, 1, 6]);
    assert_eq!(twice.rolls().iter().filter(|r| r.starts_with("Spalling")).count(), 2);
}

/// rules: ace 7.3.8c 7.4.2a CH.B7
#[test]
fn splinters_strike_one_man_by_the_die() {
    for (die, post) in [
        (1, Post::Commander),
        (2, Post::Commander),
        (3, Post::Gunner),
        (4, Post::Loader),
        (5, Post::Driver),
        (6, Post::AssistantDriver),
    ] {
        for (faces, wound) in [([3, 4], LW), ([4, 4], SW), ([4, 6], SW), ([5, 6], KIA)] {
            let hit = under_fire("pz4").buttoned().play("", &[1, 1, 4, 1, 1, 1, die, faces[0], faces[1]]);
            let mut expected = [NONE; 5];
            expected[post.index()] = wound;
            assert_eq!(wounds(&hit), expected, "{die} {faces:?}");
            assert_eq!(hit.rolls()[4], format!("Splinters strike (7.3.8): {die}: {}", post.name()));
        }
    }
    let open = under_fire("pz4").play("", &[1, 1, 4, 1, 1, 1, 5, 4, 4]);
    assert_eq!(open.me().mat.open, [true, false, true], "a man who falls out sinks from his hatch");
    let dead = under_fire("pz4").buttoned().wound(Post::Gunner, KIA).play("", &[1, 1, 4, 1, 1, 1, 3]);
    assert_eq!(dead.options(), ["dice:B9"], "nothing more can happen to him");
}

// ---- The tank is lost ----

/// rules: ace 7.4a CH.B6
#[test]
fn a_lost_tank_rolls_for_fire_and_then_every_man_in_crew_order_with_his_modifiers() {
    // Hull hit, DE. Dry stowage burns on 5. Commander and driver are open, the driver was seriously wounded before.
    let scene = under_fire("pz4").mine("mat.open = [true, false, true]").wound(Post::Driver, SW);
    let lost = scene.play("", &[1, 1, 4, 6, 6, 5, 3, 3, 3, 3, 3, 4, 1, 1, 3, 3]);
    assert_eq!(
        lost.rolls()[3..9],
        [
            "Fire (B6): 5, 5 or less: burns",
            "Bail out (B6): 6 +1 fire -1 his hatch is open = 6: light wound",
            "Bail out (B6): 6 +1 fire = 7: serious wound",
            "Bail out (B6): 7 +1 fire = 8: serious wound",
            "Bail out (B6): 2 +1 fire +1 his half was struck +1 seriously wounded before = 5: light wound",
            "Bail out (B6): 6 +1 fire +1 his half was struck -1 his hatch is open = 7: serious wound",
        ]
    );
    assert_eq!(wounds(&lost), [LW, SW, SW, SW, SW], "the worse wound counts");
    assert_eq!((lost.me().board.end, lost.me().career.tanks_lost), (Some(End::TankLost), 1));
    // The turret: commander, gunner and loader.
    let turret = under_fire("pz4").buttoned().play("", &[1, 1, 1, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let struck: Vec<bool> = turret.rolls()[4..9].iter().map(|r| r.contains("his half was struck")).collect();
    assert_eq!(
        (turret.rolls()[3].as_str(), struck),
        ("Fire (B6): 6, 5 or less: no fire", vec![true, true, true, false, false])
    );
    // Wet stowage burns on 1 only.
    let wet = |die| under_fire("pz4").tank("m4a1_76w").buttoned().play("", &[1, 1, 1, 6, 6, die]).rolls().remove(3);
    assert_eq!([wet(1), wet(2)], ["Fire (B6): 1, 1 or less: burns", "Fire (B6): 2, 1 or less: no fire"]);
}

/// rules: ace CH.B6 7.4a
#[test]
fn bailing_out_stops_when_the_commander_dies_and_passes_over_the_dead() {
    let killed = under_fire("pz4").buttoned().play("", &[1, 1, 4, 6, 6, 6, 4, 5]);
    assert_eq!((killed.rolls().len(), killed.me().fate, killed.game().stage), (5, Fate::Killed, Stage::Over));
    let lost = under_fire("pz4").buttoned().wound(Post::Gunner, KIA).wound(Post::Loader, KIA);
    let lost = lost.play("", &[1, 1, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(lost.rolls().iter().filter(|r| r.starts_with("Bail out")).count(), 3);
    // 6 is a light wound, 8 serious, 9 death.
    let marks = under_fire("pz4").buttoned().play("", &[1, 1, 1, 6, 6, 6, 2, 3, 3, 4, 4, 4, 4, 4, 4, 5]);
    assert_eq!(
        marks.rolls()[4..9].iter().map(|r| r.rsplit(": ").next().unwrap()).collect::<Vec<_>>(),
        ["light wound", "serious wound", "killed", "serious wound", "killed"]
    );
}

/// rules: ace 7.4.5a
#[test]
fn an_immobilized_tank_stays_where_it_is_and_may_miss_the_next_mission() {
    let scene = || Scene::new(Mission::Attack).mine("mat.immobilized = true");
    let stuck = scene().enemies("pz4 B").play("", &[]);
    for key in ["move:forward", "move:hulldown", "hull:left", "hull:right", "move:back", "flank:1"] {
        assert_eq!(stuck.refused(key).map(|(rule, _)| rule), Some("R19a"), "{key}");
    }
    for key in ["fire:1", "bow:1", "button:c", "mortar"] {
        assert!(stuck.can(key), "{key}");
    }
    for (die, skip) in [(1, 1), (2, 1), (3, 0), (6, 0)] {
        let over = scene().enemies("pak40 B, inf B").stage(Stage::Events(Seat(0)));
        let over = over.play("", &[2, 3, die]);
        assert!(over.rolls()[1].starts_with(&format!("Repairs take long (7.4.5): {die}, 2 or less")));
        assert_eq!(over.me().career.skip, skip);
        assert_eq!(over.options(), ["dice:6.6"], "then the counterattack die");
    }
}
