//! Every game draws its board in characters and answers questions about it, wherever it stands.

use hulldown_core::{Seat, Viewer};
use hulldown_desk::{Ask, Match, NewGame, Until, shelf};
use hulldown_draw::{Ink, Look, Question, Room, Spot};

/// The places of a question.
fn spots(ask: Option<&Ask>) -> Vec<Spot> {
    let ids = ask.map_or(&[][..], Ask::options).iter().filter_map(|option| option.spot.clone());
    ids.map(|id| Spot { label: id.clone(), id, count: 1 }).collect()
}

/// Shows games at many questions.
fn at_questions(mut look: impl FnMut(&str, &dyn Match, Seat, &[Spot])) {
    for one in shelf() {
        for seed in 0..3 {
            let mut game = (one.new)(NewGame { seed, ..NewGame::default() }).unwrap();
            for _ in 0..40 {
                let prompt = game.prompt();
                let Some(ask) = prompt.first() else { break };
                look(one.id, &*game, ask.seat(), &spots(Some(ask)));
                game.auto((one.policies)()[0].0, None, Until::End, Some(4)).unwrap();
            }
        }
    }
}

#[test]
fn boards_are_ascii_and_stay_in_their_room() {
    let mut boards = std::collections::BTreeMap::<String, (usize, usize)>::new();
    at_questions(|id, game, seat, spots| {
        let count = boards.entry(id.to_string()).or_default();
        for (columns, lines) in [(80, 30), (79, 9), (79, 12), (120, 40), (30, 5), (12, 3), (1, 1), (0, 0)] {
            for look in [Look::default(), Look { whole: true, ..Look::default() }] {
                let room = Room { columns, lines };
                let Some(sketch) = game.sketch(Viewer::Seat(seat), spots, &look, room) else { continue };
                let drawn = sketch.lines();
                assert!(drawn.len() <= lines, "{id}: {} lines in {lines}", drawn.len());
                for line in &drawn {
                    assert!(line.is_ascii() && line.len() <= columns, "{id} in {columns}: {line:?}");
                    // As it is printed for whoever plays line by line nothing is cut.
                    assert!(lines != 30 || !line.contains('~'), "{id} in {columns}: {line:?}");
                }
                count.0 += 1;
                count.1 += sketch.pieces().flatten().filter(|(_, ink)| matches!(ink, Ink::Enemy | Ink::Alarm)).count();
            }
        }
    });
    assert_eq!(boards.len(), shelf().len());
    for (id, (drawn, enemies)) in boards {
        assert!(drawn > 100 && enemies > 20, "{id}: {drawn} boards with {enemies} enemies");
    }
}

#[test]
fn questions_are_answered_and_what_can_be_asked_is_told() {
    let mut answered = 0;
    at_questions(|id, game, seat, _| {
        let ask = |question| game.answer(Viewer::Seat(seat), question);
        let here = ask(Question::Where).unwrap();
        assert!(!here.is_empty() && here.iter().all(|line| !line.trim().is_empty()), "{id}: {here:?}");
        for wrong in [Question::Look("zebra"), Question::Way("zebra"), Question::See("zebra"), Question::Look("")] {
            let why = ask(wrong).unwrap_err();
            assert!(why.contains('`') || why.contains("no battle"), "{id}: {why}");
        }
        if let Ok(targets) = ask(Question::Targets) {
            // Where nobody does, why is said by whoever asks.
            assert!(!targets.is_empty() || !game.unsure(seat).is_empty(), "{id}");
            answered += 1;
        }
    });
    assert!(answered > 100);
}

/// What is wrong with words that somebody reads: a word twice in a row, a name out of a file, a key.
fn odd(text: &str, key: Option<&str>) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let twice = |pair: &[&str]| pair[0] == pair[1] && pair[0].chars().filter(|c| c.is_alphabetic()).count() > 1;
    words.windows(2).any(twice)
        || words.iter().any(|word| word.contains('_'))
        || key.is_some_and(|key| key.contains(':') && text == key)
}

#[test]
fn what_is_asked_and_told_is_in_words() {
    assert!(odd("Fire! Fire!", None) && odd("move:on", Some("move:on")) && odd("the pz_4", None));
    at_questions(|id, game, seat, _| {
        let prompt = game.prompt();
        for ask in prompt.asks.iter().filter(|ask| ask.seat() == seat) {
            assert!(!odd(ask.text(), None), "{id}: {}", ask.text());
            for option in ask.options() {
                assert!(!odd(&option.label, Some(&option.key)), "{id}: {}", option.label);
            }
        }
        let events = game.log(game.told().saturating_sub(60));
        for event in &events {
            assert!(!odd(&event.text, None), "{id}: {}", event.text);
        }
    });
}
