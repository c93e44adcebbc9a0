//! Mistakes that random games and second readings have found, each as a small situation so that it stays found.

use crate::common::{Look, Scene};
use hulldown_patton::state::{Away, Man, Stage};
use hulldown_patton::words::*;

/// A man who had stood in for the commander came back from hospital and took his seat.
///
/// rules: patton 19.33
#[test]
fn a_stand_in_does_not_push_you_out() {
    let man = Man { number: 4, rating: 9, you: false, wound: Wound::LightWeek, weeks: 1, down: false };
    let away = Away { post: Post::Commander, man, back: "1944-08-13".parse().unwrap() };
    let scene = Scene::campaign(Scenario::Advance).date("1944-08-13").at(Stage::Muster);
    let end = scene.with(|game| game.crew.away.push(away)).roll(&[]);
    assert!(end.man(Post::Commander).you && end.game().crew.away.is_empty());
    assert!(end.asked_dice().starts_with("Weather"));
}

/// A plan of which little could be carried out was offered again and again, and a patient player never got to his round.
///
/// rules: patton 4.73.2
#[test]
fn a_plan_already_drafted_is_not_offered_again() {
    let scene =
        Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").set("tank.loaded = null, tank.hull_down = true");
    let drafted = scene.wound(Post::Commander, Wound::LightWeek).play("plan:gun", &[]);
    assert!(!drafted.can("plan:gun") && drafted.can("go"));
}

/// Men of a tank that was left, and not knocked out, stayed unconscious for ever.
///
/// rules: patton T.wound.3, 11.11b
#[test]
fn nobody_sleeps_through_the_night() {
    let scene = Scene::campaign(Scenario::Advance).ratings(10).at(Stage::Abandon).with(|game| {
        game.crew.men[Post::Driver.index()].as_mut().unwrap().down = true;
        game.tank.disabled = true;
    });
    let end = scene.roll(&[1, 1, 1, 1, 1]);
    assert!(end.man(Post::Driver).able());
}
