//! What came of an answer, marked on the board and read at one's own pace; and a finger on a small map.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Done, Stage, Window, play};
use hulldown_catalog::sample;
use hulldown_core::Seat;
use hulldown_desk::{NewGame, Until, find};
use hulldown_keep::{Beside, SavedGame};

/// Gives the usual answer, else the first, until something holds of the page.
async fn play_until(page: &Window, what: &str) -> Done {
    for _ in 0..60 {
        if page.value(what).await? == true {
            return Ok(());
        }
        let mark = page.mark().await?;
        let first =
            "(document.querySelector('#on button') ?? document.querySelector('#options button[name=key]')).click()";
        page.js(first, Vec::new()).await?;
        page.moved_from(mark).await?;
    }
    holds(false, format!("it never comes to {what}"))
}

#[test]
fn what_came_of_it_is_marked_where_it_happened_until_the_next_answer() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Marks", 5))?;
        sit_down(stage, &id).await?;
        let marked = "document.querySelectorAll('#board .hd-came').length > 0";
        play_until(page, marked).await?;
        let said = "(() => { const said = JSON.parse(document.querySelector('#result').dataset.marks).map((one) => one.says); \
            return [...document.querySelectorAll('#board .hd-came text')].every((text) => said.includes(text.textContent)); })()";
        holds(page.value(said).await? == true, "a mark says what the card does not")?;
        let read = "[...document.querySelectorAll('#board .hd-came text')].every((text) => text.getBoundingClientRect().height >= 9)";
        holds(page.value(read).await? == true, "a mark cannot be read")?;
        let inside = "(() => { const board = document.querySelector('#board svg.hd-board').getBoundingClientRect(); \
            return [...document.querySelectorAll('#board .hd-came rect')].map((el) => el.getBoundingClientRect()).every((box) => box.top >= board.top - 1 && box.bottom <= board.bottom + 1); })()";
        holds(page.value(inside).await? == true, "a mark is cut off at the edge of the board")?;
        let alone = "document.querySelectorAll('#board .hd-told').length <= 1 && \
            (document.querySelectorAll('#board .hd-came').length === 0 || 'marks' in document.querySelector('#result').dataset)";
        for _ in 0..4 {
            let mark = page.mark().await?;
            let first = "document.querySelector('#options button[name=key]').click()";
            page.js(first, Vec::new()).await?;
            page.moved_from(mark).await?;
            page.settled().await?;
            holds(page.value(alone).await? == true, "an old mark stays on the board")?;
        }
        Ok(())
    });
}

/// Sets how results come. Whoever goes on before the form has been answered is taken back to it.
async fn results_come(page: &Window, how: &str) -> Done {
    page.goto("/settings").await?;
    page.click(&format!("input[name=cards][value={how}]")).await?;
    page.click("form.setup button.strong").await?;
    page.until(&format!("document.documentElement.dataset.cards === '{how}'")).await
}

#[test]
fn results_can_be_read_one_by_one() {
    play(async |stage| {
        let Stage { page, house } = stage;
        results_come(page, "step").await?;
        let id = laid(house.battle("Steps", 5))?;
        sit_down(stage, &id).await?;
        // On a card with several things only the first is shown; Next and Enter show one more each.
        play_until(page, "document.querySelectorAll('#result .later').length > 2").await?;
        let left = async || page.count("#result .later").await;
        let shown = page
            .value("[...document.querySelectorAll('#result :is(.grave, #came > li:not(.part)):not(.later)')].length")
            .await?;
        holds(shown == 1, format!("{shown} are shown at first"))?;
        // Until all is read neither board nor question tells the end of it, and no key answers what has not been seen.
        let seen = async |css: &str| {
            page.value(&format!("document.querySelector('{css}').checkVisibility({{ visibilityProperty: true }})"))
                .await
        };
        for hidden in ["#ask", ".asked", "#board > .panel:not(.was)"] {
            holds(seen(hidden).await? == false, format!("{hidden} tells the end first"))?;
        }
        holds(seen("#board > .was").await? == true, "the board as it was is not seen")?;
        let mark = page.mark().await?;
        page.press(".").await?;
        page.reads("#prompt > .failed", "Read on first").await?;
        holds(page.mark().await? == mark, "a question that was not seen is answered")?;
        let before = left().await?;
        page.click("#next-card").await?;
        holds(left().await? < before, "Next shows nothing")?;
        page.js("document.activeElement.blur()", Vec::new()).await?;
        for _ in 0..before {
            page.hit(hulldown_browser::Keys::Enter).await?;
        }
        holds(left().await? == 0, "Enter shows nothing")?;
        holds(page.count("#next-card").await? == 0, "there is nothing next, and yet a button for it")?;
        holds(seen("#ask").await? == true && page.count(".was").await? == 0, "the question does not come")?;
        // An answer need not wait for it.
        play_until(page, "document.querySelectorAll('#result .later').length > 0").await?;
        let mark = page.mark().await?;
        page.js("document.querySelector('#options button[name=key]').click()", Vec::new()).await?;
        page.moved_from(mark).await?;
        Ok(())
    });
}

#[test]
fn a_finger_on_a_small_map_is_asked_once_and_numbers_are_left_out_not_shrunk() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let begun = || -> Result<String, Box<dyn std::error::Error>> {
            let shelf = find(sample!(sides))?;
            let game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() })?;
            let bots = [(1, (shelf.policies)().first().ok_or("nobody plays it")?.0.to_string())].into();
            let beside = Beside { bots, ..Beside::default() };
            Ok(SavedGame::begin(house.store(), "Finger", &*game, &beside)?.id.to_string())
        };
        let id = laid(begun())?;
        page.screen(360, 740, 1.0)?;
        sit_down(stage, &id).await?;
        page.see("#board svg a.spot").await?;
        let read = "(() => { const texts = [...document.querySelectorAll('#board .tk-numbers tspan')].filter((text) => text.getBoundingClientRect().height > 0); \
            return texts.every((text) => text.getBoundingClientRect().height >= 8); })()";
        page.click(".zoom button[aria-label='Whole board']").await?;
        page.settled().await?;
        holds(
            page.value("document.querySelector('.viewport').classList.contains('coarse')").await? == true,
            "all numbers of a whole map on a phone",
        )?;
        holds(page.value(read).await? == true, "numbers too small to read")?;
        page.press("++++++++++").await?;
        page.settled().await?;
        holds(
            page.value("document.querySelector('.viewport').classList.contains('coarse')").await? == false,
            "no numbers however near",
        )?;
        page.click(".zoom button[aria-label='Whole board']").await?;
        page.settled().await?;
        let tap = "const spots = [...document.querySelectorAll('#board svg a.spot')]; const spot = spots[Math.floor(spots.length / 2)]; \
            const box = spot.getBoundingClientRect(); const [x, y] = [box.left - 6, box.top + box.height / 2]; \
            const on = document.elementFromPoint(x, y) ?? document.querySelector('#board svg'); \
            on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }));";
        let mark = page.mark().await?;
        page.js(tap, Vec::new()).await?;
        page.see("#pick").await?;
        holds(!page.text("#pick span").await?.is_empty(), "it is not said what a tap means")?;
        holds(page.mark().await? == mark, "a tap has answered")?;
        page.click("#pick button.strong").await?;
        page.moved_from(mark).await?;
        let entered = laid(house.read(&id))?.answers();
        holds(entered.iter().any(|(seat, key)| *seat == Seat(0) && key.starts_with("at:")), "no hex was chosen")
    });
}

/// On a telephone a place that can be answered in one way only is asked about in every game, however large it is.
#[test]
fn a_tap_that_would_answer_is_asked_about_in_every_game() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut asked = 0;
        for (name, id) in laid(house.stages())? {
            page.screen(360, 740, 1.0)?;
            sit_down(stage, &id).await?;
            let tap = "(() => { const spot = [...document.querySelectorAll('#board svg.hd-board a.spot')].find((el) => \
                document.querySelectorAll(`#options li.option[data-spot=\"${CSS.escape(el.dataset.spot ?? '')}\"] button[name=key]`).length === 1); \
                if (!spot) return false; const box = spot.getBoundingClientRect(); spot.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, \
                detail: 1, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })); return true; })()";
            if page.value(tap).await? == true {
                holds(page.count("#pick .strong").await? == 1, format!("{name}: a tap is not asked about"))?;
                asked += 1;
            }
        }
        holds(asked > 1, format!("only {asked} boards have such a place"))
    });
}

#[test]
fn a_form_asks_only_what_applies() {
    play(async |stage| {
        let Stage { page, .. } = stage;
        page.goto(concat!("/new/", sample!(days))).await?;
        page.click("#more > summary").await?;
        let hidden = async |field: &str| {
            page.value(&format!("!document.querySelector('#field-{field}').checkVisibility()")).await
        };
        holds(hidden("date").await? == true && hidden("ground").await? == true, "a campaign is asked for its date")?;
        page.click("#field-length option[value=day]").await?;
        holds(hidden("date").await? == false && hidden("ground").await? == true, "a day is asked for its ground")?;
        page.click("#field-length option[value=engagement]").await?;
        holds(hidden("ground").await? == false, "an engagement has ground")
    });
}

#[test]
fn a_card_at_reading_pace_comes_by_itself_and_answers_nothing() {
    play(async |stage| {
        let Stage { page, house } = stage;
        results_come(page, "pace").await?;
        let id = laid(house.lay("Pace", 5, |game| {
            game.auto("sensible", None, Until::End, Some(8))?;
            Ok(())
        }))?;
        sit_down(stage, &id).await?;
        play_until(page, "document.querySelectorAll('#result .later').length > 1").await?;
        let mark = page.mark().await?;
        // What is paced comes by itself, and answers nothing.
        page.until("document.querySelectorAll('#result .later').length === 0").await?;
        holds(page.mark().await? == mark, "a card has answered")
    });
}
