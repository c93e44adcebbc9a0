//! Who can answer for a seat, and advice by playing every option out many times.

use crate::lines::{Advice, Chance, rounded};
use crate::problem::{Problem, known, shown};
use crate::thinking::{Bounded, guarded};
use hulldown_core::check::Rolled;
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::playable::aids::Outlook;
use hulldown_core::playable::bots::{Bots, Maker, random};
use hulldown_core::session::{Pending, Session};
use hulldown_core::table::Menu;
use hulldown_core::tape::{Entry, Hears, Tape, Taped};
use hulldown_core::{Check, Generator, Limit, Pause, Play, Policy, Sim, Table};

/// The most playouts an option gets.
pub(crate) const MOST_PLAYOUTS: u32 = 5_000;

/// The most decisions a playout takes before it is measured where it stands.
const MOST_DECISIONS: u64 = 5_000;

/// The policy of this name.
pub(crate) fn find<G: Game>(bots: &Bots<G>, name: &str) -> Result<Maker<G>, Problem> {
    bots.find(name).ok_or_else(|| {
        let names: Vec<&str> = bots.names().into_iter().map(|(name, _)| name).collect();
        let message = format!("no policy `{}` plays {}: {}", shown(name), G::ID, known(name, &names));
        Problem::unknown(message).at("policy")
    })
}

/// Advice by playing out, and what it tells chances of.
pub(crate) struct Adviser<G: Game>(pub(crate) &'static Bots<G>, pub(crate) &'static [Outlook<G>]);

/// Where a playout has led: its worth, and which outlooks hold, one bit each.
type Led = (i64, u32);

impl<G: Voice> Adviser<G> {
    /// What the options of a seat are worth, best first: each is played out `playouts` times with the same dice as the others, or as
    /// often as there is time for.
    pub(crate) fn advise(
        &self,
        session: &Session<G>,
        seat: Seat,
        playouts: u32,
        seed: u64,
        limit: &Limit,
    ) -> Result<Vec<Advice>, Problem> {
        let asked = session.pending().iter().find_map(|pending| match pending {
            Pending::Choice { seat: asked, ask, options, .. } if *asked == seat => Some((*ask, options)),
            _ => None,
        });
        let Some((ask, options)) = asked else { return Ok(Vec::new()) };
        let known = known_to(session, seat);
        let tape = |&choice: &G::Choice| {
            let mut tape = known.clone();
            tape.push(&Entry::Answer { seat, choice });
            tape
        };
        let tapes: Vec<Tape<G::Choice>> = options.iter().map(tape).collect();
        let mut sums = vec![(0.0, 0.0); options.len()];
        let mut counts = vec![vec![0u32; self.1.len()]; options.len()];
        let (mut values, mut made) = (Vec::with_capacity(options.len()), 0);
        'playouts: for n in 0..playouts.clamp(1, MOST_PLAYOUTS) {
            // All options or none: they are compared.
            values.clear();
            for tape in &tapes {
                match self.value_of(session, tape, seat, seed, u64::from(n), limit)? {
                    Some(led) => values.push(led),
                    None => break 'playouts,
                }
            }
            for (((sum, squares), counts), (value, holds)) in sums.iter_mut().zip(&mut counts).zip(&values) {
                let value = *value as f64;
                (*sum, *squares) = (*sum + value, *squares + value * value);
                counts.iter_mut().enumerate().for_each(|(n, count)| *count += holds >> n & 1);
            }
            made += 1;
        }
        if made == 0 {
            return Err(Problem::late("there was no time to play every option out even once"));
        }
        let chance = |(outlook, count): (&Outlook<G>, &u32)| {
            let share = f64::from(*count) / f64::from(made);
            // As if two more had come so and two had not: of few playouts even none or all is not certain.
            let (near, of) = ((f64::from(*count) + 2.0) / (f64::from(made) + 4.0), f64::from(made) + 4.0);
            let error = (near * (1.0 - near) / of).sqrt();
            Chance { says: outlook.says, good: outlook.good, share, error }
        };
        let advice = |n: usize| {
            let (choice, (sum, squares), counts) = (options[n], sums[n], &counts[n]);
            let count = f64::from(made);
            let mean = sum / count;
            let variance = if made > 1 { (squares - count * mean * mean).max(0.0) / (count - 1.0) } else { 0.0 };
            let label = session.working().choice_words(session.data(), seat, ask, choice).label;
            let error = rounded((variance / count).sqrt(), 3);
            let outlooks = self.1.iter().zip(counts).map(chance).collect();
            Advice { key: choice.to_string(), label, mean: rounded(mean, 3), error, playouts: made, outlooks }
        };
        let mut ranking: Vec<Advice> = (0..options.len()).map(advice).collect();
        ranking.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        Ok(ranking)
    }

    /// What comes of one playout, played by the best policy that can; nothing if there is no time for it.
    fn value_of(
        &self,
        session: &Session<G>,
        tape: &Tape<G::Choice>,
        seat: Seat,
        seed: u64,
        n: u64,
        limit: &Limit,
    ) -> Result<Option<Led>, Problem> {
        let own = self.0.policies.iter().map(|player| player.make);
        for make in own.chain([random::<G> as Maker<G>]) {
            if let Ok(value) = guarded(|| self.play_out(session, tape, seat, (seed, n), make, limit)) {
                return Ok(value);
            }
        }
        Err(Problem::broken())
    }

    /// Plays on from the end of the tape to the horizon, and measures.
    fn play_out(
        &self,
        session: &Session<G>,
        tape: &Tape<G::Choice>,
        seat: Seat,
        (seed, n): (u64, u64),
        make: Maker<G>,
        limit: &Limit,
    ) -> Option<Led> {
        let (data, before) = (session.data(), session.checkpoint());
        let mut policy = make(mixed(seed, n));
        policy.hurry(limit);
        let sim = Sim::new(policy, Generator::for_game(seed, n)).at_most(MOST_DECISIONS);
        // Advice must not know what the seat does not.
        let mut game =
            self.0.imagine.map_or_else(|| before.clone(), |imagine| imagine(before, data, seat, mixed(seed, !n)));
        let mut taped = Taped::new(tape, session.begun(), Bounded::new(sim, limit));
        let mut going = game.advance(data, &mut taped).is_ok();
        let mut table = taped.then;
        while going && !game.is_over() && !(self.0.horizon)(before, &game) {
            going = table.sim.decisions < MOST_DECISIONS && game.advance(data, &mut table).is_ok();
        }
        let holds = |(n, outlook): (usize, &Outlook<G>)| u32::from((outlook.holds)(before, &game, seat)) << n;
        let holds = || self.1.iter().enumerate().map(holds).sum();
        (!table.late).then(|| ((self.0.value)(&game, data, seat), holds()))
    }
}

/// The tape without what other seats have answered in the private stretch that is still open: a seat is advised from what it may
/// know, and the playouts answer for the others.
fn known_to<G: Voice>(session: &Session<G>, seat: Seat) -> Tape<G::Choice> {
    let mut taped = Taped::new(session.tape(), session.begun(), Watch::default());
    let _ = session.checkpoint().clone().advance(session.data(), &mut taped);
    let Some(open) = taped.then.open else { return session.tape().clone() };
    let (mut known, mut answers) = (Tape::default(), 0);
    for entry in session.tape().entries() {
        let hidden = match &entry {
            Entry::Answer { seat: who, .. } => {
                answers += 1;
                *who != seat && answers > session.begun().answered() + open
            }
            _ => false,
        };
        if !hidden {
            known.push(&entry);
        }
    }
    known
}

/// Finds out how many answers of the open step lie before a private stretch that waits for someone.
#[derive(Default)]
struct Watch {
    lane: Option<Seat>,
    heard: usize,
    began: usize,
    open: Option<usize>,
}

impl<G: Game> Table<G> for Watch {
    const LISTENS: bool = false;

    fn roll(&mut self, _: &Check) -> Play<Rolled> {
        Err(Pause)
    }

    fn choose(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: &Menu<G::Choice>) -> Play<G::Choice> {
        self.open = self.lane.map(|_| self.began);
        Err(Pause)
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    fn lane(&mut self, seat: Option<Seat>) {
        if self.lane.is_none() {
            self.began = self.heard;
        }
        self.lane = seat;
    }
}

impl<G: Game> Hears<G> for Watch {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {}

    fn heard_answer(&mut self) {
        self.heard += 1;
    }
}

/// A seed of its own for the `n`-th use of a seed, so that a policy never reads the stream the dice come from.
pub(crate) fn mixed(seed: u64, n: u64) -> u64 {
    let mut z = seed ^ n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
