//! Whole files: drafts that become files, or nothing; who may read them; whether a path still names the file it did.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::error::StoreError;

/// What SQLite puts beside a database.
pub(crate) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// How the name of a draft ends. It begins with a dot and the name of the file it is to become.
const DRAFT: &str = ".hulldown-draft";

/// Drafts that are not locked are left alone that long: their program may be alive.
const UNLOCKED: Duration = Duration::from_secs(60 * 60);

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// The directory a file is in.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Makes new files readable by their owner alone.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Makes a directory, and those it is in, for their owner alone.
pub(crate) fn make_directory(directory: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(directory)
}

/// Takes the rights of everybody but the owner away. Whoever may not do that has no say in it.
pub(crate) fn make_private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if let Ok(file) = fs::metadata(path)
            && file.permissions().mode() & 0o077 != 0
        {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(file.permissions().mode() & 0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// A file that is being written. It becomes its target whole, or vanishes. It is locked as long as its program lives, so
/// that the drafts of programs that were killed are known.
pub(crate) struct Draft {
    file: NamedTempFile,
    target: PathBuf,
}

impl Draft {
    /// A new, empty draft of a file for its owner alone.
    pub(crate) fn private(target: &Path) -> io::Result<Self> {
        Draft::new(target, |_| {})
    }

    /// A new, empty draft of a file for whoever may read files here.
    fn public(target: &Path) -> io::Result<Self> {
        Draft::new(target, |builder| {
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            #[cfg(not(unix))]
            let _ = builder;
        })
    }

    fn new(target: &Path, prepare: impl Fn(&mut Builder<'_, '_>)) -> io::Result<Self> {
        let mut prefix = OsString::from(".");
        prefix.push(target.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        prefix.push(".");
        loop {
            let mut builder = Builder::new();
            builder.prefix(&prefix).suffix(DRAFT);
            prepare(&mut builder);
            // What the system said, without the name of the draft.
            let bare = |error: io::Error| match error.to_string().split_once(" at path ") {
                Some((why, _)) => io::Error::new(error.kind(), why.to_string()),
                None => error,
            };
            let file = builder.tempfile_in(directory_of(target)).map_err(bare)?;
            // On Windows a lock would keep SQLite from writing it too.
            let locked = if cfg!(unix) { file.as_file().try_lock() } else { Ok(()) };
            // Whoever clears up may have come between making and locking it.
            match locked {
                Err(TryLockError::WouldBlock) => continue,
                _ if !file.path().exists() => continue,
                _ => return Ok(Draft { file, target: target.to_path_buf() }),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Moves the draft to its place, for good. Without `replace` a file that is there stays.
    pub(crate) fn put_in_place(self, replace: bool) -> io::Result<()> {
        let Draft { file, target } = self;
        file.as_file().sync_all()?;
        if replace { file.persist(&target) } else { file.persist_noclobber(&target) }.map_err(|error| error.error)?;
        sync_directory(&target)
    }
}

/// Makes a rename last through a power cut. Windows does so by itself, and cannot open a directory.
pub(crate) fn sync_directory(file: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory_of(file))?.sync_all() } else { Ok(()) }
}

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readers {
    /// Whoever may read files there.
    Everyone,
    /// Its owner alone.
    Owner,
}

/// Writes a file that is complete, and on the disk, or not there at all. Without `replace` a file that is there stays.
pub fn write_whole(path: &Path, bytes: &[u8], readers: Readers, replace: bool) -> io::Result<()> {
    clear_drafts_of(path);
    let mut draft = match readers {
        Readers::Everyone => Draft::public(path)?,
        Readers::Owner => Draft::private(path)?,
    };
    draft.file.write_all(bytes)?;
    draft.put_in_place(replace)
}

/// Removes what killed programs have left of drafts of a file.
pub(crate) fn clear_drafts_of(file: &Path) {
    if let Some(name) = file.file_name().and_then(|name| name.to_str()) {
        clear_drafts(directory_of(file), &format!(".{name}."));
    }
}

/// The same for a database and its backups, whose names begin with its own.
pub(crate) fn clear_up(database: &Path) {
    clear_drafts_of(database);
    if let Some(name) = database.file_name().and_then(|name| name.to_str()) {
        clear_drafts_of_old(directory_of(database), name);
    }
}

/// The files in a directory with names that can be read.
fn names_in(directory: &Path) -> Vec<String> {
    let listed = fs::read_dir(directory).into_iter().flatten().flatten();
    listed.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Removes drafts whose names start like this and whose programs are dead. What cannot be removed does no harm.
fn clear_drafts(directory: &Path, start: &str) {
    for name in names_in(directory) {
        let Some(end) = name.starts_with(start).then(|| name.rfind(DRAFT)).flatten() else { continue };
        let (draft, companion) = name.split_at(end + DRAFT.len());
        let draft = directory.join(draft);
        if companion.is_empty() {
            if is_left(&draft) {
                let _ = fs::remove_file(&draft);
            }
        } else if COMPANIONS.contains(&companion) && !draft.exists() {
            let _ = fs::remove_file(directory.join(&name));
        }
    }
}

/// Is the program dead that has made this draft? Where drafts are not locked, age decides.
fn is_left(draft: &Path) -> bool {
    if cfg!(not(unix)) {
        return age(draft).is_some_and(|age| age > UNLOCKED);
    }
    let Ok(file) = File::open(draft) else { return false };
    file.try_lock().is_ok() && Identity::of(draft).ok() == Identity::of_open(&file).ok()
}

/// The same for drafts as they were once called, `games.db.bak.4711-0`. Their programs did not lock them, so age decides.
fn clear_drafts_of_old(directory: &Path, database: &str) {
    for name in names_in(directory) {
        let Some(rest) = name.strip_prefix(database) else { continue };
        let Some(rest) = rest.strip_prefix(".bak").unwrap_or(rest).strip_prefix('.') else { continue };
        let rest = COMPANIONS.iter().find_map(|companion| rest.strip_suffix(companion)).unwrap_or(rest);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_draft = rest.split_once('-').is_some_and(|(program, count)| is_number(program) && is_number(count));
        let path = directory.join(&name);
        if is_draft && age(&path).is_some_and(|age| age > UNLOCKED) {
            let _ = fs::remove_file(path);
        }
    }
}

/// How long ago a file was written; none if it is not there, or from the future, which is the work of a wrong clock.
pub(crate) fn age(path: &Path) -> Option<Duration> {
    fs::metadata(path).ok()?.modified().ok()?.elapsed().ok()
}

/// Which file it is that a path names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Identity(u64, u64);

impl Identity {
    fn of(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|file| Identity::from(&file))
    }

    fn of_open(file: &File) -> io::Result<Self> {
        file.metadata().map(|file| Identity::from(&file))
    }

    #[cfg(unix)]
    fn from(file: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Identity(file.dev(), file.ino())
    }

    /// Elsewhere a file that is open cannot be moved away: that there is one is enough.
    #[cfg(not(unix))]
    fn from(_: &fs::Metadata) -> Self {
        Identity(0, 0)
    }
}

/// What lies at a path, if it is still the file it was.
fn named((path, identity): &(PathBuf, Identity)) -> Option<fs::Metadata> {
    fs::metadata(path).ok().filter(|file| Identity::from(file) == *identity)
}

/// Which files of a database are where they were.
pub(crate) struct InPlace {
    /// All of them.
    pub(crate) all: bool,
    /// The database itself.
    pub(crate) file: bool,
    /// How long its log is, if that is.
    pub(crate) log: Option<u64>,
}

/// The files of an open database. A program writes on happily into a file that was moved away or deleted, so that paths
/// must be looked at: nothing may be confirmed that nobody will find again.
#[derive(Clone, Debug)]
pub(crate) struct OpenFiles {
    database: PathBuf,
    parts: Vec<(PathBuf, Identity)>,
}

impl OpenFiles {
    /// The database as it is, and its log if it has one.
    pub(crate) fn of(database: &Path, has_log: bool) -> io::Result<Self> {
        // SQLite follows links, and has its log beside the file they lead to.
        let real = fs::canonicalize(database)?;
        let mut paths = vec![database.to_path_buf()];
        if has_log {
            paths.extend(["-wal", "-shm"].map(|part| beside(&real, part)));
        }
        let named = |path: PathBuf| Identity::of(&path).map(|identity| (path, identity));
        let parts = paths.into_iter().map(named).collect::<io::Result<_>>()?;
        Ok(OpenFiles { database: database.to_path_buf(), parts })
    }

    /// Looks at all paths, each once.
    pub(crate) fn look(&self) -> InPlace {
        let mut there = self.parts.iter().map(named);
        let file = there.next().flatten().is_some();
        let log = there.next().flatten().map(|log| log.len());
        let all = file && (self.parts.len() == 1 || log.is_some()) && there.all(|part| part.is_some());
        InPlace { all, file, log }
    }

    /// Whether the path of the database still names it, whatever has become of its log.
    pub(crate) fn look_at_file(&self) -> Result<(), StoreError> {
        if self.parts.first().and_then(named).is_some() { Ok(()) } else { Err(self.moved()) }
    }

    /// The database is no longer where it was.
    pub(crate) fn moved(&self) -> StoreError {
        StoreError::Moved { path: self.database.clone() }
    }

    /// How long the log is, if it is still at its path.
    pub(crate) fn log_length(&self) -> Option<u64> {
        self.parts.get(1).and_then(named).map(|log| log.len())
    }

    /// Whether both are the same database.
    pub(crate) fn is(&self, other: &OpenFiles) -> bool {
        self.parts.first() == other.parts.first()
    }
}
