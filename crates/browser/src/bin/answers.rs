//! How quick the page is: for every game, the time from a click to the repainted page, and what an answer weighs on the way.
//!
//! `cargo run --release -p hulldown-browser --bin answers -- [ANSWERS]`

use hulldown_browser::{Done, House, Slot, Tools, Trouble, Window};
use serde_json::{Value, json};

/// Gives an answer as a person does and tells, once the page has been painted, how long it took in milliseconds and how many bytes came.
/// Before a question was seen no key answers it, but a click does.
const ANSWER: &str = "
    const [key, done] = arguments;
    const choice = [...document.querySelectorAll('#options button')].find((button) => button.value === key);
    const mark = () => document.getElementById('prompt').dataset.mark;
    const before = mark();
    const painted = (begun) => requestAnimationFrame(() => {
        // What is posted before a frame arrives after it.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
            const took = performance.now() - begun;
            const reply = performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/choose')).pop();
            done([took, reply?.encodedBodySize ?? 0, reply ? reply.responseEnd - reply.startTime : 0]);
        };
        channel.port2.postMessage(0);
    });
    performance.clearResourceTimings();
    const begun = performance.now();
    const watch = new MutationObserver(() => {
        if (mark() === before) return;
        watch.disconnect();
        painted(begun);
    });
    watch.observe(document.querySelector('.table'), { subtree: true, childList: true, attributes: true });
    if (choice) choice.click();
    else {
        const say = document.getElementById('say');
        if (!say) return done(null);
        say.elements.key.value = key;
        say.requestSubmit();
    }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answers = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(40);
    let tools = Tools::find()?;
    let _slot = Slot::take();
    let house = House::open()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(&tools, &house, answers)).map_err(|trouble| trouble.to_string().into())
}

async fn measure(tools: &Tools, house: &House, answers: usize) -> Done {
    let page = Window::open(tools, &house.origin(), true).await?;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("machine load {}", load.trim());
    println!(
        "| game | answers | click to repaint: median, p90 | of that the server: median | bytes an answer: median, most |\n|---|---|---|---|---|"
    );
    for (game, id) in house.under_way(60).map_err(|error| Trouble(error.to_string()))? {
        page.goto(&format!("/game/{id}")).await?;
        page.until("document.documentElement.classList.contains('js') && document.querySelector('#prompt')").await?;
        page.settled().await?;
        let (mut times, mut bytes, mut served) = (Vec::new(), Vec::new(), Vec::new());
        while times.len() < answers {
            let Some((key, _)) = house.advice(&id).map_err(|error| Trouble(error.to_string()))? else { break };
            let took = page.js_later(ANSWER, vec![json!(key)]).await?;
            let (Some(time), Some(size)) = (took[0].as_f64(), took[1].as_u64()) else {
                return Err(Trouble(format!("{game}: {key} cannot be chosen: {}", page.text("#prompt").await?)));
            };
            times.push(time);
            bytes.push(size);
            served.push(took[2].as_f64().unwrap_or(0.0));
            // Whoever plays looks before the next answer.
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
            if page.value("!document.querySelector('#options')").await? == Value::Bool(true) {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        bytes.sort_unstable();
        served.sort_by(f64::total_cmp);
        let at = |part: usize| times.len().saturating_sub(1) * part / 10;
        println!(
            "| {game} | {} | {:.0} ms, {:.0} ms | {:.0} ms | {}, {} |",
            times.len(),
            times.get(at(5)).unwrap_or(&0.0),
            times.get(at(9)).unwrap_or(&0.0),
            served.get(at(5)).unwrap_or(&0.0),
            bytes.get(at(5)).unwrap_or(&0),
            bytes.last().unwrap_or(&0)
        );
    }
    Ok(())
}
