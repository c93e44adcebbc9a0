//! One roll as a value: what is thrown, why, with which modifiers, and how the total is read.
//!
//! The same [`Check`] gives the result, the chance, the log line, the dice prompt and the branches of an exact enumeration, so that
//! no two of them can disagree.

use crate::chart::{DieTable, Heading, Named};
use crate::dice::{Dice, Faces};
use crate::game::Seat;
use crate::rules::RuleId;
use arrayvec::ArrayVec;
use std::cmp::Ordering;
use std::fmt;

/// The most modifiers one roll can have.
pub const MOST_MODS: usize = 12;

/// A modifier with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mod {
    /// What is added to the dice.
    pub value: i16,
    /// Why, in a word or two.
    pub why: &'static str,
    /// The rule that says so.
    pub rule: RuleId,
}

/// A column of a chart, for reading a total without knowing what its cells are.
pub trait Cells: Sync {
    /// The dice it is read with.
    fn dice(&self) -> Dice;
    /// What the cell for this total says.
    fn label(&self, total: i8) -> String;
    /// What the column stands under on its chart.
    fn heading(&self) -> &str {
        ""
    }
}

impl<T: Clone + fmt::Display + Sync> Cells for DieTable<T> {
    fn dice(&self) -> Dice {
        self.dice
    }

    fn label(&self, total: i8) -> String {
        self.at(total).to_string()
    }

    fn heading(&self) -> &str {
        DieTable::heading(self)
    }
}

impl<T: Clone + Sync> Cells for Named<T> {
    fn dice(&self) -> Dice {
        self.dice
    }

    fn label(&self, total: i8) -> String {
        self.name(total).into()
    }

    fn heading(&self) -> &str {
        DieTable::heading(self)
    }
}

/// How a total is read.
#[derive(Clone, Copy)]
pub enum Reading {
    /// A success at or below the number; some natural throws may decide by themselves.
    AtMost {
        /// The number.
        need: i8,
        /// A natural throw at or below this succeeds whatever the modifiers.
        sure: Option<i8>,
        /// A natural throw at or above this fails whatever the modifiers.
        never: Option<i8>,
    },
    /// A success at or above the number, which may lie beyond what dice can show: the modifiers have to reach it.
    AtLeast(i16),
    /// A cell of a chart's column.
    Column(&'static dyn Cells),
}

/// A roll to be made.
#[derive(Clone)]
pub struct Check {
    /// The chart it is made on, such as `B1`; rolls of their own have the rule's name.
    pub chart: &'static str,
    /// What it decides: "To hit".
    pub purpose: &'static str,
    /// The rule that calls for it.
    pub rule: RuleId,
    /// The dice.
    pub dice: Dice,
    /// Who throws them, if they are thrown by hand.
    pub by: Seat,
    /// The one seat that sees the throw, if it is nobody else's business.
    pub secret: Option<Seat>,
    /// Which of that seat's streams it falls from. What another seat sees of one lot must not depend on how often dice of another fell.
    pub lot: u32,
    /// How the total is read.
    pub reading: Reading,
    /// Words for success and failure.
    pub words: [&'static str; 2],
    /// Natural throws with a result of their own, beside the column's: from, to, what they mean.
    pub specials: ArrayVec<([i8; 2], &'static str), 2>,
    /// The line or block of the chart it is read on, or the remark below it, as the chart names it; empty where the total alone says.
    pub line: &'static str,
    /// The lines for natural throws that succeed or fail whatever the modifiers, where the chart has such.
    natural_lines: [&'static str; 2],
    /// What is said of the number.
    remark: Remark,
    /// The column of the chart it is read in, as the chart heads it, unless [`Check::heading`] is the one of the table it is read on.
    column: &'static str,
    /// The modifiers.
    pub mods: ArrayVec<Mod, MOST_MODS>,
    sum: i16,
    held: [i16; 2],
}

/// What a throw comes to that is made again: it is told with the one that counts.
pub const AGAIN: &str = "again";

/// What is said of the number that is needed, after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Nothing.
    None,
    /// What it is for: `to be immobilized`. It goes without saying where the result is told beside it.
    For(&'static str),
    /// How it came about: `halved by smoke`. It is always said.
    From(&'static str),
}

/// Dice as they fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// One number a die.
    pub faces: Faces,
    /// Their sum.
    pub natural: i8,
    /// The sum with all modifiers, as far as the rules let it go.
    pub total: i16,
    /// Whether a person threw them.
    pub by_hand: bool,
}

impl Check {
    /// A roll read by `reading`, without modifiers yet.
    #[inline]
    pub fn new(chart: &'static str, purpose: &'static str, rule: RuleId, dice: Dice, reading: Reading) -> Self {
        let words = ["yes", "no"];
        Check {
            chart,
            purpose,
            rule,
            dice,
            by: Seat(0),
            secret: None,
            lot: 0,
            reading,
            words,
            specials: ArrayVec::new(),
            line: "",
            natural_lines: [""; 2],
            remark: Remark::None,
            column: "",
            mods: ArrayVec::new(),
            sum: 0,
            held: [i16::MIN, i16::MAX],
        }
    }

    /// A roll that succeeds at or below `need`.
    #[inline]
    pub fn at_most(chart: &'static str, purpose: &'static str, rule: RuleId, dice: Dice, need: i8) -> Self {
        Check::new(chart, purpose, rule, dice, Reading::AtMost { need, sure: None, never: None })
    }

    /// A roll that succeeds at or above `need`.
    #[inline]
    pub fn at_least(chart: &'static str, purpose: &'static str, rule: RuleId, dice: Dice, need: i8) -> Self {
        Check::new(chart, purpose, rule, dice, Reading::AtLeast(i16::from(need)))
    }

    /// The same for a number the dice alone cannot show: the modifiers have to reach it.
    #[inline]
    pub fn reaching(chart: &'static str, purpose: &'static str, rule: RuleId, dice: Dice, need: i16) -> Self {
        Check::new(chart, purpose, rule, dice, Reading::AtLeast(need))
    }

    /// A roll read on a column of a chart.
    #[inline]
    pub fn on(chart: &'static str, purpose: &'static str, rule: RuleId, table: &'static dyn Cells) -> Self {
        Check::new(chart, purpose, rule, table.dice(), Reading::Column(table))
    }

    /// Thrown by this seat.
    #[inline]
    pub fn by(mut self, seat: Seat) -> Self {
        self.by = seat;
        self
    }

    /// Thrown by this seat, and seen by no other; of a lot that the game numbers.
    #[inline]
    pub fn unseen_but_by(mut self, seat: Seat, lot: u32) -> Self {
        (self.by, self.secret, self.lot) = (seat, Some(seat), lot);
        self
    }

    /// Read on this line or in this block of its chart, or in the remark that begins so.
    #[inline]
    pub fn on_line(mut self, line: impl Into<Heading>) -> Self {
        self.line = line.into().text();
        self
    }

    /// Natural throws that succeed or fail whatever the modifiers are read on lines of their own.
    #[inline]
    pub fn naturals_on(mut self, lines: [Heading; 2]) -> Self {
        self.natural_lines = lines.map(Heading::text);
        self
    }

    /// The line of the chart that a throw is read on.
    pub fn line_of(&self, natural: i8) -> &'static str {
        let own = match self.natural(natural) {
            Some(good) => self.natural_lines[usize::from(!good)],
            None => "",
        };
        if own.is_empty() { self.line } else { own }
    }

    /// Whether a throw succeeds or fails whatever the modifiers, where it is one of those that do.
    fn natural(&self, natural: i8) -> Option<bool> {
        match self.reading {
            Reading::AtMost { sure: Some(sure), .. } if natural <= sure => Some(true),
            Reading::AtMost { never: Some(never), .. } if natural >= never => Some(false),
            _ => None,
        }
    }

    /// Read in the column of its chart with this heading.
    #[inline]
    pub fn in_column(mut self, column: impl Into<Heading>) -> Self {
        self.column = column.into().text();
        self
    }

    /// The heading of the column it is read in: of the very table that gives the result, unless it is said otherwise. Empty where
    /// there is only one.
    pub fn heading(&self) -> &'static str {
        match self.reading {
            Reading::Column(cells) if self.column.is_empty() => cells.heading(),
            _ => self.column,
        }
    }

    /// What success and failure are called in the log.
    #[inline]
    pub fn called(mut self, success: &'static str, failure: &'static str) -> Self {
        self.words = [success, failure];
        self
    }

    /// What the number is for, in words that follow it.
    #[inline]
    pub fn needed(self, what_for: &'static str) -> Self {
        self.remark(Remark::For(what_for))
    }

    /// What is said of the number that is needed.
    #[inline]
    pub fn remark(mut self, remark: Remark) -> Self {
        self.remark = remark;
        self
    }

    /// A natural throw of `sure` or less always succeeds, of `never` or more always fails.
    #[inline]
    pub fn naturals(mut self, sure: i8, never: i8) -> Self {
        if let Reading::AtMost { need, .. } = self.reading {
            self.reading = Reading::AtMost { need, sure: Some(sure), never: Some(never) };
        }
        self
    }

    /// A natural throw of `sure` or less always succeeds.
    #[inline]
    pub fn sure(mut self, natural: i8) -> Self {
        if let Reading::AtMost { sure, .. } = &mut self.reading {
            *sure = Some(natural);
        }
        self
    }

    /// A natural throw of `never` or more always fails.
    #[inline]
    pub fn never(mut self, natural: i8) -> Self {
        if let Reading::AtMost { never, .. } = &mut self.reading {
            *never = Some(natural);
        }
        self
    }

    /// A natural throw of `natural` means `label` instead of what the column says.
    #[inline]
    pub fn special(self, natural: i8, label: &'static str) -> Self {
        self.specials([natural, natural], label)
    }

    /// The same for natural throws from one number to another; a check has at most two such stretches.
    #[inline]
    pub fn specials(mut self, naturals: [i8; 2], label: &'static str) -> Self {
        let _ = self.specials.try_push((naturals, label));
        self
    }

    /// The total never leaves these bounds, whatever the modifiers.
    #[inline]
    pub fn held(mut self, low: i8, high: i8) -> Self {
        self.held = [i16::from(low), i16::from(high)];
        self
    }

    /// Adds a modifier; one of zero is left out.
    #[inline]
    pub fn modify(&mut self, value: i8, why: &'static str, rule: RuleId) {
        self.modify_far(i16::from(value), why, rule);
    }

    /// The same for a modifier that may be larger than any die.
    #[inline]
    pub fn modify_far(&mut self, value: i16, why: &'static str, rule: RuleId) {
        if value != 0 {
            self.sum = self.sum.saturating_add(value);
            // A thirteenth reason would be a mistake in a rule; the sum stays right all the same.
            let _ = self.mods.try_push(Mod { value, why, rule });
        }
    }

    /// The same, for building in one expression.
    #[inline]
    pub fn with(mut self, value: i8, why: &'static str, rule: RuleId) -> Self {
        self.modify(value, why, rule);
        self
    }

    /// The sum of all modifiers.
    #[inline]
    pub fn modifier(&self) -> i8 {
        self.sum.clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8
    }

    /// What a throw comes to with all modifiers, as far as a chart goes.
    #[inline]
    pub fn total(&self, natural: i8) -> i8 {
        self.reaches(natural).clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8
    }

    /// What a throw comes to with all modifiers.
    #[inline]
    pub fn reaches(&self, natural: i8) -> i16 {
        let [low, high] = self.held;
        self.sum.saturating_add(i16::from(natural)).clamp(low, high)
    }

    /// The dice as they fell, with the modifiers applied.
    #[inline]
    pub fn rolled(&self, faces: Faces) -> Rolled {
        let natural = faces.iter().map(|&f| f as i8).sum();
        Rolled { faces, natural, total: self.reaches(natural), by_hand: false }
    }

    /// Whether a throw succeeds. A roll read on a column has no success.
    #[inline]
    pub fn succeeds(&self, natural: i8) -> bool {
        let total = self.reaches(natural);
        match self.reading {
            Reading::AtMost { need, .. } => self.natural(natural).unwrap_or(total <= i16::from(need)),
            Reading::AtLeast(need) => total >= need,
            Reading::Column(_) => false,
        }
    }

    /// What a natural throw is called whatever it comes to, if it is one of those.
    fn special_of(&self, natural: i8) -> Option<&'static str> {
        let found = self.specials.iter().find(|([low, high], _)| (*low..=*high).contains(&natural));
        found.map(|(_, label)| *label)
    }

    /// What a throw means, in a word.
    pub fn result(&self, natural: i8) -> String {
        match (self.special_of(natural), self.reading) {
            (Some(label), _) => label.into(),
            (_, Reading::Column(cells)) => cells.label(self.total(natural)),
            _ => self.words[usize::from(!self.succeeds(natural))].into(),
        }
    }

    /// The chance of success: so many ways out of so many. None for a roll read on a column.
    pub fn chance(&self) -> Option<(u32, u32)> {
        if matches!(self.reading, Reading::Column(_)) {
            return None;
        }
        let (min, max, ways) = (self.dice.min(), self.dice.max(), self.dice.ways());
        if self.dice.count != 1 {
            return Some((self.dice.ways_where(|natural| self.succeeds(natural)), ways));
        }
        // With one die all throws up to some number come out alike and all above it otherwise: that number is looked for by halves.
        let lowest = self.succeeds(min);
        let (mut alike, mut other) = (min, i16::from(max) + 1);
        while other - i16::from(alike) > 1 {
            let middle = ((i16::from(alike) + other) / 2) as i8;
            if self.succeeds(middle) == lowest {
                alike = middle;
            } else {
                other = i16::from(middle);
            }
        }
        let alike = (other - i16::from(min)) as u32;
        Some((if lowest { alike } else { ways - alike }, ways))
    }

    /// Every result with the number of ways it can come about, in the order of the throws.
    pub fn results(&self) -> Vec<(String, u32)> {
        let mut results: Vec<(String, u32)> = Vec::new();
        for natural in self.dice.min()..=self.dice.max() {
            let (label, ways) = (self.result(natural), self.dice.ways_to(natural));
            match results.iter_mut().find(|(seen, _)| *seen == label) {
                Some((_, sum)) => *sum += ways,
                None => results.push((label, ways)),
            }
        }
        results
    }

    /// What is needed, in words: "5 or less".
    pub fn need(&self) -> String {
        self.need_on(self.chart)
    }

    /// The same, the chart called by this name.
    pub fn need_on(&self, chart: &str) -> String {
        let need = self.bare_need(chart);
        match self.remark {
            Remark::None => need,
            Remark::For(what) => format!("{need} {what}"),
            Remark::From(how) => format!("{need} ({how})"),
        }
    }

    fn bare_need(&self, chart: &str) -> String {
        match self.reading {
            Reading::AtMost { need, .. } => format!("{need} or less"),
            Reading::AtLeast(need) => format!("{need} or more"),
            Reading::Column(_) => format!("chart {chart}"),
        }
    }

    /// The same where the result is told beside it: what it is for goes without saying, how it came about does not.
    fn told_need(&self, chart: &str) -> String {
        if matches!(self.remark, Remark::For(_)) { self.bare_need(chart) } else { self.need_on(chart) }
    }

    /// What decided a throw, in words: the natural number where that alone did, so that no total is held against a need it has nothing to
    /// do with; else what was needed.
    pub fn decided_on(&self, chart: &str, natural: i8) -> String {
        let stretch = |[low, high]: [i8; 2]| match () {
            () if low == high => format!("natural {low}"),
            () if high >= self.dice.max() => format!("natural {low} or more"),
            () if low <= self.dice.min() => format!("natural {high} or less"),
            () => format!("natural {low} to {high}"),
        };
        let Reading::AtMost { need, sure, never } = self.reading else { return self.told_need(chart) };
        let special = self.specials.iter().find(|([low, high], _)| (*low..=*high).contains(&natural));
        let enough = self.reaches(natural) <= i16::from(need);
        match (special, self.natural(natural)) {
            (Some((range, _)), _) if !self.succeeds(natural) => stretch(*range),
            (_, Some(true)) if !enough => stretch([self.dice.min(), sure.unwrap_or(natural)]),
            (_, Some(false)) if enough => stretch([never.unwrap_or(natural), self.dice.max()]),
            _ => self.told_need(chart),
        }
    }

    /// Whether whatever falls is called the same: a number, and no test of anything.
    pub fn is_number(&self) -> bool {
        !matches!(self.reading, Reading::Column(_)) && self.words[0] == self.words[1]
    }

    /// The roll on one line: `To hit (B1): 4 +1 rain = 5, 5 or less: hit`.
    pub fn line(&self, rolled: &Rolled) -> String {
        self.line_on(self.chart, rolled)
    }

    /// The same, the chart called by this name.
    pub fn line_on(&self, chart: &str, rolled: &Rolled) -> String {
        use fmt::Write;
        // A chart that is called like the roll is not named twice.
        let chart = if chart.eq_ignore_ascii_case(self.purpose) { String::new() } else { format!(" ({chart})") };
        let mut line = format!("{}{chart}: {}", self.purpose, rolled.natural);
        for m in &self.mods {
            let _ = write!(line, " {:+} {}", m.value, m.why);
        }
        if !self.mods.is_empty() {
            let _ = write!(
                line,
                " = {}{}",
                rolled.total,
                held(self.sum.saturating_add(rolled.natural.into()), rolled.total)
            );
        }
        if self.is_number() {
            return line;
        }
        if !matches!(self.reading, Reading::Column(_)) {
            let _ = write!(line, ", {}", self.decided_on(self.chart, rolled.natural));
        }
        let _ = write!(line, ": {}", self.result(rolled.natural));
        line
    }
}

/// What is to be said of a total that is not the sum of its parts, because a chart goes no further: ` (at least 1)`.
pub fn held(sum: i16, total: i16) -> String {
    match sum.cmp(&total) {
        Ordering::Less => format!(" (at least {total})"),
        Ordering::Equal => String::new(),
        Ordering::Greater => format!(" (at most {total})"),
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) {} {:?} {}", self.purpose, self.chart, self.dice, self.mods, self.need())
    }
}

#[cfg(test)]
mod tests;
