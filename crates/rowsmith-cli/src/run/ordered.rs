//! Parallel work with results in order and bounded memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// How far the workers may run ahead of the first missing result, in tasks per thread.
const AHEAD: usize = 16;

/// How often the receiver is called while there are no results.
const TICK: Duration = Duration::from_millis(100);

/// How much may be in progress at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// The number of threads.
    pub(crate) threads: usize,
    /// The number of bytes of tasks and results that are held, as far as they are known. One task is always admitted.
    pub(crate) bytes: usize,
}

/// What the receiver gets.
#[derive(Debug)]
pub(crate) enum Event<R> {
    /// A result, in the order of the tasks.
    Result(R),
    /// Nothing has arrived for a while.
    Tick,
}

/// How many bytes tasks and results take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights<T, R> {
    /// The weight of a task that is in progress.
    pub(crate) of_task: T,
    /// The weight of a result that waits for its turn.
    pub(crate) of_result: R,
}

/// Calls `work` with each task on several threads, and `each` with every result on this thread, in the order of the
/// tasks and as soon as its turn comes. `ControlFlow::Break` stops it; tasks in progress are awaited and their results
/// dropped.
///
/// Tasks are requested one at a time, by whichever thread is free. At most `16 × threads` of them are in progress or
/// wait for their turn, and no further one is requested while these take more than `bounds.bytes` according to their
/// `weights`. So a single slow page does not leave the other threads idle, but stops them before their results fill the
/// memory.
pub(crate) fn ordered<T: Send, R: Send>(
    tasks: impl Iterator<Item = T> + Send,
    bounds: Bounds,
    weights: Weights<impl Fn(&T) -> usize + Sync, impl Fn(&R) -> usize + Sync>,
    work: impl Fn(T) -> R + Sync,
    mut each: impl FnMut(Event<R>) -> ControlFlow<()>,
) {
    let threads = bounds.threads.max(1);
    let gate = Gate {
        tasks: Mutex::new(Tasks { taken: 0, iter: tasks.fuse() }),
        state: Mutex::default(),
        turn: Condvar::new(),
        threads,
        bounds,
    };
    thread::scope(|scope| {
        // Dropped first when this closure ends, even by a panic of `each`: otherwise waiting workers would wait
        // forever.
        let _stop = StopOnDrop { gate: &gate };
        let (sender, results) = mpsc::channel();
        let mut running = 0;
        for _ in 0..threads {
            let (sender, gate, work, weights) = (sender.clone(), &gate, &work, &weights);
            let worker = move || {
                while let Some(Taken { number, task }) = gate.take(&weights.of_task) {
                    let before = (weights.of_task)(&task);
                    let result = work(task);
                    let bytes = (weights.of_result)(&result);
                    gate.changed(|state| state.bytes = state.bytes.saturating_sub(before).saturating_add(bytes));
                    if sender.send(Finished { number, bytes, result }).is_err() {
                        break;
                    }
                }
            };
            // The system may refuse a thread; the others then do its share.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
            running += 1;
        }
        drop(sender);
        if running == 0 {
            while let Some(Taken { task, .. }) = gate.take(&|_| 0) {
                gate.changed(|state| state.delivered += 1);
                if each(Event::Result(work(task))).is_break() {
                    return;
                }
            }
            return;
        }
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        loop {
            match results.recv_timeout(TICK) {
                Ok(finished) => waiting.insert(finished.number, finished),
                Err(mpsc::RecvTimeoutError::Timeout) => match each(Event::Tick) {
                    ControlFlow::Break(()) => return,
                    ControlFlow::Continue(()) => continue,
                },
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
            };
            while let Some(Finished { bytes, result, .. }) = waiting.remove(&next) {
                if each(Event::Result(result)).is_break() {
                    return;
                }
                next += 1;
                gate.changed(|state| {
                    state.delivered = next;
                    state.bytes = state.bytes.saturating_sub(bytes);
                });
            }
        }
    });
}

/// A task that was handed out.
struct Taken<T> {
    /// Its index in the order.
    number: usize,
    task: T,
}

/// A result that waits for its turn.
struct Finished<R> {
    /// The index of its task in the order.
    number: usize,
    /// Its weight.
    bytes: usize,
    result: R,
}

/// The remaining tasks.
struct Tasks<I> {
    /// The number of tasks handed out.
    taken: usize,
    iter: I,
}

/// Hands out the tasks, but none too early.
struct Gate<I> {
    /// Has a lock of its own: the next task may take long to arrive, and results must be passed on meanwhile.
    tasks: Mutex<Tasks<I>>,
    state: Mutex<State>,
    turn: Condvar,
    threads: usize,
    bounds: Bounds,
}

#[derive(Default)]
struct State {
    taken: usize,
    delivered: usize,
    bytes: usize,
    stopped: bool,
}

impl<I: Iterator> Gate<I> {
    fn take(&self, weight: &impl Fn(&I::Item) -> usize) -> Option<Taken<I::Item>> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.lock();
        loop {
            let under_way = state.taken - state.delivered;
            if state.stopped {
                return None;
            }
            if under_way == 0 || under_way < self.threads * AHEAD && state.bytes < self.bounds.bytes {
                break;
            }
            state = self.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        let task = tasks.iter.next()?;
        let number = tasks.taken;
        tasks.taken += 1;
        self.changed(|state| {
            state.taken += 1;
            state.bytes = state.bytes.saturating_add(weight(&task));
        });
        Some(Taken { number, task })
    }
}

impl<I> Gate<I> {
    fn changed(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.turn.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct StopOnDrop<'a, I> {
    gate: &'a Gate<I>,
}

impl<I> Drop for StopOnDrop<'_, I> {
    fn drop(&mut self) {
        self.gate.changed(|state| state.stopped = true);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// Calls [`super::ordered`] with numbers that have no weight.
    fn ordered<R: Send>(
        count: usize,
        threads: usize,
        work: impl Fn(usize) -> R + Sync,
        mut each: impl FnMut(R) -> ControlFlow<()>,
    ) {
        let each = |event| match event {
            Event::Result(result) => each(result),
            Event::Tick => ControlFlow::Continue(()),
        };
        let weights = Weights { of_task: |_: &usize| 0, of_result: |_: &R| 0 };
        super::ordered(0..count, Bounds { threads, bytes: 1 }, weights, work, each);
    }

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

    #[test]
    fn no_more_bytes_than_allowed_and_always_one_task() {
        let (held, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let tasks = (0..200usize).inspect(|_| {
            most.fetch_max(held.fetch_add(10, Ordering::SeqCst) + 10, Ordering::SeqCst);
        });
        for bytes in [1, 35] {
            most.store(0, Ordering::SeqCst);
            let mut seen = 0;
            super::ordered(
                tasks.clone(),
                Bounds { threads: 3, bytes },
                Weights { of_task: |_: &usize| 10, of_result: |_: &usize| 10 },
                |task| task,
                |event| {
                    if let Event::Result(task) = event {
                        assert_eq!(task, seen);
                        seen += 1;
                        held.fetch_sub(10, Ordering::SeqCst);
                    }
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(seen, 200);
            assert!(most.load(Ordering::SeqCst) <= bytes + 10, "{most:?}");
        }
    }

    #[test]
    fn the_receiver_is_called_while_nothing_comes() {
        let (release, wait) = mpsc::channel::<()>();
        let (mut release, wait) = (Some(release), Mutex::new(wait));
        let work = |task: usize| {
            let _ = wait.lock().unwrap().recv();
            task
        };
        let weights = Weights { of_task: |_: &usize| 1, of_result: |_: &usize| 1 };
        super::ordered(0..3, Bounds { threads: 2, bytes: 9 }, weights, work, |event| {
            if matches!(event, Event::Tick) {
                release.take();
            }
            ControlFlow::Continue(())
        });
        assert!(release.is_none());
    }
}
