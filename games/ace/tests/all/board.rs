//! The drawings of American Tank Ace: well-formed, every spot once, every unit told, and as they were.

use crate::common::{Scene, charts};
use hulldown_ace::state::{Cff, End, Enemy, EnemyAim, Fate, MachineGun, Mode, Stage, Support, UnitId, bit};
use hulldown_ace::words::*;
use hulldown_ace::{Ace, Setup, View};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Seat, Session};
use hulldown_draw::{Drawn, Look, Panel, Region, Room, Spot};
use hulldown_kit::golden;
use hulldown_kit::page::{at_every_question, check, is_styled, lines, links_are, whole};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn view(game: &Ace) -> View<'_> {
    game.view(charts(), Seat(0))
}

fn drawn(scene: &Scene, spots: &[Spot]) -> Vec<Panel> {
    Ace::panels(&view(&scene.game), spots, "/game/1", &Look::default())
}

fn career(scene: &Scene) -> Vec<Panel> {
    Ace::career(&view(&scene.game))
}

/// The Battle Board alone, without spots.
fn board(scene: &Scene) -> String {
    drawn(scene, &[])[0].html.clone()
}

/// Spots from their ids.
fn spots(ids: &[&str]) -> Vec<Spot> {
    ids.iter().map(|id| Spot { id: (*id).into(), count: 2, label: format!("At {id}") }).collect()
}

/// A career of honors in the Battle of the Bulge: a hull-down Easy Eight in snowy woods, something amiss with everything.
fn bulge() -> Scene {
    let setup =
        Setup { name: "Cole".into(), nickname: "Ace".into(), tank_name: "Dixie Belle".into(), ..Setup::default() };
    Scene::of(setup, Mission::Attack)
        .month("1944-12")
        .tank("m4a3e8")
        .weather(Weather::Snow)
        .terrain(Terrain::Woods)
        .round(3)
        .with(|game| {
            game.events_used = [u8::MAX; 2];
            (game.field.event, game.field.dug_in) = (Some(5), true);
            game.field.grade = Grade::from_id("ss").unwrap();
        })
        .me(|player| {
            player.career.rank = Rank::FirstLt;
            (player.career.prestige, player.career.level, player.career.experience) = (3, 3, 2);
            (player.career.completed, player.career.successes, player.career.tanks_lost) = (17, 12, 1);
            player.career.kills = [9, 6, 4, 2, 1, 3, 15];
            player.career.awards = [1, 1, 3, 2, 7, 1, 1, 1, 2];
            player.career.trophies = [2, 1, 3, 1, 1, 1, 1, 1];
            player.career.trades = bit(Trade::SpareTrack.index());
            for skill in [Skill::Synergy, Skill::Leadership, Skill::Gunnery, Skill::EyeForTerrain] {
                player.career.skills |= bit(skill.index());
            }
            player.mat.used = bit(Skill::Synergy.index());
            for (post, wound) in [(Post::Commander, Wound::Light), (Post::AssistantDriver, Wound::Killed)] {
                player.crew[post.index()].wound = wound;
            }
            player.crew[Post::Loader.index()].substitute = true;
            for (man, (number, hearts)) in player.crew.iter_mut().zip([(1, 1), (2, 2), (8, 2), (4, 1), (5, 2)]) {
                (man.number, man.hearts) = (number, hearts);
            }
            player.mat.open = [true, false, false];
            (player.mat.hull, player.mat.turret, player.mat.hull_down) = (Facing::Front, Facing::Right, true);
            (player.mat.loaded, player.mat.rack, player.mat.carried) =
                (Some(Ammo::Ap), [2, 1, 0, 0, 1], [0, 0, 4, 2, 2]);
            let gun = |points, jammed| MachineGun { points, jammed };
            player.mat.guns = [gun(3, false), gun(4, true), gun(0, false)];
            (player.mat.mortar, player.mat.shock, player.mat.reloading, player.mat.sensed) =
                (2, true, true, Some(UnitId(2)));
            player.mat.cff.push(Cff { support: Support::Artillery, rounds: 2, board: Seat(0) });
            player.board.smoke[Area::A.index()] = 2;
        })
}

/// A fight of middling size with many marks.
fn busy() -> Scene {
    bulge()
        .enemies("panther B targeting hull-down, stug3 C")
        .that(|enemy| (enemy.side_open, enemy.buttoned) = (true, true))
        .enemies("inf A")
        .that(|enemy| (enemy.dug_in, enemy.suppressed, enemy.steps) = (true, true, 1))
        .enemies("pak40 C suppressed, sdkfz251 A")
        .that(|enemy| enemy.mounted = true)
        .enemies("pz4 D targeting immobilized, inf B")
}

/// The sketch of the board in so much room.
fn sketch(scene: &Scene, columns: usize, lines: usize) -> String {
    Ace::sketch(&view(&scene.game), &[], &Look::default(), Room { columns, lines }).unwrap().lines().join("\n")
}

/// What a unit's state is stands on the sketch, in the room that empty areas leave; only a name may give way to it.
#[test]
fn the_sketch_cuts_no_state() {
    let infantry = || {
        let scene = bulge().enemies("inf B").that(|e| (e.dug_in, e.suppressed, e.steps) = (true, true, 1));
        let scene = scene.enemies("inf B").that(|e| e.dug_in = true).enemies("sdkfz251 B").that(|e| e.mounted = true);
        scene.enemies("inf B").that(|e| (e.suppressed, e.aim) = (true, EnemyAim::Tank))
    };
    for (columns, lines) in [(79, 10), (99, 14), (119, 30)] {
        let text = sketch(&infantry(), columns, lines).replace("infantry", "INF");
        for state in ["reduced", "suppressed", "dug in", "carries INF"] {
            assert!(text.contains(state), "{state} is not in\n{text}");
        }
        assert!(!text.contains('~') && text.contains("INF"), "{columns} by {lines}:\n{text}");
        // A full board keeps every state; names are cut before them.
        let text = sketch(&busy(), columns, lines);
        for state in ["reduced", "suppressed", "immobilized"] {
            assert!(text.contains(state), "{state} is not in\n{text}");
        }
    }
    // Where all fits, the three columns are alike.
    let few = sketch(&bulge().enemies("pz4 A, pz4 C"), 79, 14);
    let bars: Vec<usize> = few.lines().nth(1).unwrap().match_indices('|').map(|(at, _)| at).collect();
    assert_eq!(bars, [25, 51], "{few}");
}

const EVERY: [&str; 25] = [
    "unit:1",
    "unit:2",
    "unit:7",
    "unit:99",
    "area:A",
    "area:B",
    "area:C",
    "area:D",
    "area:E",
    "hull:left",
    "hull:front",
    "hull:right",
    "ammo:ap",
    "ammo:he",
    "ammo:hcbi",
    "ammo:wp",
    "ammo:apcr",
    "crew:commander",
    "crew:gunner",
    "crew:loader",
    "smoke-mortar",
    "rack",
    "hatches",
    "partner-unit:3",
    "something:new",
];

#[test]
fn every_spot_is_one_link_in_and_out_of_battle() {
    let given = spots(&EVERY);
    let stages = [Stage::Start, Stage::Muster(Seat(0)), Stage::Commands(Seat(0)), Stage::After(Seat(0)), Stage::Over];
    for stage in stages {
        links_are(&drawn(&busy().stage(stage), &given), &given);
    }
    let page = whole(&drawn(&busy(), &given));
    assert!(page.contains("href=\"/game/1?spot=unit:2#options\""));
    assert!(page.contains("id=\"unit-2\"") && page.contains("id=\"area-A\""));
    links_are(&drawn(&busy(), &[]), &[]);
}

#[test]
fn every_unit_and_every_tank_is_drawn() {
    let mut drawings = BTreeSet::new();
    let mut one = |scene: Scene| {
        let panels = drawn(&scene, &[]);
        check(&panels);
        let board = &panels[0].html;
        assert!(drawings.insert(board[board.find("hd-counter").unwrap()..].to_string()), "looks like another");
        whole(&panels)
    };
    for kind in UnitType::ALL {
        let page = one(bulge().enemies(&format!("{} B targeting", kind.id())));
        assert!(page.contains(&charts().units[kind.index()].name));
    }
    for grade in Grade::ALL {
        let page = one(bulge().enemies("inf B").with(|game| game.field.grade = grade));
        assert!(page.contains(&charts().grades[grade.index()].name));
    }
    // What stands on a counter must fit on it.
    for name in drawings.iter().map(|drawing| drawing.split("\"hd-name\"").nth(1).unwrap()) {
        let name = name.split(['>', '<']).nth(1).unwrap();
        assert!((1..=8).contains(&name.len()), "{name} does not fit");
    }
    for tank in TankType::ALL {
        let scene = busy().me(|player| player.tank = tank);
        check(&drawn(&scene, &[]));
        check(&career(&scene));
        assert_eq!(whole(&career(&scene)).matches("hd-tank-mine").count(), 1);
    }
    check(&[Panel::new("p", "", Region::Board, Ace::picture().unwrap())]);
}

#[test]
fn every_mark_shows_by_shape_and_word() {
    type Change = fn(&mut Enemy);
    let marks: [(Change, &str); 9] = [
        (|enemy| enemy.aim = EnemyAim::Tank, "targets you"),
        (|enemy| enemy.mounted = true, "carries infantry"),
        (|enemy| enemy.suppressed = true, "suppressed"),
        (|enemy| enemy.dug_in = true, "dug in"),
        (|enemy| enemy.hull_down = true, "hull down"),
        (|enemy| enemy.buttoned = true, "buttoned up"),
        (|enemy| enemy.immobilized = true, "immobilized"),
        (|enemy| enemy.side_open = true, "flank open"),
        (|enemy| enemy.flanked = true, "flank open"),
    ];
    let plain = bulge().enemies("sdkfz251 B").mine("mat.hull_down = false");
    for (change, word) in marks {
        let marked = board(&plain.clone().that(change));
        assert!(marked.contains(word), "{word} is not said");
        let shapes = |html: &str| html.matches("<path").count();
        assert!(shapes(&marked) > shapes(&board(&plain)), "{word} has no shape");
    }
    assert!(board(&bulge().enemies("inf B reduced")).contains("hd-stripe"));
}

/// Whoever looks, his own tank is "you" and the other's goes by its commander's name.
#[test]
fn a_reader_sees_who_targets_whom() {
    let aimed = |board: u8, aim: EnemyAim| {
        let scene = Scene::pair(Mode::Cooperative, Mission::Attack).enemies_on(Seat(board), "pz4 B");
        let scene = scene.with(|game| game.players[usize::from(board)].board.enemies[0].aim = aim);
        let panels = drawn(&scene, &[]);
        let panel = panels.iter().find(|player| player.id == ["battle", "partner"][usize::from(board)]).unwrap();
        ["targets you", "targets Commander 2"].map(|words| panel.html.contains(words))
    };
    assert_eq!((aimed(0, EnemyAim::Tank), aimed(0, EnemyAim::Helper)), ([true, false], [false, true]));
    assert_eq!((aimed(1, EnemyAim::Tank), aimed(1, EnemyAim::Helper)), ([false, true], [true, false]));
}

/// The panel of a page with this id.
fn panel(panels: &[Panel], id: &str) -> String {
    panels.iter().find(|panel| panel.id == id).unwrap().html.clone()
}

/// A tank that is lost, gone or never came is neither drawn nor aimed at, and the board says what became of it.
#[test]
fn no_tank_is_drawn_that_is_not_on_the_field() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).enemies("pz4 B targeting");
    let scene = scene.enemies_on(Seat(1), "stug3 C");
    let scene = scene.set("players.1.board.enemies.0.aim = tank");
    let whole_tank = |board: &str| board.contains("hull front, turret front") && board.contains("hd-arc-gun");
    let both = drawn(&scene, &[]);
    assert!(["battle", "partner"].into_iter().all(|id| whole_tank(&panel(&both, id))));
    type Change = fn(&mut Ace, usize);
    let gone: [(Change, &str); 4] = [
        (|game, s| game.players[s].board.end = Some(End::TankLost), "tank lost"),
        (|game, s| game.players[s].board.end = Some(End::Withdrawn), "left the field"),
        (|game, s| game.players[s].fate = Fate::Killed, "killed in action"),
        (|game, s| game.field.fights[s] = false, "not in this fight"),
    ];
    for (change, says) in gone {
        for (seat, id) in ["battle", "partner"].into_iter().enumerate() {
            let panels = drawn(&scene.clone().with(|game| change(game, seat)), &[]);
            check(&panels);
            let (board, other) = (panel(&panels, id), panel(&panels, ["partner", "battle"][seat]));
            assert!(board.matches(says).count() >= 2, "the drawing and its description say {says}: {board}");
            assert!(
                !whole_tank(&board) && !board.contains("bears") && !board.contains("hull front"),
                "{says}: {board}"
            );
            assert!(!board.contains("targets") && !board.contains("hd-aim"), "{says}: {board}");
            assert!(whole_tank(&other) && other.contains("targets"), "{says}: {other}");
        }
    }
}

/// With two at the table each career page says what became of the other.
#[test]
fn the_other_commander_is_on_the_career_page() {
    assert!(career(&busy()).iter().all(|panel| panel.id != "partner"), "alone there is no other");
    for mode in [Mode::Cooperative, Mode::CompetitiveTogether, Mode::CompetitiveApart] {
        let scene = Scene::pair(mode, Mission::Attack).with(|game| {
            let other = &mut game.players[1];
            (other.fate, other.fate_in) = (Fate::DiedOfWounds, Some(Month::from_id("1944-07").unwrap()));
            (other.career.successes, other.career.completed, other.career.kills[0]) = (3, 7, 4);
        });
        let pages = career(&scene);
        check(&pages);
        let other = panel(&pages, "partner");
        assert!(other.contains("died of wounds, July 1944") && other.contains("3 won of 7"), "{other}");
        assert!(panel(&pages, "commander").contains("serving"));
    }
}

/// rules: ace CH.B1
#[test]
fn a_gun_is_listed_as_printed_and_as_the_range_makes_it() {
    let listed = |range: Range| panel(&drawn(&bulge().enemies("pz4 B").range(range), &[]), "enemies");
    let pen = charts().units[UnitType::from_id("pz4").unwrap().index()].pen.unwrap();
    for range in Range::ALL {
        let there = pen + charts().b1.range[range].pen;
        let said = format!("<td>{pen}<span class=\"hd-small hd-block\">{there} at this range</span></td>");
        let plain = format!("<td>{pen}</td>");
        assert!(listed(range).contains(if there == pen { &plain } else { &said }), "{}", listed(range));
    }
    assert_ne!(charts().b1.range[Range::Long].pen, 0, "else nothing was tried");
}

#[test]
fn real_games_are_drawn_at_every_question() {
    let (mut fights, mut units, mut kinds) = (0, 0, BTreeSet::new());
    for seed in 0..6u64 {
        let mode = [Mode::Solitaire, Mode::Cooperative][seed as usize % 2];
        let setup = Setup { name: "Cole".into(), mode, ..Setup::default() };
        let game = Session::<Ace>::new(setup, charts(), DiceBox::new(seed, DiceMode::Random)).unwrap();
        at_every_question(game, seed, 500, |game, seat, spots| {
            let view = game.working().view(charts(), seat);
            let panels = Ace::panels(&view, spots, "/g", &Look::default());
            links_are(&panels, spots);
            let html = &panels[0].html;
            assert!(!html.contains("hd-rest"), "a spot without a place: {spots:?}");
            if html.contains("own-tank") {
                fights += 1;
                for enemy in view.me().board.enemies.iter().filter(|enemy| enemy.on_board()) {
                    units += 1;
                    let (id, area) = (enemy.id.0, enemy.area.id());
                    let name = match enemy.kind {
                        Some(kind) => &charts().units[kind.index()].name,
                        None => &charts().grades[game.working().field.grade.index()].name,
                    };
                    assert!(html.contains(&format!("id=\"unit-{id}\"")));
                    let says = format!("Unit {id}, {name}, area {area}");
                    assert!(html.contains(&says), "missing: {says}");
                    let targets = enemy.aim == EnemyAim::Tank && game.working().on_the_field(seat);
                    assert!(!targets || html.contains("targets you"));
                }
            }
            kinds.extend(spots.iter().map(|s| s.id.split(':').next().unwrap().to_string()));
            check(&Ace::career(&view));
        });
    }
    assert!(fights > 100 && units > 200, "too few fights: {fights}, {units}");
    for kind in ["unit", "area", "hull", "ammo", "hatches", "rack"] {
        assert!(kinds.contains(kind), "no spot of kind {kind} came up in {kinds:?}");
    }
}

/// As many units as the board can hold, each with everything that can be so with it, are all drawn.
#[test]
fn a_crowded_board_is_drawn() {
    let mut scene = bulge();
    for n in 0..hulldown_ace::state::MOST_ENEMIES {
        let kind = if n % 5 == 4 { "inf" } else { UnitType::ALL[n % UnitType::ALL.len()].id() };
        scene = scene.enemies(&format!("{kind} {}", Area::ALL[n % if n < 12 { 5 } else { 2 }].id())).that(|enemy| {
            (enemy.dug_in, enemy.hull_down, enemy.suppressed, enemy.buttoned) = (true, true, true, true);
            (enemy.immobilized, enemy.flanked_for_good, enemy.aim) = (true, true, EnemyAim::Tank);
            enemy.mounted = enemy.class != Class::Inf;
        });
    }
    let scene = scene.mine("board.smoke = [2, 2, 2, 2, 2], board.own_smoke = 2");
    let given = spots(&EVERY);
    for range in Range::ALL {
        let panels = drawn(&scene.clone().range(range), &given);
        links_are(&panels, &given);
        assert_eq!(panels[0].html.matches("class=\"hd-unit\"").count(), hulldown_ace::state::MOST_ENEMIES);
    }
}

/// Names are the player's own, and so are those of a pack.
#[test]
fn text_of_others_is_shown_harmlessly() {
    let evil = "<script>alert('x')</script>\"&";
    let setup = Setup { name: evil.into(), nickname: evil.into(), tank_name: evil.into(), ..Setup::default() };
    let scene = Scene::of(setup, Mission::Attack).enemies("pz4 B");
    let given = [Spot { id: evil.into(), count: 1, label: evil.into() }];
    for panels in [drawn(&scene, &given), career(&scene), packed_career(&scene)] {
        check(&panels);
        assert!(!whole(&panels).contains("<script"));
    }
    let odd = [Spot { id: "<b>\"".into(), count: 1, label: "<i>".into() }];
    links_are(&Ace::panels(&view(&scene.game), &odd, "/x\"><", &Look::default()), &odd);
}

/// The career page of a game played with a pack that renames a tank and gives it another gun.
fn packed_career(scene: &Scene) -> Vec<Panel> {
    let shipped = Ace::shipped();
    let text = shipped.text("tanks.toml").unwrap();
    let (before, after) = text.split_once("[tank.m4a1_late]").unwrap();
    let after = after.replacen("name = \"M4A1 (Late)\"", "name = \"<script>Late\"", 1);
    let after = after.replacen("firepower = 5", "firepower = 9", 1);
    let pack = BTreeMap::from([("tanks.toml".to_string(), format!("{before}[tank.m4a1_late]{after}"))]);
    let charts = Ace::load(&shipped.clone().overlay("late", pack).unwrap()).unwrap();
    Ace::career(&scene.game.view(Box::leak(Box::new(charts)), Seat(0)))
}

/// A pack's figures show wherever the figure is shown: on the career page too.
#[test]
fn a_packs_figures_are_drawn() {
    let scene = Scene::new(Mission::Attack);
    let (ours, theirs) = (whole(&career(&scene)), whole(&packed_career(&scene)));
    assert!(ours.contains("75mm M3, firepower 5, armor 6/5/3"), "{ours}");
    assert!(theirs.contains("75mm M3, firepower 9, armor 6/5/3") && theirs.contains("&lt;script&gt;Late"));
    assert!(!ours.contains("firepower 9, armor 6/5/3"));
}

#[test]
fn every_award_and_trophy_has_a_drawing_of_its_own() {
    let page = |change: fn(&mut hulldown_ace::state::Career, usize), n: usize, panel: &str| {
        let scene = Scene::new(Mission::Attack).me(|player| change(&mut player.career, n));
        career(&scene).into_iter().find(|player| player.id == panel).unwrap().html
    };
    for award in Award::ALL {
        let html = page(|career, n| career.awards[n] = 1, award.index(), "ribbons");
        assert!(html.contains("<svg") && html.contains(award.name()), "no ribbon for {award}");
    }
    let drawing = |trophy: Trophy| {
        let html = page(|career, n| career.trophies[n] = 1, trophy.index(), "trophies");
        html.split(" d=\"").nth(1).unwrap().split('"').next().unwrap().to_string()
    };
    assert_eq!(Trophy::ALL.into_iter().map(drawing).collect::<BTreeSet<_>>().len(), Trophy::ALL.len());
}

#[test]
fn every_class_has_a_style() {
    let css = format!("{}{}", hulldown_draw::CSS, Ace::CSS);
    let page = whole(&drawn(&busy(), &spots(&EVERY))) + &whole(&career(&busy()));
    let bare = ["hd-class-", "hd-counter", "hd-round-ap", "hd-mat-", "hd-row", "hd-rack", "hd-gun-state"];
    assert!(is_styled(&page, &css, "", &bare) > 100);
}

/// Compares a drawing with what was drawn before.
fn same(name: &str, scene: &Scene, ids: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    golden::same(&path, &lines(&drawn(scene, &spots(ids))));
}

#[test]
fn a_busy_fight_looks_the_same_as_ever() {
    let ids = ["unit:1", "unit:6", "area:A", "ammo:he", "crew:loader", "hatches", "rack"];
    same("board_busy.txt", &busy(), &ids);
}

#[test]
fn close_in_the_hedgerows_looks_the_same_as_ever() {
    let scene = bulge()
        .enemies("tiger1 B targeting, inf E reduced")
        .terrain(Terrain::Bocage)
        .weather(Weather::Rain)
        .range(Range::Close)
        .mine("mat.hull = left, mat.hull_down = false, board.own_smoke = 2");
    same("board_hedgerows.txt", &scene, &["hull:left", "hull:front", "hull:right", "unit:1"]);
}
