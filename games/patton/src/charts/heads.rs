//! Where on a chart laid out for people a roll is read: names of lines and headings of columns, found once.

use crate::words::{
    Ammo, AreaType, ArmorClass, Class, Day, Drive, EnemyGun, Facing, Fire, Gun, Hit, Month, Scenario, Target,
};
use hulldown_core::chart::ChartSheet;

/// Lines and columns of the charts, by what decides them.
#[derive(Clone, Debug)]
pub struct Heads {
    /// The calendar's lines.
    pub days: Vec<String>,
    /// The weather's columns, by month.
    pub weather: [String; 10],
    /// Columns of the exit areas, by the start area's number less one.
    pub starts: [String; 10],
    /// Columns of Activation: by scenario, and before, in and after February 1945.
    pub activation: [[String; 3]; 3],
    /// Columns of Placement I, by class.
    pub range: [String; 8],
    /// Columns of Placement II, by class.
    pub facing: [String; 8],
    /// Columns of Placement III: by area, and LW, MG, AT gun or vehicle.
    pub terrain: [[String; 4]; 4],
    /// The remark instead, in the months with fortifications; empty where they change nothing.
    pub forts: [[String; 4]; 4],
    /// Columns of Movement I.
    pub movement: [String; 4],
    /// The charts of Enemy Action, by scenario.
    pub actions: [String; 3],
    /// Their columns, by scenario and class.
    pub action: [[String; 8]; 3],
    /// Lines of To Hit Target: by fire, gun and target.
    pub to_hit: [[[String; 2]; 2]; 2],
    /// Lines of To Kill Infantry Targets: by gun and fire.
    pub kill_infantry: [[String; 2]; 2],
    /// The To Kill charts: by gun, ammunition and hit.
    pub kills: [[[String; 2]; 6]; 3],
    /// Lines of Enemy AP To Hit, by gun.
    pub enemy_hit: [String; 5],
    /// Lines of Enemy AP To Kill, by gun and armor.
    pub enemy_kill: [[String; 3]; 5],
    /// Lines of Enemy Fire Combat at a friendly tank, by scenario and gun.
    pub at_tank: [[String; 5]; 3],
    /// Lines of Enemy Fire Combat at a squad, by scenario and class.
    pub at_squad: [[String; 8]; 3],
}

/// Columns of the To Kill charts: by facing, and hull or turret.
const PLATES: [[&str; 2]; 3] =
    [["front hull", "front turret"], ["side hull", "side turret"], ["rear hull", "rear turret"]];

/// The line of To Hit Target.
pub(super) fn shot(fire: Fire, gun: Gun, target: Target) -> String {
    format!("{fire}, {}, {target}", gun.id())
}

/// The line of To Kill Infantry Targets.
pub(super) fn blast(gun: Gun, fire: Fire) -> String {
    format!("{}, {fire}", gun.id())
}

/// The line of Enemy AP To Kill.
pub(super) fn through(gun: EnemyGun, armor: ArmorClass) -> String {
    format!("{}, armor {}", gun.id(), armor.id())
}

/// What Enemy Fire Combat fires at.
pub(super) const AT_TANK: &str = "a friendly tank";
/// The same.
pub(super) const AT_SQUAD: &str = "infantry";

/// The line of Enemy Fire Combat.
pub(super) fn combat(scenarios: &[Scenario], target: &str, firers: &[String]) -> String {
    let names: Vec<&str> = scenarios.iter().map(|s| s.name()).collect();
    format!("{}: {target} by {}", names.join(", "), firers.join(", "))
}

/// The id of a To Kill chart.
pub(super) fn kill_id(gun: Gun, ammo: Ammo, hit: Hit) -> String {
    format!("to_kill_{}_{}_{}", gun.id(), ammo.id(), hit.id()).to_lowercase()
}

/// Whether a list such as `tank, truck` names something.
fn lists(list: &str, name: &str) -> bool {
    list.split(", ").any(|one| one == name)
}

impl Heads {
    pub(super) fn of(sheets: &[ChartSheet]) -> Heads {
        let sheet = |id: &str| sheets.iter().find(|sheet| sheet.id == id);
        let head = |id: &str, is: &dyn Fn(&str) -> bool| {
            sheet(id).and_then(|s| s.head.iter().find(|head| is(head)).cloned()).unwrap_or_default()
        };
        let line = |id: &str, is: &dyn Fn(&str) -> bool| {
            let first = |s: &ChartSheet| s.rows.iter().map(|row| row[0].clone()).find(|cell| is(cell));
            sheet(id).and_then(first).unwrap_or_default()
        };
        let combat_line = |scenario: Scenario, target: &str, firer: &str| {
            line("enemy_fire_combat", &|cell| {
                let parts = cell.split_once(": ").and_then(|(when, what)| Some((when, what.split_once(" by ")?)));
                parts.is_some_and(|(when, (at, by))| lists(when, scenario.name()) && at == target && lists(by, firer))
            })
        };
        let seasons = ["to Jan 45", "Feb 45", "from Mar 45"];
        let terrain = AreaType::ALL.map(|area| {
            ["LW", "MG", "AT gun", "vehicle"]
                .map(|kind| head("placement_terrain", &|head| head == format!("{} {kind}", area.id())))
        });
        let noted = |label: &String| {
            let label = format!("{label} in ");
            let notes = sheet("placement_terrain").map_or(&[][..], |s| &s.notes);
            if notes.iter().any(|note| note.starts_with(&label)) { label } else { String::new() }
        };
        Heads {
            days: (Day::FIRST.0..=Day::LAST_COMBAT.0).map(|n| Day(n).to_string()).collect(),
            weather: Month::ALL.map(|month| {
                let name = month.name().split(' ').next().unwrap_or_default();
                head("weather", &|head| lists(head, name))
            }),
            starts: std::array::from_fn(|n| head("exit_areas", &|head| head == format!("start {}", n + 1))),
            activation: Scenario::ALL
                .map(|s| seasons.map(|season| head("activation", &|head| head == format!("{s} {season}")))),
            range: Class::ALL.map(|class| head("placement_range", &|head| lists(head, class.name()))),
            facing: Class::ALL.map(|class| head("placement_facing", &|head| lists(head, class.name()))),
            forts: terrain.each_ref().map(|kinds| kinds.each_ref().map(noted)),
            terrain,
            movement: Drive::ALL.map(|drive| head("movement_part_1", &|head| lists(head, drive.name()))),
            actions: Scenario::ALL.map(|s| format!("enemy_action_{}", s.id())),
            action: Scenario::ALL.map(|s| {
                Class::ALL.map(|class| head(&format!("enemy_action_{}", s.id()), &|head| lists(head, class.name())))
            }),
            to_hit: Fire::ALL
                .map(|fire| [Gun::G75, Gun::G76l].map(|gun| Target::ALL.map(|target| shot(fire, gun, target)))),
            kill_infantry: [Gun::G75, Gun::G76l].map(|gun| Fire::ALL.map(|fire| blast(gun, fire))),
            kills: Gun::ALL.map(|gun| {
                Ammo::ALL.map(|ammo| {
                    // HE of the 17-pounder uses the 76 table (R40).
                    let table = if ammo == Ammo::He { gun.charted() } else { gun };
                    Hit::ALL.map(|hit| kill_id(table, ammo, hit))
                })
            }),
            enemy_hit: EnemyGun::ALL.map(|gun| line("enemy_ap_to_hit", &|cell| lists(cell, gun.id()))),
            enemy_kill: EnemyGun::ALL.map(|gun| ArmorClass::ALL.map(|armor| through(gun, armor))),
            at_tank: Scenario::ALL.map(|s| EnemyGun::ALL.map(|gun| combat_line(s, AT_TANK, gun.id()))),
            at_squad: Scenario::ALL.map(|s| Class::ALL.map(|class| combat_line(s, AT_SQUAD, class.name()))),
        }
    }

    /// The column of a plate in the To Kill charts.
    #[inline]
    pub fn plate(facing: Facing, turret: bool) -> &'static str {
        PLATES[facing.index()][usize::from(turret)]
    }
}
