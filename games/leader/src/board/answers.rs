//! The battlefield in words: what lies in a hex, how far it is, what is seen, who aims at whom.

use super::field::{fate, title};
use super::front::{attackers, battalion_words, behind};
use super::lists::{card_words, commander_words, damage, dash};
use crate::attack::NEVER;
use crate::ids::{BattalionId, CardId, CommanderId, EnemyId, FighterId, Ids, UnitId};
use crate::map::Hex;
use crate::odds::Danger;
use crate::words::{Name, Skill};
use crate::{Leader, View};
use hulldown_draw::Question;

/// Something on the table.
enum Thing {
    Hex(Hex),
    Unit(UnitId),
    Enemy(EnemyId),
    Battalion(BattalionId),
    Commander(CommanderId),
    /// A Unit card that is not in the group.
    Card(CardId),
}

/// What can be asked.
const ASKS: &str = "Say a hex such as `53`, a Unit by its three digits, an enemy as `enemy 4`, a Battalion such as `9A`, or a Commander by \
                    his name: `look 53`, `look 042`, `see 042`, `way 33`, `way 042 33`, `look enemy 4`, `look 9A`; or Unit cards by type, cost and year: \
                    `look units armor to 10 in 1944`";

/// What is said of a battlefield where there is none.
const NO_BATTLE: &str = "There is no battle now.";

pub(super) fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
    match question {
        Question::Look(what) if first(what) == "units" => super::shop::listed(view, &what.trim().to_lowercase()[5..]),
        Question::Look(what) => Ok(match find(view, what)? {
            Thing::Hex(hex) => look(view, hex),
            Thing::Unit(unit) => unit_lines(view, unit),
            Thing::Enemy(enemy) => enemy_lines(view, enemy),
            Thing::Battalion(at) => vec![battalion_words(view, at)],
            Thing::Commander(at) => vec![commander_words(&view.commanders()[at], view)],
            Thing::Card(card) => super::shop::card_lines(view, card),
        }),
        Question::Way(what) => way(view, what),
        Question::See(what) => Ok(match find(view, what)? {
            Thing::Unit(unit) => attackable(view, unit),
            Thing::Enemy(enemy) => enemy_lines(view, enemy),
            Thing::Hex(hex) => {
                let seen: Vec<String> = Hex::all()
                    .filter(|to| *to != hex && view.battle().field.sees(hex, *to))
                    .map(|to| to.to_string())
                    .collect();
                vec![format!("from {hex} are seen {}", seen.join(", "))]
            }
            Thing::Battalion(at) => vec![battalion_words(view, at)],
            Thing::Commander(at) => vec![commander_words(&view.commanders()[at], view)],
            Thing::Card(card) => super::shop::card_lines(view, card),
        }),
        Question::Targets => Ok(targets(view)),
        Question::Where => Ok(whereabouts(view)),
    }
}

/// The first word, in small letters.
fn first(said: &str) -> String {
    said.split_whitespace().next().unwrap_or_default().to_lowercase()
}

/// How far it is to a place for a Unit, or for all.
fn way(view: &View<'_>, what: &str) -> Result<Vec<String>, String> {
    // `042 12`: a Unit, and where to. The name of a Commander and `enemy 4` are two words as well.
    let (unit, what) = match what.trim().split_once(' ') {
        Some((first, rest)) => match find(view, first) {
            Ok(Thing::Unit(unit)) => (Some(unit), rest.trim()),
            _ => (None, what),
        },
        None => (None, what),
    };
    let hex = place(view, what.strip_prefix("to ").unwrap_or(what))?;
    let own = view.battle().fighters.ids().filter_map(|at| {
        let fighter = &view.battle().fighters[at];
        let from = fighter.at().filter(|_| unit.is_none_or(|unit| fighter.unit == unit))?;
        let card = view.card(at);
        let seen = if view.battle().field.sees(from, hex) { "seen" } else { "not seen" };
        Some(format!("{} {} in {from}: {}, {seen}", card.number, card.name, away(from.distance(hex))))
    });
    let own: Vec<String> = own.collect();
    if own.is_empty() { Err(format!("it is in no battle. {ASKS}")) } else { Ok(own) }
}

/// A distance in words.
fn away(hexes: u8) -> String {
    if hexes == 1 { "1 hex away".into() } else { format!("{hexes} hexes away") }
}

fn find(view: &View<'_>, what: &str) -> Result<Thing, String> {
    let typed = what.trim();
    let what = typed.to_lowercase();
    let fighting = view.in_battle();
    if let Some(number) = what.strip_prefix("enemy ").or_else(|| what.strip_prefix("no. ")) {
        let enemy = number.trim().parse().ok().filter(|at| fighting && view.battle().enemies.holds(*at));
        return enemy.map(Thing::Enemy).ok_or_else(|| unknown(view, typed));
    }
    // A digit alone is one of the enemy's: hexes have two, Units three.
    let enemy = what.parse().ok().filter(|at| what.len() == 1 && fighting && view.battle().enemies.holds(*at));
    if let Some(enemy) = enemy {
        return Ok(Thing::Enemy(enemy));
    }
    let word = what.strip_prefix("hex ").or_else(|| what.strip_prefix("unit ")).unwrap_or(&what);
    if let Some(unit) = word.parse().ok().filter(|_| word.len() > 2).and_then(|number| view.unit_of(number)) {
        return Ok(Thing::Unit(unit));
    }
    if let Some(card) = word.parse().ok().filter(|_| word.len() > 2).and_then(|number| view.charts.unit_of(number)) {
        return Ok(Thing::Card(card));
    }
    // The board writes the letter of its ground behind a hex.
    let bare = word.strip_suffix(|c| "hlbiw-*".contains(c)).filter(|bare| bare.len() == 2).unwrap_or(word);
    if let Some(hex) = bare.parse::<u8>().ok().and_then(Hex::new).filter(|_| fighting) {
        return Ok(Thing::Hex(hex));
    }
    let battalion =
        view.battalions().ids().find(|at| view.battalion_card(*at).id.to_string().eq_ignore_ascii_case(word));
    if let Some(battalion) = battalion {
        return Ok(Thing::Battalion(battalion));
    }
    let name = Name::ALL.into_iter().find(|name| name.name().eq_ignore_ascii_case(word) || name.id() == word);
    name.and_then(|name| view.commander_of(name)).map(Thing::Commander).ok_or_else(|| unknown(view, typed))
}

/// What is wrong with a name, and what can be said instead.
fn unknown(view: &View<'_>, what: &str) -> String {
    let is_place = ["enemy ", "no. ", "hex "].iter().any(|word| what.to_lowercase().starts_with(word));
    let is_number = !what.is_empty() && what.bytes().all(|byte| byte.is_ascii_digit());
    if !view.in_battle() && (is_place || is_number && what.len() <= 2) {
        return format!(
            "{NO_BATTLE} Units, Battalions and Commanders can be looked at: `look 042`, `look 9A`, `look Eandi`"
        );
    }
    if what.is_empty() { ASKS.into() } else { format!("there is no `{what}` here. {ASKS}") }
}

/// The hex somebody means.
fn place(view: &View<'_>, what: &str) -> Result<Hex, String> {
    let battle = &view.battle();
    let hex = match find(view, what)? {
        Thing::Hex(hex) => Some(hex),
        Thing::Enemy(enemy) => battle.enemies[enemy].at(),
        Thing::Unit(unit) => battle.fighters.iter().find(|one| one.unit == unit).and_then(|one| one.at()),
        Thing::Battalion(_) | Thing::Commander(_) | Thing::Card(_) => None,
    };
    hex.ok_or_else(|| match view.in_battle() {
        true => format!("{what} is not on the battlefield. {ASKS}"),
        false => NO_BATTLE.into(),
    })
}

fn look(view: &View<'_>, hex: Hex) -> Vec<String> {
    let ground = view.battle().field.at(hex);
    let near: Vec<String> = hex.near().map(|hex| hex.to_string()).collect();
    let mut lines = vec![format!("{hex}: {ground}, Defense {:+}; next to it {}", ground.cover(), near.join(", "))];
    for (at, enemy) in view.battle().enemies.each().filter(|(_, enemy)| enemy.at() == Some(hex)) {
        lines.push(format!("  enemy {at}: {}", view.enemy_card(enemy).name));
    }
    for at in view.battle().fighters.ids().filter(|at| view.battle().fighters[*at].at() == Some(hex)) {
        lines.push(format!("  {} {}, yours", view.card(at).number, view.card(at).name));
    }
    lines
}

fn unit_lines(view: &View<'_>, unit: UnitId) -> Vec<String> {
    let charts = view.charts;
    let mut lines = vec![card_words(view.units()[unit].card(charts))];
    let hurt = damage(view, unit);
    if !hurt.is_empty() {
        lines.push(format!("damage: {hurt}"));
    }
    if let Some(at) = view.battle().fighters.position(|one| one.unit == unit) {
        let fighter = &view.battle().fighters[at];
        let place = fighter.at().map_or_else(|| fate(fighter.fate).into(), |hex| format!("in {hex}"));
        lines.push(format!("{place}, Defense {} with cover", view.defense_of(at)));
        lines.extend(view.living(at).map(|commander| commander_words(commander, view)));
        lines.extend(attackable(view, unit));
    }
    lines
}

/// What a Unit could attack from where it stands.
fn attackable(view: &View<'_>, unit: UnitId) -> Vec<String> {
    let Some(at) = view.battle().fighters.position(|one| one.unit == unit) else {
        return vec!["it is in no battle".into()];
    };
    let moved = view.battle().fighters[at].moved;
    let mut lines = Vec::new();
    for (enemy, counter) in view.battle().enemies.each() {
        let (Some(hex), card) = (counter.at(), view.enemy_card(counter)) else { continue };
        if view.against_target(at, moved, card.target, hex).is_some() {
            continue;
        }
        let range = view.battle().fighters[at].at().map_or(0, |from| from.distance(hex));
        let need = view.attack_need(at, moved, card.target, range);
        let defense = view.defense_of_enemy(enemy, !view.gunner(at).attacks_with(Skill::Marksman, moved));
        let needs = if need >= NEVER { "cannot hit".into() } else { format!("hits on {}", need.max(1)) };
        lines
            .push(format!("  enemy {enemy}, {} in {hex}, range {range}: {needs}, its Defense is {defense}", card.name));
    }
    let head = if lines.is_empty() { "it can attack nobody from there" } else { "it can attack:" };
    lines.insert(0, head.into());
    lines
}

fn enemy_lines(view: &View<'_>, enemy: EnemyId) -> Vec<String> {
    let (counter, card) = (&view.battle().enemies[enemy], view.enemy_card(&view.battle().enemies[enemy]));
    let place = counter.at().map_or_else(|| "Destroyed".into(), |hex| format!("in {hex}"));
    let mut lines = vec![format!(
        "enemy {enemy}, {}, {place}: {}, AP {}, HE {}, range {}, Defense {} against {}",
        card.name,
        match card.points {
            1 => "1 point".into(),
            points => format!("{points} points"),
        },
        dash(card.ap),
        dash(card.he),
        card.range,
        card.defense,
        card.target
    )];
    if counter.at().is_some() {
        let (need, at) = view.targets_of(enemy);
        let names: Vec<String> = at.map(|at| view.card(at).number.to_string()).collect();
        lines.push(match names.is_empty() {
            true => "it can attack nobody from there".into(),
            false => format!("from there it attacks {}, hits on {need}", names.join(" or ")),
        });
    }
    lines
}

fn targets(view: &View<'_>) -> Vec<String> {
    if !view.in_battle() {
        return vec![NO_BATTLE.into()];
    }
    // Where there are none, why is told by whoever asks (`Aids::unsure`).
    let dangers = view.dangers();
    let numbers = |ids: Ids<FighterId>| ids.map(|at| view.card(at).number.to_string()).collect::<Vec<_>>();
    // Of those that are alike one line tells.
    let tied = |danger: &Danger| Leader::tied(&dangers, danger);
    let is_told = |danger: &&Danger| tied(danger).first().is_none_or(|first| first == danger.at);
    let line = |danger: &Danger| {
        let whom = match numbers(tied(danger)) {
            tied if tied.len() > 1 => format!("{}, which of them you choose", tied.join(" or ")),
            _ if danger.alike.is_empty() => view.card(danger.at).number.to_string(),
            _ => {
                format!("{} (or {}, if you choose so)", view.card(danger.at).number, numbers(danger.alike).join(" or "))
            }
        };
        let enemy = &view.battle().enemies[danger.enemy];
        let place = enemy.hex.map_or_else(String::new, |hex| format!(" in {hex}"));
        let now = if view.battle().attacker == Some(danger.enemy) { "being decided now: " } else { "" };
        format!(
            "{now}enemy {}, {}{place}, at {}: attacks {:.0}%, gets through {:.0}%, Destroys it {:.1}%",
            danger.enemy,
            view.enemy_card(enemy).name,
            whom,
            100.0 * danger.fires,
            100.0 * danger.hits,
            100.0 * danger.destroys
        )
    };
    // What it comes to for each of ours, then who does it.
    let risks = view.enemy_step().risks;
    let sums = risks.each().filter(|(_, risk)| risk.hit > 0.0).map(|(at, risk)| {
        let (number, hit, lost) = (view.card(at).number, 100.0 * risk.hit, 100.0 * risk.destroyed);
        let chosen = if risk.chosen { ", if you choose it each time" } else { "" };
        format!("{number}, all enemies together: hit {hit:.0}%, Destroyed {lost:.1}%{chosen}")
    });
    let is_decided = |danger: &&Danger| view.battle().attacker == Some(danger.enemy);
    let told = || dangers.iter().filter(is_told);
    let decided = told().filter(is_decided).map(line);
    decided.chain(sums).chain(told().filter(|danger| !is_decided(danger)).map(line)).collect()
}

fn whereabouts(view: &View<'_>) -> Vec<String> {
    let mut lines = vec![<crate::Leader as hulldown_core::game::Voice>::status(view)];
    if view.in_battle() {
        lines.push(title(view));
        for (at, fighter) in view.battle().fighters.each() {
            let card = view.card(at);
            let place = fighter.at().map_or_else(|| fate(fighter.fate).into(), |hex| format!("in {hex}"));
            lines.push(format!("{} {} {place}", card.number, card.name));
        }
        // Hex by hex, those nearest to us first.
        for hex in Hex::all().collect::<Vec<_>>().into_iter().rev() {
            let here = view.battle().enemies.each().filter(|(_, enemy)| enemy.at() == Some(hex));
            let names: Vec<String> =
                here.map(|(at, enemy)| format!("enemy {at} {}", view.enemy_card(enemy).name)).collect();
            if !names.is_empty() {
                lines.push(format!("{hex}: {}", names.join(", ")));
            }
        }
        lines.push(format!("Staying behind: {}", behind(view)));
    } else {
        if !view.plan().is_empty() {
            let attacks = view.plan().ids().map(|plan| {
                format!("{} by {}", view.battalion_card(view.plan()[plan].battalion).id, attackers(view, plan))
            });
            let attacks = attacks.collect::<Vec<_>>().join("; ");
            lines.push(format!("The plan: {attacks}. It costs {} of {} SO", view.plan_cost(), view.so()));
        }
        if view.week() > 0 {
            lines.push(format!("Staying behind: {}", behind(view)));
        }
        lines.extend(
            view.battalions()
                .ids()
                .filter(|at| !view.battalions()[*at].destroyed)
                .map(|at| format!("{}: {}", view.battalions()[at].band, battalion_words(view, at))),
        );
    }
    lines
}
