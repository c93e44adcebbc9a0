//! The Event Check at the end of a round (B9) and Random Events (C1).

use crate::charts::headings;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, Aim, Enemy, Support, UnitId, bit};
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
    pub(crate) fn event_check(&mut self, s: Seat) -> Play<()> {
        let twelve = self.game.twelve(s);
        let mut check = Check::on("B9", "Event check", rule!("7.8"), &self.charts.b9).by(s);
        if twelve != Twelve::Minefield {
            check = check.specials(self.charts.mined, twelve.name());
        }
        let event = self.table.read(&check, &self.charts.b9)?;
        if event == RoundEvent::Minefield {
            let board = &mut self.player(s).board;
            match twelve {
                Twelve::RandomEvent => {
                    board.random_done = true;
                    return self.random_event(s);
                }
                Twelve::Minefield => board.mines_done = true,
                Twelve::Nothing => {
                    self.table.tell(|| Event::RoundEvent { seat: s, event: RoundEvent::None, found: true });
                    return Ok(());
                }
            }
        }
        // [CH.B9] A loss without a unit of its kind is no event, nor are mines to a tank that stands still for good.
        let stopped = event == RoundEvent::Minefield && self.game.players[s.index()].mat.immobilized;
        if T::LISTENS {
            let found = !stopped && victims(event).is_none_or(|kind| self.any(s, kind));
            self.table.tell(|| Event::RoundEvent { seat: s, event, found });
        }
        match event {
            RoundEvent::None => Ok(()),
            RoundEvent::EnemyArtillery => self.shelled(s, Weapon::Artillery),
            RoundEvent::EnemyMortar => self.shelled(s, Weapon::Mortar),
            RoundEvent::EnemyReinforcement => self.reinforcement(s),
            RoundEvent::Minefield if stopped => Ok(()),
            RoundEvent::Minefield => self.minefield(s),
            RoundEvent::DestroyRandomTank
            | RoundEvent::DestroyRandomSpg
            | RoundEvent::DestroyRandomAt
            | RoundEvent::DestroyRandomVehicle
            | RoundEvent::InfStepLoss => self.friends_strike(s, event),
        }
    }

    /// [R36] A loss by somebody else's hand, without credit.
    fn friends_strike(&mut self, s: Seat, event: RoundEvent) -> Play<()> {
        let Some(id) = victims(event).map_or(Ok(None), |kind| self.victim(s, kind))? else { return Ok(()) };
        if event == RoundEvent::InfStepLoss {
            self.lose_steps(s, id, 1, None, Killer::Others);
        } else {
            self.destroy(s, id, None, Killer::Others);
        }
        Ok(())
    }

    fn any(&self, s: Seat, kind: fn(&Enemy) -> bool) -> bool {
        self.game.players[s.index()].board.enemies.iter().any(|e| e.on_board() && kind(e))
    }

    /// [R36] One of the units of a kind at random: no die for one, halves or thirds of a die for two or three, else the face.
    fn victim(&mut self, s: Seat, kind: fn(&Enemy) -> bool) -> Play<Option<UnitId>> {
        let units: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> = {
            let enemies = &self.game.players[s.index()].board.enemies;
            enemies.iter().filter(|e| e.on_board() && kind(e)).map(|e| e.id).collect()
        };
        Ok(match units.len() {
            0 => None,
            n => Some(units[self.pick_index(s, n)?]),
        })
    }

    fn pick_index(&mut self, s: Seat, n: usize) -> Play<usize> {
        if n == 1 {
            return Ok(0);
        }
        let check = Check::on("R36", "Which unit", rule!("CH.B9"), &self.charts.which_unit).by(s);
        loop {
            // More than six are told apart by a row of six first.
            let row = if n > 6 { self.pick_index(s, n.div_ceil(6))? } else { 0 };
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
    fn shelled(&mut self, s: Seat, weapon: Weapon) -> Play<()> {
        let total = self.bombard(s, weapon)?;
        let hit = self.charts.b2.column(B2Block::He, B2Target::Tank).at(total) != B2Result::None;
        if hit {
            self.drive_under_cover(s, false)?;
            if weapon == Weapon::Artillery
                && self.charts.b2.artillery_b_immobilizes
                && self.game.players[s.index()].fate.serves()
            {
                self.immobilize(s, Cause::Artillery);
            }
        }
        Ok(())
    }

    /// B2 against the tank by indirect fire or aircraft; smoke, weather and hatches do not matter (R21). What destroys it outright is not
    /// read on the column.
    fn bombard(&mut self, s: Seat, weapon: Weapon) -> Play<i8> {
        self.sixth_sense(s, None)?;
        let drm = match weapon {
            Weapon::Mortar => B2Drm::Mortar,
            Weapon::Artillery => B2Drm::Artillery,
            _ => B2Drm::Airstrike,
        };
        let column = self.charts.b2.column(B2Block::He, B2Target::Tank);
        let mut check = Check::on("B2", weapon.name(), rule!("7.6d"), column)
            .on_line(B2Block::He)
            .in_column(B2Target::Tank)
            .by(self.game.german_dice(s))
            .with(self.charts.b2.drm(drm, weapon), weapon.name(), rule!("7.6d"));
        if weapon == Weapon::Airstrike {
            let most = self.charts.b2.airstrike_destroys_modified_max - check.modifier();
            check = check.specials([TWO_D6.min(), most], B2Result::De.name());
        }
        Ok(self.table.natural(&check)? + check.modifier())
    }

    /// [CH.B9] A reinforcement comes up.
    fn reinforcement(&mut self, s: Seat) -> Play<()> {
        let check = Check::on("B9", "Reinforcement", rule!("CH.B9"), &self.charts.reinforcement);
        let check = check.on_line(headings::REINFORCEMENT).by(s);
        let class = self.table.read(&check, &self.charts.reinforcement)?;
        let class = self.bring_up(s, class);
        let kind = self.kind_of(s, class)?;
        let column = &self.charts.placement;
        let check = Check::on("F2", "Area", rule!("6.2c"), column).on_line(headings::PLACEMENT).by(s);
        let area = self.table.read(&check, column)?;
        self.place(s, class, kind, area);
        Ok(())
    }

    /// The type of a class: that of its units on the board, else a new roll.
    fn kind_of(&mut self, s: Seat, class: Class) -> Play<Option<UnitType>> {
        if class == Class::Inf {
            return Ok(None);
        }
        let same = self.game.players[s.index()].board.enemies.iter().find(|e| e.class == class).and_then(|e| e.kind);
        match same {
            Some(kind) => Ok(Some(kind)),
            None => Ok(Some(self.roll_type(s, class)?)),
        }
    }

    /// [CH.B9, 9.0b] Mines.
    fn minefield(&mut self, s: Seat) -> Play<()> {
        let mines = &self.charts.minefield;
        let max = if self.game.players[s.index()].board.moved { mines.hit_if_moved_max } else { mines.hit_max };
        let check = Check::at_most("B9", "Minefield", rule!("9.0b"), D6, max).called("a mine", "clear");
        let check = check.on_line(headings::MINEFIELD).by(s);
        if self.table.test(&check)? {
            self.immobilize(s, Cause::Mine);
        }
        Ok(())
    }

    /// [9.0, CH.C1] The Random Event of the mission.
    fn random_event(&mut self, s: Seat) -> Play<()> {
        let check = Check::on("C1", "Random event", rule!("CH.C1"), &self.charts.c1).by(s);
        let event = self.table.read(&check, &self.charts.c1)?;
        let flies = self.charts.weather_effect[self.game.field.weather.index()].air;
        let applies = match event {
            RandomEvent::Airstrike | RandomEvent::FriendlyAirstrike => flies,
            // [R51] Only a movement to contact can be followed by an assault.
            RandomEvent::FollowOnAssault => self.game.field.fight == Mission::Contact,
            RandomEvent::GermansBreak => self.any(s, Enemy::on_foot),
            RandomEvent::Breakdown => !self.game.players[s.index()].mat.immobilized,
            RandomEvent::RadioOut => self.charts.ranks[self.game.players[s.index()].career.rank.index()].radio,
            _ => true,
        };
        self.table.tell(|| Event::RandomEvent { seat: s, event, applies });
        if !applies {
            return Ok(());
        }
        if event.timing() == Timing::Marker {
            // [9.0c]
            self.player(s).career.markers |= bit(event.index());
            return Ok(());
        }
        match event {
            RandomEvent::FriendlyAirstrike => self.bombed(s),
            RandomEvent::FlankAmbush => self.ambush(s),
            RandomEvent::Breakdown => {
                self.immobilize(s, Cause::Breakdown);
                Ok(())
            }
            RandomEvent::RadioOut => {
                self.player(s).mat.radio_out = true;
                self.table.tell(|| Event::RadioOut { seat: s });
                self.lapse_calls();
                Ok(())
            }
            RandomEvent::Airstrike => self.airstrike(s),
            RandomEvent::FriendlyArtillery => self.strike(s, s, Support::Artillery, None),
            RandomEvent::GermansBreak => {
                self.germans_break(s);
                Ok(())
            }
            RandomEvent::FuelShortage
            | RandomEvent::FollowOnAssault
            | RandomEvent::HotChowAndMail
            | RandomEvent::WarCorrespondent => Ok(()),
        }
    }

    /// The player's own aircraft attack him.
    fn bombed(&mut self, s: Seat) -> Play<()> {
        let total = self.bombard(s, Weapon::Airstrike)?;
        if total <= self.charts.b2.airstrike_destroys_modified_max {
            return self.lose_tank(s, Cause::Aircraft, None);
        }
        if self.charts.b2.column(B2Block::He, B2Target::Tank).at(total) != B2Result::None {
            self.drive_under_cover(s, false)?;
        }
        Ok(())
    }

    /// An anti-tank gun on the flank, of a type of its own, which has the tank in its sights already.
    fn ambush(&mut self, s: Seat) -> Play<()> {
        let class = self.bring_up(s, Class::At);
        let kind = Some(self.roll_type(s, class)?);
        let check = Check::at_most("C1", "Left flank", rule!("CH.C1"), D6, 3).called("D", "E");
        let check = check.on_line(RandomEvent::FlankAmbush).in_column(headings::EFFECT).by(s);
        let area = if self.table.test(&check)? { Area::D } else { Area::E };
        let Some(id) = self.place(s, class, kind, area) else { return Ok(()) };
        if let Some(gun) = self.player(s).board.enemy_mut(id) {
            gun.aim = Aim::Tank;
            gun.has_fired = true;
            let unit = who(s, gun);
            self.table.tell(|| Event::Targets { seat: s, who: unit });
        }
        Ok(())
    }

    /// All infantry on foot leaves.
    fn germans_break(&mut self, s: Seat) {
        let feet: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> =
            self.game.players[s.index()].board.enemies.iter().filter(|e| e.on_foot()).map(|e| e.id).collect();
        for id in feet {
            if self.game.in_fight(s) {
                self.destroy(s, id, None, Killer::Others);
            }
        }
    }
}

/// Whom an event of B9 falls on, if it is a loss.
pub(crate) fn victims(event: RoundEvent) -> Option<fn(&Enemy) -> bool> {
    match event {
        RoundEvent::DestroyRandomTank => Some(|e| e.class == Class::T),
        RoundEvent::DestroyRandomSpg => Some(|e| e.class == Class::Spg),
        RoundEvent::DestroyRandomAt => Some(|e| e.class == Class::At),
        RoundEvent::DestroyRandomVehicle => Some(|e| e.class.is_vehicle()),
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
    fn twelve(&self, s: Seat) -> Twelve {
        let board = &self.players[s.index()].board;
        if !board.random_done {
            Twelve::RandomEvent
        } else if !board.mines_done {
            Twelve::Minefield
        } else {
            Twelve::Nothing
        }
    }
}
