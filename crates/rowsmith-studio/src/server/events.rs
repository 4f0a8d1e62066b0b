//! Notifies windows of changes as they happen, by server-sent events.

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tiny_http::Request;

use super::reply::shared;
use crate::app::App;

/// Something is sent at least this often, so that a window that has gone away is noticed.
const SILENCE: Duration = Duration::from_secs(10);

/// Events are sent at most this often.
const PACE: Duration = Duration::from_millis(80);

/// Notifies a window of all changes until it has gone away.
pub(super) fn follow(request: Request, app: Arc<App>) {
    thread::spawn(move || {
        let mut out = request.into_writer();
        let mut head = "HTTP/1.1 200 OK\r\nConnection: close\r\n".to_owned();
        for (name, value) in shared("text/event-stream") {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        if out.write_all(head.as_bytes()).is_err() {
            return;
        }
        let (mut tick, mut sent) = (u64::MAX, String::new());
        while let Some((now, status)) = app.jobs.wait(tick, SILENCE) {
            tick = now;
            let data = serde_json::to_string(&status).unwrap_or_default();
            let line = if data == sent { ":\n\n".to_owned() } else { format!("data: {data}\n\n") };
            sent = data;
            if out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_err() {
                return;
            }
            thread::sleep(PACE);
        }
    });
}
