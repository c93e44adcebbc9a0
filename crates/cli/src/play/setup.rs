//! What is agreed before play: as typed on the command line, or asked for on a form.

use crate::fail::usage;
use crate::text::{hang, pad, width};
use anyhow::{Context, Result, anyhow};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use hulldown_core::game::Field;
use hulldown_core::phrase::capital;
use hulldown_core::playable::Form as Asks;
use hulldown_desk::{Pack, Shelf};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use serde_json::{Map, Value};
use std::io::{BufRead, Write};

/// The fields of the set-up somebody changes on the command line.
pub(crate) fn from_pairs(shelf: &'static Shelf, pack: Option<&Pack>, set: &[String]) -> Result<Value> {
    let mut form = Form::new(shelf, pack)?;
    let mut given = Map::new();
    for pair in set {
        let (field, value) = pair.split_once('=').ok_or_else(|| {
            usage(format!("--set {pair}: write FIELD=VALUE; `hulldown play {} --options` lists the fields", shelf.id))
        })?;
        let (field, value) = (field.trim(), value.trim());
        match form.rows.iter_mut().find(|row| row.field.name == field) {
            Some(row) => given.insert(field.into(), row.value_of(value)),
            // The game itself knows best how to say that it has no such field.
            None => given.insert(field.into(), Value::String(value.into())),
        };
    }
    Ok(if given.is_empty() { Value::Null } else { Value::Object(given) })
}

/// A field and what stands in it.
struct Row {
    field: Field,
    text: String,
}

impl Row {
    /// What was typed as the kind of value the field holds: text stays text, whatever it looks like.
    fn value_of(&self, text: &str) -> Value {
        match serde_json::from_str(text) {
            Ok(value) if !self.field.default.is_string() => value,
            _ => Value::String(text.into()),
        }
    }

    /// Steps through the values the field takes.
    fn turn(&mut self, by: isize) {
        let values = &self.field.values;
        let at = values.iter().position(|(value, _)| *value == self.text).unwrap_or(0) as isize;
        if let Some((value, _)) = values.get((at + by).rem_euclid(values.len().max(1) as isize) as usize) {
            self.text.clone_from(value);
        }
    }

    /// What stands in it, in words.
    fn label(&self) -> &str {
        let known = self.field.values.iter().find(|(value, _)| *value == self.text);
        known.map_or(&self.text, |(_, label)| label)
    }

    /// The same for somebody who types it.
    fn shown(&self) -> String {
        match self.label() {
            label if label != self.text => format!("{} ({label})", self.text),
            _ => self.text.clone(),
        }
    }
}

/// A form with every field of a game's set-up.
pub(super) struct Form {
    shelf: &'static Shelf,
    pack: Option<Pack>,
    asks: Asks,
    rows: Vec<Row>,
    at: usize,
    /// What was wrong with it the last time.
    pub(super) wrong: Option<String>,
}

impl Form {
    /// The form of a game with a pack laid over its charts, as it stands by default.
    pub(super) fn new(shelf: &'static Shelf, pack: Option<&Pack>) -> Result<Self> {
        let row = |field: Field| {
            let text = field.default.as_str().map_or_else(|| field.default.to_string(), String::from);
            Row { field, text }
        };
        let fields = (shelf.fields)(pack).map_err(|problem| anyhow!(problem.message))?;
        let rows = fields.into_iter().map(row).collect();
        Ok(Form { shelf, pack: pack.cloned(), asks: shelf.form, rows, at: 0, wrong: None })
    }

    /// Whether a field means anything with what the others say.
    fn applies(&self, row: &Row) -> bool {
        let only = self.asks.only.iter().filter(|(field, ..)| *field == row.field.name);
        let says = |field: &str| self.rows.iter().find(|row| row.field.name == field).map_or("", |row| &row.text);
        only.into_iter().all(|(_, other, values)| values.contains(&says(other)))
    }

    /// What a field is called.
    fn called(&self, row: &Row) -> String {
        let called = self.asks.called.iter().find(|(field, _)| *field == row.field.name);
        called.map_or_else(|| capital(&row.field.name.replace('_', " ")), |(_, called)| called.to_string())
    }

    /// What is chosen by what stands in a field, in the game's words.
    fn told(&self, row: &Row) -> Option<String> {
        (self.shelf.tells)(self.pack.as_ref(), row.field.name, &row.text)
    }

    /// The next field that applies, up or down.
    fn step(&mut self, by: isize) {
        let count = self.rows.len() as isize;
        let next = (1..=count).map(|n| (self.at as isize + by * n).rem_euclid(count) as usize);
        self.at = next.into_iter().find(|at| self.applies(&self.rows[*at])).unwrap_or(self.at);
    }

    /// What differs from the default.
    pub(super) fn value(&self) -> Value {
        let changed = self.rows.iter().map(|row| (row.field.name, row.value_of(&row.text), &row.field.default));
        let map: Map<String, Value> = changed
            .filter(|(_, value, default)| value != *default)
            .map(|(name, value, _)| (name.into(), value))
            .collect();
        if map.is_empty() { Value::Null } else { Value::Object(map) }
    }

    /// Has the form filled in on the full screen; false if the person would rather not.
    pub(super) fn fill_in(&mut self) -> Result<bool> {
        let mut terminal = ratatui::try_init().context("this terminal has no full screen; try --linear")?;
        let mut begun = None;
        let mut run = || -> Result<bool> {
            while begun.is_none() {
                terminal.draw(|frame| self.draw(frame))?;
                if let Event::Key(key) = event::read()?
                    && key.kind != KeyEventKind::Release
                {
                    begun = self.key(key);
                }
            }
            Ok(begun == Some(true))
        };
        let done = run();
        ratatui::restore();
        done
    }

    /// Does what a key says; the answer is whether to begin.
    fn key(&mut self, key: KeyEvent) -> Option<bool> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Some(false),
            KeyCode::Char('c') if control => return Some(false),
            KeyCode::Enter => return Some(true),
            KeyCode::Up => self.step(-1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            code => {
                let row = self.rows.get_mut(self.at)?;
                match code {
                    KeyCode::Left if !row.field.values.is_empty() => row.turn(-1),
                    KeyCode::Right | KeyCode::Char(' ') if !row.field.values.is_empty() => row.turn(1),
                    KeyCode::Backspace if row.field.values.is_empty() => _ = row.text.pop(),
                    KeyCode::Char(c) if row.field.values.is_empty() && !control && row.text.len() < 60 => {
                        row.text.push(c);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let columns = usize::from(frame.area().width).saturating_sub(1).max(20);
        let lead = self.rows.iter().map(|row| width(&self.called(row))).max().unwrap_or(0) + 4;
        let mut lines =
            vec![Line::styled(format!(" {}: setup", self.shelf.title), Style::new().add_modifier(Modifier::BOLD))];
        lines.extend(hang(" ", self.shelf.about, columns).into_iter().map(Line::raw));
        lines.push(Line::raw(""));
        let mut focus = 0..0;
        for (n, row) in self.rows.iter().enumerate().filter(|(_, row)| self.applies(row)) {
            let here = n == self.at;
            let begins = lines.len();
            let mark = if here { " > " } else { "   " };
            let name = pad(&format!("{mark}{}", self.called(row)), lead);
            let text = match (row.field.values.is_empty(), here) {
                (true, true) => format!("{}_", row.text),
                (true, false) if row.text.is_empty() => "(none)".into(),
                (false, true) => format!("< {} >", row.label()),
                _ => row.label().to_string(),
            };
            let look = if here { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            let laid = hang(&format!("{name} "), &text, columns);
            lines.extend(laid.into_iter().map(|line| Line::styled(line, look)));
            if here {
                let help = hang(&" ".repeat(lead + 1), &row.field.help, columns);
                lines.extend(help.into_iter().map(|line| Line::styled(line, Style::new().add_modifier(Modifier::DIM))));
                let told = self.told(row);
                let told = told.iter().flat_map(|says| hang(&" ".repeat(lead + 1), says, columns));
                lines.extend(told.map(Line::raw));
                focus = begins..lines.len();
            }
        }
        if let Some(wrong) = &self.wrong {
            lines.push(Line::raw(""));
            lines.extend(hang(" ", wrong, columns).into_iter().map(Line::raw));
        }
        let [form, foot] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(frame.area());
        let skip = (focus.end + 1).saturating_sub(usize::from(form.height)).min(focus.start);
        frame.render_widget(Paragraph::new(lines.split_off(skip.min(lines.len()))), form);
        let keys = " Enter start   Up Down field   Left Right value, or type   Esc leave";
        frame.render_widget(Paragraph::new(Line::from(Span::raw(keys))), foot);
    }

    fn say_told(&self, row: &Row, out: &mut dyn Write, columns: usize) -> Result<()> {
        for part in self.told(row).iter().flat_map(|says| hang("    ", says, columns)) {
            writeln!(out, "{part}")?;
        }
        Ok(())
    }

    /// Has the form filled in line by line; false if the input ends.
    pub(super) fn fill_in_lines(
        &mut self,
        out: &mut dyn Write,
        input: &mut dyn BufRead,
        columns: usize,
    ) -> Result<bool> {
        writeln!(
            out,
            "{}: setup. Enter alone starts; FIELD=VALUE changes a field, FIELD alone lists its values.",
            self.shelf.title
        )?;
        for row in self.rows.iter().filter(|row| self.applies(row)) {
            let text = if row.text.is_empty() { "(none)".into() } else { row.shown() };
            let line = format!("{} = {text}: {}", row.field.name, row.field.help);
            for part in hang("  ", &line, columns) {
                writeln!(out, "{part}")?;
            }
        }
        loop {
            if let Some(wrong) = self.wrong.take() {
                writeln!(out, "{wrong}")?;
            }
            write!(out, "> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(false);
            }
            let line = line.trim();
            if line.is_empty() {
                return Ok(true);
            }
            if let Some(row) = self.rows.iter().find(|row| row.field.name == line) {
                for part in values(row).iter().flat_map(|value| hang("  ", value, columns)) {
                    writeln!(out, "{part}")?;
                }
                self.say_told(row, out, columns)?;
                continue;
            }
            let changed = line.split_once('=').map(|(name, text)| (name.trim(), text.trim()));
            match changed
                .and_then(|(name, text)| self.rows.iter_mut().find(|row| row.field.name == name).zip(Some(text)))
            {
                Some((row, text)) => {
                    row.text = text.into();
                    writeln!(out, "{} = {}. Enter alone starts.", row.field.name, row.shown())?;
                    let name = row.field.name;
                    let row = self.rows.iter().find(|row| row.field.name == name);
                    row.map_or(Ok(()), |row| self.say_told(row, out, columns))?;
                }
                None => self.wrong = Some("Type FIELD=VALUE with one of these fields, or Enter alone to start.".into()),
            }
        }
    }
}

/// The values a field takes, as they are typed.
fn values(row: &Row) -> Vec<String> {
    let name = row.field.name;
    let value = |(value, label): &(String, String)| match value == label {
        true => format!("{name}={value}"),
        false => format!("{name}={value}: {label}"),
    };
    match row.field.values.is_empty() {
        true => vec![format!("{name} takes what you type: {}", row.field.help)],
        false => row.field.values.iter().map(value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn form() -> Form {
        Form::new(&hulldown_desk::shelf()[0], None).unwrap()
    }

    #[test]
    fn a_form_left_alone_is_the_default() {
        assert_eq!(form().value(), Value::Null);
    }

    #[test]
    fn fields_are_typed_and_turned_and_drawn_at_every_size() {
        let mut form = form();
        for n in 0..form.rows.len() {
            let field = form.rows[n].field.clone();
            form.key(KeyCode::Right.into());
            "Abe".chars().for_each(|c| _ = form.key(KeyCode::Char(c).into()));
            let value = form.value();
            match field.values.get(1) {
                Some(_) => assert_ne!(value[field.name], field.default),
                None => assert_eq!(value[field.name], "Abe"),
            }
            for (columns, lines) in [(40, 12), (60, 20), (80, 24), (200, 60)] {
                let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
                terminal.draw(|frame| form.draw(frame)).unwrap();
                let buffer = terminal.backend().buffer();
                let text: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
                let name = form.called(&form.rows[n]);
                assert!(text.contains(&format!("> {name}")), "{columns}x{lines}: {text}");
            }
            form.key(KeyCode::Down.into());
        }
        assert_eq!(form.key(KeyCode::Enter.into()), Some(true));
        assert_eq!(form.key(KeyCode::Esc.into()), Some(false));
    }

    /// What is chosen is told below its field, and changes with it.
    #[test]
    fn what_is_on_a_card_is_told_below_its_field() {
        let mut told = 0;
        for shelf in hulldown_desk::shelf() {
            let mut form = Form::new(shelf, None).unwrap();
            for n in 0..form.rows.len() {
                form.at = n;
                for _ in 0..form.rows[n].field.values.len().min(3) {
                    form.key(KeyCode::Right.into());
                    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
                    terminal.draw(|frame| form.draw(frame)).unwrap();
                    let text: String = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
                    if let Some(says) = form.told(&form.rows[n]) {
                        told += 1;
                        let begins: Vec<&str> = says.split_whitespace().take(3).collect();
                        let shown: Vec<&str> = text.split_whitespace().collect();
                        assert!(shown.windows(begins.len()).any(|some| some == begins), "{says} is not in {text}");
                    }
                }
            }
        }
        assert!(told > 5, "{told}");
    }

    #[test]
    fn what_does_not_apply_is_not_asked_for() {
        let mut form = form();
        let hidden = |form: &Form| form.rows.iter().filter(|row| !form.applies(row)).count();
        let before = hidden(&form);
        assert!(before > 0, "one commander has no partner");
        for _ in 0..form.rows.len() {
            form.key(KeyCode::Down.into());
            assert!(form.applies(&form.rows[form.at]));
        }
        form.at = 0;
        form.key(KeyCode::Right.into());
        assert_eq!(hidden(&form), 0, "two have");
    }

    #[test]
    fn the_form_can_be_filled_in_line_by_line() {
        let mut form = form();
        let field = form.rows.iter().position(|row| row.field.values.is_empty()).unwrap();
        let name = form.rows[field].field.name;
        let mut said = Vec::new();
        let listed = form.rows.iter().find(|row| row.field.values.len() > 1).unwrap().field.clone();
        let typed = format!("zebra=1\n{}\n{name} = Abe\n\n", listed.name);
        assert!(form.fill_in_lines(&mut said, &mut typed.as_bytes(), 80).unwrap());
        assert_eq!(form.value()[name], "Abe");
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("Type FIELD=VALUE"));
        for (value, label) in &listed.values {
            assert!(said.contains(&format!("{}={value}", listed.name)) && said.contains(label.as_str()), "{said}");
        }
        assert!(!form.fill_in_lines(&mut Vec::new(), &mut &b""[..], 80).unwrap());
    }
}
