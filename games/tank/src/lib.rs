//! Tank! (SPI 1974): two commanders, sealed plots, one hex map.
//!
//! The sequence of play stands in `referee.rs`; each chapter of the rules has a file of its own. The state is in [`state`], what a
//! player can decide in [`talk`], the charts in [`charts`], the map in [`map`] and who sees whom on it in [`sight`].

mod arrange;
#[allow(clippy::disallowed_types, reason = "a drawing measures; only rules count in whole numbers")]
mod board;
#[allow(clippy::disallowed_types, reason = "a bot weighs; only rules count in whole numbers")]
pub mod bot;
pub mod charts;
mod direct;
mod ending;
#[allow(clippy::disallowed_types, reason = "what many games come to is no rule")]
pub mod figures;
pub mod fire;
mod imagine;
mod lens;
pub mod map;
mod massed;
mod offers;
mod pad;
mod panic;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod playable;
mod plotting;
mod pulses;
mod referee;
mod rehearse;
pub mod rules;
pub mod sight;
mod spotting;
pub mod state;
pub mod talk;
mod text;
mod trial;
mod validate;
pub mod view;
mod watch;
pub mod words;

use crate::charts::Charts;
pub use crate::imagine::Imagined;
use crate::map::Layout;
pub use crate::plotting::seal;
use crate::referee::Referee;
pub use crate::state::Tank;
use crate::state::{Army, Hit, Place, Plot, PlotProgress, Stage, Unit};
use crate::talk::{Addressed, Ask, Choice};
pub use crate::text::plot_words;
pub use crate::view::View;
use crate::words::{Force, Mode, ScenarioId};
use arrayvec::ArrayVec;
use hulldown_core::game::{Game, Invalid, Outcome, Seat};
use hulldown_core::hex::Side;
use hulldown_core::table::{Play, Table};
use serde::{Deserialize, Serialize};

/// What is agreed before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The scenario, `0` to `13`; 0 is the introductory one.
    pub scenario: String,
    /// The terrain mode, or `scenario` for the scenario's own; `first` is the same but for open terrain in the introductory one.
    pub mode: String,
    /// How many map sheets are joined from west to east and from north to south, such as `2x1` (3.1c).
    pub sheets: String,
    /// Game-Turns without fire or losses after which the game stops; 0 for the scenario's own (R51, R52).
    pub limit: u16,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { scenario: "0".into(), mode: "scenario".into(), sheets: "1x1".into(), limit: 0 }
    }
}

/// A force of a scenario before anything is arranged.
pub(crate) fn army(charts: &Charts, scenario: ScenarioId, force: Force) -> Army {
    let mut units = ArrayVec::new();
    for (weapon, count) in &charts.scenario(scenario).forces[force.index()].weapons {
        let codes = charts.counters.codes(force, charts.weapon(*weapon).kind);
        for code in codes.iter().take(usize::from(*count)) {
            let rank = units.len() as u8;
            units.push(Unit {
                code: *code,
                weapon: *weapon,
                place: Place::Queue(rank + 1),
                rank,
                facing: Side::A,
                spotted: false,
                hidden: false,
                panicked: false,
                plot: Plot::default(),
                last: Plot::default(),
                run: PlotProgress::default(),
                hit: Hit::None,
            });
        }
    }
    Army {
        units,
        entry: None,
        heading: Side::A,
        track: ArrayVec::new(),
        in_column: false,
        losses: 0,
        exited: 0,
        preserved: false,
        fired_on: false,
        has_spotted: false,
        tried: Default::default(),
        sighted: false,
        found: 0,
        offers_end: false,
    }
}

/// A game before anybody has arranged anything.
fn unarranged(
    charts: &Charts,
    scenario: ScenarioId,
    mode: Mode,
    sheets: Layout,
    stall: Option<u16>,
    no_losses: [Option<u16>; 2],
) -> Tank {
    Tank {
        scenario,
        mode,
        sheets,
        stall,
        no_losses,
        stage: Stage::Arrange,
        turn: 1,
        armies: Force::ALL.map(|force| army(charts, scenario, force)),
        wrecks: ArrayVec::new(),
        positions: ArrayVec::new(),
        panic: false,
        first_fire: 0,
        last_fire: 0,
        last_loss: 0,
        ending: None,
    }
}

impl Game for Tank {
    const ID: &'static str = "tank";
    const TITLE: &'static str = "Tank!";
    const RULES_VERSION: u32 = 8;
    /// As they were shipped, with fingerprints of two lengths, and with the other reading of columns.
    const SAME_CHARTS: &[&str] =
        &["40337086443192aa", "40337086443192aa30", "ea950786df4c94ef39", "e65adbe4a8aa69b7cc", "d84c67b95b9340e277"];
    const SECRETS: bool = true;

    hulldown_core::game_data!(Charts);
    type Setup = Setup;
    type Choice = Choice;
    type Ask = Ask;
    type Event = Addressed;
    type View<'a> = View<'a>;

    fn new(setup: &Setup, data: &'static Charts) -> Result<Tank, Invalid> {
        let scenario = ScenarioId::from_id(&setup.scenario)
            .ok_or_else(|| Invalid::new("setup.scenario", "scenarios are numbered 0 to 13"))?;
        let own_mode = data.scenario(scenario).mode;
        let mode = match setup.mode.as_str() {
            "scenario" => own_mode,
            // [R53] 16.0 names no terrain; whoever plays it for the first time finds the enemy sooner in the open.
            "first" if !data.scenario(scenario).names_terrain() => Mode::Open,
            "first" => own_mode,
            mode => Mode::from_id(mode).ok_or_else(|| {
                Invalid::new("setup.mode", "a terrain mode is open, mixed, closed, scenario or first")
            })?,
        };
        let sheets = Layout::ALL
            .into_iter()
            .find(|sheets| sheets.id() == setup.sheets)
            .ok_or_else(|| Invalid::new("setup.sheets", "sheets across by sheets down, such as 2x1; at most four"))?;
        if setup.limit > 999 {
            return Err(Invalid::new("setup.limit", "at most 999 Game-Turns"));
        }
        let info = data.scenario(scenario);
        let limit = |own: Option<u16>| own.map(|own| if setup.limit > 0 { setup.limit } else { own });
        let stall = limit(info.info.stall);
        let no_losses = [limit(info.info.no_casualties_from_start), limit(info.info.no_casualties_after_fire)];
        Ok(unarranged(data, scenario, mode, sheets, stall, no_losses))
    }

    fn seats(&self) -> u8 {
        2
    }

    fn advance<T: Table<Tank>>(&mut self, data: &'static Charts, table: &mut T) -> Play<()> {
        Referee::new(self, data, table).step()
    }

    fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    fn outcome(&self, data: &'static Charts) -> Option<Outcome> {
        self.ending.filter(|_| self.is_over()).map(|ending| text::outcome(self, data, ending))
    }

    fn view<'a>(&'a self, data: &'static Charts, seat: Seat) -> View<'a> {
        View::new(self, data, seat)
    }

    fn whole_view<'a>(&'a self, data: &'static Charts) -> View<'a> {
        View::of_umpire(self, data)
    }

    fn hears(event: &Addressed, seat: Seat) -> bool {
        event.to.is_none_or(|force| force.seat() == seat)
    }

    fn umpire_hears(event: &Addressed) -> bool {
        event.is_for_umpire()
    }

    fn validate(&self, data: &'static Charts) -> Result<(), Invalid> {
        validate::validate(self, data)
    }
}
