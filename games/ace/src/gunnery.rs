//! The player's fire: main gun, machine guns, and what they do (7.2-A, B, H, I; 7.3; 7.4).

use crate::charts::{Charts, headings};
use crate::losses::{crew_abandons, crew_bails_out};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, Enemy, EnemyAim, UnitId};
use crate::talk::{Ask, Choice, Event, Killer};
use crate::words::{
    Ammo, Area, B2Drm, B2Result, B2Target, B3Result, Class, Facing, Gun, Part, PenColumn, Post, Range, Skill, Trade,
    Weapon,
};
use hulldown_core::check::Check;
use hulldown_core::dice::TWO_D6;
use hulldown_core::game::Seat;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

/// The facing from which a weapon reaches an area (7.2-Ac).
pub(crate) fn facing_to(charts: &Charts, area: Area) -> Facing {
    Facing::ALL.into_iter().find(|f| charts.facing[f.index()].fire.has(area)).unwrap_or(Facing::Front)
}

/// Where a helper fires: to his right from the left board, to his left from the right one (R46).
pub(crate) fn helping_facing(seat: Seat) -> Facing {
    if seat == Seat(0) { Facing::Right } else { Facing::Left }
}

/// A shot of the player's: who fires, at which unit, on whose board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AimedShot {
    pub(crate) by: Seat,
    pub(crate) board: Seat,
    pub(crate) at: UnitId,
}

impl AimedShot {
    pub(crate) fn own(by: Seat, at: UnitId) -> AimedShot {
        AimedShot { by, board: by, at }
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
    pub(crate) fn commander_inside(&self, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        !player.mat.is_open(Post::Commander) || !player.fit(Post::Commander) || player.commander_guns()
    }

    #[inline]
    fn buttoned_penalty(&self, seat: Seat, value: i8) -> i8 {
        let cupola = self.players[seat.index()].career.has_trade(Trade::VisionCupola);
        if self.commander_inside(seat) && !cupola { value } else { 0 }
    }

    /// [CH.B1] The player's main gun to hit.
    #[inline]
    pub(crate) fn to_hit(&self, charts: &'static Charts, shot: AimedShot, enemy: &Enemy) -> Check {
        let player = &self.players[shot.by.index()];
        let b1 = &charts.b1;
        let range = self.players[shot.board.index()].board.range;
        let mut check = Check::at_most("B1", "To hit", rule!("CH.B1"), TWO_D6, b1.range[range].hit)
            .naturals(b1.natural_hit, b1.natural_miss)
            .called("hit", "miss")
            .on_line(range)
            .by(shot.by);
        if enemy.hull_down {
            check.modify(b1.drm.target_hull_down, "target hull down", rule!("7.3.1a"));
        }
        for (level, why) in self.smokes(shot.by, shot.board, enemy.area) {
            check.modify([0, b1.drm.smoke_1, b1.drm.smoke_2][usize::from(level.min(2))], why, rule!("7.3.5a"));
        }
        check.modify(charts.weather_effect[self.field.weather.index()].b1, self.field.weather.name(), rule!("7.5"));
        check.modify(charts.terrain_effect[self.field.terrain.index()].b1, self.field.terrain.name(), rule!("CH.A5"));
        check.modify(
            self.buttoned_penalty(shot.by, b1.drm.commander_buttoned),
            "commander buttoned up",
            rule!("7.3.2c"),
        );
        if player.skilled(Skill::Gunnery) {
            check.modify(b1.drm.gunnery_skill, "Gunnery", rule!("7.7.gun"));
        }
        if player.mat.sensed == Some(shot.at) {
            check.modify(b1.drm.same_target_again, "same target again", rule!("7.2-B"));
        }
        check
    }

    /// [CH.B2] An attack on B2 by the player's weapons or fire support. Always inlined, as what nobody reads of it is then not written.
    #[inline(always)]
    pub(crate) fn attack(&self, charts: &'static Charts, weapon: Weapon, shot: AimedShot, enemy: &Enemy) -> Check {
        let player = &self.players[shot.by.index()];
        let b2 = &charts.b2;
        let (block, target) = (weapon.block(), B2Target::from(enemy.class));
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
        if player.skilled(Skill::Gunnery) {
            check.modify(drm(B2Drm::GunnerySkill), "Gunnery", rule!("7.7.gun"));
        }
        if weapon == Weapon::Bow && !player.mat.is_open(Post::AssistantDriver) {
            check.modify(drm(B2Drm::BowGunnerButtoned), "bow gunner buttoned up", rule!("7.3.2b"));
        }
        if charts.weather_effect[self.field.weather.index()].b2 != 0 {
            check.modify(drm(B2Drm::RainOrSnow), self.field.weather.name(), rule!("7.5"));
        }
        for (level, why) in self.smokes(shot.by, shot.board, enemy.area) {
            check.modify(b2.smoke(level, weapon), why, rule!("7.3.5a"));
        }
        check.modify(
            self.buttoned_penalty(shot.by, drm(B2Drm::CommanderButtoned)),
            "commander buttoned up",
            rule!("7.3.2c"),
        );
        if enemy.dug_in {
            check.modify(drm(B2Drm::TargetDugInInf), "dug in", rule!("R11a"));
        }
        let cover = charts.terrain_effect[self.field.terrain.index()].soft_b2 != 0;
        if cover && matches!(enemy.class, Class::Inf | Class::At) {
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
    pub(crate) fn penetration(&self, charts: &Charts, shot: AimedShot, ammo: Ammo) -> i8 {
        let range = self.players[shot.board.index()].board.range;
        let apcr = if ammo == Ammo::Apcr { charts.constants.apcr_pen } else { 0 };
        charts.tanks[self.players[shot.by.index()].tank.index()].firepower + charts.b1.range[range].pen + apcr
    }

    /// Whether a shot meets an enemy vehicle's side (R16).
    pub(crate) fn flanked(&self, enemy: &Enemy, shot: AimedShot) -> bool {
        let helper = &self.players[shot.by.index()].board;
        let first_help = helper.helped_in == 0 || helper.helped_in == self.field.round;
        enemy.side_open || enemy.flanked || enemy.flanked_for_good || (shot.helps() && first_help)
    }

    /// [7.3.4] Whether an anti-tank gun may not be shot at yet.
    #[inline]
    pub(crate) fn against_hidden(&self, enemy: &Enemy) -> Reason {
        (enemy.class == Class::At && self.field.round == 1 && !enemy.has_fired)
            .then_some((rule!("7.3.4a"), "an anti-tank gun that has not fired cannot be shot at in the first round"))
    }

    /// [7.7.wea, W2] Whether the next stoppage of a gun comes to nothing: its gunner's skill, or the cleaning kit.
    pub(crate) fn ignores_stoppage(&self, seat: Seat, gun: Gun) -> bool {
        let player = &self.players[seat.index()];
        player.skilled(Skill::maintenance(gun)) || !player.mat.kit_used
    }

    /// What the loaded round rolls first against a unit, if anything.
    pub(crate) fn first_roll(&self, charts: &'static Charts, shot: AimedShot) -> Option<Check> {
        let enemy = self.players[shot.board.index()].board.enemy(shot.at)?;
        match self.players[shot.by.index()].mat.loaded? {
            Ammo::Hcbi => None,
            Ammo::Ap | Ammo::Apcr => {
                (!matches!(enemy.class, Class::Inf | Class::At)).then(|| self.to_hit(charts, shot, enemy))
            }
            Ammo::He if enemy.class.is_soft() => Some(self.attack(charts, Weapon::MainHe, shot, enemy)),
            Ammo::Wp if enemy.class.is_soft() && !self.errata_2022 => {
                Some(self.attack(charts, Weapon::MainWp, shot, enemy))
            }
            Ammo::He | Ammo::Wp => Some(self.to_hit(charts, shot, enemy)),
        }
    }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-A] Fires the loaded round at a unit.
    pub(crate) fn fire_main(&mut self, shot: AimedShot) -> Play<()> {
        let seat = shot.by;
        let enemy = self.named(shot.board, shot.at);
        let Some(ammo) = self.game.players[seat.index()].mat.loaded else { unreachable!("7.2-A: nothing is loaded") };
        self.tell(|| Event::Fires { seat, ammo, who: who(shot.board, &enemy) });
        self.leave_gun(seat, ammo);
        self.shot_at(shot);
        let hit = self.resolve_round(shot, ammo, enemy)?;
        let there = self.game.players[shot.board.index()].board.enemy(shot.at).is_some();
        let before = std::mem::replace(&mut self.player(seat).mat.sensed, there.then_some(shot.at));
        if there && before != Some(shot.at) {
            self.tell(|| Event::Sensed { seat, who: who(shot.board, &enemy) });
        }
        // [7.4.5b, R50] A later hit on an immobilized vehicle may make its crew bail out.
        if hit && enemy.immobilized {
            self.bail_out(shot)?;
        }
        Ok(())
    }

    /// The round leaves the gun; a limited one is gone for the mission.
    pub(crate) fn leave_gun(&mut self, seat: Seat, ammo: Ammo) {
        let mat = &mut self.player(seat).mat;
        mat.loaded = None;
        if ammo.is_limited() {
            mat.carried[ammo.index()] = mat.carried[ammo.index()].saturating_sub(1);
        }
    }

    /// What a round does. Tells whether it hit a vehicle.
    fn resolve_round(&mut self, shot: AimedShot, ammo: Ammo, enemy: Enemy) -> Play<bool> {
        let soft = matches!(enemy.class, Class::Inf | Class::At);
        match ammo {
            Ammo::Hcbi => Ok(false),
            Ammo::Ap | Ammo::Apcr if soft => {
                // [7.2-Af]
                self.tell(|| Event::Useless { who: who(shot.board, &enemy) });
                Ok(false)
            }
            Ammo::Ap | Ammo::Apcr => {
                if !self.roll_to_hit(shot, &enemy)? {
                    return Ok(false);
                }
                if enemy.class == Class::W {
                    self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
                } else {
                    self.penetrate(shot, ammo, &enemy)?;
                }
                Ok(true)
            }
            Ammo::He => self.burst(shot, Weapon::MainHe, &enemy),
            Ammo::Wp => {
                let hit = self.burst(shot, Weapon::MainWp, &enemy)?;
                // [7.3.7b] Smoke hit or miss.
                self.smoke_area(shot.board, enemy.area);
                Ok(hit)
            }
        }
    }

    /// [R7] HE and WP: straight to B2 against soft targets, first B1 against the rest.
    fn burst(&mut self, shot: AimedShot, weapon: Weapon, enemy: &Enemy) -> Play<bool> {
        let white_phosphorus = weapon == Weapon::MainWp;
        let must_hit = !enemy.class.is_soft() || (white_phosphorus && self.game.errata_2022);
        if must_hit && !self.roll_to_hit(shot, enemy)? {
            return Ok(false);
        }
        if !enemy.class.is_armor() {
            self.b2_attack(shot, weapon, enemy)?;
            return Ok(!enemy.class.is_soft());
        }
        if white_phosphorus && self.table.test(&crew_abandons(self.charts, shot.by))? {
            self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
            return Ok(true);
        }
        self.button_enemy(shot.board, shot.at);
        Ok(true)
    }

    /// B1 with the Expert's second try.
    fn roll_to_hit(&mut self, shot: AimedShot, enemy: &Enemy) -> Play<bool> {
        let check = self.game.to_hit(self.charts, shot, enemy);
        let mut hit = self.table.test(&check)?;
        if !hit && self.expert_again(shot.by)? {
            hit = self.table.test(&check)?;
        }
        if !hit {
            self.tell(|| Event::Missed { who: who(shot.board, enemy) });
        }
        Ok(hit)
    }

    /// [7.7.exp] Whether the commander has a roll made again.
    fn expert_again(&mut self, seat: Seat) -> Play<bool> {
        let player = &self.game.players[seat.index()];
        if !player.expert(self.charts.tanks[player.tank.index()].series) || !self.ask_yes(seat, Ask::Expert)? {
            return Ok(false);
        }
        self.player(seat).use_skill(Skill::Expert);
        self.tell(|| Event::Uses { seat, skill: Skill::Expert });
        Ok(true)
    }

    /// [7.3.6, CH.B3] Location, column and result of a hit on an enemy vehicle.
    fn penetrate(&mut self, shot: AimedShot, ammo: Ammo, enemy: &Enemy) -> Play<()> {
        let Some(armor) = enemy.kind.and_then(|kind| self.charts.units[kind.index()].armor) else { return Ok(()) };
        let pen = self.game.penetration(self.charts, shot, ammo);
        let (part, armor) = if self.game.flanked(enemy, shot) {
            (None, armor[2])
        } else if enemy.hull_down {
            (Some(Part::Turret), armor[0])
        } else {
            let check = Check::on("B3", "Location", rule!("CH.B3"), &self.charts.location)
                .on_line(headings::LOCATION)
                .by(shot.by);
            let part = self.table.read(&check, &self.charts.location)?;
            (Some(part), if part == Part::Turret { armor[0] } else { armor[1] })
        };
        self.tell(|| Event::Struck { who: who(shot.board, enemy), part, pen, armor });
        let column = &self.charts.b3[PenColumn::of(pen, armor).index()];
        let check = Check::on("B3", PenColumn::of(pen, armor).name(), rule!("CH.B3"), column).by(shot.by);
        let aim = self.game.players[shot.by.index()].skilled(Skill::Aim);
        match self.table.read(&check, column)? {
            B3Result::Np => self.tell(|| Event::Bounced { who: who(shot.board, enemy) }),
            B3Result::B => self.button_enemy(shot.board, shot.at),
            B3Result::ImmStar if aim => {
                // [7.7.aim]
                self.tell(|| Event::Uses { seat: shot.by, skill: Skill::Aim });
                self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
            }
            B3Result::Imm | B3Result::ImmStar => self.immobilize_enemy(shot.board, shot.at, Some(shot.by)),
            B3Result::De => self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank),
        }
        Ok(())
    }

    fn bail_out(&mut self, shot: AimedShot) -> Play<()> {
        let Some(&enemy) = self.game.players[shot.board.index()].board.enemy(shot.at) else { return Ok(()) };
        if self.table.test(&crew_bails_out(self.charts, shot.by))? {
            self.tell(|| Event::BailsOut { who: who(shot.board, &enemy) });
            self.destroy(shot.board, shot.at, Some(shot.by), Killer::Tank);
        }
        Ok(())
    }

    /// [7.2-Ab, H, I] A machine gun fires.
    pub(crate) fn fire_mg(&mut self, gun: Gun, shot: AimedShot) -> Play<()> {
        let seat = shot.by;
        let Some(&enemy) = self.game.players[shot.board.index()].board.enemy(shot.at) else { return Ok(()) };
        self.tell(|| Event::FiresMg { seat, gun, who: who(shot.board, &enemy) });
        self.player(seat).mat.guns[gun.index()].points -= 1;
        self.shot_at(shot);
        self.b2_attack(shot, Weapon::from(gun), &enemy)
    }

    /// B2 by one of the tank's own weapons, with stoppages and the Expert's second try.
    fn b2_attack(&mut self, shot: AimedShot, weapon: Weapon, enemy: &Enemy) -> Play<()> {
        let check = self.game.attack(self.charts, weapon, shot, enemy);
        let gun = match weapon {
            Weapon::Coax => Some(Gun::Coax),
            Weapon::Bow => Some(Gun::Bow),
            Weapon::Aa50 => Some(Gun::Aa50),
            _ => None,
        };
        let column = self.charts.b2.column(weapon.block(), B2Target::from(enemy.class));
        let best = column.at(column.dice.min());
        let mut natural = self.table.natural(&check)?;
        if column.at(natural + check.modifier()) != best && self.expert_again(shot.by)? {
            natural = self.table.natural(&check)?;
        }
        if let Some(gun) = gun.filter(|_| natural == self.charts.b2.stoppage_natural)
            && !self.stoppage_ignored(shot.by, gun)
        {
            self.player(shot.by).mat.guns[gun.index()].jammed = true;
            self.tell(|| Event::Jams { seat: shot.by, gun });
            return Ok(());
        }
        self.apply_b2(shot.board, shot.at, column.at(natural + check.modifier()), Some(shot.by), Killer::Tank);
        Ok(())
    }

    /// [7.7.wea, W2] The first stoppage of the mission may be ignored.
    fn stoppage_ignored(&mut self, seat: Seat, gun: Gun) -> bool {
        let (ignored, skill) = (self.game.ignores_stoppage(seat, gun), Skill::maintenance(gun));
        let player = self.player(seat);
        if player.skilled(skill) {
            player.use_skill(skill);
        } else {
            player.mat.kit_used = true;
        }
        if ignored {
            self.tell(|| Event::NoJam { seat, gun });
        }
        ignored
    }

    /// [7.2-4b, R14] A unit that was shot at targets whoever shot.
    fn shot_at(&mut self, shot: AimedShot) {
        let round = self.game.field.round;
        if shot.helps() && self.game.players[shot.by.index()].board.helped_in == 0 {
            self.player(shot.by).board.helped_in = round;
        }
        let aim = if shot.helps() { EnemyAim::Helper } else { EnemyAim::Tank };
        let Some(enemy) = self.player(shot.board).board.enemy_mut(shot.at) else { return };
        // [7.3.3a] Its side is open for the rest of this round only.
        enemy.side_shot |= enemy.side_open;
        let news = enemy.aim != aim && enemy.class != Class::W;
        if enemy.class != Class::W {
            // [R3] It does not forget the tank of its own board.
            enemy.drawn = shot.helps() && (enemy.drawn || enemy.aim == EnemyAim::Tank);
            enemy.aim = aim;
        }
        let unit = who(shot.board, enemy);
        if news {
            self.tell(|| Event::Targets { seat: shot.by, who: unit });
        }
    }
}

/// The question behind a choice of the player's fire, for previews.
pub(crate) fn preview(game: &Ace, charts: &'static Charts, seat: Seat, choice: Choice) -> Option<Check> {
    let partner = |at| AimedShot { by: seat, board: Seat(1 - seat.0), at };
    let mg = |gun, shot: AimedShot| {
        let enemy = game.players[shot.board.index()].board.enemy(shot.at)?;
        Some(game.attack(charts, Weapon::from(gun), shot, enemy))
    };
    match choice {
        Choice::Fire(at) => game.first_roll(charts, AimedShot::own(seat, at)),
        Choice::Assist(at) => game.first_roll(charts, partner(at)),
        Choice::Mg(gun, at) => mg(gun, AimedShot::own(seat, at)),
        Choice::AssistMg(gun, at) => mg(gun, partner(at)),
        _ => None,
    }
}
