//! Patton's Best drawn: Battle Board, Movement Board, Tank Card, lists, and the After Action Report.

mod battle;
mod card;
mod counters;
mod lists;
mod map;
mod report;
mod text;

use crate::state::{Bog, Length, Report, Sight, Snowfall, Stage, Weather};
use crate::view::{SeenMan, SeenUnit};
use crate::words::{Ground, Sky, Terrain};
use crate::{Patton, View};
use hulldown_core::phrase::count;
use hulldown_draw::scenery::Growth;
use hulldown_draw::{Drawn, Look, Panel, Question, Region, Room, Sketch, Spot, Spots, scenery, sherman};
use maud::{Markup, html};

impl Drawn for Patton {
    const CSS: &'static str = include_str!("board/board.css");

    fn panels(view: &View<'_>, spots: &[Spot], base: &str, _look: &Look<'_>) -> Vec<Panel> {
        let spots = Spots::new(spots, base);
        let fight = view.in_battle();
        let needs_board = fight || ["sector:", "zone:", "unit:"].iter().any(|front| spots.has_any(front));
        let battle = needs_board.then(|| battle::battle(view, &spots));
        let map = (has_map(view) && (on_map(view) || spots.has_any("area:") || battle.is_none()))
            .then(|| map::map(view, &spots));
        let calm = (battle.is_none() && map.is_none()).then(|| picture(720.0, 300.0));
        let card = card::card(view, &spots);
        // What nothing has drawn must still be in reach.
        let rest = spots.rest();
        let mut boards: Vec<(&'static str, &str, Markup)> = [
            battle.map(|html| ("battle", "Battle Board", html)),
            map.map(|html| ("map", "Movement Board", html)),
            calm.map(|html| ("calm", "Situation", html)),
        ]
        .into_iter()
        .flatten()
        .collect();
        // The board in use comes first.
        if on_map(view) && !fight {
            boards.sort_by_key(|(id, ..)| *id != "map");
        }
        let mut all: Vec<Panel> =
            boards.into_iter().map(|(id, title, html)| Panel::new(id, title, Region::Board, html)).collect();
        if let Some(first) = all.first_mut() {
            first.html.push_str(&rest.into_string());
        }
        let title = format!("Tank Card {}: {}", view.tank().model.number(), model(view));
        all.push(Panel::new("card", title, Region::Board, card));
        if fight {
            all.push(Panel::new("enemies", "Enemy units", Region::Side, lists::enemies(view)));
        }
        all.push(Panel::new("crew", "Crew", Region::Side, lists::crew(view)));
        all.push(Panel::new("day", "The day", Region::Side, lists::day(view)));
        all
    }

    fn sketch(view: &View<'_>, spots: &[Spot], _: &Look<'_>, room: Room) -> Option<Sketch> {
        text::sketch(view, spots, room)
    }

    fn answer(view: &View<'_>, question: Question<'_>) -> Result<Vec<String>, String> {
        text::answer(view, question)
    }

    fn career(view: &View<'_>) -> Vec<Panel> {
        report::panels(view)
    }

    fn picture() -> Option<Markup> {
        Some(picture(480.0, 270.0))
    }
}

/// Two Shermans before a village, the first with its name: the picture of the game.
fn picture(w: f32, h: f32) -> Markup {
    let (a, b) = (h * 0.56, h * 0.7);
    html! {
        svg class="hd-picture hd-calm" viewBox=(format!("0 0 {w} {h}")) role="img" aria-label="Two Sherman tanks on the road to a village" {
            rect class="hd-paper" width=(w) height=(h) rx="10" {}
            circle class="hd-sun" cx=(w * 0.16) cy=(h * 0.2) r="20" {}
            path class="hd-hill-3" d=(format!("M8 {a}Q{} {} {} {a}T{} {a}V{}H8Z", w * 0.25, a - 50.0, w * 0.5, w - 8.0, h - 8.0)) {}
            (scenery::strip(Growth::Houses, w * 0.56, a + 2.0, w * 0.36, 5))
            path class="hd-hill-2" d=(format!("M8 {b}Q{} {} {} {b}T{} {b}V{}H8Z", w * 0.3, b - 30.0, w * 0.6, w - 8.0, h - 8.0)) {}
            (scenery::strip(Growth::Woods, w * 0.04, b + 2.0, w * 0.2, 8))
            path class="hd-road" d=(format!("M8 {}Q{} {} {} {}", h - 24.0, w * 0.5, h - 40.0, w - 8.0, a + 8.0)) {}
            g transform=(format!("translate({} {}) scale(1.250)", w * 0.6, h * 0.5)) { (sherman::side("m4a3e8")) }
            g transform=(format!("translate({} {}) scale(2.300)", w * 0.16, h - 30.0 - 115.0)) { (sherman::side("m4a3_75w")) }
            (scenery::strip(Growth::Grass, 20.0, h - 12.0, w - 40.0, 3))
        }
    }
}

/// Whether there is a map to look at.
fn has_map(view: &View<'_>) -> bool {
    view.options().length != Length::Engagement
}

/// Whether the task force is on the Movement Board just now.
fn on_map(view: &View<'_>) -> bool {
    matches!(
        view.stage(),
        Stage::StartArea | Stage::FreeCheck | Stage::Operations | Stage::Entered | Stage::Watch | Stage::Leaving(_)
    )
}

/// What the tank is called.
fn model(view: &View<'_>) -> String {
    let tank = view.tank();
    view.data().tanks[tank.model.index()].name_of(tank.hvss)
}

/// The weather in words.
fn weather(weather: Weather) -> String {
    let mut words = vec![weather.sky.name()];
    if weather.rain {
        words.push("rain");
    }
    if weather.snow == Snowfall::Falling {
        words.push("snow falling");
    }
    if weather.ground != Ground::Dry {
        words.push(weather.ground.name());
    }
    words.join(", ")
}

/// The picture that fits the weather.
fn weather_picture(weather: Weather) -> scenery::Weather {
    match (weather.rain, weather.snow, weather.sky, weather.ground) {
        (true, ..) => scenery::Weather::Rain,
        (_, Snowfall::Falling, ..) => scenery::Weather::Snow,
        (_, _, Sky::Fog, _) => scenery::Weather::Fog,
        (_, _, Sky::Overcast, _) => scenery::Weather::Overcast,
        (_, _, _, Ground::Mud) => scenery::Weather::Mud,
        _ => scenery::Weather::Clear,
    }
}

/// How the tank stands, in words.
fn tank_states(view: &View<'_>) -> Vec<&'static str> {
    if view.is_knocked_out() {
        return vec!["knocked out"];
    }
    let tank = view.tank();
    let bogged = match tank.bog {
        Bog::Free => None,
        Bog::Bogged => Some("bogged down"),
        Bog::Assistance => Some("stuck until help comes"),
    };
    let all = [
        tank.disabled.then_some("disabled"),
        bogged,
        tank.moving.then_some("moving"),
        tank.hull_down.then_some("hull down"),
        tank.lead.then_some("lead tank"),
        tank.sight_broken.then_some("gun sight broken"),
    ];
    all.into_iter().flatten().collect()
}

/// What a unit is called: its class while nobody knows better.
fn called(unit: &SeenUnit<'_>) -> String {
    if unit.unit.identified { unit.name.into() } else { format!("unidentified {}", unit.class) }
}

/// How well a unit is seen, in a word.
fn sight(sight: Sight) -> &'static str {
    match sight {
        Sight::Unspotted => "unspotted",
        Sight::Spotted => "spotted",
        Sight::Hidden => "hidden",
    }
}

/// What is so with a unit, in words.
fn unit_states(unit: &SeenUnit<'_>) -> Vec<String> {
    let enemy = unit.unit;
    let mut states = vec![sight(enemy.sight).to_string()];
    if let Some(facing) = enemy.facing.filter(|_| unit.vehicle) {
        states.push(format!("{facing} to you"));
    }
    match enemy.terrain {
        Terrain::Open => {}
        Terrain::HullDown => states.push("hull down".into()),
        terrain => states.push(format!("in {terrain}")),
    }
    for (on, says) in [(enemy.moving, "moving"), (enemy.immobile, "immobile"), (enemy.fired, "has fired")] {
        if on {
            states.push(says.into());
        }
    }
    if enemy.aim > 0 {
        let times = if enemy.aim == 1 { "once".into() } else { format!("{} times", enemy.aim) };
        states.push(format!("has aimed at you {times}"));
    }
    if unit.acquired > 0 {
        states.push(format!("your acquired target {}", unit.acquired));
    }
    states
}

/// What friendly forces have lost in a day.
fn friends_lost(report: &Report) -> String {
    format!("{}, {}", count(report.tanks_lost.into(), "tank"), count(report.squads_lost.into(), "squad"))
}

/// What is so with a man, in words.
fn man_states(man: &SeenMan) -> Vec<String> {
    let mut states = vec![match man.rating {
        Some(rating) => format!("rating {rating}"),
        None => "no man here".into(),
    }];
    states.extend(man.leaving.map(String::from));
    if let Some(open) = man.hatch.filter(|_| man.leaving.is_none()) {
        states.push(if open { "hatch open" } else { "buttoned up" }.into());
    }
    states.extend(man.order_name.map(String::from));
    states.extend(man.wound.map(String::from));
    if man.blind {
        states.push("periscope broken".into());
    }
    if !man.works && man.rating.is_some() {
        states.push("out of action".into());
    }
    states
}
