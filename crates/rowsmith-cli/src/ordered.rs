//! Work in parallel, results in order, memory bounded.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How far, in tasks a thread, the workers may run ahead of the first result that is still missing.
const AHEAD: usize = 16;

/// Calls `work(0)`, …, `work(count - 1)` on up to `threads` threads and `each` with every result on this thread, in
/// order and as soon as it is its turn. `ControlFlow::Break` ends it; tasks under way are awaited and dropped.
///
/// At most `16 × threads` tasks are under way or wait for their turn, so one slow page does not idle
/// the other threads, and yet holds them up before their results fill the memory.
pub(crate) fn ordered<R: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> R + Sync,
    mut each: impl FnMut(R) -> ControlFlow<()>,
) {
    let threads = threads.clamp(1, count.max(1));
    let gate = Gate { state: Mutex::default(), turn: Condvar::new(), count, window: threads * AHEAD };
    thread::scope(|scope| {
        // Dropped first when this closure ends, by a panic of `each` too: else waiting workers would wait for ever.
        let _stop = StopOnDrop(&gate);
        let (sender, results) = mpsc::channel();
        let mut running = 0;
        for _ in 0..threads {
            let (sender, gate, work) = (sender.clone(), &gate, &work);
            let worker = move || {
                while let Some(task) = gate.take() {
                    if sender.send((task, work(task))).is_err() {
                        break;
                    }
                }
            };
            // The system may refuse a thread; the others do its share.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
            running += 1;
        }
        drop(sender);
        if running == 0 {
            let _ = (0..count).try_for_each(|task| each(work(task)));
            return;
        }
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (task, result) in results {
            waiting.insert(task, result);
            while let Some(result) = waiting.remove(&next) {
                if each(result).is_break() {
                    return;
                }
                next += 1;
                gate.delivered(next);
            }
        }
    });
}

/// Hands out the tasks, none too early.
struct Gate {
    state: Mutex<State>,
    turn: Condvar,
    count: usize,
    window: usize,
}

#[derive(Default)]
struct State {
    next: usize,
    delivered: usize,
    stopped: bool,
}

impl Gate {
    fn take(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.stopped || state.next >= self.count {
                return None;
            }
            if state.next < state.delivered + self.window {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn delivered(&self, delivered: usize) {
        self.lock().delivered = delivered;
        self.turn.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct StopOnDrop<'a>(&'a Gate);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.turn.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_order_whatever_their_duration() {
        for threads in [1, 2, 7, 100] {
            let mut seen = Vec::new();
            let work = |task: usize| {
                thread::sleep(Duration::from_millis((7 * task as u64) % 5));
                task
            };
            ordered(50, threads, work, |task| {
                seen.push(task);
                ControlFlow::Continue(())
            });
            assert_eq!(seen, (0..50).collect::<Vec<_>>());
        }
        ordered(0, 4, |task| task, |_| panic!("no task, no result"));
    }

    #[test]
    fn nobody_runs_far_ahead_of_a_slow_task() {
        let (highest, threads) = (AtomicUsize::new(0), 3);
        let work = |task: usize| {
            if task == 0 {
                thread::sleep(Duration::from_millis(50));
                return highest.load(Ordering::SeqCst);
            }
            highest.fetch_max(task, Ordering::SeqCst);
            0
        };
        let mut first = None;
        ordered(1000, threads, work, |ahead| {
            first.get_or_insert(ahead);
            ControlFlow::Continue(())
        });
        let ahead = first.unwrap();
        assert!((1..threads * AHEAD).contains(&ahead), "{ahead}");
    }

    #[test]
    fn a_break_ends_it() {
        let (started, mut seen) = (AtomicUsize::new(0), 0);
        ordered(
            10_000,
            2,
            |_| started.fetch_add(1, Ordering::SeqCst),
            |_| {
                seen += 1;
                if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(seen, 3);
        assert!(started.load(Ordering::SeqCst) <= 3 + 2 * AHEAD);
    }

    #[test]
    fn a_panic_of_the_receiver_does_not_hang() {
        let result = std::panic::catch_unwind(|| ordered(100, 2, |task| task, |_| panic!("receiver")));
        assert!(result.is_err());
    }
}
