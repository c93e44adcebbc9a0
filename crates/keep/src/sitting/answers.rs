//! Answers, and whatever else changes an open game: each is brought to its end and put on the disk, or has changed nothing.

use super::Sitting;
use crate::beside::PlayedOn;
use crate::past::Past;
use crate::players::{Players, Settled};
use crate::saved_game::{Arrived, OnItsWay};
use hulldown_core::game::Seat;
use hulldown_core::phrase::{count, sentence};
use hulldown_core::playable::aids::Grave;
use hulldown_core::tape::Throw;
use hulldown_core::{Limit, Viewer};
use hulldown_desk::{Ask, Autoplay, EventLine, Match, Problem, Seen, TakenBack, Until};
use hulldown_store::StoreError;

/// The most answers a bot gives while it plays on until something happens.
const MOST_AUTO: u64 = 20_000;

/// Why something was not done.
#[derive(Debug)]
pub enum Trouble {
    /// The game does not allow it; nothing has changed.
    Refused(Problem),
    /// It could not be saved: it must not be shown as done until it is.
    Unsaved(StoreError),
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Trouble::Refused(problem)
    }
}

/// How far a bot plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Far {
    /// As the match has it, but no more than so many answers.
    Until(Until, Option<u64>),
    /// Until something of this kind is told.
    Event(String),
    /// Until something of this kind is asked.
    Ask(String),
}

/// An answer and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What was chosen, in words; what was said in the game's own language, as it was said.
    pub label: String,
    /// Whether dice fell after it.
    pub dice: bool,
    /// How many answers it was, where a line said several.
    pub answers: u16,
    /// Whether it was said in the game's own language.
    pub said: bool,
}

impl Given {
    /// What it is called above what came of it. What was said stands there as it was said, and is told from what we call an answer.
    pub fn heading(&self) -> String {
        if self.said { format!("You said: {}", self.label) } else { self.label.clone() }
    }
}

impl Sitting {
    /// Lets bots answer what they are asked before anybody else is. A new game is played to its first real decision; one that is taken up
    /// stays where it was left.
    pub fn open_up(&mut self) -> Result<(), Trouble> {
        let new = self.game.answered() == 0;
        let then = move |players: &Players, game: &mut dyn Match, limit: &Limit| {
            if new { players.settle(game, false, limit) } else { players.bots_alone(game, limit) }
        };
        let said = self.said.take();
        let done = self.change_then(|_, _| Ok(()), then);
        if done.is_err() && self.limit.is_canceled() {
            // Nobody waits for it any more: whoever looks next has it done.
            self.said = said;
            return done;
        }
        self.unsettled = false;
        match &done {
            Err(Trouble::Refused(problem)) => self.said = Some(problem.in_words()),
            // What is not saved is not shown either.
            Err(Trouble::Unsaved(_)) => {}
            Ok(()) => self.said = self.said.take().or(said),
        }
        done
    }

    /// Whether bots may still have something to answer before anybody is asked.
    pub fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    /// Makes a change, answers what nobody wants to be asked, and puts it on the disk.
    pub(super) fn change<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem>,
    ) -> Result<T, Trouble> {
        self.change_then(act, |players, game, limit| players.settle(game, false, limit))
    }

    /// Makes a change and what follows from it, and puts it on the disk. If it cannot be brought to its end, nothing has changed.
    pub(super) fn change_then<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem>,
        then: impl FnOnce(&Players, &mut dyn Match, &Limit) -> Result<Settled, Problem>,
    ) -> Result<T, Trouble> {
        if let Some(on_its_way) = self.on_its_way.take() {
            let how = on_its_way.wait();
            self.arrived(how).map_err(Trouble::Unsaved)?;
        }
        if self.unsaved.is_some() {
            // What is not on the disk yet comes first.
            self.keep().map_err(Trouble::Unsaved)?;
        }
        let (before, standing, lines) = (self.game.heard(), self.game.standing(), self.game.history_len());
        let acted = act(&mut *self.game, &self.limit);
        if acted.is_err() && self.game.history_len() != lines {
            self.game.put_back(&standing);
        }
        let done = acted?;
        let settled = match then(&self.players, &mut *self.game, &self.limit) {
            Ok(_) if self.limit.is_canceled() => Err(Problem::late("it was stopped; nothing has changed")),
            settled => settled,
        };
        self.settled = settled.inspect_err(|_| self.game.put_back(&standing))?;
        self.again = fallen_again(&self.game.fallen_again(lines));
        self.prompt = self.players.prompt(&*self.game);
        // What an undo has taken back is not news.
        let taken_back = self.game.told() < before.by(Viewer::Record);
        self.since = if taken_back { self.game.heard() } else { before };
        self.since_answer = self.since;
        self.taken_back = false;
        self.said = self.remark();
        // Whoever keeps what was told puts it into words, which are read then.
        let kept = self.keep();
        self.follow();
        kept.map_err(Trouble::Unsaved)?;
        Ok(done)
    }

    /// Puts everything new on the disk. Nothing may be shown as done before this has.
    pub fn keep(&mut self) -> Result<(), StoreError> {
        let seat = self.seat();
        let Some(saved) = &mut self.saved else { return Ok(()) };
        let how = match saved.hand_in(&*self.game, Some(seat), self.unsaved.is_some()) {
            Ok(Some(on_its_way)) if !self.later => on_its_way.wait(),
            Ok(on_its_way) => {
                (self.on_its_way, self.unsaved) = (on_its_way, None);
                return Ok(());
            }
            Err(error) => Err(error),
        };
        self.arrived(how)
    }

    /// The last change, if it was only handed in: it must be waited for, and said here how it went.
    pub fn on_its_way(&mut self) -> Option<OnItsWay> {
        self.on_its_way.take()
    }

    /// How it went with what was on its way.
    pub fn arrived(&mut self, how: Result<Arrived, StoreError>) -> Result<(), StoreError> {
        let Some(saved) = &mut self.saved else { return Ok(()) };
        let kept = how.map(|arrived| saved.arrived(&*self.game, arrived));
        self.unsaved = kept.clone().err();
        kept
    }

    /// Answers the question on the table.
    pub fn choose(&mut self, key: &str) -> Result<(), Trouble> {
        // What is said in the game's own language is called as it was said.
        let (seat, label) = (self.seat(), self.option_label(key).unwrap_or_else(|| key.trim().into()));
        let line = self.option_label(key).is_none();
        let answered = |sitting: &Sitting| sitting.game.answers().iter().filter(|(who, _)| *who == seat).count();
        let before = if line { answered(self) } else { 0 };
        self.change(|game, _| game.choose(seat, key))?;
        self.note(seat, Some(label));
        // What was said in one line is taken back in one go.
        let said = if line { u16::try_from(answered(self).saturating_sub(before)).unwrap_or(1) } else { 1 };
        if let Some(given) = self.given.last_mut() {
            (given.answers, given.said) = (said, line);
        }
        Ok(())
    }

    /// What an option of the question on the table is called.
    fn option_label(&self, key: &str) -> Option<String> {
        let options = self.prompt.first().map(Ask::options).unwrap_or_default();
        options.iter().find(|option| option.key == key).map(|option| option.label.clone())
    }

    /// Notes an answer by its label.
    fn note(&mut self, seat: Seat, label: Option<String>) {
        self.last = Some(seat);
        let dice = self.since().iter().any(|event| event.roll.is_some());
        self.given.push(Given { label: label.unwrap_or_default(), dice, answers: 1, said: false });
    }

    /// What the last answer was, if it was given here.
    pub fn last_given(&self) -> Option<&Given> {
        self.given.last()
    }

    /// Whether a line answers the question on the table.
    pub fn understands(&self, line: &str) -> bool {
        self.past.is_none() && self.game.understands(self.seat(), line.trim())
    }

    /// Gives the faces of dice thrown by hand, or lets the program roll.
    pub fn throw(&mut self, faces: Option<&[u8]>) -> Result<(), Trouble> {
        let answered = self.since_answer;
        self.change(|game, _| match faces {
            Some(faces) => game.throw(faces),
            None => game.throw_for_me(),
        })?;
        // What an answer comes to is told together, though its dice are thrown one after the other.
        self.since_answer = answered;
        if let Some(given) = self.given.last_mut() {
            given.dice = true;
        }
        Ok(())
    }

    /// Gives the question on the table its usual answer, and plays on to the next real decision.
    pub fn play_on(&mut self) -> Result<(), Trouble> {
        let (seat, usual) = match self.prompt.first() {
            Some(Ask::Choice(ask)) => match &ask.usual {
                Some(usual) => (ask.seat, self.option_label(&usual.key)),
                None => return Err(Problem::illegal("there is no usual answer here: you decide").into()),
            },
            _ => return Err(Problem::illegal("there is no decision to make now").into()),
        };
        self.change_then(|_, _| Ok(()), |players, game, limit| players.settle(game, true, limit))?;
        // The first of them was asked for.
        self.settled.given.drain(..self.settled.given.len().min(1));
        self.said = self.remark();
        self.note(seat, usual);
        Ok(())
    }

    /// Whose answers are taken back: those of whoever answered last, or of the one who looks where something is hidden. What the other
    /// has answered is none of his business.
    fn last_seat(&self) -> Seat {
        self.eyes().or(self.last).unwrap_or_else(|| self.seat())
    }

    /// How many answers an undo takes back so that it ends at a question one has answered oneself.
    pub fn steps_back(&self) -> u16 {
        match self.given.last() {
            Some(given) if given.answers > 1 => given.answers,
            _ => self.players.ease.steps_back(&*self.game, self.last_seat()).min(self.since_opening(self.last_seat())),
        }
    }

    /// How many answers of a seat can be taken back: those a guided game begins with stand.
    fn since_opening(&self, seat: Seat) -> u16 {
        if self.opening == 0 {
            return u16::MAX;
        }
        let own = self.game.answers().iter().skip(self.opening).filter(|(who, _)| *who == seat).count();
        u16::try_from(own).unwrap_or(u16::MAX)
    }

    /// Why nothing can be taken back at the beginning of a guided game.
    pub fn is_at_opening(&self) -> Option<&'static str> {
        let at_it = self.opening > 0 && self.game.answered() <= self.opening;
        at_it.then_some("the guided game begins here: there is nothing to undo")
    }

    /// Takes back answers of whoever answered last.
    pub fn undo(&mut self, steps: u16) -> Result<TakenBack, Trouble> {
        if let Some(why) = self.is_at_opening() {
            return Err(Problem::illegal(why).into());
        }
        let last = self.last_seat();
        let steps = steps.min(self.since_opening(last)).max(1);
        let alone = self.eyes().is_some();
        let others = (0..self.game.seats()).map(Seat).filter(|seat| *seat != last && !alone);
        let mut refused = None;
        for seat in std::iter::once(last).chain(others) {
            // After an undo nothing is answered without asking: one wants to answer otherwise.
            match self.change_then(|game, _| game.undo(seat, steps), Players::bots_alone) {
                Err(Trouble::Refused(problem)) => refused = refused.or(Some(problem)),
                Err(unsaved) => return Err(unsaved),
                Ok(mut back) => {
                    if let Some(line) = self.given.last().filter(|given| given.answers > 1 && given.answers == steps) {
                        back.text = format!("undone, all of it: \"{}\"", line.label);
                    }
                    let mut left = back.keys.len();
                    while left > 0
                        && let Some(given) = self.given.pop()
                    {
                        left = left.saturating_sub(given.answers.max(1).into());
                    }
                    self.said = Some(sentence(&back.text));
                    self.taken_back = true;
                    self.look_for_rewinds();
                    self.note_played_on(0);
                    return Ok(back);
                }
            }
        }
        Err(refused.unwrap_or_else(|| Problem::illegal("there is nothing to undo")).into())
    }

    /// Whether the last change took something back: then nothing has come of the answer before it anew.
    pub fn has_taken_back(&self) -> bool {
        self.taken_back
    }

    /// Why the last answer cannot be taken back, if it cannot.
    pub fn undo_refused(&self) -> Option<String> {
        if let Some(why) = self.is_at_opening() {
            return Some(why.into());
        }
        let (last, alone) = (self.last_seat(), self.eyes().is_some());
        let others = (0..self.game.seats()).map(Seat).filter(|seat| *seat != last && !alone);
        let mut refused = None;
        for seat in std::iter::once(last).chain(others) {
            refused = refused.or(Some(self.game.undo_refused(seat)?));
        }
        refused
    }

    /// What the last answers were, in words: of a few, where whoever looks may know them all.
    fn last_labels(&self, answers: usize) -> Option<String> {
        const FEW: usize = 3;
        // What was answered for somebody besides is told by itself.
        let (seen, last) = (self.seen(), self.seen().answered().checked_sub(self.settled.given.len())?);
        let first = last.checked_sub(answers)?;
        let labels = ((1..=FEW).contains(&answers))
            .then(|| (first + 1..=last).map(|at| Past::of(seen, at).tried).collect::<Option<Vec<_>>>())?;
        labels.map(|labels| labels.join("; "))
    }

    /// Notes that a bot was asked to play on, and forgets of what it gave before what was taken back since.
    fn note_played_on(&mut self, answers: u64) {
        let (to, before) = (self.game.answered(), self.played_to);
        if answers == 0 && before <= to {
            return;
        }
        let stood = if answers == 0 { to } else { to.saturating_sub(usize::try_from(answers).unwrap_or(usize::MAX)) };
        self.played_to = to;
        // The answers themselves are on the disk; who gave them is told in a list.
        let _ = self.change_beside(move |beside| {
            beside.cut_played_on(stood);
            beside.played_on.extend((answers > 0).then_some(PlayedOn { to, answers }));
        });
    }

    /// Lets a bot answer; says what it has done.
    pub fn auto(&mut self, policy: &str, far: &Far) -> Result<Autoplay, Trouble> {
        let (eyes, players) = (self.eyes(), self.players.clone());
        // On the way to the next round nobody plays past the end of a mission or a day.
        let nearest = self.shelf.stretches.first();
        let nearest = matches!((far, nearest), (Far::Event(kind), Some((first, _))) if kind == first);
        let played = self.change(|game, limit| match far {
            Far::Until(Until::End, most) => play_through(game, &players, policy, most.unwrap_or(MOST_AUTO), limit),
            Far::Until(until, most) => game.auto_within(policy, eyes, *until, *most, limit),
            Far::Event(kind) => step_until(game, &players, policy, limit, |seen| {
                let ends = |event: &EventLine| nearest && event.about.grave.is_some_and(Grave::is_end);
                seen.news().iter().any(|event| event.kind == *kind || ends(event))
            }),
            Far::Ask(kind) => step_until(game, &players, policy, limit, |seen| {
                seen.prompt().first().is_none_or(|ask| ask.kind() == kind)
            }),
        })?;
        self.given.clear();
        self.note_played_on(played.answers);
        let answers = usize::try_from(played.answers).unwrap_or(usize::MAX);
        let gave = match self.last_labels(answers) {
            Some(labels) => format!("The bot answered: {labels}."),
            None => format!("The bot gave {}.", count(answers, "answer")),
        };
        self.said = Some(played.remark().map_or(gave.clone(), |remark| format!("{gave} {remark}")));
        Ok(played)
    }
}

/// That these rolls from before an undo came up again, in words.
fn fallen_again(throws: &[Throw]) -> Option<String> {
    const FEW: usize = 4;
    let shown: Vec<String> = throws.iter().map(shown).collect();
    match shown.len() {
        0 => None,
        1..=FEW => Some(format!("As rolled before the undo: {}.", shown.join(", "))),
        n => Some(format!("{n} rolls came up as before the undo.")),
    }
}

/// Dice and their faces: `2d6 4+1`.
fn shown(throw: &Throw) -> String {
    let faces: Vec<String> = throw.faces.iter().map(u8::to_string).collect();
    format!("{} {}", throw.dice, faces.join("+"))
}

/// So many answers of a bot, or to the end of the game. Where other bots play other seats they have their turns in between.
fn play_through(
    game: &mut dyn Match,
    players: &Players,
    policy: &str,
    most: u64,
    limit: &Limit,
) -> Result<Autoplay, Problem> {
    let eyes = players.eyes(game);
    let mut played = Autoplay::default();
    while played.answers < most {
        let step = match game.auto_within(policy, eyes, Until::End, Some(most - played.answers), limit) {
            Ok(step) => step,
            Err(problem) if played.answers == 0 => return Err(problem),
            Err(_) => break,
        };
        let stopped = step.answers == 0 || step.late;
        played.add(step);
        if stopped || played.answers >= most || players.play_bots(game, limit)?.answers == 0 {
            break;
        }
    }
    Ok(played)
}

/// One answer of a bot after the other, until the game has come far enough, waits for dice or for somebody else, or the time is over.
/// Where something is hidden it answers for whoever is looking alone.
fn step_until(
    game: &mut dyn Match,
    players: &Players,
    policy: &str,
    limit: &Limit,
    there: impl Fn(&Seen<'_>) -> bool,
) -> Result<Autoplay, Problem> {
    let eyes = players.eyes(game);
    let mut played = Autoplay::default();
    while played.answers < MOST_AUTO {
        let step = match game.auto_within(policy, eyes, Until::Decision, Some(1), limit) {
            Ok(step) => step,
            Err(problem) if played.answers == 0 => return Err(problem),
            Err(_) => break,
        };
        let stopped = step.answers == 0 || step.late;
        played.add(step);
        if stopped || there(&Seen::new(game, eyes)) {
            break;
        }
        if players.play_bots(game, limit)?.answers > 0 && there(&Seen::new(game, eyes)) {
            break;
        }
    }
    Ok(played)
}
