//! Who bears on one's own: a line from him, with his chance on it.

use crate::whole;
use maud::{Markup, html};

/// A line from who bears to whom he bears on.
#[derive(Clone, Debug, PartialEq)]
pub struct Bears {
    /// The middle of who bears.
    pub from: (f32, f32),
    /// The middle of whom he bears on.
    pub to: (f32, f32),
    /// His chance, as `42%`; empty where there is hardly any.
    pub says: String,
    /// Whether he may do otherwise: the line is broken.
    pub perhaps: bool,
}

impl Bears {
    /// How far from who bears his chance stands, as a share of the way: out of the counters, and apart where lines come together. The
    /// first place that is free counts.
    const LABEL: [f32; 14] = [0.42, 0.56, 0.3, 0.68, 0.2, 0.49, 0.36, 0.62, 0.8, 0.12, 0.25, 0.74, 0.86, 0.92];

    fn line(&self) -> Markup {
        let (x1, y1, x2, y2) = (self.from.0, self.from.1, self.to.0, self.to.1);
        html! {
            line class=[self.perhaps.then_some("hd-perhaps")] x1=(whole(x1)) y1=(whole(y1)) x2=(whole(x2)) y2=(whole(y2)) {}
        }
    }

    /// His chance, in letters so high, where no other and no counter stands; where there is no such place, over another chance but over no
    /// counter: the line alone says that he bears.
    fn label(&self, high: f32, taken: &mut Vec<(f32, f32)>, counters: &Counters<'_>) -> Markup {
        let wide = high * (0.6 * self.says.chars().count() as f32 + 0.5);
        let along = |(aside, share): (f32, f32)| {
            let on = |from: f32, to: f32| from + (to - from) * share;
            (on(self.from.0, self.to.0) + aside * (wide / 2.0 + 0.3 * high), on(self.from.1, self.to.1))
        };
        let clear = |(x, y): &(f32, f32)| {
            let (half_wide, half_high) = (counters.size.0 / 2.0 + wide / 2.0, counters.size.1 / 2.0 + 0.7 * high);
            !counters.at.iter().any(|(ox, oy)| (x - ox).abs() < half_wide && (y - oy).abs() < half_high)
        };
        let apart = |(x, y): (f32, f32), (ox, oy): (f32, f32)| (x - ox).powi(2) + (y - oy).powi(2);
        // Nearest to him who bears, it is not read as another's.
        let own = |at: &(f32, f32)| {
            let from = apart(*at, self.from);
            counters.at.iter().all(|other| apart(*other, self.from) < 4.0 || apart(*at, *other) > from)
        };
        let over_words = |(x, y): &(f32, f32)| {
            let over =
                |(ox, oy, half): &(f32, f32, f32)| (x - ox).abs() < wide / 2.0 + half && (y - oy).abs() < 1.3 * high;
            counters.words.iter().any(over)
        };
        let free = |(x, y): &(f32, f32)| {
            !taken.iter().any(|(ox, oy)| (x - ox).abs() < 3.2 * high && (y - oy).abs() < 1.5 * high)
        };
        let places = || Bears::LABEL.into_iter().map(|share| along((0.0, share))).filter(clear);
        let on_line = places().find(|at| free(at) && own(at) && !over_words(at));
        // Close beside the line rather than over words.
        let beside = || {
            let places = [1.0, -1.0].into_iter().flat_map(|aside| Bears::LABEL.map(|share| (aside, share)));
            places.map(along).filter(clear).find(|at| free(at) && own(at) && !over_words(at))
        };
        let best = on_line.or_else(beside);
        let place = best.or_else(|| places().find(|at| free(at) && own(at))).or_else(|| places().find(free));
        let place = place.or_else(|| places().next()).filter(|_| !self.says.is_empty());
        taken.extend(place);
        html! {
            @if let Some((x, y)) = place {
                g transform={ "translate(" (whole(x)) " " (whole(y)) ")" } { g class="hd-scaled" {
                    rect x=(whole(-wide / 2.0)) y=(whole(-high * 0.7)) width=(whole(wide)) height=(whole(high * 1.4)) rx=(whole(high * 0.3)) {}
                    text y=(whole(high * 0.35)) font-size=(whole(high)) { (self.says) }
                } }
            }
        }
    }
}

/// All lines of a board, to lie under its counters. Whoever listens hears the same of each counter.
pub fn lines(all: &[Bears]) -> Markup {
    html! { g id="bears-lines" class="hd-bearing" aria-hidden="true" { @for bears in all { (bears.line()) } } }
}

/// The counters of a board, which no chance may cover.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters<'a> {
    /// Their middles.
    pub at: &'a [(f32, f32)],
    /// How wide and high each is.
    pub size: (f32, f32),
    /// The middles of words that no chance covers where there is another place, and half of how wide each is.
    pub words: &'a [(f32, f32, f32)],
}

/// Their chances, to lie over everything but the counters.
pub fn chances(all: &[Bears], high: f32, counters: Counters<'_>) -> Markup {
    let mut taken = Vec::new();
    html! { g id="bears-chances" class="hd-bearing" aria-hidden="true" { @for bears in all { (bears.label(high, &mut taken, &counters)) } } }
}
