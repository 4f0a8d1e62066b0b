//! The DevTools protocol over the browser's pipe: JSON messages, each terminated by a zero byte.
//!
//! It uses a pipe rather than a port: nobody else on the machine can speak to the browser, and the browser ends by
//! itself when we do, even if we are killed. The existing crates for the protocol generate five megabytes of types for
//! the dozen calls that are made here.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Value, json};

use crate::RenderError;

/// The largest message in bytes; a larger one ends the connection.
const LONGEST_MESSAGE: usize = 512 << 20;

/// What the browser sends to a session.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// The answer to a call.
    Answer {
        /// The number of the call.
        call: u64,
        /// Its result, or the browser's message of why there is none.
        result: Result<Value, String>,
    },
    /// Something happened.
    Event {
        /// Its name, as `Page.loadEventFired`.
        method: String,
        /// Its parameters.
        params: Value,
    },
}

/// A connection to a browser, for several sessions at once.
pub(crate) struct Connection {
    writer: Mutex<Box<dyn Write + Send>>,
    calls: AtomicU64,
    sessions: Sessions,
}

/// The listeners, by the name of the session; `None` once the browser is gone. The browser's own session has no name.
type Sessions = Arc<Mutex<Option<HashMap<String, Sender<Incoming>>>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connection {
    /// Communicates over the two ends of the pipe. A thread reads until the browser closes its end.
    pub(crate) fn new(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static) -> Connection {
        let sessions: Sessions = Arc::new(Mutex::new(Some(HashMap::new())));
        let listening = sessions.clone();
        thread::spawn(move || {
            read_all(BufReader::with_capacity(1 << 16, reader), &listening);
            // whoever is waiting learns that nothing will come
            lock(&listening).take();
        });
        Connection { writer: Mutex::new(Box::new(writer)), calls: AtomicU64::new(1), sessions }
    }

    /// From now on, messages for a session go to the receiver.
    ///
    /// # Errors
    /// [`RenderError::BrowserGone`].
    pub(crate) fn listen(&self, session: &str) -> Result<Receiver<Incoming>, RenderError> {
        let (sender, receiver) = channel();
        match lock(&self.sessions).as_mut() {
            Some(sessions) => sessions.insert(session.to_owned(), sender),
            None => return Err(RenderError::BrowserGone),
        };
        Ok(receiver)
    }

    /// From now on, messages for a session are dropped.
    pub(crate) fn forget(&self, session: &str) {
        if let Some(sessions) = lock(&self.sessions).as_mut() {
            sessions.remove(session);
        }
    }

    /// Whether the browser is still running.
    pub(crate) fn is_open(&self) -> bool {
        lock(&self.sessions).is_some()
    }

    /// Sends a call and returns its number; the answer goes to the listener of the session.
    ///
    /// # Errors
    /// [`RenderError::BrowserGone`].
    pub(crate) fn send(&self, session: &str, method: &str, params: Value) -> Result<u64, RenderError> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({"id": call, "method": method, "params": params});
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let mut writer = lock(&self.writer);
        writer.write_all(&bytes).and_then(|()| writer.flush()).map_err(|_| RenderError::BrowserGone)?;
        Ok(call)
    }
}

fn read_all(mut reader: impl BufRead, sessions: &Sessions) {
    let mut message = Vec::new();
    loop {
        message.clear();
        match reader.by_ref().take(LONGEST_MESSAGE as u64).read_until(0, &mut message) {
            Ok(0) | Err(_) => return,
            Ok(_) if message.pop() != Some(0) => return,
            Ok(_) => {}
        }
        let Ok(mut value) = serde_json::from_slice::<Value>(&message) else { continue };
        let session = value["sessionId"].as_str().unwrap_or_default().to_owned();
        let incoming = if let Some(call) = value["id"].as_u64() {
            let result = match value.get("error") {
                Some(error) => Err(error["message"].as_str().unwrap_or("unknown error").to_owned()),
                None => Ok(value["result"].take()),
            };
            Incoming::Answer { call, result }
        } else if let Value::String(method) = value["method"].take() {
            Incoming::Event { method, params: value["params"].take() }
        } else {
            continue;
        };
        match lock(sessions).as_ref() {
            Some(sessions) => {
                if let Some(listener) = sessions.get(&session) {
                    let _ = listener.send(incoming);
                }
            }
            None => return,
        }
        // a large message should not occupy memory while waiting for the next small one
        if message.capacity() > 1 << 20 {
            message = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn messages_go_to_their_sessions_and_the_end_is_noticed() {
        let (give, mut take) = (std::io::pipe().unwrap(), std::io::pipe().unwrap());
        let connection = Connection::new(give.0, take.1);
        let (own, tab) = (connection.listen("").unwrap(), connection.listen("T").unwrap());
        assert_eq!(connection.send("T", "Page.enable", json!({})).unwrap(), 1);
        let mut sent = vec![0; 64];
        let length = take.0.read(&mut sent).unwrap();
        assert_eq!(sent[..length], *b"{\"id\":1,\"method\":\"Page.enable\",\"params\":{},\"sessionId\":\"T\"}\0");
        let mut out = give.1;
        out.write_all(
            b"no json\0{\"id\":1,\"result\":{\"a\":2},\"sessionId\":\"T\"}\0{\"method\":\"X.y\",\"params\":3}\0",
        )
        .unwrap();
        out.write_all(b"{\"id\":2,\"error\":{\"message\":\"no\"},\"sessionId\":\"T\"}\0{\"method\":\"cut").unwrap();
        drop(out);
        assert!(matches!(tab.recv(), Ok(Incoming::Answer { call: 1, result: Ok(value) }) if value["a"] == 2));
        assert!(matches!(tab.recv(), Ok(Incoming::Answer { call: 2, result: Err(why) }) if why == "no"));
        assert!(matches!(own.recv(), Ok(Incoming::Event { method, params }) if method == "X.y" && params == 3));
        assert!(own.recv().is_err() && tab.recv().is_err() && !connection.is_open());
        assert!(connection.listen("").is_err());
    }

    #[test]
    fn a_browser_that_says_nothing_ends() {
        let connection = Connection::new(Cursor::new(Vec::new()), Vec::new());
        while connection.is_open() {
            thread::yield_now();
        }
    }
}
