//! What somebody would try who wants to know more than he may: seals opened by trying, orders that name, games imagined from secrets.

use crate::common::{A, B, Played, SEATS, Scene, charts, ground, reads, setup};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::hex::Side;
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Game, Generator, Salt, Seat, Secret, Session, Viewer};
use hulldown_tank::Tank;
use hulldown_tank::state::{Place, Plot, Stage};
use hulldown_tank::talk::{Event, Seal};
use hulldown_tank::words::*;

fn sealed(played: &Played, force: Force) -> Seal {
    let mut seals = played.heard(force.enemy()).into_iter().filter_map(|event| match event {
        Event::Sealed { force: whose, seal } if whose == force => Some(seal),
        _ => None,
    });
    seals.next_back().unwrap()
}

/// Every place, facing and simple plot of one hidden gun, tried against a seal.
fn open_by_trying(played: &Played, seal: Seal, salt: Salt) -> Option<(u16, Side, Option<Task>)> {
    let mut guess = played.game().clone();
    let gun = guess.coded(B, "AA".parse().unwrap()).unwrap();
    for at in ground().grid().ids() {
        for facing in Side::ALL {
            for (task, turn) in [(None, None), (Some(Task::Fc), Some(Side::C))] {
                let unit = guess.unit_mut(gun);
                let plot = Plot { task, facing: turn, ..Plot::default() };
                (unit.place, unit.facing, unit.plot) = (Place::On(at), facing, plot);
                if hulldown_tank::seal(&guess, B, salt) == seal {
                    return Some((ground().hex(at).number(), facing, task));
                }
            }
        }
    }
    None
}

/// rules: tank 4.2
#[test]
fn a_seal_is_not_opened_by_trying_and_is_by_its_salt() {
    let scene = Scene::new("1").alpha("A 2603 D").bravo("AA 2606 A hidden");
    let mut played = scene.begin().plotted(B, "AA fc C");
    let secret = Secret::new(std::array::from_fn(|n| n as u8 + 1));
    *played.session.dice_mut() = DiceBox::new(1, DiceMode::Random).with_secret(Some(secret));
    let before = played.clone();
    let done = played.press(A, "commit").press(B, "commit");
    let seal = sealed(&done, B);
    // Whoever knows the whole map and all that is plotted, but not the salt, finds nothing; nor does one's own salt help.
    assert_eq!(open_by_trying(&before, seal, Salt::default()), None);
    assert_eq!(open_by_trying(&before, seal, secret.salt(A.seat())), None);
    // With the salt it is open: so few are the possibilities.
    let found = open_by_trying(&before, seal, secret.salt(B.seat()));
    assert_eq!(found, Some((2606, Side::A, Some(Task::Fc))));
    // Nobody is told a salt as long as the game lasts, and neither seed nor view holds it.
    let salt = secret.salt(B.seat()).to_string();
    assert!(!done.log().iter().any(|line| line.contains(&salt)), "{:?}", done.log());
    for seat in SEATS {
        let view = serde_json::to_string(&done.game().view(charts(), seat)).unwrap();
        assert!(!view.contains(&salt));
    }
}

/// rules: tank 4.2
#[test]
fn when_the_game_is_over_every_seal_can_be_compared_with_its_plot() {
    let secret = Secret::new([9; 32]);
    let dice = DiceBox::new(5, DiceMode::Random).with_secret(Some(secret));
    let mut session = Session::<Tank>::new(setup("0"), charts(), dice).unwrap();
    let mut random = Generator::new(5);
    let mut plots: Vec<(u16, Force, Seal)> = Vec::new();
    let mut told: Vec<Told<Tank>> = session.news().to_vec();
    while !session.is_over() {
        let questions: Vec<(Seat, String)> = session
            .pending()
            .iter()
            .map(|pending| match pending {
                Pending::Choice { seat, options, .. } => {
                    let talk = options.iter().map(ToString::to_string).find(|key| key == "talk" || key == "resign");
                    let end = session.working().turn > 3;
                    let random = options[random.below(options.len() as u32) as usize].to_string();
                    (*seat, talk.filter(|_| end).unwrap_or(random))
                }
                Pending::Dice(_) => panic!("no dice are thrown by hand"),
            })
            .collect();
        let (seat, key) = &questions[0];
        let before = session.working().clone();
        session.choose_key(*seat, key).unwrap();
        told.extend(session.news().iter().cloned());
        let sealed =
            session.news().iter().any(|t| matches!(t, Told::Event(e) if matches!(e.event, Event::Sealed { .. })));
        if sealed && before.stage == Stage::Plot && questions.len() == 1 {
            // Whoever answers last may have plotted with that answer; the other's plot was complete.
            let other = Force::of(*seat).enemy();
            plots.push((before.turn, other, hulldown_tank::seal(&before, other, secret.salt(other.seat()))));
        }
    }
    let events: Vec<Event> =
        told.iter().filter_map(|t| if let Told::Event(e) = t { Some(e.event) } else { None }).collect();
    let salts: Vec<(Force, Salt)> = events
        .iter()
        .filter_map(|event| if let Event::Unsealed { force, salt } = event { Some((*force, *salt)) } else { None })
        .collect();
    assert_eq!(salts, SEATS.map(|seat| (Force::of(seat), secret.salt(seat))));
    let seals = events.iter().filter(|event| matches!(event, Event::Sealed { .. })).count();
    assert!(plots.len() >= 2 && seals >= plots.len(), "{} of {seals}", plots.len());
    for (turn, force, seal) in plots {
        assert!(events.contains(&Event::Sealed { force, seal }), "turn {turn} of {force}");
    }
}

/// All that Alpha hears of a turn in which Bravo has plotted so, whatever dice fall; but for the seals.
fn hears(scene: &Scene, plots: &str) -> Vec<String> {
    let turn = scene.clone().chance("", plots);
    turn.hears(A).into_iter().filter(|line| !line.contains("sealed")).collect()
}

/// rules: tank 13.0c
#[test]
fn nothing_is_told_of_face_down_units_in_an_order_that_names_them() {
    // Two tanks nobody has made out change places; whatever they do is told the same.
    let scene = |bravo: &str| Scene::new("0").alpha("A 0133 A, B 0131 A").bravo(bravo);
    let one = scene("A 2604 A unspotted, B 2606 A unspotted");
    let two = scene("B 2604 A unspotted, A 2606 A unspotted");
    for (first, second) in [("A mv A A, B mv D D", "B mv A A, A mv D D"), ("A mv C C, B mvr A", "B mv C C, A mvr A")] {
        let heard = hears(&one, first);
        assert_eq!(heard, hears(&two, second));
        assert!(heard.iter().filter(|line| line.contains("2604") || line.contains("2606")).count() >= 4, "{heard:?}");
    }
    // In panic too, dice and all: whoever draws all ten chits panics.
    let all = |scene: Scene| scene.panic().with(|game| game.scenario = panicky());
    let (one, two) = (all(one), all(two));
    let heard = hears(&one, "A mv A A, B mv D D");
    assert_eq!(heard, hears(&two, "B mv A A, A mv D D"));
    assert!(heard.iter().any(|line| line.contains("anic")), "{heard:?}");
}

/// The scenario whose Bravo panics most.
fn panicky() -> ScenarioId {
    let same = |id: &&ScenarioId| {
        charts().scenario(**id).forces[1].weapons == charts().scenario(ScenarioId(0)).forces[1].weapons
    };
    let ids: Vec<ScenarioId> = (0..ScenarioId::IDS.len() as u8).map(ScenarioId).collect();
    *ids.iter().filter(same).max_by_key(|id| charts().scenario(**id).forces[1].panic).unwrap()
}

/// What a unit was plotted to do that lay hidden when plots were told, and was found before it did it.
///
/// rules: tank R18 9.36 4.1k
#[test]
fn a_plot_made_in_hiding_is_not_seen_before_it_is_carried_out() {
    // A tank comes upon a gun and a squad; none of their lines is one it crosses.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("AA 2605 A hidden, M 2605 hidden");
    let found = |plots: &str| {
        let turn = scene.clone().play("A mv D D B", plots, &[1, 1]);
        assert_eq!(turn.asked(A).unwrap().0, "stop", "{plots}: {:?}", turn.log());
        assert!(["AA", "M"].iter().all(|code| turn.spotted(B, code)));
        turn
    };
    let idle = found("");
    let stopped = |turn: &Played| turn.clone().press(A, "stop");
    let imagined = |turn: &Played, seed| turn.game().imagined(charts(), A.seat(), &mut choices(seed));
    for plots in ["AA fc C", "AA of 2505", "M of 2606", "AA fc B, M of 2606", "AA of 2505, M of 2506"] {
        let busy = found(plots);
        assert_ne!(idle.game(), busy.game(), "{plots}");
        assert_eq!(reads(&idle), reads(&busy), "{plots}");
        for seed in 0..10 {
            assert!(imagined(&idle, seed) == imagined(&busy, seed), "{plots}");
        }
        // At the end of the turn, when the tank may turn, nobody knows any more.
        let [one, two] = [&idle, &busy].map(stopped);
        assert_eq!(one.asked(A).unwrap().0, "facing");
        assert_eq!(reads(&one), reads(&two), "{plots}");
        // Their owner and the umpire of a game that is over do know.
        let plotted = |seat: u8| serde_json::to_string(&busy.game().view(charts(), Seat(seat))).unwrap();
        assert!(plotted(1).contains("\"task\":\"") && plotted(2).contains("\"task\":\""), "{plots}");
    }
    // Fire from a hex that everybody sees is seen for what it was.
    let fired = scene.play("A mv D D B", "M of adj", &[1, 1, 6]);
    let shown = fired.game().view(charts(), A.seat()).enemies().filter_map(|seen| seen.plot).collect::<Vec<_>>();
    assert_eq!(shown.iter().map(|plot| plot.task).collect::<Vec<_>>(), [Some(Task::Of)], "{:?}", fired.log());
}

/// That somebody is waited for at the end of a turn would tell that a gun nobody has found is to turn.
///
/// rules: tank R72 4.1k 4.2
#[test]
fn nothing_shows_that_a_hidden_gun_is_to_turn() {
    // A tank drives by out of sight, so that there is something to ask Alpha at the end of the turn, or nothing happens at all.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("AA 3025 A hidden, BB 2929 A unspotted");
    for alpha in ["A mv A", ""] {
        for open in ["", ", BB fc"] {
            let end = |plot: &str| scene.clone().play(alpha, &format!("{plot}{open}"), &[]);
            let [idle, turns] = [end("AA none"), end("AA fc A")];
            assert_eq!(idle.stage(), turns.stage());
            assert_eq!(reads(&idle), reads(&turns), "{alpha} {open}");
            // After the questions that are asked anyhow likewise.
            assert_eq!(reads(&idle.keep()), reads(&turns.keep()), "{alpha} {open}");
        }
    }
    // One in panic keeps its facing (12.24), wherever it was to turn.
    let end = |plot: &str| reads(&scene.clone().panic().play("A mv A", plot, &[10, 6, 6]).keep());
    assert_eq!(end("AA fc D"), end(""));
}

/// rules: tank 7.0 13.0c 14.2 14.5
#[test]
fn a_face_down_gun_cannot_be_told_from_a_squad() {
    // What lies in two hexes that a tank comes upon, of which nothing is spotted: any mixture of guns and squads, facing anywhere.
    let found = |bravo: &str| {
        let turn = Scene::new("1").alpha("A 2602 D").bravo(bravo).play("A mv D D", "", &[6, 6, 6]);
        let view = turn.game().view(charts(), A.seat());
        assert_eq!(view.enemies().map(|seen| (seen.known, seen.facing)).collect::<Vec<_>>(), [(None, None); 3]);
        reads(&turn)
    };
    let one = found("AA 2605 A hidden, M 2605 hidden, N 2504 hidden");
    for other in [
        "AA 2605 E hidden, M 2605 hidden, N 2504 hidden",
        "N 2605 hidden, M 2605 hidden, BB 2504 F hidden",
        "M 2605 A hidden, BB 2605 C hidden, AA 2504 D hidden",
        "M 2605 A hidden, O 2605 C hidden, N 2504 D hidden",
    ] {
        assert_eq!(one, found(other), "{other}");
    }
    // A gun that has been spotted shows where it points; a squad never points anywhere.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("AA 2605 F hidden, M 2605 C hidden");
    let turn = scene.play("A mv D D", "", &[1, 1]);
    let view = turn.game().view(charts(), A.seat());
    let seen = view.enemies().map(|seen| (seen.known.unwrap().0.to_string(), seen.facing)).collect::<Vec<_>>();
    assert_eq!(seen, [("AA".to_string(), Some(Side::F)), ("M".to_string(), None)]);
}

/// rules: tank 13.0c R56
#[test]
fn which_of_two_face_down_counters_is_found_first_says_nothing_of_the_other() {
    // One look succeeds. Whether it finds the gun or the squad hangs on the owner's salt, not on what they are.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("AA 2605 A hidden, M 2605 hidden");
    let mut found = [0, 0];
    for byte in 0..40 {
        let mut begun = scene.clone().begin();
        let dice = begun.session.dice().clone().with_secret(Some(Secret::new([byte; 32])));
        *begun.session.dice_mut() = dice;
        let turn = begun.plots("A mv D D", "", &[1, 6]);
        let spotted = ["AA", "M"].map(|code| turn.spotted(B, code));
        assert_ne!(spotted[0], spotted[1]);
        found[usize::from(spotted[1])] += 1;
    }
    assert!(found.iter().all(|count| *count > 8), "{found:?}");
}

/// Random games of every kind, and what to look at whenever somebody is asked.
pub fn at_every_pause(games: u64, mut look: impl FnMut(&Session<Tank>, Seat, &str)) {
    for seed in 0..games {
        let scenario = ScenarioId::IDS[seed as usize % ScenarioId::IDS.len()];
        let dice = DiceBox::new(seed, DiceMode::Random).with_secret(Some(Secret::new([seed as u8; 32])));
        let mut session = Session::<Tank>::new(setup(scenario), charts(), dice).unwrap();
        let mut random = Generator::for_game(seed, 4);
        let mut pauses = 0;
        while !session.is_over() && session.working().turn < 9 {
            let asked: Vec<Seat> = SEATS.into_iter().filter(|seat| session.question(*seat).is_some()).collect();
            if pauses % 7 == 0 || session.working().stage != Stage::Plot {
                let at = format!("scenario {scenario}, seed {seed}, pause {pauses}, {:?}", session.working().stage);
                SEATS.into_iter().for_each(|seat| look(&session, seat, &at));
            }
            pauses += 1;
            let seat = asked[random.below(asked.len() as u32) as usize];
            let options = session.question(seat).unwrap().0;
            let keen = options.iter().find(|option| ["shortest", "as-they-are"].contains(&option.to_string().as_str()));
            let end = ["talk", "offer", "resign"];
            let mut choice = keen.copied().unwrap_or(options[random.below(options.len() as u32) as usize]);
            if end.contains(&choice.to_string().as_str()) {
                choice = options[0];
            }
            session.choose(seat, choice).unwrap();
        }
    }
}

pub fn choices(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut dice = Generator::new(seed);
    move |below| dice.below(below)
}

/// Two games that a seat cannot tell apart are imagined the same: whatever thinks on from there cannot know which one it is.
///
/// rules: tank 4.2 13.0c 14.2
#[test]
fn what_is_imagined_hangs_on_nothing_hidden() {
    let (mut compared, mut differed, mut stops) = (0, 0, 0);
    at_every_pause(28, |session, seat, at| {
        for game in [session.working(), session.checkpoint()] {
            if game.stage == Stage::Over {
                continue;
            }
            let view = |game: &Tank| serde_json::to_string(&game.view(charts(), seat)).unwrap();
            let other = game.imagined(charts(), seat, &mut choices(1));
            assert_eq!(view(game), view(&other), "{at}");
            if let Err(invalid) = other.validate(charts()) {
                panic!("{at}, seat {}: {invalid}", seat.0);
            }
            differed += u32::from(other != *game);
            for seed in 2..4 {
                let imagined = [game, &other].map(|game| game.imagined(charts(), seat, &mut choices(seed)));
                assert!(imagined[0] == imagined[1], "{at}, seat {}: {:#?}", seat.0, first_difference(&imagined));
                compared += 1;
            }
            stops += u32::from(matches!(game.stage, Stage::Stop(_)));
        }
    });
    assert!(compared > 1_000 && differed > 500 && stops > 20, "{compared} {differed} {stops}");
}

fn first_difference(games: &[Tank; 2]) -> Vec<String> {
    let lines = games.each_ref().map(|game| format!("{game:#?}"));
    let pairs = lines[0].lines().zip(lines[1].lines()).enumerate().filter(|(_, (a, b))| a != b);
    pairs.take(6).map(|(n, (a, b))| format!("{n}: {a} / {b}")).collect()
}

/// A hidden gun's line of fire is nowhere in what its enemy can imagine, at the question whether to stop least of all.
///
/// rules: tank 9.36 14.2 R18
#[test]
fn whoever_may_stop_cannot_imagine_who_waits_for_him() {
    let asked = |plots: &str| {
        // A tank comes upon a hidden gun; a squad lies hidden elsewhere, and what it watches nobody else knows.
        let scene = Scene::new("1").alpha("A 2602 D, B 2801 D").bravo("AA 2605 A hidden, M 3025 hidden");
        let turn = scene.play("A mv D D B, B mv D D D D", plots, &[3]);
        assert_eq!(turn.asked(A).unwrap().0, "stop", "{:?}", turn.log());
        assert!(matches!(turn.stage(), Stage::Stop(_)));
        turn
    };
    let [idle, watches] = [asked(""), asked("M of 3024")];
    assert_ne!(idle.game(), watches.game());
    let imagined = |played: &Played, seed| played.game().imagined(charts(), A.seat(), &mut choices(seed));
    for seed in 0..50 {
        assert!(imagined(&idle, seed) == imagined(&watches, seed));
    }
    // And it is asked at a checkpoint: nothing that fell before has to fall again.
    assert_eq!(idle.session.checkpoint(), idle.session.working());
}

/// rules: tank 4.1b 4.2
#[test]
fn numbers_and_undo_do_not_count_what_the_other_does_in_private() {
    let begun = || Scene::new("0").alpha("A 2403 C, B 2405 C").bravo("A 2906 F, B 2908 F").begin();
    let quiet = begun().plotted(A, "A fc");
    let busy = begun().plotted(B, "A fc").plotted(A, "A fc").plotted(B, "B fc").plotted(B, "A mv F").press(B, "commit");
    let eyes = Viewer::Seat(A.seat());
    let seen = |played: &Played| (played.session.mark(eyes), played.session.heard().by(eyes));
    assert_eq!(seen(&quiet), seen(&busy));
    // Its own answers are counted.
    assert_ne!(seen(&quiet), seen(&begun()));
    // What it has plotted it may take back, as if the other had not moved; and what he has plotted stays.
    let (mut one, mut two) = (quiet, busy);
    let plot = two.game().army(B).units[0].plot;
    for steps in [1, 1, 1] {
        assert_eq!(one.session.undo(A.seat(), steps), two.session.undo(A.seat(), steps));
        assert_eq!(seen(&one), seen(&two));
        assert_eq!(one.session.question(A.seat()).unwrap().0, two.session.question(A.seat()).unwrap().0);
    }
    assert_eq!(two.game().army(B).units[0].plot, plot);
    assert_eq!(two.game().army(A).units[0].plot, Plot::default());
    assert_eq!(two.session.misfit(), None);
    // The record holds it all and is played again.
    let save = two.session.save(&Tank::shipped());
    let (again, _) = Session::<Tank>::load(&save, &Tank::shipped(), charts()).unwrap();
    assert_eq!(again.working(), two.game());
}

/// Open dice are the same whatever a hidden squad was plotted to do and whether it panics: its own die is of another stream, and is never
/// thrown by hand.
///
/// rules: tank 12.22 14.2
#[test]
fn a_hidden_squads_panic_moves_no_open_die() {
    let mut stayed = 0;
    // Two turns: the dice Alpha hears of, what somebody is seen to be waited for, and whether the squad panicked and is hidden still: at
    // the edge of the map it often has nowhere to run.
    let open = |plot: &str, seed: u64, mode: &DiceMode| {
        let scene = Scene::new("1").panic().alpha("A 4003 D").bravo("M 0120 A hidden");
        let mut played = scene.begin().plotted(B, plot);
        *played.session.dice_mut() = DiceBox::new(seed, mode.clone()).with_secret(Some(Secret::new([seed as u8; 32])));
        let (mut hand, mut asked) = (Generator::new(seed), Vec::new());
        for _ in 0..2 {
            played = played.press(A, "commit").press(B, "commit");
            while let Some(check) = played.session.dice_asked().cloned() {
                asked.push(check.purpose);
                played.session.throw(&hand.throw(check.dice)).unwrap();
                played.told.extend(played.session.news().to_vec());
            }
        }
        let heard = played.told.iter().filter(|told| told.is_heard_by(A.seat()));
        let rolls: Vec<_> = heard
            .filter_map(|told| match told {
                Told::Roll(check, rolled) => Some((check.purpose, rolled.natural)),
                _ => None,
            })
            .collect();
        let panicked = played.saw(|event| matches!(event, Event::PanicMove { who, .. } if who.force == B));
        (panicked && played.unit(B, "M").hidden, rolls, asked)
    };
    for seed in 1..=120 {
        for mode in [DiceMode::Random, DiceMode::Hand] {
            let (hides, rolls, asked) = open("M mv D", seed, &mode);
            if hides {
                stayed += 1;
                assert_eq!((false, rolls, asked), open("", seed, &mode), "seed {seed}, {mode:?}");
            }
        }
    }
    assert!(stayed > 4, "in some of these games the squad panics and cannot run");
}

/// What comes of a hidden gun's shot is the same whatever a hidden squad far away was plotted to do and whether it panics: their dice are
/// of different lots.
///
/// rules: tank 12.22 14.2
#[test]
fn a_hidden_squads_panic_changes_no_hidden_guns_shot() {
    let heard = |squad: &str, seed: u64| {
        let scene = Scene::new("1").panic().alpha("A 1008 A").bravo("M 0120 A hidden, AA 0916 A hidden");
        let mut played = scene.begin().plotted(B, &format!("{squad}AA df 1008"));
        *played.session.dice_mut() =
            DiceBox::new(seed, DiceMode::Random).with_secret(Some(Secret::new([seed as u8; 32])));
        let done = played.press(A, "commit").press(B, "commit");
        let panicked = done.saw(|event| matches!(event, Event::PanicMove { who, .. } if who.force == B));
        let shot = done.saw(|event| matches!(event, Event::Unseen { .. }));
        let heard: Vec<String> = done.hears(A).into_iter().filter(|line| !line.contains("sealed")).collect();
        (panicked && done.unit(B, "M").hidden && shot, heard)
    };
    let mut told = 0;
    for seed in 1..=200 {
        let (both, with) = heard("M mv D, ", seed);
        if both {
            told += 1;
            assert_eq!(with, heard("", seed).1, "seed {seed}");
        }
    }
    assert!(told > 4, "in {told} of these games the squad panics and the gun fires");
}

/// Which of two counters that lie face down is the gun: neither the order in which they are found nor that of any list says it.
///
/// rules: tank R74 14.2
#[test]
fn the_order_of_positions_says_nothing_of_who_lies_in_them() {
    let found = |bravo: &str| {
        let mut played = Scene::new("9").alpha("A 2710 D").bravo(bravo).begin().plotted(A, "A mv D D");
        *played.session.dice_mut() = DiceBox::scripted(1, [6; 12]);
        let done = played.press(A, "commit").press(B, "commit");
        let revealed: Vec<_> = done
            .heard(A)
            .into_iter()
            .filter_map(|event| match event {
                Event::Revealed { who, .. } => who.hex,
                _ => None,
            })
            .collect();
        assert!(revealed.len() >= 2, "both are found: {:?}", done.log());
        let view = serde_json::to_value(done.game().view(charts(), A.seat())).unwrap();
        let heard: Vec<String> = done.hears(A).into_iter().filter(|line| !line.contains("sealed")).collect();
        (revealed, view["positions"].clone(), heard)
    };
    let gun_first = found("AA 2612 A hidden, M 2812 A hidden");
    assert_eq!(gun_first, found("AA 2812 A hidden, M 2612 A hidden"));
}

/// rules: tank 14.2c
#[test]
fn who_comes_into_a_position_that_is_just_left_is_told_of_once() {
    let scene = Scene::new("1").alpha("A 4003 D").bravo("M 1120 A hidden, N 1121 A hidden");
    let done = scene.play("", "M mv A, N mv A", &[]);
    let revealed = |event: Event| match event {
        Event::Revealed { who, .. } => who.hex,
        _ => None,
    };
    for force in [A, B] {
        let told: Vec<_> = done.heard(force).into_iter().filter_map(revealed).collect();
        let mut once = told.clone();
        once.dedup();
        assert_eq!((told.len(), once.len()), (2, 2), "{force}: {:?}", done.log());
    }
}
