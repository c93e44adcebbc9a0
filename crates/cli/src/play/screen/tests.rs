//! The screen drawn without a terminal.

mod keys;
mod room;
mod windows;

use super::FullScreen;
use super::overlay::Kind;
use super::parts::style;
use crate::play::command::Chronicle;
use crate::play::menu::{OptionMenu, Row, Unfolded};
use crate::play::obey::SURE;
use crate::play::pages::{self, Tone};
use crossterm::event::{KeyCode, KeyEvent};
use hulldown_catalog::sample;
use hulldown_core::Generator;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::playable::aids::Grave;
use hulldown_desk::chronicle::Show;
use hulldown_desk::result::{Came, came_after, gravest};
use hulldown_desk::{NewDice, NewGame, Shelf, Until};
use hulldown_draw::{Ink, Look, Room};
use hulldown_keep::{Far, Sitting};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (200, 60)];

/// Sizes that leave out much, but never the question.
const SMALL: [(u16, u16); 2] = [(40, 12), (40, 15)];

fn shelf() -> &'static Shelf {
    &hulldown_desk::shelf()[0]
}

fn sitting(seed: u64, mode: DiceMode) -> Sitting {
    let game = (shelf().new)(NewGame { seed, dice: NewDice::Mode(mode), ..NewGame::default() }).unwrap();
    Sitting::unsaved(game, shelf(), None)
}

/// A game that is not over after so many answers.
fn under_way(answers: u64) -> Sitting {
    let played = (0..100).map(|seed| {
        let mut sitting = sitting(seed, DiceMode::Random);
        sitting.auto("random", &Far::Until(Until::End, Some(answers))).unwrap();
        sitting
    });
    played.into_iter().find(|sitting| !sitting.prompt.over && sitting.game.answered() as u64 == answers).unwrap()
}

/// What is on a screen of this size, line by line.
fn drawn(app: &mut FullScreen<'_>, (columns, lines): (u16, u16)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..lines).map(|y| line(y).trim_end().to_string()).collect()
}

fn press(app: &mut FullScreen<'_>, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            '\t' => KeyCode::Tab,
            '\x08' => KeyCode::Backspace,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '⇞' => KeyCode::PageUp,
            '⇟' => KeyCode::PageDown,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            key => KeyCode::Char(key),
        };
        app.key(KeyEvent::from(code));
        if let Some(command) = app.work.take() {
            app.command(command);
        }
    }
}

/// Types the key of the first option.
fn answer(app: &mut FullScreen<'_>) {
    let key = app.menu.key(0).to_string();
    press(app, &key);
    if !app.typed.is_empty() {
        press(app, "\n");
    }
    if app.sure.is_some() {
        press(app, "y");
    }
}

#[track_caller]
fn shows(app: &mut FullScreen<'_>, size: (u16, u16), text: &str) {
    let screen = drawn(app, size);
    // Wrapping may break the text anywhere; what counts is that its words are there in order.
    let (all, wanted) = (words(&screen.join(" ")), words(text));
    assert!(all.contains(&wanted), "{size:?} does not show {text:?}:\n{}", screen.join("\n"));
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_question_is_in_sight_at_every_size() {
    let mut sitting = sitting(1, DiceMode::Random);
    let mut app = FullScreen::new(&mut sitting, "A new game.".into());
    for _ in 0..150 {
        for size in SIZES.into_iter().chain(SMALL) {
            let question = pages::question(app.sitting);
            shows(&mut app, size, &question);
            let first = match app.menu.rows().first() {
                Some(Row::Option(n)) => app.options()[*n].label.clone(),
                Some(Row::Group(n)) => app.menu.group_line(*n, app.options()),
                None => continue,
            };
            shows(&mut app, size, &words(&first).split(' ').take(3).collect::<Vec<_>>().join(" "));
        }
        answer(&mut app);
    }
}

#[test]
fn dice_are_typed_and_thrown() {
    let mut sitting = sitting(2, DiceMode::Hand);
    let mut app = FullScreen::new(&mut sitting, String::new());
    let mut typed = 0;
    for _ in 0..60 {
        let Some(dice) = app.sitting.prompt.dice().cloned() else {
            answer(&mut app);
            continue;
        };
        for size in SIZES {
            shows(&mut app, size, &format!("Roll {}", dice.dice));
            shows(&mut app, size, &format!("{} showed: _", dice.dice));
        }
        let before = app.sitting.game.history_len();
        press(&mut app, "99\n");
        if dice.dice != "1d10" {
            assert_eq!(app.sitting.game.history_len(), before, "no such faces");
        }
        press(&mut app, "12\x08\x08");
        match typed % 2 {
            0 => press(&mut app, "\n"),
            _ => press(
                &mut app,
                &"1".repeat(usize::from(dice.dice.as_bytes()[0] - b'0')).chars().chain(['\n']).collect::<String>(),
            ),
        }
        assert!(app.sitting.game.history_len() > before, "{:?}", app.notice);
        typed += 1;
    }
    assert!(typed > 5);
}

#[test]
fn pages_open_and_close() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    for size in SIZES {
        drawn(&mut app, size);
        for (keys, title) in [
            (",l", "Log"),
            (",l↑↑\n", ""),
            (",c", "Charts"),
            (",c\n", "Figures:"),
            (",r", "Look up:"),
            (",r7.3", "[7.3"),
            ("?", "Keys"),
            (",o", ""),
            (",w", "Roll"),
            (",h", "Advice"),
            (":where\n", "Situation"),
            (":log all\n", "Log"),
            (":help\n", "Help"),
            (":report\n", "Report"),
        ] {
            press(&mut app, keys);
            assert!(!app.pages.is_empty(), "{keys:?} at {size:?}: {:?}", app.notice);
            shows(&mut app, size, title);
            press(&mut app, "⇟⇟⇟↓⇞");
            drawn(&mut app, size);
            press(&mut app, "\x1b\x1b\x1b");
            assert!(app.pages.is_empty());
        }
    }
}

#[test]
fn the_log_is_by_rounds_and_shows_what_is_asked_for() {
    let mut sitting = under_way(60);
    let mut app = FullScreen::new(&mut sitting, String::new());
    press(&mut app, ",l");
    let lines = |app: &FullScreen<'_>| match app.pages.last().map(|page| &page.kind) {
        Some(Kind::Log { lines, .. }) => lines.clone(),
        _ => panic!("the log is not open"),
    };
    let all = lines(&app);
    assert!(all.iter().any(|(_, line)| line.starts_with("== ")), "{all:#?}");
    shows(&mut app, (80, 24), "Log: everything");
    for (_, _, what) in &Show::ALL[1..] {
        press(&mut app, "→");
        shows(&mut app, (80, 24), &format!("Log: {what}"));
        assert!(lines(&app).len() < all.len(), "{what}");
    }
    press(&mut app, "→");
    assert_eq!(lines(&app), all, "all the way round");
    press(&mut app, "←");
    shows(&mut app, (80, 24), "Log: what decided something");
    // Dice unfold with the chart they were read on.
    press(&mut app, "←←");
    shows(&mut app, (80, 24), "Log: dice");
    press(&mut app, "\n");
    shows(&mut app, (80, 24), "Dice ");
}

#[test]
fn on_a_wide_screen_the_board_keeps_its_place() {
    let mut sitting = met(shelf());
    let mut app = FullScreen::new(&mut sitting, String::new());
    let left = |app: &mut FullScreen<'_>| -> Vec<String> {
        drawn(app, (120, 40)).iter().take(12).map(|line| line.chars().take(70).collect()).collect()
    };
    let before = left(&mut app);
    for _ in 0..8 {
        press(&mut app, "\t");
        assert_eq!(left(&mut app), before);
    }
    // On a narrow one lists and log take turns with it.
    drawn(&mut app, (80, 24));
    let narrow: Vec<_> = (0..8)
        .map(|_| {
            press(&mut app, "\t");
            drawn(&mut app, (80, 24))[1].clone()
        })
        .collect();
    assert!(narrow.iter().any(|line| line.contains("Log · Tab turns")), "{narrow:#?}");
}

/// The dice behind what an answer decided stand on the smallest screen that is usual, in whole.
#[test]
fn what_came_of_a_shot_is_in_sight_with_its_dice() {
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
            let (before, new) = app.log.split_at(app.old);
            let card = pages::card(None, before, new, app.sitting.side()).lines();
            let decided = card
                .windows(2)
                .find(|two| two[0].0.decides() && matches!(two[1].0, Tone::Throw | Tone::Cause | Tone::Dice));
            let Some([(_, head), (_, dice)]) = decided.map(|two| [&two[0], &two[1]]) else { continue };
            if card.iter().filter(|(tone, _)| *tone < Tone::Cause).count() > 1 {
                continue;
            }
            looked += 1;
            shows(&mut app, (80, 24), head);
            shows(&mut app, (80, 24), dice);
        }
    }
    assert!(looked > 5, "{looked}");
}

/// On every card, however short: no roll of something without the one that decided it, each shot of one's own with how it went, and nobody
/// warned of who is out of the fight.
#[test]
fn what_decided_stands_on_every_card() {
    let (mut rolls, mut shots) = (0, 0);
    for shelf in hulldown_desk::shelf() {
        let policies = [(shelf.policies)()[0].0, "random"];
        for policy in policies {
            let mut sitting = met(shelf);
            let mut app = FullScreen::new(&mut sitting, String::new());
            for _ in 0..60 {
                if app.ask().is_none() {
                    break;
                }
                press(&mut app, &format!(":auto {policy} 1\n"));
                let screen = drawn(&mut app, (80, 24)).join("\n");
                let (before, new) = app.log.split_at(app.old);
                let seat = app.sitting.side();
                let card = pages::card(Some("try"), before, new, seat);
                for most in 1..12 {
                    let shown = card
                        .within(|lines| lines.iter().map(|(_, text)| text.len().div_ceil(76)).sum::<usize>() <= most);
                    let whole = card.lines();
                    // Each sentence with what hangs on it.
                    for told in shown
                        .chunk_by(|_, (tone, _)| tone.hangs())
                        .filter(|told| told.iter().any(|(tone, _)| *tone == Tone::Dice))
                    {
                        let all = whole.chunk_by(|_, (tone, _)| tone.hangs()).find(|all| all[0] == told[0]);
                        let decided = |lines: &[(Tone, String)]| {
                            lines.iter().any(|(tone, _)| matches!(tone, Tone::Throw | Tone::Cause))
                        };
                        assert!(decided(told) || !all.is_some_and(decided), "{told:#?}");
                        rolls += 1;
                    }
                }
                let own: Vec<_> = card.urgent().into_iter().filter(|(tone, _)| *tone == Tone::Own).collect();
                if card.urgent().iter().map(|(_, text)| text.len().div_ceil(70)).sum::<usize>() <= 6 {
                    for (_, text) in own {
                        shots += 1;
                        let said = text.split(['.', '(']).next().unwrap_or_default();
                        assert!(words(&screen).contains(&words(said)), "{said}:\n{screen}");
                    }
                }
                let (grave, rest) = gravest(came_after(before, new), seat);
                let all = || grave.iter().chain(&rest);
                let whom = |came: &Came<'_>| came.line.and_then(|line| line.about.whom.clone());
                let out = |came: &&Came<'_>| matches!(came.grave(), Some(Grave::Kill | Grave::Loss(_)));
                for gone in all().filter(out).filter(|gone| whom(gone).is_some()) {
                    let warned = all().find(|came| {
                        let alarms = matches!(came.grave(), Some(Grave::Alarm(..))) && whom(came) == whom(gone);
                        alarms && came.first() < gone.first()
                    });
                    assert!(warned.is_none(), "{gone:?}: {warned:?}");
                }
            }
        }
    }
    assert!(rolls > 30 && shots > 15, "{rolls} {shots}");
}

/// No answer is left out while lines stand empty.
#[test]
fn answers_have_the_lines_the_board_leaves() {
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let policy = (shelf.policies)()[0].0;
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..25 {
            let screen = drawn(&mut app, (80, 24));
            let empty = screen[..23].iter().filter(|line| line.is_empty()).count();
            let left_out = screen.iter().any(|line| line.contains("more line") && line.contains("(Down)"));
            assert!(!left_out || empty <= 2, "{}", screen.join("\n"));
            press(&mut app, &format!(":auto {policy} 1\n"));
        }
    }
}

#[test]
fn a_terminal_that_knows_ascii_alone_is_sent_nothing_else() {
    let mut sitting = met(shelf());
    let mut app = FullScreen::new(&mut sitting, "Ready – go …".into());
    app.plain = true;
    for keys in ["", "l", "\x1b?", "\x1bc\n"] {
        press(&mut app, keys);
        let screen = drawn(&mut app, (120, 40)).join("\n");
        assert!(screen.is_ascii(), "{screen}");
    }
}

#[test]
fn looking_back_and_taking_back() {
    let mut sitting = sitting(4, DiceMode::Random);
    let mut app = FullScreen::new(&mut sitting, String::new());
    press(&mut app, ":auto 10\n");
    press(&mut app, "[[[");
    shows(&mut app, (80, 24), "LOOKING BACK: answer 7 of 10");
    press(&mut app, "1]");
    shows(&mut app, (80, 24), "LOOKING BACK: answer 8 of 10");
    assert_eq!(app.sitting.game.answered(), 10, "looking back changes nothing");
    press(&mut app, "\x1b");
    assert!(app.sitting.past().is_none());
    press(&mut app, ",u");
    assert_eq!(app.sitting.game.answered(), 9);
    shows(&mut app, (80, 24), "Undone:");
}

/// A game of the shelf in which an enemy is on the board.
fn met(shelf: &'static Shelf) -> Sitting {
    for seed in 0..40 {
        let game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
        let mut sitting = Sitting::unsaved(game, shelf, None);
        let policy = (shelf.policies)()[0].0;
        if shelf.secrets {
            assert!(sitting.set_bots([(1, policy.to_string())].into()).is_ok());
        }
        for _ in 0..60 {
            if sitting.prompt.over || sitting.auto(policy, &Far::Until(Until::End, Some(2))).is_err() {
                break;
            }
            if !foes(&sitting).is_empty() && sitting.ask().is_some() {
                return sitting;
            }
        }
    }
    panic!("{}: no enemy was met", shelf.id);
}

/// How enemies stand on the board.
fn foes(sitting: &Sitting) -> Vec<String> {
    let room = Room { columns: 79, lines: 10 };
    let sketch = pages::board(sitting, &Look::default(), room);
    let pieces = sketch.iter().flat_map(|sketch| sketch.pieces().flatten().collect::<Vec<_>>());
    pieces.filter(|(_, ink)| matches!(ink, Ink::Enemy | Ink::Alarm)).map(|(text, _)| text).collect()
}

#[test]
fn the_enemy_and_the_question_stand_on_one_small_screen() {
    for shelf in hulldown_desk::shelf() {
        let mut sitting = met(shelf);
        let mut app = FullScreen::new(&mut sitting, String::new());
        let screen = drawn(&mut app, (80, 24));
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let inked = (0..80 * 24).map(|n| &buffer[(n % 80, n / 80)]);
        let foe = [style::ink(Ink::Enemy).fg, style::ink(Ink::Alarm).fg];
        assert!(
            inked.filter(|cell| foe.contains(&Some(cell.fg)) && cell.symbol() != " ").count() > 0,
            "{}",
            screen.join("\n")
        );
        let question = pages::question(app.sitting);
        shows(&mut app, (80, 24), &question);
        assert!(app.menu.rows().len() <= hulldown_desk::groups::FEW);
        for row in app.menu.rows().iter().take(5) {
            let key = match row {
                Row::Option(n) => app.menu.key(*n).to_string(),
                Row::Group(n) => app.menu.group_line(*n, app.options()).chars().take(12).collect(),
            };
            shows(&mut app, (80, 24), &key);
        }
    }
}

/// Whatever is asked, the board stays in its place and scale.
#[test]
fn the_board_stays_from_question_to_question() {
    for shelf in hulldown_desk::shelf() {
        let game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
        let mut sitting = Sitting::unsaved(game, shelf, None);
        sitting.open_up().unwrap();
        let mut app = FullScreen::new(&mut sitting, String::new());
        for _ in 0..40 {
            if app.sitting.curtain().is_some() {
                press(&mut app, "\n");
            }
            let shown = drawn(&mut app, (80, 24));
            let room = Room { columns: 79, lines: 10 };
            if let Some(sketch) = pages::board(app.sitting, &app.look(), room) {
                let first = sketch.lines()[0].trim_end().to_string();
                assert_eq!(shown[1], first, "{}: {}", shelf.id, shown.join("\n"));
            }
            press(&mut app, ":auto\n");
        }
    }
}

/// What is too small is said as it is meant, and everything larger is drawn.
#[test]
fn what_is_too_small_is_said_truly() {
    let mut sitting = sitting(1, DiceMode::Random);
    let mut app = FullScreen::new(&mut sitting, String::new());
    shows(&mut app, (39, 12), "it takes 40 columns and 12 lines");
    shows(&mut app, (40, 11), "it takes 40 columns and 12 lines");
    assert!(!drawn(&mut app, (40, 12)).join(" ").contains("too small"));
}

/// Back from the past, the card is the one of the present.
#[test]
fn the_present_has_its_own_card_again() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    answer(&mut app);
    let before = drawn(&mut app, (80, 24));
    press(&mut app, "[[[\x1b");
    app.notice = None;
    assert_eq!(drawn(&mut app, (80, 24)), before);
}

/// However little of the log is asked for, a unit's way is told from where it began.
#[test]
fn no_way_is_cut_in_two_at_the_beginning_of_the_log() {
    let mut sitting = met(hulldown_desk::find(sample!(sides)).unwrap());
    let mut app = FullScreen::new(&mut sitting, String::new());
    let mut looked = 0;
    for _ in 0..12 {
        press(&mut app, ":auto\n");
        let log = |what| pages::chronicle(&app.log, &[], app.sitting.side(), what);
        let whole = log(Chronicle::Last(app.log.len()));
        for n in 1..app.log.len().min(80) {
            for line in log(Chronicle::Last(n)).iter().filter(|line| line.contains(" moves from ")) {
                looked += 1;
                assert!(whole.contains(line), "{line}\n{}", whole.join("\n"));
            }
        }
    }
    assert!(looked > 20, "{looked}");
}
