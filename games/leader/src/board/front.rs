//! The operational map: bands from our side to theirs, Battalions as cards in them, and what is planned against each.

use super::cards;
use super::depot;
use super::lists::{card_words, commander_words, damage};
use super::shapes;
use crate::View;
use crate::charts::{Note, effects_line};
use crate::forecast::{Forecast, TIMES};
use crate::ids::{BattalionId, PlannedId};
use crate::state::Stage;
use crate::talk::capital;
use crate::words::{Band, Level, Name, Support};
use hulldown_draw::Spots;
use maud::{Markup, html};

/// Points that fill the bar of a Battalion.
const MOST_POINTS: f32 = 45.0;

/// A Battalion in words, with what playing the planned battle out came to.
pub(super) fn battalion_words(view: &View<'_>, at: BattalionId) -> String {
    let planned = view.plan().position(|plan| plan.battalion == at);
    let forecast = planned.and_then(|plan| view.forecast(plan, TIMES));
    let card = card_of(view, at);
    forecast.map_or_else(|| card.clone(), |forecast| format!("{card}; {}", forecast.words()))
}

/// What is printed on its card, and how it stands.
fn card_of(view: &View<'_>, at: BattalionId) -> String {
    let (card, state) = (view.battalion_card(at), &view.battalions()[at]);
    let half = if state.half { ", at Half" } else { "" };
    let scored = if state.scored > 0 { format!(", {} of them scored", state.scored) } else { String::new() };
    let notes = notes(view, at);
    let notes = if notes.is_empty() { notes } else { format!(". {notes}") };
    let cost = cost_words(view, at).map_or_else(String::new, |cost| format!("; {cost}"));
    format!(
        "{} {}{half}: {} VP{scored}, about {} points ({}), Half at {}, Destroyed at {}{cost}{notes}",
        card.id,
        card.name,
        card.vp,
        points(view, at),
        units(view, at),
        card.half,
        card.destroyed
    )
}

/// The points a Battalion has on average: which tanks it has is drawn when it is met.
pub(super) fn points(view: &View<'_>, at: BattalionId) -> u16 {
    ((view.strength(at) + 50) / 100) as u16
}

pub(super) fn notes(view: &View<'_>, at: BattalionId) -> String {
    told(&view.battalion_card(at).notes, view.battalions()[at].half)
}

/// Notes, those of a Battalion at Half with whether they are still in force (R40).
pub(crate) fn told(notes: &[Note], half: bool) -> String {
    let told = |note: &Note| {
        let off = if half && !note.yellow { " (not in force at Half)" } else { "" };
        format!("{}: {}{off}", note.title, effects_line(&note.effects))
    };
    notes.iter().map(told).collect::<Vec<_>>().join(". ")
}

/// The counters it is met with, kind by kind; which tanks is drawn when it is met.
pub(super) fn units(view: &View<'_>, at: BattalionId) -> String {
    let kinds = view.met_with(at).map(|(kind, count)| format!("{count} {kind}"));
    kinds.collect::<Vec<_>>().join(", ")
}

/// What the Campaign and the Objective card say, so that nobody has to remember it.
pub(super) fn standing_notes(view: &View<'_>) -> Markup {
    let cards = [(&view.campaign().name, &view.campaign().notes), (&view.objective().name, &view.objective().notes)];
    html! {
        @for (name, notes) in cards.into_iter().filter(|(_, notes)| !notes.is_empty()) {
            p class="hd-l-print" { strong { (name) } ": " (told(notes, false)) "." }
        }
    }
}

/// What the evaluation still takes.
fn wanting(view: &View<'_>) -> String {
    let so_far = || view.objective().wanting(view.vp());
    view.result().map_or_else(so_far, |result| result.to_string())
}

/// The same for the next one alone: the scale has the rest.
fn next_wanting(view: &View<'_>) -> String {
    let all = wanting(view);
    all.split(", ").take(2).collect::<Vec<_>>().join(", ")
}

/// VP on the scale of the evaluations.
pub(super) fn scale(view: &View<'_>) -> Markup {
    let (bands, vp) = (&view.objective().bands, view.vp());
    let steps = [
        (0, "Failure"),
        (bands.poor, "Poor"),
        (bands.adequate, "Adequate"),
        (bands.good, "Good"),
        (bands.great, "Great"),
    ];
    // Every step is as wide as the next, so that each stands over its name; within one it goes by VP.
    let wide = 100.0 / steps.len() as f32;
    let reached = steps.iter().rposition(|(from, _)| vp >= *from).unwrap_or(0);
    let to = steps.get(reached + 1).map_or(bands.great + 4, |(from, _)| *from);
    let part = f32::from((vp - steps[reached].0).max(0)) / f32::from((to - steps[reached].0).max(1));
    let at = wide * (reached as f32 + part.min(1.0));
    html! {
        div class="hd-l-scale" role="img" aria-label=(format!("{vp} VP: {}", wanting(view))) {
            svg class="hd-l-vps" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                @for n in 0..steps.len() { rect class=(format!("hd-l-step hd-l-step-{n}")) x=(format!("{:.1}", wide * n as f32)) width=(format!("{wide:.1}")) height="10" {} }
                rect class="hd-l-left" y="3" width=(format!("{at:.1}")) height="4" {}
            }
            div class="hd-l-steps" aria-hidden="true" {
                @for (from, name) in steps { span { (name) " " (from) } }
            }
        }
    }
}

/// Where the campaign stands in time.
pub(crate) fn calendar(view: &View<'_>) -> String {
    let weeks = view.objective().weeks;
    match view.stage() {
        _ if view.week() == 0 => format!("{weeks} Weeks ahead"),
        Stage::Mend | Stage::Depot | Stage::Rest => format!("End of Week {} of {weeks}", view.week()),
        _ => format!("Week {} of {weeks}", view.week()),
    }
}

/// SO, VP, Trucks and Scouts in a line.
pub(super) fn standing(view: &View<'_>) -> String {
    let support = Support::ALL.map(|support| counted(view.support(support).into(), support.name()));
    format!("{} SO, {}, {} VP, {}", view.so(), support.join(", "), view.vp(), wanting(view))
}

/// The same with the next evaluation alone.
pub(super) fn short_standing(view: &View<'_>) -> String {
    let support = Support::ALL.map(|support| counted(view.support(support).into(), support.name()));
    format!("{} SO, {}, {} VP, {}", view.so(), support.join(", "), view.vp(), next_wanting(view))
}

/// The map: bands from our side to theirs, with the plan, and below it who can be sent. `wide` where it has the middle of the page; `says`
/// the table's address where a line can be said by a click.
pub(super) fn map(view: &View<'_>, spots: &Spots<'_>, wide: bool, says: Option<&str>) -> Markup {
    let in_band = |band: Band| {
        let here = move |at: &BattalionId| view.battalions()[*at].band == band && !view.battalions()[*at].destroyed;
        view.battalions().ids().filter(here)
    };
    let gone: Vec<String> = view
        .battalions()
        .ids()
        .filter(|at| view.battalions()[*at].destroyed)
        .map(|at| view.battalion_card(at).id.to_string())
        .collect();
    let planning = matches!(view.stage(), Stage::Plan | Stage::Assign);
    let asked = spots.has_any("unit:") || spots.has_any("commander:");
    html! {
        div class=(if wide { "hd-l-page hd-l-front hd-l-wide" } else { "hd-l-page hd-l-front" }) tabindex=[wide.then_some("0")] role="group" aria-label="Battalions by band" {
            div class="hd-l-head" {
                p id="hd-l-status" {
                    strong { (calendar(view)) } " · " strong { (view.so()) " SO" } " · "
                    (Support::ALL.map(|support| counted(view.support(support).into(), support.name())).join(", ")) " · "
                    strong { (view.vp()) " VP" } ", " (next_wanting(view))
                }
                (scale(view))
                (standing_notes(view))
                @if let Some(card) = view.condition().filter(|_| view.week() > 0) {
                    p id="hd-l-condition" class="hd-l-print" { "This Week: " strong { (card.title) } ", " (effects_line(&card.effects)) "." }
                }
                @if planning {
                    p id="hd-l-plan" {
                        strong class="hd-l-sum" { "The plan costs " (view.plan_cost()) " of " (view.so()) " SO." }
                        " Staying behind: " (behind(view)) "."
                        @if let Some(dues) = view.dues() { " At the end of the Week: " (dues) "." }
                    }
                }
            }
            @if wide && matches!(view.stage(), Stage::Mend | Stage::Depot) { (depot::depot(view, spots)) }
            @if wide && !planning && spots.has_any("commander:") { (takers(view, spots)) }
            @if wide && view.stage() == Stage::Rest {
                div class="hd-l-band" {
                    p { strong { "Commanders" } }
                    div class="hd-l-tiles hd-l-people" {
                        @for one in view.commanders().iter().filter(|one| !one.kia) { div class="hd-l-tile" { span class="hd-place" { (cards::commander(view, one, &html! {})) } } }
                    }
                }
            }
            @for band in Band::ALL {
                @let empty = in_band(band).next().is_none();
                div class=(if empty { "hd-l-band hd-l-empty" } else { "hd-l-band" }) {
                    p {
                        strong { (band) }
                        @let loss = view.map_loss(band);
                        @if loss > 0 { span class="hd-l-print" { "each costs us " (loss) " SO a Week" } }
                    }
                    @if empty { span class="hd-l-print" { "nobody" } } @else { div class="hd-l-tiles" { @for at in in_band(band) { (tile(view, at, spots, says.filter(|_| view.stage() == Stage::Plan))) } } }
                }
            }
            @if !gone.is_empty() { p class="hd-l-gone" { "Destroyed: " (gone.join(", ")) } }
            // Below, so that Battalions stay where they are; while one of them is asked for they are in sight.
            @if wide && planning {
                div class=(if asked { "hd-l-below hd-l-asked" } else { "hd-l-below" }) { (takers(view, spots)) (force(view, spots)) }
            }
        }
    }
}

/// The Units as chips: who goes where, who can be sent, who cannot.
fn force(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let charts = view.charts;
    html! {
        div class="hd-l-force" {
            p { strong { "The group" } @if spots.has_any("unit:") { span class="hd-l-print" { "point at who goes" } } }
            div class="hd-l-chips" {
                @for (at, unit) in view.units().each().filter(|(_, unit)| !unit.lost) {
                    @let card = unit.card(charts);
                    @let hurt = damage(view, at);
                    @let sent = unit.sent.and_then(|plan| view.plan().get(plan));
                    @let under = unit.under.and_then(|at| view.commanders().get(at));
                    @let inner = html! {
                        svg class="hd-l-shape" viewBox="0 0 100 50" aria-hidden="true" { (shapes::own(card)) }
                        span class="hd-l-chip" {
                            strong { (card.number) }
                            @match (sent, under) {
                                (Some(plan), under) => {
                                    span class="hd-l-sent" { "to " (view.battalion_card(plan.battalion).id) @if let Some(under) = under { ", " (under.name) } }
                                },
                                _ if unit.is_stuck() => { span class="hd-l-harm" { "must be repaired" } },
                                _ if !hurt.is_empty() => { span class="hd-l-harm" { (hurt) } },
                                _ => { span class="hd-l-print" { (card.r#type) } },
                            }
                        }
                    };
                    span class=(if sent.is_some() { "hd-l-one hd-l-held" } else { "hd-l-one" }) { (spots.place(&format!("unit:{}", card.number), &card_words(card), &inner)) }
                }
            }
        }
    }
}

/// Commanders who can be chosen now: newcomers at the level they would have, or those of the group.
fn takers(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let level = match view.stage() {
        Stage::Command => view.campaign().level_after(view.commanders().len()),
        _ => Level::Recruit,
    };
    html! {
        @if spots.has_any("commander:") {
            @for (branch, names) in cards::by_branch(view) {
                @let open: Vec<Name> = names.into_iter().filter(|name| spots.has(&format!("commander:{}", name.id()))).collect();
                @if !open.is_empty() {
                    div class="hd-l-band" {
                        p { strong { (branch) } }
                        div class="hd-l-tiles hd-l-people" {
                            @for name in open {
                                @let id = format!("commander:{}", name.id());
                                div class="hd-l-tile" {
                                    @match view.commander_of(name) {
                                        Some(at) => { (spots.place(&id, &commander_words(&view.commanders()[at], view), &cards::commander(view, &view.commanders()[at], &html! {}))) },
                                        None => { (spots.place(&id, "", &cards::newcomer(view, name, level))) },
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn tile(view: &View<'_>, at: BattalionId, spots: &Spots<'_>, says: Option<&str>) -> Markup {
    let (card, state) = (view.battalion_card(at), &view.battalions()[at]);
    let planned = view.plan().position(|plan| plan.battalion == at);
    let wide = |points: f32| format!("{:.1}", 100.0 * (points / MOST_POINTS).min(1.0));
    let inner = html! {
        span class="hd-l-top" { strong { (card.id) } span { (card.name) } span class="hd-l-vp" { (view.vp_left(at)) " VP" } }
        svg class="hd-l-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect class="hd-l-left" width=(wide(view.strength(at) as f32 / 100.0)) height="6" {}
            @for mark in [card.half, card.destroyed] { rect class="hd-l-mark" x=(wide(f32::from(mark))) width="0.800" height="6" {} }
        }
        span class="hd-l-print hd-l-figures" {
            "about " (points(view, at)) " points, Half at " (card.half) ", Destroyed at " (card.destroyed) @if state.half { strong { ", at Half now" } }
        }
        span class="hd-l-print" { (units(view, at)) }
        @if let Some(cost) = cost_words(view, at) { span class="hd-l-print" { (capital(&cost)) "." } }
        @let notes = notes(view, at);
        @if !notes.is_empty() { span class="hd-l-print" { (notes) } }
        @if let Some(plan) = planned {
            span class="hd-l-sent" { "attacked by " (attackers(view, plan)) }
            @if let Some(forecast) = view.forecast(plan, TIMES) { (outlook(&forecast)) }
        }
    };
    let class = if planned.is_some() { "hd-l-tile hd-l-planned" } else { "hd-l-tile" };
    html! {
        div id={ "tile-" (card.id) } class=(class) {
            (spots.place(&format!("battalion:{}", card.id), &card_of(view, at), &inner))
            @if let Some((plan, base)) = planned.zip(says) { (changes(view, plan, base)) }
        }
    }
}

/// Who can be taken off a planned attack or sent along, one by one, while the rest of the plan stands.
fn changes(view: &View<'_>, plan: PlannedId, base: &str) -> Markup {
    let id = view.battalion_card(view.plan()[plan].battalion).id;
    let link = |sign: char, what: &str, aloud: &str| {
        let line = format!("plan {id}: {sign}{what}");
        let coded = line.replace('+', "%2B").replace(' ', "+");
        html! { a class="say hd-chip" data-say=(line) href={ (base) "?say=" (coded) } aria-label={ (aloud) " " (what) } { (if sign == '+' { "+" } else { "−" }) (what) } " " }
    };
    let number = |unit: &crate::state::Unit| unit.card(view.charts).number.to_string();
    let sent: Vec<String> = view.units().iter().filter(|unit| unit.sent == Some(plan)).map(number).collect();
    let led = view.led_types();
    let free = view.units().ids().filter(|at| view.against_sending(*at, led).is_none());
    let spare = Support::ALL.into_iter().filter(|support| {
        let deep = view.battalions()[view.plan()[plan].battalion].band.is_deep();
        view.spare(*support) > 0 && (deep || *support == Support::Scout)
    });
    let planned = &view.plan()[plan];
    let assigned = [(Support::Truck, planned.trucks), (Support::Scout, planned.scouts)];
    let assigned = assigned.into_iter().filter(|(_, n)| *n > 0).map(|(support, _)| support);
    let off = format!("take off the attack on {id}:");
    let along = format!("send along against {id}:");
    html! {
        div class="hd-l-changes" {
            @if sent.len() > 1 { @for number in &sent { (link('-', number, &off)) } }
            @for support in assigned { (link('-', support.id(), &off)) }
            @for at in free { (link('+', &number(&view.units()[at]), &along)) }
            @for support in spare { (link('+', support.id(), &along)) }
        }
    }
}

/// What an attack on a Battalion costs, with the Trucks that are assigned to it; none where it costs nothing.
fn cost_words(view: &View<'_>, at: BattalionId) -> Option<String> {
    let cost = view.attack_cost(at, 0);
    if cost == 0 {
        return None;
    }
    let trucks = view.plan().iter().find(|plan| plan.battalion == at).map_or(0, |plan| plan.trucks);
    let with = match trucks {
        0 => String::new(),
        n => format!(", {} with {}", view.attack_cost(at, n), counted(n.into(), Support::Truck.name())),
    };
    Some(format!("an attack costs {cost} SO{with}"))
}

/// What playing a planned battle out came to, as a bar with its uncertainty.
fn outlook(forecast: &Forecast) -> Markup {
    let [found, low, high] = forecast.chance();
    html! {
        svg class="hd-l-bar hd-l-odds" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect class="hd-l-win" width=(found) height="6" {}
            rect class="hd-l-doubt" x=(low) y="2" width=((high - low).max(1)) height="2" {}
        }
        span class="hd-l-print" { (forecast.words()) }
    }
}

/// `1 Truck`, `2 Scouts`.
pub(super) fn counted(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

pub(super) fn attackers(view: &View<'_>, plan: PlannedId) -> String {
    let charts = view.charts;
    let sent = view.units().iter().filter(|unit| unit.sent == Some(plan));
    let mut names: Vec<String> = sent.map(|unit| unit.card(charts).number.to_string()).collect();
    let planned = &view.plan()[plan];
    for (n, support) in [(planned.trucks, Support::Truck), (planned.scouts, Support::Scout)] {
        if n > 0 {
            names.push(counted(n.into(), support.name()));
        }
    }
    if names.is_empty() { "nobody yet".into() } else { names.join(", ") }
}

/// The plan in short, where it is to be carried out.
pub(crate) fn planned(view: &View<'_>) -> String {
    let battle =
        |plan| format!("{} with {}", view.battalion_card(view.plan()[plan].battalion).id, attackers(view, plan));
    let battles: Vec<String> = view.plan().ids().map(battle).collect();
    match battles.is_empty() {
        true => "everybody is on leave".into(),
        false => format!(
            "{}; {} of {} SO; staying behind: {}",
            battles.join("; "),
            view.plan_cost(),
            view.so(),
            behind(view)
        ),
    }
}

pub(super) fn behind(view: &View<'_>) -> String {
    let charts = view.charts;
    let left = view.units().iter().filter(|unit| unit.sent.is_none() && !unit.lost);
    let names: Vec<String> = left.map(|unit| unit.card(charts).number.to_string()).collect();
    if names.is_empty() { "nobody".into() } else { names.join(", ") }
}
