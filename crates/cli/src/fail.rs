//! Failures, told to the person at the keyboard.

use hulldown_keep::KeepError;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Something asked for that cannot be: the person can put it right on the command line. Exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error about how the program was called.
pub(crate) fn usage(message: impl Into<String>) -> anyhow::Error {
    Usage(message.into()).into()
}

/// Tells a failure on standard error and gives the exit code that belongs to it.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        // Whoever read our output has seen enough.
        return ExitCode::SUCCESS;
    }
    eprintln_quietly(&format!("hulldown: {error:#}"));
    let kept = error.downcast_ref::<KeepError>().is_some_and(KeepError::is_usage);
    ExitCode::from(if kept || error.is::<Usage>() { 2 } else { 1 })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line to standard error; if that cannot be done there is nobody to tell.
pub(crate) fn eprintln_quietly(line: &str) {
    use io::Write;
    let _ = writeln!(io::stderr(), "{line}");
}

/// The one of `known` a person probably meant.
pub(crate) fn nearest<'a>(meant: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let meant = meant.to_lowercase();
    known
        .into_iter()
        .map(|word| (distance(&meant, &word.to_lowercase()), word))
        .filter(|(away, word)| *away <= 2.min(word.len() / 2))
        .min()
        .map(|(_, word)| word)
}

/// How many letters must be changed, added, left out or exchanged with the next to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let known = ["crew", "enemies", "charts", "odds"];
        assert_eq!(nearest("enmies", known), Some("enemies"));
        assert_eq!(nearest("ods", known), Some("odds"));
        assert_eq!(nearest("crwe", known), Some("crew"));
        assert_eq!(nearest("zebra", known), None);
        assert_eq!(nearest("x", known), None);
    }
}
