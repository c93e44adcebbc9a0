//! What all requests share: the store, and the games lying open on their tables.

use crate::error::{Done, Oops};
use crate::open::Open;
use crate::page::see;
use crate::review::Reviews;
use axum::http::StatusCode;
use axum::response::Response;
use hulldown_keep::{Archive, Found, Place, Preferences, take_up};
use hulldown_store::{GameId, GameRow, Store};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast;

/// How many games lie open at once; the one not looked at for longest is put away first.
const MOST_OPEN: usize = 1024;

/// How many changes a tab may be behind before it is simply told the latest.
const NEWS_KEPT: usize = 4;

/// What all requests share.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) port: u16,
    /// Must be in every form.
    pub(crate) token: String,
    /// Must come back as a cookie with it.
    pub(crate) cookie: String,
    tables: Mutex<Tables>,
    /// Scores of finished games, by id and length.
    scores: Mutex<HashMap<(GameId, u64), i64>>,
    /// What was found when looking back on games.
    pub(crate) reviews: Mutex<Reviews>,
}

pub(crate) type Shared = Arc<App>;

#[derive(Default)]
struct Tables {
    by_id: HashMap<GameId, (Arc<Table>, u64)>,
    clock: u64,
}

/// The table of one game: whoever has its lock is the only one to touch the game.
pub(crate) struct Table {
    open: Mutex<Option<Open>>,
    /// Tells all tabs that the game has moved to this mark.
    pub(crate) moved: broadcast::Sender<u64>,
    /// The mark the tabs were told last.
    told: AtomicU64,
    /// How much of the record the tabs know of.
    known: AtomicU64,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So many random hexadecimal digits.
fn random(digits: usize) -> io::Result<String> {
    let mut bytes = vec![0; digits / 2];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(format!("no random numbers: {e}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A seed nobody has chosen.
pub(crate) fn random_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without random numbers the clock must do: a seed is no secret.
    if getrandom::fill(&mut bytes).is_err() {
        return crate::words::now().unsigned_abs();
    }
    // Short enough to be told on the telephone, and to survive a trip through JavaScript.
    u64::from_le_bytes(bytes) >> 24
}

impl App {
    pub(crate) fn new(store: Store, port: u16) -> io::Result<Self> {
        let (token, cookie) = (random(32)?, random(32)?);
        // What earlier versions kept beside the store is taken over.
        let Archive { store } = Archive::of(store);
        Ok(App {
            store,
            port,
            token,
            cookie,
            tables: Mutex::default(),
            scores: Mutex::default(),
            reviews: Mutex::default(),
        })
    }

    /// The table of a game, whether or not the game lies on it yet.
    pub(crate) fn table(&self, id: GameId) -> Arc<Table> {
        let mut tables = lock(&self.tables);
        tables.clock += 1;
        let now = tables.clock;
        if let Some((table, used)) = tables.by_id.get_mut(&id) {
            *used = now;
            return Arc::clone(table);
        }
        if tables.by_id.len() >= MOST_OPEN {
            tables.clear_one();
        }
        let moved = broadcast::channel(NEWS_KEPT).0;
        let table = Arc::new(Table { open: Mutex::default(), moved, told: AtomicU64::default(), known: AtomicU64::default() });
        tables.by_id.insert(id, (Arc::clone(&table), now));
        table
    }

    /// Tells the tabs of games that went on elsewhere, such as in the terminal.
    pub(crate) fn look_round(&self) -> Done<()> {
        let watched: Vec<(GameId, Arc<Table>)> = {
            let tables = lock(&self.tables);
            let seen = tables.by_id.iter().filter(|(_, (table, _))| table.moved.receiver_count() > 0);
            seen.map(|(id, (table, _))| (*id, Arc::clone(table))).collect()
        };
        if watched.is_empty() {
            return Ok(());
        }
        let lengths: HashMap<GameId, u64> = self.store.list()?.into_iter().map(|row| (row.id, row.length)).collect();
        for (id, table) in watched {
            let Some(&length) = lengths.get(&id) else { continue };
            // While somebody sits at the table the game goes on here, and the tabs hear of it anyway.
            if length > table.known.load(Ordering::Relaxed) && table.open.try_lock().is_ok() {
                table.known.store(length, Ordering::Relaxed);
                // It is laid out as it is now, so that they are told no more than they may know.
                table.tell_tabs(table.sit(self, id, |open| Ok(open.mark())).unwrap_or(u64::MAX));
            }
        }
        Ok(())
    }

    /// The score of a finished game, if it is known or may be worked out now.
    pub(crate) fn score(&self, row: &GameRow, may: bool) -> Option<i64> {
        let key = (row.id, row.length);
        if let Some(score) = lock(&self.scores).get(&key) {
            return Some(*score);
        }
        if !may {
            return None;
        }
        let archive = Archive { store: self.store.clone() };
        let save = archive.read(row).ok()?;
        let pack = archive.pack_for(row.id, &save.head, None).ok()?;
        let score = take_up(Found { save, label: row.name.clone(), pack }).ok()?.game.outcome()?.score;
        lock(&self.scores).insert(key, score);
        Some(score)
    }

    /// Puts a game away, as if it had never been open.
    pub(crate) fn put_away(&self, id: GameId) {
        let gone = lock(&self.tables).by_id.remove(&id);
        drop(gone);
    }
}

impl Tables {
    /// Puts away the game nobody has looked at for longest.
    fn clear_one(&mut self) {
        let idle = self.by_id.iter().filter(|(_, (table, _))| Arc::strong_count(table) == 1);
        let oldest = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| *id);
        if let Some(oldest) = oldest {
            self.by_id.remove(&oldest);
            return;
        }
        // Somebody looks at every one: put the oldest game away and leave its table.
        let oldest = self.by_id.values().min_by_key(|(_, used)| *used);
        if let Some((table, _)) = oldest
            && let Ok(mut open) = table.open.try_lock()
        {
            *open = None;
        }
    }
}

impl Table {
    /// Tells all tabs where the game stands now, if that is news to them: how often it changes behind their backs is not.
    pub(crate) fn tell_tabs(&self, mark: u64) {
        if self.told.swap(mark, Ordering::Relaxed) != mark {
            // Nobody listening is no trouble.
            let _ = self.moved.send(mark);
        }
    }

    /// Does something with the game, which lies on the table as it is in the store.
    fn sit<T>(&self, app: &App, id: GameId, act: impl FnOnce(&mut Open) -> Done<T>) -> Done<T> {
        if self.open.is_poisoned() {
            // Something went wrong in the middle: what is on the disk is right.
            self.open.clear_poison();
            *lock(&self.open) = None;
        }
        let mut open = lock(&self.open);
        let row = app.store.row(id)?;
        match &mut *open {
            Some(open) if open.place.length() == row.length => open.place.name.clone_from(&row.name),
            _ => {
                *open = None;
                let archive = Archive { store: app.store.clone() };
                let gone_on = Place::go_on(&archive, &row, None)?;
                if gone_on.place.id != id {
                    let said = gone_on.said.unwrap_or_default();
                    return Err(Oops::new(StatusCode::CONFLICT, "The rules have changed", said)
                        .back(format!("/game/{}", gone_on.place.id)));
                }
                let beside = gone_on.place.beside()?;
                *open = Some(Open::new(gone_on, beside, Preferences::of(&app.store)?.tips_off));
            }
        }
        let done = match &mut *open {
            Some(game) => act(game),
            None => Err(Oops::missing("The game is not on the table.")),
        };
        if let Some(game) = open.as_ref().filter(|game| !game.ahead) {
            self.known.store(game.place.length(), Ordering::Relaxed);
        }
        if open.as_ref().is_some_and(|game| game.ahead) {
            // It could not be saved: what is on the disk is right.
            *open = None;
        }
        done
    }
}

/// Runs something that may wait for the disk or think for a while.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> Done<T> + Send + 'static) -> Done<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(Oops::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "A mistake in the program",
            "Something went wrong that should not have. Everything confirmed so far is saved; please report what you did.",
        ))
    })
}

/// Does something with an open game, alone at its table.
pub(crate) async fn at_table<T: Send + 'static>(
    app: &Shared,
    id: GameId,
    act: impl FnOnce(&App, &mut Open, &Table) -> Done<T> + Send + 'static,
) -> Done<T> {
    let app = Arc::clone(app);
    aside(move || {
        let table = app.table(id);
        let done = table.sit(&app, id, |open| act(&app, open, &table));
        if matches!(&done, Err(oops) if oops.title == "No such game") {
            app.put_away(id);
        }
        done
    })
    .await
}

/// Shows something of an open game to who sits in front of it. While the screen waits to be handed over nobody does: then it leads
/// back to the table.
pub(crate) async fn in_front(
    app: &Shared,
    id: GameId,
    show: impl FnOnce(&App, &mut Open) -> Done<Response> + Send + 'static,
) -> Done<Response> {
    let act = move |app: &App, open: &mut Open, _: &Table| match open.curtain() {
        Some(_) => Ok(see(&format!("/game/{}", open.place.id))),
        None => show(app, open),
    };
    at_table(app, id, act).await
}

/// The id in an address.
pub(crate) fn game_id(text: &str) -> Done<GameId> {
    text.parse().map_err(|_| Oops::missing("A game's address has eight hexadecimal digits."))
}
