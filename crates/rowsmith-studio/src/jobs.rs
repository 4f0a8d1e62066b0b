//! Long-running tasks: one after another in a separate thread, with progress, and cancellable.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

/// A task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Open what a person named.
    Open { what: String, render: bool },
    /// Learn the wrapper.
    Learn,
    /// Learn gazetteers: so many rounds, or until nothing changes.
    LearnTerms { rounds: Option<u32> },
    /// Go to another project.
    Switch(PathBuf),
    /// Update the results of all pages.
    Update,
}

/// The progress of a task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Progress {
    /// The number of the run of tasks that this one belongs to: those done without a rest between them.
    pub(crate) id: u64,
    /// What is being done.
    pub(crate) name: String,
    /// The number of completed steps.
    pub(crate) done: usize,
    /// The total number of steps, if known.
    pub(crate) all: Option<usize>,
}

/// Something that the person should know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Notice {
    pub(crate) id: u64,
    pub(crate) text: String,
}

/// The state that windows follow.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Status {
    /// Changes with the project or its results.
    pub(crate) revision: u64,
    /// The current task.
    pub(crate) job: Option<Progress>,
    /// The last notices.
    pub(crate) notices: VecDeque<Notice>,
}

#[derive(Debug, Default)]
struct Inner {
    queue: VecDeque<Task>,
    status: Status,
    /// Changes whenever the status does.
    tick: u64,
    last_id: u64,
    /// The number of the current run of tasks.
    run: u64,
    cancelled: bool,
    closed: bool,
}

/// The tasks, and the notices about them that windows get.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    inner: Mutex<Inner>,
    changed: Condvar,
}

/// The message about a run that was cancelled.
pub(crate) const CANCELLED: &str = "Cancelled; what was done so far is kept.";

/// How many notices are kept.
const NOTICES: usize = 8;

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: impl FnOnce(&mut Inner)) {
        let mut inner = self.lock();
        change(&mut inner);
        inner.tick += 1;
        drop(inner);
        self.changed.notify_all();
    }

    /// Appends a task to the queue, unless it is the last one in it already.
    pub(crate) fn add(&self, task: Task) {
        self.tell(|inner| {
            if inner.queue.back() != Some(&task) {
                inner.queue.push_back(task);
            }
        });
    }

    /// Takes all tasks from the queue.
    pub(crate) fn forget(&self) {
        self.tell(|inner| inner.queue.clear());
    }

    /// Whether nothing is being done, and nothing is to be done.
    pub(crate) fn is_idle(&self) -> bool {
        let inner = self.lock();
        inner.queue.is_empty() && inner.status.job.is_none()
    }

    /// Waits for the next task; `None` when the studio is closed.
    pub(crate) fn next(&self) -> Option<Task> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            if let Some(task) = inner.queue.pop_front() {
                inner.cancelled = false;
                return Some(task);
            }
            inner.last_id += 1;
            inner.run = inner.last_id;
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins to report on a task.
    pub(crate) fn begin(&self, name: &str) {
        self.tell(|inner| {
            inner.status.job = Some(Progress { id: inner.run, name: name.to_owned(), done: 0, all: None });
        });
    }

    /// Reports the progress of the task; `false` if it should stop.
    pub(crate) fn step(&self, done: usize, all: Option<usize>) -> bool {
        let mut go_on = true;
        self.tell(|inner| {
            if let Some(job) = &mut inner.status.job {
                (job.done, job.all) = (done, all);
            }
            go_on = !inner.cancelled && !inner.closed;
        });
        go_on
    }

    /// The task is done.
    pub(crate) fn end(&self) {
        self.tell(|inner| {
            inner.status.job = None;
            inner.status.revision += 1;
        });
    }

    /// Asks the current run of tasks, given by its number, to stop: the task under way ends, and those that are waiting
    /// are discarded. Runs have numbers, not tasks, so that who cancels an opening that ends in this moment also cancels
    /// the update after it.
    pub(crate) fn cancel(&self, id: u64) {
        let mut between = false;
        self.tell(|inner| {
            if inner.run == id {
                between = inner.status.job.is_none() && !inner.queue.is_empty();
                inner.cancelled = true;
                inner.queue.clear();
            }
        });
        if between {
            // no task is under way that would say so at its end
            self.notice(CANCELLED);
        }
    }

    /// Whether the current task should stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        let inner = self.lock();
        inner.cancelled || inner.closed
    }

    /// The project or its results have changed.
    pub(crate) fn revise(&self) {
        self.tell(|inner| inner.status.revision += 1);
    }

    /// Shows a notice in all windows.
    pub(crate) fn notice(&self, text: impl Into<String>) {
        let text = text.into();
        self.tell(|inner| {
            inner.last_id += 1;
            let id = inner.last_id;
            inner.status.notices.push_back(Notice { id, text });
            if inner.status.notices.len() > NOTICES {
                inner.status.notices.pop_front();
            }
        });
    }

    /// The status that windows show.
    pub(crate) fn status(&self) -> Status {
        self.lock().status.clone()
    }

    /// Waits for a status other than that of `tick`, at most this long; returns the status with its tick, and `None`
    /// when the studio is closed.
    pub(crate) fn wait(&self, tick: u64, most: std::time::Duration) -> Option<(u64, Status)> {
        let inner = self.lock();
        let (inner, _) = self
            .changed
            .wait_timeout_while(inner, most, |inner| inner.tick == tick && !inner.closed)
            .unwrap_or_else(PoisonError::into_inner);
        (!inner.closed).then(|| (inner.tick, inner.status.clone()))
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        self.tell(|inner| inner.closed = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_come_in_order_and_none_twice() {
        let jobs = Jobs::default();
        for task in [Task::Update, Task::Learn, Task::Update, Task::Update] {
            jobs.add(task);
        }
        // what was just learnt is to be updated again
        let next = [(); 3].map(|()| jobs.next());
        assert_eq!(next, [Some(Task::Update), Some(Task::Learn), Some(Task::Update)]);
        assert!(jobs.lock().queue.is_empty());
        jobs.close();
        assert_eq!(jobs.next(), None);
    }

    #[test]
    fn a_run_of_tasks_is_cancelled_by_its_number() {
        let jobs = Jobs::default();
        jobs.add(Task::Learn);
        jobs.next();
        jobs.begin("learning");
        let id = jobs.status().job.unwrap().id;
        jobs.add(Task::Update);
        jobs.cancel(id + 1);
        assert!(jobs.step(1, None));
        jobs.cancel(id);
        assert!(!jobs.step(2, None) && jobs.is_cancelled());
        assert!(jobs.lock().queue.is_empty());
    }

    #[test]
    fn a_cancellation_that_comes_between_two_tasks_of_a_run_ends_the_second() {
        let jobs = Jobs::default();
        jobs.add(Task::Learn);
        jobs.add(Task::Update);
        jobs.next();
        jobs.begin("learning");
        let id = jobs.status().job.unwrap().id;
        jobs.end();
        jobs.next();
        jobs.begin("updating");
        jobs.cancel(id);
        assert!(jobs.is_cancelled());
    }

    #[test]
    fn a_cancellation_that_comes_while_no_task_is_under_way_discards_those_that_wait_and_is_told() {
        let jobs = Jobs::default();
        jobs.add(Task::Learn);
        jobs.add(Task::Update);
        jobs.next();
        jobs.begin("learning");
        let id = jobs.status().job.unwrap().id;
        jobs.end();
        jobs.cancel(id);
        assert!(jobs.lock().queue.is_empty());
        assert_eq!(jobs.status().notices.back().unwrap().text, CANCELLED);
    }
}
