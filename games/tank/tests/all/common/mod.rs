//! Small situations for rule tests: a scene, plots as one would say them, and dice; then what came of them.
//!
//! ```ignore
//! let end = Scene::new("0").alpha("A 2006 C").bravo("A 2506 F").play("A df 2506", "A mv F F", &[3]);
//! assert_eq!(end.rolls(), ["8.92 3+1 of 7"]);
//! ```
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every test file uses its own part of this")]

pub mod thumb;

use hulldown_core::check::Reading;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::hex::{HexId, Side};
use hulldown_core::session::{Pending, Refusal, Told};
use hulldown_core::{Game, Seat, Session, Voice};
use hulldown_tank::charts::Charts;
use hulldown_tank::map::{Battleground, Layout};
use hulldown_tank::state::{Place, Stage, Unit, UnitId};
use hulldown_tank::talk::{Event, FireSum, Halt, Who};
use hulldown_tank::words::*;
use hulldown_tank::{Setup, Tank};

pub const A: Force = Force::Alpha;
pub const B: Force = Force::Bravo;

pub fn charts() -> &'static Charts {
    Tank::data()
}

pub fn ground() -> &'static Battleground {
    charts().ground(Layout::ONE)
}

/// A hex by its number.
pub fn hex(number: u16) -> HexId {
    ground().find(&format!("{number:04}")).unwrap()
}

/// A hex's number.
pub fn number(id: HexId) -> u16 {
    ground().hex(id).number()
}

pub fn side(letter: char) -> Side {
    Side::from_letter(letter).unwrap()
}

pub fn setup(scenario: &str) -> Setup {
    Setup { scenario: scenario.into(), ..Setup::default() }
}

/// A situation at the beginning of a Game-Turn's plotting. Units that are not placed wait off the map: Alpha's behind 0101, Bravo's behind
/// 5233. Those that are placed have been spotted unless it is said otherwise; nobody panics yet, nobody keeps a column.
#[derive(Clone)]
pub struct Scene {
    pub game: Tank,
}

impl Scene {
    pub fn new(scenario: &str) -> Self {
        let mut game = Tank::new(&setup(scenario), charts()).unwrap();
        game.stage = Stage::Plot;
        game.turn = 5;
        (game.armies[0].entry, game.armies[0].heading) = (Some(hex(101)), Side::C);
        (game.armies[1].entry, game.armies[1].heading) = (Some(hex(5233)), Side::F);
        Scene { game }
    }

    /// Changes anything.
    pub fn with(mut self, change: impl FnOnce(&mut Tank)) -> Self {
        change(&mut self.game);
        self
    }

    pub fn mode(self, mode: Mode) -> Self {
        self.with(|game| game.mode = mode)
    }

    pub fn turn(self, turn: u16) -> Self {
        self.with(|game| game.turn = turn)
    }

    /// Panic is on.
    pub fn panic(self) -> Self {
        self.with(|game| game.panic = true)
    }

    /// Alpha units, separated by commas: code, hex, facing if it has one, and `unspotted` or `hidden` (unspotted in a hidden Improved
    /// Position).
    pub fn alpha(self, units: &str) -> Self {
        self.force(A, units)
    }

    /// Bravo units in the same way.
    pub fn bravo(self, units: &str) -> Self {
        self.force(B, units)
    }

    fn force(mut self, force: Force, units: &str) -> Self {
        for words in units.split(',') {
            let words: Vec<&str> = words.split_whitespace().collect();
            let at = charts().ground(self.game.sheets).find(words[1]).unwrap();
            let id = self.game.coded(force, words[0].parse().unwrap()).unwrap_or_else(|| panic!("no {}", words[0]));
            let unit = self.game.unit_mut(id);
            unit.place = Place::On(at);
            unit.spotted = true;
            for word in &words[2..] {
                match *word {
                    "unspotted" => unit.spotted = false,
                    "hidden" => (unit.spotted, unit.hidden) = (false, true),
                    facing => unit.facing = facing.parse().unwrap(),
                }
            }
            if unit.hidden && self.game.position(at).is_none() {
                self.game.dig(at, true);
            }
        }
        self
    }

    /// Wrecks in hexes.
    pub fn wreck(mut self, number: u16) -> Self {
        self.game.wrecks.push(hex(number));
        self.game.wrecks.sort_unstable();
        self
    }

    /// A revealed Improved Position.
    pub fn position(mut self, number: u16) -> Self {
        self.game.dig(hex(number), false);
        self
    }

    /// The first so many units of a force that are not placed are destroyed.
    pub fn lost(mut self, force: Force, count: u8) -> Self {
        let off = |unit: &&mut Unit| matches!(unit.place, Place::Queue(_));
        let army = self.game.army_mut(force);
        let gone = army.units.iter_mut().filter(off).take(usize::from(count)).map(|unit| unit.place = Place::Lost);
        assert_eq!(gone.count(), usize::from(count), "not so many units are off the map");
        army.losses += count;
        self
    }

    /// The first so many units of a force that are not placed have left the map.
    pub fn left(mut self, force: Force, count: u8) -> Self {
        let off = |unit: &&mut Unit| matches!(unit.place, Place::Queue(_));
        let army = self.game.army_mut(force);
        let gone = army.units.iter_mut().filter(off).take(usize::from(count)).map(|unit| unit.place = Place::Left);
        assert_eq!(gone.count(), usize::from(count), "not so many units are off the map");
        army.exited += count;
        self
    }

    /// All units of both forces that are not placed have left the map.
    pub fn nobody_else(mut self) -> Self {
        for army in &mut self.game.armies {
            for unit in army.units.iter_mut().filter(|unit| matches!(unit.place, Place::Queue(_))) {
                unit.place = Place::Left;
                army.exited += 1;
            }
        }
        self
    }

    /// Begins, and stops at the first question.
    pub fn begin(self) -> Played {
        self.begin_with(DiceBox::scripted(0, []))
    }

    /// Plays with dice that fall as they may, where only what was worked out matters.
    pub fn chance(self, alpha: &str, bravo: &str) -> Played {
        self.begin_with(DiceBox::new(1, DiceMode::Random)).plots(alpha, bravo, &[])
    }

    fn begin_with(self, dice: DiceBox) -> Played {
        let setup = setup(self.game.scenario.id());
        let session =
            Session::arranged(setup, charts(), dice, self.game).unwrap_or_else(|error| panic!("bad scene: {error}"));
        let told = session.news().to_vec();
        Played { session, told }
    }

    /// Both plot as they say, commit, and the plots are carried out with these dice up to the next question.
    pub fn play(self, alpha: &str, bravo: &str, dice: &[u8]) -> Played {
        self.begin().plots(alpha, bravo, dice)
    }

    /// Why a plot is refused: the rule and the words.
    pub fn refused(self, force: Force, plot: &str) -> (&'static str, &'static str) {
        let mut played = self.begin();
        match played.say(force, plot) {
            Err(Refusal::NotAnOption { why: Some((rule, why)), .. }) => (Tank::ledger().id(rule), why),
            Err(refusal) => panic!("`{plot}` is refused, but without a rule: {refusal}"),
            Ok(()) => panic!("`{plot}` is not refused"),
        }
    }

    /// Whether a plot can be made.
    pub fn allows(self, force: Force, plot: &str) -> bool {
        self.begin().say(force, plot).is_ok()
    }
}

/// What came of a scene.
#[derive(Clone)]
pub struct Played {
    pub session: Session<Tank>,
    pub told: Vec<Told<Tank>>,
}

impl Played {
    /// A game from its beginning.
    pub fn of(setup: Setup) -> Self {
        let session = Session::new(setup, charts(), DiceBox::scripted(0, [])).unwrap();
        let told = session.news().to_vec();
        Played { session, told }
    }

    fn hear(&mut self) {
        self.told.extend(self.session.news().iter().cloned());
    }

    /// What the plots say, choice by choice, until one is refused.
    pub fn say(&mut self, force: Force, plots: &str) -> Result<(), Refusal> {
        for line in plots.split(',').filter(|line| !line.trim().is_empty()) {
            let spoken = self.game().spoken(charts(), force.seat(), hulldown_tank::talk::Ask::Plot, line);
            let choices = match spoken {
                Some(Ok(choices)) => choices,
                Some(Err(why)) => return Err(Refusal::NotAnOption { key: why, why: None }),
                None => panic!("{line} says nothing"),
            };
            for choice in choices {
                self.session.choose(force.seat(), choice)?;
                self.hear();
            }
        }
        Ok(())
    }

    /// Plots that must be taken; not committed.
    pub fn plotted(mut self, force: Force, plots: &str) -> Self {
        if let Err(refusal) = self.say(force, plots) {
            panic!("{force} {plots}: {refusal}\n{}", self.log().join("\n"));
        }
        self
    }

    /// Both plot and commit.
    pub fn plots(self, alpha: &str, bravo: &str, dice: &[u8]) -> Self {
        let mut played = self.plotted(A, alpha).plotted(B, bravo);
        played.session.dice_mut().script.extend(dice);
        played.press(A, "commit").press(B, "commit").settled()
    }

    /// Answers by key, without looking at the dice.
    pub fn press(mut self, force: Force, keys: &str) -> Self {
        for key in keys.split_whitespace() {
            if let Err(refusal) = self.session.choose_key(force.seat(), key) {
                let asked = self.options(force);
                panic!("{force} {key}: {refusal}\noptions: {asked:?}\nlog:\n{}", self.log().join("\n"));
            }
            self.hear();
        }
        self
    }

    /// Answers by key, with the dice that then fall.
    pub fn answer(mut self, force: Force, keys: &str, dice: &[u8]) -> Self {
        self.session.dice_mut().script.extend(dice);
        self.press(force, keys).settled()
    }

    /// All dice must have fallen, and none may be wanted.
    fn settled(self) -> Self {
        let log = || self.log().join("\n");
        if let Some(check) = self.session.dice_asked() {
            panic!("no dice for: {check:?}\n{}", log());
        }
        let left = &self.session.dice().script;
        assert!(left.is_empty(), "dice left over: {left:?}\n{}", log());
        assert!(self.session.misfit().is_none(), "{:?}", self.session.misfit());
        self
    }

    /// Everybody keeps his facing, so that the turn is recorded.
    pub fn keep(mut self) -> Self {
        for force in Force::ALL {
            while self.can(force, "keep-rest") {
                self = self.press(force, "keep-rest");
            }
        }
        self.settled()
    }

    pub fn game(&self) -> &Tank {
        self.session.working()
    }

    pub fn stage(&self) -> Stage {
        self.game().stage
    }

    pub fn id(&self, force: Force, code: &str) -> UnitId {
        self.game().coded(force, code.parse().unwrap()).unwrap()
    }

    pub fn unit(&self, force: Force, code: &str) -> &Unit {
        self.game().unit(self.id(force, code))
    }

    /// The number of the hex a unit stands in; 0 off the map.
    pub fn at(&self, force: Force, code: &str) -> u16 {
        self.unit(force, code).hex().map_or(0, |at| charts().ground(self.game().sheets).on_sheet(at).1.number())
    }

    pub fn facing(&self, force: Force, code: &str) -> char {
        self.unit(force, code).facing.letter()
    }

    pub fn lost(&self, force: Force, code: &str) -> bool {
        self.unit(force, code).place == Place::Lost
    }

    pub fn spotted(&self, force: Force, code: &str) -> bool {
        self.unit(force, code).spotted
    }

    pub fn wrecks(&self) -> Vec<u16> {
        self.game().wrecks.iter().map(|at| number(*at)).collect()
    }

    /// Improved Positions, and whether they are hidden.
    pub fn positions(&self) -> Vec<(u16, bool)> {
        self.game().positions.iter().map(|p| (number(p.hex), p.hidden)).collect()
    }

    /// How it ended.
    pub fn ending(&self) -> Option<(hulldown_tank::state::Why, Option<Force>)> {
        self.game().ending.filter(|_| self.session.is_over()).map(|ending| (ending.why, ending.winner))
    }

    /// The rolls made: chart, die with what is added to it, and the number it must not exceed, such as `8.91 3+1 of 6`.
    pub fn rolls(&self) -> Vec<String> {
        let rolls = self.told.iter().filter_map(|told| match told {
            Told::Roll(check, rolled) => Some((check, rolled)),
            _ => None,
        });
        let one = |(check, rolled): (&hulldown_core::Check, &hulldown_core::check::Rolled)| {
            let plus = if check.modifier() == 0 { String::new() } else { format!("+{}", check.modifier()) };
            let need = match check.reading {
                Reading::AtMost { need, .. } => format!(" of {need}"),
                _ => String::new(),
            };
            format!("{} {}{plus}{need}", check.chart, rolled.natural)
        };
        rolls.map(one).collect()
    }

    /// Who throws each roll, and whether the other sees it.
    pub fn throwers(&self) -> Vec<(&'static str, Force, bool)> {
        let rolls = self.told.iter().filter_map(|told| match told {
            Told::Roll(check, _) => Some((check.chart, Force::of(check.by), check.secret.is_none())),
            _ => None,
        });
        rolls.collect()
    }

    /// All that was told, as facts.
    pub fn events(&self) -> Vec<Event> {
        self.told
            .iter()
            .filter_map(|told| if let Told::Event(event) = told { Some(event.event) } else { None })
            .collect()
    }

    /// What a force was told, as facts.
    pub fn heard(&self, force: Force) -> Vec<Event> {
        self.told
            .iter()
            .filter(|told| told.is_heard_by(force.seat()))
            .filter_map(|told| if let Told::Event(event) = told { Some(event.event) } else { None })
            .collect()
    }

    /// One of a force's units as its owner names what was fired at in a hex.
    pub fn target(&self, force: Force, code: &str, at: u16) -> Who {
        let unit = self.unit(force, code);
        Who { force, known: Some((unit.code, unit.weapon)), hex: Some(hex(at)) }
    }

    /// Everything a force hears, in words.
    pub fn hears(&self, force: Force) -> Vec<String> {
        self.told.iter().filter(|told| told.is_heard_by(force.seat())).map(words).collect()
    }

    pub fn saw(&self, pattern: impl Fn(&Event) -> bool) -> bool {
        self.events().iter().any(pattern)
    }

    /// How the shots were worked out, as their owner is told, one for each.
    pub fn sums(&self) -> Vec<FireSum> {
        let mut sums = Vec::new();
        for told in &self.told {
            let Told::Event(event) = told else { continue };
            match event.event {
                Event::Fires { who, sum, .. } if event.to.is_none_or(|to| to == who.force) => sums.push(sum),
                Event::Combines { sum, .. } => sums.push(sum),
                Event::NoAttack { who, sum, .. } if event.to.is_none_or(|to| to == who.force) => sums.push(sum),
                _ => {}
            }
        }
        sums
    }

    /// Strength against strength of each shot.
    pub fn strengths(&self) -> Vec<(i16, i16)> {
        self.sums().iter().map(|sum| (sum.strength, sum.defence)).collect()
    }

    /// Who stopped, and why.
    pub fn stops(&self) -> Vec<(Force, String, Halt)> {
        let mut stops: Vec<(Force, String, Halt)> = Vec::new();
        for event in self.events() {
            if let Event::Stops { who: Who { force, known: Some((code, _)), .. }, halt } = event {
                let stop = (force, code.to_string(), halt);
                if !stops.contains(&stop) {
                    stops.push(stop);
                }
            }
        }
        stops
    }

    /// The steps made: who, to where, in which pulse; as Alpha's and Bravo's own players hear it.
    pub fn moves(&self) -> Vec<(Force, String, u16, u8)> {
        let mut moves = Vec::new();
        for event in self.events() {
            if let Event::Moves { who: Who { force, known: Some((code, _)), hex: Some(to) }, points, .. } = event {
                let step = (force, code.to_string(), number(to), points);
                if !moves.contains(&step) {
                    moves.push(step);
                }
            }
        }
        moves
    }

    /// All that was told, in words.
    pub fn log(&self) -> Vec<String> {
        self.told.iter().map(words).collect()
    }

    /// The keys a force can answer now.
    pub fn options(&self, force: Force) -> Vec<String> {
        self.session
            .question(force.seat())
            .map_or(Vec::new(), |(options, _)| options.iter().map(ToString::to_string).collect())
    }

    pub fn can(&self, force: Force, key: &str) -> bool {
        self.options(force).iter().any(|option| option == key)
    }

    /// The rule and the words a choice is refused with now.
    pub fn refusal(&self, force: Force, key: &str) -> Option<(&'static str, &'static str)> {
        let (_, refused) = self.session.question(force.seat())?;
        refused.iter().find(|r| r.choice.to_string() == key).map(|r| (Tank::ledger().id(r.rule), r.why))
    }

    /// What a force is asked: the kind of question and its words.
    pub fn asked(&self, force: Force) -> Option<(&'static str, String)> {
        self.session.pending().iter().find_map(|pending| match pending {
            Pending::Choice { seat, ask, .. } if *seat == force.seat() => {
                let words = self.game().ask_words(charts(), *seat, *ask);
                Some((words.kind, words.text))
            }
            _ => None,
        })
    }
}

/// All that Alpha can read of a game at a pause: its view, its board in words, its question, whether anybody else is waited for, and whom
/// it hears of.
pub fn reads(played: &Played) -> Vec<String> {
    let view = played.game().view(charts(), A.seat());
    let mut lines = vec![serde_json::to_string(&view).unwrap(), Tank::status(&view)];
    lines.extend(Tank::sections(&view).into_iter().flat_map(|section| section.lines));
    lines.push(format!("{:?}, waits for Bravo: {}", played.asked(A), played.asked(B).is_some()));
    lines.extend(played.hears(A).into_iter().filter(|line| !line.contains("sealed")));
    lines
}

fn words(told: &Told<Tank>) -> String {
    match told {
        Told::Roll(check, rolled) => check.line(rolled),
        Told::Forced { label, .. } => format!("forced: {label}"),
        Told::Event(event) => Tank::event_words(charts(), event).text,
    }
}

/// The seats, for tests that look over both shoulders.
pub const SEATS: [Seat; 2] = [Seat(0), Seat(1)];
