//! The bot: it fights, buys and plans as somebody sensible would.

use crate::common::*;
use hulldown_core::playable::figures::{Figures, PlayedGame as Ended};
use hulldown_core::{Game, Generator, Policy, Random, Seat};
use hulldown_kit::trial::sim;
use hulldown_leader::bot::Sensible;
use hulldown_leader::figures::Summary;
use hulldown_leader::ids::{BattalionId, PlannedId};
use hulldown_leader::state::{Planned, Stage, Step};
use hulldown_leader::talk::{Ask, Choice};
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup, View};

/// The seven Units of the sample game on their way to 9A, with 1C's Rifle added.
fn sample() -> Leader {
    let force = [
        (902, Name::Reisner, Level::Green),
        (921, Name::Sanders, Level::Recruit),
        (931, Name::Kolchak, Level::Average),
        (1111, Name::RedTree, Level::Average),
        (301, Name::Henders, Level::Green),
        (42, Name::Eandi, Level::Average),
        (501, Name::Blair, Level::Green),
    ];
    let scene = Scene::new().battalion("1C");
    let scene = force.iter().fold(scene, |scene, (number, name, level)| {
        scene.owned(*number).commander(*name, *level).with(|game| {
            let commander = game.commanders.last_id().unwrap();
            let unit = game.units.last_mut().unwrap();
            (unit.sent, unit.under) = (Some(PlannedId(0)), Some(commander));
            game.commanders[commander].sent = true;
        })
    });
    let scene = scene.with(|game| {
        game.plan.push(Planned { battalion: BattalionId(0), trucks: 0, scouts: 0 });
        game.battalions[BattalionId(0)].fought = true;
        game.stage = Stage::Next;
    });
    scene.game
}

/// Over 4,000 battles it is 84%; a plain player has about 73%. A bot that fights much worse or better has misread a rule.
#[test]
fn the_sample_force_beats_9a_about_as_often_as_it_should() {
    let (start, tries) = (sample(), 150);
    let mut destroyed = 0;
    for n in 0..tries {
        let mut game = start.clone();
        let mut sim = sim(Sensible, Generator::for_game(9, n));
        while !game.is_over() && game.stage != Stage::Record {
            game.advance(charts(), &mut sim).unwrap();
        }
        destroyed += u32::from(game.battalions[BattalionId(0)].destroyed);
    }
    let share = f64::from(destroyed) / tries as f64;
    assert!((0.55..0.92).contains(&share), "{destroyed} of {tries}");
}

#[test]
fn most_easy_campaigns_end_well() {
    let setup = Setup { objective: "probe".into(), ..Setup::default() };
    let mut summary = Summary::default();
    for n in 0..40 {
        let mut game = Leader::new(&setup, charts()).unwrap();
        let mut sim = sim(Sensible, Generator::for_game(3, n));
        assert!(sim.finish(&mut game, charts(), 100_000));
        let ended = Ended { index: n, game, ended: true, decisions: sim.decisions, dice: sim.thrown };
        Leader::records(ended, charts()).iter().for_each(|record| Leader::add(&mut summary, record));
    }
    assert_eq!(summary.games(), 40);
    assert!(summary.good() > 50.0, "{:.0}%", summary.good());
    let report = Leader::report(&summary, charts());
    for part in
        ["40 campaigns", "North Africa 1942  Introductory", " 1  Probe", "     68\n", "Machine Gun Team", "Commanders"]
    {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}

/// It plays at every seat of a shared force, buys and votes there, and fares about as well as alone; nobody waits for ever.
#[test]
fn it_shares_a_force() {
    let good = |seats: u8| {
        let setup = Setup { objective: "probe".into(), seats, ..Setup::default() };
        let (mut good, games) = (0, 24);
        for n in 0..games {
            let mut game = Leader::new(&setup, charts()).unwrap();
            let mut sim = sim(Sensible, Generator::for_game(31, n));
            let ends = sim.finish(&mut game, charts(), 60_000);
            assert!(ends, "{seats} seats, game {n}: {:?}, Week {}, {:?}", game.stage, game.week, game.floor);
            let most = (0..seats).map(|seat| game.units.iter().filter(|unit| unit.seat == Seat(seat)).count()).max();
            assert!(most < Some(20), "one has them all");
            good += u32::from(game.outcome(charts()).unwrap().winner.is_some());
        }
        good
    };
    let [one, two, three, four] = [1, 2, 3, 4].map(good);
    assert!([two, three, four].iter().all(|shared| *shared + 8 > one), "{one} {two} {three} {four}");
}

/// What it says of itself to have nothing listed is what it decides once everything is.
#[test]
fn its_obvious_answers_are_its_answers() {
    struct Thorough(Sensible);
    impl Policy<Leader> for Thorough {
        fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
            self.0.decide(view, seat, ask, options)
        }
    }
    assert!(Sensible.is_plain(Ask::Act(Step::Fast)) && !Thorough(Sensible).is_plain(Ask::Act(Step::Fast)));
    for n in 0..40 {
        let setup = Setup { seats: 1 + (n % 2) as u8, heroics: n % 3 == 0, ..Setup::default() };
        let begun = Leader::new(&setup, charts()).unwrap();
        let (mut quick, mut thorough) = (begun.clone(), begun);
        let mut one = sim(Sensible, Generator::for_game(34, n));
        let mut other = sim(Thorough(Sensible), Generator::for_game(34, n));
        assert!(one.finish(&mut quick, charts(), 100_000) && other.finish(&mut thorough, charts(), 100_000));
        assert!(quick == thorough, "game {n}");
        assert_eq!((one.decisions, one.thrown), (other.decisions, other.thrown), "game {n}");
    }
}

/// A bot at one seat, somebody who answers anything at the others: the campaign ends.
#[test]
fn it_is_not_held_up_by_its_partners() {
    struct Mixed(Sensible, Random);
    impl Policy<Leader> for Mixed {
        fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
            if seat == Seat(1) {
                self.0.decide(view, seat, ask, options)
            } else {
                Policy::<Leader>::decide(&mut self.1, view, seat, ask, options)
            }
        }
    }
    for n in 0..60 {
        let setup = Setup { seats: 2 + (n % 3) as u8, heroics: true, tenacity: true, ..Setup::default() };
        let mut game = Leader::new(&setup, charts()).unwrap();
        let mut sim = sim(Mixed(Sensible, Random(Generator::for_game(32, n))), Generator::for_game(33, n));
        assert!(sim.finish(&mut game, charts(), 100_000), "game {n}");
    }
}

/// It spends what is lost with the Commander first, but keeps a Command Tactic of his while a Tactic does.
#[test]
fn it_says_which_counter_is_spent() {
    let scene = |tactics: u8, his_commands: u8, his_tactics: u8| {
        let scene = Scene::battle().unit("902 jones 61").enemy("truck 51");
        scene.that(|fighter| {
            (fighter.tactics, fighter.his_commands, fighter.his_tactics) = (tactics, his_commands, his_tactics);
        })
    };
    let said = |scene: Scene, command| {
        let ask = Ask::Counter(hulldown_leader::talk::Number(902), command);
        let options = Owner::ALL.map(Choice::Counter);
        Sensible.decide(&scene.game.view(charts(), Seat(0)), Seat(0), ask, &options)
    };
    assert_eq!(said(scene(1, 1, 0), false), Choice::Counter(Owner::Unit));
    assert_eq!(said(scene(1, 0, 1), false), Choice::Counter(Owner::Commander));
    assert_eq!(said(scene(1, 1, 0), true), Choice::Counter(Owner::Commander));
}
