//! Every game there is can be drawn, wherever it stands.

use hulldown_core::Seat;
use hulldown_desk::{NewGame, Until, shelf};
use hulldown_draw::{Look, Panel, Region, Spot};
use hulldown_kit::page::{check, links_are};

#[test]
fn every_game_is_drawn_with_one_link_to_every_spot() {
    for one in shelf() {
        let (mut questions, mut links) = (0, 0);
        for seed in 0..3 {
            let mut game = (one.new)(NewGame { seed, ..NewGame::default() }).unwrap();
            while let Some(ask) = game.prompt().first().filter(|_| questions < 30 * (seed + 1)) {
                let mut spots: Vec<Spot> = Vec::new();
                for id in ask.options().iter().filter_map(|option| option.spot.as_ref()) {
                    if !spots.iter().any(|spot| spot.id == *id) {
                        spots.push(Spot { id: id.clone(), count: 1, label: format!("at {id}") });
                    }
                }
                links_are(&game.panels(ask.seat().into(), &spots, "/game/1", &Look::default()), &spots);
                (questions, links) = (questions + 1, links + spots.len());
                for seat in (0..game.seats()).map(Seat) {
                    check(&game.career(seat.into()));
                }
                game.auto("random", None, Until::End, Some(5)).unwrap();
            }
        }
        assert!(questions > 20 && links > 20, "{}: {questions} questions with {links} spots", one.id);
        let html = (one.picture)().unwrap();
        check(&[Panel { id: "picture", title: String::new(), region: Region::Board, html }]);
    }
}
