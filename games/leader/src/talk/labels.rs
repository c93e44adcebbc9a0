//! Words for answers and questions that depend on the state.

use super::{Ask, Choice, Number};
use crate::charts::{Charts, Designation, effects_line};
use crate::effects::{OpenOption, asking};
use crate::ids::{EnemyId, FighterId, Id, OptionId};
use crate::map::Hex;
use crate::playable::dice_and_defense;
use crate::rules::rule;
use crate::state::{Leader, Nerve, Stage, Step};
use crate::words::{Branch, Lasting, Level, Name, Owner, Support};
use hulldown_core::game::Seat;
use hulldown_core::rules::RuleId;

/// A question with what it is about.
pub struct Asked<'a> {
    /// The game.
    pub game: &'a Leader,
    /// The charts.
    pub charts: &'static Charts,
    /// What is asked.
    pub ask: Ask,
}

/// A sentence begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn yes(asked: &Asked<'_>) -> String {
    match asked.ask {
        Ask::End => "end the battle",
        Ask::Tenacity => "one more turn",
        Ask::Rest => "rest everybody",
        Ask::Force | Ask::Gear(_) | Ask::Costs(_) | Ask::Spend(..) => "agreed",
        _ => "yes",
    }
    .into()
}

pub(super) fn no(asked: &Asked<'_>) -> String {
    match asked.ask {
        Ask::End => "fight on",
        Ask::Tenacity => "the battle is over",
        Ask::Rest => "save the points",
        Ask::Force | Ask::Gear(_) | Ask::Costs(_) | Ask::Spend(..) => "no, not so",
        _ => "no",
    }
    .into()
}

pub(super) fn done(asked: &Asked<'_>) -> String {
    let game = asked.game;
    match asked.ask {
        // Who was only given the word, or has no Units but his own.
        Ask::Buy | Ask::Equip | Ask::Plan | Ask::Depot if game.floor.word.is_some() => {
            return format!("nothing more from me: {} goes on", game.player_name(game.leading));
        }
        Ask::Act(_) if game.is_shared() => "no more of mine in this step",
        Ask::Buy => "that is the force",
        Ask::Equip => "begin the campaign",
        Ask::Plan if game.plan.is_empty() => "no attack this Week",
        Ask::Plan => "carry out the plan",
        Ask::Assign(_) => "that is the attack force",
        Ask::Act(_) => "end the step",
        Ask::Depot => return on_to_the_next_week(asked),
        _ => "no more",
    }
    .into()
}

/// Priority R&R is asked after Repair/Replace, of who can pay for it.
fn on_to_the_next_week(asked: &Asked<'_>) -> String {
    match asked.game.rest_cost(asked.charts) {
        cost if cost <= asked.game.so => format!("no more; Priority R&R for {cost} SO is asked next"),
        cost => format!("on to the next Week; Priority R&R would cost {cost} SO"),
    }
}

pub(super) fn stay(asked: &Asked<'_>) -> String {
    match asked.ask {
        Ask::Orders(_) => "no order",
        _ => "stay",
    }
    .into()
}

pub(super) fn hold(_: &Asked<'_>) -> String {
    "no attack".into()
}

pub(super) fn upgrade(credit: u8) -> String {
    match credit {
        0 => "Which Units are turned in for a better one?".into(),
        _ => format!("Units worth {credit} SO are turned in. Which more, or what for?"),
    }
}

pub(super) fn buy_rule(asked: &Asked<'_>) -> RuleId {
    match asked.ask {
        Ask::Buy => rule!("setup.buy.1"),
        Ask::Upgrade(_) => rule!("end.upgrade.1"),
        _ => rule!("end.buy.1"),
    }
}

pub(super) fn return_rule(asked: &Asked<'_>) -> RuleId {
    if asked.game.is_shared() { rule!("together.vote.2") } else { rule!("setup.buy.1") }
}

pub(super) fn promote_rule(asked: &Asked<'_>) -> RuleId {
    match asked.ask {
        Ask::Equip => rule!("commander.promo.1"),
        _ => rule!("end.replace.4"),
    }
}

pub(super) fn support_rule(support: Support) -> RuleId {
    match support {
        Support::Truck => rule!("support.truck.1"),
        Support::Scout => rule!("support.scout.1"),
    }
}

pub(super) fn counter_rule(command: bool) -> RuleId {
    if command { rule!("commander.skill.4") } else { rule!("commander.skill.9") }
}

pub(super) fn step_rule(step: Step) -> RuleId {
    match step {
        Step::Fast => rule!("combat.fast.2"),
        Step::Slow => rule!("combat.slow.1"),
    }
}

pub(super) fn act(asked: &Asked<'_>, step: Step) -> String {
    let (turn, last) = (asked.game.battle.turn, asked.game.battle.last);
    let step = match step {
        Step::Fast => "Fast",
        Step::Slow => "Slow",
    };
    let who = if asked.game.is_shared() { "which of yours acts" } else { "who acts" };
    format!("Turn {turn} of {last}, {step} Move and Attack: {who}?")
}

impl Asked<'_> {
    /// A player, in the middle of a sentence.
    pub(super) fn player(&self, seat: Seat) -> String {
        self.game.player_name(seat)
    }

    pub(super) fn give_back(&self, unit: Number) -> String {
        let price = self.charts.unit_of(unit).map_or(0, |card| self.charts.units[card].so);
        format!("give back {} ({price} SO)", self.unit(unit))
    }

    pub(super) fn force(&self) -> String {
        let units: Vec<String> = self.game.units.iter().map(|unit| self.unit(unit.card(self.charts).number)).collect();
        let spent: u16 = self.game.units.iter().map(|unit| u16::from(unit.card(self.charts).so)).sum();
        let by = capital(&self.player(self.game.leading));
        format!("{by} proposes this force for {spent} SO, {} left: {}. Agreed?", self.game.so, units.join(", "))
    }

    pub(super) fn gear(&self, so: i16) -> String {
        let cost = &self.charts.numbers.cost;
        let [trucks, scouts] = Support::ALL.map(|support| i16::from(self.game.support[support.index()]));
        let left = so - trucks * cost.of(Support::Truck) - scouts * cost.of(Support::Scout);
        let things = [(left / cost.promotion.max(1), "promotion"), (trucks, "Truck"), (scouts, "Scout")];
        let things: Vec<String> = things
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!("{n} {what}{}", if *n == 1 { "" } else { "s" }))
            .collect();
        let by = capital(&self.player(self.game.leading));
        format!("{by} proposes {} for {so} SO, {} left. Agreed?", things.join(", "), self.game.so)
    }

    pub(super) fn costs(&self, so: i16) -> String {
        let battles = self.game.plan.iter().map(|plan| {
            let sent =
                self.game.units.iter().filter(|unit| unit.sent.is_some_and(|at| self.game.plan.get(at) == Some(plan)));
            let sent: Vec<String> = sent.map(|unit| unit.card(self.charts).number.to_string()).collect();
            format!("{} with {}", self.game.battalion_card(self.charts, plan.battalion).id, sent.join(", "))
        });
        let (by, battles) = (capital(&self.player(self.game.leading)), battles.collect::<Vec<_>>().join("; "));
        format!("{by} proposes to attack for {so} of {} SO: {battles}. Agreed?", self.game.so)
    }

    pub(super) fn spend(&self, choice: Choice, so: i16, by: Seat) -> String {
        let what = choice.words(&Asked { ask: Ask::Depot, ..*self }).label;
        let what = if matches!(choice, Choice::Repair(..)) { format!("repair {what}") } else { what };
        format!("{} would spend {so} of {} SO: {what}. Agreed?", capital(&self.player(by)), self.game.so)
    }

    /// The rule of the question.
    pub(super) fn rule(&self) -> RuleId {
        self.ask.words(self).rule
    }

    /// A friendly Unit: `042 M4 Sherman (75mm)`.
    pub(crate) fn unit(&self, number: Number) -> String {
        let name = self.charts.unit_of(number).map_or("", |card| self.charts.units[card].name.as_str());
        format!("{number} {name}")
    }

    /// A Commander: `Eandi (Average Armor, Stress 2)`.
    pub(crate) fn commander(&self, name: Name) -> String {
        let branch = self.charts.commanders[name].r#type;
        match self.game.commander_of(name) {
            Some(at) => {
                let commander = &self.game.commanders[at];
                format!("{name} ({} {branch}, Stress {})", commander.level, commander.stress)
            }
            None => format!("{name} ({branch})"),
        }
    }

    /// A Commander with what he is worth as he feels now.
    pub(super) fn under(&self, name: Name) -> String {
        let Some(at) = self.game.commander_of(name) else { return self.commander(name) };
        let commander = &self.game.commanders[at];
        let skill = commander.card(self.charts).skill(commander.nerve(self.charts) != Nerve::Okay);
        let skills: String = commander.card(self.charts).skills.each().map(|skill| format!(", {skill}")).collect();
        format!("{name} ({}, Stress {}): {skill}{skills}", commander.level, commander.stress)
    }

    /// A Unit that is named for something: an answer that is given for somebody is told without its question.
    pub(super) fn named(&self, unit: Number) -> String {
        match self.ask {
            Ask::Target(enemy) => {
                let model = self.game.battle.enemies.get(enemy).map_or("enemy", |counter| counter.model.name());
                format!("{} is attacked by {model} (no. {enemy})", self.unit(unit))
            }
            _ => self.unit(unit),
        }
    }

    /// The enemy whose turn it is.
    pub(super) fn next(&self, enemy: EnemyId) -> String {
        format!("{} {}", self.enemy(enemy), if self.ask == Ask::Advances { "advances" } else { "acts" })
    }

    /// An enemy counter: `Pz III 1 in 21`.
    pub(crate) fn enemy(&self, enemy: EnemyId) -> String {
        let Some(counter) = self.game.battle.enemies.get(enemy) else { return format!("enemy {enemy}") };
        // As the log calls it.
        let name = counter.model;
        match counter.hex {
            Some(hex) => format!("{name} (no. {enemy}) in {hex}"),
            None => format!("{name} (no. {enemy})"),
        }
    }

    pub(super) fn battalion(&self, battalion: Designation) -> String {
        let game = self.game;
        let at = game.battalions.ids().find(|at| game.battalion_card(self.charts, *at).id == battalion);
        at.map_or_else(
            || battalion.to_string(),
            |at| {
                let card = game.battalion_card(self.charts, at);
                let half = if game.battalions[at].half { ", Half" } else { "" };
                format!(
                    "{battalion} {} ({} VP, {}{half})",
                    card.name,
                    game.vp_left(self.charts, at),
                    game.battalions[at].band
                )
            },
        )
    }

    pub(super) fn hex(&self, hex: Hex) -> String {
        format!("{hex} ({})", self.game.battle.field.at(hex))
    }

    /// The Stress that the question's Unit pays for moving while it is Immobile, in words.
    pub(super) fn immobile(&self) -> &'static str {
        match self.ask {
            Ask::Move(unit) if self.is_immobile(unit) => " (Immobile: 1 Stress)",
            _ => "",
        }
    }

    fn is_immobile(&self, unit: Number) -> bool {
        self.game.fighter_of(self.charts, unit).is_some_and(|at| self.game.battle.fighters[at].immobile)
    }

    /// The enemy that goes, before where it goes: an answer that is given for somebody is told without its question.
    pub(super) fn goer(&self) -> String {
        match self.ask {
            Ask::Path(enemy) | Ask::Closest(enemy) | Ask::Placed(enemy) => {
                let model = self.game.battle.enemies.get(enemy).map_or("enemy", |counter| counter.model.name());
                format!("{model} (no. {enemy}) ")
            }
            _ => String::new(),
        }
    }

    pub(super) fn to(&self, hex: Hex) -> String {
        format!("to {}{}", self.hex(hex), self.immobile())
    }

    /// Which of ours an enemy goes for: those in a hex.
    pub(super) fn toward(&self, hex: Hex) -> String {
        let here = |at: &FighterId| self.game.battle.fighters[*at].at() == Some(hex);
        let here = self.game.battle.fighters.ids().filter(here);
        let here: Vec<String> = here.map(|at| self.game.card(self.charts, at).number.to_string()).collect();
        format!("toward {} in hex {hex}", here.join(", "))
    }

    pub(super) fn buy(&self, unit: Number) -> String {
        match self.ask {
            Ask::Upgrade(credit) => {
                let price = self.charts.unit_of(unit).map_or(0, |card| self.game.price(self.charts, card));
                format!("{} for {} SO more", self.unit(unit), (price - i16::from(credit)).max(0))
            }
            _ => format!("buy {} ({})", self.unit(unit), self.priced(unit)),
        }
    }

    pub(super) fn turn_in(&self, unit: Number) -> String {
        let worth = self.charts.unit_of(unit).map_or(0, |card| self.charts.units[card].so);
        format!("turn in {} (worth {worth} SO)", self.unit(unit))
    }

    pub(super) fn support(&self, support: Support) -> String {
        format!("buy a {support} ({} SO)", self.charts.numbers.cost.of(support))
    }

    pub(super) fn take(&self, name: Name) -> String {
        let level = match self.game.stage {
            Stage::Command => self.game.campaign(self.charts).level_after(self.game.commanders.len()),
            _ => Level::Recruit,
        };
        let card = self.charts.level_of(name, level);
        let skills: String = card.skills.each().map(|skill| format!(", {skill}")).collect();
        format!("take {}: {}{skills}", self.commander(name), card.stats(false))
    }

    pub(super) fn promote(&self, name: Name) -> String {
        let to = self.game.commander_of(name).and_then(|at| self.game.commanders[at].level.next());
        let to = to.map_or(String::new(), |level| format!(" to {level}"));
        let gets = self.game.commander_of(name).and_then(|at| {
            let (now, next) = (&self.game.commanders[at], self.game.commanders[at].level.next()?);
            let (before, after) = (now.card(self.charts), self.charts.level_of(name, next));
            let skills: String = after.skills.each().map(|skill| format!(", {skill}")).collect();
            Some(format!(": {}{skills}, instead of {}", after.stats(false), before.stats(false)))
        });
        format!("promote {name}{to} ({} SO){}", self.charts.numbers.cost.promotion, gets.unwrap_or_default())
    }

    /// The card a question is about.
    pub(super) fn title(&self) -> &'static str {
        asking(self.game, self.charts).map_or("", |(title, _)| title)
    }

    /// The same with what it does.
    pub(super) fn card(&self) -> String {
        asking(self.game, self.charts)
            .map_or_else(String::new, |(title, does)| format!("{title} ({})", effects_line(does)))
    }

    pub(super) fn command(&self, level: Level) -> String {
        let (taken, all) = (self.game.commanders.len(), self.game.units.len());
        let (units, commanders) = (self.game.units_of_types(self.charts), self.game.commanders_of_types(self.charts));
        let wanted = Branch::ALL.into_iter().filter_map(|branch| {
            let left = units[branch.index()].saturating_sub(commanders[branch.index()]);
            (left > 0).then(|| format!("{left} {branch}"))
        });
        let wanted: Vec<String> = wanted.collect();
        // On a phone two lines of a question have room.
        format!("Commander {} of {all}, {level}; wanted: {}.", taken + 1, wanted.join(", "))
    }

    pub(super) fn option(&self, option: OptionId) -> String {
        OpenOption::of(self.game, self.charts, option).map_or(String::new(), |option| option.words())
    }

    pub(super) fn attack(&self, battalion: Designation) -> String {
        // Where it stands and how strong it is says its card.
        let game = self.game;
        let at = game.battalions.ids().find(|at| game.battalion_card(self.charts, *at).id == battalion);
        at.map_or_else(
            || format!("attack {battalion}"),
            |at| {
                let card = game.battalion_card(self.charts, at);
                format!("attack {battalion} {}, {} VP", card.name, game.vp_left(self.charts, at))
            },
        )
    }

    /// With its printed price where a card has changed that.
    fn priced(&self, unit: Number) -> String {
        let Some(card) = self.charts.unit_of(unit) else { return String::new() };
        let printed = i16::from(self.charts.units[card].so);
        match self.game.stage {
            Stage::Buy => format!("{printed} SO"),
            _ => match self.game.price(self.charts, card) {
                price if price == printed => format!("{price} SO"),
                price => format!("{price} SO instead of {printed}"),
            },
        }
    }

    pub(super) fn plan(&self) -> String {
        let cost = self.game.plan_cost(self.charts);
        format!("Week {}: which Battalions are attacked? {} SO, the plan costs {cost}.", self.game.week, self.game.so)
    }

    pub(super) fn next_battle(&self) -> String {
        let next = if self.game.at.index() == 0 { "first" } else { "next" };
        format!("Week {}: which Battalion is fought {next}?", self.game.week)
    }

    pub(super) fn assign(&self, battalion: Designation) -> String {
        format!("Who attacks {}?", self.battalion(battalion))
    }

    pub(super) fn carry(&self, unit: Number) -> String {
        format!("carry {}{}", self.unit(unit), if self.is_immobile(unit) { " (Immobile: 1 Stress)" } else { "" })
    }

    /// With the Stress that it costs.
    pub(super) fn fire(&self, enemy: EnemyId) -> String {
        let attacker = match self.ask {
            Ask::Attack(unit) => self.game.fighter_of(self.charts, unit),
            _ => None,
        };
        let stress = match attacker.map_or(0, |at| self.game.attack_stress(self.charts, at)) {
            0 => String::new(),
            stress => format!(" ({stress} Stress{})", self.unnerved(attacker, stress)),
        };
        let does = if self.ask == Ask::Strike { "strike" } else { "attack" };
        // However many targets there are, what decides it beside the need stands with each.
        let beside = attacker.and_then(|at| dice_and_defense(self.game, self.charts, at, enemy));
        let beside = beside.map_or_else(String::new, |(dice, defense)| format!(", {dice} dice, Defense {defense}"));
        format!("{does} {}{beside}{stress}", self.enemy(enemy))
    }

    /// What so much Stress makes of the Commander of a fighter, if he is worse for it: he attacks as that (commander.stat.7).
    fn unnerved(&self, fighter: Option<FighterId>, stress: u8) -> String {
        let one = fighter.and_then(|at| self.game.living(at));
        let Some(one) = one.filter(|one| one.nerve(self.charts) != Nerve::Unfit) else { return String::new() };
        let mut then = *one;
        then.strain(stress as i8);
        match then.nerve(self.charts) {
            nerve if nerve == one.nerve(self.charts) => String::new(),
            Nerve::Shaken => format!(", which makes {} Shaken before his dice", one.name),
            Nerve::Unfit => format!(", which makes {} Unfit before his dice", one.name),
            Nerve::Okay => String::new(),
        }
    }

    pub(super) fn strike(&self) -> String {
        let Some(strike) = self.game.battle.strike else { return "A strike: at which enemy?".into() };
        let what = strike.target.map_or_else(|| "enemy".into(), |target| format!("{target} target"));
        let by = self.game.strikes_of(self.charts, strike).join(" or ");
        let by = if by.is_empty() { "A strike of yours".into() } else { format!("{by}: a strike of yours") };
        format!("{by}, one die that hits on {} or more: at which {what}?", strike.need)
    }

    /// A counter by what it is and whose.
    pub(super) fn counter(&self, of: Owner) -> String {
        let Ask::Counter(unit, command) = self.ask else { return of.to_string() };
        let Some(fighter) = self.game.fighter_of(self.charts, unit) else { return of.to_string() };
        let counters = self.game.spendable(self.charts, fighter, command);
        let command = counters.iter().any(|counter| counter.of == of && counter.command);
        let whose = match (of, self.game.living(fighter)) {
            (Owner::Commander, Some(commander)) => commander.name.to_string(),
            _ => self.unit(unit),
        };
        format!("the {} of {whose}", if command { "Command Tactic" } else { "Tactic" })
    }

    pub(super) fn calm(&self, name: Name) -> String {
        format!("take {} Stress off {}", self.charts.numbers.stress.medic, self.commander(name))
    }

    /// With its price, where one is paid.
    pub(super) fn repair(&self, unit: Number, damage: Lasting) -> String {
        let price = match self.ask {
            Ask::Repairs => format!(" ({} SO)", self.game.repair_cost(self.charts, damage)),
            _ => String::new(),
        };
        format!("{}: {damage}{price}", self.unit(unit))
    }

    pub(super) fn heal(&self, name: Name) -> String {
        let price = match self.ask {
            Ask::Depot => format!(" ({} SO)", self.charts.numbers.cost.heal),
            _ => String::new(),
        };
        format!("heal {name}'s wound{price}")
    }

    pub(super) fn heal_rule(&self) -> RuleId {
        match self.ask {
            Ask::Depot => rule!("end.repair.2"),
            _ => self.rule(),
        }
    }

    pub(super) fn end(&self) -> String {
        let battalion = self.game.battalion_card(self.charts, self.game.battle.battalion).id;
        format!("{battalion} is Destroyed, and to fight on brings no more VP. End the battle?")
    }

    pub(super) fn raise(&self, name: Name) -> String {
        format!(
            "{} SO. Raise {} for {} SO a level?",
            self.game.so,
            self.commander(name),
            self.charts.numbers.cost.promotion
        )
    }

    pub(super) fn rest(&self) -> String {
        let (cost, relief) = (self.game.rest_cost(self.charts), self.charts.numbers.stress.rest);
        format!("{} SO. Priority R&R for {cost} SO: {relief} Stress off every Commander?", self.game.so)
    }
}
