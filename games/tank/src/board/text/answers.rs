//! Answers in words about the map, for who listens instead of looking.

use super::super::aim::{Aim, chance, hexes, odds};
use super::super::bears::{best_shot, march};
use super::super::lists::{called, line_to, near, place, seen_words};
use super::super::map::ground_words;
use crate::massed::Massed;
use crate::sight::judge;
use crate::state::{Place, Stage, Unit};
use crate::text::percent;
use crate::view::SeenUnit;
use crate::words::{Code, Edge, Edging, Kind, Mode, Terrain, Weapon};
use crate::{View, plot_words};
use hulldown_core::hex::{HexId, Paths, Side};
use hulldown_draw::Question;

/// Something somebody names.
enum Thing<'a> {
    Hex(HexId),
    Own(&'a Unit),
    Enemy(SeenUnit),
    Edge(Edge),
}

/// Answers a question about the map.
pub(crate) fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
    match question {
        Question::Look(what) => Ok(match find(view, what)? {
            Thing::Hex(hex) => looked(view, hex),
            Thing::Own(unit) => own(view, unit),
            Thing::Enemy(seen) => enemy(view, &seen),
            Thing::Edge(edge) => along(view, edge),
        }),
        Question::Way(what) => way(view, what),
        Question::See(what) => Ok(match find(view, what)? {
            Thing::Own(unit) => seen_by(view, unit),
            Thing::Hex(hex) => seen_from(view, hex),
            Thing::Enemy(seen) => seen_by_enemy(view, &seen),
            Thing::Edge(_) => return Err(asks(view)),
        }),
        Question::Targets => Ok(targets(view)),
        Question::Where => Ok(whereabouts(view)),
    }
}

/// What can be asked.
fn asks(view: &View<'_>) -> String {
    let ground = view.ground();
    let first = ground.grid().ids().next().map_or_else(String::new, |id| ground.name(id));
    let last = ground.grid().ids().last().map_or_else(String::new, |id| ground.name(id));
    format!(
        "Say a hex from {first} to {last}, a unit of yours by its letter, an enemy as `enemy A`, or an edge W, X, Y, Z: `look {first}`, \
         `look A`, `look W`, `see A`, `see {first}`, `way A {last}`, `way {first} Y`"
    )
}

fn find<'a>(view: &View<'a>, what: &str) -> Result<Thing<'a>, String> {
    let what = what.trim();
    if let Some(code) = what.to_lowercase().strip_prefix("enemy ") {
        let known = view.enemies().find(|seen| seen.known.is_some_and(|(c, _)| c.as_str().eq_ignore_ascii_case(code)));
        return known.map(Thing::Enemy).ok_or_else(|| format!("No enemy {} has been spotted.", code.to_uppercase()));
    }
    let hex = view.ground().find(what);
    if let Ok(hex) = hex {
        return Ok(Thing::Hex(hex));
    }
    // What has a number is meant for a hex.
    if let (Err(wrong), true) = (hex, what.ends_with(|c: char| c.is_ascii_digit())) {
        return Err(format!("{wrong}."));
    }
    if let Some(unit) = view.units().iter().find(|unit| unit.code.as_str().eq_ignore_ascii_case(what)) {
        return Ok(Thing::Own(unit));
    }
    Edge::ALL.into_iter().find(|edge| edge.id().eq_ignore_ascii_case(what)).map(Thing::Edge).ok_or_else(|| match what {
        "" => asks(view),
        what => format!("there is no `{what}` on the map or among your units. {}", asks(view)),
    })
}

/// The hex a place is in, if it is one.
fn hex_at(thing: &Thing<'_>) -> Option<HexId> {
    match thing {
        Thing::Hex(hex) => Some(*hex),
        Thing::Own(unit) => unit.hex(),
        Thing::Enemy(seen) => Some(seen.hex),
        Thing::Edge(_) => None,
    }
}

/// The hex, its sides, what stands about it, and what it would be like to enter or leave there.
fn looked(view: &View<'_>, hex: HexId) -> Vec<String> {
    let ground = view.ground();
    let mut lines = near(view, hex);
    let seen = view.sight().count(hex).saturating_sub(1);
    lines.push(format!("{seen} of {} hexes can be seen from here", ground.grid().len() - 1));
    lines.extend(Edge::ALL.into_iter().filter(|edge| ground.on_edge(*edge, hex)).map(|edge| on_edge(view, hex, edge)));
    lines
}

/// Own vehicles take so much from here to the other side of the map.
fn on_edge(view: &View<'_>, hex: HexId, edge: Edge) -> String {
    let across = edge.opposite();
    match march(view, hex, across) {
        Some(points) => {
            format!("on the {edge}; {points} Movement Points from here to the {across} by the cheapest way")
        }
        None => format!("on the {edge}"),
    }
}

/// The hexes of an edge, each with what lies there.
fn along(view: &View<'_>, edge: Edge) -> Vec<String> {
    let ground = view.ground();
    let across = edge.opposite();
    let mut lines = vec![format!("the {edge}, hex by hex, with the Movement Points from there to the {across}:")];
    lines.extend(ground.edge(edge).map(|hex| {
        let points = march(view, hex, across).map_or_else(String::new, |points| format!("; {points} points"));
        let seen = view.sight().count(hex).saturating_sub(1);
        format!("{}; sees {seen} hexes{points}", ground_words(view, hex))
    }));
    lines
}

fn own(view: &View<'_>, unit: &Unit) -> Vec<String> {
    let info = view.info(unit.weapon);
    let mut lines = vec![format!("{} ({}): {}", unit.code, info.name, place(view, unit))];
    let marks = super::super::lists::marks(unit);
    if !marks.is_empty() {
        lines.push(marks);
    }
    lines.push(strength(view, unit.weapon));
    if unit.plot.task.is_some() {
        lines.push(format!("plotted {}", plot_words(view.ground(), &unit.plot)));
    }
    if let Some(hex) = unit.hex() {
        lines.push(format!("it stands in {}", ground_words(view, hex)));
        lines.extend(seen_by(view, unit));
    }
    lines
}

fn enemy(view: &View<'_>, seen: &SeenUnit) -> Vec<String> {
    let ground = view.ground();
    let facing = seen.facing.map_or_else(String::new, |side| format!(", facing {}", side.name()));
    let mut lines = vec![format!("enemy {} in {}{facing}", called(view, seen), ground_words(view, seen.hex))];
    if let Some((_, weapon)) = seen.known {
        lines.push(strength(view, weapon));
    }
    if let Some(plot) = seen.plot.filter(|plot| plot.task.is_some()) {
        lines.push(format!("plotted {}", plot_words(ground, &plot)));
    }
    lines.extend(bears(view, seen));
    lines
}

/// What something fires with. Infantry has no strengths, but a chart of its own.
fn strength(view: &View<'_>, weapon: Weapon) -> String {
    let info = view.info(weapon);
    if info.kind != Kind::Infantry {
        return format!(
            "attack {} against armor, {} against men and guns; effective range {}",
            info.ap, info.he, info.er
        );
    }
    let infantry = &view.data().infantry;
    let chances = (1..=infantry.max_range()).filter_map(|range| {
        let [still, moving] = [false, true].map(|moves| infantry.kill(range, moves));
        Some(format!("{} at {}, {} if it moves", percent(still?), hexes(range), percent(moving?)))
    });
    format!("fires at vehicles by chart 8.81: {}; not at men and guns", chances.collect::<Vec<_>>().join("; "))
}

/// Whom a unit sees, with what its fire would come to.
fn seen_by(view: &View<'_>, unit: &Unit) -> Vec<String> {
    let Some(from) = unit.hex() else { return vec![format!("{} is not on the map", unit.code)] };
    let mut lines = vec![format!("seen by {} from {}:", unit.code, ground_words(view, from))];
    lines.extend(in_sight(view, from, |hex| view.sees(unit, hex)));
    lines.extend(around(view, from, |hex| view.sees(unit, hex)));
    let aim = Aim::of(*view, &format!("unit:{}:{}", view.force().id(), unit.code));
    let targets = aim.map_or_else(Vec::new, |aim| aim.targets());
    if targets.is_empty() {
        lines.push("no enemy unit is in its sight".into());
    }
    lines.extend(targets.into_iter().map(|target| target.label));
    lines.extend(enemies_from(view, from, |hex| !view.sees(unit, hex)));
    lines
}

/// Where enemies are from a hex: those that are hidden by the same, or seen alike, on one line.
fn enemies_from(view: &View<'_>, from: HexId, which: impl Fn(HexId) -> bool) -> Vec<String> {
    let ground = view.ground();
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for seen in view.enemies().filter(|seen| which(seen.hex)) {
        let how = match seen.hex == from {
            true => "here".into(),
            false => seen_words(view, from, seen.hex),
        };
        let (far, wind) = (ground.range(from, seen.hex), ground.hex(from).wind(ground.hex(seen.hex)));
        let who = format!("{} in {} ({} {wind})", called(view, &seen), ground.name(seen.hex), hexes(far));
        match kinds.iter_mut().find(|(known, _)| *known == how) {
            Some((_, all)) => all.push(who),
            None => kinds.push((how, vec![who])),
        }
    }
    let told = |(how, all): (String, Vec<String>)| match how.strip_prefix("not seen: ") {
        Some(why) => format!("enemies not seen, {why}: {}", all.join(", ")),
        None => format!("enemies {how}: {}", all.join(", ")),
    };
    kinds.into_iter().map(told).collect()
}

/// What is in sight from a hex, whichever way: how much, and where hills, woods, rough and low ground are, the nearest first.
fn in_sight(view: &View<'_>, from: HexId, sees: impl Fn(HexId) -> bool) -> Vec<String> {
    let ground = view.ground();
    let mut all: Vec<(u16, HexId)> = ground
        .grid()
        .ids()
        .filter(|hex| *hex != from && sees(*hex))
        .map(|hex| (ground.range(from, hex), hex))
        .collect();
    all.sort_unstable();
    let Some((farthest, _)) = all.last() else { return vec!["  nothing is in sight".into()] };
    let mut lines = vec![format!("  {} in sight, the farthest {farthest} away", hexes(all.len() as u16))];
    let woods = |hex: HexId| ground.terrain(hex) == Terrain::Woods && view.mode() != Mode::Open;
    let rough = |hex: HexId| ground.terrain(hex) == Terrain::Rough && view.mode() != Mode::Open;
    let kinds: [(&str, &dyn Fn(HexId) -> bool); 4] = [
        ("high ground", &|hex| ground.is_high(hex)),
        ("low ground", &|hex| ground.depression(hex).is_some()),
        ("woods", &woods),
        ("rough", &rough),
    ];
    for (name, is) in kinds {
        // By the way one looks, in the order in which one comes to the first of each.
        let mut ways: Vec<(&str, u16, u16)> = Vec::new();
        for (range, hex) in all.iter().filter(|(_, hex)| is(*hex)) {
            let wind = ground.hex(from).wind(ground.hex(*hex));
            match ways.iter_mut().find(|(known, ..)| *known == wind) {
                Some((.., count)) => *count += 1,
                None => ways.push((wind, *range, 1)),
            }
        }
        let told = ways.iter().map(|(wind, range, count)| format!("{wind} {count}, from {range} away"));
        let told = told.collect::<Vec<_>>().join("; ");
        if !told.is_empty() {
            lines.push(format!("  {name}: {told}"));
        }
    }
    lines
}

/// How far one sees along each of the six rows of hexes from a hex, over what, and what ends it.
fn around(view: &View<'_>, from: HexId, sees: impl Fn(HexId) -> bool) -> Vec<String> {
    let ground = view.ground();
    let land = |hex: HexId| view.mode().counts(ground.terrain(hex));
    let row = |side: Side| {
        let all: Vec<HexId> = std::iter::successors(ground.next(from, side), |hex| ground.next(*hex, side)).collect();
        let far = all.iter().position(|hex| !sees(*hex)).unwrap_or(all.len());
        // The same ground several hexes in a row is said once.
        let over: Vec<String> = all[..far]
            .chunk_by(|a, b| land(*a) == land(*b))
            .map(|run| format!("{} {}", run.len(), land(run[0])))
            .collect();
        let beyond = all[far..].iter().filter(|hex| sees(**hex)).count();
        let beyond = if beyond > 0 { format!(", and {} beyond it", hexes(beyond as u16)) } else { String::new() };
        match (all.get(far), far) {
            (None, 0) => format!("  {side} ({}): the edge of the map", side.name()),
            (None, _) => format!("  {side} ({}): {}, to the edge of the map", side.name(), over.join(", ")),
            (Some(end), 0) => format!("  {side} ({}): not {}{beyond}", side.name(), ground_words(view, *end)),
            (Some(end), _) => {
                format!("  {side} ({}): {}, but not {}{beyond}", side.name(), over.join(", "), ground_words(view, *end))
            }
        }
    };
    Side::ALL.into_iter().map(row).collect()
}

/// Who would be seen from a hex.
fn seen_from(view: &View<'_>, hex: HexId) -> Vec<String> {
    let mut lines = vec![format!("seen from {}:", ground_words(view, hex))];
    lines.extend(in_sight(view, hex, |other| view.sight().clear(hex, other)));
    lines.extend(around(view, hex, |other| view.sight().clear(hex, other)));
    let own = view.units().iter().filter_map(|unit| {
        let at = unit.hex()?;
        Some(line_to(view, hex, at, &format!("our {} ({})", unit.code, view.info(unit.weapon).name)))
    });
    lines.extend(own);
    lines.extend(enemies_from(view, hex, |_| true));
    lines
}

/// Which of ours one of the enemy sees.
fn seen_by_enemy(view: &View<'_>, seen: &SeenUnit) -> Vec<String> {
    let mut lines = vec![format!("seen by enemy {} from {}:", called(view, seen), ground_words(view, seen.hex))];
    lines.extend(in_sight(view, seen.hex, |other| view.sight().clear(seen.hex, other)));
    lines.extend(around(view, seen.hex, |other| view.sight().clear(seen.hex, other)));
    lines.extend(bears(view, seen));
    lines
}

/// Which of our units one enemy can fire at, with its chance where its type is known.
fn bears(view: &View<'_>, seen: &SeenUnit) -> Vec<String> {
    let ground = view.ground();
    let mut lines = Vec::new();
    for unit in view.units() {
        let Some(hex) = unit.hex().filter(|hex| view.sight().clear(seen.hex, *hex)) else { continue };
        let far = hexes(ground.range(seen.hex, hex));
        let cover = judge(ground, view.mode(), seen.hex, hex).cover;
        let cover = if cover.hides() { format!(", you {}", cover.name()) } else { String::new() };
        let sum = view.enemy_gun(seen).map(|gun| {
            let mark = view.mark(unit.weapon, hex, unit.facing, 0);
            view.field().shot(&gun, &mark)
        });
        let what = match &sum {
            None => "its type is not known".into(),
            Some(sum) if sum.kill.is_none() => format!("no attack is permitted{}", alone(view, unit)),
            Some(sum) => format!("{} if you stand: {}", chance(Some(sum)), odds(Some(sum), None)),
        };
        lines.push(format!("it has a line of sight to your {} at {far}{cover}: {what}", unit.code));
    }
    if lines.is_empty() {
        lines.push("it sees none of your units".into());
    }
    lines
}

fn targets(view: &View<'_>) -> Vec<String> {
    let hidden = lying_hidden(view);
    if view.enemies().next().is_none() {
        let nobody = "No enemy unit is to be seen on the map; some may lie hidden.".to_string();
        return std::iter::once(nobody).chain(hidden).collect();
    }
    let sees = |seen: &SeenUnit| {
        view.units().iter().any(|unit| unit.hex().is_some_and(|hex| view.sight().clear(seen.hex, hex)))
    };
    let (mut seeing, blind): (Vec<SeenUnit>, Vec<SeenUnit>) = view.enemies().partition(sees);
    // The worst first.
    seeing.sort_by_key(|seen| std::cmp::Reverse(best_shot(view, seen)));
    let mut lines: Vec<String> = hidden.into_iter().collect();
    // Who is known to do nothing alone needs no line to himself.
    let harmless = |seen: &SeenUnit| seen.known.is_some() && best_shot(view, seen) == 0;
    let (harmless, seeing): (Vec<SeenUnit>, Vec<SeenUnit>) = seeing.into_iter().partition(harmless);
    if !seeing.is_empty() {
        lines.push("By line of sight, the chance to destroy you if you stand:".into());
    }
    let named = |seen: &SeenUnit| format!("{}, {}", called(view, seen), view.ground().name(seen.hex));
    lines.extend(seeing.iter().map(|seen| format!("enemy {}: {}", named(seen), in_short(view, seen))));
    lines.extend(massed(view));
    if !harmless.is_empty() {
        let named: Vec<String> = harmless.iter().map(named).collect();
        lines.push(format!("with a line of sight to you, and alone no chance: {}", named.join("; ")));
    }
    if !blind.is_empty() {
        let hexes: Vec<String> = blind.iter().map(|seen| view.ground().name(seen.hex)).collect();
        lines.push(format!("without a line of sight to you: {}", hexes.join(", ")));
    }
    lines
}

/// What several can do together, and whom they can drive over.
fn massed(view: &View<'_>) -> Vec<String> {
    let massed = Massed::new(view);
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for unit in view.units() {
        let together = massed.together(unit).map(|several| format!("{} at", several.words()));
        let by: Vec<&str> = massed.overruns(unit).iter().map(Code::as_str).collect();
        let overrun = (!by.is_empty()).then(|| format!("enemy {} can overrun", by.join(", ")));
        for says in [together, overrun].into_iter().flatten() {
            match groups.iter_mut().find(|(known, _)| *known == says) {
                Some((_, units)) => units.push(unit.code.as_str()),
                None => groups.push((says, vec![unit.code.as_str()])),
            }
        }
    }
    groups.into_iter().map(|(says, units)| format!("{says} our {}", units.join(", "))).collect()
}

/// That more than one may do what one cannot.
fn alone(view: &View<'_>, unit: &Unit) -> &'static str {
    if view.kind(unit).is_soft() { " alone" } else { "" }
}

/// What cannot be told of who may fire: how many of the enemy's units are not to be seen.
fn lying_hidden(view: &View<'_>) -> Option<String> {
    let enemy = view.force().enemy();
    let standing = view.standing(enemy);
    let known = usize::from(standing.losses + standing.exited + standing.queued) + view.enemies().count();
    let left = usize::from(standing.units).saturating_sub(known);
    let told =
        || format!("{left} of {enemy}'s {} units are not to be seen: any may lie hidden and fire", standing.units);
    (left > 0 && known > 0).then(told)
}

/// Which of our units one enemy sees, those with the same chance together, the worst first.
fn in_short(view: &View<'_>, seen: &SeenUnit) -> String {
    let gun = view.enemy_gun(seen);
    let mut groups: Vec<(Option<u8>, String, Vec<String>)> = Vec::new();
    for unit in view.units() {
        let Some(hex) = unit.hex().filter(|hex| view.sight().clear(seen.hex, *hex)) else { continue };
        let sum = gun.as_ref().map(|gun| view.field().shot(gun, &view.mark(unit.weapon, hex, unit.facing, 0)));
        let says = match &sum {
            None => "not known, sees".to_string(),
            Some(sum) if sum.kill.is_none() => format!("no attack{} on", alone(view, unit)),
            Some(_) => chance(sum.as_ref()),
        };
        let whom = unit.code.to_string();
        match groups.iter_mut().find(|(_, known, _)| *known == says) {
            Some((.., units)) => units.push(whom),
            None => groups.push((sum.map(|sum| sum.sixths()), says, vec![whom])),
        }
    }
    groups.sort_by_key(|(sixths, ..)| std::cmp::Reverse(*sixths));
    let told: Vec<String> = groups.iter().map(|(_, says, units)| format!("{says} our {}", units.join(", "))).collect();
    told.join("; ")
}

fn whereabouts(view: &View<'_>) -> Vec<String> {
    let scenario = view.scenario();
    let stage = match view.stage() {
        Stage::Arrange => "before the first turn".to_string(),
        _ => format!("Game-Turn {}", view.turn()),
    };
    let mut lines = vec![format!("You are {}: {}, {} terrain, {stage}", view.force(), scenario.title, view.mode())];
    let to_come =
        view.stage() == Stage::Arrange || view.units().iter().any(|unit| matches!(unit.place, Place::Queue(_)));
    if let Some(edge) = scenario.info.entry[view.force()].filter(|_| to_come) {
        lines.push(match view.army().entry {
            Some(hex) => format!("you enter by {}, on the {edge}", ground_words(view, hex)),
            None => format!("you enter by the {edge}; `look {}` tells it hex by hex", edge.id()),
        });
    }
    if let Some(edge) = view.exit_edge() {
        lines.push(format!("you may leave by the {edge}"));
    }
    lines.extend(view.units().iter().map(|unit| {
        let what = unit.hex().map_or_else(
            || off_map(view, unit),
            |hex| format!("{}, facing {}", ground_words(view, hex), unit.facing.name()),
        );
        format!("{} ({}): {what}", unit.code, view.info(unit.weapon).name)
    }));
    lines.extend(enemies_about(view));
    lines
}

/// The enemies on the map, each with how far it is from the nearest of ours, those nearest first.
fn enemies_about(view: &View<'_>) -> Vec<String> {
    let ground = view.ground();
    let nearest = |seen: &SeenUnit| {
        let own = view.units().iter().filter_map(|unit| Some((unit, unit.hex()?)));
        own.map(|(unit, hex)| (ground.range(hex, seen.hex), unit.code, hex)).min()
    };
    let mut all: Vec<_> = view.enemies().map(|seen| (nearest(&seen), seen)).collect();
    all.sort_by_key(|(near, seen)| (*near, seen.hex));
    if all.is_empty() {
        return vec!["no enemy unit is on the map".into()];
    }
    let told = all.iter().map(|(near, seen)| {
        let place = format!("enemy {} in {}", called(view, seen), ground_words(view, seen.hex));
        match near {
            Some((far, code, hex)) => {
                let wind = ground.hex(*hex).wind(ground.hex(seen.hex));
                format!("{place}, {} {wind} of {code}", hexes(*far))
            }
            None => place,
        }
    });
    told.chain(["`who targets me` tells who sees you".to_string()]).collect()
}

/// Where a unit is that stands in no hex.
fn off_map(view: &View<'_>, unit: &Unit) -> String {
    match unit.place {
        Place::Queue(n) => format!("off the map, place {n} of those to enter"),
        _ => place(view, unit),
    }
}

/// From a place to another: how far, and the cheapest way with what lies on it.
fn way(view: &View<'_>, what: &str) -> Result<Vec<String>, String> {
    let ground = view.ground();
    // `enemy A` is one name.
    let mut words: Vec<String> = Vec::new();
    for word in what.split_whitespace().filter(|word| !matches!(*word, "from" | "to")) {
        match words.last_mut().filter(|last| last.eq_ignore_ascii_case("enemy")) {
            Some(enemy) => *enemy += &format!(" {word}"),
            None => words.push(word.into()),
        }
    }
    let (from, to) = match &words[..] {
        [from, to] => (find(view, from)?, find(view, to)?),
        [to] => {
            let to = find(view, to)?;
            let near = |unit: &&Unit| {
                let Some(at) = unit.hex() else { return u16::MAX };
                hex_at(&to).map_or(0, |hex| ground.range(at, hex))
            };
            let unit = view.units().iter().filter(|unit| unit.in_play()).min_by_key(near);
            let entry = view.army().entry.map(Thing::Hex);
            match unit.filter(|unit| unit.hex().is_some()).map(Thing::Own).or(entry) {
                Some(from) => (from, to),
                None => return Err("You have no unit on the map: say from where, such as `way 0112 2714`.".into()),
            }
        }
        _ => return Err(asks(view)),
    };
    let unit = match from {
        Thing::Own(unit) => Some(unit),
        _ => view.units().iter().find(|unit| view.allowance(unit, None) > 0),
    };
    let start = hex_at(&from).ok_or("A way begins in a hex or at a unit on the map.")?;
    let name = match from {
        Thing::Own(unit) => format!("{} in {}", unit.code, ground.name(start)),
        _ => ground.name(start),
    };
    let allowance = unit.map_or(0, |unit| view.allowance(unit, None)).max(1);
    let mut paths = Paths::new(ground.grid());
    paths.spread(start, u16::MAX - 1, |hex, side, _| {
        Some(u16::from(ground.cost(view.mode(), hex, side)?.of(allowance)))
    });
    let mut lines = Vec::new();
    let goal = if let Thing::Edge(edge) = to {
        lines.push(format!("From {name} to the {edge}: {}", hexes(ground.from_edge(edge, start))));
        // Of ways that cost the same the straightest.
        let ends = ground.edge(edge).filter_map(|hex| Some((paths.cost(hex)?, ground.range(start, hex), hex)));
        ends.min().map_or(start, |(.., hex)| hex)
    } else {
        let goal = hex_at(&to).ok_or("That unit is not on the map.")?;
        if goal != start {
            let (wind, far) = (ground.hex(start).wind(ground.hex(goal)), hexes(ground.range(start, goal)));
            let seen = seen_words(view, start, goal);
            lines.push(format!("From {name} to {}: {far} to the {wind}, {seen}", ground_words(view, goal)));
        }
        goal
    };
    if goal == start {
        return Ok(vec![format!("{name} is there.")]);
    }
    let Some(points) = paths.cost(goal) else {
        lines.push("no way leads there".into());
        return Ok(lines);
    };
    let turns = points.div_ceil(u16::from(allowance));
    let turns = if turns == 1 { "1 turn".into() } else { format!("{turns} turns") };
    lines.push(format!("cheapest way: {points} Movement Points, {turns} with {allowance} a turn:"));
    let mut steps: Vec<_> = paths.back_from(goal).collect();
    steps.reverse();
    // Steps the same way over the same ground are one line.
    let kind = |from: HexId, side: Side| {
        let next = ground.next(from, side)?;
        let land = view.mode().counts(ground.terrain(next));
        Some((side, ground.edging(from, side), land, ground.is_high(next), ground.depression(next)))
    };
    for run in steps.chunk_by(|a, b| kind(a.0, a.1) == kind(b.0, b.1)) {
        let Some((from, side)) = run.last().copied() else { continue };
        let Some(next) = ground.next(from, side) else { continue };
        let over = match ground.edging(from, side) {
            Edging::Clear => String::new(),
            edging => format!(", each over {}", edging.name()),
        };
        let cost: u16 = run
            .iter()
            .filter_map(|(from, side)| ground.cost(view.mode(), *from, *side))
            .map(|cost| u16::from(cost.of(allowance)))
            .sum();
        let times = if run.len() == 1 { String::new() } else { format!(" {} times", run.len()) };
        let over = if run.len() == 1 { over.replace(", each over", " over") } else { over };
        lines.push(format!("  {side} ({}){times}{over} to {}: {cost}", side.name(), ground_words(view, next)));
    }
    Ok(lines)
}
