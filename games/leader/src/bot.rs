//! The bot `sensible`: buys by a list, attacks what its force should beat, and takes the best shot from where it is least shot at.

mod campaign;
mod fight;

use crate::charts::Charts;
use crate::state::Leader;
use crate::talk::{Ask, Choice};
use crate::view::View;
use hulldown_core::{Policy, Seat};

/// What the bot goes by.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    /// Units by number, in the order they are bought while there are points: in 1942, from 1943 on, against Japan.
    pub lists: [&'static [u16]; 3],
    /// SO kept when the campaign begins.
    pub reserve: i16,
    /// Scouts bought before the first Week.
    pub scouts: u8,
    /// Trucks.
    pub trucks: u8,
    /// Expected kills, in hundredths of what it takes, with which a Battalion is attacked.
    pub enough: i32,
    /// With which no more Units are sent.
    pub plenty: i32,
    /// What a hit on a Unit counts, in hundredths of an enemy point: at least, and for each SO it cost.
    pub hit: [i32; 2],
    /// What the chance of a shot in the next turn counts, in hundredths of one in this.
    pub later: i32,
    /// What a Stress counts, in hundredths of an enemy point.
    pub stress: i32,
    /// What a hex too far away counts.
    pub far: i32,
    /// The least shot a Tactic is spent for.
    pub tactic: i32,
    /// Scouts sent to a battle at most.
    pub each: u8,
}

impl Taste {
    /// As found by playing.
    pub const PLAIN: Taste = Taste {
        lists: [
            &[921, 922, 923, 1111, 1112, 1021, 1022, 41, 931, 1151, 42, 1121, 1001, 932, 1002, 901, 43, 1101, 941, 1152],
            &[921, 922, 923, 1111, 1112, 1021, 1022, 1126, 41, 931, 1151, 1127, 42, 1131, 1001, 932, 1002, 901, 43, 1101, 941],
            &[921, 922, 923, 1021, 1022, 41, 1151, 931, 42, 1111, 932, 1001, 1002, 901, 902, 43, 1152, 1141, 941, 903],
        ],
        reserve: 6,
        scouts: 4,
        trucks: 1,
        enough: 130,
        plenty: 200,
        hit: [20, 4],
        later: 50,
        stress: 15,
        far: 6,
        tactic: 30,
        each: 2,
    };
}

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Sensible(pub Taste);

impl Policy<Leader> for Sensible {
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        Mind { game: view.game, charts: view.charts, options, taste: &self.0 }.answer(ask)
    }
}

/// Someone who thinks about a question.
struct Mind<'a> {
    game: &'a Leader,
    charts: &'static Charts,
    options: &'a [Choice],
    taste: &'a Taste,
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
            Ask::Tenacity => self.tenacity(),
            Ask::Option
            | Ask::OneUnit
            | Ask::Shift
            | Ask::Fewer
            | Ask::Placed(_)
            | Ask::Advances
            | Ask::From(_)
            | Ask::Lead(_)
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
        let mut best = (i32::MIN, self.options[0]);
        for &choice in self.options {
            let worth = worth(choice);
            if worth > best.0 {
                best = (worth, choice);
            }
        }
        best.1
    }
}
