//! The progress of a run, for a person who waits.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::sources::inputs::Inputs;

/// Shorter runs show no progress bar, which would only flash up.
const PATIENCE: Duration = Duration::from_millis(500);

/// The steps of the bar per input: an archive is one input, and is done bit by bit.
const STEPS: f64 = 1000.0;

/// A bar on standard error with the number of pages done, their rate and the remaining time.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// The inputs, until the bar is shown.
    inputs: Option<Inputs>,
    /// The number of inputs, if it can be known.
    total: Option<f64>,
    started: Instant,
    pages: u64,
    /// What was done before this run, if it continues another.
    from: Option<f64>,
    /// How many pages were, in a run whose length is unknown.
    first: Option<u64>,
    is_endless: bool,
}

/// The progress of a run whose length is unknown.
pub(crate) struct Said {
    /// What there is so far, in words.
    pub(crate) what: String,
    /// The number of pages so far.
    pub(crate) pages: u64,
    /// The share that is done, if what is read says how much there is.
    pub(crate) done: Option<f64>,
}

impl Progress {
    /// A bar for all pages of the inputs, if it is `wanted`.
    pub(crate) fn new(inputs: &Inputs, wanted: bool) -> Self {
        let inputs = wanted.then(|| inputs.clone());
        Progress {
            bar: None,
            inputs,
            total: None,
            started: Instant::now(),
            pages: 0,
            from: None,
            first: None,
            is_endless: false,
        }
    }

    /// One more page is done, and with it `done` inputs.
    pub(crate) fn advance(&mut self, done: f64) {
        self.pages += 1;
        // a run whose length is unknown says its progress itself
        if self.is_endless {
            return;
        }
        let from = *self.from.get_or_insert(if self.pages == 1 { (done - 1.0).max(0.0) } else { 0.0 });
        let elapsed = self.started.elapsed();
        if elapsed > PATIENCE
            && let Some(inputs) = self.inputs.take()
        {
            self.total = inputs.count().map(|count| count as f64);
            self.bar = self.total.is_none_or(|total| total > 1.0 || done < 1.0).then(|| new_bar(self.total));
        }
        let Some(bar) = &self.bar else { return };
        // averaged over the whole run: pages differ so much that a momentary rate would only flicker
        let rate = self.pages as f64 / elapsed.as_secs_f64();
        let left = self.total.map(|total| {
            let left = elapsed.as_secs_f64() * (total - done).max(0.0) / (done - from).max(1e-6);
            format!("  {} left", duration(left))
        });
        bar.set_position((done * STEPS) as u64);
        bar.set_message(format!("{} pages  {rate:.1}/s{}", self.pages, left.unwrap_or_default()));
    }

    /// A bar for a run whose length is unknown, if it is `wanted`.
    pub(crate) fn endless(wanted: bool) -> Self {
        let bar = wanted.then(|| new_bar(None));
        let mut progress = Progress::new(&Inputs::default(), false);
        (progress.bar, progress.is_endless) = (bar, true);
        progress
    }

    /// Shows the progress of such a run.
    pub(crate) fn say(&mut self, said: &Said) {
        let Said { what, pages, done } = said;
        let elapsed = self.started.elapsed().as_secs_f64();
        let from = *self.from.get_or_insert(done.unwrap_or(0.0));
        let first = *self.first.get_or_insert(*pages);
        let Some(bar) = self.bar.as_ref().filter(|_| self.started.elapsed() > PATIENCE) else { return };
        let rate = pages.saturating_sub(first) as f64 / elapsed;
        let left = done.filter(|done| *done > from).map(|done| elapsed * (1.0 - done).max(0.0) / (done - from));
        let left = left.map(|left| format!("  {} left", duration(left))).unwrap_or_default();
        bar.set_message(format!("{what}  {rate:.1} pages/s{left}"));
        bar.tick();
    }

    /// Calls `write` while the bar is hidden.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

fn new_bar(total: Option<f64>) -> ProgressBar {
    let steps = total.map(|total| (total * STEPS) as u64);
    let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::stderr());
    let template = if total.is_some() { "{bar:32} {percent:>3} %  {msg}" } else { "{msg}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Formats seconds for people.
fn duration(seconds: f64) -> String {
    let seconds = seconds.min(1e9) as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!([5.9, 65.0, 3661.0].map(duration), ["5 s", "1:05", "1:01:01"]);
        assert!(!duration(f64::INFINITY).is_empty());
    }
}
