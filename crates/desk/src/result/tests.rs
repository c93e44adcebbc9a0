//! Cards of every game, and of lines made for the purpose.

use super::*;
use crate::{NewGame, ToldLine, Until};
use hulldown_core::playable::aids::{About, Alike, Listed};
use hulldown_core::talk::Rank;

#[test]
fn every_event_stands_on_the_card_once_and_dice_under_what_came_of_them() {
    for shelf in crate::shelf() {
        let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        let policy = (shelf.policies)().last().unwrap().0;
        game.auto(policy, None, Until::End, Some(120)).unwrap();
        let events = game.log(0);
        let all = came(&events);
        let mut shown: Vec<usize> = all
            .iter()
            .flat_map(|came| came.dice.iter().chain(&came.again).chain(&came.line).chain(&came.more))
            .map(|event| event.n)
            .collect();
        // Lists that are made anew are told by their change.
        let listed: Vec<usize> =
            events.iter().filter(|event| event.about.listed.is_some()).map(|event| event.n).collect();
        shown.retain(|n| !listed.contains(n));
        shown.extend(&listed);
        shown.sort_unstable();
        // But for the further steps of a unit's way.
        let steps = events.iter().filter(|event| event.about.step.is_some()).map(|event| event.n);
        let left_out: Vec<usize> = steps.filter(|n| !shown.contains(n)).collect();
        shown.extend(&left_out);
        shown.sort_unstable();
        assert_eq!(shown, events.iter().map(|event| event.n).collect::<Vec<_>>());
        let fired = |line: &EventLine| line.about.shot == Some(ShotPart::Fired);
        let after = |line: &EventLine, dice: &[&EventLine]| dice.iter().all(|roll| roll.n < line.n);
        // Of several that are alike, those of the second fell after the first was told.
        let placed =
            |came: &Came<'_>, line: &EventLine| fired(line) || !came.more.is_empty() || after(line, &came.dice);
        assert!(all.iter().all(|came| came.line.is_none_or(|line| placed(came, line))));
    }
}

fn told(n: usize, text: &str, about: About) -> EventLine {
    let words = |text: &str| ToldLine {
        after: 0,
        kind: "told".into(),
        rule: "1.0".into(),
        text: text.into(),
        headline: Some(text.into()),
        story: None,
        rank: Rank::Line,
        under: None,
        title: None,
        only: None,
        again: false,
        seat: None,
        key: None,
        roll: None,
    };
    EventLine { about, ..words(text).event(n) }
}

fn thrown(n: usize, result: &str) -> EventLine {
    let roll = RollLine {
        chart: "B1".into(),
        purpose: "To hit".into(),
        dice: "2d6".into(),
        faces: vec![1, 2],
        natural: 3,
        mods: Vec::new(),
        total: 3,
        need: "7 or less".into(),
        result: result.into(),
        chance: Some(0.5),
        by_hand: n == 1,
        success: Some(false),
        on_line: "",
        column: "",
    };
    EventLine { roll: Some(roll), headline: None, ..told(n, "rolled", About::default()) }
}

#[test]
fn a_shot_that_comes_to_nothing_keeps_its_dice() {
    let shot = || EventLine { headline: None, ..told(0, "fires", About::shot(ShotPart::Fired).at(["unit-2".into()])) };
    let events = [shot(), thrown(1, "no effect"), told(2, "the enemy moves", About::default())];
    let all = came(&events);
    assert_eq!(all.iter().map(|came| came.dice.len()).collect::<Vec<_>>(), [1, 0]);
    assert!(all[0].by_hand() && all[0].is_shot() && !all[1].by_hand());
    let at = ["unit-2".to_string()];
    assert_eq!(marks(&all, Seat(0)), [BoardMark { at: &at, says: "no effect".into(), own: false }]);
    // With a consequence they stand under that, and the mark says all of it once.
    let hit = |n, says| told(n, says, About::shot(ShotPart::Result).at(at.clone()));
    let events = [shot(), thrown(1, "hit"), hit(2, "hit"), thrown(3, "pierced"), hit(4, "brewed up")];
    let all = came(&events);
    assert_eq!(all.iter().map(|came| came.dice.len()).collect::<Vec<_>>(), [0, 1, 1]);
    assert_eq!(marks(&all, Seat(0))[0].says, "hit, brewed up");
    let long = [
        hit(0, "the tank with the long name in 3917 is hit"),
        hit(1, "the tank with the long name in 3917 is destroyed"),
    ];
    assert_eq!(marks(&came(&long), Seat(0))[0].says, "hit, destroyed");
}

#[test]
fn dice_of_the_next_phase_do_not_stand_under_the_last_shot() {
    let phased = |event: EventLine, phase| EventLine { phase: Some(phase), ..event };
    let shot = told(0, "sweeps", About::shot(ShotPart::Fired));
    let acts = || phased(told(3, "moves right", About::default()), "Enemy action");
    let events = [phased(shot, "Your fire"), phased(thrown(2, "moves right"), "Enemy action"), acts()];
    let all = came(&events);
    let shown: Vec<_> = all.iter().map(|came| (came.phase, came.dice.len())).collect();
    assert_eq!(shown, [(Some("Your fire"), 0), (Some("Enemy action"), 1)]);
    // What settles the next line is not the shot's, even in the same phase.
    let next = EventLine { kind: "acts".into(), ..told(3, "fires", About::shot(ShotPart::Fired)) };
    let about = About { settles: Some(&["acts"]), ..About::default() };
    let mut settled = EventLine { about, ..thrown(2, "fires") };
    // It is read on a chart, and neither fails nor succeeds.
    settled.roll.as_mut().unwrap().success = None;
    let events = [told(0, "fires", About::shot(ShotPart::Fired)), thrown(1, "no effect"), settled, next];
    let dice: Vec<Vec<usize>> =
        came(&events).iter().map(|came| came.dice.iter().map(|roll| roll.n).collect()).collect();
    assert_eq!(dice, [[1], [2]]);
    // Those that fell before it are the shot's.
    let shot = phased(told(0, "fires", About::shot(ShotPart::Fired)), "Your fire");
    let events = [shot, thrown(1, "no effect"), phased(thrown(2, "moves right"), "Enemy action"), acts()];
    let dice: Vec<_> = came(&events).iter().map(|came| came.dice.len()).collect();
    assert_eq!(dice, [1, 1]);
}

#[test]
fn a_try_that_fails_before_the_next_stands_for_itself() {
    let tried = |n, success| {
        let mut event = thrown(n, "busy");
        event.roll.as_mut().unwrap().success = Some(success);
        event
    };
    let events = [tried(0, false), tried(1, false), tried(2, true), told(3, "now targets you", About::default())];
    let shown: Vec<(bool, usize)> = came(&events).iter().map(|came| (came.line.is_some(), came.dice.len())).collect();
    assert_eq!(shown, [(false, 1), (false, 1), (true, 1)]);
}

#[test]
fn dice_of_which_nothing_came_do_not_hang_under_what_is_told_next() {
    let tried = |n, settles| EventLine { about: About { settles, ..About::default() }, ..thrown(n, "busy") };
    let line = |n| told(n, "the range is now long", About::default());
    let shape = |events: &[EventLine]| -> Vec<(bool, usize)> {
        came(events).iter().map(|came| (came.line.is_some(), came.dice.len())).collect()
    };
    // Of this roll only a line of another kind comes.
    assert_eq!(shape(&[tried(0, Some(&["targets"])), line(1)]), [(false, 1), (true, 0)]);
    assert_eq!(shape(&[tried(0, Some(&["told"])), line(1)]), [(true, 1)]);
    assert_eq!(shape(&[tried(0, None), line(1)]), [(true, 1)]);
    // A failure begins neither a round nor a shot.
    let round = EventLine { rank: Rank::Scene, ..line(1) };
    assert_eq!(shape(&[tried(0, None), round]), [(false, 1), (true, 0)]);
    let shot = told(1, "fires", About::shot(ShotPart::Fired));
    assert_eq!(shape(&[tried(0, None), shot]), [(false, 1), (true, 0)]);
    // What was thrown after it stays with the line.
    assert_eq!(shape(&[tried(0, Some(&["targets"])), thrown(1, "hit"), line(2)]), [(false, 1), (true, 1)]);
}

#[test]
fn a_loss_names_the_shot_that_did_it() {
    let at = |hex: &str| [hex.to_string()];
    let fires = |n, who: &str, hex: &str| told(n, who, About::shot(ShotPart::Fired).at(at(hex)));
    let whom = |n, text: &str, unit: &str, grave, hex: &str| {
        let about = About { grave, whom: Some(unit.into()), ..About::shot(ShotPart::Result) };
        told(n, text, about.at(at(hex)))
    };
    let loss = Some(Grave::Loss(Seat(0)));
    let events = [
        fires(0, "T fires at 0101.", "0101"),
        whom(1, "A is hit.", "A", None, "0101"),
        fires(2, "U fires at 0202.", "0202"),
        whom(3, "B is destroyed.", "B", loss, "0202"),
        fires(4, "V fires at 0303.", "0303"),
        whom(5, "A is destroyed.", "A", loss, "0102"),
        whom(6, "C is destroyed.", "C", loss, "0404"),
    ];
    let (grave, _) = gravest(came(&events), Seat(0));
    let said: Vec<String> = grave.iter().map(|came| came.whole().into_owned()).collect();
    assert_eq!(
        said,
        ["B is destroyed. U fires at 0202.", "A is destroyed. T fires at 0101. A is hit.", "C is destroyed."]
    );
}

#[test]
fn a_shot_that_names_its_target_is_the_one_that_did_it() {
    let at = |unit: &str, about: About| About { whom: Some(unit.into()), ..about };
    let fires = |n, who: &str, unit: &str| told(n, who, at(unit, About::shot(ShotPart::Fired)));
    let grave = |n, text: &str, unit: &str, grave| {
        told(n, text, at(unit, About { grave: Some(grave), ..About::shot(ShotPart::Result) }))
    };
    let events = [
        fires(0, "T attacks A.", "A"),
        grave(1, "A: Hull.", "A", Grave::Harm(Seat(0), "Hull")),
        fires(2, "U attacks B.", "B"),
        grave(3, "B is Destroyed.", "B", Grave::Loss(Seat(0))),
    ];
    let (grave, _) = gravest(came(&events), Seat(0));
    let said: Vec<String> = grave.iter().map(|came| came.whole().into_owned()).collect();
    assert_eq!(said, ["B is Destroyed. U attacks B.", "A: Hull. T attacks A."]);
}

#[test]
fn a_loss_names_a_shot_of_an_earlier_answer_and_the_one_it_directly_comes_of() {
    let whom = |about: About| About { whom: Some("B".into()), ..about };
    let loss = |n, text: &str| told(n, text, About::grave(Grave::Loss(Seat(0))));
    let lost = || told(3, "B is destroyed.", whom(About::grave(Grave::Loss(Seat(0)))));
    let before = [
        told(0, "T fires at 0101.", About::shot(ShotPart::Fired)),
        told(1, "B is hit.", whom(About::shot(ShotPart::Result))),
        told(2, "U moves.", About::default()),
    ];
    let events = [lost()];
    assert_eq!(came_after(&before, &events)[0].whole(), "B is destroyed. T fires at 0101.");
    // One that says whom it is fired at is the one, not another before it.
    let named = [before[0].clone(), told(1, "U fires at B.", whom(About::shot(ShotPart::Fired)))];
    assert_eq!(came_after(&named, &events)[0].whole(), "B is destroyed. U fires at B.");
    // Not one of the round before.
    let round = EventLine { rank: Rank::Scene, ..told(2, "turn 2", About::default()) };
    let before = [before[0].clone(), before[1].clone(), round];
    assert_eq!(came_after(&before, &events)[0].whole(), "B is destroyed.");
    // Where nobody is named, only what follows at once.
    let fires = || told(0, "The gun fires at you.", About::shot(ShotPart::Fired));
    let struck = told(2, "You are struck.", About::shot(ShotPart::Result));
    let events = [fires(), thrown(1, "hit"), struck, loss(3, "The driver is killed."), loss(4, "You are killed.")];
    let by: Vec<bool> = came(&events).iter().map(|came| came.by.is_some()).collect();
    assert_eq!(by, [false, false, true, true]);
    let (grave, _) = gravest(came(&events), Seat(0));
    let said: Vec<_> = grave.iter().map(Came::whole).collect();
    assert_eq!(said, ["The driver is killed. The gun fires at you. You are struck.", "You are killed."]);
    let events = [fires(), told(1, "A mine goes off.", About::default()), loss(2, "The driver is killed.")];
    assert!(came(&events).iter().all(|came| came.by.is_none()));
    let phased = EventLine { phase: Some("Movement"), ..loss(2, "The tank is lost.") };
    assert!(came(&[fires(), phased]).iter().all(|came| came.by.is_none()));
}

#[test]
fn own_losses_come_first_then_kills_then_what_has_ended() {
    let grave =
        |n, text: &str, grave| told(n, text, About { board: Some(Seat(1)), ..About::grave(grave) }.at(["x".into()]));
    let events = [
        grave(0, "over", Grave::End("Over")),
        told(1, "a line", About::default()),
        grave(2, "kill", Grave::Kill),
        grave(3, "theirs", Grave::Loss(Seat(1))),
        grave(4, "their gun", Grave::Harm(Seat(1), "Malfunction")),
        grave(5, "my man", Grave::Harm(Seat(0), "Wounded")),
        grave(6, "mine", Grave::Loss(Seat(0))),
    ];
    let (first, rest) = gravest(came(&events), Seat(0));
    let texts = |all: &[Came<'_>]| all.iter().map(|came| came.text().into_owned()).collect::<Vec<_>>();
    assert_eq!(
        (texts(&first), texts(&rest)),
        (
            ["mine", "my man", "theirs", "kill", "over"].map(String::from).to_vec(),
            ["a line", "their gun"].map(String::from).to_vec()
        )
    );
    let words: Vec<_> = first.iter().filter_map(|came| came.word(Seat(0))).collect();
    assert_eq!(words, ["Lost", "Wounded", "Enemy loss", "Out of the fight", "Over"]);
    // What happened on somebody else's board is not marked on this one.
    assert!(marks(&first, Seat(0)).is_empty());
    assert_eq!(marks(&first, Seat(1)).len(), 1);
}

#[test]
fn what_is_said_of_several_is_said_once() {
    let stops = |n, what: &str, who: &str| {
        let alike = Alike { what: what.into(), who: who.into() };
        told(n, "stops", About { alike: Some(alike), ..About::default() })
    };
    let events = [
        told(0, "Alpha stops all movement.", About::default()),
        stops(1, "stopped by order", "A in 0101"),
        stops(2, "stopped by order", "B in 0102"),
        stops(3, "stopped by a friend", "C in 0103"),
        thrown(4, "no"),
        stops(5, "stopped by a friend", "D in 0104"),
        stops(6, "stopped by an enemy", "E in 0105"),
    ];
    let all = came(&events);
    let texts: Vec<String> = all.iter().map(|came| came.text().into_owned()).collect();
    let said = [
        "Alpha stops all movement.",
        "stopped by order: A in 0101; B in 0102.",
        "stopped by a friend: C in 0103; D in 0104.",
        "stops",
    ];
    assert_eq!(texts, said);
    assert_eq!(all[1].alike(), Some(("stopped by order", vec!["A in 0101", "B in 0102"])));
    assert!(all[2].dice.len() == 1 && all[3].alike().is_none());
}

/// Two rounds that do one unit no harm name it once; a way that ends where it began says so.
#[test]
fn nobody_is_named_twice_in_one_line() {
    let like = |n, who: &str| {
        let alike = Alike { what: "friends do no harm".into(), who: who.into() };
        told(n, "no harm", About { alike: Some(alike), ..About::default() })
    };
    let events = [like(0, "Pz IV 3"), like(1, "MG 2"), like(2, "Pz IV 3")];
    assert_eq!(came(&events)[0].text(), "friends do no harm: Pz IV 3; MG 2.");
    // Each with its own roll, where each has one.
    let rolled = [thrown(0, "no effect"), like(1, "Pz IV 3"), thrown(2, "no effect"), like(3, "MG 2")];
    let each = |events: &[EventLine]| {
        came(events)[0].each().iter().map(|(who, roll)| (who.to_string(), roll.map(|it| it.n))).collect::<Vec<_>>()
    };
    assert_eq!(each(&rolled), [("Pz IV 3".into(), Some(0)), ("MG 2".into(), Some(2))]);
    assert!(each(&rolled[1..]).iter().all(|(_, roll)| roll.is_none()));
    let step = |n, from: &str, to: &str| {
        let step = WayStep { who: "Alpha A".into(), whose: Seat(0), when: n as u8, from: from.into(), to: to.into() };
        told(n, "moves", About { step: Some(step), ..About::default() })
    };
    let there = [step(0, "2617", "2616"), step(1, "2616", "2617")];
    assert_eq!(came(&there)[0].text(), "Alpha A moves and comes back to 2617.");
}

#[test]
fn the_steps_of_a_unit_are_one_move() {
    let step = |n, who: &str, from: &str, to: &str| {
        let step = WayStep { who: who.into(), whose: Seat(0), when: n as u8, from: from.into(), to: to.into() };
        told(n, "moves", About { step: Some(step), ..About::default() })
    };
    let events = [
        step(0, "A", "0101", "0102"),
        step(1, "?", "0501", "0502"),
        step(2, "?", "0601", "0602"),
        step(3, "A", "0102", "0103"),
        step(4, "?", "0602", "0603"),
        EventLine { rank: Rank::Scene, ..told(5, "turn 2", About::default()) },
        step(6, "A", "0103", "0104"),
    ];
    let texts: Vec<String> = came(&events).iter().map(|came| came.text().into_owned()).collect();
    let moves = ["A moves from 0101 to 0103.", "? moves from 0501 to 0502.", "? moves from 0601 to 0603."];
    assert_eq!(texts[..3], moves);
    assert_eq!(texts[3..], ["turn 2", "A moves from 0103 to 0104."]);
}

#[test]
fn dice_of_the_last_shot_do_not_stand_under_a_loss_that_was_decided_before() {
    let whom = |about: About| About { whom: Some("B".into()), ..about };
    let events = [
        told(0, "T fires at 0202.", About::shot(ShotPart::Fired)),
        thrown(1, "hit"),
        told(2, "B is hit.", whom(About::shot(ShotPart::Result))),
        told(3, "U fires at 0303.", About::shot(ShotPart::Fired)),
        thrown(4, "no effect"),
        told(5, "B is destroyed.", whom(About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(Seat(0))) })),
    ];
    let all = came(&events);
    let dice: Vec<(usize, Vec<usize>)> =
        all.iter().map(|came| (came.line.unwrap().n, came.dice.iter().map(|roll| roll.n).collect())).collect();
    assert_eq!(dice, [(0, vec![]), (2, vec![1]), (3, vec![4]), (5, vec![])]);
    assert_eq!(all[3].by.map(|shot| shot.n), Some(0));
}

#[test]
fn how_a_shot_went_stands_first_and_once() {
    let at = |about: About| about.at(["unit-2".to_string()]);
    let missed =
        EventLine { headline: Some("missed".into()), ..told(3, "INF 2 is missed.", at(About::shot(ShotPart::Result))) };
    let events = [
        told(0, "The turret turns.", About::default()),
        EventLine { headline: None, ..told(1, "HE at INF 2.", at(About::shot(ShotPart::Fired))) },
        thrown(2, "miss"),
        missed,
        told(4, "INF 2 fires at you.", About::default()),
    ];
    let mut rest = came(&events);
    let (word, came) = verdict(&mut rest).unwrap();
    assert_eq!((word.as_str(), came.line.unwrap().n, came.dice.len()), ("missed", 3, 1));
    assert_eq!(rest.iter().map(|came| came.line.unwrap().n).collect::<Vec<_>>(), [0, 4]);
    assert!(verdict(&mut rest).is_none());
}

/// A shot that hit and whose hit came to nothing was headed HIT; what others did stands behind it, and friends' losses behind one's own.
#[test]
fn the_card_is_headed_by_what_one_s_own_shot_came_to_in_the_end() {
    let whom = |about: About| About { whom: Some("2".into()), ..about }.at(["unit-2".to_string()]);
    let kinded = |kind: &'static str, line: EventLine| EventLine { kind: kind.into(), ..line };
    let says =
        |n, word: &str| EventLine { headline: Some(word.into()), ..told(n, word, whom(About::shot(ShotPart::Result))) };
    let fires = |n, kind: &'static str| {
        kinded(kind, EventLine { headline: None, ..told(n, "fires", whom(About::shot(ShotPart::Fired))) })
    };
    let events = [
        fires(0, "fires"),
        says(1, "hit"),
        fires(2, "fires"),
        says(3, "miss"),
        says(4, "cover struck"),
        // Friends fire at the same one.
        fires(5, "strike"),
        says(6, "suppressed"),
        told(7, "A gun is destroyed by others.", About::grave(Grave::Kill)),
        told(8, "A squad is lost.", About::grave(Grave::Friends(Seat(0), "Friends lost"))),
        told(9, "The loader is wounded.", About::grave(Grave::Harm(Seat(0), "Wounded"))),
        told(10, "The mission has succeeded.", About::grave(Grave::End("Mission won"))),
    ];
    let (grave, mut rest) = gravest(came(&events), Seat(0));
    let words: Vec<_> = grave.iter().filter_map(|came| came.word(Seat(0))).collect();
    assert_eq!(words, ["Wounded", "Friends lost", "Out of the fight", "Mission won"]);
    let (before, behind) = around(&grave, Seat(0));
    assert_eq!((before.len(), behind.len(), leaves_open(&grave)), (1, 3, true));
    assert_eq!(verdict(&mut rest).unwrap().0, "cover struck");
    // One's own kill says how the shot went.
    let own = told(1, "INF 2 is destroyed.", About { shot: Some(ShotPart::Result), ..whom(About::grave(Grave::Kill)) });
    let killed = [fires(0, "fires"), own];
    assert!(!leaves_open(&gravest(came(&killed), Seat(0)).0));
}

/// A wounded man stood on the board where the tank had been knocked out: the last that fitted counted.
#[test]
fn a_mark_says_what_weighs_most() {
    let at = |about: About| about.at(["own-tank".into()]);
    let says = |n, says: &str, about| EventLine { headline: Some(says.into()), ..told(n, says, at(about)) };
    let wounded = || About::grave(Grave::Harm(Seat(0), "Wounded"));
    let events = [
        says(0, "collateral damage to the sight", About::shot(ShotPart::Result)),
        says(1, "your tank knocked out", About::grave(Grave::Loss(Seat(0)))),
        says(2, "loader killed in action", About::grave(Grave::Loss(Seat(0)))),
        says(3, "assistant driver light wound, out for a week", wounded()),
    ];
    let all = came(&events);
    let [mark] = &marks(&all, Seat(0))[..] else { panic!("one place, one mark") };
    assert_eq!((&*mark.says, mark.own), ("your tank knocked out", true));
}

/// Who must look out is told so before what others have lost, and a shot's own verdict stands beside it.
#[test]
fn alarms_are_never_folded_away() {
    let alarm = |whose| About::grave(Grave::Alarm(whose, "Enemy"));
    let (own, other) = (Seat(0), Seat(1));
    let events = [
        told(0, "something", About::default()),
        told(1, "a gun for me", alarm(Some(own))),
        told(2, "a gun for him", alarm(Some(other))),
        told(3, "a gun for all", alarm(None)),
        told(4, "a tank of his", About::grave(Grave::Loss(other))),
    ];
    let (grave, rest) = gravest(came(&events), own);
    let texts = |all: &[Came<'_>]| all.iter().map(|came| came.text().into_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&grave), ["a tank of his", "a gun for me", "a gun for all"]);
    assert_eq!(texts(&rest), ["something", "a gun for him"]);
    assert!(!leaves_open(&grave) && leaves_open(&grave[1..]) && leaves_open(&[]));
    assert_eq!(grave[1].word(own), Some("Enemy"));
}

#[test]
fn a_loss_takes_the_course_of_its_shot_along() {
    let shot = |n, text: &str, shot| told(n, text, About::shot(shot).at(["own-tank".into()]));
    let loss = |n, text: &str| told(n, text, About::grave(Grave::Loss(Seat(0))));
    let phased = |event: EventLine, phase| EventLine { phase: Some(phase), ..event };
    let events = [
        told(0, "The hull turns.", About::default()),
        phased(shot(1, "The gun fires at you.", ShotPart::Fired), "Enemy fire"),
        thrown(2, "hit"),
        shot(3, "You are struck.", ShotPart::Result),
        thrown(4, "pierced"),
        loss(5, "The tank is lost."),
        loss(6, "The driver is killed."),
        shot(7, "Another fires at you.", ShotPart::Fired),
    ];
    let (grave, rest) = gravest(came(&events), Seat(0));
    let said: Vec<_> = grave.iter().map(Came::whole).collect();
    assert_eq!(said, ["The tank is lost. The gun fires at you. You are struck.", "The driver is killed."]);
    let dice: Vec<usize> = grave[0].dice.iter().map(|roll| roll.n).collect();
    assert_eq!(dice, [2, 4]);
    // The rest is in order, and its phase still begins where it did.
    let rest: Vec<_> = rest.iter().map(|came| (came.text().into_owned(), came.phase)).collect();
    let rest: Vec<_> = rest.iter().map(|(text, phase)| (text.as_str(), *phase)).collect();
    assert_eq!(rest, [("The hull turns.", None), ("Another fires at you.", Some("Enemy fire"))]);
}

#[test]
fn a_shot_is_not_told_by_dice_that_settle_something_else() {
    let shot = EventLine { headline: None, ..told(0, "fires", About::shot(ShotPart::Fired).at(["own-tank".into()])) };
    let about = About { settles: Some(&["event"]), ..About::default() };
    let check = EventLine { about, ..thrown(2, "friends fire") };
    let events = [shot, thrown(1, "driven under cover"), check, told(3, "moves", About::default())];
    assert_eq!(marks(&came(&events), Seat(0))[0].says, "driven under cover");
}

#[test]
fn an_alarm_says_where_the_enemy_has_gone_since() {
    let whom = |about: About| About { whom: Some("unit-1".into()), ..about };
    let seen = told(0, "Light Weapons 1: 6-8 close.", whom(About::grave(Grave::Alarm(None, "Enemy"))));
    let goes = told(1, "It falls back.", whom(About { now: Some("6-8 medium".into()), ..About::default() }));
    let events = [seen, goes];
    let (grave, rest) = gravest(came(&events), Seat(0));
    assert_eq!(grave[0].text(), "Light Weapons 1: 6-8 close. Now 6-8 medium.");
    assert_eq!(rest[0].text(), "It falls back.");
}

#[test]
fn nobody_is_warned_of_his_own() {
    let alarm = told(0, "C drives onto the map.", About::grave(Grave::Alarm(Some(Seat(1)), "Enemy")));
    let events = [alarm];
    let all = came(&events);
    assert_eq!((all[0].word(Seat(0)), all[0].word(Seat(1))), (None, Some("Enemy")));
}

#[test]
fn what_is_summed_up_is_folded_and_never_lost() {
    let grave = |n, text: &str, grave| told(n, text, About::grave(grave));
    let events = [
        grave(0, "my tank", Grave::Loss(Seat(0))),
        told(1, "a line", About::default()),
        grave(2, "their tank", Grave::Loss(Seat(1))),
        grave(3, "my man", Grave::Harm(Seat(0), "Wounded")),
        grave(4, "over", Grave::End("Over")),
    ];
    let (first, mut rest) = gravest(came(&events), Seat(0));
    assert_eq!(first.len(), 4, "without a sum all of it stands first");
    let mut ended = events.clone();
    ended[4].about.grave = Some(Grave::Over("Over"));
    let (over, mut left) = gravest(came(&ended), Seat(0));
    let over = weightiest(over, &mut left, Seat(0));
    let first = weightiest(first, &mut rest, Seat(0));
    let texts = |all: &[Came<'_>]| all.iter().map(|came| came.text().into_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&over), ["over", "my tank"], "how the game has ended is seen at once");
    assert_eq!(texts(&first), ["my tank", "over"]);
    assert_eq!(texts(&rest), ["a line", "their tank", "my man"]);
}

/// A kill stands first on the card, so what fired, what it hit and all its dice stand there too; where others did it, no shot does.
#[test]
fn a_kill_takes_its_shot_along() {
    let whom = |about: About| About { whom: Some("2".into()), ..about };
    let kill = |shot| told(5, "INF 2 is destroyed.", whom(About { shot, ..About::grave(Grave::Kill) }));
    let events = |kill: EventLine| {
        [
            told(0, "The turret turns.", About::default()),
            told(1, "The main gun fires at INF 2.", whom(About::shot(ShotPart::Fired))),
            thrown(2, "hit"),
            told(3, "INF 2 is struck.", whom(About::shot(ShotPart::Result))),
            thrown(4, "pierced"),
            kill,
        ]
    };
    let (of_shot, of_others) = (events(kill(Some(ShotPart::Result))), events(kill(None)));
    let (grave, rest) = gravest(came(&of_shot), Seat(0));
    assert_eq!(grave[0].whole(), "INF 2 is destroyed. The main gun fires at INF 2. INF 2 is struck.");
    assert_eq!(grave[0].dice.iter().map(|roll| roll.n).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(rest.iter().map(|came| came.line.unwrap().n).collect::<Vec<_>>(), [0]);
    let (grave, rest) = gravest(came(&of_others), Seat(0));
    assert_eq!((grave[0].whole().as_ref(), rest.len()), ("INF 2 is destroyed.", 3));
    // Somebody who now aims at one has nothing to do with the shot at him, and keeps his own dice.
    let aims = told(5, "INF 2 now targets you.", whom(About::grave(Grave::Alarm(Some(Seat(0)), "Look out"))));
    let aims = events(aims);
    let (grave, _) = gravest(came(&aims), Seat(0));
    assert_eq!((grave[0].whole().as_ref(), grave[0].dice.len()), ("INF 2 now targets you.", 1));
    // The shot of an earlier answer, where what it did is seen only now.
    let done = came_after(&of_shot[..4], &of_shot[5..]);
    assert_eq!(done[0].whole(), "INF 2 is destroyed. The main gun fires at INF 2.");
}

/// Of several dice for one thing the last was taken for the one that decided, though it spoke against what came of it.
#[test]
fn what_came_of_a_shot_was_decided_by_a_roll_that_got_through() {
    let roll = |n, purpose: &'static str, foiled| {
        let mut event = thrown(n, if foiled { "negated" } else { "gets through" });
        event.about.foiled = foiled;
        event.roll.as_mut().unwrap().purpose = purpose.into();
        event
    };
    let decided = |events: &[EventLine]| {
        let fires = told(9, "A attacks.", About::shot(ShotPart::Fired));
        let events = [&[fires], events].concat();
        came(&events).last().and_then(Came::decisive).map(|roll| roll.n)
    };
    let (hit, miss) = (|n| roll(n, "To hit", false), |n| roll(n, "To hit", true));
    let (through, negated) = (|n| roll(n, "Defense", false), |n| roll(n, "Defense", true));
    let kill = |n| told(n, "INF 4 is Destroyed.", About { grave: Some(Grave::Kill), ..About::shot(ShotPart::Result) });
    assert_eq!(decided(&[hit(0), hit(1), through(2), negated(3), kill(4)]), Some(2));
    assert_eq!(decided(&[hit(0), hit(1), negated(2), through(3), kill(4)]), Some(3));
    // Where no Defense is rolled, the hit.
    assert_eq!(decided(&[hit(0), miss(1), kill(2)]), Some(0));
    // What came to nothing did by the last.
    let nothing = |n| told(n, "The hits are negated.", About::shot(ShotPart::Result));
    assert_eq!(decided(&[hit(0), hit(1), negated(2), negated(3), nothing(4)]), Some(3));
    assert_eq!(decided(&[miss(0), miss(1), nothing(2)]), Some(1));
}

/// A gun nobody has seen kept firing, and the list of who may said nothing of it.
#[test]
fn who_fired_from_hiding_lately_is_not_forgotten() {
    let round = |n| EventLine { rank: Rank::Scene, ..told(n, "turn", About::default()) };
    let fired = |n, text: &str, from_hiding| {
        told(n, text, About { from_hiding, under_fire: Some(Seat(0)), ..About::shot(ShotPart::Fired) })
    };
    let events = [fired(0, "Long ago.", true), round(1), fired(2, "At J.", true), fired(3, "Seen.", false), round(4)];
    assert_eq!(from_hiding(&events, Seat(0)), ["Lately: At J."]);
    assert!(from_hiding(&events, Seat(1)).is_empty());
}

/// Who missed one and may fire again is a warning, and keeps the dice that decided it.
#[test]
fn a_warning_that_is_the_end_of_a_shot_takes_that_along() {
    let at_me = |about: About| About { under_fire: Some(Seat(0)), ..about };
    let missed = About { grave: Some(Grave::Alarm(Some(Seat(0)), "Missed you")), ..About::shot(ShotPart::Result) };
    let events = [
        told(0, "The Pz IV fires at you.", at_me(About::shot(ShotPart::Fired))),
        thrown(1, "miss"),
        told(2, "Fire from the Pz IV: no effect.", at_me(missed)),
    ];
    let (grave, rest) = gravest(came(&events), Seat(0));
    assert_eq!((grave[0].whole().as_ref(), rest.len()), ("Fire from the Pz IV: no effect. The Pz IV fires at you.", 0));
    assert_eq!(grave[0].decisive().map(|roll| roll.n), Some(1));
}

#[test]
fn nobody_is_warned_of_who_is_out_of_the_fight_by_now() {
    let whom = |n, text: &str, grave| told(n, text, About { whom: Some("2".into()), ..About::grave(grave) });
    let alarm = Grave::Alarm(None, "Enemy");
    let events = [
        whom(0, "A gun appears.", alarm),
        whom(1, "The gun withdraws.", Grave::Kill),
        whom(2, "Another appears.", alarm),
        told(3, "The battle is over.", About::grave(Grave::End("Over"))),
        told(4, "The day is over.", About::grave(Grave::End("Over"))),
        told(5, "The game is over.", About::grave(Grave::Over("Over"))),
    ];
    let (grave, rest) = gravest(came(&events), Seat(0));
    let texts = |all: &[Came<'_>]| all.iter().map(|came| came.text().into_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&grave), ["The gun withdraws.", "The game is over.", "The battle is over.", "The day is over."]);
    assert_eq!(texts(&rest), ["Another appears."]);
    // While it goes on, of the other one.
    assert_eq!(texts(&gravest(came(&events[..3]), Seat(0)).0), ["The gun withdraws.", "Another appears."]);
}

/// Units that follow each other and are called the same are not taken for one that goes all the way.
#[test]
fn units_that_cannot_be_told_apart_each_go_their_own_way() {
    let step = |n, when, from: &str, to: &str| {
        let step = WayStep { who: "a face-down unit".into(), whose: Seat(1), when, from: from.into(), to: to.into() };
        told(n, "moves", About { step: Some(step), ..About::default() })
    };
    let column = [("0817", "0917", "1017"), ("0917", "1017", "1117"), ("1017", "1117", "1217")];
    let first = column.iter().enumerate().map(|(n, (from, to, _))| step(n, 1, from, to));
    let second = column.iter().enumerate().map(|(n, (_, from, to))| step(3 + n, 2, from, to));
    let events: Vec<EventLine> = first.chain(second).collect();
    let all = came(&events);
    let ways: Vec<_> = all.iter().map(|came| came.text().into_owned()).collect();
    let moves = |from: &str, to: &str| format!("a face-down unit moves from {from} to {to}.");
    assert_eq!(ways, [moves("0817", "1017"), moves("0917", "1117"), moves("1017", "1217")]);
    // All of them on one line, for the other side alone.
    let line = "3 enemy units move: a face-down unit 0817 to 1017, 0917 to 1117, 1017 to 1217.";
    assert_eq!(moves_of_others(&all, Seat(0)).as_deref(), Some(line));
    assert_eq!(moves_of_others(&all, Seat(1)), None);
    // Who comes late goes on sooner than who has stopped there.
    let events = [step(0, 1, "0101", "0103"), step(1, 3, "0102", "0103"), step(2, 4, "0103", "0104")];
    let ways: Vec<_> = came(&events).iter().map(|came| came.text().into_owned()).collect();
    assert_eq!(ways, [moves("0101", "0103"), moves("0102", "0104")]);
}

#[test]
fn what_comes_of_somebody_in_the_end_says_that_it_does() {
    let of = |about: About| About { whom: Some("4".into()), ..about };
    let moves = told(0, "Gun 4 moves back.", of(About::default()));
    let out = told(1, "Gun 4 is knocked out.", of(About::grave(Grave::Kill)));
    let events = [moves.clone(), out.clone()];
    let (grave, rest) = gravest(came(&events), Seat(0));
    assert_eq!((grave[0].text().as_ref(), rest.len()), ("In the end: Gun 4 is knocked out.", 1));
    // What is told of somebody else is no reason to say so.
    let other = EventLine { about: About::default(), ..moves };
    let events = [other, out];
    assert_eq!(gravest(came(&events), Seat(0)).0[0].text(), "Gun 4 is knocked out.");
}

#[test]
fn nobody_looks_out_any_more_when_it_has_ended() {
    let aims = told(0, "INF 2 now targets you.", About::grave(Grave::Alarm(Some(Seat(0)), "Look out")));
    let ends = told(1, "The mission is over.", About::grave(Grave::End("Mission won")));
    let events = [aims, ends];
    let (grave, rest) = gravest(came(&events), Seat(0));
    assert_eq!((grave[0].word(Seat(0)), rest[0].word(Seat(0))), (Some("Mission won"), None));
}

#[test]
fn nobody_is_warned_of_who_is_out_of_the_fight() {
    let of = |about: About| About { whom: Some("2".into()), ..about };
    let aims = told(0, "INF 2 now targets you.", of(About::grave(Grave::Alarm(Some(Seat(0)), "Look out"))));
    let out = told(1, "INF 2 destroyed.", of(About { grave: Some(Grave::Kill), ..About::shot(ShotPart::Result) }));
    let events = [aims.clone(), out.clone()];
    let (grave, rest) = gravest(came(&events), Seat(0));
    assert_eq!((grave.len(), rest.len()), (1, 0), "{grave:?} {rest:?}");
    // Who came after that is another one.
    let events = [out, EventLine { n: 2, ..aims }];
    assert_eq!(gravest(came(&events), Seat(0)).0.len(), 2);
}

/// The dice for a second hit's damage stood for themselves, and a try that failed stood between a shot and what came of it.
#[test]
fn dice_stand_with_what_they_alone_can_settle() {
    let of = |about: About| About { whom: Some("4".into()), ..about };
    let harm = |n| told(n, "Gun damaged.", of(About::grave(Grave::Harm(Seat(0), "Damage"))));
    let counter = |n| EventLine { about: About { settles: Some(&["told"]), ..About::default() }, ..thrown(n, "no. 5") };
    let events = [harm(0), counter(1), harm(2)];
    let all = came(&events);
    assert_eq!(all.iter().map(|came| came.dice.len()).collect::<Vec<_>>(), [0, 1]);
    let fires = told(0, "INF 3 fires at you.", About::shot(ShotPart::Fired));
    let mut dares = EventLine { about: About { settles: Some(&["tries"]), ..About::default() }, ..thrown(1, "no") };
    dares.roll.as_mut().unwrap().success = Some(false);
    let missed = told(3, "No effect.", About::shot(ShotPart::Result));
    let events = [fires, dares, thrown(2, "no effect"), missed];
    let all = came(&events);
    assert_eq!(all.iter().map(|came| came.dice.len()).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(all[0].thrown(), None, "whether it was tried is not how it went");
}

/// A miss of one's own was joined to what was told of the enemy in the same hex, and only a line far down where somebody was lost.
#[test]
fn ones_own_shot_is_told_by_itself_whatever_else_happened() {
    let fires = |n, seat: u8, who: &str, at: &str| {
        let firer = Some((Seat(seat), who.to_string()));
        let about = About { firer, ..About::shot(ShotPart::Fired).at([at.to_string()]) };
        EventLine { headline: None, ..told(n, "fires", about) }
    };
    let panics = About::grave(Grave::Harm(Seat(1), "Panic")).at(["7 7".to_string()]);
    let events = [
        EventLine { headline: Some("panics".into()), ..told(0, "B panics.", panics) },
        fires(1, 0, "A", "7 7"),
        thrown(2, "no effect"),
        fires(3, 1, "C", "9 9"),
        thrown(4, "no effect"),
        told(5, "B is destroyed.", About::grave(Grave::Loss(Seat(0)))),
    ];
    let all = came(&events);
    let says: Vec<String> = marks(&all, Seat(0)).into_iter().map(|mark| mark.says).collect();
    assert_eq!(says, ["panics", "our A fires: no effect", "enemy C fires: no effect"]);
    let (grave, mut rest) = gravest(all, Seat(0));
    assert!(!leaves_open(&grave));
    let shots = own_shots(&mut rest, Seat(0));
    assert_eq!(
        shots.iter().map(|(word, came)| (word.as_str(), came.dice.len())).collect::<Vec<_>>(),
        [("our A fires: no effect", 1)]
    );
    assert!(rest.iter().all(|came| came.line.is_none_or(|line| line.n != 1)));
}

/// What one's own unit destroyed was told as "our A: destroyed", beside the name of what was.
#[test]
fn a_shot_that_destroys_is_marked_by_what_it_destroyed() {
    let firer = |who: &str| Some((Seat(0), who.to_string()));
    let fires = |n, who: &str, whom: &str, at: &str| {
        let about =
            About { firer: firer(who), whom: Some(whom.into()), ..About::shot(ShotPart::Fired).at([at.to_string()]) };
        EventLine { headline: None, ..told(n, "fires", about) }
    };
    let mut dies = thrown(1, "destroyed");
    dies.roll.as_mut().unwrap().success = Some(true);
    let gone = About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(Seat(1))) };
    let about = About { whom: Some("C".into()), ..gone.at(["7 7".to_string()]) };
    let lost = EventLine { headline: Some("C is destroyed".into()), ..told(4, "C is destroyed.", about) };
    let mut missed = thrown(3, "no effect");
    missed.roll.as_mut().unwrap().success = Some(false);
    let events = [fires(0, "A", "C", "7 7"), dies, fires(2, "B", "D", "9 9"), missed, lost];
    let says: Vec<String> = marks(&came(&events), Seat(0)).into_iter().map(|mark| mark.says).collect();
    assert_eq!(says, ["our B fires: no effect", "C is destroyed"]);
}

/// A loss said three times that it was hit.
#[test]
fn what_a_loss_says_itself_is_not_told_with_it_again() {
    let whom = |about: About| About { whom: Some("B".into()), ..about };
    let events = [
        told(0, "A fires at 0202.", About::shot(ShotPart::Fired)),
        told(1, "B is hit.", whom(About { passing: true, ..About::shot(ShotPart::Result) })),
        told(2, "B is destroyed.", whom(About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(Seat(0))) })),
    ];
    let (grave, _) = gravest(came(&events), Seat(0));
    assert_eq!(grave[0].whole(), "B is destroyed. A fires at 0202.");
}

/// Each step is an arrow, those of counters that go the same way are one, and what is folded into one line keeps them all.
#[test]
fn who_went_where_is_drawn_once_a_way() {
    let went = |n, who: &str, from: &str, to: &str| {
        let alike = Some(Alike { what: format!("Advance, to {to}"), who: who.into() });
        let way = Some([from.to_string(), to.to_string()]);
        told(n, "moves", About { alike, way, ..About::default() })
    };
    let events = [
        went(0, "Rifle 1", "hex-21", "hex-31"),
        went(1, "Rifle 2", "hex-21", "hex-31"),
        went(2, "Rifle 3", "hex-22", "hex-31"),
        told(3, "It stays.", About::default()),
        went(4, "MG 1", "hex-31", "hex-31"),
    ];
    assert_eq!(ways(&came(&events)), [["hex-21", "hex-31"], ["hex-22", "hex-31"]]);
}

/// Throws that are made again are told with the one that counts.
#[test]
fn a_lot_that_is_drawn_again_is_one_roll() {
    let events =
        [thrown(0, "again"), thrown(1, "again"), thrown(2, "no. 3 of 26"), told(3, "A card", About::default())];
    let lots: Vec<EventLine> = events
        .into_iter()
        .map(|event| EventLine { roll: event.roll.map(|roll| RollLine { success: None, ..roll }), ..event })
        .collect();
    let all = came(&lots);
    let [drawn] = &all[..] else { panic!("{all:?}") };
    assert_eq!((drawn.dice.len(), drawn.dice[0].n), (1, 2));
    assert_eq!(drawn.thrown_before(drawn.dice[0]).as_deref(), Some("3, 3"));
    // One was thrown by hand.
    assert!(drawn.by_hand());
}

/// A list that is emptied and made anew has changed: what is new on it is told, and what is there no more.
#[test]
fn a_list_that_is_made_anew_is_told_as_its_change() {
    let put = |n, who: &str| {
        let alike = Some(Alike { what: "against 9A".into(), who: who.into() });
        told(n, who, About { alike, listed: Some(Listed::Put("9A".into())), ..About::default() })
    };
    let cleared = |n| {
        let alike = Some(Alike { what: "no longer against 9A".into(), who: String::new() });
        told(n, "nobody", About { alike, listed: Some(Listed::Cleared("9A".into())), ..About::default() })
    };
    let texts = |all: Vec<Came<'_>>| all.iter().map(|came| came.text().into_owned()).collect::<Vec<_>>();
    let before = [put(0, "042"), put(1, "902")];
    assert_eq!(texts(came_after(&before, &[cleared(2), put(3, "042"), put(4, "902"), put(5, "541")])), ["541"]);
    let changed = [cleared(2), put(3, "042"), put(4, "541")];
    assert_eq!(texts(came_after(&before, &changed)), ["no longer against 9A: 902.", "541"]);
    // Who is called off is called off.
    assert_eq!(texts(came_after(&before, &[cleared(2)])), ["nobody"]);
    // In the log all of it stands in one.
    let all: Vec<EventLine> = before.into_iter().chain(changed).collect();
    assert_eq!(texts(came(&all)), ["against 9A: 042; 902.", "no longer against 9A: 902.", "541"]);
}

/// Where nothing is asked between two missions, how the first ended stood below whom the second began with, and its flags on that board.
#[test]
fn an_end_stands_before_what_begins_after_it_and_leaves_no_mark_there() {
    let at = |about: About, spot: &str| about.at([spot.to_string()]);
    let begins = |n, text: &str| EventLine { rank: Rank::Chapter, ..told(n, text, About::default()) };
    let events = [
        told(
            0,
            "INF 3 is destroyed.",
            at(About { shot: Some(ShotPart::Result), ..About::grave(Grave::Kill) }, "unit:3"),
        ),
        told(1, "Mission accomplished.", About::grave(Grave::End("Mission won"))),
        begins(2, "Mission 3"),
        told(3, "A gun appears.", at(About::grave(Grave::Alarm(None, "Enemy")), "unit:1")),
    ];
    let all = came(&events);
    let marks = marks(&all, Seat(0));
    assert_eq!(marks.iter().map(|mark| mark.says.as_str()).collect::<Vec<_>>(), ["A gun appears."]);
    let (grave, _) = gravest(all, Seat(0));
    let texts: Vec<_> = grave.iter().map(|came| came.text().into_owned()).collect();
    assert_eq!(texts, ["INF 3 is destroyed.", "Mission accomplished.", "A gun appears."]);
    // While nothing new has begun the last shot stays marked, though the mission is over.
    assert_eq!(super::marks(&came(&events[..2]), Seat(0))[0].says, "INF 3 is destroyed.");
}
