//! What a table tells more of when asked: the whole log, one event with its chart, what is not allowed.

use super::*;
use axum::response::Html;

/// What the address of the whole log may ask for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct LogQuery {
    voice: String,
    kind: String,
}

/// `GET /game/ID/log`
pub(crate) async fn whole_log(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
    ctx: Ctx,
) -> Response {
    let with = ctx.clone();
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let moments = open.moments();
            let base = table_of(open);
            let filter = Filter::of(&query.voice, &query.kind);
            let body = html! {
                h1 { "Log of " (open.label()) }
                (log::filter_form(&format!("{base}/log"), filter))
                (LogView::of(open, &base).list(&moments.log, filter, false))
            };
            let title = format!("Log of {}", open.label());
            Ok(crate::page::plain(&with, &title, game_nav(&id_of(open), open.shelf.id), body))
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `GET /game/ID/event/N`: all there is to one event, a roll with its chart and the line that was read.
pub(crate) async fn event(State(app): State<SharedApp>, Path((id, n)): Path<(String, String)>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async {
        let n: usize = n.parse().map_err(|_| Oops::missing("Events are numbered from 0."))?;
        in_front(&app, game_id(&id)?, move |_, open| one_event(open, &with, n)).await
    };
    shown(&ctx, done.await)
}

fn one_event(open: &mut Sitting, ctx: &Ctx, n: usize) -> Done<Response> {
    let near = open.tail().iter().find(|event| event.n == n).cloned();
    let found = near.or_else(|| open.moments().log.get(n).cloned());
    let event = found.ok_or_else(|| Oops::missing("There is no event with that number yet."))?;
    let shelf = open.shelf;
    let sheets = (shelf.sheets)(open.pack.as_ref()).unwrap_or_default();
    let sheet =
        event.roll.as_ref().and_then(|roll| sheets.iter().find(|sheet| sheet.id.eq_ignore_ascii_case(&roll.chart)));
    let unfolded = html! {
        @if let Some(roll) = &event.roll { (log::explained(shelf.id, &event, roll)) }
        @if let (Some(sheet), Some(roll)) = (sheet, &event.roll) { (crate::rules::sheet(shelf.id, sheet, Some(roll))) }
    };
    if ctx.part {
        return Ok(Html(unfolded.into_string()).into_response());
    }
    let body = html! {
        h1 { (capital(&event.text)) }
        (unfolded)
        h2 { "The rule" }
        (crate::rules::statements(&(shelf.ledger)().look_up(&event.rule)))
        p {
            a class="button" href={ (table_of(open)) "#e" (n) } { "Back to the table" } " "
            a class="button" href={ "/charts/" (shelf.id) } { "All charts" }
        }
    };
    Ok(crate::page::plain(ctx, "Event", game_nav(&id_of(open), shelf.id), body))
}

/// `GET /game/ID/refused`: what cannot be answered now, and why.
pub(crate) async fn refused(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let all = open.prompt.first().map(|ask| options::refused(open.shelf.id, ask)).unwrap_or_default();
            if with.part {
                return Ok(Html(all.into_string()).into_response());
            }
            let body = html! {
                h1 { "Not allowed now" }
                div class="refused" { (all) }
                p { a class="button" href={ (table_of(open)) "#options" } { "Back to the table" } }
            };
            Ok(crate::page::plain(&with, "Not allowed now", game_nav(&id_of(open), open.shelf.id), body))
        })
        .await
    };
    shown(&ctx, done.await)
}
