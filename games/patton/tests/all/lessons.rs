//! The guided game, played along as a learner would who goes on by the usual answers: what is taught when, and that it is a fight.

use crate::common::charts;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::playable::aids::{Level, Usual};
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Game, Playable, Policy, Session, Voice};
use hulldown_patton::Patton;
use hulldown_patton::bot::Sensible;
use hulldown_patton::state::{Sight, Stage, Verdict};
use hulldown_patton::talk::{Event, Killer};

/// A hint that was given, and after how many answers.
struct Given {
    lesson: Lesson,
    answers: usize,
}

struct Taught {
    given: Vec<Given>,
    answers: usize,
    game: Session<Patton>,
    /// Whether an armed enemy was in sight when the first orders were given, and could have knocked the tank out.
    threatened: bool,
}

/// Plays the guided game to its end. What a learner is not asked teaches him nothing.
fn taught() -> Taught {
    let guided = Patton::guided();
    let mut game = Session::<Patton>::new(guided.setup, charts(), DiceBox::new(guided.seed, DiceMode::Random)).unwrap();
    for key in guided.answers {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    let (mut given, mut answers, mut threatened) = (Vec::<Given>::new(), 0, None);
    while let Some(Pending::Choice { ask, options, .. }) = game.pending().first().cloned() {
        let now = game.working();
        let usual = (Patton::AIDS.usual)(now, charts(), Seat(0), ask, &options);
        if now.stage == Stage::Orders && threatened.is_none() {
            let threats = (Patton::AIDS.threats.unwrap())(now, charts(), Seat(0));
            let seen =
                now.battle.enemies.iter().any(|enemy| enemy.sight == Sight::Spotted && enemy.kind.class().fires_ap());
            threatened = Some(seen && threats.iter().any(|threat| threat.knocks_out > 0.0));
        }
        if !matches!(usual, Some(Usual { from: Some(Level::Routine), .. })) {
            let new = |lesson: &Lesson| given.iter().all(|known| known.lesson.id != lesson.id);
            let next = now.lessons(charts(), Seat(0), ask).into_iter().find(new);
            given.extend(next.map(|lesson| Given { lesson, answers }));
            answers += 1;
        }
        let choice = usual.map_or_else(
            || Sensible.decide(&now.view(charts(), Seat(0)), Seat(0), ask, &options),
            |usual| usual.choice,
        );
        game.choose(Seat(0), choice).unwrap();
    }
    Taught { given, answers, game, threatened: threatened == Some(true) }
}

#[test]
fn the_guided_game_is_a_fight_that_can_be_won() {
    let Taught { answers, game, threatened, .. } = taught();
    assert!(threatened, "nothing in sight at the first orders can knock the tank out");
    let told = game.log();
    let events = || told.iter().filter_map(|told| if let Told::Event(event) = told { Some(event) } else { None });
    let first = |what: &str, is: &dyn Fn(&Event) -> bool| {
        events().position(is).unwrap_or_else(|| panic!("nothing is told of {what}"))
    };
    let shot = first("a shot", &|event| matches!(event, Event::Fires { .. }));
    let kill = first("a kill", &|event| matches!(event, Event::KnockedOut { by: Killer::You, .. }));
    let fired_at = first("fire at the tank", &|event| matches!(event, Event::Held { .. } | Event::MissesYou { .. }));
    let round = |n: u16| first("a round", &|event| matches!(event, Event::Round { round } if *round == n));
    assert!(shot < kill && kill < round(2), "the first round has a shot and what came of it");
    assert!(fired_at < round(3), "the enemy fires at you by the second");
    let gun =
        |event: &Event| matches!(event, Event::KnockedOut { by: Killer::You, who } if who.kind.class().fires_ap());
    assert!(events().any(gun), "what threatens is knocked out by you");
    assert!(!events().any(|event| matches!(event, Event::YouAreHit { .. } | Event::TakenAway { .. })));
    assert_eq!(game.working().report.verdict, Some(Verdict::Won));
    assert!((12..=40).contains(&answers), "{answers} answers");
}

/// A learner who answers with the bot instead comes through it as well.
#[test]
fn other_answers_win_it_too() {
    let guided = Patton::guided();
    let mut game = Session::<Patton>::new(guided.setup, charts(), DiceBox::new(guided.seed, DiceMode::Random)).unwrap();
    while let Some(Pending::Choice { ask, options, .. }) = game.pending().first().cloned() {
        let choice = Sensible.decide(&game.working().view(charts(), Seat(0)), Seat(0), ask, &options);
        game.choose(Seat(0), choice).unwrap();
    }
    assert_eq!(game.working().report.verdict, Some(Verdict::Won));
}

#[test]
fn hints_come_one_after_the_other_where_they_fit() {
    let Taught { given, .. } = taught();
    let at = |id: &str| {
        let found = given.iter().find(|given| given.lesson.id == id);
        found.unwrap_or_else(|| panic!("{id} is not taught")).answers
    };
    let order =
        ["prepare", "orders", "threat", "spotted", "target", "again", "turret", "aimed", "orders-again"].map(at);
    assert!(order.is_sorted(), "{order:?}");
    assert!(at("target") < 8, "the first shot is a few answers away");
    for Given { lesson, .. } in &given {
        let words = lesson.text.split_whitespace().count();
        assert!((5..=55).contains(&words), "{}: {words} words", lesson.id);
        assert!(lesson.text.ends_with('.') && !lesson.text.contains("  "), "{}", lesson.id);
    }
}
