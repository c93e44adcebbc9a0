//! You, your men and your tank.

use super::Name;
use crate::words::{Ammo, Day, Medal, Month, Post, Rank, Sector, Tank, UnitType, Weapon, Wound};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most men away wounded that may come back.
pub const MOST_AWAY: usize = 16;

/// What has become of you.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// In command.
    #[default]
    Serving,
    /// In hospital.
    Away,
    /// Killed.
    Killed,
    /// Sent home for good.
    Home,
    /// Alive at the end.
    Survived,
}

/// You, or whoever you go on as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// Your name.
    pub name: Name,
    /// The how-manieth commander you are in this game, from 1 (6.3).
    pub number: u8,
    /// What has become of you.
    pub fate: Fate,
    /// Your rank.
    pub rank: Rank,
    /// Points for kills of your tanks, never multiplied (25.0).
    pub points: u16,
    /// The month of the last promotion.
    pub promoted: Option<Month>,
    /// Decorations.
    pub medals: [u8; Medal::ALL.len()],
    /// Purple Hearts.
    pub hearts: u8,
    /// Days of action.
    pub days: u16,
    /// Days won.
    pub won: u16,
    /// Tanks knocked out under you.
    pub tanks_lost: u8,
    /// Units your tanks have knocked out.
    pub kills: [u16; UnitType::ALL.len()],
}

/// A man at a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Man {
    /// Which man of your crews he is, from 1.
    pub number: u16,
    /// His rating, 1 to 10.
    pub rating: u8,
    /// Whether he is you.
    pub you: bool,
    /// The worst that has happened to him.
    pub wound: Wound,
    /// How many weeks he will be out.
    pub weeks: u8,
    /// Whether he is unconscious.
    pub down: bool,
}

/// A man away wounded, and the first morning he may be back (19.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Away {
    /// His post.
    pub post: Post,
    /// The man.
    pub man: Man,
    /// The first morning he may be back.
    pub back: Day,
}

/// The men.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crew {
    /// Who is at each post; a post may be vacant between days.
    pub men: [Option<Man>; 5],
    /// Where the assistant driver sits (19.22).
    pub assistant_at: Post,
    /// Those who may come back.
    pub away: ArrayVec<Away, MOST_AWAY>,
    /// Whether the crew is trained to use the gyrostabilizer (27.2).
    pub trained: bool,
    /// The number of the next new man.
    pub next: u16,
}

/// How a gun is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunState {
    /// It works.
    #[default]
    Works,
    /// It may be repaired.
    Malfunction,
    /// It is out for the day.
    Broken,
}

/// Whether the tank is stuck (11.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bog {
    /// No.
    #[default]
    Free,
    /// Bogged down.
    Bogged,
    /// Bogged down until help comes.
    Assistance,
}

/// Your tank: what it carries and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Its Tank Card.
    pub model: Tank,
    /// What is painted on it.
    pub name: Name,
    /// Whether it has been knocked out and must be replaced.
    pub lost: bool,
    /// Whether it has HVSS, and whether that has been rolled for (5.25).
    pub hvss: bool,
    /// Whether HVSS has been rolled for.
    pub hvss_known: bool,
    /// Main gun rounds on board, breech and rack included (R47).
    pub rounds: [u8; Ammo::ALL.len()],
    /// Of these, the rounds in the ready rack.
    pub rack: [u8; Ammo::ALL.len()],
    /// The round in the gun.
    pub loaded: Option<Ammo>,
    /// Extra rounds that must be carried today.
    pub ordered_extra: u8,
    /// Special rounds that may be carried today: what was saved and what was issued.
    pub special: u8,
    /// Boxes of .30 ammunition.
    pub boxes_30: u8,
    /// Boxes of .50 ammunition.
    pub boxes_50: u8,
    /// Smoke bombs.
    pub bombs: u8,
    /// Smoke grenades.
    pub grenades: u8,
    /// Spare periscopes.
    pub periscopes: u8,
    /// Fuel.
    pub fuel: u8,
    /// The load of the last morning, offered again.
    pub last_load: [u8; Ammo::ALL.len()],
    /// How the rack was filled last, offered again.
    pub last_rack: [u8; Ammo::ALL.len()],
    /// Where the hull faces.
    pub hull: Sector,
    /// Where the turret faces.
    pub turret: Sector,
    /// Open hatches by [`Post`].
    pub open: [bool; 5],
    /// The sector the buttoned-up loader searches.
    pub loader_looks: Sector,
    /// The sector the buttoned-up commander searches.
    pub commander_looks: Sector,
    /// Whether a Moving marker lies on it.
    pub moving: bool,
    /// Whether it is hull down.
    pub hull_down: bool,
    /// Whether it leads.
    pub lead: bool,
    /// Whether it has thrown a track, hit a mine, or been hit in the track.
    pub disabled: bool,
    /// Whether it is stuck.
    pub bog: Bog,
    /// Broken periscopes by [`Post`].
    pub blind: [bool; 5],
    /// Whether the gun sight is broken.
    pub sight_broken: bool,
    /// The guns by [`Weapon`].
    pub guns: [GunState; 4],
}

impl Crew {
    /// Whether the man of a post can work.
    #[inline]
    pub fn able(&self, post: Post) -> bool {
        self.men[post.index()].is_some_and(|man| man.able())
    }

    /// Who works a post: its man, or the assistant driver who has taken it over (19.22).
    #[inline]
    pub fn worker(&self, post: Post) -> Option<Post> {
        let assistant = self.able(Post::Assistant) && self.assistant_at == post;
        match post {
            Post::Assistant => assistant.then_some(Post::Assistant),
            _ if self.able(post) => Some(post),
            _ => assistant.then_some(Post::Assistant),
        }
    }

    /// The rating at a post: 0 if nobody works it; the assistant driver's is halved anywhere but at his own seat and the driver's.
    #[inline]
    pub fn rating(&self, post: Post) -> i8 {
        let Some(who) = self.worker(post) else { return 0 };
        let rating = self.men[who.index()].map_or(0, |man| man.rating as i8);
        if who == post || post == Post::Driver { rating } else { rating / 2 }
    }

    /// Whoever gives the orders that are nobody's post: the commander, or else the next man who can work.
    pub fn senior(&self) -> Option<Post> {
        Post::ALL.into_iter().find(|post| self.worker(*post).is_some())
    }

    /// [19.22b] Where a man is when the tank is struck: the assistant driver where he works, a driver he has relieved in the assistant's
    /// seat, and everybody else by his own post, be it on the turret floor.
    pub fn seat(&self, post: Post) -> Post {
        match post {
            Post::Assistant => self.assistant_at,
            Post::Driver if self.assistant_at == Post::Driver => Post::Assistant,
            _ => post,
        }
    }

    /// The ratings of all together (24.0, 27.21).
    pub fn total(&self) -> u8 {
        self.men.iter().flatten().map(|man| man.rating).sum()
    }
}

impl Man {
    /// Whether he can work (19.21, 19.22).
    #[inline]
    pub fn able(&self) -> bool {
        !self.down && self.wound < Wound::LightWeek
    }
}

impl Vehicle {
    /// Whether a man's hatch is open.
    #[inline]
    pub fn is_open(&self, post: Post) -> bool {
        self.open[post.index()]
    }

    /// Rounds of a kind outside rack and breech (R47).
    #[inline]
    pub fn bulk(&self, ammo: Ammo) -> u8 {
        let i = ammo.index();
        self.rounds[i].saturating_sub(self.rack[i] + u8::from(self.loaded == Some(ammo)))
    }

    /// Main gun rounds on board.
    #[inline]
    pub fn carried(&self) -> u8 {
        self.rounds.iter().sum()
    }

    /// Takes rounds of a kind away, from bulk first, never below zero (R47).
    pub fn expend(&mut self, ammo: Ammo, count: u8) {
        let i = ammo.index();
        self.rounds[i] = self.rounds[i].saturating_sub(count);
        let breech = u8::from(self.loaded == Some(ammo));
        self.rack[i] = self.rack[i].min(self.rounds[i].saturating_sub(breech));
        if self.rounds[i] == 0 && breech == 1 {
            self.loaded = None;
        }
    }

    /// A gun's state.
    #[inline]
    pub fn gun(&self, weapon: Weapon) -> GunState {
        self.guns[weapon.index()]
    }

    /// Whether it can be driven.
    #[inline]
    pub fn mobile(&self) -> bool {
        !self.disabled && self.bog == Bog::Free
    }
}
