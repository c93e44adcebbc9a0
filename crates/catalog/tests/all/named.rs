//! A game is one folder and one line: nothing outside `games/` names one, but what the catalog itself is for and what the build needs.

use hulldown_catalog::{CatalogGame, IDS, Visitor};
use std::fs;
use std::path::{Path, PathBuf};

/// Where code is; documents may speak of games, and the catalog must.
const CODE: [&str; 6] = ["Cargo.toml", "crates", "bench", "fuzz", "xtask", ".ci"];
const MAY: [&str; 2] = ["crates/catalog/Cargo.toml", "crates/catalog/src/lib.rs"];
/// How a crate is compiled can be said in the root's manifest alone.
const BUILD: (&str, &str) = ("Cargo.toml", "[profile.dev.package]");
const KINDS: [&str; 7] = ["rs", "toml", "js", "css", "dict", "sh", "yml"];
/// What is said to the program before a game's id.
const COMMANDS: [&str; 9] = ["play", "learn", "sim", "charts", "rules", "odds", "soak", "bench", "fixed"];

/// What games are called.
fn titles() -> Vec<&'static str> {
    struct Titles(Vec<&'static str>);
    impl Visitor for Titles {
        fn visit<G: CatalogGame>(&mut self) {
            self.0.push(G::TITLE);
        }
    }
    let mut titles = Titles(Vec::new());
    hulldown_catalog::each(&mut titles);
    titles.0
}

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

/// Whether a line names a game: as a crate, as a text of its own or the beginning of one, as a step of a path, or behind a command. A word
/// among others is none.
fn names(line: &str, id: &str) -> bool {
    line.match_indices(id).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + id.len()..]);
        let ends = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let own = |c: char| "\"'`/".contains(c);
        let begins =
            before.ends_with(own) && (after.is_empty() || after.starts_with(|c| own(c) || "?\\.- ".contains(c)));
        let command = || before.strip_suffix(' ')?.rsplit(|c: char| !c.is_alphanumeric()).next();
        let told = command().is_some_and(|word| COMMANDS.contains(&word));
        // `"duel": 3` is a field that is called so.
        let field = before.ends_with('"') && after.starts_with("\":");
        ends && (before.ends_with("hulldown_") || before.ends_with("hulldown-") || told || (begins && !field))
    })
}

#[test]
fn nothing_else_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    CODE.iter().map(|part| root.join(part)).filter(|part| part.exists()).for_each(|part| files(&part, &mut all));
    assert!(all.len() > 200, "{} files", all.len());
    let (titles, mut named) = (titles(), Vec::new());
    for path in all {
        let shown = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        if MAY.contains(&shown.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        named.extend(IDS.iter().filter(|id| stem == **id).map(|_| shown.clone()));
        let mut section = "";
        for (n, line) in text.lines().enumerate() {
            if line.starts_with('[') {
                section = line;
            }
            let named_here = IDS.iter().any(|id| names(line, id)) || titles.iter().any(|title| line.contains(title));
            if named_here && (shown.as_str(), section) != BUILD {
                named.push(format!("{shown}:{}: {}", n + 1, line.trim()));
            }
        }
    }
    assert!(named.is_empty(), "{} places name a game:\n{}", named.len(), named.join("\n"));
}

#[test]
fn a_name_is_told_from_a_word() {
    let named = [
        r#"find("duel")"#,
        "get /new/duel",
        "use hulldown_duel::Tank;",
        "hulldown-duel = 1",
        "hulldown-duel.opt-level = 1",
        r#"\"duel\""#,
        "`duel`",
        r#"write("duel.json")"#,
        r#"said.contains("hulldown play duel --pack mine")"#,
        r#"picture("duel-new")"#,
    ];
    for line in named {
        assert!(names(line, "duel"), "{line}");
    }
    let words = [
        "the duel moves",
        r#"{"duel": 3}"#,
        "hulldown_dueler",
        "duel:2",
        "let duel = 1;",
        "\"a duel lost\"",
        "own-duel",
    ];
    for line in words {
        assert!(!names(line, "duel"), "{line}");
    }
}

/// The games that tests of the frames take are in the catalog.
#[test]
fn samples_are_games() {
    use hulldown_catalog::sample;
    for id in [sample!(career), sample!(sides), sample!(days), sample!(shared)] {
        assert!(IDS.contains(&id), "{id}");
    }
}
