//! The Battle Board: five areas around the tank, one range for all, and what stands where.

use super::counters::{HIGH, WIDE, counter};
use super::{aloud, degrees, fight_name, target};
use crate::View;
use crate::state::End;
use crate::view::{SeenCommander, SeenUnit};
use crate::words::{Area, Facing, Post, Range, Terrain, Weather};
use hulldown_draw::bears::{self, Bears, Counters};
use hulldown_draw::scenery::Growth;
use hulldown_draw::{Px, Spots, capital, scenery, sherman};
use maud::{Markup, html};

const WIDTH: f32 = 720.0;
/// The line with mission, ground and weather at the top.
const SKY: f32 = 46.0;
/// The head of an area with its letter.
const HEAD: f32 = 38.0;
/// A range band that is not the present one.
const THIN: f32 = 36.0;
const GAP: f32 = 8.0;
/// Room for a bank of smoke in front of the counters.
const BANK: f32 = 34.0;
/// Rows of counters there is always room for.
const ROWS: usize = 2;
const FRONT: [f32; 3] = [8.0, 246.0, 484.0];
const FRONT_WIDE: f32 = 228.0;
const FLANK: [f32; 2] = [8.0, 500.0];
const FLANK_WIDE: f32 = 212.0;
/// The range bands from the far one to the near one.
const RANGES: [Range; 3] = [Range::Long, Range::Medium, Range::Close];

/// What stands before ids of elements and spots: the partner's board is drawn beside one's own.
fn prefix(view: &View<'_>, man: SeenCommander<'_>) -> &'static str {
    if man.seat == view.seat() { "" } else { "partner-" }
}

/// What the board is called.
pub(super) fn title(view: &View<'_>, man: SeenCommander<'_>) -> String {
    if man.seat == view.seat() { "Battle Board".into() } else { format!("Battle Board of {}", man.called()) }
}

#[derive(Clone, Copy)]
struct Layout {
    /// Tops of the bands long, medium, close, and the bottom of the last.
    bands: [f32; 4],
    /// Which band is the present one.
    present: usize,
    /// Top of the flanks and the tank's ground.
    lower: f32,
    height: f32,
    tank: (f32, f32),
}

impl Layout {
    /// What is drawn from it depends on these.
    fn figures(&self) -> [u32; 9] {
        let Layout { bands: [a, b, c, d], lower, height, tank: (x, y), .. } = *self;
        [a, b, c, d, lower, height, x, y, self.present as f32].map(f32::to_bits)
    }
}

pub(super) fn in_area<'a>(man: SeenCommander<'a>, area: Area) -> impl Iterator<Item = SeenUnit<'a>> {
    man.enemies().filter(move |unit| unit.unit.area == area)
}

fn rows(man: SeenCommander<'_>, areas: &[Area]) -> usize {
    areas.iter().map(|area| in_area(man, *area).count().div_ceil(2)).max().unwrap_or(0)
}

fn layout(man: SeenCommander<'_>) -> Layout {
    let board = &man.player().board;
    let present = RANGES.iter().position(|range| *range == board.range).unwrap_or(0);
    let (front, flank) = Area::ALL.split_at(3);
    // Room for what may come, whether it is there or not: the board keeps its scale.
    let tall = 30.0 + rows(man, front).max(ROWS) as f32 * (HIGH + GAP) + BANK;
    let mut bands = [SKY + HEAD; 4];
    for n in 0..3 {
        bands[n + 1] = bands[n] + if n == present { tall } else { THIN };
    }
    let lower = bands[3] + 8.0;
    let flanks = HEAD + rows(man, flank) as f32 * (HIGH + GAP) + GAP + BANK;
    // The tank with the arc of its gun.
    let middle = 266.0;
    let height = lower + flanks.max(middle) + 8.0;
    let tank = (WIDTH / 2.0, height - 8.0 - 138.0);
    Layout { bands, present, lower, height, tank }
}

/// The board of a commander.
pub(super) fn battle(view: &View<'_>, man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let mine = man.seat == view.seat();
    let arrows = mine && Facing::ALL.iter().any(|f| spots.has(&["hull:", f.id()].concat()));
    let l = layout(man);
    let field = view.field();
    let view_box = format!("0 0 {WIDTH} {}", l.height);
    let whose = prefix(view, man);
    let bearing = if mine { bearing_on(view, man, &l) } else { Vec::new() };
    let middles: Vec<(f32, f32)> = Area::ALL.into_iter().flat_map(|area| middles(man, area, &l)).collect();
    // What has a name is sent again only when it changes.
    html! {
        svg id={ (whose) "battle-board" } class="hd-board" data-fine="17" viewBox=(view_box) role="group" aria-label=(describe(view, man)) {
            rect class="hd-paper" width=(Px(WIDTH)) height=(Px(l.height)) rx="10" {}
            (sky(view, whose, spots))
            (ground(whose, field.terrain, spots, &l))
            g id={ (whose) "falling" } { (scenery::falling(falls(field.weather), WIDTH, l.height)) }
            @for area in Area::ALL { (zone(view, man, area, spots, &l)) }
            (ranges(whose, spots, &l))
            (tank(view, man, spots, &l))
            @if !bearing.is_empty() { (bears::lines(&bearing)) }
            @if arrows { (turn_arrows(man, spots, &l)) }
            @for area in Area::ALL {
                @let alone = in_area(man, area).count() == 1;
                @for (n, e) in in_area(man, area).enumerate() { (unit(view, man, &e, (n, alone), spots, &l)) }
            }
            @if !bearing.is_empty() { (bears::chances(&bearing, 20.0, Counters { at: &middles, size: (WIDE, HIGH), words: &range_names(&l) })) }
        }
    }
}

pub(super) fn describe(view: &View<'_>, man: SeenCommander<'_>) -> String {
    let whose = title(view, man);
    let count = man.enemies().count();
    let field = view.field();
    let units = if count == 1 { "1 enemy unit".into() } else { format!("{count} enemy units") };
    let range = man.player().board.range;
    let gone = man.off_the_field().map_or_else(String::new, |how| format!(", {how}"));
    format!("{whose}: {} ground, {} weather, {range} range, {units}{gone}", field.terrain, field.weather)
}

fn sky(view: &View<'_>, whose: &str, spots: &Spots<'_>) -> Markup {
    let (field, id) = (view.field(), [whose, "weather"].concat());
    let weather = || {
        html! { g id=(id) transform="translate(664 5)" { (scenery::weather(falls(field.weather))) } }
    };
    let round = if field.round > 0 { format!(", round {}", field.round) } else { String::new() };
    html! {
        text id={ (whose) "fought" } class="hd-sky-text" x="14" y="31" { (fight_name(view)) (round) }
        (spots.element(&id, [], field.weather, weather))
        text class="hd-sky-text hd-end" x="656" y="31" { (field.terrain) ", " (field.weather) }
    }
}

/// What the weather of a mission is drawn as.
fn falls(weather: Weather) -> scenery::Weather {
    match weather {
        Weather::Clear => scenery::Weather::Clear,
        Weather::Overcast => scenery::Weather::Overcast,
        Weather::Rain => scenery::Weather::Rain,
        Weather::Mud => scenery::Weather::Mud,
        Weather::Snow => scenery::Weather::Snow,
    }
}

/// What the terrain of a mission is drawn as.
fn grows(terrain: Terrain) -> Growth {
    match terrain {
        Terrain::Open => Growth::Grass,
        Terrain::Hills => Growth::Hills,
        Terrain::Woods => Growth::Woods,
        Terrain::Bocage => Growth::Bocage,
        Terrain::Urban => Growth::Houses,
    }
}

/// The three range bands across the front, the present one open wide.
fn ground(whose: &str, terrain: Terrain, spots: &Spots<'_>, layout: &Layout) -> Markup {
    let id = [whose, "ground"].concat();
    spots.element(
        &id,
        [],
        (terrain, layout.figures()),
        || html! { g id=(id) { (draw_ground(whose, terrain, spots, layout)) } },
    )
}

fn draw_ground(whose: &str, terrain: Terrain, spots: &Spots<'_>, layout: &Layout) -> Markup {
    let strip = |x, base, width, seed| strip((whose, terrain), x, base, width, seed, spots);
    html! {
        rect class="hd-ground" x="8" y=(Px(SKY)) width="704" height=(Px(layout.bands[3] - SKY)) rx="6" {}
        rect class="hd-ground" x="8" y=(Px(layout.lower)) width="704" height=(Px(layout.height - 8.0 - layout.lower)) rx="6" {}
        @for n in 0..3 {
            @let (top, bottom) = (layout.bands[n], layout.bands[n + 1]);
            @if n == layout.present {
                rect class="hd-band-now" x="8" y=(Px(top)) width="704" height=(Px(bottom - top)) {}
                path class="hd-band-edge" d=(format!("M8 {top}H712M8 {bottom}H712")) {}
            }
            @for (column, x) in FRONT.into_iter().enumerate() {
                @let seed = (n * 3 + column) as u32 + 1;
                @if column == 1 && n != layout.present {
                    // Room for the name of the band.
                    (strip(x, bottom - 5.0, 76.0, seed))
                    (strip(x + FRONT_WIDE - 76.0, bottom - 5.0, 76.0, seed + 40))
                } @else {
                    (strip(x, bottom - 5.0, FRONT_WIDE, seed))
                }
            }
        }
        @for (n, x) in FLANK.into_iter().enumerate() {
            (strip(x, layout.height - 16.0, FLANK_WIDE, n as u32 + 21))
        }
    }
}

/// What grows on a strip: moved up or down with its band, it is the same drawing.
fn strip((whose, terrain): (&str, Terrain), x: f32, base: f32, width: f32, seed: u32, spots: &Spots<'_>) -> Markup {
    let id = [whose, "strip-", &seed.to_string()].concat();
    let draw = || html! { g id=(id) { (scenery::strip(grows(terrain), x, 0.0, width, seed)) } };
    html! {
        g transform={ "translate(0 " (Px(base)) ")" } { (spots.element(&id, [], (terrain, width.to_bits()), draw)) }
    }
}

/// The names of the bands.
fn ranges(whose: &str, spots: &Spots<'_>, layout: &Layout) -> Markup {
    let id = [whose, "ranges"].concat();
    spots.element(&id, [], layout.figures(), || html! { g id=(id) { (draw_ranges(layout)) } })
}

/// Where the names of the bands stand, for chances that are not to cover them.
fn range_names(layout: &Layout) -> [(f32, f32, f32); 3] {
    std::array::from_fn(|n| (360.0, layout.bands[n] + 17.0, if n == layout.present { 80.0 } else { 32.0 }))
}

fn draw_ranges(layout: &Layout) -> Markup {
    html! {
        @for (n, word) in RANGES.into_iter().enumerate() {
            @let now = n == layout.present;
            @let y = layout.bands[n] + if now { 23.0 } else { 24.0 };
            @let class = if now { "hd-range hd-range-now" } else { "hd-range hd-fine" };
            text class=(class) x="360" y=(Px(y)) {
                (if now { format!("\u{25b8} {word} range \u{25c2}") } else { word.to_string() })
            }
        }
    }
}

/// An area: its ground, letter, smoke and which weapons bear on it.
fn zone(view: &View<'_>, man: SeenCommander<'_>, area: Area, spots: &Spots<'_>, l: &Layout) -> Markup {
    let (n, letter) = (area.index(), area.id());
    let (x, wide, top, bottom) = match n {
        0..=2 => (FRONT[n], FRONT_WIDE, SKY, l.bands[3]),
        _ => (FLANK[n - 3], FLANK_WIDE, l.lower, l.height - 8.0),
    };
    let player = man.player();
    let smoke = player.board.smoke[n];
    let reaches = |facing: Facing| man.on_the_field() && man.charts.facing[facing.index()].fire[n];
    let (gun, bow) = (reaches(player.mat.turret), reaches(player.mat.hull) && !player.mat.hull_down);
    let (units, whose) = (in_area(man, area).count(), prefix(view, man));
    let (id, spot) = ([whose, "area-", letter].concat(), [whose, "area:", letter].concat());
    let class = if gun { "hd-zone hd-zone-gun" } else { "hd-zone" };
    let smoke_floor = if n < 3 { l.bands[l.present + 1] - 20.0 } else { bottom - 24.0 };
    let inner = || {
        html! {
            rect class=(class) x=(Px(x)) y=(Px(top)) width=(Px(wide)) height=(Px(bottom - top)) rx="6" {}
            @if spots.has(&spot) { rect class="hd-ring" x=(Px(x + 3.0)) y=(Px(top + 3.0)) width=(Px(wide - 6.0)) height=(Px(bottom - top - 6.0)) rx="5" {} }
            (scenery::smoke(u32::from(smoke), x, smoke_floor, wide))
            rect class="hd-letter-tag" x=(Px(x + 6.0)) y=(Px(top + 5.0)) width="30" height="28" rx="5" {}
            text class="hd-letter" x=(Px(x + 21.0)) y=(Px(top + 27.0)) { (letter) }
            text class="hd-lies hd-fine" x=(Px(x + 42.0)) y=(Px(top + 25.0)) { (area.lies()) }
            (bearing(x + wide - 8.0, top + 19.0, gun, bow))
            @if smoke > 0 {
                rect class="hd-smoke-tag" x=(Px(x + wide - 96.0)) y=(Px(smoke_floor - 10.0)) width="90" height="24" rx="12" {}
                text class="hd-smoke-word" x=(Px(x + wide - 51.0)) y=(Px(smoke_floor + 8.0)) { "smoke " (smoke) }
            }
        }
    };
    let what = || {
        let mut what = format!("Area {letter}, {}", area.lies());
        for (on, says) in [(gun, ", the main gun bears"), (bow, ", the bow machine gun bears")] {
            if on {
                what.push_str(says);
            }
        }
        if smoke > 0 {
            what.push_str(&format!(", smoke {smoke}"));
        }
        what + &format!(", {units} {}", if units == 1 { "unit" } else { "units" })
    };
    spots.element(&id, [&spot], (gun, bow, smoke, units, l.figures()), || {
        html! { g id=(id) { (spots.draw(&spot, &what(), &inner())) } }
    })
}

/// Small signs in an area's head: the gun bears, the bow machine gun bears.
fn bearing(right: f32, y: f32, gun: bool, bow: bool) -> Markup {
    html! {
        @if gun {
            g transform=(format!("translate({} {y})", right - 34.0)) {
                path class="hd-bears" d="M0 -3H22V-6H30Q34 -6 34 0 34 6 30 6H22V3H0Z" {}
            }
        }
        @if bow {
            g transform=(format!("translate({} {y})", right - if gun { 66.0 } else { 26.0 })) {
                path class="hd-bears-bow" d="M0 -4H6M0 4H6M10 -4H16M10 4H16M20 -4H26M20 4H26" {}
            }
        }
    }
}

fn tank(view: &View<'_>, man: SeenCommander<'_>, spots: &Spots<'_>, layout: &Layout) -> Markup {
    let (player, id) = (man.player(), [prefix(view, man), "own-tank"].concat());
    let (m, says) = (&player.mat, (&player.tank_name, man.called(), man.off_the_field()));
    let stands = (m.hull, m.turret, m.hull_down, m.immobilized, m.is_open(Post::Commander));
    let from = (stands, player.tank, says, player.board.own_smoke, layout.figures());
    spots.element(&id, [], from, || draw_tank(view, man, spots, layout))
}

fn draw_tank(view: &View<'_>, man: SeenCommander<'_>, spots: &Spots<'_>, layout: &Layout) -> Markup {
    let (x, y) = layout.tank;
    let (m, smoke) = (&man.player().mat, man.player().board.own_smoke);
    let open = m.is_open(Post::Commander);
    let name = if man.seat == view.seat() { "Your tank".into() } else { format!("Tank of {}", man.called()) };
    let (tank, shape) = (man.player().tank, [prefix(view, man), "own-shape"].concat());
    let own_shape = || {
        html! { g id=(shape) { (sherman::above(tank.id(), degrees(m.hull), degrees(m.turret), open)) } }
    };
    if let Some(how) = man.off_the_field() {
        // The wreck is seen where it was lost.
        let wreck = man.player().board.end == Some(End::TankLost);
        return html! {
            g id=(format!("{}own-tank", prefix(view, man))) role="img" aria-label=(format!("{name}: {how}")) {
                @if wreck { g class="hd-wreck" transform={ "translate(" (Px(x)) " " (Px(y)) ")" } { (own_shape()) } }
                text class=(if wreck { "hd-own-flags" } else { "hd-own-plain" }) x=(Px(x)) y=(Px(if wreck { y + 112.0 } else { y })) { (capital(how)) }
            }
        };
    }
    let mut what = format!("{name}: {}, hull {}, turret {}", man.tank().name, m.hull.id(), m.turret.id());
    for (on, says) in [(m.hull_down, ", hull down"), (m.immobilized, ", immobilized"), (smoke > 0, ", smoke around it")]
    {
        if on {
            what.push_str(says);
        }
    }
    html! {
        g id=(format!("{}own-tank", prefix(view, man))) role="img" aria-label=(what) {
            title { (what) }
            g transform={ "translate(" (Px(x)) " " (Px(y)) ")" } {
                path class="hd-arc-gun" d=(wedge(m.turret, 56.0, 124.0)) {}
                path class="hd-arc-hull" d=(wedge(m.hull, 56.0, 108.0)) {}
                (spots.element(&shape, [], (tank, m.hull, m.turret, open), own_shape))
                @if m.hull_down {
                    g transform=(format!("rotate({})", degrees(m.hull))) {
                        path class="hd-rampart" d="M-74 -42Q-64 -72 -36 -74 0 -84 36 -74 64 -72 74 -42 64 -56 36 -60 0 -68 -36 -60 -64 -56 -74 -42Z" {}
                        path class="hd-rampart-line" d="M-56 -60l5 8M-40 -69l4 9M-20 -74l2 9M0 -76v9M20 -74l-2 9M40 -69l-4 9M56 -60l-5 8" {}
                    }
                }
            }
            (scenery::smoke_ring(u32::from(smoke), x, y))
            (captions(man, layout))
        }
    }
}

/// Words under and beside the tank.
fn captions(man: SeenCommander<'_>, layout: &Layout) -> Markup {
    let (x, y) = layout.tank;
    let player = man.player();
    let (m, smoke) = (&player.mat, player.board.own_smoke);
    let painted = &player.tank_name;
    let name = if painted.is_empty() { man.tank().name.clone() } else { format!("\u{201c}{painted}\u{201d}") };
    let name: String = name.chars().take(24).collect();
    let mut flags = Vec::new();
    if m.hull_down {
        flags.push("HULL DOWN".to_string());
    }
    if m.immobilized {
        flags.push("IMMOBILIZED".to_string());
    }
    if smoke > 0 {
        flags.push(format!("SMOKE {smoke}"));
    }
    html! {
        text class="hd-own-name" x=(Px(x)) y=(Px(y + 103.0)) { (name) }
        @if !flags.is_empty() {
            text class="hd-own-flags" x=(Px(x)) y=(Px(y + 126.0)) { (flags.join(" \u{b7} ")) }
        } @else {
            text class="hd-own-plain hd-fine" x=(Px(x)) y=(Px(y + 126.0)) { "hull " (m.hull.id()) ", turret " (m.turret.id()) }
        }
    }
}

/// Arrows to turn the hull, where that can be chosen.
fn turn_arrows(man: SeenCommander<'_>, spots: &Spots<'_>, layout: &Layout) -> Markup {
    html! {
        @for (n, facing) in Facing::ALL.into_iter().enumerate() {
            @let id = ["hull:", facing.id()].concat();
            @if spots.has(&id) {
                (turn_arrow(n, facing, man.player().mat.hull == facing, &id, spots, layout))
            }
        }
    }
}

fn turn_arrow(n: usize, facing: Facing, now: bool, spot: &str, spots: &Spots<'_>, layout: &Layout) -> Markup {
    let (x, y) = (layout.tank.0 + (n as f32 - 1.0) * 93.5, layout.lower + 47.0);
    let id = ["hull-", facing.id()].concat();
    let draw = || {
        let inner = html! {
            rect class="hd-hit" x=(Px(x - 46.5)) y=(Px(y - 47.0)) width="93" height="94" {}
            circle class="hd-arrow-disc" cx=(Px(x)) cy=(Px(y - 8.0)) r="30" {}
            path class="hd-arrow" transform=(format!("translate({x} {}) rotate({})", y - 8.0, degrees(facing)))
                d="M-7 18V-2H-17L0 -21 17 -2H7V18Z" {}
            text class="hd-arrow-word" x=(Px(x)) y=(Px(y + 41.0)) { "hull " (facing.id()) }
        };
        html! { g id=(id) { (spots.draw(spot, if now { "the hull points there now" } else { "" }, &inner)) } }
    };
    spots.element(&id, [spot], (now, x.to_bits(), y.to_bits()), draw)
}

/// Who may hit the tank in the next enemy step, with his chance to knock it out, or to hit where that is hardly any.
fn bearing_on(view: &View<'_>, man: SeenCommander<'_>, l: &Layout) -> Vec<Bears> {
    let bearing = view.bearing();
    let line = |enemy: &SeenUnit<'_>, n: usize, alone: bool| {
        let threat = bearing.iter().find(|bearing| bearing.unit == enemy.unit.id)?;
        let (x, y) = place(enemy.unit.area, n, alone, l);
        // Who cannot knock out may still hit and hurt.
        let says = match (100.0 * threat.knocks_out, 100.0 * threat.hits) {
            (kills, _) if kills >= 0.5 => format!("KO {kills:.0}%"),
            (_, hits) if hits >= 0.5 => format!("hit {hits:.0}%"),
            _ => "hit <1%".into(),
        };
        Some(Bears { from: (x + WIDE / 2.0, y + HIGH / 2.0), to: l.tank, says, perhaps: threat.fires < 1.0 })
    };
    let area = |area: Area| {
        let alone = in_area(man, area).count() == 1;
        in_area(man, area).enumerate().filter_map(move |(n, e)| line(&e, n, alone)).collect::<Vec<_>>()
    };
    Area::ALL.into_iter().flat_map(area).collect()
}

/// The middles of the counters in an area.
fn middles(man: SeenCommander<'_>, area: Area, layout: &Layout) -> Vec<(f32, f32)> {
    let count = in_area(man, area).count();
    let middle = |(x, y): (f32, f32)| (x + WIDE / 2.0, y + HIGH / 2.0);
    (0..count).map(|n| middle(place(area, n, count == 1, layout))).collect()
}

/// Where the counter of a unit lies: the so-and-so-many-th of its area, and whether it is alone there.
fn place(area: Area, n: usize, alone: bool, layout: &Layout) -> (f32, f32) {
    let area = area.index();
    let (x, wide, top) = match area {
        0..=2 => (FRONT[area], FRONT_WIDE, layout.bands[layout.present] + 30.0),
        _ => (FLANK[area - 3], FLANK_WIDE, layout.lower + HEAD),
    };
    let pair = 2.0 * WIDE + 6.0;
    let x = x + if alone { (wide - WIDE) / 2.0 } else { (wide - pair) / 2.0 + (n % 2) as f32 * (WIDE + 6.0) };
    (x, top + (n / 2) as f32 * (HIGH + GAP))
}

/// A unit's counter: the so-and-so-many-th of its area, and whether it is alone there.
fn unit(
    view: &View<'_>,
    man: SeenCommander<'_>,
    e: &SeenUnit<'_>,
    (n, alone): (usize, bool),
    spots: &Spots<'_>,
    layout: &Layout,
) -> Markup {
    let (x, y) = place(e.unit.area, n, alone, layout);
    let (number, target) = (e.unit.id.0, target(view, man, e));
    let (whose, of) = (prefix(view, man), number.to_string());
    let [id, spot, card] = ["unit-", "unit:", "card-"].map(|what| [whose, what, &of].concat());
    let draw_card = || html! { g id=(card) { (counter(prefix(view, man), man, e, &target, spots)) } };
    let inner = || {
        html! {
            @if spots.has(&spot) { rect class="hd-ring" x="-4" y="-4" width=(Px(WIDE + 8.0)) height=(Px(HIGH + 8.0)) rx="10" {} }
            (spots.element(&card, [], (e, &target, man.field().grade), draw_card))
        }
    };
    let from = (e, &target, man.field().grade, x.to_bits(), y.to_bits());
    spots.element(&id, [&spot], from, || {
        html! {
            g id=(id) class="hd-unit" transform={ "translate(" (Px(x)) " " (Px(y)) ")" } {
                (spots.draw(&spot, &aloud(e, &target), &inner()))
            }
        }
    })
}

/// A wedge of so many degrees around a facing, from the origin.
fn wedge(facing: Facing, spread: f64, r: f64) -> String {
    let at = |degrees: f64| {
        let angle = degrees.to_radians();
        (r * angle.sin(), -r * angle.cos())
    };
    let middle = f64::from(degrees(facing));
    let ((x1, y1), (x2, y2)) = (at(middle - spread / 2.0), at(middle + spread / 2.0));
    format!("M0 0 {x1:.1} {y1:.1}A{r} {r} 0 0 1 {x2:.1} {y2:.1}Z")
}
