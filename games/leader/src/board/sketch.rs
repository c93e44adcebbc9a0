//! The battlefield in characters: four hexes a row, even rows shifted, yours and the enemy's in each; and the operational map, a line
//! for each Battalion.

use super::counters::short;
use super::field::{short_title, title};
use super::front;
use crate::View;
use crate::ids::{EnemyId, FighterId};
use crate::map::{COLS, HEXES, Hex, ROWS};
use crate::state::Stage;
use crate::words::{Band, Ground};
use hulldown_draw::sketch::folded;
use hulldown_draw::{Ink, Room, Sketch, Spot};

/// The board.
pub(super) fn sketch(view: &View<'_>, spots: &[Spot], room: Room) -> Sketch {
    let mut sketch = Sketch::new(room);
    // Where there is room for the hexes alone, they come without a title.
    let top = usize::from(room.lines != 2 * ROWS && room.lines > ROWS);
    // Half a hex more for the shifted rows; what is left over is shared out.
    let across = |halves: usize| halves * room.columns / (2 * COLS + 1);
    let tall = (room.lines.saturating_sub(top) / ROWS).clamp(1, 4);
    let mut below = top + ROWS * tall;
    let legend = legend(view);
    if top > 0 {
        // In the most words that have room, with what the letters mean where there is no line for that below.
        let titles = [title(view), short_title(view, true), short_title(view, false)];
        let with = titles.iter().map(|title| format!("{title}  {legend}")).filter(|_| below >= room.lines);
        let all: Vec<String> = with.chain(titles.iter().cloned()).collect();
        let title = all.iter().find(|title| title.len() <= room.columns).unwrap_or(&titles[2]);
        sketch.fit(0, 0, room.columns, title, Ink::Faint);
    }
    let mut crowded = Vec::new();
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
        let foes = foes(view, hex, acting);
        // The longest way of naming them all that has room.
        let fits = |words: &Vec<(String, Ink)>| lines_for(words, head.len(), room) <= tall;
        let mut ways = Short::ALL.into_iter().map(|short| (short, named(&foes, &own, short)));
        let shown = ways.find(|(_, words)| fits(words));
        let (how, words) = shown.unwrap_or_else(|| (Short::Figures, named(&foes, &own, Short::Figures)));
        if !how.tells_who() {
            let all = named(&foes, &own, Short::Letters);
            let words: Vec<&str> = all.iter().map(|(word, _)| word.as_str()).collect();
            crowded.push(format!("{hex}: {}", words.join(" ")));
        }
        // One after the other into as many lines as a hex has.
        let (mut at, mut line) = (head.len() + 1, 0);
        for (word, ink) in words {
            if at > 0 && at + word.len() > room && line + 1 < tall {
                (at, line) = (0, line + 1);
            }
            sketch.fit(x + 1 + at, y + line, room.saturating_sub(at), &word, ink);
            at = (at + word.len() + 1).min(room);
        }
    }
    // Lines that are left say what the letters mean, and who stands where it was too crowded to say so.
    if below < room.lines {
        sketch.fit(0, below, room.columns, &legend, Ink::Faint);
        below += 1;
    }
    for line in crowded {
        below += match room.lines.saturating_sub(below) {
            0 => 0,
            left => sketch.fold(below, left, 2, &line, Ink::Plain),
        };
    }
    sketch.trimmed()
}

/// What the letters of the ground mean, those that are on this field, and what stands for a number.
fn legend(view: &View<'_>) -> String {
    let there = |ground: &Ground| !view.battle().field.such(|one| one == *ground).is_empty();
    let letters = Ground::ALL.into_iter().filter(|ground| *ground != Ground::Clear && there(ground));
    let letters = letters.map(|ground| format!("{} {}", ground.id(), ground.name()));
    letters.chain(["# enemy's number".into()]).collect::<Vec<_>>().join(", ")
}

/// Enemies in a hex that are alike.
struct Alike {
    name: String,
    ids: Vec<EnemyId>,
    /// How often who acts would destroy one.
    chance: String,
}

/// The enemies in a hex, those that are alike together.
fn foes(view: &View<'_>, hex: Hex, acting: Option<FighterId>) -> Vec<Alike> {
    let mut foes: Vec<Alike> = Vec::new();
    for (at, enemy) in view.battle().enemies.each().filter(|(_, enemy)| enemy.at() == Some(hex)) {
        let chance = acting.and_then(|own| view.kill_chance(own, at));
        let chance = chance.map_or_else(String::new, |chance| format!(" {chance}%"));
        let name = short(&view.enemy_card(enemy).name).replace(' ', "");
        match foes.iter_mut().find(|known| known.name == name && known.chance == chance) {
            Some(known) => known.ids.push(at),
            None => foes.push(Alike { name, ids: vec![at], chance }),
        }
    }
    foes
}

/// How those in a hex are named, the longest way first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Short {
    /// `Rifle#1,2 74%`
    Whole,
    /// `Ri#1,2 74%`
    Letters,
    /// `Ri#1,2`
    Numbers,
    /// `2Ri`
    Kinds,
    /// `2 foes`
    Counts,
    /// `2f`
    Figures,
}

impl Short {
    const ALL: [Short; 6] = [Short::Whole, Short::Letters, Short::Numbers, Short::Kinds, Short::Counts, Short::Figures];

    /// Whether every enemy's number can be read.
    fn tells_who(self) -> bool {
        matches!(self, Short::Whole | Short::Letters | Short::Numbers)
    }
}

/// Those in a hex, one's own last.
fn named(foes: &[Alike], own: &[String], how: Short) -> Vec<(String, Ink)> {
    let word = |foe: &Alike| {
        let numbers: Vec<String> = foe.ids.iter().map(EnemyId::to_string).collect();
        let (Alike { name, ids, chance }, numbers) = (foe, numbers.join(","));
        // Two letters, but a tank keeps its mark: a Pz IV is no Pz III.
        let letters = if name.starts_with("Pz") { name } else { name.get(..2).unwrap_or(name) };
        match how {
            Short::Whole => format!("{name}#{numbers}{chance}"),
            Short::Letters => format!("{letters}#{numbers}{chance}"),
            Short::Numbers => format!("{letters}#{numbers}"),
            Short::Kinds | Short::Counts | Short::Figures => format!("{}{letters}", ids.len()),
        }
    };
    let all: usize = foes.iter().map(|foe| foe.ids.len()).sum();
    let counted = |count: usize, words: [&str; 2]| {
        let word = words[usize::from(how == Short::Figures)];
        (count > 0).then(|| format!("{count}{word}"))
    };
    let (foes, own): (Vec<String>, Vec<String>) = match how {
        Short::Counts | Short::Figures => (
            counted(all, [if all == 1 { " foe" } else { " foes" }, "f"]).into_iter().collect(),
            counted(own.len(), [" own", "o"]).into_iter().collect(),
        ),
        _ => (foes.iter().map(word).collect(), own.to_vec()),
    };
    let inked = |words: Vec<String>, ink: Ink| words.into_iter().map(move |word| (word, ink));
    inked(foes, Ink::Enemy).chain(inked(own, Ink::Own)).collect()
}

/// How many lines words take one after the other, after the head of their hex; more than there can be if one is longer than a line.
fn lines_for(words: &[(String, Ink)], head: usize, room: usize) -> usize {
    let (mut at, mut lines) = (head + 1, 1);
    for (word, _) in words {
        if word.len() > room {
            return usize::MAX;
        }
        if at + word.len() > room {
            (at, lines) = (0, lines + 1);
        }
        at += word.len() + 1;
    }
    lines
}

/// How much is said of the map: all, or in fewer words where not all has room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// All.
    Many,
    /// Without what the page of the Week says too.
    Fewer,
    /// And Battalions nobody goes against beside each other.
    Fewest,
}

/// The operational map: what the plan costs and who stays behind, then the Battalions band by band with their points (those at which they
/// are at Half and Destroyed), what an attack costs, and who goes; those that can be chosen have a star. Where the room is small it is said
/// in fewer words, and no Battalion is left out for that.
pub(super) fn map(view: &View<'_>, spots: &[Spot], room: Room) -> Sketch {
    let mut sketch = Sketch::new(room);
    let said = |words| told(view, spots, words);
    let folds = |line: &Told| folded(&line.text, room.columns, usize::MAX, line.indent);
    let fits = |lines: &Vec<Told>| lines.iter().map(|line| folds(line).len()).sum::<usize>() <= room.lines;
    let fewest = || said(Words::Fewest);
    let all = [Words::Many, Words::Fewer].into_iter().map(said).find(fits).unwrap_or_else(fewest);
    let lines: Vec<(String, Ink)> =
        all.iter().flat_map(|line| folds(line).into_iter().map(|text| (text, line.ink))).collect();
    let left_out = lines.len().saturating_sub(room.lines);
    let shown = if left_out > 0 { room.lines.saturating_sub(1) } else { lines.len() };
    for (y, (text, ink)) in lines.iter().take(shown).enumerate() {
        sketch.fit(0, y, room.columns, text, *ink);
    }
    if left_out > 0 {
        sketch.fit(0, shown, room.columns, &format!("({} lines more)", left_out + 1), Ink::Plain);
    }
    sketch.trimmed()
}

/// A line, and how far what does not fit into it is set in.
struct Told {
    text: String,
    indent: usize,
    ink: Ink,
}

/// The lines of the map.
fn told(view: &View<'_>, spots: &[Spot], words: Words) -> Vec<Told> {
    let head = |text: String| Told { text, indent: 2, ink: Ink::Plain };
    let standing = if words == Words::Many { front::standing(view) } else { front::short_standing(view) };
    let mut lines = vec![head(format!("{}: {standing}", front::calendar(view)))];
    if matches!(view.stage(), Stage::Plan | Stage::Assign) {
        let (cost, so, behind) = (view.plan_cost(), view.so(), front::behind(view));
        lines.push(head(match words {
            Words::Many => format!("The plan costs {cost} of {so} SO. Staying behind: {behind}"),
            _ => format!("Plan {cost} of {so} SO. Staying behind: {}", behind.replace(", ", " ")),
        }));
    }
    for band in Band::ALL {
        let mut named = false;
        let here = view.battalions().ids().filter(|at| view.battalions()[*at].band == band);
        for at in here.filter(|at| !view.battalions()[*at].destroyed) {
            let card = view.battalion_card(at);
            let open = spots.iter().any(|spot| spot.id == format!("battalion:{}", card.id));
            let plan = view.plan().position(|plan| plan.battalion == at);
            let half = if view.battalions()[at].half { ", at Half" } else { "" };
            let star = if open { '*' } else { ' ' };
            let (vp, points, cost) = (view.vp_left(at), front::points(view, at), view.attack_cost(at, 0));
            let figures = format!("{vp} VP, {points:>4} ({}/{}){half}, {cost} SO", card.half, card.destroyed);
            let ink = if open { Ink::Choice } else { Ink::Enemy };
            let name = if named { "" } else { band.name() };
            named = true;
            let plan = plan.map(|plan| front::attackers(view, plan));
            if words == Words::Fewest && plan.is_none() {
                let one =
                    format!("{star}{} {vp} VP {points} ({}/{}){half} {cost} SO", card.id, card.half, card.destroyed);
                // Beside the one before it, if nobody goes against that either.
                match lines.last_mut().filter(|last| name.is_empty() && last.indent == BESIDE) {
                    Some(last) => last.text += &format!(" {one}"),
                    None => lines.push(Told { text: format!("{name:<19}{one}"), indent: BESIDE, ink }),
                }
                continue;
            }
            let who = match &plan {
                Some(who) if words != Words::Many => format!("<- {}", who.replace(", ", " ")),
                Some(who) => format!("<- {who}"),
                None => card.name.clone(),
            };
            lines.push(Told {
                text: format!("{name:<19}{star}{:<4} {figures}: {who}", card.id.to_string()),
                indent: 26,
                ink,
            });
        }
    }
    lines
}

/// How far Battalions beside each other are set in.
const BESIDE: usize = 19;
