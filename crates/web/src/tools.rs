//! What one can do besides answering: take back, be advised, let a policy play, choose who throws.

use crate::guard::Ctx;
use crate::options::close;
use crate::page::{keys_of, mark_field, quick, table_of, token};
use crate::words::{capital, chances, count, percent};
use hulldown_core::Seat;
use hulldown_core::dicebox::DiceMode;
use hulldown_desk::lines::{Chance, Choice};
use hulldown_desk::{Advice, Ask, Level, Problem};
use hulldown_draw::Known;
use hulldown_keep::{Players, Sitting};
use maud::{Markup, html};

/// The action buttons, at most seven, and what unfolds from them.
pub(crate) fn bar(open: &Sitting, ctx: &Ctx, known: Known<'_>) -> Markup {
    let deciding = matches!(open.prompt.first(), Some(Ask::Choice(_)));
    let Players { bots, ease, .. } = &open.players;
    let seats: Vec<String> = (0..open.game.seats()).map(|seat| open.game.seat_name(Seat(seat))).collect();
    let from = (deciding, bots, ease, open.game.dice_mode(), seats, ctx.part);
    known.or_draw("tools", from, || buttons(open, ctx, deciding))
}

fn buttons(open: &Sitting, ctx: &Ctx, deciding: bool) -> Markup {
    let base = table_of(open);
    html! {
        div id="tools" data-part class="tools" popover role="group" aria-label="Actions" {
            @if deciding {
                a class="button" id="advice" href={ (base) "?advice=1#options" } data-swap title=(keys_of("advice")) { kbd { (quick("advice")) } " Advice" }
                (auto(open, ctx, &base))
            }
            (dice(open, ctx, &base))
            @if open.game.seats() > 1 { (players(open, ctx, &base)) }
            details class="menu" id="menu-back" {
                summary { "Rewind" }
                div class="sheet" {
                    @if open.game.seats() > 1 {
                        p { "Where several play, answers can be undone back to the last dice and to the last answer of another. To play on from before those, make a copy from the replay." }
                    } @else {
                        p { "Going back past dice is a rewind: it is marked in the record, and the program's dice come up again." }
                    }
                    form method="post" action={ (base) "/undo" } {
                        (token(ctx)) (mark_field(open, ctx, "mark-back"))
                        label { "Answers to undo " input type="number" id="steps-back" name="steps" min="1" max="60000" value="1" required; }
                        button { "Undo" }
                    }
                    p { "To look back farther, choose a moment in the " a id="look-back" href={ (base) "/replay" } { "replay" } ", which undoes nothing by itself." }
                }
            }
            button type="button" class="script" id="keys" data-key="?" aria-keyshortcuts="?" aria-expanded="false" { kbd { "?" } " Keys" }
        }
    }
}

/// How far a bot can be let play in any game. What lies between a question and the end each game says itself (`Aids::stretches`).
pub(crate) const FAR: [(&str, &str); 4] = [
    ("decision", "one answer"),
    ("step", "to the end of this step"),
    ("same", "to the next question of this kind"),
    ("end", "to the end of the game"),
];

fn auto(open: &Sitting, ctx: &Ctx, base: &str) -> Markup {
    html! {
        details class="menu" id="menu-auto" {
            summary { "Play on" }
            div class="sheet" {
                @if !open.shelf.kinds.is_empty() { (ease(open, ctx, base)) }
                form method="post" action={ (base) "/auto" } {
                    (token(ctx)) (mark_field(open, ctx, "mark-auto"))
                    label { "Who answers " select name="policy" {
                        @for (name, help) in (open.shelf.policies)() { option value=(name) { (capital(help)) } }
                    } }
                    label { "How far " select name="far" {
                        @for (value, text) in FAR.iter().take(FAR.len() - 1).chain(open.shelf.stretches).chain(FAR.last()) {
                            option value=(value) selected[*value == "step"] { (text) }
                        }
                    } }
                    button { "Play on" }
                }
                p class="quiet" { "It stops when you are to roll dice by hand." }
            }
        }
    }
}

/// How much is answered without asking.
fn ease(open: &Sitting, ctx: &Ctx, base: &str) -> Markup {
    let ease = &open.players.ease;
    html! {
        form method="post" action={ (base) "/ease" } id="ease" {
            (token(ctx))
            fieldset {
                legend { "How much to ask you" }
                @for (level, name, what) in Level::ALL {
                    label { input type="radio" name="level" value=(name) checked[ease.level == level]; " " (name) ": " (what) }
                }
                details id="stops" {
                    summary { "Always ask me about" }
                    @for (kind, what) in open.shelf.kinds {
                        label { input type="checkbox" name="stop" value=(kind) checked[ease.stops.contains(*kind)]; " " (what) }
                    }
                }
            }
            button { "Use" }
            p class="quiet" { "Answers given for you are logged like your own and can be undone. Choose under Dice which rolls you make yourself." }
        }
    }
}

fn dice(open: &Sitting, ctx: &Ctx, base: &str) -> Markup {
    let mode = open.game.dice_mode();
    let sheets = (open.shelf.sheets)(open.pack.as_ref()).unwrap_or_default();
    let ticked = |chart: &str| matches!(&mode, DiceMode::Charts(charts) if charts.contains(chart));
    html! {
        details class="menu" id="menu-dice" {
            summary { "Dice" }
            div class="sheet" {
                form method="post" action={ (base) "/dice" } {
                    (token(ctx))
                    fieldset {
                        legend { "Who throws" }
                        label { input type="radio" name="mode" value="random" checked[mode == DiceMode::Random]; " the program rolls all dice" }
                        label { input type="radio" name="mode" value="hand" checked[mode == DiceMode::Hand]; " I roll all dice" }
                        label { input type="radio" name="mode" value="charts" checked[matches!(mode, DiceMode::Charts(_))]; " stop me for these charts:" }
                        div class="ticks" {
                            @for sheet in sheets.iter().filter(|sheet| sheet.dice.is_some()) {
                                label { input type="checkbox" name="chart" value=(sheet.id) checked[ticked(&sheet.id)]; " " (hulldown_desk::read::heading(sheet)) }
                            }
                        }
                    }
                    button { "Use" }
                }
            }
        }
    }
}

/// Who plays which seat.
fn players(open: &Sitting, ctx: &Ctx, base: &str) -> Markup {
    let plays = |seat: u8, name: &str| open.players.bots.get(&seat).is_some_and(|bot| bot == name);
    html! {
        details class="menu" id="menu-players" {
            summary { "Players" }
            div class="sheet" {
                form method="post" action={ (base) "/players" } {
                    (token(ctx))
                    @for seat in 0..open.game.seats() {
                        label { (capital(&open.game.seat_name(Seat(seat)))) " " select name={ "seat" (seat) } {
                            option value="person" { "a person" }
                            @for (name, help) in (open.shelf.policies)() { option value=(name) selected[plays(seat, name)] { "a bot: " (help) } }
                        } }
                    }
                    button { "Use" }
                }
                @if open.shelf.secrets {
                    p class="quiet" { "Two people pass the screen to each other; nothing is shown until the other one is ready." }
                } @else {
                    p class="quiet" { "Nothing is hidden: people share the screen, and bots decide for themselves." }
                }
            }
        }
    }
}

/// What a bot thinks of the options.
pub(crate) fn advice(open: &Sitting, advice: &Result<Vec<Advice>, Problem>) -> Markup {
    match advice {
        Ok(ranking) => ranked(open, ranking),
        Err(problem) => html! { p class="notice" { (problem.in_words()) } },
    }
}

/// What can be said where playing on says nothing.
pub(crate) fn instead(open: &Sitting) -> Option<Markup> {
    let instead = open.game.instead(open.seat());
    (!instead.is_empty()).then(|| {
        html! {
            section class="answer" id="advised" tabindex="0" aria-labelledby="advised-title" {
                (close(&table_of(open)))
                h3 id="advised-title" { "Advice" }
                @for line in &instead { p { (line) } }
            }
        }
    })
}

/// How many options are advised on at once.
const BEST: usize = 3;

fn ranked(open: &Sitting, ranking: &[Advice]) -> Markup {
    let (options, keys, usual) = match open.prompt.first() {
        Some(Ask::Choice(ask)) => (ask.options.as_slice(), hulldown_desk::keys::keys(ask), ask.usual.as_ref()),
        _ => (Default::default(), Vec::new(), None),
    };
    let ranking = &*Advice::usual_first(ranking.to_vec(), usual.map(|usual| usual.key.as_str()));
    let place = |key: &str| options.iter().position(|option| option.key == key).map(|n| keys[n].as_str());
    let (telling, settled) = (Advice::telling(ranking), Advice::settled(ranking));
    let does = |key: &str| options.iter().find(|option| option.key == key).and_then(does);
    let Some(best) = ranking.first() else { return html! { p class="notice" { (Advice::verdict(ranking)) } } };
    let one = |advice: &Advice| {
        html! {
            li {
                @if let Some(key) = place(&advice.key) { kbd { (key) } " " }
                strong { (capital(&advice.label)) }
                @if advice.is_level(best) { " " span class="quiet" { "no difference from the best" } }
                @if let Some(does) = does(&advice.key) { div class="quiet" { (does) } }
                @for chance in telling.iter().filter_map(|n| advice.outlooks.get(*n)) { (outlook(chance)) }
            }
        }
    };
    // Where every playout came out the same there is nothing to tell options apart by.
    let blind = ranking.iter().all(|advice| advice.mean == best.mean && advice.error == 0.0);
    html! {
        section class="answer" id="advised" tabindex="0" aria-labelledby="advised-title" {
            (close(&table_of(open)))
            h3 id="advised-title" { "Advice" }
            @if let Some(why) = Advice::why(&ranking[..ranking.len().min(BEST)], percent) { p { "The best because " (why) "." } }
            @for yet in Advice::yet(&ranking[..ranking.len().min(BEST)], percent) { p { (yet) } }
            p { (Advice::verdict(ranking)) }
            @if let Some(leads) = leads(ranking) { p { (leads) } }
            @if let Some(against) = usual.and_then(|usual| Advice::against(ranking, &usual.key)) { p class="notice" { (against) } }
            @if !blind {
                p class="quiet" { "What counts all told: " (open.shelf.weighs) }
                ol class="best" { @for advice in ranking.iter().take(BEST) { (one(advice)) } }
                @if ranking.len() > BEST {
                    details id="advised-rest" {
                        summary { "The others: " (ranking.len() - BEST) }
                        ol class="best" { @for advice in ranking.iter().skip(BEST) { (one(advice)) } }
                    }
                }
            }
            @if !settled.is_empty() {
                p { "Whichever you choose:" }
                @for chance in settled.iter().filter_map(|n| best.outlooks.get(*n)) { (outlook(chance)) }
            }
            @if !blind && telling.is_empty() { p { "The playouts end alike for all of them, so they are ordered by the points the bot plays for." } }
            @let least = ranking.iter().map(|advice| advice.playouts).min().unwrap_or_default();
            p class="quiet" {
                @if least == best.playouts { "By " (count(best.playouts as usize, "playout")) " of each option." }
                @else { "By " (count(best.playouts as usize, "playout")) " of the best options; the others were dropped after " (least) " or more." }
                " A bar shows how often this happened; its pale end is the margin of error."
            }
        }
    }
}

/// Where another of those shown has the better chance of something than the first: why that is first all the same.
fn leads(ranking: &[Advice]) -> Option<String> {
    let (best, others) = ranking[..ranking.len().min(BEST)].split_first()?;
    let found =
        others.iter().flat_map(|other| best.outlooks.iter().zip(&other.outlooks).map(move |pair| (other, pair)));
    let (other, (own, its)) = found
        .filter(|(_, (own, its))| (its.share - own.share) * if own.good { 1.0 } else { -1.0 } >= 0.01)
        .max_by(|(_, (a, b)), (_, (c, d))| (a.share - b.share).abs().total_cmp(&(c.share - d.share).abs()))?;
    Some(format!(
        "The order is by all that the bot plays for, not by one chance: after \u{201c}{}\u{201d} {} {} instead of {}.",
        other.label,
        own.says,
        percent(its.share),
        percent(own.share)
    ))
}

/// What an option does by itself, exactly, as far as its game can tell before it is played out.
fn does(option: &Choice) -> Option<String> {
    let odds = option.chances().map(|odds| chances(odds, 3));
    let shots = option.shots.as_ref().map(|shots| capital(&shots.line(percent)));
    let all: Vec<String> = shots.or(odds).into_iter().chain(option.bears.as_deref().map(capital)).collect();
    (!all.is_empty()).then(|| all.join(". "))
}

/// How often something came of an option, with its uncertainty.
fn outlook(chance: &Chance) -> Markup {
    let (low, high) = ((chance.share - chance.error).max(0.0), (chance.share + chance.error).min(1.0));
    let wide = |share: f64| format!("{:.1}", share * 100.0);
    html! {
        div class={ "outlook " (if chance.good { "good" } else { "bad" }) } {
            span { (capital(chance.says)) " " strong { (percent(chance.share)) } " " span class="quiet" { "± " (percent(chance.error)) } }
            svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
                rect class="all" width="100" height="6" {}
                rect class="doubt" x=(wide(low)) width=(wide(high - low)) height="6" {}
                rect class="sure" width=(wide(low)) height="6" {}
            }
        }
    }
}
