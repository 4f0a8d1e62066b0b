//! A web server on this machine, for one test.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

/// Status line and headers, and the body.
pub(crate) type Answer = (&'static str, String);

pub(crate) const HTML: &str = "200 OK\r\nContent-Type: text/html; charset=utf-8";

pub(crate) fn html(body: impl Into<String>) -> Answer {
    (HTML, body.into())
}

/// Answers each path with the result of `handle`, for the lifetime of the test's process; returns the address.
pub(crate) fn serve(handle: impl Fn(&str) -> Answer + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let handle = Arc::new(handle);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let handle = handle.clone();
            std::thread::spawn(move || answer(&stream, &*handle));
        }
    });
    address
}

fn answer(stream: &TcpStream, handle: &dyn Fn(&str) -> Answer) {
    let mut lines = BufReader::new(stream).lines();
    let Some(Ok(first)) = lines.next() else { return };
    if lines.take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty())).any(|line| line.is_err()) {
        return;
    }
    let (head, body) = handle(first.split(' ').nth(1).unwrap_or("/"));
    let mut out = stream;
    let length = body.len();
    let _ = write!(out, "HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
}
