//! Games of other rules, read in the terminal as they were told.

use crate::archive::{Reader, Record};
use crate::args;
use crate::play::pages;
use crate::terminal;
use crate::text::count;
use anyhow::{Result, bail};
use hulldown_desk::EventLine;
use std::io::{self, BufRead, IsTerminal, Write};

/// What can be typed.
const WORDS: &str = "Enter or `forward [n]` and `back [n]` step, `goto 40` jumps, `log` shows everything, `where` shows the final position, `quit` leaves.";

/// Prints a record, or steps through it.
pub(crate) fn run(record: &Record, reader: Reader, args: &args::ReplayArgs) -> Result<()> {
    let mut out = crate::plain::out_to_read();
    let reading = Reading { record, reader, heard: record.heard(reader) };
    let last = record.answered(reader);
    if let Some(to) = args.to.filter(|to| *to > last) {
        return Err(crate::replay::beyond(to, last));
    }
    if args.story {
        let events: Vec<EventLine> = reading.heard.iter().map(|(_, event)| event.clone()).collect();
        let chapters = hulldown_desk::story::chapters(&events);
        if chapters.is_empty() {
            let instead = if record.told.is_empty() { "its answers" } else { "what was told" };
            bail!("{}: no story of it was kept; --text prints {instead}", record.label);
        }
        let told = chapters.into_iter().flat_map(|(title, paragraphs)| {
            std::iter::once(title).chain(paragraphs).chain([String::new()]).collect::<Vec<_>>()
        });
        return print(&mut out, &told.collect::<Vec<_>>());
    }
    let lead = format!(
        "{}: the record of {}, {}.",
        record.shelf.title,
        record.label,
        count(record.answered(reading.reader), "answer")
    );
    print(&mut out, &[lead, record.about()])?;
    if args.text {
        let last = args.to.unwrap_or(usize::MAX).min(record.answered(reading.reader));
        let mut lines = (0..=last).flat_map(|at| reading.told_at(at)).collect::<Vec<_>>();
        lines.extend(reading.position());
        return print(&mut out, &lines);
    }
    reading.walk(args.to.unwrap_or(0), &mut out, &mut io::stdin().lock(), !io::stdin().is_terminal())
}

fn print(out: &mut dyn Write, lines: &[String]) -> Result<()> {
    for line in pages::fold(lines, terminal::columns()) {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// A record and who reads it.
struct Reading<'r> {
    record: &'r Record,
    reader: Reader,
    heard: Vec<(usize, EventLine)>,
}

impl Reading<'_> {
    /// What was told after so many answers, with the answer it was told upon.
    fn told_at(&self, at: usize) -> Vec<String> {
        let answer = at.checked_sub(1).and_then(|n| self.record.answer(n, self.reader));
        let lead = answer.map(|(seat, key)| match self.record.shelf.secrets {
            true => format!("{at}. player {}: {key}", seat.0 + 1),
            false => format!("{at}. {key}"),
        });
        let from = self.heard.partition_point(|(after, _)| *after < at);
        let told = self.heard[from..].iter().take_while(|(after, _)| *after == at);
        lead.into_iter().chain(told.map(|(_, event)| format!("  {}", event.line))).collect()
    }

    /// The position it was left in.
    fn position(&self) -> Vec<String> {
        match (&self.record.position, self.record.viewer(self.reader)) {
            (Err(why), _) => vec![format!("The final position cannot be shown: {why}")],
            (Ok(_), None) => vec!["Choose a view: --side 1 or --side 2 shows the position.".into()],
            (Ok(position), Some(viewer)) => {
                let mut lines = vec![format!("Final position: {}", position.status(viewer))];
                for section in position.sections(viewer) {
                    lines.extend([String::new(), section.title]);
                    lines.extend(section.lines.into_iter().map(|line| format!("  {line}")));
                }
                lines
            }
        }
    }

    /// Steps both ways until somebody has read enough.
    fn walk(&self, at: usize, out: &mut dyn Write, input: &mut dyn BufRead, echo: bool) -> Result<()> {
        let last = self.record.answered(self.reader);
        let mut at = at.min(last);
        print(out, &[WORDS.to_string()])?;
        self.show(at, out)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(writeln!(out)?);
            }
            if echo {
                writeln!(out, "{}", line.trim_end())?;
            }
            let mut words = line.split_whitespace();
            let word = words.next().unwrap_or("forward");
            let number = words.next().map(str::parse::<usize>);
            let n = match (word, number) {
                (_, Some(Err(_))) => usize::MAX,
                ("goto", None) => usize::MAX,
                (_, Some(Ok(n))) => n,
                (_, None) => 1,
            };
            match word {
                "quit" | "q" => return Ok(()),
                "log" | "l" => print(out, &(0..=last).flat_map(|at| self.told_at(at)).collect::<Vec<_>>())?,
                "where" => print(out, &self.position())?,
                _ if n == usize::MAX => print(out, &[WORDS.to_string()])?,
                "forward" | "f" | "]" => at = self.show(at.saturating_add(n).min(last), out)?,
                "back" | "b" | "[" => at = self.show(at.saturating_sub(n), out)?,
                "goto" | "g" => at = self.show(n.min(last), out)?,
                _ => print(out, &[WORDS.to_string()])?,
            }
        }
    }

    fn show(&self, at: usize, out: &mut dyn Write) -> Result<usize> {
        let mut lines = vec![format!("After {} of {}", count(at, "answer"), self.record.answered(self.reader))];
        lines.extend(self.told_at(at));
        if let Some((_, key)) = self.record.answer(at, self.reader) {
            lines.push(format!("  next: {key}"));
        }
        print(out, &lines)?;
        Ok(at)
    }
}
