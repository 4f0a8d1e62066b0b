//! Responses, with the headers that all of them have.

use serde::Serialize;
use tiny_http::{Header, Request, Response};

/// What the window may do: run its own script, send requests to this address, show its own frames. Nothing from another
/// address.
const WINDOW: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What an untrusted page may do: look like itself. It runs nothing, requests nothing and links nowhere; the window
/// around it, which has the same origin, may listen to it.
const STRANGER: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
                        frame-ancestors 'self'; sandbox allow-same-origin";

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    status: u16,
    media_type: &'static str,
    policy: &'static str,
    body: Vec<u8>,
    /// The name of a file to be saved.
    save_as: Option<String>,
}

impl Reply {
    /// Bytes with a media type.
    pub(crate) fn of(media_type: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status: 200, media_type, policy: WINDOW, body: body.into(), save_as: None }
    }

    /// An untrusted page.
    pub(crate) fn stranger(html: String) -> Reply {
        Reply { policy: STRANGER, ..Reply::of("text/html; charset=utf-8", html) }
    }

    /// Data.
    pub(crate) fn json(value: &impl Serialize) -> Reply {
        match serde_json::to_vec(value) {
            Ok(body) => Reply::of("application/json", body),
            Err(why) => Reply::failed(500, &why.to_string()),
        }
    }

    /// A file to be saved.
    pub(crate) fn file(media_type: &'static str, name: String, body: Vec<u8>) -> Reply {
        Reply { save_as: Some(name), ..Reply::of(media_type, body) }
    }

    /// An error response.
    pub(crate) fn failed(status: u16, why: &str) -> Reply {
        let body = serde_json::json!({ "error": why }).to_string();
        Reply { status, ..Reply::of("application/json", body) }
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> u16 {
        self.status
    }

    /// Sends it. It is not an error if nobody is listening any more.
    pub(crate) fn send(self, request: Request) {
        let mut response = Response::from_data(self.body).with_status_code(self.status);
        let mut headers = shared(self.media_type);
        headers.push(("Content-Security-Policy", self.policy.to_owned()));
        if let Some(name) = self.save_as {
            headers.push(("Content-Disposition", format!("attachment; filename=\"{name}\"")));
        }
        for (name, value) in headers {
            if let Ok(header) = Header::from_bytes(name.as_bytes(), value.as_bytes()) {
                response.add_header(header);
            }
        }
        let _ = request.respond(response);
    }
}

/// The headers of all responses.
pub(super) fn shared(media_type: &str) -> Vec<(&'static str, String)> {
    let fixed = [
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ];
    let fixed = fixed.map(|(name, value)| (name, value.to_owned()));
    std::iter::once(("Content-Type", media_type.to_owned())).chain(fixed).collect()
}
