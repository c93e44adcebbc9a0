//! What makes a game bearable besides its rules: the usual answer to a question, what a shot comes to in the end, what may hit you
//! next, a story voice, and the phase a line of the log belongs to.

use crate::game::{Game, Seat, Voice};
use crate::session::Told;
use serde::{Deserialize, Serialize};

/// How much is answered without asking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing but what has only one legal answer.
    Full,
    /// What hardly anybody would answer otherwise.
    #[default]
    Routine,
    /// Everything but the decisions a game is made of.
    Brisk,
}

impl Level {
    /// All of them, with what each means.
    pub const ALL: [(Level, &'static str, &'static str); 3] = [
        (Level::Full, "full", "ask every question"),
        (Level::Routine, "routine", "answer the obvious for you"),
        (Level::Brisk, "brisk", "ask only what is decisive"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Level::ALL[self as usize].1
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Self> {
        Level::ALL.iter().find(|(_, known, _)| *known == name).map(|(level, ..)| *level)
    }
}

/// The answer somebody in a hurry gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usual<C> {
    /// The answer.
    pub choice: C,
    /// From which level on it is given without asking; none if only on request.
    pub from: Option<Level>,
}

/// What a shot comes to, looking several shots ahead as long as the rate of fire holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shots {
    /// How many shots are looked ahead.
    pub depth: u32,
    /// The first shot hits.
    pub first_hit: f64,
    /// Some shot hits.
    pub hit: f64,
    /// Where a hit lands, in the order of the chart: `turret`, `hull`, `track`, `miss`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lands: Vec<(&'static str, f64)>,
    /// The target is knocked out.
    pub knocked_out: f64,
    /// A second shot may be fired.
    pub again: f64,
    /// The gun fails.
    pub malfunction: f64,
}

impl Shots {
    /// In short, for a list of options: `knocked out 31% in up to 5 shots`.
    pub fn brief(&self, percent: impl Fn(f64) -> String) -> String {
        format!("knocked out {} in up to {} shots", percent(self.knocked_out), self.depth)
    }

    /// In one line: `in up to 5 shots: hit 62%, knocked out 31%; gun fails 3%; chance of a second shot 20%`.
    pub fn line(&self, percent: impl Fn(f64) -> String) -> String {
        let lands: Vec<String> =
            self.lands.iter().map(|(what, chance)| format!("{what} {}", percent(*chance))).collect();
        let lands = if lands.is_empty() { String::new() } else { format!(" ({})", lands.join(", ")) };
        format!(
            "in up to {} shots: hit {}{lands}, knocked out {}; gun fails {}; chance of a second shot {}",
            self.depth,
            percent(self.hit),
            percent(self.knocked_out),
            percent(self.malfunction),
            percent(self.again)
        )
    }
}

/// What one unit may do to a seat before it is asked again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Threat {
    /// The thing on the board it is, such as `unit:2`.
    pub spot: String,
    /// What it is called, and where it stands.
    pub label: String,
    /// It fires at you.
    pub fires: f64,
    /// It hits.
    pub hits: f64,
    /// It knocks you out.
    pub knocks_out: f64,
    /// What a hit does, each with its share of the hits, in the order of the chart; empty where a game tells no more than that it kills.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub does: Vec<(&'static str, f64)>,
}

impl Threat {
    /// In one line.
    pub fn line(&self, percent: impl Fn(f64) -> String) -> String {
        let does: Vec<String> = self.does.iter().map(|(what, share)| format!("{what} {}", percent(*share))).collect();
        let does = if does.is_empty() { String::new() } else { format!(" ({})", does.join(", ")) };
        format!(
            "{}: fires at you {}, hits {}{does}, knocks you out {}",
            self.label,
            percent(self.fires),
            percent(self.hits),
            percent(self.knocks_out)
        )
    }

    /// The worst first.
    pub fn sort(threats: &mut [Threat]) {
        threats.sort_by(|a, b| b.knocks_out.total_cmp(&a.knocks_out).then(b.hits.total_cmp(&a.hits)));
    }
}

/// What must not be overlooked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grave {
    /// A seat has lost something: a man, a tank, the game.
    Loss(Seat),
    /// A seat is worse off, in a word or two: a man wounded, a gun out of order.
    Harm(Seat, &'static str),
    /// A seat, or everybody, must look out, in a word or two: a new enemy, one that now aims at it.
    Alarm(Option<Seat>, &'static str),
    /// Somebody else on a seat's side has lost something, in a word or two.
    Friends(Seat, &'static str),
    /// Something of the enemy's is out of the fight, where no seat plays him.
    Kill,
    /// A mission or a day has ended, in a word or two that say how.
    End(&'static str),
    /// The game has, or all that somebody plays for in it.
    Over(&'static str),
}

impl Grave {
    /// Whether something has ended.
    pub fn is_end(self) -> bool {
        matches!(self, Grave::End(_) | Grave::Over(_))
    }
}

/// What part of a shot is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShotPart {
    /// Somebody fires; dice may follow.
    Fired,
    /// What came of it.
    Result,
}

/// A step of a unit's way: several in a row are one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayStep {
    /// Who goes. Several may be called the same, where a seat cannot tell them apart.
    pub who: String,
    /// Whose it is.
    pub whose: Seat,
    /// At which moment of the round: nobody takes two steps at once.
    pub when: u8,
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
}

/// One of several lines that say the same of one unit after another: together they are one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alike {
    /// What they all say: `stopped by order`.
    pub what: String,
    /// Of whom this one says it.
    pub who: String,
}

/// What an event adds to the sum of a stretch of play: a battle, a week, everything since one last looked. Of one head what is alike is
/// told once, numbers are added up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// What is told of: `Units lost`, with its place among the others; one's own losses come first.
    pub head: (u8, &'static str),
    /// Whether it is a loss of one's own.
    pub loss: bool,
    /// Whom or what of: `042 M4 Sherman`; empty where the number says it all.
    pub what: String,
    /// How many, where that is counted.
    pub n: Option<i32>,
}

/// What an event is about, for somebody who must not overlook it or looks for it later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// What must not be overlooked.
    pub grave: Option<Grave>,
    /// What part of a shot it is.
    pub shot: Option<ShotPart>,
    /// Where it happened: names of elements of the board, the first that is drawn counts; `x y` is a point of it.
    pub at: Vec<String>,
    /// From where to where somebody went: names of elements of the board.
    pub way: Option<[String; 2]>,
    /// Whose board that is, where each seat has its own.
    pub board: Option<Seat>,
    /// The step of a unit's way it is.
    pub step: Option<WayStep>,
    /// What it says like the lines around it.
    pub alike: Option<Alike>,
    /// To whom it happened, where a shot and what comes of it in the end are told apart, or somebody moves on who was just announced.
    pub whom: Option<String>,
    /// Where that one is from now on.
    pub now: Option<String>,
    /// At whose own it was fired, where the enemy fires or something comes of it.
    pub under_fire: Option<Seat>,
    /// Of a roll, the kinds of lines that can come of it; none where whatever is told next does.
    pub settles: Option<&'static [&'static str]>,
    /// Of a shot, whether nobody it is fired at can tell by whom and from where.
    pub from_hiding: bool,
    /// Of a shot, whose it is and who fires, in a word: `A`.
    pub firer: Option<(Seat, String)>,
    /// Whether what comes of it in the end says all that it says: there it is not told again.
    pub passing: bool,
    /// Of harm, whether it passes and nothing is lost by it: panic.
    pub passes: bool,
    /// Of a roll, whether what it is thrown for comes to nothing by it: a miss, a hit negated.
    pub foiled: bool,
    /// What it adds to the sum of a stretch of play.
    pub sums: Vec<Sum>,
}

impl About {
    /// Something that must not be overlooked.
    pub fn grave(grave: Grave) -> Self {
        About { grave: Some(grave), ..About::default() }
    }

    /// A part of a shot.
    pub fn shot(shot: ShotPart) -> Self {
        About { shot: Some(shot), ..About::default() }
    }

    /// The same, and where it happened.
    #[must_use]
    pub fn at(self, at: impl IntoIterator<Item = String>) -> Self {
        About { at: at.into_iter().collect(), ..self }
    }
}

/// A chance of so many in a thousand.
pub fn chance(per_mille: u16) -> f64 {
    f64::from(per_mille) / 1000.0
}

/// Finds the usual answer, from the game as it stands: what a game has told grows, and reading it anew for every question would too.
pub type FindUsual<G> = fn(
    game: &G,
    data: &'static <G as Game>::Data,
    seat: Seat,
    ask: <G as Game>::Ask,
    options: &[<G as Game>::Choice],
) -> Option<Usual<<G as Game>::Choice>>;

/// Finds what may hit a seat next, the worst first.
pub type FindThreats<G> = fn(&G, &'static <G as Game>::Data, Seat) -> Vec<Threat>;

/// Tells who would bear on a seat's own where each of these answers leads, in their order: how things stand now is reckoned once for all.
pub type TellWhoBears<G> =
    fn(&G, &'static <G as Game>::Data, Seat, <G as Game>::Ask, &[<G as Game>::Choice]) -> Vec<Option<String>>;

/// Tells what an answer gives up for good; none where it gives up nothing.
pub type FindFatal<G> = fn(&G, &'static <G as Game>::Data, Seat, <G as Game>::Choice) -> Option<&'static str>;

/// Tells what an answer comes to in the end.
pub type TellEnds<G> = fn(&G, &'static <G as Game>::Data, Seat, <G as Game>::Choice) -> Vec<(&'static str, f64)>;

/// Tells an event as a sentence of the story.
pub type Tell<G> = fn(&'static <G as Game>::Data, &<G as Game>::Event) -> Option<String>;

/// Something a player would ask of his future, counted over playouts: that it holds where one has led.
pub struct Outlook<G: Game> {
    /// In a few words: `the tank is lost`.
    pub says: &'static str,
    /// Whether one hopes for it.
    pub good: bool,
    /// Whether it holds, for a seat, between where a playout began and where it has led.
    pub holds: fn(before: &G, now: &G, seat: Seat) -> bool,
}

/// A game's aids. A game that has none is played all the same.
pub struct Aids<G: Voice> {
    /// The kinds of questions that have a usual answer at some level, each in a few words.
    pub kinds: &'static [(&'static str, &'static str)],
    /// How far a bot can be let play on, the nearest first: the kind of event it stops at, and how far that is (`to the next round`).
    pub stretches: &'static [(&'static str, &'static str)],
    /// The usual answer to a question.
    pub usual: FindUsual<G>,
    /// What a shot comes to.
    pub shots: fn(&G, &'static G::Data, G::Choice) -> Option<Shots>,
    /// What an answer comes to in the end by the rolls it sets off, each in a word or two with its chance, where the first roll alone
    /// says too little or its chart too much; what is not named has no effect.
    pub ends: TellEnds<G>,
    /// What may hit a seat next; none in a game that cannot tell.
    pub threats: Option<FindThreats<G>>,
    /// What cannot be told of it, a sentence each: who is there that nobody has made out, and what he waits for.
    pub unsure: fn(&G, &'static G::Data, Seat) -> Vec<String>,
    /// An event as a sentence of the story, if it deserves one.
    pub story: Option<Tell<G>>,
    /// The phase something told belongs to, where several run by themselves.
    pub phase: fn(&Told<G>) -> Option<&'static str>,
    /// What an event is about.
    pub about: fn(&'static G::Data, &G::Event) -> About,
    /// Rolls of which often nothing comes, by chart, purpose or result, with the kinds of lines that can: what else is told next has nothing
    /// to do with them.
    pub settles: &'static [(&'static str, &'static [&'static str])],
    /// Results of rolls by which a shot comes to nothing. Where several dice are thrown for one thing and something came of it all the
    /// same, another of them decided.
    pub foils: &'static [&'static str],
    /// What advice tells chances of, the most important first.
    pub outlooks: &'static [Outlook<G>],
    /// Whether an answer moves one's own, so that others may come to bear.
    pub moves: fn(G::Choice) -> bool,
    /// What would bear on one's own where each answer leads, in a sentence, as far as its seat can tell, or that it cannot; empty where there
    /// is nothing to tell of any.
    pub bears: TellWhoBears<G>,
    /// What can be said of a question to which playing on says nothing; empty where it says something.
    pub instead: fn(&G, &'static G::Data, Seat, G::Ask) -> Vec<String>,
    /// What an answer gives up for good, in a sentence, so that one is asked once more.
    pub fatal: FindFatal<G>,
    /// What answers are called together where many become a few groups: by how their keys begin, or by whose they are (`by_spot`). What is
    /// not named here is named after its labels. [`choices!`](crate::choices) makes the list.
    pub groups: &'static [(&'static str, &'static str)],
    /// Letters that always mean the same: of a key (`commit`) or the word it begins with, where it is typed first, and of its last word or
    /// its first (`:stop`, `:open`), where it is typed after whose or what it is; a space where none is typed, whatever else can be chosen. Other
    /// answers get letters of their own beside them. [`choices!`](crate::choices) makes this list too.
    pub letters: &'static [(&'static str, char)],
}

impl<G: Voice> Aids<G> {
    /// None at all.
    pub const fn none() -> Self {
        Aids {
            kinds: &[],
            stretches: &[],
            usual: |_, _, _, _, _| None,
            shots: |_, _, _| None,
            ends: |_, _, _, _| Vec::new(),
            threats: None,
            unsure: |_, _, _| Vec::new(),
            story: None,
            phase: |_| None,
            about: |_, _| About::default(),
            settles: &[],
            foils: &[],
            outlooks: &[],
            moves: |_| false,
            bears: |_, _, _, _, _| Vec::new(),
            instead: |_, _, _, _| Vec::new(),
            fatal: |_, _, _, _| None,
            groups: &[],
            letters: &[],
        }
    }
}
