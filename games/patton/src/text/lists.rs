//! What the player sees, as titled lists: where, enemies, tank, crew, report, career.

use super::{commander, fate};
use crate::state::{Bog, GunState, Length, Sight, Stage};
use crate::talk::{counted, points, rounds, unit, verdict, weather};
use crate::view::View;
use crate::words::{Medal, Post, Sector, UnitType, Weapon, Wound, Zone};
use hulldown_core::game::Section;
use hulldown_core::phrase::{capital, sentence};

/// Where the game stands, on one line.
pub(super) fn status(view: &View<'_>) -> String {
    let time = match view.options().length {
        Length::Engagement => String::new(),
        _ if matches!(view.stage(), Stage::Calendar | Stage::Refit | Stage::Muster | Stage::Over) => String::new(),
        _ => format!(" {}", view.report().clock),
    };
    let battle = match view.battle().round {
        _ if !view.in_battle() => String::new(),
        0 => ", contact".into(),
        round => format!(", round {round}"),
    };
    // Points are counted over a campaign; a single day has a score of its own in the evening.
    let scored = match view.options().length {
        Length::Campaign if view.you().points > 0 => format!(", {}", points(view.you().points)),
        _ => String::new(),
    };
    let (day, scenario) = (view.day(), view.report().scenario.name());
    format!("{day}{time}, {scenario}{battle}; {}{scored}", commander(view.you()))
}

/// Everything the player sees.
pub(super) fn sections(view: &View<'_>) -> Vec<Section> {
    let mut all = vec![place(view)];
    if view.in_battle() {
        all.push(enemies(view));
    }
    all.push(tank(view));
    all.push(crew(view));
    if view.options().length != Length::Engagement {
        all.push(map(view));
    }
    all.push(report(view));
    if view.options().length == Length::Campaign {
        all.push(career(view));
    }
    if !view.in_battle() {
        all.push(Section { id: "enemies", title: "Enemies".into(), lines: vec!["No battle now.".into()] });
    }
    all
}

fn place(view: &View<'_>) -> Section {
    let mut lines =
        vec![format!("{}, {}, {} resistance expected.", view.day(), view.report().scenario, view.report().expected)];
    lines.push(sentence(&weather(&view.report().weather)));
    if view.options().length != Length::Engagement {
        lines.push(format!("It is {}; sunset at {}.", view.report().clock, view.report().sunset));
    }
    if view.in_battle() {
        let round = match view.battle().round {
            0 => "Contact".to_string(),
            round => format!("Round {round}"),
        };
        lines.push(format!("{round}; ground: {}.", view.ground()));
        let us: Vec<&str> = Sector::ALL.into_iter().filter(|s| view.battle().us[s.index()]).map(Sector::id).collect();
        lines.push(format!("US Controlled sectors: {}.", if us.is_empty() { "none".into() } else { us.join(", ") }));
        let here = Some(view.battle().smoke_here()).filter(|n| *n > 0).map(|n| format!("{n} on your tank"));
        let zones = Zone::all()
            .filter(|z| view.battle().smoke_in(*z) > 0)
            .map(|z| format!("{} in {} {}", view.battle().smoke_in(z), z.sector.id(), z.range));
        let smoke: Vec<String> = here.into_iter().chain(zones).collect();
        if !smoke.is_empty() {
            lines.push(format!("Smoke: {}.", smoke.join(", ")));
        }
        for sweep in &view.battle().sweeps {
            lines.push(format!("The {} sweeps {} {}.", sweep.mg, sweep.zone.sector.id(), sweep.zone.range));
        }
    }
    Section { id: "place", title: "Where you are".into(), lines }
}

fn enemies(view: &View<'_>) -> Section {
    let charts = view.data();
    let lines = view
        .battle()
        .enemies
        .iter()
        .map(|enemy| {
            let mut text = format!(
                "{}: {} {}",
                unit(charts, enemy.kind, enemy.identified, enemy.id),
                enemy.zone.sector.id(),
                enemy.zone.range
            );
            if let Some(facing) = enemy.facing {
                text.push_str(&format!(", {facing} to you"));
            }
            text.push_str(&format!(", {}", enemy.terrain));
            for (holds, word) in [
                (enemy.moving, "moving"),
                (enemy.immobile, "immobile"),
                (enemy.sight == Sight::Spotted, "spotted"),
                (enemy.sight == Sight::Hidden, "hidden"),
                (enemy.aim > 0, "has your range"),
                (enemy.fired, "fired"),
            ] {
                if holds {
                    text.push_str(&format!(", {word}"));
                }
            }
            if let Some((_, level)) = view.battle().acquired.filter(|(id, _)| *id == enemy.id) {
                text.push_str(&format!(", acquired {level}"));
            }
            text
        })
        .collect();
    Section { id: "enemies", title: "Enemies".into(), lines: or_none(lines) }
}

/// A list in which nothing stands says so.
fn or_none(lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { vec!["None on the board.".into()] } else { lines }
}

fn tank(view: &View<'_>) -> Section {
    let charts = view.data();
    let (tank, card) = (view.tank(), &charts.tanks[view.tank().model.index()]);
    let name = if tank.name.is_empty() { String::new() } else { format!(" \u{201c}{}\u{201d}", tank.name) };
    let mut lines = vec![format!("{}{name}, {}, {}.", card.name_of(tank.hvss), card.gun, card.armor)];
    lines.push(format!("Hull to {}, turret to {}.", tank.hull.id(), tank.turret.id()));
    let mut state: Vec<&str> = Vec::new();
    for (holds, word) in [
        (tank.hull_down, "hull down"),
        (tank.moving, "moving"),
        (tank.lead, "lead tank"),
        (tank.disabled, "disabled"),
        (tank.bog != Bog::Free, "bogged down"),
        (tank.hvss, "HVSS"),
        (tank.sight_broken, "gun sight broken"),
        (view.crew().trained, "gyrostabilizer trained"),
    ] {
        if holds {
            state.push(word);
        }
    }
    if !state.is_empty() {
        lines.push(sentence(&state.join(", ")));
    }
    lines.push(format!("In the gun: {}.", tank.loaded.map_or("nothing", |a| a.name())));
    lines.push(format!("On board: {} ({} normal).", rounds(&tank.rounds), card.rounds));
    lines.push(format!("Ready rack ({}): {}.", card.rack, rounds(&tank.rack)));
    let stores =
        format!("Smoke grenades {}, smoke bombs {}, spare periscopes {}", tank.grenades, tank.bombs, tank.periscopes);
    let boxes = if view.options().mg_ammo {
        format!(", .30 boxes {}, .50 boxes {}", tank.boxes_30, tank.boxes_50)
    } else {
        String::new()
    };
    let fuel = if view.options().fuel { format!(", fuel {}", tank.fuel) } else { String::new() };
    lines.push(format!("{stores}{boxes}{fuel}."));
    for weapon in Weapon::ALL {
        match tank.gun(weapon) {
            GunState::Works => {}
            GunState::Malfunction => lines.push(format!("The {weapon} malfunctions.")),
            GunState::Broken => lines.push(format!("The {weapon} is broken.")),
        }
    }
    Section { id: "tank", title: "Your tank".into(), lines }
}

fn crew(view: &View<'_>) -> Section {
    let mut lines: Vec<String> = Post::ALL
        .into_iter()
        .filter_map(|post| {
            let man = view.crew().men[post.index()]?;
            let called = view.called(&man);
            let hatch = match (view.has_hatch(post), view.tank().is_open(post)) {
                (false, _) => "",
                (true, true) => ", hatch open",
                (true, false) => ", hatch closed",
            };
            let hurt = if man.wound > Wound::NearMiss { format!(", {}", man.wound) } else { String::new() };
            let down = if man.down { ", unconscious" } else { "" };
            let blind = if view.tank().blind[post.index()] { ", periscope broken" } else { "" };
            let order = view.battle().orders.of(post).filter(|_| view.in_battle());
            let order = order.map_or(String::new(), |a| format!(": {a}"));
            let post = capital(post.name());
            Some(format!("{post}: {called}, rating {}{hatch}{hurt}{down}{blind}{order}", man.rating))
        })
        .collect();
    if view.crew().assistant_at != Post::Assistant {
        lines.push(format!("The assistant driver has taken over as {}.", view.crew().assistant_at));
    }
    for away in &view.crew().away {
        lines.push(format!(
            "{}: {}, in hospital until {}.",
            capital(away.post.name()),
            view.called(&away.man),
            away.back
        ));
    }
    Section { id: "crew", title: "Your crew".into(), lines }
}

fn map(view: &View<'_>) -> Section {
    let charts = view.data();
    let Some((_, exit)) = view.route() else {
        let lines = vec!["Today's start and exit areas are not known yet.".into()];
        return Section { id: "map", title: "The Movement Board".into(), lines };
    };
    let mut lines = vec![format!(
        "The task force is in area {}{}; it is to reach area {exit}.",
        view.map().at,
        view.map().from.map_or_else(String::new, |from| format!(", from area {from}")),
    )];
    for (area, road) in &charts.areas[view.map().at.index()].neighbours {
        let there = view.map().areas[*area];
        let mut text = format!("Area {area}: {}, {road}", charts.areas[area.index()].kind);
        if let Some(resistance) = there.resistance {
            text.push_str(&format!(", {resistance} resistance"));
        }
        if there.us {
            text.push_str(", US controlled");
        }
        if there.artillery > 0 {
            text.push_str(&format!(", artillery {}", there.artillery));
        }
        if there.air > 0 {
            text.push_str(&format!(", air strike {}", there.air));
        }
        lines.push(text);
    }
    Section { id: "map", title: "The Movement Board".into(), lines }
}

fn report(view: &View<'_>) -> Section {
    let charts = view.data();
    let r = view.report();
    let score = r.score(charts);
    let kills = |count: &[u8; UnitType::ALL.len()]| {
        let kinds: Vec<String> = UnitType::ALL
            .into_iter()
            .filter(|k| count[k.index()] > 0)
            .map(|k| match k {
                UnitType::Truck | UnitType::Mg => counted(count[k.index()], k.name()),
                _ => format!("{} {}", count[k.index()], k.name()),
            })
            .collect();
        if kinds.is_empty() { "nothing".into() } else { kinds.join(", ") }
    };
    let mut lines = vec![
        format!("Your tank: {} ({}).", kills(&r.own), points(score.own_adjusted)),
        format!("Friendly forces: {} ({}).", kills(&r.friendly), points(score.friendly_adjusted)),
        format!(
            "Areas {}, exit areas {}, lost {} ({}).",
            r.areas,
            r.exits,
            r.lost_areas,
            points(score.captured_adjusted + score.lost_adjusted)
        ),
        format!(
            "Lost: {}, {} ({}).",
            counted(r.tanks_lost, "tank"),
            counted(r.squads_lost, "squad"),
            points(score.losses)
        ),
        format!("Total: {}.", points(score.total())),
    ];
    if let Some(v) = r.verdict {
        lines.push(format!("The day is {}.", verdict(v)));
    }
    Section { id: "report", title: "After Action Report".into(), lines }
}

fn career(view: &View<'_>) -> Section {
    let you = view.you();
    let mut lines = vec![format!(
        "{}, {}: {}, {} of action, {} won, {} lost.",
        commander(view.you()),
        fate(you.fate),
        points(you.points),
        counted(you.days, "day"),
        you.won,
        counted(you.tanks_lost, "tank")
    )];
    for medal in Medal::ALL {
        if you.medals[medal.index()] > 0 {
            lines.push(format!("{}: {}.", medal, you.medals[medal.index()]));
        }
    }
    if you.hearts > 0 {
        lines.push(format!("Purple Heart: {}.", you.hearts));
    }
    for line in view.history().iter().rev().take(10) {
        let lost = if line.tank_lost { ", tank lost" } else { "" };
        lines.push(format!(
            "{}: {}, {}, {}{lost}.",
            line.day,
            line.scenario,
            points(line.total),
            verdict(line.verdict)
        ));
    }
    Section { id: "career", title: "Your war".into(), lines }
}
