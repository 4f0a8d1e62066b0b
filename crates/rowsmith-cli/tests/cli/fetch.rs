//! Pages from a server on this machine: only what was named, politely, within limits.

use std::time::{Duration, Instant};

use crate::server::{Answer, Server, answer, html};
use crate::support::{Folder, gz, page};

const FAST: [&str; 3] = ["--allow-private", "--delay", "0"];

fn run(folder: &Folder, arguments: &[&str]) -> crate::support::Ran {
    folder.run(&[&["records"][..], arguments, &FAST].concat())
}

/// Why pages failed, by the file `failed`.
fn reasons(folder: &Folder) -> Vec<String> {
    let failed = folder.read("failed");
    let failed = failed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    failed.map(|line| line["reason"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_page_with_its_address_and_charset() {
    let server = Server::start(|path| match path {
        "/old" => answer("301 Moved", "Location: /shop/list?x=1#top", ""),
        "/shop/list?x=1" => {
            let latin: Vec<u8> = page("caf\u{e9}").replace("/item", "item").chars().map(|c| c as u8).collect();
            answer("200 OK", "Content-Type: text/html; charset=iso-8859-1\r\nContent-Encoding: gzip", gz(&latin))
        }
        _ => answer("404 Not Found", "X: y", ""),
    });
    let folder = Folder::new("fetch");
    let ran = run(&folder, &[&server.url("/old"), "--user-agent", "tester/1 (x)"]);
    assert_eq!((ran.code, ran.err.as_str(), ran.sources()), (Some(0), "", vec![server.url("/old")]), "{ran:?}");
    assert!(ran.out.contains("caf\u{e9} 1") && ran.out.contains(&server.url("/shop/item/1")), "{ran:?}");
    assert_eq!(server.asked(), ["/old tester/1 (x)", "/robots.txt tester/1 (x)", "/shop/list?x=1 tester/1 (x)"]);
}

#[test]
fn private_addresses_are_refused_after_redirects_and_names_too() {
    let folder = Folder::new("fetch-private");
    let server = Server::start(|_| html(page("secret")));
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    let refused = |url: &str, more: &[&str]| {
        let ran = folder.run(&[&["records", url, "--delay", "0", "--failures", "failed"][..], more].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{ran:?}");
        assert!(ran.err.contains("private network; use --allow-private"), "{ran:?}");
        assert!(!ran.err.contains("robots.txt"), "{ran:?}");
        assert_eq!(reasons(&folder), ["private-address"], "{ran:?}");
    };
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "10.0.0.1", "0x7f.1"]
    {
        // by the request for robots.txt, which comes first, and without it
        refused(&format!("http://{host}:{port}/"), &[]);
        refused(&format!("http://{host}:{port}/"), &["--ignore-robots"]);
    }
    refused(&server.url("/sitemap.xml"), &[]);
    let ran = folder.run_with(
        &["records", "--delay", "0"],
        format!("<urlset><url><loc>{}</loc></url></urlset>", server.url("/a")).as_bytes(),
    );
    assert!(ran.code == Some(1) && ran.err.contains("private network"), "{ran:?}");
    assert_eq!(server.asked(), [""; 0]);
}

#[test]
fn robots_txt_is_not_blamed_for_a_private_network() {
    let folder = Folder::new("fetch-private-robots");
    let ran = folder.run(&["records", "http://127.0.0.1:9/", "--delay", "0", "--failures", "failed"]);
    assert!(
        ran.code == Some(1) && ran.err.contains(": 127.0.0.1 is on a private network; use --allow-private"),
        "{ran:?}"
    );
    assert!(
        !ran.err.contains("robots.txt") && folder.read("failed").contains("\"reason\":\"private-address\""),
        "{ran:?}"
    );
}

#[test]
fn robots_txt_is_obeyed() {
    let server = Server::start(|path| match path {
        "/robots.txt" => answer(
            "200 OK",
            "Content-Type: text/plain",
            "User-agent: other\nDisallow: /\n\nUser-agent: rowsmith\nDisallow: /private\n",
        ),
        _ => html(page(path)),
    });
    let folder = Folder::new("robots");
    let (open, closed) = (server.url("/open"), server.url("/private/a"));
    let ran = run(&folder, &[&closed, &open, "--failures", "failed"]);
    assert_eq!((ran.code, ran.sources()), (Some(1), vec![open.clone()]), "{ran:?}");
    assert!(folder.read("failed").contains("\"reason\":\"robots\""));
    assert!(server.asked().iter().all(|asked| !asked.starts_with("/private")));
    assert_eq!(run(&folder, &[&closed, &open, "--user-agent", "other/2"]).lines().len(), 0);
    assert_eq!(run(&folder, &[&closed, "--ignore-robots"]).code, Some(0));

    let broken = Server::start(|path| match path {
        "/robots.txt" => answer("503 No", "X: y", ""),
        _ => html(page(path)),
    });
    let ran = run(&folder, &[&broken.url("/a"), "--failures", "failed"]);
    assert_eq!(reasons(&folder), ["robots"], "{ran:?}");
    assert!(
        ran.code == Some(1) && ran.err.contains("robots.txt is not available (the server answered 503)"),
        "{ran:?}"
    );
}

#[test]
fn servers_that_misbehave() {
    let server = Server::start(|path| match path {
        "/slow" => Answer { wait: Duration::from_secs(20), ..html(page("slow")) },
        "/loop" => answer("302 Found", "Location: /loop", ""),
        "/file" => answer("302 Found", "Location: file:///etc/passwd", ""),
        "/large" => html("<p>x</p>".repeat(1 << 18)),
        "/pdf" => answer("200 OK", "Content-Type: application/pdf", "%PDF-1.7"),
        "/missing" => answer("404 Not Found", "Content-Type: text/html", "<p>gone"),
        "/robots.txt" => answer("404 Not Found", "X: y", ""),
        "/half" => Answer {
            head: "200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999".into(),
            body: page("half").into(),
            wait: Duration::ZERO,
        },
        _ => html(page(path)),
    });
    let folder = Folder::new("misbehave");
    let begun = Instant::now();
    let paths = ["/slow", "/loop", "/file", "/large", "/pdf", "/missing", "/good"].map(|path| server.url(path));
    let mut arguments: Vec<&str> = paths.iter().map(String::as_str).collect();
    arguments.extend([
        "ftp://x.example/",
        "http://nowhere.invalid/",
        "--timeout",
        "2",
        "--max-bytes",
        "1M",
        "--failures",
        "failed",
    ]);
    let ran = run(&folder, &arguments);
    assert!(begun.elapsed() < Duration::from_secs(15));
    assert_eq!((ran.code, ran.sources()), (Some(1), vec![server.url("/large"), server.url("/good")]), "{ran:?}");
    assert!(ran.warnings().contains(&"truncated: limit of bytes reached".to_owned()), "{ran:?}");
    let reasons = reasons(&folder);
    assert_eq!(reasons[..6], ["timeout", "redirects", "redirects", "not-html", "http-404", "unreadable"], "{ran:?}");
    // without a network there may be no answer at all
    assert!(["network", "timeout"].contains(&reasons[6].as_str()), "{ran:?}");
}

#[test]
fn a_host_that_cannot_be_reached_fails_for_that_reason_and_not_for_its_robots_txt() {
    let slow = Server::start(|path| match path {
        "/robots.txt" => Answer { wait: Duration::from_secs(20), ..answer("200 OK", "X: y", "User-agent: *") },
        _ => html(page(path)),
    });
    // behind the server, which could get the port otherwise
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}/a", closed.local_addr().unwrap());
    drop(closed);
    let folder = Folder::new("unreachable");
    let failures = ["--failures", "failed", "--timeout", "2"];
    for (url, reason) in [(nobody, "network"), (slow.url("/a"), "timeout")] {
        let ran = run(&folder, &[&[url.as_str()][..], &failures].concat());
        assert_eq!((ran.code, reasons(&folder)), (Some(1), vec![reason.to_owned()]), "{ran:?}");
        assert!(!ran.err.contains("forbids"), "{ran:?}");
        assert!(ran.err.contains("its robots.txt"), "it is not the page that gave no answer: {ran:?}");
    }
    assert!(slow.asked().iter().all(|asked| asked.starts_with("/robots.txt")), "no page without its robots.txt");
}

#[test]
fn sitemaps_and_feeds_stand_for_their_pages_and_links_are_not_followed() {
    let server = Server::start(|path| match path {
        "/sitemap.xml" => answer(
            "200 OK",
            "Content-Type: application/xml",
            "<sitemapindex><sitemap><loc>/one.xml.gz</loc></sitemap><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>",
        ),
        "/one.xml.gz" => answer(
            "200 OK",
            "Content-Type: application/gzip",
            gz(b"<urlset><url><loc>/a</loc></url><url><loc>/b</loc></url></urlset>"),
        ),
        "/blog/feed/" => answer(
            "200 OK",
            "Content-Type: application/rss+xml",
            "<rss version='2.0'><channel><title>t</title><item><title>c</title><link>/c</link></item></channel></rss>",
        ),
        "/robots.txt" => answer("404 Not Found", "X: y", ""),
        _ => html(page(path)),
    });
    let folder = Folder::new("sitemap");
    let feed = folder.run(&["records", &server.url("/blog/feed/"), "--allow-private", "--delay", "0"]);
    assert_eq!((feed.code, feed.sources()), (Some(0), vec![server.url("/c")]), "{feed:?}");
    let ran = run(&folder, &[&server.url("/one.xml.gz")]);
    assert_eq!((ran.code, ran.sources()), (Some(0), vec![server.url("/a"), server.url("/b")]), "{ran:?}");
    assert_eq!(ran.lines()[1]["position"], 2);
    let index = run(&folder, &[&server.url("/sitemap.xml")]);
    assert!(index.code == Some(1) && index.sources()[..2] == [server.url("/a"), server.url("/b")], "{index:?}");
    assert!(index.err.contains("lists are nested more than 4 deep"), "{index:?}");
    folder.write("feed.xml", format!("<urlset><url><loc>{}</loc></url></urlset>", server.url("/d")));
    assert_eq!(run(&folder, &["feed.xml"]).sources(), [server.url("/d")]);
    assert!(server.asked().iter().all(|asked| !asked.starts_with("/item")));
}

#[test]
fn a_host_is_asked_no_faster_than_it_may_and_the_order_is_kept() {
    let server = Server::start(|path| match path {
        "/robots.txt" => answer("200 OK", "Content-Type: text/plain", "User-agent: *\nCrawl-delay: 0.2\n"),
        "/0" => Answer { wait: Duration::from_millis(400), ..html(page("/0")) },
        _ => html(page(path)),
    });
    let folder = Folder::new("delay");
    let urls: Vec<String> = (0..5).map(|at| server.url(&format!("/{at}"))).collect();
    folder.write("list", urls.join("\n"));
    let begun = Instant::now();
    let ran = run(&folder, &["--files-from", "list"]);
    assert_eq!((ran.code, ran.sources()), (Some(0), urls), "{ran:?}");
    assert!(begun.elapsed() >= Duration::from_millis(800));
}
