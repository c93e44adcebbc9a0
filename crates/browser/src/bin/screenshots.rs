//! Pictures of the page: `cargo run -p hulldown-browser --bin screenshots -- OUTDIR [WORD]`; with a word, only those whose name holds it.

use hulldown_browser::{Done, House, Looks, Slot, Tools, Trouble, Window};
use hulldown_catalog::sample;
use serde_json::json;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let out = args.next().ok_or("give a directory for the pictures")?;
    let word = args.next().unwrap_or_default();
    std::fs::create_dir_all(&out)?;
    let tools = Tools::find()?;
    let _slot = Slot::take();
    let house = House::open()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(all(&tools, &house, Path::new(&out), &word)).map_err(|trouble| trouble.to_string().into())
}

/// The last roll of a game that is read in a column of its chart.
fn roll(house: &House, id: &str) -> Result<usize, Box<dyn std::error::Error>> {
    let log = house.read(id)?.log(0);
    let read = log.iter().rev().find(|event| event.roll.as_ref().is_some_and(|roll| !roll.column.is_empty()));
    Ok(read.ok_or("no such roll")?.n)
}

async fn all(tools: &Tools, house: &House, out: &Path, word: &str) -> Done {
    let laid = |made: Result<String, Box<dyn std::error::Error>>| made.map_err(|error| Trouble(error.to_string()));
    let begun = laid(house.fresh("Company B", 7))?;
    let battle = laid(house.career("Arracourt", 4, 200))?;
    let over = laid(house.glory("Bastogne", 120))?;
    let sides = |name: &str, setup: serde_json::Value, seed, turn| laid(house.sides(name, &setup, seed, turn, true));
    let modes = [("open", "0", 3), ("mixed", "1", 4), ("closed", "7", 2)];
    let mut sides_games = Vec::new();
    for (mode, scenario, seed) in modes {
        sides_games.push(sides(&format!("Sides {mode}"), json!({ "scenario": scenario, "mode": mode }), seed, 4)?);
    }
    let joined = laid(house.sides("Two sheets", &json!({ "scenario": "0", "sheets": "2x1" }), 3, 2, false))?;
    let waits = laid(house.sides("Curtain", &json!({}), 3, 3, false))?;
    let pages = [
        ("sides-curtain", format!("/game/{waits}")),
        ("sides-open", format!("/game/{}", sides_games[0])),
        ("sides-mixed", format!("/game/{}", sides_games[1])),
        ("sides-closed", format!("/game/{}", sides_games[2])),
        ("sides-whole", format!("/game/{}?map=whole", sides_games[2])),
        ("sides-joined", format!("/game/{joined}")),
        ("sides-watch", format!("/game/{}/watch", sides_games[0])),
        ("sides-replay", format!("/game/{}/replay", sides_games[0])),
        ("sides-career", format!("/game/{}/career", sides_games[0])),
        ("sides-new", concat!("/new/", sample!(sides)).to_string()),
        ("sides-chart", concat!("/charts/", sample!(sides), "/8.91").to_string()),
        ("sides-export", format!("/game/{}/export", sides_games[0])),
        ("library", "/".to_string()),
        ("begin", format!("/game/{begun}")),
        ("table", format!("/game/{battle}")),
        ("advice", format!("/game/{battle}?advice=1")),
        ("career", format!("/game/{over}/career")),
        ("replay", format!("/game/{battle}/replay?at=150")),
        ("report", format!("/game/{over}/report")),
        ("new", concat!("/new/", sample!(career)).to_string()),
        ("rules", concat!("/rules/", sample!(career)).to_string()),
        ("chart", concat!("/charts/", sample!(career), "/B1").to_string()),
        ("settings", "/settings".to_string()),
        ("over", format!("/game/{over}")),
        ("roll", format!("/game/{battle}/event/{}", roll(house, &battle).map_err(|error| Trouble(error.to_string()))?)),
    ];
    let calm = Looks::default();
    let ways: [(&str, u32, u32, f64, Looks, &str); 7] = [
        // As high as a picture in the README should be.
        ("readme", 1400, 640, 1.0, calm, "size-100"),
        ("1400-light", 1400, 950, 1.0, calm, "size-100"),
        ("1400-dark", 1400, 950, 1.0, Looks { dark: true, ..calm }, "size-100"),
        ("360-light", 360, 780, 2.0, calm, "size-100"),
        ("360-dark", 360, 780, 2.0, Looks { dark: true, ..calm }, "size-100"),
        ("3840-light", 3840, 2160, 1.0, calm, "size-100"),
        ("1400-text200", 1400, 950, 1.0, calm, "size-200"),
    ];
    let page = Window::open(tools, &house.origin(), false).await?;
    page.devtools("Emulation.setScrollbarsHidden", &json!({ "hidden": true }))?;
    for (way, width, height, scale) in [("1400-plain", 1400, 950, 1.0), ("360-plain", 360, 780, 2.0)] {
        page.screen(width, height, scale)?;
        for (name, path) in &pages {
            let name = format!("{name}-{way}");
            if name.contains(word) {
                page.goto(path).await?;
                std::fs::write(out.join(format!("{name}.png")), page.picture(false)?)?;
                println!("{name}");
            }
        }
    }
    page.quiet()?;
    drop(page);
    let page = Window::open(tools, &house.origin(), true).await?;
    page.devtools("Emulation.setScrollbarsHidden", &json!({ "hidden": true }))?;
    for (way, width, height, scale, sight, look) in ways {
        page.screen(width, height, scale)?;
        page.sight(sight)?;
        let cookie = json!({ "name": "hulldown-look", "value": look, "url": page.origin(), "path": "/" });
        page.devtools("Network.setCookie", &cookie)?;
        for (name, path) in &pages {
            let name = format!("{name}-{way}");
            if !name.contains(word) {
                continue;
            }
            page.goto(path).await?;
            page.until("document.readyState === 'complete' && document.documentElement.classList.contains('js')")
                .await?;
            if name.starts_with("sides-") && !name.contains("curtain") {
                to_plot(&page).await?;
            }
            let picture = page.picture(false)?;
            std::fs::write(out.join(format!("{name}.png")), picture)?;
            println!("{name}");
        }
    }
    page.quiet()
}

/// Sits down in front of a screen that waits to be handed over, and chooses the first unit to plot.
async fn to_plot(page: &Window) -> Done {
    if page.count("#prompt button[name=seat]").await? > 0 {
        page.click("#prompt button[name=seat]").await?;
        page.see("#board svg").await?;
    }
    let unit = "#options button[value=A]";
    if page.count(unit).await? > 0 && page.count("#say").await? > 0 {
        let mark = page.mark().await?;
        page.click(unit).await?;
        page.moved_from(mark).await?;
    }
    Ok(())
}
