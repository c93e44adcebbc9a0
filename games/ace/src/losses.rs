//! What fire does to enemy units: results of B2, steps, vehicles that cannot move, units destroyed and removed (7.4).

use crate::charts::Charts;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, End, Enemy, UnitId};
use crate::talk::{Event, Killer};
use crate::words::{Area, B2Result, Class};
use hulldown_core::check::Check;
use hulldown_core::dice::D6;
use hulldown_core::game::Seat;
use hulldown_core::table::Table;

impl<T: Table<Ace>> Referee<'_, T> {
    /// What a B2 result does to an enemy (7.4).
    pub(crate) fn apply_b2(&mut self, board: Seat, id: UnitId, result: B2Result, credit: Option<Seat>, by: Killer) {
        let Some(&enemy) = self.game.players[board.index()].board.enemy(id) else { return };
        let unit = who(board, &enemy);
        if result == B2Result::None {
            return self.tell(|| Event::NoEffect { who: unit });
        }
        match enemy.class {
            // [7.4d]
            Class::W => self.destroy(board, id, credit, by),
            Class::T | Class::Spg | Class::R | Class::Ht => match result {
                B2Result::De => self.destroy(board, id, credit, by),
                _ => self.button_enemy(board, id),
            },
            Class::At => {
                let losses = losses(&enemy, result);
                if losses > 0 {
                    self.lose_steps(board, id, losses, false, credit, by);
                } else {
                    // [7.4h] A second suppression does nothing more.
                    self.suppress(board, id);
                }
            }
            Class::Inf => {
                let losses = losses(&enemy, result);
                // [7.4g] That it is suppressed is no news; the step that costs is.
                let again = result.suppresses() && enemy.suppressed;
                if result.suppresses() && !again {
                    self.suppress(board, id);
                }
                if losses > 0 {
                    self.lose_steps(board, id, losses, again, credit, by);
                }
            }
        }
    }

    fn suppress(&mut self, board: Seat, id: UnitId) {
        if let Some(enemy) = self.player(board).board.enemy_mut(id) {
            enemy.suppressed = true;
            let unit = who(board, enemy);
            self.tell(|| Event::Suppressed { who: unit });
        }
    }

    /// [6.3e, 7.4f, R24] Step losses.
    pub(crate) fn lose_steps(
        &mut self,
        board: Seat,
        id: UnitId,
        losses: u8,
        again: bool,
        credit: Option<Seat>,
        by: Killer,
    ) {
        let Some(enemy) = self.player(board).board.enemy_mut(id) else { return };
        enemy.steps = enemy.steps.saturating_sub(losses);
        let (left, unit) = (enemy.steps, who(board, enemy));
        if left == 0 {
            self.destroy_by(board, id, again, credit, by);
        } else {
            self.tell(|| Event::StepsLost { who: unit, left, again });
        }
    }

    /// [7.3.7a, R26] An enemy crew buttons up for the rest of the mission.
    pub(crate) fn button_enemy(&mut self, board: Seat, id: UnitId) {
        if let Some(enemy) = self.player(board).board.enemy_mut(id) {
            enemy.buttoned = true;
            let unit = who(board, enemy);
            self.tell(|| Event::EnemyButtons { who: unit });
        }
    }

    /// [7.4.5] An enemy vehicle is immobilized; by the player it is damage done.
    pub(crate) fn immobilize_enemy(&mut self, board: Seat, id: UnitId, credit: Option<Seat>) {
        let Some(enemy) = self.player(board).board.enemy_mut(id) else { return };
        let damaged = credit.is_some() && enemy.damaged.is_none();
        enemy.immobilized = true;
        // [7.4.5c, R16] A flank shot that stops its target has found a flank it can no longer turn away.
        enemy.flanked_for_good |= enemy.flanked;
        enemy.damaged = enemy.damaged.or(credit);
        let unit = who(board, enemy);
        if let Some(seat) = credit.filter(|_| damaged) {
            self.player(seat).board.damaged += 1;
        }
        self.tell(|| Event::EnemyImmobilized { who: unit });
    }

    /// [7.4a, 6.4] An enemy is destroyed, abandoned or driven off, and leaves the board.
    pub(crate) fn destroy(&mut self, board: Seat, id: UnitId, credit: Option<Seat>, by: Killer) {
        self.destroy_by(board, id, false, credit, by);
    }

    /// The same, or by the step that a second suppression costs.
    fn destroy_by(&mut self, board: Seat, id: UnitId, again: bool, credit: Option<Seat>, by: Killer) {
        let Some(&enemy) = self.game.players[board.index()].board.enemy(id) else { return };
        let unit = who(board, &enemy);
        let owner = credit.unwrap_or(board);
        self.tell(|| Event::Destroyed { seat: owner, who: unit, by, again });
        if let Some(s) = credit {
            let player = self.player(s);
            player.board.kills[enemy.class.index()] = player.board.kills[enemy.class.index()].saturating_add(1);
            player.career.kills[enemy.class.index()] += 1;
            player.board.eliminated |= by == Killer::Tank;
            // What another commander damaged stays to his credit.
            if enemy.damaged == Some(s) {
                player.board.damaged = player.board.damaged.saturating_sub(1);
            }
        }
        self.remove(board, id);
    }

    /// Takes a unit off the board, with infantry that still rides in it, and looks whether that ends the fight (R35).
    pub(crate) fn remove(&mut self, seat: Seat, id: UnitId) {
        let board = &mut self.player(seat).board;
        let Some(at) = board.place_of(id) else { return };
        let enemies = &mut board.enemies;
        let gone = enemies.remove(at);
        if gone.mounted && gone.class != Class::Inf && at < enemies.len() {
            // [6.3d] The riders stand right behind their carrier.
            let riders = enemies.remove(at);
            let unit = who(seat, &riders);
            self.tell(|| Event::LostWithCarrier { who: unit });
        }
        self.look_for_end(seat);
    }

    /// [7.2-6] No enemy left, or a single INF on foot, which gives up.
    pub(crate) fn look_for_end(&mut self, seat: Seat) {
        let mut left = self.game.players[seat.index()].board.enemies.iter().filter(|enemy| enemy.on_board());
        match (left.next(), left.next()) {
            (None, _) => self.end_board(seat, End::Won),
            (Some(last), None) if last.on_foot() => {
                let unit = who(seat, last);
                self.tell(|| Event::LastInfantry { who: unit });
                self.player(seat).board.enemies.clear();
                self.end_board(seat, End::Won);
            }
            _ => {}
        }
    }

    /// [7.2-Ae, R21] New smoke in an area.
    pub(crate) fn smoke_area(&mut self, seat: Seat, area: Area) {
        let level = self.charts.constants.smoke_new;
        self.player(seat).board.smoke[area.index()] = level;
        self.tell(|| Event::SmokeIn { board: seat, area });
    }
}

impl B2Result {
    fn suppresses(self) -> bool {
        matches!(self, B2Result::S | B2Result::OneS)
    }
}

/// The steps an anti-tank gun or infantry loses by a result. [7.4g] A second suppression in the round costs infantry a step.
fn losses(enemy: &Enemy, result: B2Result) -> u8 {
    let steps = match result {
        B2Result::One | B2Result::OneS => 1,
        B2Result::Two | B2Result::De => 2,
        B2Result::None | B2Result::B | B2Result::S => 0,
    };
    steps + u8::from(enemy.class == Class::Inf && enemy.suppressed && result.suppresses())
}

/// Whether a result costs an anti-tank gun or infantry steps.
pub(crate) fn loses_steps(enemy: &Enemy, result: B2Result) -> bool {
    losses(enemy, result) > 0
}

/// [7.4] Whether a result destroys a unit.
pub(crate) fn destroyed_by(enemy: &Enemy, result: B2Result) -> bool {
    match enemy.class {
        Class::W => result != B2Result::None,
        Class::T | Class::Spg | Class::R | Class::Ht => result == B2Result::De,
        Class::At | Class::Inf => losses(enemy, result) >= enemy.steps,
    }
}

/// [7.3.7b] Whether white phosphorus drives the crew of a vehicle out.
pub(crate) fn crew_abandons(charts: &Charts, by: Seat) -> Check {
    let max = charts.constants.wp_kill_max;
    Check::at_most("7.3.7", "Crew abandons", rule!("7.3.7b"), D6, max).called("destroyed", "stays").by(by)
}

/// [7.4.5b] Whether the crew of a vehicle that cannot move bails out.
pub(crate) fn crew_bails_out(charts: &Charts, by: Seat) -> Check {
    let max = charts.constants.enemy_bail_out_max;
    Check::at_most("7.4.5", "Crew bails out", rule!("7.4.5b"), D6, max).called("bails out", "stays").by(by)
}
