//! Side panels: the same things as words and tables.

use super::counters::{aim_icon, icon, legend, looks, morale};
use super::mat::{hurt, skill};
use super::{Target, fight_name, state, target};
use crate::View;
use crate::state::End;
use crate::view::{SeenCommander, SeenUnit};
use crate::words::{Area, Class};
use hulldown_draw::{Spots, capital};
use maud::{Markup, html};

/// The enemies as a table.
pub(super) fn enemies(view: &View<'_>, man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let units: Vec<_> = man.enemies().map(|unit| (target(view, man, &unit), unit)).collect();
    spots.element("enemy-list", [], (&units, man.field().grade), || {
        html! { div id="enemy-list" { (draw_enemies(view, man, spots)) } }
    })
}

fn draw_enemies(view: &View<'_>, man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let marks = || {
        html! { details class="hd-details" id="enemy-marks" { summary { "Marks on the counters" } (legend()) } }
    };
    html! {
        @if man.enemies().next().is_none() {
            p class="hd-small" { "No enemy on the board." }
        } @else {
            table class="hd-table" {
                thead { tr { th scope="col" { "Unit" } th scope="col" { "Area" } th scope="col" { "Gun" } th scope="col" { "Armor" } } }
                tbody { @for unit in man.enemies() { (enemy(view, man, &unit, spots)) } }
            }
            (spots.element("enemy-marks", [], (), marks))
        }
    }
}

fn enemy(view: &View<'_>, man: SeenCommander<'_>, unit: &SeenUnit<'_>, spots: &Spots<'_>) -> Markup {
    let (e, target) = (unit.unit, target(view, man, unit));
    let id = format!("row-{}", e.id.0);
    let named = || {
        html! { span class="hd-row-unit" id=(id) { (icon(man, unit)) span { (e.id.0) ". " (unit.name) } } }
    };
    let (state, you) = (state(unit, &target).join(", "), target == Target::You);
    html! {
        tr class=(if you { "hd-row-aimed" } else { "hd-row" }) {
            th scope="row" {
                (spots.element(&id, [], (looks(man, unit), &unit.name), named))
                @if !state.is_empty() { span class="hd-row-state" { @if you { (aim_icon(&format!("aim-{}", e.id.0))) } (state) } }
            }
            td { (e.area.id()) }
            td { @match unit.pen { Some(pen) => { (pen) (at_range(unit, pen)) }, None => (if unit.mg || e.class == Class::Inf { "MG" } else { "\u{2013}" }) } }
            td {
                @if let Some([t, h, s]) = unit.armor { (t) "/" (h) "/" (s) }
                @else if e.class == Class::Inf { "ML " (morale(man, unit)) }
                @else { "\u{2013}" }
            }
        }
    }
}

/// What the range makes of a gun, where it makes a difference.
fn at_range(unit: &SeenUnit<'_>, printed: i8) -> Markup {
    let there = unit.pen_at_range.filter(|there| *there != printed);
    html! { @if let Some(there) = there { span class="hd-small hd-block" { (there) " at this range" } } }
}

/// The crew as a list.
pub(super) fn crew(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    spots.element("crew-list", [], man.crew(), || draw_crew(man))
}

fn draw_crew(man: SeenCommander<'_>) -> Markup {
    html! {
        ul id="crew-list" class="hd-crew" {
            @for c in man.crew() {
                li {
                    span class="hd-key" { (capital(c.name)) }
                    span class="hd-small" {
                        @match c.open { Some(true) => " hatch open", Some(false) => " buttoned up", None => "" }
                        @if c.substitute { ", substitute" }
                    }
                    @if let Some(hurt) = hurt(&c) { " " strong class="hd-bad" { "\u{271a} " (hurt) } }
                    @if !c.skills.is_empty() {
                        ul class="hd-skills" { @for held in &c.skills { (skill(held)) } }
                    }
                }
            }
        }
    }
}

/// Date, mission, ground and events.
pub(super) fn situation(view: &View<'_>) -> Markup {
    let (field, charts, board) = (view.field(), view.data(), &view.me().board);
    let mut rows: Vec<(&str, String)> = vec![
        ("Date", view.month().name().into()),
        ("Mission", format!("{} of {}", view.line(), charts.month_lines[view.month().index()])),
    ];
    if view.shows_battle() {
        rows.push(("Fight", fight_name(view)));
        rows.push(("Round", field.round.to_string()));
        rows.push(("Ground", capital(field.terrain.name())));
        rows.push(("Weather", capital(field.weather.name())));
        rows.push(("Range", capital(board.range.name())));
        let grade = &charts.grades[field.grade.index()].name;
        rows.push(("Infantry", if field.dug_in { format!("{grade}, dug in") } else { grade.clone() }));
        let smoke: Vec<String> = Area::ALL
            .into_iter()
            .zip(board.smoke)
            .filter(|(_, level)| *level > 0)
            .map(|(area, level)| format!("{level} in {}", area.id()))
            .chain((board.own_smoke > 0).then(|| format!("{} around you", board.own_smoke)))
            .collect();
        if !smoke.is_empty() {
            rows.push(("Smoke", smoke.join(", ")));
        }
    }
    let event = field.event.and_then(|number| charts.major_events.iter().find(|event| event.number == number));
    if let Some(event) = event {
        rows.push(("Major Event", event.name.clone()));
    }
    let active: Vec<&str> = view.active_events().collect();
    if !active.is_empty() {
        rows.push(("Active events", active.join(", ")));
    }
    if let Some(end) = board.end {
        let words = match end {
            End::Won => "the Germans are gone",
            End::Withdrawn => "you left the field",
            End::TankLost => "your tank is lost",
        };
        rows.push(("Outcome", words.into()));
    }
    html! {
        dl class="hd-facts" { @for (key, value) in rows { div { dt { (key) } dd { (value) } } } }
    }
}
