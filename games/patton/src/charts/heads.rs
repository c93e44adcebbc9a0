//! Where on a chart laid out for people a roll is read: names of lines and headings of columns that are made of several words.

use super::contact::Terrains;
use super::enemy::FireCombat;
use crate::words::{AreaType, ArmorClass, Charted, Class, Day, EnemyGun, Fire, Kind, Scenario, Target};
use hulldown_core::chart::{By, Spans};

/// Lines and columns of the charts, by what decides them.
#[derive(Clone, Debug)]
pub struct Heads {
    /// The calendar's lines, from the first day.
    pub days: Vec<String>,
    /// Columns of Activation: before, in and after February 1945.
    pub activation: By<Scenario, [String; 3]>,
    /// Columns of Placement III.
    pub terrain: By<AreaType, By<Kind, String>>,
    /// The remark instead, in the months with fortifications; empty where they change nothing.
    pub forts: By<AreaType, By<Kind, String>>,
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

/// Columns of Activation.
pub(super) fn activation() -> By<Scenario, [String; 3]> {
    By::new(|scenario| ["to Jan 45", "Feb 45", "from Mar 45"].map(|season| format!("{scenario} {season}")))
}

/// Columns of Placement III.
pub(super) fn terrain() -> By<AreaType, By<Kind, String>> {
    By::new(|area: AreaType| By::new(|kind: Kind| format!("{} {kind}", area.id())))
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
    pub(super) fn of(combat: &FireCombat, terrains: &Terrains) -> Heads {
        let fort = |area: AreaType, kind: Kind| match &terrains[area][kind] {
            [plain, forts] if plain == forts => String::new(),
            _ => format!("{} {kind} in ", area.id()),
        };
        let at_squad = |scenario: Scenario, class: Class| {
            let classes: &Spans<Class, _> = &combat.at_squad[scenario];
            self::combat(combat.at_squad.heading(scenario), AT_SQUAD, classes.heading(class))
        };
        Heads {
            days: (Day::FIRST.0..=Day::LAST_COMBAT.0).map(|n| Day(n).to_string()).collect(),
            activation: activation(),
            terrain: terrain(),
            forts: By::new(|area| By::new(|kind| fort(area, kind))),
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
