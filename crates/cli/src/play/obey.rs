//! Doing what a player said, the same way for both clients.

mod past;

use super::command::{About, Auto, Command, Far, meant};
use super::let_think;
use super::menu::{Found, Menu, Unfolded};
use super::pages;
use super::thinking::think;
use crate::dice::mode_words;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::phrase::{capital, sentence};
use hulldown_desk::chronicle::rewinds;
use hulldown_desk::keys::{Command as OfFrame, LEADER};
use hulldown_desk::typed;
use hulldown_desk::{Ask, Choice, Code, Level, Until};
use hulldown_draw::{Look, Room};
use hulldown_keep::{self as keep, Sitting, Trouble};
use hulldown_store::{Readers, StoreError};
use past::{look, mark, part, play_on, to_mark};
use std::path::Path;
use std::time::Duration;

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
    /// What is not allowed now is to be shown, hidden, or the other of the two.
    Refused(Option<bool>),
    /// Nothing was done, for this reason.
    No(String),
    /// Leave.
    Quit,
}

/// How long advice may take if a few playouts of every option fit into it, and if they do not.
const PATIENCE: Duration = Duration::from_millis(1_200);
const LONGEST_ADVICE: Duration = Duration::from_secs(20);

/// How many lines a board takes that is printed: near what happens, and whole.
const NEAR: usize = 30;
const LONGEST_BOARD: usize = 90;

/// Does what was said. Text is laid out for so many columns.
pub(crate) fn obey(sitting: &mut Sitting, command: Command, columns: usize) -> Said {
    if let Some(error) = sitting.not_saved()
        && !matches!(command, Command::Save(_) | Command::Quit | Command::Help)
    {
        return Said::No(format!("{error}. The last answer is not saved yet: type `save` to try again."));
    }
    match command {
        Command::Nothing | Command::Pick(_) | Command::Sure(_) | Command::Other(_) | Command::Say(_) => {
            answer(sitting, &command)
        }
        Command::Unfold(which) => unfold(sitting, which),
        Command::Look => Said::Look,
        Command::Board(what) => board(sitting, what.as_deref(), columns),
        Command::About(about) => asked(sitting, &about),
        Command::Where => page("Situation", pages::situation(sitting)),
        Command::Section(id) => section(sitting, &id),
        Command::Log(what) => {
            page("Log", pages::chronicle(&sitting.log(0), &rewinds(sitting.seen()), sitting.side(), what))
        }
        Command::Part { small, forward } => part(sitting, small, forward),
        Command::Mark(name) => mark(sitting, name),
        Command::To(name) => to_mark(sitting, &name),
        Command::Odds(which) => odds(sitting, which.as_deref()),
        Command::Why(which) => why(sitting, which.as_deref(), columns),
        Command::Rule(what) => page(&format!("Rule {what}"), pages::rules(sitting, &what)),
        Command::Charts | Command::Chart(_) => chart(sitting, &command, columns),
        Command::Advice => advice(sitting),
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
        Command::Goto(n) => look(sitting, n),
        Command::Now => look(sitting, usize::MAX),
        Command::PlayOn => play_on(sitting),
        Command::Help => page("Help", pages::help(columns)),
        Command::Quit => Said::Quit,
    }
}

fn page(title: &str, lines: Vec<String>) -> Said {
    Said::Page(title.into(), lines)
}

fn trouble(trouble: Trouble) -> Said {
    match trouble {
        Trouble::Refused(problem) => Said::No(sentence(&pages::problem(&problem))),
        Trouble::Unsaved(StoreError::Stale { .. }) => Said::No(
            "This game was changed in another window, so your last answer was discarded. Type `save` to continue from the present position.".into(),
        ),
        Trouble::Unsaved(error) => {
            Said::No(format!("{error}. Your last answer is not saved yet: type `save` to try again, or `save FILE` to write it elsewhere."))
        }
    }
}

/// Does something to the game; bots may have to think about what follows.
fn moved(sitting: &mut Sitting, act: impl FnOnce(&mut Sitting) -> Result<(), Trouble> + Send) -> Said {
    let_think(sitting, act).map_or_else(trouble, |()| Said::Moved(None))
}

fn answer(sitting: &mut Sitting, command: &Command) -> Said {
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
                    Said::No(why) if sitting.not_saved().is_none() => {
                        Said::No(format!("{why} Nothing of the line was taken."))
                    }
                    said => said,
                },
            }
        }
        (Ask::Choice(_), Command::Nothing) => Said::Look,
        (Ask::Choice(ask), Command::Pick(n)) => match ask.options.get(n) {
            Some(option) => give(sitting, &option.key, option.label.clone(), false),
            None => Said::Look,
        },
        (Ask::Choice(ask), Command::Sure(key)) => {
            let label = ask.options.iter().find(|option| option.key == key).map(|option| option.label.clone());
            give(sitting, &key, label.unwrap_or_default(), true)
        }
        (Ask::Choice(choice), Command::Other(text)) => match Menu::of(Some(&ask)).find(&text) {
            Found::One(n) => give(sitting, &choice.options[n].key, choice.options[n].label.clone(), false),
            Found::Several(_) => Said::Unfold(Unfolded::Begins(text.to_ascii_uppercase())),
            Found::Nothing => said_otherwise(sitting, &text),
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
    // A letter alone is a key and nothing else; what the frame does wants a comma in front.
    if let ([letter], true) = (text.as_bytes(), text.is_ascii())
        && let Some(OfFrame { letter, word: what, .. }) = OfFrame::by_letter(char::from(*letter))
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
                _ => sentence(&pages::problem(&problem)),
            };
            Said::No(format!("{why}{hint} `look` lists the options, `help` the commands."))
        }
        done => done.map_or_else(trouble, |()| Said::Moved(None)),
    }
}

/// The options of a group, or all.
fn unfold(sitting: &Sitting, which: Option<usize>) -> Said {
    let menu = Menu::of(sitting.ask());
    match which {
        None => Said::Unfold(Unfolded::All),
        Some(n) if menu.group(n).is_some() => Said::Unfold(Unfolded::Group(n)),
        Some(n) => Said::No(format!("There is no group +{} of options now.", n + 1)),
    }
}

/// The option a key or number stands for.
fn option<'a>(ask: Option<&'a Ask>, which: &str) -> Result<&'a Choice, String> {
    let options = ask.map_or(&[][..], Ask::options);
    if options.is_empty() {
        return Err("There are no options now.".into());
    }
    let found = match Menu::of(ask).find(which) {
        Found::One(n) => options.get(n),
        _ => None,
    };
    found
        .or_else(|| options.iter().find(|option| option.key == which))
        .ok_or_else(|| format!("There is no option {which}: `all` lists what can be chosen."))
}

/// The board in characters, as large as it gets.
fn board(sitting: &Sitting, what: Option<&str>, columns: usize) -> Said {
    let whole = what.is_some_and(|what| what.eq_ignore_ascii_case("all"));
    let look = Look { about: what.filter(|_| !whole), whole, ..Look::default() };
    let lines = if what.is_none() { NEAR } else { LONGEST_BOARD };
    match pages::board(sitting, &look, Room { columns, lines }) {
        Some(sketch) => page("Board", sketch.lines()),
        None => page("Board", pages::situation(sitting)),
    }
}

/// An answer in words about the board.
fn asked(sitting: &Sitting, about: &About) -> Said {
    let title = match about {
        About::Look(what) | About::Way(what) | About::See(what) => what.clone(),
        About::Targets => "Who targets you".into(),
        About::Where => "Where you are".into(),
    };
    match sitting.shown().answer(sitting.viewer(), about.question()) {
        Ok(lines) => {
            let mut lines: Vec<String> = lines.iter().map(|line| pages::capital_in(line)).collect();
            if *about == About::Targets {
                lines.extend(sitting.shown().unsure(sitting.seat()));
            }
            page(&title, lines)
        }
        Err(why) => Said::No(sentence(&why)),
    }
}

fn section(sitting: &Sitting, id: &str) -> Said {
    let sections = sitting.shown().sections(sitting.viewer());
    match sections.iter().find(|section| section.id.eq_ignore_ascii_case(id)) {
        Some(section) => page(&section.title, pages::section(section)),
        None => Said::No(format!("There is nothing to show for {id} now.")),
    }
}

fn odds(sitting: &Sitting, which: Option<&str>) -> Said {
    let (game, seat) = (sitting.shown(), sitting.seat());
    if let Some(Ask::Dice(ask)) = sitting.ask() {
        return page(&ask.text, pages::dice_details(ask));
    }
    let replies = match which {
        None => game.all_odds(seat),
        Some(which) => match option(sitting.ask(), which) {
            Ok(option) => game.odds(seat, &option.key).map(|reply| vec![reply]),
            Err(why) => return Said::No(why),
        },
    };
    match replies {
        Ok(replies) if replies.is_empty() => page("Odds", vec!["None of the options leads to a roll at once.".into()]),
        Ok(replies) => page("Odds", replies.iter().flat_map(pages::odds).collect()),
        Err(problem) => Said::No(pages::problem(&problem)),
    }
}

fn why(sitting: &Sitting, which: Option<&str>, columns: usize) -> Said {
    if let Some(which) = which {
        let options = sitting.ask();
        if let Some(refused) = options.and_then(|ask| ask.refused().iter().find(|refused| refused.key == which)) {
            let mut lines = vec![format!("{}: not now, {} [{}]", refused.label, refused.why, refused.rule)];
            lines.extend(pages::rules(sitting, &refused.rule));
            return page("Why not", lines);
        }
        return match option(options, which) {
            Ok(option) => {
                let mut lines = vec![pages::option_line(option)];
                lines.extend(pages::rules(sitting, &option.rule));
                page("Why", lines)
            }
            Err(why) => Said::No(why),
        };
    }
    let events = sitting.log(0);
    let last = events.iter().rev().find_map(|event| event.roll.as_ref().map(|roll| (event, roll)));
    let mut lines = Vec::new();
    if let Some((event, roll)) = last {
        lines.push("The last roll:".into());
        lines.extend(pages::roll(sitting, event, roll, columns));
    }
    if let Some(ask) = sitting.ask() {
        if last.is_some() {
            lines.push(String::new());
        }
        lines.push("What is asked now:".into());
        lines.extend(pages::rules(sitting, ask.rule()));
    }
    page("Why", lines)
}

fn chart(sitting: &Sitting, command: &Command, columns: usize) -> Said {
    let sheets = match (sitting.shelf.sheets)(sitting.pack.as_ref()) {
        Ok(sheets) => sheets,
        Err(problem) => return Said::No(pages::problem(&problem)),
    };
    match command {
        Command::Chart(id) => match crate::charts::find(sheets, id) {
            Ok(sheet) => page(
                &format!("Chart {}", hulldown_desk::read::heading(sheet)),
                pages::chart(sheet, &sitting.log(0), columns),
            ),
            Err(why) => Said::No(why),
        },
        _ => page("Charts", crate::charts::list_lines(sheets, columns)),
    }
}

/// Advice by as many playouts as fit into the time one is willing to wait.
fn advice(sitting: &Sitting) -> Said {
    let instead = sitting.shown().instead(sitting.seat());
    if !instead.is_empty() {
        return page("Advice", instead);
    }
    let (game, seat) = (sitting.shown().duplicate(), sitting.seat());
    let advised = think(LONGEST_ADVICE, move |limit| hulldown_desk::advice(&*game, seat, PATIENCE, limit));
    match advised {
        Ok(advice) => page("Advice", pages::advice(sitting.ask(), &advice)),
        Err(problem) => Said::No(pages::problem(&problem)),
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

fn dice(sitting: &mut Sitting, mode: Option<DiceMode>) -> Said {
    let Some(mode) = mode else {
        let who = capital(&mode_words(&sitting.game.dice_mode()));
        return page("Dice", vec![format!("{who}. `dice hand`, `dice random` and `dice hand B1,B3` change that.")]);
    };
    if let DiceMode::Charts(charts) = &mode
        && let Ok(sheets) = (sitting.shelf.sheets)(sitting.pack.as_ref())
        && let Some(unknown) = charts.iter().find(|id| !sheets.iter().any(|sheet| sheet.id.eq_ignore_ascii_case(id)))
    {
        let why = crate::charts::find(sheets, unknown).err().unwrap_or_default();
        return Said::No(sentence(&why));
    }
    let said = format!("From now on {}.", mode_words(&mode));
    match let_think(sitting, |sitting| sitting.set_dice(mode)) {
        Ok(()) => Said::Moved(Some(said)),
        Err(why) => trouble(why),
    }
}

/// The kind of event a bot plays on to, by the last word of how far that is.
fn stretch<'a>(stretches: &[(&'a str, &str)], what: &str) -> Result<&'a str, String> {
    let last = |words: &str| words.rsplit([' ', '-']).next().unwrap_or_default().to_lowercase();
    let found = stretches.iter().find(|(_, words)| last(words) == last(what));
    let all = || stretches.iter().map(|(_, words)| format!("`to {}`", last(words))).collect::<Vec<_>>().join(", ");
    found.map(|(kind, _)| *kind).ok_or_else(|| format!("There is no `{what}` to play to here; try {}.", all()))
}

fn auto(sitting: &mut Sitting, how: &Auto) -> Said {
    if sitting.past().is_some() {
        return Said::No("You are looking back; `now` returns to the game first.".into());
    }
    let policies = (sitting.shelf.policies)();
    let policy = match &how.policy {
        Some(policy) => policy.clone(),
        None => policies.first().map_or_else(|| "random".to_string(), |(name, _)| (*name).to_string()),
    };
    let far = match &how.far {
        Far::Answers(1) => keep::Far::Until(Until::Decision, None),
        Far::Answers(n) => keep::Far::Until(Until::End, Some(*n)),
        Far::Step => keep::Far::Until(Until::Step, None),
        Far::End => keep::Far::Until(Until::End, None),
        Far::To(what) => match stretch(sitting.shelf.stretches, what) {
            Ok(kind) => keep::Far::Event(kind.into()),
            Err(why) => return Said::No(why),
        },
    };
    match let_think(sitting, |sitting| sitting.auto(&policy, &far)) {
        Ok(played) => {
            let by = format!("{} by `{policy}`.", crate::text::count(played.answers as usize, "answer"));
            Said::Moved(Some(played.remark().map_or(by.clone(), |remark| format!("{by} {remark}"))))
        }
        Err(why) => trouble(why),
    }
}

/// The usual answer, and on to the next real decision.
fn on(sitting: &mut Sitting) -> Said {
    if sitting.past().is_some() {
        return Said::No("You are looking back; `now` returns to the game first.".into());
    }
    moved(sitting, Sitting::play_on)
}

fn ease(sitting: &mut Sitting, level: Option<Level>) -> Said {
    let mut wanted = sitting.players.ease.clone();
    let Some(level) = level else {
        let mut lines: Vec<String> = Level::ALL
            .iter()
            .map(|(known, name, what)| format!("{} {name}: {what}", if *known == wanted.level { "*" } else { " " }))
            .collect();
        let kinds: Vec<&str> = wanted.stops.iter().map(String::as_str).collect();
        lines.push(match kinds.is_empty() {
            true => "No question kinds are pinned; pin one with `ask me KIND`.".into(),
            false => format!("Always asked: {}.", kinds.join(", ")),
        });
        lines.push("Kinds of questions that can be answered for you:".into());
        lines.extend(sitting.shelf.kinds.iter().map(|(kind, what)| format!("  {kind}: {what}")));
        return page("Ease", lines);
    };
    wanted.level = level;
    let what = Level::ALL[level as usize].2;
    match sitting.set_ease(wanted) {
        Ok(()) => page("Ease", vec![format!("From the next answer on {what}.")]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

fn stops(sitting: &mut Sitting, kinds: Vec<String>) -> Said {
    let known = sitting.shelf.kinds;
    if let Some(unknown) = kinds.iter().find(|kind| !known.iter().any(|(name, _)| name == kind)) {
        if known.is_empty() {
            return Said::No("In this game every question is asked; none is answered for you.".into());
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        return Said::No(format!("Unknown question kind {unknown}; choose one of {}.", names.join(", ")));
    }
    let mut wanted = sitting.players.ease.clone();
    wanted.stops = kinds.into_iter().collect();
    let said = match wanted.stops.is_empty() {
        true => "No question kinds are pinned now.".to_string(),
        false => format!("Always asked: {}.", wanted.stops.iter().cloned().collect::<Vec<_>>().join(", ")),
    };
    match sitting.set_ease(wanted) {
        Ok(()) => page("Ease", vec![said]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

fn story(sitting: &Sitting, to: Option<&Path>, columns: usize) -> Said {
    if !sitting.shown().has_story() {
        return match report(sitting, to, columns) {
            Said::Page(title, mut lines) => {
                lines.insert(0, "This game is not told as a story; this is its report.".into());
                page(&title, lines)
            }
            said => said,
        };
    }
    let lines = pages::told_story(sitting);
    let Some(path) = to else { return page("Story", lines) };
    let text = pages::fold(&lines, columns.clamp(60, 100)).join("\n") + "\n";
    match crate::archive::write_file(path, &text, Readers::Everyone, false) {
        Ok(()) => page("Story", vec![format!("Story written to {}.", path.display())]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

fn tips(sitting: &mut Sitting, on: Option<bool>) -> Said {
    let Some(on) = on else {
        let state = if sitting.tips_off() { "put away" } else { "given in guided games" };
        return page("Tips", vec![format!("Hints are {state}. `tips on` and `tips off` change that.")]);
    };
    match sitting.tips(on) {
        Ok(()) if on => Said::Moved(Some("Hints are on.".into())),
        Ok(()) => page("Tips", vec!["Hints are off; `tips on` turns them on again.".into()]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

fn saves(sitting: &Sitting, columns: usize) -> Said {
    let Some(store) = sitting.store() else { return Said::No("This game is not saved.".into()) };
    match store.list() {
        Ok(rows) => page("Saved games", crate::saves::list_lines(&rows, columns)),
        Err(error) => Said::No(error.to_string()),
    }
}

fn save(sitting: &mut Sitting, to: Option<&Path>) -> Said {
    if let Some(path) = to {
        return match export(sitting, path) {
            Ok(()) => {
                let mut lines = vec![format!("Game written to {}.", path.display())];
                lines.extend(sitting.is_secret().then(|| crate::saves::BOTH_SIDES.into()));
                page("Saved", lines)
            }
            Err(error) => Said::No(format!("{error:#}")),
        };
    }
    if let Some(StoreError::Stale { .. }) = sitting.not_saved() {
        return match sitting.reload() {
            Ok(()) => Said::Moved(Some("This is the present position.".into())),
            Err(error) => Said::No(format!("{error:#}")),
        };
    }
    let waited = sitting.not_saved().is_some();
    match (sitting.keep(), sitting.name()) {
        (Ok(()), _) if waited => Said::Moved(Some("Saved.".into())),
        (Ok(()), Some(name)) => {
            let path = sitting.store().map_or(String::new(), |store| store.path().display().to_string());
            page("Saved", vec![format!("Every answer is saved, under {name:?} in {path}.")])
        }
        (Ok(()), None) => Said::No("This game is not saved (--no-save). `save FILE` writes it to a file.".into()),
        (Err(error), _) => trouble(Trouble::Unsaved(error)),
    }
}

/// Writes the whole game to a file.
fn export(sitting: &Sitting, path: &Path) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(&sitting.game.export())?;
    let secrets = sitting.shelf.secrets && sitting.game.outcome().is_none();
    let readers = if secrets { Readers::Owner } else { Readers::Everyone };
    Ok(crate::archive::write_file(path, &text, readers, false)?)
}

fn report(sitting: &Sitting, to: Option<&Path>, columns: usize) -> Said {
    let lines = pages::report(sitting);
    let Some(path) = to else { return page("Report", lines) };
    let text = pages::fold(&lines, columns.clamp(60, 100)).join("\n") + "\n";
    match crate::archive::write_file(path, &text, Readers::Everyone, false) {
        Ok(()) => page("Report", vec![format!("Report written to {}.", path.display())]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}
