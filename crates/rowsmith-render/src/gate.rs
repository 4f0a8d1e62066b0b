//! The browser's access to the network: a proxy of our own that resolves names itself and connects only where it may.
//!
//! All requests of the browser go through it - redirects, frames, scripts, workers, sockets - so that no page can reach
//! a private network, even if a name resolves differently the second time. Tabs for pages without an address have a
//! gate of their own, which connects to nothing and provides the files of one folder.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::local;

/// Which addresses may be connected to.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// None: every request of a page fails.
    Nothing,
    /// Those for which the function is true.
    Only(fn(IpAddr) -> bool),
}

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 256 << 10;
/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(20);
/// The time limit for a connection without traffic.
const SILENT: Duration = Duration::from_secs(300);
/// The most connections at a time; others wait in the browser.
const MOST: usize = 512;
/// How many refused hosts are remembered.
const REMEMBERED: usize = 256;

/// A running gate; it closes when dropped.
pub(crate) struct Gate {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    reach: Reach,
    closed: AtomicBool,
    open: AtomicUsize,
    refused: Mutex<Vec<String>>,
    files: Mutex<Option<Files>>,
}

/// Files that are provided to a page.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// The folder that they are in or below.
    pub(crate) folder: PathBuf,
    /// The largest file, in bytes.
    pub(crate) max_bytes: usize,
}

impl Gate {
    /// Opens the gate on a port of this machine.
    pub(crate) fn open(reach: Reach) -> io::Result<Gate> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            reach,
            closed: AtomicBool::new(false),
            open: AtomicUsize::new(0),
            refused: Mutex::default(),
            files: Mutex::default(),
        });
        let serving = shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.closed.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let shared = serving.clone();
                if shared.open.fetch_add(1, Ordering::SeqCst) >= MOST {
                    shared.open.fetch_sub(1, Ordering::SeqCst);
                    continue;
                }
                thread::spawn(move || {
                    let _ = serve(stream, &shared);
                    shared.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Ok(Gate { address, shared })
    }

    /// Its address in the form that the browser expects.
    pub(crate) fn proxy(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on, provides these files for requests to [`local::ADDRESS`].
    pub(crate) fn give(&self, files: Option<Files>) {
        *self.shared.files.lock().unwrap_or_else(PoisonError::into_inner) = files;
    }

    /// Whether a host was refused recently.
    pub(crate) fn has_refused(&self, host: &str) -> bool {
        let host = plain(host);
        self.shared.refused.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|refused| refused == host)
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        // wakes the thread that waits for connections
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

/// A host without the brackets of an IPv6 address.
fn plain(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

impl Shared {
    /// Connects to the first address of a host that is allowed and reachable.
    fn connect(&self, host: &str, port: u16) -> Result<TcpStream, u16> {
        let Reach::Only(may) = self.reach else { return Err(403) };
        let host = plain(host);
        let found: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(|_| 502u16)?.collect();
        let allowed: Vec<SocketAddr> = found.into_iter().filter(|address| may(address.ip())).collect();
        if allowed.is_empty() {
            let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            if refused.len() >= REMEMBERED {
                refused.remove(0);
            }
            refused.push(host.to_owned());
            return Err(403);
        }
        let mut connections = allowed.iter().map(|address| TcpStream::connect_timeout(address, CONNECT));
        connections.find_map(Result::ok).ok_or(502)
    }
}

/// One connection of the browser: a tunnel, or one plain request.
fn serve(mut browser: TcpStream, shared: &Shared) -> io::Result<()> {
    browser.set_read_timeout(Some(SILENT))?;
    let mut reader = BufReader::new(browser.try_clone()?);
    let Some(request) = read_head(&mut reader)? else { return Ok(()) };
    if request.host == local::HOST && request.forwarded.is_some() {
        return give(browser, shared, &request.path);
    }
    match shared.connect(&request.host, request.port) {
        Err(status) => {
            let head = format!("HTTP/1.1 {status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            browser.write_all(head.as_bytes())
        }
        Ok(mut server) => {
            server.set_read_timeout(Some(SILENT))?;
            match &request.forwarded {
                None => browser.write_all(b"HTTP/1.1 200 Connected\r\n\r\n")?,
                Some(head) => server.write_all(head)?,
            }
            // what was read beyond the head belongs to the server
            server.write_all(reader.buffer())?;
            relay(browser, server)
        }
    }
}

/// Answers with a file, if it is allowed.
fn give(mut browser: TcpStream, shared: &Shared, path: &str) -> io::Result<()> {
    let files = shared.files.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(served) = files.and_then(|files| local::serve(&files.folder, path, files.max_bytes)) else {
        return browser.write_all(b"HTTP/1.1 403 Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let (kind, length) = (served.kind, served.bytes.len());
    // the next page of the tab has other files under the same names, but the browser keeps no text of a response that
    // must not be stored at all
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    );
    browser.write_all(head.as_bytes())?;
    browser.write_all(&served.bytes)
}

/// Copies both ways until both have ended.
fn relay(browser: TcpStream, server: TcpStream) -> io::Result<()> {
    let (mut up_from, mut up_to) = (browser.try_clone()?, server.try_clone()?);
    let up = thread::spawn(move || {
        let _ = io::copy(&mut up_from, &mut up_to);
        let _ = up_to.shutdown(std::net::Shutdown::Write);
    });
    let (mut from, mut to) = (server, browser);
    let _ = io::copy(&mut from, &mut to);
    let _ = to.shutdown(std::net::Shutdown::Both);
    let _ = from.shutdown(std::net::Shutdown::Both);
    let _ = up.join();
    Ok(())
}

/// A request of the browser to the proxy.
#[derive(PartialEq, Eq, Debug)]
struct Request {
    host: String,
    port: u16,
    /// The path of its address, with percent-encoding; empty for a tunnel.
    path: String,
    /// The head to forward; `None` for a tunnel.
    forwarded: Option<Vec<u8>>,
}

/// Parses the head of a request; `None` for anything else.
fn read_head(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if reader.by_ref().take(LONGEST_HEAD as u64).read_until(b'\n', &mut head)? == 0 || head.len() >= LONGEST_HEAD {
            return Ok(None);
        }
    }
    Ok(parse_head(&head))
}

fn parse_head(head: &[u8]) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; 128];
    let mut request = httparse::Request::new(&mut headers);
    if !matches!(request.parse(head), Ok(httparse::Status::Complete(_))) {
        return None;
    }
    let (method, target) = (request.method?, request.path?);
    if method == "CONNECT" {
        let (host, port) = target.rsplit_once(':')?;
        return Some(Request { host: host.to_owned(), port: port.parse().ok()?, path: String::new(), forwarded: None });
    }
    let url = url::Url::parse(target).ok()?;
    let (host, port) = (url.host_str()?.to_owned(), url.port_or_known_default()?);
    let query = url.query().map_or(String::new(), |query| format!("?{query}"));
    let mut forwarded = format!("{method} {}{query} HTTP/1.1\r\n", url.path()).into_bytes();
    // a socket keeps its connection; any other gets one request, since the next may be for another host
    let upgrades = request.headers.iter().any(|header| header.name.eq_ignore_ascii_case("upgrade"));
    for header in request.headers.iter() {
        let dropped = ["proxy-connection", "proxy-authorization", "keep-alive"];
        let is = |name: &str| header.name.eq_ignore_ascii_case(name);
        if dropped.iter().any(|name| is(name)) || is("connection") && !upgrades {
            continue;
        }
        forwarded.extend_from_slice(header.name.as_bytes());
        forwarded.extend_from_slice(b": ");
        forwarded.extend_from_slice(header.value);
        forwarded.extend_from_slice(b"\r\n");
    }
    if !upgrades {
        forwarded.extend_from_slice(b"Connection: close\r\n");
    }
    forwarded.extend_from_slice(b"\r\n");
    Some(Request { host, port, path: url.path().to_owned(), forwarded: Some(forwarded) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_sent_on_without_what_is_for_the_proxy() {
        let request = parse_head(
            b"GET http://a.example:81/x?y HTTP/1.1\r\nHost: a.example:81\r\nProxy-Connection: keep-alive\r\n\r\n",
        );
        let expected = b"GET /x?y HTTP/1.1\r\nHost: a.example:81\r\nConnection: close\r\n\r\n".to_vec();
        assert_eq!(
            request,
            Some(Request { host: "a.example".into(), port: 81, path: "/x".into(), forwarded: Some(expected) })
        );
        let tunnel = parse_head(b"CONNECT [::1]:443 HTTP/1.1\r\n\r\n");
        assert_eq!(tunnel, Some(Request { host: "[::1]".into(), port: 443, path: String::new(), forwarded: None }));
        assert_eq!(parse_head(b"GET /own HTTP/1.1\r\n\r\n"), None);
        let socket =
            parse_head(b"GET http://a/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n").unwrap();
        assert!(String::from_utf8(socket.forwarded.unwrap()).unwrap().contains("Connection: Upgrade"));
    }

    fn ask(gate: &Gate, request: &str) -> String {
        let mut stream = TcpStream::connect(gate.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn what_may_not_be_reached_is_refused() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap();
        thread::spawn(move || {
            for stream in server.incoming().flatten() {
                let mut stream = stream;
                let _ = read_head(&mut BufReader::new(&stream));
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nhello");
            }
        });
        let request = format!("GET http://{address}/ HTTP/1.1\r\n\r\n");
        let open = Gate::open(Reach::Only(|address| address.is_loopback())).unwrap();
        assert!(ask(&open, &request).ends_with("hello"));
        assert!(!open.has_refused("127.0.0.1"));
        let closed = Gate::open(Reach::Only(|address| !address.is_loopback())).unwrap();
        assert!(ask(&closed, &request).starts_with("HTTP/1.1 403"));
        assert!(
            ask(&closed, &format!("CONNECT localhost:{} HTTP/1.1\r\n\r\n", address.port())).starts_with("HTTP/1.1 403")
        );
        assert!(closed.has_refused("127.0.0.1") && closed.has_refused("localhost"));
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.css"), "p{}").unwrap();
        let here = |path: &str| format!("GET http://page.invalid{path} HTTP/1.1\r\n\r\n");
        let giving = Gate::open(Reach::Nothing).unwrap();
        assert!(ask(&giving, &here("/a.css")).starts_with("HTTP/1.1 403"));
        giving.give(Some(Files { folder: folder.path().to_owned(), max_bytes: 9 }));
        assert!(ask(&giving, &here("/a.css?x")).ends_with("\r\n\r\np{}"));
        assert!(ask(&giving, &here("/b.css")).starts_with("HTTP/1.1 403"));
        assert!(ask(&giving, &request).starts_with("HTTP/1.1 403"));
        let none = Gate::open(Reach::Nothing).unwrap();
        assert!(ask(&none, &request).starts_with("HTTP/1.1 403") && !none.has_refused("127.0.0.1"));
    }
}
