//! What must hold of a game whatever is answered and thrown, looked at after every step.

use crate::charts::Charts;
use crate::state::{Length, Stage};
use crate::words::*;
use crate::{Patton, Setup, WantedResistance, WantedScenario};
use hulldown_core::playable::Trial;
use hulldown_core::playable::trial::RollOnChart;

impl Trial for Patton {
    const ROLLED: &'static [&'static str] = &[
        "activation",
        "advancing_fire",
        "ambush",
        "ammo",
        "appearance",
        "appearance_pz_vi",
        "bail_out",
        "battle_check",
        "bogged_down",
        "brew_up",
        "calendar",
        "collateral_damage",
        "deployment",
        "enemy_action_advance",
        "enemy_action_battle",
        "enemy_action_counterattack",
        "enemy_advance_side",
        "enemy_ap_to_hit",
        "enemy_ap_to_kill",
        "enemy_artillery_losses",
        "enemy_fire_combat",
        "exit_areas",
        "extra_ammo",
        "friendly_action",
        "gun_repair",
        "hit_location",
        "hourly",
        "mg_advancing_fire",
        "minefield_attack",
        "movement_part_1",
        "panzerfaust_attack",
        "placement_facing",
        "placement_range",
        "placement_terrain",
        "random_events",
        "ratings",
        "resistance",
        "sector",
        "sherman_mg",
        "spotting",
        "tank_explosion",
        "tank_replacement",
        "time_elapsed",
        "time_use",
        "to_hit",
        "to_kill_75_ap_normal",
        "to_kill_75_he_normal",
        "to_kill_infantry",
        "weather",
        "wounds",
    ];

    /// Campaigns, days and engagements of all kinds with every switch, in turn.
    fn setup(number: u64) -> Setup {
        let length = [Length::Campaign, Length::Day, Length::Engagement][(number % 3) as usize];
        let campaign = length == Length::Campaign;
        let scenarios = [WantedScenario::Advance, WantedScenario::Battle, WantedScenario::Counterattack];
        let levels = [WantedResistance::Light, WantedResistance::Medium, WantedResistance::Heavy];
        let month = Month::ALL[(number / 3 % 10) as usize];
        let tank = (number / 2 % 18) as u8 + 1;
        Setup {
            length,
            date: Day(month.first_day().0.max(Day::FIRST.0)).id(),
            scenario: scenarios[(number / 7 % 3) as usize],
            resistance: levels[(number / 5 % 3) as usize],
            ground: AreaType::ALL[(number % 4) as usize],
            tank: if campaign { 1 } else { tank },
            mg_ammo: number & 4 != 0,
            fuel: number & 8 != 0,
            firefly: campaign && number & 48 == 48,
            spot_by_hand: number & 64 != 0,
            ..Setup::default()
        }
    }

    fn follows(&self, before: &Patton, _: &'static Charts) -> Result<(), String> {
        follows(before, self)
    }

    /// What a roll does besides the column it is read in, by the number alone.
    fn is_read(reading: &RollOnChart<'_>) -> bool {
        let figures = ["ammo", "ratings", "time_elapsed"].contains(&reading.chart);
        let aside = ["bogged down", "assistance required", "broken for the day", "killed"].contains(&reading.result);
        let tank = reading.cell.is_some_and(|cell| reading.result == format!("tank {cell}"));
        reading.cell.is_some() && (reading.is_test || figures || aside || tank || reading.says_result())
    }

    fn whereabouts(&self) -> String {
        format!("{:?}, {}, round {}", self.stage, self.day, self.battle.round)
    }
}

fn must(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

/// What must hold between one checkpoint and the next.
fn follows(before: &Patton, now: &Patton) -> Result<(), String> {
    must(now.day >= before.day, "time runs backward")?;
    let same_day = now.day == before.day && before.stage != Stage::Calendar;
    if same_day {
        let (b, n) = (&before.report, &now.report);
        must(n.clock >= b.clock, "the clock runs backward")?;
        must(n.tanks_lost >= b.tanks_lost && n.squads_lost >= b.squads_lost, "losses vanish")?;
        let kills = |r: &crate::state::Report| -> u32 { r.own.iter().map(|k| u32::from(*k)).sum() };
        must(kills(n) >= kills(b), "kills vanish")?;
        must(n.areas >= b.areas && n.exits >= b.exits && n.lost_areas >= b.lost_areas, "areas vanish")?;
    }
    // [7.2] Ratings never fall, as long as the man is the same.
    for post in Post::ALL {
        if let (Some(was), Some(is)) = (before.crew.men[post.index()], now.crew.men[post.index()])
            && was.number == is.number
        {
            must(is.rating >= was.rating && is.rating <= was.rating + 1, "a rating changed by more than one, or fell")?;
        }
    }
    must(now.you.number >= before.you.number, "a dead commander is back")?;
    if now.you.number == before.you.number {
        must(now.you.points >= before.you.points, "points vanish")?;
        must(now.you.rank >= before.you.rank && now.you.rank.index() <= before.you.rank.index() + 1, "ranks jump")?;
        must(now.you.hearts >= before.you.hearts, "Purple Hearts vanish")?;
    }
    // Rounds are spent one at a time, except where they are loaded or used up by the clock and by Advancing Fire.
    if matches!(before.stage, Stage::MainGun) {
        let spent = i16::from(before.tank.carried()) - i16::from(now.tank.carried());
        must(spent == i16::from(now.battle.shots), "rounds spent are not shots fired")?;
        must(before.battle.orders.fires_main() || spent == 0, "the main gun fired without orders")?;
    }
    if matches!(before.stage, Stage::Enemy | Stage::Friendly | Stage::Spotting | Stage::Event) {
        must(before.tank.rounds == now.tank.rounds, "rounds vanish")?;
    }
    // [19.1] Men inside are hurt only when the tank is pierced, by a mine, or on foot.
    if matches!(before.stage, Stage::Movement | Stage::MainGun | Stage::MachineGuns | Stage::Friendly | Stage::Spotting)
    {
        let unhurt = Post::ALL.into_iter().all(|post| {
            let (was, is) = (before.crew.men[post.index()], now.crew.men[post.index()]);
            was.map(|man| man.wound) == is.map(|man| man.wound)
        });
        must(unhurt, "somebody is hurt by nothing")?;
    }
    // [17.4] What is identified stays what it is.
    if before.battle.round == now.battle.round && before.stage != Stage::BattleEnd {
        for enemy in &now.battle.enemies {
            if let Some(was) = before.battle.enemy(enemy.id).filter(|was| was.identified) {
                must(enemy.identified && enemy.kind == was.kind, "an identified unit changed")?;
            }
        }
    }
    // [9.35] What is acquired is on the board; right after your own fire it stands before the turret.
    if let Some((id, _)) = now.battle.acquired {
        must(now.battle.enemy(id).is_some(), "a target is acquired that is gone")?;
        let before_turret = now.battle.enemy(id).is_some_and(|enemy| enemy.zone.sector == now.tank.turret);
        let fired = before.stage == Stage::MainGun && now.battle.shots > 0;
        must(!fired || before_turret, "a target has been fired at that is not before the turret")?;
    }
    Ok(())
}
