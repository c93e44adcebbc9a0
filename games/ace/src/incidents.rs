//! The Event Check at the end of a round (B9) and Random Events (C1).

use crate::charts::headings;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, Enemy, EnemyAim, Support, UnitId, bit};
use crate::talk::{Cause, Event, Killer};
use crate::words::{
    Area, B2Block, B2Drm, B2Result, B2Target, Class, Mission, RandomEvent, RoundEvent, Timing, UnitType, Weapon,
};
use arrayvec::ArrayVec;
use hulldown_core::check::Check;
use hulldown_core::dice::{D6, TWO_D6};
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-5, 7.8] 2d6 on B9.
    pub(crate) fn event_check(&mut self, seat: Seat) -> Play<()> {
        let twelve = self.game.twelve(seat);
        let mut check = Check::on("B9", "Event check", rule!("7.8"), &self.charts.b9).by(seat);
        if twelve != Twelve::Minefield {
            check = check.specials(self.charts.mined, twelve.name());
        }
        let event = self.table.read(&check, &self.charts.b9)?;
        if event == RoundEvent::Minefield {
            let board = &mut self.player(seat).board;
            match twelve {
                Twelve::RandomEvent => {
                    board.random_done = true;
                    return self.random_event(seat);
                }
                Twelve::Minefield => board.mines_done = true,
                Twelve::Nothing => {
                    self.tell(|| Event::RoundEvent { seat, event: RoundEvent::None, found: true });
                    return Ok(());
                }
            }
        }
        // [CH.B9] A loss without a unit of its kind is no event, nor are mines to a tank that stands still for good.
        let stopped = event == RoundEvent::Minefield && self.game.players[seat.index()].mat.immobilized;
        if T::LISTENS {
            let found = !stopped && victims(event).is_none_or(|kind| self.any(seat, kind));
            self.tell(|| Event::RoundEvent { seat, event, found });
        }
        match event {
            RoundEvent::None => Ok(()),
            RoundEvent::EnemyArtillery => self.shelled(seat, Weapon::Artillery),
            RoundEvent::EnemyMortar => self.shelled(seat, Weapon::Mortar),
            RoundEvent::EnemyReinforcement => self.reinforcement(seat),
            RoundEvent::Minefield if stopped => Ok(()),
            RoundEvent::Minefield => self.minefield(seat),
            RoundEvent::DestroyRandomTank
            | RoundEvent::DestroyRandomSpg
            | RoundEvent::DestroyRandomAt
            | RoundEvent::DestroyRandomVehicle
            | RoundEvent::InfStepLoss => self.friends_strike(seat, event),
        }
    }

    /// [R36] A loss by somebody else's hand, without credit.
    fn friends_strike(&mut self, seat: Seat, event: RoundEvent) -> Play<()> {
        let Some(id) = victims(event).map_or(Ok(None), |kind| self.victim(seat, kind))? else { return Ok(()) };
        if event == RoundEvent::InfStepLoss {
            self.lose_steps(seat, id, 1, false, None, Killer::Others);
        } else {
            self.destroy(seat, id, None, Killer::Others);
        }
        Ok(())
    }

    fn any(&self, seat: Seat, kind: fn(&Enemy) -> bool) -> bool {
        self.game.players[seat.index()].board.enemies.iter().any(|enemy| enemy.on_board() && kind(enemy))
    }

    /// [R36] One of the units of a kind at random: no die for one, halves or thirds of a die for two or three, else the face.
    fn victim(&mut self, seat: Seat, kind: fn(&Enemy) -> bool) -> Play<Option<UnitId>> {
        let units: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> = {
            let enemies = &self.game.players[seat.index()].board.enemies;
            enemies.iter().filter(|enemy| enemy.on_board() && kind(enemy)).map(|enemy| enemy.id).collect()
        };
        Ok(match units.len() {
            0 => None,
            n => Some(units[self.pick_index(seat, n)?]),
        })
    }

    fn pick_index(&mut self, seat: Seat, n: usize) -> Play<usize> {
        if n == 1 {
            return Ok(0);
        }
        let check = Check::on("R36", "Which unit", rule!("CH.B9"), &self.charts.which_unit).by(seat);
        loop {
            // More than six are told apart by a row of six first.
            let row = if n > 6 { self.pick_index(seat, n.div_ceil(6))? } else { 0 };
            let face = usize::from(self.table.read(&check, &self.charts.which_unit)?.0) - 1;
            let index = match n {
                2 | 3 => face * n / 6,
                _ => row * 6 + face,
            };
            if index < n {
                return Ok(index);
            }
        }
    }

    /// [7.6d] Enemy indirect fire on the tank.
    fn shelled(&mut self, seat: Seat, weapon: Weapon) -> Play<()> {
        let total = self.bombard(seat, weapon)?;
        let hit = self.charts.b2.column(B2Block::He, B2Target::Tank).at(total) != B2Result::None;
        if hit {
            self.drive_under_cover(seat, false)?;
            if weapon == Weapon::Artillery
                && self.charts.b2.artillery_b_immobilizes
                && self.game.players[seat.index()].fate.serves()
            {
                self.immobilize(seat, Cause::Artillery);
            }
        }
        Ok(())
    }

    /// B2 against the tank by indirect fire or aircraft; smoke, weather and hatches do not matter (R21). What destroys it outright is not
    /// read on the column.
    fn bombard(&mut self, seat: Seat, weapon: Weapon) -> Play<i8> {
        self.sixth_sense(seat, None)?;
        let drm = match weapon {
            Weapon::Mortar => B2Drm::Mortar,
            Weapon::Artillery => B2Drm::Artillery,
            _ => B2Drm::Airstrike,
        };
        let column = self.charts.b2.column(B2Block::He, B2Target::Tank);
        let mut check = Check::on("B2", weapon.name(), rule!("7.6d"), column)
            .on_line(B2Block::He)
            .in_column(B2Target::Tank)
            .by(self.game.german_dice(seat))
            .with(self.charts.b2.drm(drm, weapon), weapon.name(), rule!("7.6d"));
        if weapon == Weapon::Airstrike {
            let most = self.charts.b2.airstrike_destroys_modified_max - check.modifier();
            check = check.specials([TWO_D6.min(), most], B2Result::De.name());
        }
        Ok(self.table.natural(&check)? + check.modifier())
    }

    /// [CH.B9] A reinforcement comes up.
    fn reinforcement(&mut self, seat: Seat) -> Play<()> {
        let check = Check::on("B9", "Reinforcement", rule!("CH.B9"), &self.charts.reinforcement);
        let check = check.on_line(headings::REINFORCEMENT).by(seat);
        let class = self.table.read(&check, &self.charts.reinforcement)?;
        let class = self.bring_up(seat, class);
        let kind = self.kind_of(seat, class)?;
        let column = &self.charts.placement;
        let check = Check::on("F2", "Area", rule!("6.2c"), column).on_line(headings::PLACEMENT).by(seat);
        let area = self.table.read(&check, column)?;
        self.place(seat, class, kind, area);
        Ok(())
    }

    /// The type of a class: that of its units on the board, else a new roll.
    fn kind_of(&mut self, seat: Seat, class: Class) -> Play<Option<UnitType>> {
        if class == Class::Inf {
            return Ok(None);
        }
        let same = self.game.players[seat.index()]
            .board
            .enemies
            .iter()
            .find(|enemy| enemy.class == class)
            .and_then(|enemy| enemy.kind);
        match same {
            Some(kind) => Ok(Some(kind)),
            None => Ok(Some(self.roll_type(seat, class)?)),
        }
    }

    /// [CH.B9, 9.0b] Mines.
    fn minefield(&mut self, seat: Seat) -> Play<()> {
        let mines = &self.charts.minefield;
        let max = if self.game.players[seat.index()].board.moved { mines.hit_if_moved_max } else { mines.hit_max };
        let check =
            Check::at_most("B9", "Minefield", rule!("9.0b"), D6, max).called("a mine", "clear").needed("to hit a mine");
        let check = check.on_line(headings::MINEFIELD).by(seat);
        if self.table.test(&check)? {
            self.immobilize(seat, Cause::Mine);
        }
        Ok(())
    }

    /// [9.0, CH.C1] The Random Event of the mission.
    fn random_event(&mut self, seat: Seat) -> Play<()> {
        let check = Check::on("C1", "Random event", rule!("CH.C1"), &self.charts.c1).by(seat);
        let event = self.table.read(&check, &self.charts.c1)?;
        let flies = self.charts.weather_effect[self.game.field.weather.index()].air;
        let applies = match event {
            RandomEvent::Airstrike | RandomEvent::FriendlyAirstrike => flies,
            // [R51] Only a movement to contact can be followed by an assault.
            RandomEvent::FollowOnAssault => self.game.field.fight == Mission::Contact,
            RandomEvent::GermansBreak => self.any(seat, Enemy::on_foot),
            RandomEvent::Breakdown => !self.game.players[seat.index()].mat.immobilized,
            RandomEvent::RadioOut => self.charts.ranks[self.game.players[seat.index()].career.rank.index()].radio,
            _ => true,
        };
        self.tell(|| Event::RandomEvent { seat, event, applies });
        if !applies {
            return Ok(());
        }
        if event.timing() == Timing::Marker {
            // [9.0c]
            self.player(seat).career.markers |= bit(event.index());
            return Ok(());
        }
        match event {
            RandomEvent::FriendlyAirstrike => self.bombed(seat),
            RandomEvent::FlankAmbush => self.ambush(seat),
            RandomEvent::Breakdown => {
                self.immobilize(seat, Cause::Breakdown);
                Ok(())
            }
            RandomEvent::RadioOut => {
                self.player(seat).mat.radio_out = true;
                self.tell(|| Event::RadioOut { seat });
                self.lapse_calls();
                Ok(())
            }
            RandomEvent::Airstrike => self.airstrike(seat),
            RandomEvent::FriendlyArtillery => self.strike(seat, seat, Support::Artillery, None),
            RandomEvent::GermansBreak => {
                self.germans_break(seat);
                Ok(())
            }
            RandomEvent::FuelShortage
            | RandomEvent::FollowOnAssault
            | RandomEvent::HotChowAndMail
            | RandomEvent::WarCorrespondent => Ok(()),
        }
    }

    /// The player's own aircraft attack him.
    fn bombed(&mut self, seat: Seat) -> Play<()> {
        let total = self.bombard(seat, Weapon::Airstrike)?;
        if total <= self.charts.b2.airstrike_destroys_modified_max {
            return self.lose_tank(seat, Cause::Aircraft, None);
        }
        if self.charts.b2.column(B2Block::He, B2Target::Tank).at(total) != B2Result::None {
            self.drive_under_cover(seat, false)?;
        }
        Ok(())
    }

    /// An anti-tank gun on the flank, of a type of its own, which has the tank in its sights already.
    fn ambush(&mut self, seat: Seat) -> Play<()> {
        let class = self.bring_up(seat, Class::At);
        let kind = Some(self.roll_type(seat, class)?);
        let most = self.charts.left_flank_max;
        let check = Check::at_most("C1", "Left flank", rule!("CH.C1"), D6, most).called("D", "E");
        let check = check.on_line(RandomEvent::FlankAmbush).in_column(headings::EFFECT).by(seat);
        let area = if self.table.test(&check)? { Area::D } else { Area::E };
        let Some(id) = self.place(seat, class, kind, area) else { return Ok(()) };
        if let Some(gun) = self.player(seat).board.enemy_mut(id) {
            gun.aim = EnemyAim::Tank;
            gun.has_fired = true;
            let unit = who(seat, gun);
            self.tell(|| Event::Targets { seat, who: unit });
        }
        Ok(())
    }

    /// All infantry on foot leaves.
    fn germans_break(&mut self, seat: Seat) {
        let feet: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> = self.game.players[seat.index()]
            .board
            .enemies
            .iter()
            .filter(|enemy| enemy.on_foot())
            .map(|enemy| enemy.id)
            .collect();
        for id in feet {
            if self.game.in_fight(seat) {
                self.destroy(seat, id, None, Killer::Others);
            }
        }
    }
}

/// Whom an event of B9 falls on, if it is a loss.
pub(crate) fn victims(event: RoundEvent) -> Option<fn(&Enemy) -> bool> {
    match event {
        RoundEvent::DestroyRandomTank => Some(|enemy| enemy.class == Class::T),
        RoundEvent::DestroyRandomSpg => Some(|enemy| enemy.class == Class::Spg),
        RoundEvent::DestroyRandomAt => Some(|enemy| enemy.class == Class::At),
        RoundEvent::DestroyRandomVehicle => Some(|enemy| enemy.class.is_vehicle()),
        RoundEvent::InfStepLoss => Some(Enemy::on_foot),
        RoundEvent::None
        | RoundEvent::EnemyArtillery
        | RoundEvent::EnemyMortar
        | RoundEvent::EnemyReinforcement
        | RoundEvent::Minefield => None,
    }
}

/// What the Minefield of B9 stands for now (9.0).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twelve {
    /// The first of the mission.
    RandomEvent,
    /// The second.
    Minefield,
    /// Any other.
    Nothing,
}

impl Twelve {
    fn name(self) -> &'static str {
        match self {
            Twelve::RandomEvent => "random event",
            Twelve::Minefield => RoundEvent::Minefield.name(),
            Twelve::Nothing => RoundEvent::None.name(),
        }
    }
}

impl Ace {
    /// [9.0a, b] The first is a Random Event, the second the Minefield, any other nothing.
    fn twelve(&self, seat: Seat) -> Twelve {
        let board = &self.players[seat.index()].board;
        if !board.random_done {
            Twelve::RandomEvent
        } else if !board.mines_done {
            Twelve::Minefield
        } else {
            Twelve::Nothing
        }
    }
}
