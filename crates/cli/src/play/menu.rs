//! The options of a question as they are listed and typed: few lines at once, groups that unfold, and keys that stay.

use super::command::pressed;
use hulldown_desk::groups::{Group, groups};
use hulldown_desk::keys::{keys, meant, refused_keys};
use hulldown_desk::{Ask, Choice, RefusedLine};

/// So many of what is refused for one reason are named when the beginning of their keys is typed.
const SAME: usize = 3;

/// One line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// An option, by its number.
    Option(usize),
    /// A group that can be unfolded, by its number.
    Group(usize),
}

/// What is unfolded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Unfolded {
    /// Nothing: groups stand for their options.
    #[default]
    Nothing,
    /// One group.
    Group(usize),
    /// The options whose keys begin so.
    Begins(String),
    /// Every option.
    All,
}

/// What somebody meant who typed something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MeantOption {
    /// One option.
    One(usize),
    /// One of these.
    Several(Vec<usize>),
    /// None.
    Nothing,
}

/// The options of a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptionMenu {
    keys: Vec<String>,
    groups: Vec<Group>,
    /// The keys of what is refused, each with its place there.
    refused: Vec<(String, usize)>,
    /// What is unfolded.
    pub(crate) unfolded: Unfolded,
    /// Whether there is room for all of them without groups.
    pub(crate) plain: bool,
    /// Groups whose options stand in their place, where there is room for these.
    pub(crate) open: Vec<usize>,
}

impl OptionMenu {
    /// Those of a question; none for dice.
    pub(crate) fn of(ask: Option<&Ask>) -> Self {
        match ask {
            Some(Ask::Choice(ask)) => {
                OptionMenu { keys: keys(ask), groups: groups(ask), refused: refused_keys(ask), ..OptionMenu::default() }
            }
            _ => OptionMenu::default(),
        }
    }

    /// What is typed for an option.
    pub(crate) fn key(&self, option: usize) -> &str {
        self.keys.get(option).map_or("", String::as_str)
    }

    /// A group of options.
    pub(crate) fn group(&self, n: usize) -> Option<&Group> {
        self.groups.get(n).filter(|group| group.options.len() > 1)
    }

    /// The groups that can be unfolded.
    pub(crate) fn folded(&self) -> Vec<usize> {
        (0..self.groups.len()).filter(|n| self.group(*n).is_some()).collect()
    }

    /// What the keys of a group have in common; empty where that is nothing.
    pub(crate) fn lead(&self, group: &Group) -> String {
        let mut keys = group.options.iter().map(|n| self.key(*n));
        let mut lead = keys.next().unwrap_or_default().to_string();
        for key in keys {
            while !key.starts_with(lead.as_str()) {
                lead.pop();
            }
        }
        // The same letters may begin keys of others as well.
        let others = (0..self.keys.len()).filter(|n| !group.options.contains(n));
        let shared = others.into_iter().any(|n| self.key(n).starts_with(lead.as_str()));
        if shared { String::new() } else { lead }
    }

    /// The lines of the list.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let all = 0..self.keys.len();
        match &self.unfolded {
            Unfolded::All => all.map(Row::Option).collect(),
            Unfolded::Nothing if self.plain => all.map(Row::Option).collect(),
            Unfolded::Begins(typed) => {
                all.filter(|n| self.key(*n).starts_with(typed.as_str())).map(Row::Option).collect()
            }
            Unfolded::Group(n) => {
                self.groups.get(*n).map_or(Vec::new(), |group| group.options.iter().map(|n| Row::Option(*n)).collect())
            }
            Unfolded::Nothing => {
                let rows = |(n, group): (usize, &Group)| match group.options.len() > 1 && !self.open.contains(&n) {
                    true => vec![Row::Group(n)],
                    false => group.options.iter().map(|n| Row::Option(*n)).collect(),
                };
                self.groups.iter().enumerate().flat_map(rows).collect()
            }
        }
    }

    /// The row an option stands in, by itself or in its group.
    pub(crate) fn row_of(&self, option: usize) -> usize {
        let holds = |row: &Row| match row {
            Row::Option(n) => *n == option,
            Row::Group(n) => self.groups[*n].options.contains(&option),
        };
        self.rows().iter().position(holds).unwrap_or(0)
    }

    /// What is meant by a text: a key in any letters, the beginning of keys, or `#3` for the third option. A number alone is no place:
    /// somebody may mean the faces of dice.
    pub(crate) fn find(&self, text: &str) -> MeantOption {
        let text = text.trim().to_ascii_uppercase();
        // `a 2` is `A2`.
        let joined = text.replace(' ', "");
        if text.starts_with(|c: char| c.is_ascii_uppercase())
            && let (Some(one), _) = meant(&self.keys, &joined)
        {
            return MeantOption::One(one);
        }
        let place = |number: &str| {
            let n = number.parse::<usize>().ok()?.checked_sub(1)?;
            (n < self.keys.len()).then_some(MeantOption::One(n))
        };
        if let Some(number) = text.strip_prefix('#') {
            return place(number).unwrap_or(MeantOption::Nothing);
        }
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match meant(&self.keys, &text) {
            (Some(one), _) => return MeantOption::One(one),
            (None, among) if among.len() == 1 && among.iter().all(|n| !is_number(self.key(*n))) => {
                return MeantOption::Several(among);
            }
            (None, among) if !among.is_empty() && !is_number(&text) => return MeantOption::Several(among),
            _ => {}
        }
        if !is_number(&text) {
            return MeantOption::Nothing;
        }
        // Numbers are the same with and without zeros in front.
        let bare = |text: &str| text.trim_start_matches('0').to_string();
        let same = |key: &String| is_number(key) && bare(key) == bare(&text);
        if let Some(one) = self.keys.iter().position(same) {
            return MeantOption::One(one);
        }
        match meant(&self.keys, &text).1 {
            among if among.is_empty() => MeantOption::Nothing,
            among => MeantOption::Several(among),
        }
    }

    /// Which options begin with what was typed, and the one that is meant if nothing more is typed.
    pub(crate) fn meant(&self, typed: &str) -> (Option<usize>, Vec<usize>) {
        meant(&self.keys, typed)
    }

    /// Why nothing is done by what was typed, where it is the key of something refused, or begins some.
    pub(crate) fn refusal(&self, typed: &str, ask: Option<&Ask>) -> Option<String> {
        let typed = typed.trim().replace(' ', "").to_ascii_uppercase();
        let begins = |(key, _): &&(String, usize)| !typed.is_empty() && key.starts_with(&typed);
        let meant: Vec<&RefusedLine> =
            self.refused.iter().filter(begins).filter_map(|(_, n)| ask?.refused().get(*n)).collect();
        let first = meant.first()?;
        let alike = |other: &&&RefusedLine| other.why == first.why && other.rule == first.rule;
        let labels: Vec<&str> = meant.iter().filter(alike).map(|refused| refused.label.as_str()).collect();
        let others = meant.len() - labels.len();
        let more = if others > 0 { format!(" `{}` lists {others} more.", pressed("refused")) } else { String::new() };
        let more_alike = labels.len().saturating_sub(SAME);
        let named = labels.into_iter().take(SAME).collect::<Vec<_>>().join("; ");
        let named = if more_alike > 0 { format!("{named}; {more_alike} more") } else { named };
        Some(format!("Not now, {} [{}]: {named}.{more}", first.why, first.rule))
    }

    /// A group in words: what it is called, how many it holds, and what is typed for them.
    pub(crate) fn group_line(&self, n: usize, options: &[Choice]) -> String {
        let Some(group) = self.groups.get(n) else { return String::new() };
        let keys: Vec<&str> = group.options.iter().map(|n| self.key(*n)).collect();
        let typed = match keys[..] {
            [first, .., last] if keys.len() > 5 => format!("{first} to {last}"),
            _ => keys.join(", "),
        };
        let best = best_chance(group.options.iter().filter_map(|n| options.get(*n)))
            .map_or(String::new(), |(what, best)| format!("; {what} up to {}", crate::text::short_percent(best)));
        let kinds = self.kinds(group, options).map_or(String::new(), |kinds| format!("; {kinds}"));
        format!("{} ({}: {typed}{best}{kinds})", group.title, keys.len())
    }
}

impl OptionMenu {
    /// What a group holds that is for good, with its keys; nothing where it holds nothing like it.
    pub(crate) fn grave_line(&self, n: usize, grave: &[usize], options: &[Choice]) -> Option<String> {
        let group = self.group(n)?;
        let held = group.options.iter().filter(|n| grave.contains(n));
        let named: Vec<String> =
            held.filter_map(|n| Some(format!("{} {}", self.key(*n), options.get(*n)?.label))).collect();
        (!named.is_empty()).then(|| format!("asks twice: {}", named.join("; ")))
    }
}

impl OptionMenu {
    /// What is said of places beside their numbers: what most have in common, then each that is another.
    fn kinds(&self, group: &Group, options: &[Choice]) -> Option<String> {
        const MOST: usize = 4;
        let said = |n: &usize| {
            let rest = options.get(*n)?.label.strip_prefix(self.key(*n))?.strip_prefix(", ")?;
            Some((self.key(*n), rest.split(", ").next()?))
        };
        let said = group.options.iter().map(said).collect::<Option<Vec<_>>>()?;
        let usual =
            said.iter().map(|(_, what)| *what).max_by_key(|what| said.iter().filter(|(_, w)| w == what).count())?;
        let others: Vec<String> =
            said.iter().filter(|(_, what)| *what != usual).map(|(key, what)| format!("{key} {what}")).collect();
        let dots = if others.len() > MOST { "…" } else { "" };
        let others = others.into_iter().take(MOST).map(|other| format!(", {other}"));
        Some(format!("{usual}{}{dots}", others.collect::<String>()))
    }
}

/// The best chance of several options that all lead to the same kind of roll, which succeeds or not.
fn best_chance<'a>(options: impl Iterator<Item = &'a Choice>) -> Option<(&'a str, f64)> {
    let single = |option: &'a Choice| match option.odds.as_ref()?.0.as_slice() {
        [(what, chance)] => Some((what.as_str(), *chance)),
        _ => None,
    };
    let chances = options.map(single).collect::<Option<Vec<_>>>()?;
    let same = chances.iter().all(|(what, _)| *what == chances[0].0);
    chances.into_iter().filter(|_| same).max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_desk::{NewGame, Until};

    fn menu(keys: &[&str]) -> OptionMenu {
        let groups = (0..keys.len()).map(|n| Group { title: String::new(), options: vec![n] }).collect();
        let keys = keys.iter().map(|key| key.to_string()).collect();
        OptionMenu { keys, groups, ..OptionMenu::default() }
    }

    #[test]
    fn keys_beginnings_and_places_are_found() {
        let letters = menu(&["A1", "A2", "B", "BB", "N"]);
        assert_eq!((letters.find("a2"), letters.find("a 2")), (MeantOption::One(1), MeantOption::One(1)));
        assert_eq!(letters.find("1 1"), MeantOption::Nothing, "figures apart are dice");
        assert_eq!(letters.find("A"), MeantOption::Several(vec![0, 1]));
        assert_eq!(letters.find("b"), MeantOption::One(2));
        assert_eq!(
            (letters.find("#5"), letters.find("5"), letters.find("6")),
            (MeantOption::One(4), MeantOption::Nothing, MeantOption::Nothing),
            "what no option shows is no answer"
        );
        let hexes = menu(&["0101", "0102", "0203"]);
        assert_eq!(
            (hexes.find("0102"), hexes.find("102"), hexes.find("01")),
            (MeantOption::One(1), MeantOption::One(1), MeantOption::Several(vec![0, 1]))
        );
        assert_eq!((hexes.find("3"), hexes.find("#3")), (MeantOption::Nothing, MeantOption::One(2)));
        let counts = menu(&["00", "07", "12"]);
        assert_eq!(
            (counts.find("7"), counts.find("0"), counts.find("12")),
            (MeantOption::One(1), MeantOption::One(0), MeantOption::One(2))
        );
    }

    #[test]
    fn every_option_can_be_typed_and_seen() {
        for shelf in hulldown_desk::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 7, ..NewGame::default() }).unwrap();
            for _ in 0..150 {
                let prompt = game.prompt();
                let Some(ask) = prompt.first() else { break };
                let mut menu = OptionMenu::of(Some(ask));
                assert!(menu.rows().len() <= hulldown_desk::groups::FEW, "{}: {}", shelf.id, ask.text());
                for n in 0..ask.options().len() {
                    assert_eq!(
                        menu.find(&menu.key(n).to_lowercase()),
                        MeantOption::One(n),
                        "{}: {}",
                        shelf.id,
                        menu.key(n)
                    );
                    assert!(menu.row_of(n) < menu.rows().len());
                }
                menu.unfolded = Unfolded::All;
                assert_eq!(menu.rows().len(), ask.options().len());
                if game.auto((shelf.policies)()[0].0, None, Until::Decision, Some(1)).unwrap_or(0) == 0 {
                    break;
                }
            }
        }
    }
}
