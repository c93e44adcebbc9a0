//! Lists beside the board: the group, the enemy, the record of Commanders; and cards in words.

use crate::View;
use crate::charts::UnitCard;
use crate::state::{Commander, Nerve};
use crate::words::Lasting;
use hulldown_draw::Spots;
use maud::{Markup, html};

/// What attacks of a kind need; a dash for none.
pub(super) fn dash(need: i8) -> String {
    if need == 0 { "-".into() } else { need.to_string() }
}

/// What is printed on a Unit card, in words.
pub(super) fn card_words(card: &UnitCard) -> String {
    let mut words = format!(
        "{:03} {} ({}), {} SO: Speed {}, AP {}, HE {}, range {}-{}, Defense {} against {}",
        card.number,
        card.name,
        card.r#type,
        card.so,
        card.speed,
        dash(card.ap),
        dash(card.he),
        card.range[0],
        card.range[1],
        card.defense,
        card.target
    );
    for (on, says) in [
        (card.ap_r0_only, "AP only in its own hex"),
        (card.no_move_attack, "moves or attacks"),
        (card.indirect, "Indirect Fire"),
        (card.transport, "Transport"),
        (card.tactic > 0, "Tactic"),
        (card.command_tactic > 0, "Command Tactic"),
    ] {
        if on {
            words += &format!(", {says}");
        }
    }
    words
}

/// How a Commander bears his Stress, in a word.
pub(super) fn nerve(commander: &Commander, view: &View<'_>) -> &'static str {
    match commander.nerve(view.charts) {
        Nerve::Okay => "Okay",
        Nerve::Shaken => "Shaken",
        Nerve::Unfit => "Unfit",
    }
}

/// A Commander in words.
pub(super) fn commander_words(commander: &Commander, view: &View<'_>) -> String {
    let card = commander.card(view.charts);
    let shaken = usize::from(commander.nerve(view.charts) != Nerve::Okay);
    let mut words = format!(
        "{}, {} {}: {}, Stress {} (Okay to {}, Shaken to {}), {}, {:+} in his hex, {:+} beyond, Cool {}, XP {} of {}",
        commander.name,
        commander.level,
        commander.branch(view.charts),
        nerve(commander, view),
        commander.stress,
        card.okay,
        card.shaken,
        if card.fast[shaken] { "Fast" } else { "Slow" },
        card.r0[shaken],
        card.r1[shaken],
        card.cool,
        commander.xp,
        card.xp
    );
    if commander.battles > 0 {
        words += &format!(", {} battles, {} kills", commander.battles, commander.kills);
    }
    for skill in card.skills.each() {
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
pub(super) fn damage(view: &View<'_>, unit: usize) -> String {
    let unit = &view.game.units[unit];
    let has = Lasting::ALL.into_iter().filter(|lasting| unit.has(*lasting) > 0);
    has.map(
        |lasting| if unit.has(lasting) > 1 { format!("{lasting} x{}", unit.has(lasting)) } else { lasting.to_string() },
    )
    .collect::<Vec<_>>()
    .join(", ")
}

/// Units and Commanders.
pub(super) fn group(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    html! {
        @if game.units.is_empty() { p { "No Units yet." } } @else {
            ul {
                @for (at, unit) in game.units.iter().enumerate() {
                    @let card = unit.card(charts);
                    @let hurt = damage(view, at);
                    li class=(if unit.lost { "hd-l-gone" } else { "" }) {
                        (spots.place(&format!("unit:{:03}", card.number), &card_words(card), &html! { (format!("{:03}", card.number)) " " (card.name) }))
                        @if unit.lost { ", Destroyed" }
                        @if !hurt.is_empty() { ": " (hurt) }
                        @if let Some(plan) = unit.sent.and_then(|plan| game.plan.get(usize::from(plan))) { ", against " (game.battalion_card(charts, usize::from(plan.battalion)).id) }
                        @if let Some(name) = unit.under.and_then(|at| game.commanders.get(usize::from(at))).map(|one| one.name) { ", under " (name) }
                    }
                }
            }
        }
        @if !game.commanders.is_empty() {
            ul {
                @for commander in &game.commanders {
                    li class=(if commander.kia { "hd-l-gone" } else { "" }) {
                        (spots.place(&format!("commander:{}", commander.name.id()), "", &html! { (commander_words(commander, view)) }))
                    }
                }
            }
        }
    }
}

/// The enemy on the battlefield.
pub(super) fn enemies(view: &View<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let dangers = game.dangers(charts);
    html! {
        ul {
            @for (at, enemy) in game.battle.enemies.iter().enumerate() {
                @let card = enemy.card(game, charts);
                li class=(if enemy.active { "" } else { "hd-l-gone" }) {
                    (card.name) " (no. " (at) ")"
                    @match enemy.at() {
                        Some(hex) => { " in " (hex) ": " (card.points) " points, AP " (dash(card.ap)) ", HE " (dash(card.he)) ", range " (card.range) ", Defense " (card.defense) " against " (card.target) },
                        None => { ", Destroyed" },
                    }
                    @if let Some(danger) = dangers.iter().find(|danger| danger.enemy == at) {
                        "; may hit " (format!("{:03}", game.card(charts, danger.at).number)) ": " (format!("{:.0} %", 100.0 * danger.hits))
                    }
                }
            }
        }
    }
}

/// What each Commander has done.
pub(super) fn record(view: &View<'_>) -> Markup {
    let tally = &view.game.tally;
    html! {
        p { (tally.battles) " battles, " (tally.won) " Battalions Destroyed, " (tally.lost) " Units and " (tally.kia) " Commanders lost." }
        table class="hd-l-list" {
            thead { tr { th { "Commander" } th { "level" } th class="hd-l-n" { "battles" } th class="hd-l-n" { "kills" } th class="hd-l-n" { "Stress" } th class="hd-l-n" { "XP" } } }
            tbody {
                @for one in &view.game.commanders {
                    tr {
                        td { (one.name) @if one.kia { ", killed" } @if one.wounded { ", wounded" } }
                        td { (one.level) }
                        td class="hd-l-n" { (one.battles) }
                        td class="hd-l-n" { (one.kills) }
                        td class="hd-l-n" { (one.stress) }
                        td class="hd-l-n" { (one.xp) }
                    }
                }
            }
        }
    }
}
