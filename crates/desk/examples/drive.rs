//! The driver's conversation on standard input and output: `cargo run -p hulldown-desk --example drive`.

use std::io;

fn main() -> io::Result<()> {
    hulldown_desk::Desk::default().converse(io::stdin().lock(), io::stdout().lock())
}
