//! Rendering of pages as they are read: what a browser shows replaces what was stored or sent.

use std::sync::Once;

use rowsmith::dom::layout::Snapshot;
use rowsmith::harvest::loads_more;
use rowsmith_render::{Content, Grow, Grown, Options, Reach, RenderError, Rendered, Renderer};

use super::host::is_public;
use super::load::Loaded;
use crate::args::{FetchArgs, RenderArgs};
use crate::common::clock::now;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::problem::Problem;
use crate::common::source::PageContext;

/// What is told where the browser runs as root.
const UNBOXED: &str =
    "warning: as root the browser runs without its sandbox; use another user for pages you do not trust";

/// A browser, configured by the flags.
pub(crate) struct Rendering {
    renderer: Renderer,
    /// The address of pages that have none of their own.
    base_url: Option<String>,
    /// Whether files may load what is in their folder and below.
    local_files: bool,
    /// How often lists are made longer, if the user says it.
    more: Option<usize>,
    /// How often they are otherwise.
    more_by_default: usize,
}

impl Rendering {
    /// Finds the browser.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn new(
        args: &RenderArgs,
        fetch: &FetchArgs,
        max_bytes: usize,
        tabs: usize,
        styles: bool,
    ) -> Result<Self, Failure> {
        let reach = match (args.offline, fetch.allow_private) {
            (true, _) => Reach::Nothing,
            (false, true) => Reach::Only(|_| true),
            (false, false) => Reach::Only(is_public),
        };
        if fetch.cookies.is_some() || fetch.headers.is_some() {
            let what = "--cookies and --headers are for what rowsmith fetches itself, not for --render";
            return Err(Failure::Usage(what.to_owned()));
        }
        // a browser sends its own name unless the user gives another
        let introduced = fetch.user_agent != concat!("rowsmith/", env!("CARGO_PKG_VERSION"));
        let options = Options {
            browser: args.browser.clone(),
            viewport: args.viewport,
            user_agent: introduced.then(|| fetch.user_agent.clone()),
            reach,
            timeout: fetch.timeout,
            settle: args.settle,
            scroll: args.scroll,
            max_bytes,
            tabs,
            scripts: true,
            styles,
        };
        let failed = |error: RenderError| Failure::Output { place: "rendering".to_owned(), why: error.to_string() };
        Ok(Rendering {
            renderer: Renderer::new(options).map_err(failed)?,
            base_url: None,
            local_files: args.local_files,
            more: args.more,
            more_by_default: 0,
        })
    }

    /// Warns once if the browser runs without its sandbox.
    pub(crate) fn warned(self) -> Self {
        static WARNED: Once = Once::new();
        if !self.renderer.is_sandboxed() {
            WARNED.call_once(|| notices::line(UNBOXED));
        }
        self
    }

    /// Sets the address of pages that have none of their own.
    pub(crate) fn with_base(self, base_url: Option<String>) -> Self {
        Rendering { base_url, ..self }
    }

    /// Sets how often lists are made longer unless the user says it.
    pub(crate) fn with_more(self, more_by_default: usize) -> Self {
        Rendering { more_by_default, ..self }
    }

    /// Renders the page at an address.
    pub(crate) fn address(&self, url: &str, context: &mut PageContext) -> Result<Loaded, Problem> {
        let rendered = self.render(&Content::Address(url.to_owned()), context)?;
        let (base_url, fetched) = (Some(rendered.url), now());
        *context = PageContext { base_url, fetched, ..PageContext::default() };
        Ok(Loaded { bytes: rendered.snapshot, note: note(rendered.grown), ..Loaded::default() })
    }

    /// Renders a page that is already loaded. One that is a snapshot already is returned as it is; `file` is its path.
    /// A page without an address gets no network access, and no access to files except those beside `file` and below,
    /// if the user allows that.
    pub(crate) fn stored(
        &self,
        loaded: Loaded,
        file: Option<&std::path::Path>,
        context: &mut PageContext,
    ) -> Result<Loaded, Problem> {
        if Snapshot::find(&loaded.bytes).is_some() {
            return Ok(loaded);
        }
        let known = context.base_url.as_ref().or(self.base_url.as_ref()).or(context.saved_from.as_ref());
        let known = known.filter(|url| url.starts_with("http://") || url.starts_with("https://")).cloned();
        let content = match known {
            Some(url) => Content::Html { html: loaded.bytes, url, charset: context.charset.clone() },
            None => {
                let file = file.filter(|_| self.local_files).and_then(|file| file.canonicalize().ok());
                let folder = file.and_then(|file| Some(file.parent()?.to_owned()));
                Content::Local { html: loaded.bytes, charset: context.charset.clone(), folder }
            }
        };
        let rendered = self.render(&content, context)?;
        if rendered.url.starts_with("http") {
            context.base_url = Some(rendered.url);
        }
        context.charset = None;
        let note = note(rendered.grown).or(loaded.note);
        Ok(Loaded { bytes: rendered.snapshot, note, ..loaded })
    }

    /// A picture of a page that requests nothing.
    pub(crate) fn picture(&self, html: String) -> Result<Vec<u8>, Problem> {
        let content = Content::Local { html: html.into_bytes(), charset: Some("utf-8".to_owned()), folder: None };
        self.renderer.picture(&content, HIGHEST).map_err(|error| problem(&error))
    }

    fn render(&self, content: &Content, context: &PageContext) -> Result<Rendered, Problem> {
        let most = if context.is_detail { 0 } else { self.more.unwrap_or(self.more_by_default) };
        let rendered = match most {
            0 => self.renderer.render(content),
            most => self.renderer.render_grown(content, Grow { most, loads_more }),
        };
        rendered.map_err(|error| problem(&error))
    }

    /// Closes the browser; called before the process exits directly.
    pub(crate) fn close(&self) {
        self.renderer.close();
    }
}

/// The maximum height of a picture, in pixels.
const HIGHEST: u32 = 12_000;

/// What to say of a list that may be longer.
fn note(grown: Grown) -> Option<String> {
    let note = match grown.times {
        0 => "the list could not be continued, so it is as the page opens".to_owned(),
        times => format!("the list was continued {times} times, and there may be more; --more N sets how often"),
    };
    grown.cut.then_some(note)
}

fn problem(error: &RenderError) -> Problem {
    let reason = match error {
        RenderError::Crashed => "crashed".into(),
        RenderError::Hung(_) | RenderError::Timeout(_) => "timeout".into(),
        RenderError::Load(_) => "network".into(),
        RenderError::Status(status) => format!("http-{status}").into(),
        RenderError::Private => "private-address".into(),
        RenderError::Download => "not-html".into(),
        RenderError::Address(_) => "address".into(),
        RenderError::TooLarge(_) => "too-large".into(),
        _ => std::borrow::Cow::Borrowed("browser"),
    };
    Problem::new(reason, error.to_string())
}
