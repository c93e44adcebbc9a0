//! Main gun rounds, drawn by kind: a shape and letters for each.

use maud::{Markup, html};

/// The letters on the case.
fn letters(kind: &str) -> &'static str {
    match kind {
        "ap" => "AP",
        "he" => "HE",
        "hcbi" => "HC",
        "wp" => "WP",
        "apcr" => "CR",
        _ => "?",
    }
}

/// The projectile above the case, 40 wide: each kind has a point of its own.
fn point(kind: &str) -> &'static str {
    match kind {
        "ap" => "M10 34V20L20 3 30 20V34Z",
        "he" => "M10 34V18Q11 7 20 3 29 7 30 18V34Z",
        "hcbi" => "M10 34V9H30V34Z",
        "wp" => "M10 34V14Q10 6 20 6 30 6 30 14V34Z",
        "apcr" => "M10 34V26L17 20V10L20 2 23 10V20L30 26V34Z",
        _ => "M10 34V12H30V34Z",
    }
}

/// What is painted on the projectile.
fn band(kind: &str) -> &'static str {
    match kind {
        "he" => "M10 26H30",
        "hcbi" => "M10 15H30M10 21H30M10 27H30",
        "wp" => "M10 22 30 14M10 30 30 22",
        "apcr" => "M10 29H30",
        _ => "M10 25H30M20 6V22",
    }
}

/// A round standing, as an `<svg>` of its own without a text alternative.
pub(crate) fn round(kind: &str) -> Markup {
    html! {
        svg class=(format!("hd-round hd-round-{}", if letters(kind) == "?" { "other" } else { kind })) viewBox="0 0 40 88" aria-hidden="true" {
            path class="hd-shot" d=(point(kind)) {}
            path class="hd-shot-band" d=(band(kind)) {}
            path class="hd-case" d="M8 34H32V82H34V86H6V82H8Z" {}
            text class="hd-round-letters" x="20" y="64" { (letters(kind)) }
        }
    }
}

/// An empty box of the rack.
pub(crate) fn empty() -> Markup {
    html! {
        svg class="hd-round" viewBox="0 0 40 88" aria-hidden="true" {
            rect class="hd-slot" x="5" y="3" width="30" height="82" rx="5" {}
        }
    }
}
