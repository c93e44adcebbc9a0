//! Answers in words about the Battle Board, for who listens instead of looking.

use super::super::battle::{describe, in_area};
use super::super::{Target, aloud, fight_name, target};
use super::{bearing, tank};
use crate::View;
use crate::talk::numbered;
use crate::view::{SeenCommander, SeenUnit};
use crate::words::{Area, Facing};
use hulldown_draw::Question;

/// Something on the board that somebody names.
enum Thing<'a> {
    Area(Area),
    Unit(SeenUnit<'a>),
    Tank,
}

/// Answers a question about the board.
pub(crate) fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
    let man = view.commander(view.seat());
    if question == Question::Where {
        return Ok(whereabouts(view, man));
    }
    if !view.shows_battle() {
        return Err("There is no battle now; `where` tells how things stand.".into());
    }
    match question {
        Question::Look(what) => Ok(match find(man, what)? {
            Thing::Area(area) => looked(view, man, area),
            Thing::Unit(unit) => vec![aloud(&unit, &target(view, man, &unit)), lies_at(man, unit.unit.area)],
            Thing::Tank => whereabouts(view, man),
        }),
        Question::Way(what) => match find(man, what)? {
            Thing::Area(area) => Ok(vec![lies_at(man, area)]),
            Thing::Unit(unit) => {
                Ok(vec![format!("{} is in area {}", unit.name, unit.unit.area.id()), lies_at(man, unit.unit.area)])
            }
            Thing::Tank => Ok(whereabouts(view, man)),
        },
        Question::See(what) => Ok(match find(man, what)? {
            Thing::Area(area) => vec![bears_on(man, area)],
            Thing::Unit(unit) => vec![bears_on(man, unit.unit.area)],
            Thing::Tank => Area::ALL.into_iter().map(|area| bears_on(man, area)).collect(),
        }),
        Question::Targets => Ok(targets(view, man)),
        Question::Where => Ok(whereabouts(view, man)),
    }
}

/// What can be asked.
const ASKS: &str =
    "Say an area A to E, a unit by its number, or `tank`: `look A`, `look 2`, `way C`, `see B`, `see tank`";

fn find<'a>(man: SeenCommander<'a>, what: &str) -> Result<Thing<'a>, String> {
    let what = what.trim();
    let what = what.strip_prefix("unit ").unwrap_or(what);
    if what.eq_ignore_ascii_case("tank") || what.eq_ignore_ascii_case("me") {
        return Ok(Thing::Tank);
    }
    if let Some(area) = Area::ALL.into_iter().find(|area| area.id().eq_ignore_ascii_case(what)) {
        return Ok(Thing::Area(area));
    }
    let number = what
        .parse::<u8>()
        .map_err(|_| if what.is_empty() { ASKS.into() } else { format!("there is no `{what}` here. {ASKS}") })?;
    let unit = man.enemies().find(|unit| unit.unit.id.0 == number);
    unit.map(Thing::Unit).ok_or_else(|| format!("No unit {number} is on your board. {ASKS}"))
}

/// An area: where it lies, what bears on it, its smoke and units.
fn looked(view: &View<'_>, man: SeenCommander<'_>, area: Area) -> Vec<String> {
    let mut lines = vec![format!("area {}, {}", area.id(), area.lies()), lies_at(man, area), bears_on(man, area)];
    match man.player().board.smoke[area.index()] {
        0 => {}
        n => lines.push(format!("smoke {n} lies there")),
    }
    let units: Vec<String> = in_area(man, area).map(|unit| aloud(&unit, &target(view, man, &unit))).collect();
    match units.is_empty() {
        true => lines.push("no enemy unit is there".into()),
        false => lines.extend(units),
    }
    lines
}

/// How far off an area is, and which way the gun must turn for it.
fn lies_at(man: SeenCommander<'_>, area: Area) -> String {
    let range = man.player().board.range;
    let turret = man.player().mat.turret;
    let bears = |facing: Facing| man.charts.facing[facing.index()].fire[area.index()];
    let turn = match Facing::ALL.into_iter().find(|facing| bears(*facing)) {
        _ if bears(turret) => "the turret points there".into(),
        Some(facing) => format!("the turret points {turret} and would have to point {facing}"),
        None => "the gun reaches it from no facing".into(),
    };
    format!("every unit of the board is at {range} range; area {} is {}, {turn}", area.id(), area.lies())
}

fn bears_on(man: SeenCommander<'_>, area: Area) -> String {
    let bears = bearing(man, area);
    let words: Vec<&str> =
        bears.into_iter().map(|gun| if gun == "gun" { "the main gun" } else { "the bow machine gun" }).collect();
    let what = match words.is_empty() {
        true => "neither main gun nor bow machine gun bears".into(),
        false => format!("{} bear{}", words.join(" and "), if words.len() == 1 { "s" } else { "" }),
    };
    let units: Vec<String> = in_area(man, area).map(|unit| format!("{} {}", unit.unit.id.0, unit.name)).collect();
    let units = if units.is_empty() { "no enemy unit is there".into() } else { format!("there: {}", units.join(", ")) };
    format!("on area {} {what}; {units}", area.id())
}

fn targets(view: &View<'_>, man: SeenCommander<'_>) -> Vec<String> {
    let aimed = |unit: &SeenUnit<'_>| target(view, man, unit) == Target::You;
    let units: Vec<String> = man.enemies().filter(aimed).map(|unit| aloud(&unit, &Target::You)).collect();
    let helped = view.partner().into_iter().flat_map(|partner| {
        let at_me = partner.enemies().filter(move |unit| target(view, partner, unit) == Target::You);
        at_me.map(|unit| aloud(&unit, &Target::You)).collect::<Vec<_>>()
    });
    let mut all: Vec<String> = units.into_iter().chain(helped).collect();
    if all.is_empty() {
        all.push("No unit on the board targets you now; that may change when the enemy acts.".into());
    }
    let percent = |chance: f64| format!("{:.0}%", 100.0 * chance);
    let threats = view.threats();
    if !threats.is_empty() {
        all.push("in the next enemy phase, as things stand:".into());
    }
    all.extend(threats.iter().map(|threat| {
        let (fires, hits, kills) = (percent(threat.fires), percent(threat.hits), percent(threat.knocks_out));
        let does: Vec<String> = match &threat.does[..] {
            [(what, _)] => vec![what.to_string()],
            does => does.iter().map(|(what, share)| format!("{what} {}", percent(*share))).collect(),
        };
        let does = if does.is_empty() { String::new() } else { format!("; a hit: {}", does.join(", ")) };
        format!("  {}: fires at you {fires}, hits {hits}, knocks you out {kills}{does}", threat.label)
    }));
    // Whoever is not among them is there all the same; of some more is known, which is told besides.
    let named = |unit: &SeenUnit<'_>| threats.iter().any(|threat| threat.spot == format!("unit:{}", unit.unit.id.0));
    let known = view.no_threat();
    let others: Vec<String> = man
        .enemies()
        .filter(|unit| unit.unit.on_board() && !named(unit))
        .map(|unit| format!("{} in area {}", numbered(unit.name, unit.unit.id), unit.unit.area.id()))
        .filter(|unit| !known.iter().any(|line| line.contains(unit.as_str())))
        .collect();
    if !others.is_empty() {
        all.push(format!("not firing at you then, as things stand: {}", others.join("; ")));
    }
    all
}

fn whereabouts(view: &View<'_>, man: SeenCommander<'_>) -> Vec<String> {
    if !view.shows_battle() {
        return vec![format!("{}, mission {} of the month; no battle now", view.month().name(), view.line())];
    }
    let mut lines = vec![format!("{}, round {}", fight_name(view), view.field().round), describe(view, man)];
    lines.push(format!("your tank: {}", tank(man).join(", ")));
    lines.extend(Area::ALL.into_iter().filter(|area| in_area(man, *area).next().is_some()).map(|area| {
        let names: Vec<String> =
            in_area(man, area).map(|unit| format!("unit {} {}", unit.unit.id.0, unit.name)).collect();
        format!("area {}, {}: {}", area.id(), area.lies(), names.join("; "))
    }));
    lines
}
