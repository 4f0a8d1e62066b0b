//! What is known of a page on its way, from what the browser tells.

use std::collections::HashSet;
use std::time::Instant;

use serde_json::{Value, json};

use crate::RenderError;
use crate::session::Session;

/// Requests that never end by themselves, or that nothing on the page waits for.
const ENDLESS: &[&str] = &["EventSource", "WebSocket", "Ping", "Media", "CSPViolationReport", "Prefetch"];

/// A page on its way.
#[derive(Default)]
pub(crate) struct PageState {
    /// The frame that the page is in.
    pub(crate) main_frame: String,
    /// Its address, after redirects.
    pub(crate) url: String,
    /// The address that was asked for it last, redirects included.
    asked: String,
    /// Whether the event `load` has come.
    pub(crate) loaded: bool,
    /// Whether another document has come since this was last set to false.
    pub(crate) navigated: bool,
    /// Whether the tab crashed.
    pub(crate) crashed: bool,
    /// Whether its scripts were stopped.
    pub(crate) stopped: bool,
    /// A document that is given in place of asking for it: address, content in Base64, type.
    pub(crate) own: Option<(String, String, String)>,
    /// Whether the page has no address: then no other takes its place.
    pub(crate) local: bool,
    /// Bytes that may arrive.
    pub(crate) max_bytes: usize,
    /// Whether more did.
    pub(crate) too_large: bool,
    received: usize,
    /// Status and type of the document.
    response: Option<(u16, String)>,
    /// What the browser shows in place of a page it could not get.
    unreachable: Option<String>,
    /// Requests under way.
    open: HashSet<String>,
    /// When one began or ended last.
    last: Option<Instant>,
    own_given: bool,
    download: bool,
}

impl PageState {
    /// Takes note of an event, and answers those that wait for one.
    pub(crate) fn event(&mut self, session: &Session, method: &str, params: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match method {
            "Inspector.targetCrashed" => self.crashed = true,
            "Page.loadEventFired" => self.loaded = true,
            "Page.javascriptDialogOpening" => {
                // a page that does not want to be left is left
                let accept = params["type"] == "beforeunload";
                session.tell("Page.handleJavaScriptDialog", json!({"accept": accept}));
            }
            "Page.frameNavigated" if params["frame"]["id"] == self.main_frame.as_str() => {
                let frame = &params["frame"];
                self.url = text(&frame["url"]);
                self.unreachable = frame["unreachableUrl"].as_str().map(str::to_owned);
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

    /// Gives the document that we have, once, and lets the browser ask for any other.
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

    /// How many requests are under way, and when one began or ended last.
    pub(crate) fn network(&self) -> (usize, Option<Instant>) {
        (self.open.len(), self.last)
    }

    /// What a failed navigation means.
    pub(crate) fn failure(&self, why: &str) -> RenderError {
        if self.download || why == "net::ERR_ABORTED" {
            return RenderError::Download;
        }
        RenderError::Load(why.trim_start_matches("net::").to_owned())
    }

    /// Whether what came is a page.
    pub(crate) fn verdict(&self) -> Result<(), RenderError> {
        if self.unreachable.is_some() || self.url.starts_with("chrome-error:") {
            return Err(RenderError::Load("a page that it redirects to is not to be had".to_owned()));
        }
        match &self.response {
            Some((status, _)) if !(200..300).contains(status) && *status != 0 => Err(RenderError::Status(*status)),
            Some((_, kind)) if !matches!(&**kind, "text/html" | "application/xhtml+xml" | "text/plain" | "") => {
                Err(RenderError::Download)
            }
            _ => Ok(()),
        }
    }

    /// The host that was asked last for the page.
    pub(crate) fn host(&self) -> Option<String> {
        url::Url::parse(&self.asked).ok()?.host_str().map(str::to_owned)
    }
}
