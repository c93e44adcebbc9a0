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
use std::time::Instant;

/// The most playouts an option gets.
pub(crate) const MOST_PLAYOUTS: u32 = 5_000;

/// The most decisions a playout takes before it is measured where it stands.
const MOST_DECISIONS: u64 = 5_000;

/// The policy of this name.
pub(crate) fn find<G: Game>(bots: &Bots<G>, name: &str) -> Result<Maker<G>, Problem> {
    bots.find(name).ok_or_else(|| {
        let names: Vec<&str> = bots.names().into_iter().map(|(name, _)| name).collect();
        let message = format!("no bot `{}` plays {}: {}", shown(name), G::ID, known(name, &names));
        Problem::unknown(message).at("policy")
    })
}

/// Advice by playing out, and what it tells chances of.
pub(crate) struct Adviser<G: Game>(pub(crate) &'static Bots<G>, pub(crate) &'static [Outlook<G>]);

/// Where a playout has led: its worth, and which outlooks hold, one bit each.
type Led = (i64, u32);

/// How many options are played out to the end where there is no time for all: those that are told, and one more.
const KEPT: usize = 4;

/// As many playouts of each option are enough to leave none out.
const ENOUGH: u32 = 200;

/// The options of a seat with what came of their playouts so far.
struct Trials<'s, G: Voice> {
    session: &'s Session<G>,
    seat: Seat,
    seed: u64,
    ask: G::Ask,
    options: &'s [G::Choice],
    tapes: Vec<Tape<G::Choice>>,
    /// Sum and squares of the values, how often each outlook held, and how many playouts there were.
    sums: Vec<(f64, f64)>,
    counts: Vec<Vec<u32>>,
    made: Vec<u32>,
}

impl<G: Voice> Trials<'_, G> {
    fn mean(&self, n: usize) -> f64 {
        self.sums[n].0 / f64::from(self.made[n].max(1))
    }
}

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
        let Some(mut trials) = self.trials(session, seat, seed) else { return Ok(Vec::new()) };
        let all: Vec<usize> = (0..trials.options.len()).collect();
        for n in 0..playouts.clamp(1, MOST_PLAYOUTS) {
            if !self.once_more(&mut trials, n, &all, limit)? {
                break;
            }
        }
        self.ranked(&trials)
    }

    /// The same for somebody who waits: a few playouts of each whatever they take, then as many more as fit into the time he likes to wait.
    /// Where it is too short for all, the better half goes on after each doubling.
    pub(crate) fn race(
        &self,
        session: &Session<G>,
        seat: Seat,
        (few, most): (u32, u32),
        seed: u64,
        (limit, soon): (&Limit, &Limit),
    ) -> Result<Vec<Advice>, Problem> {
        let Some(mut trials) = self.trials(session, seat, seed) else { return Ok(Vec::new()) };
        let mut alive: Vec<usize> = (0..trials.options.len()).collect();
        let (mut cut, mut begun) = (few, Instant::now());
        for n in 0..most {
            if !self.once_more(&mut trials, n, &alive, if n < few { limit } else { soon })? {
                break;
            }
            if n + 1 == cut {
                let each = begun.elapsed() / if n < few { few } else { cut / 2 };
                let lasts = each * ENOUGH.saturating_sub(cut);
                if alive.len() > KEPT && soon.left().is_some_and(|left| left < lasts) {
                    alive.sort_by(|a, b| trials.mean(*b).total_cmp(&trials.mean(*a)));
                    alive.truncate((alive.len() / 2).max(KEPT));
                }
                (cut, begun) = (2 * cut, Instant::now());
            }
        }
        self.ranked(&trials)
    }

    fn trials<'s>(&self, session: &'s Session<G>, seat: Seat, seed: u64) -> Option<Trials<'s, G>> {
        let (ask, options) = session.pending().iter().find_map(|pending| match pending {
            Pending::Choice { seat: asked, ask, options, .. } if *asked == seat => Some((*ask, options)),
            _ => None,
        })?;
        let known = known_to(session, seat);
        let tape = |&choice: &G::Choice| {
            let mut tape = known.clone();
            tape.push(&Entry::Answer { seat, choice });
            tape
        };
        Some(Trials {
            session,
            seat,
            seed,
            ask,
            options,
            tapes: options.iter().map(tape).collect(),
            sums: vec![(0.0, 0.0); options.len()],
            counts: vec![vec![0; self.1.len()]; options.len()],
            made: vec![0; options.len()],
        })
    }

    /// One more playout of each of these options, all with the same dice; false if there is no time for all of them: they are compared.
    fn once_more(&self, trials: &mut Trials<'_, G>, n: u32, options: &[usize], limit: &Limit) -> Result<bool, Problem> {
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            let tape = &trials.tapes[*option];
            match self.value_of(trials.session, tape, trials.seat, trials.seed, u64::from(n), limit)? {
                Some(led) => values.push(led),
                None => return Ok(false),
            }
        }
        for (option, (value, holds)) in options.iter().zip(&values) {
            let (value, sums) = (*value as f64, &mut trials.sums[*option]);
            *sums = (sums.0 + value, sums.1 + value * value);
            trials.counts[*option].iter_mut().enumerate().for_each(|(n, count)| *count += holds >> n & 1);
            trials.made[*option] += 1;
        }
        Ok(true)
    }

    /// What came of it, the best first; of those that were left out earlier, after those that went on.
    fn ranked(&self, trials: &Trials<'_, G>) -> Result<Vec<Advice>, Problem> {
        if trials.made.contains(&0) {
            return Err(Problem::late("there was no time to play out every option even once"));
        }
        let advice = |n: usize| {
            let (choice, (sum, squares), made) = (trials.options[n], trials.sums[n], trials.made[n]);
            let count = f64::from(made);
            let mean = sum / count;
            let variance = if made > 1 { (squares - count * mean * mean).max(0.0) / (count - 1.0) } else { 0.0 };
            let session = trials.session;
            let label = session.working().choice_words(session.data(), trials.seat, trials.ask, choice).label;
            let error = rounded((variance / count).sqrt(), 3);
            let outlooks = self.1.iter().zip(&trials.counts[n]).map(|of| chance(of, made)).collect();
            Advice { key: choice.to_string(), label, mean: rounded(mean, 3), error, playouts: made, outlooks }
        };
        let mut ranking: Vec<Advice> = (0..trials.options.len()).map(advice).collect();
        ranking.sort_by(|a, b| b.playouts.cmp(&a.playouts).then(b.mean.total_cmp(&a.mean)));
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

/// How often something held, of so many playouts.
fn chance<G: Game>((outlook, count): (&Outlook<G>, &u32), made: u32) -> Chance {
    let share = f64::from(*count) / f64::from(made);
    // As if two more had come so and two had not: of few playouts even none or all is not certain.
    let (near, of) = ((f64::from(*count) + 2.0) / (f64::from(made) + 4.0), f64::from(made) + 4.0);
    Chance { says: outlook.says, good: outlook.good, share, error: (near * (1.0 - near) / of).sqrt() }
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
