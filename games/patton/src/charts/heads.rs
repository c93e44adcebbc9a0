//! Where on a chart laid out for people a roll is read: names of lines that are made of several words, and of lines, columns and remarks
//! that no word of the book names. The sheets are laid out with these too.

use super::enemy::FireCombat;
use crate::words::{ArmorClass, Charted, Class, Day, EnemyGun, Fire, Scenario, Target};
use hulldown_core::chart::{By, Heading, Spans};

/// Calendar: the highest roll that means action.
pub const ACTION_ON: Heading = Heading::new("action on");
/// Ratings: of a new man.
pub const NEW_MAN: Heading = Heading::new("a new man");
/// Ratings: how a man gets better.
pub const IMPROVEMENT: Heading = Heading::new("improvement");
/// Ratings: the roll.
pub const HOW: Heading = Heading::new("how");
/// Tank Cards: the highest roll that gives HVSS.
pub const HVSS: Heading = Heading::new("HVSS");
/// Exit Areas: the roll before it.
pub const START_AREA: Heading = Heading::new("Start area");
/// Time Elapsed: hours.
pub const HOURS: Heading = Heading::new("hours");
/// Ammunition: special rounds.
pub const AVAILABLE: Heading = Heading::new("available");
/// Time Use: the rolls that succeed.
pub const SUCCEEDS_ON: Heading = Heading::new("succeeds on");
/// Spotting: what it takes.
pub const SPOTTED: Heading = Heading::new("spotted");
/// Spotting: the rolls.
pub const ROLL: Heading = Heading::new("roll");
/// Wounds: what it is.
pub const WOUND: Heading = Heading::new("wound");
/// Wounds: how long.
pub const WEEKS: Heading = Heading::new("weeks in hospital");
/// Wounds: who comes round.
pub const COMES_ROUND: Heading = Heading::new("an unconscious man comes round");
/// Friendly Action: the highest roll that knocks out.
pub const KNOCKED_OUT: Heading = Heading::new("knocked out at or below");
/// Enemy Advance: one sector of several.
pub const WHICH_SECTOR: Heading = Heading::new("Which sector");
/// Decorations: the roll.
pub const THE_ROLL: Heading = Heading::new("the roll");

/// Lines of the charts, by what decides them.
#[derive(Clone, Debug)]
pub struct Heads {
    /// The calendar's lines, from the first day.
    pub days: Vec<String>,
    /// Lines of To Hit Target.
    pub to_hit: By<Fire, By<Charted, By<Target, String>>>,
    /// Lines of To Kill Infantry Targets.
    pub kill_infantry: By<Charted, By<Fire, String>>,
    /// Lines of Enemy AP To Kill.
    pub enemy_kill: By<EnemyGun, By<ArmorClass, String>>,
    /// Lines of Enemy Fire Combat at a friendly tank.
    pub at_tank: By<Scenario, By<EnemyGun, String>>,
    /// Lines of Enemy Fire Combat at a squad.
    pub at_squad: By<Scenario, By<Class, String>>,
}

/// The line of Spotting for a natural throw that always spots (17.12).
pub const SPOTTED_FOR_SURE: Heading = Heading::new("always spotted");

/// And for one that never does (17.14).
pub const NEVER_SPOTTED: Heading = Heading::new("hidden");

/// The chart of Enemy Action in a scenario.
pub const fn action(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::Advance => "enemy_action_advance",
        Scenario::Battle => "enemy_action_battle",
        Scenario::Counterattack => "enemy_action_counterattack",
    }
}

/// The line of To Hit Target.
pub(super) fn shot(fire: Fire, gun: Charted, target: Target) -> String {
    format!("{fire}, {gun}, {target}")
}

/// The line of To Kill Infantry Targets.
pub(super) fn blast(gun: Charted, fire: Fire) -> String {
    format!("{gun}, {fire}")
}

/// The line of Enemy AP To Kill.
pub(super) fn through(gun: EnemyGun, armor: ArmorClass) -> String {
    format!("{gun}, armor {}", armor.id())
}

/// What Enemy Fire Combat fires at.
pub(super) const AT_TANK: &str = "a friendly tank";
/// The same.
pub(super) const AT_SQUAD: &str = "infantry";

/// The line of Enemy Fire Combat.
pub(super) fn combat(scenarios: &str, target: &str, firers: &str) -> String {
    format!("{scenarios}: {target} by {firers}")
}

impl Heads {
    pub(super) fn of(combat: &FireCombat) -> Heads {
        let at_squad = |scenario: Scenario, class: Class| {
            let classes: &Spans<Class, _> = &combat.at_squad[scenario];
            self::combat(combat.at_squad.heading(scenario), AT_SQUAD, classes.heading(class))
        };
        Heads {
            days: (Day::FIRST.0..=Day::LAST_COMBAT.0).map(|n| Day(n).to_string()).collect(),
            to_hit: By::new(|fire| By::new(|gun| By::new(|target| shot(fire, gun, target)))),
            kill_infantry: By::new(|gun| By::new(|fire| blast(gun, fire))),
            enemy_kill: By::new(|gun| By::new(|armor| through(gun, armor))),
            at_tank: By::new(|scenario| {
                By::new(|gun: EnemyGun| self::combat(combat.at_tank.heading(scenario), AT_TANK, gun.name()))
            }),
            at_squad: By::new(|scenario| By::new(|class| at_squad(scenario, class))),
        }
    }
}
