//! What an answer weighs, and that what is put in is what would be loaded.

use crate::{holds, laid, sit_down};
use hulldown_browser::{Asker, Done, House, Stage, Window, play, weighed};
use serde_json::{Value, json};

/// What an answer weighs at most on the way, in bytes: what is larger is packed with more care.
const MOST: u64 = 8_192;

/// How many answers are given in each game.
const ANSWERS: usize = 14;

/// Gives an answer by its key, or says it, and tells how many bytes came back.
const ANSWER: &str = "
    const [key, done] = arguments;
    const choice = [...document.querySelectorAll('#options button')].find((button) => button.value === key);
    const before = document.getElementById('prompt').dataset.mark;
    performance.clearResourceTimings();
    if (choice) choice.click();
    else {
        const say = document.getElementById('say');
        say.elements.key.value = key;
        say.requestSubmit();
    }
    const look = setInterval(() => {
        const reply = performance.getEntriesByType('resource').find((entry) => entry.name.endsWith('/choose'));
        if (!reply || document.documentElement.matches('.busy, .fresh') || document.getElementById('prompt').dataset.mark === before) return;
        clearInterval(look);
        done(reply.encodedBodySize);
    }, 20);
";

/// Tells the first difference between the page as it is shown and as it would be loaded now; what a person has unfolded, and what the
/// script notes on elements, is no difference.
const AS_LOADED: &str = "
    const done = arguments[arguments.length - 1];
    (async () => {
        const loaded = await new Promise((next) => {
            const ask = new XMLHttpRequest();
            ask.open('GET', location.href);
            ask.responseType = 'document';
            ask.onload = () => next(ask.response);
            ask.send();
        });
        const plain = (el) => {
            const copy = el.cloneNode(true);
            // What a script has drawn over a board.
            for (const own of copy.querySelectorAll('.hd-told, .hd-beyond')) own.remove();
            // What is seen of a map is its player's.
            for (const map of copy.querySelectorAll('svg[data-frame]')) map.removeAttribute('viewBox');
            for (const shown of copy.querySelectorAll('.hd-shown')) for (const name of ['x', 'y', 'width', 'height']) shown.removeAttribute(name); \
            for (const under of copy.querySelectorAll('.hd-under')) under.classList.remove('hd-under');
            // Where more of a roll is told the script knows; a page that is loaded says it to those without one.
            for (const roll of copy.querySelectorAll('[data-load]')) {
                roll.dataset.load = '';
                roll.querySelector(':scope > p > a[href*=\"/event/\"]')?.parentElement.remove();
            }
            for (const one of [copy, ...copy.querySelectorAll('*')]) for (const name of ['style', 'open', 'tabindex', 'aria-expanded']) one.removeAttribute(name);
            const walk = (node) => node.nodeType === 3 ? node.data : `<${node.localName}${[...node.attributes].map((a) => ` ${a.name}=${a.value}`).sort().join('')}>${[...node.childNodes].map(walk).join('')}</>`;
            copy.normalize();
            return walk(copy);
        };
        for (const part of loaded.querySelectorAll('[data-part]')) {
            const [there, here] = [plain(part), plain(document.getElementById(part.id))];
            if (there === here) continue;
            let at = 0;
            while (there[at] === here[at]) at += 1;
            return done(`#${part.id}: ${here.slice(Math.max(0, at - 80), at + 120)} instead of ${there.slice(at, at + 120)}`);
        }
        done('');
    })().catch((error) => done(String(error)));
";

async fn as_loaded(page: &Window, when: &str) -> Done {
    page.quiet()?;
    let found = page.js_later(AS_LOADED, Vec::new()).await?;
    holds(found == json!(""), format!("{when}: {found}"))
}

#[test]
fn an_answer_is_small_and_leaves_the_page_as_it_would_be_loaded() {
    play(async |stage| {
        let Stage { page, house } = stage;
        for (game, id) in laid(house.under_way(60))? {
            sit_down(stage, &id).await?;
            for n in 0..ANSWERS {
                let Some((key, _)) = laid(house.advice(&id))? else { break };
                let bytes = page.js_later(ANSWER, vec![json!(key)]).await?;
                let bytes = bytes.as_u64().unwrap_or(u64::MAX);
                holds(bytes <= MOST, format!("{game}: {key} weighs {bytes} bytes"))?;
                as_loaded(page, &format!("{game} after {n} answers and {key}")).await?;
                if page.value("!document.querySelector('#options')").await? == Value::Bool(true) {
                    break;
                }
            }
            let mark = page.mark().await?;
            page.press(",u").await?;
            page.moved_from(mark).await?;
            as_loaded(page, &format!("{game} after an undo")).await?;
        }
        Ok(())
    });
}

/// Without a browser, for more of the answers of more games: what is packed with most care is never too heavy.
#[test]
fn no_answer_is_heavier_than_it_may_be() {
    for seed in [5, 300] {
        let house = House::open().unwrap();
        let asker = Asker::meet(house.port()).unwrap();
        for (game, id) in house.under_way_from(seed, 60).unwrap() {
            let all = weighed(&house, &asker, &id, 30).unwrap();
            let heaviest = all.iter().max_by_key(|answer| answer.sent).unwrap();
            assert!(heaviest.sent as u64 <= MOST, "{game}, {seed}: {} weighs {} bytes", heaviest.key, heaviest.sent);
        }
    }
}
