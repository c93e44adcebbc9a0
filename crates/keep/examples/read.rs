//! Reads an exported game and tells it: `cargo run -p hulldown-keep --example read -- game.json`, where `hulldown saves export NAME game.json`
//! has written the file.

use hulldown_keep::{FoundSave, read_save, take_up};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(std::env::args_os().nth(1).ok_or("say which file")?);
    // The history is replayed: dice that do not fit the seed, or an answer against the rules, is an error here.
    let taken = take_up(FoundSave { save: read_save(&path)?, label: path.display().to_string(), pack: None })?;
    for event in taken.game.log(0) {
        println!("{}", event.line);
    }
    // Any game, behind one face: what it asks now, with every answer there is.
    for ask in taken.game.prompt().asks {
        let answers: Vec<&str> = ask.options().iter().map(|option| option.label.as_str()).collect();
        println!("{} waits for {}: {}", taken.shelf.title, taken.game.seat_name(ask.seat()), answers.join(", "));
    }
    Ok(())
}
