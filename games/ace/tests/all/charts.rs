//! The charts as shipped, the figures the rulebook fixes, and packs that must be refused.

use hulldown_ace::Ace;
use hulldown_ace::charts::{Charts, shipped};
use hulldown_ace::words::*;
use hulldown_core::chart::{ChartSheet, DieTable, Provenance, Spans};
use hulldown_core::dice::{D6, D10, Dice, TWO_D6};
use hulldown_kit::pack;
use std::collections::BTreeMap;

const JULY: Month = Month::ALL[1];

fn charts() -> Charts {
    Charts::load(&shipped()).unwrap()
}

/// The cells of a table, lowest roll first.
fn cells<T: Copy>(table: &DieTable<T>) -> Vec<T> {
    (table.dice.min()..=table.dice.max()).map(|roll| table.at(roll)).collect()
}

/// How many different columns the months have.
fn columns<T: PartialEq>(tables: &Spans<Month, T>) -> usize {
    1 + Month::ALL.windows(2).filter(|pair| tables[pair[0]] != tables[pair[1]]).count()
}

/// rules: ace EX.A1 CH.A1
#[test]
fn missions_by_month() {
    let c = charts();
    let july = c.missions[JULY.index()].at(6);
    assert_eq!((july.mission, july.event), (Mission::Attack, Some(1)));
    assert_eq!(c.missions[0].dice, TWO_D6);
    assert_eq!(columns(&c.missions), 5);
    let august = c.missions[2].at(9);
    assert_eq!((august.mission, august.event), (Mission::Defense, Some(3)));
    assert!(c.missions.columns().all(|(_, m)| m.at(12).mission == Mission::Refit));
    assert_eq!(*c.month_lines, [6, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]);
    assert_eq!(c.major_events[2].name, "Arracourt");
    assert_eq!(c.major_events[4].active.id(), "1944-12");
}

/// rules: ace EX.A3 CH.A3
#[test]
fn weather_and_what_it_does() {
    let c = charts();
    assert_eq!(c.weather[JULY.index()].at(9), Weather::Rain);
    assert_eq!((c.weather[0].dice, columns(&c.weather)), (D10, 4));
    let of = |w: Weather| {
        let e = c.weather_effect[w.index()];
        (e.b1, e.b2, e.b5, e.air)
    };
    assert_eq!(of(Weather::Rain), (1, 1, -1, false));
    assert_eq!(of(Weather::Snow), (1, 1, -1, false));
    assert_eq!(of(Weather::Mud), (0, 0, -2, true));
    assert_eq!(of(Weather::Overcast), (0, 0, 0, false));
    assert_eq!(of(Weather::Clear), (0, 0, 0, true));
    for weapon in [Weapon::Coax, Weapon::InfMg] {
        assert_eq!(c.b2.drm(B2Drm::RainOrSnow, weapon), 1);
    }
}

/// rules: ace EX.A4 CH.A4
#[test]
fn enemy_forces() {
    let c = charts();
    assert_eq!(*c.mix.at(8), [(Class::At, 1), (Class::Inf, 1)]);
    assert_eq!((c.mix.dice, c.types[0][0].dice), (TWO_D6, D10));
    let gun = c.types[JULY.index()][Class::At.index()].at(6);
    assert_eq!((gun.id(), c.units[gun.index()].pen), ("pak40", Some(7)));
    for class in Class::TYPED {
        for month in Month::ALL {
            let table = &c.types[month.index()][class.index()];
            assert!(cells(table).iter().all(|unit| c.units[unit.index()].class == class));
        }
    }
    let (tanks, recon) = (c.types.map(|of| of[0].clone()), c.types.map(|of| of[3].clone()));
    assert_eq!((columns(&tanks), columns(&recon)), (3, 4));
    assert_eq!((c.units[c.halftrack.index()].class, c.units[c.truck.index()].class), (Class::Ht, Class::W));
}

/// rules: ace EX.A5 CH.A5
#[test]
fn terrain_and_what_it_does() {
    let c = charts();
    let open = c.terrain[JULY.index()].at(6);
    assert_eq!((open, c.terrain_effect[open.index()].start), (Terrain::Open, Range::Long));
    assert_eq!((c.terrain[0].dice, columns(&c.terrain)), (D10, 4));
    let of = |t: Terrain| {
        let e = c.terrain_effect[t.index()];
        (e.start, e.b1, e.soft_b2, e.b5, e.hull_down)
    };
    assert_eq!(of(Terrain::Hills), (Range::Long, 0, 0, 0, 9));
    assert_eq!(of(Terrain::Woods), (Range::Medium, 1, 1, -1, 7));
    assert_eq!(of(Terrain::Bocage), (Range::Close, 1, 1, 0, 8));
    assert_eq!(of(Terrain::Urban), (Range::Close, 1, 1, 0, 7));
}

/// rules: ace CH.A6
#[test]
fn troop_quality() {
    let c = charts();
    assert_eq!((c.quality[0].dice, columns(&c.quality)), (D6, 4));
    assert_eq!(c.quality[JULY.index()].at(3).id(), "wehrmacht");
    assert_eq!(c.quality[10].at(6).id(), "volkssturm");
    assert_eq!(c.grades[c.quality[0].at(1).index()].ml, [5, 4]);
}

/// rules: ace EX.B1 CH.B1
#[test]
fn to_hit() {
    let b1 = charts().b1;
    assert_eq!(Range::ALL.map(|range| (b1.range[range].hit, b1.range[range].pen)), [(7, 1), (6, 0), (5, -1)]);
    assert_eq!((b1.natural_hit, b1.natural_miss), (2, 12));
    // The shot of the example: a 4 at Long range in rain.
    assert!(4 + b1.drm.rain_or_snow <= b1.range[Range::Long].hit);
    assert_eq!((b1.drm.target_hull_down, b1.drm.smoke_1, b1.drm.smoke_2, b1.drm.same_target_again), (1, 1, 2, -1));
    assert_eq!((b1.drm.firer_buttoned_enemy_vehicle, b1.drm.commander_buttoned), (1, 1));
    assert_eq!((b1.drm.gunnery_skill, b1.drm.firer_suppressed_at), (-1, 2));
}

/// rules: ace CH.B2
#[test]
fn he_and_machine_guns() {
    let b2 = charts().b2;
    assert_eq!(b2.stoppage_natural, 12);
    let inf = b2.column(B2Block::He, B2Target::Inf);
    assert_eq!(inf.dice, TWO_D6);
    // Beyond its ends the table is read at its ends.
    assert_eq!([-3, 2, 4, 6, 9, 10, 17].map(|roll| inf.at(roll)), {
        use B2Result::*;
        [Two, Two, OneS, One, S, None, None]
    });
    assert_eq!(b2.column(B2Block::Mg, B2Target::Light).at(2), B2Result::De);
    assert_eq!(b2.column(B2Block::Mg, B2Target::from(Class::W)).at(8), B2Result::De);
    assert_eq!(b2.drm(B2Drm::Artillery, Weapon::Artillery), -3);
    assert_eq!(b2.drm(B2Drm::Artillery, Weapon::Mortar), 0);
    assert_eq!(b2.drm(B2Drm::BowGunnerButtoned, Weapon::Bow), 1);
    assert_eq!(b2.drm(B2Drm::GunnerySkill, Weapon::Aa50), 0);
}

/// rules: ace EX.B3 CH.B3
#[test]
fn penetration() {
    let c = charts();
    assert_eq!(cells(&c.location), [[Part::Turret; 2].as_slice(), &[Part::Hull; 4]].concat());
    assert_eq!((c.location.dice, c.location.at(4)), (D6, Part::Hull));
    let m4a1 = &c.tanks[TankType::from_id("m4a1_early").unwrap().index()];
    let pak40 = &c.units[UnitType::from_id("pak40").unwrap().index()];
    let pen = pak40.pen.unwrap() + c.b1.range[Range::Long].pen;
    let column = PenColumn::of(pen, m4a1.armor[1]);
    assert_eq!((pen, column), (6, PenColumn::Greater));
    assert_eq!(c.b3[column.index()].at(3), B3Result::ImmStar);
    for table in c.b3.iter() {
        // 7.7 speaks of one such result in each column.
        assert_eq!(cells(table).iter().filter(|r| **r == B3Result::ImmStar).count(), 1);
    }
    assert_eq!([PenColumn::of(4, 5), PenColumn::of(5, 5)], [PenColumn::Less, PenColumn::Equal]);
}

/// rules: ace CH.B4
#[test]
fn panzerfaust() {
    let b4 = charts().b4;
    assert_eq!(Month::ALL.map(|month| b4.hit[month]), [3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5]);
    assert_eq!((b4.pen, b4.suppressed_ml, b4.drm.firer_suppressed), (12, -2, 2));
    assert_eq!((b4.drm.commander_buttoned, b4.drm.firer_reduced, b4.drm.sandbags), (-1, 1, 1));
    assert_eq!((b4.drm.smoke_1, b4.drm.smoke_2, b4.drm.rain_or_snow), (1, 2, 1));
}

/// rules: ace CH.B5
#[test]
fn movement() {
    let c = charts();
    assert_eq!((c.b5.immobilized_max, c.b5.drm.driver_buttoned, c.b5.drm.eye_for_terrain), (2, -1, 1));
    assert_eq!(c.b5a.drm.eye_for_terrain, -1);
    assert_eq!(*c.terrain_effect.map(|t| t.hull_down), [6, 9, 7, 8, 7]);
}

/// rules: ace CH.B6 CH.B7 CH.C2
#[test]
fn casualties() {
    let c = charts();
    assert_eq!((c.b6.burns_dry_max, c.b6.burns_wet_max), (5, 1));
    use Wound::*;
    assert_eq!([2, 6, 7, 8, 9, 15].map(|r| c.b6.rows.at(r)), [Light, Light, Serious, Serious, Killed, Killed]);
    assert_eq!(
        (c.b6.drm.fire, c.b6.drm.own_half_struck, c.b6.drm.own_hatch_open, c.b6.drm.already_serious_wound),
        (1, 1, -1, 1)
    );
    assert_eq!([1, 7, 8, 10, 11].map(|r| c.b7.rows.at(r)), [Light, Light, Serious, Serious, Killed]);
    assert_eq!((c.b7.drm.physical_training_commander, c.c2.drm.physical_training_commander), (-1, -1));
    assert_eq!([2, 8, 9].map(|r| c.c2.rows.at(r)), [2, 8, 12].map(C2Outcome::Out));
    assert_eq!([11, 12].map(|r| c.c2.rows.at(r)), [C2Outcome::Retired, C2Outcome::Died]);
    assert_eq!((c.b6.rows.dice, c.b7.rows.dice, c.c2.rows.dice), (TWO_D6, TWO_D6, TWO_D6));
}

#[test]
fn event_check() {
    let c = charts();
    assert_eq!(c.b9.at(5), RoundEvent::DestroyRandomAt);
    assert_eq!((c.b9.dice, c.b9.at(7), c.b9.at(12)), (TWO_D6, RoundEvent::None, RoundEvent::Minefield));
    use Class::*;
    assert_eq!(cells(&c.reinforcement), [Inf, Inf, R, At, Spg, T]);
    assert_eq!((c.minefield.hit_max, c.minefield.hit_if_moved_max), (2, 4));
}

/// rules: ace CH.C1
#[test]
fn random_events() {
    let c = charts();
    assert_eq!(c.c1.dice, TWO_D6);
    assert_eq!(cells(&c.c1), RandomEvent::ALL);
    let timing = [RandomEvent::Breakdown, RandomEvent::FuelShortage].map(RandomEvent::timing);
    assert_eq!(timing, [Timing::Now, Timing::Marker]);
}

/// rules: ace CH.F1
#[test]
fn tank_school() {
    let f1 = charts().f1;
    assert_eq!(f1.experience_points, 1);
    assert!(f1.course.iter().all(|c| (c.pass_max, c.discount) == (3, 1)));
    assert_eq!(
        *f1.course.map(|c| c.skill),
        [Skill::Gunnery, Skill::EyeForTerrain, Skill::MaintenanceAa50, Skill::MaintenanceBow]
    );
    assert!(f1.course.iter().all(|c| c.skill.owner() == c.post));
    use ElectiveResult::*;
    let bars = &f1.elective[Elective::Bars];
    assert_eq!(cells(bars), [Reputation, Reputation, Reputation, None, None, BeatenUp]);
}

/// rules: ace EX.W1 CH.W2
#[test]
fn trophies_and_trades() {
    let c = charts();
    assert_eq!(c.w1.at(3), Some(Trophy::HitlerYouthKnife));
    assert_eq!((c.w1.dice, c.w1.at(7)), (TWO_D6, None));
    assert_eq!(c.trophy[Trophy::Luger.index()].value, 3);
    let sandbags = &c.trade[Trade::Sandbags.index()];
    assert_eq!((sandbags.cost, sandbags.lasts), (3, Lasts::Tank));
}

/// rules: ace CH.B5
#[test]
fn the_tank_changes_its_chance_of_bogging() {
    let c = charts();
    let b5 = |id: &str| c.tanks[TankType::from_id(id).unwrap().index()].b5;
    assert_eq!([b5("m4a1_early"), b5("m4a3e2_75"), b5("m4a3e8")], [0, -1, 1]);
}

#[test]
fn the_rest_of_the_figures() {
    let c = charts();
    let m26 = &c.tanks[TankType::from_id("m26").unwrap().index()];
    assert_eq!((m26.series, m26.firepower, m26.prestige), (Series::Pershing, 9, 5));
    assert_eq!(m26.carried(), [u8::MAX, u8::MAX, 0, 3, 4]);
    assert_eq!(*m26.mg_points, [4, 4, 2]);
    assert_eq!(cells(&c.placement), [Area::A, Area::A, Area::B, Area::B, Area::C, Area::C]);
    assert_eq!(c.facing[Facing::Left].fire.iter().collect::<Vec<_>>(), [Area::A, Area::D]);
    assert_eq!(c.facing[Facing::Front].flank_from.iter().collect::<Vec<_>>(), [Area::D, Area::E]);
    assert_eq!(*c.flank_move, [Some(Area::D), None, Some(Area::E), None, None]);
    assert_eq!([0, 4, 5, 10, 11, 30, 31, 86].map(|m| c.victory(m)), {
        use VictoryLevel::*;
        [Defeat, Defeat, Draw, Draw, Marginal, Substantial, Decisive, Decisive]
    });
    assert_eq!((c.promotion.success_max, c.promotion.drm.medal_of_honor_held), (4, -2));
    assert_eq!((c.earned.vua.row, c.earned.puc.tanks_spgs), (5, 8));
    assert_eq!(c.awards[Award::MedalOfHonor.index()].prestige, PrestigeKind::Each);
    assert_eq!(*c.ranks.map(|r| r.radio), [false, false, false, true, true]);
    assert_eq!(c.spall.victim.at(2), Post::Commander);
    assert_eq!((c.spall.on_equal_max, c.spall.on_greater_max), (1, 2));
    assert_eq!((c.skills[Skill::Synergy.index()].cost, c.skills[Skill::Synergy.index()].rebuy_cost), (2, Some(1)));
    assert_eq!((c.constants.commands_per_round, c.constants.counterattack_on), (2, 6));
    assert_eq!(c.divisions.at(10).index(), 9);
    assert_eq!(c.division_names[9], "761st Tank Battalion");
}

#[test]
fn every_chart_is_laid_out() {
    let c = charts();
    let ids: Vec<&str> = c.sheets.iter().map(|s| s.id.as_str()).collect();
    let wanted = "A1 A2 A3 A4 A4-types A5 A6 B1 B2 B3 B4 B5 B5a B6 B7 B8 B9 C1 C2 F1 F2 LOG OPS MATS COUNTERS UNITS W1 W2 \
                  COMMANDS";
    assert_eq!(ids, wanted.split_whitespace().collect::<Vec<_>>());
    for sheet in &c.sheets {
        assert!(!sheet.rows.is_empty() && !sheet.source.is_empty(), "{}", sheet.id);
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.head.len()), "{}", sheet.id);
    }
    let b3 = ChartSheet::find(&c.sheets, "b3").unwrap();
    assert_eq!((b3.dice, b3.provenance), (Some(TWO_D6), Provenance::Designed));
    assert_eq!(b3.head, ["roll", "PEN < armor", "PEN = armor", "PEN > armor"]);
    assert_eq!(b3.rows[1], ["3", "no penetration", "no penetration", "immobilized**"]);
    let a1 = ChartSheet::find(&c.sheets, "A1").unwrap();
    assert_eq!(a1.head, ["roll", "Jun-Jul 44", "Aug-Sep 44", "Oct-Nov 44", "Dec 44-Jan 45", "Feb-Apr 45"]);
    assert_eq!(a1.rows[4][..2], ["6", "attack, event 1"]);
    let b1 = ChartSheet::find(&c.sheets, "B1").unwrap();
    assert!(b1.notes.contains(&"+1 target hull down (rulebook: 7.3.1)".to_owned()), "{:#?}", b1.notes);
    assert!(ChartSheet::find(&c.sheets, "Z9").is_none());
}

/// Every refusal says file, line and column.
#[test]
fn bad_packs_are_refused() {
    let cases = [
        // A gap, an overlap, rolls the dice cannot throw.
        ("a1_missions.toml", "\"7\" =", "\"6-7\" =", "another row covers rolls of `6-7` already"),
        ("b3_penetration.toml", "\"9-10\"", "\"10\"", "no row covers a roll of 9"),
        ("b2_he_mg.toml", "\"2-5\"", "\"1-5\"", "he: tank: the rows run from 1 to 12, 2d6 from 2 to 12"),
        (
            "f1_fort_knox.toml",
            "\"6\" = \"beaten_up\"",
            "\"5-6\" = \"beaten_up\"",
            "another row covers rolls of `5-6` already",
        ),
        ("b9_event_check.toml", "\"12\" = \"minefield\"\n", "", "no row covers a roll of 12"),
        // Ids nobody knows.
        (
            "a4_enemy_forces.toml",
            "= \"pz4\"",
            "= \"pz9\"",
            "no `pz9` is known, only pz3, pz4, panther, tiger1, tiger2,",
        ),
        ("a6_troop_quality.toml", "\"static\"", "\"guards\"", "no `guards` is known, only"),
        ("a3_weather.toml", "\"1944-09 to 1944-11\"", "\"autumn\"", "no `autumn` is known, only 1944-06, 1944-07,"),
        ("w1_w2_trophies.toml", "= \"luger\"", "= \"mauser\"", "no `mauser` is known, only"),
        (
            "b4_panzerfaust.toml",
            "sandbags =",
            "skirts =",
            "unknown field `skirts`, expected one of `commander_buttoned`,",
        ),
        ("f1_fort_knox.toml", "\"gunnery\"", "\"aiming\"", "unknown variant `aiming`, expected one of `gunnery`,"),
        ("f1_fort_knox.toml", "\"gunnery\"", "\"synergy\"", "`synergy` is no skill of the gunner"),
        ("a1_missions.toml", ", event 3\"", ", event 8\"", "`defense, event 8`: the Major Events are 1 to 7"),
        ("enemies.toml", "pz3 =", "pz35 =", "no `pz35` is known, only pz3, pz4,"),
        // Rows missing or given twice.
        ("tanks.toml", "[tank.m4a1_late]", "[tank.m4a1_early]", "duplicate key"),
        ("tanks.toml", "[tank.m4a1_late]", "[tank.m3_lee]", "no `m3_lee` is known, only m4a1_early,"),
        ("b9_event_check.toml", "none = \"Nothing.\"\n", "", "`none` is missing"),
        // Months in no column, or in two.
        ("a5_terrain.toml", "\"1944-06 to 1944-07\"", "\"1944-06\"", "no column serves 1944-07"),
        ("b4_panzerfaust.toml", "to 1944-08\"", "to 1944-09\"", "`1944-09` has a column already"),
        // Figures that make no sense.
        ("b6_b7_casualties.toml", "burns_dry_max = 5", "burns_dry_max = 7", "7 is outside 1 to 6"),
        ("b1_to_hit.toml", "hit = 7", "hit = 70", "70 is outside 1 to 13"),
        ("b1_to_hit.toml", "add = 2", "add = -7", "-7 is outside -6 to 6"),
        ("b2_he_mg.toml", "weapons = [\"mortar\"]", "weapons = []", "applies to no weapon"),
        ("b2_he_mg.toml", "weapons = [\"mortar\"]", "weapons = [\"mortar\", \"mortar\"]", "`mortar` is given twice"),
        ("a4_enemy_forces.toml", "\"3 T\"", "\"1 INF\"", "a lone INF would withdraw at once"),
        ("a4_enemy_forces.toml", "\"3 T\"", "\"5 HT\"", "`5 HT` is 10 units with passengers, more than 8"),
        (
            "enemies.toml",
            "class = \"AT\", pen = 4",
            "class = \"AT\", pen = 4, armor = [1, 1, 1]",
            "class AT has no armor",
        ),
        ("c1_serious_wound.toml", "{ out = 2 }", "\"out\"", "invalid type: unit variant, expected newtype variant"),
        ("a3_weather.toml", "\"snow\"", "\"hail\"", "unknown variant `hail`"),
        ("a3_weather.toml", "air = true", "air = true, wind = 3", "unknown field `wind`"),
        ("commands.toml", "smoke_new = 2\n", "", "missing field `smoke_new`"),
        ("units.toml", "die = \"1d10\"", "die = \"many\"", "`many` is not a dice such as 1d6, 2d6 or 1d10"),
        ("tanks.toml", "prestige = 0", "prestige = none", ""),
    ];
    let mut wrong = Vec::new();
    for (file, old, new, said) in cases {
        let error = pack::refused::<Ace>(file, old, new);
        let line = error.table.strip_prefix("line ").and_then(|n| n.parse::<usize>().ok());
        let placed = error.file == file && line.is_some_and(|line| line > 3) && error.column.is_some();
        if !placed || !error.what.starts_with(said) {
            wrong.push(format!("{old} -> {new}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let error = pack::refused::<Ace>("tanks.toml", "prestige = 0", "prestige = none");
    let files = shipped();
    let before = files.text("tanks.toml").unwrap().split("prestige = 0").next().unwrap();
    assert_eq!(error.table, format!("line {}", before.matches('\n').count() + 1));
}

/// What whole files or two of them say of one thing must be the same.
#[test]
fn packs_that_contradict_themselves_are_refused() {
    let cases = [
        (
            "a3_weather.toml",
            "b1 = 1",
            "b1 = 2",
            "b1_to_hit.toml: file: rain_or_snow makes it 1 in rain, a3_weather.toml [effect] b1 2",
        ),
        (
            "a5_terrain.toml",
            "soft_b2 = 1",
            "soft_b2 = 2",
            "b2_he_mg.toml: file: target_soft_in_cover_terrain is 1, a5_terrain.toml [effect] soft_b2 of woods is 2",
        ),
        (
            "a4_enemy_forces.toml",
            "= \"pz4\"",
            "= \"stug3\"",
            "a4_enemy_forces.toml: file: types of Jun-Aug 44, T: `stug3` is of class SPG",
        ),
        ("awards.toml", "draw = 5", "draw = 11", "awards.toml: file: [victory]: 11 must be more than 11"),
        (
            "b1_to_hit.toml",
            "natural_hit = 2",
            "natural_hit = 12",
            "b1_to_hit.toml: file: a natural roll cannot both hit and miss",
        ),
        (
            "calendar.toml",
            "number = 2",
            "number = 3",
            "calendar.toml: file: Major Event 2 stands in the place of number 3",
        ),
        (
            "tanks.toml",
            "prestige = 5",
            "prestige = 6",
            "tanks.toml: file: m4a3e2_76: prestige 6 is above the highest, 5",
        ),
        ("units.toml", "\"2nd Armored", "\"1st Armored", "units.toml: file: there are 10 units, not 9"),
        (
            "f2_battle_board.toml",
            "A = \"D\"",
            "A = \"B\"",
            "f2_battle_board.toml: file: flank_move leads from A, B or C to D or E",
        ),
    ];
    for (file, old, new, said) in cases {
        assert_eq!(pack::refused::<Ace>(file, old, new).to_string(), said);
    }
}

/// A pack of the form before this one is told what the form is now.
#[test]
fn packs_of_an_earlier_form_are_told_what_to_change() {
    let old = "[table]\nid = \"B1\"\n[[range]]\nid = \"close\"\nhit = 7\n".to_owned();
    let files = shipped().overlay("old", BTreeMap::from([("b1_to_hit.toml".into(), old)])).unwrap();
    let said = Charts::load(&files).unwrap_err().to_string();
    let now = "the parts of this file are now [chart], [drm], natural_hit, natural_miss, [range], not [[range]], [table]: give yours \
               the form of the one shipped";
    assert!(said.starts_with("b1_to_hit.toml: line 3, column 1: ") && said.ends_with(now), "{said}");
}

/// Figures are a pack's to change, and so are the dice of a table.
#[test]
fn a_good_pack_is_taken() {
    let c = pack::charts::<Ace>("enemies.toml", "pen = 7", "pen = 8").unwrap();
    assert_eq!(c.units[1].pen, Some(8));
    let c = pack::charts::<Ace>("b3_penetration.toml", "die = \"1d6\"", "die = \"1d8\"").unwrap_err();
    assert!(c.to_string().ends_with("no row covers a roll of 7"), "{c}");
    let text = shipped().text("b3_penetration.toml").unwrap().replace("die = \"1d6\"", "die = \"1d8\"");
    let text = text.replace("\"3-6\"", "\"3-8\"");
    let files = shipped().overlay("test", BTreeMap::from([("b3_penetration.toml".into(), text)])).unwrap();
    assert_eq!(Charts::load(&files).unwrap().location.dice, Dice { count: 1, sides: 8 });
}

/// What a chart says of another's figures is what the other has.
///
/// rules: ace CH.B5 CH.A5
#[test]
fn the_immobilization_chart_tells_the_grounds_own_figures() {
    let c = charts();
    let told = |note: &&String| note.starts_with("terrain: as A5 says");
    let source = ChartSheet::find(&c.sheets, "B5").unwrap().notes.iter().find(told).unwrap().to_lowercase();
    for terrain in Terrain::ALL {
        let figure = charts().terrain_effect[terrain.index()].b5;
        let told = source.contains(&format!("{} {figure}", terrain.name()));
        assert_eq!(told, figure != 0 || terrain == Terrain::Bocage, "{terrain} {figure}: {source}");
    }
}
