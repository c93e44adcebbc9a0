//! Patton's Best.

mod board;
mod card;
mod counters;
mod lists;
mod map;
mod report;
mod seen;

use crate::ace::{own, scenery};
use crate::spots::Spots;
use crate::{Panel, Place, Renderer, Spot};
use maud::{Markup, html};
use seen::Seen;
use serde_json::Value;

/// Draws Patton's Best.
pub(crate) struct PattonBoards;

impl Renderer for PattonBoards {
    fn game(&self) -> &'static str {
        "patton"
    }

    fn panels(&self, view: &Value, spots: &[Spot], base: &str) -> Vec<Panel> {
        let seen = Seen::read(view);
        let spots = Spots::new(spots, base);
        let mut all = Vec::new();
        let needs_board =
            seen.in_battle || spots.has_any("sector:") || spots.has_any("zone:") || spots.has_any("unit:");
        let battle = needs_board.then(|| board::battle(&seen, &spots));
        let map = (seen.has_map() && (seen.on_map() || spots.has_any("area:") || battle.is_none()))
            .then(|| map::map(&seen, &spots));
        let calm = (battle.is_none() && map.is_none()).then(|| picture(720.0, 300.0));
        let card = card::card(&seen, &spots);
        // What nothing has drawn must still be in reach.
        let rest = spots.rest();
        // The board in use comes first.
        let on_map = seen.on_map() && !seen.in_battle;
        let mut boards = Vec::new();
        if let Some(battle) = battle {
            boards.push(("battle", "Battle Board", battle));
        }
        if let Some(map) = map {
            let at = if on_map { 0 } else { boards.len() };
            boards.insert(at, ("map", "Movement Board", map));
        }
        if let Some(calm) = calm {
            boards.push(("calm", "Situation", calm));
        }
        let mut rest = Some(rest);
        for (id, title, html) in boards {
            let more = rest.take();
            all.push(panel(id, title, Place::Board, html! { (html) @if let Some(more) = more { (more) } }));
        }
        let title = format!("Tank Card {}: {}", seen.tank.card, seen.tank.model);
        all.push(panel("card", &title, Place::Board, card));
        if seen.in_battle {
            all.push(panel("enemies", "Enemy units", Place::Side, lists::enemies(&seen)));
        }
        all.push(panel("crew", "Crew", Place::Side, lists::crew(&seen)));
        all.push(panel("day", "The day", Place::Side, lists::day(&seen)));
        all
    }

    fn career(&self, view: &Value) -> Vec<Panel> {
        report::panels(&Seen::read(view))
    }

    fn picture(&self) -> String {
        picture(480.0, 270.0).into_string()
    }
}

fn panel(id: &'static str, title: &str, place: Place, html: Markup) -> Panel {
    Panel { id, title: title.into(), place, html: html.into_string() }
}

/// Two Shermans before a village, the first with its name: the picture of the game.
fn picture(w: f32, h: f32) -> Markup {
    let (a, b) = (h * 0.56, h * 0.7);
    html! {
        svg class="hd-picture hd-calm" viewBox=(format!("0 0 {w} {h}")) role="img" aria-label="Two Sherman tanks on the road to a village" {
            rect class="hd-paper" width=(w) height=(h) rx="10" {}
            circle class="hd-sun" cx=(w * 0.16) cy=(h * 0.2) r="20" {}
            path class="hd-hill-3" d=(format!("M8 {a}Q{} {} {} {a}T{} {a}V{}H8Z", w * 0.25, a - 50.0, w * 0.5, w - 8.0, h - 8.0)) {}
            (scenery::strip("urban", w * 0.56, a + 2.0, w * 0.36, 5))
            path class="hd-hill-2" d=(format!("M8 {b}Q{} {} {} {b}T{} {b}V{}H8Z", w * 0.3, b - 30.0, w * 0.6, w - 8.0, h - 8.0)) {}
            (scenery::strip("woods", w * 0.04, b + 2.0, w * 0.2, 8))
            path class="hd-road" d=(format!("M8 {}Q{} {} {} {}", h - 24.0, w * 0.5, h - 40.0, w - 8.0, a + 8.0)) {}
            g transform=(format!("translate({} {}) scale(1.250)", w * 0.6, h * 0.5)) { (own::side("m4a3e8")) }
            g transform=(format!("translate({} {}) scale(2.300)", w * 0.16, h - 30.0 - 115.0)) { (own::side("m4a3_75w")) }
            (scenery::strip("", 20.0, h - 12.0, w - 40.0, 3))
        }
    }
}
