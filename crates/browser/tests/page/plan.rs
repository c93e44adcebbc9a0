//! A week planned on the page: cards that are pointed at, and what ends the plan in sight.

use crate::{button, holds, laid, sit_down};
use hulldown_browser::{Done, House, Stage, play};
use hulldown_catalog::sample;
use hulldown_desk::{NewGame, Until, find};
use hulldown_keep::{Beside, SavedGame};
use serde_json::json;

/// A game played on by a sensible commander until a plan is asked for, and saved.
fn planning(house: &House) -> Done<String> {
    let shelf = laid(find(sample!(shared)).map_err(|problem| problem.in_words().into()))?;
    let setup = json!({ "objective": "probe" });
    let game = (shelf.new)(NewGame { setup, seed: 11, ..NewGame::default() });
    let mut game = laid(game.map_err(|problem| problem.in_words().into()))?;
    while game.prompt().first().is_some_and(|ask| ask.kind() != "plan") {
        let played = game.auto("sensible", None, Until::Decision, Some(1));
        laid(played.map_err(|problem| problem.in_words().into()))?;
    }
    laid(SavedGame::begin(house.store(), "Plan", &*game, &Beside::default()).map_err(Into::into))
        .map(|place| place.id.to_string())
}

/// Pointing at a card once does the only thing that can be done with it; what carries the plan out is in sight whatever the list holds.
#[test]
fn a_card_that_is_pointed_at_is_chosen() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = planning(house)?;
        for (width, height) in [(1280, 800), (360, 740)] {
            page.screen(width, height, 1.0)?;
            sit_down(stage, &id).await?;
            let done = format!("document.querySelector({})", json!(button("done")));
            if width > 1000 {
                let seen = format!(
                    "(() => {{ const [box, port] = [{done}, document.querySelector('.asked')].map((one) => one.getBoundingClientRect()); \
                     return box.bottom <= port.bottom + 1 && box.top >= port.top; }})()"
                );
                holds(page.value(&seen).await? == true, "no attack at all is out of sight")?;
            }
        }
        page.screen(1280, 800, 1.0)?;
        sit_down(stage, &id).await?;
        let (spot, mark) = ("#board a[data-spot^='battalion:']", page.mark().await?);
        let battalion = page.value(&format!("document.querySelector({}).dataset.spot", json!(spot))).await?;
        page.click(spot).await?;
        page.moved_from(mark).await?;
        let about = battalion.as_str().unwrap_or_default().trim_start_matches("battalion:").to_string();
        page.reads("#ask", &format!("Who attacks {about}")).await
    });
}

/// What is planned against a Battalion is changed at its card, one by one: every chip there can be pointed at.
#[test]
fn every_chip_of_a_planned_attack_can_be_clicked() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = planning(house)?;
        page.screen(1280, 800, 1.0)?;
        sit_down(stage, &id).await?;
        // Somebody goes against each of the first three Battalions.
        let line = "(() => { const who = document.querySelector('#board').textContent.match(/Staying behind: ([^.]*)/)[1].split(', '); \
                    const whom = [...document.querySelectorAll(\"#board a[data-spot^='battalion:']\")].map((one) => one.dataset.spot.split(':')[1]); \
                    return 'plan ' + [0, 1, 2].map((n) => `${whom[n]}: ${who[n]}`).join('; '); })()";
        let (line, mark) = (page.value(line).await?, page.mark().await?);
        page.fill("#say input[name='key']", line.as_str().unwrap_or_default()).await?;
        page.click("#say button").await?;
        page.moved_from(mark).await?;
        let planned = "new Set([...document.querySelectorAll('#board a.say')].map((chip) => chip.parentElement)).size";
        holds(page.value(planned).await? == 3, format!("{line} is planned"))?;
        for (width, height) in [(360, 740), (1280, 800), (1920, 1080)] {
            page.screen(width, height, 1.0)?;
            sit_down(stage, &id).await?;
            let covered = "(() => [...document.querySelectorAll('#board a.say')].filter((chip) => { chip.scrollIntoView({ block: 'center' }); \
                 const box = chip.getBoundingClientRect(); \
                 const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); \
                 return !chip.contains(top); }).map((chip) => chip.textContent).join(' '))()";
            let chips = page.value("document.querySelectorAll('#board a.say').length").await?;
            holds(chips.as_u64().is_some_and(|chips| chips > 3), format!("{chips} chips"))?;
            let covered = page.value(covered).await?;
            holds(covered == "", format!("{width}: covered: {covered}"))?;
        }
        Ok(())
    });
}
