//! What machines try a game with: soak runs, fuzzing, the laws of the table and benchmarks go over every game by these.

use super::Playable;
use crate::game::Voice;
use serde_json::Value;

/// A game that can be tried without end.
pub trait Trial: Playable {
    /// Lines that people may say at its table in the game's own language, good ones and bad ones: a fuzzer begins with them.
    const SAID: &'static [&'static str] = &[];

    /// The set-up of the game with this number: every mode with every switch, in turn. Each of them can be played.
    fn setup(number: u64) -> Self::Setup;

    /// What must hold of any state between two steps, besides that it is valid; says what does not.
    fn sound(&self, _data: &'static Self::Data) -> Result<(), String> {
        Ok(())
    }

    /// What must hold of a state and of the one a step before it.
    fn follows(&self, before: &Self, data: &'static Self::Data) -> Result<(), String>;

    /// Where the game stands: stage, turn, round. It names the step that went wrong.
    fn whereabouts(&self) -> String;

    /// Charts that dice fall on in any few dozen games.
    const ROLLED: &'static [&'static str] = &[];

    /// Whether the place that is marked on a chart says what came of the roll: the cell of a column does, that of a test need not.
    fn is_read(reading: &RollOnChart<'_>) -> bool {
        reading.says_result() || (reading.is_test && reading.cell.is_some())
    }

    /// Whether players who are to go everywhere always answer this at random, so that their games begin everywhere.
    fn spreads(_ask: Self::Ask) -> bool {
        false
    }

    /// Whether players who are to go far never answer this, because it ends the game early.
    fn shuns(_choice: Self::Choice) -> bool {
        false
    }
}

/// Where a roll was read on its chart, and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct RollOnChart<'r> {
    /// The chart.
    pub chart: &'r str,
    /// What was rolled for.
    pub purpose: &'r str,
    /// The first cell of the line that was read.
    pub line: &'r str,
    /// The column, as the roll names it.
    pub column: &'r str,
    /// The cell that was read; none where only its line is known.
    pub cell: Option<&'r str>,
    /// What the dice show.
    pub natural: i8,
    /// What was needed, in words; empty where a column is read.
    pub need: &'r str,
    /// Whether it could succeed or fail.
    pub is_test: bool,
    /// What came of it.
    pub result: &'r str,
}

impl RollOnChart<'_> {
    /// Whether the cell begins with what came of the roll.
    pub fn says_result(&self) -> bool {
        self.cell.is_some_and(|cell| cell.to_lowercase().starts_with(&self.result.to_lowercase()))
    }
}

/// The set-ups of a game field by field: the usual one, then for every field each of its values. Not every one can be played.
pub fn setups<G: Voice>() -> Vec<G::Setup> {
    let usual = serde_json::to_value(G::Setup::default()).unwrap_or_default();
    let mut all = vec![G::Setup::default()];
    for field in G::setup_fields(G::data()) {
        for (value, _) in &field.values {
            // A switch is written as text like any other value.
            let values = [Value::String(value.clone()), serde_json::from_str(value).unwrap_or_default()];
            all.extend(values.into_iter().find_map(|value| {
                let mut setup = usual.clone();
                setup[field.name] = value;
                serde_json::from_value::<G::Setup>(setup).ok()
            }));
        }
    }
    all
}
