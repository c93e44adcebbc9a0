//! Answers in words about both boards, for who listens instead of looking.

use super::super::battle::{aloud, describe};
use super::super::map::{area_words, describe as describe_map};
use super::super::{has_map, man_states};
use super::tank;
use crate::View;
use crate::ahead::Ahead;
use crate::odds::Ratio;
use crate::state::Sight;
use crate::view::SeenUnit;
use crate::words::{MapArea, Post, Range, Road, Sector, Zone};
use hulldown_core::phrase::{capital, count};
use hulldown_draw::Question;

/// Something on a board that somebody names.
enum Thing<'a> {
    Unit(SeenUnit<'a>),
    Sector(Sector),
    Zone(Zone),
    Area(MapArea),
    Post(Post),
    Tank,
}

/// Answers a question about the boards.
pub(crate) fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
    match question {
        Question::Look(what) => Ok(match find(view, what)? {
            Thing::Unit(unit) => unit_lines(view, &unit),
            Thing::Sector(sector) => {
                Range::ALL.iter().flat_map(|range| zone(view, Zone::new(sector, *range))).collect()
            }
            Thing::Zone(at) => zone(view, at),
            Thing::Area(area) => area_lines(view, area),
            Thing::Post(post) => vec![man(view, post)],
            Thing::Tank => whereabouts(view),
        }),
        Question::Way(what) => match find(view, what)? {
            Thing::Area(area) => Ok(way(view, area)),
            Thing::Unit(unit) => Ok(vec![bearing(view, unit.unit.zone.sector), aloud(&unit)]),
            Thing::Sector(sector) => Ok(vec![bearing(view, sector)]),
            Thing::Zone(at) => Ok(vec![bearing(view, at.sector)]),
            Thing::Post(_) | Thing::Tank => Ok(whereabouts(view)),
        },
        Question::See(what) => Ok(match find(view, what)? {
            Thing::Post(post) => vec![man(view, post)],
            Thing::Unit(unit) => lookers(view, unit.unit.zone.sector),
            Thing::Sector(sector) => lookers(view, sector),
            Thing::Zone(at) => lookers(view, at.sector),
            Thing::Tank => Post::ALL.into_iter().map(|post| man(view, post)).collect(),
            Thing::Area(area) => area_lines(view, area),
        }),
        Question::Targets => Ok(targets(view)),
        Question::Where => Ok(whereabouts(view)),
    }
}

/// What can be asked.
fn asks(view: &View<'_>) -> String {
    let map = if has_map(view) { ", or an area: `way 41`, `look 41`" } else { "" };
    let battle = "Say a unit by its number, a sector, a zone such as `4-5 long`, a man by his post, or `tank`: `look 2`, `look 4-5`, `see gunner`, `see 6-8`";
    format!("{battle}{map}")
}

fn find<'a>(view: &View<'a>, what: &str) -> Result<Thing<'a>, String> {
    let typed = what.trim();
    let what = typed.to_lowercase();
    if what == "tank" || what == "me" {
        return Ok(Thing::Tank);
    }
    let is_number = |area: &MapArea, text: &str| text.parse().ok() == area.to_string().parse::<u8>().ok();
    let area_of = |text: &str| {
        let mut areas = MapArea::ALL.into_iter().filter(|_| has_map(view));
        areas.find(|area| is_number(area, text.trim()))
    };
    let number = what.strip_prefix("area ").or_else(|| what.strip_prefix('m'));
    if let Some(area) = number.and_then(area_of) {
        return Ok(Thing::Area(area));
    }
    let named = what.strip_prefix("sector ");
    let (first, rest) = named.unwrap_or(&what).split_once([' ', ':', ',']).unwrap_or((named.unwrap_or(&what), ""));
    let sector_of = |text: &str| Sector::ALL.into_iter().find(|sector| is_sector(*sector, text));
    let range_of =
        |text: &str| Range::ALL.into_iter().find(|range| range.id() == text || range.id().get(..1) == Some(text));
    // A zone is `9-10 long`, or `9L` as the keys call it.
    let zone = first.len().checked_sub(1).and_then(|at| first.split_at_checked(at)).filter(|_| rest.is_empty());
    if let Some((Some(sector), Some(range))) = zone.map(|(sector, range)| (sector_of(sector), range_of(range))) {
        return Ok(Thing::Zone(Zone::new(sector, range)));
    }
    let (sector, range) = (sector_of(first), range_of(rest.trim()));
    if let (Some(sector), Some(range)) = (sector, range) {
        return Ok(Thing::Zone(Zone::new(sector, range)));
    }
    if let Some(post) =
        Post::ALL.into_iter().find(|post| post.name() == what || post.name().starts_with(&what) && what.len() > 2)
    {
        return Ok(Thing::Post(post));
    }
    let number = what.strip_prefix("unit ").unwrap_or(&what).parse::<u8>().ok();
    let unit = view.enemies().find(|unit| Some(unit.unit.id.0) == number);
    // A number alone is a unit if there is one, else in a battle a sector, on the map an area.
    let area = area_of(&what).filter(|_| !view.in_battle() || sector.is_none());
    match (unit.filter(|_| named.is_none()), sector, area) {
        (Some(unit), ..) => Ok(Thing::Unit(unit)),
        (None, _, Some(area)) => Ok(Thing::Area(area)),
        (None, Some(sector), None) => Ok(Thing::Sector(sector)),
        _ if what.is_empty() => Err(asks(view)),
        _ => Err(format!("there is no `{typed}` here. {}", asks(view))),
    }
}

/// Whether a text names a sector: `9-10`, `9` or `10`.
fn is_sector(sector: Sector, text: &str) -> bool {
    let number = |text: &str| text.parse::<u8>().ok();
    sector.id() == text
        || sector.id().split_once('-').is_some_and(|(from, to)| {
            let (from, to) = (number(from), number(to));
            number(text).is_some_and(|it| from <= Some(it) && Some(it) <= to)
        })
}

/// A zone: its smoke and fire, and its units.
fn zone(view: &View<'_>, zone: Zone) -> Vec<String> {
    let battle = view.battle();
    let mut text = format!("sector {}, {} range", zone.sector.id(), zone.range);
    for (on, words) in [
        (battle.us[zone.sector.index()], "US controlled".to_string()),
        (battle.smoke_in(zone) > 0, format!("smoke {}", battle.smoke_in(zone))),
        (battle.fire[zone.index()] > 0, format!("Advancing Fire {}", battle.fire[zone.index()])),
        (view.too_thick(zone.range), "too far to be seen in this weather".into()),
    ] {
        if on {
            text += &format!(", {words}");
        }
    }
    let units: Vec<String> =
        view.enemies().filter(|enemy| enemy.unit.zone == zone).map(|enemy| aloud(&enemy)).collect();
    if units.is_empty() {
        return vec![format!("{text}: no enemy unit")];
    }
    std::iter::once(text).chain(units).collect()
}

fn unit_lines(view: &View<'_>, unit: &SeenUnit<'_>) -> Vec<String> {
    let mut lines = vec![aloud(unit), bearing(view, unit.unit.zone.sector)];
    lines.push(danger(view, &view.ahead(), unit));
    lines.extend(lookers(view, unit.unit.zone.sector));
    lines
}

/// What a unit could do to the tank: in the next enemy phase, and if it fires at all.
fn danger(view: &View<'_>, ahead: &Ahead, unit: &SeenUnit<'_>) -> String {
    let percent = |odds: Ratio| format!("{}.{}%", odds.per_mille() / 10, odds.per_mille() % 10);
    let gun = match view.loss_odds(unit.unit) {
        None => "it has no gun that could knock your tank out".to_string(),
        Some(odds) => format!("if it fires at you it knocks your tank out with {}", percent(odds)),
    };
    let Some(threat) = ahead.threat(view.data(), unit.unit.id) else { return gun };
    match () {
        () if ahead.is_seen_by(unit.unit) => {
            let (fires, kills) = (percent(threat.fires), percent(threat.knocks_out));
            format!(
                "it is hidden only until your tank moves, as ordered (17.3): then it fires at you with {fires}, knocks your tank out with {kills}, if it stands as now; {gun}"
            )
        }
        () if unit.unit.sight == Sight::Hidden => {
            format!("it is hidden and cannot fire at you until it or your tank moves (17.3); {gun}")
        }
        () if view.too_thick(unit.unit.zone.range) => {
            format!("it is too far to see you in this weather and cannot fire at you; {gun}")
        }
        () if threat.fires.per_mille() == 0 => format!("it does not fire at you in the next enemy phase; {gun}"),
        () => {
            let (fires, hits) = (percent(threat.fires), percent(threat.hits));
            let kills = percent(threat.knocks_out);
            format!(
                "in the next enemy phase it fires at you with {fires}, hits with {hits}, knocks your tank out with {kills}; {gun}"
            )
        }
    }
}

/// Where a sector lies from hull and turret.
fn bearing(view: &View<'_>, sector: Sector) -> String {
    const WORDS: [&str; 6] = ["ahead", "right front", "right rear", "behind", "left rear", "left front"];
    let tank = view.tank();
    let turns = |from: Sector| {
        let steps = sector.rel(from);
        steps.min(6 - steps)
    };
    let turret = match turns(tank.turret) {
        0 => "the turret points there".into(),
        1 => "the turret is one sector off".into(),
        n => format!("the turret is {n} sectors off"),
    };
    format!("sector {} lies {} of the hull; {turret}", sector.id(), WORDS[usize::from(sector.rel(tank.hull))])
}

/// Who of the crew can look into a sector.
fn lookers(view: &View<'_>, sector: Sector) -> Vec<String> {
    let men: Vec<&str> = Post::ALL
        .into_iter()
        .map(|post| view.man(post))
        .filter(|man| man.works && man.looks.contains(&sector))
        .map(|man| man.name)
        .collect();
    vec![match men.is_empty() {
        true => format!("nobody can look into sector {}", sector.id()),
        false => format!("into sector {} can look: {}", sector.id(), men.join(", ")),
    }]
}

fn man(view: &View<'_>, post: Post) -> String {
    let man = view.man(post);
    let looks: Vec<&str> = man.looks.iter().map(|sector| sector.id()).collect();
    let looks = if looks.is_empty() { "sees no sector".into() } else { format!("can look into {}", looks.join(", ")) };
    format!("{}: {}; {looks}", man.name, man_states(&man).join(", "))
}

fn targets(view: &View<'_>) -> Vec<String> {
    if !view.in_battle() || view.battle().enemies.is_empty() {
        return vec!["No enemy unit is on the Battle Board.".into()];
    }
    let ahead = view.ahead();
    let mut units: Vec<SeenUnit<'_>> = view.enemies().collect();
    units.sort_by_key(|unit| {
        let worst = |odds: Option<Ratio>| odds.map_or(0, |odds| odds.per_mille());
        let threat = ahead.threat(view.data(), unit.unit.id);
        std::cmp::Reverse([
            worst(threat.map(|threat| threat.knocks_out)),
            worst(threat.map(|threat| threat.hits)),
            worst(view.loss_odds(unit.unit)),
        ])
    });
    let mut lines = Vec::new();
    for unit in units {
        lines.push(aloud(&unit));
        lines.push(format!("  {}", danger(view, &ahead, &unit)));
    }
    lines
}

fn whereabouts(view: &View<'_>) -> Vec<String> {
    let mut lines = vec![format!("{}, {}", view.day(), view.report().clock)];
    if !view.in_battle() {
        lines.push("no battle now".into());
        lines.push(tank(view));
    } else {
        lines.push(describe(view));
        lines.push(tank(view));
        lines.extend(
            Zone::all().filter(|at| view.enemies().any(|enemy| enemy.unit.zone == *at)).flat_map(|at| zone(view, at)),
        );
    }
    if has_map(view) {
        lines.push(describe_map(view));
        lines.extend(view.route().into_iter().flat_map(|(_, exit)| way(view, exit)));
    }
    lines
}

/// An area and its neighbors.
fn area_lines(view: &View<'_>, area: MapArea) -> Vec<String> {
    let mut lines = vec![area_words(view, area)];
    let next = &view.data().areas[area.index()].neighbours;
    lines.extend(
        next.iter().map(|(to, road)| {
            format!("  {}, {road}, to {}", capital(direction(view, area, *to)), area_words(view, *to))
        }),
    );
    lines
}

/// Which way an area lies from another on the map, as one has it before one.
fn direction(view: &View<'_>, from: MapArea, to: MapArea) -> &'static str {
    let [from, to] = [from, to].map(|area| view.data().areas[area.index()].pos.map(i16::from));
    let [right, down] = [to[0] - from[0], to[1] - from[1]];
    let across = if right.abs() * 2 < down.abs() { 0 } else { right.signum() };
    let along = if down.abs() * 2 < right.abs() { 0 } else { down.signum() };
    match (across, along) {
        (0, -1) => "up",
        (1, -1) => "up and right",
        (1, 0) => "right",
        (1, 1) => "down and right",
        (0, 1) => "down",
        (-1, 1) => "down and left",
        (-1, 0) => "left",
        _ => "up and left",
    }
}

/// The quickest way from the task force to an area, over all it has to enter.
fn way(view: &View<'_>, to: MapArea) -> Vec<String> {
    let (areas, from) = (&view.data().areas, view.map().at);
    if view.route().is_none() {
        return vec!["today's start and exit areas are not known yet".into()];
    }
    if from == to {
        return vec![format!("the task force is in {}", area_words(view, to))];
    }
    let mut best: Vec<Option<(u16, MapArea, Road)>> = vec![None; MapArea::ALL.len()];
    let mut open = vec![(0, from)];
    while let Some(at) =
        open.iter().enumerate().min_by_key(|(_, (minutes, area))| (*minutes, area.index())).map(|(n, _)| n)
    {
        let (spent, area) = open.swap_remove(at);
        for (next, road) in &areas[area.index()].neighbours {
            let minutes = spent + view.entry_minutes(*road);
            if *next != from && best[next.index()].is_none_or(|(known, ..)| minutes < known) {
                best[next.index()] = Some((minutes, area, *road));
                open.push((minutes, *next));
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    while let Some((minutes, before, road)) = best[at.index()].filter(|_| at != from) {
        let way = capital(direction(view, before, at));
        steps.push(format!("  {way}, {road}, into {}; {minutes} minutes so far", area_words(view, at)));
        at = before;
    }
    steps.reverse();
    let minutes = best[to.index()].map_or(0, |(minutes, ..)| minutes);
    let areas = count(steps.len(), "area");
    let lies = direction(view, from, to);
    let mut lines = vec![format!(
        "from area {from} {lies} on the map to area {to}: {areas}, {minutes} minutes without checks and fights:"
    )];
    lines.extend(steps);
    lines
}
