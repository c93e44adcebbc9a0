//! The first turns of two actions, word for word, and a save that must load for ever (see `hulldown_kit::golden`).

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Game, Generator, Policy, Seat, Secret, Session};
use hulldown_kit::golden;
use hulldown_tank::bot::Heuristic;
use hulldown_tank::state::Stage;
use hulldown_tank::talk::{Ask, Choice};
use hulldown_tank::{Setup, Tank, View};
use std::path::{Path, PathBuf};

const SEED: u64 = 1974;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Any legal answer, but no talk of ending the game.
struct Stubborn(Generator);

impl Policy<Tank> for Stubborn {
    fn decide(&mut self, _: &View<'_>, _: Seat, _: Ask, options: &[Choice]) -> Choice {
        let wanted: Vec<Choice> = options.iter().copied().filter(|o| *o != Choice::Talk).collect();
        wanted[self.0.below(wanted.len() as u32) as usize]
    }
}

/// Any legal answers until these turns are over.
fn play(scenario: &str, turns: u16) -> (Session<Tank>, String) {
    let setup = Setup { scenario: scenario.into(), ..Setup::default() };
    let mut session = Session::<Tank>::new(setup, Tank::data(), DiceBox::new(SEED, DiceMode::Random)).unwrap();
    let mut policy = Stubborn(Generator::new(SEED));
    let head = format!("Tank!, scenario {scenario}, seed {SEED}, any legal answers, {turns} turns.\n");
    let text = golden::transcript(&mut session, &mut policy, |game| game.turn <= turns, |_| String::new());
    (session, head + &text)
}

/// A battle between bots, until the turn after the first shot is being plotted.
fn battle(scenario: &str, seed: u64) -> Session<Tank> {
    let setup = Setup { scenario: scenario.into(), ..Setup::default() };
    let dice = DiceBox::new(seed, DiceMode::Random).with_secret(Some(Secret::new([seed as u8; 32])));
    let mut session = Session::<Tank>::new(setup, Tank::data(), dice).unwrap();
    let mut bots = Heuristic::new(seed);
    let quiet = |game: &Tank| game.first_fire == 0 || game.stage != Stage::Plot;
    golden::transcript(&mut session, &mut bots, quiet, |_| String::new());
    for _ in 0..6 {
        let Some(Pending::Choice { seat, ask, options, .. }) = session.pending().last() else { break };
        let (seat, choice) = (*seat, bots.decide(&session.working().view(Tank::data(), *seat), *seat, *ask, options));
        session.choose(seat, choice).unwrap();
    }
    session
}

#[test]
fn first_turns_are_told_word_for_word() {
    golden::same(&file("golden/introduction.txt"), &play("0", 3).1);
    golden::same(&file("golden/anti_tank.txt"), &play("1", 9).1);
}

/// A game taken up from a save, as it stands and as it would go on under later rules.
fn taken_up(fixture: &str) {
    let [now, later] = golden::loads_for_ever(&file(fixture), || play("0", 3).0);
    assert_eq!(now.checkpoint().turn, 4);
    assert_eq!(later.checkpoint().turn, 4);
    let whole =
        |session: &Session<Tank>| serde_json::to_string(&session.checkpoint().whole_view(Tank::data())).unwrap();
    assert_eq!(whole(&now), whole(&later));
}

#[test]
fn saves_of_every_version_of_the_rules_load_for_ever() {
    // By rules versions 1, 4, 5, 6 and 7, which go on from their checkpoints, and by version 8.
    taken_up("fixtures/save-format-1.json");
    taken_up("fixtures/save-rules-4.json");
    taken_up("fixtures/save-rules-5.json");
    taken_up("fixtures/save-rules-6.json");
    taken_up("fixtures/save-rules-7.json");
    taken_up("fixtures/save-rules-8.json");
    // In mid-battle too.
    let battles = [
        ("mid-battle-7.json", "2", 71),
        ("mid-battle-8.json", "12", 72),
        ("mid-battle-9.json", "2", 73),
        ("mid-battle-10.json", "12", 74),
    ];
    for (file_name, scenario, seed) in battles {
        let [now, _] = golden::loads_for_ever(&file(&format!("fixtures/{file_name}")), || battle(scenario, seed));
        assert!(now.checkpoint().first_fire > 0, "{file_name}");
    }
}
