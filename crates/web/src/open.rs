//! A game lying open on its table.

use crate::moments::Moments;
use hulldown_core::Limit;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::{Eyes, Heard};
use hulldown_desk::{
    Answered, Ask, Ease, EventLine, Match, Pack, Played, Problem, Prompt, Seen, Shelf, TakenBack, Until, ease,
};
use hulldown_keep::{Beside, GoneOn, Place, Players, Settled};
use hulldown_store::StoreError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// How much of the log is kept at hand.
const TAIL: usize = 240;

/// How long usual answers may take to be given at one request.
const QUICK: Duration = Duration::from_secs(5);

/// The most answers a policy gives at one request.
const MOST_AUTO: u64 = 20_000;

/// A game lying open on its table.
pub(crate) struct Open {
    /// Where it is saved.
    pub(crate) place: Place,
    /// The game.
    pub(crate) game: Box<dyn Match>,
    /// Its place on the shelf.
    pub(crate) shelf: &'static Shelf,
    /// The pack of charts it is played with.
    pub(crate) pack: Option<Pack>,
    /// What the game waits for, as far as whoever is looking may know.
    pub(crate) prompt: Prompt,
    /// What has been told last.
    pub(crate) tail: Vec<EventLine>,
    /// What was said about the last change, shown as long as nothing else happens.
    pub(crate) said: Option<String>,
    /// Whether the game could not be saved and is ahead of what is.
    pub(crate) ahead: bool,
    last: Option<Seat>,
    /// Who plays which seat, and who is looking.
    pub(crate) players: Players,
    /// What was answered since the game was laid out, for telling what an undo takes back.
    given: Vec<Given>,
    /// The hints given so far, if the game is a guided one and hints are wanted.
    lessons: Option<BTreeSet<String>>,
    moments: Option<(u64, Option<Seat>, Arc<Moments>)>,
    /// How much everybody had heard when somebody last answered.
    since: Heard,
    /// Whether bots may have something to answer before anybody is asked.
    pub(crate) unsettled: bool,
    /// How long bots may think about the change that is being made.
    pub(crate) limit: Limit,
}

/// An answer and what came of it.
#[derive(Clone)]
pub(crate) struct Given {
    /// What was chosen.
    pub(crate) label: String,
    /// Whether dice fell after it.
    pub(crate) dice: bool,
}

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The game does not allow it.
    Refused(Problem),
    /// It could not be saved, so it was not done.
    Unsaved(StoreError),
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Trouble::Refused(problem)
    }
}

/// How far a policy plays.
pub(crate) enum Far {
    /// As the match has it.
    Until(Until),
    /// Until something of this kind is told.
    Event(String),
    /// Until something of this kind is asked.
    Ask(String),
}

impl Open {
    pub(crate) fn new(gone_on: GoneOn, beside: Beside, tips_off: bool) -> Self {
        let GoneOn { place, game, shelf, pack, said } = gone_on;
        let lessons = beside.lessons.filter(|_| !tips_off);
        let mut open = Open {
            prompt: game.prompt(),
            place,
            game,
            shelf,
            pack,
            tail: Vec::new(),
            said,
            ahead: false,
            last: None,
            players: Players::new(beside.bots).asked(beside.ease),
            given: Vec::new(),
            lessons,
            moments: None,
            since: Heard::default(),
            unsettled: false,
            limit: Limit::NONE,
        };
        open.since = open.game.heard();
        // Bots think where they hold up nobody.
        open.unsettled = open.has_bots();
        if !open.unsettled {
            open.let_bots_play();
        }
        open.prompt = open.players.prompt(&*open.game);
        open.follow();
        open
    }

    /// Whether bots may have to think about what follows from a change.
    pub(crate) fn has_bots(&self) -> bool {
        !self.players.bots.is_empty()
    }

    /// The game itself, to be thought about; a copy is left in its place.
    pub(crate) fn leave_copy(&mut self) -> Open {
        let copy = Open {
            place: self.place.clone(),
            game: self.game.duplicate(),
            shelf: self.shelf,
            pack: self.pack.clone(),
            prompt: self.prompt.clone(),
            tail: self.tail.clone(),
            said: self.said.clone(),
            ahead: self.ahead,
            last: self.last,
            players: self.players.clone(),
            given: self.given.clone(),
            lessons: self.lessons.clone(),
            moments: self.moments.clone(),
            since: self.since,
            unsettled: self.unsettled,
            limit: Limit::NONE,
        };
        std::mem::replace(self, copy)
    }

    /// Policies answer for their seats before anybody is asked.
    pub(crate) fn let_bots_play(&mut self) {
        self.unsettled = false;
        let limit = self.limit.at_most(if self.has_bots() { Duration::MAX } else { QUICK });
        // A new game is played to its first real decision; one that is taken up stays where it was left.
        let played = match self.game.answered() {
            0 => self.players.settle(&mut *self.game, false, &limit),
            _ => {
                self.players.play_bots(&mut *self.game, &limit).map(|by_bots| Settled { by_bots, ..Settled::default() })
            }
        };
        if limit.is_cancelled() {
            // Nobody waits for it: what is on the disk is right.
            self.ahead = true;
            return;
        }
        if let Ok(settled) = &played {
            self.tell_given(&settled.given);
        }
        if !matches!(&played, Ok(settled) if *settled == Settled::default())
            && self.place.keep_for(&*self.game, None, false).is_err()
        {
            self.ahead = true;
        }
        if let Err(problem) = played {
            self.said = Some(crate::words::problem(&problem));
        }
        self.prompt = self.players.prompt(&*self.game);
        self.tail.clear();
        self.follow();
    }

    /// Whose eyes may see what is shown: none where nothing is hidden, or nothing any more.
    pub(crate) fn eyes(&self) -> Option<Seat> {
        self.players.eyes(&*self.game)
    }

    /// The player the screen must be handed to before anything of the game is shown.
    pub(crate) fn curtain(&self) -> Option<Seat> {
        self.players.curtain(&*self.game)
    }

    /// Who plays which seat from now on.
    pub(crate) fn set_bots(&mut self, bots: BTreeMap<u8, String>) -> Result<(), Trouble> {
        self.players = Players::new(bots).asked(self.players.ease.clone());
        self.tail.clear();
        self.change(|_| Ok(()))
    }

    /// The screen has been handed over.
    pub(crate) fn hand_over(&mut self, seat: Seat) {
        self.players.hand_over(seat);
        self.given.clear();
        self.said = None;
        self.prompt = self.players.prompt(&*self.game);
        self.tail.clear();
        self.follow();
    }

    /// Nobody is known to look any more.
    pub(crate) fn leave(&mut self) {
        if self.players.leave() {
            self.given.clear();
            self.said = None;
            self.prompt = self.players.prompt(&*self.game);
            self.tail.clear();
            self.follow();
        }
    }

    /// The game as whoever is looking may know it, in numbers of his own.
    pub(crate) fn seen(&self) -> Seen<'_> {
        self.players.seen(&*self.game)
    }

    /// A number for where the game stands for whoever is looking: an answer to another one comes late. While the screen waits to be handed
    /// over nobody is, and it counts what everybody knows.
    pub(crate) fn mark(&self) -> u64 {
        const HANDED_OVER: u64 = 1 << 60;
        match self.curtain() {
            Some(seat) => HANDED_OVER + 2 * self.game.heard().by_everybody() as u64 + u64::from(seat.0),
            None => self.seen().mark(),
        }
    }

    /// Whose eyes the game is seen through: the seat that must answer, else the one that answered last.
    pub(crate) fn seat(&self) -> Seat {
        if let Some(eyes) = self.eyes() {
            return eyes;
        }
        self.prompt.first().map(Ask::seat).or(self.last).unwrap_or_default()
    }

    /// Whose answers are taken back: those of whoever answered last, or of the one who looks where something is hidden. What the other
    /// has answered is none of his business.
    fn last_seat(&self) -> Seat {
        self.eyes().or(self.last).unwrap_or_else(|| self.seat())
    }

    /// What the last answer was, if it was given here.
    pub(crate) fn last_given(&self) -> Option<&Given> {
        self.given.last()
    }

    /// The hint for the question on the table, if it was not given before.
    pub(crate) fn lesson(&self) -> Option<Lesson> {
        let given = self.lessons.as_ref()?;
        self.game.lesson(self.seat()).filter(|lesson| !given.contains(lesson.id))
    }

    /// Notes that a hint was given; true if that is new.
    pub(crate) fn heard(&mut self, lesson: &Lesson) -> bool {
        self.lessons.as_mut().is_some_and(|given| given.insert(lesson.id.into()))
    }

    /// Gives no more hints.
    pub(crate) fn no_lessons(&mut self) {
        self.lessons = None;
    }

    /// Takes note of what has been told, as far as whoever is looking hears of it.
    fn follow(&mut self) {
        let seen = self.players.seen(&*self.game);
        let (news, told) = (seen.news(), seen.told());
        let from = news.first().map_or(told, |event| event.n);
        self.tail.retain(|event| event.n < from);
        self.tail.extend(news.into_iter().rev().take(TAIL).rev());
        let surplus = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..surplus);
        let whole = self.tail.last().map_or(0, |event| event.n + 1) == told
            && self.tail.windows(2).all(|pair| pair[1].n == pair[0].n + 1);
        let short = self.tail.len() < TAIL / 3 && self.tail.first().is_some_and(|event| event.n > 0);
        if !whole || short {
            self.tail = seen.log(told.saturating_sub(TAIL));
        }
    }

    /// Says what was answered for somebody, and how to have it otherwise.
    fn tell_given(&mut self, given: &[Answered]) {
        if !given.is_empty() {
            self.said = Some(ease::in_words(given));
        }
    }

    /// Makes a change, answers what nobody wants to be asked, and puts it on the disk. If that fails, nothing has changed.
    fn change<T>(&mut self, act: impl FnOnce(&mut dyn Match) -> Result<T, Problem>) -> Result<T, Trouble> {
        self.change_then(act, |players, game, limit| players.settle(game, false, limit))
    }

    fn change_then<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Match) -> Result<T, Problem>,
        then: impl FnOnce(&Players, &mut dyn Match, &Limit) -> Result<Settled, Problem>,
    ) -> Result<T, Trouble> {
        let before = self.game.heard();
        let done = act(&mut *self.game)?;
        let settled = then(&self.players, &mut *self.game, &self.limit);
        // What nobody waits for any more is not done.
        let stopped = || Problem::late("it was stopped before it was done");
        let settled = settled.and_then(|settled| if self.limit.is_cancelled() { Err(stopped()) } else { Ok(settled) });
        let settled = settled.inspect_err(|_| self.ahead = true)?;
        self.prompt = self.players.prompt(&*self.game);
        if let Err(error) = self.place.keep_for(&*self.game, Some(self.seat()), false) {
            self.ahead = true;
            return Err(Trouble::Unsaved(error));
        }
        self.said = None;
        // What an undo has taken back is not news.
        let taken_back = self.game.told() < before.by(Eyes::All);
        self.since = if taken_back { self.game.heard() } else { before };
        self.follow();
        self.tell_given(&settled.given);
        if let Some(remark) = settled.by_bots.remark() {
            self.add_said(&remark);
        }
        Ok(done)
    }

    fn add_said(&mut self, remark: &str) {
        self.said = Some(self.said.take().map_or_else(|| remark.into(), |said| format!("{said} {remark}")));
    }

    /// What has been told since somebody last answered, in the order it happened.
    pub(crate) fn since(&self) -> &[EventLine] {
        let since = self.since.by(self.seen().eyes());
        let from = self.tail.partition_point(|event| event.n < since);
        &self.tail[from..]
    }

    /// Whether dice fell in the last change.
    fn dice_fell(&self) -> bool {
        self.since().iter().any(|event| event.roll.is_some())
    }

    /// Gives the question on the table its usual answer, and plays on to the next real decision.
    pub(crate) fn play_on(&mut self) -> Result<(), Trouble> {
        let Some(Ask::Choice(ask)) = self.prompt.first() else {
            return Err(Problem::illegal("there is nothing to choose now").into());
        };
        let usual = ask.usual.as_ref().and_then(|usual| ask.options.iter().find(|option| option.key == usual.key));
        let Some(usual) = usual else {
            return Err(Problem::illegal("this is for you to decide: there is no usual answer").into());
        };
        let (seat, label) = (ask.seat, usual.label.clone());
        let on = |players: &Players, game: &mut dyn Match, limit: &Limit| {
            let mut settled = players.settle(game, true, limit)?;
            // The first of them was asked for.
            settled.given.drain(..settled.given.len().min(1));
            Ok(settled)
        };
        self.change_then(|_| Ok(()), on)?;
        self.last = Some(seat);
        let dice = self.dice_fell();
        self.given.push(Given { label, dice });
        Ok(())
    }

    /// How much is answered without asking, from the next answer on.
    pub(crate) fn set_ease(&mut self, ease: Ease) {
        self.players.ease = ease;
    }

    /// How many answers an undo takes back so that it ends at a question one has answered oneself.
    pub(crate) fn steps_back(&self) -> u16 {
        self.players.ease.steps_back(&*self.game, self.last_seat())
    }

    /// Answers the question on the table.
    pub(crate) fn choose(&mut self, key: &str) -> Result<(), Trouble> {
        let seat = self.seat();
        let options = self.prompt.first().map(Ask::options).unwrap_or_default();
        let label = options.iter().find(|option| option.key == key).map(|option| option.label.clone());
        self.change(|game| game.choose(seat, key))?;
        self.last = Some(seat);
        let dice = self.dice_fell();
        self.given.push(Given { label: label.unwrap_or_default(), dice });
        Ok(())
    }

    /// Gives the faces of dice thrown by hand, or lets the program throw.
    pub(crate) fn throw(&mut self, faces: Option<&[u8]>) -> Result<(), Trouble> {
        self.change(|game| match faces {
            Some(faces) => game.throw(faces),
            None => game.throw_for_me(),
        })?;
        if let Some(given) = self.given.last_mut() {
            given.dice = true;
        }
        Ok(())
    }

    /// Takes back answers of whoever answered last.
    pub(crate) fn undo(&mut self, steps: u16) -> Result<(), Trouble> {
        let last = self.last_seat();
        let alone = self.eyes().is_some();
        let others = (0..self.game.seats()).map(Seat).filter(|seat| *seat != last && !alone);
        let mut refused = None;
        for seat in std::iter::once(last).chain(others.collect::<Vec<_>>()) {
            // After an undo nothing is answered without asking: one wants to answer otherwise.
            let done = self.change_then(
                |game| game.undo(seat, steps),
                |players, game, limit| Ok(Settled { by_bots: players.play_bots(game, limit)?, given: Vec::new() }),
            );
            match done {
                Err(Trouble::Refused(problem)) => refused = refused.or(Some(problem)),
                Err(trouble) => return Err(trouble),
                Ok(back) => {
                    self.said = Some(self.taken_back(&back));
                    return Ok(());
                }
            }
        }
        Err(refused.unwrap_or_else(|| Problem::illegal("there is nothing to take back")).into())
    }

    /// What an undo took back, in the words it was offered in where they are known.
    fn taken_back(&mut self, back: &TakenBack) -> String {
        // Labels are kept of what was answered here; what was answered for somebody has none.
        let left = self.given.len().saturating_sub(back.keys.len());
        let known = self.given.len() >= back.keys.len() && back.keys.len() == 1;
        let labels: Vec<String> = self.given.drain(left..).map(|given| given.label).rev().collect();
        let text =
            if known { back.text.replacen(&back.keys.join(", "), &labels.join("; "), 1) } else { back.text.clone() };
        crate::words::sentence(&text)
    }

    /// Lets a policy answer.
    pub(crate) fn auto(&mut self, policy: &str, far: &Far) -> Result<(), Trouble> {
        let (eyes, limit, players) = (self.eyes(), self.limit.clone(), self.players.clone());
        let played = self.change(|game| match far {
            Far::Until(until) => game.auto_within(policy, eyes, *until, Some(MOST_AUTO), &limit),
            Far::Event(kind) => step_until(game, &players, policy, eyes, &limit, |seen| {
                seen.news().iter().any(|event| event.kind == *kind)
            }),
            Far::Ask(kind) => step_until(game, &players, policy, eyes, &limit, |seen| {
                seen.prompt().first().is_none_or(|ask| ask.kind() == kind)
            }),
        })?;
        self.given.clear();
        self.said = Some(format!("{policy} gave {}.", crate::words::count(played.answers as usize, "answer")));
        if let Some(remark) = played.remark() {
            self.add_said(&remark);
        }
        Ok(())
    }

    /// Changes who throws the dice.
    pub(crate) fn set_dice(&mut self, mode: DiceMode) -> Result<(), Trouble> {
        self.change(|game| {
            game.set_dice(mode);
            Ok(())
        })
    }

    /// Where the events of the log fall among the answers, worked out once for every mark.
    pub(crate) fn moments(&mut self) -> Arc<Moments> {
        let (mark, eyes) = (self.mark(), self.eyes());
        if let Some((at, whose, moments)) = &self.moments
            && (*at, *whose) == (mark, eyes)
        {
            return Arc::clone(moments);
        }
        let moments = Arc::new(Moments::of(self.seen()));
        self.moments = Some((mark, eyes, Arc::clone(&moments)));
        moments
    }
}

/// One answer of a policy after the other, until the game has come far enough, waits for dice or for somebody else, or the time is over.
/// Where something is hidden it answers for whoever is looking alone.
fn step_until(
    game: &mut dyn Match,
    players: &Players,
    policy: &str,
    eyes: Option<Seat>,
    limit: &Limit,
    there: impl Fn(&Seen<'_>) -> bool,
) -> Result<Played, Problem> {
    let mut played = Played::default();
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
