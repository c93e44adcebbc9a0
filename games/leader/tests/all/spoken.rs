//! A purchase and the plan of a Week in one line.

use crate::common::*;
use hulldown_core::game::{Seat, Voice};
use hulldown_leader::Leader;
use hulldown_leader::state::Stage;
use hulldown_leader::talk::Ask;
use hulldown_leader::words::*;

fn group() -> Leader {
    let scene = Scene::new().pair(42, Name::Eandi).pair(902, Name::Reisner).pair(921, Name::Sanders);
    scene.with(|game| game.support = [1, 2]).game
}

fn said(line: &str) -> Result<String, String> {
    let answers = group().spoken(charts(), Seat(0), Ask::Plan, line).unwrap_or_else(|| Err("nothing".into()))?;
    Ok(answers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// rules: leader week.assign.1 week.assign.2 week.assign.5
#[test]
fn a_line_is_a_plan() {
    assert_eq!(
        said("plan 9A: 042+Eandi, 902+Reisner, scout 2").unwrap(),
        "attack:9A send:042 send:902 under:reisner assign:scout assign:scout done"
    );
    assert_eq!(said("plan 9a: 902").unwrap(), "attack:9A send:902 under:reisner done");
    assert!(said("PLAN none").unwrap_err().contains("no attack is planned"));
    assert!(said("plan").unwrap_err().contains("plan none") && said("plan ;").unwrap_err().contains("plan none"));
}

/// What stands can be changed in part; the others keep their place among the battles, and nothing is carried out by it.
/// rules: leader week.assign.1
#[test]
fn a_plan_is_changed_in_part() {
    let scene = || {
        Scene::new()
            .battalion("1C")
            .pair(42, Name::Eandi)
            .pair(902, Name::Reisner)
            .pair(921, Name::Sanders)
            .so(9)
            .with(|game| game.support = [1, 2])
    };
    let [first, second] = {
        let game = scene().game;
        let mut ids = game.battalions.ids().map(|at| game.battalion_card(charts(), at).id.to_string());
        [ids.next().unwrap(), ids.next().unwrap()]
    };
    let plan =
        format!("attack:{first} send:042 send:902 under:reisner assign:scout done attack:{second} send:921 done");
    let planned = scene().play(&plan, &[]);
    let said = |line: String| {
        let answers = planned.game().spoken(charts(), Seat(0), Ask::Plan, &line).unwrap()?;
        Ok::<_, String>(answers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    let again = |with: &str| {
        format!(
            "drop:{second} drop:{first} attack:{first} send:042 {with} done attack:{second} send:921 under:sanders done"
        )
    };
    assert_eq!(said(format!("plan {first}: -902")).unwrap(), again("assign:scout"));
    assert_eq!(said(format!("plan {first}: -902, +scout")).unwrap(), again("assign:scout assign:scout"));
    assert_eq!(said(format!("plan {first}: 042, scout 2")).unwrap(), again("assign:scout assign:scout"));
    assert_eq!(
        said(format!("plan {second}: +scout")).unwrap(),
        format!("drop:{second} attack:{second} send:921 assign:scout done")
    );
    assert_eq!(said("plan none".into()).unwrap(), format!("drop:{first} drop:{second}"));
    let why = said(format!("plan {second}: -042")).unwrap_err();
    assert_eq!(why, format!("{second}: 042 does not go there"));
    // Beside a sign what has none is said as it shall be.
    assert_eq!(said(format!("plan {first}: -902, scout 2")).unwrap(), again("assign:scout assign:scout"));
    assert_eq!(said(format!("plan {first}: 042, -902")).unwrap(), again("assign:scout"));
    assert_eq!(said(format!("plan {second}: none")).unwrap(), format!("drop:{second}"));
    // As the answers are given, so it stands.
    let line = said(format!("plan {first}: -902")).unwrap();
    let end = scene().play(&format!("{plan} {line}"), &[]);
    assert_eq!((end.game().plan.len(), end.game().units.iter().filter(|unit| unit.sent.is_some()).count()), (2, 2));
    assert_eq!(end.game().stage, Stage::Plan);
}

/// A Unit goes once, with a Commander of its type who is free.
/// rules: leader week.assign.7 week.assign.2
#[test]
fn what_cannot_be_is_said_with_its_rule() {
    assert_eq!(said("plan 9A: 042, 042").unwrap_err(), "9A: 042: it is assigned already (week.assign.7)");
    assert!(said("plan 9A: 042+Reisner").unwrap_err().ends_with("Reisner commands Infantry (week.assign.2)"));
    assert!(said("plan 9A: 042+Boone").unwrap_err().ends_with("Boone is not in the group (week.assign.2)"));
    let twice = said("plan 9A: 902+Reisner, 921+Reisner").unwrap_err();
    assert_eq!(twice, "9A: 921+Reisner: Reisner: he is assigned already (week.assign.7)");
    let hurt = Scene::new().pair(42, Name::Eandi).who(|one| one.wounded = true).pair(902, Name::Reisner).game;
    let hurt = |line: &str| hurt.spoken(charts(), Seat(0), Ask::Plan, line).unwrap().unwrap_err();
    assert_eq!(hurt("plan 9A: 042+Eandi"), "9A: 042+Eandi: Eandi: he is wounded (week.assign.3)");
    let rest = "9A: 042: the Commanders of its type who are left are wounded or Unfit (week.assign.3)";
    assert_eq!(hurt("plan 9A: 042"), rest);
    assert_eq!(said("plan 99A: 042").unwrap_err(), "99A: no such Battalion is on the map (week.assign.1)");
    let twice = said("plan 9A: 042; 9A: 902").unwrap_err();
    assert_eq!(twice, "9A: a Battalion is attacked once a Week (week.assign.8)");
    assert_eq!(said("plan 9A: 042, scout 9").unwrap_err(), "9A: scout 9: 2 Scouts can be assigned (week.assign.5)");
    assert_eq!(said("plan 9A: ").unwrap_err(), "9A: a battle needs at least one Unit (week.assign.8)");
    assert!(
        said("plan 9A: 042, truck 1").unwrap_err().ends_with("Trucks are of no use in this band (support.truck.2)")
    );
    let far = Scene::new().battalion("1C").pair(42, Name::Eandi).so(1).game;
    let far = far.spoken(charts(), Seat(0), Ask::Plan, "plan 1C: 042").unwrap().unwrap_err();
    assert_eq!(far, "1C: with it the plan costs 3 SO, and there are 1 (week.assign.8)");
    assert!(said("plan 9A: 777").unwrap_err().ends_with("you have no such Unit (week.assign.1)"));
    let none = said("plan 9A: -042, 902").unwrap_err();
    assert_eq!(none, "9A: -042: no attack on it is planned yet, so nobody can be taken off it");
    assert_eq!(said("plan 9A: none").unwrap_err(), "9A: no attack on it is planned");
    assert!(said("plan 9A").unwrap_err().contains("say who goes"));
    assert!(said("plan 9A: scout x").unwrap_err().contains("how many"));
    assert!(said("plan nine: 042").is_err());
    assert_eq!(said("attack 9A").unwrap_err(), "nothing");
    assert!(group().spoken(charts(), Seat(0), Ask::Rest, "plan 9A: 042").unwrap().is_err());
}

/// What is offered is bought through the ordinary choices, leaves points to spare, and nothing is confirmed by it.
/// rules: leader setup.buy.1
#[test]
fn what_is_offered_is_bought_choice_by_choice() {
    let game = Scene::new().at(Stage::Buy).so(82).set("week = 0").game;
    let said = |line: &str| game.spoken(charts(), Seat(0), Ask::Buy, line).unwrap();
    let answers: Vec<String> = said("buy offered").unwrap().iter().map(ToString::to_string).collect();
    let kinds: Vec<Branch> = answers
        .iter()
        .map(|answer| charts().units[charts().unit_of(answer[4..].parse().unwrap()).unwrap()].r#type)
        .collect();
    // As the book suggests: 2 or 3 Armor, 1 or 2 Light Armor, 2 or 3 Infantry, 0 or 1 Artillery.
    let count = |branch: Branch| kinds.iter().filter(|kind| **kind == branch).count();
    assert_eq!(Branch::ALL.map(count), [3, 2, 1, 3], "{answers:?}");
    let bought = Scene::new().at(Stage::Buy).so(82).set("week = 0").play(&answers.join(" "), &[]);
    let bought = bought.game();
    assert_eq!((bought.units.len(), bought.stage), (answers.len(), Stage::Buy));
    assert!(bought.so >= 8, "{} SO are left", bought.so);
    let again = bought.spoken(charts(), Seat(0), Ask::Buy, "buy offered").unwrap();
    assert!(again.unwrap_err().contains("nothing more"));
    let two: Vec<String> = said("buy 041, 921").unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(two, ["buy:041", "buy:921"]);
    let poor = Scene::new().at(Stage::Buy).so(9).set("week = 0").game;
    let poor = poor.spoken(charts(), Seat(0), Ask::Buy, "buy 004, 005").unwrap().unwrap_err();
    assert!(poor.starts_with("005 costs ") && poor.contains("(setup.buy.1)"), "{poor}");
    assert!(said("buy 041, 041").unwrap_err().ends_with("you have it already (setup.buy.3)"));
    assert!(said("buy nine").unwrap_err().contains("`nine` is no number of a Unit card"));
    assert!(group().spoken(charts(), Seat(0), Ask::Plan, "buy 041").unwrap().is_err());
    assert_eq!(Leader::example(Ask::Buy), Some("buy offered"));
}

#[test]
fn everybody_is_typed_by_letters_of_his_own() {
    let mut all = Name::ALL.map(Name::letters);
    assert_eq!((Name::Reisner.letters(), Name::Reyes.letters()), (['R', 'E'], ['R', 'Y']));
    all.sort_unstable();
    assert!(all.windows(2).all(|two| two[0] != two[1]), "{all:?}");
}
