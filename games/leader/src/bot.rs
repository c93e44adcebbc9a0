//! The bot `sensible`: buys by a list, attacks what its force should beat, and takes the best shot from where it is least shot at.

mod campaign;
mod fight;

use crate::talk::{Ask, Choice};
use crate::{Leader, View};
use hulldown_core::{Policy, Seat};

/// Units by number, in the order they are bought while there are points: against Germany in 1942, later, against Japan.
const LISTS: [&[u16]; 3] = [
    &[921, 922, 923, 1111, 1112, 1021, 1022, 41, 931, 1151, 42, 1121, 1001, 932, 1002, 901, 43, 1101, 941, 1152],
    &[921, 922, 923, 1111, 1112, 1021, 1022, 1126, 41, 931, 1151, 1127, 42, 1131, 1001, 932, 1002, 901, 43, 1101, 941],
    &[921, 922, 923, 1021, 1022, 41, 1151, 931, 42, 1111, 932, 1001, 1002, 901, 902, 43, 1152, 1141, 941, 903],
];
/// SO kept when the campaign begins.
pub(crate) const RESERVE: i16 = 8;
/// Scouts and Trucks bought before the first Week.
pub(crate) const SCOUTS: u8 = 4;
pub(crate) const TRUCKS: u8 = 1;
/// Scouts sent to a battle at most.
const SCOUTS_EACH: u8 = 2;
/// Expected kills, in hundredths of what it takes, with which a Battalion is attacked.
const ENOUGH: i32 = 130;
/// With which no more Units are sent.
const PLENTY: i32 = 200;
/// What a hit on a Unit counts, in hundredths of an enemy point: at least, and for each SO it cost.
const HIT: [u16; 2] = [20, 2];
/// What the chance of a shot in the next turn counts, in hundredths of one in this.
const LATER: u32 = 80;
/// What a Stress counts, in hundredths of an enemy point; so are the next two.
const STRESS: i32 = 15;
/// What a hex too far away counts.
const FAR: i32 = 20;
/// The least shot a Tactic is spent for.
const TACTIC: i32 = 30;

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Sensible;

impl Policy<Leader> for Sensible {
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        Mind { view: *view, options }.answer(ask)
    }

    #[inline]
    fn is_plain(&mut self, ask: Ask) -> bool {
        // Who is due acts; which enemy is next, whom it looks at and which of equal ways it goes: the first, as it would say below.
        matches!(ask, Ask::Act(_) | Ask::Enemy | Ask::Closest(_) | Ask::Path(_))
    }
}

/// Someone who thinks about a question.
struct Mind<'a> {
    view: View<'a>,
    options: &'a [Choice],
}

impl Mind<'_> {
    fn answer(&self, ask: Ask) -> Choice {
        match ask {
            Ask::Buy | Ask::Units => self.shop(),
            Ask::Command(level) => self.best(|choice| self.suits(choice, level)),
            Ask::Equip => self.equip(),
            Ask::Plan => self.plan(),
            Ask::Assign(_) => self.assign(),
            Ask::Under(_) | Ask::Recruit => self.best(|choice| self.fitness(choice)),
            Ask::One | Ask::Surplus => self.best(|choice| -self.fitness(choice)),
            Ask::Place(unit) => self.place(unit),
            Ask::Orders(unit) => self.order(unit),
            Ask::Strike => self.best(|choice| self.worth(choice)),
            Ask::Act(step) => self.act(step),
            Ask::Counter(unit, command) => self.counter(unit, command),
            Ask::Carry(_) => Choice::Done,
            Ask::Move(unit) => self.walk(unit),
            Ask::Attack(unit) => self.shoot(unit),
            Ask::Target(_) => self.best(|choice| self.spares(choice)),
            Ask::Medic(_) => self.best(|choice| self.help(choice)),
            Ask::Mechanic(..) | Ask::Mend(_) | Ask::Repairs => self.best(|choice| self.mend(choice)),
            Ask::Depot => self.depot(),
            Ask::Rest => self.rest(),
            Ask::Upgrade(_) => Choice::Back,
            Ask::Raise(_) => Choice::Done,
            Ask::End => Choice::Yes,
            // Partners know what they want, and what they hand over is welcome.
            Ask::Force
            | Ask::Gear(_)
            | Ask::Costs(_)
            | Ask::Spend(..)
            | Ask::AcceptUnit(..)
            | Ask::AcceptCommander(..)
            | Ask::Relieved(..) => Choice::Yes,
            Ask::Ride(unit, _) => self.rides(unit),
            Ask::HandOver => Choice::Back,
            Ask::Tenacity => self.tenacity(),
            Ask::Option
            | Ask::OneUnit
            | Ask::Shift
            // It has planned them in the order it would fight them in.
            | Ask::Next
            | Ask::Fewer
            | Ask::Placed(_)
            | Ask::Advances
            | Ask::From(_)
            | Ask::Lead(_)
            | Ask::HandUnit(_)
            | Ask::HandCommander(_)
            | Ask::Enemy
            | Ask::Closest(_)
            | Ask::Path(_) => self.options[0],
        }
    }

    fn can(&self, choice: Choice) -> bool {
        self.options.contains(&choice)
    }

    /// The option that is worth most; of equals the first.
    fn best(&self, worth: impl Fn(Choice) -> i32) -> Choice {
        let (mut most, mut best) = (i32::MIN, 0);
        for (at, &choice) in self.options.iter().enumerate() {
            let worth = worth(choice);
            best = if worth > most { at } else { best };
            most = most.max(worth);
        }
        self.options[best]
    }
}
