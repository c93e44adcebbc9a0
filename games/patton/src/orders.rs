//! Orders: one action for each man, hatches, and what is reloaded (4.73, 8.0).

use crate::charts::Charts;
use crate::offered::Offered;
use crate::referee::{Referee, YOU};
use crate::roster::{DIRECTS, MOVES, NEEDS_EYES, PLANS, Roster};
use crate::rules::rule;
use crate::state::{Bog, Directs, GunState, Orders, Patton, Sight, Stage};
use crate::talk::{Ask, Choice, Event, OrdersAnswer, Plan, Why};
use crate::words::{Action, Ammo, Mg, Need, Post, Weapon};
use hulldown_core::rules::Reason;
use hulldown_core::rules::RuleId;
use hulldown_core::table::{Menu, Play, Table};

/// [19.22] Why a gun is not fired, nor its fire directed.
const UNMANNED: (RuleId, &str) = (rule!("19.22"), "nobody is there to fire it");

/// [30.0] A Firefly has a crew of four.
const NO_ASSISTANT: (RuleId, &str) = (rule!("30.0"), "this tank has no assistant driver");

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.73] The orders of the round. They begin as those of the last one, as far as they still can be carried out, so that "the same
    /// again" is one answer.
    pub(crate) fn orders(&mut self) -> Play<()> {
        let battle = &mut self.game.battle;
        // [22.23] What the machine guns swept is no longer under fire.
        battle.sweeps.clear();
        battle.hits.clear();
        battle.shots = 0;
        battle.target = None;
        for enemy in &mut battle.enemies {
            enemy.shot_at = false;
        }
        let roster = self.game.roster(self.charts);
        self.game.renew_orders(self.charts, &roster);
        loop {
            let offered = Offered::now(self.game, self.charts, &roster);
            match self.table.ask_among(self.game, self.charts, YOU, Ask::Orders, &offered)? {
                OrdersAnswer::Go => break,
                OrdersAnswer::Plan(plan) => {
                    let orders = self.game.drafted(self.game.plan(plan));
                    self.game.battle.orders = self.game.kept(self.charts, &roster, orders);
                }
                OrdersAnswer::Order(post, action) => self.game.battle.orders.acts[post.index()] = Some(action),
                OrdersAnswer::Free(post) => self.game.battle.orders.acts[post.index()] = None,
                OrdersAnswer::Direct(directs) => {
                    let orders = &mut self.game.battle.orders;
                    orders.acts[Post::Commander.index()] = Some(Action::DirectFire);
                    orders.directs = directs;
                }
                OrdersAnswer::TakePost(post) => {
                    let seat = self.game.crew.assistant_at;
                    let orders = &mut self.game.battle.orders;
                    orders.acts[seat.index()] = Some(Action::MoveToPosition);
                    orders.take = post;
                }
                OrdersAnswer::Reload(ammo) => self.game.battle.orders.reload_with(ammo, false),
                OrdersAnswer::ReloadFromRack(ammo) => self.game.battle.orders.reload_with(ammo, true),
                OrdersAnswer::Hatch(hatch) => self.game.handle(hatch),
            }
        }
        self.refuse_impossible(&roster);
        let (orders, works) = (self.game.battle.orders, self.game.works());
        // A hatch may stay open above a man who is out of action; nobody looks out of it.
        let open = Post::ALL.map(|post| self.game.tank.open[post.index()] && works[post.index()]);
        self.tell(|| Event::Orders { orders, open, works });
        if orders.has(Post::Commander, Action::DirectFire) && !orders.is_fired(orders.directs) {
            self.tell(|| Event::DirectsNobody { directs: orders.directs });
        }
        self.game.battle.standing = Some(orders);
        self.game.stage = Stage::Movement;
        Ok(())
    }

    /// [4.73.2] An order that a later one, or a hatch, has made impossible is not carried out, and the log says why.
    fn refuse_impossible(&mut self, roster: &Roster) {
        let marked = self.game.battle.orders;
        let orders = self.game.kept(self.charts, roster, marked);
        self.game.battle.orders = orders;
        for post in Post::ALL {
            let refused = marked.acts[post.index()].filter(|_| orders.acts[post.index()].is_none());
            let Some(action) = refused else { continue };
            // What stood in the way may have fallen away itself.
            let stands = |orders: &Orders| self.game.against_order(self.charts, orders, post, action);
            if let Some((rule, says)) = stands(&orders).or_else(|| stands(&marked)) {
                self.tell(|| Event::OrderRefused { post, action, why: Why { rule, says } });
            }
        }
    }
}

impl Patton {
    /// [4.73] Everything that can be ordered now, and why the rest cannot.
    pub(crate) fn explain_orders(&self, charts: &Charts, roster: &Roster, menu: &mut Menu<Choice, OrdersAnswer>) {
        let orders = &self.battle.orders;
        menu.offer(OrdersAnswer::Go);
        for (plan, filled) in PLANS.into_iter().zip(&roster.plans) {
            let unmanned = plan == Plan::Gun && self.unmanned(Directs::Main);
            if unmanned || !self.is_planned(charts, roster, filled) {
                menu.weigh(OrdersAnswer::Plan(plan), unmanned.then_some(UNMANNED));
            }
        }
        let senior = self.crew.senior();
        for post in Post::ALL {
            if orders.acts[post.index()].is_some() {
                menu.offer(OrdersAnswer::Free(post));
            }
            // To leave the tank is the senior man's to say, and nobody else is asked.
            let asked = |action: &Action| *action != Action::AbandonTank || senior == Some(post);
            for action in charts.listed[post].filter(|action| orders.of(post) != Some(*action)).filter(asked) {
                menu.weigh(OrdersAnswer::Order(post, action), self.against_order(charts, orders, post, action));
            }
        }
        let directing = orders.has(Post::Commander, Action::DirectFire);
        for directs in DIRECTS.into_iter().filter(|directs| !(directing && orders.directs == *directs)) {
            let directed = Orders { directs, ..*orders };
            let reason = self.against_order(charts, &directed, Post::Commander, Action::DirectFire);
            menu.weigh(OrdersAnswer::Direct(directs), reason);
        }
        let seat = self.crew.assistant_at;
        let asked = orders.has(seat, Action::MoveToPosition);
        for post in Post::ALL.into_iter().filter(|post| *post != seat && !(asked && orders.take == *post)) {
            menu.weigh(OrdersAnswer::TakePost(post), self.against_post(charts, post));
        }
        self.explain_hatches(charts, menu);
        for (ammo, rack) in self.reloads(charts) {
            if orders.reload != Some(ammo) || orders.from_rack != rack {
                menu.weigh(OrdersAnswer::reload(ammo, rack), self.against_reload(orders, ammo, rack));
            }
        }
    }

    /// At which posts somebody works.
    pub(crate) fn works(&self) -> [bool; 5] {
        Post::ALL.map(|post| self.crew.worker(post).is_some())
    }

    /// [19.22] Why the assistant driver cannot take a post over.
    pub(crate) fn against_post(&self, charts: &Charts, post: Post) -> Reason {
        if !charts.tanks[self.tank.model].has_assistant {
            Some(NO_ASSISTANT)
        } else if !self.crew.able(Post::Assistant) {
            Some((rule!("19.22"), "the assistant driver is out of action"))
        } else if post != Post::Assistant && self.crew.able(post) {
            Some((rule!("19.22"), "the man there is not out of action"))
        } else {
            None
        }
    }

    /// [4.73.3] Why a round cannot be reloaded so.
    pub(crate) fn against_reload(&self, orders: &Orders, ammo: Ammo, rack: bool) -> Reason {
        let others = self.tank.rounds[ammo.index()] - u8::from(self.tank.loaded == Some(ammo));
        if others == 0 {
            Some((rule!("4.73.3"), "no other round of this kind is left"))
        } else if rack && self.tank.rack[ammo.index()] == 0 {
            Some((rule!("16.23"), "none of these is in the ready rack"))
        } else if rack && orders.has(Post::Assistant, Action::PassAmmo) {
            Some((rule!("8.53"), "the assistant driver passes ammo"))
        } else {
            None
        }
    }

    /// Why a man cannot have an order.
    fn against_act(&self, charts: &Charts, orders: &Orders, post: Post, action: Action) -> Reason {
        let info = &charts.actions[action.index()];
        if post == Post::Assistant && !charts.tanks[self.tank.model].has_assistant {
            return Some(NO_ASSISTANT);
        }
        if self.crew.worker(post).is_none() {
            return Some((rule!("19.22"), "nobody works there"));
        }
        // What a post can do its own card says; a man who has taken it over can do the same.
        if let Some(why) = self.no_right(charts, post, action) {
            return Some((info.rule.0, why));
        }
        if let Some(why) = info.needs.iter().find_map(|need| self.unmet(charts, orders, *need, post)) {
            return Some((info.rule.0, why));
        }
        if NEEDS_EYES.has(action) && self.blind(charts, post) {
            return Some((rule!("17.23"), "he sees nothing: his periscope is broken"));
        }
        if MOVES.has(action) && self.held_by_gun(charts, orders) {
            let why = if self.crew.trained {
                "the main gun is to fire, and the gyrostabilizer needs a tank with HVSS"
            } else {
                "the main gun is to fire, and the crew has no gyrostabilizer training"
            };
            return Some((rule!("27.2"), why));
        }
        self.no_boxes(action).then_some((rule!("16.3"), "no ammunition is left for it"))
    }

    /// Why a man cannot have an order, or what the commander is to direct cannot be directed.
    fn against_order(&self, charts: &Charts, orders: &Orders, post: Post, action: Action) -> Reason {
        let directs =
            || if action == Action::DirectFire { self.against_directing(charts, orders.directs) } else { None };
        self.against_act(charts, orders, post, action).or_else(directs)
    }

    /// [8.12, 19.22] Why the commander cannot direct the fire of a gun: it is not there, or nobody fires it.
    pub(crate) fn against_directing(&self, charts: &Charts, directs: Directs) -> Reason {
        if directs == Directs::Mg(Mg::Bow) && !charts.tanks[self.tank.model].has_assistant {
            return Some((rule!("30.0"), "this tank has no bow MG"));
        }
        self.unmanned(directs).then_some(UNMANNED)
    }

    /// Whether nobody works the post from which a gun is fired: the gunner's, or the assistant driver's.
    pub(crate) fn unmanned(&self, gun: Directs) -> bool {
        let post = match gun {
            Directs::Main | Directs::Mg(Mg::Coax) => Post::Gunner,
            Directs::Mg(Mg::Bow) => Post::Assistant,
            Directs::Mg(Mg::Aa | Mg::Sub) => return false,
        };
        self.crew.worker(post).is_none()
    }

    /// [27.2] The other side of the same coin as firing on the move: no move while the main gun is to fire.
    pub(crate) fn held_by_gun(&self, charts: &Charts, orders: &Orders) -> bool {
        orders.fires_main() && !self.gyro(charts)
    }

    /// [16.3] Whether the machine gun to be fired has no ammunition left.
    pub(crate) fn no_boxes(&self, action: Action) -> bool {
        self.options.mg_ammo && action.mg().is_some_and(|mg| self.boxes(mg) == Some(0))
    }

    /// What the Tank Card does not give a man (8.62, 8.65, 30.0).
    pub(crate) fn no_right(&self, charts: &Charts, post: Post, action: Action) -> Option<&'static str> {
        let card = &charts.tanks[self.tank.model.index()];
        match action {
            Action::FireAaMg | Action::RepairAaMg if card.loader_aa != (post == Post::Loader) => {
                Some(if card.loader_aa { "the loader has the AA MG" } else { "the commander has the AA MG" })
            }
            Action::FireSubMg if post == Post::Loader && card.a_turret() => {
                Some("this turret has no hatch for the loader")
            }
            Action::FireBowMg | Action::RepairBowMg if !card.has_assistant => Some("this tank has no bow MG"),
            // [11.11] The commander's word, or that of the next man who can give it.
            Action::AbandonTank if self.crew.senior() != Some(post) => Some("that is for the senior man to order"),
            _ => None,
        }
    }

    /// Boxes of ammunition for a machine gun; a submachine gun needs none (R51).
    pub(crate) fn boxes(&self, mg: Mg) -> Option<u8> {
        match mg {
            Mg::Coax | Mg::Bow => Some(self.tank.boxes_30),
            Mg::Aa => Some(self.tank.boxes_50),
            Mg::Sub => None,
        }
    }

    /// [27.2, R31] Whether the crew can fire on the move: training is all it needs, unless the charts ask for HVSS besides.
    pub(crate) fn gyro(&self, charts: &Charts) -> bool {
        self.crew.trained && (self.tank.hvss || !charts.career.ratings.gyrostabilizer.needs_hvss)
    }

    /// What is missing for an order.
    #[inline]
    pub(crate) fn unmet(&self, charts: &Charts, orders: &Orders, need: Need, post: Post) -> Option<&'static str> {
        let tank = &self.tank;
        let works = |weapon: Weapon| tank.gun(weapon) == GunState::Works;
        let fails = |weapon: Weapon| tank.gun(weapon) == GunState::Malfunction;
        let (met, why) = match need {
            Need::GunLoaded => (tank.loaded.is_some(), "the main gun is not loaded"),
            Need::GunWorking => (works(Weapon::Main), "the main gun does not work"),
            Need::GunsightWorking => (!tank.sight_broken, "the gun sight is broken"),
            Need::NotMovingOrGyroTrained => (
                !orders.moves() || self.gyro(charts),
                if self.crew.trained {
                    "the tank is to move, and the gyrostabilizer needs a tank with HVSS"
                } else {
                    "the tank is to move, and the crew has no gyrostabilizer training"
                },
            ),
            Need::CoaxWorking => (works(Weapon::Coax), "the co-axial MG does not work"),
            Need::MainGunMalfunctioning => (fails(Weapon::Main), "there is nothing to repair"),
            Need::LoaderRepairingMainGun => {
                (orders.has(Post::Loader, Action::RepairMainGun), "he can only help the loader, who does not repair it")
            }
            Need::CoaxMalfunctioning => (fails(Weapon::Coax), "there is nothing to repair"),
            // A tank without a mortar carries no bombs, so either reason is the truth.
            Need::SmokeMortar | Need::SmokeBombLeft => (tank.bombs > 0, "no smoke bomb is on board"),
            Need::Mobile => (tank.mobile(), "the tank cannot move"),
            Need::MobileOrBogged => (!tank.disabled && tank.bog != Bog::Assistance, "the tank cannot move"),
            Need::FuelIfUsed => (!self.options.fuel || tank.fuel > 0, "the tank has no fuel"),
            Need::BowWorking => (works(Weapon::Bow), "the bow MG does not work"),
            // [10.22b, 4.74] The guns fire after the tank has moved: what counts is how it stands then.
            Need::NotHullDown => {
                (!tank.hull_down || orders.moves(), "the bow MG cannot fire from a hull down position")
            }
            Need::BowMalfunctioning => (fails(Weapon::Bow), "there is nothing to repair"),
            Need::ReloadNotFromReadyRack => (!orders.from_rack, "the reload comes from the ready rack"),
            Need::CommanderHatchOpen => (tank.is_open(Post::Commander), "the commander's hatch is closed"),
            Need::SmokeGrenadeLeft => (tank.grenades > 0, "no smoke grenade is left"),
            Need::OwnHatchOpen => (tank.is_open(post), "his hatch is closed"),
            Need::AaWorking => (works(Weapon::Aa), "the AA MG does not work"),
            Need::AaMalfunctioning => (fails(Weapon::Aa), "there is nothing to repair"),
            Need::OwnPeriscopeBroken => (tank.blind[post.index()], "his periscope is not broken"),
            Need::SparePeriscopeLeft => (tank.periscopes > 0, "no spare periscope is left"),
            Need::SomeOtherCrewmanIncapacitated => {
                (Post::ALL.into_iter().any(|p| p != post && !self.crew.able(p)), "nobody is out of action")
            }
            Need::ThrownTrackOrDisabled => (tank.disabled, "the tank is not disabled"),
        };
        (!met).then_some(why)
    }

    /// Orders without what cannot be carried out, and with a reload that can be had.
    pub(crate) fn possible(&self, charts: &Charts, orders: Orders) -> Orders {
        self.kept(charts, &self.roster(charts), orders)
    }

    fn kept(&self, charts: &Charts, roster: &Roster, mut orders: Orders) -> Orders {
        for post in Post::ALL {
            if let Some(action) = orders.acts[post.index()] {
                let stays = if action == Action::MoveToPosition {
                    post == self.crew.assistant_at && self.crew.able(Post::Assistant)
                } else {
                    let directs =
                        action != Action::DirectFire || self.against_directing(charts, orders.directs).is_none();
                    directs && self.can_do(charts, roster, self.barred(charts, &orders), post).has(action)
                };
                if !stays {
                    orders.acts[post.index()] = None;
                }
            }
        }
        // The reload named is kept while there is such a round; otherwise the next best is named.
        let kept = orders.reload.filter(|ammo| self.against_reload(&orders, *ammo, orders.from_rack).is_none());
        if kept.is_none() {
            let card = &charts.tanks[self.tank.model.index()];
            let wanted = orders.reload.into_iter().chain(self.tank.loaded).chain(Ammo::ALL);
            let mut found =
                wanted.filter(|a| card.ammo[a.index()] && self.against_reload(&orders, *a, false).is_none());
            (orders.reload, orders.from_rack) = (found.next(), false);
        }
        orders
    }

    /// The orders of the last round, without what is done once and what cannot be done any more.
    pub(crate) fn renew_orders(&mut self, charts: &Charts, roster: &Roster) {
        for act in &mut self.battle.orders.acts {
            *act = match *act {
                Some(
                    Action::Pivot
                    | Action::RotateTurret
                    | Action::ChangeGunLoad
                    | Action::RestockReadyRack
                    | Action::MoveToPosition,
                ) => None,
                Some(Action::RotateAndFire) => Some(Action::FireMainGun),
                act => act,
            };
        }
        self.battle.orders = self.kept(charts, roster, self.battle.orders);
    }

    /// Orders with the reload that has been named.
    fn drafted(&self, orders: Orders) -> Orders {
        let draft = &self.battle.orders;
        Orders { reload: draft.reload, from_rack: draft.from_rack, ..orders }
    }

    /// Whether the orders are those of a plan already.
    pub(crate) fn is_planned(&self, charts: &Charts, roster: &Roster, plan: &Orders) -> bool {
        let draft = &self.battle.orders;
        // What cannot be carried out falls away and nothing comes in its place, so most plans are told apart at once.
        let other = |post: Post| draft.acts[post.index()].is_some_and(|act| plan.acts[post.index()] != Some(act));
        if (draft.directs, draft.take) != (plan.directs, plan.take) || Post::ALL.into_iter().any(other) {
            return false;
        }
        self.kept(charts, roster, self.drafted(*plan)) == *draft
    }

    /// A set of orders that go together, whether or not they can be carried out now.
    pub(crate) fn plan(&self, plan: Plan) -> Orders {
        let mut orders = Orders::NONE;
        let mut set = |post: Post, action: Action| orders.acts[post.index()] = Some(action);
        let spotted = |in_turret: bool| {
            self.battle
                .enemies
                .iter()
                .any(|enemy| enemy.sight == Sight::Spotted && (!in_turret || enemy.zone.sector == self.tank.turret))
        };
        let drives = matches!(plan, Plan::HullDown | Plan::Forward | Plan::Back);
        let bow = |set: &mut dyn FnMut(Post, Action)| {
            if !self.tank.hull_down || drives {
                set(Post::Assistant, Action::FireBowMg);
            }
        };
        match plan {
            Plan::Clear => {}
            Plan::Gun => {
                set(Post::Commander, Action::DirectFire);
                let turn = spotted(false) && !spotted(true);
                set(Post::Gunner, if turn { Action::RotateAndFire } else { Action::FireMainGun });
                if self.tank.hull_down {
                    set(Post::Assistant, Action::PassAmmo);
                } else {
                    bow(&mut set);
                }
            }
            Plan::Mg => {
                set(Post::Commander, Action::DirectFire);
                set(Post::Gunner, Action::FireCoaxMg);
                bow(&mut set);
                orders.directs = Directs::Mg(Mg::Coax);
            }
            Plan::HullDown | Plan::Forward | Plan::Back => {
                set(Post::Commander, Action::DirectMovement);
                set(Post::Gunner, Action::FireCoaxMg);
                set(
                    Post::Driver,
                    match plan {
                        Plan::HullDown => Action::ForwardToHullDown,
                        Plan::Forward => Action::Forward,
                        _ => Action::Reverse,
                    },
                );
                bow(&mut set);
            }
        }
        orders
    }
}
