//! Runs that end early, and runs that continue them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Folder, Ran, archive, gz, page};

/// Formats and the names of their files.
fn outputs() -> Vec<&'static str> {
    let mut names = vec!["out.jsonl", "out.json", "out.csv", "out.md"];
    if cfg!(feature = "xlsx") {
        names.push("out.xlsx");
    }
    if cfg!(feature = "sqlite") {
        names.push("out.sqlite");
    }
    if cfg!(feature = "parquet") {
        names.push("out.parquet");
    }
    names
}

/// The content of an output in comparable form: of a database its rows, since its bytes depend on its history; of a
/// folder its files; of other files the bytes.
fn content(folder: &Folder, name: &str) -> Vec<u8> {
    if name.ends_with('/') {
        let files = std::fs::read_dir(folder.path.join(name)).unwrap().map(|file| file.unwrap().path());
        let files: BTreeMap<PathBuf, Vec<u8>> =
            files.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
        return files
            .into_iter()
            .flat_map(|(path, bytes)| [path.into_os_string().into_encoded_bytes(), bytes].concat())
            .collect();
    }
    #[cfg(feature = "sqlite")]
    if name.ends_with("sqlite") {
        let database = rusqlite::Connection::open(folder.path.join(name)).unwrap();
        let sql = "SELECT s.archive || s.position || s.source || r.position || c.column_id || c.text
            FROM cells c JOIN records r ON r.id = c.record_id JOIN regions g ON g.id = r.region_id
            JOIN sources s ON s.id = g.source_id ORDER BY c.record_id, c.column_id";
        let mut rows = database.prepare(sql).unwrap();
        let rows = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
        return rows.map(Result::unwrap).collect::<Vec<_>>().join("\n").into_bytes();
    }
    std::fs::read(folder.path.join(name)).unwrap()
}

fn remove(folder: &Folder, name: &str) {
    let path = folder.path.join(name);
    if name.ends_with('/') { std::fs::remove_dir_all(path).unwrap() } else { std::fs::remove_file(path).unwrap() }
}

fn arguments<'a>(command: &'a str, name: &'a str) -> Vec<&'a str> {
    let wrapper: &[&str] = if command == "apply" { &["--wrapper", "site.wrapper"] } else { &[] };
    [&[command, "a.html", "pages", "no.html", "-q", "--failures", "failed", "-o", name], wrapper].concat()
}

fn folder_of_pages(name: &str, pages: usize) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.html", page("a")).write("pages/b.warc.gz", archive(pages)).write("pages/bad.html", b"GIF89a");
    folder
}

#[test]
fn killed_at_a_random_point_and_resumed_no_page_is_lost_or_doubled() {
    killed_and_resumed("records", &outputs());
}

#[test]
fn the_same_of_extract() {
    killed_and_resumed("extract", if cfg!(feature = "sqlite") { &["out.jsonl", "out.sqlite"] } else { &["out.jsonl"] });
}

#[test]
fn the_same_of_a_folder_of_tables() {
    killed_and_resumed("records", &["rows/"]);
}

#[test]
fn the_same_of_a_folder_with_a_file_a_template() {
    killed_and_resumed("apply", &["rows/"]);
}

fn killed_and_resumed(command: &str, outputs: &[&str]) {
    let folder = folder_of_pages(&format!("killed-{command}-{}", outputs.len()), 300);
    if command == "apply" {
        assert_eq!(folder.run(&["learn", "a.html", "--out", "site.wrapper"]).code, Some(0));
    }
    let mut seed = std::process::id() ^ Instant::now().elapsed().subsec_nanos();
    for &name in outputs {
        let whole = folder.run(&arguments(command, name));
        assert_eq!(whole.code, Some(1), "{whole:?}");
        let (expected, failures) = (content(&folder, name), folder.read("failed"));
        remove(&folder, name);
        let beside = folder.names();
        let resumed = [&arguments(command, name)[..], &["--resume"]].concat();
        let mut kills = 0;
        let last = loop {
            let mut child = folder.command(&resumed).stderr(Stdio::inherit()).spawn().unwrap();
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // usually after some checkpoints
            std::thread::sleep(Duration::from_millis(u64::from(100 + seed % 500)));
            if kills == 4 {
                break child.wait().unwrap();
            }
            let _ = child.kill();
            let status = child.wait().unwrap();
            if status.code().is_some() {
                break status;
            }
            kills += 1;
        };
        assert_eq!(last.code(), Some(1));
        assert!(content(&folder, name) == expected, "{name} after {kills} kills");
        assert_eq!(folder.read("failed"), failures, "{name}");
        let left: Vec<String> = folder.names().into_iter().filter(|left| !beside.contains(left)).collect();
        assert_eq!(left, [name.trim_end_matches('/')], "only the output is left");
        remove(&folder, name);
    }
}

/// Interrupts a run that is still waiting for input.
#[cfg(unix)]
fn interrupted(folder: &Folder, arguments: &[&str]) -> Ran {
    let mut command = folder.command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _input = child.stdin.take();
    std::thread::sleep(Duration::from_millis(700));
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    Ran::of(child.wait_with_output().unwrap())
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_valid_output_with_the_first_pages() {
    let folder = Folder::new("interrupt-valid");
    folder.write("b.warc.gz", archive(400));
    for name in outputs() {
        let ran = interrupted(&folder, &["records", "b.warc.gz", "-", "--summary", "-o", name]);
        assert_eq!(ran.code, Some(130), "{ran:?}");
        assert!(ran.err.contains("rowsmith: interrupted; the output has the first "), "{ran:?}");
        let content = content(&folder, name);
        assert!(!content.is_empty(), "{name}");
        if name.ends_with(".json") {
            let pages: Vec<serde_json::Value> = serde_json::from_slice(&content).unwrap();
            assert!(!pages.is_empty());
        }
        assert!(folder.names().iter().all(|left| left == name || left == "b.warc.gz"), "{:?}", folder.names());
        std::fs::remove_file(folder.path.join(name)).unwrap();
    }
    let ran = interrupted(&folder, &["records", "b.warc.gz", "-", "-f", "json"]);
    assert!(serde_json::from_str::<serde_json::Value>(&ran.out).unwrap().is_array() && ran.code == Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_gone_on_with() {
    let folder = Folder::new("interrupt-resume");
    folder.write("b.warc.gz", archive(400));
    for name in outputs() {
        let arguments = ["records", "b.warc.gz", "-", "-o", name, "--resume"];
        let ran = interrupted(&folder, &arguments);
        assert!(folder.names().contains(&name.to_owned()), "a valid output is there: {ran:?}");
        // now nothing comes from standard input, which fails
        let ran = folder.run(&[&arguments[..], &["--summary", "-j2"]].concat());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let resumed = content(&folder, name);
        std::fs::remove_file(folder.path.join(name)).unwrap();
        assert_eq!(folder.run(&arguments[..5]).code, Some(1));
        assert!(resumed == content(&folder, name), "{name}: {}", ran.err);
        assert_eq!(folder.names(), ["b.warc.gz", name]);
        std::fs::remove_file(folder.path.join(name)).unwrap();
    }
}

#[test]
fn a_folder_of_tables_is_resumed_too() {
    let folder = folder_of_pages("resume-folder", 3);
    folder.write("more.html", page("more"));
    let arguments = ["records", "a.html", "pages", "-q", "-o", "rows/", "--resume"];
    assert_eq!(folder.run(&arguments).code, Some(1));
    let mut names: Vec<String> = std::fs::read_dir(folder.path.join("rows"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["0.csv", "1.csv", "2.csv", "a.csv"]);
    assert!(folder.names().iter().all(|name| !name.starts_with("rows.")));
}

#[test]
fn what_a_killed_run_left_beside_a_file_is_removed_by_one_that_goes_on() {
    let folder = folder_of_pages("left-beside", 3);
    for name in outputs() {
        folder.write(".rowsmith-999999-0.tmp", "half").write(".rowsmith-notes.tmp", "not ours");
        // younger ones may be those of another machine
        for left in [".rowsmith-999999-0.tmp", ".rowsmith-notes.tmp"] {
            let file = std::fs::File::options().write(true).open(folder.path.join(left)).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(25 * 60 * 60)).unwrap();
        }
        assert_eq!(folder.run(&["records", "a.html", "-q", "-o", name, "--resume"]).code, Some(0));
        let left: Vec<String> = folder.names().into_iter().filter(|left| left.starts_with(".rowsmith")).collect();
        assert_eq!(left, [".rowsmith-notes.tmp"], "{name}");
    }
}

/// Runs that write the same output would mix their pages in its part, and their journals.
#[test]
fn of_two_runs_that_go_on_with_one_output_the_second_fails_and_the_first_is_not_disturbed() {
    let folder = Folder::new("two-runs");
    folder.write("a.html", page("a"));
    let arguments = ["records", "a.html", "-", "-o", "out.csv", "--resume"];
    let mut first = folder.command(&arguments).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !folder.names().contains(&"out.csv.journal".to_owned()) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the first run does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    let second = folder.run(&arguments);
    assert_eq!(second.code, Some(1), "{second:?}");
    assert!(second.err.contains("out.csv: another run is writing it"), "{second:?}");
    // another output is nobody else's
    assert_eq!(folder.run(&["records", "a.html", "-q", "-o", "other.csv", "--resume"]).code, Some(0));
    std::io::Write::write_all(&mut first.stdin.take().unwrap(), page("from standard input").as_bytes()).unwrap();
    let first = Ran::of(first.wait_with_output().unwrap());
    assert_eq!(first.code, Some(0), "{first:?}");
    let rows = folder.read("out.csv");
    assert!(rows.contains("a 40") && rows.contains("from standard input 40"), "{rows}");
    assert_eq!(folder.names(), ["a.html", "other.csv", "out.csv"]);
}

/// A recording is cut to its last whole record when it is opened, and an earlier table is copied: not while another run writes them.
#[cfg(feature = "fetch")]
#[test]
fn a_run_that_is_refused_changes_nothing_of_the_one_that_goes_on() {
    let folder = Folder::new("refused-run");
    folder.write("a.html", page("a"));
    let recorded = folder.run(&["records", "a.html", "-q", "-o", "other.csv", "--record", "all.warc.gz"]);
    assert_eq!(recorded.code, Some(0), "{recorded:?}");
    // as while a record is being written
    let half = [std::fs::read(folder.path.join("all.warc.gz")).unwrap(), b"half a record".to_vec()].concat();
    let mut first = folder.command(&["records", "a.html", "-", "-q", "-o", "out.csv", "--resume"]);
    let mut first = first.stdin(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    // both are there as long as it waits
    while !["out.csv.journal", "out.csv.part"].iter().all(|name| folder.names().contains(&(*name).to_owned())) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the first run does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    folder.write("all.warc.gz", &half).write("out.csv", "text\nan earlier row\n");
    let names = folder.names();
    let more: [&[&str]; 3] = [&["records"], &["harvest", "--append"], &["harvest", "--diff", "out.csv"]];
    for more in more {
        let rest = ["a.html", "-o", "out.csv", "--resume", "--record", "all.warc.gz"];
        let refused = folder.run(&[more, &rest].concat());
        assert!(refused.code == Some(1) && refused.err.contains("another run is writing it"), "{refused:?}");
        assert_eq!(std::fs::read(folder.path.join("all.warc.gz")).unwrap(), half, "{more:?}");
        assert_eq!(folder.names(), names, "{more:?}");
    }
    drop(first.stdin.take());
    first.wait().unwrap();
}

#[test]
fn a_run_that_was_killed_keeps_nobody_from_its_output() {
    let folder = Folder::new("killed-lock");
    folder.write("a.html", page("a"));
    let arguments = ["records", "a.html", "-", "-q", "-o", "out.csv", "--resume"];
    let mut first = folder.command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !folder.names().contains(&"out.csv.journal".to_owned()) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the first run does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let second = folder.run_with(&arguments, page("b").as_bytes());
    assert_eq!((second.code, folder.names()), (Some(0), vec!["a.html".to_owned(), "out.csv".to_owned()]), "{second:?}");
}

#[test]
fn only_the_same_run_is_gone_on_with() {
    let folder = folder_of_pages("other-run", 3);
    folder.write("out.csv.journal", "{\"rowsmith_journal\":1,\"run\":[\"records\",\"a.html\",\"-o\",\"out.csv\"]}\n");
    let ran = folder.run(&["records", "a.html", "-o", "out.csv", "--resume"]);
    assert!(ran.code == Some(1) && ran.err.contains("another version of rowsmith; remove the journal"), "{ran:?}");
    folder.write("out.csv.journal", "{\"rowsmith_journal\":2,\"run\":[\"records\",\"other\",\"-o\",\"out.csv\"]}\n");
    let ran = folder.run(&["records", "a.html", "-o", "out.csv", "--resume"]);
    assert!(
        ran.code == Some(1) && ran.err.contains("was a different one: records other -o out.csv; remove the journal"),
        "{ran:?}"
    );
    assert_eq!(folder.run(&["records", "a.html", "--resume"]).code, Some(2));
    assert_eq!(folder.run(&["records", "a.html", "-o", "-", "--resume"]).code, Some(2));
    assert_eq!(folder.run(&["records", "a.html", "--failures", "a.html"]).code, Some(2));
}

#[cfg(feature = "sqlite")]
#[test]
fn a_database_is_added_to_and_the_same_pages_twice_are_there_once() {
    let folder = folder_of_pages("append", 3);
    let add = |input: &str| folder.run(&["records", input, "-o", "out.sqlite"]);
    assert_eq!(add("a.html").code, Some(0));
    assert_eq!(add("pages").code, Some(1));
    let once = content(&folder, "out.sqlite");
    assert!(String::from_utf8_lossy(&once).matches("\npages/b.warc.gz2https://x.example/1").count() > 0);
    assert_eq!(add("pages").code, Some(1));
    let count = |content: &[u8]| content.split(|&byte| byte == b'\n').count();
    assert_eq!(count(&content(&folder, "out.sqlite")), count(&once));
}

#[test]
fn gzip_of_a_page_is_no_archive() {
    let folder = Folder::new("gz-page");
    folder.write("page.gz", gz(page("a").as_bytes()));
    assert_eq!(folder.run(&["records", "page.gz"]).sources(), ["page.gz"]);
}
