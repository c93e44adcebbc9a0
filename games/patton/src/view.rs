//! What the player sees: everything, for nothing is settled before its dice fall.

use crate::ahead::Ahead;
use crate::charts::Charts;
use crate::evening::Score;
use crate::odds::{self, Ratio};
use crate::operations::call_check;
use crate::state::{
    After, Aim, Battle, Commander, Crew, DayLine, Enemy, Hit, Length, Man, Map, Options, Orders, Patton, Report, Stage,
    Vehicle,
};
use crate::talk::{Choice, Support};
use crate::words::{Action, Ammo, AreaType, Day, MapArea, Mg, Post, Range, Road, Sector, UnitType, Zone};
use hulldown_core::check::Check;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The player's view of the game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Patton,
    data: &'static Charts,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Patton, data: &'static Charts) -> Self {
        View { game, data }
    }

    /// What was agreed.
    #[inline]
    pub fn options(&self) -> &'a Options {
        &self.game.options
    }

    /// What comes next in the sequence of play.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.game.stage
    }

    /// The present day.
    #[inline]
    pub fn day(&self) -> Day {
        self.game.day
    }

    /// You.
    #[inline]
    pub fn you(&self) -> &'a Commander {
        &self.game.you
    }

    /// The men in the tank and those who may come back.
    #[inline]
    pub fn crew(&self) -> &'a Crew {
        &self.game.crew
    }

    /// Your tank.
    #[inline]
    pub fn tank(&self) -> &'a Vehicle {
        &self.game.tank
    }

    /// The After Action Report of the day.
    #[inline]
    pub fn report(&self) -> &'a Report {
        &self.game.report
    }

    /// The Movement Board.
    #[inline]
    pub fn map(&self) -> &'a Map {
        &self.game.map
    }

    /// Today's start and exit area, once they are known (4.51, 4.52).
    pub fn route(&self) -> Option<(MapArea, MapArea)> {
        let map = &self.game.map;
        let before = matches!(
            self.game.stage,
            Stage::Calendar
                | Stage::Refit
                | Stage::Muster
                | Stage::Briefing
                | Stage::TimeCheck
                | Stage::Prepare(After::Start)
                | Stage::StartArea
        );
        (!before && map.start != map.exit).then_some((map.start, map.exit))
    }

    /// The Battle Board.
    #[inline]
    pub fn battle(&self) -> &'a Battle {
        &self.game.battle
    }

    /// What became of the days of action so far.
    #[inline]
    pub fn history(&self) -> &'a [DayLine] {
        &self.game.history
    }

    /// The charts.
    #[inline]
    pub fn data(&self) -> &'static Charts {
        self.data
    }

    /// The ground underfoot.
    pub(crate) fn ground(&self) -> AreaType {
        self.game.ground(self.data)
    }

    /// How long it takes to enter an area over a border with this road.
    pub(crate) fn entry_minutes(&self, road: Road) -> u16 {
        self.game.entry_minutes(self.data, road)
    }

    /// Whether a post has a hatch.
    pub(crate) fn has_hatch(&self, post: Post) -> bool {
        self.game.has_hatch(self.data, post)
    }

    /// Whether nobody sees so far.
    pub fn too_thick(&self, range: Range) -> bool {
        self.game.too_thick(range)
    }

    /// The roll to hit a unit with the main gun if these were the orders, the turret turned by so many sectors.
    pub fn to_hit(&self, orders: &Orders, enemy: &Enemy, aim: Aim, turned: u8) -> Check {
        self.game.to_hit(self.data, orders, enemy, aim, turned)
    }

    /// The chance that a hit of the main gun knocks a unit out.
    pub fn kill_odds(&self, enemy: &Enemy, hit: Hit) -> Ratio {
        odds::kill_odds(self.game, self.data, enemy, hit)
    }

    /// The chance that a unit knocks your tank out if it fires at it; nothing for one that has no gun to do it.
    pub fn loss_odds(&self, enemy: &Enemy) -> Option<Ratio> {
        odds::loss_odds(self.game, self.data, enemy)
    }

    /// The chance that a unit's next action is fire at your tank; nothing for one that does not act any more.
    pub fn fire_odds(&self, enemy: &Enemy) -> Option<Ratio> {
        odds::fire_odds(self.game, self.data, enemy)
    }

    /// The game as the next enemy phase will find it, as things stand.
    pub(crate) fn ahead(&self) -> Ahead {
        self.game.ahead(self.data)
    }

    /// The roll that an answer leads to at once, if it leads to one.
    pub fn preview(&self, choice: Choice) -> Option<Check> {
        odds::preview(self.game, self.data, choice)
    }

    /// The roll for support that is called.
    pub fn call_check(&self, support: Support) -> Check {
        call_check(self.data, support)
    }

    /// Whether your tank has been knocked out, also while its crew still leaves it.
    pub fn is_knocked_out(&self) -> bool {
        self.game.tank.lost || matches!(self.game.stage, Stage::KnockedOut(_))
    }

    /// Whether the Battle Board is in use.
    pub fn in_battle(&self) -> bool {
        self.game.stage.in_battle()
    }
}

/// A man at his post.
#[derive(Serialize)]
pub(crate) struct SeenMan {
    pub(crate) post: Post,
    pub(crate) name: &'static str,
    pub(crate) number: Option<u16>,
    /// What he is called; nobody where the post is vacant.
    pub(crate) called: Option<String>,
    pub(crate) rating: Option<u8>,
    pub(crate) you: bool,
    pub(crate) wound: Option<&'static str>,
    pub(crate) works: bool,
    pub(crate) hatch: Option<bool>,
    pub(crate) blind: bool,
    pub(crate) order: Option<Action>,
    pub(crate) order_name: Option<&'static str>,
    pub(crate) looks: Vec<Sector>,
    /// Where he is when the tank has been knocked out and orders are over.
    pub(crate) leaving: Option<&'static str>,
}

/// An enemy unit, with what its counter says.
#[derive(Serialize)]
pub(crate) struct SeenUnit<'a> {
    #[serde(flatten)]
    pub(crate) unit: &'a Enemy,
    pub(crate) name: &'a str,
    pub(crate) class: &'static str,
    pub(crate) vehicle: bool,
    pub(crate) points: i8,
    pub(crate) acquired: u8,
}

#[derive(Serialize)]
struct SeenArea<'a> {
    id: &'static str,
    kind: crate::words::AreaType,
    pos: [u8; 2],
    edge: Option<u8>,
    #[serde(flatten)]
    state: &'a crate::state::Area,
    strays: usize,
    roads: Vec<(&'static str, &'static str)>,
}

#[derive(Serialize)]
struct Count {
    kind: &'static str,
    count: u16,
}

fn counts(names: impl Iterator<Item = (&'static str, u16)>) -> Vec<Count> {
    names.filter(|(_, n)| *n > 0).map(|(kind, count)| Count { kind, count }).collect()
}

fn rounds(rounds: &[u8; Ammo::ALL.len()]) -> Vec<Count> {
    counts(Ammo::ALL.into_iter().map(|a| (a.name(), u16::from(rounds[a.index()]))))
}

impl<'a> View<'a> {
    /// The enemy units on the Battle Board.
    pub(crate) fn enemies(&self) -> impl Iterator<Item = SeenUnit<'a>> {
        let (charts, battle) = (self.data, &self.game.battle);
        battle.enemies.iter().map(move |unit| {
            let info = &charts.units[unit.kind.index()];
            SeenUnit {
                unit,
                name: &info.name,
                class: unit.kind.class().name(),
                vehicle: unit.kind.class().is_vehicle(),
                points: info.points,
                acquired: battle.acquired.filter(|(id, _)| *id == unit.id).map_or(0, |(_, level)| level),
            }
        })
    }

    /// What a man of your crews is called.
    pub(crate) fn called(&self, man: &Man) -> String {
        self.game.called(man)
    }

    /// The man of a post, and who works it.
    pub(crate) fn man(&self, post: Post) -> SeenMan {
        let (game, charts) = (self.game, self.data);
        let man = game.crew.men[post.index()];
        let fought = self.in_battle() && !self.is_knocked_out();
        let order = game.battle.orders.of(post).filter(|_| fought);
        let is_out = game.battle.bail.out >> post.index() & 1 == 1;
        let leaving = man.filter(|_| self.in_battle() && self.is_knocked_out());
        SeenMan {
            post,
            name: post.name(),
            number: man.map(|m| m.number),
            called: man.map(|m| game.called(&m)),
            rating: man.map(|m| m.rating),
            you: man.is_some_and(|m| m.you),
            wound: man.filter(|m| m.wound > crate::words::Wound::NearMiss).map(|m| m.wound.name()),
            works: game.crew.worker(post).is_some(),
            hatch: game.has_hatch(charts, post).then(|| game.tank.is_open(post)),
            blind: game.tank.blind[post.index()],
            order,
            order_name: order.map(Action::name),
            looks: Sector::ALL.into_iter().filter(|s| game.sees(charts, post, *s)).collect(),
            leaving: leaving.map(|_| if is_out { "got out" } else { "still inside" }),
        }
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let (game, charts) = (self.game, self.data);
        let card = &charts.tanks[game.tank.model.index()];
        let enemies: Vec<SeenUnit> = self.enemies().collect();
        let smoke: Vec<(String, u8)> =
            Zone::all().filter(|z| game.battle.smoke_in(*z) > 0).map(|z| (z.id(), game.battle.smoke_in(z))).collect();
        let fire: Vec<(String, u8)> = Zone::all()
            .filter(|z| game.battle.fire[z.index()] > 0)
            .map(|z| (z.id(), game.battle.fire[z.index()]))
            .collect();
        let sweeps: Vec<(String, Mg)> = game.battle.sweeps.iter().map(|sweep| (sweep.zone.id(), sweep.mg)).collect();
        let us: Vec<Sector> = Sector::ALL.into_iter().filter(|s| game.battle.us[s.index()]).collect();
        let score: Score = game.report.score(charts);
        let mut out = s.serialize_struct("View", 40)?;
        out.serialize_field("length", &game.options.length)?;
        out.serialize_field("stage", &game.stage)?;
        out.serialize_field("in_battle", &self.in_battle())?;
        out.serialize_field("date", &game.day.to_string())?;
        out.serialize_field("day", &game.day)?;
        out.serialize_field("note", charts.calendar.note(game.day))?;
        out.serialize_field("you", &game.you)?;
        out.serialize_field("crew", &Post::ALL.map(|post| self.man(post)))?;
        out.serialize_field("crew_total", &game.crew.total())?;
        out.serialize_field("assistant_at", &game.crew.assistant_at)?;
        out.serialize_field("trained", &game.crew.trained)?;
        out.serialize_field("away", &game.crew.away)?;
        out.serialize_field("tank_card", &game.tank.model.number())?;
        out.serialize_field("tank_model", &card.name_of(game.tank.hvss))?;
        out.serialize_field("tank_gun", card.gun.name())?;
        out.serialize_field("rack_size", &card.rack)?;
        out.serialize_field("normal_load", &card.rounds)?;
        out.serialize_field("rounds", &rounds(&game.tank.rounds))?;
        out.serialize_field("rack", &rounds(&game.tank.rack))?;
        out.serialize_field("tank", &game.tank)?;
        out.serialize_field("orders", &game.battle.orders)?;
        out.serialize_field("report", &game.report)?;
        out.serialize_field("clock", &game.report.clock.to_string())?;
        out.serialize_field("sunset", &game.report.sunset.to_string())?;
        out.serialize_field("score", &score)?;
        out.serialize_field("score_total", &score.total())?;
        out.serialize_field(
            "own_kills",
            &counts(UnitType::ALL.into_iter().map(|k| (k.name(), u16::from(game.report.own[k.index()])))),
        )?;
        out.serialize_field(
            "friendly_kills",
            &counts(UnitType::ALL.into_iter().map(|k| (k.name(), u16::from(game.report.friendly[k.index()])))),
        )?;
        out.serialize_field(
            "career_kills",
            &counts(UnitType::ALL.into_iter().map(|k| (k.name(), game.you.kills[k.index()]))),
        )?;
        let areas: Vec<SeenArea> = if game.options.length == Length::Engagement {
            Vec::new()
        } else {
            MapArea::ALL
                .into_iter()
                .map(|area| {
                    let info = &charts.areas[area.index()];
                    SeenArea {
                        id: area.id(),
                        kind: info.kind,
                        pos: info.pos,
                        edge: info.edge,
                        state: &game.map.areas[area],
                        strays: game.map.strays.iter().filter(|stray| stray.area == area).count(),
                        roads: info.neighbours.iter().map(|(to, road)| (to.id(), road.id())).collect(),
                    }
                })
                .collect()
        };
        out.serialize_field("areas", &areas)?;
        out.serialize_field("at", &self.route().map(|_| game.map.at.id()))?;
        out.serialize_field("start", &self.route().map(|(start, _)| start.id()))?;
        out.serialize_field("exit", &self.route().map(|(_, exit)| exit.id()))?;
        out.serialize_field("round", &game.battle.round)?;
        out.serialize_field("enemies", &enemies)?;
        out.serialize_field("us", &us)?;
        out.serialize_field("smoke", &smoke)?;
        out.serialize_field("smoke_here", &game.battle.smoke_here())?;
        out.serialize_field("advance_fire", &fire)?;
        out.serialize_field("sweeps", &sweeps)?;
        out.serialize_field("hits", &game.battle.hits)?;
        out.serialize_field("history", &game.history)?;
        out.end()
    }
}
