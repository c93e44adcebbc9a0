//! What several of the enemy can do to what no one of them can destroy, in threats, in advice and where a plot is sealed.

use crate::common::{B, Scene, charts};
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::playable::Playable;
use hulldown_draw::{Drawn, Question};
use hulldown_tank::Tank;
use hulldown_tank::talk::{Ask, Choice};

fn threats(game: &Tank) -> String {
    Tank::answer(&game.view(charts(), Seat(1)), Question::Targets).unwrap().join("\n")
}

fn advice(game: &Tank) -> String {
    (Tank::AIDS.instead)(game, charts(), Seat(1), Ask::Plot).join("\n")
}

/// Three tanks before a gun in the open: each alone does nothing, two together destroy it for certain.
///
/// rules: tank 8.22b
#[test]
fn he_of_several_is_counted_where_one_alone_does_nothing() {
    let scene = Scene::new("1").alpha("A 2606 D, B 2706 D, C 2506 D").bravo("AA 2615 A").position(2615).nobody_else();
    let game = &scene.game;
    let alone = game.view(charts(), Seat(1));
    let unit = &alone.units()[0];
    assert!(alone.enemies().all(|seen| alone.shot_at(&seen, unit, unit.facing).is_none_or(|sum| sum.sixths() == 0)));
    let said = threats(game);
    assert!(said.contains("HE of enemy ") && said.contains(" together, ") && said.contains(" at our AA"), "{said}");
    assert!(said.contains("alone no chance"), "{said}");
    let said = advice(game);
    assert!(said.contains("Our AA: ") && said.contains("can be destroyed by HE of enemy "), "{said}");
    let label = game.choice_words(charts(), Seat(1), Ask::Plot, Choice::Commit).label;
    assert!(label.contains("AA"), "{label}");
}

/// rules: tank 9.4
#[test]
fn an_overrun_is_a_threat() {
    let scene = Scene::new("1").alpha("A 2604 D").bravo("M 2606").nobody_else();
    let said = threats(&scene.game);
    assert!(said.contains("enemy A can overrun our M"), "{said}");
    assert!(advice(&scene.game).contains("can be overrun by enemy A"), "{}", advice(&scene.game));
    let far = Scene::new("1").alpha("A 2604 D").bravo("M 2630").nobody_else();
    assert!(!threats(&far.game).contains("overrun"));
}

/// What somebody has plotted is not what a bot would, and of whom the same is said, it is said once.
#[test]
fn advice_compares_a_plot_with_one_that_is_made_anew() {
    let scene = Scene::new("1").alpha("A 2604 D").bravo("AA 2630 D, BB 2730 D, CC 2830 D").nobody_else();
    let game = scene.begin().plotted(B, "AA of 2632");
    let said = advice(game.game());
    assert!(said.contains("plotted: Opportunity Fire along the line to 2632; a bot would plot: "), "{said}");
    assert!(said.contains("Our BB, CC: nobody to fire at, and nobody known can destroy them; "), "{said}");
}
