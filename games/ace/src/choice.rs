//! What a player can be asked, and what he can answer. The text of a choice is its key in saves, histories and the protocol.

use crate::state::{Support, UnitId};
use crate::words::{Ammo, Area, Division, Elective, Facing, Gun, Month, Post, Skill, TankType, Trade, Trophy};
use hulldown_core::game::Seat;
use std::fmt;
use std::str::FromStr;

/// A way to fill the ready rack in one go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RackPlan {
    /// As last time.
    Same,
    /// Half AP, half HE.
    Half,
    /// All AP.
    Ap,
    /// All HE.
    He,
    /// Kind by kind.
    Choose,
}

/// A change of range that goes with another move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The range stays.
    Keep,
    /// One step nearer.
    Closer,
    /// One step away.
    Farther,
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Begin in this month.
    Start(Month),
    /// Take this tank.
    Tank(TankType),
    /// Keep the tank.
    KeepTank,
    /// Serve in this unit.
    Division(Division),
    /// Roll for the unit.
    RollDivision,
    /// Spend the free time at school so.
    Elective(Elective),
    /// Buy a skill.
    Buy(Skill),
    /// Buy Synergy back at once by giving the Booze away.
    BuyWithBooze,
    /// That is all.
    Done,
    /// Yes.
    Yes,
    /// No.
    No,
    /// These hatches open: bit 0 commander, 1 driver, 2 assistant driver.
    Hatches(u8),
    /// Load this round.
    Load(Ammo),
    /// Fill the rack so.
    Rack(RackPlan),
    /// So many.
    Count(u8),
    /// Fire the main gun at a unit.
    Fire(UnitId),
    /// Fire the main gun at a unit on the partner's board.
    Assist(UnitId),
    /// Fire HCBI into an area.
    Smoke(Area),
    /// Fire a machine gun at a unit.
    Mg(Gun, UnitId),
    /// Fire a machine gun at a unit on the partner's board.
    AssistMg(Gun, UnitId),
    /// Reload the ready rack.
    Reload,
    /// The same with Adrenaline Rush.
    ReloadRush,
    /// Put a round into the rack.
    Put(Ammo),
    /// Fill the rest of what the loader can move with this round.
    PutRest(Ammo),
    /// Take a round out of the rack.
    Take(Ammo),
    /// Move forward.
    Forward,
    /// Move to hull down.
    HullDown,
    /// Change the range, or not.
    Step(Step),
    /// Turn the hull.
    Hull(Facing),
    /// Turn the hull as part of a move (errata 2022).
    TurnTo(Facing),
    /// Move backward.
    Backward,
    /// Move for a flank shot.
    Flank(UnitId),
    /// Fire the smoke mortar.
    Mortar,
    /// Call for fire.
    Call(Support),
    /// Call for fire on the partner's board.
    CallPartner(Support),
    /// Close these hatches.
    Button(u8),
    /// Open these hatches.
    Unbutton(u8),
    /// Switch the loaded round for this one.
    Switch(Ammo),
    /// Use Synergy.
    Synergy,
    /// Give no more commands.
    End,
    /// The assistant driver takes over a post.
    Post(Post),
    /// He stays where he is.
    Stay,
    /// This unit.
    Target(UnitId),
    /// Trade for this.
    Trade(Trade),
    /// Pay with this trophy.
    Pay(Trophy),
    /// Ask for a man's return; the number is his place among those away.
    Recall(u8),
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// The start month.
    Start,
    /// The first tank.
    FirstTank,
    /// The unit.
    Division,
    /// The commander's elective at school.
    Elective,
    /// Experience Points to spend.
    Buy,
    /// Hatches before a battle.
    Hatches,
    /// Hull down at the start of a Defense.
    StartHullDown,
    /// The round in the gun.
    FirstRound,
    /// The ready rack before a battle.
    Rack,
    /// How many rounds of a kind go into the rack; so many boxes are left.
    RackCount(Ammo, u8),
    /// A Prestige Point for artillery.
    BuyArtillery,
    /// The target of fire support, on whose board.
    Strike(Support, Seat),
    /// The target of an airstrike.
    Airstrike,
    /// A command; so many are left.
    Command(u8),
    /// A range step with a move to hull down or for a flank shot.
    MoveStep,
    /// A free turn of the hull with a move (errata 2022).
    FreeTurn,
    /// The next round into the gun.
    NextRound,
    /// Rounds into or out of the rack; so many can still be moved.
    RackMove(u8),
    /// Whether the assistant driver takes over a post.
    FillPost(Post),
    /// Sixth Sense before incoming fire.
    SixthSense,
    /// Expert after a roll.
    Expert,
    /// A tank after a loss.
    ReplaceTank,
    /// A change of tank.
    ChangeTank,
    /// A tank on release from hospital.
    NewCommand,
    /// A skill for a trained replacement.
    Trained(Post),
    /// A man's return from hospital.
    Recall,
    /// Trades.
    Trade,
    /// Trophies to pay with; so many points are still owed.
    Pay(u8),
}

const RACKS: [(RackPlan, &str); 5] = [
    (RackPlan::Same, "same"),
    (RackPlan::Half, "half"),
    (RackPlan::Ap, "ap"),
    (RackPlan::He, "he"),
    (RackPlan::Choose, "choose"),
];
const STEPS: [(Step, &str); 3] = [(Step::Keep, "keep"), (Step::Closer, "closer"), (Step::Farther, "farther")];
const SUPPORTS: [(Support, &str); 2] = [(Support::Mortar, "mortar"), (Support::Artillery, "artillery")];

fn word<T: Copy + PartialEq>(words: &[(T, &'static str)], value: T) -> &'static str {
    words.iter().find(|(v, _)| *v == value).map_or("", |(_, word)| word)
}

fn value<T: Copy>(words: &[(T, &'static str)], text: &str) -> Option<T> {
    words.iter().find(|(_, word)| *word == text).map(|(v, _)| *v)
}

/// Hatches as letters: c, d, a.
struct Hatches(u8);

impl fmt::Display for Hatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("none");
        }
        "cda".chars().enumerate().filter(|(i, _)| self.0 >> i & 1 == 1).try_for_each(|(_, c)| write!(f, "{c}"))
    }
}

impl Hatches {
    fn parse(text: &str) -> Option<u8> {
        (0..8).find(|mask| Hatches(*mask).to_string() == text)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Choice::Start(month) => write!(f, "start:{}", month.id()),
            Choice::Tank(tank) => write!(f, "tank:{}", tank.id()),
            Choice::KeepTank => f.write_str("tank:keep"),
            Choice::Division(d) => write!(f, "unit:{}", d.0 + 1),
            Choice::RollDivision => f.write_str("unit:roll"),
            Choice::Elective(e) => write!(f, "school:{}", e.id()),
            Choice::Buy(skill) => write!(f, "buy:{}", skill.id()),
            Choice::BuyWithBooze => f.write_str("buy:synergy:booze"),
            Choice::Done => f.write_str("done"),
            Choice::Yes => f.write_str("yes"),
            Choice::No => f.write_str("no"),
            Choice::Hatches(mask) => write!(f, "open:{}", Hatches(mask)),
            Choice::Load(ammo) => write!(f, "load:{}", ammo.id()),
            Choice::Rack(plan) => write!(f, "rack:{}", word(&RACKS, plan)),
            Choice::Count(n) => write!(f, "n:{n}"),
            Choice::Fire(id) => write!(f, "fire:{}", id.0),
            Choice::Assist(id) => write!(f, "assist:{}", id.0),
            Choice::Smoke(area) => write!(f, "smoke:{}", area.id()),
            Choice::Mg(gun, id) => write!(f, "{}:{}", gun.id(), id.0),
            Choice::AssistMg(gun, id) => write!(f, "assist:{}:{}", gun.id(), id.0),
            Choice::Reload => f.write_str("reload"),
            Choice::ReloadRush => f.write_str("reload:rush"),
            Choice::Put(ammo) => write!(f, "put:{}", ammo.id()),
            Choice::PutRest(ammo) => write!(f, "fill:{}", ammo.id()),
            Choice::Take(ammo) => write!(f, "take:{}", ammo.id()),
            Choice::Forward => f.write_str("move:forward"),
            Choice::HullDown => f.write_str("move:hulldown"),
            Choice::Step(step) => write!(f, "range:{}", word(&STEPS, step)),
            Choice::Hull(facing) => write!(f, "hull:{}", facing.id()),
            Choice::TurnTo(facing) => write!(f, "turn:{}", facing.id()),
            Choice::Backward => f.write_str("move:back"),
            Choice::Flank(id) => write!(f, "flank:{}", id.0),
            Choice::Mortar => f.write_str("mortar"),
            Choice::Call(support) => write!(f, "call:{}", word(&SUPPORTS, support)),
            Choice::CallPartner(support) => write!(f, "call:{}:partner", word(&SUPPORTS, support)),
            Choice::Button(mask) => write!(f, "button:{}", Hatches(mask)),
            Choice::Unbutton(mask) => write!(f, "unbutton:{}", Hatches(mask)),
            Choice::Switch(ammo) => write!(f, "switch:{}", ammo.id()),
            Choice::Synergy => f.write_str("synergy"),
            Choice::End => f.write_str("end"),
            Choice::Post(post) => write!(f, "post:{}", post.id()),
            Choice::Stay => f.write_str("post:stay"),
            Choice::Target(id) => write!(f, "target:{}", id.0),
            Choice::Trade(trade) => write!(f, "trade:{}", trade.id()),
            Choice::Pay(trophy) => write!(f, "pay:{}", trophy.id()),
            Choice::Recall(n) => write!(f, "recall:{n}"),
        }
    }
}

/// A text that is no choice of this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a choice of this game")]
pub struct NotAChoice;

/// A number as it is written, without sign or leading zeros, so that every choice has one key only.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|n: &u8| n.to_string() == text)
}

fn unit(text: &str) -> Option<UnitId> {
    number(text).map(UnitId)
}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Self, NotAChoice> {
        let mut words = text.split(':');
        let parts = (words.next().unwrap_or_default(), words.next(), words.next(), words.next());
        let choice = match parts {
            ("start", Some(m), None, None) => Month::from_id(m).map(Choice::Start),
            ("tank", Some("keep"), None, None) => Some(Choice::KeepTank),
            ("tank", Some(t), None, None) => TankType::from_id(t).map(Choice::Tank),
            ("unit", Some("roll"), None, None) => Some(Choice::RollDivision),
            ("unit", Some(n), None, None) => {
                number(n).filter(|n| (1..=Division::COUNT as u8).contains(n)).map(|n| Choice::Division(Division(n - 1)))
            }
            ("school", Some(e), None, None) => Elective::from_id(e).map(Choice::Elective),
            ("buy", Some("synergy"), Some("booze"), None) => Some(Choice::BuyWithBooze),
            ("buy", Some(s), None, None) => Skill::from_id(s).map(Choice::Buy),
            ("done", None, ..) => Some(Choice::Done),
            ("yes", None, ..) => Some(Choice::Yes),
            ("no", None, ..) => Some(Choice::No),
            ("open", Some(h), None, None) => Hatches::parse(h).map(Choice::Hatches),
            ("load", Some(a), None, None) => Ammo::from_id(a).map(Choice::Load),
            ("rack", Some(p), None, None) => value(&RACKS, p).map(Choice::Rack),
            ("n", Some(n), None, None) => number(n).map(Choice::Count),
            ("fire", Some(id), None, None) => unit(id).map(Choice::Fire),
            ("assist", Some(id), None, None) => unit(id).map(Choice::Assist),
            ("assist", Some(gun), Some(id), None) => {
                Gun::from_id(gun).and_then(|gun| unit(id).map(|id| Choice::AssistMg(gun, id)))
            }
            ("smoke", Some(a), None, None) => Area::from_id(a).map(Choice::Smoke),
            ("reload", None, ..) => Some(Choice::Reload),
            ("reload", Some("rush"), None, None) => Some(Choice::ReloadRush),
            ("put", Some(a), None, None) => Ammo::from_id(a).map(Choice::Put),
            ("fill", Some(a), None, None) => Ammo::from_id(a).map(Choice::PutRest),
            ("take", Some(a), None, None) => Ammo::from_id(a).map(Choice::Take),
            ("move", Some("forward"), None, None) => Some(Choice::Forward),
            ("move", Some("hulldown"), None, None) => Some(Choice::HullDown),
            ("move", Some("back"), None, None) => Some(Choice::Backward),
            ("range", Some(s), None, None) => value(&STEPS, s).map(Choice::Step),
            ("hull", Some(facing), None, None) => Facing::from_id(facing).map(Choice::Hull),
            ("turn", Some(facing), None, None) => Facing::from_id(facing).map(Choice::TurnTo),
            ("flank", Some(id), None, None) => unit(id).map(Choice::Flank),
            ("mortar", None, ..) => Some(Choice::Mortar),
            ("call", Some(s), None, None) => value(&SUPPORTS, s).map(Choice::Call),
            ("call", Some(s), Some("partner"), None) => value(&SUPPORTS, s).map(Choice::CallPartner),
            ("button", Some(h), None, None) => Hatches::parse(h).map(Choice::Button),
            ("unbutton", Some(h), None, None) => Hatches::parse(h).map(Choice::Unbutton),
            ("switch", Some(a), None, None) => Ammo::from_id(a).map(Choice::Switch),
            ("synergy", None, ..) => Some(Choice::Synergy),
            ("end", None, ..) => Some(Choice::End),
            ("post", Some("stay"), None, None) => Some(Choice::Stay),
            ("post", Some(p), None, None) => Post::from_id(p).map(Choice::Post),
            ("target", Some(id), None, None) => unit(id).map(Choice::Target),
            ("trade", Some(t), None, None) => Trade::from_id(t).map(Choice::Trade),
            ("pay", Some(t), None, None) => Trophy::from_id(t).map(Choice::Pay),
            ("recall", Some(n), None, None) => number(n).map(Choice::Recall),
            (gun, Some(id), None, None) => Gun::from_id(gun).and_then(|gun| unit(id).map(|id| Choice::Mg(gun, id))),
            _ => None,
        };
        choice.ok_or(NotAChoice)
    }
}
