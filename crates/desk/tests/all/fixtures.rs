//! Saved games of every kind and age that lie beside the games must load for ever: by the rules they were played by whole, word for
//! word and throw for throw, by older ones from their checkpoints.

use hulldown_core::save::{self, TakenUp};
use hulldown_desk::shelf;
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn every_saved_game_beside_the_games_loads() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for shelf in shelf() {
        let mut battles = 0;
        for entry in fs::read_dir(games.join(shelf.id).join("tests/fixtures")).unwrap() {
            let path = entry.unwrap().path();
            let saved = save::read(&fs::read_to_string(&path).unwrap()).unwrap();
            let (game, how) =
                (shelf.load)(&saved, None).unwrap_or_else(|e| panic!("{}: {}", path.display(), e.message));
            if saved.head.rules_version == shelf.rules_version {
                assert_eq!(how, TakenUp::Whole, "{}", path.display());
                assert_eq!(game.history_len(), saved.history.len(), "{}", path.display());
                let state = |json: &str| serde_json::from_str::<Value>(json).unwrap();
                assert_eq!(state(&game.checkpoint()), state(saved.checkpoint.state.text()), "{}", path.display());
                battles += 1;
            }
            assert!(game.outcome().is_none() && !game.prompt().waiting().is_empty(), "{}", path.display());
        }
        assert!(battles >= 2, "{}: {battles} by the rules of today", shelf.id);
    }
}
