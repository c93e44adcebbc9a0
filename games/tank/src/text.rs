//! The words of the game: questions, choices, lists, and how a game ended. Events, lessons and spoken plots have files of their own.

mod events;
mod lessons;
mod spoken;

use crate::Setup;
use crate::charts::Charts;
use crate::choice::{Ask, Choice};
use crate::event::{Event, Sum};
use crate::lens::Lens;
use crate::map::{Ground, Layout};
use crate::rules::rule;
use crate::state::{Ending, Id, Place, Plot, Stage, Tank, Unit, Why};
use crate::view::{Seen, View};
use crate::words::{Force, Kind, Mode, Situation, Task, Weapon};
use hulldown_core::chart::ChartSheet;
use hulldown_core::check::Check;
use hulldown_core::game::{
    AskWords, ChoiceWords, EventWords, Field as SetupField, Guided, Lesson, Outcome, Seat, Section, Voice,
};
use hulldown_core::hex::{Hex, HexId};
use hulldown_core::rules::RuleId;

/// A plot in words, as one would write it.
pub fn plot_words(ground: &Ground, plot: &Plot) -> String {
    let Some(task) = plot.task else { return "nothing".into() };
    let mut words = task.id().to_string();
    match (task, plot.target) {
        (Task::Df | Task::Of, Some(hex)) => words += &format!(" {}", ground.name(hex)),
        (Task::Of, None) => words += " ADJ",
        _ => {}
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

/// How a shot is worked out, in words.
pub(crate) fn sum_words(sum: &Sum) -> String {
    let range = if sum.range == 1 { "1 hex".into() } else { format!("{} hexes", sum.range) };
    let need = match sum.kill {
        None => "no attack".into(),
        Some(0) => "no chance".into(),
        Some(1) => "1".into(),
        Some(kill) => format!("1-{kill}"),
    };
    let plus = if sum.plus > 0 { format!(", die +{}", sum.plus) } else { String::new() };
    match sum.table {
        None => format!("infantry at {range}: {need}"),
        Some(table) => {
            let aspect = sum.aspect.map_or(String::new(), |aspect| format!(" {aspect}"));
            format!("{} against {}{aspect} at {range}, {}: {need}{plus}", sum.strength, sum.defence, table.id())
        }
    }
}

/// A unit's name: letters and type.
pub(crate) fn unit_name(d: &Charts, unit: &Unit) -> String {
    format!("{} ({})", unit.code, weapon_name(d, unit.weapon))
}

pub(crate) fn weapon_name(d: &Charts, weapon: Weapon) -> &str {
    &d.weapon(weapon).name
}

impl Tank {
    fn own(&self, seat: Seat, n: u8) -> Option<&Unit> {
        self.army(Force::of(seat)).units.get(usize::from(n))
    }

    fn called(&self, d: &Charts, seat: Seat, n: u8) -> String {
        self.own(seat, n).map_or_else(|| "the unit".into(), |unit| unit_name(d, unit))
    }

    /// What Direct Fire at a hex would come to if the target stood still.
    fn df_words(&self, d: &'static Charts, seat: Seat, n: u8, hex: HexId) -> String {
        let view = View::new(self, d, seat);
        let Some(unit) = self.own(seat, n) else { return String::new() };
        let there: Vec<Seen> = view.enemies().filter(|seen| seen.hex == hex).collect();
        let mut words = Vec::new();
        for seen in there {
            match seen.known {
                None => words.push("face down, must be spotted first".into()),
                Some((code, weapon)) => {
                    let sum = view.shot(unit, &seen).map_or_else(String::new, |sum| sum_words(&sum));
                    words.push(format!("{code} ({}): {sum}", weapon_name(d, weapon)));
                }
            }
        }
        words.join("; ")
    }

    fn choice_label(&self, d: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> String {
        let ground = d.ground(self.sheets);
        let force = Force::of(seat);
        let name = |hex: Hex| ground.id(hex).map_or_else(|| hex.to_string(), |id| ground.name(id));
        let unit_of = |ask: Ask| match ask {
            Ask::Task(n) | Ask::Path(n) | Ask::OfRow(n, _) | Ask::OfColumn(n) | Ask::Facing(n) | Ask::SiteFacing(n) => {
                Some(n)
            }
            _ => None,
        };
        match choice {
            Choice::At(hex) => {
                let edge = d.scenario(self.scenario).info.entry[force.index()].filter(|_| ask == Ask::Entry);
                let hexes: Vec<HexId> = edge.into_iter().flat_map(|edge| ground.edge(edge)).collect();
                let at = ground.id(hex).and_then(|id| hexes.iter().position(|edge| *edge == id));
                // The three where columns are likeliest to meet.
                let middle = at.is_some_and(|at| at.abs_diff(hexes.len() / 2) <= 1);
                if middle { format!("{}, in the middle of the edge", name(hex)) } else { name(hex) }
            }
            Choice::Unit(code) => match self.coded(force, code).map(|id| self.unit(id)) {
                Some(unit) => {
                    let place = match unit.place {
                        Place::On(hex) => format!("in {}, facing {}", ground.name(hex), unit.facing),
                        Place::Queue(place) => format!("place {place} in the queue"),
                        Place::Noted(hex) => format!("noted for {}", ground.name(hex)),
                        Place::Lost | Place::Left => "gone".into(),
                    };
                    let plot = match ask {
                        Ask::Plot => format!(": {}", plot_words(ground, &unit.plot)),
                        _ => String::new(),
                    };
                    format!("{}, {place}{plot}", unit_name(d, unit))
                }
                None => code.to_string(),
            },
            Choice::AsTheyAre => "the others as they stand".into(),
            Choice::Step(side) => {
                let mut label = format!("{side}, {}", side.name());
                if let Some(unit) = unit_of(ask).and_then(|n| self.own(seat, n)) {
                    let lens = Lens::new(self, d);
                    if let Some(from) = lens.end(force, unit)
                        && let (Some(to), Some(cost)) =
                            (ground.next(from, side), lens.step_cost(unit, unit.plot.task, from, side))
                    {
                        let left = lens.allowance(unit, unit.plot.task).saturating_sub(lens.points(force, unit) + cost);
                        label = format!("{side} to {}: {cost} MP, {left} left", ground.name(to));
                        // A squad has one step: where it may not end, its way is given up.
                        if let Some(id) = self.coded(force, unit.code)
                            && lens.kind(id) == Kind::Infantry
                            && !lens.may_end(id, to)
                        {
                            label += "; friendly units end there, so it would have to stay";
                        }
                    }
                }
                label
            }
            Choice::Back => "take the last step back".into(),
            Choice::Shortest => "the rest by the shortest way".into(),
            Choice::Column(column) => format!("column {column:02}"),
            Choice::Row(row) => match ask {
                Ask::SiteRow(_, column) | Ask::OfRow(_, column) => name(Hex::new(column as i16, row as i16)),
                _ => format!("row {row:02}"),
            },
            Choice::Face(side) => {
                let same = unit_of(ask).and_then(|n| self.own(seat, n)).is_some_and(|unit| unit.facing == side);
                let stay = if same && matches!(ask, Ask::Facing(_)) { ", as it stands" } else { "" };
                format!("face {side} ({}){stay}", side.name())
            }
            Choice::KeepRest => "this and all others stay as they are".into(),
            Choice::Nothing => "nothing".into(),
            Choice::Df(hex) => {
                let words = match (unit_of(ask), ground.id(hex)) {
                    (Some(n), Some(id)) => self.df_words(d, seat, n, id),
                    _ => String::new(),
                };
                format!("Direct Fire at {}: {words}", name(hex))
            }
            Choice::Of => "Opportunity Fire along a line; the hex comes next".into(),
            Choice::OfAround => {
                let id = unit_of(ask).map(|n| Id { force, n });
                match id.map_or(0, |id| Lens::new(self, d).friends_around(id)) {
                    0 => "Opportunity Fire into all six adjacent hexes".into(),
                    _ => "Opportunity Fire into the adjacent hexes where no friend is or comes".into(),
                }
            }
            Choice::Mv => "Movement; the path comes next".into(),
            Choice::Mvr => "Movement in reverse; the path comes next".into(),
            Choice::Fc => "change of facing at the end of the turn".into(),
            Choice::Again => {
                let last = unit_of(ask).and_then(|n| self.own(seat, n)).map(|unit| plot_words(ground, &unit.last));
                format!("as last turn: {}", last.unwrap_or_default())
            }
            Choice::Up => "move up in the queue".into(),
            Choice::Enter => "move up and enter the map".into(),
            Choice::Over(side) => {
                let target = unit_of(ask).and_then(|n| self.own(seat, n)).and_then(|unit| {
                    let at = Lens::new(self, d).end(force, unit)?;
                    ground.next(at, side)
                });
                format!("overrun {}", target.map_or_else(|| side.to_string(), |hex| ground.name(hex)))
            }
            Choice::Exit => "leave the map here".into(),
            Choice::Done => {
                let plot = unit_of(ask).and_then(|n| self.own(seat, n)).map(|unit| plot_words(ground, &unit.plot));
                format!("done: {}", plot.unwrap_or_default())
            }
            Choice::Drop => "never mind".into(),
            Choice::March(points) => match points {
                0 => "halt".into(),
                1 => "1 Movement Point".into(),
                points => format!("{points} Movement Points"),
            },
            Choice::Commit => "commit: seal the plot".into(),
            Choice::Talk => "talk about ending the game".into(),
            Choice::Offer => "offer to end the game as it stands".into(),
            Choice::Resign => "give up".into(),
            Choice::Stop => "stop all our units where they are".into(),
            Choice::GoOn => "go on as plotted".into(),
        }
    }

    fn choice_rule(choice: Choice) -> RuleId {
        match choice {
            Choice::At(_) => rule!("17.3"),
            Choice::Unit(_) | Choice::Done | Choice::Drop | Choice::Commit | Choice::Again => rule!("6.0"),
            Choice::AsTheyAre => rule!("17.3c"),
            Choice::Step(_) => rule!("9.12"),
            Choice::Back | Choice::Shortest => rule!("17.11b"),
            Choice::Column(_) | Choice::Row(_) => rule!("9.11"),
            Choice::Face(_) | Choice::KeepRest => rule!("7.12"),
            Choice::Nothing => rule!("6.0"),
            Choice::Df(_) => rule!("5.0b"),
            Choice::Of => rule!("5.0c"),
            Choice::OfAround => rule!("8.0k"),
            Choice::Mv => rule!("5.0d"),
            Choice::Mvr => rule!("5.0g"),
            Choice::Fc => rule!("5.0e"),
            Choice::Up | Choice::Enter => rule!("R47"),
            Choice::Over(_) => rule!("9.4"),
            Choice::Exit => rule!("17.3f"),
            Choice::March(_) => rule!("17.11b"),
            Choice::Talk | Choice::Offer | Choice::Resign => rule!("17.11f"),
            Choice::Stop | Choice::GoOn => rule!("9.36"),
        }
    }

    /// The thing on the board a choice belongs to: `hex:3704` or `unit:J`.
    fn choice_spot(&self, d: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> Option<String> {
        let ground = d.ground(self.sheets);
        let force = Force::of(seat);
        let spot = |hex: HexId| format!("hex:{}", ground.hex(hex));
        let path_end = |n: u8| self.own(seat, n).and_then(|unit| Lens::new(self, d).end(force, unit));
        match (choice, ask) {
            (Choice::At(hex) | Choice::Df(hex), _) => Some(format!("hex:{hex}")),
            (Choice::Unit(code), _) => Some(format!("unit:{}:{code}", force.id())),
            (Choice::Row(row), Ask::SiteRow(_, column) | Ask::OfRow(_, column)) => {
                Some(format!("hex:{}", Hex::new(column as i16, row as i16)))
            }
            (Choice::Step(side), Ask::Path(n)) => path_end(n).and_then(|at| ground.next(at, side)).map(spot),
            (Choice::Step(side), Ask::Track | Ask::March) => {
                let end = crate::arrange::track_end(&Lens::new(self, d), force)?;
                ground.next(end, side).map(spot)
            }
            (Choice::Face(side), Ask::Facing(n) | Ask::SiteFacing(n)) => {
                let unit = self.own(seat, n)?;
                let at = match unit.place {
                    Place::On(hex) | Place::Noted(hex) => hex,
                    _ => return None,
                };
                ground.next(at, side).map(spot)
            }
            _ => None,
        }
    }
}

impl Voice for Tank {
    const ABOUT: &'static str =
        "Two commanders, sealed plots, one hex map: tank against tank from the 1930s to the 1970s.";

    fn setup_fields() -> Vec<SetupField> {
        let d = <Tank as hulldown_core::Game>::data();
        let scenarios = d.scenarios.iter().map(|scenario| {
            let what = match scenario.id.id() {
                "0" => "introductory".to_string(),
                _ => scenario.situation.name().to_lowercase(),
            };
            let forces = Force::ALL.map(|force| {
                let types = &scenario.forces[force.index()].weapons;
                let names: Vec<String> =
                    types.iter().map(|(weapon, count)| format!("{count} {}", weapon_name(d, *weapon))).collect();
                names.join(" and ")
            });
            let label = format!(
                "{}: {} ({what}, {}), {} against {}",
                scenario.id.id(),
                scenario.title,
                scenario.mode,
                forces[0],
                forces[1]
            );
            (scenario.id.id().to_string(), label)
        });
        let mut modes = vec![
            ("scenario".to_string(), "as the scenario says".to_string()),
            ("first".into(), "as the scenario says; the introductory one in open terrain, for a first game".into()),
        ];
        modes.extend(Mode::ALL.iter().map(|mode| (mode.id().to_string(), format!("{} terrain", mode.name()))));
        let sheets = Layout::ALL.iter().map(|sheets| {
            let label = format!("{} across, {} down", sheets.across(), sheets.down());
            (sheets.id(), label)
        });
        vec![
            SetupField {
                name: "scenario",
                help: "the scenario; 0 is the introductory one",
                values: scenarios.collect(),
                default: "0".into(),
            },
            SetupField {
                name: "mode",
                help: "how dense the terrain is taken to be (3.1)",
                values: modes,
                default: "scenario".into(),
            },
            SetupField {
                name: "sheets",
                help: "copies of the map joined into one field (3.1)",
                values: sheets.collect(),
                default: "1x1".into(),
            },
            SetupField {
                name: "limit",
                help: "Game-Turns without fire or losses after which the game stops; 0 for the scenario's own (17.12)",
                values: Vec::new(),
                default: 0.into(),
            },
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, d: &'static Charts, seat: Seat, ask: Ask) -> AskWords {
        let force = Force::of(seat);
        let ground = d.ground(self.sheets);
        let (kind, rule, text) = match ask {
            Ask::Entry => {
                let edge = d.scenario(self.scenario).info.entry[force.index()];
                let edge = edge.map_or("the edge", |edge| edge.name());
                ("entry", rule!("17.3"), format!("{force}: by which hex of the {edge} does the column enter?"))
            }
            Ask::Heading => ("heading", rule!("R47"), format!("{force}: which way do units face as they enter?")),
            Ask::Order(place) => {
                ("order", rule!("17.3c"), format!("{force}: who comes {} in the column?", nth(place + 1)))
            }
            Ask::Track => {
                let end = crate::arrange::track_end(&Lens::new(self, d), force);
                let end = end.map_or_else(String::new, |hex| format!(" It has come to {}.", ground.name(hex)));
                ("track", rule!("17.11b"), format!("{force}: the march to the far edge, hex by hex.{end}"))
            }
            Ask::SiteColumn(n) => {
                ("site", rule!("17.12"), format!("{force}: in which column does {} set up?", self.called(d, seat, n)))
            }
            Ask::SiteRow(n, _) => {
                ("site", rule!("17.12"), format!("{force}: in which hex does {} set up?", self.called(d, seat, n)))
            }
            Ask::SiteFacing(n) => {
                ("site", rule!("14.5"), format!("{force}: which way does {} face?", self.called(d, seat, n)))
            }
            Ask::Plot => (
                "plot",
                rule!("4.1b"),
                format!("{force}, Game-Turn {}: plot a task for each unit, then commit.", self.turn),
            ),
            Ask::Task(n) => ("task", rule!("5.0"), format!("{force}: what does {} do?", self.called(d, seat, n))),
            Ask::OfColumn(n) => (
                "watch",
                rule!("8.53"),
                format!("{force}: in which column does the line of {} end?", self.called(d, seat, n)),
            ),
            Ask::OfRow(n, _) => (
                "watch",
                rule!("8.53"),
                format!("{force}: in which hex does the line of {} end?", self.called(d, seat, n)),
            ),
            Ask::Path(n) => {
                let lens = Lens::new(self, d);
                let text = match self.own(seat, n) {
                    Some(unit) => {
                        let (most, spent) = (lens.allowance(unit, unit.plot.task), lens.points(force, unit));
                        format!(
                            "{force}: the path of {}; {spent} of {most} Movement Points plotted.",
                            unit_name(d, unit)
                        )
                    }
                    None => format!("{force}: the path"),
                };
                ("path", rule!("6.0c"), text)
            }
            Ask::March => (
                "march",
                rule!("17.3b"),
                format!("{force}, Game-Turn {}: how far does the head of the column go?", self.turn),
            ),
            Ask::Talk => ("talk", rule!("17.11f"), format!("{force}: end the game?")),
            Ask::Stop => {
                ("stop", rule!("9.36"), format!("{force}: something new has been spotted. Stop all our movement here?"))
            }
            Ask::Facing(n) => {
                let text = match self.own(seat, n) {
                    Some(unit) => {
                        let at = unit.hex().map_or_else(String::new, |hex| format!(" in {}", ground.name(hex)));
                        format!(
                            "{force}: which way does {}{at} face now? It faces {}.",
                            unit_name(d, unit),
                            unit.facing
                        )
                    }
                    None => format!("{force}: which way?"),
                };
                ("facing", rule!("4.1k"), text)
            }
        };
        AskWords { kind, rule, text }
    }

    fn choice_words(&self, d: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        ChoiceWords {
            label: self.choice_label(d, seat, ask, choice),
            rule: Tank::choice_rule(choice),
            spot: self.choice_spot(d, seat, ask, choice),
        }
    }

    /// Nothing is rolled at once for a plot: its dice fall when both plots are carried out.
    fn preview(&self, _: &'static Charts, _: Seat, _: Choice) -> Option<Check> {
        None
    }

    fn event_words(d: &'static Charts, event: &Event) -> EventWords {
        events::words(d, event)
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        sections(view)
    }

    fn status(view: &View<'_>) -> String {
        let phase = match view.stage() {
            Stage::Arrange => "before the first turn".into(),
            Stage::Plot => format!("Game-Turn {}, plotting", view.turn()),
            Stage::Fire | Stage::Move(_) | Stage::Stop(_) | Stage::Face => {
                format!("Game-Turn {}, execution", view.turn())
            }
            Stage::Over => "over".into(),
        };
        let count = |force: Force| {
            let standing = view.standing(force);
            format!("{force} {} of {}", standing.units - standing.losses, standing.units)
        };
        format!("{phase}; {}, {}", count(Force::Alpha), count(Force::Bravo))
    }

    fn spoken(&self, d: &'static Charts, seat: Seat, ask: Ask, line: &str) -> Option<Result<Vec<Choice>, String>> {
        spoken::spoken(self, d, seat, ask, line)
    }

    fn example(ask: Ask) -> Option<&'static str> {
        match ask {
            Ask::Plot | Ask::Task(_) | Ask::OfColumn(_) | Ask::OfRow(..) => Some("A mv B B, C df 2714, D of 3012"),
            Ask::Path(_) => Some("B B C, or a hex number"),
            Ask::SiteColumn(_) => Some("2714 A"),
            _ => None,
        }
    }

    fn ask_spot(&self, _: &'static Charts, seat: Seat, ask: Ask) -> Option<String> {
        let n = match ask {
            Ask::Task(n) | Ask::Path(n) | Ask::OfColumn(n) | Ask::OfRow(n, _) | Ask::Facing(n) => n,
            Ask::SiteColumn(n) | Ask::SiteRow(n, _) | Ask::SiteFacing(n) => n,
            _ => return None,
        };
        let unit = self.own(seat, n)?;
        Some(format!("unit:{}:{}", Force::of(seat).id(), unit.code))
    }

    fn lesson(&self, _: &'static Charts, _: Seat, ask: Ask) -> Option<Lesson> {
        lessons::lesson(self, ask)
    }

    fn guided() -> Guided<Setup> {
        lessons::guided()
    }
}

fn nth(n: u8) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    WORDS.get(usize::from(n).wrapping_sub(1)).map_or_else(|| format!("{n}th"), |word| (*word).into())
}

fn sections(view: &View<'_>) -> Vec<Section> {
    let ground = view.ground();
    let (d, scenario) = (view.data(), view.scenario());
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
        situation.push(format!(
            "{force}: {} units, {} lost, {} left the map, {} to come, panic level {}{level}{preserved}",
            standing.units, standing.losses, standing.exited, standing.queued, info.panic
        ));
    }
    let own = view.units().iter().map(|unit| {
        let place = match unit.place {
            Place::On(hex) => format!("{} facing {}", ground.name(hex), unit.facing),
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
        format!("{}: {place}{marks}", unit_name(d, unit))
    });
    let enemies = view.enemies().map(|seen| {
        let name = seen
            .known
            .map_or_else(|| "face down".into(), |(code, weapon)| format!("{code} ({})", weapon_name(d, weapon)));
        let plot = seen.plot.filter(|plot| plot.task.is_some());
        let plot = plot.map_or_else(String::new, |plot| format!("; plotted {}", plot_words(ground, &plot)));
        let facing = seen.facing.map_or_else(String::new, |facing| format!(", facing {facing}"));
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
pub(crate) fn outcome(g: &Tank, d: &'static Charts, ending: Ending) -> Outcome {
    let scenario = d.scenario(g.scenario);
    let [a, b] = Force::ALL.map(|force| g.survivors(force));
    let why = match ending.why {
        Why::Gone => "a force has nobody left on the map".to_string(),
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
        format!("{result} after Game-Turn {}: {why}", g.turn),
        format!("undestroyed: Alpha {a} of {}, Bravo {b} of {}", g.armies[0].units.len(), g.armies[1].units.len()),
    ];
    if scenario.situation == Situation::Rg {
        summary.push(format!("Alpha units off the map: {}", g.armies[0].exited));
    }
    // The margin, up from 0 for Alpha and down for Bravo.
    let margin = i64::from(crate::ending::margin(g, d, ending));
    if ending.winner.is_some() {
        let units = if margin == 1 { "unit" } else { "units" };
        summary.push(format!("margin of victory: {margin} {units}"));
    }
    let score = if ending.winner == Some(Force::Bravo) { -margin } else { margin };
    Outcome { result, score, scores: Vec::new(), winner: ending.winner.map(Force::seat), summary }
}
