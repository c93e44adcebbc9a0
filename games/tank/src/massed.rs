//! What can be done to a unit that no single shot of the enemy destroys: the HE of several fired as one attack (8.22b), and overruns (9.4).

use crate::View;
use crate::fire::Gun;
use crate::state::{MOST_UNITS, Unit};
use crate::text::percent;
use crate::words::{Code, Kind};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Paths, Side};

/// HE of several at one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Together {
    /// Its chance, in sixths.
    pub(crate) sixths: u8,
    /// The fewest who have it, the nearest first.
    pub(crate) by: ArrayVec<Code, MOST_UNITS>,
}

impl Together {
    /// Who, and with what chance.
    pub(crate) fn words(&self) -> String {
        let by: Vec<&str> = self.by.iter().map(Code::as_str).collect();
        format!("HE of enemy {} together, {}", by.join(", "), percent(self.sixths))
    }
}

/// What those of the enemy who are known can do to own units in the open besides single shots.
#[derive(Clone, Default, Debug)]
pub(crate) struct Massed {
    together: Vec<(Code, Together)>,
    /// Whom they can drive over, and who can.
    overruns: Vec<(Code, ArrayVec<Code, MOST_UNITS>)>,
}

impl Massed {
    pub(crate) fn new(view: &View<'_>) -> Massed {
        // Nobody knows of one that lies hidden.
        let soft = view.units().iter().filter(|unit| view.kind(unit).is_soft());
        let soft: Vec<(&Unit, HexId)> = soft.filter_map(|unit| Some((unit, unit.shown()?))).collect();
        if soft.is_empty() {
            return Massed::default();
        }
        let together = soft.iter().filter_map(|(unit, hex)| Some((unit.code, together(view, unit, *hex)?)));
        Massed { together: together.collect(), overruns: overruns(view, &soft) }
    }

    /// What HE of several comes to against a unit, where that is more than any of them can do alone.
    pub(crate) fn together(&self, unit: &Unit) -> Option<&Together> {
        self.together.iter().find(|(code, _)| *code == unit.code).map(|(_, together)| together)
    }

    /// Who can drive over a unit.
    pub(crate) fn overruns(&self, unit: &Unit) -> &[Code] {
        self.overruns.iter().find(|(code, _)| *code == unit.code).map_or(&[], |(_, by)| by)
    }

    /// Whether something can be done to a unit at all.
    pub(crate) fn threatens(&self, unit: &Unit) -> bool {
        self.together(unit).is_some() || !self.overruns(unit).is_empty()
    }
}

fn together(view: &View<'_>, unit: &Unit, hex: HexId) -> Option<Together> {
    let mut guns: ArrayVec<(u16, Code, Gun), MOST_UNITS> = ArrayVec::new();
    for seen in view.enemies().filter(|seen| view.sight().clear(seen.hex, hex)) {
        if let (Some((code, weapon)), Some(gun)) = (seen.known, view.enemy_gun(&seen))
            && view.info(weapon).he > 0
        {
            guns.push((view.ground().range(seen.hex, hex), code, gun));
        }
    }
    guns.sort_unstable_by_key(|(range, code, _)| (*range, *code));
    let mark = view.mark(unit.weapon, hex, unit.facing, 0);
    let fired: ArrayVec<Gun, MOST_UNITS> = guns.iter().map(|(.., gun)| *gun).collect();
    let alone = fired.iter().map(|gun| view.field().shot(gun, &mark).sixths()).max()?;
    let of = |n: usize| (view.field().at_soft(&fired[..n], &mark).sixths(), n);
    let best = (2..=fired.len()).map(of).max_by_key(|(sixths, n)| (*sixths, std::cmp::Reverse(*n)));
    let (sixths, n) = best.filter(|(sixths, _)| *sixths > alone)?;
    Some(Together { sixths, by: guns[..n].iter().map(|(_, code, _)| *code).collect() })
}

fn overruns(view: &View<'_>, soft: &[(&Unit, HexId)]) -> Vec<(Code, ArrayVec<Code, MOST_UNITS>)> {
    let (ground, mode) = (view.ground(), view.mode());
    let held = |hex: HexId| view.units().iter().any(|unit| unit.shown() == Some(hex));
    let mut paths = None;
    let mut all: Vec<(Code, ArrayVec<Code, MOST_UNITS>)> = Vec::new();
    for seen in view.enemies() {
        let Some((code, weapon)) = seen.known.filter(|(_, weapon)| view.info(*weapon).kind == Kind::Afv) else {
            continue;
        };
        let allowance = view.info(weapon).ma;
        let near = |(_, hex): &&(&Unit, HexId)| ground.range(seen.hex, *hex) < u16::from(allowance);
        if !soft.iter().any(|own| near(&own)) {
            continue;
        }
        let paths = paths.get_or_insert_with(|| Paths::new(ground.grid()));
        paths.spread(seen.hex, u16::from(allowance), |hex, side, next| {
            let cost = ground.cost(mode, hex, side).filter(|_| !held(next))?;
            Some(u16::from(cost.of(allowance)))
        });
        for (unit, target) in soft.iter().filter(near) {
            if !ways_over(view, paths, allowance, 0, *target).any(|way| !held(way.beyond)) {
                continue;
            }
            match all.iter_mut().find(|(own, _)| *own == unit.code) {
                Some((_, by)) => by.push(code),
                None => all.push((unit.code, ArrayVec::from_iter([code]))),
            }
        }
    }
    all
}

/// A way straight over a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct WayOver {
    /// What it costs in all.
    pub(crate) cost: u16,
    pub(crate) before: HexId,
    pub(crate) beyond: HexId,
}

/// [9.4] The ways in which one with so large an allowance, of which so much is spent, can drive over a hex from where it gets to.
pub(crate) fn ways_over(
    view: &View<'_>,
    paths: &Paths,
    allowance: u8,
    spent: u16,
    target: HexId,
) -> impl Iterator<Item = WayOver> {
    let (ground, mode) = (view.ground(), view.mode());
    let extra = u16::from(view.data().terrain.movement.overrun_extra);
    Side::ALL.into_iter().filter_map(move |side| {
        let (before, beyond) = (ground.next(target, side.opposite())?, ground.next(target, side)?);
        let first = u16::from(ground.cost(mode, before, side)?.of(allowance));
        let second = u16::from(ground.cost(mode, target, side)?.of(allowance));
        let cost = paths.cost(before)? + spent + first + second + extra;
        (cost <= u16::from(allowance)).then_some(WayOver { cost, before, beyond })
    })
}
