//! Places in files that are not TOML, to complain about.

use super::ChartError;
use std::fmt::Display;

/// A place in a file.
pub struct At {
    /// The file's name.
    pub file: &'static str,
    /// The line or part of it.
    pub table: String,
}

impl At {
    /// A place in a file.
    pub fn new(file: &'static str, table: impl Into<String>) -> At {
        At { file, table: table.into() }
    }

    /// What is wrong here.
    pub fn err(&self, what: impl Display) -> ChartError {
        ChartError::new(self.file, self.table.as_str(), what)
    }

    /// Complains unless it is right.
    pub fn check(&self, right: bool, what: impl Display) -> Result<(), ChartError> {
        if right { Ok(()) } else { Err(self.err(what)) }
    }
}
