//! Answers taken back.

use super::*;

impl<G: Voice> Session<G> {
    /// Takes back answers of a seat. Free back to the last die; alone, also further, and then the dice stay thrown.
    pub fn undo(&mut self, seat: Seat, answers: u16) -> Result<Undone, Refusal> {
        let undoing = self.may_undo(seat, answers)?;
        let entry = Entry::Undo { seat, answers };
        self.take_back(&entry, &undoing);
        self.history.push(entry);
        self.misfit = self.run(true);
        self.news.clear();
        self.news_from = self.heard();
        let keys = undoing.choices.iter().map(G::Choice::to_string).collect();
        Ok(Undone { keys, dice: undoing.dice })
    }

    /// Why a seat cannot take back its last answer, if it cannot.
    pub fn undo_refused(&self, seat: Seat) -> Option<Refusal> {
        self.may_undo(seat, 1).err()
    }

    pub(super) fn may_undo(&self, seat: Seat, answers: u16) -> Result<Undoing<G::Choice>, Refusal> {
        let seal = match self.unsealed(seat, answers) {
            Ok(Some(undoing)) => return Ok(undoing),
            Ok(None) if answers == 0 => return Err(Refusal::NothingToUndo),
            Ok(None) => self.unsealed(seat, 1).err(),
            Err(seal) => Some(seal),
        };
        Err(match (self.undoable(seat), seal) {
            (0, Some(seal)) => Refusal::Sealed(seal),
            (0, None) => Refusal::NothingToUndo,
            (most, _) => Refusal::TooFar(most),
        })
    }

    /// How many of its last answers a seat may take back.
    fn undoable(&self, seat: Seat) -> usize {
        let given = self.tape.answered_by(seat);
        if self.working.seats() == 1 {
            return given;
        }
        let free = |&n: &usize| u16::try_from(n).is_ok_and(|n| matches!(self.unsealed(seat, n), Ok(Some(_))));
        (1..=given).take_while(free).count()
    }

    /// What taking back so many answers comes to, none if there are fewer, or why others cannot have it.
    fn unsealed(&self, seat: Seat, answers: u16) -> Result<Option<Undoing<G::Choice>>, Seal> {
        let Some(undoing) = self.tape.undoing(seat, answers) else { return Ok(None) };
        if self.working.seats() == 1 {
            return Ok(Some(undoing));
        }
        // What others answer in the same private stretch changes nothing for a seat, and it must not find out by an undo that they
        // have: its own answers in the stretch are free, and those before it are not, whether or not others have answered or dice it does
        // not see have fallen.
        let apart = self.is_apart(&undoing);
        let over = G::SECRETS && !apart;
        let seals = [
            (over, Seal::Over),
            (undoing.others && !apart, Seal::Answered),
            (undoing.dice > 0, Seal::Dice),
            (undoing.keep < self.sealed, Seal::Shown),
        ];
        seals.iter().find(|(holds, _)| *holds).map_or(Ok(Some(undoing)), |(_, seal)| Err(*seal))
    }

    /// Whether what an undo would take back lies in the private stretch that waits for somebody: then what others have answered in it stays.
    pub fn is_apart(&self, undoing: &Undoing<G::Choice>) -> bool {
        self.private.is_some_and(|begins| undoing.keep >= begins)
    }

    /// Takes answers off the tape; the game has to be run again from there.
    pub(super) fn take_back(&mut self, undo: &Entry<G::Choice>, undoing: &Undoing<G::Choice>) {
        self.tape.push(undo);
        if undoing.keep < self.begun.ticks() {
            self.go_back(undoing.keep);
        }
        self.open.clear();
    }

    /// Back to the last step known to begin before so many ticks; the tape leads on from there.
    pub(super) fn go_back(&mut self, ticks: usize) {
        let Some(milestone) = self.milestones.back_to(ticks) else { return self.rewind() };
        self.checkpoint = Arc::clone(&milestone.state);
        (self.begun, self.told_before, self.sealed) = (milestone.at, milestone.told, milestone.sealed);
    }

    /// Back to the very beginning; the tape leads on from there.
    pub(super) fn rewind(&mut self) {
        self.checkpoint = match &self.origin {
            Origin::Arranged(state) => Arc::new((**state).clone()),
            // It could be made before, so it can be made again.
            Origin::Setup => G::new(&self.setup, self.data).map_or_else(|_| Arc::clone(&self.checkpoint), Arc::new),
        };
        self.begun = Cursor::default();
        self.told_before = Heard::default();
        self.sealed = 0;
        self.open.clear();
        self.milestones.clear();
    }
}
