//! Keys that one finds without looking: the board first, what unfolds folds again, the chart in play.

use crate::{holds, laid, sit_down};
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
