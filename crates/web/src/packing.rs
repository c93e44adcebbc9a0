//! What the script is sent: as it is, or packed where it is large.

use crate::app::lock;
use crate::guard::Ctx;
use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse, Response};
use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use std::io::{self, Read};
use std::sync::Mutex;

/// What is sent as it is, in bytes: it goes no further than this machine, where packing costs more than sending.
const SMALL: usize = 8 << 10;

/// How the script says that it unpacks what is packed with [`phrases`]. One that was loaded before there were any does not.
pub(crate) const UNPACKS: &str = "phrases, deflated";

/// How large something is that the script unpacks itself.
const SIZE: HeaderName = HeaderName::from_static("x-size");

/// What says that the browser unpacks it, as soon as the script has put the phrases before it.
const DEFLATED: HeaderName = HeaderName::from_static("x-deflated");

/// A text as whoever asks can read it. What the script unpacks is packed in half the time that the packing every browser knows
/// takes; only what would still be large is packed in that.
pub(crate) fn sent(text: String, ctx: &Ctx) -> Response {
    if text.len() <= SMALL {
        return Html(text).into_response();
    }
    let mut care = Care::Haste;
    if ctx.unpacks {
        let kind = (header::CONTENT_TYPE, "application/octet-stream".to_string());
        let packed = lz4_flex::block::compress_with_dict(text.as_bytes(), phrases());
        if packed.len() <= SMALL {
            return ([kind, (SIZE, text.len().to_string())], packed).into_response();
        }
        // Haste takes off a third of that; where it cannot be enough it is not tried.
        if packed.len() > SMALL / 2 * 3 {
            care = Care::Full;
        }
        if let Some(packed) = packed_as(Kind::Phrases, &text, care) {
            return ([kind, (DEFLATED, "1".into())], packed).into_response();
        }
    }
    match ctx.packs.then(|| packed_as(Kind::Gzip, &text, care)).flatten() {
        Some(packed) => ([(header::CONTENT_ENCODING, "gzip")], Html(packed)).into_response(),
        None => Html(text).into_response(),
    }
}

/// What the script takes for sent before everything it unpacks: the phrases most pages are made of are never sent.
fn phrases() -> &'static [u8] {
    let script = include_str!("../assets/script/phrases.js");
    script.split('`').nth(1).unwrap_or_default().as_bytes()
}

/// What the script makes of something it unpacks: of this size then, or deflated if none is said.
pub fn unpacked(packed: &[u8], size: Option<usize>) -> io::Result<String> {
    let bytes = match size {
        Some(size) => lz4_flex::block::decompress_with_dict(packed, size, phrases()).map_err(io::Error::other)?,
        None => {
            // The phrases as a block of their own that is not packed: what comes next refers to it.
            let long = phrases().len() as u16;
            let stored = [&[0][..], &long.to_le_bytes(), &(!long).to_le_bytes(), phrases(), packed].concat();
            let mut bytes = Vec::new();
            DeflateDecoder::new(&stored[..]).read_to_end(&mut bytes)?;
            bytes.split_off(phrases().len())
        }
    };
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// How hard the same is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    Haste,
    Full,
}

/// For whom it is packed: for every browser, or for the script, which has the phrases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gzip,
    Phrases,
}

/// All of it packed at once, since it is there as a whole and goes out as one; nothing if that would make it larger. What is packed in haste and
/// would still be large is packed again with care: few replies are, and care takes twice as long.
fn packed_as(kind: Kind, text: &str, care: Care) -> Option<Vec<u8>> {
    let packed = packed_with(kind, care, text);
    let done = care == Care::Full || packed.as_ref().is_some_and(|packed| packed.len() <= SMALL);
    if done { packed } else { packed_with(kind, Care::Full, text) }
}

fn packed_with(kind: Kind, care: Care, text: &str) -> Option<Vec<u8>> {
    const LEVELS: [u32; 2] = [2, 9];
    /// Packers that nobody uses now: to make one takes longer than to pack with it.
    static PACKERS: [[Mutex<Vec<Compress>>; 2]; 2] = [const { [const { Mutex::new(Vec::new()) }; 2] }; 2];
    /// How far back it is looked for the same, as a power of two.
    const WINDOW: u8 = 15;
    let (packers, level) = (&PACKERS[kind as usize][care as usize], Compression::new(LEVELS[care as usize]));
    let spare = lock(packers).pop();
    let mut packer = spare.unwrap_or_else(|| match kind {
        Kind::Gzip => Compress::new_gzip(level, WINDOW),
        Kind::Phrases => Compress::new_with_window_bits(level, false, WINDOW),
    });
    if kind == Kind::Phrases {
        packer.set_dictionary(phrases()).ok()?;
    }
    let mut all = Vec::with_capacity(text.len());
    let done = packer.compress_vec(text.as_bytes(), &mut all, FlushCompress::Finish);
    packer.reset();
    lock(packers).push(packer);
    matches!(done, Ok(Status::StreamEnd)).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_read_back_whichever_packer_was_used_before() {
        for n in 0..3 {
            let text = format!("<ul id=\"u{n}\">{}</ul>", "<li>Fire at unit 2</li>".repeat(400 + n));
            let packed = packed_as(Kind::Gzip, &text, Care::Haste).unwrap();
            let mut read = String::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut read).unwrap();
            assert!(read == text && packed.len() < text.len() / 10, "{n}: {}", packed.len());
            let packed = packed_as(Kind::Phrases, &text, Care::Haste).unwrap();
            assert_eq!(unpacked(&packed, None).unwrap(), text, "{n}");
        }
        assert_eq!(packed_as(Kind::Gzip, "no", Care::Haste), None, "what would be larger is sent as it is");
    }

    #[test]
    fn phrases_are_taken_for_sent() {
        let text = "<li class=\"option\" id=\"o-go\"><button name=\"key\" value=\"go\" data-keys=\"Z\">".repeat(200);
        let with = lz4_flex::block::compress_with_dict(text.as_bytes(), phrases());
        assert_eq!(unpacked(&with, Some(text.len())).unwrap(), text);
        assert!(with.len() + 30 < lz4_flex::block::compress(text.as_bytes()).len());
        let deflated = packed_as(Kind::Phrases, &text, Care::Haste).unwrap();
        assert!(deflated.len() + 30 < packed_as(Kind::Gzip, &text, Care::Haste).unwrap().len());
        assert!(phrases().len() > 3000);
        // As many as one block of what is not packed can hold.
        assert!(phrases().len() <= usize::from(u16::MAX));
    }

    #[test]
    fn what_is_small_is_sent_as_it_is_and_what_is_large_as_it_can_be_read() {
        let says = |text: &str, unpacks, packs| {
            let mut ctx = Ctx::of_script();
            (ctx.unpacks, ctx.packs) = (unpacks, packs);
            let reply = sent(text.into(), &ctx);
            let says = |name| reply.headers().get(name).map(|value| value.to_str().unwrap().to_string());
            (says("x-size"), says("content-encoding"), says("content-type").unwrap())
        };
        let html = || "text/html; charset=utf-8".to_string();
        assert_eq!(says("small", true, true), (None, None, html()));
        let large = "large ".repeat(2000);
        let size = Some(large.len().to_string());
        assert_eq!(says(&large, true, true), (size, None, "application/octet-stream".into()));
        assert_eq!(says(&large, false, true), (None, Some("gzip".into()), html()));
        assert_eq!(says(&large, false, false), (None, None, html()));
        // What cannot be made small in haste is packed with care.
        let next = |n: &u32| Some(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let all = std::iter::successors(Some(1), next).take(9000);
        let noise: String = all.map(|n| char::from(b'?' + (n >> 26) as u8)).collect();
        assert_eq!(says(&noise, true, true), (None, None, "application/octet-stream".into()));
        assert_eq!(says(&noise, false, true).1, Some("gzip".into()));
    }
}
