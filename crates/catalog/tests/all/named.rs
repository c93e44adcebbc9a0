//! A game is one folder and one line: nothing outside `games/` names one, but what the catalog itself is for and what the build needs.

use hulldown_catalog::{CatalogGame, IDS, Visitor};
use std::collections::BTreeSet;
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

/// What programs and page are made of.
const FRAMES: [&str; 8] = ["cli", "core", "desk", "draw", "keep", "sim", "store", "web"];

/// The code of the frames, without its tests, file by file.
fn frames(root: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let parts = FRAMES.iter().flat_map(|name| [format!("crates/{name}/src"), format!("crates/{name}/assets")]);
    parts.map(|part| root.join(part)).filter(|part| part.exists()).for_each(|part| files(&part, &mut all));
    let read = |path: PathBuf| {
        let shown = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        (shown, lines.collect::<Vec<_>>().join("\n"))
    };
    // What pages often say is listed for sending them small, whoever says it.
    let counts = |shown: &str| !shown.contains("tests") && !shown.ends_with("/phrases.js");
    all.into_iter().map(read).filter(|(shown, _)| counts(shown)).collect()
}

/// What a file quotes after `= `, at the indent of a line of `choices!`, `asks!` and `events!`: keys and kinds.
fn words_of(talk: &str) -> Vec<&str> {
    let lines = talk.lines().filter(|line| line.starts_with("        ") && !line.starts_with("         "));
    let keys = lines.filter_map(|line| line.split_once(" = \"")?.1.split_once("\" [").map(|(key, _)| key));
    keys.collect()
}

/// Names in a style sheet: of classes and ids.
fn styled(sheet: &str) -> BTreeSet<&str> {
    let mark = |c: char| c.is_alphanumeric() || c == '-';
    let rules = sheet.split(['{', '}', ';']).filter(|part| !part.contains(": "));
    let names = rules.flat_map(|rule| rule.split(['.', '#']).skip(1));
    let names = names.map(|name| name.split(|c| !mark(c)).next().unwrap_or_default());
    names.filter(|name| name.contains('-')).collect()
}

/// No frame looks for an event by its kind, for an answer by the beginning of its key, or for what only a game draws.
#[test]
fn no_frame_speaks_a_games_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: PathBuf| fs::read_to_string(path).unwrap();
    let (mut talks, mut sheets) = (Vec::new(), Vec::new());
    for id in IDS {
        let src = root.join("games").join(id).join("src");
        let mut found = vec![src.join("talk.rs")];
        files(&src.join("talk"), &mut found);
        talks.extend(found.into_iter().filter(|path| path.exists()).map(read));
        sheets.extend(Some(src.join("board/board.css")).filter(|path| path.exists()).map(read));
    }
    let words: BTreeSet<&str> = talks.iter().flat_map(|talk| words_of(talk)).collect();
    let begins: BTreeSet<&str> = words.iter().filter_map(|word| Some(&word[..=word.find(':')?])).collect();
    let own = [read(root.join("crates/draw/src/draw.css")), read(root.join("crates/web/assets/page.css"))];
    let own: BTreeSet<&str> = own.iter().flat_map(|sheet| styled(sheet)).collect();
    let drawn: BTreeSet<&str> =
        sheets.iter().flat_map(|sheet| styled(sheet)).filter(|name| !own.contains(name)).collect();
    assert!(words.len() > 300 && begins.len() > 50 && drawn.len() > 100, "{words:?} {begins:?} {drawn:?}");

    let name = |c: char| c.is_alphanumeric() || c == '-';
    let mut spoken = Vec::new();
    for (shown, text) in frames(&root) {
        for line in text.lines() {
            let kind =
                ["kind ==", "kind !=", "kind.as_str()", "match kind", "kind: \""].iter().any(|by| line.contains(by));
            let quoted = line.split(['"', '\'', '`']).skip(1);
            // `over: ` begins a sentence, `over:` a key.
            let begin = |text: &&str| {
                let at = text.find(':')?;
                (!text[at + 1..].starts_with(' ')).then(|| begins.get(&text[..=at]).copied()).flatten()
            };
            let begun = quoted.clone().find_map(|text| begin(&text));
            let of_kind = || quoted.clone().filter(|_| kind).find_map(|text| words.get(text).copied());
            let part = || line.split(|c| !name(c)).find_map(|part| drawn.get(part).copied());
            if let Some(found) = begun.or_else(of_kind).or_else(part) {
                spoken.push(format!("{shown}: `{found}`: {}", line.trim()));
            }
        }
    }
    assert!(spoken.is_empty(), "{} places speak a game's words:\n{}", spoken.len(), spoken.join("\n"));
}

/// The games that tests of the frames take are in the catalog.
#[test]
fn samples_are_games() {
    use hulldown_catalog::sample;
    for id in [sample!(career), sample!(sides), sample!(days), sample!(shared)] {
        assert!(IDS.contains(&id), "{id}");
    }
}
