//! What is written to files: the game, its report, its story.

use super::{Said, page, trouble};
use crate::play::pages;
use hulldown_keep::{Sitting, Trouble};
use hulldown_store::Readers;
use std::path::Path;

pub(super) fn story(sitting: &Sitting, to: Option<&Path>, columns: usize) -> Said {
    if !sitting.shown().has_story() {
        return match report(sitting, to, columns) {
            Said::Page(title, mut lines) => {
                lines.insert(0, "This game is not told as a story; this is its report.".into());
                page(&title, lines)
            }
            said => said,
        };
    }
    let lines = pages::told_story(sitting);
    let Some(path) = to else { return page("Story", lines) };
    let text = pages::fold(&lines, columns.clamp(60, 100)).join("\n") + "\n";
    match crate::archive::write_file(path, &text, Readers::Everyone, false) {
        Ok(()) => page("Story", vec![format!("Story written to {}.", path.display())]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

pub(super) fn saves(sitting: &Sitting, columns: usize) -> Said {
    let Some(store) = sitting.store() else { return Said::No("This game is not saved.".into()) };
    match store.list() {
        Ok(rows) => page("Saved games", crate::saves::list_lines(&rows, columns)),
        Err(error) => Said::No(error.to_string()),
    }
}

pub(super) fn save(sitting: &mut Sitting, to: Option<&Path>) -> Said {
    if let Some(path) = to {
        return match export(sitting, path) {
            Ok(()) => {
                let mut lines = vec![format!("Game written to {}.", path.display())];
                lines.extend(sitting.is_secret().then(|| crate::saves::BOTH_SIDES.into()));
                page("Saved", lines)
            }
            Err(error) => Said::No(format!("{error:#}")),
        };
    }
    let waited = sitting.not_saved().is_some();
    match (sitting.keep(), sitting.name()) {
        (Ok(()), _) if waited => Said::Moved(Some("Saved.".into())),
        (Ok(()), Some(name)) => {
            let path = sitting.store().map_or(String::new(), |store| store.path().display().to_string());
            page("Saved", vec![format!("Every answer is saved, under {name:?} in {path}.")])
        }
        (Ok(()), None) => Said::No("This game is not saved (--no-save). `save FILE` writes it to a file.".into()),
        (Err(error), _) => trouble(Trouble::Unsaved(error)),
    }
}

/// Writes the whole game to a file.
fn export(sitting: &Sitting, path: &Path) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(&sitting.game.export())?;
    let secrets = sitting.shelf.secrets && sitting.game.outcome().is_none();
    let readers = if secrets { Readers::Owner } else { Readers::Everyone };
    Ok(crate::archive::write_file(path, &text, readers, false)?)
}

pub(super) fn report(sitting: &Sitting, to: Option<&Path>, columns: usize) -> Said {
    let lines = pages::report(sitting);
    let Some(path) = to else { return page("Report", lines) };
    let text = pages::fold(&lines, columns.clamp(60, 100)).join("\n") + "\n";
    match crate::archive::write_file(path, &text, Readers::Everyone, false) {
        Ok(()) => page("Report", vec![format!("Report written to {}.", path.display())]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}
