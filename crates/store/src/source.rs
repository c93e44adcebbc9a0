//! Where reading connections come from. Usually that is the file itself; a file that may only be read, on a medium or in
//! a directory where nothing can be written, needs more.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::error::{Fault, StoreError, io_error};
use crate::files::{Draft, beside};
use crate::{backup, schema};

/// Where reading connections come from.
pub(crate) enum ReadFrom {
    /// The file, which may be written too.
    File,
    /// The file, read together with whoever writes it.
    ReadOnly,
    /// The file, which nobody can write, and which has no log.
    Still,
    /// A copy: the file needs its log played, or its schema brought up to date, and neither can be done to it.
    Copy(PathBuf, #[expect(dead_code, reason = "it is removed when dropped")] TempDir),
}

impl ReadFrom {
    pub(crate) fn connect(&self, path: &Path) -> Result<Connection, Fault> {
        match self {
            ReadFrom::File => schema::connect_reader(path),
            ReadFrom::ReadOnly => schema::look_at(path, OpenFlags::empty()),
            ReadFrom::Still => schema::look_at(&still(path), OpenFlags::SQLITE_OPEN_URI),
            ReadFrom::Copy(copy, _) => schema::connect_reader(copy),
        }
    }

    /// How to read a file that cannot be written.
    pub(crate) fn to_read(path: &Path) -> Result<Self, StoreError> {
        let version = |source: &ReadFrom| -> Result<i32, Fault> {
            let conn = source.connect(path)?;
            schema::version(&conn, path)
        };
        let has_log = fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
        let (source, version) = match (version(&ReadFrom::ReadOnly), has_log) {
            (Ok(version), _) => (ReadFrom::ReadOnly, version),
            (Err(_), false) => (ReadFrom::Still, version(&ReadFrom::Still).map_err(|fault| fault.at(path))?),
            // Nobody can have it open, or there would be an index of the log, with which it could be read.
            (Err(_), true) => return ReadFrom::with_log(path),
        };
        if version == schema::KNOWN {
            return Ok(source);
        }
        let (copy, directory) = scratch(path)?;
        let draft = Draft::private(&copy).map_err(|error| io_error(&copy, &error))?;
        let conn = source.connect(path).map_err(|fault| fault.at(path))?;
        backup::write_draft(&conn, path, &draft, &copy)?;
        draft.put_in_place(true).map_err(|error| io_error(&copy, &error))?;
        ReadFrom::up_to_date(path, copy, directory)
    }

    fn with_log(path: &Path) -> Result<Self, StoreError> {
        let (copy, directory) = scratch(path)?;
        for part in ["", "-wal"] {
            let to = beside(&copy, part);
            fs::copy(beside(path, part), &to).map_err(|error| io_error(path, &error))?;
            // The copy has the rights of the file, which cannot be written.
            #[cfg(unix)]
            fs::set_permissions(&to, std::os::unix::fs::PermissionsExt::from_mode(0o600))
                .map_err(|error| io_error(&to, &error))?;
        }
        ReadFrom::up_to_date(path, copy, directory)
    }

    fn up_to_date(path: &Path, copy: PathBuf, directory: TempDir) -> Result<Self, StoreError> {
        let migrate = || -> Result<(), Fault> { schema::migrate(&mut schema::connect(&copy)?, path) };
        migrate().map_err(|fault| fault.at(path))?;
        Ok(ReadFrom::Copy(copy, directory))
    }
}

/// A directory of our own to copy a file to.
fn scratch(path: &Path) -> Result<(PathBuf, TempDir), StoreError> {
    let directory = tempfile::tempdir().map_err(|error| io_error(path, &error))?;
    Ok((directory.path().join("games.db"), directory))
}

/// The address of a file that does not change, as SQLite wants it.
fn still(path: &Path) -> PathBuf {
    let mut address = String::from("file:");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'?' | b'#' | b'%' => address.push_str(&format!("%{byte:02x}")),
            b'\\' if cfg!(windows) => address.push('/'),
            // The others stand for themselves, and bytes of a longer letter must stay together.
            _ if byte.is_ascii() => address.push(char::from(byte)),
            _ => address.push_str(&format!("%{byte:02x}")),
        }
    }
    address.push_str("?immutable=1");
    address.into()
}
