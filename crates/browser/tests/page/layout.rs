//! Where everything stands: measured boxes at every kind of question, for every game, from a phone to a wall of a screen.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Done, Page, Stage, Trouble, play};

/// Screens, in pixels.
const SCREENS: [(u32, u32); 5] = [(360, 740), (820, 1180), (1280, 800), (1920, 1080), (3840, 2160)];

/// What is wrong with where things stand; nothing if all is well.
const WRONG: &str = "
    const wrong = [];
    const [wide, high, root] = [innerWidth, innerHeight, document.documentElement];
    const one = (css) => document.querySelector(css);
    const all = (css) => [...document.querySelectorAll(css)].filter((el) => el.checkVisibility() && el.getBoundingClientRect().width > 0);
    const box = (el) => el.getBoundingClientRect();
    const say = (what, el) => wrong.push(what + (el ? ` [${['left', 'top', 'right', 'bottom'].map((side) => Math.round(box(el)[side]))}] ${el.id || el.textContent.trim().slice(0, 40)}` : ''));
    const within = (el, top, bottom) => box(el).left >= -1 && box(el).right <= wide + 1 && box(el).top >= top - 1 && box(el).bottom <= bottom + 1;
    if (root.scrollWidth > wide) say(`the page is ${root.scrollWidth} wide`);
    const answers = all('#options button[name=key], #options summary');
    if (answers.length > 7) say(`${answers.length} answers at once`);
    const board = one('#board svg.hd-board') ?? one('#board .panel');
    const ask = one('#ask');
    if (wide >= 1000) {
        const main = one('main');
        if (root.scrollHeight > high || main.scrollHeight > main.clientHeight + 1) say(`the page is ${Math.max(root.scrollHeight, main.scrollHeight)} high`);
        if (!within(board, 0, high)) say('the board is not whole', board);
        if (box(board).width < wide * 0.4 && box(board).height < high * 0.4) say('the board is small', board);
        for (const part of all('#prompt, #result, #side, #log, #timeline, #tools')) if (!within(part, 0, high)) say('out of view', part);
    } else {
        const sheet = one('.sheet-up');
        if (box(sheet).height > high / 3 + 1) say('the sheet covers too much', sheet);
        if (!within(sheet, high / 2, high)) say('the sheet is not at the bottom', sheet);
        if (!within(one('.viewport'), 0, box(sheet).top)) say('the board is not whole', one('.viewport'));
        for (const el of all('.sheet-up :is(a, button, summary, input:not(.unseen)), .tabs a, .zoom button'))
            if (Math.min(box(el).width, box(el).height) < 39.5) say('hard to hit', el);
        for (const el of all('#undo, #on button')) if (!within(el, box(sheet).top, high)) say('out of reach', el);
    }
    if (!within(ask, 0, high)) say('the question is out of view', ask);
    return wrong.join('; ');
";

/// Everything that is wrong with a table, screen by screen.
async fn measured(page: &Page, name: &str, wrong: &mut Vec<String>) -> Done {
    for (width, height) in SCREENS {
        page.screen(width, height, 1.0)?;
        page.js("scrollTo(0, 0)", Vec::new()).await?;
        page.settled().await?;
        let found = page.js(WRONG, Vec::new()).await?;
        if let Some(found) = found.as_str().filter(|found| !found.is_empty()) {
            wrong.push(format!("{name}, {width}: {found}"));
        }
    }
    Ok(())
}

#[test]
fn every_table_keeps_its_frame_at_every_size() {
    play(async |stage| {
        let Stage { page, house } = stage;
        page.devtools("Emulation.setScrollbarsHidden", &serde_json::json!({ "hidden": true }))?;
        let mut wrong = Vec::new();
        for (name, id) in laid(house.stages())? {
            page.screen(1280, 800, 1.0)?;
            sit_down(stage, &id).await?;
            if page.count("#prompt button[name=seat]").await? > 0 {
                page.click("#prompt button[name=seat]").await?;
                page.see("#board .panel").await?;
            }
            measured(page, &name, &mut wrong).await?;
        }
        if wrong.is_empty() { Ok(()) } else { Err(Trouble(wrong.join("\n"))) }
    });
}

#[test]
fn a_board_fills_its_column_and_large_text_leaves_one() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let games = laid(house.under_way(60))?;
        let fills = "(() => { const [column, panel] = ['.viewport', '#board .panel'].map((css) => document.querySelector(css).getBoundingClientRect()); \
            return panel.width >= column.width - 2; })()";
        for (game, id) in &games {
            page.screen(1920, 1080, 1.0)?;
            sit_down(stage, id).await?;
            holds(page.value(fills).await? == true, format!("{game}: the board leaves part of its column empty"))?;
        }
        let look =
            serde_json::json!({ "name": "hulldown-look", "value": "size-200", "url": page.origin(), "path": "/" });
        page.devtools("Network.setCookie", &look)?;
        let seen = "(() => { const box = (document.querySelector('#board svg.hd-board') ?? document.querySelector('#board .panel')).getBoundingClientRect(); \
            return Math.min(box.height, innerHeight - box.top) >= 200; })()";
        for (game, id) in &games {
            page.screen(1280, 800, 1.0)?;
            sit_down(stage, id).await?;
            holds(page.value(seen).await? == true, format!("{game}: large text leaves no board"))?;
        }
        Ok(())
    });
}
