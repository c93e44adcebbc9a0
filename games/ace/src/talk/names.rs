//! Who is who in the log. Alone one is "you"; with two at the table both are called by their names, and so are their boards.

use super::labels::numbered;
use super::{Phase, Who};
use crate::charts::Charts;
use crate::state::{Ace, Mode};
use hulldown_core::game::Seat;
use hulldown_core::roster::surname;

impl Ace {
    /// What a commander is called where there are two: by his name, else his nickname, else his number.
    pub(crate) fn called(&self, seat: Seat) -> String {
        let own = |seat: Seat| {
            let player = &self.players[seat.index()];
            [player.name, player.nickname].into_iter().find(|name| !name.is_empty())
        };
        match own(seat) {
            None => format!("Commander {}", seat.0 + 1),
            Some(name) if own(Seat(1 - seat.0)) == Some(name) => format!("{name} ({})", seat.0 + 1),
            Some(name) => name.to_string(),
        }
    }

    /// What a man of his crew is called: the commander as himself, the others by the roster.
    pub(crate) fn man(&self, seat: Seat, number: u16) -> String {
        let player = &self.players[seat.index()];
        match number {
            1 if self.mode == Mode::Solitaire && player.name.is_empty() && player.nickname.is_empty() => "you".into(),
            1 => self.called(seat),
            _ => surname(seat.index(), number).into(),
        }
    }

    /// His board, or whatever else is his.
    pub(crate) fn board_of(&self, seat: Seat) -> String {
        let name = self.called(seat);
        let ending = if name.ends_with('s') { "\u{2019}" } else { "\u{2019}s" };
        format!("{name}{ending} board")
    }
}

/// Words of a list: "a", "a and b", "a, b and c".
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Tells events, by names where there are two to be told apart.
pub(crate) struct Teller<'a> {
    pub(super) charts: &'static Charts,
    game: Option<&'a Ace>,
}

impl<'a> Teller<'a> {
    /// One who does not know whose game it is, and tells it as a game for one.
    pub(crate) fn of_one(charts: &'static Charts) -> Self {
        Teller { charts, game: None }
    }

    /// One who knows the game.
    pub(crate) fn new(charts: &'static Charts, game: &'a Ace) -> Self {
        Teller { charts, game: Some(game).filter(|game| game.mode != Mode::Solitaire) }
    }

    /// Whether there are two to be told apart.
    pub(super) fn two(&self) -> bool {
        self.game.is_some()
    }

    /// A commander in the midst of a sentence.
    pub(super) fn you(&self, seat: Seat) -> String {
        self.game.map_or_else(|| "you".into(), |game| game.called(seat))
    }

    /// A sentence about a commander, his tank or his crew.
    pub(super) fn on(&self, seat: Seat, text: impl AsRef<str> + Into<String>) -> String {
        match self.game {
            Some(game) => format!("{}: {}", game.called(seat), text.as_ref()),
            None => text.into(),
        }
    }

    /// The name of a Major Event.
    pub(super) fn major(&self, number: u8) -> &'static str {
        &self.charts.major_events[usize::from(number - 1)].name
    }

    /// Where something is: on whose board.
    pub(super) fn on_board(&self, board: Seat) -> String {
        self.game.map_or_else(String::new, |game| format!(" on {}", game.board_of(board)))
    }

    /// An enemy unit.
    pub(super) fn unit(&self, who: &Who) -> String {
        format!("{}{}", self.name(who), self.on_board(who.board))
    }

    /// An enemy unit in a sentence about a commander: his own board need not be named.
    pub(super) fn unit_of(&self, seat: Seat, who: &Who) -> String {
        if seat == who.board { self.name(who) } else { self.unit(who) }
    }

    fn name(&self, who: &Who) -> String {
        format!("{} in {}", self.short(who), who.area.id())
    }

    /// An enemy unit where everybody sees the place.
    pub(super) fn short(&self, who: &Who) -> String {
        let name = match who.kind {
            Some(kind) => &self.charts.units[kind.index()].name,
            None => "INF",
        };
        numbered(name, who.id)
    }

    /// Whose lines follow, and what they are about.
    pub(super) fn heading(&self, seat: Seat, of: Phase) -> String {
        let Some(game) = self.game else { return "The next lines.".into() };
        let (name, board) = (game.called(seat), game.board_of(seat));
        match of {
            Phase::Muster => format!("{name}: tank, unit and school."),
            Phase::Line => format!("{name}: the next mission."),
            Phase::Forces => format!("{board}: enemy forces."),
            Phase::Ready => format!("{name}: readying the tank."),
            Phase::Opening => format!("{board}: artillery before the fight."),
            Phase::Targeting => format!("{board}: whom the enemy targets."),
            Phase::Strikes => format!("{board}: fire support."),
            Phase::Commands => format!("{name}: commands."),
            Phase::Help => format!("{name}: commands, helping on {}.", game.board_of(Seat(1 - seat.0))),
            Phase::Enemy => format!("{board}: the enemy acts."),
            Phase::Events => format!("{board}: Event Check."),
            Phase::Wounded => format!("{name}: the seriously wounded."),
            Phase::Repairs => format!("{name}: repairs."),
            Phase::After => format!("{name}: after the mission."),
            Phase::Promotion => format!("{name}: promotion."),
        }
    }
}
