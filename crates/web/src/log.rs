//! The log in two voices, and rolls that explain themselves.

use crate::pieces::number_of;
use crate::words::{capital, encode, percent, sentence};
use hulldown_core::game::Seat;
use hulldown_desk::chronicle::{Noted, Rewind, Show, chronicle};
use hulldown_desk::result::Came;
use hulldown_desk::{EventLine, RollLine};
use hulldown_draw::{Known, Plain};
use hulldown_keep::Sitting;
use maud::{Markup, html};
use std::borrow::Cow;
use std::cell::RefCell;

/// As many bytes of what is said of several as are read at a glance.
const FEW: usize = 90;

/// A link to a rule.
pub(crate) fn rule_link(game: &str, rule: &str) -> Markup {
    html! {
        @if !rule.is_empty() {
            a class="rule" href={ "/rules/" (Plain(game)) "/" (Plain(encode(rule))) } title={ "Rule " (Plain(rule)) } { (Plain(short_rule(rule))) }
        }
    }
}

/// As much of a rule's name as has room beside an option: of words only the last ones, `attack.10` of `enemy.attack.10`. The whole of it stands
/// with its text.
pub(crate) fn short_rule(rule: &str) -> &str {
    const ROOM: usize = 10;
    let mut short = rule;
    // A number alone names nothing.
    while short.len() > ROOM
        && let Some((_, rest)) = short.split_once('.')
        && rest.contains(|c: char| c.is_ascii_alphabetic())
    {
        short = rest;
    }
    short
}

/// What is shown of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Told as a story.
    pub(crate) story: bool,
    /// What is asked for.
    pub(crate) show: Show,
}

impl Filter {
    /// As an address asks for it; what makes no sense asks for everything.
    pub(crate) fn of(voice: &str, show: &str) -> Self {
        Filter { story: voice == "story", show: Show::named(show).unwrap_or_default() }
    }

    /// As an address asks for it; nothing where it asks for everything.
    pub(crate) fn query(self) -> String {
        let word = Show::ALL.iter().find(|(show, ..)| *show == self.show).map_or("", |(_, word, _)| word);
        let voice = if self.story { "story" } else { "facts" };
        if self == Filter::default() { String::new() } else { format!("?voice={voice}&kind={word}") }
    }
}

/// What stands in the log, by the ids of its elements: what a card beside it tells once more, the script takes from there.
pub(crate) struct Listed {
    /// The first event a card tells.
    from: usize,
    says: RefCell<Vec<(String, u64)>>,
}

impl Listed {
    /// For a card that tells nothing from before this event.
    pub(crate) fn from(from: usize) -> Self {
        Listed { from, says: RefCell::default() }
    }

    fn note(&self, id: String, says: u64) {
        self.says.borrow_mut().push((id, says));
    }

    fn has(&self, id: &str, says: u64) -> bool {
        self.says.borrow().iter().any(|(known, what)| *what == says && known == id)
    }

    /// A number for all that is said there. A card that names lines is another where they say something else, as after an undo; else the
    /// one that was laid aside would be shown again, with what it had taken from them.
    pub(crate) fn number(&self) -> String {
        format!("{:x}", number_of(&*self.says.borrow()) as u32)
    }
}

/// Whose log it is, and where it is kept.
#[derive(Clone, Copy)]
pub(crate) struct LogView<'a> {
    /// The game's short name.
    pub(crate) game: &'static str,
    /// The address of the table.
    pub(crate) base: &'a str,
    /// Who asks for his losses.
    pub(crate) seat: Seat,
    /// Where the game went back past dice.
    pub(crate) rewinds: &'a [Rewind],
    /// What the page shows already.
    pub(crate) known: Known<'a>,
    /// Where it is noted what the log says, and looked up by whoever says the same, where a script puts the two together.
    pub(crate) listed: Option<&'a Listed>,
}

impl<'a> LogView<'a> {
    /// That of an open game as whoever is looking reads it.
    pub(crate) fn of(open: &'a Sitting, base: &'a str) -> Self {
        LogView {
            game: open.shelf.id,
            base,
            seat: open.side(),
            rewinds: open.rewinds(),
            known: Known::default(),
            listed: None,
        }
    }

    /// The log by rounds and turns, the latest last, one line for one thing. In short, what a roll was made of is left to be fetched when
    /// it is unfolded.
    pub(crate) fn list(self, events: &[EventLine], filter: Filter, short: bool) -> Markup {
        if filter.story {
            let told: Vec<&EventLine> = events.iter().filter(|e| e.roll.is_none() && !e.is_forced()).collect();
            return html! { div class="story" { @for paragraph in story(&told) { p { (paragraph) } } } };
        }
        let parts = chronicle(events, self.rewinds, self.seat, filter.show);
        html! {
            ol class="log" id="log-lines" {
                @for part in &parts {
                    @if let Some(line) = part.begins { (self.chapter(line)) }
                    @for entry in &part.entries {
                        @match entry {
                            Noted::Rewind(rewind) => { li class="event rewind" id={ "w" (rewind.at) "-" (rewind.answers) } { (rewind.text()) } }
                            Noted::Came(came) => { (self.came(came, short)) }
                        }
                    }
                }
            }
            @if parts.is_empty() {
                p class="quiet" {
                    @match events.first() {
                        None => "Nothing happened.",
                        Some(first) if first.n > 0 => "Nothing of that kind has happened lately.",
                        Some(_) => "Nothing of that kind has happened.",
                    }
                }
            }
        }
    }

    fn chapter(self, line: &EventLine) -> Markup {
        let id = event_id(line.n);
        let draw = || {
            html! { li id=(id) class={ "event " (line.kind) " chapter" } { (Plain(capital(&line.text))) " " (rule_link(self.game, &line.rule)) } }
        };
        self.known.or_draw(&id, number_of(says(line)), draw)
    }

    fn came(self, came: &Came<'_>, short: bool) -> Markup {
        let (id, told) = named(came);
        let ends = || came.dice.iter().chain(&came.line).map(|event| event.n).max();
        if let Some(listed) = self.listed.filter(|listed| ends() >= Some(listed.from)) {
            if came.more.is_empty() {
                came.dice.iter().for_each(|event| listed.note(dice_id("r", event), number_of(names_rule(came, event))));
            }
            listed.note(id.clone(), told);
        }
        self.known.or_draw(&id, (came.phase, told, came.loss(), self.seat, short), || self.draw_came(came, &id, short))
    }

    /// The id of the line of the log that says the very same, if a script can take it from there.
    pub(crate) fn listed(self, came: &Came<'_>) -> Option<String> {
        let (id, told) = named(came);
        self.listed?.has(&id, told).then_some(id)
    }

    /// The same of dice alone.
    pub(crate) fn listed_dice(self, came: &Came<'_>, event: &EventLine) -> Option<String> {
        let id = dice_id("r", event);
        self.listed?.has(&id, number_of(names_rule(came, event))).then_some(id)
    }

    /// A number for what a script takes from there; none where it takes nothing.
    pub(crate) fn of_what(self) -> Option<String> {
        self.listed.map(Listed::number)
    }

    fn draw_came(self, came: &Came<'_>, id: &str, short: bool) -> Markup {
        let kind = came.line.map_or("", |line| &*line.kind);
        html! {
            li id=(id) class={ "event " (kind) @if came.loss() == Some(self.seat) { " own" } } {
                @if let Some(phase) = came.phase { div class="part" { (phase) } }
                @if let Some(line) = came.line {
                    (self.text(came, "m"))
                    @if line.is_forced() { " " span class="quiet" { "(the only choice)" } }
                    " " (rule_link(self.game, &line.rule))
                }
                @if came.more.is_empty() { @for event in &came.dice { @if let Some(roll) = &event.roll { (self.dice(came, event, roll, short, "r")) } } }
            }
        }
    }

    /// What happened; what is said of several is unfolded, in an element of this name.
    pub(crate) fn text(self, came: &Came<'_>, name: &str) -> Markup {
        html! {
            @match came.alike() {
                // A few are named at once.
                Some(_) if came.text().len() <= FEW && came.dice.is_empty() => (Plain(capital(&came.text()))),
                Some((what, who)) => {
                    details class="alike" id={ (name) (came.first()) } {
                        summary { @if came.text().len() <= FEW { (capital(&came.text())) } @else { (capital(what)) ": " (who[0]) " and " (who.len() - 1) " more" } }
                        @let each = came.each();
                        @let paired = each.iter().all(|(_, event)| event.is_some());
                        ul { @for (one, event) in each { li { (capital(one)) @if let Some((event, roll)) = event.and_then(|event| Some((event, event.roll.as_ref()?))) { (self.dice(came, event, roll, true, &format!("{name}r"))) } } } }
                        @for event in came.dice.iter().filter(|_| !paired) { @if let Some(roll) = &event.roll { (self.dice(came, event, roll, true, &format!("{name}r"))) } }
                    }
                }
                None => (Plain(capital(&came.text()))),
            }
        }
    }

    /// Dice, folded; their element is named so. A rule that the line above names is not named again.
    pub(crate) fn dice(self, came: &Came<'_>, event: &EventLine, roll: &RollLine, short: bool, name: &str) -> Markup {
        let said = names_rule(came, event);
        // A script fetches more than the link shows, and knows from where.
        let at = self.listed.is_none().then(|| event_at(self.base, event.n));
        html! {
            details class="event roll dice" id=(dice_id(name, event)) data-load=(at.as_deref().unwrap_or_default()) {
                summary {
                    (Plain(capital(&event.text)))
                    @if let Some(before) = came.thrown_before(event) { " (thrown again after " (before) ")" }
                    @if roll.by_hand { " " span class="hand" { "by hand" } }
                    @if !said { " " span class="rule" { (Plain(short_rule(&event.rule))) } }
                }
                @if !short { (explained(self.game, event, roll)) }
                @if let Some(at) = at { p { a href=(at) { "Show this roll on its chart" } } }
            }
        }
    }
}

/// The id of what the log says of something, and a number for what that is, but for the phase above it.
fn named(came: &Came<'_>) -> (String, u64) {
    // Where nothing is added to what the line says, it stands for its text.
    let added = match (came.text(), &*came.more) {
        (Cow::Owned(text), []) => number_of(text),
        // Of several each stands there by itself.
        (Cow::Owned(text), more) => number_of((text, more.iter().map(|line| says(line)).collect::<Vec<_>>())),
        (Cow::Borrowed(_), _) => 0,
    };
    let by_hand = |event: &EventLine| event.roll.as_ref().is_some_and(|roll| roll.by_hand);
    let roll = |event: &EventLine| (says(event), by_hand(event), came.thrown_before(event));
    let rolls = came.dice.iter().fold(added, |all, event| number_of((all, roll(event))));
    (event_id(came.line.map_or(came.first(), |line| line.n)), number_of((came.line.map(says), rolls)))
}

fn event_id(n: usize) -> String {
    ["e", &n.to_string()].concat()
}

fn dice_id(name: &str, event: &EventLine) -> String {
    [name, &event.n.to_string()].concat()
}

/// Whether the line that dice stand under names their rule.
fn names_rule(came: &Came<'_>, event: &EventLine) -> bool {
    came.line.is_some_and(|line| line.rule == event.rule)
}

/// What a line of the log says of an event.
fn says(event: &EventLine) -> (usize, u64) {
    (event.n, event.print)
}

/// The address of an event; what the game's own address asks for stays asked for.
pub(crate) fn event_at(base: &str, n: usize) -> String {
    let (game, asked) = base.split_once('?').map_or((base, String::new()), |(game, asked)| (game, format!("?{asked}")));
    format!("{game}/event/{n}{asked}")
}

/// A roll taken apart: dice, modifiers, what was needed, what it means.
pub(crate) fn explained(game: &str, event: &EventLine, roll: &RollLine) -> Markup {
    html! {
        table class="sum" {
            tbody {
                tr {
                    th scope="row" { "Dice " (roll.dice) @if roll.by_hand { ", rolled by hand" } }
                    td { @for (n, face) in roll.faces.iter().enumerate() { @if n > 0 { " + " } (die(*face)) } @if roll.faces.len() > 1 { " = " (roll.natural) } }
                }
                @for m in &roll.mods {
                    tr { th scope="row" { (m.why) " " (rule_link(game, &m.rule)) } td { (format!("{:+}", m.value)) } }
                }
                @if !roll.mods.is_empty() { tr class="total" { th scope="row" { "Total" } td { (roll.total) (roll.held()) } } }
                @if !roll.is_number() { tr {
                    th scope="row" {
                        @match roll.chance {
                            Some(chance) => { "Needed " (roll.need) ", a chance of " (percent(chance)) }
                            None => { "Read on " (roll.need) }
                        }
                        " " (rule_link(game, &event.rule))
                    }
                    td { strong { (roll.result) } }
                } }
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
    let told = |event: &&&EventLine| event.roll.is_none() && !event.is_forced();
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

/// The form that chooses voice and what is shown.
pub(crate) fn filter_form(action: &str, filter: Filter) -> Markup {
    html! {
        form method="get" action=(action) class="filter" id="log-filter" data-auto {
            label { "Voice " select name="voice" {
                option value="facts" selected[!filter.story] { "facts" }
                option value="story" selected[filter.story] { "story" }
            } }
            label { "Show " select name="kind" {
                @for (show, word, text) in Show::ALL { option value=(word) selected[filter.show == show] { (text) } }
            } }
            button class="small" { "Show" }
        }
    }
}
