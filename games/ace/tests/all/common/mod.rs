//! Small situations for rule tests: a scene, answers and dice, and what came of them.
//!
//! ```ignore
//! let end = Scene::new(Mission::Attack).enemies("panther B").loaded(Ammo::Ap).play("fire:1", &[3, 3]);
//! ```
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every test file uses its own part of this")]

use hulldown_ace::charts::Charts;
use hulldown_ace::state::{Enemy, EnemyAim, MachineGun, Mode, Player, Stage, UnitId, bit};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::{Game, Seat};

pub fn charts() -> &'static Charts {
    Ace::data()
}

/// A situation: by default July 1944, an M4A1 (Late) with a fit crew, all hatches open, at Medium range on open ground in clear weather,
/// in step 5 of round 2 of the mission given; AP loaded, the rack full of HE, no enemies.
#[derive(Clone)]
pub struct Scene {
    pub game: Ace,
}

impl Scene {
    pub fn new(fight: Mission) -> Self {
        Scene::of(Setup::default(), fight)
    }

    /// Two commanders side by side, both boards ready.
    pub fn pair(mode: Mode, fight: Mission) -> Self {
        Scene::of(Setup { mode, ..Setup::default() }, fight)
    }

    pub fn of(setup: Setup, fight: Mission) -> Self {
        let mut game = Ace::new(&setup, charts()).unwrap();
        let july = Month::from_id("1944-07").unwrap();
        (game.start, game.month, game.line) = (july, july, 2);
        game.stage = Stage::Commands(Seat(0));
        game.field.mission = fight;
        game.field.fight = fight;
        game.field.weather = Weather::Clear;
        game.field.terrain = Terrain::Open;
        game.field.grade = Grade::from_id("wehrmacht").unwrap();
        game.field.round = 2;
        game.field.fights = [true, setup.mode.together()];
        for p in &mut game.players {
            p.tank = TankType::from_id("m4a1_late").unwrap();
            let tank = &charts().tanks[p.tank.index()];
            p.mat.open = [true; 3];
            p.mat.loaded = Some(Ammo::Ap);
            p.mat.rack = [0; 5];
            p.mat.rack[Ammo::He.index()] = tank.ready_rack;
            p.mat.carried = tank.carried();
            p.mat.guns = std::array::from_fn(|n| MachineGun { points: tank.mg_points[n], jammed: false });
            p.mat.mortar = tank.smoke_mortar;
            p.mat.kit_used = true;
            p.board.range = Range::Medium;
        }
        Scene { game }
    }

    /// Changes parts of it, each said as `path = value`: `field.dug_in = true, players.1.board.end = won`.
    pub fn set(mut self, parts: &str) -> Self {
        hulldown_kit::scene::set(&mut self.game, parts);
        self
    }

    /// The same of the first commander: `mat.hull_down = true, career.prestige = 2`.
    pub fn mine(mut self, parts: &str) -> Self {
        hulldown_kit::scene::set(&mut self.game.players[0], parts);
        self
    }

    /// Changes what is not said in a few words.
    pub fn with(mut self, change: impl FnOnce(&mut Ace)) -> Self {
        change(&mut self.game);
        self
    }

    /// The same of the first commander.
    pub fn me(mut self, change: impl FnOnce(&mut Player)) -> Self {
        change(&mut self.game.players[0]);
        self
    }

    /// Enemies on the first board, separated by commas: a unit id of the charts or `inf`, its area, and what else is true of it. They are
    /// numbered from 1. `mounted` adds infantry that rides in it, as the next number.
    pub fn enemies(self, units: &str) -> Self {
        self.enemies_on(Seat(0), units)
    }

    /// The same on a board of somebody's own.
    pub fn enemies_on(mut self, s: Seat, units: &str) -> Self {
        for words in units.split(',') {
            let words: Vec<&str> = words.split_whitespace().collect();
            let area = Area::from_id(words[1]).unwrap_or_else(|| panic!("no area {}", words[1]));
            self.put(s, words[0], area);
            words[2..].iter().for_each(|word| self.word(s, word));
        }
        self
    }

    /// What else is true of the last enemy added to the first board.
    pub fn is(mut self, word: &str) -> Self {
        self.word(Seat(0), word);
        self
    }

    fn word(&mut self, seat: Seat, word: &str) {
        let enemy = self.game.players[seat.index()].board.enemies.last_mut().unwrap();
        match word {
            "targeting" => enemy.aim = EnemyAim::Tank,
            "helper" => enemy.aim = EnemyAim::Helper,
            "reduced" => enemy.steps = 1,
            "suppressed" => enemy.suppressed = true,
            "dug-in" => enemy.dug_in = true,
            "hull-down" => enemy.hull_down = true,
            "immobilized" => enemy.immobilized = true,
            "buttoned" => enemy.buttoned = true,
            "side-open" => enemy.side_open = true,
            "flanked" => enemy.flanked = true,
            "moved" => enemy.moved = true,
            "fired" => enemy.has_fired = true,
            "mounted" => {
                enemy.mounted = true;
                let area = enemy.area;
                self.put(seat, "inf", area);
                self.game.players[seat.index()].board.enemies.last_mut().unwrap().mounted = true;
            }
            _ => panic!("no such word: {word}"),
        }
    }

    fn put(&mut self, seat: Seat, kind: &str, area: Area) {
        // Whatever is no word for a unit must not pass for infantry.
        let known = || UnitType::from_id(kind).unwrap_or_else(|| panic!("no unit {kind}"));
        let kind = (kind != "inf").then(known);
        let class = kind.map_or(Class::Inf, |k| charts().units[k.index()].class);
        let board = &mut self.game.players[seat.index()].board;
        let steps = if class == Class::Inf { 2 } else { 1 };
        board.enemies.push(Enemy::new(UnitId(board.next), class, kind, area, steps));
        board.next += 1;
    }

    /// Changes the last enemy added to the first board.
    pub fn that(mut self, change: impl FnOnce(&mut Enemy)) -> Self {
        change(self.game.players[0].board.enemies.last_mut().unwrap());
        self
    }

    pub fn stage(self, stage: Stage) -> Self {
        self.with(|game| game.stage = stage)
    }

    pub fn round(self, round: u16) -> Self {
        self.with(|game| game.field.round = round)
    }

    pub fn range(self, range: Range) -> Self {
        self.with(|game| game.players.iter_mut().for_each(|player| player.board.range = range))
    }

    pub fn weather(self, weather: Weather) -> Self {
        self.with(|game| game.field.weather = weather)
    }

    pub fn terrain(self, terrain: Terrain) -> Self {
        self.with(|game| game.field.terrain = terrain)
    }

    pub fn month(self, id: &str) -> Self {
        let month = Month::from_id(id).unwrap();
        self.with(|game| game.month = month)
    }

    pub fn tank(self, id: &str) -> Self {
        let tank = TankType::from_id(id).unwrap();
        self.me(|player| {
            player.tank = tank;
            let info = &charts().tanks[tank.index()];
            player.mat.carried = info.carried();
            player.mat.mortar = info.smoke_mortar;
            player.mat.rack = [0; 5];
            player.mat.rack[Ammo::He.index()] = info.ready_rack;
        })
    }

    pub fn loaded(self, ammo: Ammo) -> Self {
        self.me(|player| player.mat.loaded = Some(ammo))
    }

    pub fn skill(self, skill: Skill) -> Self {
        self.me(|player| {
            player.career.skills |= bit(skill.index());
            if skill == Skill::Expert {
                player.career.expert |= 1;
            }
        })
    }

    pub fn wound(self, post: Post, wound: Wound) -> Self {
        self.me(|player| player.crew[post.index()].wound = wound)
    }

    pub fn buttoned(self) -> Self {
        self.me(|player| player.mat.open = [false; 3])
    }

    /// Plays the answers (keys separated by spaces; `1/key` for seat 1) with these dice, in order. When the dice run out the game stops and
    /// asks for them.
    pub fn play(self, answers: &str, dice: &[u8]) -> Played {
        self.play_by(charts(), answers, dice)
    }

    /// The same by charts of one's own.
    pub fn play_by(self, charts: &'static Charts, answers: &str, dice: &[u8]) -> Played {
        Played::with(charts, self.game, Setup::default(), dice).go_on(answers)
    }
}

/// What came of a scene.
pub type Played = hulldown_kit::played::Played<Ace>;

/// What only this game asks of it.
pub trait Look: Sized {
    /// Answers on wanting nothing - no purchase or trade, the same tank, hatches closed, AP, no commands - until dice are asked for or
    /// something this has no answer to.
    fn quietly(self) -> Self;
    /// Throws more dice, one roll at a time, and answers in between wanting nothing.
    fn quiet_dice(self, rolls: &[&[u8]]) -> Self;
    fn me(&self) -> &Player;
    /// The enemy with this number on the first board, which must be there.
    fn enemy(&self, id: u8) -> &Enemy;
    fn gone(&self, id: u8) -> bool;
}

impl Look for Played {
    fn quietly(mut self) -> Self {
        const WANTS_NOTHING: [&str; 7] = ["done", "tank:keep", "no", "end", "open:none", "load:ap", "rack:ap"];
        while let Some(answer) = WANTS_NOTHING.into_iter().find(|answer| self.can(answer)) {
            self = self.go_on(answer);
        }
        self
    }

    fn quiet_dice(mut self, rolls: &[&[u8]]) -> Self {
        for faces in rolls {
            self = self.quietly().dice(&[faces]);
        }
        self.quietly()
    }

    fn me(&self) -> &Player {
        &self.game().players[0]
    }

    fn enemy(&self, id: u8) -> &Enemy {
        self.me().board.enemy(UnitId(id)).unwrap_or_else(|| panic!("unit {id} is gone\n{}", self.log().join("\n")))
    }

    fn gone(&self, id: u8) -> bool {
        self.me().board.enemy(UnitId(id)).is_none()
    }
}
