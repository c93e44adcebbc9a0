//! Repair and replace: what is damaged and who is wounded as cards, with what it costs to mend and what becomes of it if one does not; and
//! what a better Unit is better at.

use super::cards;
use super::lists::{card_words, commander_words, dash};
use super::shop::on_the_map;
use crate::View;
use crate::charts::UnitCard;
use crate::ids::UnitId;
use crate::state::Nerve;
use crate::words::Lasting;
use hulldown_draw::Spots;
use maud::{Markup, html};
use std::cmp::Reverse;

/// The damaged and the wounded, each with his price; and, while Units are turned in, what each is worth.
pub(super) fn depot(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let whole = |at: &UnitId| !view.units()[*at].is_damaged();
    let here = || view.units().ids().filter(|at| !view.units()[*at].lost);
    let (heal, damaged) = (view.charts.numbers.cost.heal, here().any(|at| !whole(&at)));
    let trouble: Vec<_> =
        view.commanders().iter().filter(|one| one.wounded || one.nerve(view.charts) == Nerve::Unfit).collect();
    // Whole Units are shown while they can be turned in.
    let given: Vec<UnitId> = here().filter(whole).filter(|at| spots.has(&spot(view, *at))).collect();
    html! {
        @if damaged {
            div class="hd-l-band" {
                p { strong { "Damaged" } span class="hd-l-print" { "each counter is repaired by itself" } }
                div class="hd-l-tiles hd-l-people" { @for at in here().filter(|at| !whole(at)) { (hurt(view, at, spots)) } }
            }
        }
        @if !trouble.is_empty() {
            div class="hd-l-band" {
                p { strong { "Not fit" } span class="hd-l-print" { "a Commander who is replaced is gone for good" } }
                div class="hd-l-tiles hd-l-people" {
                    @for one in trouble {
                        @let says = html! {
                            div class="hd-l-print" {
                                @if one.wounded { "He stays behind until he is healed: " strong { (heal) " SO" } ". " }
                                @else { "Unfit: leave takes Stress off. " }
                                "Or a Recruit takes his place."
                            }
                        };
                        @let id = format!("commander:{}", one.name.id());
                        div class="hd-l-tile" { (spots.place(&id, &commander_words(one, view), &cards::commander(view, one, &says))) }
                    }
                }
            }
        }
        @if let Some(strained) = strained(view) { p class="hd-l-print" { (strained) } }
        @if !damaged && view.commanders().iter().all(|one| !one.wounded) { p class="hd-l-print" { "Nothing is damaged and nobody is wounded." } }
        @if !given.is_empty() {
            div class="hd-l-band" {
                p { strong { "To be turned in" } span class="hd-l-print" { "what they cost counts toward a dearer Unit" } }
                div class="hd-l-tiles hd-l-people" {
                    @for at in given {
                        @let card = view.units()[at].card(view.charts);
                        @let says = html! { div class="hd-l-print" { "worth " strong { (card.so) " SO" } @if let Some(next) = next(view, card) { ". " (next) } } };
                        div class="hd-l-tile" { (spots.place(&spot(view, at), &card_words(card), &cards::unit(view, at, &says))) }
                    }
                }
            }
        }
    }
}

/// Who is under Stress, the worst first, and what would take some of it off all.
fn strained(view: &View<'_>) -> Option<String> {
    let mut under: Vec<_> = view.commanders().iter().filter(|one| !one.kia && one.stress > 0).collect();
    under.sort_by_key(|one| Reverse((one.nerve(view.charts), one.stress)));
    let told = under.iter().map(|one| match one.nerve(view.charts) {
        Nerve::Okay => format!("{} {}", one.name, one.stress),
        Nerve::Shaken => format!("{} {} (Shaken)", one.name, one.stress),
        Nerve::Unfit => format!("{} {} (Unfit)", one.name, one.stress),
    });
    let (told, rest) = (told.collect::<Vec<_>>().join(", "), view.charts.numbers.stress.rest);
    (!told.is_empty())
        .then(|| format!("Stress: {told}. Priority R&R takes {rest} off everybody for {} SO.", view.rest_cost()))
}

fn spot(view: &View<'_>, at: UnitId) -> String {
    format!("unit:{}", view.units()[at].card(view.charts).number)
}

/// A damaged Unit: each counter with what it does and what its repair costs.
fn hurt(view: &View<'_>, at: UnitId, spots: &Spots<'_>) -> Markup {
    let unit = &view.units()[at];
    let says = html! {
        @for lasting in Lasting::ALL.into_iter().filter(|lasting| unit.has(*lasting) > 0) {
            div class="hd-l-print" { strong { (lasting) } ": " (lasting.does()) "; " strong { (view.repair_cost(lasting)) " SO" } }
        }
    };
    html! { div class="hd-l-tile" { (spots.place(&spot(view, at), &card_words(unit.card(view.charts)), &cards::unit(view, at, &says))) } }
}

/// The cheapest card that is the same kind of Unit and better, with what it would cost more and what gets better.
pub(crate) fn next(view: &View<'_>, card: &UnitCard) -> Option<String> {
    let charts = view.charts;
    let open = view.market().open(charts);
    let better = |at: &crate::ids::CardId| {
        let other = &charts.units[*at];
        let hits = on_the_map(view, card).zip(on_the_map(view, other)).is_none_or(|(now, then)| then >= now);
        let dearer = view.price(*at) - i16::from(card.so);
        other.role == card.role && other.so > card.so && other.name != card.name && dearer <= view.so() && hits
    };
    let at = open.each().filter(better).min_by_key(|at| charts.units[*at].so)?;
    let (other, more) = (&charts.units[at], (view.price(at) - i16::from(card.so)).max(0));
    Some(format!("{more} SO more: {} {}, {}", other.number, other.name, gains(view, card, other)))
}

/// What changes from one card to another: figures before and after, and the chance to Destroy a counter on the map.
pub(super) fn gains(view: &View<'_>, from: &UnitCard, to: &UnitCard) -> String {
    let range = |card: &UnitCard| format!("{}-{}", card.range[0], card.range[1]);
    let figures = [
        ("Speed", from.speed.to_string(), to.speed.to_string()),
        ("AP", dash(from.ap), dash(to.ap)),
        ("HE", dash(from.he), dash(to.he)),
        ("range", range(from), range(to)),
        ("Defense", from.defense.to_string(), to.defense.to_string()),
    ];
    let changed = figures.into_iter().filter(|(_, before, after)| before != after);
    let mut changed: Vec<String> = changed.map(|(what, before, after)| format!("{what} {before} → {after}")).collect();
    if let (Some(before), Some(after)) = (on_the_map(view, from), on_the_map(view, to)) {
        changed.push(format!("Destroys a counter on the map {before}% → {after}%"));
    }
    changed.join(", ")
}
