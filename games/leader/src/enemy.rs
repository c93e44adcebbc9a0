//! Enemy Actions: the movement roll, orders, moves, whom each attacks.

use crate::attack::NEVER;
use crate::charts::{Charts, Orders};
use crate::map::{HEXES, Hex, Hexes};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Leader, MOST, MOST_ENEMIES, Stage, Step};
use crate::talk::{Ask, Choice, Event, Number};
use crate::words::{Column, Kind, Order, Target, Why};
use arrayvec::ArrayVec;
use hulldown_core::Check;
use hulldown_core::chart::DieTable;
use hulldown_core::table::{Play, Table};

impl Leader {
    /// The hexes of friendly Units, those attacked so if a side is named.
    fn friends(&self, charts: &Charts, side: Option<Target>) -> Hexes {
        let here = (0..self.battle.fighters.len())
            .filter(|at| side.is_none_or(|side| self.card(charts, *at).target == side))
            .filter_map(|at| self.battle.fighters[at].at());
        here.collect()
    }

    /// What a counter of this kind is ordered this turn, the asterisk of Rifles aside.
    fn ordered(&self, kind: Kind) -> Order {
        let orders = &self.battle.orders;
        match kind.column() {
            Some(Column::Armor) => orders.armor,
            Some(Column::Infantry) => orders.infantry,
            Some(Column::Support) => orders.support,
            None => Order::Hold,
        }
    }

    /// The order of an enemy: a Rifle next to an AP Unit reads an asterisk as AP Advance (enemy.rifle.1).
    pub(crate) fn order_of(&self, charts: &Charts, enemy: usize) -> Order {
        let counter = &self.battle.enemies[enemy];
        let kind = counter.model.kind();
        let beside = |hex: Hex| self.friends(charts, Some(Target::Ap)).any(|friend| friend.distance(hex) == 1);
        let starred = kind == Kind::Rifle && self.battle.orders.star && counter.at().is_some_and(beside);
        if starred { Order::ApAdvance } else { self.ordered(kind) }
    }

    /// Whether some friendly Unit could attack an enemy in this hex, from where it stands (R14).
    fn could_be_attacked(&self, charts: &Charts, enemy: usize, hex: Hex) -> bool {
        let card = self.battle.enemies[enemy].card(self, charts);
        (0..self.battle.fighters.len()).any(|fighter| self.against_target(charts, fighter, card, hex).is_none())
    }

    /// Of these hexes those with the heaviest cover (R7).
    fn heaviest(&self, hexes: Hexes) -> Hexes {
        let most = hexes.map(|hex| self.battle.field.at(hex).cover()).max();
        hexes.filter(|hex| Some(self.battle.field.at(*hex).cover()) == most).collect()
    }

    /// The hexes next to one that are fewer steps away from another.
    fn closer(&self, hex: Hex, toward: Hex, through: Hexes) -> Hexes {
        let steps = self.battle.field.steps(toward, through);
        let now = steps[hex.index()];
        hex.near().and(through).filter(|next| now < u8::MAX && steps[next.index()] < now).collect()
    }

    /// The hexes an order takes an enemy to, the friendly Unit it looks at being in a given hex; none: it stays.
    fn destinations_of(&self, charts: &Charts, enemy: usize, order: Order, toward: Hex) -> Hexes {
        let counter = &self.battle.enemies[enemy];
        let Some(hex) = counter.at() else { return Hexes::NONE };
        let through = self.battle.field.admits(counter.card(self, charts).target);
        let near = hex.near().and(through);
        let covered = |hex: &Hex| self.battle.field.at(*hex).cover() > 0;
        let closer = || self.closer(hex, toward, through);
        let fits = match order {
            Order::Hold => Hexes::NONE,
            Order::Retreat => return self.back(hex, through),
            Order::RetreatToCover => {
                let farther = hex.distance(toward) + 1;
                near.filter(|next| next.distance(toward) == farther).filter(covered).collect()
            }
            Order::AdjacentCover => near.filter(covered).collect(),
            Order::AdvanceToCover => closer().filter(covered).collect(),
            Order::CautiousAdvance => closer().filter(|next| !self.could_be_attacked(charts, enemy, *next)).collect(),
            Order::HeAdvance | Order::ApAdvance | Order::Advance | Order::AdvanceIfCannotAttack => closer(),
        };
        self.heaviest(fits)
    }

    /// Towards the top edge; round what cannot be entered if need be (R11).
    fn back(&self, hex: Hex, through: Hexes) -> Hexes {
        let Some(above) = hex.row().checked_sub(1) else { return Hexes::NONE };
        let straight = hex.near().and(Hexes::row(above)).and(through);
        if !straight.is_empty() {
            return self.heaviest(straight);
        }
        let mut steps = [u8::MAX; HEXES];
        for top in Hexes::row(0).and(through) {
            for (least, steps) in steps.iter_mut().zip(self.battle.field.steps(top, through)) {
                *least = steps.min(*least);
            }
        }
        let near = hex.near().and(through);
        let least = near.map(|next| steps[next.index()]).min();
        self.heaviest(near.filter(|next| steps[next.index()] < u8::MAX && Some(steps[next.index()]) == least).collect())
    }
}

/// Why an enemy does what it does: why it stays, if it does, whom it looks at, and the hexes it does not enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Because {
    why: Option<Why>,
    unit: Option<Number>,
    hexes: Hexes,
}

/// What an enemy would do, as far as can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Foreseen {
    /// It stays where it is.
    Stays,
    /// It moves there, or to a hex that is as good.
    Moves(Hex),
    /// It leaves the battlefield.
    Leaves,
}

impl Leader {
    /// The roll for the enemy's orders and the chart it is read on; none in a turn in which the enemy holds (enemy.roll.1 to .5).
    pub(crate) fn movement_roll(&self, charts: &'static Charts) -> Option<(Check, &'static DieTable<Orders>)> {
        let battle = &self.battle;
        if battle.mods.hold_turns >> battle.turn.min(15) & 1 == 1 {
            return None;
        }
        let ten = battle.die == 10;
        let (table, chart) = (&charts.tactical[usize::from(ten)], if ten { "tactical" } else { "tactical_d6" });
        let mut check = Check::on(chart, "Enemy Tactical Movement", rule!("enemy.roll.1"), table);
        check.modify(battle.mods.tactical, "cards and notes", rule!("enemy.roll.4"));
        if battle.half {
            check.modify(charts.numbers.battle.half_tactical, "Half", rule!("enemy.roll.3"));
        }
        Some((check, table))
    }

    /// What an enemy would do by this turn's orders; of several ways that are equally good the first.
    pub(crate) fn foreseen(&self, charts: &Charts, enemy: usize) -> Foreseen {
        let Some(hex) = self.battle.enemies[enemy].at() else { return Foreseen::Leaves };
        let order = self.order_of(charts, enemy);
        if order == Order::Retreat && hex.row() == 0 {
            return Foreseen::Leaves;
        }
        if order == Order::AdvanceIfCannotAttack && self.enemy_can_attack(charts, enemy) {
            return Foreseen::Stays;
        }
        let friends = self.friends(charts, order.side());
        let Some(closest) = friends.min_by_key(|friend| friend.distance(hex)) else { return Foreseen::Stays };
        self.destinations_of(charts, enemy, order, closest).first().map_or(Foreseen::Stays, Foreseen::Moves)
    }

    /// Why an enemy that is ordered this goes or stays, as it is told; `fires` if it stays because it can attack.
    fn because(
        &self,
        charts: &Charts,
        enemy: usize,
        order: Order,
        toward: Option<Hex>,
        moves: bool,
        fires: bool,
    ) -> Because {
        let counter = &self.battle.enemies[enemy];
        let Some(hex) = counter.at() else { return Because::default() };
        let friends = self.friends(charts, order.side());
        let through = self.battle.field.admits(counter.card(self, charts).target);
        let closer = toward.map_or(Hexes::NONE, |toward| self.closer(hex, toward, through));
        let why = match order {
            _ if moves => None,
            Order::Hold => Some(Why::Holds),
            _ if fires => Some(Why::Attacks),
            Order::Retreat => Some(Why::NoRetreat),
            _ if friends.is_empty() => Some(Why::Nobody),
            Order::AdjacentCover | Order::RetreatToCover => Some(Why::NoCover),
            _ if toward == Some(hex) => Some(Why::Beside),
            _ if closer.is_empty() => Some(Why::NoWay),
            Order::AdvanceToCover => Some(Why::NoCover),
            Order::CautiousAdvance => Some(Why::Seen),
            _ => Some(Why::NoWay),
        };
        let standing = |at: &usize| toward.is_some() && self.battle.fighters[*at].at() == toward;
        let wanted = |at: &usize| order.side().is_none_or(|side| self.card(charts, *at).target == side);
        let card = counter.card(self, charts);
        // Somebody who sees to it alone, if there is one.
        let sees = |at: &usize| closer.into_iter().all(|next| self.against_target(charts, *at, card, next).is_none());
        let mut all = 0..self.battle.fighters.len();
        let unit = match why {
            Some(Why::Attacks) => self.targets_of(charts, enemy).1.first().copied(),
            Some(Why::Seen) => all.find(sees),
            _ => all.filter(standing).find(wanted),
        };
        let hexes = match why {
            Some(Why::Seen) => closer,
            Some(Why::NoCover) if order == Order::AdvanceToCover => closer,
            _ => Hexes::NONE,
        };
        Because { why, unit: unit.map(|at| Number(self.card(charts, at).number)), hexes }
    }

    /// Whom an enemy attacks from where it stands: those it hits most easily, of them those with the lowest Defense; with what it needs
    /// (enemy.attack.2, .3).
    pub(crate) fn targets_of(&self, charts: &Charts, enemy: usize) -> (i8, ArrayVec<usize, MOST>) {
        let mut best: Option<(i8, i8)> = None;
        let mut targets = ArrayVec::new();
        for fighter in 0..self.battle.fighters.len() {
            let Some(need) = self.enemy_need(charts, enemy, fighter) else { continue };
            let rank = (need, self.friendly_defense(charts, fighter));
            if best.is_none_or(|best| rank < best) {
                best = Some(rank);
                targets.clear();
            }
            if best == Some(rank) {
                targets.push(fighter);
            }
        }
        (best.map_or(NEVER, |(need, _)| need), targets)
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// One roll for the orders of all (enemy.roll.1 to .5).
    pub(crate) fn roll_for_move(&mut self) -> Play<()> {
        self.game.battle.orders = match self.game.movement_roll(self.charts) {
            Some((check, table)) => self.table.read(&check, table)?,
            None => Orders::HOLD,
        };
        let Orders { armor, infantry, star, support } = self.game.battle.orders;
        self.tell(Event::Orders { armor, infantry, star, support });
        self.game.stage = Stage::Enemy;
        Ok(())
    }

    /// One enemy moves and attacks; the player says which is next (enemy.act.1).
    pub(crate) fn enemy_action(&mut self) -> Play<()> {
        let battle = &self.game.battle;
        let waits = |at: &usize| battle.enemies[*at].active && !battle.enemies[*at].acted;
        let mut next: ArrayVec<u8, MOST_ENEMIES> = ArrayVec::new();
        for at in (0..battle.enemies.len()).filter(waits) {
            // Of counters that are alike in one hex any stands for all.
            let alike = |other: &&u8| {
                let (one, other) = (&battle.enemies[at], &battle.enemies[usize::from(**other)]);
                (one.model, one.hex) == (other.model, other.hex)
            };
            if next.iter().find(alike).is_none() {
                next.push(at as u8);
            }
        }
        if next.is_empty() {
            self.start_step(Step::Slow);
            return Ok(());
        }
        let enemy = usize::from(self.pick(Ask::Enemy, next, Choice::Enemy)?);
        self.game.battle.enemies[enemy].acted = true;
        let order = self.game.order_of(self.charts, enemy);
        self.carry_out(enemy, order)?;
        if self.game.battle.enemies[enemy].active {
            self.choose_and_attack(enemy)?;
        }
        self.battle_stops();
        self.table.settled()
    }

    /// An enemy carries out an order (enemy.order.*).
    pub(crate) fn carry_out(&mut self, enemy: usize, order: Order) -> Play<()> {
        let charts = self.charts;
        let counter = self.game.battle.enemies[enemy];
        let Some(hex) = counter.at() else { return Ok(()) };
        if order == Order::Retreat && hex.row() == 0 {
            self.game.battle.enemies[enemy].active = false;
            self.tell(Event::EnemyLeaves { enemy: enemy as u8, model: counter.model });
            return Ok(());
        }
        let stays = order == Order::AdvanceIfCannotAttack && self.game.enemy_can_attack(charts, enemy);
        let (to, toward) = if stays { (Hexes::NONE, None) } else { self.fitting(enemy, order, hex)? };
        let moves = !to.is_empty();
        if T::LISTENS {
            let Because { why, unit, hexes } = self.game.because(charts, enemy, order, toward, moves, stays);
            self.tell(Event::EnemyOrder { enemy: enemy as u8, model: counter.model, order, stays: why, unit, hexes });
        }
        if moves {
            let hex = self.pick(Ask::Path(enemy as u8), to, Choice::To)?;
            let battle = &mut self.game.battle;
            battle.enemies[enemy].hex = Some(hex);
            battle.enemies[enemy].moved = battle.turn > 0;
            self.tell(Event::EnemyMoved { enemy: enemy as u8, model: counter.model, hex });
        }
        Ok(())
    }

    /// The hexes that fit an order, and where the friendly Unit is that it looks at. Of several equally close the player names one, if it
    /// matters (R9).
    fn fitting(&mut self, enemy: usize, order: Order, hex: Hex) -> Play<(Hexes, Option<Hex>)> {
        let (game, charts) = (&*self.game, self.charts);
        let friends = game.friends(charts, order.side());
        let least = friends.map(|friend| friend.distance(hex)).min();
        let closest: Hexes = friends.filter(|friend| Some(friend.distance(hex)) == least).collect();
        let Some(first) = closest.first() else { return Ok((Hexes::NONE, None)) };
        let fitting = game.destinations_of(charts, enemy, order, first);
        if closest.skip(1).all(|other| game.destinations_of(charts, enemy, order, other) == fitting) {
            return Ok((fitting, Some(first)));
        }
        let toward = self.pick(Ask::Closest(enemy as u8), closest, Choice::Toward)?;
        Ok((self.game.destinations_of(charts, enemy, order, toward), Some(toward)))
    }

    /// It attacks the one it hits most easily; of several that are alike the player says which (enemy.attack.2, .3).
    fn choose_and_attack(&mut self, enemy: usize) -> Play<()> {
        let (_, targets) = self.game.targets_of(self.charts, enemy);
        if targets.is_empty() {
            return Ok(());
        }
        let targets: ArrayVec<(usize, Number), MOST> = targets.into_iter().map(|at| (at, self.numbered(at))).collect();
        let (fighter, _) = self.pick(Ask::Target(enemy as u8), targets, |(_, number)| Choice::Unit(number))?;
        self.enemy_attacks(enemy, fighter)
    }
}
