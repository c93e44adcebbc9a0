//! Games as files, and in the terminal.

use crate::{holds, laid, press_first, sit_down};
use hulldown_browser::{Done, House, Stage, Trouble, get, play};
use hulldown_catalog::sample;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn a_game_is_exported_imported_renamed_copied_and_deleted() {
    play(async |stage| {
        let Stage { page, house } = stage;
        let id = laid(house.battle("Bastogne", 4))?;
        let export = get(house.port(), &format!("/game/{id}/export"))?;
        holds(export.header("content-disposition").is_some_and(|d| d.contains("Bastogne.json")), "no file name")?;
        let file = house.dir().join("Bastogne.json");
        std::fs::write(&file, &export.body)?;
        page.goto("/").await?;
        page.type_into("input[type=file]", &file.to_string_lossy()).await?;
        page.click("form[action='/import'] button").await?;
        page.see("#prompt").await?;
        let path = page.path().await?;
        let copy = path.trim_start_matches("/game/").chars().take(8).collect::<String>();
        holds(copy != id, "the game was not brought in as another")?;
        let (mine, its) = (laid(house.read(&id))?, laid(house.read(&copy))?);
        holds(mine.history_from(0) == its.history_from(0), "the copy differs")?;
        page.goto(&format!("/game/{copy}/rename")).await?;
        page.fill("input[name=name]", "Noville").await?;
        page.click("main form button").await?;
        page.reads(".games", "Noville").await?;
        page.click("summary[aria-label='More for Noville']").await?;
        page.click("button[aria-label='Duplicate Noville']").await?;
        page.until("document.querySelectorAll('.games > li').length === 3").await?;
        page.click("summary[aria-label='More for Noville']").await?;
        page.click("a[aria-label='Delete Noville']").await?;
        page.click("button.danger").await?;
        page.until("document.querySelectorAll('.games > li').length === 2").await
    });
}

/// The program, built beside this test; built now if it is not there.
fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let target = here.ancestors().nth(2)?;
    let program = target.join("hulldown");
    if !program.exists() {
        let mut command = Command::new(std::env::var_os("CARGO")?);
        command.args(["build", "-q", "-p", "hulldown-cli", "--target-dir"]).arg(target.parent()?);
        if target.ends_with("release") {
            command.arg("--release");
        }
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).status().ok()?;
    }
    program.exists().then_some(program)
}

/// Goes on with a game in the terminal, in plain lines.
fn in_the_terminal(house: &House, name: &str, lines: &str) -> Done<String> {
    let program = program().ok_or_else(|| Trouble("the program is not built: cargo build -p hulldown-cli".into()))?;
    let mut child = Command::new(program)
        .args(["play", "--continue", name, "--linear"])
        .env("HULLDOWN_DATA", house.data())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(lines.as_bytes())?;
    }
    let done = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    holds(done.status.success(), format!("{said}\n{}", String::from_utf8_lossy(&done.stderr)))?;
    Ok(said)
}

#[test]
fn a_game_goes_on_in_the_terminal_and_back() {
    play(async |stage| {
        let Stage { page, house } = stage;
        page.goto(concat!("/new/", sample!(career))).await?;
        page.click("#more > summary").await?;
        page.fill("#name", "There and back").await?;
        page.click("form.setup button.strong").await?;
        page.see("#options").await?;
        let id = house.store().find("There and back")?.id.to_string();
        sit_down(stage, &id).await?;
        let mut mark = page.mark().await?;
        for _ in 0..2 {
            press_first(page).await?;
            mark = page.moved_from(mark).await?;
        }
        let asked = page.text("#ask").await?;
        let said = in_the_terminal(house, "There and back", "#1\n#1\nquit\n")?;
        let plain = |text: &str| text.split_whitespace().take(6).map(str::to_lowercase).collect::<Vec<_>>().join(" ");
        let flat = said.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
        holds(flat.contains(&plain(&asked)), format!("“{asked}” is not asked in the terminal:\n{said}"))?;
        holds(laid(house.read(&id))?.answered() >= 4, "the terminal's answers are not on the disk")?;
        // The page is behind and is told so, or has been told already; then it goes on.
        page.refresh().await?;
        let mark = page.moved_from(mark).await?;
        page.until("document.documentElement.classList.contains('js')").await?;
        press_first(page).await?;
        page.moved_from(mark).await.map(drop)
    });
}
