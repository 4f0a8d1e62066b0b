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
use crate::grow::{self, Grow, Grown};
use crate::session::{CallError, Session};
use crate::visit::{Arrived, Visit};
use crate::{Content, Options, RenderError, capture, local};

/// The time limit for setting up a tab or closing it, on a machine under load.
const SETUP: Duration = Duration::from_secs(30);

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
    /// The page.
    pub(crate) page: Arrived,
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
        let (session, main_frame) = (&self.session, self.main_frame.as_str());
        let mut page = Visit { session, main_frame, state: PageState::default(), world: None, end, options };
        page.state.main_frame = main_frame.to_owned();
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
        if let Some(gate) = &self.gate {
            gate.give(files_of(content, options));
        }
        // every document goes through us: the one that we have is provided, while requests of scripts need no special
        // treatment
        if page.state.own.is_some() {
            let documents = json!({"patterns": [{"urlPattern": "*", "resourceType": "Document"}]});
            page.call("Fetch.enable", documents, end)?;
        }
        let outcome = loaded(&mut page, &url, grow);
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
        let call = |method: &str, params: Value, sheets: &mut Vec<Value>| {
            let answer = self.session.call(method, params, until, |_, event, params| {
                if event == "CSS.styleSheetAdded" {
                    sheets.push(params["header"].clone());
                }
            });
            answer.map_err(|error| match error {
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

/// Loads a page, and makes it longer if that is wanted.
fn loaded(page: &mut Visit<'_>, url: &str, grow: Option<Grow>) -> Result<Loaded, RenderError> {
    let mut settled = page.load(url)?;
    let mut grown = Grown::default();
    if let Some(grow) = grow.filter(|grow| grow.most > 0 && page.state.loaded && !page.state.stopped) {
        // an error page is not made longer
        page.state.verdict()?;
        grown = grow::grow(page, grow)?;
        settled = page.back_to_top()?;
        grow::check(page)?;
    }
    Ok(Loaded { page: page.arrived(settled)?, grown })
}
