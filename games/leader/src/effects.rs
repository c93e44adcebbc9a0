//! The interpreter of what cards and notes do (R48, R49).
//!
//! Effects are data. Some are done once (`play_card`), some change a battle and are added up when it begins ([`Mods`]), some change
//! prices and rolls of the Week (`sum_of_week`), and some wait for a Battalion's end or for the end of the Week (`moment`).

use crate::charts::effects::{Alternative, Effect, Mend, On, Pick, Reach, Scope, What, Who};
use crate::charts::{Charts, Note, effects_line};
use crate::damage::Blow;
use crate::ids::{BattalionId, CommanderId, EventId, FighterId, Id, Ids, OptionId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{BySide, Fate, Leader, Mods, Stage};
use crate::talk::{Ask, Choice, Event, MendAnswer, OptionAnswer};
use crate::words::{Band, Branch, Class, Kind, Lasting, Mender, Strain, Support, Target};
use hulldown_core::Word;
use hulldown_core::chart::{Set, Within};
use hulldown_core::table::{Play, Table};
use std::slice;

/// When something is done, which says whom it means: an Event only the battle's participants, everything else the whole group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// Between battles.
    Week,
    /// By an Event before the turns of a battle.
    Before,
    /// By an Event after them.
    After,
    /// By something else than an Event, in a battle.
    Note,
}

/// Where an effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EffectSource {
    Campaign,
    Objective,
    Battalion(BattalionId),
    Condition,
    Before,
    After,
}

/// Effects with the option that was picked in place of a choice.
fn settled(effects: &[Effect], option: OptionId) -> impl Iterator<Item = &Effect> {
    effects.iter().flat_map(move |effect| match &effect.what {
        What::Choice { options } => options.get(option.index()).map_or(&[][..], |option| &option.effects).iter(),
        _ => slice::from_ref(effect).iter(),
    })
}

/// The effects of those notes that hold, each with the number of its note.
fn of_notes(notes: &[Note], half: bool) -> impl Iterator<Item = (usize, &Effect)> {
    let hold = notes.iter().enumerate().filter(move |(_, note)| !half || note.yellow);
    hold.flat_map(|(nth, note)| note.effects.iter().map(move |effect| (nth, effect)))
}

/// Something in force: where it comes from, of several notes which, and what it does.
pub(crate) type InForce = (EffectSource, usize, &'static Effect);

/// The card that asks something: its title and what it does.
pub(crate) fn asking(game: &Leader, charts: &'static Charts) -> Option<(&'static str, &'static [Effect])> {
    let event = |drawn: Option<(EventId, OptionId)>| drawn.map(|(card, _)| &charts.events[card]);
    match game.stage {
        Stage::Condition => {
            let card = &charts.conditions[game.condition?];
            Some((&card.title, &card.effects))
        }
        Stage::After => event(game.battle.after).map(|card| (card.post_title.as_str(), &card.post[..])),
        _ => event(game.battle.before).map(|card| (card.pre_title.as_str(), &card.pre[..])),
    }
}

/// An option that can be picked now.
pub(crate) struct OpenOption(&'static Alternative);

impl OpenOption {
    pub(crate) fn of(game: &Leader, charts: &'static Charts, option: OptionId) -> Option<OpenOption> {
        let (_, effects) = asking(game, charts)?;
        let options = effects.iter().find_map(|effect| match &effect.what {
            What::Choice { options } => Some(options),
            _ => None,
        });
        options?.get(option.index()).map(OpenOption)
    }

    pub(crate) fn words(&self) -> String {
        format!("{}: {}", self.0.label, effects_line(&self.0.effects))
    }
}

impl Leader {
    /// Everything in force, in the order of R48.
    pub(crate) fn in_force(&self, charts: &'static Charts) -> impl Iterator<Item = InForce> {
        let campaign =
            of_notes(&self.campaign(charts).notes, false).map(|(nth, effect)| (EffectSource::Campaign, nth, effect));
        let objective =
            of_notes(&self.objective(charts).notes, false).map(|(nth, effect)| (EffectSource::Objective, nth, effect));
        let on_map = self.battalions.ids().filter(|at| !self.battalions[*at].destroyed);
        let battalions = on_map.flat_map(move |at| {
            let notes = of_notes(&self.battalion_card(charts, at).notes, self.battalions[at].half);
            notes.map(move |(nth, effect)| (EffectSource::Battalion(at), nth, effect))
        });
        let condition: &'static [Effect] = self.condition.map_or(&[], |card| &charts.conditions[card].effects);
        let condition = settled(condition, self.condition_option).map(|effect| (EffectSource::Condition, 0, effect));
        let event = |drawn: Option<(EventId, OptionId)>, top: bool| -> (&'static [Effect], OptionId) {
            drawn.map_or((&[][..], OptionId(0)), |(card, option)| {
                let card = &charts.events[card];
                (if top { &card.pre } else { &card.post }, option)
            })
        };
        let ((before, top), (after, bottom)) = (event(self.battle.before, true), event(self.battle.after, false));
        let before = settled(before, top).map(|effect| (EffectSource::Before, 0, effect));
        let after = settled(after, bottom).map(|effect| (EffectSource::After, 0, effect));
        campaign.chain(objective).chain(battalions).chain(condition).chain(before).chain(after)
    }

    /// Whether an effect concerns a battle with this Battalion (setup.battalion.5).
    fn concerns(&self, charts: &Charts, source: EffectSource, effect: &Effect, battalion: BattalionId) -> bool {
        let class = self.battalion_card(charts, battalion).id.class;
        let reaches = match (source, effect.reach) {
            (EffectSource::Battalion(at), Reach::Own) => at == battalion,
            (EffectSource::Battalion(_), Reach::Assault) => class == Class::Assault,
            (EffectSource::Battalion(_), Reach::Map) => false,
            _ => true,
        };
        reaches && effect.when_class.is_none_or(|when| when == class)
    }

    /// What changes how this battle is fought.
    pub(crate) fn battle_effects(&self, charts: &'static Charts) -> impl Iterator<Item = InForce> {
        let battalion = self.battle.battalion;
        self.in_force(charts).filter(move |(source, _, effect)| {
            effect.on == On::Play
                && effect.is_of_battle()
                && *source != EffectSource::After
                && self.concerns(charts, *source, effect, battalion)
        })
    }

    /// What one effect changes by itself.
    pub(crate) fn alone(&self, charts: &Charts, effect: &Effect) -> Mods {
        let (nation, mut mods) = (self.nation(charts), Mods::NONE);
        mods.add(&effect.what, |kind| charts.target_of(nation, kind));
        mods
    }

    /// What changes rolls outside battles: those of everybody, and those of this Battalion. Events have their part in what lingers.
    pub(crate) fn week_effects_on(
        &self,
        charts: &'static Charts,
        battalion: BattalionId,
    ) -> impl Iterator<Item = InForce> {
        self.in_force(charts).filter(move |(source, _, effect)| {
            let reaches = match *source {
                EffectSource::Battalion(at) => effect.reach != Reach::Own || at == battalion,
                EffectSource::Before | EffectSource::After => false,
                EffectSource::Campaign | EffectSource::Objective | EffectSource::Condition => true,
            };
            reaches && effect.on == On::Play && effect.is_of_week()
        })
    }

    /// What changes prices, gains and rolls outside battles; Events have their part in what lingers.
    pub(crate) fn week_effects<'c>(&self, charts: &'c Charts) -> impl Iterator<Item = &'c Effect> {
        let condition: &'c [Effect] = self.condition.map_or(&[], |card| &charts.conditions[card].effects);
        let (week, cards) = (&charts.week, &charts.week.battalions[self.nation(charts)]);
        let on_map = self.battalions.iter().filter(|battalion| !battalion.destroyed);
        let battalions = on_map.flat_map(|battalion| &cards[battalion.card][usize::from(battalion.half)]);
        let condition = settled(condition, self.condition_option).filter(|effect| effect.on == On::Play);
        let ours = week.campaigns[self.campaign].iter().chain(&week.objectives[self.objective]);
        ours.chain(battalions).chain(condition)
    }

    /// The same with what each of them stands on, for those who ask why.
    pub(crate) fn week_effects_named(&self, charts: &'static Charts) -> impl Iterator<Item = InForce> {
        let named = || {
            self.in_force(charts).filter(|(source, _, effect)| {
                let of_battle = matches!(source, EffectSource::Before | EffectSource::After);
                let own = matches!(source, EffectSource::Battalion(_)) && effect.reach == Reach::Own;
                effect.on == On::Play && effect.is_of_week() && !of_battle && !own
            })
        };
        if cfg!(debug_assertions) {
            let fast = self.week_effects(charts).filter(|effect| effect.is_of_week());
            let fast = fast.map(|effect| format!("{effect:?}"));
            assert!(named().map(|(_, _, effect)| format!("{effect:?}")).eq(fast), "what is named must be what counts");
        }
        named()
    }

    /// The sum of what they change.
    pub(crate) fn sum_of_week(&self, charts: &Charts, value: impl Fn(&Effect) -> i8) -> i16 {
        self.week_effects(charts).map(|effect| i16::from(value(effect))).sum()
    }

    /// What a Battalion's own notes change for itself alone.
    pub(crate) fn own_sum(&self, charts: &Charts, battalion: BattalionId, value: impl Fn(&Effect) -> i8) -> i16 {
        let notes = of_notes(&self.battalion_card(charts, battalion).notes, self.battalions[battalion].half);
        notes.filter(|(_, effect)| effect.reach == Reach::Own).map(|(_, effect)| i16::from(value(effect))).sum()
    }
}

fn has<K: Word>(set: Option<Set<K>>, word: K) -> bool {
    set.is_none_or(|set| set.has(word))
}

impl Mods {
    /// One more effect (R49).
    fn add(&mut self, what: &What, target_of: impl Fn(Kind) -> Target) {
        let within = |range: Option<[u8; 2]>, at: usize| {
            range.is_none_or(|[low, high]| (usize::from(low)..=usize::from(high)).contains(&at))
        };
        let attacks = |row: &mut BySide, n: i8, vs: Option<Target>, range: Option<[u8; 2]>| {
            for target in Target::ALL.into_iter().filter(|target| vs.is_none_or(|vs| vs == *target)) {
                let sums = row.side_mut(target).iter_mut().enumerate();
                sums.filter(|(at, _)| within(range, *at)).for_each(|(_, sum)| *sum += n);
            }
        };
        match *what {
            What::Turns { n: Within(n) } => self.turns += n,
            What::EnemyAdd { unit, n: Within(n) } => self.add[unit.index()] += n,
            What::EnemyRemove { unit, n: Within(n) } => match unit.kind() {
                Some(kind) => self.remove[kind.index()] += n,
                None => self.remove_any += n,
            },
            What::EnemyAttack { n: Within(n), vs, range, units } => {
                for kind in Kind::ALL.into_iter().filter(|kind| has(units, *kind)) {
                    attacks(&mut self.enemy_attack[kind.index()], n, vs, range);
                }
            }
            What::EnemyDefense { n: Within(n), target, units } => {
                let meant = |kind: &Kind| has(units, *kind) && target.is_none_or(|target| target == target_of(*kind));
                Kind::ALL.into_iter().filter(meant).for_each(|kind| self.enemy_defense[kind.index()] += n);
            }
            What::FriendlyAttack { n: Within(n), vs, range, types } => {
                for branch in Branch::ALL.into_iter().filter(|branch| has(types, *branch)) {
                    attacks(&mut self.friendly_attack[branch.index()], n, vs, range);
                }
            }
            What::FriendlyDefense { n: Within(n), types } => {
                let meant = Branch::ALL.into_iter().filter(|branch| has(types, *branch));
                meant.for_each(|branch| self.friendly_defense[branch.index()] += n);
            }
            What::FriendlySpeed { n: Within(n), types } => {
                let meant = Branch::ALL.into_iter().filter(|branch| has(types, *branch));
                meant.for_each(|branch| self.friendly_speed[branch.index()] += n);
            }
            What::RangeCap { n: Within(n) } => self.range_cap = self.range_cap.min(n),
            What::Tactical { n: Within(n) } => self.tactical += n,
            What::AggressionDie { die: Within(die) } => self.die = Some(self.die.map_or(die, |lower| lower.min(die))),
            What::AggressionRoll { n: Within(n) } => self.aggression += n,
            What::HoldTurns { ref turns } => turns.iter().for_each(|Within(turn)| self.hold_turns |= 1 << turn),
            What::EnemyAdvance { n: Within(n), units } => {
                let meant = Kind::ALL.into_iter().filter(|kind| has(units, *kind) && kind.column().is_some());
                meant.for_each(|kind| self.enemy_advance[kind.index()] += n);
            }
            What::FriendlyAdvance { n: Within(n), types } => {
                let meant = Branch::ALL.into_iter().filter(|branch| has(types, *branch));
                meant.for_each(|branch| self.friendly_advance[branch.index()] += n);
            }
            // These are played when their turn comes.
            What::Tactic { .. } | What::Strike { .. } | What::EnemyStrike { .. } => {}
            _ => debug_assert!(false, "{what:?} changes no battle"),
        }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// The option a card offers, if it offers any; one that cannot be paid is not open unless none is.
    pub(crate) fn choose_option(&mut self, effects: &'static [Effect]) -> Play<OptionId> {
        let choice = effects.iter().find_map(|effect| match &effect.what {
            What::Choice { options } => Some(options),
            _ => None,
        });
        let Some(options) = choice else { return Ok(OptionId(0)) };
        let so = self.game.so;
        let open = |option: &Alternative| {
            option.effects.iter().all(|effect| match effect.what {
                What::So { n: Within(n), soft: false } => so + i16::from(n) >= 0,
                _ => true,
            })
        };
        let none = !options.iter().any(open);
        let mut menu = self.table.menu();
        for (at, option) in options.iter().enumerate() {
            let dear = (!open(option) && !none).then_some((rule!("pre.event.2"), "there are not enough SO"));
            menu.weigh(OptionAnswer::Option(OptionId::new(at)), dear);
        }
        let OptionAnswer::Option(picked) = self.ask(Ask::Option, &menu)?;
        self.tell(|| Event::Picked { option: &options[picked.index()].label });
        Ok(picked)
    }

    /// What a card does once, when it is drawn; what lasts the Week is kept.
    pub(crate) fn play_card(&mut self, effects: &'static [Effect], option: OptionId, occasion: Occasion) -> Play<()> {
        for effect in settled(effects, option).filter(|effect| effect.on == On::Play) {
            if effect.is_instant() {
                self.instant(&effect.what, occasion, None)?;
            } else if effect.is_of_week() && occasion != Occasion::Week && effect.scope == Some(Scope::Week) {
                self.linger(&effect.what);
            }
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// What Battalions' notes do at the beginning of a battle.
    pub(crate) fn play_notes(&mut self) -> Play<()> {
        let battalion = self.game.battle.battalion;
        self.each(Occasion::Before, |game, charts, source, effect| {
            matches!(source, EffectSource::Battalion(_))
                && effect.on == On::Play
                && effect.is_instant()
                && game.concerns(charts, source, effect, battalion)
        })
    }

    /// What waited for this moment.
    pub(crate) fn moment(&mut self, on: On, occasion: Occasion) -> Play<()> {
        let battalion = self.game.battle.battalion;
        self.each(occasion, |game, charts, source, effect| {
            effect.on == on && (on == On::WeekEnd || game.concerns(charts, source, effect, battalion))
        })
    }

    /// Plays those effects in force that are meant, one after the other.
    fn each(
        &mut self,
        occasion: Occasion,
        meant: impl Fn(&Leader, &'static Charts, EffectSource, &Effect) -> bool,
    ) -> Play<()> {
        let (charts, mut next) = (self.charts, 0);
        let after = |game: &Leader, next: usize| {
            let in_force = game.in_force(charts).enumerate().skip(next);
            in_force.into_iter().find(|(_, (source, _, effect))| meant(game, charts, *source, effect))
        };
        while let Some((nth, (source, note, effect))) = after(self.game, next) {
            next = nth + 1;
            let by_event = matches!(source, EffectSource::Before | EffectSource::After) || occasion == Occasion::Week;
            let by = T::LISTENS.then(|| self.game.title_of(charts, source, note));
            self.instant(&effect.what, if by_event { occasion } else { Occasion::Note }, by)?;
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// What the battle's cards and notes add up to.
    pub(crate) fn add_up(&mut self) {
        let (charts, nation) = (self.charts, self.game.nation(self.charts));
        let mut mods = Mods::NONE;
        for (_, _, effect) in self.game.battle_effects(charts) {
            mods.add(&effect.what, |kind| charts.target_of(nation, kind));
        }
        self.game.battle.mods = mods;
    }

    /// Of the battle's effects of a kind the one with this number, in order: what `pick` takes of it.
    pub(crate) fn battle_effect<R>(&self, nth: usize, pick: impl Fn(&What) -> Option<R>) -> Option<R> {
        let battalion = self.game.battle.battalion;
        let concerns = self.game.in_force(self.charts).filter(|(source, _, effect)| {
            effect.on == On::Play
                && *source != EffectSource::After
                && self.game.concerns(self.charts, *source, effect, battalion)
        });
        concerns.filter_map(|(_, _, effect)| pick(&effect.what)).nth(nth)
    }

    /// An Event's effect that lasts the Week (R99).
    fn linger(&mut self, what: &What) {
        let lingering = &mut self.game.lingering;
        match *what {
            What::Operational { n: Within(n), class } => {
                let meant = Class::ALL.into_iter().filter(|each| class.is_none_or(|class| class == *each));
                meant.for_each(|class| lingering.operational[class.index()] += n);
            }
            What::WeeklySo { n: Within(n) } => lingering.weekly_so += n,
            What::MapLoss { n: Within(n), band } => {
                lingering.map_loss[usize::from(band == Band::FriendlyTransit)] += n;
            }
            What::UnitCost { n: Within(n), min: Within(min) } => {
                lingering.unit_cost += n;
                lingering.unit_least = lingering.unit_least.max(min);
            }
            What::RepairCost { n: Within(n) } => lingering.repair_cost += n,
            What::NoPurchase {} => lingering.no_purchase = true,
            What::Leave { n: Within(n) } => lingering.leave += n,
            What::RestCost { n: Within(n) } => lingering.rest_cost += n,
            // The plan is made before any Event, and refits belong to Battalions: nothing of these outlasts the card.
            What::OpCost { .. } | What::Refit { .. } => {}
            _ => debug_assert!(false, "{what:?} is nothing of the Week"),
        }
    }

    /// One effect that is done at once; by what card or note, if that has not just been told.
    fn instant(&mut self, what: &'static What, occasion: Occasion, by: Option<&'static str>) -> Play<()> {
        match *what {
            What::So { n: Within(n), soft } => {
                let n = i16::from(n);
                if n >= 0 || soft {
                    self.gain(n.max(-self.game.so), by);
                } else if self.must_pay(-n) {
                    let left = self.game.so;
                    self.tell(|| Event::So { n, left, by });
                }
            }
            What::Vp { n: Within(n) } => self.score(i16::from(n), by),
            What::Xp { n: Within(n), who } => {
                for commander in self.meant(who, occasion)? {
                    self.experience(commander, n);
                    if occasion == Occasion::Week {
                        self.promotions(commander);
                    }
                }
            }
            What::Stress { n: Within(n), who } => {
                let why = match occasion {
                    Occasion::Week => Strain::Condition,
                    Occasion::Before | Occasion::After => Strain::Event,
                    Occasion::Note => Strain::Note,
                };
                for commander in self.meant(who, occasion)? {
                    self.strain(commander, n, why);
                }
            }
            What::Support { what, n: Within(n) } => self.supply(what, n),
            What::Damage { n: Within(n), who } => {
                let hit = |fighter: &FighterId| {
                    let fate = self.game.battle.fighters[*fighter].fate;
                    let here = fate == Fate::Here || (occasion == Occasion::After && fate == Fate::Retreated);
                    here && who.includes(self.game.card(self.charts, *fighter).r#type)
                };
                let hit: Ids<FighterId> = self.game.battle.fighters.ids().filter(hit).collect();
                if let Some((fighter, lot)) = self.draw_lot("Unit the card befalls", rule!("pre.event.2"), hit)? {
                    let unit = self.numbered(fighter);
                    self.tell(|| Event::FallsOn { unit, lot });
                    for _ in 0..n {
                        self.damage_draw(
                            fighter,
                            if occasion == Occasion::After { Blow::After } else { Blow::Before },
                        )?;
                    }
                }
            }
            What::Repair { n: Within(n), what } => self.free_repairs(n, what)?,
            What::MoveBattalion { n: Within(n), pick } => self.shift_one(n, pick)?,
            // A choice is settled before it is played.
            What::None {} | What::Choice { .. } => {}
            _ => debug_assert!(false, "{what:?} is not done at once"),
        }
        Ok(())
    }

    /// The Commanders an effect is about.
    fn meant(&mut self, who: Who, occasion: Occasion) -> Play<Ids<CommanderId>> {
        let charts = self.charts;
        let meant = |at: &CommanderId| {
            let commander = &self.game.commanders[*at];
            let narrow = matches!(occasion, Occasion::Before | Occasion::After) || who == Who::Participants;
            !commander.kia
                && (commander.fights || !narrow)
                && who.includes(commander.branch(charts))
                && (who != Who::NotAssigned || !commander.sent)
        };
        let all: Ids<CommanderId> = self.game.commanders.ids().filter(meant).collect();
        if all.is_empty() {
            return Ok(all);
        }
        let one = match who {
            Who::One => Some(self.pick_commander(Ask::One, all, Choice::Commander)?),
            Who::Random => match self.draw_lot("Commander the card befalls", rule!("pre.event.2"), all)? {
                Some((at, lot)) => {
                    let name = self.game.commanders[at].name;
                    self.tell(|| Event::Befalls { name, lot });
                    Some(at)
                }
                None => None,
            },
            _ => return Ok(all),
        };
        Ok(one.into_iter().collect())
    }

    /// Trucks or Scouts, within the counter mix.
    fn supply(&mut self, support: Support, n: i8) {
        let mix = &self.charts.numbers.mix;
        let most = if support == Support::Truck { mix.truck } else { mix.scout };
        let held = &mut self.game.support[support.index()];
        let before = *held;
        *held = held.saturating_add_signed(n).min(most.max(before));
        let n = (i16::from(*held) - i16::from(before)) as i8;
        self.tell(|| Event::Supplied { support, n, so: 0 });
    }

    /// Lasting damage of the battle's participants comes off at once (R99).
    fn free_repairs(&mut self, n: u8, what: Mend) -> Play<()> {
        for left in (1..=n).rev() {
            let mut menu = self.table.menu();
            for fighter in self.game.battle.fighters.ids() {
                if self.game.battle.fighters[fighter].fate == Fate::Destroyed {
                    continue;
                }
                let number = self.numbered(fighter);
                for lasting in Lasting::ALL {
                    let meant = match what {
                        Mend::Vehicle => self.game.card(self.charts, fighter).target == Target::Ap,
                        Mend::Casualty => lasting == Lasting::Casualty,
                        Mend::Wound => false,
                        Mend::Any => true,
                    };
                    if meant && self.game.unit(fighter).has(lasting) > 0 {
                        menu.offer(MendAnswer::Repair(number, lasting));
                    }
                }
            }
            if matches!(what, Mend::Wound | Mend::Any) {
                let wounded = self.game.commanders.iter().filter(|one| one.fights && one.wounded && !one.kia);
                wounded.for_each(|one| menu.offer(MendAnswer::Heal(one.name)));
            }
            if menu.options().is_empty() {
                break;
            }
            match self.ask(Ask::Mend(left), &menu)? {
                MendAnswer::Repair(number, damage) => {
                    let fighter = self.fighter(number);
                    self.counter_off(fighter, damage.damage());
                    let standing = &mut self.game.battle.fighters[fighter];
                    if damage == Lasting::Exposed {
                        standing.exposed = None;
                    }
                    let unit = standing.unit;
                    self.repaired(unit, damage, Mender::Card);
                }
                MendAnswer::Heal(name) => self.healed(name, Mender::Card),
            }
        }
        Ok(())
    }

    /// A Battalion is moved; Fixed ones and one just Destroyed are not (R91).
    fn shift_one(&mut self, n: i8, pick: Pick) -> Play<()> {
        let charts = self.charts;
        let fallen = self.game.stage == Stage::After && self.outcome_of_battle().destroyed;
        let mobile = |at: &BattalionId| {
            let gone = fallen && *at == self.game.battle.battalion;
            !self.game.battalions[*at].destroyed && !gone && !self.game.battalion_card(charts, *at).is_fixed()
        };
        let mobile: Ids<BattalionId> = self.game.battalions.ids().filter(mobile).collect();
        if mobile.is_empty() {
            return Ok(());
        }
        let at = match pick {
            Pick::Random => match self.draw_lot("Battalion the card befalls", rule!("pre.event.2"), mobile)? {
                Some((at, lot)) => {
                    let battalion = self.game.battalion_card(charts, at).id;
                    self.tell(|| Event::Concerns { battalion, lot });
                    Some(at)
                }
                None => None,
            },
            Pick::One => Some(self.pick_battalion(Ask::Shift, mobile)?),
        };
        let Some(at) = at else { return Ok(()) };
        self.shifts(at, n);
        Ok(())
    }
}
