//! Plots said in one line, as one would write them on the pad: `J mv F F`, `K df 3704`, `L of 2712`, `M mv 3704 3603 exit`.
//!
//! The letters of the menu do as well: `J b F F`, `K d3704`, `L p 2712`. Hexes may be named one after the other, or only where to go: the cheapest way there is found. Several units go into one line with
//! commas between them.

use crate::charts::Charts;
use crate::lens::Lens;
use crate::map::Battleground;
use crate::pad::Pad;
use crate::rules::rule;
use crate::state::{Place, Plot, Stage, Tank, UnitId};
use crate::talk::{Ask, Choice};
use crate::words::{Code, Force, Kind, Task};
use hulldown_core::game::{Game, Seat};
use hulldown_core::hex::{HexId, Paths, Side};
use hulldown_core::rules::RuleId;

pub(super) fn spoken(
    game: &Tank,
    charts: &'static Charts,
    seat: Seat,
    ask: Ask,
    line: &str,
) -> Option<Result<Vec<Choice>, String>> {
    let force = Force::of(seat);
    // A comma or semicolon too many says nothing.
    let parts = || line.split([',', ';']).filter(|part| !part.trim().is_empty());
    let first: Vec<&str> = parts().next()?.split_whitespace().collect();
    // In the middle of a path or of a set-up only the hexes need be said, and nothing else with them.
    let alone = parts().count() == 1;
    match ask {
        Ask::March => {
            let code = first.first()?.parse::<Code>().ok().filter(|code| game.coded(force, *code).is_some())?;
            let ordered = first.get(1).is_some_and(|word| is_task(word));
            let column = || format!("{code}: {force} marches in column; only how far its head goes is plotted (R46)");
            return ordered.then(|| Err(column()));
        }
        Ask::Task(n) if alone => {
            // Of the unit that is asked about one may say the task alone.
            let (task, rest) = match first[0].split_once(':') {
                Some((task, hex)) if first.len() == 1 => (task, vec![hex]),
                _ => (first[0], first[1..].to_vec()),
            };
            // A letter alone is the menu's own key, and before another letter it names a unit.
            let letter = || in_words(task).0 != task && (hexed(task) || rest.first().is_some_and(|hex| is_number(hex)));
            if is_word(task) || letter() {
                let id = UnitId { force, n };
                let said = order_of(game, charts, id, &task.to_ascii_lowercase(), &rest);
                return Some(said.map_err(|why| format!("{}: {why}", game.unit(id).code)));
            }
        }
        Ask::Path(n) if alone && is_way(first[0]) && first.get(1).is_none_or(|word| !is_word(word)) => {
            let id = UnitId { force, n };
            let task = if game.unit(id).plot.task == Some(Task::Mvr) { "mvr" } else { "mv" };
            return Some(
                way_on(game, charts, id, task, &first).map_err(|why| format!("{}: {why}", game.unit(id).code)),
            );
        }
        Ask::SiteColumn(_) if alone && is_way(first[0]) => return site(game, charts, &first),
        _ => {}
    }
    let mut choices = match ask {
        Ask::Plot | Ask::Task(_) => Vec::new(),
        Ask::Path(_) | Ask::OfColumn(_) | Ask::OfRow(..) => vec![Choice::Drop],
        Ask::Facing(_) if game.stage == Stage::Plot => vec![Choice::Drop],
        _ => return None,
    };
    let lens = Lens::new(game, charts);
    let mut orders: Vec<Order> = Vec::new();
    let mut commits = false;
    for order in parts() {
        let words: Vec<&str> = order.split_whitespace().collect();
        let (first, rest) = words.split_first()?;
        let unit = first.parse::<Code>().ok().and_then(|code| game.coded(force, code).map(|id| (code, id)));
        let Some((code, id)) = unit.filter(|_| !commits) else {
            if first.eq_ignore_ascii_case("commit")
                && rest.is_empty()
                && !commits
                && !(orders.is_empty() && choices.is_empty())
            {
                commits = true;
                continue;
            }
            // Something else altogether, unless it is said as an order or among orders.
            let ordered = first.parse::<Code>().is_ok() && rest.first().is_some_and(|word| is_task(word));
            let ordered = ordered || !orders.is_empty();
            return ordered.then(|| Err(no_order(game, force, commits, order)));
        };
        let Some((task, rest)) = rest.split_first() else {
            let said = format!("{code}: say what it does, such as `{code} df 2714`, `{code} mv B B` or `{code} fc`");
            return (!alone).then_some(Err(said));
        };
        match order_of(game, charts, id, &task.to_ascii_lowercase(), rest) {
            Ok(choices) => orders.push(Order { code, id, end: end_of(&lens, id, &choices), choices }),
            Err(why) => return Some(Err(format!("{code}: {why}"))),
        }
    }
    let orders = match in_turn(&lens, force, orders) {
        Ok(orders) => orders,
        Err(why) => return Some(Err(why)),
    };
    for Order { code, id, choices: said, .. } in orders {
        // Whoever is being plotted already is not chosen again; another is left as it was.
        match ask {
            Ask::Task(n) if choices.is_empty() && n == id.n => {}
            Ask::Task(_) if choices.is_empty() => choices.extend([Choice::Nothing, Choice::Unit(code)]),
            _ => choices.push(Choice::Unit(code)),
        }
        choices.extend(said);
    }
    choices.extend(commits.then_some(Choice::Commit));
    Some(Ok(choices))
}

/// What is wrong with a part of a line that is no order.
fn no_order(game: &Tank, force: Force, commits: bool, order: &str) -> String {
    let said = clipped(order.trim());
    if commits {
        return format!("nothing comes after `commit`, but `{said}` does");
    }
    let first = order.split_whitespace().next().unwrap_or_default();
    let codes: Vec<&str> = game.army(force).units.iter().map(|unit| unit.code.as_str()).collect();
    match codes[..] {
        [one, .., last] => format!("`{said}`: {force} has no unit {}; its units are {one} to {last}", clipped(first)),
        _ => format!("`{said}`: {force} has no unit {}", clipped(first)),
    }
}

/// At most so much of what somebody typed, for showing it back.
fn clipped(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// A reason with its rule.
fn because((rule, why): (RuleId, &str)) -> String {
    format!("{why} ({})", Tank::ledger().id(rule))
}

/// What is said of one unit.
struct Order {
    code: Code,
    id: UnitId,
    /// Where a path ends on the map.
    end: Option<HexId>,
    choices: Vec<Choice>,
}

/// Where the path of an order ends; nowhere if it is none, or leads off the map.
fn end_of(lens: &Lens<'_>, id: UnitId, choices: &[Choice]) -> Option<HexId> {
    if !matches!(choices.first(), Some(Choice::Mv | Choice::Mvr)) || choices.contains(&Choice::Exit) {
        return None;
    }
    let enters = choices.contains(&Choice::Enter);
    let mut at = if enters { lens.game.army(id.force).entry } else { lens.game.unit(id).hex() };
    for choice in choices {
        match choice {
            Choice::Step(side) => at = lens.ground.next(at?, *side),
            Choice::Over(side) => at = lens.ground.next(lens.ground.next(at?, *side)?, *side),
            _ => {}
        }
    }
    at
}

/// The orders of a line, those first that make room for others. Of friends who change places one steps aside in between: unit by unit
/// nobody may end where a friend still stands.
fn in_turn(lens: &Lens<'_>, force: Force, mut left: Vec<Order>) -> Result<Vec<Order>, String> {
    let mut ends: Vec<(UnitId, Option<HexId>)> =
        lens.game.ids(force).map(|id| (id, lens.end(force, lens.game.unit(id)))).collect();
    let there = |ends: &[(UnitId, Option<HexId>)], id: UnitId, hex: HexId| -> Vec<UnitId> {
        ends.iter().filter(|(friend, end)| *friend != id && *end == Some(hex)).map(|(friend, _)| *friend).collect()
    };
    let fits = |ends: &[(UnitId, Option<HexId>)], order: &Order| {
        let Some(hex) = order.end else { return true };
        lens.may_join(lens.kind(order.id), there(ends, order.id, hex).into_iter().map(|friend| lens.kind(friend)))
    };
    let mut turn: Vec<Order> = Vec::new();
    let set = |ends: &mut Vec<(UnitId, Option<HexId>)>, id: UnitId, hex: Option<HexId>| {
        ends.iter_mut().filter(|(unit, _)| *unit == id).for_each(|(_, end)| *end = hex);
    };
    while !left.is_empty() {
        // What is said twice of one unit stays in its order.
        let first_of = |n: usize, left: &[Order]| left[..n].iter().all(|order| order.id != left[n].id);
        if let Some(n) = (0..left.len()).find(|n| first_of(*n, &left) && fits(&ends, &left[*n])) {
            let order = left.remove(n);
            let unit = lens.game.unit(order.id);
            let leaves = order.choices.contains(&Choice::Exit);
            set(&mut ends, order.id, order.end.or(if leaves { None } else { unit.hex() }));
            turn.push(order);
            continue;
        }
        let order = &left[0];
        let Some(hex) = order.end else { return Ok(turn) };
        let moves =
            |friend: UnitId| left.iter().any(|other| other.id == friend && other.end.is_some_and(|end| end != hex));
        let aside = there(&ends, order.id, hex).into_iter().find(|friend| moves(*friend));
        let step = aside.and_then(|friend| {
            let taken =
                |at: HexId| ends.iter().any(|(_, end)| *end == Some(at)) || left.iter().any(|o| o.end == Some(at));
            step_aside(lens, friend, taken).map(|(side, at)| (friend, side, at))
        });
        let Some((friend, side, at)) = step else {
            // One that can neither go on nor stay is not even asked where to end.
            return Err(format!("{}: friendly units end in {} (11.0)", order.code, lens.ground.name(hex)));
        };
        set(&mut ends, friend, Some(at));
        let choices = vec![Choice::Mv, Choice::Step(side), Choice::Done];
        turn.push(Order { code: lens.game.unit(friend).code, id: friend, end: Some(at), choices });
    }
    Ok(turn)
}

/// A step that a unit could take for the moment.
fn step_aside(lens: &Lens<'_>, id: UnitId, taken: impl Fn(HexId) -> bool) -> Option<(Side, HexId)> {
    let unit = lens.game.unit(id);
    let from = unit.hex()?;
    let (allowance, pad) = (lens.allowance(unit, Some(Task::Mv)), Pad::new(*lens, id.force));
    Side::ALL.into_iter().find_map(|side| {
        let to = lens.ground.next(from, side)?;
        let cost = lens.step_cost(unit, Some(Task::Mv), from, side)?;
        (cost <= allowance && !taken(to) && !lens.crosses_fire(id, &pad, Some(from), to)).then_some((side, to))
    })
}

/// Whether a word names a task, in whole or by its letter.
fn is_task(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    is_word(in_words(&word).0)
}

/// The word that the menu's letter for a task stands for, and the hex if it is written with it: `D1420`.
fn in_words(task: &str) -> (&str, Option<&str>) {
    let (letter, hex) = task.split_at_checked(1).unwrap_or((task, ""));
    let Some((_, word)) = LETTERS.iter().find(|(key, _)| letter.eq_ignore_ascii_case(key)) else {
        return (task, None);
    };
    match hex {
        "" => (word, None),
        hex if is_number(hex) => (word, Some(hex)),
        _ => (task, None),
    }
}

/// The letters of the menu and what is said for them.
const LETTERS: [(&str, &str); 7] =
    [("n", "none"), ("d", "df"), ("p", "of"), ("m", "mv"), ("b", "mvr"), ("f", "fc"), ("a", "again")];

fn hexed(task: &str) -> bool {
    in_words(task).1.is_some()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn is_word(word: &str) -> bool {
    ["none", "stay", "fc", "again", "df", "of", "up", "mv", "mvr", "ov"]
        .iter()
        .any(|task| word.eq_ignore_ascii_case(task))
}

/// Whether a word can be part of a way: a direction, a hex, or how it begins and ends.
fn is_way(word: &str) -> bool {
    let hex = word.split_once(':').map_or(word, |(_, number)| number);
    let ends = ["enter", "exit"].iter().any(|end| word.eq_ignore_ascii_case(end));
    ends || word.parse::<Side>().is_ok() || is_number(hex)
}

/// A secret hex, with a facing or without: `2714` or `2714 A`.
fn site(game: &Tank, charts: &'static Charts, words: &[&str]) -> Option<Result<Vec<Choice>, String>> {
    let ground = charts.ground(game.sheets);
    let (hex, facing) = match words {
        [hex] => (*hex, None),
        [hex, side] => (*hex, Some(*side)),
        _ => return None,
    };
    let said = || {
        let hex = ground.hex(find(ground, hex)?);
        let mut choices = vec![Choice::Column(hex.col as u16), Choice::Row(hex.row as u16)];
        if let Some(side) = facing {
            choices.push(Choice::Face(self::facing(side)?));
        }
        Ok(choices)
    };
    Some(said())
}

/// The side a word names.
fn facing(word: &str) -> Result<Side, String> {
    word.parse().map_err(|_| format!("`{}` is not a facing: A to F", clipped(word)))
}

/// A path that goes on from where it has come to.
fn way_on(game: &Tank, charts: &'static Charts, id: UnitId, task: &str, words: &[&str]) -> Result<Vec<Choice>, String> {
    let lens = Lens::new(game, charts);
    let from = lens.end(id.force, game.unit(id)).ok_or("it is not on the map")?;
    let (sides, exits) = sides_of(&lens, id, task, from, false, words)?;
    let mut choices: Vec<Choice> = sides.into_iter().map(Choice::Step).collect();
    choices.extend(exits.then_some(Choice::Exit));
    Ok(choices)
}

fn order_of(
    game: &Tank,
    charts: &'static Charts,
    id: UnitId,
    task: &str,
    rest: &[&str],
) -> Result<Vec<Choice>, String> {
    let lens = Lens::new(game, charts);
    let ground = lens.ground;
    let (task, hex) = in_words(task);
    let rest: Vec<&str> = hex.into_iter().chain(rest.iter().copied()).collect();
    let rest = &rest[..];
    if !is_word(task) {
        let tasks = "df (D), of (P), mv (M), mvr (B), ov, fc (F) or none (N)";
        return Err(format!("`{}` is not a task: {tasks}", clipped(task)));
    }
    match game.unit(id).place {
        Place::Lost => return Err("it is destroyed".into()),
        Place::Left => return Err("it has left the map for good (17.3f)".into()),
        Place::Noted(_) => return Err("it is not on the map yet (R49)".into()),
        Place::Queue(_) if matches!(task, "df" | "of" | "fc" | "mvr" | "ov") => {
            return Err("it is still off the map: it can move up or enter (R47)".into());
        }
        _ => {}
    }
    let one_hex = || match rest {
        [hex] => find(ground, hex),
        _ => Err(format!("`{task}` needs one hex number")),
    };
    let alone = |choices: Vec<Choice>| match rest {
        [] => Ok(choices),
        _ if task == "fc" => {
            Err("FC is plotted without a direction; that is chosen at the end of the turn (7.12)".into())
        }
        _ => Err(format!("nothing goes with `{task}`")),
    };
    match task {
        "none" | "stay" => alone(vec![Choice::Nothing]),
        "fc" if lens.kind(id) == Kind::Infantry => Err("fc: infantry has no facing (7.0)".into()),
        "fc" if game.unit(id).hidden => match rest {
            [side] => Ok(vec![Choice::Fc, Choice::Face(facing(side)?)]),
            _ => Err("fc: in hiding the side it turns to is plotted with it, such as `fc D` (R72)".into()),
        },
        "fc" => alone(vec![Choice::Fc]),
        "again" if !lens.may_repeat(id, &Pad::new(lens, id.force)) => {
            Err("again: what it did last turn cannot be plotted as it was".into())
        }
        "again" => alone(vec![Choice::Again]),
        "up" if game.unit(id).hex().is_some() => Err("up: it is on the map already (R47)".into()),
        "up" => alone(vec![Choice::Mv, Choice::Up]),
        "ov" if lens.kind(id) != Kind::Afv => Err("ov: only armored vehicles overrun (9.4)".into()),
        "df" => {
            let hex = one_hex()?;
            // Whom one does not see one does not fire at; friends in the way are looked at with the other orders of the line.
            let nobody = !lens.enemy_shown(id.force, hex);
            let nobody = nobody.then_some((rule!("5.0b"), "no enemy unit is to be seen there"));
            let own = (game.unit(id).hex() == Some(hex)).then_some((rule!("8.0b"), "it stands there itself"));
            match own.or(nobody) {
                Some(reason) => Err(format!("df {}: {}", ground.name(hex), because(reason))),
                None => Ok(vec![Choice::Df(ground.hex(hex))]),
            }
        }
        "of" if rest.len() == 1 && rest[0].eq_ignore_ascii_case("adj") => match lens.kind(id) {
            Kind::Infantry => Ok(vec![Choice::OfAround]),
            _ => Err("only infantry watches all hexes about it (8.84)".into()),
        },
        "of" => {
            let id_hex = one_hex()?;
            if let Some(reason) = lens.against_line(id, id_hex) {
                return Err(format!("of {}: {}", ground.name(id_hex), because(reason)));
            }
            let hex = ground.hex(id_hex);
            Ok(vec![Choice::Of, Choice::Column(hex.col as u16), Choice::Row(hex.row as u16)])
        }
        _ => path_of(game, charts, id, task, rest),
    }
}

/// The hex a word names.
fn find(ground: &Battleground, word: &str) -> Result<HexId, String> {
    // What is far too long for a hex is not shown back whole.
    ground.find(word).map_err(|wrong| if word.len() > 12 { wrong.replace(word, &clipped(word)) } else { wrong })
}

/// The steps of a spoken path.
fn path_of(game: &Tank, charts: &'static Charts, id: UnitId, task: &str, rest: &[&str]) -> Result<Vec<Choice>, String> {
    let lens = Lens::new(game, charts);
    let unit = game.unit(id);
    let mut choices = vec![if task == "mvr" { Choice::Mvr } else { Choice::Mv }];
    let at = match unit.place {
        Place::On(hex) => hex,
        Place::Queue(_) => {
            choices.push(Choice::Enter);
            game.army(id.force).entry.ok_or("it has no entry hex")?
        }
        _ => return Err("it is not on the map".into()),
    };
    let enters = choices.contains(&Choice::Enter);
    if rest.is_empty() && !enters {
        return Err(format!("say which way: `{task} A B` by sides, or `{task} {}` by hexes", beside(&lens, at)));
    }
    let (mut sides, exits) = sides_of(&lens, id, task, at, enters, rest)?;
    if task == "ov" && exits {
        return Err("an overrun ends in the hex beyond its target (9.4)".into());
    }
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

/// A hex beside one, for an example.
fn beside(lens: &Lens<'_>, hex: HexId) -> String {
    let next = Side::ALL.into_iter().find_map(|side| lens.ground.next(hex, side));
    next.map_or_else(String::new, |hex| lens.ground.name(hex))
}

/// The steps that words stand for, from a hex on, and whether they end off the map. Of one that enters, the entry hex may be named too.
fn sides_of(
    lens: &Lens<'_>,
    id: UnitId,
    task: &str,
    from: HexId,
    enters: bool,
    words: &[&str],
) -> Result<(Vec<Side>, bool), String> {
    let (mut at, mut sides, mut exits) = (from, Vec::new(), false);
    for word in words {
        if exits {
            return Err(format!("nothing comes after `exit`, but `{}` does", clipped(word)));
        } else if word.eq_ignore_ascii_case("exit") {
            if let Some(reason) = lens.against_exit(id.force, at) {
                return Err(format!("exit from {}: {}", lens.ground.name(at), because(reason)));
            }
            exits = true;
        } else if word.eq_ignore_ascii_case("enter") {
            // Who is still off the map enters, said or not.
            if !enters {
                return Err("it is on the map already and cannot enter".into());
            }
        } else if let Ok(side) = word.parse::<Side>() {
            at = lens.ground.next(at, side).ok_or_else(|| format!("{side} leads off the map"))?;
            sides.push(side);
        } else {
            let to = find(lens.ground, word).map_err(|wrong| format!("{wrong}, nor a direction, A to F"))?;
            if to == at {
                if enters && sides.is_empty() {
                    continue;
                }
                return Err(format!("it is in {} already", lens.ground.name(at)));
            }
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
fn way_to(lens: &Lens<'_>, id: UnitId, task: &str, from: HexId, to: HexId, way: &mut Vec<Side>) -> Result<(), String> {
    let unit = lens.game.unit(id);
    let task = if task == "mvr" { Task::Mvr } else { Task::Mv };
    let allowance = if lens.kind(id) == Kind::Infantry { 1 } else { lens.allowance(unit, Some(task)) };
    let fresh = crate::state::Unit { plot: Plot { task: Some(task), ..Plot::default() }, ..*unit };
    let mut paths = Paths::new(lens.ground.grid());
    let cost = |hex, side| lens.step_cost(&fresh, Some(task), hex, side).map(u16::from);
    // [9.37] Round the lines that friends fire along.
    let pad = Pad::new(*lens, id.force);
    paths.spread(from, u16::from(allowance), |hex, side, next| {
        cost(hex, side).filter(|_| !lens.crosses_fire(id, &pad, Some(hex), next))
    });
    paths.way(to, way);
    if !way.is_empty() {
        return Ok(());
    }
    paths.spread(from, u16::from(allowance), |hex, side, _| cost(hex, side));
    let name = lens.ground.name(to);
    Err(match paths.cost(to) {
        Some(_) => format!("every way to {name} would come onto a friend's line of fire (9.37)"),
        None => format!("{name} is out of reach"),
    })
}
