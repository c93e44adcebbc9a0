//! The After Action Report, as a page to print; and the career.

use super::card::{rounds, total};
use super::{lists, model, weather};
use crate::View;
use crate::state::{Fate, Length, Verdict};
use crate::words::{Clock, Day, Medal, Month, Post, UnitType, Wound};
use hulldown_draw::{Panel, Region, capital, ribbons};
use maud::{Markup, html};

/// The panels of the career page.
pub(super) fn panels(view: &View<'_>) -> Vec<Panel> {
    let panel = |id, title: &str, html: Markup| Panel::new(id, title, Region::Career, html);
    let mut all = vec![
        panel("commander", "Commander", commander(view)),
        panel("report", "After Action Report", report(view)),
        panel("ribbons", "Awards", awards(view)),
        panel("kills", "Knocked out by your tanks", kills(&view.you().kills)),
    ];
    if view.options().length == Length::Campaign {
        all.push(panel("calendar", "Calendar", calendar(view)));
    }
    all.push(panel("men", "The crew", men(view)));
    all.push(panel("days", "Days of action", days(view)));
    all
}

fn commander(view: &View<'_>) -> Markup {
    let (you, tank) = (view.you(), view.tank());
    let fate = match you.fate {
        Fate::Serving => "in command",
        Fate::Away => "in hospital",
        Fate::Killed => "killed in action",
        Fate::Home => "sent home",
        Fate::Survived => "came through to the end",
    };
    let next = view.data().career.ranks.points.get(you.rank.index() + 1);
    html! {
        div class="hd-commander" {
            (ribbons::rank(you.rank.name()))
            div {
                p class="hd-big" { (you.rank) " " (if you.name.is_empty() { "commander" } else { &you.name }) }
                p { "4th Armored Division \u{b7} " (model(view)) @if !tank.name.is_empty() { " \u{201c}" (tank.name) "\u{201d}" } }
                dl class="hd-facts" {
                    div { dt { "Fate" } dd { (fate) @if you.number > 1 { " (commander number " (you.number) ")" } } }
                    div { dt { "Points" } dd { (you.points) @if let Some(next) = next { ", next rank at " (next) } } }
                    div { dt { "Days" } dd { @if you.days == 0 { "none finished yet" } @else { (you.won) " won of " (you.days) } } }
                    div { dt { "Tanks lost" } dd { (you.tanks_lost) } }
                }
            }
        }
    }
}

/// The men in the tank, and those in hospital.
fn men(view: &View<'_>) -> Markup {
    let crew = view.crew();
    let posted = Post::ALL.into_iter().filter_map(|post| Some((post, crew.men[post.index()]?)));
    html! {
        ul class="hd-crew" {
            @for (post, man) in posted {
                li {
                    span class="hd-key" { (capital(post.name())) }
                    span class="hd-small" { " " (view.called(&man)) ", rating " (man.rating) @if man.wound > Wound::NearMiss { ", " (man.wound) } }
                }
            }
            @for away in &crew.away {
                li {
                    span class="hd-key" { (capital(away.post.name())) }
                    span class="hd-small" { " " (view.called(&away.man)) ", rating " (away.man.rating) ", in hospital until " (away.back) }
                }
            }
        }
    }
}

fn awards(view: &View<'_>) -> Markup {
    let you = view.you();
    let ribbon = |medal: Medal| match medal {
        Medal::BronzeStar => "bronze_star",
        Medal::SilverStar => "silver_star",
        Medal::ServiceCross => "dsc",
        Medal::MedalOfHonor => "medal_of_honor",
    };
    let medals = Medal::ALL.into_iter().rev().map(|medal| (ribbon(medal), medal.name(), you.medals[medal.index()]));
    let others =
        [("purple_heart", "Purple Heart", you.hearts), ("eame", "European Campaign Medal", u8::from(you.days > 0))];
    let all: Vec<(&str, &str, u8)> = medals.chain(others).filter(|(.., n)| *n > 0).collect();
    html! {
        @if all.is_empty() { p class="hd-small" { "None yet." } }
        ul class="hd-ribbons" {
            @for (id, name, n) in all { li { (ribbons::ribbon(id, name, u32::from(n))) span { (name) @if n > 1 { " \u{d7}" (n) } } } }
        }
    }
}

fn kills(kills: &[u16; UnitType::ALL.len()]) -> Markup {
    let some: Vec<(UnitType, u16)> = UnitType::ALL.into_iter().zip(*kills).filter(|(_, n)| *n > 0).collect();
    html! {
        @if some.is_empty() { p class="hd-small" { "None yet." } }
        ul class="hd-kills" {
            @for (kind, n) in some {
                li {
                    svg class="hd-sil-icon" viewBox="0 0 100 52" aria-hidden="true" { (lists::silhouette(kind)) }
                    span { (capital(kind.name())) " \u{d7}" (n) }
                }
            }
        }
    }
}

/// Units in words.
fn units(counts: &[u8; UnitType::ALL.len()]) -> String {
    let some = UnitType::ALL.into_iter().zip(counts).filter(|(_, n)| **n > 0);
    or_none(some.map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", "))
}

fn or_none(words: String) -> String {
    if words.is_empty() { "none".into() } else { words }
}

/// The report of the day, one form.
fn report(view: &View<'_>) -> Markup {
    let charts = view.data();
    let (r, t, s) = (view.report(), view.tank(), view.report().score(charts));
    let (note, normal) = (charts.calendar.note(view.day()), charts.tanks[t.model.index()].rounds);
    let verdict = match r.verdict {
        Some(Verdict::Won) => "won",
        Some(Verdict::Lost) => "lost",
        Some(Verdict::Even) => "neither won nor lost",
        None => "not yet decided",
    };
    html! {
        div class="hd-p-form" {
            table class="hd-table" {
                caption { "After Action Report, " (view.day()) }
                tbody {
                    tr { th scope="row" { "Scenario" } td { (r.scenario) ", " (r.expected) " resistance" @if !note.is_empty() { ", " (note) } } }
                    tr { th scope="row" { "Weather" } td { (capital(&weather(r.weather))) } }
                    tr { th scope="row" { "Tank" } td { "No. " (t.model.number()) ", " (model(view)) @if !t.name.is_empty() { " \u{201c}" (t.name) "\u{201d}" } @if t.hvss { ", HVSS" } } }
                    tr { th scope="row" { "Result" } td { (verdict) ", " (format!("{:+}", s.total())) " points" @if r.promoted { "; promoted" } @if let Some(medal) = r.medal { "; " (medal) } } }
                }
            }
            table class="hd-table" {
                caption { "Crew" }
                thead { tr { th scope="col" { "Post" } th scope="col" { "Man" } th scope="col" { "Rating" } th scope="col" { "State" } } }
                tbody {
                    @for man in Post::ALL.map(|post| view.man(post)) {
                        tr {
                            th scope="row" { (capital(man.name)) }
                            td { @if man.you { (view.you().rank) " " (view.you().name) } @else { (man.called.as_deref().unwrap_or("nobody")) } }
                            td { @if let Some(rating) = man.rating { (rating) } }
                            td { (man.wound.unwrap_or("well")) }
                        }
                    }
                }
            }
            @if view.options().length != Length::Engagement { (time(view)) }
            table class="hd-table" {
                caption { "Ammunition and stores" }
                tbody {
                    tr { th scope="row" { "Main gun" } td { (total(&t.rounds)) " of " (normal) ": " (or_none(rounds(&t.rounds))) } }
                    tr { th scope="row" { "Ready rack" } td { (or_none(rounds(&t.rack))) } }
                    tr { th scope="row" { "Machine guns" } td { (t.boxes_30) " boxes .30, " (t.boxes_50) " boxes .50" } }
                    tr { th scope="row" { "Other" } td { (t.bombs) " smoke bombs, " (t.grenades) " smoke grenades, " (t.periscopes) " periscopes, " (t.fuel) " fuel" } }
                }
            }
            table class="hd-table hd-p-points" {
                caption { "Victory points" }
                thead { tr { th scope="col" { "For" } th scope="col" { "What" } th scope="col" { "Points" } } }
                tbody {
                    tr { th scope="row" { "Your tank" } td { (units(&r.own)) } td { (s.own_adjusted) } }
                    tr { th scope="row" { "Friendly forces" } td { (units(&r.friendly)) } td { (s.friendly_adjusted) } }
                    tr { th scope="row" { "Territory captured" } td { (r.areas) " areas, " (r.exits) " exit areas" } td { (s.captured_adjusted) } }
                    tr { th scope="row" { "Territory lost" } td { (r.lost_areas) " areas" } td { (s.lost_adjusted) } }
                    tr { th scope="row" { "Friendly losses" } td { (super::friends_lost(r)) } td { (s.losses) } }
                    tr class="hd-p-sum" { th scope="row" { "Together" } td {} td { (format!("{:+}", s.total())) } }
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
fn time(view: &View<'_>) -> Markup {
    let r = view.report();
    let words = format!("Sunrise {}, now {}, sunset {}", r.sunrise, r.clock, r.sunset);
    html! {
        p class="hd-line" { span class="hd-key" { "Time" } " " (words) }
        svg class="hd-p-time" viewBox="0 0 604 66" role="img" aria-label=(words) {
            @for hour in 5..20u16 {
                @let x = f32::from(hour - 5) * 40.0 + 2.0;
                text class="hd-p-hour" x=(x + 1.0) y="18" { (format!("{hour:02}")) }
                @for quarter in 0..4u16 {
                    @let minute = Clock(hour * 60 + quarter * 15);
                    @let dark = minute < r.sunrise || minute >= r.sunset;
                    @let gone = minute < r.clock;
                    @let class = if dark { "hd-p-night" } else if gone { "hd-p-gone" } else { "hd-p-light" };
                    rect class=(class) x=(x + f32::from(quarter % 2) * 18.0) y=(24.0 + f32::from(quarter / 2) * 19.0) width="16" height="16" {}
                    @if gone && !dark { path class="hd-p-cross" d=(format!("M{} {}l12 12m0 -12l-12 12", x + f32::from(quarter % 2) * 18.0 + 2.0, 26.0 + f32::from(quarter / 2) * 19.0)) {} }
                }
            }
        }
    }
}

/// A month without its year, but where a year begins.
fn month_name(month: Month) -> &'static str {
    match month {
        Month::FIRST | Month::January => month.name(),
        _ => month.name().split(' ').next().unwrap_or_default(),
    }
}

/// A day in words, without its year.
fn date(day: Day) -> String {
    let words = day.to_string();
    words.rsplit_once(' ').map_or(words.clone(), |(date, _)| date.into())
}

fn calendar(view: &View<'_>) -> Markup {
    let (today, history) = (view.day(), view.history());
    let past = history.iter().filter(|line| line.day < today).count();
    let says = format!("The calendar stands at {today}; {past} days of action so far");
    html! {
        svg class="hd-p-calendar" viewBox="0 0 620 216" role="img" aria-label=(says) {
            title { (says) }
            @for (row, month) in Month::ALL.into_iter().enumerate() {
                @let y = row as f32 * 21.0 + 4.0;
                text class="hd-p-month" x="0" y=(y + 14.0) { (month_name(month)) }
                @for n in 0..month.days() {
                    @let day = month.first_day().plus(n);
                    @let x = 118.0 + f32::from(n) * 16.0;
                    @let line = history.iter().find(|d| d.day == day);
                    @let class = match line {
                        _ if day == today => "hd-p-day hd-p-today",
                        Some(l) if l.verdict == Verdict::Won => "hd-p-day hd-p-won",
                        Some(_) => "hd-p-day hd-p-fought",
                        None if day < today => "hd-p-day hd-p-past",
                        None => "hd-p-day",
                    };
                    rect class=(class) x=(x) y=(y) width="14" height="17" rx="2" {}
                    @if let Some(line) = line {
                        @let mark = if line.tank_lost { "M3 3l8 11m0 -11l-8 11" } else if line.verdict == Verdict::Won { "M3 9l3 5 5 -10" } else { "M3 9h8" };
                        path class="hd-p-day-mark" transform=(format!("translate({x} {y})")) d=(mark) {}
                    }
                }
            }
        }
        p class="hd-small" { "\u{2713} won \u{b7} \u{2013} fought \u{b7} \u{2715} tank lost" }
    }
}

fn days(view: &View<'_>) -> Markup {
    let history = view.history();
    html! {
        @if history.is_empty() { p class="hd-small" { "None yet." } }
        @else {
            table class="hd-table" {
                thead { tr { th scope="col" { "Day" } th scope="col" { "Scenario" } th scope="col" { "Tank" } th scope="col" { "Points" } th scope="col" { "Result" } } }
                tbody {
                    @for d in history.iter().rev() {
                        tr {
                            th scope="row" { (date(d.day)) }
                            td { (d.scenario) ", " (d.battles) (if d.battles == 1 { " battle" } else { " battles" }) }
                            td { (d.tank.number()) @if d.tank_lost { " lost" } }
                            td { (d.own) " / " (format!("{:+}", d.total)) }
                            td {
                                (match d.verdict { Verdict::Won => "won", Verdict::Lost => "lost", Verdict::Even => "even" })
                                @if d.casualties > 0 { ", " (d.casualties) " men out" }
                                @if d.promoted { ", promoted" }
                                @if let Some(medal) = d.medal { ", " (medal) }
                                @if !d.aboard { ", without you" }
                            }
                        }
                    }
                }
            }
        }
    }
}
