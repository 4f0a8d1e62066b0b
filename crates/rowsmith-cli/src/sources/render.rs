//! Pages rendered on their way in: what a browser shows in place of what was stored or sent.

use rowsmith::dom::layout::Snapshot;
use rowsmith_render::{Content, Options, Reach, RenderError, Rendered, Renderer};

use super::host::is_public;
use super::load::Loaded;
use crate::args::{FetchArgs, RenderArgs};
use crate::common::failure::Failure;
use crate::common::problem::Problem;
use crate::common::source::PageContext;

/// A browser, by the flags.
pub(crate) struct Rendering {
    renderer: Renderer,
    /// The address of pages that have none of their own.
    base_url: Option<String>,
    /// Whether files may load what lies beside them and below.
    local_files: bool,
}

impl Rendering {
    /// Finds the browser.
    ///
    /// # Errors
    /// There is none.
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
        // a browser is known by its own name unless the user gives another
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
        })
    }

    /// Pages without an address are taken for pages of this one.
    pub(crate) fn with_base(self, base_url: Option<String>) -> Self {
        Rendering { base_url, ..self }
    }

    /// The page at an address.
    pub(crate) fn address(&self, url: &str, context: &mut PageContext) -> Result<Loaded, Problem> {
        let rendered = self.render(&Content::Address(url.to_owned()))?;
        *context = PageContext { base_url: Some(rendered.url), ..PageContext::default() };
        Ok(Loaded { bytes: rendered.snapshot, ..Loaded::default() })
    }

    /// A page that is here. One that is a snapshot already stays as it is; `file` is where it lies. If it has no address it
    /// reaches no network, and no file but those beside `file` and below, if the user wants that.
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
        let rendered = self.render(&content)?;
        if rendered.url.starts_with("http") {
            context.base_url = Some(rendered.url);
        }
        context.charset = None;
        Ok(Loaded { bytes: rendered.snapshot, ..loaded })
    }

    /// A picture of a page that asks for nothing.
    pub(crate) fn picture(&self, html: String) -> Result<Vec<u8>, Problem> {
        let content = Content::Local { html: html.into_bytes(), charset: Some("utf-8".to_owned()), folder: None };
        self.renderer.picture(&content, HIGHEST).map_err(|error| problem(&error))
    }

    fn render(&self, content: &Content) -> Result<Rendered, Problem> {
        self.renderer.render(content).map_err(|error| problem(&error))
    }

    /// Ends the browser, before the process ends without further ado.
    pub(crate) fn close(&self) {
        self.renderer.close();
    }
}

/// Pixels of a picture from top to bottom.
const HIGHEST: u32 = 12_000;

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
