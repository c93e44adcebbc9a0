//! The plain client: lines in, lines out. Complete for screen readers, pipes and paper; nothing is ever redrawn.

use super::command::{self, Command};
use super::obey::{Said, obey};
use super::pages::{self, fold};
use crate::dice::example;
use crate::text::hang;
use anyhow::Result;
use hulldown_desk::Ask;
use hulldown_desk::reading::{Line, read_line};
use hulldown_keep::Sitting;
use std::io::{BufRead, Write};

/// How many of the last events are told when a game is taken up.
pub(super) const LAST: usize = 10;

/// A conversation in plain lines.
pub(crate) struct Linear<'a> {
    out: &'a mut dyn Write,
    columns: usize,
    /// Whether what was typed is to be written out, because no terminal does it.
    echo: bool,
    /// Whether what is not allowed now is listed.
    refused: bool,
}

impl<'a> Linear<'a> {
    /// A conversation that writes here, so many columns wide.
    pub(crate) fn new(out: &'a mut dyn Write, columns: usize, echo: bool) -> Self {
        Linear { out, columns: columns.clamp(40, 100), echo, refused: true }
    }

    /// Plays until the player leaves or the input ends.
    pub(crate) fn play(&mut self, sitting: &mut Sitting, mut input: impl BufRead) -> Result<()> {
        if sitting.past().is_none() {
            self.events(&sitting.log(sitting.seen().told().saturating_sub(LAST)))?;
        }
        self.ask(sitting)?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let line = match read_line(&mut input)? {
                None => {
                    writeln!(self.out)?;
                    break;
                }
                Some(Line::Text(line)) => line,
                Some(Line::TooLong | Line::NotText(_)) => {
                    self.say("That line cannot be read. `help` lists what one can say.")?;
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
                    self.say("Press Enter to lift the curtain, or say `quit` to leave.")?;
                    return Ok(true);
                }
            }
            self.events(&sitting.log(sitting.seen().told().saturating_sub(LAST)))?;
            self.ask(sitting)?;
            return Ok(true);
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
        let game_over = sitting.game.outcome().is_some();
        match obey(sitting, command, self.columns) {
            Said::Page(_, lines) => self.lines(&lines)?,
            Said::No(why) => self.say(&why)?,
            Said::Look => self.ask(sitting)?,
            Said::Refused(None) => {
                let lines = sitting.ask().map_or(Vec::new(), |ask| pages::refused(ask, true));
                self.lines(&lines)?;
                if lines.is_empty() {
                    self.say("Nothing is shut out now.")?;
                }
            }
            Said::Refused(Some(on)) => {
                self.refused = on;
                let now = if self.refused { "listed" } else { "left out" };
                self.say(&format!("What is not allowed is {now} from now on."))?;
                self.ask(sitting)?;
            }
            Said::Looked => self.look(sitting)?,
            Said::Moved(remark) => {
                for remark in remark.into_iter().chain(sitting.remark()) {
                    self.say(&remark)?;
                }
                if sitting.curtain().is_none() {
                    self.events(&sitting.news())?;
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
        if sitting.past().is_none()
            && let Some(lesson) = super::hint(sitting)
        {
            self.say(&format!("Hint: {}", lesson.text))?;
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
                        "Type what the dice show, such as {}; Enter alone lets the program throw.",
                        example(thrown)
                    ))?;
                }
            }
            Ask::Choice(choice) => {
                let chosen = sitting.past().and_then(|past| past.chosen.clone());
                for (n, option) in choice.options.iter().enumerate() {
                    let mark = if chosen.as_deref() == Some(&option.key) { "  <- chosen" } else { "" };
                    let line = format!("{}{mark}", pages::option_line(option));
                    for part in hang(&format!("{:>3}. ", n + 1), &line, self.columns) {
                        writeln!(self.out, "{part}")?;
                    }
                }
                if self.refused {
                    self.lines(&pages::refused(&ask, false))?;
                }
                if let Some(usual) = pages::usual(choice).filter(|_| sitting.past().is_none()) {
                    self.say(&usual)?;
                }
            }
        }
        if let Some(error) = sitting.not_saved() {
            self.say(&format!("NOT SAVED: {error}. Say `save` to try again."))?;
        }
        Ok(())
    }

    /// The moment looked back at.
    fn look(&mut self, sitting: &mut Sitting) -> Result<()> {
        let last = sitting.seen().answered();
        match sitting.past() {
            Some(past) => {
                let (head, events) = (format!("-- Answer {} of {last} --", past.at), past.events.clone());
                self.say(&head)?;
                self.events(&events)?;
            }
            None => self.say(&format!("-- The present, after answer {last} --"))?,
        }
        self.ask(sitting)
    }

    /// What to say on leaving.
    fn part(&mut self, sitting: &Sitting) -> Result<()> {
        match (sitting.not_saved(), sitting.name()) {
            (Some(error), _) => self.say(&format!("Left. The last answer is NOT saved: {error}."))?,
            (None, Some(name)) => {
                let name = crate::archive::quoted(name);
                self.say(&format!("Saved. Go on with: hulldown play --continue {name}"))?;
            }
            (None, None) => self.say("Left.")?,
        }
        self.out.flush()?;
        Ok(())
    }

    pub(crate) fn events(&mut self, events: &[hulldown_desk::EventLine]) -> Result<()> {
        self.lines(&pages::blocks(events))
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

/// What was typed, without control characters.
fn visible(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(400).collect::<String>().trim().to_string()
}
