//! The one thread that writes. What has gathered while the last commit was on its way to the disk goes into the next
//! one together, so many players share the cost of one sync, and a single player waits for one commit and no more.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use crate::error::{Fault, StoreError};
use crate::files::{InPlace, OpenFiles};
use crate::receipt::{Confirmer, Receipt, receipt};
use crate::schema;

/// The most writes in one transaction, so that the first of them does not wait for ever.
const MOST_TOGETHER: usize = 512;

/// When nothing is written for so long, the log is copied into the file: should somebody delete the log while we have it open,
/// little is in it.
const IDLE: Duration = Duration::from_secs(1);

/// The way to the writing thread. Dropping it finishes what is waiting and closes the file.
pub(crate) struct Writer {
    path: Arc<Path>,
    queue: Option<Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start(conn: Connection, path: &Path, ground: OpenFiles) -> io::Result<Self> {
        let (queue, jobs) = channel();
        let mut desk = Desk { conn, path: path.to_path_buf(), ground, log: Log::default() };
        let thread = thread::Builder::new().name("hulldown-store".into()).spawn(move || desk.serve(&jobs))?;
        Ok(Writer { path: path.into(), queue: Some(queue), thread: Some(thread) })
    }

    /// Hands in work that is done inside a transaction; the receipt says when it is on the disk. If the work fails, nothing of it stays.
    /// It may be done twice: the first time is then undone.
    pub(crate) fn hand_in<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Receipt<T> {
        let (reply, receipt) = receipt(&self.path);
        let job: Box<dyn Job> = Box::new(Waiting { work, done: None, reply });
        // When the thread has died the job comes back, and is dropped: so the receipt hears of it, as it does if the thread dies later.
        if let Some(queue) = &self.queue {
            drop(queue.send(job));
        }
        receipt
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has already told everyone waiting.
            let _ = thread.join();
        }
    }
}

/// A write waiting for its commit, whatever it gives back.
trait Job: Send {
    /// Does the work; says whether it is to be kept.
    fn run(&mut self, conn: &Connection) -> bool;
    /// Tells the one who waits, once it is known how the commit went.
    fn answer(self: Box<Self>, commit: &Result<(), StoreError>);
}

struct Waiting<T, F> {
    work: F,
    done: Option<Result<T, Fault>>,
    reply: Confirmer<T>,
}

impl<T: Send, F: FnMut(&Connection) -> Result<T, Fault> + Send> Job for Waiting<T, F> {
    fn run(&mut self, conn: &Connection) -> bool {
        self.done.insert((self.work)(conn)).is_ok()
    }

    fn answer(self: Box<Self>, commit: &Result<(), StoreError>) {
        let answer = match (self.done, commit) {
            (Some(Err(fault)), _) => Err(fault),
            (_, Err(error)) => Err(error.clone().into()),
            (Some(done), Ok(())) => done,
            (None, Ok(())) => Err(StoreError::Closed.into()),
        };
        self.reply.tell(answer);
    }
}

/// How a batch failed.
enum Failure {
    /// Before it began: there is no use in trying its parts.
    Unbegun(Fault),
    /// On the way, so that all of it was rolled back.
    Lost(Fault),
}

/// What is known of the log.
#[derive(Default)]
struct Log {
    /// How long it was when something was last written. It is begun anew from its front, but never gets shorter.
    length: u64,
    /// Whether something in it may not be in the file yet.
    needed: bool,
}

/// What the writing thread has before it.
struct Desk {
    conn: Connection,
    path: PathBuf,
    ground: OpenFiles,
    log: Log,
}

impl Desk {
    fn serve(&mut self, jobs: &Receiver<Box<dyn Job>>) {
        loop {
            let first = match if self.log.needed { jobs.recv_timeout(IDLE) } else { jobs.recv().map_err(Into::into) } {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.empty_log();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut batch = vec![first];
            batch.extend(jobs.try_iter().take(MOST_TOGETHER - 1));
            self.settle(batch);
        }
    }

    /// Copies the log into the file, as far as no reader needs it as it is.
    fn empty_log(&mut self) {
        // A log that was cut holds less than its index says: what is missing would be copied as nothing.
        if self.log_is_whole() && self.ground.look_at_file().is_ok() {
            // What cannot be copied now is copied later; nothing depends on it.
            let _ = self.conn.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()));
        }
        self.log.needed = false;
    }

    /// Whether the log is as long as it was. One that is gone from its path still lies whole behind the file that is open.
    fn log_is_whole(&self) -> bool {
        self.ground.log_length().is_none_or(|length| length >= self.log.length)
    }

    /// Whether everything is where it was, and how long the log is. If only the log was taken away, what it holds is brought into the file
    /// before it is too late.
    fn look(&mut self) -> Result<u64, StoreError> {
        let found = self.ground.look();
        if self.log.needed && found.log.is_some_and(|length| length < self.log.length) {
            return Err(StoreError::LogCut { path: self.path.clone() });
        }
        match found {
            InPlace { all: true, log, .. } => Ok(log.unwrap_or(0)),
            InPlace { file: true, .. } => {
                self.empty_log();
                Err(StoreError::LogGone { path: self.path.clone() })
            }
            _ => Err(self.ground.moved()),
        }
    }

    /// Does a batch and answers everyone in it.
    fn settle(&mut self, mut batch: Vec<Box<dyn Job>>) {
        let commit = match self.commit(&mut batch) {
            // One write too big for the disk must not take the others with it: each alone, then.
            Err(Failure::Lost(_)) if batch.len() > 1 => {
                batch.into_iter().for_each(|job| self.settle(vec![job]));
                return;
            }
            Err(Failure::Unbegun(fault) | Failure::Lost(fault)) => Err(fault.at(&self.path)),
            Ok(()) => Ok(()),
        };
        batch.into_iter().for_each(|job| job.answer(&commit));
    }

    /// Does the jobs in one transaction and puts them on the disk.
    fn commit(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), Failure> {
        let elsewhere = |error: StoreError| Failure::Unbegun(error.into());
        self.look().map_err(elsewhere)?;
        // Savepoints cost as much as a tenth of a job. Without them a job that fails takes the others with it, which are then done again.
        if !self.run(batch, false)? && batch.len() > 1 {
            self.run(batch, true)?;
        }
        // Looked at again: what was committed to a file that has gone meanwhile must not be confirmed.
        let length = self.look();
        self.log.needed = true;
        self.log.length = length.map_err(elsewhere)?;
        Ok(())
    }

    /// Does the jobs in one transaction; whether all of them are kept. If not, none is, unless each has a savepoint of its own.
    fn run(&self, batch: &mut [Box<dyn Job>], apart: bool) -> Result<bool, Failure> {
        self.say("begin immediate").map_err(|error| Failure::Unbegun(error.into()))?;
        let done = self.run_all(batch, apart);
        if !matches!(done, Ok(true)) && !self.conn.is_autocommit() {
            // What cannot be rolled back now is when the file is next opened.
            let _ = self.say("rollback");
        }
        done
    }

    fn run_all(&self, batch: &mut [Box<dyn Job>], apart: bool) -> Result<bool, Failure> {
        let lost = |error: rusqlite::Error| Failure::Lost(error.into());
        let say = |sql: &str| if apart { self.say(sql).map_err(lost) } else { Ok(()) };
        // A newer program may have migrated the file while we had it open.
        schema::still_known(&self.conn, &self.path).map_err(Failure::Unbegun)?;
        for job in batch {
            say("savepoint job")?;
            let kept = job.run(&self.conn);
            // A full or failing disk makes SQLite roll back everything, not only the savepoint.
            if self.conn.is_autocommit() {
                let why = "the transaction was rolled back".to_owned();
                return Err(Failure::Lost(StoreError::Io { path: self.path.clone(), why }.into()));
            }
            if !kept {
                if !apart {
                    return Ok(false);
                }
                say("rollback to job")?;
            }
            say("release job")?;
        }
        self.say("commit").map_err(lost)?;
        Ok(true)
    }

    /// Has a statement done that is kept: made anew for every job such statements would cost as much as the job.
    fn say(&self, sql: &str) -> rusqlite::Result<()> {
        self.conn.prepare_cached(sql)?.execute([]).map(drop)
    }
}
