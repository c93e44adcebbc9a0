//! The Battle Board in characters: three areas in front, two on the flanks, the tank between them.

mod answers;

use super::battle::{in_area, title};
use super::{Target, fight_name, state, target};
use crate::View;
use crate::state::Mode;
use crate::view::{SeenCommander, SeenUnit};
use crate::words::{Area, Class};
use hulldown_draw::{Ink, Room, Sketch, Spot, capital, fitted, folded};

pub(super) use answers::answer;

/// So much of a name stands even where its state has no room.
const LEAST_NAME: usize = 6;

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
    let can = |id: String| spots.iter().any(|spot| spot.id == id);
    let areas = Area::ALL.map(|area| {
        let chosen = can(format!("{before}area:{}", area.id()));
        let head = format!("{}{}", if chosen { "*" } else { "" }, area_head(man, area));
        let units = in_area(man, area).map(|unit| {
            let chosen = can(format!("{before}unit:{}", unit.unit.id.0));
            SketchedUnit::of(&unit, &target(view, man, &unit), chosen)
        });
        (head, chosen, units.collect::<Vec<_>>())
    });
    let tank = tank(man);
    let needs = |area: &(String, bool, Vec<SketchedUnit>)| {
        let units = area.2.iter().map(|unit| unit.line(usize::MAX).len());
        units.chain([area.0.len() + 1]).max().unwrap_or(0)
    };
    let [a, b, c, d, e] = areas.each_ref().map(needs);
    let between = tank.iter().map(String::len).max().unwrap_or(0);
    let widths = shared(columns.saturating_sub(2), [a.max(d), b.max(between), c.max(e)]);
    let starts = [0, widths[0] + 1, widths[0] + widths[1] + 2];
    // A line for each unit, and where that cuts one and there is room all that is to be said of it.
    let rows = |whole: bool| {
        let area = |n: usize| match whole && areas[n].2.iter().any(|unit| unit.is_cut(widths[column(n)])) {
            true => areas[n].2.iter().map(|unit| unit.lines(widths[column(n)]).len()).sum::<usize>(),
            false => areas[n].2.len(),
        };
        [(0..3).map(area).max().unwrap_or(0).max(1), (3..5).map(area).max().unwrap_or(0).max(2)]
    };
    let left = lines.saturating_sub(top + 4);
    let [[front, flank], [front_lines, flank_lines]] = [rows(true), rows(false)];
    let ways = [(front, flank), (front, flank_lines), (front_lines, flank)];
    let fits = ways.into_iter().find(|(front, flank)| front + flank <= left);
    let (front, flank) = fits.unwrap_or((front_lines, flank_lines));
    let above = front.min(left.saturating_sub(3.min(flank)).max(1));
    let below = flank.max(3).min(left.saturating_sub(above));
    let lower = top + 2 + above;
    sketch.rule(0, lower, starts[2] + widths[2], Ink::Faint);
    for bar in [starts[1] - 1, starts[2] - 1] {
        sketch.bar(bar, top + 1..lower, Ink::Faint);
        sketch.bar(bar, lower + 1..lower + 2 + below, Ink::Faint);
    }
    for (n, (head, chosen, units)) in areas.iter().enumerate() {
        let (x, wide) = (starts[column(n)], widths[column(n)]);
        let (y, rows) = if n < 3 { (top + 1, above) } else { (lower + 1, below) };
        let ink = if *chosen { Ink::Choice } else { Ink::Plain };
        sketch.fit(x + 1, y, wide.saturating_sub(1), head, ink);
        let cut = units.iter().any(|unit| unit.is_cut(wide));
        let whole = cut && units.iter().map(|unit| unit.lines(wide).len()).sum::<usize>() <= rows;
        let shown = if !whole && units.len() > rows { rows.saturating_sub(1) } else { units.len() };
        let mut line = y + 1;
        for unit in units.iter().take(shown) {
            for text in if whole { unit.lines(wide) } else { vec![unit.line(wide)] } {
                sketch.fit(x, line, wide, &text, unit.ink);
                line += 1;
            }
        }
        if shown < units.len() {
            sketch.fit(x, line, wide, &format!("  and {} more", units.len() - shown), Ink::Enemy);
        }
    }
    for (n, text) in tank.into_iter().take(below + 1).enumerate() {
        // The gun points where the turret does.
        let text = if text.len() > widths[1] { text.replace("turret ", "gun ") } else { text };
        sketch.center(starts[1], lower + 1 + n, widths[1], &text, Ink::Own);
    }
    lower + 2 + below
}

/// In which of the three columns an area stands: left, middle, right.
fn column(area: usize) -> usize {
    [0, 1, 2, 0, 2][area]
}

/// The widths of the three columns: a third each if that is enough, else those that need less give the rest away.
fn shared(columns: usize, needs: [usize; 3]) -> [usize; 3] {
    let mut widths = [columns / 3; 3];
    if needs.iter().any(|need| *need > columns / 3) {
        let mut order = [0, 1, 2];
        order.sort_by_key(|n| needs[*n]);
        let mut left = columns;
        for (n, column) in order.into_iter().enumerate() {
            widths[column] = needs[column].min(left / (3 - n));
            left -= widths[column];
        }
        widths.iter_mut().for_each(|width| *width += left / 3);
    }
    widths
}

/// An enemy as it stands on the board.
struct SketchedUnit {
    /// Whether it can be chosen and aims at the tank, and its number.
    lead: String,
    name: String,
    /// What the name comes to where there is no room for it.
    short: String,
    /// Its state, and the same where a mark says already that it aims at the tank.
    states: [Vec<String>; 2],
    ink: Ink,
}

impl SketchedUnit {
    fn of(unit: &SeenUnit<'_>, aimed: &Target, chosen: bool) -> Self {
        let mine = *aimed == Target::You;
        let ink = match (mine, chosen) {
            (true, _) => Ink::Alarm,
            (_, true) => Ink::Choice,
            _ => Ink::Enemy,
        };
        // All infantry of a mission is of one grade.
        let short = match unit.unit.class {
            Class::Inf => "INF",
            _ => unit.name,
        };
        let known = if mine { &Target::Nobody } else { aimed };
        SketchedUnit {
            lead: format!("{}{}{} ", if chosen { '*' } else { ' ' }, if mine { '!' } else { ' ' }, unit.unit.id.0),
            name: unit.name.into(),
            short: short.into(),
            states: [state(unit, aimed), state(unit, known)],
            ink,
        }
    }

    /// All that is to be said of it.
    fn lines(&self, wide: usize) -> Vec<String> {
        let states = folded(&format!("    {}", self.states[0].join(", ")), wide, usize::MAX, 4);
        let states = states.into_iter().filter(|line| !line.trim().is_empty());
        [format!("{}{}", self.lead, self.name)].into_iter().chain(states).collect()
    }

    /// Whether one line is too short for it.
    fn is_cut(&self, wide: usize) -> bool {
        self.line(wide).len() < self.line(usize::MAX).len()
    }

    /// The same on one line: its state before its whole name, which stands in the list of enemies.
    fn line(&self, wide: usize) -> String {
        let states = self.states[1].join(", ");
        let states = if states.is_empty() { states } else { format!(" {states}") };
        let in_short = states.replace("infantry", "INF");
        let room = |states: &str| wide.saturating_sub(self.lead.len() + states.len());
        let ways = [(&self.name, &states), (&self.name, &in_short), (&self.short, &in_short)];
        let fits = ways.into_iter().find(|(name, states)| name.len() <= room(states));
        let (name, states) = fits.unwrap_or(ways[2]);
        format!("{}{}{states}", self.lead, fitted(name, room(states).max(LEAST_NAME)))
    }
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
