//! What units do and what the ground does to them: tasks 5.0, panic 12.0, terrain 10.6, covered positions.

use super::note;
use crate::words::{Attack, CoverSide, Doing, Feature, Kind, Mode, Quarter, Task, Terrain, When};
use hulldown_core::chart::lay::{modifier, span, tick};
use hulldown_core::chart::{By, ChartSheet, Grounds, Head, Set, Spans};
use hulldown_core::dice::D6;
use hulldown_core::hex::{Hex, Side};
use hulldown_core::{cells, figures};

figures! {
    /// Tasks and what depends on them.
    Tasks {
        chart: Head,
        task: By<Task, TaskInfo>,
        /// When destruction takes effect, by what destroys and by what the target is doing (8.61).
        when: By<Attack, Spans<Doing, Application>>;
        no |it| (task, _) in it.task.each().filter(|(_, info)| info.units.is_empty())
            => format!("{}: no unit may do it", task.id());
        no |it| task in [Task::Mv, Task::Mvr, Task::Ov].into_iter().filter(|task| it.allows(*task, Kind::AtGun))
            => format!("{}: an AT gun never moves (9.34b)", task.id())
    }
    /// A task (5.0).
    TaskInfo {
        name: String,
        /// Who may do it.
        units: Set<Kind>,
        /// What is plotted for it.
        plot: String,
    }
    /// When destruction takes effect.
    Application { takes_effect: When, grounds: Grounds }

    /// Panic (12.0).
    Panic {
        chart: Head,
        /// The direction of each face of the scatter die.
        scatter: [Side; 6],
    }

    /// The Terrain Effects Chart (10.6).
    TerrainEffects {
        mode: By<Mode, ModeEffects>,
        wreck: Wreck,
        improved_position: ImprovedPosition,
        movement: Movement,
    }
    /// What hexes and hexsides do in a mode.
    ModeEffects where ModeEffects::fits { chart: Head, hex: By<Terrain, HexEffect>, hexside: By<Feature, SideEffect> }
    /// What a kind of hex does (10.6).
    HexEffect {
        /// Movement Points to enter.
        mp: u8 [0..=20],
        /// Whether entering takes the whole Movement Allowance instead (10.13).
        whole_allowance: bool [default],
        /// Added to the Defense Strength of a vehicle in it.
        veh_dsp: u8 [0..=30],
        /// The basic Defense Strength of a soft unit in it.
        soft_base: u8 [0..=30],
        /// Whether it obstructs sight.
        obstructs: bool [default];
        must |it| it.mp == 0 || !it.whole_allowance => "mp is 0 where entering takes the whole allowance";
        must |it| it.mp > 0 || it.whole_allowance => "mp is 0, outside 1 to 20"
    }
    /// What a feature of a hexside does (10.6).
    SideEffect {
        /// Movement Points on top to cross it.
        mp: u8 [0..=20],
        /// Added to the Defense Strength of a vehicle fired on through it.
        veh_dsp: u8 [0..=30],
        /// Added to the Defense Strength of a soft unit fired on through it.
        soft_dsp: u8 [0..=30],
        /// Whether it obstructs sight.
        obstructs: bool [default],
        /// Whom it shelters.
        cover_side: CoverSide,
    }
    /// What a wreck in its hex adds to a vehicle and to a soft unit.
    Wreck { veh_dsp: u8 [0..=30], soft_dsp: u8 [0..=30], grounds: Grounds }
    /// The constant strength of a soft unit in an Improved Position (14.41).
    ImprovedPosition { soft_base: u8 [0..=60], grounds: Grounds }
    /// The points an overrun costs on top (9.41), those for leaving the map (17.3f), and the most hexes in reverse (9.6).
    Movement { overrun_extra: u8 [0..=20], exit: u8 [1..=20], reverse_hexes: u8 [1..=10], grounds: Grounds }

    /// Covered firing positions on the map sheet, for bots and hints; no rule reads them. Those of mixed mode serve closed too.
    Positions { chart: Head, open: By<Quarter, Vec<FiringPosition>>, mixed: By<Quarter, Vec<FiringPosition>> }
}

impl Tasks {
    /// Whether a unit of this kind may be plotted to do this.
    #[inline]
    pub fn allows(&self, task: Task, kind: Kind) -> bool {
        self.task[task].units.has(kind)
    }

    /// When the destruction of a unit that is doing this takes effect (8.61).
    #[inline]
    pub fn when(&self, attack: Attack, target: Doing) -> When {
        self.when[attack][target].takes_effect
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let does = |info: &TaskInfo, kind| tick(info.units.has(kind));
        let mut sheet = cells!(self.chart.sheet("5.0", None), (task, info) in self.task.each();
            "code" = task.id(), "task" = info.name, "AFV" = does(info, Kind::Afv), "AT gun" = does(info, Kind::AtGun),
            "infantry" = does(info, Kind::Infantry), "plotted" = info.plot);
        let stacking = std::mem::take(&mut sheet.notes);
        let when = self.when.each().flat_map(|(attack, columns)| {
            let any = columns.columns().count() == 1;
            columns.columns().map(move |(doing, row)| {
                let target = if any { "any unit".into() } else { format!("a unit {}", doing.replace(", ", " or ")) };
                format!("{attack} against {target}: {} ({})", row.takes_effect, row.grounds)
            })
        });
        sheet.noting(when).noting(stacking)
    }
}

impl Panic {
    pub(super) fn sheet(&self) -> ChartSheet {
        cells!(self.chart.sheet("12.22", Some(D6)), (roll, side) in (1..).zip(self.scatter);
            rolls "roll" = span(roll, roll), "direction" = format_args!("{side} ({})", side.name()))
    }
}

impl ModeEffects {
    fn fits(&self) -> Result<(), String> {
        let clear = &self.hex[Terrain::Clear];
        let (berm, slope) = (&self.hexside[Feature::Berm], &self.hexside[Feature::Slope]);
        let (veh, soft) = (berm.veh_dsp.cmp(&slope.veh_dsp), berm.soft_dsp.cmp(&slope.soft_dsp));
        if clear.obstructs || clear.whole_allowance {
            Err("clear ground is clear".into())
        } else if berm.cover_side != CoverSide::Both {
            Err("a berm has no low side: its cover_side is \"both\"".into())
        } else if veh != soft && veh.is_ne() && soft.is_ne() {
            Err("of berm and slope the one must not be better for vehicles and the other for soft units".into())
        } else {
            Ok(())
        }
    }
}

impl TerrainEffects {
    /// What a hex of this terrain does.
    #[inline]
    pub fn hex(&self, mode: Mode, terrain: Terrain) -> &HexEffect {
        &self.mode[mode].hex[terrain]
    }

    /// What this feature of a hexside does.
    #[inline]
    pub fn side(&self, mode: Mode, feature: Feature) -> &SideEffect {
        &self.mode[mode].hexside[feature]
    }

    pub(super) fn sheets(&self) -> impl Iterator<Item = ChartSheet> {
        let (wreck, improved, moving) = (&self.wreck, &self.improved_position, &self.movement);
        let notes = [
            note(
                format_args!(
                    "wreck hex: vehicle {}, soft {}",
                    modifier(wreck.veh_dsp as i8),
                    modifier(wreck.soft_dsp as i8)
                ),
                &wreck.grounds,
            ),
            note(format_args!("Improved Position: soft {}", improved.soft_base), &improved.grounds),
            note(
                format_args!(
                    "overrun +{} MP; leaving the map {} MP; in reverse at most {} hexes with half the allowance",
                    moving.overrun_extra, moving.exit, moving.reverse_hexes
                ),
                &moving.grounds,
            ),
        ];
        self.mode.each().map(move |(mode, effects)| {
            let hexes = effects.hex.each().map(|(terrain, e)| {
                let mp = if e.whole_allowance { "whole allowance".into() } else { e.mp.to_string() };
                (terrain.to_string(), [mp, modifier(e.veh_dsp as i8), e.soft_base.to_string(), tick(e.obstructs)])
            });
            let sides = effects.hexside.each().map(|(feature, e)| {
                let name = format!("{feature} hexside, shelters {}", e.cover_side);
                (name, [modifier(e.mp as i8), modifier(e.veh_dsp as i8), modifier(e.soft_dsp as i8), tick(e.obstructs)])
            });
            let sheet = effects.chart.sheet(&format!("10.6-{}", mode.id()), None).noting(notes.clone());
            sheet.grid("feature", ["MP", "vehicle", "soft", "obstructs"], hexes.chain(sides))
        })
    }
}

/// A covered firing position: its hex on the sheet, how many of the hexes it sees it is protected against, and how many those are.
pub type FiringPosition = (Hex, u16, u16);

impl Positions {
    /// Those that look to a quarter in a mode.
    pub fn looking(&self, mode: Mode, to: Quarter) -> &[FiringPosition] {
        if mode == Mode::Open { &self.open[to] } else { &self.mixed[to] }
    }

    pub(super) fn each(&self) -> impl Iterator<Item = (Mode, Quarter, &FiringPosition)> {
        [(Mode::Open, &self.open), (Mode::Mixed, &self.mixed)].into_iter().flat_map(|(mode, by)| {
            by.each().flat_map(move |(quarter, all)| all.iter().map(move |position| (mode, quarter, position)))
        })
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        cells!(self.chart.sheet("POSITIONS", None), (mode, to, (hex, covered, seen)) in self.each();
            "mode" = mode, "looks to" = to, "hex" = hex, "covered" = covered, "seen" = seen)
    }
}
