//! The key of the page: whoever has it is let in, and other users of this machine have not.

use crate::app::lock;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The file the key is kept in, beside the saved games: tabs that are open stay open when the program is started again.
const FILE: &str = "page.key";

/// How many hexadecimal digits each of the secrets has.
const DIGITS: usize = 32;

/// What lets in.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Keys {
    /// Stands in the address that is opened, and is exchanged for the cookie.
    pub(crate) key: String,
    /// Comes with every request.
    pub(crate) cookie: String,
    /// Must be in every form besides.
    pub(crate) token: String,
}

/// How long a browser that was started may take to come.
const TICKET_HOLDS: Duration = Duration::from_secs(120);

/// Lets in once. The address a browser is started with stands in the list of running programs, which every user of the machine can
/// read, so it holds no key that lasts.
enum Ticket {
    /// None was given out.
    None,
    /// Not used yet.
    Fresh(String, Instant),
    /// Used. It is looked at no longer than it would have held: later it is only an old address somebody else may have read.
    Used(String, Instant),
}

/// What somebody who comes with a key is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comes {
    /// Somebody to let in.
    Known,
    /// Somebody without the right key.
    Unknown,
    /// The second with a ticket for one. Either the first was not meant to have it or this one is not: nobody is let in any more by
    /// what they have.
    Again,
}

/// The page's door.
pub(crate) struct Door {
    directory: PathBuf,
    keys: Mutex<Arc<Keys>>,
    ticket: Mutex<Ticket>,
}

impl Door {
    /// A door with the keys kept in a directory.
    pub(crate) fn of(directory: &Path) -> io::Result<Self> {
        let keys = Mutex::new(Arc::new(Keys::of(directory)?));
        Ok(Door { directory: directory.into(), keys, ticket: Mutex::new(Ticket::None) })
    }

    /// What lets in now.
    pub(crate) fn keys(&self) -> Arc<Keys> {
        Arc::clone(&lock(&self.keys))
    }

    /// A key that lets in once; the lasting one where there are no random numbers for another.
    pub(crate) fn ticket(&self) -> String {
        let Ok(text) = random(DIGITS) else { return self.keys().key.clone() };
        *lock(&self.ticket) = Ticket::Fresh(text.clone(), Instant::now());
        text
    }

    /// Looks at a key somebody brings.
    pub(crate) fn looks_at(&self, key: &str) -> Comes {
        if same(key, &self.keys().key) {
            return Comes::Known;
        }
        let mut ticket = lock(&self.ticket);
        match &*ticket {
            Ticket::Fresh(text, given) if same(key, text) && given.elapsed() < TICKET_HOLDS => {
                *ticket = Ticket::Used(text.clone(), *given);
                Comes::Known
            }
            Ticket::Used(text, given) if same(key, text) && given.elapsed() < TICKET_HOLDS => {
                *ticket = Ticket::None;
                let _ = fs::remove_file(self.directory.join(FILE));
                // Without random numbers there is no other key; then nothing changes.
                if let Ok(keys) = Keys::of(&self.directory) {
                    *lock(&self.keys) = Arc::new(keys);
                }
                Comes::Again
            }
            _ => Comes::Unknown,
        }
    }
}

/// Whether two secrets are the same, in a time that does not tell how far they are.
pub(crate) fn same(given: &str, ours: &str) -> bool {
    given.len() == ours.len() && given.bytes().zip(ours.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

impl Keys {
    /// The keys kept in a directory; new ones if there are none that only we can read.
    pub(crate) fn of(directory: &Path) -> io::Result<Self> {
        let path = directory.join(FILE);
        if let Some(keys) = kept(&path) {
            return Ok(keys);
        }
        let text = [random(DIGITS)?, random(DIGITS)?, random(DIGITS)?].concat();
        // Where nothing can be written they hold until the program ends.
        let _ = keep(&path, &text);
        Keys::read(&text).ok_or_else(|| io::Error::other("no key could be made"))
    }

    fn read(text: &str) -> Option<Self> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if !digits || text.len() != 3 * DIGITS {
            return None;
        }
        let part = |n: usize| text[n * DIGITS..(n + 1) * DIGITS].to_string();
        Some(Keys { key: part(0), cookie: part(1), token: part(2) })
    }
}

fn kept(path: &Path) -> Option<Keys> {
    let file = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What others could read is no secret any more.
        if file.permissions().mode() & 0o077 != 0 {
            return None;
        }
    }
    let _ = file;
    Keys::read(fs::read_to_string(path).ok()?.trim())
}

/// Writes the file whole, for nobody else to read.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension(format!("key.{}", std::process::id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&draft, path));
    if moved.is_err() {
        // Nothing half done is left lying.
        let _ = fs::remove_file(&draft);
    }
    moved
}

/// So many random hexadecimal digits.
fn random(digits: usize) -> io::Result<String> {
    let mut bytes = vec![0; digits / 2];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(format!("no random numbers: {e}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_lets_in_once_and_a_second_user_of_it_locks_the_door() {
        let dir = tempfile::tempdir().unwrap();
        let door = Door::of(dir.path()).unwrap();
        let (before, ticket) = (door.keys(), door.ticket());
        assert_eq!(door.looks_at("wrong"), Comes::Unknown);
        assert!(!ticket.is_empty() && ticket != before.key);
        assert_eq!(door.looks_at(&ticket), Comes::Known);
        assert_eq!((door.looks_at(&before.key), door.keys() == before), (Comes::Known, true));
        // Whoever came first, neither has a key now; the file has the new one.
        assert_eq!(door.looks_at(&ticket), Comes::Again);
        assert_eq!((door.looks_at(&before.key), door.looks_at(&ticket)), (Comes::Unknown, Comes::Unknown));
        assert!(door.keys().cookie != before.cookie && *door.keys() == Keys::of(dir.path()).unwrap());
    }

    #[test]
    fn keys_last_longer_than_the_program_and_are_ours_alone() {
        let dir = tempfile::tempdir().unwrap();
        let first = Keys::of(dir.path()).unwrap();
        assert!(first == Keys::of(dir.path()).unwrap());
        assert!(first.key != first.cookie && first.cookie != first.token && first.key.len() == DIGITS);
        let file = dir.path().join(FILE);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
            assert!(first != Keys::of(dir.path()).unwrap(), "somebody else may have read them");
        }
        fs::write(&file, "damaged").unwrap();
        let new = Keys::of(dir.path()).unwrap();
        assert!(new == Keys::of(dir.path()).unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no draft is left");
    }
}
