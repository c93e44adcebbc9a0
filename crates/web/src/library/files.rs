//! Games as files: exported, and taken in.

use super::*;

/// A file name made of a game's name.
fn file_name(name: &str, extension: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    format!("{plain}.{extension}")
}

/// Whether the file of a game would tell a side what the other keeps from it: until the game is over it holds both.
fn tells_too_much(row: &GameRow) -> bool {
    let secrets = hulldown_desk::find(&row.title).is_ok_and(|shelf| shelf.secrets);
    secrets && row.outcome.is_none()
}

/// `GET /game/ID/export`: the whole game as a file. Of a game in play whose sides keep things from each other it is not given away by
/// the way: whoever wants it is told first what is in it.
pub(crate) async fn export(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async {
        let row = row(&app, &id).await?;
        if tells_too_much(&row) {
            return Ok(warned(&with, &row));
        }
        aside(move || file_of(&app, &row)).await
    };
    shown(&ctx, done.await)
}

/// `POST /game/ID/export`: the same by the owner of the games, who has been told that both sides are in it.
pub(crate) async fn export_whole(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    ctx: Ctx,
    fields: Fields,
) -> Response {
    let with = ctx.clone();
    let done = async {
        let row = row(&app, &id).await?;
        if tells_too_much(&row) && fields.get("both") != Some("yes") {
            return Ok(warned(&with, &row));
        }
        aside(move || file_of(&app, &row)).await
    };
    shown(&ctx, done.await)
}

/// What is in the file, before it is given.
fn warned(ctx: &Ctx, row: &GameRow) -> Response {
    let body = html! {
        h1 { "Export " (row.name) "?" }
        p { "This game is still in play. Its file holds the secrets of " strong { "both sides" } ": plots, hidden units, everything. Anyone who opens it sees them." }
        p { "To keep or send only what you may know, take " a href={ "/game/" (row.id) "/record.json" } { "your own record" } ". Once the game is over, the whole file is exported without asking." }
        form method="post" action={ "/game/" (row.id) "/export" } class="line" {
            (token(ctx))
            button class="danger" name="both" value="yes" { "Export both sides" }
            a class="button" href={ "/game/" (row.id) } { "Back to the table" }
        }
    };
    plain(ctx, "Export", Vec::new(), body)
}

fn file_of(app: &App, row: &GameRow) -> Done<Response> {
    let text = Archive { store: app.store.clone() }.export(row)?;
    let disposition = format!("attachment; filename=\"{}\"", file_name(&row.name, "json"));
    let headers = [(header::CONTENT_TYPE, "application/json".to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text + "\n").into_response())
}

/// `POST /import`
pub(crate) async fn import(State(app): State<SharedApp>, ctx: Ctx, mut parts: Multipart) -> Response {
    let (mut sent, mut file) = (None, None);
    let read = async {
        while let Some(part) =
            parts.next_field().await.map_err(|e| Oops::new(e.status(), "Not understood", e.body_text()))?
        {
            let named = part.file_name().map(|name| name.chars().take(60).collect::<String>());
            let name = part.name().unwrap_or_default().to_string();
            // The token comes first: what follows without it is not read.
            if name == "token" {
                sent = Some(part.text().await.map_err(|e| Oops::new(e.status(), "Not understood", e.body_text()))?);
                check_token(&app, &ctx, sent.as_deref())?;
            } else if name == "file" && sent.is_some() {
                let said = format!(
                    "The file {} is larger than {} MB, the most a saved game may have.",
                    named.as_deref().unwrap_or_default(),
                    LARGEST_SAVE >> 20
                );
                let bytes = part.bytes().await.map_err(|e| Oops::new(e.status(), "Too large", said))?;
                file = Some((named.unwrap_or_default(), bytes));
            }
        }
        check_token(&app, &ctx, sent.as_deref())
    };
    let read: Done<()> = timeout(LONGEST_IMPORT, read).await.unwrap_or_else(|_| Err(too_slow()));
    if let Err(oops) = read {
        return oops.page(&ctx);
    }
    let done = aside(move || {
        let (name, bytes) = file.ok_or_else(|| Oops::bad("No file was sent."))?;
        let label = if name.is_empty() { "the file".to_string() } else { name.clone() };
        let bad =
            |why: String| Oops::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, "This game cannot be opened", why);
        let text = std::str::from_utf8(&bytes).map_err(|_| bad("This is not a saved game: it is not text.".into()))?;
        let save = hulldown_core::save::read(text).map_err(|e| bad(format!("{label}: {e}")))?;
        let base = Some(name.trim_end_matches(".json").replace('_', " ")).filter(|base| !base.is_empty());
        let found = FoundSave { save, label, pack: None };
        // One of older rules is kept whole, as a record; its own page says what that means.
        let archive = Archive { store: app.store.clone() };
        let taken = archive.take_in(found, None, base.as_deref(), &Beside::default())?;
        Ok(see(&format!("/game/{}", taken.id)))
    });
    shown(&ctx, done.await)
}
