//! Everything else the crew does: periscopes, repairs, smoke, rounds, posts, leaving the tank (4.74.4, 8.0, 11.11, 19.22).

use crate::charts::Charts;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{GunState, Patton, Stage};
use crate::talk::{Ask, Event, GunLoadAnswer};
use crate::words::{Action, Ammo, Post, Range, Repair, Weapon, Zone};
use arrayvec::ArrayVec;
use hulldown_core::check::Check;
use hulldown_core::table::{Play, Table};

impl Patton {
    /// [T.repair] A repair by the man of a post.
    pub(crate) fn repair_check(&self, charts: &'static Charts, weapon: Weapon, by: Post) -> Check {
        let mut check =
            Check::on("gun_repair", "Repair", rule!("T.repair"), &charts.gunnery.gun_repair.row).held(1, 100);
        check = check.specials([charts.gunnery.gun_repair.broken, 100], "broken for the day");
        check.modify(-self.crew.rating(by), by.name(), rule!("T.repair"));
        let helped = weapon == Weapon::Main
            && self.battle.orders.has(Post::Gunner, Action::GunnerRepairMainGun)
            && self.crew.worker(Post::Gunner).is_some();
        if helped {
            check.modify(-self.crew.rating(Post::Gunner), "gunner helps", rule!("8.25"));
        }
        check
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.74.4] In the order of the book: periscopes, repairs, the mortar, grenades; then what the loader does with rounds, a change of
    /// post, and leaving the tank.
    pub(crate) fn chores(&mut self) -> Play<()> {
        for post in self.ordered(Action::ReplacePeriscope) {
            self.replace_periscope(post);
        }
        for post in Post::ALL {
            if let Some(weapon) = self.order_of(post).and_then(Action::repairs) {
                self.repair(weapon, post)?;
            }
        }
        for _ in self.ordered(Action::FireMortar) {
            self.game.tank.bombs -= 1;
            self.place_smoke(Some(Zone::new(self.game.tank.turret, Range::Close)));
        }
        for _ in self.ordered(Action::ThrowSmokeGrenade) {
            self.throw_grenade();
        }
        if !self.ordered(Action::ChangeGunLoad).is_empty() {
            self.change_load()?;
        }
        if !self.ordered(Action::RestockReadyRack).is_empty() {
            self.fill_rack()?;
        }
        self.change_post();
        // [20.43] In a round from your own ambush the enemy does nothing.
        self.game.stage = if !self.ordered(Action::AbandonTank).is_empty() {
            Stage::Abandon
        } else if self.game.battle.free_round {
            Stage::Friendly
        } else {
            Stage::Enemy
        };
        Ok(())
    }

    /// What the man at a post has been ordered to do, if he can.
    fn order_of(&self, post: Post) -> Option<Action> {
        self.game.battle.orders.acts[post.index()].filter(|_| self.game.crew.worker(post).is_some())
    }

    /// The posts that have been ordered to do something and can.
    fn ordered(&self, action: Action) -> ArrayVec<Post, 5> {
        Post::ALL.into_iter().filter(|post| self.order_of(*post) == Some(action)).collect()
    }

    /// [8.64] A spare periscope is fitted. Two men may want the last one.
    fn replace_periscope(&mut self, post: Post) {
        let tank = &mut self.game.tank;
        if tank.periscopes > 0 {
            tank.periscopes -= 1;
            tank.blind[post.index()] = false;
            self.stir(|| Event::NewPeriscope { post });
        }
    }

    /// [8.61] A smoke grenade on the tank. Two men may want the last one.
    fn throw_grenade(&mut self) {
        if self.game.tank.grenades > 0 {
            self.game.tank.grenades -= 1;
            self.place_smoke(None);
        }
    }

    /// [19.22, R44] The assistant driver has spent the round on climbing to another post and works there from the next, unless its man
    /// has come to meanwhile.
    fn change_post(&mut self) {
        let (seat, post) = (self.game.crew.assistant_at, self.game.battle.orders.take);
        let goes = self.order_of(seat) == Some(Action::MoveToPosition);
        if goes && (post == Post::Assistant || !self.game.crew.able(post)) {
            self.game.crew.assistant_at = post;
            self.stir(|| Event::TakesPost { post });
        }
    }

    /// [8.35] Another round, or none, in the gun.
    fn change_load(&mut self) -> Play<()> {
        let loaded = self.game.tank.loaded;
        let mut menu = self.table.menu();
        for ammo in Ammo::ALL {
            if self.card().ammo[ammo.index()] && loaded != Some(ammo) {
                menu.weigh(GunLoadAnswer::Load(Some(ammo)), self.game.against_round(ammo));
            }
        }
        if loaded.is_some() {
            menu.offer(GunLoadAnswer::Load(None));
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        let GunLoadAnswer::Load(ammo) = self.ask(Ask::GunLoad, &menu)?;
        self.game.load_gun(ammo);
        self.stir(|| Event::GunLoad { ammo });
        Ok(())
    }

    /// [T.repair] One try at a gun that malfunctions.
    fn repair(&mut self, weapon: Weapon, by: Post) -> Play<()> {
        if self.game.tank.gun(weapon) != GunState::Malfunction {
            return Ok(());
        }
        let result = self.repair_roll(weapon, by)?;
        self.game.tank.guns[weapon.index()] = match result {
            Repair::Repaired => GunState::Works,
            Repair::NoEffect => GunState::Malfunction,
            Repair::Broken => GunState::Broken,
        };
        self.stir(|| Event::Repair { weapon, result });
        Ok(())
    }

    /// What a try comes to.
    pub(crate) fn repair_roll(&mut self, weapon: Weapon, by: Post) -> Play<Repair> {
        let check = self.game.repair_check(self.charts, weapon, by);
        let natural = self.table.natural(&check)?;
        let broken = natural >= self.charts.gunnery.gun_repair.broken;
        Ok(if broken { Repair::Broken } else { self.charts.gunnery.gun_repair.row.at(check.total(natural)) })
    }

    /// [11.11, R76] The crew leaves a disabled tank; each man takes one Wounds roll.
    pub(crate) fn abandon(&mut self) -> Play<()> {
        self.stir(|| Event::Abandons);
        for post in Post::ALL {
            if self.game.crew.men[post.index()].is_some() {
                self.wound_roll(post, crate::casualties::Harm::Escape)?;
            }
        }
        self.end_day();
        Ok(())
    }
}
