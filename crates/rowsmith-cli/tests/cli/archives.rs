//! Archives and lists of files: one page after the other, whatever contains them.

use crate::support::{Folder, Ran, archive, gz, page, response};

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

#[test]
fn a_web_archive_packed_or_not_gives_its_pages() {
    let folder = Folder::new("warc");
    let body = page("chair").replace("href='/item", "href='item");
    let records = [
        b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\na: b\r\n\r\n".to_vec(),
        response("https://x.example/shop/list", "200 OK", HTML, body.as_bytes()),
        response("https://x.example/logo.png", "200 OK", "Content-Type: image/png\r\n", b"\x89PNG\r\n\x1a\n"),
        response("https://x.example/gone", "404 Not Found", HTML, b"<p>gone"),
        response("https://x.example/paper", "200 OK", HTML, b"%PDF-1.7 and so on"),
        response("https://x.example/z", "200 OK", HTML, body.as_bytes()),
    ];
    folder
        .write("a.warc", records.concat())
        .write("b.warc.gz", records.iter().flat_map(|r| gz(r)).collect::<Vec<u8>>());
    folder.write("whole", gz(&records.concat()));
    let mut expected = None;
    for name in ["a.warc", "b.warc.gz", "whole"] {
        let ran = folder.run(&["records", name, "--summary"]);
        assert_eq!(
            (ran.code, ran.sources()),
            (Some(1), vec!["https://x.example/shop/list".into(), "https://x.example/z".into()])
        );
        let errors: Vec<&str> = ran.err.lines().collect();
        assert_eq!(
            errors[0],
            "rowsmith: https://x.example/paper: the input is not HTML but a PDF document; turn it into HTML first, for example with pdftohtml",
            "{ran:?}"
        );
        assert!(errors[1].starts_with("rowsmith: 2 pages with 80 records in "), "{ran:?}");
        assert_eq!(
            errors[2..],
            ["rowsmith: 1 failed: 1 not-html", "rowsmith: 2 passed over: 1 HTTP 404, 1 not HTML by their content type"]
        );
        let line = &ran.lines()[0];
        assert_eq!((line["archive"].as_str(), line["position"].as_u64()), (Some(name), Some(2)));
        // links are resolved against the address of the page
        assert!(ran.out.contains("https://x.example/shop/item/1"), "{ran:?}");
        let of = |line: &serde_json::Value| line["regions"].clone();
        let regions: Vec<_> = ran.lines().iter().map(of).collect();
        assert_eq!(*expected.get_or_insert(regions.clone()), regions, "{name}");
    }
    let stdin = folder.run_with(&["records", "-f", "csv"], &gz(&records.concat()));
    assert!(stdin.out.starts_with("source,") && stdin.out.lines().count() == 81, "{stdin:?}");
}

#[test]
fn the_charset_and_coding_of_http_hold() {
    let folder = Folder::new("warc-http");
    let latin: Vec<u8> = page("caf\u{e9}").chars().map(|c| c as u8).collect();
    let chunked = |body: &[u8]| {
        let chunks =
            body.chunks(100).map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
        [chunks.collect::<Vec<_>>().concat(), b"0\r\n\r\n".to_vec()].concat()
    };
    let head = |more: &str| format!("Content-Type: text/html; charset=iso-8859-1\r\n{more}");
    let records = [
        response("https://x.example/plain", "200 OK", &head(""), &latin),
        response("https://x.example/chunked", "200 OK", &head("Transfer-Encoding: chunked\r\n"), &chunked(&latin)),
        response("https://x.example/gzip", "200 OK", &head("Content-Encoding: gzip\r\n"), &gz(&latin)),
        response(
            "https://x.example/both",
            "200 OK",
            &head("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n"),
            &chunked(&gz(&latin)),
        ),
        // a header that no longer applies
        response(
            "https://x.example/neither",
            "200 OK",
            &head("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n"),
            &latin,
        ),
    ];
    folder.write("a.warc", records.concat());
    let ran = folder.run(&["records", "a.warc"]);
    assert_eq!((ran.code, ran.lines().len()), (Some(0), 5), "{ran:?}");
    for line in ran.lines() {
        assert!(line["regions"].to_string().contains("caf\u{e9} 1"), "{line}");
        assert!(line["warnings"].is_null(), "{line}");
    }
    let other = folder.run(&["records", "a.warc", "--charset", "windows-1251"]);
    assert!(other.out.contains("caf\u{439} 1"), "a charset that the user names goes before");
}

#[test]
fn a_damaged_archive_costs_what_is_damaged() {
    let folder = Folder::new("warc-cut");
    let whole = archive(9);
    folder.write("cut.warc.gz", &whole[..whole.len() - 40]).write("a.html", page("a"));
    folder.write("noise.warc.gz", [&whole[..whole.len() / 2], &[0xff; 50], &whole[whole.len() / 2 + 50..]].concat());
    let ran = folder.run(&["records", "cut.warc.gz", "a.html", "--failures", "failed.jsonl"]);
    assert_eq!((ran.code, ran.lines().len()), (Some(1), 9), "{ran:?}");
    assert_eq!(ran.sources()[8], "a.html");
    let failed: serde_json::Value = serde_json::from_str(&folder.read("failed.jsonl")).unwrap();
    assert_eq!((failed["source"].as_str(), failed["reason"].as_str()), (Some("cut.warc.gz"), Some("damaged")));
    assert!(failed["error"].as_str().unwrap().contains("the gzip stream ends early"), "{failed}");
    // what is not compressed fails alike, and the half of the last page is there
    let plain = response("https://x.example/1", "200 OK", "Content-Type: text/html\r\n", page("b").as_bytes());
    folder.write("cut.warc", &plain[..plain.len() * 2 / 3]);
    let ran = folder.run(&["records", "cut.warc"]);
    assert_eq!((ran.code, ran.lines().len()), (Some(1), 1), "{ran:?}");
    assert!(ran.err.contains("cut.warc: the archive ends within record 1"), "{ran:?}");
    let noise = folder.run(&["records", "noise.warc.gz", "a.html"]);
    assert!(
        noise.code == Some(1) && noise.lines().len() >= 8 && noise.sources().last().unwrap() == "a.html",
        "{noise:?}"
    );
    assert!(noise.err.contains("the gzip data is damaged near record"), "{noise:?}");
}

#[test]
fn bombs_and_endless_lines_are_bounded() {
    let folder = Folder::new("bombs");
    let bomb = gz(&gz(&vec![b'a'; 64 << 20]));
    folder.write("a.html", &bomb).write("b.warc.gz", gz(&[b"WARC/1.0\r\nA: ".to_vec(), vec![b'x'; 32 << 20]].concat()));
    let coded = response(
        "https://x.example/",
        "200 OK",
        &format!("{HTML}Content-Encoding: gzip\r\n"),
        &gz(&vec![b' '; 64 << 20]),
    );
    folder.write("c.warc", coded);
    let ran = folder.run(&["records", "a.html", "b.warc.gz", "c.warc", "--max-bytes", "1M"]);
    assert_eq!((ran.code, ran.lines().len()), (Some(1), 0), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 3, "{ran:?}");
}

#[test]
fn patterns_and_lists_of_files() {
    let folder = Folder::new("lists");
    for name in ["a/1.html", "a/2.html", "b/1.html", "b/x.txt"] {
        folder.write(name, page(name));
    }
    assert_eq!(folder.run(&["records", "*/1.html"]).sources(), ["a/1.html", "b/1.html"]);
    let nothing = folder.run(&["records", "*/3.html"]);
    assert_eq!((nothing.code, nothing.err.as_str()), (Some(1), "rowsmith: */3.html: nothing matches this pattern\n"));
    folder.write("list", "b/1.html\n\na\r\nb/x.txt\nnone.html\n");
    let ran = folder.run(&["records", "--files-from", "list"]);
    assert_eq!(ran.sources(), ["b/1.html", "a/1.html", "a/2.html", "b/x.txt"], "{ran:?}");
    assert!(ran.code == Some(1) && ran.err.starts_with("rowsmith: none.html: No such file"), "{ran:?}");
    let piped = folder.run_with(&["records", "a/2.html", "--files-from", "-"], b"b/1.html");
    assert_eq!(piped.sources(), ["a/2.html", "b/1.html"], "{piped:?}");
    assert_eq!(folder.run_with(&["records", "-", "--files-from", "-"], b"").code, Some(2));
}

#[test]
fn archives_in_folders_and_any_number_of_threads() {
    let folder = Folder::new("warc-folder");
    folder
        .write("pages/b.warc.gz", archive(30))
        .write("pages/a.html", page("a"))
        .write("pages/feed.xml", "<rss></rss>");
    let run = |threads: &str| folder.run(&["records", "pages", "-j", threads]);
    let one = run("1");
    assert_eq!((one.code, one.lines().len(), one.sources()[0].as_str()), (Some(0), 31, "pages/a.html"), "{one:?}");
    assert_eq!((run("4").out, run("2").out), (one.out.clone(), one.out));
}

#[cfg(feature = "zstd")]
#[test]
fn zstandard_is_known_by_its_content() {
    let folder = Folder::new("zstd");
    folder.write("a.html.zst", zstd::encode_all(page("chair").as_bytes(), 3).unwrap());
    folder.write(
        "a.warc.zst",
        zstd::encode_all(&response("https://x.example/", "200 OK", HTML, page("chair").as_bytes())[..], 3).unwrap(),
    );
    let ran = folder.run(&["records", "a.html.zst", "a.warc.zst"]);
    assert_eq!((ran.code, ran.sources()), (Some(0), vec!["a.html.zst".into(), "https://x.example/".into()]), "{ran:?}");
    assert_eq!(
        ran.lines()[0]["regions"][0]["records"][0]["cells"],
        ran.lines()[1]["regions"][0]["records"][0]["cells"]
    );
}

#[cfg(feature = "parquet")]
mod parquet_files {
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// Writes a file with two columns, in row groups of two rows.
    fn write(folder: &Folder, name: &str, schema: &str, rows: &[(Option<&str>, &[u8])]) {
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let file = std::fs::File::create(folder.path.join(name)).unwrap();
        let mut writer = SerializedFileWriter::new(file, schema, Default::default()).unwrap();
        for rows in rows.chunks(2) {
            let mut group = writer.next_row_group().unwrap();
            let urls: Vec<ByteArray> = rows.iter().filter_map(|row| row.0).map(ByteArray::from).collect();
            let levels: Vec<i16> = rows.iter().map(|row| i16::from(row.0.is_some())).collect();
            let pages: Vec<ByteArray> = rows.iter().map(|row| row.1.to_vec().into()).collect();
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&urls, Some(&levels), None).unwrap();
            column.close().unwrap();
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&pages, None, None).unwrap();
            column.close().unwrap();
            group.close().unwrap();
        }
        writer.close().unwrap();
    }

    #[test]
    fn a_column_of_pages() {
        let folder = Folder::new("parquet");
        // the page declares another encoding than the column, which is right
        let text = page("caf\u{e9}").replace("<title>", "<meta charset=iso-8859-1><title>");
        let rows = [
            (Some("https://x.example/1"), text.as_bytes()),
            (None, text.as_bytes()),
            (Some("https://x.example/3"), text.as_bytes()),
        ];
        write(&folder, "a.parquet", "message m { optional binary url (UTF8); required binary html (UTF8); }", &rows);
        let ran = folder.run(&["records", "a.parquet"]);
        assert_eq!(
            (ran.code, ran.sources()),
            (Some(0), vec!["https://x.example/1".into(), "a.parquet#2".into(), "https://x.example/3".into()])
        );
        assert_eq!(ran.lines()[2]["position"], 3);
        assert!(ran.lines().iter().all(|line| line.to_string().contains("caf\u{e9} 1")));
        assert!(
            ran.lines()[0].to_string().contains("https://x.example/item/1")
                && !ran.lines()[1].to_string().contains("https://")
        );

        write(&folder, "b.parquet", "message m { optional binary adr; required binary seite; }", &rows);
        let unknown = folder.run(&["records", "b.parquet"]);
        assert!(
            unknown.code == Some(1) && unknown.err.contains("choose with --html-column from: adr, seite"),
            "{unknown:?}"
        );
        let named = folder.run(&["records", "b.parquet", "--html-column", "seite", "--url-column", "adr"]);
        assert_eq!((named.code, named.sources()[0].as_str()), (Some(0), "https://x.example/1"), "{named:?}");
    }

    #[test]
    fn empty_and_damaged_files() {
        let folder = Folder::new("parquet-bad");
        let schema = "message m { optional binary url; required binary html; }";
        write(&folder, "empty.parquet", schema, &[]);
        write(&folder, "whole.parquet", schema, &[(None, page("a").as_bytes()); 9]);
        let whole = std::fs::read(folder.path.join("whole.parquet")).unwrap();
        folder.write("cut.parquet", &whole[..whole.len() - 9]).write("head.parquet", "PAR1").write("a.html", page("a"));
        let mut noise = whole.clone();
        noise[4..whole.len() / 2].fill(0xee);
        folder.write("noise.parquet", noise);
        let ran = folder.run(&["records", "empty.parquet", "cut.parquet", "head.parquet", "noise.parquet", "a.html"]);
        assert_eq!((ran.code, ran.sources().last().unwrap().as_str()), (Some(1), "a.html"), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 3, "{ran:?}");
        assert_eq!(folder.run(&["records", "empty.parquet"]).code, Some(0));
    }

    /// Small files on which the crate that reads them panics, which were found by changing bytes of whole ones.
    #[test]
    fn a_failure_of_the_crate_for_parquet_is_an_error_of_its_input_and_no_bug_of_ours() {
        let folder = Folder::new("parquet-panics");
        let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/parquet");
        folder.write("page.html", page("a"));
        let mut names = vec!["damaged-levels", "damaged-start"];
        if cfg!(feature = "zstd") {
            names.push("damaged-levels-zstd");
        }
        for name in names {
            folder.write("a.parquet", std::fs::read(seeds.join(name)).unwrap());
            let ran = folder.run(&["records", "a.parquet", "page.html", "--failures", "failed"]);
            assert_eq!((ran.code, ran.sources().last().map(String::as_str)), (Some(1), Some("page.html")), "{ran:?}");
            assert!(ran.err.contains("a.parquet: it cannot be read: the crate parquet 5"), "{name}: {ran:?}");
            assert!(!ran.err.contains("rowsmith; please report"), "{name}: {ran:?}");
            assert!(folder.read("failed").contains("\"reason\":\"damaged\""), "{name}");
        }
    }

    #[test]
    fn what_is_written_can_be_read_again() {
        let folder = Folder::new("parquet-out");
        folder.write("a.html", page("a")).write("b.html", page("b"));
        for arguments in [&["-o", "out.parquet"][..], &["-o", "long.parquet", "--long"]] {
            let ran = folder.run(&[&["records", "a.html", "b.html"][..], arguments].concat());
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        }
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let open =
            |name: &str| SerializedFileReader::new(std::fs::File::open(folder.path.join(name)).unwrap()).unwrap();
        assert_eq!(open("out.parquet").metadata().file_metadata().num_rows(), 80);
        assert!(open("long.parquet").metadata().file_metadata().num_rows() > 160);
    }
}

/// What stands behind the beginning of another record in a long one is kept until it is known whose it is, in a temporary file if it
/// is much; where there can be none, the archive is read all the same.
#[test]
fn an_archive_is_read_without_a_temporary_folder() {
    let folder = Folder::new("no-temporary-folder");
    let inner = response("https://x.example/inner", "200 OK", HTML, page("inner").as_bytes());
    let request = |more: usize| {
        let body = [b"GET / HTTP/1.1\r\n\r\n", &inner[..], &vec![b'x'; 20 << 20]].concat();
        let length = body.len() + more;
        [format!("WARC/1.0\r\nWARC-Type: request\r\nContent-Length: {length}\r\n\r\n").as_bytes(), &body, b"\r\n\r\n"]
            .concat()
    };
    let last = response("https://x.example/last", "200 OK", HTML, page("last").as_bytes());
    let read = |archive: &[u8]| {
        folder.write("a.warc", archive);
        let ran = folder
            .command(&["records", "a.warc", "-f", "jsonl"])
            .env("TMPDIR", folder.path.join("none"))
            .env("TMP", folder.path.join("none"))
            .output();
        Ran::of(ran.unwrap())
    };
    // a right length is believed, and what is within the record belongs to it
    let right = read(&[request(0), last.clone()].concat());
    assert_eq!((right.code, right.sources()), (Some(0), vec!["https://x.example/last".to_owned()]), "{}", right.err);
    // by a wrong one records may be lost, which is said
    let wrong = read(&[request(100), last].concat());
    assert!(
        wrong.err.contains("the temporary folder") && wrong.err.contains("none cannot be written"),
        "{}",
        wrong.err
    );
    assert_eq!(wrong.code, Some(1));
}
