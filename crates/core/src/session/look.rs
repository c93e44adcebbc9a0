//! What a session shows of itself.

use super::*;

impl<G: Voice> Session<G> {
    /// Everything told from the beginning.
    pub fn log(&self) -> Vec<Told<G>> {
        self.after(usize::MAX).news
    }

    /// What the last change told.
    pub fn news(&self) -> &[Told<G>] {
        &self.news
    }

    /// How much had been told before the first of [`Session::news`].
    pub fn news_from(&self) -> Heard {
        self.news_from
    }

    /// How much has been told in all.
    pub fn told(&self) -> usize {
        self.heard().by(Viewer::Record)
    }

    /// How much everybody who may look has heard.
    pub fn heard(&self) -> Heard {
        self.told_before.and(&self.open)
    }

    /// A number for where the game stands as far as a viewer sees: another one whenever it sees something else, or has something
    /// else to answer. Where nothing is hidden from it, it counts the entries of the record. A seat from which something is hidden has
    /// one made of what it knows: what it has entered itself, how much it has heard, and whether it is asked.
    pub fn mark(&self, viewer: Viewer) -> u64 {
        const MOST_HEARD: u64 = 1 << 20;
        let Viewer::Seat(seat) = viewer else { return self.history.len() as u64 };
        if !G::SECRETS {
            return self.history.len() as u64;
        }
        let own = self.history.iter().filter(|entry| match entry {
            Entry::Answer { seat: whose, .. } | Entry::Undo { seat: whose, .. } => *whose == seat,
            Entry::Dice(_) => false,
        });
        let heard = self.heard().by(viewer) as u64;
        let asked = self.pending.iter().any(|pending| pending.is_for(seat));
        ((own.count() as u64 * MOST_HEARD) + heard.min(MOST_HEARD - 1)) * 2 + u64::from(asked)
    }

    /// What the game is waiting for.
    pub fn pending(&self) -> &[Pending<G>] {
        &self.pending
    }

    /// Whether the game is over. A state that says so in the middle of a step is not the end yet: the step may still ask something.
    pub fn is_over(&self) -> bool {
        self.checkpoint.is_over()
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.checkpoint.outcome(self.data).filter(|_| self.is_over())
    }

    /// The game as it stands, in the middle of a step; for views and words only.
    pub fn working(&self) -> &G {
        &self.working
    }

    /// The game at the beginning of the open step.
    pub fn checkpoint(&self) -> &G {
        &self.checkpoint
    }

    /// Its charts.
    pub fn data(&self) -> &'static G::Data {
        self.data
    }

    /// Its set-up.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Where it began.
    pub fn origin(&self) -> &Origin<G> {
        &self.origin
    }

    /// Its dice.
    pub fn dice(&self) -> &DiceBox {
        &self.dice
    }

    /// Its dice, to change who throws them from the next roll on.
    pub fn dice_mut(&mut self) -> &mut DiceBox {
        &mut self.dice
    }

    /// Looks again for dice that are waited for, after the dice box was changed.
    pub fn look_for_dice(&mut self) {
        if self.dice_asked().is_some() {
            self.misfit = self.run(true);
        }
    }

    /// What did not fit when a step was played again after an undo: a mistake in the rules, which then ask differently for the same state
    /// and answers. None in a sound game.
    pub fn misfit(&self) -> Option<&Misfit> {
        self.misfit.as_ref()
    }

    /// Its tape.
    pub fn tape(&self) -> &Tape<G::Choice> {
        &self.tape
    }

    /// Where on the tape the open step begins.
    pub fn begun(&self) -> Cursor {
        self.begun
    }

    /// Everything that was entered, undos and all.
    pub fn history(&self) -> &[Entry<G::Choice>] {
        &self.history
    }
}
