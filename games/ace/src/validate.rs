//! What can be wrong with a state that someone arranged or a file brought.

use crate::charts::Charts;
use crate::state::{Ace, Board, Crewman, Mat, Mode, Player, Stage};
use crate::words::{Ammo, Class, Grade, Mission, Post, Skill, TankType, Trade, UnitType, Wound};
use hulldown_core::game::{Invalid, Seat};
use std::fmt::{Arguments, Display};

/// Paths are put together only for what is wrong: simulations look at every state they pass.
fn must(holds: bool, at: impl Display, why: &str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(at.to_string(), why)) }
}

/// The first thing that cannot be, with the path of its field.
pub(crate) fn validate(game: &Ace, charts: &Charts) -> Result<(), Invalid> {
    must(game.month >= game.start, "month", "lies before the start month")?;
    let lines = charts.month_lines[game.month.index()];
    must(game.line < lines, "line", "the month has not so many mission lines")?;
    let events = 1u32 << charts.major_events.len();
    must(game.events_used.iter().all(|used| u32::from(*used) < events), "events_used", "there are seven Major Events")?;
    let seats = game.mode.seats();
    if let Some(seat) = stage_seat(game.stage) {
        must(seat.0 < seats, "stage", "there is no such seat")?;
    }
    let field = &game.field;
    must(field.grade.index() < Grade::ALL.len(), "field.grade", "there is no such grade of infantry")?;
    must(field.event.is_none_or(|n| (1..=7).contains(&n)), "field.event", "Major Events are numbered 1 to 7")?;
    must((1..=10_000).contains(&field.round), "field.round", "Combat Rounds are counted from 1")?;
    must(!field.fights[1] || seats == 2, "field.fights", "there is no second commander")?;
    let apart_together = game.mode == Mode::CompetitiveApart && field.fights == [true; 2];
    must(!apart_together, "field.fights", "commanders of different units do not fight side by side")?;
    if game.stage.is_battle() || matches!(game.stage, Stage::Briefing | Stage::Ready(_)) {
        must(field.fight != Mission::Refit, "field.fight", "a refit is not fought")?;
        must(field.fights != [false; 2], "field.fights", "somebody must fight the battle")?;
        let over = game.stage.is_battle() && game.battle_over() && game.stage != Stage::BattleEnd;
        must(!over, "players", "the battle is over; the stage is not")?;
    }
    if matches!(game.stage, Stage::After(_)) {
        must(field.fights != [false; 2], "field.fights", "somebody must have had the mission")?;
    }
    must(
        game.stage == Stage::Over || game.seats_in_play().any(|s| game.serves(s)),
        "stage",
        "the game is over when no commander serves",
    )?;
    for (n, one) in game.players.iter().enumerate() {
        player(one, charts, format_args!("players[{n}]"))?;
    }
    Ok(())
}

fn stage_seat(stage: Stage) -> Option<Seat> {
    match stage {
        Stage::Muster(seat)
        | Stage::School(seat)
        | Stage::Line(seat)
        | Stage::Ready(seat)
        | Stage::Opening(seat)
        | Stage::Strikes(seat)
        | Stage::Commands(seat)
        | Stage::Enemy(seat)
        | Stage::Events(seat)
        | Stage::After(seat)
        | Stage::LineEnd(seat) => Some(seat),
        Stage::Start | Stage::Briefing | Stage::RoundStart | Stage::RoundEnd | Stage::BattleEnd | Stage::Over => None,
    }
}

fn player(player: &Player, charts: &Charts, at: Arguments<'_>) -> Result<(), Invalid> {
    must(player.tank.index() < TankType::ALL.len(), format_args!("{at}.tank"), "there is no such tank")?;
    must(
        player.division.index() < charts.division_names.len(),
        format_args!("{at}.division"),
        "there is no such unit",
    )?;
    for (what, text) in [("name", &player.name), ("nickname", &player.nickname), ("tank_name", &player.tank_name)] {
        must(!text.chars().any(char::is_control), format_args!("{at}.{what}"), "a name has no control characters")?;
    }
    career(player, charts, at)?;
    for (n, man) in player.crew.iter().enumerate() {
        crewman(man, format_args!("{at}.crew[{n}]"))?;
    }
    for (n, away) in player.away.iter().enumerate() {
        must(
            away.post != Post::Commander,
            format_args!("{at}.away[{n}].post"),
            "the commander is not away from his own crew",
        )?;
        must(away.lines < 100, format_args!("{at}.away[{n}].lines"), "nobody is away so long")?;
        must(away.skills < 1 << Skill::ALL.len(), format_args!("{at}.away[{n}].skills"), "there are no such skills")?;
        must(
            away.discounts < 1 << Skill::ALL.len(),
            format_args!("{at}.away[{n}].discounts"),
            "there are no such skills",
        )?;
    }
    let dead = player.crew[0].wound == Wound::Killed;
    must(!dead || !player.fate.serves(), format_args!("{at}.crew[0].wound"), "a killed commander does not serve")?;
    mat(player, charts, format_args!("{at}.mat"))?;
    board(&player.board, charts, format_args!("{at}.board"))
}

fn career(player: &Player, charts: &Charts, at: Arguments<'_>) -> Result<(), Invalid> {
    let career = &player.career;
    must(
        career.credit < charts.constants.experience_every_missions,
        format_args!("{at}.career.credit"),
        "would have become an Experience Point",
    )?;
    must(career.experience <= 100, format_args!("{at}.career.experience"), "more points than a war can give")?;
    must(career.prestige <= 100, format_args!("{at}.career.prestige"), "more points than a war can give")?;
    must(
        career.level <= charts.prestige.max_level,
        format_args!("{at}.career.level"),
        "is above the highest Prestige Level",
    )?;
    must(career.successes <= career.completed, format_args!("{at}.career.successes"), "more than were completed")?;
    must(career.completed <= 1_000, format_args!("{at}.career.completed"), "more than the calendar has")?;
    must(career.skills < 1 << Skill::ALL.len(), format_args!("{at}.career.skills"), "there are no such skills")?;
    must(career.discounts < 1 << Skill::ALL.len(), format_args!("{at}.career.discounts"), "there are no such skills")?;
    must(career.trades < 1 << Trade::ALL.len(), format_args!("{at}.career.trades"), "there are no such trades")?;
    must(career.markers < 1 << 11, format_args!("{at}.career.markers"), "there are no such Random Events")?;
    must(career.expert < 4, format_args!("{at}.career.expert"), "there are two tank series")?;
    must(career.skip < 100, format_args!("{at}.career.skip"), "more lines than the calendar has")?;
    must(career.period_heroism < 100, format_args!("{at}.career.period_heroism"), "more awards than a war can give")?;
    must(career.men < 10_000, format_args!("{at}.career.men"), "more men than an army has")?;
    must(
        career.streak.iter().all(|n| *n < 30),
        format_args!("{at}.career.streak"),
        "more kills than a mission can give",
    )?;
    must(career.kills.iter().all(|n| *n < 10_000), format_args!("{at}.career.kills"), "more kills than a war can give")
}

fn crewman(man: &Crewman, at: Arguments<'_>) -> Result<(), Invalid> {
    must(man.missions < 10_000, format_args!("{at}.missions"), "more than a war has")
}

fn mat(player: &Player, charts: &Charts, at: Arguments<'_>) -> Result<(), Invalid> {
    let mat: &Mat = &player.mat;
    let tank = &charts.tanks[player.tank.index()];
    let racked: u32 = mat.rack.iter().map(|n| u32::from(*n)).sum();
    must(racked <= u32::from(tank.ready_rack), format_args!("{at}.rack"), "holds more rounds than it has boxes")?;
    must(mat.last_rack.iter().all(|n| *n <= 40), format_args!("{at}.last_rack"), "no rack has so many boxes")?;
    for ammo in Ammo::ALL.into_iter().filter(|ammo| ammo.is_limited()) {
        let held = mat.rack[ammo.index()] + u8::from(mat.loaded == Some(ammo));
        must(
            held <= mat.carried[ammo.index()],
            format_args!("{at}.carried"),
            "fewer limited rounds than gun and rack hold",
        )?;
    }
    must(
        mat.guns.iter().all(|gun| gun.points <= 20),
        format_args!("{at}.guns"),
        "no machine gun holds so many points",
    )?;
    must(mat.used < 1 << Skill::ALL.len(), format_args!("{at}.used"), "there are no such skills")?;
    must(
        mat.assistant_at.is_none_or(|post| matches!(post, Post::Driver | Post::Loader)),
        format_args!("{at}.assistant_at"),
        "the assistant driver can take over as driver or loader",
    )?;
    must(!mat.at_gun || !player.fit(Post::Gunner), format_args!("{at}.at_gun"), "the gunner is at his gun himself")?;
    must(mat.unspent <= 10, format_args!("{at}.unspent"), "more commands than a round has")?;
    must(mat.lost <= 10, format_args!("{at}.lost"), "more commands than a round has")?;
    must(mat.bought_artillery <= 3, format_args!("{at}.bought_artillery"), "more than can be bought")?;
    must(
        mat.mortars_called <= 10 && mat.artillery_called <= 10,
        format_args!("{at}.mortars_called"),
        "more than can be called",
    )?;
    must(
        mat.cff.len() <= usize::from(mat.mortars_called + mat.artillery_called),
        format_args!("{at}.cff"),
        "more calls on their way than were made",
    )?;
    must(mat.cff.iter().all(|cff| cff.board.0 < 2), format_args!("{at}.cff"), "there is no such board")?;
    let full =
        mat.loaded.is_none() || mat.loaded.is_some_and(|ammo| !ammo.is_limited() || mat.carried[ammo.index()] > 0);
    must(full, format_args!("{at}.loaded"), "a round the tank does not carry")
}

fn board(board: &Board, charts: &Charts, at: Arguments<'_>) -> Result<(), Invalid> {
    must(board.smoke.iter().all(|level| *level <= 2), format_args!("{at}.smoke"), "smoke has two levels")?;
    must(board.own_smoke <= 2, format_args!("{at}.own_smoke"), "smoke has two levels")?;
    must(board.kills.iter().all(|n| *n < 30), format_args!("{at}.kills"), "more kills than a mission can give")?;
    must(board.damaged < 30, format_args!("{at}.damaged"), "more than a mission can give")?;
    must(board.helped_in <= 10_000, format_args!("{at}.helped_in"), "no battle lasts so long")?;
    for (n, enemy) in board.enemies.iter().enumerate() {
        let fits = match enemy.kind {
            None => enemy.class == Class::Inf,
            Some(kind) => kind.index() < UnitType::ALL.len() && charts.units[kind.index()].class == enemy.class,
        };
        must(fits, format_args!("{at}.enemies[{n}].kind"), "is not a type of that class")?;
        must(
            (1..=2).contains(&enemy.steps),
            format_args!("{at}.enemies[{n}].steps"),
            "a unit on the board has one or two steps",
        )?;
        must(
            enemy.id.0 < board.next,
            format_args!("{at}.enemies[{n}].id"),
            "is not below the number of the next unit",
        )?;
        must(
            board.enemies[..n].iter().all(|other| other.id != enemy.id),
            format_args!("{at}.enemies[{n}].id"),
            "is another unit's",
        )?;
        if enemy.mounted {
            let paired = match enemy.class {
                Class::Ht | Class::W => board.enemies.get(n + 1).is_some_and(|i| i.class == Class::Inf && i.mounted),
                Class::Inf => {
                    n > 0 && board.enemies[n - 1].mounted && matches!(board.enemies[n - 1].class, Class::Ht | Class::W)
                }
                _ => false,
            };
            must(
                paired,
                format_args!("{at}.enemies[{n}].mounted"),
                "a carrier stands right before the infantry it carries",
            )?;
        }
    }
    Ok(())
}
