//! `hulldown serve`: the page in the browser.

use crate::args;
use anyhow::{Context, Result};
use hulldown_web::{ServeOptions, Server};
use std::io::{self, Write};

/// Serves the page until the program is ended, and opens it in the browser unless told not to.
pub(crate) fn run(args: &args::ServeArgs) -> Result<()> {
    let options = ServeOptions { port: args.port, data: None };
    let ready = |server: &Server| {
        let mut out = io::stdout();
        let _ = writeln!(
            out,
            "Hull Down is running at {}  (Ctrl-C stops it; `hulldown --help` for the terminal)",
            server.url()
        );
        let _ = out.flush();
        if !args.no_open && open::that_detached(server.url_to_start()).is_err() {
            let _ = writeln!(out, "No browser could be started; open that address yourself.");
        }
    };
    hulldown_web::run(&options, ready).context("the page cannot be served")
}
