//! Repair/Replace: repairs, wounds, new Units, upgrades, Trucks and Scouts, newcomers, and who has to go.

use crate::charts::Charts;
use crate::charts::effects::What;
use crate::ids::{CardId, CommanderId, Ids, UnitId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::setup::Wares;
use crate::state::{Leader, MOST, Nerve, Stage, Unit};
use crate::talk::{Ask, Choice, DepotAnswer, Event, RaiseAnswer, RepairsAnswer, UnitsAnswer, UpgradeAnswer};
use crate::words::{Branch, Lasting, Leaving, Level, Mender, Name, Outlay, Support};
use arrayvec::ArrayVec;
use hulldown_core::chart::Within;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

impl Leader {
    /// What a Unit card costs in Repair/Replace; effects that lower it stop at their least (R94).
    pub fn price(&self, charts: &Charts, card: CardId) -> i16 {
        self.prices(charts)(i16::from(charts.units[card].so))
    }

    /// What a printed price has become.
    fn prices(&self, charts: &Charts) -> impl Fn(i16) -> i16 + use<> {
        let (mut changed, mut least) = (i16::from(self.lingering.unit_cost), i16::from(self.lingering.unit_least));
        self.week_effects(charts).for_each(|effect| {
            if let What::UnitCost { n: Within(n), min: Within(min) } = effect.what {
                changed += i16::from(n);
                least = least.max(i16::from(min));
            }
        });
        move |printed| (printed + changed).max(least.min(printed))
    }

    /// What removing a damage counter costs (end.repair.1, R87).
    pub fn repair_cost(&self, charts: &Charts, lasting: Lasting) -> i16 {
        self.repair_costs(charts)(lasting)
    }

    /// What removing each kind of damage counter costs.
    fn repair_costs<'c>(&self, charts: &'c Charts) -> impl Fn(Lasting) -> i16 + use<'c> {
        let cost = &charts.numbers.cost;
        let changed = self.sum_of_week(charts, |effect| match effect.what {
            What::RepairCost { n: Within(n) } => n,
            _ => 0,
        });
        let changed = changed + i16::from(self.lingering.repair_cost);
        move |lasting| {
            let base = if lasting == Lasting::Engine { cost.repair_engine } else { cost.repair };
            (base + changed).max(0)
        }
    }

    /// Whether Units may not be bought in Repair/Replace.
    fn no_purchase(&self, charts: &Charts) -> bool {
        self.lingering.no_purchase || self.week_effects(charts).any(|effect| matches!(effect.what, What::NoPurchase {}))
    }

    /// How many more Units than Commanders each type has; less than 0 for a surplus.
    fn wanting(&self, charts: &Charts) -> [isize; Branch::ALL.len()] {
        let (units, commanders) = (self.units_of_types(charts), self.commanders_of_types(charts));
        std::array::from_fn(|branch| units[branch] as isize - commanders[branch] as isize)
    }
}

fn too_dear(so: i16, price: i16) -> Reason {
    (so < price).then_some((rule!("end.buy.1"), "there are not enough SO"))
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// One thing after the other, in any order, until the player is done (end.repair.1 to end.support.1).
    pub(crate) fn depot(&mut self) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let mut menu = self.table.menu();
        let denied = game.against_spending();
        let dear = |price: i16, rule| denied.or_else(|| (game.so < price).then_some((rule, "there are not enough SO")));
        let damaged = |lasting: &Lasting| game.units.iter().any(|unit| unit.has(*lasting) > 0);
        if game.units.iter().any(Unit::is_damaged)
            && let Some(least) = Lasting::ALL.into_iter().filter(damaged).map(game.repair_costs(charts)).min()
        {
            menu.weigh(DepotAnswer::Repairs, dear(least, rule!("end.repair.1")));
        }
        let wanting = game.wanting(charts);
        for commander in &game.commanders {
            if commander.wounded {
                menu.weigh(DepotAnswer::Heal(commander.name), dear(charts.numbers.cost.heal, rule!("end.repair.2")));
            }
            // What becomes of a Commander is for his player to say.
            if !game.is_his(commander.seat) {
                continue;
            }
            let branch = commander.branch(charts);
            let wanting = wanting[branch.index()];
            if commander.wounded || commander.nerve(charts) == Nerve::Unfit {
                let none = game.free_names(charts, branch).count() <= wanting.max(0) as usize;
                let against = if wanting < 0 {
                    Some((rule!("end.loss.1"), "his type has more Commanders than Units: one must go first"))
                } else {
                    none.then_some((rule!("end.replace.3"), "no name of his type is free"))
                };
                menu.weigh(DepotAnswer::Replace(commander.name), against);
            }
            if wanting < 0 {
                menu.offer(DepotAnswer::Discard(commander.name));
            }
        }
        let closed = game.no_purchase(charts);
        let (market, price) = (game.market(charts, &[]), game.prices(charts));
        let open = market.open(charts);
        let reason = if closed {
            Some((rule!("setup.objective.3"), "no Units may be bought"))
        } else if market.lacks_names(charts) {
            Some((rule!("setup.buy.4"), "no Commander's name is free for another Unit"))
        } else if open.is_empty() {
            Some((rule!("end.buy.1"), "there is none to be had"))
        } else {
            let dear = open.and(charts.affordable(game.so, price)).is_empty();
            dear.then_some((rule!("end.buy.1"), "there are not enough SO"))
        };
        menu.weigh(DepotAnswer::Units, denied.or(reason));
        let whole = game.units.iter().any(|unit| game.is_his(unit.seat) && !unit.is_damaged());
        let damaged = (!whole).then_some((rule!("end.upgrade.1"), "every Unit is damaged"));
        menu.weigh(DepotAnswer::Upgrade, denied.or(damaged));
        for support in Support::ALL {
            menu.weigh(DepotAnswer::Support(support), denied.or_else(|| game.against_support(charts, support)));
        }
        self.offer_floor(&mut menu);
        menu.offer(DepotAnswer::Done);
        if T::LISTENS && menu.options() == [Choice::Done] {
            self.tell(|| Event::NoDepot);
        }
        let answer = self.ask(Ask::Depot, &menu)?;
        match answer {
            DepotAnswer::OnFloor(said) => self.say_on_floor(said)?,
            DepotAnswer::Repairs => self.repair()?,
            DepotAnswer::Heal(name) => {
                if self.may_spend(self.game.holder(), answer, charts.numbers.cost.heal)? {
                    self.healed(name, Mender::Depot);
                    self.spend(charts.numbers.cost.heal, Outlay::Wound);
                }
            }
            DepotAnswer::Replace(name) => self.commander_leaves(name, Leaving::Replaced),
            DepotAnswer::Discard(name) => self.commander_leaves(name, Leaving::Surplus),
            DepotAnswer::Units => self.purchase()?,
            DepotAnswer::Upgrade => self.upgrade()?,
            DepotAnswer::Support(support) => {
                if self.may_spend(self.game.holder(), answer, charts.numbers.cost.of(support))? {
                    self.buy_support(support);
                    self.spend(charts.numbers.cost.of(support), Outlay::Support);
                }
            }
            DepotAnswer::Done if self.gives_word_back() => {}
            DepotAnswer::Done => {
                self.adjourn();
                self.even_out()?;
            }
        }
        Ok(())
    }

    /// SO are spent.
    fn spend(&mut self, so: i16, on: Outlay) {
        self.game.so -= so;
        let left = self.game.so;
        self.tell(|| Event::Spent { so, left, on });
    }

    /// One damage counter is repaired.
    fn repair(&mut self) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let mut menu = self.table.menu();
        for unit in &game.units {
            let number = unit.card(charts).number;
            for lasting in Lasting::ALL.into_iter().filter(|lasting| unit.has(*lasting) > 0) {
                let dear = game.so < game.repair_cost(charts, lasting);
                let dear = dear.then_some((rule!("end.repair.1"), "there are not enough SO"));
                menu.weigh(RepairsAnswer::Repair(number, lasting), dear);
            }
        }
        menu.offer(RepairsAnswer::Back);
        let answer = self.ask(Ask::Repairs, &menu)?;
        match answer {
            RepairsAnswer::Repair(number, damage) => {
                let (unit, so) = (self.unit(number), self.game.repair_cost(charts, damage));
                if self.may_spend(self.game.holder(), answer, so)? {
                    self.repaired(unit, damage, Mender::Depot);
                    self.spend(so, Outlay::Repair);
                }
            }
            RepairsAnswer::Back => {}
        }
        Ok(())
    }

    /// A new Unit is bought (end.buy.1 to .3).
    fn purchase(&mut self) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let (market, price, so) = (game.market(charts, &[]), game.prices(charts), game.so);
        let open = market.open(charts).and(charts.affordable(so, &price));
        let against = |card: CardId| {
            let price = price(i16::from(charts.units[card].so));
            market.against(charts, card).or_else(|| too_dear(so, price))
        };
        let wares = Wares { charts, open, buy: UnitsAnswer::Buy, against, back: None, leave: UnitsAnswer::Back };
        let answer = self.ask_among(Ask::Units, &wares)?;
        match answer {
            UnitsAnswer::Buy(number) => {
                let card = self.unit_card(number);
                let so = self.game.price(charts, card);
                if self.may_spend(self.game.holder(), answer, so)? {
                    self.game.so -= so;
                    self.unit_joins(card, self.game.dealt(), so);
                    self.recruit(charts.units[card].r#type)?;
                }
            }
            UnitsAnswer::Back => {}
        }
        Ok(())
    }

    /// Undamaged Units are turned in for one that costs more than all of them (end.upgrade.1 to .5, R44).
    fn upgrade(&mut self) -> Play<()> {
        let charts = self.charts;
        let mut leaving: ArrayVec<UnitId, MOST> = ArrayVec::new();
        loop {
            let game = &*self.game;
            let credit: i16 = leaving.iter().map(|at| i16::from(game.units[*at].card(charts).so)).sum();
            let mut menu = self.table.menu();
            for (at, unit) in game.units.each() {
                if !leaving.contains(&at) && game.is_his(unit.seat) {
                    let damaged = unit.is_damaged().then_some((rule!("end.upgrade.1"), "it is damaged"));
                    menu.weigh(UpgradeAnswer::TurnIn(unit.card(charts).number), damaged);
                }
            }
            if !leaving.is_empty() {
                let (market, price) = (game.market(charts, &leaving), game.prices(charts));
                let price = |printed| (price(printed) - credit).max(0);
                let open = market.open(charts).and(charts.affordable(game.so, price));
                menu.offer_among(
                    charts.units.ids(),
                    open.without(charts.affordable(credit, |printed| printed)).each(),
                    |card| UpgradeAnswer::Buy(charts.units[card].number),
                    |card| {
                        let printed = i16::from(charts.units[card].so);
                        let cheap = (printed <= credit)
                            .then_some((rule!("end.upgrade.1"), "it must cost more than what is turned in"));
                        let dear = || too_dear(game.so, price(printed));
                        cheap.or_else(|| market.against(charts, card)).or_else(dear)
                    },
                );
            }
            menu.offer(UpgradeAnswer::Back);
            let ask = Ask::Upgrade(credit as u8);
            let answer = self.ask(ask, &menu)?;
            match answer {
                UpgradeAnswer::TurnIn(number) => leaving.push(self.unit(number)),
                UpgradeAnswer::Buy(number) => {
                    let card = self.unit_card(number);
                    let (so, by) = ((self.game.price(charts, card) - credit).max(0), self.game.holder());
                    if !self.may_spend(by, answer, so)? {
                        return Ok(());
                    }
                    self.game.so -= so;
                    leaving.sort_unstable();
                    let mut branches: ArrayVec<Branch, MOST> = ArrayVec::new();
                    for at in leaving.into_iter().rev() {
                        let unit = self.game.units.remove(at).card(charts);
                        branches.push(unit.r#type);
                        self.tell(|| Event::TurnedIn { unit: unit.number });
                    }
                    self.unit_joins(card, by, so);
                    let branch = charts.units[card].r#type;
                    if !branches.contains(&branch) {
                        self.recruit(branch)?;
                    }
                    for branch in branches {
                        self.dismiss(branch)?;
                    }
                    return Ok(());
                }
                UpgradeAnswer::Back => return Ok(()),
            }
        }
    }

    /// A Commander leaves the campaign; his name never returns (R86).
    fn commander_leaves(&mut self, name: Name, why: Leaving) {
        self.game.commanders.retain(|commander| commander.name != name);
        self.tell(|| Event::Leaves { name, why });
    }

    /// As many Commanders of each type as Units: Recruits for those who are missing, and who is too many goes (end.replace.1, .5,
    /// end.loss.1). A Unit for which no name is left stays without (R45).
    fn even_out(&mut self) -> Play<()> {
        for branch in Branch::ALL {
            while self.dismiss(branch)? || self.recruit(branch)? {}
        }
        self.game.stage = Stage::Rest;
        Ok(())
    }

    /// One Commander of a type goes if there are more of it than Units; says whether one did (end.upgrade.2, end.loss.1).
    fn dismiss(&mut self, branch: Branch) -> Play<bool> {
        let charts = self.charts;
        if self.game.wanting(charts)[branch.index()] >= 0 {
            return Ok(false);
        }
        let of = |at: &CommanderId| self.game.commanders[*at].branch(charts) == branch;
        let of: Ids<CommanderId> = self.game.commanders.ids().filter(of).collect();
        let surplus = self.pick_commander(Ask::Surplus, of, Choice::Discard)?;
        self.commander_leaves(self.game.commanders[surplus].name, Leaving::Surplus);
        Ok(true)
    }

    /// A Recruit of a type joins if there are more Units of it than Commanders and a name is free; says whether one did (end.buy.1, .3).
    fn recruit(&mut self, branch: Branch) -> Play<bool> {
        let charts = self.charts;
        let free = self.game.free_names(charts, branch);
        if self.game.wanting(charts)[branch.index()] <= 0 || free.is_empty() {
            return Ok(false);
        }
        let seat = self.game.taker(charts, &[branch]);
        let name = self.pick_of(seat, Ask::Recruit, free, Choice::Take)?;
        self.commander_joins(name, Level::Recruit, seat);
        self.raise(name)?;
        Ok(true)
    }

    /// A newcomer may be raised at once (end.replace.4).
    fn raise(&mut self, name: Name) -> Play<()> {
        while let Some(at) = self.game.commander_of(name) {
            if self.game.against_promotion(self.charts, at).is_some() {
                break;
            }
            let mut menu = self.table.menu();
            menu.offer(RaiseAnswer::Promote(name));
            menu.offer(RaiseAnswer::Done);
            let (answer, seat) = (self.ask(Ask::Raise(name), &menu)?, self.game.commanders[at].seat);
            let cost = self.charts.numbers.cost.promotion;
            let rises = match answer {
                RaiseAnswer::Promote(_) => self.may_spend(seat, answer, cost)?,
                RaiseAnswer::Done => false,
            };
            if !rises {
                break;
            }
            self.promote_for_so(name);
            self.spend(cost, Outlay::Promotion);
        }
        Ok(())
    }
}
