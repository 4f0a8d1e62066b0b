//! A page on its way: it is loaded, settles, is scrolled through, and answers questions, each within its time.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::events::PageState;
use crate::session::{CallError, Session};
use crate::{Options, RenderError};

/// How long network and document must be quiet for a page to count as settled.
pub(crate) const QUIET: Duration = Duration::from_millis(500);
/// The same after each step of scrolling.
const QUIET_STEP: Duration = Duration::from_millis(120);
/// The time limit for what a step of scrolling loads.
const STEP: Duration = Duration::from_secs(3);
/// A page that was not quiet in time so often in a row is not waited for as long.
const RESTLESS: usize = 2;
/// How often a page is checked for being quiet.
const POLL: Duration = Duration::from_millis(60);
/// The time limit for a page's answer to a simple question is the time that it may take to settle, but at least this;
/// after that its scripts are stopped.
const ANSWER: Duration = Duration::from_secs(2);
/// A page that is quiet except for at most this many requests, for this long, waits for something that will not come.
const WAITING: (usize, Duration) = (2, Duration::from_secs(2));
/// The name of the scripts' world, which is invisible to pages.
const WORLD: &str = "rowsmith";
/// The number of milliseconds since the document last changed, as far as known.
const AGE: &str = "(() => {
    if (globalThis.changed === undefined) {
        globalThis.changed = performance.now();
        new MutationObserver(() => { globalThis.changed = performance.now(); })
            .observe(document, { childList: true, subtree: true, characterData: true });
    }
    return performance.now() - globalThis.changed;
})()";
/// Scrolls down by one window; returns whether there was anything to scroll to.
const SCROLL: &str = "(() => {
    const box = document.scrollingElement || document.documentElement;
    const before = box.scrollTop;
    box.scrollTo({ top: before + 0.9 * innerHeight, behavior: 'instant' });
    return box.scrollTop > before + 1;
})()";
/// Scrolls back to the top.
const TOP: &str = "(document.scrollingElement || document.documentElement).scrollTo({ top: 0, behavior: 'instant' })";

/// A page that has arrived.
pub(crate) struct Arrived {
    /// Its final address.
    pub(crate) url: String,
    /// Whether it had settled.
    pub(crate) settled: bool,
}

/// A page that is being loaded.
pub(crate) struct Visit<'a> {
    pub(crate) session: &'a Session,
    pub(crate) main_frame: &'a str,
    pub(crate) state: PageState,
    /// The world where our scripts run, for the current document.
    pub(crate) world: Option<u64>,
    /// When the time for it is over.
    pub(crate) end: Instant,
    pub(crate) options: &'a Options,
}

impl Visit<'_> {
    /// Loads the page, lets it settle, and scrolls through it; returns whether it had settled.
    pub(crate) fn load(&mut self, url: &str) -> Result<bool, RenderError> {
        let navigated = self.call("Page.navigate", json!({"url": url}), self.end);
        let navigated = navigated.map_err(|error| match error {
            RenderError::Hung(_) => RenderError::Timeout(self.options.timeout),
            error => error,
        })?;
        if let Some(why) = navigated["errorText"].as_str() {
            return Err(self.state.failure(why));
        }
        while !self.state.loaded && Instant::now() < self.end {
            self.wait((Instant::now() + POLL).min(self.end))?;
            if self.state.too_large {
                return Err(RenderError::TooLarge(self.options.max_bytes));
            }
        }
        let settled = self.rest()?;
        match self.options.scroll > 0 && !self.state.stopped && self.scroll(settled)? {
            true => self.rest(),
            false => Ok(settled),
        }
    }

    /// Waits for the page to settle; anything that has not arrived by then is left out.
    fn rest(&mut self) -> Result<bool, RenderError> {
        let until = (Instant::now() + self.options.settle).min(self.end);
        self.settle(QUIET, until)
    }

    /// Scrolls back to the top, and waits for the page to settle again.
    pub(crate) fn back_to_top(&mut self) -> Result<bool, RenderError> {
        self.evaluate(TOP)?;
        self.rest()
    }

    /// The page's final address, and whether it had settled, if a page has arrived at all.
    pub(crate) fn arrived(&self, settled: bool) -> Result<Arrived, RenderError> {
        if self.state.too_large {
            return Err(RenderError::TooLarge(self.options.max_bytes));
        }
        self.state.verdict()?;
        if !self.state.loaded {
            self.session.tell("Page.stopLoading", json!({}));
        }
        Ok(Arrived { url: self.state.url.clone(), settled: settled && self.state.loaded })
    }

    /// Scrolls down window by window, waiting for what each loads, and back to the top; returns whether there was
    /// anything to scroll. A page that is never quiet is waited for less at each further step, and once more at its end.
    fn scroll(&mut self, settled: bool) -> Result<bool, RenderError> {
        let mut any = false;
        let mut restless = usize::from(!settled);
        for _ in 0..self.options.scroll {
            if Instant::now() >= self.end {
                break;
            }
            let mut moved = self.evaluate(SCROLL)? == Some(Value::Bool(true));
            if !moved && any && restless >= RESTLESS {
                self.settle(QUIET_STEP, (Instant::now() + STEP).min(self.end))?;
                moved = self.evaluate(SCROLL)? == Some(Value::Bool(true));
            }
            if !moved {
                break;
            }
            any = true;
            let step = if restless < RESTLESS { STEP } else { QUIET };
            restless = match self.settle(QUIET_STEP, (Instant::now() + step).min(self.end))? {
                true => 0,
                false => restless + 1,
            };
        }
        if any {
            self.evaluate(TOP)?;
        }
        Ok(any)
    }

    /// Waits until network and document are quiet; `false` if that did not happen in time.
    pub(crate) fn settle(&mut self, quiet: Duration, until: Instant) -> Result<bool, RenderError> {
        let begun = Instant::now();
        while Instant::now() < until {
            let document = match self.evaluate(AGE)? {
                Some(age) => age.as_f64().is_some_and(|age| age >= quiet.as_secs_f64() * 1000.0),
                None if self.state.stopped => return Ok(false),
                None => false,
            };
            let (open, since) = self.state.network();
            let idle = since.map_or(begun.elapsed(), |since| since.elapsed());
            let network = open == 0 && idle >= quiet || open <= WAITING.0 && idle >= WAITING.1;
            if document && network && begun.elapsed() >= quiet.min(QUIET_STEP) {
                return Ok(true);
            }
            self.pause()?;
        }
        Ok(false)
    }

    /// Waits a moment, and takes note of what happens meanwhile.
    pub(crate) fn pause(&mut self) -> Result<(), RenderError> {
        let next = Instant::now() + POLL;
        while Instant::now() < next {
            self.wait(next)?;
        }
        Ok(())
    }

    /// The value of an expression in our own world; `None` while there is no document, or if its scripts kept it busy
    /// and were stopped.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Result<Option<Value>, RenderError> {
        let until = Instant::now() + self.options.settle.max(ANSWER);
        if self.state.navigated {
            self.state.navigated = false;
            self.world = None;
        }
        let world = match self.world {
            Some(world) => world,
            None => {
                let frame = json!({"frameId": self.main_frame, "worldName": WORLD});
                let made = self.ask("Page.createIsolatedWorld", frame, until)?;
                let Some(world) = made.and_then(|made| made["executionContextId"].as_u64()) else { return Ok(None) };
                *self.world.insert(world)
            }
        };
        let question = json!({"expression": expression, "contextId": world, "returnByValue": true});
        let answer = self.ask("Runtime.evaluate", question, until)?;
        if answer.is_none() {
            self.world = None;
        }
        Ok(answer.map(|mut answer| answer["result"]["value"].take()))
    }

    /// Like [`Self::call`]; `None` if the page does not answer because it has been replaced by another or is busy.
    fn ask(&mut self, method: &str, params: Value, until: Instant) -> Result<Option<Value>, RenderError> {
        let Visit { session, state, .. } = self;
        match session.call(method, params, until, |from, name, params| state.event(from, name, params)) {
            Ok(answer) => Ok(Some(answer)),
            Err(CallError::Refused(_)) => Ok(None),
            Err(CallError::Late) => {
                if self.state.stopped {
                    return Err(RenderError::Hung(self.options.timeout));
                }
                // an endless script: the page is what it has produced so far
                self.state.stopped = true;
                self.session.tell("Runtime.terminateExecution", json!({}));
                self.session.tell("Emulation.setScriptExecutionDisabled", json!({"value": true}));
                Ok(None)
            }
            Err(error @ (CallError::Crashed | CallError::Gone)) => Err(error.into()),
        }
    }

    pub(crate) fn call(&mut self, method: &str, params: Value, until: Instant) -> Result<Value, RenderError> {
        let Visit { session, state, .. } = self;
        let answer = session.call(method, params, until, |from, name, params| {
            state.event(from, name, params);
        });
        answer.map_err(|error| match error {
            CallError::Late => RenderError::Hung(self.options.timeout),
            error => error.into(),
        })
    }

    fn wait(&mut self, until: Instant) -> Result<(), RenderError> {
        let Visit { session, state, .. } = self;
        let outcome = session.wait(until, |from, name, params| state.event(from, name, params));
        outcome.map_err(RenderError::from)
    }
}
