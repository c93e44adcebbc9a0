//! The words of the game that are about no single question or event: plots, shots, lists, and how a game ended. Spoken plots have a file
//! of their own.

mod spoken;

use crate::Setup;
use crate::charts::Charts;
use crate::map::{Battleground, Layout};
use crate::state::{Ending, Place, Plot, Stage, Steps, Tank, Unit, Why};
use crate::talk::{Addressed, Ask, Asked, Choice, FireSum};
use crate::view::View;
use crate::words::{CrtId, Force, Kind, Mode, ScenarioId, Situation, Task, Weapon};
use hulldown_core::chart::ChartSheet;
use hulldown_core::check::Check;
use hulldown_core::game::{
    AskWords, ChoiceWords, EventWords, Field as SetupField, Guided, Lesson, Outcome, Seat, Section, Voice,
};
use hulldown_core::hex::Side;
use hulldown_core::phrase::count;

/// A plot in words.
pub fn plot_words(ground: &Battleground, plot: &Plot) -> String {
    let Some(task) = plot.task else { return "nothing".into() };
    let mut words = match (task, plot.target) {
        (Task::Df, Some(hex)) => format!("Direct Fire at {}", ground.name(hex)),
        (Task::Of, Some(hex)) => format!("Opportunity Fire along the line to {}", ground.name(hex)),
        (Task::Of, None) => "Opportunity Fire into the adjacent hexes".into(),
        (Task::Fc, _) => "turn at the end of the turn".into(),
        (Task::Mv, _) => "move".into(),
        (Task::Mvr, _) => "move in reverse".into(),
        (Task::Ov, _) => "overrun".into(),
        (Task::Df, None) => "Direct Fire".into(),
    };
    if let Some(side) = plot.facing {
        words += &format!(", to face {}", side.name());
    }
    if plot.up > 0 && !plot.enters {
        words += &format!(" up {}", count(plot.up.into(), "place"));
    }
    if plot.enters {
        words += " onto the map";
    }
    if !plot.steps.is_empty() {
        words += &format!(" {}", way_words(&plot.steps));
    }
    if plot.exits {
        words += " and off the map";
    }
    words
}

/// Steps in words, those the same way together: `2 northeast, 1 south`.
pub(crate) fn way_words(steps: &Steps) -> String {
    let sides: Vec<Side> = steps.iter().collect();
    let runs = sides.chunk_by(|a, b| a == b).map(|run| format!("{} {}", run.len(), run[0].name()));
    runs.collect::<Vec<_>>().join(", ")
}

/// A plot as one would write it on the pad, where room is short.
pub(crate) fn plot_code(ground: &Battleground, plot: &Plot) -> String {
    let Some(task) = plot.task else { return "nothing".into() };
    let mut words = task.id().to_string();
    match (task, plot.target) {
        (Task::Df | Task::Of, Some(hex)) => words += &format!(" {}", ground.name(hex)),
        (Task::Of, None) => words += " ADJ",
        _ => {}
    }
    if let Some(side) = plot.facing {
        words += &format!(" {side}");
    }
    if plot.up > 0 && !plot.enters {
        words += &format!(" up {}", plot.up);
    }
    if plot.enters {
        words += " enter";
    }
    for side in plot.steps.iter() {
        words += &format!(" {side}");
    }
    if plot.exits {
        words += " EXIT";
    }
    words
}

/// So many sixths.
pub(crate) fn percent(sixths: u8) -> String {
    format!("{}%", (u32::from(sixths) * 100 + 3) / 6)
}

/// The chart that a shot is read from.
pub(crate) fn chart(sum: &FireSum) -> &'static str {
    sum.table.map_or("8.81", CrtId::id)
}

/// How a shot is worked out, in words, and what it comes to if its target moves.
pub(crate) fn sum_words(sum: &FireSum, moving: Option<&FireSum>) -> String {
    let range = if sum.range == 1 { "1 hex".into() } else { format!("{} hexes", sum.range) };
    let chance = |sum: &FireSum| if sum.sixths() == 0 { "no chance".into() } else { percent(sum.sixths()) };
    let moving = moving.map_or_else(String::new, |moving| format!(", {} if it moves,", chance(moving)));
    let need = match sum.kill {
        None => "no attack".into(),
        Some(_) => format!("{}{moving} by chart {}", chance(sum), chart(sum)),
    };
    let plus = if sum.plus > 0 { format!(", +{} to the die", sum.plus) } else { String::new() };
    let against = match sum.aspect {
        Some(aspect) => format!("{aspect} armor {}", sum.defence),
        None => format!("defense {}", sum.defence),
    };
    match sum.table {
        None => format!("{need}, infantry at {range}"),
        Some(_) => format!("{need}, strength {} against {against} at {range}{plus}", sum.strength),
    }
}

/// A unit's name: letters and type.
pub(crate) fn unit_name(charts: &Charts, unit: &Unit) -> String {
    format!("{} ({})", unit.code, weapon_name(charts, unit.weapon))
}

pub(crate) fn weapon_name(charts: &Charts, weapon: Weapon) -> &str {
    &charts.weapon(weapon).name
}

impl Voice for Tank {
    const ABOUT: &'static str =
        "Two commanders, sealed plots, one hex map: tank against tank from the 1930s to the 1970s.";

    fn setup_fields(charts: &'static Charts) -> Vec<SetupField> {
        let scenarios = charts.scenarios.iter().map(|scenario| {
            let what = match scenario.id {
                ScenarioId::INTRODUCTORY => "introductory".to_string(),
                _ => scenario.situation.name().to_lowercase(),
            };
            let forces = Force::ALL.map(|force| {
                let types = &scenario.forces[force.index()].weapons;
                let some = |(weapon, count): &(Weapon, u8)| {
                    let squads = charts.weapon(*weapon).kind == Kind::Infantry && *count > 1;
                    format!("{count} {}{}", weapon_name(charts, *weapon), if squads { "s" } else { "" })
                };
                let names: Vec<String> = types.iter().map(some).collect();
                names.join(" and ")
            });
            let terrain = if scenario.names_terrain() { format!(", {}", scenario.mode) } else { String::new() };
            let label = format!(
                "{}: {} ({what}{terrain}); Alpha, player 1: {}; Bravo, player 2: {}",
                scenario.id.id(),
                scenario.title,
                forces[0],
                forces[1]
            );
            (scenario.id.id().to_string(), label)
        });
        let mut modes = vec![
            ("scenario".to_string(), "as the scenario says, mixed where it says nothing".to_string()),
            ("first".into(), "as the scenario says, open where it says nothing: for a first game".into()),
        ];
        modes.extend(Mode::ALL.iter().map(|mode| (mode.id().to_string(), format!("{} terrain", mode.name()))));
        let sheets = Layout::ALL.iter().map(|sheets| {
            let label = format!("{} across, {} down", sheets.across(), sheets.down());
            (sheets.id(), label)
        });
        vec![
            SetupField {
                name: "scenario",
                help: "the scenario; 0 is the introductory one".into(),
                values: scenarios.collect(),
                default: "0".into(),
            },
            SetupField {
                name: "mode",
                help: "how dense the terrain is taken to be (3.1)".into(),
                values: modes,
                default: "scenario".into(),
            },
            SetupField {
                name: "sheets",
                help: "copies of the map joined into one field (3.1)".into(),
                values: sheets.collect(),
                default: "1x1".into(),
            },
            SetupField {
                name: "limit",
                help: "Game-Turns without fire or losses after which the game stops; 0 for the scenario's own (17.12)"
                    .into(),
                values: Vec::new(),
                default: 0.into(),
            },
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, charts: &'static Charts, seat: Seat, ask: Ask) -> AskWords {
        ask.words(Asked::new(self, charts, seat, ask))
    }

    fn choice_words(&self, charts: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        choice.words(Asked::new(self, charts, seat, ask))
    }

    /// Nothing is rolled at once for a plot: its dice fall when both plots are carried out.
    fn preview(&self, _: &'static Charts, _: Seat, _: Choice) -> Option<Check> {
        None
    }

    /// A row is typed as the hex says it and fire by its hex, also where it is the only one: one more must not change its key.
    fn typed(choice: Choice) -> Option<String> {
        match choice {
            Choice::Row(row) => Some(format!("{row:02}")),
            Choice::Df(hex) => Some(hex.to_string()),
            _ => None,
        }
    }

    fn event_words(charts: &'static Charts, event: &Addressed) -> EventWords {
        event.words(charts)
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        sections(view)
    }

    fn status(view: &View<'_>) -> String {
        let phase = match view.stage() {
            Stage::Arrange => "Before the first turn".into(),
            Stage::Plot => format!("Game-Turn {}, plotting", view.turn()),
            Stage::Fire | Stage::Move(_) | Stage::Stop(_) | Stage::Face => {
                format!("Game-Turn {}, execution", view.turn())
            }
            Stage::Over => "Over".into(),
        };
        let count = |force: Force| {
            let standing = view.standing(force);
            format!("{force} {} of {}", standing.units - standing.losses, standing.units)
        };
        format!("{phase}; {}, {}", count(Force::Alpha), count(Force::Bravo))
    }

    fn spoken(&self, charts: &'static Charts, seat: Seat, ask: Ask, line: &str) -> Option<Result<Vec<Choice>, String>> {
        spoken::spoken(self, charts, seat, ask, line)
    }

    fn example(ask: Ask) -> Option<&'static str> {
        match ask {
            Ask::Plot | Ask::Task(_) | Ask::OfColumn(_) | Ask::OfRow(..) => Some("A mv B B, C df 2714, D of 3012"),
            Ask::Path(_) => Some("B B C, or a hex number"),
            Ask::SiteColumn(_) => Some("2714 A"),
            _ => None,
        }
    }

    fn ask_spot(&self, charts: &'static Charts, seat: Seat, ask: Ask) -> Option<String> {
        ask.spot(Asked::new(self, charts, seat, ask))
    }

    fn lesson(&self, charts: &'static Charts, seat: Seat, ask: Ask) -> Option<Lesson> {
        ask.lesson(Asked::new(self, charts, seat, ask))
    }

    /// The introductory scenario in open terrain, where the columns see each other on turn 5 or so; in mixed terrain they may pass.
    fn guided() -> Guided<Setup> {
        Guided { setup: Setup { mode: "first".into(), ..Setup::default() }, seed: 1974, answers: &[] }
    }
}

/// What a scenario is like, for whoever looks for one: how many units are plotted each turn, and when it ends at the latest.
pub(crate) fn scenario_line(charts: &Charts, value: &str) -> Option<String> {
    let scenario = charts.scenarios.iter().find(|scenario| scenario.id.id() == value)?;
    let count = |force: Force| scenario.forces[force.index()].weapons.iter().map(|(_, n)| u32::from(*n)).sum::<u32>();
    let forces = Force::ALL.map(|force| {
        let some = scenario.forces[force.index()]
            .weapons
            .iter()
            .map(|(weapon, n)| format!("{n} {}", weapon_name(charts, *weapon)));
        format!("{force} (player {}) {}: {}", force.index() + 1, count(force), some.collect::<Vec<_>>().join(", "))
    });
    let plays = &scenario.info;
    let ends = match (plays.turn_limit, plays.stall, plays.no_casualties_from_start) {
        (Some(last), ..) => format!("The last Game-Turn is {last}"),
        (_, Some(quiet), _) => format!("It stops after {quiet} Game-Turns without fire"),
        (_, _, Some(quiet)) => format!("Bravo wins once nobody has been lost for {quiet} Game-Turns"),
        _ => "It has no last Game-Turn".into(),
    };
    let terrain = if scenario.names_terrain() { format!(", {} terrain", scenario.mode) } else { String::new() };
    Some(format!("{}{terrain}. Units: {}. {ends}.", scenario.situation.name(), forces.join("; ")))
}

fn sections(view: &View<'_>) -> Vec<Section> {
    let ground = view.ground();
    let (charts, scenario) = (view.data(), view.scenario());
    let limit = scenario.info.turn_limit.map_or_else(String::new, |limit| format!(" of {limit}"));
    let mut situation = vec![
        format!("scenario {}: {}", scenario.id.id(), scenario.title),
        format!("{}, {} terrain", scenario.situation, view.mode()),
        format!("Game-Turn {}{limit}", view.turn()),
        if view.panic() { "panic is possible".into() } else { "no panic yet".into() },
    ];
    for force in Force::ALL {
        let standing = view.standing(force);
        let info = &scenario.forces[force.index()];
        let level = info.preservation.map_or_else(String::new, |level| format!(", Preservation at {level}"));
        let preserved = if standing.preserved { " (reached: strengths are halved)" } else { "" };
        // [R4] The panic level says which table the guns of a force are read from.
        let tables =
            info.weapons.iter().filter_map(|(weapon, _)| charts.crt.used_by(view.info(*weapon).fc, info.panic));
        let table = tables.map(|(id, _)| format!(" (fires by chart {})", id.id())).next().unwrap_or_default();
        situation.push(format!(
            "{force}: {} units, {} lost, {} left the map, {} to come, panic level {}{table}{level}{preserved}",
            standing.units, standing.losses, standing.exited, standing.queued, info.panic
        ));
    }
    let own = view.units().iter().map(|unit| {
        let place = match unit.place {
            Place::On(hex) => format!("{} facing {}", ground.name(hex), unit.facing.name()),
            Place::Queue(place) => format!("off the map, place {place}"),
            Place::Noted(hex) => format!("noted for {}", ground.name(hex)),
            Place::Lost => "destroyed".into(),
            Place::Left => "left the map".into(),
        };
        let mut marks = Vec::new();
        for (holds, mark) in [
            (unit.spotted, "spotted"),
            (unit.hidden, "hidden"),
            (unit.panicked, "panics"),
            (unit.hit != crate::state::Hit::None, "hit"),
        ] {
            if holds && unit.in_play() {
                marks.push(mark.to_string());
            }
        }
        if unit.plot.task.is_some() {
            marks.push(format!("plotted {}", plot_words(ground, &unit.plot)));
        }
        let marks = if marks.is_empty() { String::new() } else { format!("; {}", marks.join(", ")) };
        format!("{}: {place}{marks}", unit_name(charts, unit))
    });
    let enemies = view.enemies().map(|seen| {
        let name = seen
            .known
            .map_or_else(|| "face down".into(), |(code, weapon)| format!("{code} ({})", weapon_name(charts, weapon)));
        let plot = seen.plot.filter(|plot| plot.task.is_some());
        let plot = plot.map_or_else(String::new, |plot| format!("; plotted {}", plot_words(ground, &plot)));
        let facing = seen.facing.map_or_else(String::new, |facing| format!(", facing {}", facing.name()));
        format!("{}: {name}{facing}{plot}", ground.name(seen.hex))
    });
    let mut ground_lines: Vec<String> =
        view.wrecks().iter().map(|hex| format!("wreck in {}", ground.name(*hex))).collect();
    ground_lines.extend(view.positions().map(|(hex, hidden)| {
        format!("{}Improved Position in {}", if hidden { "hidden " } else { "" }, ground.name(hex))
    }));
    let section = |id, title: &str, lines: Vec<String>| Section { id, title: title.into(), lines };
    // An umpire is on nobody's side.
    let (ours, theirs) = match view.is_umpire() {
        true => ("Alpha's units", "Bravo's units on the map"),
        false => ("Our units", "Enemy units on the map"),
    };
    vec![
        section("situation", "Situation", situation),
        section("units", ours, own.collect()),
        section("enemies", theirs, enemies.collect()),
        section("ground", "On the ground", ground_lines),
    ]
}

/// How a game ended, in words.
pub(crate) fn outcome(game: &Tank, charts: &'static Charts, ending: Ending) -> Outcome {
    let scenario = charts.scenario(game.scenario);
    let [a, b] = Force::ALL.map(|force| game.survivors(force));
    let why = match ending.why {
        Why::Gone => match ending.winner {
            Some(force) => format!("{} has nobody left on the map", force.enemy()),
            None => "nobody is left on the map".into(),
        },
        Why::TurnLimit => "the last Game-Turn has passed".into(),
        Why::Stalled => "nothing has happened for too long".into(),
        Why::Decided => "the scenario is decided".into(),
        Why::Through => "enough of Alpha got through".into(),
        Why::Agreed => "both players agreed to stop".into(),
        Why::Resigned(force) => format!("{force} gave up"),
    };
    let result = ending.winner.map_or_else(|| "a draw".into(), |force| format!("{force} wins"));
    let mut summary = vec![
        format!("scenario {}, {}: {}", scenario.id.id(), scenario.situation.name().to_lowercase(), scenario.title),
        format!("{result} after Game-Turn {}: {why}", game.turn),
        format!(
            "undestroyed: Alpha {a} of {}, Bravo {b} of {}",
            game.armies[0].units.len(),
            game.armies[1].units.len()
        ),
    ];
    if scenario.situation == Situation::Rg {
        summary.push(format!("Alpha units off the map: {}", game.armies[0].exited));
    }
    // The margin, up from 0 for Alpha and down for Bravo.
    let margin = i64::from(crate::ending::margin(game, charts, ending));
    if ending.winner.is_some() {
        let units = if margin == 1 { "unit" } else { "units" };
        summary.push(format!("margin of victory: {margin} {units}"));
    }
    let score = if ending.winner == Some(Force::Bravo) { -margin } else { margin };
    Outcome { result, score, scores: vec![score, -score], winner: ending.winner.map(Force::seat), summary }
}
