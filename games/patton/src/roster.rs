//! What each man can be ordered, as sets of actions: the Orders Phase asks again after every order (8.0).

use crate::charts::Charts;
use crate::state::{Directs, Orders, Patton};
use crate::talk::Plan;
use crate::words::{Action, Actions, Ammo, Mg, Need, Post};
use arrayvec::ArrayVec;

/// The plans, in the order they are offered.
pub(crate) const PLANS: [Plan; 6] = [Plan::Gun, Plan::Mg, Plan::HullDown, Plan::Forward, Plan::Back, Plan::Clear];

/// What the commander's fire orders are about.
pub(crate) const DIRECTS: [Directs; 5] =
    [Directs::Main, Directs::Mg(Mg::Coax), Directs::Mg(Mg::Bow), Directs::Mg(Mg::Aa), Directs::Mg(Mg::Sub)];

/// Needs that the orders of others and the tank's hatches decide; all else stays as it is while orders are given.
const SHIFTING: [Need; 5] = [
    Need::NotMovingOrGyroTrained,
    Need::LoaderRepairingMainGun,
    Need::NotHullDown,
    Need::ReloadNotFromReadyRack,
    Need::CommanderHatchOpen,
];

/// [11.0] What moves or pivots the tank.
pub(crate) const MOVES: Actions = Actions::of(&[
    Action::Forward,
    Action::ForwardToHullDown,
    Action::Reverse,
    Action::ReverseToHullDown,
    Action::Pivot,
]);

/// [R46] What nobody does who sees nothing: drive and fire.
pub(crate) const NEEDS_EYES: Actions = MOVES.union(Actions::of(&[
    Action::FireMainGun,
    Action::RotateAndFire,
    Action::FireCoaxMg,
    Action::FireBowMg,
    Action::FireAaMg,
    Action::FireSubMg,
]));

/// What holds throughout the orders of a round.
pub(crate) struct Roster {
    /// What each man can be ordered unless another order or a hatch stands in the way, by [`Post`].
    free: [Actions; 5],
    /// The plans, before what cannot be carried out is taken from them.
    pub(crate) plans: [Orders; 6],
    /// The guns whose fire can be directed.
    pub(crate) directs: ArrayVec<Directs, 5>,
    /// The posts the assistant driver can take over.
    pub(crate) posts: ArrayVec<Post, 5>,
    /// The rounds that can be reloaded, from the ready rack or not.
    pub(crate) reloads: ArrayVec<(Ammo, bool), 12>,
}

impl Patton {
    /// Looks once at everything that stays as it is while orders are given.
    pub(crate) fn roster(&self, charts: &Charts) -> Roster {
        let free = Post::ALL.map(|post| {
            if self.crew.worker(post).is_none() {
                return Actions::NONE;
            }
            let stays = |need: &Need| !SHIFTING.contains(need) && *need != Need::OwnHatchOpen;
            let unmet = |need: &Need| self.unmet(charts, &Orders::NONE, *need, post).is_some();
            let barred = Need::ALL.into_iter().filter(stays).filter(unmet);
            let barred = barred.fold(Actions::NONE, |barred, need| barred.union(charts.needing[need.index()]));
            let given = |action: &Action| {
                !barred.has(*action) && self.no_right(charts, post, *action).is_none() && !self.no_boxes(*action)
            };
            Action::ALL.into_iter().filter(given).collect()
        });
        let directed = |directs: &Directs| self.undirected(charts, *directs).is_none();
        let vacant = |post: &Post| self.not_vacant(charts, *post).is_none();
        let had = |(ammo, rack): &(Ammo, bool)| self.no_reload(&Orders::NONE, *ammo, *rack).is_none();
        Roster {
            free,
            plans: PLANS.map(|plan| self.plan(plan)),
            directs: DIRECTS.into_iter().filter(directed).collect(),
            posts: Post::ALL.into_iter().filter(vacant).collect(),
            reloads: self.reloads(charts).filter(had).collect(),
        }
    }

    /// The rounds this tank may reload, from the ready rack or not, whether or not it has them.
    pub(crate) fn reloads(&self, charts: &Charts) -> impl Iterator<Item = (Ammo, bool)> {
        let fired = charts.tanks[self.tank.model].ammo;
        let fired = Ammo::ALL.into_iter().filter(move |ammo| fired.has(*ammo));
        fired.flat_map(|ammo| [(ammo, false), (ammo, true)])
    }

    /// What these orders, and the hatches, keep everybody from doing.
    #[inline]
    pub(crate) fn barred(&self, charts: &Charts, orders: &Orders) -> Actions {
        let mut barred = Actions::NONE;
        for need in SHIFTING {
            if self.unmet(charts, orders, need, Post::Commander).is_some() {
                barred = barred.union(charts.needing[need.index()]);
            }
        }
        if self.held_by_gun(charts, orders) { barred.union(MOVES) } else { barred }
    }

    /// What a man can be ordered, with what everybody is kept from.
    #[inline]
    pub(crate) fn can_do(&self, charts: &Charts, roster: &Roster, barred: Actions, post: Post) -> Actions {
        let mut barred = barred;
        if self.unmet(charts, &Orders::NONE, Need::OwnHatchOpen, post).is_some() {
            barred = barred.union(charts.needing[Need::OwnHatchOpen.index()]);
        }
        if self.blind(charts, post) {
            barred = barred.union(NEEDS_EYES);
        }
        roster.free[post.index()].without(barred)
    }
}
