//! The hall of fame: finished games, each kind of game for itself, the best first. Points of one game say nothing beside those of another.

use super::*;
use crate::app::Feat;

/// How many games of a kind are famous, and how many of them are seen at once.
const FAMOUS: usize = 20;
const SEEN: usize = 5;

/// How many feats are worked out for one look at the library: a long game takes a moment.
const AT_ONCE: usize = 12;

/// Finished games; guided ones are no feat.
pub(super) fn fame(app: &App, kept: &[Kept<'_>]) -> Markup {
    let over = kept.iter().filter(|kept| kept.row.outcome.is_some() && !kept.guided);
    let over: Vec<Finished<'_>> =
        over.enumerate().map(|(n, kept)| (app.feat(kept.row, &kept.bots, n < AT_ONCE), kept)).collect();
    html! {
        @if over.is_empty() { p class="quiet" { "No finished games yet. Guided games do not count." } }
        div class="fame" {
            @for shelf in hulldown_desk::shelf() {
                @let best = best_of(shelf, &over);
                @if !best.is_empty() { (of_one(shelf, &best)) }
            }
        }
    }
}

type Finished<'r> = (Option<Feat>, &'r Kept<'r>);

/// The games of one kind, the best first.
fn best_of<'o, 'r>(shelf: &Shelf, over: &'o [Finished<'r>]) -> Vec<&'o Finished<'r>> {
    let mut best: Vec<_> = over.iter().filter(|(_, kept)| kept.row.title == shelf.id).collect();
    best.sort_by_key(|(feat, _)| std::cmp::Reverse(feat.as_ref().map(|feat| feat.score)));
    best.truncate(FAMOUS);
    best
}

/// The best games of one kind, as they are listed.
fn of_one(shelf: &Shelf, best: &[&Finished<'_>]) -> Markup {
    let (seen, others) = best.split_at(best.len().min(SEEN));
    html! {
        section aria-labelledby={ "fame-" (shelf.id) } {
            h3 id={ "fame-" (shelf.id) } { (shelf.title) }
            ol { @for (feat, kept) in seen { (one(feat.as_ref(), kept)) } }
            @if !others.is_empty() {
                details { summary { "The next " (others.len()) } ol start=(SEEN + 1) { @for (feat, kept) in others { (one(feat.as_ref(), kept)) } } }
            }
        }
    }
}

/// A game, how it ended and what was done in it, in the words of the game.
fn one(feat: Option<&Feat>, kept: &Kept<'_>) -> Markup {
    let (row, left) = (kept.row, kept.left);
    let gave = match feat.and_then(|feat| feat.answers) {
        Some(all) => format!("{left} of its {}", count(all, "answer")),
        None => count(usize::try_from(left).unwrap_or(usize::MAX), "answer"),
    };
    let said = |line: &String| sentence(line);
    let says =
        feat.map_or_else(|| sentence(&row.summary), |feat| feat.says.iter().map(said).collect::<Vec<_>>().join(" "));
    html! {
        li {
            a class="alone" href={ "/game/" (row.id) "/report" } { (row.name) } ": "
            strong { (capital(row.outcome.as_deref().unwrap_or_default())) }
            " " span class="quiet" { (ago(row.updated, now())) }
            p class={ "quiet" @if feat.is_some() { " feat" } } { (says) }
            @if left > 0 { p class="quiet" { "A bot gave " (gave) "." } }
        }
    }
}
