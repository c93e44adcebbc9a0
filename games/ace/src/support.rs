//! Fire from elsewhere: artillery, mortars, aircraft (7.6), and the start of a Combat Round (7.2-1, 7.2-2).

use crate::charts::Charts;
use crate::gunnery::AimedShot;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, Cff, End, Enemy, EnemyAim, Mode, Progress, Support, UnitId};
use crate::talk::{Ask, Event, Killer, Phase, StrikeAnswer};
use crate::words::{B2Result, B2Target, Mission, Weapon};
use hulldown_core::check::Check;
use hulldown_core::dice::D6;
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.1.3b, 7.6e] The free artillery of an Assault, then what was bought, before the first round.
    pub(crate) fn opening_fire(&mut self, seat: Seat) -> Play<()> {
        let fires =
            self.game.field.fight == Mission::Assault || self.game.players[seat.index()].mat.bought_artillery > 0;
        if fires {
            self.heading(seat, Phase::Opening);
        }
        if self.game.field.fight == Mission::Assault {
            self.strike(seat, seat, Support::Artillery, None)?;
        }
        while self.game.players[seat.index()].mat.bought_artillery > 0 && self.game.in_fight(seat) {
            self.player(seat).mat.bought_artillery -= 1;
            self.strike(seat, seat, Support::Artillery, Some(seat))?;
        }
        Ok(())
    }

    /// [7.2-1, BC.3] Smoke thins, calls come nearer, suppression ends, the enemy looks for targets.
    pub(crate) fn round_start(&mut self) -> Play<()> {
        let round = self.game.field.round;
        let first = self.game.enemy_first();
        self.tell(|| Event::Round { round });
        for seat in self.game.fighters() {
            let player = self.player(seat);
            player.board.moved = false;
            player.mat.unspent = 0;
            // [7.3.8a] Where the enemy acts first, all commands of the round still lie ahead of a blow.
            player.mat.lost = if first { u8::from(std::mem::take(&mut player.mat.shock)) } else { 0 };
            if round == 1 {
                continue;
            }
            if T::LISTENS {
                for enemy in self.player(seat).board.enemies.clone().iter().filter(|enemy| enemy.suppressed) {
                    self.tell(|| Event::Recovers { who: who(seat, enemy) });
                }
            }
            let player = self.player(seat);
            player.board.wears_off();
            player.mat.cff.iter_mut().for_each(|cff| cff.rounds = cff.rounds.saturating_sub(1));
        }
        for seat in self.game.fighters() {
            // A game of earlier rules may have left an enemy with a helper who is gone.
            self.release(Seat(1 - seat.0));
            if self.game.in_fight(seat) {
                self.targeting(seat)?;
            }
        }
        if T::LISTENS {
            for seat in self.game.fighters() {
                self.player(seat).board.enemies.iter_mut().for_each(|enemy| enemy.progress = Progress::Ahead);
            }
        }
        Ok(())
    }

    /// [7.2-4a] Every unit that does not yet target the player rolls.
    fn targeting(&mut self, seat: Seat) -> Play<()> {
        if !self.game.players[seat.index()].board.enemies.iter().any(Enemy::looks_for_target) {
            return Ok(());
        }
        self.heading(seat, Phase::Targeting);
        let check = self.game.targeting_check(self.charts, seat);
        for at in 0..self.player(seat).board.enemies.len() {
            if !self.player(seat).board.enemies[at].looks_for_target() {
                continue;
            }
            let finds = self.table.test(&check)?;
            let enemy = &mut self.player(seat).board.enemies[at];
            if finds {
                enemy.aim = EnemyAim::Tank;
            } else if T::LISTENS {
                // Nobody decides anything before all have rolled: only who watches the dice sees it.
                enemy.progress = Progress::Over;
            }
            let who = who(seat, enemy);
            self.tell(|| if finds { Event::Targets { seat, who } } else { Event::Busy { seat, who } });
        }
        Ok(())
    }

    /// [7.2-2] Calls that have come due strike; the target is chosen now (R37).
    pub(crate) fn strikes(&mut self, seat: Seat) -> Play<()> {
        for caller in self.game.fighters() {
            while let Some(at) =
                self.game.players[caller.index()].mat.cff.iter().position(|cff| cff.rounds == 0 && cff.board == seat)
            {
                let cff = self.player(caller).mat.cff.remove(at);
                if self.game.call_stands(caller, cff) {
                    self.heading(seat, Phase::Strikes);
                    self.strike(caller, seat, cff.support, Some(caller))?;
                }
            }
        }
        Ok(())
    }

    /// [CH.C1, 10.2d] A call comes to nothing with the radio that made it, or when the fight on its board is over. The log says so as long
    /// as anybody fights.
    pub(crate) fn lapse_calls(&mut self) {
        for caller in self.game.fighters() {
            while let Some(at) =
                self.game.players[caller.index()].mat.cff.iter().position(|cff| !self.game.call_stands(caller, *cff))
            {
                let Cff { support, board, .. } = self.player(caller).mat.cff.remove(at);
                if !self.game.battle_over() {
                    self.tell(|| Event::CallLapses { seat: caller, support, board });
                }
            }
        }
    }

    /// One fire mission on a unit of the player's choice.
    pub(crate) fn strike(&mut self, seat: Seat, board: Seat, support: Support, credit: Option<Seat>) -> Play<()> {
        let Some(id) = self.choose_target(seat, board, Ask::Strike(support, board))? else { return Ok(()) };
        let enemy = self.named(board, id);
        self.tell(|| Event::Strike { seat, support, who: who(board, &enemy) });
        let weapon = match support {
            Support::Mortar => Weapon::Mortar,
            Support::Artillery => Weapon::Artillery,
        };
        let shot = AimedShot { by: seat, board, at: id };
        let check = self.game.attack(self.charts, weapon, shot, &enemy);
        let column = self.charts.b2.column(weapon.block(), B2Target::from(enemy.class));
        let result = self.table.read(&check, column)?;
        let by = if credit.is_some() { Killer::Support } else { Killer::Others };
        self.apply_b2(board, id, result, credit, by);
        // [R26] A B by field artillery immobilizes an enemy vehicle too.
        let stops = support == Support::Artillery && result == B2Result::B && self.charts.b2.artillery_b_immobilizes;
        if stops && enemy.class.is_vehicle() && self.game.players[board.index()].board.enemy(id).is_some() {
            self.immobilize_enemy(board, id, credit);
        }
        self.table.settled()
    }

    /// [7.6c] An airstrike on a unit of the player's choice; events bring no credit (R37).
    pub(crate) fn airstrike(&mut self, seat: Seat) -> Play<()> {
        let Some(id) = self.choose_target(seat, seat, Ask::Airstrike)? else { return Ok(()) };
        let enemy = self.named(seat, id);
        self.tell(|| Event::Airstrike { seat, who: who(seat, &enemy) });
        let check = self.game.attack(self.charts, Weapon::Airstrike, AimedShot::own(seat, id), &enemy);
        let column = self.charts.b2.column(Weapon::Airstrike.block(), B2Target::from(enemy.class));
        let total = self.table.natural(&check)? + check.modifier();
        if total <= self.charts.b2.airstrike_destroys_modified_max {
            self.destroy(seat, id, None, Killer::Others);
        } else {
            self.apply_b2(seat, id, column.at(total), None, Killer::Others);
        }
        self.table.settled()
    }

    fn choose_target(&mut self, seat: Seat, board: Seat, ask: Ask) -> Play<Option<UnitId>> {
        let mut menu = self.table.menu();
        for enemy in self.game.players[board.index()].board.enemies.iter().filter(|enemy| enemy.on_board()) {
            menu.offer(StrikeAnswer::Target(enemy.id));
        }
        if menu.options().is_empty() {
            return Ok(None);
        }
        let StrikeAnswer::Target(id) = self.ask(seat, ask, &menu)?;
        Ok(Some(id))
    }
}

impl Ace {
    /// Whether a call on its way can still be carried out: the radio that made it works, and there is somebody to fire at.
    pub(crate) fn call_stands(&self, caller: Seat, cff: Cff) -> bool {
        let player = &self.players[caller.index()];
        let radio = player.fate.serves() && player.board.end != Some(End::TankLost) && !player.mat.radio_out;
        radio && self.in_fight(cff.board)
    }

    /// [7.2-4a, 10.4] Whether a unit that is busy elsewhere turns to the tank of its board.
    #[inline]
    pub(crate) fn targeting_check(&self, charts: &Charts, seat: Seat) -> Check {
        let threat = self.increased_threat && self.players[seat.index()].board.eliminated;
        let constants = &charts.constants;
        let max = if threat { constants.targeting_max_increased_threat } else { constants.targeting_max };
        let rule = if threat { rule!("10.4") } else { rule!("7.2-4a") };
        let aims = if self.mode == Mode::Solitaire { "targets you" } else { "targets the tank" };
        Check::at_most("7.2-4", "Targeting", rule, D6, max).called(aims, "busy").by(self.german_dice(seat))
    }

    /// [10.3a] Who throws the Germans' dice: in competition the opponent.
    #[inline]
    pub(crate) fn german_dice(&self, seat: Seat) -> Seat {
        match self.mode {
            Mode::CompetitiveTogether | Mode::CompetitiveApart => Seat(1 - seat.0),
            Mode::Solitaire | Mode::Cooperative => seat,
        }
    }
}
