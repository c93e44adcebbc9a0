//! Who can answer for a seat of a game, and how advice measures a position.

use crate::dice::Generator;
use crate::game::{Game, Seat};
use crate::sim::{Policy, Random};

/// A policy in the middle of what it has thought out, which a copy of the game takes along.
pub trait Mind<G: Game>: Policy<G> + Send {
    /// Another that goes on as this one would.
    fn copy(&self) -> Box<dyn Mind<G>>;
}

impl<G: Game, P: Policy<G> + Clone + Send + 'static> Mind<G> for P {
    fn copy(&self) -> Box<dyn Mind<G>> {
        Box::new(self.clone())
    }
}

/// Makes a policy; the same seed makes the same decisions.
pub type Maker<G> = fn(seed: u64) -> Box<dyn Mind<G>>;

/// A policy by name.
pub struct NamedBot<G: Game> {
    /// What it is called.
    pub name: &'static str,
    /// How it plays, on one line.
    pub help: &'static str,
    /// Makes one.
    pub make: Maker<G>,
}

/// Makes a game that could be this one as far as a seat can tell, another for every number.
pub type Imagine<G> = fn(&G, &'static <G as Game>::Data, Seat, u64) -> G;

/// The policies of a game, and how advice measures where a playout has led. Every game has the policy `random` besides.
pub struct Bots<G: Game> {
    /// The game's own policies, best first; the first also plays the playouts of advice.
    pub policies: &'static [NamedBot<G>],
    /// What a position is worth to a seat: more is better.
    pub value: fn(&G, &'static G::Data, Seat) -> i64,
    /// What that counts, in a sentence: what weighs most first.
    pub weighs: &'static str,
    /// Whether a playout that began at the first position may stop at the second.
    pub horizon: fn(before: &G, now: &G) -> bool,
    /// Where seats keep things from each other: what advice plays on with instead of the game itself.
    pub imagine: Option<Imagine<G>>,
}

/// The name of the policy every game has.
pub const RANDOM: &str = "random";

impl<G: Game> Bots<G> {
    /// The names of all policies and what they do.
    pub fn names(&self) -> Vec<(&'static str, &'static str)> {
        let own = self.policies.iter().map(|p| (p.name, p.help));
        own.chain([(RANDOM, "picks any legal option, all equally likely")]).collect()
    }

    /// The policy of this name.
    pub fn find(&self, name: &str) -> Option<Maker<G>> {
        let own = self.policies.iter().find(|p| p.name == name).map(|p| p.make);
        own.or_else(|| (name == RANDOM).then_some(random::<G> as Maker<G>))
    }

    /// Who answers in the place of this policy when it cannot: the others, best first, and the one every game has last.
    pub fn stand_ins(&self, policy: &str) -> Vec<&'static str> {
        self.names().into_iter().map(|(name, _)| name).filter(|name| *name != policy).collect()
    }
}

/// The policy that picks any legal option.
pub fn random<G: Game>(seed: u64) -> Box<dyn Mind<G>> {
    Box::new(Random(Generator::new(seed)))
}
