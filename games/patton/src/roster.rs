//! What each man can be ordered, as sets of actions: the Orders Phase asks again after every order (8.0).

use crate::charts::Charts;
use crate::offered::Handled;
use crate::state::{Directs, Orders, Patton};
use crate::talk::Plan;
use crate::words::{Action, Actions, Ammo, Mg, Need, Post};

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

/// Needs that are another man's or not from post to post; his hatch can be opened while orders are given.
const OWN: [Need; 3] = [Need::OwnHatchOpen, Need::OwnPeriscopeBroken, Need::SomeOtherCrewmanIncapacitated];

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
    /// What each man is asked about at all, by [`Post`].
    pub(crate) listed: [Actions; 5],
    /// The plans, before what cannot be carried out is taken from them.
    pub(crate) plans: [Orders; 6],
    /// What any of them orders, by [`Post`].
    pub(crate) planned: [Actions; 5],
    /// Whether nobody is there to fire the main gun.
    pub(crate) gun_unmanned: bool,
    /// The guns whose fire can be directed, a bit for each of [`DIRECTS`].
    pub(crate) directs: u64,
    /// The posts the assistant driver can take over, a bit each.
    pub(crate) posts: u64,
    /// The rounds that can be reloaded, two bits each: from anywhere, and from the ready rack.
    pub(crate) reloads: u64,
    /// The hatches and markers that are somebody's.
    pub(crate) handled: Handled,
}

impl Patton {
    /// Looks once at everything that stays as it is while orders are given.
    pub(crate) fn roster(&self, charts: &Charts) -> Roster {
        let bar = |barred: Actions, need: Need, post: Post| match self.unmet(charts, &Orders::NONE, need, post) {
            Some(_) => barred.union(charts.needing[need.index()]),
            None => barred,
        };
        let stays = |need: &Need| !SHIFTING.contains(need) && !OWN.contains(need);
        let all = Need::ALL.into_iter().filter(stays);
        let barred_to_all = all.fold(Actions::NONE, |barred, need| bar(barred, need, Post::Commander));
        let free = Post::ALL.map(|post| {
            if self.crew.worker(post).is_none() {
                return Actions::NONE;
            }
            let own = OWN.into_iter().filter(|need| *need != Need::OwnHatchOpen);
            let barred = own.fold(barred_to_all, |barred, need| bar(barred, need, post));
            let given = |action: &Action| {
                !barred.has(*action) && self.no_right(charts, post, *action).is_none() && !self.no_boxes(*action)
            };
            Action::ALL.into_iter().filter(given).collect()
        });
        let directed = |directs: &Directs| self.against_directing(charts, *directs).is_none();
        let vacant = |post: &Post| self.against_post(charts, *post).is_none();
        let had = |(ammo, rack): &(Ammo, bool)| self.against_reload(&Orders::NONE, *ammo, *rack).is_none();
        let senior = self.crew.senior();
        let plans = PLANS.map(|plan| self.plan(plan));
        let bit = |places: u64, place: usize| places | 1 << place;
        Roster {
            free,
            // To leave the tank is the senior man's to say, and nobody else is asked.
            listed: Post::ALL.map(|post| match senior == Some(post) {
                true => charts.listed[post],
                false => charts.listed[post].without(Actions::one(Action::AbandonTank)),
            }),
            planned: Post::ALL.map(|post| plans.iter().filter_map(|plan| plan.acts[post.index()]).collect()),
            plans,
            gun_unmanned: self.unmanned(Directs::Main),
            directs: DIRECTS.into_iter().filter(directed).map(Directs::index).fold(0, bit),
            posts: Post::ALL.into_iter().filter(vacant).map(Post::index).fold(0, bit),
            reloads: (self.reloads(charts).filter(had))
                .map(|(ammo, rack)| 2 * ammo.index() + usize::from(rack))
                .fold(0, bit),
            handled: self.handled(charts),
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
