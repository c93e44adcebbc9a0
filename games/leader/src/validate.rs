//! What is wrong with a state that somebody arranged or a file brought.

use crate::charts::Charts;
use crate::ids::{CommanderId, EventId, Id, Ids, OptionId};
use crate::state::{Battle, Fate, Leader, Stage};
use crate::words::Name;
use hulldown_core::game::{Invalid, MOST_SEATS, Seat};

fn ensure(right: bool, at: &str, why: &str) -> Result<(), Invalid> {
    if right { Ok(()) } else { Err(Invalid::new(at, why)) }
}

/// Looks at the whole state.
pub(crate) fn validate(game: &Leader, charts: &'static Charts) -> Result<(), Invalid> {
    ensure(charts.campaigns.holds(game.campaign), "campaign", "no such Campaign card")?;
    ensure(charts.objectives.holds(game.objective), "objective", "no such Objective card")?;
    ensure((1..=MOST_SEATS as u8).contains(&game.seats), "seats", "one to four share the force")?;
    ensure(game.leading.0 < game.seats, "leading", "no such seat")?;
    let seated = |seat: Seat| seat.0 < game.seats;
    let word = game.floor.word.is_none_or(|seat| seated(seat) && seat != game.leading);
    ensure(
        word && { game.floor.done }.all(seated) && { game.floor.denied }.all(seated),
        "floor",
        "no such seat, or the one who leads",
    )?;
    ensure(game.is_shared() || game.floor.is_empty(), "floor", "alone one always has the word")?;
    let named = |name: &crate::together::Called| !name.chars().any(char::is_control);
    ensure(game.names.0.iter().all(named), "names", "a name has no control characters")?;
    ensure(game.units.iter().all(|unit| seated(unit.seat)), "units", "no such seat")?;
    ensure(game.commanders.iter().all(|one| seated(one.seat)), "commanders", "no such seat")?;
    group(game, charts)?;
    map(game, charts)?;
    week(game, charts)?;
    if in_battle(game.stage) {
        battle(game, charts)?;
    } else {
        ensure(game.battle == Battle::none(), "battle", "no battle is fought")?;
        ensure(
            game.commanders.iter().all(|one| !one.fights && one.counter.is_none()),
            "commanders",
            "no battle is fought",
        )?;
    }
    ensure(game.battle.strike.is_none(), "battle.strike", "a step does not begin with a strike")?;
    ensure(game.battle.attacker.is_none(), "battle.attacker", "a step does not begin with an attack")?;
    ensure((game.stage == Stage::Over) == game.result.is_some(), "result", "only a campaign that is over has a result")
}

/// Whether a battle is being fought.
pub(crate) fn in_battle(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::Before
            | Stage::Lay
            | Stage::Place
            | Stage::Orders
            | Stage::Muster
            | Stage::Advances
            | Stage::Strikes
            | Stage::Act(_)
            | Stage::Roll
            | Stage::Enemy
            | Stage::TurnEnd
            | Stage::After
            | Stage::Record
    )
}

fn group(game: &Leader, charts: &'static Charts) -> Result<(), Invalid> {
    for (at, unit) in game.units.each() {
        let path = format!("units[{at}]");
        ensure(charts.units.holds(unit.card), &path, "no such Unit card")?;
        ensure(game.units.before(at).iter().all(|other| other.card != unit.card), &path, "it is there twice")?;
        ensure(unit.damage.iter().all(|count| *count <= 60), &path, "so many counters there are not")?;
        ensure(unit.under.is_none_or(|one| game.commanders.holds(one)), &path, "no such Commander")?;
        ensure(unit.sent.is_some() == unit.under.is_some(), &path, "a Unit is sent with a Commander")?;
        ensure(!unit.lost || game.spent.has(unit.card), &path, "it is Destroyed, but could be bought again")?;
        let type_fits = |one: CommanderId| game.commanders[one].branch(charts) == unit.card(charts).r#type;
        ensure(unit.under.is_none_or(type_fits), &path, "a Commander leads Units of his type")?;
        let shared = |other: &crate::state::Unit| unit.under.is_some() && other.under == unit.under;
        ensure(!game.units.before(at).iter().any(shared), &path, "its Commander is with another Unit")?;
    }
    for (at, commander) in game.commanders.each() {
        let path = format!("commanders[{at}]");
        let twice = game.commanders.before(at).iter().any(|other| other.name == commander.name);
        ensure(!twice, &path, "he is there twice")?;
        ensure(game.named.has(commander.name), &path, "his name counts as free")?;
        ensure(commander.stress <= 99 && commander.xp <= 99, &path, "Stress and XP go up to 99")?;
        let counter = commander.counter.is_none_or(|row| charts.damage.holds(row) && commander.wounded);
        ensure(counter, &path, "no such counter")?;
    }
    ensure(game.named.without(Ids::first_of(Name::ALL.len())).is_empty(), "named", "there are not so many names")?;
    let may_be_lost =
        in_battle(game.stage) || matches!(game.stage, Stage::Next | Stage::Move | Stage::Adjust | Stage::Over);
    ensure(
        may_be_lost || game.units.iter().all(|unit| !unit.lost),
        "units",
        "who was Destroyed is off the list by now",
    )?;
    ensure(
        may_be_lost || game.commanders.iter().all(|one| !one.kia),
        "commanders",
        "who was killed is off the list by now",
    )?;
    ensure((0..=9999).contains(&game.so), "so", "0 to 9999")?;
    ensure((-999..=9999).contains(&game.vp), "vp", "out of bounds")?;
    ensure(game.support.iter().all(|count| *count <= 99), "support", "so many counters there are not")
}

fn map(game: &Leader, charts: &'static Charts) -> Result<(), Invalid> {
    let cards = &charts.battalions[game.nation(charts)];
    ensure(game.stage != Stage::Draw || game.battalions.is_empty(), "battalions", "they are not drawn yet")?;
    for (at, battalion) in game.battalions.each() {
        let path = format!("battalions[{at}]");
        ensure(cards.holds(battalion.card), &path, "no such Battalion card")?;
        ensure(
            game.battalions.before(at).iter().all(|other| other.card != battalion.card),
            &path,
            "it is there twice",
        )?;
        ensure(battalion.scored <= cards[battalion.card].vp, &path, "it is not worth so much")?;
    }
    Ok(())
}

fn week(game: &Leader, charts: &'static Charts) -> Result<(), Invalid> {
    ensure(game.condition.is_none_or(|card| charts.conditions.holds(card)), "condition", "no such card")?;
    ensure(game.week <= game.objective(charts).weeks, "week", "the campaign does not last so long")?;
    let small = |n: i8| n.abs() <= 99;
    let lingering = &game.lingering;
    let rows = lingering.operational.iter().chain(&lingering.map_loss);
    let singles =
        [lingering.weekly_so, lingering.unit_cost, lingering.repair_cost, lingering.leave, lingering.rest_cost];
    ensure(rows.chain(&singles).all(|n| small(*n)), "lingering", "out of bounds")?;
    for (at, plan) in game.plan.each() {
        let path = format!("plan[{at}]");
        ensure(game.battalions.holds(plan.battalion), &path, "no such Battalion")?;
        ensure(game.plan.before(at).iter().all(|other| other.battalion != plan.battalion), &path, "it is there twice")?;
        ensure(plan.trucks <= 99 && plan.scouts <= 99, &path, "so many counters there are not")?;
        let being_planned = game.stage == Stage::Assign && game.plan.last_id() == Some(at);
        let manned = game.units.iter().any(|unit| unit.sent == Some(at));
        ensure(manned || being_planned, &path, "a battle needs at least one Unit")?;
    }
    for support in [0, 1] {
        let assigned: u16 = game.plan.iter().map(|plan| u16::from([plan.trucks, plan.scouts][support])).sum();
        ensure(assigned <= 99, "plan", "so many counters there are not")?;
    }
    let placed = game.units.iter().all(|unit| unit.sent.is_none_or(|sent| game.plan.holds(sent)));
    ensure(placed, "units", "one is sent to a battle that is not planned")?;
    ensure(game.at.index() <= game.plan.len() || game.stage != Stage::Next, "at", "no such battle")?;
    ensure(game.stage != Stage::Assign || !game.plan.is_empty(), "plan", "a battle is being planned")?;
    ensure({ game.served }.all(|at| game.commanders.holds(at)), "served", "no such Commander")
}

fn battle(game: &Leader, charts: &'static Charts) -> Result<(), Invalid> {
    let acting = game.battle.acting.is_none_or(|at| game.battle.fighters.holds(at));
    ensure(acting, "battle.acting", "no such Unit is in the battle")?;
    let battle = &game.battle;
    ensure(game.battalions.holds(battle.battalion), "battle.battalion", "no such Battalion")?;
    ensure(game.plan.holds(game.at), "at", "no such battle is planned")?;
    let event = |drawn: Option<(EventId, OptionId)>| drawn.is_none_or(|(card, _)| charts.events.holds(card));
    ensure(event(battle.before) && event(battle.after), "battle", "no such Event card")?;
    ensure(matches!(battle.die, 6 | 10), "battle.die", "6 or 10 sides")?;
    ensure(battle.turn <= 60 && battle.last <= 60, "battle.turn", "no battle lasts so long")?;
    ensure(battle.cup.len() == charts.damage.len(), "battle.cup", "one number for each kind of counter")?;
    let in_cup: usize = battle.cup.iter().map(|count| usize::from(*count)).sum();
    let on_units: usize = battle.fighters.iter().map(|fighter| fighter.counters.len()).sum();
    let on_commanders = game.commanders.iter().filter(|commander| commander.counter.is_some()).count();
    ensure(in_cup + on_units + on_commanders <= 100, "battle.cup", "there are at most 100 counters")?;
    let laid = matches!(game.stage, Stage::Place | Stage::Orders | Stage::Muster);
    ensure(!laid || battle.field.is_valid(), "battle.field", "such tiles would be laid again")?;
    ensure(battle.cursor.0.index() <= crate::state::MOST, "battle.cursor", "no such Unit")?;
    mods(game)?;
    let placed = matches!(
        game.stage,
        Stage::Muster | Stage::Advances | Stage::Strikes | Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd
    );
    for (at, fighter) in battle.fighters.each() {
        let path = format!("battle.fighters[{at}]");
        let unit = fighter.unit;
        ensure(game.units.holds(unit), &path, "no such Unit")?;
        ensure(battle.fighters.before(at).iter().all(|other| other.unit != fighter.unit), &path, "it is there twice")?;
        ensure((fighter.fate == Fate::Destroyed) == game.units[unit].lost, &path, "a lost Unit is Destroyed")?;
        if let Some(commander) = fighter.commander {
            ensure(game.commanders.holds(commander), &path, "no such Commander")?;
            let one = &game.commanders[commander];
            ensure(!one.kia && one.fights, &path, "its Commander is not in the battle")?;
            let shared = battle.fighters.before(at).iter().any(|other| other.commander == fighter.commander);
            ensure(!shared, &path, "its Commander is with another Unit")?;
        }
        ensure(fighter.hex.is_some() || !placed || fighter.fate != Fate::Here, &path, "it stands nowhere")?;
        ensure(fighter.counters.iter().all(|row| charts.damage.holds(*row)), &path, "no such counter")?;
        let tactics = [fighter.tactics, fighter.commands, fighter.his_tactics, fighter.his_commands];
        ensure(tactics.iter().all(|count| *count <= 60), &path, "so many counters there are not")?;
    }
    let enemies = &charts.enemies[game.nation(charts)];
    for (at, enemy) in battle.enemies.each() {
        let path = format!("battle.enemies[{at}]");
        ensure(enemies[enemy.model].is_some(), &path, "this enemy has no such counter")?;
        ensure(enemy.hex.is_some(), &path, "it stands nowhere")?;
    }
    let after = matches!(game.stage, Stage::Muster | Stage::Place | Stage::Orders | Stage::Lay | Stage::Before);
    ensure(battle.enemies.is_empty() || !after, "battle.enemies", "the enemy is not there yet")
}

fn mods(game: &Leader) -> Result<(), Invalid> {
    let mods = &game.battle.mods;
    let attacks = mods.enemy_attack.iter().chain(&mods.friendly_attack).flat_map(|figures| &figures.0);
    let rows = attacks.chain(&mods.enemy_defense).chain(&mods.friendly_defense).chain(&mods.friendly_speed);
    let singles = [mods.tactical, mods.aggression, mods.turns];
    ensure(rows.chain(&singles).all(|n| (-60..=60).contains(n)), "battle.mods", "out of bounds")?;
    let counts = mods.enemy_advance.iter().chain(&mods.friendly_advance).chain(&mods.add).chain(&mods.remove);
    ensure(counts.chain([&mods.remove_any]).all(|n| *n <= 60), "battle.mods", "out of bounds")?;
    ensure(mods.range_cap <= 4, "battle.mods.range_cap", "0 to 4")?;
    ensure(mods.die.is_none_or(|die| matches!(die, 6 | 10)), "battle.mods.die", "6 or 10 sides")
}
