//! Pre-Combat.

use crate::common::*;
use hulldown_leader::ids::{EventId, OptionId};
use hulldown_leader::state::Stage;
use hulldown_leader::talk::Event;
use hulldown_leader::words::*;

/// Before the enemy is there.
fn early(stage: Stage) -> Scene {
    Scene::battle().at(stage).with(|game| {
        game.battle.turn = 0;
        game.battle.mustered = false;
    })
}

fn against(id: &str, stage: Stage) -> Scene {
    let scene = Scene::new().with(|game| game.battalions.clear()).battalion(id).fight().at(stage);
    scene.with(|game| {
        game.battle.turn = 0;
        game.battle.mustered = false;
    })
}

/// rules: leader pre.event.1 pre.tiles.1 pre.seq.1 setup.campaign.5
#[test]
fn an_event_then_six_of_eight_tiles() {
    let scene = Scene::new().pair(42, Name::Eandi);
    let end = scene.play("attack:9A send:042 done done", &[2, 1, 1, 1, 1, 1, 1]);
    assert_eq!(end.game().battle.before, Some((EventId(1), OptionId(0))));
    assert_eq!(end.game().battle.field, sample_field(), "the first six winter tiles in their order");
    assert_eq!(end.stage(), Stage::Place);
    assert!(end.game().battle.enemies.is_empty(), "the enemy comes later");
}

/// rules: leader pre.place.1 terrain.i.3 terrain.w.1
#[test]
fn units_start_in_the_bottom_row_where_they_may_stand() {
    let scene = early(Stage::Place)
        .unit("042 eandi 61")
        .that(|fighter| fighter.hex = None)
        .unit("902 jones 61")
        .that(|fighter| fighter.hex = None)
        .ground(61, Ground::Impassable)
        .ground(62, Ground::Water);
    let end = scene.roll(&[]);
    assert_eq!(end.options(), ["place:63", "place:64"]);
    assert_eq!(end.refused("place:61").unwrap().0, "terrain.i.3");
    assert_eq!(end.refused("place:62").unwrap().0, "terrain.w.1");
    let end = end.go_on("place:63");
    assert_eq!(
        end.options(),
        ["place:61", "place:63", "place:64"],
        "a team may stand on Impassable ground, and beside others"
    );
}

/// rules: leader pre.place.2 pre.place.3 pre.place.4 pre.place.5
#[test]
fn rifles_have_two_orders_and_at_and_machine_gun_teams_one() {
    let scene = early(Stage::Orders)
        .unit("902 jones 62")
        .unit("921 reisner 62")
        .unit("1101 chin 62")
        .unit("931 kolchak 62")
        .unit("042 eandi 62");
    let end = scene.roll(&[]);
    assert!(end.can("to:53") && end.can("stay") && !end.can("leave") && !end.can("to:43"), "{:?}", end.options());
    let end = end.go_on("to:53 to:43 to:52 stay");
    let at = |number| end.fighter(number).hex.unwrap().id();
    assert_eq!((at(902), at(921), at(1101), at(931), at(42)), (43, 52, 62, 62, 62));
    assert!(!end.fighter(902).moved && end.commander(Name::Jones).stress == 0);
    assert_eq!(end.stage(), Stage::Muster);
}

/// rules: leader pre.place.5 commander.skill.7
#[test]
fn overdrive_helps_before_the_battle_too() {
    let scene = early(Stage::Orders).unit("902 sanders skilled 62");
    let end = scene.play("drive:43", &[]);
    assert_eq!((end.fighter(902).hex.unwrap().id(), end.commander(Name::Sanders).stress), (43, 1));
    let stuck = early(Stage::Orders).unit("902 sanders skilled 62").that(|fighter| fighter.immobile = true);
    assert_eq!(stuck.roll(&[]).stage(), Stage::Muster, "an Immobile Unit gets no order");
}

/// rules: leader pre.enemy.1 pre.enemy.2 pre.enemy.3 setup.battalion.3
#[test]
fn a_half_battalion_places_half_of_each_kind() {
    let id = charts().battalions[Nation::Germany].iter().find(|card| card.name == "Scout Force").unwrap().id;
    let scene = against(&id.to_string(), Stage::Muster).unit("042 eandi 61");
    let end = scene.that_battalion(|battalion| battalion.half = true).roll(&[1, 3, 7, 1, 10, 5]);
    let placed: Vec<(Model, u8)> =
        end.game().battle.enemies.iter().map(|enemy| (enemy.model, enemy.hex.unwrap().id())).collect();
    assert_eq!(placed[0], (Model::Pz3, 13), "3 is the hex marked 3");
    assert_eq!(placed[1], (Model::ArmoredCar, 22), "7 is the hex marked 6-7");
    let models: Vec<Model> = placed.iter().map(|(model, _)| *model).collect();
    assert_eq!(models, [Model::Pz3, Model::ArmoredCar, Model::Rifle, Model::Mg, Model::Truck]);
    assert!(end.game().battle.enemies.iter().all(|enemy| enemy.active));
    // A single Building stays: half is rounded up (R38).
    let scene = against("6C", Stage::Muster).unit("042 eandi 61");
    let end = scene.that_battalion(|battalion| battalion.half = true).roll(&[1; 7]);
    let count = |model| end.game().battle.enemies.iter().filter(|enemy| enemy.model == model).count();
    assert_eq!([Model::Building, Model::Bunker, Model::Mg].map(count), [1, 1, 2]);
}

/// rules: leader setup.cup.2 setup.cup.3
#[test]
fn tanks_are_drawn_without_replacement() {
    let end = against("9A", Stage::Muster).unit("042 eandi 61").roll(&[12, 11, 10, 9]);
    let drawn: Vec<Model> = end
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::TankDrawn { model } => Some(*model),
            _ => None,
        })
        .collect();
    assert_eq!(drawn, [Model::Tiger, Model::Panther, Model::Panther, Model::Stug]);
}

/// rules: leader terrain.i.4 pre.enemy.5
#[test]
fn a_tank_does_not_start_on_impassable_ground_nor_anybody_in_water() {
    let scene =
        against("9A", Stage::Muster).unit("042 eandi 61").ground(13, Ground::Impassable).ground(22, Ground::Water);
    let end = scene.roll(&[1, 1, 1, 1, 3]);
    assert_eq!(end.options(), ["to:12", "to:14", "to:23"], "the closest that is neither Impassable nor Water");
    let end = end.go_on("to:14").then("", &[7, 8]);
    assert_eq!((end.enemy_at(0), end.enemy_at(1)), (14, 23), "7 fell on Water and was rolled again");
}

/// rules: leader pre.advance.1 pre.advance.2 enemy.act.3
#[test]
fn rifles_advance_twice_and_at_and_machine_gun_teams_once() {
    let scene = early(Stage::Advances)
        .set("battle.mustered = true")
        .unit("042 eandi 61")
        .enemy("rifle 11")
        .enemy("mg 11")
        .enemy("at 11")
        .enemy("pz4 11");
    // Down the left edge there is one way; where there are two the player is asked.
    let end = scene.roll(&[]);
    let end = if end.can("to:31") { end.go_on("to:31") } else { end };
    assert_eq!(end.enemy_at(3), 11);
    assert_eq!(end.enemy_at(0) / 10, 3, "{}", end.lines());
}

/// rules: leader pre.aggr.1 setup.die.1 setup.die.2
#[test]
fn aggressiveness_is_rolled_once_a_battle() {
    let die = |campaign: &str, roll: u8| {
        let scene = Scene::of(setup(campaign, "over_there")).fight().unit("042 eandi 61").enemy("rifle 11");
        let scene = scene.at(Stage::Strikes).set("battle.turn = 0");
        scene.roll(&[roll]).game().battle.die
    };
    assert_eq!((die("north_africa_1942", 4), die("north_africa_1942", 7)), (6, 10));
    assert_eq!((die("bulge_1944", 5), die("bulge_1944", 8)), (6, 10));
}

/// rules: leader unit.note.6 unit.note.7 commander.skill.4 commander.skill.9
#[test]
fn tactic_counters_come_from_units_and_commanders() {
    let scene = Scene::battle()
        .unit("1111 jones 61")
        .unit("301 henders 61")
        .unit("042 abernathy average 61")
        .unit("901 smith skilled 61")
        .enemy("rifle 11")
        .at(Stage::Strikes)
        .set("battle.turn = 0");
    let end = scene.roll(&[8]);
    let counters = |number| {
        let fighter = end.fighter(number);
        [fighter.tactics, fighter.commands, fighter.his_tactics, fighter.his_commands]
    };
    assert_eq!(counters(1111), [1, 0, 0, 0]);
    assert_eq!(counters(301), [0, 1, 0, 0]);
    assert_eq!(counters(42), [0, 0, 1, 0]);
    assert_eq!(counters(901), [0, 0, 0, 1]);
}
