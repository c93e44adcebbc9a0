//! Preparing for battle (4.4).

use crate::offered::Ready;
use crate::referee::{Referee, YOU};
use crate::rules::rule;
use crate::state::{After, Battle, Patton, Stage};
use crate::talk::{Ask, Choice, Event, Hatch, PrepareAnswer};
use crate::words::{Ammo, Deployment, DeploymentKey, Post, Sector};
use hulldown_core::check::Check;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Menu, Play, Table};
use hulldown_core::talk::Answer;

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.4] A clean board, the tank's deployment, and how the crew makes ready.
    pub(crate) fn prepare(&mut self, after: After) -> Play<()> {
        // [4.54.5a] Artillery and aircraft wait for the area just entered, and for no other: not for the next one, nor for a counterattack.
        let waiting = (after == After::Entered).then_some((self.game.battle.artillery, self.game.battle.air));
        let (artillery, air) = waiting.unwrap_or_default();
        self.game.battle = Battle { artillery, air, ..Battle::fresh() };
        self.deploy()?;
        // An empty gun is loaded as the hints suggest, unless the player wants it otherwise (28.0).
        let hinted = if self.counterattack() { Ammo::Ap } else { Ammo::He };
        if self.game.tank.loaded.is_none() && self.game.against_round(hinted).is_none() {
            self.game.load_gun(Some(hinted));
        }
        let handled = self.game.handled(self.charts);
        loop {
            let ready = Ready::now(self.game, self.charts, handled);
            match self.table.ask_among(self.game, self.charts, YOU, Ask::Prepare, &ready)? {
                PrepareAnswer::Load(ammo) => self.game.load_gun(ammo),
                PrepareAnswer::Hull(sector) => self.game.tank.hull = sector,
                PrepareAnswer::Turret(sector) => self.game.tank.turret = sector,
                PrepareAnswer::Hatch(hatch) => self.game.handle(hatch),
                PrepareAnswer::Go => break,
            }
        }
        let tank = &self.game.tank;
        let (open, loaded) = (tank.open, tank.loaded);
        self.tell(|| Event::Ready { open, loaded });
        let counter = self.counterattack();
        self.game.stage = match after {
            After::Start => Stage::StartArea,
            After::Check => Stage::FreeCheck,
            After::Operations if counter => Stage::Watch,
            After::Operations => Stage::Operations,
            After::Entered => Stage::Entered,
            After::Contact => Stage::Contact,
        };
        Ok(())
    }

    /// [4.41, 20.41, 30.0] How the tank stands, and whether it leads.
    fn deploy(&mut self) -> Play<()> {
        let column = match self.card().deployment {
            _ if self.counterattack() => None,
            DeploymentKey::HullDown => None,
            DeploymentKey::One => Some(&self.charts.daily.deployment.column[0]),
            DeploymentKey::Two => Some(&self.charts.daily.deployment.column[1]),
        };
        let (deployment, lead) = match column {
            None => (Deployment::HullDown, false),
            Some(column) => {
                let check = Check::on("deployment", "Deployment", rule!("4.41"), column);
                let cell = self.table.read(&check, column)?;
                (cell.deployment, cell.lead)
            }
        };
        let tank = &mut self.game.tank;
        tank.hull_down = deployment == Deployment::HullDown;
        tank.moving = deployment == Deployment::Moving;
        tank.lead = lead;
        self.tell(|| Event::Deployed { deployment, lead });
        Ok(())
    }
}

impl Patton {
    /// Why a kind of round cannot go into the gun.
    pub(crate) fn against_round(&self, ammo: Ammo) -> Reason {
        (self.tank.rounds[ammo.index()] == 0).then_some((rule!("16.1"), "none of these is left"))
    }

    /// Puts a round into the gun, from bulk if there is one; what was in it goes back (4.43).
    pub(crate) fn load_gun(&mut self, ammo: Option<Ammo>) {
        let tank = &mut self.tank;
        tank.loaded = None;
        if let Some(ammo) = ammo {
            if tank.bulk(ammo) == 0 {
                tank.rack[ammo.index()] = tank.rack[ammo.index()].saturating_sub(1);
            }
            tank.loaded = Some(ammo);
        }
    }

    /// Whether a man has a hatch he can open.
    pub fn has_hatch(&self, charts: &crate::charts::Charts, post: Post) -> bool {
        charts.tanks[self.tank.model.index()].has_hatch(post)
    }

    /// [4.4] How the crew can make ready, and why not otherwise.
    pub(crate) fn explain_ready(&self, charts: &crate::charts::Charts, menu: &mut Menu<Choice, PrepareAnswer>) {
        menu.offer(PrepareAnswer::Go);
        self.explain_hatches(charts, menu);
        let card = &charts.tanks[self.tank.model];
        for ammo in Ammo::ALL {
            if card.ammo[ammo.index()] && self.tank.loaded != Some(ammo) {
                menu.weigh(PrepareAnswer::Load(Some(ammo)), self.against_round(ammo));
            }
        }
        if self.tank.loaded.is_some() {
            menu.offer(PrepareAnswer::Load(None));
        }
        for sector in Sector::ALL {
            if sector != self.tank.hull {
                menu.offer(PrepareAnswer::Hull(sector));
            }
            if sector != self.tank.turret {
                menu.offer(PrepareAnswer::Turret(sector));
            }
        }
    }

    /// [4.42, 4.45, 4.73.1] Hatches, and where men who are buttoned up look.
    pub(crate) fn explain_hatches<A: Answer<Choice> + From<Hatch>>(
        &self,
        charts: &crate::charts::Charts,
        menu: &mut Menu<Choice, A>,
    ) {
        for post in Post::ALL {
            if self.has_hatch(charts, post) {
                // A man who is out of action does nothing, not even with his hatch.
                let works = self.crew.worker(post).is_some();
                let hatch = if self.tank.is_open(post) { Hatch::Close(post) } else { Hatch::Open(post) };
                menu.weigh(hatch.into(), (!works).then_some((rule!("19.22"), "nobody works there")));
            }
        }
        let card = &charts.tanks[self.tank.model.index()];
        let marked =
            [(Post::Loader, self.tank.loader_looks, true), (Post::Commander, self.tank.commander_looks, !card.cupola)];
        for (post, looks, has_marker) in marked {
            if has_marker && !self.tank.is_open(post) && self.crew.worker(post).is_some() {
                let sectors = Sector::ALL.into_iter().filter(|s| *s != looks);
                menu.offer_all(sectors.map(|sector| Hatch::Look(post, sector).into()));
            }
        }
    }

    /// A man opens or closes his hatch; the loader's or the commander's Spot marker is laid.
    pub(crate) fn handle(&mut self, hatch: Hatch) {
        match hatch {
            Hatch::Open(post) => self.tank.open[post.index()] = true,
            Hatch::Close(post) => self.tank.open[post.index()] = false,
            Hatch::Look(Post::Loader, sector) => self.tank.loader_looks = sector,
            Hatch::Look(Post::Commander, sector) => self.tank.commander_looks = sector,
            Hatch::Look(other, _) => unreachable!("4.45 has no Spot marker for {other}"),
        }
    }
}
