//! Harvests that follow an earlier one: rows that are added, and rows that are compared.

use std::sync::atomic::{AtomicUsize, Ordering};

use rowsmith::wrapper::VERSION;

use crate::harvest::{list, next, number, server, ten};
use crate::server::{Server, html};
use crate::support::{Folder, Ran};

/// A shop whose lists are other ones after its clock has moved on: lamp 3 is gone, lamp 5 has another price, and there
/// are two new ones at the top.
fn shop(clock: std::sync::Arc<AtomicUsize>) -> Server {
    server(move |path| {
        let at = number(path);
        let more = if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
        match clock.load(Ordering::SeqCst) {
            0 => html(list(ten(at), &more)),
            _ => {
                let lamps: Vec<usize> = (31..=32).chain(1..=30).filter(|lamp| *lamp != 3).collect();
                let page = list(lamps.chunks(11).nth(at - 1).unwrap_or_default().to_vec(), &more);
                html(page.replace("$45.00", "$44.00"))
            }
        }
    })
}

fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["harvest"][..], arguments, &["--allow-private", "--delay", "0"]].concat())
}

/// The titles in a table of CSV.
fn titles(csv: &str) -> Vec<usize> {
    let lamp = |line: &str| {
        let behind = line.split("Lamp number ").nth(1)?;
        behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    csv.lines().filter_map(lamp).collect()
}

#[test]
fn what_is_new_changed_and_gone_since_the_last_run() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let server = shop(clock.clone());
    let start = server.url("/list?page=1");
    for name in ["lamps.csv", "lamps.jsonl", "lamps.tsv"] {
        clock.store(0, Ordering::SeqCst);
        let folder = Folder::new(&format!("diff-{name}"));
        let arguments = [start.as_str(), "-o", name, "--diff", name, "--changes", "changes.csv"];
        let ran = run(&folder, &arguments);
        assert!(ran.code == Some(0) && ran.err.contains("30 new, 0 changed, 0 gone, 0 the same"), "{ran:?}");
        let ran = run(&folder, &arguments);
        assert!(ran.code == Some(0) && ran.err.contains("0 new, 0 changed, 0 gone, 30 the same"), "{ran:?}");
        clock.store(1, Ordering::SeqCst);
        let ran = run(&folder, &arguments);
        assert!(ran.code == Some(0) && ran.err.contains("2 new, 1 changed, 1 gone, 28 the same"), "{ran:?}");
        assert!(ran.err.contains("matched by url"), "{ran:?}");
        let changes = folder.read("changes.csv");
        let lines: Vec<&str> = changes.lines().collect();
        assert!(lines[0].starts_with("change,changed,was,title"), "{changes}");
        assert_eq!(titles(&changes), [31, 32, 5, 3]);
        assert!(lines[1].starts_with("new,,,") && lines[4].starts_with("gone,,,"), "{changes}");
        assert!(lines[3].starts_with("changed,price,$45.00,") && lines[3].contains("$44.00"), "{changes}");
        assert_eq!(folder.names(), ["changes.csv", name], "the copy of the earlier table is removed");
        let mut rows = titles(&folder.read(name).replace("\"Lamp number", "\nLamp number"));
        rows.dedup();
        assert_eq!(rows.len(), 31, "the table is that of the last run");
        // the changes alone, on standard output, against a table under another name
        std::fs::rename(folder.path.join(name), folder.path.join(format!("old-{name}"))).unwrap();
        clock.store(0, Ordering::SeqCst);
        let ran = run(&folder, &[&start, "--diff", &format!("old-{name}"), "-f", "csv"]);
        assert_eq!(titles(&ran.out), [3, 5, 31, 32], "{ran:?}");
        assert_eq!(folder.names(), ["changes.csv", &format!("old-{name}")]);
    }
}

#[test]
fn nothing_is_gone_where_a_list_was_not_read_to_its_end() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let server = shop(clock.clone());
    let start = server.url("/list?page=1");
    let folder = Folder::new("diff-part");
    assert_eq!(run(&folder, &[&start, "-o", "lamps.csv"]).code, Some(0));
    let ran = run(&folder, &[&start, "--max-pages", "1", "--diff", "lamps.csv", "-f", "csv"]);
    assert!(ran.code == Some(0) && titles(&ran.out).is_empty(), "{ran:?}");
    assert!(ran.err.contains("20 not seen, which may still be there"), "{ran:?}");
}

#[test]
fn a_comparison_that_cannot_be_made_is_refused_before_the_run() {
    let folder = Folder::new("diff-refused");
    folder.write("lamps.csv", "title,url\n");
    let refused = |arguments: &[&str], why: &str| {
        let ran = run(&folder, &[&["http://127.0.0.1:1/list"][..], arguments].concat());
        assert!(ran.code == Some(2) && ran.err.contains(why), "{ran:?}");
    };
    refused(&["--diff", "other.csv"], "there is no table 'other.csv' to compare with");
    refused(&["--diff", "lamps.csv", "--changes", "lamps.csv"], "would overwrite");
    refused(&["-o", "lamps.md", "--diff", "lamps.csv"], "csv, tsv, jsonl, json and parquet");
    refused(&["-o", "lamps.md", "--append"], "csv, tsv, jsonl, json and parquet");
    refused(&["--append"], "--out");
    refused(&["--changes", "c.csv"], "--diff");
    let ran = run(&folder, &["http://127.0.0.1:1/list", "--diff", "lamps.csv", "--changes", "no/such/c.csv"]);
    assert!(ran.code == Some(1) && ran.err.contains("the folder 'no/such' does not exist"), "{ran:?}");
    assert_eq!(folder.names(), ["lamps.csv"]);
}

#[test]
fn new_records_are_added_to_a_table() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let server = shop(clock.clone());
    let start = server.url("/list?page=1");
    for name in ["lamps.csv", "lamps.jsonl", "lamps.json", "lamps.tsv"] {
        clock.store(0, Ordering::SeqCst);
        let folder = Folder::new(&format!("append-{name}"));
        let ran = run(&folder, &[&start, "-o", name, "--append"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let before = folder.read(name);
        assert_eq!(run(&folder, &[&start, "-o", name, "--append"]).code, Some(0));
        assert_eq!(folder.read(name), before, "{name}: there was nothing new");
        clock.store(1, Ordering::SeqCst);
        let ran = run(&folder, &[&start, "-o", name, "--append", "--resume"]);
        assert!(ran.code == Some(0) && ran.err.contains("29 records that the table has already"), "{ran:?}");
        let after = folder.read(name);
        let same = before.trim_end_matches(['\n', ']']);
        assert!(after.starts_with(same), "{name}: rows that are there stay as they are\n{before}\n{after}");
        for lamp in [31, 32] {
            assert!(after[same.len()..].contains(&format!("Lamp number {lamp}")), "{name}: {after}");
        }
        assert!(!after[same.len()..].contains("Lamp number 1"), "{name}: {after}");
        assert_eq!(folder.names(), [name]);
    }
}

#[test]
fn news_since_a_day() {
    let server = server(|path| {
        let page = number(path);
        let item = |at: usize| {
            format!(
                "<li class=item><h3><a href='/a/{at}'>Article number {at}</a></h3> <time>{} March 2026</time> <p>About {at}.",
                31 - at
            )
        };
        let items: String = (page * 5 - 5..page * 5).map(item).collect();
        let more = if page < 6 { next(&format!("/news?page={}", page + 1)) } else { String::new() };
        html(format!("<h1>News</h1><ul class=news>{items}</ul><div class=pager>{more}</div>"))
    });
    let folder = Folder::new("since");
    let ran = run(&folder, &[&server.url("/news?page=1"), "--since", "25 March 2026", "-f", "csv"]);
    assert!(ran.code == Some(0) && ran.err.contains("everything further is older"), "{ran:?}");
    assert_eq!(ran.out.lines().filter(|line| line.contains("Article number")).count(), 7, "{ran:?}");
    assert!(server.asked().iter().all(|asked| number(asked) < 4), "{:?}", server.asked());
    let ran = run(&folder, &[&server.url("/news"), "--since", "soon"]);
    assert!(ran.code == Some(2) && ran.err.contains("not a day"), "{ran:?}");
}

#[cfg(feature = "parquet")]
#[test]
fn tables_in_parquet_are_compared_and_continued() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let server = shop(clock.clone());
    let start = server.url("/list?page=1");
    let folder = Folder::new("again-parquet");
    // with itself, and with a table that has the prices as the page writes them
    assert_eq!(run(&folder, &[&start, "-o", "lamps.csv"]).code, Some(0));
    let arguments = [start.as_str(), "-o", "lamps.parquet", "--diff", "lamps.parquet", "-f", "parquet"];
    let arguments = [&arguments[..], &["--changes", "changes.csv"]].concat();
    let ran = run(&folder, &arguments);
    assert!(ran.code == Some(0) && ran.err.contains("30 new, 0 changed, 0 gone, 0 the same"), "{ran:?}");
    clock.store(1, Ordering::SeqCst);
    for (earlier, was) in [("lamps.csv", "$45.00"), ("lamps.parquet", "45")] {
        let ran = run(&folder, &[&start, "--diff", earlier, "-o", "new.parquet", "--changes", "changes.csv"]);
        assert!(ran.code == Some(0) && ran.err.contains("2 new, 1 changed, 1 gone, 28 the same"), "{ran:?}");
        let changes = folder.read("changes.csv");
        assert!(changes.contains("changed,price,45,") && changes.contains(",44,"), "{was}: {changes}");
    }
    // prices stay numbers in the table that is continued
    let ran = run(&folder, &[&start, "-o", "lamps.parquet", "--append"]);
    assert!(ran.code == Some(0) && ran.err.contains("29 records that the table has already"), "{ran:?}");
    let ran = run(&folder, &[&start, "--diff", "lamps.parquet", "-f", "csv"]);
    assert!(ran.err.contains("0 new, 1 changed, 1 gone, 30 the same"), "{ran:?}");
    assert!(ran.out.contains("changed,price,45,"), "{ran:?}");
}

#[cfg(feature = "parquet")]
#[test]
fn a_table_in_parquet_is_continued_by_numbers_too() {
    let server = server(|path| {
        let row = |at: usize| format!("<tr><td>Room {at}<td>{} kWh<td>${}.00", at * 3, 10 + at);
        let rows: String = (1..=8).map(row).collect();
        html(format!("<h1>Rooms</h1><table><tr><th>Room<th>Used<th>Price{rows}</table><p>{path}"))
    });
    let folder = Folder::new("again-no-key");
    let start = server.url("/rooms");
    assert_eq!(run(&folder, &[&start, "-o", "rooms.parquet"]).code, Some(0));
    // without a key a room is recognised by all that is said of it; "$11.00" is 11 there
    for key in [None, Some("Room"), Some("price")] {
        let mut arguments = vec![start.as_str(), "-o", "rooms.parquet", "--append"];
        arguments.extend(key.iter().flat_map(|key| ["--key", key]));
        let ran = run(&folder, &arguments);
        assert!(ran.code == Some(0) && ran.err.contains("8 records that the table has already"), "{key:?} {ran:?}");
    }
}

/// Columns of dates are dates in Parquet, and texts on the page.
#[cfg(feature = "parquet")]
#[test]
fn a_table_in_parquet_is_continued_by_dates_and_counts_too() {
    let server = server(|path| {
        let row = |at: usize| format!("<tr><td>Talk {at}<td>{} January 2024<td>({at})", 10 + at);
        let rows: String = (1..=8).map(row).collect();
        html(format!("<h1>Talks</h1><table><tr><th>Talk<th>Date<th>Seats{rows}</table><p>{path}"))
    });
    let folder = Folder::new("again-dates");
    let start = server.url("/talks");
    assert_eq!(run(&folder, &[&start, "-o", "talks.parquet"]).code, Some(0));
    for _ in 0..2 {
        let ran = run(&folder, &[&start, "-o", "talks.parquet", "--append"]);
        assert!(ran.code == Some(0) && ran.err.contains("8 records that the table has already"), "{ran:?}");
    }
    let ran = run(&folder, &[&start, "--diff", "talks.parquet", "-f", "csv"]);
    assert!(ran.err.contains("0 new, 0 changed, 0 gone, 8 the same"), "{ran:?}");
}

/// The list of the shop after a redesign, with the days or without them.
fn cards(lamps: impl IntoIterator<Item = usize>, more: &str, with_days: bool) -> String {
    let card = |at: usize| {
        let days = if with_days { format!("<p>in {} days</p>", at % 9) } else { String::new() };
        let price = 10 + at * 7 % 90;
        format!(
            "<div class=card><em class=sum>${price}.00</em><h3><a href='/lamp/{at}'>Lamp number {at}</a></h3>{days}</div>"
        )
    };
    let cards: String = lamps.into_iter().map(card).collect();
    format!(
        "<title>Lamps</title><header><a href=/>Home</a></header><main><section class=grid>{cards}</section>{more}</main>"
    )
}

#[test]
fn a_harvest_by_a_wrapper_keeps_its_columns_after_a_redesign() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let now = clock.clone();
    let server = server(move |path| {
        let at = number(path);
        let more = if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() };
        html(match now.load(Ordering::SeqCst) {
            0 => list(ten(at), &more),
            now => cards(ten(at), &more, now == 1),
        })
    });
    let start = server.url("/list?page=1");
    let folder = Folder::new("harvest-wrapper");
    let ran = folder.run(&["learn", &start, "-o", "lamps.wrapper", "--allow-private", "--delay", "0"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let named = folder.read("lamps.wrapper").replace("\"name\": \"price\"", "\"name\": \"cost\"");
    folder.write("lamps.wrapper", &named);
    let by = ["--wrapper", "lamps.wrapper", "-c", "title,cost"];
    let before = run(&folder, &[&[start.as_str(), "-o", "before.csv"], &by[..]].concat());
    assert!(before.code == Some(0) && titles(&folder.read("before.csv")).len() == 30, "{before:?}");
    clock.store(1, Ordering::SeqCst);
    // without repair it says so, and takes nothing
    let ran = run(&folder, &[&[start.as_str(), "-o", "none.csv"], &by[..]].concat());
    assert!(ran.code == Some(1) && ran.err.contains("it fits no template of the wrapper"), "{ran:?}");
    let ran = run(&folder, &[&[start.as_str(), "-o", "after.csv", "--repair"], &by[..]].concat());
    assert!(ran.code == Some(0) && ran.err.contains("lamps.v2.wrapper: the repaired wrapper"), "{ran:?}");
    assert!(ran.err.contains("column \"cost\" found again"), "{ran:?}");
    let costs = |name: &str| -> Vec<String> {
        folder.read(name).lines().map(|line| line.rsplit(',').next().unwrap_or_default().to_owned()).collect()
    };
    let titles = titles(&folder.read("after.csv"));
    assert_eq!(titles, (1..=30).collect::<Vec<_>>());
    assert_eq!(costs("after.csv"), costs("before.csv"));
    // and goes on with it the next time
    let by = ["--wrapper", "lamps.v2.wrapper", "-c", "title,cost"];
    let again = run(&folder, &[&[start.as_str(), "-o", "again.csv"], &by[..]].concat());
    assert!(again.code == Some(0) && folder.read("again.csv") == folder.read("after.csv"), "{again:?}");
    // a column that is gone is told, and the rows are not well
    clock.store(2, Ordering::SeqCst);
    let by = ["--wrapper", "lamps.wrapper", "--repair=third.wrapper"];
    let lacking = run(&folder, &[&[start.as_str(), "-o", "lacking.csv"], &by[..]].concat());
    assert!(lacking.code == Some(1) && lacking.err.contains("not found again; it stays empty"), "{lacking:?}");
    assert_eq!(costs("lacking.csv").len(), 31);
    assert!(folder.path.join("third.wrapper").exists());
    folder.write("none.wrapper", format!("{{\"rowsmith_wrapper\": {VERSION}, \"templates\": []}}"));
    let none = run(&folder, &[&start, "--wrapper", "none.wrapper"]);
    assert!(none.code == Some(2) && none.err.contains("none.wrapper: it has no list"), "{none:?}");
    let wrong = run(&folder, &[&start, "--repair"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("--wrapper"), "{wrong:?}");
}

/// Each link says by which campaign, from which place and in which visit it is followed, and every run took all records for new.
#[test]
fn a_record_is_the_same_whoever_follows_its_link() {
    let times = AtomicUsize::new(0);
    let server = server(move |_| {
        let visit = times.fetch_add(1, Ordering::SeqCst);
        let mut page = list(1..=12, "");
        for at in (1..=12).rev() {
            let rest = format!("?utm_campaign=w{visit}&amp;position={}&amp;sid=v{visit}", at + visit);
            page = page.replace(&format!("'/lamp/{at}'"), &format!("'/lamp/{at}{rest}'"));
        }
        html(page)
    });
    let folder = Folder::new("campaigns");
    let start = server.url("/list");
    assert_eq!(run(&folder, &[&start, "-o", "lamps.csv"]).code, Some(0));
    let ran = run(&folder, &[&start, "-o", "lamps.csv", "--diff", "lamps.csv", "--changes", "changes.csv"]);
    assert!(ran.err.contains("0 new, 0 changed, 0 gone, 12 the same; matched by url"), "{ran:?}");
    let ran = run(&folder, &[&start, "-o", "lamps.csv", "--append"]);
    assert!(ran.code == Some(0) && ran.err.contains("12 records that the table has already"), "{ran:?}");
    assert_eq!(titles(&folder.read("lamps.csv")).len(), 12);
}

/// All rows were new, and some of them the same.
#[test]
fn a_table_without_a_common_column_is_not_compared() {
    let server = server(|_| html(list(1..=12, "")));
    let folder = Folder::new("diff-other");
    folder.write("other.csv", "isbn,pages\n1,2\n3,4\n");
    let ran =
        run(&folder, &[&server.url("/list"), "-o", "lamps.csv", "--diff", "other.csv", "--changes", "changes.csv"]);
    assert!(ran.code == Some(2) && ran.err.contains("other.csv: it has none of the columns of these rows"), "{ran:?}");
    assert_eq!(folder.names(), ["lamps.csv", "other.csv"]);
}

/// A run that gave no row gave the table another column.
#[test]
fn a_table_to_which_nothing_is_added_stays_as_it_is() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let now = clock.clone();
    let server = server(move |_| match now.load(Ordering::SeqCst) {
        0 => html(list(1..=12, "")),
        _ => crate::harvest::missing(),
    });
    let folder = Folder::new("append-nothing");
    let start = server.url("/list");
    folder.write("start.html", list(1..=12, ""));
    let ran = folder.run(&["records", "start.html", "--base-url", &start, "-o", "lamps.csv"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let before = folder.read("lamps.csv");
    assert!(!before.contains("source"), "{before}");
    let more = || run(&folder, &[&start, "-o", "lamps.csv", "--append"]);
    let ran = more();
    assert!(ran.code == Some(0) && ran.err.contains("12 records that the table has already"), "{ran:?}");
    assert_eq!(folder.read("lamps.csv"), before);
    clock.store(1, Ordering::SeqCst);
    assert_eq!(more().code, Some(1));
    assert_eq!((folder.read("lamps.csv"), folder.names()), (before, vec!["lamps.csv".into(), "start.html".into()]));
}

/// The rows of the one that ended first were lost.
#[test]
fn two_runs_at_once_do_not_add_to_one_table() {
    let server = server(|path| {
        std::thread::sleep(std::time::Duration::from_millis(if path.contains("slow") { 2000 } else { 0 }));
        html(list(1..=12, ""))
    });
    let folder = Folder::new("append-twice");
    folder.write("lamps.csv", "title,url\n");
    let (slow, fast) = (server.url("/slow"), server.url("/list"));
    let flags = ["-o", "lamps.csv", "--append", "--allow-private", "--delay", "0"];
    let add = |start: &str| folder.command(&[&["harvest", start][..], &flags].concat());
    let mut first = add(&slow).spawn().unwrap();
    let begun = std::time::Instant::now();
    while !folder.names().contains(&"lamps.csv.lock".to_owned()) {
        assert!(begun.elapsed().as_secs() < 60, "the first run does not begin");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let ran = Ran::of(add(&fast).output().unwrap());
    assert!(ran.code == Some(1) && ran.err.contains("another run is writing it"), "{ran:?}");
    assert!(first.wait().unwrap().success());
    assert_eq!((titles(&folder.read("lamps.csv")).len(), folder.names()), (12, vec!["lamps.csv".to_owned()]));
}

#[test]
fn a_key_that_is_no_column_is_told_with_those_there_are() {
    let server = server(|_| html(list(1..=12, "")));
    let folder = Folder::new("unknown-key");
    for more in [&["-o", "lamps.csv"][..], &["--plan"]] {
        let ran = run(&folder, &[&[&server.url("/list"), "--key", "titel,url"][..], more].concat());
        assert!(ran.code == Some(1) && ran.err.contains("no column \"titel\" to identify records by"), "{ran:?}");
        assert!(ran.err.contains("there are: title, url, price"), "{ran:?}");
    }
    let ran = run(&folder, &[&server.url("/list"), "--key", "title", "-o", "lamps.csv"]);
    assert!(ran.code == Some(0) && !ran.err.contains("no column"), "{ran:?}");
}

/// A part of a list took the place of the whole of it.
#[test]
fn the_table_of_an_earlier_run_is_kept_until_a_list_was_read_to_its_end() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let now = clock.clone();
    let server = server(move |path| match (number(path), now.load(Ordering::SeqCst)) {
        (2, 1) => crate::harvest::missing(),
        (at, _) => html(list(ten(at), &if at < 3 { next(&format!("/list?page={}", at + 1)) } else { String::new() })),
    });
    let folder = Folder::new("part");
    let harvest = || run(&folder, &[&server.url("/list?page=1"), "-o", "lamps.csv"]);
    assert_eq!(harvest().code, Some(0));
    assert_eq!(folder.names(), ["lamps.csv"]);
    let whole = folder.read("lamps.csv");
    clock.store(1, Ordering::SeqCst);
    // however often that is tried
    for _ in 0..2 {
        let ran = harvest();
        assert!(
            ran.code == Some(1) && ran.err.contains("the table of an earlier run is 'lamps.csv.rowsmith-earlier'"),
            "{ran:?}"
        );
        assert_eq!(titles(&folder.read("lamps.csv")).len(), 10);
        assert_eq!(folder.read("lamps.csv.rowsmith-earlier"), whole);
    }
    clock.store(0, Ordering::SeqCst);
    assert_eq!(harvest().code, Some(0));
    assert_eq!((folder.names(), folder.read("lamps.csv")), (vec!["lamps.csv".to_owned()], whole.clone()));
    // also where it was compared, and a run that adds what was missing
    let compare = ["--diff", "lamps.csv", "--changes", "changes.csv"];
    let more = |more: &[&str]| run(&folder, &[&[&server.url("/list?page=1"), "-o", "lamps.csv"][..], more].concat());
    clock.store(1, Ordering::SeqCst);
    assert_eq!(more(&compare).code, Some(1));
    assert_eq!(folder.read("lamps.csv.rowsmith-earlier"), whole);
    assert_eq!(more(&["--append"]).code, Some(1));
    assert_eq!(folder.read("lamps.csv.rowsmith-earlier"), whole);
    clock.store(0, Ordering::SeqCst);
    // what is added may be another list
    assert_eq!(more(&["--append"]).code, Some(0));
    assert_eq!(titles(&folder.read("lamps.csv")).len(), 30);
    assert_eq!(folder.read("lamps.csv.rowsmith-earlier"), whole);
    assert_eq!(more(&compare).code, Some(0));
    assert_eq!(folder.names(), ["changes.csv", "lamps.csv"]);
}

/// After pages of records have failed, they alone are asked for.
#[test]
fn what_a_recording_lacks_is_fetched() {
    let clock = std::sync::Arc::new(AtomicUsize::new(0));
    let now = clock.clone();
    let server = server(move |path| match path.strip_prefix("/lamp/") {
        Some("3" | "7") if now.load(Ordering::SeqCst) == 0 => crate::harvest::missing(),
        Some(lamp) => html(format!(
            "<title>Lamp number {lamp}</title><main><h1>Lamp number {lamp}</h1><b class=price>$9.00</b>\
             <dl><dt>Bulb<dd>E{lamp}</dl><form action=/cart/add><button>Add to cart</button></form></main>"
        )),
        None => html(list(1..=12, "")),
    });
    let folder = Folder::new("missing");
    let start = server.url("/list");
    let harvest = |more: &[&str]| run(&folder, &[&[&start, "--details", "-o", "lamps.csv"][..], more].concat());
    let record = ["--record", "lamps.warc.gz"];
    let ran = harvest(&record);
    assert!(ran.code == Some(1) && ran.err.contains("2 pages of records failed"), "{ran:?}");
    clock.store(1, Ordering::SeqCst);
    let again = ["--from", "lamps.warc.gz", "--fetch-missing"];
    let ran = harvest(&[&again[..], &record].concat());
    assert!(ran.code == Some(0) && ran.err.contains("12 pages of records"), "{ran:?}");
    let times = |page: &str| server.asked().iter().filter(|asked| asked.split(' ').next() == Some(page)).count();
    assert_eq!(["/list", "/lamp/1", "/lamp/3", "/lamp/7"].map(times), [1, 1, 2, 2]);
    // which the recording has now
    let ran = harvest(&again[..2]);
    assert!(ran.code == Some(0) && folder.read("lamps.csv").contains("E7"), "{ran:?}");
    assert_eq!(run(&folder, &[&start, "--fetch-missing"]).code, Some(2));
}
