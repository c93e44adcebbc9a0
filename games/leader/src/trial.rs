//! What must hold of a campaign whatever is answered and thrown, looked at after every step.

use crate::Setup;
use crate::charts::Charts;
use crate::ids::{BattalionCardId, CampaignId, Id, ObjectiveId};
use crate::state::{Fate, Leader, Stage};
use crate::validate::in_battle;
use crate::words::{Branch, Lasting};
use hulldown_core::game::Game;
use hulldown_core::playable::Trial;

impl Trial for Leader {
    const SAID: &'static [&'static str] = &[
        "plan 9A: 042+Eandi, 902+Reisner, scout 1; 4A: 901, truck 2",
        "plan 9A: 042",
        "plan",
        "plan 9A",
        "plan 9A: 042+, , scout x;;",
        "attack 9A with everything",
    ];

    const ROLLED: &'static [&'static str] =
        &["attack", "campaigns", "operational", "placement", "tactical", "tactical_d6"];

    /// Every Campaign with every Objective and every switch, in turn.
    fn setup(number: u64) -> Setup {
        let charts = Leader::data();
        let (campaigns, objectives) = (charts.campaigns.len() as u64, charts.objectives.len() as u64);
        Setup {
            campaign: charts.campaigns[CampaignId::new((number % campaigns) as usize)].id.clone(),
            objective: charts.objectives[ObjectiveId::new((number / campaigns % objectives) as usize)].id.clone(),
            tenacity: number & 1 != 0,
            heroics: number & 2 != 0,
            flank: number & 4 != 0,
            seats: if number & 8 != 0 { 2 + (number / 16 % 3) as u8 } else { 1 },
            ..Setup::default()
        }
    }

    fn sound(&self, data: &'static Charts) -> Result<(), String> {
        sound(self, data)
    }

    fn follows(&self, before: &Leader, data: &'static Charts) -> Result<(), String> {
        follows(self, before, data)
    }

    /// Where the campaign stands: it names the step that went wrong.
    fn whereabouts(&self) -> String {
        format!("{:?}, Week {}, battle {}, turn {}", self.stage, self.week, self.at, self.battle.turn)
    }
}

fn ensure(right: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if right { Ok(()) } else { Err(wrong()) }
}

/// What must hold of any state between two steps, besides that it is valid.
fn sound(game: &Leader, charts: &'static Charts) -> Result<(), String> {
    let limit = game.armor_limit(charts).map_or(usize::MAX, usize::from);
    let armor = game.units_of(charts, Branch::Armor);
    ensure(armor <= limit, || format!("{armor} Armor Units, the limit is {limit}"))?;
    let year = game.campaign(charts).year;
    ensure(game.units.iter().all(|unit| unit.card(charts).serves(year)), || {
        format!("a Unit does not serve in {year}")
    })?;
    for unit in &game.units {
        for lasting in Lasting::ALL.into_iter().filter(|lasting| *lasting != Lasting::Glancing) {
            ensure(unit.has(lasting) <= 1, || format!("{} has two {lasting}", unit.card(charts).number))?;
        }
        let target = unit.card(charts).target;
        let fits = Lasting::ALL.into_iter().all(|lasting| unit.has(lasting) == 0 || lasting.is_of(target));
        ensure(fits, || format!("{} has damage of the other side", unit.card(charts).number))?;
    }
    if matches!(game.stage, Stage::Condition | Stage::Plan | Stage::Rest) {
        for branch in Branch::ALL {
            let (units, commanders) = (game.units_of(charts, branch), game.commanders_of(charts, branch));
            let free = game.free_names(charts, branch).count();
            let even = units == commanders || (units > commanders && free == 0);
            ensure(even, || format!("{branch}: {units} Units, {commanders} Commanders, {free} names free"))?;
        }
    }
    if in_battle(game.stage) {
        in_the_battle(game, charts)?;
    }
    Ok(())
}

fn in_the_battle(game: &Leader, charts: &'static Charts) -> Result<(), String> {
    let battle = &game.battle;
    let whole: u16 = charts.damage.iter().map(|counter| u16::from(counter.count)).sum();
    let cup: u16 = battle.cup.iter().map(|count| u16::from(*count)).sum();
    let on_units: usize = battle.fighters.iter().map(|fighter| fighter.counters.len()).sum();
    let on_commanders = game.commanders.iter().filter(|commander| commander.counter.is_some()).count();
    let out = (on_units + on_commanders) as u16;
    ensure(cup + out == whole, || format!("{cup} counters in the cup and {out} out of it make {whole}"))?;
    for (at, fighter) in battle.fighters.each() {
        let exposed =
            fighter.fate == Fate::Destroyed || fighter.exposed.is_some() == (game.unit(at).has(Lasting::Exposed) > 0);
        ensure(exposed, || format!("{} is Exposed here alone", game.card(charts, at).number))?;
        let Some(hex) = fighter.at() else { continue };
        let number = game.card(charts, at).number;
        let admitted = battle.field.at(hex).admits(game.card(charts, at).target);
        ensure(admitted, || format!("{number} stands in {hex}, {}", battle.field.at(hex)))?;
        ensure(!(fighter.carried && fighter.attacked), || format!("{number} was carried and attacked"))?;
        let moved = fighter.moved || fighter.carried;
        ensure(!(fighter.held && moved), || format!("{number} gave up its move and moved"))?;
    }
    for enemy in &battle.enemies {
        let Some(hex) = enemy.at() else { continue };
        let admitted = battle.field.at(hex).admits(enemy.card(game, charts).target);
        ensure(admitted, || format!("{} stands in {hex}, {}", enemy.model, battle.field.at(hex)))?;
    }
    if matches!(game.stage, Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd) {
        ensure(battle.has_friends() && battle.has_enemies(), || "a battle goes on with one side alone".into())?;
        ensure(battle.turn <= battle.last, || format!("turn {} of {}", battle.turn, battle.last))?;
        ensure(battle.last >= charts.numbers.battle.fewest_turns, || format!("{} turns", battle.last))?;
    }
    Ok(())
}

/// What must hold of a state and of the one a step before it.
fn follows(game: &Leader, before: &Leader, charts: &'static Charts) -> Result<(), String> {
    ensure(before.named.without(game.named).is_empty(), || "a name is free again".into())?;
    ensure(game.week == before.week || game.week == before.week + 1, || "a Week is left out".into())?;
    ensure(before.battalions.len() <= game.battalions.len(), || "a Battalion is gone".into())?;
    for (now, then) in game.battalions.iter().zip(&before.battalions) {
        ensure(now.scored >= then.scored, || "VP of a Battalion are taken back".into())?;
        ensure(now.destroyed || !then.destroyed, || "a Battalion is back".into())?;
        ensure(now.band == then.band || !charts_fixed(game, charts, now.card), || "a Fixed Battalion moved".into())?;
    }
    let led_on = before.left_of(before.leading);
    let turn_over = before.battle.turn != game.battle.turn || game.stage != before.stage;
    ensure(game.leading == before.leading || (game.leading == led_on && turn_over), || "the lead has jumped".into())?;
    ensure(before.spent.without(game.spent).is_empty(), || "a Destroyed card is to be had again".into())?;
    let fighting = |game: &Leader| matches!(game.stage, Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd);
    if fighting(game) && fighting(before) {
        for (now, then) in game.battle.fighters.iter().zip(&before.battle.fighters) {
            ensure(then.fate == Fate::Here || now.fate == then.fate, || "a Unit is back in the battle".into())?;
        }
        for (now, then) in game.battle.enemies.iter().zip(&before.battle.enemies) {
            ensure(then.active || !now.active, || "a Destroyed enemy is back".into())?;
            let steps = now.hex.zip(then.hex).map_or(0, |(now, then)| now.distance(then));
            ensure(steps <= 1, || format!("an enemy moved {steps} hexes"))?;
        }
        ensure(game.points(charts) <= before.points(charts), || "enemy points grew".into())?;
    }
    Ok(())
}

fn charts_fixed(game: &Leader, charts: &'static Charts, card: BattalionCardId) -> bool {
    charts.battalions[game.nation(charts)][card].is_fixed()
}
