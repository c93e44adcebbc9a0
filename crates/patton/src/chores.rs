//! Everything else the crew does: periscopes, repairs, smoke, rounds, posts, leaving the tank (4.74.4, 8.0, 11.11, 19.22).

use crate::charts::Charts;
use crate::choice::{Ask, Choice};
use crate::event::Event;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{GunState, Patton, Stage};
use crate::words::{Action, Ammo, Post, Range, Repair, Weapon, Zone};
use hulldown_core::check::Check;
use hulldown_core::table::{Play, Table};

impl Patton {
    /// [T.repair] A repair by the man of a post.
    pub(crate) fn repair_check(&self, d: &'static Charts, weapon: Weapon, by: Post) -> Check {
        let mut check = Check::on("gun_repair", "Repair", rule!("T.repair"), &d.repair).held(1, 100);
        check = check.specials([d.repair_broken, 100], "broken for the day");
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
    /// [4.74.4] Post by post.
    pub(crate) fn chores(&mut self) -> Play<()> {
        let seat = self.g.crew.assistant_at;
        for post in Post::ALL {
            let Some(action) = self.g.battle.orders.acts[post.index()] else { continue };
            if self.g.crew.worker(post).is_none() {
                continue;
            }
            if let Some(weapon) = action.repairs() {
                self.repair(weapon, post)?;
            }
            match action {
                Action::ReplacePeriscope => {
                    self.g.tank.blind[post.index()] = false;
                    self.g.tank.periscopes -= 1;
                    self.tell(Event::NewPeriscope { post });
                }
                Action::FireMortar => {
                    self.g.tank.bombs -= 1;
                    self.place_smoke(Some(Zone::new(self.g.tank.turret, Range::Close)));
                }
                // Two men may want the last grenade.
                Action::ThrowSmokeGrenade if self.g.tank.grenades > 0 => {
                    self.g.tank.grenades -= 1;
                    self.place_smoke(None);
                }
                Action::ChangeGunLoad => self.change_load()?,
                Action::RestockReadyRack => self.fill_rack()?,
                Action::AbandonTank => {
                    self.g.stage = Stage::Abandon;
                    return Ok(());
                }
                _ => {}
            }
        }
        if self.g.battle.orders.acts[seat.index()] == Some(Action::MoveToPosition) {
            // [19.22, R44] He has spent the round on it and works there from the next.
            let post = self.g.battle.orders.take;
            self.g.crew.assistant_at = post;
            self.tell(Event::TakesPost { post });
        }
        // [20.43] In a round from your own ambush the enemy does nothing.
        self.g.stage = if self.g.battle.free_round { Stage::Friendly } else { Stage::Enemy };
        Ok(())
    }

    /// [8.35] Another round, or none, in the gun.
    fn change_load(&mut self) -> Play<()> {
        let loaded = self.g.tank.loaded;
        let mut menu = self.t.menu();
        for ammo in Ammo::ALL {
            if self.card().ammo[ammo.index()] && loaded != Some(ammo) {
                menu.weigh(Choice::Load(Some(ammo)), self.g.no_round(ammo));
            }
        }
        if loaded.is_some() {
            menu.offer(Choice::Load(None));
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        if let Choice::Load(ammo) = self.ask(Ask::GunLoad, &menu)? {
            self.g.load_gun(ammo);
            self.tell(Event::GunLoad { ammo });
        }
        Ok(())
    }

    /// [T.repair] One try at a gun that malfunctions.
    fn repair(&mut self, weapon: Weapon, by: Post) -> Play<()> {
        if self.g.tank.gun(weapon) != GunState::Malfunction {
            return Ok(());
        }
        let result = self.repair_roll(weapon, by)?;
        self.g.tank.guns[weapon.index()] = match result {
            Repair::Repaired => GunState::Works,
            Repair::NoEffect => GunState::Malfunction,
            Repair::Broken => GunState::Broken,
        };
        self.tell(Event::Repair { weapon, result });
        Ok(())
    }

    /// What a try comes to.
    pub(crate) fn repair_roll(&mut self, weapon: Weapon, by: Post) -> Play<Repair> {
        let check = self.g.repair_check(self.d, weapon, by);
        let natural = self.t.natural(&check)?;
        let broken = natural >= self.d.repair_broken;
        Ok(if broken { Repair::Broken } else { self.d.repair.at(check.total(natural)) })
    }

    /// [11.11, R76] The crew leaves a disabled tank; each man takes one Wounds roll.
    pub(crate) fn abandon(&mut self) -> Play<()> {
        self.tell(Event::Abandons);
        for post in Post::ALL {
            if self.g.crew.men[post.index()].is_some() {
                self.wound_roll(post, crate::casualties::Harm::Escape)?;
            }
        }
        self.end_day();
        Ok(())
    }
}
