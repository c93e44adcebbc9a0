//! A battle watched: move by move and attack by attack, from the situation before and what was told.

use super::counters::{STACKS, stack, stack_id};
use super::field::{CARD, SIDE_ID, middle, side};
use super::sight::FieldView;
use crate::View;
use crate::enemy::ORDERS_ROLL;
use crate::ids::EnemyId;
use crate::map::Hex;
use crate::state::Leader;
use crate::talk::{Event, Number};
use crate::view::Imagined;
use hulldown_draw::{Beat, Change, HeardEvent, Spots};

/// The moments.
pub(super) fn beats(view: &View<'_>, heard: &[HeardEvent<'_, Leader>]) -> Vec<Beat> {
    if !view.in_battle() {
        return Vec::new();
    }
    let part = turn_of(view);
    let mut shown = Shown { game: view.imagined(), part, beats: Vec::new(), held: None, card: String::new(), dice: 0 };
    shown.card = shown.card();
    for one in heard {
        match one.event {
            Some(event) => shown.hear(event, &one.text),
            // What the enemy is ordered is told after the roll for it.
            None if one.text.starts_with(ORDERS_ROLL) => shown.held = Some(one.text.clone()),
            None => shown.thrown(&one.text),
        }
    }
    shown.beats
}

/// What a turn is called.
fn turn_of(view: &View<'_>) -> String {
    match view.battle().turn {
        0 => "Before the battle".into(),
        turn => format!("Turn {turn}"),
    }
}

/// The way somebody goes, with a ring where it ends.
fn way(from: Option<Hex>, to: Hex, class: &str) -> String {
    let (x2, y2) = middle(to);
    let line = from.filter(|from| *from != to).map(middle);
    let line = line.map_or_else(String::new, |(x1, y1)| {
        format!("<path class=\"{class}\" d=\"M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}\"/>")
    });
    format!("{line}<circle class=\"{class}\" cx=\"{x2:.0}\" cy=\"{y2:.0}\" r=\"56\"/>")
}

/// The board as it changes.
struct Shown {
    game: Imagined,
    part: String,
    beats: Vec<Beat>,
    /// A roll that belongs to what is told next.
    held: Option<String>,
    /// The card of the battle as it was drawn last.
    card: String,
    /// How many dice stand at the end of the last moment.
    dice: usize,
}

impl Shown {
    fn hear(&mut self, event: &Event, text: &str) {
        let (mut changes, mut over) = (Vec::new(), String::new());
        match *event {
            Event::Turn { .. } => {
                self.game.hear(event);
                self.part = turn_of(&self.game.view());
            }
            Event::Acts { .. } | Event::Orders { .. } => {
                if let Event::Acts { unit, .. } = *event {
                    over = self.ring(self.hex_of(unit), "hd-l-acts");
                }
                self.game.hear(event);
                let whose = if matches!(event, Event::Acts { .. }) { "your Units" } else { "the enemy" };
                self.part = format!("{}: {whose}", turn_of(&self.game.view()));
            }
            Event::Spends { .. } | Event::BattleOver { .. } => {}
            Event::EnemyOrder { enemy, .. } => over = self.ring(self.hex_of_enemy(enemy), "hd-l-acts hd-l-acts-foe"),
            Event::Moved { unit, hex } | Event::Carried { unit, hex } | Event::Placed { unit, hex } => {
                over = way(self.hex_of(unit), hex, "hd-l-way");
                changes = self.changes([self.hex_of(unit), Some(hex)], event);
            }
            Event::EnemyMoved { enemy, hex, .. } => {
                over = way(self.hex_of_enemy(enemy), hex, "hd-l-way hd-l-acts-foe");
                changes = self.changes([self.hex_of_enemy(enemy), Some(hex)], event);
            }
            Event::Attacks { unit, enemy, .. } => over = self.line(unit, enemy, "hd-l-shot hd-l-shot-own"),
            Event::EnemyAttacks { enemy, unit, .. } => over = self.line(unit, enemy, "hd-l-shot"),
            Event::Killed { enemy, .. } | Event::EnemyLeaves { enemy, .. } => {
                changes = self.changes([self.hex_of_enemy(enemy), None], event);
            }
            Event::Lost { unit, .. } | Event::Retreats { unit } => {
                changes = self.changes([self.hex_of(unit), None], event);
            }
            _ => return self.add(text),
        }
        self.beat(text, changes, over);
    }

    /// Where a Unit is, or was last.
    fn hex_of(&self, unit: Number) -> Option<Hex> {
        let view = self.game.view();
        view.fighter_of(unit).and_then(|at| view.battle().fighters[at].hex)
    }

    /// Where an enemy is, or was last.
    fn hex_of_enemy(&self, enemy: EnemyId) -> Option<Hex> {
        self.game.view().battle().enemies.get(enemy).and_then(|counter| counter.hex)
    }

    fn markup(&self, hex: Hex) -> String {
        let view = self.game.view();
        stack(&view, hex, &Spots::new(&[], ""), &FieldView::none(&view)).into_string()
    }

    /// What becomes of the stacks in these hexes when this happens.
    fn changes(&mut self, hexes: [Option<Hex>; 2], event: &Event) -> Vec<Change> {
        let mut hexes: Vec<Hex> = hexes.into_iter().flatten().collect();
        hexes.dedup();
        let before: Vec<String> = hexes.iter().map(|hex| self.markup(*hex)).collect();
        self.game.hear(event);
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

    /// A ring about the place of who acts.
    fn ring(&self, hex: Option<Hex>, class: &str) -> String {
        hex.map(middle).map_or_else(String::new, |(x, y)| {
            format!("<circle class=\"{class}\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"56\"/>")
        })
    }

    /// A line between a Unit and an enemy.
    fn line(&self, unit: Number, enemy: EnemyId, class: &str) -> String {
        let (Some(own), Some(foe)) = (self.hex_of(unit), self.hex_of_enemy(enemy)) else { return String::new() };
        let ((x1, y1), (x2, y2)) = (middle(own), middle(foe));
        // In one hex a circle says it.
        if own == foe {
            return format!("<circle class=\"{class}\" cx=\"{x1:.0}\" cy=\"{y1:.0}\" r=\"60\"/>");
        }
        format!("<path class=\"{class}\" d=\"M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}\"/>")
    }

    /// The card of the battle as it is now.
    fn card(&self) -> String {
        let view = self.game.view();
        side(&view, &FieldView::none(&view)).into_string()
    }

    fn beat(&mut self, text: &str, mut changes: Vec<Change>, over: String) {
        let card = self.card();
        if card != self.card {
            let before = std::mem::replace(&mut self.card, card.clone());
            changes.push(Change { id: SIDE_ID.into(), layer: CARD, before: Some(before), after: Some(card) });
        }
        let (part, under) = (self.part.clone(), String::new());
        self.dice = 0;
        let texts = [text.into()].into_iter().chain(self.held.take()).collect();
        self.beats.push(Beat { part, texts, changes, under, over });
    }

    /// What belongs to what was told last. It stands before the dice, so that it is in sight.
    fn add(&mut self, text: &str) {
        match self.beats.last_mut() {
            Some(beat) => beat.texts.insert(beat.texts.len() - self.dice, text.into()),
            None => self.beat(text, Vec::new(), String::new()),
        }
    }

    /// Dice.
    fn thrown(&mut self, text: &str) {
        match self.beats.last_mut() {
            Some(beat) => {
                beat.texts.push(text.into());
                self.dice += 1;
            }
            None => self.beat(text, Vec::new(), String::new()),
        }
    }
}
