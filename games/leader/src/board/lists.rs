//! Lists beside the board: the group and the enemy; and cards in words.

use super::cards;
use super::front::counted;
use crate::View;
use crate::charts::UnitCard;
use crate::ids::{CommanderId, UnitId};
use crate::state::{Commander, Nerve};
use crate::talk::capital;
use crate::words::Lasting;
use hulldown_draw::Spots;
use maud::{Markup, html};

/// What attacks of a kind need; a dash for none.
pub(super) fn dash(need: i8) -> String {
    if need == 0 { "-".into() } else { need.to_string() }
}

/// The figures and notes printed on a Unit card.
pub(super) fn figures(card: &UnitCard, between: &str) -> String {
    let mut words = vec![
        format!("Speed {}", card.speed),
        format!("AP {}", dash(card.ap)),
        format!("HE {}", dash(card.he)),
        format!("range {}-{}", card.range[0], card.range[1]),
        format!("Defense {} against {}", card.defense, card.target),
    ];
    for (on, says) in [
        (card.ap_r0_only, "AP only in its own hex"),
        (card.no_move_attack, "moves or attacks"),
        (card.indirect, "Indirect Fire"),
        (card.transport, "Transport"),
        (card.tactic > 0, "Tactic"),
        (card.command_tactic > 0, "Command Tactic"),
    ] {
        if on {
            words.push(says.into());
        }
    }
    if card.move_attack != 0 {
        words.push(format!("{} when it moved", card.move_attack));
    }
    if card.move_stress != 0 {
        words.push(format!("{} Stress to move and attack", card.move_stress));
    }
    words.join(between)
}

/// What is printed on a Unit card, in words.
pub(super) fn card_words(card: &UnitCard) -> String {
    format!("{} {} ({}), {} SO: {}", card.number, card.name, card.r#type, card.so, figures(card, ", "))
}

/// How a Commander bears his Stress, in a word.
pub(super) fn nerve(commander: &Commander, view: &View<'_>) -> &'static str {
    match commander.nerve(view.charts) {
        Nerve::Okay => "Okay",
        Nerve::Shaken => "Shaken",
        Nerve::Unfit => "Unfit",
    }
}

/// What a Commander is worth as he feels now: one who is Unfit helps nobody (commander.stat.4).
pub(super) fn worth(commander: &Commander, view: &View<'_>) -> String {
    let card = commander.card(view.charts);
    match commander.nerve(view.charts) {
        Nerve::Unfit => format!("Slow, {:+} on every attack, no skills", view.charts.numbers.attack.no_commander),
        nerve => card.stats(nerve == Nerve::Shaken),
    }
}

/// How far a Commander is from his next promotion.
pub(super) fn experience(commander: &Commander, view: &View<'_>) -> String {
    match commander.card(view.charts).xp {
        0 => "no level above".into(),
        needed => format!("XP {} of {needed}", commander.xp),
    }
}

/// A Commander in words.
pub(super) fn commander_words(commander: &Commander, view: &View<'_>) -> String {
    let card = commander.card(view.charts);
    let unfit = commander.nerve(view.charts) == Nerve::Unfit;
    let mut words = format!(
        "{}, {} {}{}: {}, Stress {} (Okay to {}, Shaken to {}), {}, {}",
        commander.name,
        commander.level,
        commander.branch(view.charts),
        view.of_player(commander.seat),
        nerve(commander, view),
        commander.stress,
        card.okay,
        card.shaken,
        worth(commander, view),
        experience(commander, view)
    );
    if commander.battles > 0 {
        let (battles, kills) = (counted(commander.battles.into(), "battle"), counted(commander.kills.into(), "kill"));
        words += &format!(", {battles}, {kills}");
    }
    for skill in card.skills.each().filter(|_| !unfit) {
        words += &format!(", {skill}");
    }
    for (on, says) in [(commander.wounded, "wounded"), (commander.kia, "killed"), (commander.sent, "assigned")] {
        if on {
            words += &format!(", {says}");
        }
    }
    words
}

/// The damage of a Unit, in words.
pub(super) fn damage(view: &View<'_>, unit: UnitId) -> String {
    let unit = &view.units()[unit];
    let has = Lasting::ALL.into_iter().filter(|lasting| unit.has(*lasting) > 0);
    has.map(
        |lasting| if unit.has(lasting) > 1 { format!("{lasting} x{}", unit.has(lasting)) } else { lasting.to_string() },
    )
    .collect::<Vec<_>>()
    .join(", ")
}

/// Units and Commanders: those of the battle first, each with the man who leads it.
pub(super) fn group(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let fights = |unit: UnitId| view.in_battle() && view.battle().fighters.iter().any(|one| one.unit == unit);
    let mut units: Vec<UnitId> = view.units().ids().collect();
    units.sort_by_key(|at| (!fights(*at), view.units()[*at].lost));
    let led: Vec<CommanderId> = view.units().iter().filter_map(|unit| unit.under).collect();
    html! {
        @if view.units().is_empty() { p { "No Units yet." } }
        ul class="hd-l-group" {
            @for at in units {
                @let under = view.units()[at].under.and_then(|at| view.commanders().get(at));
                li id={ "pass-" (view.units()[at].card(view.charts).number.0) } {
                    (unit_line(view, at, spots))
                    @if let Some(under) = under { (man(view, under, spots)) }
                }
            }
            @for (at, commander) in view.commanders().each() {
                @if !led.contains(&at) { li id={ "man-" (commander.name.id()) } { (man(view, commander, spots)) } }
            }
        }
    }
}

fn unit_line(view: &View<'_>, at: UnitId, spots: &Spots<'_>) -> Markup {
    let (charts, unit) = (view.charts, &view.units()[at]);
    let card = unit.card(charts);
    let against = unit.sent.filter(|_| view.result().is_none()).and_then(|plan| view.plan().get(plan));
    let says = html! {
        @if view.is_shared() { div class="hd-l-print" { (capital(&view.player_name(unit.seat))) } }
        @if let Some(plan) = against { div class="hd-l-sent" { "against " (view.battalion_card(plan.battalion).id) } }
    };
    spots.place(&format!("unit:{}", card.number), &card_words(card), &cards::unit(view, at, &says))
}

fn man(view: &View<'_>, commander: &Commander, spots: &Spots<'_>) -> Markup {
    let id = format!("commander:{}", commander.name.id());
    spots.place(&id, &commander_words(commander, view), &cards::commander(view, commander, &html! {}))
}

/// The enemy on the battlefield.
pub(super) fn enemies(view: &View<'_>) -> Markup {
    let dangers = view.dangers();
    let in_force = view.felt_here();
    html! {
        @if !in_force.is_empty() { p id="hd-l-in-force" class="hd-l-print" { "In force: " (in_force.join(". ")) "." } }
        ul {
            @for (at, enemy) in view.battle().enemies.each() {
                @let card = view.enemy_card(enemy);
                li id={ "foe-" (at) } class=(if enemy.active { "" } else { "hd-l-gone" }) {
                    (card.name) " (no. " (at) ")"
                    @match enemy.at() {
                        Some(hex) => { " in " (hex) ": " (counted(card.points.into(), "point")) ", AP " (dash(card.ap)) ", HE " (dash(card.he)) ", range " (card.range) ", Defense " (card.defense) " against " (card.target) },
                        None => { ", Destroyed" },
                    }
                    @for (n, danger) in dangers.iter().filter(|danger| danger.enemy == at && danger.hits >= 0.005).enumerate() {
                        (if n == 0 { "; may hit " } else { ", " }) (view.card(danger.at).number) ": " (format!("{:.0}%", 100.0 * danger.hits)) @if !danger.alike.is_empty() { " if you choose it" }
                    }
                }
            }
        }
    }
}
