//! Enemy counters: a plan turned the way the unit stands, its short name, and a lettered mark for each thing that is so with it.

use crate::state::Sight;
use crate::view::SeenUnit;
use crate::words::{Class, Facing, Terrain, UnitType};
use maud::{Markup, PreEscaped, html};

/// How wide a counter is.
pub(super) const WIDE: f32 = 104.0;
/// How high a counter is.
pub(super) const HIGH: f32 = 96.0;

/// A mark: its letter, the outline that tells it from the others without color, and what it means.
struct Mark {
    letter: &'static str,
    outline: &'static str,
    means: &'static str,
}

const WOODS: Mark = Mark { letter: "W", outline: "M0 -15 14 12H-14Z", means: "in woods" };
const BUILDING: Mark = Mark { letter: "B", outline: "M-13 13V-4L0 -14 13 -4V13Z", means: "in a building" };
const FORT: Mark =
    Mark { letter: "F", outline: "M-14 13V-13H-8V-8H-3V-13H3V-8H8V-13H14V13Z", means: "in a fortification" };
const HULL_DOWN: Mark = Mark { letter: "H", outline: "M-14 13V2Q-14 -13 0 -13 14 -13 14 2V13Z", means: "hull down" };
const MOVING: Mark = Mark { letter: "M", outline: "M-15 -11H3L15 0 3 11H-15L-9 0Z", means: "moving" };
const IMMOBILE: Mark = Mark { letter: "I", outline: "M0 -15 15 0 0 15 -15 0Z", means: "cannot move" };
const FIRED: Mark = Mark {
    letter: "\u{2217}",
    outline: "M0 -15 4 -7 13 -10 9 -1 15 5 6 6 4 14 -3 8 -12 11 -9 3 -15 -3 -7 -5Z",
    means: "fired last round",
};

fn marks(unit: &SeenUnit<'_>) -> Vec<&'static Mark> {
    let enemy = unit.unit;
    let terrain = match enemy.terrain {
        Terrain::Open => None,
        Terrain::Woods => Some(&WOODS),
        Terrain::Building => Some(&BUILDING),
        Terrain::Fortification => Some(&FORT),
        Terrain::HullDown => Some(&HULL_DOWN),
    };
    let rest = [(enemy.moving, &MOVING), (enemy.immobile, &IMMOBILE), (enemy.fired, &FIRED)];
    terrain.into_iter().chain(rest.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark)).collect()
}

/// What the marks mean.
pub(super) fn legend() -> Markup {
    html! {
        ul class="hd-legend" {
            @for mark in [&WOODS, &BUILDING, &FORT, &HULL_DOWN, &MOVING, &IMMOBILE, &FIRED] {
                li { svg class="hd-icon" viewBox="-17 -17 34 34" aria-hidden="true" { (draw(mark)) } (mark.means) }
            }
            li { svg class="hd-icon" viewBox="-17 -17 34 34" aria-hidden="true" { (crosshair(1)) } "has your range: so many shots at you" }
            li { svg class="hd-icon" viewBox="-17 -17 34 34" aria-hidden="true" { path class="hd-p-acquired" d=(BRACKETS) {} } "your acquired target" }
            li { svg class="hd-icon" viewBox="-17 -17 34 34" aria-hidden="true" { rect class="hd-p-card hd-p-unspotted" x="-14" y="-12" width="28" height="24" rx="4" {} } "not spotted" }
            li { svg class="hd-icon" viewBox="-17 -17 34 34" aria-hidden="true" { rect class="hd-p-card hd-p-hidden" x="-14" y="-12" width="28" height="24" rx="4" {} path class="hd-p-hatch" d="M-14 6 4 -12M-8 12 14 -10" {} } "hidden" }
        }
    }
}

fn draw(mark: &Mark) -> Markup {
    html! { path class="hd-mark" d=(mark.outline) {} text class="hd-mark-letter" y="8" { (mark.letter) } }
}

fn crosshair(level: u8) -> Markup {
    html! {
        circle class="hd-aim-back" r="15" {}
        circle class="hd-aim" r="11" {}
        path class="hd-aim" d="M0 -15V-7M0 15V7M-15 0H-7M15 0H7" {}
        text class="hd-p-aim-level" y="6" { (level) }
    }
}

const BRACKETS: &str = "M-14 -6V-14H-6M14 -6V-14H6M-14 6V14H-6M14 6V14H6";

/// A short name that fits.
fn short(unit: &SeenUnit<'_>) -> &'static str {
    let kind = unit.unit.kind;
    match kind.class() {
        Class::Tank if !unit.unit.identified => "Tank ?",
        Class::Spg if !unit.unit.identified => "SPG ?",
        Class::AtGun if !unit.unit.identified => "Gun ?",
        _ => match kind {
            UnitType::PzIv => "Pz IV",
            UnitType::PzV => "Pz V",
            UnitType::PzVie => "Pz VIe",
            UnitType::PzVib => "Pz VIb",
            UnitType::StugIiig => "STuG",
            UnitType::MarderIi => "Mard II",
            UnitType::MarderIii => "Mard III",
            UnitType::JgdpzIv => "JgPz IV",
            UnitType::Jgdpz38t => "Hetzer",
            UnitType::Truck => "Truck",
            UnitType::Psw => "PSW",
            UnitType::Spw => "SPW",
            UnitType::Lw => "LW",
            UnitType::Mg => "MG",
            UnitType::At50l => "50L",
            UnitType::At75l => "75L",
            UnitType::At88ll => "88LL",
        },
    }
}

/// The unit from above, its front upwards, about 30 by 46 around the origin.
fn plan(kind: UnitType) -> &'static str {
    match kind {
        UnitType::PzIv | UnitType::PzV | UnitType::PzVie | UnitType::PzVib => concat!(
            "<path class=\"hd-sil-track\" d=\"M-15 -21H-9V21H-15ZM15 -21H9V21H15Z\"/>",
            "<path class=\"hd-sil\" d=\"M-9 -20H9V20H-9Z\"/><path class=\"hd-p-gun\" d=\"M0 -2V-32\"/>",
            "<path class=\"hd-p-turret\" d=\"M-8 -8H8L10 2 7 10H-7L-10 2Z\"/>"
        ),
        UnitType::StugIiig | UnitType::JgdpzIv | UnitType::Jgdpz38t => concat!(
            "<path class=\"hd-sil-track\" d=\"M-15 -21H-9V21H-15ZM15 -21H9V21H15Z\"/>",
            "<path class=\"hd-sil\" d=\"M-9 -20H9V20H-9Z\"/><path class=\"hd-p-gun\" d=\"M3 -8V-30\"/>",
            "<path class=\"hd-p-case\" d=\"M-9 -9H9L11 8H-11Z\"/>"
        ),
        UnitType::MarderIi | UnitType::MarderIii => concat!(
            "<path class=\"hd-sil-track\" d=\"M-15 -21H-9V21H-15ZM15 -21H9V21H15Z\"/>",
            "<path class=\"hd-sil\" d=\"M-9 -20H9V20H-9Z\"/><path class=\"hd-p-gun\" d=\"M0 6V-30\"/>",
            "<path class=\"hd-p-case\" d=\"M-10 -6 -7 -9H7L10 -6V14H-10Z\"/>"
        ),
        UnitType::Spw => concat!(
            "<path class=\"hd-sil-track\" d=\"M-14 -6H-8V21H-14ZM14 -6H8V21H14ZM-13 -18H-9V-8H-13ZM13 -18H9V-8H13Z\"/>",
            "<path class=\"hd-sil\" d=\"M-7 -22H7L9 -6V20H-9V-6Z\"/><path class=\"hd-p-case\" d=\"M-6 -2H6V17H-6Z\"/>"
        ),
        UnitType::Psw => concat!(
            "<path class=\"hd-sil-track\" d=\"M-14 -18H-9V-9H-14ZM14 -18H9V-9H14ZM-14 8H-9V17H-14ZM14 8H9V17H14Z\"/>",
            "<path class=\"hd-sil\" d=\"M-6 -22H6L9 -12V14L5 21H-5L-9 14V-12Z\"/><path class=\"hd-p-gun\" d=\"M0 0V-18\"/>",
            "<circle class=\"hd-p-turret\" r=\"6\"/>"
        ),
        UnitType::Truck => concat!(
            "<path class=\"hd-sil-track\" d=\"M-13 -17H-9V-9H-13ZM13 -17H9V-9H13ZM-13 8H-9V17H-13ZM13 8H9V17H13Z\"/>",
            "<path class=\"hd-sil\" d=\"M-7 -22H7V-14H-7Z\"/><path class=\"hd-p-case\" d=\"M-9 -12H9V20H-9Z\"/>",
            "<path class=\"hd-sil-line\" d=\"M-9 -4H9M-9 4H9M-9 12H9\"/>"
        ),
        UnitType::At50l | UnitType::At75l | UnitType::At88ll => concat!(
            "<path class=\"hd-p-gun\" d=\"M0 6V-30M0 4 -9 22M0 4 9 22\"/>",
            "<path class=\"hd-sil\" d=\"M-13 -6H13L11 0H-11Z\"/><path class=\"hd-sil-track\" d=\"M-15 -3H-11V9H-15ZM15 -3H11V9H15Z\"/>"
        ),
        UnitType::Mg => concat!(
            "<path class=\"hd-p-gun\" d=\"M0 -2V-26M0 -8 -7 -1M0 -8 7 -1\"/>",
            "<circle class=\"hd-sil\" cx=\"-7\" cy=\"11\" r=\"7\"/><circle class=\"hd-sil\" cx=\"8\" cy=\"11\" r=\"7\"/>"
        ),
        UnitType::Lw => concat!(
            "<path class=\"hd-p-gun\" d=\"M-12 -4V-18M1 -12V-26M13 -2V-16\"/>",
            "<circle class=\"hd-sil\" cx=\"-12\" cy=\"4\" r=\"6.5\"/><circle class=\"hd-sil\" cx=\"1\" cy=\"-4\" r=\"6.5\"/>",
            "<circle class=\"hd-sil\" cx=\"13\" cy=\"6\" r=\"6.5\"/>"
        ),
    }
}

/// A counter with its upper left corner at the origin; the hub lies `to_hub` degrees clockwise from straight up.
pub(super) fn counter(unit: &SeenUnit<'_>, to_hub: f32) -> Markup {
    let enemy = unit.unit;
    let turned = match enemy.facing {
        Some(Facing::Side) => to_hub + 90.0,
        Some(Facing::Rear) => to_hub + 180.0,
        _ => to_hub,
    };
    let sight = match enemy.sight {
        Sight::Spotted => "hd-p-spotted",
        Sight::Hidden => "hd-p-hidden",
        Sight::Unspotted => "hd-p-unspotted",
    };
    let marks = marks(unit);
    html! {
        rect class="hd-card-shadow" x="3" y="4" width=(WIDE) height=(HIGH) rx="8" {}
        rect class=(format!("hd-p-card {sight}")) width=(WIDE) height=(HIGH) rx="8" {}
        @if enemy.sight == Sight::Hidden { path class="hd-p-hatch" d="M4 60 60 4M4 92 92 4M36 92 100 28M68 92 100 60" {} }
        rect class="hd-number-tag" x="2" y="2" width="30" height="27" rx="6" {}
        text class="hd-p-number" x="17" y="22" { (enemy.id.0) }
        text class="hd-p-name" x="68" y="22" { (short(unit)) }
        g transform=(format!("translate(52 60) rotate({turned:.0})")) { (PreEscaped(plan(enemy.kind))) }
        @for (n, mark) in marks.iter().enumerate().take(4) {
            g transform=(format!("translate({} {})", if n % 2 == 0 { 17.0 } else { WIDE - 17.0 }, if n < 2 { HIGH - 16.0 } else { HIGH - 48.0 })) { (draw(mark)) }
        }
        @if enemy.aim > 0 { g transform=(format!("translate({} 46)", WIDE - 16.0)) { (crosshair(enemy.aim)) } }
        @if unit.acquired > 0 {
            path class="hd-p-acquired" d=(format!("M-4 22V-4H22M{} -4H{}V22M-4 {}V{}H22M{} {}H{}V{}", WIDE - 18.0, WIDE + 4.0, HIGH - 18.0, HIGH + 4.0, WIDE - 18.0, HIGH + 4.0, WIDE + 4.0, HIGH - 18.0)) {}
        }
    }
}
