//! Beginnings of steps on the way through a game, so that taking something back need not begin at the very beginning.

use crate::heard::Heard;
use crate::tape::Cursor;
use std::sync::Arc;

/// The game at the beginning of a step.
#[derive(Debug)]
pub(crate) struct Milestone<G> {
    pub(crate) state: Arc<G>,
    /// Where on the tape the step begins.
    pub(crate) at: Cursor,
    /// How much was told before it.
    pub(crate) told: Heard,
    /// How many ticks of the tape lie before the last reveal.
    pub(crate) sealed: usize,
}

/// Milestones, close together near the end and ever farther apart toward the beginning: a gap is never longer than what lies after
/// it. So there are few of them however long a game is, going back costs no more than was played since, and a record full of
/// rewinds is taken up in time that grows with its length.
#[derive(Debug)]
pub(crate) struct Milestones<G>(Vec<Arc<Milestone<G>>>);

impl<G> Default for Milestones<G> {
    fn default() -> Self {
        Milestones(Vec::new())
    }
}

impl<G> Clone for Milestones<G> {
    fn clone(&self) -> Self {
        Milestones(self.0.clone())
    }
}

impl<G> Milestones<G> {
    /// Notes the beginning of a step, later than all others.
    pub(crate) fn note(&mut self, milestone: Milestone<G>) {
        let end = milestone.at.ticks();
        self.0.push(Arc::new(milestone));
        for n in (1..self.0.len() - 1).rev() {
            let (before, after) = (self.0[n - 1].at.ticks(), self.0[n + 1].at.ticks());
            if after - before <= end - after {
                self.0.remove(n);
            }
        }
    }

    /// Forgets what lies after so many ticks, and gives the last milestone before.
    pub(crate) fn back_to(&mut self, ticks: usize) -> Option<&Milestone<G>> {
        let keep = self.0.partition_point(|milestone| milestone.at.ticks() <= ticks);
        self.0.truncate(keep);
        self.0.last().map(|milestone| &**milestone)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ticks: usize) -> Milestone<()> {
        Milestone { state: Arc::new(()), at: Cursor::default().after_throws(ticks), told: Heard::default(), sealed: 0 }
    }

    fn places(milestones: &Milestones<()>) -> Vec<usize> {
        milestones.0.iter().map(|milestone| milestone.at.ticks()).collect()
    }

    #[test]
    fn there_are_few_and_no_gap_is_longer_than_what_lies_after_it() {
        let mut milestones = Milestones::default();
        for ticks in (0..100_000).step_by(5) {
            milestones.note(at(ticks));
            let places = places(&milestones);
            assert!(places.len() < 40, "{places:?}");
            assert_eq!((places[0], places[places.len() - 1]), (0, ticks));
            for pair in places.windows(2) {
                assert!(pair[1] - pair[0] <= 5.max(ticks - pair[1]), "{places:?}");
            }
        }
        assert_eq!(milestones.back_to(99_993).map(|milestone| milestone.at.ticks()), Some(99_990));
        assert_eq!(places(&milestones).last(), Some(&99_990));
        let far = milestones.back_to(40_000).map_or(0, |milestone| milestone.at.ticks());
        assert!(far <= 40_000, "{far}");
        milestones.clear();
        assert!(milestones.back_to(7).is_none());
    }
}
