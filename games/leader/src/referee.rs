//! The referee: one who has the state, the charts and the table before him, and plays the rules. The sequence of play stands here.

use crate::charts::Charts;
use crate::ids::{BattalionId, CardId, CommanderId, FighterId, Id, Ids, UnitId};
use crate::rules::rule;
use crate::state::{Battle, Leader, Stage, Step};
use crate::talk::{Ask, Choice, Event, Lot, Number};
use crate::words::{Evaluation, Name, Strain};
use hulldown_core::Check;
use hulldown_core::check::{Cells, Remark};
use hulldown_core::dice::{D10, D100, Dice};
use hulldown_core::game::Seat;
use hulldown_core::rules::RuleId;
use hulldown_core::table::{Among, Menu, Offers, Play, Table};
use hulldown_core::talk::Answer;

/// Someone who plays the rules: on a state, with charts, at a table.
pub(crate) struct Referee<'a, T> {
    pub(crate) game: &'a mut Leader,
    pub(crate) charts: &'static Charts,
    pub(crate) table: &'a mut T,
}

/// What a die is thrown for that draws a card, a tile or a counter: it is read on no chart.
pub(crate) const LOT: &str = "lot";

/// One of so many, drawn with a die: a d10 for up to ten, else two as tens and ones. They are counted round and round as long as whole
/// rounds fit; a throw beyond is made again (R79).
#[derive(Clone, Copy)]
pub struct OneOf(pub u8);

static ONE_OF: [OneOf; 101] = {
    let (mut all, mut n) = ([OneOf(0); 101], 0);
    while n < all.len() {
        all[n] = OneOf(n as u8);
        n += 1;
    }
    all
};

impl OneOf {
    /// Which one a throw draws, counted from 0; none if it is to be made again.
    pub fn picked(self, throw: i8) -> Option<usize> {
        let (count, sides) = (usize::from(self.0), usize::from(self.dice().sides));
        let at = usize::try_from(throw - 1).ok()?;
        (at < sides / count * count).then(|| at % count)
    }
}

impl Cells for OneOf {
    fn dice(&self) -> Dice {
        if self.0 <= D10.sides { D10 } else { D100 }
    }

    fn label(&self, total: i8) -> String {
        match self.picked(total) {
            Some(at) => format!("no. {} of {}", at + 1, self.0),
            None => "again".into(),
        }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// One step of the sequence of play (setup.seq.1, pre.seq.1, combat.fast.1, post.seq.1, end.next.1).
    pub(crate) fn step(&mut self) -> Play<()> {
        match self.game.stage {
            Stage::Draw => self.draw_battalions(),
            Stage::Buy => self.buy(),
            Stage::Command => self.command(),
            Stage::Equip => self.equip(),

            Stage::Condition => self.special_condition(),
            Stage::Plan => self.plan(),
            Stage::Assign => self.assign(),
            Stage::Next => self.next_battle(),

            Stage::Before => self.event_before(),
            Stage::Lay => self.lay_tiles(),
            Stage::Place => self.place(),
            Stage::Orders => self.orders(),
            Stage::Muster => self.muster(),
            Stage::Advances => self.advances(),
            Stage::Strikes => self.strikes(),

            Stage::Act(step) => self.act(step),
            Stage::Roll => self.roll_for_move(),
            Stage::Enemy => self.enemy_action(),
            Stage::TurnEnd => self.turn_end(),

            Stage::After => self.after(),
            Stage::Record => self.record(),

            Stage::Move => self.move_battalions(),
            Stage::Adjust => self.adjust(),
            Stage::Mend => self.mend(),
            Stage::Depot => self.depot(),
            Stage::Rest => self.rest(),
            Stage::Over => Ok(()),
        }
    }

    /// Asks whoever it is about.
    pub(crate) fn ask<A: Answer<Choice>>(&mut self, ask: Ask, menu: &Menu<Choice, A>) -> Play<A> {
        let seat = self.game.asked(self.charts, ask);
        self.table.ask(self.game, self.charts, seat, ask, menu)
    }

    /// The same where the list is made only for those who look at it.
    pub(crate) fn ask_among<A: Answer<Choice>>(&mut self, ask: Ask, offers: &impl Offers<Choice, A>) -> Play<A> {
        let seat = self.game.asked(self.charts, ask);
        self.table.ask_among(self.game, self.charts, seat, ask, offers)
    }

    /// Asks for one of several values, each of which is a choice.
    #[inline]
    pub(crate) fn pick<V: Copy>(
        &mut self,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(V) -> Choice,
    ) -> Play<V> {
        self.pick_of(self.game.asked(self.charts, ask), ask, values, choice)
    }

    /// The same for what an enemy does: where there is only one it needs no word, since what comes of it is told.
    #[inline]
    pub(crate) fn pick_for_enemy<V: Copy>(
        &mut self,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(&Leader, &Charts, V) -> Choice,
    ) -> Play<V> {
        let mut all = values.clone().into_iter();
        if let (Some(only), None) = (all.next(), all.next()) {
            return Ok(only);
        }
        self.pick_seen(self.game.asked(self.charts, ask), ask, values, choice)
    }

    /// Asks this seat for one of them.
    #[inline]
    pub(crate) fn pick_of<V: Copy>(
        &mut self,
        seat: Seat,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(V) -> Choice,
    ) -> Play<V> {
        self.pick_seen(seat, ask, values, |_, _, value| choice(value))
    }

    /// Asks for one of several fighters, each of which is a choice by its number.
    #[inline]
    pub(crate) fn pick_fighter(
        &mut self,
        ask: Ask,
        of: Ids<FighterId>,
        choice: impl Fn(Number) -> Choice,
    ) -> Play<FighterId> {
        let numbered = |game: &Leader, charts: &Charts, fighter: FighterId| choice(game.card(charts, fighter).number);
        self.pick_seen(self.game.asked(self.charts, ask), ask, of, numbered)
    }

    /// Asks for one of several Commanders, each of whom is a choice by his name.
    #[inline]
    pub(crate) fn pick_commander(
        &mut self,
        ask: Ask,
        of: impl IntoIterator<Item = CommanderId> + Clone,
        choice: impl Fn(Name) -> Choice,
    ) -> Play<CommanderId> {
        let named = |game: &Leader, _: &Charts, commander: CommanderId| choice(game.commanders[commander].name);
        self.pick_seen(self.game.asked(self.charts, ask), ask, of, named)
    }

    /// Asks for one of several Battalions, each of which is a choice by its designation.
    pub(crate) fn pick_battalion(&mut self, ask: Ask, of: Ids<BattalionId>) -> Play<BattalionId> {
        let named =
            |game: &Leader, charts: &Charts, at: BattalionId| Choice::Battalion(game.battalion_card(charts, at).id);
        self.pick_seen(self.game.asked(self.charts, ask), ask, of, named)
    }

    /// Asks a seat for one of several values, each of which is a choice to one who looks at the game.
    fn pick_seen<V: Copy>(
        &mut self,
        seat: Seat,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(&Leader, &Charts, V) -> Choice,
    ) -> Play<V> {
        let Referee { game, charts, table } = self;
        let (game, charts) = (&**game, *charts);
        if !T::LISTENS {
            // An answer that nobody hears of need not be asked for if it is the only one, or if it is always the first.
            let mut all = values.clone().into_iter();
            if let Some(first) = all.next() {
                let only = all.next().is_none();
                if let Some(first) = if only { Some(first) } else { table.obvious(ask, || Some(first)) } {
                    return Ok(first);
                }
            }
        }
        let offers = Among { values, choice: |value| choice(game, charts, value) };
        let picked = table.ask_among(game, charts, seat, ask, &offers)?;
        Ok(offers.meant_by(&picked))
    }

    /// Asks a seat yes or no.
    pub(crate) fn ask_yes_of(&mut self, seat: Seat, ask: Ask) -> Play<bool> {
        self.pick_of(seat, ask, [true, false], |yes| if yes { Choice::Yes } else { Choice::No })
    }

    /// Something happened.
    #[inline]
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.table.tell(event);
    }

    /// Something happened to a fighter, who is looked up only if somebody listens.
    #[inline]
    pub(crate) fn tell_of(&mut self, fighter: FighterId, event: impl FnOnce(Number) -> Event) {
        let (game, charts) = (&*self.game, self.charts);
        self.table.tell(|| event(game.card(charts, fighter).number));
    }

    /// One of so many, all equally likely.
    pub(crate) fn draw(&mut self, purpose: &'static str, rule: RuleId, of: usize) -> Play<usize> {
        if of <= 1 {
            return Ok(0);
        }
        let one = &ONE_OF[of.min(100)];
        loop {
            let check = Check::on(LOT, purpose, rule, one).remark(Remark::From("counted off in the order of the list"));
            let thrown = self.table.natural(&check)?;
            if let Some(picked) = one.picked(thrown) {
                return Ok(picked);
            }
        }
    }

    /// One of these, all equally likely; none of none.
    fn draw_one<I: Id>(&mut self, purpose: &'static str, rule: RuleId, of: Ids<I>) -> Play<Option<I>> {
        Ok(self.draw_lot(purpose, rule, of)?.map(|(one, _)| one))
    }

    /// The same, with how it was drawn: whoever is asked why it was this one can tell.
    pub(crate) fn draw_lot<I: Id>(
        &mut self,
        purpose: &'static str,
        rule: RuleId,
        of: Ids<I>,
    ) -> Play<Option<(I, Lot)>> {
        let nth = self.draw(purpose, rule, of.count())?;
        let lot = Lot { nth: nth as u8 + 1, of: of.count() as u8 };
        Ok({ of }.nth(nth).map(|one| (one, lot)))
    }

    /// A card drawn from a deck, and what is left of it; an empty deck is formed anew of all its cards (setup.deck.2).
    pub(crate) fn draw_card<I: Id>(&mut self, purpose: &'static str, deck: Ids<I>, all: usize) -> Play<(I, Ids<I>)> {
        let left = deck.and(Ids::first_of(all));
        let deck = if left.is_empty() { Ids::first_of(all) } else { left };
        match self.draw_one(purpose, rule!("setup.deck.1"), deck)? {
            Some(card) => Ok((card, deck.but(card))),
            None => unreachable!("no deck is without cards"),
        }
    }

    /// The number of a Unit of the group.
    pub(crate) fn number(&self, unit: UnitId) -> Number {
        self.game.units[unit].card(self.charts).number
    }

    /// The Unit a choice names.
    pub(crate) fn unit(&self, number: Number) -> UnitId {
        match self.game.unit_of(self.charts, number) {
            Some(unit) => unit,
            None => unreachable!("{number} is no Unit of the group"),
        }
    }

    /// The Commander a choice names.
    pub(crate) fn commander(&self, name: Name) -> CommanderId {
        match self.game.commander_of(name) {
            Some(commander) => commander,
            None => unreachable!("{name} is no Commander of the group"),
        }
    }

    /// The Unit card a choice names.
    pub(crate) fn unit_card(&self, number: Number) -> CardId {
        match self.charts.unit_of(number) {
            Some(card) => card,
            None => unreachable!("{number} is no Unit card"),
        }
    }

    /// The fighter a choice names.
    pub(crate) fn fighter(&self, number: Number) -> FighterId {
        match self.game.fighter_of(self.charts, number) {
            Some(fighter) => fighter,
            None => unreachable!("{number} is not in the battle"),
        }
    }

    /// The number of a fighter.
    pub(crate) fn numbered(&self, fighter: FighterId) -> Number {
        self.game.card(self.charts, fighter).number
    }

    /// SO are gained, by a card or note where that has a name of its own.
    pub(crate) fn gain(&mut self, n: i16, by: Option<&'static str>) {
        self.game.so = (self.game.so + n).max(0);
        let left = self.game.so;
        self.tell(|| Event::So { n, left, by });
    }

    /// A payment that must be made; if it cannot be, the campaign is lost whatever its VP (R23).
    pub(crate) fn must_pay(&mut self, so: i16) -> bool {
        if so > self.game.so {
            self.tell(|| Event::Broke { so });
            self.end(Evaluation::Failure);
            return false;
        }
        self.game.so -= so;
        true
    }

    /// VP are gained.
    pub(crate) fn score(&mut self, n: i16, by: Option<&'static str>) {
        self.game.vp += n;
        let vp = self.game.vp;
        self.tell(|| Event::Vp { n, vp, by });
    }

    /// Stress for a Commander of the group.
    pub(crate) fn strain(&mut self, commander: CommanderId, n: i8, why: Strain) {
        if n != 0 {
            self.game.commanders[commander].strain(n);
            let (name, stress) = (self.game.commanders[commander].name, self.game.commanders[commander].stress);
            self.tell(|| Event::Stressed { name, n, stress, why });
        }
    }

    /// A name joins the group and is never free again.
    pub(crate) fn name_joins(&mut self, name: Name) {
        self.game.named.add(name);
    }

    /// The campaign is over, and with it a battle that is being fought.
    pub(crate) fn end(&mut self, evaluation: Evaluation) {
        self.game.battle = Battle::none();
        for commander in &mut self.game.commanders {
            (commander.fights, commander.counter) = (false, None);
        }
        self.game.result = Some(evaluation);
        self.game.stage = Stage::Over;
        let vp = self.game.vp;
        self.tell(|| Event::Ended { evaluation, vp });
    }

    /// Whether the campaign has ended in the middle of a step.
    pub(crate) fn is_over(&self) -> bool {
        self.game.stage == Stage::Over
    }

    /// The battle stops at once when one side has nothing left (combat.retreat.2, R22). Says whether it did.
    pub(crate) fn battle_stops(&mut self) -> bool {
        let battle = &self.game.battle;
        let stops = !battle.has_friends() || (battle.mustered && !battle.has_enemies());
        if stops {
            self.game.stage = Stage::After;
        }
        stops
    }

    /// A new turn.
    pub(crate) fn start_turn(&mut self) {
        if self.game.battle.turn > 0 {
            self.lead_passes();
        }
        let battle = &mut self.game.battle;
        battle.turn += 1;
        for fighter in &mut battle.fighters {
            (fighter.acted, fighter.passed, fighter.stepped) = (false, false, false);
        }
        for enemy in &mut battle.enemies {
            (enemy.acted, enemy.moved) = (false, false);
        }
        let turn = battle.turn;
        self.tell(|| Event::Turn { turn });
        self.start_step(Step::Fast);
    }

    /// A step in which friendly Units act begins.
    pub(crate) fn start_step(&mut self, step: Step) {
        for fighter in &mut self.game.battle.fighters {
            (fighter.stepped, fighter.moved, fighter.carried, fighter.attacked) = (false, false, false, false);
            fighter.held = false;
        }
        self.adjourn();
        self.game.stage = Stage::Act(step);
    }
}
