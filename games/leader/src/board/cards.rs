//! Cards drawn by us: a Unit with its silhouette and figures, a Commander with his Stress, experience and skills.

use super::front::counted;
use super::lists::{commander_words, damage, experience, figures, nerve, worth};
use super::shapes;
use crate::View;
use crate::charts::LevelCard;
use crate::ids::UnitId;
use crate::state::{Commander, Nerve};
use crate::words::{Branch, Level, Name};
use maud::{Markup, html};

/// A Unit card: what it is, what it can do, what it has suffered.
pub(super) fn unit(view: &View<'_>, at: UnitId, says: &Markup) -> Markup {
    let unit = &view.units()[at];
    let (card, hurt) = (unit.card(view.charts), damage(view, at));
    html! {
        div class=(if unit.lost { "hd-l-pass hd-l-gone" } else { "hd-l-pass" }) {
            svg class="hd-l-shape" viewBox="0 0 100 50" aria-hidden="true" { (shapes::own(card)) }
            div class="hd-l-body" {
                div class="hd-l-top" { strong { (card.number) } span { (card.name) } }
                div class="hd-l-print" { (figures(card, " · ")) }
                @if unit.lost { div class="hd-l-harm" { "Destroyed" } }
                @if !hurt.is_empty() { div class="hd-l-harm" { (hurt) } }
                (says)
            }
        }
    }
}

/// Pips for a level, and its name.
fn rank(level: Level) -> Markup {
    html! {
        span class="hd-l-rank" {
            svg class="hd-l-pips" viewBox="0 0 48 8" aria-hidden="true" {
                @for n in 0..Level::ALL.len() {
                    circle class=(if n <= level.index() { "hd-l-pip" } else { "hd-l-pip hd-l-none" }) cx=(4 + 8 * n) cy="4" r="3" {}
                }
            }
            (level)
        }
    }
}

/// Stress on the scale of the card: Okay, Shaken, Unfit.
fn stress(card: &LevelCard, stress: u8) -> Markup {
    let most = f32::from(card.shaken.max(stress) + 2);
    let at = |n: u8| 100.0 * f32::from(n) / most;
    let wide = |from: f32, to: f32| format!("{:.1}", (to - from).max(0.0));
    let (okay, shaken) = (at(card.okay + 1), at(card.shaken + 1));
    html! {
        svg class="hd-l-stress" viewBox="0 0 100 8" preserveAspectRatio="none" role="img"
            aria-label=(format!("Stress {stress}: Okay to {}, Shaken to {}", card.okay, card.shaken)) {
            rect class="hd-l-okay" width=(wide(0.0, okay)) height="8" {}
            rect class="hd-l-shaken" x=(format!("{okay:.1}")) width=(wide(okay, shaken)) height="8" {}
            rect class="hd-l-unfit" x=(format!("{shaken:.1}")) width=(wide(shaken, 100.0)) height="8" {}
            @if stress > 0 { rect class="hd-l-mark" x=(format!("{:.1}", (at(stress)).min(98.5))) width="1.5" height="8" {} }
        }
    }
}

/// A Commander of the group.
pub(super) fn commander(view: &View<'_>, one: &Commander, says: &Markup) -> Markup {
    let (card, state) = (one.card(view.charts), nerve(one, view));
    let skills: Vec<&str> = card.skills.each().map(|skill| skill.name()).collect();
    let trouble = if one.kia {
        "killed in action"
    } else if one.wounded {
        "wounded"
    } else {
        ""
    };
    html! {
        div class=(if one.kia { "hd-l-pass hd-l-gone" } else { "hd-l-pass" }) {
            div class="hd-l-body" title=(commander_words(one, view)) {
                div class="hd-l-top" { strong { (one.name) } (rank(one.level)) span class="hd-l-vp" { (one.branch(view.charts)) } }
                (stress(card, one.stress))
                div class="hd-l-print" {
                    "Stress " (one.stress) ", " (state) " · " (experience(one, view)) " · "
                    (worth(one, view))
                    @if view.is_shared() { (view.of_player(one.seat)) }
                }
                @if !skills.is_empty() { div class="hd-l-skills" { (skills.join(", ")) @if one.nerve(view.charts) == Nerve::Unfit { " (not while Unfit)" } } }
                @if one.battles > 0 { div class="hd-l-print" { (counted(one.battles.into(), "battle")) ", " (counted(one.kills.into(), "kill")) } }
                @if !trouble.is_empty() { div class="hd-l-harm" { (trouble) } }
                (says)
            }
        }
    }
}

/// A Commander who can be taken, at the level he would have.
pub(super) fn newcomer(view: &View<'_>, name: Name, level: Level) -> Markup {
    let card = &view.charts.commanders[name].level[level];
    let skills: Vec<&str> = card.skills.each().map(|skill| skill.name()).collect();
    html! {
        span class="hd-l-top" { strong { (name) } (rank(level)) }
        span class="hd-l-print" { (card.stats(false)) }
        span class="hd-l-print" { "Okay to " (card.okay) ", Shaken to " (card.shaken) @if card.xp > 0 { " · promoted at " (card.xp) " XP" } }
        @if !skills.is_empty() { span class="hd-l-skills" { (skills.join(", ")) } }
    }
}

/// The types of which Commanders can be taken, with their names.
pub(super) fn by_branch(view: &View<'_>) -> impl Iterator<Item = (Branch, Vec<Name>)> {
    let commanders = &view.charts.commanders;
    Branch::ALL
        .into_iter()
        .map(move |branch| (branch, Name::ALL.into_iter().filter(|name| commanders[*name].r#type == branch).collect()))
}
