//! Names people give their games.

use crate::StoreError;

/// The most characters a game's name may have.
pub const LONGEST_NAME: usize = 80;

/// The name as it is kept, or why it cannot be one.
pub(crate) fn tidy(name: &str) -> Result<String, StoreError> {
    let bad = |why| Err(StoreError::BadName { name: name.chars().take(LONGEST_NAME).collect(), why });
    let tidied = name.trim();
    if tidied.is_empty() {
        return bad("it is empty");
    }
    if tidied.chars().count() > LONGEST_NAME {
        return bad("it is longer than 80 characters");
    }
    if tidied.chars().any(is_unprintable) {
        return bad("it has control characters in it");
    }
    Ok(tidied.to_owned())
}

/// What two names have in common when they differ in case only. Up and down again,
/// because several small letters can share one capital (σ and ς).
pub(crate) fn key(name: &str) -> String {
    name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// The `n`-th name to try for a game that should be called about `base`: "base", "base 2", "base 3" …
pub(crate) fn candidate(base: &str, n: u64) -> String {
    let clean: String = base.chars().filter(|&c| !is_unprintable(c)).collect();
    let clean = if clean.trim().is_empty() { "game" } else { clean.trim() };
    let suffix = if n > 1 { format!(" {n}") } else { String::new() };
    let stem: String = clean.chars().take(LONGEST_NAME - suffix.len()).collect();
    format!("{}{suffix}", stem.trim_end())
}

/// Would this character garble a list: a control, a line break, or one that turns the writing direction round?
fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
