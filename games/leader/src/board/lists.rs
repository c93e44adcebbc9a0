//! Lists beside the battlefield: the operational map by bands, the group, the enemy, what is for sale, the record.

use crate::View;
use crate::charts::{UnitCard, effects_line};
use crate::playable::in_battle;
use crate::state::{Commander, Nerve};
use crate::words::{Band, Branch, Lasting, Support};
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

/// What an attack of a Unit brings against the Battalions on the map: the best and the mean, in points.
fn good_for(view: &View<'_>, card: &UnitCard) -> (String, f64) {
    let (game, charts) = (view.game, view.charts);
    let here = (0..game.battalions.len()).filter(|at| !game.battalions[*at].destroyed);
    let each: Vec<(i32, usize)> = here.map(|at| (game.prospect(charts, card, at), at)).collect();
    let mean = each.iter().map(|(points, _)| f64::from(*points)).sum::<f64>() / 100.0 / each.len().max(1) as f64;
    let best = each.iter().max().map_or_else(String::new, |(points, at)| {
        format!("{} {:.1}", game.battalion_card(charts, *at).id, f64::from(*points) / 100.0)
    });
    (best, mean)
}

/// The Unit cards for sale: what each costs, and what an attack of it brings.
pub(super) fn shop(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    html! {
        p { (game.so) " SO left. \"A shot\" is what an attack at range 1 brings on average against the Battalions on the map, in enemy points; \"best\" names the one it suits most." }
        @for branch in Branch::ALL {
            @let cards: Vec<&UnitCard> = charts.units.iter().filter(|card| card.r#type == branch && spots.has(&format!("card:{:03}", card.number))).collect();
            @if !cards.is_empty() {
                table class="hd-l-list" {
                    caption { (branch) }
                    thead { tr { th { "Unit" } th class="hd-l-n" { "SO" } th { "AP HE" } th { "range" } th class="hd-l-n" { "Def" } th class="hd-l-n" { "a shot" } th { "best" } } }
                    tbody {
                        @for card in cards {
                            @let (best, mean) = good_for(view, card);
                            tr {
                                td { (spots.place(&format!("card:{:03}", card.number), &card_words(card), &html! { (format!("{:03}", card.number)) " " (card.name) })) }
                                td class="hd-l-n" { (card.so) }
                                td { (dash(card.ap)) " " (dash(card.he)) }
                                td { (card.range[0]) "-" (card.range[1]) }
                                td class="hd-l-n" { (card.defense) }
                                td class="hd-l-n" { (format!("{mean:.2}")) }
                                td { (best) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A Battalion in words.
pub(super) fn battalion_words(view: &View<'_>, at: usize) -> String {
    let (game, charts) = (view.game, view.charts);
    let (card, state) = (game.battalion_card(charts, at), &game.battalions[at]);
    let points = game.strength(charts, at);
    let half = if state.half { ", at Half" } else { "" };
    let scored = if state.scored > 0 { format!(", {} of them scored", state.scored) } else { String::new() };
    let notes: Vec<String> =
        card.notes.iter().map(|note| format!("{}: {}", note.title, effects_line(&note.effects))).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(". {}", notes.join(". ")) };
    format!(
        "{} {}{half}: {} VP{scored}, about {}.{} points, Half at {}, Destroyed at {}{notes}",
        card.id,
        card.name,
        card.vp,
        points / 100,
        points / 10 % 10,
        card.half,
        card.destroyed
    )
}

/// The operational map: bands from our side to theirs, with what it costs to attack there.
pub(super) fn map(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let in_band = |band: Band| {
        let here = move |at: &usize| game.battalions[*at].band == band && !game.battalions[*at].destroyed;
        (0..game.battalions.len()).filter(here)
    };
    let gone: Vec<String> = (0..game.battalions.len())
        .filter(|at| game.battalions[*at].destroyed)
        .map(|at| game.battalion_card(charts, at).id.to_string())
        .collect();
    let objective = game.objective(charts);
    html! {
        p { "Week " (game.week) " of " (objective.weeks) ", " (game.so) " SO, " (game.vp) " VP: Good from " (objective.bands.good) ", Great from " (objective.bands.great) ". " (game.support[Support::Truck.index()]) " Trucks, " (game.support[Support::Scout.index()]) " Scouts." }
        @for band in Band::ALL {
            @let row = &charts.bands[band];
            p class="hd-l-band" {
                (band)
                @if row.attack_cost > 0 { ", an attack costs " (row.attack_cost) " SO" }
                @if row.weekly_loss > 0 { ", each costs us " (row.weekly_loss) " SO a Week" }
            }
            ul {
                @for at in in_band(band) {
                    @let id = game.battalion_card(charts, at).id;
                    @let planned = game.plan.iter().position(|plan| usize::from(plan.battalion) == at);
                    li {
                        (spots.place(&format!("battalion:{id}"), "", &html! { (battalion_words(view, at)) }))
                        @if let Some(plan) = planned { " " strong { "attacked by " (attackers(view, plan)) } }
                    }
                }
            }
        }
        @if !gone.is_empty() { p class="hd-l-gone" { "Destroyed: " (gone.join(", ")) } }
        @if !game.plan.is_empty() && !in_battle(game) {
            p { "The plan costs " (game.plan_cost(charts)) " of " (game.so) " SO. Staying behind: " (behind(view)) "." }
        }
    }
}

fn attackers(view: &View<'_>, plan: usize) -> String {
    let (game, charts) = (view.game, view.charts);
    let sent = game.units.iter().filter(|unit| unit.sent == Some(plan as u8));
    let mut names: Vec<String> = sent.map(|unit| format!("{:03}", unit.card(charts).number)).collect();
    let planned = &game.plan[plan];
    for (n, what) in [(planned.trucks, "Trucks"), (planned.scouts, "Scouts")] {
        if n > 0 {
            names.push(format!("{n} {what}"));
        }
    }
    if names.is_empty() { "nobody yet".into() } else { names.join(", ") }
}

fn behind(view: &View<'_>) -> String {
    let (game, charts) = (view.game, view.charts);
    let left = game.units.iter().filter(|unit| unit.sent.is_none() && !unit.lost);
    let names: Vec<String> = left.map(|unit| format!("{:03}", unit.card(charts).number)).collect();
    if names.is_empty() { "nobody".into() } else { names.join(", ") }
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
