//! The board drawn, sketched and told.

use crate::common::*;
use hulldown_core::Playable;
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_draw::{Drawn, HeardEvent, Look, Question, Room, Spot};
use hulldown_leader::Leader;
use hulldown_leader::ids::{BattalionId, CommanderId, ConditionId, EnemyId, FighterId, PlannedId, UnitId};
use hulldown_leader::state::{Fate, Planned, Stage, Step};
use hulldown_leader::talk::{Ask, Choice, Event, Number};
use hulldown_leader::words::*;

fn fight() -> Scene {
    Scene::battle()
        .unit("042 eandi 61")
        .unit("921 sanders 53")
        .enemy("pz4 51")
        .enemy("rifle 53")
        .enemy("rifle 53")
        .slow()
}

fn ask(game: &Leader, question: Question<'_>) -> String {
    Leader::answer(&game.view(charts(), Seat(0)), question).unwrap().join("\n")
}

#[test]
fn every_spot_is_drawn_once() {
    let game = fight().game;
    let spots = ["hex:52", "unit:042", "enemy:1", "battalion:9A", "commander:eandi", "card:043"];
    let spots = spots.map(|id| Spot { id: id.into(), count: 1, label: String::new() });
    let panels = Leader::panels(&game.view(charts(), Seat(0)), &spots, "/table", &Look::default());
    let html: String = panels.iter().map(|panel| panel.html.as_str()).collect();
    for spot in &spots {
        assert_eq!(html.matches(&format!("data-spot=\"{}\"", spot.id)).count(), 1, "{}", spot.id);
    }
    assert_eq!(panels[0].id, "field");
    assert_eq!(html.matches("hd-l-hex").count(), 24);
}

/// One row for a model, its cards as links; other years are there to be shown, and every row can be hidden by type and cost.
#[test]
fn the_shop_has_a_row_for_each_model() {
    let game = Scene::new().at(Stage::Buy).so(82).set("week = 0").owned(41).game;
    let spots = ["card:042", "card:043", "card:921"].map(|id| Spot { id: id.into(), count: 1, label: String::new() });
    let panels = Leader::panels(&game.view(charts(), Seat(0)), &spots, "/table", &Look::default());
    let shop = &panels[0].html;
    assert_eq!((panels[0].id, shop.matches("data-spot=").count()), ("shop", 3));
    let row = |number: u16| {
        // The second row has the cards.
        let (from, end) = ("id=\"shop-", "</tr>");
        let from = shop.find(&format!("{from}{number}\"")).unwrap();
        let (to, _) = shop[from..].match_indices(end).nth(1).unwrap();
        &shop[from..from + to]
    };
    let sherman = row(41);
    assert!(sherman.contains("class=\"hd-l-type-armor hd-l-over-5 hd-l-over-10\""), "{sherman}");
    assert!(sherman.contains("041 yours") && sherman.matches("data-spot=").count() == 2, "{sherman}");
    assert!(row(921).contains("class=\"hd-l-type-infantry\""));
    assert!(
        row(91).contains("hd-l-not-1944 hd-l-over-5 hd-l-over-10 hd-l-over-15 hd-l-not-now")
            && row(91).contains("(1945 to 1945)")
    );
    assert!(!row(91).contains("hd-l-not-1945") && shop.contains("82 SO left"));
    // Where one can say it, the offer is a link that does.
    assert!(shop.contains("a balanced force for") && !shop.contains("data-say"));
    let says = Look { says: true, ..Look::default() };
    let said = Leader::panels(&game.view(charts(), Seat(0)), &spots, "/table", &says)[0].html.clone();
    assert!(said.contains("data-say=\"buy offered\" href=\"/table?say=buy+offered\""), "{said}");
    for filter in ["hd-l-type", "hd-l-cost", "hd-l-year"] {
        assert!(
            shop.contains(&format!("<select id=\"{filter}\"")) && Leader::CSS.contains(&format!("#{filter} option"))
        );
    }
}

/// The Sherman's AP 4 at a Pz III or IV of Defense 3 in some cover: 1 - (1 - 0.7 * 0.6)^2 is 66%.
#[test]
fn cards_are_listed_in_words_by_type_cost_and_year() {
    let game = Scene::new().battalion("9A").at(Stage::Buy).so(82).game;
    let cheap = ask(&game, Question::Look("units infantry to 4"));
    assert!(cheap.contains("3 SO Rifle Team (901 902 903 904 905 906): Destroys at ranges 0 to 4 armor "), "{cheap}");
    assert!(!cheap.contains("Sherman") && !cheap.contains("Mortar"));
    assert!(ask(&game, Question::Look("units armor in 1945")).contains("24 SO M26 Pershing (091 092)"));
    assert!(!ask(&game, Question::Look("units armor")).contains("Pershing"));
    assert!(ask(&game, Question::Look("units light armor")).contains("M3 Halftrack"));
    assert_eq!(ask(&game, Question::Look("units armor to 1")), "No Unit is like that.");
    assert!(Leader::answer(&game.view(charts(), Seat(0)), Question::Look("units to much")).is_err());
}

/// The map shows what an attack and a band really cost, with all notes, what those notes are, and what a Battalion is met with.
///
/// rules: leader week.cost.1 end.so.2
#[test]
fn the_map_shows_what_is_charged() {
    let scene = Scene::of(setup("italy_1943", "holding_action")).battalion("1C");
    let game = scene.that_battalion(|one| one.band = Band::EnemyRear).game;
    let map = Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    // Mountain Roads add 1 to 2; Prepared Positions take 2 off the 6 of Friendly Staging.
    assert_eq!(game.attack_cost(charts(), BattalionId(1), 0), 3);
    assert!(map.contains("An attack costs 3 SO."), "{map}");
    assert_eq!(game.map_losses(charts()), 4);
    assert!(map.contains("each costs us 4 SO a Week") && !map.contains("each costs us 6 SO"), "{map}");
    for note in ["Mountain Roads: ", "River After River: ", "Prepared Positions: "] {
        assert!(map.contains(note), "{note} in {map}");
    }
    let card = game.battalion_card(charts(), BattalionId(0));
    assert!(map.contains(&format!("{} Rifle", card.count(Kind::Rifle))), "{map}");
}

/// The map says what the plan costs, who stays behind, and what the evaluation still takes.
#[test]
fn the_map_tells_the_plan_and_what_is_wanting() {
    let scene = Scene::new().battalion("9A").pair(42, Name::Eandi).pair(902, Name::Reisner).at(Stage::Plan);
    let game = scene.with(|game| (game.week, game.vp) = (1, 1)).game;
    let map =
        |game: &Leader| Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    let before = map(&game);
    assert!(before.contains("Staying behind: 042, 902."), "{before}");
    let good = game.objective(charts()).bands.good;
    assert!(before.contains(&format!("{} more for Good", good - 1)), "{before}");
    assert!(!before.contains("played out"), "{before}");
    let sent = scene_sent(game);
    let after = map(&sent);
    assert!(after.contains("Staying behind: 902.") && after.contains("attacked by 042"), "{after}");
    // One tank against a whole Battalion: played out, and told as such with its uncertainty, on the map and in words.
    assert!(after.contains("played out 100 times: Destroyed "), "{after}");
    assert!(ask(&sent, Question::Look("9A")).contains("played out 100 times: Destroyed "));
}

/// What brings enough VP for Great ends the campaign in the midst of a battle's record: its forecast ends, too, and counts the battle.
#[test]
fn a_battle_that_wins_the_campaign_is_played_out_to_its_end() {
    let scene = Scene::new().battalion("9A").pair(42, Name::Eandi).at(Stage::Plan);
    let great = |game: &Leader| game.objective(charts()).bands.great;
    let sent = scene_sent(scene.with(|game| (game.week, game.vp) = (1, great(game) - 1)).game);
    let told = ask(&sent, Question::Look("9A"));
    assert!(told.contains("played out 100 times: Destroyed "), "{told}");
}

fn scene_sent(mut game: Leader) -> Leader {
    game.plan.push(Planned { battalion: BattalionId(0), trucks: 0, scouts: 0 });
    (game.units[UnitId(0)].sent, game.units[UnitId(0)].under) = (Some(PlannedId(0)), Some(CommanderId(0)));
    game
}

#[test]
fn the_sketch_shows_both_sides_in_any_room() {
    let game = fight().game;
    let view = game.view(charts(), Seat(0));
    for room in [Room { columns: 100, lines: 30 }, Room { columns: 60, lines: 14 }, Room { columns: 10, lines: 3 }] {
        let sketch = Leader::sketch(&view, &[], &Look::default(), room).unwrap();
        assert!(sketch.room().lines <= room.lines && sketch.room().columns <= room.columns);
    }
    // Whatever the height, nobody is left out.
    for lines in [30, 24, 14, 13, 12, 7, 6] {
        let text =
            Leader::sketch(&view, &[], &Look::default(), Room { columns: 100, lines }).unwrap().lines().join("\n");
        for part in ["042", "921", "Rifle#1,2", "PzIV#0", "53"] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
    // What the letters mean stands below where there is a line for it; of two of a kind the second is no other kind.
    let wooded = fight().ground(53, Ground::Heavy).ground(44, Ground::Impassable).game;
    let at = |lines| {
        let room = Room { columns: 60, lines };
        Leader::sketch(&wooded.view(charts(), Seat(0)), &[], &Look::default(), room).unwrap().lines().join("\n")
    };
    assert!(
        at(14).ends_with("H Heavy Cover, I Impassable, # enemy's number") && !at(13).contains("Impassable"),
        "{}",
        at(14)
    );
    // Who acts sees his chances.
    let acts = fight().with(|game| game.battle.acting = Some(FighterId(0))).game;
    let room = Room { columns: 100, lines: 30 };
    let text = Leader::sketch(&acts.view(charts(), Seat(0)), &[], &Look::default(), room).unwrap().lines().join("\n");
    assert!(text.contains("PzIV#0 74%"), "{text}");
}

/// A Pz IV no. 2 must not read as a Panzer II, and letters stand for something wherever they are drawn.
#[test]
fn letters_and_numbers_on_the_sketch_are_told() {
    let mut scene = fight();
    for model in [Model::Pz3, Model::Pz4, Model::Mg, Model::Mortar] {
        scene = scene.stands(model, 53);
    }
    let game = scene.ground(33, Ground::Heavy).game;
    let sketch = |columns, lines| {
        let room = Room { columns, lines };
        Leader::sketch(&game.view(charts(), Seat(0)), &[], &Look::default(), room).unwrap().lines().join("\n")
    };
    for (columns, lines) in [(79, 10), (99, 14), (120, 30)] {
        let text = sketch(columns, lines);
        assert!(text.contains("H Heavy Cover") && text.contains("# enemy's number"), "{text}");
        for own in ["PzIII#3", "PzIV#4", "#5", "#6"] {
            assert!(text.contains(own), "{own} is not in\n{text}");
        }
    }
}

/// Where many stand in a hex they are drawn shorter, in the end as counts, and never cut: whoever is there is seen to be there.
#[test]
fn a_crowded_hex_is_never_cut() {
    let mut scene = fight();
    for (number, name) in [(922, Name::Reisner), (931, Name::Kessel), (41, Name::Abernathy)] {
        scene = scene.led(number, name, Level::Average, 53);
    }
    for model in [Model::Rifle, Model::Rifle, Model::Mg, Model::Mg, Model::Pz4, Model::Mortar] {
        scene = scene.stands(model, 53);
    }
    let game = scene.game;
    let acts = {
        let mut game = game.clone();
        game.battle.acting = Some(FighterId(0));
        game
    };
    for (columns, lines) in [(60, 10), (79, 10), (79, 14), (110, 30)] {
        for game in [&game, &acts] {
            let view = game.view(charts(), Seat(0));
            let text = Leader::sketch(&view, &[], &Look::default(), Room { columns, lines }).unwrap().lines();
            let field = text[usize::from(lines > 6)..].join("\n");
            assert!(!field.contains('~'), "{columns} by {lines}:\n{field}");
        }
    }
    let view = game.view(charts(), Seat(0));
    let small = Leader::sketch(&view, &[], &Look::default(), Room { columns: 79, lines: 10 }).unwrap().lines();
    let line = small.iter().find(|line| line.contains("|53")).unwrap();
    assert!(line.contains("8 foes"), "{line}");
    assert!(line.contains("4 own"), "{line}");
}

/// Where nobody can hit us that is said, and why; where it cannot be told, that is said.
#[test]
fn that_nobody_can_hit_us_is_said() {
    let unsure = |scene: Scene| (Leader::AIDS.unsure)(&scene.game, charts(), Seat(0)).join(" ");
    assert_eq!(unsure(fight()), "");
    let far = Scene::battle().unit("042 eandi 61").enemy("truck 14");
    assert!(unsure(far).starts_with("Nobody: where your Units and the enemy stand now, none can hit you"));
    assert!(
        unsure(fight().with(|game| game.battle.turn = game.battle.last)).starts_with("Nobody: no enemy step follows")
    );
    let before = Scene::battle().unit("042 eandi 61").at(Stage::Muster);
    assert!(unsure(before).starts_with("Who can hit you cannot be told yet"));
    assert_eq!(unsure(Scene::new().battalion("9A").pair(42, Name::Eandi).at(Stage::Plan)), "");
}

/// The Week in characters: each Battalion on a line, with what is planned against it.
#[test]
fn the_map_is_sketched_while_one_plans() {
    let scene = Scene::new().battalion("9A").pair(42, Name::Eandi).pair(902, Name::Reisner).at(Stage::Plan);
    let game = scene_sent(scene.set("week = 1").game);
    let spots = [Spot { id: "battalion:9A".into(), count: 1, label: String::new() }];
    let view = game.view(charts(), Seat(0));
    let room = Room { columns: 110, lines: 20 };
    let text = Leader::sketch(&view, &spots, &Look::default(), room).unwrap().lines().join("\n");
    assert!(text.contains("Staying behind: 902") && text.contains("*9A ") && text.contains("<- 042"), "{text}");
    for room in [Room { columns: 20, lines: 2 }, Room { columns: 1, lines: 1 }] {
        let sketch = Leader::sketch(&view, &spots, &Look::default(), room).unwrap();
        assert!(sketch.room().lines <= room.lines && sketch.room().columns <= room.columns);
    }
}

/// On a small terminal no Battalion is left out and everybody who stays behind or goes is named: it is said in fewer words.
#[test]
fn a_small_map_leaves_nothing_out() {
    let ids = ["9A", "4A", "8A", "12A", "3A", "11A", "1C", "7C", "7S", "1S"];
    let scene = ids[1..].iter().fold(Scene::new(), |scene, id| scene.battalion(id));
    let numbers = [4, 901, 501, 1101, 1121, 1111, 921, 922, 931, 41, 21, 541];
    let scene = numbers.iter().fold(scene, |scene, number| scene.owned(*number));
    let game = scene_sent(scene.at(Stage::Plan).set("week = 1").game);
    let view = game.view(charts(), Seat(0));
    let room = Room { columns: 79, lines: 10 };
    let lines = Leader::sketch(&view, &[], &Look::default(), room).unwrap().lines();
    let text = lines.join("\n");
    assert!(lines.len() <= 10 && !text.contains('~'), "{text}");
    assert!(ids.iter().all(|id| text.contains(&format!(" {id} "))), "{text}");
    assert!(numbers.iter().all(|number| text.contains(&format!("{number:03}"))), "{text}");
    // Where even that has no room, it is said.
    let least = Leader::sketch(&view, &[], &Look::default(), Room { columns: 79, lines: 4 }).unwrap().lines();
    assert!(least.last().unwrap().contains("lines more"), "{least:?}");
}

/// A Battalion at Half has none of its notes but the yellow ones, and what it still brings is what is asked about.
#[test]
fn what_half_takes_from_a_battalion_is_said() {
    let noted = |half: bool| {
        let scene = Scene::new()
            .battalion("3A")
            .that_battalion(|one| (one.half, one.scored) = (half, if half { 2 } else { 0 }));
        scene.pair(42, Name::Eandi).at(Stage::Plan).set("week = 1").game
    };
    let told = |game: &Leader| {
        let view = game.view(charts(), Seat(0));
        let panels = Leader::panels(&view, &[], "/table", &Look::default());
        let lists = Leader::sections(&view).into_iter().flat_map(|section| section.lines).collect::<Vec<_>>().join(" ");
        panels[0].html.clone() + &lists + &ask(game, Question::Look("3A"))
    };
    let yellow = noted(true).battalion_card(charts(), BattalionId(1)).notes.iter().filter(|note| !note.yellow).count();
    assert_eq!(told(&noted(false)).matches("not in force").count(), 0);
    assert!(yellow > 0 && told(&noted(true)).matches("not in force at Half").count() >= 3 * yellow);
    let game = noted(true);
    let id = "3A".parse().unwrap();
    let asked = game.ask_words(charts(), Seat(0), hulldown_leader::talk::Ask::Assign(id)).text;
    assert!(asked.starts_with("Who attacks 3A ") && asked.contains("(2 VP, "), "{asked}");
}

/// An Unfit Commander is shown as what he is worth: less than when Shaken, and without his skills.
#[test]
fn an_unfit_commander_helps_nobody() {
    let game =
        Scene::new().pair(42, Name::Eandi).who(|one| (one.level, one.stress) = (Level::Ace, 40)).at(Stage::Plan).game;
    let said = ask(&game, Question::Look("eandi"));
    assert!(said.contains("Unfit") && said.contains("Slow, -2 on every attack, no skills"), "{said}");
    let view = game.view(charts(), Seat(0));
    let html: String =
        Leader::panels(&view, &[], "/table", &Look::default()).iter().map(|panel| panel.html.as_str()).collect();
    assert!(html.contains("Slow, -2 on every attack, no skills") && html.contains("(not while Unfit)"), "{html}");
}

#[test]
fn questions_about_the_board_are_answered() {
    let game = fight().game;
    assert!(ask(&game, Question::Look("53")).contains("921 Machine Gun Team, yours"));
    assert!(ask(&game, Question::Look("042")).contains("it can attack:\n  enemy 0, Pz IV in 51, range 1: hits on"));
    assert!(ask(&game, Question::Look("enemy 0")).contains("it attacks 042"));
    assert!(ask(&game, Question::Look("eandi")).starts_with("Eandi, Average Armor: Okay"));
    assert!(ask(&game, Question::Look("9a")).starts_with("9A "));
    assert!(ask(&game, Question::Way("51")).contains("042 M4 Sherman (75mm) in 61: 1 hex away, seen"));
    assert!(ask(&game, Question::See("61")).contains("51"));
    assert!(ask(&game, Question::Targets).contains("at 042: attacks"));
    assert!(ask(&game, Question::Where).contains("042 M4 Sherman (75mm) in 61"));
    assert!(Leader::answer(&game.view(charts(), Seat(0)), Question::Look("nobody")).is_err());
}

/// The attack that is being decided is among them, and where there is no battle that is said.
#[test]
fn who_targets_me_leaves_nothing_out() {
    let decided = fight().at(Stage::Enemy).with(|game| {
        game.battle.enemies[EnemyId(0)].acted = true;
        game.battle.attacker = Some(EnemyId(0));
    });
    let said = ask(&decided.game, Question::Targets);
    assert!(said.starts_with("being decided now: enemy 0, Pz IV in 51, at 042: attacks 100%"), "{said}");
    let quiet = Scene::new().battalion("9A").pair(42, Name::Eandi).at(Stage::Plan).game;
    assert_eq!(ask(&quiet, Question::Targets), "There is no battle now.");
    for question in [Question::Look("53"), Question::See("53"), Question::Way("33")] {
        let why = Leader::answer(&quiet.view(charts(), Seat(0)), question).unwrap_err();
        assert!(why.starts_with("There is no battle now."), "{why}");
    }
}

/// 042 needs a 4 on each of two dice at range 1, and a Pz IV negates on 3 or less: 1 - (1 - 0.7 * 0.7)^2.
#[test]
fn the_one_who_acts_sees_his_chances_on_the_board() {
    let game = fight().with(|game| game.battle.acting = Some(FighterId(0))).game;
    let panels = Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &Look::default());
    assert!(panels[0].html.contains("Pz IV (no. 0), enemy, in 51, 3 points, Defense 3, Destroyed with 74%"));
    assert!(panels[0].html.contains("hd-l-reach"));
    let idle = Leader::panels(&fight().game.view(charts(), Seat(0)), &[], "/table", &Look::default());
    assert!(!idle[0].html.contains("Defense 3, Destroyed with"));
}

#[test]
fn a_battle_is_watched_move_by_move() {
    let game = fight().game;
    let events = [
        Event::EnemyMoved { enemy: EnemyId(0), model: Model::Pz4, from: hex(51), hex: hex(61), order: None },
        Event::EnemyAttacks { enemy: EnemyId(0), model: Model::Pz4, unit: Number(42) },
        Event::Killed { enemy: EnemyId(1), model: Model::Rifle },
        Event::Lost { unit: Number(42), damage: Damage::Destroyed },
    ];
    let heard: Vec<HeardEvent<'_, Leader>> = events
        .iter()
        .map(|event| HeardEvent { event: Some(event), text: "told".into() })
        .chain([HeardEvent { event: None, text: "a roll".into() }])
        .collect();
    let beats = Leader::beats(&game.view(charts(), Seat(0)), &heard);
    assert_eq!(beats.len(), 4);
    let moved: Vec<&str> = beats[0].changes.iter().map(|change| change.id.as_str()).collect();
    assert_eq!(moved, ["stack-51", "stack-61"]);
    // Who acts is marked, and the way he goes.
    assert!(beats[0].over.contains(r#"<path class="hd-l-way"#), "{}", beats[0].over);
    assert!(beats[1].over.contains("circle"), "{}", beats[1].over);
    // With the counter goes what the card of the battle counts.
    let [killed, card] = &beats[2].changes[..] else { panic!("{:?}", beats[2].changes) };
    assert_eq!((card.id.as_str(), card.layer), ("hd-l-side", "hd-l-card"));
    assert_ne!(card.before, card.after);
    let rifles = |drawn: &Option<String>| drawn.as_ref().unwrap().matches("Rifle (no.").count();
    assert!(rifles(&killed.before) > rifles(&killed.after));
    assert_eq!(beats[3].texts, ["told", "a roll"]);
    assert_eq!(beats[0].part, "Turn 1");
    // What the enemy is ordered is told after the roll for it.
    let (acts, hold) = (Event::Acts { unit: Number(42), step: Step::Fast }, Order::Hold);
    let orders = Event::Orders { armor: hold, infantry: hold, star: false, support: hold };
    let heard = [
        HeardEvent { event: Some(&acts), text: "acts".into() },
        HeardEvent { event: None, text: "Enemy Tactical Movement (tactical): 4".into() },
        HeardEvent { event: Some(&orders), text: "orders".into() },
    ];
    let beats = Leader::beats(&game.view(charts(), Seat(0)), &heard);
    let told: Vec<(&str, usize)> = beats.iter().map(|beat| (beat.part.as_str(), beat.texts.len())).collect();
    assert_eq!(told, [("Turn 1: your Units", 1), ("Turn 1: the enemy", 2)]);
    assert!(beats[0].over.contains("hd-l-acts"), "{}", beats[0].over);
    let [card] = &beats[1].changes[..] else { panic!("{:?}", beats[1].changes) };
    let has = |drawn: &Option<String>| drawn.as_ref().unwrap().contains(">Hold<");
    assert!(!has(&card.before) && has(&card.after), "{card:?}");
}

/// Where somebody can go stands what he could do from there and what it may cost; where he cannot see is marked.
#[test]
fn before_one_goes_one_sees_chances_risk_range_and_line_of_sight() {
    let game = fight().with(|game| game.battle.acting = Some(FighterId(0))).game;
    let spots = ["hex:51", "hex:62"].map(|id| Spot { id: id.into(), count: 1, label: String::new() });
    let drawn = |about| {
        let look = Look { about, ..Look::default() };
        Leader::panels(&game.view(charts(), Seat(0)), &spots, "/table", &look)[0].html.clone()
    };
    let now = drawn(None);
    // Each in its name and in its title.
    assert_eq!(now.matches("best attack from there").count(), 4, "{now}");
    assert!(now.contains("lost there in the next enemy step") && now.contains("hd-l-forecasts"));
    assert!(now.contains("hex 51, clear, range 1") && now.contains("hd-l-range-1"));
    // In its hex the Pz IV is hit more easily: that is seen by pointing there, before one goes.
    assert!(now.contains("Defense 3, Destroyed with 74%"), "{now}");
    let there = drawn(Some("hex:51"));
    assert!(
        !there.contains("Defense 3, Destroyed with 74%") && there.contains("Defense 3, Destroyed with "),
        "{there}"
    );
    // A Unit that is pointed at shows the same before it acts.
    let idle = fight().game;
    let look = Look { about: Some("unit:042"), ..Look::default() };
    let html = Leader::panels(&idle.view(charts(), Seat(0)), &[], "/table", &look)[0].html.clone();
    assert!(html.contains("Destroyed with 74%") && bearing(&html).contains("<line "), "{html}");
}

/// The lines of who bears.
fn bearing(html: &str) -> &str {
    let from = html.find("id=\"bears-lines\"").unwrap();
    html[from..].split("</g>").next().unwrap()
}

/// Who may hit one of ours is a line to it with the chance, also while nobody is looked at; one that is looked at has its own alone.
#[test]
fn who_threatens_is_a_line_to_whom_he_threatens() {
    let scene = fight().enemy("mortar 12").enemy("tiger 41");
    let drawn = |about| {
        let look = Look { about, ..Look::default() };
        Leader::panels(&scene.game.view(charts(), Seat(0)), &[], "/table", &look)[0].html.clone()
    };
    let all = drawn(None);
    assert!((1..=4).contains(&bearing(&all).matches("<line ").count()), "{}", bearing(&all));
    let chances = &all[all.find("id=\"bears-chances\"").unwrap()..];
    assert!(chances.contains("%</text>"), "{chances}");
    // The riflemen in its own hex need no line; who bears on another is left out.
    let own = drawn(Some("unit:042"));
    let ends = |html: &str| {
        let lines = bearing(html).split("<line ").skip(1).map(|line| line.split("x2=").nth(1).unwrap().to_owned());
        lines.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(ends(&own), 1, "{}", bearing(&own));
    assert!(bearing(&drawn(Some("enemy:0"))).matches("<line ").count() <= 2);
}

/// What is told of a counter stands above it: on its silhouette lies nothing.
#[test]
fn chances_and_marks_stand_beside_the_silhouette() {
    let look = Look { about: Some("unit:042"), ..Look::default() };
    let scene = fight().that(|one| one.suppressed = true);
    let html = Leader::panels(&scene.game.view(charts(), Seat(0)), &[], "/table", &look)[0].html.clone();
    let heights = |class: &str| -> Vec<f32> {
        let begins = format!("<g class=\"{class}");
        let found = html.split(&begins).skip(1);
        let at = found.map(|rest| rest.split("translate(").nth(1).unwrap().split(')').next().unwrap().to_owned());
        at.map(|at| at.split(' ').nth(1).unwrap().parse().unwrap()).collect()
    };
    let stacks = &html[html.find("hd-l-stacks").unwrap()..];
    assert!(stacks.contains("hd-l-chance") && !heights("hd-l-sign").is_empty());
    assert!(heights("hd-l-sign").iter().all(|y| *y <= -8.0), "{:?}", heights("hd-l-sign"));
}

/// What was told makes the log of bands by Week and everybody's record, the fallen too.
#[test]
fn the_career_is_made_from_what_was_told() {
    let game = fight().game;
    let id: hulldown_leader::charts::Designation = "9A".parse().unwrap();
    let events = [
        Event::Drawn { battalion: id, name: "Fast Assault", band: Band::Front, vp: 3 },
        Event::Joins { name: Name::Eandi, level: Level::Green },
        Event::Joins { name: Name::Chin, level: Level::Recruit },
        Event::Week { week: 1 },
        Event::Sent { unit: Number(42), name: Name::Eandi, battalion: id },
        Event::Battle { battalion: id, name: "Fast Assault" },
        Event::Attacks { unit: Number(42), enemy: EnemyId(0), model: Model::Pz4 },
        Event::Killed { enemy: EnemyId(0), model: Model::Pz4 },
        Event::Lost { unit: Number(42), damage: Damage::Destroyed },
        Event::BattleOver { destroyed: false, half: true, why: Ending::Turns },
        Event::Promoted { name: Name::Eandi, level: Level::Average, by: Rise::Experience },
        Event::WeekEnds { week: 1 },
        Event::Shifts { battalion: id, name: "Fast Assault", shift: Shift::Advance, band: Band::FriendlyTransit },
        Event::Week { week: 2 },
        Event::Kia { name: Name::Chin },
    ];
    let heard: Vec<HeardEvent<'_, Leader>> =
        events.iter().map(|event| HeardEvent { event: Some(event), text: String::new() }).collect();
    let panels = Leader::told(&game.view(charts(), Seat(0)), &heard);
    hulldown_kit::page::check(&panels);
    let html = |id: &str| panels.iter().find(|panel| panel.id == id).unwrap().html.clone();
    let (weeks, men) = (html("weeks"), html("record"));
    assert!(
        weeks.contains("9A Half") && weeks.contains("lost 042 M4 Sherman (75mm)") && weeks.contains("Chin killed"),
        "{weeks}"
    );
    let row = |band: &str| weeks.split("<tr>").find(|row| row.contains(band)).unwrap().matches("hd-l-badge").count();
    assert_eq!((row("Front"), row("Friendly Transit")), (1, 1));
    assert!(men.contains("joins as Recruit · Week 1: on leave · Week 2: killed in action"), "{men}");
    assert!(men.contains("joins as Green · Week 1: promoted to Average"), "{men}");
}

/// The cards of those who can be taken stand on the board, at the level they would have.
#[test]
fn commanders_to_be_had_are_cards() {
    let game = Scene::new().owned(41).at(Stage::Command).set("week = 0").game;
    let spots = [Spot { id: "commander:eandi".into(), count: 1, label: "take Eandi".into() }];
    let panels = Leader::panels(&game.view(charts(), Seat(0)), &spots, "/table", &Look::default());
    let html = &panels[0].html;
    assert_eq!((panels[0].title.as_str(), html.matches("data-spot=").count()), ("Commanders to be had", 1));
    assert!(html.contains("promoted at ") && html.contains("hd-l-pips"), "{html}");
}

/// A Pz IV that holds at range 1 hits a Sherman on 3; Defense 2 negates: 1 - (1 - 0.8 * 0.8)^2.
#[test]
fn what_may_hit_us_is_told_with_its_chance() {
    let threats = Leader::AIDS.threats.unwrap();
    let held = |scene: Scene| scene.set("battle.mods.hold_turns = 2").game;
    let alone = Scene::battle().unit("042 eandi 61").enemy("pz4 51").fast();
    let found = threats(&held(alone.clone()), charts(), Seat(0));
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.spot.as_str(), one.fires), ("enemy:0", 1.0));
    assert!((one.hits - 0.8704).abs() < 1e-9, "{one:?}");
    assert!(one.label.ends_with("at 042"), "{}", one.label);
    // With one counter in the cup that Destroys and one that does nothing, each hit is even: 2 * 0.64 * 0.36 / 2 + 0.64^2 * 3/4.
    let shows = |wanted: Damage| charts().damage.position(|row| row.side(Target::Ap) == wanted).unwrap();
    let even = held(alone.clone().with(|game| {
        game.battle.cup.iter_mut().for_each(|count| *count = 0);
        (game.battle.cup[shows(Damage::Destroyed)], game.battle.cup[shows(Damage::NoEffect)]) = (1, 1);
    }));
    let fatal = threats(&even, charts(), Seat(0))[0].knocks_out;
    assert!((fatal - 0.5376).abs() < 1e-9, "{fatal}");
    // A second Hull hit Destroys: with nothing but two of these in the cup it takes both dice, 0.64^2.
    let hulls = held(alone.clone().with(|game| {
        game.battle.cup.iter_mut().for_each(|count| *count = 0);
        game.battle.cup[shows(Damage::Hull)] = 2;
    }));
    let fatal = threats(&hulls, charts(), Seat(0))[0].knocks_out;
    assert!((fatal - 0.4096).abs() < 1e-9, "{fatal}");
    // From the flank more gets through.
    let flank = threats(&held(alone.clone().set("options.flank = true")), charts(), Seat(0));
    assert!(flank[0].hits > one.hits, "{flank:?}");
    // Out of range and holding, it threatens nobody; with orders to roll for it may come.
    let far = Scene::battle().unit("042 eandi 61").enemy("halftrack 41").fast();
    assert!(threats(&held(far.clone()), charts(), Seat(0)).is_empty());
    let coming = threats(&far.game, charts(), Seat(0));
    assert!(coming[0].fires > 0.0 && coming[0].fires < 1.0, "{coming:?}");
}

/// Of two Units alike to an enemy one was threatened with certainty and the other not at all; which it is the player is asked.
#[test]
fn of_those_that_are_alike_all_are_in_danger() {
    let threats = Leader::AIDS.threats.unwrap();
    let scene = Scene::battle().unit("042 eandi 61").unit("043 jones 61").enemy("pz4 51").fast();
    let scene = scene.set("battle.mods.hold_turns = 2");
    let two = |game: &Leader| threats(game, charts(), Seat(0));
    let [one] = &two(&scene.game)[..] else { panic!() };
    assert!(one.label.ends_with("at 042 or 043, which of them you choose") && one.fires == 1.0, "{one:?}");
    let alone = Scene::battle().unit("042 eandi 61").enemy("pz4 51").fast().set("battle.mods.hold_turns = 2");
    assert!((one.hits - two(&alone.game)[0].hits).abs() < 1e-9, "one attack: {one:?}");
    let said = ask(&scene.game, Question::Targets);
    assert!(said.contains(", at 042 or 043, which of them you choose: attacks 100%"), "{said}");
    for unit in ["042", "043"] {
        assert!(said.contains(&format!("{unit}, all enemies together: hit 87%")), "{said}");
    }
    assert!(said.contains("if you choose it each time"), "{said}");
    // Before one goes there it says so, too.
    let moves = scene.clone().with(|game| {
        game.battle.acting = Some(FighterId(1));
    });
    let stays = (Leader::AIDS.bears)(&moves.game, charts(), Seat(0), Ask::Move(Number(43)), &[Choice::Stay]).remove(0);
    assert!(stays.as_ref().is_some_and(|told| told.contains("Pz IV (no. 0) 87% unless you choose 042")), "{stays:?}");
}

/// Before the enemy is drawn the card says what is to be expected, not that nobody is left.
#[test]
fn before_the_enemy_is_on_the_field_its_strength_is_expected() {
    let before = Scene::battle().unit("042 eandi 61");
    let before = before.with(|game| (game.battle.turn, game.battle.mustered) = (0, false));
    // So it is too while its counters are placed one after the other.
    for scene in [before.clone(), before.enemy("truck 11")] {
        let view = scene.game.view(charts(), Seat(0));
        let html = Leader::panels(&view, &[], "/table", &Look::default())[0].html.clone();
        assert!(html.contains("points expected, Half at ") && html.contains(">expected<"), "{html}");
        assert!(!html.contains(">Destroyed<"), "{html}");
    }
    // When all are gone it is Destroyed indeed.
    let won = Scene::battle().unit("042 eandi 61").enemy("pz4 51").fast();
    let won = won.with(|game| game.battle.enemies[EnemyId(0)].active = false).game;
    let html = Leader::panels(&won.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    assert!(html.contains(">Destroyed<") && html.contains("0 points, Half at "), "{html}");
}

/// A counter has the number by which everything else calls it, and the one that is asked about stands out.
#[test]
fn enemies_alike_can_be_told_apart() {
    let game = fight().game;
    let look = Look { about: Some("enemy:2"), ..Look::default() };
    let html = Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &look)[0].html.clone();
    assert!(html.contains("Pz IV 0") && html.contains("fle</tspan> 1") && html.contains("fle</tspan> 2"), "{html}");
    assert_eq!(html.matches("hd-l-acting").count(), 1);
    let stands = html.find("hd-l-acting").unwrap();
    assert!(html[stands..].find("fle</tspan> 2").unwrap() < 600, "another stands out");
}

/// What is printed in a hex of the tile stands in it.
#[test]
fn hexes_have_the_letter_of_their_ground() {
    let scene = fight().ground(31, Ground::Impassable).ground(32, Ground::Heavy).ground(33, Ground::Clear);
    let html = Leader::panels(&scene.game.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    let said = |hex: &str| {
        let from = html.find(&format!(">{hex}<tspan class=\"hd-l-kind\""));
        from.map(|from| html[from..].split('>').nth(2).unwrap().split('<').next().unwrap().to_string())
    };
    assert_eq!((said("31"), said("32"), said("33")), (Some("Im".into()), Some("H".into()), None), "{html}");
}

/// Who plans sees what the Week brings.
#[test]
fn the_map_tells_the_special_condition() {
    let scene = Scene::new().battalion("9A").pair(42, Name::Eandi).at(Stage::Plan);
    let game = scene.with(|game| (game.week, game.condition) = (1, Some(ConditionId(2)))).game;
    let html = Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    assert!(html.contains("This Week: <strong>Clear Skies</strong>, 1 strike, each hits on 5+."), "{html}");
}

/// Repair/Replace shows who is under Stress, the worst first, and what Priority R&R would take off.
#[test]
fn repair_and_replace_shows_who_is_under_stress() {
    let scene = Scene::new().pair(42, Name::Eandi).who(|one| one.stress = 1).pair(902, Name::Jones);
    let game = scene.who(|one| one.stress = 10).at(Stage::Depot).game;
    let panels = Leader::panels(&game.view(charts(), Seat(0)), &[], "/table", &Look::default());
    let html: String = panels.iter().map(|panel| panel.html.as_str()).collect();
    assert!(
        html.contains("Stress: Jones 10 (Unfit), Eandi 1. Priority R&amp;R takes 2 off everybody for 5 SO."),
        "{html}"
    );
}

/// More than four counters in a hex are a pile: as few stand for all of them, and each lies in it by itself, with its spot.
#[test]
fn many_counters_in_a_hex_are_a_pile() {
    let field = |game: &Leader, spots: &[Spot]| {
        Leader::panels(&game.view(charts(), Seat(0)), spots, "/table", &Look::default())[0].html.clone()
    };
    let few = fight().enemy("rifle 53");
    assert!(!field(&few.game, &[]).contains("hd-l-pile"));
    let scene = few.enemy("mg 53").enemy("mg 53").unit("922 jones 53").unit("1001 reisner 53");
    let spots: Vec<Spot> = (1..6).map(|n| Spot { id: format!("enemy:{n}"), count: 1, label: String::new() }).collect();
    let html = field(&scene.game, &spots);
    assert!(html.contains("aria-label=\"8 counters in 53: 3 Rifle, 2 MG, 3 ours\""), "{html}");
    assert_eq!(html.matches("hd-l-pile").count(), 1);
    for n in 1..6 {
        assert_eq!(html.matches(&format!("data-spot=\"enemy:{n}\"")).count(), 1, "{n}");
        assert_eq!(html.matches(&format!("id=\"enemy-{n}\"")).count(), 1, "{n}");
    }
    // Who acts is seen by himself.
    let acting = scene.with(|game| game.battle.acting = Some(FighterId(1))).game;
    assert!(field(&acting, &spots).contains("3 Rifle, 2 MG, 921, 2 ours\""));
}

/// Who is gone has left something on the board: what is told of him finds its place, and where he was Destroyed there is a cross.
#[test]
fn who_was_destroyed_is_marked_where_he_stood() {
    let scene = fight().with(|game| {
        game.battle.enemies[EnemyId(1)].active = false;
        game.battle.fighters[FighterId(0)].fate = Fate::Destroyed;
        game.units[UnitId(0)].lost = true;
    });
    let html = Leader::panels(&scene.game.view(charts(), Seat(0)), &[], "/table", &Look::default())[0].html.clone();
    for (id, class) in [("enemy-1", "hd-l-cross"), ("unit-042", "hd-l-cross hd-l-cross-own")] {
        let from = html.find(&format!("id=\"{id}\"")).unwrap();
        assert!(html[from..].split("</g>").next().unwrap().contains(&format!("class=\"{class}\"")), "{id}");
    }
    // Who stands is no cross.
    assert_eq!(html.matches("hd-l-cross").count(), 3);
}
