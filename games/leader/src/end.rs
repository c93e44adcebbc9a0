//! End of Week: Battalions move, leave, Special Option points, Medics and Mechanics, Priority R&R.

use crate::charts::effects::{On, What};
use crate::charts::{Charts, headings};
use crate::effects::Occasion;
use crate::ids::{BattalionId, CommanderId, Ids, PlannedId, UnitId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Commander, Leader, Stage, Unit};
use crate::talk::{Ask, ChangedBy, Event, MechanicAnswer, MedicAnswer};
use crate::words::{Band, Class, Lasting, Mender, Name, Shift, Skill, Strain, Target};
use arrayvec::ArrayVec;
use hulldown_core::Check;
use hulldown_core::chart::Within;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl Leader {
    /// What cards and notes add to a Battalion's Operational Movement roll.
    fn operational(&self, charts: &Charts, battalion: BattalionId) -> i16 {
        let class = self.battalion_card(charts, battalion).id.class;
        let value = |what: &What| match what {
            What::Operational { n: Within(n), class: of } if of.is_none_or(|of| of == class) => *n,
            _ => 0,
        };
        self.sum_of_week(charts, |effect| value(&effect.what))
            + self.own_sum(charts, battalion, |effect| value(&effect.what))
            + i16::from(self.lingering.operational[class.index()])
    }

    /// What the Objective pays a Week, with all changes never below 0 (R94).
    pub fn weekly_so(&self, charts: &Charts) -> i16 {
        (self.objective(charts).weekly_so + self.weekly_change(charts)).max(0)
    }

    /// What cards and notes change in that.
    fn weekly_change(&self, charts: &Charts) -> i16 {
        let changed = self.sum_of_week(charts, |effect| match effect.what {
            What::WeeklySo { n: Within(n) } => n,
            _ => 0,
        });
        changed + i16::from(self.lingering.weekly_so)
    }

    /// The same taken apart: what the card of the Objective says, and each card and note that changes it.
    fn why_weekly(&self, charts: &'static Charts) -> (i16, ChangedBy) {
        let changes = self.week_effects_named(charts).filter_map(|(source, note, effect)| match effect.what {
            What::WeeklySo { n: Within(n) } => Some((n, self.title_of(charts, source, note))),
            _ => None,
        });
        (self.objective(charts).weekly_so, ChangedBy::of(self.weekly_change(charts) as i8, changes))
    }

    /// What a Battalion in a band costs this Week (end.so.2).
    pub fn map_loss(&self, charts: &Charts, band: Band) -> i16 {
        if !matches!(band, Band::FriendlyStaging | Band::FriendlyTransit) {
            return 0;
        }
        let changed = self.sum_of_week(charts, |effect| match effect.what {
            What::MapLoss { n: Within(n), band: of } if of == band => n,
            _ => 0,
        });
        let lingering = self.lingering.map_loss[usize::from(band == Band::FriendlyTransit)];
        (charts.bands[band].weekly_loss + changed + i16::from(lingering)).max(0)
    }

    /// The VP a Battalion can still bring (post.status.4).
    pub(crate) fn vp_left(&self, charts: &Charts, at: BattalionId) -> u8 {
        self.battalion_card(charts, at).vp.saturating_sub(self.battalions[at].scored)
    }

    /// What all Battalions on our side of the map cost this Week.
    pub fn map_losses(&self, charts: &Charts) -> i16 {
        let here = self.battalions.iter().filter(|battalion| !battalion.destroyed);
        here.map(|battalion| self.map_loss(charts, battalion.band)).sum()
    }

    /// Whether what Battalions cost at the end of this Week cannot be paid, so much being spent now, as they stand: those still to be fought
    /// left out, and the one that is being fought if it is Destroyed by now. After the last Week nothing is paid (R32).
    pub(crate) fn is_ruinous(&self, charts: &Charts, spent: i16) -> bool {
        if self.week >= self.objective(charts).weeks {
            return false;
        }
        let fought = self.stage != Stage::Plan;
        let fallen = fought && self.battle_outcome(charts).destroyed;
        let open = |plan: PlannedId| !fought || plan > self.at || plan == self.at && fallen;
        let spared = |at: BattalionId| self.plan.each().any(|(plan, planned)| planned.battalion == at && open(plan));
        let here = self.battalions.each().filter(|(at, battalion)| !battalion.destroyed && !spared(*at));
        let due: i16 = here.map(|(_, battalion)| self.map_loss(charts, battalion.band)).sum();
        due > 0 && due > self.so - spent + self.weekly_so(charts)
    }

    /// What comes in and what is due at the end of the Week, as Battalions stand: `+5 Weekly, -6 for 9A in Friendly Staging`; none if nothing
    /// is due.
    pub(crate) fn dues(&self, charts: &Charts) -> Option<String> {
        let due: String = self.losses(charts).map(|(so, of_whom)| format!(", -{so} {of_whom}")).collect();
        (!due.is_empty()).then(|| format!("+{} Weekly{due}", self.weekly_so(charts)))
    }

    /// What is due at the end of the Week, Battalion by Battalion: so much `for 9A in Friendly Staging`.
    pub(crate) fn losses(&self, charts: &Charts) -> impl Iterator<Item = (i16, String)> {
        let here = self.battalions.ids().filter(|at| !self.battalions[*at].destroyed);
        here.filter_map(|at| {
            let band = self.battalions[at].band;
            let so = self.map_loss(charts, band);
            (so > 0).then(|| (so, format!("for {} in {band}", self.battalion_card(charts, at).id)))
        })
    }

    /// What the Week has cost.
    fn week_toll(&self) -> Event {
        Event::WeekToll {
            week: self.week,
            lost: self.units.iter().filter(|unit| unit.lost).map(|unit| unit.card).collect(),
            killed: self.commanders.iter().filter(|one| one.kia).map(|one| one.name).collect(),
            wounded: self.commanders.iter().filter(|one| one.wounded && !one.kia).map(|one| one.name).collect(),
        }
    }

    /// What Priority R&R costs.
    pub fn rest_cost(&self, charts: &Charts) -> i16 {
        let changed = self.sum_of_week(charts, |effect| match effect.what {
            What::RestCost { n: Within(n) } => n,
            _ => 0,
        });
        (charts.numbers.cost.rest + changed + i16::from(self.lingering.rest_cost)).max(0)
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// Refits, then a roll for each mobile Battalion (end.move.1 to .4).
    pub(crate) fn move_battalions(&mut self) -> Play<()> {
        let week = self.game.week;
        self.tell(|| Event::WeekEnds { week });
        self.refits()?;
        let charts = self.charts;
        for at in self.game.battalions.ids() {
            let card = self.game.battalion_card(charts, at);
            if self.game.battalions[at].destroyed || card.is_fixed() {
                continue;
            }
            let table = &charts.operational[card.id.class];
            let mut check = Check::on("operational", "Enemy Operational Movement", rule!("end.move.1"), table)
                .in_column(card.id.class);
            let cards = self.game.operational(charts, at);
            if T::LISTENS {
                self.game.name_operational(charts, at, &mut check, cards);
            } else {
                check.modify_far(cards, "cards and notes", rule!("end.move.1"));
            }
            if self.game.battalions[at].half {
                check.modify(charts.numbers.battle.half_operational, "Half", rule!("end.move.4"));
            }
            let shift = self.table.read(&check, table)?;
            let bands = match shift {
                Shift::Advance => 1,
                Shift::Hold => 0,
                Shift::Retreat => -1,
            };
            self.shifts(at, bands);
        }
        self.game.stage = Stage::Adjust;
        Ok(())
    }

    /// A Battalion moves by so many bands; at the end of the map it stays where it is.
    pub(crate) fn shifts(&mut self, at: BattalionId, bands: i8) {
        let card = self.game.battalion_card(self.charts, at);
        let before = self.game.battalions[at].band;
        let band = before.advanced(bands);
        self.game.battalions[at].band = band;
        if bands != 0 && band == before {
            self.tell(|| Event::Stuck { battalion: card.id, name: &card.name, back: bands < 0, band });
            return;
        }
        let shift = match bands {
            0 => Shift::Hold,
            1.. => Shift::Advance,
            _ => Shift::Retreat,
        };
        self.tell(|| Event::Shifts { battalion: card.id, name: &card.name, shift, band });
    }

    /// Half Battalions that were not fought may become Full again; VP scored stay scored (R39).
    fn refits(&mut self) -> Play<()> {
        let charts = self.charts;
        // A Battalion that is Full again has its notes back; they refit nobody this Week.
        let refits: ArrayVec<(Class, i8), 16> = self
            .game
            .week_effects(charts)
            .filter_map(|effect| match effect.what {
                What::Refit { class, need: Within(need) } => Some((class, need)),
                _ => None,
            })
            .take(16)
            .collect();
        for (class, need) in refits {
            for at in self.game.battalions.ids() {
                let (battalion, state) = (self.game.battalion_card(charts, at).id, self.game.battalions[at]);
                if state.destroyed || !state.half || state.fought || battalion.class != class {
                    continue;
                }
                self.tell(|| Event::MayRefit { battalion });
                let check =
                    Check::at_least("operational", "Refit", rule!("end.move.1"), D10, need).on_line(headings::REFIT);
                if self.table.test(&check)? {
                    self.game.battalions[at].half = false;
                    self.tell(|| Event::Refits { battalion });
                }
            }
        }
        Ok(())
    }

    /// On Leave; Weekly SO, what waited for the end of the Week, then the map's losses (end.leave.1, end.so.1 to .4).
    pub(crate) fn adjust(&mut self) -> Play<()> {
        let charts = self.charts;
        let changed = self.game.sum_of_week(charts, |effect| match effect.what {
            What::Leave { n: Within(n) } => n,
            _ => 0,
        });
        let relief = i16::from(charts.numbers.stress.leave) + changed + i16::from(self.game.lingering.leave);
        for at in self.game.commanders.ids() {
            let commander = &self.game.commanders[at];
            if !commander.sent && !commander.kia {
                let relief = relief.clamp(0, i16::from(commander.stress)) as i8;
                self.strain(at, -relief, Strain::Leave);
            }
        }
        let so = self.game.weekly_so(charts);
        self.game.so += so;
        let left = self.game.so;
        if T::LISTENS {
            let (usual, cards) = self.game.why_weekly(charts);
            self.tell(|| Event::Gained { so, left, usual, cards });
        }
        self.moment(On::WeekEnd, Occasion::Week)?;
        if self.is_over() {
            return Ok(());
        }
        let so = self.game.map_losses(charts);
        if so > 0 {
            if !self.must_pay(so) {
                return Ok(());
            }
            let left = self.game.so;
            self.tell(|| Event::MapLoss { so, left });
        }
        // Who was killed or Destroyed is taken off the lists; plans that speak of them are over.
        if T::LISTENS {
            let toll = self.game.week_toll();
            self.tell(|| toll);
        }
        self.game.plan.clear();
        self.game.units.retain(|unit| !unit.lost);
        self.game.commanders.retain(|commander| !commander.kia);
        for unit in &mut self.game.units {
            (unit.sent, unit.under) = (None, None);
        }
        self.game.served = Ids::NONE;
        self.game.stage = Stage::Mend;
        Ok(())
    }

    /// Each Medic and each US Mechanic serves once, before anything else (commander.skill.6, .10, .11, R87). All do the same, so it does not
    /// matter who comes first; but whom another helps out of being Unfit serves after him (R93).
    pub(crate) fn mend(&mut self) -> Play<()> {
        let charts = self.charts;
        let serves = |one: &Commander| one.can(charts, Skill::Medic) || one.can(charts, Skill::Mechanic);
        let waiting = |(at, one): &(CommanderId, &Commander)| !self.game.served.has(*at) && serves(one);
        let Some((at, commander)) = self.game.commanders.each().find(waiting).map(|(at, one)| (at, *one)) else {
            self.game.served = Ids::NONE;
            self.game.stage = Stage::Depot;
            return Ok(());
        };
        self.game.served.add(at);
        if commander.can(charts, Skill::Medic) {
            self.medic(commander.name)?;
        }
        if commander.can(charts, Skill::Mechanic) {
            for left in [2, 1] {
                if !self.mechanic(commander.name, left)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn medic(&mut self, medic: Name) -> Play<()> {
        let mut menu = self.table.menu();
        for commander in &self.game.commanders {
            if commander.wounded {
                menu.offer(MedicAnswer::Heal(commander.name));
            }
            if commander.stress > 0 {
                menu.offer(MedicAnswer::Calm(commander.name));
            }
        }
        for at in self.game.units.ids() {
            if self.game.units[at].has(Lasting::Casualty) > 0 {
                menu.offer(MedicAnswer::Repair(self.number(at), Lasting::Casualty));
            }
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        menu.offer(MedicAnswer::Done);
        match self.ask(Ask::Medic(medic), &menu)? {
            MedicAnswer::Heal(name) => self.healed(name, Mender::Medic),
            MedicAnswer::Calm(name) => {
                let at = self.commander(name);
                let relief = self.charts.numbers.stress.medic.min(self.game.commanders[at].stress);
                self.strain(at, -(relief as i8), Strain::Medic);
            }
            MedicAnswer::Repair(number, damage) => self.repaired(self.unit(number), damage, Mender::Medic),
            MedicAnswer::Done => {}
        }
        Ok(())
    }

    /// One vehicle damage counter; says whether he goes on.
    fn mechanic(&mut self, name: Name, left: u8) -> Play<bool> {
        let mut menu = self.table.menu();
        let vehicle = |unit: &&Unit| unit.card(self.charts).target == Target::Ap;
        for unit in self.game.units.iter().filter(vehicle) {
            for lasting in Lasting::ALL.into_iter().filter(|lasting| unit.has(*lasting) > 0) {
                menu.offer(MechanicAnswer::Repair(unit.card(self.charts).number, lasting));
            }
        }
        if menu.options().is_empty() {
            return Ok(false);
        }
        menu.offer(MechanicAnswer::Done);
        match self.ask(Ask::Mechanic(name, left), &menu)? {
            MechanicAnswer::Repair(number, damage) => {
                self.repaired(self.unit(number), damage, Mender::Mechanic);
                Ok(true)
            }
            MechanicAnswer::Done => Ok(false),
        }
    }

    /// A damage counter comes off a Unit.
    pub(crate) fn repaired(&mut self, unit: UnitId, damage: Lasting, by: Mender) {
        let count = &mut self.game.units[unit].damage[damage.index()];
        *count = count.saturating_sub(1);
        let unit = self.number(unit);
        self.tell(|| Event::Repaired { unit, damage, by });
    }

    /// A wound is healed.
    pub(crate) fn healed(&mut self, name: Name, by: Mender) {
        let at = self.commander(name);
        let commander = &mut self.game.commanders[at];
        commander.wounded = false;
        if let Some(row) = commander.counter.take() {
            self.game.battle.cup[row] += 1;
        }
        self.tell(|| Event::Healed { name, by });
    }

    /// Priority R&R, once a Week; then the next Week (end.rr.1, .2, end.next.1).
    pub(crate) fn rest(&mut self) -> Play<()> {
        let so = self.game.rest_cost(self.charts);
        if !self.game.commanders.is_empty() && so <= self.game.so && self.vote(Ask::Rest, None)?.carried {
            self.game.so -= so;
            self.tell(|| Event::Rested { so });
            for at in self.game.commanders.ids() {
                let relief = self.charts.numbers.stress.rest.min(self.game.commanders[at].stress);
                self.strain(at, -(relief as i8), Strain::Rest);
            }
        }
        self.adjourn();
        self.game.week += 1;
        self.game.stage = Stage::Condition;
        Ok(())
    }
}
