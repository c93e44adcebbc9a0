//! Looking back and playing on from there.

use crate::{holds, laid, press_first, sit_down};
use hulldown_browser::{Stage, play, play_without_scripts};

#[test]
fn replay_in_both_directions_and_play_on_from_there() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Past", 21))?;
        let last = laid(house.read(&id))?.answered();
        page.goto(&format!("/game/{id}/replay")).await?;
        page.reads("#ask", &format!("After {last} answers of {last}")).await?;
        page.until("document.documentElement.classList.contains('js')").await?;
        for back in 1..=3 {
            page.press("[").await?;
            page.reads("#ask", &format!("After {} answers", last - back)).await?;
        }
        page.reads(".then .taken", "chosen").await?;
        page.press("]").await?;
        page.reads("#ask", &format!("After {} answers", last - 2)).await?;
        page.press("{").await?;
        page.until(&format!("!document.querySelector('#ask').innerText.startsWith('After {} answers')", last - 2))
            .await?;
        page.click("#tools a[href$='at=0']").await?;
        page.reads("#ask", "After 0 answers").await?;
        // A link to a moment, a bookmark, and a copy.
        let there = last - 4;
        page.goto(&format!("/game/{id}/replay?at={there}")).await?;
        page.fill("input[name=name]", "the crossroads").await?;
        page.click("form[action$='/bookmark'] button").await?;
        page.reads("#side", "the crossroads").await?;
        page.click("form[action$='/playon'] button").await?;
        page.see("#options").await?;
        page.until(&format!("!location.pathname.includes('{id}')")).await?;
        let path = page.path().await?;
        let copy = path.trim_start_matches("/game/").chars().take(8).collect::<String>();
        holds(laid(house.read(&copy))?.answered() == there, "the copy begins elsewhere")?;
        holds(laid(house.read(&id))?.answered() == last, "the game itself has changed")?;
        sit_down(stage, &copy).await?;
        let mark = page.mark().await?;
        press_first(page).await?;
        page.moved_from(mark).await.map(drop)
    });
}

#[test]
fn replay_without_scripts() {
    play_without_scripts(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Past", 22))?;
        let last = laid(house.read(&id))?.answered();
        page.goto(&format!("/game/{id}/replay")).await?;
        page.click(&format!("#tools a[href$='at={}']", last - 1)).await?;
        page.reads("#ask", &format!("After {} answers", last - 1)).await?;
        page.click(&format!("#tools a[href$='at={last}']")).await?;
        page.reads("#ask", &format!("After {last} answers")).await
    });
}
