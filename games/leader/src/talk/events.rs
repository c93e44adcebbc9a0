//! What happens in a campaign, as typed facts with their sentences. Rolls are told by the table itself.

use super::Number;
use super::labels::{step_rule, support_rule};
use crate::charts::{Charts, Designation, effects_line};
use crate::ids::{Cards, ConditionId, EnemyId, EventId, Ids};
use crate::map::{Hex, Hexes};
use crate::rules::rule;
use crate::state::Step;
use crate::words::{Band, Damage, Ending, Evaluation, Lasting, Leaving, Level, Mender, Model, Name};
use crate::words::{Order, Outlay, Rise, Shift, Strain, Support, Why};
use hulldown_core::Seat;
use hulldown_core::events;
use hulldown_core::rules::RuleId;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

events! {
    /// What happened.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
    #[serde(tag = "fact", rename_all = "snake_case")]
    pub enum Event, charts: &'static Charts {
        // Campaign Set-Up.
        Drawn { battalion: Designation, name: &'static str, band: Band, vp: u8 } = "drawn" ["setup.draw.1"] "Battalion {battalion} {name}, {vp} VP, in {band}.";
        Bought { unit: Number, price: i16, so: i16, first: bool } = "bought" [=> if first { rule!("setup.buy.1") } else { rule!("end.buy.1") }] => format!("{} joins for {price} SO, {so} left.", unit_name(charts, unit));
        Joins { name: Name, level: Level } = "joins" ["commander.select.1"] "{name} joins, {level}.";
        Promoted { name: Name, level: Level, by: Rise } = "promoted" [=> by.rule()] "{name} is now {level} ({by}).", head "promoted";
        Supplied { support: Support, n: i8, so: i16 } = "supplied" [=> support_rule(support)] => format!("{n:+} {support}{}{}.", if n.abs() == 1 { "" } else { "s" }, if so > 0 { format!(" for {so} SO") } else { String::new() });

        // Several who share the force.
        Dealt { unit: Number, seat: Seat } = "dealt" ["together.deal.1"] => format!("{} goes to player {}.", unit_name(charts, unit), seat.0 + 1);
        Serves { name: Name, seat: Seat } = "serves" ["together.deal.2"] => format!("{name} serves under player {}.", seat.0 + 1);
        Returned { unit: Number, so: i16 } = "returned" ["setup.buy.1"] => format!("{} is given back: {so} SO.", unit_name(charts, unit));
        Voted { carried: bool, on: &'static str } = "voted" ["together.vote.1"] => format!("{}: {on}.", if carried { "Agreed" } else { "Voted down" });
        Leads { seat: Seat } = "leads" ["together.lead.1"] => format!("Player {} leads now.", seat.0 + 1);

        // Start of Week.
        Week { week: u8 } = "week" ["week.condition.1"] chapter "Week {week}.", titled format!("Week {week}");
        Condition { card: ConditionId } = "condition" ["week.condition.1"]
            => { let card = &charts.conditions[card]; format!("Special Condition: {} ({}).", card.title, effects_line(&card.effects)) };
        Picked { option: &'static str } = "picked" ["pre.event.2"] "{option}.";
        Sent { unit: Number, name: Name, battalion: Designation } = "sent" ["week.assign.1"]
            => format!("{} under {name} goes against {battalion}.", unit_name(charts, unit));
        /// Nothing is asked where nothing can be done; why is told, or a Week would pass without a word.
        NoBattle { why: &'static str } = "no-battle" ["week.assign.1"] "No attack this Week: {why}.";
        NoDepot = "no-depot" ["end.repair.1"] "Nothing can be repaired, replaced or bought now.";
        CalledOff { battalion: Designation } = "called-off" ["week.assign.1"] "Nobody goes against {battalion} after all.";
        Paid { so: i16, left: i16 } = "paid" ["week.cost.1"] "{so} SO paid, {left} left.";
        So { n: i16, left: i16, by: Option<&'static str> } = "so" ["setup.so.1"] => format!("{n:+} SO{}, now {left}.", by_card(by));
        Vp { n: i16, vp: i16, by: Option<&'static str> } = "vp" ["setup.objective.4"] => format!("{n:+} VP{}, now {vp}.", by_card(by));

        // Pre-Combat.
        Battle { battalion: Designation, name: &'static str } = "battle" ["post.next.1"] part "Battle with {battalion} {name}.";
        Before { card: EventId } = "before" ["pre.event.1"] => { let card = &charts.events[card]; format!("Event: {} ({}).", card.pre_title, effects_line(&card.pre)) };
        Turns { last: u8, usual: u8, scouts: u8, cards: ChangedBy } = "turns" ["pre.turn.1"] => format!("The battle lasts {last} turns{}.", turns_by(usual, scouts, &cards));
        Tile { space: u8, tile: &'static str } = "tile" ["pre.tiles.1"] "Tile {tile} on space {space}.";
        LaidAgain = "laid-again" ["pre.tiles.3"] "That cannot stand: the tiles are laid again.";
        Placed { unit: Number, hex: Hex } = "placed" ["pre.place.1"] => format!("{} starts in {hex}.", unit_name(charts, unit));
        Moved { unit: Number, hex: Hex } = "moved" ["combat.move.1"] => format!("{} moves to {hex}.", unit_name(charts, unit)), head format!("to {hex}");
        MovedWithin { unit: Number, hex: Hex } = "moved-within" ["combat.move.1"] => format!("{} moves within {hex}.", unit_name(charts, unit)), head format!("moves within {hex}");
        Fewer { kind: crate::words::Kind } = "fewer" ["pre.enemy.1"] "One {kind} fewer.";
        TankDrawn { model: Model } = "tank-drawn" ["setup.cup.2"] "From the cup: {model}.";
        EnemyPlaced { enemy: EnemyId, model: Model, hex: Hex } = "enemy-placed" ["pre.enemy.1"] "{model} (no. {enemy}) in {hex}.";
        Barred { enemy: EnemyId, model: Model, hex: Hex } = "barred" ["terrain.i.4"] "{model} (no. {enemy}) cannot stand in {hex}, which is Impassable.";
        Reroll { hex: Hex } = "reroll" ["pre.enemy.5"] "{hex} is Water: rolled again.";
        /// With the order that was not told before it.
        EnemyMoved { enemy: EnemyId, model: Model, from: Hex, hex: Hex, order: Option<(Order, Option<Number>)> } = "enemy-moved" ["enemy.act.1"]
            => format!("{model} (no. {enemy}) moves to {hex}{}.", order.map_or_else(String::new, |(order, unit)| format!(": {}{}", ordered(model, order), because(order, None, unit, Hexes::NONE))));
        Die { sides: u8 } = "die" ["pre.aggr.1"] "The enemy moves with a d{sides}.";
        Counter { unit: Number, command: bool } = "counter" [=> tactic_rule(command)]
            => format!("{} has a {}.", unit_name(charts, unit), if command { "Command Tactic" } else { "Tactic" });

        Strikes { enemy: EnemyId, model: Model } = "strikes" ["pre.event.2"] "A strike is called down on {model} (no. {enemy}).";
        /// Something that falls on one of ours by lot.
        FallsOn { unit: Number, lot: Lot } = "falls-on" ["pre.event.2"] => format!("It falls on {}, {lot}.", unit_name(charts, unit));
        /// The same of a man, and of a Battalion.
        Befalls { name: Name, lot: Lot } = "befalls" ["pre.event.2"] "It falls on {name}, {lot}.";
        Concerns { battalion: Designation, lot: Lot } = "concerns" ["pre.event.2"] "It falls on {battalion}, {lot}.";

        // Combat.
        Turn { turn: u8 } = "turn" ["combat.fast.1"] scene "Turn {turn}.";
        Orders { armor: Order, infantry: Order, star: bool, support: Order } = "orders" ["enemy.roll.1"]
            => format!("Orders: tanks and AT {armor}, infantry {infantry}{}, support {support}.", if star { "*" } else { "" });
        Acts { unit: Number, step: Step } = "acts" [=> step_rule(step)] => format!("{} acts.", unit_name(charts, unit));
        Spends { unit: Number, command: bool } = "spends" [=> tactic_rule(command)]
            => format!("{} spends a {}.", unit_name(charts, unit), if command { "Command Tactic" } else { "Tactic" });
        TakesOver { name: Name, unit: Number } = "takes-over" ["opt.heroics.1"] => format!("{name} takes over {}.", unit_name(charts, unit));
        Carried { unit: Number, hex: Hex } = "carried" ["combat.transport.1"] => format!("{} is carried to {hex}.", unit_name(charts, unit));
        Retreats { unit: Number } = "retreats" ["combat.retreat.1"] => format!("{} leaves the battle.", unit_name(charts, unit)), head "out of the battle";
        Attacks { unit: Number, enemy: EnemyId, model: Model } = "attacks" ["combat.attack.1"]
            => format!("{} attacks {model} (no. {enemy}).", unit_name(charts, unit));
        NoAttack { unit: Number, why: Option<&'static str> } = "no-attack" ["combat.attack.1"]
            => format!("{} does not attack: {}.", unit_name(charts, unit), why.unwrap_or("nothing is in sight and range"));
        Missed { on: AimedAt, by: Option<Attacker> } = "missed" ["combat.attack.2"] => match by {
            Some(foe) => format!("{foe} does not hit {}.", on.name(charts)),
            None => format!("No hit on {}.", on.name(charts)),
        }, head "no hit";
        Flank { on: AimedAt } = "flank" ["opt.flank.1"] => format!("{} is taken in the flank!", on.name(charts));
        Negated { on: AimedAt, by: Option<Attacker> } = "negated" ["combat.attack.7"] => match by {
            Some(foe) => format!("Every hit of {foe} on {} is negated.", on.name(charts)),
            None => format!("Every hit on {} is negated.", on.name(charts)),
        }, head "negated";
        Killed { enemy: EnemyId, model: Model } = "killed" ["combat.attack.8"] "{model} (no. {enemy}) is Destroyed.", head "Destroyed";
        EnemyOrder { enemy: EnemyId, model: Model, order: Order, stays: Option<Why>, unit: Option<Number>, hexes: Hexes } = "enemy-order" ["enemy.act.1"]
            => format!("{model} (no. {enemy}): {}{}.", ordered(model, order), because(order, stays, unit, hexes));
        EnemyLeaves { enemy: EnemyId, model: Model } = "enemy-leaves" ["enemy.order.retreat2"] "{model} (no. {enemy}) leaves the battlefield: Retreat, over its own edge.";
        EnemyAttacks { enemy: EnemyId, model: Model, unit: Number } = "enemy-attacks" ["enemy.attack.2"]
            => format!("{model} (no. {enemy}) attacks {}.", unit_name(charts, unit));
        Damaged { unit: Number, damage: Damage, hit: Nth } = "damaged" ["enemy.attack.10"] => format!("{}: {damage}{}{hit}.", unit_name(charts, unit), does(charts, damage)), head damage.name();
        Redrawn { unit: Number, damage: Damage } = "redrawn" ["damage.rule.1"] => format!("{}: {damage} can do nothing, another counter is drawn.", unit_name(charts, unit));
        NothingLeft { unit: Number } = "nothing-left" ["damage.rule.4"] => format!("{}: no counter in the cup can do anything, the hit is lost.", unit_name(charts, unit));
        Lost { unit: Number, damage: Damage } = "lost" [=> lost_rule(damage)] => format!("{} is Destroyed{}.", unit_name(charts, unit), lost_by(damage)), head "Unit Destroyed";
        Stressed { name: Name, n: i8, stress: u8, why: Strain } = "stressed" [=> why.rule()] "{name}: {n:+} Stress ({why}), now {stress}.";
        Wounded { name: Name } = "wounded" ["damage.ap.wound"] "{name} is wounded.";
        Kia { name: Name } = "kia" ["damage.ap.kia"] "{name} is killed in action.", head "KIA";
        Recovers { unit: Number, damage: Damage } = "recovers" [=> recovery_rule(damage)] => format!("{}: {damage} comes off.", unit_name(charts, unit));
        Points { points: u16, half: bool, destroyed: bool } = "points" ["combat.turn.1"]
            => format!("{points} enemy {} left: {}.", if points == 1 { "point is" } else { "points are" }, if destroyed { "Destroyed" } else if half { "Half" } else { "Full" });
        Longer = "longer" ["opt.tenacity.1"] "One turn more.";
        BattleOver { destroyed: bool, half: bool, why: Ending } = "battle-over" [=> why.rule()] part
            => format!("The battle is over, {why}: the Battalion {}.", if destroyed { "is Destroyed" } else if half { "is at Half" } else { "holds, and the battle is lost" }),
            head if destroyed { "Battalion Destroyed" } else if half { "Half" } else { "Battle lost" };

        /// What a battle has cost, before its Event.
        Toll { battalion: Designation, destroyed: bool, half: bool, lost: Cards, damaged: Cards, killed: Ids<Name>, wounded: Ids<Name> } = "toll" ["post.damage.1"]
            => match (losses(charts, lost, damaged, killed, wounded), lost.is_empty() && killed.is_empty()) {
                (None, _) => format!("No losses against {battalion}."),
                (Some(hurt), true) => format!("Nobody lost against {battalion}; {hurt}."),
                (Some(lost), false) => format!("Losses against {battalion}: {lost}."),
            };

        // Post-Combat.
        After { card: EventId } = "after" ["post.event.1"] => { let card = &charts.events[card]; format!("Event: {} ({}).", card.post_title, effects_line(&card.post)) };
        Experience { name: Name, n: u8, xp: u8 } = "experience" ["post.xp.1"] "{name}: +{n} XP, now {xp}.";

        // End of Week.
        WeekEnds { week: u8 } = "week-ends" ["end.next.1"] part "The end of Week {week}.", head "Week over";
        MayRefit { battalion: Designation } = "may-refit" ["end.move.1"] "{battalion} was left alone: does it refit?";
        Refits { battalion: Designation } = "refits" ["post.status.4"] "{battalion} is at Full strength again.";
        Shifts { battalion: Designation, name: &'static str, shift: Shift, band: Band } = "shifts" ["end.move.1"] => shifts(battalion, name, shift, band);
        /// At the end of the map.
        Stuck { battalion: Designation, name: &'static str, back: bool, band: Band } = "stuck" ["end.move.1"]
            => format!("{battalion} {name} would {}, but cannot go further than {band}.", if back { "retreat" } else { "advance" });
        Gained { so: i16, left: i16, usual: i16, cards: ChangedBy } = "gained" ["end.so.1"] => format!("Weekly SO: +{so}{}, now {left}.", weekly_by(usual, &cards));
        MapLoss { so: i16, left: i16 } = "map-loss" ["end.so.2"] "Battalions on our side cost {so} SO, {left} left.";
        Repaired { unit: Number, damage: Lasting, by: Mender } = "repaired" [=> mended(by, rule!("end.repair.1"))] => format!("{}: {damage} is repaired.", unit_name(charts, unit));
        Healed { name: Name, by: Mender } = "healed" [=> mended(by, rule!("end.repair.2"))] "{name} is fit for battle again.";
        Leaves { name: Name, why: Leaving } = "leaves" [=> why.rule()] "{name} leaves the group: {why}.";
        TurnedIn { unit: Number } = "turned-in" ["end.upgrade.1"] => format!("{} is turned in.", unit_name(charts, unit));
        Rested { so: i16 } = "rested" ["end.rr.1"] "Priority R&R for {so} SO.";
        Spent { so: i16, left: i16, on: Outlay } = "spent" [=> on.rule()] "{so} SO for {on}, {left} left.";
        /// What a Week has cost.
        WeekToll { week: u8, lost: Cards, killed: Ids<Name>, wounded: Ids<Name> } = "week-toll" ["end.loss.1"]
            => match losses(charts, lost, Cards::NONE, killed, wounded) {
                Some(lost) => format!("Week {week} has cost us: {lost}."),
                None => format!("Week {week} has cost us no Unit and no Commander."),
            };

        // End of the campaign.
        Broke { so: i16 } = "broke" ["setup.end.2"] "{so} SO must be paid and cannot be: the campaign has failed.", head "Failure";
        Ended { evaluation: Evaluation, vp: i16 } = "ended" ["outcome.1"] part "The campaign is over with {vp} VP: {evaluation}.", head evaluation.name();
    }
}

/// What was lost, by name, and who was hurt; none where nobody was.
fn losses(charts: &Charts, lost: Cards, damaged: Cards, killed: Ids<Name>, wounded: Ids<Name>) -> Option<String> {
    let units = |cards: Cards| cards.each().map(|card| unit_name(charts, charts.units[card].number)).collect();
    let names = |names: Ids<Name>| names.map(|name| name.to_string()).collect();
    let parts: [(Vec<String>, &str); 4] = [
        (units(lost), "Destroyed"),
        (names(killed), "killed"),
        (names(wounded), "wounded"),
        (units(damaged), "damaged"),
    ];
    let told = parts.iter().filter(|(who, _)| !who.is_empty()).map(|(who, what)| format!("{} {what}", who.join(", ")));
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// How one of several was drawn: they are counted off in the order in which they joined, round and round up to the throw (R79).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Lot {
    /// Which one it is, from 1.
    pub nth: u8,
    /// Of how many.
    pub of: u8,
}

impl fmt::Display for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            1 => write!(f, "the only one there is"),
            of => {
                write!(f, "by lot: no. {} of the {of} it can fall on, counted off in the order of the list", self.nth)
            }
        }
    }
}

/// Which of the hits of an attack does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Nth {
    /// From 1 on.
    pub n: u8,
    /// How many were not negated.
    pub of: u8,
}

impl Nth {
    /// The only one.
    pub const ONLY: Nth = Nth { n: 1, of: 1 };
}

impl fmt::Display for Nth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of > 1 { write!(f, " (hit {} of {})", self.n, self.of) } else { Ok(()) }
    }
}

/// Whom an attack is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum AimedAt {
    /// An enemy counter.
    Enemy {
        /// Its number.
        enemy: EnemyId,
        /// What it is.
        model: Model,
    },
    /// A Unit of ours.
    Unit {
        /// Its number.
        unit: Number,
    },
}

/// An enemy that attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Attacker {
    /// Its number.
    pub enemy: EnemyId,
    /// What it is.
    pub model: Model,
}

impl fmt::Display for Attacker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (no. {})", self.model, self.enemy)
    }
}

/// The most cards and notes that are named for the length of a battle.
const MOST_NAMED: usize = 6;

/// The cards and notes that change how long a battle lasts or what a Week brings, each by its name; what they come to where they are too many
/// to name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChangedBy([Option<(i8, &'static str)>; MOST_NAMED]);

impl ChangedBy {
    /// As they stand in force, and what they come to.
    pub fn of(sum: i8, changes: impl Iterator<Item = (i8, &'static str)>) -> Self {
        let (mut by, mut rest) = (ChangedBy::default(), sum);
        for (named, change) in by.0.iter_mut().zip(changes) {
            (*named, rest) = (Some(change), rest - change.0);
        }
        if rest != 0 {
            by.0[MOST_NAMED - 1] = Some((rest, "other cards and notes"));
        }
        by
    }
}

impl AimedAt {
    fn name(self, charts: &Charts) -> String {
        match self {
            AimedAt::Enemy { enemy, model } => format!("{model} (no. {enemy})"),
            AimedAt::Unit { unit } => unit_name(charts, unit),
        }
    }
}

const fn tactic_rule(command: bool) -> RuleId {
    if command { rule!("commander.skill.4") } else { rule!("commander.skill.9") }
}

/// Why a Unit that drew this is Destroyed.
const fn lost_rule(damage: Damage) -> RuleId {
    match damage {
        Damage::Explosion => rule!("damage.ap.explosion"),
        Damage::MowedDown => rule!("damage.he.mowed"),
        Damage::Hull | Damage::Engine | Damage::Suspension | Damage::Casualty => rule!("damage.rule.6"),
        _ => rule!("damage.ap.destroyed"),
    }
}

/// What a damage counter does to a Unit that is still there, where its name does not say it.
fn does(charts: &Charts, damage: Damage) -> Cow<'static, str> {
    let words = match damage {
        Damage::Exposed => {
            let change = charts.numbers.attack.exposed;
            return format!(", attacks on it have {change:+} from the next turn until it moves").into();
        }
        Damage::Glancing => ", 1 Stress for its Commander at the start of each battle",
        Damage::Hull | Damage::Casualty => ", a second one Destroys it",
        Damage::Gun => ", no attacks beyond range 1",
        Damage::MachineGun => ", no attacks in its own hex",
        Damage::Suspension | Damage::Engine => ", it cannot move, and a second one Destroys it",
        Damage::Immobile => ", next time it stays where it is or pays 1 Stress",
        Damage::Suppressed => ", next time it holds its fire or pays 1 Stress",
        _ => "",
    };
    words.into()
}

fn lost_by(damage: Damage) -> String {
    match damage {
        Damage::Destroyed => String::new(),
        Damage::Explosion | Damage::MowedDown => format!(": {damage}"),
        second => format!(": a second {second}"),
    }
}

const fn recovery_rule(damage: Damage) -> RuleId {
    match damage {
        Damage::Suppressed => rule!("damage.he.suppressed"),
        Damage::Exposed => rule!("damage.ap.exposed2"),
        _ => rule!("damage.he.immobile"),
    }
}

/// What repairs and heals, where it is not paid for.
const fn mended(by: Mender, paid: RuleId) -> RuleId {
    match by {
        Mender::Depot => paid,
        Mender::Medic => rule!("commander.skill.6"),
        Mender::Mechanic => rule!("commander.skill.10"),
        Mender::Card => rule!("pre.event.2"),
    }
}

/// A Unit by number and name.
pub(crate) fn unit_name(charts: &Charts, number: Number) -> String {
    let name = charts.unit_of(number).map_or("", |card| charts.units[card].name.as_str());
    format!("{number} {name}")
}

/// An order as it is told; Rifles have AP Advance by the asterisk alone (enemy.rifle.1).
pub(crate) fn ordered(model: Model, order: Order) -> String {
    let by =
        if model == Model::Rifle && order == Order::ApAdvance { " by the asterisk, next to an AP Unit" } else { "" };
    format!("{order}{by}")
}

/// By what card or note.
fn by_card(card: Option<&str>) -> String {
    card.map_or_else(String::new, |card| format!(" by {card}"))
}

/// Why a battle lasts so long, where it is not as long as usual.
fn turns_by(usual: u8, scouts: u8, cards: &ChangedBy) -> String {
    let scouts = (scouts > 0).then(|| format!("{scouts:+} by Scouts"));
    let cards = cards.0.iter().flatten().map(|(n, by)| format!("{n:+} by {by}"));
    let changes: Vec<String> = scouts.into_iter().chain(cards).collect();
    if changes.is_empty() { String::new() } else { format!(": {usual}, {}", changes.join(", ")) }
}

/// Why a Week brings what it brings, where that is not as usual.
fn weekly_by(usual: i16, cards: &ChangedBy) -> String {
    let changes: Vec<String> = cards.0.iter().flatten().map(|(n, by)| format!("{n:+} by {by}")).collect();
    if changes.is_empty() { String::new() } else { format!(" ({usual}, {})", changes.join(", ")) }
}

/// Why an enemy goes or stays.
pub(crate) fn because(order: Order, stays: Option<Why>, unit: Option<Number>, hexes: Hexes) -> String {
    let one = unit.map_or_else(|| "one of yours".into(), |unit| unit.to_string());
    let there = hexes.map(|hex| hex.to_string()).collect::<Vec<_>>().join(" and ");
    match stays {
        None => match order {
            Order::Hold => String::new(),
            Order::Retreat => ", toward its own edge".into(),
            Order::AdjacentCover => ", into the heaviest cover beside it".into(),
            Order::RetreatToCover => format!(", away from {one}"),
            _ => format!(", toward {one}"),
        },
        Some(Why::Holds) => ", it stays".into(),
        Some(Why::Beside) => format!(", but it shares the hex of {one}: it stays"),
        Some(Why::Attacks) => format!(", but it can attack {one} from where it is: it stays"),
        Some(Why::Seen) => {
            let who = unit.map_or_else(|| "some of yours".into(), |unit| unit.to_string());
            format!(", but {who} could attack it in {there}, and nothing else is closer: it stays")
        }
        Some(Why::NoCover) if !hexes.is_empty() => format!(", but there is no cover in {there}: it stays"),
        Some(Why::NoWay) => format!(", but no hex it may enter is closer to {one}: it stays"),
        Some(why) => format!(", but {why}: it stays"),
    }
}

fn shifts(battalion: Designation, name: &str, shift: Shift, band: Band) -> String {
    match shift {
        Shift::Hold => format!("{battalion} {name} holds in {band}."),
        Shift::Advance => format!("{battalion} {name} advances: {band}."),
        Shift::Retreat => format!("{battalion} {name} retreats: {band}."),
    }
}
