//! What helps a player besides the rules: who is left out of a plot, which way to face, what a question is about, and the map in characters.

use crate::common::{A, Scene, charts, hex};
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::hex::Side;
use hulldown_core::playable::Playable;
use hulldown_core::playable::aids::ShotPart;
use hulldown_draw::{Drawn, Look, Question, Room, Spot};
use hulldown_kit::aids::{Talk, dangling};
use hulldown_tank::state::Stage;
use hulldown_tank::talk::{Addressed, Ask, Choice, Event, Who};
use hulldown_tank::words::{Force, Mode};
use hulldown_tank::{Setup, Tank};

fn label(game: &Tank, ask: Ask, choice: Choice) -> String {
    game.choice_words(charts(), Seat(0), ask, choice).label
}

fn asks_twice(game: &Tank) -> bool {
    (Tank::AIDS.fatal)(game, charts(), Seat(0), Choice::Commit).is_some()
}

#[test]
fn a_plot_that_leaves_out_who_is_in_the_fight_names_him_and_asks_twice() {
    let fight = || Scene::new("0").alpha("A 2602 D, B 2702 D").bravo("A 2604 A").begin();
    let game = fight();
    assert!(asks_twice(game.game()));
    let says = label(game.game(), Ask::Plot, Choice::Commit);
    assert_eq!(says, "commit: seal the plot, with nothing for A, B, which have a shot");
    let game = fight().plotted(A, "A df 2604");
    assert!(asks_twice(game.game()));
    let says = label(game.game(), Ask::Plot, Choice::Commit);
    assert_eq!(says, "commit: seal the plot, with nothing for B, which has a shot");
    let game = fight().plotted(A, "A df 2604, B fc");
    assert!(!asks_twice(game.game()));
    assert_eq!(label(game.game(), Ask::Plot, Choice::Commit), "commit: seal the plot");
    // Far from any enemy nobody is missed, but a plot without any task at all is a slip.
    let far = || Scene::new("0").alpha("A 2602 D, B 2702 D").begin();
    assert!(asks_twice(far().game()));
    assert!(!asks_twice(far().plotted(A, "A mv D").game()));
}

#[test]
fn whoever_hides_may_wait_without_being_asked() {
    let scene = Scene::new("1").alpha("A 2604 D").bravo("AA 2602 hidden");
    let game = scene.begin();
    assert!((Tank::AIDS.fatal)(game.game(), charts(), Seat(1), Choice::Commit).is_none());
}

#[test]
fn the_usual_facing_is_the_one_that_is_hit_least() {
    let sides = Side::ALL.into_iter().map(Choice::Face);
    let options: Vec<Choice> = sides.chain([Choice::KeepRest]).collect();
    let mut turned = 0;
    for row in 4..30 {
        let mut game = Scene::new("0").alpha("A 2602 A").bravo(&format!("A 26{row:02} A")).game;
        game.stage = Stage::Face;
        let view = game.view(charts(), Seat(0));
        let (unit, seen) = (&view.units()[0], view.enemies().next().unwrap());
        let chance = |side: Side| view.shot_at(&seen, unit, side).map_or(0, |sum| sum.sixths());
        let least = Side::ALL.into_iter().map(chance).min().unwrap();
        let usual = (Tank::AIDS.usual)(&game, charts(), Seat(0), Ask::Facing(0), &options).unwrap().choice;
        match usual {
            Choice::Face(side) => {
                turned += 1;
                assert!(chance(side) == least && least < chance(Side::A), "{side} at {row}");
            }
            keep => assert!(keep == Choice::KeepRest && chance(Side::A) == least, "{keep} at {row}"),
        }
    }
    assert!(turned > 0);
}

#[test]
fn columns_and_hexes_of_a_set_up_are_places_on_the_map() {
    let game = Tank::new(&Setup { scenario: "9".into(), ..Setup::default() }, charts()).unwrap();
    let words = game.choice_words(charts(), Seat(1), Ask::SiteColumn(0), Choice::Column(41));
    assert_eq!(words.spot.as_deref(), Some("col:41"));
    let words = game.choice_words(charts(), Seat(1), Ask::SiteRow(0, 41), Choice::Row(12));
    assert_eq!(words.spot.as_deref(), Some("hex:4112"));
    assert!(words.label.starts_with("4112, "), "{}", words.label);
    let spots: Vec<Spot> =
        (20..=52).map(|n| Spot { id: format!("col:{n}"), label: format!("column {n}"), count: 1 }).collect();
    let page =
        hulldown_kit::page::whole(&Tank::panels(&game.view(charts(), Seat(1)), &spots, "/game/7", &Look::default()));
    for n in 20..=52 {
        assert!(page.contains(&format!("data-spot=\"col:{n}\"")), "{n}");
        assert!(page.contains(&format!(">{n}</text>")), "{n}");
    }
    assert!(!page.contains("hd-rest"));
}

#[test]
fn advice_on_a_plot_is_about_units_not_about_their_order() {
    let scene = Scene::new("0").alpha("A 2602 D").bravo("A 2604 A");
    let told = (Tank::AIDS.instead)(&scene.game, charts(), Seat(0), Ask::Plot);
    assert!(told[0].contains("first makes no difference"), "{told:?}");
    assert!(
        told[1].starts_with("Our A: can destroy enemy A M4/76 in 2604, ") && told[1].contains("a bot would plot: "),
        "{told:?}"
    );
    let march = (Tank::AIDS.instead)(&Scene::new("0").game, charts(), Seat(0), Ask::March).join(" ");
    assert!(march.contains("Movement Points") && march.contains("tells only when the columns meet"), "{march}");
}

/// rules: tank 10.21
#[test]
fn fire_that_is_not_permitted_quotes_no_chance() {
    let df = |mode| {
        let scene = Scene::new("0").mode(mode).alpha("A 3312 D").bravo("A 3315 A");
        label(&scene.game, Ask::Task(0), "df:3315".parse().unwrap())
    };
    assert!(df(Mode::Open).starts_with("Direct Fire at 3315: enemy A (M4/76), "), "{}", df(Mode::Open));
    assert_eq!(df(Mode::Mixed), "Direct Fire at 3315");
}

/// Letters of units, of the enemy's and of hex sides are told apart.
#[test]
fn directions_are_named_and_the_enemys_letters_called_so() {
    let mut game = Scene::new("0").alpha("A 2602 A").bravo("A 2604 A").game;
    game.stage = Stage::Face;
    assert_eq!(label(&game, Ask::Facing(0), Choice::Face(Side::D)), "face south (side D)");
    let ask = game.ask_words(charts(), Seat(0), Ask::Facing(0)).text;
    assert!(ask.ends_with("It faces north."), "{ask}");
    let bears =
        (Tank::AIDS.bears)(&game, charts(), Seat(0), Ask::Facing(0), &[Choice::Face(Side::D)]).remove(0).unwrap();
    assert!(bears.starts_with("then enemy A "), "{bears}");
}

/// As soon as one of the enemy was seen, those that lie hidden were forgotten.
#[test]
fn hidden_guns_are_named_as_long_as_some_may_be_there() {
    let nest = Scene::new("1").bravo("AA 2605 A hidden, M 2605 hidden, W 3025 hidden").alpha("A 2603 D");
    let told = |scene: Scene| asked(&scene.game, Question::Targets).unwrap();
    assert!(told(nest.clone()).contains("some may lie hidden"));
    let seen = nest.clone().bravo("N 2608");
    let text = "3 of Bravo's 20 units are not to be seen: any may lie hidden and fire";
    assert!(told(seen.clone()).starts_with(text), "{}", told(seen));
    // A shot from hiding is no loss by itself, which is told once; it names whom it was fired at.
    let shot = Event::Unseen {
        force: Force::Bravo,
        from: None,
        at: hex(2603),
        target: Who { force: Force::Alpha, known: None, hex: Some(hex(2603)) },
        destroyed: true,
    };
    let about =
        (Tank::AIDS.about)(charts(), &Addressed { to: Some(Force::Alpha), sheets: seen.game.sheets, event: shot });
    assert_eq!((about.grave, about.shot, about.under_fire), (None, Some(ShotPart::Fired), Some(Seat(0))));
    assert!(about.from_hiding && about.whom.is_some());
    let panics = Event::Panics { who: Who { force: Force::Alpha, known: None, hex: None } };
    let about = (Tank::AIDS.about)(charts(), &Addressed { to: None, sheets: seen.game.sheets, event: panics });
    assert!(about.passes && about.grave.is_some());
}

/// One line for each of the enemy, our units with the same chance together.
#[test]
fn who_sees_us_is_told_in_a_line_each() {
    let game = Scene::new("0").mode(Mode::Open).alpha("A 2602 D, B 2702 D, C 2802 D").bravo("A 2608 A, B 2708 A").game;
    let told = asked(&game, Question::Targets).unwrap();
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(
        told.lines().skip(1).all(|line| line.starts_with("enemy ") && line.contains(" our ") && line.len() <= 45),
        "{told}"
    );
}

/// A set-up of many units can be taken as a bot would make it, unit by unit.
#[test]
fn every_question_of_a_set_up_has_a_usual_answer() {
    use hulldown_core::dicebox::{DiceBox, DiceMode};
    use hulldown_core::session::{Pending, Session};
    for scenario in ["1", "9"] {
        let setup = Setup { scenario: scenario.into(), ..Setup::default() };
        let mut game = Session::<Tank>::new(setup, charts(), DiceBox::new(1, DiceMode::Random)).unwrap();
        let mut sites = 0;
        for _ in 0..200 {
            let asked = game.pending().iter().find_map(|pending| match pending {
                Pending::Choice { seat, ask, options, .. } => Some((*seat, *ask, options.clone())),
                _ => None,
            });
            let Some((seat, ask, options)) = asked else { break };
            let Some(usual) = (Tank::AIDS.usual)(game.working(), charts(), seat, ask, &options) else { break };
            sites += usize::from(matches!(ask, Ask::SiteFacing(_)));
            if let Ask::SiteColumn(0) = ask {
                let text = game.working().ask_words(charts(), seat, ask).text;
                assert!(text.contains("Alpha comes by the "), "{text}");
            }
            game.choose(seat, usual.choice).unwrap();
        }
        assert!(sites > 3, "{scenario}: {sites}");
        assert_eq!(game.working().stage, Stage::Plot, "{scenario}");
    }
}

fn asked(game: &Tank, question: Question<'_>) -> Result<String, String> {
    Tank::answer(&game.view(charts(), Seat(0)), question).map(|lines| lines.join("\n"))
}

#[test]
fn what_is_seen_is_told_and_a_hex_that_is_not_there_is_called_so() {
    let game = Scene::new("0").alpha("A 2602 D").bravo("A 2604 A").game;
    let told = asked(&game, Question::See("2602")).unwrap();
    assert!(told.contains(" hexes in sight, the farthest ") && told.contains("high ground: "), "{told}");
    let way = asked(&game, Question::Way("A enemy A")).unwrap();
    assert!(way.starts_with("From A in 2602 to 2604"), "two names, the second of two words: {way}");
    let wrong = asked(&game, Question::Look("5299")).unwrap_err();
    assert_eq!(wrong, "`5299` is not a hex of the map, 0101 to 5233.");
}

fn drawn(game: &Tank, room: Room, spots: &[Spot], about: Option<&str>) -> Vec<String> {
    let look = Look { about, ..Look::default() };
    Tank::sketch(&game.view(charts(), Seat(0)), spots, &look, room).unwrap().lines()
}

#[test]
fn the_map_in_characters_keeps_its_scale_and_shows_facings() {
    let small = Room { columns: 80, lines: 12 };
    let near = Scene::new("0").alpha("A 2602 D, B 2703 C").bravo("A 2604 A").game;
    let wide = Scene::new("0").alpha("A 0202 D, B 2703 C").bravo("A 5030 A").game;
    let hex = [Spot { id: "hex:2603".into(), label: String::new(), count: 1 }];
    // One row of hexes a line, whatever is asked and however far apart units are.
    for lines in [drawn(&near, small, &[], None), drawn(&near, small, &hex, Some("A")), drawn(&wide, small, &[], None)]
    {
        let rows: Vec<u32> = lines.iter().filter_map(|line| line.get(..2)?.parse().ok()).collect();
        assert!(rows.len() >= 9 && rows.windows(2).all(|pair| pair[1] == pair[0] + 1), "{}", lines.join("\n"));
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{}", lines.join("\n"));
        assert!(lines.last().unwrap().contains("ours facing b"), "{}", lines.join("\n"));
    }
    let text = drawn(&near, small, &[], None).join("\n");
    assert!(text.contains("Ad") && text.contains("Bc") && text.contains("aA"), "{text}");
    // Also where they stand side by side.
    let beside = Scene::new("0").alpha("A 2602 D, B 2702 C").bravo("A 2604 A, B 2704 B").game;
    let text = drawn(&beside, small, &[], None).join("\n");
    assert!(text.contains("AdBc") && text.contains("aAbB"), "{text}");
    let text = drawn(&wide, small, &[], None).join("\n");
    assert!(text.contains("beyond: ") && !text.contains("01W"), "{text}");
    assert!(text.contains(" theirs below") || text.contains(" ours left"), "which way to look: {text}");
}

/// Where not all have room, those of both sides who are nearest to each other do.
#[test]
fn the_map_shows_the_enemy_beside_ones_own() {
    let alpha = "A 2815 B, B 2716 C, C 2615 C, D 2515 C, E 2414 B";
    let bravo = "A 1822 A, B 1922 A, C 2022 A, D 2121 B unspotted";
    let game = Scene::new("0").alpha(alpha).bravo(bravo).game;
    let lines = drawn(&game, Room { columns: 79, lines: 10 }, &[], None);
    let text = lines.join("\n");
    assert!(text.contains("Bc") && text.contains("?B"), "the two nearest to each other: {text}");
}

/// While a turn is plotted the map stays where it is, but to show what is asked about.
#[test]
fn the_map_in_characters_stays_while_a_turn_is_plotted() {
    let game = Scene::new("0").alpha("A 2615 D, B 2716 D, C 2414 D").bravo("A 2621 A, B 2222 A").game;
    let room = Room { columns: 79, lines: 10 };
    let frame = |spots: &[Spot], about| {
        let lines = drawn(&game, room, spots, about);
        let rows: Vec<String> = lines.iter().filter_map(|line| Some(line.get(..2)?.to_string())).collect();
        (lines[0].clone(), rows)
    };
    let spot = |hex: u32| Spot { id: format!("hex:{hex}"), label: String::new(), count: 1 };
    let before = frame(&[], None);
    for about in ["A", "B", "enemy:A"] {
        assert_eq!(frame(&[], Some(about)), before, "{about}");
    }
    assert_eq!(frame(&[spot(2616), spot(2716), spot(2717)], Some("A")), before);
    // What is out of sight comes into sight.
    let lines = drawn(&game, room, &[spot(2628)], None);
    assert!(lines.iter().any(|line| line.contains('*')), "{}", lines.join("\n"));
}

#[test]
fn the_aids_name_what_is_there() {
    let talk = Talk { events: Event::KINDS, choices: Choice::KEYS };
    assert_eq!(dangling(Tank::AIDS, &talk), [""; 0]);
}

/// A `Y` too many, to confirm what did not ask, opened the talk of giving up.
#[test]
fn what_confirms_opens_nothing() {
    assert!(Tank::AIDS.letters.iter().all(|(_, letter)| *letter != 'Y'));
}

/// A squad under a gun, or a gun under a squad, was not to be seen in the map at all.
#[test]
fn the_map_in_characters_marks_who_share_a_hex() {
    let game = Scene::new("1").alpha("A 2602 D").bravo("AA 2604 A, M 2604").position(2604).game;
    for room in [Room { columns: 120, lines: 40 }, Room { columns: 79, lines: 10 }] {
        let text = drawn(&game, room, &[], None).join("\n");
        assert!(text.contains("m2") || text.contains("=2"), "{text}");
    }
    let text = drawn(&game, Room { columns: 79, lines: 24 }, &[], None).join("\n");
    for word in
        ["ours facing", "theirs", "to choose", "woods", "rough", "high", "clear", "wreck", "position", "2 units"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn infantry_is_told_with_the_chart_it_fires_by() {
    let game = Scene::new("1").alpha("A 2602 D").bravo("M 2604").game;
    let look = |what| Tank::answer(&game.view(charts(), Seat(0)), Question::Look(what)).unwrap().join("\n");
    let says = look("enemy M");
    assert!(says.contains("by chart 8.81: 50% at 1 hex, 17% if it moves") && !says.contains("attack 0"), "{says}");
    let says = Tank::answer(&game.view(charts(), Seat(0)), Question::See("enemy M")).unwrap().join("\n");
    assert!(
        says.contains("your A at 2 hexes") && !says.contains("0 hexes") && !says.contains("Enemies here"),
        "{says}"
    );
}

#[test]
fn fire_says_what_it_comes_to_if_the_target_moves_and_by_which_chart() {
    let scene = Scene::new("1").alpha("A 2602 D").bravo("M 2604, AA 2604 A");
    let says = |n, key: &str| scene.game.choice_words(charts(), Seat(1), Ask::Task(n), key.parse().unwrap()).label;
    let squad = scene.game.view(charts(), Seat(1)).units().iter().position(|unit| unit.code.as_str() == "M").unwrap();
    let said = says(squad as u8, "df:2602");
    assert!(said.contains("33%, 17% if it moves, by chart 8.81, infantry at 2 hexes"), "{said}");
    let gun = says(0, "df:2602");
    assert!(gun.contains("if it moves, by chart 8.9"), "{gun}");
    assert_eq!(Tank::typed("df:2602".parse().unwrap()).as_deref(), Some("2602"), "whoever else can be fired at");
}

/// The first die of each chit stood under what had happened before it.
#[test]
fn a_watched_chit_has_its_own_die() {
    let scene = Scene::new("0").panic().alpha("A 2602 D, B 2702 D").bravo("A 2604 A");
    let before = scene.game.clone();
    let turn = scene.chance("A fc", "A fc");
    let heard = crate::board::heard(&turn.told, Seat(0));
    let beats = Tank::beats(&before.view(charts(), Seat(0)), &heard);
    let chits: Vec<&Vec<String>> =
        beats.iter().map(|beat| &beat.texts).filter(|texts| texts[0].contains("draws panic chit")).collect();
    assert!(!chits.is_empty() && chits.iter().all(|texts| texts[1].starts_with("Panic chit")), "{chits:?}");
    assert!(
        beats
            .iter()
            .filter(|beat| !beat.texts[0].contains("draws"))
            .all(|beat| beat.texts.iter().all(|text| !text.starts_with("Panic chit")))
    );
}
