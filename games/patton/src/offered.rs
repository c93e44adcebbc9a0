//! The two long menus of a battle, making ready (4.4) and orders (4.73): what is offered is one bit a place, in the order of the list, so
//! that nothing is listed where nobody reads a list.

use crate::charts::Charts;
use crate::roster::{DIRECTS, PLANS, Roster};
use crate::state::Patton;
use crate::talk::{Choice, Hatch, OrdersAnswer, Plan, PrepareAnswer};
use crate::words::{Action, Actions, Ammo, Post, Sector};
use hulldown_core::table::{Menu, Offers, Places};

/// Hatches, a place for each post; then for each sector a place for the loader who looks there, and one for the commander.
const LOADER_LOOKS: usize = Post::ALL.len();
const COMMANDER_LOOKS: usize = LOADER_LOOKS + Sector::ALL.len();
const HATCHES: usize = COMMANDER_LOOKS + Sector::ALL.len();
const SECTORS: u64 = (1 << Sector::ALL.len()) - 1;

/// The hatches and markers that somebody is there to use. It stays as it is while the crew makes ready or orders are given.
#[derive(Clone, Copy)]
pub(crate) struct Handled {
    /// By place.
    hatches: u64,
    loader: bool,
    commander: bool,
}

impl Patton {
    /// [4.42, 4.45] Which hatches and markers there are, and are somebody's.
    pub(crate) fn handled(&self, charts: &Charts) -> Handled {
        let works = |post: &Post| self.crew.worker(*post).is_some();
        let hatches = Post::ALL.into_iter().filter(|post| self.has_hatch(charts, *post)).filter(works);
        Handled {
            hatches: hatches.fold(0, |hatches, post| hatches | 1 << post.index()),
            loader: works(&Post::Loader),
            commander: works(&Post::Commander) && !charts.tanks[self.tank.model].cupola,
        }
    }

    /// [4.42, 4.45, 4.73.1] What can be done with them now.
    #[inline]
    fn hatches(&self, handled: Handled) -> u64 {
        let looks = |there: bool, post: Post, looks: Sector| match there && !self.tank.is_open(post) {
            true => SECTORS & !(1 << looks.index()),
            false => 0,
        };
        let loader = looks(handled.loader, Post::Loader, self.tank.loader_looks);
        let commander = looks(handled.commander, Post::Commander, self.tank.commander_looks);
        handled.hatches | loader << LOADER_LOOKS | commander << COMMANDER_LOOKS
    }

    #[inline]
    fn hatch_at(&self, place: usize) -> Hatch {
        match place {
            COMMANDER_LOOKS.. => Hatch::Look(Post::Commander, Sector::ALL[place - COMMANDER_LOOKS]),
            LOADER_LOOKS.. => Hatch::Look(Post::Loader, Sector::ALL[place - LOADER_LOOKS]),
            _ if self.tank.is_open(Post::ALL[place]) => Hatch::Close(Post::ALL[place]),
            _ => Hatch::Open(Post::ALL[place]),
        }
    }
}

/// How the crew can make ready now.
pub(crate) struct Ready<'a> {
    game: &'a Patton,
    charts: &'static Charts,
    places: Places<1>,
}

/// After going: hatches, rounds, no round; then for each sector the hull and the turret.
const ROUNDS: usize = 1 + HATCHES;
const NO_ROUND: usize = ROUNDS + Ammo::ALL.len();
const TURNS: usize = NO_ROUND + 1;
const EVERY_TURN: u64 = (1 << (2 * Sector::ALL.len())) - 1;

impl<'a> Ready<'a> {
    #[inline]
    pub(crate) fn now(game: &'a Patton, charts: &'static Charts, handled: Handled) -> Self {
        let tank = &game.tank;
        let fired = charts.tanks[tank.model].ammo;
        let fits = |ammo: &Ammo| fired.has(*ammo) && tank.loaded != Some(*ammo) && tank.rounds[ammo.index()] > 0;
        let rounds = Ammo::ALL.into_iter().filter(fits).fold(0, |rounds, ammo| rounds | 1 << ammo.index());
        let turns = EVERY_TURN & !(1 << (2 * tank.hull.index())) & !(1 << (2 * tank.turret.index() + 1));
        let none = u64::from(tank.loaded.is_some());
        let places = 1 | game.hatches(handled) << 1 | rounds << ROUNDS | none << NO_ROUND | turns << TURNS;
        Ready { game, charts, places: Places([places]) }
    }

    #[inline]
    fn at(&self, place: usize) -> PrepareAnswer {
        match place {
            0 => PrepareAnswer::Go,
            TURNS.. => {
                let sector = Sector::ALL[(place - TURNS) / 2];
                if (place - TURNS).is_multiple_of(2) {
                    PrepareAnswer::Hull(sector)
                } else {
                    PrepareAnswer::Turret(sector)
                }
            }
            NO_ROUND => PrepareAnswer::Load(None),
            ROUNDS.. => PrepareAnswer::Load(Some(Ammo::ALL[place - ROUNDS])),
            _ => self.game.hatch_at(place - 1).into(),
        }
    }
}

impl Offers<Choice, PrepareAnswer> for Ready<'_> {
    #[inline]
    fn count(&self) -> u32 {
        self.places.count()
    }

    #[inline]
    fn nth(&self, n: u32) -> PrepareAnswer {
        self.places.nth(n).map_or(PrepareAnswer::Go, |(_, place)| self.at(place))
    }

    fn list(&self, menu: &mut Menu<Choice, PrepareAnswer>) {
        let offered = self.places.iter().map(|(_, place)| self.at(place));
        if menu.listens() {
            self.game.explain_ready(self.charts, menu);
            debug_assert!(
                menu.options().iter().copied().eq(offered.map(Choice::from)),
                "the bits and the reasons must agree"
            );
        } else {
            menu.offer_all(offered);
        }
    }
}

/// What can be ordered now.
pub(crate) struct Offered<'a> {
    game: &'a Patton,
    charts: &'static Charts,
    roster: &'a Roster,
    places: Places<4>,
}

/// Going comes first, then the plans and the commander's orders; two other posts share a word each; the rest has the last one.
const COMMANDER: usize = 1 + PLANS.len();
/// A post has a place for no order, and one for each action.
const HALF: usize = 32;
const REST: usize = 3;
const TAKE: usize = DIRECTS.len();
const HATCH: usize = TAKE + Post::ALL.len();
const RELOAD: usize = HATCH + HATCHES;
/// The reloads that do not come from the ready rack.
const NOT_FROM_RACK: u64 = 0x5555_5555;

const _: () = assert!(Action::ALL.len() < HALF && Post::ALL.len() == 5 && RELOAD + 2 * Ammo::ALL.len() <= 64);

/// The word of a post's orders, and where they begin in it.
#[inline]
const fn places_of(post: Post) -> (usize, usize) {
    match post.index() {
        0 => (0, COMMANDER),
        n => (n.div_ceil(2), (n + 1) % 2 * HALF),
    }
}

impl<'a> Offered<'a> {
    #[inline]
    pub(crate) fn now(game: &'a Patton, charts: &'static Charts, roster: &'a Roster) -> Self {
        let orders = &game.battle.orders;
        let mut words = [0; 4];
        // Most drafts have an order that is in no plan.
        let mixed = Post::ALL
            .into_iter()
            .any(|post| orders.acts[post.index()].is_some_and(|act| !roster.planned[post.index()].has(act)));
        words[0] = 1;
        for (n, (plan, filled)) in PLANS.into_iter().zip(&roster.plans).enumerate() {
            let unmanned = plan == Plan::Gun && roster.gun_unmanned;
            let offered = !unmanned && (mixed || !game.is_planned(charts, roster, filled));
            words[0] |= u64::from(offered) << (1 + n);
        }
        let barred = game.barred(charts, orders);
        let mut directs = 0;
        for post in Post::ALL {
            let can = game.can_do(charts, roster, barred, post);
            if post == Post::Commander && can.has(Action::DirectFire) {
                directs = roster.directs;
            }
            let ordered = orders.of(post).map_or(Actions::NONE, Actions::one);
            let given = u64::from(orders.acts[post.index()].is_some());
            let (word, first) = places_of(post);
            words[word] |=
                (given | can.intersection(roster.listed[post.index()]).without(ordered).bits() << 1) << first;
        }
        if orders.has(Post::Commander, Action::DirectFire) {
            directs &= !(1 << orders.directs.index());
        }
        let seat = game.crew.assistant_at;
        let mut posts = roster.posts & !(1 << seat.index());
        if orders.has(seat, Action::MoveToPosition) {
            posts &= !(1 << orders.take.index());
        }
        let mut reloads = roster.reloads;
        if let Some(ammo) = orders.reload {
            reloads &= !(1 << (2 * ammo.index() + usize::from(orders.from_rack)));
        }
        if orders.has(Post::Assistant, Action::PassAmmo) {
            reloads &= NOT_FROM_RACK;
        }
        words[REST] = directs | posts << TAKE | game.hatches(roster.handled) << HATCH | reloads << RELOAD;
        Offered { game, charts, roster, places: Places(words) }
    }

    #[inline]
    fn at(&self, (word, place): (usize, usize)) -> OrdersAnswer {
        let order = |post: usize, place: usize| match place {
            0 => OrdersAnswer::Free(Post::ALL[post]),
            _ => OrdersAnswer::Order(Post::ALL[post], Action::ALL[place - 1]),
        };
        match (word, place) {
            (0, 0) => OrdersAnswer::Go,
            (0, COMMANDER..) => order(0, place - COMMANDER),
            (0, _) => OrdersAnswer::Plan(PLANS[place - 1]),
            (REST, RELOAD..) => {
                let place = place - RELOAD;
                OrdersAnswer::reload(Ammo::ALL[place / 2], place % 2 == 1)
            }
            (REST, HATCH..) => self.game.hatch_at(place - HATCH).into(),
            (REST, TAKE..) => OrdersAnswer::TakePost(Post::ALL[place - TAKE]),
            (REST, _) => OrdersAnswer::Direct(DIRECTS[place]),
            _ => order(2 * word - 1 + place / HALF, place % HALF),
        }
    }
}

impl Offers<Choice, OrdersAnswer> for Offered<'_> {
    #[inline]
    fn count(&self) -> u32 {
        self.places.count()
    }

    #[inline]
    fn nth(&self, n: u32) -> OrdersAnswer {
        self.places.nth(n).map_or(OrdersAnswer::Go, |place| self.at(place))
    }

    fn list(&self, menu: &mut Menu<Choice, OrdersAnswer>) {
        let offered = self.places.iter().map(|place| self.at(place));
        if menu.listens() {
            self.game.explain_orders(self.charts, self.roster, menu);
            debug_assert!(
                menu.options().iter().copied().eq(offered.map(Choice::from)),
                "the bits and the reasons must agree"
            );
        } else {
            menu.offer_all(offered);
        }
    }
}
