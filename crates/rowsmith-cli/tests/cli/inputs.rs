//! What can be read, and the messages for what cannot.

use crate::support::{Folder, gz, page};

#[test]
fn a_file_is_a_json_line_in_a_pipe() {
    let folder = Folder::new("file");
    let ran = folder.write("a.html", page("chair")).run(&["records", "a.html"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.sources(), ["a.html"]);
    assert!(ran.lines()[0]["regions"].is_array() && !ran.out.contains('\x1b'));
}

#[test]
fn standard_input_with_and_without_a_dash() {
    let folder = Folder::new("stdin");
    for arguments in [&["records"][..], &["records", "-"]] {
        let ran = folder.run_with(arguments, page("chair").as_bytes());
        assert_eq!((ran.code, ran.sources()), (Some(0), vec!["-".to_owned()]), "{ran:?}");
    }
    let ran = folder.run_with(&["records"], &gz(page("chair").as_bytes()));
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn gzip_is_known_by_its_content_and_gives_the_same() {
    let folder = Folder::new("gz");
    let plain = page("chair");
    folder.write("plain/a.html", &plain).write("named/a.html", gz(plain.as_bytes()));
    folder.write("a.html.gz", gz(plain.as_bytes()));
    let result = |name: &str| {
        let ran = folder.run(&["records", name]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        ran.lines()[0]["regions"].clone()
    };
    assert_eq!(result("plain/a.html"), result("a.html.gz"));
    assert_eq!(result("plain/a.html"), result("named/a.html"));
}

#[test]
fn of_a_truncated_gzip_file_what_is_there_with_a_warning() {
    let folder = Folder::new("cut-gz");
    let whole = gz(page("chair").as_bytes());
    folder.write("half.html.gz", &whole[..whole.len() / 2]).write("nothing.html.gz", &whole[..8]);
    let half = folder.run(&["records", "half.html.gz"]);
    assert_eq!((half.code, half.err.as_str()), (Some(0), ""), "{half:?}");
    assert!(half.warnings().contains(&"damaged input: the gzip stream ends early".to_owned()), "{half:?}");
    let table = folder.run(&["records", "half.html.gz", "-f", "table"]);
    assert!(table.err.contains("rowsmith: half.html.gz: warning: damaged input"), "{table:?}");
    let nothing = folder.run(&["records", "nothing.html.gz"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (Some(1), ""));
    assert_eq!(nothing.err, "rowsmith: nothing.html.gz: nothing can be decompressed: the gzip stream ends early\n");
}

/// Nobody may ever write to a named pipe, and a device may never end.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_in_a_folder_is_skipped_with_a_message() {
    let folder = Folder::new("no-regular-files");
    folder.write("pages/a.html", page("a")).write("elsewhere/real.html", page("real"));
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path.join(name)).unwrap();
    let pipe = |name: &str| {
        assert!(std::process::Command::new("mkfifo").arg(folder.path.join(name)).status().unwrap().success());
    };
    ["pages/b.html", "pages/c.warc", "pages/d.parquet", "elsewhere/pipe"].into_iter().for_each(pipe);
    // the path of a socket may have about a hundred bytes, which those of temporary folders exceed on some systems
    let socket = std::os::unix::net::UnixListener::bind(folder.path.join("pages/e.html"));
    assert!(socket.is_ok() || folder.path.as_os_str().len() > 80, "{socket:?}");
    link("/dev/zero", "pages/f.html");
    link("../elsewhere/pipe", "pages/g.html");
    link("../elsewhere/real.html", "pages/h.html");
    // a folder of Scrapy's cache of which a part is a pipe
    folder
        .write("pages/cache/meta", "{'url': 'https://x.example/'}")
        .write("pages/cache/response_body", page("cached"));
    pipe("pages/cache/response_headers");
    for input in ["pages", "pages/*"] {
        let ran = folder.run(&["records", input]);
        let read = ["pages/a.html", "pages/h.html", "https://x.example/"];
        let mut sources = ran.sources();
        sources.sort_by_key(|source| read.iter().position(|name| name == source));
        assert_eq!((ran.code, sources), (Some(1), read.map(str::to_owned).to_vec()), "{ran:?}");
        for (name, what) in [
            ("b.html", "a named pipe"),
            ("c.warc", "a named pipe"),
            ("d.parquet", "a named pipe"),
            ("e.html", if socket.is_ok() { "a socket" } else { "" }),
            ("f.html", "a device"),
            ("g.html", "a named pipe"),
        ] {
            let message = format!(
                "rowsmith: pages/{name}: skipped: it is {what}, not a regular file (name it directly to read it)\n"
            );
            assert!(what.is_empty() || ran.err.contains(&message), "{ran:?}");
        }
    }
}

/// As `<(…)` of a shell is one.
#[cfg(unix)]
#[test]
fn a_named_pipe_that_is_named_itself_is_read() {
    let folder = Folder::new("named-pipe");
    for name in ["a.html", "a.warc"] {
        let path = folder.path.join(name);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        // waits until somebody reads
        let writer = std::thread::spawn(move || std::fs::write(path, page("piped")));
        let ran = folder.run(&["records", name]);
        assert_eq!((ran.code, ran.sources()), (Some(0), vec![name.to_owned()]), "{ran:?}");
        writer.join().unwrap().unwrap();
    }
}

#[test]
fn a_folder_is_its_pages_in_order() {
    let folder = Folder::new("folder");
    for name in ["b.html", "a/z.htm", "a/B.HTML", "c.xhtml", "a.html", "a/deep/er/x.html", "é.html"] {
        folder.write(format!("pages/{name}"), page(name));
    }
    folder.write("pages/d.html.gz", gz(page("d").as_bytes())).write("pages/notes.txt", "no page");
    let expected = ["a/B.HTML", "a/deep/er/x.html", "a/z.htm", "a.html", "b.html", "c.xhtml", "d.html.gz", "é.html"];
    let ran = folder.run(&["records", "pages"]);
    assert_eq!(ran.sources(), expected.map(|name| format!("pages/{name}")), "{ran:?}");
    folder.write("empty/readme.txt", "");
    let empty = folder.run(&["records", "empty"]);
    assert_eq!((empty.code, empty.err.as_str()), (Some(1), "rowsmith: empty: no HTML files in this folder\n"));
}

#[test]
fn a_bad_input_among_good_ones() {
    let folder = Folder::new("bad");
    folder
        .write("a.html", page("a"))
        .write("picture.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        .write("z.html", page("z"));
    folder.write("empty.html", "");
    let ran = folder.run(&["records", "a.html", "missing.html", "picture.html", "empty.html", "z.html"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.sources(), ["a.html", "z.html"]);
    let errors: Vec<&str> = ran.err.lines().collect();
    assert_eq!(errors.len(), 3, "{ran:?}");
    assert!(errors[0].starts_with("rowsmith: missing.html: No such file"), "{ran:?}");
    assert_eq!(errors[1], "rowsmith: picture.html: the input is not HTML but a PNG image");
    assert_eq!(errors[2], "rowsmith: empty.html: the input is empty");
}

#[test]
fn a_page_beyond_the_limit_is_read_up_to_it() {
    let folder = Folder::new("limit");
    let ran = folder.write("a.html", page("chair")).run(&["records", "a.html", "--max-bytes", "200"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let whole = folder.run(&["records", "a.html", "--max-bytes", "1G"]);
    assert_eq!(whole.code, Some(0), "{whole:?}");
    assert!(!whole.warnings().iter().any(|warning| warning.contains("truncated")), "{whole:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let name = OsStr::from_bytes(b"caf\xe9.html");
    folder.write(name, page("coffee"));
    let output = folder.command(&["records"]).arg(name).output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("caf\u{fffd}.html"));
    assert_eq!(folder.run(&["records", "."]).sources(), ["./caf\u{fffd}.html"]);
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let folder = Folder::new("threads");
    for at in 0..60 {
        folder.write(format!("pages/{at:02}.html"), page(&"long ".repeat(at * 37 % 50)));
    }
    folder.write("pages/31.html", b"%PDF-1.7");
    for format in ["jsonl", "json", "csv", "md", "table"] {
        let run = |threads: &str| {
            let ran = folder.run(&["records", "pages", "-j", threads, "--format", format]);
            assert_eq!(ran.code, Some(1), "{ran:?}");
            (ran.out, ran.err)
        };
        assert_eq!(run("1"), run("4"), "{format}");
    }
    assert_eq!(folder.run(&["records", "pages", "-j4"]).lines().len(), 59);
}
