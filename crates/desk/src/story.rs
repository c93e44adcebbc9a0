//! A game told as a story, day by day, by those who were in it.

use crate::lines::EventLine;
use crate::matches::Match;
use crate::seen::Seen;
use hulldown_core::game::Seat;
use hulldown_core::talk::Rank;

/// What a printed game ends with: how long it is, and what it takes to play it again. As long as something is hidden from whoever reads
/// it, the seed is: it would tell all dice to come.
pub fn colophon(game: &dyn Match, eyes: Option<Seat>) -> String {
    let (head, answered) = (game.head(), Seen::new(game, eyes).answered());
    let questions = if answered == 1 { "question" } else { "questions" };
    let pack = head.pack.map_or(String::new(), |pack| match pack.starts_with(crate::readings::PACK) {
        true => format!("; {pack}"),
        false => format!("; charts of the pack {pack}"),
    });
    let seed = if eyes.is_some() { String::new() } else { format!(" seed {};", head.seed) };
    format!("{answered} {questions} answered;{seed} rules version {}{pack}.", head.rules_version)
}

/// The sentences of the story in chapters, each with a title and its paragraphs. Empty where nothing worth telling has happened.
pub fn chapters(events: &[EventLine]) -> Vec<(String, Vec<String>)> {
    let mut chapters: Vec<(String, Vec<String>)> = Vec::new();
    let mut breaks = true;
    for event in events {
        let begins = event.rank == Rank::Chapter;
        if begins || chapters.is_empty() {
            // A chapter kept before chapters had titles is called by its line.
            let title = event.title.as_deref().unwrap_or(event.text.trim_end_matches('.'));
            chapters.push((if begins { title } else { "How it went" }.into(), Vec::new()));
            breaks = true;
        }
        breaks |= !event.rank.is_line();
        let (Some(sentence), Some((_, paragraphs))) = (&event.story, chapters.last_mut()) else { continue };
        match paragraphs.last_mut().filter(|_| !breaks) {
            Some(paragraph) if paragraph.ends_with(sentence.as_str()) => {}
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(sentence);
            }
            None => paragraphs.push(sentence.clone()),
        }
        breaks = false;
    }
    chapters.retain(|(_, paragraphs)| !paragraphs.is_empty());
    chapters
}
