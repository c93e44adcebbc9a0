//! The key of the page: whoever has it is let in, and other users of this machine have not.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

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
