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
        if self.wanted && self.bar.is_none() && self.started.elapsed() > PATIENCE {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            let template = "{bar:32} {pos}/{len} pages  {per_sec}  {eta} left";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            self.bar = Some(bar.with_elapsed(self.started.elapsed()));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
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
