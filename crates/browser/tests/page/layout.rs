//! Where everything stands: measured boxes at every kind of question, for every game, from a phone to a wall of a screen.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Done, Keys, Stage, Trouble, Window, play};

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
    const tags = [...document.querySelectorAll('#board .hd-scaled rect')].filter((el) => el.checkVisibility({ visibilityProperty: true })).map(box);
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    if (tags.some((tag, n) => tags.slice(n + 1).some((other) => over(tag, other)))) say('chances lie over each other');
    if (wide >= 1000) {
        const main = one('main');
        if (root.scrollHeight > high || main.scrollHeight > main.clientHeight + 1) say(`the page is ${Math.max(root.scrollHeight, main.scrollHeight)} high`);
        if (!within(board, 0, high)) say('the board is not whole', board);
        // One bar: nothing of it lies over the rest of it, and the board begins right below.
        const [bar, tools] = [one('.bar'), one('#tools')];
        if (over(box(bar), box(tools)) || box(tools).top > 10) say('the bars are not one', tools);
        if (box(one('.viewport')).top > 64 * wide / Math.min(wide, 1920)) say('room is wasted above the board', one('.viewport'));
        const asked = one('.asked');
        const seen = answers.filter((el) => box(el).bottom <= Math.min(box(asked).bottom, high) + 1);
        if (seen.length < Math.min(3, answers.length)) say(`only ${seen.length} answers are seen`);
        if (box(board).width < wide * 0.4 && box(board).height < high * 0.4) say('the board is small', board);
        for (const part of all('#prompt, #result, #side, #log, #timeline, #tools')) if (!within(part, 0, high)) say('out of view', part);
        // Each of the three can be read beside the other two: some seven lines of it at the least.
        for (const part of all('#side, #log')) if (box(part).height < 160) say('too low to be read', part);
        // However much happened and threatens, one's own forces are seen.
        const [forces] = all('#side > .panel:not(#threats)');
        if (forces && Math.min(box(forces).bottom, box(one('#side')).bottom) - box(forces).top < Math.min(60, box(forces).height - 1)) say('the forces are hidden', forces);
        if (box(one('#result')).height > high * 0.4) say('takes the place of the others', one('#result'));
    } else {
        const sheet = one('.sheet-up');
        if (root.scrollHeight > high) say(`the page is ${root.scrollHeight} high`);
        // Where one goes on, one never goes back at the next question.
        if (box(one('#undo')).right > 0.4 * wide) say('undo lies where one goes on', one('#undo'));
        if (box(sheet).height > high / 3 + 1) say('the sheet covers too much', sheet);
        if (!within(sheet, high / 2, high)) say('the sheet is not at the bottom', sheet);
        if (!within(one('.viewport'), 0, box(sheet).top)) say('the board is not whole', one('.viewport'));
        for (const el of all('.sheet-up :is(a, button, summary, input:not(.unseen)), .tabs a, .zoom button'))
            if (Math.min(box(el).width, box(el).height) < 39.5) say('hard to hit', el);
        for (const el of all('#undo, #on button')) if (!within(el, box(sheet).top, high)) say('out of reach', el);
        for (const el of all('.bar a, .bar button, .tabs a')) if (!within(el, 0, box(sheet).top)) say('the header is cut', el);
        if (over(box(one('.bar')), box(one('.tabs a')))) say('the header lies on the tabs', one('.bar'));
    }
    if (!within(ask, 0, high)) say('the question is out of view', ask);
    return wrong.join('; ');
";

/// What is wrong with the sheet of a small screen, whatever is done to it: pulled up, put down, each of its groups opened, a hint or
/// something that is not allowed unfolded.
const SHEET: &str = "
    const wrong = [];
    const [wide, high] = [innerWidth, innerHeight];
    const one = (css) => document.querySelector(css);
    const box = (el) => el.getBoundingClientRect();
    const all = (css) => [...document.querySelectorAll(css)].filter((el) => el.checkVisibility() && box(el).width > 0);
    const seen = (el) => Math.min(box(el).bottom, box(one('.asked')).bottom) - Math.max(box(el).top, box(one('.asked')).top);
    const check = (what) => {
        const sheet = one('.sheet-up');
        const say = (why, el) => wrong.push(`${what}: ${why} [${['left', 'top', 'right', 'bottom'].map((side) => Math.round(box(el)[side]))}]`);
        if (box(sheet).height > high / 3 + 1) say('covers more than a third', sheet);
        if (Math.abs(box(sheet).bottom - high) > 1) say('is not at the bottom', sheet);
        for (const el of all('#ask, #undo, #on button, .others')) if (box(el).top < box(sheet).top || box(el).bottom > high + 1 || box(el).right > wide + 1) say(`${el.id || el.className} is out of reach`, el);
        for (const el of all('.sheet-up :is(a, button, summary, input:not(.unseen))')) if (Math.min(box(el).width, box(el).height) < 39.5) say('hard to hit: ' + el.textContent.trim().slice(0, 30), el);
    };
    const pull = one('#pull');
    if (!pull) return 'there is no sheet';
    check('pulled up');
    // What is smaller than a finger is asked about once.
    const small = () => all('#board svg.hd-board a.spot').find((el) => Math.min(box(el).width, box(el).height) < 39.5 && box(el).top > 0 && box(el).bottom < box(one('.sheet-up')).top);
    const tap = (spot) => spot.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: box(spot).left + box(spot).width / 2, clientY: box(spot).top + box(spot).height / 2 }));
    pull.click();
    check('put down');
    const spot = wide < 700 && small();
    if (spot) tap(spot);
    if (spot && !one('#pick')) wrong.push('a tap is not asked about');
    for (const el of one('#pick') ? all('#pick, #undo, #on button, .others') : []) if (box(el).top < box(one('.sheet-up')).top || box(el).bottom > high + 1) wrong.push(`put down and asked about a tap: ${el.id || el.className} is out of reach`);
    if (all('#options :is(button, summary)').length) wrong.push('put down it still shows answers');
    pull.click();
    for (const group of all('.group > details > summary')) {
        group.click();
        if (one('#pick')) wrong.push('what was tapped is still asked about though a group was opened');
        const title = group.textContent.trim();
        check(`group ${title}`);
        const inside = all('.group > details[open] .option > :is(button, details)');
        if (!inside.some((el) => seen(el) >= 39.5)) wrong.push(`group ${title}: nothing of it is in sight`);
        if (seen(group) < 39.5) wrong.push(`group ${title}: no way back is in sight`);
        if (all('#option-list > li').length !== 1) wrong.push(`group ${title}: it is no page of its own`);
        group.click();
    }
    const refused = one('#refused > summary');
    if (refused) {
        refused.click();
        check('what is not allowed');
        refused.click();
    }
    one('.tip p')?.focus();
    check('a hint');
    one('#ask')?.focus();
    return wrong.join('; ');
";

#[test]
fn the_sheet_of_a_small_screen_never_covers_more_than_a_third() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut wrong = Vec::new();
        for (name, id) in laid(house.stages())? {
            page.screen(360, 740, 1.0)?;
            sit_down(stage, &id).await?;
            if page.count("#prompt button[name=seat]").await? > 0 {
                page.click("#prompt button[name=seat]").await?;
                page.see("#board .panel").await?;
            }
            for (width, height) in [(360, 740), (820, 1180)] {
                page.screen(width, height, 1.0)?;
                page.settled().await?;
                let found = page.js(SHEET, Vec::new()).await?;
                if let Some(found) = found.as_str().filter(|found| !found.is_empty()) {
                    wrong.push(format!("{name}, {width}: {found}"));
                }
            }
            // What the tools and the other pages unfold into is reached and left again.
            page.screen(360, 740, 1.0)?;
            for (button, what) in [(".others", "#tools"), (".pages", "#pages")] {
                page.click(button).await?;
                page.until(&format!("document.querySelector('{what}').matches(':popover-open')")).await?;
                let fits = format!(
                    "(() => {{ const box = document.querySelector('{what}').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight + 1; }})()"
                );
                holds(page.value(&fits).await? == true, format!("{name}: {what} does not fit the screen"))?;
                page.hit(Keys::Escape).await?;
                page.until(&format!("!document.querySelector('{what}').matches(':popover-open')")).await?;
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(Trouble(wrong.join("\n"))) }
    });
}

/// Everything that is wrong with a table, screen by screen.
async fn measured(page: &Window, name: &str, wrong: &mut Vec<String>) -> Done {
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

/// How many answers there are, and how many of them are in sight; where a hint stands above them, a few may wait below.
const ANSWERS: &str = "const asked = document.querySelector('.asked')?.getBoundingClientRect(); \
    const all = [...document.querySelectorAll('#options :is(button[name=key], summary)')].filter((el) => el.checkVisibility()).map((el) => el.getBoundingClientRect()); \
    const seen = all.filter((box) => box.top >= asked.top - 1 && box.bottom <= Math.min(asked.bottom, innerHeight) + 1).length; \
    const least = document.querySelector('.tip') ? Math.min(4, all.length) : all.length; \
    return seen < least ? `${seen} of ${all.length} answers are in sight` : '';";

/// Answers a question after the other, the first answer each time, and measures at each whether the answers are in sight.
async fn answers_seen(page: &Window, name: &str, questions: usize, wrong: &mut Vec<String>) -> Done {
    for n in 0..questions {
        page.settled().await?;
        let found = page.js(ANSWERS, Vec::new()).await?;
        if let Some(found) = found.as_str().filter(|found| !found.is_empty()) {
            wrong.push(format!("{name}, answer {n}: {found}: {}", page.text("#ask").await?));
        }
        let on = "(document.querySelector('#on button') ?? document.querySelector('#options button[name=key]'))";
        if page.value(&format!("!!{on}")).await? != true {
            break;
        }
        let mark = page.mark().await?;
        page.js(&format!("{on}.click()"), Vec::new()).await?;
        page.moved_from(mark).await?;
    }
    Ok(())
}

/// On a laptop whoever is asked sees what he can answer, in every game and in every guided one, without scrolling.
#[test]
fn answers_are_in_sight_in_a_low_window() {
    play(async |stage| {
        let Stage { page, house } = stage;
        page.screen(1280, 800, 1.0)?;
        let mut wrong = Vec::new();
        for (name, id) in laid(house.stages())? {
            sit_down(stage, &id).await?;
            if page.count("#prompt button[name=seat]").await? > 0 {
                page.click("#prompt button[name=seat]").await?;
                page.see("#board .panel").await?;
            }
            answers_seen(page, &name, 5, &mut wrong).await?;
        }
        page.goto("/").await?;
        let games = page.value("[...document.querySelectorAll('form[action^=\"/learn/\"]')].map((form) => form.getAttribute('action')).join(' ')").await?;
        for game in games.as_str().unwrap_or_default().split(' ') {
            page.goto("/").await?;
            page.js(&format!("document.querySelector('form[action=\"{game}\"] button').click()"), Vec::new()).await?;
            page.until("document.getElementById('ask') !== null && document.documentElement.classList.contains('js')")
                .await?;
            answers_seen(page, game, 8, &mut wrong).await?;
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
        // On a telephone the closed sheet still shows something to choose.
        let chooses = "(() => { const [sheet, asked] = ['.sheet-up', '.asked'].map((css) => document.querySelector(css).getBoundingClientRect()); \
            const all = [...document.querySelectorAll('#options :is(button, summary, input)')].filter((el) => el.checkVisibility()).map((el) => el.getBoundingClientRect()); \
            return all.some((box) => Math.min(box.bottom, asked.bottom, sheet.bottom, innerHeight) - Math.max(box.top, asked.top, sheet.top) >= 30); })()";
        for (game, id) in &games {
            page.screen(360, 740, 1.0)?;
            sit_down(stage, id).await?;
            page.settled().await?;
            holds(page.value(chooses).await? == true, format!("{game}: large text leaves nothing to choose"))?;
        }
        Ok(())
    });
}

/// On a telephone a guided game has its hint and at least one answer in sight, and what is smaller than a thumb is hit by one beside it.
#[test]
fn a_hint_leaves_something_to_choose_on_a_telephone() {
    play(async |stage| {
        let Stage { page, .. } = stage;
        page.screen(360, 740, 1.0)?;
        page.goto("/").await?;
        let games = page.value("[...document.querySelectorAll('form[action^=\"/learn/\"]')].map((form) => form.getAttribute('action')).join(' ')").await?;
        let games = games.as_str().unwrap_or_default().to_string();
        holds(!games.is_empty(), "there is no guided game")?;
        let wrong = "const [sheet, asked] = ['.sheet-up', '.asked'].map((css) => document.querySelector(css).getBoundingClientRect()); \
            const seen = (el) => { const box = el.getBoundingClientRect(); return Math.min(box.bottom, asked.bottom, innerHeight) - Math.max(box.top, asked.top) >= Math.min(40, box.height) - 1; }; \
            const all = [...document.querySelectorAll('#options :is(button[name=key], summary, input)')].filter((el) => el.checkVisibility()); \
            if (!document.querySelector('.tip')) return 'no hint'; \
            if (!all.some(seen)) return 'no answer in sight'; \
            const svg = document.querySelector('#board svg.hd-board'); \
            const small = [...document.querySelectorAll('#board svg a.spot')].find((el) => { const box = el.getBoundingClientRect(); return box.width > 0 && box.width < 39.5 && box.top > 0 && box.bottom < sheet.top; }); \
            if (!small) return ''; \
            const box = small.getBoundingClientRect(); \
            svg.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: box.left + box.width / 2 - 19, clientY: box.top + box.height / 2 })); \
            const picked = document.getElementById('pick'); picked?.querySelectorAll('button')[1].click(); \
            return picked ? '' : 'a target narrower than a finger is missed';";
        for game in games.split(' ') {
            page.goto("/").await?;
            page.js(&format!("document.querySelector('form[action=\"{game}\"] button').click()"), Vec::new()).await?;
            page.until("document.getElementById('ask') !== null && document.documentElement.classList.contains('js')")
                .await?;
            for n in 0..8 {
                page.settled().await?;
                let found = page.js(wrong, Vec::new()).await?;
                let found = found.as_str().unwrap_or_default().to_string();
                // A hint is shown once: where there is none there is only less in the way.
                holds(found.is_empty() || (n > 0 && found == "no hint"), format!("{game}, answer {n}: {found}"))?;
                let mark = page.mark().await?;
                if page.value("!!document.querySelector('#on button, #options button[name=key]')").await? != true {
                    break;
                }
                page.js("(document.querySelector('#on button') ?? document.querySelector('#options button[name=key]')).click()", Vec::new()).await?;
                page.moved_from(mark).await?;
            }
        }
        Ok(())
    });
}

/// Where the board stands, and what is seen of it; on a small screen its tools may come and go below it.
const PLACE: &str = "JSON.stringify((() => { const [port, map] = ['.viewport', '#board svg[data-frame]'].map((css) => document.querySelector(css)); \
    const box = port.getBoundingClientRect(); return [box.left, box.top, innerWidth < 1000 ? 0 : box.height, box.width, map?.getAttribute('viewBox') ?? '']; })())";

#[test]
fn the_board_stays_where_it_was_left_whatever_is_answered() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let games = laid(house.under_way(60))?;
        let screens = [(1280, 800), (360, 740)];
        for ((game, id), (width, height)) in games.iter().flat_map(|game| screens.map(|screen| (game, screen))) {
            page.screen(width, height, 1.0)?;
            sit_down(stage, id).await?;
            // A map of which only a part is seen is moved a little first.
            page.press("+").await?;
            let left = page.value(PLACE).await?;
            for n in 0..6 {
                let more = "!!document.querySelector('#options button[name=key]')";
                if page.value(more).await? != true {
                    break;
                }
                let mark = page.mark().await?;
                page.js("document.querySelector('#options button[name=key]').click()", Vec::new()).await?;
                page.moved_from(mark).await?;
                let now = page.value(PLACE).await?;
                holds(now == left, format!("{game}, {width}, answer {n}: the board moved from {left} to {now}"))?;
            }
            // Nor does it move when the page is loaded anew.
            sit_down(stage, id).await?;
            let now = page.value(PLACE).await?;
            holds(now == left, format!("{game}, {width}: loaded anew the board is at {now}, not at {left}"))?;
        }
        Ok(())
    });
}

/// What is wrong with the writing of a board: smaller than can be read, in pixels.
const SMALL: &str = "[...document.querySelectorAll('#board svg[data-frame] :is(text, tspan)')].filter((el) => !el.childElementCount && el.checkVisibility({ visibilityProperty: true }) && el.textContent.trim()).map((el) => \
    [parseFloat(getComputedStyle(el).fontSize) * (el.closest('text').getScreenCTM()?.a ?? 1), el.textContent]).filter(([high]) => high < 8.9).map((one) => one.join(' ')).slice(0, 5).join('; ')";

/// Whoever never touches the map has it at one scale, from the first question to the last.
#[test]
fn a_map_keeps_its_scale_and_can_be_read_whatever_is_asked() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let scale = "(() => { const map = document.querySelector('#board svg[data-frame]'); return map ? map.getScreenCTM().a.toFixed(3) + ' ' + map.getAttribute('viewBox').split(' ').slice(2).join(' ') : ''; })()";
        let (mut mapped, games) = (0, laid(house.under_way(60))?);
        for (width, height) in [(820, 1180), (1280, 800), (1920, 1080)] {
            page.screen(width, height, 1.0)?;
            for (game, id) in &games {
                sit_down(stage, id).await?;
                let first = page.value(scale).await?;
                if first == "" {
                    continue;
                }
                mapped += 1;
                for n in 0..12 {
                    let small = page.value(SMALL).await?;
                    holds(small == "", format!("{game}, {width}, answer {n}: too small to be read: {small}"))?;
                    let on =
                        "(document.querySelector('#on button') ?? document.querySelector('#options button[name=key]'))";
                    if page.value(&format!("!!{on}")).await? != true {
                        break;
                    }
                    let mark = page.mark().await?;
                    page.js(&format!("{on}.click()"), Vec::new()).await?;
                    page.moved_from(mark).await?;
                    let now = page.value(scale).await?;
                    holds(now == first, format!("{game}, {width}, answer {n}: the scale was {first} and is {now}"))?;
                }
            }
        }
        holds(mapped > 0, "no game has a map")
    });
}

#[test]
fn what_is_out_of_sight_is_offered_and_brought_into_it() {
    play(async |stage| {
        let Stage { page, house } = stage;
        for (game, id) in laid(house.under_way(60))? {
            page.screen(1280, 800, 1.0)?;
            sit_down(stage, &id).await?;
            if page.count("#board svg[data-frame] a.spot").await? == 0 {
                continue;
            }
            // Far away from everything to choose.
            for _ in 0..12 {
                page.press("+").await?;
            }
            let seen = "[...document.querySelectorAll('#board a.spot')].every((el) => { const [box, port] = [el, document.querySelector('.pane')].map((one) => one.getBoundingClientRect()); \
                const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]; return x >= port.left && x <= port.right && y >= port.top && y <= port.bottom; })";
            if page.value(seen).await? == true {
                continue;
            }
            page.see("#off").await?;
            page.click("#off").await?;
            holds(page.value(seen).await? == true, format!("{game}: what can be chosen is not brought into sight"))?;
        }
        Ok(())
    });
}

#[test]
fn tab_walks_the_board_first() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut tried = 0;
        for (game, id) in laid(house.under_way(60))? {
            page.screen(1280, 800, 1.0)?;
            for what in ["loaded", "asked again"] {
                sit_down(stage, &id).await?;
                if page.count("#board a.spot").await? == 0 {
                    break;
                }
                if what == "asked again" {
                    page.js("document.getElementById('ask').focus()", Vec::new()).await?;
                }
                page.press("\u{e004}").await?;
                let on = page.value("document.activeElement.closest('#board') !== null").await?;
                holds(on == true, format!("{game}, {what}: Tab does not lead to the board"))?;
                tried += 1;
            }
        }
        holds(tried > 0, "no board has anything to choose")
    });
}
