//! The log in two voices, and rolls that explain themselves.

use crate::words::{capital, encode, percent, sentence};
use hulldown_desk::{EventLine, RollLine};
use maud::{Markup, html};

/// A link to a rule.
pub(crate) fn rule_link(game: &str, rule: &str) -> Markup {
    html! {
        @if !rule.is_empty() {
            a class="rule" href={ "/rules/" (game) "/" (encode(rule)) } title={ "Rule " (rule) } { (rule) }
        }
    }
}

/// What is shown of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Told as a story.
    pub(crate) story: bool,
    /// Only this kind; empty for all.
    pub(crate) kind: String,
}

impl Filter {
    /// Whether an event is to be shown.
    fn takes(&self, event: &EventLine) -> bool {
        match self.kind.as_str() {
            "" => !self.story || (event.roll.is_none() && event.kind != "forced"),
            "headlines" => event.headline.is_some(),
            "no-rolls" => event.roll.is_none(),
            kind => event.kind == kind,
        }
    }
}

/// The log, the latest event last. In short, what a roll was made of is left to be fetched when it is unfolded.
pub(crate) fn list(game: &str, base: &str, events: &[EventLine], filter: &Filter, short: bool) -> Markup {
    let shown: Vec<&EventLine> = events.iter().filter(|event| filter.takes(event)).collect();
    html! {
        @if filter.story {
            div class="story" {
                @for paragraph in story(&shown) { p { (paragraph) } }
            }
        } @else {
            ol class="log" id="log-lines" {
                @for event in &shown { (line(game, base, event, short)) }
            }
        }
        @if shown.is_empty() { p class="quiet" { "Nothing." } }
    }
}

/// The address of an event; what the game's own address asks for stays asked for.
pub(crate) fn event_at(base: &str, n: usize) -> String {
    let (game, asked) = base.split_once('?').map_or((base, String::new()), |(game, asked)| (game, format!("?{asked}")));
    format!("{game}/event/{n}{asked}")
}

fn line(game: &str, base: &str, event: &EventLine, short: bool) -> Markup {
    item(game, base, event, short, "e")
}

/// One event, its element named so.
pub(crate) fn item(game: &str, base: &str, event: &EventLine, short: bool, name: &str) -> Markup {
    let chapter = !event.rank.is_line();
    html! {
        li id={ (name) (event.n) } class={ "event " (event.kind) @if chapter { " chapter" } } {
            @match &event.roll {
                Some(roll) => {
                    details id={ @if name == "e" { "r" } @else { "rs" } (event.n) } data-load=(event_at(base, event.n)) {
                        summary { (capital(&event.text)) " " span class="rule" { (event.rule) } }
                        @if !short { (explained(game, event, roll)) }
                        p { a href=(event_at(base, event.n)) { "The chart with the line that was read" } }
                    }
                }
                None => {
                    (capital(&event.text))
                    @if event.kind == "forced" { " " span class="quiet" { "(the only choice)" } }
                    " " (rule_link(game, &event.rule))
                }
            }
        }
    }
}

/// A roll taken apart: dice, modifiers, what was needed, what it means.
pub(crate) fn explained(game: &str, event: &EventLine, roll: &RollLine) -> Markup {
    html! {
        table class="sum" {
            tbody {
                tr {
                    th scope="row" { "Dice " (roll.dice) }
                    td { @for (n, face) in roll.faces.iter().enumerate() { @if n > 0 { " + " } (die(*face)) } @if roll.faces.len() > 1 { " = " (roll.natural) } }
                }
                @for m in &roll.mods {
                    tr { th scope="row" { (m.why) " " (rule_link(game, &m.rule)) } td { (format!("{:+}", m.value)) } }
                }
                @if !roll.mods.is_empty() { tr class="total" { th scope="row" { "Total" } td { (roll.total) (roll.held()) } } }
                tr {
                    th scope="row" {
                        @match roll.chance {
                            Some(chance) => { "Needed " (roll.need) ", a chance of " (percent(chance)) }
                            None => { "Read on " (roll.need) }
                        }
                        " " (rule_link(game, &event.rule))
                    }
                    td { strong { (roll.result) } }
                }
            }
        }
    }
}

fn die(face: u8) -> Markup {
    html! { span class="die" { (face) } }
}

/// Events as a story: what happened without the dice, in paragraphs.
pub(crate) fn story(events: &[&EventLine]) -> Vec<String> {
    if events.iter().any(|event| event.story.is_some()) {
        let events: Vec<EventLine> = events.iter().map(|event| (*event).clone()).collect();
        return hulldown_desk::story::chapters(&events).into_iter().flat_map(|(_, paragraphs)| paragraphs).collect();
    }
    let mut paragraphs: Vec<String> = Vec::new();
    let told = |event: &&&EventLine| event.roll.is_none() && event.kind != "forced";
    for event in events.iter().filter(told) {
        let text = sentence(&event.text);
        match paragraphs.last_mut().filter(|_| event.rank.is_line()) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(&text);
            }
            None => paragraphs.push(text),
        }
    }
    paragraphs
}

/// The form that chooses voice and kind.
pub(crate) fn filter_form(action: &str, events: &[EventLine], filter: &Filter) -> Markup {
    let mut kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let fixed = [("", "everything"), ("headlines", "what decided something"), ("no-rolls", "all but dice")];
    html! {
        form method="get" action=(action) class="filter" id="log-filter" data-auto {
            label { "Voice " select name="voice" {
                option value="facts" selected[!filter.story] { "facts" }
                option value="story" selected[filter.story] { "story" }
            } }
            label { "Show " select name="kind" {
                @for (value, text) in fixed { option value=(value) selected[filter.kind == value] { (text) } }
                @for kind in kinds { option value=(kind) selected[filter.kind == kind] { (kind.replace('-', " ")) } }
            } }
            button class="small" { "Show" }
        }
    }
}
