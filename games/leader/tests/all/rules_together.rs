//! A force shared by up to four: one purse, one plan, each with Units of his own (R54, R97).

use crate::common::*;
use hulldown_core::session::Pending;
use hulldown_core::{Game, Seat, Voice};
use hulldown_leader::ids::{BattalionId, CommanderId, EnemyId, FighterId, Ids, UnitId};
use hulldown_leader::state::{Stage, Step};
use hulldown_leader::talk::Event;
use hulldown_leader::talk::Number;
use hulldown_leader::together::Floor;
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

fn shared_by(seats: u8) -> Setup {
    Setup { seats, ..setup("bulge_1944", "over_there") }
}

/// A new campaign, its Battalions drawn.
fn begun(seats: u8) -> Played {
    Played::from(Leader::new(&shared_by(seats), charts()).unwrap(), shared_by(seats), &[1; 40])
}

/// The M4 is the first seat's, the Rifle Team the second's, the M10 the third's, the mortar the fourth's.
fn battle(seats: u8) -> Scene {
    let scene = Scene::of(shared_by(seats)).fight().unit("042 eandi 61").unit("902 jones 62");
    let scene = scene.unit("041 stout 63").unit("1121 cruz 64").enemy("pz4 11").enemy("pz4 12");
    scene.with(|game| {
        for at in 0..4 {
            let seat = Seat(at % seats);
            (game.units[UnitId(at)].seat, game.commanders[CommanderId(at)].seat) = (seat, seat);
        }
    })
}

/// Before a Week's plan: the same four, nobody in a battle.
fn week(seats: u8) -> Scene {
    let scene = Scene::of(shared_by(seats)).pair(42, Name::Eandi).pair(902, Name::Jones);
    let scene = scene.pair(41, Name::Stout).pair(1121, Name::Cruz);
    scene.with(|game| {
        for at in 0..4 {
            let seat = Seat(at % seats);
            (game.units[UnitId(at)].seat, game.commanders[CommanderId(at)].seat) = (seat, seat);
        }
    })
}

/// The one seat that is asked.
fn asked(played: &Played) -> u8 {
    let asked: Vec<u8> = (0..4).filter(|seat| played.session.question(Seat(*seat)).is_some()).collect();
    assert_eq!(asked.len(), 1, "{asked:?}\n{}", played.lines());
    asked[0]
}

/// What is asked, in words.
fn question(played: &Played) -> String {
    match &played.session.pending()[0] {
        Pending::Choice { seat, ask, .. } => played.game().ask_words(charts(), *seat, *ask).text,
        Pending::Dice(_) => panic!("dice are asked for"),
    }
}

/// rules: leader together.seats.1
#[test]
fn one_to_four_share_a_force() {
    for seats in 1..=4 {
        let game = Leader::new(&shared_by(seats), charts()).unwrap();
        assert_eq!((game.seats(), game.so, game.validate(charts()).is_ok()), (seats, 88, true));
    }
    for seats in [0, 5, 255] {
        let refused = Leader::new(&shared_by(seats), charts()).unwrap_err();
        assert_eq!(refused.at, "setup.seats");
    }
}

/// rules: leader together.seats.1
#[test]
fn players_are_called_by_their_names() {
    let setup = Setup { player_1: " Ann ".into(), player_3: "Cy".into(), ..shared_by(3) };
    let game = Leader::new(&setup, charts()).unwrap();
    assert_eq!([0, 1, 2].map(|seat| game.seat_name(Seat(seat))), ["Ann", "player 2", "Cy"]);
    assert_eq!([0, 1, 2].map(|seat| game.side(Seat(seat))), [Seat(0); 3], "what one loses, all lose");
    let end = Played::from(game, setup.clone(), &[1; 40]).go_on("buy:042 buy:902");
    assert_eq!(
        end.log()[end.log().len() - 4..],
        [
            "042 M4 Sherman (75mm) joins for 14 SO, 74 left.",
            "042 M4 Sherman (75mm) goes to Ann.",
            "902 Rifle Team joins for 3 SO, 71 left.",
            "902 Rifle Team goes to player 2."
        ]
    );
    // Two of one name are told apart, and no name is too long or odd.
    let twins = Leader::new(&Setup { player_2: "Ann".into(), ..setup.clone() }, charts()).unwrap();
    assert_eq!([0, 1].map(|seat| twins.seat_name(Seat(seat))), ["Ann (1)", "Ann (2)"]);
    for odd in ["a\tb", "a name that is much longer than any list has room for"] {
        assert_eq!(
            Leader::new(&Setup { player_2: odd.into(), ..setup.clone() }, charts()).unwrap_err().at,
            "setup.player_2"
        );
    }
    // A name for a seat that is not there is nobody's.
    assert!(Leader::new(&Setup { player_1: "Ann".into(), seats: 1, ..setup }, charts()).is_ok());
}

/// rules: leader together.deal.1 together.deal.2 setup.buy.1 commander.select.1
#[test]
fn the_force_is_dealt_in_turn() {
    let end = begun(3).go_on("buy:042 buy:902 buy:041 buy:1121 done 1/yes");
    assert_eq!([42, 902, 41, 1121].map(|number| end.unit(number).seat.0), [0, 1, 2, 0]);
    // Each takes Commanders for his own Units, whoever has fewest first.
    assert_eq!(asked(&end), 0);
    assert!(end.can("take:eandi") && !end.can("take:jones"));
    assert_eq!(end.refused("take:jones").unwrap().0, "together.deal.2");
    let end = end.go_on("take:eandi");
    assert_eq!((asked(&end), end.can("take:jones"), end.can("take:stout")), (1, true, false));
    let end = end.go_on("1/take:jones 2/take:stout");
    assert_eq!(asked(&end), 0);
    let end = end.go_on("take:cruz");
    let seats = [Name::Eandi, Name::Jones, Name::Stout, Name::Cruz].map(|name| end.commander(name).seat.0);
    assert_eq!((seats, end.stage()), ([0, 1, 2, 0], Stage::Equip));
    assert!(end.saw(|event| *event == Event::Serves { name: Name::Jones, seat: Seat(1) }));
}

/// rules: leader together.deal.2
#[test]
fn a_recruit_joins_the_player_who_lacks_one() {
    let scene = week(3).at(Stage::Depot).so(0).with(|game| {
        game.commanders.remove(CommanderId(1));
    });
    let end = scene.play("done", &[]);
    assert_eq!(asked(&end), 1);
    let end = end.go_on("1/take:smith");
    assert_eq!(end.commander(Name::Smith).seat, Seat(1));
}

/// rules: leader together.deal.3
#[test]
fn a_unit_is_handed_to_a_player_who_takes_it() {
    let end = begun(3).go_on("buy:042 buy:902 hand-over");
    assert_eq!(end.options(), ["unit:042", "back"]);
    let end = end.go_on("unit:042");
    assert_eq!(end.options(), ["seat:1", "seat:2"]);
    let end = end.go_on("seat:2");
    assert_eq!((asked(&end), end.unit(42).seat.0), (2, 0));
    let kept = begun(3).go_on("buy:042 hand-over unit:042 seat:1 1/no");
    assert_eq!((kept.unit(42).seat.0, asked(&kept)), (0, 0));
    let end = end.go_on("2/yes");
    assert_eq!((end.unit(42).seat.0, asked(&end)), (2, 0));
    assert!(end.saw(|event| matches!(event, Event::Dealt { seat: Seat(2), .. })));
    // Whoever has fewest is dealt the next.
    assert_eq!(end.go_on("buy:041").unit(41).seat, Seat(0));
}

/// rules: leader together.deal.3
#[test]
fn a_commander_is_handed_over_between_battles() {
    for stage in [Stage::Plan, Stage::Depot, Stage::Equip] {
        // Of two there is only one to hand him to.
        let end = week(2).at(stage).play("hand-over commander:eandi 1/yes", &[]);
        assert_eq!((end.commander(Name::Eandi).seat.0, asked(&end)), (1, 0));
        // One's own only: whoever wants to hand over something of his asks for the word.
        let end = end.go_on("hand-over");
        assert_eq!(end.options(), ["unit:042", "unit:041", "commander:stout", "back"]);
        let end = end.go_on("back word:1 1/hand-over 1/commander:eandi 0/yes");
        assert_eq!((end.commander(Name::Eandi).seat.0, asked(&end)), (0, 1));
    }
    // Alone there is nobody to hand anything to.
    let alone = week(1).play("", &[]);
    assert!(!alone.options().iter().any(|key| key.starts_with("hand") || key.starts_with("word")));
}

/// rules: leader together.own.1 together.step.1 combat.fast.2 combat.slow.1
#[test]
fn each_acts_with_his_own_and_anybody_may_be_next() {
    let end = battle(4).slow().play("", &[]);
    assert_eq!(
        (asked(&end), end.options()),
        (0, ["act:042", "word:1", "word:2", "word:3", "done"].map(String::from).to_vec())
    );
    // The third goes first, then the first, and each moves his own.
    let end = end.go_on("word:2 2/act:041");
    assert_eq!(asked(&end), 2);
    let end = end.go_on("2/stay");
    assert_eq!(asked(&end), 3, "who has nothing left is passed over");
    let end = end.go_on("3/word:0");
    assert_eq!(end.options(), ["act:042", "word:1", "word:3", "done"]);
    // Who says that he is done may be given the word all the same.
    let end = end.go_on("done 1/word:0 act:042 stay");
    assert_eq!(asked(&end), 1);
    let end = end.go_on("1/done");
    assert_eq!((asked(&end), end.game().floor.done), (3, Ids::from_iter([Seat(1)])));
    let end = end.go_on("3/done");
    assert_eq!((end.game().battle.turn, end.game().floor.done), (2, Ids::NONE), "the step is over when all are done");
}

/// rules: leader together.step.1
#[test]
fn the_one_who_leads_begins_and_who_can_do_nothing_is_not_asked() {
    let scene =
        battle(3).slow().with(|game| (game.leading, game.battle.fighters[FighterId(1)].acted) = (Seat(1), true));
    let end = scene.play("", &[]);
    assert_eq!((asked(&end), end.options()), (2, ["act:041", "word:0", "done"].map(String::from).to_vec()));
}

/// rules: leader together.own.2 commander.skill.4
#[test]
fn a_command_tactic_lets_another_players_unit_act() {
    let scene = battle(2).fast().with(|game| {
        game.battle.fighters[FighterId(0)].commands = 1;
        game.battle.fighters.iter_mut().for_each(|fighter| fighter.acted = true);
    });
    let end = scene.play("", &[]);
    // His own counter serves anybody; the other has none and is not asked.
    assert_eq!(end.options(), ["tactic:042", "command:902", "command:041", "command:1121", "done"]);
    let end = end.go_on("command:902");
    assert_eq!(asked(&end), 1, "its own player moves it");
    let end = end.go_on("1/to:53");
    assert_eq!((end.fighter(902).hex.unwrap().id(), end.fighter(42).commands), (53, 0));
}

/// rules: leader together.own.2 combat.transport.1
#[test]
fn nobody_rides_on_anothers_transport_against_his_will() {
    let scene = Scene::of(shared_by(2)).fight().unit("501 blair 61").unit("902 jones 61");
    let scene = scene
        .enemy("pz4 11")
        .with(|game| (game.units[UnitId(1)].seat, game.commanders[CommanderId(1)].seat) = (Seat(1), Seat(1)));
    let end = scene.clone().slow().play("act:501 carry:902", &[]);
    assert_eq!((asked(&end), end.options()), (1, ["yes", "no"].map(String::from).to_vec()));
    let taken = end.go_on("1/yes to:51");
    assert_eq!((taken.fighter(902).hex.unwrap().id(), taken.fighter(902).carried), (51, true));
    // Who declines is not asked again.
    let left = scene.clone().slow().play("act:501 carry:902 1/no to:51", &[]);
    assert_eq!((left.fighter(902).hex.unwrap().id(), left.fighter(902).carried), (61, false));
    // One's own need not be asked.
    let own = scene.with(|game| game.units[UnitId(1)].seat = Seat(0)).slow().play("act:501 carry:902 to:51", &[]);
    assert!(own.fighter(902).carried);
}

/// rules: leader together.own.2 opt.heroics.1
#[test]
fn nobodys_unit_is_taken_over_against_his_will() {
    let setup = Setup { heroics: true, ..shared_by(2) };
    let scene = Scene::of(setup).fight().unit("042 eandi 61").unit("041 stout 61").enemy("pz4 11");
    let scene = scene.with(|game| {
        (game.units[UnitId(1)].seat, game.commanders[CommanderId(1)].seat, game.commanders[CommanderId(1)].wounded) =
            (Seat(1), Seat(1), true);
        let card = game.units[UnitId(0)].card;
        game.spent.add(card);
        game.units[UnitId(0)].lost = true;
        game.battle.fighters[FighterId(0)].fate = hulldown_leader::state::Fate::Destroyed;
    });
    let end = scene.slow().play("", &[]);
    assert_eq!(end.options(), ["lead:eandi", "word:1", "done"]);
    let end = end.go_on("lead:eandi");
    assert_eq!(asked(&end), 1);
    let (taken, declined) = (end.session.clone(), end.go_on("1/no"));
    assert_eq!(asked(&declined), 1, "he makes no other offer in this step");
    assert!(!declined.can("lead:eandi") && declined.fighter(41).commander == Some(CommanderId(1)));
    let taken = Played { session: taken, told: Vec::new() }.go_on("1/yes");
    assert_eq!((taken.fighter(41).commander, taken.fighter(42).commander), (Some(CommanderId(0)), None));
}

/// rules: leader together.lead.1 enemy.act.1 combat.turn.1
#[test]
fn the_lead_goes_round_turn_by_turn() {
    let end = battle(3).slow().play("done 1/done 2/done", &[3]);
    assert_eq!((end.game().leading.0, end.stage(), asked(&end)), (1, Stage::Enemy, 1));
    assert!(end.saw(|event| *event == Event::Leads { seat: Seat(1) }));
    let end = end.go_on("1/enemy:0");
    assert_eq!((end.stage(), asked(&end)), (Stage::Act(Step::Slow), 1));
    let end = end.go_on("1/done 2/done done");
    assert_eq!(end.game().leading, Seat(2));
}

/// rules: leader together.lead.1
#[test]
fn the_lead_passes_after_the_last_turn_too() {
    // The last turn of a battle ends; what comes after it goes to the next.
    let scene = battle(2).slow().with(|game| game.battle.turn = game.battle.last);
    let end = scene.play("done 1/done", &[]);
    assert_eq!((end.game().leading.0, end.stage()), (1, Stage::After));
    // A battle that ended before its first turn has had none.
    let none = battle(2).at(Stage::After).set("battle.turn = 0").play("", &[]);
    assert_eq!(none.game().leading, Seat(0));
    // Alone one always leads.
    let alone = battle(1).slow().with(|game| game.battle.turn = game.battle.last).play("done", &[]);
    assert_eq!((alone.game().leading.0, alone.saw(|event| matches!(event, Event::Leads { .. }))), (0, false));
}

/// rules: leader together.vote.1 setup.buy.1
#[test]
fn the_first_force_is_voted_on_as_a_whole() {
    // Of two the one who leads decides.
    assert_eq!(begun(2).go_on("buy:042 done").stage(), Stage::Command);
    // Of three another must agree; nobody more is asked then.
    let end = begun(3).go_on("buy:042 done");
    assert_eq!((asked(&end), end.options()), (1, ["yes", "no"].map(String::from).to_vec()));
    assert_eq!(begun(3).go_on("buy:042 done 1/yes").stage(), Stage::Command);
    assert_eq!(begun(3).go_on("buy:042 done 1/no 2/yes").stage(), Stage::Command);
    // Of four one more is enough, for then it is a tie.
    assert_eq!(begun(4).go_on("buy:042 done 1/no 2/no 3/yes").stage(), Stage::Command);
    let end = begun(4).go_on("buy:042 done 1/no 2/no 3/no");
    assert_eq!((end.stage(), asked(&end)), (Stage::Buy, 1), "who was first against it has the word");
    assert!(end.saw(|event| *event == Event::Voted { carried: false, on: "the force" }));
    // What costs nothing is not voted on.
    assert_eq!(begun(4).go_on("done").stage(), Stage::Equip);
}

/// rules: leader together.vote.2
#[test]
fn a_force_that_is_voted_down_is_changed_by_who_was_against_it() {
    let end = begun(3).go_on("buy:042 buy:902 done 1/no 2/no");
    let so = end.game().so;
    let end = end.go_on("1/return:042 1/buy:041");
    assert_eq!(
        (end.game().units.len(), end.unit(41).seat.0, end.game().tally.bought.has(end.unit(41).card)),
        (2, 0, true)
    );
    let price = |number| i16::from(charts().units[charts().unit_of(number).unwrap()].so);
    assert_eq!(end.game().so, so + price(Number(42)) - price(Number(41)));
    assert!(!end.game().tally.bought.has(charts().unit_of(Number(42)).unwrap()));
    // He gives the word back; who was voted down can propose no more Units, but the force as it is now.
    let end = end.go_on("1/done");
    assert_eq!(asked(&end), 0);
    assert_eq!(end.refused("buy:043").unwrap().0, "together.vote.2");
    assert!(end.can("return:902") && end.can("word:2"));
    let end = end.go_on("done 1/yes");
    assert_eq!((end.stage(), end.game().floor), (Stage::Command, Floor::default()));
    // Alone one gives back too, as long as anything is left to buy.
    assert!(begun(1).go_on("buy:042").can("return:042"));
}

/// rules: leader together.vote.1 together.vote.2
#[test]
fn what_costs_points_needs_the_majority() {
    let depot = || week(3).at(Stage::Depot).so(9);
    let end = depot().play("support:scout", &[]);
    assert_eq!((asked(&end), end.game().so), (1, 9));
    assert_eq!(depot().play("support:scout 1/yes", &[]).game().support, [0, 1]);
    let end = depot().play("support:scout 1/no 2/yes", &[]);
    assert_eq!((end.game().support, asked(&end)), ([0, 1], 0));
    let down = depot().play("support:scout 1/no 2/no", &[]);
    let left = ["hand-over", "word:1", "word:2", "done"].map(String::from).to_vec();
    assert_eq!((down.game().so, asked(&down), down.options()), (9, 0, left));
    // Somebody else may propose it; the one who leads votes first, and the proposer has voted.
    let end = down.go_on("word:1 1/support:truck");
    assert_eq!(asked(&end), 0);
    let end = end.go_on("no");
    assert_eq!(asked(&end), 2);
    let end = end.go_on("2/yes");
    assert_eq!((end.game().support, asked(&end)), ([1, 0], 1));
    let end = end.go_on("1/done done");
    assert_eq!((end.stage(), end.game().floor), (Stage::Rest, Floor::default()));
}

/// rules: leader together.vote.1 together.vote.2 commander.promo.1 support.truck.1
#[test]
fn equipment_is_one_list() {
    let equip = || week(3).at(Stage::Equip).so(9);
    let end = equip().play("support:scout support:scout support:truck promote:eandi done", &[]);
    assert_eq!(
        (asked(&end), question(&end)),
        (1, "Player 1 proposes 1 promotion, 1 Truck, 2 Scouts for 7 SO, 2 left. Agreed?".into())
    );
    let stands = end.go_on("1/yes");
    assert_eq!((stands.stage(), stands.game().support, stands.game().so), (Stage::Condition, [1, 2], 2));
    // Voted down nothing is bought, and who was against it has the word.
    let end = equip().play("support:scout support:truck promote:eandi done 1/no 2/no", &[]);
    assert_eq!((end.game().support, end.game().so, end.commander(Name::Eandi).level), ([0, 0], 9, Level::Green));
    assert_eq!(asked(&end), 1);
    let end = end.go_on("1/support:scout 1/done");
    assert_eq!((asked(&end), end.refused("support:scout").unwrap().0), (0, "together.vote.2"));
    assert_eq!(end.go_on("done 1/yes").game().support, [0, 1]);
    // What is handed over meanwhile stays handed over.
    let end = equip().play("support:scout hand-over unit:042 seat:2 2/yes done 1/no 2/no", &[]);
    assert_eq!((end.unit(42).seat.0, end.game().support), (2, [0, 0]));
    // Nothing bought, nothing voted on; of two the one who leads decides.
    assert_eq!(equip().play("done", &[]).stage(), Stage::Condition);
    assert_eq!(week(2).at(Stage::Equip).so(9).play("support:scout done", &[]).stage(), Stage::Condition);
}

/// rules: leader together.vote.1
#[test]
fn the_one_who_leads_breaks_ties() {
    let depot = || week(4).at(Stage::Depot).so(9);
    // The second proposes, the first leads: with him it is a tie that he breaks.
    let end = depot().play("word:1 1/support:scout 0/yes", &[]);
    assert_eq!(end.game().support, [0, 1]);
    // Without him it takes three.
    let end = depot().play("word:1 1/support:scout 0/no 2/yes", &[]);
    assert_eq!(asked(&end), 3);
    assert_eq!(end.go_on("3/yes").game().support, [0, 1]);
    assert_eq!(depot().play("word:1 1/support:scout 0/no 2/no", &[]).game().support, [0, 0]);
    // Of two the one who leads has the last word on what the other proposes.
    let two =
        |answer: &str| week(2).at(Stage::Depot).so(9).play("word:1 1/support:scout", &[]).go_on(answer).game().support;
    assert_eq!([two("yes"), two("no")], [[0, 1], [0, 0]]);
}

/// rules: leader together.vote.1 end.repair.1 end.buy.1 end.upgrade.1 end.replace.4
#[test]
fn repairs_and_new_units_are_voted_on() {
    let depot =
        || week(3).at(Stage::Depot).so(40).with(|game| game.units[UnitId(1)].damage[Lasting::Casualty.index()] = 1);
    let end = depot().play("repairs repair:902:casualty", &[]);
    assert_eq!(asked(&end), 1);
    assert_eq!(question(&end), "Player 1 would spend 1 of 40 SO: repair 902 Rifle Team: Casualty. Agreed?");
    assert!(!end.go_on("1/yes").unit(902).is_damaged());
    let end = depot().play("repairs repair:902:casualty 1/no 2/no", &[]);
    assert!(end.unit(902).is_damaged() && end.game().so == 40);
    assert_eq!(end.refused("units").unwrap().0, "together.vote.2");
    // A new Unit goes to whoever has fewest; one that others are turned in for stays with him who turned them in.
    let end = depot().play("units buy:043 1/yes", &[]);
    assert_eq!(end.unit(43).seat, Seat(1));
    let end = depot().play("word:2 2/upgrade", &[]);
    assert_eq!(end.options(), ["turn-in:041", "back"], "his own alone");
    let dear = charts().units.iter().find(|card| card.so > 14 && card.serves(1944)).unwrap().number;
    let end = end.go_on(&format!("2/turn-in:041 2/buy:{dear} yes"));
    assert_eq!((end.unit(dear.0).seat.0, end.game().unit_of(charts(), Number(41))), (2, None));
    // A newcomer is raised by the one he serves under, if the others agree.
    let scene = week(3).at(Stage::Depot).so(5).with(|game| {
        game.commanders.remove(CommanderId(1));
    });
    let end = scene.play("done 1/take:smith 1/promote:smith", &[]);
    assert_eq!(asked(&end), 0);
    assert_eq!(end.go_on("yes").commander(Name::Smith).level, Level::Green);
}

/// rules: leader together.own.1 end.replace.2
#[test]
fn a_commander_is_replaced_by_his_own_player() {
    let scene = week(2).at(Stage::Depot).with(|game| game.commanders[CommanderId(1)].wounded = true);
    let end = scene.play("", &[]);
    assert!(end.can("heal:jones") && !end.can("replace:jones"));
    let end = end.go_on("word:1");
    assert!(end.can("replace:jones"));
}

/// rules: leader together.vote.1 week.cost.1
#[test]
fn a_plan_that_costs_points_is_voted_on() {
    let deep = || week(3).with(|game| game.battalions[BattalionId(0)].band = Band::EnemyRear);
    let plan = "attack:9A send:042 under:eandi send:902 done done";
    let end = deep().so(20).play(plan, &[]);
    assert_eq!((asked(&end), end.game().so), (1, 20));
    let down = deep().so(20).play(plan, &[]).go_on("1/no 2/no");
    assert_eq!((down.stage(), asked(&down), down.game().so), (Stage::Plan, 1, 20));
    // Who was against it calls it off; who proposed it plans no other that costs.
    let down = down.go_on("1/drop:9A 1/done");
    assert_eq!((asked(&down), down.refused("attack:9A").unwrap().0), (0, "together.vote.2"));
    assert!(end.go_on("1/yes").game().so < 20);
    // An attack that costs nothing needs no vote.
    assert_eq!(week(3).play(plan, &[]).stage(), Stage::Before);
}

/// rules: leader together.vote.1 combat.turn.3
#[test]
fn the_majority_ends_a_battle_early() {
    // One enemy is left of the Battalion, which counts as Destroyed.
    let end_of_turn = |seats, leading| {
        battle(seats).with(move |game| {
            game.leading = leading;
            game.battle.enemies[EnemyId(1)].model = Model::Rifle;
            game.battle.enemies[EnemyId(0)].active = false;
            game.stage = Stage::TurnEnd;
        })
    };
    let ends = |seats, leading, answers: &str| end_of_turn(seats, leading).play(answers, &[]).stage() == Stage::After;
    assert!(ends(1, Seat(0), "yes") && !ends(1, Seat(0), "no"));
    assert!(ends(2, Seat(0), "yes") && !ends(2, Seat(0), "no"), "of two the one who leads decides");
    assert!(ends(3, Seat(0), "yes 1/yes") && ends(3, Seat(0), "no 1/yes 2/yes") && !ends(3, Seat(0), "no 1/no"));
    assert!(
        ends(4, Seat(2), "2/yes 3/no 0/yes")
            && !ends(4, Seat(2), "2/no 3/yes 0/no")
            && ends(4, Seat(2), "2/no 3/yes 0/yes 1/yes")
    );
}

/// rules: leader together.vote.1 opt.tenacity.1
#[test]
fn tenacity_needs_the_majority() {
    let scene = |seats| {
        let mut scene = battle(seats).at(Stage::TurnEnd).with(|game| game.battle.turn = game.battle.last);
        (scene.game.options.tenacity, scene.setup.tenacity) = (true, true);
        scene
    };
    let longer = |seats, answers: &str| scene(seats).play(answers, &[]).game().battle.tenacity;
    assert!(longer(1, "yes") && longer(2, "yes") && !longer(2, "no"));
    assert!(longer(3, "no 1/yes 2/yes") && !longer(3, "yes 1/no 2/no") && longer(4, "yes 1/no 2/yes"));
}

/// rules: leader together.vote.1 end.rr.1
#[test]
fn priority_rest_needs_the_majority() {
    let rested = |answers: &str| {
        let end =
            week(3).at(Stage::Rest).so(30).with(|game| game.commanders[CommanderId(0)].stress = 2).play(answers, &[]);
        end.saw(|event| matches!(event, Event::Rested { .. }))
    };
    assert!(rested("yes 1/yes") && rested("no 1/yes 2/yes") && !rested("yes 1/no 2/no") && !rested("no 1/no"));
}

/// rules: leader together.lead.1 pre.event.2
#[test]
fn what_a_card_leaves_to_the_player_goes_to_who_leads() {
    let card = charts().conditions.position(|card| {
        card.effects.iter().any(|effect| matches!(effect.what, hulldown_leader::charts::effects::What::Choice { .. }))
    });
    let card = card.unwrap();
    let scene = week(3)
        .at(Stage::Condition)
        .so(20)
        .with(|game| (game.conditions, game.leading) = (Ids::from_iter([card]), Seat(2)));
    let end = scene.play("", &[]);
    assert_eq!((asked(&end), end.can("option:0")), (2, true));
    assert_eq!(end.go_on("2/option:0").stage(), Stage::Plan, "and is not voted on");
}

/// rules: leader together.own.1 pre.place.1 commander.skill.6
#[test]
fn each_places_his_own_and_his_medics_serve_for_him() {
    let end = battle(3).at(Stage::Place).with(|game| {
        game.battle.enemies.clear();
        game.battle.mustered = false;
        game.battle.turn = 0;
        game.battle.fighters.iter_mut().for_each(|fighter| fighter.hex = None);
    });
    let end = end.play("place:61", &[]);
    assert_eq!(asked(&end), 1);
    let end = end.go_on("1/place:62");
    assert_eq!(asked(&end), 2);
    let scene =
        week(3).at(Stage::Mend).commander(Name::Kolchak, Level::Average).owned(931).who(|one| one.seat = Seat(2));
    let end = scene.with(|game| game.commanders[CommanderId(0)].stress = 3).play("", &[]);
    assert_eq!((asked(&end), end.can("calm:eandi")), (2, true), "he helps whomever he likes");
}

/// Answers of others are not taken back; one's own are, as long as nobody has answered since.
/// rules: leader together.step.1
#[test]
fn each_takes_back_his_own_answers() {
    let mut end = battle(3).slow().play("word:1 1/act:902 1/stay", &[]);
    assert!(end.session.undo(Seat(0), 1).is_err(), "the second has answered since");
    end.session.undo(Seat(1), 2).unwrap();
    assert_eq!((asked(&end), end.fighter(902).acted), (1, false));
    end.session.undo(Seat(0), 1).unwrap();
    assert_eq!((asked(&end), end.game().floor.word), (0, None));
    assert!(end.session.undo(Seat(0), 1).is_err());
}
