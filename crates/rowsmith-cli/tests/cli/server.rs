//! A web server on this machine, for one test.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// An answer.
pub struct Answer {
    pub head: String,
    pub body: Vec<u8>,
    /// The delay before the body.
    pub wait: Duration,
}

pub fn html(body: impl Into<Vec<u8>>) -> Answer {
    answer("200 OK", "Content-Type: text/html; charset=utf-8", body)
}

pub fn answer(status: &str, header: &str, body: impl Into<Vec<u8>>) -> Answer {
    Answer { head: format!("{status}\r\n{header}"), body: body.into(), wait: Duration::ZERO }
}

pub struct Server {
    pub address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers each path with the result of `handle`. The server lives as long as the test's process.
    pub fn start(handle: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        Server::reading(move |path, _| handle(path))
    }

    /// The same, with the head of the request: its lines, in lower case up to the colon.
    pub fn reading(handle: impl Fn(&str, &[String]) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (handle, log) = (Arc::new(handle), asked.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (handle, log) = (handle.clone(), log.clone());
                std::thread::spawn(move || serve(&stream, &*handle, &log));
            }
        });
        Server { address, asked }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// The requests so far, sorted: path and user agent.
    pub fn asked(&self) -> Vec<String> {
        let mut asked = self.asked.lock().unwrap().clone();
        asked.sort();
        asked
    }
}

fn serve(stream: &TcpStream, handle: &dyn Fn(&str, &[String]) -> Answer, log: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    let (mut first, mut head) = (String::new(), Vec::new());
    if reader.read_line(&mut first).is_err() {
        return;
    }
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            Ok(length) if length > 2 => {}
            _ => break,
        }
        let (name, value) = line.trim().split_once(':').unwrap_or_default();
        head.push(format!("{}: {}", name.to_ascii_lowercase(), value.trim()));
    }
    let path = first.split(' ').nth(1).unwrap_or("/");
    let agent = head.iter().find_map(|line| line.strip_prefix("user-agent: ")).unwrap_or_default();
    log.lock().unwrap().push(format!("{path} {agent}"));
    let answer = handle(path, &head);
    let mut out = stream;
    let length = answer.body.len();
    // an answer may state another length than it has
    let length = match answer.head.contains("Content-Length") {
        true => String::new(),
        false => format!("Content-Length: {length}\r\n"),
    };
    let head = format!("HTTP/1.1 {}\r\n{length}Connection: close\r\n\r\n", answer.head);
    let _ = out.write_all(head.as_bytes());
    std::thread::sleep(answer.wait);
    let _ = out.write_all(&answer.body);
}
