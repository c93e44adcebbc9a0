//! A small picture of a saved game as it stands, for the library.

use crate::app::{SharedApp, aside, game_id};
use crate::error::Oops;
use crate::guard::Ctx;
use crate::page::{color_scheme, shown};
use crate::pieces::number_of;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hulldown_core::game::Seat;
use hulldown_desk::Shelf;
use hulldown_draw::{Look, Region};
use hulldown_keep::{Archive, Beside, FoundSave, Rules, take_up};
use hulldown_store::GameRow;

/// The address of a game's picture: another one for each position and look, so that a browser fetches none twice. Where things are kept
/// from each other the length of the record would tell how much the other has answered: there the browser asks whether it has changed.
pub(crate) fn address(row: &GameRow, ctx: &Ctx) -> String {
    let secrets = hulldown_desk::find(&row.title).is_ok_and(|shelf| shelf.secrets);
    let at = if secrets { String::new() } else { format!("at={}&", row.length) };
    format!("/game/{}/picture?{at}scheme={}", row.id, ctx.look.scheme)
}

/// `GET /game/ID/picture`: the board as the one person who plays sees it, else the game's cover.
pub(crate) async fn show(State(app): State<SharedApp>, Path(id): Path<String>, asked: HeaderMap, ctx: Ctx) -> Response {
    let scheme = ctx.look.scheme;
    let done = async {
        let id = game_id(&id)?;
        aside(move || {
            let row = app.store.find(&id.to_string())?;
            let shelf = hulldown_desk::find(&row.title).map_err(|_| Oops::missing("There is no such game here."))?;
            let beside = Beside::of(&app.store, row.id).unwrap_or_default();
            let archive = Archive { store: app.store.clone() };
            let drawn = board(&archive, shelf, &row, &beside).or_else(|| (shelf.picture)());
            let drawn = drawn.ok_or_else(|| Oops::missing("That game has no picture."))?;
            let drawn = document(&drawn, shelf, scheme);
            let shown = format!("\"{:x}\"", number_of(&drawn));
            let lasts = if shelf.secrets { "private, no-cache" } else { "private, max-age=604800" };
            let tags = [(header::CACHE_CONTROL, lasts), (header::ETAG, shown.as_str())];
            if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == shown.as_bytes()) {
                return Ok((StatusCode::NOT_MODIFIED, tags).into_response());
            }
            Ok((tags, [(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
        })
        .await
    };
    shown(&ctx, done.await)
}

/// The drawing on the board; none where it is not drawn, or not for whoever may look at the library.
fn board(archive: &Archive, shelf: &Shelf, row: &GameRow, beside: &Beside) -> Option<String> {
    if Rules::of(&row.title, row.rules_version) != Rules::Same {
        return None;
    }
    let save = archive.read(row).ok()?;
    let pack = archive.pack_for(row.id, &save.head, None).ok()?;
    let game = take_up(FoundSave { save, label: row.name.clone(), pack }).ok()?.game;
    let people: Vec<u8> = (0..game.seats()).filter(|seat| !beside.bots.contains_key(seat)).collect();
    let seat = match people.as_slice() {
        [seat] => *seat,
        // Where people keep things from each other nobody knows who looks.
        _ if shelf.secrets => return None,
        _ => 0,
    };
    let panels = game.panels(Seat(seat).into(), &[], "", &Look::default());
    let panel = panels.into_iter().find(|panel| panel.region == Region::Board)?;
    drawing(&panel.html).map(String::from)
}

/// The first drawing of a board in some markup.
fn drawing(html: &str) -> Option<&str> {
    let board = html.match_indices("<svg").map(|(at, _)| &html[at..]);
    let from = board.into_iter().find(|from| {
        let tag = from.split('>').next().unwrap_or_default();
        tag.contains("hd-board")
    })?;
    // Drawings may hold drawings.
    let mut deep = 0_usize;
    for (at, _) in from.match_indices('<') {
        if from[at..].starts_with("<svg") {
            deep += 1;
        } else if from[at..].starts_with("</svg>") {
            deep -= 1;
            if deep == 0 {
                return Some(&from[..at + "</svg>".len()]);
            }
        }
    }
    None
}

/// A drawing with its looks, as a file of its own.
fn document(drawn: &str, shelf: &Shelf, scheme: &str) -> String {
    let own = drawn.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1);
    let own = own.replacen("<svg", &format!("<svg data-scheme=\"{scheme}\""), 1);
    let wanted = color_scheme(scheme);
    let styles = format!("<style>:root{{color-scheme:{wanted}}}{}{}</style>", hulldown_draw::CSS, shelf.css);
    let styles = styles.replace('&', "&amp;");
    match own.split_once('>') {
        Some((tag, rest)) => format!("{tag}>{styles}{rest}"),
        None => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_board_is_cut_out_whole() {
        let html =
            r#"<p></p><svg class="hd-icon"></svg><div><svg id="x" class="hd-board"><svg></svg><g></g></svg></div>"#;
        assert_eq!(drawing(html), Some(r#"<svg id="x" class="hd-board"><svg></svg><g></g></svg>"#));
        assert_eq!(drawing("<ul><li></li></ul>"), None);
    }
}
