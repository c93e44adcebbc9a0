//! Where everything goes on the screen.

use super::App;
use super::page::Kind;
use super::parts::style;
use crate::play::pages::{self, fold};
use crate::text::{pad, shorten, width, wrap};
use hulldown_desk::Ask;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::symbols::border;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

/// Below this the screen cannot be used.
const SMALLEST: (u16, u16) = (40, 12);

/// From these widths on the log and the situation stand side by side, the situation has a column of its own, and the log too.
const WIDE: (u16, u16, u16) = (78, 116, 150);

/// What the border of a page takes of the width.
const MARGIN: usize = 4;

impl App<'_> {
    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text = "The window is too small: 60 columns and 20 lines are enough. Your game is saved.";
            let lines: Vec<Line> = wrap(text, usize::from(area.width.max(8)), 0).into_iter().map(Line::raw).collect();
            frame.render_widget(Paragraph::new(lines), area);
            return;
        }
        if let Some(seat) = self.sitting.curtain() {
            let text = format!("Player {} is next. Hand over, then press Enter.", seat.0 + 1);
            let lines: Vec<Line> = wrap(&text, usize::from(area.width), 0).into_iter().map(Line::raw).collect();
            frame.render_widget(Paragraph::new(lines), area);
            return;
        }
        self.columns = usize::from(area.width).saturating_sub(MARGIN).clamp(36, 110);
        let prompt = self.prompt_lines(usize::from(area.width));
        let most = area.height / 2;
        let tall = u16::try_from(prompt.len()).unwrap_or(most).min(most);
        let [head, asked, body, foot] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(tall),
            Constraint::Min(4),
            Constraint::Length(1),
        ])
        .areas(area);
        self.draw_head(frame, head);
        frame.render_widget(Paragraph::new(prompt), asked);
        if self.pages.is_empty() {
            self.draw_table(frame, body);
        } else {
            self.draw_page(frame, body);
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

    /// Where the game stands, the hint, and the question.
    fn prompt_lines(&self, columns: usize) -> Vec<Line<'static>> {
        let columns = columns.saturating_sub(1);
        let mut lines = Vec::new();
        let status = self.sitting.shown().status(self.sitting.viewer());
        lines.push(Line::styled(shorten(&format!(" {status}"), columns), style::dim()));
        if let Some(hint) = self.hint {
            let hint = wrap(&format!(" Hint: {hint}"), columns, 1);
            lines.extend(hint.into_iter().map(|line| Line::styled(line, style::notice())));
        }
        let question = wrap(&format!(" {}", pages::question(self.sitting)), columns, 1);
        lines.extend(question.into_iter().map(|line| Line::styled(line, style::bold())));
        lines
    }

    /// Whether the log and the situation share one panel.
    pub(super) fn is_narrow(&self) -> bool {
        self.columns + MARGIN < usize::from(WIDE.0)
    }

    fn draw_table(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if area.width >= WIDE.2 {
            let thirds = [Constraint::Percentage(42), Constraint::Percentage(27), Constraint::Fill(1)];
            let [left, middle, right] = Layout::horizontal(thirds).areas(area);
            self.draw_options(frame, left);
            self.draw_sections(frame, middle);
            self.draw_log(frame, right);
        } else if area.width >= WIDE.1 {
            let [left, right] = Layout::horizontal([Constraint::Percentage(62), Constraint::Fill(1)]).areas(area);
            let [options, log] = self.split(left);
            self.draw_options(frame, options);
            self.draw_log(frame, log);
            self.draw_sections(frame, right);
        } else {
            let [options, below] = self.split(area);
            self.draw_options(frame, options);
            if area.width >= WIDE.0 {
                let [log, right] = Layout::horizontal([Constraint::Percentage(54), Constraint::Fill(1)]).areas(below);
                self.draw_log(frame, log);
                self.draw_sections(frame, right);
            } else {
                match self.one_section(usize::from(below.width.saturating_sub(2))) {
                    Some((title, lines)) => panel_of(frame, below, &title, Text::from(lines), Borders::TOP),
                    None => self.draw_log(frame, below),
                }
            }
        }
    }

    /// The options above, as tall as they want to be, but never at the cost of what stands below.
    fn split(&self, area: Rect) -> [Rect; 2] {
        let least = (area.height * 2 / 5).clamp(4, 12);
        let top = self.needed(usize::from(area.width)).min(area.height.saturating_sub(least)).max(3);
        Layout::vertical([Constraint::Length(top), Constraint::Fill(1)]).areas(area)
    }

    /// How many lines the options want, with their border.
    fn needed(&self, columns: usize) -> u16 {
        let lines = match self.ask() {
            Some(Ask::Dice(ask)) => self.dice_lines(ask, columns.saturating_sub(2)).len(),
            Some(Ask::Choice(_)) => self.option_rows(columns.saturating_sub(2)).lines.len(),
            None => self.ending(columns.saturating_sub(2)).len(),
        };
        u16::try_from(lines + 1).unwrap_or(u16::MAX)
    }

    fn ending(&self, columns: usize) -> Vec<String> {
        let summary = self.sitting.shown().outcome().map_or(Vec::new(), |outcome| outcome.summary);
        let mut lines: Vec<String> = fold(&summary.iter().map(|line| format!(" {line}")).collect::<Vec<_>>(), columns);
        lines.push(" Enter: the report.  [: look back.  q: leave.".into());
        lines
    }

    fn draw_options(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = usize::from(area.width.saturating_sub(2));
        let height = usize::from(area.height.saturating_sub(1));
        let (title, lines): (String, Vec<Line>) = match self.ask() {
            Some(Ask::Dice(ask)) => ("Your dice".into(), self.dice_lines(ask, inner)),
            None => ("The end".into(), self.ending(inner).into_iter().map(Line::raw).collect()),
            Some(Ask::Choice(_)) => {
                let rows = self.option_rows(inner);
                let scroll = rows.scroll_for(self.selected, height);
                let below = rows.lines.len().saturating_sub(scroll + height);
                let title = match (scroll, below) {
                    (0, 0) => "Options".to_string(),
                    (0, below) => format!("Options, {below} lines more below"),
                    (above, 0) => format!("Options, {above} lines more above"),
                    (above, below) => format!("Options, {above} lines above, {below} below"),
                };
                (title, rows.lines.into_iter().skip(scroll).take(height).map(|(_, line)| line).collect())
            }
        };
        panel_of(frame, area, &title, Text::from(lines), Borders::TOP);
    }

    fn draw_sections(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = usize::from(area.width.saturating_sub(3));
        let height = usize::from(area.height.saturating_sub(1));
        let (title, lines) = self.section_lines(inner, height);
        panel_of(frame, area, &title, Text::from(lines), Borders::TOP | Borders::LEFT);
    }

    fn draw_log(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = usize::from(area.width.saturating_sub(2));
        let height = usize::from(area.height.saturating_sub(1));
        let borders = if area.x > 0 { Borders::TOP | Borders::LEFT } else { Borders::TOP };
        let inner = if area.x > 0 { inner.saturating_sub(1) } else { inner };
        let title = if self.is_narrow() { "Log · Tab turns" } else { "Log" };
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
            Kind::Log(_) => "Enter unfolds · Esc closes",
            Kind::Charts(_) => "Enter opens · Esc closes",
            Kind::Rules { .. } => "type a number or words · Esc closes",
            Kind::Text(_) => "Esc closes",
        };
        let foot = if more > 0 { format!(" {more} lines more below · {hint} ") } else { format!(" {hint} ") };
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
    fn page_lines(&self, page: &super::Page, columns: usize) -> (Vec<Line<'static>>, Option<(usize, usize)>) {
        let plain = |texts: Vec<String>| texts.into_iter().map(Line::raw).collect::<Vec<_>>();
        match &page.kind {
            Kind::Text(texts) => (plain(fold(texts, columns)), None),
            Kind::Rules { typed, of } => {
                let what = if typed.trim().is_empty() { of } else { typed };
                let mut lines = vec![Line::styled(format!("Look up: {typed}_"), style::bold()), Line::raw("")];
                lines.extend(plain(fold(&pages::rules(self.sitting, what), columns)));
                (lines, None)
            }
            Kind::Log(at) => {
                let texts = self.log.iter().map(pages::event);
                selectable(texts.enumerate().map(|(n, text)| (n == *at, text)), columns)
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
            let lines = wrap(notice, columns, 0);
            // A long remark takes lines from the table rather than losing its end.
            let tall = u16::try_from(lines.len()).unwrap_or(1).min(6);
            let over = Rect { y: area.y + 1 - tall.min(area.y + 1), height: tall, ..area };
            frame.render_widget(Clear, over);
            let lines: Vec<Line> = lines.into_iter().map(|line| Line::styled(line, style::notice())).collect();
            frame.render_widget(Paragraph::new(lines), over);
            return;
        }
        let keys: &[(&str, &str)] = if !self.pages.is_empty() {
            &[("Esc", "close"), ("Up Down PgUp PgDn", "move"), ("Enter", "open"), ("Home End", "ends")]
        } else if self.sitting.is_record() {
            &[
                ("[ ]", "step"),
                ("PgUp PgDn", "ten"),
                ("Home End", "ends"),
                ("l", "log"),
                ("r", "rule"),
                ("c", "charts"),
                ("?", "keys"),
                ("q", "leave"),
            ]
        } else if self.sitting.past().is_some() {
            &[("[ ]", "step"), ("Esc", "present"), ("p", "play on here"), ("l", "log"), ("?", "keys"), ("q", "leave")]
        } else {
            &[
                ("?", "keys"),
                ("q", "leave"),
                ("u", "undo"),
                ("o", "odds"),
                ("h", "advice"),
                ("r", "rule"),
                ("c", "charts"),
                ("l", "log"),
                ("w", "why"),
                ("x", "refused"),
                ("[", "back"),
                (":", "words"),
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
        let parts = if width(&text) + 2 <= columns { vec![text] } else { wrap(&text, columns.saturating_sub(2), 2) };
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
