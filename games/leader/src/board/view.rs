//! What the player sees: everything. Nothing is hidden but what is not drawn or rolled yet.
//!
//! The state behind it is for the drawings alone, which imagine what would come of a move. Bots and everybody else ask.

use crate::charts::{Arms, BattalionCard, CampaignCard, Charts, ObjectiveCard, UnitCard};
use crate::gunner::{Fire, Gunner};
use crate::map::{Hex, Hexes};
use crate::referee::Reason;
use crate::setup::Market;
use crate::state::{Battalion, Battle, Commander, Enemy, Indices, Leader, Planned, Stage, Unit};
use crate::text;
use crate::words::{Branch, Name, Nation, Support, Target};
use hulldown_core::game::Section;
use serde::{Serialize, Serializer};

/// The game as its player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a Leader,
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
    pub fn units(&self) -> &'a [Unit] {
        &self.game.units
    }

    /// Commanders, in the order they joined.
    #[inline]
    pub fn commanders(&self) -> &'a [Commander] {
        &self.game.commanders
    }

    /// The Commander with this name, and his place.
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
    pub fn battalions(&self) -> &'a [Battalion] {
        &self.game.battalions
    }

    /// The card of a Battalion, by its place.
    #[inline]
    pub fn battalion_card(&self, battalion: usize) -> &'static BattalionCard {
        self.game.battalion_card(self.charts, battalion)
    }

    /// This Week's battles, in their order.
    #[inline]
    pub fn plan(&self) -> &'a [Planned] {
        &self.game.plan
    }

    /// The battle that is fought.
    #[inline]
    pub fn battle(&self) -> &'a Battle {
        &self.game.battle
    }

    // What things cost and bring.

    /// What a Unit card costs now.
    pub fn price(&self, card: usize) -> i16 {
        self.game.price(self.charts, card)
    }

    /// Which Unit cards can join.
    pub(crate) fn market(&self) -> Market {
        self.game.market(self.charts, &[])
    }

    /// What the map costs at the end of the Week as it stands.
    pub fn map_losses(&self) -> i16 {
        self.game.map_losses(self.charts)
    }

    /// What comes in at the end of the Week.
    pub fn weekly_so(&self) -> i16 {
        self.game.weekly_so(self.charts)
    }

    /// What Priority R&R costs.
    pub fn rest_cost(&self) -> i16 {
        self.game.rest_cost(self.charts)
    }

    /// What attacking a Battalion costs with so many Trucks.
    pub fn attack_cost(&self, battalion: usize, trucks: u8) -> i16 {
        self.game.attack_cost(self.charts, battalion, trucks)
    }

    // Who can go, and what for.

    /// Why a Commander cannot go to a battle.
    pub(crate) fn against_commander(&self, commander: usize) -> Reason {
        self.game.against_commander(self.charts, commander)
    }

    /// The Commanders of a type who can go and are not assigned.
    pub(crate) fn free_commanders(&self, branch: Branch) -> Indices {
        self.game.free_commanders(self.charts, branch)
    }

    /// The types of which a Commander can go.
    pub(crate) fn led_types(&self) -> [bool; Branch::ALL.len()] {
        self.game.led_types(self.charts)
    }

    /// Why a Unit cannot be sent, given of which types a Commander can go.
    pub(crate) fn against_sending(&self, unit: usize, led: [bool; Branch::ALL.len()]) -> Reason {
        self.game.against_sending(self.charts, unit, led)
    }

    /// The enemy points of a Battalion, in hundredths.
    pub fn strength(&self, battalion: usize) -> i32 {
        self.game.strength(self.charts, battalion)
    }

    /// What one attack of a Unit at such a Battalion brings on average, in hundredths of a point.
    pub fn prospect(&self, card: &UnitCard, battalion: usize) -> i32 {
        self.game.prospect(self.charts, card, battalion)
    }

    // In battle.

    /// The Unit of a fighter.
    #[inline]
    pub fn unit(&self, fighter: usize) -> &'a Unit {
        self.game.unit(fighter)
    }

    /// The card of a fighter.
    #[inline]
    pub fn card(&self, fighter: usize) -> &'static UnitCard {
        self.game.card(self.charts, fighter)
    }

    /// The fighter of the Unit with this number.
    #[inline]
    pub fn fighter_of(&self, number: u16) -> Option<usize> {
        self.game.fighter_of(self.charts, number)
    }

    /// The points of active enemy counters.
    pub fn points(&self) -> u16 {
        self.game.points(self.charts)
    }

    /// A fighter as it attacks.
    #[inline]
    pub(crate) fn gunner(&self, fighter: usize) -> Gunner<'a> {
        self.game.gunner(self.charts, fighter)
    }

    /// The hexes in which it can attack such a target from this one.
    #[inline]
    pub(crate) fn targeted_by(&self, gunner: &Gunner<'_>, from: Hex, side: Target) -> Hexes {
        self.game.targeted_by(gunner, from, side)
    }

    /// The hexes from which one can be attacked.
    #[inline]
    pub(crate) fn open_to(&self, to: Hex, indirect: bool) -> Hexes {
        self.game.open_to(to, indirect)
    }

    /// An enemy as it attacks from this hex, if it can.
    #[inline]
    pub(crate) fn fire(&self, enemy: &Enemy, arms: &Arms, from: Hex) -> Option<Fire> {
        self.game.fire(enemy, arms, from)
    }

    /// What negates a hit on such an enemy in this cover.
    #[inline]
    pub(crate) fn enemy_defense(&self, arms: &Arms, cover: i8) -> i8 {
        self.game.defense_of(arms, cover)
    }

    /// What negates a hit on a fighter in the open.
    #[inline]
    pub(crate) fn friendly_defense(&self, fighter: usize) -> i8 {
        self.game.friendly_defense_at(self.charts, fighter, None)
    }

    /// What enemies add to their dice against a fighter that is Exposed.
    #[inline]
    pub(crate) fn exposed(&self, fighter: usize) -> i8 {
        self.game.exposed(self.charts, fighter)
    }

    // In words.

    /// The game in lists.
    pub(crate) fn sections(&self) -> Vec<Section> {
        text::sections(self.game, self.charts)
    }

    /// Where it stands, in a line.
    pub(crate) fn status(&self) -> String {
        text::status(self.game, self.charts, &super::calendar(self))
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.game.serialize(to)
    }
}
