//! The result card: what came of the last answer, its dice under their consequence.

use crate::log::{event_at, rule_link};
use crate::open::Open;
use crate::words::capital;
use hulldown_desk::EventLine;
use maud::{Markup, html};

/// The most events on a card; the log has the rest.
const MOST: usize = 60;

/// Something that was told, after the dice that decided it.
struct Told<'a> {
    /// The phase that begins with it.
    phase: Option<&'a str>,
    dice: Vec<&'a EventLine>,
    /// None where the dice are all that is told.
    line: Option<&'a EventLine>,
}

/// Puts dice to what came of them: the first line told after them.
fn told(events: &[EventLine]) -> Vec<Told<'_>> {
    let mut all = Vec::new();
    let (mut dice, mut phase) = (Vec::new(), None);
    for event in events {
        if let Some(begins) = event.phase.filter(|begins| !begins.is_empty()) {
            // Dice belong to the phase they fell in.
            if !dice.is_empty() {
                all.push(Told { phase: phase.take(), dice: std::mem::take(&mut dice), line: None });
            }
            phase = Some(begins);
        }
        if event.roll.is_some() {
            dice.push(event);
        } else {
            all.push(Told { phase: phase.take(), dice: std::mem::take(&mut dice), line: Some(event) });
        }
    }
    if !dice.is_empty() {
        all.push(Told { phase, dice, line: None });
    }
    all
}

/// The card.
pub(crate) fn card(open: &Open) -> Markup {
    let (game, base, events) = (open.shelf.id, format!("/game/{}", open.id), open.since());
    let left_out = events.len().saturating_sub(MOST);
    let all = told(&events[left_out..]);
    if all.is_empty() {
        return html! { div id="result" data-part {} };
    }
    let tried = open.last_given().map(|given| given.label.as_str()).filter(|label| !label.is_empty());
    html! {
        section id="result" data-part class="panel" aria-labelledby="result-title" {
            h2 id="result-title" { (tried.map_or_else(|| "What happened".into(), capital)) }
            div id="since" tabindex="0" role="group" aria-label="What came of it" {
                @if left_out > 0 { p class="quiet" { a href={ (base) "/log" } { "Earlier: " (crate::words::count(left_out, "line")) " in the log" } } }
                ol {
                    @for told in &all {
                        @if let Some(phase) = told.phase { li class="part" { (phase) } }
                        (one(game, &base, told))
                    }
                }
            }
        }
    }
}

fn one(game: &str, base: &str, told: &Told<'_>) -> Markup {
    let weight = match told.line {
        Some(line) if !line.rank.is_line() => "chapter",
        Some(line) if line.headline.is_some() => "headline",
        _ => "",
    };
    html! {
        li class=(weight) {
            @if let Some(line) = told.line {
                (capital(&line.text))
                @if line.kind == "forced" { " " span class="quiet" { "(the only choice)" } }
                " " (rule_link(game, &line.rule))
            }
            @for roll in &told.dice {
                details class="dice" id={ "rs" (roll.n) } data-load=(event_at(base, roll.n)) {
                    summary { (capital(&roll.text)) " " span class="rule" { (roll.rule) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_desk::{NewGame, Until};

    #[test]
    fn every_event_stands_on_the_card_once_and_dice_under_what_came_of_them() {
        for shelf in hulldown_desk::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
            let policy = (shelf.policies)().last().unwrap().0;
            game.auto(policy, None, Until::End, Some(120)).unwrap();
            let events = game.log(0);
            let all = told(&events);
            let mut shown: Vec<usize> =
                all.iter().flat_map(|told| told.dice.iter().chain(&told.line)).map(|event| event.n).collect();
            shown.sort_unstable();
            assert_eq!(shown, events.iter().map(|event| event.n).collect::<Vec<_>>());
            assert!(all.iter().all(|told| told.line.is_none_or(|line| told.dice.iter().all(|roll| roll.n < line.n))));
        }
    }
}
