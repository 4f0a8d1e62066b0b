//! Fetching pages: politely (robots.txt, one request per host at a time and with a minimum interval), within limits of
//! time and size, and not from private networks. Only what was named is fetched. What servers answer can be recorded.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ureq::config::AutoHeaderValue;
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Error, Proxy};
use url::Url;

use super::cookies::Cookies;
use super::headers::{self, Header};
use super::host::{Private, PublicResolver};
use super::http::{Head, LONGEST_HEAD, Validators};
use super::load::{Loaded, has_end};
use super::record::{Earlier, Exchange, Recording, unkept};
use super::robots::Rules;
use crate::args::FetchArgs;
use crate::common::clock::now;
use crate::common::failure::{Failure, why};
use crate::common::problem::Problem;
use crate::common::source::PageContext;

/// The most redirects that are followed, including those of robots.txt (RFC 9309 asks for at least five).
const REDIRECTS: usize = 10;
/// How many bytes of a robots.txt are read; RFC 9309 asks for at least 500 KiB.
const LONGEST_ROBOTS: usize = 512 << 10;
/// The maximum time between two requests, even if a host asks for more.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

/// The kinds of content that are asked for.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.8,*/*;q=0.5";

/// Seconds until a busy server is tried again if it names no time; doubled each time.
const PATIENCE: f32 = 1.0;

/// How to fetch.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FetchOptions {
    /// The name that we send; rules in robots.txt are looked up by its first word.
    pub(crate) user_agent: String,
    /// The minimum time between requests to a host.
    pub(crate) delay: Duration,
    /// The time limit for a page, not counting redirects.
    pub(crate) timeout: Duration,
    /// How often a server that is busy or unreachable is tried again.
    pub(crate) retries: u32,
    /// Whether private addresses may be fetched, and the proxies of the environment used.
    pub(crate) allow_private: bool,
    /// Whether robots.txt is ignored.
    pub(crate) ignore_robots: bool,
}

impl From<&FetchArgs> for FetchOptions {
    fn from(args: &FetchArgs) -> Self {
        FetchOptions {
            user_agent: args.user_agent.clone(),
            delay: args.delay,
            timeout: args.timeout,
            retries: args.retries.unwrap_or(0),
            allow_private: args.allow_private,
            ignore_robots: args.ignore_robots,
        }
    }
}

/// Fetches pages, from several threads.
pub(crate) struct Fetcher {
    agent: Agent,
    options: FetchOptions,
    hosts: Mutex<HashMap<String, Arc<Host>>>,
    login: Login,
    recording: Option<Recording>,
}

/// What a person sends to be let in. It is not recorded.
#[derive(Default)]
struct Login {
    headers: Vec<Header>,
    cookies: Option<Cookies>,
}

/// What goes along with a request.
#[derive(Clone, Copy)]
enum Along {
    /// Nothing, as for robots.txt.
    Nothing,
    /// Cookies; after a redirect to another host.
    Cookies,
    /// Cookies and headers.
    All,
}

/// What is known about a host: scheme, name and port.
#[derive(Default)]
struct Host {
    robots: OnceLock<Robots>,
    /// When the next request may begin.
    next: Mutex<Option<Instant>>,
}

/// The rules of a host.
enum Robots {
    All,
    Some(Rules),
    /// None can be had, so that nothing is allowed: the host is in trouble, cannot be reached, or may not be.
    None(Problem),
}

/// A response.
struct Response {
    head: Head,
    retry_after: Option<String>,
    /// Its body as it was sent.
    sent: Vec<u8>,
    /// Its body without codings.
    body: Loaded,
    /// What is to be recorded beside the page, if it was cut off.
    unrecorded: Option<Unrecorded>,
}

/// A request and the head of its response, as they are recorded.
struct Unrecorded {
    request: String,
    head: String,
}

impl Response {
    /// Whether a page ended before its end. Some servers state more than there is.
    fn is_cut(&self) -> bool {
        self.body.interrupted && self.head.is_success()
    }
}

impl Fetcher {
    /// Opens no connection yet.
    pub(crate) fn new(options: FetchOptions) -> Self {
        // A proxy resolves names itself, so what is private could not be determined here.
        let proxy = if options.allow_private { Proxy::try_from_env() } else { None };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(&options.user_agent)
            .accept(ACCEPT)
            .accept_encoding(AutoHeaderValue::None)
            .max_response_header_size(LONGEST_HEAD)
            .timeout_global(Some(options.timeout))
            .proxy(proxy)
            .build();
        let resolver = PublicResolver { allow_private: options.allow_private };
        let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        Fetcher { agent, options, hosts: Mutex::default(), login: Login::default(), recording: None }
    }

    /// As the flags say.
    ///
    /// # Errors
    /// If a file that is named cannot be read, or is of another kind.
    pub(crate) fn open(args: &FetchArgs) -> Result<Self, Failure> {
        let mut fetcher = Fetcher::new(args.into());
        fetcher.login.headers = match &args.headers {
            Some(path) => read("--headers", path, headers::read)?,
            None => Vec::new(),
        };
        fetcher.login.cookies = args.cookies.as_ref().map(|path| read("--cookies", path, Cookies::read)).transpose()?;
        Ok(fetcher)
    }

    /// Records all responses from now on.
    pub(crate) fn recording(self, recording: Option<Recording>) -> Self {
        Fetcher { recording, ..self }
    }

    /// Tries busy servers this often.
    pub(crate) fn with_retries(self, retries: u32) -> Self {
        Fetcher { options: FetchOptions { retries, ..self.options }, ..self }
    }

    /// Fetches a page. Its address after redirects and its charset are recorded in the context.
    ///
    /// # Errors
    /// Why there is no page: the network, the server, or its robots.txt.
    pub(crate) fn page(&self, address: &str, max_bytes: usize, context: &mut PageContext) -> Result<Loaded, Problem> {
        let mut url = parse(address)?;
        url.set_fragment(None);
        let first = url.origin();
        for _ in 0..=REDIRECTS {
            let host = self.host(&url);
            self.allowed(&host, &url)?;
            let along = if url.origin() == first { Along::All } else { Along::Cookies };
            let response = self.ask_patiently(&host, &url, max_bytes, along)?;
            if let Some(location) = response.head.redirect() {
                url = follow(&url, location)?;
                url.set_fragment(None);
                continue;
            }
            if !response.head.is_success() {
                let status = response.head.status;
                return Err(Problem::new(format!("http-{status}"), format!("the server answered {status}")));
            }
            let Response { head, body: loaded, .. } = response;
            let (base_url, charset, fetched) = (Some(url.into()), head.charset(), now());
            *context = PageContext { base_url, charset, fetched, ..PageContext::default() };
            return Ok(loaded);
        }
        Err(Problem::new("redirects", format!("redirected more than {REDIRECTS} times")))
    }

    /// Waits until a page may be requested by other means; its redirects are not considered.
    ///
    /// # Errors
    /// If the host's robots.txt forbids it.
    #[cfg(feature = "render")]
    pub(crate) fn admit(&self, address: &str) -> Result<(), Problem> {
        let url = parse(address)?;
        let host = self.host(&url);
        self.allowed(&host, &url)?;
        self.wait(&host);
        Ok(())
    }

    fn host(&self, url: &Url) -> Arc<Host> {
        let name = url.origin().ascii_serialization();
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default().clone()
    }

    /// Whether the host's robots.txt allows it. The first caller fetches it, the others wait.
    fn allowed(&self, host: &Host, url: &Url) -> Result<(), Problem> {
        if self.options.ignore_robots {
            return Ok(());
        }
        match host.robots.get_or_init(|| self.robots(url)) {
            Robots::Some(rules) if !rules.allow(url) => Err(Problem::new("robots", "the host's robots.txt forbids it")),
            Robots::None(problem) => Err(problem.clone()),
            Robots::All | Robots::Some(_) => Ok(()),
        }
    }

    /// The rules of a host according to RFC 9309: none if there is no file, no access if the host is in trouble.
    fn robots(&self, of: &Url) -> Robots {
        let Ok(mut url) = of.join("/robots.txt") else { return Robots::All };
        for _ in 0..=REDIRECTS {
            let response = match self.ask(&url, LONGEST_ROBOTS, Along::Nothing) {
                Ok(response) => response,
                // the page is not to be had either, for the same reason; the page itself may well answer
                Err(Problem { reason, why }) if reason == "timeout" || reason == "network" => {
                    let why = match &*reason {
                        // there is nothing wrong with that file: nobody answers at all
                        "network" => format!("{why} (its robots.txt was asked for first)"),
                        _ => format!("its robots.txt: {why}"),
                    };
                    return Robots::None(Problem::new(reason, why));
                }
                Err(problem) => return Robots::None(problem),
            };
            match response.head.status {
                200..300 => {
                    let text = response.body.bytes;
                    let product = self.options.user_agent.split(['/', ' ']).next().unwrap_or_default();
                    return Robots::Some(Rules::read(&text, product));
                }
                300..400 => match response.head.redirect().and_then(|location| follow(&url, location).ok()) {
                    Some(next) => url = next,
                    None => return Robots::All,
                },
                400..500 if response.head.status != 429 => return Robots::All,
                status => {
                    let why = format!("the server answered {status}");
                    let why = format!("the host's robots.txt is not available ({why}), which forbids everything");
                    return Robots::None(Problem::new("robots", why));
                }
            }
        }
        Robots::All
    }

    /// Waits for the host's turn, and takes it.
    fn wait(&self, host: &Host) {
        let asked = match host.robots.get() {
            Some(Robots::Some(rules)) => rules.delay.map_or(Duration::ZERO, |delay| delay.min(LONGEST_DELAY)),
            _ => Duration::ZERO,
        };
        let turn = {
            let mut next = host.next.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            let turn = next.map_or(now, |next| next.max(now));
            *next = Some(turn + self.options.delay.max(asked));
            turn
        };
        thread::sleep(turn.saturating_duration_since(Instant::now()));
    }

    /// Sends a request when it is the host's turn, and again if the host is busy or unreachable, or ends before its page; everyone else
    /// who wants something from the host waits meanwhile. Half a page is better than none: the longest is given if no whole one comes.
    fn ask_patiently(&self, host: &Host, url: &Url, max_bytes: usize, along: Along) -> Result<Response, Problem> {
        let mut cut: Option<Response> = None;
        for attempt in 0_u32.. {
            self.wait(host);
            let answer = self.ask(url, max_bytes, along);
            let retry_after = match &answer {
                Ok(response) if response.is_cut() => None,
                Ok(response) if matches!(response.head.status, 429 | 500 | 502 | 503 | 504) => {
                    response.retry_after.clone()
                }
                Ok(response) if response.head.is_success() => return answer,
                Err(problem) if problem.reason == "timeout" || problem.reason == "network" => None,
                Ok(_) | Err(_) => return cut.map_or(answer, |cut| self.kept(url, cut)),
            };
            let is_last = attempt >= self.options.retries;
            match answer {
                Ok(response) if response.is_cut() => {
                    let longer = cut.take().filter(|cut| cut.sent.len() > response.sent.len());
                    let longest = longer.unwrap_or(response);
                    if is_last {
                        return self.kept(url, longest);
                    }
                    cut = Some(longest);
                }
                failed if is_last => return cut.map_or(failed, |cut| self.kept(url, cut)),
                _ => {}
            }
            let doubled = PATIENCE * 2_f32.powi(attempt.min(16) as i32);
            let seconds = retry_after.and_then(|text| text.trim().parse().ok()).unwrap_or(doubled);
            let pause = Duration::try_from_secs_f32(seconds).unwrap_or(LONGEST_DELAY).min(LONGEST_DELAY);
            let mut next = host.next.lock().unwrap_or_else(PoisonError::into_inner);
            let then = Instant::now() + pause;
            *next = Some(next.map_or(then, |next| next.max(then)));
        }
        self.ask(url, max_bytes, along)
    }

    /// A page that was cut off and is used nevertheless, which is recorded now.
    fn kept(&self, url: &Url, cut: Response) -> Result<Response, Problem> {
        if let (Some(recording), Some(Unrecorded { request, head })) = (&self.recording, &cut.unrecorded) {
            let (request, head) = (request.as_bytes(), head.as_bytes());
            let exchange = Exchange { url, request, head, body: &cut.sent, truncated: Some("disconnect") };
            recording.keep(&exchange).map_err(|error| unkept(&error))?;
        }
        Ok(cut)
    }

    /// Sends one request, and records it with its response. For a page of the recording that has not changed since, the
    /// response is that of the recording. A page that was cut off is not recorded yet, since it may come whole.
    fn ask(&self, url: &Url, max_bytes: usize, along: Along) -> Result<Response, Problem> {
        let validators = self.recording.as_ref().and_then(|recording| recording.validators(url));
        let validators = validators.as_ref();
        let mut request = self.agent.get(url.as_str()).header("accept-encoding", encodings());
        for (name, value) in conditions(validators) {
            request = request.header(name, value);
        }
        if matches!(along, Along::All) {
            for Header { name, value } in &self.login.headers {
                request = request.header(name, value);
            }
        }
        let cookies = self.login.cookies.as_ref().filter(|_| !matches!(along, Along::Nothing));
        if let Some(line) = cookies.and_then(|cookies| cookies.header(url)) {
            request = request.header("cookie", line);
        }
        let mut response = request.call().map_err(|error| problem(&error, self.options.timeout))?;
        let mut head = Head { status: response.status().as_u16(), ..Head::default() };
        let (mut retry_after, mut as_sent) = (None, format!("{:?} {}\r\n", response.version(), response.status()));
        for (name, value) in response.headers() {
            let value = String::from_utf8_lossy(value.as_bytes());
            match (name.as_str(), cookies) {
                // the body comes without its chunks
                ("transfer-encoding", _) => continue,
                ("set-cookie", Some(cookies)) => cookies.set(&value, url),
                ("retry-after", _) => retry_after = Some(value.clone().into_owned()),
                _ => {}
            }
            head.add(name.as_str(), &value);
            as_sent.push_str(&format!("{name}: {value}\r\n"));
        }
        as_sent.push_str("\r\n");
        if head.status == 304
            && let Some(earlier) = self.unchanged(url, validators, as_sent.as_bytes(), max_bytes)?
        {
            return Ok(earlier);
        }
        let mut sent = Vec::new();
        let body = response.body_mut().as_reader();
        let outcome = body.take(max_bytes.saturating_add(1) as u64).read_to_end(&mut sent);
        let damage = match outcome {
            Ok(_) => None,
            Err(error) if sent.is_empty() || is_timeout(&error) => {
                return Err(problem(&Error::from(error), self.options.timeout));
            }
            Err(_) => Some("the connection was interrupted".to_owned()),
        };
        let mut body = head.body(&sent, max_bytes);
        body.interrupted |= damage.is_some() && !has_end(&body.bytes);
        let is_interrupted = damage.is_some() || body.interrupted;
        body.damage = damage.or(body.damage);
        let mut response = Response { head, retry_after, sent, body, unrecorded: None };
        if let Some(recording) = &self.recording {
            let request = self.request(url, validators);
            if response.is_cut() {
                response.unrecorded = Some(Unrecorded { request, head: as_sent });
                return Ok(response);
            }
            // what is said of a whole body, such as bytes behind it, is no end that is missing
            let truncated = match is_interrupted {
                true => Some("disconnect"),
                false => (response.sent.len() > max_bytes).then_some("length"),
            };
            let (request, head) = (request.as_bytes(), as_sent.as_bytes());
            let exchange = Exchange { url, request, head, body: &response.sent, truncated };
            recording.keep(&exchange).map_err(|error| unkept(&error))?;
        }
        Ok(response)
    }

    /// The response of the recording, after the server said that it is still the current one.
    fn unchanged(
        &self,
        url: &Url,
        asked: Option<&Validators>,
        head: &[u8],
        max_bytes: usize,
    ) -> Result<Option<Response>, Problem> {
        let Some((recording, validators)) = self.recording.as_ref().zip(asked) else { return Ok(None) };
        let request = self.request(url, Some(validators));
        recording.keep_unchanged(url, request.as_bytes(), head).map_err(|error| unkept(&error))?;
        let Some(earlier) = recording.earlier(url).map_err(|error| Problem::unreadable(&error))? else {
            return Ok(None);
        };
        let Earlier { mut message, body_at } = earlier;
        let parsed = Head::parse(&message).map(|parsed| parsed.head);
        Ok(parsed.map(|head| {
            let sent = message.split_off(body_at);
            let body = head.body(&sent, max_bytes);
            Response { head, retry_after: None, sent, body, unrecorded: None }
        }))
    }

    /// A request as it is recorded: without cookies and headers of the user, which are secret.
    fn request(&self, url: &Url, validators: Option<&Validators>) -> String {
        let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
        let mut request =
            format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {}\r\n", self.options.user_agent);
        request.push_str(&format!("Accept: {ACCEPT}\r\nAccept-Encoding: {}\r\n", encodings()));
        for (name, value) in conditions(validators) {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request + "\r\n"
    }
}

/// The headers that ask for a page only if it has changed.
fn conditions(validators: Option<&Validators>) -> impl Iterator<Item = (&'static str, &str)> {
    let tag = validators.and_then(|validators| Some(("if-none-match", validators.tag.as_deref()?)));
    let modified = validators.and_then(|validators| Some(("if-modified-since", validators.modified.as_deref()?)));
    tag.into_iter().chain(modified)
}

/// What a file that is named by a flag says.
fn read<T>(flag: &str, path: &Path, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, Failure> {
    let usage = |what: String| Failure::Usage(format!("{flag} '{}': {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| usage(why(&error)))?;
    parse(&text).map_err(usage)
}

fn encodings() -> &'static str {
    if cfg!(feature = "zstd") { "gzip, deflate, br, zstd" } else { "gzip, deflate, br" }
}

fn parse(address: &str) -> Result<Url, Problem> {
    match Url::parse(address) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        _ => Err(Problem::new("address", "this is not an http or https address")),
    }
}

fn follow(url: &Url, location: &str) -> Result<Url, Problem> {
    let next = url.join(location).map_err(|_| Problem::new("redirects", "redirected without an address"))?;
    match next.scheme() {
        "http" | "https" => Ok(next),
        other => Err(Problem::new("redirects", format!("redirected to a {other:?} address"))),
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::TimedOut || error.to_string().starts_with("timeout")
}

fn problem(error: &Error, timeout: Duration) -> Problem {
    let timed_out = || Problem::new("timeout", format!("no answer within {} s", timeout.as_secs_f64()));
    match error {
        Error::Timeout(_) => timed_out(),
        Error::Io(error) if is_timeout(error) => timed_out(),
        Error::Other(other) if other.is::<Private>() => Problem::new("private-address", other.to_string()),
        Error::HostNotFound => Problem::new("network", "there is no such host"),
        Error::Io(error) => Problem::new("network", crate::common::failure::why(error)),
        error => Problem::new("network", error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_is_followed() {
        let url = parse("https://x.example/a/b").unwrap();
        assert_eq!(follow(&url, "../c?d").unwrap().as_str(), "https://x.example/c?d");
        assert!(follow(&url, "file:///etc/passwd").is_err() && follow(&url, "http://").is_err());
        assert!(parse("ftp://x.example/").is_err() && parse("/a").is_err());
    }

    #[test]
    fn a_host_has_its_turns() {
        let options = FetchOptions {
            user_agent: "test".into(),
            delay: Duration::from_millis(30),
            timeout: Duration::from_secs(1),
            retries: 0,
            allow_private: false,
            ignore_robots: false,
        };
        let (fetcher, host) = (Fetcher::new(options), Host::default());
        let begun = Instant::now();
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| fetcher.wait(&host));
            }
        });
        assert!(begun.elapsed() >= Duration::from_millis(60));
    }
}
