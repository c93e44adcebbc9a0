//! Stray fire, wounds, and the end of a tank (4.81.4, 4.82, 19.0).

use crate::charts::{Charts, headings};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Away, Bail, Cause, Fate, GunState, Man, Patton, Progress, UnitId};
use crate::talk::{Ask, Event, RescueAnswer};
use crate::words::{
    self, Action, Activity, Class, Collateral, EnemyGun, HitSide, LoaderHatch, Post, Range, Sector, Weapon, Wound, Zone,
};
use hulldown_core::chart::Heading;
use hulldown_core::check::Check;
use hulldown_core::dice::{D10, D100};
use hulldown_core::table::{Play, Table};

/// What may wound a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Harm {
    /// His tank is pierced here.
    Pierced(HitSide),
    /// He runs from a knocked out tank, or goes back to it.
    BailOut,
    /// He leaves a disabled tank (R76).
    Escape,
    /// A mine.
    Mine,
    /// Stray fire at an open hatch; less of it if the close zones are swept.
    Stray {
        /// Whether they are.
        kept_down: bool,
        /// Whether he fires from the hatch.
        firing: bool,
    },
}

impl Harm {
    /// [R74] Whether a man may be knocked unconscious by it.
    fn stuns(self) -> bool {
        matches!(self, Harm::Pierced(_) | Harm::BailOut | Harm::Mine)
    }
}

impl Patton {
    /// [T.wound, T.wound.2] What may happen to a man.
    pub(crate) fn wound_check(&self, charts: &'static Charts, post: Post, harm: Harm) -> Check {
        let wounds = &charts.hit.wounds;
        let mut check = Check::on("wounds", "Wounds", rule!("T.wound"), &wounds.row).held(1, 100);
        check = check.specials([wounds.kills_from, 100], "killed").in_column(headings::WOUND);
        let rule = rule!("T.wound.2");
        match harm {
            Harm::Pierced(side) => {
                let seat = self.crew.seat(post);
                check.modify(charts.hit.crew_wound_effect.side[side.index()][seat.index()], side.name(), rule);
            }
            Harm::BailOut | Harm::Escape => {
                let rating = self.crew.men[post.index()].map_or(0, |man| man.rating as i8);
                check.modify(-rating, "his rating", rule);
            }
            Harm::Mine => check.modify(charts.hit.wounds.drm.mine, "mine", rule),
            Harm::Stray { kept_down, firing } => {
                if kept_down {
                    check.modify(charts.hit.wounds.drm.harassed, "close zones swept", rule);
                }
                if firing {
                    check.modify(charts.hit.wounds.drm.exposed_firing, "firing from the hatch", rule);
                }
            }
        }
        check
    }

    /// [T.expl] Whether the tank explodes.
    pub(crate) fn explosion_check(&self, charts: &'static Charts, cause: Cause) -> Check {
        let table = &charts.hit.tank_explosion;
        let rule = rule!("T.expl");
        let card = &charts.tanks[self.tank.model.index()];
        let mut check = Check::at_least("tank_explosion", "Explosion", rule!("19.11"), D100, table.at);
        check = check.called("explodes", "no explosion").needed("to explode");
        if !cause.turret {
            check.modify(table.drm.hull, "hull hit", rule);
        }
        let gun = cause.by.and_then(|kind| charts.units[kind.index()].gun);
        if matches!(gun, Some(EnemyGun::G88l | EnemyGun::G88ll)) {
            check.modify(table.drm.heavy_gun, "88", rule);
        }
        check.modify(table.drm.per_two_rounds * self.extra_rounds(charts).div_ceil(2) as i8, "extra rounds", rule);
        if !card.wet {
            check.modify(table.drm.dry, "no wet stowage", rule);
        }
        check
    }

    /// Rounds on board above the normal load.
    pub fn extra_rounds(&self, charts: &Charts) -> u8 {
        self.tank.carried().saturating_sub(charts.tanks[self.tank.model.index()].rounds)
    }

    /// [T.brew] Whether the tank burns.
    pub(crate) fn brew_up_check(&self, charts: &'static Charts, cause: Cause) -> Check {
        let card = &charts.tanks[self.tank.model.index()];
        let wet = card.wet && self.extra_rounds(charts) == 0;
        let column = if wet { 3 } else { card.chassis.index() };
        let need = charts.hit.brew_up.cause[usize::from(cause.by.is_none())][column];
        let line = if cause.by.is_none() { words::BrewCause::Panzerfaust } else { words::BrewCause::Gunfire };
        let head: Heading = if wet { words::Stowage::Wet.into() } else { card.chassis.into() };
        let check = Check::at_most("brew_up", "Brew up", rule!("T.brew"), D100, need)
            .called("burns", "does not burn")
            .needed("to burn");
        check.on_line(line).in_column(head)
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.82, T.coll] Stray fire strikes the tank.
    pub(crate) fn collateral(&mut self, by: Option<UnitId>, kept_down: bool) -> Play<()> {
        let commander = self.game.crew.men[Post::Commander.index()];
        if self.game.tank.is_open(Post::Commander) && commander.is_some_and(|man| man.you && man.able()) {
            self.game.report.exposed = true;
        }
        let column = &self.charts.hit.collateral_damage.column;
        let check = Check::on("collateral_damage", "Collateral damage", rule!("T.coll"), column);
        let damage = self.table.read(&check, column)?;
        if let Some(enemy) = by.and_then(|id| self.game.battle.enemy_mut(id)) {
            enemy.progress = Progress::Over;
        }
        self.stir(|| Event::Collateral { damage });
        match damage {
            Collateral::None => {}
            Collateral::GunSight => self.game.tank.sight_broken = true,
            Collateral::AaMg => self.game.tank.guns[Weapon::Aa.index()] = GunState::Broken,
            _ => {
                let Some(post) = damage.post() else { return Ok(()) };
                if damage.is_periscope() {
                    let there = post != Post::Assistant || self.card().has_assistant;
                    self.game.tank.blind[post.index()] |= there;
                } else if self.game.tank.is_open(post)
                    && let Some(who) = self.game.crew.worker(post)
                {
                    // [19.2] Whoever stands in the hatch.
                    let firing = matches!(self.game.battle.orders.of(post), Some(Action::FireAaMg | Action::FireSubMg));
                    self.wound_roll(who, Harm::Stray { kept_down, firing })?;
                }
            }
        }
        Ok(())
    }

    /// [15.6, T.wound.2] Whether all close zones that are not ours are swept, and neither men nor machine guns are near.
    pub(crate) fn kept_down(&self) -> bool {
        let battle = &self.game.battle;
        let swept = |sector: Sector| battle.sweeps.iter().any(|s| s.zone == Zone::new(sector, Range::Close));
        Sector::ALL.into_iter().all(|sector| battle.us[sector.index()] || swept(sector))
            && !battle
                .enemies
                .iter()
                .any(|enemy| matches!(enemy.kind.class(), Class::Lw | Class::Mg) && enemy.zone.range != Range::Long)
    }

    /// [T.wound] A man may be hurt. The worst that happens to him stands (R74).
    pub(crate) fn wound_roll(&mut self, post: Post, harm: Harm) -> Play<Wound> {
        let Some(man) = self.game.crew.men[post.index()] else { return Ok(Wound::NearMiss) };
        if man.wound == Wound::Killed {
            return Ok(Wound::Killed);
        }
        let check = self.game.wound_check(self.charts, post, harm);
        let natural = self.table.natural(&check)?;
        let wounds = &self.charts.hit.wounds;
        let mut wound = if natural >= wounds.kills_from { Wound::Killed } else { wounds.row.at(check.total(natural)) };
        let stunned = wound == Wound::Unconscious && harm.stuns();
        if wound == Wound::Unconscious && !stunned {
            wound = Wound::Light;
        }
        let weeks = match wound {
            Wound::LightWeek => 1,
            Wound::SeriousWeeks => {
                let check = Check::on("wounds", "Weeks in hospital", rule!("T.wound"), &self.charts.die);
                let check = check.on_line(headings::WEEKS);
                self.table.read(&check, &self.charts.die)?
            }
            _ => 0,
        };
        let hurt = Man { wound: man.wound.max(wound), weeks: man.weeks.max(weeks), down: man.down || stunned, ..man };
        self.game.crew.men[post.index()] = Some(hurt);
        if man.you && wound >= Wound::Light {
            // [26.2] A Purple Heart for each wound.
            self.game.you.hearts = self.game.you.hearts.saturating_add(1);
            self.game.report.wounded = true;
        }
        if man.you && hurt.wound >= Wound::LightWeek {
            self.game.report.out = true;
        }
        let man = self.game.crewman(post, &man);
        self.stir(|| Event::Wounded { man, wound, weeks });
        if !hurt.able() && self.game.crew.assistant_at != Post::Assistant && post == Post::Assistant {
            self.game.crew.assistant_at = Post::Assistant;
        }
        Ok(wound)
    }

    /// [4.81.4, 19.1] The tank is knocked out: explosion, wounds, bail out, rescues, brew up.
    pub(crate) fn knocked_out(&mut self, cause: Cause) -> Play<()> {
        let explosion = self.game.explosion_check(self.charts, cause);
        let explodes = self.table.test(&explosion)?;
        if explodes {
            self.explode();
        } else {
            let side = if cause.turret {
                HitSide::turret(cause.from, self.game.tank.turret)
            } else {
                HitSide::hull(cause.from, self.game.tank.hull)
            };
            for post in Post::ALL {
                self.wound_roll(post, Harm::Pierced(side))?;
            }
            self.game.battle.bail = Bail::default();
            self.bail_out()?;
            self.rescue()?;
            let brew_up = self.game.brew_up_check(self.charts, cause);
            let burns = self.table.test(&brew_up)?;
            self.burn(burns);
        }
        self.game.tank.lost = true;
        if self.game.report.aboard {
            self.game.you.tanks_lost = self.game.you.tanks_lost.saturating_add(1);
        }
        // Nobody is unconscious for longer than the battle.
        for man in self.game.crew.men.iter_mut().flatten() {
            man.down = false;
        }
        self.end_day();
        Ok(())
    }

    /// [19.11] Nobody survives.
    fn explode(&mut self) {
        for man in self.game.crew.men.iter_mut().flatten() {
            man.wound = Wound::Killed;
            if man.you {
                self.game.report.out = true;
            }
        }
        self.game.report.exploded = true;
        self.stir(|| Event::Explodes);
    }

    /// [19.13, T.bail, R73] Whoever can gets out, and is shot at outside.
    fn bail_out(&mut self) -> Play<()> {
        for post in Post::ALL {
            let Some(man) = self.game.crew.men[post.index()] else { continue };
            if man.wound.bail() == words::MayBail::Cannot || man.down {
                continue;
            }
            let bail = &self.charts.hit.bail_out;
            let mut check = Check::at_most("bail_out", "Bail out", rule!("T.bail"), D10, bail.fails_from - 1);
            if man.wound.bail() == words::MayBail::Hampered {
                check.modify(bail.drm.serious, "serious wound", rule!("T.bail"));
            }
            if self.game.crew.seat(post) == Post::Loader && self.card().loader_hatch == LoaderHatch::None {
                check.modify(bail.drm.no_hatch, "no loader hatch", rule!("T.bail"));
            }
            let out = self.table.test(&check.called("out", "trapped"))?;
            if out {
                self.game.battle.bail.out |= 1 << post.index();
            }
            self.stir(|| Event::BailsOut { post, out });
        }
        for post in Post::ALL {
            if self.game.battle.bail.out & (1 << post.index()) != 0 {
                self.wound_roll(post, Harm::BailOut)?;
            }
        }
        Ok(())
    }

    /// [19.14, R75] Men outside may go back for those inside, one try each way.
    fn rescue(&mut self) -> Play<()> {
        loop {
            let bail = self.game.battle.bail;
            let bit = |post: Post| 1u8 << post.index();
            let men = self.game.crew.men;
            let goes = |post: &Post| {
                men[post.index()].is_some_and(|man| man.wound < Wound::SeriousWeeks && !man.down)
                    && bail.out & bit(*post) != 0
                    && bail.tried & bit(*post) == 0
            };
            let trapped = |post: &Post| {
                men[post.index()].is_some_and(|man| man.wound < Wound::Killed)
                    && (bail.out | bail.sought) & bit(*post) == 0
            };
            let mut menu = self.table.menu();
            for by in Post::ALL.into_iter().filter(goes) {
                for whom in Post::ALL.into_iter().filter(trapped) {
                    menu.offer(RescueAnswer::Rescue(by, whom));
                }
            }
            if menu.options().is_empty() {
                return Ok(());
            }
            menu.offer(RescueAnswer::Done);
            let (by, whom) = match self.ask(Ask::Rescue, &menu)? {
                RescueAnswer::Rescue(by, whom) => (by, whom),
                RescueAnswer::Done => return Ok(()),
            };
            let bail = &mut self.game.battle.bail;
            bail.tried |= bit(by);
            bail.sought |= bit(whom);
            let freed = self.wound_roll(by, Harm::BailOut)? < Wound::SeriousWeeks;
            if freed {
                let you = self.game.crew.men[by.index()].is_some_and(|man| man.you);
                let bail = &mut self.game.battle.bail;
                bail.out |= bit(whom);
                if you {
                    bail.freed_by_you |= bit(whom);
                }
            }
            self.stir(|| Event::Rescue { by, whom, freed });
            self.table.settled()?;
        }
    }

    /// [19.15, 26.1] Whoever is still inside a burning tank dies.
    fn burn(&mut self, burns: bool) {
        self.stir(|| Event::Burns { burns });
        if !burns {
            return;
        }
        let bail = self.game.battle.bail;
        self.game.report.rescuer |= bail.freed_by_you != 0;
        for post in Post::ALL {
            if let Some(man) = self.game.crew.men[post.index()]
                && bail.out & (1 << post.index()) == 0
                && man.wound != Wound::Killed
            {
                self.game.crew.men[post.index()] = Some(Man { wound: Wound::Killed, ..man });
                self.game.report.out |= man.you;
                let man = self.game.crewman(post, &man);
                self.stir(|| Event::Wounded { man, wound: Wound::Killed, weeks: 0 });
            }
        }
    }

    /// [19.3, 19.32] Men who are out of action are replaced, which takes half an hour in all.
    pub(crate) fn replace_casualties(&mut self) -> Play<()> {
        if self.clear_casualties() > 0 {
            self.new_men()?;
            self.spend(self.charts.minutes(Activity::ReplaceCrewmen))?;
        }
        self.game.crew.assistant_at = Post::Assistant;
        Ok(())
    }

    /// Men who are out of action leave the tank; those who may come back are remembered. How many they are.
    pub(crate) fn clear_casualties(&mut self) -> u8 {
        let mut count = 0;
        for post in Post::ALL {
            let Some(man) = self.game.crew.men[post.index()].filter(|man| man.wound >= Wound::LightWeek) else {
                continue;
            };
            count += 1;
            self.game.crew.men[post.index()] = None;
            let comes_back = man.wound < Wound::SentHome;
            if comes_back {
                let back = self.game.day.plus(7 * u16::from(man.weeks) + 1);
                let away = &mut self.game.crew.away;
                if away.is_full() {
                    // The one gone longest has long found another crew; but nobody forgets you.
                    let oldest = away.iter().position(|away| !away.man.you).unwrap_or(0);
                    away.remove(oldest);
                }
                away.push(Away { post, man, back });
            }
            if man.you {
                self.game.you.fate = match man.wound {
                    Wound::Killed => Fate::Killed,
                    Wound::SentHome => Fate::Home,
                    _ => Fate::Away,
                };
            }
            // [27.22] The training is lost with the gunner.
            if post == Post::Gunner && self.game.crew.trained {
                self.game.crew.trained = false;
                self.stir(|| Event::TrainingLost);
            }
            let (named, Man { wound, weeks, .. }) = (self.game.crewman(post, &man), man);
            self.stir(|| Event::TakenAway { man: named, wound, weeks });
        }
        // A scratch that kept nobody from his work is forgotten overnight, and so is what it was.
        for man in self.game.crew.men.iter_mut().flatten() {
            man.wound = Wound::NearMiss;
            man.down = false;
        }
        count
    }
}
