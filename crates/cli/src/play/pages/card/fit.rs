//! As much of a card as has room.

use super::{Card, Tone};
use crate::play::command::pressed;
use crate::text::{count, shorten};

/// A line of a card, and how it is meant.
type Said = (Tone, String);

/// One thing on a card.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its lines in each way it can be told, the shortest first; what decided it stands in all of them.
    ways: Vec<Vec<Said>>,
    /// What came of it and no more, where there is no room for the shortest.
    bare: Option<String>,
    /// What it can be told with.
    join: Option<Join>,
}

/// What is told together with others of its kind where room is short.
#[derive(Clone, Debug)]
pub(super) enum Join {
    /// What stands under the same word.
    Word,
    /// A warning: its word, what it says, and who goes his way in it.
    Alarm(&'static str, String, String),
    /// The enemy's fire: whether a shot is told or what came of it, in a clause.
    Fire {
        /// Whether it is the shot.
        fired: bool,
        /// Whether it is what came of it in the end.
        ends: bool,
        /// The clause.
        told: String,
        /// The same in a word.
        result: String,
    },
    /// Where the enemy goes: all of that.
    Moves(String),
}

impl Part {
    /// One line that can be told in one way only.
    pub(super) fn line(tone: Tone, text: String) -> Self {
        Part { ways: vec![vec![(tone, text)]], bare: None, join: None }
    }

    /// Something with its ways, if it says anything.
    pub(super) fn of(mut ways: Vec<Vec<Said>>) -> Option<Self> {
        ways.dedup();
        ways.iter().all(|way| !way.is_empty()).then_some(Part { ways, bare: None, join: None })
    }

    /// What is said of it where there is no room for the shortest.
    pub(super) fn or_bare(self, bare: String) -> Self {
        Part { bare: Some(bare), ..self }
    }

    /// Lets it be told with others.
    pub(super) fn joins(&mut self, join: Join) {
        self.join = Some(join);
    }

    /// How it is meant.
    pub(super) fn tone(&self) -> Tone {
        self.ways[0][0].0
    }

    /// What came of it and no more.
    fn bare(&self) -> Vec<Said> {
        vec![(self.tone(), self.bare.clone().unwrap_or_else(|| self.brief().into()))]
    }

    fn brief(&self) -> &str {
        &self.ways[0][0].1
    }

    fn whole(&self) -> &[Said] {
        self.ways.last().map_or(&[], |way| way)
    }

    /// Several told as one: in short, then each in short, then all.
    fn joined(brief: String, all: &[Part]) -> Self {
        let tone = all[0].tone();
        let each = all.iter().flat_map(|part| part.ways[0].clone()).collect();
        let whole = all.iter().flat_map(|part| part.whole().to_vec()).collect();
        Part { ways: vec![vec![(tone, brief)], each, whole], bare: None, join: None }
    }
}

impl Card {
    /// All lines of it.
    pub(crate) fn lines(&self) -> Vec<Said> {
        let title = self.title.iter().map(|title| (Tone::Title, title.clone()));
        without_empty(title.chain(joined_alarms(&self.parts).iter().flat_map(|part| part.whole().to_vec())).collect())
    }

    /// What decides, each in the shortest way.
    pub(crate) fn urgent(&self) -> Vec<Said> {
        let parts = gathered(&self.parts);
        parts.iter().filter(|part| part.tone().decides()).flat_map(|part| part.ways[0].clone()).collect()
    }

    /// Says something before all the rest.
    pub(crate) fn remark(&mut self, remark: String) {
        self.title.insert(0, remark);
    }

    /// Says something after all the rest.
    pub(crate) fn add(&mut self, text: String) {
        self.parts.push(Part::line(Tone::Head, text));
    }

    /// What was tried, to be shortened.
    pub(crate) fn title_mut(&mut self) -> Option<&mut String> {
        self.title.last_mut()
    }

    /// Without what was tried.
    pub(crate) fn untitle(&mut self) {
        self.title.clear();
    }

    /// As much of it as fits: what decides before what does not, each thing in short before any at length, all in order, and in the last
    /// line how much is left out.
    pub(crate) fn within(&self, fits: impl Fn(&[Said]) -> bool) -> Vec<Said> {
        let lines = self.lines();
        if fits(&lines) {
            return lines;
        }
        let title = self.title.iter().map(|title| Part::line(Tone::Title, title.clone()));
        let parts: Vec<Part> = title.chain(gathered(&self.parts)).collect();
        let mut order: Vec<usize> = (0..parts.len()).collect();
        // What was tried comes first; where nothing was, the latest counts.
        let tried = !self.title.is_empty();
        order.sort_by_key(|n| (parts[*n].tone(), if tried { *n } else { parts.len() - n }));
        let mut told = Told { parts: &parts, lines: vec![Vec::new(); parts.len()] };
        let light = order.partition_point(|n| parts[*n].tone() < Tone::Line);
        let (weighty, light) = order.split_at(light);
        for some in [weighty, light] {
            for n in some {
                let part = &parts[*n];
                // What came of it and no more, or the beginning of that, comes before what weighs less.
                if !told.tries(*n, part.ways[0].clone(), &fits)
                    && !told.tries(*n, part.bare(), &fits)
                    && part.tone().decides()
                {
                    told.tries_some(*n, &fits);
                }
            }
            for n in some.iter().copied().filter(|n| told.lines[*n] == parts[*n].ways[0]).collect::<Vec<_>>() {
                for way in &parts[n].ways[1..] {
                    told.tries(n, way.clone(), &fits);
                }
            }
        }
        // Room that is left holds the beginning of what has none for its end.
        if let Some(n) = order.iter().copied().find(|n| told.lines[*n].is_empty()) {
            told.tries_some(n, &fits);
        }
        match order.first().filter(|_| told.lines.iter().all(Vec::is_empty)) {
            // Of one thing that is too long, as many lines as there are.
            Some(n) => parts[*n].bare(),
            None => told.lines(),
        }
    }
}

/// By how many letters what is too long is cut.
const CUT: usize = 10;

/// The beginning of so few letters says nothing.
const SHORTEST: usize = 20;

/// What is told of the parts of a card.
struct Told<'a> {
    parts: &'a [Part],
    /// The lines of each.
    lines: Vec<Vec<Said>>,
}

impl Told<'_> {
    /// Tells a part in these lines, if there is room for them.
    fn tries(&mut self, n: usize, lines: Vec<Said>, fits: impl Fn(&[Said]) -> bool) -> bool {
        let before = std::mem::replace(&mut self.lines[n], lines);
        let has_room = fits(&self.lines());
        if !has_room {
            self.lines[n] = before;
        }
        has_room
    }

    /// Tells as much of the beginning of a part as there is room for.
    fn tries_some(&mut self, n: usize, fits: impl Fn(&[Said]) -> bool) {
        let bare = self.parts[n].bare();
        let long = bare[0].1.chars().count();
        let mut cuts = (1..).map(|k| long.saturating_sub(k * CUT)).take_while(|left| *left > SHORTEST);
        let _ = cuts.any(|left| self.tries(n, vec![(bare[0].0, shorten(&bare[0].1, left))], &fits));
    }

    /// What is told, and how much is left out.
    fn lines(&self) -> Vec<Said> {
        let left = |(part, lines): (&Part, &Vec<Said>)| part.whole().len().saturating_sub(lines.len());
        let left: usize = self.parts.iter().zip(&self.lines).map(left).sum();
        let mut lines = without_empty(self.lines.concat());
        if left > 0 {
            lines.push((Tone::Part, format!("{} in the log ({})", count(left, "more line"), pressed("log"))));
        }
        lines
    }
}

/// Several warnings of one kind on one line.
fn joined_alarms(parts: &[Part]) -> Vec<Part> {
    let mut joined: Vec<Part> = Vec::new();
    for part in parts {
        let (before, now) = (joined.last().and_then(|part| part.join.clone()), &part.join);
        match (before, now) {
            (Some(Join::Alarm(before, _, who)), Some(Join::Alarm(word, text, whose))) if before == *word => {
                // Who is called as the one before is not named again.
                let again = text.strip_prefix(&format!("{who} moves ")).filter(|_| !who.is_empty() && who == *whose);
                if let Some(last) = joined.last_mut() {
                    let text = format!("{}; {}", last.brief().trim_end_matches('.'), again.unwrap_or(text));
                    *last = Part { join: part.join.clone(), ..Part::line(part.tone(), text) };
                }
            }
            _ => joined.push(part.clone()),
        }
    }
    joined
}

/// Where the enemy goes and what his fire came to each as one thing, and what goes wrong for several in the same way.
fn gathered(parts: &[Part]) -> Vec<Part> {
    let mut gathered: Vec<Part> = Vec::new();
    let (mut fires, mut moves) = (fire_at(parts), true);
    for alike in joined_alarms(parts).chunk_by(|one, other| word(one).is_some() && word(one) == word(other)) {
        match (&alike[0].join, alike) {
            (Some(Join::Fire { .. }), _) => gathered.extend(fires.take()),
            (Some(Join::Moves(all)), [only]) => {
                let foes: Vec<Part> = parts.iter().filter(|part| part.tone() == only.tone()).cloned().collect();
                if std::mem::take(&mut moves) {
                    gathered.push(Part::joined(all.clone(), &foes));
                }
            }
            (_, [only]) => gathered.push(only.clone()),
            (_, [first, more @ ..]) => {
                let more = more.iter().map(|part| part.brief().split_once(": ").map_or("", |(_, said)| said));
                let brief = more.fold(first.brief().trim_end_matches('.').to_string(), |brief, said| {
                    format!("{brief}; {}", said.trim_end_matches('.'))
                });
                gathered.push(Part::joined(brief + ".", alike));
            }
            (_, []) => {}
        }
    }
    gathered
}

/// The word a part stands under.
fn word(part: &Part) -> Option<(Tone, &str)> {
    let (word, _) = part.brief().split_once(": ").filter(|_| matches!(part.join, Some(Join::Word)))?;
    Some((part.tone(), word))
}

/// The enemy's fire as one thing: how many shots, and what came of each.
fn fire_at(parts: &[Part]) -> Option<Part> {
    let all: Vec<Part> = parts.iter().filter(|part| matches!(part.join, Some(Join::Fire { .. }))).cloned().collect();
    let clauses: Vec<(bool, bool, &str, &str)> = all
        .iter()
        .filter_map(|part| match &part.join {
            Some(Join::Fire { fired, ends, told, result }) => Some((*fired, *ends, told.as_str(), result.as_str())),
            _ => None,
        })
        .collect();
    // A shot of which it is told what came of it says no more than that.
    let says = |n: usize| clauses[n].1 || clauses.get(n + 1).is_none_or(|(fired, ..)| *fired);
    let said = || clauses.iter().enumerate().filter(|(n, _)| says(*n));
    let told: Vec<&str> = said().map(|(_, clause)| clause.2).collect();
    let results: Vec<&str> = said().map(|(_, clause)| clause.3).collect();
    let shots = clauses.iter().filter(|(fired, ..)| *fired).count();
    match (all.len(), shots) {
        (0, _) => None,
        (1, _) => all.into_iter().next(),
        (_, 0 | 1) => Some(Part::joined(told.join(" "), &all)),
        _ => {
            let shots = count(shots, "shot");
            let bare = format!("{shots} at you: {}.", results.join(", "));
            Some(Part::joined(format!("{shots} at you: {}", told.join(" ")), &all).or_bare(bare))
        }
    }
}

/// Without headings under which nothing is left.
fn without_empty(lines: Vec<Said>) -> Vec<Said> {
    let empty = |n: usize| {
        lines[n].0 == Tone::Phase && lines.get(n + 1).is_none_or(|(tone, _)| matches!(tone, Tone::Phase | Tone::Part))
    };
    let kept: Vec<bool> = (0..lines.len()).map(|n| !empty(n)).collect();
    lines.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(line, _)| line).collect()
}
