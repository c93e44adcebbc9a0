//! Lists that are made bit by bit before they count, such as a plan: one that is made anew has changed, and only the change is told.

use crate::lines::EventLine;
use hulldown_core::playable::aids::Listed;

/// What became of lists.
#[derive(Default)]
pub(crate) struct Changed<'a> {
    /// The numbers of the lines that say nothing new.
    pub(crate) left_out: Vec<usize>,
    /// For a line that says that a list is empty again, what was on it and is no more.
    pub(crate) gone: Vec<(usize, Vec<&'a EventLine>)>,
}

/// Of what a line says that it is put on a list.
fn who(line: &EventLine) -> &str {
    line.about.alike.as_ref().map_or("", |alike| &alike.who)
}

fn put(line: &EventLine) -> Option<&str> {
    match line.about.listed.as_ref()? {
        Listed::Put(list) => Some(list),
        Listed::Cleared(_) => None,
    }
}

fn cleared(line: &EventLine) -> Option<&str> {
    match line.about.listed.as_ref()? {
        Listed::Cleared(list) => Some(list),
        Listed::Put(_) => None,
    }
}

/// What lists come to that are emptied and made anew in one go.
pub(crate) fn changed<'a>(before: &'a [EventLine], events: &'a [EventLine]) -> Changed<'a> {
    let mut changed = Changed::default();
    if !events.iter().any(|event| cleared(event).is_some()) {
        return changed;
    }
    // What stood on the lists when this began: since the last part of the log.
    let begins = before.iter().rposition(|event| !event.rank.is_line()).unwrap_or(0);
    let mut standing: Vec<&EventLine> = Vec::new();
    let hear = |standing: &mut Vec<&'a EventLine>, event: &'a EventLine| {
        if let Some(list) = cleared(event) {
            standing.retain(|line| put(line) != Some(list));
        }
        standing.extend(put(event).map(|_| event));
    };
    before[begins..].iter().for_each(|event| hear(&mut standing, event));
    for (at, event) in events.iter().enumerate() {
        let Some(list) = cleared(event) else {
            hear(&mut standing, event);
            continue;
        };
        let later = events[at + 1..].iter().take_while(|later| later.about.listed.is_some());
        let later = later.take_while(|later| cleared(later) != Some(list));
        let anew: Vec<&EventLine> = later.filter(|later| put(later) == Some(list)).collect();
        let was: Vec<&EventLine> = standing.iter().copied().filter(|line| put(line) == Some(list)).collect();
        hear(&mut standing, event);
        if anew.is_empty() {
            continue;
        }
        // Each that stood there stands for one that is put there anew: two that are called alike are two.
        let mut left = was;
        for line in anew {
            if let Some(same) = left.iter().position(|other| who(other) == who(line)) {
                left.remove(same);
                changed.left_out.push(line.n);
            }
        }
        match left.is_empty() {
            true => changed.left_out.push(event.n),
            false => changed.gone.push((event.n, left)),
        }
    }
    changed
}
