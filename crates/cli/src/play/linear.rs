//! The plain client: lines in, lines out. Complete for screen readers, pipes and paper; nothing is ever redrawn.

use super::command::{self, Chronicle, Command};
use super::menu::{OptionMenu, Row, Unfolded};
use super::obey::{SURE, Said, TextLayout, grave, obey};
use super::pages::{self, Tone, fold};
use crate::terminal;
use crate::text::hang;
use anyhow::Result;
use hulldown_core::game::Seat;
use hulldown_desk::chronicle::rewinds;
use hulldown_desk::json_lines::{Line, read_line};
use hulldown_desk::typed;
use hulldown_desk::{Ask, ChoiceAsk, EventLine};
use hulldown_keep::Sitting;
use std::borrow::Cow;
use std::io::{BufRead, Write};

/// How many of the last events are told when a game is resumed.
pub(super) const LAST: usize = 10;

/// How many lines tell what is not allowed now before they become one.
const FEW_REFUSED: usize = 3;

/// So many options are listed without groups.
const FEW_OPTIONS: usize = 10;

/// The most lines that tell what came of an answer; the log has all.
const LONGEST_CARD: usize = 40;

/// A conversation in plain lines.
pub(crate) struct Linear<'a> {
    out: &'a mut dyn Write,
    columns: usize,
    /// Whether what was typed is to be written out, because no terminal does it.
    echo: bool,
    /// Whether what is not allowed now is listed.
    refused: bool,
    /// The key of an answer that is given if its giver says that he is sure.
    sure: Option<String>,
    /// Whether a question has been put since the last line was read.
    asked: bool,
    /// The hint for the question on the table.
    hint: Option<Cow<'static, str>>,
}

impl<'a> Linear<'a> {
    /// A conversation that writes here, so many columns wide.
    pub(crate) fn new(out: &'a mut dyn Write, columns: usize, echo: bool) -> Self {
        Linear { out, columns: columns.clamp(40, 100), echo, refused: true, sure: None, asked: false, hint: None }
    }

    /// Plays until the player leaves or the input ends.
    pub(crate) fn play(&mut self, sitting: &mut Sitting, mut input: impl BufRead) -> Result<()> {
        if sitting.past().is_none() {
            self.recent(sitting)?;
        }
        self.ask(sitting)?;
        loop {
            // Lines of a pipe are meant to come early; what a person types before he is asked is not an answer.
            if std::mem::take(&mut self.asked) && !self.echo && terminal::forget_typed() {
                self.say("Left out: what was typed before this question was asked.")?;
            }
            write!(self.out, "> ")?;
            self.out.flush()?;
            let line = match read_line(&mut input)? {
                None => {
                    writeln!(self.out)?;
                    break;
                }
                Some(Line::Text(line)) => line,
                Some(Line::TooLong | Line::NotText(_)) => {
                    self.say("That line is not valid text. `help` lists the commands.")?;
                    continue;
                }
            };
            let line = visible(&line);
            if self.echo {
                writeln!(self.out, "{line}")?;
            }
            if !self.hear(sitting, &line)? {
                break;
            }
        }
        self.part(sitting)
    }

    /// Does what a line says; false when the player leaves.
    fn hear(&mut self, sitting: &mut Sitting, line: &str) -> Result<bool> {
        if let Some(seat) = sitting.curtain() {
            // Nothing but an empty line lifts it: what was typed may be the other player's.
            match line.trim().to_ascii_lowercase().as_str() {
                "" => sitting.hand_over(seat),
                "q" | "quit" | "exit" => return Ok(false),
                _ => {
                    self.say("Press Enter to lift the curtain, or type `quit` to leave.")?;
                    return Ok(true);
                }
            }
            self.recent(sitting)?;
            self.ask(sitting)?;
            return Ok(true);
        }
        if let Some(key) = self.sure.take() {
            return match line.trim().to_ascii_lowercase().as_str() {
                "yes" | "y" => self.done(sitting, Command::Sure(key)),
                _ => {
                    self.say("Not done.")?;
                    self.ask(sitting)?;
                    Ok(true)
                }
            };
        }
        let sections = sitting.shown().sections(sitting.viewer());
        let ids: Vec<&str> = sections.iter().map(|section| section.id).collect();
        let command = match command::parse(line, &ids) {
            // What is an answer is meant as one, whatever else it might be.
            _ if sitting.understands(line) => Command::Say(line.trim().into()),
            Ok(command) => command,
            Err(how) => {
                self.say(&format!("Not understood: {how}."))?;
                return Ok(true);
            }
        };
        if command == Command::Advice {
            self.say("Thinking … (Ctrl-C stops it)")?;
            self.out.flush()?;
        }
        self.done(sitting, command)
    }

    /// Does what a command says; false when the player leaves.
    fn done(&mut self, sitting: &mut Sitting, command: Command) -> Result<bool> {
        let game_over = sitting.game.outcome().is_some();
        let said = obey(sitting, command, TextLayout { columns: self.columns, bars: false });
        let tried = match &said {
            Said::Answered(label) => Some(label.clone()),
            _ => None,
        };
        match said {
            Said::Sure(key, why) => {
                self.say(&format!("{why} {SURE}"))?;
                (self.sure, self.asked) = (Some(key), true);
            }
            Said::Unfold(unfolded) => self.unfold(sitting, unfolded)?,
            Said::Page(_, lines) => self.lines(&lines)?,
            Said::No(why) => self.say(&why)?,
            Said::Look => self.ask(sitting)?,
            Said::Hint => self.say(&self.hint.as_deref().map_or_else(|| pages::NO_HINT.into(), pages::hint))?,
            Said::Refused(None) => {
                let lines = sitting.ask().map_or(Vec::new(), |ask| pages::refused(ask, true));
                self.lines(&lines)?;
                if lines.is_empty() {
                    self.say("Nothing is ruled out now.")?;
                }
            }
            Said::Refused(Some(on)) => {
                self.refused = on;
                let now = if self.refused { "listed" } else { "left out" };
                self.say(&format!("Options that are not allowed are {now} from now on."))?;
                self.ask(sitting)?;
            }
            Said::Looked => self.look(sitting)?,
            Said::Moved(_) | Said::Answered(_) => {
                self.hint = None;
                // What was answered comes before what was answered besides.
                if let Some(tried) = tried.filter(|_| sitting.curtain().is_none()) {
                    self.card(Some(&tried), &[], &[], sitting.side())?;
                }
                let remark = if let Said::Moved(remark) = said { remark } else { None };
                for remark in remark.into_iter().chain(sitting.remark()) {
                    self.say(&remark)?;
                }
                if sitting.curtain().is_none() {
                    let (tail, news) = (sitting.tail(), sitting.news());
                    let before = tail.len() - sitting.since().len();
                    self.card(None, &tail[..before], &news, sitting.side())?;
                }
                if !game_over && let Some(outcome) = sitting.game.outcome() {
                    self.lines(&outcome.summary.iter().map(|line| format!("  {line}")).collect::<Vec<_>>())?;
                }
                self.ask(sitting)?;
            }
            Said::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// The question on the table with everything that can be answered.
    pub(crate) fn ask(&mut self, sitting: &mut Sitting) -> Result<()> {
        self.asked = true;
        if let Some(seat) = sitting.curtain() {
            // What the other player saw scrolls away.
            for _ in 0..if self.echo { 1 } else { 60 } {
                writeln!(self.out)?;
            }
            return self.say(&format!("Player {} is next. Hand over, then press Enter.", seat.0 + 1));
        }
        let status = sitting.shown().status(sitting.viewer());
        writeln!(self.out)?;
        let whose = pages::whose(sitting).map_or(String::new(), |whose| format!(" ({whose})"));
        self.say(&format!("{status}{whose}"))?;
        if sitting.past().is_none() {
            // The question may be put again: its hint is told once.
            let lesson = super::hint(sitting);
            if let Some(lesson) = &lesson {
                self.say(&pages::hint(&lesson.text))?;
            }
            self.hint = lesson.map(|lesson| lesson.text).or(self.hint.take());
        }
        self.say(&pages::question(sitting))?;
        let Some(ask) = sitting.ask().cloned() else {
            return self.say("`report` tells the whole story; `quit` leaves.");
        };
        match &ask {
            Ask::Dice(dice) => {
                self.lines(&pages::dice_details(dice))?;
                if let Ok(thrown) = dice.dice.parse() {
                    self.say(&format!(
                        "Type the dice, such as {}; Enter alone lets the program roll.",
                        typed::example(thrown)
                    ))?;
                }
            }
            Ask::Choice(choice) => {
                let mut menu = OptionMenu::of(Some(&ask));
                if let Some(past) = sitting.past() {
                    return self.chosen(&menu, choice, past.chosen.clone().as_deref());
                }
                // Few are read out as they are, with their chances; of two a group would be longer than they.
                if choice.options.len() <= FEW_OPTIONS {
                    menu.unfolded = Unfolded::All;
                }
                if let Some(group) = self.rows(&menu, choice, &grave(sitting))? {
                    self.say(&format!(
                        "  `+{group}` unfolds that group, `all` lists every option; a key chooses at once."
                    ))?;
                }
                let refused = pages::refused(&ask, false);
                match (self.refused, refused.len()) {
                    (false, _) | (_, 0) => {}
                    (true, 1..=FEW_REFUSED) => self.lines(&refused)?,
                    (true, _) => {
                        let count = crate::text::count(ask.refused().len(), "option");
                        self.say(&format!("  Not allowed now: {count}; `refused` says why."))?;
                    }
                }
                if let Some(usual) = pages::usual(sitting, choice, &menu).filter(|_| sitting.past().is_none()) {
                    self.say(&usual)?;
                }
            }
        }
        if let Some(error) = sitting.not_saved() {
            self.say(&format!("NOT SAVED: {error}. Type `save` to try again."))?;
        }
        Ok(())
    }

    /// The lines of a menu, each with what is typed for it. A rule is named where it is another than before. Returns the number of the
    /// first group that was not listed, if one was not.
    fn rows(&mut self, menu: &OptionMenu, ask: &ChoiceAsk, grave: &[usize]) -> Result<Option<usize>> {
        let (options, mut rule) = (&ask.options, ask.rule);
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut folded = None;
        for row in menu.rows() {
            let alone = |n: usize| menu.group(n).map(|group| &group.options).filter(|group| group.len() <= 2);
            let listed = match row {
                Row::Option(n) => vec![n],
                Row::Group(n) => alone(n).cloned().unwrap_or_default(),
            };
            for n in &listed {
                lines.push((menu.key(*n).to_string(), pages::option_line(&options[*n], rule)));
                rule = options[*n].rule;
            }
            if let Row::Group(n) = row
                && listed.is_empty()
            {
                let grave = menu.grave_line(n, grave, options).map_or(String::new(), |grave| format!("; {grave}"));
                folded = folded.or(Some(n + 1));
                lines.push((format!("+{}", n + 1), format!("{}{grave}", menu.group_line(n, options))));
            }
        }
        let wide = lines.iter().map(|(key, _)| key.len()).max().unwrap_or(0).max(4);
        for (key, line) in lines {
            for part in hang(&format!("{key:>wide$}  "), &line, self.columns) {
                writeln!(self.out, "{part}")?;
            }
        }
        Ok(folded)
    }

    /// What was chosen then; the other options are listed when they are asked for.
    fn chosen(&mut self, menu: &OptionMenu, ask: &ChoiceAsk, chosen: Option<&str>) -> Result<()> {
        let all = ask.options.len();
        let Some(n) = ask.options.iter().position(|option| Some(option.key.as_str()) == chosen) else {
            return self.say(&format!("  Not answered yet; `all` lists {}.", crate::text::count(all, "option")));
        };
        self.say(&format!("  Chosen: {} {}", menu.key(n), pages::option_line(&ask.options[n], ask.rule)))?;
        match all - 1 {
            0 => self.say("  It was the only option."),
            others => self.say(&format!("  `all` lists it with {} more.", crate::text::count(others, "option"))),
        }
    }

    /// The options of a group, those that begin so, or all.
    fn unfold(&mut self, sitting: &Sitting, unfolded: Unfolded) -> Result<()> {
        let mut menu = OptionMenu::of(sitting.ask());
        menu.unfolded = unfolded;
        match sitting.ask() {
            Some(Ask::Choice(ask)) => self.rows(&menu, ask, &grave(sitting)).map(drop),
            _ => Ok(()),
        }
    }

    /// What came of an answer.
    fn card(&mut self, tried: Option<&str>, before: &[EventLine], events: &[EventLine], seat: Seat) -> Result<()> {
        let card = pages::card(tried, before, events, seat).within(|lines| lines.len() <= LONGEST_CARD);
        let line = |(tone, text): &(Tone, String)| match tone {
            Tone::Title => format!("-- {text} --"),
            Tone::Loss | Tone::Alarm => format!("!! {text}"),
            Tone::Sum | Tone::Own | Tone::Fire | Tone::Gone | Tone::Foe | Tone::Head | Tone::Line => {
                format!("   {text}")
            }
            Tone::Throw | Tone::Cause | Tone::Course | Tone::Dice | Tone::Roll => format!("      {text}"),
            Tone::Part | Tone::Phase => format!("  {text}"),
        };
        self.lines(&card.iter().map(line).collect::<Vec<_>>())
    }

    /// The moment looked back at.
    fn look(&mut self, sitting: &mut Sitting) -> Result<()> {
        let last = sitting.seen().answered();
        match sitting.past() {
            Some(past) => {
                let tried = past.tried.as_ref().map_or_else(String::new, |tried| format!(": {tried}"));
                let (head, events) = (format!("-- After answer {} of {last}{tried} --", past.at), past.events.clone());
                self.say(&head)?;
                self.card(None, &[], &events, sitting.side())?;
                self.lines(&pages::rewinds_in(sitting, &events))?;
            }
            None => self.say(&format!("-- The present, after answer {last} --"))?,
        }
        self.ask(sitting)
    }

    /// What to say on leaving.
    fn part(&mut self, sitting: &Sitting) -> Result<()> {
        match (sitting.not_saved(), sitting.name()) {
            (Some(error), _) => self.say(&format!("The last answer is NOT saved: {error}."))?,
            (None, Some(name)) => self.say(&resume_with(name))?,
            (None, None) => self.say("Left.")?,
        }
        self.out.flush()?;
        Ok(())
    }

    /// What happened last.
    fn recent(&mut self, sitting: &Sitting) -> Result<()> {
        let log = sitting.log(0);
        // How a guided game came to where it begins is no news to whoever has not seen it.
        if log.is_empty() || sitting.is_at_opening().is_some() {
            return Ok(());
        }
        self.lines(&pages::chronicle(&log, &rewinds(sitting.seen()), sitting.side(), Chronicle::Last(LAST)))
    }

    fn lines(&mut self, lines: &[String]) -> Result<()> {
        for line in fold(lines, self.columns) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    pub(crate) fn say(&mut self, text: &str) -> Result<()> {
        self.lines(&[text.to_string()])
    }
}

/// What is said to somebody who leaves a saved game.
pub(super) fn resume_with(name: &str) -> String {
    format!("Saved. Resume with: hulldown play --continue {}", crate::archive::quoted(name))
}

/// What was typed, without control characters.
fn visible(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(400).collect::<String>().trim().to_string()
}
