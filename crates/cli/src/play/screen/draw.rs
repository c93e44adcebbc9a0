//! Where everything goes on the screen.

use super::overlay::Kind;
use super::parts::style;
use super::{FullScreen, Turned};
use crate::plain;
use crate::play::command::pressed;
use crate::play::menu::Row;
use crate::play::obey::last_word;
use crate::play::pages::{self, fold};
use crate::text::{count, pad, shorten, width, wrap};
use hulldown_desk::Ask;
use hulldown_draw::{Look, Room, Sketch};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::symbols::border;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

/// Below this the screen cannot be used.
const SMALLEST: (u16, u16) = (40, 12);

/// From this width on lists and log have a column of their own.
const WIDE: u16 = 116;

/// How much of the table board and result have, whatever is asked: the board stays in its place and scale from question to question.
const SHARE: (u16, u16) = (2, 3);

/// As many lines of the lists stand where no board is drawn; what can be answered comes before more of them.
const LISTS: usize = 3;

/// How many lines of options are in sight before the result gives way.
const OPTIONS: u16 = 5;

/// So many options more than there are lines for are better scrolled to than folded.
pub(super) const BELOW: usize = 2;

/// Below so many lines a board is not drawn.
const LEAST: usize = 6;

/// Below so many lines of its table a window is low: the board has no room beside the question, and takes turns with it.
const LOW: u16 = 16;

/// So many lines a remark has at most.
const MOST_TOLD: usize = 6;

/// How many lines what came of the last answer has: as a rule, at least, and where something must not be overlooked.
const NEWS: usize = 4;
const LEAST_NEWS: usize = 2;
const MOST_NEWS: usize = 7;

/// The same in a low window, where what can be answered needs the room.
const LOW_NEWS: usize = 3;

/// From so much room on a line says what the usual answer is.
const ENOUGH: usize = 10;

/// What reads a hint to its end.
const MORE_HINT: &str = "(:hint)";

/// What the border of a page takes of the width.
const MARGIN: usize = 4;

impl FullScreen<'_> {
    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draw_all(frame);
        if self.plain {
            in_ascii(frame.buffer_mut());
        }
    }

    fn draw_all(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let (columns, lines) = SMALLEST;
            let text =
                format!("The window is too small: it takes {columns} columns and {lines} lines. Your game is saved.");
            let lines: Vec<Line> = wrap(&text, usize::from(area.width.max(8)), 0).into_iter().map(Line::raw).collect();
            frame.render_widget(Paragraph::new(lines), area);
            return;
        }
        if let Some(seat) = self.sitting.curtain() {
            let text = format!("Player {} is next. Hand over, then press Enter; q leaves.", seat.0 + 1);
            let lines: Vec<Line> = wrap(&text, usize::from(area.width), 0).into_iter().map(Line::raw).collect();
            frame.render_widget(Paragraph::new(lines), area);
            return;
        }
        self.columns = usize::from(area.width).saturating_sub(MARGIN).clamp(36, 110);
        self.tall = area.height.saturating_sub(2);
        self.low = self.tall < LOW;
        self.narrow = area.width < WIDE || self.low;
        if !self.low && self.turned == Turned::Alone {
            self.turned = Turned::Board;
        }
        self.below = None;
        // A long remark takes lines from the table rather than losing its end, and covers nothing.
        let told = self.notice.as_ref().filter(|_| self.line.is_none());
        let told = told.map_or(1, |notice| wrap(notice, usize::from(area.width), 0).len().clamp(1, MOST_TOLD));
        let foot = Constraint::Length(u16::try_from(told).unwrap_or(1));
        let [head, body, foot] = Layout::vertical([Constraint::Length(1), Constraint::Min(4), foot]).areas(area);
        let [left, right] = Layout::horizontal([Constraint::Percentage(62), Constraint::Fill(1)]).areas(body);
        self.table = (if self.narrow { body.width } else { left.width }, body.height);
        self.fold_menu();
        self.draw_head(frame, head);
        if !self.pages.is_empty() {
            // A page covers everything but the question.
            let prompt = self.prompt_lines(usize::from(area.width), usize::from(body.height / 3).max(4), false);
            let asked = u16::try_from(prompt.len()).unwrap_or(u16::MAX);
            let [page, asked] = Layout::vertical([Constraint::Fill(1), Constraint::Length(asked)]).areas(body);
            self.draw_page(frame, page);
            frame.render_widget(Paragraph::new(prompt), asked);
        } else if self.narrow {
            self.draw_table(frame, body);
        } else {
            self.draw_table(frame, left);
            let [sections, log] = self.split_side(right);
            self.draw_sections(frame, sections, Borders::TOP | Borders::LEFT);
            self.draw_log(frame, log, Borders::TOP | Borders::LEFT);
        }
        self.draw_foot(frame, foot);
    }

    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect) {
        let columns = usize::from(area.width);
        let game = &*self.sitting.game;
        let last = self.sitting.seen().answered();
        let right = match (self.sitting.past(), self.sitting.not_saved(), self.sitting.name()) {
            (Some(past), _, _) if self.sitting.is_record() => format!("answer {} of {} ", past.at, last),
            (Some(past), _, _) => format!("LOOKING BACK: answer {} of {} ", past.at, last),
            (_, Some(_), _) => "NOT SAVED ".into(),
            (_, _, Some(_)) => "saved ".into(),
            (_, _, None) => "not saved (--no-save) ".into(),
        };
        let right = match pages::whose(self.sitting) {
            Some(whose) => format!("{whose} · {right}"),
            None => right,
        };
        let name = self.sitting.name().map_or(String::new(), |name| format!(" · {name}"));
        let left = shorten(&format!(" {}{name}", game.title()), columns.saturating_sub(width(&right) + 1));
        let line = format!("{}{right}", pad(&left, columns.saturating_sub(width(&right))));
        let look = if self.sitting.not_saved().is_some() { style::alarm() } else { style::head() };
        frame.render_widget(Paragraph::new(Line::styled(line, look.patch(style::head()))), area);
    }

    /// Where the game stands, the hint, and the question, in at most so many lines: the question comes before all, then where the
    /// game stands, in whole or on one line, and of the hint as much as there is room for.
    fn prompt_lines(&self, columns: usize, most: usize, whole: bool) -> Vec<Line<'static>> {
        let columns = columns.saturating_sub(1);
        let asked = self.question_lines(columns);
        let room = most.saturating_sub(asked.len());
        let mut lines = Vec::new();
        let status = self.sitting.shown().status(self.sitting.viewer());
        let hidden = self.ask().map_or(0, |ask| ask.refused().len()) * usize::from(!self.refused);
        let hidden =
            if hidden > 0 { format!(" · {hidden} not allowed now ({})", pressed("refused")) } else { String::new() };
        if whole {
            let status = wrap(&format!(" {status}{hidden}"), columns, 1);
            lines.extend(status.into_iter().map(|line| Line::styled(line, style::dim())));
        } else if room > 0 {
            let status = shorten(&format!(" {status}"), columns.saturating_sub(width(&hidden)));
            lines.push(Line::styled(format!("{status}{hidden}"), style::dim()));
        }
        // The beginning of one teaches nothing.
        if let Some(hint) = self.hint.as_deref().filter(|_| room > 1) {
            let mut hint = wrap(&format!(" {}", pages::hint(hint)), columns, 1);
            let most = if self.low { 1 } else { room - 1 };
            if hint.len() > most {
                hint.truncate(most);
                if let Some(last) = hint.last_mut() {
                    let cut = format!("{last} …");
                    *last = format!("{} {MORE_HINT}", shorten(&cut, columns.saturating_sub(width(MORE_HINT) + 1)));
                }
            }
            lines.extend(hint.into_iter().map(|line| Line::styled(line, style::notice())));
        }
        lines.extend(asked);
        lines
    }

    /// The question, and what `.` would answer.
    fn question_lines(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let question = wrap(&format!(" {}", pages::question(self.sitting)), columns, 1);
        lines.extend(question.into_iter().map(|line| Line::styled(line, style::bold())));
        // What `.` would do is said wherever it would do something, whether its option is in sight or not.
        if let Some((key, label)) = self.usual() {
            let used = lines.last().map_or(0, Line::width);
            let rather = pages::rather(self.sitting, &self.menu).map(|best| format!(" (advice: {best})"));
            let (dot, says) = (format!("  . {key}{}", rather.unwrap_or_default()), format!(" {label}"));
            let room = columns.saturating_sub(used + width(&dot));
            match lines.last_mut() {
                Some(line) if used + width(&dot) <= columns => {
                    line.push_span(Span::styled(dot, style::key()));
                    if room > ENOUGH {
                        line.push_span(Span::styled(shorten(&says, room), style::dim()));
                    }
                }
                _ => lines.push(Line::styled(shorten(&format!("{dot}{says}"), columns), style::key())),
            }
        }
        lines
    }

    /// The board above, what came of the last answer, then the question and what can be answered. On a narrow
    /// screen lists and log take the board's place when they are turned to.
    fn draw_table(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let columns = usize::from(area.width);
        if self.low && self.turned != Turned::Board {
            // What is turned to has all the room but that of the question.
            let mut asked = self.question_lines(columns.saturating_sub(1));
            asked.truncate(2);
            let told = asked.len() as u16;
            let [above, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(told)]).areas(area);
            self.draw_above(frame, above);
            frame.render_widget(Paragraph::new(asked), below);
            return;
        }
        let prompt = self.prompt_lines(columns, usize::from(area.height / 3), false);
        // Lines that would stand empty tell where the game stands to its end.
        let whole = self.prompt_lines(columns, usize::from(area.height / 3), true);
        let used = self.needed(columns, area.height) + self.least_above(columns, area.height, 0, MOST_NEWS);
        let prompt = if !self.low && used + whole.len() as u16 <= area.height { whole } else { prompt };
        let asked = u16::try_from(prompt.len()).unwrap_or(u16::MAX).min(area.height.saturating_sub(3));
        // What is asked has the place it needs, but the board keeps its own, and what must not be overlooked its lines.
        let dice = matches!(self.ask(), Some(Ask::Dice(_)));
        let least = match () {
            () if dice => 0,
            () if self.low => self.news_lines(columns.saturating_sub(1), LOW_NEWS).len() as u16,
            () => self.least_above(columns, area.height, asked, NEWS),
        };
        // All there is to say of the options has room only where board and result have all of theirs.
        let roomy = self.least_above(columns, area.height, asked, MOST_NEWS);
        let needed = self.needed(columns, area.height.saturating_sub(asked + roomy.max(least)));
        let options = needed.min(area.height.saturating_sub(asked + least)).max(3);
        let rest = area.height.saturating_sub(asked + options);
        let [above, asked, options] =
            Layout::vertical([Constraint::Length(rest), Constraint::Length(asked), Constraint::Length(options)])
                .areas(area);
        self.draw_above(frame, above);
        frame.render_widget(Paragraph::new(prompt), asked);
        self.draw_options(frame, options);
    }

    /// How many lines the board and what came of the last answer keep: no more than they fill, and no less than what must not be
    /// overlooked takes. Where few options would be left, the result gives way first.
    fn least_above(&self, columns: usize, height: u16, asked: u16, told: usize) -> u16 {
        let columns = columns.saturating_sub(1);
        let board = match self.board(columns) {
            Some(sketch) if !(self.narrow && self.turned != Turned::Board) => sketch.lines().len(),
            None if self.turned == Turned::Board => LISTS,
            _ => usize::from(height * SHARE.0 / SHARE.1).saturating_sub(NEWS),
        };
        let told = self.news_lines(columns, told.max(self.urgent_lines(columns).min(MOST_NEWS))).len();
        let most = height.saturating_sub(asked + OPTIONS).max(u16::try_from(board + LEAST_NEWS).unwrap_or(u16::MAX));
        u16::try_from(board + told).unwrap_or(most).min(most)
    }

    /// How many lines there are for options below board and result.
    pub(super) fn room_for_options(&self) -> usize {
        let (columns, lines) = (usize::from(self.table.0), self.table.1);
        let asked = self.prompt_lines(columns, usize::from(lines / 3), false).len() as u16;
        let above = self.least_above(columns, lines, asked, MOST_NEWS);
        usize::from(lines.saturating_sub(asked + above))
    }

    /// Whether all that is listed stands in so many lines.
    pub(super) fn has_lines(&self, room: usize) -> bool {
        let columns = usize::from(self.table.0).saturating_sub(2);
        self.menu.rows().len() <= room && self.option_rows_in(columns, 0).lines.len() <= room
    }

    /// The same where it must do with less.
    fn board_in(&self, columns: usize, lines: usize) -> Option<Sketch> {
        if self.low {
            return pages::board(self.sitting, &self.look(), Room { columns, lines });
        }
        let sketch = self.board(columns)?;
        if sketch.lines().len() <= lines {
            return Some(sketch);
        }
        let room = Room { columns, lines };
        pages::board(self.sitting, &self.look(), room).filter(|_| lines >= LEAST)
    }

    /// The board within its share of the screen, if there is one.
    fn board(&self, columns: usize) -> Option<Sketch> {
        let lines = usize::from(self.tall * SHARE.0 / SHARE.1).saturating_sub(NEWS);
        pages::board(self.sitting, &self.look(), Room { columns, lines }).filter(|_| lines >= LEAST)
    }

    /// Where a board larger than its room is looked at: where something is asked, and still there when nothing is.
    pub(super) fn look(&self) -> Look<'_> {
        Look { about: self.about.as_deref(), ..Look::default() }
    }

    /// The board with the end of the log below it, or what is turned to in its place.
    fn draw_above(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if area.height == 0 {
            return;
        }
        if self.narrow && self.turned == Turned::Log {
            return self.draw_log(frame, area, Borders::TOP);
        }
        let columns = usize::from(area.width.saturating_sub(1));
        if self.narrow
            && let Some((title, lines)) = self.one_section(columns)
        {
            let lines = self.scrolled_to(lines, usize::from(area.height.saturating_sub(1)));
            return panel_of(frame, area, &title, Text::from(lines), Borders::TOP);
        }
        if self.low && self.turned == Turned::Board {
            return frame.render_widget(Paragraph::new(self.news_lines(columns, usize::from(area.height))), area);
        }
        let Some(sketch) = self.board_in(columns, usize::from(area.height)) else {
            // Between battles lists or log stand in its place, with what happened below them.
            let news = self.news_lines(columns, usize::from(area.height / 2));
            let told = u16::try_from(news.len()).unwrap_or(u16::MAX).min(area.height / 2);
            let [above, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(told)]).areas(area);
            match self.narrow {
                true => self.draw_sections(frame, above, Borders::TOP),
                false => self.draw_log(frame, above, Borders::TOP),
            }
            frame.render_widget(Paragraph::new(news), below);
            return;
        };
        let board: Vec<Line> = sketch
            .pieces()
            .map(|line| {
                Line::from(line.into_iter().map(|(text, ink)| Span::styled(text, style::ink(ink))).collect::<Vec<_>>())
            })
            .collect();
        let tall = board.len() as u16;
        let board_area = Rect { height: tall, ..area };
        frame.render_widget(Paragraph::new(board), board_area);
        let news = self.news_lines(columns, usize::from(area.height - tall));
        let below = Rect { y: area.y + tall, height: area.height - tall, ..area };
        frame.render_widget(Paragraph::new(news), below);
    }

    /// The lists above, as tall as they want to be, the log below with at least a third.
    fn split_side(&self, area: Rect) -> [Rect; 2] {
        let (_, lines) = self.section_lines(usize::from(area.width.saturating_sub(3)), usize::from(area.height));
        let wanted = u16::try_from(lines.len() + 1).unwrap_or(u16::MAX);
        Layout::vertical([Constraint::Length(wanted.min(area.height * 2 / 3)), Constraint::Fill(1)]).areas(area)
    }

    /// How many lines the options want; all there is to say of them only if it has room in so many.
    fn needed(&self, columns: usize, room: u16) -> u16 {
        let lines = match self.ask() {
            Some(Ask::Dice(ask)) => self.dice_lines(ask, columns.saturating_sub(2)).len(),
            Some(Ask::Choice(_)) => self.option_rows_in(columns.saturating_sub(2), usize::from(room)).lines.len(),
            None => self.ending(columns.saturating_sub(2)).len(),
        };
        u16::try_from(lines).unwrap_or(u16::MAX)
    }

    fn ending(&self, columns: usize) -> Vec<String> {
        let summary = self.sitting.shown().outcome().map_or(Vec::new(), |outcome| outcome.summary);
        let mut lines: Vec<String> = fold(&summary.iter().map(|line| format!(" {line}")).collect::<Vec<_>>(), columns);
        // First, for it must be in sight however much there is to say.
        lines.insert(0, format!(" Enter: the report.  [: look back.  {}: leave.", pressed("leave")));
        lines
    }

    fn draw_options(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = usize::from(area.width.saturating_sub(2));
        let height = usize::from(area.height);
        let lines: Vec<Line> = match self.ask() {
            Some(Ask::Dice(ask)) => self.dice_lines(ask, inner),
            None => self.ending(inner).into_iter().map(Line::raw).collect(),
            Some(Ask::Choice(_)) => {
                let rows = self.option_rows_in(inner, height);
                let all = rows.lines.len();
                // The last line says how much is left out.
                let shown = if all > height { height.saturating_sub(1).max(1) } else { height };
                let scroll = rows.scroll_for(self.selected, shown);
                let mut lines: Vec<Line> =
                    rows.lines.into_iter().skip(scroll).take(shown).map(|(_, line)| line).collect();
                if all > height {
                    let below = all.saturating_sub(scroll + shown);
                    let more = match (scroll, below) {
                        (0, below) => format!("{} below (Down)", count(below, "more line")),
                        (above, 0) => format!("{} above (Up)", count(above, "more line")),
                        (above, below) => format!("{} above (Up), {below} below (Down)", count(above, "more line")),
                    };
                    lines.push(Line::styled(format!("     {more}"), style::dim()));
                }
                lines
            }
        };
        let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
        frame.render_widget(Paragraph::new(lines), inside);
    }

    fn draw_sections(&mut self, frame: &mut Frame<'_>, area: Rect, borders: Borders) {
        let inner = usize::from(area.width.saturating_sub(3));
        let height = usize::from(area.height.saturating_sub(1));
        let (title, lines) = self.section_lines(inner, height);
        let lines = self.scrolled_to(lines, height);
        panel_of(frame, area, &title, Text::from(lines), borders);
    }

    /// A list from where Tab has come to in it, as many lines of it as have room; the last says how many are left.
    fn scrolled_to(&mut self, mut lines: Vec<Line<'static>>, height: usize) -> Vec<Line<'static>> {
        self.scrolled = self.scrolled.min(lines.len().saturating_sub(1));
        lines.drain(..self.scrolled);
        if lines.len() > height && height > 1 {
            let shown = height - 1;
            self.below = Some(self.scrolled + shown);
            let left = count(lines.len() - shown, "more line");
            lines.truncate(shown);
            lines.push(Line::styled(format!("  {left} (Tab)"), style::dim()));
        }
        lines
    }

    fn draw_log(&self, frame: &mut Frame<'_>, area: Rect, borders: Borders) {
        let inner = usize::from(area.width.saturating_sub(if borders.contains(Borders::LEFT) { 3 } else { 2 }));
        let height = usize::from(area.height.saturating_sub(1));
        let title = if self.narrow { "Log · Tab turns" } else { "Log" };
        panel_of(frame, area, title, Text::from(self.log_lines(inner, height)), borders);
    }

    fn draw_page(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let inner = usize::from(area.width.saturating_sub(4));
        let height = usize::from(area.height.saturating_sub(2)).max(1);
        let Some(page) = self.pages.last() else { return };
        let (lines, select) = self.page_lines(page, inner);
        let most = lines.len().saturating_sub(height);
        let scroll = match (select, page.selected()) {
            (Some((first, last)), Some(_)) => {
                // The selected row is kept in the middle third of the page.
                let wanted = (first + last) / 2;
                wanted.saturating_sub(height / 2).min(most)
            }
            _ => page.scroll.min(most),
        };
        let more = lines.len().saturating_sub(scroll + height);
        let hint = match &page.kind {
            Kind::Log { .. } => "Left Right: losses, shots … · Enter unfolds · Esc closes",
            Kind::Charts(_) => "Enter opens · Esc closes",
            Kind::Rules { .. } => "type a number or words · Esc closes",
            Kind::Text(_) => "Esc closes",
        };
        let foot = match more {
            0 => format!(" {hint} "),
            more => format!(" {} below · {hint} ", count(more, "more line")),
        };
        let block = Block::bordered()
            .title(Span::styled(format!(" {} ", shorten(&page.title, inner.saturating_sub(4))), style::bold()))
            .title_bottom(foot);
        let shown: Vec<Line> = lines.into_iter().skip(scroll).take(height).collect();
        let inside = Rect {
            x: area.x + 2,
            y: area.y + 1,
            width: area.width.saturating_sub(4),
            height: area.height.saturating_sub(2),
        };
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        frame.render_widget(Paragraph::new(shown), inside);
        if let Some(page) = self.pages.last_mut() {
            page.scroll = scroll;
        }
    }

    /// The lines of a page, and the first and last of those selected.
    fn page_lines(&self, page: &super::Overlay, columns: usize) -> (Vec<Line<'static>>, Option<(usize, usize)>) {
        let raw = |texts: Vec<String>| texts.into_iter().map(Line::raw).collect::<Vec<_>>();
        match &page.kind {
            // Laid out in the letters that are shown: what stands for one character may take more.
            Kind::Text(texts) if self.plain => {
                let texts: Vec<String> = texts.iter().map(|text| plain::in_ascii(text)).collect();
                (raw(fold(&texts, columns)), None)
            }
            Kind::Text(texts) => (raw(fold(texts, columns)), None),
            Kind::Rules { typed, of } => {
                let what = if typed.trim().is_empty() { of } else { typed };
                let mut lines = vec![Line::styled(format!("Look up: {typed}_"), style::bold()), Line::raw("")];
                lines.extend(raw(fold(&pages::rules(self.sitting, what), columns)));
                (lines, None)
            }
            Kind::Log { lines, at, .. } => {
                selectable(lines.iter().enumerate().map(|(n, (_, text))| (n == *at, text.clone())), columns)
            }
            Kind::Charts(at) => {
                let list = crate::charts::list_lines(self.sheets(), columns.saturating_sub(2));
                // Two lines of heading stand above the rows.
                let rows = list.into_iter().enumerate().map(|(n, text)| (n == at + 2, text));
                selectable(rows, columns)
            }
        }
    }

    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect) {
        let columns = usize::from(area.width);
        if let Some(line) = &self.line {
            let shown = format!(":{line}_");
            let skip = width(&shown).saturating_sub(columns);
            let shown: String = shown.chars().skip(skip).collect();
            frame.render_widget(Paragraph::new(Line::styled(shown, style::bold())), area);
            return;
        }
        if let Some(notice) = &self.notice {
            let lines = wrap(notice, columns, 0).into_iter().map(|line| Line::styled(line, style::notice()));
            frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
            return;
        }
        if !self.typed.is_empty() {
            let keys = self.menu.rows().into_iter().filter_map(|row| match row {
                Row::Option(n) => Some(self.menu.key(n)),
                Row::Group(_) => None,
            });
            let line = format!(" Typed: {}_  of {}", self.typed, keys.collect::<Vec<_>>().join(" "));
            let ends = if self.menu.meant(&self.typed).0.is_some() {
                "  Enter chooses it, Esc drops it"
            } else {
                "  Esc drops it"
            };
            let line = format!("{}{ends}", shorten(&line, columns.saturating_sub(width(ends))));
            frame.render_widget(Paragraph::new(Line::styled(line, style::bold())), area);
            return;
        }
        let part = self.sitting.shelf.stretches.first().map_or("part", |stretch| last_word(stretch.1));
        let keys: &[(&str, &str)] = if !self.pages.is_empty() {
            &[("Esc", "close"), ("arrows", "move"), ("Enter", "open"), ("Home", "first"), ("End", "last")]
        } else if self.sitting.is_record() {
            &[
                ("[ ]", "step"),
                ("< >", part),
                ("Home", "first"),
                ("End", "last"),
                (",l", "log"),
                (",r", "rule"),
                (",c", "charts"),
                ("?", "keys"),
                (",q", "leave"),
            ]
        } else if self.sitting.past().is_some() {
            &[
                ("[ ]", "step"),
                ("< >", part),
                ("Esc", "present"),
                ("p", "play on here"),
                (",l", "log"),
                ("?", "keys"),
                (",q", "leave"),
            ]
        } else if self.low && self.turned != Turned::Board {
            &[("Tab", "turns"), ("Esc", "answers"), ("?", "keys"), (".", "go on"), (",q", "leave")]
        } else if self.low {
            &[
                ("Tab", "board"),
                ("?", "keys"),
                (".", "go on"),
                (",u", "undo"),
                (",t", "threats"),
                (",l", "log"),
                (",q", "leave"),
            ]
        } else {
            &[
                ("?", "keys"),
                (".", "go on"),
                (",u", "undo"),
                (",t", "threats"),
                (",o", "odds"),
                (",h", "advice"),
                (",l", "log"),
                (",q", "leave"),
                (",r", "rule"),
                (",w", "why"),
                ("[", "back"),
                (":", "words"),
                (",c", "charts"),
                (",x", "refused"),
            ]
        };
        let mut spans = Vec::new();
        let mut used = 0;
        for (key, what) in keys {
            used += width(key) + width(what) + 2;
            if used > columns {
                break;
            }
            spans.push(Span::styled(format!(" {key}"), style::key()));
            spans.push(Span::raw(format!(" {what}")));
        }
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
    }
}

/// Rows as lines with a mark at the selected one.
fn selectable(
    rows: impl Iterator<Item = (bool, String)>,
    columns: usize,
) -> (Vec<Line<'static>>, Option<(usize, usize)>) {
    let mut lines = Vec::new();
    let mut place = None;
    for (here, text) in rows {
        let first = lines.len();
        let look = if here { style::head() } else { ratatui::style::Style::new() };
        let parts = fold(&[text], columns.saturating_sub(2));
        for (n, part) in parts.into_iter().enumerate() {
            let mark = if here && n == 0 { "> " } else { "  " };
            lines.push(Line::styled(format!("{mark}{part}"), look));
        }
        if here {
            place = Some((first, lines.len() - 1));
        }
    }
    (lines, place)
}

/// Puts what stands for them in the place of characters that the terminal does not know.
pub(super) fn in_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if let Some(c) = cell.symbol().chars().next().filter(|c| !c.is_ascii()) {
            // What is cut ends as on the board.
            cell.set_symbol(if c == '…' { "~" } else { &plain::ascii(c)[..1] });
        }
    }
}

/// A part of the screen under its title.
fn panel_of(frame: &mut Frame<'_>, area: Rect, title: &str, text: Text<'_>, borders: Borders) {
    let block = Block::new()
        .borders(borders)
        .border_style(style::dim())
        .title(Span::styled(format!(" {title} "), style::bold()));
    // Where a line runs down between two panels it hangs on the one above them.
    let block = block.border_set(border::Set { top_left: "┬", ..border::PLAIN });
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let inside = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    frame.render_widget(Paragraph::new(text), inside);
}
