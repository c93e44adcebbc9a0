//! The full-screen client.

mod draw;
mod keys;
mod overlay;
mod parts;
#[cfg(test)]
mod tests;

use super::command::{Command, pressed};
use super::linear::{LAST, resume_with};
use super::menu::{OptionMenu, Row};
use super::obey::{SURE, Said, TextLayout, obey};
use super::pages;
use super::thinking::WORTH_SAYING;
use anyhow::{Context, Result};
use crossterm::event::{self, Event, KeyEventKind};
use hulldown_desk::{Ask, EventLine};
use hulldown_keep::Sitting;
use overlay::Overlay;
use ratatui::Terminal;
use ratatui::backend::Backend;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Plays on the full screen until the player leaves.
pub(crate) fn play(sitting: &mut Sitting, opening: &[String]) -> Result<()> {
    let mut terminal = ratatui::try_init().context("this terminal has no full screen; try --linear")?;
    crate::terminal::restore_on_signal();
    let mut app = FullScreen::new(sitting, opening.join(" "));
    let played = app.run(&mut terminal);
    ratatui::restore();
    played?;
    if let Some(last_words) = app.last_words() {
        crate::fail::eprintln_quietly(&last_words);
    }
    Ok(())
}

/// What stands in the place that Tab turns: on a narrow screen that of the board, else the first of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// The board, or the lists in their own order; in a low window what can be answered.
    Board,
    /// In a low window the board, in the place of what can be answered.
    Alone,
    /// The log.
    Log,
    /// A list by its id.
    List(&'static str),
}

/// The client: what is shown, selected and typed.
pub(crate) struct FullScreen<'s> {
    sitting: &'s mut Sitting,
    /// Everything told in the game that is looked at.
    log: Vec<EventLine>,
    /// How much of the log was there before the last answer.
    old: usize,
    /// Which row of the options is selected: none until somebody has moved to one, so that Enter alone answers nothing.
    selected: Option<usize>,
    /// Whether the last key was none that can be pressed here: then Enter does not answer either.
    slip: bool,
    /// Which options ask twice, because they give up something for good.
    grave: Vec<usize>,
    /// Where on the board one looks: where something is asked, else where something was asked last.
    about: Option<String>,
    /// How much of the log was old before one looked back.
    old_now: usize,
    /// Whether what is not allowed now is listed.
    refused: bool,
    /// What Tab has turned to.
    turned: Turned,
    /// How many lines of it lie above what is shown, and where its next page begins if it has one.
    scrolled: usize,
    below: Option<usize>,
    /// Pages laid over the table, the topmost last.
    pages: Vec<Overlay>,
    /// What is typed for dice.
    faces: String,
    /// Whether the comma was pressed that comes before a command of the frame.
    leading: bool,
    /// The options as they are listed.
    menu: OptionMenu,
    /// What is typed of an option's key.
    typed: String,
    /// The key of an answer that is given if Enter says that it is sure.
    sure: Option<String>,
    /// What the last answer was called.
    tried: Option<String>,
    /// What is to be said of the last change that was no answer: what was taken back, how often a bot has answered.
    remark: Option<String>,
    /// Whether the question is new: what was typed before it was seen does not answer it.
    fresh: bool,
    /// The command line, if it is open.
    line: Option<String>,
    /// A line that was refused: it stands in the command line when that is opened again.
    mend: Option<String>,
    /// Something said about the last key.
    notice: Option<String>,
    /// The hint for the question on the table.
    hint: Option<Cow<'static, str>>,
    /// Something that takes a moment, to be done after the screen says so.
    work: Option<Command>,
    /// Whether the other side took long over its last answer.
    patient: bool,
    /// The width pages are laid out for.
    columns: usize,
    /// How many lines the table has.
    tall: u16,
    /// How wide and high board, result, question and options are together.
    table: (u16, u16),
    /// Whether board, lists and log share one place, and Tab turns from one to the next.
    narrow: bool,
    /// Whether there is no room for the board beside the question.
    low: bool,
    /// Whether the terminal knows ASCII alone.
    plain: bool,
    done: bool,
}

impl<'s> FullScreen<'s> {
    pub(crate) fn new(sitting: &'s mut Sitting, opening: String) -> Self {
        // How a guided game came to where it begins is no news to whoever has not seen it.
        let last = if sitting.is_at_opening().is_some() { 0 } else { LAST };
        let old = sitting.log(0).len().saturating_sub(last);
        let mut app = FullScreen {
            sitting,
            log: Vec::new(),
            old,
            old_now: old,
            selected: None,
            slip: false,
            grave: Vec::new(),
            about: None,
            refused: false,
            turned: Turned::Board,
            scrolled: 0,
            below: None,
            pages: Vec::new(),
            faces: String::new(),
            leading: false,
            menu: OptionMenu::default(),
            typed: String::new(),
            sure: None,
            tried: None,
            remark: None,
            fresh: false,
            line: None,
            mend: None,
            notice: Some(opening).filter(|opening| !opening.is_empty()),
            hint: None,
            work: None,
            patient: false,
            columns: 80,
            tall: 22,
            table: (80, 22),
            narrow: true,
            low: false,
            plain: crate::plain::is_plain(),
            done: false,
        };
        app.refresh();
        app
    }

    fn run<B: Backend>(&mut self, terminal: &mut Terminal<B>) -> Result<()>
    where
        B::Error: Send + Sync + 'static,
    {
        while !self.done {
            terminal.draw(|frame| self.draw(frame))?;
            if std::mem::take(&mut self.fresh) {
                while event::poll(Duration::ZERO).context("the keyboard cannot be read")? {
                    super::thinking::leave_out(&event::read().context("the keyboard cannot be read")?);
                }
                if let Some(early) = super::thinking::left_out() {
                    let said = format!("Left out, typed before this was shown: {early}");
                    self.notice = Some(self.notice.take().map_or(said.clone(), |notice| format!("{notice} {said}")));
                    continue;
                }
            }
            if let Some(command) = self.work.take() {
                self.notice = None;
                self.command(command);
                continue;
            }
            match event::read().context("the keyboard cannot be read")? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
                _ => {}
            }
        }
        Ok(())
    }

    /// What to say on the plain terminal after leaving.
    fn last_words(&self) -> Option<String> {
        if let Some(error) = self.sitting.not_saved() {
            return Some(format!("The last answer is NOT saved: {error}."));
        }
        self.sitting.name().map(resume_with)
    }

    /// Looks at the game anew after it has changed or another moment is looked at.
    fn refresh(&mut self) {
        self.log = self.sitting.log(0);
        self.menu = OptionMenu::of(self.sitting.ask());
        (self.selected, self.slip) = (None, false);
        self.scrolled = 0;
        if self.low {
            self.turned = Turned::Board;
        }
        self.grave = crate::play::obey::grave(self.sitting);
        self.about = pages::looks_at(self.sitting).or(self.about.take());
        self.faces.clear();
        self.typed.clear();
        self.hint = match self.sitting.past() {
            None => crate::play::hint(self.sitting).map(|lesson| lesson.text),
            Some(_) => None,
        };
        self.old = self.old_now.min(self.log.len());
        if let Some(past) = self.sitting.past() {
            self.old = self.log.len().saturating_sub(past.events.len());
        }
        self.fold_menu();
        if let Some(past) = self.sitting.past() {
            let chosen = past.chosen.as_deref();
            let chosen = self.options().iter().position(|option| Some(option.key.as_str()) == chosen);
            self.selected = chosen.map(|option| self.menu.row_of(option));
        }
    }

    /// Groups where not every option has a line of its own beside board and result; those that have room for all of theirs are open.
    fn fold_menu(&mut self) {
        let few = self.options().len() <= usize::from(self.tall / 2).saturating_sub(2);
        // Which is selected, and so takes more lines, has no say in it.
        let selected = self.selected.take();
        let room = self.room_for_options();
        let all = room + draw::BELOW;
        (self.menu.plain, self.menu.open) = (true, Vec::new());
        self.menu.plain = !self.low && (few || self.has_lines(all));
        if !self.low && !self.menu.plain {
            for n in self.menu.folded() {
                self.menu.open.push(n);
                if !self.has_lines(room) {
                    self.menu.open.pop();
                }
            }
        }
        self.selected = selected;
    }

    fn ask(&self) -> Option<&Ask> {
        self.sitting.ask()
    }

    fn options(&self) -> &[hulldown_desk::Choice] {
        self.ask().map_or(&[], Ask::options)
    }

    /// The key and the label of the answer that `.` gives.
    fn usual(&self) -> Option<(&str, &str)> {
        let Some(Ask::Choice(ask)) = self.ask().filter(|_| self.sitting.past().is_none()) else { return None };
        let usual = ask.usual.as_ref()?;
        let at = ask.options.iter().position(|option| option.key == usual.key)?;
        Some((self.menu.key(at), &ask.options[at].label))
    }

    /// How many rows can be selected.
    fn rows(&self) -> usize {
        let refused = if self.refused { self.ask().map_or(0, |ask| ask.refused().len()) } else { 0 };
        self.menu.rows().len() + refused
    }

    /// The option that is selected, if it is one.
    fn selected_option(&self) -> Option<usize> {
        match self.menu.rows().get(self.selected?) {
            Some(Row::Option(n)) => Some(*n),
            _ => None,
        }
    }

    /// The rule behind what is selected.
    fn selected_rule(&self) -> Option<String> {
        let ask = self.ask()?;
        let option = self.selected_option().and_then(|n| ask.options().get(n)).map(|option| option.rule);
        let refused = || ask.refused().get(self.selected?.checked_sub(self.menu.rows().len())?).map(|r| r.rule);
        Some(option.or_else(refused).unwrap_or(ask.rule()).to_string())
    }

    /// Does what a command says and shows what comes of it.
    fn command(&mut self, command: Command) {
        let before = self.log.len();
        let begun = Instant::now();
        let said = obey(self.sitting, command, TextLayout { columns: self.columns, bars: true });
        match said {
            Said::Page(title, lines) => self.pages.push(Overlay::text(title, lines)),
            Said::No(why) if self.sitting.not_saved().is_some() => {
                self.notice = Some(format!("{why} Enter tries again."));
            }
            Said::No(why) => self.notice = Some(why),
            Said::Look => {}
            Said::Hint => match self.hint.clone() {
                Some(hint) => self.pages.push(Overlay::text("Hint", vec![hint.into_owned()])),
                None => self.notice = Some(pages::NO_HINT.into()),
            },
            Said::Refused(_) if self.ask().is_none_or(|ask| ask.refused().is_empty()) => {
                self.notice = Some("Nothing is ruled out now.".into());
            }
            Said::Refused(on) => {
                self.refused = on.unwrap_or(!self.refused);
                let hide = if self.refused { "hides it" } else { "lists it again" };
                let now = if self.refused { "listed" } else { "left out" };
                self.notice = Some(format!("What is not allowed is {now} from now on; {} {hide}.", pressed("refused")));
                self.selected = self.selected.filter(|row| *row < self.rows());
            }
            Said::Looked => {
                self.pages.clear();
                self.refresh();
            }
            Said::Sure(key, why) => {
                self.notice = Some(format!("{why} {SURE}"));
                self.sure = Some(key);
                self.fresh = true;
            }
            Said::Unfold(unfolded) => {
                self.pages.clear();
                self.menu.unfolded = unfolded;
                self.selected = None;
            }
            Said::Moved(_) | Said::Answered(_) => {
                (self.tried, self.remark) = match said {
                    Said::Moved(remark) => (None, remark),
                    Said::Answered(label) => (Some(label), None),
                    _ => (None, None),
                };
                self.fresh = true;
                self.mend = None;
                // What was turned to in the place of the board gives way to what happens there.
                if self.narrow {
                    self.turned = Turned::Board;
                }
                self.patient = !self.sitting.players.bots.is_empty() && begun.elapsed() > WORTH_SAYING;
                self.pages.clear();
                self.notice = self.sitting.remark();
                // What an undo took back is no longer there to be old.
                self.old_now = before.min(self.sitting.seen().told().saturating_sub(self.sitting.seen().news().len()));
                self.refresh();
            }
            Said::Quit => self.done = true,
        }
    }
}
