//! What a match shows: questions, options, events, odds and advice, as plain data that serialises into the driver's replies.

mod asks;

pub use asks::*;

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

/// A modifier with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModLine {
    /// Why.
    pub why: String,
    /// What is added to the dice.
    pub value: i16,
    /// The id of the rule that says so.
    pub rule: String,
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
    /// In a few words: `hit 41.7 %`, or for several results `S: 33.3 %, no effect: 55.6 %`; no more than so many.
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
    pub kind: String,
    /// The id of the rule behind it.
    pub rule: String,
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
    pub chart: String,
    /// What it decides.
    pub purpose: String,
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

impl EventLine {
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
        let plain = |kind: &str, rule: &str, text: String| EventLine {
            n: at.by(Viewer::Record),
            kind: kind.into(),
            rule: rule.into(),
            line: format!("{text} · {rule}"),
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
                ..plain("forced", ledger.id(*rule), label.clone())
            },
            Told::Roll(check, rolled) => {
                let chart = G::chart_title(check.chart);
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
                EventLine {
                    roll: Some(roll),
                    about: About { settles, ..About::default() },
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

/// What a bot thinks of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The option's key.
    pub key: String,
    /// The option in words.
    pub label: String,
    /// The mean value of the playouts, to three decimals: more is better for the seat.
    pub mean: f64,
    /// The standard error of that mean.
    pub error: f64,
    /// How far it is behind the best, over the playouts both have had with the same dice, and the standard error of that.
    #[serde(skip)]
    pub behind: f64,
    /// That error.
    #[serde(skip)]
    pub doubt: f64,
    /// How many playouts it rests on.
    pub playouts: u32,
    /// What a player would ask of his future.
    #[serde(skip)]
    pub outlooks: Vec<Chance>,
}

/// The chance of something after an option, by playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// In a few words: `the tank is lost`.
    pub says: &'static str,
    /// Whether one hopes for it.
    pub good: bool,
    /// How often it came so, as a share.
    pub share: f64,
    /// The standard error of that.
    pub error: f64,
}

/// So many standard errors are no accident.
const CLEAR: f64 = 2.0;

impl Advice {
    /// What a ranking, best first, tells whoever has to choose.
    pub fn verdict(ranking: &[Advice]) -> Cow<'static, str> {
        let Some((best, others)) = ranking.split_first() else {
            return "There is nothing to advise on.".into();
        };
        if ranking.iter().all(|advice| advice.mean == best.mean && advice.error == 0.0) {
            return "No difference: every playout of every option came out the same, so playing out says nothing here."
                .into();
        }
        if others.iter().all(|advice| advice.is_worth()) && !others.iter().all(|advice| advice.is_alike(best)) {
            return "All told they are worth about the same, but not the same comes of them: choose by what matters more to you."
                .into();
        }
        if others.iter().all(|advice| advice.is_level(best)) {
            return "Playing out shows no clear difference: this one decision changes little. Compare the immediate results."
                .into();
        }
        match ranking.iter().filter(|advice| advice.is_level(best)).count() {
            0 => "The best is first, and clearly so.".into(),
            level => {
                format!("The best is first; {level} of the {} others are about as good.", ranking.len() - 1).into()
            }
        }
    }

    /// Which of the things that are counted tell options apart at all: what comes as often after every one of them says nothing.
    pub fn telling(ranking: &[Advice]) -> Vec<usize> {
        // Half a percent is none.
        const LEAST: f64 = 0.005;
        let all = ranking.iter().map(|advice| advice.outlooks.len()).max().unwrap_or_default();
        let differs = |n: &usize| {
            let shares = || ranking.iter().filter_map(|advice| advice.outlooks.get(*n)).map(|chance| chance.share);
            shares().fold(f64::MIN, f64::max) - shares().fold(f64::MAX, f64::min) >= LEAST
        };
        (0..all).filter(differs).collect()
    }

    /// Whether an option is not the best and yet as good, as far as playing out can tell: in worth, and in everything that is counted.
    pub fn is_level(&self, best: &Advice) -> bool {
        self.key != best.key && self.is_worth() && self.is_alike(best)
    }

    /// Whether in nothing that is counted its chance lies apart.
    fn is_alike(&self, best: &Advice) -> bool {
        let overlap = |(a, b): (&Chance, &Chance)| (a.share - b.share).abs() <= a.error + b.error;
        self.outlooks.iter().zip(&best.outlooks).all(overlap)
    }

    /// Whether it is worth as much as the best, all told, as far as playing out can tell.
    fn is_worth(&self) -> bool {
        self.behind <= CLEAR * self.doubt
    }

    /// Whether it is better in something that is shown, to a percent, and worse in nothing.
    fn beats(&self, other: &Advice) -> bool {
        let percent = |chance: &Chance| (100.0 * chance.share).round() * if chance.good { 1.0 } else { -1.0 };
        let pairs = || self.outlooks.iter().zip(&other.outlooks).map(|(a, b)| percent(a) - percent(b));
        pairs().all(|more| more >= 0.0) && pairs().any(|more| more > 0.0)
    }

    /// A ranking by worth, put so that nobody stands below one who is worse in all that is shown.
    pub fn as_shown(mut ranking: Vec<Advice>) -> Vec<Advice> {
        let mut shown = Vec::with_capacity(ranking.len());
        while !ranking.is_empty() {
            let is_beaten = |one: &Advice| ranking.iter().any(|other| other.beats(one));
            let next = ranking.iter().position(|one| !is_beaten(one)).unwrap_or(0);
            shown.push(ranking.remove(next));
        }
        shown
    }

    /// What speaks for an option most clearly, in words of the game; none where nothing does.
    pub fn why(&self, ranking: &[Advice], percent: impl Fn(f64) -> String) -> Option<String> {
        let others: Vec<&Advice> = ranking.iter().filter(|other| other.key != self.key).collect();
        if others.iter().all(|other| other.is_worth()) {
            return None;
        }
        let apart = |n: usize| {
            let chance = self.outlooks.get(n)?;
            let shares = others.iter().filter_map(|other| other.outlooks.get(n)).map(|other| other.share);
            let usual = shares.sum::<f64>() / others.len().max(1) as f64;
            let (differs, speaks_for) = ((chance.share - usual).abs(), (chance.share > usual) == chance.good);
            (speaks_for && differs > 2.0 * chance.error).then_some((differs, chance, usual))
        };
        let found = (0..self.outlooks.len()).filter_map(apart).max_by(|a, b| a.0.total_cmp(&b.0));
        found.map(|(_, chance, usual)| {
            let often = if chance.share > usual { "more often" } else { "less often" };
            let Chance { says, share, .. } = chance;
            format!("{says} {often} than after the others: {} against {}", percent(*share), percent(usual))
        })
    }
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

    #[test]
    fn advice_says_why_in_words_of_the_game_unless_chance_explains_it() {
        let option = |key: &str, mean, lost, won| {
            let chance = |says, good, share| Chance { says, good, share, error: 0.03 };
            let outlooks = vec![chance("the tank is lost", false, lost), chance("the mission succeeds", true, won)];
            Advice {
                key: key.into(),
                label: key.into(),
                mean,
                error: 1.0,
                behind: 9.0 - mean,
                doubt: 1.0,
                playouts: 200,
                outlooks,
            }
        };
        let ranking = [option("a", 9.0, 0.1, 0.5), option("b", 8.0, 0.3, 0.48), option("c", 2.0, 0.3, 0.52)];
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let why = ranking[0].why(&ranking, percent).unwrap();
        assert_eq!(why, "the tank is lost less often than after the others: 10 % against 30 %");
        assert!(
            !ranking[1].is_level(&ranking[0]) && !ranking[2].is_level(&ranking[0]) && !ranking[0].is_level(&ranking[0])
        );
        // What speaks against it is no reason for it.
        let risky = [option("a", 9.0, 0.5, 0.5), option("b", 2.0, 0.1, 0.5)];
        assert_eq!(risky[0].why(&risky, percent), None);
        // A difference that chance explains is none.
        let alike = [option("a", 9.0, 0.1, 0.5), option("b", 8.0, 0.13, 0.48)];
        assert_eq!(alike[0].why(&alike, percent), None);
    }

    #[test]
    fn the_order_follows_what_is_shown() {
        let option = |key: &str, mean, won| {
            let outlooks = vec![Chance { says: "the mission succeeds", good: true, share: won, error: 0.01 }];
            Advice {
                key: key.into(),
                label: key.into(),
                mean,
                error: 5.0,
                behind: 9.0 - mean,
                doubt: 5.0,
                playouts: 200,
                outlooks,
            }
        };
        let ranking = [option("3", 9.0, 0.76), option("N", 8.0, 0.73), option("A", 7.0, 0.75)];
        assert!(!ranking[1].is_level(&ranking[0]), "intervals that do not overlap are not alike");
        assert!(ranking[2].is_level(&ranking[0]));
        let shown = Advice::as_shown(ranking.to_vec());
        assert_eq!(shown.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["3", "A", "N"]);
        assert!(Advice::verdict(&shown).contains("not the same comes of them"), "{}", Advice::verdict(&shown));
        assert!(Advice::verdict(&shown[..2]).contains("no clear difference"));
    }

    #[test]
    fn what_comes_as_often_after_every_answer_is_not_told() {
        let chance = |share| Chance { says: "lost", good: false, share, error: 0.01 };
        let option = |a, b| Advice {
            key: "k".into(),
            label: "l".into(),
            mean: 1.0,
            error: 0.0,
            behind: 0.0,
            doubt: 0.0,
            playouts: 9,
            outlooks: vec![chance(a), chance(b)],
        };
        assert_eq!(Advice::telling(&[option(0.0, 0.3), option(0.0, 0.4)]), [1]);
        assert!(Advice::telling(&[option(0.0, 0.3), option(0.001, 0.3)]).is_empty());
    }

    #[test]
    fn advice_that_says_nothing_says_so() {
        let worth = |key: &str, mean, (behind, doubt)| Advice {
            key: key.into(),
            label: "l".into(),
            mean,
            error: 16.7,
            behind,
            doubt,
            playouts: 9,
            outlooks: Vec::new(),
        };
        let same = Advice { error: 0.0, ..worth("a", 0.0, (0.0, 0.0)) };
        assert!(Advice::verdict(&[]).contains("nothing to advise"));
        assert!(Advice::verdict(&[same.clone(), Advice { key: "b".into(), ..same }]).contains("says nothing"));
        let best = worth("a", 5.7, (0.0, 0.0));
        // Two means may be far apart by chance, and two near ones are not level if one was behind with the same dice each time.
        assert!(Advice::verdict(&[best.clone(), worth("b", -24.5, (30.2, 22.2))]).contains("no clear difference"));
        assert!(Advice::verdict(&[best.clone(), worth("b", 4.7, (1.0, 0.2))]).contains("clearly so"));
        let three = [best, worth("b", 5.0, (0.7, 0.5)), worth("c", 0.0, (5.7, 1.0))];
        assert!(Advice::verdict(&three).contains("1 of the 2 others"));
    }
}
