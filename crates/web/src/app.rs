//! What all requests share: the store, and the games lying open on their tables.

use crate::error::{Done, Oops};
use crate::key::Door;
use crate::page::{see, table_of};
use crate::pieces::{Pieces, Shown};
use crate::review::Reviews;
use crate::thinking::Thinking;
use axum::response::Response;
use hulldown_core::game::Seat;
use hulldown_desk::{Advice, Match, Problem};
use hulldown_keep::{Archive, FoundSave, Rules, SavedGame, Sitting, take_up};
use hulldown_store::{GameId, GameRow, Store};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedMutexGuard, Semaphore, broadcast, watch};
use tokio::task::AbortHandle;

/// How many games lie open at once; the one not looked at for longest is put away first.
const MOST_OPEN: usize = 1024;

/// How long one waits for advice if a few playouts of every option fit into it, and if they do not.
const PATIENCE: Duration = Duration::from_millis(1_200);
const LONGEST_ADVICE: Duration = Duration::from_secs(20);

/// How long usual answers may take to be given when a game is laid out.
const QUICK: Duration = Duration::from_secs(5);

/// What was achieved in a finished game.
#[derive(Clone)]
pub(crate) struct Feat {
    /// A number to compare games of one kind by: more is better for whoever played.
    pub(crate) score: i64,
    /// What the game itself says of it.
    pub(crate) says: Vec<String>,
    /// How many answers it took, where that can be told.
    pub(crate) answers: Option<usize>,
}

/// How many feats of finished games are kept at hand.
const MOST_SCORES: usize = 10_000;

/// How many requests work at once. Each may need a connection to the file, and files are few; more only wait, without a thread.
const MOST_AT_WORK: usize = 128;

/// How many pages are remembered that tabs of one game may show; a tab that shows an older one is sent all of it.
const MOST_SHOWN: usize = 4;

/// How many changes a tab may be behind before it is simply told the latest.
const NEWS_KEPT: usize = 4;

/// What all requests share.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) port: u16,
    /// Whether the page is always at the same address, and so can be installed.
    pub(crate) installs: bool,
    /// What lets in.
    pub(crate) door: Door,
    tables: Mutex<SharedGames>,
    /// Scores of finished games, by id and length.
    feats: Mutex<HashMap<(GameId, u64), Feat>>,
    /// What was found when looking back on games.
    pub(crate) reviews: Mutex<Reviews>,
    /// Where bots think.
    pub(crate) thinking: Thinking,
    /// How many more tabs can listen.
    pub(crate) streams: Arc<Semaphore>,
    /// How often somebody left the tables.
    left: AtomicU64,
}

pub(crate) type SharedApp = Arc<App>;

#[derive(Default)]
struct SharedGames {
    by_id: HashMap<GameId, (Arc<SharedGame>, u64)>,
    clock: u64,
}

/// That a game has moved on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// To this mark.
    pub(crate) to: u64,
    /// The tab that moved it, and is sent what came of that with its reply.
    pub(crate) by: Option<u64>,
}

/// The table of one game: whoever has its lock is the only one to touch the game.
pub(crate) struct SharedGame {
    open: Arc<tokio::sync::Mutex<Option<Sitting>>>,
    /// Held by whoever changes the game, also while it is thought about and only a copy lies on the table.
    pub(crate) changing: tokio::sync::Mutex<()>,
    /// Ends the thinking about a change.
    thinker: Mutex<Option<AbortHandle>>,
    /// What bots think of the question on the table.
    advised: Mutex<Option<Advised>>,
    /// Tells all tabs that the game has moved on.
    pub(crate) moved: broadcast::Sender<Moved>,
    /// The mark the tabs were told last.
    told: AtomicU64,
    /// How much of the record the tabs know of.
    known: AtomicU64,
    /// How often somebody had left the tables when this one was last used.
    left: AtomicU64,
    /// What its tabs show, the latest last.
    shown: Mutex<VecDeque<Arc<Shown>>>,
}

/// What a bot thinks of the options, as soon as it is known.
pub(crate) type Opinion = Option<Result<Vec<Advice>, Problem>>;

/// Advice on one question, found or still thought about.
struct Advised {
    about: (u64, Seat),
    opinion: watch::Receiver<Opinion>,
    /// Gone when nobody waits for it.
    wanted: Weak<AdviceWanted>,
}

/// Advice somebody waits for; when nobody does any more, it is no longer thought about.
pub(crate) struct AdviceWanted(AbortHandle);

impl Drop for AdviceWanted {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A seed nobody has chosen.
pub(crate) fn random_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without random numbers the clock must do: a seed is no secret.
    if getrandom::fill(&mut bytes).is_err() {
        return hulldown_keep::now().unsigned_abs();
    }
    // Short enough to be told on the telephone, and to survive a trip through JavaScript.
    u64::from_le_bytes(bytes) >> 24
}

impl App {
    pub(crate) fn new(store: Store, port: u16, installs: bool, streams: usize) -> io::Result<Self> {
        // What earlier versions kept beside the store is taken over.
        let Archive { store } = Archive::of(store);
        let door = Door::of(store.path().parent().unwrap_or(Path::new(".")))?;
        Ok(App {
            store,
            port,
            installs,
            door,
            tables: Mutex::default(),
            feats: Mutex::default(),
            reviews: Mutex::default(),
            thinking: Thinking::new(),
            streams: Arc::new(Semaphore::new(streams)),
            left: AtomicU64::new(0),
        })
    }

    /// Somebody left the tables, or sits down anew: where two people share a screen it must be handed over again.
    pub(crate) fn leave_tables(&self) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }

    /// The table of a game, whether or not the game lies on it yet.
    pub(crate) fn table(&self, id: GameId) -> Arc<SharedGame> {
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
        let table = Arc::new(SharedGame {
            open: Arc::default(),
            changing: tokio::sync::Mutex::default(),
            thinker: Mutex::default(),
            advised: Mutex::default(),
            moved: broadcast::channel(NEWS_KEPT).0,
            told: AtomicU64::default(),
            known: AtomicU64::default(),
            left: AtomicU64::default(),
            shown: Mutex::default(),
        });
        tables.by_id.insert(id, (Arc::clone(&table), now));
        table
    }

    /// Tells the tabs of games that went on elsewhere, such as in the terminal.
    pub(crate) fn look_round(&self) -> Done<()> {
        let watched: Vec<(GameId, Arc<SharedGame>)> = {
            let tables = lock(&self.tables);
            let seen = tables.by_id.iter().filter(|(_, (table, _))| table.moved.receiver_count() > 0);
            seen.map(|(id, (table, _))| (*id, Arc::clone(table))).collect()
        };
        if watched.is_empty() {
            return Ok(());
        }
        let ids: Vec<GameId> = watched.iter().map(|(id, _)| *id).collect();
        let lengths: HashMap<GameId, u64> = self.store.lengths(&ids)?.into_iter().collect();
        for (id, table) in watched {
            let Some(&length) = lengths.get(&id) else {
                // Deleted elsewhere: whoever listens hears that it is over.
                self.put_away(id);
                continue;
            };
            // While somebody sits at the table the game goes on here, and the tabs hear of it anyway.
            if length > table.known.load(Ordering::Relaxed)
                && let Ok(open_game) = Arc::clone(&table.open).try_lock_owned()
            {
                table.known.store(length, Ordering::Relaxed);
                // It is laid out as it is now, so that they are told no more than they may know.
                table.tell_tabs(table.sit(self, id, open_game, |open| Ok(open.mark())).unwrap_or(u64::MAX));
            }
        }
        Ok(())
    }

    /// What was achieved in a finished game, if it is known or may be worked out now.
    /// Where seats score for themselves it is that of the best who is no bot.
    pub(crate) fn feat(&self, row: &GameRow, bots: &BTreeMap<u8, String>, may: bool) -> Option<Feat> {
        let key = (row.id, row.length);
        if let Some(feat) = lock(&self.feats).get(&key) {
            return Some(feat.clone());
        }
        if !may {
            return None;
        }
        let archive = Archive { store: self.store.clone() };
        let (outcome, answers) = match Rules::of(&row.title, row.rules_version) {
            Rules::Same => {
                let game = taken_up(&archive, row)?;
                (game.outcome()?, Some(game.answered()))
            }
            _ => (archive.record(row).ok()?.position.ok()?.outcome()?, None),
        };
        let score = outcome.score_of_people(|seat| bots.contains_key(&seat.0));
        let feat = Feat { score, says: outcome.summary, answers };
        let mut feats = lock(&self.feats);
        if feats.len() >= MOST_SCORES {
            feats.clear();
        }
        feats.insert(key, feat.clone());
        Some(feat)
    }

    /// Goes on with a game of older rules by those of today, in a game of its own: which one that is.
    pub(crate) fn go_on_by_new_rules(&self, row: &GameRow) -> Done<GameId> {
        let archive = Archive { store: self.store.clone() };
        Ok(SavedGame::go_on_by_new_rules(&archive, row, None)?.saved.id)
    }

    /// Puts a game away, as if it had never been open. Tabs that listen to it hear the end.
    pub(crate) fn put_away(&self, id: GameId) {
        let gone = lock(&self.tables).by_id.remove(&id);
        drop(gone);
    }
}

impl SharedGames {
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

impl SharedGame {
    /// Tells all tabs where the game stands now, if that is news to them: how often it changes behind their backs is not.
    pub(crate) fn tell_tabs(&self, mark: u64) {
        self.tell_others(mark, None);
    }

    /// The same, but for the tab that knows it already.
    fn tell_others(&self, mark: u64, by: Option<u64>) {
        if self.told.swap(mark, Ordering::Relaxed) != mark {
            // Nobody listening is no trouble.
            let _ = self.moved.send(Moved { to: mark, by });
        }
    }

    /// Does something with the game, which lies on the table as it is in the store.
    fn sit<T>(
        &self,
        app: &App,
        id: GameId,
        mut open_game: OwnedMutexGuard<Option<Sitting>>,
        act: impl FnOnce(&mut Sitting) -> Done<T>,
    ) -> Done<T> {
        let row = app.store.row(id)?;
        let open = match open_game.take() {
            Some(mut open) if open.length() == row.length => {
                open.renamed(&row.name);
                open
            }
            _ => {
                let archive = Archive { store: app.store.clone() };
                let gone_on = SavedGame::go_on(&archive, &row, None).map_err(Oops::at_the_table)?;
                laid_out(Sitting::go_on(gone_on)?)
            }
        };
        self.sit_at(app, &mut open_game, open, act)
    }

    /// Does something with a game that has been taken from the table: if that goes wrong in the middle, what is on the disk is right.
    fn sit_at<T>(
        &self,
        app: &App,
        open_game: &mut Option<Sitting>,
        mut open: Sitting,
        act: impl FnOnce(&mut Sitting) -> Done<T>,
    ) -> Done<T> {
        self.look_up(app, &mut open);
        let done = act(&mut open);
        if open.not_saved().is_none() {
            self.known.store(open.length(), Ordering::Relaxed);
            *open_game = Some(open);
        }
        done
    }

    /// Where somebody has left the tables since this one was last used, nobody is known to look at it.
    fn look_up(&self, app: &App, open: &mut Sitting) {
        let left = app.left.load(Ordering::Relaxed);
        if self.left.swap(left, Ordering::Relaxed) != left {
            open.leave();
        }
    }

    /// Changes the game as it lies on the table, on the thread that asks, and draws what came of it while that is on its way to the disk:
    /// no other thread is woken but the one that writes. The drawing comes back once all of it is there, and only then do other tabs hear
    /// of it. Nothing comes back if that could not be done: the change is not made then, or lost with what could not be saved, and is to
    /// be made to the game as it is in the store.
    pub(crate) async fn at_once<T>(
        &self,
        app: &App,
        tab: Option<u64>,
        act: impl FnOnce(&mut Sitting) -> bool,
        draw: impl FnOnce(&Sitting, &SharedGame) -> T,
    ) -> Option<T> {
        let mut open_game = Arc::clone(&self.open).lock_owned().await;
        let mut open = open_game.take()?;
        self.look_up(app, &mut open);
        // Bots think elsewhere, and a hint that was given is saved by itself.
        let plain = !open.has_bots() && open.lesson().is_none();
        open.later = true;
        let done = plain && act(&mut open);
        open.later = false;
        let drawn = done.then(|| draw(&open, self));
        if let Some(on_its_way) = open.on_its_way() {
            open.arrived(on_its_way.arrival().await).ok()?;
        }
        if open.not_saved().is_none() {
            self.known.store(open.length(), Ordering::Relaxed);
            if done {
                self.tell_others(open.mark(), tab);
            }
            *open_game = Some(open);
        }
        drawn
    }

    /// What a tab that shows something else needs to show these pieces, and what that is called. Behind a curtain it forgets what it has
    /// laid aside: that was for somebody else.
    pub(crate) fn news(&self, pieces: Pieces, before: Option<&Shown>, curtain: bool) -> (String, u64) {
        let (news, now) = (pieces.since(before), pieces.shown(before.filter(|_| !curtain)));
        (news, remember(&mut lock(&self.shown), now))
    }

    /// What a tab shows, by what it says it is called, if that is still known.
    pub(crate) fn shown(&self, shows: u64) -> Option<Arc<Shown>> {
        lock(&self.shown).iter().find(|shown| shown.version == shows).cloned()
    }

    /// What a tab shows that has just been opened.
    pub(crate) fn shows(&self, pieces: Pieces) -> u64 {
        remember(&mut lock(&self.shown), pieces.shown(None))
    }

    /// What bots think of the question a seat is asked at a mark: found already, thought about already, or from now on.
    pub(crate) fn advice(
        &self,
        about: (u64, Seat),
        app: &SharedApp,
        open: &Sitting,
    ) -> (watch::Receiver<Opinion>, Option<Arc<AdviceWanted>>) {
        let mut advised = lock(&self.advised);
        if let Some(known) = advised.as_ref().filter(|known| known.about == about) {
            let wanted = known.wanted.upgrade();
            if wanted.is_some() || matches!(&*known.opinion.borrow(), Some(Ok(_))) {
                return (known.opinion.clone(), wanted);
            }
        }
        let (tell, opinion) = watch::channel(None);
        let (app, game) = (Arc::clone(app), open.game.duplicate());
        let task = tokio::spawn(async move {
            let work = move |limit: &hulldown_core::Limit| hulldown_desk::advice(&*game, about.1, PATIENCE, limit);
            let found = app.thinking.think(LONGEST_ADVICE, work).await;
            let found = found.unwrap_or_else(|oops| Err(Problem::late(oops.text)));
            tell.send_replace(Some(found));
        });
        let wanted = Arc::new(AdviceWanted(task.abort_handle()));
        *advised = Some(Advised { about, opinion: opinion.clone(), wanted: Arc::downgrade(&wanted) });
        (opinion, Some(wanted))
    }

    /// Somebody else's change is thought about: it gives way to this one.
    pub(crate) fn stop_thinking(&self) {
        if let Some(thinker) = lock(&self.thinker).take() {
            thinker.abort();
        }
    }

    /// This change is thought about from now on, and gives way to the next.
    pub(crate) fn is_thinking(&self, thinker: AbortHandle) {
        *lock(&self.thinker) = Some(thinker);
    }

    /// Nothing can be stopped any more.
    pub(crate) fn has_thought(&self) {
        *lock(&self.thinker) = None;
    }
}

/// A game that has just been taken up, laid out to be looked at. Bots think where they hold up nobody.
fn laid_out(mut open: Sitting) -> Sitting {
    if !open.has_bots() {
        open.limit = open.limit.at_most(QUICK);
        // Why it was not done is said on the page.
        let _ = open.open_up();
        open.limit = hulldown_core::Limit::NONE;
    }
    open
}

fn remember(all: &mut VecDeque<Arc<Shown>>, now: Shown) -> u64 {
    let version = now.version;
    all.retain(|shown| shown.version != version);
    if all.len() >= MOST_SHOWN {
        all.pop_front();
    }
    all.push_back(Arc::new(now));
    version
}

/// Runs something that may wait for the disk.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> Done<T> + Send + 'static) -> Done<T> {
    static AT_WORK: Semaphore = Semaphore::const_new(MOST_AT_WORK);
    // It is never closed.
    let _place = AT_WORK.acquire().await;
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Oops::mistake()))
}

/// Does something with an open game, alone at its table.
pub(crate) async fn at_table<T: Send + 'static>(
    app: &SharedApp,
    id: GameId,
    act: impl FnOnce(&App, &mut Sitting, &SharedGame) -> Done<T> + Send + 'static,
) -> Done<T> {
    let (app, table) = (Arc::clone(app), app.table(id));
    // Whoever waits for the table waits here, where it costs nobody a thread.
    let open_game = Arc::clone(&table.open).lock_owned().await;
    aside(move || {
        let done = table.sit(&app, id, open_game, |open| act(&app, open, &table));
        put_away_if_gone(&app, id, &done);
        done
    })
    .await
}

/// A game that is no more does not lie on a table.
fn put_away_if_gone<T>(app: &App, id: GameId, done: &Done<T>) {
    if matches!(done, Err(oops) if oops.title == "No such game") {
        app.put_away(id);
    }
}

/// Puts a game back that was thought about, unless it went on meanwhile.
pub(crate) async fn lay_back(table: &SharedGame, open: Sitting) {
    let mut open_game = Arc::clone(&table.open).lock_owned().await;
    if open_game.as_ref().is_none_or(|copy| copy.length() <= open.length()) {
        table.known.store(open.length(), Ordering::Relaxed);
        *open_game = Some(open);
    }
}

/// Shows something of an open game to who sits in front of it. While the screen waits to be handed over nobody does: then it leads
/// back to the table.
pub(crate) async fn in_front(
    app: &SharedApp,
    id: GameId,
    show: impl FnOnce(&App, &mut Sitting) -> Done<Response> + Send + 'static,
) -> Done<Response> {
    let act = move |app: &App, open: &mut Sitting, _: &SharedGame| match open.curtain() {
        Some(_) => Ok(see(&table_of(open))),
        None => show(app, open),
    };
    at_table(app, id, act).await
}

/// The id in an address.
pub(crate) fn game_id(text: &str) -> Done<GameId> {
    text.parse().map_err(|_| Oops::missing("A game's address has eight hexadecimal digits."))
}

/// A saved game as it stands, to be looked at.
fn taken_up(archive: &Archive, row: &GameRow) -> Option<Box<dyn Match>> {
    let save = archive.read(row).ok()?;
    let pack = archive.pack_for(row.id, &save.head, None).ok()?;
    Some(take_up(FoundSave { save, label: row.name.clone(), pack }).ok()?.game)
}
