//! The keys of options. What one types belongs to what an option does, not to where it stands in a list, and page and terminal share it.
//!
//! Options of one sort are a **family**: a command of the book (`A. fire …`), a man with his orders, a verb (`enter`). An option is typed
//! by the letter of its family and then by what tells it from its relatives: `A2` fires at unit 2, `CD` has the commander direct
//! movement, `E05` enters area m05. A family of one needs its letter alone, and a question about one thing only no letter: `7`, `06`.
//!
//! Letters and digits alone always answer, in capitals or not. What the frame does is a letter after a [`LEADER`], so that the two never
//! share a key; what is looked up often has a key of its own besides, which is neither letter nor digit. What is refused at the moment keeps its keys, so that nothing else gets them; and a game names letters that always mean
//! the same, whatever else can be chosen.

mod commands;

pub use commands::{COMMANDS, FrameCommand, LEADER};

use crate::lines::ChoiceAsk;

/// The letter of what ends a step wherever there is something that does; no other answer is looked for under it.
const LAST: char = 'Z';

/// Instead of a letter: relatives are told apart without one, whatever else can be chosen.
const BARE: char = ' ';

/// The longest name of a family that is typed as it stands: `A`, `BB`.
const NAME: usize = 2;

/// How many values can be told apart by one character: letters and the digits from 1.
const SINGLES: usize = 35;

/// Words that tell nothing.
const IDLE: &[&str] =
    &["a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it", "of", "on", "the", "to", "with"];

/// The keys of all options of a question, in their order; none where there are too many.
pub fn keys(ask: &ChoiceAsk) -> Vec<String> {
    let mut all = with_refused(ask);
    all.truncate(ask.options.len());
    all
}

/// The keys that what is refused would have, each with its place among what is refused.
pub fn refused_keys(ask: &ChoiceAsk) -> Vec<(String, usize)> {
    let refused = ask.refused.iter().enumerate().filter(|(_, line)| is_refused_alone(ask, &line.key));
    let keys = with_refused(ask).into_iter().skip(ask.options.len());
    keys.zip(refused).map(|(key, (n, _))| (key, n)).collect()
}

/// Whether what is refused is no option besides.
fn is_refused_alone(ask: &ChoiceAsk, key: &str) -> bool {
    ask.options.iter().all(|option| option.key != key)
}

/// The keys of the options, then of what is refused.
fn with_refused(ask: &ChoiceAsk) -> Vec<String> {
    let options = ask.options.iter().map(|option| Item {
        typed: option.typed.as_deref(),
        ..Item::new(&option.key, &option.label, option.spot.as_deref())
    });
    let refused = ask.refused.iter().filter(|refused| is_refused_alone(ask, &refused.key));
    let items: Vec<Item<'_>> = options.chain(refused.map(|line| Item::new(&line.key, &line.label, None))).collect();
    assigned(&items, ask.by_spot, Letters(ask.letters))
}

/// Which options begin with what was typed, and the one that is meant if nothing more is typed.
pub fn meant(keys: &[String], typed: &str) -> (Option<usize>, Vec<usize>) {
    let among = (0..keys.len()).filter(|&n| !typed.is_empty() && keys[n].starts_with(typed)).collect();
    (keys.iter().position(|key| !typed.is_empty() && key == typed), among)
}

/// A key somebody pressed, as options are typed.
pub fn typed(key: char) -> Option<char> {
    key.is_ascii_alphanumeric().then(|| key.to_ascii_uppercase())
}

/// Letters of the frame are the last that options get where the book gives them none: who forgets the [`LEADER`] seldom answers.
fn is_of_the_frame(c: char) -> bool {
    FrameCommand::by_letter(c).is_some()
}

/// An option as far as its keys go.
#[derive(Clone, Copy)]
struct Item<'a> {
    key: &'a str,
    label: &'a str,
    spot: Option<&'a str>,
    typed: Option<&'a str>,
}

impl<'a> Item<'a> {
    fn new(key: &'a str, label: &'a str, spot: Option<&'a str>) -> Self {
        Item { key, label, spot, typed: None }
    }
}

/// What an option is one of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Family<'a> {
    /// Something with a name of its own: a command of the book, a man, a unit.
    Named(&'a str),
    /// A verb.
    Sort(&'a str),
}

impl<'a> Family<'a> {
    /// The family of an option, by the thing on the board it belongs to where the question is about several such things.
    pub(crate) fn of(key: &'a str, label: &'a str, spot: Option<&'a str>, by_spot: bool) -> Self {
        match spot.filter(|_| by_spot).and_then(|spot| spot.rsplit(':').next()).or_else(|| name(label)) {
            Some(name) => Family::Named(name),
            None => Family::Sort(sort(key)),
        }
    }
}

/// The name a label begins with: `A` of `A. fire`, `C: Button Up`, `BB (76AT), in 4114`.
pub(crate) fn name(label: &str) -> Option<&str> {
    let end = label.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(label.len());
    let rest = &label[end..];
    // Letters alone may be part of a sentence unless something sets them off: `HE, direct fire`.
    let set_off = rest.starts_with(['.', ':']) || rest.starts_with(" (") || (end == 1 && rest.starts_with([',', ' ']));
    ((1..=NAME).contains(&end) && set_off).then(|| &label[..end])
}

/// Whether a letter of the book stands before a label: `A. fire`.
fn is_lettered(label: &str) -> bool {
    name(label).is_some_and(|name| label[name.len()..].starts_with(". "))
}

/// The word before the first colon of a key tells what sort of choice it is.
pub(crate) fn sort(key: &str) -> &str {
    key.split(':').next().unwrap_or_default()
}

/// Letters that always mean the same.
#[derive(Clone, Copy)]
struct Letters(&'static [(&'static str, char)]);

impl Letters {
    /// That of a key where it is typed first.
    fn first(self, key: &str) -> Option<char> {
        let of = |what: &str| self.0.iter().find(|(known, _)| *known == what).map(|(_, letter)| *letter);
        of(key).or_else(|| of(sort(key)))
    }

    /// That of a key where it is typed after whose or what it is.
    fn after(self, key: &str) -> Option<char> {
        let (sort, rest) = key.split_once(':').unwrap_or((key, key));
        let words = [rest, rest.rsplit_once(':').map_or(rest, |(_, last)| last), sort];
        // What comes first in the key's words counts, not in the list.
        let mut found = [None; 3];
        for (known, letter) in self.0.iter().filter_map(|(known, letter)| Some((known.strip_prefix(':')?, *letter))) {
            if let Some(n) = words.iter().position(|word| *word == known) {
                found[n].get_or_insert(letter);
            }
        }
        found.into_iter().flatten().next()
    }

    /// What is no longer free where some keys have such letters: those of the others too, which come and go.
    fn kept(self, fixed: &[Option<char>]) -> Taken {
        let any = fixed.iter().any(Option::is_some);
        let kept = |(known, letter): &&(&str, char)| any && known.starts_with(':') && letter.is_ascii_alphabetic();
        Taken(self.0.iter().filter(kept).map(|(_, letter)| *letter).collect())
    }
}

fn assigned(items: &[Item<'_>], by_spot: bool, letters: Letters) -> Vec<String> {
    let mut families: Vec<(Family<'_>, Vec<usize>)> = Vec::new();
    for (n, item) in items.iter().enumerate() {
        // What the game itself says how to type has no name besides, unless a letter of the book stands before it.
        let family = match item.typed {
            Some(_) if !by_spot && !is_lettered(item.label) => Family::Sort(sort(item.key)),
            _ => Family::of(item.key, item.label, item.spot, by_spot),
        };
        match families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, members)) => members.push(n),
            None => families.push((family, vec![n])),
        }
    }
    let mut keys = vec![String::new(); items.len()];
    let mut taken = Taken::default();
    let fixed = |(family, members): &(Family<'_>, Vec<usize>)| match family {
        Family::Named(word) if word.len() > NAME => letters.first(word),
        Family::Named(_) => None,
        Family::Sort(_) => letters.first(items[members[0]].key),
    };
    families.iter().filter_map(fixed).for_each(|letter| taken.take(letter));
    // A question about one thing only: its answers need no letter in front.
    let alone = |(family, members): &(Family<'_>, Vec<usize>)| {
        let several = matches!(family, Family::Sort(_)) && members.len() > 1;
        several && members.len() + 2 >= items.len() && letters.first(items[members[0]].key).is_none()
    };
    let alone = families.iter().position(alone);
    let is_bare = |at: &usize| alone == Some(*at) || fixed(&families[*at]) == Some(BARE);
    let bare: Vec<usize> = (0..families.len()).filter(is_bare).collect();
    for &at in &bare {
        tell_apart(items, &families[at], letters, &mut keys);
        families[at].1.iter().filter_map(|&n| keys[n].chars().next()).for_each(|c| taken.take(c));
    }
    let is_name = |family: &Family<'_>| matches!(family, Family::Named(name) if name.len() <= NAME);
    families.iter().filter(|(family, _)| is_name(family)).for_each(|(family, _)| match family {
        Family::Named(name) => name.chars().take(1).for_each(|c| taken.take(c)),
        Family::Sort(_) => {}
    });
    let any_name = families.iter().any(|(family, _)| is_name(family));
    for (at, family) in families.iter().enumerate() {
        if bare.contains(&at) {
            continue;
        }
        let lead = match &family.0 {
            Family::Named(name) if name.len() <= NAME => Some(name.to_ascii_uppercase()),
            _ if fixed(family).is_some() => fixed(family).map(String::from),
            // Beside names, what stands for itself is typed from the end of the alphabet: a name may come and go.
            Family::Sort(_) if any_name && family.1.len() == 1 => taken.last_letter().map(String::from),
            Family::Named(word) | Family::Sort(word) => {
                taken.first_letter(&[word, items[family.1[0]].label]).map(String::from)
            }
        };
        let Some(lead) = lead else { continue };
        tell_apart(items, family, letters, &mut keys);
        let several = family.1.len() > 1;
        for &n in &family.1 {
            keys[n] = match keys[n].as_str() {
                "" if several => String::new(),
                rest => [lead.as_str(), rest].concat(),
            };
        }
    }
    keys
}

/// Writes for each of a family what tells it from the others.
fn tell_apart(items: &[Item<'_>], (family, members): &(Family<'_>, Vec<usize>), letters: Letters, keys: &mut [String]) {
    let ends = match family {
        Family::Named(name) => flat(&members.iter().map(|&n| items[n]).collect::<Vec<_>>(), name, letters),
        Family::Sort(_) => {
            let parts = |&n: &usize| (items[n].key.split(':').skip(1).collect::<Vec<_>>(), items[n].label);
            let all: Vec<(Vec<&str>, &str)> = members.iter().map(parts).collect();
            tree(&all.iter().map(|(parts, label)| (parts.as_slice(), *label)).collect::<Vec<_>>(), letters)
        }
    };
    for (&n, end) in members.iter().zip(ends) {
        keys[n] = items[n].typed.map_or(end, String::from);
    }
}

/// One character for each of several things that are done by one man or under one letter of the book.
fn flat(items: &[Item<'_>], name: &str, letters: Letters) -> Vec<String> {
    let mut ends: Vec<Option<char>> = items.iter().map(|item| letters.after(item.key)).collect();
    let mut taken = letters.kept(&ends);
    if items.len() == 1 && taken.0.is_empty() {
        return vec![String::new()];
    }
    let short = |item: &Item<'_>| {
        let part = item.key.split(':').skip(1).last()?;
        part.chars().next().filter(|c| c.is_ascii_digit() || (part.len() == 1 && c.is_ascii_alphanumeric()))
    };
    for (end, item) in ends.iter_mut().zip(items) {
        *end = end.or_else(|| short(item).filter(|&c| taken.try_take(c)));
    }
    for (end, item) in ends.iter_mut().zip(items) {
        let words = item.label.strip_prefix(name).unwrap_or(item.label);
        *end = end.or_else(|| taken.letter(&[words]));
    }
    ends.into_iter().map(|end| end.map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default()).collect()
}

/// A character for each part of a key in which relatives differ; a number stands as it is.
fn tree(items: &[(&[&str], &str)], letters: Letters) -> Vec<String> {
    if items.len() == 1 {
        return vec![String::new()];
    }
    let mut values: Vec<(&str, &str)> = Vec::new();
    for (parts, label) in items {
        if !values.iter().any(|(value, _)| *value == first(parts)) {
            values.push((first(parts), label));
        }
    }
    let codes = if values.len() > 1 { codes(&values, letters) } else { vec![String::new()] };
    let mut ends = vec![String::new(); items.len()];
    for ((value, _), code) in values.iter().zip(&codes) {
        let mine: Vec<usize> = (0..items.len()).filter(|&n| first(items[n].0) == *value).collect();
        let rest: Vec<(&[&str], &str)> =
            mine.iter().map(|&n| (items[n].0.get(1..).unwrap_or_default(), items[n].1)).collect();
        // Keys are written only one way: if nothing is left of several, there is nothing to tell them apart by.
        let nothing_left = rest.len() > 1 && rest.iter().all(|(parts, _)| parts.is_empty());
        let below = if nothing_left { vec![String::new(); rest.len()] } else { tree(&rest, letters) };
        for (n, end) in mine.into_iter().zip(below) {
            ends[n] = [code.as_str(), &end].concat();
        }
    }
    ends
}

/// The part of a key that comes first.
fn first<'a>(parts: &[&'a str]) -> &'a str {
    parts.first().copied().unwrap_or_default()
}

/// What several values of one part of a key are typed as.
fn codes(values: &[(&str, &str)], letters: Letters) -> Vec<String> {
    let letters_first = values[0].0.bytes().take_while(u8::is_ascii_alphabetic).count();
    let front = &values[0].0[..letters_first];
    let bare: Option<Vec<&str>> = values.iter().map(|(value, _)| value.strip_prefix(front)).collect();
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(numbers) = bare.filter(|bare| bare.iter().all(is_number)) {
        let width = numbers.iter().map(|number| number.len()).max().unwrap_or(1);
        return numbers.iter().map(|number| format!("{number:0>width$}")).collect();
    }
    if values.len() > SINGLES {
        return pairs(values);
    }
    let mut codes: Vec<Option<char>> = values.iter().map(|(value, _)| letters.after(value)).collect();
    let mut taken = letters.kept(&codes);
    taken.take(LAST);
    let digit = |value: &str| value.chars().next().filter(char::is_ascii_digit);
    let mut digits: Vec<char> = values.iter().filter_map(|(value, _)| digit(value)).collect();
    let numbered = digits.len();
    digits.sort_unstable();
    digits.dedup();
    let short = |value: &str| match value.len() {
        1 => value.chars().next().filter(char::is_ascii_alphanumeric),
        _ => digit(value).filter(|_| digits.len() == numbered),
    };
    for (code, (value, _)) in codes.iter_mut().zip(values) {
        *code = code.or_else(|| short(value).filter(|&c| taken.try_take(c)));
    }
    for (code, (value, label)) in codes.iter_mut().zip(values) {
        *code = code.or_else(|| taken.letter(&[value, label]));
    }
    codes.into_iter().map(|code| code.map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default()).collect()
}

/// More values than there are characters: the first of each, and which of those that begin so it is.
fn pairs(values: &[(&str, &str)]) -> Vec<String> {
    let first = |value: &str| value.chars().find(char::is_ascii_alphanumeric).map_or('X', |c| c.to_ascii_uppercase());
    let mut seen: Vec<char> = Vec::new();
    let pair = |(value, _): &(&str, &str)| {
        let lead = first(value);
        let nth = seen.iter().filter(|c| **c == lead).count();
        seen.push(lead);
        ('1'..='9').chain('A'..='Z').nth(nth).map(|c| format!("{lead}{c}")).unwrap_or_default()
    };
    values.iter().map(pair).collect()
}

/// Characters that mean something already.
#[derive(Default)]
struct Taken(Vec<char>);

impl Taken {
    fn take(&mut self, c: char) {
        self.0.push(c.to_ascii_uppercase());
    }

    fn try_take(&mut self, c: char) -> bool {
        let is_free = !self.0.contains(&c.to_ascii_uppercase());
        if is_free {
            self.take(c);
        }
        is_free
    }

    fn last_letter(&mut self) -> Option<char> {
        ('A'..='Z').rev().filter(|&c| !is_of_the_frame(c)).find(|&c| self.try_take(c))
    }

    /// The same where it is typed first: none that is a command, as long as there are others.
    fn first_letter(&mut self, texts: &[&str]) -> Option<char> {
        let mut tried = Taken(self.0.clone());
        COMMANDS.iter().map(|command| command.letter).chain([LAST]).for_each(|c| tried.take(c));
        let letter = tried.letter(texts).filter(char::is_ascii_alphabetic).or_else(|| self.letter(texts))?;
        self.take(letter);
        Some(letter)
    }

    /// A free letter that reminds of the texts: that of a word that tells something, any of theirs, or else any at all.
    fn letter(&mut self, texts: &[&str]) -> Option<char> {
        let words = || texts.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
        let telling = words().filter(|word| !IDLE.iter().any(|idle| idle.eq_ignore_ascii_case(word)));
        let firsts = telling.clone().filter_map(|word| word.chars().next());
        let others = telling.flat_map(str::chars);
        let all = firsts.chain(others).filter(char::is_ascii_alphabetic).chain('A'..='Z').chain('1'..='9');
        let free = all.map(|c| c.to_ascii_uppercase()).find(|c| !self.0.contains(c))?;
        self.take(free);
        Some(free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ask, NewGame, Until};

    fn typed_for(options: &[(&str, &str)], by_spot: bool) -> Vec<String> {
        let item = |(key, label): &(&'static str, &'static str)| Item::new(key, label, None);
        let options: Vec<(&'static str, &'static str)> =
            options.iter().map(|(key, label)| (key.to_string().leak() as &_, label.to_string().leak() as &_)).collect();
        assigned(&options.iter().map(item).collect::<Vec<_>>(), by_spot, Letters(LETTERS))
    }

    /// As a game names them.
    const LETTERS: &[(&str, char)] = &[("seal", 'Z'), ("drop", 'K'), (":stop", 'S'), (":steer", 'T'), (":open", 'O')];

    #[test]
    fn some_letters_always_mean_the_same() {
        let all = [
            ("order:d:steer", "D: Steer"),
            ("order:d:stop", "D: Stop"),
            ("order:d:start", "D: Start"),
            ("open:d", "D: open"),
            ("drop", "never mind"),
            ("seal", "commit"),
        ];
        assert_eq!(typed_for(&all, false), ["DT", "DS", "DA", "DO", "K", "Z"]);
        // Whatever else can be chosen, and alone as well.
        assert_eq!(typed_for(&[all[0], all[2], all[5]], false), ["DT", "DA", "Z"]);
        assert_eq!(typed_for(&[all[1], all[4]], false), ["DS", "K"]);
        assert_eq!(typed_for(&[("undo", "undo it"), ("other", "other thing")], false), ["N", "E"], "no commands");
    }

    #[test]
    fn commands_keep_the_letters_of_their_book() {
        let keys = typed_for(
            &[
                ("fire:1", "A. fire AP at the PzKw IV H 1 in D"),
                ("fire:3", "A. fire AP at the StuG III G 3 in B"),
                ("coax:3", "A. fire the coax at the infantry 3 in B"),
                ("reload", "C. reload the ready rack"),
                ("move:forward", "D. move forward"),
                ("move:hulldown", "E. move to a hull down position"),
                ("hull:left", "F. turn the hull left"),
                ("hull:right", "F. turn the hull right"),
                ("end", "give no more commands"),
            ],
            false,
        );
        assert_eq!(keys, ["A1", "A3", "AF", "C", "D", "E", "FT", "FH", "Z"]);
    }

    #[test]
    fn what_a_game_says_is_typed_so() {
        let named = |key, typed| Item { typed: Some(typed), ..Item::new(key, "", None) };
        let items = [named("take:reisner", "RE"), named("take:reyes", "RY"), Item::new("done", "no more", None)];
        assert_eq!(assigned(&items, false, Letters(&[])), ["RE", "RY", "D"]);
        assert_eq!(assigned(&items, false, Letters(&[("take", 'T')])), ["TRE", "TRY", "D"]);
        // What never has a letter is typed the same alone and among others.
        let act = [named("act:042", "042"), named("act:901", "901"), named("spend:042", "042"), named("spend:7", "7")];
        let letters = Letters(&[("act", BARE), ("spend", 'T')]);
        // One that the game says how to type keeps its digits alone, too.
        let row = |key, typed| Item { typed, ..Item::new(key, "0533, clear", None) };
        let rows = [row("act:33", Some("33")), row("drop", None)];
        assert_eq!(assigned(&rows, false, letters)[0], "33");
        assert_eq!(assigned(&act, false, letters), ["042", "901", "T042", "T7"]);
        assert_eq!(assigned(&act[1..3], false, letters), ["901", "T042"]);
    }

    /// A command of the book is typed by its letter and its target, whatever else can be chosen.
    #[test]
    fn a_target_has_the_same_key_alone_and_among_others() {
        let typed = |key, label, typed| Item { typed: Some(typed), ..Item::new(key, label, None) };
        let gun = typed("fire:3", "A. fire HE at the INF 3 in B", "3");
        let again = typed("fire:12", "B. fire HE again at the INF 12 in B", "12");
        let coax = typed("coax:3", "A. fire the coax at the INF 3 in B", "X3");
        assert_eq!(assigned(&[gun, again, coax], false, Letters(LETTERS)), ["A3", "B12", "AX3"]);
        assert_eq!(assigned(&[coax], false, Letters(LETTERS)), ["AX3"]);
        assert_eq!(assigned(&[gun], false, Letters(LETTERS)), ["A3"]);
    }

    #[test]
    fn more_than_there_are_characters_are_typed_in_pairs() {
        let names: Vec<(String, String)> =
            (0..40).map(|n| (format!("take:{}{n}", if n % 2 == 0 { "b" } else { "c" }), String::new())).collect();
        let names: Vec<(&str, &str)> = names.iter().map(|(key, label)| (key.as_str(), label.as_str())).collect();
        let keys = typed_for(&names, false);
        assert_eq!((keys[0].as_str(), keys[1].as_str(), keys[2].as_str(), keys[39].as_str()), ("B1", "C1", "B2", "CK"));
    }

    #[test]
    fn numbers_are_typed_as_they_stand() {
        let areas = [
            ("enter:m05", "enter m05"),
            ("enter:m11", "enter m11"),
            ("check:m11", "check m11"),
            ("wait", "wait"),
            ("resupply", "try to resupply"),
        ];
        assert_eq!(typed_for(&areas, false), ["E05", "E11", "M", "A", "S"]);
        assert_eq!(typed_for(&[("n:0", "0"), ("n:7", "7"), ("n:12", "12")], false), ["00", "07", "12"]);
        let hexes = [("at:0101", "0101"), ("at:0201", "0201"), ("done", "no more")];
        assert_eq!(typed_for(&hexes, false), ["0101", "0201", "D"]);
        let zones = [
            ("sweep:6-8:close", "sweep 6-8"),
            ("sweep:6-8:long", "sweep 6-8"),
            ("sweep:1:long", "sweep 1"),
            ("hold", "hold fire"),
        ];
        assert_eq!(typed_for(&zones, false), ["6C", "6L", "1", "F"]);
    }

    #[test]
    fn words_are_typed_by_their_letters() {
        assert_eq!(typed_for(&[("yes", "start hull down"), ("no", "start in the open")], false), ["Y", "N"]);
        assert_eq!(typed_for(&[("load:ap", "AP"), ("load:he", "HE"), ("load:hcbi", "HCBI")], false), ["A", "H", "C"]);
        assert_eq!(
            typed_for(&[("A", "A (Pz IV h), in 0417"), ("BB", "BB (76AT), in 0501"), ("commit", "commit")], false),
            ["A", "BB", "Z"]
        );
        assert_eq!(
            typed_for(&[(">A", "A, north"), (">C", "C, southeast"), ("back", "take it back")], false),
            ["A", "C", "Z"]
        );
    }

    #[test]
    fn letters_and_digits_alone_are_answers_and_never_commands() {
        assert_eq!((typed('c'), typed('C'), typed('7')), (Some('C'), Some('C'), Some('7')));
        assert_eq!((typed('.'), typed(' '), typed(LEADER)), (None, None, None));
    }

    #[test]
    fn what_was_typed_means_one_option_or_some() {
        let keys = ["A1", "A2", "B", "BB"].map(String::from);
        assert_eq!(meant(&keys, "A"), (None, vec![0, 1]));
        assert_eq!(meant(&keys, "A2"), (Some(1), vec![1]));
        assert_eq!(meant(&keys, "B"), (Some(2), vec![2, 3]));
        assert_eq!(meant(&keys, ""), (None, vec![]));
    }

    #[test]
    fn every_option_of_every_game_has_keys_of_its_own() {
        for shelf in crate::shelf() {
            for seed in 0..4 {
                let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
                for _ in 0..300 {
                    for ask in &game.prompt().asks {
                        let Ask::Choice(ask) = ask else { continue };
                        let keys = keys(ask);
                        let mut sorted: Vec<&str> =
                            keys.iter().map(String::as_str).filter(|key| !key.is_empty()).collect();
                        sorted.sort_unstable();
                        sorted.dedup();
                        assert_eq!(sorted.len(), ask.options.len(), "{}: {}: {keys:?}", shelf.id, ask.kind);
                        assert!(keys.iter().all(|key| key.len() <= 5), "{keys:?}");
                    }
                    let policy = (shelf.policies)().last().unwrap().0;
                    if game.auto(policy, None, Until::Decision, Some(1)).unwrap_or(0) == 0 {
                        break;
                    }
                }
            }
        }
    }

    /// In a question of one kind a key means one thing, in whole games: only a few may mean a second, such as opening a hatch and
    /// closing it.
    #[test]
    fn keys_stay() {
        use std::collections::{BTreeMap, BTreeSet};
        for shelf in crate::shelf() {
            let mut meant = BTreeMap::<(&str, String), BTreeSet<String>>::new();
            for seed in 0..4 {
                let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
                for _ in 0..300 {
                    for ask in &game.prompt().asks {
                        let Ask::Choice(ask) = ask else { continue };
                        for (option, key) in ask.options.iter().zip(keys(ask)) {
                            let what = option.key.trim_end_matches(|c: char| c.is_ascii_digit());
                            let is_number = key.bytes().all(|byte| byte.is_ascii_digit());
                            let known = meant.entry((ask.kind, key)).or_default();
                            known.extend((!is_number).then(|| what.to_string()));
                        }
                    }
                    let policy = (shelf.policies)().last().unwrap().0;
                    if game.auto(policy, None, Until::Decision, Some(1)).unwrap_or(0) == 0 {
                        break;
                    }
                }
            }
            let changing: Vec<_> = meant.iter().filter(|(_, what)| what.len() > 1).collect();
            assert!(
                changing.len() * 12 <= meant.len(),
                "{}: {} of {}: {changing:?}",
                shelf.id,
                changing.len(),
                meant.len()
            );
        }
    }
}
