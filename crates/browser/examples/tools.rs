//! Looks for Chromium and its driver before the tests need them, and installs them if they are missing.
//!
//!     cargo run -p hulldown-browser --example tools

use hulldown_browser::Tools;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Tools::find_again() {
        Ok(tools) => {
            println!("browser: {}, driven by {}", tools.chromium.display(), tools.chromedriver.display());
            ExitCode::SUCCESS
        }
        Err(missing) => {
            eprintln!("{missing}");
            ExitCode::FAILURE
        }
    }
}
