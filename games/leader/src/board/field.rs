//! The battlefield: 24 hexes as terrain with the counters of both sides, and beside them the card of the battle.

use super::counters::{self, STACKS, is_piled, pill, shade, stack};
use super::front::counted;
use super::ground;
use super::sight::{FieldView, Lies, There};
use crate::View;
use crate::map::Hex;
use crate::odds::Danger;
use crate::state::{Fate, Stage, Step};
use crate::words::Ground;
use hulldown_draw::bears::{self, Bears, Counters};
use hulldown_draw::{Look, Spots};
use maud::{Markup, html};

/// From the middle of a hex to its corners.
pub(super) const R: f32 = 80.0;
/// Half the width of a hex.
pub(super) const HALF: f32 = 69.3;
pub(super) const WIDTH: f32 = 9.0 * HALF + 24.0;
/// The card of the battle beside the hexes.
const SIDE: f32 = 176.0;
pub(super) const HEIGHT: f32 = 5.0 * 1.5 * R + 2.0 * R + 24.0;

/// The element of the card of the battle, and what is drawn in it.
pub(super) const CARD: &str = "hd-l-card";
pub(super) const SIDE_ID: &str = "hd-l-side";

/// The middle of a hex.
pub(super) fn middle(hex: Hex) -> (f32, f32) {
    let (row, col) = (f32::from(hex.row()), f32::from(hex.id() % 10 - 1));
    let shift = if hex.row() % 2 == 1 { HALF } else { 0.0 };
    (12.0 + HALF + col * 2.0 * HALF + shift, 12.0 + R + row * 1.5 * R)
}

/// What the panel is called.
pub(super) fn heading(view: &View<'_>) -> String {
    let id = view.battalion_card(view.battle().battalion).id;
    match view.battle().turn {
        0 => format!("{id}, before turn 1"),
        turn => format!("{id}, turn {turn} of {}", view.battle().last),
    }
}

/// The battle in a line.
pub(super) fn title(view: &View<'_>) -> String {
    let card = view.battalion_card(view.battle().battalion);
    let turn = match view.battle().turn {
        0 => "before turn 1".into(),
        turn => format!("turn {turn} of {}", view.battle().last),
    };
    let (points, half, destroyed) = (left(view), card.half, card.destroyed);
    format!("{} {}, {turn}: {points}, Half at {half}, Destroyed at {destroyed}", card.id, card.name)
}

/// The same in fewer words, with the name of the Battalion or without.
pub(super) fn short_title(view: &View<'_>, named: bool) -> String {
    let card = view.battalion_card(view.battle().battalion);
    let name = if named { format!(" {}", card.name) } else { String::new() };
    let turn = match view.battle().turn {
        0 => "before turn 1".into(),
        turn => format!("turn {turn} of {}", view.battle().last),
    };
    let left = left(view).replace(" expected", "");
    format!("{}{name}, {turn}: {left} (Half {}, Destroyed {})", card.id, card.half, card.destroyed)
}

/// What is left of the enemy in words; before it is on the field what is to be expected.
fn left(view: &View<'_>) -> String {
    match view.battle().mustered {
        true => counted(view.points().into(), "point"),
        false => format!("about {} points expected", view.expected()),
    }
}

/// The board: the hexes, and beside them the card of the battle. Where there is no room for the card a few lines say it.
pub(super) fn field(view: &View<'_>, spots: &Spots<'_>, look: &Look<'_>) -> Markup {
    let terrain = view.campaign().terrain.id();
    let sight = FieldView::of(view, spots, look);
    let (wide, high) = (format!("{WIDTH:.0}"), format!("{HEIGHT:.0}"));
    let middles = counters::middles(view, &sight);
    let bearing = bearing(&sight, &middles);
    html! {
        div class="hd-l-battle" {
            svg class=(format!("hd-board hd-l-field hd-l-{terrain}")) viewBox=(format!("0 0 {wide} {high}")) role="group"
                aria-label=(format!("Battlefield, the enemy at the top. {}", title(view))) {
                rect class="hd-paper" width=(wide) height=(high) rx="12" {}
                @for hex in Hex::all() { (place(view, hex, spots, &sight)) }
                (ground::seams())
                (bears::lines(&bearing))
                g id="hd-beat-under" aria-hidden="true" {}
                // What opens lies over the others.
                g id=(STACKS) {
                    @for hex in Hex::all().filter(|hex| !is_piled(view, *hex)) { (stack(view, hex, spots, &sight)) }
                    @for hex in Hex::all().filter(|hex| is_piled(view, *hex)) { (stack(view, hex, spots, &sight)) }
                }
                @if sight.moves { (forecasts(&sight)) }
                (chances(&bearing, &middles))
                g id="hd-beat" aria-hidden="true" {}
            }
            svg id=(CARD) class="hd-board hd-l-card-of" viewBox=(format!("0 0 {SIDE} {high}")) aria-hidden="true" { (side(view, &sight)) }
            (brief(view))
        }
    }
}

/// How strong a Battalion is that has these points left.
fn strength(view: &View<'_>) -> &'static str {
    let (card, left) = (view.battalion_card(view.battle().battalion), view.points());
    if !view.battle().mustered {
        "expected"
    } else if left <= card.destroyed.into() {
        "Destroyed"
    } else if left <= card.half.into() {
        "Half"
    } else {
        "Full"
    }
}

/// The points on the field, or those to be expected on it.
fn in_sum(view: &View<'_>) -> u16 {
    match view.battle().mustered {
        true => view.points(),
        false => view.expected(),
    }
}

/// The card of the battle in a few short lines, for a telephone.
fn brief(view: &View<'_>) -> Markup {
    let (card, battle) = (view.battalion_card(view.battle().battalion), &view.battle());
    html! {
        div id="hd-l-brief" class="hd-l-brief" aria-hidden="true" {
            strong { (card.id) }
            @if battle.turn > 0 { span { "Turn " (battle.turn) "/" (battle.last) } }
            span { (in_sum(view)) " points" }
            span { (strength(view)) }
            span { "½ at " (card.half) }
            span { "✕ at " (card.destroyed) }
        }
    }
}

/// A hex: its ground, how it lies to who is looked at, and whether one can go there.
fn place(view: &View<'_>, hex: Hex, spots: &Spots<'_>, sight: &FieldView) -> Markup {
    let (x, y) = middle(hex);
    let ground = view.battle().field.at(hex);
    let id = format!("hex:{hex}");
    let lies = sight.lies(hex);
    let inner = html! {
        (ground::drawn(view.campaign().terrain, ground, hex))
        @match lies {
            Lies::Open(range) => { path class=(format!("hd-l-reach hd-l-range-{}", range.min(4))) d=(ground::outline(R - 1.5)) {} },
            Lies::Hidden(_) => { path class="hd-l-blind" d="M-58 22 22 -58M-58 62 58 -54M-22 62 62 -22" {} },
            Lies::Beyond => {},
        }
        @if spots.has(&id) { path class="hd-ring hd-l-open" d=(ground::outline(R - 4.0)) {} }
        text class="hd-l-id" x="0" y="-60" { (hex) @if let Some(letter) = letter(ground) { tspan class="hd-l-kind" dx="3" { (letter) } } @if let Lies::Open(range) | Lies::Hidden(range) = lies { tspan class="hd-l-range" dx="4" { "r" (range) } } }
    };
    let lies = match lies {
        Lies::Open(range) => format!(", range {range}"),
        Lies::Hidden(range) => format!(", range {range}, not seen"),
        Lies::Beyond => String::new(),
    };
    let there = sight.there(hex).map(told).unwrap_or_default();
    html! {
        g id=(format!("hex-{hex}")) transform=(format!("translate({x:.1} {y:.1})")) {
            (spots.draw(&id, &format!("hex {hex}, {ground}{lies}{there}"), &inner))
        }
    }
}

/// What stands printed in a hex that is not clear.
fn letter(ground: Ground) -> Option<&'static str> {
    match ground {
        Ground::Clear => None,
        Ground::Impassable => Some("Im"),
        other => Some(other.id()),
    }
}

/// What would come of going somewhere, in words.
fn told(there: There) -> String {
    let best = there.best.map_or_else(
        || ", no attack from there".into(),
        |best| format!(", best attack from there, having moved, {best}%"),
    );
    format!("{best}, lost there in the next enemy step {:.0}%", 100.0 * there.risk.destroyed)
}

/// In every hex one can go to: the best attack from there, and the risk. Drawn over the counters, so that none hides it.
fn forecasts(sight: &FieldView) -> Markup {
    html! {
        g id="hd-l-forecasts" aria-hidden="true" {
            @for (hex, There { best, risk }) in &sight.ways {
                @let (x, y) = middle(*hex);
                g transform=(format!("translate({x:.1} {:.1}) scale(1.5)", y + 34.0)) {
                    @if let Some(best) = best { (pill(-29.0, 0.0, *best, shade(*best))) }
                    (pill(2.0, 0.0, (100.0 * risk.destroyed).round() as u32, "hd-l-chance hd-l-risk"))
                }
            }
        }
    }
}

/// Who may hit one of ours in the next enemy step, the likeliest first: the one that is looked at, or whoever an enemy that is looked at may
/// hit; where nobody is looked at, the worst few.
fn bearing(sight: &FieldView, middles: &[(String, (f32, f32))]) -> Vec<Bears> {
    const MOST: usize = 6;
    const ALWAYS: usize = 4;
    let (view, from) = (sight.view(), sight.from());
    let concerns = |danger: &&Danger| match (sight.fighter, sight.enemy) {
        (Some(at), _) => danger.at == at,
        (None, Some(enemy)) => danger.enemy == enemy,
        (None, None) => true,
    };
    let decided: Vec<Danger> = view.decided().collect();
    let all = decided.iter().chain(&sight.step.dangers);
    let mut dangers: Vec<&Danger> = all.filter(concerns).filter(|danger| danger.hits >= 0.05).collect();
    dangers.sort_by(|a, b| b.hits.total_cmp(&a.hits));
    let most = if sight.fighter.is_some() || sight.enemy.is_some() { MOST } else { ALWAYS };
    let spot = |id: String| middles.iter().find(|(spot, _)| *spot == id).map(|(_, at)| *at);
    let line = |danger: &Danger| {
        let (foe, own) = (view.battle().enemies[danger.enemy].at()?, view.battle().fighters[danger.at].at()?);
        // Where one might go he stands in the middle.
        let to = from.filter(|_| sight.fighter == Some(danger.at) && sight.is_elsewhere()).map(middle);
        let to = to.or_else(|| spot(format!("unit:{}", view.card(danger.at).number)));
        // In one hex the chance on the counter says it.
        let apart = (foe != own).then_some((spot(format!("enemy:{}", danger.enemy))?, to?));
        let says = format!("{:.0}%", 100.0 * danger.hits);
        apart.map(|(from, to)| Bears { from, to, says, perhaps: danger.fires < 0.995 || !danger.alike.is_empty() })
    };
    dangers.into_iter().filter_map(line).take(most).collect()
}

/// Their chances, beside the counters and what is written in the hexes.
fn chances(bearing: &[Bears], middles: &[(String, (f32, f32))]) -> Markup {
    let at: Vec<(f32, f32)> = middles.iter().map(|(_, at)| *at).collect();
    let numbers = Hex::all().map(middle).map(|(x, y)| (x, y - 65.0, 24.0));
    let words: Vec<(f32, f32, f32)> = numbers.collect();
    bears::chances(bearing, 15.0, Counters { at: &at, size: (58.0, 58.0), words: &words })
}

/// The card of the battle: what is left of the Battalion, the turns, whose step it is and the enemy's orders.
pub(super) fn side(view: &View<'_>, sight: &FieldView) -> Markup {
    let (card, battle) = (view.battalion_card(view.battle().battalion), &view.battle());
    let all: u16 = battle.enemies.iter().map(|enemy| u16::from(view.enemy_card(enemy).points)).sum();
    let (left, wide) = (in_sum(view), SIDE - 24.0);
    let along = |points: f32| wide * (points / f32::from(all.max(left).max(1))).min(1.0);
    let state = strength(view);
    let steps = [
        ("Fast", view.stage() == Stage::Act(Step::Fast)),
        ("Enemy", matches!(view.stage(), Stage::Roll | Stage::Enemy)),
        ("Slow", view.stage() == Stage::Act(Step::Slow)),
    ];
    let rolled = matches!(view.stage(), Stage::Enemy | Stage::TurnEnd | Stage::Act(Step::Slow)) && battle.turn > 0;
    let orders =
        [("Tanks, AT", battle.orders.armor), ("Infantry", battle.orders.infantry), ("Support", battle.orders.support)];
    let lines = broken(&card.name);
    let top = 62.0 + 24.0 * lines.len() as f32;
    html! {
        g id=(SIDE_ID) class="hd-l-side" transform="translate(12 12)" {
            text class="hd-l-huge" x="0" y="40" { (card.id) }
            @for (n, line) in lines.iter().enumerate() { text x="0" y=(format!("{:.0}", 66.0 + 24.0 * n as f32)) { (line) } }
            g transform=(format!("translate(0 {top:.0})")) {
                text class="hd-l-huge" x="0" y="40" { (left) }
                text x=(if left < 10 { "34" } else { "64" }) y="22" { "points" }
                text class="hd-l-strong" x=(if left < 10 { "34" } else { "64" }) y="42" { (state) }
                rect class="hd-l-track" y="54" width=(format!("{wide:.0}")) height="18" rx="3" {}
                rect class="hd-l-left" y="54" width=(format!("{:.0}", along(left.into()))) height="18" rx="3" {}
                @for mark in [card.half, card.destroyed] {
                    rect class="hd-l-mark" x=(format!("{:.0}", along(mark.into()))) y="50" width="3" height="26" {}
                }
                text y="96" { "Half at " (card.half) }
                text y="118" { "Destroyed at " (card.destroyed) }
                text class="hd-l-name" y="162" { "Turn" }
                @for turn in 1..=battle.last {
                    @let (x, y) = (f32::from((turn - 1) % 5) * 29.0, 172.0 + f32::from((turn - 1) / 5) * 29.0);
                    g transform=(format!("translate({x:.0} {y:.0})")) {
                        rect class=(if turn == battle.turn { "hd-l-box hd-l-now" } else if turn < battle.turn { "hd-l-box hd-l-past" } else { "hd-l-box" }) width="26" height="26" rx="4" {}
                        text class="hd-l-mid" x="13" y="20" { (turn) }
                    }
                }
                @for ((step, now), (x, wide)) in steps.iter().zip([(0, 43), (46, 60), (109, 43)]) {
                    g transform=(format!("translate({x} 250)")) {
                        rect class=(if *now { "hd-l-box hd-l-now" } else { "hd-l-box" }) width=(wide) height="28" rx="4" {}
                        text class="hd-l-mid hd-l-tiny" x=(wide / 2) y="19" { (step) }
                    }
                }
                text class="hd-l-name" y="320" { "Orders" @if battle.turn > 0 { " (d" (battle.die) ")" } }
                @if rolled {
                    @for (n, (who, order)) in orders.iter().enumerate() {
                        @let y = 344.0 + 66.0 * n as f32;
                        text class="hd-l-small" y=(format!("{y:.0}")) { (who) ":" }
                        @for (line, words) in broken(order.name()).iter().enumerate() {
                            text class="hd-l-small hd-l-strong" y=(format!("{:.0}", y + 20.0 + 19.0 * line as f32)) { (words) }
                        }
                    }
                } @else { text class="hd-l-small" y="344" { "not rolled yet" } }
            }
            (legend(sight))
        }
    }
}

/// What the colors of chances mean, while there are any.
fn legend(sight: &FieldView) -> Markup {
    let aims = sight.fighter.is_some() || sight.strikes();
    let risks = sight.step.risks.iter().any(|risk| risk.destroyed >= 0.005);
    html! {
        g class="hd-l-legend" transform=(format!("translate(0 {:.0})", HEIGHT - 96.0)) {
            @if sight.hides() {
                g transform="translate(0 -30)" { rect class="hd-l-box" width="35" height="17" {} path class="hd-l-blind" d="M2 13 13 2M10 16 24 2M21 16 33 4" {} }
                text class="hd-l-tiny" x="42" y="-16" { "in range, not seen" }
            }
            @if aims {
                g transform="scale(1.3)" { (pill(0.0, 0.0, 50, "hd-l-chance hd-l-fine")) }
                text class="hd-l-tiny" x="42" y="14" { @if sight.moves { "best attack there" } @else { "is Destroyed" } }
            }
            @if aims || risks {
                g transform="translate(0 26) scale(1.3)" { (pill(0.0, 0.0, 10, "hd-l-chance hd-l-risk")) }
                text class="hd-l-tiny" x="42" y="40" { "lost in the next" }
                text class="hd-l-tiny" x="42" y="56" { "enemy step" }
            }
        }
    }
}

/// A name in lines that fit the card of the battle.
fn broken(name: &str) -> Vec<String> {
    const MOST: usize = 15;
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < MOST => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Whether a fighter is out of the battle, in words.
pub(super) fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Here => "in the battle",
        Fate::Retreated => "out of the battle",
        Fate::Destroyed => "Destroyed",
    }
}
