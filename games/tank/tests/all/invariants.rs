//! What must hold of a game whatever is answered and thrown, looked at after every step.
//!
//! [`play`] plays one with a policy; the tests here and the soak of `hulldown-sim` both use it.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every user has his own part of this")]

use hulldown_core::{Game, Generator, Policy, Seat, Sim};
use hulldown_tank::choice::{Ask, Choice};
use hulldown_tank::state::{Army, Place, Stage, Unit};
use hulldown_tank::words::{Force, ScenarioId};
use hulldown_tank::{Setup, Tank, View};

/// The set-up of the game with this number: every scenario in every mode of terrain, now and then on several sheets.
pub fn setup(index: u64) -> Setup {
    let scenarios = ScenarioId::IDS;
    let scenario = scenarios[(index % scenarios.len() as u64) as usize];
    let round = index / scenarios.len() as u64;
    let mode = ["scenario", "open", "mixed", "closed"][(round % 4) as usize];
    let sheets = ["1x1", "1x1", "1x1", "2x1", "1x1", "1x1", "1x1", "2x2"][(round / 4 % 8) as usize];
    Setup { scenario: scenario.into(), mode: mode.into(), sheets: sheets.into(), ..Setup::default() }
}

/// Someone who mostly follows another and now and then does anything at all, but never talks the game to its end.
pub struct Wavering<P> {
    pub leader: P,
    pub dice: Generator,
    /// One decision in so many is made at random.
    pub every: u32,
}

impl<P: Policy<Tank>> Policy<Tank> for Wavering<P> {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let led = self.leader.decide(view, seat, ask, options);
        let random = self.dice.below(self.every) == 0;
        let choice = if random { options[self.dice.below(options.len() as u32) as usize] } else { led };
        // Talking has to be asked for: there is always something else to do.
        if choice == Choice::Talk { options.iter().copied().find(|c| *c != choice).unwrap_or(led) } else { choice }
    }
}

/// A game played to its end.
pub struct Played {
    pub game: Tank,
    pub steps: u64,
    pub decisions: u64,
    pub dice: u64,
}

/// Plays a game and looks at it after every step; says the first thing that is wrong, and when.
pub fn play<P: Policy<Tank>>(setup: &Setup, policy: P, dice: Generator, most: u64) -> Result<Played, String> {
    let d = Tank::data();
    let mut game = Tank::new(setup, d).map_err(|e| e.to_string())?;
    let mut sim = Sim::new(policy, dice);
    let mut steps = 0;
    let mut before = game.clone();
    while !game.is_over() {
        if sim.decisions > most || steps > most {
            return Err(format!("has not ended after {} decisions and {steps} steps", sim.decisions));
        }
        // This table always answers.
        let _ = game.advance(d, &mut sim);
        steps += 1;
        let sound = game.validate(d).map_err(|e| e.to_string()).and_then(|()| follows(&before, &game));
        sound.map_err(|why| {
            let (from, to, turn) = (before.stage, game.stage, before.turn);
            format!("step {steps} ({from:?} to {to:?}, Game-Turn {turn}): {why}")
        })?;
        before.clone_from(&game);
    }
    Ok(Played { game, steps, decisions: sim.decisions, dice: sim.thrown })
}

fn must(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

/// What must hold between one checkpoint and the next.
fn follows(before: &Tank, now: &Tank) -> Result<(), String> {
    must(
        (before.scenario, before.mode, before.sheets) == (now.scenario, now.mode, now.sheets),
        "another scenario or map than before",
    )?;
    // [4.1] Game-Turns are counted one by one, at the end of the last segment.
    let next = now.turn == before.turn + 1 && before.stage == Stage::Face;
    must(now.turn == before.turn || next, "a Game-Turn is counted at the wrong time")?;
    must(before.stage != Stage::Over, "the game goes on after its end")?;
    must(now.ending.is_some() == (now.stage == Stage::Over), "an ending without an end, or the other way round")?;
    let only_grows = now.last_fire >= before.last_fire && now.last_loss >= before.last_loss;
    must(only_grows && (before.first_fire == 0 || now.first_fire == before.first_fire), "fire is forgotten")?;
    // [8.62] Wrecks stay.
    must(before.wrecks.iter().all(|hex| now.wrecks.contains(hex)), "a wreck is gone")?;
    // [14.0] Positions are dug before the game, and once seen they stay seen.
    for position in &now.positions {
        let was = before.positions.iter().find(|was| was.hex == position.hex);
        must(before.stage == Stage::Arrange || was.is_some(), "a position is dug in the midst of the game")?;
        must(was.is_none_or(|was| was.hidden || !position.hidden), "a position is hidden again")?;
    }
    Force::ALL.into_iter().try_for_each(|force| {
        army([before.stage, now.stage], before.army(force), now.army(force))
            .map_err(|why| format!("{}: {why}", force.id()))
    })
}

fn army(stages: [Stage; 2], before: &Army, now: &Army) -> Result<(), String> {
    must(now.losses >= before.losses && now.exited >= before.exited, "losses vanish")?;
    must(!before.preserved || now.preserved, "Preservation is undone")?;
    must(!before.fired_on || now.fired_on, "nobody remembers the fire")?;
    must(!before.has_spotted || now.has_spotted, "nobody remembers who was spotted")?;
    let arranged = stages[0] != Stage::Arrange;
    must(!arranged || before.in_column || !now.in_column, "falls back into column")?;
    must(!arranged || before.entry == now.entry, "another entry hex than before")?;
    must(before.units.len() == now.units.len(), "units come or go")?;
    for (was, is) in before.units.iter().zip(&now.units) {
        unit(stages, was, is).map_err(|why| format!("{}: {why}", was.code))?;
    }
    Ok(())
}

/// The pulse of the Movement Segment a stage belongs to.
fn pulse(stage: Stage) -> Option<u8> {
    match stage {
        Stage::Move(pulse) | Stage::Stop(pulse) => Some(pulse),
        _ => None,
    }
}

fn unit([stage, next]: [Stage; 2], was: &Unit, is: &Unit) -> Result<(), String> {
    must((was.code, was.weapon) == (is.code, is.weapon), "is another unit than before")?;
    let gone = matches!(was.place, Place::Lost | Place::Left);
    must(!gone || was.place == is.place, "is back from where nobody comes back")?;
    let killed = was.place != Place::Lost && is.place == Place::Lost;
    must(!killed || stage == Stage::Fire || pulse(stage).is_some(), "dies when nobody fires")?;
    let moved = was.place != is.place && !killed;
    must(!moved || stage == Stage::Arrange || pulse(stage).is_some(), "moves out of turn")?;
    // [13.0b] Spotted is spotted for good, and nobody hides again.
    must(!was.spotted || is.spotted, "is no longer spotted")?;
    must(stage == Stage::Arrange || was.hidden || !is.hidden, "hides in the midst of the game")?;
    // [9.0] Nobody does more in a pulse than his points allow, or anything once stopped.
    if let (Some(pulse), Some(_)) = (pulse(stage), pulse(next))
        && is.place != Place::Lost
    {
        must(is.run.legs >= was.run.legs, "takes back a step")?;
        must(!was.run.stopped || is.run.legs == was.run.legs, "goes on after being stopped")?;
        must(is.run.legs == was.run.legs || is.run.spent <= pulse, "is ahead of its points")?;
        must(was.plot == is.plot, "has another plot than it was given")?;
    }
    Ok(())
}
