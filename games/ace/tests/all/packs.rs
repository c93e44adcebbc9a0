//! Charts of a person's own: a figure that is changed is shown wherever it is told, and played by.

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::charts::Charts;
use hulldown_ace::state::{End, Stage, bit};
use hulldown_ace::talk::{Ask, Event};
use hulldown_ace::words::*;
use hulldown_core::{Seat, Voice};
use hulldown_kit::pack;

/// W1 rolls that find nothing.
const NOTHING: [u8; 2] = [3, 4];

fn theirs(file: &str, old: &str, new: &str) -> &'static Charts {
    pack::theirs::<Ace>(file, old, new)
}

#[test]
fn what_a_pack_changes_is_told_on_every_chart_that_tells_it() {
    pack::tells::<Ace>(&[
        ("awards.toml", "eame = 1", "eame = 2", "A2", "mission 2 completed"),
        ("awards.toml", "commendation = 5", "commendation = 6", "A2", "mission 6 completed"),
        ("awards.toml", "bronze_star = 2", "bronze_star = 3", "A2", "3 vehicles and AT guns destroyed or damaged"),
        (
            "awards.toml",
            "silver_star = 3",
            "silver_star = 2",
            "A2",
            "2 vehicles and AT guns destroyed in one battle and",
        ),
        ("awards.toml", "dsc = 4", "dsc = 3", "A2", "3 tanks and SPGs"),
        ("awards.toml", "medal_of_honor = 5", "medal_of_honor = 4", "A2", "4 vehicles and AT guns destroyed in"),
        (
            "awards.toml",
            "row = 5, tanks_spgs = 5",
            "row = 6, tanks_spgs = 7",
            "A2",
            "6 successful missions in a row, 7 tanks",
        ),
        ("awards.toml", "leadership = { add = -1", "leadership = { add = -2", "B8", "-2 on promotion rolls"),
        ("w1_w2_trophies.toml", "extra_belts = 2", "extra_belts = 3", "W2", "3 ammunition points more"),
        ("w1_w2_trophies.toml", "wp_crate = 2", "wp_crate = 3", "W2", "WP limit +3"),
        ("w1_w2_trophies.toml", "hvap = 2", "hvap = 1", "W2", "APCR limit +1"),
        ("w1_w2_trophies.toml", "trained_replacement = 1", "trained_replacement = 3", "W2", "his post that costs 3"),
        ("w1_w2_trophies.toml", "ordnance_favor = 1", "ordnance_favor = 2", "W2", "+2 on the Prestige Points"),
        ("c1_random_events.toml", "left_flank_max = 3", "left_flank_max = 2", "C1", "area D on 1d6 up to 2"),
        (
            "b1_to_hit.toml",
            "gunnery_skill = { add = -1",
            "gunnery_skill = { add = -2",
            "B8",
            "-2 to hit with the main gun",
        ),
        ("b2_he_mg.toml", "gunnery_skill = { add = -1", "gunnery_skill = { add = -2", "B8", "and -2 on B2"),
        ("b2_he_mg.toml", "airstrike = { add = -4", "airstrike = { add = -5", "C1", "its column, -5;"),
        (
            "b2_he_mg.toml",
            "modified_max = 2   # rule",
            "modified_max = 3   # rule",
            "C1",
            "a modified 3 or less destroys",
        ),
        ("b2_he_mg.toml", "artillery = { add = -3", "artillery = { add = -2", "C1", "B2, he block, -2"),
        ("b2_he_mg.toml", "artillery = { add = -3", "artillery = { add = -2", "B9", "column, -2, against"),
        ("b2_he_mg.toml", "mortar = { add = -1", "mortar = { add = 0", "B9", "column, +0, against"),
        ("b4_panzerfaust.toml", "sandbags = { add = 1", "sandbags = { add = 2", "W2", "+2 on Panzerfaust"),
        ("b5_movement.toml", "eye_for_terrain = { add = 1", "eye_for_terrain = { add = 2", "B8", "(+2 on B5)"),
        ("b5_movement.toml", "eye_for_terrain = { add = -1", "eye_for_terrain = { add = -2", "B8", "(-2 on B5a)"),
        (
            "b6_b7_casualties.toml",
            "physical_training_commander = { add = -1",
            "physical_training_commander = { add = -3",
            "F1",
            "-3 on every B7",
        ),
        (
            "c1_serious_wound.toml",
            "physical_training_commander = { add = -1",
            "physical_training_commander = { add = -3",
            "F1",
            "-3 on every serious",
        ),
        ("b9_event_check.toml", "hit_max = 2", "hit_max = 1", "B9", "up to 1, or up to 4"),
        (
            "commands.toml",
            "commands_with_synergy = 3",
            "commands_with_synergy = 4",
            "B8",
            "4 commands in a round in place of 2",
        ),
        ("commands.toml", "rack_rounds_adrenaline = 6", "rack_rounds_adrenaline = 8", "B8", "8 rounds in place of 4"),
        ("commands.toml", "lost_light_wound = 1", "lost_light_wound = 2", "F1", "commands less a round: 2"),
        ("f1_fort_knox.toml", "expert_discount = 1", "expert_discount = 2", "F1", "Expert costs 2 XP less"),
        ("a3_weather.toml", "b5 = -2", "b5 = -3", "B5", "mud -3"),
        ("a5_terrain.toml", "soft_b2 = 1, b5 = -1", "soft_b2 = 1, b5 = -2", "B5", "woods -2"),
    ]);
}

/// rules: ace 8.1.1 8.1.2 8.1.4 8.1.5 8.1.6a 8.1.7 8.1.10a
#[test]
fn awards_are_given_for_what_a_pack_asks() {
    let cases: [(&str, &str, &str, [u8; 7], Award); 7] = [
        ("eame = 1", "eame = 2", "career.completed = 1", [0; 7], Award::Eame),
        ("commendation = 5", "commendation = 11", "career.completed = 10", [0; 7], Award::Commendation),
        ("bronze_star = 2", "bronze_star = 1", "board.damaged = 1", [0; 7], Award::BronzeStar),
        ("silver_star = 3", "silver_star = 2", "board.damaged = 0", [2, 0, 0, 0, 0, 0, 0], Award::SilverStar),
        ("dsc = 4", "dsc = 3", "board.damaged = 0", [3, 0, 0, 0, 0, 0, 0], Award::Dsc),
        ("medal_of_honor = 5", "medal_of_honor = 4", "crew.0.hit = true", [0, 0, 4, 0, 0, 0, 0], Award::MedalOfHonor),
        ("row = 5, tanks_spgs = 5", "row = 1, tanks_spgs = 1", "board.damaged = 0", [1, 0, 0, 0, 0, 0, 0], Award::Vua),
    ];
    for (old, new, mine, kills, award) in cases {
        let scene = Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).mine(mine).me(|player| {
            player.board.end = Some(End::Won);
            player.board.kills = kills;
        });
        let given = |charts| {
            let end = scene.clone().play_by(charts, "", &NOTHING).quietly();
            end.saw(|event| matches!(event, Event::Award { award: given, .. } if *given == award))
        };
        assert_eq!((given(charts()), given(theirs("awards.toml", old, new))), (false, true), "{award}");
    }
}

/// A mission about to be readied, with all trades in hand.
fn ready(tank: &str, charts: &'static Charts) -> Played {
    let scene = Scene::new(Mission::Attack).stage(Stage::Ready(Seat(0))).round(1).tank(tank);
    let scene = scene.me(|player| (player.mat.loaded, player.mat.rack, player.career.trades) = (None, [0; 5], 0b1111));
    scene.me(|player| player.career.trades |= bit(Trade::Hvap.index())).enemies("inf A").play_by(
        charts,
        "open:c load:ap rack:ap",
        &[],
    )
}

/// A hint says how many commands there are in the charts in play.
#[test]
fn a_packs_figures_are_taught() {
    let theirs = theirs("commands.toml", "commands_per_round = 2", "commands_per_round = 3");
    let scene = Scene::new(Mission::Attack).round(1);
    let taught = |charts| scene.game.lesson(charts, Seat(0), Ask::Command(2)).unwrap().text;
    assert!(taught(charts()).starts_with("2 commands a round") && taught(theirs).starts_with("3 commands a round"));
}

/// rules: ace CH.W2
#[test]
fn trades_give_what_a_pack_says() {
    let gain = |old, new| theirs("w1_w2_trophies.toml", old, new);
    let belts = |charts| ready("m4a1_late", charts).me().mat.guns.map(|gun| gun.points);
    assert_eq!([belts(charts()), belts(gain("extra_belts = 2", "extra_belts = 3"))], [[6, 6, 2], [7, 7, 2]]);
    let wp = |charts| ready("m4a1_late", charts).me().mat.carried[Ammo::Wp.index()];
    assert_eq!([wp(charts()), wp(gain("wp_crate = 2", "wp_crate = 3"))], [6, 7]);
    let apcr = |charts| ready("m4a1_76", charts).me().mat.carried[Ammo::Apcr.index()];
    assert_eq!([apcr(charts()), apcr(gain("hvap = 2", "hvap = 1"))], [4, 3]);

    let after = |trade: Trade| {
        let scene = Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).mine("board.end = withdrawn");
        scene.me(|player| player.career.trades = bit(trade.index()))
    };
    let trained = |charts| {
        let scene = after(Trade::TrainedReplacement).wound(Post::Driver, Wound::Killed);
        scene.play_by(charts, "", &[]).quietly().me().career.holds(Skill::EyeForTerrain)
    };
    let two = gain("trained_replacement = 1", "trained_replacement = 2");
    assert_eq!([trained(charts()), trained(two)], [false, true]);
    let bought = |charts| {
        let scene = after(Trade::OrdnanceFavor).mine("career.level = 1");
        scene.play_by(charts, "", &[]).can("tank:m4a1_76")
    };
    assert_eq!([bought(charts()), bought(gain("ordnance_favor = 1", "ordnance_favor = 2"))], [false, true]);
}

/// rules: ace CH.C1 CH.F1 7.7b
#[test]
fn an_ambush_and_a_discount_are_what_a_pack_says() {
    let area = |charts| {
        let scene = Scene::new(Mission::Attack).stage(Stage::Events(Seat(0))).enemies("pz4 B");
        scene.play_by(charts, "", &[6, 6, 1, 2, 10, 3]).enemy(2).area
    };
    let left = theirs("c1_random_events.toml", "left_flank_max = 3", "left_flank_max = 2");
    assert_eq!([area(charts()), area(left)], [Area::D, Area::E]);
    let taught = Scene::new(Mission::Attack).me(|player| player.career.discounts = bit(Skill::Expert.index()));
    let price = |charts| taught.game.price(charts, Seat(0), Skill::Expert);
    let cheap = theirs("f1_fort_knox.toml", "expert_discount = 1", "expert_discount = 2");
    assert_eq!([price(charts()), price(cheap)], [Ok(2), Ok(1)]);
}

/// A pack of the form that files had before is refused with what to change, and so is a figure that is not there.
#[test]
fn a_pack_of_before_is_refused_saying_what_to_change() {
    let refused = |file, old, new| pack::refused::<Ace>(file, old, new).to_string();
    let said = refused("awards.toml", "[earned]", "[unit_award]");
    assert!(said.ends_with("not [unit_award]: give yours the form of the one shipped"), "{said}");
    let said = refused("w1_w2_trophies.toml", "[gain]\nextra_belts = 2", "[gain]");
    assert_eq!(said, "w1_w2_trophies.toml: line 50, column 1: missing field `extra_belts`");
    assert_eq!(
        refused("b8_skills.toml", "b1_to_hit.drm.gunnery_skill.add", "b1_to_hit.drm.gunnery.add"),
        "b8_skills.toml: line 10, column 50: `{b1_to_hit.drm.gunnery.add:+}` is no figure of this file or another"
    );
}
