//! Small situations for rule tests: a scene, answers and dice, and what came of them.
//!
//! ```ignore
//! let end = Scene::new(Mission::Attack).enemy("panther", Area::B).loaded(Ammo::Ap).play("fire:1", &[3, 3]);
//! ```
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every test file uses its own part of this")]

use hulldown_ace::charts::Charts;
use hulldown_ace::choice::Choice;
use hulldown_ace::event::Event;
use hulldown_ace::state::{Aim, Enemy, MachineGun, Mode, Player, Stage, UnitId, bit};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::dicebox::DiceBox;
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Game, Seat, Session};

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
            p.mat.carried = tank.limits;
            p.mat.guns = tank.mg_points.map(|points| MachineGun { points, jammed: false });
            p.mat.mortar = tank.smoke_mortar;
            p.mat.kit_used = true;
            p.board.range = Range::Medium;
        }
        Scene { game }
    }

    /// Changes anything.
    pub fn with(mut self, change: impl FnOnce(&mut Ace)) -> Self {
        change(&mut self.game);
        self
    }

    /// Changes the first commander.
    pub fn me(mut self, change: impl FnOnce(&mut Player)) -> Self {
        change(&mut self.game.players[0]);
        self
    }

    /// An enemy on the first board: a unit id of the charts, or `inf`. They are numbered from 1; a carrier brings its INF as the next
    /// number, already dismounted unless [`Scene::mounted`] is called.
    pub fn enemy(self, kind: &str, area: Area) -> Self {
        self.enemy_on(Seat(0), kind, area)
    }

    pub fn enemy_on(mut self, s: Seat, kind: &str, area: Area) -> Self {
        let kind = UnitType::from_id(kind);
        let class = kind.map_or(Class::Inf, |k| charts().units[k.index()].class);
        let board = &mut self.game.players[s.index()].board;
        board.enemies.push(Enemy {
            id: UnitId(board.next),
            class,
            kind,
            area,
            steps: if class == Class::Inf { 2 } else { 1 },
            aim: Aim::Elsewhere,
            mounted: false,
            dug_in: false,
            hull_down: false,
            suppressed: false,
            buttoned: false,
            immobilized: false,
            damaged: None,
            has_fired: false,
            moved: false,
            side_open: false,
            side_shot: false,
            flanked: false,
            flanked_for_good: false,
        });
        board.next += 1;
        self
    }

    /// The last carrier added, and infantry riding in it.
    pub fn mounted(self) -> Self {
        let area = self.game.players[0].board.enemies.last().unwrap().area;
        let mut scene = self.enemy("inf", area);
        let n = scene.game.players[0].board.enemies.len();
        scene.game.players[0].board.enemies[n - 1].mounted = true;
        scene.game.players[0].board.enemies[n - 2].mounted = true;
        scene
    }

    /// Changes the last enemy added to the first board.
    pub fn that(mut self, change: impl FnOnce(&mut Enemy)) -> Self {
        change(self.game.players[0].board.enemies.last_mut().unwrap());
        self
    }

    /// The last enemy added targets the player.
    pub fn targeting(self) -> Self {
        self.that(|e| e.aim = Aim::Tank)
    }

    pub fn stage(self, stage: Stage) -> Self {
        self.with(|g| g.stage = stage)
    }

    pub fn round(self, round: u16) -> Self {
        self.with(|g| g.field.round = round)
    }

    pub fn range(self, range: Range) -> Self {
        self.with(|g| g.players.iter_mut().for_each(|p| p.board.range = range))
    }

    pub fn weather(self, weather: Weather) -> Self {
        self.with(|g| g.field.weather = weather)
    }

    pub fn terrain(self, terrain: Terrain) -> Self {
        self.with(|g| g.field.terrain = terrain)
    }

    pub fn month(self, id: &str) -> Self {
        let month = Month::from_id(id).unwrap();
        self.with(|g| g.month = month)
    }

    pub fn tank(self, id: &str) -> Self {
        let tank = TankType::from_id(id).unwrap();
        self.me(|p| {
            p.tank = tank;
            let info = &charts().tanks[tank.index()];
            p.mat.carried = info.limits;
            p.mat.mortar = info.smoke_mortar;
            p.mat.rack = [0; 5];
            p.mat.rack[Ammo::He.index()] = info.ready_rack;
        })
    }

    pub fn loaded(self, ammo: Ammo) -> Self {
        self.me(|p| p.mat.loaded = Some(ammo))
    }

    pub fn skill(self, skill: Skill) -> Self {
        self.me(|p| {
            p.career.skills |= bit(skill.index());
            if skill == Skill::Expert {
                p.career.expert |= 1;
            }
        })
    }

    pub fn wound(self, post: Post, wound: Wound) -> Self {
        self.me(|p| p.crew[post.index()].wound = wound)
    }

    pub fn buttoned(self) -> Self {
        self.me(|p| p.mat.open = [false; 3])
    }

    /// Plays the answers (keys separated by spaces; `1/key` for seat 1) with these dice, in order. When the dice run out the game stops and
    /// asks for them.
    pub fn play(self, answers: &str, dice: &[u8]) -> Played {
        let setup = Setup::default();
        let dice = DiceBox::scripted(0, dice.iter().copied());
        let session = Session::arranged(setup, charts(), dice, self.game).unwrap_or_else(|e| panic!("bad scene: {e}"));
        let mut played = Played { session, told: Vec::new() };
        played.told.extend(played.session.news().iter().cloned());
        played.go_on(answers)
    }
}

/// What came of a scene.
pub struct Played {
    pub session: Session<Ace>,
    pub told: Vec<Told<Ace>>,
}

impl Played {
    /// Answers on.
    pub fn go_on(mut self, answers: &str) -> Self {
        for answer in answers.split_whitespace() {
            let (seat, key) = match answer.split_once('/') {
                Some((seat, key)) => (Seat(seat.parse().unwrap()), key),
                None => (Seat(0), answer),
            };
            let asked = self.options();
            self.session
                .choose_key(seat, key)
                .unwrap_or_else(|e| panic!("{answer}: {e}\nasked: {asked:?}\nlog:\n{}", self.log().join("\n")));
            self.told.extend(self.session.news().iter().cloned());
        }
        self
    }

    /// Throws more dice, one roll at a time as they are asked for.
    pub fn dice(mut self, rolls: &[&[u8]]) -> Self {
        for faces in rolls {
            self.session.throw(faces).unwrap();
            self.told.extend(self.session.news().iter().cloned());
        }
        self
    }

    /// Answers on wanting nothing - no purchase or trade, the same tank, hatches closed, AP, no commands - until dice are asked for or
    /// something this has no answer to.
    pub fn quietly(mut self) -> Self {
        const WANTS_NOTHING: [&str; 7] = ["done", "tank:keep", "no", "end", "open:none", "load:ap", "rack:ap"];
        while let Some(answer) = WANTS_NOTHING.into_iter().find(|answer| self.can(answer)) {
            self = self.go_on(answer);
        }
        self
    }

    /// Goes on with answers and dice, each as it is asked for; all of both must be used.
    pub fn then(mut self, answers: &str, mut dice: &[u8]) -> Self {
        let mut answers = answers.split_whitespace();
        loop {
            if let Some(count) = self.session.dice_asked().map(|check| usize::from(check.dice.count)) {
                if dice.is_empty() {
                    break;
                }
                let (faces, rest) = dice.split_at(count);
                self = self.dice(&[faces]);
                dice = rest;
            } else if let Some(answer) = answers.next() {
                self = self.go_on(answer);
            } else {
                break;
            }
        }
        assert!(dice.is_empty() && answers.next().is_none(), "not all was asked for\n{}", self.log().join("\n"));
        self
    }

    /// Throws more dice, one roll at a time, and answers in between wanting nothing.
    pub fn quiet_dice(mut self, rolls: &[&[u8]]) -> Self {
        for faces in rolls {
            self = self.quietly().dice(&[faces]);
        }
        self.quietly()
    }

    /// The state as it stands now, in the middle of a step.
    pub fn game(&self) -> &Ace {
        self.session.working()
    }

    pub fn me(&self) -> &Player {
        &self.game().players[0]
    }

    /// The enemy with this number on the first board, which must be there.
    pub fn enemy(&self, id: u8) -> &Enemy {
        self.me().board.enemy(UnitId(id)).unwrap_or_else(|| panic!("unit {id} is gone\n{}", self.log().join("\n")))
    }

    pub fn gone(&self, id: u8) -> bool {
        self.me().board.enemy(UnitId(id)).is_none()
    }

    /// All that was told, one line each.
    pub fn log(&self) -> Vec<String> {
        use hulldown_core::Voice;
        self.told
            .iter()
            .map(|told| match told {
                Told::Roll(check, rolled) => check.line(rolled),
                Told::Forced { label, .. } => format!("forced: {label}"),
                Told::Event(event) => Ace::event_words(charts(), event).text,
            })
            .collect()
    }

    /// The rolls made, one line each, such as `To hit (B1): 4 +1 rain = 5, 6 or less: hit`.
    pub fn rolls(&self) -> Vec<String> {
        self.told
            .iter()
            .filter_map(|told| match told {
                Told::Roll(check, rolled) => Some(check.line(rolled)),
                _ => None,
            })
            .collect()
    }

    pub fn events(&self) -> Vec<Event> {
        self.told
            .iter()
            .filter_map(|told| match told {
                Told::Event(event) => Some(*event),
                _ => None,
            })
            .collect()
    }

    /// Whether such an event was told.
    pub fn saw(&self, pattern: impl Fn(&Event) -> bool) -> bool {
        self.events().iter().any(pattern)
    }

    /// The keys that can be answered now; `dice:B1` if dice are asked for.
    pub fn options(&self) -> Vec<String> {
        match self.session.pending().first() {
            Some(Pending::Choice { options, .. }) => options.iter().map(Choice::to_string).collect(),
            Some(Pending::Dice(check)) => vec![format!("dice:{}", check.chart)],
            None => Vec::new(),
        }
    }

    pub fn can(&self, key: &str) -> bool {
        self.options().iter().any(|o| o == key)
    }

    /// The rule id and reason a choice is refused for now.
    pub fn refused(&self, key: &str) -> Option<(&'static str, &'static str)> {
        match self.session.pending().first() {
            Some(Pending::Choice { refused, .. }) => {
                refused.iter().find(|r| r.choice.to_string() == key).map(|r| (Ace::ledger().id(r.rule), r.why))
            }
            _ => None,
        }
    }

    /// The dice asked for now: the check in words.
    pub fn asked_dice(&self) -> String {
        self.session
            .dice_asked()
            .map(|c| format!("{} ({}) {}, {}", c.purpose, c.chart, c.dice, c.need()))
            .unwrap_or_default()
    }

    /// The modifier sum and need of the option's first roll.
    pub fn preview(&self, key: &str) -> Option<hulldown_core::Check> {
        use hulldown_core::Voice;
        self.game().preview(charts(), Seat(0), key.parse().ok()?)
    }
}
