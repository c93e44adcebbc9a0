//! Saves: what is taken up, and what is refused and how.

use crate::common::*;
use hulldown_core::chart::Files;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::save::{self, BadSave, Checkpoint, Json, Save, TakenUp};
use hulldown_core::session::Session;
use hulldown_core::{Game, Seat};
use hulldown_kit::duel::{Duel, Setup};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game alone, some way on, with a rewind in it.
fn some_save() -> Save {
    let begun = |seed| {
        let mut session = duel(SOLO, random(seed));
        play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
        session
    };
    let mut session = (8..).map(begun).find(|session| asked(session) == ["0 Armor"]).unwrap();
    play(&mut session, &["0 brace", "0 aim:left", "< 0 2", "0 spend", "0 hold"]);
    save(&session)
}

/// Another value in a part of a save.
fn alter(part: &mut Json, at: &str, value: impl Into<Value>) {
    let mut whole: Value = serde_json::from_str(part.text()).unwrap();
    match at.rsplit_once('/') {
        Some((within, field)) if whole.pointer(at).is_none() => {
            whole.pointer_mut(within).unwrap().as_object_mut().unwrap().insert(field.into(), value.into());
        }
        _ => *whole.pointer_mut(at).unwrap() = value.into(),
    }
    *part = Json::of(&whole);
}

fn refused(save: &Save) -> BadSave {
    Session::<Duel>::load(save, &Duel::<0>::shipped(), data()).err().expect("a save that must be refused")
}

fn damaged(save: &Save) -> (String, String, Option<usize>) {
    match refused(save) {
        BadSave::Damaged { at, why, good } => (at, why, good),
        other => panic!("{other}"),
    }
}

#[test]
fn a_save_is_text_and_reads_back() {
    let saved = some_save();
    let text = serde_json::to_string_pretty(&saved).unwrap();
    let read = save::read(&text).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), serde_json::to_value(&saved).unwrap());
    assert!(saved.history.iter().any(|line| line.starts_with('~')), "{:?}", saved.history);
    let session = load(&read);
    assert_eq!(serde_json::to_value(save(&session)).unwrap(), serde_json::to_value(&saved).unwrap());
}

#[test]
fn who_throws_the_dice_is_written_in_a_word() {
    let text = |mode: DiceMode| serde_json::to_string(&mode).unwrap();
    assert_eq!(text(DiceMode::Random), "\"random\"");
    assert_eq!(text(DiceMode::Hand), "\"hand\"");
    assert_eq!(text(DiceMode::Charts(["fire".into()].into())), "[\"fire\"]");
    for mode in [DiceMode::Random, DiceMode::Hand, DiceMode::Charts(["a".into(), "b".into()].into())] {
        assert_eq!(serde_json::from_str::<DiceMode>(&text(mode.clone())).unwrap(), mode);
    }
    assert!(serde_json::from_str::<DiceMode>("\"loaded\"").is_err());
}

#[test]
fn a_text_cut_short_is_no_save() {
    let text = serde_json::to_string(&some_save()).unwrap();
    for cut in 0..text.len() {
        if let Some(part) = text.get(..cut) {
            assert!(matches!(save::read(part), Err(BadSave::NotASave(_))), "cut at {cut}");
        }
    }
    for text in
        ["", "null", "[]", "{}", "{\"head\":{}}", "{\"head\":{\"hulldown\":\"one\"}}", "{\"head\":{\"hulldown\":1}}"]
    {
        assert!(matches!(save::read(text), Err(BadSave::NotASave(_))), "{text}");
    }
}

#[test]
fn a_save_of_a_later_program_is_named_as_such() {
    let mut value = serde_json::to_value(some_save()).unwrap();
    value["head"]["hulldown"] = 99.into();
    value["head"]["something_new"] = true.into();
    let refusal = save::from_json(&value).unwrap_err();
    assert_eq!(refusal, BadSave::Future(99));
    assert_eq!(save::read(&value.to_string()).unwrap_err(), BadSave::Future(99));
    assert!(refusal.to_string().contains("later version"));
    let mut saved = some_save();
    saved.head.hulldown = 99;
    assert_eq!(refused(&saved), BadSave::Future(99));
}

#[test]
fn an_unknown_field_is_refused_by_name() {
    for at in ["", "/head", "/checkpoint"] {
        let mut value = serde_json::to_value(some_save()).unwrap();
        value.pointer_mut(at).unwrap().as_object_mut().unwrap().insert("surprise".into(), Value::Null);
        let refusal = save::from_json(&value).unwrap_err().to_string();
        assert!(refusal.contains("surprise"), "{at}: {refusal}");
    }
    let mut saved = some_save();
    alter(&mut saved.head.setup, "/surprise", true);
    let (at, why, _) = damaged(&saved);
    assert!(at.starts_with("head.setup") && why.contains("surprise"), "{at}: {why}");
}

#[test]
fn a_save_of_another_game_is_refused() {
    let mut saved = some_save();
    saved.head.game = "other".into();
    assert_eq!(refused(&saved), BadSave::OtherGame { found: "other".into(), wanted: "duel".into() });
}

#[test]
fn a_set_up_that_cannot_be_is_refused() {
    let mut saved = some_save();
    alter(&mut saved.head.setup, "/rounds", 51);
    assert_eq!(damaged(&saved).1, "at most 50");
    alter(&mut saved.head.setup, "/rounds", "many");
    assert_eq!(damaged(&saved).0, "head.setup.rounds");
}

fn pack(text: &str) -> Files {
    let shipped = Duel::<0>::shipped();
    let changed = shipped.text("charts.toml").unwrap().replace("straight = 6", text);
    shipped.overlay("mine", BTreeMap::from([("charts.toml".into(), changed)])).unwrap()
}

#[test]
fn a_save_with_other_charts_is_refused() {
    let saved = some_save();
    let files = pack("straight = 5");
    let other = Session::<Duel>::load(&saved, &files, data()).err().unwrap();
    assert_eq!(other, BadSave::OtherCharts { pack: None });
    let session = duel(SOLO, random(1));
    let packed = session.save(&files);
    assert_eq!(refused(&packed), BadSave::OtherCharts { pack: Some("mine".into()) });
    assert!(refused(&packed).to_string().contains("`mine`"));
    assert!(Session::<Duel>::load(&packed, &files, data()).is_ok());
}

#[test]
fn a_line_that_is_no_line_is_named() {
    let mut saved = some_save();
    saved.history[2] = "0 fly:away".into();
    let (at, why, good) = damaged(&saved);
    assert_eq!((at.as_str(), good), ("history[2]", Some(2)));
    assert!(why.contains("fly:away"), "{why}");
}

/// The game with the first so many lines of a save.
fn beginning(saved: &Save, lines: usize) -> Session<Duel> {
    let mut cut = saved.clone();
    cut.history.truncate(lines);
    cut.checkpoint = Checkpoint::none();
    load(&cut)
}

#[test]
fn every_altered_line_is_found() {
    let saved = some_save();
    let others =
        ["0 write:1", "0 aim:right", "0 hold", "0 spend", "1 hold", "= 1d6 1", "= 1d6 4", "= 2d6 6 6", "~ 1d6 2"];
    let mut found = 0;
    for n in 0..saved.history.len() {
        for other in others.iter().chain(&["< 0 1", "< 0 3", "! 1d6 3", "# 2d6 1 1"]) {
            let mut altered = saved.clone();
            if altered.history[n] == *other {
                continue;
            }
            altered.history[n] = other.to_string();
            // Another option in its place makes another game, but one that could have been.
            let (seat, key) = other.split_once(' ').unwrap();
            let could_be = seat == "0" && beginning(&saved, n).choose_key(Seat(0), key).is_ok();
            // So do a person's dice in the place of the generator's, if no more of those follow; they are marked for all to see.
            let by_hand = seat == "!" || seat == "#";
            let refusal = Session::<Duel>::load(&altered, &Duel::<0>::shipped(), data()).err();
            match refusal {
                Some(BadSave::Damaged { .. }) => found += 1,
                None if could_be || by_hand => {}
                other_end => {
                    panic!("line {n}, `{}` as `{other}`: {other_end:?}, {:?}", saved.history[n], saved.history)
                }
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_missing_or_doubled_or_moved_line_is_found() {
    let saved = some_save();
    let altered = |history: Vec<String>| {
        let altered = Save { history, ..saved.clone() };
        Session::<Duel>::load(&altered, &Duel::<0>::shipped(), data()).err()
    };
    for n in 0..saved.history.len() {
        let mut without = saved.history.clone();
        without.remove(n);
        assert!(altered(without).is_some(), "without line {n}: {:?}", saved.history);
        let mut doubled = saved.history.clone();
        doubled.insert(n, saved.history[n].clone());
        assert!(altered(doubled).is_some(), "line {n} doubled: {:?}", saved.history);
        if n > 0 && saved.history[n - 1] != saved.history[n] {
            let mut moved = saved.history.clone();
            moved.swap(n - 1, n);
            assert!(altered(moved).is_some(), "line {n} moved up: {:?}", saved.history);
        }
    }
}

#[test]
fn dice_the_seed_does_not_give_are_found() {
    let mut saved = some_save();
    let face = saved.history[0].pop().unwrap();
    saved.history[0].push(if face == '6' { '5' } else { '6' });
    let (at, why, good) = damaged(&saved);
    assert_eq!((at.as_str(), good), ("history[0]", Some(0)));
    assert!(why.contains("seed"), "{why}");
    let mut saved = some_save();
    saved.head.seed += 1;
    assert!(damaged(&saved).0.starts_with("history["));
}

/// Dice are said to have been kept from before a rewind, and were not.
#[test]
fn kept_dice_must_have_been_kept() {
    let saved = some_save();
    let kept = saved.history.iter().position(|line| line.starts_with('~')).unwrap();
    let mut altered = saved.clone();
    let face = altered.history[kept].pop().unwrap();
    altered.history[kept].push(if face == '6' { '5' } else { '6' });
    assert_eq!(damaged(&altered).0, format!("history[{kept}]"));
    let mut altered = saved.clone();
    altered.history[0].replace_range(..1, "~");
    assert_eq!(damaged(&altered).0, "history[0]");
    // And where dice are kept no others fall.
    let mut altered = saved;
    altered.history[kept].replace_range(..1, "!");
    assert_eq!(damaged(&altered).0, format!("history[{kept}]"));
}

/// What was taken back must have been possible all the same: else dice could be fished for in it.
#[test]
fn what_was_taken_back_is_looked_at_too() {
    let mut saved = save(&duel(SOLO, random(8)));
    let mut dice = hulldown_core::Generator::new(8);
    dice.throw(hulldown_core::D6);
    let unasked = dice.throw(hulldown_core::Dice { count: 4, sides: 20 });
    let faces: Vec<String> = unasked.iter().map(ToString::to_string).collect();
    saved.history.extend(["0 write:1".into(), format!("= 4d20 {}", faces.join(" ")), "< 0 1".into()]);
    let (at, _, good) = damaged(&saved);
    assert_eq!((at.as_str(), good), ("history[2]", Some(2)));
    let mut saved = save(&duel(SOLO, random(8)));
    saved.history.extend(["0 brace".into(), "< 0 1".into()]);
    assert_eq!(damaged(&saved).2, Some(1));
}

#[test]
fn an_undo_that_was_not_allowed_is_found() {
    let mut session = duel(TWO, random(8));
    play(&mut session, &["0 write:1", "1 write:1", "0 hold", "0 stay", "1 hold", "1 stay"]);
    let lines = session.history().len();
    let mut saved = save(&session);
    saved.history.push("< 1 1".into());
    let (at, why, good) = damaged(&saved);
    assert_eq!((at, good), (format!("history[{lines}]"), Some(lines)));
    assert!(why.contains("revealed"), "{why}");
    saved.history[lines] = "< 0 40".into();
    assert!(damaged(&saved).1.starts_with("that cannot be undone: "));
}

#[test]
fn an_altered_checkpoint_is_found() {
    let mut saved = some_save();
    alter(&mut saved.checkpoint.state, "/tanks/0/hull", 1);
    assert_eq!(damaged(&saved).0, "checkpoint.state");
    // An older checkpoint is looked at where it belongs.
    let mut session = duel(SOLO, random(8));
    play(&mut session, &["0 write:2"]);
    let early = save(&session).checkpoint;
    while let Some((seat, choice)) = any_answer(&session, &mut hulldown_core::Generator::new(1)) {
        session.choose(seat, choice).unwrap();
    }
    let mut saved = save(&session);
    assert!(early.at < saved.checkpoint.at);
    saved.checkpoint = early;
    assert_eq!(whole(&load(&saved)), whole(&session));
    alter(&mut saved.checkpoint.state, "/wind", 9);
    assert_eq!(damaged(&saved).0, "checkpoint.state");
    saved.checkpoint.at = usize::MAX;
    assert_eq!(damaged(&saved).2, Some(saved.history.len()), "cut short");
    // None at all is no fault while the rules are the same.
    saved.checkpoint = Checkpoint::none();
    assert_eq!(whole(&load(&saved)), whole(&session));
}

#[test]
fn a_checkpoint_from_before_the_dice_changed_hands_still_fits() {
    let mut session = duel(SOLO, by_hand());
    let waiting = save(&session).checkpoint;
    session.dice_mut().mode = DiceMode::Random;
    let unlooked = save(&session);
    assert_eq!(asked(&load(&unlooked)), ["0 Charm"], "the program throws now");
    session.look_for_dice();
    play(&mut session, &["0 write:2", "0 hold", "0 stay"]);
    let mut saved = save(&session);
    saved.checkpoint = waiting;
    assert_eq!(whole(&load(&saved)), whole(&session));
}

#[test]
fn charts_may_be_written_anew_with_the_same_figures() {
    let mut session = duel(SOLO, random(8));
    play(&mut session, &["0 write:2", "0 aim:left"]);
    let mut saved = save(&session);
    saved.head.charts = "an earlier form".into();
    let (taken, how) = Session::<Duel>::load(&saved, &Duel::<0>::shipped(), data()).unwrap();
    assert_eq!((how, whole(&taken)), (TakenUp::Whole, whole(&session)));
    for (charts, pack) in [("another form", None), ("an earlier form", Some("mine"))] {
        (saved.head.charts, saved.head.pack) = (charts.into(), pack.map(String::from));
        let refused = Session::<Duel>::load(&saved, &Duel::<0>::shipped(), data()).err();
        assert_eq!(refused, Some(BadSave::OtherCharts { pack: saved.head.pack.clone() }));
    }
}

#[test]
fn after_a_change_of_rules_a_game_goes_on_from_its_checkpoint() {
    let mut session = duel(SOLO, random(8));
    play(&mut session, &["0 write:2", "0 aim:left"]);
    let mut saved = save(&session);
    saved.head.rules_version = 0;
    saved.head.charts = "of another version".into();
    // A history that no longer fits is not looked at.
    saved.history.push("0 no-longer:known".into());
    let take = |saved: &Save| Session::<Duel>::load(saved, &Duel::<0>::shipped(), data());
    let (mut taken, how) = take(&saved).unwrap();
    assert_eq!(how, TakenUp::FromCheckpoint { rules_version: 0 });
    assert_eq!(asked(&taken), ["0 Aim"]);
    assert_eq!(taken.working().tanks[0].charm, Some(2));
    assert_eq!(taken.undo(Seat(0), 1).unwrap_err().to_string(), "there is nothing to undo");
    // The dice go on: they do not begin again with those of the beginning.
    assert_ne!(taken.dice().seed(), 8);
    let (mut again, _) = take(&saved).unwrap();
    for session in [&mut taken, &mut again] {
        play(session, &["0 aim:left", "0 stay"]);
    }
    assert_eq!(whole(&taken), whole(&again), "and are the same whenever it is taken up");
    assert_eq!(whole(&load(&save(&taken))), whole(&taken), "it can be saved as it is now");

    alter(&mut saved.checkpoint.state, "/tanks/0/charm", 7);
    let Err(BadSave::Damaged { at, why, .. }) = take(&saved) else { panic!() };
    assert_eq!((at.as_str(), why.as_str()), ("checkpoint.tanks[0].charm", "a charm is 1, 2 or 3"));
    alter(&mut saved.checkpoint.state, "/tanks", json!([]));
    let Err(BadSave::Damaged { at, .. }) = take(&saved) else { panic!() };
    assert_eq!(at, "checkpoint.state.tanks");
}

#[test]
fn a_change_of_rules_does_not_change_the_pack() {
    let files = pack("straight = 5");
    let mut saved = duel(SOLO, random(8)).save(&files);
    saved.head.rules_version = 0;
    assert_eq!(refused(&saved), BadSave::OtherCharts { pack: Some("mine".into()) });
    assert!(Session::<Duel>::load(&saved, &files, data()).is_ok());
}

/// Every beginning of a good record is one: a game can always be taken up from the good part of a damaged save.
#[test]
fn every_beginning_of_a_good_history_is_good() {
    for (setup, seed) in [(SOLO, 3), (TWO, 4), (Setup { wind: -2, ..SOLO }, 5)] {
        let mut end = finished(setup, seed);
        if setup.solo {
            play(&mut end, &["< 0 3"]);
            let mut picks = hulldown_core::Generator::new(seed);
            while let Some((seat, choice)) = any_answer(&end, &mut picks) {
                end.choose(seat, choice).unwrap();
            }
        }
        let saved = save(&end);
        for n in 0..=saved.history.len() {
            let session = beginning(&saved, n);
            // Dice that were cut off after an answer fall again as they did.
            let lines = history(&session);
            assert_eq!(lines[..], saved.history[..lines.len()], "cut to {n}");
            assert!(saved.history[n..lines.len()].iter().all(|line| line.starts_with(['=', '~'])));
        }
    }
}

#[test]
fn the_good_part_of_a_damaged_history_is_found() {
    let saved = save(&finished(SOLO, 3));
    for n in 0..saved.history.len() {
        let mut altered = saved.clone();
        altered.history[n] = "0 write:3".into();
        if altered.history[n] == saved.history[n] {
            continue;
        }
        let (at, why, good) = damaged(&altered);
        let good = good.unwrap();
        assert!(good == n || good == n + 1, "line {n}: {at}, good {good}: {why}");
        beginning(&altered, good);
    }
}

/// Later rules are not known here: nothing is played, nothing is dropped.
#[test]
fn a_save_of_later_rules_is_named_as_such() {
    let mut saved = some_save();
    saved.head.rules_version = 99;
    let refusal = refused(&saved);
    assert_eq!(refusal, BadSave::LaterRules { found: 99, known: Duel::<0>::RULES_VERSION });
    assert!(refusal.to_string().contains("update"), "{refusal}");
}

/// The last position of a game of other rules can be looked at; it is not played on for that.
#[test]
fn a_position_is_looked_at_and_not_played() {
    let mut session = duel(SOLO, random(8));
    play(&mut session, &["0 write:2", "0 aim:left"]);
    let mut saved = save(&session);
    saved.head.rules_version = 0;
    saved.history = vec!["0 no-longer:known".into()];
    let look = |saved: &Save| Session::<Duel>::look_at(saved, &Duel::<0>::shipped(), data());
    let position = look(&saved).unwrap();
    assert_eq!(Json::of(position.working()), saved.checkpoint.state);
    assert_eq!((position.pending().len(), position.told(), position.history().len()), (0, 0, 0));
    saved.checkpoint = Checkpoint::none();
    assert!(matches!(look(&saved), Err(BadSave::Damaged { at, .. }) if at == "checkpoint"));
}

/// A history that cannot be one is refused before it is looked at.
#[test]
fn a_history_has_a_limit() {
    let with = |history: Value| {
        let mut value = serde_json::to_value(some_save()).unwrap();
        value["history"] = history;
        save::read(&value.to_string()).map(|_| ()).unwrap_err().to_string()
    };
    let long = with(json!(["0 hold", "x".repeat(1_000)]));
    assert!(long.contains("save.history") && long.contains("line 1 is longer"), "{long}");
    let many = with(vec![""; save::MOST_LINES + 1].into());
    assert!(many.contains("more than 1000000 lines"), "{many}");
}
