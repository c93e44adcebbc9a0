//! What you are asked, what you can answer, and what happens: each on one line, in the order of the rulebook.
//!
//! The text of a choice is its key in saves, histories and the protocol.

mod events;
mod labels;
mod lessons;

pub use events::{AimedAt, Attacker, ChangedBy, Event, Lot, Nth};
pub(crate) use events::{because, ordered, unit_name};
pub use labels::Asked;
pub(crate) use labels::capital;

use crate::charts::Designation;
use crate::ids::{EnemyId, OptionId};
use crate::map::Hex;
use crate::rules::rule;
use crate::state::Step;
use crate::words::{Kind, Lasting, Level, Name, Owner, Support};
use hulldown_core::{Seat, answers, asks, choices, key_as_text};
use std::fmt;
use std::str::FromStr;

/// A friendly Unit, by the number on its card; three digits at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Number(pub u16);

key_as_text!(Number);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03}", self.0)
    }
}

impl FromStr for Number {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Number)
    }
}

impl serde::Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(self.0)
    }
}

// What is typed without a letter is named by its number, name or hex, whatever else can be chosen.
choices! {
    /// An answer.
    pub enum Choice, asked: &Asked<'_> {
        // Whatever is asked.
        Yes = "yes" [=> asked.rule()] => labels::yes(asked), letter 'Y';
        No = "no" [=> asked.rule()] => labels::no(asked), letter 'N';
        Done = "done" [=> asked.rule()] => labels::done(asked), letter 'Z';
        Back = "back" [=> asked.rule()] "go back", letter 'K';

        // Campaign Set-Up, and Repair/Replace.
        Buy(unit: Number) = "buy:{unit}" [=> labels::buy_rule(asked)] => asked.buy(unit), at "card:{unit}",
            group "Units to buy", letter 'B';
        Support(support: Support) = "support:{support}" [=> labels::support_rule(support)] => asked.support(support),
            group "Trucks and Scouts", letter 'S';
        Take(name: Name) = "take:{name}" ["commander.select.2"] => asked.take(name), at "commander:{name}", group "Commanders", letter ' ';
        /// Until the force stands.
        Return(unit: Number) = "return:{unit}" [=> labels::return_rule(asked)] => asked.give_back(unit), at "card:{unit}",
            group "Units to give back", letter 'X';
        Promote(name: Name) = "promote:{name}" [=> labels::promote_rule(asked)] => asked.promote(name), at "commander:{name}",
            group "promotions", letter 'P';

        // Cards.
        Option(option: OptionId) = "option:{option}" [=> asked.rule()] => asked.option(option);
        Commander(name: Name) = "commander:{name}" [=> asked.rule()] => asked.commander(name), at "commander:{name}";
        Unit(unit: Number) = "unit:{unit}" [=> asked.rule()] => asked.named(unit), at "unit:{unit}";
        Battalion(battalion: Designation) = "battalion:{battalion}" [=> asked.rule()] => asked.battalion(battalion), at "battalion:{battalion}";
        Kind(kind: Kind) = "kind:{kind}" ["pre.enemy.1"] "one {kind} fewer";

        // Assign Units.
        Attack(battalion: Designation) = "attack:{battalion}" ["week.assign.1"] => asked.attack(battalion), at "battalion:{battalion}",
            group "Battalions to attack", letter 'A';
        Drop(battalion: Designation) = "drop:{battalion}" ["week.assign.1"] "do not attack {battalion} after all", at "battalion:{battalion}",
            group "attacks to call off", letter 'D';
        Send(unit: Number) = "send:{unit}" ["week.assign.1"] => format!("send {}", asked.unit(unit)), at "unit:{unit}",
            group "Units to send", letter ' ';
        Under(name: Name) = "under:{name}" ["week.assign.2"] => asked.under(name), at "commander:{name}", group "Commanders", letter ' ';
        Assign(support: Support) = "assign:{support}" ["week.assign.5"] "assign a {support}", letter 'S';
        Cancel = "cancel" ["week.assign.1"] "do not attack it after all", letter 'K';

        // Battle.
        Place(hex: Hex) = "place:{hex}" ["pre.place.1"] => asked.hex(hex), at "hex:{hex}";
        To(hex: Hex) = "to:{hex}" [=> asked.rule()] => format!("{}{}", asked.goer(), asked.to(hex)), at "hex:{hex}",
            group "hexes", letter ' ';
        /// With Overdrive.
        Drive(hex: Hex) = "drive:{hex}" ["commander.skill.7"] => format!("{}, Overdrive (1 Stress)", asked.to(hex)), at "hex:{hex}",
            group "hexes with Overdrive", letter 'O';
        Stay = "stay" [=> asked.rule()] => labels::stay(asked), letter 'S';
        Leave = "leave" ["combat.retreat.1"] => format!("leave the battle by the bottom edge{}", asked.immobile()), letter ' ';
        /// With Overdrive.
        DriveOff = "leave:overdrive" ["commander.skill.7"] => format!("leave the battle by the bottom edge{}, Overdrive (1 Stress)", asked.immobile());
        Act(unit: Number) = "act:{unit}" [=> asked.rule()] => format!("{} acts", asked.unit(unit)), at "unit:{unit}",
            group "Units that act", letter ' ';
        Tactic(unit: Number) = "tactic:{unit}" ["commander.skill.9"] => format!("{} spends a Tactic and acts", asked.unit(unit)), at "unit:{unit}",
            group "Tactics", letter 'T';
        Command(unit: Number) = "command:{unit}" ["commander.skill.4"] => format!("{} acts by a Command Tactic", asked.unit(unit)), at "unit:{unit}",
            group "Command Tactics", letter 'C';
        /// Whose counter is spent.
        From(unit: Number) = "from:{unit}" ["commander.skill.4"] => format!("the counter of {}", asked.unit(unit)), at "unit:{unit}";
        /// Of what belongs to the Unit and to its Commander.
        Counter(of: Owner) = "counter:{of}" [=> asked.rule()] => asked.counter(of);
        Lead(name: Name) = "lead:{name}" ["opt.heroics.1"] "{name} takes over another Unit", at "commander:{name}", letter 'L';
        Carry(unit: Number) = "carry:{unit}" ["combat.transport.1"] => asked.carry(unit), at "unit:{unit}", letter ' ';
        Fire(enemy: EnemyId) = "fire:{enemy}" [=> asked.rule()] => asked.fire(enemy), at "enemy:{enemy}", group "targets", letter ' ';
        Hold = "hold" ["combat.fast.3"] => labels::hold(asked), letter 'N';
        Enemy(enemy: EnemyId) = "enemy:{enemy}" ["enemy.act.1"] => asked.next(enemy), at "enemy:{enemy}", letter ' ';
        Toward(hex: Hex) = "toward:{hex}" ["enemy.order.advance"] => format!("{}{}", asked.goer(), asked.toward(hex)), at "hex:{hex}",
            letter ' ';

        // Several who share the force.
        /// Another goes on.
        Word(seat: Seat) = "word:{seat}" ["together.step.1"] => format!("let {} go on", asked.player(seat)),
            group "players who may go on", letter 'Y';
        HandOver = "hand-over" ["together.deal.3"] "hand one of yours to another player", letter 'V';
        Seat(seat: Seat) = "seat:{seat}" ["together.deal.3"] => asked.player(seat), group "players";

        // Repair/Replace.
        Heal(name: Name) = "heal:{name}" [=> asked.heal_rule()] => asked.heal(name), at "commander:{name}", letter 'H';
        Calm(name: Name) = "calm:{name}" ["commander.skill.6"] => asked.calm(name), at "commander:{name}", letter 'M';
        Repair(unit: Number, damage: Lasting) = "repair:{unit}:{damage}" [=> asked.rule()] => asked.repair(unit, damage), at "unit:{unit}",
            group "repairs", letter ' ';
        Repairs = "repairs" ["end.repair.1"] "repair a Unit", letter 'R';
        Units = "units" ["end.buy.1"] "buy a Unit", letter 'B';
        Upgrade = "upgrade" ["end.upgrade.1"] "turn Units in for a better one", letter 'G';
        TurnIn(unit: Number) = "turn-in:{unit}" ["end.upgrade.1"] => asked.turn_in(unit), at "unit:{unit}",
            group "Units to turn in", letter ' ';
        Replace(name: Name) = "replace:{name}" ["end.replace.2"] => format!("replace {} by a Recruit", asked.commander(name)), at "commander:{name}",
            letter 'J';
        Discard(name: Name) = "discard:{name}" ["end.loss.1"] => format!("discard {}", asked.commander(name)), at "commander:{name}";
    }
}

asks! {
    /// A question.
    pub enum Ask, asked: &Asked<'_> {
        // Campaign Set-Up.
        Buy = "buy" ["setup.buy.1"] => format!("{} SO. Buy Units for {}.", asked.game.so, asked.game.campaign(asked.charts).name);
        Command(level: Level) = "command" ["commander.select.2"] => asked.command(level), usual "which Commanders join";
        Equip = "equip" ["commander.promo.1"] => format!("{} SO. Promotions, Trucks and Scouts?", asked.game.so);

        // Several who share the force.
        Force = "force" ["together.vote.1"] => asked.force();
        Gear(so: i16) = "gear" ["together.vote.1"] => asked.gear(so);
        Costs(so: i16) = "costs" ["together.vote.1"] => asked.costs(so);
        Spend(choice: Choice, so: i16, by: Seat) = "spend" ["together.vote.1"] => asked.spend(choice, so, by);
        HandOver = "hand-over" ["together.deal.3"] "Hand over which of yours?";
        HandUnit(unit: Number) = "hand-unit" ["together.deal.3"] => format!("Who gets {}?", asked.unit(unit)), at "unit:{unit}";
        HandCommander(name: Name) = "hand-commander" ["together.deal.3"] "Who gets {name}?", at "commander:{name}";
        AcceptUnit(unit: Number, by: Seat) = "accept-unit" ["together.deal.3"] => format!("Do you take {} from {}?", asked.unit(unit), asked.player(by)), at "unit:{unit}";
        AcceptCommander(name: Name, by: Seat) = "accept-commander" ["together.deal.3"] => format!("Do you take {name} from {}?", asked.player(by)), at "commander:{name}";

        // Cards.
        Option = "option" ["pre.event.1"] => format!("{}: which?", asked.title());
        One = "one" ["pre.event.2"] => format!("{}: who?", asked.card());
        OneUnit = "one-unit" ["pre.event.2"] => format!("{}: which Unit?", asked.card());
        Mend(left: u8) = "mend" ["pre.event.2"] => format!("{}: what is repaired? {left} left.", asked.card());
        Shift = "shift" ["post.event.1"] => format!("{}: which Battalion?", asked.card());
        Fewer = "fewer" ["pre.enemy.1"] "Which kind of enemy stays away?";

        // Start of Week.
        Plan = "plan" ["week.assign.1"] => asked.plan();
        Assign(battalion: Designation) = "assign" ["week.assign.1"] => asked.assign(battalion), at "battalion:{battalion}";
        Next = "next" ["week.assign.6"] => asked.next_battle();
        Under(unit: Number) = "under" ["week.assign.2"] => format!("Who commands {}?", asked.unit(unit)), at "unit:{unit}", usual "who commands a Unit";

        // Pre-Combat.
        Place(unit: Number) = "place" ["pre.place.1"] => format!("Where does {} start?", asked.unit(unit)), at "unit:{unit}";
        Orders(unit: Number) = "orders" ["pre.place.4"] => format!("{}: a Move Order before the battle?", asked.unit(unit)), at "unit:{unit}", usual "Move Orders before the battle";
        Placed(enemy: EnemyId) = "placed" ["terrain.i.4"] => format!("{} cannot stand where it should. Where instead?", asked.enemy(enemy)), at "enemy:{enemy}", usual "where an enemy stands that cannot stand where it should";
        Advances = "advances" ["pre.advance.1"] "Which enemy advances next?", usual "which enemy advances next before the battle";
        Strike = "strike" ["pre.event.2"] => asked.strike();

        // Combat.
        Act(step: Step) = "act" [=> labels::step_rule(step)] => labels::act(asked, step);
        From(unit: Number) = "from" ["commander.skill.4"] => format!("Whose Command Tactic lets {} act?", asked.unit(unit)), at "unit:{unit}";
        /// A Command Tactic for another, or any for itself.
        Counter(unit: Number, command: bool) = "counter" [=> labels::counter_rule(command)] => format!("Which counter does {} spend?", asked.unit(unit)), at "unit:{unit}", usual "which counter is spent, a Unit's or its Commander's";
        Lead(name: Name) = "lead" ["opt.heroics.1"] "Which Unit does {name} take over?";
        Carry(unit: Number) = "carry" ["combat.transport.1"] => format!("Whom does {} carry?", asked.unit(unit)), at "unit:{unit}", usual "whom a Transport carries";
        /// Where several share the force.
        Ride(unit: Number, on: Number) = "ride" ["together.own.2"] => format!("Does your {} ride on {}?", asked.unit(unit), asked.unit(on)), at "unit:{unit}";
        Relieved(unit: Number, name: Name) = "relieved" ["together.own.2"] => format!("Does {name} take over your {}?", asked.unit(unit)), at "unit:{unit}";
        Move(unit: Number) = "move" ["combat.move.1"] => format!("{}: where to?", asked.unit(unit)), at "unit:{unit}";
        Attack(unit: Number) = "attack" ["combat.attack.1"] => format!("{}: attack what?", asked.unit(unit)), at "unit:{unit}";
        Enemy = "enemy" ["enemy.act.1"] "Which enemy acts next?", usual "which enemy acts next";
        Closest(enemy: EnemyId) = "closest" ["enemy.order.advance"] => format!("{}: several of yours are equally close. Toward which?", asked.enemy(enemy)), at "enemy:{enemy}", usual "which of yours an enemy looks at, of several equally close";
        Path(enemy: EnemyId) = "path" ["enemy.order.tie"] => format!("{}: into which hex?", asked.enemy(enemy)), at "enemy:{enemy}", usual "into which of equally good hexes an enemy goes";
        Target(enemy: EnemyId) = "target" ["enemy.attack.3"] => format!("{} attacks, and these are alike to it: which?", asked.enemy(enemy)), at "enemy:{enemy}", usual "which of yours an enemy attacks, of several alike";
        End = "end" ["combat.turn.3"] => asked.end(), usual "whether a battle goes on that is won";
        Tenacity = "tenacity" ["opt.tenacity.1"] "Fight one turn longer? Each Commander gets 1 Stress.";

        // End of Week.
        Medic(name: Name) = "medic" ["commander.skill.6"] "Medic {name}: whom does he help?", at "commander:{name}", usual "whom a Medic helps";
        Mechanic(name: Name, left: u8) = "mechanic" ["commander.skill.10"] "US Mechanic {name}: what does he repair? {left} left.", at "commander:{name}", usual "what a US Mechanic repairs";
        Depot = "depot" ["end.repair.1"] => format!("{} SO. Repair and replace?", asked.game.so);
        Repairs = "repairs" ["end.repair.1"] => format!("{} SO. Repair what?", asked.game.so);
        Units = "units" ["end.buy.1"] => format!("{} SO. Buy which Unit?", asked.game.so);
        Upgrade(credit: u8) = "upgrade" ["end.upgrade.1"] => labels::upgrade(credit);
        Recruit = "recruit" ["end.replace.1"] "A Recruit joins: who?", usual "which Recruit joins";
        Raise(name: Name) = "raise" ["end.replace.4"] => asked.raise(name), at "commander:{name}", usual "whether a newcomer is raised";
        Surplus = "surplus" ["end.loss.1"] "There are more Commanders than Units. Who goes?", usual "who goes where Commanders are too many";
        Rest = "rest" ["end.rr.1"] => asked.rest();
    }
}

answers! { Choice:
    // Campaign Set-Up.
    /// A Unit bought or given back.
    pub(crate) enum BuyAnswer { Buy(unit: Number), Return(unit: Number), Done, ..OnFloor }
    /// Who joins.
    pub(crate) enum CommandAnswer { Take(name: Name) }
    /// A promotion, a Truck or a Scout.
    pub(crate) enum EquipAnswer { Promote(name: Name), Support(support: Support), Done, ..OnFloor }

    // Several who share the force.
    /// What whoever has the word can say besides.
    pub(crate) enum OnFloor { HandOver, Word(seat: Seat) }
    /// What is handed over.
    pub(crate) enum HandOverAnswer { Unit(unit: Number), Commander(name: Name), Back }

    // Cards.
    /// One of a card's options.
    pub(crate) enum OptionAnswer { Option(option: OptionId) }
    /// What a card repairs.
    pub(crate) enum MendAnswer { Repair(unit: Number, damage: Lasting), Heal(name: Name) }

    // Start of Week.
    /// A Battalion to attack, or not after all.
    pub(crate) enum PlanAnswer { Attack(battalion: Designation), Drop(battalion: Designation), Done, ..OnFloor }
    /// What is sent to it.
    pub(crate) enum AssignAnswer { Send(unit: Number), Assign(support: Support), Done, Cancel }
    /// The next battle.
    pub(crate) enum NextAnswer { Battalion(battalion: Designation) }

    // Pre-Combat.
    /// Where a Unit starts.
    pub(crate) enum PlaceAnswer { Place(hex: Hex) }
    /// A hex in reach, with Overdrive or without.
    pub(crate) enum Goal { To(hex: Hex), Drive(hex: Hex) }
    /// A Move Order, or none.
    pub(crate) enum OrdersAnswer { Stay, ..Goal }

    // Combat.
    /// Who acts.
    pub(crate) enum ActAnswer { Act(unit: Number), Tactic(unit: Number), Command(unit: Number), Lead(name: Name), Word(seat: Seat), Done }
    /// Who rides along.
    pub(crate) enum CarryAnswer { Carry(unit: Number), Done }
    /// Where a Unit goes.
    pub(crate) enum MoveAnswer { Leave, DriveOff, Stay, ..Goal }
    /// What a Unit fires at.
    pub(crate) enum AttackAnswer { Fire(enemy: EnemyId), Hold }

    // End of Week.
    /// Whom a Medic helps.
    pub(crate) enum MedicAnswer { Heal(name: Name), Calm(name: Name), Repair(unit: Number, damage: Lasting), Done }
    /// What a US Mechanic repairs.
    pub(crate) enum MechanicAnswer { Repair(unit: Number, damage: Lasting), Done }
    /// What is done at the depot.
    pub(crate) enum DepotAnswer {
        Repairs, Heal(name: Name), Replace(name: Name), Discard(name: Name), Units, Upgrade, Support(support: Support), Done, ..OnFloor
    }
    /// What is repaired there.
    pub(crate) enum RepairsAnswer { Repair(unit: Number, damage: Lasting), Back }
    /// Which Unit is bought there.
    pub(crate) enum UnitsAnswer { Buy(unit: Number), Back }
    /// Which are turned in, and for which.
    pub(crate) enum UpgradeAnswer { TurnIn(unit: Number), Buy(unit: Number), Back }
    /// Whether a newcomer is raised.
    pub(crate) enum RaiseAnswer { Promote(name: Name), Done }
}
