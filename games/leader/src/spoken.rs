//! A purchase in one line, `buy offered`, and the plan of a Week: `plan 12A: 042+Eandi, 501+Red Tree, truck 1; 7S: 931, scout 2`, or a
//! change of it: `plan 12A: -042, +921`.

use crate::bot::RESERVE;
use crate::charts::{Charts, Designation};
use crate::ids::{BattalionId, CardId, CommanderId, PlannedId};
use crate::state::{Leader, Nerve, Planned, Unit};
use crate::talk::{Ask, Choice, Number};
use crate::words::{Branch, Name, Support};
use hulldown_core::rules::RuleId;
use std::cmp::Reverse;

/// What can be said.
pub(crate) const EXAMPLE: &str = "plan 9A: 042+Eandi, 902+Reisner, scout 1; 4A: 901, truck 1";

/// What can be said where Units are bought.
pub(crate) const PURCHASE: &str = "buy offered";

/// What a line means, if it is a plan or a purchase.
pub(crate) fn spoken(
    game: &Leader,
    charts: &'static Charts,
    ask: Ask,
    line: &str,
) -> Option<Result<Vec<Choice>, String>> {
    let line = line.trim();
    let (word, said) = line.split_once(|c: char| c.is_whitespace()).unwrap_or((line, ""));
    match word.to_ascii_lowercase().as_str() {
        "plan" if ask == Ask::Plan => Some(plan(game, charts, said.trim())),
        "plan" => Some(Err("a plan is made at the start of a Week (week.assign.1)".into())),
        "buy" if ask == Ask::Buy => Some(purchase(game, charts, said.trim())),
        "buy" => Some(Err("Units are bought so before the first Week (setup.buy.1)".into())),
        _ => None,
    }
}

/// `buy 041, 042`, or what is offered. Nothing is confirmed by it: whatever is bought can be taken back.
fn purchase(game: &Leader, charts: &'static Charts, said: &str) -> Result<Vec<Choice>, String> {
    if said.eq_ignore_ascii_case("offered") {
        let offered: Vec<Choice> = offered(game, charts).into_iter().map(Choice::Buy).collect();
        return if offered.is_empty() { Err("nothing more is offered for these points".into()) } else { Ok(offered) };
    }
    let number = |part: &str| {
        let number: Option<Number> = part.trim().parse().ok();
        let known = number.filter(|number| charts.unit_of(*number).is_some());
        known
            .map(Choice::Buy)
            .ok_or_else(|| format!("`{}` is no number of a Unit card; say `{PURCHASE}` or `buy 041, 921`", part.trim()))
    };
    let choices: Vec<Choice> = said.split(',').map(number).collect::<Result<_, String>>()?;
    // All of them together, one after the other, as they would be bought.
    let mut thought = game.clone();
    for choice in &choices {
        let Choice::Buy(number) = *choice else { continue };
        let Some(card) = charts.unit_of(number) else { continue };
        if let Some((rule, why)) = thought.market(charts, &[]).against(charts, card) {
            return Err(format!("{number}: {why} ({})", crate::rules::LEDGER.id(rule)));
        }
        let price = i16::from(charts.units[card].so);
        if price > thought.so {
            let left = thought.so;
            return Err(format!(
                "{number} costs {price} SO, {left} would be left for it (setup.buy.1); nothing is bought"
            ));
        }
        thought.so -= price;
        thought.units.push(Unit::fresh(card));
    }
    Ok(choices)
}

/// The types of a balanced force, as the book suggests it, in the order in which points are spent on them (setup.buy.1).
const BALANCED: [Branch; 9] = {
    use Branch::{Armor, Artillery, Infantry, LightArmor};
    [Armor, Infantry, LightArmor, Infantry, Armor, Artillery, Infantry, Armor, LightArmor]
};

/// A balanced force for the points there are, those kept back that the first Weeks may cost: of each type in turn a model there is
/// none of, and of those the card that brings most for its cost against the Battalions on the map.
pub(crate) fn offered(game: &Leader, charts: &'static Charts) -> Vec<Number> {
    let mut thought = game.clone();
    let mut wanted = BALANCED.to_vec();
    // What is there already counts.
    for unit in &thought.units {
        let branch = unit.card(charts).r#type;
        if let Some(at) = wanted.iter().position(|it| *it == branch) {
            wanted.remove(at);
        }
    }
    let mut offered = Vec::new();
    for branch in wanted {
        let market = thought.market(charts, &[]);
        let purse = thought.so - RESERVE;
        let open = charts.units.ids().filter(|card| {
            let unit = &charts.units[*card];
            unit.r#type == branch && i16::from(unit.so) <= purse && market.against(charts, *card).is_none()
        });
        let worth = |card: &CardId| {
            let unit = &charts.units[*card];
            let all = game.battalions.ids().map(|at| game.prospect(charts, unit, at)).sum::<i32>();
            let another = thought.units.iter().all(|have| have.card(charts).name != unit.name);
            // Of equals the first.
            (another, 100 * all / i32::from(unit.so).max(1), Reverse(*card))
        };
        let Some(card) = open.max_by_key(worth) else { continue };
        thought.so -= i16::from(charts.units[card].so);
        thought.units.push(Unit::fresh(card));
        offered.push(charts.units[card].number);
    }
    offered
}

fn plan(game: &Leader, charts: &'static Charts, said: &str) -> Result<Vec<Choice>, String> {
    // Nothing said is not nothing meant: it would end the Week.
    if said.trim_matches([';', ' ']).is_empty() {
        return Err(format!("say who attacks what, as in `{EXAMPLE}`, or `plan none` to call all attacks off"));
    }
    let planned: Vec<SaidBattle> = game.plan.ids().map(|at| SaidBattle::of(game, charts, at)).collect();
    if said.eq_ignore_ascii_case("none") {
        // To carry the Week out without an attack is another answer, and asked once more where it is fatal.
        return match planned.is_empty() {
            true => Err("no attack is planned; a Week without one is carried out by `Z`".into()),
            false => Ok(planned.iter().map(|battle| Choice::Drop(battle.id)).collect()),
        };
    }
    let mut wanted = planned.clone();
    let mut named: Vec<Designation> = Vec::new();
    for battle in said.split(';').map(str::trim).filter(|battle| !battle.is_empty()) {
        let (id, force) =
            battle.split_once(':').ok_or_else(|| format!("`{battle}`: say who goes, as in `{EXAMPLE}`"))?;
        let id: Designation = id.trim().to_ascii_uppercase().parse()?;
        if named.contains(&id) {
            return Err(format!("{id}: a Battalion is attacked once a Week (week.assign.8)"));
        }
        named.push(id);
        let parts: Vec<&str> = force.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
        let at = wanted.iter().position(|battle| battle.id == id);
        if parts.iter().any(|part| part.eq_ignore_ascii_case("none")) {
            // Alone it calls this attack off.
            let at = at.ok_or_else(|| format!("{id}: no attack on it is planned"))?;
            if parts.len() > 1 {
                return Err(format!("{id}: `none` calls the attack off, and nobody can be named beside it"));
            }
            wanted.remove(at);
            continue;
        }
        // What is there already is changed in part where some part says how, else it is planned anew.
        let in_part = parts.iter().any(|part| part.starts_with(['+', '-']));
        match at.map(|at| &mut wanted[at]) {
            Some(known) if in_part => {
                parts.iter().try_for_each(|part| known.change(part)).map_err(|why| format!("{id}: {why}"))?;
            }
            Some(known) => known.parts = parts.iter().map(ToString::to_string).collect(),
            None => {
                if let Some(off) = parts.iter().find(|part| part.starts_with('-')) {
                    return Err(format!("{id}: {off}: no attack on it is planned yet, so nobody can be taken off it"));
                }
                let parts = parts.iter().map(|part| part.trim_start_matches('+').trim().into());
                wanted.push(SaidBattle { id, parts: parts.collect() });
            }
        }
    }
    // From the first that changes on all are planned anew, so that the battles keep their order.
    let same = planned.iter().zip(&wanted).take_while(|(before, after)| before == after).count();
    let mut thought = game.clone();
    let mut answers = Vec::new();
    for battle in planned.iter().skip(same).rev() {
        answers.push(Choice::Drop(battle.id));
        if let Some(last) = thought.plan.last_id() {
            thought.called_off(last);
        }
    }
    for battle in wanted.iter().skip(same) {
        assigned_to(&mut thought, charts, battle, &mut answers).map_err(|why| format!("{}: {why}", battle.id))?;
    }
    // The plan now stands to be looked at, with its cost and its odds; to carry it out is another answer.
    Ok(answers)
}

/// A battle as it is said.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SaidBattle {
    id: Designation,
    /// `042+Eandi`, `scout 2`.
    parts: Vec<String>,
}

impl SaidBattle {
    /// One that is planned.
    fn of(game: &Leader, charts: &Charts, at: PlannedId) -> SaidBattle {
        let planned = &game.plan[at];
        let sent = game.units.iter().filter(|unit| unit.sent == Some(at));
        let unit = |unit: &Unit| {
            let under = unit.under.and_then(|at| game.commanders.get(at));
            let number = unit.card(charts).number;
            under.map_or_else(|| number.to_string(), |one| format!("{number}+{}", one.name))
        };
        let counters = [(Support::Truck, planned.trucks), (Support::Scout, planned.scouts)];
        let counters = counters.into_iter().filter(|(_, n)| *n > 0).map(|(support, n)| format!("{} {n}", support.id()));
        let id = game.battalion_card(charts, planned.battalion).id;
        SaidBattle { id, parts: sent.map(unit).chain(counters).collect() }
    }

    /// `+921`, `-042`, `+scout`, `-truck 1`; beside those what has no sign is said as it shall be: `921`, `scout 2`.
    fn change(&mut self, part: &str) -> Result<(), String> {
        let sign = part.chars().next().filter(|sign| matches!(sign, '+' | '-'));
        let what = part[sign.map_or(0, char::len_utf8)..].trim();
        if let Some(counters) = support(what) {
            let (kind, n) = counters?;
            let at = self.parts.iter().position(|known| known.starts_with(kind.id()));
            let before = at.and_then(|at| support(&self.parts.remove(at))).map_or(Ok((kind, 0)), |known| known)?.1;
            let after = match sign {
                Some('+') => before + n,
                Some(_) => before.saturating_sub(n),
                None => n,
            };
            self.parts.extend((after > 0).then(|| format!("{} {after}", kind.id())));
            return Ok(());
        }
        let is_meant = |known: &String| known.split('+').next() == what.split('+').next();
        if sign != Some('-') {
            match self.parts.iter_mut().find(|known| is_meant(known)) {
                // Who goes already goes; another may lead him.
                Some(known) if sign.is_none() => {
                    if what.contains('+') {
                        *known = what.into();
                    }
                }
                _ => self.parts.push(what.into()),
            }
            return Ok(());
        }
        let at = self.parts.iter().position(is_meant).ok_or_else(|| format!("{what} does not go there"))?;
        self.parts.remove(at);
        Ok(())
    }
}

/// The answers that plan a battle.
fn assigned_to(
    thought: &mut Leader,
    charts: &'static Charts,
    battle: &SaidBattle,
    answers: &mut Vec<Choice>,
) -> Result<(), String> {
    attacked(thought, charts, battle.id)?;
    answers.push(Choice::Attack(battle.id));
    let before = answers.len();
    for part in &battle.parts {
        match support(part) {
            Some(counters) => {
                let (support, n) = counters?;
                assigned(thought, support, n).map_err(|why| format!("{part}: {why}"))?;
                answers.extend((0..n).map(|_| Choice::Assign(support)));
            }
            None => sent(thought, charts, part, answers).map_err(|why| format!("{part}: {why}"))?,
        }
    }
    if !answers[before..].iter().any(|answer| matches!(answer, Choice::Send(_))) {
        return Err("a battle needs at least one Unit (week.assign.8)".into());
    }
    let (cost, so) = (thought.plan_cost(charts), thought.so);
    if cost > so {
        return Err(format!("with it the plan costs {cost} SO, and there are {so} (week.assign.8)"));
    }
    answers.push(Choice::Done);
    Ok(())
}

/// A battle is planned.
fn attacked(thought: &mut Leader, charts: &Charts, id: Designation) -> Result<(), &'static str> {
    let known = |at: &BattalionId| thought.battalion_card(charts, *at).id == id && !thought.battalions[*at].destroyed;
    let battalion = thought.battalions.ids().find(known);
    let battalion = battalion.ok_or("no such Battalion is on the map (week.assign.1)")?;
    if thought.plan.iter().any(|plan| plan.battalion == battalion) {
        return Err("a Battalion is attacked once a Week (week.assign.8)");
    }
    thought.plan.push(Planned { battalion, trucks: 0, scouts: 0 });
    Ok(())
}

/// Trucks or Scouts go to the battle last planned.
fn assigned(thought: &mut Leader, support: Support, n: u8) -> Result<(), String> {
    let spare = thought.spare(support);
    if n > spare {
        let s = if spare == 1 { "" } else { "s" };
        return Err(format!("{spare} {support}{s} can be assigned (week.assign.5)"));
    }
    let Some(plan) = thought.plan.last_mut() else { return Ok(()) };
    if support == Support::Truck && !thought.battalions[plan.battalion].band.is_deep() {
        return Err("Trucks are of no use in this band (support.truck.2)".into());
    }
    match support {
        Support::Truck => plan.trucks += n,
        Support::Scout => plan.scouts += n,
    }
    Ok(())
}

/// `truck 2`, `scout`.
fn support(part: &str) -> Option<Result<(Support, u8), String>> {
    let (word, count) = part.split_once(' ').unwrap_or((part, "1"));
    let word = word.to_ascii_lowercase();
    let support = Support::ALL.into_iter().find(|support| word.trim_end_matches('s') == support.id())?;
    let count = count.trim().parse::<u8>().ok().filter(|n| (1..=9).contains(n));
    Some(count.map(|n| (support, n)).ok_or_else(|| format!("`{part}`: say how many, 1 to 9")))
}

/// `042+Eandi`, or `042` under the best of those who are free: calm before Shaken, then by level, then the least Stress.
fn sent(thought: &mut Leader, charts: &'static Charts, part: &str, answers: &mut Vec<Choice>) -> Result<(), String> {
    let (number, name) = match part.split_once('+') {
        Some((number, name)) => (number.trim(), Some(name.trim())),
        None => (part, None),
    };
    let number: Number = number.parse().map_err(|_| "that is no number of a Unit".to_string())?;
    let unit = thought.unit_of(charts, number).ok_or("you have no such Unit (week.assign.1)")?;
    let cited = |(rule, why): (RuleId, &'static str)| format!("{why} ({})", crate::rules::LEDGER.id(rule));
    let led = match name {
        // Whether he can go is looked at below.
        Some(_) => [true; Branch::ALL.len()],
        None => thought.led_types(charts),
    };
    if let Some(reason) = thought.against_sending(charts, unit, led) {
        return Err(cited(reason));
    }
    let free = thought.commanders_for(charts, unit);
    let commander = match name {
        Some(name) => {
            let named = |said: &str| said.to_ascii_lowercase().replace([' ', '_', '\'', '.'], "");
            let found = Name::ALL.into_iter().find(|known| named(known.name()) == named(name) || known.id() == name);
            let found = found.ok_or_else(|| format!("nobody is called {name}"))?;
            let at = thought.commander_of(found);
            let at = at.ok_or_else(|| format!("{found} is not in the group (week.assign.2)"))?;
            let branch = thought.commanders[at].branch(charts);
            if branch != thought.units[unit].card(charts).r#type {
                return Err(format!("{found} commands {branch} (week.assign.2)"));
            }
            if let Some(reason) = thought.against_commander(charts, at) {
                return Err(format!("{found}: {}", cited(reason)));
            }
            at
        }
        None => {
            let worth = |at: &CommanderId| {
                let one = &thought.commanders[*at];
                (one.nerve(charts) == Nerve::Okay, one.level, Reverse(one.stress), Reverse(*at))
            };
            free.iter().copied().max_by_key(worth).ok_or("no Commander of its type is free (week.assign.2)")?
        }
    };
    answers.push(Choice::Send(number));
    // Where only one is free nobody is asked.
    if free.len() > 1 {
        answers.push(Choice::Under(thought.commanders[commander].name));
    }
    thought.commanders[commander].sent = true;
    thought.units[unit].sent = thought.plan.last_id();
    thought.units[unit].under = Some(commander);
    Ok(())
}
