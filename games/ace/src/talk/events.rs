//! What happens in a game, as typed facts with their sentences. Rolls are told by the table itself.

use super::labels::{counted, hatches, rack};
use super::names::Teller;
use crate::rules::rule;
use crate::state::{End, Fate, Support, UnitId};
use crate::words::{
    Ammo, Area, Award, Class, Command, Course, Division, Elective, ElectiveResult, Facing, Grade, Gun, Mission, Month,
    Part, Post, RandomEvent, Range, Rank, RoundEvent, Skill, TankType, Terrain, Trade, Trophy, UnitType, Weather,
    Wound,
};
use hulldown_core::events;
use hulldown_core::game::Seat;
use hulldown_core::phrase::capital;
use hulldown_core::roster::surname;
use hulldown_core::rules::RuleId;
use serde::Serialize;

events! {
    /// What happened.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
    #[serde(tag = "fact", rename_all = "snake_case")]
    pub enum Event, told: &Teller<'_> {
        /// Whose lines follow, and what they are about.
        Heading { seat: Seat, of: Phase } = "phase" [=> of.rule()] scene => told.heading(seat, of);

        // 4.0 Setting up.
        Begins { month: Month } = "begins" ["4.1.1"] part => format!("The career begins in {}.", month.name());
        Mustered { seat: Seat, tank: TankType, division: Division } = "mustered" ["4.0"] => told.on(seat, mustered(told, tank, division)),
            head Some(told.charts.division_names[division.index()].clone());
        Course { seat: Seat, course: Course, passed: bool } = "course" ["4.6a"]
            => told.on(seat, format!("Fort Knox, {course}: {}.", if passed { "passed" } else { "nothing learned" })),
            head passed.then(|| format!("{course} passed"));
        Elective { seat: Seat, elective: Elective, result: ElectiveResult } = "elective" ["4.6b"]
            => told.on(seat, &told.charts.f1.result[result.index()]),
            head (result != ElectiveResult::None).then(|| told.charts.f1.result[result.index()].trim_end_matches('.').to_string());
        Bought { seat: Seat, skill: Skill, cost: u8 } = "bought" ["7.7a"] => told.on(seat, format!("{skill} bought for {cost} XP."));

        // 6.9 A mission line.
        Line { month: Month, line: u8 } = "line" ["6.9"] chapter
            => format!("{}, mission {}.", month.name(), line + 1), under month.name();
        EventPlaced { number: u8 } = "event-placed" ["4.7a"] => format!("Major Event {number}, {}, is now active.", told.major(number));
        EventExpired { number: u8 } = "event-expired" ["4.7c"] => format!("Major Event {number}, {}, has passed by.", told.major(number));
        Skipped { seat: Seat, left: u8 } = "skipped" ["4.2.3b"] => told.on(seat, skipped(left));
        Returned { seat: Seat, post: Post, man: u16 } = "returned" ["R29b"] => told.on(seat, format!("The {post}, {}, is back.", surname(seat.index(), man)));
        Recalled { seat: Seat, post: Post, man: u16 } = "recalled" ["8.3.1b"]
            => told.on(seat, format!("The {post}, {}, is back, as requested.", surname(seat.index(), man)));
        Released { seat: Seat, post: Post, man: u16 } = "released" ["8.3.1b"]
            => told.on(seat, format!("The former {post}, {}, leaves hospital for another crew.", surname(seat.index(), man)));

        // 6.1, 6.2 A mission.
        Mission { mission: Mission, event: Option<u8>, active: bool } = "mission" [=> mission_rule(mission)] part
            => self::mission(told, mission, event, active), head mission.name();
        NoFuel = "no-fuel" ["CH.C1"] "No fuel: the unit refits.";
        Conditions { weather: Weather, terrain: Terrain, range: Range } = "conditions" ["6.1b"]
            => format!("{}, {weather}; the fight starts at {range} range.", capital(terrain.name()));
        Grade { grade: Grade } = "grade" ["6.2d"] => self::grade(told, grade);
        DugIn { dug_in: bool } = "dug-in" ["R11a"]
            => if dug_in { "Enemy infantry on foot is dug in." } else { "The enemy is not dug in." };
        Placed { seat: Seat, who: Who } = "placed" ["6.2c"] => told.on(seat, format!("Enemy: {}.", told.unit_of(seat, &who)));
        /// The chart names anti-tank guns, and an attacker's are self-propelled.
        SelfPropelled { seat: Seat } = "self-propelled" ["7.1.4d"]
            => told.on(seat, "An attacker\u{2019}s anti-tank guns are self-propelled: SPGs come in their place.");
        NoCounter { seat: Seat } = "no-counter" ["3.5.2b"] => told.on(seat, "No counter is left; nobody comes.");
        Ready { seat: Seat, open: [bool; 3], hull_down: bool, loaded: Option<Ammo> } = "ready" ["4.3.1"]
            => told.on(seat, ready(open, hull_down, loaded));
        ArtilleryBought { seat: Seat } = "artillery-bought" ["7.6e"] => told.on(seat, "A Prestige Point buys field artillery.");

        // 7.2 A Combat Round: targeting, fire support, commands.
        Round { round: u16 } = "round" ["6.5a"] scene "Combat Round {round}.";
        Recovers { who: Who } = "recovers" ["7.2-1c"] => format!("The {} recovers.", told.unit(&who));
        Targets { seat: Seat, who: Who } = "targets" ["7.2-4a"] => format!("The {} now targets {}.", told.unit(&who), told.you(seat));
        Busy { seat: Seat, who: Who } = "busy" ["7.2-4a"] => format!("The {} does not target {}.", told.unit(&who), told.you(seat));
        Strike { seat: Seat, support: Support, who: Who } = "strike" ["7.2-2"] => told.on(seat, strike(told, seat, support, &who));
        Airstrike { seat: Seat, who: Who } = "airstrike" ["7.6c"]
            => told.on(seat, format!("Aircraft attack the {}.", told.unit_of(seat, &who)));
        Fires { seat: Seat, ammo: Ammo, who: Who } = "fires" ["7.2-Aa"]
            => told.on(seat, format!("The main gun fires {ammo} at the {}.", told.unit_of(seat, &who)));
        /// What was command A is command B from now on.
        Sensed { seat: Seat, who: Who } = "sensed" ["7.2-B"]
            => told.on(seat, format!("The next shot at the {} is command B, fire again.", told.unit_of(seat, &who)));
        FiresSmoke { seat: Seat, area: Area } = "fires-smoke" ["7.2-Ae"] => told.on(seat, format!("The main gun fires HCBI into area {}.", area.id()));
        FiresMg { seat: Seat, gun: Gun, who: Who } = "fires-mg" ["4.4.b"]
            => told.on(seat, format!("The {gun} fires at the {}.", told.unit_of(seat, &who)));
        Missed { who: Who } = "missed" ["CH.B1"] => format!("The {} is missed.", told.unit(&who)), head "miss";
        Useless { who: Who } = "useless" ["7.2-Af"] => format!("No effect on the {}: the round cannot harm it.", told.unit(&who)), head "no effect";
        NoEffect { who: Who } = "no-effect" ["CH.B2"] => format!("No effect on the {}.", told.unit(&who)), head "no effect";
        Bounced { who: Who } = "bounced" ["CH.B3"] => format!("It bounces off the {}.", told.unit(&who)), head "no penetration";
        Struck { who: Who, part: Option<Part>, pen: i8, armor: i8 } = "struck" ["7.3.6"] => struck(told, &who, part, pen, armor);
        EnemyButtons { who: Who } = "enemy-buttons" ["7.3.7a"] => format!("The {} buttons up.", told.unit(&who)), head "buttoned up";
        EnemyImmobilized { who: Who } = "enemy-immobilized" ["7.4.5b"]
            => format!("The {} is immobilized.", told.unit(&who)), head "immobilized";
        Suppressed { who: Who } = "suppressed" ["7.4e"] => format!("The {} is suppressed.", told.unit(&who)), head "suppressed";
        /// Again, if a second suppression in the round is what costs it.
        StepsLost { who: Who, left: u8, again: bool } = "steps-lost" [=> if again { rule!("7.4g") } else { rule!("6.3e") }]
            => format!("The {} is {}reduced.", told.unit(&who), if again { "suppressed a second time and " } else { "" }), head "reduced";
        /// Again, if a second suppression in the round cost it the last step.
        Destroyed { seat: Seat, who: Who, by: Killer, again: bool } = "destroyed" [=> destroyed_rule(who.class, again)]
            => told.on(seat, destroyed(told, seat, &who, by, again)), head format!("{} destroyed", told.short(&who));
        BailsOut { who: Who } = "bails-out" ["7.4.5b"] => format!("The crew of the {} bails out.", told.unit(&who));
        LostWithCarrier { who: Who } = "lost-with-carrier" ["6.3d"] => format!("The infantry aboard is lost ({}).", told.unit(&who));
        SmokeIn { board: Seat, area: Area } = "smoke-in" ["7.3.5a"]
            => format!("Smoke in area {}{}.", area.id(), told.on_board(board)), head "smoke";
        SmokeHere { seat: Seat } = "smoke-here" ["7.2-K"] => told.on(seat, "Smoke around the tank."), head "smoke";
        Jams { seat: Seat, gun: Gun } = "jams" ["7.4.4a"] => told.on(seat, format!("The {gun} jams.")), head "stoppage";
        NoJam { seat: Seat, gun: Gun } = "no-jam" ["7.7.wea"] => told.on(seat, format!("The {gun} is kept going."));
        Cleared { seat: Seat, gun: Gun } = "cleared" ["7.2-P"] => told.on(seat, format!("The stoppage of the {gun} is cleared."));
        MgReloaded { seat: Seat, gun: Gun } = "mg-reloaded" ["R23a"] => told.on(seat, format!("The {gun} is reloaded."));
        Uses { seat: Seat, skill: Skill } = "uses" ["R45a"] => told.on(seat, format!("{skill} is used."));
        Loads { seat: Seat, ammo: Ammo, stowage: bool, by: Option<Command> } = "loads" [=> by.map_or(rule!("7.2-3b"), command_rule)]
            => told.on(seat, format!("{ammo} loaded{}.", if stowage { " from stowage" } else { "" }));
        /// The rack is filled when all commands are given.
        Reloads { seat: Seat } = "reloads" ["7.2-Ca"]
            => told.on(seat, "The loader will fill the ready rack when the commands are given, unless the gun calls for him first."),
            head "when the commands are given";
        RackLeft { seat: Seat } = "rack-left" ["7.2-Cb"]
            => told.on(seat, "The gun calls for the loader: he leaves the ready rack as it is."), head "rack not filled";
        Racks { seat: Seat, rack: [u8; 5], boxes: u8 } = "racks" ["4.4.c"]
            => told.on(seat, format!("Ready rack {} of {boxes}: {}.", rack.iter().sum::<u8>(), self::rack(&rack)));
        TakesOver { seat: Seat, post: Post } = "takes-over" [=> super::labels::post_rule(post)] => told.on(seat, takes_over(post));
        Commands { seat: Seat, post: Post } = "commands" ["7.4.3d"] => told.on(seat, format!("The {post} commands."));
        RangeNow { seat: Seat, range: Range, by: Option<Command> } = "range" [=> by.map_or(rule!("7.1.4b"), command_rule)]
            => told.on(seat, format!("The range is now {range}.")), head format!("{range} range");
        HullDown { seat: Seat, hull_down: bool } = "hull-down" ["R18a"]
            => told.on(seat, if hull_down { "Hull down." } else { "Not hull down." }),
            head if hull_down { "hull down" } else { "not hull down" };
        HullTurns { seat: Seat, facing: Facing, by: Option<Command> } = "hull-turns" [=> by.map_or(rule!("7.2-DEG"), command_rule)]
            => told.on(seat, format!("The hull faces {facing}.")), head "hull turned";
        TurretTurns { seat: Seat, facing: Facing } = "turret-turns" ["7.2-Ac"]
            => told.on(seat, format!("The turret turns {facing}."));
        Flanks { seat: Seat, who: Who } = "flanks" ["7.2-Ja"]
            => told.on(seat, format!("On the flank of the {}.", told.unit_of(seat, &who))), head "flank shot";
        Called { seat: Seat, support: Support, rounds: u8, board: Seat } = "called" ["7.6a"]
            => told.on(seat, called(told, seat, support, rounds, board)), head "called";
        CallLapses { seat: Seat, support: Support, board: Seat } = "call-lapses" ["R37b"] => told.on(seat, call_lapses(told, seat, support, board));
        Hatches { seat: Seat, open: [bool; 3], by: Option<Command> } = "hatches" [=> by.map_or(rule!("7.7.six"), command_rule)]
            => told.on(seat, format!("Hatches now: {}.", hatches(open))),
            head if by == Some(Command::Unbutton) { "opened" } else { "closed" };
        Holds { seat: Seat, left: u8 } = "holds" ["7.2-3a"] => told.on(seat, format!("No more commands ({left} unspent)."));

        // 7.2-4, 7.3 The enemy acts.
        EnemyMoves { who: Who, to: Area } = "enemy-moves" ["7.2-4e"] => format!("The {} moves to {to}.", told.unit(&who));
        Dismounts { who: Who } = "dismounts" ["6.3a"] => format!("{} dismounts.", told.unit(&who));
        EnemyFires { seat: Seat, who: Who } = "enemy-fires" ["BC.6a"]
            => format!("The {} fires at {}.", told.unit(&who), told.you(seat));
        Panzerfaust { seat: Seat, who: Who } = "panzerfaust" ["CH.B4"]
            => told.on(seat, format!("A Panzerfaust from the {}.", told.unit_of(seat, &who)));
        /// Or it would have driven men under cover, and none looks out.
        EnemyMissed { who: Who, shut: bool } = "enemy-missed" ["BC.6a"]
            => format!("Fire from the {}: {}.", told.unit(&who), if shut { "nobody is exposed, no effect" } else { "no effect" });
        TankStruck { seat: Seat, part: Part, side: bool, pen: i8, armor: i8 } = "tank-struck" ["7.3.3b"]
            => tank_struck(told, seat, part, side, pen, armor);
        Held { seat: Seat } = "held" ["CH.B3"] => told.on(seat, "The armor holds.");
        /// An unspent command of this round is lost, or one of the next that is given.
        Shock { seat: Seat, post: Post, unspent: bool } = "shock" ["7.3.8a"]
            => told.on(seat, format!("The {post} is shocked{}.", if unspent { ": a command he had left is lost" } else { "" }));
        /// Commander, driver, assistant driver.
        ButtonsUp { seat: Seat, men: [bool; 3] } = "buttons-up" ["7.3.2e"]
            => told.on(seat, buttons_up(men)), head "driven under cover";
        Immobilized { seat: Seat, cause: Cause } = "immobilized" ["7.4.5a"]
            => told.on(seat, format!("The tank is immobilized {}.", cause.by())), head "immobilized";
        /// How he is now; again, if that is how he was before.
        Wounded { seat: Seat, post: Post, man: u16, wound: Wound, again: bool } = "wounded" [=> wound_rule(wound)]
            => told.on(seat, wounded(&the_man(seat, post, man), wound, again)), head format!("{post} {wound}");
        DiesOfWounds { seat: Seat, post: Post } = "dies" ["7.4.3b"]
            => told.on(seat, format!("The {post} dies of his wounds.")), head format!("{post} dies");
        TankLost { seat: Seat, cause: Cause, burns: bool } = "tank-lost" ["7.4a"]
            => told.on(seat, format!("The tank is knocked out {}{}.", cause.by(), if burns { " and burns" } else { "" })), head "tank lost";

        // 7.8, 9.0 Events, and the end of a fight.
        /// What the Event Check brought, and whether it found anybody.
        RoundEvent { seat: Seat, event: RoundEvent, found: bool } = "round-event" [=> if found { rule!("7.8") } else { rule!("CH.B9") }]
            => told.on(seat, round_event(event, found));
        RandomEvent { seat: Seat, event: RandomEvent, applies: bool } = "random-event" ["9.0a"]
            => told.on(seat, random_event(event, applies));
        RadioOut { seat: Seat } = "radio-out" ["CH.C1"] => told.on(seat, "The radio is dead.");
        TruckLeaves { who: Who } = "truck-leaves" ["6.3c"] => format!("The {} drives off.", told.unit(&who));
        LastInfantry { who: Who } = "last-infantry" ["7.2-6b"] => format!("The last enemy, {}, withdraws.", told.unit(&who));
        BoardEnds { seat: Seat, end: End } = "board-ends" [=> end_rule(end)] => board_ends(told, seat, end);

        // 6.5, 6.8, 8.0 After the mission.
        Repairs { seat: Seat, in_time: bool } = "repairs" ["7.4.5a"]
            => told.on(seat, if in_time { "The tank is ready for the next mission." } else { "Repairs cost the next mission." });
        Counterattack { comes: bool } = "counterattack" ["6.6a"]
            => if comes { "The Germans counterattack!" } else { "No counterattack." };
        FollowOnAssault = "follow-on" ["3.8a"] "The advance goes straight over into an assault.";
        MissionEnds { seat: Seat, success: bool } = "mission-ends" ["6.5b"] part
            => told.on(seat, if success { "Mission accomplished." } else { "The mission has failed." });
        Trophy { seat: Seat, trophy: Option<Trophy> } = "trophy" ["8.4a"]
            => told.on(seat, trophy.map_or("Nothing of value lies about.".into(), |trophy| format!("A trophy: {trophy}.")));
        Hospital { seat: Seat, post: Post, lines: u8, hospital: bool } = "hospital" ["7.4.3c"]
            => told.on(seat, hospital_for(post, lines, hospital));
        Invalided { seat: Seat, post: Post } = "invalided" ["CH.C2"] => told.on(seat, format!("The {post} is invalided home."));
        Replaced { seat: Seat, post: Post, man: u16, substitute: bool } = "replaced" ["6.8a"]
            => told.on(seat, format!("{} {} {post}.", surname(seat.index(), man), if substitute { "stands in as" } else { "joins as" }));
        Trained { seat: Seat, post: Post, skill: Skill } = "trained" ["CH.W2"] => told.on(seat, format!("The new {post} knows {skill}."));
        SynergyLost { seat: Seat } = "synergy-lost" ["7.7.syn"]
            => told.on(seat, "The crew is no longer what it was: Synergy is lost.");
        Award { seat: Seat, award: Award, count: u8, prestige: bool } = "award" [=> award_rule(award)]
            => told.on(seat, self::award(award, count, prestige));
        CrewHeart { seat: Seat, post: Post } = "crew-heart" ["8.1.3"] => told.on(seat, format!("Purple Heart for the {post}."));
        Experience { seat: Seat, points: u8, credit: u8 } = "experience" ["6.8b"] => told.on(seat, experience(told, points, credit));
        Prestige { seat: Seat, points: u8, level: u8 } = "prestige" ["8.3.2"]
            => told.on(seat, format!("Prestige: {}, level {level}.", counted(points.into(), "point")));
        NewTank { seat: Seat, tank: TankType, cost: u8 } = "new-tank" ["4.5a"] => told.on(seat, new_tank(told, tank, cost));
        Traded { seat: Seat, trade: Trade } = "traded" ["8.4b"]
            => told.on(seat, format!("Traded for {trade}. {}", told.charts.trade[trade.index()].effect));
        Paid { seat: Seat, trophy: Trophy } = "paid" ["8.4b"] => told.on(seat, format!("Given away: {trophy}."));
        Promotion { seat: Seat, rank: Rank, promoted: bool } = "promotion" ["8.2.2a"]
            => told.on(seat, if promoted { format!("Promoted to {rank}.") } else { "Passed over for promotion.".into() });

        // 5.1 The end.
        /// The next mission of a man laid up would fall after the war.
        NoMoreMissions { seat: Seat } = "no-more-missions" ["5.1.2"]
            => told.on(seat, "The next mission would fall after April 1945: there is none.");
        CareerEnds { seat: Seat, fate: Fate } = "career-ends" [=> fate_rule(fate)]
            => told.on(seat, career_ends(fate)), head crate::text::fate(fate);
    }
}

/// An enemy unit as it is named in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// Whose board it stands on.
    pub board: Seat,
    /// Its number in the battle.
    pub id: UnitId,
    /// Its class.
    pub class: Class,
    /// Its type, unless it is infantry.
    pub kind: Option<UnitType>,
    /// Where it stands.
    pub area: Area,
}

/// Who destroyed an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Killer {
    /// The player's tank.
    Tank,
    /// Fire support that counts as the player's.
    Support,
    /// Somebody else; no credit.
    Others,
}

/// What the player's tank was stopped or destroyed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A round that struck it.
    Round,
    /// The ground.
    Ground,
    /// Field artillery.
    Artillery,
    /// A mine.
    Mine,
    /// Its own engine.
    Breakdown,
    /// Its own aircraft.
    Aircraft,
}

impl Cause {
    fn by(self) -> &'static str {
        match self {
            Cause::Round => "by the hit",
            Cause::Ground => "by the ground",
            Cause::Artillery => "by artillery",
            Cause::Mine => "by a mine",
            Cause::Breakdown => "by a breakdown",
            Cause::Aircraft => "by its own aircraft",
        }
    }
}

/// What the lines after a heading are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Tank, unit and school.
    Muster,
    /// A mission line of one who serves apart.
    Line,
    /// The enemy forces of a board.
    Forces,
    /// Hatches and ammunition.
    Ready,
    /// Artillery before the first round, on a board.
    Opening,
    /// Whom the enemies of a board target.
    Targeting,
    /// Fire support on a board.
    Strikes,
    /// A commander's commands.
    Commands,
    /// Those of one who helps his partner.
    Help,
    /// The enemy on a board.
    Enemy,
    /// The Event Check of a board.
    Events,
    /// Whether the seriously wounded live.
    Wounded,
    /// Repairs after a battle.
    Repairs,
    /// What follows a mission.
    After,
    /// The end of two months.
    Promotion,
}

impl Phase {
    fn rule(self) -> RuleId {
        match self {
            Phase::Muster => rule!("4.0"),
            Phase::Line => rule!("10.3a"),
            Phase::Forces => rule!("6.2a"),
            Phase::Ready => rule!("4.3.1"),
            Phase::Opening => rule!("7.6e"),
            Phase::Targeting => rule!("7.2-4a"),
            Phase::Strikes => rule!("7.2-2"),
            Phase::Commands => rule!("7.2-3a"),
            Phase::Help => rule!("10.2b"),
            Phase::Enemy => rule!("BC.6a"),
            Phase::Events => rule!("7.8"),
            Phase::Wounded => rule!("7.4.3b"),
            Phase::Repairs => rule!("7.4.5a"),
            Phase::After => rule!("6.8a"),
            Phase::Promotion => rule!("8.2.2a"),
        }
    }
}

// 4.0 Setting up.

fn mustered(told: &Teller<'_>, tank: TankType, division: Division) -> String {
    let (tank, unit) = (&told.charts.tanks[tank.index()].name, &told.charts.division_names[division.index()]);
    format!("Staff Sergeant, {unit}, in an {tank}.")
}

// 6.0 A mission.

fn skipped(left: u8) -> String {
    let rest = if left > 0 { format!(", {left} more to miss") } else { String::new() };
    format!("The mission is missed{rest}.")
}

fn mission_rule(mission: Mission) -> RuleId {
    if mission == Mission::Refit { rule!("7.1.5") } else { rule!("6.1a") }
}

fn mission(told: &Teller<'_>, mission: Mission, event: Option<u8>, active: bool) -> String {
    let event = event.map_or_else(String::new, |number| {
        let name = told.major(number);
        if active { format!(", part of {name}") } else { format!(" ({name} is not active)") }
    });
    match mission {
        Mission::Refit => "Refit: no battle.".into(),
        _ => format!("The mission: {mission}{event}."),
    }
}

fn grade(told: &Teller<'_>, grade: Grade) -> String {
    let info = &told.charts.grades[grade.index()];
    let [full, reduced] = info.ml;
    format!("Enemy infantry: {}, morale {full}, reduced {reduced}.", info.name)
}

fn ready(open: [bool; 3], hull_down: bool, loaded: Option<Ammo>) -> String {
    let place = if hull_down { "hull down" } else { "in the open" };
    format!("Ready: {place}, {}, {} loaded.", hatches(open), loaded.map_or("nothing", Ammo::name))
}

// 7.0 A fight.

fn strike(told: &Teller<'_>, seat: Seat, support: Support, who: &Who) -> String {
    let verb = match support {
        Support::Mortar => "strike",
        Support::Artillery => "strikes",
    };
    format!("The {support} {verb} the {}.", told.unit_of(seat, who))
}

fn struck(told: &Teller<'_>, who: &Who, part: Option<Part>, pen: i8, armor: i8) -> String {
    let part = part.map_or("side", Part::name);
    format!("The {} is struck in the {part}: penetration {pen} against armor {armor}.", told.unit(who))
}

/// What takes a unit off the board: a vehicle by the result, a gun by its one step, infantry by its last.
fn destroyed_rule(class: Class, again: bool) -> RuleId {
    match class {
        Class::Inf if again => rule!("7.4g"),
        Class::Inf => rule!("6.3e"),
        Class::At => rule!("R24a"),
        Class::W => rule!("7.4d"),
        Class::T | Class::Spg | Class::R | Class::Ht => rule!("7.4a"),
    }
}

fn destroyed(told: &Teller<'_>, seat: Seat, who: &Who, by: Killer, again: bool) -> String {
    let again = if again { "suppressed a second time and " } else { "" };
    let credit = match by {
        Killer::Tank => "",
        Killer::Support if told.two() => " by his fire support",
        Killer::Support => " by your fire support",
        Killer::Others => " by others",
    };
    format!("The {} is {again}destroyed{credit}.", told.unit_of(seat, who))
}

/// Only the commander leaves his hatch for the gun.
fn takes_over(post: Post) -> String {
    let who = if post == Post::Gunner { Post::Commander } else { Post::AssistantDriver };
    format!("The {who} takes over as {post}.")
}

fn called(told: &Teller<'_>, seat: Seat, support: Support, rounds: u8, board: Seat) -> String {
    let place = if board == seat { String::new() } else { told.on_board(board) };
    format!("Called for {support}{place}: {}.", counted(rounds.into(), "round"))
}

fn call_lapses(told: &Teller<'_>, seat: Seat, support: Support, board: Seat) -> String {
    let place = if board == seat { String::new() } else { told.on_board(board) };
    format!("The call for {support}{place} comes to nothing.")
}

/// The rule of a command that changes range, hull, hatches or the round in the gun.
fn command_rule(command: Command) -> RuleId {
    match command {
        Command::MoveToHullDown => rule!("7.2-Eb"),
        Command::AngleHull => rule!("7.2-Fa"),
        Command::MoveBackward => rule!("7.2-G"),
        Command::MoveForFlankShot => rule!("7.2-Jc"),
        Command::ButtonUp => rule!("7.2-M"),
        Command::Unbutton => rule!("7.2-N"),
        Command::SwitchRounds => rule!("7.2-O"),
        _ => rule!("7.2-D"),
    }
}

fn tank_struck(told: &Teller<'_>, seat: Seat, part: Part, side: bool, pen: i8, armor: i8) -> String {
    let side = if side { "side" } else { "front" };
    let whom = if told.two() { format!("{} is", told.you(seat)) } else { "You are".into() };
    format!("{whom} struck in the {part} {side}: penetration {pen} against armor {armor}.")
}

fn buttons_up(men: [bool; 3]) -> String {
    let posts = [Post::Commander, Post::Driver, Post::AssistantDriver];
    let ducked: Vec<&str> = posts.iter().zip(men).filter(|(_, ducks)| *ducks).map(|(post, _)| post.name()).collect();
    let verb = if ducked.len() == 1 { "is" } else { "are" };
    format!("The {} {verb} driven under cover.", super::names::listed(&ducked))
}

fn wound_rule(wound: Wound) -> RuleId {
    if wound == Wound::Killed { rule!("7.4.3k") } else { rule!("7.4.2a") }
}

/// A man by his post and his name, at the beginning of a sentence; the commander, who is man 1, is the player himself.
fn the_man(seat: Seat, post: Post, man: u16) -> String {
    if man == 1 { format!("The {post}") } else { format!("The {post}, {},", surname(seat.index(), man)) }
}

fn wounded(who: &str, wound: Wound, again: bool) -> String {
    let wound = match wound {
        Wound::None => "is unhurt",
        Wound::Light => "is lightly wounded",
        Wound::Serious => "is seriously wounded",
        Wound::Killed => "is killed",
    };
    let (before, after) = if again { ("is hit again and ", " as before") } else { ("", "") };
    format!("{who} {before}{wound}{after}.")
}

fn round_event(event: RoundEvent, found: bool) -> String {
    if found {
        return brought(event).into();
    }
    let why = if event == RoundEvent::Minefield { "the tank is stopped already" } else { "none is on the board" };
    let name = event.name();
    format!("{}{}: {why}.", name[..1].to_uppercase(), &name[1..])
}

fn random_event(event: RandomEvent, applies: bool) -> String {
    let effect = match event {
        _ if applies => effect(event),
        RandomEvent::GermansBreak => "no infantry on foot is there to break",
        RandomEvent::FollowOnAssault => "only a movement to contact goes over into one",
        RandomEvent::Breakdown => "the tank is stopped already",
        RandomEvent::RadioOut => "the tank has no command radio to lose",
        _ => "not in this weather",
    };
    let text = format!("{event}: {effect}.");
    text[..1].to_uppercase() + &text[1..]
}

/// What an event of B9 brings; the lines after it say what came of it.
fn brought(event: RoundEvent) -> &'static str {
    match event {
        RoundEvent::None => "Nothing happens.",
        RoundEvent::EnemyArtillery => "Enemy field artillery fires at the tank.",
        RoundEvent::EnemyMortar => "Enemy mortars fire at the tank.",
        RoundEvent::EnemyReinforcement => "The enemy is reinforced.",
        RoundEvent::DestroyRandomTank => "Friends destroy an enemy tank.",
        RoundEvent::DestroyRandomSpg => "Friends destroy an enemy SPG.",
        RoundEvent::DestroyRandomAt => "Friends destroy an enemy AT gun.",
        RoundEvent::DestroyRandomVehicle => "Friends destroy an enemy vehicle.",
        RoundEvent::InfStepLoss => "Friends hit enemy infantry.",
        RoundEvent::Minefield => "The tank is in a minefield.",
    }
}

/// What a Random Event brings.
fn effect(event: RandomEvent) -> &'static str {
    match event {
        RandomEvent::FriendlyAirstrike => "friendly aircraft attack the tank",
        RandomEvent::FlankAmbush => "an enemy gun has waited on the flank",
        RandomEvent::Breakdown => "the engine fails",
        RandomEvent::RadioOut => "no more calls for fire in this mission",
        RandomEvent::FuelShortage => "the next mission that would be rolled for is a refit",
        RandomEvent::Airstrike => "aircraft attack one enemy unit",
        RandomEvent::FriendlyArtillery => "field artillery strikes one enemy unit",
        RandomEvent::FollowOnAssault => "if the mission succeeds, an assault follows at once",
        RandomEvent::HotChowAndMail => "if the mission succeeds, it counts twice toward Experience",
        RandomEvent::WarCorrespondent => "if the mission succeeds, it brings one Prestige Point",
        RandomEvent::GermansBreak => "all enemy infantry on foot leaves the field",
    }
}

fn end_rule(end: End) -> RuleId {
    if end == End::Withdrawn { rule!("7.4.1a") } else { rule!("7.2-6a") }
}

fn board_ends(told: &Teller<'_>, seat: Seat, end: End) -> String {
    let name = told.you(seat);
    match (end, told.two()) {
        (End::Won, false) => "The field is yours.".into(),
        (End::Won, true) => format!("{name} holds the field."),
        (End::Withdrawn, false) => "You leave the field.".into(),
        (End::Withdrawn, true) => format!("{name} leaves the field."),
        (End::TankLost, _) => format!("For {name} the fight is over."),
    }
}

// 8.0 After the mission.

fn hospital_for(post: Post, lines: u8, hospital: bool) -> String {
    let how = if hospital { "goes to hospital" } else { "is laid up" };
    format!("The {post} {how} for {}.", counted(lines.into(), "mission"))
}

fn award_rule(award: Award) -> RuleId {
    match award {
        Award::Eame => rule!("8.1.1"),
        Award::Commendation => rule!("8.1.2"),
        Award::PurpleHeart => rule!("8.1.3"),
        Award::BronzeStar => rule!("8.1.4"),
        Award::SilverStar => rule!("8.1.5"),
        Award::Dsc => rule!("8.1.6a"),
        Award::MedalOfHonor => rule!("8.1.7"),
        Award::Vua => rule!("8.1.10a"),
        Award::Puc => rule!("8.1.10b"),
    }
}

fn award(award: Award, count: u8, prestige: bool) -> String {
    let again = if count > 1 { format!(" (award {count})") } else { String::new() };
    let point = if prestige { ", one Prestige Point" } else { "" };
    format!("{award}{again}{point}.")
}

fn experience(told: &Teller<'_>, points: u8, credit: u8) -> String {
    let every = told.charts.constants.experience_every_missions;
    match points {
        0 => format!("Experience: {credit} of {every} missions toward the next point."),
        n => format!("Experience: {} gained.", counted(n.into(), "point")),
    }
}

fn new_tank(told: &Teller<'_>, tank: TankType, cost: u8) -> String {
    let price = if cost > 0 { format!(" for {}", counted(cost.into(), "Prestige Point")) } else { String::new() };
    format!("A new tank: {}{price}.", told.charts.tanks[tank.index()].name)
}

// 5.1 The end.

fn fate_rule(fate: Fate) -> RuleId {
    if fate == Fate::Survived { rule!("5.1.1") } else { rule!("5.1.3") }
}

fn career_ends(fate: Fate) -> &'static str {
    match fate {
        Fate::Serving => "He serves on.",
        Fate::Killed => "The commander is killed in action.",
        Fate::DiedOfWounds => "The commander dies of his wounds.",
        Fate::Retired => "The commander's wounds send him home for good.",
        Fate::Survived => "The war in Europe is over. The commander has come through.",
    }
}
