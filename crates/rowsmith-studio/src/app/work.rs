//! Long-running tasks, one at a time.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rowsmith::wrapper::{Applier, LearnOptions, Wrapper};

use super::App;
use crate::error::StudioError;
use crate::jobs::{CANCELLED, Task};
use crate::project::{Learner, NewPage, PageEntry, Project};
use crate::result::{PageResult, key, left_out, result_of};

/// How many pages the wrapper is learnt from, as in the command.
const SAMPLE: usize = 200;

/// Windows are notified after this many results.
const REPORT_EVERY: usize = 25;

/// A wrapper learnt from the marked pages of a project.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LearntWrapper {
    /// The wrapper.
    pub wrapper: Wrapper,
    /// The names of the pages that could not be searched whole, so that what they teach may lack something.
    pub unfinished: Vec<String>,
}

impl App {
    /// Does the tasks one after another until the studio is closed.
    pub(crate) fn work(&self) {
        while let Some(task) = self.jobs.next() {
            let done = match &task {
                Task::Open { what, render } => self.do_open(what, *render),
                Task::Learn => self.do_learn(),
                Task::LearnTerms { rounds } => self.do_learn_terms(*rounds),
                Task::Switch(folder) => self.do_switch(folder),
                Task::Update => self.do_update(),
            };
            if let Err(why) = done {
                self.jobs.notice(why.to_string());
            }
            if self.jobs.is_cancelled() {
                self.jobs.notice(CANCELLED);
            }
            self.jobs.end();
        }
    }

    fn do_open(&self, what: &str, render: bool) -> Result<(), StudioError> {
        // of a file that was dropped only the name is known to the person
        let dropped = self.dropped_with(what);
        let above = dropped.as_ref().map(|folder| format!("{}/", folder.path().display()));
        let shown = |name: &str| above.as_ref().map_or_else(|| name.to_owned(), |above| name.replace(above, ""));
        let name = shown(what);
        self.jobs.begin(&format!("Opening {name}"));
        let (mut opened, mut known, mut failed, mut first) = (0, 0, 0, None);
        let mut stopped = None;
        let outcome = self.inputs.open(what, render, &mut |page| {
            let page = page.map(|page| NewPage { source: shown(&page.source), ..page });
            let kept = match page {
                Ok(page) if self.project().has(&page) => {
                    known += 1;
                    Ok(())
                }
                Ok(page) => match self.parse_new(&page) {
                    Ok(()) => self.project().add(page).map(|_| opened += 1),
                    Err(why) => {
                        failed += 1;
                        first.get_or_insert(why.to_string());
                        Ok(())
                    }
                },
                Err(why) => {
                    failed += 1;
                    first.get_or_insert(format!("{}: {}", shown(&why.name), why.why));
                    Ok(())
                }
            };
            if let Err(why) = kept {
                stopped = Some(why);
                return ControlFlow::Break(());
            }
            if opened % REPORT_EVERY == 1 {
                self.jobs.revise();
            }
            if self.jobs.step(opened + known + failed, None) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let kept = self.project().flush();
        match (stopped.or(kept.err()), outcome, first) {
            (Some(why), ..) => Err(why),
            (_, Err(why), _) => Err(StudioError::request(format!("{name}: {}", shown(&why)))),
            (_, Ok(()), Some(first)) if failed > 1 => {
                Err(StudioError::request(format!("{failed} pages could not be opened, the first: {first}")))
            }
            (_, Ok(()), Some(first)) => Err(StudioError::request(first)),
            (_, Ok(()), None) if opened == 0 && known > 0 => {
                Err(StudioError::request(format!("{name}: the project has that already")))
            }
            (_, Ok(()), None) if opened == 0 && !self.jobs.is_cancelled() => {
                Err(StudioError::request(format!("{name}: there is no page in it")))
            }
            _ => Ok(()),
        }
    }

    /// Goes to another project: all windows show that one.
    pub(crate) fn do_switch(&self, folder: &Path) -> Result<(), StudioError> {
        let (project, learner) = (Project::open(folder)?, Learner::read(folder)?);
        // from here on what a window asks of the project before is refused
        self.generation.fetch_add(1, Ordering::SeqCst);
        self.jobs.forget();
        *self.project() = project;
        self.learners.set(learner);
        self.results().clear();
        self.jobs.add(Task::Update);
        self.jobs.revise();
        Ok(())
    }

    fn do_learn(&self) -> Result<(), StudioError> {
        self.jobs.begin("Learning the wrapper");
        let wrapper = self.learnt(&|done, all| self.jobs.step(done, Some(all)))?;
        let Some(LearntWrapper { wrapper, unfinished }) = wrapper.filter(|_| !self.jobs.is_cancelled()) else {
            return Ok(());
        };
        if !unfinished.is_empty() {
            let names = unfinished.join(", ");
            self.jobs.notice(format!("Not searched whole, so what was learnt may lack something: {names}"));
        }
        if wrapper.templates.iter().all(|template| template.parts.is_empty()) {
            return Err(StudioError::request("nothing was learnt: no list, posts or article on any page"));
        }
        self.project().set_wrapper(Some(wrapper))
    }

    /// A wrapper learnt from the marked pages, or `None` if `go_on` cancels it.
    pub(crate) fn learnt(&self, go_on: &dyn Fn(usize, usize) -> bool) -> Result<Option<LearntWrapper>, StudioError> {
        let entries = self.project().entries_to_learn(SAMPLE);
        let mut pages = Vec::new();
        for (done, entry) in entries.iter().enumerate() {
            if !go_on(done, entries.len()) {
                return Ok(None);
            }
            // a page that cannot be parsed teaches nothing
            pages.extend(self.parse(entry).ok());
        }
        if pages.is_empty() {
            return Err(StudioError::request("no page is marked to learn from"));
        }
        let options = LearnOptions::new().limits(self.limits);
        let learnt = Wrapper::learn_telling(&pages, &options);
        let unfinished = learnt.exhausted.iter().filter_map(|at| pages.get(*at)).map(|page| page.source().to_owned());
        Ok(Some(LearntWrapper { unfinished: unfinished.collect(), wrapper: learnt.wrapper }))
    }

    pub(crate) fn do_update(&self) -> Result<(), StudioError> {
        let project = self.project();
        let (entries, wrapper) = (project.file().pages.clone(), project.wrapper().cloned());
        let left_out = left_out(&project);
        let keys: Vec<u64> = entries.iter().map(|entry| key(entry, &project)).collect();
        drop(project);
        self.results().retain(|id, _| entries.iter().any(|page| page.id == *id));
        let known: HashMap<u32, u64> = self.results().iter().map(|(id, result)| (*id, result.key)).collect();
        let stale: Vec<(&PageEntry, u64)> =
            entries.iter().zip(keys).filter(|(page, key)| known.get(&page.id) != Some(key)).collect();
        self.remember();
        if stale.is_empty() {
            return Ok(());
        }
        self.jobs.begin(if wrapper.is_some() { "Applying the wrapper" } else { "Looking at pages" });
        let applier = wrapper.as_ref().map(Applier::new);
        for (done, &(entry, key)) in stale.iter().enumerate() {
            if !self.jobs.step(done, Some(stale.len())) {
                break;
            }
            let result = match self.parse(entry) {
                Ok(page) => result_of(&page, entry, applier.as_ref(), &left_out, key, self.limits),
                Err(why) => PageResult { key, error: Some(why.to_string()), ..PageResult::default() },
            };
            self.results().insert(entry.id, Arc::new(result));
            if done % REPORT_EVERY == REPORT_EVERY - 1 {
                self.jobs.revise();
            }
        }
        Ok(())
    }

    /// Updates all results, without a window.
    pub(crate) fn update_now(&self) -> Result<(), StudioError> {
        let ids: Vec<u32> = self.project().file().pages.iter().map(|page| page.id).collect();
        ids.into_iter().try_for_each(|id| self.result_now(id).map(|_| ()))
    }
}
