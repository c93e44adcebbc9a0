//! The result card: what came of an answer.

use super::told;
use crate::play::command::pressed;
use crate::text::{count, short_percent};
use hulldown_core::game::Seat;
use hulldown_core::phrase::capital;
use hulldown_core::playable::aids::Grave;
use hulldown_desk::digest::digest;
use hulldown_desk::result::{self, Came, came_after, gravest, is_seal, leaves_open};
use hulldown_desk::{EventLine, RollLine};

/// From so many lines on a card tells in short what they come to.
const LONG: usize = 24;

/// How a line of a card is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    /// What was tried.
    Title,
    /// What one has lost.
    Loss,
    /// What decides something.
    Head,
    /// The dice behind it.
    Dice,
    /// Anything else that happened.
    Line,
    /// A round begins.
    Part,
    /// A phase begins.
    Phase,
    /// Dice of no great weight.
    Roll,
}

/// The result card: what was tried, one's own losses first, then everything that came of it in order, each with its dice.
/// What was told before may hold the shot that a loss comes of.
pub(crate) fn card(tried: Option<&str>, before: &[EventLine], events: &[EventLine], seat: Seat) -> Vec<(Tone, String)> {
    // A seal proves something at the end of a game; nobody reads it in the middle.
    let all: Vec<Came<'_>> =
        came_after(before, events).into_iter().filter(|came| !came.line.is_some_and(is_seal)).collect();
    // So much at once is told in short; the log has it step by step.
    let short = if all.len() > LONG { digest(events) } else { Vec::new() };
    if !short.is_empty() {
        let title = tried.filter(|tried| !tried.is_empty()).map(|tried| (Tone::Title, capital(tried)));
        let tone = |loss: bool| if loss { Tone::Loss } else { Tone::Line };
        let lines = short.iter().map(|line| (tone(line.loss), line.to_string()));
        return title.into_iter().chain(lines).collect();
    }
    let (grave, mut rest) = gravest(all, seat);
    // Where nothing grave came of it, how the shot went; that it was fired is not told again.
    let shot = if leaves_open(&grave) { result::verdict(&mut rest) } else { None };
    let mut lines: Vec<(Tone, String)> = Vec::new();
    lines.extend(tried.filter(|tried| !tried.is_empty()).map(|tried| (Tone::Title, capital(tried))));
    let put = |lines: &mut Vec<(Tone, String)>, came: &Came<'_>, tone: Option<Tone>| {
        if let Some(line) = came.line {
            let own = match () {
                () if !line.rank.is_line() => Tone::Part,
                () if line.headline.is_some() || missed(came).is_some() => Tone::Head,
                () => Tone::Line,
            };
            let grave = came.word(seat).filter(|_| is_alarming(came, seat)).map(|word| format!("{word}: "));
            let grave = grave.or_else(|| verdict(line).or_else(|| missed(came)).map(|verdict| format!("{verdict}: ")));
            let said = if came.by.is_some() { format!("{} · {}", came.whole(), line.rule) } else { told(came) };
            lines.push((tone.unwrap_or(own), format!("{}{said}", grave.unwrap_or_default())));
        }
        let weight = match lines.last() {
            // Dice of which nothing more is told are no part of what was told before.
            _ if came.line.is_none() => Tone::Line,
            Some((Tone::Head | Tone::Loss, _)) => Tone::Dice,
            _ => Tone::Roll,
        };
        // Dice of several that are alike tell no more than they do.
        for told in came.dice.iter().filter(|_| came.more.is_empty()) {
            if let Some(roll) = &told.roll {
                lines.push((weight, dice_line(roll, &told.rule)));
            }
        }
    };
    let mut told: Option<&str> = None;
    let (before, behind) = result::around(&grave, seat);
    for came in before {
        put(&mut lines, came, Some(if is_alarming(came, seat) { Tone::Loss } else { Tone::Head }));
    }
    if let Some((_, came)) = &shot {
        put(&mut lines, came, Some(Tone::Head));
    }
    for came in behind {
        let alarm = came.word(seat).filter(|_| matches!(came.grave(), Some(Grave::Alarm(..))));
        match (alarm, lines.last_mut()) {
            // Several of one kind are one line.
            (Some(word), Some((_, line))) if told == alarm => {
                *line = format!("{}; {}", line.trim_end_matches('.'), named(word, &came.text()));
            }
            (Some(word), _) => lines.push((Tone::Loss, format!("{word}: {}", named(word, &came.text())))),
            (None, _) => put(&mut lines, came, Some(if is_alarming(came, seat) { Tone::Loss } else { Tone::Head })),
        }
        told = alarm;
    }
    let mut phase = None;
    for came in &rest {
        if came.phase.is_some_and(|begins| phase != Some(begins)) {
            phase = came.phase;
            let named = phase.filter(|phase| !phase.is_empty());
            lines.extend(named.map(|phase| (Tone::Phase, format!("{phase}:"))));
        }
        put(&mut lines, came, None);
    }
    without_empty(lines)
}

/// Whether it hurts a seat or may soon.
fn is_alarming(came: &Came<'_>, seat: Seat) -> bool {
    let alarms = matches!(came.grave(), Some(Grave::Alarm(..))) && came.word(seat).is_some();
    came.hurts() == Some(seat) || alarms
}

/// What an alarm is about, where its word stands before it already.
fn named<'a>(word: &str, text: &'a str) -> &'a str {
    let said = text.get(..word.len()).is_some_and(|front| front.eq_ignore_ascii_case(word));
    text.get(word.len()..).filter(|_| said).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text)
}

/// How a shot went of which nothing more is told than its dice: a miss is as much as a hit.
fn missed(came: &Came<'_>) -> Option<String> {
    came.thrown().map(str::to_uppercase)
}

/// What was decided, in a word or two that one glance finds.
fn verdict(line: &EventLine) -> Option<String> {
    const SHORT: usize = 24;
    let verdict = line.headline.as_ref().filter(|_| line.rank.is_line())?;
    let said = line.text.to_lowercase().starts_with(&verdict.to_lowercase());
    (verdict.len() <= SHORT && !said).then(|| verdict.to_uppercase())
}

/// Without headings under which nothing is left.
fn without_empty(lines: Vec<(Tone, String)>) -> Vec<(Tone, String)> {
    let empty = |n: usize| {
        lines[n].0 == Tone::Phase && lines.get(n + 1).is_none_or(|(tone, _)| matches!(tone, Tone::Phase | Tone::Part))
    };
    let kept: Vec<bool> = (0..lines.len()).map(|n| !empty(n)).collect();
    lines.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(line, _)| line).collect()
}

/// A roll in one line: what it decided, need with modifiers, dice, verdict.
pub(super) fn dice_line(roll: &RollLine, rule: &str) -> String {
    let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
    let mods: String = roll.mods.iter().map(|m| format!(" {:+} {}", m.value, m.why)).collect();
    let total =
        if roll.mods.is_empty() && roll.faces.len() == 1 { String::new() } else { format!(" = {}", roll.total) };
    let held = roll.held();
    let hand = if roll.by_hand { " by hand" } else { "" };
    let came = match roll.chance {
        _ if roll.is_number() => String::new(),
        Some(chance) => format!(", needed {} ({}): {}", roll.need, short_percent(chance), roll.result),
        None => format!(", read on the {}: {}", roll.need, roll.result),
    };
    let faces = faces.join("+");
    format!("{}: {} {faces}{hand}{mods}{total}{held}{came} [{rule}]", capital(&roll.purpose), roll.dice)
}

/// As much of a card as fits into so many lines of text.
pub(crate) fn short_card(card: &[(Tone, String)], most: usize) -> Vec<(Tone, String)> {
    if card.len() <= most { card.to_vec() } else { shortened_card(card, most) }
}

/// So many lines of a card: what decides before what does not, all in order, and in the last how much is left out.
pub(crate) fn shortened_card(card: &[(Tone, String)], most: usize) -> Vec<(Tone, String)> {
    let mut kept: Vec<usize> = (0..card.len()).collect();
    // What was tried comes first; where nothing was, the latest counts.
    let tried = card.first().is_some_and(|(tone, _)| *tone == Tone::Title);
    kept.sort_by_key(|n| (card[*n].0, if tried { *n } else { card.len() - n }));
    kept.truncate(most.saturating_sub(1));
    kept.sort_unstable();
    let left = card.len() - kept.len();
    let mut lines = without_empty(kept.into_iter().map(|n| card[n].clone()).collect());
    lines.push((Tone::Part, format!("{} in the log ({})", count(left, "more line"), pressed("log"))));
    lines.truncate(most);
    lines
}
