//! What each unit is after beyond safety and shots, by what decides the scenario.

use super::eye::{Eye, Own};
use super::plan::Planner;
use super::{Desk, Style};
use crate::View;
use crate::ending::needed;
use crate::panic::CHITS;
use crate::words::{Edge, Force, Kind, Victory};
use hulldown_core::hex::{Hex, HexId};

/// For so many turns after contact a column opens out: the first third closes, the second works round a flank, the last stays back.
const OPENING_OUT: u16 = 8;
/// How close those go who want to come to grips, those who shoot better from afar, and the last third.
const CLOSE: u16 = 4;
const AFAR: u16 = 10;
const BACK: u16 = 12;
/// How far beside the enemy a flank is.
const ASIDE: i16 = 9;
/// From where dug-in guns are shelled that one more loss must not be risked for.
const SHELLING: [u16; 2] = [11, 15];
/// What a hex farther from the nearest enemy is worth to those who give ground.
const GIVE_GROUND: f32 = 0.02;

/// A rearguard gives ground when it may lose so many more until its win is a draw, if that is not all it could lose from the start.
const SHORT: u8 = 2;

/// How the usual commander leads a rearguard whose next losses would cost it the win; others are led otherwise on purpose.
pub(super) fn tempered(view: &View<'_>, style: Style) -> Style {
    let (scenario, bravo) = (view.scenario(), view.standing(Force::Bravo));
    let level = scenario.forces[Force::Bravo.index()].preservation.unwrap_or(0);
    let rearguard = scenario.info.victory == Victory::ExitHalf && view.force() == Force::Bravo;
    let gives_ground = rearguard && level > SHORT && !bravo.preserved && bravo.losses + SHORT >= level;
    if gives_ground && style == Style::default() { Style { caution: 2.0, push: -2.0, ..style } } else { style }
}

/// Where a unit wants to go.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    None,
    /// To an edge, by what the march there costs.
    Edge(&'static [u16], f32),
    /// Closer to a hex, but no closer than so far.
    Near(HexId, u16, f32),
    /// Neither closer to a hex nor farther from it than this.
    Band(HexId, [u16; 2], f32),
}

/// What a side has in common this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Intent {
    /// Where those go who work round a flank, while a column opens out.
    flank: Option<HexId>,
    /// How close to go.
    close: u16,
    /// Whether half of the force holds while the other half moves.
    pub(super) bounds: bool,
    /// Whether hexes beside the way are driven over, in case somebody hides there.
    pub(super) combs: bool,
    /// Whether to stand off and shell.
    stands_off: bool,
    /// Whether all is done and the force may leave.
    leaves: bool,
}

impl Goal {
    pub(super) fn at(self, eye: &Eye<'_>, hex: HexId) -> f32 {
        match self {
            Goal::None => 0.0,
            Goal::Edge(left, weight) => -f32::from(left[hex.index()].min(999)) * weight,
            Goal::Near(to, close, weight) => -f32::from(eye.ground.range(hex, to).max(close)) * weight,
            Goal::Band(to, [low, high], weight) => {
                let range = eye.ground.range(hex, to);
                -f32::from(low.saturating_sub(range) + range.saturating_sub(high)) * weight
            }
        }
    }
}

impl Planner<'_, '_> {
    /// What the whole force is about this turn.
    pub(super) fn intent(&self, desk: &Desk) -> Intent {
        let (eye, view) = (&self.eye, &self.eye.view);
        let (scenario, turn) = (view.scenario(), view.turn());
        let hunts = scenario.info.victory == Victory::Guns && eye.force == Force::Alpha;
        let mut intent = Intent { close: CLOSE, combs: hunts, ..Intent::default() };
        if eye.foes.is_empty() {
            return intent;
        }
        match (scenario.info.victory, eye.force) {
            (Victory::Ratio | Victory::Survivors, _) => {
                if turn < desk.contact + OPENING_OUT {
                    intent.flank = self.flank();
                }
                if self.outguns() {
                    intent.close = AFAR;
                }
            }
            (Victory::Guns, Force::Alpha) => {
                let [alpha, bravo] = &scenario.forces;
                let guns = bravo.weapons.first().map_or(0, |(_, count)| *count);
                let short = alpha.preservation.is_some_and(|level| view.standing(Force::Alpha).losses + 1 >= level);
                intent.bounds = true;
                intent.stands_off = short && guns.saturating_sub(view.standing(Force::Bravo).losses) >= 2;
            }
            (Victory::Guns, Force::Bravo) | (Victory::ExitHalf, Force::Alpha) => {}
            (Victory::ExitHalf, Force::Bravo) => {
                intent.leaves = !self.alpha_can_make_it();
            }
        }
        intent
    }

    /// A hex beside the enemy, on the side where one's own force is.
    fn flank(&self) -> Option<HexId> {
        let eye = &self.eye;
        let middle = |hexes: &mut dyn Iterator<Item = HexId>| {
            let (mut col, mut row, mut count) = (0, 0, 0);
            for hex in hexes {
                let hex = eye.ground.hex(hex);
                (col, row, count) = (col + hex.col, row + hex.row, count + 1);
            }
            (count > 0).then(|| Hex::new(col / count, row / count))
        };
        let own = middle(&mut eye.own.iter().map(|own| own.hex))?;
        let foe = middle(&mut eye.foes.iter().map(|foe| foe.hex))?;
        let cols = eye.ground.grid().cols() as i16;
        let aside = if own.col > foe.col || foe.col < 10 { ASIDE } else { -ASIDE };
        eye.ground.id(Hex::new((foe.col + aside).clamp(2, cols - 2), foe.row))
    }

    /// Whether own guns do more to the enemy than his to us, as both stand.
    fn outguns(&self) -> bool {
        let eye = &self.eye;
        let mut ahead = 0;
        for own in eye.own.iter().filter(|own| own.kind == Kind::Afv) {
            for (_, foe) in eye.each(own.seers).take(2) {
                let front = eye.ground.hex(own.hex).bearing(eye.ground.hex(foe.hex)).unwrap_or(own.facing);
                let (mine, theirs) = (eye.shot(foe, &own.gun).sixths(), eye.threat(foe, own.hex, front).sixths());
                ahead += i32::from(mine) - i32::from(theirs);
            }
        }
        ahead > 0
    }

    /// [17.13e] Whether as many of Alpha as it takes could still drive off the map in time.
    fn alpha_can_make_it(&self) -> bool {
        let (eye, view) = (&self.eye, &self.eye.view);
        let info = &view.scenario().info;
        let alpha = view.standing(Force::Alpha);
        let Some(edge) = info.exit_edge[Force::Alpha.index()] else { return true };
        let turns = info.turn_limit.unwrap_or(u16::MAX).saturating_sub(view.turn()) + 1;
        let in_time = eye.foes.iter().filter(|foe| {
            let ma = view.info(foe.weapon).ma;
            eye.ground.to_edge(view.mode(), edge, ma)[foe.hex.index()] < turns.saturating_mul(u16::from(ma))
        });
        let hopeful = in_time.count() + usize::from(alpha.exited) + usize::from(alpha.queued);
        hopeful >= usize::from(needed(alpha.units))
    }

    /// What a unit is after beyond safety and shots.
    pub(super) fn goal(&self, desk: &Desk, own: &Own) -> Goal {
        let (eye, view) = (&self.eye, &self.eye.view);
        let push = self.style.push;
        let info = &view.scenario().info;
        let nearest = || eye.foes.iter().map(|foe| foe.hex).min_by_key(|hex| eye.ground.range(own.hex, *hex));
        let away = || nearest().map_or(Goal::None, |hex| Goal::Near(hex, 0, GIVE_GROUND * push));
        match info.victory {
            Victory::Ratio | Victory::Survivors => {
                let (mine, theirs) = (view.standing(eye.force), view.standing(eye.force.enemy()));
                let left = |s: &crate::view::ForceStatus| u32::from(s.units - s.losses);
                let lead = match info.victory {
                    Victory::Survivors => left(&mine).cmp(&left(&theirs)),
                    _ => (left(&mine) * u32::from(theirs.units)).cmp(&(left(&theirs) * u32::from(mine.units))),
                };
                if let Some(edge) = view.exit_edge()
                    && lead.is_gt()
                {
                    return self.to_edge(edge, own, 0.08);
                }
                if push < 0.0 {
                    return away();
                }
                let weight = match lead {
                    std::cmp::Ordering::Less => 0.03,
                    std::cmp::Ordering::Equal => 0.015,
                    std::cmp::Ordering::Greater => 0.002,
                };
                let third = usize::from(own.n) * 3 / view.units().len().max(1);
                let (to, close) = match (self.intent.flank, third) {
                    (Some(flank), 1) => (Some(flank), 3),
                    (Some(_), 2) => (nearest(), BACK),
                    _ => (nearest(), self.intent.close),
                };
                to.map_or(Goal::None, |hex| Goal::Near(hex, close, weight * push))
            }
            Victory::ExitHalf if eye.force == Force::Alpha => {
                let Some(edge) = view.exit_edge() else { return Goal::None };
                let left = eye.ground.to_edge(view.mode(), edge, own.ma)[own.hex.index()];
                let turns = info.turn_limit.unwrap_or(u16::MAX).saturating_sub(view.turn()) + 1;
                // Who panics does not drive on.
                let calm = i32::from(CHITS) - i32::from(view.scenario().forces[Force::Alpha.index()].panic);
                let slack = i32::from(turns) * i32::from(own.ma) * calm / i32::from(CHITS) - i32::from(left);
                let weight = match slack {
                    ..=8 => 0.4,
                    9..=25 => 0.2,
                    _ if left <= 12 => 0.2,
                    _ => 0.08,
                };
                self.to_edge(edge, own, weight * push)
            }
            Victory::ExitHalf => {
                let Some(edge) = view.exit_edge() else { return Goal::None };
                if self.intent.leaves && own.seers == 0 {
                    return self.to_edge(edge, own, 0.02);
                }
                match push {
                    ..-1.5 => self.to_edge(edge, own, -GIVE_GROUND * push),
                    ..0.0 => away(),
                    _ => Goal::None,
                }
            }
            Victory::Guns if eye.force == Force::Alpha => {
                let soft = eye.foes.iter().map(|foe| foe.hex);
                match soft.min_by_key(|hex| eye.ground.range(own.hex, *hex)) {
                    Some(hex) if self.intent.stands_off => Goal::Band(hex, SHELLING, 0.1),
                    Some(hex) => Goal::Near(hex, 6, 0.03 * push),
                    None => desk.target[usize::from(own.n)].map_or(Goal::None, |hex| Goal::Near(hex, 0, 0.05 * push)),
                }
            }
            Victory::Guns => Goal::None,
        }
    }

    pub(super) fn to_edge(&self, edge: Edge, own: &Own, weight: f32) -> Goal {
        Goal::Edge(self.eye.ground.to_edge(self.eye.view.mode(), edge, own.ma), weight)
    }
}
