//! How far the run is, for a person who waits.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs shorter than this show nothing: a bar that flashes up tells nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on standard error with the number of pages done and their rate.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    wanted: bool,
    started: Instant,
    done: u64,
    total: u64,
}

impl Progress {
    /// A bar for `total` pages, if it is `wanted`.
    pub(crate) fn new(total: usize, wanted: bool) -> Self {
        let wanted = wanted && total > 1;
        Progress { bar: None, wanted, started: Instant::now(), done: 0, total: total as u64 }
    }

    /// One page more is done.
    pub(crate) fn advance(&mut self) {
        self.done += 1;
        let elapsed = self.started.elapsed();
        if self.wanted && self.bar.is_none() && elapsed > PATIENCE {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} pages  {msg}") {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            // over the whole run: pages differ so much that a rate of the moment only flickers
            let rate = self.done as f64 / elapsed.as_secs_f64();
            let left = (self.total.saturating_sub(self.done)) as f64 / rate;
            bar.set_position(self.done);
            bar.set_message(format!("{rate:.1}/s  {left:.0} s left"));
        }
    }

    /// Does `write` with the bar out of its way.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
