//! What a game's aids name is there: kinds of events, and how the keys of answers begin and end.

use hulldown_core::playable::Aids;
use hulldown_core::{Game, Voice};
use std::collections::BTreeSet;

/// What a game can say, as its `talk` lists it.
pub struct Talk<'a> {
    /// The kinds of events.
    pub events: &'a [&'a str],
    /// The keys of answers, with the names of values in braces.
    pub choices: &'a [&'a str],
}

/// All that the aids name and nobody can tell or answer: left behind by a change, or misspelled.
pub fn dangling<G: Voice>(aids: &Aids<G>, talk: &Talk<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut look = |list: &str, named: &str, there: bool| {
        if !there {
            found.push(format!("{list}: {named}"));
        }
    };
    for (kind, _) in aids.stretches {
        look("stretches", kind, talk.events.contains(kind));
    }
    for kind in aids.settles.iter().flat_map(|(_, kinds)| *kinds) {
        look("settles", kind, talk.events.contains(kind));
    }
    let words = aids.groups.iter().map(|(begins, _)| *begins).chain(aids.letters.iter().map(|(of, _)| *of));
    let keys = keys::<G>(talk.choices, words);
    let begins =
        |key: &String, with: &str| key.strip_prefix(with).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    // Whose answers are called together, by their spot, stands in their keys too.
    let whose = |key: &String, whose: &str| key.split(':').any(|part| part == whose);
    for (of, _) in aids.groups {
        // A letter of the book stands in labels.
        let lettered = of.len() == 1 && of.starts_with(|letter: char| letter.is_ascii_uppercase());
        look("groups", of, lettered || keys.iter().any(|key| begins(key, of) || whose(key, of)));
    }
    for (of, _) in aids.letters {
        let there = |key: &String| match of.strip_prefix(':') {
            Some(last) => {
                let rest = key.split_once(':').map_or("", |(_, rest)| rest);
                rest == last || key.rsplit(':').next() == Some(last) || begins(key, last)
            }
            None => begins(key, of) || whose(key, of),
        };
        look("letters", of, keys.iter().any(there));
    }
    found
}

/// The keys as they are written, and with small numbers and the words of these names for their values, as far as those are choices.
fn keys<'a, G: Game>(written: &[&str], names: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut values: BTreeSet<String> = names.flat_map(|name| name.split(':').map(String::from)).collect();
    values.extend((0..10).map(|n| n.to_string()));
    let mut keys: BTreeSet<String> = written.iter().map(|key| (*key).to_string()).collect();
    for key in written {
        let mut open = vec![(*key).to_string()];
        while let Some(key) = open.pop() {
            match key.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?.1))) {
                Some((before, after)) => open.extend(values.iter().map(|value| format!("{before}{value}{after}"))),
                None if key.parse::<G::Choice>().is_ok() => drop(keys.insert(key)),
                None => {}
            }
        }
    }
    keys
}
