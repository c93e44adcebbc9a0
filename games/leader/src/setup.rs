//! Campaign Set-Up: Battalions, Units, Commanders, promotions, Trucks and Scouts.

use crate::charts::effects::What;
use crate::charts::{BattalionCard, CampaignCard, Charts};
use crate::ids::{BattalionCardId, CardId, Cards, CommanderId, Ids, UnitId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Battalion, Commander, Leader, MOST, Stage, Unit};
use crate::talk::{Ask, BuyAnswer, Choice, CommandAnswer, EquipAnswer, Event, Number};
use crate::words::{Branch, Class, Level, Name, Outlay, Rise, Support};
use arrayvec::ArrayVec;
use hulldown_core::Seat;
use hulldown_core::chart::Within;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Menu, Offers, Play, Table};
use hulldown_core::talk::Answer;

/// The repeating cycle in which Battalions are drawn (setup.draw.1).
const CYCLE: [Class; 4] = [Class::Assault, Class::Assault, Class::Supply, Class::Command];

impl CampaignCard {
    /// The level of the Commander who comes after so many (commander.select.2 to .4).
    pub fn level_after(&self, commanders: usize) -> Level {
        let mut left = commanders;
        for level in Level::ALL {
            let count = usize::from(self.levels[level]);
            if left < count {
                return level;
            }
            left -= count;
        }
        self.extra_level
    }
}

/// Which Unit cards can join a group, price aside.
pub(crate) struct Market {
    year: u16,
    serving: Cards,
    held: Cards,
    spent: Cards,
    no_armor: bool,
    no_name: [bool; Branch::ALL.len()],
}

impl Market {
    /// Whether there would be some but for the names of Commanders.
    pub(crate) fn lacks_names(&self, charts: &Charts) -> bool {
        let named = Market { no_name: [false; Branch::ALL.len()], ..*self };
        self.open(charts).is_empty() && !named.open(charts).is_empty()
    }

    /// Those that can.
    pub(crate) fn open(&self, charts: &Charts) -> Cards {
        let lacks = |branch: &Branch| self.no_name[branch.index()] || (*branch == Branch::Armor && self.no_armor);
        let barred = Branch::ALL.into_iter().filter(lacks).map(|branch| charts.of_type[branch.index()]);
        barred.fold(self.serving.without(self.held).without(self.spent), Cards::without)
    }

    /// Why a card cannot.
    pub(crate) fn against(&self, charts: &Charts, card: CardId) -> Reason {
        let unit = &charts.units[card];
        if !unit.serves(self.year) {
            Some((rule!("setup.campaign.2"), "it does not serve in this year"))
        } else if self.held.has(card) {
            Some((rule!("setup.buy.3"), "you have it already"))
        } else if self.spent.has(card) {
            Some((rule!("end.buy.2"), "it was Destroyed in this campaign"))
        } else if unit.r#type == Branch::Armor && self.no_armor {
            Some((rule!("setup.buy.2"), "the campaign allows no more Armor Units"))
        } else if self.no_name[unit.r#type.index()] {
            Some((rule!("setup.buy.4"), "no Commander of its type is free"))
        } else {
            None
        }
    }
}

/// An answer that names a Unit card.
type Named<A> = fn(Number) -> A;

/// Unit cards to be had, those that can be given back, and what ends it.
pub(crate) struct Wares<A, F> {
    pub(crate) charts: &'static Charts,
    pub(crate) open: Cards,
    pub(crate) buy: Named<A>,
    /// Why a card is not.
    pub(crate) against: F,
    /// What can be given back, and how that is said.
    pub(crate) back: Option<(Cards, Named<A>)>,
    pub(crate) leave: A,
}

impl<A: Answer<Choice>, F: Fn(CardId) -> Reason> Wares<A, F> {
    fn number(&self, card: CardId) -> Number {
        self.charts.units[card].number
    }

    /// Lists the cards.
    fn cards(&self, menu: &mut Menu<Choice, A>) {
        let buy = |card| (self.buy)(self.number(card));
        menu.offer_among(self.charts.units.ids(), self.open.each(), buy, &self.against);
    }
}

impl<A: Answer<Choice>, F: Fn(CardId) -> Reason> Offers<Choice, A> for Wares<A, F> {
    fn count(&self) -> u32 {
        (self.open.count() + self.back.map_or(0, |(cards, _)| cards.count())) as u32 + 1
    }

    fn nth(&self, n: u32) -> A {
        let n = n as usize;
        let back = || {
            let (cards, give_back) = self.back?;
            Some(give_back(self.number(cards.nth(n - self.open.count())?)))
        };
        self.open.nth(n).map(|card| (self.buy)(self.number(card))).or_else(back).unwrap_or(self.leave)
    }

    fn list(&self, menu: &mut Menu<Choice, A>) {
        self.cards(menu);
        if let Some((cards, give_back)) = self.back {
            menu.offer_all(cards.each().map(|card| give_back(self.number(card))));
        }
        menu.offer(self.leave);
    }
}

impl Leader {
    /// The most Armor Units the group may have (setup.buy.2).
    pub fn armor_limit(&self, charts: &Charts) -> Option<u8> {
        let notes = self.campaign(charts).notes.iter().chain(&self.objective(charts).notes);
        let limits = notes.flat_map(|note| &note.effects).filter_map(|effect| match effect.what {
            What::ArmorLimit { n: Within(n) } => Some(n),
            _ => None,
        });
        limits.min()
    }

    /// What the group has and has room for; `leaving` Units make room.
    pub(crate) fn market(&self, charts: &Charts, leaving: &[UnitId]) -> Market {
        let (mut held, mut of_type) = (Cards::NONE, [0; Branch::ALL.len()]);
        for (at, unit) in self.units.each().filter(|(_, unit)| !unit.lost) {
            held.add(unit.card);
            if !leaving.contains(&at) {
                of_type[unit.card(charts).r#type.index()] += 1;
            }
        }
        let limit = self.armor_limit(charts).map_or(usize::MAX, usize::from);
        let no_armor = of_type[Branch::Armor.index()] >= limit;
        let commanders = self.commanders_of_types(charts);
        let led = |branch: Branch| commanders[branch.index()] + self.free_names(charts, branch).count();
        let no_name = Branch::ALL.map(|branch| of_type[branch.index()] + 1 > led(branch));
        let (year, serving) = (self.campaign(charts).year, charts.serving[self.campaign]);
        Market { year, serving, held, spent: self.spent, no_armor, no_name }
    }

    /// Whether nothing can be bought or promoted any more after this, before the first Week: the set-up is over with it.
    pub(crate) fn equips_last(&self, charts: &Charts, choice: Choice) -> bool {
        // Of several each has something to say.
        if self.is_shared() {
            return false;
        }
        let mut then = self.clone();
        match choice {
            Choice::Support(support) => {
                then.support[support.index()] += 1;
                then.so -= charts.numbers.cost.of(support);
            }
            Choice::Promote(name) => {
                let Some((at, level)) =
                    self.commander_of(name).and_then(|at| Some((at, self.commanders[at].level.next()?)))
                else {
                    return false;
                };
                then.commanders[at].level = level;
                then.so -= charts.numbers.cost.promotion;
            }
            _ => return false,
        }
        then.against_spending().is_some()
            || Support::ALL.iter().all(|support| then.against_support(charts, *support).is_some())
                && then.commanders.ids().all(|at| then.against_promotion(charts, at).is_some())
    }

    /// Why a Truck or Scout cannot be bought.
    pub(crate) fn against_support(&self, charts: &Charts, support: Support) -> Reason {
        let (cost, mix) = (&charts.numbers.cost, &charts.numbers.mix);
        let (price, most, rule) = match support {
            Support::Truck => (cost.truck, mix.truck, rule!("support.truck.1")),
            Support::Scout => (cost.scout, mix.scout, rule!("support.scout.1")),
        };
        if self.support[support.index()] >= most {
            Some((rule, "there are no more counters"))
        } else if self.so < price {
            Some((rule, "there are not enough SO"))
        } else {
            None
        }
    }

    /// Why a Commander cannot be promoted for SO.
    pub(crate) fn against_promotion(&self, charts: &Charts, commander: CommanderId) -> Reason {
        let rule = rule!("commander.promo.1");
        if self.commanders[commander].level.next().is_none() {
            Some((rule, "nobody is above an Ace"))
        } else if self.so < charts.numbers.cost.promotion {
            Some((rule, "there are not enough SO"))
        } else {
            None
        }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// Battalions are drawn until their points reach the Objective's (setup.draw.1 to .5).
    pub(crate) fn draw_battalions(&mut self) -> Play<()> {
        let charts = self.charts;
        // What they cost is off the SO already.
        let options = &self.game.options;
        let paid: ArrayVec<Outlay, 2> = [(options.tenacity, Outlay::Tenacity), (options.heroics, Outlay::Heroics)]
            .into_iter()
            .filter_map(|(has, on)| has.then_some(on))
            .collect();
        let so = charts.numbers.cost.optional;
        for (nth, on) in paid.iter().enumerate() {
            let left = self.game.so + so * (paid.len() - 1 - nth) as i16;
            self.tell(|| Event::Spent { so, left, on: *on });
        }
        let cards = &charts.battalions[self.game.nation(charts)];
        let (mut points, mut drawn) = (0, Ids::NONE);
        let mut cycle = 0;
        while points < self.game.objective(charts).battalion_points && drawn.count() < cards.len() {
            let class = CYCLE[cycle % CYCLE.len()];
            cycle += 1;
            let deck = |card: &BattalionCardId| !drawn.has(*card) && cards[*card].id.class == class;
            let left = cards.ids().filter(deck).count();
            if left == 0 {
                continue;
            }
            let nth = self.draw(class.name(), rule!("setup.deck.3"), left)?;
            let Some(card) = cards.ids().filter(deck).nth(nth) else { break };
            drawn.add(card);
            let BattalionCard { id: battalion, ref name, band, vp, .. } = cards[card];
            points += u16::from(vp);
            let (half, destroyed, scored, fought) = (false, false, 0, false);
            self.game.battalions.push(Battalion { card, band, half, destroyed, scored, fought });
            self.tell(|| Event::Drawn { battalion, name, band, vp });
        }
        self.game.stage = Stage::Buy;
        Ok(())
    }

    /// Units are bought one after the other (setup.buy.1 to .4).
    pub(crate) fn buy(&mut self) -> Play<()> {
        let charts = self.charts;
        let market = self.game.market(charts, &[]);
        let so = self.game.so;
        let dear = |card: CardId| {
            let dear = so < i16::from(charts.units[card].so);
            dear.then_some((rule!("setup.buy.1"), "there are not enough SO"))
        };
        let denied = self.game.against_spending();
        let open = market.open(charts).and(charts.affordable(so, |printed| printed));
        let open = if denied.is_some() { Cards::NONE } else { open };
        let against = |card: CardId| denied.or_else(|| market.against(charts, card)).or_else(|| dear(card));
        // Whatever is bought can be changed until the force stands; alone as long as there is anything left to buy.
        let back = (!open.is_empty()).then_some((market.held, BuyAnswer::Return as Named<_>));
        let shelf = Wares { charts, open, buy: BuyAnswer::Buy, against, back, leave: BuyAnswer::Done };
        let answer = if self.game.is_shared() {
            let mut menu = self.table.menu();
            shelf.cards(&mut menu);
            menu.offer_all(self.game.units.iter().map(|unit| BuyAnswer::Return(unit.card(charts).number)));
            self.offer_floor(&mut menu);
            menu.offer(BuyAnswer::Done);
            self.ask(Ask::Buy, &menu)?
        } else {
            self.ask_among(Ask::Buy, &shelf)?
        };
        match answer {
            BuyAnswer::OnFloor(said) => self.say_on_floor(said)?,
            BuyAnswer::Buy(number) => {
                let card = self.unit_card(number);
                self.game.so -= i16::from(charts.units[card].so);
                self.unit_joins(card, self.game.dealt(), i16::from(charts.units[card].so));
            }
            BuyAnswer::Return(number) => self.unit_returns(number),
            BuyAnswer::Done if self.gives_word_back() => {}
            BuyAnswer::Done => {
                // What one seat alone has bought for all is looked at by all, once (together.vote.1).
                let stands = self.game.units.is_empty() || self.stands(Ask::Force)?;
                if stands {
                    self.adjourn();
                    self.game.stage = Stage::Command;
                }
            }
        }
        Ok(())
    }

    /// A Unit is given back before the force stands (setup.buy.1, together.vote.2).
    fn unit_returns(&mut self, unit: Number) {
        let card = self.game.units.remove(self.unit(unit)).card;
        self.game.so += i16::from(self.charts.units[card].so);
        self.game.tally.bought.remove(card);
        let so = self.game.so;
        self.tell(|| Event::Returned { unit, so });
    }

    /// A Unit joins the group.
    pub(crate) fn unit_joins(&mut self, card: CardId, seat: Seat, price: i16) {
        self.game.units.push(Unit { seat, ..Unit::fresh(card) });
        self.game.tally.bought.add(card);
        let (unit, so) = (self.charts.units[card].number, self.game.so);
        let first = self.game.stage == Stage::Buy;
        self.tell(|| Event::Bought { unit, price, so, first });
        if self.game.is_shared() {
            self.tell(|| Event::Dealt { unit, seat });
        }
    }

    /// A Commander joins the group.
    pub(crate) fn commander_joins(&mut self, name: Name, level: Level, seat: Seat) {
        self.name_joins(name);
        self.game.commanders.push(Commander { seat, ..Commander::fresh(name, level) });
        self.tell(|| Event::Joins { name, level });
        self.serves(name, seat);
    }

    /// One Commander for each Unit, of its type, from the lowest level up (commander.select.1 to .7).
    pub(crate) fn command(&mut self) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let (units, commanders) = (game.units_of_types(charts), game.commanders_of_types(charts));
        let wanted = |branch: &Branch| commanders[branch.index()] < units[branch.index()];
        if !Branch::ALL.iter().any(wanted) {
            self.game.stage = Stage::Equip;
            return Ok(());
        }
        let level = game.campaign(charts).level_after(game.commanders.len());
        let (mut menu, seat) = (self.table.menu(), game.taker(charts, &Branch::ALL));
        for branch in Branch::ALL.into_iter().filter(|branch| T::LISTENS || wanted(branch)) {
            let reason = if !wanted(&branch) {
                Some((rule!("commander.select.1"), "there are as many Commanders of this type as Units"))
            } else if !game.takes(charts, seat, branch) {
                Some((rule!("together.deal.2"), "you have as many Commanders of this type as Units"))
            } else {
                None
            };
            game.free_names(charts, branch).for_each(|name| menu.weigh(CommandAnswer::Take(name), reason));
        }
        if menu.options().is_empty() {
            // Units are bought only while names are free; a state from elsewhere may have more.
            self.game.stage = Stage::Equip;
            return Ok(());
        }
        let CommandAnswer::Take(name) = self.ask(Ask::Command(level), &menu)?;
        self.commander_joins(name, level, seat);
        Ok(())
    }

    /// Promotions, Trucks and Scouts (commander.promo.1, support.truck.1, support.scout.1). Where several share the force they are one list
    /// that is voted on, and one step, so that a list that is voted down can be put back (together.vote.1).
    pub(crate) fn equip(&mut self) -> Play<()> {
        let (so, support) = (self.game.so, self.game.support);
        let levels: ArrayVec<Level, MOST> = self.game.commanders.iter().map(|one| one.level).collect();
        loop {
            match self.equip_with()? {
                EquipAnswer::OnFloor(said) => self.say_on_floor(said)?,
                EquipAnswer::Promote(name) => {
                    self.promote_for_so(name);
                    self.game.so -= self.charts.numbers.cost.promotion;
                }
                EquipAnswer::Support(support) => {
                    self.buy_support(support);
                    self.game.so -= self.charts.numbers.cost.of(support);
                }
                EquipAnswer::Done if self.gives_word_back() => {}
                EquipAnswer::Done => {
                    let spent = so - self.game.so;
                    if spent == 0 || self.stands(Ask::Gear(spent))? {
                        self.adjourn();
                        self.game.week = 1;
                        self.game.stage = Stage::Condition;
                        return Ok(());
                    }
                    (self.game.so, self.game.support) = (so, support);
                    self.game.commanders.iter_mut().zip(&levels).for_each(|(one, level)| one.level = *level);
                }
            }
            if !self.game.is_shared() {
                return Ok(());
            }
        }
    }

    /// One thing to equip with.
    fn equip_with(&mut self) -> Play<EquipAnswer> {
        let mut menu = self.table.menu();
        let denied = self.game.against_spending();
        for (at, commander) in self.game.commanders.each() {
            let against = denied.or_else(|| self.game.against_promotion(self.charts, at));
            menu.weigh(EquipAnswer::Promote(commander.name), against);
        }
        for support in Support::ALL {
            let against = denied.or_else(|| self.game.against_support(self.charts, support));
            menu.weigh(EquipAnswer::Support(support), against);
        }
        self.offer_floor(&mut menu);
        menu.offer(EquipAnswer::Done);
        self.ask(Ask::Equip, &menu)
    }

    /// A Commander rises a level for SO; his XP stay (R92).
    pub(crate) fn promote_for_so(&mut self, name: Name) {
        let at = self.commander(name);
        let Some(level) = self.game.commanders[at].level.next() else { unreachable!("nobody is above an Ace") };
        self.game.commanders[at].level = level;
        let by = if self.game.stage == Stage::Equip { Rise::Bought } else { Rise::Newcomer };
        self.tell(|| Event::Promoted { name, level, by });
    }

    /// A Truck or Scout is bought.
    pub(crate) fn buy_support(&mut self, support: Support) {
        self.game.support[support.index()] += 1;
        // In Repair/Replace what is spent is told by itself.
        let so = if self.game.stage == Stage::Equip { self.charts.numbers.cost.of(support) } else { 0 };
        self.tell(|| Event::Supplied { support, n: 1, so });
    }
}
