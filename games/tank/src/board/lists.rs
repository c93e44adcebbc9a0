//! Lists beside the map: how the game stands, both forces, what is about a hex, what the marks mean.

use super::aim::hexes;
use super::map::ground_words;
use crate::sight::judge;
use crate::state::{Hit, Place, Stage, Unit};
use crate::text::plot_code;
use crate::view::SeenUnit;
use crate::words::{Cover, Edging, Force, Kind, Mode, Weapon};
use crate::{View, plot_words};
use hulldown_core::hex::{HexId, Side};
use maud::{Markup, html};

/// The scenario, the turn, and what both know of both forces.
pub(super) fn situation(view: &View<'_>) -> Markup {
    let scenario = view.scenario();
    let phase = match view.stage() {
        Stage::Arrange => "before the first turn",
        Stage::Plot => "plotting",
        Stage::Fire => "panic, spotting and Direct Fire",
        Stage::Move(_) | Stage::Stop(_) => "movement",
        Stage::Face => "final facing",
        Stage::Over => "the game is over",
    };
    html! {
        @if let Some(limit) = scenario.info.turn_limit { (turn_track(view.turn(), limit)) }
        dl class="hd-facts" {
            div { dt { "Scenario" } dd { (scenario.id.id()) ", " (scenario.title) } }
            div { dt { "Situation" } dd { (scenario.situation) } }
            div { dt { "Terrain" } dd { (view.mode()) " mode" } }
            div { dt { "Game-Turn" } dd { (view.turn()) @if let Some(limit) = scenario.info.turn_limit { " of " (limit) } ", " (phase) } }
            div { dt { "Panic" } dd { @if view.panic() { "possible" } @else { "not yet" } } }
        }
        table class="hd-table tk-standing" {
            thead { tr { th scope="col" { "Force" } th scope="col" { "Units" } th scope="col" { "Lost" } th scope="col" { "To come" } th scope="col" { "Left" } th scope="col" { "Preserves at" } } }
            tbody {
                @for force in Force::ALL {
                    @let s = view.standing(force);
                    @let info = &scenario.forces[force.index()];
                    tr class={ "tk-row-" (force.id()) } {
                        th scope="row" { (badge(force)) (force) @if force == view.force() { " (you)" } }
                        td { (s.units) } td { (s.losses) } td { (s.queued) } td { (s.exited) }
                        td {
                            @match info.preservation { Some(level) => { (level) } None => { "never" } }
                            @if s.preserved { span class="hd-row-state hd-bad" { "reached: halved" } }
                        }
                    }
                }
            }
        }
    }
}

/// A force's shape, so that its color never stands alone.
fn badge(force: Force) -> Markup {
    html! {
        svg class={ "tk-badge tk-" (force.id()) } viewBox="-16 -16 32 32" aria-hidden="true" {
            use class="tk-card" href={ "#tk-card-" (force.id()) } {}
        }
    }
}

/// The turns of a scenario that has a last one.
fn turn_track(turn: u16, limit: u16) -> Markup {
    let across = 13.min(limit.max(1));
    let rows = limit.div_ceil(across);
    let says = format!("Game-Turn {turn} of {limit}");
    html! {
        svg class="hd-track tk-turns" viewBox={ "0 0 " (across * 30 + 2) " " (rows * 30 + 2) } role="img" aria-label=(says) {
            @for n in 1..=limit {
                @let (x, y) = ((n - 1) % across * 30 + 2, (n - 1) / across * 30 + 2);
                @let class = if n < turn { "hd-step hd-step-past" } else if n == turn { "hd-step hd-step-now" } else { "hd-step" };
                rect class=(class) x=(x) y=(y) width="27" height="27" rx="3" {}
                text class=(if n == turn { "tk-turn-word hd-step-word-now" } else { "tk-turn-word" }) x=(x + 13) y=(y + 19) { (n) }
            }
        }
    }
}

pub(super) fn place(view: &View<'_>, unit: &Unit) -> String {
    let ground = view.ground();
    match unit.place {
        Place::On(hex) if view.kind(unit) == Kind::Infantry => ground.name(hex),
        Place::On(hex) => format!("{} {}", ground.name(hex), unit.facing),
        Place::Queue(place) => format!("queue {place}"),
        Place::Noted(hex) => format!("({})", ground.name(hex)),
        Place::Lost => "destroyed".into(),
        Place::Left => "left".into(),
    }
}

/// The own force.
pub(super) fn own(view: &View<'_>, chosen: Option<&str>) -> Markup {
    let ground = view.ground();
    html! {
        table class="hd-table tk-units" {
            thead { tr { th scope="col" { "Unit" } th scope="col" { "Where" } th scope="col" { "Plot" } } }
            tbody {
                @for unit in view.units() {
                    @let gone = !unit.in_play();
                    @let mine = format!("unit:{}:{}", view.force().id(), unit.code);
                    tr class=[gone.then_some("tk-gone").or((chosen == Some(&mine)).then_some("hd-row-aimed"))] {
                        th scope="row" { b class="tk-letter" { (unit.code) } " " (view.info(unit.weapon).name)
                            @let marks = marks(unit);
                            @if !marks.is_empty() { span class="hd-row-state" { (marks) } }
                        }
                        td { (place(view, unit)) }
                        td { @if unit.plot.task.is_some() { abbr title=(plot_words(ground, &unit.plot)) { (plot_code(ground, &unit.plot)) } @if unit.plot.moves() && view.stage() == Stage::Plot { span class="hd-row-state" { (view.points(unit)) " of " (view.allowance(unit, unit.plot.task)) } } } @else if !gone { "–" } }
                    }
                }
            }
        }
    }
}

pub(super) fn marks(unit: &Unit) -> String {
    let marks = [
        (unit.in_play() && unit.spotted, "spotted"),
        (unit.in_play() && unit.hidden, "hidden"),
        (unit.panicked, "panics"),
        (unit.hit != Hit::None, "hit"),
    ];
    let words: Vec<&str> = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    words.join(", ")
}

pub(super) fn called(view: &View<'_>, seen: &SeenUnit) -> String {
    seen.known.map_or_else(|| "face down".into(), |(code, weapon)| format!("{code} {}", view.info(weapon).name))
}

/// Enemy units on the map.
pub(super) fn enemies(view: &View<'_>) -> Markup {
    let ground = view.ground();
    let all: Vec<SeenUnit> = view.enemies().collect();
    html! {
        @if all.is_empty() { p class="hd-small" { "No enemy unit is on the map." } }
        @else {
            table class="hd-table tk-units" {
                thead { tr { th scope="col" { "Unit" } th scope="col" { "Where" } th scope="col" { "Plot" } } }
                tbody {
                    @for seen in &all {
                        tr {
                            th scope="row" { (called(view, seen)) @if seen.panicked { span class="hd-row-state" { "panics" } } }
                            td { (ground.name(seen.hex)) @if let Some(facing) = seen.facing { " " (facing) } }
                            td { @if let Some(plot) = seen.plot.filter(|plot| plot.task.is_some()) { abbr title=(plot_words(ground, &plot)) { (plot_code(ground, &plot)) } } @else { "–" } }
                        }
                    }
                }
            }
        }
    }
}

/// The figures of all types in the scenario.
pub(super) fn weapons(view: &View<'_>) -> Markup {
    let mut types: Vec<(Force, Weapon)> = Vec::new();
    for force in Force::ALL {
        for (weapon, _) in &view.scenario().forces[force.index()].weapons {
            types.push((force, *weapon));
        }
    }
    html! {
        div class="tk-wide" {
            table class="hd-table tk-figures" {
                thead { tr { th scope="col" { "Type" } th scope="col" { abbr title="armor-piercing strength" { "AP" } } th scope="col" { abbr title="high-explosive strength" { "HE" } } th scope="col" { abbr title="Defense Strength front, side, rear" { "DS" } } th scope="col" { abbr title="Movement Allowance" { "MA" } } th scope="col" { abbr title="Effective Range" { "ER" } } } }
                tbody {
                    @for (force, weapon) in types {
                        @let info = view.info(weapon);
                        tr {
                            th scope="row" { (badge(force)) (info.name) @if info.kind == Kind::Afv && !info.turret { span class="hd-row-state" { "no turret" } } }
                            td { (info.ap) } td { (info.he) }
                            td { @if info.kind == Kind::Afv { (info.ds[0]) "/" (info.ds[1]) "/" (info.ds[2]) } @else { "ground" } }
                            td { @if info.kind == Kind::Infantry { "1 hex" } @else { (info.ma) } }
                            td { (info.er) }
                        }
                    }
                }
            }
        }
    }
}

/// What the marks on map and counters mean.
pub(super) fn legend(view: &View<'_>) -> Markup {
    let sample =
        |inner: Markup| html! { svg class="hd-icon tk-sample" viewBox="-24 -24 48 48" aria-hidden="true" { (inner) } };
    let mut ground = vec![(
        sample(
            html! { path class="tk-crest" d="M-20-8h40" {} path class="tk-hachures" d="M-18-8h4l-2 9zM-8-8h4l-2 6zM2-8h4l-2 9zM12-8h4l-2 6z" {} },
        ),
        "slope, the teeth point downhill",
    )];
    if view.mode() != Mode::Open {
        ground.push((
            sample(html! { path class="tk-berm" d="M-20 0h40" {} path class="tk-berm-top" d="M-20 0h40" {} }),
            "berm",
        ));
        ground.push((
            sample(html! { use href="#tk-hex" class="tk-woods" {} g class="tk-woods-marks" { use href="#tk-w0" {} } }),
            "woods",
        ));
        ground.push((
            sample(html! { use href="#tk-hex" class="tk-rough" {} g class="tk-rough-marks" { use href="#tk-r0" {} } }),
            "rough",
        ));
    }
    let marks = [
        (
            sample(
                html! { g class="tk-unit tk-alpha" { use href="#tk-card-alpha" class="tk-card" {} use href="#tk-tank" {} } },
            ),
            "Alpha: square; a tank with a turret",
        ),
        (
            sample(
                html! { g class="tk-unit tk-bravo" { use href="#tk-card-bravo" class="tk-card" {} use href="#tk-casemate" {} } },
            ),
            "Bravo: cut corners; a vehicle without a turret",
        ),
        (
            sample(
                html! { g class="tk-unit tk-bravo tk-down" { use href="#tk-card-bravo" class="tk-card" {} text class="tk-query" y="7" { "?" } } },
            ),
            "face down: not spotted yet",
        ),
        (sample(html! { g transform="scale(2)" { use href="#tk-eye" {} } }), "ours, spotted by the enemy"),
        (
            sample(html! { g class="tk-unit tk-bravo tk-hidden" { use href="#tk-card-bravo" class="tk-card" {} } }),
            "dashed: ours, and hidden",
        ),
        (sample(html! { g transform="scale(2)" { use href="#tk-panic" {} } }), "panics"),
        (sample(html! { g transform="scale(2)" { use href="#tk-burst" {} } }), "hit, the effect is still to come"),
        (sample(html! { g class="tk-wreck" { use href="#tk-wreck" {} } }), "wreck"),
        (sample(html! { g class="tk-ip" { use href="#tk-ip" {} } }), "Improved Position"),
    ];
    html! {
        ul class="hd-legend" { @for (icon, words) in ground.into_iter().chain(marks) { li { (icon) (words) } } }
        @if view.mode() == Mode::Open { p class="hd-small" { "In open terrain woods, rough and berms are drawn faintly: they do nothing." } }
    }
}

/// What lies and stands about a hex, line by line.
pub(super) fn near(view: &View<'_>, hex: HexId) -> Vec<String> {
    let ground = view.ground();
    let mut lines = vec![ground_words(view, hex)];
    for side in Side::ALL {
        let Some(next) = ground.next(hex, side) else {
            lines.push(format!("{side} ({}): the edge of the map", side.name()));
            continue;
        };
        let edging = match ground.edging(hex, side) {
            Edging::Clear => String::new(),
            edging => format!("over {} ", edging.name()),
        };
        let cost = ground.cost(view.mode(), hex, side);
        let cost = match cost {
            Some(crate::map::StepCost::Points(1)) => "1 point".into(),
            Some(crate::map::StepCost::Points(points)) => format!("{points} points"),
            Some(crate::map::StepCost::Whole) => "a whole allowance".into(),
            None => String::new(),
        };
        lines.push(format!("{side} ({}): {edging}to {}, {cost}", side.name(), ground_words(view, next)));
    }
    if view.wrecks().contains(&hex) {
        lines.push("a wreck lies here".into());
    }
    for (_, hidden) in view.positions().filter(|(at, _)| *at == hex) {
        lines.push(format!("{}Improved Position here", if hidden { "a hidden " } else { "an " }));
    }
    let mut about: Vec<(u16, String)> = Vec::new();
    for unit in view.units() {
        if let Some(at) = unit.hex() {
            let name = format!("our {} ({})", unit.code, view.info(unit.weapon).name);
            about.push((ground.range(hex, at), line_to(view, hex, at, &name)));
        }
    }
    for seen in view.enemies() {
        about.push((
            ground.range(hex, seen.hex),
            line_to(view, hex, seen.hex, &format!("enemy {}", called(view, &seen))),
        ));
    }
    about.sort();
    lines.extend(about.into_iter().map(|(_, line)| line));
    lines
}

/// Where a unit is from a hex, and whether it is seen from there.
pub(super) fn line_to(view: &View<'_>, from: HexId, to: HexId, name: &str) -> String {
    let ground = view.ground();
    if from == to {
        return format!("{name} is here");
    }
    let wind = ground.hex(from).wind(ground.hex(to));
    format!(
        "{name} in {}, {} to the {wind}: {}",
        ground.name(to),
        hexes(ground.range(from, to)),
        seen_words(view, from, to)
    )
}

/// Whether a hex is seen from another, and why not.
pub(super) fn seen_words(view: &View<'_>, from: HexId, to: HexId) -> String {
    let judged = judge(view.ground(), view.mode(), from, to);
    match (judged.block, judged.cover) {
        (Some(block), _) => format!("not seen: {}", block.words(view.ground())),
        (None, Cover::None) => "in sight".into(),
        (None, cover) => format!("in sight, {}", cover.name()),
    }
}
