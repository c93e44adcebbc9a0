//! Many options in few groups: as many as one takes in at a glance, each to be unfolded. Page and terminal share them.

use crate::keys::{Family, name, sort};
use crate::lines::{Choice, ChoiceAsk};
use hulldown_core::phrase::capital;
use std::cell::LazyCell;

/// As many answers as are offered side by side.
pub const FEW: usize = 7;

/// What two groups of different things weigh more when they are put together.
const APART: usize = 3;

/// What it weighs to hide an answer that stands for itself, such as `end` or `commit`.
const PLAIN: usize = 1000;

/// Options that are offered together, in the order of the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What they have in common; empty for a single one.
    pub title: String,
    /// Their numbers.
    pub options: Vec<usize>,
}

/// The options of a question in at most [`FEW`] groups; few enough stand alone.
pub fn groups(ask: &ChoiceAsk) -> Vec<Group> {
    if ask.options.len() <= FEW {
        return (0..ask.options.len()).map(|n| Group { title: String::new(), options: vec![n] }).collect();
    }
    let mut kin = kin(ask, |option| vec![sort_of(option)]);
    let several = kin.iter().filter(|members| members.len() > 1).count();
    let alone = kin.iter().filter(|members| members.len() == 1).count();
    if several == 1 && alone <= 2 {
        // All of one family: what they are about tells them apart.
        kin = self::kin(ask, |option| option.key.splitn(3, ':').take(2).collect());
    }
    if kin.len() > FEW && kin.iter().all(|members| members.len() == 1) && kin.len() < 2 * FEW {
        fold_the_last(ask, &mut kin);
    }
    if kin.len() > FEW {
        by_letters(ask, &mut kin);
    }
    while kin.len() > FEW {
        // One too many of several things: always the last two alike, so that groups are called the same from question to question.
        let last = ask.by_spot && kin.len() == FEW + 1;
        let weigh = |at: &usize| {
            let size = kin[*at].len() + kin[at + 1].len();
            weight(ask, &kin[*at], &kin[at + 1]) + if last { 0 } else { size }
        };
        let Some(at) = (0..kin.len() - 1).rev().min_by_key(|at| (weigh(at), if last { 0 } else { *at })) else { break };
        let next = kin.remove(at + 1);
        kin[at].extend(next);
        kin[at].sort_unstable();
    }
    let title = |options: &[usize]| if options.len() == 1 { String::new() } else { title(ask, options) };
    kin.into_iter().map(|options| Group { title: title(&options), options }).collect()
}

/// What sort of answer it is. Keys that begin with a sign, such as `>A` and `>B`, are of the sort of that sign.
fn sort_of(option: &Choice) -> &str {
    if is_sign(&option.key) { &option.key[..1] } else { sort(&option.key) }
}

fn is_sign(key: &str) -> bool {
    key.starts_with(|first: char| first.is_ascii_punctuation())
}

/// Options by family, in the order in which families come; verbs are told apart by `parts` of their key.
fn kin<'a>(ask: &'a ChoiceAsk, parts: impl Fn(&'a Choice) -> Vec<&'a str>) -> Vec<Vec<usize>> {
    let (mut families, mut kin) = (Vec::new(), Vec::<Vec<usize>>::new());
    for (n, option) in ask.options.iter().enumerate() {
        let family = Family::of(&option.key, &option.label, option.spot.as_deref(), ask.by_spot);
        let family = match family {
            _ if option.among.is_some() => (option.among, Vec::new()),
            Family::Named(name) if !is_sign(&option.key) => (Some(name), Vec::new()),
            _ => (None, parts(option)),
        };
        match families.iter().position(|known| *known == family) {
            Some(at) => kin[at].push(n),
            None => {
                families.push(family);
                kin.push(vec![n]);
            }
        }
    }
    kin
}

/// Commands with the letters of a book: the first stands alone, the others by threes, whichever of them can be given now. So a group is
/// called the same from question to question.
fn by_letters(ask: &ChoiceAsk, kin: &mut Vec<Vec<usize>>) {
    let letter = |members: &[usize]| {
        let name = name(&ask.options[members[0]].label).filter(|name| name.len() == 1 && !ask.by_spot)?;
        name.bytes().next().map(|letter| (letter - b'A').div_ceil(3))
    };
    let mut cut: Vec<(Option<u8>, Vec<usize>)> = Vec::new();
    for members in std::mem::take(kin) {
        let of = letter(&members);
        match cut.iter_mut().find(|(known, _)| of.is_some() && *known == of) {
            Some((_, group)) => group.extend(members),
            None => cut.push((of, members)),
        }
    }
    // The book's order, whichever of them the question names first.
    let mut lettered: Vec<_> = cut.extract_if(.., |(of, _)| of.is_some()).collect();
    lettered.sort_by_key(|(of, _)| *of);
    let before =
        cut.iter().take_while(|(_, members)| members[0] < lettered.first().map_or(0, |(_, all)| all[0])).count();
    cut.splice(before..before, lettered);
    *kin = cut.into_iter().map(|(_, members)| members).collect();
}

/// An answer that stands for itself: of no value, and nowhere on the board.
fn is_plain(option: &Choice) -> bool {
    option.spot.is_none() && !option.key.contains(':')
}

/// A few too many of one sort: the first stay as they are, the rest become one group.
fn fold_the_last(ask: &ChoiceAsk, kin: &mut Vec<Vec<usize>>) {
    let (plain, mut others): (Vec<Vec<usize>>, Vec<Vec<usize>>) =
        std::mem::take(kin).into_iter().partition(|members| is_plain(&ask.options[members[0]]));
    let shown = (FEW - 1).saturating_sub(plain.len()).max(1).min(others.len());
    let rest: Vec<usize> = others.split_off(shown).concat();
    *kin = others;
    if !rest.is_empty() {
        kin.push(rest);
    }
    kin.extend(plain);
    kin.sort_by_key(|members| members[0]);
}

/// How much is lost, besides their size, if two groups next to each other become one.
fn weight(ask: &ChoiceAsk, a: &[usize], b: &[usize]) -> usize {
    let plain = |members: &[usize]| members.iter().any(|&n| is_plain(&ask.options[n]));
    let thing = |members: &[usize]| ask.options[members[0]].spot.as_deref().map(|spot| spot.split(':').next());
    let apart = if thing(a) == thing(b) { 0 } else { APART };
    let hidden = if plain(a) || plain(b) { PLAIN } else { 0 };
    apart + hidden
}

/// What a group of options is called.
fn title(ask: &ChoiceAsk, options: &[usize]) -> String {
    let of = |&n: &usize| &ask.options[n];
    if options.iter().all(|n| of(n).among.is_some()) {
        return distinct(options.iter().filter_map(|n| of(n).among)).join(", ");
    }
    if ask.by_spot {
        let whose = distinct(options.iter().filter_map(|n| of(n).spot.as_deref()?.rsplit(':').next()));
        return match whose.as_slice() {
            [] => listed(ask, &distinct(options.iter().map(|n| sort_of(of(n))))),
            [one] if known(ask, one).is_some() => capital(&named(ask, one)),
            [one] => about(one, &options.iter().map(|n| of(n).label.as_str()).collect::<Vec<_>>()),
            several => capital(&several.iter().map(|one| named(ask, one)).collect::<Vec<_>>().join(", ")),
        };
    }
    let names = distinct(options.iter().filter_map(|n| name(&of(n).label)));
    let sorts = distinct(options.iter().map(|n| sort_of(of(n))));
    // Few titles need it.
    let front = LazyCell::new(|| common(&options.iter().map(|n| of(n).label.as_str()).collect::<Vec<_>>()));
    let first_and_last = || {
        let [first, last] =
            [options.first(), options.last()].map(|n| n.map(|n| short(&of(n).label)).unwrap_or_default());
        // Two that differ only further on are told in whole, many by what they have in common.
        match options {
            [one, other] if first == last || of(one).label.contains(", ") => {
                let [one, other] = [one, other].map(|n| of(n).label.split(':').next().unwrap_or_default());
                format!("{one} or {other}")
            }
            _ if first == last => first.to_string(),
            _ => format!("{first} – {}", beyond(first, last)),
        }
    };
    let is_whole = |sort: &str| ask.options.iter().filter(|option| sort_of(option) == sort).count() == options.len();
    match (names.as_slice(), sorts.as_slice()) {
        ([_, .., _], _) if sorts.len() >= names.len() && sorts.iter().all(|sort| names.contains(sort)) => span(&names),
        ([_, .., _], [sort]) if is_sign(sort) => span(&names),
        ([_, .., _], _) => {
            let words: Vec<String> = options.iter().map(|n| word_for(ask, of(n))).collect();
            format!("{}. {}", span(&names), distinct(words.iter().map(String::as_str)).join(", "))
        }
        // What the game calls them stays the same from question to question; what their labels have in common does not.
        ([letter], [sort]) if known(ask, sort).is_some() => format!("{letter}. {}", named(ask, sort)),
        ([letter], _) if known(ask, letter).is_some() => format!("{letter}. {}", named(ask, letter)),
        ([], [sort]) if is_whole(sort) && known(ask, sort).is_some() => named(ask, sort),
        (_, [_]) if !front.is_empty() && options.len() > 1 => {
            let same = options.iter().all(|n| of(n).key.split(':').nth(1) == of(&options[0]).key.split(':').nth(1));
            if is_whole(sorts[0]) || same { front.clone() } else { first_and_last() }
        }
        ([_], _) if !front.is_empty() => front.clone(),
        (_, [_]) => first_and_last(),
        (_, sorts) => listed(ask, sorts),
    }
}

/// The end of a range without the words its beginning has too: `to 53 – 64`.
fn beyond<'a>(first: &str, last: &'a str) -> &'a str {
    let words = first.split_inclusive(' ').zip(last.split_inclusive(' '));
    let same = words.take_while(|(one, other)| one == other).map(|(_, word)| word.len()).sum();
    last.get(same..).filter(|rest| !rest.is_empty()).unwrap_or(last)
}

/// What a game calls such answers.
fn known<'a>(ask: &ChoiceAsk, what: &str) -> Option<&'a str> {
    ask.names.iter().find(|(begins, _)| *begins == what).map(|(_, name)| *name)
}

/// What an answer is called in a group of several letters: by its own letter where the game has a word for that, else by its key, else by
/// how its key begins.
fn word_for(ask: &ChoiceAsk, option: &Choice) -> String {
    let by_letter = name(&option.label).and_then(|letter| known(ask, letter));
    by_letter.or_else(|| known(ask, &option.key)).map_or_else(|| named(ask, sort_of(option)), String::from)
}

/// The same, or how their keys begin.
fn named(ask: &ChoiceAsk, what: &str) -> String {
    known(ask, what).map_or_else(|| what.replace(['_', '-'], " "), String::from)
}

/// What somebody or something can do, in short: `Commander: no order, Direct Movement …`.
fn about(whose: &str, labels: &[&str]) -> String {
    const MOST: usize = 36;
    let letter = whose.to_uppercase();
    let bare =
        labels.iter().map(|label| label.strip_prefix(letter.as_str()).unwrap_or(label).trim_start_matches([':', ' ']));
    let mut told = bare.collect::<Vec<_>>().join(", ");
    if let Some((end, _)) = told.char_indices().nth(MOST) {
        told.truncate(end);
        told.push('…');
    }
    format!("{letter}: {told}")
}

fn distinct<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// The first name to the last, in their own order.
fn span(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_by_key(|name| (name.len(), *name));
    format!("{}–{}", names[0], names[names.len() - 1])
}

/// What several sorts of answers are called; two that are called the same only once.
fn listed(ask: &ChoiceAsk, sorts: &[&str]) -> String {
    let names: Vec<String> = sorts.iter().map(|sort| named(ask, sort)).collect();
    distinct(names.iter().map(String::as_str)).join(", ")
}

/// A label that fits a title.
fn short(label: &str) -> &str {
    let end = label.find([',', ':', '(']).unwrap_or(label.len());
    label[..end].trim_end()
}

/// The words with which all labels begin, without those that lead on.
fn common(labels: &[&str]) -> String {
    const LEADING: &[&str] =
        &["a", "an", "at", "for", "in", "into", "of", "on", "onto", "one", "sector", "the", "to", "up", "with"];
    let Some((first, others)) = labels.split_first() else { return String::new() };
    let mut words: Vec<&str> = first.split(' ').collect();
    for label in others {
        let same = words.iter().zip(label.split(' ')).take_while(|(a, b)| *a == b).count();
        words.truncate(same);
    }
    while words.last().is_some_and(|word| LEADING.contains(word)) {
        words.pop();
    }
    words.join(" ").trim_end_matches([':', ',']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ask, NewGame, Until};
    use hulldown_core::Seat;

    fn ask(options: &[(&str, &str, &str)], by_spot: bool) -> ChoiceAsk {
        let option = |(key, label, spot): &(&str, &str, &str)| Choice {
            key: key.to_string(),
            label: label.to_string(),
            rule: "",
            spot: (!spot.is_empty()).then(|| spot.to_string()),
            odds: None,
            ends: None,
            ahead: None,
            shots: None,
            among: label.starts_with("buy").then(|| if key.ends_with('t') { "tanks" } else { "guns" }),
            typed: None,
            bears: None,
            fatal: None,
        };
        ChoiceAsk {
            seat: Seat(0),
            kind: "",
            rule: "",
            text: String::new(),
            about: None,
            by_spot,
            names: &[
                ("fire", "fire the gun"),
                ("move", "drive"),
                ("mortar", "smoke mortar"),
                ("hull", "turn the hull"),
                ("d", "driver"),
                ("B", "fire again"),
                ("move:hulldown", "hull down"),
            ],
            letters: &[],
            example: None,
            usual: None,
            options: options.iter().map(option).collect(),
            refused: Vec::new(),
        }
    }

    fn shown(options: &[(&str, &str, &str)], by_spot: bool) -> Vec<(String, usize)> {
        groups(&ask(options, by_spot)).into_iter().map(|group| (group.title, group.options.len())).collect()
    }

    #[test]
    fn few_options_stand_alone() {
        assert_eq!(shown(&[("yes", "yes", ""), ("no", "no", "")], false), [(String::new(), 1), (String::new(), 1)]);
    }

    #[test]
    fn commands_of_one_letter_stay_together_and_rare_ones_join() {
        let options = [
            ("fire:1", "A. fire AP at the tank 1", "unit:1"),
            ("fire:2", "A. fire AP at the tank 2", "unit:2"),
            ("fire:3", "A. fire AP at the gun 3", "unit:3"),
            ("reload", "C. reload the ready rack", "rack"),
            ("move:forward", "D. move forward", ""),
            ("move:hulldown", "E. move to a hull down position", ""),
            ("hull:left", "F. turn the hull left", "hull:left"),
            ("hull:right", "F. turn the hull right", "hull:right"),
            ("bow:2", "H. fire the bow MG at the tank 2", "unit:2"),
            ("bow:3", "H. fire the bow MG at the gun 3", "unit:3"),
            ("mortar", "K. fire the smoke mortar", "smoke-mortar"),
            ("button:c", "M. button up: commander", "hatches"),
            ("switch:he", "O. switch AP for HE", "ammo:he"),
            ("end", "give no more commands", ""),
        ];
        let expected = [
            ("A. fire the gun", 3),
            // By threes after the first, whichever can be given now.
            ("C–D. reload, drive", 2),
            ("E–F. hull down, turn the hull", 3),
            ("H. fire the bow MG", 2),
            ("K–M. smoke mortar, button", 2),
            ("", 1),
            ("", 1),
        ];
        assert_eq!(shown(&options, false), expected.map(|(title, n)| (title.to_string(), n)));
    }

    #[test]
    fn groups_stand_in_the_book_s_order_and_say_what_is_in_them() {
        let options = [
            ("fire:2", "B. fire AP again at the tank 2", "unit:2"),
            ("fire:1", "A. fire AP at the tank 1", "unit:1"),
            ("fire:3", "A. fire AP at the gun 3", "unit:3"),
            ("move:forward", "D. move forward", ""),
            ("move:hulldown", "E. move to a hull down position", ""),
            ("hull:left", "F. turn the hull left", "hull:left"),
            ("hull:right", "F. turn the hull right", "hull:right"),
            ("bow:2", "H. fire the bow MG at the tank 2", "unit:2"),
            ("mortar", "K. fire the smoke mortar", "smoke-mortar"),
            ("switch:he", "O. switch AP for HE", "ammo:he"),
            ("end", "give no more commands", ""),
        ];
        let all = shown(&options, false);
        let titles: Vec<&str> = all.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(
            titles,
            ["A. fire the gun", "B–D. fire again, drive", "E–F. hull down, turn the hull", "", "", "", ""]
        );
    }

    #[test]
    fn cards_stand_with_what_they_are() {
        let cards: Vec<(String, String)> = (0..9)
            .map(|n| (format!("buy:{n}{}", if n % 2 == 0 { 't' } else { 'g' }), format!("buy card {n}")))
            .collect();
        let mut options: Vec<(&str, &str, &str)> =
            cards.iter().map(|(key, label)| (key.as_str(), label.as_str(), "")).collect();
        options.push(("done", "no more", ""));
        let expected = [("tanks", 5), ("guns", 4), ("", 1)];
        assert_eq!(shown(&options, false), expected.map(|(title, n)| (title.to_string(), n)));
    }

    #[test]
    fn orders_stand_with_the_man_who_gets_them() {
        let options = [
            ("go", "carry out", ""),
            ("order:d:a", "D: forward", "man:d"),
            ("order:d:b", "D: reverse", "man:d"),
            ("order:d:c", "D: stop", "man:d"),
            ("order:g:a", "G: fire", "man:g"),
            ("order:g:b", "G: turn", "man:g"),
            ("open:d", "open the driver's hatch", "man:d"),
            ("open:g", "open the gunner's hatch", "man:g"),
        ];
        assert_eq!(
            shown(&options, true),
            [("", 1), ("Driver", 4), ("G: fire, turn, open the gunner's hatch", 3)]
                .map(|(title, n)| (title.to_string(), n))
        );
    }

    #[test]
    fn groups_are_called_the_same_whatever_is_left_in_them() {
        let titles = |sizes: [usize; 5]| -> Vec<String> {
            let mut options = vec![("go".to_string(), "carry out".to_string(), String::new())];
            options.extend((0..2).map(|n| (format!("plan:{n}"), format!("plan {n}"), String::new())));
            for (man, size) in ["c", "g", "l", "d", "a"].into_iter().zip(sizes) {
                let order = |n| (format!("order:{man}:{n}"), format!("order {n}"), format!("man:{man}"));
                options.extend((0..size).map(order));
            }
            options.extend((0..3).map(|n| (format!("gun:{n}"), format!("round {n}"), String::new())));
            let options: Vec<(&str, &str, &str)> = options.iter().map(|(a, b, c)| (&**a, &**b, &**c)).collect();
            shown(&options, true).into_iter().map(|(title, _)| title.split(':').next().unwrap().to_string()).collect()
        };
        let (many, few) = (titles([9, 5, 7, 6, 3]), titles([9, 2, 3, 8, 6]));
        assert_eq!(many, few);
        assert!(many.iter().any(|title| title == "Driver, a"), "{many:?}");
    }

    #[test]
    fn numbers_fall_into_ranges_and_a_few_too_many_leave_the_last_folded() {
        let counts: Vec<(String, String)> = (0..98).map(|n| (format!("n:{n}"), n.to_string())).collect();
        let counts: Vec<(&str, &str, &str)> =
            counts.iter().map(|(key, label)| (key.as_str(), label.as_str(), "")).collect();
        let many = shown(&counts, false);
        assert_eq!(many.len(), FEW);
        assert!(many.iter().all(|(title, n)| title.contains(" – ") && (8..=24).contains(n)), "{many:?}");
        let nine = shown(&counts[..9], false);
        assert_eq!((nine.len(), nine[6].clone()), (7, ("6 – 8".to_string(), 3)));
    }

    #[test]
    fn what_the_ends_of_a_range_have_in_common_is_said_once() {
        let mut hexes: Vec<(String, String)> =
            (11..40).map(|hex| (format!("to:{hex}"), format!("to {hex} (clear)"))).collect();
        hexes.extend(["a", "b", "c"].map(|key| (key.into(), format!("something else, {key}"))));
        let hexes: Vec<(&str, &str, &str)> = hexes.iter().map(|(key, label)| (&**key, &**label, "")).collect();
        let titles: Vec<String> = shown(&hexes, false).into_iter().map(|(title, _)| title).collect();
        assert!(titles.iter().any(|title| title.starts_with("to ") && title.contains(" – ")), "{titles:?}");
        assert!(titles.iter().all(|title| !title.contains("– to")), "{titles:?}");
    }

    #[test]
    fn what_begins_alike_is_told_apart() {
        let men = ["none", "a", "b", "c", "a, b", "a, c"].map(|men| (format!("open:{men}"), format!("{men} open")));
        let last = [("open:5".into(), "b, c open".into()), ("open:6".into(), "a, b, c open".into())];
        let all: Vec<(String, String)> = men.into_iter().chain(last).collect();
        let all: Vec<(&str, &str, &str)> = all.iter().map(|(key, label)| (&**key, &**label, "")).collect();
        assert_eq!(shown(&all, false)[6], ("b, c open or a, b, c open".to_string(), 2));
        let care = ["coax", "bow", "roof"].map(|gun| (format!("buy:{gun}"), format!("Care ({gun}): it never jams")));
        let mut all: Vec<(&str, &str, &str)> =
            [("buy:1", "1", ""), ("buy:2", "2", ""), ("buy:3", "3", ""), ("buy:4", "4", ""), ("buy:5", "5", "")].into();
        all.extend(care.iter().map(|(key, label)| (&**key, &**label, "")));
        assert_eq!(shown(&all, false)[6], ("Care (bow) or Care (roof)".to_string(), 2));
    }

    #[test]
    fn every_question_of_every_game_falls_into_a_few_groups() {
        for shelf in crate::shelf() {
            for seed in 0..4 {
                let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
                for _ in 0..300 {
                    for ask in &game.prompt().asks {
                        let Ask::Choice(ask) = ask else { continue };
                        let groups = groups(ask);
                        assert!(groups.len() <= FEW, "{}: {}", shelf.id, ask.kind);
                        let mut all = groups.iter().flat_map(|group| group.options.clone()).collect::<Vec<_>>();
                        all.sort_unstable();
                        assert!(all.into_iter().eq(0..ask.options.len()), "{}: {}", shelf.id, ask.kind);
                        let named = groups.iter().all(|group| group.title.is_empty() == (group.options.len() == 1));
                        assert!(named, "{}: {}: {groups:?}", shelf.id, ask.kind);
                    }
                    let policy = (shelf.policies)().last().unwrap().0;
                    if game.auto(policy, None, Until::Decision, Some(1)).unwrap_or(0) == 0 {
                        break;
                    }
                }
            }
        }
    }
}
