//! What keys do.

use super::overlay::{Kind, Overlay};
use super::{FullScreen, Turned};
use crate::play::command::{self, BoardQuestion, Chronicle, Command};
use crate::play::menu::{Row, Unfolded};
use crate::play::pages;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hulldown_desk::Ask;
use hulldown_desk::chronicle::Show;
use hulldown_desk::keys::{COMMANDS, FrameCommand, LEADER, typed};
use hulldown_draw::Room;

/// How far Page Up and Page Down go.
const PAGE: isize = 10;

/// In so few lines a board is drawn in the smallest window.
const LOWEST: usize = 8;

impl FullScreen<'_> {
    /// Does what a key says.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if matches!(key.code, KeyCode::Char('c' | 'd' | 'q')) {
                self.done = true;
            }
            return;
        }
        self.notice = None;
        if let Some(sure) = self.sure.take() {
            match key.code {
                KeyCode::Char('y' | 'Y') => self.slow(Command::Sure(sure)),
                _ => self.notice = Some("Not done.".into()),
            }
            return;
        }
        if let Some(seat) = self.sitting.curtain() {
            match key.code {
                KeyCode::Enter => {
                    self.sitting.hand_over(seat);
                    self.refresh();
                }
                KeyCode::Char('q') | KeyCode::Esc => self.done = true,
                _ => {}
            }
            return;
        }
        if self.line.is_some() {
            self.line_key(key.code);
        } else if !self.pages.is_empty() {
            self.page_key(key.code);
        } else {
            self.table_key(key.code);
        }
    }

    /// A key while the command line is open.
    fn line_key(&mut self, code: KeyCode) {
        let Some(line) = &mut self.line else { return };
        match code {
            KeyCode::Esc => self.line = None,
            KeyCode::Backspace if line.is_empty() => self.line = None,
            KeyCode::Backspace => _ = line.pop(),
            KeyCode::Char(c) if line.len() < 200 => line.push(c),
            KeyCode::Enter => {
                let line = self.line.take().unwrap_or_default();
                if line.trim().is_empty() {
                    return;
                }
                let sections = self.sitting.shown().sections(self.sitting.viewer());
                let ids: Vec<&str> = sections.iter().map(|section| section.id).collect();
                match command::parse(&line, &ids) {
                    _ if self.sitting.understands(&line) => {
                        self.slow(Command::Say(line.trim().into()));
                        // A line of which nothing was taken is there to be mended.
                        if let Some(why) = self.notice.take() {
                            self.notice = Some(format!("{why} `:` brings it back."));
                            self.mend = Some(line);
                        }
                    }
                    Ok(command) => self.slow(command),
                    Err(how) => self.notice = Some(format!("Not understood: {how}.")),
                }
            }
            _ => {}
        }
    }

    /// Does a command, after saying so if it takes a moment: advice, and answers to a side that thinks long.
    fn slow(&mut self, command: Command) {
        let answers = matches!(command, Command::Pick(_) | Command::Sure(_) | Command::Say(_) | Command::On);
        if matches!(command, Command::Advice | Command::Auto(_)) || (answers && self.patient) {
            self.notice = Some("Thinking … Esc stops it.".into());
            self.work = Some(command);
        } else {
            self.command(command);
        }
    }

    /// A key while a page lies over the table.
    fn page_key(&mut self, code: KeyCode) {
        let rows = match self.pages.last().map(|page| &page.kind) {
            Some(Kind::Log { lines, .. }) => lines.len(),
            Some(Kind::Charts(_)) => self.sheets().len(),
            _ => 0,
        };
        let Some(page) = self.pages.last_mut() else { return };
        match (code, &mut page.kind) {
            (KeyCode::Esc, _) => _ = self.pages.pop(),
            (KeyCode::Up, _) => page.step(-1, rows),
            (KeyCode::Down, _) => page.step(1, rows),
            (KeyCode::PageUp, _) => page.step(-PAGE, rows),
            (KeyCode::PageDown, _) => page.step(PAGE, rows),
            (KeyCode::Home, _) => page.step(-isize::MAX, rows),
            (KeyCode::End, _) => page.step(isize::MAX, rows),
            (KeyCode::Backspace, Kind::Rules { typed, .. }) => {
                typed.pop();
                page.scroll = 0;
            }
            (KeyCode::Char(c), Kind::Rules { typed, .. }) if typed.len() < 60 => {
                typed.push(c);
                page.scroll = 0;
            }
            (KeyCode::Enter, Kind::Log { lines, at, .. }) => {
                let told = lines.get(*at).and_then(|(told, _)| *told);
                if let Some(at) = told.and_then(|told| self.log.iter().position(|event| event.n == told)) {
                    self.unfold(at);
                }
            }
            (KeyCode::Left | KeyCode::Right, Kind::Log { show, .. }) => {
                let (all, by) = (Show::ALL.len(), if code == KeyCode::Right { 1 } else { Show::ALL.len() - 1 });
                let now = Show::ALL.iter().position(|(known, ..)| known == show).unwrap_or(0);
                self.pages.pop();
                self.open_log(Show::ALL[(now + by) % all].0);
            }
            (KeyCode::Enter, Kind::Charts(at)) => {
                let at = *at;
                let sheets = self.sheets();
                if let Some(sheet) = sheets.get(at) {
                    let lines = pages::chart(sheet, &self.log, self.columns);
                    self.pages.push(Overlay::text(format!("Chart {}", hulldown_desk::read::heading(sheet)), lines));
                }
            }
            (KeyCode::Char(' '), Kind::Text(_)) => page.step(PAGE, rows),
            (KeyCode::Enter | KeyCode::Char('q') | KeyCode::Backspace, _) => _ = self.pages.pop(),
            (KeyCode::Char(c @ ('l' | 'c' | 'r' | 'w')), _) => {
                self.pages.clear();
                self.frame_key(c);
            }
            (KeyCode::Char(',' | '?' | ':'), _) => {
                self.pages.clear();
                self.table_key(code);
            }
            _ => {}
        }
    }

    /// Opens the log, all of it or some, at its end.
    fn open_log(&mut self, show: Show) {
        let rewinds = hulldown_desk::chronicle::rewinds(self.sitting.seen());
        let lines = pages::entries(&self.log, &rewinds, self.sitting.side(), Chronicle::Of(show));
        let what = Show::ALL.iter().find(|(known, ..)| *known == show).map_or("", |(.., what)| what);
        let at = lines.len().saturating_sub(1);
        self.pages.push(Overlay::new(format!("Log: {what}"), Kind::Log { show, lines, at }));
    }

    /// Shows all there is to an event of the log.
    pub(super) fn unfold(&mut self, at: usize) {
        let Some(event) = self.log.get(at) else { return };
        let page = match &event.roll {
            Some(roll) => Overlay::new("Roll", Kind::Text(pages::roll(self.sitting, event, roll, self.columns))),
            None => {
                let mut lines = vec![pages::event(event), String::new()];
                lines.extend(pages::rules(self.sitting, &event.rule));
                Overlay::text("Event", lines)
            }
        };
        self.pages.push(page);
    }

    /// A key with nothing over the table.
    fn table_key(&mut self, code: KeyCode) {
        if std::mem::take(&mut self.leading) {
            if let KeyCode::Char(c) = code {
                self.frame_key(c.to_ascii_lowercase());
            }
            return;
        }
        let at_once = match code {
            KeyCode::F(n) => FrameCommand::by_key(&format!("F{n}")),
            KeyCode::Char(c) => FrameCommand::by_key(c.encode_utf8(&mut [0; 4])),
            _ => None,
        };
        if let Some(command) = at_once {
            return self.frame_key(command.letter);
        }
        let rows = self.rows();
        let dice = matches!(self.ask(), Some(Ask::Dice(_))) && self.sitting.past().is_none();
        match code {
            KeyCode::Up => self.select(-1, rows),
            KeyCode::Down => self.select(1, rows),
            KeyCode::PageUp if self.sitting.past().is_some() => self.command(Command::Back(PAGE.unsigned_abs())),
            KeyCode::PageDown if self.sitting.past().is_some() => self.command(Command::Forward(PAGE.unsigned_abs())),
            KeyCode::PageUp => self.select(-PAGE, rows),
            KeyCode::PageDown => self.select(PAGE, rows),
            KeyCode::Tab => self.turn(1),
            KeyCode::BackTab => self.turn(-1),
            KeyCode::Enter => self.enter(),
            KeyCode::Backspace if dice && !self.faces.is_empty() => _ = self.faces.pop(),
            KeyCode::Backspace if !self.typed.is_empty() => {
                self.typed.pop();
                self.begins();
            }
            KeyCode::Backspace if self.menu.unfolded == Unfolded::Nothing && self.sitting.past().is_none() => {
                self.command(Command::Undo);
            }
            KeyCode::Esc | KeyCode::Backspace if self.menu.unfolded != Unfolded::Nothing => {
                self.slip = false;
                self.typed.clear();
                self.begins();
            }
            KeyCode::Char(c) if dice && (c.is_ascii_digit() || c == ' ') => {
                self.faces.push(c);
                self.faces.truncate(12);
                self.slip = false;
            }
            KeyCode::Esc if dice && !self.faces.is_empty() => self.faces.clear(),
            KeyCode::Esc if self.narrow && self.turned != Turned::Board => {
                (self.turned, self.scrolled) = (Turned::Board, 0);
            }
            KeyCode::Esc if self.sitting.past().is_some() && !self.sitting.is_record() => self.command(Command::Now),
            KeyCode::Home if self.sitting.past().is_some() => self.command(Command::Goto(0)),
            KeyCode::End if self.sitting.past().is_some() => self.command(Command::Now),
            KeyCode::Left if self.sitting.past().is_some() => self.command(Command::Back(1)),
            KeyCode::Right if self.sitting.past().is_some() => self.command(Command::Forward(1)),
            KeyCode::Char(c) => self.letter(c),
            _ => {}
        }
    }

    /// Turns to the rest of a list, to the next, or to the one before. On a narrow screen board and log are among them.
    fn turn(&mut self, by: isize) {
        let began = std::mem::take(&mut self.scrolled);
        match self.below.take() {
            Some(next) if by > 0 => return self.scrolled = next,
            // Back at its beginning first.
            _ if by < 0 && began > 0 => return,
            _ => {}
        }
        let sections = self.sitting.shown().sections(self.sitting.viewer());
        let mut stops: Vec<Turned> = sections.iter().map(|section| Turned::List(section.id)).collect();
        if self.narrow {
            stops.insert(0, Turned::Board);
            stops.push(Turned::Log);
        }
        let drawn = || pages::board(self.sitting, &self.look(), Room { columns: self.columns, lines: LOWEST });
        if self.low && drawn().is_some() {
            stops.insert(1, Turned::Alone);
        }
        let at = stops.iter().position(|stop| *stop == self.turned).unwrap_or(0) as isize;
        let next = (at + by).rem_euclid(stops.len().max(1) as isize) as usize;
        self.turned = stops.get(next).copied().unwrap_or(Turned::Board);
    }

    /// Moves the selection by so many rows; the first step selects the first row or the last.
    fn select(&mut self, by: isize, rows: usize) {
        self.slip = false;
        self.turn_to_answers();
        let last = rows.saturating_sub(1);
        self.selected = (rows > 0).then(|| match self.selected {
            Some(at) => at.saturating_add_signed(by).min(last),
            None if by < 0 => last,
            None => 0,
        });
    }

    fn enter(&mut self) {
        if self.sitting.not_saved().is_some() {
            return self.command(Command::Save(None));
        }
        if self.sitting.past().is_some() {
            return self.command(Command::Forward(1));
        }
        match self.ask() {
            // It may have been for the question before.
            Some(Ask::Dice(_)) if self.slip && self.faces.trim().is_empty() => {
                self.slip = false;
                self.notice =
                    Some("After a wrong key Enter does not roll. Press it again to let the program roll.".into());
            }
            Some(Ask::Dice(_)) if self.faces.trim().is_empty() => self.command(Command::Nothing),
            Some(Ask::Dice(_)) => {
                let faces = std::mem::take(&mut self.faces);
                self.command(Command::Other(faces));
            }
            // Only what somebody has moved to or typed whole is meant: Enter after anything else may have been for another question.
            Some(Ask::Choice(_)) => match (self.selected, self.menu.meant(&self.typed).0) {
                _ if self.slip => self.notice = Some(self.how_to_answer("After a wrong key Enter does not answer.")),
                (Some(row), _) => self.pick(row),
                (None, Some(one)) if !self.typed.is_empty() => self.slow(Command::Pick(one)),
                (None, _) => self.notice = Some(self.how_to_answer("Nothing is selected.")),
            },
            None => self.command(Command::Report(None)),
        }
    }

    fn how_to_answer(&self, why: &str) -> String {
        let usual = self.usual().map_or(String::new(), |(key, _)| format!(", `.` gives the usual answer ({key})"));
        format!("{why} Type a key, or Up, Down and then Enter{usual}.")
    }

    /// Chooses the option in this row, unfolds the group, or says why it cannot be chosen.
    fn pick(&mut self, row: usize) {
        let rows = self.menu.rows();
        match rows.get(row) {
            Some(Row::Option(n)) => self.slow(Command::Pick(*n)),
            Some(Row::Group(n)) => self.command(Command::Unfold(Some(*n))),
            None => {
                let refused = self.ask().and_then(|ask| ask.refused().get(row - rows.len())).filter(|_| self.refused);
                self.notice = refused.map(|refused| format!("Not now: {} [{}]", refused.why, refused.rule));
            }
        }
    }

    /// Lists what begins with what is typed.
    fn begins(&mut self) {
        self.menu.unfolded = match self.typed.as_str() {
            "" => Unfolded::Nothing,
            typed => Unfolded::Begins(typed.into()),
        };
        (self.selected, self.slip) = (None, false);
        self.turn_to_answers();
    }

    /// In a low window whoever begins to answer sees what can be answered.
    fn turn_to_answers(&mut self) {
        if self.low {
            self.turned = Turned::Board;
        }
    }

    /// A letter or digit of an option's key.
    fn type_key(&mut self, key: char) {
        let Some(c) = typed(key) else {
            self.slip = true;
            self.notice = Some("? shows the keys.".into());
            return;
        };
        let whole = format!("{}{c}", self.typed);
        match self.menu.meant(&whole) {
            // What was unfolded stays: only the last key was wrong.
            (_, among) if among.is_empty() => {
                (self.selected, self.slip) = (None, true);
                self.notice = Some(match self.ask() {
                    Some(Ask::Dice(_)) => "Type what the dice show; Enter alone lets the program roll.".into(),
                    ask => self.menu.refusal(&whole, ask).unwrap_or_else(|| format!("No option has the key {whole}.")),
                });
            }
            (Some(one), among) if among.len() == 1 => self.slow(Command::Pick(one)),
            _ => {
                self.typed = whole;
                self.begins();
            }
        }
    }

    fn letter(&mut self, key: char) {
        let past = self.sitting.past().is_some();
        match key {
            LEADER => {
                self.leading = true;
                self.notice = Some(led());
            }
            ':' | '/' => self.line = Some(self.mend.take().unwrap_or_default()),
            '?' => {
                self.pages.push(Overlay::text("Keys", super::parts::keys_help(self.sitting.is_record(), self.columns)));
            }
            '#' => self.command(Command::Board(None)),
            '+' => self.command(Command::Unfold(None)),
            '.' => self.slow(Command::On),
            '[' => self.command(Command::Back(1)),
            ']' => self.command(Command::Forward(1)),
            '<' | '>' => self.command(Command::Part { small: true, forward: key == '>' }),
            '{' | '}' => self.command(Command::Part { small: false, forward: key == '}' }),
            'p' if past && !self.sitting.is_record() => self.command(Command::PlayOn),
            // Where nothing can be answered a letter needs no comma.
            _ if past && FrameCommand::by_letter(key).is_some() => self.frame_key(key.to_ascii_lowercase()),
            _ if self.sitting.is_record() => self.notice = Some("This is a record: [ and ] step, q leaves.".into()),
            _ if past => self.notice = Some("Looking back: ] steps forward, Esc returns to the game.".into()),
            _ => self.type_key(key),
        }
    }

    /// What the frame does, by the letter after a comma.
    fn frame_key(&mut self, key: char) {
        match key {
            'u' => self.command(Command::Undo),
            'r' => {
                let of = self.selected_rule().unwrap_or_default();
                self.pages.push(Overlay::new("Rules", Kind::Rules { typed: String::new(), of }));
            }
            'c' => {
                // The chart last read is the one most likely wanted.
                let sheets = self.sheets();
                let place = |id: &str| sheets.iter().position(|sheet| sheet.id.eq_ignore_ascii_case(id));
                let rolls = self.log.iter().rev().filter_map(|event| event.roll.as_ref());
                let at = rolls.map(|roll| place(&roll.chart)).find(Option::is_some).flatten();
                self.pages.push(Overlay::new("Charts", Kind::Charts(at.unwrap_or(0))));
            }
            'l' => self.open_log(Show::All),
            'h' => self.slow(Command::Advice),
            'o' => {
                let which = self.selected_option().map(|n| format!("#{}", n + 1));
                self.command(Command::Odds(which));
            }
            'w' => match self.log.iter().rposition(|event| event.roll.is_some()) {
                Some(at) => self.unfold(at),
                None => self.notice = Some("No dice have been rolled yet.".into()),
            },
            'x' => self.command(Command::Refused(None)),
            't' => self.command(Command::About(BoardQuestion::Targets)),
            'q' => self.done = true,
            _ => self.notice = Some("? shows the keys.".into()),
        }
    }

    /// The charts of the game.
    pub(super) fn sheets(&self) -> &'static [hulldown_core::chart::ChartSheet] {
        (self.sitting.shelf.sheets)(self.sitting.pack.as_ref()).unwrap_or_default()
    }
}

/// What can follow the comma.
fn led() -> String {
    let commands: Vec<String> = COMMANDS.iter().map(|one| format!("{} {}", one.letter, one.word)).collect();
    format!("{LEADER} then {}", commands.join(", "))
}
