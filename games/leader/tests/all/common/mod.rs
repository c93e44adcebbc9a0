//! Small situations for rule tests: a scene, answers and dice, and what came of them.
//!
//! ```ignore
//! // A die is written as it falls (1-10), two as their reading (1-100), in the order they are asked for.
//! let scene = Scene::battle().unit("042 eandi 61").enemy("pz4 51").set("battle.turn = 3").slow();
//! let end = scene.play("act:042 stay fire:0", &[9, 9, 10, 10]);
//! ```
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every test file uses its own part of this")]

use hulldown_core::{Game, Word};
use hulldown_leader::charts::{Charts, Designation};
use hulldown_leader::ids::{BattalionId, EnemyId, Id, PlannedId};
use hulldown_leader::map::{Battlefield, Hex};
use hulldown_leader::state::{Battalion, Battle, Commander, Enemy, Fighter, Planned, Stage, Step, Unit};
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

pub fn charts() -> &'static Charts {
    Leader::data()
}

pub fn hex(id: u8) -> Hex {
    Hex::new(id).unwrap_or_else(|| panic!("no hex {id}"))
}

/// A word of the game by its id.
fn word<W: Word>(id: &str) -> W {
    W::from_id(id).unwrap_or_else(|| panic!("no {id}"))
}

pub fn setup(campaign: &str, objective: &str) -> Setup {
    Setup { campaign: campaign.into(), objective: objective.into(), ..Setup::default() }
}

/// A situation. By default the Bulge 1944 with Over There, Week 1, Battalion 9A in Friendly Staging and nothing else.
#[derive(Clone)]
pub struct Scene {
    pub game: Leader,
    pub setup: Setup,
}

impl Scene {
    /// Week 1 of a campaign, before anything is planned, without a force.
    pub fn of(setup: Setup) -> Self {
        let mut game = Leader::new(&setup, charts()).unwrap();
        game.week = 1;
        game.so = 10;
        game.stage = Stage::Plan;
        Scene { game, setup }.battalion("9A")
    }

    pub fn new() -> Self {
        Scene::of(setup("bulge_1944", "over_there"))
    }

    /// A battle with 9A on clear ground: no Event, no notes, turn 1 of 4, a d10 battle. Units and enemies are added to it.
    pub fn battle() -> Self {
        Scene::new().fight()
    }

    pub fn fight(self) -> Self {
        self.with(|game| {
            game.plan.push(Planned { battalion: BattalionId(0), trucks: 0, scouts: 0 });
            game.battalions[BattalionId(0)].fought = true;
            game.battle = Battle::none();
            game.battle.cup.extend(charts().damage.iter().map(|counter| counter.count));
            game.battle.turn = 1;
            game.battle.last = 4;
            game.battle.die = 10;
            game.battle.mustered = true;
            game.stage = Stage::Act(Step::Slow);
        })
    }

    /// Changes anything.
    pub fn with(mut self, change: impl FnOnce(&mut Leader)) -> Self {
        change(&mut self.game);
        self
    }

    /// Changes parts of the state, said as in a saved game: `battle.turn = 3, so = 4`.
    pub fn set(self, parts: &str) -> Self {
        self.with(|game| hulldown_kit::scene::set(game, parts))
    }

    pub fn at(self, stage: Stage) -> Self {
        self.with(|game| game.stage = stage)
    }

    pub fn fast(self) -> Self {
        self.at(Stage::Act(Step::Fast))
    }

    pub fn slow(self) -> Self {
        self.at(Stage::Act(Step::Slow))
    }

    pub fn so(self, so: i16) -> Self {
        self.with(|game| game.so = so)
    }

    /// Another Battalion on the map, in the band of its card.
    pub fn battalion(self, id: &str) -> Self {
        let id: Designation = id.parse().unwrap();
        self.with(|game| {
            let cards = &charts().battalions[game.nation(charts())];
            let card = cards.position(|card| card.id == id).unwrap_or_else(|| panic!("no {id}"));
            let band = cards[card].band;
            let (half, destroyed, scored, fought) = (false, false, 0, false);
            game.battalions.push(Battalion { card, band, half, destroyed, scored, fought });
        })
    }

    /// Changes the Battalion last added.
    pub fn that_battalion(self, change: impl FnOnce(&mut Battalion)) -> Self {
        self.with(|game| change(game.battalions.last_mut().unwrap()))
    }

    /// A Unit of the group, without a Commander.
    pub fn owned(self, number: u16) -> Self {
        self.with(|game| {
            let card = charts().unit_of(Number(number)).unwrap_or_else(|| panic!("no unit {number}"));
            game.units.push(Unit::fresh(card));
        })
    }

    /// A Commander of the group.
    pub fn commander(self, name: Name, level: Level) -> Self {
        self.with(|game| {
            game.named.add(name);
            game.commanders.push(Commander::fresh(name, level));
        })
    }

    /// A Unit and its Commander, a Green one, in the group.
    pub fn pair(self, number: u16, name: Name) -> Self {
        self.owned(number).commander(name, Level::Green)
    }

    /// A Unit in the battle under a Commander of this level.
    pub fn led(self, number: u16, name: Name, level: Level, at: u8) -> Self {
        self.owned(number).commander(name, level).with(|game| {
            let (unit, commander) = (game.units.last_id().unwrap(), game.commanders.last_id().unwrap());
            (game.units[unit].sent, game.units[unit].under) = (Some(PlannedId(0)), Some(commander));
            (game.commanders[commander].sent, game.commanders[commander].fights) = (true, true);
            let mut fighter = Fighter::fresh(unit, Some(commander));
            fighter.hex = Some(hex(at));
            game.battle.fighters.push(fighter);
        })
    }

    /// The same in text: its number, who commands it, his level if he is not Average, and the hex: `042 eandi veteran 61`.
    pub fn unit(self, text: &str) -> Self {
        let (number, name, level, at) = match text.split(' ').collect::<Vec<_>>()[..] {
            [number, name, at] => (number, name, "average", at),
            [number, name, level, at] => (number, name, level, at),
            _ => panic!("`{text}` is no unit"),
        };
        self.led(number.parse().unwrap(), word(name), word(level), at.parse().unwrap())
    }

    /// Changes the fighter last added.
    pub fn that(self, change: impl FnOnce(&mut Fighter)) -> Self {
        self.with(|game| change(game.battle.fighters.last_mut().unwrap()))
    }

    /// Changes the Commander last added.
    pub fn who(self, change: impl FnOnce(&mut Commander)) -> Self {
        self.with(|game| change(game.commanders.last_mut().unwrap()))
    }

    /// Lasting damage on the Unit last added, its counter taken from the cup if a battle is on.
    pub fn hurt(self, lasting: Lasting) -> Self {
        self.with(|game| {
            let unit = game.units.last_mut().unwrap();
            unit.damage[lasting.index()] += 1;
            let target = unit.card(charts()).target;
            if let Some(fighter) = game.battle.fighters.last_mut() {
                let cup = &mut game.battle.cup;
                let row = charts().counter_showing(lasting, target, |row| cup[row] > 0).unwrap();
                cup[row] -= 1;
                fighter.counters.push(row);
            }
        })
    }

    /// An enemy in the battle: `pz4 51`.
    pub fn enemy(self, text: &str) -> Self {
        let (model, at) = text.split_once(' ').unwrap_or_else(|| panic!("`{text}` is no enemy"));
        self.stands(word(model), at.parse().unwrap())
    }

    /// An enemy of this model in the battle.
    pub fn stands(self, model: Model, at: u8) -> Self {
        self.with(|game| {
            let hex = Some(hex(at));
            game.battle.enemies.push(Enemy { model, hex, active: true, moved: false, acted: false });
        })
    }

    pub fn ground(self, at: u8, ground: Ground) -> Self {
        self.with(|game| game.battle.field = game.battle.field.with(hex(at), ground))
    }

    /// The battlefield of the rulebook's sample game (R3).
    pub fn sample_field(self) -> Self {
        self.with(|game| game.battle.field = sample_field())
    }

    /// Only these sides of damage counters are in the cup, one counter each, on a side for AP or for HE.
    pub fn cup(self, target: Target, sides: &[Damage]) -> Self {
        self.with(|game| {
            game.battle.cup.iter_mut().for_each(|count| *count = 0);
            for side in sides {
                let cup = &mut game.battle.cup;
                let row = cup.ids().find(|row| cup[*row] == 0 && charts().damage[*row].side(target) == *side);
                cup[row.unwrap_or_else(|| panic!("no counter with {side}"))] += 1;
            }
        })
    }

    /// Plays the answers (keys separated by spaces) with these dice, in order. When the dice run out the game stops and asks for them.
    pub fn play(self, answers: &str, dice: &[u8]) -> Played {
        Played::from(self.game, self.setup, dice).go_on(answers)
    }

    /// Plays dice alone.
    pub fn roll(self, dice: &[u8]) -> Played {
        self.play("", dice)
    }
}

/// Winter tiles W1 to W6 on spaces 1 to 6.
pub fn sample_field() -> Battlefield {
    let tiles = &charts().tiles[Terrain::Winter];
    Battlefield::of(std::array::from_fn(|space| tiles[space].hexes.0))
}

/// What came of a scene.
pub type Played = hulldown_kit::played::Played<Leader>;

/// What only this game asks of it.
pub trait Look {
    fn commander(&self, name: Name) -> Commander;
    fn unit(&self, number: u16) -> Unit;
    fn fighter(&self, number: u16) -> Fighter;
    fn stage(&self) -> Stage;
    /// Whether an enemy is active.
    fn lives(&self, enemy: usize) -> bool;
    fn enemy_at(&self, enemy: usize) -> u8;
    fn lines(&self) -> String;
}

impl Look for Played {
    fn commander(&self, name: Name) -> Commander {
        let at = self.game().commander_of(name).unwrap_or_else(|| panic!("no {name}\n{}", self.lines()));
        self.game().commanders[at]
    }

    fn unit(&self, number: u16) -> Unit {
        let at =
            self.game().unit_of(charts(), Number(number)).unwrap_or_else(|| panic!("no {number}\n{}", self.lines()));
        self.game().units[at]
    }

    fn fighter(&self, number: u16) -> Fighter {
        let at =
            self.game().fighter_of(charts(), Number(number)).unwrap_or_else(|| panic!("no {number}\n{}", self.lines()));
        self.game().battle.fighters[at].clone()
    }

    fn stage(&self) -> Stage {
        self.game().stage
    }

    fn lives(&self, enemy: usize) -> bool {
        self.game().battle.enemies[EnemyId::new(enemy)].active
    }

    fn enemy_at(&self, enemy: usize) -> u8 {
        self.game().battle.enemies[EnemyId::new(enemy)].hex.unwrap().id()
    }

    fn lines(&self) -> String {
        self.log().join("\n")
    }
}
