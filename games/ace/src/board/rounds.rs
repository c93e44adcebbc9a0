//! Main gun rounds, drawn by kind: a shape and letters for each.

use crate::words::Ammo;
use hulldown_draw::Spots;
use maud::{Markup, html};

/// A kind's letters on the case, the projectile above it, 40 wide, and what is painted on that.
fn drawn(kind: Ammo) -> (&'static str, &'static str, &'static str) {
    match kind {
        Ammo::Ap => ("AP", "M10 34V20L20 3 30 20V34Z", "M10 25H30M20 6V22"),
        Ammo::He => ("HE", "M10 34V18Q11 7 20 3 29 7 30 18V34Z", "M10 26H30"),
        Ammo::Hcbi => ("HC", "M10 34V9H30V34Z", "M10 15H30M10 21H30M10 27H30"),
        Ammo::Wp => ("WP", "M10 34V14Q10 6 20 6 30 6 30 14V34Z", "M10 22 30 14M10 30 30 22"),
        Ammo::Apcr => ("CR", "M10 34V26L17 20V10L20 2 23 10V20L30 26V34Z", "M10 29H30"),
    }
}

/// A round standing, as an `<svg>` of its own without a text alternative.
pub(super) fn round(id: &str, kind: Ammo, spots: &Spots<'_>) -> Markup {
    spots.element(id, [], kind, || draw_round(id, kind))
}

fn draw_round(id: &str, kind: Ammo) -> Markup {
    let (letters, point, band) = drawn(kind);
    html! {
        svg id=(id) class={ "hd-round hd-round-" (kind.id()) } viewBox="0 0 40 88" aria-hidden="true" {
            path class="hd-shot" d=(point) {}
            path class="hd-shot-band" d=(band) {}
            path class="hd-case" d="M8 34H32V82H34V86H6V82H8Z" {}
            text class="hd-round-letters" x="20" y="64" { (letters) }
        }
    }
}

/// An empty box of the rack.
pub(super) fn empty(id: &str, spots: &Spots<'_>) -> Markup {
    let draw = || {
        html! {
            svg id=(id) class="hd-round" viewBox="0 0 40 88" aria-hidden="true" {
                rect class="hd-slot" x="5" y="3" width="30" height="82" rx="5" {}
            }
        }
    };
    spots.element(id, [], "empty", draw)
}
