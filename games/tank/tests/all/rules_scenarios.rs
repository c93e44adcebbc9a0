//! The scenarios: how forces come and go, when panic and Preservation begin, and who wins (15.0-17.3).

use crate::common::{A, B, Played, Scene, charts, hex, setup};
use hulldown_core::hex::Side;
use hulldown_core::{Game, Voice};
use hulldown_tank::state::{Place, Why};
use hulldown_tank::talk::{Ask, Event};
use hulldown_tank::words::*;
use hulldown_tank::{Setup, Tank};

/// How a turn in which nobody does anything ends the game.
fn ends(scene: Scene) -> Option<(Why, Option<Force>)> {
    scene.play("", "", &[]).ending()
}

/// rules: tank 17.11c 17.12c 17.13c R69
#[test]
fn panic_begins_the_turn_after_contact() {
    // A meeting engagement: one spotting by either side. A rearguard action: an executed shot only.
    for (scenario, begins) in [("3", true), ("11", false)] {
        let scene = Scene::new(scenario).mode(Mode::Open).alpha("A 2603 D unspotted").bravo("A 2605 A");
        let turn = scene.play("", "", &[]);
        assert!(turn.spotted(A, "A"));
        assert_eq!((turn.game().panic, turn.saw(|event| matches!(event, Event::Chit { .. }))), (begins, false));
    }
    let turn = Scene::new("11").alpha("A 2603 D").bravo("A 2605 A").play("A df 2605", "", &[6]);
    assert!(turn.game().panic);
}

/// rules: tank 15.0 R45 15.11 15.2
#[test]
fn preservation_is_reached_at_the_end_of_the_turn_and_halves_from_the_next() {
    // Scenario 4: Bravo's level is 4. Three are lost; the fourth dies this turn, and the others still fire with all they have.
    let scene = Scene::new("4").alpha("A 2403 C").bravo("A 2504 F, B 2406 A").lost(B, 3);
    let turn = scene.play("A df 2504", "B df 2403", &[1, 6]);
    assert_eq!(turn.strengths(), [(12, 7), (14, 4)]);
    assert!(turn.game().armies[1].preserved && !turn.game().armies[0].preserved);
    assert!(turn.heard(A).contains(&Event::Preserved { force: B, losses: 4 }));
    // Three losses and two units that have left are not four losses.
    let scene = Scene::new("4").alpha("A 2403 C").bravo("A 2906 F").lost(B, 3).left(B, 2);
    assert!(!scene.play("", "", &[]).game().armies[1].preserved);
    // A strength of 14 is 7 from then on.
    let scene = Scene::new("4").alpha("A 2403 C, B 2404 C").bravo("A 2906 F").lost(B, 4);
    let turn = scene.play("", "", &[]).plots("", "A df 2403", &[6]);
    assert_eq!(turn.strengths(), [(7, 6)]);
}

/// rules: tank 15.12 15.0
#[test]
fn both_forces_may_reach_preservation() {
    let scene = Scene::new("4").alpha("A 2403 C").bravo("A 2906 F").lost(A, 9).lost(B, 4);
    let turn = scene.play("", "", &[]);
    assert!(turn.game().armies.iter().all(|army| army.preserved));
    let scene = Scene::new("4")
        .alpha("A 2403 C")
        .bravo("A 2906 F")
        .lost(A, 8)
        .lost(B, 4)
        .with(|game| game.armies[1].preserved = true);
    let turn = scene.play("", "", &[]);
    assert_eq!(turn.game().armies.each_ref().map(|army| army.preserved), [false, true]);
    // Guns and squads count alike: eight guns and eight squads are sixteen.
    let turn = Scene::new("1").alpha("A 2403 C").lost(B, 16).play("", "", &[]);
    assert!(turn.game().armies[1].preserved);
}

/// rules: tank 16.0b R53
#[test]
fn the_introductory_scenario_is_counted_after_25_turns() {
    let scene = |turn| Scene::new("0").alpha("A 2403 C").bravo("A 4020 F").turn(turn).with(|game| game.last_fire = 20);
    assert_eq!(ends(scene(24).lost(A, 1)), None);
    assert_eq!(ends(scene(25).lost(A, 1)), Some((Why::TurnLimit, Some(B))));
    assert_eq!(ends(scene(25).lost(B, 3).lost(A, 2)), Some((Why::TurnLimit, Some(A))));
    assert_eq!(ends(scene(25).lost(A, 2).lost(B, 2)), Some((Why::TurnLimit, None)));
    // A force wiped out ends it; there is no Preservation, and nobody may leave.
    assert_eq!(ends(Scene::new("0").alpha("A 2403 C").lost(B, 5)), Some((Why::Gone, Some(A))));
    let turn = Scene::new("0").alpha("A 2403 C").lost(A, 4).play("", "", &[]);
    assert!(!turn.game().armies[0].preserved);
    assert!(!Scene::new("0").alpha("A 0103 C").lost(A, 4).begin().press(A, "A mv").can(A, "exit"));
}

/// rules: tank R53 16.0
#[test]
fn a_first_game_is_offered_in_open_terrain_and_by_the_middle() {
    let mode = |scenario: &str, mode: &str| {
        let setup = Setup { scenario: scenario.into(), mode: mode.into(), ..Setup::default() };
        Tank::new(&setup, charts()).unwrap().mode
    };
    // Only where the book names no terrain; elsewhere the scenario's own stands.
    assert_eq!((mode("0", "scenario"), mode("0", "first")), (Mode::Mixed, Mode::Open));
    assert_eq!((mode("7", "first"), mode("10", "first")), (Mode::Closed, Mode::Mixed));
    assert_eq!(Tank::guided().setup.mode, "first");
    // Three hexes of the edge are marked.
    let begun = Played::of(Tank::guided().setup);
    let label = |hex: &str| {
        let at = format!("at:{hex}").parse().unwrap();
        begun.game().choice_words(charts(), B.seat(), Ask::Entry, at).label
    };
    let marked: Vec<u16> = (1..=33).filter(|row| label(&format!("52{row:02}")).contains("in the middle")).collect();
    assert_eq!(marked, [16, 17, 18]);
}

/// rules: tank 17.11d R52
#[test]
fn a_meeting_engagement_has_no_last_turn_but_may_stall() {
    let scene =
        |turn| Scene::new("10").alpha("A 2403 C").bravo("A 4020 F").turn(turn).with(|game| game.last_fire = 170);
    assert_eq!(ends(scene(199)), None);
    assert_eq!(ends(scene(200).lost(B, 1)), Some((Why::Stalled, Some(A))));
}

/// rules: tank 17.11e 17.3f
#[test]
fn in_a_meeting_engagement_one_leaves_by_ones_own_edge_after_preservation() {
    // Alpha came from X, Bravo from Z.
    let scene = || Scene::new("10").alpha("A 2801 A, B 2833 A").bravo("A 3033 A, B 3001 A").lost(B, 6);
    let exits = |p: &Played, force, code: &str| p.clone().press(force, &format!("{code} mv")).can(force, "exit");
    // The losses are there, but Preservation is found at the end of the turn.
    let first = scene().begin();
    assert!(!exits(&first, A, "A"));
    let next = first.plots("", "", &[]);
    assert!(exits(&next, A, "A") && exits(&next, B, "A"));
    assert!(!exits(&next, A, "B") && !exits(&next, B, "B"));
    // It costs a point, and is for good.
    let far = Scene::new("10").alpha("A 2807 A").with(|game| game.armies[0].preserved = true);
    let drive = far.begin().press(A, "A mv >A >A >A >A >A >A");
    assert!(drive.can(A, "exit"));
    let turn = drive.press(A, "exit").plots("", "", &[]);
    assert_eq!((turn.unit(A, "A").place, turn.game().armies[0].exited), (Place::Left, 1));
    assert!(turn.events().iter().any(|event| matches!(event, Event::Leaves { .. })));
    assert!(!turn.can(A, "A"));
    let wide = Scene::new("10").alpha("A 2701 A").with(|game| game.armies[0].preserved = true);
    let spent = wide.begin().press(A, "A mv >C >B >C >B >C >B >C");
    assert_eq!(spent.refusal(A, "exit"), Some(("17.3f", "no Movement Point is left for it")));
    assert_eq!(turn.game().survivors(A), 20);
}

/// rules: tank 17.11f 17.11g 17.11h R52 15.2
#[test]
fn a_meeting_engagement_is_won_by_the_ratio() {
    let scene = || Scene::new("10");
    // Nobody of Bravo is left on the map: 8 to 2 is more than 20 to 10.
    assert_eq!(ends(scene().lost(A, 12).lost(B, 8).left(B, 2)), Some((Why::Gone, Some(A))));
    // 10 to 5 is the same, 9 to 5 is less. One that is still to come keeps the game going.
    assert_eq!(ends(scene().lost(A, 10).lost(B, 5).left(B, 5)), Some((Why::Gone, None)));
    assert_eq!(ends(scene().lost(A, 11).lost(B, 5).left(B, 5)), Some((Why::Gone, Some(B))));
    assert_eq!(ends(scene().lost(A, 11).lost(B, 5).left(B, 4)), None);
    // A force wiped out has lost, whatever the ratio; both: a draw.
    assert_eq!(ends(scene().lost(A, 19).lost(B, 10)), Some((Why::Gone, Some(A))));
    assert_eq!(ends(scene().lost(A, 20).lost(B, 9)), Some((Why::Gone, Some(B))));
    assert_eq!(ends(scene().lost(A, 20).lost(B, 10)), Some((Why::Gone, None)));
}

/// How a turn in which nobody does anything ends: the winner and the score.
fn scored(scene: Scene) -> (Option<Force>, i64) {
    let end = scene.play("", "", &[]);
    let outcome = end.session.outcome().unwrap();
    (outcome.winner.map(Force::of), outcome.score)
}

/// rules: tank 17.11h 17.11g R52
#[test]
fn the_margin_is_what_is_left_beyond_the_ratio() {
    let scene = || Scene::new("10");
    // Twenty to ten at first. The other force wiped out: the number of survivors, whatever the ratio.
    assert_eq!(scored(scene().lost(A, 19).lost(B, 10)), (Some(A), 1));
    assert_eq!(scored(scene().lost(A, 7).lost(B, 10)), (Some(A), 13));
    assert_eq!(scored(scene().lost(A, 20).lost(B, 6)), (Some(B), -4));
    // Eight to two: four would have kept the ratio. Nine to five: Bravo needed four and a half.
    assert_eq!(scored(scene().lost(A, 12).lost(B, 8).left(B, 2)), (Some(A), 4));
    assert_eq!(scored(scene().lost(A, 11).lost(B, 5).left(B, 5)), (Some(B), -1));
    assert_eq!(scored(scene().lost(A, 10).lost(B, 5).left(B, 5)), (None, 0));
    assert_eq!(scored(scene().lost(A, 20).lost(B, 10)), (None, 0));
    // Survivors in the introductory scenario.
    let intro = |a, b| Scene::new("0").alpha("E 2403 C").bravo("E 4020 F").turn(25).lost(A, a).lost(B, b);
    assert_eq!((scored(intro(1, 3)), scored(intro(4, 0))), ((Some(A), 2), (Some(B), -4)));
}

/// rules: tank 17.11h 17.13e 17.12d 17.11f
#[test]
fn the_score_never_contradicts_the_winner() {
    // Half of twenty T55 have got through, eight are lost, and of four Centurions none: Alpha wins with the twelve that are left.
    let through = Scene::new("13").alpha("T 2403 C").bravo("D 4020 F").lost(A, 8).left(A, 10);
    assert_eq!(scored(through), (Some(A), 12));
    // Alpha's ninth tank is lost before the guns: Bravo has all its twenty.
    let held = Scene::new("1").alpha("O 2403 C").bravo("X 3025 hidden").lost(A, 9);
    assert_eq!(scored(held), (Some(B), -20));
    // Who gives up has lost, however well he stood.
    let given = Scene::new("10").alpha("A 2403 C").bravo("A 4020 F").lost(B, 8);
    let end = given.begin().press(A, "talk resign").press(B, "commit").session.outcome().unwrap();
    assert_eq!((end.winner.map(Force::of), end.score), (Some(B), -2));
    assert!(end.summary.contains(&"margin of victory: 2 units".into()), "{:?}", end.summary);
}

/// rules: tank 17.12b 17.12f
#[test]
fn in_an_anti_tank_action_alpha_comes_from_x_and_nobody_leaves() {
    let begun = Played::of(setup("1"));
    assert_eq!((begun.asked(A).unwrap().0, begun.options(A).len()), ("entry", 52));
    assert!(begun.options(A).iter().all(|key| key.ends_with("01")));
    let marched =
        Scene::new("1").alpha("A 2801 A").with(|game| game.armies.iter_mut().for_each(|army| army.preserved = true));
    assert!(!marched.begin().press(A, "A mv").can(A, "exit"));
    let squad = Scene::new("1").bravo("M 2833").begin().press(B, "M mv");
    assert!(!squad.can(B, "exit"));
}

/// rules: tank 17.12d 17.12e R51 15.2
#[test]
fn an_anti_tank_action_is_won_by_guns_and_preservation() {
    let scene = || Scene::new("1").alpha("O 2403 C").bravo("X 3025 hidden");
    assert_eq!(ends(scene()), None);
    // All guns, or sixteen units of Bravo; nine tanks of Alpha.
    assert_eq!(ends(scene().lost(B, 8)), Some((Why::Decided, Some(A))));
    assert_eq!(ends(scene().lost(B, 7)), None);
    assert_eq!(ends(scene().lost(A, 9)), Some((Why::Decided, Some(B))));
    assert_eq!(ends(scene().lost(A, 9).lost(B, 16)), Some((Why::Decided, None)));
    // The last gun and the ninth tank in one turn: Alpha had to do it without.
    assert_eq!(ends(scene().lost(A, 9).lost(B, 8)), Some((Why::Decided, Some(B))));
    // Sixteen units with a gun left.
    let gun = Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").lost(B, 16);
    assert_eq!(ends(gun), Some((Why::Decided, Some(A))));
}

/// rules: tank 17.12g
#[test]
fn an_alpha_that_does_not_fight_has_lost() {
    let scene = |turn| Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").turn(turn);
    assert_eq!(ends(scene(24)), None);
    assert_eq!(ends(scene(25)), Some((Why::Stalled, Some(B))));
    // Ten turns running without a loss once fire was opened; a loss begins the count anew.
    let fought = |turn, fire, loss| {
        scene(turn).lost(A, 1).with(|game| (game.first_fire, game.last_fire, game.last_loss) = (fire, fire, loss))
    };
    assert_eq!(ends(fought(12, 3, 3)), None);
    assert_eq!(ends(fought(13, 3, 3)), Some((Why::Stalled, Some(B))));
    assert_eq!(ends(fought(16, 3, 7)), None);
    assert_eq!(ends(fought(17, 3, 7)), Some((Why::Stalled, Some(B))));
    // Shots without a loss do not begin it anew, and a squad driven over before the first shot begins it as well.
    let shots = |turn| scene(turn).with(|game| (game.first_fire, game.last_fire) = (3, turn - 1));
    assert_eq!((ends(shots(12)), ends(shots(13))), (None, Some((Why::Stalled, Some(B)))));
    assert_eq!(ends(fought(16, 0, 7)), None);
    assert_eq!(ends(fought(17, 0, 7)), Some((Why::Stalled, Some(B))));
}

/// rules: tank 17.12g
#[test]
fn how_long_nothing_may_happen_is_agreed_before_play() {
    let game = |limit| Tank::new(&Setup { limit, ..setup("1") }, charts()).unwrap().no_losses;
    assert_eq!((game(0), game(4), game(999)), ([Some(25), Some(10)], [Some(4); 2], [Some(999); 2]));
    assert!(Tank::new(&Setup { limit: 1000, ..setup("1") }, charts()).is_err());
    let scene = |turn| {
        let agreed = Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").turn(turn);
        agreed.with(|game| game.no_losses = [Some(4); 2])
    };
    assert_eq!((ends(scene(3)), ends(scene(4))), (None, Some((Why::Stalled, Some(B)))));
    // A loss of either side keeps the game going, in the last turn of all too.
    for force in [A, B] {
        let lost = |turn, loss| scene(turn).lost(force, 1).with(|game| game.last_loss = loss);
        assert_eq!((ends(lost(4, 4)), ends(lost(7, 4))), (None, None));
        assert_eq!(ends(lost(8, 4)), Some((Why::Stalled, Some(B))));
    }
}

/// rules: tank 17.13 R48 R49
#[test]
fn a_rearguard_is_noted_in_secret_and_placed_when_alpha_has_come() {
    let begun = Played::of(setup("11"));
    assert_eq!((begun.asked(B).unwrap().0, begun.options(A).len()), ("site", 33));
    let columns: Vec<String> = (12..=52).map(|col| format!("col:{col}")).collect();
    assert_eq!(begun.options(B), columns);
    let sites = begun.press(B, "col:12 row:20 face:E col:20 row:20 face:F col:21 row:20 face:F");
    let sites = sites.press(B, "col:22 row:20 face:F col:23 row:20 face:A");
    let ready = sites.press(A, "at:0109 face:C as-they-are");
    // They are not there yet, and have nothing to plot.
    assert_eq!((ready.asked(B), ready.unit(B, "A").place), (None, Place::Noted(hex(1220))));
    let turn = ready.press(A, ">C >B >C commit");
    let placed: Vec<(u16, char, bool, bool)> = ["A", "E"]
        .iter()
        .map(|code| (turn.at(B, code), turn.facing(B, code), turn.spotted(B, code), turn.unit(B, code).hidden))
        .collect();
    assert_eq!(placed, [(1220, 'E', false, false), (2320, 'A', false, false)]);
    assert!(turn.positions().is_empty());
    // After all of Alpha's movement, face down.
    let told = turn.heard(A);
    let placed = told.iter().position(|event| matches!(event, Event::Placed { .. })).unwrap();
    assert!(!told[placed..].iter().any(|event| matches!(event, Event::Moves { .. })));
    assert!(matches!(told[placed], Event::Placed { who } if who.known.is_none()));
}

/// rules: tank 17.13b
#[test]
fn bravo_has_no_opportunity_fire_on_the_first_turn() {
    let scene = |turn| Scene::new("11").alpha("A 2603 D").bravo("A 2605 A").turn(turn).begin().press(B, "A");
    assert_eq!(scene(1).refusal(B, "of"), Some(("17.13b", "Bravo has no Opportunity Fire yet")));
    assert!(scene(2).can(B, "of"));
}

/// rules: tank 17.13d 17.13e 17.13f
#[test]
fn a_rearguard_action_is_about_half_of_alpha() {
    // Fifteen: seven must leave. Bravo's level is 2.
    let scene = |turn| Scene::new("11").alpha("O 2403 C").bravo("E 4020 F").turn(turn);
    assert_eq!(ends(scene(9).left(A, 6)), None);
    assert_eq!(ends(scene(9).left(A, 7)), Some((Why::Through, Some(A))));
    assert_eq!(ends(scene(24).left(A, 6)), None);
    assert_eq!(ends(scene(25).left(A, 6)), Some((Why::TurnLimit, Some(B))));
    assert_eq!(ends(scene(25).left(A, 6).lost(B, 2)), Some((Why::TurnLimit, None)));
    assert_eq!(ends(scene(25).left(A, 7).lost(B, 2)), Some((Why::Through, Some(A))));
    // Nothing can change any more: too few are left of Alpha and too many of Bravo are lost.
    assert_eq!(ends(scene(9).lost(A, 9).lost(B, 2)), Some((Why::Decided, None)));
    assert_eq!(ends(scene(9).lost(A, 8).lost(B, 2)), None);
    assert_eq!(ends(scene(9).lost(A, 9)), None);
    assert_eq!(ends(Scene::new("11").bravo("E 4020 F").lost(A, 15)), Some((Why::Gone, Some(B))));
    // Of twenty, ten.
    let twenty = |left| Scene::new("13").alpha("T 2403 C").bravo("D 4020 F").turn(9).left(A, left);
    assert_eq!((ends(twenty(9)), ends(twenty(10))), (None, Some((Why::Through, Some(A)))));
}

/// rules: tank 17.13g 17.3f R60
#[test]
fn in_a_rearguard_action_both_may_leave_by_y_only() {
    let scene = Scene::new("11").alpha("A 5203 B, B 0103 B, C 2801 A").bravo("A 5210 B, B 2833 A");
    let exits = |force, code: &str| scene.clone().begin().press(force, &format!("{code} mv")).can(force, "exit");
    assert!(exits(A, "A") && exits(B, "A"));
    assert!(!exits(A, "B") && !exits(A, "C") && !exits(B, "B"));
    let turn = scene.clone().play("A mv exit", "A mv exit", &[]);
    assert_eq!(turn.game().armies.each_ref().map(|army| (army.exited, army.losses)), [(1, 0), (1, 0)]);
    // Backwards too, for a point of the half that reverse leaves: a Jagdpanther has three, a JS II two.
    let turn = scene.alpha("D 5102 E").play("D mvr C exit", "A mvr exit", &[]);
    assert_eq!(turn.game().armies.each_ref().map(|army| army.exited), [1, 1]);
}

/// rules: tank 17.0 17.11f 15.2
#[test]
fn players_may_agree_to_stop_or_give_up() {
    let scene = || Scene::new("10").alpha("A 2403 C").bravo("A 4020 F").lost(B, 1);
    // One offers and still plots; the other does not answer: the game goes on.
    let one = scene().begin().press(A, "talk offer").plots("", "", &[]);
    assert_eq!((one.ending(), one.game().turn), (None, 6));
    assert!(one.heard(B).contains(&Event::Offers { force: A }));
    let both = scene().begin().press(A, "talk offer commit").press(B, "talk offer commit");
    assert_eq!(both.ending(), Some((Why::Agreed, Some(A))));
    let given = scene().begin().press(A, "talk resign").press(B, "commit");
    assert_eq!(given.ending(), Some((Why::Resigned(A), Some(B))));
}

/// rules: tank 13.21 13.3 13.4 17.13 R49
#[test]
fn a_rearguard_and_its_enemy_look_at_each_other_as_soon_as_it_is_placed() {
    let scene = |facing: Side| {
        let scene = Scene::new("11").turn(1).alpha("A 2602 D unspotted");
        scene.with(|game| {
            let unit = &mut game.armies[1].units[0];
            (unit.place, unit.facing) = (Place::Noted(hex(2607)), facing);
        })
    };
    // Both in the open: each sees the other, after the tank hunter was placed.
    let turn = scene(Side::A).play("A mv D", "", &[]);
    assert!(turn.spotted(A, "A") && turn.spotted(B, "A"));
    let told = turn.heard(A);
    let placed = told.iter().position(|event| matches!(event, Event::Placed { .. })).unwrap();
    assert!(told[..placed].iter().all(|event| !matches!(event, Event::Spotted { .. })));
    // One that looks the other way is seen and does not see.
    let turn = scene(Side::D).play("A mv D", "", &[]);
    assert!(!turn.spotted(A, "A") && turn.spotted(B, "A"));
    // What it sees frees Alpha's column with the next turn; nobody is asked to stop what is over.
    let column = scene(Side::A).with(|game| {
        let army = &mut game.armies[0];
        (army.entry, army.heading, army.in_column) = (Some(hex(2601)), Side::D, true);
        army.track.push(Side::D);
    });
    let turn = column.begin().press(A, ">D commit").press(B, "commit").keep();
    assert_eq!((turn.game().turn, turn.at(A, "A"), turn.game().armies[0].in_column), (2, 2603, false));
    assert!(!turn.game().panic);
}
