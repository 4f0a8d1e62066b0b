//! A tab, which loads one page after the other and waits for each to settle within limits.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::events::PageState;
use crate::gate::{Files, Gate, Reach};
use crate::grow::{Grow, Grown};
use crate::session::{CallError, Session};
use crate::{Content, Options, RenderError, capture, local};

/// The time limit for setting up a tab or closing it, on a machine under load.
const SETUP: Duration = Duration::from_secs(30);
/// How long network and document must be quiet for a page to count as settled.
pub(crate) const QUIET: Duration = Duration::from_millis(500);
/// The same after each step of scrolling.
const QUIET_STEP: Duration = Duration::from_millis(120);
/// The time limit for what a step of scrolling loads.
const STEP: Duration = Duration::from_secs(3);
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

/// A tab of a browser.
pub(crate) struct Tab {
    session: Session,
    target: String,
    context: String,
    main_frame: String,
    /// Its own gate, if it is for pages without an address.
    gate: Option<Gate>,
    /// The number of pages that it has loaded.
    pub(crate) pages: usize,
    /// Whether it should load no further page, because the scripts of one had to be stopped.
    pub(crate) spent: bool,
}

/// A page that was loaded.
pub(crate) struct Loaded {
    /// Its final address.
    pub(crate) url: String,
    /// Whether it had settled.
    pub(crate) settled: bool,
    /// What came of making it longer.
    pub(crate) grown: Grown,
}

impl Tab {
    /// Opens a tab with cookies of its own. `browser` is the browser's own session. A tab for pages without an address
    /// (`local`) is cut off from the network by a gate of its own.
    pub(crate) fn open(
        browser: &Session,
        connection: &Arc<Connection>,
        options: &Options,
        local: bool,
    ) -> Result<Tab, RenderError> {
        let until = Instant::now() + SETUP;
        let of_browser = |method: &str, params: Value| browser.call(method, params, until, |_, _, _| {});
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let gate = local.then(|| Gate::open(Reach::Nothing)).transpose()?;
        let mut wanted = json!({"disposeOnDetach": true});
        if let Some(gate) = &gate {
            wanted["proxyServer"] = gate.proxy().into();
            // requests to this machine go through it, too
            wanted["proxyBypassList"] = "<-loopback>".into();
        }
        let context = text(&of_browser("Target.createBrowserContext", wanted)?["browserContextId"]);
        of_browser("Browser.setDownloadBehavior", json!({"behavior": "deny", "browserContextId": context}))?;
        let (width, height) = options.viewport;
        let blank = json!({"url": "about:blank", "browserContextId": context, "width": width, "height": height});
        let target = text(&of_browser("Target.createTarget", blank)?["targetId"]);
        let attached = of_browser("Target.attachToTarget", json!({"targetId": target, "flatten": true}))?;
        let session = Session::new(connection.clone(), text(&attached["sessionId"]))?;
        let call = |method: &str, params: Value| session.call(method, params, until, |_, _, _| {});
        for domain in ["Page.enable", "Inspector.enable"] {
            call(domain, json!({}))?;
        }
        call("Network.enable", json!({"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}))?;
        call("Network.setBypassServiceWorker", json!({"bypass": true}))?;
        let screen = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        call("Emulation.setDeviceMetricsOverride", screen)?;
        if !options.scripts {
            call("Emulation.setScriptExecutionDisabled", json!({"value": true}))?;
        }
        if let Some(user_agent) = &options.user_agent {
            call("Network.setUserAgentOverride", json!({"userAgent": user_agent}))?;
        }
        let main_frame = text(&call("Page.getFrameTree", json!({}))?["frameTree"]["frame"]["id"]);
        Ok(Tab { session, target, context, main_frame, gate, pages: 0, spent: false })
    }

    /// Whether it is only for pages without an address.
    pub(crate) fn is_local(&self) -> bool {
        self.gate.is_some()
    }

    /// Closes it without waiting.
    pub(crate) fn close(self, browser: &Session) {
        browser.tell("Target.closeTarget", json!({"targetId": self.target}));
        browser.tell("Target.disposeBrowserContext", json!({"browserContextId": self.context}));
    }

    /// Loads a page and waits until it has settled, within the limits of the options; makes it longer if that is wanted.
    pub(crate) fn load(
        &mut self,
        content: &Content,
        options: &Options,
        gate: &Gate,
        grow: Option<Grow>,
    ) -> Result<Loaded, RenderError> {
        self.pages += 1;
        let begun = Instant::now();
        let end = begun + options.timeout;
        let mut page = Visit { tab: &*self, state: PageState::default(), world: None, end, options };
        page.state.main_frame = page.tab.main_frame.clone();
        page.state.max_bytes = options.max_bytes;
        let url = match content {
            Content::Address(url) => url.clone(),
            Content::Html { html, url, charset } => {
                page.state.own = Some((url.clone(), BASE64_STANDARD.encode(html), html_type(charset.as_deref())));
                url.clone()
            }
            Content::Local { html, charset, .. } => {
                let charset = charset.clone().or_else(|| local::charset(html));
                let url = local::ADDRESS.to_owned();
                page.state.own = Some((url.clone(), BASE64_STANDARD.encode(html), html_type(charset.as_deref())));
                page.state.local = true;
                url
            }
        };
        // until the tab loads its next page: capturing requests style sheets again
        if let Some(gate) = &page.tab.gate {
            gate.give(files_of(content, options));
        }
        // every document goes through us: the one that we have is provided, while requests of scripts need no special
        // treatment
        if page.state.own.is_some() {
            let documents = json!({"patterns": [{"urlPattern": "*", "resourceType": "Document"}]});
            page.call("Fetch.enable", documents, end)?;
        }
        let outcome = page.visit(&url, grow);
        if page.state.own.is_some() && outcome.is_ok() {
            page.call("Fetch.disable", json!({}), Instant::now() + SETUP)?;
        }
        let (stopped, host) = (page.state.stopped, page.state.host());
        self.spent |= stopped;
        match outcome {
            Err(RenderError::Load(_) | RenderError::Status(_) | RenderError::Download)
                if host.as_deref().is_some_and(|host| gate.has_refused(host)) =>
            {
                Err(RenderError::Private)
            }
            outcome => outcome,
        }
    }

    /// Captures what the browser shows, once a page is loaded.
    pub(crate) fn capture(&self, options: &Options) -> Result<capture::Captured, RenderError> {
        let until = Instant::now() + options.timeout;
        let mut crashed = false;
        let mut call = |method: &str, params: Value, sheets: &mut Vec<Value>| {
            let answer = self.session.call(method, params, until, |_, event, params| {
                crashed |= event == "Inspector.targetCrashed";
                if event == "CSS.styleSheetAdded" {
                    sheets.push(params["header"].clone());
                }
            });
            answer.map_err(|error| match error {
                CallError::Late if crashed => RenderError::Crashed,
                CallError::Late => RenderError::Hung(options.timeout),
                error => error.into(),
            })
        };
        let mut sheets = Vec::new();
        let mut styles = HashMap::new();
        if options.styles {
            call("DOM.enable", json!({}), &mut sheets)?;
            call("CSS.enable", json!({}), &mut sheets)?;
            let mut bytes_left = options.max_bytes;
            for header in std::mem::take(&mut sheets) {
                let (Some(owner), false) = (header["ownerNode"].as_u64(), header["disabled"] == true) else { continue };
                let wanted = json!({"styleSheetId": header["styleSheetId"]});
                let text = call("CSS.getStyleSheetText", wanted, &mut sheets)?;
                let text = text["text"].as_str().unwrap_or_default().to_owned();
                bytes_left = bytes_left.checked_sub(text.len()).ok_or(RenderError::TooLarge(options.max_bytes))?;
                styles.insert(owner, text);
            }
        }
        let wanted = json!({"computedStyles": capture::STYLES});
        let captured = capture::captured(&call("DOMSnapshot.captureSnapshot", wanted, &mut sheets)?, &styles)?;
        if options.styles {
            call("CSS.disable", json!({}), &mut sheets)?;
            call("DOM.disable", json!({}), &mut sheets)?;
        }
        Ok(captured)
    }

    /// A picture of the page as PNG, with at most this height in pixels.
    pub(crate) fn picture(&self, options: &Options, max_height: u32) -> Result<Vec<u8>, RenderError> {
        let until = Instant::now() + options.timeout;
        let call = |method: &str, params: Value| {
            self.session.call(method, params, until, |_, _, _| {}).map_err(|error| match error {
                CallError::Late => RenderError::Hung(options.timeout),
                error => error.into(),
            })
        };
        let metrics = call("Page.getLayoutMetrics", json!({}))?;
        let extent = |name: &str| metrics["cssContentSize"][name].as_f64().unwrap_or_default().ceil();
        let width = extent("width").clamp(f64::from(options.viewport.0), 4096.0);
        let height = extent("height").clamp(f64::from(options.viewport.1), f64::from(max_height));
        let clip = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": 1});
        let taken = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let picture = call("Page.captureScreenshot", taken)?;
        let data = picture["data"].as_str().unwrap_or_default();
        BASE64_STANDARD.decode(data).map_err(|error| RenderError::Protocol(error.to_string()))
    }
}

/// The content type of a document that is provided.
fn html_type(charset: Option<&str>) -> String {
    format!("text/html{}", charset.map_or(String::new(), |charset| format!("; charset={charset}")))
}

/// The files that a page may load.
fn files_of(content: &Content, options: &Options) -> Option<Files> {
    match content {
        Content::Local { folder, .. } => folder.clone().map(|folder| Files { folder, max_bytes: options.max_bytes }),
        Content::Address(_) | Content::Html { .. } => None,
    }
}

/// A page that is being loaded.
pub(crate) struct Visit<'a> {
    tab: &'a Tab,
    pub(crate) state: PageState,
    /// The world where our scripts run, for the current document.
    world: Option<u64>,
    /// When the time for it is over.
    pub(crate) end: Instant,
    pub(crate) options: &'a Options,
}

impl Visit<'_> {
    fn visit(&mut self, url: &str, grow: Option<Grow>) -> Result<Loaded, RenderError> {
        let navigated = self.call("Page.navigate", json!({"url": url}), self.end);
        let navigated = navigated.map_err(|error| match error {
            RenderError::Hung(_) => RenderError::Timeout(self.options.timeout),
            error => error,
        })?;
        if let Some(why) = navigated["errorText"].as_str() {
            return Err(self.state.failure(why));
        }
        // anything that has not arrived by then is left out
        let settle_end = |from: Instant, options: &Options, end: Instant| (from + options.settle).min(end);
        while !self.state.loaded && Instant::now() < self.end {
            self.wait((Instant::now() + POLL).min(self.end))?;
            if self.state.too_large {
                return Err(RenderError::TooLarge(self.options.max_bytes));
            }
        }
        let mut settled = self.settle(QUIET, settle_end(Instant::now(), self.options, self.end))?;
        if self.options.scroll > 0 && !self.state.stopped && self.scroll()? {
            settled = self.settle(QUIET, settle_end(Instant::now(), self.options, self.end))?;
        }
        let mut grown = Grown::default();
        if let Some(grow) = grow.filter(|grow| grow.most > 0 && self.state.loaded && !self.state.stopped) {
            // an error page is not made longer
            self.state.verdict()?;
            grown = self.grow(grow)?;
            self.evaluate(TOP)?;
            settled = self.settle(QUIET, settle_end(Instant::now(), self.options, self.end))?;
        }
        if self.state.too_large {
            return Err(RenderError::TooLarge(self.options.max_bytes));
        }
        self.state.verdict()?;
        if !self.state.loaded {
            settled = false;
            self.tab.session.tell("Page.stopLoading", json!({}));
        }
        Ok(Loaded { url: self.state.url.clone(), settled, grown })
    }

    /// Scrolls down window by window, waiting for what each loads, and back to the top; returns whether there was
    /// anything to scroll.
    fn scroll(&mut self) -> Result<bool, RenderError> {
        let mut any = false;
        for _ in 0..self.options.scroll {
            if Instant::now() >= self.end || self.evaluate(SCROLL)? != Some(Value::Bool(true)) {
                break;
            }
            any = true;
            self.settle(QUIET_STEP, (Instant::now() + STEP).min(self.end))?;
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
                let frame = json!({"frameId": self.tab.main_frame, "worldName": WORLD});
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
        let Visit { tab, state, .. } = self;
        match tab.session.call(method, params, until, |session, name, params| state.event(session, name, params)) {
            Ok(answer) => Ok(Some(answer)),
            Err(CallError::Refused(_)) => {
                self.check()?;
                Ok(None)
            }
            Err(CallError::Late) => {
                self.check()?;
                if self.state.stopped {
                    return Err(RenderError::Hung(self.options.timeout));
                }
                // an endless script: the page is what it has produced so far
                self.state.stopped = true;
                self.tab.session.tell("Runtime.terminateExecution", json!({}));
                self.tab.session.tell("Emulation.setScriptExecutionDisabled", json!({"value": true}));
                Ok(None)
            }
            Err(CallError::Gone) => Err(RenderError::BrowserGone),
        }
    }

    fn call(&mut self, method: &str, params: Value, until: Instant) -> Result<Value, RenderError> {
        let Visit { tab, state, .. } = self;
        let answer = tab.session.call(method, params, until, |session, name, params| {
            state.event(session, name, params);
        });
        self.check()?;
        answer.map_err(|error| match error {
            CallError::Late => RenderError::Hung(self.options.timeout),
            error => error.into(),
        })
    }

    fn wait(&mut self, until: Instant) -> Result<(), RenderError> {
        let Visit { tab, state, .. } = self;
        let outcome = tab.session.wait(until, |session, name, params| state.event(session, name, params));
        outcome.map_err(RenderError::from)?;
        self.check()
    }

    fn check(&self) -> Result<(), RenderError> {
        if self.state.crashed { Err(RenderError::Crashed) } else { Ok(()) }
    }
}
