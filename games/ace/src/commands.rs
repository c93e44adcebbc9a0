//! The commander's commands, A to O (7.2-3): what he may order, and how it is done.

use crate::charts::Charts;
use crate::gunnery::{AimedShot, facing_to, helping_facing};
use crate::orders::{CommandMenu, Targets};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Ace, Cff, Support, UnitId};
use crate::talk::{Ask, Choice, CommandAnswer, Event, Hatches, Order, RackMoveAnswer, RoundAnswer};
use crate::words::{Ammo, Area, Command, Facing, Gun, Mission, Post, Skill, Wound};
use hulldown_core::check::Check;
use hulldown_core::game::Seat;
use hulldown_core::table::{Offers, Play, Table};

/// What has been done in the present step 5.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turn {
    pub(crate) left: u8,
    pub(crate) given: u8,
    pub(crate) main_fired: u8,
    pub(crate) turned: bool,
    pub(crate) fired_after_turn: bool,
    pub(crate) loader_acted: bool,
    pub(crate) gunner_acted: bool,
    pub(crate) assistant_acted: bool,
    pub(crate) commander_acted: bool,
    pub(crate) rush: bool,
    pub(crate) targets: Targets,
}

impl Ace {
    /// [7.2-3a, R28] How many commands are given this round, before Shock and Synergy.
    #[inline]
    pub fn allotment(&self, charts: &Charts, seat: Seat) -> u8 {
        let player = &self.players[seat.index()];
        match player.commanding() {
            Some(Post::Commander) => {
                let hurt = player.crew[Post::Commander.index()].wound == Wound::Light;
                let lost = if hurt { charts.constants.commands_lost_light_wound } else { 0 };
                charts.constants.commands_per_round.saturating_sub(lost)
            }
            Some(_) => charts.constants.commands_acting_gunner,
            None => 0,
        }
    }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-3] Step 5.
    pub(crate) fn commands(&mut self, seat: Seat) -> Play<()> {
        self.fill_posts(seat)?;
        self.man_the_gun(seat)?;
        let mut turn = Turn { left: self.game.allotment(self.charts, seat), ..Turn::default() };
        if let Some(post) = self.game.players[seat.index()].commanding().filter(|post| *post != Post::Commander) {
            self.tell(|| Event::Commands { seat, post });
        }
        // [7.3.8a] Blows of this round have cost one each, a Shock marker of the last costs one.
        let first = self.game.enemy_first();
        let mat = &mut self.player(seat).mat;
        let marker = !first && std::mem::take(&mut mat.shock);
        turn.left = turn.left.saturating_sub(std::mem::take(&mut mat.lost) + u8::from(marker));
        while self.may_act(seat) {
            let orders = CommandMenu::now::<T>(self.game, self.charts, seat, &mut turn);
            // With nothing left to order there is nothing to end.
            if orders.count() == 1 {
                break;
            }
            let order = match self.table.ask_among(self.game, self.charts, seat, Ask::Command(turn.left), &orders)? {
                CommandAnswer::Order(order) => order,
                CommandAnswer::Synergy => {
                    // [7.7.syn]
                    self.player(seat).use_skill(Skill::Synergy);
                    self.tell(|| Event::Uses { seat, skill: Skill::Synergy });
                    let constants = &self.charts.constants;
                    turn.left += constants.commands_with_synergy - constants.commands_per_round;
                    continue;
                }
                CommandAnswer::End => {
                    let left = turn.left;
                    self.tell(|| Event::Holds { seat, left });
                    break;
                }
            };
            // [7.2-B] What was sensed last round helps only the first command of this one.
            let sensed = self.game.players[seat.index()].mat.sensed;
            if turn.given == 0 && !matches!(order, Order::Fire(at) | Order::Assist(at) if sensed == Some(at)) {
                self.player(seat).mat.sensed = None;
            }
            turn.left -= 1;
            turn.given += 1;
            self.command(seat, order, &mut turn)?;
        }
        // [7.2-B] Nor does it outlast a round without a command.
        if turn.given == 0 {
            self.player(seat).mat.sensed = None;
        }
        self.finish_turn(seat, &turn)
    }

    fn may_act(&self, seat: Seat) -> bool {
        self.game.players[seat.index()].fate.serves() && (self.game.in_fight(seat) || self.game.can_help(seat))
    }

    /// Carries one command out.
    fn command(&mut self, seat: Seat, order: Order, turn: &mut Turn) -> Play<()> {
        match order {
            Order::Fire(at) => self.order_fire(AimedShot::own(seat, at), turn)?,
            Order::Assist(at) => self.order_fire(AimedShot { by: seat, board: Seat(1 - seat.0), at }, turn)?,
            Order::Smoke(area) => self.order_smoke(seat, area, turn)?,
            Order::Mg(gun, at) => self.order_mg(gun, AimedShot::own(seat, at), turn)?,
            Order::AssistMg(gun, at) => {
                self.order_mg(gun, AimedShot { by: seat, board: Seat(1 - seat.0), at }, turn)?;
            }
            Order::Reload | Order::ReloadRush => {
                // [7.2-Ca]
                turn.rush = matches!(order, Order::ReloadRush);
                self.player(seat).mat.reloading = true;
                self.tell(|| Event::Reloads { seat });
                if turn.rush {
                    self.player(seat).use_skill(Skill::AdrenalineRush);
                    self.tell(|| Event::Uses { seat, skill: Skill::AdrenalineRush });
                }
            }
            Order::Forward => self.order_forward(seat)?,
            Order::HullDown => self.order_hull_down(seat)?,
            Order::Hull(facing) => self.order_hull(seat, facing)?,
            Order::Backward => self.order_backward(seat)?,
            Order::Flank(at) => {
                turn.targets = Targets::default();
                self.order_flank(seat, at)?;
            }
            Order::Mortar => {
                // [7.2-K]
                self.player(seat).mat.mortar -= 1;
                self.player(seat).board.own_smoke = self.charts.constants.smoke_new;
                self.loader_acts(seat, turn);
                self.tell(|| Event::SmokeHere { seat });
            }
            Order::Call(support) => self.order_call(seat, support, seat),
            Order::CallPartner(support) => self.order_call(seat, support, Seat(1 - seat.0)),
            Order::Button(men) => self.set_hatches(seat, men, false),
            Order::Unbutton(men) => self.set_hatches(seat, men, true),
            Order::Switch(ammo) => {
                // [7.2-O]
                let mat = &mut self.player(seat).mat;
                mat.rack[ammo.index()] -= 1;
                if let Some(out) = mat.loaded.replace(ammo) {
                    mat.rack[out.index()] += 1;
                }
                self.loader_acts(seat, turn);
                self.tell(|| Event::Loads { seat, ammo, stowage: false, by: Some(Command::SwitchRounds) });
            }
        }
        if !matches!(order, Order::Fire(_) | Order::Assist(_) | Order::Smoke(_)) {
            self.table.settled()?;
        }
        Ok(())
    }

    /// [R22] The loader has done something else than fill the rack.
    fn loader_acts(&mut self, seat: Seat, turn: &mut Turn) {
        turn.loader_acted = true;
        if std::mem::take(&mut self.player(seat).mat.reloading) {
            self.tell(|| Event::RackLeft { seat });
        }
    }

    /// [7.2-Aa] Fire, then the loader loads.
    fn order_fire(&mut self, shot: AimedShot, turn: &mut Turn) -> Play<()> {
        let seat = shot.by;
        let area = self.named(shot.board, shot.at).area;
        let facing = if shot.by == shot.board { facing_to(self.charts, area) } else { helping_facing(seat) };
        self.turn_turret(seat, facing, turn);
        self.gun_fired(turn);
        self.fire_main(shot)?;
        self.table.settled()?;
        self.load_next(seat, turn)
    }

    /// [7.2-Ae] HCBI puts smoke into an area and provokes nobody.
    fn order_smoke(&mut self, seat: Seat, area: Area, turn: &mut Turn) -> Play<()> {
        let facing = facing_to(self.charts, area);
        self.turn_turret(seat, facing, turn);
        self.gun_fired(turn);
        self.tell(|| Event::FiresSmoke { seat, area });
        self.leave_gun(seat, Ammo::Hcbi);
        self.player(seat).mat.sensed = None;
        self.smoke_area(seat, area);
        self.table.settled()?;
        self.load_next(seat, turn)
    }

    fn gun_fired(&mut self, turn: &mut Turn) {
        turn.main_fired += 1;
        turn.fired_after_turn |= turn.turned;
        turn.gunner_acted = true;
    }

    /// [7.2-Ac] The turret turns as part of a Fire command.
    fn turn_turret(&mut self, seat: Seat, facing: Facing, turn: &mut Turn) {
        if self.player(seat).mat.turret != facing {
            self.player(seat).mat.turret = facing;
            turn.turned = true;
            self.tell(|| Event::TurretTurns { seat, facing });
        }
    }

    /// [7.2-Aa, 4.4.e, R22] The next round: from the rack, from stowage when it is empty.
    pub(crate) fn load_round(&mut self, seat: Seat) -> Play<()> {
        let player = &self.game.players[seat.index()];
        if player.mat.loaded.is_some() || player.loaded_by().is_none() {
            return Ok(());
        }
        let stowage = player.mat.racked() == 0;
        let mut menu = self.table.menu();
        for ammo in Ammo::ALL {
            let there = if stowage { player.mat.stowed(ammo) } else { player.mat.rack[ammo.index()] > 0 };
            if there {
                menu.offer(RoundAnswer::Load(ammo));
            } else {
                let why = if stowage { "none is left" } else { "none is in the ready rack" };
                menu.refuse(RoundAnswer::Load(ammo), rule!("4.4.e"), why);
            }
        }
        let RoundAnswer::Load(ammo) = self.ask(seat, Ask::NextRound, &menu)?;
        let mat = &mut self.player(seat).mat;
        mat.loaded = Some(ammo);
        if !stowage {
            mat.rack[ammo.index()] -= 1;
        }
        self.tell(|| Event::Loads { seat, ammo, stowage, by: None });
        Ok(())
    }

    fn load_next(&mut self, seat: Seat, turn: &mut Turn) -> Play<()> {
        self.loader_acts(seat, turn);
        if self.may_act(seat) { self.load_round(seat) } else { Ok(()) }
    }

    fn order_mg(&mut self, gun: Gun, shot: AimedShot, turn: &mut Turn) -> Play<()> {
        let seat = shot.by;
        match gun {
            Gun::Coax => {
                let area =
                    self.game.players[shot.board.index()].board.enemy(shot.at).map_or(Area::B, |enemy| enemy.area);
                let facing = if shot.by == shot.board { facing_to(self.charts, area) } else { helping_facing(seat) };
                self.turn_turret(seat, facing, turn);
                turn.gunner_acted = true;
            }
            Gun::Bow => turn.assistant_acted = true,
            Gun::Aa50 => turn.commander_acted = true,
        }
        self.fire_mg(gun, shot)
    }

    /// [7.6, R37] A call for fire goes out.
    fn order_call(&mut self, seat: Seat, support: Support, board: Seat) {
        let constants = &self.charts.constants;
        let rounds = match support {
            Support::Mortar => constants.cff_mortar,
            Support::Artillery => constants.cff_artillery,
        };
        let mat = &mut self.player(seat).mat;
        match support {
            Support::Mortar => mat.mortars_called += 1,
            Support::Artillery => mat.artillery_called += 1,
        }
        mat.cff.push(Cff { support, rounds, board });
        self.tell(|| Event::Called { seat, support, rounds, board });
    }

    /// [7.2-M, N] Hatches close or open.
    fn set_hatches(&mut self, seat: Seat, men: Hatches, open: bool) {
        let mat = &mut self.player(seat).mat;
        for (hatch, _) in men.men().into_iter().enumerate().filter(|(_, is_among)| *is_among) {
            mat.open[hatch] = open;
        }
        let by = Some(if open { Command::Unbutton } else { Command::ButtonUp });
        let open = mat.open;
        self.tell(|| Event::Hatches { seat, open, by });
    }

    /// [7.4.3e, g, R28a] The assistant driver may take over an empty post.
    fn fill_posts(&mut self, seat: Seat) -> Play<()> {
        let player = &self.game.players[seat.index()];
        if !player.assistant_free() {
            return Ok(());
        }
        let (driver, loader) = (!player.fit(Post::Driver), !player.fit(Post::Loader));
        let post = match (driver, loader) {
            (true, true) => return self.take_post(seat, Post::Driver),
            (true, false) if self.game.field.round > player.mat.driver_out => Post::Driver,
            (false, true) => Post::Loader,
            _ => return Ok(()),
        };
        if self.ask_to_fill(seat, post)? { self.take_post(seat, post) } else { Ok(()) }
    }

    /// [7.4.3h] After the silent round the commander may go down to a gunner's empty seat, where he is buttoned up. There he stays for
    /// the rest of the battle.
    fn man_the_gun(&mut self, seat: Seat) -> Play<()> {
        let player = &self.game.players[seat.index()];
        if player.gun_manned() || player.mat.gun_silent || !player.fit(Post::Commander) {
            return Ok(());
        }
        if self.ask_to_fill(seat, Post::Gunner)? {
            let mat = &mut self.player(seat).mat;
            mat.at_gun = true;
            mat.open[0] = false;
            self.tell(|| Event::TakesOver { seat, post: Post::Gunner });
        }
        Ok(())
    }

    fn ask_to_fill(&mut self, seat: Seat, post: Post) -> Play<bool> {
        self.pick(seat, Ask::FillPost(post), [true, false], |goes| if goes { Choice::Post(post) } else { Choice::Stay })
    }

    fn take_post(&mut self, seat: Seat, post: Post) -> Play<()> {
        let mat = &mut self.player(seat).mat;
        mat.assistant_at = Some(post);
        mat.open[2] = false;
        self.tell(|| Event::TakesOver { seat, post });
        Ok(())
    }

    /// The end of step 5: the rack fills, guns are cleared and reloaded, and a silent gun speaks again.
    fn finish_turn(&mut self, seat: Seat, turn: &Turn) -> Play<()> {
        self.player(seat).mat.gun_silent = false;
        self.player(seat).mat.unspent = turn.left;
        if !self.may_act(seat) {
            return Ok(());
        }
        let racks = self.game.players[seat.index()].mat.reloading && !turn.loader_acted;
        if racks && self.game.players[seat.index()].loaded_by().is_some() {
            self.fill_rack(seat, turn.rush)?;
        }
        self.service_guns(seat, turn, racks);
        Ok(())
    }

    /// [7.2-Ca, Cb, R22] Rounds into and out of the ready rack.
    fn fill_rack(&mut self, seat: Seat, rush: bool) -> Play<()> {
        let constants = &self.charts.constants;
        let most = if rush { constants.rack_rounds_adrenaline } else { constants.rack_rounds_per_reload };
        let boxes = self.charts.tanks[self.game.players[seat.index()].tank.index()].ready_rack;
        let mut left = most;
        while left > 0 {
            let mat = &self.game.players[seat.index()].mat;
            let free = boxes.saturating_sub(mat.racked());
            let mut menu = self.table.menu();
            for ammo in Ammo::ALL {
                if free > 0 && mat.stowed(ammo) {
                    menu.offer(RackMoveAnswer::Put(ammo));
                }
            }
            for ammo in [Ammo::Ap, Ammo::He] {
                if free > 1 && left > 1 {
                    menu.offer(RackMoveAnswer::PutRest(ammo));
                }
            }
            for ammo in Ammo::ALL {
                if mat.rack[ammo.index()] > 0 {
                    menu.offer(RackMoveAnswer::Take(ammo));
                }
            }
            menu.offer(RackMoveAnswer::Done);
            match self.ask(seat, Ask::RackMove(left), &menu)? {
                RackMoveAnswer::Put(ammo) => {
                    self.player(seat).mat.rack[ammo.index()] += 1;
                    left -= 1;
                }
                RackMoveAnswer::PutRest(ammo) => {
                    self.player(seat).mat.rack[ammo.index()] += left.min(free);
                    left -= left.min(free);
                }
                RackMoveAnswer::Take(ammo) => {
                    self.player(seat).mat.rack[ammo.index()] -= 1;
                    left -= 1;
                }
                RackMoveAnswer::Done => break,
            }
        }
        let rack = self.game.players[seat.index()].mat.rack;
        let full = rack.iter().sum::<u8>() >= boxes;
        self.player(seat).mat.reloading = !full && left < most;
        self.tell(|| Event::Racks { seat, rack, boxes });
        Ok(())
    }

    /// [R23, 7.4.4a] A man with nothing else to do clears his gun, or reloads one that is empty.
    fn service_guns(&mut self, seat: Seat, turn: &Turn, racks: bool) {
        let player = &self.game.players[seat.index()];
        if player.mat.guns.iter().all(|mg| !mg.jammed && mg.points > 0) {
            return;
        }
        let assistant = player.assistant_free() && !turn.assistant_acted;
        let gunner = player.fit(Post::Gunner) && !turn.gunner_acted;
        let loader = player.loaded_by().is_some() && !turn.loader_acted && !racks;
        let commander = player.fit(Post::Commander)
            && !player.commander_guns()
            && player.mat.is_open(Post::Commander)
            && turn.left > 0
            && !turn.commander_acted;
        for (gun, clears, reloads) in
            [(Gun::Coax, gunner, loader), (Gun::Bow, assistant, assistant), (Gun::Aa50, commander, commander)]
        {
            let full = self.charts.tanks[self.game.players[seat.index()].tank.index()].mg_points[gun.index()];
            let mg = &mut self.player(seat).mat.guns[gun.index()];
            let same_man = gun != Gun::Coax;
            let cleared = mg.jammed && clears;
            if cleared {
                mg.jammed = false;
            }
            let reloaded = mg.points == 0 && reloads && !(cleared && same_man);
            if reloaded {
                mg.points = full;
            }
            // [R23] The command he left for it is spent on his gun: a blow does not find it any more.
            if gun == Gun::Aa50 && (cleared || reloaded) {
                self.player(seat).mat.unspent -= 1;
            }
            if cleared {
                self.tell(|| Event::Cleared { seat, gun });
            }
            if reloaded {
                self.tell(|| Event::MgReloaded { seat, gun });
            }
        }
    }
}

/// The roll a command leads to at once, for previews.
pub(crate) fn preview(game: &Ace, charts: &'static Charts, seat: Seat, choice: Choice) -> Option<Check> {
    let leaves = game.errata_2022 && game.field.fight == Mission::Defense;
    let off = game.players[seat.index()].board.range.farther().is_none() || leaves;
    match choice {
        Choice::Forward | Choice::Hull(_) => Some(game.bogging(charts, seat)),
        Choice::Backward => (!off).then(|| game.bogging(charts, seat)),
        Choice::HullDown => Some(game.finding_hull_down(charts, seat)),
        Choice::Elective(elective) => Some(crate::mission::elective_check(charts, seat, elective)),
        _ => crate::gunnery::preview(game, charts, seat, choice),
    }
}

/// The letter of the book for a command.
pub(crate) fn letter(choice: Choice, sensed: Option<UnitId>) -> Option<Command> {
    Some(match choice {
        Choice::Fire(at) | Choice::Assist(at) if sensed == Some(at) => Command::FireAgain,
        Choice::Fire(_) | Choice::Assist(_) | Choice::Smoke(_) | Choice::Mg(Gun::Coax, _) => Command::Fire,
        Choice::AssistMg(Gun::Coax, _) => Command::Fire,
        Choice::Mg(Gun::Bow, _) | Choice::AssistMg(Gun::Bow, _) => Command::FireBowMg,
        Choice::Mg(Gun::Aa50, _) | Choice::AssistMg(Gun::Aa50, _) => Command::FireAa50,
        Choice::Reload | Choice::ReloadRush => Command::ReloadReadyRack,
        Choice::Forward => Command::MoveForward,
        Choice::HullDown => Command::MoveToHullDown,
        Choice::Hull(_) => Command::AngleHull,
        Choice::Backward => Command::MoveBackward,
        Choice::Flank(_) => Command::MoveForFlankShot,
        Choice::Mortar => Command::FireSmokeMortar,
        Choice::Call(_) | Choice::CallPartner(_) => Command::CallForFire,
        Choice::Button(_) => Command::ButtonUp,
        Choice::Unbutton(_) => Command::Unbutton,
        Choice::Switch(_) => Command::SwitchRounds,
        _ => return None,
    })
}
