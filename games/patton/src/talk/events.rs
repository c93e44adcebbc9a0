//! What happens in a game, as typed facts with their sentences. Rolls are told by the table itself.

use super::labels::{counted, directed, hatches, orders, rounds, unit};
use crate::charts::Charts;
use crate::evening::Score;
use crate::rules::rule;
use crate::state::{Aim, Directs, Name, Orders, Sight, Snowfall, UnitId, Verdict, Weather};
use crate::words::{
    Action, Ammo, BogResult, Clock, Collateral, Day, Deployment, Drive, EnemyAct, Facing, Leaving, Location, MapArea,
    Medal, Mg, MoveResult, Post, RandomEvent, Rank, Repair, Resistance, Scenario, Sector, Shift, Tank, Terrain,
    UnitType, Weapon, Wound, Zone,
};
use hulldown_core::events;
use hulldown_core::phrase::capital;
use hulldown_core::roster::surname;
use hulldown_core::rules::RuleId;
use serde::Serialize;
use std::fmt;

events! {
    /// What happened.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
    #[serde(tag = "fact", rename_all = "snake_case")]
    pub enum Event, charts: &'static Charts {
        // 20.0, 24.0, 27.0 The calendar.
        /// A day passes without action for you.
        Quiet { day: Day } = "quiet" ["20.12"] "{day}: no action for you.";
        DayBegins { day: Day, scenario: Scenario, expected: Resistance } = "day" ["4.21"] chapter
            => day_begins(charts, day, scenario, expected), under day.month().name(), titled day.to_string();
        Refit { day: Day, days: u8 } = "refit" ["27.0"] chapter "{day}: the Division refits, {days} days.", under day.month().name(),
            titled day.to_string();
        Trained = "trained" ["27.21"] "The crew can use the gyrostabilizer.";
        TrainingLost = "training-lost" ["27.22"] "With the gunner the gyrostabilizer training is lost.";
        Improves { post: Post, rating: u8 } = "improves" ["7.2"] "The {post} now has a rating of {rating}.";
        Returns { man: NamedMan } = "returns" ["19.33"] "{man} is back.";
        Declined { man: NamedMan } = "declined" ["19.33"] "{man} goes to another crew.";
        NewTank { tank: Tank } = "new-tank" ["24.0"]
            => format!("Your new tank: {}.", charts.tanks[tank.index()].name()), head charts.tanks[tank.index()].name();
        Hvss { fitted: bool } = "hvss" ["5.25"] => if fitted { "It has HVSS." } else { "It has no HVSS." };
        NewMan { man: NamedMan, rating: u8 } = "new-man" ["7.1"] "New in the crew: {man:#}, rating {rating}.";

        // 4.2 to 4.4 The morning.
        Weather { weather: Weather } = "weather" ["4.25"] => format!("Weather: {}.", self::weather(&weather));
        WeatherNow { weather: Weather } = "weather-now" ["T.weather"] => format!("The weather is now: {}.", self::weather(&weather)), head self::weather(&weather);
        Issued { ammo: Ammo, count: u8 } = "issued" ["T.ammo"] => format!("Issued: {} of {ammo}.", counted(count, "round"));
        ExtraOrdered { rounds: u8, boxes: u8 } = "extra" ["16.22"] => extra_ordered(rounds, boxes);
        Loaded { rounds: [u8; 6] } = "loaded" ["16.21"] => format!("Loaded: {}.", self::rounds(&rounds));
        Racked { rack: [u8; 6] } = "racked" ["16.23"] => format!("In the ready rack: {}.", rounds(&rack));
        /// Time and rounds of HE already gone.
        TimeElapsed { clock: Clock, he: u8 } = "time" [=> if he == 0 { rule!("20.44") } else { rule!("4.32") }] => time_elapsed(clock, he);
        Deployed { deployment: Deployment, lead: bool } = "deployed" ["4.41"]
            => format!("Your tank is {deployment}{}.", if lead { ", and leads" } else { "" });
        Ready { open: [bool; 5], loaded: Option<Ammo> } = "ready" ["4.42"]
            => format!("Ready: {}, {} in the gun.", hatches(&open), loaded.map_or("nothing", Ammo::name));

        // 4.5 The map.
        Route { start: MapArea, exit: MapArea } = "route" ["4.52"] => route(charts, start, exit);
        Resists { area: MapArea, resistance: Resistance } = "resists" ["T.resist"]
            => format!("Area {area}: {resistance} resistance expected."), head format!("{resistance} resistance");
        Called { support: Support, area: MapArea, comes: bool, clock: Clock } = "called" [=> support.rule()]
            => format!("{clock}: {}", called(support, area, comes)), head if comes { "comes" } else { "does not come" };
        PickedUp { area: MapArea } = "picked-up" ["23.1"] => format!("The artillery marker in area {area} is picked up.");
        Resupply { comes: bool, clock: Clock } = "resupply" ["4.54.4"]
            => format!("{clock}: {}", if comes { "the trucks have come." } else { "no supplies come." }), head if comes { "resupplied" } else { "nothing" };
        Enters { area: MapArea, clock: Clock } = "enters" ["4.54.5"] => format!("{clock}: the task force goes into area {area}.");
        Advancing { used: u8 } = "advancing" ["22.11"] => format!("Advancing Fire costs {} of HE.", counted(used, "round")),
            head format!("{} of HE spent", counted(used, "round"));
        NoBattle { area: MapArea } = "no-battle" ["4.54.5c1"] => format!("Nobody is met in area {area}."), head "no battle";
        BattleBegins { resistance: Resistance } = "battle" ["4.54.5c2"] scene "Battle! Resistance is {resistance}.", head "battle";
        Captured { area: MapArea, exit: bool } = "captured" ["4.54.5d"]
            => format!("Area {area}{} is US controlled.", if exit { ", the exit area" } else { "" });
        AreaLost { area: MapArea } = "area-lost" ["6.1"] => format!("Area {area} is lost.");

        // 4.6, 12.0, 17.0, 18.0 The enemy appears and is seen.
        Placed { who: Who, facing: Option<Facing>, terrain: Terrain, moving: bool } = "placed" ["12.3"]
            => format!("{}: {}, {}.", capital(&named(charts, &who)), place(who.zone), stands(facing, terrain, moving));
        /// The die showed a sector that is US Controlled.
        Diverted { from: Sector, to: Sector } = "diverted" ["5.12"]
            => format!("{} is US controlled: what comes appears in {to} instead.", capital(from.name()));
        NotPlaced { kind: UnitType, full: bool } = "not-placed" [=> if full { rule!("2.3") } else { rule!("5.12b") }] => not_placed(kind, full);
        /// Who surprises whom.
        Ambush { ambush: bool, yours: bool } = "ambush" [=> ambush_rule(ambush, yours)]
            => self::ambush(ambush, yours).0, head self::ambush(ambush, yours).1;
        Round { round: u16 } = "round" ["4.7"] scene "Round {round}.";
        /// Unless there is no marker left.
        Smoke { zone: Option<Zone>, placed: bool } = "smoke" [=> if placed { rule!("18.0") } else { rule!("18.16") }]
            => smoke(zone, placed), head placed.then_some("smoke");
        FriendsFail { who: Who } = "friends-fail" ["T.fa"] => format!("Friends do not harm the {}.", named(charts, &who));
        Smoked { who: Who } = "smoked" ["18.15"] => format!("Friends lay smoke before the {}.", named(charts, &who));
        Spotted { who: Who, by: Post } = "spotted" ["17.11"]
            => format!("The {by} spots the {} in {}.", named(charts, &who), place(who.zone)), head "spotted";
        NotSpotted { who: Who, by: Post } = "not-spotted" ["17.11"] => format!("The {by} does not spot the {}.", named(charts, &who));
        Hides { who: Who } = "hides" ["17.14"] => format!("The {} is out of sight.", named(charts, &who)), head "hidden";
        Identified { who: Who } = "identified" ["17.12"]
            => format!("Unit {} is a {}.", who.id.0, charts.units[who.kind.index()].name),
            head "identified";

        // 4.73, 11.0 Orders, and the tank drives.
        /// What is to be done, who looks out, and at which posts somebody works.
        Orders { orders: Orders, open: [bool; 5], works: [bool; 5] } = "orders" ["4.73.2"]
            => format!("Orders: {}. {}.", self::orders(&orders, works), capital(&hatches(&open)));
        /// The commander's attention goes to a gun that is silent.
        DirectsNobody { directs: Directs } = "directs-nobody" ["8.12"]
            => format!("The commander directs the {}, and nobody is to fire it.", directed(directs));
        /// What was marked earlier and cannot be done any more.
        OrderRefused { post: Post, action: Action, why: Why } = "order-refused" [=> why.rule]
            => format!("Refused: {action} by the {post}, {}.", why.says);
        /// The bow machine gun was to fire, and the tank has come hull down.
        BowSilent = "bow-silent" ["10.22b"] "The bow MG stays silent: the tank is hull down.";
        Awake { post: Post } = "awake" ["T.wound.3"] "The {post} comes to.";
        Drives { drive: Drive, result: MoveResult } = "drives" [=> drive_rule(result)] "{drive}: {result}.", head result.name();
        /// What that does to the enemy's places.
        Shift { shift: Shift } = "shift" ["11.2"] => self::shift(shift);
        Pivots { hull: Sector, turret: Sector } = "pivots" ["8.46"] "The hull faces {hull}, the turret {turret}.";
        GetsFree { result: BogResult } = "gets-free" ["11.12"] => gets_free(result), head result.name();
        LeavesBoard { way: Leaving } = "leaves" ["11.3"] => leaves(way), head way.name();
        Gone { who: Who } = "gone" ["13.12"] => format!("The {} is gone.", named(charts, &who));

        // 4.74 The crew fires and works.
        Turns { sector: Sector } = "turns" ["8.23"] "The turret turns to {sector}.";
        Fires { ammo: Ammo, who: Who, aim: Aim } = "fires" ["4.74.2"] => fires(charts, ammo, &who, aim);
        Missed { who: Who } = "missed" ["9.31"] => format!("The {} is missed.", named(charts, &who)), head "miss";
        Hits { who: Who, critical: bool } = "hits" ["9.33"]
            => format!("A {}hit on the {}.", if critical { "critical " } else { "" }, named(charts, &who)),
            head if critical { "critical hit" } else { "hit" };
        RateOfFire = "rate-of-fire" ["9.4"] "The crew is fast enough to fire again.", head "may fire again";
        Loads { ammo: Ammo, from_rack: bool } = "loads" ["9.6c"]
            => format!("{ammo} is loaded{}.", if from_rack { " from the ready rack" } else { "" });
        GunLoad { ammo: Option<Ammo> } = "gun-load" ["8.35"]
            => ammo.map_or("The gun is unloaded.".to_string(), |ammo| format!("{ammo} is in the gun now."));
        Malfunction { weapon: Weapon } = "malfunction" ["T.tohit.3"] "The {weapon} malfunctions.", head "malfunction";
        Immobilized { who: Who } = "immobilized" ["T.hitloc"]
            => format!("The {} is hit in the tracks and cannot move.", named(charts, &who)), head "immobilized";
        Bounces { who: Who, location: Location } = "bounces" ["9.52"]
            => bounces(charts, &who, location), head if location == Location::Miss { "cover struck" } else { "no effect" };
        NoEffect { who: Who } = "no-effect" ["9.51"] => format!("No effect on the {}.", named(charts, &who)), head "no effect";
        /// Or it gives way.
        KnockedOut { who: Who, by: Killer } = "knocked-out" [=> by.rule()] => knocked_out(charts, &who, by), head format!("{} {}", named(charts, &who), by.headline());
        FiresMg { mg: Mg, who: Who } = "fires-mg" ["4.74.3"] => format!("The {mg} fires at the {}.", named(charts, &who));
        Sweeps { mg: Mg, zone: Zone } = "sweeps" ["22.2"] => format!("The {mg} sweeps {}.", place(zone));
        Repair { weapon: Weapon, result: Repair } = "repair" ["T.repair"]
            => format!("The {weapon} {}.", repaired(result)), head result.name();
        NewPeriscope { post: Post } = "periscope" ["8.64"] "The {post} has a new periscope.";
        TakesPost { post: Post } = "takes-post" ["19.22"] "The assistant driver takes over as {post}.";
        Abandons = "abandons" ["11.11b"] "The crew leaves the tank.";

        // 4.75, 4.76, 13.0 The enemy acts, and friends.
        /// What its roll said, and what it does when all exceptions are taken.
        Acts { who: Who, read: EnemyAct, act: EnemyAct } = "acts" [=> acts_rule(read, act)] => acts(charts, &who, read, act);
        Moves { who: Who, facing: Option<Facing>, terrain: Terrain } = "moves" ["13.15"]
            => format!("The {} is now in {}, {}.", named(charts, &who), place(who.zone), stands(facing, terrain, true));
        ControlLost { sector: Sector } = "control-lost" ["13.14"] => format!("{} is no longer ours.", capital(sector.name()));
        ControlGained { sector: Sector } = "control-gained" ["15.7"] => format!("{} is ours.", capital(sector.name()));
        SquadsLost { count: u8, who: Option<Who> } = "squads-lost" ["13.2"] => squads_lost(charts, count, who.as_ref()), head "squad lost";
        TankLost { who: Option<Who> } = "tank-lost" ["13.3"] => format!("A friendly tank is lost{}.", lost_to(charts, who.as_ref())), head "friendly tank lost";
        MissesYou { who: Who } = "misses-you" ["4.81.1"] => format!("The {} misses you.", named(charts, &who)), head "missed";
        Held { location: Location } = "held" ["4.81.3"]
            => format!("You are hit in the {}; the armor holds.", part(location == Location::Turret)), head "armor holds";
        Disabled = "disabled" ["11.11"] "Your tank cannot move any more.", head "disabled";
        YouAreHit { who: Option<Who>, turret: bool } = "knocked-out-you" ["4.81.4"]
            => you_are_hit(charts, who.as_ref(), turret), head "your tank knocked out";
        /// Stray fire.
        Collateral { damage: Collateral } = "collateral" ["T.coll"]
            => format!("{}.", capital(damage.name())), head (damage != Collateral::None).then_some(damage.name());

        // 19.0 The crew.
        Wounded { man: NamedMan, wound: Wound, weeks: u8 } = "wounded" ["T.wound"]
            => wounded(&man, wound, weeks), head (wound >= Wound::LightWeek).then(|| format!("{} {wound}", man.post));
        Explodes = "explodes" ["19.11"] "The tank explodes; nobody survives.", head "explosion";
        BailsOut { post: Post, out: bool } = "bails-out" ["19.13"]
            => format!("The {post} {}.", if out { "gets out" } else { "is trapped inside" });
        Rescue { by: Post, whom: Post, freed: bool } = "rescue" ["19.14"]
            => format!("The {by} {} the {whom}.", if freed { "frees" } else { "cannot free" }), head if freed { "freed" } else { "not freed" };
        Burns { burns: bool } = "burns" ["19.15"]
            => if burns { "The tank burns." } else { "The tank does not burn." }, head if burns { "burns" } else { "does not burn" };
        TakenAway { man: NamedMan, wound: Wound, weeks: u8 } = "taken-away" ["19.3"] => taken_away(&man, wound, weeks);

        // 4.77, 15.0 The end of a round.
        Random { event: RandomEvent } = "event" ["4.77"] => format!("{}.", capital(event.name()));
        /// Mines find a tank that stands still.
        NoMine = "no-mine" ["15.4"] "The tank stands still and sets none off.";
        BattleEnds = "battle-ends" ["4.77"] "The battle is over.";

        // 4.9, 6.3, 25.0, 26.0, 31.0 The evening.
        Debriefing { score: Score, verdict: Verdict } = "debriefing" ["4.92"] scene => debriefing(&score, verdict);
        EngagementEnds { verdict: Verdict } = "engagement-ends" ["31.0"] scene => format!("The engagement is {}.", self::verdict(verdict));
        Promoted { rank: Rank } = "promoted" ["25.0"] "You are promoted: {rank}.";
        Decorated { medal: Medal } = "decorated" ["26.1"] "You are awarded the {medal}.";
        /// You go on as another man.
        NewCommander { number: u8, rating: u8 } = "new-commander" ["6.3"]
            "You go on as the man who takes your place: commander number {number}, a sergeant with a rating of {rating}.";
        CampaignEnds = "campaign-ends" ["6.3"] "The campaign is over for you.";
    }
}

/// Why something is not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Why {
    /// The rule that says so.
    pub rule: RuleId,
    /// In words.
    pub says: &'static str,
}

impl Serialize for Why {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.says)
    }
}

/// An enemy unit as it is named in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// Its number in the battle.
    pub id: UnitId,
    /// What it is, or counts as.
    pub kind: UnitType,
    /// Whether that is known.
    pub identified: bool,
    /// Where it stands.
    pub zone: Zone,
    /// How well it is seen.
    pub sight: Sight,
}

/// A man of your crews as he is named in the log: `The gunner, Burke,`; short of the article with `{:#}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NamedMan {
    /// His post.
    pub post: Post,
    /// His number among all who ever served.
    pub number: u16,
    /// Your own name, if he is you; it may be empty.
    pub you: Option<Name>,
}

impl fmt::Display for NamedMan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (the, end) = if f.alternate() { ("", "") } else { ("The ", ",") };
        match &self.you {
            Some(name) if name.is_empty() => write!(f, "{the}{} (you)", self.post),
            Some(name) => write!(f, "{the}{}, {name} (you){end}", self.post),
            None => write!(f, "{the}{}, {}{end}", self.post, surname(0, self.number)),
        }
    }
}

/// Who knocked a unit out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Killer {
    /// Your tank's main gun.
    You,
    /// One of its machine guns.
    YourMg,
    /// Friendly forces.
    Friends,
    /// It only gave way.
    Nobody,
}

impl Killer {
    fn rule(self) -> RuleId {
        match self {
            Killer::You => rule!("4.74.2"),
            Killer::YourMg => rule!("4.74.3"),
            Killer::Friends => rule!("4.76"),
            Killer::Nobody => rule!("22.13"),
        }
    }

    fn headline(self) -> &'static str {
        match self {
            Killer::You | Killer::YourMg => "knocked out",
            Killer::Friends => "knocked out by friends",
            Killer::Nobody => "withdraws",
        }
    }
}

/// What can be called for on the Movement Board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// Artillery.
    Artillery,
    /// An air strike.
    Air,
}

impl Support {
    fn rule(self) -> RuleId {
        match self {
            Support::Artillery => rule!("4.54.2"),
            Support::Air => rule!("4.54.3"),
        }
    }
}

pub(crate) fn named(charts: &Charts, who: &Who) -> String {
    unit(charts, who.kind, who.identified, who.id)
}

pub(crate) fn place(zone: Zone) -> String {
    format!("{} {}", zone.sector.id(), zone.range)
}

fn stands(facing: Option<Facing>, terrain: Terrain, moving: bool) -> String {
    let facing = facing.map_or(String::new(), |f| format!("{f} to you, "));
    let moving = if moving { ", moving" } else { "" };
    format!("{facing}{terrain}{moving}")
}

// The calendar and the morning.

fn day_begins(charts: &'static Charts, day: Day, scenario: Scenario, expected: Resistance) -> String {
    let note = charts.calendar.note(day);
    let note = if note.is_empty() { String::new() } else { format!(" {note}.") };
    format!("{day}: {scenario}, {expected} resistance expected.{note}")
}

/// The weather in words.
pub(crate) fn weather(weather: &Weather) -> String {
    let mut text = weather.sky.name().to_string();
    if weather.rain {
        text.push_str(", rain");
    }
    if weather.snow == Snowfall::Falling {
        text.push_str(", snow falling");
    }
    format!("{text}, {}", weather.ground)
}

fn extra_ordered(rounds: u8, boxes: u8) -> String {
    match (rounds, boxes) {
        (0, 0) => "No extra ammo must be carried.".into(),
        (0, _) => format!("No extra rounds, but {boxes} extra machine gun boxes must be carried."),
        _ => format!("{} and {boxes} machine gun boxes must be carried.", counted(rounds, "extra round")),
    }
}

fn time_elapsed(clock: Clock, he: u8) -> String {
    match he {
        0 => format!("It is {clock}."),
        _ => format!("It is {clock}; {he} rounds of HE are gone already."),
    }
}

// The map.

/// The book numbers the ten areas at the edge for its dice alone; everywhere else an area has one number.
fn route(charts: &Charts, start: MapArea, exit: MapArea) -> String {
    let edge = |area: MapArea| charts.areas[area.index()].edge.map_or(String::new(), |edge| format!(" (edge {edge})"));
    format!("You start in area {start}{} and are to reach area {exit}{}.", edge(start), edge(exit))
}

fn called(support: Support, area: MapArea, comes: bool) -> String {
    let what = match support {
        Support::Artillery => "artillery",
        Support::Air => "an air strike",
    };
    let how = if comes { "is ready for" } else { "cannot be had for" };
    format!("{what} {how} area {area}.")
}

// The enemy appears and is seen.

fn not_placed(kind: UnitType, full: bool) -> String {
    if full {
        format!("There is no counter left for another {}.", kind.class())
    } else {
        format!("Nobody appears: {} would have come from where the US controls both sectors.", kind.class().name())
    }
}

fn ambush_rule(ambush: bool, yours: bool) -> RuleId {
    match (ambush, yours) {
        (false, _) => rule!("4.65"),
        (true, false) => rule!("4.65b"),
        (true, true) => rule!("20.43"),
    }
}

/// Who surprises whom, in a sentence and in short.
fn ambush(ambush: bool, yours: bool) -> (&'static str, &'static str) {
    match (ambush, yours) {
        (false, _) => ("No ambush.", "no ambush"),
        (true, false) => ("The enemy lay in wait and acts first.", "ambush"),
        (true, true) => ("The enemy runs into your ambush.", "your ambush"),
    }
}

fn smoke(zone: Option<Zone>, placed: bool) -> String {
    match zone {
        _ if !placed => "There is no Smoke marker left.".into(),
        Some(zone) => format!("Smoke in {}.", place(zone)),
        None => "Smoke around your tank.".into(),
    }
}

// The tank drives.

fn drive_rule(result: MoveResult) -> RuleId {
    match result {
        MoveResult::ThrownTrack => rule!("11.11"),
        MoveResult::BoggedDown => rule!("11.12"),
        _ => rule!("11.1"),
    }
}

fn shift(shift: Shift) -> &'static str {
    match shift {
        Shift::A | Shift::B => "The enemy's positions shift as you move.",
        _ => "Enemy vehicles may have turned.",
    }
}

fn gets_free(result: BogResult) -> &'static str {
    match result {
        BogResult::Free => "The tank is free.",
        BogResult::NoEffect => "The tank is still stuck.",
        BogResult::ThrownTrack => "The tank throws a track.",
        BogResult::Assistance => "The tank is stuck until help comes.",
    }
}

fn leaves(way: Leaving) -> &'static str {
    match way {
        Leaving::Retreat => "The task force retreats.",
        Leaving::Advance => "The task force breaks through.",
    }
}

// The crew fires and works.

fn fires(charts: &Charts, ammo: Ammo, who: &Who, aim: Aim) -> String {
    let how = match aim {
        Aim::Direct => "",
        Aim::Area => " (area fire)",
        Aim::Track => " (at its tracks)",
    };
    format!("The main gun fires {ammo} at the {} in {}{how}.", named(charts, who), place(who.zone))
}

fn knocked_out(charts: &Charts, who: &Who, by: Killer) -> String {
    let name = named(charts, who);
    match by {
        Killer::You | Killer::YourMg => format!("You knock out the {name}."),
        Killer::Friends => format!("Friends knock out the {name}."),
        Killer::Nobody => format!("The {name} withdraws."),
    }
}

/// [9.52] What would strike the hull of a hull down vehicle strikes what it stands behind.
fn bounces(charts: &Charts, who: &Who, location: Location) -> String {
    let name = named(charts, who);
    match location {
        Location::Miss => format!("The hit on the {name} strikes its cover."),
        _ => format!("The hit on the {name} ({location}) has no effect."),
    }
}

fn repaired(result: Repair) -> &'static str {
    match result {
        Repair::Repaired => "works again",
        Repair::NoEffect => "still does not work",
        Repair::Broken => "is broken for the day",
    }
}

// The enemy acts.

fn acts_rule(read: EnemyAct, act: EnemyAct) -> RuleId {
    match act {
        _ if read != act => rule!("T.action"),
        EnemyAct::Nothing => rule!("13.0"),
        _ => rule!("4.75"),
    }
}

/// Where a unit does something else than its roll says, why.
fn acts(charts: &Charts, who: &Who, read: EnemyAct, act: EnemyAct) -> String {
    let why = match (read, act) {
        _ if read == act => "",
        (EnemyAct::FireAnyTank, EnemyAct::FireYourTank) => ", for you have fired at it",
        (EnemyAct::FireAnyTank, _) if act != EnemyAct::Nothing => " to face you, for you have fired at it",
        (EnemyAct::FireLeadTank, EnemyAct::FireYourTank) => ", which leads",
        (_, EnemyAct::FireYourTank) => ", a Firefly",
        (EnemyAct::FireYourTank, _) if who.sight == Sight::Hidden => ": it is hidden from you",
        _ => ": it cannot",
    };
    format!("The {} in {} {}{why}.", named(charts, who), place(who.zone), act.name())
}

fn squads_lost(charts: &Charts, count: u8, who: Option<&Who>) -> String {
    let to = lost_to(charts, who);
    match count {
        1 => format!("A squad is lost{to}."),
        _ => format!("{count} squads are lost{to}."),
    }
}

/// Whose fire it was, where it was an enemy's on the board.
fn lost_to(charts: &Charts, who: Option<&Who>) -> String {
    who.map_or_else(String::new, |who| format!(" to the {}", named(charts, who)))
}

fn part(turret: bool) -> &'static str {
    if turret { "turret" } else { "hull" }
}

fn you_are_hit(charts: &Charts, who: Option<&Who>, turret: bool) -> String {
    let by = who.map_or("a Panzerfaust".to_string(), |who| format!("the {}", named(charts, who)));
    format!("Your tank is pierced in the {} by {by}: knocked out.", part(turret))
}

// The crew.

/// A man may be hit several times: this says what one shot did, and the worst of them counts.
fn wounded(man: &NamedMan, wound: Wound, weeks: u8) -> String {
    let how = match wound {
        Wound::NearMiss => "comes to no harm".to_string(),
        Wound::Unconscious => "is unconscious".into(),
        Wound::Light => "takes a light wound".into(),
        Wound::LightWeek => "is wounded and out for a week".into(),
        Wound::SeriousWeeks => format!("is seriously wounded and out for {}", counted(weeks, "week")),
        Wound::SentHome => "is seriously wounded and will be sent home".into(),
        Wound::Killed => "is killed".into(),
    };
    format!("{man} {how}.")
}

fn taken_away(man: &NamedMan, wound: Wound, weeks: u8) -> String {
    match wound {
        Wound::Killed => format!("{man} is buried."),
        Wound::SentHome => format!("{man} is sent home."),
        _ => format!("{man} goes to hospital for {}.", counted(weeks, "week")),
    }
}

// The evening.

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Lost => "lost",
        Verdict::Even => "neither won nor lost",
    }
}

fn debriefing(score: &Score, verdict: Verdict) -> String {
    format!(
        "Points: your tank {}, friends {}, territory {}, losses {}; in all {}: {}.",
        score.own_adjusted,
        score.friendly_adjusted,
        score.captured_adjusted + score.lost_adjusted,
        score.losses,
        score.total(),
        self::verdict(verdict)
    )
}
