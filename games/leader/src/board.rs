//! Sherman Leader drawn: the battlefield of six tiles, the operational map with its bands, the cards of the group, and what is for sale.

mod answers;
mod beats;
mod campaign;
mod cards;
mod counters;
mod depot;
mod field;
mod front;
mod ground;
mod lists;
mod pile;
mod shapes;
mod shop;
mod sight;
mod sketch;

pub(crate) use depot::next as next_better;
pub(crate) use front::{calendar, planned, told};

use crate::View;
use crate::state::{Leader, Stage};
use hulldown_draw::scenery::Growth;
use hulldown_draw::{
    Beat, Drawn, HeardEvent, Look, Panel, Question, Region, Room, Sketch, Spot, Spots, scenery, sherman,
};
use maud::{Markup, html};

impl Drawn for Leader {
    const CSS: &'static str = include_str!("board/board.css");
    const WATCHED: bool = true;

    fn panels(view: &View<'_>, spots: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel> {
        let spots = Spots::new(spots, base);
        let fight = view.in_battle();
        let mut panels = Vec::new();
        if fight {
            panels.push(Panel::new("field", field::heading(view), Region::Board, field::field(view, &spots, look)));
        }
        let shop = spots.has_any("card:");
        if shop {
            panels.push(Panel::new("shop", "Units to be had", Region::Board, shop::shop(view, &spots, base, look)));
        }
        let map = front::map(view, &spots, !fight && !shop, look.says.then_some(base));
        let group = lists::group(view, &spots);
        // What nothing has drawn must still be in reach.
        let rest = spots.rest();
        let map = Panel::new(
            "map",
            match view.stage() {
                Stage::Plan | Stage::Assign => "The plan of the Week",
                Stage::Command => "Commanders to be had",
                Stage::Mend | Stage::Depot => "Repair and replace",
                Stage::Rest => "Before the next Week",
                _ => "Operational map",
            },
            if fight || shop { Region::Side } else { Region::Board },
            map,
        );
        let group = Panel::new("group", "The group", Region::Side, group);
        // Who fights looks at both sides, who buys at what there is already, who plans at the map.
        if fight {
            panels.push(group);
            panels.push(Panel::new("enemies", "The enemy", Region::Side, lists::enemies(view)));
            panels.push(map);
        } else {
            panels.extend(if shop { [group, map] } else { [map, group] });
        }
        panels[0].html.push_str(&rest.into_string());
        panels
    }

    fn sketch(view: &View<'_>, spots: &[Spot], _: &Look<'_>, room: Room) -> Option<Sketch> {
        if view.in_battle() {
            return Some(sketch::sketch(view, spots, room));
        }
        // Where Units are bought lists say it all.
        let planned = !matches!(view.stage(), Stage::Draw | Stage::Buy | Stage::Command | Stage::Equip | Stage::Over);
        (planned && !view.battalions().is_empty()).then(|| sketch::map(view, spots, room))
    }

    fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
        answers::answer(view, question)
    }

    fn told(view: &View<'_>, heard: &[HeardEvent<'_, Leader>]) -> Vec<Panel> {
        let history = campaign::History::of(view, heard);
        vec![
            Panel::new("weeks", "The campaign, Week by Week", Region::Career, history.weeks(view)),
            Panel::new("record", "Commanders", Region::Career, history.commanders(view)),
            Panel::new("force", "Units", Region::Career, campaign::units(view)),
        ]
    }

    fn beats(before: &View<'_>, heard: &[HeardEvent<'_, Leader>]) -> Vec<Beat> {
        beats::beats(before, heard)
    }

    fn picture() -> Option<Markup> {
        let (w, h) = (480.0, 270.0);
        Some(html! {
            svg class="hd-picture" viewBox=(format!("0 0 {w} {h}")) role="img" aria-label="A Sherman before woods, a column passing" {
                rect class="hd-paper" width=(w) height=(h) rx="10" {}
                circle class="hd-sun" cx="380" cy="56" r="22" {}
                path class="hd-hill-3" d="M8 150Q120 90 240 150T472 150V262H8Z" {}
                (scenery::strip(Growth::Woods, 300.0, 156.0, 150.0, 4))
                path class="hd-hill-2" d="M8 190Q150 160 290 190T472 190V262H8Z" {}
                g transform="translate(40 112) scale(1.700)" { (sherman::side("m4a3_75w")) }
                g transform="translate(290 176) scale(1.100)" { (hulldown_draw::silhouettes::vehicle("sdkfz251")) }
                g transform="translate(190 196) scale(1.000)" { (hulldown_draw::silhouettes::vehicle("opel_blitz")) }
            }
        })
    }
}
