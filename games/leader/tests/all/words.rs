//! What is told beside the rules: the story, what must not be overlooked, who bears on a move.

use crate::common::*;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{Grave, ShotPart};
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Playable, Session, Voice};
use hulldown_draw::{Drawn, Look};
use hulldown_leader::Leader;
use hulldown_leader::charts::EnemyOrders;
use hulldown_leader::ids::{BattalionId, Cards, ConditionId, EnemyId, EventId, FighterId, Ids, OptionId};
use hulldown_leader::state::{Planned, Stage, Step, Strike};
use hulldown_leader::talk::{AimedAt, Ask, Attacker, ChangedBy, Choice, Event, Nth, Number};
use hulldown_leader::words::*;

#[test]
fn the_story_tells_what_deserves_it() {
    let story = |event: Event| Leader::AIDS.story.unwrap()(charts(), &event);
    let said = |event: Event| story(event).unwrap();
    assert_eq!(said(Event::Lost { unit: Number(42), damage: Damage::Destroyed }), "We lost the M4 Sherman (75mm) 042.");
    assert_eq!(
        said(Event::Killed { enemy: EnemyId(3), model: Model::AtGun }),
        "An anti-tank gun was left without a crew."
    );
    assert_eq!(said(Event::Killed { enemy: EnemyId(3), model: Model::Tiger }), "We knocked out a Tiger.");
    assert_eq!(said(Event::Kia { name: Name::RedTree }), "Red Tree was killed.");
    let nine = "9A".parse().unwrap();
    assert_eq!(said(Event::Battle { battalion: nine, name: "Fast Assault" }), "We went for the Fast Assault, 9A.");
    // The same is not told in the same words over and over.
    let two = [EnemyId(0), EnemyId(1)].map(|enemy| said(Event::Killed { enemy, model: Model::Rifle }));
    assert_ne!(two[0], two[1]);
    assert_eq!(story(Event::Missed { on: AimedAt::Unit { unit: Number(42) }, by: None }), None);
    let away = Event::EnemyLeaves { enemy: EnemyId(2), model: Model::Mg };
    assert_eq!(said(away), "A machine gun ran for it and got away.");
    let told = Leader::event_words(charts(), &away).text;
    assert_eq!(told, "MG (no. 2) leaves the battlefield: Retreat, over its own edge.");
    let left = |points| Leader::event_words(charts(), &Event::Points { points, half: true, destroyed: true }).text;
    assert_eq!([left(1), left(2)], ["1 enemy point is left: Destroyed.", "2 enemy points are left: Destroyed."]);
    let shift = Event::Shifts { battalion: nine, name: "Fast Assault", shift: Shift::Advance, band: Band::Front };
    assert_eq!(said(shift), "The Fast Assault, 9A, came closer, to the front.");
}

/// A force is closed once more asked where much is left to spend; and who hurries spends no Tactic.
#[test]
fn what_cannot_be_had_back_is_asked_twice_and_never_usual() {
    let fatal = |game: &Leader| (Leader::AIDS.fatal)(game, charts(), Seat(0), Choice::Done);
    let scene = || Scene::new().pair(42, Name::Eandi).at(Stage::Buy);
    assert!(fatal(&scene().set("so = 60").game).is_some_and(|why| why.contains("unspent")));
    assert_eq!(fatal(&scene().set("so = 1").game), None);
    assert_eq!(fatal(&scene().at(Stage::Plan).set("so = 60").game), None);
    let game = Scene::battle().unit("042 eandi 62").fast().game;
    let options = [Choice::Tactic(Number(42)), Choice::Done];
    let usual = (Leader::AIDS.usual)(&game, charts(), Seat(0), Ask::Act(Step::Fast), &options).unwrap();
    assert_eq!(usual.choice, Choice::Done);
}

/// A Unit that is hit is harm in the counter's own word, one that is lost names who fired.
#[test]
fn misfortunes_are_told_as_such() {
    let about = |event: Event| (Leader::AIDS.about)(charts(), &event);
    // What came of an attack is what its target drew, whatever the last of the dice for Defense was.
    let nothing = about(Event::Damaged { unit: Number(42), damage: Damage::NoEffect, hit: Nth::ONLY });
    assert_eq!((nothing.shot, nothing.whom.as_deref()), (Some(ShotPart::Result), Some("042")));
    let hit = about(Event::Damaged { unit: Number(42), damage: Damage::Engine, hit: Nth::ONLY });
    assert_eq!((hit.grave, hit.shot), (Some(Grave::Harm(Seat(0), "Engine")), Some(ShotPart::Result)));
    let nothing = about(Event::Damaged { unit: Number(42), damage: Damage::NoEffect, hit: Nth::ONLY });
    assert_eq!((nothing.grave, nothing.shot), (None, Some(ShotPart::Result)));
    // A shot that comes to nothing has its place too, and is told in a word.
    let missed = about(Event::Missed { on: AimedAt::Enemy { enemy: EnemyId(3), model: Model::Rifle }, by: None });
    assert_eq!((missed.shot, missed.at), (Some(ShotPart::Result), vec!["enemy-3".to_string()]));
    assert_eq!(about(Event::Negated { on: AimedAt::Unit { unit: Number(42) }, by: None }).at, ["unit-042"]);
    let lost = about(Event::Lost { unit: Number(42), damage: Damage::Destroyed });
    let fired = about(Event::EnemyAttacks { enemy: EnemyId(0), model: Model::Pz4, unit: Number(42) });
    assert_eq!((lost.grave, lost.whom), (Some(Grave::Loss(Seat(0))), fired.whom));
    assert_eq!(about(Event::Wounded { name: Name::Eandi }).grave, Some(Grave::Harm(Seat(0), "Wounded")));
    // The man is told once, not the counter and then the man.
    for damage in [Damage::Wounded, Damage::Kia] {
        assert_eq!(about(Event::Damaged { unit: Number(42), damage, hit: Nth::ONLY }).grave, None);
    }
}

/// A Pz IV that holds hits at range 1 as the threats say, and not at all where it does not reach.
#[test]
fn a_move_says_who_bears_there() {
    let scene = Scene::battle().unit("042 eandi 62").enemy("pz4 51").fast();
    let at_hand = scene.with(|game| (game.battle.mods.hold_turns, game.battle.acting) = (2, Some(FighterId(0))));
    let game = at_hand.game.clone();
    let bears = |choice| (Leader::AIDS.bears)(&game, charts(), Seat(0), Ask::Move(Number(42)), &[choice]).remove(0);
    let there = "best attack from there, having moved, 66%, at Pz IV (no. 0); may hit it there: Pz IV (no. 0) 87%";
    assert_eq!(bears(Choice::To(hex(61))).unwrap(), there);
    let here = "best attack from here, without moving, 66%, at Pz IV (no. 0); may hit it here: Pz IV (no. 0) 81%";
    assert_eq!(bears(Choice::Stay).unwrap(), here);
    // Who is Exposed is so no longer once it has moved.
    let exposed = at_hand.with(|game| game.battle.fighters[FighterId(0)].exposed = Some(1)).game;
    let bears = |choice| (Leader::AIDS.bears)(&exposed, charts(), Seat(0), Ask::Move(Number(42)), &[choice]).remove(0);
    assert_eq!(bears(Choice::To(hex(61))).unwrap(), there);
}

/// Which of two alike an enemy attacks, and which enemy is next, is asked with what comes of it.
#[test]
fn choices_for_the_enemy_say_what_comes_of_them() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("pz4 51");
    let game = scene.at(Stage::Enemy).with(|game| game.battle.orders = EnemyOrders::HOLD).game;
    let bears = |ask, choice| (Leader::AIDS.bears)(&game, charts(), Seat(0), ask, &[choice]).remove(0);
    // Needed 3, Defense 2: 1 - (1 - 0.8 * 0.8)^2.
    let at = bears(Ask::Target(EnemyId(0)), Choice::Unit(Number(42))).unwrap();
    assert!(at.starts_with("gets through in 87%, Destroys it in "), "{at}");
    assert_eq!(bears(Ask::Enemy, Choice::Enemy(EnemyId(0))).unwrap(), format!("attacks 042: {at}"));
}

/// A strike is one die, and Defense counts without cover: five in ten, of these seven in ten past a Defense of 3.
///
/// rules: leader pre.event.2
#[test]
fn a_strike_is_asked_with_its_chance() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("pz4 51").enemy("rifle 41");
    let strike = Strike { need: 6, target: Some(Target::Ap) };
    let game = scene.at(Stage::Strikes).with(|game| game.battle.strike = Some(strike)).game;
    let bears = |enemy| (Leader::AIDS.bears)(&game, charts(), Seat(0), Ask::Strike, &[Choice::Fire(enemy)]).remove(0);
    assert_eq!(bears(EnemyId(0)).unwrap(), "Destroys it in 35%: one die, against its Defense without cover");
    assert_eq!(bears(EnemyId(1)), None, "a Rifle is no AP target");
    let ends = |enemy| (Leader::AIDS.ends)(&game, charts(), Seat(0), Choice::Fire(enemy));
    assert_eq!((ends(EnemyId(0)), ends(EnemyId(1))), (vec![("Destroyed", 0.35)], Vec::new()));
    // An attack likewise, as the board has it.
    let shot = Scene::battle().unit("042 eandi 61").enemy("pz4 51").fast();
    let shot = shot.with(|game| game.battle.acting = Some(FighterId(0))).game;
    let (_, chance) = (Leader::AIDS.ends)(&shot, charts(), Seat(0), Choice::Fire(EnemyId(0)))[0];
    // How many dice, and what may negate a hit, is said beside what one die needs.
    let dice =
        (Leader::AIDS.bears)(&shot, charts(), Seat(0), Ask::Attack(Number(42)), &[Choice::Fire(EnemyId(0))]).remove(0);
    assert_eq!(dice.as_deref(), Some("2 dice, and 3 or less negates each hit"));
    let html = Leader::panels(&shot.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    assert!(html.contains(&format!("Destroyed with {:.0}%", 100.0 * chance)), "{html}");
    let ahead = game.preview(charts(), Seat(0), Choice::Fire(EnemyId(0))).unwrap();
    assert_eq!(ahead.chance(), Some((5, 10)));
    let asked = game.ask_words(charts(), Seat(0), Ask::Strike).text;
    assert_eq!(asked, "A strike, one die that hits on 6 or more: at which AP target?");
    let html = Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    assert!(html.contains("Pz IV (no. 0), enemy, in 51, 3 points, Defense 3, Destroyed with 35%"), "{html}");
}

/// Whoever learns it fires within a minute: the guided game stands at the first turn of a battle, and the second answer leads to a shot.
#[test]
fn the_guided_game_begins_with_a_battle() {
    let guided = Leader::guided();
    let dice = DiceBox::new(guided.seed, DiceMode::Random);
    let mut game = Session::<Leader>::new(guided.setup, charts(), dice).unwrap();
    for key in guided.answers {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    let asked = |game: &Session<Leader>| match game.pending().first() {
        Some(Pending::Choice { ask, options, .. }) => (*ask, options.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(asked(&game).0, Ask::Act(Step::Fast));
    for key in ["act:042", "stay"] {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    let (ask, options) = asked(&game);
    assert_eq!(ask, Ask::Attack(Number(42)));
    assert!(options.iter().any(|choice| matches!(choice, Choice::Fire(_))));
}

/// A card that is drawn is told with what it does.
#[test]
fn cards_are_told_with_what_they_do() {
    let said = |event: Event| Leader::event_words(charts(), &event).text;
    assert_eq!(
        said(Event::Condition { card: ConditionId(2) }),
        "Special Condition: Clear Skies (1 strike, each hits on 5+)."
    );
    assert_eq!(
        said(Event::Before { card: EventId(0) }),
        "Event: Vital Mission (+1 VP, when the Battalion is Destroyed)."
    );
    assert_eq!(said(Event::After { card: EventId(1) }), "Event: Inspiring Leader (-1 Stress, each in the battle).");
    let scouts = charts().conditions.position(|card| card.title == "New Scouts").unwrap();
    assert_eq!(said(Event::Condition { card: scouts }), "Special Condition: New Scouts (+2 Scouts).");
    assert_eq!(said(Event::Supplied { support: Support::Scout, n: 1, so: 0 }), "+1 Scout.");
    assert_eq!(said(Event::Supplied { support: Support::Scout, n: 1, so: 2 }), "+1 Scout for 2 SO.");
    // So is a question of such a card, and a damage counter.
    let scene = Scene::battle().unit("042 eandi 61").at(Stage::After);
    let game = scene.with(|game| game.battle.after = Some((EventId(2), OptionId(0)))).game;
    let asked = game.ask_words(charts(), Seat(0), Ask::One).text;
    assert!(asked.starts_with("Bad News from Home (+2 Stress, ") && asked.ends_with("): who?"), "{asked}");
    let hit = |damage| said(Event::Damaged { unit: Number(921), damage, hit: Nth::ONLY });
    assert_eq!(hit(Damage::Casualty), "921 Machine Gun Team: Casualty, a second one Destroys it.");
    assert_eq!(hit(Damage::NoEffect), "921 Machine Gun Team: No Effect.");
}

/// Who commands is asked with what each is worth as he feels now.
#[test]
fn a_commander_is_offered_with_his_skill() {
    let scene = Scene::new().pair(42, Name::Eandi).who(|one| (one.level, one.stress) = (Level::Recruit, 1));
    let label =
        |game: &Leader| game.choice_words(charts(), Seat(0), Ask::Under(Number(42)), Choice::Under(Name::Eandi)).label;
    let calm = label(&scene.game);
    assert!(calm.starts_with("Eandi (Recruit, Stress 1): Slow, -1 ") && calm.contains(" in his hex, "), "{calm}");
    let shaken = label(&scene.who(|one| one.stress = 5).game);
    assert_ne!(calm.split(": ").last(), shaken.split(": ").last(), "{shaken}");
}

/// A Unit is typed by the number on its counter, whatever others are offered.
#[test]
fn units_are_typed_as_they_are_printed() {
    let typed = |number| [Choice::Act(Number(number)), Choice::Buy(Number(number))].map(Leader::typed);
    assert_eq!(typed(42), [Some("042".into()), Some("042".into())]);
    assert_eq!(typed(1111), [Some("1111".into()), Some("1111".into())]);
    assert_eq!(typed(101)[0], Some("101".into()));
}

/// After a battle each man's Stress and XP are parts of one line, as are enemies that are placed.
#[test]
fn what_happens_to_many_is_one_line() {
    let what = |event: Event| (Leader::AIDS.about)(charts(), &event).alike.unwrap().what;
    let stress = |name, why| Event::Stressed { name, n: 2, stress: 4, why };
    let battle = what(stress(Name::Chin, Strain::Battle));
    assert_eq!(what(stress(Name::Eandi, Strain::Cool)), battle);
    assert_eq!(what(Event::Experience { name: Name::Chin, n: 2, xp: 3 }), battle);
    assert_eq!(what(stress(Name::Chin, Strain::Event)), "+2 Stress (Event)");
    let placed = |enemy| what(Event::EnemyPlaced { enemy, model: Model::Rifle, hex: hex(11) });
    assert_eq!(placed(EnemyId(0)), placed(EnemyId(1)));
    // What happens to one man in battle stands by itself.
    let shot = (Leader::AIDS.about)(charts(), &stress(Name::Chin, Strain::Hit));
    assert!(shot.alike.is_none());
}

/// What can be bought, what can be given back and that this is the force stand side by side, none under another's name.
#[test]
fn the_shop_has_so_few_kinds_that_none_is_put_with_what_is_given_back() {
    let mut kinds: Vec<&str> =
        charts().units.iter().filter_map(|card| Leader::among(charts(), Choice::Buy(card.number))).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() + 2 <= 7, "{kinds:?}");
}

/// The end of a Week is told like that of a battle, however little else happened.
#[test]
fn the_end_of_a_week_is_an_end() {
    let about = (Leader::AIDS.about)(charts(), &Event::WeekEnds { week: 1 });
    assert_eq!(about.grave, Some(Grave::End("Week over")));
}

/// What is bought before the first Week counts among what SO were spent on; what Repair/Replace tells by itself counts once.
#[test]
fn sums_know_what_trucks_scouts_and_promotions_cost() {
    let so = |event: Event| {
        let sums = (Leader::AIDS.about)(charts(), &event).sums;
        sums.into_iter().filter(|sum| sum.head.1 == "SO").filter_map(|sum| sum.n).sum::<i32>()
    };
    assert_eq!(so(Event::Supplied { support: Support::Scout, n: 1, so: 2 }), -2);
    assert_eq!(so(Event::Supplied { support: Support::Scout, n: 1, so: 0 }), 0);
    let promoted = |by: Rise| Event::Promoted { name: Name::Eandi, level: Level::Green, by };
    assert_eq!(so(promoted(Rise::Bought)), -i32::from(charts().numbers.cost.promotion));
    assert_eq!(so(promoted(Rise::Newcomer)), 0);
}

fn bears(game: &Leader, ask: Ask, choice: Choice) -> String {
    (Leader::AIDS.bears)(game, charts(), Seat(0), ask, &[choice]).remove(0).unwrap()
}

/// Moving within one's own hex is moving: what it adds and costs counts, and staying is something else.
#[test]
fn moving_within_a_hex_has_the_chances_of_having_moved() {
    let ask = Ask::Move(Number(41));
    let best = |scene: Scene, answers: &str, how: &str| {
        let end = scene.slow().play(answers, &[]);
        let chance = (Leader::AIDS.ends)(end.game(), charts(), Seat(0), Choice::Fire(EnemyId(0)))[0].1;
        format!("best attack from {how}, {:.0}%", 100.0 * chance)
    };
    let told = |scene: Scene, choice| bears(scene.slow().play("act:041", &[]).game(), ask, choice);
    let scene = Scene::battle().unit("041 eandi 63").enemy("rifle 52");
    let (moved, stays) = (
        best(scene.clone(), "act:041 to:63", "there, having moved"),
        best(scene.clone(), "act:041 stay", "here, without moving"),
    );
    assert_ne!(moved, stays);
    let said = told(scene.clone(), Choice::To(hex(63)));
    assert!(said.starts_with(&moved), "{moved}: {said}");
    let said = told(scene.clone(), Choice::Stay);
    assert!(said.starts_with(&stays), "{stays}: {said}");
    let log = scene.clone().slow().play("act:041 to:63", &[]).log().join("\n");
    assert!(log.contains("moves within 63."), "{log}");
    // The Stress of moving while Immobile may make him Shaken.
    for stress in 0..9 {
        let held = scene.clone().that(|one| one.immobile = true).who(|one| one.stress = stress);
        let (moved, said) =
            (best(held.clone(), "act:041 to:63", "there, having moved"), told(held, Choice::To(hex(63))));
        assert!(said.starts_with(&moved), "{moved}: {said}");
    }
}

/// Whoever cannot pay at the end of the Week is told before he answers, and afterwards what it was for.
#[test]
fn an_answer_that_loses_the_campaign_is_asked_twice() {
    let fatal = |game: &Leader, choice| (Leader::AIDS.fatal)(game, charts(), Seat(0), choice);
    let near = |so| {
        let scene = Scene::of(setup("bulge_1944", "probe")).pair(42, Name::Eandi).pair(902, Name::Jones).so(so);
        scene.that_battalion(|battalion| battalion.band = Band::FriendlyStaging)
    };
    let poor = near(0);
    assert!(poor.game.map_losses(charts()) > poor.game.weekly_so(charts()));
    assert!(fatal(&poor.game, Choice::Done).is_some_and(|why| why.contains("lost the campaign")));
    assert_eq!(fatal(&near(9).game, Choice::Done), None);
    let label = |game: &Leader| game.choice_words(charts(), Seat(0), Ask::Plan, Choice::Done).label;
    assert_eq!(label(&poor.game), "no attack this Week");
    // Attacked it may fall; after the last Week nothing is due.
    let attacked = poor.clone().play("attack:9A send:042 done", &[]);
    assert_eq!(fatal(attacked.game(), Choice::Done), None);
    assert_eq!(label(attacked.game()), "carry out the plan");
    let told = (Leader::AIDS.bears)(attacked.game(), charts(), Seat(0), Ask::Plan, &[Choice::Done]).remove(0);
    assert_eq!(told.as_deref(), Some("9A with 042; 0 of 0 SO; staying behind: 902"));
    let last = poor.clone().with(|game| game.week = game.objective(charts()).weeks).game;
    assert_eq!(fatal(&last, Choice::Done), None);
    // The map says what is due.
    let asked = poor.clone().roll(&[]).game().clone();
    let due =
        format!("+{} Weekly, -{} for 9A in Friendly Staging", asked.weekly_so(charts()), asked.map_losses(charts()));
    let map = Leader::panels(&asked.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    assert!(map.contains(&due), "{map}");
    // It holds where it is at the end of the map, and that is said.
    let end = poor.play("done", &[9]);
    let lines = end.log().join("\n");
    assert!(lines.contains("9A Fast Assault would advance, but cannot go further than Friendly Staging."), "{lines}");
    // The Weekly SO are among what is left: what they are short of is what is due, and nothing comes in any more.
    let outcome = end.game().outcome(charts()).unwrap();
    let (left, due) = (end.game().so, end.game().map_losses(charts()));
    let said =
        format!("{left} SO were left, and {due} were due at the end of the Week: {due} for 9A in Friendly Staging.");
    assert!(due > left && outcome.summary.iter().any(|line| line.ends_with(&said)), "{outcome:?}");
}

/// Who does not fight on may lose the campaign by it.
#[test]
fn a_turn_declined_that_loses_the_campaign_is_asked_twice() {
    let scene = Scene::of(setup("bulge_1944", "probe")).fight().unit("042 eandi 61");
    let scene = scene.enemy("tiger 11").enemy("tiger 11").enemy("tiger 11");
    let scene = scene.that_battalion(|battalion| battalion.band = Band::FriendlyStaging).at(Stage::TurnEnd);
    let scene = scene.with(|game| (game.options.tenacity, game.battle.turn) = (true, 4));
    let fatal = |game: &Leader| (Leader::AIDS.fatal)(game, charts(), Seat(0), Choice::No);
    assert!(fatal(&scene.clone().so(0).game).is_some());
    assert_eq!(fatal(&scene.clone().so(20).game), None);
}

/// With the last SO the campaign begins: that is asked twice.
#[test]
fn what_ends_the_set_up_is_asked_twice() {
    let fatal = |so, choice| {
        let game = Scene::new().pair(42, Name::Eandi).at(Stage::Equip).so(so).set("week = 0").game;
        (Leader::AIDS.fatal)(&game, charts(), Seat(0), choice)
    };
    let scout = charts().numbers.cost.scout;
    assert!(fatal(scout, Choice::Support(Support::Scout)).is_some());
    assert_eq!(fatal(scout + 3, Choice::Support(Support::Scout)), None);
}

/// What the optional rules cost is told and counted.
#[test]
fn optional_rules_are_in_the_accounts() {
    let so = |on| {
        let sums = (Leader::AIDS.about)(charts(), &Event::Spent { so: 1, left: 81, on }).sums;
        sums.into_iter().map(|sum| (sum.what, sum.n)).collect::<Vec<_>>()
    };
    assert_eq!(so(Outlay::Tenacity), [("optional rules".to_string(), Some(-1))]);
    let setup = hulldown_leader::Setup { tenacity: true, heroics: true, ..setup("bulge_1944", "probe") };
    let session = Session::<Leader>::new(setup, charts(), DiceBox::new(7, DiceMode::Random)).unwrap();
    let so = session.working().so;
    let told: Vec<Event> = session
        .log()
        .into_iter()
        .filter_map(|told| if let Told::Event(event) = told { Some(event) } else { None })
        .collect();
    for (on, left) in [(Outlay::Tenacity, so + 1), (Outlay::Heroics, so)] {
        assert!(told.contains(&Event::Spent { so: 1, left, on }), "{told:?}");
    }
}

/// An attack of the enemy that comes to nothing names who made it, and enemies that go the same way are one line.
#[test]
fn the_enemy_s_step_names_everybody() {
    let said = |event: Event| Leader::event_words(charts(), &event).text;
    let (on, by) = (AimedAt::Unit { unit: Number(42) }, Some(Attacker { enemy: EnemyId(3), model: Model::Rifle }));
    assert_eq!(said(Event::Missed { on, by }), "Rifle (no. 3) does not hit 042 M4 Sherman (75mm).");
    assert_eq!(said(Event::Negated { on, by }), "Every hit of Rifle (no. 3) on 042 M4 Sherman (75mm) is negated.");
    let goes = |enemy| Event::EnemyMoved {
        enemy: EnemyId(enemy),
        model: Model::Rifle,
        from: hex(22),
        hex: hex(32),
        order: Some((Order::Advance, Some(Number(42)))),
    };
    assert_eq!(said(goes(1)), "Rifle (no. 1) moves to 32: Advance, toward 042.");
    let alike = |enemy| (Leader::AIDS.about)(charts(), &goes(enemy)).alike.unwrap();
    assert_eq!((Leader::AIDS.about)(charts(), &goes(1)).way, Some(["hex-22".into(), "hex-32".into()]));
    assert_eq!((alike(1).what.as_str(), alike(1).who.as_str()), ("Advance, toward 042, to 32", "Rifle (no. 1)"));
    assert_eq!(alike(1).what, alike(2).what);
}

/// All that changes a battle is named, whoever's card it stands on.
#[test]
fn what_is_in_force_is_told_whole() {
    let scene = Scene::of(setup("north_africa_1942", "probe")).fight().unit("042 eandi 61");
    let scene = scene.enemy("pz4 31").fast();
    let panels = Leader::panels(&scene.game.view(charts(), Seat(0)), &[], "/table", &Look::default());
    let page = panels.iter().map(|panel| panel.html.as_str()).collect::<String>();
    assert!(page.contains("Olive Drab Paint (Campaign): +1 on attacks of the enemy against AP targets"), "{page}");
}

/// Where a card has changed a price, that is the price, with the printed one beside it.
#[test]
fn a_price_is_what_is_to_be_paid() {
    let scene = Scene::new().pair(42, Name::Eandi).at(Stage::Depot).so(40);
    let scene = scene.with(|game| (game.lingering.unit_cost, game.lingering.unit_least) = (-2, 1));
    let said = scene.game.choice_words(charts(), Seat(0), Ask::Units, Choice::Buy(Number(41))).label;
    let price = scene.game.price(charts(), charts().unit_of(Number(41)).unwrap());
    assert!(price < 14);
    assert_eq!(said, format!("buy 041 M4 Sherman (75mm) ({price} SO instead of 14)"));
    let view = scene.game.view(charts(), Seat(0));
    let listed =
        Leader::answer(&view, hulldown_draw::Question::Look(&format!("units armor to {price}"))).unwrap().join("\n");
    assert!(listed.contains(&format!("{price} SO M4 Sherman (75mm)")), "{listed}");
    let card = Leader::answer(&view, hulldown_draw::Question::Look("041")).unwrap().join("\n");
    assert!(card.starts_with("041 M4 Sherman (75mm)") && card.contains(&format!("it costs {price} SO now")), "{card}");
}

/// In what order enemies act is answered for the player; of ways and targets that differ he names one, whose it is said beside it.
#[test]
fn ties_that_differ_are_asked() {
    use hulldown_core::playable::aids::Level;
    let usual = |scene: Scene, ask, options: &[Choice]| {
        (Leader::AIDS.usual)(&scene.game, charts(), Seat(0), ask, options).unwrap().from
    };
    let two = [Choice::Enemy(EnemyId(0)), Choice::Enemy(EnemyId(1))];
    let battle =
        |model: Model, at| Scene::battle().unit("042 eandi 61").stands(model, at).enemy("rifle 11").at(Stage::Enemy);
    assert_eq!(usual(battle(Model::Rifle, 12), Ask::Enemy, &two), Some(Level::Routine));
    assert_eq!(usual(battle(Model::Pz4, 51), Ask::Enemy, &two), Some(Level::Routine));
    let hexes = [33, 34].map(|at| Choice::To(hex(at)));
    let scene = battle(Model::Rifle, 23);
    assert_eq!(usual(scene.clone(), Ask::Path(EnemyId(0)), &hexes), Some(Level::Brisk));
    let label = scene.game.choice_words(charts(), Seat(0), Ask::Path(EnemyId(0)), hexes[0]).label;
    assert_eq!(label, "Rifle (no. 0) to 33 (clear)");
}

/// Whoever lets a bot play to the next battle wants to fight it.
#[test]
fn a_stretch_ends_where_a_battle_begins_and_one_where_it_ends() {
    let stretches = Leader::AIDS.stretches;
    assert!(stretches.contains(&("battle", "to the next battle")));
    assert!(stretches.contains(&("battle-over", "to the end of this battle")));
}

/// An attack that is being decided is one line, however many are alike to it.
#[test]
fn an_enemy_is_one_line_among_what_may_hit_you() {
    let scene = Scene::battle().unit("902 jones 61").unit("921 reisner 61").unit("931 smith 61");
    let scene = scene.enemy("mg 61").at(Stage::Enemy);
    let decided = scene.with(|game| {
        game.battle.attacker = Some(EnemyId(0));
        game.battle.enemies[EnemyId(0)].acted = true;
    });
    let all = Leader::AIDS.threats.unwrap()(&decided.game, charts(), Seat(0));
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].label.contains(" or "), "{all:?}");
}

/// The die of Aggressiveness says which die the number is for.
#[test]
fn aggressiveness_says_what_the_number_is_for() {
    let end = Scene::battle().unit("042 eandi 61").enemy("tiger 11").at(Stage::Strikes).roll(&[9]);
    assert!(end.log().join("\n").contains("or less (for a d6): d10"), "{:?}", end.log());
}

/// Who is taken says what is still wanted, a promotion what it brings.
#[test]
fn commanders_are_chosen_with_what_is_needed_in_sight() {
    let scene = Scene::new().owned(41).owned(42).owned(902).at(Stage::Command).set("week = 0");
    let ask = Ask::Command(scene.game.campaign(charts()).level_after(0));
    let said = scene.game.ask_words(charts(), Seat(0), ask).text;
    assert!(said.ends_with("; wanted: 2 Armor, 1 Infantry."), "{said}");
    let scene = Scene::new().pair(42, Name::Eandi).at(Stage::Equip);
    let said = scene.game.choice_words(charts(), Seat(0), Ask::Equip, Choice::Promote(Name::Eandi)).label;
    assert!(said.contains("instead of"), "{said}");
}

/// The plan says what an attack costs, and what it costs with the Trucks that go along.
#[test]
fn the_plan_shows_what_trucks_save() {
    let scene = Scene::new().pair(42, Name::Eandi).with(|game| game.support[Support::Truck.index()] = 2);
    let scene = scene.that_battalion(|battalion| battalion.band = Band::EnemyTransit);
    let end = scene.play("attack:9A assign:truck", &[]);
    let panels = Leader::panels(&end.game().view(charts(), Seat(0)), &[], "/table", &Look::default());
    let page = panels.iter().map(|panel| panel.html.as_str()).collect::<String>();
    // Icy Roads make it 2.
    assert!(page.contains("An attack costs 2 SO, 0 with 1 Truck."), "{page}");
}

/// An attack that is called off is taken back in the log too; a battle says why it is so long, a placement for whom the die is.
#[test]
fn the_log_leaves_no_riddles() {
    let week = || Scene::new().pair(42, Name::Eandi).with(|game| game.support[Support::Scout.index()] = 2);
    for (answers, told) in
        [("attack:9A send:042 cancel", true), ("attack:9A send:042 done drop:9A", true), ("attack:9A cancel", false)]
    {
        let end = week().play(answers, &[]);
        assert_eq!(end.log().join(" ").contains("Nobody goes against 9A after all."), told, "{answers}");
    }
    let said = |event: Event| Leader::event_words(charts(), &event).text;
    let turns = |scouts, sum, cards: &[(i8, &'static str)]| {
        said(Event::Turns { last: 7, usual: 5, scouts, cards: ChangedBy::of(sum, cards.iter().copied()) })
    };
    // What cancels out is told all the same.
    let told = "The battle lasts 7 turns: 5, +2 by Scouts, +1 by Eyes Forward (Objective), -1 by Mud (Event).";
    assert_eq!(turns(2, 0, &[(1, "Eyes Forward (Objective)"), (-1, "Mud (Event)")]), told);
    assert_eq!(turns(0, 2, &[]), "The battle lasts 7 turns: 5, +2 by other cards and notes.");
    assert_eq!(turns(0, 0, &[]), "The battle lasts 7 turns.");
    // What changes is told with what it comes to, and nobody is told to be lost.
    assert_eq!(said(Event::Vp { n: 3, vp: 4, by: None }), "+3 VP, now 4.");
    assert_eq!(said(Event::So { n: -2, left: 5, by: None }), "-2 SO, now 5.");
    let nine = "9A".parse().unwrap();
    let (lost, damaged, killed, wounded) = (Cards::NONE, Cards::NONE, Ids::NONE, Ids::NONE);
    let toll =
        |wounded| said(Event::Toll { battalion: nine, destroyed: true, half: false, lost, damaged, killed, wounded });
    assert_eq!(toll(wounded), "No losses against 9A.");
    assert_eq!(toll([Name::Eandi].into_iter().collect()), "Nobody lost against 9A; Eandi wounded.");
    let week = said(Event::WeekToll { week: 2, lost, killed, wounded });
    assert_eq!(week, "Week 2 has cost us no Unit and no Commander.");
}

/// What a Unit could be turned in for is what can be paid and hits no less.
#[test]
fn a_better_unit_can_be_paid_and_is_better() {
    let hint = |number: u16, so: i16| {
        let game = Scene::new().pair(number, Name::Eandi).at(Stage::Depot).so(so).game;
        (Leader::AIDS.bears)(&game, charts(), Seat(0), Ask::Upgrade(0), &[Choice::TurnIn(Number(number))]).remove(0)
    };
    let more = |says: &str| says.split(" SO more").next().unwrap().parse::<i16>().unwrap();
    let mut some = 0;
    for (card, so) in charts().units.iter().flat_map(|card| [0, 3, 8, 40].map(|so| (card, so))) {
        let Some(says) = hint(card.number.0, so) else { continue };
        some += 1;
        assert!(more(&says) <= so, "{}: {says}", card.number);
        if let Some((before, after)) =
            says.split_once("on the map ").and_then(|(_, chances)| chances.split_once("% → "))
        {
            let [before, after] = [before, after.trim_end_matches('%')].map(|chance| chance.parse::<u32>().unwrap());
            assert!(after >= before, "{}: {says}", card.number);
        }
    }
    assert!(some > 20, "{some}");
}

/// What goes on without a word buys what is offered and what advice names.
#[test]
fn the_usual_purchase_is_the_one_that_is_offered() {
    let game = Scene::new().battalion("9A").at(Stage::Buy).so(82).set("week = 0").game;
    let options = [921, 922, 41, 42, 4, 501, 1001].map(|number| Choice::Buy(Number(number)));
    let all: Vec<Choice> = charts().units.iter().map(|card| Choice::Buy(card.number)).collect();
    let usual = |options: &[Choice]| (Leader::AIDS.usual)(&game, charts(), Seat(0), Ask::Buy, options).unwrap().choice;
    let Choice::Buy(first) = usual(&all) else { panic!() };
    let advice = (Leader::AIDS.instead)(&game, charts(), Seat(0), Ask::Buy).join(" ");
    assert!(advice.contains(&format!("goes on with {first} ")), "{first}: {advice}");
    // What cannot be bought is not usual.
    assert!(options.contains(&usual(&options[..2])) || first == Number(921));
}

/// Advice on the plan weighs VP: what the evaluation still takes, whom to leave alone costs, and what the VP of the others cost.
#[test]
fn advice_on_the_plan_weighs_vp() {
    let scene = Scene::new().battalion("6C").pair(42, Name::Eandi).at(Stage::Plan);
    let game = scene.with(|game| (game.week, game.vp) = (4, 1)).game;
    let counsel = |game: &Leader| (Leader::AIDS.instead)(game, charts(), Seat(0), Ask::Plan).join(" ");
    let said = counsel(&game);
    assert!(said.starts_with("Failure so far, ") && said.contains("; this is the last Week."), "{said}");
    assert!(said.contains("cost us at the end of the Week: 9A 6 SO. "), "{said}");
    let [near, far] = [BattalionId(0), BattalionId(1)].map(|at| game.attack_cost(charts(), at, 0));
    assert!(said.contains(&format!("what an attack costs: 6C 5 VP for {far} SO, 9A 3 VP for {near} SO.")), "{said}");
    // What is planned is no longer to be chosen.
    let mut planned = game.clone();
    planned.plan.push(Planned { battalion: BattalionId(0), trucks: 0, scouts: 0 });
    assert!(!counsel(&planned).contains("9A"));
}

/// Who fell is told so, and no more of how he was; an Ace has no promotion before him.
#[test]
fn the_fallen_and_aces_are_listed_as_what_they_are() {
    let scene = Scene::new().pair(42, Name::Eandi).who(|one| (one.kia, one.wounded) = (true, true));
    let lines = |game: &Leader| {
        let sections = Leader::sections(&game.view(charts(), Seat(0)));
        sections.into_iter().find(|section| section.title == "Commanders").unwrap().lines.join("\n")
    };
    assert_eq!(lines(&scene.game), "Eandi, Green Armor: killed in action");
    let ace = Scene::new().pair(42, Name::Eandi).who(|one| one.level = Level::Ace);
    assert!(!lines(&ace.game).contains("XP"), "{}", lines(&ace.game));
}

/// Advice counts what a battle is fought for, and what it costs.
#[test]
fn advice_tells_what_a_battle_brings_and_what_it_costs() {
    let before = Scene::new().battalion("9A").game;
    let holds = |change: fn(&mut Leader)| {
        let mut now = before.clone();
        change(&mut now);
        let told = Leader::AIDS.outlooks.iter().filter(|outlook| (outlook.holds)(&before, &now, Seat(0)));
        told.map(|outlook| (outlook.says, outlook.good)).collect::<Vec<_>>()
    };
    let half = ("the Battalion is at Half or Destroyed", true);
    assert_eq!(holds(|_| ()), []);
    assert_eq!(holds(|now| now.battalions[BattalionId(0)].half = true), [half]);
    let won = |now: &mut Leader| {
        now.tally.won += 1;
        let battalion = &mut now.battalions[BattalionId(0)];
        (battalion.half, battalion.destroyed) = (true, true);
    };
    assert_eq!(holds(won), [("the Battalion is Destroyed", true), half]);
    assert_eq!(holds(|now| now.tally.lost += 1), [("a Unit is lost", false)]);
    assert_eq!(holds(|now| now.tally.kia += 1), [("a Commander is killed", false)]);
}
