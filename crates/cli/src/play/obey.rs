//! Doing what a player said, the same way for both clients.

mod files;
mod lookups;
mod past;
mod settings;

use super::command::{Command, meant};
use super::let_think;
use super::menu::{MeantOption, OptionMenu, Unfolded};
use super::pages;
use files::{report, save, saves, story};
use hulldown_core::phrase::sentence;
use hulldown_desk::chronicle::rewinds;
use hulldown_desk::keys::{FrameCommand, LEADER};
use hulldown_desk::typed;
use hulldown_desk::{Ask, Choice, Code};
use hulldown_keep::{Sitting, Trouble};
use hulldown_store::StoreError;
use lookups::{advice, asked, board, chart, odds, section, why};
use past::{go_to, look, mark, part, part_called, play_on, to_mark};
use settings::{auto, dice, ease, on, stops, tips};
pub(crate) use settings::{last_word, stretches};

/// What came of something a player said.
#[derive(Debug)]
pub(crate) enum Said {
    /// Something to read, under a title.
    Page(String, Vec<String>),
    /// The game has moved: its news and the next question are to be shown, after this remark.
    Moved(Option<String>),
    /// The game has moved by an answer that is called so.
    Answered(String),
    /// An answer that gives up something for good: its key, what it is called and what it gives up. It is given if it is said again.
    Sure(String, String),
    /// These options are to be listed.
    Unfold(Unfolded),
    /// Another moment of the game is looked at.
    Looked,
    /// The question is to be shown again.
    Look,
    /// The hint is to be shown again.
    Hint,
    /// What is not allowed now is to be shown, hidden, or the other of the two.
    Refused(Option<bool>),
    /// Nothing was done, for this reason.
    No(String),
    /// Leave.
    Quit,
}

/// What is said where an answer is asked for twice.
pub(crate) const SURE: &str = "Type y to do it; anything else cancels.";

/// What text is laid out for.
#[derive(Clone, Copy)]
pub(crate) struct TextLayout {
    /// How wide it is.
    pub(crate) columns: usize,
    /// Whether chances may be drawn as bars: who has them read out is told figures alone.
    pub(crate) bars: bool,
}

/// Which options are asked for twice, because they give up something for good.
pub(crate) fn grave(sitting: &Sitting) -> Vec<usize> {
    let options = sitting.ask().filter(|_| sitting.past().is_none()).map_or(&[][..], Ask::options);
    let fatal = |option: &Choice| sitting.game.fatal(sitting.seat(), &option.key).is_some();
    options.iter().enumerate().filter(|(_, option)| fatal(option)).map(|(n, _)| n).collect()
}

/// Does what was said. What went on in another window is taken up at once, and nothing of what was answered here is shown as done.
pub(crate) fn obey(sitting: &mut Sitting, command: Command, sheet: TextLayout) -> Said {
    let said = obeyed(sitting, command, sheet);
    if !matches!(sitting.not_saved(), Some(StoreError::Stale { .. })) {
        return said;
    }
    match sitting.reload() {
        Ok(()) => Said::Moved(Some(ELSEWHERE.into())),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

/// What is said when a game went on elsewhere.
const ELSEWHERE: &str =
    "Your answer was NOT taken: this game was changed in another window. This is where it stands now.";

fn obeyed(sitting: &mut Sitting, command: Command, sheet: TextLayout) -> Said {
    let columns = sheet.columns;
    if let Some(error) = sitting.not_saved()
        && !matches!(command, Command::Save(_) | Command::Quit | Command::Help)
    {
        return Said::No(format!("{error}. The last answer is not saved yet: type `save` to try again."));
    }
    if sitting.is_record() && changes(&command) {
        return Said::No("Nothing is answered or changed in a record: `forward` and `back` step through it.".into());
    }
    match command {
        Command::Nothing | Command::Pick(_) | Command::Sure(_) | Command::Other(_) | Command::Say(_) => {
            answer(sitting, &command)
        }
        Command::Unfold(which) => unfold(sitting, which),
        Command::Look => Said::Look,
        Command::Hint => Said::Hint,
        Command::Board(what) => board(sitting, what.as_deref(), columns),
        Command::About(about) => asked(sitting, &about),
        Command::Where => page("Situation", pages::situation(sitting)),
        Command::Section(id) => section(sitting, &id),
        Command::Log(what) => {
            page("Log", pages::chronicle(&sitting.log(0), &rewinds(sitting.seen()), sitting.side(), what))
        }
        Command::Part { small, forward } => part(sitting, small, forward),
        Command::PartCalled { what, forward } => part_called(sitting, &what, forward),
        Command::Mark(name) => mark(sitting, name),
        Command::To(name) => to_mark(sitting, &name),
        Command::Odds(which) => odds(sitting, which.as_deref()),
        Command::Why(which) => why(sitting, which.as_deref()),
        Command::Rule(Some(what)) => page(&format!("Rule {what}"), pages::rules(sitting, &what)),
        Command::Rule(None) => match sitting.ask() {
            Some(ask) => page("Rule", pages::rules(sitting, ask.rule())),
            None => Said::No("Nothing is asked now; `rule 7.3` or `rule` with words looks one up.".into()),
        },
        Command::Charts | Command::Chart(_) => chart(sitting, &command, columns),
        Command::Advice => advice(sitting, sheet.bars),
        Command::Undo => undo(sitting, sitting.steps_back()),
        Command::Rewind(0) => Said::No("Say how many answers to undo, such as `rewind 3`.".into()),
        Command::Rewind(n) => undo(sitting, n),
        Command::Dice(mode) => dice(sitting, mode),
        Command::Auto(how) => auto(sitting, &how),
        Command::On => on(sitting),
        Command::Ease(level) => ease(sitting, level),
        Command::Stops(kinds) => stops(sitting, kinds),
        Command::Story(to) => story(sitting, to.as_deref(), columns),
        Command::Refused(on) => Said::Refused(on),
        Command::Tips(on) => tips(sitting, on),
        Command::Saves => saves(sitting, columns),
        Command::Save(to) => save(sitting, to.as_deref()),
        Command::Report(to) => report(sitting, to.as_deref(), columns),
        Command::Back(n) => look(sitting, sitting.at().saturating_sub(n)),
        Command::Forward(n) => look(sitting, sitting.at().saturating_add(n)),
        Command::Goto(n) => go_to(sitting, n),
        Command::Now => look(sitting, usize::MAX),
        Command::PlayOn => play_on(sitting),
        Command::Help => page("Help", pages::help(sitting, columns)),
        Command::Quit => Said::Quit,
    }
}

/// Whether a command would change a game, or how it is played.
fn changes(command: &Command) -> bool {
    match command {
        Command::Pick(_) | Command::Sure(_) | Command::Other(_) | Command::Say(_) => true,
        Command::Undo | Command::Rewind(_) | Command::Auto(_) | Command::On => true,
        Command::Dice(to) => to.is_some(),
        Command::Ease(to) => to.is_some(),
        Command::Tips(to) => to.is_some(),
        Command::Stops(_) => true,
        Command::Save(to) => to.is_none(),
        _ => false,
    }
}

fn page(title: &str, lines: Vec<String>) -> Said {
    Said::Page(title.into(), lines)
}

fn trouble(trouble: Trouble) -> Said {
    match trouble {
        Trouble::Refused(problem) => Said::No(sentence(&pages::problem(&problem))),
        Trouble::Unsaved(error) => Said::No(format!(
            "{error}. Your last answer is not saved yet: type `save` to try again, or `save FILE` to write it elsewhere."
        )),
    }
}

/// Does something to the game; bots may have to think about what follows.
fn moved(sitting: &mut Sitting, act: impl FnOnce(&mut Sitting) -> Result<(), Trouble> + Send) -> Said {
    let_think(sitting, act).map_or_else(trouble, |()| Said::Moved(None))
}

fn answer(sitting: &mut Sitting, command: &Command) -> Said {
    if sitting.is_record() {
        return look(sitting, sitting.at().saturating_add(1));
    }
    if let Some(past) = sitting.past() {
        return Said::No(format!(
            "You are looking back at answer {}. `now` returns to the game, `forward` steps on.",
            past.at
        ));
    }
    let Some(ask) = sitting.ask().cloned() else {
        return Said::No("The game is over. `report` shows the report, `log all` the whole log, `quit` leaves.".into());
    };
    match (&ask, command.clone()) {
        (Ask::Dice(_), Command::Nothing) => moved(sitting, |sitting| sitting.throw(None)),
        (Ask::Dice(dice), command) => {
            let typed = if let Command::Other(text) = command { text } else { String::new() };
            let Ok(thrown) = dice.dice.parse() else {
                return Said::No(format!("{} is not a possible roll", dice.dice));
            };
            match typed::faces(&typed, thrown) {
                Ok(faces) => moved(sitting, |sitting| sitting.throw(Some(&faces))),
                Err(why) => Said::No(format!("{} Enter alone lets the program roll.", sentence(&why))),
            }
        }
        (Ask::Choice(ask), Command::Say(line)) => {
            let label = ask.options.iter().find(|option| option.key == line).map(|option| option.label.clone());
            match label {
                Some(label) => give(sitting, &line, label, false),
                None => match moved(sitting, |sitting| sitting.choose(&line)) {
                    Said::No(why)
                        if sitting.not_saved().is_none() && !why.contains("nothing of this line was done") =>
                    {
                        Said::No(format!("{why} Nothing of the line was taken."))
                    }
                    said => said,
                },
            }
        }
        (Ask::Choice(ask), Command::Nothing) => {
            let menu = OptionMenu::of(sitting.ask());
            let mut lines = vec![pages::question(sitting)];
            lines.extend(pages::usual(sitting, ask, &menu));
            lines.push("  `look` lists the options.".into());
            page("Question", lines)
        }
        (Ask::Choice(ask), Command::Pick(n)) => match ask.options.get(n) {
            Some(option) => give(sitting, &option.key, option.label.clone(), false),
            None => Said::Look,
        },
        (Ask::Choice(ask), Command::Sure(key)) => {
            let label = ask.options.iter().find(|option| option.key == key).map(|option| option.label.clone());
            give(sitting, &key, label.unwrap_or_default(), true)
        }
        (Ask::Choice(choice), Command::Other(text)) => match OptionMenu::of(Some(&ask)).find(&text) {
            MeantOption::One(n) => give(sitting, &choice.options[n].key, choice.options[n].label.clone(), false),
            MeantOption::Several(_) => Said::Unfold(Unfolded::Begins(text.to_ascii_uppercase())),
            MeantOption::Nothing => said_otherwise(sitting, &text),
        },
        (Ask::Choice(_), _) => Said::Look,
    }
}

/// Gives an answer; one that gives up something for good only if that is sure.
fn give(sitting: &mut Sitting, key: &str, label: String, sure: bool) -> Said {
    if let Some(why) = sitting.game.fatal(sitting.seat(), key).filter(|_| !sure) {
        return Said::Sure(key.into(), format!("{} {why}", sentence(&label)));
    }
    match moved(sitting, |sitting| sitting.choose(key)) {
        Said::Moved(None) => Said::Answered(label),
        other => other,
    }
}

/// What is no key of an option may be one that is refused, or a slip.
fn said_otherwise(sitting: &mut Sitting, text: &str) -> Said {
    if let Some(why) = OptionMenu::of(sitting.ask()).refusal(text, sitting.ask()) {
        return Said::No(why);
    }
    // A letter alone is a key and nothing else; what the frame does wants a comma in front.
    if let ([letter], true) = (text.as_bytes(), text.is_ascii())
        && let Some(FrameCommand { letter, word: what, .. }) = FrameCommand::by_letter(char::from(*letter))
    {
        return Said::No(format!("No option has the key {} now; `{LEADER}{letter}` is {what}.", text.to_uppercase()));
    }
    // A capital or a digit begins keys and nothing else.
    if text.len() <= 4
        && text.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        return Said::No(format!("No option has the key {text} now; `all` lists them."));
    }
    match let_think(sitting, |sitting| sitting.choose(text)) {
        Err(Trouble::Refused(problem)) => {
            let word = text.split_whitespace().next().unwrap_or_default();
            let parts = sitting.shown().sections(sitting.viewer());
            let parts: Vec<&str> = parts.iter().map(|part| part.id).collect();
            let hint = meant(word, &parts).map_or(String::new(), |word| format!(" Did you mean `{word}`?"));
            // What a record calls the answers is nobody's business at the table.
            let why = match problem.code {
                Code::Unknown => format!("`{text}` is no option and no command."),
                Code::Illegal if problem.rule.is_none() && problem.at.as_deref() == Some("key") => {
                    format!("`{text}` is no answer to this question.")
                }
                _ => sentence(&pages::problem(&problem)),
            };
            Said::No(format!("{why}{hint} `look` lists the options, `help` the commands."))
        }
        Err(other) => trouble(other),
        Ok(()) => match sitting.last_given().filter(|given| given.said) {
            Some(given) => Said::Answered(given.heading()),
            None => Said::Moved(None),
        },
    }
}

/// The options of a group, or all.
fn unfold(sitting: &Sitting, which: Option<usize>) -> Said {
    let menu = OptionMenu::of(sitting.ask());
    match which {
        None => Said::Unfold(Unfolded::All),
        Some(n) if menu.group(n).is_some() => Said::Unfold(Unfolded::Group(n)),
        Some(n) => Said::No(format!("There is no group +{} of options now.", n + 1)),
    }
}

fn undo(sitting: &mut Sitting, steps: u16) -> Said {
    if sitting.past().is_some() {
        return Said::No("You are looking back; `now` returns to the game first.".into());
    }
    match let_think(sitting, |sitting| sitting.undo(steps)) {
        Ok(back) => Said::Moved(Some(sentence(&back.text))),
        Err(why) => trouble(why),
    }
}
