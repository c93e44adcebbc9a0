//! Sittings that are stopped, cannot be saved, and tell what is new.

use super::*;
use crate::archive::Archive;
use allocation_counter::measure;
use hulldown_catalog::sample;
use hulldown_core::dicebox::DiceMode;
use hulldown_desk::{Code, Ease, Level, NewGame, Until, find};
use std::collections::BTreeMap;
use std::time::Duration;

fn sitting(store: &Store, id: &str, bots: BTreeMap<u8, String>) -> Sitting {
    let shelf = find(id).unwrap();
    let game = (shelf.new)(NewGame { seed: 7, ..NewGame::default() }).unwrap();
    let beside = Beside { bots, ease: Ease { level: Level::Full, ..Ease::default() }, ..Beside::default() };
    let mut sitting = Sitting::begin(store, id, game, shelf, None, &beside).unwrap();
    sitting.open_up().unwrap();
    sitting
}

fn first_key(sitting: &Sitting) -> String {
    sitting.prompt.first().unwrap().options()[0].key.clone()
}

/// Everything that can be seen of a sitting.
fn whole(sitting: &Sitting) -> (Vec<String>, Prompt, u64, usize, DiceMode) {
    let game = &sitting.game;
    (game.history_from(0), sitting.prompt.clone(), sitting.mark(), game.told(), game.dice_mode())
}

#[test]
fn what_is_stopped_has_changed_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    for (id, bots) in [(sample!(sides), [(1, "random".to_string())].into()), (sample!(career), BTreeMap::new())] {
        let mut sitting = sitting(&store, id, bots);
        let answers = |sitting: &mut Sitting| {
            let key = first_key(sitting);
            sitting.choose(&key).unwrap();
        };
        (0..5).for_each(|_| answers(&mut sitting));
        let before = whole(&sitting);
        let stopped = Limit::within(Duration::from_secs(600));
        stopped.cancel();
        sitting.limit = stopped;
        let key = first_key(&sitting);
        let mut tried = [
            sitting.choose(&key),
            sitting.undo(1).map(drop),
            sitting.auto("random", &Far::Until(Until::Step, None)).map(drop),
            sitting.set_dice(DiceMode::Hand),
        ];
        for tried in &mut tried {
            assert!(matches!(tried, Err(Trouble::Refused(problem)) if problem.code == Code::Late), "{tried:?}");
        }
        assert_eq!(whole(&sitting), before, "{id}");
        sitting.limit = Limit::NONE;
        // What follows is kept as if nothing had been tried.
        (0..5).for_each(|_| answers(&mut sitting));
        let archive = Archive::of(store.clone());
        let row = store.find(id).unwrap();
        let told = archive.store.told(row.id).unwrap().len();
        assert_eq!((row.length, told), (sitting.game.history_len() as u64, sitting.game.told()), "{id}");
        let again = Sitting::go_on(SavedGame::go_on(&archive, &row, None).unwrap()).unwrap();
        assert_eq!(again.game.history_from(0), sitting.game.history_from(0));
    }
}

#[test]
fn an_answer_that_cannot_be_saved_is_saved_before_the_next() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut here = sitting(&store, sample!(career), BTreeMap::new());
    let mut there = here.leave_copy();
    let key = first_key(&here);
    there.choose(&key).unwrap();
    // It has gone on elsewhere.
    assert!(matches!(here.choose(&key), Err(Trouble::Unsaved(StoreError::Stale { .. }))));
    assert!(here.not_saved().is_some());
    let key = first_key(&here);
    let before = here.game.history_len();
    assert!(matches!(here.choose(&key), Err(Trouble::Unsaved(_))), "what is not saved comes first");
    assert_eq!(here.game.history_len(), before);
    here.reload().unwrap();
    assert!(here.not_saved().is_none());
    assert_eq!(here.game.history_from(0), there.game.history_from(0));
    assert_eq!((here.prompt.clone(), here.mark()), (there.prompt.clone(), there.mark()));
    assert_eq!(here.news(), there.news(), "what went on there is told, and nothing else");
}

#[test]
fn the_news_is_all_that_the_last_change_has_told() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(days), BTreeMap::new());
    for level in [Level::Full, Level::Brisk] {
        sitting.set_ease(Ease { level, ..Ease::default() }).unwrap();
        for _ in 0..12 {
            let (key, told) = (first_key(&sitting), sitting.game.told());
            sitting.choose(&key).unwrap();
            assert_eq!(sitting.news(), sitting.game.log(told));
        }
        let told = sitting.game.told();
        sitting.undo(sitting.steps_back()).unwrap();
        assert!(sitting.game.told() <= told && sitting.news().is_empty());
    }
}

#[test]
fn the_tail_of_the_log_is_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    for (id, bots) in [(sample!(sides), [(1, "random".to_string())].into()), (sample!(career), BTreeMap::new())] {
        let mut sitting = sitting(&store, id, bots);
        for n in 0..60 {
            if sitting.prompt.first().is_none() {
                break;
            }
            match n % 20 {
                7 => sitting.auto("random", &Far::Until(Until::Step, Some(40))).map(drop).unwrap(),
                13 => drop(sitting.undo(1)),
                _ => sitting.choose(&first_key(&sitting)).unwrap(),
            }
            let (tail, log) = (sitting.tail(), sitting.seen().log(0));
            assert_eq!(*tail, log[log.len() - tail.len()..], "{id} {n}");
            assert!(tail.len() == log.len() || tail.len() >= 80, "{id} {n}: {} of {}", tail.len(), log.len());
            assert_eq!(sitting.rewinds(), hulldown_desk::chronicle::rewinds(sitting.seen()), "{id} {n}");
        }
        let there =
            Sitting::go_on(SavedGame::go_on(&Archive::of(store.clone()), &store.find(id).unwrap(), None).unwrap());
        assert_eq!(there.unwrap().seen().log(0), sitting.seen().log(0), "{id}");
    }
}

fn middle(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

/// What answers cost in bytes of memory after a bot has given so many, and how many lines the record then has; nothing if the game is over
/// before.
fn cost(seed: u64, after: u64) -> Option<(u64, u64)> {
    let shelf = find(sample!(career)).unwrap();
    let game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
    let mut sitting = Sitting::unsaved(game, shelf, None);
    sitting.open_up().unwrap();
    sitting.auto("sensible", &Far::Until(Until::End, Some(after))).unwrap();
    let mut costs = Vec::new();
    while costs.len() < 40 {
        sitting.prompt.first()?;
        let key = first_key(&sitting);
        costs.push(measure(|| sitting.choose(&key).unwrap()).bytes_total);
    }
    Some((middle(costs), sitting.game.history_len() as u64))
}

/// An answer copies neither the session nor its record: it takes no more memory late in a game than early.
#[test]
fn an_answer_costs_the_same_however_long_the_game_is() {
    let both = (0..40).find_map(|seed| Some((cost(seed, 60)?, cost(seed, 700)?)));
    let ((early, _), (late, lines)) = both.unwrap();
    // A copy of the record alone would be as many lines.
    assert!(lines > 1_000 && late < early + 8 * lines, "{early} bytes early, {late} after {lines} lines");
}

/// Labels, chances and previews of all options are worked out once an answer.
#[test]
fn the_prompt_is_made_once_an_answer() {
    let shelf = find(sample!(days)).unwrap();
    let game = (shelf.new)(NewGame { seed: 7, ..NewGame::default() }).unwrap();
    let mut sitting = Sitting::unsaved(game, shelf, None);
    sitting.players.ease.level = Level::Full;
    sitting.open_up().unwrap();
    let mut longest = (0, 0);
    for _ in 0..150 {
        let key = first_key(&sitting);
        let answer = measure(|| sitting.choose(&key).unwrap()).count_total;
        let prompt = measure(|| drop(sitting.players.prompt(&*sitting.game))).count_total;
        longest = longest.max((prompt, answer));
        if sitting.prompt.first().is_none() {
            break;
        }
    }
    let (prompt, answer) = longest;
    assert!(prompt > 100 && answer < 2 * prompt, "{prompt} allocations for the prompt, {answer} for the answer");
}

#[test]
fn a_change_that_was_only_handed_in_is_waited_for_before_the_next() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(career), BTreeMap::new());
    let archive = Archive::of(store.clone());
    let row = store.row(sitting.id().unwrap()).unwrap();
    let mut elsewhere = Sitting::go_on(SavedGame::go_on(&archive, &row, None).unwrap()).unwrap();
    for sitting in [&mut sitting, &mut elsewhere] {
        sitting.later = true;
    }
    let before = sitting.length();
    sitting.choose(&first_key(&sitting)).unwrap();
    assert_eq!(sitting.length(), before, "nobody has said yet that it is on the disk");
    sitting.choose(&first_key(&sitting)).unwrap();
    let first = sitting.length();
    assert!(first > before);
    let arrived = sitting.on_its_way().unwrap().wait();
    sitting.arrived(arrived).unwrap();
    assert!(sitting.on_its_way().is_none() && sitting.not_saved().is_none());
    assert!(sitting.length() > first);
    assert_eq!(sitting.length(), store.row(row.id).unwrap().length);
    // What does not fit what is saved is found out when it arrives.
    elsewhere.choose(&first_key(&elsewhere)).unwrap();
    let stale = elsewhere.on_its_way().unwrap().wait();
    assert!(matches!(elsewhere.arrived(stale), Err(StoreError::Stale { .. })));
    assert!(elsewhere.not_saved().is_some());
}

/// Who rolls is no answer: the question on the table stays, whatever is answered without asking from the next answer on.
#[test]
fn a_setting_answers_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(career), BTreeMap::new());
    let brisk = Ease { level: Level::Brisk, ..Ease::default() };
    let mut asked = 0;
    for _ in 0..60 {
        // Where a brisk player would not have been asked.
        let would = brisk.clone().play_on(&mut *sitting.game.duplicate(), sitting.seat(), false);
        if !would.unwrap_or_default().is_empty() {
            let before = whole(&sitting);
            sitting.set_ease(brisk.clone()).unwrap();
            for mode in [DiceMode::Hand, DiceMode::Random] {
                sitting.set_dice(mode).unwrap();
                sitting.set_bots(BTreeMap::new()).unwrap();
            }
            assert_eq!(whole(&sitting), before);
            sitting.set_ease(Ease { level: Level::Full, ..Ease::default() }).unwrap();
            asked += 1;
        }
        let key = first_key(&sitting);
        sitting.choose(&key).unwrap();
    }
    assert!(asked > 5, "{asked}");
}

/// What the program rolled comes up again after an undo, and that is said; what a person rolled is asked for again, for a slip of the finger
/// must be mendable, and that is said too.
#[test]
fn dice_that_come_up_again_are_told() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(career), BTreeMap::new());
    let key = loop {
        let key = first_key(&sitting);
        sitting.choose(&key).unwrap();
        if sitting.since().iter().any(|event| event.roll.is_some()) {
            break key;
        }
        assert_eq!(sitting.remark(), None);
    };
    assert!(sitting.undo(1).unwrap().text.contains("come up again"));
    sitting.choose(&key).unwrap();
    assert!(sitting.remark().is_some_and(|said| said.contains("the undo")), "{:?}", sitting.remark());
    sitting.undo(1).unwrap();
    sitting.set_dice(DiceMode::Hand).unwrap();
    let mut thrown = false;
    for _ in 0..80 {
        match sitting.prompt.first() {
            Some(Ask::Dice(ask)) => {
                let dice: hulldown_core::dice::Dice = ask.dice.parse().unwrap();
                sitting.throw(Some(&vec![1; usize::from(dice.count)])).unwrap();
                thrown = true;
            }
            _ if thrown => break,
            _ => sitting.choose(&first_key(&sitting)).unwrap(),
        }
    }
    assert!(
        sitting
            .undo(1)
            .unwrap()
            .text
            .ends_with("your own rolls are asked for again, the program's come up as they were")
    );
}

/// What a bot answered when it was asked to answer once is said.
#[test]
fn one_answer_of_a_bot_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    for shelf in hulldown_desk::shelf() {
        let bots = if shelf.secrets { [(1, "random".to_string())].into() } else { BTreeMap::new() };
        let mut sitting = sitting(&store, shelf.id, bots);
        for _ in 0..5 {
            let Some(Ask::Choice(ask)) = sitting.prompt.first().cloned() else { break };
            sitting.auto((shelf.policies)()[0].0, &Far::Until(Until::Decision, None)).unwrap();
            let said = sitting.said().unwrap_or_default().to_string();
            assert!(ask.options.iter().any(|option| said.contains(&option.label)), "{}: {said}", shelf.id);
        }
    }
}

/// What was said in one line is taken back in one go, and called as it was said.
#[test]
fn a_line_of_several_answers_is_undone_whole() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(sides), [(1, "random".to_string())].into());
    for _ in 0..60 {
        if sitting.ask().is_some_and(|ask| ask.kind() == "plot") && sitting.understands("A fc, B fc") {
            break;
        }
        sitting.auto("random", &Far::Until(Until::Decision, None)).unwrap();
    }
    let before = sitting.prompt.clone();
    sitting.choose("A fc, B fc").unwrap();
    assert_eq!(sitting.last_given().map(Given::heading).as_deref(), Some("You said: A fc, B fc"));
    assert!(sitting.steps_back() > 1);
    let back = sitting.undo(sitting.steps_back()).unwrap();
    assert!(back.text.contains("A fc, B fc"), "{}", back.text);
    assert_eq!(sitting.prompt, before);
}

/// The answers a guided game begins with are nobody's: an undo ends after them, however much was answered without asking.
#[test]
fn an_undo_never_goes_back_past_the_beginning_of_a_guided_game() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    for shelf in hulldown_desk::shelf() {
        let game = (shelf.guided)().unwrap();
        let opening = game.answered();
        let mut beside = Beside::default();
        beside.begin_lessons(Level::Brisk);
        let mut sitting = Sitting::begin(&store, shelf.id, game, shelf, None, &beside).unwrap();
        assert!(opening == 0 || sitting.undo(1).is_err(), "{}", shelf.id);
        sitting.play_on().ok();
        for _ in 0..sitting.game.answered() {
            let steps = sitting.steps_back();
            if sitting.undo(steps).is_err() {
                break;
            }
        }
        assert!(sitting.game.answered() >= opening, "{}: {} of {opening}", shelf.id, sitting.game.answered());
        assert_eq!(sitting.undo_refused().is_some(), sitting.undo(1).is_err(), "{}", shelf.id);
    }
}

/// The other's last answer was all the news there was, and a turn that both had plotted went by unseen.
#[test]
fn who_takes_the_screen_is_told_all_since_he_answered_last() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(sides), BTreeMap::new());
    let mut heard: [Option<usize>; 2] = [None; 2];
    let mut taken = 0;
    for _ in 0..400 {
        if let Some(seat) = sitting.curtain() {
            sitting.hand_over(seat);
            let (told, since) = (sitting.seen().told(), heard[seat.index()].unwrap_or(0));
            assert_eq!(sitting.news().first().map_or(told, |event| event.n), since, "seat {}", seat.0);
            taken += usize::from(told > since);
        }
        if sitting.prompt.first().is_none() {
            break;
        }
        heard[sitting.seat().index()] = Some(sitting.seen().told());
        sitting.auto("heuristic", &Far::Until(Until::Decision, Some(1))).unwrap();
    }
    assert!(taken > 10, "{taken} times something had happened");
}

/// With dice thrown by hand each throw put away what the one before had come to.
#[test]
fn what_an_answer_comes_to_stays_together_however_often_dice_are_thrown_for_it() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(career), BTreeMap::new());
    sitting.set_dice(DiceMode::Hand).unwrap();
    let (mut throws, mut longest) = (0, 0);
    for _ in 0..120 {
        let told = sitting.seen().told();
        if sitting.prompt.dice().is_some() {
            let before: Vec<usize> = sitting.of_answer().iter().map(|event| event.n).collect();
            sitting.throw(None).unwrap();
            let after: Vec<usize> = sitting.of_answer().iter().map(|event| event.n).collect();
            assert_eq!(after[..before.len()], before, "what was told before stays");
            throws += 1;
            longest = longest.max(throws);
        } else {
            let key = first_key(&sitting);
            sitting.choose(&key).unwrap();
            assert!(sitting.of_answer().first().is_none_or(|event| event.n >= told), "an answer begins anew");
            throws = 0;
        }
        assert!(sitting.of_answer().len() >= sitting.news().len());
    }
    assert!(longest > 1, "never two throws for one answer");
}

#[test]
fn what_was_left_to_a_bot_is_counted_and_what_was_taken_back_is_not() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.db")).unwrap();
    let mut sitting = sitting(&store, sample!(career), BTreeMap::new());
    let left = |sitting: &Sitting| sitting.beside().unwrap().left_to_bots();
    let policy = (sitting.shelf.policies)()[0].0;
    let play_on = |sitting: &mut Sitting| sitting.auto(policy, &Far::Until(Until::End, Some(5))).unwrap().answers;
    assert_eq!(left(&sitting), 0);
    assert_eq!((play_on(&mut sitting), left(&sitting)), (5, 5));
    let key = first_key(&sitting);
    sitting.choose(&key).unwrap();
    assert_eq!((play_on(&mut sitting), left(&sitting)), (5, 10));
    sitting.undo(3).unwrap();
    assert_eq!(left(&sitting), 7);
    sitting.undo(4).unwrap();
    assert_eq!(left(&sitting), 4, "one of them was a person's");
}
