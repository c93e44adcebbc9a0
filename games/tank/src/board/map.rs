//! The map with everything on it, as one drawing.

use super::aim::{Aim, Say};
use super::counters::{self, Piece};
use super::frame::{COLUMN, Frame, HEXAGON, ROW, center, middle};
use super::ground;
use super::plots::{Lines, edge_of, outside, queue_place, track};
use crate::View;
use crate::map::{Battleground, Layout};
use crate::state::{Place, Stage, Unit};
use crate::words::{Code, Edge, Task, Weapon};
use hulldown_core::hex::{HexId, Side};
use hulldown_draw::Spots;
use hulldown_draw::bears::{self, Counters};
use hulldown_draw::{Look, Spot};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;

/// The counters of a view, those at the bottom of a stack first.
pub(super) fn pieces(view: &View<'_>) -> Vec<Piece> {
    let ground = view.ground();
    let mut pieces: Vec<(Option<HexId>, Piece)> = Vec::new();
    for unit in view.units() {
        match unit.place {
            Place::On(hex) | Place::Noted(hex) => {
                pieces.push((Some(hex), Piece::own(view, unit, center(ground, hex))));
            }
            Place::Queue(_) => {
                if let Some(at) = queue_spot(view, unit) {
                    pieces.push((None, Piece::own(view, unit, at)));
                }
            }
            Place::Lost | Place::Left => {}
        }
    }
    let mut last: Option<(HexId, usize)> = None;
    for seen in view.enemies() {
        let nth = match last {
            Some((hex, nth)) if hex == seen.hex && seen.known.is_none() => nth + 1,
            _ => 0,
        };
        if seen.known.is_none() {
            last = Some((seen.hex, nth));
        }
        pieces.push((Some(seen.hex), Piece::enemy(view, &seen, center(ground, seen.hex), nth)));
    }
    // Those of one hex lie a little apart.
    for n in 0..pieces.len() {
        let Some(hex) = pieces[n].0 else { continue };
        let there: Vec<usize> = (0..pieces.len()).filter(|m| pieces[*m].0 == Some(hex)).collect();
        if let (true, Some(nth)) = (there.len() > 1, there.iter().position(|m| *m == n)) {
            let by = 2 * nth as i32 - (there.len() as i32 - 1);
            let (x, y) = center(ground, hex);
            pieces[n].1.at = (x + 5 * by, y + 4 * by);
        }
    }
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// Where a unit of the queue waits: beside the entry hex, the others behind it along the edge where there is more room.
fn queue_spot(view: &View<'_>, unit: &Unit) -> Option<(i32, i32)> {
    let ground = view.ground();
    let entry = view.army().entry?;
    let place = i32::from(queue_place(unit)?) - 1;
    let (x, y) = outside(ground, entry, 46);
    let hex = ground.hex(entry);
    let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
    let along = |here: i16, all: i16| if 2 * here > all { -31 * place } else { 31 * place };
    Some(match edge_of(ground, entry)? {
        Edge::W | Edge::Y => (x, y + along(hex.row, rows)),
        Edge::X | Edge::Z => (x + along(hex.col, cols), y),
    })
}

/// Everything a page must show of the map; the path of one unit may be left out.
fn interest(
    view: &View<'_>,
    pieces: &[Piece],
    aim: Option<&Aim<'_>>,
    spots: &[Spot],
    without: Option<Code>,
) -> Vec<(i32, i32)> {
    let ground = view.ground();
    let mut points: Vec<(i32, i32)> = Vec::new();
    match aim {
        Some(aim) => {
            points.extend(aim.unit.hex().map(|hex| center(ground, hex)));
            points.extend(aim.moves(Task::Mv).iter().map(|say| say.at));
            points.extend(aim.targets().iter().map(|say| say.at));
            let own = pieces.iter().find(|piece| piece.id == counters::own_id(view.force(), aim.unit.code));
            points.extend(own.map(|piece| piece.at));
        }
        None => points.extend(pieces.iter().map(|piece| piece.at)),
    }
    points.extend(aim.iter().flat_map(|aim| aim.view.path(aim.unit)).map(|hex| center(ground, hex)));
    if aim.is_none() {
        let others = view.units().iter().filter(|unit| Some(unit.code) != without);
        points.extend(others.flat_map(|unit| view.path(unit)).map(|hex| center(ground, hex)));
        let targets = view.units().iter().filter_map(|unit| unit.plot.target);
        points.extend(targets.map(|hex| center(ground, hex)));
    }
    points.extend(hexes_of(ground, spots).map(|hex| center(ground, hex)));
    for (col, _) in columns_of(spots) {
        points.extend([1, i32::from(ground.grid().rows())].map(|row| middle(i32::from(col), row)));
    }
    points
}

/// The hexes among the places with options.
fn hexes_of<'a>(ground: &'a Battleground, spots: &'a [Spot]) -> impl Iterator<Item = HexId> + 'a {
    spots.iter().filter_map(|spot| ground.id(spot.id.strip_prefix("hex:")?.parse().ok()?))
}

/// The columns of hexes among them, each with its name.
fn columns_of(spots: &[Spot]) -> impl Iterator<Item = (u16, &str)> {
    spots.iter().filter_map(|spot| Some((spot.id.strip_prefix("col:")?.parse().ok()?, spot.id.as_str())))
}

/// The drawing and what it shows.
pub(super) struct Board {
    pub(super) html: Markup,
    pub(super) frame: Frame,
    pub(super) whole: Frame,
}

/// Draws the map.
pub(super) fn map(view: &View<'_>, spots: &Spots<'_>, given: &[Spot], look: &Look<'_>, base: &str) -> Board {
    let ground = view.ground();
    let info = |weapon: Weapon| view.info(weapon);
    let chosen = look.about.is_some_and(|about| given.iter().any(|spot| spot.id == about));
    let aim = look.about.and_then(|about| Aim::of(*view, about));
    let pieces = pieces(view);
    let whole = Frame::whole(ground);
    let frame = if look.whole { whole } else { framed(view, &pieces, aim.as_ref(), given, whole) };
    // A unit that is asked about without being among those to choose from is in the middle of its plot.
    let aim = if look.says && !chosen { aim.map(Aim::going_on) } else { aim };
    let mut plots = Lines::default();
    for unit in view.units().iter().filter(|unit| unit.in_play()) {
        plots.own(view, unit);
    }
    for seen in view.enemies() {
        plots.enemy(view, &seen);
    }
    let hexes: Vec<HexId> = hexes_of(ground, given).collect();
    let bearing = super::bears::lines(view);
    let middles: Vec<(f32, f32)> = pieces.iter().map(|piece| (piece.at.0 as f32, piece.at.1 as f32)).collect();
    // Where the end of a line is asked for, only such ends are offered.
    let watches = look.asked == "watch";
    let can_say = !watches && aim.as_ref().is_some_and(|aim| aim.plots() && (chosen || look.says));
    // Where a unit is set up, a hex of a column can be pointed at at once; on joined sheets rows are not what hexes are called by.
    let sets_up = look.asked == "site" && look.says && ground.layout() == Layout::ONE;
    let columns = html! { @for (col, id) in columns_of(given) { (column(spots, ground, col, id, sets_up)) } };
    let html = html! {
        svg id="tank-map" data-fine="12" class={ "hd-board tk-map tk-" (view.mode().id()) @if watches { " tk-watches" } @if frame.wide > FAR { " tk-far" } } viewBox=(frame.view_box()) data-frame=(frame.view_box()) data-roam=(whole.view_box()) data-scale=(SCALE) data-near=[near(view, &pieces, aim.as_ref(), &hexes)]
            role="group" aria-label=(describe(view)) {
            defs id="tk-symbols" { (PreEscaped(ground::symbols())) (counters::symbols()) path id="tk-hex" d={ "M-12-21" (HEXAGON) } {} g id="tk-spot" { use href="#tk-hex" {} circle r="2.5" {} } }
            (PreEscaped(ground::drawn(view)))
            @if let Some(aim) = &aim { g id="tk-veil" { (aim.veil()) } }
            g id="tk-under" class="tk-plots" aria-hidden="true" { (PreEscaped(track(view))) (PreEscaped(&plots.under)) }
            g id="tk-things" {
                @for (hex, hidden) in view.positions() { (counters::position(&ground.name(hex), center(ground, hex), hidden)) }
                @for hex in view.wrecks() { (counters::wreck(&ground.name(*hex), wreck_spot(view, &pieces, *hex))) }
            }
            // Where it can go is of no use to who is asked which way it faces.
            @if let Some(aim) = aim.as_ref().filter(|aim| aim.plots() && !watches) { (reach(aim, can_say, base)) }
            // A line's end is pointed at itself; its column is named at both ends.
            @if watches { (columns) @if let (Some(aim), true) = (&aim, hexes.is_empty()) { (line_ends(aim.watches(), "tk-layer tk-ends")) } }
            g id="hd-beat-under" aria-hidden="true" {}
            (bears::lines(&bearing))
            g id="tk-units" { @for piece in &pieces { (counters::counter(piece, spots, info)) } }
            g id="tk-over" class="tk-plots" aria-hidden="true" { (PreEscaped(&plots.over)) }
            (bears::chances(&bearing, frame.wide as f32 / 46.0, Counters { at: &middles, size: (28.0, 28.0), words: &[] }))
            g id="tk-targets" {
                @if !watches { (columns) }
                @for hex in &hexes { (target(spots, view, *hex, (hexes.len() > FEW).then_some(frame))) }
            }
            @if let Some(aim) = aim.as_ref().filter(|_| !watches) { g id="tk-shots" { (shots(aim, can_say, base, frame)) } }
            g id="hd-beat" aria-hidden="true" {}
        }
    };
    let html = html! { @if let (Some(aim), true) = (&aim, can_say) { (tools(aim, base)) } div id="tk-pane" class="pane" { (html) } };
    Board { html, frame, whole }
}

/// A frame so wide that single hexes are small.
const FAR: i32 = 1300;

/// So many pixels to a unit let the whole map be read, and so many show a part of it: a column of hexes 18 pixels wide, and one of 27.
const SCALE: &str = "0.5 0.76";

/// The part of the map that is shown. While a unit is plotted it stays what it was, unless the unit can go or fire beyond it, or its
/// hexes would be small.
fn framed(view: &View<'_>, pieces: &[Piece], aim: Option<&Aim<'_>>, given: &[Spot], whole: Frame) -> Frame {
    let aimed = interest(view, pieces, aim, given, None);
    let Some(aim) = aim else { return Frame::about(&aimed, whole) };
    let mut all = interest(view, pieces, None, &[], Some(aim.unit.code));
    let before = Frame::about(&all, whole);
    match () {
        () if before.wide > FAR => Frame::about(&aimed, whole),
        () if aimed.iter().all(|point| before.holds(*point)) => before,
        () => {
            all.extend(aimed);
            Frame::about(&all, whole)
        }
    }
}

/// What is looked at where there is no room for all that happens: the unit that is being plotted, else the middle one of the hexes to choose
/// from, else that of one's own which is nearest to the enemy.
fn near(view: &View<'_>, pieces: &[Piece], aim: Option<&Aim<'_>>, hexes: &[HexId]) -> Option<String> {
    let apart = |piece: &Piece, other: &Piece| (piece.at.0 - other.at.0).pow(2) + (piece.at.1 - other.at.1).pow(2);
    let foes = || pieces.iter().filter(|piece| piece.foe);
    let front = |piece: &&Piece| foes().map(|foe| apart(piece, foe)).min();
    let own = || pieces.iter().filter(|piece| !piece.foe).min_by_key(front).map(|piece| piece.at);
    let aimed = aim.and_then(|aim| aim.unit.hex()).or_else(|| hexes.get(hexes.len() / 2).copied());
    let (x, y) = aimed.map(|hex| center(view.ground(), hex)).or_else(own)?;
    Some(Frame { left: x - COLUMN, top: y - ROW, wide: 2 * COLUMN, high: 2 * ROW }.view_box())
}

/// A wreck makes room for who stands in its hex.
fn wreck_spot(view: &View<'_>, pieces: &[Piece], hex: HexId) -> (i32, i32) {
    let at = center(view.ground(), hex);
    let near = |piece: &Piece| (piece.at.0 - at.0).abs() < 12 && (piece.at.1 - at.1).abs() < 12;
    if pieces.iter().any(near) { (at.0 - 9, at.1 + 13) } else { (at.0, at.1 + 3) }
}

fn describe(view: &View<'_>) -> String {
    let force = view.force();
    let own = view.units().iter().filter(|unit| unit.hex().is_some()).count();
    let enemies = view.enemies().count();
    let down = view.enemies().filter(|seen| seen.known.is_none()).count();
    let down = if down > 0 { format!(", {down} of them face down") } else { String::new() };
    let turn = match view.stage() {
        Stage::Arrange => "before the first turn".to_string(),
        _ => format!("Game-Turn {}", view.turn()),
    };
    format!("Map in {} terrain, {turn}: {own} {force} and {enemies} {} units on it{down}", view.mode(), force.enemy())
}

/// A frame so wide that the map's own numbers are hard to read.
const SMALL: i32 = 900;

/// So many hexes to choose from that they need numbers of their own where those of the map are too small to read.
const FEW: usize = 8;

/// A hex with options; of many in a wide frame some have their number beside them.
fn target(spots: &Spots<'_>, view: &View<'_>, hex: HexId, many: Option<Frame>) -> Markup {
    let ground = view.ground();
    let id = format!("hex:{}", ground.hex(hex));
    if !spots.has(&id) {
        return html! {};
    }
    let (x, y) = center(ground, hex);
    let entry = view.scenario().info.entry[view.force()];
    let edge = entry.filter(|edge| ground.edge(*edge).any(|on| on == hex));
    let there = ground.on_sheet(hex).1;
    // At the right edge there is no room beyond.
    let is_last = ground.next(hex, Side::B).is_none() && ground.next(hex, Side::C).is_none();
    // Along the edge every fourth, so that no number lies on the next.
    let along = if matches!(edge, Some(Edge::X | Edge::Z)) { there.col } else { there.row };
    let far = many.is_some_and(|frame| frame.wide > SMALL && along % 4 == 1);
    let inner = html! {
        use class="tk-target hd-ring" href="#tk-hex" {}
        @if far {
            // Where there is room: beside the edge within the map, above and below it in the margin.
            @let (side, x, y) = match edge {
                Some(Edge::X) => ("", 0, -30),
                Some(Edge::Z) => ("", 0, 45),
                _ if is_last => ("tk-before", -30, 8),
                _ => ("tk-beside", 30, 8),
            };
            text class=(format!("tk-col-number {side}")) x=(x) y=(y) { (ground.name(hex)) }
        }
    };
    html! {
        g id={ "hex-" (ground.hex(hex)) } transform={ "translate(" (x) " " (y) ")" } {
            (spots.draw(&id, &ground_words(view, hex), &inner))
        }
    }
}

/// A column of hexes with options, its number at both ends; each of its cells says the hex, if it does.
fn column(spots: &Spots<'_>, ground: &Battleground, col: u16, id: &str, cells: bool) -> Markup {
    let (x, y) = middle(i32::from(col), 1);
    let (top, high) = (y - ROW / 2, ROW * i32::from(ground.grid().rows()));
    let cells = cells.then(|| format!("{col:02} {}", ground.grid().rows()));
    let inner = html! {
        rect class="tk-col" data-cells=[cells] x=(-COLUMN / 2) width=(COLUMN) height=(high) {}
        @for y in [-8, high + 22] { text class="tk-col-number" y=(y) { (format!("{col:02}")) } }
    };
    html! { g id={ "col-" (col) } transform={ "translate(" (x) " " (top) ")" } { (spots.draw(id, "", &inner)) } }
}

/// What a hex is, in words.
pub(super) fn ground_words(view: &View<'_>, hex: HexId) -> String {
    let ground = view.ground();
    let mut words = format!("{}, {}", ground.name(hex), view.mode().counts(ground.terrain(hex)));
    if ground.depression(hex).is_some() {
        words += ", in the depression";
    } else if ground.is_high(hex) {
        words += ", high ground";
    }
    words
}

/// A place that says a whole plot.
fn say(say: &Say, class: &str, base: &str, inner: &Markup) -> Markup {
    html! {
        a class={ "say " (class) } data-say=(say.line) href={ (base) "?say=" (say.line.replace(' ', "+")) } tabindex="-1"
            aria-label=(say.label) transform={ "translate(" (say.at.0) " " (say.at.1) ")" } { (inner) }
    }
}

/// Where the chosen unit can go, and what it can watch; one of the layers is open at a time.
fn reach(aim: &Aim<'_>, can_say: bool, base: &str) -> Markup {
    let layer = |name: &str, says: Vec<Say>, barred: Vec<Say>| {
        let mark = |one: &Say| {
            // A hex that is seen is marked by more than its color.
            html! { use href="#tk-hex" class=[one.seen.then_some("tk-seen")] {} @if one.seen { path class="tk-seen-mark" d="M-9 9q9-7 18 0q-9 7-18 0z" {} } text y="5" { (one.short) } }
        };
        html! {
            @if !says.is_empty() || !barred.is_empty() {
                g id={ "tk-layer-" (name) } class={ "tk-layer tk-layer-" (name) } {
                    @for one in barred {
                        g class="tk-barred" role="img" aria-label=(one.label) transform={ "translate(" (one.at.0) " " (one.at.1) ")" } {
                            title { (one.label) }
                            (mark(&one))
                        }
                    }
                    @for one in says {
                        @if can_say { (say(&one, "", base, &mark(&one))) }
                        @else { g aria-hidden="true" transform={ "translate(" (one.at.0) " " (one.at.1) ")" } { (mark(&one)) } }
                    }
                }
            }
        }
    };
    html! {
        (layer("mv", aim.moves(Task::Mv), aim.barred(Task::Mv)))
        @if can_say {
            (layer("mvr", aim.moves(Task::Mvr), aim.barred(Task::Mvr)))
            (line_ends(aim.watches(), "tk-layer tk-layer-of"))
        }
    }
}

/// The hexes where a line can end. They are listed by column and row for who does not point: so many need no names of their own.
fn line_ends(says: Vec<Say>, class: &str) -> Markup {
    html! {
        @if !says.is_empty() {
            g id="tk-layer-of" class=(class) aria-hidden="true" {
                @for one in says { g class="say" data-say=(one.line) transform={ "translate(" (one.at.0) " " (one.at.1) ")" } { use href="#tk-spot" {} } }
            }
        }
    }
}

/// Lines of fire to all it can see, with the chance to destroy, and overruns.
fn shots(aim: &Aim<'_>, can_say: bool, base: &str, frame: Frame) -> Markup {
    let Some(from) = aim.unit.hex() else { return html! {} };
    let (fx, fy) = center(aim.view.ground(), from);
    let targets = aim.targets();
    let mut lines = String::new();
    for say in &targets {
        let _ = write!(lines, "M{fx} {fy}L{} {}", say.at.0, say.at.1);
    }
    // Read from further away, chances are written larger.
    let scale = f64::from(frame.wide) / 720.0;
    let tag = |one: &Say| {
        let wide = 10 + 7 * one.short.chars().count() as i32;
        let inner = html! {
            title { (one.label) }
            use class="tk-target" href="#tk-hex" {}
            g transform=(format!("translate(0 -17)scale({scale:.1})")) { g class="hd-scaled" {
                rect class="tk-odds" x=(-wide / 2) y="-16" width=(wide) height="16" rx="8" {}
                text class="tk-odds-word" y="-4" { (one.short) }
            } }
        };
        match can_say && !one.line.is_empty() {
            true => say(one, "tk-shot", base, &inner),
            false => html! {
                g class="tk-no-shot" role="img" aria-label=(one.label) transform={ "translate(" (one.at.0) " " (one.at.1) ")" } { (inner) }
            },
        }
    };
    html! {
        path class="tk-aim" aria-hidden="true" d=(lines) {}
        @for one in &targets { (tag(one)) }
        @if can_say {
            @for one in aim.overruns() {
                (say(&one, "tk-ov", base, &html! { title { (one.label) } use class="tk-overrun" href="#tk-burst" y="20" {} }))
            }
        }
    }
}

/// What a click on a hex means, and plots that need no hex.
fn tools(aim: &Aim<'_>, base: &str) -> Markup {
    let mut tools: Vec<(&str, &str)> = Vec::new();
    if !aim.moves(Task::Mv).is_empty() {
        tools.push(("mv", "Movement"));
    }
    if !aim.moves(Task::Mvr).is_empty() {
        tools.push(("mvr", "in reverse"));
    }
    if !aim.watches().is_empty() {
        tools.push(("of", "Opportunity Fire"));
    }
    let name = &aim.view.info(aim.unit.weapon).name;
    html! {
        div id="tk-tools" class="tk-tools hd-over" role="group" aria-label={ "Plot for " (aim.unit.code) } {
            strong { (aim.unit.code) " " span class="hd-small" { (name) } }
            @if !tools.is_empty() {
                span class="tk-tool-set" role="radiogroup" aria-label="A click on a hex means" {
                    @for (n, (tool, word)) in tools.iter().enumerate() {
                        label { input type="radio" name="tk-tool" id={ "tk-tool-" (tool) } value=(tool) checked=[(n == 0).then_some("checked")]; (word) }
                    }
                }
            }
            @for (line, word) in aim.plain() {
                a class="say hd-chip" data-say=(line) href={ (base) "?say=" (line.replace(' ', "+")) } aria-label={ (aim.unit.code) ": " (word) } { (word) }
            }
        }
    }
}

/// The whole map in little, with the part that is shown in large.
pub(super) fn overview(view: &View<'_>, board: &Board, look: &Look<'_>, base: &str) -> Markup {
    let whole = board.whole;
    let mut dots = [String::new(), String::new()];
    for piece in pieces(view) {
        let (x, y) = piece.at;
        // A square and a diamond, as the counters are.
        let _ = match piece.force.index() {
            0 => write!(dots[0], "M{} {}h30v30h-30z", x - 15, y - 15),
            _ => write!(dots[1], "M{x} {}l20 20-20 20-20-20z", y - 20),
        };
    }
    let layout = view.ground().layout();
    let (wide, high) = ground::sheet_size(view.data());
    html! {
        svg id="tk-overview" class="tk-overview hd-overview" viewBox=(whole.view_box()) role="img" aria-label="The whole map in little" {
            rect class="tk-table" x=(whole.left) y=(whole.top) width=(whole.wide) height=(whole.high) {}
            @for j in 0..i32::from(layout.down()) { @for i in 0..i32::from(layout.across()) {
                use href="#tk-sheet" x=(i * wide) y=(j * high) {}
            } }
            path class="tk-dot tk-by-alpha" d=(dots[0]) {}
            path class="tk-dot tk-by-bravo" d=(dots[1]) {}
            @let f = board.frame;
            rect class="tk-part hd-shown" x=(f.left) y=(f.top) width=(f.wide) height=(f.high) rx="12" {}
        }
        @if look.whole { p class="hd-small" { a class="tk-which" data-swap="" data-look="part" href={ (base) "?map=part" } { "Where things happen" } } }
        @else if board.frame != whole { p class="hd-small" { a class="tk-which" data-swap="" data-look="whole" href={ (base) "?map=whole" } { "The whole map" } } }
    }
}
