//! Lists that scripts fill, servers that are slow, and pages behind a login.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::harvest::{all_of, lamps, list, missing, next, number, run, server, ten};
use crate::render::browser;
use crate::server::{Answer, Server, answer, html};
use crate::support::{Folder, gz};

/// A shop of 43 lamps whose further pages are fetched by a script, by pressing a button or by scrolling.
fn filled(path: &str) -> Answer {
    if let Some(page) = path.strip_prefix("/more/").map(number) {
        return html(list(page * 10 - 9..=(page * 10).min(43), ""));
    }
    let (below, calls) = match path {
        "/press" => ("<button id=more>Load more</button>", "document.getElementById('more').onclick = more;"),
        "/scroll" => (
            "<div id=end style='margin-top:1200px'>…</div>",
            "new IntersectionObserver(seen => { if (seen[0].isIntersecting) setTimeout(more, 100); }).observe(document.getElementById('end'));",
        ),
        _ => return missing(),
    };
    let script = format!(
        "<script>let at = 1; const more = async () => {{
            if (at >= 5) return;
            const page = new DOMParser().parseFromString(await (await fetch('/more/' + ++at)).text(), 'text/html');
            document.querySelector('.lamps').append(...page.querySelectorAll('.item'));
        }}; {calls}</script>"
    );
    html(format!("<!DOCTYPE html>{}{below}{script}", list(ten(1), "")))
}

#[test]
fn lists_that_scripts_continue() {
    if !browser() {
        return;
    }
    let server = server(filled);
    for path in ["/press", "/scroll"] {
        let ran = run(&format!("live{}", path.replace('/', "-")), &[&server.url(path), "--render", "--timeout", "90"]);
        all_of(&ran, 43, "last page");
        // without a browser it is the first ten
        all_of(&run(&format!("still{}", path.replace('/', "-")), &[&server.url(path)]), 10, "last page");
    }
    let ran = run("live-cut", &[&server.url("/press"), "--render", "--timeout", "90", "--more", "2"]);
    assert_eq!(lamps(&ran), (1..=30).collect::<Vec<_>>(), "{ran:?}");
    assert!(ran.warnings().iter().any(|warning| warning.contains("there may be more; --more N")), "{ran:?}");
    let records = Folder::new("live-records").run(&[
        "records",
        &server.url("/press"),
        "--render",
        "--more",
        "9",
        "--allow-private",
        "--delay",
        "0",
        "--timeout",
        "90",
    ]);
    assert_eq!(records.lines()[0]["regions"][0]["records"].as_array().map(Vec::len), Some(43), "{records:?}");
}

/// A shop of three pages with five lamps each, in which every answer takes a while; and the most requests that it had at a
/// time.
fn slow(wait: Duration) -> (Server, Arc<AtomicUsize>) {
    let (now, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let seen = most.clone();
    let server = server(move |path| {
        seen.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        std::thread::sleep(wait);
        now.fetch_sub(1, Ordering::SeqCst);
        if let Some(lamp) = path.strip_prefix("/lamp/") {
            return html(format!("<h1>Lamp number {lamp}</h1><dl><dt>Bulb<dd>E{lamp}<dt>Height<dd>{lamp} cm</dl>"));
        }
        let at = number(path);
        let more = if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
        html(list(at * 5 - 4..=at * 5, &more))
    });
    (server, most)
}

#[test]
fn the_pages_of_records_are_fetched_at_the_same_time() {
    let (server, most) = slow(Duration::from_millis(250));
    let start = server.url("/list?page=1");
    let together = run("slow", &[&start, "--details"]);
    all_of(&together, 15, "last page");
    assert!(most.load(Ordering::SeqCst) > 3, "{most:?} at a time");
    most.store(0, Ordering::SeqCst);
    let alone = run("slow-one", &[&start, "--details", "--connections", "1"]);
    assert_eq!((alone.out, most.load(Ordering::SeqCst)), (together.out, 1), "the same rows in the same order");
    // each page once
    let asked = server.asked();
    assert_eq!(asked.iter().filter(|asked| asked.starts_with("/lamp/7 ")).count(), 2);
    assert_eq!(asked.iter().filter(|asked| asked.starts_with("/list?page=3 ")).count(), 2);
    // however many may be on their way, there is time between them
    let begun = Instant::now();
    let polite = Folder::new("slow-polite").run(&[
        "harvest",
        &start,
        "--details",
        "--max-pages",
        "1",
        "--allow-private",
        "--delay",
        "0.2",
        "-f",
        "jsonl",
    ]);
    assert!(lamps(&polite).len() == 5 && begun.elapsed() >= Duration::from_secs(1), "{polite:?}");
}

#[test]
fn a_page_that_is_cut_off_is_asked_for_again() {
    let folder = Folder::new("cut-recorded");
    // the second page ends in the middle, before the link to the third, the first so many times
    let site = |cut: usize| {
        let times = AtomicUsize::new(0);
        server(move |path| {
            let at = number(path);
            let more = if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
            let page = list(ten(at), &more);
            match at == 2 && times.fetch_add(1, Ordering::SeqCst) < cut {
                true => Answer {
                    head: format!("200 OK\r\nContent-Type: text/html\r\nContent-Length: {}", page.len()),
                    body: page[..page.len() / 2].into(),
                    wait: Duration::ZERO,
                },
                false => html(page),
            }
        })
    };
    all_of(&run("cut-once", &[&site(1).url("/list?page=1"), "--retries", "1"]), 30, "last page");
    let ran = run("cut", &[&site(usize::MAX).url("/list?page=1"), "--retries", "0"]);
    assert_eq!((ran.code, lamps(&ran)), (Some(1), ten(1).collect::<Vec<_>>()), "{ran:?}");
    assert!(ran.err.contains("the connection was interrupted"), "{ran:?}");
    // so is one whose compressed body ends early
    let packed = |cut: usize| {
        let times = AtomicUsize::new(0);
        server(move |path| {
            let at = number(path);
            let more = if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
            let page = gz(list(ten(at), &more).as_bytes());
            let is_cut = at == 2 && times.fetch_add(1, Ordering::SeqCst) < cut;
            let sent = if is_cut { &page[..page.len() * 2 / 3] } else { &page };
            answer("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip", sent)
        })
    };
    all_of(&run("gz-once", &[&packed(1).url("/list?page=1"), "--retries", "1"]), 30, "last page");
    let ran = run("gz", &[&packed(usize::MAX).url("/list?page=1"), "--retries", "0"]);
    assert_eq!((ran.code, lamps(&ran)), (Some(1), ten(1).collect::<Vec<_>>()), "{ran:?}");
    assert!(ran.err.contains("the gzip stream ends early"), "{ran:?}");
    // of a recording its rows are there, which says that they are not all, and the page itself can be had again
    let recorded = |more: &[&str], start: &str| {
        let arguments = [start, "--retries", "0", "-f", "jsonl", "--allow-private", "--delay", "0"];
        folder.run(&[&["harvest"][..], &arguments, more].concat())
    };
    let server = site(2);
    let start = server.url("/list?page=1");
    let ran = recorded(&["--record", "lamps.warc.gz"], &start);
    assert_eq!((ran.code, lamps(&ran)), (Some(1), ten(1).collect::<Vec<_>>()), "{ran:?}");
    let ran = recorded(&["--from", "lamps.warc.gz"], &start);
    assert!(ran.code == Some(1) && (11..20).contains(&lamps(&ran).len()), "{ran:?}");
    assert!(ran.err.contains("its end is missing, so the list may go on"), "{ran:?}");
    let missing = ["--from", "lamps.warc.gz", "--fetch-missing"];
    let again = recorded(&missing, &start);
    assert_eq!((again.code, lamps(&again)), (Some(1), lamps(&ran)), "{again:?}");
    all_of(&recorded(&missing, &start), 30, "last page");
    // half a list takes not the place of the whole one, and nothing that it lacks is gone
    let rows = |more: &[&str]| recorded(&[&["-o", "lamps.jsonl"], more].concat(), &start);
    assert_eq!(rows(&missing).code, Some(0));
    let whole = folder.read("lamps.jsonl");
    let ran = rows(&["--from", "lamps.warc.gz", "--diff", "lamps.jsonl", "--changes", "changes.csv"]);
    assert!(ran.code == Some(1) && folder.read("lamps.jsonl.rowsmith-earlier") == whole, "{ran:?}");
    assert!(!folder.read("changes.csv").contains("gone"), "{ran:?}");
}

/// It was taken for the last page, and what stood behind it for gone.
#[test]
fn a_page_that_is_longer_than_what_is_read_of_it_is_not_the_last_one() {
    let server = server(|path| {
        let at = number(path);
        let more = if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
        html(list(ten(at), &more))
    });
    let folder = Folder::new("too-long");
    let start = server.url("/list?page=1");
    let harvest = |more: &[&str]| {
        let arguments = ["harvest", &start, "-o", "lamps.jsonl", "--allow-private", "--delay", "0"];
        folder.run(&[&arguments[..], more].concat())
    };
    assert_eq!(harvest(&[]).code, Some(0));
    let whole = folder.read("lamps.jsonl");
    let cut = ["--max-bytes", "1000", "--diff", "lamps.jsonl", "--changes", "changes.csv"];
    let ran = harvest(&cut);
    assert!(ran.code == Some(1) && ran.err.contains("it is longer than --max-bytes"), "{ran:?}");
    assert!(ran.err.contains("not seen, which may still be there"), "{ran:?}");
    assert!(!folder.read("changes.csv").contains("gone"), "{ran:?}");
    assert_eq!(folder.read("lamps.jsonl.rowsmith-earlier"), whole);
}

#[test]
fn a_page_that_takes_too_long_fails_and_the_list_goes_on() {
    let server = server(|path| {
        let at = number(path);
        let pages: String = (1..=4).map(|page| format!("<a href='/list?page={page}'>{page}</a> ")).collect();
        let more = if at < 4 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
        let mut page = html(list(ten(at), &format!("{pages}{more}")));
        if at == 2 {
            page.wait = Duration::from_secs(6);
        }
        page
    });
    let ran = run("late", &[&server.url("/list?page=1"), "--timeout", "2", "--retries", "0"]);
    let expected: Vec<usize> = ten(1).chain(ten(3)).chain(ten(4)).collect();
    assert_eq!((ran.code, lamps(&ran)), (Some(1), expected), "{ran:?}");
    assert!(ran.err.contains("1 page of a list failed"), "{ran:?}");
}

/// The members' lamps: pages behind the first are shown to those with a cookie, all others get a form in their place.
fn members() -> Server {
    Server::reading(|path, head| {
        if path == "/robots.txt" {
            return missing();
        }
        let is_member = head.iter().any(|line| line.starts_with("cookie:") && line.contains("member=yes"));
        match (path, is_member) {
            ("/login", _) => html(
                "<title>Log in</title><h1>Log in</h1><form action=/login method=post><label>Name <input name=name></label>\
                 <label>Password <input type=password name=word></label><button>Log in</button></form>",
            ),
            ("/moved?page=2", false) => answer("302 Found", "Location: /login", ""),
            ("/list?page=2", false) => html(
                "<title>Members only</title><h1>Members only</h1><p>Please log in to see more lamps.</p>\
                 <form action=/login method=post><input name=name><input type=password name=word><button>Log in</button></form>",
            ),
            ("/denied?page=2", false) => answer("403 Forbidden", "Content-Type: text/html", "<h1>Members only</h1>"),
            (path, _) => {
                let at = number(path);
                let folder = path.split('?').next().unwrap_or("/list");
                let more = if at < 3 { next(&format!("{folder}?page={}", at + 1)) } else { String::new() };
                html(list(ten(at), &more))
            }
        }
    })
}

#[test]
fn a_wall_ends_the_list_and_is_told() {
    let server = members();
    for (path, why) in [
        ("/list?page=1", "a different list, or none, on"),
        ("/moved?page=1", "a different list, or none, on"),
        ("/denied?page=1", "the server answered 403"),
    ] {
        let ran = run("wall", &[&server.url(path)]);
        assert_eq!((ran.code, lamps(&ran)), (Some(1), ten(1).collect()), "{path}: {ran:?}");
        assert!(ran.err.contains(why), "{path}: {}", ran.err);
    }
    let folder = Folder::new("wall-open");
    folder.write("cookies.txt", "127.0.0.1\tFALSE\t/\tFALSE\t0\tmember\tyes\n");
    for path in ["/list?page=1", "/moved?page=1", "/denied?page=1"] {
        let arguments = [
            "harvest",
            &server.url(path),
            "--cookies",
            "cookies.txt",
            "--allow-private",
            "--delay",
            "0",
            "-f",
            "jsonl",
        ];
        all_of(&folder.run(&arguments), 30, "last page");
    }
}
