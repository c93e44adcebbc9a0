//! Low windows, and boards that stay while one looks about.

use super::*;
use crate::play::screen::Turned;
use hulldown_desk::Ask;

/// A window too low for the board beside the question has it one key away, and says so.
#[test]
fn in_a_low_window_the_board_is_one_key_away() {
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let mut app = FullScreen::new(&mut sitting, String::new());
        for size in SMALL.into_iter().chain([(120, 12)]) {
            shows(&mut app, size, "Tab board");
            press(&mut app, "\t");
            let screen = drawn(&mut app, size);
            let room = Room { columns: usize::from(size.0) - 1, lines: usize::from(size.1) - 4 };
            let sketch = pages::board(app.sitting, &app.look(), room).unwrap();
            let head = sketch.lines()[0].trim_end().chars().take(20).collect::<String>();
            assert!(screen[1].starts_with(&head), "{}: {head}\n{}", shelf.id, screen.join("\n"));
            let question = pages::question(app.sitting);
            shows(&mut app, size, &words(&question).split(' ').take(3).collect::<Vec<_>>().join(" "));
            // What can be answered comes back with the next question.
            press(&mut app, "\x1b");
            assert_eq!(app.turned, Turned::Board);
            press(&mut app, "\t↓");
            assert_eq!(app.turned, Turned::Board, "whoever moves to an answer sees it");
            app.selected = None;
        }
    }
}

/// What must not be overlooked is in sight in the lowest window.
#[test]
fn in_a_low_window_one_is_told_what_came_of_an_answer() {
    let mut looked = 0;
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let policy = (shelf.policies)()[0].0;
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..40 {
            if app.ask().is_none() {
                break;
            }
            press(&mut app, &format!(":auto {policy} 1\n"));
            app.notice = None;
            let (before, new) = app.log.split_at(app.old);
            let card = pages::card(None, before, new, app.sitting.side()).lines();
            let grave = card.iter().filter(|(tone, _)| tone.decides());
            let first: Vec<String> =
                grave.map(|(_, head)| words(head).split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
            if first.is_empty() {
                continue;
            }
            looked += 1;
            let screen = words(&drawn(&mut app, (40, 12)).join(" "));
            assert!(first.iter().any(|head| screen.contains(head)), "{first:?}\n{screen}");
        }
    }
    assert!(looked > 5, "{looked}");
}

/// While a column is arranged the map stays where it enters.
#[test]
fn the_map_stays_while_a_column_is_arranged() {
    let shelf = hulldown_desk::find(sample!(sides)).unwrap();
    let game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
    let mut sitting = Sitting::unsaved(game, shelf, None);
    assert!(sitting.set_bots([(1, "random".to_string())].into()).is_ok());
    let mut app = FullScreen::new(&mut sitting, String::new());
    let mut kinds = Vec::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    while app.ask().is_some_and(|ask| kinds.len() < 4 && !kinds.contains(&ask.kind().to_string())) {
        kinds.push(app.ask().unwrap().kind().to_string());
        let screen = drawn(&mut app, (80, 24));
        rows.push(screen[1..9].iter().map(|line| line.chars().take(2).collect()).collect());
        press(&mut app, ".");
    }
    assert!(rows.len() > 3, "{kinds:?}");
    assert!(rows.windows(2).all(|pair| pair[0] == pair[1]), "{kinds:?}: {rows:#?}");
}

/// Looking back, what was chosen is called by its name, in a group as well.
#[test]
fn looking_back_names_what_was_chosen() {
    let mut grouped = 0;
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..12 {
            press(&mut app, "[");
            let Some(chosen) = app.sitting.past().and_then(|past| past.chosen.clone()) else { continue };
            let Some(n) = app.options().iter().position(|option| option.key == chosen) else { continue };
            let row = app.menu.rows()[app.menu.row_of(n)];
            grouped += usize::from(matches!(row, Row::Group(_)));
            let label = words(&app.options()[n].label).split(' ').take(3).collect::<Vec<_>>().join(" ");
            shows(&mut app, (120, 40), &label);
        }
    }
    assert!(grouped > 2, "{grouped}");
}

/// What Tab has put in the place of the board goes by Esc, and by an answer.
#[test]
fn the_board_comes_back() {
    let shelf = shelf();
    let mut sitting = met(shelf);
    let mut app = FullScreen::new(&mut sitting, String::new());
    let size = (80, 24);
    drawn(&mut app, size);
    press(&mut app, "\t");
    assert_ne!(app.turned, Turned::Board);
    press(&mut app, "\x1b");
    assert_eq!(app.turned, Turned::Board, "Esc closes what was turned to");
    press(&mut app, "\t\t");
    drawn(&mut app, size);
    answer(&mut app);
    assert_eq!(app.turned, Turned::Board, "an answer shows what came of it on the board");
}

/// Where lines stand empty all there is to say of an option is said without selecting it.
#[test]
fn remarks_stand_where_there_is_room() {
    let mut seen = 0;
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let policy = (shelf.policies)()[0].0;
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..30 {
            let bears: Vec<String> = app.options().iter().filter_map(|option| option.bears.clone()).collect();
            if app.menu.rows().len() == app.options().len() && !bears.is_empty() {
                seen += 1;
                bears.iter().for_each(|bears| shows(&mut app, (110, 100), bears));
            }
            if app.ask().is_none() {
                break;
            }
            press(&mut app, &format!(":auto {policy} 1\n"));
        }
    }
    assert!(seen > 0, "{seen}");
}

/// Whoever types the key of something refused is told why it cannot be done.
#[test]
fn a_refused_key_says_why() {
    let mut told = 0;
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let policy = (shelf.policies)()[0].0;
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..60 {
            let Some(Ask::Choice(ask)) = app.ask().cloned() else { break };
            for (key, n) in hulldown_desk::keys::refused_keys(&ask) {
                let begins = |n: usize| app.menu.key(n).starts_with(&key[..key.len().min(1)]);
                if key.is_empty() || (0..ask.options.len()).any(begins) {
                    continue;
                }
                press(&mut app, &key[..1]);
                let notice = app.notice.clone().unwrap_or_default();
                assert!(notice.starts_with("Not now, "), "{}: {key}: {notice}", shelf.id);
                let others: Vec<&str> = ask.refused.iter().map(|refused| refused.why).collect();
                assert!(others.iter().any(|why| notice.contains(why)), "{n}: {notice}");
                told += 1;
            }
            press(&mut app, &format!(":auto {policy} 1\n"));
        }
    }
    assert!(told > 3, "{told}");
}
