//! Telling every tab that a game has moved on.

use crate::app::{Moved, SharedApp, at_table, game_id};
use crate::error::Oops;
use crate::guard::Ctx;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Deserialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::timeout;

/// How often a silent stream is told that it is still there.
const PULSE: Duration = Duration::from_secs(30);

/// What the tab has seen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct StreamQuery {
    mark: Option<u64>,
    /// The number the tab has given itself: of what it does itself it is not told.
    tab: Option<u64>,
}

/// `GET /game/ID/stream`: an event for every change, its id the mark of the game; a tab that comes back says the last it has heard
/// and is told at once if it has missed something.
pub(crate) async fn stream(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Query(query): Query<StreamQuery>,
    headers: HeaderMap,
    ctx: Ctx,
) -> Response {
    let heard = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<u64>().ok()).or(query.mark);
    let Ok(place) = Arc::clone(&app.streams).try_acquire_owned() else {
        let text = "Too many tabs are open. Close some of them; this one shows changes only when reloaded.";
        return Oops::new(StatusCode::SERVICE_UNAVAILABLE, "Too many tabs", text).page(&ctx);
    };
    let begun = match game_id(&id) {
        // Under the lock of the table, so that no change falls between the mark and the first event.
        Ok(id) => at_table(&app, id, |_, open, table| Ok((open.mark(), table.moved.subscribe()))).await,
        Err(oops) => Err(oops),
    };
    match begun {
        Err(oops) => oops.page(&ctx),
        Ok((mark, moved)) => {
            // A line at once, so that the browser knows the stream is open.
            let first = if heard == Some(mark) { Bytes::from_static(b":\n\n") } else { told(mark) };
            let body = Body::from_stream(Moves {
                first: Some(first),
                next: wait(moved, query.tab),
                tab: query.tab,
                _place: place,
            });
            ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
        }
    }
}

/// Waits for the next change or, in silence, for the time to say that the stream is still there.
type Waiting = Pin<Box<dyn Future<Output = (Option<Bytes>, Receiver<Moved>)> + Send>>;

fn wait(mut moved: Receiver<Moved>, tab: Option<u64>) -> Waiting {
    Box::pin(async move {
        loop {
            match timeout(PULSE, moved.recv()).await {
                Err(_) => return (Some(Bytes::from_static(b":\n\n")), moved),
                Ok(Ok(Moved { by: Some(by), .. })) if tab == Some(by) => {}
                Ok(Ok(Moved { to, .. })) => return (Some(told(to)), moved),
                // Of changes missed only the latest counts, and that is still to come.
                Ok(Err(RecvError::Lagged(_))) => {}
                Ok(Err(RecvError::Closed)) => return (None, moved),
            }
        }
    })
}

fn told(mark: u64) -> Bytes {
    format!("event: moved\nid: {mark}\ndata: {mark}\n\n").into()
}

struct Moves {
    first: Option<Bytes>,
    next: Waiting,
    tab: Option<u64>,
    /// Given back when the tab goes away.
    _place: OwnedSemaphorePermit,
}

impl Stream for Moves {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        match self.next.as_mut().poll(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready((None, _)) => Poll::Ready(None),
            Poll::Ready((Some(told), receiver)) => {
                self.next = wait(receiver, self.tab);
                Poll::Ready(Some(Ok(told)))
            }
        }
    }
}
