//! The tank.

use super::read::{Count, count, counts, flag, list, part, sector, text, word};
use serde_json::Value;

/// The tank.
#[derive(Debug, Default)]
pub(crate) struct Tank {
    pub(crate) card: u32,
    pub(crate) model: String,
    pub(crate) gun: String,
    pub(crate) name: String,
    pub(crate) rack_size: u32,
    pub(crate) normal_load: u32,
    pub(crate) rounds: Vec<Count>,
    pub(crate) rack: Vec<Count>,
    pub(crate) loaded: String,
    pub(crate) boxes_30: u32,
    pub(crate) boxes_50: u32,
    pub(crate) bombs: u32,
    pub(crate) grenades: u32,
    pub(crate) periscopes: u32,
    pub(crate) fuel: u32,
    pub(crate) hull: usize,
    pub(crate) turret: usize,
    pub(crate) moving: bool,
    pub(crate) hull_down: bool,
    pub(crate) lead: bool,
    pub(crate) disabled: bool,
    pub(crate) lost: bool,
    pub(crate) bog: String,
    pub(crate) sight_broken: bool,
    pub(crate) hvss: bool,
    /// Main gun, co-axial, bow, AA.
    pub(crate) guns: [String; 4],
}

impl Tank {
    pub(super) fn read(view: &Value) -> Tank {
        let v = part(view, "tank");
        let mut guns: [String; 4] = Default::default();
        for (place, gun) in guns.iter_mut().zip(list(v, "guns")) {
            *place = word(Some(gun));
        }
        Tank {
            card: count(view, "tank_card"),
            model: text(view, "tank_model"),
            gun: text(view, "tank_gun"),
            name: text(v, "name"),
            rack_size: count(view, "rack_size").min(30),
            normal_load: count(view, "normal_load"),
            rounds: counts(view, "rounds"),
            rack: counts(view, "rack"),
            loaded: text(v, "loaded"),
            boxes_30: count(v, "boxes_30"),
            boxes_50: count(v, "boxes_50"),
            bombs: count(v, "bombs"),
            grenades: count(v, "grenades"),
            periscopes: count(v, "periscopes"),
            fuel: count(v, "fuel"),
            hull: sector(&text(v, "hull")),
            turret: sector(&text(v, "turret")),
            moving: flag(v, "moving"),
            hull_down: flag(v, "hull_down"),
            lead: flag(v, "lead"),
            disabled: flag(v, "disabled"),
            lost: flag(v, "lost"),
            bog: text(v, "bog"),
            sight_broken: flag(v, "sight_broken"),
            hvss: flag(v, "hvss"),
            guns,
        }
    }

    /// How it stands, in words.
    pub(crate) fn states(&self) -> Vec<&'static str> {
        let bogged = matches!(self.bog.as_str(), "bogged" | "assistance");
        let all = [
            (self.lost, "knocked out"),
            (self.disabled, "disabled"),
            (bogged, if self.bog == "assistance" { "stuck until help comes" } else { "bogged down" }),
            (self.moving, "moving"),
            (self.hull_down, "hull down"),
            (self.lead, "lead tank"),
            (self.sight_broken, "gun sight broken"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, says)| says).collect()
    }
}
