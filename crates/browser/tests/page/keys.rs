//! Keys that one finds without looking: the board first, what unfolds folds again, the chart in play.

use crate::{holds, laid, press_first, sit_down};
use hulldown_browser::{Keys, Stage, play};

#[test]
fn tab_walks_the_board_first_esc_folds_and_c_opens_the_chart_in_play() {
    play(async |stage| {
        let Stage { page, house } = stage;
        // A moment after a roll that is read in a column of its chart.
        let read = |id: &String| {
            let log = house.read(id).map(|game| game.log(0)).unwrap_or_default();
            let last = log.iter().rev().find_map(|event| event.roll.as_ref());
            last.is_some_and(|roll| !roll.column.is_empty())
        };
        let careers = (300..340).filter_map(|answers| house.career(&format!("Keys {answers}"), 4, answers).ok());
        let id = laid(careers.into_iter().find(read).ok_or_else(|| "no such moment".into()))?;
        page.screen(1280, 800, 1.0)?;
        sit_down(stage, &id).await?;
        page.until("document.activeElement.id === 'board'").await?;
        if page.value("document.querySelector('#board a.spot') !== null").await? == true {
            page.hit(Keys::Tab).await?;
            page.until("document.activeElement.closest('#board') !== null").await?;
        }
        // What is unfolded folds again; what was looked up closes first.
        if page.value("document.querySelector('#option-list details > summary') !== null").await? == true {
            page.js("document.querySelector('#option-list details > summary').click()", Vec::new()).await?;
            page.until("document.querySelector('#option-list details[open]') !== null").await?;
            page.hit(Keys::Escape).await?;
            page.until("document.querySelector('#option-list details[open]') === null").await?;
        }
        page.press(",c").await?;
        page.see("#drawer table").await?;
        let read = page.value("document.querySelector('#drawer .read, #drawer .cell') !== null").await?;
        holds(read == true, "the chart opens without its row marked")?;
        page.hit(Keys::Escape).await?;
        page.until("document.getElementById('drawer') === null").await
    });
}

/// What comes with an answer leaves out where more of a roll is told: the key finds it all the same.
#[test]
fn the_last_roll_is_explained_after_an_answer_too() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.career("Rolls", 4, 300))?;
        sit_down(stage, &id).await?;
        let last = || {
            laid(house.read(&id))
                .map(|game| game.log(0).into_iter().rev().find(|event| event.roll.is_some()).map(|event| event.n))
        };
        let before = last()?;
        while last()? == before {
            let mark = page.mark().await?;
            press_first(page).await?;
            page.moved_from(mark).await?;
        }
        page.press(",w").await?;
        page.see("#drawer table.sum").await
    });
}

/// What is looked up often takes one key that no option has, and Esc; the table is the same afterwards.
#[test]
fn one_key_looks_up_and_esc_comes_back() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.career("Look-ups", 4, 300))?;
        page.screen(1280, 800, 1.0)?;
        sit_down(stage, &id).await?;
        page.until("!document.documentElement.classList.contains('fresh')").await?;
        let mark = page.mark().await?;
        let drawer = "document.getElementById('drawer') !== null";
        let looked = [
            (Typed("'"), drawer),
            (Typed("\\"), drawer),
            (Hit(Keys::F(2)), "document.getElementById('advised') !== null"),
            (Hit(Keys::F(4)), "document.getElementById('odds') !== null"),
            (Hit(Keys::F(9)), drawer),
            (Hit(Keys::F(8)), "document.activeElement.id === 'log'"),
            (Typed(";"), "document.activeElement.id === 'threats' || document.querySelector('.failed') !== null"),
        ];
        for (key, seen) in looked {
            match key {
                Typed(text) => page.press(text).await?,
                Hit(key) => page.hit(key).await?,
            }
            page.until(seen).await?;
            page.hit(Keys::Escape).await?;
            page.until("!document.querySelector('#drawer, #advised, #odds')").await?;
        }
        holds(page.mark().await? == mark, "looking something up has answered something")?;
        // The help names them all, from the one list.
        page.press("?").await?;
        let help = page.text("#key-help").await?;
        for command in hulldown_desk::keys::COMMANDS {
            holds(help.contains(command.does), format!("the help does not say: {}", command.does))?;
            holds(
                command.key.is_none_or(|key| help.contains(key)),
                format!("the help lacks the key of {}", command.word),
            )?;
        }
        Ok(())
    });
}

/// The odds of the first option were shown, whichever one had walked to.
#[test]
fn the_odds_are_those_of_the_option_in_focus() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Odds", 17))?;
        page.screen(1280, 800, 1.0)?;
        sit_down(stage, &id).await?;
        let last = "(() => { const all = [...document.querySelectorAll('#options li.option:has(a.more)')]; const on = all.at(-1); \
            if (all.length < 2) return ''; const group = on.closest('.group > details'); if (group) group.open = true; on.querySelector('button').focus(); \
            return on.querySelector('a.more').getAttribute('aria-label').replace('Exact odds: ', ''); })()";
        let label = page.value(last).await?;
        let Some(label) = label.as_str().filter(|label| !label.is_empty()) else {
            return holds(false, "nothing to tell apart");
        };
        page.hit(Keys::F(4)).await?;
        page.reads("#odds-title", label).await?;
        page.hit(Keys::Escape).await?;
        // A group is no option: it is said what to do.
        if page.count("#option-list summary").await? > 0 {
            page.js("document.querySelector('#option-list summary').focus()", Vec::new()).await?;
            page.hit(Keys::F(4)).await?;
            page.reads("#prompt > .failed", "Choose an option").await?;
        }
        Ok(())
    });
}

/// What advice and odds lie over is not moved by them, and the key after Esc is an answer: nothing is waited for.
#[test]
fn advice_lies_over_the_right_column_and_the_key_after_esc_answers() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.career("Advised", 4, 300))?;
        page.screen(1280, 800, 1.0)?;
        sit_down(stage, &id).await?;
        page.until("!document.documentElement.classList.contains('fresh')").await?;
        let place = "JSON.stringify(['.viewport', '#ask', '#undo', '#option-list'].map((css) => document.querySelector(css).getBoundingClientRect()))";
        let stands = page.value(place).await?;
        for (n, key) in [2, 4, 2].into_iter().enumerate() {
            page.hit(Keys::F(key)).await?;
            page.until("document.querySelector('#advised, #odds') !== null && !document.documentElement.classList.contains('busy')").await?;
            holds(page.value(place).await? == stands, format!("F{key} moves the question or the board"))?;
            let beside = "document.querySelector('.asked > .answer').getBoundingClientRect().left >= document.querySelector('.asked').getBoundingClientRect().right";
            holds(page.value(beside).await? == true, format!("F{key} lies on the options"))?;
            if n < 2 {
                page.hit(Keys::Escape).await?;
                page.until("!document.querySelector('#advised, #odds')").await?;
            }
        }
        let mark = page.mark().await?;
        let keys = page.value("document.querySelector('#options [data-keys]').dataset.keys").await?;
        page.press(&format!("\u{e00c}{}", keys.as_str().unwrap_or_default())).await?;
        page.moved_from(mark).await.map(drop)
    });
}

/// How a key is pressed.
enum Pressed {
    Typed(&'static str),
    Hit(Keys),
}
use Pressed::{Hit, Typed};

/// What was begun with one key and cannot be finished with the next answers nothing, and the page says so.
#[test]
fn a_key_that_cannot_be_finished_answers_nothing_and_says_so() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut tried = 0;
        for (name, id) in laid(house.stages())? {
            page.screen(1280, 800, 1.0)?;
            sit_down(stage, &id).await?;
            page.until("!document.documentElement.classList.contains('fresh')").await?;
            // The first key of a longer one, and one that is an answer by itself but does not go on from there.
            let found = page.value("(() => { const all = [...document.querySelectorAll('#prompt [data-keys]')].map((el) => el.dataset.keys); \
                for (const long of all.filter((keys) => keys.length > 1)) { const begun = long.slice(0, -1); if (all.includes(begun)) continue; \
                for (const one of all.filter((keys) => keys.length === 1)) if (!all.some((keys) => keys.startsWith(begun + one)) && begun.length === 1) return begun + one; } return ''; })()").await?;
            let keys = found.as_str().unwrap_or_default().to_string();
            if keys.is_empty() {
                continue;
            }
            let mark = page.mark().await?;
            page.press(&keys).await?;
            page.see("#prompt > .failed").await?;
            let said = page.text("#prompt > .failed").await?;
            holds(said.contains(&keys), format!("{name}: {keys} is refused with: {said}"))?;
            page.settled().await?;
            holds(page.mark().await? == mark, format!("{name}: {keys} has answered something"))?;
            tried += 1;
        }
        holds(tried > 0, "no question has such keys")
    });
}

#[test]
fn a_replay_stands_in_the_frame_of_the_table() {
    play(async |stage| {
        let Stage { page, house } = stage;
        for (game, id) in laid(house.under_way(60))? {
            for (wide, high) in [(1280, 800), (1920, 1080)] {
                page.screen(wide, high, 1.0)?;
                page.goto(&format!("/game/{id}/replay?at=40")).await?;
                page.until("document.documentElement.classList.contains('js')").await?;
                page.settled().await?;
                let fits = "(() => { const main = document.querySelector('main'); const board = document.querySelector('#board svg.hd-board')?.getBoundingClientRect(); \
                    return document.documentElement.scrollHeight <= innerHeight && main.scrollHeight <= main.clientHeight + 1 \
                    && ['result', 'side', 'log'].every((id) => document.getElementById(id)) && (!board || board.width > 300); })()";
                holds(
                    page.value(fits).await? == true,
                    format!("{game} at {wide}: the replay does not keep to the frame"),
                )?;
            }
        }
        Ok(())
    });
}
