//! Limits how many threads may extract at a time.

use std::sync::{Condvar, Mutex, PoisonError};

/// Limits how many threads may extract at a time while more of them fetch.
pub(super) struct Permits {
    free: Mutex<usize>,
    returned: Condvar,
}

/// One permit, returned when it is dropped.
pub(super) struct Permit<'a> {
    of: &'a Permits,
}

impl Permits {
    /// This many permits, but at least one.
    pub(super) fn new(count: usize) -> Self {
        Permits { free: Mutex::new(count.max(1)), returned: Condvar::new() }
    }

    /// Takes a permit, waiting until there is one.
    pub(super) fn take(&self) -> Permit<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Permit { of: self }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.of.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.of.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_permits_than_there_are() {
        let permits = Permits::new(2);
        let (_a, b) = (permits.take(), permits.take());
        assert_eq!(*permits.free.lock().unwrap(), 0);
        drop(b);
        let _c = permits.take();
        assert_eq!(*permits.free.lock().unwrap(), 0);
    }
}
