//! Ground, weather and smoke, drawn lightly behind the counters.

use crate::once::Once;
use maud::{Markup, PreEscaped, html};

/// What grows or stands on a strip of ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Growth {
    /// Grass alone.
    Grass,
    /// Trees.
    Woods,
    /// Hedges.
    Bocage,
    /// Houses.
    Houses,
    /// The lines of hills.
    Hills,
}

/// What the weather is drawn as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weather {
    /// The sun.
    Clear,
    /// Clouds.
    Overcast,
    /// A cloud near the ground.
    Fog,
    /// A cloud with rain.
    Rain,
    /// A cloud with snow.
    Snow,
    /// A cloud over soft ground.
    Mud,
}

/// A strip of ground with what grows or stands on it, drawn along `width` at height `base`.
pub fn strip(growth: Growth, x: f32, base: f32, width: f32, seed: u32) -> Markup {
    static DRAWN: Once<(Growth, [u32; 4])> = Once::new();
    let key = (growth, [x.to_bits(), base.to_bits(), width.to_bits(), seed]);
    DRAWN.get(&key, || draw_strip(growth, x, base, width, seed))
}

fn draw_strip(growth: Growth, x: f32, base: f32, width: f32, seed: u32) -> Markup {
    let mut rng = Spread(seed.wrapping_mul(2_654_435_761).wrapping_add(97));
    let mut at = x + 6.0 + rng.upto(14.0);
    let mut out = String::new();
    // The widest thing must still fit.
    let widest = match growth {
        Growth::Bocage => 46.0,
        Growth::Houses => 32.0,
        Growth::Hills => 60.0,
        Growth::Woods | Growth::Grass => 14.0,
    };
    while at < x + width - widest {
        let y = base - rng.upto(4.0);
        match growth {
            Growth::Woods => out.push_str(&tree(at, y, 11.0 + rng.upto(6.0), seed.is_multiple_of(2))),
            Growth::Bocage => out.push_str(&hedge(at, y, 26.0 + rng.upto(16.0))),
            Growth::Houses => out.push_str(&house(at, y, 17.0 + rng.upto(9.0), 10.0 + rng.upto(8.0))),
            Growth::Hills => out.push_str(&contour(at, y, 34.0 + rng.upto(22.0))),
            Growth::Grass => out.push_str(&grass(at, y)),
        }
        at += match growth {
            Growth::Woods => 15.0 + rng.upto(12.0),
            Growth::Bocage => 40.0 + rng.upto(16.0),
            Growth::Houses => 28.0 + rng.upto(18.0),
            Growth::Hills => 48.0 + rng.upto(30.0),
            Growth::Grass => 26.0 + rng.upto(34.0),
        };
    }
    html! { g class="hd-scenery" aria-hidden="true" { (PreEscaped(out)) } }
}

fn tree(x: f32, y: f32, h: f32, fir: bool) -> String {
    if fir {
        let (w, t) = (h * 0.42, y - h * 1.6);
        let m = y - h * 0.7;
        format!(
            "<path d=\"M{x:.1} {y:.1}V{m:.1}\"/><path class=\"hd-leaf\" d=\"M{x:.1} {t:.1}L{:.1} {:.1}H{:.1}Z\"/>",
            x + w,
            y - 3.0,
            x - w
        )
    } else {
        let (r, c) = (h * 0.5, y - h);
        format!(
            "<path d=\"M{x:.1} {y:.1}V{c:.1}\"/><circle class=\"hd-leaf\" cx=\"{x:.1}\" cy=\"{c:.1}\" r=\"{r:.1}\"/>"
        )
    }
}

fn hedge(x: f32, y: f32, w: f32) -> String {
    let bumps = (w / 8.0) as i32;
    let mut d = format!("M{x:.1} {y:.1}v-5");
    for _ in 0..bumps {
        d.push_str("q4 -9 8 0");
    }
    d.push_str("v5Z");
    format!("<path class=\"hd-leaf\" d=\"{d}\"/>")
}

fn house(x: f32, y: f32, w: f32, h: f32) -> String {
    let (half, roof) = (w / 2.0, h + 8.0);
    format!(
        "<path class=\"hd-wall\" d=\"M{x:.1} {y:.1}v-{h:.1}h{w:.1}v{h:.1}Z\"/><path class=\"hd-roof\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/><path d=\"M{:.1} {y:.1}v-6h4v6\"/>",
        x - 2.0,
        y - h,
        x + half,
        y - roof,
        x + w + 2.0,
        y - h,
        x + half - 2.0
    )
}

fn contour(x: f32, y: f32, w: f32) -> String {
    let (a, b) = (w * 0.2, w * 0.6);
    format!(
        "<path d=\"M{x:.1} {y:.1}q{:.1} -24 {w:.1} 0\"/><path d=\"M{:.1} {y:.1}q{:.1} -14 {b:.1} 0\"/>",
        w / 2.0,
        x + a,
        b / 2.0
    )
}

fn grass(x: f32, y: f32) -> String {
    format!("<path d=\"M{x:.1} {y:.1}l-3 -6M{x:.1} {y:.1}v-8M{x:.1} {y:.1}l3 -6\"/>")
}

/// The weather as a small picture, 48 by 36.
pub fn weather(weather: Weather) -> Markup {
    let cloud = "M12 24Q4 24 4 18 4 12 11 12 13 4 22 5 29 6 30 12 40 11 40 18 40 24 33 24Z";
    html! {
        g class="hd-weather" aria-hidden="true" {
            @match weather {
                Weather::Clear => {
                    circle class="hd-sun" cx="22" cy="18" r="8" {}
                    path d="M22 2V7M22 29V34M6 18H11M33 18H38M11 7 14 10M30 26 33 29M33 7 30 10M14 26 11 29" {}
                }
                Weather::Overcast => {
                    path class="hd-cloud" transform="translate(6 6)" d=(cloud) {}
                    path class="hd-cloud" d=(cloud) {}
                }
                Weather::Rain => {
                    path class="hd-cloud" d=(cloud) {}
                    path d="M12 27 9 34M20 27 17 34M28 27 25 34M36 27 33 34" {}
                }
                Weather::Snow => {
                    path class="hd-cloud" d=(cloud) {}
                    path d="M11 28v6M8 31h6M22 28v6M19 31h6M33 28v6M30 31h6" {}
                }
                Weather::Mud => {
                    path class="hd-cloud" d=(cloud) {}
                    path d="M4 30q4 -4 8 0t8 0 8 0 8 0M4 34q4 -4 8 0t8 0 8 0 8 0" {}
                }
                Weather::Fog => path class="hd-cloud" d=(cloud) {}
            }
        }
    }
}

/// What falls from the sky over a piece of the board.
pub fn falling(weather: Weather, width: f32, height: f32) -> Markup {
    static DRAWN: Once<(Weather, [u32; 2])> = Once::new();
    DRAWN.get(&(weather, [width.to_bits(), height.to_bits()]), || draw_falling(weather, width, height))
}

fn draw_falling(weather: Weather, width: f32, height: f32) -> Markup {
    let mut rng = Spread(4242);
    let mut d = String::new();
    if matches!(weather, Weather::Rain | Weather::Snow) {
        for _ in 0..70 {
            let (x, y) = (rng.upto(width - 12.0) + 6.0, rng.upto(height - 16.0) + 4.0);
            match weather {
                Weather::Rain => d.push_str(&format!("M{x:.0} {y:.0}l-4 10")),
                _ => d.push_str(&format!("M{x:.0} {y:.0}h3m-1.500 -1.500v3")),
            }
        }
    }
    html! { @if !d.is_empty() { path class="hd-falling" aria-hidden="true" d=(d) {} } }
}

/// Smoke: puffs in a bank `width` wide; two layers at level 2.
pub fn smoke(level: u32, x: f32, y: f32, width: f32) -> Markup {
    static DRAWN: Once<[u32; 4]> = Once::new();
    DRAWN.get(&[level, x.to_bits(), y.to_bits(), width.to_bits()], || draw_smoke(level, x, y, width))
}

fn draw_smoke(level: u32, x: f32, y: f32, width: f32) -> Markup {
    let mut rng = Spread(level.wrapping_mul(31) + x as u32);
    let layers = level.min(2);
    let mut out = String::new();
    for layer in 0..layers {
        let mut at = x + 25.0;
        while at < x + width - 22.0 {
            let r = 15.0 + rng.upto(9.0);
            let up = y - layer as f32 * 24.0 - rng.upto(8.0);
            out.push_str(&format!("<circle cx=\"{at:.1}\" cy=\"{up:.1}\" r=\"{r:.1}\"/>"));
            at += r * 1.25;
        }
    }
    html! { @if level > 0 { g class="hd-smoke" aria-hidden="true" { (PreEscaped(out)) } } }
}

/// Smoke in a ring around the own tank.
pub fn smoke_ring(level: u32, cx: f32, cy: f32) -> Markup {
    static DRAWN: Once<[u32; 3]> = Once::new();
    DRAWN.get(&[level, cx.to_bits(), cy.to_bits()], || draw_smoke_ring(level, cx, cy))
}

fn draw_smoke_ring(level: u32, cx: f32, cy: f32) -> Markup {
    let mut out = String::new();
    let mut rng = Spread(7);
    let count = if level > 1 { 16 } else { 9 };
    for n in 0..count {
        let angle = n as f32 * std::f32::consts::TAU / count as f32;
        let far = 86.0 + rng.upto(16.0);
        let (x, y) = (cx + angle.sin() * far, cy - angle.cos() * far * 0.92);
        out.push_str(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>", 17.0 + rng.upto(9.0)));
    }
    html! { @if level > 0 { g class="hd-smoke" aria-hidden="true" { (PreEscaped(out)) } } }
}

/// Numbers that look strewn and are always the same, so that pictures do not flicker from answer to answer.
struct Spread(u32);

impl Spread {
    fn upto(&mut self, most: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1u32 << 24) as f32 * most
    }
}
