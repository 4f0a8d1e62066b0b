//! Runs that are recorded and made again from the recording, and pages behind a login.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::server::{Answer, Server, answer, html};
use crate::support::{Folder, Ran, page};

const FAST: [&str; 5] = ["--allow-private", "--delay", "0", "-f", "csv"];

/// A list of three pages whose second one is behind a redirect, as of some day.
fn list(path: &str, head: &[String], day: usize) -> Answer {
    let page = |at: usize, more: &str| {
        let item = |n: usize| format!("<li class=item><a href='/lamp/{n}'>Lamp number {n}</a> <b>${n}.50</b></li>");
        // on the second day the last page has one lamp more
        let last = if at == 3 { 10 + day } else { 10 };
        let items: String = (1..=last).map(|n| item(at * 100 + n)).collect();
        format!("<title>Lamps</title><h1>Lamps</h1><ul>{items}</ul><div class=pager>{more}</div>")
    };
    let next = |at: usize| format!("<a rel=next class=next href='/list?page={at}'>Next page</a>");
    let (text, tag) = match path {
        "/list" => (page(1, &next(2)), "\"a\"".to_owned()),
        "/list?page=2" => return answer("302 Found", "Location: /lamps/2#top", ""),
        "/lamps/2" => (page(2, &next(3)), "\"b\"".to_owned()),
        "/list?page=3" => (page(3, ""), format!("\"c{day}\"")),
        _ => return answer("404 Not Found", "Content-Type: text/html", "<h1>Not found</h1>"),
    };
    let fields = format!("Content-Type: text/html\r\nETag: {tag}\r\nSet-Cookie: seen=1");
    match head.contains(&format!("if-none-match: {tag}")) {
        true => answer("304 Not Modified", &fields, ""),
        false => answer("200 OK", &fields, text),
    }
}

fn rows(ran: &Ran) -> usize {
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.out.lines().count() - 1
}

#[test]
fn a_recorded_run_can_be_made_again_without_the_network_and_asks_only_for_what_changed() {
    let day = Arc::new(AtomicUsize::new(0));
    let today = day.clone();
    let server = Server::reading(move |path, head| list(path, head, today.load(Ordering::SeqCst)));
    let folder = Folder::new("recording");
    let start = server.url("/list");
    let harvest = |more: &[&str]| folder.run(&[&["harvest", &start][..], &FAST, more].concat());
    let first = harvest(&["--record", "crawl.warc.gz"]);
    assert_eq!(rows(&first), 30);
    let asked = server.asked().len();
    let again = harvest(&["--from", "crawl.warc.gz"]);
    assert_eq!((again.out.as_str(), server.asked().len()), (first.out.as_str(), asked), "{again:?}");
    // what has not changed is not sent again, and the table is the current one
    day.store(1, Ordering::SeqCst);
    let second = harvest(&["--record", "crawl.warc.gz"]);
    assert_eq!(rows(&second), 31);
    assert_eq!(harvest(&["--from", "crawl.warc.gz"]).out, second.out);
    assert_eq!(harvest(&[]).out, second.out);
    let archive = folder.gunzip("crawl.warc.gz");
    let count = |what: &str| archive.matches(what).count();
    assert_eq!((count("WARC-Type: warcinfo"), count("WARC-Type: revisit")), (1, 2), "{archive}");
    assert_eq!((count("WARC-Type: response"), count("WARC-Type: request")), (8, 10), "{archive}");
    assert!(archive.contains("if-none-match: \"b\""), "{archive}");
    // any command reads it
    let records = folder.run(&["records", "crawl.warc.gz", "-f", "jsonl"]);
    assert_eq!(records.lines().len(), 4, "{records:?}");
}

#[test]
fn pages_behind_a_login_and_nobody_else_learns_of_it() {
    let inside = Server::reading(|path, head| {
        let cookies = head.iter().find_map(|line| line.strip_prefix("cookie: ")).unwrap_or_default();
        let has = |cookie| cookies.split("; ").any(|one| one == cookie);
        match (path, has("id=42") && head.contains(&"x-key: secret".to_owned()), has("step=2")) {
            ("/robots.txt", ..) => {
                assert!(!head.iter().any(|line| line.starts_with("cookie: ") || line.contains("secret")), "{head:?}");
                answer("404 Not Found", "X: y", "")
            }
            ("/first", true, _) => answer("302 Found", "Location: /second\r\nSet-Cookie: step=2; Path=/", ""),
            ("/second", true, true) => html(page("lamp")),
            _ => answer("403 Forbidden", "Content-Type: text/html", "<h1>Log in</h1>"),
        }
    });
    let folder = Folder::new("login");
    folder.write("cookies.txt", "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tid\t42\n");
    folder.write("headers.txt", "X-Key: secret\n");
    let records = |url: &str, more: &[&str]| folder.run(&[&["records", url][..], &FAST, more].concat());
    let first = inside.url("/first");
    assert_eq!(records(&first, &[]).code, Some(1));
    let login = ["--cookies", "cookies.txt", "--headers", "headers.txt"];
    let ran = records(&first, &[&login[..], &["--record", "in.warc.gz"]].concat());
    assert!(ran.code == Some(0) && ran.out.contains("lamp 1"), "{ran:?}");
    assert!(!folder.gunzip("in.warc.gz").contains("secret"));
    // another host gets neither, by a redirect
    let outside = Server::reading(|_, head| {
        assert!(!head.iter().any(|line| line.contains("secret")), "{head:?}");
        html(page("desk"))
    });
    let there = outside.address.replace("127.0.0.1", "localhost");
    let leads_out = Server::start(move |_| answer("302 Found", &format!("Location: {there}/x"), ""));
    let ran = records(&leads_out.url("/"), &login);
    assert!(ran.code == Some(0) && ran.out.contains("desk 1"), "{ran:?}");
    // wrong files are reported before anything is fetched
    folder.write("wrong.txt", "id=42\n");
    for (flag, what) in [("--cookies", "seven columns"), ("--headers", "a colon"), ("--record", ".warc.gz")] {
        let ran = records(&first, &[flag, "wrong.txt"]);
        assert!(ran.code == Some(2) && ran.err.contains(what), "{ran:?}");
    }
    assert_eq!(folder.read("wrong.txt"), "id=42\n");
}

#[test]
fn half_a_page_is_better_than_the_error_behind_it() {
    // cut off in its second half, then shorter, then busy for good
    let times = AtomicUsize::new(0);
    let server = Server::start(move |path| {
        if path != "/list" {
            return answer("404 Not Found", "X: y", "");
        }
        let page = crate::harvest::list(1..=20, "");
        let cut = |bytes: usize| Answer {
            head: format!("200 OK\r\nContent-Type: text/html\r\nContent-Length: {}", page.len()),
            body: page[..bytes].into(),
            wait: Duration::ZERO,
        };
        match times.fetch_add(1, Ordering::SeqCst) {
            0 => cut(page.len() * 3 / 4),
            1 => cut(page.len() / 4),
            _ => answer("503 Service Unavailable", "Retry-After: 0", "busy"),
        }
    });
    let folder = Folder::new("half");
    let live = folder.run(
        &[
            &["records", &server.url("/list"), "--retries", "2", "--record", "half.warc.gz"][..],
            &FAST[..3],
            &["-f", "jsonl"],
        ]
        .concat(),
    );
    assert!(live.warnings().iter().any(|warning| warning.contains("the connection was interrupted")), "{live:?}");
    let count = |ran: &Ran| ran.lines()[0]["regions"][0]["records"].as_array().map(Vec::len);
    assert!(count(&live).is_some_and(|rows| (12..20).contains(&rows)), "{live:?}");
    let again = folder.run(&["records", "half.warc.gz", "-f", "jsonl"]);
    assert_eq!((again.lines().len(), count(&again)), (1, count(&live)), "{again:?}");
}
