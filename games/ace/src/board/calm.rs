//! Pictures without a battle: the road between missions, and the one for the library.

use crate::View;
use crate::state::Stage;
use hulldown_draw::scenery::Growth;
use hulldown_draw::{scenery, sherman};
use maud::{Markup, html};

/// What the game is doing while no battle is on: two lines.
fn words(view: &View<'_>) -> (String, String) {
    let month = view.month().name().to_string();
    let line = format!("Mission {} of {}", view.line(), view.data().month_lines[view.month().index()]);
    match view.stage() {
        Stage::Start => ("Fort Knox, Kentucky".into(), "The career is about to begin".into()),
        Stage::Muster(_) | Stage::School(_) => ("Fort Knox, Kentucky".into(), "Mustering: tank, unit, school".into()),
        Stage::Over => (month, "The war is over for you".into()),
        Stage::After(_) => (month, format!("After the mission \u{b7} {line}")),
        Stage::LineEnd(_) => (month, format!("The line is done \u{b7} {line}")),
        _ => (month, line),
    }
}

/// The situation between battles.
pub(super) fn between(view: &View<'_>) -> Markup {
    let (title, below) = words(view);
    html! {
        svg class="hd-board hd-calm" viewBox="0 0 720 320" role="img" aria-label=(format!("{title}. {below}")) {
            rect class="hd-paper" width="720" height="320" rx="10" {}
            (landscape(view.me().tank.id(), 720.0, 320.0, 1.9))
            text class="hd-calm-title" x="36" y="62" { (title) }
            text class="hd-calm-words" x="36" y="96" { (below) }
        }
    }
}

/// Hills, a road, and the tank upon it.
fn landscape(tank: &str, w: f32, h: f32, size: f32) -> Markup {
    let (a, b, c) = (h * 0.62, h * 0.72, h * 0.84);
    html! {
        g aria-hidden="true" {
            path class="hd-hill-3" d=(format!("M8 {a}Q{} {} {} {a}T{} {a}V{}H8Z", w * 0.2, a - 60.0, w * 0.42, w - 8.0, h - 8.0)) {}
            path class="hd-hill-2" d=(format!("M8 {}Q{} {} {} {b}T{} {}V{}H8Z", b + 14.0, w * 0.3, b - 44.0, w * 0.6, w - 8.0, b - 6.0, h - 8.0)) {}
            (scenery::strip(Growth::Woods, w * 0.05, b + 4.0, w * 0.22, 4))
            (scenery::strip(Growth::Houses, w * 0.84, b - 2.0, w * 0.13, 9))
            path class="hd-hill-1" d=(format!("M8 {c}Q{} {} {} {}T{} {c}V{}H8Z", w * 0.25, c - 18.0, w * 0.5, c - 8.0, w - 8.0, h - 8.0)) {}
            path class="hd-road" d=(format!("M8 {}Q{} {} {} {}", h - 22.0, w * 0.5, h - 34.0, w - 8.0, h - 20.0)) {}
            g transform=(format!("translate({} {}) scale({size})", w * 0.5 - 50.0 * size, h - 28.0 - 50.0 * size)) { (sherman::side(tank)) }
            (scenery::strip(Growth::Grass, 20.0, h - 12.0, w - 40.0, 3))
        }
    }
}

/// The picture for the library page.
pub(super) fn library() -> Markup {
    html! {
        svg class="hd-picture" viewBox="0 0 480 270" role="img" aria-label="A Sherman tank on a road before low hills" {
            rect class="hd-paper" width="480" height="270" rx="10" {}
            path class="hd-far" d="M60 62q8 -7 16 0 8 -7 16 0M112 44q6 -5 12 0 6 -5 12 0M150 74q6 -5 12 0 6 -5 12 0" {}
            circle class="hd-sun" cx="408" cy="58" r="20" {}
            (landscape("m4a3e8", 480.0, 270.0, 2.5))
        }
    }
}
