//! What a shot of the player's comes to, by the same rolls that play makes.

use crate::charts::Charts;
use crate::gunnery::AimedShot;
use crate::losses::{crew_abandons, crew_bails_out, destroyed_by, loses_steps};
use crate::odds::{chance, share};
use crate::state::{Ace, Enemy};
use crate::talk::Choice;
use crate::words::{Ammo, B2Result, B2Target, B3Result, Class, Gun, Part, PenColumn, Skill, Weapon};
use hulldown_core::game::Seat;

impl Ace {
    /// The chance that a round of the main gun destroys a unit; with `flank` as if it met its side.
    pub(crate) fn round_destroys(
        &self,
        charts: &'static Charts,
        shot: AimedShot,
        enemy: &Enemy,
        ammo: Ammo,
        flank: bool,
    ) -> f64 {
        let to_hit = || chance(Some(&self.to_hit(charts, shot, enemy)));
        let weapon = if ammo == Ammo::Wp { Weapon::MainWp } else { Weapon::MainHe };
        let bursts = || self.attack_does(charts, weapon, shot, enemy, |result| destroyed_by(enemy, result));
        match (enemy.class, ammo) {
            (_, Ammo::Hcbi) => 0.0,
            (Class::Inf | Class::At, Ammo::Ap | Ammo::Apcr) => 0.0,
            (Class::W, Ammo::Ap | Ammo::Apcr) => to_hit(),
            (Class::Inf | Class::At | Class::W, Ammo::Wp) if self.errata_2022 => to_hit() * bursts(),
            (Class::Inf | Class::At | Class::W, _) => bursts(),
            (Class::R | Class::Ht, Ammo::He | Ammo::Wp) => to_hit() * bursts(),
            (_, Ammo::Wp) => to_hit() * chance(Some(&crew_abandons(charts, shot.by))),
            (_, Ammo::He) => 0.0,
            (_, Ammo::Ap | Ammo::Apcr) => to_hit() * self.goes_through(charts, shot, enemy, ammo, flank),
        }
    }

    /// [7.3.6, CH.B3] The chance that a round that hits a vehicle destroys it.
    fn goes_through(&self, charts: &'static Charts, shot: AimedShot, enemy: &Enemy, ammo: Ammo, flank: bool) -> f64 {
        let Some([turret, hull, side]) = enemy.kind.and_then(|kind| charts.units[kind.index()].armor) else {
            return 0.0;
        };
        let aim = self.players[shot.by.index()].skilled(Skill::Aim);
        let kills = |r: B3Result| r == B3Result::De || (aim && r == B3Result::ImmStar);
        let pen = self.penetration(charts, shot, ammo);
        let through = |armor: i8| share(&charts.b3[PenColumn::of(pen, armor).index()], 0, kills);
        if flank || self.flanked(enemy, shot) {
            return through(side);
        }
        let high = share(&charts.location, 0, |part| part == Part::Turret);
        let high = if enemy.hull_down { 1.0 } else { high };
        high * through(turret) + (1.0 - high) * through(hull)
    }

    /// [CH.B2] The chance that an attack comes to a result.
    pub(crate) fn attack_does(
        &self,
        charts: &'static Charts,
        weapon: Weapon,
        shot: AimedShot,
        enemy: &Enemy,
        wanted: impl Fn(B2Result) -> bool,
    ) -> f64 {
        let column = charts.b2.column(weapon.block(), B2Target::from(enemy.class));
        share(column, self.attack(charts, weapon, shot, enemy).modifier(), wanted)
    }

    /// [7.4] What an attack on B2 comes to where it is made with a chance.
    fn attack_ends(&self, charts: &'static Charts, weapon: Weapon, shot: AimedShot, enemy: &Enemy) -> Ends {
        let attack = self.attack(charts, weapon, shot, enemy);
        let column = charts.b2.column(weapon.block(), B2Target::from(enemy.class));
        let jams = Gun::ALL.into_iter().find(|gun| Weapon::from(*gun) == weapon);
        let jams = jams.filter(|gun| !self.ignores_stoppage(shot.by, *gun));
        let (mut ends, soft) = ([0.0; 4], matches!(enemy.class, Class::Inf | Class::At));
        for natural in column.dice.min()..=column.dice.max() {
            let result = column.at(natural + attack.modifier());
            let end = match result {
                _ if jams.is_some() && natural == charts.b2.stoppage_natural => 3,
                B2Result::None => continue,
                _ if destroyed_by(enemy, result) => 0,
                _ if soft && loses_steps(enemy, result) => 1,
                _ => 2,
            };
            ends[end] += f64::from(column.dice.ways_to(natural)) / f64::from(column.dice.ways());
        }
        let words = ["destroyed", "loses a step", if soft { "suppressed" } else { "buttons up" }, "stoppage"];
        words.into_iter().zip(ends).filter(|(_, chance)| *chance > 0.0).collect()
    }

    /// What the round in the gun comes to.
    fn round_ends(&self, charts: &'static Charts, shot: AimedShot, enemy: &Enemy) -> Ends {
        let Some(ammo) = self.players[shot.by.index()].mat.loaded else { return Ends::new() };
        let Some(first) = self.first_roll(charts, shot) else {
            // [7.2-Af]
            return if ammo == Ammo::Hcbi { Ends::new() } else { vec![("no effect", 1.0)] };
        };
        let Some((ways, of)) = first.chance() else {
            let weapon = if ammo == Ammo::Wp { Weapon::MainWp } else { Weapon::MainHe };
            return self.attack_ends(charts, weapon, shot, enemy);
        };
        let hit = f64::from(ways) / f64::from(of);
        let destroyed = self.round_destroys(charts, shot, enemy, ammo, false);
        // [7.4.5b] Who is hit while he stands may leave what is left to him.
        let leaves = enemy.immobilized && !enemy.class.is_soft();
        let bails_out = if leaves { chance(Some(&crew_bails_out(charts, shot.by))) } else { 0.0 };
        vec![("hit", hit), ("destroyed", destroyed + (hit - destroyed) * bails_out)]
    }
}

/// What something comes to, each in a word or two with its chance; what is not named has no effect.
type Ends = Vec<(&'static str, f64)>;

/// What a shot comes to in the end, for the list of options.
pub(crate) fn ends(game: &Ace, charts: &'static Charts, seat: Seat, choice: Choice) -> Ends {
    let partner = |at| AimedShot { by: seat, board: Seat(1 - seat.0), at };
    // [7.2-Ea, CH.B5] The ground is rolled for after the cover.
    if choice == Choice::HullDown {
        let (cover, ground) = (game.finding_hull_down(charts, seat), game.bogging(charts, seat));
        return vec![("hull down", chance(Some(&cover))), ("immobilized", chance(Some(&ground)))];
    }
    let (gun, shot) = match choice {
        Choice::Fire(at) => (None, AimedShot::own(seat, at)),
        Choice::Assist(at) => (None, partner(at)),
        Choice::Mg(gun, at) => (Some(gun), AimedShot::own(seat, at)),
        Choice::AssistMg(gun, at) => (Some(gun), partner(at)),
        _ => return Ends::new(),
    };
    let Some(enemy) = game.players[shot.board.index()].board.enemy(shot.at) else { return Ends::new() };
    match gun {
        Some(gun) => game.attack_ends(charts, Weapon::from(gun), shot, enemy),
        None => game.round_ends(charts, shot, enemy),
    }
}
