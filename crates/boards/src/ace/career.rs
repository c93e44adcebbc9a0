//! The career: rank, ribbons, prestige, tanks, kills, trophies and the men.

use super::facts::{CLASSES, TANKS, month_name};
use super::mat::{capital, skill};
use super::seen::{Count, Man, Seen};
use super::{own, ribbons, silhouettes};
use crate::{Panel, Place};
use maud::{Markup, html};

/// All panels of the career page.
pub(crate) fn panels(seen: &Seen) -> Vec<Panel> {
    let me = &seen.me;
    let panel = |id, title: &str, html: Markup| Panel {
        id,
        title: title.into(),
        place: Place::Career,
        html: html.into_string(),
    };
    vec![
        panel("commander", "Commander", commander(me)),
        panel("ribbons", "Awards", awards(me)),
        panel("prestige", "Prestige", prestige(me)),
        panel("tanks", "Tanks", tanks(seen)),
        panel("kills", "Destroyed", kills(me)),
        panel("trophies", "Trophies and trades", trophies(me)),
        panel("men", "The crew", men(me)),
    ]
}

fn commander(me: &Man) -> Markup {
    let fate = match me.fate.as_str() {
        "serving" | "" => "serving",
        "killed" => "killed in action",
        "died_of_wounds" => "died of wounds",
        "retired" => "medically retired",
        "survived" => "came through to the end",
        other => other,
    };
    html! {
        div class="hd-commander" {
            (ribbons::rank(&me.rank))
            div {
                p class="hd-big" {
                    (me.rank) " " (if me.name.is_empty() { "commander" } else { &me.name })
                    @if !me.nickname.is_empty() { " \u{201c}" (me.nickname) "\u{201d}" }
                }
                p { (me.unit) }
                p { (me.tank_type) @if !me.tank_name.is_empty() { " \u{201c}" (me.tank_name) "\u{201d}" } }
                dl class="hd-facts" {
                    div { dt { "Fate" } dd { (fate) } }
                    div { dt { "Missions" } dd { (me.successes) " won of " (me.completed) } }
                    div { dt { "Experience" } dd { (me.experience) } }
                    div { dt { "Tanks lost" } dd { (me.tanks_lost) } }
                    @if me.skip > 0 { div { dt { "Misses" } dd { (me.skip) " more " (if me.skip == 1 { "mission" } else { "missions" }) } } }
                }
            }
        }
    }
}

fn awards(me: &Man) -> Markup {
    html! {
        @if me.awards.is_empty() { p class="hd-small" { "None yet." } }
        ul class="hd-ribbons" {
            @for award in me.awards.iter().rev() {
                li {
                    (ribbons::ribbon(&award.kind, &award.name, award.count))
                    span { (award.name) @if award.count > 1 { " \u{d7}" (award.count) } }
                }
            }
        }
    }
}

fn prestige(me: &Man) -> Markup {
    let level = me.level.min(9);
    html! {
        p { span class="hd-key" { "Prestige Points" } " " (me.prestige) " \u{b7} " span class="hd-key" { "Level" } " " (me.level) }
        svg class="hd-track" viewBox="0 0 366 66" role="img" aria-label=(format!("Prestige Level {}", me.level)) {
            @for n in 0..=5u32 {
                @let x = 4 + n * 60;
                rect class=(if n == level { "hd-step hd-step-now" } else if n < level { "hd-step hd-step-past" } else { "hd-step" }) x=(x) y="14" width="56" height="48" rx="4" {}
                text class=(if n == level { "hd-step-word hd-step-word-now" } else { "hd-step-word" }) x=(x + 28) y="47" { (n) }
                @if n == level { path class="hd-step-mark" d=(format!("M{} 0H{}L{} 11Z", x + 20, x + 36, x + 28)) {} }
            }
        }
    }
}

fn tanks(seen: &Seen) -> Markup {
    let me = &seen.me;
    html! {
        ol class="hd-tanks" {
            @for tank in &TANKS {
                @let mine = tank.id == me.tank;
                @let waits = !seen.month.is_empty() && tank.available > seen.month.as_str();
                @let low = tank.prestige > me.level;
                @let (class, word) = match (mine, waits, low) {
                    (true, ..) => ("hd-tank hd-tank-mine", "yours".to_string()),
                    (_, true, _) => ("hd-tank hd-tank-shut", format!("from {}", month_name(tank.available).unwrap_or_default())),
                    (_, _, true) => ("hd-tank hd-tank-shut", format!("needs level {}", tank.prestige)),
                    _ => ("hd-tank", "open to you".to_string()),
                };
                li class=(class) {
                    svg class="hd-side" viewBox="0 0 102 52" aria-hidden="true" { (own::side(tank.id)) }
                    span {
                        span class="hd-key" { (tank.name) }
                        span class="hd-small hd-block" {
                            (tank.gun) ", firepower " (tank.firepower) ", armor " (tank.armor[0]) "/" (tank.armor[1]) "/" (tank.armor[2])
                            "; level " (tank.prestige)
                        }
                        span class="hd-tank-word hd-block" { (if mine { "\u{25b6} " } else if waits || low { "\u{25cb} " } else { "\u{25cf} " }) (word) }
                    }
                }
            }
        }
    }
}

fn kills(me: &Man) -> Markup {
    let total: u32 = me.kills.iter().sum();
    html! {
        @if total == 0 { p class="hd-small" { "Nothing yet." } } @else {
            ul class="hd-kills" {
                @for ((_, one, many, stands), count) in CLASSES.into_iter().zip(me.kills) {
                    @if count > 0 {
                        li {
                            span class="hd-kills-row" aria-hidden="true" {
                                @for _ in 0..count.min(12) {
                                    svg class="hd-sil-icon" viewBox="0 0 100 52" {
                                        @if stands.is_empty() { (silhouettes::platoon(2, false)) } @else { (silhouettes::vehicle(stands)) }
                                    }
                                }
                                @if count > 12 { "\u{2026}" }
                            }
                            span { strong { (count) } " " (if count == 1 { one } else { many }) }
                        }
                    }
                }
            }
        }
    }
}

/// A trophy as a little drawing, 40 by 40.
pub(crate) fn trophy(kind: &str) -> &'static str {
    match kind {
        "helmet" => "M5 27Q4 8 20 8 36 8 35 27L38 31H28Q20 27 12 31H2Z",
        "hitler_youth_knife" => "M17 3H23V22L20 28 17 22ZM12 26H28V30H12ZM17 30H23V38H17Z",
        "booze" => "M17 2H23V12Q29 16 29 22V38H11V22Q11 16 17 12Z",
        "iron_cross" => {
            "M12 4H28Q24 12 23 17 28 16 36 12V28Q28 24 23 23 24 28 28 36H12Q16 28 17 23 12 24 4 28V12Q12 16 17 17 16 12 12 4Z"
        }
        "flag" => "M8 2H11V38H8ZM12 5Q20 1 26 5T36 5V22Q30 26 24 22T12 22Z",
        "p38_pistol" => "M3 10H36V17H24L22 22H18L16 34H6L9 18H3Z",
        "ss_dagger" => "M18 2H22L24 22 20 26 16 22ZM11 24Q20 29 29 24V28Q20 33 11 28ZM17 30H23V35H26V38H14V35H17Z",
        "luger" => "M2 12H22Q24 6 30 8L34 12V17L30 19 36 35H26L22 21 17 23 15 16H2Z",
        _ => "M6 8H34V32H6Z",
    }
}

fn held(list: &[Count], drawn: bool) -> Markup {
    html! {
        @if list.is_empty() { p class="hd-small" { "None." } }
        ul class="hd-held" {
            @for one in list {
                li {
                    @if drawn { svg class="hd-trophy" viewBox="0 0 40 40" aria-hidden="true" { path class="hd-sil" d=(trophy(&one.kind)) {} } }
                    span { (one.name) @if one.count > 1 { " \u{d7}" (one.count) } }
                }
            }
        }
    }
}

fn trophies(me: &Man) -> Markup {
    html! {
        h3 class="hd-sub" { "Trophies" }
        (held(&me.trophies, true))
        h3 class="hd-sub" { "Traded for" }
        (held(&me.trades, false))
    }
}

fn men(me: &Man) -> Markup {
    html! {
        ul class="hd-crew" {
            @for c in &me.crew {
                li {
                    span class="hd-key" { (capital(&c.name)) }
                    span class="hd-small" { " man " (c.number) @if c.substitute { ", substitute" } }
                    @if let Some(hurt) = c.hurt() { " " strong class="hd-bad" { "\u{271a} " (hurt) } }
                    @if c.hearts > 0 {
                        span class="hd-hearts" { (ribbons::ribbon("purple_heart", "Purple Heart", c.hearts)) }
                    }
                    @if !c.skills.is_empty() {
                        ul class="hd-skills" { @for (name, used) in &c.skills { (skill(name, *used)) } }
                    }
                }
            }
        }
    }
}
