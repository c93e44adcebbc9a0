//! What helps a player: usual answers that stop at a loss, threats that say what nobody knows, cards, options and names in plain words.

use crate::common::{Scene, charts};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::{Grave, Threat, Usual};
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Game, Playable, Policy, Session, Voice};
use hulldown_kit::aids::{Talk, dangling};
use hulldown_patton::bot::Sensible;
use hulldown_patton::state::{Cause, DayLine, Length, Orders, Sight, Stage, Verdict};
use hulldown_patton::talk::{Ask, Choice, Event, Who};
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup};

const YOU: Seat = Seat(0);

fn usual(game: &Patton, ask: Ask, options: &[Choice]) -> Option<Usual<Choice>> {
    (Patton::AIDS.usual)(game, charts(), YOU, ask, options)
}

/// The orders offered in a scene.
fn offered(scene: &Scene) -> Vec<Choice> {
    let options = scene.clone().play("", &[]).options();
    options.iter().map(|key| key.parse().unwrap_or_else(|_| panic!("{key}"))).collect()
}

/// The usual order of a scene.
fn order(scene: &Scene) -> Option<Choice> {
    usual(&scene.game, Ask::Orders, &offered(scene)).map(|usual| usual.choice)
}

fn threats(scene: &Scene) -> Vec<Threat> {
    (Patton::AIDS.threats.unwrap())(&scene.game, charts(), YOU)
}

fn unsure(scene: &Scene) -> Vec<String> {
    (Patton::AIDS.unsure)(&scene.game, charts(), YOU)
}

fn bears(scene: &Scene, action: Action) -> String {
    let choice = Choice::Order(Post::Driver, action);
    (Patton::AIDS.bears)(&scene.game, charts(), YOU, Ask::Orders, &[choice]).remove(0).expect("a move says who bears")
}

fn label(scene: &Scene, ask: Ask, choice: Choice) -> String {
    scene.game.choice_words(charts(), YOU, ask, choice).label
}

fn told(event: &Event) -> String {
    Patton::event_words(charts(), event).text
}

fn is_loss(event: &Event) -> bool {
    matches!((Patton::AIDS.about)(charts(), event).grave, Some(Grave::Loss(YOU)))
}

/// Plays with whatever is answered unasked, and the bot for the rest; `look` sees every question with what was told before it.
fn played(seed: u64, length: Length, answers: usize, mut look: impl FnMut(&Patton, Ask, &Usual<Choice>, &[Event])) {
    let setup = Setup { length, ..Setup::default() };
    let mut game = Session::<Patton>::new(setup, charts(), DiceBox::new(seed, DiceMode::Random)).unwrap();
    for _ in 0..answers {
        let Some(Pending::Choice { ask, options, .. }) = game.pending().first().cloned() else { return };
        let now = game.working();
        let found = usual(now, ask, &options);
        if let Some(found) = &found {
            let event = |told: &Told<Patton>| if let Told::Event(event) = told { Some(*event) } else { None };
            look(now, ask, found, &game.news().iter().filter_map(event).collect::<Vec<_>>());
        }
        let choice = match found {
            Some(Usual { choice, from: Some(_) }) => choice,
            _ => Sensible.decide(&now.view(charts(), YOU), YOU, ask, &options),
        };
        game.choose(YOU, choice).unwrap();
    }
}

/// One answer took the tank, a man and three days, and the next question was answered as if nothing had happened.
#[test]
fn no_answer_is_given_unasked_across_a_loss() {
    let mut losses = 0;
    for seed in 0..5 {
        played(seed, Length::Campaign, 900, |_, ask, usual, events| {
            if events.iter().any(is_loss) {
                losses += 1;
                assert_eq!(usual.from, None, "{seed}: {ask:?} after {events:?}");
            }
        });
    }
    assert!(losses > 2, "only {losses} losses were met");
    // The morning after, the same load as ever waits until it is asked for.
    let line = DayLine {
        day: Day::FIRST,
        scenario: Scenario::Advance,
        commander: 1,
        aboard: true,
        tank: Tank::FIRST,
        tank_lost: true,
        battles: 1,
        own: 0,
        total: 0,
        verdict: Verdict::Lost,
        casualties: 1,
        promoted: false,
        medal: None,
    };
    let load = |line: DayLine| {
        let morning = Scene::campaign(Scenario::Advance).at(Stage::Briefing).with(|game| game.history.push(line));
        usual(&morning.game, Ask::Rounds, &[Choice::Same, Choice::Usual]).unwrap()
    };
    assert_eq!((load(line).choice, load(line).from), (Choice::Same, None));
    assert!(load(DayLine { tank_lost: false, casualties: 0, ..line }).from.is_some());
}

#[test]
fn losses_and_who_fired_are_on_the_card() {
    // A Pz IV fires at you, hits the turret and goes through; everybody gets out but the gunner, who is killed.
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").at(Stage::Enemy).rating(Post::Gunner, 1);
    let end = scene.roll(&[81, 10, 1, 1]);
    let hit =
        end.events().into_iter().find(|event| matches!(event, Event::YouAreHit { .. })).expect("the tank is lost");
    assert!(is_loss(&hit));
    assert_eq!(told(&hit), "Your tank is pierced in the turret by the Pz IV 1: knocked out.");
    let man = hulldown_patton::talk::NamedMan { post: Post::Gunner, number: 2, you: None };
    assert!(is_loss(&Event::Wounded { man, wound: Wound::Killed, weeks: 0 }));
}

/// Whether last round's orders are given again without asking is known from the state alone; here it is held against all that was told.
#[test]
fn orders_are_repeated_only_when_nothing_has_happened() {
    let calm = [
        "round",
        "fires",
        "missed",
        "no-effect",
        "friends-fail",
        "not-spotted",
        "rate-of-fire",
        "loads",
        "fires-mg",
        "sweeps",
        "acts",
        "squads-lost",
        "tank-lost",
        "event",
    ];
    let kind = |told: &Told<Patton>| if let Told::Event(event) = told { Some(event.kind()) } else { None };
    let (mut repeated, mut asked) = (0, 0);
    for seed in 0..12 {
        let mut told = Vec::new();
        let setup = Setup { length: Length::Engagement, ..Setup::default() };
        let mut game = Session::<Patton>::new(setup, charts(), DiceBox::new(seed, DiceMode::Random)).unwrap();
        for _ in 0..400 {
            told.extend(game.news().iter().filter_map(kind));
            let Some(Pending::Choice { ask, options, .. }) = game.pending().first().cloned() else { break };
            let now = game.working();
            let choice = if ask == Ask::Orders {
                let ordered = told.iter().rposition(|kind| *kind == "orders");
                let since = &told[ordered.map_or(0, |at| at + 1)..];
                let stirred = ordered.is_none() || since.iter().any(|kind| !calm.contains(kind));
                let again = usual(now, ask, &options).is_some_and(|usual| usual.from.is_some());
                assert!(!(again && stirred), "{seed}: {since:?}");
                repeated += u32::from(again);
                asked += u32::from(!again);
                // Nobody does anything, so that many a round brings nothing.
                "go".parse().unwrap_or_else(|_| panic!("orders are given with `go`"))
            } else {
                Sensible.decide(&now.view(charts(), YOU), YOU, ask, &options)
            };
            game.choose(YOU, choice).unwrap();
        }
    }
    assert!(repeated > 0 && asked > 0, "{repeated} {asked}");
}

/// The usual orders built a drive up to the gun that then fired.
#[test]
fn usual_orders_stay_where_the_tank_stands() {
    for seed in 0..12 {
        played(seed, Length::Engagement, 400, |_, ask, usual, _| {
            let Choice::Order(_, action) = usual.choice else { return };
            let drives = [Action::Forward, Action::ForwardToHullDown, Action::Reverse, Action::AbandonTank];
            // A tank that is stuck tries to get free.
            assert!(!drives.contains(&action) || action == Action::Reverse, "{seed}: {ask:?} {action}");
        });
    }
    let gun = Scene::new(Scenario::Advance).enemies("at_88ll 6-8 medium hidden");
    assert_ne!(order(&gun), None);
    // Once a drive is ordered nobody carries it out for you.
    assert_eq!(order(&gun.order(Post::Driver, Action::Forward)), None);
}

/// rules: patton 9.1, 8.23
#[test]
fn the_usual_order_turns_the_turret_to_what_is_in_sight() {
    let scene = Scene::new(Scenario::Advance).enemies("at_50l 4-5 medium").loaded(Ammo::He);
    let astray = scene.clone().order(Post::Gunner, Action::FireMainGun);
    assert_eq!(order(&astray), Some(Choice::Order(Post::Gunner, Action::RotateAndFire)));
    // The same where those orders stand from the round before.
    let standing = astray.clone().with(|game| game.battle.standing = Some(game.battle.orders));
    assert_eq!(order(&standing), Some(Choice::Order(Post::Gunner, Action::RotateAndFire)));
    assert_eq!(
        label(&astray, Ask::Target, Choice::Hold),
        "hold fire: nothing is in sight in 6-8, where the turret points"
    );
    let unseen = scene.clone().that(|enemy| enemy.sight = Sight::Hidden);
    assert_eq!(label(&unseen, Ask::Target, Choice::Hold), "hold fire: no enemy unit is in sight");
    let turned = scene.order(Post::Gunner, Action::RotateAndFire);
    assert_eq!(label(&turned, Ask::Target, Choice::Hold), "hold fire");
}

/// Orders that were given are never changed by going on; what is missing is filled in.
#[test]
fn usual_orders_fill_what_is_missing_and_let_the_rest_stand() {
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").order(Post::Gunner, Action::FireMainGun);
    let scene = scene.order(Post::Driver, Action::Stop).order(Post::Loader, Action::Load);
    assert_eq!(order(&scene), Some("direct:main".parse().unwrap()));
    let own = scene.order(Post::Commander, Action::ThrowSmokeGrenade).order(Post::Assistant, Action::FireBowMg);
    let own = own.orders(|o: &mut Orders| o.reload = Some(Ammo::Wp));
    assert_eq!(order(&own), Some(Choice::Go));
}

/// Going on never opens or closes what the commander has just seen to, nor changes what he has just ordered.
#[test]
fn usual_orders_undo_nothing() {
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium");
    let opened = scene.clone().open(&[Post::Commander, Post::Assistant, Post::Driver]);
    assert!(!matches!(order(&opened), Some(Choice::Close(_))), "{:?}", order(&opened));
    let closed = scene.clone().open(&[]);
    assert!(!matches!(order(&closed), Some(Choice::Open(_))), "{:?}", order(&closed));
    let own = scene.order(Post::Loader, Action::FireMortar);
    assert!(!matches!(order(&own), Some(Choice::Order(Post::Loader, _) | Choice::Free(Post::Loader))));
}

/// What is left of the last round and has nothing to do any more is not repeated.
#[test]
fn usual_orders_drop_what_has_come_to_nothing() {
    let standing = |scene: Scene| scene.with(|game| game.battle.standing = Some(game.battle.orders));
    let hidden = || Scene::new(Scenario::Advance).enemies("pz_v 6-8 medium hidden");
    let directs = standing(hidden().order(Post::Commander, Action::DirectFire));
    assert_eq!(order(&directs), Some(Choice::Free(Post::Commander)), "nobody fires");
    let sweeps = standing(hidden().order(Post::Gunner, Action::FireCoaxMg));
    assert_eq!(order(&sweeps), Some(Choice::Free(Post::Gunner)), "a machine gun hurts no Panther");
    let screened = standing(hidden().order(Post::Commander, Action::ThrowSmokeGrenade)).set("battle.smoke.18 = 2");
    assert_eq!(order(&screened), Some(Choice::Free(Post::Commander)), "there is smoke already");
    let stirred = screened.set("battle.standing = null");
    assert_eq!(order(&stirred), Some(Choice::Free(Post::Commander)), "whatever has happened since");
    // Nor is any of that proposed; who goes on comes to an end.
    let mut scene = hidden().set("battle.smoke.18 = 2");
    for _ in 0..12 {
        match order(&scene) {
            Some(Choice::Order(post, action)) => {
                assert!(action.mg().is_none() && action != Action::ThrowSmokeGrenade, "{post} {action}");
                scene = scene.order(post, action);
            }
            Some(Choice::Free(post)) => scene = scene.orders(|o| o.acts[post.index()] = None),
            other => {
                assert_eq!(other, Some(Choice::Go));
                return;
            }
        }
    }
    panic!("no end of it: {:?}", scene.game.battle.orders);
}

/// One smoke screen is enough: nobody else throws smoke where somebody does already.
#[test]
fn usual_orders_throw_smoke_once() {
    let mut scene = Scene::new(Scenario::Advance).enemies("pz_v 6-8 close, pz_v 9-10 close");
    let throws = |scene: &Scene| {
        let acts = scene.game.battle.orders.acts;
        acts.iter().filter(|act| **act == Some(Action::ThrowSmokeGrenade)).count()
    };
    let mut most = 0;
    while let Some(Choice::Order(post, action)) = order(&scene) {
        scene = scene.order(post, action);
        most = most.max(throws(&scene));
    }
    assert_eq!(most, 1);
}

/// rules: patton 8.33, 8.52
#[test]
fn a_machine_gun_that_has_failed_is_seen_to() {
    use hulldown_patton::state::GunState;
    let scene = Scene::new(Scenario::Advance).enemies("pz_v 6-8 medium hidden");
    let failed = |weapon: Weapon| scene.clone().with(|game| game.tank.guns[weapon.index()] = GunState::Malfunction);
    assert_eq!(order(&failed(Weapon::Bow)), Some(Choice::Order(Post::Assistant, Action::RepairBowMg)));
    assert_eq!(order(&failed(Weapon::Coax)), Some(Choice::Order(Post::Loader, Action::RepairCoaxMg)));
    let busy = failed(Weapon::Bow).order(Post::Assistant, Action::PassAmmo);
    assert_ne!(order(&busy), Some(Choice::Order(Post::Assistant, Action::RepairBowMg)));
}

/// Who stands there and cannot do anything is told of as well.
#[test]
fn who_cannot_hit_through_smoke_is_told_of() {
    let scene = Scene::new(Scenario::Advance).enemies("pz_v 6-8 medium").set("battle.smoke.18 = 14");
    assert!(threats(&scene).iter().all(|threat| threat.hits == 0.0));
    let lines = unsure(&scene);
    assert!(lines.iter().any(|line| line.ends_with("in 6-8 medium cannot hit you through the smoke.")), "{lines:?}");
}

/// rules: patton 18.31
#[test]
fn a_number_halved_by_smoke_says_so() {
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").at(Stage::MainGun);
    let need = |scene: &Scene| scene.clone().play("", &[]).preview("fire:1:direct").unwrap().need();
    assert!(need(&scene).ends_with(" or less"), "{}", need(&scene));
    let smoke = scene.set("battle.smoke.18 = 2");
    assert!(need(&smoke).ends_with(" or less (halved by smoke)"), "{}", need(&smoke));
}

/// rules: patton 17.3, 17.4
#[test]
fn unknown_and_hidden_guns_are_told_of() {
    let hidden = Scene::new(Scenario::Advance).enemies("at_88ll 9-10 medium").that(|enemy| {
        (enemy.identified, enemy.sight) = (false, Sight::Hidden);
    });
    assert!(threats(&hidden).iter().all(|threat| threat.fires == 0.0));
    assert_eq!(
        unsure(&hidden),
        [
            "The unknown anti-tank gun 1 in 9-10 medium is hidden: it cannot fire at you until it or your tank moves (17.3); what it is, \
          nobody knows yet."
        ]
    );
    // Orders that drive the tank bring it out: the chance is told, and that positions shift.
    let drives = hidden.clone().order(Post::Driver, Action::Forward);
    let [threat] = &threats(&drives)[..] else { panic!("one gun") };
    assert!(threat.knocks_out > 0.0 && threat.label.ends_with("if it stays there"), "{threat:?}");
    let lines = unsure(&drives);
    assert!(
        lines[0].contains("dice then shift the enemy") && lines[1].contains("may fire once your tank moves"),
        "{lines:?}"
    );
    let unknown = Scene::new(Scenario::Advance).enemies("at_88ll 6-8 close unseen");
    assert!(threats(&unknown)[0].knocks_out > 0.0);
    let kind = &charts().units[UnitType::At88ll.index()].name;
    let known = format!(
        "The unknown anti-tank gun 1 in 6-8 close is not identified: its chances are those of a {kind} (17.4)."
    );
    assert_eq!(unsure(&unknown), [known]);
    // With everybody known and nothing ordered there is nothing to add.
    assert!(unsure(&Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium")).is_empty());
}

#[test]
fn a_move_says_before_it_is_ordered_what_would_bear() {
    let hidden = Scene::new(Scenario::Advance).enemies("at_88ll 6-8 medium hidden");
    for action in [Action::Forward, Action::ForwardToHullDown, Action::Reverse, Action::ReverseToHullDown] {
        let says = bears(&hidden, action);
        assert!(says.contains("cannot be told") && says.contains("now hidden, then knocks you out"), "{says}");
    }
    let harmless = bears(&Scene::new(Scenario::Advance).enemies("truck 6-8 medium"), Action::Forward);
    assert!(harmless.ends_with("nobody you know of can then knock you out"), "{harmless}");
}

#[test]
fn men_are_called_by_post_and_name() {
    let scene = Scene::new(Scenario::Advance).enemies("lw 6-8 close").at(Stage::Enemy).with(|game| {
        game.you.name.push_str("Tom Reed");
    });
    let wounded = |post: Post| {
        let man = scene.game.crew.men[post.index()].unwrap();
        let you = man.you.then_some(scene.game.you.name);
        hulldown_patton::talk::NamedMan { post, number: man.number, you }
    };
    let killed = |post| told(&Event::Wounded { man: wounded(post), wound: Wound::Killed, weeks: 0 });
    assert_eq!(killed(Post::Commander), "The commander, Tom Reed (you), is killed.");
    let gunner = killed(Post::Gunner);
    assert!(
        gunner.starts_with("The gunner, ") && gunner.ends_with(", is killed.") && !gunner.contains("man "),
        "{gunner}"
    );
    // In a game of its own the dice name him so as well: fire at your tank, stray fire, the commander exposed, killed.
    let end = scene.roll(&[96, 95, 100]);
    assert!(end.log().iter().any(|line| line.contains("The commander, Tom Reed (you), is killed.")), "{:?}", end.log());
}

#[test]
fn a_gun_that_turns_on_you_says_why() {
    let who = |sight| hulldown_patton::talk::Who {
        id: hulldown_patton::state::UnitId(4),
        kind: UnitType::At50l,
        identified: true,
        zone: Zone::new(Sector::S68, Range::Medium),
        sight,
    };
    let acts = |read, act, sight| told(&Event::Acts { who: who(sight), read, act });
    let seen = Sight::Spotted;
    assert_eq!(
        acts(EnemyAct::FireAnyTank, EnemyAct::FireYourTank, seen),
        "The PaK 38 (50L) 4 in 6-8 medium fires at your tank, for you have fired at it."
    );
    assert!(acts(EnemyAct::FireLeadTank, EnemyAct::FireYourTank, seen).ends_with("fires at your tank, which leads."));
    assert!(
        acts(EnemyAct::FireYourTank, EnemyAct::Nothing, Sight::Hidden)
            .ends_with("does nothing: it is hidden from you.")
    );
    assert!(acts(EnemyAct::FireYourTank, EnemyAct::FireYourTank, seen).ends_with("fires at your tank."));
}

/// rules: patton 17.14
#[test]
fn a_look_that_never_spots_is_read_on_the_line_that_says_so() {
    let scene = Scene::of(Setup { length: Length::Day, spot_by_hand: true, ..Setup::default() }, Scenario::Advance);
    let scene = scene.at(Stage::Spotting).enemies("lw 6-8 close unseen");
    let check = scene.play("", &[]).preview("spot:c:1").unwrap();
    let sheet = Patton::sheets(charts()).iter().find(|sheet| sheet.id == "spotting").unwrap();
    for (natural, line, says) in
        [(9, "hidden", "natural 9 or more"), (5, "spotted", "modified roll"), (1, "always spotted", "natural 1")]
    {
        assert_eq!(check.line_of(natural), line);
        let row = sheet.rows.iter().find(|row| row[0] == line).unwrap_or_else(|| panic!("no line {line}"));
        assert!(row[1].contains(says), "{row:?}");
    }
}

#[test]
fn options_are_short() {
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium side woods moving").at(Stage::MainGun);
    let shot = |aim: &str| label(&scene, Ask::Target, format!("fire:1:{aim}").parse().unwrap());
    assert_eq!(shot("direct"), "AP at the Pz IV 1, 6-8 medium");
    assert_eq!(shot("area"), "AP at the Pz IV 1, 6-8 medium, area fire");
}

/// Men who had left the wreck still sat in it with orders, and the gun that had hit it still aimed at it.
///
/// rules: patton 4.81.4
#[test]
fn a_wreck_shows_who_got_out_and_no_orders() {
    let cause = Cause { by: Some(UnitType::PzIv), turret: true, from: Sector::S68 };
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").order(Post::Gunner, Action::FireMainGun);
    let card =
        |scene: &Scene| crate::board::drawn(&scene.game, &[]).into_iter().map(|panel| panel.html).collect::<String>();
    let aims = |drawn: &str| !drawn.contains(r#"id="bears-chances" class="hd-bearing" aria-hidden="true"></g>"#);
    let fought = card(&scene);
    assert!(fought.contains("Fire Main Gun") && aims(&fought));
    let wreck = card(&scene.at(Stage::KnockedOut(cause)).with(|game| game.battle.bail.out = 1 << Post::Loader.index()));
    assert!(!wreck.contains("Fire Main Gun"), "orders in a wreck");
    assert!(!aims(&wreck), "threats at a wreck");
    let [out, inside] = ["got out", "still inside"].map(|word| wreck.matches(word).count());
    assert!(out > 0 && inside == 4 * out, "{out} and {inside}");
}

/// rules: patton 17.3
#[test]
fn a_hidden_truck_is_no_threat_to_be_told_of() {
    assert!(unsure(&Scene::new(Scenario::Advance).enemies("truck 6-8 medium hidden")).is_empty());
}

#[test]
fn the_aids_name_what_is_there() {
    // Somebody whom nobody knocks out is told of in other words.
    let events = [Event::KINDS, &["gives-way"]].concat();
    let talk = Talk { events: &events, choices: Choice::KEYS };
    assert_eq!(dangling(Patton::AIDS, &talk), [""; 0]);
}

/// A hit that only strikes the cover was headed HIT; a day's extra boxes were told as "no extra ammo"; calls took no time in their labels.
///
/// rules: patton 9.52 16.22 23.1 23.2 6.3
#[test]
fn what_is_told_is_what_came_of_it() {
    let enemy = Scene::new(Scenario::Battle).enemies("pz_iv 6-8 medium").game.battle.enemies[0];
    let who = Who { id: enemy.id, kind: enemy.kind, identified: true, zone: enemy.zone, sight: Sight::Spotted };
    let words = |location| Patton::event_words(charts(), &Event::Bounces { who, location });
    let cover = words(Location::Miss);
    assert!(cover.text.ends_with("strikes its cover."), "{}", cover.text);
    assert_eq!(cover.headline.as_deref(), Some("cover struck"));
    assert_eq!(words(Location::Turret).headline.as_deref(), Some("no effect"));
    let extra = |rounds, boxes| told(&Event::ExtraOrdered { rounds, boxes });
    assert_eq!(extra(0, 0), "No extra ammo must be carried.");
    assert!(extra(0, 10).contains("10 extra machine gun boxes") && extra(10, 10).contains("10 extra rounds and 10"));
    let next = told(&Event::NewCommander { number: 2, rating: 4 });
    assert!(next.contains("commander number 2") && next.contains("rating of 4"), "{next}");
}
