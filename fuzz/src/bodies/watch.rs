//! What counts as a finding beside a panic: an input that takes out of all proportion.

use std::cell::RefCell;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What any input may take: what is made once, such as models, is in the first.
const ALWAYS: f64 = 2.0;

/// How many times as long a byte may take as a byte of the median input.
const FACTOR: f64 = 50.0;

/// Inputs of which the time is kept.
const KEPT: usize = 1024;

/// Seconds a byte of the last inputs.
#[derive(Default)]
struct Paces {
    last: Vec<f64>,
    next: usize,
}

thread_local! {
    static PACES: RefCell<Paces> = const { RefCell::new(Paces { last: Vec::new(), next: 0 }) };
}

/// Forgets the times so far: what follows is another target, whose inputs are not to be judged by the pace of the one before.
/// (libFuzzer has one target a process, and no use for this.)
#[allow(dead_code)]
pub fn begin() {
    PACES.take();
}

/// Runs a target on an input. An input that takes more than two seconds and fifty times the median time a byte for each of its
/// bytes is a finding. It is the processor's time that counts, so a busy machine makes none. (What never ends is left to libFuzzer's own limit.)
///
/// # Panics
/// Where something is wrong.
pub fn watched(input: &[u8], run: fn(&[u8])) {
    let begun = used();
    run(input);
    let took = (used() - begun).as_secs_f64();
    let bytes = input.len().max(1) as f64;
    PACES.with_borrow_mut(|paces| {
        if took > ALWAYS {
            let allowed = ALWAYS + FACTOR * paces.median() * bytes;
            assert!(took <= allowed, "{took:.2} s for {bytes} bytes, where {allowed:.2} s are allowed");
        }
        paces.add(took / bytes);
    });
}

/// The time that this thread has used of a processor.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

impl Paces {
    fn add(&mut self, pace: f64) {
        if self.last.len() < KEPT {
            self.last.push(pace);
        } else {
            self.last[self.next] = pace;
        }
        self.next = (self.next + 1) % KEPT;
    }

    fn median(&self) -> f64 {
        let mut sorted = self.last.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_not_judged_by_the_pace_of_the_one_before() {
        PACES.with_borrow_mut(|paces| (0..9).for_each(|_| paces.add(7.0)));
        assert!(PACES.with_borrow(Paces::median) > 6.0);
        begin();
        assert!(PACES.with_borrow(Paces::median) < 1.0);
    }
}
