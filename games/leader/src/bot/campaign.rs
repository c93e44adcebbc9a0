//! Between battles: what is bought, what is attacked, who goes, what is repaired.

use super::{ENOUGH, LISTS, Mind, PLENTY, RESERVE, SCOUTS, SCOUTS_EACH, TRUCKS};
use crate::charts::UnitCard;
use crate::ids::{BattalionId, CommanderId};
use crate::state::Nerve;
use crate::talk::{Choice, Number};
use crate::words::{Band, Branch, Lasting, Level, Nation, Support};

impl Mind<'_> {
    fn list(&self) -> impl Iterator<Item = Number> + use<> {
        let campaign = self.view.campaign();
        let list = match (campaign.country, campaign.year) {
            (Nation::Japan, _) => LISTS[2],
            (_, ..=1942) => LISTS[0],
            _ => LISTS[1],
        };
        list.iter().copied().map(Number)
    }

    /// What must be kept: at first what is planned for, later what the map may cost.
    fn kept(&self) -> i16 {
        if self.view.week() == 0 { RESERVE } else { self.due() }
    }

    /// What the map may cost at the end of next Week beyond what comes in, if nothing is done about it.
    fn due(&self) -> i16 {
        let view = self.view;
        if view.week() + 1 >= view.objective().weeks {
            return 0;
        }
        (view.map_losses() - view.weekly_so()).max(0) + 2
    }

    /// The next Unit of the list that leaves enough.
    pub(super) fn shop(&self) -> Choice {
        let kept = self.kept();
        for number in self.list() {
            let choice = Choice::Buy(number);
            let Some(card) = self.view.charts.unit_of(number) else { continue };
            let at_first = self.view.week() == 0;
            let price = if at_first { i16::from(self.view.charts.units[card].so) } else { self.view.price(card) };
            if self.view.so() - price >= kept && self.can(choice) {
                return choice;
            }
        }
        if self.can(Choice::Done) { Choice::Done } else { Choice::Back }
    }

    /// Low levels for Infantry, high ones for Armor and Artillery; of those the best card.
    pub(super) fn suits(&self, choice: Choice, level: Level) -> i32 {
        let Choice::Take(name) = choice else { return 0 };
        let card = &self.view.charts.commanders[name];
        let infantry = card.r#type == Branch::Infantry;
        let at = &card.level[level];
        let quick = 4 * i32::from(at.fast[0]) + 3 * i32::from(at.r1[0]) + i32::from(at.r0[0]);
        100 * i32::from(infantry == (level <= Level::Green)) + quick + i32::from(at.okay) + 2 * i32::from(at.cool)
    }

    pub(super) fn equip(&self) -> Choice {
        let [trucks, scouts] = Support::ALL.map(|support| self.view.support(support));
        if scouts < SCOUTS && self.can(Choice::Support(Support::Scout)) {
            Choice::Support(Support::Scout)
        } else if trucks < TRUCKS && self.can(Choice::Support(Support::Truck)) {
            Choice::Support(Support::Truck)
        } else {
            Choice::Done
        }
    }

    /// The points that must be Destroyed, in hundredths.
    fn needed(&self, battalion: BattalionId) -> i32 {
        let destroyed = i32::from(self.view.battalion_card(battalion).destroyed);
        self.view.strength(battalion) - 100 * destroyed
    }

    /// What an action of a Unit at such a Battalion brings on average: who reaches farther and has Tactics acts more often.
    fn offense(&self, card: &UnitCard, battalion: BattalionId) -> i32 {
        let reach = 8 + i32::from(card.range[1]) + i32::from(card.tactic + card.command_tactic);
        self.view.prospect(card, battalion) * reach / 10
    }

    /// The turns in which somebody shoots.
    fn turns(&self, scouts: u8) -> i32 {
        i32::from(self.view.charts.numbers.battle.turns) - 1 + i32::from(scouts)
    }

    fn is_calm(&self, commander: CommanderId) -> bool {
        self.view.against_commander(commander).is_none()
            && self.view.commanders()[commander].nerve(self.view.charts) == Nerve::Okay
    }

    fn is_last_week(&self) -> bool {
        self.view.week() >= self.view.objective().weeks
    }

    /// Whether a Commander goes: if he is calm, or at the very end.
    fn goes(&self, commander: CommanderId) -> bool {
        self.is_calm(commander) || (self.is_last_week() && self.view.against_commander(commander).is_none())
    }

    /// How many Commanders of each type can go.
    fn going(&self) -> [usize; Branch::ALL.len()] {
        Branch::ALL.map(|branch| self.view.free_commanders(branch).filter(|commander| self.goes(*commander)).count())
    }

    /// The expected kills of all who could go, in hundredths of what it takes to Destroy a Battalion.
    fn prospect(&self, battalion: BattalionId) -> i32 {
        let (view, charts) = (self.view, self.view.charts);
        let (mut going, led) = (self.going(), view.led_types());
        let mut sum = 0;
        for unit in view.units().ids() {
            let card = view.units()[unit].card(charts);
            let left = &mut going[card.r#type.index()];
            if *left > 0 && view.against_sending(unit, led).is_none() {
                *left -= 1;
                sum += self.offense(card, battalion);
            }
        }
        let scouts = view.spare(Support::Scout).min(SCOUTS_EACH);
        100 * sum * self.turns(scouts) / self.needed(battalion).max(1)
    }

    /// The Battalion to attack next: those that cost us most, then what is worth most; only what should be beaten.
    pub(super) fn plan(&self) -> Choice {
        let view = self.view;
        let mut best = (i32::MIN, Choice::Done);
        for at in view.battalions().ids() {
            let card = view.battalion_card(at);
            let choice = Choice::Attack(card.id);
            if !self.can(choice) {
                continue;
            }
            let prospect = self.prospect(at);
            if prospect < ENOUGH {
                continue;
            }
            let near = match view.battalions()[at].band {
                Band::FriendlyStaging => 60,
                Band::FriendlyTransit => 25,
                Band::Front => 10,
                _ => 0,
            };
            let cost = 3 * i32::from(view.attack_cost(at, view.spare(Support::Truck)));
            let left = i32::from(card.vp.saturating_sub(view.battalions()[at].scored));
            let worth = near - cost + 6 * left + prospect.min(400) / 20;
            if worth > best.0 {
                best = (worth, choice);
            }
        }
        best.1
    }

    /// Units until there are plenty; Scouts; Trucks where they help.
    pub(super) fn assign(&self) -> Choice {
        let (view, charts) = (self.view, self.view.charts);
        let Some(at) = view.plan().last_id() else { return Choice::Cancel };
        let battalion = view.plan()[at].battalion;
        let sent = || view.units().iter().filter(|unit| unit.sent == Some(at));
        let kills: i32 = sent().map(|unit| self.offense(unit.card(charts), battalion)).sum();
        let scouts = SCOUTS_EACH.min(view.plan()[at].scouts + view.spare(Support::Scout));
        let prospect = 100 * kills * self.turns(scouts) / self.needed(battalion).max(1);
        if prospect < PLENTY {
            let (going, led) = (self.going(), view.led_types());
            let mut best = (0, None);
            for unit in view.units().ids() {
                let card = view.units()[unit].card(charts);
                if going[card.r#type.index()] == 0 || view.against_sending(unit, led).is_some() {
                    continue;
                }
                let offense = self.offense(card, battalion);
                if offense > best.0 {
                    best = (offense, Some(card.number));
                }
            }
            if let Some(number) = best.1 {
                return Choice::Send(number);
            }
        }
        if sent().next().is_none() {
            return Choice::Cancel;
        }
        let cost = view.attack_cost(battalion, view.plan()[at].trucks);
        if cost > 0 && self.can(Choice::Assign(Support::Truck)) {
            Choice::Assign(Support::Truck)
        } else if view.plan()[at].scouts < SCOUTS_EACH && self.can(Choice::Assign(Support::Scout)) {
            Choice::Assign(Support::Scout)
        } else if self.can(Choice::Done) {
            Choice::Done
        } else {
            Choice::Cancel
        }
    }

    /// A Commander: calm and of a high level.
    pub(super) fn fitness(&self, choice: Choice) -> i32 {
        let name = match choice {
            Choice::Under(name) | Choice::Take(name) | Choice::Discard(name) | Choice::Commander(name) => name,
            _ => return 0,
        };
        let Some(commander) = self.view.commander(name) else { return self.suits(Choice::Take(name), Level::Recruit) };
        let nerve = commander.nerve(self.view.charts) as i32;
        10 * commander.level.index() as i32
            - 100 * nerve
            - 4 * i32::from(commander.stress)
            - 50 * i32::from(commander.wounded)
    }

    pub(super) fn help(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Heal(_) => 60,
            Choice::Repair(..) => 30,
            Choice::Calm(name) => self.view.commander(name).map_or(0, |one| 5 * i32::from(one.stress)),
            _ => 0,
        }
    }

    /// Engines and tracks first: without them a vehicle stays behind.
    pub(super) fn mend(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Repair(_, Lasting::Engine) => 7,
            Choice::Repair(_, Lasting::Suspension) => 6,
            Choice::Heal(_) => 5,
            Choice::Repair(_, Lasting::Hull | Lasting::Casualty) => 4,
            Choice::Repair(_, Lasting::Gun) => 3,
            Choice::Repair(_, Lasting::MachineGun) => 2,
            Choice::Repair(..) => 1,
            _ => 0,
        }
    }

    pub(super) fn depot(&self) -> Choice {
        let (view, charts) = (self.view, self.view.charts);
        let free = view.so() - self.due();
        for &choice in self.options {
            let wanted = match choice {
                Choice::Heal(_) => free >= charts.numbers.cost.heal,
                Choice::Replace(name) => view.commander(name).is_some_and(|commander| {
                    commander.nerve(charts) == Nerve::Unfit && commander.level <= Level::Green
                }),
                Choice::Repairs => free >= 2,
                _ => false,
            };
            if wanted {
                return choice;
            }
        }
        let market = view.market();
        let wants = |number: Number| {
            charts
                .unit_of(number)
                .is_some_and(|card| view.price(card) <= free && market.against(charts, card).is_none())
        };
        let scouts = view.support(Support::Scout);
        if scouts < SCOUTS && free >= 1 && self.can(Choice::Support(Support::Scout)) {
            Choice::Support(Support::Scout)
        } else if self.can(Choice::Units) && self.list().any(wants) {
            Choice::Units
        } else {
            Choice::Done
        }
    }

    pub(super) fn rest(&self) -> Choice {
        let view = self.view;
        let most = view.charts.numbers.stress.rest;
        let relief: u8 = view.commanders().iter().map(|commander| commander.stress.min(most)).sum();
        let rich = view.so() >= view.rest_cost() + self.due();
        if rich && usize::from(relief) >= view.commanders().len() { Choice::Yes } else { Choice::No }
    }
}
