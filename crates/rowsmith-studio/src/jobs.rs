//! Work that takes long: one thing after another, in a thread of its own, with progress, to be cancelled.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

/// Something to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Open what a person named.
    Open { what: String, render: bool },
    /// Learn the wrapper.
    Learn,
    /// Bring the results of all pages up to date.
    Update,
}

/// How far a task is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Progress {
    /// The number of the task.
    pub(crate) id: u64,
    /// What is done.
    pub(crate) name: String,
    /// Steps that are done.
    pub(crate) done: usize,
    /// All steps, if known.
    pub(crate) all: Option<usize>,
}

/// Something a person should know.
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
    /// What is being done.
    pub(crate) job: Option<Progress>,
    /// The last notices.
    pub(crate) notices: VecDeque<Notice>,
}

#[derive(Debug, Default)]
struct Inner {
    queue: VecDeque<Task>,
    status: Status,
    /// Changes with every change of the status.
    tick: u64,
    last_id: u64,
    cancelled: bool,
    closed: bool,
}

/// The tasks, and what windows are told of them.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    inner: Mutex<Inner>,
    changed: Condvar,
}

/// So many notices are kept.
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

    /// Puts a task behind the others; what is last of these already is not done twice.
    pub(crate) fn add(&self, task: Task) {
        self.tell(|inner| {
            if inner.queue.back() != Some(&task) {
                inner.queue.push_back(task);
            }
        });
    }

    /// The next task, when there is one; `None` when the studio ends.
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
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins to tell of a task.
    pub(crate) fn begin(&self, name: &str) {
        self.tell(|inner| {
            inner.last_id += 1;
            let id = inner.last_id;
            inner.status.job = Some(Progress { id, name: name.to_owned(), done: 0, all: None });
        });
    }

    /// Tells how far the task is; `false` if it should end.
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

    /// Asks the task that is being done, by its number, to end, and forgets those that wait.
    pub(crate) fn cancel(&self, id: u64) {
        self.tell(|inner| {
            if inner.status.job.as_ref().is_some_and(|job| job.id == id) {
                inner.cancelled = true;
                inner.queue.clear();
            }
        });
    }

    /// Whether the task that is being done should end.
    pub(crate) fn is_cancelled(&self) -> bool {
        let inner = self.lock();
        inner.cancelled || inner.closed
    }

    /// The project or its results have changed.
    pub(crate) fn revise(&self) {
        self.tell(|inner| inner.status.revision += 1);
    }

    /// Tells all windows something.
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

    /// What windows are told.
    pub(crate) fn status(&self) -> Status {
        self.lock().status.clone()
    }

    /// Waits at most so long for another status than that of `tick`; the status with its tick, and `None` at the end.
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
        // what is learnt is looked at again
        let next = [(); 3].map(|()| jobs.next());
        assert_eq!(next, [Some(Task::Update), Some(Task::Learn), Some(Task::Update)]);
        assert!(jobs.lock().queue.is_empty());
        jobs.close();
        assert_eq!(jobs.next(), None);
    }

    #[test]
    fn a_task_is_cancelled_by_its_number() {
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
}
