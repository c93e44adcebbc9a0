//! The Battle Board in characters: three areas in front, two on the flanks, the tank between them.

mod answers;

use super::battle::{in_area, title};
use super::{Target, fight_name, state, target};
use crate::View;
use crate::state::Mode;
use crate::view::{SeenCommander, SeenUnit};
use crate::words::Area;
use hulldown_draw::{Ink, Room, Sketch, Spot, capital, folded};

pub(super) use answers::answer;

/// The board of the seat's own tank, and his partner's below it where there is one and room for it.
pub(super) fn sketch(view: &View<'_>, spots: &[Spot], room: Room) -> Option<Sketch> {
    if !view.shows_battle() {
        return None;
    }
    let mut sketch = Sketch::new(room);
    let end = board(&mut sketch, view, view.commander(view.seat()), spots, 0);
    let partner = view
        .partner()
        .filter(|man| view.mode() != Mode::CompetitiveApart && man.enemies().next().is_some() && room.lines > end + 8);
    if let Some(man) = partner {
        board(&mut sketch, view, man, spots, end + 1);
    }
    Some(sketch.trimmed())
}

/// Draws a commander's board from a line on; returns the line after it.
fn board(sketch: &mut Sketch, view: &View<'_>, man: SeenCommander<'_>, spots: &[Spot], top: usize) -> usize {
    let Room { columns, lines } = sketch.room();
    let mine = man.seat == view.seat();
    let before = if mine { "" } else { "partner-" };
    let field = view.field();
    let range = man.player().board.range;
    let name = if mine { fight_name(view) } else { title(view, man) };
    let head = format!(
        "{name}, round {}: {}, {}, {} RANGE",
        field.round,
        field.terrain,
        field.weather,
        range.name().to_uppercase()
    );
    sketch.fit(0, top, columns, &head, Ink::Plain);
    let wide = columns.saturating_sub(2) / 3;
    let places =
        [(Area::A, 0), (Area::B, wide + 1), (Area::C, 2 * (wide + 1)), (Area::D, 0), (Area::E, 2 * (wide + 1))];
    // All that is to be said of a unit if that has room for all of them, else a line each.
    let can = |id: String| spots.iter().any(|spot| spot.id == id);
    let told = |unit: &SeenUnit<'_>, whole: bool| {
        let aimed = target(view, man, unit);
        let chosen = can(format!("{before}unit:{}", unit.unit.id.0));
        let ink = match (aimed == Target::You, chosen) {
            (true, _) => Ink::Alarm,
            (_, true) => Ink::Choice,
            _ => Ink::Enemy,
        };
        let lead = format!("{}{}", if chosen { '*' } else { ' ' }, if aimed == Target::You { '!' } else { ' ' });
        let named = format!("{lead}{} {}", unit.unit.id.0, unit.name);
        if !whole {
            // On one line the mark says whom it aims at.
            let known = if aimed == Target::You { &Target::Nobody } else { &aimed };
            return (vec![format!("{named} {}", state(unit, known).join(", "))], ink);
        }
        let states = folded(&format!("    {}", state(unit, &aimed).join(", ")), wide, usize::MAX, 4);
        ([vec![named], states].concat(), ink)
    };
    let most = |areas: &[Area], whole: bool| {
        let area = |area: &Area| in_area(man, *area).map(|unit| told(&unit, whole).0.len()).sum::<usize>();
        areas.iter().map(area).max().unwrap_or(0)
    };
    let (front, flank) = Area::ALL.split_at(3);
    let left = lines.saturating_sub(top + 4);
    let whole = most(front, true).max(2) + most(flank, true).max(4) <= left;
    let least = if whole { 2 } else { 1 };
    let (front, flank) = (most(front, whole).max(least), most(flank, whole).max(2 * least));
    let above = front.min(left.saturating_sub(3.min(flank)).max(1));
    let below = flank.max(3).min(left.saturating_sub(above));
    let lower = top + 2 + above;
    sketch.rule(0, lower, 3 * wide + 2, Ink::Faint);
    for bar in [wide, 2 * wide + 1] {
        sketch.bar(bar, top + 1..lower, Ink::Faint);
        sketch.bar(bar, lower + 1..lower + 2 + below, Ink::Faint);
    }
    for (area, x) in places {
        let (y, rows) = if area.index() < 3 { (top + 1, above) } else { (lower + 1, below) };
        let chosen = can(format!("{before}area:{}", area.id()));
        let (mark, ink) = if chosen { ("*", Ink::Choice) } else { ("", Ink::Plain) };
        sketch.fit(x + 1, y, wide.saturating_sub(1), &format!("{mark}{}", area_head(man, area)), ink);
        let units: Vec<SeenUnit<'_>> = in_area(man, area).collect();
        let shown = if !whole && units.len() > rows { rows.saturating_sub(1) } else { units.len() };
        let mut line = y + 1;
        for unit in units.iter().take(shown) {
            let (texts, ink) = told(unit, whole);
            for text in texts {
                sketch.fit(x, line, wide, &text, ink);
                line += 1;
            }
        }
        if shown < units.len() {
            sketch.fit(x, line, wide, &format!("  and {} more", units.len() - shown), Ink::Enemy);
        }
    }
    for (n, text) in tank(man).into_iter().take(below + 1).enumerate() {
        // The gun points where the turret does.
        let text = if text.len() > wide { text.replace("turret ", "gun ") } else { text };
        sketch.center(wide + 1, lower + 1 + n, wide, &text, Ink::Own);
    }
    lower + 2 + below
}

/// An area's letter, where it lies, what bears on it, and its smoke.
fn area_head(man: SeenCommander<'_>, area: Area) -> String {
    let mut head = format!("{} {}", area.id(), area.lies());
    let bears = bearing(man, area);
    if !bears.is_empty() {
        head += &format!(" [{}]", bears.join(" "));
    }
    match man.player().board.smoke[area.index()] {
        0 => head,
        n => head + &format!(" smoke {n}"),
    }
}

/// Which guns of the tank bear on an area.
fn bearing(man: SeenCommander<'_>, area: Area) -> Vec<&'static str> {
    let mat = &man.player().mat;
    let reaches =
        |facing: crate::words::Facing| man.on_the_field() && man.charts.facing[facing.index()].fire[area.index()];
    let guns = [(reaches(mat.turret), "gun"), (reaches(mat.hull) && !mat.hull_down, "bow")];
    guns.into_iter().filter(|(bears, _)| *bears).map(|(_, gun)| gun).collect()
}

/// The tank in a few short lines.
fn tank(man: SeenCommander<'_>) -> Vec<String> {
    if let Some(how) = man.off_the_field() {
        return vec![capital(how)];
    }
    let mat = &man.player().mat;
    let painted = &man.player().tank_name;
    let name = if painted.is_empty() { man.tank().name.clone() } else { format!("\"{painted}\"") };
    let mut lines = vec![name, format!("hull {}, turret {}", mat.hull.id(), mat.turret.id())];
    let loaded = mat.loaded.map_or("nothing", |ammo| ammo.name());
    let smoke = match man.player().board.own_smoke {
        0 => String::new(),
        n => format!(", SMOKE {n}"),
    };
    lines.push(format!("loaded: {loaded}{smoke}"));
    let mut flags = Vec::new();
    for (on, flag) in [(mat.hull_down, "HULL DOWN"), (mat.immobilized, "IMMOBILIZED")] {
        if on {
            flags.push(flag.to_string());
        }
    }
    if !flags.is_empty() {
        lines.push(flags.join(", "));
    }
    lines
}
