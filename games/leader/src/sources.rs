//! What changes a roll, by the name of the card, note or man it comes from. Names are put together only for those who read them.

use crate::charts::Charts;
use crate::charts::effects::What;
use crate::effects::EffectSource;
use crate::ids::BattalionId;
use crate::rules::rule;
use crate::state::{Commander, Leader, Mods};
use crate::words::{Class, Ground};
use arrayvec::ArrayVec;
use hulldown_core::Check;
use hulldown_core::chart::Within;
use hulldown_core::rules::RuleId;

/// The most cards and notes that are named one by one in a roll.
const MOST: usize = 7;

/// One thing that changes a roll: by how much, what it is called, and its rule.
pub(crate) type Change = (i16, &'static str, RuleId);

/// What a hex is called that adds to Defense, with its rule.
pub(crate) const fn cover_rule(ground: Ground) -> RuleId {
    match ground {
        Ground::Heavy => rule!("terrain.h.1"),
        Ground::Light => rule!("terrain.l.1"),
        Ground::Bocage => rule!("terrain.b.1"),
        Ground::Impassable => rule!("terrain.i.2"),
        Ground::Clear | Ground::Water => rule!("combat.cover.1"),
    }
}

impl EffectSource {
    /// The rule that puts it in force.
    const fn rule(self) -> RuleId {
        match self {
            EffectSource::Campaign => rule!("setup.campaign.6"),
            EffectSource::Objective => rule!("setup.objective.3"),
            EffectSource::Battalion(_) => rule!("setup.battalion.5"),
            EffectSource::Condition => rule!("week.condition.2"),
            EffectSource::Before => rule!("pre.event.2"),
            EffectSource::After => rule!("post.event.1"),
        }
    }
}

/// Changes to a roll that come to this sum: each by its name, or all as one where they are too many to name, or where a position that was
/// made up has a sum nobody brought.
pub(crate) fn modify(check: &mut Check, sum: i16, rule: RuleId, changes: impl Iterator<Item = Change>) {
    let mut named: ArrayVec<Change, MOST> = ArrayVec::new();
    let all = changes.filter(|(change, ..)| *change != 0).all(|change| named.try_push(change).is_ok());
    let told: i16 = named.iter().map(|(change, ..)| change).sum();
    if all && told == sum {
        named.into_iter().for_each(|(change, why, rule)| check.modify_far(change, why, rule));
    } else {
        check.modify_far(sum, "cards and notes", rule);
    }
}

impl Leader {
    /// What the card or note is called that something in force stands on: the title, and whose card it is.
    pub(crate) fn title_of(&self, charts: &'static Charts, source: EffectSource, note: usize) -> &'static str {
        let called = &charts.called;
        let event = |drawn: Option<(crate::ids::EventId, _)>, half: usize| {
            drawn.map_or("Event", |(card, _)| called.events[card][half].as_str())
        };
        let of = |titles: &'static [String]| titles.get(note).map_or("note", String::as_str);
        match source {
            EffectSource::Campaign => of(&called.campaigns[self.campaign]),
            EffectSource::Objective => of(&called.objectives[self.objective]),
            EffectSource::Battalion(at) => of(&called.battalions[self.nation(charts)][self.battalions[at].card]),
            EffectSource::Condition => {
                self.condition.map_or("Special Condition", |card| called.conditions[card].as_str())
            }
            EffectSource::Before => event(self.battle.before, 0),
            EffectSource::After => event(self.battle.after, 1),
        }
    }

    /// Every card and note that changes this battle, by name, with what it does.
    pub(crate) fn felt_here(&self, charts: &'static Charts) -> Vec<String> {
        let mut all: Vec<(&str, String)> = Vec::new();
        for (source, note, effect) in self.battle_effects(charts) {
            let title = self.title_of(charts, source, note);
            match all.iter_mut().find(|(known, _)| *known == title) {
                Some((_, does)) => *does += &format!("; {effect}"),
                None => all.push((title, effect.to_string())),
            }
        }
        all.into_iter().map(|(title, does)| format!("{title}: {does}")).collect()
    }

    /// What a Commander is called in a roll he changes: his name, his level, and whether he is Shaken.
    pub(crate) fn title_of_commander(charts: &'static Charts, commander: &Commander, shaken: bool) -> &'static str {
        &charts.called.commanders[commander.name.index()][commander.level.index()][usize::from(shaken)]
    }

    /// What cards and notes change in a roll of this battle. They are added up when it begins; somebody who reads the roll has them named.
    #[inline(always)]
    pub(crate) fn changed_by_cards(
        &self,
        charts: &'static Charts,
        check: &mut Check,
        reads: bool,
        rule: RuleId,
        of: impl Fn(&Mods) -> i8,
    ) {
        let sum = i16::from(of(&self.battle.mods));
        if reads {
            self.name_cards(charts, check, sum, rule, &of);
        } else {
            check.modify_far(sum, "cards and notes", rule);
        }
    }

    #[cold]
    fn name_cards(&self, charts: &'static Charts, check: &mut Check, sum: i16, rule: RuleId, of: &dyn Fn(&Mods) -> i8) {
        let changes = self.battle_effects(charts).map(|(source, note, effect)| {
            let change = i16::from(of(&self.alone(charts, effect)));
            (change, self.title_of(charts, source, note), source.rule())
        });
        modify(check, sum, rule, changes);
    }

    /// What cards and notes add to a Battalion's Operational Movement roll, one by one.
    #[cold]
    pub(crate) fn name_operational(
        &self,
        charts: &'static Charts,
        battalion: BattalionId,
        check: &mut Check,
        sum: i16,
    ) {
        let class = self.battalion_card(charts, battalion).id.class;
        let changes = self.week_effects_on(charts, battalion).map(|(source, note, effect)| {
            let change = match effect.what {
                What::Operational { n: Within(n), class: of } if of.is_none_or(|of| of == class) => n,
                _ => 0,
            };
            (i16::from(change), self.title_of(charts, source, note), source.rule())
        });
        let lingering = i16::from(self.lingering.operational[Class::index(class)]);
        let lingering = (lingering, "an Event of this Week", rule!("post.event.1"));
        modify(check, sum, rule!("end.move.1"), changes.chain([lingering]));
    }
}
