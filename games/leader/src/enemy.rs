//! Enemy Actions: the movement roll, orders, moves, whom each attacks.

use crate::attack::NEVER;
use crate::charts::{Charts, EnemyOrders};
use crate::gunner::{Liking, NOBODY, liking};
use crate::ids::{EnemyId, FighterId, Ids};
use crate::map::{Hex, Hexes, closer, closest, nearest};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{BySide, Enemy, Fate, Fighter, Leader, Stage, Step};
use crate::talk::{Ask, Choice, Event, Number};
use crate::words::{Column, Kind, Model, Order, Target, Why};
use hulldown_core::Check;
use hulldown_core::chart::DieTable;
use hulldown_core::table::{Play, Table};

/// What the roll for the enemy's orders is called.
pub(crate) const ORDERS_ROLL: &str = "Enemy Tactical Movement";

impl Leader {
    /// The hexes of friendly Units, those attacked so if a side is named.
    fn friends(&self, charts: &Charts, side: Option<Target>) -> Hexes {
        let all = self.battle.fighters.iter();
        match side {
            None => all.map(Fighter::at).collect(),
            Some(side) => {
                let of_side = |standing: &Fighter| self.units[standing.unit].card(charts).target == side;
                all.map(|standing| if of_side(standing) { standing.at() } else { None }).collect()
            }
        }
    }

    /// The first enemy that has yet to act, and whether it is the only one, but for counters that are alike in its hex.
    #[inline]
    fn first_waiting(&self) -> Option<(EnemyId, bool)> {
        let enemies = &self.battle.enemies;
        let waiting = enemies.such(Enemy::is_waiting);
        let first = waiting.first()?;
        let one = &enemies[first];
        let alike = |other: &Enemy| (other.model == one.model) & (other.hex == one.hex);
        Some((first, waiting.but(first).all(|other| alike(&enemies[other]))))
    }

    /// The enemies that have yet to act; of counters that are alike in one hex any stands for all.
    fn waiting(&self) -> Ids<EnemyId> {
        let (mut known, mut waiting) = ([Hexes::NONE; Model::ALL.len()], Ids::NONE);
        for (at, enemy) in self.battle.enemies.each() {
            let Some(hex) = enemy.hex.filter(|_| enemy.is_waiting()) else { continue };
            let known = &mut known[enemy.model.index()];
            if !known.has(hex) {
                *known = known.or(Hexes::one(hex));
                waiting.add(at);
            }
        }
        waiting
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
    pub(crate) fn order_of(&self, charts: &Charts, enemy: EnemyId) -> Order {
        let counter = &self.battle.enemies[enemy];
        let kind = counter.model.kind();
        let beside = |hex: Hex| self.friends(charts, Some(Target::Ap)).any(|friend| friend.distance(hex) == 1);
        let starred = kind == Kind::Rifle && self.battle.orders.star && counter.at().is_some_and(beside);
        if starred { Order::ApAdvance } else { self.ordered(kind) }
    }

    /// Of some hexes those in which no friendly Unit could attack such a target, from where it stands (R14).
    fn unseen(&self, charts: &Charts, side: Target, mut hexes: Hexes) -> Hexes {
        for fighter in self.battle.fighters.ids() {
            if hexes.is_empty() {
                break;
            }
            hexes = hexes.without(self.targeted(charts, fighter, side, hexes));
        }
        hexes
    }

    /// The hexes an order takes an enemy to, the friendly Unit it looks at being in a given hex; none: it stays.
    fn destinations_of(&self, charts: &Charts, enemy: EnemyId, order: Order, toward: Hex) -> Hexes {
        let counter = &self.battle.enemies[enemy];
        let Some(hex) = counter.at() else { return Hexes::NONE };
        let (field, side) = (&self.battle.field, counter.arms(self, charts).target);
        let through = field.admits(side);
        let near = hex.near().and(through);
        let fits = match order {
            Order::Hold => Hexes::NONE,
            Order::Retreat => back(hex, through),
            Order::RetreatToCover => near.and(toward.ring(hex.distance(toward) + 1)).and(field.covered()),
            Order::AdjacentCover => near.and(field.covered()),
            Order::AdvanceToCover => closer(hex, toward, through).and(field.covered()),
            Order::CautiousAdvance => self.unseen(charts, side, closer(hex, toward, through)),
            Order::HeAdvance | Order::ApAdvance | Order::Advance | Order::AdvanceIfCannotAttack => {
                closer(hex, toward, through)
            }
        };
        field.heaviest(fits)
    }
}

/// Towards the top edge; round what cannot be entered if need be (R11).
fn back(hex: Hex, through: Hexes) -> Hexes {
    let Some(above) = hex.row().checked_sub(1) else { return Hexes::NONE };
    let near = hex.near().and(through);
    let straight = near.and(Hexes::row(above));
    if straight.is_empty() { closest(near, Hexes::row(0).and(through), through) } else { straight }
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
    #[inline]
    pub(crate) fn movement_roll(
        &self,
        charts: &'static Charts,
        reads: bool,
    ) -> Option<(Check, &'static DieTable<EnemyOrders>)> {
        let battle = &self.battle;
        if battle.mods.hold_turns >> battle.turn.min(15) & 1 == 1 {
            return None;
        }
        let ten = battle.die == 10;
        let (table, chart) = (&charts.tactical[usize::from(ten)], if ten { "tactical" } else { "tactical_d6" });
        let mut check = Check::on(chart, ORDERS_ROLL, rule!("enemy.roll.1"), table);
        self.changed_by_cards(charts, &mut check, reads, rule!("enemy.roll.4"), |mods| mods.tactical);
        if battle.half {
            check.modify(charts.numbers.battle.half_tactical, "Half", rule!("enemy.roll.3"));
        }
        Some((check, table))
    }

    /// What an enemy would do by this turn's orders; of several ways that are equally good the first.
    pub(crate) fn foreseen(&self, charts: &Charts, enemy: EnemyId) -> Foreseen {
        let Some(hex) = self.battle.enemies[enemy].at() else { return Foreseen::Leaves };
        let order = self.order_of(charts, enemy);
        if order == Order::Retreat && hex.row() == 0 {
            return Foreseen::Leaves;
        }
        if order == Order::AdvanceIfCannotAttack && self.enemy_can_attack(charts, enemy) {
            return Foreseen::Stays;
        }
        let friends = self.friends(charts, order.side());
        let Some(closest) = nearest(hex, friends).first() else { return Foreseen::Stays };
        self.destinations_of(charts, enemy, order, closest).first().map_or(Foreseen::Stays, Foreseen::Moves)
    }

    /// Why an enemy that is ordered this goes or stays, as it is told; `fires` if it stays because it can attack.
    fn because(
        &self,
        charts: &Charts,
        enemy: EnemyId,
        order: Order,
        toward: Option<Hex>,
        moves: bool,
        fires: bool,
    ) -> Because {
        let counter = &self.battle.enemies[enemy];
        let Some(hex) = counter.at() else { return Because::default() };
        let friends = self.friends(charts, order.side());
        let through = self.battle.field.admits(counter.arms(self, charts).target);
        let closer = toward.map_or(Hexes::NONE, |toward| closer(hex, toward, through));
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
        let standing = |at: &FighterId| toward.is_some() && self.battle.fighters[*at].at() == toward;
        let wanted = |at: &FighterId| order.side().is_none_or(|side| self.card(charts, *at).target == side);
        let side = counter.arms(self, charts).target;
        // Somebody who sees to it alone, if there is one.
        let sees = |at: &FighterId| {
            closer.into_iter().all(|next| self.against_target(charts, *at, false, side, next).is_none())
        };
        let mut all = self.battle.fighters.ids();
        let unit = match why {
            Some(Why::Attacks) => self.targets_of(charts, enemy).1.first(),
            Some(Why::Seen) => all.find(sees),
            _ => all.filter(standing).find(wanted),
        };
        let hexes = match why {
            Some(Why::Seen) => closer,
            Some(Why::NoCover) if order == Order::AdvanceToCover => closer,
            _ => Hexes::NONE,
        };
        Because { why, unit: unit.map(|at| self.card(charts, at).number), hexes }
    }

    /// Whom an enemy attacks from where it stands: of those it can attack and hit (R16) those it hits most easily, of them those with the
    /// lowest Defense; with what it needs on a die (enemy.attack.2, .3). Without a branch for each: nobody could guess whom it likes.
    pub(crate) fn targets_of(&self, charts: &Charts, enemy: EnemyId) -> (i8, Ids<FighterId>) {
        let attacker = &self.battle.enemies[enemy];
        let arms = attacker.arms(self, charts);
        let Some(from) = attacker.at() else { return (NEVER, Ids::NONE) };
        let open = self.open_from(from, arms.indirect);
        let Some(fire) = self.fire(attacker, arms, from, open) else { return (NEVER, Ids::NONE) };
        let (mut best, mut targets) = (NOBODY, Ids::NONE);
        let reached = self.battle.fighters.such(|standing| open.hold(standing.hex) & (standing.fate == Fate::Here));
        for fighter in reached {
            let standing = &self.battle.fighters[fighter];
            let (card, hex) = (self.units[standing.unit].card(charts), standing.hex.unwrap_or(from));
            let need = fire.need(BySide::row_of(card.target), hex, self.exposed(charts, standing));
            let defense = self.defense_of_card(card) + self.battle.field.cover_in(hex);
            let liked = liking(need.into(), Liking::from(defense) - Liking::from(i8::MIN));
            targets = if liked < best { Ids::NONE } else { targets };
            best = best.min(liked);
            targets.add_if(fighter, (need < NEVER) & (liked == best));
        }
        ((best >> 8) as i8, targets)
    }

    /// Whether an enemy can attack anybody from where it stands.
    pub(crate) fn enemy_can_attack(&self, charts: &Charts, enemy: EnemyId) -> bool {
        !self.targets_of(charts, enemy).1.is_empty()
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// One roll for the orders of all (enemy.roll.1 to .5).
    pub(crate) fn roll_for_move(&mut self) -> Play<()> {
        self.game.battle.orders = match self.game.movement_roll(self.charts, T::LISTENS) {
            Some((check, table)) => self.table.read(&check, table)?,
            None => EnemyOrders::HOLD,
        };
        let EnemyOrders { armor, infantry, star, support } = self.game.battle.orders;
        self.tell(|| Event::Orders { armor, infantry, star, support });
        self.game.stage = Stage::Enemy;
        Ok(())
    }

    /// One enemy moves and attacks; the player says which is next (enemy.act.1).
    pub(crate) fn enemy_action(&mut self) -> Play<()> {
        let Some((first, only)) = self.game.first_waiting() else {
            self.start_step(Step::Slow);
            return Ok(());
        };
        let enemy = match if only { Some(first) } else { self.table.obvious(Ask::Enemy, || Some(first)) } {
            Some(enemy) => enemy,
            None => self.pick_for_enemy(Ask::Enemy, self.game.waiting(), |_, _, enemy| Choice::Enemy(enemy))?,
        };
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
    pub(crate) fn carry_out(&mut self, enemy: EnemyId, order: Order) -> Play<()> {
        let charts = self.charts;
        let counter = self.game.battle.enemies[enemy];
        let Some(hex) = counter.at() else { return Ok(()) };
        if order == Order::Retreat && hex.row() == 0 {
            self.game.battle.enemies[enemy].active = false;
            self.tell(|| Event::EnemyLeaves { enemy, model: counter.model });
            return Ok(());
        }
        let stays = order == Order::AdvanceIfCannotAttack && self.game.enemy_can_attack(charts, enemy);
        let (to, toward) = if stays { (Hexes::NONE, None) } else { self.fitting(enemy, order, hex)? };
        let moves = !to.is_empty();
        // One that goes where nobody is asked is told with its order in one line.
        let mut told = None;
        if T::LISTENS {
            let Because { why, unit, hexes } = self.game.because(charts, enemy, order, toward, moves, stays);
            if moves && to.skip(1).count() == 0 {
                told = Some((order, unit));
            } else {
                self.tell(|| Event::EnemyOrder { enemy, model: counter.model, order, stays: why, unit, hexes });
            }
        }
        if moves {
            let from = hex;
            let hex = self.pick_for_enemy(Ask::Path(enemy), to, |_, _, hex| Choice::To(hex))?;
            let battle = &mut self.game.battle;
            battle.enemies[enemy].hex = Some(hex);
            battle.enemies[enemy].moved = battle.turn > 0;
            self.tell(|| Event::EnemyMoved { enemy, model: counter.model, from, hex, order: told });
        }
        Ok(())
    }

    /// The hexes that fit an order, and where the friendly Unit is that it looks at. Of several equally close the player names one, if it
    /// matters (R9).
    fn fitting(&mut self, enemy: EnemyId, order: Order, hex: Hex) -> Play<(Hexes, Option<Hex>)> {
        // One that holds looks at somebody only where it is told whom it sees.
        if order == Order::Hold && !T::LISTENS {
            return Ok((Hexes::NONE, None));
        }
        let (game, charts) = (&*self.game, self.charts);
        let friends = game.friends(charts, order.side());
        let closest = nearest(hex, friends);
        let Some(first) = closest.first() else { return Ok((Hexes::NONE, None)) };
        let fitting = game.destinations_of(charts, enemy, order, first);
        if closest.skip(1).all(|other| game.destinations_of(charts, enemy, order, other) == fitting) {
            return Ok((fitting, Some(first)));
        }
        let toward = self.pick(Ask::Closest(enemy), closest, Choice::Toward)?;
        Ok((self.game.destinations_of(charts, enemy, order, toward), Some(toward)))
    }

    /// It attacks the one it hits most easily; of several that are alike the player says which (enemy.attack.2, .3).
    fn choose_and_attack(&mut self, enemy: EnemyId) -> Play<()> {
        let (need, targets) = self.game.targets_of(self.charts, enemy);
        if targets.is_empty() {
            return Ok(());
        }
        let numbered =
            |game: &Leader, charts: &Charts, fighter: FighterId| Choice::Unit(game.card(charts, fighter).number);
        self.game.battle.attacker = Some(enemy);
        let fighter = self.pick_for_enemy(Ask::Target(enemy), targets, numbered)?;
        self.game.battle.attacker = None;
        self.enemy_attacks(enemy, fighter, need)
    }
}
