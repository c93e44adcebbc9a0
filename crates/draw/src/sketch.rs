//! Boards in characters, for terminals and paper. They are drawn in ASCII alone; colors say nothing that the characters do not say.

/// What a character stands for. A terminal may color it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Nothing in particular.
    #[default]
    Plain,
    /// Frames, rulers, what does not count.
    Faint,
    /// Trees.
    Woods,
    /// Rough ground, farms, villages.
    Rough,
    /// High ground and banks.
    High,
    /// One's own.
    Own,
    /// The enemy's.
    Enemy,
    /// An enemy that can hurt you now.
    Alarm,
    /// What can be chosen now.
    Choice,
}

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Characters in a line.
    pub columns: usize,
    /// Lines.
    pub lines: usize,
}

/// A board in characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    columns: usize,
    cells: Vec<Vec<(char, Ink)>>,
}

impl Sketch {
    /// An empty sheet.
    pub fn new(room: Room) -> Self {
        Sketch { columns: room.columns, cells: vec![vec![(' ', Ink::Plain); room.columns]; room.lines] }
    }

    /// Its size.
    pub fn room(&self) -> Room {
        Room { columns: self.columns, lines: self.cells.len() }
    }

    /// Writes a text from a place on; what does not fit is left out, what is not ASCII becomes a question mark.
    pub fn put(&mut self, column: usize, line: usize, text: &str, ink: Ink) {
        let Some(row) = self.cells.get_mut(line) else { return };
        for (cell, c) in row.iter_mut().skip(column).zip(text.chars()) {
            *cell = (if c.is_ascii() && !c.is_ascii_control() { c } else { '?' }, ink);
        }
    }

    /// Writes a text into so many characters and no more: one that is too long ends in `~`.
    pub fn fit(&mut self, column: usize, line: usize, columns: usize, text: &str, ink: Ink) {
        self.put(column, line, &fitted(text, columns), ink);
    }

    /// Writes a text into as many lines as it takes, at most so many, all but the first set in; returns how many it took.
    pub fn fold(&mut self, line: usize, lines: usize, indent: usize, text: &str, ink: Ink) -> usize {
        let parts = folded(text, self.columns, lines, indent);
        for (n, part) in parts.iter().enumerate() {
            self.fit(0, line + n, self.columns, part, ink);
        }
        parts.len()
    }

    /// The same in the middle of so many characters.
    pub fn center(&mut self, column: usize, line: usize, columns: usize, text: &str, ink: Ink) {
        let text = fitted(text, columns);
        self.put(column + (columns - text.len()) / 2, line, &text, ink);
    }

    /// A line from side to side.
    pub fn rule(&mut self, column: usize, line: usize, columns: usize, ink: Ink) {
        self.put(column, line, &"-".repeat(columns), ink);
    }

    /// A line downwards.
    pub fn bar(&mut self, column: usize, lines: std::ops::Range<usize>, ink: Ink) {
        for line in lines {
            self.put(column, line, "|", ink);
        }
    }

    /// Leaves out empty lines at the end.
    pub fn trimmed(mut self) -> Self {
        while self.cells.last().is_some_and(|line| line.iter().all(|(c, _)| *c == ' ')) {
            self.cells.pop();
        }
        self
    }

    /// Its lines, each in pieces of one ink.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<(String, Ink)>> + '_ {
        self.cells.iter().map(|line| {
            let parts = line.chunk_by(|a, b| a.1 == b.1);
            parts.map(|part| (part.iter().map(|(c, _)| *c).collect(), part[0].1)).collect()
        })
    }

    /// Its lines as plain text, without spaces at their ends.
    pub fn lines(&self) -> Vec<String> {
        let line = |line: &Vec<(char, Ink)>| line.iter().map(|(c, _)| *c).collect::<String>().trim_end().to_string();
        self.cells.iter().map(line).collect()
    }
}

/// A text broken between words into lines of so many characters, at most so many lines, all but the first set in.
pub fn folded(text: &str, columns: usize, lines: usize, indent: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut begun = false;
    for word in text.split(' ') {
        let last = parts.len() - 1;
        let full = begun && parts[last].len() + 1 + word.len() > columns && parts.len() < lines;
        match begun {
            _ if full => parts.push(format!("{}{word}", " ".repeat(indent))),
            true => parts[last] += &format!(" {word}"),
            false => parts[last] += word,
        }
        begun = true;
    }
    parts
}

/// A text in so many characters, in ASCII: one that is too long ends in `~`.
pub fn fitted(text: &str, columns: usize) -> String {
    let ascii: String = text.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' }).collect();
    match ascii.len() > columns {
        true => ascii[..columns.saturating_sub(1)].to_string() + if columns > 0 { "~" } else { "" },
        false => ascii,
    }
}

/// Something a player asks about the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// What lies and stands in a place, or what a unit is.
    Look(&'a str),
    /// How far it is to a place, and what lies on the way.
    Way(&'a str),
    /// What a unit sees, or what can be seen of a place.
    See(&'a str),
    /// Who aims at me, or bears on me.
    Targets,
    /// Where am I.
    Where,
}

impl<'a> Question<'a> {
    /// The question a line asks: `look 0112`, `way m41`, `see A`, `who targets me`, `where am I`.
    pub fn said(line: &'a str) -> Option<Self> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        Some(match word.to_lowercase().as_str() {
            "look" if !rest.is_empty() => Question::Look(rest),
            "way" if !rest.is_empty() => Question::Way(rest),
            "see" if !rest.is_empty() => Question::See(rest),
            "who" => Question::Targets,
            "where" => Question::Where,
            _ => return None,
        })
    }
}
