//! Start of Week: Special Conditions and the plan.

use crate::common::*;
use hulldown_leader::ids::{BattalionId, CommanderId, ConditionId, Id, Ids, PlannedId};
use hulldown_leader::state::Stage;
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;

fn week() -> Scene {
    Scene::new().pair(42, Name::Eandi).pair(902, Name::Jones).pair(41, Name::Tylutki)
}

/// The place of a Special Condition card.
fn condition(title: &str) -> Ids<ConditionId> {
    charts().conditions.position(|card| card.title == title).into_iter().collect()
}

fn drawing(title: &str) -> Scene {
    week().at(Stage::Condition).with(|game| game.conditions = condition(title))
}

/// rules: leader week.condition.2 week.condition.3
#[test]
fn a_condition_acts_when_it_is_drawn() {
    assert_eq!(drawing("Supply Surge").roll(&[]).game().so, 13);
    assert_eq!(drawing("Supply Crisis").roll(&[]).game().so, 8);
    assert_eq!(drawing("Supply Crisis").so(1).roll(&[]).game().so, 0);
    let weary = drawing("War-Weary").roll(&[]);
    assert!(weary.game().commanders.iter().all(|commander| commander.stress == 1));
    assert_eq!(drawing("New Scouts").roll(&[]).game().support, [0, 2]);
    let shaken = drawing("Command Shake-Up").roll(&[2]);
    assert_eq!(shaken.commander(Name::Jones).stress, 2);
}

/// rules: leader week.condition.2
#[test]
fn a_condition_may_offer_a_choice() {
    let end = drawing("Priority Sector").play("option:1", &[]);
    assert_eq!((end.game().so, end.stage()), (12, Stage::Plan));
    let end = drawing("Priority Sector").play("option:2", &[]);
    assert_eq!(end.game().rest_cost(charts()), 2);
}

/// rules: leader week.assign.1 week.assign.2 week.assign.6 week.assign.9 week.leave.1 commander.select.6
#[test]
fn units_go_with_commanders_of_their_type() {
    let end = week().battalion("4A").play("attack:4A send:041", &[]);
    assert_eq!(end.options(), ["under:eandi", "under:tylutki"], "any Commander of the type, none of another");
    let end = end.go_on("under:eandi done attack:9A send:902 done done");
    let game = end.game();
    assert_eq!(
        game.plan.iter().map(|plan| plan.battalion).collect::<Vec<_>>(),
        [BattalionId(1), BattalionId(0)],
        "in the order they were chosen"
    );
    assert_eq!(end.unit(41).sent, Some(PlannedId(0)));
    assert!(end.commander(Name::Eandi).sent && end.commander(Name::Jones).sent);
    assert!(!end.commander(Name::Tylutki).sent, "he is On Leave");
}

/// rules: leader week.assign.3 week.assign.4
#[test]
fn who_cannot_go() {
    let end = week().who(|one| one.wounded = true).play("attack:9A", &[]);
    assert!(end.can("send:042"));
    let end = end.go_on("send:042");
    assert!(end.commander(Name::Eandi).sent, "Tylutki is wounded, so nobody was asked");
    let why = "the Commanders of its type who are left are wounded or Unfit";
    assert_eq!(end.refused("send:041"), Some(("week.assign.3", why)));
    let few = Scene::new().pair(42, Name::Eandi).owned(41).pair(902, Name::Jones).owned(921);
    let few = few.with(|game| game.commanders.truncate(1)).play("attack:9A send:042", &[]);
    assert_eq!(few.refused("send:041"), Some(("week.assign.7", "every Commander of its type is assigned already")));
    assert_eq!(few.refused("send:902"), Some(("week.assign.2", "there is no Commander of its type")));

    let unfit = Scene::new()
        .pair(42, Name::Eandi)
        .pair(902, Name::Jones)
        .with(|game| game.commanders[CommanderId(0)].stress = 9);
    assert_eq!(unfit.play("attack:9A", &[]).refused("send:042").unwrap().0, "week.assign.3");
    for damage in [Lasting::Engine, Lasting::Suspension] {
        let stuck = Scene::new().pair(902, Name::Jones).pair(42, Name::Eandi).hurt(damage);
        assert_eq!(stuck.play("attack:9A", &[]).refused("send:042").unwrap().0, "week.assign.4");
    }
    let hit = Scene::new().pair(902, Name::Jones).pair(42, Name::Eandi).hurt(Lasting::Hull).hurt(Lasting::Gun);
    assert!(hit.play("attack:9A", &[]).can("send:042"));
}

/// rules: leader week.assign.7 week.assign.8
#[test]
fn everything_goes_once() {
    let end = week().battalion("4A").play("attack:4A send:902 done", &[]);
    assert_eq!(end.refused("attack:4A"), Some(("week.assign.8", "it is attacked once a Week")));
    let end = end.go_on("attack:9A");
    assert_eq!(end.refused("send:902"), Some(("week.assign.7", "it is assigned already")));
    assert_eq!(end.refused("done"), Some(("week.assign.8", "a battle needs at least one Unit")));
    let end = end.go_on("cancel drop:4A");
    assert!(end.game().plan.is_empty() && end.unit(902).sent.is_none() && !end.commander(Name::Jones).sent);
}

/// rules: leader week.cost.1 week.cost.2 support.truck.2 support.truck.3 week.assign.5
#[test]
fn deep_attacks_cost_points_and_trucks_save_them() {
    let scene = |band: Band| {
        let scene =
            Scene::of(setup("north_africa_1942", "over_there")).that_battalion(|battalion| battalion.band = band);
        scene.pair(42, Name::Eandi).with(|game| game.support = [2, 0])
    };
    let cost = Band::ALL.map(|band| scene(band).play("attack:9A send:042 done", &[]).game().plan_cost(charts()));
    assert_eq!(cost, [0, 0, 0, 1, 2, 3]);
    let end = scene(Band::EnemyRear).play("attack:9A send:042 assign:truck done", &[]);
    assert_eq!(end.game().plan_cost(charts()), 0);
    let end = scene(Band::EnemyBreakthrough).play("attack:9A send:042 assign:truck done done", &[]);
    assert_eq!((end.game().so, end.game().support), (9, [2, 0]), "1 SO is paid, the Trucks are kept");
    assert_eq!(scene(Band::Front).play("attack:9A", &[]).refused("assign:truck").unwrap().0, "support.truck.2");
    let both = scene(Band::EnemyRear).play("attack:9A assign:truck assign:truck", &[]);
    assert_eq!(both.refused("assign:truck").unwrap().0, "week.assign.5");
}

/// rules: leader week.assign.8 week.cost.1
#[test]
fn a_plan_must_be_paid() {
    let scene = Scene::new().that_battalion(|battalion| battalion.band = Band::EnemyRear).battalion("4A").so(2);
    let scene = scene.pair(42, Name::Eandi);
    // Icy Roads make it 3.
    let dear = Some(("week.assign.8", "the plan would cost more SO than there are"));
    assert_eq!(scene.clone().roll(&[]).refused("attack:9A"), dear);
    let end = scene.with(|game| game.support = [1, 0]).play("attack:9A send:042", &[]);
    assert_eq!(end.refused("done"), Some(("week.assign.8", "the plan costs more SO than there are")));
    let end = end.go_on("assign:truck done done");
    assert_eq!(end.game().so, 1, "2 and 1 for the roads, less the Truck");
}

/// rules: leader support.scout.2 support.scout.3 pre.turn.1
#[test]
fn each_scout_adds_a_turn() {
    // 9A is Fast Moving: a turn less.
    let scene = Scene::new().pair(42, Name::Eandi).with(|game| game.support = [0, 3]);
    let end = scene.play("attack:9A send:042 assign:scout assign:scout done done", &[2]);
    assert_eq!((end.game().battle.last, end.game().support), (6, [0, 3]));
}

/// rules: leader pre.turn.1
#[test]
fn a_battle_lasts_five_turns_changed_by_notes_and_never_fewer_than_two() {
    let last = |id: &str, event: u8| {
        let scene = Scene::new().with(|game| game.battalions.clear()).battalion(id).pair(42, Name::Eandi);
        scene.play(&format!("attack:{id} send:042 done done"), &[event]).game().battle.last
    };
    assert_eq!((last("4A", 2), last("9A", 2)), (5, 4));
    // Early Start and Bad Maps.
    assert_eq!((last("4A", 18), last("9A", 17)), (6, 3));
}

/// A Truck takes 2 off what the attack costs, be it for the band or for a card.
///
/// rules: leader week.cost.2 support.truck.2
#[test]
fn trucks_save_what_a_card_adds_too() {
    let scene = Scene::of(setup("north_africa_1942", "over_there")).pair(42, Name::Eandi).with(|game| {
        game.battalions[BattalionId(0)].band = Band::EnemyTransit;
        game.support = [1, 0];
        // Gasoline Rationing.
        game.condition = Some(ConditionId(7));
    });
    let end = scene.clone().play("attack:9A send:042 assign:truck done", &[]);
    assert_eq!(end.game().plan_cost(charts()), 0);
    let bare = scene.play("attack:9A send:042 done", &[]);
    assert_eq!(bare.game().plan_cost(charts()), 2);
}

/// Before each battle the player names the one that is fought, as long as several are left; who was sent to it fights it.
///
/// rules: leader week.assign.6
#[test]
fn the_player_says_which_battle_comes_next() {
    let scene = week().battalion("4A").battalion("1C").pair(921, Name::Sanders);
    let end = scene.play("attack:9A send:042 under:eandi done attack:4A send:902 under:jones done attack:1C", &[]);
    let end = end.go_on("send:921 done done");
    assert_eq!(end.options(), ["battalion:9A", "battalion:4A", "battalion:1C"]);
    let end = end.then("battalion:1C", &[2]);
    let planned = |end: &Played| end.game().plan.iter().map(|plan| plan.battalion.index()).collect::<Vec<_>>();
    assert_eq!((end.game().battle.battalion, planned(&end)), (BattalionId(2), vec![2, 0, 1]));
    let sent = [921, 42, 902].map(|number| end.unit(number).sent);
    assert_eq!(sent, [0, 1, 2].map(|at| Some(PlannedId(at))));
    assert_eq!(end.fighter(921).unit, end.game().unit_of(charts(), Number(921)).unwrap());

    let after = |end: &Played| {
        Scene { game: end.game().clone(), setup: end.session.setup().clone() }.with(|game| {
            game.battle.mustered = true;
            game.stage = Stage::After;
            game.events = Ids::NONE;
        })
    };
    let end = after(&end).roll(&[9]);
    assert_eq!(end.options(), ["battalion:9A", "battalion:4A"], "the first is over");
    let end = end.then("battalion:4A", &[2]);
    assert_eq!((end.game().battle.battalion, planned(&end)), (BattalionId(1), vec![2, 1, 0]));
    let end = after(&end).roll(&[9]);
    assert_eq!(
        (end.game().battle.battalion, end.stage()),
        (BattalionId(0), Stage::Before),
        "nothing is left to choose"
    );
    assert_eq!(end.game().battle.fighters.len(), 1);
}

/// Where nothing can be done nothing is asked, and the log says so: a Week does not pass without a word.
#[test]
fn a_week_in_which_nothing_can_be_done_says_so() {
    let idle = Scene::new().roll(&[]);
    assert!(idle.lines().contains("No attack this Week: no Unit can go."), "{}", idle.lines());
    let poor = Scene::new().so(0).at(Stage::Depot).roll(&[]);
    assert!(poor.lines().contains("Nothing can be repaired, replaced or bought now."), "{}", poor.lines());
    let able = week().roll(&[]);
    assert!(!able.lines().contains("No attack this Week"), "{}", able.lines());
}
