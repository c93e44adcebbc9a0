//! What answers weigh on their way to the browser, without one: for every game how many bytes an answer brings, packed and unpacked, and what
//! the heaviest of them hold.
//!
//! `cargo run --release -p hulldown-browser --bin weigh -- [ANSWERS] [SEED] [OUTDIR]` writes the heaviest into a directory if there is one.

use hulldown_browser::{Asker, House, weighed};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// How many of the heaviest are written.
const HEAVIEST: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let answers = args.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let seed = args.next().and_then(|text| text.parse().ok()).unwrap_or(5);
    let out = args.next();
    let house = House::open()?;
    let asker = Asker::meet(house.port())?;
    println!(
        "| game | answers | bytes sent: median, p90, most | before they are packed: median, p90, most |\n|---|---|---|---|"
    );
    for (game, id) in house.under_way_from(seed, 60)? {
        let mut all = weighed(&house, &asker, &id, answers)?;
        let at = |sizes: &mut Vec<usize>| {
            sizes.sort_unstable();
            let at = |part: usize| sizes.get((sizes.len().max(1) - 1) * part / 10).copied().unwrap_or(0);
            format!("{}, {}, {}", at(5), at(9), at(10))
        };
        let mut sent = all.iter().map(|answer| answer.sent).collect();
        let mut texts = all.iter().map(|answer| answer.text.len()).collect();
        println!("| {game} | {} | {} | {} |", all.len(), at(&mut sent), at(&mut texts));
        all.sort_by_key(|answer| std::cmp::Reverse(answer.sent));
        if let Some(out) = &out {
            std::fs::create_dir_all(out)?;
            for (n, answer) in all.iter().take(HEAVIEST).enumerate() {
                let head = format!("<!-- {} sent, {} after {} -->\n", answer.sent, answer.text.len(), answer.key);
                std::fs::write(Path::new(out).join(format!("{game}-{n}.html")), head + &answer.text)?;
            }
        }
        let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
        let heavy = &all[..all.len().div_ceil(10)];
        for answer in heavy {
            for (name, size) in pieces(&answer.text) {
                *parts.entry(name).or_default() += size;
            }
        }
        let mut parts: Vec<(&str, usize)> = parts.into_iter().collect();
        parts.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        let told = parts.iter().take(12).map(|(name, size)| format!("{name} {}", size / heavy.len().max(1)));
        println!("  the heaviest tenth, unpacked: {}", told.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

/// The text cut wherever an element with an id begins, by the beginnings of those ids.
fn pieces(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.split(" id=\"").skip(1).map(|part| {
        let name = part.split('"').next().unwrap_or_default();
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (name.split_inclusive(['-', '.']).next().unwrap_or(name), part.len())
    })
}
