//! Runs whose pages follow from one another: what is found on one page determines the next.

use std::ops::ControlFlow;
use std::sync::mpsc;

use super::interrupt;
use super::ordered::{Bounds, Event, Weights, ordered};
use super::plan::Run;
use super::progress::Said;
use super::results::{Extracted, Outcome, Worked};
use super::workers::HELD;
use super::writing::{Opened, Writing};
use crate::common::failure::Failure;
use crate::common::panics;
use crate::common::problem::Problem;
use crate::common::source::PageSource;
use crate::sources::Task;
use crate::sources::load::Loaded;

/// Decides which page comes next.
pub(crate) trait Following {
    /// What the output begins with, before the first page; asked for once, at the very beginning.
    fn before(&mut self) -> Vec<Extracted>;

    /// The pages that come next, at most `most`, in the order in which they are to be taken, whatever is on them; all but
    /// the first `known` as tasks. A page is named until it is taken. Empty at the end.
    fn upcoming(&mut self, most: usize, known: usize) -> Vec<Task>;

    /// Takes a page, or the reason why there is none.
    fn take(&mut self, source: &PageSource, loaded: Result<Loaded, Problem>) -> Result<Taken, String>;

    /// The progress, for a person who waits.
    fn progress(&self) -> Said;

    /// The complete state, for continuing in another run.
    fn state(&self) -> Result<String, String>;

    /// Continues from such a state.
    fn restore(&mut self, state: &str) -> Result<(), String>;
}

/// The result of a page.
pub(crate) struct Taken {
    /// What is to be written, if anything at this point.
    pub(crate) page: Option<Extracted>,
    /// Why the page gave nothing.
    pub(crate) problem: Option<Problem>,
}

/// A page that was loaded.
struct Fetched {
    source: PageSource,
    loaded: Result<Loaded, Problem>,
}

/// The pages that are fetched before their turn.
struct Ahead {
    /// To those who fetch; none at the end.
    sender: Option<mpsc::Sender<Task>>,
    /// How many pages may be on their way or wait for their turn.
    most: usize,
    /// How many do.
    sent: usize,
}

impl Ahead {
    /// Has the pages fetched that come next.
    fn ask(&mut self, following: &mut impl Following) {
        for task in following.upcoming(self.most, self.sent) {
            self.sent += usize::from(self.sender.as_ref().is_some_and(|sender| sender.send(task).is_ok()));
        }
        if self.sent == 0 {
            self.sender = None;
        }
    }
}

impl Run {
    /// Takes page after page, as `following` says, and writes the results. After an interrupt the process exits here.
    pub(crate) fn follow(&self, following: &mut impl Following) -> Result<Outcome, Failure> {
        interrupt::install();
        let failed = |why: String| Failure::Output { place: self.place.path().display().to_string(), why };
        let Opened { mut writing, done } = Writing::open(self)?;
        writing.endless();
        match &done.state {
            Some(state) => following.restore(state).map_err(failed)?,
            None => {
                let (before, progress) = (following.before(), following.progress());
                before.into_iter().try_for_each(|page| self.written(page, &mut writing, &progress))?;
                writing.keeps();
            }
        }
        // what an earlier run did is not progress of this one
        writing.step(None, &following.progress())?;
        let (sender, tasks) = mpsc::channel();
        let mut ahead = Ahead { sender: Some(sender), most: self.connections.max(1), sent: 0 };
        ahead.ask(following);
        let mut failure = None;
        let bounds = Bounds { threads: ahead.most, bytes: HELD };
        let of_result = |fetched: &Fetched| fetched.loaded.as_ref().map_or(0, |loaded| loaded.bytes.len());
        let weights = Weights { of_task: Task::weight, of_result };
        let work = |task: Task| self.fetched(task);
        ordered(tasks.into_iter(), bounds, weights, work, |event| {
            let step = match event {
                _ if interrupt::asked() => {
                    let ended = following.state().map_err(failed);
                    match ended.and_then(|state| writing.state(state)).and_then(|()| writing.interrupted()) {
                        Ok(()) => {
                            #[cfg(feature = "render")]
                            self.settings.rendering.iter().for_each(crate::sources::render::Rendering::close);
                            std::process::exit(interrupt::EXIT_CODE)
                        }
                        Err(why) => Err(why),
                    }
                }
                Event::Tick => Ok(()),
                Event::Result(fetched) => {
                    let taken = self.taken(fetched, following, &mut writing);
                    ahead.sent -= 1;
                    if taken.is_ok() {
                        ahead.ask(following);
                    }
                    taken
                }
            };
            let step = step.and_then(|()| match writing.is_due() {
                true => following.state().map_err(failed).and_then(|state| writing.state(state)),
                false => Ok(()),
            });
            match step {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    failure = Some(why);
                    // whoever waits for a page learns that there will be none
                    ahead.sender = None;
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        writing.state(following.state().map_err(failed)?)?;
        writing.finish()
    }

    fn fetched(&self, task: Task) -> Fetched {
        let Task { mut source, content, .. } = task;
        let loaded = panics::catch(|| Ok(content.load(&mut source.context, &self.settings)));
        let loaded = loaded.unwrap_or_else(|why| Err(Problem::of_page(why)));
        Fetched { source, loaded }
    }

    /// Takes a page, and writes the result.
    fn taken(
        &self,
        fetched: Fetched,
        following: &mut impl Following,
        writing: &mut Writing<'_>,
    ) -> Result<(), Failure> {
        let Fetched { source, loaded } = fetched;
        let taken = panics::catch(|| following.take(&source, loaded));
        let Taken { page, problem } =
            taken.unwrap_or_else(|why| Taken { page: None, problem: Some(Problem::of_page(why)) });
        let progress = following.progress();
        let worked = |source: PageSource, outcome| Some(Worked { source, outcome, done: 0.0 });
        if let Some(problem) = problem {
            writing.step(worked(source.clone(), Err(problem)), &progress)?;
        }
        match page {
            Some(page) => self.written(page, writing, &progress),
            None => writing.step(None, &progress),
        }
    }

    fn written(&self, page: Extracted, writing: &mut Writing<'_>, progress: &Said) -> Result<(), Failure> {
        let source = PageSource::named(page.page.source.clone());
        let outcome = Ok(self.kept(page, &source));
        writing.step(Some(Worked { source, outcome, done: 0.0 }), progress)
    }
}
