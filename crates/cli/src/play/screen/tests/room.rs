//! What is cut says so and can be read to its end, and what can be answered comes before what can be looked at.

use super::*;
use crate::play::screen::Turned;
use hulldown_desk::{Advice, Ask};

/// Tab goes through a list to its end before it turns to the next, and says how much is left.
#[test]
fn a_list_too_long_for_its_place_is_read_page_by_page() {
    let mut long = 0;
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let mut app = FullScreen::new(&mut sitting, String::new());
        let size = (60, 20);
        let all: Vec<String> =
            app.sitting.shown().sections(app.sitting.viewer()).iter().flat_map(|s| s.lines.clone()).collect();
        let mut seen = String::new();
        for _ in 0..60 {
            press(&mut app, "\t");
            let screen = drawn(&mut app, size);
            if app.turned == Turned::Log {
                break;
            }
            long += usize::from(screen.iter().any(|line| line.contains("more line") && line.contains("(Tab)")));
            seen += &(screen.join(" ") + " ");
        }
        assert_eq!(app.turned, Turned::Log, "{}: every list is turned to", shelf.id);
        let seen: Vec<&str> = seen.split_whitespace().collect();
        for line in all {
            // A page may end within a line, before its last word or before that.
            let words: Vec<&str> = line.split_whitespace().collect();
            let end = words.len();
            let two = |end: usize| &words[end.saturating_sub(2)..end];
            let is_shown = |last: &[&str]| seen.windows(last.len().max(1)).any(|some| some == last);
            let shown = end == 0 || is_shown(two(end)) || (end > 2 && is_shown(two(end - 1)));
            assert!(shown, "{}: {line} was never shown", shelf.id);
        }
    }
    assert!(long > 0, "no list was too long");
}

/// Where no board is drawn, options are not cut to keep lines for a roster.
#[test]
fn options_come_before_the_lists() {
    let mut sitting = sitting(1, DiceMode::Random);
    let mut app = FullScreen::new(&mut sitting, String::new());
    let mut looked = 0;
    for _ in 0..40 {
        let screen = drawn(&mut app, (80, 24));
        let few = app.menu.plain && app.options().len() < 6;
        if few && pages::board(app.sitting, &app.look(), Room { columns: 79, lines: 10 }).is_none() {
            looked += 1;
            for option in app.options().to_vec() {
                shows(&mut app, (80, 24), &pages::capital_in(&option.label)[1..]);
            }
            assert!(!screen.iter().any(|line| line.contains("(Down)")), "{}", screen.join("\n"));
        }
        answer(&mut app);
    }
    assert!(looked > 3, "{looked}");
}

/// A remark of two lines takes them from the table; the last option stays in sight or is counted.
#[test]
fn a_long_remark_covers_no_option() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    drawn(&mut app, (80, 24));
    let last = match app.menu.rows().last() {
        Some(Row::Option(n)) => app.menu.key(*n).to_string(),
        _ => panic!("no option is listed"),
    };
    let stands = |screen: &[String]| {
        screen.iter().any(|line| line.trim_start().starts_with(&format!("{last} ")) || line.contains("(Down)"))
    };
    assert!(stands(&drawn(&mut app, (80, 24))));
    app.notice = Some("It takes two lines to say what was wrong. ".repeat(4));
    let screen = drawn(&mut app, (80, 24));
    assert!(stands(&screen), "{}", screen.join("\n"));
    assert!(screen[23].contains("wrong"), "{}", screen.join("\n"));
}

/// Nobody has seen how a guided game came to where it begins: it is no news.
#[test]
fn a_guided_game_begins_without_news() {
    for shelf in hulldown_desk::shelf() {
        let game = (shelf.guided)().unwrap();
        let mut sitting = Sitting::unsaved(game, shelf, None);
        sitting.learn().unwrap();
        let at = sitting.is_at_opening().is_some();
        let mut app = FullScreen::new(&mut sitting, String::new());
        if at {
            assert!(app.news_lines(79, 7).is_empty(), "{}: {:?}", shelf.id, app.news_lines(79, 7));
            let screen = drawn(&mut app, (80, 24));
            assert!(screen.iter().any(|line| line.contains("Hint: ")), "{}", screen.join("\n"));
        }
    }
}

/// Where advice was asked for and is clearly against the usual answer, that stands beside it until the next question.
#[test]
fn advice_against_the_usual_answer_stands_beside_it() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    while app.usual().is_none() || app.options().len() < 2 {
        press(&mut app, ":auto\n");
    }
    let Some(Ask::Choice(ask)) = app.ask() else { panic!("a choice was asked for") };
    let usual = ask.usual.as_ref().unwrap().key.clone();
    let best = ask.options.iter().find(|option| option.key != usual).unwrap().clone();
    let one = |key: &str, behind: f64| Advice {
        key: key.into(),
        label: key.into(),
        mean: 9.0 - behind,
        error: 0.1,
        behind,
        doubt: 0.1,
        playouts: 100,
        outlooks: Vec::new(),
    };
    app.sitting.was_advised(&[one(&usual, 0.0), one(&best.key, 5.0)]);
    assert_eq!(app.sitting.rather(), None);
    app.sitting.was_advised(&[one(&best.key, 0.0), one(&usual, 5.0)]);
    let at = app.options().iter().position(|option| option.key == best.key).unwrap();
    let said = format!("(advice: {})", app.menu.key(at));
    shows(&mut app, (80, 24), &said);
    press(&mut app, ":auto\n");
    assert_eq!(app.sitting.rather(), None, "that was another question");
}

/// No group stays folded above lines that stand empty and would hold its options.
#[test]
fn what_has_room_is_not_folded() {
    let (mut open, mut folded) = (0, 0);
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let policy = (shelf.policies)()[0].0;
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..60 {
            if app.ask().is_none() {
                break;
            }
            let screen = drawn(&mut app, (80, 24));
            open += app.menu.open.len();
            let empty = screen.iter().filter(|line| line.trim().is_empty()).count();
            let lines = app.option_rows_in(78, 0).lines.len();
            for n in app.menu.folded() {
                if app.menu.plain || app.menu.open.contains(&n) {
                    continue;
                }
                folded += 1;
                app.menu.open.push(n);
                let more = app.option_rows_in(78, 0).lines.len() - lines;
                app.menu.open.pop();
                assert!(more > empty, "{}: {more} in {empty}: {}", shelf.id, screen.join("\n"));
            }
            press(&mut app, &format!(":auto {policy} 1\n"));
        }
    }
    assert!(open > 10 && folded > 10, "{open} {folded}");
}
