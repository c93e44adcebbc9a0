//! Ground: what a hex looks like in each kind of country.

use super::field::{HALF, R, middle};
use crate::map::{COLS, Hex, ROWS};
use crate::words::{Ground, Terrain};
use maud::{Markup, PreEscaped, html};

/// Something that grows or lies in a hex, drawn around its foot.
#[derive(Clone, Copy)]
enum Thing {
    Palm,
    Bush,
    Tree,
    Fir,
    Fern,
    Rock,
}

impl Thing {
    fn drawn(self) -> &'static str {
        match self {
            Thing::Palm => {
                "<path class=\"hd-l-trunk\" d=\"M-1 0Q2 -12 0 -24\"/><path class=\"hd-l-leaf\" d=\"M0 -24Q-14 -34 -20 -20 -12 -27 0 -24 \
                 -10 -22 -13 -10 -6 -20 0 -24 9 -22 13 -10 10 -21 0 -24 13 -28 20 -19 15 -34 0 -24 4 -34 -4 -37 -6 -30 0 -24Z\"/>"
            }
            Thing::Bush => "<path class=\"hd-l-leaf\" d=\"M-10 0Q-14 -7 -7 -9 -6 -14 0 -12 7 -14 7 -8 13 -6 10 0Z\"/>",
            Thing::Tree => {
                "<path class=\"hd-l-trunk\" d=\"M0 0V-8\"/><path class=\"hd-l-leaf\" d=\"M-9 -6Q-17 -9 -13 -16 -15 -24 -7 -25 -3 -32 4 -27 \
                 13 -27 12 -19 17 -13 10 -8 4 -2 -9 -6Z\"/><path class=\"hd-l-lit\" d=\"M-8 -17Q-7 -23 0 -23\"/>"
            }
            Thing::Fir => {
                "<path class=\"hd-l-trunk\" d=\"M0 0V-5\"/><path class=\"hd-l-leaf\" d=\"M0 -33 7 -21H4L10 -12H6L13 -4H-13L-6 -12H-10L-4 -21H-7Z\"/>\
                 <path class=\"hd-l-lit\" d=\"M0 -33 7 -21 0 -23 -7 -21ZM-4 -16 -10 -12 -4 -12ZM4 -16 10 -12 4 -12Z\"/>"
            }
            Thing::Fern => {
                "<path class=\"hd-l-leaf\" d=\"M0 0Q-17 -3 -19 -16 -8 -13 -3 -4 -8 -18 0 -27 8 -18 3 -4 8 -13 19 -16 17 -3 0 0Z\"/>\
                 <path class=\"hd-l-lit\" d=\"M0 -3V-22\"/>"
            }
            Thing::Rock => {
                "<path class=\"hd-l-stone\" d=\"M-13 0 -10 -9 -2 -13 7 -9 13 0Z\"/><path class=\"hd-l-lit\" d=\"M-9 -8 -2 -12 2 -7\"/>"
            }
        }
    }
}

/// Where things stand where there are many, and where there are few: counters leave the rim of a hex open.
const MANY: [(i8, i8); 13] = [
    (-46, -26),
    (-24, -42),
    (2, -50),
    (28, -40),
    (48, -24),
    (-54, 6),
    (54, 8),
    (-50, 34),
    (-28, 50),
    (0, 66),
    (30, 52),
    (50, 34),
    (0, 6),
];
const FEW: [(i8, i8); 6] = [(-44, -24), (32, -42), (-54, 24), (54, 20), (-20, 58), (26, 54)];

fn growth(terrain: Terrain, ground: Ground, hex: Hex) -> String {
    let things = |spots: &[(i8, i8)], kinds: &[Thing]| {
        let mut spots: Vec<(usize, i32, i32)> = spots
            .iter()
            .enumerate()
            // Like hexes are not alike.
            .map(|(n, (x, y))| {
                let wind = (usize::from(hex.id()) * 7 + n * 5) % 9;
                (n + usize::from(hex.id()), i32::from(*x) + wind as i32 - 4, i32::from(*y) + (wind as i32 * 3) % 7 - 3)
            })
            .collect();
        spots.sort_by_key(|(_, _, y)| *y);
        let each = spots
            .iter()
            .map(|(n, x, y)| format!("<g transform=\"translate({x} {y})\">{}</g>", kinds[n % kinds.len()].drawn()));
        each.collect::<String>()
    };
    use Thing::{Bush, Fern, Fir, Palm, Rock, Tree};
    match (ground, terrain) {
        (Ground::Clear, Terrain::Desert) => lines(hex, "M-34 -6q14 -8 30 -2t30 -2M-8 26q12 -7 26 -2t22 -1", "hd-l-dune"),
        (Ground::Clear, Terrain::European) => lines(hex, "M-44 20 -10 -34M-28 30 6 -24M-12 40 22 -14M4 50 38 -4", "hd-l-furrow"),
        (Ground::Clear, Terrain::Winter) => lines(hex, "M-40 8q18 -9 40 -2M-6 34q16 -7 34 -2M4 -30q12 -6 28 -1", "hd-l-dune"),
        (Ground::Clear, Terrain::Jungle) => {
            lines(hex, "M-30 14l-4 -9m4 9l1 -11m-1 11l6 -8M22 -18l-4 -9m4 9l1 -11m-1 11l6 -8M16 40l-4 -9m4 9l1 -11m-1 11l6 -8", "hd-l-furrow")
        }
        (Ground::Heavy, Terrain::Desert) => things(&MANY, &[Palm, Bush, Palm, Rock]),
        (Ground::Heavy, Terrain::European) => things(&MANY, &[Tree]),
        (Ground::Heavy, Terrain::Winter) => things(&MANY, &[Fir]),
        (Ground::Heavy, Terrain::Jungle) => things(&MANY, &[Palm, Fern, Fern, Palm]),
        (Ground::Light, Terrain::Desert) => things(&FEW, &[Bush, Bush, Rock]),
        (Ground::Light, Terrain::European) => things(&FEW, &[Tree, Bush]),
        (Ground::Light, Terrain::Winter) => things(&FEW, &[Fir, Bush]),
        (Ground::Light, Terrain::Jungle) => things(&FEW, &[Fern, Palm, Bush]),
        (Ground::Bocage, _) => {
            let hedge = "<path class=\"hd-l-hedge\" d=\"M-62 -30 -2 -64 60 -32M62 28 2 62 -60 32\"/><path class=\"hd-l-hedge hd-l-hedge-lit\" \
                         d=\"M-60 -34 -2 -67 58 -36M60 25 2 58 -58 28\"/>";
            format!("{hedge}{}", things(&[(-58, -14), (58, -12), (-56, 30), (56, 32)], &[Tree]))
        }
        (Ground::Impassable, _) => {
            let crags = "<path class=\"hd-l-stone\" d=\"M-58 34 -40 -14 -26 6 -6 -46 14 -2 28 -22 58 34Z\"/><path class=\"hd-l-lit\" \
                         d=\"M-6 -46 -12 -4 -4 12M28 -22 24 6M-40 -14 -40 12\"/>";
            format!("{crags}{}", things(&[(-30, 52), (4, 58), (34, 52)], &[Rock]))
        }
        (Ground::Water, _) => {
            "<path class=\"hd-l-wave\" d=\"M-48 -26q12 -9 24 0t24 0 24 0 24 0M-58 2q12 -9 24 0t24 0 24 0 24 0 24 0M-50 30q12 -9 24 0t24 0 24 0 24 0M-22 54q11 -8 22 0t22 0\"/>".into()
        }
    }
}

/// A few lines on open ground, turned from hex to hex.
fn lines(hex: Hex, d: &str, class: &str) -> String {
    let turned = i32::from(hex.id()) * 11 % 7 * 9 - 27;
    format!("<path class=\"{class}\" transform=\"rotate({turned})\" d=\"{d}\"/>")
}

/// The outline of a hex around its middle, by how far its corners are away.
pub(super) fn outline(r: f32) -> String {
    let (w, half) = (r * HALF / R, r / 2.0);
    format!("M0 {r:.1}L{w:.1} {half:.1}V-{half:.1}L0 -{r:.1}L-{w:.1} -{half:.1}V{half:.1}Z")
}

/// A hex with what grows in it.
pub(super) fn drawn(terrain: Terrain, ground: Ground, hex: Hex) -> Markup {
    let class = match ground {
        Ground::Clear => "clear",
        Ground::Heavy => "heavy",
        Ground::Light => "light",
        Ground::Bocage => "bocage",
        Ground::Impassable => "rock",
        Ground::Water => "water",
    };
    html! {
        path class=(format!("hd-l-hex hd-l-{class}")) d=(outline(R - 0.5)) {}
        g class="hd-l-growth" aria-hidden="true" { (PreEscaped(growth(terrain, ground, hex))) }
    }
}

/// Where the six tiles meet.
pub(super) fn seams() -> Markup {
    let tile = |row: usize, col: usize| (row / 2, col / 2);
    let mut d = String::new();
    for hex in Hex::all() {
        let (row, col) = (usize::from(hex.row()), usize::from(hex.id() % 10 - 1));
        let ((x, y), shift) = (middle(hex), row % 2);
        let (w, half) = (HALF, R / 2.0);
        // The next to the right, and the two below.
        let near = [
            (col + 1 < COLS).then(|| (row, col + 1)),
            (row + 1 < ROWS && col + shift < COLS).then(|| (row + 1, col + shift)),
            (row + 1 < ROWS && col + shift > 0).then(|| (row + 1, col + shift - 1)),
        ];
        let edges = [((w, -half), (w, half)), ((0.0, R), (w, half)), ((0.0, R), (-w, half))];
        for (near, ((x1, y1), (x2, y2))) in near.into_iter().zip(edges) {
            if near.is_some_and(|(r, c)| tile(r, c) != tile(row, col)) {
                d += &format!("M{:.1} {:.1}L{:.1} {:.1}", x + x1, y + y1, x + x2, y + y2);
            }
        }
    }
    html! { path id="hd-l-seams" class="hd-l-seam" aria-hidden="true" d=(d) {} }
}
