//! Who can play a duel, and what simulation and machines make of it.

use super::{Ask, Choice, Data, Duel, Setup, Stage, View};
use hulldown_core::playable::bots::{Bots, NamedBot};
use hulldown_core::playable::{Figures, Playable, PlayedGame, Trial};
use hulldown_core::{Generator, Policy, Seat};
use serde::Serialize;

/// Fires as long as there are shells, and keeps the charm for the last point of hull.
#[derive(Clone, Debug)]
pub struct Steady(pub Generator);

impl<const FLAW: u8> Policy<Duel<FLAW>> for Steady {
    fn decide(&mut self, view: &View, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let last = view.tanks[seat.index()].hull == 1;
        let wanted = |choice: &Choice| match ask {
            Ask::Aim => matches!(choice, Choice::Aim(_)),
            Ask::Dodge => matches!(choice, Choice::Dodge(_)),
            Ask::Armor => (*choice == Choice::Spend) == last,
            Ask::Charm | Ask::Salute => true,
        };
        let good = options.iter().filter(|choice| wanted(choice)).count();
        let pick = self.0.below(good.max(1) as u32) as usize;
        options.iter().copied().filter(wanted).nth(pick).unwrap_or(options[0])
    }
}

impl<const FLAW: u8> Playable for Duel<FLAW> {
    const BOTS: &'static Bots<Self> = &Bots {
        policies: &[NamedBot {
            name: "steady",
            help: "fires as long as there are shells",
            make: |seed| Box::new(Steady(Generator::new(seed))),
        }],
        value: |game, _, seat| {
            let hull = game.tanks.map(|tank| i64::from(tank.hull));
            hull[seat.index()] - hull[1 - seat.index()]
        },
        weighs: "hull left, one's own against the other's.",
        horizon: |before, now| now.rounds + 2 < before.rounds,
        imagine: Some(|game, _, seat, salt| Self::scramble(game, seat, salt)),
    };
}

/// How one duel ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ended {
    /// Its number.
    pub duel: u64,
    /// What is left of the two hulls.
    pub hull: [u8; 2],
}

impl<const FLAW: u8> Figures for Duel<FLAW> {
    type Record = Ended;
    /// Duels won by the first tank, by the second, and by nobody.
    type Summary = [usize; 3];
    const RECORDS: &'static str = "duels";
    const COLUMNS: &'static str = "duel,first,second";

    fn records(played: PlayedGame<Self>, _: &'static Data) -> Vec<Ended> {
        vec![Ended { duel: played.index, hull: played.game.tanks.map(|tank| tank.hull) }]
    }

    fn rows(Ended { duel, hull: [first, second] }: &Ended, _: &'static Data) -> Vec<String> {
        vec![format!("{duel},{first},{second}")]
    }

    fn add(summary: &mut [usize; 3], Ended { hull: [first, second], .. }: &Ended) {
        summary[if first > second { 0 } else { 1 + usize::from(first == second) }] += 1;
    }

    fn report([first, second, nobody]: &[usize; 3], _: &'static Data) -> String {
        format!("the first tank wins {first}, the second {second}, nobody {nobody}\n")
    }
}

impl<const FLAW: u8> Trial for Duel<FLAW> {
    fn setup(number: u64) -> Setup {
        Setup { rounds: (number % 20 + 1) as u8, solo: number % 3 == 2, wind: (number % 5) as i8 - 2 }
    }

    fn sound(&self, _: &'static Data) -> Result<(), String> {
        let waits = self.stage != Stage::Round || self.tanks.iter().all(|tank| tank.charm.is_some());
        if waits { Ok(()) } else { Err("a round without charms (1.2)".into()) }
    }

    fn follows(&self, before: &Self, _: &'static Data) -> Result<(), String> {
        let worse = |(now, then): (&super::Tank, &super::Tank)| now.hull <= then.hull && now.shells <= then.shells;
        if self.tanks.iter().zip(&before.tanks).all(worse) { Ok(()) } else { Err("a tank is mended (3.2)".into()) }
    }

    fn whereabouts(&self) -> String {
        format!("{:?}, {} rounds to go", self.stage, self.rounds)
    }
}
