//! What helps a player: what may come of a roll is named, usual rounds, what cannot be hurt, the story.

use crate::common::{Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::state::{Fate, Stage};
use hulldown_ace::talk::{Ask, Cause, Choice, Event};
use hulldown_ace::words::*;
use hulldown_core::{Playable, Seat, Voice};

const ME: Seat = Seat(0);

fn headline(event: &Event) -> Option<String> {
    Ace::event_words(charts(), event).headline
}

fn story(event: &Event) -> Option<String> {
    Ace::AIDS.story.unwrap()(charts(), event)
}

/// The odds of an elective read "100% no effect".
///
/// rules: ace 4.6b CH.F1
#[test]
fn what_an_elective_brings_is_named() {
    let brings = |result| headline(&Event::Elective { seat: ME, elective: Elective::Bars, result });
    assert_eq!(brings(ElectiveResult::None), None);
    assert!(brings(ElectiveResult::Fit).unwrap().starts_with("-1 on every B7"));
    assert!(brings(ElectiveResult::Reputation).unwrap().starts_with("One Prestige Point"));
    let course = |passed| headline(&Event::Course { seat: ME, course: Course::GunneryRange, passed });
    assert_eq!((course(true).as_deref(), course(false)), (Some("gunnery range passed"), None));
    // What it can bring stands beside it before it is chosen.
    let school = crate::rules_setup::at_school();
    let choice: Choice = "school:bars".parse().unwrap();
    let label = school.game().choice_words(charts(), ME, Ask::Elective, choice).label;
    assert!(
        label.starts_with("the bars in town (on 1-3: one Prestige Point") && label.ends_with("no Purple Heart)"),
        "{label}"
    );
    assert!(!label.contains("nothing"), "{label}");
    assert_eq!(school.preview("school:bars").unwrap().need(), "chart F1");
}

/// Before infantry and a halftrack the usual round was AP, which does nothing to two of the three.
///
/// rules: ace 7.2-Aa
#[test]
fn the_usual_round_does_most_to_all_who_are_there() {
    let usual = |units: &str| {
        let scene = Scene::new(Mission::Attack).range(Range::Long).enemies(units);
        let options = [Ammo::Ap, Ammo::He, Ammo::Wp].map(Choice::Load);
        [Ask::FirstRound, Ask::NextRound]
            .map(|ask| (Ace::AIDS.usual)(&scene.game, charts(), ME, ask, &options).unwrap().choice.to_string())
    };
    let both = |key: &str| [key.to_string(), key.to_string()];
    for units in ["sdkfz251 A, inf B, inf C", "sdkfz251 B, inf B", "sdkfz251 B mounted, inf B"] {
        assert_eq!(usual(units), both("load:he"), "{units}");
    }
    assert_eq!(usual("pak40 A"), both("load:he"));
    assert_eq!(usual("sdkfz234 A"), both("load:ap"));
    assert_eq!(usual("pz4 A, inf B, inf C"), both("load:ap"));
}

/// The news of a second suppression is the step it costs, and why; that the men are suppressed is none.
///
/// rules: ace 7.4g
#[test]
fn a_second_suppression_is_told_as_the_step_it_costs() {
    let scene = |suppressed| Scene::new(Mission::Attack).enemies("inf B").that(|enemy| enemy.suppressed = suppressed);
    for die in 2..=12_u8 {
        let dice = [die.min(6), die - die.min(6)].map(|face| face.max(1));
        let [fresh, again] = [false, true].map(|is| {
            let end = scene(is).loaded(Ammo::He).play("fire:1", &dice);
            end.events().iter().map(|event| Ace::event_words(charts(), event).text).collect::<Vec<_>>()
        });
        if fresh.iter().any(|line| line.ends_with("is suppressed."))
            && !fresh.iter().any(|line| line.contains("reduced"))
        {
            assert!(!again.iter().any(|line| line.ends_with("is suppressed.")), "{again:?}");
            assert!(
                again.iter().any(|line| line == "The INF 1 in B is suppressed a second time and reduced."),
                "{again:?}"
            );
            return;
        }
    }
    panic!("no roll suppresses");
}

/// Infantry that a second suppression finished was said to be destroyed by the rule of vehicles, after a roll that read "suppressed".
///
/// rules: ace 7.4g 6.3e R24a 7.4d
#[test]
fn what_destroys_a_unit_is_the_rule_of_its_kind() {
    let told = |scene: Scene, dice: &[u8]| {
        let end = scene.loaded(Ammo::He).play("fire:1", dice);
        let words = end.events().iter().map(|e| Ace::event_words(charts(), e)).find(|e| e.text.contains("destroyed"));
        words
            .map(|words| (words.text, <Ace as hulldown_core::Game>::ledger().id(words.rule).to_string()))
            .unwrap_or_default()
    };
    let facing = |unit: &str| Scene::new(Mission::Attack).enemies(unit);
    let reduced = |suppressed| facing("inf B").that(|e| (e.steps, e.suppressed) = (1, suppressed)).enemies("tiger1 C");
    let is = |text: &str, rule: &str| (text.to_string(), rule.to_string());
    assert_eq!(told(reduced(true), &[3, 4]), is("The INF 1 in B is suppressed a second time and destroyed.", "7.4g"));
    assert_eq!(told(reduced(false), &[3, 3]), is("The INF 1 in B is destroyed.", "6.3e"));
    assert_eq!(
        told(facing("pak40 B").enemies("tiger1 C"), &[3, 3]),
        is("The 7.5cm PAK 40 no. 1 in B is destroyed.", "R24a")
    );
}

/// Two units aim at a tank that is buttoned up, and the list said that nobody did.
///
/// rules: ace BC.6a CH.B2
#[test]
fn who_fires_and_cannot_hurt_is_told_of() {
    let scene = Scene::new(Mission::Attack).enemies("inf B targeting, inf C targeting").stage(Stage::Commands(ME));
    let lines = |scene: &Scene| (Ace::AIDS.unsure)(&scene.game, charts(), ME);
    let shut = lines(&scene.clone().buttoned());
    assert!(
        shut.iter().any(|line| line == "Wehrmacht INF 1 in area B and Wehrmacht INF 2 in area C target you and cannot hurt you: nobody looks out."),
        "{shut:?}"
    );
    let out = lines(&scene.mine("mat.open = [true, true, true]"));
    assert!(!out.iter().any(|line| line.contains("cannot hurt you")), "{out:?}");
}

/// Who had not rolled for it yet was said to target the tank.
///
/// rules: ace 7.2-4a
#[test]
fn who_may_turn_to_the_tank_does_not_target_it_yet() {
    let scene = Scene::new(Mission::Attack).round(2).enemies("inf B, inf C targeting").buttoned();
    let lines = (Ace::AIDS.unsure)(&scene.stage(Stage::RoundStart).game, charts(), ME);
    assert_eq!(
        lines,
        [
            "Wehrmacht INF 2 in area C targets you and cannot hurt you: nobody looks out.",
            "Wehrmacht INF 1 in area B may turn to you and cannot hurt you: nobody looks out."
        ]
    );
}

/// To seek cover names the ground too, which was hidden, and a move says what the enemy does to the tank after it.
///
/// rules: ace 7.2-Ea CH.B5
#[test]
fn a_move_tells_what_may_come_of_it() {
    let scene = Scene::new(Mission::Attack).enemies("panther B targeting").stage(Stage::Commands(ME));
    let ends = (Ace::AIDS.ends)(&scene.game, charts(), ME, Choice::HullDown);
    assert_eq!(ends.iter().map(|(what, _)| *what).collect::<Vec<_>>(), ["hull down", "immobilized"]);
    assert!(ends.iter().all(|(_, chance)| *chance > 0.0));
    let bears =
        |key: &str| (Ace::AIDS.bears)(&scene.game, charts(), ME, Ask::Command(2), &[key.parse().unwrap()]).remove(0);
    let cover = bears("move:hulldown").unwrap();
    assert!(
        cover.starts_with("in the next enemy phase you are in cover hit ") && cover.contains(", without hit "),
        "{cover}"
    );
    assert!(bears("move:forward").unwrap().contains("; as you stand hit "));
    assert_eq!(bears("reload"), None);
    let empty = Scene::new(Mission::Attack).enemies("opel_blitz A").stage(Stage::Commands(ME));
    assert_eq!((Ace::AIDS.bears)(&empty.game, charts(), ME, Ask::Command(2), &[Choice::Forward]).remove(0), None);
}

/// Nothing said that a move gives up the cover one has, or that one has it.
///
/// rules: ace 7.2-Ea 7.2-Jd
#[test]
fn a_move_says_that_it_gives_up_cover() {
    let scene = Scene::new(Mission::Attack).enemies("opel_blitz A").stage(Stage::Commands(ME));
    let bears =
        |scene: &Scene, choice| (Ace::AIDS.bears)(&scene.game, charts(), ME, Ask::Command(2), &[choice]).remove(0);
    assert_eq!(bears(&scene, Choice::Forward), None);
    let hidden = scene.mine("mat.hull_down = true");
    assert_eq!(bears(&hidden, Choice::Forward).unwrap(), "you give up your hull-down position");
    assert_eq!(bears(&hidden, Choice::HullDown).unwrap(), "you are hull down already");
}

/// Who ends his commands with a round in the gun and the enemy before him is asked once more.
#[test]
fn commands_are_not_given_up_by_a_slip() {
    let fatal = |scene: &Scene| (Ace::AIDS.fatal)(&scene.game, charts(), ME, Choice::End).is_some();
    let scene = Scene::new(Mission::Attack).enemies("pz4 B").stage(Stage::Commands(ME)).loaded(Ammo::Ap);
    assert!(fatal(&scene));
    assert!(!fatal(&scene.me(|player| player.mat.loaded = None)));
}

/// A number behind a name that ends in one is told apart from it, and each man at his hatch has a roll of his own name.
#[test]
fn numbers_and_men_are_named() {
    let scene = Scene::new(Mission::Attack).enemies("sdkfz222 B, pz4 A").loaded(Ammo::Ap).stage(Stage::Commands(ME));
    let label = |key: &str| scene.game.choice_words(charts(), ME, Ask::Command(2), key.parse().unwrap()).label;
    assert!(label("fire:1").contains("SdKfz 222 no. 1 in B"), "{}", label("fire:1"));
    assert!(label("fire:2").contains("PzKw IV H 2 in A"), "{}", label("fire:2"));
}

/// The story is told by the man in the turret, and leaves out what only a clerk would write down.
#[test]
fn the_story_is_told() {
    let lost = Event::TankLost { seat: ME, cause: Cause::Mine, burns: true };
    assert_eq!(story(&lost).as_deref(), Some("A mine finished the tank, and it burned."));
    let ends = |fate| story(&Event::CareerEnds { seat: ME, fate }).unwrap();
    assert_eq!(ends(Fate::Survived), "The war in Europe was over, and he had come through it.");
    assert_eq!(story(&Event::Round { round: 3 }), None);
    assert_eq!(story(&Event::Holds { seat: ME, left: 1 }), None);
    let wounded = |wound| story(&Event::Wounded { seat: ME, post: Post::Loader, man: 3, wound, again: false });
    assert_eq!(wounded(Wound::None), None);
    assert!(wounded(Wound::Killed).unwrap().ends_with("was killed."));
}
