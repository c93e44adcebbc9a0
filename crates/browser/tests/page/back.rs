//! What is told of rolls and choices afterwards.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Stage, play, play_without_scripts};

#[test]
fn a_roll_unfolds_to_its_chart_with_the_cell_marked() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Rolls", 31))?;
        // The enemy forces are always rolled for before a fight, in a chart of one column; the weather in one of four.
        let log = laid(house.read(&id))?.log(0);
        let last = |chart: &str| {
            log.iter()
                .rev()
                .find(|event| event.roll.as_ref().is_some_and(|roll| roll.chart == chart))
                .map(|event| event.n)
        };
        let (Some(forces), Some(weather)) = (last("A4"), last("A3")) else { return holds(false, "nothing was rolled") };
        sit_down(stage, &id).await?;
        page.click(&format!("#r{forces} summary")).await?;
        page.until(&format!("document.querySelectorAll('#r{forces} .read .cell').length === 1")).await?;
        page.goto(&format!("/game/{id}/event/{weather}")).await?;
        page.until("document.querySelectorAll('.chart .read .cell').length === 1").await
    });
}

#[test]
fn options_say_what_is_added_to_their_dice() {
    play_without_scripts(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Odds", 4))?;
        page.goto(&format!("/game/{id}")).await?;
        page.see("#options .odds").await?;
        let game = laid(house.read(&id))?;
        let prompt = game.prompt();
        let options = prompt.first().map(|ask| ask.options()).unwrap_or_default();
        let modified = options.iter().filter(|option| option.ahead.as_ref().is_some_and(|roll| !roll.mods.is_empty()));
        holds(page.count("#options .mods:not(.bears)").await? == modified.count(), "some modifiers are not shown")
    });
}

#[test]
fn costly_choices_are_looked_for_while_one_waits() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.lay("Wild", 7, |game| {
            game.auto("random", None, hulldown_desk::Until::End, Some(18))?;
            Ok(())
        }))?;
        page.goto(&format!("/game/{id}/review")).await?;
        page.click("#review button").await?;
        let done =
            "!document.querySelector('[data-again]') && document.querySelector('#review a[href*=\"/replay?at=\"]')";
        // On a busy machine it takes longer than anything else that is waited for.
        let mut waited = page.until(done).await;
        for _ in 0..3 {
            if waited.is_err() {
                waited = page.until(done).await;
            }
        }
        waited?;
        // All of them, or as many as there was time for.
        page.reads("#review", "18 answers").await?;
        page.click("#review a[href*='/replay?at=']").await?;
        page.reads(".then .taken", "chosen").await
    });
}
