//! Whether everybody can use every page.

use crate::laid;
use hulldown_browser::{Audit, Stage, play};

#[test]
fn pages_of_the_library() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Bastogne", 4))?;
        laid(house.over("Over", 6))?;
        let mut audit = Audit::default();
        for path in ["/", "/new/ace", "/settings"] {
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
        for path in ["/rules/ace", "/rules/ace/7.3", "/charts/ace", "/charts/ace/B1", "/rules/ace?find=smoke"] {
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

#[test]
fn a_game_of_two_sides() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let mut audit = Audit::default();
        audit.look(page, "/new/tank").await?;
        audit.look(page, "/charts/tank/8.91").await?;
        for (mode, scenario) in [("open", "0"), ("mixed", "1"), ("closed", "7")] {
            let setup = serde_json::json!({ "scenario": scenario, "mode": mode });
            let id = laid(house.sides(mode, &setup, 3, 4, true))?;
            // The screen waits to be handed over, then somebody plots.
            audit.look(page, &format!("/game/{id}")).await?;
            audit.look(page, &format!("/game/{id}/export")).await?;
            page.goto(&format!("/game/{id}")).await?;
            page.click("#prompt button[name=seat]").await?;
            page.see("#board svg").await?;
            audit.look(page, &format!("/game/{id}")).await?;
            let unit = page.value("document.querySelector('#options button[name=key]').value").await?;
            let mark = page.mark().await?;
            page.click(&crate::button(unit.as_str().unwrap_or_default())).await?;
            page.moved_from(mark).await?;
            for part in ["", "/watch", "/career", "/replay"] {
                audit.look(page, &format!("/game/{id}{part}")).await?;
            }
            audit.walk(page, &format!("/game/{id}"), 30).await?;
        }
        audit.settle()
    });
}

#[test]
fn sheets_that_are_joined() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.sides("Joined", &serde_json::json!({ "sheets": "2x2" }), 3, 2, false))?;
        page.goto(&format!("/game/{id}")).await?;
        page.click("#prompt button[name=seat]").await?;
        page.see("#board svg").await?;
        let mut audit = Audit::default();
        audit.look(page, &format!("/game/{id}")).await?;
        audit.look(page, &format!("/game/{id}?map=whole")).await?;
        audit.settle()
    });
}
