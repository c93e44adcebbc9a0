//! Who sees what (17.0).

use crate::charts::{Charts, headings};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Enemy, Patton, Sight, Stage, UnitId};
use crate::talk::{Ask, Event, SpottingAnswer};
use crate::words::{Action, Appears, Class, Post, Range, Scope, Sector, SpotAfter, UnitType};
use arrayvec::ArrayVec;
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl Patton {
    /// [17.22] Whether a man's last order lets him look about.
    fn may_spot(&self, charts: &Charts, post: Post) -> bool {
        match self.battle.orders.of(post) {
            None => true,
            Some(action) => match charts.actions[action.index()].spot {
                SpotAfter::Yes => true,
                SpotAfter::No => false,
                // The gunner sees no other sector anyway.
                SpotAfter::TurretFrontOnly => true,
                SpotAfter::UnlessMainGunFired => self.battle.shots == 0,
            },
        }
    }

    /// [17.23, R46] Whether a man at a post sees nothing: buttoned up behind a broken periscope.
    #[inline]
    pub(crate) fn blind(&self, charts: &Charts, post: Post) -> bool {
        let tank = &self.tank;
        if tank.is_open(post) || !tank.blind[post.index()] {
            return false;
        }
        match post {
            Post::Gunner => tank.sight_broken,
            Post::Commander => !charts.tanks[tank.model.index()].cupola,
            _ => true,
        }
    }

    /// [17.21] Whether a man may look into a sector.
    pub(crate) fn sees(&self, charts: &Charts, post: Post, sector: Sector) -> bool {
        let Some(who) = self.crew.worker(post) else { return false };
        // [17.22, R44] Who has spent the round on climbing to another post has not looked out of it yet.
        let climbed = who == Post::Assistant && self.battle.orders.acts.contains(&Some(Action::MoveToPosition));
        if climbed || !self.may_spot(charts, post) || self.blind(charts, post) {
            return false;
        }
        let tank = &self.tank;
        let scope = charts.tanks[tank.model.index()].spots[post.index()][usize::from(tank.is_open(post))];
        match scope {
            Scope::None => false,
            Scope::HullFront => sector == tank.hull,
            Scope::AllButHullRear => sector != tank.hull.opposite(),
            Scope::TurretFront => sector == tank.turret,
            Scope::OneMarked if post == Post::Loader => sector == tank.loader_looks,
            Scope::OneMarked => sector == tank.commander_looks,
            Scope::All => true,
            Scope::AllButTurretLeftRear => sector != tank.turret.turned(4),
        }
    }

    /// [17.14, 17.4c] Whether there is anything to be found out about a unit.
    fn worth_a_look(&self, enemy: &Enemy) -> bool {
        // [17.24] In fog and falling snow nobody sees beyond close range.
        let near = enemy.zone.range == Range::Close || !self.report.weather.thick();
        near && match enemy.sight {
            Sight::Unspotted => true,
            Sight::Spotted => !enemy.identified,
            Sight::Hidden => false,
        }
    }

    /// [T.spot] A man's look at a unit; low is good.
    pub(crate) fn spot_check(&self, charts: &'static Charts, post: Post, enemy: &Enemy) -> Check {
        let table = &charts.contact.spotting;
        let rule = rule!("T.spot");
        let mut check = Check::at_most("spotting", "Spotting", rule!("17.11"), D10, self.crew.rating(post)).held(1, 10);
        check = check.sure(1).never(table.hides_from).called("spotted", "not spotted");
        check = check
            .on_line(headings::SPOTTED)
            .in_column(headings::ROLL)
            .naturals_on([headings::SPOTTED_FOR_SURE, headings::NEVER_SPOTTED]);
        let weather = self.report.weather;
        let cupola = post == Post::Commander && charts.tanks[self.tank.model.index()].cupola;
        if !self.tank.is_open(post) {
            let (value, why) =
                if cupola { (table.drm.cupola, "vision cupola") } else { (table.drm.buttoned, "buttoned up") };
            check.modify(value, why, rule);
        }
        if self.tank.moving {
            check.modify(table.drm.moving, "your tank moves", rule);
        }
        if enemy.terrain.is_cover() {
            check.modify(table.drm.cover, enemy.terrain.name(), rule);
        }
        if weather.thick() {
            check.modify(table.drm.thick, "fog or falling snow", rule);
        }
        check.modify(table.drm.smoke * self.battle.smoke_between(enemy.zone) as i8, "smoke", rule!("17.25"));
        let size = charts.units[enemy.kind].size();
        check.modify(table.size[size.index()], size.name(), rule!("17.13"));
        check.modify(table.range[enemy.zone.range.index()], enemy.zone.range.name(), rule);
        if enemy.fired {
            check.modify(table.drm.fired, "it fired", rule);
        }
        if enemy.moving {
            check.modify(table.drm.target_moving, "it moves", rule);
        }
        if enemy.sight == Sight::Spotted {
            check.modify(table.drm.spotted_before, "seen before", rule);
        }
        check
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.72] Every man looks at every unit he may see, until it is made out or lost from sight. By itself the crew takes the units in
    /// order and lets the best eyes try first; by hand the player says who looks at what (R36).
    pub(crate) fn spotting(&mut self) -> Play<()> {
        // What was seen before this phase is easier to make out; what is seen in it is not yet.
        let seen: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> = self
            .game
            .battle
            .enemies
            .iter()
            .filter(|enemy| enemy.sight == Sight::Spotted)
            .map(|enemy| enemy.id)
            .collect();
        if self.game.options.spot_by_hand {
            self.spot_by_hand(&seen)?;
        } else {
            for n in 0..self.game.battle.enemies.len() {
                self.look_at(n, &seen, 0)?;
            }
        }
        for enemy in &mut self.game.battle.enemies {
            enemy.moved = false;
        }
        self.game.battle.drove = false;
        self.game.stage = Stage::Orders;
        Ok(())
    }

    /// All who may look at a unit do, best chance first, those in the mask left out.
    fn look_at(&mut self, n: usize, seen: &[UnitId], done: u8) -> Play<()> {
        let enemy = self.game.battle.enemies[n];
        if !self.game.worth_a_look(&enemy) {
            return Ok(());
        }
        let mut eyes: ArrayVec<(i8, Post), 5> = ArrayVec::new();
        for post in Post::ALL {
            if done & (1 << post.index()) == 0 && self.game.sees(self.charts, post, enemy.zone.sector) {
                let tank = &self.game.tank;
                let hidden = if tank.is_open(post) { 0 } else { self.charts.contact.spotting.drm.buttoned };
                eyes.push((self.game.crew.rating(post) - hidden, post));
            }
        }
        eyes.sort_by_key(|(good, _)| std::cmp::Reverse(*good));
        for (_, post) in eyes {
            self.look(post, enemy.id, seen)?;
            if !self.game.worth_a_look(&self.game.battle.enemies[n]) {
                break;
            }
        }
        Ok(())
    }

    fn spot_by_hand(&mut self, seen: &[UnitId]) -> Play<()> {
        // One bit a post for each unit that has been tried.
        let mut tried: ArrayVec<u8, { crate::state::MOST_ENEMIES }> =
            self.game.battle.enemies.iter().map(|_| 0).collect();
        loop {
            let mut menu = self.table.menu();
            for (n, enemy) in self.game.battle.enemies.iter().enumerate() {
                if self.game.worth_a_look(enemy) {
                    for post in Post::ALL {
                        if tried[n] & (1 << post.index()) == 0 && self.game.sees(self.charts, post, enemy.zone.sector) {
                            menu.offer(SpottingAnswer::Spot(post, enemy.id));
                        }
                    }
                }
            }
            if menu.options().is_empty() {
                return Ok(());
            }
            menu.offer(SpottingAnswer::Usual);
            menu.offer(SpottingAnswer::Done);
            match self.ask(Ask::Spotting, &menu)? {
                SpottingAnswer::Spot(post, id) => {
                    if let Some(n) = self.game.battle.enemies.iter().position(|enemy| enemy.id == id) {
                        tried[n] |= 1 << post.index();
                    }
                    self.look(post, id, seen)?;
                    self.table.settled()?;
                }
                SpottingAnswer::Usual => {
                    for n in 0..self.game.battle.enemies.len() {
                        self.look_at(n, seen, tried[n])?;
                    }
                    return Ok(());
                }
                SpottingAnswer::Done => return Ok(()),
            }
        }
    }

    /// [17.11-17.14] One man looks at one unit.
    fn look(&mut self, post: Post, id: UnitId, seen: &[UnitId]) -> Play<()> {
        let Some(&enemy) = self.game.battle.enemy(id) else { return Ok(()) };
        let mut as_seen = enemy;
        as_seen.sight = if seen.contains(&id) { Sight::Spotted } else { Sight::Unspotted };
        let check = self.game.spot_check(self.charts, post, &as_seen);
        let natural = self.table.natural(&check)?;
        let rating = self.game.crew.rating(post);
        if check.succeeds(natural) {
            let known = natural == 1 || check.total(natural) <= self.charts.contact.spotting.identifies(rating);
            if enemy.sight != Sight::Spotted {
                if let Some(enemy) = self.game.battle.enemy_mut(id) {
                    enemy.sight = Sight::Spotted;
                }
                self.stir(|| Event::Spotted { who: who(&enemy), by: post });
            }
            if known && !enemy.identified {
                self.identify(id)?;
            }
        } else if natural >= self.charts.contact.spotting.hides_from {
            // [17.14, R36] A unit already seen is lost from sight only if it or your tank has moved.
            let lost = enemy.sight == Sight::Unspotted || enemy.moved || self.game.battle.drove;
            if lost && let Some(enemy) = self.game.battle.enemy_mut(id) {
                enemy.sight = Sight::Hidden;
                let who = who(enemy);
                self.stir(|| Event::Hides { who });
            } else {
                self.tell(|| Event::NotSpotted { who: who(&enemy), by: post });
            }
        } else {
            self.tell(|| Event::NotSpotted { who: who(&enemy), by: post });
        }
        Ok(())
    }

    /// [17.12, 17.4, R13] What a unit really is.
    fn identify(&mut self, id: UnitId) -> Play<()> {
        let Some(&enemy) = self.game.battle.enemy(id) else { return Ok(()) };
        let slot = match enemy.kind.class() {
            Class::Tank => 0,
            Class::Spg => 1,
            _ => 2,
        };
        let kind = match self.game.battle.known[slot] {
            Some(kind) => kind,
            None => self.appearance(enemy.kind.class())?,
        };
        // A Tiger does not say what the next tank is.
        if !matches!(kind, UnitType::PzVie | UnitType::PzVib) {
            self.game.battle.known[slot] = Some(kind);
        }
        if let Some(enemy) = self.game.battle.enemy_mut(id) {
            enemy.kind = kind;
            enemy.identified = true;
            let who = who(enemy);
            self.stir(|| Event::Identified { who });
        }
        Ok(())
    }

    /// [T.appear] The Enemy Vehicle/Gun Appearance table.
    fn appearance(&mut self, class: Class) -> Play<UnitType> {
        let rule = rule!("T.appear");
        match class {
            Class::Tank => {
                let column = &self.charts.contact.appearance.tank;
                let found = self
                    .table
                    .read(&Check::on("appearance", "Which tank", rule, column).in_column(Appears::Tank), column)?;
                match found.this() {
                    Some(kind) => Ok(kind),
                    None => {
                        let column = &self.charts.contact.appearance_pz_vi.column;
                        self.table.read(&Check::on("appearance_pz_vi", "Perhaps a Tiger", rule, column), column)
                    }
                }
            }
            Class::Spg => {
                let column = &self.charts.contact.appearance.spg;
                self.table.read(&Check::on("appearance", "Which SPG", rule, column).in_column(Appears::Spg), column)
            }
            _ => {
                let column = &self.charts.contact.appearance.at_gun;
                self.table.read(&Check::on("appearance", "Which gun", rule, column).in_column(Appears::AtGun), column)
            }
        }
    }
}
