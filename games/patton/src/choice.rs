//! What a player can be asked, and what he can answer. The text of a choice is its key in saves, histories and the protocol.

use crate::state::{Aim, Directs, UnitId};
use crate::words::{Action, Ammo, MapArea, Medal, Mg, Post, Range, Sector, Tank, Zone};
use std::fmt;
use std::str::FromStr;

/// Orders that often go together, put into the draft in one go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Nobody has a marker.
    Clear,
    /// Main gun, directed, reloaded.
    Gun,
    /// The machine guns.
    Mg,
    /// Forward to a hull down position.
    HullDown,
    /// Forward.
    Forward,
    /// Backward.
    Back,
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Yes.
    Yes,
    /// No.
    No,
    /// That is all.
    Done,
    /// Carry it out.
    Go,
    /// As the book suggests.
    Usual,
    /// As last time.
    Same,
    /// Kind by kind.
    ByHand,
    /// So many.
    Count(u8),
    /// This post.
    Assign(Post),
    /// Keep the tank.
    KeepTank,
    /// Have another.
    NewTank,
    /// This tank.
    Tank(Tank),
    /// This round in the gun, or none.
    Load(Option<Ammo>),
    /// The hull faces so.
    Hull(Sector),
    /// The turret faces so.
    Turret(Sector),
    /// A hatch is opened.
    Open(Post),
    /// A hatch is closed.
    Close(Post),
    /// A buttoned-up man searches this sector.
    Look(Post, Sector),
    /// An area is checked.
    Check(MapArea),
    /// Artillery is called onto an area.
    Artillery(MapArea),
    /// An artillery marker is picked up.
    PickUp(MapArea),
    /// An air strike is called onto an area.
    Air(MapArea),
    /// Resupply.
    Resupply,
    /// An area is entered.
    Enter(MapArea),
    /// Fifteen minutes of waiting.
    Wait,
    /// Waiting until something happens.
    WaitOn,
    /// An Advance Fire marker in a zone.
    Mark(Zone),
    /// A man looks at a unit.
    Spot(Post, UnitId),
    /// A set of orders.
    Plan(Plan),
    /// An order for a post.
    Order(Post, Action),
    /// No marker on a post.
    Free(Post),
    /// The commander directs this.
    Direct(Directs),
    /// The assistant driver takes a post.
    TakePost(Post),
    /// What is reloaded, and whether from the ready rack.
    Reload(Ammo, bool),
    /// The main gun fires at a unit.
    Fire(UnitId, Aim),
    /// Again.
    Again(Aim),
    /// No shot, or no more.
    Hold,
    /// A machine gun fires at a unit.
    Shoot(UnitId),
    /// A machine gun sweeps a zone.
    Sweep(Zone),
    /// A machine gun fires at a unit, once the others have marked what they sweep.
    Aimed,
    /// This sector.
    Sector(Sector),
    /// This area.
    Area(MapArea),
    /// One man goes for another.
    Rescue(Post, Post),
    /// This decoration.
    Medal(Medal),
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A man is back from his wounds.
    Return(Post),
    /// Another tank in a refit.
    Exchange,
    /// Which tank.
    ChooseTank,
    /// Gyrostabilizer training.
    Train,
    /// Which post gets a new man of this rating.
    Assign(u8),
    /// How many extra rounds.
    Extra,
    /// The load of the main gun.
    Rounds,
    /// How many rounds of a kind are carried.
    RoundsOf(Ammo),
    /// The ready rack.
    Rack,
    /// How many rounds of a kind go into the rack.
    RackOf(Ammo),
    /// Hatches, gun load, facings before a battle.
    Prepare,
    /// Which area is checked for free.
    FreeCheck,
    /// Which operation.
    Operation,
    /// Advancing Fire or not.
    Advancing,
    /// Where an Advance Fire marker goes; so many are left.
    Mark(u8),
    /// Wait or resupply.
    Watch,
    /// Who looks at what.
    Spotting,
    /// Orders.
    Orders,
    /// Where the hull turns.
    Pivot,
    /// Where the turret turns.
    Turn,
    /// The target of the main gun.
    Target,
    /// Another shot.
    Again,
    /// Whether a machine gun sweeps a zone or fires at a unit.
    Sweep(Mg),
    /// The target of a machine gun.
    MgTarget(Mg),
    /// The round that goes into the gun.
    GunLoad,
    /// Where the task force goes.
    Leave,
    /// Where it falls back to.
    FallBack,
    /// Which sector friendly forces take.
    FriendlyAdvance,
    /// Who goes for whom.
    Rescue,
    /// Which decoration.
    Medal,
    /// Whether to go on as the replacement.
    Succession,
}

const PLANS: [(Plan, &str); 6] = [
    (Plan::Clear, "clear"),
    (Plan::Gun, "gun"),
    (Plan::Mg, "mg"),
    (Plan::HullDown, "hulldown"),
    (Plan::Forward, "forward"),
    (Plan::Back, "back"),
];
const AMMO: [(Ammo, &str); 6] = [
    (Ammo::He, "he"),
    (Ammo::Ap, "ap"),
    (Ammo::Wp, "wp"),
    (Ammo::Hcbi, "hcbi"),
    (Ammo::Hvap, "hvap"),
    (Ammo::Apds, "apds"),
];
const MEDALS: [(Medal, &str); 4] = [
    (Medal::BronzeStar, "bronze"),
    (Medal::SilverStar, "silver"),
    (Medal::ServiceCross, "cross"),
    (Medal::MedalOfHonor, "honor"),
];
const AIMS: [(Aim, &str); 3] = [(Aim::Direct, "direct"), (Aim::Area, "area"), (Aim::Track, "track")];

fn word<T: Copy + PartialEq>(words: &[(T, &'static str)], value: T) -> &'static str {
    words.iter().find(|(v, _)| *v == value).map_or("", |(_, word)| word)
}

fn value<T: Copy>(words: &[(T, &'static str)], text: &str) -> Option<T> {
    words.iter().find(|(_, word)| *word == text).map(|(v, _)| *v)
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = |z: Zone| (z.sector.id(), z.range.id());
        match *self {
            Choice::Yes => f.write_str("yes"),
            Choice::No => f.write_str("no"),
            Choice::Done => f.write_str("done"),
            Choice::Go => f.write_str("go"),
            Choice::Usual => f.write_str("usual"),
            Choice::Same => f.write_str("same"),
            Choice::ByHand => f.write_str("by-hand"),
            Choice::Count(n) => write!(f, "n:{n}"),
            Choice::Assign(post) => write!(f, "assign:{}", post.id()),
            Choice::KeepTank => f.write_str("tank:keep"),
            Choice::NewTank => f.write_str("tank:new"),
            Choice::Tank(tank) => write!(f, "tank:{}", tank.number()),
            Choice::Load(ammo) => write!(f, "load:{}", ammo.map_or("none", |a| word(&AMMO, a))),
            Choice::Hull(sector) => write!(f, "hull:{}", sector.id()),
            Choice::Turret(sector) => write!(f, "turret:{}", sector.id()),
            Choice::Open(post) => write!(f, "open:{}", post.id()),
            Choice::Close(post) => write!(f, "close:{}", post.id()),
            Choice::Look(post, sector) => write!(f, "look:{}:{}", post.id(), sector.id()),
            Choice::Check(area) => write!(f, "check:{}", area.id()),
            Choice::Artillery(area) => write!(f, "artillery:{}", area.id()),
            Choice::PickUp(area) => write!(f, "pick-up:{}", area.id()),
            Choice::Air(area) => write!(f, "air:{}", area.id()),
            Choice::Resupply => f.write_str("resupply"),
            Choice::Enter(area) => write!(f, "enter:{}", area.id()),
            Choice::Wait => f.write_str("wait"),
            Choice::WaitOn => f.write_str("wait:on"),
            Choice::Mark(z) => write!(f, "mark:{}:{}", zone(z).0, zone(z).1),
            Choice::Spot(post, id) => write!(f, "spot:{}:{}", post.id(), id.0),
            Choice::Plan(plan) => write!(f, "plan:{}", word(&PLANS, plan)),
            Choice::Order(post, action) => write!(f, "order:{}:{}", post.id(), action.id()),
            Choice::Free(post) => write!(f, "order:{}:none", post.id()),
            Choice::Direct(Directs::Main) => f.write_str("direct:main"),
            Choice::Direct(Directs::Mg(mg)) => write!(f, "direct:{}", mg.id()),
            Choice::TakePost(post) => write!(f, "post:{}", post.id()),
            Choice::Reload(ammo, rack) => write!(f, "reload:{}{}", word(&AMMO, ammo), if rack { ":rack" } else { "" }),
            Choice::Fire(id, aim) => write!(f, "fire:{}:{}", id.0, word(&AIMS, aim)),
            Choice::Again(aim) => write!(f, "again:{}", word(&AIMS, aim)),
            Choice::Hold => f.write_str("hold"),
            Choice::Shoot(id) => write!(f, "shoot:{}", id.0),
            Choice::Sweep(z) => write!(f, "sweep:{}:{}", zone(z).0, zone(z).1),
            Choice::Aimed => f.write_str("aimed"),
            Choice::Sector(sector) => write!(f, "sector:{}", sector.id()),
            Choice::Area(area) => write!(f, "area:{}", area.id()),
            Choice::Rescue(by, whom) => write!(f, "rescue:{}:{}", by.id(), whom.id()),
            Choice::Medal(medal) => write!(f, "medal:{}", word(&MEDALS, medal)),
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

fn zone(sector: &str, range: &str) -> Option<Zone> {
    Some(Zone { sector: Sector::from_id(sector)?, range: Range::from_id(range)? })
}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Self, NotAChoice> {
        let mut words = text.split(':');
        let parts = (words.next().unwrap_or_default(), words.next(), words.next(), words.next());
        one(parts).or_else(|| two(parts)).or_else(|| three(parts)).ok_or(NotAChoice)
    }
}

type Parts<'a> = (&'a str, Option<&'a str>, Option<&'a str>, Option<&'a str>);

fn one(parts: Parts<'_>) -> Option<Choice> {
    let (word, None, ..) = parts else { return None };
    Some(match word {
        "yes" => Choice::Yes,
        "no" => Choice::No,
        "done" => Choice::Done,
        "go" => Choice::Go,
        "usual" => Choice::Usual,
        "same" => Choice::Same,
        "by-hand" => Choice::ByHand,
        "resupply" => Choice::Resupply,
        "wait" => Choice::Wait,
        "hold" => Choice::Hold,
        "aimed" => Choice::Aimed,
        _ => return None,
    })
}

fn two(parts: Parts<'_>) -> Option<Choice> {
    let (word, Some(what), None, _) = parts else { return None };
    match (word, what) {
        ("tank", "keep") => Some(Choice::KeepTank),
        ("tank", "new") => Some(Choice::NewTank),
        ("tank", n) => Tank::from_id(n).map(Choice::Tank),
        ("n", n) => number(n).map(Choice::Count),
        ("assign", p) => Post::from_id(p).map(Choice::Assign),
        ("load", "none") => Some(Choice::Load(None)),
        ("load", a) => value(&AMMO, a).map(|a| Choice::Load(Some(a))),
        ("hull", s) => Sector::from_id(s).map(Choice::Hull),
        ("turret", s) => Sector::from_id(s).map(Choice::Turret),
        ("open", p) => Post::from_id(p).map(Choice::Open),
        ("close", p) => Post::from_id(p).map(Choice::Close),
        ("check", a) => MapArea::from_id(a).map(Choice::Check),
        ("artillery", a) => MapArea::from_id(a).map(Choice::Artillery),
        ("pick-up", a) => MapArea::from_id(a).map(Choice::PickUp),
        ("air", a) => MapArea::from_id(a).map(Choice::Air),
        ("enter", a) => MapArea::from_id(a).map(Choice::Enter),
        ("wait", "on") => Some(Choice::WaitOn),
        ("plan", p) => value(&PLANS, p).map(Choice::Plan),
        ("direct", "main") => Some(Choice::Direct(Directs::Main)),
        ("direct", mg) => Mg::from_id(mg).map(|mg| Choice::Direct(Directs::Mg(mg))),
        ("post", p) => Post::from_id(p).map(Choice::TakePost),
        ("reload", a) => value(&AMMO, a).map(|a| Choice::Reload(a, false)),
        ("again", a) => value(&AIMS, a).map(Choice::Again),
        ("shoot", id) => unit(id).map(Choice::Shoot),
        ("sector", s) => Sector::from_id(s).map(Choice::Sector),
        ("area", a) => MapArea::from_id(a).map(Choice::Area),
        ("medal", m) => value(&MEDALS, m).map(Choice::Medal),
        _ => None,
    }
}

fn three(parts: Parts<'_>) -> Option<Choice> {
    let (word, Some(a), Some(b), None) = parts else { return None };
    match (word, a, b) {
        ("look", p, s) => Some(Choice::Look(Post::from_id(p)?, Sector::from_id(s)?)),
        ("mark", s, r) => zone(s, r).map(Choice::Mark),
        ("sweep", s, r) => zone(s, r).map(Choice::Sweep),
        ("spot", p, id) => Some(Choice::Spot(Post::from_id(p)?, unit(id)?)),
        ("order", p, "none") => Post::from_id(p).map(Choice::Free),
        ("order", p, a) => Some(Choice::Order(Post::from_id(p)?, Action::from_id(a)?)),
        ("reload", a, "rack") => value(&AMMO, a).map(|a| Choice::Reload(a, true)),
        ("fire", id, aim) => Some(Choice::Fire(unit(id)?, value(&AIMS, aim)?)),
        ("rescue", by, whom) => Some(Choice::Rescue(Post::from_id(by)?, Post::from_id(whom)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_back_as_the_same_choice() {
        for key in [
            "yes",
            "no",
            "done",
            "go",
            "usual",
            "same",
            "by-hand",
            "n:7",
            "assign:g",
            "tank:keep",
            "tank:new",
            "tank:17",
            "load:none",
            "load:he",
            "hull:6-8",
            "turret:1",
            "open:c",
            "close:l",
            "look:l:4-5",
            "check:m07",
            "artillery:m41",
            "pick-up:m01",
            "air:m02",
            "resupply",
            "enter:m03",
            "wait",
            "wait:on",
            "mark:6-8:close",
            "spot:c:3",
            "plan:gun",
            "plan:clear",
            "order:d:forward",
            "order:c:none",
            "direct:main",
            "direct:coax",
            "post:g",
            "reload:ap",
            "reload:ap:rack",
            "fire:2:direct",
            "fire:2:track",
            "again:area",
            "hold",
            "aimed",
            "shoot:4",
            "sweep:9-10:long",
            "sector:3",
            "area:m20",
            "rescue:c:g",
            "medal:silver",
        ] {
            let choice: Choice = key.parse().unwrap_or_else(|_| panic!("{key}"));
            assert_eq!(choice.to_string(), key);
        }
        for key in
            ["", "fire", "fire:2", "fire:02:direct", "n:+1", "n:-1", "tank:0", "tank:19", "go:x", "order:c", "wait:x"]
        {
            assert!(key.parse::<Choice>().is_err(), "{key}");
        }
    }
}
