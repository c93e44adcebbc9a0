//! What answers weigh on their way to the browser, without one: for every game how many bytes an answer brings, packed and unpacked, and what
//! the heaviest of them hold.
//!
//! `cargo run --release -p hulldown-browser --bin weigh -- [ANSWERS] [OUTDIR]` writes the heaviest into a directory if there is one.

use flate2::read::GzDecoder;
use hulldown_browser::{Asker, House, RawReply};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Read;
use std::path::Path;

/// How many of the heaviest are written.
const HEAVIEST: usize = 6;

struct Answer {
    sent: usize,
    text: String,
    key: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let answers = args.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let out = args.next();
    let house = House::open()?;
    let asker = Asker::meet(house.port())?;
    println!(
        "| game | answers | bytes sent: median, p90, most | before they are packed: median, p90, most |\n|---|---|---|---|"
    );
    for (game, id) in house.under_way(60)? {
        let mut all = play(&house, &asker, &id, answers)?;
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

/// Answers as a sensible player would.
fn play(house: &House, asker: &Asker, id: &str, answers: usize) -> Result<Vec<Answer>, Box<dyn Error>> {
    let table = asker.get(&format!("/game/{id}"))?;
    let mut shows = table.between("data-shows=\"", "\"").ok_or("the table does not say what it shows")?;
    let mut mark = table.between("data-mark=\"", "\"").ok_or("the table has no mark")?;
    let mut all = Vec::new();
    while all.len() < answers {
        let key = match house.advice(id) {
            Ok(Some((key, _))) => key,
            // The game is over.
            Ok(None) => break,
            Err(_) if !all.is_empty() => break,
            Err(error) => return Err(error),
        };
        let body = asker.form(&[("mark", &mark), ("sure", &key)]);
        let head = format!(
            "Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\nAccept-Encoding: gzip\r\nX-Unpacks: phrases\r\nX-Part: {shows}\r\n",
            asker.port
        );
        let reply = asker.post_with(&format!("/game/{id}/choose"), &head, &body)?;
        if reply.status != 200 {
            return Err(format!("{key}: {} {}", reply.status, reply.text()).into());
        }
        shows = reply.header("x-shows").unwrap_or("0").into();
        let text = unpacked(&reply)?;
        let found = text.split_once("data-mark=\"").and_then(|(_, rest)| rest.split('"').next());
        mark = found.ok_or("the answer has no mark")?.into();
        all.push(Answer { sent: reply.body.len(), text, key });
    }
    Ok(all)
}

fn unpacked(reply: &RawReply) -> Result<String, Box<dyn Error>> {
    let mut body = Vec::new();
    match reply.header("content-encoding") {
        Some(_) => GzDecoder::new(&reply.body[..]).read_to_end(&mut body)?,
        None => reply.body.as_slice().read_to_end(&mut body)?,
    };
    match reply.header("x-size") {
        Some(size) => Ok(hulldown_web::unpacked(&body, size.parse()?)?),
        None => Ok(String::from_utf8(body)?),
    }
}

/// The text cut wherever an element with an id begins, by the beginnings of those ids.
fn pieces(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.split(" id=\"").skip(1).map(|part| {
        let name = part.split('"').next().unwrap_or_default();
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (name.split_inclusive(['-', '.']).next().unwrap_or(name), part.len())
    })
}
