//! What the script is sent: as it is, or packed where it is large.

use crate::app::lock;
use crate::guard::Ctx;
use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse, Response};
use flate2::{Compress, Compression, FlushCompress, Status};
use std::io;
use std::sync::{LazyLock, Mutex};

/// What is sent as it is, in bytes: it goes no further than this machine, where packing costs more than sending.
const SMALL: usize = 8 << 10;

/// How the script says that it unpacks what is packed with [`phrases`]. One that was loaded before there were any does not.
pub(crate) const UNPACKS: &str = "phrases";

/// How large something is that the script unpacks itself.
const SIZE: HeaderName = HeaderName::from_static("x-size");

/// A text as whoever asks can read it. What the script unpacks is packed in half the time that the packing every browser knows
/// takes; what would still be large is packed once more in that, or in that alone.
pub(crate) fn sent(text: String, ctx: &Ctx) -> Response {
    if text.len() <= SMALL {
        return Html(text).into_response();
    }
    let mut care = Care::Haste;
    if ctx.unpacks {
        let packed = lz4_flex::block::compress_with_dict(text.as_bytes(), phrases());
        let kind = [(header::CONTENT_TYPE, "application/octet-stream")];
        let size = [(SIZE, text.len().to_string())];
        if packed.len() <= SMALL {
            return (kind, size, packed).into_response();
        }
        // Packed twice it loses a sixth, at a third of what packing all of it costs.
        let twice = (ctx.packs && packed.len() <= SMALL / 6 * 7).then(|| gzipped_with(Care::Haste, &packed)).flatten();
        if let Some(twice) = twice.filter(|twice| twice.len() <= SMALL) {
            return (kind, size, [(header::CONTENT_ENCODING, "gzip")], twice).into_response();
        }
        // Haste takes off a fifth of that; where it cannot be enough it is not tried.
        if packed.len() > SMALL / 4 * 5 {
            care = Care::Full;
        }
    }
    match ctx.packs.then(|| gzipped(&text, care)).flatten() {
        Some(packed) => ([(header::CONTENT_ENCODING, "gzip")], Html(packed)).into_response(),
        None => Html(text).into_response(),
    }
}

/// What the script takes for sent before everything it unpacks: the phrases most pages are made of are never sent.
fn phrases() -> &'static [u8] {
    static PHRASES: LazyLock<&str> =
        LazyLock::new(|| include_str!("../assets/script/phrases.js").split('`').nth(1).unwrap_or_default());
    PHRASES.as_bytes()
}

/// What the script makes of something it unpacks, of this size then.
pub fn unpacked(packed: &[u8], size: usize) -> io::Result<String> {
    let bytes = lz4_flex::block::decompress_with_dict(packed, size, phrases()).map_err(io::Error::other)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// How hard the same is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    Haste,
    Full,
}

/// All of it packed at once, since it is there as a whole and goes out as one; nothing if that would make it larger. What is packed in haste and
/// would still be large is packed again with care: few replies are, and care takes twice as long.
fn gzipped(text: &str, care: Care) -> Option<Vec<u8>> {
    let packed = gzipped_with(care, text.as_bytes());
    let done = care == Care::Full || packed.as_ref().is_some_and(|packed| packed.len() <= SMALL);
    if done { packed } else { gzipped_with(Care::Full, text.as_bytes()) }
}

fn gzipped_with(care: Care, text: &[u8]) -> Option<Vec<u8>> {
    const LEVELS: [u32; 2] = [2, 6];
    /// Packers that nobody uses now: to make one takes longer than to pack with it.
    static PACKERS: [Mutex<Vec<Compress>>; 2] = [const { Mutex::new(Vec::new()) }; 2];
    /// How far back it is looked for the same, as a power of two.
    const WINDOW: u8 = 15;
    let care = care as usize;
    let spare = lock(&PACKERS[care]).pop();
    let mut packer = spare.unwrap_or_else(|| Compress::new_gzip(Compression::new(LEVELS[care]), WINDOW));
    let mut all = Vec::with_capacity(text.len());
    let done = packer.compress_vec(text, &mut all, FlushCompress::Finish);
    packer.reset();
    lock(&PACKERS[care]).push(packer);
    matches!(done, Ok(Status::StreamEnd)).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_is_packed_is_read_back_whichever_packer_was_used_before() {
        for n in 0..3 {
            let text = format!("<ul id=\"u{n}\">{}</ul>", "<li>Fire at unit 2</li>".repeat(400 + n));
            let packed = gzipped(&text, Care::Haste).unwrap();
            let mut read = String::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut read).unwrap();
            assert!(read == text && packed.len() < text.len() / 10, "{n}: {}", packed.len());
        }
        assert_eq!(gzipped("no", Care::Haste), None, "what would be larger is sent as it is");
    }

    #[test]
    fn phrases_are_taken_for_sent() {
        let text = "<li class=\"option\" id=\"o-go\"><button name=\"key\" value=\"go\" data-keys=\"Z\">".repeat(200);
        let with = lz4_flex::block::compress_with_dict(text.as_bytes(), phrases());
        assert_eq!(unpacked(&with, text.len()).unwrap(), text);
        assert!(with.len() + 30 < lz4_flex::block::compress(text.as_bytes()).len());
        assert!(phrases().len() > 3000);
    }

    #[test]
    fn what_is_still_large_is_packed_twice() {
        // Numbers of four figures: hardly the same twice, but few different letters.
        let next = |n: &u32| Some(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let all = std::iter::successors(Some(1), next).take(2250);
        let text: String = all.map(|n| format!("{:04x}", n >> 16)).collect::<Vec<_>>().concat();
        let mut ctx = Ctx::of_script();
        (ctx.unpacks, ctx.packs) = (true, true);
        let reply = sent(text.clone(), &ctx);
        let says = |name: &str| reply.headers().get(name).map(|value| value.to_str().unwrap().to_string());
        assert_eq!((says("content-encoding"), says("x-size")), (Some("gzip".into()), Some(text.len().to_string())));
        let packed = lz4_flex::block::compress_with_dict(text.as_bytes(), phrases());
        let twice = gzipped_with(Care::Haste, &packed).unwrap();
        assert!(packed.len() > SMALL && twice.len() <= SMALL, "{} {}", packed.len(), twice.len());
        let mut once = Vec::new();
        flate2::read::GzDecoder::new(&twice[..]).read_to_end(&mut once).unwrap();
        assert_eq!(unpacked(&once, text.len()).unwrap(), text);
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
        assert_eq!(says(&noise, true, true).1, Some("gzip".into()));
    }
}
