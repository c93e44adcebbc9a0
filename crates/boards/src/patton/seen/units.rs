//! Enemy units and the men of the crew.

use super::read::{RANGES, SECTORS, Zone, count, flag, list, number, part, range, sector, text};
use serde_json::Value;

/// An enemy unit.
#[derive(Debug, Default)]
pub(crate) struct Enemy {
    pub(crate) id: u32,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) identified: bool,
    pub(crate) vehicle: bool,
    pub(crate) at: Zone,
    pub(crate) facing: String,
    pub(crate) terrain: String,
    pub(crate) moving: bool,
    pub(crate) sight: String,
    pub(crate) immobile: bool,
    pub(crate) aim: u32,
    pub(crate) fired: bool,
    pub(crate) acquired: u32,
    pub(crate) points: i64,
}

impl Enemy {
    pub(super) fn read(v: &Value) -> Enemy {
        let at = part(v, "zone");
        Enemy {
            id: count(v, "id"),
            kind: text(v, "kind"),
            name: text(v, "name"),
            class: text(v, "class"),
            identified: flag(v, "identified"),
            vehicle: flag(v, "vehicle"),
            at: (sector(&text(at, "sector")), range(&text(at, "range"))),
            facing: text(v, "facing"),
            terrain: text(v, "terrain"),
            moving: flag(v, "moving"),
            sight: text(v, "sight"),
            immobile: flag(v, "immobile"),
            aim: count(v, "aim"),
            fired: flag(v, "fired"),
            acquired: count(v, "acquired"),
            points: number(v, "points"),
        }
    }

    /// What it is called: its class while nobody knows better.
    pub(crate) fn called(&self) -> String {
        if self.identified || self.name.is_empty() { self.name.clone() } else { format!("unidentified {}", self.class) }
    }

    /// What is so with it, in words.
    pub(crate) fn states(&self) -> Vec<String> {
        let mut states = vec![if self.sight.is_empty() { "unspotted".into() } else { self.sight.clone() }];
        if self.vehicle && !self.facing.is_empty() {
            states.push(format!("{} to you", self.facing));
        }
        match self.terrain.as_str() {
            "" | "open" => {}
            "hull_down" => states.push("hull down".into()),
            "woods" => states.push("in woods".into()),
            other => states.push(format!("in a {other}")),
        }
        for (on, says) in [(self.moving, "moving"), (self.immobile, "immobile"), (self.fired, "has fired")] {
            if on {
                states.push(says.into());
            }
        }
        if self.aim > 0 {
            states.push(format!("has aimed at you {}", times(self.aim)));
        }
        if self.acquired > 0 {
            states.push(format!("your acquired target {}", self.acquired));
        }
        states
    }

    /// Everything about it in one sentence.
    pub(crate) fn aloud(&self) -> String {
        let (s, r) = self.at;
        let place = format!("sector {}, {} range", SECTORS[s], RANGES[r]);
        format!("Unit {}: {}, {place}, {}", self.id, self.called(), self.states().join(", "))
    }
}

fn times(n: u32) -> String {
    if n == 1 { "once".into() } else { format!("{n} times") }
}

/// A man of the crew.
#[derive(Debug, Default)]
pub(crate) struct Man {
    pub(crate) post: String,
    pub(crate) name: String,
    pub(crate) number: Option<i64>,
    pub(crate) rating: Option<i64>,
    pub(crate) you: bool,
    pub(crate) wound: String,
    pub(crate) works: bool,
    pub(crate) hatch: Option<bool>,
    pub(crate) blind: bool,
    pub(crate) order: String,
    pub(crate) looks: Vec<usize>,
}

impl Man {
    pub(super) fn read(v: &Value) -> Man {
        Man {
            post: text(v, "post"),
            name: text(v, "name"),
            number: v.get("number").and_then(Value::as_i64),
            rating: v.get("rating").and_then(Value::as_i64),
            you: flag(v, "you"),
            wound: text(v, "wound"),
            works: flag(v, "works"),
            hatch: v.get("hatch").and_then(Value::as_bool),
            blind: flag(v, "blind"),
            order: text(v, "order_name"),
            looks: list(v, "looks").iter().filter_map(Value::as_str).map(sector).take(6).collect(),
        }
    }

    /// His box on the card.
    pub(crate) fn letter(&self) -> String {
        self.post.chars().next().unwrap_or('?').to_uppercase().to_string()
    }

    /// What is so with him, in words.
    pub(crate) fn states(&self) -> Vec<String> {
        let mut states = Vec::new();
        match self.rating {
            Some(rating) => states.push(format!("rating {rating}")),
            None => states.push("no man here".into()),
        }
        if let Some(open) = self.hatch {
            states.push(if open { "hatch open" } else { "buttoned up" }.into());
        }
        if !self.order.is_empty() {
            states.push(self.order.clone());
        }
        if !self.wound.is_empty() {
            states.push(self.wound.clone());
        }
        if self.blind {
            states.push("periscope broken".into());
        }
        if !self.works && self.rating.is_some() {
            states.push("out of action".into());
        }
        states
    }
}
