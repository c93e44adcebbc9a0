//! The record of a Game-Turn: Preservation, contact, and whether the scenario is decided (15.0, 17.1).

use crate::arrange::track_end;
use crate::charts::Charts;
use crate::plotting::leader;
use crate::referee::Referee;
use crate::state::{Ending, Stage, Tank, Why};
use crate::talk::Event;
use crate::words::{ColumnUntil, Force, Kind, PanicStart, Situation, Victory};
use hulldown_core::hex::HexId;
use hulldown_core::table::Table;

impl<T: Table<Tank>> Referee<'_, T> {
    /// [4.1] The Game-Turn is recorded.
    pub(crate) fn record(&mut self) {
        self.clear_positions();
        self.preserve();
        self.contact();
        if let Some(ending) = self.decided() {
            self.end(ending);
        }
    }

    fn end(&mut self, ending: Ending) {
        self.game.ending = Some(ending);
        self.game.stage = Stage::Over;
        self.tell(|| Event::Ends { why: ending.why, winner: ending.winner });
    }

    /// Both players have agreed to stop: what decides the scenario is looked at as it stands.
    pub(crate) fn agree(&mut self) {
        self.game.ending = Some(Ending { why: Why::Agreed, winner: self.standing() });
    }

    /// [14.3] [R66] Improved Positions that nobody holds at the end of the turn are gone.
    fn clear_positions(&mut self) {
        for n in (0..self.game.positions.len()).rev() {
            self.clear_position(self.game.positions[n].hex);
        }
    }

    /// [14.3] The Improved Position in a hex is gone if nobody holds it.
    pub(crate) fn clear_position(&mut self, hex: HexId) {
        let Some(n) = self.game.positions.iter().position(|position| position.hex == hex) else { return };
        let held = Force::ALL.into_iter().any(|force| {
            let lens = self.lens();
            self.game.in_hex(force, hex).any(|id| lens.kind(id).is_soft())
        });
        if held {
            return;
        }
        let hidden = self.game.positions.remove(n).hidden;
        if hidden {
            self.tell_only(Force::Bravo, || Event::PositionGone { at: hex });
        } else {
            self.tell(|| Event::PositionGone { at: hex });
        }
    }

    /// [15.0] [R45] A force whose losses have come to its level reaches Preservation.
    fn preserve(&mut self) {
        for force in Force::ALL {
            let level = self.charts.scenario(self.game.scenario).forces[force.index()].preservation;
            let army = self.game.army_mut(force);
            let losses = army.losses;
            if level.is_some_and(|level| losses >= level) && !army.preserved {
                army.preserved = true;
                self.tell(|| Event::Preserved { force, losses });
            }
        }
    }

    /// [R46] [R69] Contact releases columns, as the end of a march does, and starts panic with the next turn.
    fn contact(&mut self) {
        let scenario = self.charts.scenario(self.game.scenario);
        let met = self.game.armies.iter().any(|army| army.fired_on || army.has_spotted);
        for force in Force::ALL {
            let army = self.game.army(force);
            let own = army.fired_on || army.has_spotted;
            let released = own || (scenario.situation == Situation::Me && met) || self.has_marched(force);
            if army.in_column && released {
                self.game.army_mut(force).in_column = false;
                self.tell(|| Event::Released { force });
            }
        }
        let starts = match scenario.info.panic_start {
            PanicStart::SpottingOrFire => met || self.game.last_fire > 0,
            PanicStart::Fire => self.game.last_fire > 0,
        };
        if starts && !self.game.panic {
            self.game.panic = true;
            self.tell(|| Event::PanicBegins);
        }
    }

    /// [R46] Whether a force has no march left to keep a column for. All that 17.3 says of columns is about entering, and nothing is said
    /// of two that miss each other: without an end of the march they could only stand in line to the end of the game.
    fn has_marched(&self, force: Force) -> bool {
        let lens = self.lens();
        match lens.scenario().info.march {
            ColumnUntil::ToPlotEnd => {
                let head = leader(self.game, force).and_then(|id| self.game.unit(id).hex());
                head.is_some() && head == track_end(&lens, force)
            }
            ColumnUntil::UntilEntered => lens.queue(force).next().is_none(),
            ColumnUntil::UntilContact => false,
        }
    }

    /// Whether the scenario is decided.
    fn decided(&self) -> Option<Ending> {
        let info = &self.charts.scenario(self.game.scenario).info;
        let gone = Force::ALL.map(|force| !self.game.army(force).units.iter().any(|unit| unit.in_play()));
        let last_turn = info.turn_limit.is_some_and(|limit| self.game.turn >= limit);
        let ending = |why| Some(Ending { why, winner: self.standing() });
        match info.victory {
            // [17.11f] [R52]
            Victory::Ratio | Victory::Survivors => {
                if gone.contains(&true) {
                    return ending(Why::Gone);
                }
                if last_turn {
                    return ending(Why::TurnLimit);
                }
                let quiet = self.game.turn - self.game.last_fire;
                if self.game.stall.is_some_and(|limit| quiet >= limit) { ending(Why::Stalled) } else { None }
            }
            // [17.12d] [R51]
            Victory::Guns => {
                let [alpha, bravo] = [&self.game.armies[0], &self.game.armies[1]];
                if alpha.preserved || bravo.preserved || !self.has_guns() || gone.contains(&true) {
                    return ending(Why::Decided);
                }
                let [from_start, in_a_row] = self.game.no_losses;
                let never = self.game.last_loss == 0 && from_start.is_some_and(|limit| self.game.turn >= limit);
                // [17.12g] The action starts with the first shot, or with a loss that took none: an overrun.
                let action = self.game.last_loss.max(self.game.first_fire);
                let quiet = action > 0 && in_a_row.is_some_and(|limit| self.game.turn - action >= limit);
                if never || quiet {
                    return Some(Ending { why: Why::Stalled, winner: Some(Force::Bravo) });
                }
                None
            }
            // [17.13e] [R50]
            Victory::ExitHalf => {
                let (needed, bravo) = (self.needed(), self.game.army(Force::Bravo));
                if self.game.army(Force::Alpha).exited >= needed {
                    return ending(Why::Through);
                }
                if gone[0] {
                    return ending(Why::Gone);
                }
                // Too few of Alpha are left and Bravo has lost too many: nobody can win any more.
                if self.game.survivors(Force::Alpha) < needed && bravo.preserved {
                    return ending(Why::Decided);
                }
                if last_turn { ending(Why::TurnLimit) } else { None }
            }
        }
    }

    /// [17.13e] How many of Alpha must leave.
    fn needed(&self) -> u8 {
        needed(self.game.army(Force::Alpha).units.len() as u8)
    }

    fn has_guns(&self) -> bool {
        let lens = self.lens();
        self.game.ids(Force::Bravo).any(|id| self.game.unit(id).in_play() && lens.kind(id) == Kind::AtGun)
    }

    /// Who is ahead by what decides the scenario, as it stands.
    fn standing(&self) -> Option<Force> {
        let [a, b] = Force::ALL.map(|force| u32::from(self.game.survivors(force)));
        let ahead = |alpha: u32, bravo: u32| match alpha.cmp(&bravo) {
            std::cmp::Ordering::Greater => Some(Force::Alpha),
            std::cmp::Ordering::Less => Some(Force::Bravo),
            std::cmp::Ordering::Equal => None,
        };
        match self.charts.scenario(self.game.scenario).info.victory {
            // [17.11g] [17.11h] Ratios, by multiplying crosswise; a force wiped out has lost.
            Victory::Ratio => {
                let [a0, b0] = Force::ALL.map(|force| self.game.army(force).units.len() as u32);
                if a == 0 || b == 0 { ahead(a, b) } else { ahead(a * b0, a0 * b) }
            }
            Victory::Survivors => ahead(a, b),
            Victory::Guns => {
                let [alpha, bravo] = [&self.game.armies[0], &self.game.armies[1]];
                match (alpha.preserved, bravo.preserved) {
                    (true, true) => None,
                    (true, false) => Some(Force::Bravo),
                    (false, true) => Some(Force::Alpha),
                    (false, false) if !self.has_guns() => Some(Force::Alpha),
                    (false, false) => Some(Force::Bravo),
                }
            }
            Victory::ExitHalf => {
                if self.game.army(Force::Alpha).exited >= self.needed() {
                    Some(Force::Alpha)
                } else if self.game.army(Force::Bravo).preserved {
                    None
                } else {
                    Some(Force::Bravo)
                }
            }
        }
    }
}

/// [17.13e] How many of a force of so many units must leave to get through: half, the fraction dropped.
pub(crate) const fn needed(units: u8) -> u8 {
    units / 2
}

/// [17.11h] By how many units a force has won: those that are left of it beyond what keeps the ratio of the beginning, which are all of them
/// if the enemy has none left. Where something else decides, or somebody gave up, all that are left of it. Nothing in a draw.
pub(crate) fn margin(game: &Tank, charts: &'static Charts, ending: Ending) -> u8 {
    let Some(winner) = ending.winner else { return 0 };
    let [own, theirs] = [winner, winner.enemy()].map(|force| u32::from(game.survivors(force)));
    let [own_once, theirs_once] = [winner, winner.enemy()].map(|force| game.army(force).units.len() as u32);
    let needed = match (ending.why, charts.scenario(game.scenario).info.victory) {
        (Why::Resigned(_), _) | (_, Victory::Guns | Victory::ExitHalf) => 0,
        (_, Victory::Ratio) => theirs * own_once / theirs_once.max(1),
        (_, Victory::Survivors) => theirs,
    };
    own.saturating_sub(needed) as u8
}
