//! Playing: by mouse, by keyboard alone, without scripts.

use crate::{button, holds, laid, press_first, sit_down};
use hulldown_browser::{Done, Keys, Stage, play, play_without_scripts};
use hulldown_catalog::sample;

/// Far more answers than the engagements of these tests take.
const MOST: usize = 40;

/// Plays to the end of the engagement, giving every answer in the way the test is about.
async fn engagement(stage: &Stage, id: &str, answer: impl AsyncFn(&str, Option<&str>) -> Done) -> Done<usize> {
    let before = laid(stage.house.ended(id))?;
    for answers in 0..MOST {
        if laid(stage.house.ended(id))? > before {
            return Ok(answers);
        }
        let Some((key, spot)) = laid(stage.house.advice(id))? else { break };
        let mark = stage.page.mark().await?;
        answer(&key, spot.as_deref()).await?;
        stage.page.moved_from(mark).await?;
    }
    holds(laid(stage.house.ended(id))? > before, "the engagement does not end").map(|()| MOST)
}

#[test]
fn an_engagement_by_mouse() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.engagement("Mouse", 11))?;
        sit_down(stage, &id).await?;
        let spots = std::cell::Cell::new(0);
        engagement(stage, &id, async |key, spot| {
            // What lies on the board is chosen there first.
            if let Some(spot) = spot.filter(|spot| spot.starts_with("unit:")) {
                page.click(&format!("#board a[data-spot='{spot}']")).await?;
                page.reads("#options .spotted", "Only what concerns").await?;
                let shown = page.count("#options button[name=key]").await?;
                let right = page.count(&format!("#options li[data-spot='{spot}'] button[name=key]")).await?;
                holds(shown == right && right > 0, format!("{right} of {shown} options concern {spot}"))?;
                spots.set(spots.get() + 1);
            }
            page.click(&button(key)).await
        })
        .await?;
        holds(spots.get() > 0, "nothing was chosen on the board")?;
        page.see("#log .event").await
    });
}

#[test]
fn an_engagement_by_keyboard_alone() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.engagement("Keys", 31))?;
        sit_down(stage, &id).await?;
        engagement(stage, &id, async |key, _| {
            let tag = page
                .value(&format!("document.querySelector({})?.dataset.keys ?? ''", serde_json::json!(button(key))))
                .await?;
            match tag.as_str().unwrap_or_default() {
                // Beyond all keys there is still Tab and Enter.
                "" => {
                    page.value(&format!("document.querySelector({}).focus()", serde_json::json!(button(key)))).await?;
                    page.hit(Keys::Enter).await
                }
                tag => page.press(tag).await,
            }
        })
        .await?;
        Ok(())
    });
}

#[test]
fn every_key_of_the_table() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Keys", 5))?;
        sit_down(stage, &id).await?;
        let mark = page.mark().await?;
        page.press("?").await?;
        page.reads("#key-help", "undo").await?;
        page.hit(Keys::Escape).await?;
        page.until("!document.querySelector('#key-help')").await?;
        page.press(",h").await?;
        page.reads("#advised", "playout").await?;
        page.press(",o").await?;
        page.reads("#odds", "Outcomes").await?;
        page.press(",l").await?;
        page.until("document.activeElement?.id === 'log'").await?;
        press_first(page).await?;
        let moved = page.moved_from(mark).await?;
        page.press(",u").await?;
        page.moved_from(moved).await?;
        page.press("[").await?;
        page.until("location.pathname.endsWith('/replay')").await?;
        page.until("document.documentElement.classList.contains('js')").await?;
        page.press("]").await?;
        page.until("document.querySelector('#tools [data-key=\"]\"]') === null").await?;
        page.hit(Keys::Escape).await?;
        page.until("!location.pathname.endsWith('/replay') && document.documentElement.classList.contains('js')")
            .await?;
        // What is looked up lies over the table; Esc closes it, and whoever asked is asked on.
        page.press(",r").await?;
        page.see("#drawer dl.rules dd").await?;
        page.press(",c").await?;
        page.see("#drawer a.button[href^='/charts/']").await?;
        page.click("#drawer a.button[href^='/charts/']").await?;
        page.see("#drawer table a[href^='/charts/']").await?;
        page.click("#drawer table a[href^='/charts/']").await?;
        page.see("#drawer figure.chart").await?;
        page.hit(Keys::Escape).await?;
        page.until("!document.querySelector('#drawer') && document.activeElement !== document.body").await?;
        // A rule's number tells what it says.
        page.value("document.querySelector('#ask a.rule').focus()").await?;
        page.until("document.querySelector('#rule-text[role=tooltip]')?.textContent.length > 10").await?;
        // Without the drawer, too, there is a way back.
        page.goto(concat!("/rules/", sample!(career), "/7.3")).await?;
        page.click(&format!(".bar a[href='/game/{id}']")).await?;
        page.see("#prompt").await
    });
}

#[test]
fn an_engagement_without_scripts() {
    play_without_scripts(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.engagement("Plain", 47))?;
        page.goto(&format!("/game/{id}")).await?;
        page.see("#options button[name=key]").await?;
        holds(page.count("html.js").await? == 0, "scripts run")?;
        let spots = std::cell::Cell::new(0);
        engagement(stage, &id, async |key, spot| {
            if let Some(spot) = spot.filter(|spot| spot.starts_with("unit:")) {
                page.click(&format!("#board a[data-spot='{spot}']")).await?;
                page.see("#options .spotted").await?;
                spots.set(spots.get() + 1);
            }
            page.click(&button(key)).await
        })
        .await?;
        holds(spots.get() > 0, "nothing was chosen on the board")?;
        // The same, taken back.
        let mark = page.mark().await?;
        page.click("#undo").await?;
        page.moved_from(mark).await.map(drop)
    });
}

#[test]
fn undo_says_what_it_takes_back_and_a_reload_changes_nothing() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.fresh("Undo", 3))?;
        sit_down(stage, &id).await?;
        let (first, mark) = (page.text("#ask").await?, page.mark().await?);
        let label = page.text("#options button[name=key] .label").await?;
        page.click("#options button[name=key]").await?;
        let moved = page.moved_from(mark).await?;
        let second = page.text("#ask").await?;
        page.until(&format!(
            "document.querySelector('#undo').innerText.includes({})",
            serde_json::json!(label.chars().take(12).collect::<String>())
        ))
        .await?;
        page.refresh().await?;
        page.reads("#ask", &second).await?;
        holds(page.mark().await? == moved, "a reload has moved the game")?;
        page.click("#undo").await?;
        page.moved_from(moved).await?;
        page.reads("#ask", &first).await?;
        page.refresh().await?;
        page.reads("#ask", &first).await?;
        holds(laid(house.read(&id))?.answered() == 0, "the answer is still on the disk")
    });
}

#[test]
fn a_game_begun_on_the_form_and_a_guided_one() {
    play(async |stage| {
        let Stage { page, house } = stage;
        page.goto("/").await?;
        page.click(concat!("a[href='/new/", sample!(career), "']")).await?;
        page.click("#more > summary").await?;
        page.fill("#name", "Arracourt").await?;
        page.fill("#seed", "12").await?;
        page.click("form.setup button.strong").await?;
        page.see("#options button[name=key]").await?;
        let row = house.store().find("Arracourt")?;
        holds(page.path().await?.contains(&row.id.to_string()), "another game is shown")?;
        page.goto("/").await?;
        page.reads(".games", "Arracourt").await?;
        page.click(concat!("form[action='/learn/", sample!(career), "'] button")).await?;
        page.see("aside.tip").await?;
        page.click("aside.tip button[value=off]").await?;
        page.until("document.querySelector('#prompt') && !document.querySelector('aside.tip')").await?;
        // What is looked up lies over the table, and Esc leads back from every page of a game.
        page.click(".bar a[href$='/career']").await?;
        page.see("#drawer h1").await?;
        page.hit(Keys::Escape).await?;
        page.until("!document.querySelector('#drawer')").await?;
        // Other pages of a game, on the way back to the library.
        for part in ["replay", "report", "career"] {
            page.click(&format!(".bar a[href$='/{part}']")).await?;
            page.until(&format!("location.pathname.endsWith('/{part}')")).await?;
        }
        page.until("document.documentElement.classList.contains('js')").await?;
        page.hit(Keys::Escape).await?;
        page.until("/^.game.[0-9a-f]+$/.test(location.pathname) && document.querySelector('#prompt')").await?;
        page.click(".brand").await?;
        page.reads(".games", "first steps").await
    });
}

#[test]
fn settings_are_kept() {
    play(async |stage| {
        let page = &stage.page;
        page.goto("/settings").await?;
        for choice in ["size][value='150", "scheme][value='dark", "contrast][value='high", "motion][value='less"] {
            page.click(&format!("input[name={choice}']")).await?;
        }
        page.click("form.setup button").await?;
        page.until("document.documentElement.dataset.scheme === 'dark'").await?;
        page.goto("/").await?;
        let root = "document.documentElement.dataset";
        page.until(&format!("{root}.size === '150' && {root}.contrast === 'high' && {root}.motion === 'less'")).await?;
        page.until("parseFloat(getComputedStyle(document.documentElement).fontSize) === 24").await
    });
}

#[test]
fn the_board_holds_still_and_what_came_of_an_answer_is_in_view() {
    play(async |stage| {
        let Stage { page, house } = stage;
        for (width, height) in [(1280, 800), (1920, 1080)] {
            page.screen(width, height, 1.0)?;
            let id = laid(house.engagement(&format!("Still {width}"), 11))?;
            sit_down(stage, &id).await?;
            let place = |css: &str| {
                format!(
                    "(() => {{ const b = document.querySelector('{css}').getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map(Math.round); }})()"
                )
            };
            let board = page.value(&place(".viewport")).await?;
            let shown = std::cell::Cell::new(0);
            engagement(stage, &id, async |key, _| {
                let now = page.value(&place(".viewport")).await?;
                holds(now == board, format!("the board has moved from {board} to {now} at {width}"))?;
                if page.count("#result #since").await? > 0 {
                    let seen = "(() => { const b = document.querySelector('#result').getBoundingClientRect(); return b.height > 0 && b.y + b.height <= innerHeight; })()";
                    holds(page.value(seen).await? == true, "the result is not in view")?;
                    shown.set(shown.get() + 1);
                }
                page.click(&button(key)).await
            })
            .await?;
            holds(shown.get() > 2, "hardly anything came of the answers")?;
        }
        Ok(())
    });
}
