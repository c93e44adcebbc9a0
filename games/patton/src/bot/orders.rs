//! The orders of a round.

use super::weigh::Weigh;
use crate::state::{Bog, Directs, GunState, Orders};
use crate::talk::Choice;
use crate::words::{Action, Ammo, Mg, Post, Target, Weapon};

/// A chance to knock a target out below which a dangerous one is better hidden from than fired at.
const POOR: f64 = 0.07;
/// How much danger, as a chance to lose the tank, makes it hide in smoke before it fights.
const HIDE: f64 = 0.08;

/// Wishes held against what can be ordered, one after the other: of several for one man the first that can be had counts.
struct Wishes<'o> {
    options: &'o [Choice],
    orders: &'o Orders,
    settled: [bool; 5],
    /// The first wish that is not yet so and can be had.
    next: Option<Choice>,
}

impl Wishes<'_> {
    fn push(&mut self, wish: Choice) {
        if self.next.is_some() {
            return;
        }
        let orders = self.orders;
        let (post, so) = match wish {
            Choice::Order(post, action) => (Some(post), orders.has(post, action)),
            Choice::Free(post) => (Some(post), orders.acts[post.index()].is_none()),
            Choice::Direct(directs) => {
                let directing = orders.has(Post::Commander, Action::DirectFire) && orders.directs == directs;
                (Some(Post::Commander), directing)
            }
            Choice::TakePost(post) => {
                let going = orders.has(Post::Assistant, Action::MoveToPosition) && orders.take == post;
                (Some(Post::Assistant), going)
            }
            _ => (None, false),
        };
        match post {
            Some(post) if self.settled[post.index()] => {}
            Some(post) if so => self.settled[post.index()] = true,
            _ if self.options.contains(&wish) => self.next = Some(wish),
            _ => {}
        }
    }

    fn order(&mut self, post: Post, action: Action) {
        self.push(Choice::Order(post, action));
    }
}

impl Weigh<'_> {
    /// The next order on the way to what is wished.
    pub(super) fn next_order(&self, options: &[Choice]) -> Choice {
        let mut wishes = Wishes { options, orders: &self.view.battle().orders, settled: [false; 5], next: None };
        self.make_ready(&mut wishes);
        // What is dear to weigh waits until it is needed.
        if wishes.next.is_none() {
            self.fight(&mut wishes);
        }
        wishes.next.unwrap_or(Choice::Go)
    }

    /// Hatches, and men who cannot do their work.
    fn make_ready(&self, wishes: &mut Wishes<'_>) {
        let (view, tank) = (self.view, self.view.tank());
        // [28.0, 4.73 1] Once battle begins close up all hatches except the commander's.
        if !tank.is_open(Post::Commander) {
            wishes.push(Choice::Open(Post::Commander));
        }
        for post in [Post::Loader, Post::Driver, Post::Assistant] {
            if tank.is_open(post) {
                wishes.push(Choice::Close(post));
            }
        }
        if tank.disabled && !self.stays && self.danger() > 0.12 {
            for post in Post::ALL {
                wishes.order(post, Action::AbandonTank);
            }
        }
        for post in Post::ALL {
            if tank.blind[post.index()] && !tank.is_open(post) && post != Post::Gunner {
                wishes.order(post, Action::ReplacePeriscope);
            }
        }
        if let Some(post) =
            [Post::Gunner, Post::Driver, Post::Loader, Post::Commander].into_iter().find(|p| !view.crew().able(*p))
            && view.crew().able(Post::Assistant)
            && view.crew().assistant_at == Post::Assistant
        {
            wishes.push(Choice::TakePost(post));
        }
    }

    /// Fire, smoke and movement.
    fn fight(&self, wishes: &mut Wishes<'_>) {
        let (view, tank) = (self.view, self.view.tank());
        let jammed = tank.gun(Weapon::Main) == GunState::Malfunction;
        let dead = tank.gun(Weapon::Main) == GunState::Broken || tank.sight_broken;
        let (target, danger) = (self.target(), self.danger());
        let worthwhile = target.filter(|(enemy, shot)| {
            shot.chance >= POOR || (enemy.kind.class().target() == Target::Infantry && shot.chance > 0.03)
        });
        let spent = Ammo::ALL.into_iter().all(|ammo| ammo.is_smoke() || tank.rounds[ammo.index()] == 0);
        if (dead || spent) && tank.bog == Bog::Free && !self.stays {
            // [11.3] A tank that cannot fight any more backs out of the battle, if it can.
            wishes.order(Post::Driver, Action::Reverse);
            wishes.order(Post::Commander, Action::DirectMovement);
            wishes.order(Post::Gunner, Action::FireCoaxMg);
            wishes.push(Choice::Free(Post::Gunner));
        } else if tank.bog == Bog::Bogged {
            wishes.order(Post::Gunner, Action::FireCoaxMg);
            wishes.push(Choice::Free(Post::Gunner));
            wishes.order(Post::Driver, Action::Reverse);
            wishes.order(Post::Commander, Action::DirectMovement);
            self.smoke_screen(wishes);
        } else if jammed {
            wishes.order(Post::Loader, Action::RepairMainGun);
            wishes.order(Post::Gunner, Action::GunnerRepairMainGun);
            wishes.order(Post::Commander, Action::ThrowSmokeGrenade);
            self.take_cover(wishes);
        } else if !(self.stays && worthwhile.is_some())
            && danger > HIDE
            && view.battle().smoke_here() == 0
            && worthwhile.is_none_or(|(enemy, shot)| danger - shot.chance * self.threat(enemy) > HIDE)
        {
            wishes.order(Post::Commander, Action::ThrowSmokeGrenade);
            wishes.order(Post::Gunner, Action::ThrowSmokeGrenade);
            wishes.order(Post::Gunner, Action::FireCoaxMg);
            wishes.push(Choice::Free(Post::Gunner));
            wishes.order(Post::Loader, Action::FireMortar);
            self.take_cover(wishes);
        } else if let Some((enemy, shot)) = worthwhile.filter(|_| !dead && tank.loaded.is_some()) {
            wishes.order(Post::Driver, Action::Stop);
            let turned = tank.turret == enemy.zone.sector;
            wishes.order(Post::Gunner, if turned { Action::FireMainGun } else { Action::RotateAndFire });
            wishes.push(Choice::Direct(Directs::Main));
            wishes.order(Post::Loader, Action::Load);
            // [28.0, 4.73 3] From the ready rack only against what can knock you out.
            let rack = self.charts.units[enemy.kind.index()].gun.is_some() && tank.rack[shot.ammo.index()] > 0;
            if !rack {
                wishes.push(Choice::Reload(shot.ammo));
                wishes.order(Post::Assistant, Action::PassAmmo);
            } else {
                wishes.order(Post::Assistant, Action::FireBowMg);
                wishes.push(Choice::Free(Post::Assistant));
                wishes.push(Choice::ReloadFromRack(shot.ammo));
            }
        } else if let Some(enemy) =
            self.spotted().find(|enemy| self.charts.units[enemy.kind.index()].mg_target).filter(|_| danger < 0.05)
        {
            let turned = tank.turret == enemy.zone.sector;
            wishes.order(Post::Gunner, if turned { Action::FireCoaxMg } else { Action::RotateTurret });
            if turned || !self.stays {
                wishes.push(Choice::Direct(Directs::Mg(Mg::Coax)));
            }
            self.take_cover(wishes);
        } else {
            // [28.0, 4.74 2] Hide from what cannot be hurt, and move to spoil its aim.
            if danger > 0.03 {
                self.smoke_screen(wishes);
            }
            if let Some((enemy, shot)) = target {
                if tank.turret != enemy.zone.sector {
                    wishes.order(Post::Gunner, Action::RotateTurret);
                }
                if tank.loaded != Some(shot.ammo) && shot.chance > 0.0 {
                    wishes.order(Post::Loader, Action::ChangeGunLoad);
                }
            }
            wishes.order(Post::Gunner, Action::FireCoaxMg);
            wishes.push(Choice::Free(Post::Gunner));
            self.take_cover(wishes);
        }
        wishes.order(Post::Assistant, Action::FireBowMg);
    }

    /// Smoke before the turret and on the tank.
    fn smoke_screen(&self, wishes: &mut Wishes<'_>) {
        if self.view.battle().smoke_here() < 2 {
            wishes.order(Post::Loader, Action::FireMortar);
            wishes.order(Post::Commander, Action::ThrowSmokeGrenade);
        }
    }

    /// Towards a hull down position, unless the tank has one.
    fn take_cover(&self, wishes: &mut Wishes<'_>) {
        if !self.stays && !self.view.tank().hull_down && self.view.tank().bog == Bog::Free {
            wishes.order(Post::Driver, Action::ForwardToHullDown);
            wishes.order(Post::Commander, Action::DirectMovement);
        } else {
            wishes.order(Post::Driver, Action::Stop);
        }
    }
}
