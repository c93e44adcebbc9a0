//! A game that several play together in the terminal: names, the word, and bots as partners.

use crate::common::Home;
use hulldown_catalog::sample;

const THREE: [&str; 8] = ["play", sample!(shared), "--seed", "7", "--linear", "--set", "seats=3", "--set"];

#[test]
fn three_people_pass_the_word() {
    let home = Home::new();
    let args: Vec<&str> = THREE.into_iter().chain(["player_1=Ann", "--name", "Three"]).collect();
    let said = home
        .say(&args, "buy:042\nbuy:902\nword:1\nhand-over\nunit:902\nseat:2\nyes\ndone\nyes\ndone\nyes\nyes\nquit\n");
    let said = said.ok();
    for line in [
        "(Ann, player 1 of 3)",
        "(player 2 of 3)",
        "042 M4 Sherman (75mm) goes to Ann.",
        "902 Rifle Team goes to player 3.",
        "Ann proposes this force",
        "Agreed: ",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert!(!said.contains("Hand over, then press Enter"), "{said}");
}

#[test]
fn bots_play_the_partners() {
    let home = Home::new();
    let args: Vec<&str> = THREE.into_iter().chain(["player_1=Ann", "--with", "sensible", "--name", "With"]).collect();
    let said = home.say(&args, "buy:042\nbuy:902\nbuy:041\ndone\nyes\nquit\n").ok();
    assert!(said.contains("Agreed: ") && !said.contains("(player 2 of 3)"), "{said}");
    let wrong = home
        .run(&["play", sample!(shared), "--with", "sensible", "--no-save", "--linear", "--set", "seats=1"])
        .failed(2);
    assert!(wrong.contains("--with"), "{wrong}");
    let wrong =
        home.run(&["play", sample!(shared), "--with", "nobody", "--no-save", "--linear", "--set", "seats=2"]).failed(2);
    assert!(wrong.contains("say person, sensible"), "{wrong}");
    let wrong = home.run(&["play", sample!(sides), "--side", "3", "--no-save", "--linear"]).failed(2);
    assert!(wrong.contains("the game has 2 players"), "{wrong}");
}
