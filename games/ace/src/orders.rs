//! What may be ordered now, command by command in the order of the book, and why the rest may not (7.2-3).
//!
//! Every command has a place in that order. Which may be given is one bit a place, so that nothing is listed where nobody reads a list.

use crate::charts::Charts;
use crate::commands::Turn;
use crate::gunnery::helping_facing;
use crate::rules::rule;
use crate::state::{Ace, Enemy, MOST_ENEMIES, Player, Support};
use crate::talk::{Choice, CommandAnswer, Hatches, Order};
use crate::words::{Ammo, Area, Class, Facing, Gun, Post, Skill};
use hulldown_core::chart::Set;
use hulldown_core::game::Seat;
use hulldown_core::rules::Reason;
use hulldown_core::rules::RuleId;
use hulldown_core::table::{Menu, Offers, Places, Table};

/// Commands of one kind: where their places begin, in which word of bits.
#[derive(Clone, Copy, Debug)]
struct Kind {
    word: usize,
    first: usize,
}

impl Kind {
    /// The kind that has its places after so many of this one.
    const fn after(self, places: usize) -> Kind {
        Kind { word: self.word, first: self.first + places }
    }

    /// The kind that begins the next word.
    const fn then(self) -> Kind {
        Kind { word: self.word + 1, first: 0 }
    }
}

const SMOKE: Kind = Kind { word: 0, first: 0 };
const MAIN: Kind = SMOKE.after(Area::ALL.len());
const COAX: Kind = MAIN.after(MOST_ENEMIES);
const RELOAD: Kind = COAX.after(MOST_ENEMIES);
const MOVE: Kind = RELOAD.after(2);
const BOW: Kind = MOVE.then();
const FIFTY: Kind = BOW.after(MOST_ENEMIES);
const FLANK: Kind = FIFTY.then();
const MORTAR: Kind = FLANK.after(MOST_ENEMIES);
const CALL: Kind = MORTAR.after(1);
const BUTTON: Kind = CALL.after(4);
const UNBUTTON: Kind = BUTTON.after(8);
const SWITCH: Kind = UNBUTTON.after(8);
const SYNERGY: Kind = SWITCH.after(Ammo::ALL.len());
const END: Kind = SYNERGY.after(1);

/// D, E, F, G.
const MOVES: [Order; 6] = [
    Order::Forward,
    Order::HullDown,
    Order::Hull(Facing::Left),
    Order::Hull(Facing::Front),
    Order::Hull(Facing::Right),
    Order::Backward,
];

/// L: of what, and whether on the partner's board.
const CALLS: [(Support, bool); 4] =
    [(Support::Mortar, false), (Support::Mortar, true), (Support::Artillery, false), (Support::Artillery, true)];

/// One or more of some hatches: for each mask of hatches a bit for each of its parts.
const PARTS: [u64; 8] = {
    let mut parts = [0; 8];
    let mut whole = 0;
    while whole < 8 {
        let mut part = 1;
        while part < 8 {
            if part & !whole == 0 {
                parts[whole] |= 1 << part;
            }
            part += 1;
        }
        whole += 1;
    }
    parts
};

/// Which units the weapons of a seat can take up, one bit a unit in the order they stand. In step 5 no unit comes, moves or gets off: so it
/// is found anew only when one has left the board, the hull has turned or a flank is gained, and not for every command.
#[derive(Clone, Copy, Default)]
pub(crate) struct Targets {
    /// What it was found for: whether the seat helps, where its hull points, how many units there were.
    of: Option<(bool, Facing, usize)>,
    /// By the main gun, and by the gun on the roof.
    seen: u32,
    soft: u32,
    ahead: u32,
    /// Vehicles whose flank can be gained.
    flank: u32,
}

/// The commands a seat may give now.
pub(crate) struct CommandMenu<'a> {
    game: &'a Ace,
    charts: &'static Charts,
    seat: Seat,
    player: &'a Player,
    /// Whether the seat has cleared its own board and fires on its partner's.
    helps: bool,
    /// The units on the board it fires at.
    units: &'a [Enemy],
    legal: Places<3>,
    /// What is not allowed, by word and place; only where somebody reads it.
    refused: Vec<((usize, usize), RuleId, &'static str)>,
}

impl Offers<Choice, CommandAnswer> for CommandMenu<'_> {
    #[inline]
    fn count(&self) -> u32 {
        self.legal.count()
    }

    #[inline]
    fn nth(&self, n: u32) -> CommandAnswer {
        self.legal.nth(n).map_or(CommandAnswer::End, |(word, place)| self.at(word, place))
    }

    fn list(&self, menu: &mut Menu<Choice, CommandAnswer>) {
        menu.offer_all(self.legal.iter().map(|(word, place)| self.at(word, place)));
        for ((word, place), rule, why) in &self.refused {
            menu.refuse(self.at(*word, *place), *rule, why);
        }
    }
}

impl<'a> CommandMenu<'a> {
    /// Every command that may be given now, and why the others may not.
    #[inline]
    pub(crate) fn now<T: Table<Ace>>(game: &'a Ace, charts: &'static Charts, seat: Seat, turn: &mut Turn) -> Self {
        let helps = game.can_help(seat);
        let board = if helps { 1 - seat.index() } else { seat.index() };
        let (player, units) = (&game.players[seat.index()], &game.players[board].board.enemies);
        let mut orders =
            CommandMenu { game, charts, seat, player, helps, units, legal: Places([0; 3]), refused: Vec::new() };
        if turn.left > 0 {
            let now = Some((helps, player.mat.hull, units.len()));
            if turn.targets.of != now {
                turn.targets = Targets { of: now, ..orders.targets() };
            }
            let stuck = orders.against_move();
            orders.weapons::<T>(turn, stuck);
            orders.reloads::<T>(turn);
            orders.moves::<T>(stuck);
            orders.mortar::<T>();
            orders.calls::<T>();
            orders.hatches();
            orders.rounds::<T>();
            if T::LISTENS {
                orders.refused.sort_unstable_by_key(|(place, ..)| *place);
            }
        }
        if player.skilled(Skill::Synergy) && player.commanding() == Some(Post::Commander) {
            orders.legal.0[SYNERGY.word] |= 1 << SYNERGY.first;
        }
        orders.legal.0[END.word] |= 1 << END.first;
        orders
    }

    /// The command at a place.
    #[inline]
    fn at(&self, word: usize, place: usize) -> CommandAnswer {
        let is = |kind: Kind| word == kind.word && place >= kind.first;
        let unit = |kind: Kind| self.units[place - kind.first].id;
        let mg = |gun: Gun, kind: Kind| match self.helps {
            true => Order::AssistMg(gun, unit(kind)),
            false => Order::Mg(gun, unit(kind)),
        };
        let hatches = |kind: Kind| Hatches((place - kind.first) as u8);
        let order = match word {
            0 if is(MOVE) => MOVES[place - MOVE.first],
            0 if is(RELOAD) => [Order::Reload, Order::ReloadRush][place - RELOAD.first],
            0 if is(COAX) => mg(Gun::Coax, COAX),
            0 if is(MAIN) && self.helps => Order::Assist(unit(MAIN)),
            0 if is(MAIN) => Order::Fire(unit(MAIN)),
            0 => Order::Smoke(Area::ALL[place]),
            1 if is(FIFTY) => mg(Gun::Aa50, FIFTY),
            1 => mg(Gun::Bow, BOW),
            _ if is(END) => return CommandAnswer::End,
            _ if is(SYNERGY) => return CommandAnswer::Synergy,
            _ if is(SWITCH) => Order::Switch(Ammo::ALL[place - SWITCH.first]),
            _ if is(UNBUTTON) => Order::Unbutton(hatches(UNBUTTON)),
            _ if is(BUTTON) => Order::Button(hatches(BUTTON)),
            _ if is(CALL) => match CALLS[place - CALL.first] {
                (support, false) => Order::Call(support),
                (support, true) => Order::CallPartner(support),
            },
            _ if is(MORTAR) => Order::Mortar,
            _ => Order::Flank(unit(FLANK)),
        };
        CommandAnswer::Order(order)
    }

    /// Allows a command unless there is a reason against it.
    #[inline]
    fn weigh<T: Table<Ace>>(&mut self, kind: Kind, at: usize, reason: Reason) {
        self.legal.0[kind.word] |= u64::from(reason.is_none()) << (kind.first + at);
        if T::LISTENS
            && let Some((rule, why)) = reason
        {
            self.refused.push(((kind.word, kind.first + at), rule, why));
        }
    }

    #[inline]
    fn against_gun(&self) -> Reason {
        let player = self.player;
        if player.mat.gun_silent {
            Some((rule!("7.4.3h"), "gunner or loader has just fallen out: the gun is silent this round"))
        } else if !player.gun_manned() && player.fit(Post::Commander) {
            Some((rule!("7.4.3h"), "the gunner is out and the commander has stayed up"))
        } else if !player.gun_manned() {
            Some((rule!("R28a"), "nobody is left to fire the gun"))
        } else {
            None
        }
    }

    #[inline]
    fn against_main(&self, turn: &Turn) -> Reason {
        let player = self.player;
        if player.loaded_by().is_none() {
            Some((rule!("7.4.3g"), "nobody is left to load"))
        } else if player.mat.loaded.is_none() {
            Some((rule!("7.2-Aa"), "the gun is not loaded"))
        } else if turn.main_fired > 0 && player.commander_guns() {
            Some((rule!("7.4.3h"), "the commander at the gun fires one round a Combat Round"))
        } else if turn.main_fired > 0 && player.mat.racked() == 0 {
            Some((rule!("R22a"), "the ready rack is empty: one main gun round a Combat Round"))
        } else if turn.turned && turn.fired_after_turn {
            Some((rule!("7.2-Ad"), "the turret has turned and fired this round"))
        } else {
            None
        }
    }

    #[inline]
    fn against_mg(&self, gun: Gun) -> Reason {
        let mg = &self.player.mat.guns[gun.index()];
        if mg.jammed {
            Some((rule!("7.4.4a"), "it is jammed"))
        } else if mg.points == 0 {
            Some((rule!("4.4.b"), "it must be reloaded first"))
        } else {
            None
        }
    }

    #[inline]
    fn against_bow(&self) -> Reason {
        if !self.player.assistant_free() {
            Some((rule!("7.4.3f"), "the assistant driver is not at his gun"))
        } else if self.player.mat.hull_down {
            Some((rule!("7.3.1d"), "the tank is hull down"))
        } else {
            self.against_mg(Gun::Bow)
        }
    }

    #[inline]
    fn against_fifty(&self) -> Reason {
        if !self.player.fit(Post::Commander) {
            Some((rule!("7.4.3d"), "the commander is out of action"))
        } else if self.player.commander_guns() {
            Some((rule!("R28a"), "the commander is in the gunner's seat"))
        } else if !self.player.mat.is_open(Post::Commander) {
            Some((rule!("7.2-I"), "the commander's hatch is closed"))
        } else {
            self.against_mg(Gun::Aa50)
        }
    }

    #[inline]
    fn against_move(&self) -> Reason {
        if self.player.mat.immobilized {
            Some((rule!("R19a"), "the tank is immobilized"))
        } else if !self.player.driven(self.game.field.round) {
            Some((rule!("7.4.3e"), "nobody is at the driver's post"))
        } else {
            None
        }
    }

    /// [10.2b] The areas that can be fired at from here.
    #[inline]
    fn reach(&self) -> Set<Area> {
        if self.helps { self.charts.assist[self.seat.index()] } else { Set::all_if(true) }
    }

    /// [7.2-H] The areas where the hull points.
    #[inline]
    fn ahead(&self) -> Set<Area> {
        let hull = self.player.mat.hull;
        if self.helps { Set::all_if(hull == helping_facing(self.seat)) } else { self.charts.facing[hull.index()].fire }
    }

    #[inline]
    fn against_hard_target(&self, enemy: &Enemy) -> Reason {
        let wheeled = || enemy.kind.is_some_and(|kind| self.charts.units[kind.index()].wheeled);
        (!matches!(enemy.class, Class::Inf | Class::At) && !wheeled())
            .then_some((rule!("7.2-Ab"), "the coax fires only at infantry, guns and wheeled vehicles"))
    }

    /// Whether a unit has a flank that this tank can look for.
    #[inline]
    fn has_flank(&self, enemy: &Enemy) -> bool {
        enemy.class.is_vehicle() && !self.helps
    }

    /// What of the weapons depends on the units alone.
    #[inline]
    fn targets(&self) -> Targets {
        let (reach, ahead, mut targets) = (self.reach(), self.ahead(), Targets::default());
        for enemy in self.units.iter().rev() {
            let there = enemy.on_board() & reach.has(enemy.area);
            let seen = there & self.game.against_hidden(enemy).is_none();
            let add = |units: u32, is_among: bool| units << 1 | u32::from(is_among);
            targets.seen = add(targets.seen, seen);
            targets.soft = add(targets.soft, seen & self.against_hard_target(enemy).is_none());
            targets.ahead = add(targets.ahead, seen & ahead.has(enemy.area));
            targets.flank = add(targets.flank, there & self.has_flank(enemy) & !enemy.flanked);
        }
        targets
    }

    /// Allows some commands of a kind unless there is a reason against all of them: a bit for each.
    #[inline]
    fn aim(&mut self, kind: Kind, some: u32, reason: Reason) {
        self.legal.0[kind.word] |= u64::from(if reason.is_none() { some } else { 0 }) << kind.first;
    }

    /// Why a weapon may not be used on a unit.
    fn unaimed(&mut self, kind: Kind, at: usize, reason: Reason) {
        let place = kind.first + at;
        debug_assert_eq!(
            self.legal.0[kind.word] >> place & 1 == 1,
            reason.is_none(),
            "{kind:?} at {:?}",
            self.units[at]
        );
        if let Some((rule, why)) = reason {
            self.refused.push(((kind.word, place), rule, why));
        }
    }

    /// A, B, H, I, J: the main gun, the machine guns, and the move that brings a unit's side before them.
    #[inline]
    fn weapons<T: Table<Ace>>(&mut self, turn: &Turn, stuck: Reason) {
        let silent = self.against_gun();
        let main = silent.or_else(|| self.against_main(turn));
        let coax = silent.or_else(|| self.against_mg(Gun::Coax));
        let (bow, fifty) = (self.against_bow(), self.against_fifty());
        // [7.2-Ae] At an area, A to E, whoever stands there.
        let smoke = self.player.mat.loaded == Some(Ammo::Hcbi);
        if smoke && self.game.in_fight(self.seat) {
            (0..Area::ALL.len()).for_each(|area| self.weigh::<T>(SMOKE, area, main));
        }
        let targets = turn.targets;
        self.aim(MAIN, if smoke { 0 } else { targets.seen }, main);
        self.aim(COAX, targets.soft, coax);
        self.aim(BOW, targets.ahead, bow);
        self.aim(FIFTY, targets.seen, fifty);
        self.aim(FLANK, targets.flank, stuck);
        if !T::LISTENS {
            return;
        }
        let (reach, ahead) = (self.reach(), self.ahead());
        for (at, enemy) in self.units.iter().enumerate() {
            if !enemy.on_board() || !reach.has(enemy.area) {
                continue;
            }
            let astray = (!ahead.has(enemy.area)).then_some((rule!("7.2-H"), "it is not where the hull points"));
            let hidden = self.game.against_hidden(enemy);
            if !smoke {
                self.unaimed(MAIN, at, main.or(hidden));
            }
            self.unaimed(COAX, at, self.against_hard_target(enemy).or(coax).or(hidden));
            self.unaimed(BOW, at, bow.or(astray).or(hidden));
            self.unaimed(FIFTY, at, fifty.or(hidden));
            if self.has_flank(enemy) {
                let done = enemy.flanked.then_some((rule!("7.2-Ja"), "you are on its flank already"));
                self.unaimed(FLANK, at, stuck.or(done));
            }
        }
    }

    /// C.
    #[inline]
    fn reloads<T: Table<Ace>>(&mut self, turn: &Turn) {
        let refused = if self.player.loaded_by().is_none() {
            Some((rule!("7.4.3g"), "nobody is left to load"))
        } else if turn.loader_acted {
            Some((rule!("4.4.d"), "the loader has already done something else this round"))
        } else {
            None
        };
        let at_it = self.player.mat.reloading.then_some((rule!("7.2-Cb"), "the loader is at it already"));
        self.weigh::<T>(RELOAD, 0, refused.or(at_it));
        // [7.7.adr] He may also be hurried in the midst of it.
        if self.player.skilled(Skill::AdrenalineRush) {
            self.weigh::<T>(RELOAD, 1, refused);
        }
    }

    /// D, E, F, G.
    #[inline]
    fn moves<T: Table<Ace>>(&mut self, stuck: Reason) {
        let idle = self.helps.then_some((rule!("10.2b"), "there is no enemy left on your own board"));
        let close =
            self.player.board.range.closer().is_none().then_some((rule!("7.2-D"), "the range is close already"));
        for (at, choice) in MOVES.into_iter().enumerate() {
            let reason = match choice {
                Order::Hull(facing) if facing == self.player.mat.hull => continue,
                Order::Forward => stuck.or(idle).or(close),
                Order::Backward => stuck.or(idle),
                _ => stuck,
            };
            self.weigh::<T>(MOVE, at, reason);
        }
    }

    /// K.
    #[inline]
    fn mortar<T: Table<Ace>>(&mut self) {
        let refused = if self.charts.tanks[self.player.tank.index()].smoke_mortar == 0 {
            Some((rule!("4.4.f"), "this tank has no smoke mortar"))
        } else if self.player.mat.mortar == 0 {
            Some((rule!("4.4.f"), "its rounds are used up"))
        } else if self.player.loaded_by().is_none() {
            Some((rule!("7.4.3g"), "nobody is left to fire it"))
        } else {
            None
        };
        self.weigh::<T>(MORTAR, 0, refused);
    }

    /// L.
    #[inline]
    fn calls<T: Table<Ace>>(&mut self) {
        let (mat, c) = (&self.player.mat, &self.charts.constants);
        let has_radio = |player: &Player| self.charts.ranks[player.career.rank.index()].radio;
        let common = if !has_radio(self.player) {
            Some((rule!("7.2-L"), "only a 1st Lieutenant or Captain has the command radio"))
        } else if mat.radio_out {
            Some((rule!("CH.C1"), "the radio is out"))
        } else if !self.player.fit(Post::Commander) {
            Some((rule!("7.4.3d"), "the commander is out of action"))
        } else {
            None
        };
        if common.is_some() && !T::LISTENS {
            return;
        }
        let partner = self.game.partner(self.seat).filter(|other| self.game.in_fight(*other));
        let partner = partner.map(|other| &self.game.players[other.index()]);
        let deaf = partner.filter(|other| !has_radio(other) || other.mat.radio_out);
        let deaf = deaf.map(|_| (rule!("10.2d"), "the partner has no command radio"));
        for (at, (support, for_partner)) in CALLS.into_iter().enumerate() {
            let is_listed = if for_partner { partner.is_some() } else { !self.helps };
            let spent = match support {
                Support::Mortar => mat.artillery_called > 0 || mat.mortars_called >= c.cff_limit_mortar,
                Support::Artillery => mat.mortars_called > 0 || mat.artillery_called >= c.cff_limit_artillery,
            };
            let limit = spent.then_some((rule!("7.6b"), "no more fire support in this mission"));
            let deaf = deaf.filter(|_| for_partner);
            if is_listed {
                self.weigh::<T>(CALL, at, common.or(deaf).or(limit));
            }
        }
    }

    /// M, N.
    #[inline]
    fn hatches(&mut self) {
        let open = Hatches::of(self.player.mat.open).0;
        let closed = Hatches::of(self.player.may_open()).0 & !open;
        self.legal.0[BUTTON.word] |= PARTS[usize::from(open)] << BUTTON.first;
        self.legal.0[UNBUTTON.word] |= PARTS[usize::from(closed)] << UNBUTTON.first;
    }

    /// O.
    #[inline]
    fn rounds<T: Table<Ace>>(&mut self) {
        let refused = (self.player.loaded_by().is_none()).then_some((rule!("7.4.3g"), "nobody is left to load"));
        let mat = &self.player.mat;
        let racked = mat.rack.iter().rev().fold(0, |racked, rounds| racked << 1 | u32::from(*rounds > 0));
        let others = racked & !mat.loaded.map_or(0, |ammo| 1 << ammo.index());
        self.aim(SWITCH, others, refused);
        if T::LISTENS
            && let Some((rule, why)) = refused
        {
            let places = (0..Ammo::ALL.len()).filter(|at| others >> at & 1 == 1).map(|at| SWITCH.first + at);
            self.refused.extend(places.map(|place| ((SWITCH.word, place), rule, why)));
        }
    }
}
