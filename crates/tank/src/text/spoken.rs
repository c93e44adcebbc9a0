//! Plots said in one line, as one would write them on the pad: `J mv F F`, `K df 3704`, `L of 2712`, `M mv 3704 3603 exit`.
//!
//! Hexes may be named one after the other, or only where to go: the cheapest way there is found. Several units go into one line with
//! commas between them.

use crate::charts::Charts;
use crate::choice::{Ask, Choice};
use crate::lens::Lens;
use crate::state::{Id, Place, Plot, Tank};
use crate::words::{Code, Force, Kind, Task};
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Paths, Side};

pub(super) fn spoken(
    g: &Tank,
    d: &'static Charts,
    seat: Seat,
    ask: Ask,
    line: &str,
) -> Option<Result<Vec<Choice>, String>> {
    let force = Force::of(seat);
    let first: Vec<&str> = line.split([',', ';']).next()?.split_whitespace().collect();
    // In the middle of a path or of a set-up only the hexes need be said.
    match ask {
        Ask::Path(n) if first.get(1).is_none_or(|word| !is_task(word)) => {
            let id = Id { force, n };
            let task = if g.unit(id).plot.task == Some(Task::Mvr) { "mvr" } else { "mv" };
            return Some(way_on(g, d, id, task, &first));
        }
        Ask::SiteColumn(_) => return site(g, d, &first),
        _ => {}
    }
    let mut choices = match ask {
        Ask::Plot | Ask::Task(_) => Vec::new(),
        Ask::Path(_) | Ask::OfColumn(_) | Ask::OfRow(..) => vec![Choice::Drop],
        _ => return None,
    };
    for order in line.split([',', ';']) {
        let words: Vec<&str> = order.split_whitespace().collect();
        let (first, rest) = words.split_first()?;
        let unit = first.parse::<Code>().ok().and_then(|code| g.coded(force, code).map(|id| (code, id)));
        let Some((code, id)) = unit else {
            if first.eq_ignore_ascii_case("commit") && rest.is_empty() && !choices.is_empty() {
                choices.push(Choice::Commit);
                continue;
            }
            return None;
        };
        let (task, rest) = rest.split_first()?;
        // Whoever is being plotted already is not chosen again; another is left as it was.
        match ask {
            Ask::Task(n) if choices.is_empty() && n == id.n => {}
            Ask::Task(_) if choices.is_empty() => choices.extend([Choice::Nothing, Choice::Unit(code)]),
            _ => choices.push(Choice::Unit(code)),
        }
        match order_of(g, d, id, &task.to_ascii_lowercase(), rest) {
            Ok(more) => choices.extend(more),
            Err(why) => return Some(Err(format!("{code}: {why}"))),
        }
    }
    Some(Ok(choices))
}

fn is_task(word: &str) -> bool {
    ["none", "stay", "fc", "again", "df", "of", "up", "mv", "mvr", "ov"]
        .iter()
        .any(|task| word.eq_ignore_ascii_case(task))
}

/// A secret hex, with a facing or without: `2714` or `2714 A`.
fn site(g: &Tank, d: &'static Charts, words: &[&str]) -> Option<Result<Vec<Choice>, String>> {
    let ground = d.ground(g.sheets);
    let (hex, facing) = match words {
        [hex] => (*hex, None),
        [hex, side] => (*hex, Some(*side)),
        _ => return None,
    };
    let said = || {
        let hex = ground.hex(ground.find(hex)?);
        let mut choices = vec![Choice::Column(hex.col as u16), Choice::Row(hex.row as u16)];
        if let Some(side) = facing {
            choices.push(Choice::Face(side.parse()?));
        }
        Ok(choices)
    };
    Some(said())
}

/// A path that goes on from where it has come to.
fn way_on(g: &Tank, d: &'static Charts, id: Id, task: &str, words: &[&str]) -> Result<Vec<Choice>, String> {
    let lens = Lens::new(g, d);
    let from = lens.end(id.force, g.unit(id)).ok_or("it is not on the map")?;
    let (sides, exits) = sides_of(&lens, id, task, from, words)?;
    let mut choices: Vec<Choice> = sides.into_iter().map(Choice::Step).collect();
    choices.extend(exits.then_some(Choice::Exit));
    Ok(choices)
}

fn order_of(g: &Tank, d: &'static Charts, id: Id, task: &str, rest: &[&str]) -> Result<Vec<Choice>, String> {
    let ground = d.ground(g.sheets);
    let one_hex = || match rest {
        [hex] => ground.find(hex),
        _ => Err(format!("`{task}` needs one hex number")),
    };
    match task {
        "none" | "stay" if rest.is_empty() => Ok(vec![Choice::Nothing]),
        "fc" if rest.is_empty() => Ok(vec![Choice::Fc]),
        "again" if rest.is_empty() => Ok(vec![Choice::Again]),
        "df" => Ok(vec![Choice::Df(ground.hex(one_hex()?))]),
        "of" if rest.len() == 1 && rest[0].eq_ignore_ascii_case("adj") => Ok(vec![Choice::OfAround]),
        "of" => {
            let hex = ground.hex(one_hex()?);
            Ok(vec![Choice::Of, Choice::Column(hex.col as u16), Choice::Row(hex.row as u16)])
        }
        "up" if rest.is_empty() => Ok(vec![Choice::Mv, Choice::Up]),
        "mv" | "mvr" | "ov" => path_of(g, d, id, task, rest),
        _ => Err(format!("`{task}` is not a task: df, of, mv, mvr, ov, fc or none")),
    }
}

/// The steps of a spoken path.
fn path_of(g: &Tank, d: &'static Charts, id: Id, task: &str, rest: &[&str]) -> Result<Vec<Choice>, String> {
    let lens = Lens::new(g, d);
    let unit = g.unit(id);
    let mut choices = vec![if task == "mvr" { Choice::Mvr } else { Choice::Mv }];
    let at = match unit.place {
        Place::On(hex) => hex,
        Place::Queue(_) => {
            choices.push(Choice::Enter);
            g.army(id.force).entry.ok_or("it has no entry hex")?
        }
        _ => return Err("it is not on the map".into()),
    };
    let (mut sides, exits) = sides_of(&lens, id, task, at, rest)?;
    if task == "ov" {
        let (Some(last), Some(before)) = (sides.pop(), sides.pop()) else {
            return Err("an overrun needs the target hex and the one beyond it".into());
        };
        if last != before {
            return Err("an overrun goes straight through its target".into());
        }
        choices.extend(sides.into_iter().map(Choice::Step));
        choices.push(Choice::Over(last));
        return Ok(choices);
    }
    choices.extend(sides.into_iter().map(Choice::Step));
    choices.push(if exits { Choice::Exit } else { Choice::Done });
    Ok(choices)
}

/// The steps that words stand for, from a hex on, and whether they end off the map.
fn sides_of(lens: &Lens<'_>, id: Id, task: &str, from: HexId, words: &[&str]) -> Result<(Vec<Side>, bool), String> {
    let (mut at, mut sides, mut exits) = (from, Vec::new(), false);
    for word in words {
        if word.eq_ignore_ascii_case("exit") {
            exits = true;
        } else if word.eq_ignore_ascii_case("enter") {
            // Entering is understood.
        } else if let Ok(side) = word.parse::<Side>() {
            at = lens.ground.next(at, side).ok_or_else(|| format!("{side} leads off the map"))?;
            sides.push(side);
        } else {
            let to = lens.ground.find(word)?;
            let mut way = Vec::new();
            match lens.ground.side_to(at, to) {
                Some(side) => way.push(side),
                None => way_to(lens, id, task, at, to, &mut way)?,
            }
            sides.extend(way);
            at = to;
        }
    }
    Ok((sides, exits))
}

/// The cheapest way to a hex.
fn way_to(lens: &Lens<'_>, id: Id, task: &str, from: HexId, to: HexId, way: &mut Vec<Side>) -> Result<(), String> {
    let unit = lens.g.unit(id);
    let task = if task == "mvr" { Task::Mvr } else { Task::Mv };
    let allowance = if lens.kind(id) == Kind::Infantry { 1 } else { lens.allowance(unit, Some(task)) };
    let fresh = crate::state::Unit { plot: Plot { task: Some(task), ..Plot::default() }, ..*unit };
    let mut paths = Paths::new(lens.ground.grid());
    paths.spread(from, u16::from(allowance), |hex, side, _| {
        lens.step_cost(&fresh, Some(task), hex, side).map(u16::from)
    });
    paths.way(to, way);
    if way.is_empty() { Err(format!("{} is out of reach", lens.ground.name(to))) } else { Ok(()) }
}
