//! A force that several share (R54, R97): who has what, who has the word, what needs a vote. Where one plays alone nobody is asked anything
//! more.

use crate::charts::Charts;
use crate::ids::{CommanderId, FighterId, Ids, UnitId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Leader, MOST};
use crate::talk::{Ask, Choice, Event, HandOverAnswer, OnFloor};
use crate::words::{Branch, Name};
use arrayvec::{ArrayString, ArrayVec};
use hulldown_core::game::{MOST_SEATS, Seat};
use hulldown_core::rules::Reason;
use hulldown_core::table::{Menu, Play, Table};
use hulldown_core::talk::Answer;
use serde::{Deserialize, Serialize};

/// What a player is called.
pub type Called = ArrayString<24>;

/// What each player is called; empty for who is known by his number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerNames(pub [Called; MOST_SEATS]);

impl PlayerNames {
    /// Whether nobody has a name.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|name| name.is_empty())
    }
}

/// Who speaks among those who share the force. All of it is empty where one plays alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Floor {
    /// Who has been given the word; none while the one who leads has it.
    pub word: Option<Seat>,
    /// The seats that want to do nothing more in this step.
    pub done: Ids<Seat>,
    /// The seats that have been voted down and propose nothing more that costs SO before the next stage.
    pub denied: Ids<Seat>,
}

impl Floor {
    /// Whether the one who leads has the word and nothing has been said.
    pub fn is_empty(&self) -> bool {
        *self == Floor::default()
    }
}

/// What came of a vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Vote {
    /// Whether the majority wants it.
    pub(crate) carried: bool,
    /// The first who was against it.
    pub(crate) against: Option<Seat>,
}

/// Votes as they are cast.
#[derive(Clone, Copy, Default)]
pub struct Ballot {
    /// Those who are for it.
    pub yes: Ids<Seat>,
    /// Those who are against it.
    pub no: Ids<Seat>,
}

impl Ballot {
    /// What it has come to, once votes still to come can change nothing: the majority, the one who leads breaking ties (R97).
    pub fn verdict(self, seats: u8, leading: Seat) -> Option<bool> {
        let enough = |votes: Ids<Seat>| {
            let (twice, all) = (2 * votes.count(), usize::from(seats));
            twice > all || (twice == all && votes.has(leading))
        };
        match (enough(self.yes), enough(self.no)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

impl Leader {
    /// Whether several share the force.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.seats > 1
    }

    /// Who has the word.
    #[inline]
    pub fn holder(&self) -> Seat {
        self.floor.word.unwrap_or(self.leading)
    }

    /// Whether something is his who has the word.
    #[inline]
    pub(crate) fn is_his(&self, owner: Seat) -> bool {
        !self.is_shared() || self.holder() == owner
    }

    /// Somebody gets the word.
    pub(crate) fn give_word(&mut self, seat: Seat) {
        self.floor.word = (seat != self.leading).then_some(seat);
    }

    /// The seats, from one of them to the left.
    pub(crate) fn round_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        (0..seats).map(move |n| Seat((seat.0 + n) % seats))
    }

    /// The seat to the left of one.
    pub(crate) fn left_of(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.seats)
    }

    /// Who plays the Unit of a fighter.
    #[inline]
    pub(crate) fn player_of(&self, fighter: FighterId) -> Seat {
        self.unit(fighter).seat
    }

    /// What a player is called in the middle of a sentence: two of the same name are told apart.
    pub fn player_name(&self, seat: Seat) -> String {
        let names = &self.names.0;
        match names.get(seat.index()) {
            Some(name) if !name.is_empty() => {
                let twice = names.iter().filter(|other| *other == name).count() > 1;
                if twice { format!("{name} ({})", seat.0 + 1) } else { name.to_string() }
            }
            _ => format!("player {}", seat.0 + 1),
        }
    }

    /// How many Units of a type a seat has more than Commanders of it.
    fn lacking(&self, charts: &Charts, seat: Seat, branch: Branch) -> isize {
        let of_unit =
            |unit: &&crate::state::Unit| unit.seat == seat && !unit.lost && unit.card(charts).r#type == branch;
        let of_his = |one: &&crate::state::Commander| one.seat == seat && !one.kia && one.branch(charts) == branch;
        self.units.iter().filter(of_unit).count() as isize - self.commanders.iter().filter(of_his).count() as isize
    }

    /// Whether a seat takes a Commander of a type: the group wants one, and the seat has more Units of it than Commanders.
    pub(crate) fn takes(&self, charts: &Charts, seat: Seat, branch: Branch) -> bool {
        let wanted = self.commanders_of(charts, branch) < self.units_of(charts, branch);
        wanted && (!self.is_shared() || self.lacking(charts, seat, branch) > 0)
    }

    /// Who takes the next Commander of one of these types: of those who lack one the seat with fewest Commanders.
    pub(crate) fn taker(&self, charts: &Charts, branches: &[Branch]) -> Seat {
        if !self.is_shared() {
            return self.leading;
        }
        let lacks = |seat: &Seat| branches.iter().any(|branch| self.takes(charts, *seat, *branch));
        let led = |seat: &Seat| self.commanders.iter().filter(|one| one.seat == *seat).count();
        self.round_from(self.leading).filter(lacks).min_by_key(led).unwrap_or(self.leading)
    }

    /// Who is dealt the next Unit: whoever has fewest, in turn.
    pub(crate) fn dealt(&self) -> Seat {
        let has = |seat: &Seat| self.units.iter().filter(|unit| unit.seat == *seat).count();
        self.round_from(Seat(0)).min_by_key(has).unwrap_or_default()
    }

    /// The Commanders who could go with a Unit, those of its own player first.
    pub(crate) fn commanders_for(&self, charts: &Charts, unit: UnitId) -> ArrayVec<CommanderId, MOST> {
        let Some(unit) = self.units.get(unit) else { return ArrayVec::new() };
        let mut free: ArrayVec<CommanderId, MOST> = self.free_commanders(charts, unit.card(charts).r#type).collect();
        if self.is_shared() {
            free.sort_unstable_by_key(|at| (self.commanders[*at].seat != unit.seat, *at));
        }
        free
    }

    /// Why he who has the word cannot propose to spend SO.
    pub(crate) fn against_spending(&self) -> Reason {
        let denied = self.floor.denied.has(self.holder());
        denied.then_some((rule!("together.vote.2"), "you have been voted down; somebody else must propose it"))
    }
}

/// What a vote is about.
const fn voted_on(ask: Ask) -> &'static str {
    match ask {
        Ask::Force => "the force",
        Ask::Gear(..) => "the equipment",
        Ask::Costs(..) => "the plan",
        Ask::Spend(..) => "the expense",
        Ask::Tenacity => "one turn more",
        Ask::End => "to end the battle",
        Ask::Rest => "Priority R&R",
        _ => "what was proposed",
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// Asks all who share the force, the one who leads first and then to his left, until it is settled. Who proposes has voted. Where one
    /// plays alone what he says counts.
    pub(crate) fn vote(&mut self, ask: Ask, proposer: Option<Seat>) -> Play<Vote> {
        let (seats, leading) = (self.game.seats, self.game.leading);
        let mut ballot = Ballot { yes: proposer.into_iter().collect(), no: Ids::NONE };
        let (mut against, mut asked) = (None, false);
        for seat in self.game.round_from(leading) {
            if ballot.verdict(seats, leading).is_some() {
                break;
            }
            if ballot.yes.has(seat) {
                continue;
            }
            asked = true;
            if self.ask_yes_of(seat, ask)? {
                ballot.yes.add(seat);
            } else {
                ballot.no.add(seat);
                against = against.or(Some(seat));
            }
        }
        let carried = ballot.verdict(seats, leading).unwrap_or(false);
        if asked && seats > 1 {
            self.tell(|| Event::Voted { carried, on: voted_on(ask) });
        }
        Ok(Vote { carried, against })
    }

    /// Whether all who share the force let one of them spend SO for this; whoever is voted down proposes nothing more in this stage.
    pub(crate) fn may_spend(&mut self, by: Seat, choice: impl Into<Choice>, so: i16) -> Play<bool> {
        if so <= 0 || !self.game.is_shared() {
            return Ok(true);
        }
        let vote = self.vote(Ask::Spend(choice.into(), so, by), Some(by))?;
        if !vote.carried {
            self.game.floor.denied.add(by);
        }
        Ok(vote.carried)
    }

    /// Whether a list that he who leads proposes stands; if not, whoever was first against it has the word and can change it.
    pub(crate) fn stands(&mut self, ask: Ask) -> Play<bool> {
        let by = self.game.leading;
        let vote = self.vote(ask, Some(by))?;
        if !vote.carried {
            self.game.floor.denied.add(by);
            self.game.give_word(vote.against.unwrap_or(by));
        }
        Ok(vote.carried)
    }

    /// Beginning with the next stage everybody may propose again, and the one who leads has the word.
    pub(crate) fn adjourn(&mut self) {
        self.game.floor = Floor::default();
    }

    /// What whoever has the word can say besides: he passes it on, or hands one of his own to another.
    pub(crate) fn offer_floor<A: Answer<Choice> + From<OnFloor>>(&self, menu: &mut Menu<Choice, A>) {
        if !self.game.is_shared() {
            return;
        }
        let (game, holder) = (&*self.game, self.game.holder());
        let units = game.units.iter().map(|unit| unit.seat);
        if units.chain(game.commanders.iter().map(|one| one.seat)).any(|seat| seat == holder) {
            menu.offer(OnFloor::HandOver.into());
        }
        menu.offer_all(game.round_from(holder).skip(1).map(|seat| OnFloor::Word(seat).into()));
    }

    /// Does what was said so.
    pub(crate) fn say_on_floor(&mut self, said: OnFloor) -> Play<()> {
        match said {
            OnFloor::Word(seat) => self.game.give_word(seat),
            OnFloor::HandOver => self.hand_over()?,
        }
        Ok(())
    }

    /// Who was only given the word gives it back when he is done; says whether he did.
    pub(crate) fn gives_word_back(&mut self) -> bool {
        self.game.floor.word.take().is_some()
    }

    /// A Unit or a Commander is handed to another player, if he takes it.
    fn hand_over(&mut self) -> Play<()> {
        let (game, charts, holder) = (&*self.game, self.charts, self.game.holder());
        let mut menu = self.table.menu();
        let units = game.units.iter().filter(|unit| unit.seat == holder);
        menu.offer_all(units.map(|unit| HandOverAnswer::Unit(unit.card(charts).number)));
        let men = game.commanders.iter().filter(|one| one.seat == holder);
        menu.offer_all(men.map(|one| HandOverAnswer::Commander(one.name)));
        menu.offer(HandOverAnswer::Back);
        let others: ArrayVec<Seat, MOST_SEATS> = game.round_from(holder).skip(1).collect();
        match self.ask(Ask::HandOver, &menu)? {
            HandOverAnswer::Unit(unit) => {
                let to = self.pick(Ask::HandUnit(unit), others, Choice::Seat)?;
                if self.ask_yes_of(to, Ask::AcceptUnit(unit, holder))? {
                    let at = self.unit(unit);
                    self.game.units[at].seat = to;
                    self.tell(|| Event::Dealt { unit, seat: to });
                }
            }
            HandOverAnswer::Commander(name) => {
                let to = self.pick(Ask::HandCommander(name), others, Choice::Seat)?;
                if self.ask_yes_of(to, Ask::AcceptCommander(name, holder))? {
                    let at = self.commander(name);
                    self.game.commanders[at].seat = to;
                    self.serves(name, to);
                }
            }
            HandOverAnswer::Back => {}
        }
        Ok(())
    }

    /// Who plays a Commander from now on is told where several share the force.
    pub(crate) fn serves(&mut self, name: Name, seat: Seat) {
        if self.game.is_shared() {
            self.tell(|| Event::Serves { name, seat });
        }
    }

    /// Whether a Unit's player agrees to what another does with it; he need not be asked about his own.
    pub(crate) fn agrees(&mut self, ask: Ask, by: Seat, owner: Seat) -> Play<bool> {
        if by == owner { Ok(true) } else { self.ask_yes_of(owner, ask) }
    }

    /// The lead passes to the left (R97).
    pub(crate) fn lead_passes(&mut self) {
        if self.game.is_shared() {
            self.adjourn();
            self.game.leading = self.game.left_of(self.game.leading);
            let seat = self.game.leading;
            self.tell(|| Event::Leads { seat });
        }
    }
}

/// A name from a set-up, if there is room for it.
pub(crate) fn called(text: &str) -> Result<Called, &'static str> {
    let text = text.trim();
    if text.chars().any(char::is_control) {
        return Err("a name has no control characters");
    }
    Called::from(text).map_err(|_| "a name has room for 24 letters, fewer if they have accents")
}

/// Whose something is, behind its name in a list; nothing where one plays alone.
pub(crate) fn of_player(game: &Leader, seat: Seat) -> String {
    if game.is_shared() { format!(", {}", game.player_name(seat)) } else { String::new() }
}
