//! Start of Week: the Special Condition, and who attacks what.

use crate::charts::effects::What;
use crate::charts::{Charts, Designation};
use crate::effects::Occasion;
use crate::ids::{BattalionId, CommanderId, FighterId, Id, Ids, OptionId, PlannedId, UnitId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Battle, Fighter, Leader, Lingering, Nerve, Planned, Stage};
use crate::talk::{Ask, AssignAnswer, Choice, Event, NextAnswer, PlanAnswer};
use crate::words::{Band, Branch, Class, Lasting, Support};
use hulldown_core::chart::Within;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

/// What cards and notes change in the cost of attacks, by band and class.
type CostChanges = [[i16; Class::ALL.len()]; Band::ALL.len()];

impl Leader {
    /// What attacking a Battalion costs with so many Trucks (week.cost.1, .2).
    pub fn attack_cost(&self, charts: &Charts, battalion: BattalionId, trucks: u8) -> i16 {
        let deep = self.battalions[battalion].band.is_deep();
        if deep { self.attack_cost_with(charts, &self.cost_changes(charts), battalion, trucks) } else { 0 }
    }

    /// The same, given what is changed: Trucks save what cards add too (R33).
    fn attack_cost_with(&self, charts: &Charts, changed: &CostChanges, battalion: BattalionId, trucks: u8) -> i16 {
        let band = self.battalions[battalion].band;
        if !band.is_deep() {
            return 0;
        }
        let class = self.battalion_card(charts, battalion).id.class;
        let saved = i16::from(trucks) * charts.numbers.cost.truck_saves;
        (charts.bands[band].attack_cost + changed[band.index()][class.index()] - saved).max(0)
    }

    /// What cards and notes change in the cost of attacks.
    fn cost_changes(&self, charts: &Charts) -> CostChanges {
        let mut changed = CostChanges::default();
        self.week_effects(charts).for_each(|effect| {
            let What::OpCost { n: Within(n), bands } = effect.what else { return };
            for band in Band::ALL.into_iter().filter(|band| bands.is_none_or(|bands| bands.has(*band))) {
                let meant = |class: &Class| effect.when_class.is_none_or(|when| when == *class);
                let classes = Class::ALL.into_iter().filter(meant);
                classes.for_each(|class| changed[band.index()][class.index()] += i16::from(n));
            }
        });
        changed
    }

    /// What this Week's plan costs.
    pub fn plan_cost(&self, charts: &Charts) -> i16 {
        let deep = |plan: &Planned| self.battalions[plan.battalion].band.is_deep();
        if self.plan.iter().any(deep) { self.plan_cost_with(charts, &self.cost_changes(charts)) } else { 0 }
    }

    /// The same, given what is changed.
    fn plan_cost_with(&self, charts: &Charts, changed: &CostChanges) -> i16 {
        let cost = |plan: &Planned| self.attack_cost_with(charts, changed, plan.battalion, plan.trucks);
        self.plan.iter().map(cost).sum()
    }

    /// How many Trucks or Scouts are not assigned yet.
    pub fn spare(&self, support: Support) -> u8 {
        let assigned: u8 = self.plan.iter().map(|plan| [plan.trucks, plan.scouts][support.index()]).sum();
        self.support[support.index()].saturating_sub(assigned)
    }

    /// Why a Commander cannot be assigned.
    pub(crate) fn against_commander(&self, charts: &Charts, commander: CommanderId) -> Reason {
        let commander = &self.commanders[commander];
        if commander.kia {
            Some((rule!("damage.ap.kia"), "he is dead"))
        } else if commander.sent {
            Some((rule!("week.assign.7"), "he is assigned already"))
        } else if commander.wounded {
            Some((rule!("week.assign.3"), "he is wounded"))
        } else if commander.nerve(charts) == Nerve::Unfit {
            Some((rule!("week.assign.3"), "he is Unfit"))
        } else {
            None
        }
    }

    /// The Commanders who could go with a Unit of this type.
    pub(crate) fn free_commanders(&self, charts: &Charts, branch: Branch) -> Ids<CommanderId> {
        let of = |at: &CommanderId| {
            self.commanders[*at].branch(charts) == branch && self.against_commander(charts, *at).is_none()
        };
        self.commanders.ids().filter(of).collect()
    }

    /// The types of which a Commander could go.
    pub(crate) fn led_types(&self, charts: &Charts) -> [bool; Branch::ALL.len()] {
        let mut led = [false; Branch::ALL.len()];
        for (at, commander) in self.commanders.each() {
            let led = &mut led[commander.branch(charts).index()];
            *led = *led || self.against_commander(charts, at).is_none();
        }
        led
    }

    /// Why a Unit cannot be assigned, a Commander of these types being free.
    pub(crate) fn against_sending(&self, charts: &Charts, unit: UnitId, led: [bool; Branch::ALL.len()]) -> Reason {
        let unit = &self.units[unit];
        if unit.lost {
            Some((rule!("damage.rule.6"), "it is Destroyed"))
        } else if unit.sent.is_some() {
            Some((rule!("week.assign.7"), "it is assigned already"))
        } else if unit.is_stuck() {
            Some((rule!("week.assign.4"), "its engine or suspension must be repaired first"))
        } else if !led[unit.card(charts).r#type.index()] {
            self.against_type(charts, unit.card(charts).r#type)
        } else {
            None
        }
    }

    /// Why nobody of a type can go whose Commanders all cannot.
    #[cold]
    fn against_type(&self, charts: &Charts, branch: Branch) -> Reason {
        let alive = || self.commanders.iter().filter(|one| !one.kia && one.branch(charts) == branch);
        Some(if alive().any(|one| !one.sent) {
            (rule!("week.assign.3"), "the Commanders of its type who are left are wounded or Unfit")
        } else if alive().next().is_some() {
            (rule!("week.assign.7"), "every Commander of its type is assigned already")
        } else {
            (rule!("week.assign.2"), "there is no Commander of its type")
        })
    }
}

impl Leader {
    /// A planned battle is given up; who was assigned to it is free again.
    pub(crate) fn called_off(&mut self, at: PlannedId) {
        self.plan.remove(at);
        for unit in self.units.ids() {
            match self.units[unit].sent {
                Some(sent) if sent == at => {
                    if let Some(commander) = self.units[unit].under {
                        self.commanders[commander].sent = false;
                    }
                    (self.units[unit].sent, self.units[unit].under) = (None, None);
                }
                Some(sent) if sent > at => self.units[unit].sent = Some(sent.previous()),
                _ => {}
            }
        }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// The Special Condition of the Week (week.condition.1 to .3).
    pub(crate) fn special_condition(&mut self) -> Play<()> {
        let week = self.game.week;
        self.tell(|| Event::Week { week });
        let cards = self.charts.conditions.len();
        let (card, deck) = self.draw_card("Special Condition of the Week", self.game.conditions, cards)?;
        (self.game.conditions, self.game.condition, self.game.condition_option) = (deck, Some(card), OptionId(0));
        self.tell(|| Event::Condition { card });
        self.game.lingering = Lingering::default();
        self.game.plan.clear();
        self.game.at = PlannedId(0);
        for battalion in &mut self.game.battalions {
            battalion.fought = false;
        }
        for unit in &mut self.game.units {
            (unit.sent, unit.under) = (None, None);
        }
        for commander in &mut self.game.commanders {
            commander.sent = false;
        }
        let effects = &self.charts.conditions[card].effects;
        self.game.condition_option = self.choose_option(effects)?;
        self.play_card(effects, self.game.condition_option, Occasion::Week)?;
        if !self.is_over() {
            self.game.stage = Stage::Plan;
        }
        Ok(())
    }

    /// The Battalions that are attacked; what it costs is paid when the plan stands (week.assign.1 to .9).
    pub(crate) fn plan(&mut self) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let mut menu = self.table.menu();
        let led = game.led_types(charts);
        let nobody = game.units.ids().all(|unit| game.against_sending(charts, unit, led).is_some());
        let (changed, trucks) = (game.cost_changes(charts), game.spare(Support::Truck));
        let cost = game.plan_cost_with(charts, &changed);
        let denied = game.against_spending();
        for at in game.battalions.ids() {
            let id = game.battalion_card(charts, at).id;
            let planned = game.plan.iter().any(|plan| plan.battalion == at);
            if game.battalions[at].destroyed {
                continue;
            }
            if planned {
                menu.offer(PlanAnswer::Drop(id));
            }
            let reason = if planned {
                Some((rule!("week.assign.8"), "it is attacked once a Week"))
            } else if cost + game.attack_cost_with(charts, &changed, at, trucks) > game.so {
                Some((rule!("week.assign.8"), "the plan would cost more SO than there are"))
            } else if nobody {
                Some((rule!("week.assign.8"), "nobody is left to attack it"))
            } else {
                denied.filter(|_| game.attack_cost_with(charts, &changed, at, 0) > 0)
            };
            menu.weigh(PlanAnswer::Attack(id), reason);
        }
        self.offer_floor(&mut menu);
        let dear = cost > game.so;
        menu.weigh(PlanAnswer::Done, dear.then_some((rule!("week.assign.8"), "the plan costs more SO than there are")));
        if T::LISTENS && game.plan.is_empty() && menu.options() == [Choice::Done] {
            let why = match () {
                () if game.battalions.iter().all(|battalion| battalion.destroyed) => "no Battalion is left",
                () if nobody => "no Unit can go",
                () => "the SO do not reach for any",
            };
            self.tell(|| Event::NoBattle { why });
        }
        match self.ask(Ask::Plan, &menu)? {
            PlanAnswer::OnFloor(said) => self.say_on_floor(said)?,
            PlanAnswer::Attack(id) => {
                let battalion = self.battalion_of(id);
                self.game.plan.push(Planned { battalion, trucks: 0, scouts: 0 });
                self.game.stage = Stage::Assign;
            }
            PlanAnswer::Drop(id) => {
                let at = self.planned(id);
                self.drop_plan(at);
            }
            PlanAnswer::Done if self.gives_word_back() => {}
            PlanAnswer::Done => {
                if cost == 0 || self.stands(Ask::Costs(cost))? {
                    self.adjourn();
                    self.set_out();
                }
            }
        }
        Ok(())
    }

    fn battalion_of(&self, id: Designation) -> BattalionId {
        let (game, charts) = (&*self.game, self.charts);
        match game.battalions.ids().find(|at| game.battalion_card(charts, *at).id == id) {
            Some(battalion) => battalion,
            None => unreachable!("{id} is no Battalion of the campaign"),
        }
    }

    fn planned(&self, id: Designation) -> PlannedId {
        let battalion = self.battalion_of(id);
        match self.game.plan.position(|plan| plan.battalion == battalion) {
            Some(at) => at,
            None => unreachable!("{id} is not planned"),
        }
    }

    /// The same, told.
    fn drop_plan(&mut self, at: PlannedId) {
        if self.game.units.iter().any(|unit| unit.sent == Some(at)) {
            let battalion = self.game.battalion_card(self.charts, self.game.plan[at].battalion).id;
            self.tell(|| Event::CalledOff { battalion });
        }
        self.game.called_off(at);
    }

    /// The plan stands and is paid for.
    fn set_out(&mut self) {
        let cost = self.game.plan_cost(self.charts);
        if cost > 0 {
            self.game.so -= cost;
            let left = self.game.so;
            self.tell(|| Event::Paid { so: cost, left });
        }
        for plan in &self.game.plan {
            self.game.battalions[plan.battalion].fought = true;
        }
        self.game.stage = Stage::Next;
    }

    /// Units with their Commanders, Trucks and Scouts for the Battalion last chosen.
    pub(crate) fn assign(&mut self) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let Some(at) = game.plan.last_id() else {
            self.game.stage = Stage::Plan;
            return Ok(());
        };
        let battalion = game.plan[at].battalion;
        let id = game.battalion_card(charts, battalion).id;
        let mut menu = self.table.menu();
        let led = game.led_types(charts);
        for unit in game.units.ids() {
            let number = game.units[unit].card(charts).number;
            menu.weigh(AssignAnswer::Send(number), game.against_sending(charts, unit, led));
        }
        let none = |support| (game.spare(support) == 0).then_some((rule!("week.assign.5"), "all are assigned"));
        let near = !game.battalions[battalion].band.is_deep();
        let near = near.then_some((rule!("support.truck.2"), "Trucks are of no use in this band"));
        menu.weigh(AssignAnswer::Assign(Support::Truck), none(Support::Truck).or(near));
        menu.weigh(AssignAnswer::Assign(Support::Scout), none(Support::Scout));
        let empty = !game.units.iter().any(|unit| unit.sent == Some(at));
        let empty = empty.then_some((rule!("week.assign.8"), "a battle needs at least one Unit"));
        let dear = || {
            let dear = game.plan_cost(charts) > game.so;
            dear.then_some((rule!("week.assign.8"), "the plan costs more SO than there are"))
        };
        menu.weigh(AssignAnswer::Done, empty.or_else(dear));
        menu.offer(AssignAnswer::Cancel);
        match self.ask(Ask::Assign(id), &menu)? {
            AssignAnswer::Send(number) => {
                let unit = self.unit(number);
                let free = self.game.commanders_for(charts, unit);
                let commander = self.pick_commander(Ask::Under(number), free, Choice::Under)?;
                let name = self.game.commanders[commander].name;
                self.game.commanders[commander].sent = true;
                (self.game.units[unit].sent, self.game.units[unit].under) = (Some(at), Some(commander));
                self.tell(|| Event::Sent { unit: number, name, battalion: id });
            }
            AssignAnswer::Assign(Support::Truck) => self.game.plan[at].trucks += 1,
            AssignAnswer::Assign(Support::Scout) => self.game.plan[at].scouts += 1,
            AssignAnswer::Cancel => {
                self.drop_plan(at);
                self.game.stage = Stage::Plan;
            }
            AssignAnswer::Done => self.game.stage = Stage::Plan,
        }
        Ok(())
    }

    /// Which of the Week's battles is fought next, as long as there are several (week.assign.6).
    fn order_of_battles(&mut self) -> Play<()> {
        let at = self.game.at;
        let left = || self.game.plan.each().filter(|(plan, _)| *plan >= at).map(|(_, plan)| plan.battalion);
        if left().count() < 2 {
            return Ok(());
        }
        let mut menu = self.table.menu();
        left().for_each(|battalion| {
            menu.offer(NextAnswer::Battalion(self.game.battalion_card(self.charts, battalion).id));
        });
        let NextAnswer::Battalion(id) = self.ask(Ask::Next, &menu)?;
        let chosen = self.planned(id);
        // It is fought now, the others keep their order, and who goes to which of them goes to it still.
        let plan = self.game.plan.remove(chosen);
        self.game.plan.insert(at.index(), plan);
        for unit in &mut self.game.units {
            unit.sent = unit.sent.map(|sent| match sent {
                sent if sent == chosen => at,
                sent if (at..chosen).contains(&sent) => sent.next(),
                sent => sent,
            });
        }
        Ok(())
    }

    /// The next of the Week's battles, or the end of the Week; after the last Week's battles the campaign is over (R32).
    pub(crate) fn next_battle(&mut self) -> Play<()> {
        self.order_of_battles()?;
        let (at, charts) = (self.game.at, self.charts);
        let Some(plan) = self.game.plan.get(at).copied() else {
            let objective = self.game.objective(charts);
            if self.game.week >= objective.weeks {
                let evaluation = objective.evaluation(self.game.vp);
                self.end(evaluation);
            } else {
                self.game.stage = Stage::Move;
            }
            return Ok(());
        };
        let mut battle = Battle::none();
        battle.battalion = plan.battalion;
        battle.half = self.game.battalions[plan.battalion].half;
        for (unit, sent) in self.game.units.each() {
            if sent.sent == Some(at) && !sent.lost {
                let exposed = (sent.has(Lasting::Exposed) > 0).then_some(1);
                battle.fighters.push(Fighter { exposed, ..Fighter::fresh(unit, sent.under) });
            }
        }
        battle.cup.extend(charts.damage.iter().map(|counter| counter.count));
        self.game.battle = battle;
        for fighter in self.game.battle.fighters.ids() {
            if let Some(commander) = self.game.battle.fighters[fighter].commander {
                self.game.commanders[commander].fights = true;
            }
            self.counters_from_cup(fighter);
        }
        let card = self.game.battalion_card(charts, plan.battalion);
        self.tell(|| Event::Battle { battalion: card.id, name: &card.name });
        self.game.stage = Stage::Before;
        Ok(())
    }

    /// Damage recorded earlier is put back on a Unit (post.damage.1, R83).
    fn counters_from_cup(&mut self, fighter: FighterId) {
        let target = self.game.card(self.charts, fighter).target;
        for lasting in Lasting::ALL {
            for _ in 0..self.game.unit(fighter).has(lasting) {
                let battle = &mut self.game.battle;
                let row = self.charts.counter_showing(lasting, target, |row| battle.cup[row] > 0);
                if let Some(row) = row
                    && battle.fighters[fighter].counters.try_push(row).is_ok()
                {
                    battle.cup[row] -= 1;
                }
            }
        }
    }
}
