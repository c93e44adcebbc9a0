//! What must hold of a game whatever is answered and thrown, looked at after every step.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every user has his own part of this")]

use hulldown_core::{Game, Generator, Policy, Seat, Sim};
use hulldown_patton::state::{Length, Sight, Stage};
use hulldown_patton::talk::{Ask, Choice, Plan};
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup, View, WantedResistance, WantedScenario};

/// The set-up of the game with this number: campaigns, days and engagements of all kinds with every switch, in turn.
pub fn setup(index: u64) -> Setup {
    let length = [Length::Campaign, Length::Day, Length::Engagement][(index % 3) as usize];
    let campaign = length == Length::Campaign;
    let scenarios = [WantedScenario::Advance, WantedScenario::Battle, WantedScenario::Counterattack];
    let levels = [WantedResistance::Light, WantedResistance::Medium, WantedResistance::Heavy];
    let month = Month::ALL[(index / 3 % 10) as usize];
    let tank = (index / 2 % 18) as u8 + 1;
    Setup {
        length,
        date: Day(month.first_day().0.max(Day::FIRST.0)).id(),
        scenario: scenarios[(index / 7 % 3) as usize],
        resistance: levels[(index / 5 % 3) as usize],
        ground: AreaType::ALL[(index % 4) as usize],
        tank: if campaign { 1 } else { tank },
        mg_ammo: index & 4 != 0,
        fuel: index & 8 != 0,
        firefly: campaign && index & 48 == 48,
        spot_by_hand: index & 64 != 0,
        ..Setup::default()
    }
}

/// Someone who does what is usual, gives sensible orders, goes on after death, and now and then does anything at all: he lives long and
/// still goes everywhere.
pub struct Wavering {
    pub dice: Generator,
    /// One decision in so many is made at random.
    pub every: u32,
}

impl Wavering {
    pub fn usual(&mut self, view: &View<'_>, ask: Ask, options: &[Choice]) -> Choice {
        let has = |choice: Choice| options.contains(&choice).then_some(choice);
        let battle = view.battle();
        let wanted = match ask {
            Ask::Orders => {
                let spotted = battle.enemies.iter().any(|e| e.sight == Sight::Spotted);
                let orders = &battle.orders;
                let planned = orders.acts.iter().flatten().count() > 1;
                let plan = if spotted { Plan::Gun } else { Plan::HullDown };
                if planned { Some(Choice::Go) } else { has(Choice::Plan(plan)).or(Some(Choice::Go)) }
            }
            Ask::Prepare => Some(Choice::Go),
            Ask::Operation => options.iter().copied().find(|c| matches!(c, Choice::Enter(_))),
            Ask::Target | Ask::Sweep(_) | Ask::MgTarget(_) | Ask::Again | Ask::Rescue => Some(options[0]),
            Ask::Watch => Some(Choice::WaitOn),
            _ => None,
        };
        wanted.or_else(|| has(Choice::Usual)).or_else(|| has(Choice::Yes)).unwrap_or(options[0])
    }
}

impl Policy<Patton> for Wavering {
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        if self.dice.below(self.every) == 0 {
            return options[self.dice.below(options.len() as u32) as usize];
        }
        self.usual(view, ask, options)
    }
}

/// A game played to its end.
pub struct Played {
    pub game: Patton,
    pub steps: u64,
    pub rounds: u64,
    pub decisions: u64,
    pub dice: u64,
}

/// Plays a game and looks at it after every step; says the first thing that is wrong, and when.
pub fn play<P: Policy<Patton>>(setup: &Setup, policy: P, dice: Generator, most: u64) -> Result<Played, String> {
    let d = Patton::data();
    let mut game = Patton::new(setup, d).map_err(|e| e.to_string())?;
    let mut sim = Sim::new(policy, dice);
    let (mut steps, mut rounds) = (0, 0);
    let mut before = game.clone();
    while !game.is_over() {
        if sim.decisions > most || steps > most {
            return Err(format!("has not ended after {} decisions and {steps} steps", sim.decisions));
        }
        // This table always answers.
        let _ = game.advance(d, &mut sim);
        steps += 1;
        rounds += u64::from(before.stage == Stage::Smoke);
        let sound = game.validate(d).map_err(|e| e.to_string()).and_then(|()| follows(&before, &game));
        sound.map_err(|why| {
            let (from, to, day) = (before.stage, game.stage, before.day);
            format!("step {steps} ({from:?} to {to:?}, {day}, round {}): {why}", before.battle.round)
        })?;
        before.clone_from(&game);
    }
    Ok(Played { game, steps, rounds, decisions: sim.decisions, dice: sim.thrown })
}

fn must(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

/// What must hold between one checkpoint and the next.
fn follows(before: &Patton, now: &Patton) -> Result<(), String> {
    must(now.day >= before.day, "time runs backward")?;
    let same_day = now.day == before.day && before.stage != Stage::Calendar;
    if same_day {
        let (b, n) = (&before.report, &now.report);
        must(n.clock >= b.clock, "the clock runs backward")?;
        must(n.tanks_lost >= b.tanks_lost && n.squads_lost >= b.squads_lost, "losses vanish")?;
        let kills = |r: &hulldown_patton::state::Report| -> u32 { r.own.iter().map(|k| u32::from(*k)).sum() };
        must(kills(n) >= kills(b), "kills vanish")?;
        must(n.areas >= b.areas && n.exits >= b.exits && n.lost_areas >= b.lost_areas, "areas vanish")?;
    }
    // [7.2] Ratings never fall, as long as the man is the same.
    for post in Post::ALL {
        if let (Some(was), Some(is)) = (before.crew.men[post.index()], now.crew.men[post.index()])
            && was.number == is.number
        {
            must(is.rating >= was.rating && is.rating <= was.rating + 1, "a rating changed by more than one, or fell")?;
        }
    }
    must(now.you.number >= before.you.number, "a dead commander is back")?;
    if now.you.number == before.you.number {
        must(now.you.points >= before.you.points, "points vanish")?;
        must(now.you.rank >= before.you.rank && now.you.rank.index() <= before.you.rank.index() + 1, "ranks jump")?;
        must(now.you.hearts >= before.you.hearts, "Purple Hearts vanish")?;
    }
    // Rounds are spent one at a time, except where they are loaded or used up by the clock and by Advancing Fire.
    if matches!(before.stage, Stage::MainGun) {
        let spent = i16::from(before.tank.carried()) - i16::from(now.tank.carried());
        must(spent == i16::from(now.battle.shots), "rounds spent are not shots fired")?;
        must(before.battle.orders.fires_main() || spent == 0, "the main gun fired without orders")?;
    }
    if matches!(before.stage, Stage::Enemy | Stage::Friendly | Stage::Spotting | Stage::Event) {
        must(before.tank.rounds == now.tank.rounds, "rounds vanish")?;
    }
    // [19.1] Men inside are hurt only when the tank is pierced, by a mine, or on foot.
    if matches!(before.stage, Stage::Movement | Stage::MainGun | Stage::MachineGuns | Stage::Friendly | Stage::Spotting)
    {
        let unhurt = Post::ALL.into_iter().all(|post| {
            let (was, is) = (before.crew.men[post.index()], now.crew.men[post.index()]);
            was.map(|man| man.wound) == is.map(|man| man.wound)
        });
        must(unhurt, "somebody is hurt by nothing")?;
    }
    // [17.4] What is identified stays what it is.
    if before.battle.round == now.battle.round && before.stage != Stage::BattleEnd {
        for e in &now.battle.enemies {
            if let Some(was) = before.battle.enemy(e.id).filter(|was| was.identified) {
                must(e.identified && e.kind == was.kind, "an identified unit changed")?;
            }
        }
    }
    // [9.35] What is acquired is on the board; right after your own fire it stands before the turret.
    if let Some((id, _)) = now.battle.acquired {
        must(now.battle.enemy(id).is_some(), "a target is acquired that is gone")?;
        let before_turret = now.battle.enemy(id).is_some_and(|e| e.zone.sector == now.tank.turret);
        let fired = before.stage == Stage::MainGun && now.battle.shots > 0;
        must(!fired || before_turret, "a target has been fired at that is not before the turret")?;
    }
    Ok(())
}
