//! A game that could be the one a seat sees, for playing on in thought: what is hidden from the seat is put together anew.

use crate::arrange::{shortest, track_hexes};
use crate::charts::Charts;
use crate::lens::Lens;
use crate::plotting::leader;
use crate::state::{Id, MOST_UNITS, Place, Plot, Position, Stage, Tank};
use crate::words::{BravoSetup, Force};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};

/// Exchanges everything `force` may not know: which face-down unit is which, where hidden positions lie, what is plotted in secret.
pub(crate) fn imagine(g: &Tank, d: &'static Charts, force: Force, choose: &mut dyn FnMut(u32) -> u32) -> Tank {
    let mut other = g.clone();
    let enemy = force.enemy();
    if matches!(g.stage, Stage::Arrange | Stage::Plot) {
        for unit in &mut other.army_mut(enemy).units {
            unit.plot = Plot::default();
        }
    }
    for unit in &mut other.army_mut(enemy).units {
        unit.last = Plot::default();
    }
    forget_way(&mut other, d, enemy, choose);
    shuffle_faces(&mut other, enemy, choose);
    scatter_hidden(&mut other, d, enemy, choose);
    other
}

/// The game before anybody has arranged anything: what both know of it then.
pub(crate) fn unarranged(g: &Tank, d: &'static Charts) -> Tank {
    Tank {
        stage: Stage::Arrange,
        turn: 1,
        armies: Force::ALL.map(|force| crate::army(d, g.scenario, force)),
        wrecks: ArrayVec::new(),
        positions: ArrayVec::new(),
        panic: false,
        first_fire: 0,
        last_fire: 0,
        last_loss: 0,
        ending: None,
        ..*g
    }
}

/// Where an enemy column means to go is its commander's business, and so is where it enters until somebody has.
fn forget_way(g: &mut Tank, d: &'static Charts, enemy: Force, choose: &mut dyn FnMut(u32) -> u32) {
    let info = d.scenario(g.scenario).info;
    let (Some(edge), true) = (info.entry[enemy.index()], g.army(enemy).in_column) else { return };
    let gone = leader(g, enemy).and_then(|id| g.unit(id).hex()).and_then(|at| {
        let lens = Lens::new(g, d);
        track_hexes(&lens, g.army(enemy)).position(|hex| hex == at)
    });
    match gone {
        Some(steps) => g.army_mut(enemy).track.truncate(steps),
        None => {
            let ground = d.ground(g.sheets);
            let nth = choose(ground.edge(edge).count().max(1) as u32) as usize;
            let army = g.army_mut(enemy);
            army.entry = ground.edge(edge).nth(nth).or(army.entry);
            army.track.clear();
        }
    }
    if info.march_plot[enemy.index()] {
        let rest = shortest(&Lens::new(g, d), enemy, edge.opposite());
        g.army_mut(enemy).track.extend(rest.into_iter().flatten());
    }
}

/// Face-down units of one type are as good as each other; their letters are dealt out anew.
fn shuffle_faces(g: &mut Tank, enemy: Force, choose: &mut dyn FnMut(u32) -> u32) {
    let down: ArrayVec<Id, MOST_UNITS> = g
        .ids(enemy)
        .filter(|id| {
            let unit = g.unit(*id);
            !unit.spotted && matches!(unit.place, Place::On(_) | Place::Queue(_) | Place::Noted(_))
        })
        .collect();
    for n in (1..down.len()).rev() {
        let (a, b) = (down[n], down[choose(n as u32 + 1) as usize]);
        let (x, y) = (*g.unit(a), *g.unit(b));
        if a == b || x.weapon != y.weapon {
            continue;
        }
        // Everything but the letters changes hands.
        *g.unit_mut(a) = crate::state::Unit { code: x.code, weapon: x.weapon, ..y };
        *g.unit_mut(b) = crate::state::Unit { code: y.code, weapon: y.weapon, ..x };
        let tried = &mut g.army_mut(enemy).tried;
        tried.swap(usize::from(a.n), usize::from(b.n));
        for row in &mut g.army_mut(enemy.enemy()).tried {
            let (bit_a, bit_b) = (*row >> a.n & 1, *row >> b.n & 1);
            *row = *row & !(1 << a.n | 1 << b.n) | bit_b << a.n | bit_a << b.n;
        }
    }
}

/// Hidden or noted units of the enemy go to other hexes where they could have been set up.
fn scatter_hidden(g: &mut Tank, d: &'static Charts, enemy: Force, choose: &mut dyn FnMut(u32) -> u32) {
    let scenario = d.scenario(g.scenario);
    let Some((edge, hexes)) = scenario.info.bravo_distance.filter(|_| enemy == Force::Bravo) else { return };
    let ground = d.ground(g.sheets);
    let hidden: ArrayVec<Id, MOST_UNITS> = g
        .ids(enemy)
        .filter(|id| {
            let unit = g.unit(*id);
            unit.hidden || matches!(unit.place, Place::Noted(_))
        })
        .collect();
    g.positions.retain(|position| !position.hidden);
    for id in &hidden {
        g.unit_mut(*id).place = Place::Left;
    }
    for id in hidden {
        // Not next to an enemy, who would have found it (14.2).
        let fits = |g: &Tank, hex: HexId| {
            let lens = Lens::new(g, d);
            let there = g.ids(enemy).filter(|other| match g.unit(*other).place {
                Place::On(at) | Place::Noted(at) => *other != id && at == hex,
                _ => false,
            });
            ground.from_edge(edge, hex) >= hexes
                && lens.may_join(lens.kind(id), there.map(|other| lens.kind(other)))
                && !g
                    .army(enemy.enemy())
                    .units
                    .iter()
                    .any(|unit| unit.hex().is_some_and(|at| ground.range(at, hex) <= 1))
        };
        let hex = (0..200)
            .map(|_| HexId(choose(ground.grid().len() as u32) as u16))
            .find(|hex| fits(g, *hex))
            .or_else(|| ground.grid().ids().find(|hex| fits(g, *hex)));
        let Some(hex) = hex else { continue };
        let facing = Side::at(choose(6) as usize);
        let in_position = scenario.info.bravo_setup == Some(BravoSetup::Hidden);
        let unit = g.unit_mut(id);
        unit.facing = facing;
        unit.hidden = in_position;
        unit.place = if in_position { Place::On(hex) } else { Place::Noted(hex) };
        if in_position && g.position(hex).is_none() {
            g.positions.push(Position { hex, hidden: true });
        }
    }
}
