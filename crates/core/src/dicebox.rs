//! Where a session's dice come from: a script first, a person's hand if wanted, else the generator.

use crate::check::Check;
use crate::dice::{BadFaces, Dice, Faces, Generator};
use crate::secret::Secret;
use crate::tape::{self, Source, Throw};
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
    /// What else chance has given the game: the secret its seals are salted with, where it has any.
    pub secret: Option<Secret>,
    generator: Generator,
}

impl DiceBox {
    /// Dice of a seed.
    pub fn new(seed: u64, mode: DiceMode) -> Self {
        DiceBox { mode, script: VecDeque::new(), scripted: false, secret: None, generator: Generator::new(seed) }
    }

    /// Dice that show these faces, then ask.
    pub fn scripted(seed: u64, faces: impl IntoIterator<Item = u8>) -> Self {
        let script = faces.into_iter().collect();
        DiceBox { mode: DiceMode::Random, script, scripted: true, secret: None, generator: Generator::new(seed) }
    }

    /// The same with the secret of a game.
    #[must_use]
    pub fn with_secret(mut self, secret: Option<Secret>) -> Self {
        self.secret = secret;
        self
    }

    /// The seed of the generator.
    pub fn seed(&self) -> u64 {
        self.generator.seed()
    }

    /// Begins again with another seed.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.generator = Generator::new(seed);
    }

    /// These dice as they were after the throws of `then`, before those made `since`: what the generator and the script have given since
    /// they will give again.
    pub(crate) fn before<'t>(
        &self,
        then: impl Iterator<Item = &'t Throw>,
        since: impl Iterator<Item = &'t Throw>,
    ) -> DiceBox {
        let mut dice = DiceBox { generator: Generator::new(self.seed()), ..self.clone() };
        then.filter(|throw| throw.source == Source::Generated).for_each(|throw| _ = dice.generator.throw(throw.dice));
        let scripted = since.filter(|throw| throw.source == Source::Script);
        dice.script =
            scripted.flat_map(|throw| throw.faces.iter().copied()).chain(self.script.iter().copied()).collect();
        dice
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

    /// Whether a person has to throw for this check.
    fn asks(&self, check: &Check) -> bool {
        self.scripted
            || match &self.mode {
                DiceMode::Random => false,
                // Whoever threw what one seat alone may see would know that it is thrown.
                _ if check.secret.is_some() => false,
                DiceMode::Hand => true,
                DiceMode::Charts(charts) => charts.contains(check.chart),
            }
    }

    /// A throw for this check, or none if a person has to make it. Dice kept from before a rewind fall first.
    pub fn throw(&mut self, check: &Check, kept: &mut VecDeque<Throw>) -> Option<Throw> {
        let again = kept.iter().position(|throw| throw.dice == check.dice && throw.source != Source::Hand);
        // Where a person threw before he throws again.
        let first = kept.iter().find(|throw| throw.dice == check.dice);
        let his = self.asks(check) && first.is_some_and(|throw| throw.source == Source::Hand);
        if let Some(throw) = again.filter(|_| !his).and_then(|at| kept.remove(at)) {
            return Some(Throw { source: Source::Kept, ..throw });
        }
        let throw = self.fresh(check)?;
        tape::thrown_again(kept, &throw);
        Some(throw)
    }

    /// A throw that never fell before.
    fn fresh(&mut self, check: &Check) -> Option<Throw> {
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
        if self.asks(check) { None } else { Some(self.generate(check.dice)) }
    }
}
