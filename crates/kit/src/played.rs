//! What came of a small situation in a rule test: answers and dice in, what was told and what is asked now out.
//!
//! Whatever does not fit panics with the log so far, because that is what one wants to read when a test fails.

use hulldown_core::dicebox::DiceBox;
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Check, Seat, Session, Voice};

/// What came of a scene. Seat 0 is asked unless another is named.
pub struct Played<G: Voice> {
    /// The table.
    pub session: Session<G>,
    /// All that was told so far.
    pub told: Vec<Told<G>>,
}

impl<G: Voice> Played<G> {
    /// Goes on from a state with these dice, in order; when they run out the game stops and asks for them.
    pub fn from(game: G, setup: G::Setup, dice: &[u8]) -> Self {
        Played::with(G::data(), game, setup, dice)
    }

    /// The same with charts of one's own.
    pub fn with(data: &'static G::Data, game: G, setup: G::Setup, dice: &[u8]) -> Self {
        let dice = DiceBox::scripted(0, dice.iter().copied());
        let session = Session::arranged(setup, data, dice, game).unwrap_or_else(|e| panic!("bad scene: {e}"));
        let mut played = Played { session, told: Vec::new() };
        played.hear();
        played
    }

    fn hear(&mut self) {
        self.told.extend(self.session.news().iter().cloned());
    }

    /// Answers on: keys separated by spaces, `1/key` for seat 1.
    #[must_use]
    pub fn go_on(mut self, answers: &str) -> Self {
        for answer in answers.split_whitespace() {
            let (seat, key) = match answer.split_once('/') {
                Some((seat, key)) => (Seat(seat.parse().unwrap_or_else(|_| panic!("no seat: {answer}"))), key),
                None => (Seat(0), answer),
            };
            let asked = self.options();
            if let Err(refusal) = self.session.choose_key(seat, key) {
                panic!("{answer}: {refusal}\nasked: {asked:?}\nlog:\n{}", self.log().join("\n"));
            }
            self.hear();
        }
        self
    }

    /// Throws more dice, one roll at a time as they are asked for.
    #[must_use]
    pub fn dice(mut self, rolls: &[&[u8]]) -> Self {
        for faces in rolls {
            if let Err(refusal) = self.session.throw(faces) {
                panic!("{faces:?}: {refusal:?}\n{}", self.log().join("\n"));
            }
            self.hear();
        }
        self
    }

    /// Goes on with answers and dice, each as it is asked for; all of both must be used.
    #[must_use]
    pub fn then(mut self, answers: &str, mut dice: &[u8]) -> Self {
        let mut answers = answers.split_whitespace();
        loop {
            if let Some(thrown) = self.session.dice_asked().map(|check| usize::from(check.dice.count)) {
                if dice.is_empty() {
                    break;
                }
                let (faces, rest) = dice.split_at(thrown);
                self = self.dice(&[faces]);
                dice = rest;
            } else if let Some(answer) = answers.next() {
                self = self.go_on(answer);
            } else {
                break;
            }
        }
        assert!(dice.is_empty() && answers.next().is_none(), "not all was asked for\n{}", self.log().join("\n"));
        self
    }

    /// The state as it stands now, in the middle of a step.
    pub fn game(&self) -> &G {
        self.session.working()
    }

    /// All that was told, one line each.
    pub fn log(&self) -> Vec<String> {
        self.told.iter().map(|told| line(self.game(), told)).collect()
    }

    /// The rolls made, one line each, such as `To hit (B1): 4 +1 rain = 5, 6 or less: hit`.
    pub fn rolls(&self) -> Vec<String> {
        let rolls = self.told.iter().filter_map(|told| match told {
            Told::Roll(check, rolled) => Some(check.line(rolled)),
            _ => None,
        });
        rolls.collect()
    }

    /// The n-th roll made, from 0.
    pub fn rolled(&self, n: usize) -> String {
        self.rolls().get(n).cloned().unwrap_or_else(|| panic!("no roll {n}\n{}", self.log().join("\n")))
    }

    /// The events told.
    pub fn events(&self) -> Vec<G::Event> {
        let events = self.told.iter().filter_map(|told| match told {
            Told::Event(event) => Some(event.clone()),
            _ => None,
        });
        events.collect()
    }

    /// Whether such an event was told.
    pub fn saw(&self, pattern: impl Fn(&G::Event) -> bool) -> bool {
        self.events().iter().any(pattern)
    }

    /// The keys that can be answered now; `dice:B1` if dice are asked for.
    pub fn options(&self) -> Vec<String> {
        match self.session.pending().first() {
            Some(Pending::Choice { options, .. }) => options.iter().map(ToString::to_string).collect(),
            Some(Pending::Dice(check)) => vec![format!("dice:{}", check.chart)],
            None => Vec::new(),
        }
    }

    /// Whether this key can be answered now.
    pub fn can(&self, key: &str) -> bool {
        self.options().iter().any(|option| option == key)
    }

    /// The rule id and reason a choice is refused for now.
    pub fn refused(&self, key: &str) -> Option<(&'static str, &'static str)> {
        match self.session.pending().first() {
            Some(Pending::Choice { refused, .. }) => {
                refused.iter().find(|r| r.choice.to_string() == key).map(|r| (G::ledger().id(r.rule), r.why))
            }
            _ => None,
        }
    }

    /// The dice asked for now: the check in words with its modifiers, such as `To hit (B1) 2d6, 6 or less [+1 rain]`.
    pub fn asked_dice(&self) -> String {
        let Some(check) = self.session.dice_asked() else { return String::new() };
        let mods: Vec<String> = check.mods.iter().map(|m| format!("{:+} {}", m.value, m.why)).collect();
        let mods = if mods.is_empty() { String::new() } else { format!(" [{}]", mods.join(", ")) };
        format!("{} ({}) {}, {}{mods}", check.purpose, check.chart, check.dice, check.need())
    }

    /// The value of a modifier of the roll asked for now, by its words; 0 if it has none such.
    pub fn modifier(&self, why: &str) -> i16 {
        let check = self.session.dice_asked().unwrap_or_else(|| panic!("no dice are asked for: {:?}", self.options()));
        check.mods.iter().find(|m| m.why == why).map_or(0, |m| m.value)
    }

    /// The check an option leads to at once.
    pub fn preview(&self, key: &str) -> Option<Check> {
        self.game().preview(G::data(), Seat(0), key.parse().ok()?)
    }
}

/// One thing told, as a line.
pub fn line<G: Voice>(game: &G, told: &Told<G>) -> String {
    match told {
        Told::Roll(check, rolled) => check.line(rolled),
        Told::Forced { label, .. } => format!("forced: {label}"),
        Told::Event(event) => game.log_words(G::data(), event).text,
    }
}
