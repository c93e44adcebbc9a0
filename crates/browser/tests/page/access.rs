//! Whether everybody can use every page.

use crate::laid;
use hulldown_browser::{Audit, Stage, play};
use hulldown_catalog::sample;
use serde_json::json;

#[test]
fn pages_of_the_library() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Bastogne", 4))?;
        laid(house.over("Over", 6))?;
        let mut audit = Audit::default();
        for path in ["/", concat!("/new/", sample!(career)), "/settings"] {
            audit.look(page, path).await?;
        }
        for path in [format!("/game/{id}/rename"), format!("/game/{id}/delete")] {
            audit.look(page, &path).await?;
        }
        audit.walk(page, "/", 14).await?;
        audit.walk(page, "/settings", 10).await?;
        audit.settle()
    });
}

#[test]
fn rules_and_charts() {
    play(async |stage| {
        let page = &stage.page;
        let mut audit = Audit::default();
        for path in [
            concat!("/rules/", sample!(career)),
            concat!("/rules/", sample!(career), "/7.3"),
            concat!("/charts/", sample!(career)),
            concat!("/charts/", sample!(career), "/B1"),
            concat!("/rules/", sample!(career), "?find=smoke"),
        ] {
            audit.look(page, path).await?;
        }
        audit.settle()
    });
}

#[test]
fn the_table_at_its_stages() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let begun = laid(house.fresh("Begun", 4))?;
        let battle = laid(house.battle("Bastogne", 4))?;
        let over = laid(house.over("Over", 6))?;
        let mut audit = Audit::default();
        for path in [format!("/game/{begun}"), format!("/game/{battle}"), format!("/game/{over}")] {
            audit.look(page, &path).await?;
        }
        audit.walk(page, &format!("/game/{battle}"), 40).await?;
        audit.settle()
    });
}

#[test]
fn the_table_unfolded() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let battle = laid(house.career("Long", 4, 300))?;
        let mut audit = Audit::default();
        for path in
            [format!("/game/{battle}?advice=1"), format!("/game/{battle}/log"), format!("/game/{battle}?voice=story")]
        {
            audit.look(page, &path).await?;
        }
        audit.settle()
    });
}

#[test]
fn career_replay_and_report() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.career("Long", 4, 300))?;
        let mut audit = Audit::default();
        for part in ["career", "review", "replay?at=120", "report"] {
            audit.look(page, &format!("/game/{id}/{part}")).await?;
        }
        audit.walk(page, &format!("/game/{id}/replay?at=120"), 25).await?;
        audit.settle()
    });
}

/// Every game of the catalog: its form, its table well under way, and the keyboard's way through it.
#[test]
fn every_game_of_the_catalog() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut audit = Audit::default();
        for (game, id) in laid(house.under_way(60))? {
            page.goto(&format!("/game/{id}")).await?;
            if page.count("#prompt button[name=seat]").await? > 0 {
                page.click("#prompt button[name=seat]").await?;
                page.see("#board .panel").await?;
            }
            for path in [format!("/game/{id}"), format!("/new/{game}"), format!("/game/{id}/report")] {
                audit.look(page, &path).await?;
            }
            audit.walk(page, &format!("/game/{id}"), 25).await?;
        }
        audit.settle()
    });
}

#[test]
fn pages_of_two_sides() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut audit = Audit::default();
        audit.look(page, concat!("/new/", sample!(sides))).await?;
        audit.look(page, concat!("/charts/", sample!(sides), "/8.91")).await?;
        // The screen waits to be handed over; whoever would take the whole game with him is warned.
        let id = laid(house.sides("Two", &json!({ "scenario": "1" }), 3, 2, false))?;
        audit.look(page, &format!("/game/{id}")).await?;
        audit.look(page, &format!("/game/{id}/export")).await?;
        audit.settle()
    });
}

/// Looks at a fight in a mode of terrain: the map, a unit being plotted, the turn watched, the game played back.
fn sides_in(mode: &str, scenario: &str) {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut audit = Audit::default();
        let id = laid(house.sides(mode, &json!({ "scenario": scenario, "mode": mode }), 3, 4, true))?;
        page.goto(&format!("/game/{id}")).await?;
        page.click("#prompt button[name=seat]").await?;
        page.see("#board svg").await?;
        audit.look(page, &format!("/game/{id}")).await?;
        page.goto(&format!("/game/{id}")).await?;
        page.see("#options button[name=key]").await?;
        let unit = page.value("document.querySelector('#options button[name=key]').value").await?;
        let mark = page.mark().await?;
        page.click(&crate::button(unit.as_str().unwrap_or_default())).await?;
        page.moved_from(mark).await?;
        for part in ["", "/watch", "/replay"] {
            audit.look(page, &format!("/game/{id}{part}")).await?;
        }
        audit.walk(page, &format!("/game/{id}"), 30).await?;
        audit.settle()
    });
}

#[test]
fn sides_in_open_terrain() {
    sides_in("open", "0");
}

#[test]
fn sides_in_mixed_terrain() {
    sides_in("mixed", "1");
}

#[test]
fn sides_in_closed_terrain() {
    sides_in("closed", "7");
}

#[test]
fn sheets_that_are_joined() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.sides("Joined", &json!({ "sheets": "2x2" }), 3, 2, false))?;
        page.goto(&format!("/game/{id}")).await?;
        page.click("#prompt button[name=seat]").await?;
        page.see("#board svg").await?;
        let mut audit = Audit::default();
        audit.look(page, &format!("/game/{id}")).await?;
        audit.look(page, &format!("/game/{id}?map=whole")).await?;
        audit.settle()
    });
}
