//! What can be wrong with a state that someone arranged or a file brought.

use crate::charts::Charts;
use crate::state::{Ace, Board, Crewman, Mat, Mode, Player, Stage};
use crate::words::{Ammo, Class, Grade, Mission, Post, Skill, TankType, Trade, UnitType, Wound};
use hulldown_core::game::{Invalid, Seat};

fn must(holds: bool, at: impl Into<String>, why: &str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(at, why)) }
}

/// The first thing that cannot be, with the path of its field.
pub(crate) fn validate(g: &Ace, d: &Charts) -> Result<(), Invalid> {
    must(g.month >= g.start, "month", "lies before the start month")?;
    let lines = d.month_lines[g.month.index()];
    must(g.line < lines, "line", "the month has not so many mission lines")?;
    must(g.events_used < 1 << d.major_events.len(), "events_used", "there are seven Major Events")?;
    let seats = g.mode.seats();
    if let Some(seat) = stage_seat(g.stage) {
        must(seat.0 < seats, "stage", "there is no such seat")?;
    }
    let field = &g.field;
    must(field.grade.index() < Grade::ALL.len(), "field.grade", "there is no such grade of infantry")?;
    must(field.event.is_none_or(|n| (1..=7).contains(&n)), "field.event", "Major Events are numbered 1 to 7")?;
    must((1..=10_000).contains(&field.round), "field.round", "Combat Rounds are counted from 1")?;
    must(!field.fights[1] || seats == 2, "field.fights", "there is no second commander")?;
    let apart_together = g.mode == Mode::CompetitiveApart && field.fights == [true; 2];
    must(!apart_together, "field.fights", "commanders of different units do not fight side by side")?;
    if in_battle(g.stage) || matches!(g.stage, Stage::Briefing | Stage::Ready(_)) {
        must(field.fight != Mission::Refit, "field.fight", "a refit is not fought")?;
        must(field.fights != [false; 2], "field.fights", "somebody must fight the battle")?;
        let over = in_battle(g.stage) && g.battle_over() && g.stage != Stage::BattleEnd;
        must(!over, "players", "the battle is over; the stage is not")?;
    }
    if matches!(g.stage, Stage::After(_)) {
        must(field.fights != [false; 2], "field.fights", "somebody must have had the mission")?;
    }
    must(
        g.stage == Stage::Over || g.seats_in_play().any(|s| g.serves(s)),
        "stage",
        "the game is over when no commander serves",
    )?;
    for (n, p) in g.players.iter().enumerate() {
        player(p, d, &format!("players[{n}]"))?;
    }
    Ok(())
}

fn stage_seat(stage: Stage) -> Option<Seat> {
    match stage {
        Stage::Muster(s) | Stage::Line(s) | Stage::Ready(s) | Stage::Opening(s) | Stage::Strikes(s) => Some(s),
        Stage::Commands(s) | Stage::Enemy(s) | Stage::Events(s) | Stage::After(s) | Stage::LineEnd(s) => Some(s),
        Stage::Start | Stage::Briefing | Stage::RoundStart | Stage::RoundEnd | Stage::BattleEnd | Stage::Over => None,
    }
}

fn in_battle(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::Opening(_)
            | Stage::RoundStart
            | Stage::Strikes(_)
            | Stage::Commands(_)
            | Stage::Enemy(_)
            | Stage::Events(_)
            | Stage::RoundEnd
            | Stage::BattleEnd
    )
}

fn player(p: &Player, d: &Charts, at: &str) -> Result<(), Invalid> {
    must(p.tank.index() < TankType::ALL.len(), format!("{at}.tank"), "there is no such tank")?;
    must(p.division.index() < d.division_names.len(), format!("{at}.division"), "there is no such unit")?;
    for (what, text) in [("name", &p.name), ("nickname", &p.nickname), ("tank_name", &p.tank_name)] {
        must(!text.chars().any(char::is_control), format!("{at}.{what}"), "a name has no control characters")?;
    }
    career(p, d, at)?;
    for (n, man) in p.crew.iter().enumerate() {
        crewman(man, &format!("{at}.crew[{n}]"))?;
    }
    for (n, away) in p.away.iter().enumerate() {
        let at = format!("{at}.away[{n}]");
        must(away.post != Post::Commander, format!("{at}.post"), "the commander is not away from his own crew")?;
        must(away.lines < 100, format!("{at}.lines"), "nobody is away so long")?;
        must(away.skills < 1 << Skill::ALL.len(), format!("{at}.skills"), "there are no such skills")?;
        must(away.discounts < 1 << Skill::ALL.len(), format!("{at}.discounts"), "there are no such skills")?;
    }
    let dead = p.crew[0].wound == Wound::Killed;
    must(!dead || !p.fate.serves(), format!("{at}.crew[0].wound"), "a killed commander does not serve")?;
    mat(p, d, &format!("{at}.mat"))?;
    board(&p.board, d, &format!("{at}.board"))
}

fn career(p: &Player, d: &Charts, at: &str) -> Result<(), Invalid> {
    let c = &p.career;
    let at = |field: &str| format!("{at}.career.{field}");
    must(c.credit < d.constants.experience_every_missions, at("credit"), "would have become an Experience Point")?;
    must(c.experience <= 100, at("experience"), "more points than a war can give")?;
    must(c.prestige <= 100, at("prestige"), "more points than a war can give")?;
    must(c.level <= d.prestige.max_level, at("level"), "is above the highest Prestige Level")?;
    must(c.successes <= c.completed, at("successes"), "more than were completed")?;
    must(c.completed <= 1_000, at("completed"), "more than the calendar has")?;
    must(c.skills < 1 << Skill::ALL.len(), at("skills"), "there are no such skills")?;
    must(c.discounts < 1 << Skill::ALL.len(), at("discounts"), "there are no such skills")?;
    must(c.trades < 1 << Trade::ALL.len(), at("trades"), "there are no such trades")?;
    must(c.markers < 1 << 11, at("markers"), "there are no such Random Events")?;
    must(c.expert < 4, at("expert"), "there are two tank series")?;
    must(c.skip < 100, at("skip"), "more lines than the calendar has")?;
    must(c.period_heroism < 100, at("period_heroism"), "more awards than a war can give")?;
    must(c.men < 10_000, at("men"), "more men than an army has")?;
    must(c.streak.iter().all(|n| *n < 30), at("streak"), "more kills than a mission can give")?;
    must(c.kills.iter().all(|n| *n < 10_000), at("kills"), "more kills than a war can give")
}

fn crewman(man: &Crewman, at: &str) -> Result<(), Invalid> {
    must(man.missions < 10_000, format!("{at}.missions"), "more than a war has")
}

fn mat(p: &Player, d: &Charts, at: &str) -> Result<(), Invalid> {
    let m: &Mat = &p.mat;
    let tank = &d.tanks[p.tank.index()];
    let racked: u32 = m.rack.iter().map(|n| u32::from(*n)).sum();
    must(racked <= u32::from(tank.ready_rack), format!("{at}.rack"), "holds more rounds than it has boxes")?;
    must(m.last_rack.iter().all(|n| *n <= 40), format!("{at}.last_rack"), "no rack has so many boxes")?;
    for ammo in Ammo::ALL.into_iter().filter(|ammo| ammo.is_limited()) {
        let held = m.rack[ammo.index()] + u8::from(m.loaded == Some(ammo));
        must(held <= m.carried[ammo.index()], format!("{at}.carried"), "fewer limited rounds than gun and rack hold")?;
    }
    must(m.guns.iter().all(|gun| gun.points <= 20), format!("{at}.guns"), "no machine gun holds so many points")?;
    must(m.used < 1 << Skill::ALL.len(), format!("{at}.used"), "there are no such skills")?;
    must(
        m.assistant_at.is_none_or(|post| matches!(post, Post::Driver | Post::Loader)),
        format!("{at}.assistant_at"),
        "the assistant driver can take over as driver or loader",
    )?;
    must(m.bought_artillery <= 3, format!("{at}.bought_artillery"), "more than can be bought")?;
    must(
        m.mortars_called <= 10 && m.artillery_called <= 10,
        format!("{at}.mortars_called"),
        "more than can be called",
    )?;
    must(
        m.cff.len() <= usize::from(m.mortars_called + m.artillery_called),
        format!("{at}.cff"),
        "more calls on their way than were made",
    )?;
    must(m.cff.iter().all(|cff| cff.board.0 < 2), format!("{at}.cff"), "there is no such board")?;
    let full = m.loaded.is_none() || m.loaded.is_some_and(|ammo| !ammo.is_limited() || m.carried[ammo.index()] > 0);
    must(full, format!("{at}.loaded"), "a round the tank does not carry")
}

fn board(b: &Board, d: &Charts, at: &str) -> Result<(), Invalid> {
    must(b.smoke.iter().all(|level| *level <= 2), format!("{at}.smoke"), "smoke has two levels")?;
    must(b.own_smoke <= 2, format!("{at}.own_smoke"), "smoke has two levels")?;
    must(b.kills.iter().all(|n| *n < 30), format!("{at}.kills"), "more kills than a mission can give")?;
    must(b.damaged < 30, format!("{at}.damaged"), "more than a mission can give")?;
    must(b.helped_in <= 10_000, format!("{at}.helped_in"), "no battle lasts so long")?;
    for (n, e) in b.enemies.iter().enumerate() {
        let at = |field: &str| format!("{at}.enemies[{n}].{field}");
        let fits = match e.kind {
            None => e.class == Class::Inf,
            Some(kind) => kind.index() < UnitType::ALL.len() && d.units[kind.index()].class == e.class,
        };
        must(fits, at("kind"), "is not a type of that class")?;
        must((1..=2).contains(&e.steps), at("steps"), "a unit on the board has one or two steps")?;
        must(e.id.0 < b.next, at("id"), "is not below the number of the next unit")?;
        must(b.enemies[..n].iter().all(|other| other.id != e.id), at("id"), "is another unit's")?;
        if e.mounted {
            let paired = match e.class {
                Class::Ht | Class::W => b.enemies.get(n + 1).is_some_and(|i| i.class == Class::Inf && i.mounted),
                Class::Inf => {
                    n > 0 && b.enemies[n - 1].mounted && matches!(b.enemies[n - 1].class, Class::Ht | Class::W)
                }
                _ => false,
            };
            must(paired, at("mounted"), "a carrier stands right before the infantry it carries")?;
        }
    }
    Ok(())
}
