//! Rule tests: the commands of step 5 (7.2-3), the turret, loading and machine guns.

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::state::Stage;
use hulldown_ace::talk::{Ask, Event};
use hulldown_ace::words::*;
use hulldown_core::{Game, Seat, Voice};

/// A Tiger in front that fights elsewhere.
pub(crate) fn tiger() -> Scene {
    Scene::new(Mission::Attack).enemies("tiger1 B")
}

/// Infantry in front that fights elsewhere.
pub(crate) fn infantry() -> Scene {
    Scene::new(Mission::Attack).enemies("inf B")
}

/// A rack of these rounds: AP, HE, HCBI, WP, APCR.
fn racked(scene: Scene, rack: [u8; 5]) -> Scene {
    scene.me(|player| player.mat.rack = rack)
}

/// Step 5 is over and the Event Check asked for.
fn is_over(played: &Played) -> bool {
    played.options() == ["dice:B9"]
}

/// The rule a key is refused by, which must not be offered.
pub(crate) fn refusal(played: &Played, key: &str) -> &'static str {
    assert!(!played.can(key), "{key} is offered");
    played.refused(key).map_or("", |(rule, _)| rule)
}

/// rules: ace 7.2-3a 7.7.syn R45a
#[test]
fn two_commands_a_round_and_three_once_with_synergy() {
    assert!(is_over(&tiger().play("button:c button:d", &[])));
    let end = tiger().skill(Skill::Synergy).play("button:c button:d", &[]);
    assert_eq!(end.options(), ["synergy", "end"], "it may be declared when both commands are spent");
    let end = end.go_on("synergy button:a");
    assert!(is_over(&end));
    let end = end.dice(&[&[3, 4], &[6]]);
    assert!(!end.can("synergy"), "once a mission");
    assert!(is_over(&end.go_on("unbutton:c unbutton:d")));
    assert!(is_over(&tiger().skill(Skill::Synergy).play("synergy button:c button:d button:a", &[])));
    // A wounded commander has one command fewer and no skill.
    let hurt = tiger().skill(Skill::Synergy).wound(Post::Commander, Wound::Light).play("", &[]);
    assert!(!hurt.can("synergy"));
    assert!(is_over(&hurt.go_on("button:c")));
}

/// rules: ace 7.2-Aa 7.2-3b 7.2-Ah 7.2-P
#[test]
fn the_gunner_fires_one_round_and_the_loader_loads_without_a_command() {
    let end = racked(tiger(), [1, 2, 0, 1, 0]).enemies("pz4 B").play("fire:1", &[6, 6]);
    assert_eq!(end.rolls(), ["To hit (B1): 12, 6 or less: miss"], "one round, one roll");
    assert_eq!(end.options(), ["load:ap", "load:he", "load:wp"]);
    assert_eq!(refusal(&end, "load:hcbi"), "4.4.e");
    let end = end.go_on("load:wp");
    assert_eq!((end.me().mat.loaded, end.me().mat.rack), (Some(Ammo::Wp), [1, 2, 0, 0, 0]));
    // The second command goes to the same target or to another; the gun fires what is in it.
    assert!(end.can("fire:1") && end.can("fire:2"));
    let end = end.go_on("fire:2").dice(&[&[5, 6]]).go_on("load:he");
    assert!(end.saw(|event| matches!(event, Event::Fires { ammo: Ammo::Wp, who, .. } if who.id.0 == 2)));
    assert_eq!((end.me().mat.loaded, end.me().mat.rack), (Some(Ammo::He), [1, 1, 0, 0, 0]));
    let twice = tiger().play("fire:1 fire:1", &[6, 6, 6, 6]);
    assert_eq!((twice.rolls().len(), twice.me().mat.racked()), (2, 6));
}

/// rules: ace 7.2-Ab
#[test]
fn the_coax_fires_at_infantry_guns_and_wheels_and_leaves_the_loader_free() {
    let kinds = ["inf", "pak40", "sdkfz222", "opel_blitz", "pz4", "stug3", "sdkfz251"];
    let scene = kinds.into_iter().fold(Scene::new(Mission::Attack), |scene, kind| scene.enemies(&format!("{kind} B")));
    let end = scene.play("", &[]);
    let offered: Vec<bool> = (1..=7).map(|id| end.can(&format!("coax:{id}"))).collect();
    assert_eq!(offered, [true, true, true, true, false, false, false]);
    assert_eq!(refusal(&end, "coax:5"), "7.2-Ab");
    assert_eq!(refusal(&end, "coax:7"), "7.2-Ab");
    // The loader fills the rack meanwhile, and the gun stays loaded.
    let end = racked(infantry(), [0; 5]).play("reload coax:1", &[5, 5]);
    assert_eq!(end.rolls(), ["coaxial machine gun (B2): 10: no effect"]);
    assert_eq!(end.me().mat.loaded, Some(Ammo::Ap));
    assert_eq!(end.go_on("fill:he").me().mat.racked(), 4);
}

/// rules: ace 7.2-Ac
#[test]
fn the_turret_turns_to_its_target_as_part_of_a_fire_command() {
    let reach = [
        (Area::A, Facing::Left),
        (Area::B, Facing::Front),
        (Area::C, Facing::Right),
        (Area::D, Facing::Left),
        (Area::E, Facing::Right),
    ];
    for from in Facing::ALL {
        for (area, facing) in reach {
            let scene = Scene::new(Mission::Attack).enemies(&format!("tiger1 {area}, inf {area}", area = area.id()));
            let main = scene.clone().me(|player| player.mat.turret = from).play("fire:1", &[6, 6]);
            assert_eq!(main.me().mat.turret, facing, "{from} to {area}");
            assert_eq!(main.saw(|event| matches!(event, Event::TurretTurns { .. })), from != facing);
            let coax = scene.me(|player| player.mat.turret = from).play("coax:2", &[5, 5]);
            assert_eq!(coax.me().mat.turret, facing);
        }
    }
}

/// rules: ace 7.2-Ad R20a
#[test]
fn one_main_gun_round_after_the_turret_has_turned() {
    let scene = || tiger().enemies("pz4 A, inf A").skill(Skill::Synergy);
    // The turning shot is the one round, also against what the turret points at now.
    let end = scene().play("fire:2", &[6, 6]);
    assert_eq!(refusal(&end, "fire:1"), "7.2-Ad");
    assert_eq!(refusal(&end, "fire:2"), "7.2-Ad");
    assert!(end.can("coax:3"), "the machine gun is no round");
    // A round fired before the turn stands.
    let end = scene().play("synergy fire:1 fire:2", &[6, 6, 6, 6]);
    assert_eq!(end.rolls().len(), 2);
    assert_eq!(refusal(&end, "fire:2"), "7.2-Ad");
    // And leaves the one round allowed after it: the coax turns the turret, then the main gun fires there.
    let end = scene().play("synergy fire:1 coax:3", &[6, 6, 5, 5]);
    assert!(end.can("fire:2"), "{:?}", refusal(&end, "fire:2"));
    // The coax turns the turret too: one round more.
    let end = scene().play("synergy coax:3", &[5, 5]);
    assert!(end.can("fire:1") && end.can("fire:2"));
    let end = end.go_on("fire:2").dice(&[&[6, 6]]);
    assert_eq!(refusal(&end, "fire:2"), "7.2-Ad");
    // The turn is forgotten with the round.
    let end = tiger().enemies("pz4 A").play("fire:2 end", &[6, 6, 6, 6, 3, 4, 6]);
    assert_eq!(end.game().field.round, 3);
    let end = end.then("fire:2 fire:2", &[6, 6, 6, 6]);
    assert_eq!(end.rolls().iter().filter(|roll| roll.starts_with("To hit")).count(), 3);
}

/// rules: ace 7.2-Ag 4.4.e R22a
#[test]
fn with_an_empty_rack_one_round_is_fired_and_one_fetched_from_stowage() {
    let end = racked(tiger(), [0; 5]).play("fire:1", &[6, 6]);
    assert_eq!(end.options(), ["load:ap", "load:he", "load:hcbi", "load:wp"], "any kind aboard");
    assert_eq!(refusal(&end, "load:apcr"), "4.4.e");
    let end = end.go_on("load:wp");
    assert!(end.saw(|event| matches!(event, Event::Loads { ammo: Ammo::Wp, stowage: true, .. })));
    assert_eq!(refusal(&end, "fire:1"), "R22a");
    // The last round of the rack goes into the gun: the rack is empty all the same.
    let end = racked(tiger(), [1, 0, 0, 0, 0]).play("fire:1", &[6, 6]);
    assert_eq!((end.me().mat.loaded, end.me().mat.racked()), (Some(Ammo::Ap), 0));
    assert_eq!(refusal(&end, "fire:1"), "R22a");
    // HCBI is a main gun round like any other.
    let end = racked(tiger(), [0; 5]).play("fire:1 load:hcbi", &[6, 6]);
    assert_eq!(refusal(&end, "smoke:B"), "R22a");
    // In the next round it may fire again, once.
    let end = racked(tiger(), [0; 5]).play("fire:1 load:ap end", &[6, 6, 6, 6, 3, 4]);
    assert!(end.can("fire:1"));
    let two = racked(tiger(), [2, 0, 0, 0, 0]).play("fire:1 fire:1", &[6, 6, 6, 6]);
    assert_eq!(two.rolls().len(), 2);
}

/// rules: ace 4.4.d 7.2-Ca
#[test]
fn reloading_moves_four_rounds_in_or_out() {
    let end = racked(tiger(), [0; 5]).play("reload end put:ap put:he put:wp put:hcbi", &[]);
    assert_eq!(end.me().mat.rack, [1, 1, 1, 1, 0]);
    assert!(is_over(&end), "four and no more");
    let end = racked(tiger(), [0, 8, 0, 0, 0]).play("reload end take:he take:he put:ap put:wp", &[]);
    assert_eq!(end.me().mat.rack, [1, 6, 0, 1, 0]);
    let end = racked(tiger(), [0, 8, 0, 0, 0]).play("reload end", &[]);
    assert!(!end.can("put:ap"), "no box is free");
    let end = end.go_on("take:he take:he take:he take:he");
    assert_eq!(end.me().mat.rack, [0, 4, 0, 0, 0]);
    // The rounds go in at the end of the step, after everything else.
    let end = racked(tiger(), [0; 5]).play("reload button:c", &[]);
    assert_eq!(end.me().mat.racked(), 0);
    assert!(end.can("fill:ap"));
}

/// rules: ace 4.4.d 7.2-3b R22a
#[test]
fn a_loader_who_does_something_else_does_not_fill_the_rack() {
    for (first, dice) in [("fire:1", &[6, 6][..]), ("mortar", &[]), ("switch:he", &[])] {
        let end = racked(tiger(), [0, 3, 0, 0, 0]).play(first, dice);
        assert_eq!(refusal(&end, "reload"), "4.4.d", "{first}");
        // Afterwards it cancels the command.
        let end = racked(tiger(), [0, 3, 0, 0, 0]).play(&format!("reload {first}"), dice);
        assert!(!end.can("fill:he"), "{first}");
        assert!(!end.me().mat.reloading);
        assert!(end.saw(|event| matches!(event, Event::RackLeft { .. })), "{first}: it is told");
        // And the command says so before it is given.
        let end = racked(tiger(), [0, 3, 0, 0, 0]).play("reload", &[]);
        assert!(end.saw(|event| matches!(event, Event::Reloads { .. })));
        let says = end.game().choice_words(charts(), Seat(0), Ask::Command(1), first.parse().unwrap()).label;
        assert!(says.ends_with("; the rack is not filled"), "{says}");
    }
    assert_eq!(racked(tiger(), [0; 5]).play("reload button:c fill:he", &[]).me().mat.racked(), 4);
}

/// rules: ace 7.2-Cb
#[test]
fn reloading_goes_on_by_itself_until_full_or_interrupted() {
    let scene = || racked(infantry(), [0; 5]);
    let end = scene().play("reload end fill:he", &[3, 4, 6]);
    assert_eq!((end.game().field.round, end.me().mat.racked()), (3, 4));
    assert_eq!(refusal(&end, "reload"), "7.2-Cb");
    // Two other commands, among them the coax, leave him at it.
    let end = end.go_on("button:c coax:1").dice(&[&[5, 5]]).go_on("fill:ap");
    assert_eq!(end.me().mat.rack, [4, 4, 0, 0, 0]);
    let end = end.dice(&[&[6, 6], &[3, 4]]);
    assert_eq!(end.game().field.round, 4);
    assert!(end.can("reload"), "the rack is full and he has stopped");
    // The main gun interrupts him.
    let end = scene().enemies("tiger1 B").play("reload end fill:he", &[3, 4, 6, 6]);
    let end = end.go_on("fire:2").dice(&[&[6, 6]]).go_on("end");
    assert!(!end.me().mat.reloading);
    assert_eq!(end.me().mat.racked(), 3, "one round went into the gun, none into the rack");
}

/// rules: ace 7.7.adr 4.4.d R45a
#[test]
fn adrenaline_rush_moves_six_rounds_once_a_mission() {
    let scene = || racked(tiger(), [0; 5]).skill(Skill::AdrenalineRush);
    let end = scene().play("reload:rush end fill:he", &[3, 4, 6]);
    assert_eq!(end.me().mat.racked(), 6);
    assert!(!end.can("reload:rush"));
    // The second round of a reload may be the rushed one.
    let end = scene().play("reload end put:ap", &[]).go_on("done").dice(&[&[3, 4], &[6]]);
    let end = end.go_on("reload:rush end fill:he");
    assert_eq!(end.me().mat.rack, [1, 6, 0, 0, 0]);
    assert!(!scene().wound(Post::Loader, Wound::Light).play("", &[]).can("reload:rush"));
    assert!(!tiger().play("", &[]).can("reload:rush"));
}

/// rules: ace 4.4.e 7.2-Ca
#[test]
fn a_limited_round_counts_wherever_it_lies() {
    // Four WP: one in the gun, three in the rack, none left to add.
    let full = racked(tiger(), [0, 2, 0, 3, 0]).loaded(Ammo::Wp).play("reload end", &[]);
    assert!(full.can("put:hcbi") && !full.can("put:wp") && !full.can("put:apcr"));
    let one = racked(tiger(), [0, 2, 0, 2, 0]).loaded(Ammo::Wp).play("reload end put:wp", &[]);
    assert!(!one.can("put:wp"));
    // The last of them fired is gone for the mission.
    let end = racked(tiger(), [0; 5]).loaded(Ammo::Wp).me(|player| player.mat.carried[Ammo::Wp.index()] = 1);
    let end = end.play("fire:1", &[6, 6]);
    assert_eq!(end.me().mat.carried[Ammo::Wp.index()], 0);
    assert_eq!(refusal(&end, "load:wp"), "4.4.e");
}

/// rules: ace 7.2-O
#[test]
fn switching_exchanges_the_loaded_round_with_one_of_the_rack() {
    let end = racked(tiger(), [0, 3, 0, 1, 0]).play("switch:wp", &[]);
    assert_eq!((end.me().mat.loaded, end.me().mat.rack), (Some(Ammo::Wp), [1, 3, 0, 0, 0]));
    assert!(end.can("switch:ap") && end.can("fire:1"));
    let end = racked(tiger(), [2, 0, 0, 0, 0]).play("", &[]);
    assert!(!end.options().iter().any(|o| o.starts_with("switch")), "nothing else is in the rack");
}

/// rules: ace 7.2-K 4.4.f
#[test]
fn the_smoke_mortar_has_three_rounds_for_the_tanks_own_place() {
    let end = tiger().play("mortar", &[]);
    assert_eq!((end.me().board.own_smoke, end.me().mat.mortar), (2, 2));
    assert_eq!(end.me().board.smoke, [0; 5]);
    let end = end.go_on("mortar").dice(&[&[3, 4], &[6]]).go_on("mortar");
    assert_eq!((end.me().board.own_smoke, end.me().mat.mortar), (2, 0));
    assert_eq!(refusal(&end, "mortar"), "4.4.f");
    assert_eq!(refusal(&tiger().tank("m4a1_early").play("", &[]), "mortar"), "4.4.f");
}

/// rules: ace 7.2-M 7.2-N
#[test]
fn one_command_closes_or_opens_any_hatches() {
    let end = tiger().play("button:da", &[]);
    assert_eq!(end.me().mat.open, [true, false, false]);
    assert!(end.can("unbutton:da") && end.can("unbutton:d") && !end.can("unbutton:c") && !end.can("button:d"));
    assert_eq!(tiger().play("button:cda", &[]).me().mat.open, [false; 3]);
    let end = tiger().buttoned().play("unbutton:ca", &[]);
    assert_eq!(end.me().mat.open, [true, false, true]);
    assert_eq!(tiger().buttoned().play("unbutton:cda", &[]).me().mat.open, [true; 3]);
}

/// rules: ace 7.2-I
#[test]
fn the_fifty_needs_the_commander_in_an_open_hatch() {
    let end = infantry().enemies("tiger1 E").play("", &[]);
    assert!(end.can("aa50:1") && end.can("aa50:2"), "it fires all round, at anything");
    let end = end.go_on("aa50:1").dice(&[&[5, 5]]);
    assert_eq!(end.rolls(), [".50 caliber (B2): 10 -1 heavy machine gun = 9: no effect"]);
    assert_eq!(end.me().mat.turret, Facing::Front);
    let shut = infantry().mine("mat.open = [false, true, true]").play("", &[]);
    assert_eq!(refusal(&shut, "aa50:1"), "7.2-I");
}

/// rules: ace 4.4.b 7.2-P R23a
#[test]
fn a_machine_gun_fires_its_points_and_is_then_reloaded() {
    // Vector 3: four points, four firings, then four again.
    let end = infantry().play("bow:1 bow:1", &[5, 5, 5, 5, 6, 6, 3, 4]);
    assert_eq!(end.me().mat.guns[Gun::Bow.index()].points, 2);
    let end = end.then("bow:1 bow:1", &[5, 5, 5, 5, 6, 6, 3, 4]);
    assert_eq!(end.me().mat.guns[Gun::Bow.index()].points, 0, "its gunner was busy firing");
    assert_eq!(refusal(&end, "bow:1"), "4.4.b");
    // It costs no command: both are given, and the assistant driver reloads.
    let end = end.go_on("button:c button:d").dice(&[&[6, 6], &[3, 4]]);
    assert!(end.saw(|event| matches!(event, Event::MgReloaded { gun: Gun::Bow, .. })));
    assert_eq!(end.me().mat.guns[Gun::Bow.index()].points, 4);
    assert!(end.can("bow:1"));
}

/// The ammunition of a gun after a round with these commands, from none.
fn reloaded(gun: Gun, scene: Scene, commands: &str, dice: &[u8]) -> bool {
    let end = scene.me(|player| player.mat.guns[gun.index()].points = 0).play(commands, dice);
    assert!(end.options()[0].starts_with("dice:"), "step 5 is over: {:?}", end.options());
    match end.me().mat.guns[gun.index()].points {
        0 => false,
        points => {
            assert_eq!(points, charts().tanks[end.me().tank.index()].mg_points[gun.index()]);
            true
        }
    }
}

/// rules: ace R23a 4.4.b
#[test]
fn the_right_man_reloads_if_he_does_nothing_else() {
    // The coax: the loader. The gunner may fire it empty or do what he likes.
    assert!(reloaded(Gun::Coax, infantry(), "end", &[]));
    assert!(!reloaded(Gun::Coax, infantry().enemies("tiger1 B"), "fire:2 end", &[6, 6]));
    assert!(!reloaded(Gun::Coax, infantry(), "mortar end", &[]));
    assert!(!reloaded(Gun::Coax, infantry(), "switch:he end", &[]));
    assert!(!reloaded(Gun::Coax, racked(infantry(), [0; 5]), "reload end fill:he", &[]));
    let last = infantry().mine("mat.guns.0.points = 1").play("coax:1 end", &[5, 5]);
    assert_eq!(last.me().mat.guns[0].points, 4, "its last belt fired, the loader was free");
    // The .50: the commander, with an open hatch and a command left.
    assert!(reloaded(Gun::Aa50, infantry(), "end", &[]));
    assert!(reloaded(Gun::Aa50, infantry(), "button:d end", &[]));
    assert!(!reloaded(Gun::Aa50, infantry(), "button:d button:a", &[]));
    assert!(!reloaded(Gun::Aa50, infantry().mine("mat.open.0 = false"), "end", &[]));
    assert!(reloaded(Gun::Aa50, infantry().skill(Skill::Synergy), "synergy button:d button:a end", &[]));
    let fired = infantry().mine("mat.guns.2.points = 1").play("aa50:1 end", &[5, 5]);
    assert_eq!(fired.me().mat.guns[2].points, 0, "he has fired it himself");
    // A gun with points left is not touched.
    let some = infantry().mine("mat.guns.1.points = 1").play("end", &[]);
    assert_eq!(some.me().mat.guns[1].points, 1);
}

/// rules: ace 7.4.4a CH.B2 7.2-P
#[test]
fn a_natural_twelve_jams_a_machine_gun_until_its_man_clears_it() {
    let jam = |key: &str| infantry().play(key, &[6, 6]);
    let end = jam("coax:1");
    assert_eq!(end.rolls(), ["coaxial machine gun (B2): 12: stoppage"]);
    assert!(end.saw(|event| matches!(event, Event::Jams { gun: Gun::Coax, .. })));
    assert_eq!(refusal(&end, "coax:1"), "7.4.4a");
    assert_eq!(end.me().mat.guns[0].points, 3, "the belt is spent all the same");
    // The gunner clears it in a round in which he does not fire.
    let end = end.go_on("end").dice(&[&[6, 6], &[3, 4]]);
    assert!(end.me().mat.guns[0].jammed, "he has fired this round");
    let end = end.go_on("mortar button:c");
    assert!(!end.me().mat.guns[0].jammed);
    let busy = tiger().enemies("inf B").mine("mat.guns.0.jammed = true");
    assert!(busy.play("fire:1 end", &[6, 6]).me().mat.guns[0].jammed, "the gunner was at the main gun");
    // Bow and .50.
    assert_eq!(refusal(&jam("bow:1"), "bow:1"), "7.4.4a");
    assert_eq!(refusal(&jam("aa50:1"), "aa50:1"), "7.4.4a");
    let jammed = |gun: Gun| infantry().me(|player| player.mat.guns[gun.index()].jammed = true);
    assert!(!jammed(Gun::Bow).play("button:c button:d", &[]).me().mat.guns[1].jammed);
    assert!(!jammed(Gun::Aa50).play("button:d end", &[]).me().mat.guns[2].jammed);
    assert!(jammed(Gun::Aa50).play("button:d button:a", &[]).me().mat.guns[2].jammed, "no command left");
    assert!(jammed(Gun::Aa50).play("button:c end", &[]).me().mat.guns[2].jammed, "his hatch is closed");
    // The main gun never jams.
    assert!(tiger().play("fire:1", &[6, 6]).can("fire:1"));
}

/// rules: ace R23a 7.4.4a
#[test]
fn one_job_a_man_a_round() {
    let worst = |gun: Gun| {
        infantry().me(|player| {
            player.mat.guns[gun.index()].jammed = true;
            player.mat.guns[gun.index()].points = 0;
        })
    };
    let after = |end: &Played, gun: Gun| (end.me().mat.guns[gun.index()].jammed, end.me().mat.guns[gun.index()].points);
    let end = worst(Gun::Bow).play("end", &[3, 4, 6]);
    assert_eq!(after(&end, Gun::Bow), (false, 0), "first he clears it");
    assert_eq!(after(&end.go_on("end"), Gun::Bow), (false, 4), "then he reloads");
    assert_eq!(after(&worst(Gun::Aa50).play("end", &[]), Gun::Aa50), (false, 0));
    // Two men look after the coax.
    assert_eq!(after(&worst(Gun::Coax).play("end", &[]), Gun::Coax), (false, 4));
    assert_eq!(after(&worst(Gun::Coax).play("mortar end", &[]), Gun::Coax), (false, 0));
}

/// rules: ace 7.7.wea R45a
#[test]
fn weapons_maintenance_ignores_the_first_stoppage_of_its_gun() {
    for (skill, owner, gun) in [
        (Skill::MaintenanceCoax, Post::Gunner, Gun::Coax),
        (Skill::MaintenanceBow, Post::AssistantDriver, Gun::Bow),
        (Skill::MaintenanceAa50, Post::Loader, Gun::Aa50),
    ] {
        let key = format!("{}:1", gun.id());
        let end = infantry().skill(skill).play(&key, &[6, 6]);
        assert!(end.saw(|event| matches!(event, Event::NoJam { gun: at, .. } if *at == gun)));
        let end = end.go_on(&key).dice(&[&[6, 6]]);
        assert!(end.me().mat.guns[gun.index()].jammed, "only the first: {gun}");
        let hurt = infantry().skill(skill).wound(owner, Wound::Light).play(&key, &[6, 6]);
        assert!(hurt.me().mat.guns[gun.index()].jammed, "{owner} is hurt");
        for other in Gun::ALL.into_iter().filter(|other| *other != gun) {
            let end = infantry().skill(skill).play(&format!("{}:1", other.id()), &[6, 6]);
            assert!(end.me().mat.guns[other.index()].jammed, "{skill} is not for the {other}");
        }
    }
    // A cleaning kit does the same once for whichever gun.
    let end = infantry().mine("mat.kit_used = false").play("bow:1 coax:1", &[6, 6, 6, 6]);
    assert!(!end.me().mat.guns[1].jammed && end.me().mat.guns[0].jammed);
}

/// rules: ace 7.2-D 7.2-Eb 7.2-G 7.2-Jc 7.1.4b 7.2-M 7.2-N 7.2-O
#[test]
fn a_line_of_the_log_names_the_rule_of_the_command_it_comes_from() {
    let rules = |played: &Played, kind: &str| {
        let words =
            played.events().into_iter().map(|event| Ace::event_words(charts(), &event)).filter(|w| w.kind == kind);
        words.map(|w| Ace::ledger().id(w.rule).to_string()).collect::<Vec<_>>()
    };
    let scene = |fight| Scene::new(fight).enemies("pz4 B targeting");
    let attack = || scene(Mission::Attack);
    let range = |answers: &str, dice: &[u8]| rules(&attack().play(answers, dice), "range");
    assert_eq!(range("move:forward", &[6, 6]), ["7.2-D"]);
    assert_eq!(range("move:back", &[6, 6]), ["7.2-G"]);
    assert_eq!(range("move:hulldown range:closer", &[6, 6]), ["7.2-Eb"]);
    assert_eq!(range("flank:1 range:closer", &[]), ["7.2-Jc"]);
    let closes = scene(Mission::Defense).stage(Stage::RoundEnd).play("", &[]);
    assert_eq!(rules(&closes, "range"), ["7.1.4b"]);
    let hatches = attack().play("button:c unbutton:c", &[]);
    assert_eq!(rules(&hatches, "hatches"), ["7.2-M", "7.2-N"]);
    assert_eq!(rules(&attack().play("switch:he", &[]), "loads"), ["7.2-O"]);
}
