//! A sensible commander for American Tank Ace.
//!
//! He weighs, for every enemy, the chance that it kills the tank in a duel to the finish, whether it fires at him already or is still
//! busy with others, and how soon friends will deal with it. Each command is the one that lowers the sum of these dangers most; a field
//! too dangerous to hold is left.

use crate::charts::Charts;
use crate::state::{Aim, Enemy, Player, UnitId};
use crate::talk::{Ask, Choice, Hatches, RackPlan, Step};
use crate::words::{
    Ammo, Area, B2Block, B2Result, B2Target, B3Result, Class, Elective, Facing, Gun, Mission, PenColumn, Post, Range,
    Skill, TankType, Trade, Weapon, Wound,
};
use crate::{Ace, View};
use hulldown_core::chart::DieTable;
use hulldown_core::dice::D6;
use hulldown_core::game::{Seat, Voice};
use hulldown_core::sim::Policy;

/// How much danger makes the commander leave the field, as a chance to lose the tank.
const TOO_DANGEROUS: f64 = 0.16;
/// What one kill is worth against danger: awards and prestige keep a crew alive too.
const KILL_WORTH: f64 = 0.02;
/// What must be gained before a command is worth giving.
const WORTH_A_COMMAND: f64 = 0.002;

/// A commander who means to come home.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

/// Ways of 2d6, by their sum.
const WAYS: [u8; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

fn ways(sum: i8) -> u32 {
    u32::from(WAYS[sum as usize])
}

/// The chance of 2d6 at or below a number, natural 2 and 12 deciding by themselves as on B1.
fn hit_chance(need: i8, modifier: i8) -> f64 {
    let sum: u32 = (3..=11).filter(|natural| natural + modifier <= need).map(ways).sum();
    f64::from(sum + 1) / 36.0
}

/// The chance of 2d6 at or below a number.
fn at_most(need: i8) -> f64 {
    f64::from((2..=need.min(12)).map(ways).sum::<u32>()) / 36.0
}

/// The chance that a table of 2d6 with a modifier gives a wanted cell.
fn chance_of<T: Copy>(table: &DieTable<T>, modifier: i8, wanted: impl Fn(T) -> bool) -> f64 {
    let sum: u32 = (2..=12).filter(|n| wanted(table.at(n + modifier))).map(ways).sum();
    f64::from(sum) / 36.0
}

/// A stance the tank could take, to be compared with the present one.
#[derive(Clone, Copy)]
struct Stance {
    range: Range,
    hull_down: bool,
    hull: Facing,
    own_smoke: u8,
    exposed_but_to: Option<Area>,
    commander_open: bool,
}

struct Weigh<'a> {
    game: &'a Ace,
    charts: &'static Charts,
    p: &'a Player,
    s: Seat,
}

impl Weigh<'_> {
    fn stance(&self) -> Stance {
        Stance {
            range: self.p.board.range,
            hull_down: self.p.mat.hull_down,
            hull: self.p.mat.hull,
            own_smoke: self.p.board.own_smoke,
            exposed_but_to: self.p.mat.exposed_but_to,
            commander_open: self.p.mat.is_open(Post::Commander),
        }
    }

    /// The chance of a kill on B3.
    fn penetrates(&self, pen: i8, armor: i8, aim: bool) -> f64 {
        chance_of(&self.charts.b3[PenColumn::of(pen, armor).index()], 0, |r| {
            r == B3Result::De || (aim && r == B3Result::ImmStar)
        })
    }

    /// The chance that one action of an enemy that targets the tank destroys it.
    fn threat(&self, e: &Enemy, at: Stance) -> f64 {
        let weather = self.charts.weather_effect[self.game.field.weather.index()];
        let smoke = i8::try_from(at.own_smoke + self.p.board.smoke[e.area.index()]).unwrap_or(0);
        let unit = e.kind.map(|kind| &self.charts.units[kind.index()]);
        match e.class {
            Class::T | Class::Spg | Class::At => {
                let mut modifier = smoke + weather.b1 + self.charts.terrain_effect[self.game.field.terrain.index()].b1;
                modifier += i8::from(at.hull_down) + i8::from(e.buttoned) + if e.suppressed { 2 } else { 0 };
                let hit = hit_chance(self.charts.b1.range[at.range].hit, modifier);
                let pen = unit.and_then(|u| u.pen).unwrap_or(0) + self.charts.b1.range[at.range].pen;
                hit * self.killed_by(pen, e.area, at)
            }
            Class::Inf if at.range == Range::Close => {
                let reduced = usize::from(e.steps < 2);
                let shaken = if e.suppressed { self.charts.b4.suppressed_ml } else { 0 };
                let morale = self.charts.grades[self.game.field.grade.index()].ml[reduced] + shaken;
                let tries = f64::from(morale.clamp(0, 6)) / 6.0;
                let mut modifier = smoke + weather.b1 + reduced as i8;
                modifier += if at.commander_open { 0 } else { self.charts.b4.drm.commander_buttoned };
                modifier += i8::from(self.p.career.has_trade(Trade::Sandbags)) + if e.suppressed { 2 } else { 0 };
                let hit = at_most(self.charts.b4.hit[self.game.month.index()] - modifier);
                tries * hit * self.killed_by(self.charts.b4.pen, e.area, at) + self.nuisance(at)
            }
            Class::Inf | Class::R | Class::Ht => self.nuisance(at),
            Class::W => 0.0,
        }
    }

    /// Machine guns: the danger to an open commander, in tanks lost.
    fn nuisance(&self, at: Stance) -> f64 {
        if at.commander_open { 0.012 } else { 0.001 }
    }

    /// The chance that a hit of this penetration destroys the tank.
    fn killed_by(&self, pen: i8, from: Area, at: Stance) -> f64 {
        let armor = self.charts.tanks[self.p.tank.index()].armor;
        let exposed = at.exposed_but_to.is_some_and(|area| area != from);
        let side = |facing: Facing| exposed || self.charts.facing[facing.index()].flank_from.has(from);
        let turret = if side(self.p.mat.turret) { armor[2] } else { armor[0] };
        let hull = if side(at.hull) { armor[2] } else { armor[1] };
        let on_turret = self.penetrates(pen, turret, false);
        if at.hull_down {
            return on_turret;
        }
        let turret_hits = (1..=6).filter(|n| self.charts.location.at(*n) == crate::words::Part::Turret).count() as f64;
        let share = turret_hits / f64::from(D6.sides);
        share * on_turret + (1.0 - share) * self.penetrates(pen, hull, false)
    }

    /// How likely friends remove such a unit in a round (B9), read off the chart's shape.
    fn friends(&self, e: &Enemy) -> f64 {
        match e.class {
            Class::T => 0.2,
            Class::Spg => 0.17,
            Class::At => 0.11,
            Class::R | Class::Ht => 0.1,
            Class::W => 0.5,
            Class::Inf => 0.08,
        }
    }

    /// The danger a unit is from now on: the chance that it wins the duel, weighed by whether it has begun.
    fn danger(&self, e: &Enemy, targets: bool, at: Stance) -> f64 {
        let threat = self.threat(e, at);
        let friends = self.friends(e);
        let mine = self.kill_chance(e, at, self.p.mat.loaded.unwrap_or(Ammo::Ap), false).max(0.05);
        let duel = threat / (threat + friends + mine);
        let moves = self.will_flank(e);
        let starts = if targets { 1.0 } else { (1.0 / 6.0) / (1.0 / 6.0 + friends) };
        duel * starts * if moves { 1.2 } else { 1.0 }
    }

    fn will_flank(&self, e: &Enemy) -> bool {
        matches!(self.game.field.fight, Mission::Contact | Mission::Defense)
            && !e.moved
            && matches!(e.area, Area::A | Area::C)
    }

    fn sum(&self, at: Stance) -> f64 {
        self.enemies().map(|e| self.danger(e, e.aim == Aim::Tank, at)).sum()
    }

    fn enemies(&self) -> impl Iterator<Item = &Enemy> {
        self.p.board.enemies.iter().filter(|e| e.on_board())
    }

    fn enemy(&self, id: UnitId) -> Option<&Enemy> {
        self.p.board.enemy(id)
    }

    /// The chance that one main gun round destroys a unit.
    fn kill_chance(&self, e: &Enemy, at: Stance, ammo: Ammo, flank: bool) -> f64 {
        let weather = self.charts.weather_effect[self.game.field.weather.index()];
        let ground = self.charts.terrain_effect[self.game.field.terrain.index()];
        let smoke = i8::try_from(at.own_smoke + self.p.board.smoke[e.area.index()]).unwrap_or(0);
        let mut modifier = smoke + weather.b1 - i8::from(self.p.skilled(Skill::Gunnery));
        modifier += i8::from(!at.commander_open && !self.p.career.has_trade(Trade::VisionCupola));
        modifier -= i8::from(self.p.mat.sensed == Some(e.id));
        let to_hit = hit_chance(self.charts.b1.range[at.range].hit, modifier + ground.b1 + i8::from(e.hull_down));
        let soft = |column: B2Target| {
            let cover = if matches!(e.class, Class::Inf | Class::At) { ground.soft_b2 } else { 0 };
            let modifier = modifier + cover + i8::from(e.dug_in) + i8::from(self.p.mat.sensed == Some(e.id));
            chance_of(self.charts.b2.column(B2Block::He, column), modifier, |r| match e.class {
                Class::Inf => r == B2Result::Two || (e.steps < 2 && matches!(r, B2Result::One | B2Result::OneS)),
                Class::At => matches!(r, B2Result::One | B2Result::OneS | B2Result::Two | B2Result::De),
                Class::W => r != B2Result::None,
                _ => r == B2Result::De,
            })
        };
        match (e.class, ammo) {
            (_, Ammo::Hcbi) => 0.0,
            (Class::Inf | Class::At, Ammo::Ap | Ammo::Apcr) => 0.0,
            (Class::W, Ammo::Ap | Ammo::Apcr) => to_hit,
            (Class::Inf | Class::At | Class::W, _) => soft(B2Target::from(e.class)),
            (Class::R | Class::Ht, Ammo::He | Ammo::Wp) => to_hit * soft(B2Target::Light),
            (_, Ammo::Wp) => to_hit / 6.0,
            (_, Ammo::He) => 0.0,
            (_, Ammo::Ap | Ammo::Apcr) => {
                let Some(armor) = e.kind.and_then(|kind| self.charts.units[kind.index()].armor) else { return 0.0 };
                let apcr = if ammo == Ammo::Apcr { self.charts.constants.apcr_pen } else { 0 };
                let pen = self.charts.tanks[self.p.tank.index()].firepower + self.charts.b1.range[at.range].pen + apcr;
                let aim = self.p.skilled(Skill::Aim);
                let through = if flank || e.side_open || e.flanked || e.flanked_for_good {
                    self.penetrates(pen, armor[2], aim)
                } else if e.hull_down {
                    self.penetrates(pen, armor[0], aim)
                } else {
                    self.penetrates(pen, armor[0], aim) / 3.0 + self.penetrates(pen, armor[1], aim) * 2.0 / 3.0
                };
                to_hit * through
            }
        }
    }

    /// What shooting at a unit with this chance of a kill is worth.
    fn shot_worth(&self, e: &Enemy, kill: f64, effect: f64) -> f64 {
        let at = self.stance();
        let now = self.danger(e, e.aim == Aim::Tank, at);
        let after = (1.0 - kill) * self.danger(e, e.class != Class::W, at) * (1.0 - effect);
        now - after + kill * KILL_WORTH + effect * 0.002
    }

    fn fire_worth(&self, id: UnitId, ammo: Ammo, flank: bool) -> f64 {
        let Some(e) = self.enemy(id) else { return 0.0 };
        let kill = self.kill_chance(e, self.stance(), ammo, flank);
        let explosive = matches!(ammo, Ammo::He | Ammo::Wp) && matches!(e.class, Class::Inf | Class::At);
        let effect = if explosive { 0.35 } else { 0.0 };
        self.shot_worth(e, kill, effect)
    }

    fn mg_worth(&self, gun: Gun, id: UnitId) -> f64 {
        let Some(e) = self.enemy(id) else { return 0.0 };
        let check = self.game.preview(self.charts, self.s, Choice::Mg(gun, id));
        let Some(check) = check else { return 0.0 };
        let column = self.charts.b2.column(Weapon::from(gun).block(), B2Target::from(e.class));
        let kill = chance_of(column, check.modifier(), |r| match e.class {
            Class::Inf => e.steps < 2 && matches!(r, B2Result::One | B2Result::OneS | B2Result::Two),
            Class::At => matches!(r, B2Result::One | B2Result::OneS | B2Result::Two | B2Result::De),
            Class::W => r != B2Result::None,
            _ => r == B2Result::De,
        });
        let effect = chance_of(column, check.modifier(), |r| r != B2Result::None) * 0.4;
        let effect = if matches!(e.class, Class::Inf | Class::At) { effect } else { 0.0 };
        self.shot_worth(e, kill, effect)
    }

    /// What a change of stance is worth.
    fn stance_worth(&self, to: Stance) -> f64 {
        self.sum(self.stance()) - self.sum(to)
    }

    /// What a command is worth, in danger averted.
    fn worth(&self, choice: Choice, left: u8) -> f64 {
        let at = self.stance();
        let bog = 0.004;
        match choice {
            Choice::Fire(id) => self.fire_worth(id, self.p.mat.loaded.unwrap_or(Ammo::He), false),
            Choice::Mg(gun, id) => self.mg_worth(gun, id),
            Choice::Assist(_) => 0.05,
            Choice::AssistMg(Gun::Coax, _) => 0.02,
            Choice::Smoke(area) => {
                let threats = self.enemies().filter(|e| e.area == area && e.aim == Aim::Tank);
                0.3 * threats.map(|e| self.threat(e, at)).sum::<f64>()
            }
            Choice::Flank(id) if left > 1 => {
                let Some(e) = self.enemy(id) else { return 0.0 };
                let ammo = self.p.mat.loaded.unwrap_or(Ammo::He);
                let exposed = Stance { exposed_but_to: Some(e.area), hull_down: false, ..at };
                let shown: f64 = self
                    .enemies()
                    .filter(|o| o.id != id && o.aim == Aim::Tank)
                    .map(|o| self.threat(o, exposed) - self.threat(o, at))
                    .sum();
                let before = self.fire_worth(id, ammo, false).max(0.0);
                let lost_cover = if at.hull_down { self.stance_worth(exposed).min(0.0) } else { 0.0 };
                self.fire_worth(id, ammo, true) - before - shown.max(0.0) + lost_cover
            }
            Choice::HullDown if !at.hull_down => {
                let found = self
                    .game
                    .preview(self.charts, self.s, choice)
                    .and_then(|c| c.chance())
                    .map_or(0.0, |(n, of)| f64::from(n) / f64::from(of));
                found * self.stance_worth(Stance { hull_down: true, ..at }) - bog
            }
            Choice::Hull(facing) => self.stance_worth(Stance { hull: facing, ..at }) - bog,
            Choice::Mortar => {
                let now: f64 = self.enemies().filter(|e| e.aim == Aim::Tank).map(|e| self.threat(e, at)).sum();
                let smoked = Stance { own_smoke: 2, ..at };
                let then: f64 = self.enemies().filter(|e| e.aim == Aim::Tank).map(|e| self.threat(e, smoked)).sum();
                if at.own_smoke > 0 { 0.0 } else { (now - then) * 1.2 - 0.02 }
            }
            Choice::Backward => match at.range.farther() {
                Some(range) => self.stance_worth(Stance { range, hull_down: false, ..at }) - bog,
                None => {
                    // Leaving costs the mission, staying may cost the crew.
                    let danger = self.sum(at);
                    if danger > TOO_DANGEROUS { danger } else { 0.0 }
                }
            },
            Choice::Switch(ammo) => {
                let now = self.best_shot(self.p.mat.loaded.unwrap_or(Ammo::He));
                let then = self.best_shot(ammo);
                if left > 1 { then - now.max(0.0) - 0.004 } else { (then - now.max(0.0)) * 0.3 - 0.004 }
            }
            Choice::Reload => {
                let boxes = self.charts.tanks[self.p.tank.index()].ready_rack;
                let empty = 1.0 - f64::from(self.p.mat.racked()) / f64::from(boxes);
                if self.p.mat.racked() <= 2 { 0.01 * empty } else { 0.0 }
            }
            Choice::Call(_) => 0.03,
            Choice::Button(Hatches(1)) => self.stance_worth(Stance { commander_open: false, ..at }) * 0.5 - 0.004,
            _ => 0.0,
        }
    }

    fn best_shot(&self, ammo: Ammo) -> f64 {
        let hidden = |e: &Enemy| e.class == Class::At && self.game.field.round == 1 && !e.has_fired;
        self.enemies().filter(|e| !hidden(e)).map(|e| self.fire_worth(e.id, ammo, false)).fold(0.0, f64::max)
    }

    /// The round to have in the gun next.
    fn next_round(&self, options: &[Choice]) -> Choice {
        let worth = |choice: &Choice| match choice {
            Choice::Load(ammo) => {
                let spare = if ammo.is_limited() { -0.0005 } else { 0.0 };
                let habit = if *ammo == Ammo::Ap { 0.0002 } else { 0.0 };
                self.best_shot(*ammo) + spare + habit
            }
            _ => 0.0,
        };
        best(options, worth)
    }

    fn most_dangerous(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Target(id) => self.enemy(*id).map_or(0.0, |e| {
                let soft = if matches!(e.class, Class::T | Class::Spg) { 0.3 } else { 1.0 };
                soft * (self.danger(e, true, self.stance()) + 0.001)
            }),
            _ => 0.0,
        })
    }

    fn command(&self, options: &[Choice], left: u8) -> Choice {
        if left == 0 {
            let threat: f64 =
                self.enemies().filter(|e| e.aim == Aim::Tank).map(|e| self.threat(e, self.stance())).sum();
            return if threat > 0.1 && options.contains(&Choice::Synergy) { Choice::Synergy } else { Choice::End };
        }
        // A commander who is badly hurt wants out.
        let hurt = self.p.crew[Post::Commander.index()].wound == Wound::Serious;
        if hurt && options.contains(&Choice::Backward) {
            return Choice::Backward;
        }
        let choice = best(options, |choice| self.worth(*choice, left));
        if self.worth(choice, left) > WORTH_A_COMMAND { choice } else { Choice::End }
    }
}

/// The option that is worth most, the first of equals.
fn best(options: &[Choice], worth: impl Fn(&Choice) -> f64) -> Choice {
    let mut found = (options[0], worth(&options[0]));
    for option in &options[1..] {
        let value = worth(option);
        if value > found.1 {
            found = (*option, value);
        }
    }
    found.0
}

/// The first of some wishes that can be had, else the last option.
fn wish(options: &[Choice], wishes: &[Choice]) -> Choice {
    wishes.iter().copied().find(|w| options.contains(w)).unwrap_or(options[options.len() - 1])
}

/// How good a tank is to fight in.
fn tank_worth(charts: &Charts, tank: TankType) -> i32 {
    let t = &charts.tanks[tank.index()];
    let [turret, hull, side] = t.armor.map(i32::from);
    turret * 2
        + hull * 4
        + side
        + i32::from(t.firepower) * 3
        + i32::from(t.wet) * 6
        + i32::from(t.b5)
        + i32::from(t.smoke_mortar > 0) * 2
}

/// The order in which skills are bought.
const SKILLS: [Skill; 8] = [
    Skill::Gunnery,
    Skill::Aim,
    Skill::Synergy,
    Skill::EyeForTerrain,
    Skill::SixthSense,
    Skill::Expert,
    Skill::Leadership,
    Skill::MaintenanceCoax,
];

impl Policy<Ace> for Sensible {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let (game, charts, p) = (view.game(), view.data(), view.me());
        let w = Weigh { game, charts, p, s: seat };
        match ask {
            Ask::Start => options[0],
            Ask::FirstTank | Ask::NewCommand => best(options, |c| match c {
                Choice::Tank(tank) => f64::from(tank_worth(charts, *tank)),
                _ => 0.0,
            }),
            Ask::Division => Choice::RollDivision,
            Ask::Elective => Choice::Elective(Elective::PhysicalTraining),
            Ask::Buy => {
                // Save for the first skill on the list that is missing.
                let missing = SKILLS.into_iter().find(|skill| game.price(charts, seat, *skill).is_ok());
                missing.map(Choice::Buy).filter(|c| options.contains(c)).unwrap_or(Choice::Done)
            }
            Ask::Hatches => wish(options, &[0b011, 0b001, 0b010].map(|open| Choice::Hatches(Hatches(open)))),
            Ask::StartHullDown | Ask::SixthSense | Ask::Expert => Choice::Yes,
            Ask::FirstRound => w.next_round(options),
            Ask::Rack => Choice::Rack(RackPlan::Half),
            Ask::RackCount(..) => options[0],
            Ask::BuyArtillery => {
                let guns = w.enemies().filter(|e| matches!(e.class, Class::T | Class::Spg | Class::At)).count();
                if guns >= 2 && p.career.prestige > 1 { Choice::Yes } else { Choice::No }
            }
            // For whom the fire falls is in whose boots one has to stand.
            Ask::Strike(_, board) => {
                Weigh { game, charts, p: &game.players[board.index()], s: board }.most_dangerous(options)
            }
            Ask::Airstrike => w.most_dangerous(options),
            Ask::Command(left) => w.command(options, left),
            Ask::MoveStep => Choice::Step(Step::Keep),
            Ask::FreeTurn => wish(options, &[Choice::TurnTo(p.mat.hull)]),
            Ask::NextRound => w.next_round(options),
            Ask::RackMove(_) => {
                let ap = p.mat.rack[Ammo::Ap.index()] <= p.mat.rack[Ammo::He.index()];
                wish(options, &[Choice::Put(if ap { Ammo::Ap } else { Ammo::He }), Choice::Done])
            }
            Ask::FillPost(post) => Choice::Post(post),
            Ask::ReplaceTank | Ask::ChangeTank => {
                let worth = |c: &Choice| match c {
                    Choice::Tank(tank) => f64::from(tank_worth(charts, *tank)),
                    _ => f64::from(tank_worth(charts, p.tank)) + 2.5,
                };
                best(options, worth)
            }
            Ask::Trained(_) => options[0],
            Ask::Recall => {
                let skilled = |c: &Choice| matches!(c, Choice::Recall(n) if p.away[usize::from(*n)].skills != 0);
                options.iter().copied().find(skilled).unwrap_or(Choice::No)
            }
            Ask::Trade => {
                wish(options, &[Choice::Trade(Trade::VisionCupola), Choice::Trade(Trade::Sandbags), Choice::Done])
            }
            Ask::Pay(owed) => best(options, |c| match c {
                Choice::Pay(trophy) => {
                    let value = f64::from(charts.trophy[trophy.index()].value);
                    // The dearest that is not too dear, else the cheapest that does.
                    if value <= f64::from(owed) { value } else { -value }
                }
                _ => 0.0,
            }),
        }
    }
}
