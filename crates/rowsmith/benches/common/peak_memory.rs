//! An allocator that tracks how many bytes are in use, and the peak.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

pub(crate) struct Counting {
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl Counting {
    pub(crate) const fn new() -> Self {
        Counting { used: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    /// Resets the peak. Returns the number of bytes in use now.
    pub(crate) fn reset(&self) -> usize {
        let used = self.used.load(Relaxed);
        self.peak.store(used, Relaxed);
        used
    }

    /// The most bytes in use since the last reset.
    pub(crate) fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    fn add(&self, bytes: usize) {
        let used = self.used.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(used, Relaxed);
    }
}

// SAFETY: every call is passed on to the system allocator; only sizes are recorded.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.add(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.add(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        self.used.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // old and new may exist at the same time; counted as if it grew in place, as large blocks usually do
        if size >= layout.size() {
            self.add(size - layout.size());
        } else {
            self.used.fetch_sub(layout.size() - size, Relaxed);
        }
        unsafe { System.realloc(block, layout, size) }
    }
}
