//! Men who come and go more than once: substitutes, hospital, recall, a new command (7.4.3, 8.3.1, R29).

use crate::common::{Look, Played, Scene};
use hulldown_ace::state::{End, Stage, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// A1: a Refit.
const REFIT: &[u8] = &[6, 6];

/// An Attack that was left.
fn after() -> Scene {
    Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).me(|p| p.board.end = Some(End::Withdrawn))
}

/// Another mission left at once, with this man hurt so.
fn again(played: &Played, post: Post, wound: Wound) -> Scene {
    let scene = Scene { game: played.game().clone() }.stage(Stage::After(Seat(0)));
    scene.me(|p| p.board.end = Some(End::Withdrawn)).wound(post, wound)
}

fn gunner(played: &Played) -> u16 {
    played.me().crew[Post::Gunner.index()].number
}

/// rules: ace R29b 7.4.3c
#[test]
fn a_wounded_substitute_is_not_waited_for() {
    // The gunner is out for 2 (man 6 stands in), then the substitute for 4 (man 7 stands in).
    let first = after().skill(Skill::Gunnery).wound(Post::Gunner, Wound::Serious).play("", &[1, 1]).quietly();
    let second = again(&first, Post::Gunner, Wound::Serious).play("", &[2, 2]).quietly();
    assert_eq!(second.rolls(), ["Serious wound (C2): 4: out for 4 missions"]);
    assert_eq!((gunner(&second), second.me().crew[1].substitute, second.me().away.len()), (7, true, 1));
    // Only the gunner comes back, and stays.
    let back = second.quiet_dice(&[REFIT]);
    assert_eq!((gunner(&back), back.me().career.holds(Skill::Gunnery)), (2, true));
    let later = back.quiet_dice(&[REFIT; 4]);
    assert_eq!((gunner(&later), later.me().away.len()), (2, 0));
}

/// rules: ace 8.3.1b 7.4.3i R29b
#[test]
fn a_man_asked_back_takes_the_post_of_whoever_was_to_return_to_it() {
    // Man 2 goes to hospital for 8; his replacement, man 6, learns Aim and is laid up for 6 on the fifth line after.
    // (A Captain, so that no promotion is rolled for on the way.)
    let first = after().skill(Skill::Gunnery).me(|p| (p.career.prestige, p.career.rank) = (2, Rank::Captain));
    let replaced = first.wound(Post::Gunner, Wound::Serious).play("", &[4, 4]).quiet_dice(&[REFIT; 4]);
    assert_eq!((gunner(&replaced), replaced.me().crew[1].substitute), (6, false));
    let laid_up = again(&replaced, Post::Gunner, Wound::Serious).skill(Skill::Aim).play("", &[3, 3]).quietly();
    assert_eq!((gunner(&laid_up), laid_up.me().away.len()), (7, 2));
    // Man 2 is due and asked back: with his own skill, without Aim, and nobody takes the post from him later.
    let mut end = laid_up;
    while !end.can("recall:0") {
        let answer = ["done", "tank:keep"].into_iter().find(|answer| end.can(answer));
        end = match answer {
            Some(answer) => end.go_on(answer),
            None => end.dice(&[REFIT]),
        };
    }
    let back = end.go_on("recall:0");
    assert_eq!((gunner(&back), back.me().career.skills), (2, bit(Skill::Gunnery.index())));
    let later = back.quiet_dice(&[REFIT; 6]);
    assert_eq!((gunner(&later), later.me().away.len()), (2, 0));
}

/// rules: ace 7.4.3j R29b
#[test]
fn nobody_comes_back_to_a_crew_that_is_no_more() {
    // The gunner is laid up for 6; then the commander goes to hospital for 8.
    let first = after().skill(Skill::Gunnery).wound(Post::Gunner, Wound::Serious).play("", &[3, 3]).quietly();
    assert_eq!(first.me().away.len(), 1);
    let end = again(&first, Post::Commander, Wound::Serious).play("", &[4, 4]);
    assert!(!end.saw(|e| matches!(e, Event::Returned { .. })));
    assert!(end.can("tank:m4a1_early"));
    let back = end.go_on("tank:m4a1_early");
    assert_eq!((back.me().career.skills, back.me().away.len()), (0, 0));
    // Man 6 stood in; 7 to 10 are the new crew.
    assert_eq!(back.me().crew.map(|man| man.number), [1, 7, 8, 9, 10]);
}
