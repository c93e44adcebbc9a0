//! The rules of a game in our words, looked up by id.
//!
//! A game crate holds its ledger as `rules.tsv` (id, topic, kind, statement) and makes a [`Ledger`] of it at compile time;
//! `rule!("7.3.5a")` is then a number checked by the compiler: an id that is not in the ledger does not build.

use serde::Serialize;

/// A rule of one game's ledger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct RuleId(pub u16);

/// A reason against something, with its rule; none where nothing is against it.
pub type Reason = Option<(RuleId, &'static str)>;

/// The ledger of one game: its text and where each line of it begins.
pub struct Ledger {
    text: &'static str,
    starts: &'static [u32],
}

/// One rule as shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The id, as in the rulebook where it has one.
    pub id: &'static str,
    /// A word for what it is about.
    pub topic: &'static str,
    /// What part of play it belongs to; `info` rules do nothing.
    pub kind: &'static str,
    /// What it says, in our words.
    pub statement: &'static str,
}

/// How many rules the text of a ledger holds (its first line is the heading).
pub const fn count(text: &str) -> usize {
    let (bytes, mut at, mut lines) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'\n' {
            lines += 1;
        }
        at += 1;
    }
    lines - 1
}

/// Where each rule's line begins.
pub const fn starts<const N: usize>(text: &str) -> [u32; N] {
    let bytes = text.as_bytes();
    let (mut found, mut line, mut at) = ([0; N], 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'\n' && line < N {
            found[line] = at as u32 + 1;
            line += 1;
        }
        at += 1;
    }
    found
}

impl Ledger {
    /// A ledger over its text; use the [`ledger!`](crate::ledger) macro.
    pub const fn new(text: &'static str, starts: &'static [u32]) -> Self {
        Ledger { text, starts }
    }

    /// The rule with this id, if there is one.
    pub const fn find(&self, id: &str) -> Option<RuleId> {
        let (text, id) = (self.text.as_bytes(), id.as_bytes());
        let mut line = 0;
        while line < self.starts.len() {
            let start = self.starts[line] as usize;
            let mut same = start + id.len() < text.len() && text[start + id.len()] == b'\t';
            let mut at = 0;
            while same && at < id.len() {
                same = text[start + at] == id[at];
                at += 1;
            }
            if same {
                return Some(RuleId(line as u16));
            }
            line += 1;
        }
        None
    }

    /// The rule with this id; a wrong id in a constant does not compile.
    pub const fn cite(&self, id: &str) -> RuleId {
        match self.find(id) {
            Some(rule) => rule,
            None => panic!("no rule of that id in the ledger"),
        }
    }

    /// How many rules there are.
    pub const fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether the ledger is empty.
    pub const fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The rule as shown to people.
    pub fn rule(&self, rule: RuleId) -> Rule {
        let start = self.starts[usize::from(rule.0)] as usize;
        let line = self.text[start..].lines().next().unwrap_or_default();
        let mut cells = line.split('\t');
        let mut next = || cells.next().unwrap_or_default();
        Rule { id: next(), topic: next(), kind: next(), statement: next() }
    }

    /// The id of a rule.
    pub fn id(&self, rule: RuleId) -> &'static str {
        let rest = &self.text[self.starts[usize::from(rule.0)] as usize..];
        // It is a few letters long: looked at one by one they are sooner through than a search is begun.
        &rest[..rest.bytes().position(|letter| letter == b'\t').unwrap_or(rest.len())]
    }

    /// All rules, in the ledger's order.
    pub fn all(&self) -> impl Iterator<Item = Rule> + '_ {
        (0..self.len()).map(|line| self.rule(RuleId(line as u16)))
    }

    /// What a person means by `id`: the rule of that id, or all whose id begins with it (`7.3` means all of 7.3.1a …).
    pub fn look_up(&self, id: &str) -> Vec<Rule> {
        let id = id.trim().trim_matches(['[', ']']);
        let exact: Vec<Rule> = self.all().filter(|r| r.id.eq_ignore_ascii_case(id)).collect();
        if !exact.is_empty() || id.is_empty() {
            return exact;
        }
        let begins = |r: &Rule| {
            r.id.len() > id.len() && r.id.is_char_boundary(id.len()) && r.id[..id.len()].eq_ignore_ascii_case(id)
        };
        self.all().filter(begins).collect()
    }
}

/// Makes a module-level `LEDGER` of a rules file, and `CITED`, by which a `rule!` macro of the game cites it: an id that is not in the file does
/// not compile.
///
/// ```
/// // src/rules.rs of a game
/// hulldown_core::ledger!("../../kit/src/duel/rules.tsv");
///
/// macro_rules! rule {
///     ($id:literal) => {
///         const { CITED.cite($id) }
///     };
/// }
///
/// assert_eq!(LEDGER.rule(rule!("1.2")).topic, "charm");
/// ```
#[macro_export]
macro_rules! ledger {
    ($path:literal) => {
        const TEXT: &str = include_str!($path);
        const STARTS: [u32; $crate::rules::count(TEXT)] = $crate::rules::starts(TEXT);
        /// Every rule of the game, in our words.
        pub static LEDGER: $crate::rules::Ledger = CITED;
        #[doc(hidden)]
        pub const CITED: $crate::rules::Ledger = $crate::rules::Ledger::new(TEXT, &STARTS);
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "id\ttopic\tkind\tstatement\n1.0\tstart\tsetup\tBegin.\n7.2-Aa\tfire\taction\tFire.\n7.2-A\tx\tinfo\tNothing.\n";
    const STARTS: [u32; count(TEXT)] = starts(TEXT);
    const LEDGER: Ledger = Ledger::new(TEXT, &STARTS);

    #[test]
    fn rules_are_found_by_their_whole_id() {
        const FIRE: RuleId = LEDGER.cite("7.2-Aa");
        assert_eq!(LEDGER.rule(FIRE).statement, "Fire.");
        assert_eq!(LEDGER.find("7.2-A"), Some(RuleId(2)));
        assert_eq!(LEDGER.find("7.2"), None);
        assert_eq!(LEDGER.len(), 3);
        assert_eq!(LEDGER.look_up("7.2").len(), 2);
        assert_eq!(LEDGER.look_up("[1.0]")[0].statement, "Begin.");
        assert!(LEDGER.look_up("9").is_empty());
    }
}
