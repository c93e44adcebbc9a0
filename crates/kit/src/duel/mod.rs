//! A duel of two tanks: the smallest game that needs everything a table can do.
//!
//! Dice fall before the first question, both crews plot in secret at once, a hidden number is shown later, questions have forced
//! answers, and a tank without a crew makes it a game for one. The constants of [`flaw`] make it break one law of the table each,
//! to prove that the kit notices.

mod charts;
pub mod flaw;
mod playable;
mod talk;
mod voice;
mod words;

pub use charts::{Armor, Data};
pub use playable::{Ended, Steady};
pub use talk::{Ask, Choice, Event};
pub use words::{Charm, Plot, SeenTank, Side, View};

use hulldown_core::chart::{ChartError, Files};
use hulldown_core::talk::Answer;
use hulldown_core::{Check, D6, Game, Invalid, Ledger, Menu, Outcome, Pause, Play, Seat, TWO_D6, Table};
use serde::{Deserialize, Serialize};
use talk::{AimAnswer, ArmorAnswer, CharmAnswer, DodgeAnswer, SaluteAnswer};

hulldown_core::ledger!("rules.tsv");

/// A rule of the ledger, checked by the compiler.
macro_rules! rule {
    ($id:literal) => {
        const { $crate::duel::CITED.cite($id) }
    };
}
pub(crate) use rule;

/// What is agreed before a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many rounds at most; none ends the duel before it begins.
    pub rounds: u8,
    /// Whether the second tank is without a crew.
    pub solo: bool,
    /// What the wind adds to every shot.
    pub wind: i8,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { rounds: 8, solo: false, wind: 1 }
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The first shot and the charms.
    Start,
    /// A round.
    Round,
    /// Nothing.
    Over,
}

/// One of the two tanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tank {
    /// What it can take before it is lost.
    pub hull: u8,
    /// Whether it can move no more.
    pub stuck: bool,
    /// Shells left.
    pub shells: u8,
    /// Its secret number, once written down.
    pub charm: Option<u8>,
    /// Whether the other crew has seen it.
    pub charm_shown: bool,
    /// Where it aims; the outer value says whether that is plotted.
    pub aim: Option<Option<Side>>,
    /// Where it dodges; the outer value says whether that is plotted.
    pub dodge: Option<Option<Side>>,
}

/// A duel. `FLAW` is one of the constants of [`flaw`]; a sound duel has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel<const FLAW: u8 = { flaw::NONE }> {
    /// What comes next.
    pub stage: Stage,
    /// Whether the second tank is without a crew.
    pub solo: bool,
    /// Rounds still to play.
    pub rounds: u8,
    /// What the wind adds to every shot.
    pub wind: i8,
    /// Who fires first.
    pub first: Seat,
    /// Whether the plots of this round have been shown.
    pub plots_shown: bool,
    /// The tanks.
    pub tanks: [Tank; 2],
    /// Whether the winner saluted.
    pub saluted: bool,
    /// A part of the state that saves forget, for [`flaw::FORGETS`].
    #[serde(skip)]
    forgotten: u8,
}

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl<const FLAW: u8> Game for Duel<FLAW> {
    const ID: &'static str = "duel";
    const TITLE: &'static str = "Duel";
    const RULES_VERSION: u32 = 3;
    const SAME_CHARTS: &[&str] = &["an earlier form"];

    type Data = Data;
    type Setup = Setup;
    type Choice = Choice;
    type Ask = Ask;
    type Event = Event;
    type View<'a> = View;

    fn ledger() -> &'static Ledger {
        &LEDGER
    }

    fn shipped() -> Files {
        charts::shipped()
    }

    fn load(files: &Files) -> Result<Data, ChartError> {
        charts::load(files)
    }

    fn data() -> &'static Data {
        charts::data()
    }

    fn new(setup: &Setup, _: &'static Data) -> Result<Self, Invalid> {
        if setup.rounds > 50 {
            return Err(Invalid::new("rounds", "at most 50"));
        }
        let tank = Tank { hull: 3, stuck: false, shells: 4, charm: None, charm_shown: false, aim: None, dodge: None };
        Ok(Duel {
            stage: if setup.rounds == 0 { Stage::Over } else { Stage::Start },
            solo: setup.solo,
            rounds: setup.rounds,
            wind: setup.wind,
            first: Seat(0),
            plots_shown: false,
            tanks: [tank; 2],
            saluted: false,
            forgotten: 0,
        })
    }

    fn seats(&self) -> u8 {
        if self.solo { 1 } else { 2 }
    }

    fn advance<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        match self.stage {
            Stage::Start => self.start(data, table),
            Stage::Round => self.round(data, table),
            Stage::Over => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    fn outcome(&self, _: &'static Data) -> Option<Outcome> {
        let [a, b] = self.tanks.map(|tank| tank.hull);
        let result = if a > b {
            "won"
        } else if b > a {
            "lost"
        } else {
            "drawn"
        };
        self.is_over().then(|| Outcome {
            result: result.into(),
            score: i64::from(a) - i64::from(b),
            scores: Vec::new(),
            winner: self.winner(),
            summary: vec![format!("hull {a} to {b}")],
        })
    }

    fn view(&self, _: &'static Data, seat: Seat) -> View {
        self.seen_by(seat)
    }

    fn validate(&self, _: &'static Data) -> Result<(), Invalid> {
        if self.rounds > 50 {
            return Err(Invalid::new("rounds", "at most 50"));
        }
        if self.rounds == 0 && self.stage != Stage::Over {
            return Err(Invalid::new("rounds", "none is left, so the duel is over (4.1)"));
        }
        if !SEATS.contains(&self.first) {
            return Err(Invalid::new("first", "one of two seats fires first"));
        }
        for (n, tank) in self.tanks.iter().enumerate() {
            if tank.hull > 3 {
                return Err(Invalid::new(format!("tanks[{n}].hull"), "at most 3"));
            }
            if tank.charm.is_some_and(|charm| !(1..=3).contains(&charm)) {
                return Err(Invalid::new(format!("tanks[{n}].charm"), "a charm is 1, 2 or 3"));
            }
        }
        Ok(())
    }
}

impl<const FLAW: u8> Duel<FLAW> {
    fn tank(&mut self, seat: Seat) -> &mut Tank {
        &mut self.tanks[seat.index()]
    }

    /// [1.1] [1.2] The first shot and the charms.
    fn start<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        let check = Check::at_most("1.1", "First shot", rule!("1.1"), D6, 3).called("the first", "the second");
        self.first = Seat(u8::from(!table.test(&check)?));
        let first = self.first;
        table.tell(|| Event::First(first));
        if self.solo {
            self.write_charm(data, table, Seat(0))?;
            self.tanks[1].charm = Some(1);
        } else {
            table.simultaneously(&SEATS, |table, seat| self.write_charm(data, table, seat))?;
        }
        self.stage = Stage::Round;
        Ok(())
    }

    fn write_charm<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T, seat: Seat) -> Play<()> {
        let mut menu = table.menu();
        for charm in 1..=3 {
            menu.offer(CharmAnswer::Write(Charm(charm)));
        }
        if FLAW == flaw::TWICE {
            menu.offer(CharmAnswer::Write(Charm(2)));
        }
        if FLAW == flaw::WRONG_KEY {
            menu.offer(CharmAnswer::Write(Charm(5)));
        }
        menu.refuse(CharmAnswer::Write(Charm(4)), rule!("1.2"), "no charm is so strong");
        let CharmAnswer::Write(Charm(charm)) = table.ask(self, data, seat, Ask::Charm, &menu)?;
        self.tank(seat).charm = Some(charm);
        self.forgotten = charm;
        table.tell(|| Event::Written(seat));
        Ok(())
    }

    /// [2] [3] [4.1] A round.
    fn round<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        if FLAW == flaw::LISTENS && T::LISTENS {
            self.wind = 0;
        }
        self.plots(data, table)?;
        for shooter in [self.first, other(self.first)] {
            if self.tanks[shooter.index()].hull > 0 {
                self.fire(data, table, shooter)?;
            }
        }
        for tank in &mut self.tanks {
            (tank.aim, tank.dodge) = (None, None);
        }
        self.plots_shown = false;
        if FLAW != flaw::ENDLESS {
            self.rounds -= 1;
            if self.rounds == 0 || self.tanks.iter().any(|tank| tank.hull == 0) {
                self.stage = Stage::Over; // 4.1
            }
        } else {
            (self.tanks[0].hull, self.tanks[1].hull) = (3, 3);
        }
        let over = self.is_over();
        table.tell(|| if over { Event::End } else { Event::NextRound });
        if over { self.salute(data, table) } else { Ok(()) }
    }

    /// Whose hull has held better.
    fn winner(&self) -> Option<Seat> {
        let [a, b] = self.tanks.map(|tank| tank.hull);
        (a != b).then_some(Seat(u8::from(b > a)))
    }

    /// [4.2] The last word, asked when the duel is over already.
    fn salute<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        let Some(seat) = self.winner().filter(|seat| seat.0 < self.seats()) else { return Ok(()) };
        let mut menu = table.menu();
        menu.offer(SaluteAnswer::Salute);
        menu.offer(SaluteAnswer::Leave);
        self.saluted = table.ask(self, data, seat, Ask::Salute, &menu)? == SaluteAnswer::Salute;
        Ok(())
    }

    /// [2.1] [2.2] The plots.
    fn plots<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        if self.solo {
            self.plot(data, table, Seat(0))?;
            self.plot_by_die(data, table)?;
        } else {
            table.simultaneously(&SEATS, |table, seat| self.plot(data, table, seat))?;
        }
        if FLAW != flaw::UNSEALED {
            table.reveal();
        }
        self.plots_shown = true;
        let plots = self.tanks.map(|tank| (tank.aim.flatten(), tank.dodge.flatten()));
        table.tell(|| Event::Plots(plots));
        Ok(())
    }

    fn plot<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T, seat: Seat) -> Play<()> {
        let tank = self.tanks[seat.index()];
        let mut menu = table.menu();
        let no_shells = (tank.shells == 0).then_some((rule!("2.1a"), "no shells left"));
        for side in Side::BOTH {
            menu.weigh(AimAnswer::Aim(side), no_shells);
        }
        if FLAW == flaw::PEEKS && seat == Seat(1) && self.tanks[0].aim == Some(None) && tank.shells > 0 {
            menu.refuse(AimAnswer::Hold, rule!("2.1"), "the other holds already");
        } else {
            menu.offer(AimAnswer::Hold);
        }
        if FLAW == flaw::BOTH_WAYS {
            menu.refuse(AimAnswer::Hold, rule!("2.1"), "not today");
        }
        if FLAW == flaw::DICE_IN_LANE {
            table.natural(&Check::at_most("2.1", "Nerves", rule!("2.1"), D6, 3))?;
        }
        if FLAW == flaw::COUNTS && flaw::called_often() {
            menu = table.menu();
            menu.offer(AimAnswer::Aim(Side::Left));
            menu.offer(AimAnswer::Aim(Side::Right));
        }
        self.tank(seat).aim = Some(match self.asked(data, table, seat, Ask::Aim, &menu)? {
            AimAnswer::Aim(side) => Some(side),
            AimAnswer::Hold => None,
        });

        let mut menu = table.menu();
        let stuck = tank.stuck.then_some((rule!("2.1b"), "the tank is stuck"));
        for side in Side::BOTH {
            menu.weigh(DodgeAnswer::Dodge(side), stuck);
        }
        menu.offer(DodgeAnswer::Stay);
        let dodge = match self.asked(data, table, seat, Ask::Dodge, &menu) {
            Err(_) if FLAW == flaw::CATCHES => DodgeAnswer::Stay,
            answer => answer?,
        };
        self.tank(seat).dodge = Some(match dodge {
            DodgeAnswer::Dodge(side) => Some(side),
            DodgeAnswer::Stay => None,
        });
        Ok(())
    }

    fn asked<A: Answer<Choice>, T: Table<Self>>(
        &self,
        data: &'static Data,
        table: &mut T,
        seat: Seat,
        ask: Ask,
        menu: &Menu<Choice, A>,
    ) -> Play<A> {
        if FLAW == flaw::LONELY {
            let choice = table.choose(self, data, seat, ask, menu.listed())?;
            return A::try_from(choice).or(Err(Pause));
        }
        table.ask(self, data, seat, ask, menu)
    }

    /// [2.3] The plot of a tank without a crew.
    fn plot_by_die<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        let check = Check::on("plot", "Plot", rule!("2.3"), &data.plot);
        let aim = table.read(&check, &data.plot)?;
        let dodge = table.read(&check, &data.plot)?;
        let tank = &mut self.tanks[1];
        tank.aim = Some((tank.shells > 0).then_some(aim));
        tank.dodge = Some((!tank.stuck).then_some(dodge));
        Ok(())
    }

    /// [3.1] One shot.
    fn fire<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T, shooter: Seat) -> Play<()> {
        let target = other(shooter);
        let Some(Some(aim)) = self.tanks[shooter.index()].aim else { return Ok(()) };
        let tank = self.tank(shooter);
        tank.shells = tank.shells.saturating_sub(1);
        let dodge = self.tanks[target.index()].dodge.flatten();
        let need = if dodge == Some(aim) || dodge.is_none() { data.straight } else { data.astray };
        let mut check = Check::at_least("fire", "To hit", rule!("3.1"), TWO_D6, need).by(shooter).called("hit", "miss");
        check.modify(self.wind, "wind", rule!("3.1a"));
        let rolled = table.roll(&check)?;
        let hit = check.succeeds(rolled.natural);
        table.tell(|| Event::Shot { shooter, hit });
        // 3.1b
        if hit && rolled.faces[0] == rolled.faces[1] && !self.tanks[target.index()].stuck {
            self.tank(target).stuck = true;
            table.tell(|| Event::Tracks(target));
        }
        if hit {
            self.armor(data, table, target)?;
        }
        if FLAW == flaw::FORGETS && self.forgotten == 2 {
            self.tank(shooter).shells = self.tanks[shooter.index()].shells.saturating_sub(1);
        }
        table.settled()
    }

    /// [3.2] A tank is hit.
    fn armor<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T, seat: Seat) -> Play<()> {
        let tank = self.tanks[seat.index()];
        let mut menu = table.menu();
        menu.offer(ArmorAnswer::Brace);
        let nobody = (seat.0 >= self.seats()).then_some((rule!("2.3"), "nobody is in the tank"));
        let spent = tank.charm_shown.then_some((rule!("3.2a"), "the charm is spent"));
        menu.weigh(ArmorAnswer::Spend, nobody.or(spent));
        let spend = table.ask(self, data, seat, Ask::Armor, &menu)? == ArmorAnswer::Spend;
        let mut check = self.armor_check(data, seat, spend);
        if spend {
            self.tank(seat).charm_shown = true;
            table.reveal();
            let charm = tank.charm.unwrap_or_default();
            table.tell(|| Event::Charm { seat, charm });
        }
        if FLAW == flaw::TWO_FORMULAS {
            check.modify(1, "luck", rule!("3.2"));
        }
        let armor = table.read(&check, &data.armor)?;
        let tank = self.tank(seat);
        match armor {
            Armor::Holed => tank.hull -= 1,
            Armor::Stuck => tank.stuck = true,
            Armor::Bounced => {}
        }
        table.tell(|| Event::Struck { seat, armor });
        if FLAW == flaw::GOSSIPS && self.tanks[other(seat).index()].charm == Some(3) {
            table.tell(|| Event::Tracks(seat));
        }
        Ok(())
    }

    /// [3.2] [3.2a] The roll of a tank that is hit: for the rules, the preview and the odds.
    fn armor_check(&self, data: &'static Data, seat: Seat, spend: bool) -> Check {
        let check = Check::on("armor", "Armor", rule!("3.2"), &data.armor).by(seat);
        let charm = self.tanks[seat.index()].charm.filter(|_| spend).unwrap_or_default();
        check.with(charm as i8, "charm", rule!("3.2a"))
    }

    /// The same duel with other secrets of everybody but `seat`, for the law of views.
    pub fn scramble(game: &Self, seat: Seat, salt: u64) -> Self {
        let mut game = game.clone();
        let shown = game.plots_shown;
        let tank = &mut game.tanks[usize::from(1 - seat.0)];
        if !tank.charm_shown {
            tank.charm = [None, Some(1), Some(2), Some(3)][(salt % 4) as usize];
        }
        if !shown {
            let plots = [None, Some(None), Some(Some(Side::Left)), Some(Some(Side::Right))];
            (tank.aim, tank.dodge) = (plots[(salt / 4 % 4) as usize], plots[(salt / 16 % 4) as usize]);
        }
        game
    }
}
