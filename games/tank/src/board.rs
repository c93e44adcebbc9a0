//! Tank! drawn: the map with counters and plots, lists beside it, and a turn to be watched.

mod aim;
mod bears;
mod beats;
mod counters;
mod frame;
mod ground;
mod lists;
mod map;
mod plots;
mod text;

use crate::map::Layout;
use crate::state::{Plot, Stage};
use crate::words::{Force, Mode, Task};
use crate::{Tank, View};
use aim::Aim;
pub(crate) use bears::{bears, instead, safest_facing};
pub(crate) use frame::center;
use hulldown_core::game::Game;
use hulldown_core::hex::{Hex, HexId};
use hulldown_draw::{Beat, Drawn, HeardEvent, Look, Panel, Question, Region, Room, Sketch, Spot, Spots};
use maud::{Markup, PreEscaped, html};

impl Drawn for Tank {
    const CSS: &'static str = include_str!("board/board.css");
    const WATCHED: bool = true;

    fn panels(view: &View<'_>, given: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel> {
        let spots = Spots::new(given, base);
        let board = map::map(view, &spots, given, look, base);
        let map = html! { (board.html) (spots.rest()) };
        let title = match view.stage() {
            Stage::Arrange => "Map".to_string(),
            _ => format!("Map, Game-Turn {}", view.turn()),
        };
        let side = |id, title: &str, html| Panel::new(id, title, Region::Side, html);
        let mut all = vec![
            Panel::new("map", title, Region::Board, map),
            side("units", &format!("{}: our units", view.force()), lists::own(view, look.about)),
            side("enemies", &format!("{} on the map", view.force().enemy()), lists::enemies(view)),
            side("overview", "Overview", map::overview(view, &board, look, base)),
            side("situation", "Situation", lists::situation(view)),
        ];
        if let Some(hex) = look.about.and_then(|about| hex_of(view, about)) {
            let name = view.ground().name(hex);
            let lines = html! { ul class="tk-near" { @for line in lists::near(view, hex) { li { (line) } } } };
            let near = html! { details class="hd-details" id="tk-near" { summary { "Ground and units about " (name) } (lines) } };
            all.push(side("near", &format!("About {name}"), near));
        }
        let marks = html! {
            details class="hd-details" id="tk-weapons" { summary { "Weapons in this scenario" } (lists::weapons(view)) }
            details class="hd-details" id="tk-legend" { summary { "What the marks mean" } (lists::legend(view)) }
        };
        all.push(side("marks", "Charts and marks", marks));
        all
    }

    fn sketch(view: &View<'_>, spots: &[Spot], look: &Look<'_>, room: Room) -> Option<Sketch> {
        Some(text::sketch(view, spots, look, room))
    }

    fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
        text::answer(view, question)
    }

    fn career(view: &View<'_>) -> Vec<Panel> {
        let symbols = html! { svg class="tk-hide" aria-hidden="true" { defs { (counters::symbols()) } } };
        let standing = html! { (symbols) (lists::situation(view)) };
        vec![
            Panel::new("standing", "How it stands", Region::Career, standing),
            Panel::new("weapons", "Weapons", Region::Career, lists::weapons(view)),
        ]
    }

    fn beats(before: &View<'_>, heard: &[HeardEvent<'_, Tank>]) -> Vec<Beat> {
        beats::beats(before, heard)
    }

    fn picture() -> Option<Markup> {
        Some(picture())
    }
}

/// The hex a place is: `hex:3704`, a hex's name, or where `unit:alpha:J` stands.
fn hex_of(view: &View<'_>, place: &str) -> Option<HexId> {
    if let Some(number) = place.strip_prefix("hex:") {
        return view.ground().id(number.parse::<Hex>().ok()?);
    }
    match Aim::of(*view, place) {
        Some(aim) => aim.unit.hex(),
        None => view.ground().find(place).ok(),
    }
}

/// A part of the map with a few counters, for the library.
fn picture() -> Markup {
    let ground = Tank::data().ground(Layout::ONE);
    let in_picture = |id: &HexId| {
        let hex = ground.hex(*id);
        (16..=28).contains(&hex.col) && (11..=20).contains(&hex.row)
    };
    let hexes: Vec<HexId> = ground.grid().ids().filter(in_picture).collect();
    let mut grid = String::new();
    for hex in &hexes {
        frame::add_hex(&mut grid, frame::center(ground, *hex));
    }
    // Without letters: nobody reads them in a picture so small.
    let card = |force: Force, shape: &str, (x, y): (i32, i32), turned: i32| {
        html! {
            g class={ "tk-unit tk-" (force.id()) } transform={ "translate(" (x) " " (y) ")" } {
                use href={ "#tk-card-" (force.id()) } class="tk-card" {}
                use href={ "#" (shape) } {}
                path class="tk-face" transform={ "rotate(" (turned) ")" } d="M0-23l6.5 7.5h-13z" {}
            }
        }
    };
    let at = frame::middle;
    let mut plots = plots::Lines::default();
    let steps = "BCB".parse().unwrap_or_default();
    let way = Plot { task: Some(Task::Mv), steps, ..Plot::default() };
    plots.plot(ground, Force::Alpha, &way, ground.id(Hex::new(20, 15)), None, None);
    plots.direct(Force::Bravo, at(25, 18), at(22, 17));
    html! {
        svg class="hd-picture hd-board tk-map" viewBox="622 520 440 264" role="img" aria-label="A ridge on the map, tanks on both sides of it" {
            defs { (PreEscaped(ground::symbols())) (counters::symbols()) }
            path class="tk-field" d=(grid) {}
            (PreEscaped(ground::land(ground, Mode::Closed, &hexes)))
            path class="tk-grid" d=(grid) {}
            (PreEscaped(ground::sides(ground, Mode::Closed, &hexes)))
            (PreEscaped(&plots.under))
            (card(Force::Alpha, "tk-tank", at(20, 15), 60))
            (card(Force::Alpha, "tk-tank", at(22, 17), 120))
            (card(Force::Bravo, "tk-casemate", at(25, 18), 300))
            (card(Force::Bravo, "tk-gun", at(27, 16), 240))
            (PreEscaped(&plots.over))
        }
    }
}
