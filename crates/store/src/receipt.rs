//! A write on its way to the disk, for whoever has something else to do until it is there.

use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use crate::error::{Fault, StoreError};

/// A write that was handed in. Nothing may be shown as done before it has come back well: await it, or [wait](Receipt::wait). Dropped, the
/// write is done all the same.
#[must_use = "a write that nobody waits for may have failed"]
pub struct Receipt<T> {
    slot: Arc<Slot<T>>,
    path: Arc<Path>,
}

/// The other end: tells how a write has gone, once. Dropped untold, it tells that the store is closed.
pub(crate) struct Confirmer<T>(Option<Arc<Slot<T>>>);

struct Slot<T>(Mutex<State<T>>);

/// How the write has gone, once that is known, and who waits for it.
struct State<T> {
    told: Option<Result<T, Fault>>,
    waits: Option<Waker>,
}

impl<T> Slot<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing in it is ever half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Both ends of a write in the database at this path.
pub(crate) fn receipt<T>(path: &Arc<Path>) -> (Confirmer<T>, Receipt<T>) {
    let slot = Arc::new(Slot(Mutex::new(State { told: None, waits: None })));
    (Confirmer(Some(Arc::clone(&slot))), Receipt { slot, path: Arc::clone(path) })
}

impl<T> Confirmer<T> {
    pub(crate) fn tell(mut self, how: Result<T, Fault>) {
        self.put(how);
    }

    fn put(&mut self, how: Result<T, Fault>) {
        let Some(slot) = self.0.take() else { return };
        let waits = {
            let mut state = slot.lock();
            state.told = Some(how);
            state.waits.take()
        };
        waits.into_iter().for_each(Waker::wake);
    }
}

impl<T> Drop for Confirmer<T> {
    fn drop(&mut self) {
        self.put(Err(StoreError::Closed.into()));
    }
}

impl<T> Future for Receipt<T> {
    type Output = Result<T, StoreError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.slot.lock();
        match state.told.take() {
            Some(how) => Poll::Ready(how.map_err(|fault| fault.at(&self.path))),
            None => {
                state.waits = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl<T> Receipt<T> {
    /// Waits until the write is on the disk, or has failed.
    pub fn wait(mut self) -> Result<T, StoreError> {
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        loop {
            match Pin::new(&mut self).poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(how) => return how,
                Poll::Pending => thread::park(),
            }
        }
    }
}

/// Wakes a thread that waits.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_comes_to_who_waits_and_to_who_comes_later() {
        let path: Arc<Path> = Path::new("games.db").into();
        let (teller, later) = receipt(&path);
        teller.tell(Ok(1));
        assert_eq!(later.wait(), Ok(1));
        let (teller, waits) = receipt(&path);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| waits.wait());
            teller.tell(Ok(2));
            assert_eq!(waiting.join().unwrap(), Ok(2));
        });
    }

    #[test]
    fn who_is_never_told_hears_that_the_store_is_closed() {
        let (teller, receipt) = receipt::<u8>(&Path::new("games.db").into());
        drop(teller);
        assert_eq!(receipt.wait(), Err(StoreError::Closed));
    }
}
