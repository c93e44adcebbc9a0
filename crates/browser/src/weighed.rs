//! What answers weigh on their way to the script, without a browser.

use crate::{Asker, House, RawReply};
use flate2::read::GzDecoder;
use std::error::Error;
use std::io::Read;

/// What an answer brought.
pub struct Weighed {
    /// How many bytes were sent.
    pub sent: usize,
    /// What they hold.
    pub text: String,
    /// The answer.
    pub key: String,
}

/// Answers as a sensible player would, and weighs what each answer brings.
pub fn weighed(house: &House, asker: &Asker, id: &str, answers: usize) -> Result<Vec<Weighed>, Box<dyn Error>> {
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
            "Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\nAccept-Encoding: gzip\r\nX-Unpacks: phrases, deflated\r\nX-Part: {shows}\r\n",
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
        all.push(Weighed { sent: reply.body.len(), text, key });
    }
    Ok(all)
}

fn unpacked(reply: &RawReply) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    let size = reply.header("x-size");
    if size.is_some() || reply.header("x-deflated").is_some() {
        return Ok(hulldown_web::unpacked(&reply.body, size.map(str::parse).transpose()?)?);
    }
    match reply.header("content-encoding") {
        Some(_) => GzDecoder::new(&reply.body[..]).read_to_string(&mut text)?,
        None => reply.body.as_slice().read_to_string(&mut text)?,
    };
    Ok(text)
}
