//! Which rules have a test that names them.
//!
//! A test names the rules it proves right above its attribute: `/// rules: duel 3.1 3.1a`.

use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A game's ledger against the tests that name its rules.
struct Coverage {
    game: String,
    /// Rules that do something, with what they say.
    rules: BTreeMap<String, String>,
    named: BTreeSet<String>,
}

impl Coverage {
    fn missing(&self) -> impl Iterator<Item = (&String, &String)> {
        self.rules.iter().filter(|(id, _)| !self.named.contains(*id))
    }

    fn unknown(&self) -> impl Iterator<Item = &String> {
        self.named.iter().filter(|id| !self.rules.contains_key(*id))
    }
}

/// Prints the coverage of every game.
pub(crate) fn report(root: &Path, missing: bool) -> Result<()> {
    println!("{:10} {:>6} {:>6}", "game", "rules", "named");
    for game in games(root)? {
        println!("{:10} {:>6} {:>6}", game.game, game.rules.len(), game.rules.len() - game.missing().count());
        for (id, text) in game.missing().filter(|_| missing) {
            println!("  {id:10} {text}");
        }
        for id in game.unknown() {
            println!("  {id:10} is named by a test but not in the ledger, or does nothing");
        }
    }
    Ok(())
}

/// Fails unless every rule is named by a test, and every name is a rule.
pub(crate) fn check(root: &Path) -> Result<()> {
    for game in games(root)? {
        let missing: Vec<&str> = game.missing().map(|(id, _)| id.as_str()).collect();
        if !missing.is_empty() {
            bail!("{}: no test names {}", game.game, missing.join(", "));
        }
        let unknown: Vec<&str> = game.unknown().map(String::as_str).collect();
        if !unknown.is_empty() {
            bail!("{}: tests name {}, which are no rules", game.game, unknown.join(", "));
        }
        println!("{}: all {} rules are named by tests", game.game, game.rules.len());
    }
    Ok(())
}

/// Fails if a library that is not built for tests has some: nobody would run them.
pub(crate) fn none_asleep(root: &Path) -> Result<()> {
    let mut asleep = Vec::new();
    for folder in ["crates", "games"] {
        for entry in fs::read_dir(root.join(folder)).with_context(|| folder)? {
            let path = entry?.path();
            if fs::read_to_string(path.join("Cargo.toml")).is_ok_and(|manifest| without_tests(&manifest)) {
                visit(&path.join("src"), &mut |file, text| {
                    if text.lines().any(|line| line.trim() == "#[test]") {
                        asleep.push(file.display().to_string());
                    }
                })?;
            }
        }
    }
    if asleep.is_empty() { Ok(()) } else { bail!("tests that are never run: {}", asleep.join(", ")) }
}

/// Whether a manifest says of its library that it is not built for tests.
fn without_tests(manifest: &str) -> bool {
    let library = manifest.lines().skip_while(|line| line.trim() != "[lib]").skip(1);
    library.take_while(|line| !line.starts_with('[')).any(|line| line.replace(' ', "") == "test=false")
}

fn games(root: &Path) -> Result<Vec<Coverage>> {
    let mut games = Vec::new();
    let mut tests = BTreeMap::new();
    named(&root.join("crates"), &mut tests)?;
    let folder = root.join("games");
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        named(&path, &mut tests)?;
        let ledger = path.join("rules.tsv");
        if let (true, Some(game)) = (ledger.exists(), path.file_name().and_then(|n| n.to_str())) {
            games.push(Coverage { game: game.into(), rules: rules(&ledger)?, named: BTreeSet::new() });
        }
    }
    // The example that the documents walk through keeps the same law.
    let example = root.join("crates/kit/src/duel/rules.tsv");
    games.push(Coverage { game: "duel".into(), rules: rules(&example)?, named: BTreeSet::new() });
    games.sort_by(|a, b| a.game.cmp(&b.game));
    for game in &mut games {
        game.named = tests.remove(&game.game).unwrap_or_default();
    }
    Ok(games)
}

/// The rules of a ledger that do something.
fn rules(ledger: &Path) -> Result<BTreeMap<String, String>> {
    let text = fs::read_to_string(ledger).with_context(|| ledger.display().to_string())?;
    let rows = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let acting = rows.filter(|row| row.len() >= 4 && row[2] != "info");
    Ok(acting.map(|row| (row[0].to_string(), row[3].to_string())).collect())
}

/// Adds the rules that the tests below a directory name, by game.
fn named(directory: &Path, found: &mut BTreeMap<String, BTreeSet<String>>) -> Result<()> {
    visit(directory, &mut |_, text| named_in(text, found))
}

/// Reads every file of code below a directory.
fn visit(directory: &Path, look: &mut impl FnMut(&Path, &str)) -> Result<()> {
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            visit(&path, look)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            look(&path, &fs::read_to_string(&path).with_context(|| path.display().to_string())?);
        }
    }
    Ok(())
}

fn named_in(text: &str, found: &mut BTreeMap<String, BTreeSet<String>>) {
    let (mut pending, mut is_test) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        if let Some(tag) = line.strip_prefix("/// rules:") {
            let mut words = tag.split([' ', ',']).filter(|w| !w.is_empty());
            if let Some(game) = words.next() {
                pending.extend(words.map(|id| (game.to_string(), id.to_string())));
            }
        } else if line.starts_with("#[test") {
            is_test = true;
        } else if line.starts_with("fn ") || line.starts_with("pub fn ") {
            for (game, id) in pending.drain(..).filter(|_| is_test) {
                found.entry(game).or_default().insert(id);
            }
            is_test = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_name_rules() {
        let text = "/// rules: duel 1.0a 7.2-B\n#[test]\nfn a() {}\n/// rules: duel 9.9\nfn helper() {}\n";
        let mut found = BTreeMap::new();
        named_in(text, &mut found);
        assert_eq!(found["duel"], BTreeSet::from(["1.0a".to_string(), "7.2-B".to_string()]));
    }

    #[test]
    fn a_library_without_tests_says_so() {
        assert!(without_tests("[package]\n\n[lib]\nbench = false\ntest = false\n\n[lints]\n"));
        assert!(!without_tests("[lib]\nbench = false\n\n[[bench]]\ntest = false\n"));
    }
}
