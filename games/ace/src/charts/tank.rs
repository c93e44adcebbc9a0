//! The tank: mats, the Battle Board (F2), commands and the fixed numbers of the combat round.

use super::headings::PLACEMENT;
use super::plain;
use crate::words::{Ammo, Area, Command, Facing, Gun, Month, Post, Series, TankType};
use hulldown_core::chart::lay::{line, modifier, span, tick};
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head, Set};
use hulldown_core::dice::D6;
use hulldown_core::{cells, figures, words};

figures! {
    /// The Tank Display Mats.
    Mats {
        chart: Head, tank: By<TankType, Tank>;
        must |it| it.tank.iter().any(|tank| tank.prestige == 0 && tank.available == Month::FIRST)
            => "no tank can be had in June 1944 at Prestige Level 0"
    }

    /// A Tank Display Mat.
    Tank {
        name: String,
        series: Series,
        /// The Prestige Level it needs.
        prestige: u8 [0..=20],
        /// The first month it can be had.
        available: Month,
        gun: String,
        /// Its penetration at medium range.
        firepower: i8 [0..=30],
        /// Turret front, hull front, sides.
        armor: [i8; 3] [0..=30],
        ready_rack: u8 [0..=40],
        /// The most rounds it carries on a mission of kinds that are limited.
        limits: By<Ammo, Option<u8>> [0..=99],
        /// Ammunition points of its machine guns before a reload.
        mg_points: By<Gun, u8> [0..=50],
        /// Rounds of its smoke mortar on a mission, 0 without one.
        smoke_mortar: u8 [0..=20],
        /// Whether its ammunition is stowed wet.
        wet: bool,
        b5: i8 [-6..=6];
        must |it| Ammo::ALL.into_iter().all(|ammo| ammo.is_limited() == it.limits[ammo].is_some())
            => "limits are those of HCBI, WP and APCR"
    }

    /// F2: the Battle Board.
    F2 {
        chart: Head,
        /// The area a unit is set up in.
        placement: DieTable<Area> [die],
        placement_from: Grounds,
        facing: By<Facing, FacingInfo>,
        /// Where a unit moves from each area, if it can.
        flank_move: By<Area, Option<Area>>,
        /// What a partner may fire at (10.2).
        assist: By<Position, Set<Area>>;
        must |it| !it.placement.cells().iter().any(|area| on_flank(*area)) => "placement: units are set up in A, B or C";
        must |it| !it.flank_move.each().any(|(from, to)| to.is_some_and(|to| on_flank(from) || !on_flank(to)))
            => "flank_move leads from A, B or C to D or E"
    }

    /// What a hull or turret that points one way can reach, and from where its side is struck.
    FacingInfo { fire: Set<Area>, flank_from: Set<Area> }

    /// Commands and fixed numbers.
    CommandChart {
        chart: Head,
        command: By<Command, CommandInfo>,
        spall: Spall,
        constants: Constants,
        options: OptionDefaults,
    }

    /// A command of the combat round: who carries it out (nobody in particular for hatches), and whether B5 is rolled after it.
    CommandInfo { name: String, crew: Option<Post>, b5: bool }

    /// Spalling: 1d6 for whether, 1d6 for whom.
    Spall {
        /// The highest 1d6 that wounds when penetration equalled the armor.
        on_equal_max: i8 [1..=6],
        /// The highest 1d6 that wounds when penetration was greater.
        on_greater_max: i8 [1..=6],
        victim: DieTable<Post> [die],
        from: Grounds,
    }

    /// Which optional rules are on unless a game says otherwise.
    OptionDefaults {
        /// Increased threat targeting (10.4).
        increased_threat_targeting: bool,
        /// The publisher's changes of 2022 (R3).
        errata_2022: bool,
        from: Grounds,
    }
}

words! {
    /// Where a player of two sits.
    Position { Left = "left", "left"; Right = "right", "right"; }
}

/// Makes the fixed numbers, and the remarks that tell them.
macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident: $number:ty [$low:literal..=$high:literal],)+) => {
        figures! {
            /// Fixed numbers of the combat round and the career. `…_max` and `…_min` are compared with dice.
            Constants { $($(#[$doc])* $name: $number [$low..=$high],)+ from: Grounds }
        }

        impl Constants {
            fn notes(&self) -> Vec<String> {
                vec![$(format!("{}: {}", plain(stringify!($name)), self.$name),)+]
            }
        }
    };
}

constants! {
    commands_per_round: u8 [1..=10],
    /// In the round in which Synergy is used.
    commands_with_synergy: u8 [1..=10],
    commands_lost_light_wound: u8 [0..=10],
    /// When another man commands.
    commands_acting_gunner: u8 [0..=10],
    /// 1d6 at which an enemy begins to target the tank.
    targeting_max: i8 [0..=6],
    /// The same with increased threat targeting (10.4).
    targeting_max_increased_threat: i8 [0..=6],
    /// 1d6 at which an open man is wounded by a B or IMM.
    hatch_wound_max: i8 [0..=6],
    /// 2d6 at which a seriously wounded man dies in battle.
    died_of_wounds_min: i8 [2..=13],
    /// 1d6 at which repairs cost a mission.
    repair_miss_max: i8 [0..=6],
    /// 1d6 at which the crew of an immobilized enemy bails out.
    enemy_bail_out_max: i8 [0..=6],
    /// 1d6 at which a WP hit destroys a tank or SPG.
    wp_kill_max: i8 [0..=6],
    /// 1d6 at which nobody is dug in on a movement to contact.
    not_dug_in_max: i8 [0..=6],
    /// Lowest 1d6 that brings a counterattack.
    counterattack_on: i8 [1..=7],
    experience_every_missions: u8 [1..=20],
    /// Missions missed from which on a man is in hospital.
    hospital_missions: u8 [1..=99],
    rack_rounds_per_reload: u8 [1..=40],
    rack_rounds_adrenaline: u8 [1..=40],
    /// The level of new smoke.
    smoke_new: u8 [1..=2],
    /// Rounds a call for fire takes.
    cff_mortar: u8 [1..=20],
    cff_artillery: u8 [1..=20],
    /// Calls for fire in a battle.
    cff_limit_mortar: u8 [0..=10],
    cff_limit_artillery: u8 [0..=10],
    /// What APCR adds to penetration.
    apcr_pen: i8 [0..=20],
    /// Counters have two sides.
    inf_steps: u8 [2..=2],
    at_steps: u8 [1..=2],
}

impl Tank {
    /// The rounds it carries on a mission; `u8::MAX` of those without a limit.
    pub fn carried(&self) -> [u8; Ammo::ALL.len()] {
        Ammo::ALL.map(|ammo| self.limits[ammo].unwrap_or(u8::MAX))
    }
}

impl Mats {
    /// No tank may need more prestige than can be had.
    pub(super) fn agrees(&self, max_level: u8) -> Result<(), String> {
        match self.tank.each().find(|(_, tank)| tank.prestige > max_level) {
            Some((id, tank)) => {
                Err(format!("{}: prestige {} is above the highest, {max_level}", id.id(), tank.prestige))
            }
            None => Ok(()),
        }
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let rounds = |t: &Tank| {
            let limits = [Ammo::Hcbi, Ammo::Wp, Ammo::Apcr].map(|a| t.limits[a].unwrap_or(0).to_string());
            limits.join("/")
        };
        cells!(self.chart.sheet("MATS", None), t in self.tank.iter();
            "tank" = t.name, "prestige" = t.prestige, "from" = t.available, "gun" = t.gun, "firepower" = t.firepower,
            "armor (turret, hull, sides)" = t.armor.map(|a| a.to_string()).join(", "), "ready rack" = t.ready_rack,
            "HCBI/WP/APCR" = rounds(t), "coax/bow/.50" = t.mg_points.map(u8::to_string).join("/"),
            "smoke mortar" = t.smoke_mortar, "wet" = tick(t.wet), "B5" = modifier(t.b5))
    }
}

fn on_flank(area: Area) -> bool {
    matches!(area, Area::D | Area::E)
}

impl F2 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let areas = |set: &Set<Area>| set.iter().map(Area::id).collect::<Vec<_>>().join(", ");
        let sheet = cells!(self.chart.sheet("F2", None), (facing, info) in self.facing.each();
            "hull or turret" = facing, "can fire at" = areas(&info.fire), "side struck from" = areas(&info.flank_from));
        let (dice, placed) = (self.placement.dice, line(&self.placement, |area| area.id().to_owned()));
        let moves =
            |(from, to): (Area, &Option<Area>)| to.map(|to| format!("flank move: {} to {}", from.id(), to.id()));
        let helps = |(position, reach): (Position, &Set<Area>)| {
            format!("the {position} player helps in {} of his partner's board", areas(reach))
        };
        sheet
            .noting([Area::ALL.map(Area::name).join(", ")])
            .noting([format!("{PLACEMENT} {dice}: {placed} ({})", self.placement_from)])
            .noting(self.flank_move.each().filter_map(moves))
            .noting(self.assist.each().map(helps))
    }
}

impl CommandChart {
    pub(super) fn sheet(&self) -> ChartSheet {
        let sheet = cells!(self.chart.sheet("COMMANDS", None), (command, info) in self.command.each();
            "command" = command.id(), "what" = info.name, "crewman" = plain(info.crew.map_or("any", Post::id)),
            "B5" = tick(info.b5));
        let spall = &self.spall;
        let (equal, greater) = (span(1, spall.on_equal_max), span(1, spall.on_greater_max));
        let victims = line(&spall.victim, |post| post.to_string());
        let spall =
            format!("spalling {D6}: {equal} at PEN = armor, {greater} at PEN > armor, then {victims} ({})", spall.from);
        let numbers = format!("these numbers ({})", self.constants.from);
        sheet.noting([spall]).noting(self.constants.notes()).noting([numbers])
    }
}
