//! The boards in characters: six sectors about the tank, three above and three below it, the close ring nearest to it; and the Movement
//! Board with its areas where they lie.

mod answers;

use super::map::{is_here, marked};
use super::{called, has_map, model, on_map, tank_states, weather};
use crate::View;
use crate::state::Sight;
use crate::view::SeenUnit;
use crate::words::{AreaType, MapArea, Range, Road, Sector, Terrain, Zone};
use hulldown_draw::{Ink, Room, Sketch, Spot};

pub(super) use answers::answer;

/// The sectors as they lie: ahead from left to right, then behind.
const ROWS: [[Sector; 3]; 2] = [[Sector::S45, Sector::S68, Sector::S910], [Sector::S3, Sector::S2, Sector::S1]];

/// The board in use.
pub(super) fn sketch(view: &View<'_>, spots: &[Spot], room: Room) -> Option<Sketch> {
    let has = |front: &str| spots.iter().any(|spot| spot.id.starts_with(front));
    if view.in_battle() || has("sector:") || has("zone:") || has("unit:") {
        return Some(battle(view, spots, room));
    }
    (has_map(view) && (on_map(view) || has("area:"))).then(|| map(view, spots, room))
}

fn battle(view: &View<'_>, spots: &[Spot], room: Room) -> Sketch {
    let mut sketch = Sketch::new(room);
    let wide = room.columns.saturating_sub(2) / 3;
    let round = match view.battle().round {
        0 => "Contact".to_string(),
        n => format!("Round {n}"),
    };
    let units = |zone: Zone| view.enemies().filter(move |enemy| enemy.unit.zone == zone);
    // A line for each unit if all have room, else one for each zone.
    let needed = |row: &[Sector; 3], range: Range| {
        row.iter().map(|sector| zone_needs(view, spots, Zone::new(*sector, range), wide)).max().unwrap_or(1)
    };
    // Where room is short, rings in which nothing is or can be chosen are left out, and empty sectors behind the tank only named.
    let is_empty = |row: &[Sector; 3], range: Range| {
        let battle = view.battle();
        row.iter().map(|sector| Zone::new(*sector, range)).all(|zone| {
            let chosen = spots.iter().any(|spot| spot.id == format!("zone:{}", zone.id()));
            !chosen && units(zone).next().is_none() && battle.smoke_in(zone) == 0 && battle.fire[zone.index()] == 0
        })
    };
    let is_quiet = |row: &[Sector; 3]| room.lines < 14 && Range::ALL.iter().all(|range| is_empty(row, *range));
    let all: usize = ROWS.iter().flat_map(|row| Range::ALL.map(|range| needed(row, range))).sum();
    let roomy = all + 4 <= room.lines;
    // A line for each ring with somebody in it; what room is left goes to those who need more, the nearest first.
    let rings = Range::ALL.into_iter().flat_map(|range| ROWS.iter().map(move |row| (row, range)));
    let full: Vec<_> = rings.filter(|(row, range)| !is_empty(row, *range)).collect();
    let mut spare = room.lines.saturating_sub(4 + full.len());
    let shared: Vec<usize> = full
        .iter()
        .map(|(row, range)| {
            let more = (needed(row, *range) - 1).min(spare);
            spare -= more;
            1 + more
        })
        .collect();
    let tight = !roomy;
    // Rings in which nothing is have what is left, the farthest first: they lie outside.
    let mut empty: Vec<(&[Sector; 3], Range)> = Vec::new();
    for range in Range::ALL.into_iter().rev() {
        let quiet = ROWS.iter().filter(|row| is_empty(row, range) && !is_quiet(row));
        empty.extend(quiet.map(|row| (row, range)));
    }
    empty.truncate(if tight { spare } else { usize::MAX });
    let left_out = ROWS.iter().any(|row| {
        let drawn =
            |range: Range| !is_empty(row, range) || empty.iter().any(|one| one.0[0] == row[0] && one.1 == range);
        !is_quiet(row) && !Range::ALL.into_iter().all(drawn)
    });
    let weather = weather(view.report().weather);
    // What the signs in use mean comes before what else there is to say.
    let used: String = SIGNS
        .iter()
        .filter(|(sign, _)| view.enemies().any(|unit| signs(&unit).contains(*sign)))
        .map(|(sign, says)| format!(" {sign} {says};"))
        .collect();
    let range = if view.enemies().any(|unit| unit.unit.aim > 0) { " ! has your range;" } else { "" };
    let rings = if left_out { " empty rings left out;" } else { "" };
    let heads = [
        format!("{round}, {weather}. f s r: side it shows;{range}{used}{rings}"),
        format!("{round}, {weather}. f s r: side;{range}{used}{rings}"),
        format!("{round}. f s r: side it shows;{range}{used}"),
        format!("{round}. f s r: side;{range}{used}"),
        format!("{round}.{range}{used}"),
    ];
    let head = heads.iter().find(|head| head.len() <= room.columns).unwrap_or(&heads[4]);
    let head = head.trim_end_matches(';');
    sketch.fit(0, 0, room.columns, head, Ink::Faint);
    let mut y = 1;
    for (nth, row) in ROWS.iter().enumerate() {
        let mut rings = if nth == 1 && is_quiet(row) { Vec::new() } else { Range::ALL.to_vec() };
        if nth == 0 {
            rings.reverse();
            plates(&mut sketch, view, spots, row, wide, y);
            y += 1;
        }
        for range in rings {
            if is_empty(row, range) && !empty.iter().any(|one| one.0[0] == row[0] && one.1 == range) {
                continue;
            }
            let at = full.iter().position(|(of, at)| of[0] == row[0] && *at == range).filter(|_| tight);
            let lines = at.map_or_else(|| needed(row, range), |at| shared[at]);
            for bar in [wide, 2 * wide + 1] {
                sketch.bar(bar, y..y + lines, Ink::Faint);
            }
            for (n, sector) in row.iter().enumerate() {
                let zone = Zone::new(*sector, range);
                zone_lines(&mut sketch, view, spots, zone, (n * (wide + 1), y), (wide, lines));
            }
            y += lines;
        }
        if nth == 0 {
            sketch.rule(0, y, 3 * wide + 2, Ink::Faint);
            let tank = tank(view);
            sketch.center(0, y, 3 * wide + 2, &format!(" {tank} "), Ink::Own);
        } else {
            plates(&mut sketch, view, spots, row, wide, y);
        }
        y += 1;
    }
    sketch.trimmed()
}

/// The names of three sectors: who holds them, and what of the tank points there.
fn plates(sketch: &mut Sketch, view: &View<'_>, spots: &[Spot], row: &[Sector; 3], wide: usize, y: usize) {
    let tank = view.tank();
    for (n, sector) in row.iter().enumerate() {
        let chosen = spots.iter().any(|spot| spot.id == format!("sector:{}", sector.id()));
        let mut text = format!("{}sector {}", if chosen { "*" } else { "" }, sector.id());
        for (on, word) in [
            (view.battle().us[sector.index()], " US"),
            (tank.turret == *sector, " [gun]"),
            (tank.hull == *sector, " [hull]"),
        ] {
            if on {
                text += word;
            }
        }
        let ink = if chosen { Ink::Choice } else { Ink::Plain };
        sketch.center(n * (wide + 1), y, wide, &text, ink);
    }
}

/// What stands before the units of a zone: its letter, a star if it can be chosen, smoke and fire.
fn lead(view: &View<'_>, spots: &[Spot], zone: Zone) -> (String, Ink) {
    let chosen = spots.iter().any(|spot| spot.id == format!("zone:{}", zone.id()));
    let letter = zone.range.name()[..1].to_uppercase();
    let mut marks = String::new();
    let battle = view.battle();
    for (n, word) in [(battle.smoke_in(zone), "smoke"), (battle.fire[zone.index()], "AF")] {
        if n > 0 {
            marks += &format!("{word} {n}; ");
        }
    }
    // What follows them is a unit, whose number stands first.
    if view.enemies().all(|unit| unit.unit.zone != zone) {
        marks.truncate(marks.trim_end_matches("; ").len());
    }
    let lead = format!("{letter}{}{marks}", if chosen { "* " } else { "  " });
    (lead, if chosen { Ink::Choice } else { Ink::Faint })
}

/// How many lines a zone wants: one for each unit, and one more where the first has no room beside smoke and fire.
fn zone_needs(view: &View<'_>, spots: &[Spot], zone: Zone, wide: usize) -> usize {
    let units: Vec<SeenUnit<'_>> = view.enemies().filter(|enemy| enemy.unit.zone == zone).collect();
    units.len().max(1) + usize::from(begins_below(view, spots, zone, wide, &units))
}

/// Whether the first unit of a zone has no room beside smoke and fire.
fn begins_below(view: &View<'_>, spots: &[Spot], zone: Zone, wide: usize, units: &[SeenUnit<'_>]) -> bool {
    let (lead, _) = lead(view, spots, zone);
    units.first().is_some_and(|unit| lead.len() > LETTER && lead.len() + short(unit, false).len() > wide)
}

/// How wide the letter of a zone stands.
const LETTER: usize = 3;

/// A zone: its letter, smoke, fire, and its units, each on a line of its own or all in one.
fn zone_lines(
    sketch: &mut Sketch,
    view: &View<'_>,
    spots: &[Spot],
    zone: Zone,
    (left, top): (usize, usize),
    (wide, lines): (usize, usize),
) {
    let can = |id: String| spots.iter().any(|spot| spot.id == id);
    let (lead, ink) = lead(view, spots, zone);
    sketch.fit(left, top, wide, &lead, ink);
    let units: Vec<SeenUnit<'_>> = view.enemies().filter(|enemy| enemy.unit.zone == zone).collect();
    let below = lines > units.len() && begins_below(view, spots, zone, wide, &units);
    let (mut x, mut y) = if below { (LETTER, top + 1) } else { (lead.len(), top) };
    for (n, unit) in units.iter().enumerate() {
        let aimed = unit.unit.aim > 0;
        let chosen = can(format!("unit:{}", unit.unit.id.0));
        let ink = match (aimed, chosen) {
            (true, _) => Ink::Alarm,
            (_, true) => Ink::Choice,
            _ => Ink::Enemy,
        };
        let text = short(unit, chosen);
        // Alone on its line, and with room for it, in words.
        let alone = lines > 1 || units.len() == 1;
        let text = Some(in_words(unit, chosen)).filter(|words| alone && x + words.len() <= wide).unwrap_or(text);
        // The last line says how many have no room.
        let more = units.len() - n;
        let full = y + 1 == top + lines && more > 1 && x + text.len() + 4 > wide;
        if full {
            sketch.fit(left + x, y, wide.saturating_sub(x), &format!("+{more}"), Ink::Enemy);
            return;
        }
        sketch.fit(left + x, y, wide.saturating_sub(x), &text, ink);
        if lines > 1 && n + 1 < units.len() {
            (x, y) = (LETTER, y + 1);
        } else {
            x += text.len() + 1;
        }
    }
}

/// What a letter behind the side of a unit says of it.
const SIGNS: [(char, &str); 7] = [
    ('H', "hidden"),
    ('U', "unspotted"),
    ('D', "hull down"),
    ('W', "woods"),
    ('B', "building"),
    ('F', "fortified"),
    ('M', "moving"),
];

/// The letters for how well a unit is seen, what it stands in, and whether it moves.
fn signs(unit: &SeenUnit<'_>) -> String {
    let enemy = unit.unit;
    let sight = match enemy.sight {
        Sight::Hidden => Some('H'),
        Sight::Unspotted => Some('U'),
        Sight::Spotted => None,
    };
    let stands = match enemy.terrain {
        Terrain::HullDown => Some('D'),
        Terrain::Woods => Some('W'),
        Terrain::Building => Some('B'),
        Terrain::Fortification => Some('F'),
        Terrain::Open => None,
    };
    sight.into_iter().chain(stands).chain(enemy.moving.then_some('M')).collect()
}

/// A unit in a few characters: whether it has your range, its number, the side it shows, what is so with it, and what it is.
fn short(unit: &SeenUnit<'_>, chosen: bool) -> String {
    // What may not be overlooked stands before the name, which may be cut.
    format!("{}{} {}", front(unit, chosen), signs(unit), name(unit))
}

/// The same with what is so with it in words.
fn in_words(unit: &SeenUnit<'_>, chosen: bool) -> String {
    let signs = signs(unit);
    let said = SIGNS.iter().filter(|(sign, _)| signs.contains(*sign)).map(|(_, says)| format!(", {says}"));
    format!("{} {}{}", front(unit, chosen), name(unit), said.collect::<String>())
}

fn front(unit: &SeenUnit<'_>, chosen: bool) -> String {
    let facing = unit.unit.facing.filter(|_| unit.vehicle).map_or("", |facing| &facing.id()[..1]);
    let (star, range) = (if chosen { "*" } else { "" }, if unit.unit.aim > 0 { "!" } else { "" });
    format!("{star}{range}{}{facing}", unit.unit.id.0)
}

fn name(unit: &SeenUnit<'_>) -> String {
    called(unit).replace("unidentified ", "?").replace("self-propelled gun", "SPG").replace("anti-tank", "AT")
}

/// The tank on one line.
fn tank(view: &View<'_>) -> String {
    let tank = view.tank();
    let mut text = format!("{}: hull {}, turret {}", model(view), tank.hull.id(), tank.turret.id());
    for state in tank_states(view) {
        text += &format!(", {state}");
    }
    match view.battle().smoke_here() {
        0 => text,
        n => text + &format!(", smoke {n}"),
    }
}

/// The Movement Board: numbers of areas with what lies there, roads between them.
fn map(view: &View<'_>, spots: &[Spot], room: Room) -> Sketch {
    const LABEL: usize = 7;
    let room = Room { columns: room.columns.min(120), lines: room.lines.min(40) };
    let mut sketch = Sketch::new(room);
    let areas = &view.data().areas;
    let place = |which: usize| {
        let [x, y] = areas[which].pos;
        let across = room.columns.saturating_sub(LABEL + 1);
        let down = room.lines.saturating_sub(2);
        (usize::from(x) * across / 100, usize::from(y) * down / 100)
    };
    for (kind, sign) in [(Road::Dirt, "."), (Road::Improved, "=")] {
        for (n, from) in areas.iter().enumerate() {
            for (to, _) in from.neighbours.iter().filter(|(to, road)| to.index() > n && *road == kind) {
                line(&mut sketch, place(n), place(to.index()), sign);
            }
        }
    }
    // Where areas lie close together, one label moves aside; that each could be as long as any keeps all in their places whatever is asked.
    let mut taken: Vec<(usize, usize, usize)> = Vec::new();
    let mut labels = Vec::new();
    for area in MapArea::ALL {
        let long = area.to_string().len() + AROUND;
        let (x, y) = aside(&taken, place(area.index()), long, room);
        taken.push((x, y, long));
        labels.push((x, y, label(view, spots, area)));
    }
    // Who is here and what can be chosen is drawn last, over all.
    labels.sort_by_key(|(.., (_, _, ink))| matches!(ink, Ink::Choice | Ink::Own));
    for (x, y, (lead, text, ink)) in &labels {
        if let Some(lead) = lead {
            sketch.put(*x, *y, lead, *ink);
        }
        sketch.put(x + 1, *y, text, *ink);
    }
    // As much as has room of what is on the map, what one looks for first.
    let has = |signs: &str| {
        labels.iter().any(|(.., (lead, text, _))| text.contains(|c| signs.contains(c)) || *lead == Some(signs))
    };
    let parts = [
        ("[", "[] you"),
        ("*", "* open"),
        ("+", "+ ours"),
        ("a", "a artillery, air"),
        ("S", "S start"),
        ("X", "X exit"),
        ("!", "! enemy left there"),
        ("LMH", "LMH resistance"),
        ("f", "f farms"),
        ("o", "o fields"),
        ("v", "v village"),
        ("w", "w woods"),
    ];
    let parts: Vec<&str> =
        parts.iter().filter(|(sign, _)| has(sign)).map(|(_, says)| *says).chain(["= . road"]).collect();
    let mut legend = String::new();
    for part in parts {
        if legend.len() + 1 + part.len() <= room.columns {
            legend += if legend.is_empty() { "" } else { " " };
            legend += part;
        }
    }
    sketch.put(0, room.lines.saturating_sub(1), &legend, Ink::Faint);
    sketch
}

/// The place nearest to a wanted one, along its line first, where a label of this length touches no other; the wanted one if there is none.
fn aside(taken: &[(usize, usize, usize)], (x, y): (usize, usize), length: usize, room: Room) -> (usize, usize) {
    let touches = |at: usize, line: usize| {
        taken.iter().any(|(other, on, long)| *on == line && at < other + long + 1 && *other < at + length + 1)
    };
    let fits = |at: usize, line: usize| at + length <= room.columns && line + 1 < room.lines && !touches(at, line);
    let near = (0..=8).flat_map(|far| [(far, 0), (far, 1)]).flat_map(|(far, lines)| {
        let across = [x.checked_add(far), x.checked_sub(far)].into_iter().flatten();
        across.flat_map(move |at| {
            [y.checked_add(lines), y.checked_sub(lines)].into_iter().flatten().map(move |on| (at, on))
        })
    });
    near.into_iter().find(|(at, line)| fits(*at, *line)).unwrap_or((x, y))
}

/// What stands around the number of an area: a bracket or a star, its kind, who holds it, marks or a bracket.
const AROUND: usize = 5;

/// An area in a few characters, and what stands before its number.
fn label(view: &View<'_>, spots: &[Spot], which: MapArea) -> (Option<&'static str>, String, Ink) {
    let map = view.map();
    let (area, info) = (&map.areas[which], &view.data().areas[which.index()]);
    let kind = match info.kind {
        AreaType::A => 'f',
        AreaType::B => 'o',
        AreaType::C => 'v',
        AreaType::D => 'w',
    };
    let mut text = format!("{which}{kind}");
    let (start, exit) = marked(view, which);
    if area.us {
        text.push('+');
    } else if let Some(resistance) = area.resistance {
        text += &resistance.id()[..1].to_uppercase();
    }
    let strays = map.strays.iter().any(|stray| stray.area == which);
    for (on, mark) in [(exit, 'X'), (start, 'S'), (strays, '!'), (area.artillery > 0 || area.air > 0, 'a')] {
        if on {
            text.push(mark);
        }
    }
    let chosen = spots.iter().any(|spot| spot.id == format!("area:{which}"));
    match (is_here(view, which), chosen) {
        (true, _) => (Some("["), format!("{text}]"), Ink::Own),
        (_, true) => (Some("*"), text, Ink::Choice),
        _ => (None, text, if area.us { Ink::Own } else { Ink::Plain }),
    }
}

/// A line of signs from a place to another.
fn line(sketch: &mut Sketch, from: (usize, usize), to: (usize, usize), sign: &str) {
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
    let along = |a: usize, b: usize, n: usize| (a * (steps - n) + b * n + steps / 2) / steps;
    for n in 0..=steps {
        sketch.put(along(from.0, to.0, n) + 1, along(from.1, to.1, n), sign, Ink::Faint);
    }
}
