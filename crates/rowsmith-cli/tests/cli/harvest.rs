//! Lists of several pages as one table, from a test server and from stored pages.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::server::{Answer, Server, answer, html};
use crate::support::{Folder, Ran, response};

const FAST: [&str; 5] = ["--allow-private", "--delay", "0", "-f", "jsonl"];

/// A page of a shop with these lamps, followed by something below its list.
pub(crate) fn list(lamps: impl IntoIterator<Item = usize>, pager: &str) -> String {
    let item = |at: usize| {
        format!(
            "<li class=item><a href='/lamp/{at}'>Lamp number {at}</a> <b class=price>${}.00</b> <i>in {} days</i></li>\n",
            10 + at * 7 % 90,
            at % 9
        )
    };
    let items: String = lamps.into_iter().map(item).collect();
    format!(
        "<title>Lamps</title><nav><a href=/>Home</a> <a href=/logout>Log out</a> <a href=/cart>Cart</a></nav><h1>Lamps</h1>\
         <ul class=lamps>{items}</ul><div class=pager>{pager}</div><footer>A shop</footer>"
    )
}

pub(crate) fn next(address: &str) -> String {
    format!("<a class=next rel=next href='{address}'>Next page</a>")
}

/// The lamps on a page of ten.
pub(crate) fn ten(page: usize) -> std::ops::RangeInclusive<usize> {
    page * 10 - 9..=page * 10
}

/// The number after the last `=` or `/` of a path.
pub(crate) fn number(path: &str) -> usize {
    path.rsplit(['=', '/']).next().and_then(|n| n.parse().ok()).unwrap_or(1)
}

pub(crate) fn missing() -> Answer {
    answer("404 Not Found", "Content-Type: text/html", "<h1>Not found</h1>")
}

pub(crate) fn run(name: &str, arguments: &[&str]) -> Ran {
    Folder::new(name).run(&[&["harvest"][..], arguments, &FAST].concat())
}

/// The numbers of the lamps in the order of the table.
pub(crate) fn lamps(ran: &Ran) -> Vec<usize> {
    let lines = ran.lines();
    let records = lines.iter().flat_map(|line| line["regions"][0]["records"].as_array().unwrap().clone());
    records.map(|record| number(&record["cells"]["title"].as_str().unwrap().replace(' ', "/"))).collect()
}

/// The answers of a site for each path other than robots.txt.
pub(crate) fn server(handle: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Server {
    Server::start(move |path| if path == "/robots.txt" { missing() } else { handle(path) })
}

pub(crate) fn all_of(ran: &Ran, count: usize, end: &str) {
    assert_eq!(lamps(ran), (1..=count).collect::<Vec<_>>(), "{}", ran.err);
    assert!(ran.code == Some(0) && ran.err.contains(end), "{:?} {}", ran.code, ran.err);
}

#[test]
fn numbers_next_links_and_offsets() {
    let numbers = server(|path| {
        let at = number(path);
        let link = |n: usize| match n == at {
            true => format!("<li class=active><span>{n}</span></li>"),
            false => format!("<li><a href='/list?page={n}'>{n}</a></li>"),
        };
        let links: String = (1..=5).map(link).collect();
        let last = (at * 10).min(41);
        html(list(at * 10 - 9..=last, &format!("<ul class=pagination>{links}</ul>")))
    });
    // the last page has one lamp
    all_of(&run("numbers", &[&numbers.url("/list?page=1")]), 41, "last page");
    let only_next = server(|path| {
        let at = number(path);
        html(list(
            ten(at),
            &if at < 4 { format!("<a href='/list/{}'>Next &rsaquo;</a>", at + 1) } else { String::new() },
        ))
    });
    all_of(&run("next", &[&only_next.url("/list/1")]), 40, "last page");
    let offsets = server(|path| {
        let start = if path.contains('=') { number(path) } else { 0 };
        let more = if start < 30 { next(&format!("/list?start={}", start + 10)) } else { String::new() };
        html(list(start + 1..=start + 10, &more))
    });
    all_of(&run("offsets", &[&offsets.url("/list")]), 40, "last page");
}

#[test]
fn a_list_that_grows_while_it_is_read_has_each_record_once() {
    let asked = AtomicUsize::new(0);
    let server = server(move |path| {
        // three more lamps at the top before each page
        let all: Vec<usize> = (1..=40 + 3 * asked.fetch_add(1, Ordering::SeqCst)).rev().collect();
        let at = number(path);
        let more = if at * 10 < all.len() { next(&format!("/list?page={}", at + 1)) } else { String::new() };
        html(list(all.chunks(10).nth(at - 1).unwrap_or_default().to_vec(), &more))
    });
    let ran = run("grows", &[&server.url("/list")]);
    let mut found = lamps(&ran);
    found.sort_unstable();
    assert_eq!(found, (1..=40).collect::<Vec<_>>(), "{}", ran.err);
    assert!(ran.err.contains("duplicate records left out"), "{}", ran.err);
}

#[test]
fn cycles_and_pages_that_repeat_end_by_themselves() {
    let cycle = server(|path| html(list(ten(number(path)), &next(&format!("/list?page={}", number(path) % 3 + 1)))));
    all_of(&run("cycle", &[&cycle.url("/list?page=1")]), 30, "was taken before");
    let repeats =
        server(|path| html(list(ten(number(path).min(3)), &next(&format!("/list?page={}", number(path) + 1)))));
    all_of(&run("repeats", &[&repeats.url("/list?page=1")]), 30, "nothing new");
    assert_eq!(repeats.asked().iter().filter(|asked| asked.starts_with("/list")).count(), 5);
    // after the last page the server leads back to the first
    let back = server(|path| match number(path) {
        4 => answer("302 Found", "Location: /list?page=1", ""),
        at => html(list(ten(at), &next(&format!("/list?page={}", at + 1)))),
    });
    all_of(&run("back", &[&back.url("/list?page=1")]), 30, "was taken before");
}

#[test]
fn missing_pages_busy_servers_and_redirects() {
    let gone = server(|path| match number(path) {
        3 => missing(),
        at => html(list(ten(at), &next(&format!("/list?page={}", at + 1)))),
    });
    let ran = run("gone", &[&gone.url("/list?page=1"), "--failures", "failed"]);
    assert_eq!((ran.code, lamps(&ran)), (Some(1), (1..=20).collect()), "{}", ran.err);
    assert!(ran.err.contains("/list?page=3: the server answered 404"), "{}", ran.err);

    let busy = AtomicUsize::new(0);
    let busy = server(move |path| match (number(path), busy.fetch_add(1, Ordering::SeqCst)) {
        (2, 1) => answer("429 Too Many Requests", "Retry-After: 1", ""),
        (2, 2) => answer("503 Service Unavailable", "Retry-After: 0", ""),
        (at, _) => html(list(ten(at), &if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() })),
    });
    let begun = Instant::now();
    all_of(&run("busy", &[&busy.url("/list?page=1")]), 30, "last page");
    assert!(begun.elapsed() >= Duration::from_secs(1), "it waits as long as the server says");
    assert_eq!(busy.asked().iter().filter(|asked| asked.starts_with("/list?page=2")).count(), 3);
    let impatient = server(|path| match number(path) {
        2 => answer("429 Too Many Requests", "Retry-After: 0", ""),
        at => html(list(ten(at), &next(&format!("/list?page={}", at + 1)))),
    });
    let ran = run("impatient", &[&impatient.url("/list?page=1"), "--retries", "1"]);
    assert_eq!((ran.code, lamps(&ran).len()), (Some(1), 10), "{}", ran.err);
    assert_eq!(impatient.asked().iter().filter(|asked| asked.starts_with("/list?page=2")).count(), 2);

    let moved = server(|path| match path.strip_prefix("/old?page=") {
        Some(at) => answer("301 Moved", &format!("Location: /list?page={at}"), ""),
        None => html(list(
            ten(number(path)),
            &if number(path) < 3 { next(&format!("/old?page={}", number(path) + 1)) } else { String::new() },
        )),
    });
    all_of(&run("moved", &[&moved.url("/old?page=1")]), 30, "last page");
}

#[test]
fn other_hosts_deeds_and_private_networks_are_not_followed() {
    let elsewhere = server(|path| html(list(ten(number(path)), "")));
    let other = elsewhere.url("/list?page=2");
    let leads = other.clone();
    let shop = server(move |path| match path {
        "/away" => html(list(ten(1), &next(&leads))),
        "/deed" => html(list(ten(1), &next("/list?action=logout&page=2"))),
        "/moved" => html(list(ten(1), &next("/leave?page=2"))),
        path if path.starts_with("/leave") => answer("302 Found", &format!("Location: {leads}"), ""),
        _ => html(list(ten(2), "")),
    });
    for (path, why) in [("/away", "another host"), ("/deed", "\"logout\""), ("/moved", "another host")] {
        let ran = run("not-followed", &[&shop.url(path)]);
        assert_eq!((ran.code, lamps(&ran).len()), (Some(1), 10), "{path}: {}", ran.err);
        assert!(ran.err.contains("is not followed") && ran.err.contains(why), "{path}: {}", ran.err);
    }
    assert!(shop.asked().iter().all(|asked| !asked.contains("logout") && !asked.starts_with("/cart")));
    let ran = run("allowed", &[&shop.url("/away"), "--hosts", "127.0.0.1"]);
    all_of(&ran, 20, "last page");
    let private = Folder::new("private").run(&["harvest", &shop.url("/away"), "--delay", "0"]);
    assert!(private.code == Some(1) && private.err.contains("private network"), "{}", private.err);
}

/// A shop with five pages of four lamps, each with a page of its own; the page of the seventh is missing.
fn with_details(path: &str) -> Answer {
    if let Some(lamp) = path.strip_prefix("/lamp/") {
        if lamp == "7" {
            return missing();
        }
        return html(format!(
            "<title>Lamp number {lamp}</title><h1>Lamp number {lamp}</h1><b class=price>$10.00</b><button>Add to cart</button>\
             <script type='application/ld+json'>{{\"@type\":\"Product\",\"name\":\"Lamp number {lamp}\",\"sku\":\"L-{lamp}\",\
             \"offers\":{{\"price\":\"10.00\",\"priceCurrency\":\"USD\"}}}}</script>"
        ));
    }
    let at = number(path);
    let more = if at < 5 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
    html(list(at * 4 - 3..=at * 4, &more))
}

/// The links at the foot of a login were taken for records without a word.
#[test]
fn a_page_that_asks_for_a_password_in_place_of_a_list_is_told() {
    let login = |menu: &str| {
        html(format!(
            "<title>Log in</title><h1>Log in</h1><form action=/in method=post><input name=name><input type=password name=word>\
             <button>Log in</button></form>{menu}"
        ))
    };
    let links: String = ["About us", "Contact", "Terms of use", "Privacy", "Imprint", "Help"]
        .map(|link| format!("<li><a href='/{link}'>{link}</a></li>"))
        .concat();
    let server = server(move |path| match path {
        "/shop" => login(&list(1..=8, "")),
        _ => login(&format!("<footer><ul>{links}</ul></footer>")),
    });
    let warned = |path: &str| {
        let ran = run("asks", &[&server.url(path), "--min-confidence", "0"]);
        ran.out.contains("asks for a password")
    };
    assert!(warned("/login"));
    // a shop where one may log in
    assert!(!warned("/shop"));
}

/// They were left out without a word.
#[test]
fn it_is_said_why_no_pages_of_records_are_read() {
    let server = server(|path| {
        let card = |at: usize| {
            format!(
                "<li><h3><a href='http://jobs.example/j/{at}'>Job {at} in town</a></h3> <b>{path}</b> <i>£{at}0,000</i>"
            )
        };
        html(format!("<h1>Jobs</h1><ul>{}</ul>", (1..9).map(card).collect::<String>()))
    });
    let folder = Folder::new("no-details");
    let start = server.url("/jobs");
    let run = |more: &[&str]| {
        folder.run(&[&["harvest", &start, "-f", "csv", "--allow-private", "--delay", "0"][..], more].concat())
    };
    let why = "the links of \"url\" lead to other hosts (jobs.example); allow them with '--hosts jobs.example'";
    let ran = run(&["--details"]);
    assert!(ran.code == Some(1) && ran.out.lines().count() == 9 && ran.err.contains(why), "{ran:?}");
    let ran = run(&["--details", "--plan"]);
    assert!(ran.out.contains(&format!("details  none: {why}")), "{ran:?}");
    let ran = run(&["--follow", "link"]);
    let why = "no pages of records: the list has no column \"link\"; name one with --follow";
    assert!(ran.code == Some(1) && ran.err.contains(why), "{ran:?}");
    assert_eq!(run(&[]).code, Some(0));
}

#[test]
fn the_pages_of_records_stand_in_further_columns() {
    let server = server(with_details);
    let folder = Folder::new("details");
    let start = server.url("/list?page=1");
    let ran = folder.run(&["harvest", &start, "--details", "-o", "rows.csv", "--allow-private", "--delay", "0"]);
    // the seventh is missing, and this is reported
    assert!(ran.code == Some(1) && ran.err.contains("19 pages of records; 1 page of a record failed"), "{}", ran.err);
    let rows = folder.read("rows.csv");
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 21);
    let header: Vec<&str> = lines[0].split(',').collect();
    let title = header.iter().position(|name| *name == "title").unwrap();
    let address = header.iter().position(|name| *name == "detail_address").unwrap();
    // the list says already what the lamps are called
    assert!(!header.contains(&"detail_name") && header.contains(&"detail_price"), "{}", lines[0]);
    assert!(title < address && header.contains(&"detail_sku") && header.contains(&"detail_error"), "{}", lines[0]);
    assert!(
        lines[3].contains("Lamp number 3") && lines[3].contains("L-3") && lines[3].contains("/lamp/3"),
        "{}",
        lines[3]
    );
    assert!(lines[7].contains("the server answered 404"), "{}", lines[7]);

    let plan = folder.run(&["harvest", &start, "--details", "--plan", "--allow-private", "--delay", "0"]);
    assert!(plan.code == Some(0) && plan.out.contains("4 records") && plan.out.contains("/list?page=2"), "{plan:?}");
    assert!(plan.out.contains("by \"url\"") && plan.out.contains("/lamp/1") && plan.out.contains("row 3"), "{plan:?}");
    assert!(!plan.out.contains("row 4"), "{plan:?}");
}

#[test]
fn when_each_page_was_fetched_is_told_if_wanted() {
    let server = server(with_details);
    let start = server.url("/list?page=1");
    let folder = Folder::new("times");
    let common = ["harvest", &start, "--details", "--times", "-f", "csv", "-c", "title,fetched,detail_fetched"];
    let live = folder.run(&[&common[..], &["--record", "crawl.warc.gz", "--allow-private", "--delay", "0"]].concat());
    let times: Vec<Vec<String>> =
        live.out.lines().skip(1).map(|line| line.split(',').skip(2).map(str::to_owned).collect()).collect();
    let is_now = |time: &String| time.starts_with("20") && time.len() == 20 && time.ends_with('Z');
    assert!(times.len() == 20 && times.iter().flatten().filter(|time| is_now(time)).count() == 39, "{live:?}");
    // the page that is missing was not fetched; offline the times are those of the archive
    assert_eq!(times[6][1], "");
    let later = folder.run(&[&common[..], &["--from", "crawl.warc.gz"]].concat());
    let of_lists =
        |ran: &Ran| ran.out.lines().map(|line| line.rsplit(',').nth(1).unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(of_lists(&later).len(), 21, "{later:?}");
    assert!(of_lists(&later).iter().skip(1).all(is_now), "{later:?}");
    let without = folder.run(&["harvest", &start, "--from", "crawl.warc.gz", "-f", "csv"]);
    assert!(!without.out.contains("fetched"), "{without:?}");
}

/// Three kinds of pages of records: a definition list, a table, and prose.
#[test]
fn pages_of_records_of_three_templates() {
    let server = server(|path| {
        let Some(lamp) = path.strip_prefix("/lamp/").and_then(|lamp| lamp.parse::<usize>().ok()) else {
            let at = number(path);
            return html(list(ten(at), &if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() }));
        };
        let head = format!("<title>Lamp number {lamp}</title><h1>Lamp number {lamp}</h1>");
        html(match lamp % 3 {
            0 => format!(
                "{head}<dl><dt>Bulb</dt><dd>E{lamp}</dd><dt>Height</dt><dd>{} cm</dd></dl><button>Buy</button>",
                lamp * 2
            ),
            1 => format!(
                "{head}<table><tr><th>Bulb</th><td>E{lamp}</td></tr><tr><th>Height</th><td>{} cm</td></tr></table>",
                lamp * 2
            ),
            _ => format!(
                "{head}<p><b>Bulb:</b> E{lamp}</p><p><b>Height:</b> {} cm</p><p>A lamp for room {lamp}, and for the hall.</p>",
                lamp * 2
            ),
        })
    });
    let ran =
        run("three-templates", &[&server.url("/list?page=1"), "--details", "-c", "title,detail_bulb,detail_height"]);
    all_of(&ran, 30, "last page");
    let lines = ran.lines();
    let rows = lines.iter().flat_map(|line| line["regions"][0]["records"].as_array().unwrap());
    for (at, row) in rows.enumerate() {
        let cells = &row["cells"];
        assert_eq!(cells["detail_bulb"], format!("E{}", at + 1), "{row}");
        assert_eq!(cells["detail_height"], format!("{} cm", (at + 1) * 2), "{row}");
    }
}

#[test]
fn limits_and_several_starts_in_one_table() {
    let server = server(with_details);
    let (one, four) = (server.url("/list?page=1"), server.url("/list?page=4"));
    let ran = run("rows", &[&one, "--max-rows", "6"]);
    assert!(
        lamps(&ran) == [1, 2, 3, 4, 5, 6] && ran.err.contains("row limit reached") && ran.code == Some(0),
        "{}",
        ran.err
    );
    let ran = run("pages", &[&one, "--max-pages", "2"]);
    assert!(lamps(&ran).len() == 8 && ran.err.contains("page limit reached") && ran.code == Some(0), "{}", ran.err);
    // the first list arrives where the second began
    let ran = run("starts", &[&four, &one]);
    assert_eq!(lamps(&ran), (13..=20).chain(1..=12).collect::<Vec<_>>(), "{}", ran.err);
}

#[test]
fn killed_and_resumed_the_table_is_the_same() {
    let server = server(with_details);
    let start = server.url("/list?page=1");
    for name in ["rows.jsonl", "rows.csv"] {
        let folder = Folder::new(&format!("harvest-killed-{name}"));
        let arguments = |delay| ["harvest", &start, "--details", "-q", "--allow-private", "--delay", delay, "-o", name];
        assert_eq!(folder.run(&arguments("0")).code, Some(1));
        let expected = folder.read(name);
        std::fs::remove_file(folder.path.join(name)).unwrap();
        let before = server.asked().len();
        let mut seed = 7_u64;
        for _ in 0..6 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut child = folder.command(&[&arguments("0.04")[..], &["--resume"]].concat()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(150 + (seed >> 33) % 500));
            let _ = child.kill();
            child.wait().unwrap();
            if !folder.path.join(format!("{name}.journal")).exists() && folder.path.join(name).exists() {
                break;
            }
        }
        let ran = folder.run(&[&arguments("0")[..], &["--resume"]].concat());
        assert_eq!(folder.read(name), expected, "{ran:?}");
        assert_eq!(folder.names(), [name], "{ran:?}");
        // what was done is not repeated, except for what had not been written to the disk
        let asked = server.asked().len() - before;
        assert!(asked < 26 * 4, "{asked} requests");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_valid_output_and_a_journal() {
    let server = server(with_details);
    let start = server.url("/list?page=1");
    let folder = Folder::new("harvest-interrupted");
    let arguments = ["harvest", &start, "--allow-private", "--resume", "-o", "rows.jsonl", "--delay"];
    let child =
        folder.command(&[&arguments[..], &["0.5"]].concat()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1300));
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(130), "{ran:?}");
    let lines = folder.read("rows.jsonl").lines().count();
    assert!((1..5).contains(&lines) && ran.err.contains("continues from here"), "{lines} {ran:?}");
    assert_eq!(folder.names(), ["rows.jsonl", "rows.jsonl.journal"]);
    let ran = folder.run(&[&arguments[..], &["0"]].concat());
    assert_eq!((ran.code, folder.read("rows.jsonl").lines().count()), (Some(0), 5), "{ran:?}");
    assert_eq!(folder.names(), ["rows.jsonl"]);
}

#[test]
fn pages_of_a_folder_and_of_an_archive_by_their_addresses() {
    let folder = Folder::new("from");
    let page = |at: usize, address: String| list(ten(at), &if at < 3 { next(&address) } else { String::new() });
    for at in 1..=3 {
        let name = if at == 1 { "site/index.html".to_owned() } else { format!("site/page/{at}/index.html") };
        folder.write(name, page(at, format!("/page/{}/", at + 1)));
    }
    let from = |arguments: &[&str]| folder.run(&[&["harvest"][..], arguments, &["-f", "jsonl"]].concat());
    all_of(&from(&["site/index.html", "--from", "site"]), 30, "last page");
    let ran = from(&["https://x.example/", "--from", "site", "--base-url", "https://x.example/"]);
    all_of(&ran, 30, "last page");
    assert_eq!(ran.lines()[2]["regions"][0]["records"][0]["urls"]["url"], "https://x.example/lamp/21");
    let archive: Vec<u8> = (1..=3)
        .flat_map(|at| {
            let body = page(at, format!("/list?page={}", at + 1));
            response(
                &format!("https://x.example/list?page={at}"),
                "200 OK",
                "Content-Type: text/html\r\n",
                body.as_bytes(),
            )
        })
        .collect();
    folder.write("crawl.warc", archive);
    all_of(&from(&["https://x.example/list?page=1", "--from", "crawl.warc"]), 30, "last page");
    // a page that is missing ends the list, and nothing is fetched
    let ran = from(&["https://x.example/other", "--from", "crawl.warc"]);
    assert!(ran.code == Some(1) && ran.err.contains("not among the pages of --from"), "{}", ran.err);
    // a file without an address leads nowhere
    let ran = from(&["site/index.html"]);
    assert_eq!((ran.code, lamps(&ran).len()), (Some(1), 10), "{}", ran.err);
    let ran = from(&["https://x.example/list?page=1", "--from", "crawl.warc", "-o", "rows/", "-f", "csv"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

/// The sites in the evaluation data: the two pages of each list, with 10 and 4 articles.
#[test]
#[allow(clippy::print_stderr)] // a test that cannot be made is said loudly
fn the_lists_of_real_sites_have_every_article_once() {
    let root = std::env::var_os("ROWSMITH_EVAL").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/eval"),
        std::path::PathBuf::from,
    );
    let Ok(sites) = std::fs::read_dir(root.join("sites")) else {
        assert!(std::env::var_os("ROWSMITH_EVAL_REQUIRED").is_none(), "no evaluation data at {}", root.display());
        eprintln!("NOT TESTED: no evaluation data at {}", root.display());
        return;
    };
    let wrong = Mutex::new(Vec::new());
    for site in sites.map(|entry| entry.unwrap().path()) {
        let name = site.file_name().unwrap().to_string_lossy().into_owned();
        let folder = Folder::new(&format!("site-{name}"));
        let page = |file: &str| std::fs::read(site.join("other").join(file)).unwrap();
        folder.write("site/index.html", page("home.html")).write("site/page/2/index.html", page("home-page-2.html"));
        let home = String::from_utf8_lossy(&page("home.html")).into_owned();
        // the address of the site, if its links are absolute
        let base = home
            .split(['"', '\''])
            .find_map(|text| text.strip_suffix("/page/2/").filter(|base| base.starts_with("http")));
        let base = format!("{}/", base.unwrap_or("http://site.example"));
        let ran = folder.run(&["harvest", "site/index.html", "--from", "site", "--base-url", &base, "-f", "jsonl"]);
        let gold: serde_json::Value = serde_json::from_slice(&std::fs::read(site.join("gold.json")).unwrap()).unwrap();
        let lists = gold["lists"].as_object().unwrap().values().flat_map(|list| list.as_array().unwrap());
        let titles: Vec<&str> = lists.map(|entry| entry["title"].as_str().unwrap()).collect();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines = ran.lines();
        let records = lines.iter().flat_map(|line| line["regions"][0]["records"].as_array().unwrap());
        let cells: Vec<Vec<String>> = records
            .map(|record| {
                record["cells"].as_object().unwrap().values().map(|cell| words(cell.as_str().unwrap())).collect()
            })
            .collect();
        let times = |title: &&str| cells.iter().filter(|row| row.contains(&words(title))).count();
        let once = titles.iter().filter(|title| times(title) == 1).count();
        if (once, cells.len()) != (titles.len(), titles.len()) {
            wrong.lock().unwrap().push(format!(
                "{name}: {once} of {} once, {} rows; {}",
                titles.len(),
                cells.len(),
                ran.err
            ));
        }
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
