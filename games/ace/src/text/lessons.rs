//! The guided first engagement.

use crate::Setup;
use crate::choice::Ask;
use crate::state::Ace;
use hulldown_core::game::{Guided, Lesson};

/// The hint for a question; front ends show each once.
pub(super) fn lesson(g: &Ace, ask: Ask) -> Option<Lesson> {
    let (id, text) = match ask {
        Ask::Buy => (
            "buy",
            "Experience Points buy skills. One point comes from every three missions, so it may pay to save: Gunnery at 4 helps \
             every shot, Aim at 2 turns near misses of the armor into kills.",
        ),
        Ask::Hatches => (
            "hatches",
            "Open hatches see more: a buttoned commander costs +1 on every shot (low rolls hit), a buttoned driver bogs more \
             easily. But only open men can be hurt by machine guns and artillery.",
        ),
        Ask::FirstRound => (
            "first-round",
            "AP kills armor, HE kills infantry and anti-tank guns. Look at the enemies listed and load for the most dangerous \
             one; switching later costs a command.",
        ),
        Ask::Rack => (
            "rack",
            "The ready rack feeds the gun. When it is empty you fire only once a round, so refill it in a quiet moment with \
             command C.",
        ),
        Ask::StartHullDown => (
            "hull-down",
            "Hull down, you are harder to hit and only your turret can be struck. In Defense it costs nothing: take it.",
        ),
        Ask::Command(_) if g.field.round == 1 => (
            "first-command",
            "Two commands a round. Every enemy you shoot at shoots back, so finish one before you wake the next. The chance \
             beside an option is exact. A flank shot (J) strikes thin side armor, but shows your own side to the others.",
        ),
        Ask::Command(_) => (
            "second-round",
            "Firing again at the same target gives -1 on the roll. Anti-tank guns may be shot at from the second round on. Going \
             backward at long range leaves the field: a failure, but you live.",
        ),
        Ask::NextRound => ("next-round", "The loader loads as part of the Fire command. Think of the next target now."),
        Ask::Strike(..) => (
            "strike",
            "Artillery attacks at -3. Against infantry and guns it often settles the matter; tanks it mostly stops.",
        ),
        Ask::Trade => ("trade", "Trophies buy useful things from the rear. No change is given."),
        Ask::ChangeTank | Ask::ReplaceTank => (
            "tank",
            "Prestige buys a better tank: one point after a loss, two for a change while yours still runs. Wet stowage and the \
             76mm gun are what keeps crews alive.",
        ),
        _ => return None,
    };
    Some(Lesson { id, text })
}

/// A first career: the opening choices are made, the first battle is yours.
pub(super) fn guided() -> Guided<Setup> {
    Guided {
        setup: Setup::default(),
        seed: 1944,
        answers: &["start:1944-07", "tank:m4a1_late", "unit:4", "school:physical_training", "done"],
    }
}
