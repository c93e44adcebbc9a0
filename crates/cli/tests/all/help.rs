//! Help that teaches, and the page that plain `hulldown` shows.

use crate::common::{GAME, Home};

#[test]
fn every_help_has_an_example() {
    let home = Home::new();
    let saves = ["list", "export", "import", "remove", "rename", "repair", "backup", "restore", "check"];
    let mut all: Vec<Vec<&str>> = vec![vec![]];
    let commands =
        ["play", "learn", "saves", "replay", "verify", "odds", "review", "rules", "charts", "sim", "drive", "licenses"];
    all.extend(commands.map(|command| vec![command]));
    all.extend(saves.iter().map(|what| vec!["saves", what]));
    for mut args in all {
        args.push("--help");
        let help = home.run(&args).ok();
        assert!(help.contains("Example"), "{args:?}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{args:?}: {help}");
    }
    assert!(!home.data().exists(), "help makes no files");
}

#[test]
fn examples_stand_in_columns() {
    let home = Home::new();
    for command in ["", "play", "learn", "saves", "replay", "odds", "rules", "charts", "sim", "serve"] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let help = home.run(&args).ok();
        let column = |line: &str| {
            let line = line.strip_prefix("  hulldown")?;
            let gap = line.find("  ")?;
            Some(gap + line[gap..].len() - line[gap..].trim_start().len())
        };
        let columns: Vec<usize> = help.lines().filter_map(column).collect();
        assert!(columns.len() > 1 && columns.iter().all(|at| *at == columns[0]), "{help}");
    }
}

#[test]
fn the_help_names_every_game() {
    let help = Home::new().run(&["--help"]).ok();
    for shelf in hulldown_desk::shelf() {
        assert!(help.contains(&format!("  {:<8} {}", shelf.id, shelf.title)), "{help}");
    }
}

#[test]
fn the_first_page_fits_one_screen_and_lists_games_to_go_on_with() {
    let home = Home::new();
    let page = home.run(&[]).ok();
    assert!(page.lines().count() <= 24, "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    assert!(page.contains("hulldown learn"));
    assert!(!home.data().exists(), "looking makes no files");
    for name in ["One", "Two", "Three", "Four", "Third Army"] {
        home.game(name, 3);
    }
    let page = home.run(&[]).ok();
    assert!(page.contains("hulldown play --continue ") && page.contains("and 2 more"), "{page}");
    assert!(page.lines().count() <= 24, "{page}");
}

#[test]
fn what_the_program_is_made_with_goes_with_it() {
    let said = Home::new().run(&["licenses"]).ok();
    for text in ["Titles, rulebooks", "* rusqlite ", "* axum ", "Permission is hereby granted", "Apache License"] {
        assert!(said.contains(text), "{text}");
    }
}

#[test]
fn rules_and_charts_are_looked_up() {
    let home = Home::new();
    let all = home.run(&["rules", GAME]).ok();
    assert!(all.lines().count() > 50);
    let part = home.run(&["rules", GAME, "7.3"]).ok();
    assert!(part.contains("[7.3"), "{part}");
    assert!(home.run(&["rules", GAME, "hull", "down"]).ok().to_lowercase().contains("hull down"));
    assert!(home.run(&["rules", GAME, "zebra"]).failed(2).contains("zebra"));

    let list = home.run(&["charts", GAME]).ok();
    let one = home.run(&["charts", GAME, "b1"]).ok();
    assert!(list.contains("B1") && one.starts_with("B1 "), "{list}\n{one}");
    assert!(one.contains("Figures: ") && one.contains("Source ("), "{one}");
    assert!(one.lines().all(|line| line.chars().count() <= 80), "{one}");
    assert!(home.run(&["charts", GAME, "B99"]).failed(2).contains("`charts` lists all "));
    let json = home.run(&["charts", GAME, "B1", "--format", "json"]).ok();
    assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["provenance"].is_string());
    assert!(home.run(&["charts", GAME, "B1", "--format", "tsv"]).ok().contains('\t'));
}

#[test]
fn help_may_be_asked_for_by_its_name() {
    let home = Home::new();
    assert_eq!(home.run(&["help", "play"]).ok(), home.run(&["play", "--help"]).ok());
    assert_eq!(home.run(&["help", "saves", "restore"]).ok(), home.run(&["saves", "restore", "--help"]).ok());
}
