//! Campaign Set-Up.

use crate::common::*;
use hulldown_core::{Game, Generator, Random};
use hulldown_kit::trial::sim;
use hulldown_leader::charts::{Charts, shipped};
use hulldown_leader::ids::{ConditionId, Ids};
use hulldown_leader::state::Stage;
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

fn begin(setup: Setup, dice: &[u8]) -> Played {
    Played::from(Leader::new(&setup, charts()).unwrap(), setup, dice)
}

fn draws(campaign: &str, objective: &str) -> Played {
    // Whatever is drawn: two decks of more than ten want tens and ones, and 1 is always the first that is left.
    begin(setup(campaign, objective), &[1; 40])
}

/// rules: leader setup.campaign.1 setup.campaign.4 setup.objective.1 setup.objective.2 setup.so.1
#[test]
fn points_to_start_with_are_the_objective_s_and_the_campaign_s() {
    let so = |campaign: &str| Leader::new(&setup(campaign, "over_there"), charts()).unwrap().so;
    assert_eq!((so("north_africa_1942"), so("bulge_1944")), (87, 88));
    let objective = charts().objectives.iter().find(|card| card.id == "over_there").unwrap();
    assert_eq!((objective.weeks, objective.weekly_so, objective.battalion_points), (4, 7, 29));
    assert!(Leader::new(&setup("nowhere", "over_there"), charts()).is_err());
    assert!(Leader::new(&setup("bulge_1944", "nothing"), charts()).is_err());
}

/// rules: leader setup.campaign.3
#[test]
fn difficulty_is_a_word_and_nothing_else() {
    let levels = ["Introductory", "Standard", "Advanced", "Expert"];
    assert_eq!(Difficulty::ALL.map(Difficulty::name), levels);
}

/// rules: leader setup.cup.1 setup.campaign.7
#[test]
fn the_tank_cup_of_germany_in_1942() {
    let at = charts().campaigns.position(|card| card.id == "north_africa_1942").unwrap();
    let cup = charts().cups[at];
    let count = |model: Model| cup[model.index()];
    assert_eq!((count(Model::Pz3), count(Model::Pz4), count(Model::Stug)), (7, 2, 2));
    assert_eq!(cup.iter().sum::<u8>(), 11);
}

/// rules: leader setup.draw.1 setup.draw.2 setup.draw.3 setup.draw.4 setup.deck.3 setup.battalion.4
#[test]
fn battalions_are_drawn_as_in_the_sample_game() {
    let end = begin(setup("bulge_1944", "over_there"), &[2, 9, 2, 1, 3, 8, 1, 5, 7]);
    let game = end.game();
    let drawn: Vec<String> = game
        .battalions
        .ids()
        .map(|at| format!("{} {}", game.battalion_card(charts(), at).id, game.battalions[at].band))
        .collect();
    assert_eq!(
        drawn,
        [
            "2A Enemy Transit",
            "10A Enemy Transit",
            "2S Enemy Rear",
            "1C Enemy Rear",
            "4A Friendly Staging",
            "11A Enemy Transit",
            "1S Enemy Breakthrough",
            "6C Front",
            "9A Friendly Staging",
        ]
    );
    assert_eq!(end.stage(), Stage::Buy);
    assert!(game.battalions.iter().all(|battalion| !battalion.half && !battalion.destroyed));
}

/// rules: leader setup.draw.5
#[test]
fn an_empty_deck_is_passed_over_and_all_empty_stop_the_draw() {
    let text = shipped().text("objectives.toml").unwrap().replace("battalion_points = 29", "battalion_points = 200");
    let charts: &'static Charts = Box::leak(Box::new(Charts::load(&shipped().with("objectives.toml", text)).unwrap()));
    let mut game = Leader::new(&setup("bulge_1944", "over_there"), charts).unwrap();
    let mut sim = sim(Random(Generator::new(1)), Generator::new(2));
    game.advance(charts, &mut sim).unwrap();
    assert_eq!(game.battalions.len(), charts.battalions[Nation::Germany].len());
    assert_eq!(game.stage, Stage::Buy);
}

/// rules: leader setup.buy.1 setup.buy.3 setup.campaign.2 setup.seq.1 setup.deck.4
#[test]
fn units_in_service_are_bought_for_what_they_cost() {
    let end = draws("north_africa_1942", "over_there").go_on("buy:042");
    assert_eq!(end.game().so, 87 - 14);
    assert_eq!(end.refused("buy:042"), Some(("setup.buy.3", "you have it already")));
    assert_eq!(end.refused("buy:051").unwrap().0, "setup.campaign.2");
    assert!(end.can("buy:041"));
    let end = end.go_on("buy:041 buy:043 buy:044 buy:045 buy:1151");
    assert_eq!(end.game().so, 5);
    assert_eq!(end.refused("buy:131"), Some(("setup.buy.1", "there are not enough SO")));
    // Until the force stands whatever was bought can be given back for what it cost.
    let end = end.go_on("return:042");
    assert_eq!(end.game().so, 5 + 14);
    assert!(end.can("buy:042") && end.game().unit_of(charts(), Number(42)).is_none());
    assert_eq!(end.go_on("done").stage(), Stage::Command);
}

/// rules: leader setup.buy.2 setup.campaign.6
#[test]
fn a_campaign_may_limit_armor() {
    let end = draws("philippines_1942", "over_there").go_on("buy:004 buy:005 buy:006");
    assert_eq!(end.refused("buy:021").unwrap().0, "setup.buy.2");
    assert!(end.can("buy:501"));
}

/// rules: leader setup.buy.4
#[test]
fn no_more_units_of_a_type_than_names() {
    let end = draws("france_1944", "over_there").go_on("buy:501 buy:502 buy:503 buy:504 buy:511 buy:512 buy:561");
    assert_eq!(end.refused("buy:562").unwrap().0, "setup.buy.4");
}

/// rules: leader commander.select.2 commander.select.3 commander.select.4
#[test]
fn commanders_come_from_the_lowest_level_up() {
    let card = charts().campaigns.iter().find(|card| card.id == "north_africa_1942").unwrap();
    let levels =
        |units: usize| (0..units).map(|n| card.level_after(n).name().chars().next().unwrap()).collect::<String>();
    assert_eq!(levels(15), "RRRRRGGGAAASSGG");
    assert_eq!(levels(6), "RRRRRG");
}

/// rules: leader commander.select.1 commander.select.5 commander.select.7
#[test]
fn one_commander_of_its_type_for_each_unit() {
    let end = draws("bulge_1944", "over_there").go_on("buy:042 buy:901 done");
    assert!(end.can("take:eandi") && end.can("take:jones"));
    assert_eq!(end.refused("take:henders").unwrap().0, "commander.select.1");
    let end = end.go_on("take:jones");
    assert_eq!(end.refused("take:chin").unwrap().0, "commander.select.1");
    assert!(end.refused("take:jones").is_none() && !end.can("take:jones"), "he is there already");
    let end = end.go_on("take:tylutki");
    assert_eq!(end.stage(), Stage::Equip);
    assert_eq!(end.commander(Name::Tylutki).level, Level::Recruit);
    assert_eq!(end.game().commanders.len(), 2);
}

/// rules: leader commander.promo.1
#[test]
fn a_promotion_costs_three() {
    let end = Scene::new()
        .commander(Name::Cruz, Level::Average)
        .owned(1132)
        .so(7)
        .at(Stage::Equip)
        .play("promote:cruz promote:cruz", &[]);
    assert_eq!((end.commander(Name::Cruz).level, end.game().so), (Level::Veteran, 1));
    assert_eq!(end.refused("promote:cruz").unwrap().0, "commander.promo.1");
}

/// rules: leader support.truck.1 support.scout.1
#[test]
fn trucks_cost_two_and_scouts_one_while_counters_last() {
    let end = Scene::new().pair(42, Name::Eandi).so(40).at(Stage::Equip).play(&"support:truck ".repeat(6), &[]);
    assert_eq!((end.game().so, end.game().support), (28, [6, 0]));
    assert_eq!(end.refused("support:truck"), Some(("support.truck.1", "there are no more counters")));
    let end = end.go_on(&"support:scout ".repeat(8));
    assert_eq!((end.game().so, end.game().support), (20, [6, 8]));
    assert_eq!(end.refused("support:scout").unwrap().0, "support.scout.1");
    let end = end.go_on("done");
    assert_eq!((end.game().week, end.stage()), (1, Stage::Condition));
}

/// rules: leader opt.choose.1 opt.tenacity.2 opt.heroics.2 opt.flank.2
#[test]
fn optional_rules_are_paid_for_at_the_start() {
    let so = |tenacity, heroics, flank| {
        let setup = Setup { tenacity, heroics, flank, ..setup("bulge_1944", "over_there") };
        Leader::new(&setup, charts()).unwrap().so
    };
    assert_eq!((so(false, false, false), so(true, false, false), so(true, true, false)), (88, 87, 86));
    assert_eq!(so(false, false, true), 88);
}

/// rules: leader setup.deck.1 setup.deck.2 setup.deck.5 week.condition.1
#[test]
fn a_deck_that_is_used_up_is_formed_anew() {
    let scene = || Scene::new().pair(42, Name::Eandi).at(Stage::Condition);
    let last = scene().with(|game| game.conditions = Ids::from_iter([ConditionId(1)]));
    let end = last.roll(&[]);
    assert_eq!(
        (end.stage(), end.game().condition, end.game().conditions),
        (Stage::Plan, Some(ConditionId(1)), Ids::NONE)
    );
    let anew = scene().with(|game| game.conditions = Ids::NONE).roll(&[2]);
    assert_eq!((anew.game().condition, anew.game().conditions.count()), (Some(ConditionId(1)), 25));
}

/// rules: leader setup.damage.1
#[test]
fn all_damage_counters_are_in_one_cup() {
    let total: u8 = charts().damage.iter().map(|counter| counter.count).sum();
    assert_eq!(total, 60);
}

/// rules: leader setup.battalion.1 setup.battalion.3 setup.fixed.1
#[test]
fn a_battalion_card_says_what_it_is() {
    let cards = &charts().battalions[Nation::Germany];
    let large = cards.iter().find(|card| card.name == "Large Tank Force").unwrap();
    let listed: Vec<(Kind, u8)> =
        Kind::ALL.map(|kind| (kind, large.count(kind))).into_iter().filter(|(_, n)| *n > 0).collect();
    assert_eq!(
        listed,
        [
            (Kind::Tank, 8),
            (Kind::Halftrack, 2),
            (Kind::ArmoredCar, 2),
            (Kind::Rifle, 2),
            (Kind::Mg, 2),
            (Kind::AtGun, 2)
        ]
    );
    assert_eq!((large.vp, large.half, large.destroyed), (5, 19, 8));
    assert_eq!(charts().enemy(Nation::Germany, Model::Building).points, 4);
    assert!(cards.iter().find(|card| card.id.to_string() == "6C").unwrap().is_fixed());
}
