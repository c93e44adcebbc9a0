//! `hulldown rules`.

use crate::args;
use crate::fail::usage;
use crate::play::pages::{fold, rule_lines};
use anyhow::Result;
use hulldown_core::rules::{Ledger, Rule};
use std::io::Write;

/// Shows the rules of a game.
pub(crate) fn run(args: &args::RulesArgs, out: &mut dyn Write, columns: usize) -> Result<()> {
    let shelf = crate::find_game(&args.game)?;
    let ledger = (shelf.ledger)();
    let what = args.what.join(" ");
    let rules = if what.trim().is_empty() { ledger.all().collect() } else { search(ledger, &what) };
    if rules.is_empty() {
        return Err(usage(format!(
            "no rule of {} has the number {what:?} or mentions it; `hulldown rules {}` lists all",
            shelf.title, shelf.id
        )));
    }
    for line in fold(&rule_lines(&rules, &what), columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The rules a person means: of this number, else whose number begins so or has this part, else that have all these words in them.
pub(crate) fn search(ledger: &Ledger, what: &str) -> Vec<Rule> {
    let by_number = ledger.look_up(what);
    if !by_number.is_empty() {
        return by_number;
    }
    // Where rules have names, a word or number between their dots: `attack`, `9`.
    let part = |rule: &Rule| rule.id.split('.').any(|part| part.eq_ignore_ascii_case(what.trim()));
    let named: Vec<Rule> = ledger.all().filter(part).collect();
    if !named.is_empty() {
        return named;
    }
    let words: Vec<String> = what.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let speaks = |rule: &Rule| {
        let text = format!("{} {}", rule.topic, rule.statement).to_lowercase();
        // A number is meant whole: 9 is not in 1942.
        let figures: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let has = |word: &str| match word.bytes().all(|b| b.is_ascii_digit()) {
            true => figures.contains(&word),
            false => text.contains(word),
        };
        words.iter().all(|word| has(word))
    };
    ledger.all().filter(speaks).collect()
}
