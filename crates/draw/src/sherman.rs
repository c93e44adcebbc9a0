//! American tanks, told apart by their ids: from above for boards and mats, from the side for ladders and pictures.

use crate::once::Once;
use crate::silhouettes::wheels;
use maud::{Markup, html};

/// What tells the ten tanks apart in a drawing.
#[derive(Clone, Copy)]
struct Build {
    /// Cast and rounded, or welded of plates.
    cast: bool,
    /// Horizontal springs with wide tracks.
    wide: bool,
    jumbo: bool,
    pershing: bool,
    /// The gun's caliber.
    gun: u32,
}

fn build(id: &str) -> Build {
    let plain = Build { cast: true, wide: false, jumbo: false, pershing: false, gun: 75 };
    match id {
        "m4a1_76" | "m4a1_76w" => Build { gun: 76, ..plain },
        "m4a3_75w" => Build { cast: false, ..plain },
        "m4a3e2_75" => Build { cast: false, jumbo: true, ..plain },
        "m4a3e2_76" => Build { cast: false, jumbo: true, gun: 76, ..plain },
        "m4a3e8" => Build { cast: false, wide: true, gun: 76, ..plain },
        "m4a1_76w_hvss" => Build { wide: true, gun: 76, ..plain },
        "m26" => Build { cast: true, pershing: true, wide: true, gun: 90, ..plain },
        _ => plain,
    }
}

/// Where the turret's center lies on the hull seen from above, forward of the middle.
fn ring(b: Build) -> f32 {
    if b.pershing { -10.0 } else { -2.0 }
}

/// The hull from above, front upwards, about 70 by 110 around the origin.
pub fn hull(id: &str) -> Markup {
    static DRAWN: Once<String> = Once::new();
    DRAWN.get(id, || draw_hull(id))
}

fn draw_hull(id: &str) -> Markup {
    let b = build(id);
    let track = if b.wide || b.jumbo { 17.0 } else { 13.0 };
    let outer = if b.pershing { 39.0 } else { 36.0 };
    let length = if b.pershing { 60.0 } else { 54.0 };
    let deck = match (b.pershing, b.cast) {
        (true, _) => "M-24 -54Q0 -60 24 -54V50Q0 54 -24 50Z",
        (_, true) => "M-25 -34Q-22 -52 0 -54 22 -52 25 -34V44Q20 50 0 50 -20 50 -25 44Z",
        _ => "M-25 -42-20 -52H20L25 -42V48H-25Z",
    };
    // Each says the same as the one before: that packs well.
    let (across, down) = (2.0 * (outer - track), (2.0 * length - 8.0) / 13.0);
    let tread = format!("h{track}m{across} 0h{track}m-{} {down:.2}", 2.0 * outer);
    let treads = format!("M-{outer} {}{}", 4.0 - length, tread.repeat(14));
    html! {
        rect class="hd-own-track" x=(-outer) y=(-length) width=(track) height=(2.0 * length) rx="5" {}
        rect class="hd-own-track" x=(outer - track) y=(-length) width=(track) height=(2.0 * length) rx="5" {}
        path class="hd-own-tread" d=(treads) {}
        path class="hd-own-hull" d=(deck) {}
        path class="hd-own-line" d="M-20 28H20M-20 34H20M-20 40H20M-24 20H24" {}
        ellipse class="hd-own-hatch" cx="-13" cy="-37" rx="6" ry="4.5" {}
        ellipse class="hd-own-hatch" cx="13" cy="-37" rx="6" ry="4.5" {}
        path class="hd-own-gun" d="M12 -50V-60" {}
        path class="hd-own-nose" d="M-7 -46 0 -53 7 -46" {}
    }
}

/// The turret from above, front upwards, around its own center.
pub fn turret(id: &str, cupola_open: bool) -> Markup {
    html! {
        (shell(id))
        circle class=(if cupola_open { "hd-own-cupola hd-open" } else { "hd-own-cupola" }) cx="9" cy="6" r="8" {}
        @if cupola_open {
            circle class="hd-own-head" cx="9" cy="6" r="4" {}
        } @else {
            path class="hd-own-line" d="M9 -2V14" {}
        }
        ellipse class="hd-own-hatch" cx="-10" cy="6" rx="6" ry="7" {}
        path class="hd-own-star" d="M0 11 1.8 16.6H7.6L2.9 20 4.7 25.6 0 22.1 -4.7 25.6 -2.9 20 -7.6 16.6H-1.8Z" {}
    }
}

/// Gun and armor of the turret, without hatches.
pub fn shell(id: &str) -> Markup {
    let b = build(id);
    let (tip, thick) = match b.gun {
        75 => (-58.0, 5.0),
        76 => (-74.0, 5.0),
        _ => (-82.0, 6.5),
    };
    let shell = match (b.pershing, b.jumbo, b.gun) {
        (true, ..) => "M-15 -27H15Q25 -20 25 -4 24 20 17 30H-17Q-24 20 -25 -4 -25 -20 -15 -27Z",
        (_, true, _) => "M-17 -25H17Q27 -16 27 0 27 18 16 26H-16Q-27 18 -27 0 -27 -16 -17 -25Z",
        (_, _, 75) => "M-13 -23H13Q24 -14 24 1 22 19 10 25H-10Q-22 19 -24 1 -24 -14 -13 -23Z",
        _ => "M-12 -24H12Q24 -15 24 0 23 18 15 32H-15Q-23 18 -24 0 -24 -15 -12 -24Z",
    };
    html! {
        rect class="hd-own-barrel" x=(-thick / 2.0) y=(tip) width=(thick) height=(-tip - 20.0) rx="1.5" {}
        @if b.gun > 75 {
            rect class="hd-own-barrel" x=(-thick / 2.0 - 2.0) y=(tip) width=(thick + 4.0) height="9" rx="2" {}
        }
        path class="hd-own-turret" d=(shell) {}
        path class="hd-own-mantlet" d="M-12 -22H12V-29H-12Z" {}
    }
}

/// The whole tank from above, hull and turret each turned by degrees of its own, clockwise from straight up.
pub fn above(id: &str, hull_turn: i32, turret_turn: i32, cupola_open: bool) -> Markup {
    let b = build(id);
    // The ring turns with the hull, the turret does not.
    let angle = f64::from(hull_turn).to_radians();
    let (x, y) = (-f64::from(ring(b)) * angle.sin(), f64::from(ring(b)) * angle.cos());
    html! {
        g class="hd-turns" transform=(format!("rotate({hull_turn})")) { (hull(id)) }
        g class="hd-turns" transform=(format!("translate({x:.1} {y:.1}) rotate({turret_turn})")) {
            (turret(id, cupola_open))
        }
    }
}

/// The tank from the side, 100 by 50, facing right, the ground at the bottom.
pub fn side(id: &str) -> Markup {
    let b = build(id);
    let body = match (b.pershing, b.cast) {
        (true, _) => "M4 36 9 26 58 25 80 27 92 34 91 38H6Z",
        (_, true) => "M7 37Q6 28 12 25L58 24Q76 24 86 33L89 37Z",
        _ => "M7 37V26L12 24H66L87 34 89 37Z",
    };
    let turret = match (b.pershing, b.jumbo, b.gun) {
        (true, ..) => "M38 25Q37 14 46 12H66Q75 13 77 25Z",
        (_, true, _) => "M33 24V12L40 9H62Q70 11 70 24Z",
        (_, _, 75) => "M38 24Q37 13 46 12H58Q66 13 67 24Z",
        _ => "M32 22Q33 13 42 11H60Q68 13 68 24H38Z",
    };
    let (from, y, to, thick) = match (b.pershing, b.gun) {
        (true, _) => (74.0, 19.0, 100.0, 3.6),
        (_, 75) => (64.0, 18.5, 86.0, 3.0),
        _ => (65.0, 18.5, 97.0, 2.8),
    };
    html! {
        rect class="hd-sil-track" x="5" y="32" width="86" height="18" rx="8" {}
        (wheels(6, 19.0, 11.6, 44.0, [if b.pershing { 5.4 } else { 4.5 }, 1.6]))
        @if !b.pershing && !b.wide {
            path class="hd-sil-line" d="M21 40 25 35 29 40M44 40 48 35 52 40M67 40 71 35 75 40" {}
        }
        rect class="hd-sil" x=(from) y=(y - thick / 2.0) width=(to - from) height=(thick) {}
        @if b.gun > 75 {
            rect class="hd-sil" x=(to - 5.0) y=(y - thick / 2.0 - 1.0) width="5" height=(thick + 2.0) rx="1" {}
        }
        path class="hd-sil" d=(body) {}
        path class="hd-sil" d=(turret) {}
        path class="hd-sil" d="M44 12V8H54V12Z" {}
        path class="hd-sil-gun" d="M40 8 58 5" {}
        path class="hd-sil-line" d="M12 30H84M60 13 62 23" {}
        path class="hd-own-star" transform="translate(50 13) scale(.42)" d="M0 0 1.8 5.6H7.6L2.9 9 4.7 14.6 0 11.1 -4.7 14.6 -2.9 9 -7.6 5.6H-1.8Z" {}
    }
}
