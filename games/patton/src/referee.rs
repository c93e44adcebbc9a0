//! The referee: one who has the state, the charts and the table before him, and plays the rules. The sequence of play stands here.

use crate::charts::Charts;
use crate::state::{
    AREAS, Area, Areas, Bail, Battle, Bog, Commander, Crew, Enemy, Fate, Length, Map, Name, Options, Orders, Patton,
    Report, Snowfall, Stage, Vehicle, Weather,
};
use crate::talk::{Ask, Choice, Event, Who};
use crate::words::{
    Ammo, Clock, Day, Ground, MapArea, Medal, Post, REAR, Rank, Resistance, Scenario, Sector, Sky, Tank, UnitType,
};
use arrayvec::ArrayVec;
use hulldown_core::game::{Seat, UnitId};
use hulldown_core::table::{Menu, Play, Table};
use hulldown_core::talk::Answer;

/// The only seat.
pub(crate) const YOU: Seat = Seat(0);

/// Someone who plays the rules: on a state, with charts, at a table.
pub(crate) struct Referee<'a, T> {
    pub(crate) game: &'a mut Patton,
    pub(crate) charts: &'static Charts,
    pub(crate) table: &'a mut T,
}

/// An enemy as the log names it.
pub(crate) fn who(enemy: &Enemy) -> Who {
    Who { id: enemy.id, kind: enemy.kind, identified: enemy.identified, zone: enemy.zone, sight: enemy.sight }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// One step of the sequence of play (4.0).
    pub(crate) fn step(&mut self) -> Play<()> {
        match self.game.stage {
            Stage::Calendar => self.calendar(),
            Stage::Refit => self.refit(),
            Stage::Muster => self.muster(),
            Stage::Briefing => self.briefing(),
            Stage::TimeCheck => self.time_check(),
            Stage::Prepare(after) => self.prepare(after),
            Stage::StartArea => self.start_area(),
            Stage::FreeCheck => self.free_check(),
            Stage::Operations => self.operations(),
            Stage::Entered => self.entered(),
            Stage::Watch => self.watch(),
            Stage::Contact => self.contact(),
            Stage::Ambush => self.ambush(),
            Stage::Smoke => self.smoke(),
            Stage::Spotting => self.spotting(),
            Stage::Orders => self.orders(),
            Stage::Movement => self.movement(),
            Stage::MainGun => self.main_gun(),
            Stage::MachineGuns => self.machine_guns(),
            Stage::Chores => self.chores(),
            Stage::Enemy => self.enemy_action(),
            Stage::Friendly => self.friendly_phase(),
            Stage::Event => self.random_event(),
            Stage::KnockedOut(cause) => self.knocked_out(cause),
            Stage::Leaving(way) => self.leave_board(way),
            Stage::BattleEnd => self.battle_end(),
            Stage::Abandon => self.abandon(),
            Stage::Evening => self.evening(),
            Stage::Succession => self.succession(),
            Stage::Over => Ok(()),
        }
    }

    /// Asks the player.
    pub(crate) fn ask<A: Answer<Choice>>(&mut self, ask: Ask, menu: &Menu<Choice, A>) -> Play<A> {
        self.table.ask(self.game, self.charts, YOU, ask, menu)
    }

    /// Asks for one of several values, each of which is a choice.
    pub(crate) fn pick<V: Copy>(
        &mut self,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(V) -> Choice,
    ) -> Play<V> {
        self.table.pick(self.game, self.charts, YOU, ask, values, choice)
    }

    /// Asks yes or no.
    pub(crate) fn ask_yes(&mut self, ask: Ask) -> Play<bool> {
        self.pick(ask, [true, false], |yes| if yes { Choice::Yes } else { Choice::No })
    }

    /// The enemy an answer names.
    pub(crate) fn named(&self, id: UnitId) -> Enemy {
        match self.game.battle.enemy(id) {
            Some(&enemy) => enemy,
            None => unreachable!("no question offers {id:?}, which is not on the board"),
        }
    }

    /// Something happened.
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.table.tell(event);
    }

    /// Something happened for which a commander thinks about his orders again: those of the last round stand no longer. The noise of a round
    /// in which nothing comes of anything is only told.
    pub(crate) fn stir(&mut self, event: impl FnOnce() -> Event) {
        self.game.battle.standing = None;
        self.tell(event);
    }

    /// What follows the day or the engagement for the tank.
    pub(crate) fn end_day(&mut self) {
        self.game.stage = Stage::Evening;
    }
}

impl Battle {
    /// An empty board, sectors 1 to 3 US Controlled (4.46).
    pub(crate) fn fresh() -> Battle {
        let mut us = [false; 6];
        for sector in REAR {
            us[sector.index()] = true;
        }
        Battle {
            round: 0,
            resistance: Resistance::Light,
            enemies: ArrayVec::new(),
            next: 1,
            us,
            smoke: [0; 19],
            fire: [0; 18],
            advancing: false,
            artillery: 0,
            air: 0,
            known: [None; 3],
            orders: Orders::NONE,
            acquired: None,
            target: None,
            hits: ArrayVec::new(),
            shots: 0,
            firing: None,
            sweeps: ArrayVec::new(),
            drove: false,
            ambush: false,
            free_round: false,
            bail: Bail::default(),
            standing: None,
        }
    }
}

impl Report {
    /// The report of a morning.
    pub(crate) fn morning(scenario: Scenario, expected: Resistance, daylight: (Clock, Clock)) -> Report {
        let (sunrise, sunset) = daylight;
        Report {
            scenario,
            expected,
            weather: Weather { sky: Sky::Clear, ground: Ground::Dry, rain: false, rain_hours: 0, snow: Snowfall::None },
            sunrise,
            sunset,
            clock: sunrise,
            own: [0; UnitType::ALL.len()],
            own_forts: 0,
            friendly: [0; UnitType::ALL.len()],
            friendly_forts: 0,
            areas: 0,
            exits: 0,
            lost_areas: 0,
            tanks_lost: 0,
            squads_lost: 0,
            battles: 0,
            aboard: false,
            wounded: false,
            exposed: false,
            rescuer: false,
            out: false,
            exploded: false,
            verdict: None,
            promoted: false,
            medal: None,
        }
    }
}

impl Map {
    /// A board without markers.
    pub(crate) fn fresh() -> Map {
        Map {
            areas: Areas([Area::default(); AREAS]),
            start: MapArea(0),
            exit: MapArea(0),
            at: MapArea(0),
            from: None,
            strays: ArrayVec::new(),
            spare_quarter: false,
            spent_quarter: false,
        }
    }
}

impl Commander {
    /// A sergeant without a past (25.0).
    pub(crate) fn fresh(name: Name, number: u8) -> Commander {
        Commander {
            name,
            number,
            fate: Fate::Serving,
            rank: Rank::Sergeant,
            points: 0,
            promoted: None,
            medals: [0; Medal::ALL.len()],
            hearts: 0,
            days: 0,
            won: 0,
            tanks_lost: 0,
            kills: [0; UnitType::ALL.len()],
        }
    }
}

impl Vehicle {
    /// A tank as it comes from the depot: empty, facing the enemy as the hints suggest (28.0).
    pub(crate) fn fresh(model: Tank, name: Name) -> Vehicle {
        let mut open = [false; 5];
        open[Post::Commander.index()] = true;
        Vehicle {
            model,
            name,
            lost: false,
            hvss: false,
            hvss_known: false,
            rounds: [0; Ammo::ALL.len()],
            rack: [0; Ammo::ALL.len()],
            loaded: None,
            ordered_extra: 0,
            special: 0,
            boxes_30: 0,
            boxes_50: 0,
            bombs: 0,
            grenades: 0,
            periscopes: 0,
            fuel: 0,
            last_load: [0; Ammo::ALL.len()],
            last_rack: [0; Ammo::ALL.len()],
            hull: Sector::S68,
            turret: Sector::S68,
            open,
            loader_looks: Sector::S45,
            commander_looks: Sector::S910,
            moving: false,
            hull_down: false,
            lead: false,
            disabled: false,
            bog: Bog::Free,
            blind: [false; 5],
            sight_broken: false,
            guns: Default::default(),
        }
    }
}

impl Patton {
    /// A game about to begin.
    pub(crate) fn fresh(
        options: Options,
        day: Day,
        code: (Scenario, Resistance),
        daylight: (Clock, Clock),
        tank: Tank,
        names: [Name; 2],
    ) -> Patton {
        let [name, tank_name] = names;
        let stage = if options.length == Length::Campaign { Stage::Calendar } else { Stage::Muster };
        // A line is kept for every day of action; room for all of them, so that no day asks for more.
        let days = if options.length == Length::Campaign { usize::from(Day::END.0 - Day::FIRST.0) + 1 } else { 1 };
        Patton {
            options,
            stage,
            day,
            you: Commander::fresh(name, 1),
            crew: Crew {
                men: [None; 5],
                assistant_at: Post::Assistant,
                away: ArrayVec::new(),
                trained: false,
                next: 1,
            },
            tank: Vehicle::fresh(tank, tank_name),
            report: Report::morning(code.0, code.1, daylight),
            map: Map::fresh(),
            battle: Battle::fresh(),
            history: Vec::with_capacity(days),
        }
    }
}
