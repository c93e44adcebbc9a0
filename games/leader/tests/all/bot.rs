//! The bot: it fights, buys and plans as somebody sensible would.

use crate::common::*;
use hulldown_core::playable::figures::{Figures, Played as Ended};
use hulldown_core::{Game, Generator, Sim};
use hulldown_leader::bot::Sensible;
use hulldown_leader::figures::Summary;
use hulldown_leader::state::{Planned, Stage};
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

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
            let commander = game.commanders.len() - 1;
            let unit = game.units.last_mut().unwrap();
            (unit.sent, unit.under) = (Some(0), Some(commander as u8));
            game.commanders[commander].sent = true;
        })
    });
    let scene = scene.with(|game| {
        game.plan.push(Planned { battalion: 0, trucks: 0, scouts: 0 });
        game.battalions[0].fought = true;
        game.stage = Stage::Next;
    });
    scene.game
}

/// Over 4,000 battles it is 84 %; a plain player has about 73 %. A bot that fights much worse or better has misread a rule.
#[test]
fn the_sample_force_beats_9a_about_as_often_as_it_should() {
    let (start, tries) = (sample(), 150);
    let mut destroyed = 0;
    for n in 0..tries {
        let mut game = start.clone();
        let mut sim = Sim::new(Sensible, Generator::for_game(9, n));
        while !game.is_over() && game.stage != Stage::Record {
            game.advance(charts(), &mut sim).unwrap();
        }
        destroyed += u32::from(game.battalions[0].destroyed);
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
        let mut sim = Sim::new(Sensible, Generator::for_game(3, n));
        assert!(sim.finish(&mut game, charts(), 100_000));
        let ended = Ended { index: n, game, ended: true, decisions: sim.decisions, dice: sim.thrown };
        Leader::records(ended, charts()).iter().for_each(|record| Leader::add(&mut summary, record));
    }
    assert_eq!(summary.games(), 40);
    assert!(summary.good() > 50.0, "{:.0} %", summary.good());
    let report = Leader::report(&summary, charts());
    for part in ["40 campaigns", "North Africa 1942, Probe", "Machine Gun Team", "Commanders"] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}
