//! What a seat sees, read back into a game that looks exactly so to it. What the seat does not know stays unknown: in its place stand
//! blanks, which no view ever names.

use hulldown_core::game::Game;
use hulldown_core::hex::Side;
use hulldown_tank::charts::Charts;
use hulldown_tank::map::{Ground, Layout};
use hulldown_tank::state::{Army, Hit, Place, Plot, Position, Run, Stage, Unit};
use hulldown_tank::view::Standing;
use hulldown_tank::words::{Force, Mode, ScenarioId, Weapon};
use hulldown_tank::{Tank, View};
use serde_json::Value;

/// A game as one seat sees it.
#[derive(Clone)]
pub(crate) struct Rebuilt {
    game: Tank,
    force: Force,
    charts: &'static Charts,
}

impl Rebuilt {
    /// The seat's view.
    pub(crate) fn view(&self) -> View<'_> {
        self.game.view(self.charts, self.force.seat())
    }

    /// Reads a view of a game with these charts; `None` if it is not one.
    pub(crate) fn read(d: &'static Charts, view: &Value) -> Option<Rebuilt> {
        let scenario = ScenarioId::from_id(view.get("scenario")?.as_str()?)?;
        let force = Force::from_id(view.get("force")?.as_str()?)?;
        let mode = Mode::from_id(view.get("mode")?.as_str()?)?;
        let sheets: Layout = part(view, "sheets")?;
        let stage: Stage = part(view, "stage")?;
        let ground = d.ground(sheets);
        let standings = view.get("standing")?.as_array()?;
        let mut game = Tank {
            scenario,
            mode,
            sheets,
            stall: None,
            no_losses: [None; 2],
            stage,
            turn: part(view, "turn")?,
            armies: [army(standings.first()?)?, army(standings.get(1)?)?],
            wrecks: Default::default(),
            positions: Default::default(),
            panic: part(view, "panic")?,
            first_fire: 0,
            last_fire: 0,
            last_loss: 0,
            ending: part(view, "ending")?,
        };
        own(&mut game, force, ground, view)?;
        enemies(&mut game, force.enemy(), ground, view, &standing(standings.get(force.enemy().index())?)?)?;
        for name in view.get("wrecks")?.as_array()? {
            game.wrecks.try_push(ground.find(name.as_str()?).ok()?).ok()?;
        }
        for position in view.get("positions")?.as_array()? {
            let hex = ground.find(position.get(0)?.as_str()?).ok()?;
            game.positions.try_push(Position { hex, hidden: position.get(1)?.as_bool()? }).ok()?;
        }
        Some(Rebuilt { game, force, charts: d })
    }
}

fn part<T: serde::de::DeserializeOwned>(view: &Value, name: &str) -> Option<T> {
    serde_json::from_value(view.get(name)?.clone()).ok()
}

fn standing(value: &Value) -> Option<Standing> {
    let number = |name: &str| u8::try_from(value.get(name)?.as_u64()?).ok();
    let holds = |name: &str| value.get(name)?.as_bool();
    Some(Standing {
        units: number("units")?,
        losses: number("losses")?,
        exited: number("exited")?,
        queued: number("queued")?,
        preserved: holds("preserved")?,
        in_column: holds("in_column")?,
    })
}

fn army(value: &Value) -> Option<Army> {
    let standing = standing(value)?;
    Some(Army {
        units: Default::default(),
        entry: None,
        heading: Side::A,
        track: Default::default(),
        in_column: standing.in_column,
        losses: standing.losses,
        exited: standing.exited,
        preserved: standing.preserved,
        fired_on: false,
        has_spotted: false,
        tried: Default::default(),
        sighted: false,
        offers_end: false,
    })
}

fn own(game: &mut Tank, force: Force, ground: &Ground, view: &Value) -> Option<()> {
    let army = game.army_mut(force);
    for value in view.get("units")?.as_array()? {
        let mut unit = value.as_object()?.clone();
        unit.remove("name");
        unit.remove("at");
        let unit: Unit = serde_json::from_value(Value::Object(unit)).ok()?;
        // A place off the map would be looked up later.
        let there = match unit.place {
            Place::On(hex) | Place::Noted(hex) => hex.index() < ground.grid().len(),
            _ => true,
        };
        let known = unit.weapon.index() < Weapon::ALL.len();
        let aims = [unit.plot.target, unit.last.target, unit.run.from];
        if !there || !known || aims.into_iter().flatten().any(|hex| hex.index() >= ground.grid().len()) {
            return None;
        }
        army.units.try_push(unit).ok()?;
    }
    army.entry = match view.get("entry")?.as_str() {
        Some(name) => Some(ground.find(name).ok()?),
        None => None,
    };
    for letter in view.get("track")?.as_str()?.chars() {
        army.track.try_push(Side::from_letter(letter)?).ok()?;
    }
    Some(())
}

fn enemies(game: &mut Tank, enemy: Force, ground: &Ground, view: &Value, standing: &Standing) -> Option<()> {
    let army = game.army_mut(enemy);
    for value in view.get("enemies")?.as_array()? {
        let mut unit = blank(Place::On(ground.find(value.get("at")?.as_str()?).ok()?))?;
        unit.facing = part::<Option<Side>>(value, "facing")?.unwrap_or(Side::A);
        if let (Some(code), Some(weapon)) = (value.get("code")?.as_str(), value.get("weapon")?.as_str()) {
            (unit.code, unit.weapon, unit.spotted) = (code.parse().ok()?, Weapon::from_id(weapon)?, true);
        }
        unit.plot = part::<Option<Plot>>(value, "plot")?.unwrap_or_default();
        if unit.plot.target.is_some_and(|hex| hex.index() >= ground.grid().len()) {
            return None;
        }
        unit.run.points = part(value, "points")?;
        unit.run.legs = part(value, "legs")?;
        unit.panicked = part(value, "panicked")?;
        army.units.try_push(unit).ok()?;
    }
    // Those one does not see are counted, no more.
    for (count, place) in [(standing.losses, Place::Lost), (standing.queued, Place::Queue(1))] {
        for _ in 0..count {
            if army.units.len() < usize::from(standing.units) {
                army.units.try_push(blank(place)?).ok()?;
            }
        }
    }
    while army.units.len() < usize::from(standing.units) {
        army.units.try_push(blank(Place::Left)?).ok()?;
    }
    Some(())
}

/// A unit nothing is known of. Any letters will do: they are never shown.
fn blank(place: Place) -> Option<Unit> {
    Some(Unit {
        code: "A".parse().ok()?,
        weapon: Weapon(0),
        place,
        rank: 0,
        facing: Side::A,
        spotted: false,
        hidden: false,
        panicked: false,
        plot: Plot::default(),
        last: Plot::default(),
        run: Run::default(),
        hit: Hit::None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::game::Seat;
    use hulldown_core::{Generator, Random, Sim};
    use hulldown_tank::Setup;

    /// Nothing is lost on the way from a view to its text and back, and nothing comes to it.
    #[test]
    fn a_view_read_back_looks_the_same() {
        let d = Tank::data();
        let mut looked = 0;
        for (n, id) in ScenarioId::IDS.into_iter().enumerate() {
            let sheets = ["1x1", "2x1", "1x2"][n % 3].into();
            let mut game = Tank::new(&Setup { scenario: id.into(), sheets, ..Setup::default() }, d).unwrap();
            let mut sim = Sim::new(Random(Generator::new(n as u64)), Generator::new(n as u64));
            for _ in 0..60 {
                for seat in [Seat(0), Seat(1)] {
                    let seen = serde_json::to_value(game.view(d, seat)).unwrap();
                    let rebuilt = Rebuilt::read(d, &seen).unwrap();
                    assert_eq!(serde_json::to_value(rebuilt.view()).unwrap(), seen);
                    looked += 1;
                }
                if game.is_over() {
                    break;
                }
                game.advance(d, &mut sim).unwrap();
            }
        }
        assert!(looked > 500);
    }

    #[test]
    fn nonsense_is_not_read() {
        let d = Tank::data();
        let game = Tank::new(&Setup::default(), d).unwrap();
        let good = serde_json::to_value(game.view(d, Seat(0))).unwrap();
        assert!(Rebuilt::read(d, &good).is_some());
        for (name, bad) in [
            ("scenario", Value::from("99")),
            ("mode", Value::Null),
            ("sheets", serde_json::json!([9, 9])),
            ("units", serde_json::json!([{ "code": "A" }])),
            ("standing", serde_json::json!([])),
            ("wrecks", serde_json::json!(["9999"])),
        ] {
            let mut view = good.clone();
            view[name] = bad;
            assert!(Rebuilt::read(d, &view).is_none(), "{name}");
        }
        let mut view = good.clone();
        view["units"][0]["place"] = serde_json::json!({ "on": 60000 });
        assert!(Rebuilt::read(d, &view).is_none());
        assert!(Rebuilt::read(d, &Value::Null).is_none());
    }
}
