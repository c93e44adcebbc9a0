//! Dice thrown on the player's own table.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Keys, Stage, play};

#[test]
fn dice_are_typed_in_by_digits() {
    play(async |stage| {
        let Stage { page, house } = stage;
        page.excuse("409 (Conflict)");
        page.excuse("400 (Bad Request)");
        let id = laid(house.battle("Dice", 17))?;
        sit_down(stage, &id).await?;
        page.click("#menu-dice > summary").await?;
        page.click("#menu-dice input[value=hand]").await?;
        page.click("#menu-dice form button").await?;
        page.until("document.querySelector('#prompt') && !document.querySelector('html.busy')").await?;
        // On to the first throw.
        for _ in 0..30 {
            if page.count("#faces").await? > 0 {
                break;
            }
            let Some((key, _)) = laid(house.advice(&id))? else { break };
            let mark = page.mark().await?;
            page.click(&crate::button(&key)).await?;
            page.moved_from(mark).await?;
        }
        page.until("document.activeElement?.id === 'faces'").await?;
        let mark = page.mark().await?;
        let game = laid(house.read(&id))?;
        holds(game.history_len() as u64 == mark, "the dice asked for are not on the disk")?;
        let asked = page.text("#ask").await?;
        let count: usize =
            asked.trim_start_matches("Roll ").chars().next().and_then(|c| c.to_digit(10)).unwrap_or(1) as usize;
        // A face no die has: nothing happens, and one is told.
        page.press(&"9".repeat(count.max(1))).await?;
        page.hit(Keys::Enter).await?;
        page.reads("#prompt .notice.bad", "9").await?;
        holds(page.mark().await? == mark, "a wrong face was taken")?;
        page.until("document.activeElement?.id === 'faces'").await?;
        page.press(&"4".repeat(count.max(1))).await?;
        page.hit(Keys::Enter).await?;
        page.moved_from(mark).await?;
        let lines = laid(house.read(&id))?.history_from(mark as usize);
        holds(lines.iter().any(|line| line.starts_with('!') && line.contains('4')), format!("{lines:?}"))
    });
}

/// On a telephone the field for the dice lay below the fold, the strip of the result stayed empty, and the log opened somewhere.
#[test]
fn dice_on_a_telephone_are_entered_and_told_without_scrolling() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.career("Dice in hand", 4, 300))?;
        sit_down(stage, &id).await?;
        page.click("#menu-dice > summary").await?;
        page.click("#menu-dice input[value=hand]").await?;
        page.click("#menu-dice form button").await?;
        page.settled().await?;
        page.screen(360, 740, 1.0)?;
        let inside = "(() => { const [field, asked] = ['#faces', '.asked'].map((css) => document.querySelector(css).getBoundingClientRect()); \
            return field.top >= asked.top - 1 && field.bottom <= asked.bottom + 1; })()";
        let told = "(() => { const card = document.querySelector('#result'), box = card.getBoundingClientRect(); \
            const seen = (el) => el.checkVisibility({ visibilityProperty: true }) && el.getBoundingClientRect().height > 8 && el.getBoundingClientRect().top < box.bottom - 8; \
            return [...card.querySelectorAll('p, li, summary')].some((el) => el.textContent.trim() !== '' && seen(el)); })()";
        let mut thrown = 0;
        for _ in 0..60 {
            if page.count("#options").await? == 0 {
                break;
            }
            let mark = page.mark().await?;
            if page.count("#faces").await? > 0 {
                page.settled().await?;
                holds(page.value(inside).await? == true, "the field for the dice is out of sight")?;
                page.js("document.querySelector('.faces button[value=program]').click()", Vec::new()).await?;
                page.moved_from(mark).await?;
                page.settled().await?;
                holds(page.value(told).await? == true, "nothing is told of a roll")?;
                thrown += 1;
                if thrown > 6 {
                    break;
                }
                continue;
            }
            let first =
                "(document.querySelector('#on button') ?? document.querySelector('#options button[name=key]')).click()";
            page.js(first, Vec::new()).await?;
            page.moved_from(mark).await?;
        }
        holds(thrown > 2, "hardly anything was rolled")?;
        page.click(".tabs a[href='#log']").await?;
        let newest = "(() => { const log = document.querySelector('#log'); return log.scrollTop + log.clientHeight >= log.scrollHeight - 2; })()";
        holds(page.value(newest).await? == true, "the log does not open at its newest line")
    });
}
