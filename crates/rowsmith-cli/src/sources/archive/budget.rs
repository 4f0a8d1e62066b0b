//! Limits how much may come out of a file, so that no decompression bomb is read to its end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many times its own size may come out of a file. Gzip can do slightly more; real pages reach at most a tenth of
/// it.
const RATIO: u64 = 1000;
/// How many bytes may come out of any file, however small.
const FREE: u64 = 1 << 30;
/// The most members that are looked at.
const MOST_MEMBERS: u64 = 4_000_000;

/// How much has come out of an archive, compared with what was read from it.
pub(crate) struct Budget {
    read: Arc<AtomicU64>,
    out: u64,
    members: u64,
}

impl Budget {
    /// A budget that grows with what is read, or for a file of known size.
    pub(crate) fn new(read: Arc<AtomicU64>) -> Self {
        Budget { read, out: 0, members: 0 }
    }

    /// A budget for a file of this size.
    pub(super) fn of_size(size: u64) -> Self {
        Budget::new(Arc::new(AtomicU64::new(size)))
    }

    /// Records that this many more bytes have come out.
    ///
    /// # Errors
    /// If these are too many.
    pub(super) fn spend(&mut self, bytes: u64) -> io::Result<()> {
        self.out = self.out.saturating_add(bytes);
        let most = self.read.load(Ordering::Relaxed).saturating_mul(RATIO).max(FREE);
        match self.out > most {
            true => Err(io::Error::other(format!("its content is more than {RATIO} times its size"))),
            false => Ok(()),
        }
    }

    /// Records another member.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn member(&mut self) -> io::Result<()> {
        self.members += 1;
        match self.members > MOST_MEMBERS {
            true => Err(io::Error::other(format!("there are more than {MOST_MEMBERS} members in it"))),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bomb_is_over_the_budget() {
        let mut budget = Budget::of_size(10 << 20);
        assert!(budget.spend(9 << 30).is_ok());
        assert!(budget.spend(1 << 30).is_err());
        assert!(Budget::of_size(0).spend(FREE).is_ok() && Budget::of_size(0).spend(FREE + 1).is_err());
    }
}
