//! Thinking beside the requests: a few at a time, turn by turn, so that no game can stop another.

use crate::error::{Done, Oops};
use axum::http::StatusCode;
use hulldown_core::Limit;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

/// How many take turns; whoever comes after them waits without a thread of his own.
const MOST: usize = 32;

/// How long a turn lasts if somebody else waits for one.
const TURN: Duration = Duration::from_millis(50);

/// Somebody who keeps his turn for so long while others wait will not give it back.
const LOST: Duration = Duration::from_secs(20);

/// How often one who waits looks whether he is still wanted.
const LOOK: Duration = Duration::from_millis(100);

/// Where thinking is done.
pub(crate) struct Thinking {
    places: Arc<Semaphore>,
    turns: Arc<Turns>,
}

impl Thinking {
    /// One core is left to those who only look.
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Thinking { places: Arc::new(Semaphore::new(MOST)), turns: Arc::new(Turns::new(cores.saturating_sub(1).max(1))) }
    }

    /// Thinks about something, for no longer than so long once it is its turn. Whoever no longer waits for the answer cancels it.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        longest: Duration,
        work: impl FnOnce(&Limit) -> T + Send + 'static,
    ) -> Done<T> {
        let too_long = || {
            let text = "The bot ran out of time and was stopped. Nothing has changed.";
            Oops::new(StatusCode::SERVICE_UNAVAILABLE, "The bot took too long", text)
        };
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| too_long())?;
        let turns = Arc::clone(&self.turns);
        let id = turns.number();
        let pausing = Arc::clone(&turns);
        let any = Limit::within(Duration::MAX).with_pause(move || pausing.pause(id));
        let _wanted = Wanted(any.clone());
        let (begun, begins) = oneshot::channel();
        let worker = tokio::task::spawn_blocking(move || {
            let _place = place;
            let _turn = turns.take(id, &any);
            // Nobody waiting any more is seen by the limit.
            let _ = begun.send(());
            work(&any.anew(longest))
        });
        // An error says that the work is over already.
        let _ = begins.await;
        // What must be finished after its time, such as a bot's answers by another, may take as long again.
        match timeout(longest * 2 + LOST, worker).await {
            Ok(Ok(thought)) => Ok(thought),
            Ok(Err(_)) => Err(Oops::mistake()),
            Err(_) => Err(too_long()),
        }
    }
}

/// Cancels thinking that nobody waits for any more.
struct Wanted(Limit);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Turns at thinking, first come first served.
struct Turns {
    most: usize,
    /// How many wait; looked at between all decisions, so without the lock.
    waiting: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    numbers: u64,
    /// Who thinks now, and since when.
    thinking: Vec<(u64, Instant)>,
    queue: VecDeque<u64>,
    /// How often a turn has changed hands.
    passed: u64,
}

impl Turns {
    fn new(most: usize) -> Self {
        Turns { most, waiting: AtomicUsize::new(0), state: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for somebody new.
    fn number(&self) -> u64 {
        let mut state = self.lock();
        state.numbers += 1;
        state.numbers
    }

    /// Waits for a turn, which ends when what is returned is dropped.
    fn take(self: &Arc<Self>, id: u64, limit: &Limit) -> Turn {
        self.wait(self.lock(), id, &|| limit.is_canceled());
        Turn(Arc::clone(self), id)
    }

    fn wait(&self, mut state: MutexGuard<'_, State>, id: u64, unwanted: &dyn Fn() -> bool) {
        state.queue.push_back(id);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let (mut passed, mut since) = (state.passed, Instant::now());
        while !unwanted() {
            let first = state.queue.front() == Some(&id);
            if first && state.thinking.len() < self.most {
                break;
            }
            if state.passed != passed {
                (passed, since) = (state.passed, Instant::now());
            } else if first && since.elapsed() > LOST {
                // They neither end nor pause: whatever they do, they do it beside the others.
                state.thinking.clear();
                continue;
            }
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.queue.retain(|other| *other != id);
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        state.thinking.push((id, Instant::now()));
        state.passed += 1;
        self.changed.notify_all();
    }

    /// Lets somebody else think if others wait and the turn has lasted long enough.
    fn pause(&self, id: u64) {
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut state = self.lock();
        if state.thinking.iter().any(|(who, since)| *who == id && since.elapsed() < TURN) {
            return;
        }
        state.thinking.retain(|(who, _)| *who != id);
        self.changed.notify_all();
        self.wait(state, id, &|| false);
    }

    fn give_back(&self, id: u64) {
        self.lock().thinking.retain(|(who, _)| *who != id);
        self.changed.notify_all();
    }
}

/// A turn at thinking.
struct Turn(Arc<Turns>, u64);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.give_back(self.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
    }

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn one_who_thinks_for_ever_does_not_stop_the_others() {
        let thinking = Arc::new(Thinking { places: Arc::new(Semaphore::new(MOST)), turns: Arc::new(Turns::new(1)) });
        let runtime = runtime();
        let count = Arc::new(AtomicU64::new(0));
        let (endless, counted) = (Arc::clone(&thinking), Arc::clone(&count));
        let task = runtime.spawn(async move {
            let work = move |limit: &Limit| {
                while !limit.is_over() {
                    counted.fetch_add(1, Ordering::Relaxed);
                }
            };
            endless.think(LONG, work).await
        });
        runtime.block_on(async {
            while count.load(Ordering::Relaxed) == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            for n in 0..20 {
                assert_eq!(thinking.think(LONG, move |_| n).await.unwrap(), n);
            }
            // Whoever goes away cancels it.
            task.abort();
            while thinking.places.available_permits() < MOST {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
    }

    #[test]
    fn only_so_many_think_at_once() {
        let thinking = Arc::new(Thinking { places: Arc::new(Semaphore::new(MOST)), turns: Arc::new(Turns::new(2)) });
        let runtime = runtime();
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let tasks: Vec<_> = (0..100)
            .map(|_| {
                let (thinking, now, most) = (Arc::clone(&thinking), Arc::clone(&now), Arc::clone(&most));
                runtime.spawn(async move {
                    let work = move |_: &Limit| {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(Duration::from_millis(1));
                        now.fetch_sub(1, Ordering::SeqCst);
                    };
                    thinking.think(LONG, work).await.is_ok()
                })
            })
            .collect();
        for task in tasks {
            assert!(runtime.block_on(task).unwrap());
        }
        assert!((1..=2).contains(&most.load(Ordering::SeqCst)));
    }

    #[test]
    fn a_mistake_in_it_is_told_and_gives_the_turn_back() {
        let thinking = Thinking::new();
        runtime().block_on(async {
            let oops = thinking.think(LONG, |_| -> u8 { panic!("a mistake") }).await.unwrap_err();
            assert_eq!(oops.status, StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(thinking.think(LONG, |_| 1).await.unwrap(), 1);
        });
    }
}
