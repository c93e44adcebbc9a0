//! What the player sees: everything. Nothing is hidden but what is not drawn or rolled yet.
//!
//! The state behind it is private here: bots and boards get a [`View`] and nothing else. What would come of a move, or was a moment ago, is
//! a view of a game of its own ([`Imagined`]).

use crate::board::calendar;
use crate::charts::{
    Arms, BattalionCard, CampaignCard, Charts, ConditionCard, EnemyCard, EnemyOrders, EventCard, MOST_BATTALIONS,
    ObjectiveCard, UnitCard,
};
use crate::forecast::Forecast;
use crate::gunner::{Fire, Gunner};
use crate::ids::{BattalionId, CardId, Cards, CommanderId, EnemyId, FighterId, Ids, PlannedId, Row, UnitId};
use crate::map::{Hex, Hexes};
use crate::odds::{Danger, EnemyStep};
use crate::playable::in_battle;
use crate::setup::Market;
use crate::spoken;
use crate::state::{
    Battalion, Battle, Commander, Enemy, Fate, Fighter, Leader, MOST, Mods, Planned, Stage, Tally, Unit,
};
use crate::talk::{Event, Number};
use crate::text;
use crate::together;
use crate::words::{Band, Branch, Evaluation, Kind, Lasting, Name, Nation, Skill, Support, Target};
use hulldown_core::Seat;
use hulldown_core::game::Section;
use hulldown_core::rules::Reason;
use serde::{Serialize, Serializer};

/// The game as its player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Leader,
    /// The charts.
    pub charts: &'static Charts,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Leader, charts: &'static Charts) -> Self {
        View { game, charts }
    }

    /// What comes next in the sequence of play.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.game.stage
    }

    /// The Week, from 1; 0 before the first.
    #[inline]
    pub fn week(&self) -> u8 {
        self.game.week
    }

    /// Special Option points.
    #[inline]
    pub fn so(&self) -> i16 {
        self.game.so
    }

    /// The Campaign card.
    #[inline]
    pub fn campaign(&self) -> &'static CampaignCard {
        self.game.campaign(self.charts)
    }

    /// The Objective card.
    #[inline]
    pub fn objective(&self) -> &'static ObjectiveCard {
        self.game.objective(self.charts)
    }

    /// Who the enemy is.
    #[inline]
    pub fn nation(&self) -> Nation {
        self.game.nation(self.charts)
    }

    /// Units, in the order they joined.
    #[inline]
    pub fn units(&self) -> &'a Row<UnitId, Unit, MOST> {
        &self.game.units
    }

    /// Commanders, in the order they joined.
    #[inline]
    pub fn commanders(&self) -> &'a Row<CommanderId, Commander, MOST> {
        &self.game.commanders
    }

    /// The Commander with this name, himself.
    pub fn commander(&self, name: Name) -> Option<&'a Commander> {
        self.game.commander_of(name).map(|at| &self.game.commanders[at])
    }

    /// How many Trucks or Scouts there are.
    pub fn support(&self, support: Support) -> u8 {
        self.game.support[support.index()]
    }

    /// How many of them are not assigned.
    pub fn spare(&self, support: Support) -> u8 {
        self.game.spare(support)
    }

    /// The enemy's Battalions, in the order they were drawn.
    #[inline]
    pub fn battalions(&self) -> &'a Row<BattalionId, Battalion, MOST_BATTALIONS> {
        &self.game.battalions
    }

    /// The card of a Battalion.
    #[inline]
    pub fn battalion_card(&self, battalion: BattalionId) -> &'static BattalionCard {
        self.game.battalion_card(self.charts, battalion)
    }

    /// This Week's battles, in their order.
    #[inline]
    pub fn plan(&self) -> &'a Row<PlannedId, Planned, MOST> {
        &self.game.plan
    }

    /// The battle that is fought.
    #[inline]
    pub fn battle(&self) -> &'a Battle {
        &self.game.battle
    }

    /// Victory Points.
    pub fn vp(&self) -> i16 {
        self.game.vp
    }

    /// This Week's Special Condition.
    pub fn condition(&self) -> Option<&'static ConditionCard> {
        self.game.condition.map(|card| &self.charts.conditions[card])
    }

    /// The Event before the battle.
    pub fn event(&self) -> Option<&'static EventCard> {
        self.game.battle.before.map(|(card, _)| &self.charts.events[card])
    }

    /// How it ended.
    pub fn result(&self) -> Option<Evaluation> {
        self.game.result
    }

    /// What the campaign has come to so far.
    pub fn tally(&self) -> &'a Tally {
        &self.game.tally
    }

    /// Whether the campaign is in a battle.
    pub fn in_battle(&self) -> bool {
        in_battle(self.game)
    }

    /// The Unit with this number.
    pub fn unit_of(&self, number: Number) -> Option<UnitId> {
        self.game.unit_of(self.charts, number)
    }

    /// The Commander with this name.
    pub fn commander_of(&self, name: Name) -> Option<CommanderId> {
        self.game.commander_of(name)
    }

    // Several who share the force.

    /// Whether several share it.
    pub fn is_shared(&self) -> bool {
        self.game.is_shared()
    }

    /// What a player is called in the middle of a sentence.
    pub fn player_name(&self, seat: Seat) -> String {
        self.game.player_name(seat)
    }

    /// Who plays the Unit of a fighter.
    pub fn player_of(&self, fighter: FighterId) -> Seat {
        self.game.player_of(fighter)
    }

    /// Whose something is, behind its name in a list; nothing where one plays alone.
    pub fn of_player(&self, seat: Seat) -> String {
        together::of_player(self.game, seat)
    }

    // What things cost and bring.

    /// Units for a balanced force.
    pub(crate) fn offered(&self) -> Vec<Number> {
        spoken::offered(self.game, self.charts)
    }

    /// Unit cards that were Destroyed.
    pub(crate) fn spent(&self) -> Cards {
        self.game.spent
    }

    /// What this Week's plan costs.
    pub fn plan_cost(&self) -> i16 {
        self.game.plan_cost(self.charts)
    }

    /// How many counters of each kind a Battalion brings.
    pub fn met_with(&self, battalion: BattalionId) -> impl Iterator<Item = (Kind, i32)> {
        self.game.met_with(self.charts, battalion)
    }

    /// The counters a Battalion brings: how many of each model, in hundredths.
    pub(crate) fn counters(&self, battalion: BattalionId, each: impl FnMut(i32, Kind, &EnemyCard)) {
        self.game.counters_by_kind(self.charts, battalion, each);
    }

    /// What Campaign, Objective and Battalions change in every battle with this one.
    pub(crate) fn standing_mods(&self, battalion: BattalionId) -> Mods {
        self.game.standing_mods(self.charts, battalion)
    }

    /// What playing a battle of the plan out so often came to; none where nobody is assigned to it.
    pub(crate) fn forecast(&self, plan: PlannedId, times: usize) -> Option<Forecast> {
        self.game.forecast(self.charts, plan, times)
    }

    /// What a Unit card costs now.
    pub fn price(&self, card: CardId) -> i16 {
        self.game.price(self.charts, card)
    }

    /// Which Unit cards can join.
    pub(crate) fn market(&self) -> Market {
        self.game.market(self.charts, &[])
    }

    /// What a Battalion in a band costs at the end of the Week.
    pub fn map_loss(&self, band: Band) -> i16 {
        self.game.map_loss(self.charts, band)
    }

    /// What the map costs at the end of the Week as it stands.
    pub fn map_losses(&self) -> i16 {
        self.game.map_losses(self.charts)
    }

    /// What comes in and what is due at the end of the Week, as Battalions stand; none after the last.
    pub(crate) fn dues(&self) -> Option<String> {
        self.game.dues(self.charts).filter(|_| self.week() < self.objective().weeks)
    }

    /// Every card and note that changes this battle.
    pub(crate) fn felt_here(&self) -> Vec<String> {
        self.game.felt_here(self.charts)
    }

    /// What comes in at the end of the Week.
    pub fn weekly_so(&self) -> i16 {
        self.game.weekly_so(self.charts)
    }

    /// Whether something is his who is asked, where several share the force.
    pub(crate) fn is_asked(&self, owner: Seat) -> bool {
        self.game.is_his(owner)
    }

    /// What removing a damage counter costs.
    pub fn repair_cost(&self, lasting: Lasting) -> i16 {
        self.game.repair_cost(self.charts, lasting)
    }

    /// What Priority R&R costs.
    pub fn rest_cost(&self) -> i16 {
        self.game.rest_cost(self.charts)
    }

    /// What attacking a Battalion costs with so many Trucks.
    pub fn attack_cost(&self, battalion: BattalionId, trucks: u8) -> i16 {
        self.game.attack_cost(self.charts, battalion, trucks)
    }

    /// The VP a Battalion can still bring.
    pub(crate) fn vp_left(&self, battalion: BattalionId) -> u8 {
        self.game.vp_left(self.charts, battalion)
    }

    // Who can go, and what for.

    /// Why a Commander cannot go to a battle.
    pub(crate) fn against_commander(&self, commander: CommanderId) -> Reason {
        self.game.against_commander(self.charts, commander)
    }

    /// The Commanders of a type who can go and are not assigned.
    pub(crate) fn free_commanders(&self, branch: Branch) -> Ids<CommanderId> {
        self.game.free_commanders(self.charts, branch)
    }

    /// The types of which a Commander can go.
    pub(crate) fn led_types(&self) -> [bool; Branch::ALL.len()] {
        self.game.led_types(self.charts)
    }

    /// Why a Unit cannot be sent, given of which types a Commander can go.
    pub(crate) fn against_sending(&self, unit: UnitId, led: [bool; Branch::ALL.len()]) -> Reason {
        self.game.against_sending(self.charts, unit, led)
    }

    /// The enemy points of a Battalion, in hundredths.
    pub fn strength(&self, battalion: BattalionId) -> i32 {
        self.game.strength(self.charts, battalion)
    }

    /// The enemy points to be met in this battle, rounded.
    pub(crate) fn expected(&self) -> u16 {
        ((self.game.expected(self.charts) + 50) / 100) as u16
    }

    /// What one attack of a Unit at such a Battalion brings on average, in hundredths of a point.
    pub fn prospect(&self, card: &UnitCard, battalion: BattalionId) -> i32 {
        self.game.prospect(self.charts, card, battalion)
    }

    // In battle.

    /// The Unit of a fighter.
    #[inline]
    pub fn unit(&self, fighter: FighterId) -> &'a Unit {
        self.game.unit(fighter)
    }

    /// The card of a fighter.
    #[inline]
    pub fn card(&self, fighter: FighterId) -> &'static UnitCard {
        self.game.card(self.charts, fighter)
    }

    /// The fighter of the Unit with this number.
    #[inline]
    pub fn fighter_of(&self, number: Number) -> Option<FighterId> {
        self.game.fighter_of(self.charts, number)
    }

    /// The points of active enemy counters.
    pub fn points(&self) -> u16 {
        self.game.points(self.charts)
    }

    /// A fighter as it attacks.
    #[inline]
    pub(crate) fn gunner(&self, fighter: FighterId) -> Gunner<'a> {
        self.game.gunner(self.charts, fighter)
    }

    /// The hexes in which it can attack such a target from this one.
    #[inline]
    pub(crate) fn targeted_by(&self, gunner: &Gunner<'_>, from: Hex, moved: bool) -> [Hexes; Target::ALL.len()] {
        self.game.targeted_by(gunner, from, moved)
    }

    /// The hexes that can be attacked from one, whatever attacks.
    #[inline]
    pub(crate) fn open_from(&self, from: Hex, indirect: bool) -> Hexes {
        self.game.open_from(from, indirect)
    }

    /// An enemy as it attacks from this hex, if it can, where these are open to it.
    #[inline]
    pub(crate) fn fire(&self, enemy: &Enemy, arms: &Arms, from: Hex, open: Hexes) -> Option<Fire> {
        self.game.fire(enemy, arms, from, open)
    }

    /// What negates a hit on such an enemy in this cover.
    #[inline]
    pub(crate) fn enemy_defense(&self, arms: &Arms, cover: i8) -> i8 {
        self.game.defense_of(arms, cover)
    }

    /// What negates a hit on such a Unit in the open.
    #[inline]
    pub(crate) fn friendly_defense(&self, card: &UnitCard) -> i8 {
        self.game.defense_of_card(card)
    }

    /// What enemies add to their dice against a fighter that is Exposed.
    #[inline]
    pub(crate) fn exposed(&self, standing: &Fighter) -> i8 {
        self.game.exposed(self.charts, standing)
    }

    /// The Commander of a fighter while he lives.
    pub fn living(&self, fighter: FighterId) -> Option<&'a Commander> {
        self.game.living(fighter)
    }

    /// Whether a fighter's Commander has a skill and can use it.
    pub fn can(&self, fighter: FighterId, skill: Skill) -> bool {
        self.game.can(self.charts, fighter, skill)
    }

    /// What is printed on an enemy counter.
    pub fn enemy_card(&self, enemy: &Enemy) -> &'static EnemyCard {
        enemy.card(self.game, self.charts)
    }

    /// Why an attack from one hex to another is not seen or allowed.
    pub(crate) fn is_open(&self, from: Hex, to: Hex, range: u8, indirect: bool) -> Reason {
        self.game.is_open(from, to, range, indirect)
    }

    /// Why a fighter cannot attack such an enemy in this hex from where it stands, having moved or not.
    pub(crate) fn against_target(&self, fighter: FighterId, moved: bool, side: Target, at: Hex) -> Reason {
        self.game.against_target(self.charts, fighter, moved, side, at)
    }

    /// What a fighter needs on the bare die against such a target at this range, moved or not.
    pub(crate) fn attack_need(&self, fighter: FighterId, moved: bool, side: Target, range: u8) -> i8 {
        self.game.attack_need(self.charts, fighter, moved, side, range)
    }

    /// What negates a hit on an enemy where it stands, with its cover or without.
    pub(crate) fn defense_of_enemy(&self, enemy: EnemyId, cover: bool) -> i8 {
        self.game.enemy_defense(self.charts, enemy, cover)
    }

    /// What negates a hit on a fighter where it stands.
    pub(crate) fn defense_of(&self, fighter: FighterId) -> i8 {
        self.game.friendly_defense(self.charts, fighter)
    }

    /// Whom an enemy attacks from where it stands, with what it needs.
    pub(crate) fn targets_of(&self, enemy: EnemyId) -> (i8, Ids<FighterId>) {
        self.game.targets_of(self.charts, enemy)
    }

    /// What each enemy may do in the next enemy step, and in the attack that is being decided.
    pub(crate) fn dangers(&self) -> Vec<Danger> {
        self.game.dangers(self.charts)
    }

    /// The attack that is being decided.
    pub(crate) fn decided(&self) -> impl Iterator<Item = Danger> {
        self.game.decided(self.charts)
    }

    /// What each enemy may do in the next enemy step, with what it comes to for each of ours.
    pub(crate) fn enemy_step(&self) -> EnemyStep {
        self.game.enemy_step(self.charts)
    }

    /// The chance in percent that a fighter that attacks now Destroys an enemy, if it can attack it.
    pub(crate) fn kill_chance(&self, fighter: FighterId, enemy: EnemyId) -> Option<u32> {
        self.game.kill_chance(self.charts, fighter, enemy)
    }

    /// The chance in percent that the strike that is being called down Destroys an enemy.
    pub(crate) fn strike_chance(&self, enemy: EnemyId) -> Option<u32> {
        self.game.strike_chance(self.charts, enemy)
    }

    /// The best a fighter can do from where it stands: the chance in percent, and whom it would Destroy.
    pub(crate) fn best_attack(&self, fighter: FighterId) -> Option<(u32, EnemyId)> {
        self.game.best_attack(self.charts, fighter)
    }

    /// The same game, to be changed in thought.
    pub(crate) fn imagined(&self) -> Imagined {
        Imagined { game: self.game.clone(), charts: self.charts }
    }

    /// The game as it would be if a fighter went to a hex.
    pub(crate) fn as_if_in(&self, fighter: FighterId, hex: Hex) -> Imagined {
        Imagined { game: self.game.as_if_in(self.charts, fighter, hex), charts: self.charts }
    }

    // In words.

    /// The game in lists.
    pub(crate) fn sections(&self) -> Vec<Section> {
        text::sections(self.game, self.charts)
    }

    /// Where it stands, in a line.
    pub(crate) fn status(&self) -> String {
        text::status(self.game, self.charts, &calendar(self))
    }
}

/// A game that is thought of: as it would be after a move, or as it was before what is being told.
#[derive(Clone)]
pub(crate) struct Imagined {
    game: Leader,
    charts: &'static Charts,
}

impl Imagined {
    /// What is seen of it.
    pub(crate) fn view(&self) -> View<'_> {
        View::new(&self.game, self.charts)
    }

    /// Something of the battle that is told happens in it.
    pub(crate) fn hear(&mut self, event: &Event) {
        let fighter = |unit: Number| self.game.fighter_of(self.charts, unit);
        match *event {
            Event::Turn { turn } => self.game.battle.turn = turn,
            Event::Orders { armor, infantry, star, support } => {
                self.game.battle.orders = EnemyOrders { armor, infantry, star, support };
                self.game.stage = Stage::Enemy;
            }
            Event::Acts { step, .. } => self.game.stage = Stage::Act(step),
            Event::Moved { unit, hex } | Event::Carried { unit, hex } | Event::Placed { unit, hex } => {
                if let Some(fighter) = fighter(unit) {
                    self.game.battle.fighters[fighter].hex = Some(hex);
                }
            }
            Event::EnemyMoved { enemy, hex, .. } => {
                if let Some(counter) = self.game.battle.enemies.get_mut(enemy) {
                    counter.hex = Some(hex);
                }
            }
            Event::Killed { enemy, .. } | Event::EnemyLeaves { enemy, .. } => {
                if let Some(counter) = self.game.battle.enemies.get_mut(enemy) {
                    counter.active = false;
                }
            }
            Event::Lost { unit, .. } | Event::Retreats { unit } => {
                let fate = if matches!(event, Event::Lost { .. }) { Fate::Destroyed } else { Fate::Retreated };
                if let Some(fighter) = fighter(unit) {
                    self.game.battle.fighters[fighter].fate = fate;
                }
            }
            _ => {}
        }
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.game.serialize(to)
    }
}
