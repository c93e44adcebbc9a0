//! What must hold of a game whatever is answered and thrown, looked at after every step.

use crate::charts::Charts;
use crate::state::{Army, Place, Stage, Unit};
use crate::talk::Choice;
use crate::words::{Force, ScenarioId};
use crate::{Setup, Tank};
use hulldown_core::playable::Trial;
use hulldown_core::playable::trial::RollOnChart;

impl Trial for Tank {
    const ROLLED: &'static [&'static str] = &["12.22", "13.5", "8.81", "8.91", "8.92", "8.93"];

    const SAID: &'static [&'static str] = &[
        "J mv F F\nK df 3704\nL of 2712\n2 A mv B B\nM mv 3704 3603\ncommit\n2 commit\n\n\n",
        "A mv F F, B df 2010; C mvr C C, D of adj, commit\n2 J fc, K none\n2 commit",
        "2 2714 A\n2714 A\n1520\n2 1520 F\n\n\n\n",
        "A ov 1010 1011\nB mv exit\nC again\nD up\n\nA mv enter F 1010\ncommit",
        "mv\nA\nA mv\nA mv Z\n, ;\nA fly 1010\nA df 9999\nAA of 1\n\u{e9} mv F",
    ];

    /// Every scenario in every mode of terrain, now and then on several sheets.
    fn setup(number: u64) -> Setup {
        let scenarios = ScenarioId::IDS;
        let scenario = scenarios[(number % scenarios.len() as u64) as usize];
        let round = number / scenarios.len() as u64;
        let mode = ["scenario", "open", "mixed", "closed"][(round % 4) as usize];
        let sheets = ["1x1", "1x1", "1x1", "2x1", "1x1", "1x1", "1x1", "2x2"][(round / 4 % 8) as usize];
        Setup { scenario: scenario.into(), mode: mode.into(), sheets: sheets.into(), ..Setup::default() }
    }

    fn follows(&self, before: &Tank, _: &'static Charts) -> Result<(), String> {
        follows(before, self)
    }

    /// A cell holds the number that is needed: `1-5` for `5 or less`, `-` for none. Of a unit whose kind is not known only the line is marked.
    fn is_read(reading: &RollOnChart<'_>) -> bool {
        match (reading.chart, reading.cell) {
            (chart, None) => (chart, reading.column) == ("13.5", "not told"),
            ("12.22", Some(_)) => reading.line == reading.natural.to_string(),
            (_, Some(cell)) => {
                let most = cell.rsplit('-').next().and_then(|most| most.parse().ok()).unwrap_or(0);
                reading.need == format!("{most} or less")
            }
        }
    }

    fn whereabouts(&self) -> String {
        format!("{:?}, Game-Turn {}", self.stage, self.turn)
    }

    /// Talking has to be asked for: there is always something else to do.
    fn shuns(choice: Choice) -> bool {
        choice == Choice::Talk
    }
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
    let in_order = now.positions.is_sorted_by_key(|position| position.hex.0);
    must(in_order, "positions lie in another order than that of their hexes")?;
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
