//! The career: rank, ribbons, prestige, tanks, kills, trophies and the men.

use super::mat::{hurt, skill};
use crate::View;
use crate::state::Career;
use crate::talk::counted;
use crate::text::fate;
use crate::view::SeenCommander;
use crate::words::{Award, Class, Skill, TankType, Trade, Trophy};
use hulldown_draw::{Panel, Region, capital, ribbons, sherman, silhouettes};
use maud::{Markup, html};

/// All panels of the career page.
pub(super) fn panels(view: &View<'_>) -> Vec<Panel> {
    let me = view.commander(view.seat());
    let career = &me.player().career;
    let panel = |id, title: &str, html: Markup| Panel::new(id, title, Region::Career, html);
    let mut all = vec![
        panel("commander", "Commander", commander(me)),
        panel("ribbons", "Awards", awards(career)),
        panel("prestige", "Prestige", prestige(career)),
        panel("tanks", "Tanks", tanks(me)),
        panel("kills", "Destroyed", kills(career)),
        panel("trophies", "Trophies and trades", trophies(career)),
        panel("men", "The crew", men(me)),
    ];
    if let Some(partner) = view.partner() {
        all.push(panel("partner", &partner.called(), commander(partner)));
    }
    all
}

fn commander(me: SeenCommander<'_>) -> Markup {
    let (player, career) = (me.player(), &me.player().career);
    html! {
        div class="hd-commander" {
            (ribbons::rank(career.rank.name()))
            div {
                p class="hd-big" {
                    (career.rank) " " (if player.name.is_empty() { "commander" } else { &player.name })
                    @if !player.nickname.is_empty() { " \u{201c}" (player.nickname) "\u{201d}" }
                }
                p { (me.unit().unwrap_or("No unit yet")) }
                p { (me.tank().name) @if !player.tank_name.is_empty() { " \u{201c}" (player.tank_name) "\u{201d}" } }
                dl class="hd-facts" {
                    div { dt { "Fate" } dd { (fate(player.fate)) @if let Some(month) = player.fate_in { ", " (month.name()) } } }
                    div { dt { "Missions" } dd { (career.successes) " won of " (career.completed) } }
                    div { dt { "Experience" } dd { (career.experience) } }
                    div { dt { "Vehicles and guns destroyed" } dd { (career.vehicles_and_guns()) } }
                    div { dt { "Tanks lost" } dd { (career.tanks_lost) } }
                    @if career.skip > 0 { div { dt { "Misses" } dd { (career.skip) " more " (if career.skip == 1 { "mission" } else { "missions" }) } } }
                }
            }
        }
    }
}

fn awards(career: &Career) -> Markup {
    let held: Vec<(Award, u8)> =
        Award::ALL.into_iter().rev().map(|award| (award, career.award(award))).filter(|(_, n)| *n > 0).collect();
    html! {
        @if held.is_empty() { p class="hd-small" { "None yet." } }
        ul class="hd-ribbons" {
            @for (award, count) in held {
                li {
                    (ribbons::ribbon(award.id(), award.name(), u32::from(count)))
                    span { (award) @if count > 1 { " \u{d7}" (count) } }
                }
            }
        }
    }
}

fn prestige(career: &Career) -> Markup {
    let level = career.level;
    html! {
        p { span class="hd-key" { "Prestige Points" } " " (career.prestige) " \u{b7} " span class="hd-key" { "Level" } " " (level) }
        svg class="hd-track" viewBox="0 0 366 66" role="img" aria-label=(format!("Prestige Level {level}")) {
            @for n in 0..=5u8 {
                @let x = 4 + u32::from(n) * 60;
                rect class=(if n == level { "hd-step hd-step-now" } else if n < level { "hd-step hd-step-past" } else { "hd-step" }) x=(x) y="14" width="56" height="48" rx="4" {}
                text class=(if n == level { "hd-step-word hd-step-word-now" } else { "hd-step-word" }) x=(x + 28) y="47" { (n) }
                @if n == level { path class="hd-step-mark" d=(format!("M{} 0H{}L{} 11Z", x + 20, x + 36, x + 28)) {} }
            }
        }
    }
}

fn tanks(me: SeenCommander<'_>) -> Markup {
    let (player, month) = (me.player(), me.month());
    html! {
        ol class="hd-tanks" {
            @for kind in TankType::ALL {
                @let tank = &me.charts.tanks[kind.index()];
                @let [turret, hull, side] = tank.armor;
                @let mine = kind == player.tank;
                @let waits = tank.available > month;
                @let low = tank.prestige > player.career.level;
                @let (class, word) = match (mine, waits, low) {
                    (true, ..) => ("hd-tank hd-tank-mine", "yours".to_string()),
                    (_, true, _) => ("hd-tank hd-tank-shut", format!("from {}", tank.available.name())),
                    (_, _, true) => ("hd-tank hd-tank-shut", format!("needs level {}", tank.prestige)),
                    _ => ("hd-tank", "open to you".to_string()),
                };
                li class=(class) {
                    svg class="hd-side" viewBox="0 0 102 52" aria-hidden="true" { (sherman::side(kind.id())) }
                    span {
                        span class="hd-key" { (tank.name) }
                        span class="hd-small hd-block" {
                            (tank.gun) ", firepower " (tank.firepower) ", armor " (turret) "/" (hull) "/" (side)
                            "; level " (tank.prestige)
                        }
                        span class="hd-tank-word hd-block" { (if mine { "\u{25b6} " } else if waits || low { "\u{25cb} " } else { "\u{25cf} " }) (word) }
                    }
                }
            }
        }
    }
}

/// The unit that stands for a class.
fn stands_for(class: Class) -> &'static str {
    match class {
        Class::T => "pz4",
        Class::Spg => "stug3",
        Class::At => "pak40",
        Class::R => "sdkfz234",
        Class::Ht => "sdkfz251",
        Class::W => "opel_blitz",
        Class::Inf => "",
    }
}

fn kills(career: &Career) -> Markup {
    let total: u16 = career.kills.iter().sum();
    html! {
        @if total == 0 { p class="hd-small" { "Nothing yet." } } @else {
            ul class="hd-kills" {
                @for (class, count) in Class::ALL.into_iter().zip(career.kills).filter(|(_, count)| *count > 0) {
                    li {
                        span class="hd-kills-row" aria-hidden="true" {
                            @for _ in 0..count.min(12) {
                                svg class="hd-sil-icon" viewBox="0 0 100 52" {
                                    @if class == Class::Inf { (silhouettes::platoon(2, false)) } @else { (silhouettes::vehicle(stands_for(class))) }
                                }
                            }
                            @if count > 12 { "\u{2026}" }
                        }
                        span { strong { (count) } " " (class.counted(count)) }
                    }
                }
            }
        }
    }
}

/// A trophy as a little drawing, 40 by 40.
fn trophy(kind: Trophy) -> &'static str {
    match kind {
        Trophy::Helmet => "M5 27Q4 8 20 8 36 8 35 27L38 31H28Q20 27 12 31H2Z",
        Trophy::HitlerYouthKnife => "M17 3H23V22L20 28 17 22ZM12 26H28V30H12ZM17 30H23V38H17Z",
        Trophy::Booze => "M17 2H23V12Q29 16 29 22V38H11V22Q11 16 17 12Z",
        Trophy::IronCross => {
            "M12 4H28Q24 12 23 17 28 16 36 12V28Q28 24 23 23 24 28 28 36H12Q16 28 17 23 12 24 4 28V12Q12 16 17 17 16 12 12 4Z"
        }
        Trophy::Flag => "M8 2H11V38H8ZM12 5Q20 1 26 5T36 5V22Q30 26 24 22T12 22Z",
        Trophy::P38Pistol => "M3 10H36V17H24L22 22H18L16 34H6L9 18H3Z",
        Trophy::SsDagger => "M18 2H22L24 22 20 26 16 22ZM11 24Q20 29 29 24V28Q20 33 11 28ZM17 30H23V35H26V38H14V35H17Z",
        Trophy::Luger => "M2 12H22Q24 6 30 8L34 12V17L30 19 36 35H26L22 21 17 23 15 16H2Z",
    }
}

/// Things held: a drawing if there is one, a name, and how many.
fn held(things: &[(Option<&str>, &str, u8)]) -> Markup {
    html! {
        @if things.is_empty() { p class="hd-small" { "None." } }
        ul class="hd-held" {
            @for (drawing, name, count) in things {
                li {
                    @if let Some(d) = drawing { svg class="hd-trophy" viewBox="0 0 40 40" aria-hidden="true" { path class="hd-sil" d=(d) {} } }
                    span { (name) @if *count > 1 { " \u{d7}" (count) } }
                }
            }
        }
    }
}

fn trophies(career: &Career) -> Markup {
    let trophies = Trophy::ALL.into_iter().map(|kind| (Some(trophy(kind)), kind.name(), career.trophies[kind.index()]));
    let trophies: Vec<_> = trophies.filter(|(.., count)| *count > 0).collect();
    let trades = Trade::ALL.into_iter().filter(|trade| career.has_trade(*trade));
    let trades: Vec<_> = trades.map(|trade| (None, trade.name(), 1)).collect();
    html! {
        h3 class="hd-sub" { "Trophies" }
        (held(&trophies))
        h3 class="hd-sub" { "Traded for" }
        (held(&trades))
    }
}

fn men(me: SeenCommander<'_>) -> Markup {
    html! {
        ul class="hd-crew" {
            @for c in me.crew() {
                li {
                    span class="hd-key" { (capital(c.name)) }
                    span class="hd-small" { " " (c.called) @if c.substitute { ", substitute" } }
                    @if let Some(hurt) = hurt(&c) { " " strong class="hd-bad" { "\u{271a} " (hurt) } }
                    @if c.hearts > 0 {
                        span class="hd-hearts" { (ribbons::ribbon("purple_heart", "Purple Heart", u32::from(c.hearts))) }
                    }
                    @if !c.skills.is_empty() {
                        ul class="hd-skills" { @for held in &c.skills { (skill(held)) } }
                    }
                }
            }
            @for away in &me.player().away {
                li {
                    span class="hd-key" { (capital(away.post.name())) }
                    span class="hd-small" { " " (me.called_man(away.man.number)) ", " (if away.hospital { "in hospital" } else { "laid up" }) ", misses " (counted(away.lines.into(), "mission")) }
                    @if away.man.hearts > 0 {
                        span class="hd-hearts" { (ribbons::ribbon("purple_heart", "Purple Heart", u32::from(away.man.hearts))) }
                    }
                    ul class="hd-skills" { @for held in Skill::ALL.into_iter().filter(|skill| away.skills >> skill.index() & 1 == 1) { li { (held) } } }
                }
            }
        }
    }
}
