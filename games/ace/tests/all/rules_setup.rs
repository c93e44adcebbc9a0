//! Setting up a career and a mission: chapters 3, 4 and 6.1 to 6.2, and the charts they read.

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::state::{Fate, Stage, UnitId, bit};
use hulldown_ace::talk::{Ask, Event};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup};
use hulldown_core::{Game, Playable, Seat, Voice};

/// A game about to begin.
fn fresh() -> Scene {
    Scene { game: Ace::new(&Setup::default(), charts()).unwrap() }
}

/// The first line of a month, about to be rolled for.
fn line(month: &str) -> Scene {
    let month = Month::from_id(month).unwrap();
    fresh().with(|game| (game.start, game.month, game.stage) = (month, month, Stage::Line(Seat(0))))
}

/// Mustered in June in an M4A1 (Late), first unit, with these school dice (four courses), this elective and its die.
pub(crate) fn schooled(courses: [u8; 4], elective: &str, die: u8) -> Played {
    let [a, b, c, d] = courses;
    fresh().play(&format!("start:1944-06 tank:m4a1_late unit:1 school:{elective}"), &[a, b, c, d, die])
}

/// Where the enemies stand: class and area in order of placement.
fn placed(played: &Played) -> Vec<(&'static str, &'static str)> {
    played.me().board.enemies.iter().map(|enemy| (enemy.class.id(), enemy.area.id())).collect()
}

/// rules: ace 4.0 4.1.1 4.2.4 4.8 4.3.2e 4.3.1 3.1
#[test]
fn a_career_is_set_up_in_order() {
    let at_start = fresh().play("", &[]);
    assert_eq!(at_start.options().len(), 11);
    assert!(at_start.can("start:1944-06") && at_start.can("start:1945-04"));
    // Unit by 1d10, then the four courses of F1, the elective, the first Experience Point.
    let end = fresh().play("start:1944-06 tank:m4a1_early unit:roll school:study buy:leadership", &[5, 4, 4, 4, 4, 5]);
    assert_eq!(
        end.rolls(),
        [
            "Unit (UNITS): 5: 37th Tank Battalion",
            "gunnery range (F1): 4, 3 or less: failed",
            "driving course (F1): 4, 3 or less: failed",
            "weapons course (loader) (F1): 4, 3 or less: failed",
            "weapons course (assistant driver) (F1): 4, 3 or less: failed",
            "study (F1): 5: nothing",
        ]
    );
    let me = end.me();
    assert_eq!((end.game().month.id(), end.game().line), ("1944-06", 0));
    assert_eq!((me.tank.id(), me.division), ("m4a1_early", Division(4)));
    assert_eq!((me.career.rank, me.career.experience), (Rank::Ssg, 0));
    assert!(me.career.holds(Skill::Leadership));
    assert_eq!(end.options(), ["dice:A1"]);
}

/// rules: ace 4.3.2e 7.7a 7.7b
#[test]
fn the_first_point_may_be_saved_and_buys_only_what_it_can() {
    let at_shop = schooled([4, 4, 4, 4], "study", 5);
    assert_eq!(at_shop.me().career.experience, 1);
    for key in ["buy:sixth_sense", "buy:leadership", "buy:adrenaline_rush", "buy:maintenance_bow", "done"] {
        assert!(at_shop.can(key), "{key}");
    }
    for key in ["buy:gunnery", "buy:aim", "buy:expert", "buy:synergy", "buy:eye_for_terrain"] {
        assert_eq!(at_shop.refused(key), Some(("7.7a", "not enough Experience Points")), "{key}");
    }
    let saved = at_shop.go_on("done");
    assert_eq!((saved.me().career.experience, saved.me().career.skills), (1, 0));
    assert_eq!(saved.options(), ["dice:A1"]);
}

/// rules: ace 4.1.1 4.1.2 4.7a
#[test]
fn a_later_start_is_possible_but_prestige_still_limits_the_tank() {
    let start = fresh().play("start:1945-03", &[]);
    assert!(start.can("tank:m4a1_early") && start.can("tank:m4a1_late"));
    // By March 1945 every type is there by date, but not at level 0.
    for tank in ["m4a1_76", "m4a3_75w", "m4a3e8", "m26"] {
        let key = format!("tank:{tank}");
        assert_eq!(start.refused(&key), Some(("4.1.2", "the Prestige Level is too low")), "{tank}");
    }
    let june = fresh().play("start:1944-06", &[]);
    assert_eq!(june.refused("tank:m26"), Some(("4.1.2", "not yet available")));
    assert_eq!(june.refused("tank:m4a1_76"), Some(("4.1.2", "not yet available")));
    // R43: level 0, one Experience Point, school as usual.
    let mustered =
        start.go_on("tank:m4a1_late unit:2").dice(&[&[3], &[4], &[4], &[4]]).go_on("school:bars").dice(&[&[4]]);
    assert_eq!((mustered.me().career.level, mustered.me().career.experience), (0, 1));
    assert_eq!(mustered.me().career.discounts, bit(Skill::Gunnery.index()));
    let begun = mustered.go_on("done");
    assert_eq!((begun.game().month.id(), begun.game().line), ("1945-03", 0));
    // The markers current then are placed: Grenade, active since February, and the Rhine.
    let placed = |number| begun.saw(|event| *event == Event::EventPlaced { number });
    assert_eq!((1..=7).filter(|number| placed(*number)).collect::<Vec<_>>(), [6, 7]);
    assert_eq!(
        (1..=7)
            .filter(|number| begun.game().event_active(charts(), hulldown_core::Seat(0), *number))
            .collect::<Vec<_>>(),
        [6, 7]
    );
}

/// rules: ace 3.1 4.3.1 4.3.2a 4.3.2c
#[test]
fn every_tank_brings_its_own_mat() {
    for (at, tank) in TankType::ALL.into_iter().enumerate() {
        let end = Scene::new(Mission::Attack)
            .with(|game| game.stage = Stage::Ready(Seat(0)))
            .enemies("pz4 B")
            .me(|player| {
                player.tank = tank;
                player.mat.rack = [0; 5];
                player.mat.loaded = None;
                (player.mat.turret, player.mat.hull, player.mat.hull_down) = (Facing::Left, Facing::Right, true);
            })
            .play("open:cda load:ap rack:ap", &[]);
        let (info, mat) = (&charts().tanks[at], &end.me().mat);
        assert_eq!((mat.turret, mat.hull, mat.hull_down), (Facing::Front, Facing::Front, false), "{}", info.name);
        assert_eq!(mat.racked(), info.ready_rack);
        assert_eq!((mat.carried, mat.mortar), (info.carried(), info.smoke_mortar));
        assert_eq!(mat.guns.map(|gun| gun.points), *info.mg_points);
    }
    assert_eq!(TankType::ALL.len(), 10);
}

/// rules: ace 4.2.1 4.2.4
#[test]
fn names_and_unit_change_nothing() {
    let setup = Setup {
        name: "Lafayette Pool".into(),
        nickname: "War Daddy".into(),
        tank_name: "In the Mood".into(),
        ..Setup::default()
    };
    let play = |game: Ace, unit: &str| {
        let answers = format!("start:1944-06 tank:m4a1_late unit:{unit} school:bars done");
        // Twice refit, then an Attack up to the first question.
        let dice = [1, 2, 3, 4, 2, 6, 6, 6, 6, 3, 4, 9, 6, 4, 4, 6, 3, 6, 4];
        Scene { game }.play(&answers, &dice).quietly()
    };
    let named = play(Ace::new(&setup, charts()).unwrap(), "10");
    let nameless = play(fresh().game, "1");
    assert_eq!(named.me().tank_name.as_str(), "In the Mood");
    assert_eq!((named.rolls(), named.options()), (nameless.rolls(), nameless.options()));
    let mut game = named.game().clone();
    let me = &mut game.players[0];
    (me.name, me.nickname, me.tank_name) = Default::default();
    me.division = Division(0);
    assert_eq!(&game, nameless.game());
}

/// rules: ace 4.3.2b 6.2f 4.3.2d 4.4.a 4.4.c 4.4.i
#[test]
fn the_starting_picture_of_the_book() {
    // Vector 14: commander open, turret front, in the open, WP in the gun; it counts against the mat's four.
    let ready = || Scene::new(Mission::Attack).with(|game| game.stage = Stage::Ready(Seat(0))).enemies("pz4 B");
    let hatches = ready().play("", &[]);
    let all = ["none", "c", "d", "cd", "a", "ca", "da", "cda"].map(|h| format!("open:{h}"));
    assert_eq!(hatches.options(), all);
    let loading = hatches.go_on("open:c");
    assert_eq!(loading.options(), ["load:ap", "load:he", "load:hcbi", "load:wp"]);
    assert_eq!(loading.refused("load:apcr"), Some(("4.4.a", "this tank carries none")));
    let wp = loading.go_on("load:wp rack:choose");
    // Three WP are left, and all eight boxes may hold AP.
    assert_eq!(wp.options(), ["n:0", "n:1", "n:2", "n:3"]);
    let hcbi = wp.go_on("n:3");
    assert_eq!(hcbi.options(), ["n:0", "n:1", "n:2", "n:3", "n:4"]);
    let ap = hcbi.go_on("n:4");
    assert_eq!(ap.options(), ["n:0", "n:1"]);
    let end = ap.go_on("n:0");
    let mat = &end.me().mat;
    assert_eq!(
        (mat.open, mat.turret, mat.hull_down, mat.loaded),
        ([true, false, false], Facing::Front, false, Some(Ammo::Wp))
    );
    assert_eq!(mat.rack, [0, 1, 4, 3, 0]);
    assert_eq!(mat.carried, [u8::MAX, u8::MAX, 4, 4, 0]);
    assert!(!mat.stowed(Ammo::Wp) && !mat.stowed(Ammo::Hcbi) && mat.stowed(Ammo::Ap) && mat.stowed(Ammo::He));
    // Without WP in the gun four may lie in the rack; AP and HE know no limit.
    let four = ready().play("open:c load:ap rack:choose", &[]);
    assert_eq!(four.options().last().map(String::as_str), Some("n:4"));
    let ap = ready().play("open:none load:ap rack:ap", &[]);
    assert_eq!(ap.me().mat.rack, [8, 0, 0, 0, 0]);
    let he = ready().play("open:none load:he rack:he", &[]);
    assert_eq!(he.me().mat.rack, [0, 8, 0, 0, 0]);
    let half = ready().play("open:none load:he rack:half", &[]);
    assert_eq!(half.me().mat.rack, [4, 4, 0, 0, 0]);
}

/// rules: ace 4.4.a 4.4.c 4.4.i 4.4.h
#[test]
fn limited_rounds_are_limited_anywhere_in_the_tank() {
    // An M4A3E8 carries 3 APCR; fired ones are gone for the mission, the next mission has them again.
    let scene = Scene::new(Mission::Attack)
        .tank("m4a3e8")
        .loaded(Ammo::Apcr)
        .mine("mat.rack = [3, 2, 0, 0, 1]")
        .enemies("tiger2 B, tiger2 A");
    let end = scene.play("fire:1 load:apcr fire:1", &[6, 6, 6, 6]);
    assert_eq!(end.me().mat.carried[Ammo::Apcr.index()], 1);
    assert_eq!(end.refused("load:apcr"), Some(("4.4.e", "none is in the ready rack")));
    let next = Scene { game: end.game().clone() }
        .stage(Stage::After(Seat(0)))
        .mine("board.end = withdrawn, mat.loaded = he")
        .play("", &[3, 4, 1, 6, 4, 4, 6, 3, 6, 4])
        .quietly();
    assert_eq!(next.game().stage, Stage::RoundStart);
    assert_eq!(next.me().mat.carried[Ammo::Apcr.index()], 3);
    assert_eq!(next.me().mat.racked(), 6);
    // The M26 carries no HCBI at all, the early M4A1 no APCR.
    let pershing =
        Scene::new(Mission::Attack).tank("m26").stage(Stage::Ready(Seat(0))).enemies("pz4 B").play("open:c", &[]);
    assert_eq!(pershing.options(), ["load:ap", "load:he", "load:wp", "load:apcr"]);
}

/// rules: ace 4.3.2c 7.1.4c
#[test]
fn only_a_defense_starts_hull_down() {
    for (mission, asked) in
        [(Mission::Attack, false), (Mission::Assault, false), (Mission::Contact, false), (Mission::Defense, true)]
    {
        let end = Scene::new(mission)
            .stage(Stage::Ready(Seat(0)))
            .mine("mat.loaded = null")
            .enemies("pz4 B")
            .play("open:none", &[]);
        assert_eq!(end.can("yes"), asked, "{}", mission.name());
        if asked {
            assert!(end.go_on("yes").me().mat.hull_down);
        } else {
            assert!(!end.me().mat.hull_down && end.can("load:ap"));
        }
    }
}

/// rules: ace 4.2.3a 1.0a 5.1.1 6.9 7.1.5 7.7c R40a 8.2.2a 8.2.2c 5.2.1b 6.8b
#[test]
fn a_whole_tour_of_refits() {
    let mut end = schooled([6, 6, 6, 6], "study", 6).go_on("done");
    let mut lines = Vec::new();
    let mut promotions = Vec::new();
    while !end.session.is_over() {
        let asked = end.asked_dice();
        if asked.starts_with("Mission") {
            lines.push((end.game().month.id(), end.game().line));
            end = end.dice(&[&[6, 6]]);
        } else {
            promotions.push(format!("{} {asked}", end.game().month.id()));
            end = end.dice(&[&[4]]);
        }
        end = end.quietly();
    }
    assert_eq!(lines.len(), 86);
    for month in Month::ALL {
        let want = if month == Month::FIRST { 6 } else { 8 };
        assert_eq!(lines.iter().filter(|(m, _)| *m == month.id()).count(), want, "{}", month.name());
    }
    // Attempts after months 2, 4, 6, 8, but not 10: a Captain rises no higher.
    let attempt = "Promotion (8.2.2) 1d6, 4 or less";
    assert_eq!(promotions, ["1944-07", "1944-09", "1944-11", "1945-01"].map(|month| format!("{month} {attempt}")));
    let career = &end.me().career;
    assert_eq!(career.rank, Rank::Captain);
    assert_eq!((career.completed, career.successes, end.me().fate), (86, 86, Fate::Survived));
    // 1 from school, 28 for 84 missions, 2 missions over; prestige for the commendation and four promotions.
    assert_eq!((career.experience, career.credit), (29, 2));
    assert_eq!((career.prestige, career.level), (5, 5));
    assert_eq!(charts().victory(career.successes), VictoryLevel::Decisive);
    assert_eq!(end.session.outcome().unwrap().result, "Decisive Victory: survived the war");
}

/// rules: ace R40a 8.2.2a 4.1.1
#[test]
fn promotion_months_count_from_the_first_month_played() {
    let mut end = line("1944-09").play("", &[]);
    let mut months = Vec::new();
    while !end.session.is_over() {
        if end.asked_dice().starts_with("Promotion") {
            months.push(end.game().month.id());
            end = end.dice(&[&[6]]).quietly();
        } else {
            end = end.dice(&[&[6, 6]]).quietly();
        }
    }
    // Eight months: after October, December, February, April.
    assert_eq!(months, ["1944-10", "1944-12", "1945-02", "1945-04"]);
    assert_eq!((end.me().career.completed, end.me().career.rank), (64, Rank::Ssg));
}

/// rules: ace 4.7a 4.7c 6.1c
#[test]
fn major_events_come_and_go_with_their_months() {
    let mut end = schooled([6, 6, 6, 6], "study", 6).go_on("done");
    let mut display: Vec<(&str, Vec<u8>)> = Vec::new();
    while !end.session.is_over() {
        let game = end.game();
        if end.asked_dice().starts_with("Mission") && game.line == 0 {
            let active = (1..=7).filter(|n| game.event_active(charts(), hulldown_core::Seat(0), *n)).collect();
            display.push((game.month.id(), active));
        }
        let faces: &[u8] = if end.asked_dice().starts_with("Mission") { &[6, 6] } else { &[6] };
        end = end.dice(&[faces]).quietly();
    }
    let expected: [(&str, &[u8]); 11] = [
        ("1944-06", &[]),
        ("1944-07", &[1, 2]),
        ("1944-08", &[]),
        ("1944-09", &[3]),
        ("1944-10", &[4]),
        ("1944-11", &[4]),
        ("1944-12", &[5]),
        ("1945-01", &[5]),
        ("1945-02", &[6]),
        ("1945-03", &[6, 7]),
        ("1945-04", &[7]),
    ];
    let display: Vec<(&str, &[u8])> = display.iter().map(|(month, active)| (*month, active.as_slice())).collect();
    assert_eq!(display, expected);
    let placed: Vec<u8> = end
        .events()
        .iter()
        .filter_map(|event| if let Event::EventPlaced { number } = event { Some(*number) } else { None })
        .collect();
    let expired: Vec<u8> = end
        .events()
        .iter()
        .filter_map(|event| if let Event::EventExpired { number } = event { Some(*number) } else { None })
        .collect();
    assert_eq!((placed, expired), (vec![1, 2, 3, 4, 5, 6, 7], vec![1, 2, 3, 4, 5, 6]));
}

/// rules: ace 6.1a 6.1b CH.A1 CH.A3 CH.A5
#[test]
fn a_line_rolls_mission_weather_and_ground_by_the_month() {
    // The same dice in different columns: 8 on A1, 9 on A3, 4 on A5.
    let roll = |month: &str| {
        let end = line(month).play("", &[4, 4, 9, 4]);
        let field = end.game().field;
        (field.mission.id(), field.weather.id(), field.terrain.id(), end.me().board.range.id())
    };
    assert_eq!(roll("1944-06"), ("assault", "rain", "bocage", "close"));
    assert_eq!(roll("1944-08"), ("attack", "rain", "open", "long"));
    assert_eq!(roll("1944-09"), ("attack", "mud", "open", "long"));
    assert_eq!(roll("1944-11"), ("assault", "mud", "woods", "medium"));
    assert_eq!(roll("1944-12"), ("defense", "snow", "woods", "medium"));
    assert_eq!(roll("1945-04"), ("assault", "mud", "open", "long"));
    // A Refit rolls neither weather nor ground.
    let refit = line("1944-06").play("", &[6, 6]);
    assert_eq!(refit.rolls(), ["Mission (A1): 12: refit"]);
    assert_eq!(refit.quietly().options(), ["dice:A1"]);
}

/// rules: ace 6.2e
#[test]
fn the_range_starts_by_the_ground() {
    for (ground, range) in
        [(1, Range::Close), (5, Range::Medium), (6, Range::Long), (8, Range::Long), (10, Range::Close)]
    {
        let end = line("1944-06").play("", &[3, 4, 1, ground]);
        assert_eq!(end.me().board.range, range, "{ground}");
    }
}

/// rules: ace 6.2a 6.2c CH.A4
#[test]
fn the_enemy_has_one_type_a_class_and_an_area_for_each_unit() {
    // Vector 4: two tanks in July, one type roll of 8: both Panthers; area dice 2 and 5, the INF 3.
    let end = line("1944-07").play("", &[3, 4, 1, 6, 1, 2, 8, 2, 5, 3]);
    assert_eq!(placed(&end), [("T", "A"), ("T", "C"), ("INF", "B")]);
    let kinds: Vec<_> = end.me().board.enemies.iter().map(|enemy| enemy.kind.map(UnitType::id)).collect();
    assert_eq!(kinds, [Some("panther"), Some("panther"), None]);
    assert_eq!(end.rolls()[4], "tank (A4-types): 8: PzKw V Panther G");
    // T, SPG and a halftrack: types in the order T, SPG, then areas in the order of the mix.
    let end = line("1944-12").play("", &[3, 4, 1, 5, 6, 6, 10, 7, 1, 3, 4, 6, 2]);
    assert_eq!(placed(&end), [("T", "A"), ("T", "B"), ("SPG", "B"), ("SPG", "C"), ("HT", "A"), ("INF", "A")]);
    let kinds: Vec<_> = end.me().board.enemies.iter().filter_map(|enemy| enemy.kind.map(UnitType::id)).collect();
    assert_eq!(kinds, ["tiger2", "tiger2", "pz4_70", "pz4_70", "sdkfz251"]);
    // The same die is another type in another period: mix 6, a recon car by a 7.
    let kind = |month: &str| {
        let end = line(month).play("", &[3, 4, 1, 6, 3, 3, 7]);
        end.rolls().last().cloned().unwrap()
    };
    let [summer, autumn, spring] = ["1944-08", "1944-11", "1945-02"].map(kind);
    assert_eq!(summer, "recon vehicle (A4-types): 7: SdKfz 222");
    assert_eq!(autumn, "recon vehicle (A4-types): 7: SdKfz 231 (8-rad)");
    assert_eq!(spring, "recon vehicle (A4-types): 7: SdKfz 231 (8-rad)");
}

/// rules: ace 6.2b 6.2g
#[test]
fn carriers_bring_their_infantry_in_their_own_area() {
    // Mix 6: recon and truck. One type roll, two area dice; the truck's INF has none.
    let end = line("1944-06").play("", &[3, 4, 1, 6, 3, 3, 1, 4, 6]);
    assert_eq!(placed(&end), [("R", "B"), ("W", "C"), ("INF", "C")]);
    let board = &end.me().board;
    assert!(board.enemies[1].mounted && board.enemies[2].mounted && !board.enemies[2].on_board());
    assert_eq!(end.options(), ["dice:A6"]);
    // Mix 7: a halftrack with INF, and INF on foot.
    let end = line("1944-06").play("", &[3, 4, 1, 6, 3, 4, 1, 4]);
    assert_eq!(placed(&end), [("HT", "A"), ("INF", "A"), ("INF", "B")]);
    assert_eq!(end.me().board.enemies.iter().map(|enemy| enemy.mounted).collect::<Vec<_>>(), [true, true, false]);
}

/// rules: ace 6.2d CH.A6
#[test]
fn one_roll_grades_all_infantry_by_the_month() {
    // Mix 10: recon and two INF; A6 is one die.
    let grade = |month: &str, die| {
        let end = line(month).play("", &[3, 4, 1, 6, 5, 5, 1, 1, 3, 6, die]);
        assert_eq!(end.rolls().iter().filter(|r| r.contains("(A6)")).count(), 1);
        assert_eq!(placed(&end), [("R", "A"), ("INF", "B"), ("INF", "C")]);
        let grade = end.game().field.grade;
        (grade.id(), charts().grades[grade.index()].ml)
    };
    assert_eq!(grade("1944-06", 1), ("ss", [5, 4]));
    assert_eq!(grade("1944-08", 5), ("wehrmacht", [4, 3]));
    assert_eq!(grade("1944-09", 5), ("volksgrenadier", [3, 2]));
    assert_eq!(grade("1945-01", 6), ("volksgrenadier", [3, 2]));
    assert_eq!(grade("1945-02", 5), ("volkssturm", [2, 1]));
}

/// rules: ace 4.7b 4.7c
#[test]
fn an_event_named_before_its_month_is_only_a_mission() {
    // Vector 6: August, A1 9: a Defense with event 3, which is active from September.
    let end = line("1944-08").play("", &[4, 5]);
    assert!(end.saw(|e| *e == Event::Mission { mission: Mission::Defense, event: Some(3), active: false }));
    assert_eq!(end.game().field.event, None);
    // One AT and one INF; the Event Check destroys the gun. A Defense has no counterattack die.
    let won = end.quiet_dice(&[&[1], &[5], &[4, 4], &[6], &[3], &[6], &[4], &[2], &[2], &[2, 3], &[3, 4]]);
    let career = &won.me().career;
    assert_eq!((career.successes, career.experience, career.credit), (1, 0, 1));
    assert_eq!(won.game().events_used[0], 0);
    // In September its marker is placed, and it can still be used, once.
    let september = won.quiet_dice(&[&[6, 6][..]; 7]).dice(&[&[4, 5]]);
    assert_eq!((september.game().month.id(), september.game().line), ("1944-09", 0));
    assert!(september.saw(|event| *event == Event::EventPlaced { number: 3 }));
    assert_eq!(september.game().field.event, Some(3));
    let used = line("1944-09").with(|game| game.events_used[0] = 0b100).play("", &[4, 5]);
    assert_eq!(used.game().field.event, None);
}

/// rules: ace EX.A1 EX.A3 EX.A4 EX.A5 EX.B1 EX.B3 EX.B9 EX.W1 4.7d 7.7d R32a 6.1a 6.1b 6.2a 6.2c 6.5b 6.6a 6.7 6.9 7.4.5a 8.1.1 3.8a 4.7c
#[test]
fn the_example_of_play() {
    // Vector 1: the last line of July, an M4A1, events 1 and 2 active, mission counter 0.
    let scene = line("1944-07").with(|game| {
        game.line = 7;
        game.players[0].tank = TankType::from_id("m4a1_late").unwrap();
        game.players[0].career.completed = 9;
    });
    let end = scene.play("open:cd load:he rack:he end", &{
        let mut dice = vec![2, 4, 9, 6, 5, 3, 6, 3, 6, 4]; // A1 A3 A5 A4 type areas A6
        dice.extend([1, 5]); // targeting
        dice.extend([1, 3, 4, 1, 2]); // B1, location, B3
        dice.extend([5, 6]); // hatches
        dice.extend([2, 3]); // B9
        dice.extend([5, 4, 1, 2]); // repair, counterattack, W1
        dice
    });
    let rolls = end.rolls();
    assert_eq!(
        rolls,
        [
            "Mission (A1): 6: attack, event 1",
            "Weather (A3): 9: rain",
            "Terrain (A5): 6: open",
            "Enemy forces (A4): 8: 1 AT + 1 INF",
            "anti-tank gun (A4-types): 6: 7.5cm PAK 40",
            "Area (F2): 3: B (front)",
            "Area (F2): 6: C (right front)",
            "Troop quality (A6): 4: Wehrmacht INF",
            "Targeting (7.2-4): 1, 1 or less: targets you",
            "Targeting (7.2-4): 5, 1 or less: busy",
            "Enemy to hit (B1): 4 +1 rain = 5, 5 or less: hit",
            "Location (B3): 4: hull",
            "PEN > armor (B3): 3: immobilized**",
            "Commander hit at his hatch (7.3.2): 5, 2 or less: safe",
            "Driver hit at his hatch (7.3.2): 6, 2 or less: safe",
            "Event check (B9): 5: friends fire on an AT gun",
            "Repairs take long (7.4.5): 5, 2 or less: ready",
            "Counterattack (6.6): 4, 6 or more: none",
            "War trophy (W1): 3: Hitler Youth knife",
        ]
    );
    assert!(
        end.saw(|event| matches!(event, Event::TankStruck { part: Part::Hull, side: false, pen: 6, armor: 5, .. }))
    );
    assert!(end.saw(|event| matches!(event, Event::LastInfantry { .. })));
    assert!(!end.saw(|event| matches!(event, Event::Shock { .. })));
    let after = end.quietly();
    let (game, career) = (after.game(), &after.me().career);
    assert_eq!((career.completed, career.successes), (10, 1));
    assert_eq!(career.kills, [0; 7]);
    assert_eq!((career.experience, career.credit), (1, 0));
    assert_eq!((game.events_used[0], career.skip), (0b1, 0));
    assert_eq!(career.trophies, [0, 1, 0, 0, 0, 0, 0, 0]);
    // July is the second month only of a career begun in June; this one goes straight on.
    assert_eq!((game.month.id(), game.line), ("1944-08", 0));
    assert_eq!(after.options(), ["dice:A1"]);
    assert!(after.me().board.enemy(UnitId(1)).is_none());
}

/// rules: ace 4.4.c
#[test]
fn the_rack_of_last_time_is_spoken_of_only_when_there_was_one() {
    let scene = || Scene::new(Mission::Attack).stage(Stage::Ready(Seat(0))).enemies("pz4 B");
    let asked = |last: [u8; 5]| scene().me(|player| player.mat.last_rack = last).play("open:none load:ap", &[]);
    let first = asked([0; 5]);
    assert!(!first.can("rack:same") && first.refused("rack:same").is_none(), "{:?}", first.options());
    assert!(asked([4, 4, 0, 0, 0]).can("rack:same"));
    assert_eq!(asked([1, 0, 0, 0, 0]).refused("rack:same").map(|r| r.0), Some("4.4.c"));
}

/// rules: ace 8.3.2 4.4.c
#[test]
fn one_of_a_thing_is_one() {
    let hand = |points: u8, ask| {
        let scene = Scene::new(Mission::Attack).me(|player| player.career.prestige = points);
        scene.game.ask_words(charts(), Seat(0), ask).text
    };
    assert_eq!(hand(1, Ask::BuyArtillery), "Artillery before the fight? 1 Prestige Point in hand");
    assert_eq!(hand(2, Ask::ChangeTank), "Change the tank? 2 Prestige Points in hand");
    assert_eq!(hand(0, Ask::RackMove(1)), "Ready rack: up to 1 round in or out");
    assert_eq!(hand(0, Ask::RackCount(Ammo::He, 1)), "How many HE in the rack? 1 box left");
    let text = |event| Ace::event_words(charts(), &event).text;
    assert_eq!(text(Event::Prestige { seat: Seat(0), points: 1, level: 1 }), "Prestige: 1 point, level 1.");
    let standing = |won, of| {
        let scene =
            Scene::new(Mission::Attack).me(|player| (player.career.successes, player.career.completed) = (won, of));
        let sections = Ace::sections(&scene.game.view(charts(), Seat(0)));
        sections.into_iter().find(|s| s.id == "career").unwrap().lines.remove(1)
    };
    assert_eq!(standing(0, 0), "No mission finished yet.");
    assert_eq!(standing(1, 1), "1 mission won of 1 finished; if the career ended now: Defeat.");
    assert_eq!(standing(2, 3), "2 missions won of 3 finished; if the career ended now: Defeat.");
}

/// At school he is in his unit, and his career says so.
///
/// rules: ace 4.2.4
#[test]
fn whoever_is_at_school_has_a_unit() {
    let career = |played: &Played| {
        let sections = Ace::sections(&played.game().view(charts(), Seat(0)));
        sections.into_iter().find(|section| section.id == "career").unwrap().lines.remove(0)
    };
    assert_eq!(career(&fresh().play("start:1944-06 tank:m4a1_late", &[])), "Staff Sergeant, not with a unit yet.");
    let unit = charts().division_names[0].as_str();
    assert_eq!(career(&at_school()), format!("Staff Sergeant, {unit}."));
}

/// A month that is chosen ends no playout: what is looked to is the first mission in it.
#[test]
fn playing_out_a_month_reaches_its_first_mission() {
    let before = Ace::new(&Setup::default(), charts()).unwrap();
    let mut chosen = before.clone();
    (chosen.month, chosen.stage) = (Month::ALL[3], Stage::Muster(Seat(0)));
    assert!(!(Ace::BOTS.horizon)(&before, &chosen));
    let mut done = chosen.clone();
    done.players[0].career.completed = 1;
    assert!((Ace::BOTS.horizon)(&before, &done));
}

/// At school, asked for the elective, with every course failed.
pub(crate) fn at_school() -> Played {
    fresh().play("start:1944-06 tank:m4a1_late unit:1", &[6, 6, 6, 6])
}
