//! Small situations for rule tests: a scene, answers and dice, and what came of them.
//!
//! ```ignore
//! // One die is written as it falls (1-10), two dice as their reading (1-100), in the order they are asked for.
//! let end = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").at(Stage::MainGun)
//!     .orders(|o| o.acts[Post::Gunner.index()] = Some(Action::FireMainGun)).play("fire:1:direct", &[40, 3, 20]);
//! ```
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "every test file uses its own part of this"
)]

use hulldown_core::Game;
use hulldown_patton::charts::Charts;
use hulldown_patton::state::{Enemy, Length, Man, Orders, Progress, Sight, Stage, UnitId, Weather};
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup, WantedResistance, WantedScenario};

pub fn charts() -> &'static Charts {
    Patton::data()
}

/// An area of this kind that is neither a start nor an exit area; always the same one.
pub fn area_of(kind: AreaType) -> MapArea {
    MapArea::ALL
        .into_iter()
        .find(|a| charts().areas[a.index()].kind == kind && charts().areas[a.index()].edge.is_none())
        .unwrap()
}

/// A situation. By default a single day, 1 August 1944, 10:00, clear and dry, in an area of fields (B) that was entered from a neighbour;
/// tank 1 (75, armor I, no loader hatch), stopped, hull and turret to 6-8, all five men of rating 5, only the commander's hatch open;
/// 50 HE, 30 AP, 7 WP, 10 HCBI on board, 4 HE and 4 AP in the rack, AP in the gun and AP named as the reload; sectors 1, 2, 3 US
/// Controlled; no enemies; light resistance; the Orders Phase of round 2.
#[derive(Clone)]
pub struct Scene {
    pub game: Patton,
    pub setup: Setup,
}

impl Scene {
    pub fn new(scenario: Scenario) -> Self {
        Scene::of(Setup { length: Length::Day, ..Setup::default() }, scenario)
    }

    /// A day of the campaign.
    pub fn campaign(scenario: Scenario) -> Self {
        let mut scene = Scene::of(Setup::default(), scenario);
        scene.game.report.scenario = scenario;
        scene
    }

    /// An engagement (31.0).
    pub fn engagement(scenario: Scenario) -> Self {
        Scene::of(Setup { length: Length::Engagement, ..Setup::default() }, scenario)
    }

    pub fn of(setup: Setup, scenario: Scenario) -> Self {
        let wanted = match scenario {
            Scenario::Advance => WantedScenario::Advance,
            Scenario::Battle => WantedScenario::Battle,
            Scenario::Counterattack => WantedScenario::Counterattack,
        };
        let date = if setup.date == Setup::default().date { "1944-08-01".into() } else { setup.date.clone() };
        let setup = Setup { scenario: wanted, resistance: WantedResistance::Light, date, ..setup };
        let mut game = Patton::new(&setup, charts()).unwrap();
        if setup.length == Length::Campaign {
            game.day = setup.date.parse().unwrap();
            game.report.scenario = scenario;
        }
        game.report.clock = Clock(10 * 60);
        game.report.aboard = true;
        game.report.battles = 1;
        for post in Post::ALL {
            if post != Post::Assistant || charts().tanks[game.tank.model.index()].has_assistant {
                let number = game.crew.next;
                game.crew.next += 1;
                let you = post == Post::Commander;
                game.crew.men[post.index()] =
                    Some(Man { number, rating: 5, you, wound: Wound::NearMiss, weeks: 0, down: false });
            }
        }
        game.tank.hvss_known = true;
        game.map.at = area_of(AreaType::B);
        game.map.from = Some(charts().areas[game.map.at.index()].neighbours[0].0);
        game.map.start = game.map.from.unwrap();
        game.map.exit = charts().edge_areas[4];
        game.battle.round = 2;
        game.stage = Stage::Orders;
        let scene = Scene { game, setup };
        let number = scene.game.tank.model.number();
        scene.tank(number)
    }

    /// Changes parts of it, each said as `path = value`: `tank.moving = true, battle.orders.reload = null`.
    pub fn set(mut self, parts: &str) -> Self {
        hulldown_kit::scene::set(&mut self.game, parts);
        self
    }

    /// Changes what is not said in a few words.
    pub fn with(mut self, change: impl FnOnce(&mut Patton)) -> Self {
        change(&mut self.game);
        self
    }

    /// The stage the game stands at.
    pub fn at(self, stage: Stage) -> Self {
        self.with(|game| game.stage = stage)
    }

    /// Another Tank Card, loaded: 50 HE, 30 AP, 7 WP and 10 HCBI for a 75; 50 HE, 18 AP and 3 special rounds for the others; half the
    /// rack HE and half AP; AP in the gun.
    pub fn tank(self, number: u8) -> Self {
        self.with(|game| {
            let model = Tank(number - 1);
            let card = &charts().tanks[model.index()];
            let tank = &mut game.tank;
            tank.model = model;
            tank.rounds = match card.gun {
                Gun::G75 => [50, 30, 7, 10, 0, 0],
                Gun::G76l => [50, 18, 0, 0, 3, 0],
                Gun::G76ll => [50, 18, 0, 0, 0, 3],
            };
            tank.rack = [0; 6];
            tank.rack[Ammo::He.index()] = card.rack / 2;
            tank.rack[Ammo::Ap.index()] = card.rack / 2;
            tank.loaded = Some(Ammo::Ap);
            tank.bombs = if card.mortar { charts().daily.standing_load.normal.bombs } else { 0 };
            tank.grenades = charts().daily.standing_load.normal.grenades;
            tank.periscopes = charts().daily.standing_load.normal.periscopes;
            tank.boxes_30 = charts().daily.standing_load.normal.boxes_30;
            tank.boxes_50 = charts().daily.standing_load.normal.boxes_50;
            tank.fuel = charts().daily.standing_load.normal.fuel;
            game.battle.orders.reload = Some(Ammo::Ap);
            if !card.has_assistant {
                game.crew.men[Post::Assistant.index()] = None;
            }
        })
    }

    pub fn rating(self, post: Post, rating: u8) -> Self {
        self.with(|game| game.crew.men[post.index()].as_mut().unwrap().rating = rating)
    }

    /// Everybody has this rating.
    pub fn ratings(self, rating: u8) -> Self {
        self.with(|game| game.crew.men.iter_mut().flatten().for_each(|man| man.rating = rating))
    }

    /// A man's wound; a week or more puts him out of action.
    pub fn wound(self, post: Post, wound: Wound) -> Self {
        self.with(|game| game.crew.men[post.index()].as_mut().unwrap().wound = wound)
    }

    /// These hatches are open and no others.
    pub fn open(self, posts: &[Post]) -> Self {
        self.with(|game| game.tank.open = Post::ALL.map(|post| posts.contains(&post)))
    }

    pub fn loaded(self, ammo: Ammo) -> Self {
        self.with(|game| game.tank.loaded = Some(ammo))
    }

    /// The orders being given or carried out.
    pub fn orders(self, change: impl FnOnce(&mut Orders)) -> Self {
        self.with(|game| change(&mut game.battle.orders))
    }

    /// One order.
    pub fn order(self, post: Post, action: Action) -> Self {
        self.orders(|o| o.acts[post.index()] = Some(action))
    }

    pub fn date(self, date: &str) -> Self {
        let day: Day = date.parse().unwrap();
        self.with(|game| {
            game.day = day;
            let (sunrise, sunset) = charts().daylight(day.month());
            (game.report.sunrise, game.report.sunset) = (sunrise, sunset);
            game.report.clock = game.report.clock.clamp(sunrise, sunset);
        })
    }

    /// The time, such as `10:45`.
    pub fn clock(self, time: &str) -> Self {
        let clock: Clock = time.parse().unwrap();
        self.with(|game| game.report.clock = clock)
    }

    pub fn weather(self, change: impl FnOnce(&mut Weather)) -> Self {
        self.with(|game| change(&mut game.report.weather))
    }

    /// The kind of the present area.
    pub fn ground(self, kind: AreaType) -> Self {
        self.with(|game| {
            game.map.at = area_of(kind);
            game.map.from = Some(charts().areas[game.map.at.index()].neighbours[0].0);
            game.map.start = game.map.from.unwrap();
            game.options.ground = kind;
        })
    }

    /// Enemy units, separated by commas: an id of the charts, sector, range, and what else is true of it. If nothing is said it is
    /// identified, spotted, stationary in the open, a vehicle with its front to you. They are numbered from 1.
    pub fn enemies(mut self, units: &str) -> Self {
        for words in units.split(',') {
            let words: Vec<&str> = words.split_whitespace().collect();
            let kind = UnitType::from_id(words[0]).unwrap_or_else(|| panic!("{}", words[0]));
            let sector = Sector::from_id(words[1]).unwrap_or_else(|| panic!("{}", words[1]));
            let range = Range::from_id(words[2]).unwrap_or_else(|| panic!("{}", words[2]));
            let battle = &mut self.game.battle;
            let mut enemy = Enemy {
                id: UnitId(battle.next),
                kind,
                identified: true,
                zone: Zone { sector, range },
                facing: kind.class().is_vehicle().then_some(Facing::Front),
                terrain: Terrain::Open,
                moving: false,
                sight: Sight::Spotted,
                moved: false,
                immobile: false,
                aim: 0,
                fired: false,
                shot_at: false,
                progress: Progress::Ahead,
            };
            for word in &words[3..] {
                match *word {
                    // Not identified either, if it could be.
                    "unseen" => (enemy.sight, enemy.identified) = (Sight::Unspotted, !kind.class().fires_ap()),
                    "hidden" => enemy.sight = Sight::Hidden,
                    "spotted" => enemy.sight = Sight::Spotted,
                    "moving" => enemy.moving = true,
                    "immobile" => enemy.immobile = true,
                    "fired" => enemy.fired = true,
                    "side" => enemy.facing = Some(Facing::Side),
                    "rear" => enemy.facing = Some(Facing::Rear),
                    "woods" => enemy.terrain = Terrain::Woods,
                    "hull-down" => enemy.terrain = Terrain::HullDown,
                    "building" => enemy.terrain = Terrain::Building,
                    "fortification" => enemy.terrain = Terrain::Fortification,
                    _ => panic!("no such word: {word}"),
                }
            }
            battle.next += 1;
            battle.us[sector.index()] = false;
            battle.enemies.push(enemy);
        }
        self
    }

    /// Changes the last enemy added.
    pub fn that(self, change: impl FnOnce(&mut Enemy)) -> Self {
        self.with(|game| change(game.battle.enemies.last_mut().unwrap()))
    }

    /// Plays the answers (keys separated by spaces) with these dice, in order. When the dice run out the game stops and asks for them.
    pub fn play(self, answers: &str, dice: &[u8]) -> Played {
        Played::from(self.game, self.setup, dice).go_on(answers)
    }

    /// Plays dice alone.
    pub fn roll(self, dice: &[u8]) -> Played {
        self.play("", dice)
    }

    /// What is wrong with the state, if anything.
    pub fn wrong(&self) -> Option<String> {
        self.game.validate(charts()).err().map(|enemy| enemy.to_string())
    }
}

/// What came of a scene.
pub type Played = hulldown_kit::played::Played<Patton>;

/// What only this game asks of it.
pub trait Look {
    /// The enemy with this number, which must be there.
    fn enemy(&self, id: u8) -> &Enemy;
    fn gone(&self, id: u8) -> bool;
    fn man(&self, post: Post) -> Man;
    fn stage(&self) -> Stage;
}

impl Look for Played {
    fn enemy(&self, id: u8) -> &Enemy {
        let found = self.game().battle.enemy(UnitId(id));
        found.unwrap_or_else(|| panic!("unit {id} is gone\n{}", self.log().join("\n")))
    }

    fn gone(&self, id: u8) -> bool {
        self.game().battle.enemy(UnitId(id)).is_none()
    }

    fn man(&self, post: Post) -> Man {
        self.game().crew.men[post.index()].unwrap_or_else(|| panic!("nobody is {post}\n{}", self.log().join("\n")))
    }

    fn stage(&self) -> Stage {
        self.game().stage
    }
}
