//! Figures for the headers of model files.

use std::fmt;

use crate::eval::truth::Quality;

/// Mean figures over pages.
#[derive(Default)]
pub struct Tally {
    pages: usize,
    perfect: usize,
    f1: f64,
}

impl Tally {
    /// Counts a page.
    pub fn add(&mut self, quality: Quality) {
        self.pages += 1;
        self.perfect += usize::from(quality.perfect());
        self.f1 += quality.f1();
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.pages.max(1) as f64;
        write!(f, "page-mean F1 {:.3}, perfect {:.3} of {} pages", self.f1 / n, self.perfect as f64 / n, self.pages)
    }
}
