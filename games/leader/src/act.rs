//! Fast and Slow Move and Attack: who acts, Tactics, transport, movement, retreat.

use crate::charts::{Charts, UnitCard};
use crate::ids::{FighterId, Ids};
use crate::map::{Hex, Hexes, ROWS, spread};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Fate, Fighter, Leader, Nerve, Passengers, Stage, Step};
use crate::talk::{ActAnswer, Ask, AttackAnswer, CarryAnswer, Choice, Event, Goal, MoveAnswer};
use crate::words::{Branch, Ground, Name, Owner, Skill, Strain};
use arrayvec::ArrayVec;
use hulldown_core::Seat;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Menu, Play, Table};

/// A counter that lets a Unit act in a step in which it is not due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counter {
    /// Whose it is.
    pub(crate) of: Owner,
    /// Whether it is a Command Tactic.
    pub(crate) command: bool,
}

impl Leader {
    /// Whether this is the step a fighter acts in: the Fast step with a Fast Commander, the Slow step if it has not acted. Who passed in the
    /// Fast step has had its turn, unless it is Slow now (R35).
    #[inline]
    fn is_due(&self, charts: &Charts, standing: &Fighter, step: Step) -> bool {
        match step {
            Step::Fast => !standing.acted & self.is_fast(charts, standing),
            Step::Slow => !standing.acted & !(standing.passed && self.is_fast(charts, standing)),
        }
    }

    /// Whether a fighter has a Tactic counter for itself; a Command Tactic serves too (R36).
    #[inline]
    fn has_tactic(&self, charts: &Charts, fighter: FighterId, standing: &Fighter) -> bool {
        let his = || standing.his_tactics > 0 && self.fit(charts, fighter).is_some();
        let commands = standing.commands + standing.his_commands > 0;
        standing.tactics > 0 || his() || commands && self.has_command(charts, fighter)
    }

    /// Whether a fighter has a Command Tactic.
    fn has_command(&self, charts: &Charts, fighter: FighterId) -> bool {
        let standing = &self.battle.fighters[fighter];
        let his = || standing.his_commands > 0 && self.fit(charts, fighter).is_some();
        standing.at().is_some() && (standing.commands > 0 || his())
    }

    /// Which counter a fighter spends, on itself or as a Command Tactic: of its card's and of its Commander's the plainer one each. Where
    /// nothing speaks for keeping his, only his: they are lost with him, those of the card are not (R19).
    pub(crate) fn spendable(&self, charts: &Charts, fighter: FighterId, command: bool) -> ArrayVec<Counter, 2> {
        let standing = &self.battle.fighters[fighter];
        let plainer = |of: Owner, tactics: u8, commands: u8| {
            let plain = !command && tactics > 0;
            (plain || commands > 0).then_some(Counter { of, command: !plain })
        };
        let own = plainer(Owner::Unit, standing.tactics, standing.commands);
        let his = plainer(Owner::Commander, standing.his_tactics, standing.his_commands);
        let his = his.filter(|_| self.fit(charts, fighter).is_some());
        let keeps = match (own, his) {
            // What he brings to another Unit outlasts this one; and a Command Tactic does more than a Tactic.
            (Some(own), Some(his)) => self.options.heroics || his.command && !own.command,
            _ => true,
        };
        own.filter(|_| keeps).into_iter().chain(his).collect()
    }

    /// Whether somebody can spend a Tactic of his own now, in the step that is not his.
    pub(crate) fn may_spend_a_tactic(&self, charts: &Charts, step: Step) -> bool {
        let mut ready = self.battle.fighters.each().filter(|(_, standing)| standing.is_ready());
        ready.any(|(at, standing)| !self.is_due(charts, standing, step) && self.has_tactic(charts, at, standing))
    }

    /// Commanders without a Unit: where each is (opt.heroics.1).
    fn unitless(&self, charts: &Charts) -> impl Iterator<Item = (FighterId, Name)> {
        let lost = |standing: &Fighter| {
            // He whose offer was declined in this step makes no other in it.
            let declined = self.is_shared() && standing.stepped;
            standing.fate == Fate::Destroyed && !declined
        };
        let lost: Ids<FighterId> = match self.options.heroics {
            true => self.battle.fighters.such(lost),
            false => Ids::NONE,
        };
        lost.filter_map(|at| Some((at, self.fit(charts, at)?.name)))
    }

    /// The Units a Commander without one can take over: of his type, in his hex, their own Commander killed, Unfit or wounded.
    fn can_be_led(&self, charts: &Charts, from: FighterId) -> impl Iterator<Item = FighterId> {
        let (hex, branch) = (self.battle.fighters[from].hex, self.card(charts, from).r#type);
        self.battle.fighters.ids().filter(move |at| {
            let open = match self.living(*at) {
                Some(own) => own.wounded || own.nerve(charts) == Nerve::Unfit,
                None => true,
            };
            let here = self.battle.fighters[*at].at();
            here.is_some() && here == hex && self.card(charts, *at).r#type == branch && open
        })
    }

    /// The first whose step this is and who can act in it.
    #[inline]
    fn first_due(&self, charts: &Charts, step: Step) -> Option<FighterId> {
        let due = |standing: &Fighter| standing.is_ready() & self.is_due(charts, standing, step);
        self.battle.fighters.such(due).first()
    }

    /// Lists who can act in a step by the word of a seat, or of the only one: its own Units, and whomever its own Command Tactics let act.
    /// Returns who of its own has one. Whether anybody is due may be known.
    fn can_act(
        &self,
        charts: &Charts,
        step: Step,
        seat: Option<Seat>,
        some_due: bool,
        menu: &mut Menu<Choice, ActAnswer>,
    ) -> Ids<FighterId> {
        let own = |fighter: FighterId| seat.is_none_or(|seat| self.player_of(fighter) == seat);
        let fighters = &self.battle.fighters;
        let commanding = |standing: &Fighter| standing.commands + standing.his_commands > 0;
        let leads = |fighter: &FighterId| self.has_command(charts, *fighter) && own(*fighter);
        let commands: Ids<FighterId> = fighters.such(commanding).filter(leads).collect();
        // Who has no Tactic acts only if he is due or somebody commands him.
        let anybody = some_due | !commands.is_empty();
        let able = |standing: &Fighter| standing.is_ready() & (anybody | standing.has_counters());
        for fighter in fighters.such(able) {
            let standing = &fighters[fighter];
            let number = || self.units[standing.unit].card(charts).number;
            if some_due && self.is_due(charts, standing, step) {
                if own(fighter) {
                    menu.offer(ActAnswer::Act(number()));
                }
            } else {
                if own(fighter) && self.has_tactic(charts, fighter, standing) {
                    menu.offer(ActAnswer::Tactic(number()));
                }
                if commands.others(fighter) {
                    menu.offer(ActAnswer::Command(number()));
                }
            }
        }
        for (from, name) in self.unitless(charts) {
            let his =
                || self.commander_of(name).is_some_and(|at| seat.is_none_or(|seat| self.commanders[at].seat == seat));
            if his() && self.can_be_led(charts, from).next().is_some() {
                menu.offer(ActAnswer::Lead(name));
            }
        }
        commands
    }

    /// Whether a fighter may move now: its tracks hold, and if it is Immobile somebody in command can take the Stress (R28).
    #[inline]
    fn can_move(&self, charts: &Charts, fighter: FighterId) -> bool {
        let standing = &self.battle.fighters[fighter];
        let held = standing.immobile && self.fit(charts, fighter).is_none();
        !self.unit(fighter).is_stuck() && !held
    }

    /// Whether such a Unit reaches the bottom edge from a hex with so much Speed (combat.retreat.1, R20).
    #[inline]
    fn can_leave(&self, card: &UnitCard, hex: Hex, speed: u8) -> bool {
        // A row at a time at most.
        if speed == 0 || hex.row() + speed < ROWS as u8 {
            return false;
        }
        let through = self.battle.field.admits(card.target);
        !spread(Hexes::one(hex), through, speed - 1).and(Hexes::BOTTOM).is_empty()
    }

    /// Those who stand in a Transport's hex and could ride if nothing is against it: Infantry and Artillery (combat.transport.1).
    fn beside(&self, charts: &Charts, carrier: FighterId) -> impl Iterator<Item = FighterId> {
        let hex = self.battle.fighters[carrier].at();
        self.battle.fighters.ids().filter(move |fighter| {
            *fighter != carrier
                && hex.is_some()
                && self.battle.fighters[*fighter].at() == hex
                && matches!(self.card(charts, *fighter).r#type, Branch::Infantry | Branch::Artillery)
        })
    }

    /// Why a Transport cannot take along one of those beside it (combat.transport.2 to .4, R88).
    fn against_riding(&self, charts: &Charts, fighter: FighterId, aboard: &Passengers) -> Reason {
        let (standing, branch) = (&self.battle.fighters[fighter], self.card(charts, fighter).r#type);
        if aboard.iter().any(|other| self.card(charts, *other).r#type == branch) {
            Some((rule!("combat.transport.1"), "one of its type is aboard"))
        } else if standing.carried {
            Some((rule!("combat.transport.3"), "it was carried in this step"))
        } else if standing.moved {
            Some((rule!("combat.transport.3"), "it has moved in this step"))
        } else if standing.attacked {
            Some((rule!("combat.transport.4"), "it has attacked in this step"))
        } else if standing.held {
            Some((rule!("damage.he.immobile2"), "it gave up its move in this step to be rid of Immobile"))
        } else if standing.immobile && self.fit(charts, fighter).is_none() {
            Some((rule!("damage.rule.3"), "it is Immobile and nobody commands it"))
        } else {
            None
        }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// One Unit acts, or the step is over (combat.fast.2, .3, combat.slow.1).
    pub(crate) fn act(&mut self, step: Step) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        // Whose turn it is among several is found with what each can do.
        let mut some_due = true;
        let due = self.table.obvious(Ask::Act(step), || {
            let due = game.first_due(charts, step);
            some_due = due.is_some();
            due.filter(|_| !game.is_shared())
        });
        if let Some(fighter) = due {
            self.takes_its_turn(fighter)?;
            return self.table.settled();
        }
        let mut menu = self.table.menu();
        let commands = if self.game.is_shared() {
            self.whose_turn(step, some_due, &mut menu)
        } else {
            self.game.can_act(self.charts, step, None, some_due, &mut menu)
        };
        if menu.options().is_empty() {
            self.step_over(step);
            return Ok(());
        }
        if T::LISTENS {
            self.not_now(step, &mut menu);
        }
        menu.offer(ActAnswer::Done);
        match self.ask(Ask::Act(step), &menu)? {
            ActAnswer::Act(number) => {
                let fighter = self.fighter(number);
                self.takes_its_turn(fighter)?;
            }
            ActAnswer::Tactic(number) => {
                let fighter = self.fighter(number);
                self.spend_counter(fighter, false)?;
                self.action(fighter)?;
            }
            ActAnswer::Command(number) => {
                let fighter = self.fighter(number);
                let giver = self.pick_fighter(Ask::From(number), commands.but(fighter), Choice::From)?;
                self.spend_counter(giver, true)?;
                self.action(fighter)?;
            }
            ActAnswer::Lead(name) => self.lead(name)?,
            ActAnswer::Word(seat) => {
                self.game.floor.done.remove(seat);
                self.game.give_word(seat);
            }
            // The others may still want to act.
            ActAnswer::Done if self.game.is_shared() => {
                let seat = self.game.holder();
                self.game.floor.done.add(seat);
                self.game.give_word(self.game.left_of(seat));
            }
            ActAnswer::Done => self.step_over(step),
        }
        self.table.settled()
    }

    /// One that is due acts.
    fn takes_its_turn(&mut self, fighter: FighterId) -> Play<()> {
        self.game.battle.fighters[fighter].acted = true;
        self.action(fighter)
    }

    /// Who on the map cannot act in this step, with the reason.
    fn not_now(&self, step: Step, menu: &mut Menu<Choice, ActAnswer>) {
        for fighter in self.game.battle.fighters.ids() {
            let standing = &self.game.battle.fighters[fighter];
            let own = !self.game.is_shared() || self.game.player_of(fighter) == self.game.holder();
            if standing.at().is_none() || !own || (standing.is_ready() && self.game.is_due(self.charts, standing, step))
            {
                continue;
            }
            let (rule, why) = if standing.stepped {
                (rule!("combat.fast.3"), "it has acted in this step")
            } else if standing.carried {
                (rule!("combat.transport.3"), "it was carried in this step")
            } else if step == Step::Fast {
                (rule!("combat.slow.1"), "it is Slow and acts after the enemy")
            } else {
                (rule!("combat.fast.2"), "it had its turn before the enemy")
            };
            menu.refuse(ActAnswer::Act(self.numbered(fighter)), rule, why);
        }
    }

    /// Where several share the force: who has the word, else the next to his left who can do something and has not said that he is done. What
    /// he can do is listed, and to whom he can pass the word (together.step.1).
    fn whose_turn(&mut self, step: Step, some_due: bool, menu: &mut Menu<Choice, ActAnswer>) -> Ids<FighterId> {
        let charts = self.charts;
        for seat in self.game.round_from(self.game.holder()) {
            if self.game.floor.done.has(seat) {
                continue;
            }
            let commands = self.game.can_act(charts, step, Some(seat), some_due, menu);
            if menu.options().is_empty() {
                continue;
            }
            self.game.give_word(seat);
            for other in self.game.round_from(seat).skip(1) {
                let mut his = Menu::new(false);
                self.game.can_act(charts, step, Some(other), some_due, &mut his);
                if !his.options().is_empty() {
                    menu.offer(ActAnswer::Word(other));
                }
            }
            return commands;
        }
        Ids::NONE
    }

    /// Who was due and did not act has declined: that counts as acting (R28), though who is Slow by then acts in the Slow step (R35).
    fn step_over(&mut self, step: Step) {
        let due = |standing: &Fighter| standing.at().is_some() & self.game.is_due(self.charts, standing, step);
        for fighter in self.game.battle.fighters.such(due) {
            match step {
                Step::Fast => self.game.battle.fighters[fighter].passed = true,
                Step::Slow => self.game.battle.fighters[fighter].acted = true,
            }
            self.not_immobile(fighter);
            self.not_suppressed(fighter);
        }
        self.game.stage = match step {
            Step::Fast => Stage::Roll,
            Step::Slow => Stage::TurnEnd,
        };
    }

    /// A counter is spent: a Command Tactic for another, or whatever serves for itself (commander.skill.4, .9).
    fn spend_counter(&mut self, fighter: FighterId, command: bool) -> Play<()> {
        let counters = self.game.spendable(self.charts, fighter, command);
        let unit = self.numbered(fighter);
        let of = match counters.as_slice() {
            [only] => only.of,
            _ => {
                let owners: ArrayVec<Owner, 2> = counters.iter().map(|counter| counter.of).collect();
                self.pick(Ask::Counter(unit, command), owners, Choice::Counter)?
            }
        };
        let Some(counter) = counters.into_iter().find(|counter| counter.of == of) else {
            unreachable!("{unit} has no counter of {of}")
        };
        let standing = &mut self.game.battle.fighters[fighter];
        let left = match (counter.of, counter.command) {
            (Owner::Unit, false) => &mut standing.tactics,
            (Owner::Unit, true) => &mut standing.commands,
            (Owner::Commander, false) => &mut standing.his_tactics,
            (Owner::Commander, true) => &mut standing.his_commands,
        };
        *left = left.saturating_sub(1);
        self.tell(|| Event::Spends { unit, command: counter.command });
        Ok(())
    }

    /// A Commander without a Unit takes over another (opt.heroics.1, .3).
    fn lead(&mut self, name: Name) -> Play<()> {
        let charts = self.charts;
        let Some((from, _)) = self.game.unitless(charts).find(|(_, his)| *his == name) else {
            unreachable!("{name} has a Unit, or cannot command one")
        };
        let open = self.game.can_be_led(charts, from).collect();
        let fighter = self.pick_fighter(Ask::Lead(name), open, Choice::Unit)?;
        let unit = self.numbered(fighter);
        let by = self.game.commanders[self.commander(name)].seat;
        if !self.agrees(Ask::Relieved(unit, name), by, self.game.player_of(fighter))? {
            self.game.battle.fighters[from].stepped = true;
            return Ok(());
        }
        // He keeps what counters he has left and gets no new ones; those of the one he relieves cannot be used any more (R53).
        let lost = &mut self.game.battle.fighters[from];
        let (commander, tactics, commands) = (lost.commander.take(), lost.his_tactics, lost.his_commands);
        (lost.his_tactics, lost.his_commands) = (0, 0);
        let standing = &mut self.game.battle.fighters[fighter];
        (standing.commander, standing.his_tactics, standing.his_commands) = (commander, tactics, commands);
        self.tell(|| Event::TakesOver { name, unit });
        Ok(())
    }

    /// One Unit moves, then attacks (combat.move.2).
    fn action(&mut self, fighter: FighterId) -> Play<()> {
        let step = if self.game.stage == Stage::Act(Step::Fast) { Step::Fast } else { Step::Slow };
        self.tell_of(fighter, |unit| Event::Acts { unit, step });
        self.game.battle.fighters[fighter].stepped = true;
        self.game.battle.acting = Some(fighter);
        self.movement(fighter)?;
        if self.game.battle.fighters[fighter].at().is_some() {
            self.attack_or_hold(fighter)?;
        }
        self.game.battle.acting = None;
        self.battle_stops();
        Ok(())
    }

    /// Movement: up to its Speed, with passengers, or off the map (combat.move.1, combat.transport.1 to .5, combat.retreat.1).
    fn movement(&mut self, fighter: FighterId) -> Play<()> {
        let charts = self.charts;
        let mut aboard = Passengers::new();
        if self.game.can_move(charts, fighter) {
            let card = self.game.card(charts, fighter);
            if card.transport {
                self.load(fighter, &mut aboard)?;
            }
            let mut menu = self.table.menu();
            self.destinations(&mut menu, fighter);
            if T::LISTENS {
                if aboard.is_empty() && card.transport {
                    self.left_behind(&mut menu, fighter);
                }
                self.out_of_reach(&mut menu, fighter);
            }
            let (speed, hex) = (self.game.speed_of(card), self.game.battle.fighters[fighter].at());
            let leaves = |speed: u8| hex.is_some_and(|hex| self.game.can_leave(card, hex, speed));
            if leaves(speed) {
                menu.offer(MoveAnswer::Leave);
            } else if leaves(speed + 1) && self.game.can(charts, fighter, Skill::Overdrive) {
                menu.offer(MoveAnswer::DriveOff);
            } else {
                menu.refuse(MoveAnswer::Leave, rule!("combat.retreat.1"), "the bottom edge is farther than its Speed");
            }
            menu.offer(MoveAnswer::Stay);
            let answer = self.ask(Ask::Move(card.number), &menu)?;
            if matches!(answer, MoveAnswer::Goal(Goal::Drive(_)) | MoveAnswer::DriveOff) {
                self.overdrive(fighter);
            }
            match answer {
                MoveAnswer::Goal(Goal::To(hex) | Goal::Drive(hex)) => {
                    self.sets_out(fighter, &aboard);
                    self.moves(fighter, hex);
                    for passenger in &aboard {
                        self.game.battle.fighters[*passenger].hex = Some(hex);
                        self.not_exposed(*passenger);
                        let unit = self.numbered(*passenger);
                        self.tell(|| Event::Carried { unit, hex });
                    }
                }
                MoveAnswer::Leave | MoveAnswer::DriveOff => {
                    self.sets_out(fighter, &aboard);
                    for leaving in std::iter::once(fighter).chain(aboard) {
                        self.not_exposed(leaving);
                        self.game.battle.fighters[leaving].fate = Fate::Retreated;
                        let unit = self.numbered(leaving);
                        self.tell(|| Event::Retreats { unit });
                    }
                }
                MoveAnswer::Stay => {}
            }
        }
        // Who moved has paid for it; who did not has given up its move, also as a passenger.
        let standing = &mut self.game.battle.fighters[fighter];
        standing.held = standing.immobile;
        self.not_immobile(fighter);
        Ok(())
    }

    /// Who rides along: one Infantry, one Artillery.
    fn load(&mut self, carrier: FighterId, aboard: &mut Passengers) -> Play<()> {
        let (charts, mut declined) = (self.charts, Ids::NONE);
        while !aboard.is_full() {
            let mut menu = self.table.menu();
            for fighter in self.game.beside(charts, carrier).filter(|fighter| !declined.has(*fighter)) {
                if !aboard.contains(&fighter) {
                    let against = self.game.against_riding(charts, fighter, aboard);
                    menu.weigh(CarryAnswer::Carry(self.numbered(fighter)), against);
                }
            }
            if menu.options().is_empty() {
                break;
            }
            menu.offer(CarryAnswer::Done);
            let on = self.numbered(carrier);
            match self.ask(Ask::Carry(on), &menu)? {
                CarryAnswer::Carry(number) => {
                    let rider = self.fighter(number);
                    let (by, owner) = (self.game.player_of(carrier), self.game.player_of(rider));
                    if self.agrees(Ask::Ride(number, on), by, owner)? {
                        aboard.push(rider);
                    } else {
                        declined.add(rider);
                    }
                }
                CarryAnswer::Done => break,
            }
        }
        Ok(())
    }

    /// The hexes it does not reach, with the reason.
    fn out_of_reach(&self, menu: &mut Menu<Choice, MoveAnswer>, fighter: FighterId) {
        let (field, target) = (&self.game.battle.field, self.game.card(self.charts, fighter).target);
        let Some(from) = self.game.battle.fighters[fighter].at() else { return };
        for hex in Hexes::ALL.filter(|hex| *hex != from) {
            if menu.options().iter().any(|option| *option == Choice::To(hex) || *option == Choice::Drive(hex)) {
                continue;
            }
            let (rule, why) = match field.at(hex) {
                Ground::Water => (rule!("terrain.w.1"), "nobody enters Water"),
                ground if !ground.admits(target) => (rule!("terrain.i.1"), "it cannot enter Impassable ground"),
                _ => (rule!("combat.move.1"), "it is farther than its Speed"),
            };
            menu.refuse(Goal::To(hex), rule, why);
        }
    }

    /// Who stands beside a Transport and cannot ride, with the reason.
    fn left_behind(&self, menu: &mut Menu<Choice, MoveAnswer>, carrier: FighterId) {
        for fighter in self.game.beside(self.charts, carrier) {
            if let Some((rule, why)) = self.game.against_riding(self.charts, fighter, &Passengers::new()) {
                menu.refuse(Choice::Carry(self.numbered(fighter)), rule, why);
            }
        }
    }

    /// Moving costs the Commander of an Immobile Unit 1 Stress, also as a passenger (damage.he.immobile, .immobile2).
    fn sets_out(&mut self, fighter: FighterId, aboard: &Passengers) {
        self.game.battle.fighters[fighter].moved = true;
        for passenger in aboard {
            self.game.battle.fighters[*passenger].carried = true;
        }
        for mover in std::iter::once(fighter).chain(aboard.iter().copied()) {
            if self.game.battle.fighters[mover].immobile
                && let Some(commander) = self.game.battle.fighters[mover].commander
            {
                self.strain(commander, 1, Strain::Immobile);
                self.not_immobile(mover);
            }
        }
    }

    /// One target, or none (combat.attack.1, combat.fast.3).
    fn attack_or_hold(&mut self, fighter: FighterId) -> Play<()> {
        let (game, charts) = (&*self.game, self.charts);
        let (standing, gunner) = (&game.battle.fighters[fighter], game.gunner(charts, fighter));
        let barred = gunner.barred(standing.moved);
        let mut menu = self.table.menu();
        if let Some(from) = standing.at().filter(|_| T::LISTENS || barred.is_none()) {
            let (open, nation) = (game.targeted_by(&gunner, from, standing.moved), game.nation(charts));
            let looked_at = if T::LISTENS { Hexes::ALL } else { open[0].or(open[1]) };
            for at in game.battle.enemies_in(looked_at) {
                let enemy = &game.battle.enemies[at];
                let (Some(hex), side) = (enemy.at(), charts.arms(nation, enemy.model).target) else { continue };
                let allowed = barred.is_none() && open[side.index()].has(hex);
                let reason = || barred.or_else(|| game.against_target(charts, fighter, standing.moved, side, hex));
                menu.offer_if(AttackAnswer::Fire(at), allowed, reason);
            }
        }
        if !menu.options().is_empty() {
            menu.offer(AttackAnswer::Hold);
            let unit = self.numbered(fighter);
            match self.ask(Ask::Attack(unit), &menu)? {
                AttackAnswer::Fire(enemy) => return self.attack(fighter, enemy),
                AttackAnswer::Hold => {}
            }
        } else if standing.at().is_some() {
            let why = barred.map(|(_, why)| why);
            self.tell_of(fighter, |unit| Event::NoAttack { unit, why });
        }
        self.not_suppressed(fighter);
        Ok(())
    }

    /// The end of a turn: how much of the enemy is left, and whether the battle goes on (combat.turn.1 to .4, opt.tenacity.1).
    pub(crate) fn turn_end(&mut self) -> Play<()> {
        let outcome = self.outcome_of_battle();
        self.game.battle.half |= outcome.half;
        let (half, destroyed, points) = (self.game.battle.half, outcome.destroyed, outcome.points);
        self.tell(|| Event::Points { points, half, destroyed });
        let battle = &self.game.battle;
        let last = battle.turn >= battle.last;
        if last && self.game.options.tenacity && !battle.tenacity {
            if self.vote(Ask::Tenacity, None)?.carried {
                self.game.battle.tenacity = true;
                self.game.battle.last += 1;
                self.tell(|| Event::Longer);
                self.start_turn();
                return Ok(());
            }
        } else if !last {
            let stops = destroyed && self.vote(Ask::End, None)?.carried;
            if !stops {
                self.start_turn();
                return Ok(());
            }
        }
        self.game.stage = Stage::After;
        Ok(())
    }
}
