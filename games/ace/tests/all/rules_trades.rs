//! Trophies, trades and the Random Events that are kept as markers: 6.7, 8.4, W1, W2, 9.0, and a follow-on assault (3.8).

use crate::common::{Look, Played, Scene};
use hulldown_ace::state::{End, Stage, bit};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// A4 to A6: a PAK 40 in B, an INF in C, Wehrmacht.
const GUN_AND_INF: [u8; 6] = [4, 4, 6, 3, 6, 4];

/// An Attack that has just ended so.
fn after(end: End) -> Scene {
    Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).me(|player| player.board.end = Some(end))
}

/// A mission about to be readied, with these trades in hand.
fn ready(tank: &str, trades: &[Trade]) -> Scene {
    let trades = trades.iter().map(|trade| bit(trade.index())).sum();
    Scene::new(Mission::Attack)
        .stage(Stage::Ready(Seat(0)))
        .round(1)
        .tank(tank)
        .me(|player| (player.mat.loaded, player.mat.rack, player.career.trades) = (None, [0; 5], trades))
        .enemies("pak40 B, inf A")
}

fn trading(trades: &[Trade]) -> impl FnOnce(&mut hulldown_ace::state::Player) {
    let trades = trades.iter().map(|trade| bit(trade.index())).sum();
    move |player| player.career.trades = trades
}

fn trades(played: &Played) -> u16 {
    played.me().career.trades
}

/// rules: ace 8.4a 6.7 CH.W2
#[test]
fn a_held_field_gives_one_roll_on_w1() {
    let find = |a, b| {
        let end = after(End::Won).play("", &[a, b]);
        let found = Trophy::ALL.into_iter().filter(|t| end.me().career.trophies[t.index()] == 1).map(Trophy::id);
        found.collect::<Vec<_>>()
    };
    assert_eq!(find(1, 1), ["ss_dagger"]);
    assert_eq!(find(1, 2), ["hitler_youth_knife"]);
    assert_eq!(find(1, 3), ["iron_cross"]);
    assert_eq!(find(1, 4), ["helmet"]);
    assert!([(3, 3), (3, 4), (4, 4)].into_iter().all(|(a, b)| find(a, b).is_empty()));
    assert_eq!(find(4, 5), ["booze"]);
    assert_eq!(find(5, 5), ["flag"]);
    assert_eq!(find(5, 6), ["p38_pistol"]);
    assert_eq!(find(6, 6), ["luger"]);
    // They add up; a field not held gives none.
    let more = after(End::Won).me(|player| player.career.trophies[Trophy::Luger.index()] = 2).play("", &[6, 6]);
    assert_eq!(more.me().career.trophies[Trophy::Luger.index()], 3);
    for end in [End::Withdrawn, End::TankLost] {
        assert_eq!(after(end).play("", &[]).quietly().rolls().len(), 0);
    }
}

/// rules: ace 8.4b CH.W2 6.8a
#[test]
fn trophies_are_traded_without_change() {
    // Vector 9: two trophies worth 2 buy an item that costs 3; both are gone.
    let shop = |trophies| after(End::Withdrawn).me(|player| player.career.trophies = trophies).play("", &[]);
    let asked = shop([0, 0, 0, 1, 1, 0, 0, 0]);
    assert_eq!(asked.refused("trade:vision_cupola"), None);
    let end = asked.go_on("trade:sandbags").go_on("pay:iron_cross").quietly();
    assert_eq!(trades(&end), bit(Trade::Sandbags.index()));
    assert_eq!(end.me().career.trophies, [0; 8]);
    assert_eq!(end.options(), ["dice:A1"]);
    // One luger pays for it alone; the player says what he gives.
    let end = shop([1, 0, 0, 0, 0, 0, 0, 1]).go_on("trade:sandbags pay:luger").quietly();
    assert_eq!(end.me().career.trophies, [1, 0, 0, 0, 0, 0, 0, 0]);
    // What they are worth: the highest price each alone meets.
    let worth = |trophy: Trophy| {
        let mut held = [0; 8];
        held[trophy.index()] = 1;
        let shop = shop(held);
        [("extra_belts", 1), ("wp_crate", 2), ("hvap", 3), ("ordnance_favor", 4)]
            .into_iter()
            .filter(|(id, _)| shop.can(&format!("trade:{id}")))
            .map(|(_, cost)| cost)
            .max()
    };
    assert_eq!(Trophy::ALL.map(worth), [1, 1, 1, 2, 2, 2, 3, 3].map(Some));
    let poor = shop([2, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(poor.refused("trade:sandbags"), Some(("8.4b", "your trophies are not worth as much")));
    // Never forced; and nothing is held twice.
    let kept = poor.go_on("done");
    assert_eq!((kept.me().career.trophies[0], kept.options()), (2, vec!["dice:A1".into()]));
    let twice = after(End::Withdrawn).mine("career.trophies.0 = 3").me(trading(&[Trade::ExtraBelts])).play("", &[]);
    assert_eq!(twice.refused("trade:extra_belts"), Some(("CH.W2", "you have it")));
    // All prices.
    let prices = Trade::ALL.map(|trade| crate::common::charts().trade[trade.index()].cost);
    assert_eq!(prices, [1, 1, 2, 2, 3, 3, 3, 3, 4, 4]);
}

/// rules: ace CH.W2
#[test]
fn extra_belts_last_for_the_next_mission_fought() {
    let points = |played: &Played| played.me().mat.guns.map(|gun| gun.points);
    let end = ready("m4a1_late", &[Trade::ExtraBelts]).play("open:c load:ap rack:ap", &[]);
    assert_eq!((points(&end), trades(&end)), ([6, 6, 2], 0));
    let end = ready("m4a1_late", &[]).play("open:c load:ap rack:ap", &[]);
    assert_eq!(points(&end), [4, 4, 2]);
    // A Refit or a missed line is no mission fought.
    let line = Scene::new(Mission::Attack).stage(Stage::Line(Seat(0))).me(trading(&[Trade::ExtraBelts]));
    let end = line.mine("career.skip = 1").play("", &[6, 6]).quietly();
    assert_eq!(trades(&end), bit(Trade::ExtraBelts.index()));
}

/// rules: ace CH.W2
#[test]
fn the_cleaning_kit_saves_one_gun_once() {
    let end = ready("m4a1_late", &[Trade::CleaningKit]).play("open:cda load:ap rack:ap", &[]);
    assert_eq!((end.me().mat.kit_used, trades(&end)), (false, 0));
    assert!(ready("m4a1_late", &[]).play("open:cda load:ap rack:ap", &[]).me().mat.kit_used);
    // The first stoppage is ignored, whichever gun; the next, of another gun, is not.
    let scene = Scene::new(Mission::Attack).mine("mat.kit_used = false").enemies("inf B, inf A");
    let end = scene.play("bow:1 coax:1", &[6, 6, 6, 6]);
    assert!(end.saw(|event| *event == Event::NoJam { seat: Seat(0), gun: Gun::Bow }));
    assert!(end.saw(|event| *event == Event::Jams { seat: Seat(0), gun: Gun::Coax }));
    assert_eq!(end.me().mat.guns.map(|gun| gun.jammed), [true, false, false]);
}

/// rules: ace CH.W2 7.4.5a
#[test]
fn spare_tracks_save_the_repair_die_once() {
    let scene = Scene::new(Mission::Defense).stage(Stage::BattleEnd).mine("board.end = won, mat.immobilized = true");
    let end = scene.me(trading(&[Trade::SpareTrack])).play("", &[3, 4]).quietly();
    assert_eq!(end.rolls(), ["War trophy (W1): 7: nothing"]);
    assert!(end.saw(|event| *event == Event::Repairs { seat: Seat(0), in_time: true }));
    assert_eq!((trades(&end), end.game().line), (0, 3));
    // Kept as long as the tank moves.
    let scene = Scene::new(Mission::Defense).stage(Stage::BattleEnd).mine("board.end = won");
    let end = scene.me(trading(&[Trade::SpareTrack])).play("", &[3, 4]).quietly();
    assert_eq!(trades(&end), bit(Trade::SpareTrack.index()));
}

/// rules: ace CH.W2 4.4.a
#[test]
fn crates_of_wp_and_apcr_are_for_tanks_that_carry_any() {
    let carried = |tank: &str| {
        let end = ready(tank, &[Trade::WpCrate, Trade::Hvap]).play("open:c load:ap rack:ap", &[]);
        assert_eq!(trades(&end), 0, "used up by the mission all the same");
        (end.me().mat.carried[Ammo::Wp.index()], end.me().mat.carried[Ammo::Apcr.index()])
    };
    assert_eq!(carried("m4a1_late"), (6, 0));
    assert_eq!(carried("m4a1_76"), (0, 4));
    assert_eq!(carried("m4a3e8"), (4, 5));
    // The rounds can be racked.
    let end = ready("m4a1_late", &[Trade::WpCrate]).play("open:c load:ap rack:choose", &[]);
    assert_eq!(end.options().last().map(String::as_str), Some("n:6"));
}

/// rules: ace CH.W2 7.6e
#[test]
fn a_friend_in_the_artillery_fires_in_the_first_round() {
    let end = ready("m4a1_late", &[Trade::ArtilleryFavor]).play("open:c load:ap rack:ap target:1", &[3, 3]);
    assert_eq!(end.rolls(), ["field artillery (B2): 6 -3 field artillery = 3: 1 step"]);
    assert_eq!((end.me().career.kills[Class::At.index()], end.me().career.prestige, trades(&end)), (1, 0, 0));
    // Besides one bought with a Prestige Point: two.
    let both = ready("m4a1_late", &[Trade::ArtilleryFavor]).mine("career.prestige = 1");
    let both = both.enemies("pz4 C").play("open:c load:ap rack:ap yes target:3 target:3", &[4, 4, 6, 6]);
    assert_eq!(both.rolls().iter().filter(|r| r.starts_with("field artillery")).count(), 2);
    assert_eq!((both.me().career.prestige, both.options()), (0, vec!["dice:7.2-4".into()]));
}

/// rules: ace CH.W2 CH.B4
#[test]
fn sandbags_spoil_the_panzerfaust_while_the_tank_lasts() {
    let fire = |scene: Scene| {
        let scene = scene.stage(Stage::Enemy(Seat(0))).range(Range::Close).enemies("inf B targeting");
        scene.enemies("pz4 A").play("", &[1, 1, 2]).rolls()[1].clone()
    };
    let bags = Scene::new(Mission::Attack).me(trading(&[Trade::Sandbags]));
    assert_eq!(fire(bags), "Panzerfaust to hit (B4): 3 +1 sandbags = 4, 3 or less: miss");
    assert_eq!(fire(Scene::new(Mission::Attack)), "Panzerfaust to hit (B4): 3, 3 or less: hit");
    // Sandbags and cupola go with the tank, lost or changed, and stay with one that is kept.
    let fitted = [Trade::Sandbags, Trade::VisionCupola];
    let lost = after(End::TankLost).me(trading(&fitted)).play("", &[]).quietly();
    assert_eq!(trades(&lost), 0);
    let changed = after(End::Withdrawn).me(trading(&fitted)).mine("career.prestige = 2, career.level = 1");
    assert_eq!(trades(&changed.clone().play("tank:m4a1_76", &[])), 0);
    let both = fitted.iter().map(|trade| bit(trade.index())).sum::<u16>();
    assert_eq!(trades(&changed.play("tank:keep", &[])), both);
}

/// rules: ace CH.W2 7.3.2c
#[test]
fn a_vision_cupola_does_away_with_the_buttoned_penalty() {
    let shots = |scene: Scene| {
        let scene = scene.mine("mat.open = [false, false, false]").enemies("pz4 B, inf B");
        let end = scene.play("fire:1 coax:2", &[6, 4, 4, 5]);
        end.rolls()[..2].to_vec()
    };
    assert_eq!(
        shots(Scene::new(Mission::Attack)),
        [
            "To hit (B1): 10 +1 commander buttoned up = 11, 6 or less: miss",
            "coaxial machine gun (B2): 9 +1 commander buttoned up = 10: no effect"
        ]
    );
    assert_eq!(
        shots(Scene::new(Mission::Attack).me(trading(&[Trade::VisionCupola]))),
        ["To hit (B1): 10, 6 or less: miss", "coaxial machine gun (B2): 9: no effect"]
    );
}

/// rules: ace CH.W2 6.8a
#[test]
fn a_trained_replacement_brings_a_skill_for_one_point() {
    let scene = |post: Post, wound| after(End::Withdrawn).me(trading(&[Trade::TrainedReplacement])).wound(post, wound);
    let asked = scene(Post::Loader, Wound::Killed).play("", &[]);
    assert_eq!(asked.options(), ["buy:adrenaline_rush", "buy:maintenance_aa50"]);
    let end = asked.go_on("buy:adrenaline_rush");
    assert!(end.me().career.holds(Skill::AdrenalineRush));
    assert_eq!((end.me().career.experience, trades(&end)), (0, 0));
    // A gunner has one such skill, a driver none: for him the trade is kept.
    let gunner = scene(Post::Gunner, Wound::Killed).play("", &[]).quietly();
    assert_eq!((gunner.me().career.skills, trades(&gunner)), (bit(Skill::MaintenanceCoax.index()), 0));
    let driver = scene(Post::Driver, Wound::Killed).play("", &[]).quietly();
    assert_eq!((driver.me().career.skills, trades(&driver)), (0, bit(Trade::TrainedReplacement.index())));
    // A substitute is no replacement; a man for one in hospital is.
    let substitute = scene(Post::Loader, Wound::Serious).play("", &[1, 1]).quietly();
    assert_eq!((substitute.me().career.skills, trades(&substitute)), (0, bit(Trade::TrainedReplacement.index())));
    assert!(scene(Post::Loader, Wound::Serious).play("", &[4, 4]).can("buy:maintenance_aa50"));
    // Only the next one: of two killed the second has nothing.
    let two = scene(Post::Gunner, Wound::Killed).wound(Post::AssistantDriver, Wound::Killed).play("", &[]).quietly();
    assert_eq!(two.me().career.skills, bit(Skill::MaintenanceCoax.index()));
}

/// rules: ace CH.W2 4.5b 8.3.2
#[test]
fn a_friend_in_ordnance_is_worth_a_point_toward_a_tank() {
    let scene = |end, prestige| {
        let scene = after(end).me(trading(&[Trade::OrdnanceFavor]));
        scene.me(|player| (player.career.prestige, player.career.level) = (prestige, 1))
    };
    let end = scene(End::Withdrawn, 1).play("tank:m4a1_76", &[]);
    assert_eq!(
        (end.me().tank.id(), end.me().career.prestige, end.me().career.level, trades(&end)),
        ("m4a1_76", 0, 1, 0)
    );
    let poor = scene(End::Withdrawn, 0).play("", &[]);
    assert_eq!(poor.options(), ["dice:A1"]);
    let lost = scene(End::TankLost, 0).play("tank:m4a1_76", &[]);
    assert_eq!((lost.me().tank.id(), lost.me().career.prestige, trades(&lost)), ("m4a1_76", 0, 0));
    // Kept if the tank is; and it does not raise the level.
    let kept = scene(End::Withdrawn, 1).play("tank:keep", &[]);
    assert_eq!(trades(&kept), bit(Trade::OrdnanceFavor.index()));
    let august = scene(End::Withdrawn, 1).month("1944-08").play("", &[]);
    assert_eq!(august.refused("tank:m4a1_76w"), Some(("4.1.2", "the Prestige Level is too low")));
}

/// The Random Event with this C1 roll, at the Event Check of such a mission.
fn random(mission: Mission, a: u8, b: u8) -> Scene {
    let scene = Scene::new(mission).stage(Stage::Events(Seat(0))).enemies("pz4 B, pz4 A");
    let end = scene.play("", &[6, 6, a, b]);
    assert!(end.me().board.random_done);
    Scene { game: end.game().clone() }
}

/// The same mission after it has ended.
fn ended(scene: Scene, end: End, stage: Stage) -> Scene {
    scene.stage(stage).me(|player| player.board.end = Some(end))
}

fn marked(scene: &Scene) -> u16 {
    scene.game.players[0].career.markers
}

/// rules: ace 9.0c CH.C1 7.1.5
#[test]
fn a_fuel_shortage_waits_for_the_next_line_that_would_be_rolled() {
    let scene = random(Mission::Attack, 3, 3);
    assert_eq!(marked(&scene), bit(RandomEvent::FuelShortage.index()));
    // The tank is lost, too: the missed line does not use the marker up, the one after it is a Refit without a roll.
    let end = ended(scene, End::TankLost, Stage::After(Seat(0))).play("", &[]).quietly();
    assert!(
        end.saw(|event| *event == Event::Skipped { seat: Seat(0), left: 0 })
            && end.saw(|event| *event == Event::NoFuel)
    );
    let career = &end.me().career;
    assert_eq!((career.completed, career.successes, career.credit, career.markers), (2, 1, 2, 0));
    // July 3 failed, 4 missed, 5 refit, 6 is rolled for.
    assert_eq!((end.game().line, end.options(), end.rolls().len()), (5, vec!["dice:A1".into()], 0));
}

/// rules: ace 9.0c CH.C1
#[test]
fn hot_chow_gives_a_credit_and_a_correspondent_a_point_if_the_mission_succeeds() {
    let chow = random(Mission::Attack, 5, 5);
    assert_eq!(marked(&chow), bit(RandomEvent::HotChowAndMail.index()));
    let won = ended(chow.clone(), End::Won, Stage::After(Seat(0))).play("", &[3, 4]).quietly();
    assert_eq!((won.me().career.credit, won.me().career.markers), (2, 0));
    let failed = ended(chow, End::Withdrawn, Stage::After(Seat(0))).play("", &[]).quietly();
    assert_eq!((failed.me().career.credit, failed.me().career.markers), (1, 0));
    let press = random(Mission::Attack, 5, 6);
    assert_eq!(marked(&press), bit(RandomEvent::WarCorrespondent.index()));
    let won = ended(press.clone(), End::Won, Stage::After(Seat(0))).play("", &[3, 4]).quietly();
    assert_eq!((won.me().career.prestige, won.me().career.level, won.me().career.markers), (1, 1, 0));
    let failed = ended(press, End::Withdrawn, Stage::After(Seat(0))).play("", &[]).quietly();
    assert_eq!((failed.me().career.prestige, failed.me().career.level, failed.me().career.markers), (0, 0, 0));
}

/// rules: ace 3.8a 9.0c CH.C1 6.6a R32a
#[test]
fn an_assault_follows_a_movement_to_contact() {
    let scene = random(Mission::Contact, 4, 5);
    assert_eq!(marked(&scene), bit(RandomEvent::FollowOnAssault.index()));
    let scene =
        scene.terrain(Terrain::Bocage).weather(Weather::Mud).mine("mat.rack = [2, 0, 0, 0, 0], mat.hull_down = true");
    let assault = ended(scene, End::Won, Stage::BattleEnd).play("", &GUN_AND_INF);
    // No counterattack die, no weather, no ground: A4 at once.
    assert_eq!(assault.rolls()[0], "Enemy forces (A4): 8: 1 AT + 1 INF");
    let field = assault.game().field;
    assert_eq!((field.mission, field.fight, field.dug_in), (Mission::Contact, Mission::Assault, true));
    assert_eq!((field.weather, field.terrain, assault.me().board.range), (Weather::Mud, Terrain::Bocage, Range::Close));
    assert_eq!((assault.me().career.credit, assault.me().career.completed), (1, 0));
    // Hatches only - no resupply, no hull down - then the free artillery of an Assault: the gun falls, the INF gives up.
    let fire = assault.go_on("open:c");
    assert_eq!((fire.options(), fire.me().mat.rack), (vec!["target:1".into(), "target:2".into()], [2, 0, 0, 0, 0]));
    assert!(!fire.me().mat.hull_down);
    let won = fire.go_on("target:1").dice(&[&[1, 1]]);
    // The Assault has its own counterattack die; the line is one.
    assert_eq!(won.options(), ["dice:6.6"]);
    let done = won.dice(&[&[1], &[3, 4]]).quietly();
    let career = &done.me().career;
    assert_eq!((career.completed, career.successes, career.credit, career.markers), (1, 1, 2, 0));
    assert_eq!((career.kills, done.game().line), ([0; 7], 3));
}

/// rules: ace 9.0c CH.C1
#[test]
fn no_assault_follows_anything_else() {
    for mission in [Mission::Attack, Mission::Assault, Mission::Defense] {
        assert_eq!(marked(&random(mission, 4, 5)), 0, "{}", mission.name());
    }
    // A contact that fails takes the marker away.
    let failed = ended(random(Mission::Contact, 4, 5), End::Withdrawn, Stage::BattleEnd).play("", &[]).quietly();
    assert_eq!((failed.me().career.markers, failed.rolls().len()), (0, 0));
}
