//! The browser and its tabs, for many pages and threads.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::connection::Connection;
use crate::gate::Gate;
use crate::process::{Process, is_sandboxed};
use crate::serialize::serialized;
use crate::session::Session;
use crate::tab::{Loaded, Tab};
use crate::{Content, Grow, Grown, Options, RenderError, Rendered, find_browser};

/// How many pages a tab loads before it is replaced, which bounds what pages leave behind.
const PAGES_PER_TAB: usize = 40;

/// Renders pages, from several threads at the same time.
pub struct Renderer {
    options: Options,
    browser: PathBuf,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    /// Idle tabs of the running browser; dropped before it.
    idle: Vec<Tab>,
    running: Option<Arc<Running>>,
    /// Tabs in use.
    used: usize,
}

/// A running browser. Fields are dropped in order: sessions and pipe first, which lets the browser exit.
struct Running {
    session: Mutex<Session>,
    connection: Arc<Connection>,
    _process: Process,
    gate: Gate,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    fn start(browser: &std::path::Path, options: &Options) -> Result<Running, RenderError> {
        let gate = Gate::open(options.reach)?;
        let (process, connection) = Process::start(browser, &gate.proxy(), options.viewport)?;
        let connection = Arc::new(connection);
        let session = Mutex::new(Session::new(connection.clone(), String::new())?);
        Ok(Running { session, connection, _process: process, gate })
    }
}

impl Renderer {
    /// Finds the browser, which is started with the first page.
    ///
    /// # Errors
    /// As [`find_browser`].
    pub fn new(options: Options) -> Result<Renderer, RenderError> {
        let browser = find_browser(options.browser.as_deref())?;
        Ok(Renderer { options, browser, state: Mutex::default(), returned: Condvar::new() })
    }

    /// Whether the browser runs in its own sandbox. It does not for root, whom that refuses: there, a page that finds a flaw in the
    /// browser has all rights.
    pub fn is_sandboxed(&self) -> bool {
        is_sandboxed()
    }

    /// Loads a page, waits until it has settled, and returns it with its layout.
    ///
    /// # Errors
    /// Why there is no page. The next one is not affected.
    pub fn render(&self, content: &Content) -> Result<Rendered, RenderError> {
        self.rendered(content, None)
    }

    /// Loads a page as [`Self::render`] does, and makes it longer as long as something new comes: by scrolling to its
    /// end, and by pressing what says that it loads more. Each step may take as long as a page ([`Options::timeout`]).
    /// Links that have an address are not pressed, nor what submits a form or opens a menu.
    ///
    /// # Errors
    /// As [`Self::render`].
    pub fn render_grown(&self, content: &Content, grow: Grow) -> Result<Rendered, RenderError> {
        match self.rendered(content, Some(grow)) {
            Err(RenderError::Left | RenderError::TooLarge(_) | RenderError::Crashed | RenderError::Hung(_)) => {
                let grown = Grown { times: 0, cut: true };
                self.rendered(content, None).map(|page| Rendered { grown, ..page })
            }
            outcome => outcome,
        }
    }

    fn rendered(&self, content: &Content, grow: Option<Grow>) -> Result<Rendered, RenderError> {
        self.with_page(content, grow, |tab, loaded| {
            let captured = tab.capture(&self.options)?;
            let (mut html, mut snapshot) = serialized(&captured, &self.options)?;
            let Loaded { page, grown } = loaded;
            let url = if tab.is_local() { String::new() } else { page.url };
            snapshot.url = Some(url.clone()).filter(|url| url.starts_with("http"));
            snapshot.settled = page.settled;
            snapshot.append(&mut html);
            Ok(Rendered { snapshot: html, url, settled: page.settled, grown })
        })
    }

    /// A picture of a page as PNG, down to `max_height` pixels.
    ///
    /// # Errors
    /// As [`Self::render`].
    pub fn picture(&self, content: &Content, max_height: u32) -> Result<Vec<u8>, RenderError> {
        self.with_page(content, None, |tab, _| tab.picture(&self.options, max_height))
    }

    /// Closes the browser. The next page starts another one.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.idle.clear();
        state.running = None;
    }

    /// Loads a page in a tab, and does something there. If the browser exits meanwhile, tries again once with another
    /// one.
    fn with_page<T>(
        &self,
        content: &Content,
        grow: Option<Grow>,
        mut act: impl FnMut(&Tab, Loaded) -> Result<T, RenderError>,
    ) -> Result<T, RenderError> {
        check(content)?;
        let _turn = Turn::take(self);
        let mut attempt = || {
            let running = self.running()?;
            let mut tab = self.tab(&running, matches!(content, Content::Local { .. }))?;
            let outcome = tab.load(content, &self.options, &running.gate, grow).and_then(|loaded| act(&tab, loaded));
            self.give_back(&running, tab, outcome.is_ok());
            outcome
        };
        match attempt() {
            Err(RenderError::BrowserGone) => attempt(),
            outcome => outcome,
        }
    }

    /// The browser, which is started if there is none or it has exited.
    fn running(&self) -> Result<Arc<Running>, RenderError> {
        let mut state = lock(&self.state);
        if let Some(running) = state.running.as_ref().filter(|running| running.connection.is_open()) {
            return Ok(running.clone());
        }
        state.idle.clear();
        state.running = None;
        let running = Arc::new(Running::start(&self.browser, &self.options)?);
        state.running = Some(running.clone());
        Ok(running)
    }

    /// An idle tab, or a new one, for pages without an address or for those with one.
    fn tab(&self, running: &Arc<Running>, local: bool) -> Result<Tab, RenderError> {
        let mut state = lock(&self.state);
        if let Some(at) = state.idle.iter().rposition(|tab| tab.is_local() == local) {
            return Ok(state.idle.swap_remove(at));
        }
        // an idle tab of the other kind would only take up memory
        let other = state.idle.pop();
        drop(state);
        let browser = lock(&running.session);
        other.into_iter().for_each(|tab| tab.close(&browser));
        Tab::open(&browser, &running.connection, &self.options, local)
    }

    /// Keeps a tab for the next page, or closes it.
    fn give_back(&self, running: &Arc<Running>, tab: Tab, good: bool) {
        let mut state = lock(&self.state);
        let same = state.running.as_ref().is_some_and(|current| Arc::ptr_eq(current, running));
        if good && same && !tab.spent && tab.pages < PAGES_PER_TAB {
            state.idle.push(tab);
        } else {
            drop(state);
            tab.close(&lock(&running.session));
        }
    }
}

/// Accepts only the web: files and the browser's own pages are not accessible to everyone.
fn check(content: &Content) -> Result<(), RenderError> {
    let address = match content {
        Content::Address(url) | Content::Html { url, .. } => url,
        Content::Local { .. } => return Ok(()),
    };
    match url::Url::parse(address) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(()),
        _ => Err(RenderError::Address(address.clone())),
    }
}

/// One of the tabs that may be open at a time.
struct Turn<'a>(&'a Renderer);

impl<'a> Turn<'a> {
    fn take(renderer: &'a Renderer) -> Turn<'a> {
        let mut state = lock(&renderer.state);
        while state.used >= renderer.options.tabs.max(1) {
            state = renderer.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.used += 1;
        Turn(renderer)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).used -= 1;
        self.0.returned.notify_one();
    }
}
