//! What commanders make of a game: how well it stands, and what a kill is worth.

use hulldown_core::Game;
use hulldown_core::hex::{HexId, Side};
use hulldown_tank::bot::{AFAR, NO_FIGHT, kill_worth, value};
use hulldown_tank::fire::{FireTarget, Gun};
use hulldown_tank::state::{Ending, Place, Why};
use hulldown_tank::words::{Cover, Force, Kind, Terrain, Weapon};
use hulldown_tank::{Setup, Tank};

fn game(scenario: &str) -> Tank {
    Tank::new(&Setup { scenario: scenario.into(), ..Setup::default() }, Tank::data()).unwrap()
}

fn both(game: &Tank) -> [f32; 2] {
    let view = game.view(Tank::data(), Force::Alpha.seat());
    Force::ALL.map(|force| value(&view, force))
}

#[test]
fn a_game_without_a_loss_is_worth_less_than_half_to_either() {
    for scenario in ["0", "7"] {
        let mut game = game(scenario);
        assert_eq!(both(&game), [NO_FIGHT; 2], "still open");
        game.ending = Some(Ending { why: Why::Stalled, winner: None });
        assert_eq!(both(&game), [NO_FIGHT; 2], "drawn");
        for army in &mut game.armies {
            (army.losses, army.units[0].place) = (1, Place::Lost);
        }
        assert_eq!(both(&game), [0.5; 2], "drawn after a fight");
    }
}

#[test]
fn who_is_behind_would_rather_not_have_fought() {
    let mut game = game("0");
    (game.armies[0].losses, game.armies[0].units[0].place) = (1, Place::Lost);
    let [alpha, bravo] = both(&game);
    assert!(alpha < NO_FIGHT && bravo > 0.5, "{alpha} {bravo}");
}

/// Figures without a map are those of the rules on a map where nothing adds to them.
#[test]
fn fire_at_a_front_is_what_it_is_on_open_ground() {
    let setup = Setup { mode: "open".into(), ..Setup::default() };
    let game = Tank::new(&setup, Tank::data()).unwrap();
    let field = game.view(Tank::data(), Force::Alpha.seat()).field();
    let bare = |hex: HexId| field.ground.terrain(hex) == Terrain::Clear;
    let afar = |from: HexId, to: HexId| {
        let above = field.ground.hex(from).bearing(field.ground.hex(to)) == Some(Side::D);
        above && field.ground.range(from, to) == AFAR && field.sight.clear(from, to) && bare(to)
    };
    let open = |from: HexId, to: HexId| afar(from, to) && field.sight.cover(from, to) == Cover::None;
    let ids = || field.ground.grid().ids();
    let (from, hex) = ids().find_map(|from| Some((from, ids().find(|to| open(from, *to))?))).expect("open ground");
    for weapon in Weapon::ALL {
        for target in Weapon::ALL.into_iter().filter(|target| field.charts.weapon(*target).kind == Kind::Afv) {
            let gun = Gun { weapon, from, panic: 3, preserved: false };
            if field.charts.weapon(weapon).kind == Kind::Infantry {
                continue;
            }
            let mark = FireTarget {
                weapon: target,
                hex,
                facing: Side::A,
                points: 0,
                moves: false,
                wreck: false,
                improved: false,
            };
            assert_eq!(field.at_front(&gun, target, AFAR), field.at_armor(&gun, &mark).kill);
        }
    }
}

#[test]
fn a_kill_is_worth_more_to_those_who_are_outranged() {
    let worth = |scenario: &str, preserved: bool| {
        let mut game = game(scenario);
        game.army_mut(Force::Bravo).preserved = preserved;
        kill_worth(&game.view(Tank::data(), Force::Alpha.seat()), Kind::Afv)
    };
    assert_eq!(["11", "12", "13"].map(|scenario| worth(scenario, false)), [4.0, 1.5, 4.0]);
    assert_eq!(["11", "12", "13"].map(|scenario| worth(scenario, true)), [1.5; 3]);
}
