//! A sensible commander for American Tank Ace.
//!
//! He weighs, for every enemy, the chance that it kills the tank in a duel to the finish, whether it fires at him already or is still
//! busy with others, and how soon friends will deal with it. Each command is the one that lowers the sum of these dangers most; a field
//! too dangerous to hold is left.

use crate::charts::Charts;
use crate::losses::destroyed_by;
use crate::odds::{chance, share};
use crate::state::{Enemy, EnemyAim, MOST_ENEMIES, Player, UnitId};
use crate::talk::{Ask, Choice, Hatches, RackPlan, Step};
use crate::words::{Ammo, B2Result, Class, Elective, Gun, Post, Skill, TankType, Trade, Weapon, Wound};
use crate::{Ace, View};
use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::sim::Policy;

/// How much danger makes the commander leave the field, as a chance to lose the tank.
const TOO_DANGEROUS: f64 = 0.16;
/// What one kill is worth against danger: awards and prestige keep a crew alive too.
const KILL_WORTH: f64 = 0.02;
/// What must be gained before a command is worth giving.
const WORTH_A_COMMAND: f64 = 0.002;

/// The part of a unit's danger that is gone while it is suppressed.
const SUPPRESSED: f64 = 0.4;

/// A commander who means to come home.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

/// A unit and how dangerous it is.
struct WeighedUnit<'a> {
    enemy: &'a Enemy,
    /// What its next action does if it targets the tank, in tanks lost.
    threat: f64,
    /// The danger it is from now on while it is busy elsewhere, and once it targets the tank.
    danger: [f64; 2],
}

impl WeighedUnit<'_> {
    /// The danger it is as things are.
    fn now(&self) -> f64 {
        self.danger[usize::from(self.enemy.aim == EnemyAim::Tank)]
    }
}

struct Weigh<'a> {
    view: View<'a>,
    charts: &'static Charts,
    player: &'a Player,
    units: ArrayVec<WeighedUnit<'a>, MOST_ENEMIES>,
}

impl<'a> Weigh<'a> {
    fn new(view: View<'a>) -> Self {
        let mut weigh = Weigh { view, charts: view.data(), player: view.me(), units: ArrayVec::new() };
        let turns = chance(Some(&view.targeting()));
        let on_board = weigh.player.board.enemies.iter().filter(|enemy| enemy.on_board());
        weigh.units = on_board.map(|enemy| weigh.unit(enemy, turns)).collect();
        weigh
    }

    /// The chance that one action of an enemy that targets the tank destroys it, and what it does to a commander who looks out, in tanks
    /// lost.
    fn threat(&self, enemy: &Enemy) -> f64 {
        // Reckoned man by man from the charts it costs twice the time and wins fewer missions (64% of them, not 70%).
        let nuisance = match enemy.class {
            Class::Inf | Class::R | Class::Ht if self.player.mat.is_open(Post::Commander) => 0.012,
            Class::Inf | Class::R | Class::Ht => 0.001,
            Class::T | Class::Spg | Class::At | Class::W => 0.0,
        };
        self.view.knocked_out_by(enemy) + nuisance
    }

    /// How likely friends remove such a unit in a round (B9).
    fn friends(&self, enemy: &Enemy) -> f64 {
        let struck = share(&self.charts.b9, 0, |event| self.view.may_fall_on(event, enemy));
        // Infantry falls step by step.
        if enemy.class == Class::Inf { struck / f64::from(enemy.steps.max(1)) } else { struck }
    }

    /// The danger of a unit: the chance that it wins the duel, weighed by whether it has begun. One that is busy elsewhere begins it with
    /// the chance that it turns to the tank in a round.
    fn unit(&self, enemy: &'a Enemy, turns: f64) -> WeighedUnit<'a> {
        let threat = self.threat(enemy);
        if threat == 0.0 {
            return WeighedUnit { enemy, threat, danger: [0.0; 2] };
        }
        let friends = self.friends(enemy);
        let mine = self.view.round_destroys(enemy, self.player.mat.loaded.unwrap_or(Ammo::Ap), false).max(0.05);
        let flanks = if self.view.must_move(enemy) { 1.2 } else { 1.0 };
        let duel = flanks * threat / (threat + friends + mine);
        WeighedUnit { enemy, threat, danger: [duel * turns / (turns + friends), duel] }
    }

    fn sum(&self) -> f64 {
        self.units.iter().map(WeighedUnit::now).sum()
    }

    /// The units that fire at the tank already.
    fn firing(&self) -> impl Iterator<Item = &WeighedUnit<'a>> {
        self.units.iter().filter(|unit| unit.enemy.aim == EnemyAim::Tank)
    }

    /// What their next actions do.
    fn under_fire(&self) -> f64 {
        self.firing().map(|unit| unit.threat).sum()
    }

    fn find(&self, id: UnitId) -> Option<&WeighedUnit<'a>> {
        self.units.iter().find(|unit| unit.enemy.id == id)
    }

    /// What shooting at a unit with this chance of a kill is worth.
    fn shot_worth(unit: &WeighedUnit<'_>, kill: f64, effect: f64) -> f64 {
        let then = unit.danger[usize::from(unit.enemy.class != Class::W)];
        unit.now() - (1.0 - kill) * then * (1.0 - effect) + kill * KILL_WORTH + effect * 0.002
    }

    /// How much of a unit's danger is gone for a while when fire on B2 does anything to it: men and guns are suppressed.
    fn effect(&self, enemy: &Enemy, weapon: Weapon) -> f64 {
        if matches!(enemy.class, Class::Inf | Class::At) {
            SUPPRESSED * self.view.attack_does(weapon, enemy, |result| result != B2Result::None)
        } else {
            0.0
        }
    }

    fn fire_worth(&self, unit: &WeighedUnit<'_>, ammo: Ammo, flank: bool) -> f64 {
        let effect = match ammo {
            Ammo::He => self.effect(unit.enemy, Weapon::MainHe),
            Ammo::Wp => self.effect(unit.enemy, Weapon::MainWp),
            Ammo::Ap | Ammo::Apcr | Ammo::Hcbi => 0.0,
        };
        Self::shot_worth(unit, self.view.round_destroys(unit.enemy, ammo, flank), effect)
    }

    fn mg_worth(&self, unit: &WeighedUnit<'_>, gun: Gun) -> f64 {
        let (enemy, weapon) = (unit.enemy, Weapon::from(gun));
        let destroys = self.view.attack_does(weapon, enemy, |result| destroyed_by(enemy, result));
        Self::shot_worth(unit, destroys, self.effect(enemy, weapon))
    }

    /// What another stance of the tank is worth.
    fn stance_worth(&self, change: impl FnOnce(&mut Player)) -> f64 {
        self.sum() - Weigh::new(self.view.supposing(change).view()).sum()
    }

    /// What a command is worth, in danger averted.
    fn worth(&self, choice: Choice, left: u8) -> f64 {
        let bog = 0.004;
        let (mat, board) = (&self.player.mat, &self.player.board);
        match choice {
            Choice::Fire(id) => {
                self.find(id).map_or(0.0, |unit| self.fire_worth(unit, mat.loaded.unwrap_or(Ammo::He), false))
            }
            Choice::Mg(gun, id) => self.find(id).map_or(0.0, |unit| self.mg_worth(unit, gun)),
            Choice::Assist(_) => 0.05,
            Choice::AssistMg(Gun::Coax, _) => 0.02,
            Choice::Smoke(area) => {
                0.3 * self.firing().filter(|unit| unit.enemy.area == area).map(|unit| unit.threat).sum::<f64>()
            }
            Choice::Flank(id) if left > 1 => {
                let Some(unit) = self.find(id) else { return 0.0 };
                let (ammo, area) = (mat.loaded.unwrap_or(Ammo::He), unit.enemy.area);
                let gained = self.fire_worth(unit, ammo, true) - self.fire_worth(unit, ammo, false).max(0.0);
                let exposed = self
                    .view
                    .supposing(|player| (player.mat.exposed_but_to, player.mat.hull_down) = (Some(area), false));
                let exposed = Weigh::new(exposed.view());
                let others = |weigh: &Weigh<'_>| -> f64 {
                    weigh.firing().filter(|other| other.enemy.id != id).map(|other| other.threat).sum()
                };
                let shown = others(&exposed) - others(self);
                let lost_cover = if mat.hull_down { (self.sum() - exposed.sum()).min(0.0) } else { 0.0 };
                gained - shown.max(0.0) + lost_cover
            }
            Choice::HullDown if !mat.hull_down => {
                let found = chance(self.view.preview(choice).as_ref());
                found * self.stance_worth(|player| player.mat.hull_down = true) - bog
            }
            Choice::Hull(facing) => self.stance_worth(|player| player.mat.hull = facing) - bog,
            Choice::Mortar if board.own_smoke == 0 => {
                let smoke = self.charts.constants.smoke_new;
                let smoked = self.view.supposing(|player| player.board.own_smoke = smoke);
                (self.under_fire() - Weigh::new(smoked.view()).under_fire()) * 1.2 - 0.02
            }
            Choice::Backward => match board.range.farther() {
                Some(range) => {
                    self.stance_worth(|player| (player.board.range, player.mat.hull_down) = (range, false)) - bog
                }
                None => {
                    // Leaving costs the mission, staying may cost the crew.
                    let danger = self.sum();
                    if danger > TOO_DANGEROUS { danger } else { 0.0 }
                }
            },
            Choice::Switch(ammo) => {
                let now = self.best_shot(mat.loaded.unwrap_or(Ammo::He));
                let then = self.best_shot(ammo);
                if left > 1 { then - now.max(0.0) - 0.004 } else { (then - now.max(0.0)) * 0.3 - 0.004 }
            }
            Choice::Reload => {
                let boxes = self.charts.tanks[self.player.tank.index()].ready_rack;
                let empty = 1.0 - f64::from(mat.racked()) / f64::from(boxes);
                if mat.racked() <= 2 { 0.01 * empty } else { 0.0 }
            }
            Choice::Call(_) => 0.03,
            Choice::Button(Hatches(1)) => self.stance_worth(|player| player.mat.open[0] = false) * 0.5 - 0.004,
            _ => 0.0,
        }
    }

    fn best_shot(&self, ammo: Ammo) -> f64 {
        let shown = self.units.iter().filter(|unit| !self.view.hidden(unit.enemy));
        shown.map(|unit| self.fire_worth(unit, ammo, false)).fold(0.0, f64::max)
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
            Choice::Target(id) => self.find(*id).map_or(0.0, |unit| {
                let soft = if matches!(unit.enemy.class, Class::T | Class::Spg) { 0.3 } else { 1.0 };
                soft * (unit.danger[1] + 0.001)
            }),
            _ => 0.0,
        })
    }

    fn command(&self, options: &[Choice], left: u8) -> Choice {
        if left == 0 {
            return if self.under_fire() > 0.1 && options.contains(&Choice::Synergy) {
                Choice::Synergy
            } else {
                Choice::End
            };
        }
        // A commander who is badly hurt wants out.
        let hurt = self.player.crew[Post::Commander.index()].wound == Wound::Serious;
        if hurt && options.contains(&Choice::Backward) {
            return Choice::Backward;
        }
        // To give none is worth as much as must be gained, and stands last.
        best(options, |choice| if *choice == Choice::End { WORTH_A_COMMAND } else { self.worth(*choice, left) })
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
    let tank = &charts.tanks[tank.index()];
    let [turret, hull, side] = tank.armor.map(i32::from);
    turret * 2
        + hull * 4
        + side
        + i32::from(tank.firepower) * 3
        + i32::from(tank.wet) * 6
        + i32::from(tank.b5)
        + i32::from(tank.smoke_mortar > 0) * 2
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
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let (charts, player) = (view.data(), view.me());
        let weigh = || Weigh::new(*view);
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
                let missing = SKILLS.into_iter().find(|skill| view.for_sale(*skill));
                missing.map(Choice::Buy).filter(|c| options.contains(c)).unwrap_or(Choice::Done)
            }
            Ask::Hatches => wish(options, &[0b011, 0b001, 0b010].map(|open| Choice::Hatches(Hatches(open)))),
            Ask::StartHullDown | Ask::SixthSense(_) | Ask::Expert => Choice::Yes,
            Ask::FirstRound => weigh().next_round(options),
            Ask::Rack => Choice::Rack(RackPlan::Half),
            Ask::RackCount(..) => options[0],
            Ask::BuyArtillery => {
                let guns = player
                    .board
                    .enemies
                    .iter()
                    .filter(|enemy| matches!(enemy.class, Class::T | Class::Spg | Class::At))
                    .count();
                if guns >= 2 && player.career.prestige > 1 { Choice::Yes } else { Choice::No }
            }
            // For whom the fire falls is in whose boots one has to stand.
            Ask::Strike(_, board) => Weigh::new(view.from_seat(board)).most_dangerous(options),
            Ask::Airstrike => weigh().most_dangerous(options),
            Ask::Command(left) => weigh().command(options, left),
            Ask::MoveStep => Choice::Step(Step::Keep),
            Ask::FreeTurn => wish(options, &[Choice::TurnTo(player.mat.hull)]),
            Ask::NextRound => weigh().next_round(options),
            Ask::RackMove(_) => {
                let ap = player.mat.rack[Ammo::Ap.index()] <= player.mat.rack[Ammo::He.index()];
                wish(options, &[Choice::Put(if ap { Ammo::Ap } else { Ammo::He }), Choice::Done])
            }
            Ask::FillPost(post) => Choice::Post(post),
            Ask::ReplaceTank | Ask::ChangeTank => {
                let worth = |c: &Choice| match c {
                    Choice::Tank(tank) => f64::from(tank_worth(charts, *tank)),
                    _ => f64::from(tank_worth(charts, player.tank)) + 2.5,
                };
                best(options, worth)
            }
            Ask::Trained(_) => options[0],
            Ask::Recall => {
                let skilled = |c: &Choice| matches!(c, Choice::Recall(n) if player.away[usize::from(*n)].skills != 0);
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
