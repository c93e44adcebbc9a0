//! Ribbons of the nine awards and the badges of rank, drawn by us.

use maud::{Markup, PreEscaped, html};

/// An award: id, stripes from left to right (color, width), whether it is a unit award in a gold frame.
struct Ribbon {
    id: &'static str,
    stripes: &'static [(&'static str, u32)],
    framed: bool,
}

#[rustfmt::skip]
const RIBBONS: [Ribbon; 9] = [
    Ribbon { id: "eame", framed: false, stripes: &[("brown", 12), ("green", 4), ("white", 4), ("red", 4), ("green", 16), ("blue", 3),
        ("white", 2), ("red", 3), ("green", 16), ("white", 4), ("black", 4), ("white", 4), ("brown", 12)] },
    Ribbon { id: "commendation", framed: false, stripes: &[("white", 6), ("myrtle", 25), ("white", 2), ("myrtle", 4), ("white", 2), ("myrtle", 4),
        ("white", 2), ("myrtle", 4), ("white", 2), ("myrtle", 4), ("white", 2), ("myrtle", 25), ("white", 6)] },
    Ribbon { id: "purple_heart", framed: false, stripes: &[("white", 8), ("purple", 72), ("white", 8)] },
    Ribbon { id: "bronze_star", framed: false, stripes: &[("white", 2), ("red", 36), ("white", 2), ("blue", 8), ("white", 2), ("red", 36), ("white", 2)] },
    Ribbon { id: "silver_star", framed: false, stripes: &[("blue", 6), ("white", 3), ("blue", 15), ("white", 14), ("red", 12), ("white", 14), ("blue", 15),
        ("white", 3), ("blue", 6)] },
    Ribbon { id: "dsc", framed: false, stripes: &[("red", 8), ("white", 4), ("blue", 64), ("white", 4), ("red", 8)] },
    Ribbon { id: "medal_of_honor", framed: false, stripes: &[("sky", 88)] },
    Ribbon { id: "vua", framed: true, stripes: &[("red", 34), ("white", 3), ("blue", 5), ("red", 4), ("blue", 5), ("white", 3), ("red", 34)] },
    Ribbon { id: "puc", framed: true, stripes: &[("blue", 88)] },
];

const STAR: &str = "M0 -6 1.5 -1.9H5.8L2.3 .7 3.6 4.9 0 2.3 -3.6 4.9 -2.3 .7 -5.8 -1.9H-1.5Z";
const OAK: &str = "M0 7Q-1 5 -1.500 3 -5 4 -4.500 1 -7 0 -4.500 -2 -6 -5 -2.500 -4.500 -2 -8 0 -8.500 2 -8 2.500 -4.500 6 -5 4.500 -2 7 0 4.500 1 5 4 1.500 3 1 5 0 7Z";

/// A ribbon, 96 by 32, with oak leaves for every award after the first; a silver one stands for five.
pub fn ribbon(id: &str, name: &str, count: u32) -> Markup {
    let Some(r) = RIBBONS.iter().find(|r| r.id == id) else {
        return html! { span class="hd-small" { (name) } };
    };
    let says = if count > 1 { format!("{name}, {count} times") } else { name.to_string() };
    let repeats = count.saturating_sub(1);
    let (silver, bronze) = ((repeats / 5).min(4), repeats % 5);
    let leaves = silver + bronze;
    let mut x = 4;
    let stripes: String = r
        .stripes
        .iter()
        .map(|(color, width)| {
            let stripe = format!("<rect class=\"hd-c-{color}\" x=\"{x}\" y=\"4\" width=\"{width}\" height=\"24\"/>");
            x += width;
            stripe
        })
        .collect();
    html! {
        svg class="hd-ribbon" viewBox="0 0 96 32" role="img" aria-label=(says) {
            title { (says) }
            (PreEscaped(stripes))
            @if id == "medal_of_honor" {
                @for (x, y) in [(48, 16), (34, 10), (62, 10), (34, 22), (62, 22)] {
                    path class="hd-c-white" transform=(format!("translate({x} {y}) scale(.72)")) d=(STAR) {}
                }
            }
            path class="hd-weave" d="M4 8H92M4 12H92M4 16H92M4 20H92M4 24H92" {}
            rect class=(if r.framed { "hd-ribbon-frame" } else { "hd-ribbon-edge" }) x="4" y="4" width="88" height="24" {}
            @for n in 0..leaves {
                @let at = 48.0 + (n as f32 - (leaves - 1) as f32 / 2.0) * 15.0;
                path class=(if n < silver { "hd-oak hd-oak-silver" } else { "hd-oak" }) transform=(format!("translate({at} 17) rotate(24) scale(1.15)")) d=(OAK) {}
            }
        }
    }
}

/// The badge of a rank.
pub fn rank(name: &str) -> Markup {
    let chevrons = "M8 34 30 20 52 34V28L30 14 8 28ZM8 44 30 30 52 44V38L30 24 8 38ZM8 54 30 40 52 54V48L30 34 8 48Z";
    let rocker = "M8 58Q30 72 52 58V63Q30 77 8 63Z";
    let second = "M8 67Q30 81 52 67V72Q30 86 8 72Z";
    html! {
        svg class="hd-rank" viewBox="0 0 60 90" role="img" aria-label=(name) {
            title { (name) }
            rect class="hd-rank-cloth" x="1" y="1" width="58" height="88" rx="6" {}
            @match name {
                "2nd Lieutenant" => rect class="hd-bar-gold" x="22" y="18" width="16" height="54" rx="2" {},
                "1st Lieutenant" => rect class="hd-bar-silver" x="22" y="18" width="16" height="54" rx="2" {},
                "Captain" => {
                    rect class="hd-bar-silver" x="12" y="18" width="14" height="54" rx="2" {}
                    rect class="hd-bar-silver" x="34" y="18" width="14" height="54" rx="2" {}
                    path class="hd-bar-link" d="M26 30H34M26 60H34" {}
                }
                "Sergeant First Class" => { path class="hd-chevron" d=(chevrons) {} path class="hd-chevron" d=(rocker) {} path class="hd-chevron" d=(second) {} }
                _ => { path class="hd-chevron" d=(chevrons) {} path class="hd-chevron" d=(rocker) {} }
            }
        }
    }
}
