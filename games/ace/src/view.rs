//! What a seat may see. In this game nothing is hidden: both boards lie open, only the dice to come are unknown.

use crate::charts::{Charts, Tank};
use crate::commands;
use crate::enemy::Incoming;
use crate::gunnery::AimedShot;
use crate::incidents::victims;
use crate::odds::Bearing;
use crate::state::{Ace, End, Enemy, Engagement, Fate, Mode, Player, Stage};
use crate::talk::Choice;
use crate::text::fate;
use crate::words::{
    Ammo, Area, Award, B2Result, Gun, Month, Post, RandomEvent, RoundEvent, Skill, Trade, Trophy, Weapon,
};
use hulldown_core::check::Check;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::Threat;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A seat's view of the game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Ace,
    data: &'static Charts,
    seat: Seat,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Ace, data: &'static Charts, seat: Seat) -> Self {
        View { game, data, seat }
    }

    /// Who plays with whom.
    #[inline]
    pub fn mode(&self) -> Mode {
        self.game.mode
    }

    /// What comes next in the sequence of play.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.game.stage
    }

    /// Whether the Battle Board is before whoever looks: in a fight, and after one that cost him his tank until it is put away.
    pub(crate) fn shows_battle(&self) -> bool {
        let after = matches!(self.stage(), Stage::After(_) | Stage::LineEnd(_) | Stage::Over);
        let board = &self.me().board;
        let lost = board.end == Some(End::TankLost) && !board.enemies.is_empty();
        self.stage().is_fight() || after && lost && self.field().fights[self.seat.index()]
    }

    /// The present month.
    #[inline]
    pub fn month(&self) -> Month {
        self.game.month
    }

    /// The present mission line of the month, from 1.
    #[inline]
    pub fn line(&self) -> u8 {
        self.game.line + 1
    }

    /// The mission at hand.
    #[inline]
    pub fn field(&self) -> &'a Engagement {
        &self.game.field
    }

    /// The charts.
    #[inline]
    pub fn data(&self) -> &'static Charts {
        self.data
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat's own commander.
    #[inline]
    pub fn me(&self) -> &'a Player {
        &self.game.players[self.seat.index()]
    }

    /// The same table from another seat: in this game every seat sees everything.
    pub fn from_seat(&self, seat: Seat) -> View<'a> {
        View { seat, ..*self }
    }

    /// The table as it would be if something about the seat's own tank and board were otherwise.
    pub fn supposing(&self, change: impl FnOnce(&mut Player)) -> Imagined {
        let mut game = self.game.clone();
        change(&mut game.players[self.seat.index()]);
        Imagined { game, data: self.data, seat: self.seat }
    }

    /// Whether a skill can be bought at some price.
    pub fn for_sale(&self, skill: Skill) -> bool {
        self.game.price(self.data, self.seat, skill).is_ok()
    }

    /// The roll an answer leads to at once, if it leads to one.
    pub fn preview(&self, choice: Choice) -> Option<Check> {
        commands::preview(self.game, self.data, self.seat, choice)
    }

    /// The chance that a round of the main gun destroys a unit; with `flank` as if it met its side.
    #[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
    pub fn round_destroys(&self, enemy: &Enemy, ammo: Ammo, flank: bool) -> f64 {
        self.game.round_destroys(self.data, AimedShot::own(self.seat, enemy.id), enemy, ammo, flank)
    }

    /// The chance that an attack of a weapon on a unit comes to a result of B2.
    #[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
    pub fn attack_does(&self, weapon: Weapon, enemy: &Enemy, wanted: impl Fn(B2Result) -> bool) -> f64 {
        self.game.attack_does(self.data, weapon, AimedShot::own(self.seat, enemy.id), enemy, wanted)
    }

    /// Whether a unit cannot be shot at yet.
    pub fn hidden(&self, enemy: &Enemy) -> bool {
        self.game.against_hidden(enemy).is_some()
    }

    /// The chance that the next fire of a unit destroys the tank.
    #[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
    pub fn knocked_out_by(&self, enemy: &Enemy) -> f64 {
        self.game.knocks_out(self.data, Incoming { board: self.seat, from: enemy.id, at: self.seat }, enemy)
    }

    /// Who is known to do the tank no harm in the next enemy step though he is there.
    pub(crate) fn no_threat(&self) -> Vec<String> {
        crate::odds::no_threat(self.game, self.data, self.seat)
    }

    /// Who may hit the tank from its own board in the next enemy step, with bare chances.
    pub(crate) fn bearing(&self) -> Vec<Bearing> {
        crate::odds::bearing(self.game, self.data, self.seat)
    }

    /// What may hit the tank in the next enemy step, the worst first.
    pub(crate) fn threats(&self) -> Vec<Threat> {
        crate::odds::threats(self.game, self.data, self.seat)
    }

    /// Whether a unit has to make its flanking move now.
    pub fn must_move(&self, enemy: &Enemy) -> bool {
        self.game.must_move(self.data, enemy)
    }

    /// The roll whether a unit that is busy elsewhere turns to the tank.
    pub fn targeting(&self) -> Check {
        self.game.targeting_check(self.data, self.seat)
    }

    /// Whether an event of B9 may fall on a unit.
    pub fn may_fall_on(&self, event: RoundEvent, enemy: &Enemy) -> bool {
        victims(event).is_some_and(|kind| kind(enemy))
    }

    /// A commander.
    pub(crate) fn commander(&self, seat: Seat) -> SeenCommander<'a> {
        SeenCommander { game: self.game, charts: self.data, seat }
    }

    /// The other commander, where there are two.
    pub(crate) fn partner(&self) -> Option<SeenCommander<'a>> {
        (self.game.mode.seats() == 2).then(|| self.commander(Seat(1 - self.seat.0)))
    }

    /// The names of the Major Events that may come in this month.
    pub(crate) fn active_events(&self) -> impl Iterator<Item = &'static str> {
        let View { game, data, seat } = *self;
        data.major_events
            .iter()
            .filter(move |enemy| game.event_active(data, seat, enemy.number))
            .map(|enemy| enemy.name.as_str())
    }
}

/// A table that somebody only imagines.
pub struct Imagined {
    game: Ace,
    data: &'static Charts,
    seat: Seat,
}

impl Imagined {
    /// What would be seen at it.
    pub fn view(&self) -> View<'_> {
        View { game: &self.game, data: self.data, seat: self.seat }
    }
}

/// An enemy unit on a board, with what its counter says.
#[derive(Hash, Serialize)]
pub(crate) struct SeenUnit<'a> {
    #[serde(flatten)]
    pub(crate) unit: &'a Enemy,
    pub(crate) name: &'a str,
    pub(crate) pen: Option<i8>,
    pub(crate) pen_at_range: Option<i8>,
    pub(crate) armor: Option<[i8; 3]>,
    #[serde(skip)]
    pub(crate) mg: bool,
}

#[derive(Serialize)]
struct SeenField<'a> {
    #[serde(flatten)]
    field: &'a Engagement,
    active_events: Vec<&'a str>,
}

/// A man of the crew.
#[derive(Hash, Serialize)]
pub(crate) struct SeenMan {
    pub(crate) post: Post,
    pub(crate) name: &'static str,
    pub(crate) number: u16,
    pub(crate) called: String,
    pub(crate) wound: crate::words::Wound,
    pub(crate) open: Option<bool>,
    pub(crate) substitute: bool,
    pub(crate) hearts: u8,
    pub(crate) skills: Vec<SeenSkill>,
}

#[derive(Hash, Serialize)]
pub(crate) struct SeenSkill {
    pub(crate) skill: Skill,
    pub(crate) name: &'static str,
    pub(crate) used: bool,
}

#[derive(Serialize)]
pub(crate) struct SeenGun {
    pub(crate) gun: Gun,
    pub(crate) name: &'static str,
    pub(crate) points: u8,
    pub(crate) jammed: bool,
}

#[derive(Serialize)]
struct Count<T> {
    kind: T,
    name: &'static str,
    count: u8,
}

fn counts<T: Copy>(all: &[T], name: fn(T) -> &'static str, count: impl Fn(T) -> u8) -> Vec<Count<T>> {
    all.iter().map(|&kind| Count { kind, name: name(kind), count: count(kind) }).filter(|c| c.count > 0).collect()
}

/// A commander with his tank and board, as everybody sees him.
#[derive(Clone, Copy)]
pub(crate) struct SeenCommander<'a> {
    game: &'a Ace,
    pub(crate) charts: &'static Charts,
    pub(crate) seat: Seat,
}

impl<'a> SeenCommander<'a> {
    /// All that is his.
    pub(crate) fn player(self) -> &'a Player {
        &self.game.players[self.seat.index()]
    }

    /// The type of his tank.
    pub(crate) fn tank(self) -> &'static Tank {
        &self.charts.tanks[self.player().tank.index()]
    }

    /// His unit, once he has been mustered into one.
    pub(crate) fn unit(self) -> Option<&'static str> {
        let waits = match self.game.stage {
            Stage::Start => true,
            Stage::Muster(next) => self.seat >= next,
            Stage::School(at) => self.seat > at,
            _ => false,
        };
        (!waits).then(|| self.charts.division_names[self.player().division.index()].as_str())
    }

    /// Whether his tank is on the field, fighting or helping.
    pub(crate) fn on_the_field(self) -> bool {
        self.game.on_the_field(self.seat)
    }

    /// Why his tank is not on the field, if it is not.
    pub(crate) fn off_the_field(self) -> Option<&'static str> {
        let player = self.player();
        (!self.on_the_field()).then(|| match (player.fate, player.board.end) {
            (Fate::Killed | Fate::DiedOfWounds | Fate::Retired, _) => fate(player.fate),
            (_, Some(End::TankLost)) => "tank lost",
            (_, Some(End::Withdrawn)) => "left the field",
            _ => "not in this fight",
        })
    }

    /// The mission at hand.
    pub(crate) fn field(self) -> &'a Engagement {
        &self.game.field
    }

    /// The present month.
    pub(crate) fn month(self) -> Month {
        self.game.month
    }

    /// His rank and name, as far as he has one.
    pub(crate) fn ranked(self) -> String {
        self.game.ranked(self.seat)
    }

    /// His board.
    pub(crate) fn board(self) -> String {
        self.game.board_of(self.seat)
    }

    /// What he is called where there are two.
    pub(crate) fn called(self) -> String {
        self.game.called(self.seat)
    }

    /// What a man of his is called.
    pub(crate) fn called_man(self, number: u16) -> String {
        self.game.man(self.seat, number)
    }

    /// His crew.
    pub(crate) fn crew(self) -> [SeenMan; Post::ALL.len()] {
        let player = self.player();
        Post::ALL.map(|post| {
            let man = player.crew[post.index()];
            let skills = Skill::ALL.into_iter().filter(|skill| skill.owner() == post && player.career.holds(*skill));
            let used = |skill: Skill| player.mat.used >> skill.index() & 1 == 1;
            SeenMan {
                post,
                name: post.name(),
                number: man.number,
                called: self.game.man(self.seat, man.number),
                wound: man.wound,
                open: post.has_hatch().then(|| player.mat.is_open(post)),
                substitute: man.substitute,
                hearts: man.hearts,
                skills: skills.map(|skill| SeenSkill { skill, name: skill.name(), used: used(skill) }).collect(),
            }
        })
    }

    /// The enemy units on his board in their own right.
    pub(crate) fn enemies(self) -> impl Iterator<Item = SeenUnit<'a>> {
        let at_range = self.charts.b1.range[self.player().board.range].pen;
        self.player().board.enemies.iter().filter(|unit| unit.on_board()).map(move |unit| {
            let info = unit.kind.map(|kind| &self.charts.units[kind.index()]);
            SeenUnit {
                unit,
                name: crate::talk::unit_name(self.charts, self.game.field.grade, unit.class, unit.kind),
                pen: info.and_then(|info| info.pen),
                pen_at_range: info.and_then(|info| info.pen).map(|pen| pen + at_range),
                armor: info.and_then(|info| info.armor),
                mg: info.is_some_and(|info| info.mg),
            }
        })
    }

    /// The machine guns of his tank.
    pub(crate) fn guns(self) -> [SeenGun; Gun::ALL.len()] {
        Gun::ALL.map(|gun| {
            let mg = self.player().mat.guns[gun.index()];
            SeenGun { gun, name: gun.name(), points: mg.points, jammed: mg.jammed }
        })
    }
}

impl Serialize for SeenCommander<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (charts, player, tank) = (self.charts, self.player(), self.tank());
        let mut out = serializer.serialize_struct("Player", 33)?;
        out.serialize_field("name", &player.name)?;
        out.serialize_field("called", &self.called())?;
        out.serialize_field("nickname", &player.nickname)?;
        out.serialize_field("tank_name", &player.tank_name)?;
        out.serialize_field("fate", &player.fate)?;
        out.serialize_field("unit", &charts.division_names[player.division.index()])?;
        out.serialize_field("tank", player.tank.id())?;
        out.serialize_field("tank_type", &tank.name)?;
        out.serialize_field("gun", &tank.gun)?;
        out.serialize_field("armor", &tank.armor)?;
        out.serialize_field("firepower", &tank.firepower)?;
        out.serialize_field("rank", player.career.rank.name())?;
        out.serialize_field("experience", &player.career.experience)?;
        out.serialize_field("credit", &player.career.credit)?;
        out.serialize_field("prestige", &player.career.prestige)?;
        out.serialize_field("level", &player.career.level)?;
        out.serialize_field("completed", &player.career.completed)?;
        out.serialize_field("successes", &player.career.successes)?;
        out.serialize_field("tanks_lost", &player.career.tanks_lost)?;
        out.serialize_field("kills", &player.career.kills)?;
        out.serialize_field("awards", &counts(&Award::ALL, Award::name, |a| player.career.award(a)))?;
        out.serialize_field("trophies", &counts(&Trophy::ALL, Trophy::name, |t| player.career.trophies[t.index()]))?;
        out.serialize_field("trades", &counts(&Trade::ALL, Trade::name, |t| u8::from(player.career.has_trade(t))))?;
        out.serialize_field(
            "markers",
            &counts(&RandomEvent::ALL, RandomEvent::name, |enemy| u8::from(player.career.has_marker(enemy))),
        )?;
        out.serialize_field("away", &player.away)?;
        out.serialize_field("skip", &player.career.skip)?;
        out.serialize_field("crew", &self.crew())?;
        out.serialize_field("machine_guns", &self.guns())?;
        out.serialize_field("rack_boxes", &tank.ready_rack)?;
        out.serialize_field("rack", &counts(&Ammo::ALL, Ammo::name, |a| player.mat.rack[a.index()]))?;
        out.serialize_field("mat", &player.mat)?;
        out.serialize_field("enemies", &self.enemies().collect::<Vec<_>>())?;
        out.serialize_field("board", &SeenBoard(player))?;
        out.end()
    }
}

struct SeenBoard<'a>(&'a Player);

impl Serialize for SeenBoard<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = &self.0.board;
        let mut out = serializer.serialize_struct("Board", 6)?;
        out.serialize_field("range", &board.range)?;
        out.serialize_field("smoke", &counts(&Area::ALL, Area::id, |area| board.smoke[area.index()]))?;
        out.serialize_field("own_smoke", &board.own_smoke)?;
        out.serialize_field("end", &board.end)?;
        out.serialize_field("kills", &board.kills)?;
        out.serialize_field("damaged", &board.damaged)?;
        out.end()
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = self.game;
        let mut out = serializer.serialize_struct("View", 9)?;
        out.serialize_field("seat", &self.seat)?;
        out.serialize_field("mode", &game.mode)?;
        out.serialize_field("month", &game.month)?;
        out.serialize_field("line", &(game.line + 1))?;
        out.serialize_field("lines", &self.data.month_lines[game.month.index()])?;
        out.serialize_field("stage", &game.stage)?;
        let active_events = self.active_events().collect();
        out.serialize_field("field", &SeenField { field: &game.field, active_events })?;
        out.serialize_field("me", &self.commander(self.seat))?;
        out.serialize_field("partner", &self.partner())?;
        out.end()
    }
}
