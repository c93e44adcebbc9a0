//! What the program says of a chance, and how often it comes about: exact odds against seeded games through the same rules, and
//! every table of the charts against its own dice.

#![allow(clippy::disallowed_types, reason = "chances are fractions; the rules themselves count in whole numbers")]

use crate::common::{Scene, charts};
use hulldown_ace::bot::Sensible;
use hulldown_ace::charts::Charts;
use hulldown_ace::state::Stage;
use hulldown_ace::talk::{Ask, Choice, Event};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::check::{Cells, Rolled};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::odds::odds;
use hulldown_core::playable::{Playable, Trial};
use hulldown_core::rules::RuleId;
use hulldown_core::session::Told;
use hulldown_core::{Check, D6, Dice, Game, Generator, Listed, Play, Seat, Session, Sim, TWO_D6, Table, Voice};
use hulldown_kit::trial::Wavering;
use std::collections::BTreeMap;

const SAMPLES: u32 = 4_000;

/// Whether a share of some tries is within five standard deviations of a probability.
fn agrees(found: u32, of: u32, p: f64) -> bool {
    // A sum of many small chances may be a hair more than one.
    let (n, p) = (f64::from(of), p.clamp(0.0, 1.0));
    (f64::from(found) - n * p).abs() <= 5.0 * (n * p * (1.0 - p)).sqrt() + 1e-6
}

fn session(scene: &Scene, seed: u64) -> Session<Ace> {
    Session::arranged(Setup::default(), charts(), DiceBox::new(seed, DiceMode::Random), scene.game.clone()).unwrap()
}

/// What an answer has led to, as odds name it: the headlines of what was told, up to the loader's next round.
fn outcome(session: &Session<Ace>) -> String {
    let headlines: Vec<String> = session
        .news()
        .iter()
        .filter_map(|told| match told {
            Told::Event(event) => Ace::event_words(charts(), event).headline,
            _ => None,
        })
        .collect();
    if headlines.is_empty() { "no effect".into() } else { headlines.join(", ") }
}

/// What the list of options says that a shot comes to, against the exact odds of the same shot.
fn told_right(what: &str, key: &str, asked: &Session<Ace>, exact: &[(String, f64)]) {
    let told = (Ace::AIDS.ends)(asked.working(), charts(), Seat(0), key.parse().unwrap());
    for (end, p) in &told {
        // What is destroyed may be reduced or suppressed on the way, a hit is whatever is no miss, and phosphorus smokes anyhow.
        let is_so = |label: &str| match *end {
            "hit" => !label.contains("miss"),
            "loses a step" => label.contains("reduced") && !label.contains("destroyed"),
            "suppressed" => label.contains("suppressed") && !label.contains("reduced") && !label.contains("destroyed"),
            "buttons up" => label.contains("buttoned up"),
            end => label.contains(end),
        };
        let exact: f64 = exact.iter().filter(|(label, _)| is_so(label)).map(|(_, p)| p).sum();
        assert!((exact - p).abs() < 1e-9, "{what}: `{end}` is told with {p}, the odds are {exact}");
    }
}

/// Exact odds and games of many seeds agree on everything an answer can lead to.
fn agree(what: &str, scene: &Scene, key: &str) -> Vec<(String, f64)> {
    let (seat, choice): (Seat, Choice) = (Seat(0), key.parse().unwrap());
    let asked = session(scene, 0);
    let exact = odds(&asked, seat, choice);
    assert!(exact.complete && !exact.outcomes.is_empty(), "{what}: {exact:?}");
    let sum: f64 = exact.outcomes.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{what}: the odds add up to {sum}");
    // With Expert the odds end at the question after a miss.
    if !what.contains("Expert") {
        told_right(what, key, &asked, &exact.outcomes);
    }
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..u64::from(SAMPLES) {
        let mut session = session(scene, 1_000 + seed);
        session.choose(seat, choice).unwrap_or_else(|error| panic!("{what}: {error}"));
        *seen.entry(outcome(&session)).or_default() += 1;
    }
    for (label, p) in &exact.outcomes {
        let found = seen.remove(label).unwrap_or(0);
        assert!(agrees(found, SAMPLES, *p), "{what}: `{label}` has {p}, came {found} times in {SAMPLES}");
    }
    assert!(seen.is_empty(), "{what}: the odds do not know {seen:?}");
    exact.outcomes
}

/// A scene in which the fight goes on whatever becomes of the first enemy.
fn scene() -> Scene {
    Scene::new(Mission::Attack)
}

fn company(scene: Scene) -> Scene {
    scene.enemies("inf D, inf E")
}

fn chance(outcomes: &[(String, f64)], label: &str) -> f64 {
    outcomes.iter().filter(|(found, _)| found.contains(label)).map(|(_, p)| p).sum()
}

#[test]
fn armor_piercing_shot() {
    let panther = || company(scene().enemies("panther B"));
    let front = agree("AP at a Panther's front", &panther(), "fire:1");
    // 7 or less at Medium range on open ground with the commander's head out.
    let to_hit = session(&panther(), 0).working().preview(charts(), Seat(0), "fire:1".parse().unwrap()).unwrap();
    let (good, ways) = to_hit.chance().unwrap();
    assert!((1.0 - chance(&front, "miss") - f64::from(good) / f64::from(ways)).abs() < 1e-9, "{front:?}");
    let flank = company(scene().enemies("panther B flanked"));
    let flank = agree("AP at a Panther's flank", &flank, "fire:1");
    assert!(chance(&flank, "destroyed") > chance(&front, "destroyed"), "{flank:?} {front:?}");
    let dug = company(scene().enemies("pz4 B hull-down")).weather(Weather::Rain);
    let dug = agree("AP at a Panzer IV hull down in rain", &dug, "fire:1");
    assert!(chance(&dug, "miss") > chance(&front, "miss"));
}

#[test]
fn skills_of_the_gunner() {
    let target = || company(scene().enemies("pz4 A")).tank("m4a1_76w");
    let plain = agree("AP at a Panzer IV", &target(), "fire:1");
    let aim = agree("the same with Aim", &target().skill(Skill::Aim), "fire:1");
    let gunnery = agree("the same with Gunnery", &target().skill(Skill::Gunnery), "fire:1");
    assert!(chance(&aim, "destroyed") > chance(&plain, "destroyed"));
    assert!(chance(&gunnery, "miss") < chance(&plain, "miss"));
    // With Expert a miss is a question, where the odds end.
    let expert = agree("the same with Expert", &target().skill(Skill::Expert), "fire:1");
    assert!((chance(&expert, "destroyed") - chance(&plain, "destroyed")).abs() < 1e-9);
    assert!(expert.iter().all(|(label, _)| label != "miss"), "{expert:?}");
}

/// rules: ace 7.2-Af 7.4.5b
#[test]
fn an_option_says_what_its_shot_comes_to() {
    let ends = |scene: Scene, key: &str| {
        let session = session(&scene, 0);
        (Ace::AIDS.ends)(session.working(), charts(), Seat(0), key.parse().unwrap())
    };
    let words = |ends: &[(&'static str, f64)]| ends.iter().map(|(what, _)| *what).collect::<Vec<_>>();
    assert_eq!(ends(company(scene().enemies("inf B")).loaded(Ammo::Ap), "fire:1"), [("no effect", 1.0)]);
    let panther = ends(company(scene().enemies("panther B")), "fire:1");
    let truck = ends(company(scene().enemies("opel_blitz B")), "fire:1");
    assert_eq!((words(&panther), words(&truck)), (vec!["hit", "destroyed"], vec!["hit", "destroyed"]));
    assert!(panther[1].1 < truck[1].1 && truck[0].1 == truck[1].1, "{panther:?} {truck:?}");
    // Who cannot drive away may bail out when he is hit again.
    let stands = company(scene().enemies("panther B").that(|enemy| enemy.immobilized = true));
    assert!(ends(stands, "fire:1")[1].1 > panther[1].1);
    agree(
        "AP at a Panther that stands",
        &company(scene().enemies("panther B").that(|enemy| enemy.immobilized = true)),
        "fire:1",
    );
    let coax = ends(company(scene().enemies("inf B")), "coax:1");
    assert_eq!(words(&coax), ["loses a step", "suppressed", "stoppage"]);
    let shaken = ends(company(scene().enemies("inf B").that(|enemy| enemy.suppressed = true)), "coax:1");
    assert!(words(&shaken).contains(&"loses a step") && !words(&shaken).contains(&"suppressed"), "{shaken:?}");
    agree(
        "the coax at infantry suppressed",
        &company(scene().enemies("inf B").that(|enemy| enemy.suppressed = true)),
        "coax:1",
    );
}

#[test]
fn high_explosive_and_phosphorus() {
    let shells = |ammo| move |scene: Scene| company(scene).loaded(ammo);
    agree("HE at infantry", &shells(Ammo::He)(scene().enemies("inf B")), "fire:1");
    let dug_in = scene().enemies("inf B dug-in").terrain(Terrain::Woods);
    agree("HE at infantry dug in, in the woods", &shells(Ammo::He)(dug_in), "fire:1");
    agree("HE at a Panzer IV", &shells(Ammo::He)(scene().enemies("pz4 B")), "fire:1");
    let wp = agree("WP at a StuG", &shells(Ammo::Wp)(scene().enemies("stug3 C")), "fire:1");
    assert!((chance(&wp, "smoke") - 1.0).abs() < 1e-9, "{wp:?}");
    let errata = shells(Ammo::Wp)(scene().enemies("inf B")).set("errata_2022 = true");
    agree("WP at infantry with the errata", &errata, "fire:1");
}

#[test]
fn machine_guns() {
    let recon = UnitType::ALL.into_iter().find(|k| {
        let unit = &charts().units[k.index()];
        unit.class == Class::R && unit.wheeled
    });
    let recon = recon.unwrap();
    let board = || company(scene().enemies(&format!("inf B, {} B", recon.id())));
    let coax = agree("the coax at infantry", &board(), "coax:1");
    assert!((chance(&coax, "stoppage") - 1.0 / 36.0).abs() < 1e-9, "{coax:?}");
    agree("the bow gun at infantry, buttoned up", &board().buttoned(), "bow:1");
    agree("the .50 at a scout car", &board().range(Range::Close), "aa50:2");
    let kept = agree("the coax with Weapons Maintenance", &board().skill(Skill::MaintenanceCoax), "coax:1");
    assert!(chance(&kept, "stoppage") < 1e-9, "{kept:?}");
}

#[test]
fn moves_and_support() {
    let board = || company(scene().enemies("pz4 B"));
    let backward = board().weather(Weather::Mud).buttoned();
    let bogged = agree("back through the mud with the hatches shut", &backward, "move:back");
    let check = session(&backward, 0).working().preview(charts(), Seat(0), Choice::Backward).unwrap();
    let (good, ways) = check.chance().unwrap();
    assert!((chance(&bogged, "immobilized") - f64::from(good) / f64::from(ways)).abs() < 1e-9, "{bogged:?}");
    agree("the hull turned, with Eye for Terrain", &board().skill(Skill::EyeForTerrain), "hull:left");
    // A move to hull down asks for the range first; then two rolls follow.
    let asked = session(&board().weather(Weather::Mud), 0);
    let mut stepping = asked.clone();
    stepping.choose(Seat(0), Choice::HullDown).unwrap();
    let exact = odds(&stepping, Seat(0), "range:keep".parse().unwrap());
    assert!(exact.complete && exact.outcomes.len() == 4, "{exact:?}");
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..u64::from(SAMPLES) {
        let mut session = session(&board().weather(Weather::Mud), seed);
        session.choose(Seat(0), Choice::HullDown).unwrap();
        session.choose_key(Seat(0), "range:keep").unwrap();
        *seen.entry(outcome(&session)).or_default() += 1;
    }
    for (label, p) in &exact.outcomes {
        let found = seen.get(label).copied().unwrap_or(0);
        assert!(agrees(found, SAMPLES, *p), "to hull down: `{label}` has {p}, came {found} times");
    }
    let assault = company(Scene::new(Mission::Assault).enemies("pz4 B")).stage(Stage::Opening(Seat(0)));
    agree("artillery before an assault", &assault, "target:1");
}

/// A named column of the charts, read with these dice.
type Column = (String, Dice, &'static dyn Cells);

/// Every table that dice are thrown on.
fn tables() -> Vec<Column> {
    let charts = charts();
    let mut all: Vec<Column> = Vec::new();
    let mut add = |name: String, table: &'static dyn Cells| all.push((name, table.dice(), table));
    for month in Month::ALL {
        let (n, id) = (month.index(), month.id());
        add(format!("A1 {id}"), &charts.missions[n]);
        add(format!("A3 {id}"), &charts.weather[n]);
        add(format!("A5 {id}"), &charts.terrain[n]);
        add(format!("A6 {id}"), &charts.quality[n]);
        for class in Class::TYPED {
            add(format!("A4 types {id} {class}"), &charts.types[n][class.index()]);
        }
    }
    charts.b3.iter().enumerate().for_each(|(n, table)| add(format!("B3 column {n}"), table));
    charts.f1.elective.iter().enumerate().for_each(|(n, table)| add(format!("F1 elective {n}"), table));
    let rest: [(&str, &'static dyn Cells); 13] = [
        ("A4 forces", &charts.mix),
        ("B3 location", &charts.location),
        ("B6 bail out", &charts.b6.rows),
        ("B7 wounds", &charts.b7.rows),
        ("B9 events", &charts.b9),
        ("B9 reinforcement", &charts.reinforcement),
        ("C1 random events", &charts.c1),
        ("C2 serious wounds", &charts.c2.rows),
        ("F2 area", &charts.placement),
        ("units", &charts.divisions),
        ("W1 trophies", &charts.w1),
        ("R36 which unit", &charts.which_unit),
        ("7.3.8 splinters", &charts.spall.victim),
    ];
    rest.into_iter().for_each(|(name, table)| add(name.into(), table));
    for block in B2Block::ALL {
        for target in B2Target::ALL {
            all.push((format!("B2 {block} {target}"), TWO_D6, charts.b2.column(block, target)));
        }
    }
    // Rolled with one die, whatever totals modifiers may lead to.
    all.iter_mut().filter(|(name, ..)| name.starts_with("7.3.8")).for_each(|column| column.1 = D6);
    all
}

#[test]
fn every_table_falls_as_its_dice_say() {
    const THROWS: u32 = 6_000;
    let mut tried = 0;
    for (n, (name, dice, table)) in tables().into_iter().enumerate() {
        let mut check = Check::on("test", "Test", RuleId(0), table);
        check.dice = dice;
        let mut generator = Generator::for_game(1944, n as u64);
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..THROWS {
            *seen.entry(check.result(generator.sum(dice))).or_default() += 1;
        }
        let results = check.results();
        assert_eq!(results.iter().map(|(_, ways)| ways).sum::<u32>(), dice.ways(), "{name}");
        for (label, ways) in results {
            let found = seen.remove(&label).unwrap_or(0);
            let p = f64::from(ways) / f64::from(dice.ways());
            assert!(agrees(found, THROWS, p), "{name}: `{label}` has {p:.4}, fell {found} times in {THROWS}");
        }
        assert!(seen.is_empty(), "{name}: {seen:?}");
        tried += 1;
    }
    assert!(tried > 110, "only {tried} tables");
}

/// A table where a bot plays and every shot at a tank is counted: who fires, how likely it was to strike, and whether it did.
struct Counting {
    play: Sim<Wavering<Sensible>>,
    firer: Class,
    /// By class: shots, those that struck, the sum of their chances, and of the variances.
    shots: [(u32, u32, f64, f64); Class::ALL.len()],
}

impl Table<Ace> for Counting {
    const LISTENS: bool = true;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        if check.purpose == "Enemy to hit" {
            let (ways, of) = check.chance().unwrap();
            let p = f64::from(ways) / f64::from(of);
            let shots = &mut self.shots[self.firer.index()];
            *shots = (shots.0 + 1, shots.1, shots.2 + p, shots.3 + p * (1.0 - p));
        }
        Table::<Ace>::roll(&mut self.play, check)
    }

    fn choose(
        &mut self,
        game: &Ace,
        data: &'static Charts,
        seat: Seat,
        ask: Ask,
        menu: &Listed<Choice>,
    ) -> Play<Choice> {
        self.play.choose(game, data, seat, ask, menu)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::EnemyFires { who, .. } => self.firer = who.class,
            Event::TankStruck { .. } => self.shots[self.firer.index()].1 += 1,
            _ => {}
        }
    }
}

/// Guns of every class strike as often as their checks say, in whole careers.
///
/// rules: ace BC.6a CH.B1
#[test]
fn guns_strike_as_often_as_their_chances_say() {
    const CAREERS: u64 = 150;
    let mut counted = [(0, 0, 0.0, 0.0); Class::ALL.len()];
    for career in 0..CAREERS {
        let mut game = Ace::new(&Ace::setup(career), charts()).unwrap();
        let player = Wavering { leader: Sensible, dice: Generator::for_game(41, career), every: 12 };
        let play = Sim::new(player, Generator::for_game(42, career));
        let mut table = Counting { play, firer: Class::T, shots: counted };
        while !game.is_over() {
            game.advance(charts(), &mut table).unwrap();
        }
        counted = table.shots;
    }
    for class in [Class::T, Class::Spg, Class::At] {
        let (shots, struck, expected, variance) = counted[class.index()];
        let z = (f64::from(struck) - expected) / variance.sqrt();
        assert!(shots > 500 && z.abs() < 4.0, "{class}: {struck} of {shots} where {expected:.1} were expected");
    }
}
