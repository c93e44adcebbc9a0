//! What a seat must not learn: whole random games looked at over both shoulders, and the places where a secret could slip.

use crate::common::{A, B, Played, SEATS, Scene, charts, hex, setup};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::hex::{HexId, Side};
use hulldown_core::session::{Pending, Refusal, Seal, Told};
use hulldown_core::{Game, Generator, Seat, Secret, Session, Voice};
use hulldown_tank::Tank;
use hulldown_tank::state::{Stage, Unit};
use hulldown_tank::talk::Event;
use hulldown_tank::words::*;
use serde_json::Value;

/// The enemy's units that a seat must not know by name.
fn nameless(game: &Tank, seat: Seat) -> impl Iterator<Item = &Unit> {
    game.army(Force::of(seat).enemy()).units.iter().filter(|unit| unit.in_play() && !unit.spotted)
}

/// Everything a seat can read now: its view, its board in words, its own question, and what it has just been told.
fn read(session: &Session<Tank>, seat: Seat) -> Vec<String> {
    let game = session.working();
    let view = game.view(charts(), seat);
    let mut lines = vec![Tank::status(&view)];
    lines.extend(Tank::sections(&view).into_iter().flat_map(|section| section.lines));
    for pending in session.pending() {
        let Pending::Choice { seat: asked, ask, options, refused } = pending else { continue };
        if *asked == seat {
            lines.push(game.ask_words(charts(), seat, *ask).text);
            let choices = options.iter().copied().chain(refused.iter().map(|refused| refused.choice));
            lines.extend(choices.map(|choice| game.choice_words(charts(), seat, *ask, choice).label));
        }
    }
    for told in session.news().iter().filter(|told| told.is_heard_by(seat)) {
        match told {
            Told::Roll(check, rolled) => lines.push(check.line(rolled)),
            Told::Forced { label, .. } => lines.push(label.clone()),
            Told::Event(event) => {
                let words = Tank::event_words(charts(), event);
                lines.push(words.text);
                lines.extend(words.headline);
            }
        }
    }
    lines
}

/// Whether a unit of a force in one of these hexes is spoken of anywhere in a fact.
fn speaks_of(fact: &Value, force: Force, hexes: &[u16]) -> bool {
    match fact {
        Value::Object(fields) => {
            let at = fields.get("hex").and_then(Value::as_u64);
            let here = fields.get("force").and_then(Value::as_str) == Some(force.id())
                && at.is_some_and(|at| hexes.contains(&(at as u16)));
            here || fields.values().any(|value| speaks_of(value, force, hexes))
        }
        Value::Array(values) => values.iter().any(|value| speaks_of(value, force, hexes)),
        _ => false,
    }
}

/// Looks over a seat's shoulder; says how many secrets were kept. `stood` are the hexes in which it saw counters the last time.
fn look(session: &Session<Tank>, seat: Seat, stood: &mut Vec<HexId>) -> u32 {
    let game = session.working();
    let enemy = Force::of(seat).enemy();
    let told_plots = !matches!(game.stage, Stage::Arrange | Stage::Plot);
    let view = serde_json::to_value(game.view(charts(), seat)).unwrap();
    let army = game.army(enemy);
    // The counters on the map, each with what its face shows.
    let shown: Vec<&Unit> = army.units.iter().filter(|unit| unit.shown().is_some()).collect();
    let counters = view["enemies"].as_array().unwrap();
    assert_eq!(counters.len(), shown.len());
    for counter in counters {
        let at = counter["at"].as_str().unwrap();
        let here: Vec<&&Unit> =
            shown.iter().filter(|unit| charts().ground(game.sheets).name(unit.hex().unwrap()) == at).collect();
        let known = counter["code"].as_str();
        match known {
            Some(code) => assert!(here.iter().any(|unit| unit.spotted && unit.code.as_str() == code)),
            None => assert!(counter["weapon"].is_null() && here.iter().any(|unit| !unit.spotted)),
        }
        assert!(told_plots || (counter["plot"].is_null() && counter["points"] == 0), "an enemy's plot");
    }
    // Hidden units and positions are nowhere.
    let ground = charts().ground(game.sheets);
    // A squad that walks over to a hidden friend, or away from him, is seen there; the friend is not.
    let walked = |at| shown.iter().any(|unit| unit.hex() == Some(at)) || stood.contains(&at);
    let hidden = army.units.iter().filter(|unit| unit.hidden).filter_map(|unit| unit.hex());
    let hidden: Vec<u16> = hidden.filter(|at| !walked(*at)).map(|at| at.0).collect();
    let own = game.army(Force::of(seat)).units.iter();
    let dug_in: Vec<_> = own.filter(|unit| unit.hidden).filter_map(|unit| unit.hex()).collect();
    for position in game.positions.iter().filter(|position| position.hidden && !dug_in.contains(&position.hex)) {
        let name = ground.name(position.hex);
        assert!(view["positions"].as_array().unwrap().iter().all(|shown| shown[0] != name.as_str()), "{name}");
    }
    for told in session.news().iter().filter(|told| told.is_heard_by(seat)) {
        if let Told::Event(event) = told {
            let fact = serde_json::to_value(event).unwrap();
            assert!(!speaks_of(&fact, enemy, &hidden), "{fact}");
        }
    }
    // No name of a face-down unit in any line.
    let names: Vec<String> =
        nameless(game, seat).map(|unit| format!("{} ({})", unit.code, charts().weapon(unit.weapon).name)).collect();
    for line in read(session, seat) {
        let slip = names.iter().find(|name| line.contains(name.as_str()));
        assert!(slip.is_none(), "{} reads `{line}`", Force::of(seat));
    }
    *stood = shown.iter().filter_map(|unit| unit.hex()).collect();
    (names.len() + hidden.len()) as u32
}

/// rules: tank 4.2 13.0c 14.0b
#[test]
fn whole_random_games_keep_their_secrets() {
    let mut kept = 0;
    for (scenario, seeds) in [("0", 3), ("1", 2), ("2", 1), ("3", 1), ("9", 3), ("11", 3), ("13", 1)] {
        for seed in 0..seeds {
            let mut random = Generator::new(1000 + seed);
            let dice = DiceBox::new(seed, DiceMode::Random);
            let mut session = Session::<Tank>::new(setup(scenario), charts(), dice).unwrap();
            let mut stood: [Vec<HexId>; 2] = Default::default();
            for _ in 0..1500 {
                for seat in SEATS {
                    kept += look(&session, seat, &mut stood[seat.index()]);
                }
                let Some(Pending::Choice { seat, options, .. }) = session.pending().last() else { break };
                let (seat, choice) = (*seat, options[random.below(options.len() as u32) as usize]);
                session.choose(seat, choice).unwrap();
            }
        }
    }
    assert!(kept > 50_000, "{kept}");
}

/// rules: tank 14.2b R18
#[test]
fn a_hidden_guns_shot_tells_only_its_target_and_result() {
    let scene = Scene::new("1").alpha("A 2603 D").bravo("AA 2606 A hidden, M 2606 hidden");
    let turn = scene.play("", "AA df 2603, M of adj", &[6, 4]);
    assert_eq!(turn.throwers(), [("8.91", B, false), ("14.2", A, true)]);
    let heard = turn.hears(A);
    assert!(
        heard.iter().all(|line| !line.contains("2606") && !line.contains("76AT") && !line.contains("8.91")),
        "{heard:?}"
    );
    let miss =
        Event::Unseen { force: B, from: None, at: hex(2603), target: turn.target(A, "A", 2603), destroyed: false };
    assert!(turn.heard(A).contains(&miss));
    // Its owner is told everything.
    assert!(turn.hears(B).iter().any(|line| line.contains("AA (76AT) in 2606 fires at Alpha A (Pz IV h) in 2603")));
}

/// rules: tank R22 13.22
#[test]
fn a_hidden_units_look_is_not_seen() {
    // A squad hidden somewhere looks for a tank in a wood 11 to 20 hexes away.
    let (ground, sight) = (crate::common::ground(), crate::common::ground().sight(Mode::Mixed));
    let woods = || ground.grid().ids().filter(|at| ground.terrain(*at) == Terrain::Woods);
    let (from, at) = woods()
        .find_map(|at| {
            sight.seen_from(at).find(|from| (11..=20).contains(&ground.range(*from, at))).map(|from| (from, at))
        })
        .unwrap();
    let (from, at) = (ground.name(from), ground.name(at));
    let scene = Scene::new("1").alpha(&format!("A {at} A unspotted")).bravo(&format!("M {from} hidden"));
    for (die, seen) in [(5, true), (6, false)] {
        let turn = scene.clone().play("", "", &[die]);
        assert_eq!((turn.throwers(), turn.spotted(A, "A")), (vec![("13.5", B, false)], seen));
        // Alpha learns that it is seen, not by whom or from where.
        assert!(
            turn.hears(A).iter().all(|line| !line.contains(&from) && !line.contains("nfantry")),
            "{:?}",
            turn.hears(A)
        );
        assert_eq!(turn.heard(A).iter().any(|event| matches!(event, Event::Spotted { .. })), seen);
    }
}

/// rules: tank R19 12.0
#[test]
fn a_hidden_units_panic_is_its_owners_business() {
    let scene = Scene::new("1").alpha("A 3025 A").bravo("AA 2603 A hidden, M 2613 hidden").panic();
    // Bravo draws 3 and 9: both panic; the squad was to move and has its direction thrown unseen. It then betrays itself by moving.
    let turn = scene.clone().play("", "AA fc B, M mv A", &[10, 4, 9, 4]);
    assert_eq!(turn.throwers().last(), Some(&("12.22", B, false)));
    let secret =
        |event: &Event| matches!(event, Event::Panics { .. } | Event::PanicMove { .. } | Event::Plotted { .. });
    assert!(!turn.heard(A).iter().any(secret) && turn.heard(B).iter().any(secret));
    assert!(turn.heard(A).iter().any(|event| matches!(event, Event::Chit { force: B, digit: 3 })));
}

/// rules: tank 13.0c
#[test]
fn face_down_units_stand_in_no_order_that_names_them() {
    // A squad before a gun, then a gun before a squad: to the enemy both look the same.
    let faces = |bravo: &str| {
        let played = Scene::new("1").alpha("A 0133 A").bravo(bravo).begin();
        let view = played.game().view(charts(), A.seat());
        view.enemies().map(|seen| (seen.hex, seen.known)).collect::<Vec<_>>()
    };
    let (one, other) = (faces("AA 2604 A unspotted, M 2605 unspotted"), faces("M 2604 unspotted, AA 2605 A unspotted"));
    assert_eq!(one, other);
    assert_eq!(one, [(hex(2604), None), (hex(2605), None)]);
    // Nor are plots told in the order of codes.
    let told = |bravo: &str, plots: &str| {
        let turn = Scene::new("0").alpha("A 0133 A").bravo(bravo).play("", plots, &[]);
        let plots = turn.heard(A).into_iter().filter(|event| matches!(event, Event::Plotted { .. }));
        plots.collect::<Vec<_>>()
    };
    let one = told("A 2604 A unspotted, B 2606 A unspotted", "A mv A, B mv D");
    assert_eq!(one, told("B 2604 A unspotted, A 2606 A unspotted", "B mv A, A mv D"));
    assert_eq!(one.len(), 2);
}

/// rules: tank R59 4.1k
#[test]
fn facings_are_chosen_unseen_by_the_other() {
    let turn = Scene::new("0").alpha("A 2603 A").bravo("A 2806 A").play("A fc", "A fc", &[]);
    let chosen = turn.press(A, "face:E");
    let view = serde_json::to_string(&chosen.game().view(charts(), B.seat())).unwrap();
    assert!(view.contains(r#""at":"2603","facing":"A""#), "{view}");
    assert!(!chosen.heard(B).iter().any(|event| matches!(event, Event::Turns { .. })));
    let both = chosen.press(B, "keep-rest");
    assert!(both.heard(B).iter().any(|event| matches!(event, Event::Turns { facing: Some(Side::E), .. })));
}

/// rules: tank 17.11b 17.12 17.13
#[test]
fn entries_tracks_and_notes_are_nobody_elses() {
    // Alpha has written its whole march; Bravo sees nothing of it, while it arranges and on turn 1.
    let marching = Played::of(setup("0")).press(A, "at:0117 face:C as-they-are shortest");
    let ready = marching.clone().press(B, "at:5206 face:E as-they-are shortest");
    for played in [&marching, &ready] {
        let view: Value = serde_json::to_value(played.game().view(charts(), B.seat())).unwrap();
        let track: String = played.game().armies[0].track.iter().map(|side| side.letter()).collect();
        assert!(track.len() > 30 && !view.to_string().contains(&track));
        assert!(!view.to_string().contains("0117"));
    }
    // A rearguard's notes.
    let sites =
        "col:22 row:20 face:F col:23 row:21 face:F col:24 row:22 face:F col:25 row:23 face:F col:26 row:24 face:F";
    let noted = Played::of(setup("11")).press(B, sites).press(A, "at:0109 face:C as-they-are");
    let view = serde_json::to_string(&noted.game().view(charts(), A.seat())).unwrap();
    assert!(["2220", "2321", "2422", "2523", "2624"].iter().all(|at| !view.contains(at)));
}

/// rules: tank 9.47 13.0c
#[test]
fn an_overrun_does_not_name_a_tank_nobody_has_seen() {
    // The gun looks the other way; the tank overruns an empty hex behind it.
    let scene = Scene::new("1").alpha("A 2602 D unspotted").bravo("AA 2609 D");
    let turn = scene.play("A ov D D D", "", &[]);
    assert!(!turn.spotted(A, "A"));
    let overruns = |force| {
        let heard = turn.heard(force).into_iter();
        heard
            .filter_map(|event| if let Event::Overruns { who } = event { Some(who.known.is_some()) } else { None })
            .collect::<Vec<_>>()
    };
    assert_eq!((overruns(A), overruns(B)), (vec![true], vec![false]));
}

/// rules: tank 4.2
#[test]
fn a_seal_proves_the_plot() {
    let scene = || Scene::new("0").alpha("A 2403 C, B 2405 C").bravo("A 2906 F");
    let plots = ["", "A df 2906", "A of 2906", "A of 2805", "A fc", "A mv D", "A mv A", "A mvr D", "B fc", "B mv D D"];
    let mut seals = Vec::new();
    let secret = Secret::new([7; 32]);
    let salt = secret.salt(A.seat());
    for plot in plots {
        let played = scene().begin().plotted(A, plot);
        let seal = hulldown_tank::seal(played.game(), A, salt);
        assert!(!seals.contains(&seal), "{plot}");
        seals.push(seal);
        // Bravo's own plot is no part of it; the turn is.
        assert_eq!(seal, hulldown_tank::seal(played.clone().plotted(B, "A fc").game(), A, salt));
        assert_ne!(seal, hulldown_tank::seal(scene().turn(6).begin().plotted(A, plot).game(), A, salt));
        // It is the one that is told when both are in, and it can be worked out again from the plots that were told.
        let mut done = played;
        *done.session.dice_mut() = DiceBox::new(1, DiceMode::Random).with_secret(Some(secret));
        let done = done.press(A, "commit").press(B, "commit");
        assert!(done.heard(B).contains(&Event::Sealed { force: A, seal }), "{plot}");
    }
}

/// rules: tank 4.2
#[test]
fn a_seat_answers_for_itself_and_once() {
    let begun = Scene::new("0").alpha("A 2403 C").bravo("A 2906 F").begin().plotted(A, "A fc");
    let mut session = begun.session;
    // Bravo's hex is no target of Bravo's own unit: the other's answers do not fit.
    assert!(matches!(session.choose_key(B.seat(), "df:2906"), Err(Refusal::NotAnOption { .. })));
    assert_eq!(session.choose_key(Seat(2), "commit"), Err(Refusal::NotYou(2)));
    session.choose_key(A.seat(), "commit").unwrap();
    // A second commit, a late plot, and taking back for the other are refused.
    assert_eq!(session.choose_key(A.seat(), "commit"), Err(Refusal::NotYou(0)));
    assert_eq!(session.choose_key(A.seat(), "A"), Err(Refusal::NotYou(0)));
    assert_eq!(session.working().armies[0].units[0].plot.task, Some(Task::Fc));
    session.choose_key(B.seat(), "commit").unwrap();
    assert_eq!(session.working().stage, Stage::Face);
    // What was sealed cannot be taken back once both are in.
    assert_eq!(session.undo(A.seat(), 1), Err(Refusal::Sealed(Seal::Over)));
    assert_eq!(session.undo(B.seat(), 1), Err(Refusal::Sealed(Seal::Over)));
    assert_eq!(session.choose_key(B.seat(), "commit"), Err(Refusal::NotYou(1)));
}

/// rules: tank 13.5 13.0c
#[test]
fn the_cell_of_a_look_tells_no_more_than_the_number_to_roll() {
    let spotting = &charts().spotting;
    let named = SpotColumn::ALL.map(SpotColumn::name);
    for range in 1..=60 {
        for roll in 1..=5 {
            let same: Vec<SpotColumn> = SpotColumn::ALL
                .into_iter()
                .filter(|column| spotting.need(*column, range) == hulldown_tank::charts::ToSpot::UpTo(roll))
                .collect();
            let (line, column) = spotting.cell(range, roll);
            let [low, high] = [line.split(['-', '+']).next().unwrap(), line.split('-').nth(1).unwrap_or("999")];
            assert!((low.parse().unwrap()..=high.parse::<u16>().unwrap()).contains(&range), "{line} for {range}");
            match same.as_slice() {
                [only] => assert_eq!(column, only.name()),
                _ => assert!(!named.contains(&column), "{column} at {range}"),
            }
        }
    }
    // Far away a gun in the open and a tank in a wood are looked for alike, and nothing says which it is.
    assert_eq!(spotting.cell(45, 1).1, spotting.cell(50, 1).1);
    assert!(!named.contains(&spotting.cell(45, 1).1));
}
