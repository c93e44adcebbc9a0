//! Thinking that ends: after a time, or when the person at the keyboard has had enough.

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use hulldown_core::Limit;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long policies may think about what follows from an answer, or play on when asked to.
pub(crate) const LONGEST: Duration = Duration::from_secs(120);

/// How long somebody waits before he is told why.
pub(crate) const WORTH_SAYING: Duration = Duration::from_secs(1);

/// How often it is looked whether somebody wants it to stop.
const LOOK: Duration = Duration::from_millis(10);

/// Does something that takes thought. Ctrl-C cancels it, on the full screen Esc too.
pub(crate) fn think<T: Send>(longest: Duration, work: impl FnOnce(&Limit) -> T + Send) -> T {
    let limit = Limit::within(longest);
    let interrupt = interrupt::Awaited::begin();
    // On the full screen Ctrl-C is a key like others; else it is a signal.
    let keys = crossterm::terminal::is_raw_mode_enabled().unwrap_or(false);
    let mut quiet = !keys && io::stderr().is_terminal();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        let (limit, work) = (&limit, work);
        let worker = scope.spawn(move || {
            // Dropped at the end, whichever way it ends.
            let _done = done;
            work(limit)
        });
        while wait.recv_timeout(if keys { Duration::ZERO } else { LOOK }) == Err(RecvTimeoutError::Timeout) {
            if interrupt.came() || (keys && stop_pressed()) {
                limit.cancel();
            }
            if quiet && begun.elapsed() > WORTH_SAYING {
                quiet = false;
                crate::fail::eprintln_quietly("Still thinking … Ctrl-C stops it.");
            }
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Whether the next key is one that stops; others pressed meanwhile are left out.
fn stop_pressed() -> bool {
    if !event::poll(LOOK).unwrap_or(false) {
        return false;
    }
    let Ok(read) = event::read() else { return false };
    let stops = matches!(read, Event::Key(key) if key.code == KeyCode::Esc
        || (key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)));
    if !stops {
        leave_out(&read);
    }
    stops
}

/// Keys that were pressed before what they would have answered was shown.
static LEFT_OUT: Mutex<String> = Mutex::new(String::new());

/// Notes a key that is not obeyed, because what it would have answered was not shown yet.
pub(crate) fn leave_out(read: &Event) {
    const MOST: usize = 40;
    let Event::Key(key) = read else { return };
    let mut keys = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    if key.kind == KeyEventKind::Release || keys.len() > MOST {
        return;
    }
    match key.code {
        KeyCode::Char(c) => keys.push(c),
        code => *keys = format!("{} {code} ", keys.trim_end()),
    }
}

/// The keys left out since this was last asked, if there were any.
pub(crate) fn left_out() -> Option<String> {
    let keys = std::mem::take(&mut *LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner));
    Some(keys.trim().to_string()).filter(|keys| !keys.is_empty())
}

/// Ctrl-C as a signal: it ends the program, except while there is thinking to be canceled.
#[cfg(unix)]
pub(crate) mod interrupt {
    use signal_hook::consts::SIGINT;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError};

    struct Flags {
        idle: Arc<AtomicBool>,
        came: Arc<AtomicBool>,
    }

    fn flags() -> &'static Flags {
        static FLAGS: OnceLock<Flags> = OnceLock::new();
        FLAGS.get_or_init(|| {
            let (idle, came) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
            // If the system does not let us, Ctrl-C ends the program as ever, and everything confirmed is saved.
            if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT]) {
                let (idle, came) = (Arc::clone(&idle), Arc::clone(&came));
                let _ = std::thread::Builder::new().name("interrupt".into()).spawn(move || {
                    for _ in signals.forever() {
                        came.store(true, Ordering::SeqCst);
                        if idle.load(Ordering::SeqCst) {
                            leave();
                        }
                    }
                });
            }
            Flags { idle, came }
        })
    }

    static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

    /// Has Ctrl-C say this before it ends the program.
    pub(crate) fn last_words(words: Option<String>) {
        *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = words;
        flags();
    }

    /// Ends the program as an interrupt does.
    fn leave() {
        if let Some(words) = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).as_deref() {
            crate::fail::eprintln_quietly(&format!("\n{words}"));
        }
        let _ = signal_hook::low_level::emulate_default_handler(SIGINT);
    }

    /// As long as it lives Ctrl-C only sets a flag.
    pub(super) struct Awaited(&'static Flags);

    impl Awaited {
        pub(super) fn begin() -> Self {
            let flags = flags();
            flags.came.store(false, Ordering::SeqCst);
            flags.idle.store(false, Ordering::SeqCst);
            Awaited(flags)
        }

        pub(super) fn came(&self) -> bool {
            self.0.came.load(Ordering::SeqCst)
        }
    }

    impl Drop for Awaited {
        fn drop(&mut self) {
            self.0.idle.store(true, Ordering::SeqCst);
        }
    }
}

/// Elsewhere Ctrl-C ends the program; everything confirmed is saved.
#[cfg(not(unix))]
pub(crate) mod interrupt {
    pub(super) struct Awaited;

    /// Nothing can be said there.
    pub(crate) fn last_words(_: Option<String>) {}

    impl Awaited {
        pub(super) fn begin() -> Self {
            Awaited
        }

        pub(super) fn came(&self) -> bool {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_ends_with_its_time_and_gives_what_it_has() {
        let begun = Instant::now();
        let looks = think(Duration::from_millis(50), |limit| {
            let mut looks = 0u64;
            while !limit.is_over() {
                looks += 1;
            }
            looks
        });
        assert!(looks > 0 && begun.elapsed() >= Duration::from_millis(50));
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupt_cancels_it_and_does_not_end_the_program() {
        // It would cancel whatever else thinks in this process: it is tried in one of its own.
        const ALONE: &str = "HULLDOWN_INTERRUPTED";
        if std::env::var_os(ALONE).is_none() {
            let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
            alone.args(["--exact", "play::thinking::tests::an_interrupt_cancels_it_and_does_not_end_the_program"]);
            let run = alone.env(ALONE, "1").output().unwrap();
            assert!(run.status.success() && String::from_utf8_lossy(&run.stdout).contains("1 passed"), "{run:?}");
            return;
        }
        let canceled = think(Duration::from_secs(60), |limit| {
            signal_hook::low_level::raise(signal_hook::consts::SIGINT).unwrap();
            while !limit.is_over() {}
            limit.is_canceled()
        });
        assert!(canceled);
    }
}
