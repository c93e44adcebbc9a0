//! The guided game, played along as a learner would: what is taught when.

use crate::common::{Scene, charts};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Game, Lesson, Seat};
use hulldown_core::playable::aids::Level;
use hulldown_core::session::Pending;
use hulldown_core::{Playable, Policy, Session, Voice};
use hulldown_leader::bot::Sensible;
use hulldown_leader::state::Step;
use hulldown_leader::talk::{Ask, Number};
use hulldown_leader::words::{Branch, Level as Rank, Name, Skill};
use hulldown_leader::{Leader, Setup};
use std::collections::BTreeSet;

/// A hint that was given, and in which Week and turn; the turn is 0 outside a battle.
struct Given {
    lesson: Lesson,
    week: u8,
    turn: u8,
    /// How many answers were given before it.
    answers: usize,
}

/// The guided game as far as it is laid out.
fn begun() -> Session<Leader> {
    let guided = Leader::guided();
    let dice = DiceBox::new(guided.seed, DiceMode::Random);
    let mut game = Session::<Leader>::new(guided.setup, charts(), dice).unwrap();
    for key in guided.answers {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    game
}

/// Plays on to the first turn of the second Week's battle; the bot answers, and what a learner is not asked teaches him nothing.
fn taught() -> (Vec<Given>, usize) {
    let (mut game, mut given, mut answers) = (begun(), Vec::<Given>::new(), 0);
    loop {
        let now = game.working();
        if (now.week, now.battle.turn) == (2, 1) || now.result.is_some() {
            return (given, answers);
        }
        let Some(Pending::Choice { ask, options, .. }) = game.pending().first().cloned() else { panic!("no question") };
        let usual = (Leader::AIDS.usual)(now, charts(), Seat(0), ask, &options);
        if usual.is_none_or(|usual| usual.from != Some(Level::Routine)) {
            let new = |lesson: &Lesson| given.iter().all(|known| known.lesson.id != lesson.id);
            let next = now.lessons(charts(), Seat(0), ask).into_iter().find(new);
            let (week, turn) = (now.week, now.battle.turn);
            given.extend(next.map(|lesson| Given { lesson, week, turn, answers }));
            answers += 1;
        }
        let choice = Sensible.decide(&game.working().view(charts(), Seat(0)), Seat(0), ask, &options);
        game.choose(Seat(0), choice).unwrap();
    }
}

#[test]
fn a_battle_is_taught_step_by_step_and_then_a_week() {
    let (given, answers) = taught();
    let at =
        |id: &str| given.iter().find(|given| given.lesson.id == id).unwrap_or_else(|| panic!("{id} is not taught"));
    // One answer after the other: who acts, where to, at what.
    // Who one is and what the battle is about comes first of all.
    assert_eq!(["orient", "move", "attack"].map(|id| at(id).answers), [0, 1, 2]);
    assert_eq!(at("act").week, 1, "then the order of a turn");
    // Within the first battle: the enemy's step, cover, stress, what damage is, Tactics, the end.
    for id in ["slow", "points", "cover", "range", "damage", "stress", "tactic", "won"] {
        assert_eq!(at(id).week, 1, "{id}");
    }
    assert_eq!(at("slow").turn, 1);
    // A dozen of them are in what order enemies act, and by which of two ways they come.
    assert!(at("won").answers < 75, "the first battle ends within 75 answers");
    // Then the Week: what came of the battle, rest, the plan with its cost, the force, its Commanders, where it starts.
    let week = ["after", "plan", "assign", "under", "forecast", "place"].map(|id| at(id).answers);
    assert!(week.is_sorted(), "{week:?}");
    assert_eq!((at("after").week, at("plan").week), (1, 2));
    assert!(answers < 150, "{answers} answers take more than a quarter of an hour");
}

/// Each hint teaches one thing.
#[test]
fn hints_are_short() {
    let (given, _) = taught();
    for Given { lesson, .. } in &given {
        let words = lesson.text.split_whitespace().count();
        assert!((5..=55).contains(&words), "{}: {words} words", lesson.id);
        assert!(lesson.text.ends_with('.') && !lesson.text.contains("  "), "{}", lesson.id);
    }
    assert!(given.len() >= 20, "only {} are given", given.len());
}

/// What is settled without asking: nothing at the first level, in what order enemies act where that changes nothing at the second, the bot's
/// habits at the third, with them what else the rules leave open for the enemy; never a move, an attack, a purchase, a plan, a vote or a price. Ties are asked on the board: every way has its spot there.
#[test]
fn each_level_settles_what_it_says() {
    let mut settled = [Level::Full, Level::Routine, Level::Brisk].map(|level| (level, BTreeSet::new()));
    let (mut asked, mut ties) = (BTreeSet::new(), 0);
    for seed in 0..4 {
        let setup = Setup { campaign: ["saipan_1944", "bulge_1944"][seed as usize % 2].into(), ..Setup::default() };
        let mut game = Session::<Leader>::new(setup, charts(), DiceBox::new(seed, DiceMode::Random)).unwrap();
        while let Some(Pending::Choice { ask, options, .. }) = game.pending().first().cloned() {
            let now = game.working();
            asked.insert(ask.kind());
            let usual = (Leader::AIDS.usual)(now, charts(), Seat(0), ask, &options);
            if let Some(from) = usual.as_ref().and_then(|usual| usual.from) {
                settled
                    .iter_mut()
                    .filter(|(level, _)| *level >= from)
                    .for_each(|(_, kinds)| _ = kinds.insert(ask.kind()));
            }
            let kind = ask.kind();
            if ["enemy", "closest", "path", "target", "placed", "advances"].contains(&kind) {
                ties += 1;
                for choice in &options {
                    let words = now.choice_words(charts(), Seat(0), ask, *choice);
                    assert!(words.spot.is_some(), "{kind}: {choice} has no spot on the board");
                }
            }
            let choice = Sensible.decide(&now.view(charts(), Seat(0)), Seat(0), ask, &options);
            game.choose(Seat(0), choice).unwrap();
        }
    }
    let [(_, full), (_, routine), (_, brisk)] = &settled;
    assert!(full.is_empty(), "{full:?}");
    assert_eq!(*routine, BTreeSet::from(["enemy"]));
    assert!(["closest", "enemy", "path", "placed"].iter().all(|kind| brisk.contains(kind)), "{brisk:?}");
    let known: BTreeSet<&str> = Leader::AIDS.kinds.iter().map(|(kind, _)| *kind).collect();
    assert!(brisk.is_subset(&known), "{brisk:?}");
    for decision in
        ["buy", "equip", "plan", "assign", "place", "act", "move", "attack", "strike", "depot", "rest", "option"]
    {
        assert!(!brisk.contains(decision), "{decision}");
    }
    assert!(ties > 100 && ["move", "attack", "plan", "depot"].iter().all(|kind| asked.contains(kind)), "{asked:?}");
}

/// What does not apply is not taught: that moving costs Stress where the Commander does not pay it, or cannot attack after it anyway; that
/// a Tactic can be spent by one whose step it is.
#[test]
fn hints_hold_for_who_acts() {
    let taught = |scene: &Scene, ask: Ask| -> Vec<&'static str> {
        scene.game.lessons(charts(), Seat(0), ask).iter().map(|lesson| lesson.id).collect()
    };
    let team = || Scene::battle().unit("921 sanders 61").enemy("rifle 51");
    let moving = Ask::Move(Number(921));
    assert!(taught(&team().fast(), moving).contains(&"foot"));
    for skill in [Skill::Aggressive, Skill::Cautious] {
        let led = |name: Name| {
            let level = Rank::ALL.into_iter().find(|level| charts().level_of(name, *level).skills.has(skill))?;
            Some(Scene::battle().led(921, name, level, 61).enemy("rifle 51").fast())
        };
        let scene = Name::ALL.into_iter().filter(|name| charts().branch_of(*name) == Branch::Infantry).find_map(led);
        assert!(!taught(&scene.unwrap(), moving).contains(&"foot"), "{skill}");
    }
    // A Recruit is Slow: the Fast step is not his.
    let armed = || team().fast().that(|one| one.tactics = 1).who(|one| one.level = Rank::Recruit);
    assert!(taught(&armed(), Ask::Act(Step::Fast)).contains(&"tactic"));
    let done = armed().that(|one| one.stepped = true);
    assert!(!taught(&done, Ask::Act(Step::Fast)).contains(&"tactic"), "he has acted in this step");
}
