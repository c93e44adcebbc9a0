//! Thinking that ends, and that costs no more than an answer when it goes wrong.

use hulldown_core::check::Rolled;
use hulldown_core::game::{Game, Seat};
use hulldown_core::table::Listed;
use hulldown_core::tape::Hears;
use hulldown_core::{Check, Limit, Pause, Play, Policy, Sim, Table};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a policy has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Autoplay {
    /// How many answers were given.
    pub answers: u64,
    /// Whether the time was over before it had come as far as it should.
    pub late: bool,
    /// Who had to give some of the answers because the policy asked for could not.
    pub instead: Option<&'static str>,
}

impl Autoplay {
    /// Counts what was played afterwards as well.
    pub fn add(&mut self, more: Autoplay) {
        self.answers += more.answers;
        self.late |= more.late;
        self.instead = more.instead.or(self.instead);
    }

    /// What a person should be told besides.
    pub fn remark(&self) -> Option<String> {
        let late = self.late.then_some("It ran out of time to think.".to_string());
        let instead = self
            .instead
            .map(|name| format!("The bot failed, so {name} answered in its place; please report what you did."));
        let said: Vec<String> = instead.into_iter().chain(late).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is thinking, so that a panic is caught and does not end the program: for whoever tells of panics.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// A bot that went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BotPanicked;

/// Lets a bot think. It gets nothing to change but itself, and a bot that went wrong is thrown away, so a panic leaves nothing half done.
pub(crate) fn guarded<T>(think: impl FnOnce() -> T) -> Result<T, BotPanicked> {
    let before = GUARDED.replace(true);
    let thought = catch_unwind(AssertUnwindSafe(think));
    GUARDED.set(before);
    thought.map_err(|_| BotPanicked)
}

/// A table where a policy plays every seat as long as there is time.
pub(crate) struct Bounded<'l, P> {
    pub(crate) sim: Sim<P>,
    limit: &'l Limit,
    /// Whether the time was over.
    pub(crate) late: bool,
}

impl<'l, P> Bounded<'l, P> {
    pub(crate) fn new(sim: Sim<P>, limit: &'l Limit) -> Self {
        Bounded { sim, limit, late: false }
    }
}

impl<G: Game, P: Policy<G>> Table<G> for Bounded<'_, P> {
    const LISTENS: bool = false;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        Table::<G>::roll(&mut self.sim, check)
    }

    fn natural(&mut self, check: &Check) -> Play<i8> {
        Table::<G>::natural(&mut self.sim, check)
    }

    fn choose(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Listed<G::Choice>,
    ) -> Play<G::Choice> {
        if self.limit.is_over() {
            self.late = true;
            return Err(Pause);
        }
        self.sim.choose(game, data, seat, ask, menu)
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}

impl<G: Game, P: Policy<G>> Hears<G> for Bounded<'_, P> {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {}
}
