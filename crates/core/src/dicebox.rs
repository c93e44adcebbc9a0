//! Where a session's dice come from: a script first, a person's hand if wanted, else the generator.

use crate::check::Check;
use crate::dice::{BadFaces, Dice, Faces, Generator};
use crate::game::Seat;
use crate::secret::{Salt, Secret};
use crate::tape::{Source, Throw};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Who throws the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    secret: Option<Secret>,
    generator: Generator,
    /// How often dice of each lot have fallen that one seat alone sees.
    unseen: BTreeMap<(Seat, u32), u64>,
}

impl DiceBox {
    /// Dice of a seed.
    pub fn new(seed: u64, mode: DiceMode) -> Self {
        let generator = Generator::new(seed);
        DiceBox { mode, script: VecDeque::new(), scripted: false, secret: None, generator, unseen: BTreeMap::new() }
    }

    /// Dice that show these faces, then ask.
    pub fn scripted(seed: u64, faces: impl IntoIterator<Item = u8>) -> Self {
        let script = faces.into_iter().collect();
        DiceBox { script, scripted: true, ..DiceBox::new(seed, DiceMode::Random) }
    }

    /// The same with the secret of a game.
    #[must_use]
    pub fn with_secret(mut self, secret: Option<Secret>) -> Self {
        self.secret = secret;
        self
    }

    /// What else chance has given the game: the secret its seals are salted with, where it has any.
    pub fn secret(&self) -> Option<Secret> {
        self.secret
    }

    /// The seed of the generator.
    pub fn seed(&self) -> u64 {
        self.generator.seed()
    }

    /// Begins again with another seed.
    pub(crate) fn reseed(&mut self, seed: u64) {
        (self.generator, self.unseen) = (Generator::new(seed), BTreeMap::new());
    }

    /// These dice as they were after the throws of `then`, before those made `since`: what the generator and the script have given since
    /// they will give again.
    pub(crate) fn before<'t>(
        &self,
        then: impl Iterator<Item = &'t Throw>,
        since: impl Iterator<Item = &'t Throw>,
    ) -> DiceBox {
        let mut dice = self.clone();
        dice.reseed(self.seed());
        then.for_each(|throw| _ = dice.repeat(throw));
        let scripted = since.filter(|throw| throw.source == Source::Script);
        dice.script =
            scripted.flat_map(|throw| throw.faces.iter().copied()).chain(self.script.iter().copied()).collect();
        dice
    }

    /// A throw by the generator, of the stream of whoever may see it.
    pub(crate) fn generate(&mut self, check: &Check) -> Throw {
        let dice = check.dice;
        match check.secret {
            None => Throw { source: Source::Generated, dice, faces: self.generator.throw(dice) },
            Some(seat) => {
                Throw { source: Source::Unseen(seat, check.lot), dice, faces: self.unseen(seat, check.lot, dice) }
            }
        }
    }

    /// The faces the stream shows that a throw of a record says it came from; none if it came from elsewhere.
    pub(crate) fn repeat(&mut self, throw: &Throw) -> Option<Faces> {
        match throw.source {
            Source::Generated => Some(self.generator.throw(throw.dice)),
            Source::Unseen(seat, lot) => Some(self.unseen(seat, lot, throw.dice)),
            Source::Hand | Source::Script | Source::Kept | Source::HandKept => None,
        }
    }

    /// Dice that one seat alone sees. How often a lot has fallen counts for itself alone: whoever knows the seed must not read off the open
    /// dice, or what comes of a hidden unit's shot, how many others fell unseen. Where the game has a secret, who knows the seed does not
    /// know them.
    fn unseen(&mut self, seat: Seat, lot: u32, dice: Dice) -> Faces {
        let fallen = self.unseen.entry((seat, lot)).or_default();
        *fallen += 1;
        let text = [b"unseen dice ".as_slice(), &self.generator.seed().to_le_bytes(), &lot.to_le_bytes()].concat();
        let salt = self.secret.map_or_else(Salt::default, |secret| secret.salt(seat));
        let [a, b, c, d, e, f, g, h, ..] = salt.seal(&text);
        Generator::for_game(u64::from_le_bytes([a, b, c, d, e, f, g, h]), *fallen).throw(dice)
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

    /// A throw for this check, or none if a person has to make it. Dice kept from before a rewind fall first, his own as well as the
    /// program's: a roll that is taken back is not rolled again.
    pub fn throw(&mut self, check: &Check, kept: &mut VecDeque<Throw>) -> Option<Throw> {
        let again = kept.iter().position(|throw| throw.dice == check.dice);
        match again.and_then(|at| kept.remove(at)) {
            Some(throw) => Some(Throw { source: throw.source.again(), ..throw }),
            None => self.fresh(check),
        }
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
        if self.asks(check) { None } else { Some(self.generate(check)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Reading;
    use crate::dice::D6;
    use crate::rules::RuleId;

    fn open() -> Check {
        Check::new("1", "To hit", RuleId(1), D6, Reading::AtLeast(1))
    }

    fn thrown(dice: &mut DiceBox, checks: &[Check]) -> Vec<Throw> {
        checks.iter().filter_map(|check| dice.throw(check, &mut VecDeque::new())).collect()
    }

    fn faces_of(throws: &[Throw], source: Source) -> Vec<u8> {
        throws.iter().filter(|throw| throw.source == source).map(|throw| throw.faces[0]).collect()
    }

    #[test]
    fn what_one_seat_sees_alone_moves_no_other_dice() {
        let secret = Secret::new([7; 32]);
        let seats = [Seat(0), Seat(1)];
        let [mine, theirs] = seats.map(|seat| open().unseen_but_by(seat, 5));
        let other = open().unseen_but_by(Seat(1), 6);
        let many = 40;
        let bare: Vec<Check> = vec![open(); many];
        let mixed: Vec<Check> =
            (0..many).flat_map(|_| [open(), mine.clone(), theirs.clone(), theirs.clone(), other.clone()]).collect();
        for mode in [DiceMode::Random, DiceMode::Charts(BTreeSet::from(["2".to_string()]))] {
            let dice = || DiceBox::new(3, mode.clone()).with_secret(Some(secret));
            let (bare, mixed) = (thrown(&mut dice(), &bare), thrown(&mut dice(), &mixed));
            let open = faces_of(&bare, Source::Generated);
            assert_eq!(open, faces_of(&mixed, Source::Generated));
            let [mine, theirs] = seats.map(|seat| faces_of(&mixed, Source::Unseen(seat, 5)));
            let lot = faces_of(&mixed, Source::Unseen(Seat(1), 6));
            assert_eq!((mine.len(), theirs.len(), lot.len()), (many, 2 * many, many));
            assert!(open != mine && mine[..] != theirs[..many] && lot[..] != theirs[..many], "four streams");
            let alone = thrown(&mut dice(), &vec![other.clone(); many]);
            assert_eq!(lot, faces_of(&alone, Source::Unseen(Seat(1), 6)), "dice of one lot move no other's");
        }
        // A person who throws everything himself throws none of these, and the stream of another secret is another one.
        let others = |secret: Option<Secret>| {
            let mut dice = DiceBox::new(3, DiceMode::Hand).with_secret(secret);
            faces_of(&thrown(&mut dice, &vec![theirs.clone(); many]), Source::Unseen(Seat(1), 5))
        };
        let streams = [Some(secret), Some(Secret::new([8; 32])), None].map(others);
        assert!(streams.iter().all(|stream| stream.len() == many));
        assert!(streams[0] != streams[1] && streams[0] != streams[2] && streams[1] != streams[2]);
    }

    #[test]
    fn dice_go_back_in_every_stream() {
        let [mine, theirs] = [Seat(0), Seat(1)].map(|seat| open().unseen_but_by(seat, 3));
        let checks: Vec<Check> = (0..20).flat_map(|_| [open(), mine.clone(), theirs.clone()]).collect();
        let mut dice = DiceBox::new(4, DiceMode::Random).with_secret(Some(Secret::new([1; 32])));
        let all = thrown(&mut dice, &checks);
        for at in [0, 1, 20, 31, 60] {
            let mut past = dice.before(all[..at].iter(), all[at..].iter());
            assert_eq!(thrown(&mut past, &checks[at..]), all[at..], "{at}");
        }
    }
}
