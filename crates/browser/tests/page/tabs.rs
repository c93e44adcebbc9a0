//! Two tabs on one game.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Stage, play};

#[test]
fn two_tabs_stay_in_step() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.fresh("Tabs", 8))?;
        sit_down(stage, &id).await?;
        let first = page.window().await?;
        // A window, not a tab: a tab that is not seen does without news until it is.
        let second = page.new_window().await?;
        page.look_at(&second).await?;
        sit_down(stage, &id).await?;
        for _ in 0..3 {
            page.look_at(&first).await?;
            let mark = page.mark().await?;
            page.click("#options button[name=key]").await?;
            let moved = page.moved_from(mark).await?;
            page.look_at(&second).await?;
            page.until(&format!("document.querySelector('#prompt').dataset.mark === '{moved}'")).await?;
        }
        // And the other way round, by an undo.
        let mark = page.mark().await?;
        page.press(",u").await?;
        let moved = page.moved_from(mark).await?;
        page.look_at(&first).await?;
        page.until(&format!("document.querySelector('#prompt').dataset.mark === '{moved}'")).await
    });
}

#[test]
fn a_late_answer_is_refused_gently() {
    play(async |stage| {
        let Stage { page, house } = stage;
        // The refusal has a status of its own, which Chromium notes as an error.
        page.excuse("409 (Conflict)");
        let id = laid(house.fresh("Late", 9))?;
        sit_down(stage, &id).await?;
        let asker = hulldown_browser::Asker::meet(house.port())?;
        // A page that has lost its stream and does not know what has happened since.
        page.value("document.querySelector('#options [name=mark]').value = '0'").await?;
        let mark = page.mark().await?;
        let key = laid(house.read(&id))?.prompt().first().map(|ask| ask.options()[0].key.clone()).unwrap_or_default();
        let done = asker.post(&format!("/game/{id}/choose"), &[("mark", &mark.to_string()), ("key", &key)])?;
        holds(done.status == 303, format!("{}", done.status))?;
        page.moved_from(mark).await?;
        let now = page.mark().await?;
        page.value(&format!("document.querySelector('#options [name=mark]').value = '{mark}'")).await?;
        page.click("#options button[name=key]").await?;
        page.reads("#prompt .notice.bad", "moved on").await?;
        holds(page.mark().await? == now, "a late answer has moved the game")?;
        // The page shows the question as it stands, and can be answered at once.
        page.click("#options button[name=key]").await?;
        page.moved_from(now).await.map(drop)
    });
}
