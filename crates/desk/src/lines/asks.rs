//! Questions with their options, in lines.

use super::*;

/// What a match waits for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompt {
    /// One question for every seat that must answer, or one for dice; empty when the game is over.
    pub asks: Vec<Ask>,
    /// Whether the game is over.
    pub over: bool,
}

impl Prompt {
    /// The question of a seat. A dice question belongs to the seat that throws.
    pub fn of(&self, seat: Seat) -> Option<&Ask> {
        self.asks.iter().find(|ask| ask.seat() == seat)
    }

    /// The first question: the only one unless several seats answer at once.
    pub fn first(&self) -> Option<&Ask> {
        self.asks.first()
    }

    /// The dice that are asked for.
    pub fn dice(&self) -> Option<&DiceAsk> {
        self.asks.iter().find_map(|ask| match ask {
            Ask::Dice(dice) => Some(dice),
            Ask::Choice(_) => None,
        })
    }

    /// The seats that must answer.
    pub fn waiting(&self) -> Vec<Seat> {
        self.asks.iter().map(Ask::seat).collect()
    }
}

/// A question to a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Ask {
    /// It must choose.
    Choice(ChoiceAsk),
    /// It must throw dice.
    Dice(DiceAsk),
}

impl Ask {
    /// Who is asked.
    pub fn seat(&self) -> Seat {
        match self {
            Ask::Choice(ask) => ask.seat,
            Ask::Dice(ask) => ask.seat,
        }
    }

    /// Whether a seat may know of it, where seats keep things from each other: dice of everybody's are thrown before all eyes.
    pub fn is_for(&self, seat: Seat) -> bool {
        match self {
            Ask::Choice(ask) => ask.seat == seat,
            Ask::Dice(ask) => ask.only.is_none_or(|only| only == seat),
        }
    }

    /// A word for the kind of question; `dice` for dice.
    pub fn kind(&self) -> &str {
        match self {
            Ask::Choice(ask) => ask.kind,
            Ask::Dice(ask) => &ask.kind,
        }
    }

    /// The id of the rule behind it.
    pub fn rule(&self) -> &str {
        match self {
            Ask::Choice(ask) => ask.rule,
            Ask::Dice(ask) => &ask.rule,
        }
    }

    /// The question in words.
    pub fn text(&self) -> &str {
        match self {
            Ask::Choice(ask) => &ask.text,
            Ask::Dice(ask) => &ask.text,
        }
    }

    /// The options; none for dice.
    pub fn options(&self) -> &[Choice] {
        match self {
            Ask::Choice(ask) => &ask.options,
            Ask::Dice(_) => &[],
        }
    }

    /// What is not allowed now; nothing for dice.
    pub fn refused(&self) -> &[RefusedLine] {
        match self {
            Ask::Choice(ask) => &ask.refused,
            Ask::Dice(_) => &[],
        }
    }
}

/// A choice to be made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChoiceAsk {
    /// Who must choose.
    pub seat: Seat,
    /// A word for the kind of question.
    pub kind: &'static str,
    /// The id of the rule behind it.
    pub rule: &'static str,
    /// The question: who must do what.
    pub text: String,
    /// The thing on the board it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Whether the options belong to several things on the board, each with options of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_spot: bool,
    /// What answers are called together, by how their keys begin or by whose they are.
    #[serde(skip)]
    pub names: &'static [(&'static str, &'static str)],
    /// Letters that always mean the same answer.
    #[serde(skip)]
    pub letters: &'static [(&'static str, char)],
    /// What can be said to it in one line, as an example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
    /// The answer somebody in a hurry gives, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<UsualLine>,
    /// Every legal choice.
    pub options: Vec<Choice>,
    /// What is not allowed now, and why.
    pub refused: Vec<RefusedLine>,
}

/// The usual answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UsualLine {
    /// Its key.
    pub key: String,
    /// From which level on it is given without asking; null if only on request.
    pub from: Option<Level>,
}

impl UsualLine {
    /// An answer and when it is given.
    pub(crate) fn of<C: std::fmt::Display>(usual: &Usual<C>) -> Self {
        UsualLine { key: usual.choice.to_string(), from: usual.from }
    }
}

/// An answer that was given for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// The kind of question.
    pub kind: String,
    /// The question.
    pub text: String,
    /// The key of the answer.
    pub key: String,
    /// The answer in words.
    pub label: String,
    /// The id of the rule behind it.
    pub rule: String,
}

/// One legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Its stable key.
    pub key: String,
    /// What it does, on one line.
    pub label: String,
    /// The id of the rule behind it.
    pub rule: &'static str,
    /// The thing on the board it belongs to, such as `unit:2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<String>,
    /// The chances of the roll it leads to at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Chances>,
    /// What it comes to in the end by that roll and those after it, where the game says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Chances>,
    /// That roll, with its modifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<RollAhead>,
    /// What it comes to, looking several shots ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots: Option<Shots>,
    /// What it is one of, where many of its sort are offered.
    #[serde(skip)]
    pub among: Option<&'static str>,
    /// What it is typed as after the letter of its sort, where the game says so.
    #[serde(skip)]
    pub typed: Option<String>,
    /// What would bear on one's own where it leads, in a sentence.
    #[serde(skip)]
    pub bears: Option<String>,
    /// What it gives up for good, where it is asked twice.
    #[serde(skip)]
    pub fatal: Option<&'static str>,
}

impl Choice {
    /// The chances a player wants to see beside it: what it comes to in the end, or those of the roll it leads to.
    pub fn chances(&self) -> Option<&Chances> {
        self.ends.as_ref().or(self.odds.as_ref())
    }
}

/// A roll before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollAhead {
    /// The chart it is made on.
    pub chart: &'static str,
    /// What it decides.
    pub purpose: &'static str,
    /// The id of the rule that calls for it.
    pub rule: &'static str,
    /// The dice: `2d6`.
    pub dice: String,
    /// What is needed: `5 or less`.
    pub need: String,
    /// The modifiers.
    pub mods: Vec<ModLine>,
}

impl RollAhead {
    /// A check that has not been thrown yet.
    pub(crate) fn of<G: Voice>(data: &'static G::Data, check: &Check) -> Self {
        let ledger = G::ledger();
        RollAhead {
            chart: check.chart,
            purpose: check.purpose,
            rule: ledger.id(check.rule),
            dice: check.dice.to_string(),
            need: check.need_on(G::chart_title(data, check.chart)),
            mods: mod_lines(ledger, check),
        }
    }

    /// The roll in short, for the list of options: `5 or less on 2d6, +1 rain, -1 Gunnery`.
    pub fn line(&self) -> String {
        let mods: String = self.mods.iter().map(|m| format!(", {:+} {}", m.value, m.why)).collect();
        format!("{} on {}{mods}", self.need, self.dice)
    }
}

/// A choice that is not allowed now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RefusedLine {
    /// Its key.
    pub key: String,
    /// What it would do.
    pub label: String,
    /// Why it is not allowed.
    pub why: &'static str,
    /// The id of the rule that forbids it.
    pub rule: &'static str,
}

/// Dice to be thrown by hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiceAsk {
    /// Who throws.
    pub seat: Seat,
    /// Always `dice`.
    pub kind: String,
    /// The id of the rule that calls for it.
    pub rule: String,
    /// What it decides and on which chart: `To hit (B1)`.
    pub text: String,
    /// The chart alone.
    pub chart: String,
    /// The dice: `2d6`.
    pub dice: String,
    /// The modifiers.
    pub mods: Vec<ModLine>,
    /// What is needed: `5 or less`.
    pub need: String,
    /// The chance of success to three decimals; none for a roll read on a chart.
    pub chance: Option<f64>,
    /// The chances of success or, on a chart, of each result.
    pub odds: Chances,
    /// What the dice themselves must show for each result, modifiers and all: `2 to 5` for `hit`.
    #[serde(skip)]
    pub shows: Vec<(String, String)>,
    /// The one seat that may see the throw, if it is nobody else's business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Seat>,
}

impl DiceAsk {
    /// The question for the dice of a check.
    pub(crate) fn of<G: Voice>(data: &'static G::Data, check: &Check) -> Self {
        let (ledger, chart) = (G::ledger(), G::chart_title(data, check.chart));
        DiceAsk {
            seat: check.by,
            kind: "dice".into(),
            rule: ledger.id(check.rule).into(),
            text: format!("{} ({chart})", check.purpose),
            chart: check.chart.into(),
            dice: check.dice.to_string(),
            mods: mod_lines(ledger, check),
            need: check.need_on(chart),
            chance: check.chance().map(|(good, ways)| thousandths(good, ways)),
            odds: Chances::of(check),
            shows: shows(check),
            only: check.secret,
        }
    }

    /// What the dice must show for each result, for somebody who throws them on the table. Of a lot it is told how all are read; of more
    /// than one takes in, the first few say how the others are.
    pub fn on_dice(&self) -> Option<String> {
        const MOST: usize = 16;
        const FEW: usize = 3;
        let run = |(sums, result): &(String, String)| format!("{sums}: {result}");
        let drawn: Vec<_> = self.shows.iter().filter(|shown| is_drawn(shown)).collect();
        let all: Vec<String> = match (self.shows.as_slice(), drawn.as_slice()) {
            ([] | [_], _) => return None,
            (all, [(first, nth), .., (last, _)]) if drawn.len() > 2 => {
                let lot = format!("{first} to {last}: that number ({nth}, and so on)");
                std::iter::once(lot).chain(all.iter().filter(|shown| !is_drawn(shown)).map(run)).collect()
            }
            (few, _) if few.len() <= MOST => few.iter().map(run).collect(),
            (many, _) => {
                let last = many.last().map(run).into_iter();
                many[..FEW].iter().map(run).chain(["\u{2026}".into()]).chain(last).collect()
            }
        };
        Some(format!("On the dice: {}.", all.join("; ")))
    }

    /// Among how many the dice draw lots, if they do: each face is one of them, and there is nothing to read.
    pub fn lot(&self) -> Option<usize> {
        Some(self.shows.iter().filter(|shown| is_drawn(shown)).count()).filter(|among| *among > 2)
    }
}

/// Whether a number thrown is the number drawn: `7` is `no. 7 of 60`.
fn is_drawn((sums, result): &(String, String)) -> bool {
    let words: Vec<&str> = result.rsplit(' ').take(3).collect();
    matches!(words[..], [_, "of", number] if number == sums)
}

/// What dice show for each result, as runs of sums that are read alike; nothing where the sum is the result.
fn shows(check: &Check) -> Vec<(String, String)> {
    if check.is_number() {
        return Vec::new();
    }
    let mut runs: Vec<(i8, i8, String)> = Vec::new();
    for sum in check.dice.min()..=check.dice.max() {
        let result = check.result(sum);
        match runs.last_mut() {
            Some((_, last, same)) if *same == result => *last = sum,
            _ => runs.push((sum, sum, result)),
        }
    }
    let run = |(first, last, result): (i8, i8, String)| match first == last {
        true => (first.to_string(), result),
        false => (format!("{first} to {last}"), result),
    };
    runs.into_iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Ask, NewDice, NewGame, Until};
    use hulldown_core::Dice;
    use hulldown_core::dicebox::DiceMode;

    /// Faces that add up to a sum.
    fn faces(dice: Dice, sum: u8) -> Vec<u8> {
        let mut left = sum;
        (0..dice.count)
            .map(|n| {
                let face = (left - (dice.count - n - 1)).min(dice.sides);
                left -= face;
                face
            })
            .collect()
    }

    #[test]
    fn dice_that_show_what_is_said_give_the_result_that_is_said() {
        let mut tried = 0;
        for shelf in crate::shelf() {
            let dice = || NewDice::Mode(DiceMode::Hand);
            let mut game = (shelf.new)(NewGame { seed: 11, dice: dice(), ..NewGame::default() }).unwrap();
            for _ in 0..120 {
                let prompt = game.prompt();
                if let Some(Ask::Dice(ask)) = prompt.first() {
                    for (sums, result) in &ask.shows {
                        let sum: u8 = sums.split(' ').next().unwrap().parse().unwrap();
                        let mut thrown = game.duplicate();
                        thrown.throw(&faces(ask.dice.parse().unwrap(), sum)).unwrap();
                        let log = thrown.log(game.told());
                        let roll = log.iter().find_map(|event| event.roll.as_ref()).unwrap();
                        assert_eq!(roll.result, *result, "{}: {} showed {sum}", ask.text, ask.dice);
                        tried += 1;
                    }
                    game.throw_for_me().unwrap();
                    continue;
                }
                let policy = (shelf.policies)()[0].0;
                if game.auto(policy, None, Until::Decision, Some(1)).unwrap_or(0) == 0 {
                    break;
                }
            }
        }
        assert!(tried > 60, "{tried}");
    }
}
