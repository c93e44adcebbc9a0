//! Tank!

mod aim;
mod beats;
mod board;
mod counters;
mod ground;
mod lists;
mod place;
mod plots;
mod rebuild;

use crate::spots::Spots;
use crate::{Beat, Heard, Look, Panel, Place, Renderer, Spot};
use aim::Aim;
use hulldown_core::game::Game;
use hulldown_core::hex::{Hex, HexId};
use hulldown_tank::charts::Charts;
use hulldown_tank::map::Layout;
use hulldown_tank::state::{Plot, Stage};
use hulldown_tank::words::{Force, Mode, Task};
use hulldown_tank::{Tank, View};
use maud::{Markup, PreEscaped, html};
use rebuild::Rebuilt;
use serde_json::Value;

/// Draws Tank! with the charts a game is played with: figures, and even the map, may be a pack's.
pub(crate) struct TankBoards {
    /// None for the shipped ones.
    pub(crate) charts: Option<&'static Charts>,
}

impl TankBoards {
    fn read(&self, view: &Value) -> Option<Rebuilt> {
        Rebuilt::read(self.charts.unwrap_or_else(Tank::data), view)
    }
}

impl Renderer for TankBoards {
    fn game(&self) -> &'static str {
        "tank"
    }

    fn panels(&self, view: &Value, spots: &[Spot], base: &str) -> Vec<Panel> {
        self.look(view, spots, base, &Look::default())
    }

    fn look(&self, view: &Value, spots: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel> {
        match self.read(view) {
            Some(rebuilt) => panels(&rebuilt.view(), spots, base, look),
            None => {
                let spots = Spots::new(spots, base);
                let html = html! { p { "This situation cannot be drawn." } (spots.rest()) };
                vec![panel("map", "Map", Place::Board, html)]
            }
        }
    }

    fn career(&self, view: &Value) -> Vec<Panel> {
        let Some(rebuilt) = self.read(view) else { return Vec::new() };
        let view = rebuilt.view();
        let symbols = html! { svg class="tk-hide" aria-hidden="true" { defs { (counters::symbols()) } } };
        let standing = html! { (symbols) (lists::situation(&view)) };
        vec![
            panel("standing", "How it stands", Place::Career, standing),
            panel("weapons", "Weapons", Place::Career, lists::weapons(&view)),
        ]
    }

    fn picture(&self) -> String {
        picture().into_string()
    }

    fn beats(&self, before: &Value, heard: &[Heard<'_>]) -> Vec<Beat> {
        self.read(before).map_or_else(Vec::new, |rebuilt| beats::beats(&rebuilt.view(), heard))
    }

    fn near(&self, view: &Value, place: &str) -> Vec<String> {
        let Some(rebuilt) = self.read(view) else { return Vec::new() };
        let view = rebuilt.view();
        hex_of(&view, place).map_or_else(Vec::new, |hex| lists::near(&view, hex))
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

fn panels(view: &View<'_>, given: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel> {
    let spots = Spots::new(given, base);
    let board = board::map(view, &spots, given, look, base);
    let map = html! { (board.html) (spots.rest()) };
    let title = match view.stage() {
        Stage::Arrange => "Map".to_string(),
        _ => format!("Map, Game-Turn {}", view.turn()),
    };
    let mut all = vec![
        panel("map", &title, Place::Board, map),
        panel("overview", "Overview", Place::Side, board::overview(view, &board, look, base)),
        panel("situation", "Situation", Place::Side, lists::situation(view)),
        panel("units", &format!("{}: our units", view.force()), Place::Side, lists::own(view, look.about)),
        panel("enemies", &format!("{} on the map", view.force().enemy()), Place::Side, lists::enemies(view)),
    ];
    if let Some(hex) = look.about.and_then(|about| hex_of(view, about)) {
        let lines = html! { ul class="tk-near" { @for line in lists::near(view, hex) { li { (line) } } } };
        let near = html! { details class="hd-details" id="tk-near" { summary { "Ground and units about " (view.ground().name(hex)) } (lines) } };
        all.push(panel("near", &format!("About {}", view.ground().name(hex)), Place::Side, near));
    }
    let marks = html! {
        details class="hd-details" id="tk-weapons" { summary { "Weapons in this scenario" } (lists::weapons(view)) }
        details class="hd-details" id="tk-legend" { summary { "What the marks mean" } (lists::legend(view)) }
    };
    all.push(panel("marks", "Charts and marks", Place::Side, marks));
    all
}

fn panel(id: &'static str, title: &str, place: Place, html: Markup) -> Panel {
    Panel { id, title: title.into(), place, html: html.into_string() }
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
        place::add_hex(&mut grid, place::centre(ground, *hex));
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
    let at = place::middle;
    let mut plots = plots::Drawn::default();
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
