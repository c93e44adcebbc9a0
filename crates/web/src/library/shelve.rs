//! What is done with a saved game as a whole: renamed, copied, deleted.

use super::*;

/// `GET /game/ID/rename`
pub(crate) async fn rename_form(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let done = row(&app, &id).await.map(|row| rename_page(&ctx, &row, &row.name, None));
    shown(&ctx, done)
}

fn rename_page(ctx: &Ctx, row: &GameRow, name: &str, wrong: Option<&str>) -> Response {
    let body = html! {
        h1 { "Rename " (row.name) }
        @if let Some(wrong) = wrong { p class="notice bad" role="alert" { (wrong) } }
        form method="post" action={ "/game/" (row.id) "/rename" } class="line" {
            (token(ctx))
            label { "New name " input name="name" value=(name) maxlength="80" required autofocus; }
            button class="strong" { "Rename" }
            a class="button" href="/" { "Leave it" }
        }
    };
    plain(ctx, "Rename", Vec::new(), body)
}

/// `POST /game/ID/rename`
pub(crate) async fn rename(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    let with = ctx.clone();
    let done = async {
        let id = game_id(&id)?;
        aside(move || {
            let name = fields.need("name")?;
            match app.store.rename(id, name) {
                Ok(()) => Ok(see("/")),
                Err(error @ (StoreError::NameTaken { .. } | StoreError::BadName { .. })) => {
                    let row = app.store.row(id)?;
                    let mut response = rename_page(&with, &row, name, Some(&sentence(&error.to_string())));
                    *response.status_mut() = axum::http::StatusCode::BAD_REQUEST;
                    Ok(response)
                }
                Err(error) => Err(error.into()),
            }
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `POST /game/ID/duplicate`
pub(crate) async fn duplicate(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let done = async {
        let id = game_id(&id)?;
        at_table(&app, id, move |app, open, _| {
            if open.game.head().secret.is_some() && open.game.outcome().is_none() {
                // Its seals must not be those of the game it is made from: whoever ends one would open the other's.
                open.copy_after(usize::MAX)?;
                return Ok(see("/"));
            }
            let name = app.store.fresh_name(open.label())?;
            app.store.duplicate(id, open.length(), &name)?;
            Ok(see("/"))
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `GET /game/ID/delete`
pub(crate) async fn delete_form(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let done = row(&app, &id).await.map(|row| {
        let body = html! {
            h1 { "Delete " (row.name) "?" }
            p { (row.title) ": " (capital(&row.summary)) }
            p { "It disappears from the library; only the backups of the last few weeks still have it. To keep a copy, " a href={ "/game/" (row.id) "/export" } { "export it" } " first." }
            form method="post" action={ "/game/" (row.id) "/delete" } class="line" {
                (token(&ctx))
                button class="danger" { "Delete for good" }
                a class="button" href="/" { "Keep it" }
            }
        };
        plain(&ctx, "Delete", Vec::new(), body)
    });
    shown(&ctx, done)
}

/// `POST /game/ID/delete`
pub(crate) async fn delete(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let done = async {
        let id = game_id(&id)?;
        aside(move || {
            app.store.remove(id)?;
            app.put_away(id);
            Ok(see("/"))
        })
        .await
    };
    shown(&ctx, done.await)
}
