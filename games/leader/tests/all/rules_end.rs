//! End of Week.

use crate::common::*;
use hulldown_leader::ids::{BattalionId, CommanderId};
use hulldown_leader::state::Stage;
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;

/// The end of a Week in North Africa, whose notes change nothing here, with the Objective Breakthrough: 6 SO a Week.
fn week() -> Scene {
    Scene::of(setup("north_africa_1942", "breakthrough")).with(|game| game.battalions.clear())
}

fn shift(id: &str, band: Band, half: bool, roll: u8) -> Band {
    let scene = week().battalion(id).that_battalion(|battalion| (battalion.band, battalion.half) = (band, half));
    scene.at(Stage::Move).roll(&[roll]).game().battalions[BattalionId(0)].band
}

/// rules: leader end.move.1 end.move.2 end.move.4
#[test]
fn battalions_move_by_their_class() {
    assert_eq!(shift("9A", Band::Front, false, 9), Band::FriendlyTransit);
    assert_eq!(shift("1S", Band::EnemyTransit, false, 4), Band::EnemyTransit);
    assert_eq!(shift("9A", Band::EnemyRear, true, 2), Band::EnemyBreakthrough, "2 - 2 = 0");
    assert_eq!(shift("9A", Band::EnemyRear, false, 2), Band::EnemyRear);
    assert_eq!(
        [2, 3, 7, 8].map(|roll| shift("1C", Band::Front, false, roll)),
        [Band::EnemyTransit, Band::Front, Band::Front, Band::FriendlyTransit]
    );
}

/// rules: leader end.move.3 setup.fixed.1
#[test]
fn nobody_moves_beyond_the_ends_and_fixed_ones_not_at_all() {
    assert_eq!(shift("1S", Band::EnemyBreakthrough, false, 1), Band::EnemyBreakthrough);
    let scene = week().battalion("9A").so(50).at(Stage::Move).roll(&[10]);
    assert_eq!(scene.game().battalions[BattalionId(0)].band, Band::FriendlyStaging);
    let fixed = week().battalion("6C").at(Stage::Move).roll(&[]);
    assert_eq!((fixed.game().battalions[BattalionId(0)].band, fixed.stage()), (Band::Front, Stage::Depot));
}

/// A Week that brings less than its Objective says whose note takes the rest.
#[test]
fn the_weekly_points_name_what_changes_them() {
    let scene = Scene::new().battalion("3S").at(Stage::Adjust);
    let told = scene.roll(&[]).lines();
    assert!(told.contains("Weekly SO: +6 (7, -1 by Well Supplied"), "{told}");
    let told = Scene::new().at(Stage::Adjust).roll(&[]).lines();
    assert!(told.contains("Weekly SO: +7, now "), "{told}");
}

/// rules: leader end.leave.1 week.leave.1
#[test]
fn leave_takes_off_four() {
    let scene = week().commander(Name::Stout, Level::Average).who(|one| one.stress = 10).owned(42).at(Stage::Adjust);
    assert_eq!(scene.clone().roll(&[]).commander(Name::Stout).stress, 6, "his Cool does not matter");
    assert_eq!(scene.clone().who(|one| one.stress = 3).roll(&[]).commander(Name::Stout).stress, 0);
    assert_eq!(scene.who(|one| one.sent = true).roll(&[]).commander(Name::Stout).stress, 10);
}

/// rules: leader end.so.1 end.so.2 end.so.4
#[test]
fn weekly_points_and_what_the_map_costs() {
    let so = |bands: &[Band]| {
        let ids = ["9A", "4A", "2A"];
        let scene = bands
            .iter()
            .zip(ids)
            .fold(week(), |scene, (band, id)| scene.battalion(id).that_battalion(|battalion| battalion.band = *band));
        scene.at(Stage::Adjust).roll(&[]).game().so
    };
    assert_eq!(so(&[]), 16);
    assert_eq!(so(&[Band::FriendlyTransit, Band::Front]), 14);
    assert_eq!(so(&[Band::FriendlyTransit, Band::FriendlyStaging]), 8);
}

/// rules: leader end.so.3 setup.end.2
#[test]
fn losses_that_cannot_be_paid_end_the_campaign() {
    let scene = week().battalion("9A").battalion("4A").so(5).set("vp = 20").at(Stage::Adjust);
    let end = scene.clone().roll(&[]);
    assert_eq!((end.stage(), end.game().result), (Stage::Over, Some(Evaluation::Failure)), "whatever the VP");
    assert_eq!(scene.so(6).roll(&[]).game().so, 0, "the Weekly SO come first");
}

/// rules: leader commander.skill.6 commander.skill.11 end.repair.3
#[test]
fn a_medic_helps_once() {
    let scene = week()
        .commander(Name::Kolchak, Level::Average)
        .owned(931)
        .commander(Name::Jones, Level::Average)
        .who(|one| (one.wounded, one.stress) = (true, 5))
        .owned(902)
        .hurt(Lasting::Casualty)
        .at(Stage::Mend);
    let end = scene.clone().roll(&[]);
    assert_eq!(end.options(), ["heal:jones", "calm:jones", "repair:902:casualty", "done"]);
    assert_eq!(scene.clone().play("calm:jones", &[]).commander(Name::Jones).stress, 3);
    assert!(!scene.clone().play("heal:jones", &[]).commander(Name::Jones).wounded);
    let end = scene.clone().play("repair:902:casualty", &[]);
    assert_eq!((end.unit(902).has(Lasting::Casualty), end.stage(), end.game().so), (0, Stage::Depot, 10));
    let wounded = scene.clone().with(|game| game.commanders[CommanderId(0)].wounded = true).roll(&[]);
    assert_eq!(wounded.stage(), Stage::Mend, "a wounded one does (R77)");
    let unfit = scene.with(|game| game.commanders[CommanderId(0)].stress = 20).roll(&[]);
    assert_eq!(unfit.stage(), Stage::Depot, "an Unfit Medic does not serve");
}

/// An Unfit Medic or Mechanic whom another's help makes fit serves after him, wherever he stands in the list (R87, R93).
///
/// rules: leader commander.skill.6 commander.skill.10 commander.skill.11
#[test]
fn who_is_made_fit_serves_too() {
    let unfit = |one: &mut hulldown_leader::state::Commander| one.stress = 9;
    let scene = || week().pair(902, Name::Jones).hurt(Lasting::Casualty).owned(931).owned(932).at(Stage::Mend);
    let omalley = |scene: Scene| scene.commander(Name::OMalley, Level::Green).who(unfit);
    let kolchak = |scene: Scene| scene.commander(Name::Kolchak, Level::Average);
    for scene in [kolchak(omalley(scene())), omalley(kolchak(scene()))] {
        let end = scene.clone().play("calm:omalley", &[]);
        assert_eq!((end.stage(), end.can("repair:902:casualty")), (Stage::Mend, true), "{}", end.lines());
        let end = end.go_on("repair:902:casualty");
        assert!(end.stage() == Stage::Depot && !end.unit(902).is_damaged());
        // Once each; who stays Unfit does not serve.
        assert_eq!(scene.play("done", &[]).stage(), Stage::Depot);
    }
    let mechanic =
        week().owned(42).hurt(Lasting::Gun).commander(Name::Lindqvist, Level::Average).who(|one| one.stress = 10);
    let end = kolchak(mechanic.owned(931)).at(Stage::Mend).play("calm:lindqvist repair:042:gun", &[]);
    assert!(end.stage() == Stage::Depot && !end.unit(42).is_damaged());
}

/// rules: leader commander.skill.10 commander.skill.11
#[test]
fn a_mechanic_removes_one_or_two() {
    let scene = week().commander(Name::Lindqvist, Level::Average).owned(42).hurt(Lasting::Engine).hurt(Lasting::Hull);
    let end = scene.clone().at(Stage::Mend).play("repair:042:engine repair:042:hull", &[]);
    assert!(!end.unit(42).is_damaged() && end.game().so == 10);
    let end = scene.at(Stage::Mend).play("repair:042:engine done", &[]);
    assert_eq!((end.unit(42).has(Lasting::Hull), end.stage()), (1, Stage::Depot));
}

fn depot() -> Scene {
    week().at(Stage::Depot)
}

/// rules: leader end.repair.1 end.repair.2 end.repair.4
#[test]
fn repairs_cost_one_and_engines_two() {
    let scene =
        depot().pair(42, Name::Eandi).hurt(Lasting::Engine).hurt(Lasting::Gun).who(|one| one.wounded = true).so(4);
    let end = scene.play("repairs repair:042:engine heal:eandi", &[]);
    assert_eq!((end.game().so, end.commander(Name::Eandi).wounded), (1, false));
    let end = end.go_on("repairs repair:042:gun");
    assert!(end.game().so == 0 && !end.unit(42).is_damaged());
}

/// rules: leader end.buy.1 end.buy.2 end.replace.3 setup.campaign.2
#[test]
fn a_new_unit_brings_a_recruit() {
    let scene = depot().pair(902, Name::Jones).so(20).with(|game| {
        game.spent.add(charts().unit_of(Number(903)).unwrap());
        game.named.add(Name::Chin);
    });
    let end = scene.play("units", &[]);
    assert_eq!(end.refused("buy:903").unwrap().0, "end.buy.2");
    assert_eq!(end.refused("buy:051").unwrap().0, "setup.campaign.2");
    let end = end.go_on("buy:904");
    assert!(end.can("take:sanders") && !end.can("take:chin") && !end.can("take:jones"), "no name comes back");
    let end = end.go_on("take:sanders done");
    assert_eq!((end.commander(Name::Sanders).level, end.game().so, end.stage()), (Level::Recruit, 17, Stage::Depot));
    // One for the Unit, at once; who was killed is replaced at the end of the step.
    let short = depot().pair(902, Name::Jones).owned(903).so(20).play("units buy:904 take:chin done", &[]);
    assert_eq!((short.game().commanders.len(), short.stage()), (2, Stage::Depot));
    let short = short.go_on("done take:reisner done");
    assert_eq!((short.game().commanders.len(), short.game().so), (3, 17));
}

/// rules: leader end.replace.4
#[test]
fn a_newcomer_may_be_raised_at_once() {
    let end = depot().owned(902).so(7).play("done take:chin promote:chin promote:chin", &[]);
    assert_eq!((end.commander(Name::Chin).level, end.game().so, end.stage()), (Level::Average, 1, Stage::Condition));
}

/// rules: leader end.replace.1 end.replace.5
#[test]
fn a_dead_commander_is_replaced_for_nothing() {
    let scene = week().pair(902, Name::Jones).pair(42, Name::Eandi).who(|one| one.kia = true).at(Stage::Adjust).so(0);
    let end = scene.play("done take:stout", &[]);
    assert_eq!(end.commander(Name::Stout).level, Level::Recruit);
    assert!(end.game().commander_of(Name::Eandi).is_none());
}

/// rules: leader end.replace.2
#[test]
fn an_unfit_or_wounded_commander_may_be_replaced() {
    let scene = depot().pair(42, Name::Eandi).who(|one| one.stress = 20).pair(902, Name::Jones).so(0);
    let end = scene.roll(&[]);
    assert!(end.can("replace:eandi") && !end.can("replace:jones"));
    let end = end.go_on("replace:eandi done take:stout");
    assert_eq!(end.game().commanders_of(charts(), Branch::Armor), 1);
}

/// rules: leader end.loss.1 end.buy.3 end.replace.5
#[test]
fn a_commander_without_a_unit_needs_one_or_goes() {
    let scene = depot().pair(902, Name::Jones).commander(Name::Chin, Level::Green).so(10);
    let end = scene.clone().play("done", &[]);
    assert_eq!(end.options(), ["discard:jones", "discard:chin"]);
    let end = end.go_on("discard:jones");
    assert_eq!(end.game().commanders.len(), 1);
    let end = scene.play("units buy:904 done", &[]);
    assert_eq!((end.game().commanders.len(), end.game().units.len()), (2, 2), "no Recruit comes: Chin leads it");
}

/// rules: leader end.upgrade.1 end.upgrade.2 end.upgrade.3
#[test]
fn units_are_turned_in_for_a_better_one() {
    let scene = depot().pair(1111, Name::Jones).pair(902, Name::Chin).pair(42, Name::Eandi).hurt(Lasting::Gun).so(10);
    let end = scene.play("upgrade", &[]);
    assert_eq!(end.refused("turn-in:042").unwrap().0, "end.upgrade.1");
    let end = end.go_on("turn-in:1111 turn-in:902");
    assert!(end.can("buy:041"), "14 less 8 is 6");
    assert_eq!(end.refused("buy:921").unwrap().0, "end.upgrade.1", "it must cost more than what is turned in");
    let end = end.go_on("buy:1031");
    assert_eq!((end.game().so, end.game().units.len()), (6, 2), "12 less 8");
    assert_eq!(end.options(), ["discard:jones", "discard:chin"], "one Unit less, one Commander less");
    let end = end.go_on("discard:jones");
    assert_eq!((end.stage(), end.game().commanders.len()), (Stage::Depot, 2));
}

/// rules: leader end.upgrade.2 end.upgrade.4 end.upgrade.5
#[test]
fn an_upgrade_of_another_type_changes_the_commander() {
    let scene = depot().pair(902, Name::Jones).so(10);
    let end = scene.play("upgrade turn-in:902", &[]);
    assert_eq!(end.refused("buy:051").unwrap().0, "setup.campaign.2");
    assert_eq!(end.refused("buy:901").unwrap().0, "end.upgrade.1", "it must cost more");
    let end = end.go_on("buy:004 take:eandi done");
    assert!(end.game().commander_of(Name::Jones).is_none(), "he was one too many");
    assert_eq!((end.commander(Name::Eandi).level, end.stage()), (Level::Recruit, Stage::Depot));
    let end = end.go_on("units");
    assert!(end.can("buy:902"), "what was turned in may be bought again");
}

/// rules: leader end.support.1
#[test]
fn trucks_and_scouts_are_to_be_had() {
    let end = depot().so(3).play("support:truck support:scout", &[]);
    assert_eq!((end.game().so, end.game().support), (0, [1, 1]));
}

/// rules: leader end.rr.1 end.rr.2 end.next.1
#[test]
fn priority_rest_is_five_points_for_two_stress() {
    // Everybody rests, also who fought this Week.
    let scene = week().pair(42, Name::Eandi).who(|one| (one.stress, one.sent) = (3, true));
    let scene = scene.pair(902, Name::Jones).who(|one| one.stress = 1);
    let end = scene.clone().at(Stage::Rest).play("yes", &[]);
    assert_eq!((end.game().so, end.commander(Name::Eandi).stress, end.commander(Name::Jones).stress), (5, 1, 0));
    assert_eq!((end.game().week, end.stage()), (2, Stage::Condition));
    assert_eq!(scene.at(Stage::Rest).so(4).roll(&[]).stage(), Stage::Condition, "nobody is asked who cannot pay");
}

/// rules: leader end.replace.2 end.replace.3
#[test]
fn a_name_that_left_never_returns() {
    let scene = depot().pair(902, Name::Jones).who(|one| one.wounded = true);
    let end = scene.play("replace:jones done", &[]);
    assert!(end.can("take:reisner") && !end.can("take:jones"), "{:?}", end.options());
}
