//! The result card: what came of an answer.

use super::told;
use crate::play::command::pressed;
use crate::text::{count, short_percent, shorten};
use hulldown_core::game::Seat;
use hulldown_core::phrase::capital;
use hulldown_core::playable::aids::Grave;
use hulldown_desk::digest::digest;
use hulldown_desk::result::{self, Came, came_after, gravest, is_seal, leaves_open};
use hulldown_desk::{EventLine, RollLine};

/// From so many lines on a card tells in short what they come to.
const LONG: usize = 24;

/// How a line of a card is meant, what must be in sight first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    /// What was tried.
    Title,
    /// What one has lost.
    Loss,
    /// What a long stretch comes to.
    Sum,
    /// How one's own shot went.
    Own,
    /// The roll that decided it.
    Throw,
    /// What the enemy's fire came to.
    Fire,
    /// Whom of the enemy others put out of the fight.
    Gone,
    /// Whom one must look out for.
    Alarm,
    /// Where the enemy goes.
    Foe,
    /// What else decides something.
    Head,
    /// How it came to what stands above.
    Course,
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

impl Tone {
    /// Whether it tells what came of an answer.
    pub(crate) fn decides(self) -> bool {
        Tone::Loss <= self && self <= Tone::Head && self != Tone::Throw
    }

    /// Whether it belongs to the line before it.
    fn hangs(self) -> bool {
        matches!(self, Tone::Throw | Tone::Course | Tone::Dice | Tone::Roll)
    }
}

/// What came of an answer, line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Card {
    /// All of it.
    pub(crate) lines: Vec<(Tone, String)>,
    /// Where the enemy goes, on one line, where there is no room for each.
    moves: Option<String>,
    /// What his fire came to, in the same way.
    fire: Option<String>,
}

/// The result card: what was tried, one's own losses first, then everything that came of it in order, each with its dice.
/// What was told before may hold the shot that a loss comes of.
pub(crate) fn card(tried: Option<&str>, before: &[EventLine], events: &[EventLine], seat: Seat) -> Card {
    // A seal proves something at the end of a game; nobody reads it in the middle.
    let all: Vec<Came<'_>> =
        came_after(before, events).into_iter().filter(|came| !came.line.is_some_and(is_seal)).collect();
    // So much at once is told in short; what has room of it step by step comes after that.
    let short = if all.len() > LONG { digest(events) } else { Vec::new() };
    let mut lines: Vec<(Tone, String)> = Vec::new();
    lines.extend(tried.filter(|tried| !tried.is_empty()).map(|tried| (Tone::Title, capital(tried))));
    let sum = |loss: bool| if loss { Tone::Loss } else { Tone::Sum };
    lines.extend(short.iter().map(|line| (sum(line.loss), line.to_string())));
    let (grave, mut rest) = gravest(all, seat);
    // Where nothing grave came of it, how the shot went; that it was fired is not told again.
    let shot = if leaves_open(&grave) { result::verdict(&mut rest) } else { None };
    let shot = shot.map(|(_, came)| came);
    let moves = result::moves_of_others(&rest, seat);
    let fire = result::fire_at(shot.iter().chain(&rest), seat);
    let from = lines.len();
    let (before, behind) = result::around(&grave, seat);
    for came in before {
        put(&mut lines, came, seat, Some(if is_alarming(came, seat) { Tone::Loss } else { Tone::Own }));
    }
    if let Some(came) = &shot {
        put(&mut lines, came, seat, Some(if came.is_under_fire(seat) { Tone::Fire } else { Tone::Own }));
    }
    let (mut told, mut who): (Option<&str>, &str) = (None, "");
    for came in behind {
        let alarm = came.word(seat).filter(|_| matches!(came.grave(), Some(Grave::Alarm(..))));
        match (alarm, lines.last_mut()) {
            // Several of one kind are one line.
            (Some(word), Some((_, line))) if told == alarm => {
                let text = came.text();
                // Who is called as the one before is not named again.
                let text = text
                    .strip_prefix(&format!("{who} moves "))
                    .filter(|_| !who.is_empty() && who == whose_way(came))
                    .unwrap_or(&text);
                *line = format!("{}; {}", line.trim_end_matches('.'), named(word, text));
            }
            (Some(word), _) => lines.push((Tone::Alarm, format!("{word}: {}", named(word, &came.text())))),
            (None, _) => {
                let tone = match came.grave() {
                    _ if is_alarming(came, seat) => Tone::Loss,
                    Some(Grave::Kill) => Tone::Gone,
                    _ => Tone::Head,
                };
                put(&mut lines, came, seat, Some(tone));
            }
        }
        (told, who) = (alarm, whose_way(came));
    }
    let mut phase = None;
    for came in &rest {
        if came.phase.is_some_and(|begins| phase != Some(begins)) {
            phase = came.phase;
            let named = phase.filter(|phase| !phase.is_empty());
            lines.extend(named.map(|phase| (Tone::Phase, format!("{phase}:"))));
        }
        put(&mut lines, came, seat, None);
    }
    if !short.is_empty() {
        // What they come to is told already.
        for (tone, _) in &mut lines[from..] {
            *tone = if tone.hangs() { Tone::Roll } else { (*tone).max(Tone::Line) };
        }
    }
    Card { lines: without_empty(lines), moves, fire }
}

/// Who goes his way in it, if somebody does.
fn whose_way<'a>(came: &Came<'a>) -> &'a str {
    came.line.and_then(|line| line.about.step.as_ref()).map_or("", |step| &step.who)
}

/// Something that happened, how it came to that, and the dice of it.
fn put(lines: &mut Vec<(Tone, String)>, came: &Came<'_>, seat: Seat, tone: Option<Tone>) {
    let from = lines.len();
    if let Some(line) = came.line {
        let own = match () {
            () if !line.rank.is_line() => Tone::Part,
            () if came.is_under_fire(seat) => Tone::Fire,
            () if came.is_move_against(seat) => Tone::Foe,
            () if line.headline.is_some() || missed(came).is_some() => Tone::Head,
            () => Tone::Line,
        };
        let grave = came.word(seat).filter(|_| is_alarming(came, seat)).map(|word| format!("{word}: "));
        let grave = grave.or_else(|| verdict(line).or_else(|| missed(came)).map(|verdict| format!("{verdict}: ")));
        lines.push((tone.unwrap_or(own), format!("{}{}", grave.unwrap_or_default(), told(came))));
        lines.extend(came.before().map(|told| (Tone::Course, capital(&told.text))));
    }
    let (dice, deciding) = match lines.get(from) {
        // Dice of which nothing more is told are no part of what was told before.
        _ if came.line.is_none() => (Tone::Line, Tone::Line),
        Some((Tone::Own, _)) => (Tone::Dice, Tone::Throw),
        Some((Tone::Loss | Tone::Fire | Tone::Gone | Tone::Head, _)) => (Tone::Dice, Tone::Dice),
        _ => (Tone::Roll, Tone::Roll),
    };
    // Dice of several that are alike tell no more than they do.
    let rolls = || came.dice.iter().filter(|_| came.more.is_empty());
    // The last that might have gone otherwise decided it.
    let of_shot = || rolls().filter(|told| told.about.settles.is_none());
    let needed = of_shot().rfind(|told| told.roll.as_ref().is_some_and(|roll| roll.chance.is_some()));
    let last = needed.or_else(|| of_shot().next_back()).map(|told| told.n);
    for told in rolls() {
        if let Some(roll) = &told.roll {
            let weight = if Some(told.n) == last { deciding } else { dice };
            lines.push((weight, dice_line(roll, &told.rule)));
        }
    }
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

impl Card {
    /// As much of it as fits: what decides before what does not, all in order, and in the last line how much is left out.
    pub(crate) fn within(&self, fits: impl Fn(&[(Tone, String)]) -> bool) -> Vec<(Tone, String)> {
        if fits(&self.lines) {
            return self.lines.clone();
        }
        let lines = self.gathered();
        if fits(&lines) {
            return lines;
        }
        let mut order: Vec<usize> = (0..lines.len()).collect();
        // What was tried comes first; where nothing was, the latest counts.
        let tried = lines.first().is_some_and(|(tone, _)| *tone == Tone::Title);
        order.sort_by_key(|n| (lines[*n].0, if tried { *n } else { lines.len() - n }));
        let mut kept = vec![false; lines.len()];
        for n in order.iter().copied() {
            let above = || (0..n).rev().find(|above| !lines[*above].0.hangs());
            if lines[n].0.hangs() && above().is_some_and(|above| !kept[above]) {
                continue;
            }
            kept[n] = true;
            kept[n] = fits(&some_of(&lines, &kept, None));
        }
        // Room that is left holds the beginning of what has none for its end.
        let next = order.into_iter().find(|n| !kept[*n] && !lines[*n].0.hangs());
        let cut = next.into_iter().flat_map(|n| {
            let long = lines[n].1.chars().count();
            let cuts = (1..).map(move |k| long.saturating_sub(k * CUT)).take_while(|left| *left > CUT);
            cuts.map(move |left| (n, left))
        });
        cut.map(|cut| some_of(&lines, &kept, Some(cut)))
            .find(|some| fits(some))
            .unwrap_or_else(|| some_of(&lines, &kept, None))
    }

    /// What must be in sight before all, alone.
    pub(crate) fn first(&self) -> Vec<(Tone, String)> {
        self.lines
            .iter()
            .filter(|(tone, _)| *tone != Tone::Title)
            .min_by_key(|(tone, _)| *tone)
            .cloned()
            .into_iter()
            .collect()
    }

    /// Where the enemy goes and what his fire came to each on one line, and what goes wrong for several in the same way.
    fn gathered(&self) -> Vec<(Tone, String)> {
        let mut lines: Vec<(Tone, String)> = Vec::new();
        let (mut moves, mut fire) = (self.moves.clone(), self.fire.clone());
        for (tone, text) in &self.lines {
            let gathered = match tone {
                Tone::Foe if self.moves.is_some() => moves.take(),
                Tone::Fire if self.fire.is_some() => fire.take(),
                _ => Some(text.clone()),
            };
            let Some(text) = gathered else { continue };
            let word = |text: &str| text.split_once(": ").map(|(word, _)| word.to_string());
            match lines.last_mut() {
                Some((Tone::Loss, before))
                    if *tone == Tone::Loss && word(before).is_some() && word(before) == word(&text) =>
                {
                    let more = text.split_once(": ").map_or("", |(_, more)| more);
                    *before = format!("{before}; {more}");
                }
                _ => lines.push((*tone, text)),
            }
        }
        lines
    }
}

/// By how many letters what is too long is cut.
const CUT: usize = 20;

/// Some lines of a card, and how many are left out; of one the first so many letters.
fn some_of(lines: &[(Tone, String)], kept: &[bool], cut: Option<(usize, usize)>) -> Vec<(Tone, String)> {
    let shown = lines.iter().enumerate().filter_map(|(n, (tone, text))| match cut {
        Some((at, long)) if at == n => Some((*tone, shorten(text, long))),
        _ => kept[n].then(|| (*tone, text.clone())),
    });
    let mut shown = without_empty(shown.collect());
    match kept.iter().filter(|kept| !**kept).count() {
        0 => {}
        left => shown.push((Tone::Part, format!("{} in the log ({})", count(left, "more line"), pressed("log")))),
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::playable::aids::{About, ShotPart, WayStep};
    use hulldown_core::talk::Rank;
    use hulldown_desk::ToldLine;

    fn told(n: usize, text: &str, about: About) -> EventLine {
        let line = ToldLine {
            after: 0,
            kind: "told".into(),
            rule: "1.0".into(),
            text: text.into(),
            headline: None,
            story: None,
            rank: Rank::Line,
            under: None,
            title: None,
            only: None,
            again: false,
            seat: None,
            key: None,
            roll: None,
        };
        EventLine { about, ..line.event(n) }
    }

    fn rolled(n: usize, purpose: &'static str) -> EventLine {
        let roll = RollLine {
            chart: "B1".into(),
            purpose: purpose.into(),
            dice: "1d6".into(),
            faces: vec![4],
            natural: 4,
            mods: Vec::new(),
            total: 4,
            need: "5 or less".into(),
            result: "destroyed".into(),
            chance: Some(0.83),
            by_hand: false,
            success: Some(true),
            on_line: "",
            column: "",
        };
        EventLine { roll: Some(roll), ..told(n, "rolled", About::default()) }
    }

    fn texts(card: &Card, most: usize) -> Vec<String> {
        card.within(|lines| lines.len() <= most).into_iter().map(|(_, text)| text).collect()
    }

    /// Where there is little room: own losses, who is destroyed with a roll, the enemy's fire, his moves; none of them twice.
    #[test]
    fn what_counts_comes_first_where_room_is_short() {
        let (own, foe) = (Seat(0), Seat(1));
        let whom = |who: &str, about: About| About { whom: Some(who.into()), ..about };
        let at_me = |about: About| About { under_fire: Some(own), ..about };
        let step = |n: usize, from: &str, to: &str| {
            let step = WayStep { who: "a tank".into(), whose: foe, when: 1, from: from.into(), to: to.into() };
            told(n, "moves", About { step: Some(step), ..About::default() })
        };
        let events = [
            told(0, "A fires at D.", whom("D", About::shot(ShotPart::Fired))),
            rolled(1, "To hit"),
            told(2, "D is hit; it takes effect later.", whom("D", About::shot(ShotPart::Result))),
            rolled(3, "To destroy"),
            told(
                4,
                "D is destroyed.",
                whom("D", About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(foe)) }),
            ),
            told(5, "INF 1 fires at you.", at_me(About::shot(ShotPart::Fired))),
            told(6, "INF 1: no effect.", at_me(About::shot(ShotPart::Result))),
            told(7, "INF 2 fires at you.", at_me(About::shot(ShotPart::Fired))),
            told(8, "INF 2: missed.", at_me(About::shot(ShotPart::Result))),
            step(9, "0101", "0102"),
            step(10, "0201", "0202"),
            told(13, "E panics.", About::grave(Grave::Harm(own, "Panic"))),
            told(14, "F panics.", About::grave(Grave::Harm(own, "Panic"))),
            told(11, "B is destroyed.", whom("B", About::grave(Grave::Loss(own)))),
            told(12, "It rains.", About::default()),
        ];
        let card = card(Some("fire"), &[], &events, own);
        let all = texts(&card, 100);
        assert_eq!(all.iter().filter(|line| line.contains("takes effect later")).count(), 1, "{all:#?}");
        assert!(!all[1].contains("takes effect"), "one line for one thing: {all:#?}");
        let five = texts(&card, 8);
        let begins = [
            "Fire",
            "Lost: B is",
            "Panic: E panics. · 1.0; F panics",
            "D is destroyed.",
            "1d6 4, needed 5 or less",
            "1 shot at you: INF 1",
            "2 enemy units move: a tank 0101 to 0102, 0201",
        ];
        for (line, begins) in five.iter().zip(begins) {
            assert!(line.to_lowercase().contains(&begins.to_lowercase()), "{begins}: {five:#?}");
        }
        assert!(five[7].ends_with("in the log (,l)"), "{five:#?}");
    }

    /// While there is room nothing is left out for being behind something long; of that as much as has room is told.
    #[test]
    fn lines_do_not_stand_empty_beside_what_is_left_out() {
        let long = "word ".repeat(60);
        let events = [told(0, &long, About::default()), told(1, "Short.", About::default())];
        let card = card(None, &[], &events, Seat(0));
        let height = |lines: &[(Tone, String)]| lines.iter().map(|(_, text)| text.len().div_ceil(80)).sum::<usize>();
        let shown = card.within(|lines| height(lines) <= 4);
        assert_eq!(height(&shown), 4, "{shown:#?}");
        assert!(shown.iter().any(|(_, text)| text.starts_with("Short.")), "{shown:#?}");
    }
}
