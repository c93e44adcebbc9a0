//! The terminal the program runs in.

use std::io::{self, IsTerminal};

/// Whether a full screen can be drawn: both ends are a terminal, and not one that cannot move its cursor.
pub(crate) fn is_full() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    is_interactive() && !(cfg!(unix) && dumb)
}

/// Whether a person sits at both ends.
pub(crate) fn is_interactive() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// How many columns text may take: the terminal's, or what COLUMNS says, or 80.
pub(crate) fn columns() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let measured = || {
        if io::stdout().is_terminal() { crossterm::terminal::size().ok().map(|(w, _)| usize::from(w)) } else { None }
    };
    measured().or(asked).unwrap_or(80).clamp(40, 200)
}

/// Forgets what was typed and not yet read: it was typed before what now stands on the screen. Says whether there was anything.
#[cfg(unix)]
pub(crate) fn forget_typed() -> bool {
    let typed = rustix::io::ioctl_fionread(io::stdin()).is_ok_and(|bytes| bytes > 0);
    // Where that cannot be done, the line is read as if it had been typed now.
    rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush).is_ok() && typed
}

/// Elsewhere there is no telling what was typed when.
#[cfg(not(unix))]
pub(crate) fn forget_typed() -> bool {
    false
}

/// Has a panic give the terminal back before it is told, and say that nothing is lost.
pub(crate) fn restore_on_panic() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let full_screen = crossterm::terminal::is_raw_mode_enabled().unwrap_or(false);
        // A bot that goes wrong costs an answer by another, not the game, and the player is told.
        let caught = hulldown_desk::thinking::is_guarded();
        if full_screen && !caught {
            ratatui::restore();
        }
        if !full_screen || !caught {
            told(panic);
        }
        if caught {
            return;
        }
        crate::fail::eprintln_quietly(
            "hulldown: this is a bug, please report it. Every confirmed answer is saved: \
             resume with `hulldown play --continue`.",
        );
    }));
}

/// Has a signal that ends the program give the terminal back first.
#[cfg(unix)]
pub(crate) fn restore_on_signal() {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGTERM]) else { return };
    // A thread of its own, for as long as the program runs. Whatever was confirmed is on the disk.
    let _ = std::thread::Builder::new().name("signals".into()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            ratatui::restore();
            std::process::exit(128 + signal);
        }
    });
}

/// Elsewhere the system itself gives the terminal back.
#[cfg(not(unix))]
pub(crate) fn restore_on_signal() {}
