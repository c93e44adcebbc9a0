//! A game is one folder and one line: nothing outside `games/` names one, but what the catalog itself is for.

use hulldown_catalog::IDS;
use std::fs;
use std::path::{Path, PathBuf};

/// Where code is; documents may speak of games, and the catalog must.
const CODE: [&str; 6] = ["Cargo.toml", "crates", "bench", "fuzz", "xtask", ".ci"];
const MAY: [&str; 3] = ["Cargo.toml", "crates/catalog/Cargo.toml", "crates/catalog/src/lib.rs"];
const KINDS: [&str; 7] = ["rs", "toml", "js", "css", "dict", "sh", "yml"];

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if path.is_dir() {
        if !["target", "corpus", "artifacts", "fixtures", "migrations"].contains(&name) {
            fs::read_dir(path).unwrap().for_each(|entry| files(&entry.unwrap().path(), found));
        }
    } else if path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| KINDS.contains(&kind)) {
        found.push(path.into());
    }
}

/// Whether a line names a game: as a crate, as a text of its own, or as a step of a path. A word among others is none.
fn names(line: &str, id: &str) -> bool {
    line.match_indices(id).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + id.len()..]);
        let ends = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let own = |c: char| "\"'`/".contains(c);
        let whole = before.ends_with(own) && (after.is_empty() || after.starts_with(|c| own(c) || "?\\".contains(c)));
        // `"duel": 3` is a field that is called so.
        let field = before.ends_with('"') && after.starts_with("\":");
        ends && (before.ends_with("hulldown_") || before.ends_with("hulldown-") || (whole && !field))
    })
}

#[test]
fn nothing_else_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    CODE.iter().map(|part| root.join(part)).filter(|part| part.exists()).for_each(|part| files(&part, &mut all));
    assert!(all.len() > 200, "{} files", all.len());
    let mut named = Vec::new();
    for path in all {
        let shown = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        if MAY.contains(&shown.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        named.extend(IDS.iter().filter(|id| stem == **id).map(|_| shown.clone()));
        for (n, line) in text.lines().enumerate().filter(|(_, line)| IDS.iter().any(|id| names(line, id))) {
            named.push(format!("{shown}:{}: {}", n + 1, line.trim()));
        }
    }
    assert!(named.is_empty(), "{} places name a game:\n{}", named.len(), named.join("\n"));
}

#[test]
fn a_name_is_told_from_a_word() {
    for line in
        [r#"find("duel")"#, "get /new/duel", "use hulldown_duel::Tank;", "hulldown-duel = 1", r#"\"duel\""#, "`duel`"]
    {
        assert!(names(line, "duel"), "{line}");
    }
    for line in ["the duel moves", r#"{"duel": 3}"#, "hulldown_dueler", "duel:2", "let duel = 1;", "\"duel lost\""] {
        assert!(!names(line, "duel"), "{line}");
    }
}

/// The games that tests of the frames take are in the catalog.
#[test]
fn samples_are_games() {
    use hulldown_catalog::sample;
    for id in [sample!(career), sample!(sides), sample!(days)] {
        assert!(IDS.contains(&id), "{id}");
    }
}
