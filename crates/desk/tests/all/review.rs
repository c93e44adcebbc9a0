//! Looking back on a game.

use hulldown_catalog::sample;
use hulldown_core::Limit;
use hulldown_desk::{Match, NewGame, Review, Until, find, review};

fn played(policy: &str, answers: u64) -> Box<dyn Match> {
    let mut game = (find(sample!(career)).unwrap().new)(NewGame { seed: 7, ..NewGame::default() }).unwrap();
    game.auto(policy, None, Until::End, Some(answers)).unwrap();
    game
}

fn whole(game: &dyn Match) -> Review {
    review(game, None, 1, &Limit::NONE, |_| {})
}

#[test]
fn someone_who_picks_at_random_gives_more_away_than_someone_sensible() {
    let (wild, sane) = (whole(&*played("random", 18)), whole(&*played("sensible", 18)));
    let lost = |review: &Review| review.costly.iter().map(hulldown_desk::Costly::cost).sum::<f64>();
    assert!(!wild.costly.is_empty() && lost(&wild) > 2.0 * lost(&sane), "{} and {}", lost(&wild), lost(&sane));
    for costly in &wild.costly {
        assert_ne!(costly.chosen.key, costly.best.key);
        assert!(costly.cost() > 3.0 * costly.error(), "{costly:?}");
        assert_eq!(costly.chosen.playouts, 400);
    }
    assert!(wild.costly.windows(2).all(|pair| pair[0].cost() >= pair[1].cost()));
}

#[test]
fn it_is_the_same_each_time_and_leaves_the_game_alone() {
    let game = played("random", 8);
    let before = (game.history_from(0), game.state());
    let first = whole(&*game);
    assert_eq!(first, whole(&*game));
    assert_eq!((game.history_from(0), game.state()), before);
    assert_eq!((first.looked, first.of), (game.answered(), game.answered()));
    assert!((1..=first.of).contains(&first.decisions));
}

#[test]
fn one_may_stop_it_and_is_told_how_far_it_came() {
    let game = played("sensible", 40);
    let (mut seen, limit) = (Vec::new(), Limit::within(std::time::Duration::from_secs(600)));
    let review = review(&*game, None, 1, &limit, |so_far| {
        seen.push(so_far.looked);
        if so_far.looked == 10 {
            limit.cancel();
        }
    });
    assert_eq!((review.looked, review.of), (10, game.answered()));
    assert_eq!(seen[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}
