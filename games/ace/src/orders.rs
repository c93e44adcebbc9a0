//! What may be ordered now, command by command in the order of the book, and why the rest may not (7.2-3).

use crate::commands::Turn;
use crate::gunnery::{Reason, helping_facing};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Ace, Enemy, Support};
use crate::talk::{Choice, Hatches};
use crate::words::{Ammo, Area, Class, Facing, Gun, Post, Skill};
use hulldown_core::game::Seat;
use hulldown_core::table::{Menu, Table};

impl<T: Table<Ace>> Referee<'_, T> {
    /// Every command that may be given now, in the order of the book, and why the others may not.
    pub(crate) fn command_menu(&self, s: Seat, turn: &Turn, menu: &mut Menu<Choice>) {
        if turn.left > 0 {
            self.offer_gun(s, turn, menu);
            self.offer_reload(s, turn, menu);
            self.offer_moves(s, menu);
            self.offer_mgs(s, menu);
            self.offer_flanks(s, menu);
            self.offer_loader(s, menu);
            self.offer_calls(s, menu);
            self.offer_hatches(s, menu);
            self.offer_switch(s, menu);
        }
        let p = &self.game.players[s.index()];
        if p.commanding() == Some(Post::Commander) && p.skilled(Skill::Synergy) {
            menu.offer(Choice::Synergy);
        }
        menu.offer(Choice::End);
    }

    /// Enemies a seat may fire at: its own, or its partner's once its own are gone.
    fn targets(&self, s: Seat) -> impl Iterator<Item = (bool, &Enemy)> {
        let own = self.game.players[s.index()].board.enemies.iter().map(|e| (false, e));
        let helps = self.game.can_help(s);
        let reach = &self.charts.assist[s.index()];
        let partner = &self.game.players[1 - s.index()].board.enemies;
        let others = partner.iter().filter(move |e| helps && reach.has(e.area)).map(|e| (true, e));
        own.chain(others).filter(|(_, e)| e.on_board())
    }

    fn gun_refused(&self, s: Seat) -> Reason {
        let p = &self.game.players[s.index()];
        if p.mat.gun_silent {
            Some((rule!("7.4.3h"), "gunner or loader has just fallen out: the gun is silent this round"))
        } else if !p.gun_manned() && p.fit(Post::Commander) {
            Some((rule!("7.4.3h"), "the gunner is out and the commander has stayed up"))
        } else if !p.gun_manned() {
            Some((rule!("R28a"), "nobody is left to fire the gun"))
        } else {
            None
        }
    }

    /// A, B: the main gun and the coax.
    fn offer_gun(&self, s: Seat, turn: &Turn, menu: &mut Menu<Choice>) {
        // What is refused as a whole need not be gone through when nobody reads it.
        let listens = menu.listens();
        let p = &self.game.players[s.index()];
        let main = self.gun_refused(s).or_else(|| {
            if p.loaded_by().is_none() {
                Some((rule!("7.4.3g"), "nobody is left to load"))
            } else if p.mat.loaded.is_none() {
                Some((rule!("7.2-Aa"), "the gun is not loaded"))
            } else if turn.main_fired > 0 && p.commander_guns() {
                Some((rule!("7.4.3h"), "the commander at the gun fires one round a Combat Round"))
            } else if turn.main_fired > 0 && p.mat.racked() == 0 {
                Some((rule!("R22a"), "the ready rack is empty: one main gun round a Combat Round"))
            } else if turn.turned && turn.fired_after_turn {
                Some((rule!("7.2-Ad"), "the turret has turned and fired this round"))
            } else {
                None
            }
        });
        if p.mat.loaded == Some(Ammo::Hcbi) {
            // [7.2-Ae] At an area, A to E, whoever stands there.
            for area in Area::ALL.into_iter().filter(|_| self.game.in_fight(s)) {
                menu.weigh(Choice::Smoke(area), main);
            }
        } else if main.is_none() || listens {
            for (helps, e) in self.targets(s) {
                let choice = if helps { Choice::Assist(e.id) } else { Choice::Fire(e.id) };
                menu.weigh(choice, main.or_else(|| self.game.hidden_gun(e)));
            }
        }
        let coax = self.gun_refused(s).or_else(|| self.mg_refused(s, Gun::Coax));
        for (helps, e) in self.targets(s).filter(|_| coax.is_none() || listens) {
            let wheeled = e.kind.is_some_and(|kind| self.charts.units[kind.index()].wheeled);
            let hard = (!matches!(e.class, Class::Inf | Class::At) && !wheeled)
                .then_some((rule!("7.2-Ab"), "the coax fires only at infantry, guns and wheeled vehicles"));
            let choice = if helps { Choice::AssistMg(Gun::Coax, e.id) } else { Choice::Mg(Gun::Coax, e.id) };
            menu.weigh(choice, hard.or(coax).or_else(|| self.game.hidden_gun(e)));
        }
    }

    fn mg_refused(&self, s: Seat, gun: Gun) -> Reason {
        let mg = &self.game.players[s.index()].mat.guns[gun.index()];
        if mg.jammed {
            Some((rule!("7.4.4a"), "it is jammed"))
        } else if mg.points == 0 {
            Some((rule!("4.4.b"), "it must be reloaded first"))
        } else {
            None
        }
    }

    /// C.
    fn offer_reload(&self, s: Seat, turn: &Turn, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let refused = if p.loaded_by().is_none() {
            Some((rule!("7.4.3g"), "nobody is left to load"))
        } else if turn.loader_acted {
            Some((rule!("4.4.d"), "the loader has already done something else this round"))
        } else {
            None
        };
        let at_it = p.mat.reloading.then_some((rule!("7.2-Cb"), "the loader is at it already"));
        menu.weigh(Choice::Reload, refused.or(at_it));
        // [7.7.adr] He may also be hurried in the midst of it.
        if p.skilled(Skill::AdrenalineRush) {
            menu.weigh(Choice::ReloadRush, refused);
        }
    }

    fn move_refused(&self, s: Seat) -> Reason {
        let p = &self.game.players[s.index()];
        if p.mat.immobilized {
            Some((rule!("R19a"), "the tank is immobilized"))
        } else if !p.driven(self.game.field.round) {
            Some((rule!("7.4.3e"), "nobody is at the driver's post"))
        } else {
            None
        }
    }

    /// D, E, F, G.
    fn offer_moves(&self, s: Seat, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let stuck = self.move_refused(s);
        let idle = self.game.can_help(s).then_some((rule!("10.2b"), "there is no enemy left on your own board"));
        let close = p.board.range.closer().is_none().then_some((rule!("7.2-D"), "the range is close already"));
        menu.weigh(Choice::Forward, stuck.or(idle).or(close));
        menu.weigh(Choice::HullDown, stuck);
        for facing in Facing::ALL {
            if facing != p.mat.hull {
                menu.weigh(Choice::Hull(facing), stuck);
            }
        }
        menu.weigh(Choice::Backward, stuck.or(idle));
    }

    /// H, I.
    fn offer_mgs(&self, s: Seat, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let bow = if !p.assistant_free() {
            Some((rule!("7.4.3f"), "the assistant driver is not at his gun"))
        } else if p.mat.hull_down {
            Some((rule!("7.3.1d"), "the tank is hull down"))
        } else {
            self.mg_refused(s, Gun::Bow)
        };
        let fifty = if !p.fit(Post::Commander) {
            Some((rule!("7.4.3d"), "the commander is out of action"))
        } else if p.commander_guns() {
            Some((rule!("R28a"), "the commander is in the gunner's seat"))
        } else if !p.mat.is_open(Post::Commander) {
            Some((rule!("7.2-I"), "the commander's hatch is closed"))
        } else {
            self.mg_refused(s, Gun::Aa50)
        };
        let listens = menu.listens();
        let reach = &self.charts.facing[p.mat.hull.index()].fire;
        for (helps, e) in self.targets(s).filter(|_| bow.is_none() || listens) {
            let in_arc = if helps { p.mat.hull == helping_facing(s) } else { reach.has(e.area) };
            let arc = (!in_arc).then_some((rule!("7.2-H"), "it is not where the hull points"));
            let choice = if helps { Choice::AssistMg(Gun::Bow, e.id) } else { Choice::Mg(Gun::Bow, e.id) };
            menu.weigh(choice, bow.or(arc).or_else(|| self.game.hidden_gun(e)));
        }
        for (helps, e) in self.targets(s).filter(|_| fifty.is_none() || listens) {
            let choice = if helps { Choice::AssistMg(Gun::Aa50, e.id) } else { Choice::Mg(Gun::Aa50, e.id) };
            menu.weigh(choice, fifty.or_else(|| self.game.hidden_gun(e)));
        }
    }

    /// J.
    fn offer_flanks(&self, s: Seat, menu: &mut Menu<Choice>) {
        let stuck = self.move_refused(s);
        for e in self.game.players[s.index()].board.enemies.iter().filter(|e| e.class.is_vehicle()) {
            let done = e.flanked.then_some((rule!("7.2-Ja"), "you are on its flank already"));
            menu.weigh(Choice::Flank(e.id), stuck.or(done));
        }
    }

    /// K.
    fn offer_loader(&self, s: Seat, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let refused = if self.charts.tanks[p.tank.index()].smoke_mortar == 0 {
            Some((rule!("4.4.f"), "this tank has no smoke mortar"))
        } else if p.mat.mortar == 0 {
            Some((rule!("4.4.f"), "its rounds are used up"))
        } else if p.loaded_by().is_none() {
            Some((rule!("7.4.3g"), "nobody is left to fire it"))
        } else {
            None
        };
        menu.weigh(Choice::Mortar, refused);
    }

    /// L.
    fn offer_calls(&self, s: Seat, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let c = &self.charts.constants;
        let radio = |s: Seat| {
            let p = &self.game.players[s.index()];
            self.charts.ranks[p.career.rank.index()].radio && !p.mat.radio_out
        };
        let common = if !self.charts.ranks[p.career.rank.index()].radio {
            Some((rule!("7.2-L"), "only a 1st Lieutenant or Captain has the command radio"))
        } else if p.mat.radio_out {
            Some((rule!("CH.C1"), "the radio is out"))
        } else if !p.fit(Post::Commander) {
            Some((rule!("7.4.3d"), "the commander is out of action"))
        } else {
            None
        };
        for support in [Support::Mortar, Support::Artillery] {
            let spent = match support {
                Support::Mortar => p.mat.artillery_called > 0 || p.mat.mortars_called >= c.cff_limit_mortar,
                Support::Artillery => p.mat.mortars_called > 0 || p.mat.artillery_called >= c.cff_limit_artillery,
            };
            let limit = spent.then_some((rule!("7.6b"), "no more fire support in this mission"));
            if !self.game.can_help(s) {
                menu.weigh(Choice::Call(support), common.or(limit));
            }
            if let Some(other) = self.game.partner(s).filter(|other| self.game.in_fight(*other)) {
                let deaf = (!radio(other)).then_some((rule!("10.2d"), "the partner has no command radio"));
                menu.weigh(Choice::CallPartner(support), common.or(deaf).or(limit));
            }
        }
    }

    /// M, N.
    fn offer_hatches(&self, s: Seat, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let open = Hatches::of(p.mat.open).0;
        let closed = Hatches::of(p.may_open()).0 & !open;
        for hatches in (1..8).filter(|hatches| hatches & !open == 0) {
            menu.offer(Choice::Button(Hatches(hatches)));
        }
        for hatches in (1..8).filter(|hatches| hatches & !closed == 0) {
            menu.offer(Choice::Unbutton(Hatches(hatches)));
        }
    }

    /// O.
    fn offer_switch(&self, s: Seat, menu: &mut Menu<Choice>) {
        let p = &self.game.players[s.index()];
        let refused = (p.loaded_by().is_none()).then_some((rule!("7.4.3g"), "nobody is left to load"));
        for ammo in Ammo::ALL {
            if p.mat.rack[ammo.index()] > 0 && p.mat.loaded != Some(ammo) {
                menu.weigh(Choice::Switch(ammo), refused);
            }
        }
    }
}
