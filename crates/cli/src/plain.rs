//! Letters for terminals that know no others than ASCII.

use std::io::{self, IsTerminal, StdoutLock, Write};

/// Whether the terminal was said to know ASCII alone. What is written for programs into files and pipes is always UTF-8.
pub(crate) fn is_plain() -> bool {
    is_wanted() && io::stdout().is_terminal()
}

/// Whether ASCII alone is asked for, by a locale that is not of UTF-8.
fn is_wanted() -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let locale = said.into_iter().find(|locale| !locale.is_empty());
    locale.is_some_and(|locale| !knows_more(&locale.to_string_lossy()))
}

fn knows_more(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// What stands for a character in ASCII.
pub(crate) fn ascii(c: char) -> &'static str {
    match c {
        '·' | '–' | '—' | '−' | '─' => "-",
        '…' => "...",
        '±' => "+-",
        '×' => "x",
        '│' => "|",
        '┌' | '┐' | '└' | '┘' | '┬' | '├' => "+",
        '“' | '”' => "\"",
        '‘' | '’' => "'",
        'à' | 'á' | 'â' | 'ä' => "a",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'î' | 'ï' => "i",
        'ô' | 'ö' => "o",
        'ù' | 'û' | 'ü' => "u",
        'Ä' => "A",
        'É' => "E",
        'Ö' => "O",
        'Ü' => "U",
        'ß' => "ss",
        _ => "?",
    }
}

/// Standard output, in letters that can be shown there.
pub(crate) fn out() -> Box<dyn Write> {
    in_letters(is_plain())
}

/// The same for what people read, wherever it goes: a conversation may be read out by something else than the terminal.
pub(crate) fn out_to_read() -> Box<dyn Write> {
    in_letters(is_wanted())
}

fn in_letters(plain: bool) -> Box<dyn Write> {
    let out = io::BufWriter::new(io::stdout().lock());
    if plain { Box::new(Plain { out, rest: Vec::new() }) } else { Box::new(out) }
}

/// Writes ASCII only.
struct Plain {
    out: io::BufWriter<StdoutLock<'static>>,
    /// The beginning of a character whose end is still to come.
    rest: Vec<u8>,
}

impl Write for Plain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.rest);
        for chunk in all.utf8_chunks() {
            self.out.write_all(in_ascii(chunk.valid()).as_bytes())?;
            self.rest = chunk.invalid().to_vec();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A text in ASCII.
pub(crate) fn in_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() { plain.push(c) } else { plain.push_str(ascii(c)) }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ascii_has_something_that_stands_for_it() {
        assert_eq!(in_ascii("┌ Log ─┐ 85% ± 3 · « Ménil – …"), "+ Log -+ 85% +- 3 - ? Menil - ...");
    }

    #[test]
    fn a_locale_says_what_a_terminal_knows() {
        assert!(knows_more("en_US.UTF-8") && knows_more("C.utf8"));
        assert!(!knows_more("C") && !knows_more("POSIX") && !knows_more("de_DE.ISO-8859-1"));
    }
}
