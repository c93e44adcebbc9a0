//! The After Action Report, as a page to print; and the career.

use super::card::capital;
use super::lists;
use super::seen::{Count, Seen, clock};
use crate::ace::ribbons;
use crate::{Panel, Place};
use maud::{Markup, html};

/// The panels of the career page.
pub(crate) fn panels(seen: &Seen) -> Vec<Panel> {
    let panel = |id, title: &str, html: Markup| Panel {
        id,
        title: title.into(),
        place: Place::Career,
        html: html.into_string(),
    };
    let mut all = vec![
        panel("commander", "Commander", commander(seen)),
        panel("report", "After Action Report", report(seen)),
        panel("ribbons", "Awards", awards(seen)),
        panel("kills", "Knocked out by your tanks", kills(&seen.career_kills)),
    ];
    if seen.length == "campaign" {
        all.push(panel("calendar", "Calendar", calendar(seen)));
    }
    all.push(panel("days", "Days of action", days(seen)));
    all
}

fn commander(seen: &Seen) -> Markup {
    let you = &seen.you;
    let fate = match you.fate.as_str() {
        "serving" | "" => "in command",
        "away" => "in hospital",
        "killed" => "killed in action",
        "home" => "sent home",
        "survived" => "came through to the end",
        other => other,
    };
    let next = match you.rank.as_str() {
        "Captain" => None,
        "1st Lieutenant" => Some(400),
        "2nd Lieutenant" => Some(300),
        "Staff Sergeant" => Some(200),
        _ => Some(100),
    };
    html! {
        div class="hd-commander" {
            (ribbons::rank(&you.rank))
            div {
                p class="hd-big" { (you.rank) " " (if you.name.is_empty() { "commander" } else { &you.name }) }
                p { "4th Armored Division \u{b7} " (seen.tank.model) @if !seen.tank.name.is_empty() { " \u{201c}" (seen.tank.name) "\u{201d}" } }
                dl class="hd-facts" {
                    div { dt { "Fate" } dd { (fate) @if you.number > 1 { " (commander number " (you.number) ")" } } }
                    div { dt { "Points" } dd { (you.points) @if let Some(next) = next { ", next rank at " (next) } } }
                    div { dt { "Days" } dd { (you.won) " won of " (you.days) } }
                    div { dt { "Tanks lost" } dd { (you.tanks_lost) } }
                }
            }
        }
    }
}

fn awards(seen: &Seen) -> Markup {
    let names = [
        ("bronze_star", "Bronze Star"),
        ("silver_star", "Silver Star"),
        ("dsc", "Distinguished Service Cross"),
        ("medal_of_honor", "Congressional Medal of Honor"),
    ];
    let mut all: Vec<(&str, &str, u32)> =
        names.iter().zip(seen.you.medals).rev().map(|((id, name), n)| (*id, *name, n)).collect();
    all.push(("purple_heart", "Purple Heart", seen.you.hearts));
    if seen.you.days > 0 {
        all.push(("eame", "European Campaign Medal", 1));
    }
    all.retain(|(.., n)| *n > 0);
    html! {
        @if all.is_empty() { p class="hd-small" { "None yet." } }
        ul class="hd-ribbons" {
            @for (id, name, n) in all { li { (ribbons::ribbon(id, name, n)) span { (name) @if n > 1 { " \u{d7}" (n) } } } }
        }
    }
}

fn kind_of(name: &str) -> &'static str {
    match name {
        "Pz IV" => "pz_iv",
        "Pz V" => "pz_v",
        "Pz VIe" => "pz_vie",
        "Pz VIb" => "pz_vib",
        "STuG IIIg" => "stug_iiig",
        "Marder II" => "marder_ii",
        "Marder III" => "marder_iii",
        "JgdPz IV" => "jgdpz_iv",
        "JgdPz 38(t)" => "jgdpz_38t",
        "truck" => "truck",
        "PSW 232" => "psw",
        "SPW 251" => "spw",
        "light weapons" => "lw",
        "MG team" => "mg",
        "PaK 38 (50L)" => "at_50l",
        "PaK 40 (75L)" => "at_75l",
        "PaK 43 (88LL)" => "at_88ll",
        _ => "",
    }
}

fn kills(kills: &[Count]) -> Markup {
    html! {
        @if kills.is_empty() { p class="hd-small" { "None yet." } }
        ul class="hd-kills" {
            @for c in kills {
                li {
                    svg class="hd-sil-icon" viewBox="0 0 100 52" aria-hidden="true" { (lists::silhouette(kind_of(&c.kind))) }
                    span { (capital(&c.kind)) " \u{d7}" (c.count) }
                }
            }
        }
    }
}

fn in_words(counts: &[Count]) -> String {
    let all: Vec<String> = counts.iter().map(|c| format!("{} {}", c.count, c.kind)).collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}

/// The report of the day, one form.
pub(crate) fn report(seen: &Seen) -> Markup {
    let (r, t, s) = (&seen.report, &seen.tank, &seen.score);
    let verdict = match r.verdict.as_str() {
        "won" => "won",
        "lost" => "lost",
        "even" => "neither won nor lost",
        _ => "not yet decided",
    };
    let total: u32 = t.rounds.iter().map(|c| c.count).sum();
    html! {
        div class="hd-p-form" {
            table class="hd-table" {
                caption { "After Action Report, " (seen.date) }
                tbody {
                    tr { th scope="row" { "Scenario" } td { (capital(&r.scenario)) ", " (r.expected) " resistance" @if !seen.note.is_empty() { ", " (seen.note) } } }
                    tr { th scope="row" { "Weather" } td { (capital(&r.weather())) } }
                    tr { th scope="row" { "Tank" } td { "No. " (t.card) ", " (t.model) @if !t.name.is_empty() { " \u{201c}" (t.name) "\u{201d}" } @if t.hvss { ", HVSS" } } }
                    tr { th scope="row" { "Result" } td { (verdict) ", " (format!("{:+}", s.total)) " points" @if r.promoted { "; promoted" } @if !r.medal.is_empty() { "; " (r.medal) } } }
                }
            }
            table class="hd-table" {
                caption { "Crew" }
                thead { tr { th scope="col" { "Post" } th scope="col" { "Man" } th scope="col" { "Rating" } th scope="col" { "State" } } }
                tbody {
                    @for man in &seen.crew {
                        tr {
                            th scope="row" { (capital(&man.name)) }
                            td { @if man.you { (seen.you.rank) " " (seen.you.name) } @else if let Some(n) = man.number { "man " (n) } @else { "nobody" } }
                            td { @if let Some(rating) = man.rating { (rating) } }
                            td { @if man.wound.is_empty() { "well" } @else { (man.wound) } }
                        }
                    }
                }
            }
            @if seen.length != "engagement" { (time(seen)) }
            table class="hd-table" {
                caption { "Ammunition and stores" }
                tbody {
                    tr { th scope="row" { "Main gun" } td { (total) " of " (t.normal_load) ": " (in_words(&t.rounds)) } }
                    tr { th scope="row" { "Ready rack" } td { (in_words(&t.rack)) } }
                    tr { th scope="row" { "Machine guns" } td { (t.boxes_30) " boxes .30, " (t.boxes_50) " boxes .50" } }
                    tr { th scope="row" { "Other" } td { (t.bombs) " smoke bombs, " (t.grenades) " smoke grenades, " (t.periscopes) " periscopes, " (t.fuel) " fuel" } }
                }
            }
            table class="hd-table hd-p-points" {
                caption { "Victory points" }
                thead { tr { th scope="col" { "For" } th scope="col" { "What" } th scope="col" { "Points" } } }
                tbody {
                    tr { th scope="row" { "Your tank" } td { (in_words(&seen.own_kills)) } td { (s.own_adjusted) } }
                    tr { th scope="row" { "Friendly forces" } td { (in_words(&seen.friendly_kills)) } td { (s.friendly) } }
                    tr { th scope="row" { "Territory captured" } td { (r.areas) " areas, " (r.exits) " exit areas" } td { (s.captured) } }
                    tr { th scope="row" { "Territory lost" } td { (r.lost_areas) " areas" } td { (s.lost) } }
                    tr { th scope="row" { "Friendly losses" } td { (r.tanks_lost) " tanks, " (r.squads_lost) " squads" } td { (s.losses) } }
                    tr class="hd-p-sum" { th scope="row" { "Together" } td {} td { (format!("{:+}", s.total)) } }
                }
            }
            @if r.wounded || r.exploded || t.lost {
                p class="hd-line" {
                    span class="hd-key" { "Notes" } " "
                    @if t.lost { "The tank was knocked out. " }
                    @if r.exploded { "It exploded. " }
                    @if r.wounded { "You were wounded. " }
                }
            }
        }
    }
}

/// The hours of the day in boxes of fifteen minutes, marked as far as they are gone.
fn time(seen: &Seen) -> Markup {
    let r = &seen.report;
    let words = format!("Sunrise {}, now {}, sunset {}", clock(r.sunrise), clock(r.clock), clock(r.sunset));
    html! {
        p class="hd-line" { span class="hd-key" { "Time" } " " (words) }
        svg class="hd-p-time" viewBox="0 0 604 66" role="img" aria-label=(words) {
            @for hour in 5..20i64 {
                @let x = (hour - 5) as f32 * 40.0 + 2.0;
                text class="hd-p-hour" x=(x + 1.0) y="18" { (format!("{hour:02}")) }
                @for quarter in 0..4i64 {
                    @let minute = hour * 60 + quarter * 15;
                    @let dark = minute < r.sunrise || minute >= r.sunset;
                    @let gone = minute < r.clock;
                    @let class = if dark { "hd-p-night" } else if gone { "hd-p-gone" } else { "hd-p-light" };
                    rect class=(class) x=(x + (quarter % 2) as f32 * 18.0) y=(24.0 + (quarter / 2) as f32 * 19.0) width="16" height="16" {}
                    @if gone && !dark { path class="hd-p-cross" d=(format!("M{} {}l12 12m0 -12l-12 12", x + (quarter % 2) as f32 * 18.0 + 2.0, 26.0 + (quarter / 2) as f32 * 19.0)) {} }
                }
            }
        }
    }
}

/// The months of the campaign, first day and length, counted as the game counts days.
const MONTHS: [(&str, i64, i64); 10] = [
    ("July 1944", 1, 31),
    ("August", 32, 31),
    ("September", 63, 30),
    ("October", 93, 31),
    ("November", 124, 30),
    ("December", 154, 31),
    ("January 1945", 185, 31),
    ("February", 216, 28),
    ("March", 244, 31),
    ("April", 275, 30),
];

/// A day in words.
fn date(day: i64) -> String {
    let month = MONTHS.iter().rev().find(|(_, first, _)| day >= *first);
    month.map_or_else(
        || day.to_string(),
        |(name, first, _)| format!("{} {}", day - first + 1, name.split(' ').next().unwrap_or("")),
    )
}

fn calendar(seen: &Seen) -> Markup {
    let past = seen.history.iter().filter(|d| d.day < seen.day).count();
    let says = format!("The calendar stands at {}; {past} days of action so far", seen.date);
    html! {
        svg class="hd-p-calendar" viewBox="0 0 620 216" role="img" aria-label=(says) {
            title { (says) }
            @for (row, (name, first, length)) in MONTHS.iter().enumerate() {
                @let y = row as f32 * 21.0 + 4.0;
                text class="hd-p-month" x="0" y=(y + 14.0) { (name) }
                @for n in 0..*length {
                    @let day = first + n;
                    @let x = 118.0 + n as f32 * 16.0;
                    @let line = seen.history.iter().find(|d| d.day == day);
                    @let class = match line {
                        _ if day == seen.day => "hd-p-day hd-p-today",
                        Some(l) if l.verdict == "won" => "hd-p-day hd-p-won",
                        Some(_) => "hd-p-day hd-p-fought",
                        None if day < seen.day => "hd-p-day hd-p-past",
                        None => "hd-p-day",
                    };
                    rect class=(class) x=(x) y=(y) width="14" height="17" rx="2" {}
                    @if let Some(line) = line {
                        @let mark = if line.tank_lost { "M3 3l8 11m0 -11l-8 11" } else if line.verdict == "won" { "M3 9l3 5 5 -10" } else { "M3 9h8" };
                        path class="hd-p-day-mark" transform=(format!("translate({x} {y})")) d=(mark) {}
                    }
                }
            }
        }
        p class="hd-small" { "\u{2713} won \u{b7} \u{2013} fought \u{b7} \u{2715} tank lost" }
    }
}

fn days(seen: &Seen) -> Markup {
    html! {
        @if seen.history.is_empty() { p class="hd-small" { "None yet." } }
        @else {
            table class="hd-table" {
                thead { tr { th scope="col" { "Day" } th scope="col" { "Scenario" } th scope="col" { "Tank" } th scope="col" { "Points" } th scope="col" { "Result" } } }
                tbody {
                    @for d in seen.history.iter().rev() {
                        tr {
                            th scope="row" { (date(d.day)) }
                            td { (capital(&d.scenario)) ", " (d.battles) (if d.battles == 1 { " battle" } else { " battles" }) }
                            td { (d.tank + 1) @if d.tank_lost { " lost" } }
                            td { (d.own) " / " (format!("{:+}", d.total)) }
                            td {
                                (d.verdict)
                                @if d.casualties > 0 { ", " (d.casualties) " men out" }
                                @if d.promoted { ", promoted" }
                                @if !d.medal.is_empty() { ", " (d.medal) }
                                @if !d.aboard { ", without you" }
                            }
                        }
                    }
                }
            }
        }
    }
}
