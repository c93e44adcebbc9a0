//! What happens names its cause: each event cites the rule it goes by and says why.

use crate::common::*;
use hulldown_core::Session;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::session::Told;
use hulldown_leader::Leader;
use hulldown_leader::bot::Sensible;
use hulldown_leader::ids::{EnemyId, EventId, FighterId, OptionId};
use hulldown_leader::state::{Stage, Step};
use hulldown_leader::talk::{Ask, Choice, Event, Number};
use hulldown_leader::words::*;

/// The rules and words of the events of a kind.
fn told(end: &Played, kind: &str) -> Vec<(&'static str, String)> {
    let events = end.events().into_iter().filter(|event| event.kind() == kind);
    events.map(cited).collect()
}

fn cited(event: Event) -> (&'static str, String) {
    let words = Leader::event_words(charts(), &event);
    (Leader::ledger().id(words.rule), words.text)
}

fn strains(end: &Played) -> Vec<(&'static str, Strain)> {
    let strain = |event: &Event| match *event {
        Event::Stressed { why, .. } => Some((cited(*event).0, why)),
        _ => None,
    };
    end.events().iter().filter_map(strain).collect()
}

/// rules: leader unit.note.3 damage.he.suppressed damage.he.immobile commander.skill.7
#[test]
fn stress_says_what_it_is_for() {
    let team = || Scene::battle().unit("902 jones 61").enemy("truck 51").enemy("truck 11");
    let end = team().that(|fighter| (fighter.suppressed, fighter.immobile) = (true, true));
    let end = end.play("act:902 to:52 fire:0", &[1, 1]);
    let due = [
        ("damage.he.immobile", Strain::Immobile),
        ("unit.note.3", Strain::MoveAttack),
        ("damage.he.suppressed", Strain::Suppressed),
    ];
    assert_eq!(strains(&end), due, "{}", end.lines());
    assert!(end.lines().contains("Jones: +1 Stress (moved while Immobile), now 1."), "{}", end.lines());
    let recovered: Vec<&str> = told(&end, "recovers").into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(recovered, ["damage.he.immobile", "damage.he.suppressed"]);
    let end = team().that(|fighter| fighter.exposed = Some(1)).play("act:902 to:62", &[]);
    assert_eq!(told(&end, "recovers")[0].0, "damage.ap.exposed2");
}

/// rules: leader post.stress.1 post.stress.2 opt.tenacity.1 end.leave.1 end.rr.1
#[test]
fn stress_of_battle_and_rest() {
    let fought = Scene::battle().unit("042 eandi 61").enemy("truck 11").at(Stage::Record);
    let end = fought.set("battle.tenacity = true").roll(&[]);
    let rules: Vec<&str> = strains(&end).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(&rules[..3], ["post.stress.1", "opt.tenacity.1", "post.stress.2"], "{}", end.lines());
    let home = Scene::new().pair(42, Name::Eandi).who(|one| one.stress = 8).with(|game| game.battalions.clear());
    assert_eq!(strains(&home.clone().at(Stage::Adjust).roll(&[])), [("end.leave.1", Strain::Leave)]);
    assert_eq!(strains(&home.at(Stage::Rest).play("yes", &[]))[0], ("end.rr.1", Strain::Rest));
}

/// rules: leader damage.ap.explosion damage.ap.destroyed damage.rule.6 damage.he.mowed
#[test]
fn a_lost_unit_says_by_what() {
    let lost = |unit: u16, name, target, damage, hurt: Option<Lasting>| {
        let scene = Scene::battle().led(unit, name, Level::Average, 61).enemy("stug 51").at(Stage::Enemy);
        let scene = if let Some(hurt) = hurt { scene.hurt(hurt) } else { scene };
        let end = scene.cup(target, &[damage]).roll(&[10, 1, 10]);
        told(&end, "lost").remove(0)
    };
    let tank = |damage, hurt| lost(42, Name::Eandi, Target::Ap, damage, hurt);
    assert_eq!(tank(Damage::Destroyed, None).0, "damage.ap.destroyed");
    let (rule, text) = tank(Damage::Explosion, None);
    assert_eq!((rule, text.as_str()), ("damage.ap.explosion", "042 M4 Sherman (75mm) is Destroyed: Explosion."));
    let (rule, text) = tank(Damage::Hull, Some(Lasting::Hull));
    assert_eq!((rule, text.as_str()), ("damage.rule.6", "042 M4 Sherman (75mm) is Destroyed: a second Hull."));
    assert_eq!(lost(902, Name::Jones, Target::He, Damage::MowedDown, None).0, "damage.he.mowed");
}

/// What dice come to names whom they were thrown at, also where nobody is hit and where a lot says whom it falls on.
///
/// rules: leader combat.attack.2 combat.attack.7 damage.rule.1 damage.rule.4 opt.flank.1 pre.event.2
#[test]
fn dice_and_draws_name_whom_they_are_for() {
    let said = |end: &Played, kind: &str| told(end, kind).remove(0).1;
    let sherman = "042 M4 Sherman (75mm)";
    let ours = || Scene::battle().unit("042 eandi 61").enemy("pz4 51");
    assert_eq!(
        said(&ours().play("act:042 stay fire:0", &[1, 1]), "missed"),
        "042 M4 Sherman (75mm) does not hit Pz IV (no. 0)."
    );
    let end = ours().play("act:042 stay fire:0", &[10, 1, 1]);
    assert_eq!(said(&end, "negated"), "Every hit of 042 M4 Sherman (75mm) on Pz IV (no. 0) is negated.");
    let theirs = || ours().at(Stage::Enemy);
    assert_eq!(said(&theirs().roll(&[1, 1]), "missed"), format!("Pz IV (no. 0) does not hit {sherman}."));
    assert_eq!(
        said(&theirs().roll(&[10, 1, 1]), "negated"),
        format!("Every hit of Pz IV (no. 0) on {sherman} is negated.")
    );
    let end = theirs().set("options.flank = true").roll(&[10, 1, 10, 1]);
    assert_eq!(said(&end, "flank"), format!("{sherman} is taken in the flank!"));
    let end = theirs().hurt(Lasting::Gun).cup(Target::Ap, &[Damage::Gun]).roll(&[10, 1, 10]);
    let lost = format!("{sherman}: no counter in the cup can do anything, the hit is lost.");
    assert_eq!(said(&end, "nothing-left"), lost, "{}", end.lines());

    let before = |event: u8| {
        let two = Scene::battle().unit("042 eandi 61").unit("902 jones 61");
        let two = two.enemy("pz4 11").enemy("rifle 12").at(Stage::Strikes);
        two.with(|game| (game.battle.turn, game.battle.before) = (0, Some((EventId(event - 1), OptionId(0)))))
    };
    // Air Cover: two strikes at 5.
    let end = before(3).roll(&[8]).then("fire:1", &[4]);
    assert_eq!(said(&end, "strikes"), "Air Cover (Event): a strike on Rifle (no. 1).", "{}", end.lines());
    assert_eq!(said(&end, "missed"), "Air Cover (Event): no hit on Rifle (no. 1).");
    // Enemy Barrage: two strikes at 5, each on one of ours by lot.
    let end = before(6).roll(&[8, 1, 4, 2, 4]);
    let fell: Vec<String> = told(&end, "struck-at").into_iter().map(|(_, text)| text).collect();
    let lot = |nth| format!("by lot: no. {nth} of the 2 it can fall on, counted off in the order of the list");
    let both = [(sherman, 1), ("902 Rifle Team", 2)]
        .map(|(unit, nth)| format!("Enemy Barrage (Event): an enemy strike on {unit}, {}.", lot(nth)));
    assert_eq!(fell, both, "{}", end.lines());
    assert_eq!(told(&end, "missed")[1].1, "Enemy Barrage (Event): no hit on 902 Rifle Team.");
}

/// rules: leader combat.turn.3 combat.turn.4 combat.retreat.2
#[test]
fn the_end_of_a_battle_says_why() {
    let ending = |scene: Scene, answers: &str, dice: &[u8]| told(&scene.play(answers, dice), "battle-over").remove(0);
    let scene = || Scene::battle().unit("902 jones 61").enemy("truck 51");
    assert_eq!(ending(scene(), "act:902 leave", &[]).0, "combat.retreat.2");
    let (rule, text) = ending(scene(), "act:902 stay fire:0", &[10, 10, 10, 10]);
    assert_eq!(rule, "combat.turn.3");
    assert_eq!(text, "The battle is over, no enemy is left: the Battalion is Destroyed.");
    assert_eq!(ending(scene(), "done yes", &[]).0, "combat.turn.3");
    assert_eq!(ending(scene().set("battle.turn = 4"), "done", &[]).0, "combat.turn.4");
}

/// rules: leader commander.skill.4 commander.skill.9 combat.slow.1 support.scout.1 end.loss.1 end.replace.4
#[test]
fn other_facts_cite_their_own_rules() {
    let rule = |event| cited(event).0;
    let unit = Number(42);
    assert_eq!(rule(Event::Spends { unit, command: true }), "commander.skill.4");
    assert_eq!(rule(Event::Spends { unit, command: false }), "commander.skill.9");
    assert_eq!(rule(Event::Acts { unit, step: Step::Slow }), "combat.slow.1");
    assert_eq!(rule(Event::Supplied { support: Support::Scout, n: 1, so: 0 }), "support.scout.1");
    assert_eq!(rule(Event::Leaves { name: Name::Chin, why: Leaving::Surplus }), "end.loss.1");
    assert_eq!(rule(Event::Promoted { name: Name::Chin, level: Level::Green, by: Rise::Newcomer }), "end.replace.4");
    assert_eq!(rule(Event::Repaired { unit, damage: Lasting::Gun, by: Mender::Mechanic }), "commander.skill.10");
    let game = Scene::new().pair(902, Name::Chin).at(Stage::Depot).game;
    let words = game.choice_words(charts(), Seat(0), Ask::Depot, Choice::Discard(Name::Chin));
    assert_eq!(Leader::ledger().id(words.rule), "end.loss.1");
}

/// rules: leader end.buy.1 setup.buy.4 end.loss.1 end.replace.2
#[test]
fn the_depot_refuses_for_the_reason_there_is() {
    let depot = || Scene::new().pair(902, Name::Chin).at(Stage::Depot);
    assert_eq!(depot().so(0).roll(&[]).refused("units"), Some(("end.buy.1", "there are not enough SO")));
    let named = depot().with(|game| game.named = Name::ALL.into_iter().collect()).roll(&[]);
    assert_eq!(named.refused("units").unwrap().0, "setup.buy.4");
    // A wounded man too many: nobody would follow him.
    let many = depot().commander(Name::Jones, Level::Green).who(|one| one.wounded = true).roll(&[]);
    assert_eq!(many.refused("replace:jones").unwrap().0, "end.loss.1");
    let end = many.go_on("discard:chin replace:jones done");
    assert!(end.options().iter().any(|option| option.starts_with("take:")), "a Recruit joins: {:?}", end.options());
    assert_eq!(
        told(&end, "leaves").into_iter().map(|(rule, _)| rule).collect::<Vec<_>>(),
        ["end.loss.1", "end.replace.2"]
    );
}

/// rules: leader combat.fast.2 combat.slow.1 combat.transport.4 combat.move.1
#[test]
fn who_does_not_act_or_ride_is_told_why() {
    let scene = || {
        let scene = Scene::battle().unit("042 kessel average 61").unit("902 jones 62");
        scene.unit("501 henders 62").enemy("truck 52").enemy("truck 11")
    };
    assert_eq!(scene().fast().roll(&[]).refused("act:902").unwrap().0, "combat.slow.1");
    let end = scene().with(|game| game.battle.fighters[FighterId(0)].acted = true).play("act:902 stay fire:0", &[1, 1]);
    assert_eq!(end.refused("act:042").unwrap().0, "combat.fast.2");
    assert_eq!(end.refused("act:902").unwrap().0, "combat.fast.3");
    let end = end.go_on("act:501");
    assert_eq!(end.refused("carry:902"), Some(("combat.transport.4", "it has attacked in this step")));
    assert_eq!(end.refused("to:11").unwrap().0, "combat.move.1");
}

/// What costs Stress or SO says so before it is done.
/// rules: leader damage.he.immobile damage.he.suppressed unit.note.3 end.repair.1 end.repair.2
#[test]
fn answers_name_their_price() {
    let label = |end: &Played, ask: Ask, choice: Choice| end.game().choice_words(charts(), Seat(0), ask, choice).label;
    let scene = Scene::battle().unit("902 jones 61").that(|fighter| {
        (fighter.immobile, fighter.suppressed) = (true, true);
    });
    let scene = scene.enemy("armored_car 51").enemy("truck 52");
    let end = scene.play("act:902", &[]);
    let ask = Ask::Move(Number(902));
    assert_eq!(label(&end, ask, Choice::To(hex(62))), "to 62 (clear) (Immobile: 1 Stress)");
    assert!(label(&end, ask, Choice::Leave).ends_with("(Immobile: 1 Stress)"));
    let end = end.go_on("stay");
    assert_eq!(
        label(&end, Ask::Attack(Number(902)), Choice::Fire(EnemyId(1))),
        "attack Truck (no. 1) in 52, 2 dice, Defense 1 (1 Stress)"
    );
    assert_eq!(label(&end, Ask::Enemy, Choice::Enemy(EnemyId(0))), "Armored Car (no. 0) in 51 acts");
    assert_eq!(
        label(&end, Ask::Closest(EnemyId(0)), Choice::Toward(hex(61))),
        "Armored Car (no. 0) toward 902 in hex 61"
    );
    let depot = Scene::new().pair(42, Name::Eandi).who(|one| one.wounded = true).hurt(Lasting::Engine).at(Stage::Depot);
    let depot = depot.roll(&[]);
    let engine = Choice::Repair(Number(42), Lasting::Engine);
    assert_eq!(label(&depot, Ask::Repairs, engine), "042 M4 Sherman (75mm): Engine (2 SO)");
    assert_eq!(
        label(&depot, Ask::Depot, Choice::Heal(Name::Eandi)),
        format!("heal Eandi's wound ({} SO)", charts().numbers.cost.heal)
    );
}

/// Whoever rolls is told which card, note or man changes his dice, and by which rule.
///
/// rules: leader setup.campaign.6 setup.battalion.5 week.condition.2 pre.event.2 end.move.1
#[test]
fn whatever_changes_a_roll_has_a_name() {
    let ledger = Leader::ledger();
    let (mut found, mut lots) = (std::collections::BTreeSet::new(), 0);
    for seed in 0..6 {
        let campaign = ["north_africa_1942", "philippines_1942", "bulge_1944"][seed as usize % 3];
        let dice = DiceBox::new(seed, DiceMode::Random);
        let mut session = Session::<Leader>::new(setup(campaign, "probe"), Leader::data(), dice).unwrap();
        let text = hulldown_kit::golden::transcript(&mut session, &mut Sensible, |_| true, |_| String::new());
        lots += text.matches("counted off in the order of the list").count();
        for told in session.log() {
            let Told::Roll(check, _) = told else { continue };
            for change in &check.mods {
                assert_ne!(change.why, "cards and notes", "{check:?}");
                found.insert(ledger.id(change.rule));
            }
        }
    }
    for rule in
        ["setup.campaign.6", "setup.battalion.5", "week.condition.2", "pre.event.2", "combat.attack.3", "terrain.h.1"]
    {
        assert!(found.contains(rule), "nothing of {rule} in {found:?}");
    }
    assert!(lots > 0, "no lot was drawn");
}
