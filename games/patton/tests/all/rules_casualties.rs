//! Stray fire, wounds, and the end of a tank (4.81.4, 4.82, 19.0).

use crate::common::{Look, Played, Scene, charts};
use hulldown_core::{Game, Playable, Seat};
use hulldown_draw::{self as draw, Drawn, Room};
use hulldown_patton::Patton;
use hulldown_patton::state::{After, Cause, Fate, GunState, Stage, Sweep, Verdict};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

/// Light weapons fire at your tank; the dice that follow are for Collateral Damage.
fn stray(scene: Scene, dice: &[u8]) -> Played {
    let mut all = vec![96];
    all.extend_from_slice(dice);
    scene.enemies("lw 6-8 medium").at(Stage::Enemy).roll(&all)
}

fn base() -> Scene {
    Scene::new(Scenario::Advance)
}

const FRONT_TURRET: Cause = Cause { by: Some(UnitType::PzIv), turret: true, from: Sector::S68 };
const FRONT_HULL: Cause = Cause { by: Some(UnitType::PzIv), turret: false, from: Sector::S68 };

fn pierced(cause: Cause) -> Scene {
    base().enemies("pz_iv 6-8 medium").at(Stage::KnockedOut(cause))
}

/// Nothing threatens a tank any more while its crew still leaves it, and the board shows no sound one.
#[test]
fn a_tank_that_is_knocked_out_is_not_threatened() {
    let (sound, gone) = (base().enemies("pz_iv 6-8 medium"), pierced(FRONT_HULL));
    let threats = |scene: &Scene| (Patton::AIDS.threats.unwrap())(&scene.game, charts(), Seat(0));
    assert_eq!((threats(&sound).len(), threats(&gone).len()), (1, 0));
    let drawn = |scene: &Scene| {
        let scene = scene.clone().set("tank.hull_down = true");
        let room = Room { columns: 80, lines: 24 };
        let sketch = Patton::sketch(&scene.game.view(charts(), Seat(0)), &[], &draw::Look::default(), room);
        sketch.map_or(String::new(), |sketch| sketch.lines().join("\n"))
    };
    assert!(drawn(&sound).contains("hull down"), "{}", drawn(&sound));
    assert!(drawn(&gone).contains("knocked out") && !drawn(&gone).contains("hull down"), "{}", drawn(&gone));
}

/// rules: patton T.coll, T.coll.2, 4.82, 17.23
#[test]
fn stray_fire_breaks_things() {
    assert_eq!(stray(base(), &[50]).game().tank, base().game.tank);
    for (roll, post) in
        [(51, Post::Driver), (54, Post::Assistant), (57, Post::Gunner), (58, Post::Loader), (63, Post::Commander)]
    {
        let end = stray(base(), &[roll]);
        assert!(end.game().tank.blind[post.index()], "{roll}");
    }
    assert!(stray(base(), &[64]).game().tank.sight_broken);
    assert_eq!(stray(base(), &[70]).game().tank.gun(Weapon::Aa), GunState::Broken);
    // A broken sight silences the main gun, a broken AA MG itself.
    let menu = base().enemies("lw 6-8 close").with(|game| {
        game.tank.sight_broken = true;
        game.tank.guns[Weapon::Aa.index()] = GunState::Broken;
    });
    let menu = menu.play("", &[]);
    assert!(!menu.can("order:g:fire_main_gun") && !menu.can("order:c:fire_aa_mg") && !menu.can("order:c:repair_aa_mg"));
    assert_eq!(base().game.tank.periscopes, 6);
}

/// rules: patton 19.2, 19.1, 19.21, 19.22, T.wound, T.coll
#[test]
fn only_men_at_open_hatches_are_hit() {
    // 91-100 is the commander; buttoned up nothing happens to him.
    let closed = stray(base().open(&[]), &[95]);
    assert_eq!(closed.rolls().len(), 2);
    let wound = |roll: u8| {
        let end = stray(base(), &[95, roll]);
        (end.man(Post::Commander).wound, end.man(Post::Commander).able())
    };
    assert_eq!(wound(42), (Wound::NearMiss, true));
    assert_eq!(wound(43), (Wound::Light, true));
    assert_eq!(wound(72), (Wound::Light, true));
    assert_eq!(wound(73), (Wound::LightWeek, false));
    assert_eq!(wound(97), (Wound::SentHome, false));
    assert_eq!(wound(98), (Wound::Killed, false));
    // Weeks are rolled at once.
    let weeks = stray(base(), &[95, 90, 6]);
    assert_eq!((weeks.man(Post::Commander).wound, weeks.man(Post::Commander).weeks), (Wound::SeriousWeeks, 6));
    let open = [Post::Driver, Post::Assistant, Post::Loader];
    for (roll, post) in [(71, Post::Driver), (80, Post::Assistant), (90, Post::Loader)] {
        let end = stray(base().tank(2).open(&open), &[roll, 50]);
        assert_eq!(end.man(post).wound, Wound::Light);
    }
}

/// rules: patton T.wound.2, 15.6
#[test]
fn modifiers_of_wounds() {
    // Firing from the hatch draws fire.
    let firing = stray(base().order(Post::Commander, Action::FireAaMg), &[95]);
    assert_eq!(firing.modifier("firing from the hatch"), 5);
    // Harassing fire is weaker if every close zone that is not ours is swept and neither men nor MGs are near.
    let sweep = |sector| Sweep { mg: Mg::Bow, by: Post::Assistant, zone: Zone::new(sector, Range::Close) };
    let harassed = |scene: Scene| {
        let scene = scene.at(Stage::Event).with(|game| {
            for sector in [Sector::S68, Sector::S910, Sector::S45] {
                game.battle.sweeps.push(sweep(sector));
            }
        });
        scene.roll(&[31, 95]).modifier("close zones swept")
    };
    assert_eq!(harassed(base().enemies("lw 6-8 long")), -10);
    assert_eq!(harassed(base().enemies("lw 6-8 medium")), 0);
    assert_eq!(harassed(base().enemies("pz_iv 6-8 close")), -10);
    assert_eq!(
        harassed(base().enemies("pz_iv 6-8 close").set("battle.us = [false, false, false, false, false, false]")),
        0
    );
}

/// rules: patton 4.81.4, 19.11, T.expl, 4.81.4a
#[test]
fn the_tank_may_explode() {
    let asked = |cause, scene: fn(Scene) -> Scene| scene(pierced(cause)).roll(&[]).asked_dice();
    assert_eq!(
        asked(FRONT_TURRET, |s| s),
        "Explosion (tank_explosion) 1d100, 100 or more to explode [+5 no wet stowage]"
    );
    assert!(asked(FRONT_HULL, |s| s).contains("+5 hull hit"));
    let tiger = Cause { by: Some(UnitType::PzVie), ..FRONT_TURRET };
    assert!(asked(tiger, |s| s).contains("+5 88"));
    assert!(!asked(FRONT_TURRET, |s| s.tank(17)).contains("stowage"));
    // 97 is the normal load; five more rounds count for three.
    assert!(asked(FRONT_TURRET, |s| s.set("tank.rounds.0 = 55")).contains("+3 extra rounds"));
    let end = pierced(FRONT_TURRET).roll(&[95]);
    assert!(end.saw(|event| matches!(event, Event::Explodes)));
    // Everybody is dead, nobody improves, the day is lost.
    assert!(end.events().iter().all(|event| !matches!(event, Event::Improves { .. })));
    assert_eq!(end.game().you.fate, Fate::Killed);
    assert_eq!(end.game().report.verdict, Some(Verdict::Lost));
    assert!(end.game().crew.men.iter().all(Option::is_none));
    assert!(end.rolls().len() == 1 && end.game().tank.lost);
}

/// rules: patton 19.12, T.wound.2, T.wound.3
#[test]
fn each_man_is_wounded_by_where_it_struck() {
    // Turret front: driver and assistant -20; the others as they are. 43 stuns a man in a knocked out tank.
    let end = pierced(FRONT_TURRET).roll(&[50, 43, 43, 43, 62, 63]);
    let rolls = end.rolls();
    assert_eq!(rolls[1], "Wounds: 43: unconscious");
    assert_eq!(rolls[4], "Wounds: 62 -20 turret front = 42: near miss");
    assert_eq!(rolls[5], "Wounds: 63 -20 turret front = 43: unconscious");
    assert!(end.man(Post::Commander).down && end.man(Post::Assistant).down && !end.man(Post::Driver).down);
    // From the right front of the hull the assistant and the gunner suffer.
    let side = pierced(Cause { from: Sector::S910, ..FRONT_HULL }).roll(&[50, 40, 40, 40, 40, 40]);
    assert_eq!(side.rolls()[2], "Wounds: 40 +10 hull front right = 50: light wound");
    assert_eq!(side.rolls()[3], "Wounds: 40 -10 hull front right = 30: near miss");
    // A natural 100 kills whatever the modifiers.
    let dead = pierced(FRONT_TURRET).roll(&[50, 1, 1, 1, 100]);
    assert_eq!(dead.man(Post::Driver).wound, Wound::Killed);
}

/// rules: patton 19.13, T.bail
#[test]
fn survivors_bail_out_and_are_shot_at() {
    // All unhurt: five rolls to get out; tank 1 has no loader hatch, so a 10 traps the loader.
    let out = pierced(FRONT_TURRET).roll(&[50, 1, 1, 1, 1, 1, 10, 10, 10]);
    assert!(out.saw(|event| matches!(event, Event::BailsOut { post: Post::Gunner, out: true })));
    assert!(out.saw(|event| matches!(event, Event::BailsOut { post: Post::Loader, out: false })));
    assert_eq!(out.rolled(8), "Bail out (bail_out): 10 +1 no loader hatch = 11, 10 or less: trapped");
    // Outside each rolls for wounds with his rating off.
    let outside = out.then("", &[1, 1]);
    assert_eq!(outside.asked_dice(), "Wounds (wounds) 1d100, chart wounds [-5 his rating]");
    // A serious wound makes it harder; whoever is unconscious or worse cannot try.
    let hurt = pierced(FRONT_TURRET).roll(&[50, 90, 3, 95, 45, 1, 1]);
    assert_eq!(hurt.asked_dice(), "Bail out (bail_out) 1d10, 10 or less [+2 serious wound]");
    let hurt = hurt.then("", &[9]);
    assert!(hurt.saw(|event| matches!(event, Event::BailsOut { post: Post::Commander, out: false })));
    assert!(!hurt.saw(|event| matches!(event, Event::BailsOut { post: Post::Gunner, .. })));
    assert!(!hurt.saw(|event| matches!(event, Event::BailsOut { post: Post::Loader, .. })));
}

/// Everybody but the loader gets out unhurt; the loader is trapped.
fn loader_trapped() -> Played {
    pierced(FRONT_TURRET).roll(&[50, 1, 1, 1, 1, 1, 1, 1, 10, 1, 1, 1, 1, 1, 1])
}

/// rules: patton 19.14, 26.1b
#[test]
fn men_outside_may_go_back() {
    let asked = loader_trapped();
    for who in ["c", "g", "d", "a"] {
        assert!(asked.can(&format!("rescue:{who}:l")));
    }
    // The rescuer rolls for wounds; unless he is seriously hurt the other is out, unharmed.
    let freed = asked.go_on("rescue:c:l").then("", &[77]);
    assert!(freed.saw(|event| matches!(event, Event::Rescue { by: Post::Commander, whom: Post::Loader, freed: true })));
    assert_eq!((freed.man(Post::Commander).wound, freed.man(Post::Loader).wound), (Wound::Light, Wound::NearMiss));
    // The tank burns: he had been pulled from it.
    let burns = freed.then("", &[80]);
    assert!(burns.game().report.rescuer);
    let failed = loader_trapped().go_on("rescue:g:l").then("", &[93, 2]);
    assert!(failed.saw(|event| matches!(event, Event::Rescue { freed: false, .. })));
    // One try for each man inside: now the fire decides.
    assert!(failed.asked_dice().starts_with("Brew up"));
    // Who is seriously wounded does not go.
    let hurt = pierced(FRONT_TURRET).roll(&[50, 1, 90, 1, 1, 1, 1, 1, 1, 10, 1, 1, 1, 1, 1, 1]);
    assert!(!hurt.can("rescue:g:l") && hurt.can("rescue:c:l"));
}

/// rules: patton 19.15, T.brew
#[test]
fn the_tank_may_burn() {
    let need = |scene: Scene| scene.roll(&[50, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]).asked_dice();
    assert_eq!(need(pierced(FRONT_TURRET)), "Brew up (brew_up) 1d100, 80 or less to burn");
    assert!(need(pierced(FRONT_TURRET).tank(4)).contains("75 or less"));
    assert!(need(pierced(FRONT_TURRET).tank(7)).contains("70 or less"));
    assert!(need(pierced(FRONT_TURRET).tank(11)).contains("15 or less"));
    assert!(need(pierced(Cause { by: None, ..FRONT_TURRET })).contains("85 or less"));
    // Extra rounds undo wet stowage.
    assert!(
        need(pierced(FRONT_TURRET).tank(11).with(|game| game.tank.rounds[0] = charts().tanks[10].rounds - 46))
            .contains("70 or less")
    );
    let burned = loader_trapped().go_on("done").then("", &[80]);
    assert!(
        burned
            .saw(|event| matches!(event, Event::Wounded { man, wound: Wound::Killed, .. } if man.post == Post::Loader))
    );
    let saved = loader_trapped().go_on("done").then("", &[81]);
    assert!(
        !saved
            .saw(|event| matches!(event, Event::Wounded { man, wound: Wound::Killed, .. } if man.post == Post::Loader))
    );
    assert!(saved.saw(|event| matches!(event, Event::Burns { burns: false })));
}

/// rules: patton 4.81.4b, 6.0, 4.91
#[test]
fn the_loss_of_the_tank_ends_the_day() {
    let end = loader_trapped().go_on("done").then("", &[100]);
    assert!(end.game().tank.lost && end.game().you.tanks_lost == 1);
    // Survivors still learn from it; then the day is summed up.
    assert!(end.asked_dice().starts_with("Improvement"));
    let summed = end.then("", &[1, 1, 1, 1, 1]);
    assert!(summed.saw(|event| matches!(event, Event::Debriefing { verdict: Verdict::Lost, .. })));
}

/// rules: patton 19.3, 19.31, 19.32, 19.33
#[test]
fn men_out_of_action_are_replaced_after_the_battle() {
    let scene = base().at(Stage::BattleEnd).wound(Post::Gunner, Wound::LightWeek).with(|game| {
        game.crew.men[Post::Gunner.index()].as_mut().unwrap().weeks = 1;
        game.crew.trained = true;
    });
    let end = scene.wound(Post::Driver, Wound::SentHome).roll(&[5, 10]);
    // Two new men, 3 and 5: the book gives the better one to the gunner.
    assert!(end.can("usual"));
    let end = end.go_on("usual");
    assert_eq!((end.man(Post::Gunner).rating, end.man(Post::Driver).rating), (5, 3));
    assert_eq!(end.game().report.clock, Clock(10 * 60 + 30));
    assert_eq!(end.game().crew.away.len(), 1);
    assert_eq!(end.game().crew.away[0].back, "1944-08-09".parse().unwrap());
    assert!(!end.game().crew.trained);
    assert_eq!(end.stage(), Stage::Prepare(After::Check));
}

/// rules: patton 26.2, 6.0
#[test]
fn your_own_wounds_count() {
    let light = stray(base(), &[95, 60]);
    assert_eq!((light.game().you.hearts, light.game().report.wounded, light.game().report.out), (1, true, false));
    let week = stray(base(), &[95, 80]);
    assert_eq!((week.game().you.hearts, week.game().report.out), (1, true));
    assert_eq!(stray(base(), &[95, 20]).game().you.hearts, 0);
    assert!(stray(base(), &[1]).game().report.exposed);
    assert!(!stray(base().open(&[]), &[1]).game().report.exposed);
}

/// A man is struck where he is: the assistant driver at the post he has taken, the driver he has relieved in the assistant's seat, a turret
/// man on the turret floor.
///
/// rules: patton 19.22b, 19.12, T.bail
#[test]
fn men_are_struck_where_they_sit() {
    let side = HitSide::hull(Sector::S68, Sector::S68);
    let effect = |post: Post| charts().hit.crew_wound_effect.side[side.index()][post.index()];
    let rolled = |at: Post, hurt: Post| {
        let scene = pierced(FRONT_HULL).wound(hurt, Wound::LightWeek).with(move |game| game.crew.assistant_at = at);
        let rolls = scene.roll(&[50, 20, 20, 20, 20, 20]).rolls();
        let modifier = |n: usize| {
            let words: Vec<&str> = rolls[n].split(' ').collect();
            let at = words.iter().position(|word| *word == side.name().split(' ').next().unwrap_or_default());
            at.map_or(0, |at| words[at - 1].parse().unwrap())
        };
        [1, 2, 3, 4, 5].map(modifier)
    };
    let of = |seats: [Post; 5]| seats.map(effect);
    let [c, g, l, d, a] = Post::ALL;
    assert_eq!(rolled(Post::Assistant, Post::Driver), of([c, g, l, d, a]));
    assert_eq!(rolled(Post::Driver, Post::Driver), of([c, g, l, a, d]));
    assert_eq!(rolled(Post::Gunner, Post::Gunner), of([c, g, l, d, g]));
    // Nobody else sits in the assistant's seat, so nobody fires the bow MG from it.
    let menu = base().enemies("lw 6-8 close").wound(Post::Driver, Wound::LightWeek);
    let menu = menu.set("crew.assistant_at = d").play("", &[]);
    assert_eq!(menu.refused("order:a:fire_bow_mg"), Some(("19.22", "nobody works there")));
    // Who works in the loader's place of a turret without his hatch gets out as hard as he would.
    let bails = |at: Post| {
        let scene =
            pierced(FRONT_HULL).wound(Post::Loader, Wound::LightWeek).with(move |game| game.crew.assistant_at = at);
        scene.roll(&[50, 20, 20, 20, 20, 20, 1, 1, 1, 1]).asked_dice()
    };
    assert!(bails(Post::Loader).contains("+1 no loader hatch") && !bails(Post::Assistant).contains("hatch"));
}
