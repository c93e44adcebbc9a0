//! A game people play: it stops for answers, takes them back, keeps its record, and can be left and taken up again.

mod look;
mod undo;

use crate::check::{Check, Rolled};
use crate::dice::BadFaces;
use crate::dicebox::DiceBox;
use crate::game::{Game, Invalid, MOST_SEATS, Outcome, Seat, Voice};
use crate::heard::{Heard, Viewer};
use crate::milestones::{Milestone, Milestones};
use crate::rules::{Reason, RuleId};
use crate::scribe::Scribe;
use crate::table::{Pause, Refused};
use crate::tape::{Cursor, Entry, Misfit, Tape, Taped, Undoing};
use std::sync::Arc;

/// Something told at the table.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "most of what is told are rolls")]
pub enum Told<G: Game> {
    /// Dice fell for a check.
    Roll(Check, Rolled),
    /// A question with one legal answer was answered by itself.
    Forced {
        /// Who would have been asked.
        seat: Seat,
        /// The choice.
        choice: G::Choice,
        /// The choice in words.
        label: String,
        /// The rule behind it.
        rule: RuleId,
    },
    /// Something happened.
    Event(G::Event),
}

impl<G: Game> Told<G> {
    /// Whether a seat hears of it.
    pub fn is_heard_by(&self, seat: Seat) -> bool {
        match self {
            Told::Roll(check, _) => check.secret.is_none_or(|only| only == seat),
            Told::Forced { seat: whose, .. } => *whose == seat,
            Told::Event(event) => G::hears(event, seat),
        }
    }
}

/// What a seat may choose from, and what it may not.
pub type Choices<'s, C> = (&'s [C], &'s [Refused<C>]);

/// What a game is waiting for.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there are at most two at a time")]
pub enum Pending<G: Game> {
    /// A seat must choose.
    Choice {
        /// Who.
        seat: Seat,
        /// What is asked.
        ask: G::Ask,
        /// Every legal choice.
        options: Vec<G::Choice>,
        /// What is not allowed now.
        refused: Vec<Refused<G::Choice>>,
    },
    /// Dice must be thrown by hand.
    Dice(Check),
}

impl<G: Game> Pending<G> {
    /// Whether it is for a seat to answer, and for that seat to know of.
    pub fn is_for(&self, seat: Seat) -> bool {
        match self {
            Pending::Choice { seat: asked, .. } => *asked == seat,
            Pending::Dice(check) => check.secret.is_none_or(|only| only == seat),
        }
    }
}

/// Why an answer was not taken. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Another seat, or dice, are waited for.
    #[error("seat {0} has nothing to answer now")]
    NotYou(u8),
    /// Not among the options.
    #[error("`{key}` is not an option now{}", why.as_ref().map_or(String::new(), |(_, why)| format!(": {why}")))]
    NotAnOption {
        /// What was given.
        key: String,
        /// The rule that forbids it and why, if it is one of the choices shown as not allowed.
        why: Reason,
    },
    /// No dice are waited for.
    #[error("no dice are needed now")]
    NoDice,
    /// Faces that cannot be.
    #[error(transparent)]
    Faces(#[from] BadFaces),
    /// Nothing to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// The open step, played again with it, asks for something else than it did before: a mistake in the rules.
    #[error("internal error: replaying this step asked a different question; please report it ({0})")]
    Fickle(Misfit),
    /// Not so many.
    #[error("no more than {} can be undone", crate::phrase::count(*.0, "answer"))]
    TooFar(usize),
    /// With others at the table, what they have answered or seen stays.
    #[error("that cannot be undone: {0}")]
    Sealed(Seal),
}

/// Why an answer can no longer be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Seal {
    /// It lies before a private stretch; what happens in that is nobody else's business.
    #[error("it belongs to a part of the game that is over")]
    Over,
    /// Somebody has answered since.
    #[error("another seat has answered since")]
    Answered,
    /// Dice lie after it.
    #[error("dice have been rolled since")]
    Dice,
    /// Something hidden was shown.
    #[error("hidden information has been revealed since")]
    Shown,
}

/// What an undo took back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// Keys of the answers, latest first.
    pub keys: Vec<String>,
    /// How many throws lie after the earliest of them; more than none makes it a rewind. They stay thrown and fall again, except
    /// those of a person's hand.
    pub dice: usize,
}

/// Where a game stands, to be put back there: so many lines of its record, and its dice as they lay then.
#[derive(Clone, Debug)]
pub struct Standing {
    lines: usize,
    dice: DiceBox,
}

impl Standing {
    /// How many lines of its record there were.
    pub fn lines(&self) -> usize {
        self.lines
    }
}

/// Where a game begins: its set-up, or a situation someone arranged.
#[derive(Clone, Debug)]
pub enum Origin<G: Game> {
    /// From the rules' own beginning.
    Setup,
    /// From an arranged state.
    Arranged(Box<G>),
}

/// What playing on has replaced, to be put back if it must not stand.
struct Replaced<G: Game> {
    checkpoint: Option<Arc<G>>,
    begun: Cursor,
    milestones: Milestones<G>,
    told_before: Heard,
    open: Vec<Told<G>>,
    working: Option<G>,
    pending: Vec<Pending<G>>,
    sealed: usize,
    private: Option<usize>,
    news: Vec<Told<G>>,
    news_from: Heard,
}

/// A game in play.
pub struct Session<G: Voice> {
    data: &'static G::Data,
    setup: G::Setup,
    origin: Origin<G>,
    dice: DiceBox,
    tape: Tape<G::Choice>,
    history: Vec<Entry<G::Choice>>,
    checkpoint: Arc<G>,
    /// Where on the tape the open step begins.
    begun: Cursor,
    /// Beginnings of earlier steps.
    milestones: Milestones<G>,
    /// How much was told before the open step.
    told_before: Heard,
    /// What the open step has told so far.
    open: Vec<Told<G>>,
    working: G,
    pending: Vec<Pending<G>>,
    /// How many ticks of the tape lie before the last reveal.
    sealed: usize,
    /// How many lie before the private stretch that waits for somebody, if one does.
    private: Option<usize>,
    /// What the last change told, and how much had been told before.
    news: Vec<Told<G>>,
    news_from: Heard,
    /// What no longer fitted when the open step was played again.
    misfit: Option<Misfit>,
}

impl<G: Voice> Session<G> {
    /// Begins a game and plays it to its first question.
    pub fn new(setup: G::Setup, data: &'static G::Data, dice: DiceBox) -> Result<Self, Invalid> {
        let start = G::new(&setup, data)?;
        Ok(Session::begin(setup, data, dice, Origin::Setup, start))
    }

    /// Begins from an arranged state.
    pub fn arranged(setup: G::Setup, data: &'static G::Data, dice: DiceBox, state: G) -> Result<Self, Invalid> {
        state.validate(data)?;
        Ok(Session::begin(setup, data, dice, Origin::Arranged(Box::new(state.clone())), state))
    }

    /// A position to be looked at: nothing is asked, and nothing happens.
    pub fn position(setup: G::Setup, data: &'static G::Data, dice: DiceBox, state: G) -> Result<Self, Invalid> {
        state.validate(data)?;
        Ok(Session::blank(setup, data, dice, Origin::Arranged(Box::new(state.clone())), state))
    }

    fn begin(setup: G::Setup, data: &'static G::Data, dice: DiceBox, origin: Origin<G>, start: G) -> Self {
        let mut session = Session::blank(setup, data, dice, origin, start);
        session.run(true);
        session
    }

    fn blank(setup: G::Setup, data: &'static G::Data, dice: DiceBox, origin: Origin<G>, start: G) -> Self {
        Session {
            data,
            setup,
            origin,
            dice,
            tape: Tape::default(),
            history: Vec::new(),
            checkpoint: Arc::new(start.clone()),
            begun: Cursor::default(),
            milestones: Milestones::default(),
            told_before: Heard::default(),
            open: Vec::new(),
            working: start,
            pending: Vec::new(),
            sealed: 0,
            private: None,
            news: Vec::new(),
            news_from: Heard::default(),
            misfit: None,
        }
    }

    /// A game rebuilt from its beginning and its record. Fails at the first entry that does not fit, naming it where it can be told.
    pub fn restore(
        setup: G::Setup,
        data: &'static G::Data,
        dice: DiceBox,
        origin: Origin<G>,
        history: Vec<Entry<G::Choice>>,
    ) -> Result<Self, Invalid> {
        Session::replay(setup, data, dice, origin, history, None).map(|(session, _)| session)
    }

    /// The same, and the checkpoint as it was after so many entries.
    pub(crate) fn replay(
        setup: G::Setup,
        data: &'static G::Data,
        dice: DiceBox,
        origin: Origin<G>,
        history: Vec<Entry<G::Choice>>,
        look: Option<usize>,
    ) -> Result<(Self, Option<G>), Invalid> {
        let start = match &origin {
            Origin::Setup => G::new(&setup, data)?,
            Origin::Arranged(state) => {
                state.validate(data)?;
                (**state).clone()
            }
        };
        let misfits = |misfit: Misfit| Invalid::new("history", misfit.to_string());
        let mut session = Session::blank(setup, data, dice, origin, start);
        let mut seen = None;
        for n in 0..=history.len() {
            if look == Some(n) {
                session.run(false).map_or(Ok(()), |misfit| Err(misfits(misfit)))?;
                seen = Some(G::clone(&session.checkpoint));
            }
            if let Some(entry) = history.get(n) {
                session.follow(entry).map_err(|why| Invalid::new(format!("history[{n}]"), why))?;
            }
        }
        session.history = history;
        session.rewind();
        match session.run(true) {
            None => Ok((session, seen)),
            Some(misfit) => Err(misfits(misfit)),
        }
    }

    /// Puts an entry of a record on the tape, if it could be entered there.
    fn follow(&mut self, entry: &Entry<G::Choice>) -> Result<(), String> {
        match entry {
            Entry::Answer { seat, .. } if seat.index() >= MOST_SEATS => {
                return Err(format!("there is no seat {}", seat.0));
            }
            Entry::Answer { .. } => {}
            Entry::Dice(throw) => {
                if self.dice.repeat(throw).is_some_and(|faces| faces != throw.faces) {
                    return Err(format!("`{entry}` is not what the seed's dice showed there"));
                }
                if !self.tape.may_fall(throw) {
                    return Err(format!("`{entry}` is not what was kept of the dice before a rewind"));
                }
            }
            Entry::Undo { seat, answers } => {
                // What is taken back must have been possible, and so must taking it back.
                if let Some(misfit) = self.run(false) {
                    return Err(format!("what it takes back does not fit: {misfit}"));
                }
                let undoing = self.may_undo(*seat, *answers).map_err(|refusal| refusal.to_string())?;
                self.take_back(entry, &undoing);
                return Ok(());
            }
        }
        self.tape.push(entry);
        Ok(())
    }

    /// Plays on along the tape until the game waits for something. What was told for the first time becomes the news.
    fn run(&mut self, throws: bool) -> Option<Misfit> {
        self.run_from(throws).0
    }

    /// The same, with what it has replaced.
    fn run_from(&mut self, throws: bool) -> (Option<Misfit>, Replaced<G>) {
        let heard = self.heard();
        let mut before = Replaced {
            checkpoint: None,
            begun: self.begun,
            milestones: self.milestones.clone(),
            told_before: self.told_before,
            open: std::mem::take(&mut self.open),
            working: None,
            pending: std::mem::take(&mut self.pending),
            sealed: self.sealed,
            private: self.private.take(),
            news: std::mem::take(&mut self.news),
            news_from: std::mem::replace(&mut self.news_from, heard),
        };
        // How much of what the open step tells was told before.
        let mut old = before.open.len();
        let mut working = G::clone(&self.checkpoint);
        loop {
            if working.is_over() {
                before.working = Some(std::mem::replace(&mut self.working, working));
                return (self.surplus(self.begun), before);
            }
            let mut kept = std::mem::take(&mut self.tape.kept);
            let scribe = Scribe::new(self.dice.secret(), throws.then_some((&mut self.dice, &mut kept)));
            let mut table = Taped::new(&self.tape, self.begun, scribe);
            let done = working.advance(self.data, &mut table);
            let (at, misfit, revealed, private) = (table.at, table.misfit, table.revealed, table.private);
            let Scribe { fresh, told, pending, apart, .. } = table.then;
            let at = at.after_throws(fresh.len());
            self.tape.kept = kept;
            for throw in fresh {
                self.history.push(Entry::Dice(throw.clone()));
                self.tape.lay(throw);
            }
            self.sealed = revealed.unwrap_or(self.sealed);
            self.news.extend(told.iter().skip(old).cloned());
            match done {
                Ok(()) => {
                    let checkpoint = Arc::new(working.clone());
                    before.checkpoint.get_or_insert(std::mem::replace(&mut self.checkpoint, Arc::clone(&checkpoint)));
                    self.begun = at;
                    self.told_before = self.told_before.and(&told);
                    old = 0;
                    self.milestones.note(Milestone {
                        state: checkpoint,
                        at,
                        told: self.told_before,
                        sealed: self.sealed,
                    });
                }
                Err(Pause) => {
                    before.working = Some(std::mem::replace(&mut self.working, working));
                    self.open = told;
                    self.pending = pending;
                    self.private = private.filter(|_| apart);
                    return (misfit.or_else(|| self.surplus(at)), before);
                }
            }
        }
    }

    fn surplus(&self, at: Cursor) -> Option<Misfit> {
        (at != self.tape.end()).then_some(Misfit::Surplus { at: at.answered() })
    }

    /// Takes a seat's answer.
    pub fn choose(&mut self, seat: Seat, choice: G::Choice) -> Result<(), Refusal> {
        self.allowed(seat, choice)?;
        self.enter([Entry::Answer { seat, choice }])
    }

    /// Takes several answers of a seat in one go, as if it had given one after the other; false, and nothing has changed, if they do not
    /// follow one upon the other: each an option where it is asked for, and no die between them.
    pub fn choose_all(&mut self, seat: Seat, choices: &[G::Choice]) -> bool {
        let asked = !self.is_over() && self.question(seat).is_some();
        asked && self.enter(choices.iter().map(|&choice| Entry::Answer { seat, choice })).is_ok()
    }

    /// Where the game stands now.
    pub fn standing(&self) -> Standing {
        Standing { lines: self.history.len(), dice: self.dice.clone() }
    }

    /// Puts the game back where it stood, as if nothing had been entered since.
    pub fn put_back(&mut self, then: &Standing) {
        let undone =
            self.history.drain(then.lines.min(self.history.len())..).any(|entry| matches!(entry, Entry::Undo { .. }));
        self.tape = Tape::default();
        self.history.iter().for_each(|entry| self.tape.push(entry));
        self.dice = then.dice.clone();
        // An undo may have led away from steps that count again.
        if undone {
            self.rewind();
        } else {
            self.go_back(self.tape.end().ticks());
        }
        self.open.clear();
        self.misfit = self.run(false);
        self.news.clear();
        self.news_from = self.heard();
    }

    /// Whether seats answer apart from each other now, so that nobody hears of anything before all are through.
    pub fn is_private(&self) -> bool {
        self.private.is_some()
    }

    fn allowed(&self, seat: Seat, choice: G::Choice) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let (options, refused) = self.question(seat).ok_or(Refusal::NotYou(seat.0))?;
        if options.contains(&choice) {
            return Ok(());
        }
        let why = refused.iter().find(|r| r.choice == choice).map(|r| (r.rule, r.why));
        Err(Refusal::NotAnOption { key: choice.to_string(), why })
    }

    /// What a seat may choose from now, and what it may not.
    pub fn question(&self, seat: Seat) -> Option<Choices<'_, G::Choice>> {
        self.pending.iter().find_map(|pending| match pending {
            Pending::Choice { seat: asked, options, refused, .. } if *asked == seat => {
                Some((&options[..], &refused[..]))
            }
            _ => None,
        })
    }

    /// Takes an answer given by its key.
    pub fn choose_key(&mut self, seat: Seat, key: &str) -> Result<(), Refusal> {
        match key.parse() {
            Ok(choice) => self.choose(seat, choice),
            Err(_) if self.is_over() => Err(Refusal::Over),
            Err(_) => Err(Refusal::NotAnOption { key: key.chars().take(60).collect(), why: None }),
        }
    }

    /// The check whose dice are waited for.
    pub fn dice_asked(&self) -> Option<&Check> {
        match self.pending.first() {
            Some(Pending::Dice(check)) => Some(check),
            _ => None,
        }
    }

    fn dice_wanted(&self) -> Result<&Check, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.dice_asked().ok_or(Refusal::NoDice)
    }

    /// Takes faces a person has thrown.
    pub fn throw(&mut self, faces: &[u8]) -> Result<(), Refusal> {
        let throw = DiceBox::by_hand(self.dice_wanted()?.dice, faces)?;
        self.enter([Entry::Dice(throw)])
    }

    /// Lets the generator throw the dice that are waited for.
    pub fn throw_for_me(&mut self) -> Result<(), Refusal> {
        let wanted = self.dice_wanted()?.clone();
        let before = self.dice.clone();
        let throw = self.dice.generate(&wanted);
        let entered = self.enter([Entry::Dice(throw)]);
        if entered.is_err() {
            self.dice = before;
        }
        entered
    }

    /// Enters something and plays on. If the rules then contradict themselves, it is taken out again as if it had never been.
    fn enter(&mut self, entries: impl IntoIterator<Item = Entry<G::Choice>>) -> Result<(), Refusal> {
        let (lines, end) = (self.history.len(), self.tape.end());
        let (dice, kept) = (self.dice.clone(), self.tape.kept.clone());
        for entry in entries {
            self.tape.push(&entry);
            self.history.push(entry);
        }
        let (misfit, before) = self.run_from(true);
        self.misfit = None;
        let Some(misfit) = misfit else { return Ok(()) };
        self.history.truncate(lines);
        self.tape.take_off(end);
        (self.tape.kept, self.dice) = (kept, dice);
        self.checkpoint = before.checkpoint.unwrap_or_else(|| Arc::clone(&self.checkpoint));
        self.working = before.working.unwrap_or_else(|| self.working.clone());
        (self.begun, self.milestones, self.told_before) = (before.begun, before.milestones, before.told_before);
        (self.open, self.pending) = (before.open, before.pending);
        (self.sealed, self.private) = (before.sealed, before.private);
        (self.news, self.news_from) = (before.news, before.news_from);
        Err(Refusal::Fickle(misfit))
    }

    /// The game as it was after so many of the answers that stand, with the dice that followed them; no new dice fall in it. It has
    /// the record it had then, so it can be saved and gone on with like any other.
    pub fn after(&self, answers: usize) -> Self {
        // Where several sit at the table no dice are ever taken back, and what stands is a record by itself: of answers that were given in
        // private and taken back there it needs to know nothing.
        let entries;
        let standing = if self.working.seats() == 1 {
            &self.history
        } else {
            entries = self.tape.entries();
            &entries
        };
        let (then, since) = standing.split_at(lines_to(answers, standing));
        let dice = self.dice.before(then.iter().filter_map(Entry::throw), since.iter().filter_map(Entry::throw));
        let mut past =
            Session::blank(self.setup.clone(), self.data, dice, self.origin.clone(), G::clone(&self.checkpoint));
        then.iter().for_each(|entry| past.tape.push(entry));
        past.history = then.to_vec();
        past.rewind();
        past.run(false);
        past
    }
}

/// How many lines of the record lead to the game as it was after so many of the answers that stand: all that were entered before
/// the next of them. What was taken back on the way belongs to them, for its dice stay thrown.
fn lines_to<C>(answers: usize, history: &[Entry<C>]) -> usize {
    // The lines that lie on the tape; answers with whose they are.
    let mut laid: Vec<(usize, Option<Seat>)> = Vec::with_capacity(history.len());
    for (line, entry) in history.iter().enumerate() {
        match entry {
            Entry::Dice(_) => laid.push((line, None)),
            Entry::Answer { seat, .. } => laid.push((line, Some(*seat))),
            Entry::Undo { seat, answers } => {
                let mut mine = (0..laid.len()).rev().filter(|&at| laid[at].1 == Some(*seat));
                let earliest = mine.nth(usize::from(*answers).saturating_sub(1));
                laid.truncate(earliest.unwrap_or(laid.len()));
            }
        }
    }
    let mut given = laid.iter().filter(|(_, whose)| whose.is_some());
    given.nth(answers).map_or(history.len(), |(line, _)| *line)
}

impl<G: Voice> Clone for Session<G> {
    fn clone(&self) -> Self {
        Session {
            data: self.data,
            setup: self.setup.clone(),
            origin: self.origin.clone(),
            dice: self.dice.clone(),
            tape: self.tape.clone(),
            history: self.history.clone(),
            checkpoint: Arc::clone(&self.checkpoint),
            begun: self.begun,
            milestones: self.milestones.clone(),
            told_before: self.told_before,
            open: self.open.clone(),
            working: self.working.clone(),
            pending: self.pending.clone(),
            sealed: self.sealed,
            private: self.private,
            news: self.news.clone(),
            news_from: self.news_from,
            misfit: self.misfit.clone(),
        }
    }
}
