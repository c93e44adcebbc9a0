//! The game as the next enemy phase will find it, if no die falls and no other order is given: what "as things stand" means.

use crate::Patton;
use crate::charts::Charts;
use crate::odds::{UnitThreat, threat};
use crate::state::{Bog, Enemy, Sight, Stage, UnitId};
use crate::words::{Action, Post};

/// The next enemy phase, from a moment in battle.
pub(crate) struct Ahead {
    /// The game as it then stands.
    pub(crate) game: Patton,
    /// Whether orders drive the tank before.
    pub(crate) drives: bool,
}

impl Ahead {
    /// What each unit may do to the tank.
    pub(crate) fn threats(&self, charts: &'static Charts) -> Vec<UnitThreat> {
        self.game.battle.enemies.iter().filter_map(|enemy| threat(&self.game, charts, enemy)).collect()
    }

    /// What one unit may do to the tank; nothing for one that does not act any more.
    pub(crate) fn threat(&self, charts: &'static Charts, id: UnitId) -> Option<UnitThreat> {
        threat(&self.game, charts, self.game.battle.enemy(id)?)
    }

    /// Whether a hidden unit may fire at the tank after all, because orders move it before the enemy acts.
    pub(crate) fn is_seen_by(&self, enemy: &Enemy) -> bool {
        enemy.sight == Sight::Hidden && self.drives
    }
}

impl Patton {
    /// What runs out until the enemy acts next is left out, and the orders that stand are carried out: shots of the round before count no
    /// more (R52), smoke has depleted (4.71), and a tank that is to stop stands.
    pub(crate) fn ahead(&self, charts: &Charts) -> Ahead {
        let mut game = self.clone();
        // [20.43] In a round from your own ambush the enemy does nothing.
        let passed = matches!(self.stage, Stage::Friendly | Stage::Event)
            || (self.battle.free_round
                && matches!(
                    self.stage,
                    Stage::Spotting
                        | Stage::Orders
                        | Stage::Movement
                        | Stage::MainGun
                        | Stage::MachineGuns
                        | Stage::Chores
                ));
        if passed || matches!(self.stage, Stage::Smoke | Stage::Spotting | Stage::Orders) {
            game.battle.enemies.iter_mut().for_each(|enemy| enemy.shot_at = false);
        }
        if passed || self.stage == Stage::Smoke {
            game.deplete_smoke();
        }
        let drives = match self.stage {
            // [17.22] The orders stay in place until the next are given.
            Stage::Friendly | Stage::Event | Stage::Smoke | Stage::Spotting => {
                let roster = game.roster(charts);
                game.renew_orders(charts, &roster);
                game.as_driven()
            }
            Stage::Orders => game.as_driven(),
            Stage::Movement if !self.battle.drove => game.as_driven(),
            _ => false,
        };
        Ahead { game, drives }
    }

    /// The tank moves as ordered, so far as dice do not decide it. Whether it drives.
    fn as_driven(&mut self) -> bool {
        // [R43] Without a driver the tank stops.
        let order = self.battle.orders.of(Post::Driver).filter(|_| self.crew.worker(Post::Driver).is_some());
        let drives = order.and_then(Action::movement).is_some() && self.tank.bog == Bog::Free;
        if drives {
            self.has_driven();
        } else {
            self.tank.moving = false;
            self.tank.hull_down &= order != Some(Action::Pivot);
        }
        drives
    }

    /// The tank has driven and nobody else has moved: who was hidden is not (17.3), and all aim anew (R38).
    pub(crate) fn has_driven(&mut self) {
        (self.tank.moving, self.tank.hull_down) = (true, false);
        for enemy in &mut self.battle.enemies {
            enemy.aim = 0;
            if enemy.sight == Sight::Hidden {
                enemy.sight = Sight::Unspotted;
            }
        }
    }
}
