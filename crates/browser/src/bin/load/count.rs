//! How many instructions an answer takes. That does not depend on what else the machine does, so it tells whether a change has made an
//! answer cheaper where processor time cannot. Instructions of the system are not counted.

use crate::client::Connection;
use crate::process::ServerProcess;
use crate::{Whole, prepare};
use hulldown_browser::Asker;
use std::path::Path;

/// How many answers are counted; each takes some fifty times as long as it would.
const GAMES: usize = 20;
const ANSWERS: usize = 50;

/// Answers in a few games, one after the other, with a stream on each, and counts.
pub(crate) async fn count(home: &Path, profile: &Path) -> Whole {
    let file = home.join("games.db");
    // The first answers warm the server up.
    let mut scripts = prepare(&file, GAMES, ANSWERS + 10)?;
    let server = ServerProcess::start_counted(&file, profile)?;
    let asker = Asker::meet(server.port)?;
    let mut line = Connection::open(server.port).await?;
    let mut streams = Vec::new();
    for script in &mut scripts {
        line.open_table(&asker, script).await?;
        streams.push(Connection::stream(server.port, &asker, script).await?);
    }
    let (mut answers, mut bytes) = (0, 0);
    for step in 0..ANSWERS + 10 {
        if step == 10 {
            server.count()?;
        }
        for script in scripts.iter_mut().filter(|script| step < script.steps.len()) {
            let size = line.answer(&asker, script, step).await?;
            if step >= 10 {
                (answers, bytes) = (answers + 1, bytes + size);
            }
        }
    }
    let instructions = server.counted(profile)?;
    println!(
        "{answers} durable answers, one after the other: {} instructions and {} bytes each; see {} with callgrind_annotate",
        instructions / answers.max(1) as u64,
        bytes / answers.max(1),
        profile.display()
    );
    Ok(())
}
