//! Who rolls, what is answered for one, and how far a bot plays.

use super::{Said, let_think, moved, page, trouble};
use crate::dice::mode_words;
use crate::play::command::{Auto, HowFar};
use hulldown_core::dicebox::DiceMode;
use hulldown_core::phrase::{capital, sentence};
use hulldown_desk::{Ask, Level, Shelf, Until};
use hulldown_keep::{self as keep, Sitting};

pub(super) fn dice(sitting: &mut Sitting, mode: Option<DiceMode>) -> Said {
    let Some(mode) = mode else {
        let who = capital(&mode_words(&sitting.game.dice_mode()));
        return page("Dice", vec![format!("{who}. `dice hand`, `dice random` and `dice hand B1,B3` change that.")]);
    };
    if let DiceMode::Charts(charts) = &mode
        && let Ok(sheets) = (sitting.shelf.sheets)(sitting.pack.as_ref())
        && let Some(unknown) = charts.iter().find(|id| !sheets.iter().any(|sheet| sheet.id.eq_ignore_ascii_case(id)))
    {
        let why = crate::charts::find(sheets, unknown).err().unwrap_or_default();
        return Said::No(sentence(&why));
    }
    let said = format!("From now on {}.", mode_words(&mode));
    match let_think(sitting, |sitting| sitting.set_dice(mode)) {
        Ok(()) => Said::Moved(Some(said)),
        Err(why) => trouble(why),
    }
}

/// What a stretch of play is called, by the last word of how far it is: `round` of `to the next round`.
pub(crate) fn last_word(words: &str) -> &str {
    words.rsplit([' ', '-']).next().unwrap_or_default()
}

/// What the stretches of a game are called, in their order: by their last word, or by the kind of event where that is another's.
pub(crate) fn stretches(shelf: &Shelf) -> Vec<(&'static str, String)> {
    let mut called: Vec<(&'static str, String)> = Vec::new();
    for (kind, words) in shelf.stretches {
        let word = last_word(words).to_lowercase();
        let is_taken = called.iter().any(|(_, known)| *known == word);
        called.push((kind, if is_taken { (*kind).into() } else { word }));
    }
    called
}

/// The kind of event with which such a stretch begins.
pub(super) fn stretch(shelf: &Shelf, what: &str) -> Option<&'static str> {
    let all = stretches(shelf);
    let named = |what: &str| all.iter().find(|(_, word)| word.eq_ignore_ascii_case(what)).map(|(kind, _)| *kind);
    let whole = shelf.stretches.iter().find(|(_, words)| {
        words.to_lowercase().ends_with(&format!(" {}", what.to_lowercase())) || words.eq_ignore_ascii_case(what)
    });
    named(what).or_else(|| whole.map(|(kind, _)| *kind)).or_else(|| named(last_word(what)))
}

pub(super) fn auto(sitting: &mut Sitting, how: &Auto) -> Said {
    if sitting.past().is_some() {
        return Said::No("You are looking back; `now` returns to the game first.".into());
    }
    let policies = (sitting.shelf.policies)();
    let policy = match &how.policy {
        Some(policy) => policy.clone(),
        None => policies.first().map_or_else(|| "random".to_string(), |(name, _)| (*name).to_string()),
    };
    let far = match &how.far {
        HowFar::Answers(1) => keep::Far::Until(Until::Decision, None),
        HowFar::Answers(n) => keep::Far::Until(Until::End, Some(*n)),
        HowFar::Step => keep::Far::Until(Until::Step, None),
        HowFar::End => keep::Far::Until(Until::End, None),
        HowFar::To(what) => match stretch(sitting.shelf, what) {
            Some(kind) => keep::Far::Event(kind.into()),
            None => {
                let all: Vec<String> =
                    stretches(sitting.shelf).iter().map(|(_, word)| format!("`to {word}`")).collect();
                return Said::No(format!("There is no `{what}` to play to here; try {}.", all.join(", ")));
            }
        },
    };
    match let_think(sitting, |sitting| sitting.auto(&policy, &far)) {
        Ok(played) => {
            let by = || format!("The bot gave {}.", crate::text::count(played.answers as usize, "answer"));
            Said::Moved(Some(sitting.said().map_or_else(by, String::from)))
        }
        Err(why) => trouble(why),
    }
}

/// The usual answer, and on to the next real decision.
pub(super) fn on(sitting: &mut Sitting) -> Said {
    if sitting.past().is_some() {
        return Said::No("You are looking back; `now` returns to the game first.".into());
    }
    if let Some(Ask::Dice(_)) = sitting.ask() {
        return Said::No("The dice are yours: type what they show. Enter alone lets the program roll.".into());
    }
    match moved(sitting, Sitting::play_on) {
        Said::Moved(None) => match sitting.last_given() {
            Some(given) if !given.label.is_empty() => Said::Answered(given.label.clone()),
            _ => Said::Moved(None),
        },
        other => other,
    }
}

pub(super) fn ease(sitting: &mut Sitting, level: Option<Level>) -> Said {
    let mut wanted = sitting.players.ease.clone();
    let Some(level) = level else {
        let mut lines: Vec<String> = Level::ALL
            .iter()
            .map(|(known, name, what)| format!("{} {name}: {what}", if *known == wanted.level { "*" } else { " " }))
            .collect();
        let kinds: Vec<&str> = wanted.stops.iter().map(String::as_str).collect();
        lines.push(match kinds.is_empty() {
            true => "No question kinds are pinned; pin one with `ask me KIND`.".into(),
            false => format!("Always asked: {}.", kinds.join(", ")),
        });
        lines.push("Kinds of questions that can be answered for you:".into());
        lines.extend(sitting.shelf.kinds.iter().map(|(kind, what)| format!("  {kind}: {what}")));
        return page("Ease", lines);
    };
    wanted.level = level;
    let what = Level::ALL[level as usize].2;
    match sitting.set_ease(wanted) {
        Ok(()) => page("Ease", vec![format!("From the next answer on {what}.")]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

pub(super) fn stops(sitting: &mut Sitting, kinds: Vec<String>) -> Said {
    let known = sitting.shelf.kinds;
    if let Some(unknown) = kinds.iter().find(|kind| !known.iter().any(|(name, _)| name == kind)) {
        if known.is_empty() {
            return Said::No("In this game every question is asked; none is answered for you.".into());
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        return Said::No(format!("Unknown question kind {unknown}; choose one of {}.", names.join(", ")));
    }
    let mut wanted = sitting.players.ease.clone();
    wanted.stops = kinds.into_iter().collect();
    let said = match wanted.stops.is_empty() {
        true => "No question kinds are pinned now.".to_string(),
        false => format!("Always asked: {}.", wanted.stops.iter().cloned().collect::<Vec<_>>().join(", ")),
    };
    match sitting.set_ease(wanted) {
        Ok(()) => page("Ease", vec![said]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

pub(super) fn tips(sitting: &mut Sitting, on: Option<bool>) -> Said {
    let Some(on) = on else {
        let state = if sitting.tips_off() { "put away" } else { "given in guided games" };
        return page("Tips", vec![format!("Hints are {state}. `tips on` and `tips off` change that.")]);
    };
    match sitting.tips(on) {
        Ok(()) if on => Said::Moved(Some("Hints are on.".into())),
        Ok(()) => page("Tips", vec!["Hints are off; `tips on` turns them on again.".into()]),
        Err(error) => Said::No(format!("{error:#}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two stretches ended in the same word, and the nearer could not be asked for.
    #[test]
    fn every_stretch_has_a_name_of_its_own() {
        for shelf in hulldown_desk::shelf() {
            for (kind, word) in stretches(shelf) {
                assert_eq!(stretch(shelf, &word), Some(kind), "{word}");
                assert_eq!(stretch(shelf, &word.to_uppercase()), Some(kind), "{word}");
            }
            let kinds: Vec<_> = shelf.stretches.iter().map(|(_, words)| stretch(shelf, words)).collect();
            assert_eq!(kinds, shelf.stretches.iter().map(|(kind, _)| Some(*kind)).collect::<Vec<_>>());
            assert_eq!(stretch(shelf, "moon"), None);
        }
    }
}
