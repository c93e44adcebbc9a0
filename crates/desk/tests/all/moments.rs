//! Every moment of every game of the shelf: it can be gone on from, and what was told up to it can be kept.

use hulldown_catalog::sample;
use hulldown_core::Generator;
use hulldown_core::save::TakenUp;
use hulldown_desk::{Match, NewGame, Shelf, ToldLine, shelf};

/// An answer at random, or now and then some taken back.
fn go_on(game: &mut dyn Match, chance: &mut Generator, undo: bool) -> bool {
    let prompt = game.prompt();
    if prompt.asks.is_empty() {
        return false;
    }
    let ask = &prompt.asks[chance.below(prompt.asks.len() as u32) as usize];
    if undo && chance.below(4) == 0 {
        // What another seat has seen cannot be taken back.
        let _ = game.undo(ask.seat(), 1 + chance.below(6) as u16);
        return true;
    }
    let options = ask.options();
    game.choose(ask.seat(), &options[chance.below(options.len() as u32) as usize].key).unwrap();
    true
}

fn walks(mut each: impl FnMut(&Shelf, &mut dyn Match, &mut Generator)) {
    for shelf in shelf() {
        for seed in 0..3 {
            let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
            each(shelf, &mut *game, &mut Generator::for_game(seed, 3));
        }
    }
}

/// Takes up what a game is saved as, which must be all of it.
fn taken_up(shelf: &Shelf, game: &dyn Match) -> Box<dyn Match> {
    let (loaded, how) = (shelf.load)(&game.save(), None).unwrap_or_else(|problem| panic!("{}: {problem}", shelf.id));
    assert_eq!(how, TakenUp::Whole);
    assert_eq!(loaded.history_from(0), game.history_from(0));
    assert_eq!((loaded.state(), loaded.prompt()), (game.state(), game.prompt()));
    loaded
}

#[test]
fn play_on_works_at_every_answer_after_rewinds() {
    walks(|shelf, game, chance| {
        for _ in 0..70 {
            if !go_on(game, chance, true) {
                break;
            }
        }
        for answers in 0..=game.answered() {
            let past = game.after(answers);
            assert_eq!(past.answered(), answers);
            let mut copy = taken_up(shelf, &*past);
            for _ in 0..2 {
                go_on(&mut *copy, chance, true);
            }
            taken_up(shelf, &*copy);
        }
    });
}

/// However answers are given and taken back between one keeping and the next, what is kept is what was told.
#[test]
fn what_is_kept_is_what_was_told() {
    walks(|shelf, game, chance| {
        let mut kept: Vec<ToldLine> = Vec::new();
        for _ in 0..40 {
            for _ in 0..chance.below(5) {
                go_on(game, chance, true);
            }
            kept.truncate(game.told_as_kept());
            kept.extend(game.told_lines(kept.len()));
            game.told_is_kept();
            let again = taken_up(shelf, game);
            assert!(kept == again.told_lines(0), "{}", shelf.id);
        }
        let text = serde_json::to_string(&kept).unwrap();
        let read: Vec<ToldLine> = serde_json::from_str(&text).unwrap();
        for (n, line) in read.iter().enumerate() {
            let (now, then) = (game.log(n).remove(0), line.event(n));
            assert_eq!((now.line, now.only, now.again, now.key), (then.line, then.only, then.again, then.key));
            assert_eq!(now.roll.map(|roll| roll.faces), then.roll.map(|roll| roll.faces));
        }
        assert!(read == kept);
    });
}

/// More than is held between two keepings is told again from the beginning.
#[test]
fn a_long_stretch_is_kept_whole() {
    let shelf = hulldown_desk::find(sample!(days)).unwrap();
    let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
    game.auto("random", None, hulldown_desk::Until::End, Some(700)).unwrap();
    assert!(game.told() > 600, "{}", game.told());
    assert_eq!((game.told_as_kept(), game.told_lines(0).len()), (0, game.told()));
    assert!(game.told_lines(0) == taken_up(shelf, &*game).told_lines(0));
}
