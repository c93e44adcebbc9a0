//! The player's fire: main gun, machine guns, and what they do (7.2-A, B, H, I; 7.3; 7.4).

use crate::charts::{Charts, headings};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, Aim, End, Enemy, UnitId};
use crate::talk::{Ask, Choice, Event, Killer};
use crate::words::{
    Ammo, Area, B2Drm, B2Result, B2Target, B3Result, Class, Facing, Gun, Part, PenColumn, Post, Range, Skill, Trade,
    Weapon,
};
use hulldown_core::check::Check;
use hulldown_core::dice::{D6, TWO_D6};
use hulldown_core::game::Seat;
use hulldown_core::rules::RuleId;
use hulldown_core::table::{Play, Table};

/// A reason against something, with its rule.
pub(crate) type Reason = Option<(RuleId, &'static str)>;

/// The facing from which a weapon reaches an area (7.2-Ac).
pub(crate) fn facing_to(charts: &Charts, area: Area) -> Facing {
    Facing::ALL.into_iter().find(|f| charts.facing[f.index()].fire.has(area)).unwrap_or(Facing::Front)
}

/// Where a helper fires: to his right from the left board, to his left from the right one (R46).
pub(crate) fn helping_facing(s: Seat) -> Facing {
    if s == Seat(0) { Facing::Right } else { Facing::Left }
}

/// A shot of the player's: who fires, at which unit, on whose board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub(crate) by: Seat,
    pub(crate) board: Seat,
    pub(crate) at: UnitId,
}

impl Shot {
    pub(crate) fn own(by: Seat, at: UnitId) -> Shot {
        Shot { by, board: by, at }
    }

    fn helps(self) -> bool {
        self.by != self.board
    }
}

impl Ace {
    /// Smoke a shot of a seat passes on its way from or to an area of a board (7.3.5, R21).
    #[inline]
    pub(crate) fn smokes(&self, by: Seat, board: Seat, area: Area) -> [(u8, &'static str); 2] {
        let own = self.players[by.index()].board.own_smoke;
        [(own, "smoke around the tank"), (self.players[board.index()].board.smoke[area.index()], "smoke in the area")]
    }

    /// Whether the commander's eyes are inside: buttoned up, at the gun, or out of action.
    #[inline]
    pub(crate) fn commander_inside(&self, s: Seat) -> bool {
        let p = &self.players[s.index()];
        !p.mat.is_open(Post::Commander) || !p.fit(Post::Commander) || p.commander_guns()
    }

    #[inline]
    fn buttoned_penalty(&self, s: Seat, value: i8) -> i8 {
        let cupola = self.players[s.index()].career.has_trade(Trade::VisionCupola);
        if self.commander_inside(s) && !cupola { value } else { 0 }
    }

    /// [CH.B1] The player's main gun to hit.
    #[inline]
    pub(crate) fn to_hit(&self, charts: &'static Charts, shot: Shot, e: &Enemy) -> Check {
        let p = &self.players[shot.by.index()];
        let b1 = &charts.b1;
        let range = self.players[shot.board.index()].board.range;
        let mut check = Check::at_most("B1", "To hit", rule!("CH.B1"), TWO_D6, b1.range[range].hit)
            .naturals(b1.natural_hit, b1.natural_miss)
            .called("hit", "miss")
            .on_line(range)
            .by(shot.by);
        if e.hull_down {
            check.modify(b1.drm.target_hull_down, "target hull down", rule!("7.3.1a"));
        }
        for (level, why) in self.smokes(shot.by, shot.board, e.area) {
            check.modify([0, b1.drm.smoke_1, b1.drm.smoke_2][usize::from(level.min(2))], why, rule!("7.3.5a"));
        }
        check.modify(charts.weather_effect[self.field.weather.index()].b1, self.field.weather.name(), rule!("7.5"));
        check.modify(charts.terrain_effect[self.field.terrain.index()].b1, self.field.terrain.name(), rule!("CH.A5"));
        check.modify(
            self.buttoned_penalty(shot.by, b1.drm.commander_buttoned),
            "commander buttoned up",
            rule!("7.3.2c"),
        );
        if p.skilled(Skill::Gunnery) {
            check.modify(b1.drm.gunnery_skill, "Gunnery", rule!("7.7.gun"));
        }
        if p.mat.sensed == Some(shot.at) {
            check.modify(b1.drm.same_target_again, "same target again", rule!("7.2-B"));
        }
        check
    }

    /// [CH.B2] An attack on B2 by the player's weapons or fire support. Always inlined, as what nobody reads of it is then not written.
    #[inline(always)]
    pub(crate) fn attack(&self, charts: &'static Charts, weapon: Weapon, shot: Shot, e: &Enemy) -> Check {
        let p = &self.players[shot.by.index()];
        let b2 = &charts.b2;
        let (block, target) = (weapon.block(), B2Target::from(e.class));
        let mut check = Check::on("B2", weapon.name(), rule!("CH.B2"), b2.column(block, target)).by(shot.by);
        check.line = block.name();
        check.dice = TWO_D6;
        let drm = |drm: B2Drm| b2.drm(drm, weapon);
        match weapon {
            Weapon::Mortar => check.modify(drm(B2Drm::Mortar), "mortars", rule!("7.6a")),
            Weapon::Artillery => check.modify(drm(B2Drm::Artillery), "field artillery", rule!("7.6a")),
            Weapon::Airstrike => check.modify(drm(B2Drm::Airstrike), "aircraft", rule!("7.6c")),
            Weapon::Aa50 => check.modify(drm(B2Drm::HeavyMg), "heavy machine gun", rule!("CH.B2")),
            _ => {}
        }
        if p.skilled(Skill::Gunnery) {
            check.modify(drm(B2Drm::GunnerySkill), "Gunnery", rule!("7.7.gun"));
        }
        if weapon == Weapon::Bow && !p.mat.is_open(Post::AssistantDriver) {
            check.modify(drm(B2Drm::BowGunnerButtoned), "bow gunner buttoned up", rule!("7.3.2b"));
        }
        if charts.weather_effect[self.field.weather.index()].b2 != 0 {
            check.modify(drm(B2Drm::RainOrSnow), self.field.weather.name(), rule!("7.5"));
        }
        for (level, why) in self.smokes(shot.by, shot.board, e.area) {
            check.modify(b2.smoke(level, weapon), why, rule!("7.3.5a"));
        }
        check.modify(
            self.buttoned_penalty(shot.by, drm(B2Drm::CommanderButtoned)),
            "commander buttoned up",
            rule!("7.3.2c"),
        );
        if e.dug_in {
            check.modify(drm(B2Drm::TargetDugInInf), "dug in", rule!("R11a"));
        }
        let cover = charts.terrain_effect[self.field.terrain.index()].soft_b2 != 0;
        if cover && matches!(e.class, Class::Inf | Class::At) {
            check.modify(drm(B2Drm::TargetSoftInCoverTerrain), self.field.terrain.name(), rule!("CH.A5"));
        }
        match self.players[shot.board.index()].board.range {
            Range::Close => check.modify(drm(B2Drm::MgClose), "close range", rule!("CH.B2")),
            Range::Long => check.modify(drm(B2Drm::MgLong), "long range", rule!("CH.B2")),
            Range::Medium => {}
        }
        if matches!(weapon, Weapon::Coax | Weapon::Bow | Weapon::Aa50) {
            check.specials.push(([b2.stoppage_natural; 2], "stoppage"));
        }
        if weapon == Weapon::Airstrike {
            check.purpose = "Airstrike";
            // [7.6c] What destroys any target is not read on the column.
            let most = b2.airstrike_destroys_modified_max - check.modifier();
            check.specials.push(([TWO_D6.min(), most], B2Result::De.name()));
        }
        check
    }

    /// [CH.B1] How far a round of the main gun goes through armor on a board.
    pub(crate) fn penetration(&self, charts: &Charts, shot: Shot, ammo: Ammo) -> i8 {
        let range = self.players[shot.board.index()].board.range;
        let apcr = if ammo == Ammo::Apcr { charts.constants.apcr_pen } else { 0 };
        charts.tanks[self.players[shot.by.index()].tank.index()].firepower + charts.b1.range[range].pen + apcr
    }

    /// Whether a shot meets an enemy vehicle's side (R16).
    pub(crate) fn flanked(&self, e: &Enemy, shot: Shot) -> bool {
        let helper = &self.players[shot.by.index()].board;
        let first_help = helper.helped_in == 0 || helper.helped_in == self.field.round;
        e.side_open || e.flanked || e.flanked_for_good || (shot.helps() && first_help)
    }

    /// [7.3.4] Whether an anti-tank gun may not be shot at yet.
    #[inline]
    pub(crate) fn hidden_gun(&self, e: &Enemy) -> Reason {
        (e.class == Class::At && self.field.round == 1 && !e.has_fired)
            .then_some((rule!("7.3.4a"), "an anti-tank gun that has not fired cannot be shot at in the first round"))
    }

    /// [7.7.wea, W2] Whether the next stoppage of a gun comes to nothing: its gunner's skill, or the cleaning kit.
    pub(crate) fn ignores_stoppage(&self, s: Seat, gun: Gun) -> bool {
        let p = &self.players[s.index()];
        p.skilled(Skill::maintenance(gun)) || !p.mat.kit_used
    }

    /// What the loaded round rolls first against a unit, if anything.
    pub(crate) fn first_roll(&self, charts: &'static Charts, shot: Shot) -> Option<Check> {
        let e = self.players[shot.board.index()].board.enemy(shot.at)?;
        match self.players[shot.by.index()].mat.loaded? {
            Ammo::Hcbi => None,
            Ammo::Ap | Ammo::Apcr => (!matches!(e.class, Class::Inf | Class::At)).then(|| self.to_hit(charts, shot, e)),
            Ammo::He if e.class.is_soft() => Some(self.attack(charts, Weapon::MainHe, shot, e)),
            Ammo::Wp if e.class.is_soft() && !self.errata_2022 => Some(self.attack(charts, Weapon::MainWp, shot, e)),
            Ammo::He | Ammo::Wp => Some(self.to_hit(charts, shot, e)),
        }
    }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-A] Fires the loaded round at a unit.
    pub(crate) fn fire_main(&mut self, shot: Shot) -> Play<()> {
        let s = shot.by;
        let Some(&e) = self.game.players[shot.board.index()].board.enemy(shot.at) else { return Ok(()) };
        let Some(ammo) = self.game.players[s.index()].mat.loaded else { return Ok(()) };
        self.table.tell(|| Event::Fires { seat: s, ammo, who: who(shot.board, &e) });
        self.leave_gun(s, ammo);
        self.shot_at(shot);
        let hit = self.resolve_round(shot, ammo, e)?;
        let there = self.game.players[shot.board.index()].board.enemy(shot.at).is_some();
        self.player(s).mat.sensed = there.then_some(shot.at);
        // [7.4.5b, R50] A later hit on an immobilized vehicle may make its crew bail out.
        if hit && e.immobilized {
            self.bail_out(shot)?;
        }
        Ok(())
    }

    /// The round leaves the gun; a limited one is gone for the mission.
    pub(crate) fn leave_gun(&mut self, s: Seat, ammo: Ammo) {
        let mat = &mut self.player(s).mat;
        mat.loaded = None;
        if ammo.is_limited() {
            mat.carried[ammo.index()] = mat.carried[ammo.index()].saturating_sub(1);
        }
    }

    /// What a round does. Tells whether it hit a vehicle.
    fn resolve_round(&mut self, shot: Shot, ammo: Ammo, e: Enemy) -> Play<bool> {
        let soft = matches!(e.class, Class::Inf | Class::At);
        match ammo {
            Ammo::Hcbi => Ok(false),
            Ammo::Ap | Ammo::Apcr if soft => {
                // [7.2-Af]
                self.table.tell(|| Event::Useless { who: who(shot.board, &e) });
                Ok(false)
            }
            Ammo::Ap | Ammo::Apcr => {
                if !self.roll_to_hit(shot, &e)? {
                    return Ok(false);
                }
                if e.class == Class::W {
                    self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
                } else {
                    self.penetrate(shot, ammo, &e)?;
                }
                Ok(true)
            }
            Ammo::He => self.burst(shot, Weapon::MainHe, &e),
            Ammo::Wp => {
                let hit = self.burst(shot, Weapon::MainWp, &e)?;
                // [7.3.7b] Smoke hit or miss.
                self.smoke_area(shot.board, e.area);
                Ok(hit)
            }
        }
    }

    /// [R7] HE and WP: straight to B2 against soft targets, first B1 against the rest.
    fn burst(&mut self, shot: Shot, weapon: Weapon, e: &Enemy) -> Play<bool> {
        let white_phosphorus = weapon == Weapon::MainWp;
        let must_hit = !e.class.is_soft() || (white_phosphorus && self.game.errata_2022);
        if must_hit && !self.roll_to_hit(shot, e)? {
            return Ok(false);
        }
        if !e.class.is_armor() {
            self.b2_attack(shot, weapon, e)?;
            return Ok(!e.class.is_soft());
        }
        if white_phosphorus && self.table.test(&crew_abandons(self.charts, shot.by))? {
            self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
            return Ok(true);
        }
        self.button_enemy(shot.board, shot.at);
        Ok(true)
    }

    /// B1 with the Expert's second try.
    fn roll_to_hit(&mut self, shot: Shot, e: &Enemy) -> Play<bool> {
        let check = self.game.to_hit(self.charts, shot, e);
        let mut hit = self.table.test(&check)?;
        if !hit && self.expert_again(shot.by)? {
            hit = self.table.test(&check)?;
        }
        if !hit {
            self.table.tell(|| Event::Missed { who: who(shot.board, e) });
        }
        Ok(hit)
    }

    /// [7.7.exp] Whether the commander has a roll made again.
    fn expert_again(&mut self, s: Seat) -> Play<bool> {
        let p = &self.game.players[s.index()];
        if !p.expert(self.charts.tanks[p.tank.index()].series) || !self.ask_yes(s, Ask::Expert)? {
            return Ok(false);
        }
        self.player(s).use_skill(Skill::Expert);
        self.table.tell(|| Event::Uses { seat: s, skill: Skill::Expert });
        Ok(true)
    }

    /// [7.3.6, CH.B3] Location, column and result of a hit on an enemy vehicle.
    fn penetrate(&mut self, shot: Shot, ammo: Ammo, e: &Enemy) -> Play<()> {
        let Some(armor) = e.kind.and_then(|kind| self.charts.units[kind.index()].armor) else { return Ok(()) };
        let pen = self.game.penetration(self.charts, shot, ammo);
        let (part, armor) = if self.game.flanked(e, shot) {
            (None, armor[2])
        } else if e.hull_down {
            (Some(Part::Turret), armor[0])
        } else {
            let check = Check::on("B3", "Location", rule!("CH.B3"), &self.charts.location)
                .on_line(headings::LOCATION)
                .by(shot.by);
            let part = self.table.read(&check, &self.charts.location)?;
            (Some(part), if part == Part::Turret { armor[0] } else { armor[1] })
        };
        self.table.tell(|| Event::Struck { who: who(shot.board, e), part, pen, armor });
        let column = &self.charts.b3[PenColumn::of(pen, armor).index()];
        let check = Check::on("B3", PenColumn::of(pen, armor).name(), rule!("CH.B3"), column).by(shot.by);
        let aim = self.game.players[shot.by.index()].skilled(Skill::Aim);
        match self.table.read(&check, column)? {
            B3Result::Np => self.table.tell(|| Event::Bounced { who: who(shot.board, e) }),
            B3Result::B => self.button_enemy(shot.board, shot.at),
            B3Result::ImmStar if aim => {
                // [7.7.aim]
                self.table.tell(|| Event::Uses { seat: shot.by, skill: Skill::Aim });
                self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
            }
            B3Result::Imm | B3Result::ImmStar => self.immobilize_enemy(shot.board, shot.at, Some(shot.by)),
            B3Result::De => self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank),
        }
        Ok(())
    }

    fn bail_out(&mut self, shot: Shot) -> Play<()> {
        let Some(&e) = self.game.players[shot.board.index()].board.enemy(shot.at) else { return Ok(()) };
        if self.table.test(&crew_bails_out(self.charts, shot.by))? {
            self.table.tell(|| Event::BailsOut { who: who(shot.board, &e) });
            self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
        }
        Ok(())
    }

    /// [7.2-Ab, H, I] A machine gun fires.
    pub(crate) fn fire_mg(&mut self, gun: Gun, shot: Shot) -> Play<()> {
        let s = shot.by;
        let Some(&e) = self.game.players[shot.board.index()].board.enemy(shot.at) else { return Ok(()) };
        self.table.tell(|| Event::FiresMg { seat: s, gun, who: who(shot.board, &e) });
        self.player(s).mat.guns[gun.index()].points -= 1;
        self.shot_at(shot);
        self.b2_attack(shot, Weapon::from(gun), &e)
    }

    /// B2 by one of the tank's own weapons, with stoppages and the Expert's second try.
    fn b2_attack(&mut self, shot: Shot, weapon: Weapon, e: &Enemy) -> Play<()> {
        let check = self.game.attack(self.charts, weapon, shot, e);
        let gun = match weapon {
            Weapon::Coax => Some(Gun::Coax),
            Weapon::Bow => Some(Gun::Bow),
            Weapon::Aa50 => Some(Gun::Aa50),
            _ => None,
        };
        let column = self.charts.b2.column(weapon.block(), B2Target::from(e.class));
        let best = column.at(column.dice.min());
        let mut natural = self.table.natural(&check)?;
        if column.at(natural + check.modifier()) != best && self.expert_again(shot.by)? {
            natural = self.table.natural(&check)?;
        }
        if let Some(gun) = gun.filter(|_| natural == self.charts.b2.stoppage_natural)
            && !self.stoppage_ignored(shot.by, gun)
        {
            self.player(shot.by).mat.guns[gun.index()].jammed = true;
            self.table.tell(|| Event::Jams { seat: shot.by, gun });
            return Ok(());
        }
        self.apply_b2(shot.board, shot.at, column.at(natural + check.modifier()), Some(shot.by), Killer::Tank);
        Ok(())
    }

    /// [7.7.wea, W2] The first stoppage of the mission may be ignored.
    fn stoppage_ignored(&mut self, s: Seat, gun: Gun) -> bool {
        let (ignored, skill) = (self.game.ignores_stoppage(s, gun), Skill::maintenance(gun));
        let p = self.player(s);
        if p.skilled(skill) {
            p.use_skill(skill);
        } else {
            p.mat.kit_used = true;
        }
        if ignored {
            self.table.tell(|| Event::NoJam { seat: s, gun });
        }
        ignored
    }

    /// [7.2-4b, R14] A unit that was shot at targets whoever shot.
    fn shot_at(&mut self, shot: Shot) {
        let round = self.game.field.round;
        if shot.helps() && self.game.players[shot.by.index()].board.helped_in == 0 {
            self.player(shot.by).board.helped_in = round;
        }
        let aim = if shot.helps() { Aim::Helper } else { Aim::Tank };
        let Some(e) = self.player(shot.board).board.enemy_mut(shot.at) else { return };
        // [7.3.3a] Its side is open for the rest of this round only.
        e.side_shot |= e.side_open;
        let news = e.aim != aim && e.class != Class::W;
        if e.class != Class::W {
            // [R3] It does not forget the tank of its own board.
            e.drawn = shot.helps() && (e.drawn || e.aim == Aim::Tank);
            e.aim = aim;
        }
        let unit = who(shot.board, e);
        if news {
            self.table.tell(|| Event::Targets { seat: shot.by, who: unit });
        }
    }

    /// What a B2 result does to an enemy (7.4).
    pub(crate) fn apply_b2(&mut self, board: Seat, id: UnitId, result: B2Result, credit: Option<Seat>, by: Killer) {
        let Some(&e) = self.game.players[board.index()].board.enemy(id) else { return };
        let unit = who(board, &e);
        if result == B2Result::None {
            return self.table.tell(|| Event::NoEffect { who: unit });
        }
        match e.class {
            // [7.4d]
            Class::W => self.destroy(board, id, credit, by),
            Class::T | Class::Spg | Class::R | Class::Ht => match result {
                B2Result::De => self.destroy(board, id, credit, by),
                _ => self.button_enemy(board, id),
            },
            Class::At => {
                let losses = losses(&e, result);
                if losses > 0 {
                    self.lose_steps(board, id, losses, credit, by);
                } else {
                    // [7.4h] A second suppression does nothing more.
                    self.suppress(board, id);
                }
            }
            Class::Inf => {
                let losses = losses(&e, result);
                if result.suppresses() {
                    self.suppress(board, id);
                }
                if losses > 0 {
                    self.lose_steps(board, id, losses, credit, by);
                }
            }
        }
    }

    fn suppress(&mut self, board: Seat, id: UnitId) {
        if let Some(e) = self.player(board).board.enemy_mut(id) {
            e.suppressed = true;
            let unit = who(board, e);
            self.table.tell(|| Event::Suppressed { who: unit });
        }
    }

    /// [6.3e, 7.4f, R24] Step losses.
    pub(crate) fn lose_steps(&mut self, board: Seat, id: UnitId, losses: u8, credit: Option<Seat>, by: Killer) {
        let Some(e) = self.player(board).board.enemy_mut(id) else { return };
        e.steps = e.steps.saturating_sub(losses);
        let (left, unit) = (e.steps, who(board, e));
        if left == 0 {
            self.destroy(board, id, credit, by);
        } else {
            self.table.tell(|| Event::StepsLost { who: unit, left });
        }
    }

    /// [7.3.7a, R26] An enemy crew buttons up for the rest of the mission.
    pub(crate) fn button_enemy(&mut self, board: Seat, id: UnitId) {
        if let Some(e) = self.player(board).board.enemy_mut(id) {
            e.buttoned = true;
            let unit = who(board, e);
            self.table.tell(|| Event::EnemyButtons { who: unit });
        }
    }

    /// [7.4.5] An enemy vehicle is immobilized; by the player it is damage done.
    pub(crate) fn immobilize_enemy(&mut self, board: Seat, id: UnitId, credit: Option<Seat>) {
        let Some(e) = self.player(board).board.enemy_mut(id) else { return };
        let damaged = credit.is_some() && e.damaged.is_none();
        e.immobilized = true;
        // [7.4.5c, R16] A flank shot that stops its target has found a flank it can no longer turn away.
        e.flanked_for_good |= e.flanked;
        e.damaged = e.damaged.or(credit);
        let unit = who(board, e);
        if let Some(s) = credit.filter(|_| damaged) {
            self.player(s).board.damaged += 1;
        }
        self.table.tell(|| Event::EnemyImmobilized { who: unit });
    }

    /// [7.4a, 6.4] An enemy is destroyed, abandoned or driven off, and leaves the board.
    pub(crate) fn destroy(&mut self, board: Seat, id: UnitId, credit: Option<Seat>, by: Killer) {
        let Some(&e) = self.game.players[board.index()].board.enemy(id) else { return };
        let unit = who(board, &e);
        let owner = credit.unwrap_or(board);
        self.table.tell(|| Event::Destroyed { seat: owner, who: unit, by });
        if let Some(s) = credit {
            let p = self.player(s);
            p.board.kills[e.class.index()] = p.board.kills[e.class.index()].saturating_add(1);
            p.career.kills[e.class.index()] += 1;
            p.board.eliminated |= by == Killer::Tank;
            // What another commander damaged stays to his credit.
            if e.damaged == Some(s) {
                p.board.damaged = p.board.damaged.saturating_sub(1);
            }
        }
        self.remove(board, id);
    }

    /// Takes a unit off the board, with infantry that still rides in it, and looks whether that ends the fight (R35).
    pub(crate) fn remove(&mut self, s: Seat, id: UnitId) {
        let board = &mut self.player(s).board;
        let Some(at) = board.place_of(id) else { return };
        let enemies = &mut board.enemies;
        let gone = enemies.remove(at);
        if gone.mounted && gone.class != Class::Inf && at < enemies.len() {
            // [6.3d] The riders stand right behind their carrier.
            let riders = enemies.remove(at);
            let unit = who(s, &riders);
            self.table.tell(|| Event::LostWithCarrier { who: unit });
        }
        self.look_for_end(s);
    }

    /// [7.2-6] No enemy left, or a single INF on foot, which gives up.
    pub(crate) fn look_for_end(&mut self, s: Seat) {
        let mut left = self.game.players[s.index()].board.enemies.iter().filter(|e| e.on_board());
        match (left.next(), left.next()) {
            (None, _) => self.end_board(s, End::Won),
            (Some(last), None) if last.on_foot() => {
                let unit = who(s, last);
                self.table.tell(|| Event::LastInfantry { who: unit });
                self.player(s).board.enemies.clear();
                self.end_board(s, End::Won);
            }
            _ => {}
        }
    }

    /// [7.2-Ae, R21] New smoke in an area.
    pub(crate) fn smoke_area(&mut self, s: Seat, area: Area) {
        let level = self.charts.constants.smoke_new;
        self.player(s).board.smoke[area.index()] = level;
        self.table.tell(|| Event::SmokeIn { board: s, area });
    }
}

impl B2Result {
    fn suppresses(self) -> bool {
        matches!(self, B2Result::S | B2Result::OneS)
    }
}

/// The steps an anti-tank gun or infantry loses by a result. [7.4g] A second suppression in the round costs infantry a step.
fn losses(e: &Enemy, result: B2Result) -> u8 {
    let steps = match result {
        B2Result::One | B2Result::OneS => 1,
        B2Result::Two | B2Result::De => 2,
        B2Result::None | B2Result::B | B2Result::S => 0,
    };
    steps + u8::from(e.class == Class::Inf && e.suppressed && result.suppresses())
}

/// Whether a result costs an anti-tank gun or infantry steps.
pub(crate) fn loses_steps(e: &Enemy, result: B2Result) -> bool {
    losses(e, result) > 0
}

/// [7.4] Whether a result destroys a unit.
pub(crate) fn destroyed_by(e: &Enemy, result: B2Result) -> bool {
    match e.class {
        Class::W => result != B2Result::None,
        Class::T | Class::Spg | Class::R | Class::Ht => result == B2Result::De,
        Class::At | Class::Inf => losses(e, result) >= e.steps,
    }
}

/// [7.3.7b] Whether white phosphorus drives the crew of a vehicle out.
pub(crate) fn crew_abandons(charts: &Charts, by: Seat) -> Check {
    let max = charts.constants.wp_kill_max;
    Check::at_most("7.3.7", "Crew abandons", rule!("7.3.7b"), D6, max).called("destroyed", "stays").by(by)
}

/// [7.4.5b] Whether the crew of a vehicle that cannot move bails out.
pub(crate) fn crew_bails_out(charts: &Charts, by: Seat) -> Check {
    let max = charts.constants.enemy_bail_out_max;
    Check::at_most("7.4.5", "Crew bails out", rule!("7.4.5b"), D6, max).called("bails out", "stays").by(by)
}

/// The question behind a choice of the player's fire, for previews.
pub(crate) fn preview(game: &Ace, charts: &'static Charts, s: Seat, choice: Choice) -> Option<Check> {
    let partner = |at| Shot { by: s, board: Seat(1 - s.0), at };
    let mg = |gun, shot: Shot| {
        let e = game.players[shot.board.index()].board.enemy(shot.at)?;
        Some(game.attack(charts, Weapon::from(gun), shot, e))
    };
    match choice {
        Choice::Fire(at) => game.first_roll(charts, Shot::own(s, at)),
        Choice::Assist(at) => game.first_roll(charts, partner(at)),
        Choice::Mg(gun, at) => mg(gun, Shot::own(s, at)),
        Choice::AssistMg(gun, at) => mg(gun, partner(at)),
        _ => None,
    }
}
