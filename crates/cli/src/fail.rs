//! Failures, told to the person at the keyboard.

use hulldown_keep::KeepError;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Something asked for that cannot be: the person can put it right on the command line. Exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error about how the program was called.
pub(crate) fn usage(message: impl Into<String>) -> anyhow::Error {
    Usage(message.into()).into()
}

/// Somebody who thought better of it: no failure.
#[derive(Debug)]
pub(crate) struct Left(pub &'static str);

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Left {}

/// Tells a failure on standard error and gives the exit code that belongs to it.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        // Whoever read our output has seen enough.
        return ExitCode::SUCCESS;
    }
    if let Some(left) = error.downcast_ref::<Left>() {
        eprintln_quietly(left.0);
        return ExitCode::SUCCESS;
    }
    eprintln_quietly(&format!("hulldown: {error:#}"));
    let kept = error.downcast_ref::<KeepError>().is_some_and(KeepError::is_usage);
    ExitCode::from(if kept || error.is::<Usage>() { 2 } else { 1 })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line to standard error; if that cannot be done there is nobody to tell.
pub(crate) fn eprintln_quietly(line: &str) {
    use io::Write;
    let _ = writeln!(io::stderr(), "{line}");
}
