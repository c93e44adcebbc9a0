//! What can go wrong, as the program says it and as the page says it.

use axum::http::StatusCode;
use hulldown_desk::{Code, Problem};
use hulldown_keep::KeepError;
use hulldown_store::StoreError;
use std::io;

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The saved games cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The port cannot be listened on.
    #[error("port {port} cannot be used: {why}; choose another with --port")]
    Port {
        /// The port.
        port: u16,
        /// What the system said.
        why: io::Error,
    },
    /// The system gives no random numbers, threads or sockets.
    #[error("the page cannot be served: {0}")]
    System(#[from] io::Error),
}

/// Something a request asked for and did not get, shown as a page.
#[derive(Debug)]
pub(crate) struct Oops {
    pub(crate) status: StatusCode,
    pub(crate) title: &'static str,
    pub(crate) text: String,
    /// Where to go from there.
    pub(crate) back: Option<String>,
    /// Whether it is a game of other rules, which can be read all the same.
    pub(crate) only_read: bool,
}

pub(crate) type Done<T> = Result<T, Oops>;

impl Oops {
    pub(crate) fn new(status: StatusCode, title: &'static str, text: impl Into<String>) -> Self {
        Oops { status, title, text: text.into(), back: None, only_read: false }
    }

    pub(crate) fn missing(text: impl Into<String>) -> Self {
        Oops::new(StatusCode::NOT_FOUND, "No such page", text)
    }

    pub(crate) fn bad(text: impl Into<String>) -> Self {
        Oops::new(StatusCode::BAD_REQUEST, "That cannot be done", text)
    }

    /// Something that should not happen did.
    pub(crate) fn mistake() -> Self {
        Oops::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Internal error",
            "This is a bug. Everything confirmed so far is saved; please report what you did.",
        )
    }

    pub(crate) fn forbidden(text: impl Into<String>) -> Self {
        Oops::new(StatusCode::FORBIDDEN, "Refused", text)
    }

    #[must_use]
    pub(crate) fn back(mut self, to: impl Into<String>) -> Self {
        self.back = Some(to.into());
        self
    }
}

impl From<StoreError> for Oops {
    fn from(error: StoreError) -> Self {
        let (status, title) = match &error {
            StoreError::NoGame { .. } => (StatusCode::NOT_FOUND, "No such game"),
            StoreError::NameTaken { .. } | StoreError::BadName { .. } => (StatusCode::BAD_REQUEST, "Not that name"),
            StoreError::Stale { .. } => (StatusCode::CONFLICT, "The game has moved on"),
            StoreError::Full { .. } => (StatusCode::INSUFFICIENT_STORAGE, "Not saved"),
            StoreError::Locked { .. } => (StatusCode::SERVICE_UNAVAILABLE, "Not now"),
            StoreError::Closed => (StatusCode::SERVICE_UNAVAILABLE, "Saving has stopped"),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "Saved games cannot be used"),
        };
        let text = match &error {
            StoreError::NoGame { .. } => "No saved game has this address. It may have been deleted.".to_string(),
            other => other.to_string(),
        };
        Oops::new(status, title, text)
    }
}

impl From<KeepError> for Oops {
    fn from(error: KeepError) -> Self {
        match error {
            KeepError::Store(error) => error.into(),
            KeepError::OldRules { .. } => {
                Oops::new(StatusCode::CONFLICT, "Only to be read", "The rules have changed since this game was played.")
            }
            KeepError::BadSave { .. } | KeepError::NoSuchGame { .. } | KeepError::NotTaken { .. } => {
                Oops::new(StatusCode::UNPROCESSABLE_ENTITY, "This game cannot be opened", error.to_string())
            }
            KeepError::Unwritable { .. } => Oops::new(StatusCode::INSUFFICIENT_STORAGE, "Not saved", error.to_string()),
            error => Oops::new(StatusCode::INTERNAL_SERVER_ERROR, "This game cannot be opened", error.to_string()),
        }
    }
}

impl Oops {
    /// Why nobody can sit down at a saved game. One of other rules can be read.
    pub(crate) fn at_the_table(error: KeepError) -> Self {
        use hulldown_core::save::BadSave::LaterRules;
        let only_read =
            matches!(&error, KeepError::OldRules { .. } | KeepError::BadSave { bad: LaterRules { .. }, .. });
        Oops { only_read, ..error.into() }
    }
}

impl From<Problem> for Oops {
    fn from(problem: Problem) -> Self {
        let status = match problem.code {
            Code::Stale | Code::Over | Code::Illegal => StatusCode::CONFLICT,
            Code::Unknown | Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::BadSave | Code::BadState => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Late => StatusCode::SERVICE_UNAVAILABLE,
            Code::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Oops::new(status, "That is not allowed", problem.in_words())
    }
}
