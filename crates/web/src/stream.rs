//! Telling every tab that a game has moved on.

use crate::app::{Shared, at_table, game_id};
use crate::guard::Ctx;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Deserialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// How often a silent stream is told that it is still there.
const PULSE: Duration = Duration::from_secs(30);

/// What the tab has seen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct StreamQuery {
    mark: Option<u64>,
}

/// `GET /game/ID/stream`: an event for every change, its id the mark of the game; a tab that comes back says the last it has heard
/// and is told at once if it has missed something.
pub(crate) async fn stream(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(query): Query<StreamQuery>,
    headers: HeaderMap,
    ctx: Ctx,
) -> Response {
    let heard = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<u64>().ok()).or(query.mark);
    let begun = match game_id(&id) {
        // Under the lock of the table, so that no change falls between the mark and the first event.
        Ok(id) => at_table(&app, id, |_, open, table| Ok((open.mark(), table.moved.subscribe()))).await,
        Err(oops) => Err(oops),
    };
    match begun {
        Err(oops) => oops.page(&ctx),
        Ok((mark, moved)) => {
            let first = Some(mark).filter(|mark| heard != Some(*mark));
            Sse::new(Moves { first, next: wait(moved) }).keep_alive(KeepAlive::new().interval(PULSE)).into_response()
        }
    }
}

type Waiting = Pin<Box<dyn Future<Output = (Option<u64>, Receiver<u64>)> + Send>>;

/// Waits for the next change; of those missed only the latest counts.
fn wait(mut moved: Receiver<u64>) -> Waiting {
    Box::pin(async move {
        loop {
            match moved.recv().await {
                Ok(mark) => return (Some(mark), moved),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return (None, moved),
            }
        }
    })
}

struct Moves {
    first: Option<u64>,
    next: Waiting,
}

fn moved(mark: u64) -> Event {
    Event::default().event("moved").id(mark.to_string()).data(mark.to_string())
}

impl Stream for Moves {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(mark) = self.first.take() {
            return Poll::Ready(Some(Ok(moved(mark))));
        }
        match self.next.as_mut().poll(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready((None, _)) => Poll::Ready(None),
            Poll::Ready((Some(mark), receiver)) => {
                self.next = wait(receiver);
                Poll::Ready(Some(Ok(moved(mark))))
            }
        }
    }
}
