//! Where the output goes and in which state it is left.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Folder, page};

/// Whether the binary was built with what writes a file with this name or format.
fn is_built(name: &str) -> bool {
    !(name.ends_with("xlsx") && cfg!(not(feature = "xlsx"))
        || name.ends_with("sqlite") && cfg!(not(feature = "sqlite")))
}

#[test]
fn the_format_is_that_of_the_name() {
    let folder = Folder::new("formats");
    folder.write("a.html", page("a")).write("b.html", page("b"));
    let names = ["out.json", "out.jsonl", "out.csv", "out.md", "out.txt", "out.xlsx", "out.sqlite"];
    for name in names {
        if !is_built(name) {
            let ran = folder.run(&["records", "a.html", "--out", name]);
            assert!(ran.code == Some(2) && ran.err.contains("built without"), "{ran:?}");
            continue;
        }
        let ran = folder.run(&["records", "a.html", "b.html", "-q", "--out", name]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""), "{name}: {ran:?}");
    }
    let array: Vec<serde_json::Value> = serde_json::from_str(&folder.read("out.json")).unwrap();
    assert_eq!(array.len(), 2);
    assert_eq!(folder.read("out.jsonl"), folder.run(&["records", "a.html", "b.html"]).out);
    for (name, start) in [("out.xlsx", "PK"), ("out.sqlite", "SQLite format 3")] {
        assert!(!is_built(name) || folder.read(name).starts_with(start));
    }
    assert_eq!(folder.names().len(), 2 + names.iter().filter(|name| is_built(name)).count(), "{:?}", folder.names());
}

#[test]
fn a_run_without_any_result_leaves_the_old_file() {
    let folder = Folder::new("old-file");
    folder.write("picture.html", b"GIF89a");
    for name in ["out.csv", "out.json", "out.xlsx", "out.sqlite"] {
        folder.write(name, "old");
        if !is_built(name) {
            continue;
        }
        let ran = folder.run(&["records", "picture.html", "missing.html", "--out", name]);
        assert_eq!((ran.code, folder.read(name).as_str()), (Some(1), "old"), "{ran:?}");
    }
    assert_eq!(folder.names(), ["out.csv", "out.json", "out.sqlite", "out.xlsx", "picture.html"]);
}

#[test]
fn one_failed_input_does_not_cost_the_file() {
    let folder = Folder::new("some-failed");
    let ran = folder.write("a.html", page("a")).run(&["records", "missing.html", "a.html", "--out", "out.jsonl"]);
    assert_eq!((ran.code, folder.read("out.jsonl").lines().count()), (Some(1), 1), "{ran:?}");
    assert_eq!(folder.names(), ["a.html", "out.jsonl"]);
}

#[test]
fn a_place_that_cannot_be_written() {
    let folder = Folder::new("no-place");
    folder.write("a.html", page("a"));
    for name in ["no/such/out.csv", "no/such/out.sqlite", "no/such/out.xlsx", "a.html/out.json", "a.html/"] {
        if !is_built(name) {
            continue;
        }
        let ran = folder.run(&["records", "a.html", "--out", name]);
        assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{name}: {ran:?}");
        assert!(ran.err.starts_with(&format!("rowsmith: {name}: ")), "{ran:?}");
    }
    assert_eq!(folder.names(), ["a.html"]);
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = Folder::new("overwrite");
    folder.write("pages/a.html", page("a"));
    for input in ["pages/a.html", "pages"] {
        let ran = folder.run(&["records", input, "--format", "jsonl", "--out", "./pages/a.html"]);
        assert!(ran.code == Some(2) && ran.err.contains("would overwrite the input"), "{ran:?}");
    }
    assert_eq!(folder.read("pages/a.html"), page("a"));
}

/// Other commands and flags than `records --out` wrote over what they read, or over each other.
#[test]
fn nothing_that_a_command_reads_or_writes_is_overwritten() {
    let folder = Folder::new("overwrite-others");
    folder.write("a.html", page("a"));
    assert_eq!(folder.run(&["learn", "a.html", "-o", "t.wrapper"]).code, Some(0));
    assert_eq!(folder.run(&["records", "a.html", "-o", "a.csv"]).code, Some(0));
    let read = || folder.names().iter().map(|name| folder.read(name)).collect::<Vec<_>>();
    let before = read();
    let apply = ["apply", "--wrapper", "t.wrapper", "a.html"];
    let refused: [(&[&str], &[&str]); 12] = [
        (&apply, &["-o", "x.jsonl", "--drift", "x.jsonl"]),
        (&apply, &["-o", "t.wrapper", "-f", "csv"]),
        (&apply, &["--drift", "a.html"]),
        (&apply, &["-o", "x.csv", "--repair=x.csv"]),
        (&["wrapper", "export", "t.wrapper", "--to", "parsel"], &["-o", "t.wrapper"]),
        (&["learn", "a.html"], &["-o", "a.html"]),
        (&["inspect", "a.html"], &["-o", "./a.html"]),
        (&["harvest", "a.html", "--from", "a.csv"], &["-o", "a.csv"]),
        (&["harvest", "a.html", "--wrapper", "t.wrapper"], &["-o", "t.wrapper", "-f", "csv"]),
        (&["harvest", "a.html", "--wrapper", "t.wrapper"], &["-o", "x.csv", "--repair=x.csv"]),
        (&["harvest", "a.html", "--diff", "a.csv"], &["-o", "x.csv", "--failures", "a.csv"]),
        (&["records", "a.html"], &["-o", "x.csv", "--failures", "x.csv"]),
    ];
    for (command, flags) in refused {
        let ran = folder.run(&[command, flags].concat());
        assert!(ran.code == Some(2) && ran.err.contains("would overwrite"), "{command:?} {flags:?}: {ran:?}");
        assert_eq!(read(), before, "{command:?} {flags:?}");
    }
    // a wrapper may be replaced by what it is repaired to
    let ran = folder.run(&[&apply[..], &["-o", "x.csv", "--repair=t.wrapper"]].concat());
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new("full");
    folder.write("a.html", page("a"));
    for format in ["jsonl", "json", "xlsx"].into_iter().filter(|format| is_built(format)) {
        let ran = folder.run(&["records", "a.html", "--format", format, "--out", "/dev/full", "-q"]);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (Some(1), "rowsmith: /dev/full: No space left on device\n"),
            "{ran:?}"
        );
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = folder.command(&["records", "a.html"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output: No space left"));
    assert_eq!(folder.run(&["records", "a.html", "--out", "/dev/null"]).code, Some(0));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = Folder::new("pipe");
    folder.write("a.html", page("a"));
    for arguments in [&["records", "-", "a.html"][..], &["man"], &["completions", "bash"]] {
        let mut command = folder.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        // standard input ends only now, so that nothing is written before the reader has gone
        let mut stdin = child.stdin.take().unwrap();
        let _ = std::io::Write::write_all(&mut stdin, page("-").as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
    }
}

#[test]
fn json_lines_are_written_as_they_come() {
    use std::io::{BufRead, BufReader, Write};
    let folder = Folder::new("stream");
    folder.write("a.html", page("a"));
    let mut command = folder.command(&["records", "a.html", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // the second page has not arrived yet
    assert!(lines.next().unwrap().unwrap().contains("\"a.html\""));
    stdin.write_all(page("-").as_bytes()).unwrap();
    drop(stdin);
    assert!(lines.next().unwrap().unwrap().contains("\"-\""));
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_temporary_file() {
    let folder = Folder::new("interrupt");
    folder.write("out.json", "old");
    let mut command = folder.command(&["records", "-", "--out", "out.json"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // kept open: `wait` would close it, and the end of the input could come before the interrupt
    let _input = child.stdin.take();
    let wait = |what: &dyn Fn() -> bool| {
        let started = Instant::now();
        while !what() {
            assert!(started.elapsed() < Duration::from_secs(20), "{:?}", folder.names());
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait(&|| folder.names().len() == 2);
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!((folder.names(), folder.read("out.json")), (vec!["out.json".to_owned()], "old".to_owned()));
}

#[test]
fn tabs_reports_and_feeds() {
    let folder = Folder::new("further-formats");
    folder.write("a.html", page("chair"));
    let tsv = folder.run(&["records", "a.html", "-f", "tsv"]);
    assert!(
        tsv.code == Some(0)
            && tsv.out.starts_with("title\turl\tprice\t")
            && tsv.out.contains("\nchair 1\t/item/1\t$1.50\t"),
        "{tsv:?}"
    );
    let base = ["records", "a.html", "--base-url", "https://x.example/"];
    let feed = folder.run(&[&base[..], &["-f", "feed"]].concat());
    let read: serde_json::Value = serde_json::from_str(&feed.out).unwrap();
    assert_eq!(
        (read["items"].as_array().unwrap().len(), read["items"][4]["id"].as_str()),
        (40, Some("https://x.example/item/5"))
    );
    // the same again, with other changes on the page
    folder.write(
        "b.html",
        page("chair").replacen("<ul>", "<ul><li><a href='/item/new'>New</a> <b>$7</b> <i>5</i></li>", 1),
    );
    let again = folder.run(&["records", "b.html", "--base-url", "https://x.example/", "-f", "feed"]);
    let again: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["items"][0]["id"], "https://x.example/item/new");
    for stable in ["id", "title", "url"] {
        assert_eq!(again["items"][5][stable], read["items"][4][stable], "{stable}");
    }
    // in a file, an item without a date has that of the run that saw it first, and keeps it
    let kept = |page: &str| -> serde_json::Value {
        let ran = folder.run(&["records", page, "--base-url", "https://x.example/", "-f", "feed", "-o", "list.json"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        serde_json::from_str(&folder.read("list.json")).unwrap()
    };
    let first = kept("a.html");
    assert!(first["items"][0]["date_published"].is_string(), "{first}");
    folder.write("list.json", folder.read("list.json").replace("\"date_published\":\"2", "\"date_published\":\"1"));
    let next = kept("b.html");
    let date = |item: usize| next["items"][item]["date_published"].as_str().unwrap().chars().next();
    assert_eq!((date(0), date(1), date(40)), (Some('2'), Some('1'), Some('1')));
    assert_eq!(folder.run(&[&base[..], &["-o", "report.html"]].concat()).code, Some(0));
    let report = folder.read("report.html");
    assert!(report.contains("href=\"https://x.example/item/1\"") && report.trim_end().ends_with("</html>"), "{report}");
}

#[test]
fn tables_have_the_columns_of_one_written_before() {
    let folder = Folder::new("columns-as");
    folder.write("a.html", page("a")).write("names.txt", "# as in May\nurl\nname = title\ncolour\n");
    let ran = folder.run(&["records", "a.html", "-f", "csv", "--columns-as", "names.txt"]);
    assert!(ran.code == Some(0) && ran.out.starts_with("url,name,colour\n"), "{ran:?}");
    assert!(ran.err.contains("no column \"colour\"; there are: "), "{ran:?}");
    folder.write("before.csv", ran.out.replace("name,", "title,"));
    let again = folder.run(&["records", "a.html", "-f", "csv", "-q", "--columns-as", "before.csv"]);
    assert!(again.out.starts_with("url,title,colour\n") && again.out.lines().count() == ran.out.lines().count());
    let both = folder.run(&["records", "a.html", "--columns-as", "before.csv", "-c", "title"]);
    assert!(both.code == Some(2) && both.err.contains("cannot be used with"), "{both:?}");
    let none = folder.run(&["records", "a.html", "--columns-as", "none.csv"]);
    assert!(none.code == Some(2) && none.err.contains("none.csv"), "{none:?}");
}

#[test]
fn csv_has_values_and_currencies_on_request() {
    let folder = Folder::new("typed");
    let item = |n: u32, price: &str| {
        format!("<li><h3><a href=/{n}>Thing number {n}</a></h3><b class=price>{price}</b><i>1,20{n} views</i></li>")
    };
    let items = [item(1, "$1,299.00"), item(2, "$5"), item(3, "$7.50"), item(4, "$8")].concat();
    folder.write("a.html", format!("<ul>{items}</ul>"));
    let typed = |format| folder.run(&["records", "a.html", "-f", format, "--typed", "-c", "title,price"]);
    let ran = typed("tsv");
    assert!(ran.out.starts_with("title\tprice\tprice_currency\nThing number 1\t1299.00\tUSD\n"), "{ran:?}");
    let ran = typed("jsonl");
    assert!(ran.code == Some(2) && ran.err.contains("--typed is for csv"), "{ran:?}");
}
