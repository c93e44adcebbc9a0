//! Dice that somebody throws on the table: what is known before, and how they are read.

use super::chances;
use crate::text::percent;
use hulldown_desk::DiceAsk;

/// What is known of a roll before it is made: modifiers, need, chances.
pub(crate) fn dice_details(ask: &DiceAsk) -> Vec<String> {
    let mut lines = Vec::new();
    for m in &ask.mods {
        lines.push(format!("  {:+} {} [{}]", m.value, m.why, m.rule));
    }
    match ask.chance {
        Some(chance) => lines.push(format!("  Needed: {} ({}).", ask.need, percent(chance))),
        None => lines.push(format!("  Read on the {}: {}.", ask.need, read_on(ask))),
    }
    lines.extend(shows(ask).map(|shows| format!("  {shows}")));
    lines
}

/// What the dice must show for each result, for somebody who throws them on the table.
pub(crate) fn shows(ask: &DiceAsk) -> Option<String> {
    let runs: Vec<String> = match is_lot(ask) {
        false => ask.shows.iter().map(|(sums, result)| format!("{sums}: {result}")).collect(),
        true => {
            let (drawn, others): (Vec<_>, Vec<_>) = ask.shows.iter().partition(|shown| is_drawn(shown));
            let ends = drawn.first().zip(drawn.last());
            let all =
                ends.map(|((first, nth), (last, _))| format!("{first} to {last}: that number ({nth}, and so on)"));
            all.into_iter().chain(others.iter().map(|(sums, result)| format!("{sums}: {result}"))).collect()
        }
    };
    (1..=MOST_RUNS).contains(&runs.len()).then(|| format!("On the dice: {}.", runs.join("; ")))
}

/// Whether a number thrown is the number drawn: `7` is `no. 7 of 60`.
fn is_drawn((sums, result): &(String, String)) -> bool {
    let words: Vec<&str> = result.rsplit(' ').take(3).collect();
    matches!(words[..], [_, "of", number] if number == sums)
}

/// Whether dice draw lots among many: each face is one of them, and there is nothing to read.
fn is_lot(ask: &DiceAsk) -> bool {
    ask.shows.iter().filter(|shown| is_drawn(shown)).count() > 2
}

/// The chances of a roll that is read on a chart; of a lot how many there are.
pub(crate) fn read_on(ask: &DiceAsk) -> String {
    match is_lot(ask) {
        true => format!("one of {}, all as likely", ask.shows.iter().filter(|shown| is_drawn(shown)).count()),
        false => chances(&ask.odds, 12),
    }
}

/// More runs are better read on the chart.
const MOST_RUNS: usize = 16;
