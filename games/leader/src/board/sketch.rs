//! The battlefield in characters: four hexes a row, even rows shifted, yours and the enemy's in each; and the operational map, a line
//! for each Battalion.

use super::counters::short;
use super::field::title;
use super::front;
use crate::View;
use crate::ids::FighterId;
use crate::map::{COLS, HEXES, Hex, ROWS};
use crate::state::Stage;
use crate::words::{Band, Ground};
use hulldown_draw::{Ink, Room, Sketch, Spot};

/// The board.
pub(super) fn sketch(view: &View<'_>, spots: &[Spot], room: Room) -> Sketch {
    let mut sketch = Sketch::new(room);
    // Where there is room for the hexes alone, they come without a title.
    let top = usize::from(room.lines != 2 * ROWS && room.lines > ROWS);
    if top > 0 {
        sketch.fit(0, 0, room.columns, &title(view), Ink::Faint);
    }
    // Half a hex more for the shifted rows; what is left over is shared out.
    let across = |halves: usize| halves * room.columns / (2 * COLS + 1);
    let tall = (room.lines.saturating_sub(top) / ROWS).clamp(1, 4);
    let open = |id: String| spots.iter().any(|spot| spot.id == id);
    // Who acts sees his chances.
    let stands = |at: &FighterId| view.battle().fighters.get(*at).is_some_and(|one| one.at().is_some());
    let acting = view.battle().acting.filter(stands);
    for hex in Hex::all().take(HEXES) {
        let (row, col) = (usize::from(hex.row()), usize::from(hex.id() % 10 - 1));
        let (x, y) = (across(2 * col + row % 2), top + row * tall);
        let wide = across(2 * col + row % 2 + 2) - x;
        sketch.bar(x, y..y + tall, Ink::Faint);
        let ground = view.battle().field.at(hex);
        let ink = match ground {
            Ground::Clear => Ink::Faint,
            Ground::Heavy | Ground::Light | Ground::Bocage => Ink::Woods,
            Ground::Impassable | Ground::Water => Ink::Rough,
        };
        let letter = if ground == Ground::Clear { "" } else { ground.id() };
        let chosen = open(format!("hex:{hex}"));
        let head = format!("{hex}{letter}{}", if chosen { "*" } else { "" });
        let room = wide.saturating_sub(1);
        sketch.fit(x + 1, y, room, &head, if chosen { Ink::Choice } else { ink });
        let own: Vec<String> = view
            .battle()
            .fighters
            .ids()
            .filter(|at| view.battle().fighters[*at].at() == Some(hex))
            .map(|at| view.card(at).number.to_string())
            .collect();
        // Enemies that are alike stand together, by their numbers.
        let mut foes: Vec<(String, String, String)> = Vec::new();
        for (at, enemy) in view.battle().enemies.each().filter(|(_, enemy)| enemy.at() == Some(hex)) {
            let chance = acting.and_then(|own| view.kill_chance(own, at));
            let chance = chance.map_or_else(String::new, |chance| format!(" {chance}%"));
            let name = short(&view.enemy_card(enemy).name).replace(' ', "");
            match foes.iter_mut().find(|(known, _, odds)| (known, odds) == (&name, &chance)) {
                Some(known) => known.1 += &format!(",{at}"),
                None => foes.push((name, at.to_string(), chance)),
            }
        }
        // Where room is short, two letters of a name are enough.
        let called = |whole: bool| {
            let named = foes.iter().map(move |(name, numbers, chance)| match whole {
                true => (format!("{name}#{numbers}{chance}"), Ink::Enemy),
                false => (format!("{}{numbers}{chance}", name.get(..2).unwrap_or(name)), Ink::Enemy),
            });
            named.chain(own.iter().map(|number| (number.clone(), Ink::Own))).collect::<Vec<_>>()
        };
        let wants = |words: &[(String, Ink)]| words.iter().map(|(word, _)| word.len() + 1).sum::<usize>();
        let whole = called(true);
        let words = if wants(&whole) + head.len() <= tall * room { whole } else { called(false) };
        let (places, shown) = placed(&words, head.len() + 1, room, tall);
        for ((word, ink), (at, line)) in words.iter().zip(places) {
            sketch.fit(x + 1 + at, y + line, room.saturating_sub(at), word, *ink);
        }
        if let Some((more, (at, line))) = shown {
            sketch.fit(x + 1 + at, y + line, room.saturating_sub(at), &more, Ink::Faint);
        }
    }
    sketch.trimmed()
}

/// A column and a line of a hex.
type Place = (usize, usize);

/// Where words stand one after the other in as many lines as a hex has; what does not fit is counted in the end: `+2`.
fn placed(words: &[(String, Ink)], from: usize, room: usize, tall: usize) -> (Vec<Place>, Option<(String, Place)>) {
    let put = |wanted: usize, all: &mut dyn Iterator<Item = usize>| {
        let (mut at, mut line, mut places) = (from, 0, Vec::new());
        for len in all {
            if at > 0 && at + len > room && line + 1 < tall {
                (at, line) = (0, line + 1);
            }
            // The first is shown whatever there is of it.
            if at + len > room && !places.is_empty() {
                break;
            }
            places.push((at, line));
            at += len + 1;
        }
        (places.len() >= wanted).then_some(places)
    };
    let lens = || words.iter().map(|(word, _)| word.len());
    if let Some(places) = put(words.len(), &mut lens()) {
        return (places, None);
    }
    // As many as leave room for how many are left out.
    for shown in (1..words.len()).rev() {
        let more = format!("+{}", words.len() - shown);
        if let Some(mut places) = put(shown + 1, &mut lens().take(shown).chain([more.len()])) {
            let last = places.pop().unwrap_or_default();
            return (places, Some((more, last)));
        }
    }
    (put(0, &mut lens()).unwrap_or_default(), None)
}

/// The operational map: what the plan costs and who stays behind, then the Battalions band by band with their points (those at which they
/// are at Half and Destroyed), what an attack costs, and who goes; those that can be chosen have a star.
pub(super) fn map(view: &View<'_>, spots: &[Spot], room: Room) -> Sketch {
    let mut sketch = Sketch::new(room);
    let head = [
        format!("{}: {}", front::calendar(view), front::standing(view)),
        format!("The plan costs {} of {} SO. Staying behind: {}", view.plan_cost(), view.so(), front::behind(view)),
    ];
    let planned = usize::from(matches!(view.stage(), Stage::Plan | Stage::Assign));
    for (y, line) in head.iter().take(1 + planned).enumerate() {
        sketch.fit(0, y, room.columns, line, Ink::Plain);
    }
    let mut y = 1 + planned;
    for band in Band::ALL {
        let here = view
            .battalions()
            .ids()
            .filter(|at| view.battalions()[*at].band == band && !view.battalions()[*at].destroyed);
        for (n, at) in here.enumerate() {
            let card = view.battalion_card(at);
            let open = spots.iter().any(|spot| spot.id == format!("battalion:{}", card.id));
            let cost = view.attack_cost(at, 0);
            let plan = view.plan().position(|plan| plan.battalion == at);
            let plan = plan.map_or_else(|| card.name.clone(), |plan| format!("<- {}", front::attackers(view, plan)));
            let half = if view.battalions()[at].half { ", at Half" } else { "" };
            let name = if n == 0 { band.name() } else { "" };
            let line = format!(
                "{name:<19}{}{:<4} {} VP, {:>4} ({}/{}){half}, {cost} SO: {plan}",
                if open { '*' } else { ' ' },
                card.id.to_string(),
                card.vp,
                front::points(view, at),
                card.half,
                card.destroyed,
            );
            sketch.fit(0, y, room.columns, &line, if open { Ink::Choice } else { Ink::Enemy });
            y += 1;
        }
    }
    sketch.trimmed()
}
