//! Learning gazetteers from the pages of the project, with a person's decisions: the rounds as a task, and what a window
//! shows of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rowsmith::ObjectsOptions;
use rowsmith::schema::{DOMAINS, Decision, Progress, TermScore, TermState, Verdict};
use rowsmith::types::{AreaPlaces, ValueKind};
use serde::Serialize;

use super::App;
use crate::commands::{Line, learning_commands};
use crate::error::StudioError;
use crate::jobs::Task;
use crate::project::{LearnMethod, Learner, NewPage, OWN_SCHEMA, PageEntry};
use crate::samples::{SAMPLES, Sample};

/// How many of the last decisions a window shows.
const DECISIONS: usize = 20;

/// The learning of a project, if it was begun.
#[derive(Default)]
pub(crate) struct Learners {
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    learner: Option<Learner>,
    /// Changes with everything that a person does, so that a round under way notices.
    changes: u64,
}

impl Learners {
    pub(super) fn new(learner: Option<Learner>) -> Learners {
        Learners { held: Mutex::new(Held { learner, changes: 0 }) }
    }

    /// Those of another project.
    pub(super) fn set(&self, learner: Option<Learner>) {
        let mut held = self.lock();
        held.learner = learner;
        held.changes += 1;
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a window shows of the learning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct LearningView {
    /// The schemas to choose from.
    schemas: Vec<String>,
    /// The domains with bundled pages.
    samples: Vec<SampleView>,
    learning: Option<LearnerView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct SampleView {
    domain: &'static str,
    about: &'static str,
    pages: usize,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct LearnerView {
    schema: String,
    method: LearnMethod,
    attributes: Vec<AttributeView>,
    rounds: Vec<Progress>,
    saturated: bool,
    /// The last decisions, the latest first, and their number.
    decisions: Vec<Decision>,
    decided: usize,
    commands: Vec<Line>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct AttributeView {
    name: String,
    /// Whether it may have a gazetteer: its values are texts.
    can_learn: bool,
    /// Whether it has one.
    learns: bool,
    pivot: bool,
    regular: bool,
    /// The number of its terms, and of those that are noise.
    known: usize,
    noise: usize,
    /// The number of terms that are said to be right, and how those that are known compare with them.
    right: usize,
    scores: Vec<TermScore>,
}

impl App {
    /// The learning as a window shows it.
    pub(crate) fn learning_view(&self) -> LearningView {
        let (folder, pages) = {
            let project = self.project();
            (project.folder().to_owned(), project.file().pages.len())
        };
        let own = folder.join(OWN_SCHEMA).is_file().then_some(OWN_SCHEMA);
        let held = self.learners.lock();
        let learner = held.learner.as_ref().map(|learner| {
            let commands = learning_commands(&folder, learner, pages > 0);
            learner_view(learner, commands)
        });
        let sample =
            |sample: &Sample| SampleView { domain: sample.domain, about: sample.about, pages: sample.pages.len() };
        LearningView {
            schemas: DOMAINS.iter().copied().chain(own).map(str::to_owned).collect(),
            samples: SAMPLES.iter().map(sample).collect(),
            learning: learner,
        }
    }

    /// The terms of an attribute.
    pub(crate) fn terms(&self, attribute: &str) -> Result<Vec<TermState>, StudioError> {
        self.with_learner(|learner| Ok(learner.learning.terms(attribute)))
    }

    /// Where the objects of a page are, with the terms that are known at present.
    pub(crate) fn objects_on(&self, id: u32) -> Result<Vec<AreaPlaces>, StudioError> {
        let (schema, search) =
            self.with_learner(|learner| Ok((learner.learning.schema().clone(), learner.learning.search().clone())))?;
        let looked = self.looked_page(id)?;
        Ok(looked.page().object_places(&schema, &ObjectsOptions::new().search(search)))
    }

    /// The gazetteer of an attribute as a file, or the terms that are noise.
    pub(crate) fn gazetteer(&self, attribute: &str, noise: bool) -> Result<String, StudioError> {
        self.with_learner(|learner| Ok(learner.learning.gazetteer(attribute, noise)))
    }

    fn with_learner<T>(&self, of: impl FnOnce(&Learner) -> Result<T, StudioError>) -> Result<T, StudioError> {
        let held = self.learners.lock();
        of(held.learner.as_ref().ok_or_else(not_begun)?)
    }

    /// Changes the learning, and writes it.
    fn change_learner(&self, change: impl FnOnce(&mut Learner) -> Result<(), StudioError>) -> Result<(), StudioError> {
        let folder = self.project().folder().to_owned();
        let mut held = self.learners.lock();
        let learner = held.learner.as_mut().ok_or_else(not_begun)?;
        change(learner)?;
        learner.write(&folder)?;
        held.changes += 1;
        drop(held);
        self.jobs.revise();
        Ok(())
    }

    /// Begins to learn with a schema, from its own gazetteers.
    pub(crate) fn begin_learning(&self, schema: &str, method: LearnMethod) -> Result<(), StudioError> {
        let folder = self.project().folder().to_owned();
        let learner = Learner::begin(&folder, schema, method)?;
        let mut held = self.learners.lock();
        held.learner = Some(learner);
        held.changes += 1;
        drop(held);
        self.change_learner(|_| Ok(()))
    }

    /// Begins again with other terms of an attribute. What was learnt with those before is forgotten, and so are the
    /// decisions; the seeds of other attributes are kept.
    pub(crate) fn seed(&self, attribute: &str, terms: Vec<String>) -> Result<(), StudioError> {
        let folder = self.project().folder().to_owned();
        self.change_learner(|learner| {
            let mut again = Learner::begin(&folder, &learner.schema, learner.method)?;
            for (name, terms) in learner.learning.state().seeds.into_iter().filter(|(name, _)| name != attribute) {
                again.learning.seed(&name, terms);
            }
            if terms.iter().all(|term| term.trim().is_empty()) {
                return Err(StudioError::request("a gazetteer needs at least one term to begin with"));
            }
            if !again.learning.seed(attribute, terms) {
                return Err(StudioError::request(format!("{attribute:?} cannot have a gazetteer")));
            }
            learner.learning = again.learning;
            Ok(())
        })
    }

    /// Follows a person's verdict on a term.
    pub(crate) fn decide(&self, attribute: &str, term: &str, verdict: Verdict) -> Result<(), StudioError> {
        self.change_learner(|learner| match learner.learning.decide(attribute, term, verdict) {
            true => Ok(()),
            false => Err(StudioError::request(format!("{attribute:?} has no gazetteer for {term:?}"))),
        })
    }

    /// Undoes the last decision.
    pub(crate) fn undo_decision(&self) -> Result<(), StudioError> {
        self.change_learner(|learner| match learner.learning.undo() {
            Some(_) => Ok(()),
            None => Err(StudioError::request("there is no decision to undo")),
        })
    }

    /// Sets the terms of an attribute that are right, to compare with; none for no comparison.
    pub(crate) fn compare(&self, attribute: &str, terms: Vec<String>) -> Result<(), StudioError> {
        let terms: Vec<String> = terms.iter().map(|term| term.trim().to_owned()).filter(|of| !of.is_empty()).collect();
        self.change_learner(|learner| {
            match terms.is_empty() {
                true => _ = learner.right.remove(attribute),
                false => _ = learner.right.insert(attribute.to_owned(), terms),
            }
            Ok(())
        })
    }

    /// Forgets the learning.
    pub(crate) fn forget_learning(&self) -> Result<(), StudioError> {
        let folder = self.project().folder().to_owned();
        let mut held = self.learners.lock();
        Learner::forget(&folder)?;
        held.learner = None;
        held.changes += 1;
        drop(held);
        self.jobs.revise();
        Ok(())
    }

    /// Opens the bundled pages of a domain, and begins to learn from few terms.
    pub(crate) fn try_sample(&self, domain: &str) -> Result<(), StudioError> {
        let sample = SAMPLES.iter().find(|sample| sample.domain == domain);
        let sample = sample.ok_or_else(|| StudioError::request(format!("there are no bundled pages of {domain:?}")))?;
        for (at, html) in sample.pages.iter().enumerate() {
            let source = format!("{domain}-{}.html", at + 1);
            let page = NewPage { source, bytes: html.as_bytes().to_vec(), ..NewPage::default() };
            let mut project = self.project();
            if !project.has(&page) {
                project.add(page)?;
            }
        }
        self.project().flush()?;
        self.jobs.add(Task::Update);
        self.begin_learning(domain, LearnMethod::default())?;
        self.seed(sample.attribute, sample.seed.iter().map(|term| (*term).to_owned()).collect())?;
        self.compare(sample.attribute, sample.right.lines().map(str::to_owned).collect())
    }

    /// Learns, when its turn comes: so many rounds, or until nothing changes.
    pub(crate) fn go_on_learning(&self, rounds: Option<u32>) -> Result<(), StudioError> {
        self.with_learner(|learner| match learner.learning.attributes().next() {
            Some(_) => Ok(()),
            None => Err(StudioError::request("no attribute has a gazetteer: give one some terms to begin with")),
        })?;
        if self.project().file().pages.is_empty() {
            return Err(StudioError::request("there are no pages to learn from"));
        }
        self.jobs.add(Task::LearnTerms { rounds });
        Ok(())
    }

    /// See [`App::go_on_learning`]. A round that is cancelled leaves what the rounds before it have learnt.
    pub(super) fn do_learn_terms(&self, rounds: Option<u32>) -> Result<(), StudioError> {
        // no round after this many, even if something still changes
        let most = rounds.unwrap_or(20);
        for _ in 0..most {
            let done = self.with_learner(|learner| Ok(learner.learning.is_saturated()))?;
            if done && rounds.is_none() || !self.one_round()? {
                break;
            }
        }
        Ok(())
    }

    /// One round over all pages; `false` if it was cancelled.
    fn one_round(&self) -> Result<bool, StudioError> {
        let entries: Vec<PageEntry> = self.project().file().pages.clone();
        let folder = self.project().folder().to_owned();
        loop {
            let (mut learning, number, changes) = {
                let held = self.learners.lock();
                let learner = held.learner.as_ref().ok_or_else(not_begun)?;
                (learner.learning.clone(), learner.learning.rounds().len() + 1, held.changes)
            };
            self.jobs.begin(&format!("Learning, round {number}: page"));
            for (done, entry) in entries.iter().enumerate() {
                if !self.jobs.step(done, Some(entries.len())) {
                    return Ok(false);
                }
                match self.parse(entry) {
                    Ok(page) => learning.add(&entry.file(), page.observe(learning.schema(), learning.search())),
                    Err(_) => learning.add_failed(),
                }
                if self.learners.lock().changes != changes {
                    break;
                }
            }
            let mut held = self.learners.lock();
            if held.changes != changes {
                // a person decided something meanwhile: the round begins again with it
                drop(held);
                continue;
            }
            learning.end_round();
            let learner = held.learner.as_mut().ok_or_else(not_begun)?;
            learner.learning = learning;
            learner.write(&folder)?;
            drop(held);
            self.jobs.revise();
            return Ok(true);
        }
    }
}

fn not_begun() -> StudioError {
    StudioError::request("no learning was begun: choose a domain first")
}

fn learner_view(learner: &Learner, commands: Vec<Line>) -> LearnerView {
    let learning = &learner.learning;
    let schema = learning.schema();
    let learnt: Vec<&str> = learning.attributes().collect();
    let mut attributes = Vec::new();
    for (at, attribute) in schema.attributes.iter().enumerate() {
        let name = attribute.name.clone();
        let learns = learnt.contains(&name.as_str());
        let terms = if learns { learning.terms(&name) } else { Vec::new() };
        let known = terms.iter().filter(|term| term.status.is_known()).count();
        let right = learner.right.get(&name).map_or(&[][..], Vec::as_slice);
        let scores = if right.is_empty() { Vec::new() } else { learning.scores(&name, right) };
        attributes.push(AttributeView {
            can_learn: attribute.value == ValueKind::Text,
            learns,
            pivot: schema.pivots.contains(&at),
            regular: attribute.regular,
            known,
            noise: terms.len() - known,
            right: right.len(),
            scores,
            name,
        });
    }
    let decisions = learning.decisions();
    LearnerView {
        schema: learner.schema.clone(),
        method: learner.method,
        attributes,
        rounds: learning.rounds().to_vec(),
        saturated: learning.is_saturated(),
        decisions: decisions.iter().rev().take(DECISIONS).cloned().collect(),
        decided: decisions.len(),
        commands,
    }
}

/// The terms in a text that a person wrote: one a line.
pub(crate) fn lines(text: &str) -> Vec<String> {
    // as in files of gazetteers: what follows a tab is evidence
    let lines = text.lines().map(|line| line.split('\t').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The terms of an attribute by their text, for tests.
#[cfg(test)]
pub(super) fn by_text(terms: Vec<TermState>) -> std::collections::BTreeMap<String, TermState> {
    terms.into_iter().map(|of| (of.evidence.term.clone(), of)).collect()
}
