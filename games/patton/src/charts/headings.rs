//! Where on a chart laid out for people a roll is read: names of lines that are made of several words, and of lines, columns and remarks
//! that no word of the book names. The sheets are laid out with these too.

use super::enemy::FireCombat;
use crate::words::{ArmorClass, Charted, Class, Day, EnemyGun, Fire, Scenario, Target};
use hulldown_core::chart::{By, Spans};

hulldown_core::headings! {
    ACTION_ON = "action on"; // Calendar: the highest roll that means action
    NEW_MAN = "a new man"; // Ratings: of a new man
    IMPROVEMENT = "improvement"; // Ratings: how a man gets better
    HOW = "how"; // Ratings: the roll
    HVSS = "HVSS"; // Tank Cards: the highest roll that gives HVSS
    START_AREA = "Start area"; // Exit Areas: the roll before it
    HOURS = "hours"; // Time Elapsed
    AVAILABLE = "available"; // Ammunition: special rounds
    SUCCEEDS_ON = "succeeds on"; // Time Use: the rolls that succeed
    SPOTTED = "spotted"; // Spotting: what it takes
    SPOTTED_FOR_SURE = "always spotted"; // Spotting: a natural throw that always spots (17.12)
    NEVER_SPOTTED = "hidden"; // Spotting: one that never does (17.14)
    ROLL = "roll"; // Spotting: the rolls
    WOUND = "wound"; // Wounds: what it is
    WEEKS = "weeks in hospital"; // Wounds: how long
    COMES_ROUND = "an unconscious man comes round"; // Wounds
    KNOCKED_OUT = "knocked out at or below"; // Friendly Action: the highest roll that knocks out
    WHICH_SECTOR = "Which sector"; // Enemy Advance: one sector of several
    THE_ROLL = "the roll"; // Decorations
}

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
