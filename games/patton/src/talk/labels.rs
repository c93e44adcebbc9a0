//! Answers and questions in words, where the state of the game has a say.

use super::Ask;
use crate::charts::Charts;
use crate::rules::rule;
use crate::state::{Aim, Directs, Enemy, Fate, Orders, Patton, UnitId};
use crate::words::{Action, Activity, Ammo, MapArea, Post, Tank, UnitType};
use hulldown_core::phrase::count;
use hulldown_core::rules::RuleId;
use std::ops::Deref;

/// A question: what its words may look at.
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a Patton,
    pub(crate) charts: &'static Charts,
    pub(crate) ask: Ask,
}

impl Deref for Asked<'_> {
    type Target = Patton;

    fn deref(&self) -> &Patton {
        self.game
    }
}

impl Asked<'_> {
    /// The rule behind the question.
    pub(super) fn rule(&self) -> RuleId {
        self.ask.words(self).rule
    }

    /// What is in the gun.
    pub(super) fn loaded(&self) -> &'static str {
        self.tank.loaded.map_or("nothing", Ammo::name)
    }

    /// An enemy unit, and where it stands.
    pub(super) fn unit(&self, id: UnitId) -> String {
        match self.battle.enemy(id) {
            Some(enemy) => format!("{} ({})", unit(self.charts, enemy.kind, enemy.identified, id), place(enemy)),
            None => format!("unit {}", id.0),
        }
    }

    /// An area of the map, and what is known of it.
    pub(super) fn area(&self, area: MapArea) -> String {
        let info = &self.charts.areas[area.index()];
        let there = self.map.areas[area];
        let mut text = format!("area {area} ({}", info.kind);
        if let Some(resistance) = there.resistance {
            text.push_str(&format!(", {resistance} resistance"));
        }
        if there.us {
            text.push_str(", US controlled");
        }
        if area == self.map.exit {
            text.push_str(", exit");
        } else if area == self.map.start {
            text.push_str(", start");
        }
        if self.map.strays.iter().any(|stray| stray.area == area) {
            text.push_str(", enemies left there");
        }
        text.push(')');
        text
    }

    /// A shot in short: what is fired, at whom and where. How the target stands is on the board, and in the odds.
    pub(super) fn shot(&self, id: UnitId, aim: Aim) -> String {
        let at = self.battle.enemy(id).map_or(String::new(), |enemy| {
            format!(
                " at the {}, {} {}",
                unit(self.charts, enemy.kind, enemy.identified, id),
                enemy.zone.sector.id(),
                enemy.zone.range
            )
        });
        match aim {
            Aim::Direct => format!("{}{at}", self.loaded()),
            _ => format!("{}{at}, {aim}", self.loaded()),
        }
    }

    /// [9.1] No shot; and why, where there is nothing to fire at.
    pub(super) fn hold(&self) -> String {
        let none = |enemy: &Enemy| self.against_target(enemy).is_some();
        let turns = self.battle.orders.has(Post::Gunner, Action::RotateAndFire);
        let away = |enemy: &Enemy| !turns && enemy.zone.sector != self.tank.turret;
        let enemies = &self.battle.enemies;
        match self.ask {
            Ask::Target if enemies.iter().all(none) => "hold fire: no enemy unit is in sight".into(),
            Ask::Target if enemies.iter().all(|enemy| none(enemy) || away(enemy)) => {
                format!("hold fire: nothing is in sight in {}, where the turret points", self.tank.turret.id())
            }
            _ => "hold fire".into(),
        }
    }
}

/// A unit in words: "Pz IV 3".
pub(crate) fn unit(charts: &Charts, kind: UnitType, identified: bool, id: UnitId) -> String {
    let name = if identified { charts.units[kind.index()].name.clone() } else { format!("unknown {}", kind.class()) };
    format!("{name} {}", id.0)
}

fn place(enemy: &Enemy) -> String {
    let facing = enemy.facing.map_or(String::new(), |f| format!(", {f} to you"));
    let moving = if enemy.moving { ", moving" } else { "" };
    format!("{} {}{facing}, {}{moving}", enemy.zone.sector.id(), enemy.zone.range, enemy.terrain)
}

/// Rounds in words.
pub(crate) fn rounds(rounds: &[u8; Ammo::ALL.len()]) -> String {
    let kinds: Vec<String> = Ammo::ALL
        .into_iter()
        .filter(|a| rounds[a.index()] > 0)
        .map(|a| format!("{} {}", rounds[a.index()], a.name()))
        .collect();
    if kinds.is_empty() { "nothing".into() } else { kinds.join(", ") }
}

/// A count of something: "1 round", "2 rounds".
pub(crate) fn counted(count: impl Into<i32>, one: &str) -> String {
    let count = count.into();
    if count.abs() == 1 { format!("{count} {one}") } else { format!("{count} {one}s") }
}

/// Victory Points.
pub(crate) fn points(points: impl Into<i32>) -> String {
    counted(points, "point")
}

/// Hatches in words.
pub(super) fn hatches(open: &[bool; 5]) -> String {
    let names: Vec<&str> = Post::ALL.into_iter().filter(|p| open[p.index()]).map(Post::name).collect();
    if names.is_empty() { "all buttoned up".into() } else { format!("{} open", names.join(", ")) }
}

/// What the commander directs.
pub(super) fn directed(directs: Directs) -> String {
    match directs {
        Directs::Main => "main gun".into(),
        Directs::Mg(mg) => mg.to_string(),
    }
}

/// Orders in words, of the posts where somebody works.
pub(super) fn orders(orders: &Orders, works: [bool; 5]) -> String {
    let mut words: Vec<String> = Vec::new();
    for post in Post::ALL.into_iter().filter(|post| works[post.index()]) {
        if let Some(action) = orders.of(post) {
            let what = match action {
                Action::DirectFire => format!("Direct Fire of the {}", directed(orders.directs)),
                Action::MoveToPosition => format!("Take Over as {}", orders.take),
                _ => action.name().into(),
            };
            words.push(format!("{} {what}", post.letter()));
        }
    }
    words.join(", ")
}

// Whatever is asked.

pub(super) fn yes(asked: &Asked<'_>) -> String {
    match asked.ask {
        Ask::Return(post) => format!("take the {post} back; his stand-in leaves"),
        Ask::Train => "train the crew".into(),
        Ask::Advancing => "use Advancing Fire".into(),
        Ask::Succession => "go on as the man who takes your place".into(),
        _ => "yes".into(),
    }
}

pub(super) fn no(asked: &Asked<'_>) -> &'static str {
    match asked.ask {
        Ask::Return(_) => "keep the man you have",
        Ask::Train => "no training",
        Ask::Advancing => "enter without firing",
        Ask::Succession => "end the game",
        _ => "no",
    }
}

pub(super) fn go(asked: &Asked<'_>) -> String {
    let tank = &asked.tank;
    match asked.ask {
        Ask::Orders => {
            format!("carry out: {}", orders(&asked.possible(asked.charts, asked.battle.orders), asked.works()))
        }
        Ask::Prepare => format!(
            "ready: {}; {} in the gun; hull toward sector {}, turret toward {}",
            hatches(&tank.open),
            asked.loaded(),
            tank.hull.id(),
            tank.turret.id()
        ),
        _ => "go on".into(),
    }
}

pub(super) fn usual(asked: &Asked<'_>) -> &'static str {
    match asked.ask {
        Ask::Assign(_) => "posts as the book suggests: commander, gunner, driver, loader, assistant",
        Ask::Mark(_) => "Advancing Fire on as many zones as possible, close ones first",
        Ask::Spotting => "everybody looks, best eyes first",
        _ => "as the book suggests",
    }
}

pub(super) fn same(asked: &Asked<'_>) -> String {
    match asked.ask {
        Ask::Rounds => format!("as last time: {}", rounds(&asked.tank.last_load)),
        Ask::Rack => format!("as last time: {}", rounds(&asked.tank.last_rack)),
        _ => "as last time".into(),
    }
}

// The morning.

pub(super) fn keep_tank(asked: &Asked<'_>) -> String {
    format!("keep the {}", asked.charts.tanks[asked.tank.model.index()].name_of(asked.tank.hvss))
}

pub(super) fn tank(asked: &Asked<'_>, tank: Tank) -> String {
    let card = &asked.charts.tanks[tank.index()];
    let wet = if card.wet { "wet" } else { "dry" };
    let (number, armor) = (tank.number(), card.armor.name());
    format!("{number}. {}: {}, {armor}, {} rounds, rack {}, {wet}", card.name(), card.gun, card.rounds, card.rack)
}

pub(super) fn load_up(asked: &Asked<'_>) -> String {
    format!(
        "Load the tank: {} rounds, {} extra ordered, {} at hand.",
        asked.charts.tanks[asked.tank.model.index()].rounds,
        asked.tank.ordered_extra,
        count(asked.tank.special.into(), "special round")
    )
}

pub(super) fn load(ammo: Option<Ammo>) -> String {
    ammo.map_or("unload the gun".into(), |ammo| format!("load {ammo}"))
}

// Before a battle hatches, gun and facings are made ready; in it they change by orders.

pub(super) fn hatch_rule(asked: &Asked<'_>) -> RuleId {
    if asked.ask == Ask::Orders { rule!("4.73.1") } else { rule!("4.42") }
}

/// So many of what is asked for, which stands on the card of the answer.
pub(super) fn how_many(ask: Ask, n: u8) -> String {
    match ask {
        Ask::RoundsOf(ammo) => format!("{n} {ammo}"),
        Ask::RackOf(ammo) => format!("{n} {ammo} in the rack"),
        _ => count(usize::from(n), "extra round"),
    }
}

pub(super) fn load_rule(asked: &Asked<'_>) -> RuleId {
    if asked.ask == Ask::Prepare { rule!("4.43") } else { rule!("8.35") }
}

pub(super) fn hull_rule(asked: &Asked<'_>) -> RuleId {
    if asked.ask == Ask::Prepare { rule!("4.44") } else { rule!("8.46") }
}

pub(super) fn turret_rule(asked: &Asked<'_>) -> RuleId {
    if asked.ask == Ask::Prepare { rule!("4.44") } else { rule!("8.23") }
}

// The map.

pub(super) fn check_rule(asked: &Asked<'_>) -> RuleId {
    if asked.ask == Ask::FreeCheck { rule!("4.53") } else { rule!("4.54.1") }
}

/// [23.2] What an operation of fifteen minutes costs; scouts look at the first area for nothing (4.53), and one fits into the call of an air strike.
pub(super) fn quarter(asked: &Asked<'_>, activity: Activity) -> String {
    match asked.ask {
        Ask::FreeCheck => String::new(),
        _ if asked.map.spare_quarter => ", in the time of the air strike\u{2019}s call".into(),
        _ => format!(", {} minutes", asked.charts.minutes(activity)),
    }
}

pub(super) fn enter(asked: &Asked<'_>, area: MapArea) -> String {
    let minutes = asked.entry_minutes(asked.charts, asked.charts.road(asked.map.at, area));
    format!("enter {}, {minutes} minutes", asked.area(area))
}

// A round of battle.

pub(super) fn your_orders(asked: &Asked<'_>) -> String {
    if asked.battle.free_round {
        "Your ambush: your orders.".into()
    } else {
        format!("Round {}: your orders.", asked.battle.round)
    }
}

pub(super) fn direct(directs: Directs) -> String {
    match directs {
        Directs::Main => "C: Direct Fire of the main gun".into(),
        Directs::Mg(mg) => format!("C: Direct Fire of the {mg}"),
    }
}

pub(super) fn aim_rule(aim: Aim) -> RuleId {
    match aim {
        Aim::Direct | Aim::Area => rule!("9.2"),
        Aim::Track => rule!("T.tohit"),
    }
}

// The evening.

pub(super) fn succession(asked: &Asked<'_>) -> &'static str {
    match asked.you.fate {
        Fate::Home => "You are sent home. Go on as the man who takes your place?",
        _ => "You are dead. Go on as the man who takes your place?",
    }
}
