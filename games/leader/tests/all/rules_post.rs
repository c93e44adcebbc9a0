//! Post-Combat.

use crate::common::*;
use hulldown_leader::ids::{BattalionId, PlannedId};
use hulldown_leader::state::Stage;
use hulldown_leader::words::*;

/// A battle with this Battalion that is over, so many Trucks (1 point each) left of the enemy.
fn over(id: &str, trucks: usize) -> Scene {
    let scene = Scene::new().with(|game| game.battalions.clear()).battalion(id).fight().at(Stage::After);
    (0..trucks).fold(scene, |scene, _| scene.enemy("truck 11"))
}

/// The Event Quiet Night: no effect.
const QUIET: &[u8] = &[9];

/// rules: leader post.seq.1 post.event.1 post.status.1 setup.objective.4 setup.deck.5
#[test]
fn a_destroyed_battalion_brings_its_points() {
    let end = over("9A", 4).unit("902 jones 61").roll(QUIET);
    assert_eq!(end.game().vp, 3);
    assert!(end.game().battalions[BattalionId(0)].destroyed);
}

/// rules: leader post.status.2 post.status.3 setup.battalion.2
#[test]
fn a_halved_battalion_brings_half_and_the_rest_later() {
    // 1A: 5 VP, Half at 19, Destroyed at 8.
    let end = over("1A", 19).unit("902 jones 61").roll(QUIET);
    assert_eq!(
        (end.game().vp, end.game().battalions[BattalionId(0)].half, end.game().battalions[BattalionId(0)].destroyed),
        (2, true, false)
    );
    let later = over("1A", 8).that_battalion(|battalion| (battalion.half, battalion.scored) = (true, 2));
    let end = later.unit("902 jones 61").set("vp = 2").roll(QUIET);
    assert_eq!(end.game().vp, 5);
}

/// rules: leader post.status.4
#[test]
fn nothing_comes_of_a_battalion_that_holds() {
    let end = over("1A", 20).unit("902 jones 61").roll(QUIET);
    assert_eq!((end.game().vp, end.game().battalions[BattalionId(0)].half), (0, false));
    let again = over("1A", 12).that_battalion(|battalion| (battalion.half, battalion.scored) = (true, 2));
    let end = again.unit("902 jones 61").roll(QUIET);
    assert_eq!((end.game().vp, end.game().battalions[BattalionId(0)].half), (0, true));
}

/// rules: leader setup.battalion.2
#[test]
fn the_two_numbers_are_bounds() {
    // 9 and 4 of the book: 10 Full, 9 and 5 Half, 4 Destroyed; here 12 and 4 of 9A.
    let state = |trucks| {
        let end = over("9A", trucks).unit("902 jones 61").roll(QUIET);
        (end.game().battalions[BattalionId(0)].half, end.game().battalions[BattalionId(0)].destroyed)
    };
    assert_eq!([13, 12, 5, 4].map(state), [(false, false), (true, false), (true, false), (true, true)]);
}

/// rules: leader post.stress.1 post.stress.2 commander.stat.2
#[test]
fn a_battle_is_two_stress_less_cool() {
    // 3 before, 1 in the battle, 2 for it, Cool 2: Stout, Average.
    let end = over("9A", 20).unit("042 stout average 61").who(|one| one.stress = 4).roll(QUIET);
    assert_eq!(end.commander(Name::Stout).stress, 4);
    let end = over("9A", 20).unit("042 stout ace 61").roll(QUIET);
    assert_eq!(end.commander(Name::Stout).stress, 0, "not below 0");
}

/// rules: leader post.xp.1 post.xp.3
#[test]
fn experience_for_all_who_live() {
    let scene = |trucks| over("9A", trucks).unit("042 eandi 61").unit("902 jones 61").who(|one| one.kia = true);
    let scene = |trucks| scene(trucks).that(|fighter| fighter.commander = None);
    assert_eq!(scene(20).roll(QUIET).commander(Name::Eandi).xp, 1);
    let end = scene(4).roll(QUIET);
    assert_eq!(end.commander(Name::Eandi).xp, 2);
    assert!(
        end.game().commander_of(Name::Jones).is_none_or(|at| end.game().commanders[at].xp == 0),
        "a dead man gets none"
    );
}

/// rules: leader post.promote.1 post.promote.2 post.promote.3 commander.stat.1
#[test]
fn promotions_use_up_what_they_need() {
    // Stout, Average, needs 5.
    let stout = |xp: u8| {
        let end = over("9A", 4).unit("042 stout average 61").who(|one| one.xp = xp).roll(QUIET);
        (end.commander(Name::Stout).level, end.commander(Name::Stout).xp)
    };
    assert_eq!(stout(2), (Level::Average, 4));
    assert_eq!(stout(3), (Level::Skilled, 0));
    assert_eq!(stout(4), (Level::Skilled, 1));
    // Two levels at once: 5, then 6.
    assert_eq!(stout(9), (Level::Veteran, 0));
}

/// rules: leader setup.battalion.7 post.xp.2
#[test]
fn yellow_notes_hold_at_half() {
    let cards = &charts().battalions[Nation::Germany];
    let card = cards.iter().find(|card| card.notes.iter().any(|note| note.title == "2XP")).unwrap();
    let scene = over(&card.id.to_string(), 0).that_battalion(|battalion| battalion.half = true).enemy("truck 11");
    let end = scene.unit("042 stout ace 61").unit("902 jones 61").roll(QUIET);
    assert_eq!(end.commander(Name::Jones).xp, 4, "1, 1 for the Battalion and 2 for the note");
    assert_eq!(end.commander(Name::Stout).xp, 0, "an Ace needs none");
}

/// rules: leader setup.end.3
#[test]
fn great_ends_the_campaign_at_once() {
    let scene = over("9A", 4).unit("902 jones 61").set("vp = 19");
    let end = scene.battalion("4A").roll(QUIET);
    assert_eq!((end.stage(), end.game().result), (Stage::Over, Some(Evaluation::Great)));
}

/// rules: leader outcome.1 outcome.2 setup.end.1
#[test]
fn the_last_week_is_evaluated_after_its_battles() {
    let scene = |vp| {
        let scene = Scene::of(setup("bulge_1944", "cut_off")).fight().at(Stage::Record).unit("902 jones 61");
        scene.with(|game| (game.week, game.vp) = (3, vp)).roll(&[])
    };
    let result = |vp| scene(vp).game().result.unwrap();
    assert_eq!(
        [4, 5, 10, 15, 18].map(result),
        [Evaluation::Failure, Evaluation::Poor, Evaluation::Adequate, Evaluation::Good, Evaluation::Good]
    );
    assert_eq!(scene(15).session.outcome().unwrap().result, "Good");
}

/// rules: leader post.next.1 week.assign.6
#[test]
fn the_next_battle_begins_after_the_first_is_recorded() {
    let scene = Scene::new().battalion("4A").pair(42, Name::Eandi).pair(902, Name::Jones);
    let end = scene.play("attack:9A send:042 done attack:4A send:902 done done battalion:9A", &[2]);
    let end = Scene { game: end.game().clone(), setup: end.session.setup().clone() }
        .with(|game| {
            game.battle.mustered = true;
            game.stage = Stage::After;
        })
        .roll(QUIET);
    assert_eq!((end.game().at, end.stage()), (PlannedId(1), Stage::Before));
    assert_eq!(end.game().battle.battalion, BattalionId(1));
}
