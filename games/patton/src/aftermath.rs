//! After a battle, and leaving one (4.77, 11.3, 19.3, 20.44, 20.45).

use crate::charts::Charts;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{AREAS, After, Bog, GunState, Length, Patton, Stage, Stray};
use crate::talk::{Ask, Choice, Event, LeaveAnswer};
use crate::words::{Activity, Leaving, MapArea, Post, Repair, Weapon};
use hulldown_core::table::{Play, Table};

impl Patton {
    /// How many borders lie between each area and another.
    pub fn distances(&self, charts: &Charts, to: MapArea) -> [u8; AREAS] {
        let mut far = [u8::MAX; AREAS];
        far[to.index()] = 0;
        let mut steps = 0;
        loop {
            let mut grown = false;
            for area in MapArea::ALL {
                if far[area.index()] != steps {
                    continue;
                }
                for &(next, _) in &charts.areas[area.index()].neighbours {
                    if far[next.index()] == u8::MAX {
                        far[next.index()] = steps + 1;
                        grown = true;
                    }
                }
            }
            if !grown {
                return far;
            }
            steps += 1;
        }
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.77, R54] The board is clear.
    pub(crate) fn battle_end(&mut self) -> Play<()> {
        self.stir(|| Event::BattleEnds);
        if self.game.options.length == Length::Engagement {
            self.end_day();
            return Ok(());
        }
        let area = self.game.map.at;
        let counter = self.counterattack();
        if !counter {
            self.capture(area);
        }
        self.pull_together()?;
        // [11.11, T.repair.2, R53] A tank that cannot go on, or cannot fire, has finished its day.
        let done = self.game.tank.disabled || self.game.tank.gun(Weapon::Main) == GunState::Broken;
        if done || !self.game.daylight() {
            self.end_day();
            return Ok(());
        }
        self.replace_casualties()?;
        self.game.stage = match (self.game.daylight(), counter) {
            (false, _) => Stage::Evening,
            // [20.44] Hours pass before the enemy comes again.
            (_, true) => Stage::TimeCheck,
            (_, false) if area == self.game.map.exit => Stage::Prepare(After::Start),
            (_, false) => Stage::Prepare(After::Check),
        };
        Ok(())
    }

    /// Men come to, the tank is pulled out of the mud, guns are put right unless they break (T.repair).
    fn pull_together(&mut self) -> Play<()> {
        for post in Post::ALL {
            if self.game.crew.men[post.index()].is_some_and(|man| man.down) {
                self.awake(post);
            }
        }
        // [11.12] With the help of friendly forces.
        self.game.tank.bog = Bog::Free;
        self.game.battle.orders = crate::state::Orders::NONE;
        let aa = if self.card().loader_aa { Post::Loader } else { Post::Commander };
        let by = [
            (Weapon::Main, Post::Loader),
            (Weapon::Coax, Post::Loader),
            (Weapon::Bow, Post::Assistant),
            (Weapon::Aa, aa),
        ];
        for (weapon, post) in by {
            if self.game.tank.gun(weapon) == GunState::Malfunction {
                let broken = self.repair_roll(weapon, post)? == Repair::Broken;
                self.game.tank.guns[weapon.index()] = if broken { GunState::Broken } else { GunState::Works };
                let result = if broken { Repair::Broken } else { Repair::Repaired };
                self.stir(|| Event::Repair { weapon, result });
            }
        }
        Ok(())
    }

    /// [11.32-11.34, 20.45] The task force leaves the battle; the enemy stays behind.
    pub(crate) fn leave_board(&mut self, way: Leaving) -> Play<()> {
        if self.game.options.length == Length::Engagement {
            self.end_day();
            return Ok(());
        }
        let counter = self.counterattack();
        let area = self.game.map.at;
        if !counter {
            for n in 0..self.game.battle.enemies.len() {
                let enemy = self.game.battle.enemies[n];
                let _ = self.game.map.strays.try_push(Stray { area, kind: enemy.kind, identified: enemy.identified });
            }
        }
        self.game.battle.enemies.clear();
        self.game.battle.acquired = None;
        // [20.45] Whatever comes of the day, the area is lost.
        if counter && way == Leaving::Retreat {
            self.game.report.lost_areas = self.game.report.lost_areas.saturating_add(1);
            self.stir(|| Event::AreaLost { area });
        }
        self.pull_together()?;
        let broken = self.game.tank.gun(Weapon::Main) == GunState::Broken;
        if !broken && self.game.daylight() {
            self.replace_casualties()?;
        }
        // [15.1, 21.0] A battle is fought on after the last time box, but nothing is begun after it: no area is entered any more.
        if broken || !self.game.daylight() {
            self.end_day();
            return Ok(());
        }
        match (counter, way) {
            (true, Leaving::Retreat) => self.fall_back(),
            // [R59] The board is clear, without points.
            (true, Leaving::Advance) => {
                self.game.stage = Stage::TimeCheck;
                Ok(())
            }
            (false, _) => {
                let to = match way {
                    Leaving::Retreat => self.game.map.from.unwrap_or(self.game.map.start),
                    Leaving::Advance => self.choose_way()?,
                };
                let road = self.charts.road(area, to);
                let minutes = self.game.entry_minutes(self.charts, road);
                self.go_to(to);
                self.spend(minutes)?;
                let waits = self.game.map.strays.iter().any(|stray| stray.area == to);
                let quiet = !waits && self.game.friendly_area(to);
                self.game.stage = match (quiet, self.game.daylight()) {
                    (true, false) => Stage::Evening,
                    (true, true) => Stage::Prepare(After::Operations),
                    // [11.34]
                    (false, _) => Stage::Prepare(After::Entered),
                };
                Ok(())
            }
        }
    }

    /// [11.33] Forward into any adjacent area but the one the task force came from.
    fn choose_way(&mut self) -> Play<MapArea> {
        let mut menu = self.table.menu();
        for &(area, _) in &self.charts.areas[self.game.map.at.index()].neighbours {
            let back = (self.game.map.from == Some(area)).then_some((rule!("11.33"), "you came from there"));
            menu.weigh(LeaveAnswer::Area(area), back);
        }
        let LeaveAnswer::Area(area) = self.ask(Ask::Leave, &menu)?;
        Ok(area)
    }

    /// [20.45, R72] The task force falls back toward the exit.
    fn fall_back(&mut self) -> Play<()> {
        let area = self.game.map.at;
        if area != self.game.map.exit {
            let far = self.game.distances(self.charts, self.game.map.exit);
            let neighbours = self.charts.areas[area.index()].neighbours.iter().map(|(next, _)| *next);
            let nearer = neighbours.filter(|next| far[next.index()] < far[area.index()]);
            let next = self.pick(Ask::FallBack, nearer, Choice::Area)?;
            self.go_to(next);
        }
        self.spend(self.charts.minutes(Activity::CounterattackRetreat))?;
        self.game.stage = if self.game.daylight() { Stage::Prepare(After::Operations) } else { Stage::Evening };
        Ok(())
    }
}
