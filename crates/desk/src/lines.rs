//! What a match shows: questions, options, events, odds and advice, as plain data that serialises into the driver's replies.

mod advice;
mod asks;

pub use advice::{Advice, Chance};
pub use asks::*;

use foldhash::quality::FixedState;
use hulldown_core::check::Check;
use hulldown_core::game::{MOST_SEATS, Seat};
use hulldown_core::playable::aids::{About, Aids, Grave, Level, Shots, Usual};
use hulldown_core::rules::Ledger;
use hulldown_core::session::Told;
use hulldown_core::talk::Rank;
use hulldown_core::{Heard, Viewer, Voice};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::hash::BuildHasher;

/// A word of a game's own, which costs nothing to pass on, or one that was read.
pub type Word = Cow<'static, str>;

/// A modifier with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModLine {
    /// Why.
    pub why: Word,
    /// What is added to the dice.
    pub value: i16,
    /// The id of the rule that says so.
    pub rule: Word,
}

/// Results with their chances to three decimals, in the order of the throws; written as one JSON object.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances(pub Vec<(String, f64)>);

impl Serialize for Chances {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (result, chance) in &self.0 {
            map.serialize_entry(result, chance)?;
        }
        map.end()
    }
}

impl Chances {
    /// In a few words: `hit 41.7%`, or for several results `S: 33.3%, no effect: 55.6%`; no more than so many.
    pub fn in_words(&self, most: usize, between: &str, percent: impl Fn(f64) -> String) -> String {
        if let [(what, chance)] = &self.0[..] {
            return format!("{what} {}", percent(*chance));
        }
        let shown = self.0.iter().take(most).map(|(what, chance)| format!("{what}: {}", percent(*chance)));
        let more = (self.0.len() > most).then(|| "…".into());
        shown.chain(more).collect::<Vec<String>>().join(between)
    }

    /// What a game says that something comes to; nothing if it says nothing.
    pub(crate) fn told(ends: Vec<(&'static str, f64)>) -> Option<Self> {
        let all = ends.into_iter().map(|(what, chance)| (what.to_string(), rounded(chance, 3)));
        Some(Chances(all.collect())).filter(|all| !all.0.is_empty())
    }

    /// The chances of a roll: that of success, or of each result on a chart.
    pub fn of(check: &Check) -> Self {
        match check.chance() {
            Some((good, ways)) => Chances(vec![(check.words[0].into(), thousandths(good, ways))]),
            None => {
                let results = check.results().into_iter();
                Chances(results.map(|(result, good)| (result, thousandths(good, check.dice.ways()))).collect())
            }
        }
    }
}

/// A chance to three decimals, rounded in whole numbers so that it is the same everywhere.
fn thousandths(good: u32, ways: u32) -> f64 {
    let (good, ways) = (u64::from(good), u64::from(ways.max(1)));
    ((good * 2000 + ways) / (2 * ways)) as f64 / 1000.0
}

/// A number to so many decimals.
pub(crate) fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    let short = (value * scale).round() / scale;
    // No minus zero in a reply.
    if short == 0.0 { 0.0 } else { short }
}

/// Something that was told at the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventLine {
    /// Its number, from 0.
    pub n: usize,
    /// A word for its kind; `roll` for dice and `forced` for a question with one legal answer.
    pub kind: Word,
    /// The id of the rule behind it.
    pub rule: Word,
    /// What happened, on one line.
    pub text: String,
    /// The same with the rule's id, for a log.
    pub line: String,
    /// A few words when it decides something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// The same as a sentence of the story, in games that have a story voice and where it deserves one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// How much begins with it, unless it is a line among others.
    #[serde(skip_serializing_if = "Rank::is_line")]
    pub rank: Rank,
    /// What a chapter stands under in a calendar: `July 1944`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// What a chapter is called in a story.
    #[serde(skip)]
    pub title: Option<String>,
    /// The phase that begins with it; empty where the last one ends and none begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// The one seat that hears of it, if it is nobody else's business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Seat>,
    /// Whether it was told before in other words, to another seat.
    #[serde(skip)]
    pub again: bool,
    /// How much everybody had heard before it.
    #[serde(skip)]
    pub at: Heard,
    /// What it is about.
    #[serde(skip)]
    pub about: About,
    /// Who would have been asked, if it was forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The choice that was forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The roll, if it is one.
    #[serde(flatten)]
    pub roll: Option<RollLine>,
    /// A number for its kind, its rule and its text: where many are compared, none of these need be read.
    #[serde(skip)]
    pub print: u64,
}

impl RollLine {
    /// Whether nothing was needed: what fell is all there is to it.
    pub fn is_number(&self) -> bool {
        self.need.is_empty()
    }

    /// What is to be said of a total that is not the sum of its parts.
    pub fn held(&self) -> String {
        let sum = self.mods.iter().fold(i16::from(self.natural), |sum, m| sum.saturating_add(m.value));
        hulldown_core::check::held(sum, self.total)
    }
}

/// A roll that explains itself. Read back from what was told it says everything but where on its chart it was read: charts change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RollLine {
    /// The chart it was made on.
    pub chart: Word,
    /// What it decides.
    pub purpose: Word,
    /// The dice: `2d6`; in JSON `thrown`.
    #[serde(rename = "thrown")]
    pub dice: String,
    /// The faces, one number a die; in JSON `dice`.
    #[serde(rename = "dice")]
    pub faces: Vec<u8>,
    /// Their sum.
    pub natural: i8,
    /// The modifiers.
    pub mods: Vec<ModLine>,
    /// The sum with the modifiers.
    pub total: i16,
    /// What was needed.
    pub need: String,
    /// What it means.
    pub result: String,
    /// The chance there was of success; none for a roll read on a chart.
    pub chance: Option<f64>,
    /// Whether a person threw the dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// Whether it was one; none for a roll read on a chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// The line or block of the chart it was read on, or the remark that begins so; empty where the total alone says.
    #[serde(skip_serializing_if = "str::is_empty", skip_deserializing)]
    pub on_line: &'static str,
    /// The column of the chart it was read in; empty where there is only one.
    #[serde(skip_serializing_if = "str::is_empty", skip_deserializing)]
    pub column: &'static str,
}

fn mod_lines(ledger: &Ledger, check: &Check) -> Vec<ModLine> {
    let line =
        |m: &hulldown_core::check::Mod| ModLine { why: m.why.into(), value: m.value, rule: ledger.id(m.rule).into() };
    check.mods.iter().map(line).collect()
}

/// The one seat that hears of something, in a game where seats keep things from each other.
fn only<G: Voice>(told: &Told<G>) -> Option<Seat> {
    let seats = || (0..MOST_SEATS as u8).map(Seat);
    let heard = || seats().filter(|seat| told.is_heard_by(*seat));
    if G::SECRETS && heard().count() == 1 { heard().next() } else { None }
}

/// A number for what a line says.
pub(crate) fn print(kind: &str, rule: &str, text: &str) -> u64 {
    FixedState::default().hash_one((kind, rule, text))
}

/// The kind of a question that answered itself.
const FORCED: &str = "forced";

impl EventLine {
    /// Whether it is a question with one legal answer, which was answered by itself.
    pub fn is_forced(&self) -> bool {
        self.kind == FORCED
    }

    /// Whether a seat hears of it.
    pub fn is_heard_by(&self, seat: Seat) -> bool {
        self.only.is_none_or(|only| only == seat)
    }

    /// Who has lost something by it that must not be overlooked.
    pub fn loss(&self) -> Option<Seat> {
        match self.about.grave {
            Some(Grave::Loss(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Whether whoever looks hears of it.
    pub fn is_heard(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Record => true,
            Viewer::Umpire => !self.again,
            Viewer::Seat(seat) => self.is_heard_by(seat),
        }
    }

    /// The same in the numbers of whoever looks, if he hears of it.
    #[must_use]
    pub fn heard(mut self, viewer: Viewer) -> Option<Self> {
        self.n = self.at.by(viewer);
        self.is_heard(viewer).then_some(self)
    }

    /// The line for something told.
    pub(crate) fn of<G: Voice>(at: Heard, game: &G, data: &'static G::Data, aids: &Aids<G>, told: &Told<G>) -> Self {
        let ledger = G::ledger();
        let plain = |kind: &'static str, rule: &'static str, text: String| EventLine {
            print: print(kind, rule, &text),
            n: at.by(Viewer::Record),
            kind: kind.into(),
            rule: rule.into(),
            line: [&*text, " · ", rule].concat(),
            text,
            headline: None,
            story: None,
            rank: Rank::Line,
            under: None,
            title: None,
            phase: (aids.phase)(told),
            only: only::<G>(told),
            again: !told.is_heard(Viewer::Umpire),
            at,
            about: About::default(),
            seat: None,
            key: None,
            roll: None,
        };
        match told {
            Told::Event(event) => {
                let words = game.log_words(data, event);
                let story = aids.story.and_then(|story| story(data, event));
                EventLine {
                    headline: words.headline,
                    about: (aids.about)(data, event),
                    story,
                    rank: words.rank,
                    under: words.under,
                    title: words.title,
                    ..plain(words.kind, ledger.id(words.rule), words.text)
                }
            }
            Told::Forced { seat, choice, label, rule } => EventLine {
                seat: Some(*seat),
                key: Some(choice.to_string()),
                ..plain(FORCED, ledger.id(*rule), label.clone())
            },
            Told::Roll(check, rolled) => {
                let chart = G::chart_title(data, check.chart);
                let roll = RollLine {
                    chart: check.chart.into(),
                    purpose: check.purpose.into(),
                    dice: check.dice.to_string(),
                    faces: rolled.faces.to_vec(),
                    natural: rolled.natural,
                    mods: mod_lines(ledger, check),
                    total: rolled.total,
                    need: if check.is_number() { String::new() } else { check.need_on(chart) },
                    result: check.result(rolled.natural),
                    chance: check.chance().map(|(good, ways)| thousandths(good, ways)),
                    by_hand: rolled.by_hand,
                    success: check.chance().map(|_| check.succeeds(rolled.natural)),
                    on_line: check.line_of(rolled.natural),
                    column: check.heading(),
                };
                let known =
                    |(of, _): &&(&str, _)| check.chart == *of || check.purpose.starts_with(of) || roll.result == *of;
                let settles = aids.settles.iter().find(known).map(|(_, kinds)| *kinds);
                let foiled = aids.foils.contains(&&*roll.result);
                EventLine {
                    roll: Some(roll),
                    about: About { settles, foiled, ..About::default() },
                    ..plain("roll", ledger.id(check.rule), check.line_on(chart, rolled))
                }
            }
        }
    }
}

/// What an undo took back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TakenBack {
    /// Keys of the answers, latest first.
    pub keys: Vec<String>,
    /// How many throws stay thrown and will fall again.
    pub dice: usize,
    /// Whether it went back past dice: a rewind, marked as such in the record.
    pub rewind: bool,
    /// The same in words.
    pub text: String,
}

/// What may come of an option, exactly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsReply {
    /// The option's key.
    pub key: String,
    /// The option in words.
    pub label: String,
    /// The chances of the roll it leads to at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Chances>,
    /// That roll, with its modifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<RollAhead>,
    /// What it comes to, looking several shots ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots: Option<Shots>,
    /// Everything that may come of it until the next decision, likeliest first; of very many, the rest as one.
    pub outcomes: Vec<OutcomeChance>,
    /// How many different falls of the dice were played.
    pub lines: usize,
    /// Whether these were all there are and the chances exact; if not, they were thrown at random and the chances are estimates.
    pub complete: bool,
}

/// One outcome and how likely it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeChance {
    /// The outcome in words.
    pub text: String,
    /// Its probability, to six decimals.
    pub chance: f64,
}

/// How far a policy plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Until {
    /// To the next decision: one answer.
    Decision,
    /// To the end of the open step.
    Step,
    /// To the end of the game.
    End,
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::dice::TWO_D6;
    use hulldown_core::rules::RuleId;

    #[test]
    fn chances_are_rounded_in_whole_numbers() {
        assert_eq!(thousandths(15, 36).to_string(), "0.417");
        assert_eq!(thousandths(1, 6).to_string(), "0.167");
        assert_eq!(thousandths(36, 36).to_string(), "1");
        assert_eq!(thousandths(0, 36).to_string(), "0");
        assert_eq!(rounded(-0.0001, 3).to_string(), "0");
        let check = Check::at_most("B1", "To hit", RuleId(0), TWO_D6, 6).called("hit", "miss");
        assert_eq!(serde_json::to_string(&Chances::of(&check)).unwrap(), r#"{"hit":0.417}"#);
    }
}
