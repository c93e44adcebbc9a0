//! A battle watched: move by move and attack by attack, from the situation before and what was told.

use super::counters::{STACKS, stack, stack_id};
use super::field::{CARD, SIDE_ID, middle, side};
use super::sight::Sight;
use crate::View;
use crate::charts::Orders;
use crate::map::Hex;
use crate::playable::in_battle;
use crate::state::{Fate, Leader, Stage};
use crate::talk::{Event, Number};
use hulldown_draw::{Beat, Change, Heard, Spots};

/// The moments.
pub(super) fn beats(view: &View<'_>, heard: &[Heard<'_, Leader>]) -> Vec<Beat> {
    if !in_battle(view.game) {
        return Vec::new();
    }
    let (game, part) = (view.game.clone(), turn_of(view.game));
    let mut shown = Shown { game, view: *view, part, beats: Vec::new(), held: None, card: String::new() };
    shown.card = shown.card();
    for one in heard {
        match one.event {
            Some(event) => shown.hear(event, &one.text),
            // What the enemy is ordered is told after the roll for it.
            None if one.text.starts_with(ORDERS) => shown.held = Some(one.text.clone()),
            None => shown.add(&one.text),
        }
    }
    shown.beats
}

/// How the roll for the enemy's orders begins.
const ORDERS: &str = "Enemy Tactical Movement";

/// What a turn is called.
fn turn_of(game: &Leader) -> String {
    match game.battle.turn {
        0 => "Before the battle".into(),
        turn => format!("Turn {turn}"),
    }
}

/// The board as it changes.
struct Shown<'a> {
    game: Leader,
    view: View<'a>,
    part: String,
    beats: Vec<Beat>,
    /// A roll that belongs to what is told next.
    held: Option<String>,
    /// The card of the battle as it was drawn last.
    card: String,
}

impl Shown<'_> {
    fn hear(&mut self, event: &Event, text: &str) {
        match *event {
            Event::Turn { turn } => {
                self.game.battle.turn = turn;
                self.part = turn_of(&self.game);
                self.beat(text, Vec::new(), String::new());
            }
            Event::Acts { .. } | Event::Orders { .. } => {
                let (stage, whose) = match *event {
                    Event::Orders { armor, infantry, star, support } => {
                        self.game.battle.orders = Orders { armor, infantry, star, support };
                        (Stage::Enemy, "the enemy")
                    }
                    Event::Acts { step, .. } => (Stage::Act(step), "your Units"),
                    _ => (self.game.stage, ""),
                };
                self.game.stage = stage;
                self.part = format!("{}: {whose}", turn_of(&self.game));
                self.beat(text, Vec::new(), String::new());
            }
            Event::Spends { .. } | Event::EnemyOrder { .. } | Event::BattleOver { .. } => {
                self.beat(text, Vec::new(), String::new());
            }
            Event::Moved { unit, hex } | Event::Carried { unit, hex } | Event::Placed { unit, hex } => {
                let from = self.fighter(unit).and_then(|at| self.game.battle.fighters[at].hex);
                let changes = self.changes([from, Some(hex)], |shown| {
                    if let Some(at) = shown.fighter(unit) {
                        shown.game.battle.fighters[at].hex = Some(hex);
                    }
                });
                self.beat(text, changes, String::new());
            }
            Event::EnemyMoved { enemy, hex, .. } => {
                let from = self.game.battle.enemies.get(usize::from(enemy)).and_then(|counter| counter.hex);
                let changes = self.changes([from, Some(hex)], |shown| {
                    if let Some(counter) = shown.game.battle.enemies.get_mut(usize::from(enemy)) {
                        counter.hex = Some(hex);
                    }
                });
                self.beat(text, changes, String::new());
            }
            Event::Attacks { unit, enemy, .. } => {
                let line = self.line(unit, enemy, "hd-l-shot hd-l-shot-own");
                self.beat(text, Vec::new(), line);
            }
            Event::EnemyAttacks { enemy, unit, .. } => {
                let line = self.line(unit, enemy, "hd-l-shot");
                self.beat(text, Vec::new(), line);
            }
            Event::Killed { enemy, .. } | Event::EnemyLeaves { enemy, .. } => {
                let from = self.game.battle.enemies.get(usize::from(enemy)).and_then(|counter| counter.hex);
                let changes = self.changes([from, None], |shown| {
                    if let Some(counter) = shown.game.battle.enemies.get_mut(usize::from(enemy)) {
                        counter.active = false;
                    }
                });
                self.beat(text, changes, String::new());
            }
            Event::Lost { unit, .. } | Event::Retreats { unit } => {
                let fate = if matches!(event, Event::Lost { .. }) { Fate::Destroyed } else { Fate::Retreated };
                let from = self.fighter(unit).and_then(|at| self.game.battle.fighters[at].hex);
                let changes = self.changes([from, None], |shown| {
                    if let Some(at) = shown.fighter(unit) {
                        shown.game.battle.fighters[at].fate = fate;
                    }
                });
                self.beat(text, changes, String::new());
            }
            _ => self.add(text),
        }
    }

    fn fighter(&self, unit: Number) -> Option<usize> {
        self.game.fighter_of(self.view.charts, unit.0)
    }

    fn markup(&self, hex: Hex) -> String {
        let view = View { game: &self.game, charts: self.view.charts };
        stack(&view, hex, &Spots::new(&[], ""), &Sight::none(&self.game)).into_string()
    }

    /// Changes something and notes what becomes of the stacks in these hexes.
    fn changes(&mut self, hexes: [Option<Hex>; 2], change: impl FnOnce(&mut Self)) -> Vec<Change> {
        let mut hexes: Vec<Hex> = hexes.into_iter().flatten().collect();
        hexes.dedup();
        let before: Vec<String> = hexes.iter().map(|hex| self.markup(*hex)).collect();
        change(self);
        let changed = hexes.iter().zip(before);
        changed
            .map(|(hex, before)| Change {
                id: stack_id(*hex),
                layer: STACKS,
                before: Some(before),
                after: Some(self.markup(*hex)),
            })
            .collect()
    }

    /// A line between a Unit and an enemy.
    fn line(&self, unit: Number, enemy: u8, class: &str) -> String {
        let own = self.fighter(unit).and_then(|at| self.game.battle.fighters[at].hex);
        let foe = self.game.battle.enemies.get(usize::from(enemy)).and_then(|counter| counter.hex);
        let (Some(own), Some(foe)) = (own, foe) else { return String::new() };
        let ((x1, y1), (x2, y2)) = (middle(own), middle(foe));
        // In one hex a circle says it.
        if own == foe {
            return format!("<circle class=\"{class}\" cx=\"{x1:.0}\" cy=\"{y1:.0}\" r=\"60\"/>");
        }
        format!("<path class=\"{class}\" d=\"M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}\"/>")
    }

    /// The card of the battle as it is now.
    fn card(&self) -> String {
        let view = View { game: &self.game, charts: self.view.charts };
        side(&view, &Sight::none(&self.game)).into_string()
    }

    fn beat(&mut self, text: &str, mut changes: Vec<Change>, over: String) {
        let card = self.card();
        if card != self.card {
            let before = std::mem::replace(&mut self.card, card.clone());
            changes.push(Change { id: SIDE_ID.into(), layer: CARD, before: Some(before), after: Some(card) });
        }
        let (part, under) = (self.part.clone(), String::new());
        let texts = [text.into()].into_iter().chain(self.held.take()).collect();
        self.beats.push(Beat { part, texts, changes, under, over });
    }

    /// What belongs to what was told last.
    fn add(&mut self, text: &str) {
        match self.beats.last_mut() {
            Some(beat) => beat.texts.push(text.into()),
            None => self.beat(text, Vec::new(), String::new()),
        }
    }
}
