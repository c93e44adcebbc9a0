//! How long thinking may take.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long thinking may take: until a moment has come or somebody cancels it. Whoever thinks looks at it between decisions. Clones
/// are canceled together.
#[derive(Clone, Default)]
pub struct Limit {
    until: Option<Instant>,
    canceled: Option<Arc<AtomicBool>>,
    pause: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Limit {
    /// No limit at all.
    pub const NONE: Limit = Limit { until: None, canceled: None, pause: None };

    /// So long from now.
    pub fn within(time: Duration) -> Self {
        // A time too long for the clock is no limit.
        Limit { until: Instant::now().checked_add(time), canceled: Some(Arc::default()), pause: None }
    }

    /// Calls this between decisions as well, so that others get their turn.
    #[must_use]
    pub fn with_pause(mut self, pause: impl Fn() + Send + Sync + 'static) -> Self {
        self.pause = Some(Arc::new(pause));
        self
    }

    /// The same, but at most so long from now.
    #[must_use]
    pub fn at_most(&self, time: Duration) -> Self {
        let until = Instant::now().checked_add(time);
        let sooner = match (self.until, until) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Limit { until: sooner, ..self.clone() }
    }

    /// Another stretch of time for work that must be brought to an end, canceled with the first.
    #[must_use]
    pub fn anew(&self, time: Duration) -> Self {
        Limit { until: Instant::now().checked_add(time), ..self.clone() }
    }

    /// Ends it now.
    pub fn cancel(&self) {
        if let Some(canceled) = &self.canceled {
            canceled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether somebody has ended it before its time.
    pub fn is_canceled(&self) -> bool {
        self.canceled.as_ref().is_some_and(|canceled| canceled.load(Ordering::Relaxed))
    }

    /// How much time is left; none where there is no end to it.
    pub fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// Whether it is time to stop.
    pub fn is_over(&self) -> bool {
        if let Some(pause) = &self.pause {
            pause();
        }
        self.is_canceled() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limit").field("until", &self.until).field("canceled", &self.is_canceled()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_limit_ends_with_its_time_or_when_it_is_canceled() {
        assert!(!Limit::NONE.is_over());
        assert!(Limit::within(Duration::ZERO).is_over());
        let hour = Limit::within(Duration::from_secs(3600));
        let same = hour.clone().at_most(Duration::from_secs(7200));
        assert!(!hour.is_over() && !same.is_over() && hour.at_most(Duration::ZERO).is_over());
        assert!(!hour.at_most(Duration::ZERO).anew(Duration::from_secs(60)).is_over());
        same.cancel();
        assert!(hour.is_over() && hour.is_canceled() && hour.anew(Duration::from_secs(60)).is_over());
        assert!(!Limit::within(Duration::MAX).is_over());
    }

    #[test]
    fn others_get_their_turn_whenever_it_is_looked_at() {
        let turns = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&turns);
        let limit = Limit::NONE.with_pause(move || _ = counted.fetch_add(1, Ordering::Relaxed));
        assert!(!limit.is_over() && !limit.clone().is_over());
        assert_eq!(turns.load(Ordering::Relaxed), 2);
    }
}
