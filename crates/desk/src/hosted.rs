//! A [`Match`] of one particular game.

mod face;

use crate::bots::{Adviser, find, mixed};
use crate::lines::{
    Advice, Answered, Ask, Chances, Choice, ChoiceAsk, DiceAsk, EventLine, OddsReply, OutcomeChance, Prompt,
    RefusedLine, RollAhead, TakenBack, Until, UsualLine, rounded,
};
use crate::matches::{MOST_NEWS, Match, WaitsFor};
use crate::names::nearest;
use crate::problem::{Code, Problem, below, has_seat, known, shown};
use crate::thinking::{Autoplay, guarded};
use crate::told::{ToldLine, Unkept};
use hulldown_core::chart::Files;
use hulldown_core::dice::D100;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Invalid, Lesson, Outcome, Seat, Section, Voice};
use hulldown_core::odds::{each_fall, odds_within, sample};
use hulldown_core::playable::aids::{Aids, Level, Threat, Usual};
use hulldown_core::playable::bots::{Bots, Maker, Mind, RANDOM};
use hulldown_core::save::{self, BadSave, Json, Save, SaveHead};
use hulldown_core::session::{Pending, Refusal, Session, Standing, Told, Undone};
use hulldown_core::tape::{Entry, Source, Throw};
use hulldown_core::{Generator, Heard, Limit, Policy, Viewer};
use hulldown_draw::{self as draw, Beat, Drawn, Look, Panel, Room, Sketch, Spot};
use serde_json::Value;
use std::cell::RefCell;
use std::ops::Range;

/// How many answers a policy gives at most when no limit is named.
pub const DEFAULT_LIMIT: u64 = 100_000;

/// The longest answer, in bytes: a whole plot of a large force in the game's own language is far shorter.
const LONGEST_LINE: usize = 4_000;

/// How often a policy may go wrong at one go before others answer for it to the end.
const MOST_MISTAKES: u32 = 8;

/// The most sides any die has; a face beyond them can never be of use.
const MOST_SIDES: u8 = D100.sides;

/// The most falls of the dice that are looked at for what would bear on whom afterwards.
const MOST_AFTER: usize = 2_000;

/// How many falls of the dice are played for one option before its odds are sampled instead, and for all options together.
const LINES: usize = 20_000;

/// How many outcomes of an option are told apart.
const MOST_OUTCOMES: usize = 50;

/// The usual answer as it was found last: after how many entries, for whom, and what.
type FoundUsual<C> = (usize, Seat, Option<Usual<C>>);

/// A game in play with its charts and bots.
pub struct Hosted<G: Drawn> {
    /// The game.
    pub session: Session<G>,
    /// The chart files it is played with.
    pub files: Files,
    /// Who can answer for a seat.
    pub bots: &'static Bots<G>,
    /// What makes the game bearable.
    pub aids: &'static Aids<G>,
    news: Vec<Told<G>>,
    news_from: Heard,
    /// What has been told since the game was last kept.
    unkept: RefCell<Unkept<G>>,
    /// The news in words, and after how many lines of the history: who keeps them has put them into words before they are read.
    worded: RefCell<Option<(usize, Vec<EventLine>)>>,
    /// The usual answer at a mark: a policy may have to be asked for it.
    usual: RefCell<Option<FoundUsual<G::Choice>>>,
    /// The policy that answered last, in the middle of what it thought out.
    player: Option<Playing<G>>,
}

/// A policy that may be asked to go on: asked again before anything else has happened, it still knows what it was about.
struct Playing<G: Voice> {
    name: String,
    /// Whom it answers for, and where the game stood for him after its last answer.
    viewer: Viewer,
    mark: u64,
    policy: Box<dyn Mind<G>>,
}

impl<G: Voice> Playing<G> {
    fn copy(&self) -> Self {
        Playing { name: self.name.clone(), viewer: self.viewer, mark: self.mark, policy: self.policy.copy() }
    }
}

/// A question a seat is asked.
struct OpenQuestion<'s, G: Voice> {
    ask: G::Ask,
    options: &'s [G::Choice],
    refused: &'s [hulldown_core::table::Refused<G::Choice>],
}

impl<G: Drawn> Hosted<G> {
    /// A session with its charts and bots.
    pub fn new(session: Session<G>, files: Files, bots: &'static Bots<G>) -> Self {
        let (news, aids) = (Vec::new(), const { &Aids::none() });
        // Of a game that was taken up everything is news; how it fell among the answers is not known then.
        let unkept = RefCell::new(Unkept::since(if session.tape().answered() == 0 { 0 } else { session.told() }));
        let mut table = Hosted {
            session,
            files,
            bots,
            aids,
            news,
            news_from: Heard::default(),
            unkept,
            worded: RefCell::default(),
            usual: RefCell::default(),
            player: None,
        };
        table.begin_news();
        table.note_news();
        if table.session.tape().answered() == 0 {
            table.note_unkept();
        }
        table
    }

    /// The same with aids.
    #[must_use]
    pub fn with_aids(mut self, aids: &'static Aids<G>) -> Self {
        self.aids = aids;
        self
    }

    /// The usual answer of a seat to a question.
    fn usual_answer(&self, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> Option<Usual<G::Choice>> {
        let mark = self.session.history().len();
        if let Some((at, whose, usual)) = &*self.usual.borrow()
            && (*at, *whose) == (mark, seat)
        {
            return *usual;
        }
        let (game, data) = (self.session.working(), self.session.data());
        let found = (self.aids.usual)(game, data, seat, ask, options);
        let usual = found.filter(|usual| options.contains(&usual.choice));
        *self.usual.borrow_mut() = Some((mark, seat, usual));
        usual
    }

    fn begin_news(&mut self) {
        self.news.clear();
        self.news_from = self.session.news_from();
    }

    fn add_news(&mut self) {
        self.note_unkept();
        self.note_news();
    }

    fn note_unkept(&mut self) {
        let (from, after) = (self.session.news_from().by(Viewer::Record), self.session.tape().answered());
        self.unkept.get_mut().add(from, after, self.session.news());
    }

    fn note_news(&mut self) {
        self.news.extend_from_slice(self.session.news());
        // What goes is what nobody is told of any more, so that nobody can see from it how much others have heard.
        let seats = (0..self.seats()).map(|seat| Viewer::Seat(Seat(seat)));
        let all: Vec<Viewer> = seats.chain([Viewer::Record, Viewer::Umpire]).collect();
        let end = self.news_from.and(&self.news);
        let old = |from: &Heard| all.iter().all(|viewer| end.by(*viewer) - from.by(*viewer) > MOST_NEWS);
        let mut surplus = 0;
        while let (true, Some(told)) = (old(&self.news_from), self.news.get(surplus)) {
            self.news_from.hear(told);
            surplus += 1;
        }
        self.news.drain(..surplus);
    }

    /// Notes what the one change just made has told.
    fn take_news(&mut self) {
        self.begin_news();
        self.add_news();
    }

    fn no_news(&mut self) {
        self.news.clear();
        self.news_from = self.session.heard();
        self.unkept.get_mut().cut(self.news_from.by(Viewer::Record));
    }

    /// The news in words; those found last are handed over.
    fn words(&self) -> Vec<EventLine> {
        match self.worded.take() {
            Some((at, lines)) if at == self.session.history().len() => lines,
            _ => self.lines(&self.news, self.news_from),
        }
    }

    fn lines(&self, told: &[Told<G>], mut from: Heard) -> Vec<EventLine> {
        let data = self.session.data();
        let game = self.session.working();
        let line = |told| {
            let line = EventLine::of(from, game, data, self.aids, told);
            from.hear(told);
            line
        };
        told.iter().map(line).collect()
    }

    /// What a seat is asked now, or why it is asked nothing.
    fn question(&self, seat: Seat) -> Result<OpenQuestion<'_, G>, Problem> {
        has_seat(self.seats(), seat)?;
        if self.session.is_over() {
            return Err(Problem::over());
        }
        let found = self.session.pending().iter().find_map(|pending| match pending {
            Pending::Choice { seat: asked, ask, options, refused } if *asked == seat => {
                Some(OpenQuestion { ask: *ask, options, refused })
            }
            _ => None,
        });
        let dice = self.session.dice_asked().filter(|check| check.secret.is_none_or(|only| only == seat));
        found.ok_or_else(|| match dice {
            Some(check) => Problem::illegal(format!(
                "dice are waited for, not a choice: {} for {} ({})",
                check.dice, check.purpose, check.chart
            ))
            .under(G::ledger().id(check.rule)),
            None => Problem::illegal(format!("seat {} has nothing to answer now", seat.0)).at("seat"),
        })
    }

    /// The option a key stands for: only the spelling in which it is offered is read.
    fn option(&self, question: &OpenQuestion<'_, G>, key: &str) -> Option<G::Choice> {
        let choice = key.parse::<G::Choice>().ok()?;
        (question.options.contains(&choice) && choice.to_string() == key).then_some(choice)
    }

    /// Why a key stands for no option.
    fn no_option(&self, question: &OpenQuestion<'_, G>, key: &str) -> Problem {
        if let Some(refused) = question.refused.iter().find(|refused| refused.choice.to_string() == key) {
            let message = format!("`{}` is not allowed now: {}", shown(key), refused.why);
            return Problem::illegal(message).under(G::ledger().id(refused.rule)).at("key");
        }
        let keys: Vec<String> = question.options.iter().map(G::Choice::to_string).collect();
        let names: Vec<&str> = keys.iter().map(String::as_str).collect();
        if key.parse::<G::Choice>().is_ok_and(|choice| choice.to_string() == key) {
            let message = format!("`{}` is not an option now; {}", shown(key), few(&names));
            return Problem::illegal(message).at("key");
        }
        let hint = match nearest(key, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => few(&names),
        };
        Problem::unknown(format!("there is no choice `{}`; {hint}", shown(key))).at("key")
    }

    /// Odds with every fall of the dice played, if there are no more than `most`; else from so many random ones.
    fn odds_of(&self, seat: Seat, question: &OpenQuestion<'_, G>, choice: G::Choice, most: usize) -> OddsReply {
        let (session, data) = (&self.session, self.session.data());
        let mut odds = odds_within(session, seat, choice, most);
        if !odds.complete {
            // The first falls in order say nothing of the rest, random ones do.
            let mut dice = Generator::new(mixed(1, session.history().len() as u64));
            odds = sample(session, seat, choice, u32::try_from(most / 2).unwrap_or(u32::MAX), &mut dice);
        }
        let rest: f64 = odds.outcomes.iter().skip(MOST_OUTCOMES).map(|(_, chance)| chance).sum();
        odds.outcomes.truncate(MOST_OUTCOMES);
        if rest > 0.0 {
            odds.outcomes.push(("anything else".into(), rest));
        }
        let outcome = |(text, chance)| OutcomeChance { text, chance: rounded(chance, 6) };
        let check = session.working().preview(data, seat, choice);
        OddsReply {
            key: choice.to_string(),
            label: session.working().choice_words(data, seat, question.ask, choice).label,
            roll: check.as_ref().map(Chances::of),
            ahead: check.as_ref().map(|check| RollAhead::of::<G>(data, check)),
            shots: (self.aids.shots)(session.working(), data, choice),
            outcomes: odds.outcomes.into_iter().map(outcome).collect(),
            lines: odds.lines,
            complete: odds.complete,
        }
    }

    fn ask(&self, pending: &Pending<G>) -> Ask {
        let (game, data, ledger) = (self.session.working(), self.session.data(), G::ledger());
        match pending {
            Pending::Dice(check) => Ask::Dice(DiceAsk::of::<G>(data, check)),
            Pending::Choice { seat, ask, options, refused } => {
                let words = game.ask_words(data, *seat, *ask);
                let mut bears = (self.aids.bears)(game, data, *seat, *ask, options).into_iter();
                let option = |&choice: &G::Choice| {
                    let words = game.choice_words(data, *seat, *ask, choice);
                    let check = game.preview(data, *seat, choice);
                    Choice {
                        key: choice.to_string(),
                        label: words.label,
                        rule: ledger.id(words.rule),
                        spot: words.spot,
                        odds: check.as_ref().map(Chances::of),
                        ends: Chances::told((self.aids.ends)(game, data, *seat, choice)),
                        ahead: check.as_ref().map(|check| RollAhead::of::<G>(data, check)),
                        shots: (self.aids.shots)(game, data, choice),
                        among: G::among(data, choice),
                        typed: G::typed(choice),
                        bears: bears.next().flatten(),
                        fatal: (self.aids.fatal)(game, data, *seat, choice),
                    }
                };
                let refusal = |refused: &hulldown_core::table::Refused<G::Choice>| RefusedLine {
                    key: refused.choice.to_string(),
                    label: game.choice_words(data, *seat, *ask, refused.choice).label,
                    why: refused.why,
                    rule: ledger.id(refused.rule),
                };
                Ask::Choice(ChoiceAsk {
                    seat: *seat,
                    kind: words.kind,
                    rule: ledger.id(words.rule),
                    text: words.text,
                    about: game.ask_spot(data, *seat, *ask),
                    by_spot: G::by_spot(*ask),
                    names: self.aids.groups,
                    letters: self.aids.letters,
                    example: G::example(*ask),
                    usual: self.usual_answer(*seat, *ask, options).map(|usual| UsualLine::of(&usual)),
                    options: options.iter().map(option).collect(),
                    refused: refused.iter().map(refusal).collect(),
                })
            }
        }
    }

    /// A policy that takes up the game as it stands.
    fn made(&self, make: Maker<G>, viewer: Viewer, limit: &Limit) -> Box<dyn Mind<G>> {
        let mut policy = make(mixed(self.session.dice().seed(), self.session.mark(viewer)));
        policy.hurry(limit);
        policy
    }

    /// What a policy answers for a seat; nothing if it went wrong.
    fn decided(&self, seat: Seat, policy: &mut dyn Policy<G>) -> Option<G::Choice> {
        let question = self.question(seat).ok()?;
        let view = self.session.working().view(self.session.data(), seat);
        let decided = guarded(|| policy.decide(&view, seat, question.ask, question.options)).ok();
        decided.filter(|choice| question.options.contains(choice))
    }

    /// What the first of the others answers who can.
    fn decided_instead(&self, seat: Seat, policy: &str, limit: &Limit) -> Option<(&'static str, G::Choice)> {
        self.bots.stand_ins(policy).into_iter().find_map(|name| {
            let make = self.bots.find(name)?;
            Some((name, self.decided(seat, &mut *self.made(make, Viewer::Seat(seat), limit))?))
        })
    }

    /// Gives several answers, or none of them: in one go where nobody hears of anything in between, else one after the other.
    fn say(&mut self, seat: Seat, choices: &[G::Choice]) -> Result<(), Problem> {
        if self.session.is_private() && self.session.choose_all(seat, choices) {
            self.take_news();
            return Ok(());
        }
        let (then, from) = (self.session.standing(), self.session.heard());
        let (mut told, unkept) = (Vec::new(), self.unkept.clone());
        for &choice in choices {
            if let Err(problem) = self.say_one(seat, choice) {
                self.session.put_back(&then);
                self.unkept = unkept;
                return Err(problem);
            }
            self.note_unkept();
            told.extend_from_slice(self.session.news());
        }
        (self.news, self.news_from) = (told, from);
        Ok(())
    }

    /// Gives one answer that a line stands for. Whoever said the line knows neither the question nor its key: he is told both in words.
    fn say_one(&mut self, seat: Seat, choice: G::Choice) -> Result<(), Problem> {
        self.question(seat)?;
        let Err(refusal) = self.session.choose(seat, choice) else { return Ok(()) };
        let (Refusal::NotAnOption { .. }, Ok(question)) = (&refusal, self.question(seat)) else {
            return Err(self.refused(&refusal));
        };
        let (game, data) = (self.session.working(), self.session.data());
        let asked = game.ask_words(data, seat, question.ask).text;
        let label = game.choice_words(data, seat, question.ask, choice).label;
        let refused = question.refused.iter().find(|refused| refused.choice == choice);
        let message = match refused {
            Some(refused) => format!("{asked} {label}: {} ({})", refused.why, G::ledger().id(refused.rule)),
            None => format!("{asked} It cannot be answered with: {label}"),
        };
        Err(Problem { message, ..self.no_option(&question, &choice.to_string()) })
    }

    /// Enters an answer or a throw.
    fn enter(&mut self, entry: impl FnOnce(&mut Session<G>) -> Result<(), Refusal>) -> Result<(), Problem> {
        entry(&mut self.session).map_err(|refusal| self.refused(&refusal))?;
        self.take_news();
        Ok(())
    }

    /// What an undo took back, in the words in which it is offered again now.
    fn taken_back(&self, seat: Seat, undone: &Undone) -> String {
        let first = self.question(seat).ok().zip(undone.keys.last()).and_then(|(question, key)| {
            let choice = self.option(&question, key)?;
            Some(self.session.working().choice_words(self.session.data(), seat, question.ask, choice).label)
        });
        let it = if undone.keys.len() == 1 { "it" } else { "them" };
        let by_hand = self.session.tape().kept.iter().any(|throw| throw.source == Source::Hand);
        let dice = match undone.dice {
            0 => String::new(),
            // A slip of the finger must be mendable.
            _ if by_hand => "; your own rolls are asked for again, the program's come up as they were".into(),
            1 => format!("; the roll after {it} will come up again"),
            n => format!("; the {n} rolls after {it} will come up again"),
        };
        match (undone.keys.len(), first) {
            // What has a colon of its own is told from ours.
            (1, Some(label)) if label.contains(':') => format!("undone: \"{label}\"{dice}"),
            (1, Some(label)) => format!("undone: {label}{dice}"),
            (n, Some(label)) => format!("{n} answers undone, the first of them: {label}{dice}"),
            (n, None) => format!("{} undone{dice}", hulldown_core::phrase::count(n, "answer")),
        }
    }

    fn refused(&self, refusal: &Refusal) -> Problem {
        let problem = match refusal {
            Refusal::Over => Problem::over(),
            Refusal::Fickle(_) => Problem::bad_state(refusal.to_string()),
            Refusal::Faces(_) => Problem::bad_request(refusal.to_string()).at("faces"),
            Refusal::TooFar(_) => Problem::illegal(refusal.to_string()).at("steps"),
            _ => Problem::illegal(refusal.to_string()),
        };
        match (refusal, self.session.dice_asked()) {
            (Refusal::Faces(_), Some(check)) => problem.under(G::ledger().id(check.rule)),
            _ => problem,
        }
    }
}

/// The rule a reason ends with.
fn rule_of<G: Voice>(why: &str) -> Option<String> {
    let (_, id) = why.strip_suffix(')')?.rsplit_once('(')?;
    G::ledger().look_up(id).iter().find(|rule| rule.id == id).map(|rule| rule.id.to_string())
}

/// A few of the options, for someone who gave none of them.
fn few(names: &[&str]) -> String {
    const FEW: usize = 12;
    if names.len() <= FEW {
        return known("", names).replacen("known are", "the options are", 1);
    }
    format!("the options are {} and {} more", known("", &names[..FEW]).replacen("known are ", "", 1), names.len() - FEW)
}

/// Faces a die can show.
pub(crate) fn check_script(faces: &[u8]) -> Result<(), Problem> {
    match faces.iter().position(|face| !(1..=MOST_SIDES).contains(face)) {
        None => Ok(()),
        Some(at) => Err(Problem::bad_request(format!("no die has a face {}", faces[at])).at(format!("[{at}]"))),
    }
}

impl<G: Drawn> Hosted<G> {
    /// What a viewer has heard, with its words, from a number on.
    fn heard<'a>(
        &self,
        game: &G,
        log: &'a [Told<G>],
        viewer: Viewer,
        from: usize,
    ) -> Vec<hulldown_draw::HeardEvent<'a, G>> {
        let data = self.session.data();
        let told = log.iter().filter(|told| told.is_heard(viewer)).skip(from);
        told.map(|told| match told {
            Told::Event(event) => {
                hulldown_draw::HeardEvent { event: Some(event), text: game.log_words(data, event).text }
            }
            _ => {
                let text = EventLine::of(Heard::default(), game, data, self.aids, told).text;
                hulldown_draw::HeardEvent { event: None, text }
            }
        })
        .collect()
    }
}

impl<G: Drawn> Hosted<G> {
    /// Goes on with dice that no longer need a hand.
    fn look_for_dice(&mut self) {
        if self.session.dice_asked().is_some() {
            self.session.look_for_dice();
            self.take_news();
        } else {
            self.no_news();
        }
    }
}

/// Plain data as JSON; states and views have only string keys, so this cannot fail.
pub(crate) fn plain<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
