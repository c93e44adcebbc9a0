//! A game of two sides that keep things from each other.

use crate::{button, holds, sit_down};
use hulldown_browser::{Done, Stage, Window, play, play_without_scripts};
use hulldown_catalog::sample;

/// Begins the introductory scenario with these players and returns its address.
async fn begin(page: &Window, players: [&str; 2]) -> Done<String> {
    page.goto(concat!("/new/", sample!(sides))).await?;
    page.click("#more > summary").await?;
    page.fill("#seed", "5").await?;
    for (seat, player) in players.iter().enumerate() {
        page.click(&format!("#seat{seat} option[value={player}]")).await?;
    }
    page.click("form.setup button.strong").await?;
    page.see("#prompt").await?;
    let path = page.path().await?;
    Ok(path.trim_start_matches("/game/").into())
}

/// Gives answers one after the other.
async fn answer(page: &Window, keys: &[&str]) -> Done {
    for key in keys {
        let mark = page.mark().await?;
        page.click(&button(key)).await?;
        page.moved_from(mark).await?;
    }
    Ok(())
}

const MARCH: [&str; 4] = ["at:0117", "face:B", "as-they-are", "shortest"];

#[test]
fn a_column_marches_against_a_policy_and_plots_are_said_and_pointed_at() {
    play(async |stage| {
        let Stage { page, .. } = stage;
        let id = begin(page, ["person", "heuristic"]).await?;
        sit_down(stage, &id).await?;
        answer(page, &MARCH).await?;
        // March until the columns see each other and every unit gets a task of its own.
        for _ in 0..60 {
            if page.count(&button("commit")).await? > 0 {
                break;
            }
            let key = page.text("#options button[name=key]").await?;
            let mark = page.mark().await?;
            let go = if key.contains("Go on") {
                "go-on"
            } else if key.contains("Face") {
                "keep-rest"
            } else {
                "march:4"
            };
            page.click(&button(go)).await?;
            page.moved_from(mark).await?;
        }
        page.see(&button("commit")).await?;
        let mark = page.mark().await?;
        page.fill("#say input[name=key]", "A mvr D").await?;
        page.click("#say button").await?;
        page.moved_from(mark).await?;
        // The plot is drawn, and stands in the list.
        page.reads("#panel-units", "MVR D").await?;
        // Choosing the unit again and pointing at a hex plots the way there.
        answer(page, &["B"]).await?;
        let mark = page.mark().await?;
        page.value("document.querySelector('[data-say^=\"B mv\"]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }))").await?;
        page.moved_from(mark).await?;
        page.see(&button("commit")).await?;
        // A line that cannot be is refused with its reason, and nothing of it stays.
        page.excuse("409 (Conflict)");
        let mark = page.mark().await?;
        page.fill("#say input[name=key]", "C df 0101").await?;
        page.click("#say button").await?;
        page.see("#prompt .notice.bad").await?;
        holds(page.mark().await? == mark, "a refused line has moved the game")?;
        answer(page, &["commit"]).await?;
        // The turn can be watched, forwards and back.
        page.goto(&format!("/game/{id}/watch")).await?;
        page.reads("#beat-part", "1 of ").await?;
        page.press("]").await?;
        page.reads("#beat-part", "2 of ").await?;
        page.press("[").await?;
        page.reads("#beat-part", "1 of ").await?;
        // All at once, back to the beginning, and to a moment that is pointed at.
        page.press("}").await?;
        let last = "document.querySelector('.beats > li:last-child').hasAttribute('aria-current')";
        holds(page.value(last).await? == true, "the end is not reached at once")?;
        page.press("{").await?;
        page.reads("#beat-part", "Before anything happens").await?;
        // A turn is watched in the frame of the table: the whole pane is seen, and nobody aims at anybody any more.
        page.screen(1280, 800, 1.0)?;
        page.settled().await?;
        let framed = "(() => { const [board, asked, list] = ['.viewport', '#prompt', '#side'].map((css) => document.querySelector(css).getBoundingClientRect());
            return asked.right <= board.left && board.right <= list.left && board.top < 130 && board.bottom <= innerHeight && board.height > 500
                && [...document.querySelectorAll('.hd-bearing')].every((el) => getComputedStyle(el).display === 'none'); })()";
        holds(page.value(framed).await? == true, "a watched turn leaves the frame")?;
        page.click("#beat-1").await?;
        page.reads("#beat-part", "2 of ").await
    });
}

#[test]
fn two_people_hand_the_screen_over_behind_a_curtain() {
    play(async |stage| {
        let Stage { page, .. } = stage;
        let id = begin(page, ["person", "person"]).await?;
        sit_down(stage, &id).await?;
        page.reads("#ask", "Player 1 is next").await?;
        page.press(".").await?;
        page.reads("#prompt > .failed", "handed over").await?;
        holds(page.count("#board svg").await? == 0, "the board is shown before anybody sits in front of it")?;
        // Nor are an empty frame, its buttons or tabs that lead nowhere.
        for width in [360, 1280, 3840] {
            page.screen(width, 900, 1.0)?;
            page.settled().await?;
            for part in [".viewport", ".tabs", ".zoom"] {
                let shown = format!("getComputedStyle(document.querySelector('{part}') ?? document.body).display");
                let none = page.count(part).await? == 0 || page.value(&shown).await? == "none";
                holds(none, format!("{part} is shown behind the curtain at {width} px"))?;
            }
        }
        page.screen(1280, 900, 1.0)?;
        page.settled().await?;
        // The bar lies on nothing, and what is asked stands in the middle.
        let stands = "(() => { const [bar, asked] = ['.bar', '#prompt'].map((css) => document.querySelector(css).getBoundingClientRect());
            return bar.bottom <= asked.top && Math.abs((asked.left + asked.right) / 2 - innerWidth / 2) < 20; })()";
        holds(page.value(stands).await? == true, "the curtain is not in the middle below the bar")?;
        page.click("#prompt button[name=seat]").await?;
        page.see(&button("at:0117")).await?;
        page.click(".zoom button[aria-label='Zoom in']").await?;
        page.click(".zoom button[aria-label='Zoom in']").await?;
        let part = "document.querySelector('#tank-map').getAttribute('viewBox')";
        let first = page.value(part).await?;
        answer(page, &MARCH).await?;
        page.reads("#ask", "Player 2 is next").await?;
        let whole = page.value("document.documentElement.outerHTML").await?.to_string();
        holds(!whole.contains("0117") && !whole.contains("Alpha"), "something of player 1 is behind the curtain")?;
        // No other page shows more.
        for part in ["replay", "log", "report", "record.json", "career", "watch", "review"] {
            page.goto(&format!("/game/{id}/{part}")).await?;
            page.reads("#ask", "Player 2 is next").await?;
        }
        page.click("#prompt button[name=seat]").await?;
        page.reads("#ask", "Bravo").await?;
        page.see("#tank-map").await?;
        holds(page.value(part).await? != first, "player 2 looks where player 1 has left the board")?;
        let whole = page.value("document.documentElement.outerHTML").await?.to_string();
        holds(!whole.contains("at:0117"), "player 2 sees where player 1 enters")?;
        // The file holds both sides: one is told before it is given.
        page.goto(&format!("/game/{id}/export")).await?;
        page.reads("main", "both sides").await?;
        let warning = page.value("document.documentElement.outerHTML").await?.to_string();
        holds(!warning.contains("0117"), "the warning tells what it warns of")
    });
}

#[test]
fn a_plot_is_made_without_scripts() {
    play_without_scripts(async |stage| {
        let Stage { page, .. } = stage;
        begin(page, ["heuristic", "person"]).await?;
        // Each button is on the page that the one before it leads to.
        for key in ["at:5217", "face:E", "as-they-are", "shortest"] {
            page.click(&button(key)).await?;
        }
        page.see("#board svg").await
    });
}
