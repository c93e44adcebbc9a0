//! What is not drawn again must be what it was.

use super::*;
use hulldown_desk::{NewGame, shelf};

fn cut(open: &Sitting, browser: Browser<'_>) -> (Pieces, usize) {
    let parts = parts(open, &Ctx::of_script(), &Asked::default(), Known::new(&browser));
    let text: String = parts.into_iter().map(|part| part.0).collect();
    let spared = text.matches("data-same").count();
    (Pieces::of(text, browser), spared)
}

#[test]
fn what_is_not_drawn_again_is_what_it_would_be() {
    for shelf in shelf() {
        let game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        let mut open = Sitting::unsaved(game, shelf, None);
        let policy = (shelf.policies)()[0].0;
        if shelf.secrets {
            open.players.bots = [(1, policy.to_string())].into();
        }
        open.open_up().unwrap();
        let (mut before, mut spared) = (None, 0);
        for n in 0..120 {
            let (now, not_drawn) = cut(&open, Browser::that_shows(before.as_ref()));
            let (whole, _) = cut(&open, Browser::that_shows(None));
            assert_eq!(now.otherwise(&whole), Vec::<&str>::new(), "{} after {n} answers", shelf.id);
            spared += not_drawn;
            before = Some(now.shown(before.as_ref()));
            if open.prompt.first().is_none() || open.auto(policy, &Far::Until(Until::Decision, Some(1))).is_err() {
                break;
            }
        }
        // Lines of the log and the tools, at the least.
        assert!(spared > 500, "{}: {spared}", shelf.id);
    }
}
