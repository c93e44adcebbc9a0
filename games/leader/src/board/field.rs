//! The battlefield: 24 hexes as terrain, counters of both sides in them.

use crate::View;
use crate::map::Hex;
use crate::state::{Fate, Stage, Step};
use crate::words::{Ground, Kind, Role, Target};
use hulldown_draw::Spots;
use hulldown_draw::silhouettes::vehicle;
use maud::{Markup, PreEscaped, html};

/// From the middle of a hex to its corners.
const R: f32 = 80.0;
/// Half the width of a hex.
const W: f32 = 69.3;
/// The card of the battle beside the hexes.
const SIDE: f32 = 170.0;
const WIDTH: f32 = 9.0 * W + 24.0 + SIDE;
const HEIGHT: f32 = 5.0 * 1.5 * R + 2.0 * R + 24.0;
/// A counter.
const CARD: (f32, f32) = (46.0, 34.0);

/// The middle of a hex.
pub(super) fn middle(hex: Hex) -> (f32, f32) {
    let (row, col) = (f32::from(hex.row()), f32::from(hex.id() % 10 - 1));
    let shift = if hex.row() % 2 == 1 { W } else { 0.0 };
    (12.0 + W + col * 2.0 * W + shift, 12.0 + R + row * 1.5 * R)
}

/// What the panel is called.
pub(super) fn heading(view: &View<'_>) -> String {
    let id = view.game.battalion_card(view.charts, usize::from(view.game.battle.battalion)).id;
    match view.game.battle.turn {
        0 => format!("{id}, before turn 1"),
        turn => format!("{id}, turn {turn} of {}", view.game.battle.last),
    }
}

/// The battle in a line.
pub(super) fn title(view: &View<'_>) -> String {
    let (game, charts) = (view.game, view.charts);
    let card = game.battalion_card(charts, usize::from(game.battle.battalion));
    let turn = match game.battle.turn {
        0 => "before turn 1".into(),
        turn => format!("turn {turn} of {}", game.battle.last),
    };
    format!(
        "{} {}, {turn}: {} points, Half at {}, Destroyed at {}",
        card.id,
        card.name,
        game.points(charts),
        card.half,
        card.destroyed
    )
}

/// The board.
pub(super) fn field(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let terrain = view.game.campaign(view.charts).terrain.id();
    html! {
        svg class=(format!("hd-board hd-l-field hd-l-{terrain}")) viewBox=(format!("0 0 {WIDTH:.0} {HEIGHT:.0}")) role="group"
            aria-label=(format!("Battlefield, the enemy at the top. {}", title(view))) {
            rect class="hd-paper" width=(format!("{WIDTH:.0}")) height=(format!("{HEIGHT:.0}")) rx="12" {}
            @for hex in Hex::all() { (ground(view, hex, spots)) }
            g id="tk-beat-under" aria-hidden="true" {}
            g id=(STACKS) { @for hex in Hex::all() { (stack(view, hex, spots)) } }
            g id="tk-beat" aria-hidden="true" {}
            (side(view))
        }
    }
}

/// The card of the battle: what is left of the Battalion, the turns, whose step it is and the enemy's orders.
fn side(view: &View<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let (card, battle) = (game.battalion_card(charts, usize::from(game.battle.battalion)), &game.battle);
    let all: u16 = battle.enemies.iter().map(|enemy| u16::from(enemy.card(game, charts).points)).sum();
    let (left, wide) = (game.points(charts), SIDE - 24.0);
    let along = |points: f32| wide * (points / f32::from(all.max(left).max(1))).min(1.0);
    let state = if left <= card.destroyed.into() {
        "Destroyed"
    } else if left <= card.half.into() {
        "Half"
    } else {
        "Full"
    };
    let steps = [
        ("Fast", game.stage == Stage::Act(Step::Fast)),
        ("Enemy", matches!(game.stage, Stage::Roll | Stage::Enemy)),
        ("Slow", game.stage == Stage::Act(Step::Slow)),
    ];
    let rolled = matches!(game.stage, Stage::Enemy | Stage::TurnEnd | Stage::Act(Step::Slow)) && battle.turn > 0;
    let orders =
        [("Tanks, AT", battle.orders.armor), ("Infantry", battle.orders.infantry), ("Support", battle.orders.support)];
    let lines = broken(&card.name);
    let top = 62.0 + 24.0 * lines.len() as f32;
    html! {
        g id="hd-l-side" class="hd-l-side" transform=(format!("translate({:.0} 12)", WIDTH - SIDE + 6.0)) aria-hidden="true" {
            text class="hd-l-huge" x="0" y="40" { (card.id) }
            @for (n, line) in lines.iter().enumerate() { text x="0" y=(format!("{:.0}", 66.0 + 24.0 * n as f32)) { (line) } }
            g transform=(format!("translate(0 {top:.0})")) {
                text class="hd-l-huge" x="0" y="40" { (left) }
                text x=(if left < 10 { "30" } else { "54" }) y="40" { "points, " (state) }
                rect class="hd-l-track" y="54" width=(format!("{wide:.0}")) height="18" rx="3" {}
                rect class="hd-l-left" y="54" width=(format!("{:.0}", along(left.into()))) height="18" rx="3" {}
                @for mark in [card.half, card.destroyed] {
                    rect class="hd-l-mark" x=(format!("{:.0}", along(mark.into()))) y="50" width="3" height="26" {}
                }
                text y="96" { "Half at " (card.half) }
                text y="118" { "Destroyed at " (card.destroyed) }
                text class="hd-l-name" y="162" { "Turn" }
                @for turn in 1..=battle.last {
                    @let (x, y) = (f32::from((turn - 1) % 5) * 29.0, 172.0 + f32::from((turn - 1) / 5) * 29.0);
                    g transform=(format!("translate({x:.0} {y:.0})")) {
                        rect class=(if turn == battle.turn { "hd-l-box hd-l-now" } else if turn < battle.turn { "hd-l-box hd-l-past" } else { "hd-l-box" }) width="26" height="26" rx="4" {}
                        text class="hd-l-mid" x="13" y="20" { (turn) }
                    }
                }
                @for (n, (step, now)) in steps.iter().enumerate() {
                    g transform=(format!("translate({:.0} 250)", n as f32 * 49.0)) {
                        rect class=(if *now { "hd-l-box hd-l-now" } else { "hd-l-box" }) width="46" height="28" rx="4" {}
                        text class="hd-l-mid hd-l-small" x="23" y="20" { (step) }
                    }
                }
                text class="hd-l-name" y="320" { "Orders" @if battle.die > 0 { " (d" (battle.die) ")" } }
                @if rolled {
                    @for (n, (who, order)) in orders.iter().enumerate() {
                        @let y = 344.0 + 66.0 * n as f32;
                        text class="hd-l-small" y=(format!("{y:.0}")) { (who) ":" }
                        @for (line, words) in broken(order.name()).iter().enumerate() {
                            text class="hd-l-small hd-l-strong" y=(format!("{:.0}", y + 20.0 + 19.0 * line as f32)) { (words) }
                        }
                    }
                } @else { text class="hd-l-small" y="344" { "not rolled yet" } }
            }
        }
    }
}

/// A name in lines that fit the card of the battle.
fn broken(name: &str) -> Vec<String> {
    const MOST: usize = 17;
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < MOST => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

fn ground(view: &View<'_>, hex: Hex, spots: &Spots<'_>) -> Markup {
    let (x, y) = middle(hex);
    let ground = view.game.battle.field.at(hex);
    let id = format!("hex:{hex}");
    let class = match ground {
        Ground::Clear => "clear",
        Ground::Heavy => "heavy",
        Ground::Light => "light",
        Ground::Bocage => "bocage",
        Ground::Impassable => "rock",
        Ground::Water => "water",
    };
    let (w, half) = (W - 1.5, (R - 1.5) / 2.0);
    let outline = format!("M0 {r}L{w} {half}V-{half}L0 -{r}L-{w} -{half}V{half}Z", r = R - 1.5);
    let open = spots.has(&id);
    let reach = acting(view).is_some_and(|at| reaches(view, at, hex));
    let inner = html! {
        path class=(format!("hd-l-hex hd-l-{class}")) d=(outline) {}
        @if reach { path class="hd-l-reach" d=(outline) {} }
        g class="hd-l-growth" aria-hidden="true" { (PreEscaped(growth(ground))) }
        @if open { path class="hd-ring hd-l-open" d=(outline) {} }
        text class="hd-l-id" x="0" y="72" { (hex) }
    };
    html! {
        g id=(format!("hex-{hex}")) transform=(format!("translate({x:.1} {y:.1})")) {
            (spots.draw(&id, &format!("hex {hex}, {ground}"), &inner))
        }
    }
}

/// Who moves or attacks just now.
fn acting(view: &View<'_>) -> Option<usize> {
    view.game.battle.acting.map(usize::from)
}

/// Whether something in this hex could be attacked by a fighter from where it stands, with AP or HE.
fn reaches(view: &View<'_>, at: usize, hex: Hex) -> bool {
    let (game, charts) = (view.game, view.charts);
    let Some(from) = game.battle.fighters[at].at() else { return false };
    let range = from.distance(hex);
    let gunner = game.gunner(charts, at);
    let has = Target::ALL.into_iter().any(|side| gunner.against_range(side, range).is_none());
    has && game.is_open(from, hex, range, gunner.is_indirect()).is_none()
}

/// What grows or lies in a hex.
fn growth(ground: Ground) -> &'static str {
    match ground {
        Ground::Clear => "",
        Ground::Heavy => {
            "<path d=\"M-44 -24 -30 8H-58ZM-16 -52 0 -16H-32ZM22 -50 38 -14H6ZM46 -22 60 12H32ZM-30 10 -14 46H-46ZM2 -12 18 26H-14ZM34 8 50 44H18Z\"/>"
        }
        Ground::Light => "<path d=\"M-40 -30 -28 -4H-52ZM36 -40 48 -14H24ZM-24 20 -12 46H-36ZM30 22 42 48H18Z\"/>",
        Ground::Bocage => {
            "<path d=\"M-56 -34Q-44 -50 -32 -36 -20 -52 -8 -38 4 -54 16 -38 28 -52 40 -36 52 -48 58 -32V-22H-56ZM-58 34Q-46 18 -34 32 -22 16 -10 30 2 14 14 30 26 16 38 32 50 20 58 36V46H-58Z\"/>"
        }
        Ground::Impassable => {
            "<path d=\"M-52 30 -34 -18 -16 6 2 -44 26 -4 38 -20 56 30ZM-34 -18 -30 10M2 -44 6 -10M38 -20 36 6\"/>"
        }
        Ground::Water => {
            "<path class=\"hd-l-wave\" d=\"M-50 -20q12 -10 24 0t24 0 24 0 24 0M-58 4q12 -10 24 0t24 0 24 0 24 0 24 0M-50 28q12 -10 24 0t24 0 24 0 24 0\"/>"
        }
    }
}

/// A counter in a hex: its spot, what it says aloud, how it looks.
struct Piece {
    spot: String,
    says: String,
    class: String,
    word: String,
    shape: Markup,
    marks: Vec<&'static str>,
}

/// The group that holds the stacks.
pub(super) const STACKS: &str = "hd-l-stacks";

/// The element of a hex's counters.
pub(super) fn stack_id(hex: Hex) -> String {
    format!("stack-{hex}")
}

/// The counters in a hex, as one element.
pub(super) fn stack(view: &View<'_>, hex: Hex, spots: &Spots<'_>) -> Markup {
    html! { g id=(stack_id(hex)) { (counters(view, hex, spots)) } }
}

fn counters(view: &View<'_>, hex: Hex, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let mut pieces = Vec::new();
    for (at, enemy) in game.battle.enemies.iter().enumerate().filter(|(_, enemy)| enemy.at() == Some(hex)) {
        let (card, kind) = (enemy.card(game, charts), enemy.model.kind());
        let side = if card.target == Target::Ap { "hd-l-hard" } else { "hd-l-soft" };
        let chance = acting(view).and_then(|own| game.kill_chance(charts, own, at));
        let aimed = chance.map_or_else(String::new, |chance| format!(", Destroyed with {chance} %"));
        pieces.push(Piece {
            spot: format!("enemy:{at}"),
            says: format!(
                "{} (no. {at}), enemy, in {hex}, {} points, Defense {}{aimed}",
                card.name, card.points, card.defense
            ),
            class: format!("hd-l-enemy {side}"),
            word: chance.map_or_else(|| short(&card.name), |chance| format!("{chance} %")),
            shape: enemy_shape(kind),
            marks: if enemy.acted { vec!["hd-l-done"] } else { Vec::new() },
        });
    }
    for (at, fighter) in game.battle.fighters.iter().enumerate().filter(|(_, fighter)| fighter.at() == Some(hex)) {
        let card = game.card(charts, at);
        let name = game.living(at).map_or("no Commander", |commander| commander.name.name());
        let mut states = Vec::new();
        let mut marks = Vec::new();
        let damaged = game.unit(at).is_damaged();
        for (on, says, mark) in [
            (fighter.exposed.is_some(), "Exposed", "hd-l-bad"),
            (fighter.immobile, "Immobile", "hd-l-bad"),
            (fighter.suppressed, "Suppressed", "hd-l-bad"),
            (damaged, "damaged", "hd-l-bad"),
            (fighter.tactics + fighter.his_tactics > 0, "has a Tactic", "hd-l-good"),
            (fighter.commands + fighter.his_commands > 0, "has a Command Tactic", "hd-l-good"),
            (fighter.acted, "has acted", "hd-l-done"),
        ] {
            if on {
                states.push(says);
                marks.push(mark);
            }
        }
        let states = if states.is_empty() { String::new() } else { format!(", {}", states.join(", ")) };
        pieces.push(Piece {
            spot: format!("unit:{:03}", card.number),
            says: format!("{:03} {} under {name}, yours, in {hex}{states}", card.number, card.name),
            class: "hd-l-own".into(),
            word: format!("{:03}", card.number),
            shape: own_shape(card.role),
            marks,
        });
    }
    if pieces.is_empty() {
        return html! {};
    }
    // As many in a row as makes the counters largest.
    let size = |across: usize| {
        let down = pieces.len().div_ceil(across);
        (116.0 / (across as f32 * (CARD.0 + 3.0))).min(112.0 / (down as f32 * (CARD.1 + 3.0))).min(1.5)
    };
    let across = (1..=6).max_by(|a, b| size(*a).total_cmp(&size(*b)).then(b.cmp(a))).unwrap_or(1);
    let (down, scale) = (pieces.len().div_ceil(across), size(across));
    let (x, y) = middle(hex);
    let (left, top) = (-(across as f32) * (CARD.0 + 3.0) / 2.0, -(down as f32) * (CARD.1 + 3.0) / 2.0 - 4.0);
    html! {
        g transform=(format!("translate({x:.1} {y:.1}) scale({scale:.3})")) {
            @for (n, piece) in pieces.iter().enumerate() {
                @let (cx, cy) = (left + (n % across) as f32 * (CARD.0 + 3.0), top + (n / across) as f32 * (CARD.1 + 3.0));
                g id=(piece.spot.replace(':', "-")) transform=(format!("translate({cx:.1} {cy:.1})")) { (drawn(piece, spots)) }
            }
        }
    }
}

fn drawn(piece: &Piece, spots: &Spots<'_>) -> Markup {
    let open = spots.has(&piece.spot);
    let inner = html! {
        @if open { rect class="hd-ring" x="-2" y="-2" width=(CARD.0 + 4.0) height=(CARD.1 + 4.0) rx="6" {} }
        rect class=(format!("hd-l-card {}", piece.class)) width=(CARD.0) height=(CARD.1) rx="4" {}
        g transform="translate(7 1) scale(0.320)" aria-hidden="true" { (piece.shape) }
        text class="hd-l-word" x=(CARD.0 / 2.0) y="31" { (piece.word) }
        @for (n, mark) in piece.marks.iter().take(5).enumerate() {
            circle class=(mark) cx=(5.0 + 7.0 * n as f32) cy="4.500" r="2.800" {}
        }
    };
    spots.draw(&piece.spot, &piece.says, &inner)
}

/// A name in as many letters as a counter holds.
pub(super) fn short(name: &str) -> String {
    let name = name.replace("Type ", "T").replace("King ", "K");
    name.chars().take(8).collect()
}

const SOLDIERS: &str = "<path class=\"hd-sil\" d=\"M24 46 28 24 24 22 26 12 32 12 34 22 42 24 40 30 34 28 36 46 32 46 30 34 28 46ZM56 46 60 24 56 22 58 12 64 12 66 22 74 24 72 30 66 28 68 46 64 46 62 34 60 46Z\"/>";

fn enemy_shape(kind: Kind) -> Markup {
    match kind {
        Kind::Tank => vehicle("pz4"),
        Kind::Halftrack => vehicle("sdkfz251"),
        Kind::ArmoredCar => vehicle("sdkfz222"),
        Kind::AtGun => vehicle("pak40"),
        Kind::Truck => vehicle("opel_blitz"),
        Kind::Rifle => html! { (PreEscaped(SOLDIERS)) },
        Kind::Mg => teams("M14 40 44 34 90 28 90 32 46 40 40 48 34 48 38 40 14 46Z"),
        Kind::At => teams("M10 30 88 18 90 24 12 36ZM40 32 44 48 50 48 48 30Z"),
        Kind::Mortar => teams("M30 48 60 10 68 14 40 48ZM56 26 72 48 66 48 52 30ZM22 46H52V50H22Z"),
        Kind::Building => teams("M16 48V24H84V48ZM10 25 50 4 90 25ZM30 48V34H42V48ZM56 32H70V42H56Z"),
        Kind::Bunker => teams("M8 48 18 24Q50 12 82 24L92 48ZM36 32H64V38H36Z"),
    }
}

fn own_shape(role: Role) -> Markup {
    match role {
        Role::Tank => teams("M8 40 16 30 34 28 40 16 62 16 68 24 96 22 96 26 70 28 86 30 92 40 84 48H16Z"),
        Role::Scout => vehicle("sdkfz221"),
        Role::Halftrack => vehicle("sdkfz251"),
        Role::Rifle | Role::Team => html! { (PreEscaped(SOLDIERS)) },
        Role::Mg => enemy_shape(Kind::Mg),
        Role::At => enemy_shape(Kind::At),
        Role::Mortar => enemy_shape(Kind::Mortar),
        Role::Gun => vehicle("pak38"),
    }
}

fn teams(d: &str) -> Markup {
    html! { path class="hd-sil" fill-rule="evenodd" d=(d) {} }
}

/// Whether a fighter is out of the battle, in words.
pub(super) fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Here => "in the battle",
        Fate::Retreated => "out of the battle",
        Fate::Destroyed => "Destroyed",
    }
}
