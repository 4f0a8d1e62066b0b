//! Calls to one target of the browser, together with the events there, in order.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use serde_json::Value;

use crate::RenderError;
use crate::connection::{Connection, Incoming};

/// A session with a target: a tab, or the browser itself.
pub(crate) struct Session {
    connection: Arc<Connection>,
    name: String,
    incoming: Receiver<Incoming>,
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum CallError {
    /// The time was up.
    Late,
    /// The browser refused.
    Refused(String),
    /// The target crashed, and will not answer.
    Crashed,
    /// The browser is gone.
    Gone,
}

impl From<CallError> for RenderError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Late => RenderError::Hung(std::time::Duration::ZERO),
            CallError::Refused(why) => RenderError::Protocol(why),
            CallError::Crashed => RenderError::Crashed,
            CallError::Gone => RenderError::BrowserGone,
        }
    }
}

impl Session {
    /// Listens to a session; the browser's own has no name.
    pub(crate) fn new(connection: Arc<Connection>, name: String) -> Result<Session, RenderError> {
        let incoming = connection.listen(&name)?;
        Ok(Session { connection, name, incoming })
    }

    /// Sends a call whose answer is not needed.
    pub(crate) fn tell(&self, method: &str, params: Value) {
        let _ = self.connection.send(&self.name, method, params);
    }

    /// Makes a call, and passes on events until the answer arrives.
    pub(crate) fn call(
        &self,
        method: &str,
        params: Value,
        until: Instant,
        mut on_event: impl FnMut(&Session, &str, &Value),
    ) -> Result<Value, CallError> {
        let call = self.connection.send(&self.name, method, params).map_err(|_| CallError::Gone)?;
        loop {
            match self.next(until)? {
                Incoming::Answer { call: answered, result } if answered == call => {
                    return result.map_err(CallError::Refused);
                }
                Incoming::Answer { .. } => {}
                Incoming::Event { method, params } => on_event(self, &method, &params),
            }
        }
    }

    /// Passes on events until a certain time, or until one has occurred.
    pub(crate) fn wait(
        &self,
        until: Instant,
        mut on_event: impl FnMut(&Session, &str, &Value),
    ) -> Result<(), CallError> {
        match self.next(until) {
            Ok(Incoming::Event { method, params }) => {
                on_event(self, &method, &params);
                Ok(())
            }
            Ok(Incoming::Answer { .. }) | Err(CallError::Late) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn next(&self, until: Instant) -> Result<Incoming, CallError> {
        match self.incoming.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Incoming::Event { method, .. }) if method == "Inspector.targetCrashed" => Err(CallError::Crashed),
            Ok(incoming) => Ok(incoming),
            Err(RecvTimeoutError::Timeout) => Err(CallError::Late),
            Err(RecvTimeoutError::Disconnected) => Err(CallError::Gone),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.connection.forget(&self.name);
    }
}
