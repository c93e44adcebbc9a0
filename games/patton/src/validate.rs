//! What can be wrong with a state that someone arranged or a file brought.

use crate::charts::{Charts, day};
use crate::state::{AREAS, Battle, Crew, Fate, Length, Patton, Report, Stage, Vehicle};
use crate::words::{Action, Ammo, Day, MapArea, Post, Tank, Wound};
use hulldown_core::game::Invalid;
use std::fmt::Display;

/// Paths are put together only for what is wrong: simulations look at every state they pass.
fn must(holds: bool, at: impl Display, why: &str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(at.to_string(), why)) }
}

/// More men than can pass through one tank: five a day would be a tenth of it.
const MOST_MEN: u16 = 16_000;

/// The first thing that cannot be, with the path of its field.
pub(crate) fn validate(game: &Patton, charts: &Charts) -> Result<(), Invalid> {
    must((Day::FIRST..=Day::END.next()).contains(&game.day), "day", "lies outside the campaign")?;
    // What others look things up by comes first.
    must(game.tank.model.index() < charts.tanks.len(), "tank.model", "there is no such tank")?;
    must(game.history.len() <= usize::from(Day::END.0), "history", "more days than the campaign has")?;
    let known = |day: Day| (Day::FIRST..=Day::END).contains(&day);
    must(game.history.iter().all(|line| known(line.day)), "history", "a day lies outside the campaign")?;
    let ordered = game.history.windows(2).all(|pair| pair[0].day < pair[1].day);
    must(ordered, "history", "days are not in order")?;
    must(game.history.iter().all(|line| line.tank.index() < charts.tanks.len()), "history", "there is no such tank")?;
    you(game)?;
    crew(&game.crew, game, charts)?;
    tank(&game.tank, charts)?;
    let fireflies = !game.options.firefly || game.tank.model == Tank::FIREFLY;
    must(fireflies, "tank.model", "with the Firefly option every tank is one")?;
    report(&game.report, game)?;
    map(game)?;
    battle(&game.battle, game, charts)?;
    stage(game, charts)
}

fn you(game: &Patton) -> Result<(), Invalid> {
    let you = &game.you;
    must(!you.name.chars().any(char::is_control), "you.name", "a name has no control characters")?;
    must(you.number >= 1, "you.number", "commanders are counted from 1")?;
    must(you.won <= you.days, "you.won", "more days than were fought")?;
    must(you.points < 30_000, "you.points", "more points than a war can give")?;
    let aboard = game.crew.men.iter().flatten().filter(|man| man.you).count();
    let away = game.crew.away.iter().filter(|away| away.man.you).count();
    must(aboard + away <= 1, "crew", "there is only one of you")?;
    let seat = game.crew.men[Post::Commander.index()].is_some_and(|man| man.you);
    must(aboard == 0 || seat, "crew.men", "you sit in the commander's place")?;
    must(you.fate != Fate::Away || away == 1, "you.fate", "whoever is in hospital is among those away")?;
    must(away == 0 || matches!(you.fate, Fate::Away | Fate::Survived), "you.fate", "you are in hospital")
}

fn crew(crew: &Crew, game: &Patton, charts: &Charts) -> Result<(), Invalid> {
    for (n, man) in crew.men.iter().enumerate() {
        if let Some(man) = man {
            must((1..=10).contains(&man.rating), format_args!("crew.men[{n}].rating"), "ratings run from 1 to 10")?;
            must(man.number < crew.next, format_args!("crew.men[{n}].number"), "is not below the next man's")?;
            must(man.weeks <= 10, format_args!("crew.men[{n}].weeks"), "nobody is out so long")?;
        }
    }
    let assistant = charts.tanks[game.tank.model.index()].has_assistant;
    must(assistant || crew.men[Post::Assistant.index()].is_none(), "crew.men[4]", "this tank has no such post")?;
    for (n, away) in crew.away.iter().enumerate() {
        must(
            (1..=10).contains(&away.man.rating),
            format_args!("crew.away[{n}].man.rating"),
            "ratings run from 1 to 10",
        )?;
        must(away.man.wound < Wound::SentHome, format_args!("crew.away[{n}].man.wound"), "he does not come back")?;
        must(away.back >= Day::FIRST, format_args!("crew.away[{n}].back"), "lies before the campaign")?;
        must(away.back.0 < Day::END.0 + 80, format_args!("crew.away[{n}].back"), "nobody is out so long")?;
    }
    must(crew.next < MOST_MEN, "crew.next", "more men than a war has")?;
    let at = crew.assistant_at;
    must(at == Post::Assistant || !crew.able(at), "crew.assistant_at", "the man of that post can work")
}

fn tank(tank: &Vehicle, charts: &Charts) -> Result<(), Invalid> {
    let card = &charts.tanks[tank.model.index()];
    must(!tank.name.chars().any(char::is_control), "tank.name", "a name has no control characters")?;
    for ammo in Ammo::ALL {
        let i = ammo.index();
        must(card.ammo[i] || tank.rounds[i] == 0, "tank.rounds", "the gun cannot fire such rounds")?;
        let held = u16::from(tank.rack[i]) + u16::from(tank.loaded == Some(ammo));
        must(held <= u16::from(tank.rounds[i]), "tank.rack", "gun and rack hold more than is on board")?;
    }
    let carried: u16 = tank.rounds.iter().map(|n| u16::from(*n)).sum();
    must(carried <= u16::from(card.rounds + day::EXTRA_ROUNDS), "tank.rounds", "the tank cannot carry so many")?;
    let racked: u16 = tank.rack.iter().map(|n| u16::from(*n)).sum();
    must(racked <= u16::from(card.rack), "tank.rack", "holds more than it has room for")?;
    for (at, load, most) in [
        ("tank.last_load", &tank.last_load, card.rounds + day::EXTRA_ROUNDS),
        ("tank.last_rack", &tank.last_rack, card.rack),
    ] {
        let sum: u16 = load.iter().map(|n| u16::from(*n)).sum();
        must(sum <= u16::from(most), at, "the tank cannot hold so many")?;
        must(
            Ammo::ALL.into_iter().all(|a| card.ammo[a.index()] || load[a.index()] == 0),
            at,
            "the gun cannot fire such rounds",
        )?;
    }
    must(tank.special <= card.rounds, "tank.special", "the tank cannot carry so many")?;
    must(tank.ordered_extra <= day::EXTRA_ROUNDS, "tank.ordered_extra", "more than can be ordered")?;
    must(card.mortar || tank.bombs == 0, "tank.bombs", "the tank has no smoke mortar")?;
    let load = &charts.daily.standing_load.normal;
    must(tank.bombs <= load.bombs, "tank.bombs", "more than is carried")?;
    must(tank.grenades <= load.grenades, "tank.grenades", "more than is carried")?;
    must(tank.periscopes <= load.periscopes, "tank.periscopes", "more than is carried")?;
    must(tank.fuel <= load.fuel, "tank.fuel", "more than the tank holds")?;
    must(tank.boxes_30 <= load.boxes_30 + day::EXTRA_BOXES, "tank.boxes_30", "more than is carried")?;
    must(tank.boxes_50 <= load.boxes_50, "tank.boxes_50", "more than is carried")?;
    must(!(tank.moving && tank.hull_down), "tank.moving", "a hull down tank does not move")?;
    for post in Post::ALL {
        must(!tank.is_open(post) || card.has_hatch(post), "tank.open", "there is no such hatch")?;
    }
    Ok(())
}

fn report(report: &Report, game: &Patton) -> Result<(), Invalid> {
    must(report.sunrise < report.sunset && report.sunset.0 < 24 * 60, "report.sunset", "lies before sunrise")?;
    must(
        (report.sunrise..=report.sunset).contains(&report.clock),
        "report.clock",
        "is not between sunrise and sunset",
    )?;
    must(report.clock.0.is_multiple_of(15), "report.clock", "time is kept in quarters of an hour")?;
    must(report.weather.rain_hours < 24, "report.weather.rain_hours", "more than a day has")?;
    let counted = u16::from(report.areas) + u16::from(report.exits);
    must(counted < 250, "report.areas", "more than a day can bring")?;
    must(game.options.length != Length::Engagement || counted == 0, "report.areas", "an engagement takes no area")
}

fn map(game: &Patton) -> Result<(), Invalid> {
    let known = |area: MapArea| area.index() < AREAS;
    let map = &game.map;
    must(known(map.at) && known(map.start) && known(map.exit), "map", "there is no such area")?;
    must(map.from.is_none_or(known), "map.from", "there is no such area")?;
    must(map.strays.iter().all(|stray| known(stray.area)), "map.strays", "there is no such area")?;
    must(
        map.areas.0.iter().all(|area| area.artillery <= 3 && area.air <= 2),
        "map.areas",
        "there are not so many markers",
    )
}

fn battle(battle: &Battle, game: &Patton, charts: &Charts) -> Result<(), Invalid> {
    for (n, enemy) in battle.enemies.iter().enumerate() {
        let vehicle = enemy.kind.class().is_vehicle();
        let at = |field: &str| format!("battle.enemies[{n}].{field}");
        must(enemy.facing.is_some() == vehicle, at("facing"), "vehicles have a facing, others none")?;
        must(enemy.aim <= 2, at("aim"), "is counted to two")?;
        must(enemy.id.0 > 0, at("id"), "units are counted from 1")?;
        must(battle.enemies[..n].iter().all(|other| other.id != enemy.id), at("id"), "is another unit's")?;
        must(enemy.identified || enemy.kind.class().fires_ap(), at("identified"), "such a unit is always identified")?;
    }
    must(
        battle.smoke_markers() <= u16::from(charts.markers[crate::words::Marker::Smoke.index()]),
        "battle.smoke",
        "there are not so many markers",
    )?;
    must(battle.fire.iter().all(|n| *n <= 6), "battle.fire", "there are six Advance Fire markers")?;
    must(battle.artillery <= 3 && battle.air <= 2, "battle.artillery", "there are not so many markers")?;
    must(battle.acquired.is_none_or(|(_, level)| (1..=2).contains(&level)), "battle.acquired", "there are two levels")?;
    for post in Post::ALL {
        if let Some(action) = battle.orders.acts[post.index()] {
            let may = charts.actions[action.index()].who[post.index()] || action == Action::MoveToPosition;
            must(may, format_args!("battle.orders.acts[{}]", post.index()), "this post has no such action")?;
        }
    }
    let card = &charts.tanks[game.tank.model.index()];
    must(
        battle.orders.reload.is_none_or(|a| card.ammo[a.index()]),
        "battle.orders.reload",
        "the gun cannot fire such rounds",
    )
}

fn stage(game: &Patton, charts: &Charts) -> Result<(), Invalid> {
    let campaign = game.options.length == Length::Campaign;
    let calendar = matches!(game.stage, Stage::Calendar | Stage::Refit | Stage::Succession);
    must(campaign || !calendar, "stage", "belongs to the campaign")?;
    let refit = game.stage != Stage::Refit || matches!(charts.calendar.day(game.day), crate::charts::DayCode::Refit);
    must(refit, "stage", "there is no refit on that day")?;
    // From the briefing on, somebody sits at every post.
    let manned = matches!(
        game.stage,
        Stage::Calendar | Stage::Refit | Stage::Muster | Stage::Evening | Stage::Succession | Stage::Over
    ) || Post::ALL.into_iter().all(|post| {
        game.crew.men[post.index()].is_some()
            || (post == Post::Assistant && !charts.tanks[game.tank.model.index()].has_assistant)
    });
    must(manned, "crew.men", "a post is vacant")?;
    let engaged = game.options.length == Length::Engagement
        && matches!(
            game.stage,
            Stage::TimeCheck | Stage::StartArea | Stage::FreeCheck | Stage::Operations | Stage::Entered | Stage::Watch
        );
    must(!engaged, "stage", "an engagement has no time and no map")?;
    let lost = game.tank.lost
        && !matches!(
            game.stage,
            Stage::Calendar | Stage::Refit | Stage::Muster | Stage::Evening | Stage::Succession | Stage::Over
        );
    must(!lost, "tank.lost", "a lost tank is replaced first")
}
