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
