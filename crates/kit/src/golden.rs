//! Games told word for word, and saves that must load for ever.
//!
//! A rule that changes what is told changes the transcript. Look at the difference; if it is meant, write it anew by running the test with
//! `HULLDOWN_BLESS=1` and commit it with the rule. A save is never written anew: when the rules change, raise the game's
//! `RULES_VERSION`, and the save goes on from its checkpoint.

use hulldown_core::save::{self, TakenUp};
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Policy, Seat, Session, Voice};
use std::fmt::Write;
use std::path::Path;

/// Plays on with a policy as long as it is wanted and writes down all that is asked, answered and told. `aside` may add to an event's line.
pub fn transcript<G: Voice>(
    session: &mut Session<G>,
    policy: &mut impl Policy<G>,
    wanted: impl Fn(&G) -> bool,
    aside: impl Fn(&G::Event) -> String,
) -> String {
    let (data, mut text) = (G::data(), String::new());
    let tell = |text: &mut String, session: &Session<G>| {
        for told in session.news() {
            let _ = match told {
                Told::Roll(check, rolled) => writeln!(text, "    [{}]", check.line(rolled)),
                Told::Forced { label, .. } => writeln!(text, "  ({label})"),
                Told::Event(event) => {
                    let words = session.working().log_words(data, event);
                    writeln!(text, "  {} · {}{}", words.text, G::ledger().id(words.rule), aside(event))
                }
            };
        }
    };
    tell(&mut text, session);
    while wanted(session.checkpoint()) {
        let Some(Pending::Choice { seat, ask, options, .. }) = session.pending().first() else { break };
        let (seat, ask) = (*seat, *ask);
        let game = session.working();
        let choice = policy.decide(&game.view(data, seat), seat, ask, options);
        let (asked, said) = (game.ask_words(data, seat, ask), game.choice_words(data, seat, ask, choice));
        let _ = writeln!(text, "? {} ({} options)\n> {choice}: {}", asked.text, options.len(), said.label);
        session.choose(seat, choice).unwrap_or_else(|e| panic!("{choice}: {e}"));
        tell(&mut text, session);
    }
    let view = session.working().view(data, Seat(0));
    let _ = writeln!(text, "\n{}", G::status(&view));
    for section in G::sections(&view) {
        let _ = writeln!(text, "\n{}", section.title);
        section.lines.iter().for_each(|line| {
            let _ = writeln!(text, "  {line}");
        });
    }
    text
}

/// The text must be what the file has.
pub fn same(path: &Path, text: &str) {
    if std::env::var_os("HULLDOWN_BLESS").is_some() {
        write(path, text);
    }
    let old = std::fs::read_to_string(path).unwrap_or_default();
    assert!(old == text, "{} differs {}\nHULLDOWN_BLESS=1 writes it anew", path.display(), difference(&old, text));
}

/// The first line in which two texts differ, with what stands around it.
fn difference(old: &str, new: &str) -> String {
    let at = old.lines().zip(new.lines()).take_while(|(a, b)| a == b).count();
    let around =
        |text: &str| text.lines().skip(at.saturating_sub(3)).take(7).map(|l| format!("    {l}\n")).collect::<String>();
    format!("from line {} on\n  it was\n{}  it is\n{}", at + 1, around(old), around(new))
}

fn write(path: &Path, text: &str) {
    let folder = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

/// Whatever becomes of the rules, the game in this file can be taken up: whole as long as they are the same, else from its checkpoint. Gives
/// both, the game as it stands and as it would go on under later rules. `HULLDOWN_NEW_FIXTURE=1` writes the file if there is none.
pub fn loads_for_ever<G: Voice>(path: &Path, play: impl FnOnce() -> Session<G>) -> [Session<G>; 2] {
    if std::env::var_os("HULLDOWN_NEW_FIXTURE").is_some() && !path.exists() {
        let text = serde_json::to_string_pretty(&play().save(&G::shipped())).unwrap_or_else(|e| panic!("{e}"));
        write(path, &(text + "\n"));
    }
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let saved = save::read(&text).unwrap_or_else(|e| panic!("{e}"));
    let load = |saved: &save::Save| {
        Session::<G>::load(saved, &G::shipped(), G::data()).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let (session, how) = load(&saved);
    match how {
        TakenUp::Whole => assert_eq!(session.history().len(), saved.history.len()),
        TakenUp::FromCheckpoint { rules_version } => assert!(rules_version < G::RULES_VERSION),
    }
    assert!(session.question(Seat(0)).is_some() && session.misfit().is_none());
    // Should the rules change and the version stay, the save is refused; the same save with an earlier version is not.
    let earlier = save::Save { head: save::SaveHead { rules_version: 0, ..saved.head.clone() }, ..saved };
    let (later, how) = load(&earlier);
    assert_eq!(how, TakenUp::FromCheckpoint { rules_version: 0 });
    [session, later]
}
