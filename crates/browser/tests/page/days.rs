//! A game told day by day: an engagement and a campaign begun on the page, a round's orders by keys and by crewmen, what a shot comes to, what can
//! hit you, one key to the next decision, small screens, reloads, paper.

use crate::{button, holds, laid, press_first, sit_down};
use hulldown_browser::{Audit, Done, House, Stage, Window, play, play_without_scripts};
use hulldown_catalog::sample;
use hulldown_desk::{NewGame, Until, find};
use hulldown_keep::{Beside, SavedGame};
use serde_json::{Value, json};

/// Far more keys than anything here takes.
const MOST: usize = 60;

/// A game of this set-up played on by a sensible commander to a question of this kind, and saved.
fn at(house: &House, name: &str, setup: &Value, kind: &str) -> Done<String> {
    let found = (1..200).find_map(|seed| {
        let mut game =
            (find(sample!(days)).ok()?.new)(NewGame { setup: setup.clone(), seed, ..NewGame::default() }).ok()?;
        for _ in 0..600 {
            let prompt = game.prompt();
            let ask = prompt.first()?;
            // A target worth a shot: one that has odds.
            if ask.kind() == kind && (kind != "target" || ask.options().iter().any(|option| option.shots.is_some())) {
                return Some(game);
            }
            game.auto("sensible", None, Until::Decision, Some(1)).ok()?;
        }
        None
    });
    let game = laid(found.ok_or_else(|| "nothing of that kind is asked".into()))?;
    laid(SavedGame::begin(house.store(), name, &*game, &Beside::default()).map_err(Into::into))
        .map(|place| place.id.to_string())
}

fn engagement() -> Value {
    json!({"length": "engagement"})
}

/// Presses a key and waits until the game has moved.
async fn key(page: &Window, key: &str) -> Done {
    let mark = page.mark().await?;
    page.press(key).await?;
    page.moved_from(mark).await.map(drop)
}

/// The key of an answer.
async fn tag(page: &Window, answer: &str) -> Done<String> {
    let found = format!("document.querySelector({})?.dataset.keys ?? ''", json!(button(answer)));
    Ok(page.value(&found).await?.as_str().unwrap_or_default().to_string())
}

/// Begins a game on the page; returns its id.
async fn begin(page: &Window, length: &str, seed: &str) -> Done<String> {
    page.goto(concat!("/new/", sample!(days))).await?;
    page.click("#more > summary").await?;
    page.fill("#seed", seed).await?;
    page.click(&format!("#field-length option[value={length}]")).await?;
    page.click("form.setup button.strong").await?;
    page.see("#prompt").await?;
    Ok(page.path().await?.trim_start_matches("/game/").into())
}

/// Presses the key for the usual answer, or of the first option where there is none, until orders are asked for.
async fn to_orders(page: &Window) -> Done<usize> {
    for keys in 0..MOST {
        if page.text("#ask").await?.contains("your orders") {
            return Ok(keys);
        }
        let mark = page.mark().await?;
        match page.count("#on button").await? {
            0 => press_first(page).await?,
            _ => page.press(".").await?,
        }
        page.moved_from(mark).await?;
    }
    holds(false, "no orders are asked for").map(|()| 0)
}

#[test]
fn a_round_by_keys_alone() {
    play(async |stage| {
        let page = &stage.page;
        let id = begin(page, "engagement", "5").await?;
        sit_down(stage, &id).await?;
        // What hardly anybody would answer otherwise was answered, and is told.
        page.reads("#prompt .notice", "Answered for you: posts as the book suggests").await?;
        to_orders(page).await?;
        page.see("#board svg").await?;
        holds(page.count("#panel-battle svg").await? > 0, "the Battle Board is not drawn")?;
        holds(page.count("#panel-card svg").await? > 0, "the Tank Card is not drawn")?;
        // A plan by its key, carried out by one more: the round runs to its next decision and is told as one block.
        let plan = ["plan:gun", "plan:mg", "plan:hulldown"];
        let mut keys = 0;
        for plan in plan {
            let tag = tag(page, plan).await?;
            if !tag.is_empty() {
                key(page, &tag).await?;
                keys += 1;
                break;
            }
        }
        page.reads("#on button", "carry out").await?;
        let told = page.text("#timeline").await?;
        key(page, ".").await?;
        keys += 1;
        holds(page.text("#timeline").await? != told, "nothing was told")?;
        // A target may still have to be named; then the rest of the round runs by itself.
        while page.count("#since .part").await? == 0 && page.count("#on button").await? > 0 && keys < 8 {
            key(page, ".").await?;
            keys += 1;
        }
        page.see("#since .part").await?;
        holds(keys <= 5, format!("{keys} keys for a round"))?;
        // One key takes back what was answered last, and whatever was answered for one after it.
        let answers = page.text("#timeline").await?;
        page.press(",").await?;
        key(page, "u").await?;
        holds(page.text("#timeline").await? != answers, "nothing was taken back")
    });
}

#[test]
fn orders_by_clicking_crewmen() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = at(house, "Crew", &engagement(), "orders")?;
        sit_down(stage, &id).await?;
        for (post, wanted) in [("d", "order:d:"), ("g", "order:g:"), ("c", "order:c:")] {
            // His box, wherever the lines to his hatch run.
            let click = "dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }))";
            page.value(&format!("document.querySelector('#post-{post} .hd-p-box').{click}")).await?;
            page.reads("#options .spotted", "Only what concerns").await?;
            let first = format!("#options li[data-spot='post:{post}'] button[value^='{wanted}']:not([value$=none])");
            holds(page.count(&first).await? > 0, format!("post {post} has no orders to give"))?;
            let mark = page.mark().await?;
            page.click(&first).await?;
            page.moved_from(mark).await?;
        }
        let mark = page.mark().await?;
        page.click(&button("go")).await?;
        page.moved_from(mark).await?;
        page.see("#log .event").await
    });
}

#[test]
fn what_a_shot_comes_to_and_what_can_hit_you() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = at(house, "Odds", &engagement(), "target")?;
        sit_down(stage, &id).await?;
        page.reads("#options .shots", "in up to 5 shots").await?;
        page.reads("#options .shots", "Knocked out").await?;
        page.reads("#threats", "In the next enemy phase").await?;
        holds(page.count("#threats li").await? > 0, "nothing threatens in a battle")?;
        page.press(",o").await?;
        page.reads("#odds", "n up to 5 shots").await?;
        // Whoever wants to be asked everything says so, and is.
        page.click("#menu-auto > summary").await?;
        page.click("#ease input[value=full]").await?;
        page.click("#stops > summary").await?;
        page.click("#ease input[value=target]").await?;
        page.click("#ease > button").await?;
        page.until("document.querySelector('#ease input[value=full]')?.hasAttribute('checked')").await?;
        page.goto(&format!("/game/{id}")).await?;
        holds(page.count("#ease input[value=target][checked]").await? == 1, "the list of stops is not remembered")
    });
}

#[test]
fn a_reload_in_the_middle_of_a_battle_changes_nothing() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = at(house, "Reload", &engagement(), "orders")?;
        sit_down(stage, &id).await?;
        for plan in ["plan:mg", "plan:gun"] {
            if page.count(&button(plan)).await? > 0 {
                let mark = page.mark().await?;
                page.click(&button(plan)).await?;
                page.moved_from(mark).await?;
            }
        }
        let all = "JSON.stringify(['#prompt', '#board', '#side', '#timeline'].map((part) => document.querySelector(part).textContent))";
        let before = (page.mark().await?, page.value(all).await?);
        sit_down(stage, &id).await?;
        holds((page.mark().await?, page.value(all).await?) == before, "a reload shows something else")
    });
}

#[test]
fn boards_fit_a_small_screen_and_a_large_one() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let battle = at(house, "Battle", &engagement(), "orders")?;
        let map = at(house, "Map", &json!({"length": "day", "scenario": "advance"}), "operation")?;
        for (width, height, scale) in [(360, 780, 2.0), (1280, 900, 1.0), (3840, 2160, 1.0)] {
            page.screen(width, height, scale)?;
            for (id, board) in [(&battle, "#panel-battle svg"), (&map, "#panel-map svg")] {
                sit_down(stage, id).await?;
                page.see(board).await?;
                let wide = page.value("document.documentElement.scrollWidth").await?.as_u64().unwrap_or(u64::MAX);
                holds(wide <= u64::from(width), format!("{board} makes the page {wide} wide at {width}"))?;
                let drawn =
                    page.value(&format!("document.querySelector('{board}').getBoundingClientRect().width")).await?;
                holds(
                    drawn.as_f64() > Some(f64::from(width.min(900)) * 0.4),
                    format!("{board} is {drawn} wide at {width}"),
                )?;
            }
            for part in ["career", "report", "story"] {
                page.goto(&format!("/game/{battle}/{part}")).await?;
                page.settled().await?;
                let wide = page.value("document.documentElement.scrollWidth").await?.as_u64().unwrap_or(u64::MAX);
                holds(wide <= u64::from(width), format!("the {part} is {wide} wide at {width}"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn a_campaign_day_its_report_on_paper_and_its_story() {
    play(async |stage| {
        let page = &stage.page;
        let id = begin(page, "campaign", "3").await?;
        sit_down(stage, &id).await?;
        let keys = to_orders(page).await?;
        holds(keys < 30, format!("{keys} keys to the first battle"))?;
        page.goto(&format!("/game/{id}/career")).await?;
        page.reads("#panel-report", "After Action Report").await?;
        page.see("#panel-calendar svg").await?;
        page.devtools("Emulation.setEmulatedMedia", &json!({"media": "print"}))?;
        let shown =
            "[...document.querySelectorAll('.noprint, .bar, nav')].filter((el) => el.offsetParent !== null).length";
        holds(page.value(shown).await? == json!(0), "buttons are printed with the report")?;
        page.goto(&format!("/game/{id}/story")).await?;
        holds(page.value(shown).await? == json!(0), "buttons are printed with the story")?;
        page.devtools("Emulation.setEmulatedMedia", &json!({"media": ""}))?;
        page.reads("article.report", "we went into action").await?;
        // The log in the story's voice.
        page.goto(&format!("/game/{id}?voice=story")).await?;
        page.reads("#log .story", "We met").await
    });
}

#[test]
fn everybody_can_use_it() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let battle = at(house, "Battle", &engagement(), "orders")?;
        let target = at(house, "Target", &engagement(), "target")?;
        let map = at(house, "Map", &json!({"length": "day", "scenario": "advance"}), "operation")?;
        let mut audit = Audit::default();
        for id in [&battle, &target, &map] {
            audit.look(page, &format!("/game/{id}")).await?;
        }
        for part in ["career", "report", "story", "replay"] {
            audit.look(page, &format!("/game/{battle}/{part}")).await?;
        }
        audit.walk(page, &format!("/game/{battle}"), 30).await?;
        audit.settle()
    });
}

#[test]
fn one_goes_on_without_scripts() {
    play_without_scripts(async |stage| {
        let Stage { page, house } = stage;
        let id = at(house, "Plain", &engagement(), "orders")?;
        page.goto(&format!("/game/{id}")).await?;
        // The crew's orders come one by one; then the round runs.
        for _ in 0..8 {
            let mark = page.mark().await?;
            page.click("#on button").await?;
            page.moved_from(mark).await?;
            if page.count("#since .part").await? > 0 {
                break;
            }
        }
        page.see("#since .part").await?;
        let mark = page.mark().await?;
        page.click("#undo").await?;
        page.moved_from(mark).await.map(drop)
    });
}
