//! Thinking that ends: after a time, or when the person at the keyboard has had enough.

use crossterm::event::{self, Event, KeyCode, KeyModifiers};
use hulldown_core::Limit;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
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

/// Whether the next key is one that stops; others pressed meanwhile are not kept.
fn stop_pressed() -> bool {
    if !event::poll(LOOK).unwrap_or(false) {
        return false;
    }
    match event::read() {
        Ok(Event::Key(key)) => {
            key.code == KeyCode::Esc
                || (key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL))
        }
        _ => false,
    }
}

/// Ctrl-C as a signal: it ends the program, except while there is thinking to be canceled.
#[cfg(unix)]
mod interrupt {
    use signal_hook::consts::SIGINT;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    struct Flags {
        idle: Arc<AtomicBool>,
        came: Arc<AtomicBool>,
    }

    fn flags() -> &'static Flags {
        static FLAGS: OnceLock<Flags> = OnceLock::new();
        FLAGS.get_or_init(|| {
            let (idle, came) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
            // If the system does not let us, Ctrl-C ends the program as ever, and everything confirmed is saved.
            if signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&idle)).is_ok() {
                let _ = signal_hook::flag::register(SIGINT, Arc::clone(&came));
            }
            Flags { idle, came }
        })
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
mod interrupt {
    pub(super) struct Awaited;

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
        let cancelled = think(Duration::from_secs(60), |limit| {
            signal_hook::low_level::raise(signal_hook::consts::SIGINT).unwrap();
            while !limit.is_over() {}
            limit.is_cancelled()
        });
        assert!(cancelled);
    }
}
