//! Who can answer for a seat, and advice by playing every option out many times.

use crate::lines::{Advice, Chance, rounded};
use crate::problem::{Problem, known, shown};
use crate::thinking::{Bounded, guarded};
use hulldown_core::check::Rolled;
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::playable::aids::Outlook;
use hulldown_core::playable::bots::{Bots, Maker, random};
use hulldown_core::session::{Pending, Session};
use hulldown_core::table::Listed;
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

/// Where a playout has led: its worth, which outlooks hold, one bit each, and how many decisions and throws it took.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Led {
    value: i64,
    holds: u32,
    path: (u64, u64),
}

/// How many options are played out to the end where there is no time for all: those that are told, and one more.
const KEPT: usize = 4;

/// As many playouts of each option are enough to leave none out.
const ENOUGH: u32 = 200;

/// After so many playouts that went the same way, throw by throw, two options are one as far as playing out can tell.
const ALIKE: usize = 6;

/// The options of a seat with what came of their playouts so far.
struct Trials<'s, G: Voice> {
    session: &'s Session<G>,
    seat: Seat,
    seed: u64,
    ask: G::Ask,
    options: &'s [G::Choice],
    tapes: Vec<Tape<G::Choice>>,
    /// Where the playouts of each option have led. The n-th of all options fell with the same dice.
    led: Vec<Vec<Led>>,
    /// The option whose playouts each stands on: its own, or those of one it cannot be told from.
    stands: Vec<usize>,
}

impl<G: Voice> Trials<'_, G> {
    /// The playouts an option stands on.
    fn of(&self, n: usize) -> &[Led] {
        &self.led[self.stands[n]]
    }

    fn mean(&self, n: usize) -> f64 {
        mean_and_error(self.of(n).iter().map(|led| led.value as f64)).0
    }

    /// Leaves out of some options those whose playouts have all gone as those of one before them: there is nothing to compare.
    fn pool(&mut self, options: &mut Vec<usize>) {
        let mut kept: Vec<usize> = Vec::new();
        for &n in options.iter() {
            match kept.iter().find(|&&one| self.led[one].len() >= ALIKE && self.led[one] == self.led[n]) {
                Some(&one) => self.stands[n] = one,
                None => kept.push(n),
            }
        }
        *options = kept;
    }
}

/// The mean of some values and its standard error.
fn mean_and_error(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut sum, mut squares) = (0.0_f64, 0.0, 0.0);
    for value in values {
        (count, sum, squares) = (count + 1.0, sum + value, squares + value * value);
    }
    let mean = sum / count.max(1.0);
    let variance = if count > 1.0 { (squares - count * mean * mean).max(0.0) / (count - 1.0) } else { 0.0 };
    (mean, (variance / count.max(1.0)).sqrt())
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
            if n + 1 == few {
                trials.pool(&mut alive);
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
            led: vec![Vec::new(); options.len()],
            stands: (0..options.len()).collect(),
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
        for (option, led) in options.iter().zip(values) {
            trials.led[*option].push(led);
        }
        Ok(true)
    }

    /// What came of it, the best first; of those that were left out earlier, after those that went on.
    fn ranked(&self, trials: &Trials<'_, G>) -> Result<Vec<Advice>, Problem> {
        if trials.led.iter().any(Vec::is_empty) {
            return Err(Problem::late("there was no time to play out every option even once"));
        }
        let mut order: Vec<usize> = (0..trials.options.len()).collect();
        let worth = |n: &usize| (trials.of(*n).len(), trials.mean(*n));
        order.sort_by(|a, b| worth(b).0.cmp(&worth(a).0).then(worth(b).1.total_cmp(&worth(a).1)));
        let Some(&best) = order.first() else { return Ok(Vec::new()) };
        let advice = |&n: &usize| {
            let (choice, led) = (trials.options[n], trials.of(n));
            let (mean, error) = mean_and_error(led.iter().map(|led| led.value as f64));
            // The same dice fell for both: how far one is behind shows sooner playout by playout than mean by mean.
            let pairs = trials.of(best).iter().zip(led);
            let (behind, doubt) = mean_and_error(pairs.map(|(best, led)| (best.value - led.value) as f64));
            let session = trials.session;
            let label = session.working().choice_words(session.data(), trials.seat, trials.ask, choice).label;
            let made = led.len() as u32;
            let held = |bit: usize| led.iter().map(|led| led.holds >> bit & 1).sum();
            let outlooks =
                self.1.iter().enumerate().map(|(bit, outlook)| chance((outlook, &held(bit)), made)).collect();
            let key = choice.to_string();
            let (mean, error) = (rounded(mean, 3), rounded(error, 3));
            Advice { key, label, mean, error, behind, doubt, playouts: made, outlooks }
        };
        Ok(order.iter().map(advice).collect())
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
        let path = (table.sim.decisions, table.sim.thrown);
        (!table.late).then(|| Led { value: (self.0.value)(&game, data, seat), holds: holds(), path })
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

    fn choose(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: &Listed<G::Choice>) -> Play<G::Choice> {
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
