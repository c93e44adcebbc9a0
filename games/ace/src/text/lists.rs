//! What a seat sees, as titled lists: where, crew, enemies, tank, career.

use super::ending::destroyed;
use super::fate;
use crate::charts::Charts;
use crate::state::{Cff, Enemy, EnemyAim, Player, Stage};
use crate::talk::{counted, rack, unit_name};
use crate::view::View;
use crate::words::{Ammo, Area, Award, Class, Facing, Gun, Post, RandomEvent, Skill, Trade, Trophy, Wound};
use hulldown_core::game::{Seat, Section};
use hulldown_core::phrase::capital;

/// Where the game stands, on one line.
pub(super) fn status(view: &View<'_>) -> String {
    let (player, month, field) = (view.me(), view.month().name(), view.field());
    let date = match view.stage() {
        Stage::Start | Stage::Muster(_) | Stage::School(_) => "Mustering".to_string(),
        Stage::Over => format!("{month}, {}", fate(player.fate)),
        _ => format!("{month}, mission {}", view.line()),
    };
    let fight =
        if view.stage().is_fight() { format!(", {} round {}", field.fight.name(), field.round) } else { String::new() };
    let (won, played) = (player.career.successes, player.career.completed);
    let record = match played {
        0 => "no mission finished yet".into(),
        _ => format!("{won} won of {} finished", counted(played, "mission")),
    };
    format!("{date}{fight}; {}, {record}", view.commander(view.seat()).ranked())
}

/// Everything a seat sees.
pub(super) fn sections(view: &View<'_>) -> Vec<Section> {
    let mut all = vec![place(view)];
    if view.stage().is_fight() {
        all.push(enemies(view, view.seat(), "enemies", "Enemies".into()));
    }
    all.push(tank(view));
    all.push(crew(view));
    all.push(career(view, view.seat()));
    let other = Seat(1 - view.seat().0);
    if view.stage().is_fight() && view.field().fights[other.index()] {
        let man = view.commander(other);
        let range = || format!("{} range", man.player().board.range.name());
        let how = man.off_the_field().map_or_else(range, Into::into);
        all.push(enemies(view, other, "partner", format!("{}, {how}", man.board())));
    }
    if view.partner().is_some() {
        all.push(career(view, other));
    }
    all
}

fn place(view: &View<'_>) -> Section {
    let (d, player, month) = (view.data(), view.me(), view.month());
    let lines_of_month = d.month_lines[month.index()];
    let mut lines = vec![format!("{}, mission {} of {lines_of_month}.", month.name(), view.line())];
    if view.stage().is_fight() {
        let f = view.field();
        let kind = match (f.counterattack, f.follow_on) {
            (true, _) => "counterattack, you defend".into(),
            (_, true) => "follow-on assault".into(),
            _ => f.fight.name().to_string(),
        };
        let event = f.event.map(|n| format!(", {}", d.major_events[usize::from(n - 1)].name)).unwrap_or_default();
        lines.push(format!("{}{}{event}, round {}.", kind[..1].to_uppercase(), &kind[1..], f.round));
        lines.push(format!(
            "{}, {}, {} range.",
            capital(f.terrain.name()),
            f.weather.name(),
            player.board.range.name()
        ));
        let smoke: Vec<String> = Area::ALL
            .into_iter()
            .filter(|a| player.board.smoke[a.index()] > 0)
            .map(|a| format!("{} in {}", player.board.smoke[a.index()], a.id()))
            .chain((player.board.own_smoke > 0).then(|| format!("{} around you", player.board.own_smoke)))
            .collect();
        if !smoke.is_empty() {
            lines.push(format!("Smoke {}.", smoke.join(", ")));
        }
    }
    let active: Vec<&str> = view.active_events().collect();
    if !active.is_empty() {
        lines.push(format!("Major Events: {}.", active.join(", ")));
    }
    Section { id: "where", title: "Situation".into(), lines }
}

fn enemies(view: &View<'_>, seat: Seat, id: &'static str, title: String) -> Section {
    let (d, player) = (view.data(), view.commander(seat).player());
    let lines: Vec<String> = player
        .board
        .enemies
        .iter()
        .filter(|enemy| enemy.on_board())
        .map(|enemy| {
            let name = unit_name(d, view.field().grade, enemy.class, enemy.kind);
            let unit = enemy.kind.map(|kind| &d.units[kind.index()]);
            let pen = unit.and_then(|u| u.pen).map(|pen| match pen + d.b1.range[player.board.range].pen {
                at if at == pen => format!(" gun {pen}"),
                at => format!(" gun {pen} ({at} at {} range)", player.board.range.name()),
            });
            let armor = unit.and_then(|u| u.armor).map(|[t, h, side]| format!(" armor {t}/{h}/{side}"));
            let state = state(view, seat, enemy);
            let state = if state.is_empty() { String::new() } else { format!(": {}", state.join(", ")) };
            format!(
                "{} {} {name}{}{}{state}",
                enemy.area.id(),
                enemy.id.0,
                pen.unwrap_or_default(),
                armor.unwrap_or_default()
            )
        })
        .collect();
    let lines = if lines.is_empty() { vec!["none".into()] } else { lines };
    Section { id, title, lines }
}

/// What can be seen of an enemy on a board, whom it targets first, as the reader is concerned.
fn state(view: &View<'_>, board: Seat, enemy: &Enemy) -> Vec<String> {
    let target = match enemy.aim {
        EnemyAim::Elsewhere => None,
        EnemyAim::Tank => Some(board),
        EnemyAim::Helper => Some(Seat(1 - board.0)),
    };
    // A tank that is off the field is nobody's target.
    let target = target.filter(|seat| view.commander(*seat).on_the_field());
    let target = target.map(|seat| match seat == view.seat() {
        true => "TARGETS YOU".to_string(),
        false => format!("targets {}", view.commander(seat).called()),
    });
    let marks = [
        (enemy.mounted, "carries infantry"),
        (enemy.class == Class::Inf && enemy.steps == 1, "reduced"),
        (enemy.suppressed, "suppressed"),
        (enemy.dug_in, "dug in"),
        (enemy.hull_down, "hull down"),
        (enemy.buttoned, "buttoned up"),
        (enemy.immobilized, "immobilized"),
        (enemy.side_open || enemy.flanked || enemy.flanked_for_good, "flank open"),
    ];
    target.into_iter().chain(marks.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.into())).collect()
}

fn points(facing: Facing) -> &'static str {
    match facing {
        Facing::Left => "left (A, D)",
        Facing::Front => "front (B)",
        Facing::Right => "right (C, E)",
    }
}

fn tank(view: &View<'_>) -> Section {
    let (d, player) = (view.data(), view.me());
    let t = &d.tanks[player.tank.index()];
    let [turret, hull, side] = t.armor;
    let name =
        if player.tank_name.is_empty() { String::new() } else { format!(" \u{201c}{}\u{201d}", player.tank_name) };
    let mut lines =
        vec![format!("{}{name}, {}, firepower {}, armor {turret}/{hull}/{side}.", t.name, t.gun, t.firepower)];
    if !view.stage().is_fight() {
        return Section { id: "tank", title: "Tank".into(), lines };
    }
    let m = &player.mat;
    lines.push(format!(
        "Hull {}, turret {}{}{}.",
        points(m.hull),
        points(m.turret),
        if m.hull_down { ", HULL DOWN" } else { "" },
        if m.immobilized { ", IMMOBILIZED" } else { "" }
    ));
    lines.push(format!(
        "Loaded: {}. Rack {}/{}: {}.",
        m.loaded.map_or("nothing", |a| a.name()),
        m.racked(),
        t.ready_rack,
        rack(&m.rack)
    ));
    let limited: Vec<String> = Ammo::ALL
        .into_iter()
        .filter(|a| a.is_limited() && t.limits[*a].is_some_and(|most| most > 0))
        .map(|a| format!("{} {}", m.carried[a.index()], a.name()))
        .collect();
    if !limited.is_empty() {
        lines.push(format!("Aboard: {}.", limited.join(", ")));
    }
    let guns: Vec<String> = Gun::ALL
        .into_iter()
        .map(|gun| {
            let mg = m.guns[gun.index()];
            format!("{} {}{}", gun.short(), mg.points, if mg.jammed { " JAMMED" } else { "" })
        })
        .collect();
    let mortar = if t.smoke_mortar > 0 { format!(", smoke mortar {}", m.mortar) } else { String::new() };
    lines.push(format!("Machine guns: {}{mortar}.", guns.join(", ")));
    let call = |c: &Cff| {
        let place =
            if c.board == view.seat() { String::new() } else { format!(" on {}", view.commander(c.board).board()) };
        format!("{}{place} in {}", c.support, c.rounds)
    };
    let calls: Vec<String> = m.cff.iter().map(call).collect();
    if !calls.is_empty() {
        lines.push(format!("Called: {}.", calls.join(", ")));
    }
    if m.shock {
        let post = player.commanding().unwrap_or(Post::Commander);
        lines.push(format!("The {post} is shocked."));
    }
    Section { id: "tank", title: "Tank".into(), lines }
}

fn crew(view: &View<'_>) -> Section {
    let own = view.commander(view.seat());
    let player: &Player = own.player();
    let mut lines: Vec<String> = Post::ALL
        .into_iter()
        .map(|post| {
            let man = player.crew[post.index()];
            let mut words = Vec::new();
            if post.has_hatch() && view.stage().is_fight() {
                words.push(if player.mat.is_open(post) { "open".to_string() } else { "buttoned".into() });
            }
            if man.wound != Wound::None {
                words.push(man.wound.name().to_uppercase());
            }
            if man.substitute {
                words.push("substitute".into());
            }
            for skill in Skill::ALL.into_iter().filter(|k| k.owner() == post && player.career.holds(*k)) {
                let used = player.mat.used >> skill.index() & 1 == 1;
                words.push(format!("{}{}", skill.name(), if used { " (used)" } else { "" }));
            }
            if post == Post::Commander && player.commander_guns() {
                words.push("at the gun".into());
            }
            if post == Post::AssistantDriver {
                words.extend(player.mat.assistant_at.map(|post| format!("at the {}'s post", post.name())));
            }
            let words = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
            format!("{}, {}{words}", capital(post.name()), own.called_man(man.number))
        })
        .collect();
    for away in &player.away {
        let place = if away.hospital { "in hospital" } else { "laid up" };
        lines.push(format!(
            "Away: {}, {}, {place}, {}",
            away.post.name(),
            own.called_man(away.man.number),
            counted(away.lines.into(), "mission")
        ));
    }
    Section { id: "crew", title: "Crew".into(), lines }
}

/// [5.2] Missions so far, and the level the career would end at now.
fn standing(player: &Player, charts: &Charts) -> String {
    let career = &player.career;
    let level = charts.victory(career.successes).name();
    match (career.completed, player.fate.serves()) {
        (0, _) => "No mission finished yet.".into(),
        (n, true) => {
            format!("{} won of {n} finished; if the career ended now: {level}.", counted(career.successes, "mission"))
        }
        (n, false) => format!("{} won of {n} finished: {level}.", counted(career.successes, "mission")),
    }
}

/// A commander's career; that of the other says whose it is.
fn career(view: &View<'_>, seat: Seat) -> Section {
    let (d, player) = (view.data(), view.commander(seat).player());
    let career = &player.career;
    let mut lines = Vec::new();
    // [5.1.3] Whose war is over has an end to be told.
    if !player.fate.serves() {
        let month = player.fate_in.map_or_else(String::new, |month| format!(", {}", month.name()));
        let end = fate(player.fate);
        lines.push(format!("{}{}{month}.", end[..1].to_uppercase(), &end[1..]));
    }
    lines.extend([
        match view.commander(seat).unit() {
            Some(unit) => format!("{}, {unit}.", career.rank.name()),
            None => format!("{}, not with a unit yet.", career.rank.name()),
        },
        standing(player, d),
        format!(
            "{} XP, {} of {} toward the next; {}, level {}.",
            career.experience,
            career.credit,
            d.constants.experience_every_missions,
            counted(career.prestige.into(), "Prestige Point"),
            career.level
        ),
    ]);
    if let Some(kills) = destroyed(career) {
        lines.push(format!("Destroyed: {kills}."));
    }
    let awards: Vec<String> = Award::ALL
        .into_iter()
        .filter(|a| career.award(*a) > 0)
        .map(|a| if career.award(a) > 1 { format!("{} x{}", a.name(), career.award(a)) } else { a.name().into() })
        .collect();
    if !awards.is_empty() {
        lines.push(format!("Awards: {}.", awards.join(", ")));
    }
    let trophies: Vec<String> = Trophy::ALL
        .into_iter()
        .filter(|t| career.trophies[t.index()] > 0)
        .map(|t| {
            if career.trophies[t.index()] > 1 {
                format!("{} x{}", t.name(), career.trophies[t.index()])
            } else {
                t.name().into()
            }
        })
        .collect();
    if !trophies.is_empty() {
        lines.push(format!("Trophies: {}.", trophies.join(", ")));
    }
    let trades: Vec<&str> = Trade::ALL.into_iter().filter(|t| career.has_trade(*t)).map(Trade::name).collect();
    if !trades.is_empty() {
        lines.push(format!("In hand: {}.", trades.join(", ")));
    }
    let markers: Vec<&str> =
        RandomEvent::ALL.into_iter().filter(|enemy| career.has_marker(*enemy)).map(RandomEvent::name).collect();
    if !markers.is_empty() {
        lines.push(format!("Pending: {}.", markers.join(", ")));
    }
    if career.skip > 0 {
        lines.push(match career.skip {
            1 => "Misses the next mission.".into(),
            n => format!("Misses the next {n} missions."),
        });
    }
    if career.tanks_lost > 0 {
        lines.push(format!("Tanks lost: {}.", career.tanks_lost));
    }
    if seat == view.seat() {
        Section { id: "career", title: "Career".into(), lines }
    } else {
        Section { id: "partner-career", title: format!("Career of {}", view.commander(seat).called()), lines }
    }
}
