//! Whatever a bot does, thinking ends, and the game on the table is whole afterwards.

use crate::common::{Order, Question, Setup, Toy, View};
use hulldown_catalog::sample;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Limit, Policy, Seat, Session};
use hulldown_desk::NamedBot;
use hulldown_desk::{Bots, Code, Hosted, Match, NewGame, Playable, Until, advice, find, review};
use std::time::{Duration, Instant};

/// Never has enough of looking round.
#[derive(Clone)]
struct Looker;

impl Policy<Toy> for Looker {
    fn decide(&mut self, _: &View, _: Seat, _: Question, options: &[Order]) -> Order {
        options[0]
    }
}

/// Thinks for a while about everything, and then looks round.
#[derive(Clone)]
struct Dreamer;

impl Policy<Toy> for Dreamer {
    fn decide(&mut self, _: &View, _: Seat, _: Question, options: &[Order]) -> Order {
        std::thread::sleep(Duration::from_millis(20));
        options[0]
    }
}

/// Always goes wrong.
#[derive(Clone)]
struct Clumsy;

impl Policy<Toy> for Clumsy {
    fn decide(&mut self, _: &View, _: Seat, _: Question, options: &[Order]) -> Order {
        options[options.len() + 1]
    }
}

/// Answers what was not asked.
#[derive(Clone)]
struct Cheat;

impl Policy<Toy> for Cheat {
    fn decide(&mut self, _: &View, _: Seat, _: Question, _: &[Order]) -> Order {
        Order::Plan(9)
    }
}

const fn only(policies: &'static [NamedBot<Toy>]) -> Bots<Toy> {
    let Bots { value, weighs, horizon, .. } = *<Toy as Playable>::BOTS;
    Bots { policies, value, weighs, horizon, imagine: None }
}

static LOOKER: Bots<Toy> = only(&[NamedBot { name: "looker", help: "", make: |_| Box::new(Looker) }]);
static DREAMER: Bots<Toy> = only(&[NamedBot { name: "dreamer", help: "", make: |_| Box::new(Dreamer) }]);
static CLUMSY: Bots<Toy> = only(&[
    NamedBot { name: "clumsy", help: "", make: |_| Box::new(Clumsy) },
    NamedBot { name: "cheat", help: "", make: |_| Box::new(Cheat) },
]);

fn table(setup: Setup, bots: &'static Bots<Toy>) -> Hosted<Toy> {
    let session = Session::<Toy>::new(setup, Toy::data(), DiceBox::new(1, DiceMode::Random)).unwrap();
    Hosted::new(session, Toy::shipped(), bots)
}

const YOU: Seat = Seat(0);
const SOON: Duration = Duration::from_millis(150);
/// Far more than anything here may take, and far less than for ever.
const LONG: Duration = Duration::from_secs(30);

/// Fails if something takes too long; what it takes when it does not end at all is for the test runner to say.
fn soon<T>(what: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = what();
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
    done
}

#[test]
fn a_bot_that_goes_round_in_a_step_is_counted_and_stopped() {
    let game = table(Setup::endless(), &LOOKER);
    let before = game.history_from(0);
    let advice = soon(|| game.advise(YOU, 3, 1).unwrap());
    assert_eq!(advice.len(), 2);
    assert!(advice.iter().all(|advice| advice.playouts == 3));
    assert_eq!(game.history_from(0), before);
}

#[test]
fn a_bot_that_plays_on_for_ever_is_stopped_by_the_clock_and_by_hand() {
    let mut game = table(Setup::endless(), &LOOKER);
    let played = soon(|| game.auto_within("looker", None, Until::End, None, &Limit::within(SOON)).unwrap());
    assert!(played.late && played.answers > 0, "{played:?}");
    assert_eq!(game.answered() as u64, played.answers, "what was answered in time stands");
    assert!(played.remark().unwrap().contains("time"));
    let limit = Limit::within(Duration::from_secs(3600));
    let played = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(SOON);
            limit.cancel();
        });
        soon(|| game.auto_within("looker", None, Until::End, None, &limit).unwrap())
    });
    assert!(played.late);
}

#[test]
fn slow_advice_comes_by_fewer_playouts_or_is_refused() {
    let game = table(Setup::endless(), &DREAMER);
    // Not even one playout of both options: five thousand decisions of 20 ms each.
    let refused = soon(|| game.advise_within(YOU, 1, 1, &Limit::within(SOON)).unwrap_err());
    assert_eq!(refused.code, Code::Late);
    let refused = soon(|| advice(&game, YOU, SOON, &Limit::within(SOON)).unwrap_err());
    assert_eq!(refused.code, Code::Late);
    // A game without that step: a few playouts fit, five thousand do not.
    let game = table(Setup::default(), &DREAMER);
    let some = soon(|| game.advise_within(YOU, 5_000, 1, &Limit::within(Duration::from_secs(2))).unwrap());
    assert!((1..5_000).contains(&some[0].playouts), "{some:?}");
    let all = soon(|| advice(&game, YOU, SOON, &Limit::within(LONG)).unwrap());
    assert!(all[0].playouts >= 10, "the first ten are worth waiting for");
}

#[test]
fn a_review_ends_in_its_time_whatever_the_bot_does() {
    let mut game = table(Setup::endless(), &DREAMER);
    for key in ["look", "look", "enough", "load"] {
        game.choose(YOU, key).unwrap();
    }
    let review = soon(|| review(&game, None, 1, &Limit::within(SOON), |_| {}));
    assert_eq!((review.looked, review.decisions), (0, 0), "what there was no time for is not judged");
}

#[test]
fn a_bot_that_goes_wrong_costs_an_answer_by_another() {
    let mut game = table(Setup::default(), &CLUMSY);
    assert_eq!(game.stand_ins("clumsy"), ["cheat", "random"]);
    let advice = game.advise(YOU, 5, 1).unwrap();
    assert_eq!(advice.len(), 2, "advice comes from who can play");
    let played = game.auto("clumsy", None, Until::Decision, None).unwrap();
    assert_eq!(played, 1);
    let played = game.auto_within("clumsy", None, Until::End, None, &Limit::NONE).unwrap();
    assert_eq!(played.instead, Some("random"));
    assert!(played.remark().unwrap().contains("random answered in its place"));
    assert!(game.outcome().is_some());
    let (again, _) = (crate::common::TOYS[0].load)(&game.save(), None).unwrap();
    assert_eq!(again.outcome(), game.outcome(), "the record is sound");
}

/// A march of the introductory scenario laid hex by hex to where a bot was led round in circles.
#[test]
fn advice_on_a_march_laid_by_hand_comes_in_time() {
    let mut game = (find(sample!(sides)).unwrap().new)(NewGame { seed: 349, ..NewGame::default() }).unwrap();
    for key in ["at:0102", "face:C", "B", "as-they-are", ">D", ">C", ">C", ">E", ">D", ">D"] {
        // As far as these answers are still the ones to give.
        if game.choose(YOU, key).is_err() {
            break;
        }
        let limit = Limit::within(Duration::from_secs(2));
        match soon(|| advice(&*game, YOU, SOON, &limit)) {
            Ok(advice) => assert!(!advice.is_empty()),
            Err(problem) => assert_eq!(problem.code, Code::Late, "{problem}"),
        }
        let mut copy = game.duplicate();
        let played = soon(|| copy.auto_within("heuristic", Some(YOU), Until::Step, None, &Limit::within(SOON)));
        assert!(played.is_ok());
    }
    assert!(game.answered() >= 3, "the way to the march has changed");
}
