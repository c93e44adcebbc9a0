//! A sound duel keeps every law, and each flawed one is caught at the law it breaks.

use hulldown_core::playable::Aids;
use hulldown_kit::aids::{Talk, dangling};
use hulldown_kit::duel::{Choice, Duel, Event, Setup, flaw};
use hulldown_kit::{Broken, Conform, check, conform};

fn setups() -> Vec<Setup> {
    let setup = |rounds, solo, wind| Setup { rounds, solo, wind };
    vec![setup(8, false, 1), setup(8, true, 1), setup(50, false, -4), setup(50, true, -2), setup(0, false, 0)]
}

fn duel<const FLAW: u8>(games: u64) -> Result<hulldown_kit::Tried, Broken> {
    check(&Conform { games, setups: setups(), scramble: Some(Duel::<FLAW>::scramble), most_answers: 400 })
}

#[test]
fn a_sound_duel_keeps_every_law() {
    let report =
        conform::<Duel>(Conform { games: 300, setups: setups(), scramble: Some(Duel::scramble), most_answers: 400 });
    assert_eq!((report.games, report.sessions), (300, 6));
    assert!((2..10).contains(&report.longest_step), "{report:?}");
    let tried = [
        report.decisions,
        report.stops,
        report.options,
        report.refusals,
        report.undos,
        report.sealed,
        report.views,
        report.previews,
        report.odds,
        report.secrets,
        report.told,
    ];
    assert!(tried.iter().all(|&n| n > 20), "{report:?}");
}

/// The law that a flawed duel breaks first, with all that was said of it.
fn caught<const FLAW: u8>(law: &str) -> Broken {
    let broken = duel::<FLAW>(100).expect_err("a flaw that nothing notices");
    assert_eq!(broken.point.law, law, "{broken}");
    broken
}

#[test]
fn a_view_that_leaks_is_caught() {
    let broken = caught::<{ flaw::LEAKS }>("views");
    assert!(broken.to_string().contains("charm"), "{broken}");
    caught::<{ flaw::NOSY }>("views");
}

#[test]
fn without_a_scramble_private_answers_are_still_kept_private() {
    let conform = Conform { games: 10, setups: setups(), scramble: None, most_answers: 400 };
    assert_eq!(check::<Duel<{ flaw::NOSY }>>(&conform).expect_err("seen").point.law, "views");
}

#[test]
fn unsound_questions_are_caught() {
    let broken = caught::<{ flaw::BOTH_WAYS }>("refuses");
    assert_eq!(broken.point.key, "hold");
    let broken = caught::<{ flaw::WRONG_KEY }>("menu");
    assert_eq!((broken.point.key.as_str(), broken.point.answer), ("write:5", 0));
    caught::<{ flaw::LONELY }>("menu");
    caught::<{ flaw::TWICE }>("menu");
}

#[test]
fn a_step_that_is_not_a_function_of_state_and_answers_is_caught() {
    let broken = caught::<{ flaw::CATCHES }>("answers");
    assert!(broken.why.contains("went on after it had to wait"), "{broken}");
    caught::<{ flaw::LISTENS }>("straight");
    caught::<{ flaw::COUNTS }>("answers");
    caught::<{ flaw::PEEKS }>("views");
    caught::<{ flaw::FORGETS }>("checkpoints");
}

#[test]
fn a_game_without_end_is_caught() {
    let broken = caught::<{ flaw::ENDLESS }>("ends");
    assert_eq!(broken.point.answer, 400);
}

#[test]
fn a_preview_of_another_roll_is_caught() {
    caught::<{ flaw::TWO_FORMULAS }>("previews");
}

#[test]
fn odds_that_tell_a_secret_are_caught() {
    caught::<{ flaw::GOSSIPS }>("secrets");
}

#[test]
fn missing_words_are_caught() {
    caught::<{ flaw::UNRULED }>("words");
    caught::<{ flaw::NAMELESS }>("words");
}

#[test]
fn dice_in_a_private_stretch_are_caught() {
    caught::<{ flaw::DICE_IN_LANE }>("ends");
}

#[test]
fn a_failure_says_where() {
    let broken = caught::<{ flaw::WRONG_KEY }>("menu");
    assert_eq!(
        broken.to_string(),
        "duel, law `menu`, set-up 0, seed 0, after answer 0, key `write:5`: the key of Write(Charm(5)) does not read back"
    );
}

#[test]
fn aids_that_name_what_nobody_says_are_found() {
    let talk = Talk { events: Event::KINDS, choices: Choice::KEYS };
    let right = Aids::<Duel> {
        stretches: &[("round", "to the next round")],
        groups: &[("aim", "aims")],
        letters: &[("dodge", 'D'), (":left", 'L')],
        ..Aids::none()
    };
    assert_eq!(dangling(&right, &talk), [""; 0]);
    let wrong = Aids::<Duel> {
        stretches: &[("dawn", "")],
        settles: &[("Fire", &["shot", "miss"])],
        groups: &[("ai", "")],
        letters: &[("aim", 'A'), (":nowhere", 'N'), ("flee", 'F')],
        ..Aids::none()
    };
    let found = ["stretches: dawn", "settles: miss", "groups: ai", "letters: :nowhere", "letters: flee"];
    assert_eq!(dangling(&wrong, &talk), found);
}
