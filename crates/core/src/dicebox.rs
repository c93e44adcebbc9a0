//! Where a session's dice come from: a script first, a person's hand if wanted, else the generator.

use crate::check::Check;
use crate::dice::{BadFaces, Dice, Faces, Generator};
use crate::tape::{Source, Throw};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};

/// Who throws the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiceMode {
    /// The program, from the game's seed.
    #[default]
    Random,
    /// A person, every roll.
    Hand,
    /// A person for rolls on these charts, the program for the rest.
    #[serde(untagged)]
    Charts(BTreeSet<String>),
}

/// A session's dice.
#[derive(Clone, Debug)]
pub struct DiceBox {
    /// Who throws.
    pub mode: DiceMode,
    /// Faces to come before anything else.
    pub script: VecDeque<u8>,
    /// Whether the script stands in for a person: when it runs out the roll is asked for.
    pub scripted: bool,
    generator: Generator,
}

impl DiceBox {
    /// Dice of a seed.
    pub fn new(seed: u64, mode: DiceMode) -> Self {
        DiceBox { mode, script: VecDeque::new(), scripted: false, generator: Generator::new(seed) }
    }

    /// Dice that show these faces, then ask.
    pub fn scripted(seed: u64, faces: impl IntoIterator<Item = u8>) -> Self {
        let script = faces.into_iter().collect();
        DiceBox { mode: DiceMode::Random, script, scripted: true, generator: Generator::new(seed) }
    }

    /// The seed of the generator.
    pub fn seed(&self) -> u64 {
        self.generator.seed()
    }

    /// A throw by the generator.
    pub fn generate(&mut self, dice: Dice) -> Throw {
        Throw { source: Source::Generated, dice, faces: self.generator.throw(dice) }
    }

    /// A throw by hand, checked.
    pub fn by_hand(dice: Dice, faces: &[u8]) -> Result<Throw, BadFaces> {
        dice.check(faces)?;
        Ok(Throw { source: Source::Hand, dice, faces: faces.iter().copied().collect() })
    }

    /// A throw for this check, or none if a person has to make it.
    pub fn throw(&mut self, check: &Check, kept: &mut VecDeque<Throw>) -> Option<Throw> {
        if let Some(at) = kept.iter().position(|throw| throw.dice == check.dice) {
            return kept.remove(at).map(|throw| Throw { source: Source::Kept, ..throw });
        }
        let count = usize::from(check.dice.count);
        if self.script.len() >= count {
            let faces: Faces = self.script.iter().copied().take(count).collect();
            if check.dice.check(&faces).is_ok() {
                self.script.drain(..count);
                return Some(Throw { source: Source::Script, dice: check.dice, faces });
            }
            // A face this die does not have: the script is of no more use, a person must look.
            self.script.clear();
            self.scripted = true;
        }
        let asks = self.scripted
            || match &self.mode {
                DiceMode::Random => false,
                DiceMode::Hand => true,
                DiceMode::Charts(charts) => charts.contains(check.chart),
            };
        if asks { None } else { Some(self.generate(check.dice)) }
    }
}
