//! Finding Chromium and its driver, and not running too many of them at once.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

/// How many browsers run at once.
const BROWSERS: usize = 2;

/// How long nobody tries again to install what could not be installed: long enough for all tests of one run to hear of it.
const TRY_AGAIN: Duration = Duration::from_secs(300);

/// Where the programs are.
#[derive(Clone, Debug)]
pub struct Tools {
    /// The browser.
    pub chromium: PathBuf,
    /// What drives it.
    pub chromedriver: PathBuf,
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |name| dir.join(name)));
    candidates.into_iter().find(|file| file.is_file())
}

fn shared(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("hulldown-browser-{name}"))
}

impl Tools {
    fn look() -> Option<Self> {
        let chromium = on_path(&["chromium", "chromium-browser", "google-chrome"])?;
        Some(Tools { chromium, chromedriver: on_path(&["chromedriver"])? })
    }

    /// The programs; installed first if they are missing and that is possible. If not, says what to do.
    pub fn find() -> Result<Self, String> {
        if let Some(tools) = Tools::look() {
            return Ok(tools);
        }
        let why = match install() {
            Ok(()) => match Tools::look() {
                Some(tools) => return Ok(tools),
                None => "They are not on the PATH even after they were installed.".to_string(),
            },
            Err(why) => why,
        };
        Err(format!(
            "Chromium and chromedriver are needed to test the page in a real browser: install the packages `chromium` and \
             `chromium-driver` (Debian's names). {why}"
        ))
    }
}

/// Installs what is missing, on a Debian system where we may.
fn install() -> Result<(), String> {
    let root = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    if !root || !Path::new("/etc/debian_version").exists() || on_path(&["apt-get"]).is_none() {
        return Err("They cannot be installed from here: that takes root on a Debian system.".into());
    }
    let lock = File::create(shared("install.lock")).map_err(|e| e.to_string())?;
    lock.lock().map_err(|e| e.to_string())?;
    // Somebody else may have done it while we waited for the lock, or found that it cannot be done.
    if Tools::look().is_some() {
        return Ok(());
    }
    let failed = shared("install.failed");
    let age = |file: &Path| SystemTime::now().duration_since(fs::metadata(file).ok()?.modified().ok()?).ok();
    if age(&failed).is_some_and(|age| age < TRY_AGAIN) {
        let why = fs::read_to_string(&failed).unwrap_or_default();
        return Err(format!("{why} (remove {} to try again)", failed.display()));
    }
    eprintln!("Installing chromium and chromium-driver with apt-get, once …");
    for args in [
        &["update"][..],
        &["install", "-y", "--no-install-recommends", "chromium", "chromium-driver", "fonts-dejavu-core"],
    ] {
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        let done = command.output().map_err(|e| e.to_string())?;
        if !done.status.success() {
            let said = String::from_utf8_lossy(&done.stderr);
            let why = format!("apt-get {} failed: {}", args[0], said.lines().last().unwrap_or_default());
            let _ = fs::write(&failed, &why);
            return Err(why);
        }
    }
    Ok(())
}

/// The right to run a browser, given back when it is dropped; also among test programs that know nothing of each other.
#[derive(Debug)]
pub struct Slot(#[expect(dead_code, reason = "holds the lock")] File);

impl Slot {
    /// Waits for one.
    ///
    /// # Panics
    /// If the directory for temporary files cannot be written.
    pub fn take() -> Self {
        loop {
            for n in 0..BROWSERS {
                let path = shared(&format!("slot-{n}.lock"));
                let file = File::options().create(true).append(true).open(path).expect("a lock file can be made");
                if file.try_lock().is_ok() {
                    return Slot(file);
                }
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }
}
