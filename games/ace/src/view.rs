//! What a seat may see. In this game nothing is hidden: both boards lie open, only the dice to come are unknown.

use crate::charts::Charts;
use crate::state::{Ace, Enemy, Field, Player};
use crate::words::{Ammo, Area, Award, Gun, Post, RandomEvent, Skill, Trade, Trophy};
use hulldown_core::game::Seat;
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

    /// The game; all of it lies open.
    #[inline]
    pub fn game(&self) -> &'a Ace {
        self.game
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
}

#[derive(Serialize)]
struct SeenUnit<'a> {
    #[serde(flatten)]
    unit: &'a Enemy,
    name: String,
    pen: Option<i8>,
    pen_at_range: Option<i8>,
    armor: Option<[i8; 3]>,
}

#[derive(Serialize)]
struct SeenField<'a> {
    #[serde(flatten)]
    field: &'a Field,
    active_events: Vec<&'a str>,
}

#[derive(Serialize)]
struct SeenMan {
    post: Post,
    name: &'static str,
    number: u16,
    wound: crate::words::Wound,
    open: Option<bool>,
    substitute: bool,
    hearts: u8,
    skills: Vec<SeenSkill>,
}

#[derive(Serialize)]
struct SeenSkill {
    skill: Skill,
    name: &'static str,
    used: bool,
}

#[derive(Serialize)]
struct SeenGun {
    gun: Gun,
    name: &'static str,
    points: u8,
    jammed: bool,
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

struct SeenPlayer<'a>(&'a Ace, &'static Charts, Seat);

impl Serialize for SeenPlayer<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let SeenPlayer(game, charts, seat) = *self;
        let p = &game.players[seat.index()];
        let tank = &charts.tanks[p.tank.index()];
        let crew: Vec<SeenMan> = Post::ALL
            .into_iter()
            .map(|post| {
                let man = p.crew[post.index()];
                let skills = Skill::ALL.into_iter().filter(|k| k.owner() == post && p.career.holds(*k));
                SeenMan {
                    post,
                    name: post.name(),
                    number: man.number,
                    wound: man.wound,
                    open: post.has_hatch().then(|| p.mat.is_open(post)),
                    substitute: man.substitute,
                    hearts: man.hearts,
                    skills: skills
                        .map(|skill| SeenSkill {
                            skill,
                            name: skill.name(),
                            used: p.mat.used >> skill.index() & 1 == 1,
                        })
                        .collect(),
                }
            })
            .collect();
        let enemies: Vec<SeenUnit> = p
            .board
            .enemies
            .iter()
            .filter(|e| e.on_board())
            .map(|unit| {
                let info = unit.kind.map(|kind| &charts.units[kind.index()]);
                SeenUnit {
                    unit,
                    name: crate::talk::unit_name(charts, game.field.grade, unit.class, unit.kind),
                    pen: info.and_then(|info| info.pen),
                    pen_at_range: info.and_then(|info| info.pen).map(|pen| pen + charts.b1.range[p.board.range].pen),
                    armor: info.and_then(|info| info.armor),
                }
            })
            .collect();
        let guns: Vec<SeenGun> = Gun::ALL
            .into_iter()
            .map(|gun| {
                let mg = p.mat.guns[gun.index()];
                SeenGun { gun, name: gun.name(), points: mg.points, jammed: mg.jammed }
            })
            .collect();
        let mut out = s.serialize_struct("Player", 33)?;
        out.serialize_field("name", &p.name)?;
        out.serialize_field("called", &game.called(seat))?;
        out.serialize_field("nickname", &p.nickname)?;
        out.serialize_field("tank_name", &p.tank_name)?;
        out.serialize_field("fate", &p.fate)?;
        out.serialize_field("unit", &charts.division_names[p.division.index()])?;
        out.serialize_field("tank", p.tank.id())?;
        out.serialize_field("tank_type", &tank.name)?;
        out.serialize_field("gun", &tank.gun)?;
        out.serialize_field("armor", &tank.armor)?;
        out.serialize_field("firepower", &tank.firepower)?;
        out.serialize_field("rank", p.career.rank.name())?;
        out.serialize_field("experience", &p.career.experience)?;
        out.serialize_field("credit", &p.career.credit)?;
        out.serialize_field("prestige", &p.career.prestige)?;
        out.serialize_field("level", &p.career.level)?;
        out.serialize_field("completed", &p.career.completed)?;
        out.serialize_field("successes", &p.career.successes)?;
        out.serialize_field("tanks_lost", &p.career.tanks_lost)?;
        out.serialize_field("kills", &p.career.kills)?;
        out.serialize_field("awards", &counts(&Award::ALL, Award::name, |a| p.career.award(a)))?;
        out.serialize_field("trophies", &counts(&Trophy::ALL, Trophy::name, |t| p.career.trophies[t.index()]))?;
        out.serialize_field("trades", &counts(&Trade::ALL, Trade::name, |t| u8::from(p.career.has_trade(t))))?;
        out.serialize_field(
            "markers",
            &counts(&RandomEvent::ALL, RandomEvent::name, |e| u8::from(p.career.has_marker(e))),
        )?;
        out.serialize_field("away", &p.away)?;
        out.serialize_field("skip", &p.career.skip)?;
        out.serialize_field("crew", &crew)?;
        out.serialize_field("machine_guns", &guns)?;
        out.serialize_field("rack_boxes", &tank.ready_rack)?;
        out.serialize_field("rack", &counts(&Ammo::ALL, Ammo::name, |a| p.mat.rack[a.index()]))?;
        out.serialize_field("mat", &p.mat)?;
        out.serialize_field("enemies", &enemies)?;
        out.serialize_field("board", &SeenBoard(p))?;
        out.end()
    }
}

struct SeenBoard<'a>(&'a Player);

impl Serialize for SeenBoard<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let b = &self.0.board;
        let mut out = s.serialize_struct("Board", 6)?;
        out.serialize_field("range", &b.range)?;
        out.serialize_field("smoke", &counts(&Area::ALL, Area::id, |a| b.smoke[a.index()]))?;
        out.serialize_field("own_smoke", &b.own_smoke)?;
        out.serialize_field("end", &b.end)?;
        out.serialize_field("kills", &b.kills)?;
        out.serialize_field("damaged", &b.damaged)?;
        out.end()
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let game = self.game;
        let mut out = s.serialize_struct("View", 9)?;
        out.serialize_field("seat", &self.seat)?;
        out.serialize_field("mode", &game.mode)?;
        out.serialize_field("month", &game.month)?;
        out.serialize_field("line", &(game.line + 1))?;
        out.serialize_field("lines", &self.data.month_lines[game.month.index()])?;
        out.serialize_field("stage", &game.stage)?;
        let active = self.data.major_events.iter().filter(|e| game.event_active(self.data, self.seat, e.number));
        let active_events = active.map(|e| e.name.as_str()).collect();
        out.serialize_field("field", &SeenField { field: &game.field, active_events })?;
        out.serialize_field("me", &SeenPlayer(game, self.data, self.seat))?;
        let partner = (game.mode.seats() == 2).then(|| SeenPlayer(game, self.data, Seat(1 - self.seat.0)));
        out.serialize_field("partner", &partner)?;
        out.end()
    }
}
