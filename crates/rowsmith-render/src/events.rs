//! The state of a page that is being loaded, according to the browser's events.

use std::collections::HashSet;
use std::time::Instant;

use serde_json::{Value, json};

use crate::RenderError;
use crate::session::Session;

/// Requests that never end by themselves, or that nothing on the page waits for.
const ENDLESS: &[&str] = &["EventSource", "WebSocket", "Ping", "Media", "CSPViolationReport", "Prefetch"];

/// A page that is being loaded.
#[derive(Default)]
pub(crate) struct PageState {
    /// The frame that the page is in.
    pub(crate) main_frame: String,
    /// Its address, after redirects.
    pub(crate) url: String,
    /// The address that was requested last for it, including redirects.
    asked: String,
    /// Whether it is loaded as far as it will be: the event `load` has come, or loading has stopped without it.
    pub(crate) loaded: bool,
    /// Whether a document has arrived.
    arrived: bool,
    /// Whether another document has arrived since this was last set to false.
    pub(crate) navigated: bool,
    /// Whether its scripts were stopped.
    pub(crate) stopped: bool,
    /// A document that is provided instead of being requested: address, content in Base64, type.
    pub(crate) own: Option<(String, String, String)>,
    /// Whether the page has no address, in which case no other page replaces it.
    pub(crate) local: bool,
    /// The most bytes that may arrive.
    pub(crate) max_bytes: usize,
    /// Whether more bytes arrived.
    pub(crate) too_large: bool,
    received: usize,
    /// Status and type of the document.
    response: Option<(u16, String)>,
    /// What the browser shows in place of a page that it could not load.
    unreachable: Option<String>,
    /// Requests in progress.
    open: HashSet<String>,
    /// When one last began or ended.
    last: Option<Instant>,
    own_given: bool,
    download: bool,
}

impl PageState {
    /// Takes note of an event, and answers it if it needs an answer.
    pub(crate) fn event(&mut self, session: &Session, method: &str, params: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match method {
            "Page.loadEventFired" => self.loaded = true,
            // a page that leads itself elsewhere while it loads and may not go there stays what it is: the event `load` never comes.
            // Before it has arrived, what stops is the page before it.
            "Page.frameStoppedLoading" if params["frameId"] == self.main_frame.as_str() => self.loaded |= self.arrived,
            "Page.javascriptDialogOpening" => {
                // pages cannot prevent that we leave them
                let accept = params["type"] == "beforeunload";
                session.tell("Page.handleJavaScriptDialog", json!({"accept": accept}));
            }
            "Page.frameNavigated" if params["frame"]["id"] == self.main_frame.as_str() => {
                let frame = &params["frame"];
                self.url = text(&frame["url"]);
                self.unreachable = frame["unreachableUrl"].as_str().map(str::to_owned);
                self.arrived = true;
                self.navigated = true;
                self.loaded = false;
                self.stopped = false;
            }
            "Page.navigatedWithinDocument" if params["frameId"] == self.main_frame.as_str() => {
                self.url = text(&params["url"]);
            }
            "Page.downloadWillBegin" => self.download = true,
            "Network.requestWillBeSent" => {
                self.last = Some(Instant::now());
                if params["type"] == "Document" && params["frameId"] == self.main_frame.as_str() {
                    self.asked = text(&params["request"]["url"]);
                }
                if !ENDLESS.iter().any(|kind| params["type"] == *kind) {
                    self.open.insert(text(&params["requestId"]));
                }
            }
            "Network.responseReceived"
                if params["type"] == "Document" && params["frameId"] == self.main_frame.as_str() =>
            {
                let response = &params["response"];
                let status = response["status"].as_u64().unwrap_or_default() as u16;
                self.url = text(&response["url"]);
                self.response = Some((status, text(&response["mimeType"])));
            }
            "Network.dataReceived" => {
                self.received += params["dataLength"].as_u64().unwrap_or_default() as usize;
                if self.received > self.max_bytes && !self.too_large {
                    self.too_large = true;
                    session.tell("Page.stopLoading", json!({}));
                }
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                self.last = Some(Instant::now());
                self.open.remove(params["requestId"].as_str().unwrap_or_default());
            }
            "Fetch.requestPaused" => self.paused(session, params),
            _ => {}
        }
    }

    /// Provides the document that we have, once, and lets the browser request any other.
    fn paused(&mut self, session: &Session, params: &Value) {
        let id = &params["requestId"];
        let is_main = params["frameId"] == self.main_frame.as_str();
        match &self.own {
            Some((_, content, kind)) if is_main && !self.own_given => {
                self.own_given = true;
                let headers = json!([{"name": "Content-Type", "value": kind}]);
                let given = json!({"requestId": id, "responseCode": 200, "responseHeaders": headers, "body": content});
                session.tell("Fetch.fulfillRequest", given);
            }
            Some(_) if is_main && self.local => {
                session.tell("Fetch.failRequest", json!({"requestId": id, "errorReason": "Aborted"}));
            }
            _ => session.tell("Fetch.continueRequest", json!({"requestId": id})),
        }
    }

    /// Whether half of the bytes that may arrive have.
    pub(crate) fn is_half_full(&self) -> bool {
        self.received > self.max_bytes / 2
    }

    /// The number of requests in progress, and when one last began or ended.
    pub(crate) fn network(&self) -> (usize, Option<Instant>) {
        (self.open.len(), self.last)
    }

    /// The error for a failed navigation.
    pub(crate) fn failure(&self, why: &str) -> RenderError {
        if self.download || why == "net::ERR_ABORTED" {
            return RenderError::Download;
        }
        RenderError::Load(why.trim_start_matches("net::").to_owned())
    }

    /// Whether a page has arrived.
    pub(crate) fn verdict(&self) -> Result<(), RenderError> {
        if self.unreachable.is_some() || self.url.starts_with("chrome-error:") {
            return Err(RenderError::Load("a page that it redirects to could not be loaded".to_owned()));
        }
        match &self.response {
            Some((status, _)) if !(200..300).contains(status) && *status != 0 => Err(RenderError::Status(*status)),
            Some((_, kind)) if !matches!(&**kind, "text/html" | "application/xhtml+xml" | "text/plain" | "") => {
                Err(RenderError::Download)
            }
            _ => Ok(()),
        }
    }

    /// The host that was last asked for the page.
    pub(crate) fn host(&self) -> Option<String> {
        url::Url::parse(&self.asked).ok()?.host_str().map(str::to_owned)
    }
}
