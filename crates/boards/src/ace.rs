//! American Tank Ace.

mod board;
mod calm;
mod career;
mod counters;
mod facts;
mod lists;
mod mat;
pub(crate) mod own;
pub(crate) mod ribbons;
mod rounds;
pub(crate) mod scenery;
mod seen;
pub(crate) mod silhouettes;

use crate::spots::Spots;
use crate::{Panel, Place, Renderer, Spot};
use board::Whose;
use maud::{Markup, html};
use seen::Seen;
use serde_json::Value;

/// Draws American Tank Ace.
pub(crate) struct AceBoards;

impl Renderer for AceBoards {
    fn game(&self) -> &'static str {
        "ace"
    }

    fn panels(&self, view: &Value, spots: &[Spot], base: &str) -> Vec<Panel> {
        let seen = Seen::read(view);
        let spots = Spots::new(spots, base);
        let fight = seen.in_fight();
        let mut board = if fight { board::battle(&seen, &seen.me, &spots, Whose::Mine) } else { calm::between(&seen) };
        let mat = mat::mat(&seen.me, &spots);
        let partner = seen.partner.as_ref().filter(|p| {
            fight && (!p.enemies.is_empty() || spots.has_any("partner-")) && seen.mode != "competitive_apart"
        });
        let partner = partner.map(|p| (Whose::Partner.title(p), board::battle(&seen, p, &spots, Whose::Partner)));
        // What nothing has drawn must still be in reach.
        board = html! { (board) (spots.rest()) };

        let title = if fight { "Battle Board" } else { "Situation" };
        let mut all = vec![
            panel("battle", title, Place::Board, board),
            panel("mat", &format!("Tank: {}", seen.me.tank_type), Place::Board, mat),
        ];
        if let Some((title, partner)) = partner {
            all.push(panel("partner", &title, Place::Board, partner));
        }
        if fight {
            all.push(panel("enemies", "Enemies", Place::Side, lists::enemies(&seen.me)));
        }
        all.push(panel("crew", "Crew", Place::Side, lists::crew(&seen.me)));
        all.push(panel("situation", "Situation", Place::Side, lists::situation(&seen)));
        all
    }

    fn career(&self, view: &Value) -> Vec<Panel> {
        career::panels(&Seen::read(view))
    }

    fn picture(&self) -> String {
        calm::library().into_string()
    }
}

fn panel(id: &'static str, title: &str, place: Place, html: Markup) -> Panel {
    Panel { id, title: title.into(), place, html: html.into_string() }
}
