//! Enemy counters: silhouette, number, gun and armor, and a lettered mark for each thing that is so with the unit.

use super::{Target, flank_open, is_reduced};
use crate::view::{SeenCommander, SeenUnit};
use crate::words::{Area, Class, Grade, UnitType};
use hulldown_draw::{Spots, silhouettes};
use maud::{Markup, html};

/// How wide a counter is.
pub(super) const WIDE: f32 = 100.0;
/// How high a counter is.
pub(super) const HIGH: f32 = 122.0;

/// A mark on a counter: its letter and the outline that tells it from the others without color.
struct Mark {
    letter: &'static str,
    outline: &'static str,
}

const SUPPRESSED: Mark = Mark { letter: "S", outline: "M-5 -11H5L11 -5V5L5 11H-5L-11 5V-5Z" };
const DUG_IN: Mark = Mark { letter: "D", outline: "M-11 -9H11L6 11H-6Z" };
const HULL_DOWN: Mark = Mark { letter: "H", outline: "M-11 11V2Q-11 -11 0 -11 11 -11 11 2V11Z" };
const BUTTONED: Mark = Mark { letter: "B", outline: "M-10 -10H10V10H-10Z" };
const IMMOBILIZED: Mark = Mark { letter: "I", outline: "M0 -12 12 0 0 12 -12 0Z" };
const FLANK: Mark = Mark { letter: "F", outline: "M-12 -10H3L12 0 3 10H-12L-7 0Z" };
const CARRIES: Mark = Mark { letter: "+", outline: "M0 -11A11 11 0 1 1 0 11 11 11 0 1 1 0 -11Z" };
const REDUCED: Mark = Mark { letter: "R", outline: "M-11 -7H11V7H-11Z" };

fn marks(unit: &SeenUnit<'_>) -> Vec<&'static Mark> {
    let enemy = unit.unit;
    let all = [
        (enemy.suppressed, &SUPPRESSED),
        (enemy.immobilized, &IMMOBILIZED),
        (flank_open(unit), &FLANK),
        (enemy.hull_down, &HULL_DOWN),
        (enemy.dug_in, &DUG_IN),
        (enemy.buttoned, &BUTTONED),
        (enemy.mounted, &CARRIES),
        (is_reduced(unit), &REDUCED),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect()
}

/// The legend of the marks: letter, outline and meaning.
pub(super) fn legend() -> Markup {
    let all = [
        (&SUPPRESSED, "suppressed"),
        (&DUG_IN, "dug in"),
        (&HULL_DOWN, "hull down"),
        (&BUTTONED, "buttoned up"),
        (&IMMOBILIZED, "immobilized"),
        (&FLANK, "flank open"),
        (&CARRIES, "carries infantry"),
        (&REDUCED, "reduced"),
    ];
    html! {
        ul class="hd-legend" {
            li {
                (aim_icon("mark-aim"))
                "targets you"
            }
            @for (one, meaning) in all {
                li {
                    svg class="hd-icon" viewBox="-14 -14 28 28" aria-hidden="true" { (mark(one)) }
                    (meaning)
                }
            }
        }
    }
}

fn mark(mark: &Mark) -> Markup {
    html! {
        path class="hd-mark" d=(mark.outline) {}
        text class="hd-mark-letter" y="5.5" { (mark.letter) }
    }
}

fn crosshair(r: f32, other: bool) -> Markup {
    let (far, near) = (r + 4.0, r - 5.0);
    let d = format!("M0 -{far}V-{near}M0 {near}V{far}M-{far} 0H-{near}M{near} 0H{far}");
    html! {
        circle class="hd-aim-back" r=(r + 2.0) {}
        circle class=(if other { "hd-aim hd-aim-other" } else { "hd-aim" }) r=(r) {}
        path class="hd-aim" d=(d) {}
        @if other {
            text class="hd-mark-letter" y="5" { "P" }
        } @else {
            circle class="hd-aim-dot" r="2.6" {}
        }
    }
}

/// The crosshair as a small picture for lists.
pub(super) fn aim_icon(id: &str) -> Markup {
    html! { svg id=(id) class="hd-icon" viewBox="-16 -16 32 32" aria-hidden="true" { (crosshair(11.0, false)) } }
}

/// A counter with its upper left corner at the origin; `whose` stands before the names of what is on it. Those who come from the left look right.
pub(super) fn counter(
    whose: &str,
    man: SeenCommander<'_>,
    unit: &SeenUnit<'_>,
    target: &Target,
    spots: &Spots<'_>,
) -> Markup {
    let enemy = unit.unit;
    let class = enemy.class.id().to_lowercase();
    let aimed = if *target == Target::Nobody { "" } else { " hd-aimed" };
    let looks_right = matches!(enemy.area, Area::A | Area::D);
    let turn = if looks_right { "translate(96 25) scale(-.92 .92)" } else { "translate(4 25) scale(.92)" };
    let marks = marks(unit);
    let room = if *target == Target::Nobody { 86.0 } else { 58.0 };
    let shape = format!("{whose}shape-{}", enemy.id.0);
    let step = (room / marks.len().max(1) as f32).min(26.0);
    html! {
        g class=(format!("hd-counter hd-class-{class}{aimed}")) {
            rect class="hd-card-shadow" x="2.5" y="3" width=(WIDE) height=(HIGH) rx="7" {}
            rect class="hd-card" width=(WIDE) height=(HIGH) rx="7" {}
            @if is_reduced(unit) {
                path class="hd-stripe" d="M1.5 46H98.5V60H1.5Z" {}
            }
            @if enemy.hull_down {
                path class="hd-rampart" d="M3 72Q9 58 26 60 50 55 74 60 91 58 97 72Z" {}
            }
            (spots.element(&shape, [], (looks(man, unit), turn), || html! { g id=(shape) transform=(turn) { (picture(man, unit)) } }))
            @if enemy.hull_down {
                path class="hd-rampart" d="M3 72Q9 62 26 63 50 59 74 63 91 62 97 72Z" {}
            }
            @if enemy.dug_in {
                path class="hd-trench" d="M4 71H15V65H85V71H96" {}
            }
            path class="hd-number-tag" d="M0 7A7 7 0 0 1 7 0H27V14Q27 22 19 22H0Z" {}
            text class="hd-number" x="13" y="17" { (enemy.id.0) }
            text class="hd-name" x="62" y="18" { (short(man, unit)) }
            @for (n, one) in marks.iter().enumerate() {
                @let x = 15.0 + step * n as f32;
                g transform=(format!("translate({x:.1} 83)")) { (mark(one)) }
            }
            path class="hd-rule" d="M6 97H94" {}
            (figures(man, unit))
            @if *target != Target::Nobody {
                g transform="translate(84 83)" { (crosshair(10.0, *target != Target::You)) }
            }
        }
    }
}

fn picture(man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> Markup {
    let (kind, grade, reduced) = looks(man, unit);
    match kind {
        Some(kind) => silhouettes::vehicle(kind.id()),
        None => silhouettes::platoon(grade, reduced),
    }
}

/// What the picture of a unit depends on.
pub(super) fn looks(man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> (Option<UnitType>, usize, bool) {
    (unit.unit.kind, man.field().grade.index(), is_reduced(unit))
}

/// A little silhouette for lists, by class and type.
pub(super) fn icon(man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> Markup {
    html! { svg class="hd-sil-icon" viewBox="0 0 100 52" aria-hidden="true" { (picture(man, unit)) } }
}

/// What fits on the counter: the unit's name cut short.
fn short(man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> &'static str {
    /// By [`UnitType`].
    const UNITS: [&str; UnitType::ALL.len()] = [
        "Pz III", "Pz IV", "Panther", "Tiger I", "K.Tiger", "Marder", "StuG III", "StuH 42", "JPz IV", "Hetzer",
        "Pz IV/70", "JPanther", "JTiger", "Pak 38", "Pak 40", "Flak 36", "Pak 43", "Kfz 221", "Kfz 222", "Kfz 231",
        "Kfz 234", "Kfz 251", "Opel",
    ];
    /// By [`Grade`].
    const GRADES: [&str; Grade::ALL.len()] = ["SS", "Fallsch.", "Wehrm.", "Volksgr.", "Static", "Volksst."];
    match unit.unit.kind {
        Some(kind) => UNITS[kind.index()],
        None => GRADES[man.field().grade.index()],
    }
}

/// The numbers at the foot: penetration in red behind a shell, MG, armor or morale.
fn figures(man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> Markup {
    html! {
        @if let Some(pen) = unit.pen {
            path class="hd-shell" d="M6 112V105H11Q16 105 18 108.5 16 112 11 112Z" {}
            text class="hd-pen" x="20" y="116" { (pen) }
        }
        @if unit.mg {
            text class="hd-mg" x=(if unit.pen.is_some() { 34 } else { 7 }) y="115" { "MG" }
        }
        @if let Some([turret, hull, side]) = unit.armor {
            text class="hd-armor" x="95" y="116" { (turret) "/" (hull) "/" (side) }
        } @else if unit.unit.class == Class::Inf {
            text class="hd-mg" x="7" y="115" { "INF" }
            text class="hd-armor" x="95" y="116" { "ML " (morale(man, unit)) }
        } @else if matches!(unit.unit.class, Class::At | Class::W) {
            text class="hd-mg hd-right" x="95" y="115" { "soft" }
        }
    }
}

/// The Morale Level of infantry.
pub(super) fn morale(man: SeenCommander<'_>, unit: &SeenUnit<'_>) -> i8 {
    man.charts.grades[man.field().grade.index()].ml[usize::from(is_reduced(unit))]
}
