//! Who has the store open. A file beside the database is locked, shared by everybody who has it open, alone by whoever
//! puts another file in its place. The system takes a lock back when a program ends, however it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{StoreError, io_error};
use crate::files::{beside, private};

/// How long to wait for a program that is just putting a file in its place.
const PATIENCE: Duration = Duration::from_secs(5);

/// Held as long as the store is open. Nothing is inside where the system knows no locks.
pub(crate) struct Lock(#[expect(dead_code, reason = "it is held, not used")] Option<File>);

impl Lock {
    /// One of many who have the store open.
    pub(crate) fn shared(database: &Path) -> Result<Self, StoreError> {
        Lock::take(database, PATIENCE, File::try_lock_shared)
    }

    /// The only one.
    pub(crate) fn alone(database: &Path) -> Result<Self, StoreError> {
        Lock::take(database, Duration::ZERO, File::try_lock)
    }

    fn take(
        database: &Path,
        patience: Duration,
        lock: impl Fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, StoreError> {
        let path = beside(database, ".lock");
        let file = private(File::options().read(true).write(true).create(true).truncate(false)).open(&path);
        let file = file.map_err(|error| io_error(database, &error))?;
        let start = Instant::now();
        loop {
            match lock(&file) {
                Ok(()) => return Ok(Lock(Some(file))),
                Err(TryLockError::WouldBlock) if start.elapsed() < patience => {
                    thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { path: database.to_path_buf() }),
                // Some network drives. SQLite's own locks must do there.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(Lock(None)),
                Err(TryLockError::Error(error)) => return Err(io_error(database, &error)),
            }
        }
    }
}
