//! The result card: what came of the last answer, its dice under their consequence.

use crate::log::{Listed, LogView, rule_link};
use crate::page::table_of;
use crate::words::{capital, sentence};
use hulldown_core::playable::aids::Grave;
use hulldown_desk::EventLine;
use hulldown_desk::chronicle::Rewind;
use hulldown_desk::digest::{DigestLine, in_short};
use hulldown_desk::result::{
    BoardMark, Came, around, came_after, gravest, is_seal, leaves_open, marks, moves_of_others, own_shots, verdict,
    ways, weightiest,
};
use hulldown_draw::{Known, Plain};
use hulldown_keep::{Given, Sitting};
use maud::{Markup, PreEscaped, html};
use serde_json::json;

/// The most lines on a card besides what must not be overlooked; the log has the rest.
const MOST: usize = 40;

/// From so many lines on a card tells first in short what they come to.
const LONG: usize = 24;

/// The most that is said aloud at once.
const ALOUD: usize = 12;

/// What came of an answer.
pub(crate) struct Since<'a> {
    /// What must not be overlooked, the worst first.
    grave: Vec<Came<'a>>,
    /// Everything else in order.
    rest: Vec<Came<'a>>,
    /// What is marked on the board.
    marks: Vec<BoardMark<'a>>,
    /// Who went where.
    ways: Vec<[&'a str; 2]>,
    /// So much that it is told in short first.
    short: Vec<DigestLine>,
}

impl<'a> Since<'a> {
    /// What came of the last answer, out of all the news: of a long stretch only the end is at hand, and what must not be overlooked may
    /// lie far back.
    pub(crate) fn of(open: &'a Sitting, news: &'a [EventLine]) -> Self {
        let from = news.first().map_or(usize::MAX, |event| event.n);
        let tail = open.tail();
        Since::told(open, &tail[..tail.partition_point(|event| event.n < from)], news)
    }

    fn told(open: &Sitting, before: &'a [EventLine], events: &'a [EventLine]) -> Self {
        let seat = open.side();
        let mut all = came_after(before, events);
        // A seal proves something at the end of a game; nobody reads it in the middle.
        all.retain(|came| !came.line.is_some_and(is_seal));
        let (marks, ways) = (marks(&all, seat), ways(&all));
        let short = if all.len() > LONG { in_short(events, seat) } else { Vec::new() };
        let (grave, rest) = gravest(all, seat);
        Since { grave, rest, marks, ways, short }
    }

    /// What a long stretch comes to.
    #[cfg(test)]
    pub(crate) fn in_short(&self) -> &[DigestLine] {
        &self.short
    }

    /// What must not be overlooked.
    #[cfg(test)]
    pub(crate) fn grave(&self) -> &[Came<'a>] {
        &self.grave
    }

    /// All of it for somebody who listens, in the same order.
    pub(crate) fn aloud(&self) -> String {
        if !self.short.is_empty() {
            return self.short.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        }
        let told = || self.grave.iter().chain(&self.rest).filter(|came| came.line.is_some());
        let more = told().count().saturating_sub(ALOUD);
        let mut said = told().take(ALOUD).map(|came| sentence(&came.whole())).collect::<Vec<_>>().join(" ");
        if more > 0 {
            said += &format!(" {} more in the log.", crate::words::count(more, "line"));
        }
        said
    }
}

/// The card: what must not be overlooked first, one's own losses before all, then everything else in order.
/// Of what the log beside it has listed, a script takes it from there.
pub(crate) fn card(open: &Sitting, since: Since<'_>, listed: Option<&Listed>) -> Markup {
    if open.has_taken_back() {
        return html! {
            section id="result" data-part class="panel" aria-labelledby="result-title" {
                h2 id="result-title" { "Undo" }
                p { (open.said().unwrap_or("Undone.")) }
            }
        };
    }
    let tried = open.last_given().map(Given::heading).filter(|heading| !heading.is_empty());
    card_of(open, tried.as_deref(), since, &[], listed)
}

/// The same of a moment that is looked back at.
pub(crate) fn past_card(open: &Sitting, tried: Option<&str>, events: &[EventLine], rewinds: &[Rewind]) -> Markup {
    card_of(open, tried, Since::told(open, &[], events), rewinds, None)
}

fn card_of(
    open: &Sitting,
    tried: Option<&str>,
    since: Since<'_>,
    rewinds: &[Rewind],
    listed: Option<&Listed>,
) -> Markup {
    let (base, seat) = (table_of(open), open.side());
    let Since { grave, mut rest, marks, ways, short } = since;
    if grave.is_empty() && rest.is_empty() && rewinds.is_empty() {
        let Some(tried) = tried else { return html! { div id="result" data-part {} } };
        return html! {
            section id="result" data-part class="panel" aria-labelledby="result-title" {
                h2 id="result-title" title=(Plain(capital(tried))) { (Plain(capital(tried))) }
                p class="quiet" { "Noted. No dice are rolled for it now." }
            }
        };
    }
    let on_board: Vec<_> =
        marks.iter().map(|mark| json!({ "at": mark.at, "says": mark.says, "own": mark.own })).collect();
    let on_board = (!on_board.is_empty()).then(|| json!(on_board).to_string());
    // Of a long stretch nobody can tell one way from another.
    let ways = (short.is_empty() && !ways.is_empty()).then(|| json!(ways).to_string());
    let verdict = if leaves_open(&grave) { verdict(&mut rest) } else { None };
    // Whatever else happened, one wants to know how one's own shots went.
    let shots = if verdict.is_none() && short.is_empty() { own_shots(&mut rest, seat) } else { Vec::new() };
    let grave = if short.is_empty() { grave } else { weightiest(grave, &mut rest, seat) };
    // Who went where is folded where there is more to tell.
    let goes = |came: &Came<'_>| came.to.is_some();
    let (moved, rest): (Vec<_>, Vec<_>) = match rest.iter().filter(|came| goes(came)).count() {
        n if n > 1 && n < rest.len() => rest.into_iter().partition(goes),
        _ => (Vec::new(), rest),
    };
    // But that the enemy goes somewhere is said.
    let foes = moves_of_others(&moved, seat);
    // However much happened, what must not be overlooked is never cut off.
    let left_out = rest.len().saturating_sub(MOST);
    let rest: Vec<_> = rest.into_iter().skip(left_out).collect();
    let (rest, folded) = if short.is_empty() { few_of(rest) } else { (Vec::new(), rest) };
    let (before, behind) = around(&grave, seat);
    let several = grave.len() + usize::from(verdict.is_some()) + shots.len() > 1;
    let log = LogView { game: open.shelf.id, base: &base, seat, rewinds: &[], known: Known::default(), listed };
    let of = &log.of_what();
    html! {
        section id="result" data-part class="panel" aria-labelledby="result-title" data-marks=[on_board] data-ways=[ways] {
            @let tried = tried.map_or_else(|| "What happened".into(), capital);
            h2 id="result-title" title=(Plain(&tried)) { (Plain(&tried)) }
            div id="since" tabindex="0" role="group" aria-label="What came of it" data-of=[of] {
                @if !short.is_empty() {
                    dl class="short" { @for line in &short { dt class=[line.loss.then_some("own")] { (line.head) } dd class=[line.loss.then_some("own")] { (line.text) } } }
                }
                (own_cards(log, before, several))
                @if let Some((word, came)) = &verdict { (block(log, "verdict", word, came, several)) }
                @for (word, came) in &shots { (block(log, "verdict", word, came, several)) }
                (own_cards(log, behind, several))
                @for rewind in rewinds { p class="event rewind" { (rewind.text()) } }
                @if left_out > 0 { p class="quiet" { a href={ (base) "/log" } { "Earlier: " (crate::words::count(left_out, "line")) " in the log" } } }
                ol id="came" data-of=[of] {
                    @for came in &rest {
                        @if let Some(phase) = came.phase { li class="part" data-n=(came.first()) { (phase) } }
                        (one(log, came))
                    }
                    @if let Some(foes) = &foes { li { (foes) } }
                }
                @if !folded.is_empty() {
                    details class="moved" id="came-more" data-of=[of] {
                        summary { @if short.is_empty() { (crate::words::count(folded.len(), "more line")) } @else { "Step by step: " (crate::words::count(folded.len(), "line")) } }
                        ol { @for came in &folded { (one(log, came)) } }
                    }
                }
                @if !moved.is_empty() {
                    details class="moved" id="moved" data-of=[of] {
                        summary { (crate::words::count(moved.len(), "move")) }
                        ol { @for came in &moved { (one(log, came)) } }
                    }
                }
            }
        }
    }
}

/// As many lines as one takes in at a glance: of a long card what decided something and the first of the others; the rest is folded, in
/// its order.
fn few_of(rest: Vec<Came<'_>>) -> (Vec<Came<'_>>, Vec<Came<'_>>) {
    const FEW: usize = 9;
    if rest.len() <= FEW + 2 {
        return (rest, Vec::new());
    }
    let weighs = |came: &Came<'_>| {
        came.phase.is_some() || came.line.is_some_and(|line| !line.rank.is_line() || line.headline.is_some())
    };
    let mut plain = FEW.saturating_sub(rest.iter().filter(|came| weighs(came)).count());
    rest.into_iter().partition(|came| {
        weighs(came) || {
            let shown = plain > 0;
            plain -= usize::from(shown);
            shown
        }
    })
}

/// What must not be overlooked has cards of its own; of what one must look out for, what stands under the same word has one.
fn own_cards(log: LogView<'_>, all: &[Came<'_>], folded: bool) -> Markup {
    let word = |came: &Came<'_>| match came.grave() {
        Some(Grave::Alarm(..)) if came.dice.is_empty() => came.word(log.seat),
        _ => None,
    };
    html! {
        @for alike in all.chunk_by(|one, other| word(one).is_some() && word(one) == word(other)) {
            @match alike {
                [came] => (own_card(log, came, folded)),
                [first, ..] => {
                    @let texts: Vec<_> = alike.iter().map(Came::text).collect();
                    div class="grave harm own" data-n=(first.first()) {
                        span class="word" { (word(first).unwrap_or_default()) }
                        @for (n, came) in alike.iter().enumerate() {
                            @let times = texts.iter().filter(|text| **text == texts[n]).count();
                            @if !texts[..n].contains(&texts[n]) { p { (named(log, came, word(first).unwrap_or_default())) @if times > 1 { " (" (times) " times)" } } }
                        }
                    }
                }
                [] => {}
            }
        }
    }
}

/// What must not be overlooked has a card of its own.
fn own_card(log: LogView<'_>, came: &Came<'_>, folded: bool) -> Markup {
    let class = match came.grave() {
        Some(Grave::Loss(seat)) if seat == log.seat => "loss own",
        Some(Grave::Harm(..) | Grave::Alarm(..) | Grave::Friends(..)) => "harm own",
        Some(Grave::Loss(_)) => "loss",
        Some(Grave::Kill) => "kill",
        _ => "end",
    };
    block(log, class, came.word(log.seat).unwrap_or_default(), came, folded)
}

/// How it went in a word, then what happened to whom, then the dice, folded where more than this must not be overlooked.
fn block(log: LogView<'_>, class: &str, word: &str, came: &Came<'_>, folded: bool) -> Markup {
    html! {
        div class={ "grave " (class) } data-n=(came.first()) {
            span class="word" { (word) }
            p { (named(log, came, word)) @for by in came.by.iter().chain(&came.course) { " " (capital(&by.text)) } }
            @if folded && !came.dice.is_empty() && came.more.is_empty() {
                details class="rolls" id={ "rolls-" (came.first()) } data-of=[log.of_what()] { summary { (crate::words::count(came.dice.len(), "roll")) } (dice(log, came)) }
            } @else {
                (dice(log, came))
            }
        }
    }
}

fn one(log: LogView<'_>, came: &Came<'_>) -> Markup {
    let weight = match came.line {
        Some(line) if !line.rank.is_line() => "chapter",
        Some(line) if line.headline.is_some() => "headline",
        _ => "",
    };
    match log.listed(came) {
        Some(id) => html! { li class=(weight) data-n=(came.first()) data-copy=(id) {} },
        None => html! { li class=(weight) data-n=(came.first()) { (told(log, came)) (dice(log, came)) } },
    }
}

/// What was told, without the word that stands above it.
fn named(log: LogView<'_>, came: &Came<'_>, word: &str) -> Markup {
    let told = told(log, came);
    let rest =
        Some(word).filter(|word| !word.is_empty()).and_then(|word| told.0.strip_prefix(word)?.strip_prefix(": "));
    rest.map(|rest| PreEscaped(capital(rest))).unwrap_or(told)
}

fn told(log: LogView<'_>, came: &Came<'_>) -> Markup {
    html! {
        @if let Some(line) = came.line {
            (log.text(came, "sm"))
            @if line.is_forced() { " " span class="quiet" { "(the only choice)" } }
            " " (rule_link(log.game, &line.rule))
        }
    }
}

fn dice(log: LogView<'_>, came: &Came<'_>) -> Markup {
    // Of several that are alike they are folded with them.
    let rolls = came
        .dice
        .iter()
        .filter(|_| came.more.is_empty())
        .filter_map(|event: &&EventLine| Some((*event, event.roll.as_ref()?)));
    html! {
        @for (event, roll) in rolls {
            @match log.listed_dice(came, event) {
                Some(id) => template data-copy=(id) {},
                None => (log.dice(came, event, roll, true, "sr")),
            }
        }
    }
}
