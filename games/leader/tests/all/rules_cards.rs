//! Effects of cards and notes: one interpreter, every kind.

use crate::common::*;
use hulldown_kit::pack;
use hulldown_leader::Leader;
use hulldown_leader::ids::{BattalionId, EventId, OptionId, UnitId};
use hulldown_leader::state::{Mods, Stage};
use hulldown_leader::talk::Event;
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;

/// A battle with 9A about to begin with this Event, by the number on its card; an M4 under Eandi and a Rifle Team under Jones.
fn before(event: u8, dice: &[u8]) -> Played {
    starting().roll(&[&[event], dice].concat())
}

fn starting() -> Scene {
    let scene = Scene::battle().unit("042 eandi 61").that(|fighter| fighter.hex = None);
    let scene = scene.unit("902 jones 61").that(|fighter| fighter.hex = None).at(Stage::Before);
    scene.with(|game| {
        game.battle.turn = 0;
        game.battle.mustered = false;
    })
}

fn mods(event: u8) -> Mods {
    before(event, &[]).game().battle.mods
}

/// The same after a battle that has left so many points of 9A.
fn after(event: u8, trucks: usize, dice: &[u8]) -> Played {
    afterwards(trucks).roll(&[&[event], dice].concat())
}

fn afterwards(trucks: usize) -> Scene {
    let scene = Scene::battle().unit("042 eandi 61").unit("902 jones 61").at(Stage::After);
    (0..trucks).fold(scene, |scene, _| scene.enemy("truck 11"))
}

/// rules: leader pre.event.2
#[test]
fn none_changes_nothing() {
    assert_eq!(mods(2), Mods::NONE.with_notes());
}

/// rules: leader pre.event.2 setup.campaign.6
#[test]
fn what_an_event_changes_in_the_battle() {
    assert_eq!(mods(13).range_cap, 2);
    assert_eq!(mods(14).friendly_speed, [-1, -1, 0, 0]);
    assert_eq!(mods(14).tactical, 1, "Mud -1, German Offensive +2");
    assert_eq!(mods(19).hold_turns, 1 << 1);
    assert_eq!((mods(20).die, mods(21).die), (Some(10), Some(6)));
    assert_eq!(mods(24).friendly_attack[0], [[0; 5], [1; 5]].into());
    assert_eq!(mods(25).friendly_attack[3], [[1; 5], [0; 5]].into());
    assert_eq!(mods(27).friendly_attack[0], [[0, 0, -1, -1, -1]; 2].into());
    assert_eq!(mods(28).enemy_attack[Kind::Tank.index()], [[1; 5]; 2].into());
    let dug_in = mods(26).enemy_defense;
    assert_eq!((dug_in[Kind::Rifle.index()], dug_in[Kind::Tank.index()], dug_in[Kind::Bunker.index()]), (1, 0, 0));
    assert_eq!(mods(11).add[Kind::Tank.index()], 1);
    let away = mods(34).remove;
    assert_eq!((away[Kind::AtGun.index()], away[Kind::Mortar.index()]), (1, 1));
    assert_eq!(mods(7).enemy_advance[Kind::Tank.index()], 1);
    assert_eq!(mods(7).enemy_advance[Kind::Bunker.index()], 0);
    assert_eq!(mods(36).enemy_advance[Kind::Rifle.index()], 1);
    assert_eq!(mods(10).friendly_advance, [0, 0, 1, 1]);
    assert_eq!((before(18, &[]).game().battle.last, before(17, &[]).game().battle.last), (5, 3));
}

/// rules: leader pre.event.2
#[test]
fn stress_and_payments_before_a_battle() {
    assert_eq!(before(16, &[]).commander(Name::Jones).stress, 1);
    let pays = before(9, &[]).go_on("option:0");
    assert_eq!(pays.game().so, 8);
    assert_eq!(before(9, &[]).go_on("option:1").game().battle.mods.friendly_speed, [-1, -1, 0, 0]);
    let poor = starting().so(1).roll(&[9]);
    assert_eq!(poor.game().battle.mods.friendly_speed, [-1, -1, 0, 0], "what cannot be paid is not open");
}

/// rules: leader pre.event.2 damage.rule.1
#[test]
fn damage_before_a_battle_falls_on_a_random_unit() {
    let mined = before(8, &[24]);
    assert_eq!(mined.unit(42).has(Lasting::Hull), 1, "the only vehicle; counter 24 is Hull");
    let sniper = before(31, &[8]);
    assert_eq!(sniper.unit(902).has(Lasting::Casualty), 1);
}

/// rules: leader pre.event.2
#[test]
fn strikes_fall_before_turn_one() {
    let scene = |event: u8| {
        let scene = Scene::battle().unit("042 eandi 61").enemy("pz4 11").enemy("rifle 12").at(Stage::Strikes);
        scene.with(|game| {
            game.battle.turn = 0;
            game.battle.before = Some((EventId(event - 1), OptionId(0)));
        })
    };
    // Air Cover: two strikes at 5. Pz IV defends with 3, whatever its cover.
    let end = scene(3).ground(11, Ground::Heavy).roll(&[8]).then("fire:0", &[5, 4, 4]);
    assert!(!end.lives(0) && end.lives(1), "{}", end.lines());
    // Fighter-Bombers: only AP targets, so nobody is asked; three at 6.
    let end = scene(4).roll(&[8, 6, 4]);
    assert!(!end.lives(0) && end.game().battle.turn == 1);
    // Enemy Barrage: two strikes at 5.
    let end = scene(6).roll(&[8, 5, 9, 24, 4]);
    assert_eq!(end.unit(42).has(Lasting::Hull), 1, "{}", end.lines());
    // Cover counts for us: 4 is within 2 + 2.
    let end = scene(6).ground(61, Ground::Heavy).roll(&[8, 5, 4, 1]);
    assert!(!end.unit(42).is_damaged() && end.game().battle.turn == 1, "{}", end.lines());
}

/// rules: leader pre.event.2 commander.skill.9
#[test]
fn a_card_may_bring_a_tactic() {
    let scene = |event: u8| {
        let scene = Scene::battle().unit("042 eandi 61").unit("902 jones 61").enemy("rifle 12");
        scene.at(Stage::Strikes).with(|game| {
            game.battle.turn = 0;
            game.battle.before = Some((EventId(event - 1), OptionId(0)));
        })
    };
    assert_eq!(scene(22).roll(&[8]).go_on("unit:902").fighter(902).tactics, 1);
    assert_eq!(scene(23).roll(&[8]).go_on("unit:042").fighter(42).commands, 1);
}

/// rules: leader enemy.roll.1
#[test]
fn surprise_holds_the_enemy_without_a_roll() {
    let scene = Scene::battle().unit("042 eandi 61").enemy("pz4 11").at(Stage::Roll);
    let end = scene.with(|game| game.battle.mods.hold_turns = 1 << 1).roll(&[]);
    assert_eq!((end.enemy_at(0), end.rolls().len()), (11, 0));
}

/// rules: leader pre.enemy.1
#[test]
fn partisans_take_away_a_kind_the_player_names() {
    let scene = Scene::battle().unit("042 eandi 61").at(Stage::Muster).with(|game| {
        game.battle.turn = 0;
        game.battle.mustered = false;
        game.battle.mods.remove_any = 1;
    });
    let end = scene.roll(&[]);
    assert_eq!(end.options(), ["kind:tank", "kind:armored_car", "kind:rifle", "kind:at", "kind:truck"]);
    let end = end.go_on("kind:tank").then("", &[1, 1, 1, 1]);
    assert_eq!(end.events().iter().filter(|event| matches!(event, Event::TankDrawn { .. })).count(), 3);
}

/// rules: leader post.event.1 pre.event.2
#[test]
fn what_an_event_does_after_a_battle() {
    let start = 10;
    assert_eq!(after(7, 20, &[]).game().so, start + 2);
    assert_eq!(after(15, 20, &[]).game().so, start - 1);
    assert_eq!(after(13, 20, &[]).game().support, [0, 1]);
    assert_eq!(after(3, 20, &[2]).commander(Name::Jones).stress, 2 + 2 - 1, "a random Commander");
    assert_eq!(after(11, 20, &[]).commander(Name::Eandi).xp, 2);
    assert_eq!(after(16, 20, &[]).go_on("commander:jones").commander(Name::Jones).xp, 3);
    assert_eq!(after(19, 20, &[]).commander(Name::Jones).stress, 2 + 1 - 1, "Infantry");
    assert_eq!(after(22, 20, &[]).commander(Name::Eandi).stress, 2 + 1 - 1, "vehicles");
    assert_eq!(after(28, 4, &[]).game().vp, 4, "War Correspondent");
    assert_eq!(after(28, 20, &[]).game().vp, 0);
}

/// rules: leader post.event.1 damage.rule.1
#[test]
fn damage_after_a_battle_is_lasting() {
    // Booby Traps: counter 3 is Suppressed on the HE side, which can do nothing any more; then a Casualty.
    let end = after(10, 20, &[3, 8]);
    assert_eq!(end.unit(902).has(Lasting::Casualty), 1, "{}", end.lines());
    assert!(end.lines().contains("Damage counter for the Unit it falls on") && !end.lines().contains("the Unit hit"));
    // Exposed lasts: it counts in the next battle.
    assert_eq!(after(10, 20, &[4]).unit(902).has(Lasting::Exposed), 1);
}

/// rules: leader post.event.1
#[test]
fn free_repairs_after_a_battle() {
    let scene = afterwards(20).with(|game| game.units[UnitId(0)].damage[Lasting::Hull.index()] = 1);
    let end = scene.clone().roll(&[8]);
    assert!(!end.unit(42).is_damaged(), "Recovery Crews");
    let hospital = afterwards(20).who(|one| one.wounded = true).roll(&[6]);
    assert!(!hospital.commander(Name::Jones).wounded, "Field Hospital");
}

/// rules: leader post.event.1 end.move.3
#[test]
fn an_event_moves_a_battalion() {
    let end = afterwards(4).battalion("2A").roll(&[18]);
    assert_eq!(
        end.game().battalions[BattalionId(1)].band,
        Band::Front,
        "Enemy Pursuit; the one just Destroyed is no candidate"
    );
    let end = afterwards(20).battalion("2A").battalion("6C").roll(&[20]);
    assert_eq!(end.options(), ["battalion:9A", "battalion:2A"], "a Fixed one never moves");
    assert_eq!(end.go_on("battalion:2A").game().battalions[BattalionId(1)].band, Band::EnemyRear);
}

/// rules: leader post.event.1
#[test]
fn some_events_last_the_week() {
    assert_eq!(after(17, 20, &[]).game().rest_cost(charts()), 3);
    assert_eq!(after(23, 20, &[]).game().lingering.operational, [1, 1, 1]);
    assert_eq!(after(31, 20, &[]).game().repair_cost(charts(), Lasting::Engine), 1);
    // Over There -1, Stripped Depots +2, Replacement Depot -2.
    let card = charts().unit_of(Number(42)).unwrap();
    assert_eq!(after(30, 20, &[]).game().price(charts(), card), 14 - 1);
}

/// rules: leader setup.battalion.5 setup.battalion.6 setup.battalion.7 pre.enemy.4
#[test]
fn notes_reach_other_battles_while_full() {
    let rifles = |half| {
        let scene = starting().battalion("1C").that_battalion(|battalion| battalion.half = half);
        scene.roll(&[2]).game().battle.mods.add[Kind::Rifle.index()]
    };
    assert_eq!((rifles(false), rifles(true)), (1, 0));
    let own = starting().battalion("4A").roll(&[2]);
    assert_eq!(own.game().battle.mods.tactical, 2, "Pressed Home is for battles with 4A alone");
}

/// rules: leader setup.objective.3 setup.campaign.6
#[test]
fn notes_of_the_week_change_prices_and_rolls() {
    let game = |campaign, objective| Scene::of(setup(campaign, objective)).game;
    let card = charts().unit_of(Number(902)).unwrap();
    assert_eq!(game("north_africa_1942", "over_there").price(charts(), card), 2, "3 - 1, at least 2");
    assert_eq!(game("philippines_1942", "assault").weekly_so(charts()), 5);
    let held = Scene::of(setup("north_africa_1942", "holding_action"));
    assert_eq!(held.game.map_losses(charts()), 4, "6 - 2 for 9A in Friendly Staging");
    let cut_off = Scene::of(setup("bulge_1944", "cut_off")).pair(42, Name::Eandi).at(Stage::Depot).roll(&[]);
    assert_eq!(cut_off.refused("units").unwrap().0, "setup.objective.3");
    let pursuit = Scene::of(setup("bulge_1944", "pursuit")).commander(Name::Eandi, Level::Green).owned(42);
    let end = pursuit.who(|one| one.stress = 5).at(Stage::Adjust).roll(&[]);
    assert_eq!(end.commander(Name::Eandi).stress, 3, "leave takes off 2");
}

/// rules: leader week.condition.2 end.so.4
#[test]
fn training_pays_at_the_end_of_the_week() {
    let at = charts().conditions.position(|card| card.title == "Training Pays").unwrap();
    let scene = Scene::of(setup("north_africa_1942", "breakthrough")).with(|game| game.battalions.clear());
    let scene = scene.pair(42, Name::Eandi).who(|one| one.xp = 3).with(|game| game.condition = Some(at));
    let end = scene.at(Stage::Adjust).roll(&[]);
    assert_eq!(
        (end.commander(Name::Eandi).level, end.commander(Name::Eandi).xp),
        (Level::Average, 0),
        "promoted at once"
    );
}

/// rules: leader end.move.1 post.status.4
#[test]
fn a_refit_makes_a_half_battalion_full_again() {
    let cards = &charts().battalions[Nation::Germany];
    let shop = cards.iter().find(|card| card.notes.iter().any(|note| note.title == "Panzer Repair")).unwrap();
    let scene = Scene::of(setup("north_africa_1942", "breakthrough")).with(|game| game.battalions.clear());
    let scene = scene.battalion("1A").that_battalion(|battalion| (battalion.half, battalion.scored) = (true, 2));
    let scene = scene.battalion(&shop.id.to_string()).at(Stage::Move);
    let end = scene.clone().roll(&[8, 5, 5]);
    assert_eq!((end.game().battalions[BattalionId(0)].half, end.game().battalions[BattalionId(0)].scored), (false, 2));
    let end = scene.with(|game| game.battalions[BattalionId(0)].fought = true).roll(&[8, 5]);
    assert!(end.game().battalions[BattalionId(0)].half, "not in a Week in which it was fought");
}

/// rules: leader setup.objective.4
#[test]
fn an_objective_may_pay_more_for_a_class() {
    let scene =
        Scene::of(setup("bulge_1944", "breakthrough")).with(|game| game.battalions.clear()).battalion("1C").fight();
    let end = scene.at(Stage::After).unit("902 jones 61").roll(&[9]);
    assert_eq!(end.game().vp, 6 + 1);
    let scene = Scene::of(setup("bulge_1944", "breakthrough")).fight();
    let end = scene.at(Stage::After).unit("902 jones 61").roll(&[9]);
    assert_eq!(end.game().vp, 3, "an Assault Battalion is no Command Battalion");
}

/// rules: leader week.condition.2 support.scout.1
#[test]
fn a_card_gives_no_more_scouts_than_there_are_counters() {
    let end = Scene::new().at(Stage::Condition).with(|game| game.support = [0, 7]).roll(&[17]);
    assert_eq!(end.game().support, [0, 8], "{}", end.lines());
}

fn refused(file: &str, old: &str, new: &str) -> String {
    pack::refused::<Leader>(file, old, new).to_string()
}

#[test]
fn unknown_and_misplaced_effects_are_refused() {
    let wrong = refused("events.toml", "{ k = \"strike\", n = 2, need = 5 }", "{ k = \"meteor\", n = 2 }");
    assert!(wrong.starts_with("events.toml: line 2") && wrong.contains("unknown variant `meteor`"), "{wrong}");
    let wrong = refused("events.toml", "{ k = \"range_cap\", n = 2 }", "{ k = \"range_cap\", n = 2, who = \"all\" }");
    assert!(wrong.contains("unknown field `who`"), "{wrong}");
    let wrong = refused("events.toml", "{ k = \"range_cap\", n = 2 }", "{ k = \"range_cap\", n = 7 }");
    assert!(wrong.contains("7 is outside 0 to 4"), "{wrong}");
    let wrong = refused("events.toml", "{ k = \"range_cap\", n = 2 }", "{ k = \"fixed\" }");
    assert_eq!(wrong, "events.toml: line 94, column 14: Fog: this effect stands only on a Battalion");
    let wrong = refused("events.toml", ", scope = \"week\"", "");
    assert!(wrong.contains("must last the Week"), "{wrong}");
    let wrong = refused("campaigns.toml", "{ k = \"weekly_so\", n = -1 }", "{ k = \"so\", n = -1 }");
    assert!(wrong.contains("needs a moment"), "{wrong}");
}

trait Noted {
    /// What the Bulge and 9A add to every battle here.
    fn with_notes(self) -> Self;
}

impl Noted for Mods {
    fn with_notes(mut self) -> Mods {
        (self.tactical, self.turns) = (2, -1);
        self
    }
}
