//! Side views of every German vehicle, gun and platoon, drawn by us: 100 wide, 50 high, facing left, the ground at the bottom.

use crate::once::Once;
use maud::{Markup, PreEscaped, html};

/// A row of wheels: how many, from x to x, at y, radius.
struct Wheels(u8, f32, f32, f32, f32);

/// A barrel: from x, at y, to x, how thick, and whether it has a muzzle brake.
struct Barrel(f32, f32, f32, f32, bool);

struct Shape {
    id: &'static str,
    /// The track's outline, from x to x and its top; nothing for wheels.
    track: Option<(f32, f32, f32)>,
    wheels: Wheels,
    /// Hull and turret.
    body: &'static str,
    /// Lines upon it: hatches, plates, edges.
    lines: &'static str,
    barrel: Option<Barrel>,
}

#[rustfmt::skip]
const SHAPES: [Shape; 23] = [
    Shape { id: "pz3", track: Some((20.0, 86.0, 33.0)), wheels: Wheels(6, 30.0, 76.0, 44.5, 4.4),
        body: "M20 37 23 31 38 30 39 26 80 26 87 33 87 37ZM42 26 45 16 63 16 66 26ZM66 18h8v7h-8ZM54 16v-4h7v4Z",
        lines: "M40 30H84M49 21h8M24 34H84", barrel: Some(Barrel(44.0, 21.5, 19.0, 2.2, false)) },
    Shape { id: "pz4", track: Some((20.0, 88.0, 35.0)), wheels: Wheels(8, 28.0, 80.0, 45.0, 3.7),
        body: "M19 37 24 30 38 30 39 26 84 26 89 34 89 37ZM42 26 42 15 48 14 72 14 76 17 76 26ZM58 14v-4h8v4ZM28 31H84V42H30Z",
        lines: "M39 31V42M50 31V42M61 31V42M72 31V42M51 15V25M66 15V25", barrel: Some(Barrel(43.0, 20.5, 8.0, 2.4, true)) },
    Shape { id: "panther", track: Some((13.0, 93.0, 33.0)), wheels: Wheels(8, 23.0, 83.0, 43.0, 6.4),
        body: "M12 38 30 24 87 24 95 34 93 38ZM40 24 44 12 68 12 75 24ZM40 24C36 22 36 15 43 14V24ZM60 12V8h7v4Z",
        lines: "M30 28H90M62 14 68 23M47 14V24", barrel: Some(Barrel(40.0, 18.0, 2.0, 2.7, true)) },
    Shape { id: "tiger1", track: Some((16.0, 90.0, 33.0)), wheels: Wheels(8, 25.0, 80.0, 42.5, 6.6),
        body: "M15 38V31H25V25H89V30L91 38ZM39 25V13H68Q74 13 74 19V25ZM35 15h5v9h-5ZM58 13V8h9v5ZM74 16h7v8h-7Z",
        lines: "M25 30H89M46 13V25", barrel: Some(Barrel(36.0, 19.5, 5.0, 3.2, true)) },
    Shape { id: "tiger2", track: Some((10.0, 96.0, 33.0)), wheels: Wheels(9, 19.0, 86.0, 42.5, 6.6),
        body: "M8 38 26 24 90 24 98 35 96 38ZM37 24 41 10 76 10 86 24ZM32 14 40 11V22L32 20ZM60 10V6h8v4Z",
        lines: "M24 29H94M46 11V24M74 12 82 23", barrel: Some(Barrel(34.0, 17.0, 0.0, 3.2, true)) },
    Shape { id: "marder3", track: Some((20.0, 84.0, 33.0)), wheels: Wheels(4, 29.0, 75.0, 42.5, 6.6),
        body: "M19 38 26 30 42 29 85 28 86 38ZM44 29 47 12 56 12 57 15 80 17 84 28ZM52 12h14v2H52Z",
        lines: "M56 15 54 28M44 33H84", barrel: Some(Barrel(48.0, 20.0, 10.0, 2.6, true)) },
    Shape { id: "stug3", track: Some((18.0, 88.0, 34.0)), wheels: Wheels(6, 29.0, 77.0, 44.5, 4.5),
        body: "M17 38 22 31 36 30 42 18 72 18 80 29 87 31 89 38ZM54 18v-4h8v4ZM33 22 44 20V29L35 28Z",
        lines: "M36 31H86M47 19 45 30M70 19V29", barrel: Some(Barrel(36.0, 25.0, 8.0, 2.6, true)) },
    Shape { id: "stuh42", track: Some((18.0, 88.0, 34.0)), wheels: Wheels(6, 29.0, 77.0, 44.5, 4.5),
        body: "M17 38 22 31 36 30 42 18 72 18 80 29 87 31 89 38ZM54 18v-4h8v4ZM31 20 44 19V30L33 29Z",
        lines: "M36 31H86M47 19 45 30M70 19V29", barrel: Some(Barrel(36.0, 25.0, 17.0, 4.6, true)) },
    Shape { id: "jpz4", track: Some((18.0, 88.0, 34.0)), wheels: Wheels(8, 27.0, 79.0, 45.0, 3.8),
        body: "M15 36 35 19 70 19 78 29 88 31 90 38 17 38ZM31 24 39 22V30L33 30ZM56 19v-3h10v3Z",
        lines: "M24 31H86M66 20 72 30", barrel: Some(Barrel(34.0, 27.0, 10.0, 2.4, false)) },
    Shape { id: "hetzer", track: Some((20.0, 84.0, 34.0)), wheels: Wheels(4, 30.0, 74.0, 43.0, 6.4),
        body: "M17 36 41 17 64 17 82 30 86 36 84 39 19 39ZM34 23 45 22V31L36 30ZM52 17v-6h2v6ZM50 11h7v2h-7Z",
        lines: "M30 30H82M62 18 66 29", barrel: Some(Barrel(38.0, 27.0, 16.0, 2.6, false)) },
    Shape { id: "pz4_70", track: Some((18.0, 88.0, 34.0)), wheels: Wheels(8, 27.0, 79.0, 45.0, 3.8),
        body: "M15 36 34 16 68 16 78 29 88 31 90 38 17 38ZM28 22 40 20V30L31 30ZM54 16v-4h9v4ZM30 32H86V42H32Z",
        lines: "M41 32V42M52 32V42M63 32V42M74 32V42M65 17 71 28", barrel: Some(Barrel(31.0, 26.0, 0.0, 2.9, false)) },
    Shape { id: "jagdpanther", track: Some((13.0, 93.0, 33.0)), wheels: Wheels(8, 23.0, 83.0, 43.0, 6.4),
        body: "M10 38 36 12 66 12 80 24 90 25 95 34 93 38ZM29 20 40 18V29L32 28ZM54 12V9h10v3Z",
        lines: "M20 30H92M62 13 74 25", barrel: Some(Barrel(32.0, 24.0, 0.0, 3.0, true)) },
    Shape { id: "jagdtiger", track: Some((9.0, 97.0, 33.0)), wheels: Wheels(9, 19.0, 87.0, 42.5, 6.6),
        body: "M7 38 24 25 33 25 38 6 72 6 79 25 91 25 98 35 96 38ZM30 13 41 12V23L32 22ZM56 6V3h9v3Z",
        lines: "M24 30H95M44 7 41 25M68 7 74 25", barrel: Some(Barrel(32.0, 17.5, 0.0, 4.2, false)) },
    Shape { id: "pak38", track: None, wheels: Wheels(1, 44.0, 44.0, 41.0, 8.0),
        body: "M36 40 40 22 50 20 50 40ZM50 34 90 46 90 49 84 49 48 39ZM46 26h16v5H46Z",
        lines: "M41 24 39 38", barrel: Some(Barrel(48.0, 28.0, 12.0, 2.2, true)) },
    Shape { id: "pak40", track: None, wheels: Wheels(1, 46.0, 46.0, 41.0, 8.4),
        body: "M34 40 38 18 47 14 53 18 53 40ZM52 33 94 45 94 49 88 49 50 39ZM48 24h20v6H48Z",
        lines: "M40 20 37 38M47 15V36", barrel: Some(Barrel(48.0, 27.0, 5.0, 2.8, true)) },
    Shape { id: "flak36", track: None, wheels: Wheels(0, 0.0, 0.0, 0.0, 0.0),
        body: "M46 47 50 30 64 30 68 47ZM18 46H94V50H18ZM14 44h8v6h-8ZM90 44h8v6h-8ZM40 34 44 6 54 6 56 32ZM54 18h24v7H58Z",
        lines: "M46 10 43 32M54 36H62", barrel: Some(Barrel(50.0, 21.0, 2.0, 3.0, false)) },
    Shape { id: "pak43", track: None, wheels: Wheels(2, 42.0, 60.0, 42.0, 7.4),
        body: "M30 38 36 18 48 14 54 18 56 38ZM54 36 96 45 96 49 88 49 54 41ZM50 24h28v7H50ZM28 38H74V42H28Z",
        lines: "M38 20 34 36M48 16V36", barrel: Some(Barrel(48.0, 26.5, 0.0, 3.2, true)) },
    Shape { id: "sdkfz221", track: None, wheels: Wheels(2, 33.0, 70.0, 43.0, 7.0),
        body: "M16 38 30 29 42 20 64 20 84 31 86 38 76 42 24 42ZM46 20 49 13 60 13 62 20Z",
        lines: "M30 31H82M52 21 50 40", barrel: Some(Barrel(50.0, 15.0, 33.0, 1.6, false)) },
    Shape { id: "sdkfz222", track: None, wheels: Wheels(2, 32.0, 71.0, 43.0, 7.4),
        body: "M14 38 29 28 40 20 66 20 86 30 88 38 78 42 22 42ZM42 20 46 9 64 9 68 20Z",
        lines: "M29 31H84M52 21 50 40M47 9 53 4 60 9 66 4", barrel: Some(Barrel(46.0, 13.0, 26.0, 1.8, false)) },
    Shape { id: "sdkfz231", track: None, wheels: Wheels(4, 20.0, 82.0, 44.0, 6.0),
        body: "M6 38 16 29 34 20 72 20 92 29 96 38 90 40 10 40ZM38 20 42 10 62 10 66 20ZM5 30h3v8H5Z",
        lines: "M14 31H92M52 21V38M46 6H70M48 6V10M68 6V18", barrel: Some(Barrel(42.0, 14.0, 22.0, 1.8, false)) },
    Shape { id: "sdkfz234", track: None, wheels: Wheels(4, 20.0, 82.0, 43.5, 6.6),
        body: "M4 34 28 22 40 19 70 19 96 28 97 36 90 39 10 39ZM38 19 44 8 62 8 70 19ZM10 34H92V40H10Z",
        lines: "M10 34H92M30 34V40M52 34V40M74 34V40M46 8 54 4 62 8", barrel: Some(Barrel(43.0, 13.0, 18.0, 2.0, false)) },
    Shape { id: "sdkfz251", track: Some((42.0, 92.0, 36.0)), wheels: Wheels(5, 50.0, 84.0, 44.0, 5.0),
        body: "M8 36 10 27 32 24 42 17 84 18 94 30 90 37ZM36 17 38 11 42 11 42 17ZM8 36H50V40H12Z",
        lines: "M32 24 42 32H92M44 18 48 31M68 18V31", barrel: Some(Barrel(42.0, 13.0, 26.0, 1.6, false)) },
    Shape { id: "opel_blitz", track: None, wheels: Wheels(2, 23.0, 74.0, 43.0, 7.0),
        body: "M8 40 9 28 26 26 30 14 44 14 44 40ZM46 38V12Q58 8 70 10 84 8 94 12V38ZM10 38H94V42H10Z",
        lines: "M32 17h9v8H30M58 10V38M70 10V38M82 10V38M46 32H94", barrel: None },
];

/// The side view of a type of vehicle or gun; a plain box if there is no such type.
pub fn vehicle(id: &str) -> Markup {
    static DRAWN: Once<String> = Once::new();
    DRAWN.get(id, || draw_vehicle(id))
}

fn draw_vehicle(id: &str) -> Markup {
    let Some(shape) = SHAPES.iter().find(|s| s.id == id) else {
        return html! { path class="hd-sil" d="M20 46V24H80V46Z" {} };
    };
    let Wheels(count, from, to, y, r) = shape.wheels;
    let step = if count > 1 { (to - from) / f32::from(count - 1) } else { 0.0 };
    html! {
        @if let Some((from, to, top)) = shape.track {
            rect class="hd-sil-track" x=(from) y=(top) width=(to - from) height=(50.0 - top) rx=((50.0 - top) / 2.0) {}
        }
        @if id == "sdkfz251" {
            circle class="hd-sil-wheel" cx="22" cy="43" r="7" {}
            circle class="hd-sil-hub" cx="22" cy="43" r="2.4" {}
        }
        (wheels(count, from, step, y, [r, round(r * 0.34)]))
        @if let Some(Barrel(from, y, to, thick, brake)) = &shape.barrel {
            rect class="hd-sil" x=(to) y=(round(y - thick / 2.0)) width=(from - to + 2.0) height=(thick) {}
            @if *brake {
                rect class="hd-sil" x=(to) y=(round(y - thick / 2.0 - 1.1)) width="6" height=(round(thick + 2.2)) rx="1" {}
            }
        }
        path class="hd-sil" d=(shape.body) {}
        path class="hd-sil-line" d=(shape.lines) {}
    }
}

/// Wheels in a row, the first there and each so far from the one before, all of one size, then their hubs. Each row is one line that says the
/// same over and over: that packs well.
pub(crate) fn wheels(count: u8, from: f32, step: f32, y: f32, sizes: [f32; 2]) -> Markup {
    let row = |r: f32| {
        let each =
            format!("a{r} {r} 0 1 0 {0} 0 {r} {r} 0 1 0-{0} 0m{1} 0", round(r * 2.0), (step * 100.0).round() / 100.0);
        format!("M{} {y}{}", round(from - r), each.repeat(usize::from(count)))
    };
    html! {
        path class="hd-sil-wheel" d=(row(sizes[0])) {}
        path class="hd-sil-hub" d=(row(sizes[1])) {}
    }
}

fn round(x: f32) -> f32 {
    (x * 10.0).round() / 10.0
}

const SOLDIER: &str =
    "M-4 -27Q-4 -33 1 -33 6 -33 6 -27L8 -26V-25H-6V-26ZM-3 -24H5L7 -21 8 -8 4 -8 6 0H1L0 -7 -3 0H-8L-4 -9 -5 -19Z";

/// A platoon by its grade: each carries something the others do not.
pub fn platoon(grade: usize, reduced: bool) -> Markup {
    let places: &[(i32, i32)] = if reduced { &[(36, 49), (68, 49)] } else { &[(22, 48), (52, 50), (82, 48)] };
    // What tells the grades apart besides their letters: smock, chin strap, rifle, Panzerfaust, greatcoat, cap and armband.
    let kit = match grade {
        0 => {
            "<path class=\"hd-sil-line\" d=\"M-3 -21h2M1 -18h3M-2 -14h2M2 -11h3M3 -22h2M-3 -10h2\"/><path class=\"hd-sil-gun\" d=\"M-16 -14 10 -19\"/>"
        }
        1 => {
            "<path class=\"hd-sil-line\" d=\"M-5 -26H7M-3 -24Q1 -20 5 -24\"/><path class=\"hd-sil-gun\" d=\"M-16 -16 10 -17M-8 -16v6\"/>"
        }
        3 => {
            "<path class=\"hd-sil-gun\" d=\"M-12 -22 12 -18\"/><path class=\"hd-sil\" d=\"M-20 -23Q-14 -29 -10 -24L-11 -20Q-16 -18 -20 -23Z\"/>"
        }
        4 => "<path class=\"hd-sil\" d=\"M-5 -16H8L11 -3H-7Z\"/><path class=\"hd-sil-gun\" d=\"M-17 -13 9 -19\"/>",
        5 => {
            "<path class=\"hd-sil\" d=\"M-8 -27H4V-29H-8Z\"/><path class=\"hd-sil-line\" d=\"M-4 -18H6M-4 -16H6\"/><path class=\"hd-sil-gun\" d=\"M-15 -12 9 -17\"/>"
        }
        _ => "<path class=\"hd-sil-gun\" d=\"M-17 -14 10 -19\"/>",
    };
    html! {
        @for (x, y) in places {
            g transform=(format!("translate({x} {y}) scale(1.36)")) {
                path class="hd-sil" d=(SOLDIER) {}
                (PreEscaped(kit))
            }
        }
    }
}
