//! The career so far: missions, men, awards, figures, and how lucky it was.

use crate::app::{SharedApp, game_id, in_front};
use crate::guard::Ctx;
use crate::moments::Moments;
use crate::page::{Page, game_nav, id_of, shown};
use crate::table::placed;
use crate::words::{capital, count, percent};
use axum::extract::{Path, State};
use axum::response::Response;
use hulldown_core::Dice;
use hulldown_core::check::AGAIN;
use hulldown_core::playable::aids::Grave;
use hulldown_core::talk::Rank;
use hulldown_desk::{EventLine, RollLine};
use hulldown_draw::Region;
use hulldown_keep::Sitting;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// `GET /game/ID/career`
pub(crate) async fn show(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async { in_front(&app, game_id(&id)?, move |_, open| Ok(render(open, &with))).await };
    shown(&ctx, done.await)
}

fn render(open: &mut Sitting, ctx: &Ctx) -> Response {
    let moments = open.moments();
    let id = id_of(open);
    let viewer = open.viewer();
    let drawn = open.game.career(viewer);
    let sections = open.game.sections(viewer);
    let body = html! {
        h1 { "Career: " (open.label()) }
        p class="lead" { (capital(&open.game.status(viewer))) }
        @if open.game.has_story() { p class="noprint" { a class="button" href={ "/game/" (id) "/story" } { "The story" } " " button type="button" class="script" data-print { "Print" } } }
        div class="career" {
            (placed(&drawn, Region::Career))
            @if drawn.is_empty() {
                @for section in &sections { section class="panel" { h2 { (section.title) } ul { @for line in &section.lines { li { (line) } } } } }
            }
            (told(&moments, &id))
            p { a class="alone" href={ "/game/" (id) "/review" } { "Decisions that cost you" } }
        }
    };
    let title = format!("Career: {}", open.label());
    Page { title: &title, nav: game_nav(&id, open.shelf.id), class: "wide", body }.render(ctx)
}

/// What can be said of a career from what was told alone.
pub(crate) fn told(moments: &Moments, id: &str) -> Markup {
    html! { (calendar(moments, id)) (figures(moments)) (luck(moments)) }
}

/// A leaf of the calendar.
struct Leaf {
    /// Under which heading it comes, such as a month.
    under: String,
    /// What it says, and the moment it leads to.
    title: String,
    at: usize,
    /// What else happened on it.
    lines: Vec<String>,
}

/// The most lines on a leaf.
const LINES: usize = 8;

fn leaves(moments: &Moments) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = Vec::new();
    let majors: Vec<_> = moments.leaves().collect();
    for (n, chapter) in majors.iter().enumerate() {
        let until = majors.get(n + 1).map_or(moments.log.len(), |next| next.event);
        let told = moments.log.get(chapter.event + 1..until).unwrap_or_default();
        let counts = |event: &&EventLine| event.headline.is_some() || event.rank >= Rank::Part;
        let title = moments.text(chapter);
        let under = moments.log.get(chapter.event).and_then(|event| event.under.clone()).unwrap_or_default();
        let mut lines: Vec<String> = told.iter().filter(counts).map(|event| capital(&event.text)).collect();
        if lines.len() > LINES {
            // Of much that happened what weighs most: what was lost, whom one put out of the fight, and what came to an end.
            let weighs = |event: &&EventLine| {
                event.rank >= Rank::Part
                    || matches!(
                        event.about.grave,
                        Some(Grave::Loss(_) | Grave::Harm(..) | Grave::End(_) | Grave::Over(_))
                    )
                    || (event.about.grave == Some(Grave::Kill) && event.about.shot.is_some())
            };
            let heavy: Vec<String> = told.iter().filter(weighs).map(|event| capital(&event.text)).collect();
            lines = if heavy.is_empty() { lines } else { heavy };
        }
        if lines.len() > LINES {
            let left = lines.len() - LINES + 2;
            let last = lines.pop().unwrap_or_default();
            lines.truncate(LINES - 2);
            lines.push(format!("… {left} more", left = left - 1));
            lines.push(last);
        }
        leaves.push(Leaf { under, title, at: chapter.at, lines });
    }
    leaves
}

/// The log in short, as a calendar; each leaf leads to its moment in the replay.
fn calendar(moments: &Moments, id: &str) -> Markup {
    let leaves = leaves(moments);
    html! {
        section class="panel" aria-labelledby="calendar" {
            h2 id="calendar" { "In short" }
            @if leaves.is_empty() { p class="quiet" { "Nothing yet." } }
            @for month in leaves.chunk_by(|a, b| a.under == b.under) {
                @if !month[0].under.is_empty() { h3 { (month[0].under) } }
                ol class="calendar" {
                    @for leaf in month {
                        li {
                            a href={ "/game/" (id) "/replay?at=" (leaf.at) } { (leaf.title) }
                            ul { @for line in &leaf.lines { li { (line) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Event counts.
fn figures(moments: &Moments) -> Markup {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for event in &moments.log {
        *kinds.entry(&*event.kind).or_default() += 1;
    }
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(*count), *kind));
    html! {
        section class="panel" aria-labelledby="figures" {
            h2 id="figures" { "Figures" }
            p { (count(moments.told.len(), "answer")) ", " (count(moments.log.len(), "event")) "." }
            details id="all-figures" {
                summary { "Event counts" }
                table class="figures" {
                    thead { tr { th scope="col" { "Event" } th scope="col" { "Times" } } }
                    tbody { @for (kind, count) in kinds { tr { th scope="row" { (capital(&kind.replace('-', " "))) } td { (count) } } } }
                }
            }
        }
    }
}

/// One kind of roll, summed up.
#[derive(Default)]
struct Luck {
    rolls: usize,
    /// What the dice came to before modifiers, and what they come to on average.
    thrown: i64,
    mean: f64,
    /// The variance of that.
    spread: f64,
    /// Successes, for rolls that have them.
    success: Option<Successes>,
}

/// Successes of one kind of roll.
#[derive(Clone, Copy, Default)]
struct Successes {
    expected: f64,
    spread: f64,
    actual: usize,
}

/// What a roll is called: what it decides, and its chart as a player knows it.
fn called(event: &EventLine, roll: &RollLine) -> String {
    let chart = event.text.strip_prefix(&*roll.purpose).and_then(|rest| rest.strip_prefix(" (")?.split_once("): "));
    let chart = chart.map_or(String::new(), |(chart, _)| format!(" ({chart})"));
    format!("{}{chart}", capital(&roll.purpose))
}

/// Rolls by kind; what the program threw and what was thrown by hand are not the same luck.
fn lucks(log: &[EventLine], by_hand: bool) -> BTreeMap<String, Luck> {
    let mut lucks: BTreeMap<String, Luck> = BTreeMap::new();
    for (event, roll) in log.iter().filter_map(|event| Some((event, event.roll.as_ref()?))) {
        let Ok(dice) = roll.dice.parse::<Dice>() else { continue };
        // By lot something is drawn: high is no better than low.
        let lot = roll.result == AGAIN || roll.result.starts_with("no. ");
        if roll.by_hand != by_hand || lot {
            continue;
        }
        let luck = lucks.entry(called(event, roll)).or_default();
        luck.rolls += 1;
        luck.thrown += i64::from(roll.natural);
        let (mean, variance) = moments_of(dice);
        luck.mean += mean;
        luck.spread += variance;
        if let (Some(chance), Some(good)) = (roll.chance, roll.success) {
            let success = luck.success.get_or_insert_default();
            success.expected += chance;
            success.spread += chance * (1.0 - chance);
            success.actual += usize::from(good);
        }
    }
    lucks
}

/// What dice come to on average, and the variance of that.
fn moments_of(dice: Dice) -> (f64, f64) {
    let faces = || (dice.min()..=dice.max()).map(|total| (f64::from(total), f64::from(dice.ways_to(total))));
    let ways = f64::from(dice.ways());
    let mean = faces().map(|(total, n)| total * n).sum::<f64>() / ways;
    (mean, faces().map(|(total, n)| (total - mean).powi(2) * n).sum::<f64>() / ways)
}

/// How far from expectation, in words.
fn verdict(rolls: usize, actual: f64, expected: f64, spread: f64) -> &'static str {
    let away = (actual - expected) / spread.sqrt().max(1e-9);
    match away {
        _ if rolls < 10 || spread < 0.2 => "too few to tell",
        a if a > 2.0 => "far more than expected",
        a if a > 1.0 => "more than expected",
        a if a < -2.0 => "far less than expected",
        a if a < -1.0 => "less than expected",
        _ => "as expected",
    }
}

/// Expected against actual for every kind of roll, those thrown by hand apart.
fn luck(moments: &Moments) -> Markup {
    let [ours, by_hand] = [false, true].map(|by_hand| lucks(&moments.log, by_hand));
    html! {
        section class="panel" aria-labelledby="luck" {
            h2 id="luck" { "Luck" }
            @if ours.is_empty() && by_hand.is_empty() { p class="quiet" { "No dice have been rolled yet." } }
            (tables(&ours, ""))
            (tables(&by_hand, ", by hand"))
        }
    }
}

fn tables(lucks: &BTreeMap<String, Luck>, whose: &str) -> Markup {
    let (with, without): (Vec<_>, Vec<_>) = lucks.iter().partition(|(_, luck)| luck.success.is_some());
    html! {
        @if !with.is_empty() {
            h3 { "Successes" (whose) }
            div class="scroll" tabindex="0" role="region" aria-label={ "Successes by kind of roll" (whose) } {
                table class="figures" {
                    thead { tr { th scope="col" { "Roll" } th scope="col" { "Rolls" } th scope="col" { "Chance" } th scope="col" { "Expected" } th scope="col" { "Actual" } th scope="col" { "Verdict" } } }
                    tbody {
                        @for (kind, luck) in &with {
                            @let s = luck.success.unwrap_or_default();
                            tr {
                                th scope="row" { (kind) } td { (luck.rolls) } td { (percent(s.expected / luck.rolls.max(1) as f64)) }
                                td { (format!("{:.1}", s.expected)) } td { (s.actual) } td { (verdict(luck.rolls, s.actual as f64, s.expected, s.spread)) }
                            }
                        }
                    }
                }
            }
            p class="quiet" { "Successes as the rule counts them; for rolls against you, more is worse." }
        }
        @if !without.is_empty() {
            h3 { "Rolls read on a chart" (whose) }
            div class="scroll" tabindex="0" role="region" aria-label={ "Rolls by kind" (whose) } {
                table class="figures" {
                    thead { tr { th scope="col" { "Roll" } th scope="col" { "Rolls" } th scope="col" { "Expected roll" } th scope="col" { "Actual" } th scope="col" { "Verdict" } } }
                    tbody {
                        @for (kind, luck) in &without {
                            @let n = luck.rolls.max(1) as f64;
                            tr {
                                th scope="row" { (kind) } td { (luck.rolls) } td { (format!("{:.1}", luck.mean / n)) } td { (format!("{:.1}", luck.thrown as f64 / n)) }
                                td { (verdict(luck.rolls, luck.thrown as f64, luck.mean, luck.spread)) }
                            }
                        }
                    }
                }
            }
            p class="quiet" { "The average of the dice, before modifiers." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_desk::ToldLine;

    #[test]
    fn leaves_of_a_month_lie_together() {
        let told = |lines: serde_json::Value| {
            let lines: Vec<ToldLine> = serde_json::from_value(lines).unwrap();
            Moments::new(lines.iter().enumerate().map(|(n, line)| line.event(n)).collect(), vec![0])
        };
        let line = |text: &str| serde_json::json!({ "after": 0, "kind": "any", "rule": "1", "text": text });
        let of_rank = |text: &str, rank: &str, under: &str| {
            let mut line = line(text);
            (line["rank"], line["under"]) = (rank.into(), under.into());
            line
        };
        let moments = told(serde_json::json!([
            of_rank("30 July 1944", "chapter", "July 1944"),
            of_rank("Round 1", "scene", ""),
            of_rank("The mission has failed", "part", ""),
            line("Rain"),
            of_rank("1 August 1944", "chapter", "August 1944"),
        ]));
        let [first, second] = &leaves(&moments)[..] else { panic!("two chapters are two leaves") };
        assert_eq!((first.under.as_str(), second.under.as_str()), ("July 1944", "August 1944"));
        assert_eq!(first.lines, ["The mission has failed"]);
        assert!(second.lines.is_empty());
        // What was told before events had a rank is read, but has no leaves.
        assert!(leaves(&told(serde_json::json!([line("30 July 1944: Advance")]))).is_empty());
    }

    #[test]
    fn dice_have_their_mean_and_spread() {
        assert_eq!(moments_of(hulldown_core::D6), (3.5, 35.0 / 12.0));
        let (mean, variance) = moments_of(hulldown_core::TWO_D6);
        assert!((mean - 7.0).abs() < 1e-9 && (variance - 35.0 / 6.0).abs() < 1e-9, "{mean} {variance}");
    }

    /// A table of luck named charts by what the program calls them, and mixed the player's dice with its own.
    #[test]
    fn luck_is_told_by_whose_dice_and_by_the_names_of_charts() {
        let roll = |text: &str, by_hand: bool| {
            let roll = serde_json::json!({ "chart": "time_use", "purpose": "air strike", "thrown": "1d10", "dice": [4], "natural": 4, "mods": [],
                "total": 4, "need": "4 or less", "result": "comes", "chance": 0.4, "by_hand": by_hand, "success": true });
            let line: ToldLine = serde_json::from_value(
                serde_json::json!({ "after": 0, "kind": "roll", "rule": "1", "text": text, "roll": roll }),
            )
            .unwrap();
            line.event(0)
        };
        let log =
            [roll("air strike (Time Use): 4, 4 or less: comes", false), roll("air strike: 4, 4 or less: comes", true)];
        assert!(lucks(&log, false).keys().eq(["Air strike (Time Use)"]));
        assert!(lucks(&log, true).keys().eq(["Air strike"]));
    }

    #[test]
    fn a_verdict_needs_rolls_and_distance() {
        assert_eq!(verdict(2, 2.0, 0.1, 1.0), "too few to tell");
        assert_eq!(verdict(36, 7.0, 6.0, 5.0), "as expected");
        assert_eq!(verdict(36, 11.0, 6.0, 5.0), "far more than expected");
        assert_eq!(verdict(36, 3.0, 6.0, 5.0), "less than expected");
    }
}
