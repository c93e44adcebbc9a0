//! The battlefield in words: what lies in a hex, how far it is, what is seen, who aims at whom.

use super::field::{fate, title};
use super::front::battalion_words;
use super::lists::{card_words, commander_words, damage, dash};
use crate::View;
use crate::attack::NEVER;
use crate::map::Hex;
use crate::playable::in_battle;
use crate::words::{Name, Skill};
use hulldown_draw::Question;

/// Something on the table.
enum Thing {
    Hex(Hex),
    Unit(usize),
    Enemy(usize),
    Battalion(usize),
    Commander(usize),
}

/// What can be asked.
const ASKS: &str = "Say a hex such as `53`, a Unit by its three digits, an enemy as `enemy 4`, a Battalion such as `9A`, or a Commander by \
                    his name: `look 53`, `look 042`, `see 042`, `way 33`, `look enemy 4`, `look 9A`; or Unit cards by type, cost and year: \
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
            Thing::Commander(at) => vec![commander_words(&view.game.commanders[at], view)],
        }),
        Question::Way(what) => {
            let hex = place(view, what)?;
            let own = (0..view.game.battle.fighters.len()).filter_map(|at| {
                let from = view.game.battle.fighters[at].at()?;
                let card = view.game.card(view.charts, at);
                let seen = if view.game.battle.field.sees(from, hex) { "seen" } else { "not seen" };
                Some(format!("{:03} {} in {from}: {} hexes away, {seen}", card.number, card.name, from.distance(hex)))
            });
            Ok(own.collect())
        }
        Question::See(what) => Ok(match find(view, what)? {
            Thing::Unit(unit) => attackable(view, unit),
            Thing::Enemy(enemy) => enemy_lines(view, enemy),
            Thing::Hex(hex) => {
                let seen: Vec<String> = Hex::all()
                    .filter(|to| *to != hex && view.game.battle.field.sees(hex, *to))
                    .map(|to| to.to_string())
                    .collect();
                vec![format!("from {hex} are seen {}", seen.join(", "))]
            }
            Thing::Battalion(at) => vec![battalion_words(view, at)],
            Thing::Commander(at) => vec![commander_words(&view.game.commanders[at], view)],
        }),
        Question::Targets => Ok(targets(view)),
        Question::Where => Ok(whereabouts(view)),
    }
}

/// The first word, in small letters.
fn first(said: &str) -> String {
    said.split_whitespace().next().unwrap_or_default().to_lowercase()
}

fn find(view: &View<'_>, what: &str) -> Result<Thing, String> {
    let (game, charts) = (view.game, view.charts);
    let what = what.trim().to_lowercase();
    let fighting = in_battle(game);
    if let Some(number) = what.strip_prefix("enemy ").or_else(|| what.strip_prefix("no. ")) {
        let enemy = number.trim().parse::<usize>().ok().filter(|at| fighting && *at < game.battle.enemies.len());
        return enemy.map(Thing::Enemy).ok_or_else(|| unknown(game, &what));
    }
    let word = what.strip_prefix("hex ").or_else(|| what.strip_prefix("unit ")).unwrap_or(&what);
    if let Some(unit) = word.parse::<u16>().ok().filter(|_| word.len() > 2).and_then(|n| game.unit_of(charts, n)) {
        return Ok(Thing::Unit(unit));
    }
    if let Some(hex) = word.parse::<u8>().ok().and_then(Hex::new).filter(|_| fighting) {
        return Ok(Thing::Hex(hex));
    }
    let battalion = (0..game.battalions.len())
        .find(|at| game.battalion_card(charts, *at).id.to_string().eq_ignore_ascii_case(word));
    if let Some(battalion) = battalion {
        return Ok(Thing::Battalion(battalion));
    }
    let name = Name::ALL.into_iter().find(|name| name.name().eq_ignore_ascii_case(word) || name.id() == word);
    name.and_then(|name| game.commander_of(name)).map(Thing::Commander).ok_or_else(|| unknown(game, &what))
}

/// What is wrong with a name, and what can be said instead.
fn unknown(game: &crate::Leader, what: &str) -> String {
    let is_place = what.starts_with("enemy ") || what.starts_with("no. ") || what.starts_with("hex ");
    let is_number = !what.is_empty() && what.bytes().all(|byte| byte.is_ascii_digit());
    if !in_battle(game) && (is_place || is_number && what.len() <= 2) {
        return format!(
            "{NO_BATTLE} Units, Battalions and Commanders can be looked at: `look 042`, `look 9A`, `look Eandi`"
        );
    }
    if what.is_empty() { ASKS.into() } else { format!("there is no `{what}` here. {ASKS}") }
}

/// The hex somebody means.
fn place(view: &View<'_>, what: &str) -> Result<Hex, String> {
    let battle = &view.game.battle;
    let hex = match find(view, what)? {
        Thing::Hex(hex) => Some(hex),
        Thing::Enemy(enemy) => battle.enemies[enemy].at(),
        Thing::Unit(unit) => battle.fighters.iter().find(|one| usize::from(one.unit) == unit).and_then(|one| one.at()),
        Thing::Battalion(_) | Thing::Commander(_) => None,
    };
    hex.ok_or_else(|| match in_battle(view.game) {
        true => format!("{what} is not on the battlefield. {ASKS}"),
        false => NO_BATTLE.into(),
    })
}

fn look(view: &View<'_>, hex: Hex) -> Vec<String> {
    let (game, charts) = (view.game, view.charts);
    let ground = game.battle.field.at(hex);
    let near: Vec<String> = hex.near().map(|hex| hex.to_string()).collect();
    let mut lines = vec![format!("{hex}: {ground}, Defense {:+}; next to it {}", ground.cover(), near.join(", "))];
    for (at, enemy) in game.battle.enemies.iter().enumerate().filter(|(_, enemy)| enemy.at() == Some(hex)) {
        lines.push(format!("  enemy {at}: {}", enemy.card(game, charts).name));
    }
    for at in (0..game.battle.fighters.len()).filter(|at| game.battle.fighters[*at].at() == Some(hex)) {
        lines.push(format!("  {:03} {}, yours", game.card(charts, at).number, game.card(charts, at).name));
    }
    lines
}

fn unit_lines(view: &View<'_>, unit: usize) -> Vec<String> {
    let (game, charts) = (view.game, view.charts);
    let mut lines = vec![card_words(game.units[unit].card(charts))];
    let hurt = damage(view, unit);
    if !hurt.is_empty() {
        lines.push(format!("damage: {hurt}"));
    }
    if let Some(at) = game.battle.fighters.iter().position(|one| usize::from(one.unit) == unit) {
        let fighter = &game.battle.fighters[at];
        let place = fighter.at().map_or_else(|| fate(fighter.fate).into(), |hex| format!("in {hex}"));
        lines.push(format!("{place}, Defense {} with cover", game.friendly_defense(charts, at)));
        lines.extend(game.living(at).map(|commander| commander_words(commander, view)));
        lines.extend(attackable(view, unit));
    }
    lines
}

/// What a Unit could attack from where it stands.
fn attackable(view: &View<'_>, unit: usize) -> Vec<String> {
    let (game, charts) = (view.game, view.charts);
    let Some(at) = game.battle.fighters.iter().position(|one| usize::from(one.unit) == unit) else {
        return vec!["it is in no battle".into()];
    };
    let moved = game.battle.fighters[at].moved;
    let mut lines = Vec::new();
    for (enemy, counter) in game.battle.enemies.iter().enumerate() {
        let (Some(hex), card) = (counter.at(), counter.card(game, charts)) else { continue };
        if game.against_target(charts, at, card.target, hex).is_some() {
            continue;
        }
        let range = game.battle.fighters[at].at().map_or(0, |from| from.distance(hex));
        let need = game.attack_need(charts, at, moved, card.target, range);
        let defense = game.enemy_defense(charts, enemy, !game.can(charts, at, Skill::Marksman));
        let needs = if need >= NEVER { "cannot hit".into() } else { format!("hits on {}", need.max(1)) };
        lines
            .push(format!("  enemy {enemy}, {} in {hex}, range {range}: {needs}, its Defense is {defense}", card.name));
    }
    let head = if lines.is_empty() { "it can attack nobody from there" } else { "it can attack:" };
    lines.insert(0, head.into());
    lines
}

fn enemy_lines(view: &View<'_>, enemy: usize) -> Vec<String> {
    let (game, charts) = (view.game, view.charts);
    let (counter, card) = (&game.battle.enemies[enemy], game.battle.enemies[enemy].card(game, charts));
    let place = counter.at().map_or_else(|| "Destroyed".into(), |hex| format!("in {hex}"));
    let mut lines = vec![format!(
        "enemy {enemy}, {}, {place}: {} points, AP {}, HE {}, range {}, Defense {} against {}",
        card.name,
        card.points,
        dash(card.ap),
        dash(card.he),
        card.range,
        card.defense,
        card.target
    )];
    if counter.at().is_some() {
        let (need, at) = game.targets_of(charts, enemy);
        let names: Vec<String> = at.map(|at| format!("{:03}", game.card(charts, at).number)).collect();
        lines.push(match names.is_empty() {
            true => "it can attack nobody from there".into(),
            false => format!("from there it attacks {}, hits on {need}", names.join(" or ")),
        });
    }
    lines
}

fn targets(view: &View<'_>) -> Vec<String> {
    let (game, charts) = (view.game, view.charts);
    if !in_battle(game) {
        return vec![NO_BATTLE.into()];
    }
    let dangers = game.dangers(charts);
    if dangers.is_empty() {
        return vec![
            "As things stand no enemy can hit you in its next step; that changes when one of you moves.".into(),
        ];
    }
    let line = |danger: &crate::odds::Danger| {
        let enemy = &game.battle.enemies[danger.enemy];
        let place = enemy.hex.map_or_else(String::new, |hex| format!(" in {hex}"));
        let now = if game.battle.attacker == Some(danger.enemy as u8) { "being decided now: " } else { "" };
        format!(
            "{now}enemy {}, {}{place}, at {:03}: attacks {:.0} %, gets through {:.0} %, Destroys it {:.1} %",
            danger.enemy,
            enemy.card(game, charts).name,
            game.card(charts, danger.at).number,
            100.0 * danger.fires,
            100.0 * danger.hits,
            100.0 * danger.destroys
        )
    };
    // What it comes to for each of ours, then who does it.
    let risks = game.enemy_step(charts).risks;
    let sums = risks.iter().enumerate().filter(|(_, risk)| risk.hit > 0.0).map(|(at, risk)| {
        let (number, hit, lost) = (game.card(charts, at).number, 100.0 * risk.hit, 100.0 * risk.destroyed);
        format!("{number:03}, all enemies together: hit {hit:.0} %, Destroyed {lost:.1} %")
    });
    let decided = dangers.iter().filter(|danger| game.battle.attacker == Some(danger.enemy as u8));
    let others = dangers.iter().filter(|danger| game.battle.attacker != Some(danger.enemy as u8));
    decided.map(line).chain(sums).chain(others.map(line)).collect()
}

fn whereabouts(view: &View<'_>) -> Vec<String> {
    let (game, charts) = (view.game, view.charts);
    let mut lines = vec![<crate::Leader as hulldown_core::game::Voice>::status(view)];
    if in_battle(game) {
        lines.push(title(view));
        for (at, fighter) in game.battle.fighters.iter().enumerate() {
            let card = game.card(charts, at);
            let place = fighter.at().map_or_else(|| fate(fighter.fate).into(), |hex| format!("in {hex}"));
            lines.push(format!("{:03} {} {place}", card.number, card.name));
        }
    } else {
        lines.extend(
            (0..game.battalions.len())
                .filter(|at| !game.battalions[*at].destroyed)
                .map(|at| format!("{}: {}", game.battalions[at].band, battalion_words(view, at))),
        );
    }
    lines
}
