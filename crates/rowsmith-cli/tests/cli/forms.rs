//! Pages in the formats in which people have them: saved, captured or archived, by the usual programs (`tests/forms`).
//! Each must give the same as the pages themselves, and what is not a page must not give rows silently.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use flate2::Crc;
use serde_json::Value;

use crate::support::{Folder, gz, page};

const NAMES: [&str; 3] = ["chairs", "desks", "lamps"];
const SITE: &str = "http://127.0.0.1:8941/";

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forms")
}

/// The records in a line, with the address of each cell if known, else its text.
fn records(line: &Value) -> Vec<BTreeMap<String, String>> {
    let map = |value: &Value| -> BTreeMap<String, String> {
        let entries = value.as_object().into_iter().flatten();
        entries.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect()
    };
    let regions = line["regions"].as_array().unwrap().iter();
    let records = regions.flat_map(|region| region["records"].as_array().unwrap());
    records
        .map(|record| {
            let mut cells = map(&record["cells"]);
            cells.extend(map(&record["urls"]));
            cells
        })
        .collect()
}

/// The records of the pages themselves, by name, with and without an address.
fn expected(addresses: bool) -> BTreeMap<&'static str, Vec<BTreeMap<String, String>>> {
    let folder = Folder::new(&format!("forms-site-{addresses}-{:?}", std::thread::current().id()));
    let of = |name: &'static str| {
        folder.write("page.html", fs::read(fixtures().join(format!("site/{name}.html"))).unwrap());
        let base = format!("{SITE}{name}.html");
        let arguments = ["records", "page.html", "--base-url", &base];
        let ran = folder.run(if addresses { &arguments } else { &arguments[..2] });
        (name, records(&ran.lines()[0]))
    };
    NAMES.map(of).into()
}

fn in_fixtures(arguments: &[&str]) -> crate::support::Ran {
    let folder = Folder::new("unused-forms");
    let mut command = folder.command(arguments);
    crate::support::Ran::of(command.current_dir(fixtures()).output().unwrap())
}

/// Formats that store the address of each page.
const WITH_ADDRESSES: &[&[&str]] = &[
    &["a.warc.gz"],
    &["a.wacz"],
    &["a.cdxj"],
    &["a.har"],
    &["a.flows"],
    &["mhtml"],
    &["safari"],
    &["scrapy"],
    &["complete"],
    &["single"],
    &["httrack"],
    &["mirror", "--mirror-root", SITE],
];

#[test]
fn pages_are_the_same_in_every_form_that_knows_their_addresses() {
    let expected = expected(true);
    assert!(expected["desks"][0].values().any(|text| text == "http://127.0.0.1:8941/item/desks1"), "{expected:?}");
    for form in WITH_ADDRESSES {
        let ran = in_fixtures(&[&["records"], *form].concat());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{form:?}");
        assert_eq!(ran.lines().len(), 3, "{form:?}: {:?}", ran.sources());
        for line in ran.lines() {
            let source = line["source"].as_str().unwrap();
            let name = NAMES.iter().find(|name| source.contains(**name)).unwrap();
            assert_eq!(records(&line), expected[name], "{form:?}: {source}");
            assert!(line["warnings"].is_null(), "{line}");
        }
    }
}

#[test]
fn pages_are_the_same_in_every_archive() {
    let expected = expected(false);
    let mut archives = vec!["a.zip", "a.tar.gz", "nested.zip"];
    if cfg!(feature = "archives") {
        archives.extend(["a.tar.bz2", "a.tar.xz", "a.7z"]);
        archives.extend(["a-bzip2.zip", "a-deflate64.zip", "a-lzma.zip", "a-ppmd.zip", "a-xz.zip"]);
    }
    for archive in archives {
        let ran = in_fixtures(&["records", archive]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{archive}");
        let inner = if archive == "nested.zip" { "/inner/a.tar.gz!" } else { "" };
        assert_eq!(ran.sources(), NAMES.map(|name| format!("{archive}!{inner}/dir/{name}.html")));
        for (line, name) in ran.lines().iter().zip(NAMES) {
            assert_eq!(records(line), expected[name], "{archive}: {name}");
        }
        let rooted = in_fixtures(&["records", archive, "--mirror-root", "https://x.example/sub"]);
        assert!(rooted.out.contains("https://x.example/sub/dir/item/chairs1"), "{rooted:?}");
    }
    for mails in ["a.mbox", "newsletter.eml"] {
        let ran = in_fixtures(&["records", mails]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{mails}");
        let names: &[&str] = if mails == "a.mbox" { &NAMES } else { &NAMES[1..2] };
        let found: Vec<_> = ran.lines().iter().map(records).collect();
        assert_eq!(found, names.iter().map(|name| expected[name].clone()).collect::<Vec<_>>(), "{mails}");
    }
}

#[test]
fn standard_input_and_other_names_are_read_alike() {
    let folder = Folder::new("forms-stdin");
    for name in ["a.zip", "a.tar.gz", "a.har", "a.wacz", "a.mbox", "a.flows"] {
        let bytes = fs::read(fixtures().join(name)).unwrap();
        let piped = folder.run_with(&["records"], &bytes);
        assert_eq!((piped.code, piped.lines().len()), (Some(0), 3), "{name}: {piped:?}");
        folder.write("any.html", &bytes);
        // compressed files are looked into only where they are read
        let named = folder.run(&["records", "any.html"]);
        let expected = if name == "a.tar.gz" { (Some(1), 0) } else { (Some(0), 3) };
        assert_eq!((named.code, named.lines().len()), expected, "{name}: {named:?}");
    }
    folder.write("a.html", fs::read(fixtures().join("mhtml/chairs.mhtml")).unwrap());
    assert!(folder.run(&["records", "a.html"]).out.contains("http://127.0.0.1:8941/item/chairs1"));
}

#[test]
fn what_the_user_says_of_an_address_goes_before_what_a_comment_says() {
    let folder = Folder::new("forms-base");
    let saved =
        format!("<!-- saved from url=(0024)https://x.example/a/b.html -->{}", page("a").replace("'/item", "'item"));
    folder.write("a.html", &saved).write("b.html", format!("<base href='https://y.example/'>{saved}"));
    assert!(folder.run(&["records", "a.html"]).out.contains("https://x.example/a/item/1"));
    let ran = folder.run(&["records", "a.html", "--base-url", "https://z.example/"]);
    assert!(ran.out.contains("https://z.example/item/1"), "{ran:?}");
    assert!(folder.run(&["records", "b.html"]).out.contains("https://y.example/item/1"));
    let both = folder.run(&["records", "a.html", "--base-url", "https://z.example/", "--mirror-root", "https://"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}

#[test]
fn the_folder_beside_a_saved_page_is_no_page() {
    let folder = Folder::new("forms-assets");
    for name in ["in/Chairs.html", "in/Chairs_files/ad.html", "in/Other_files/page.html"] {
        folder.write(name, page("a"));
    }
    assert_eq!(folder.run(&["records", "in"]).sources(), ["in/Chairs.html", "in/Other_files/page.html"]);
    let members = [("Chairs_files/ad.html", page("a")), ("Chairs.html", page("a")), ("Other_files/p.html", page("a"))];
    folder.write("a.zip", zip(&members.map(|(name, page)| (name, page.into_bytes())), 0));
    let ran = folder.run(&["records", "a.zip", "--summary"]);
    assert_eq!(ran.sources(), ["a.zip!/Chairs.html", "a.zip!/Other_files/p.html"], "{ran:?}");
    assert!(ran.err.contains("1 in asset folders of saved pages"), "{ran:?}");
}

#[test]
fn the_folder_beside_a_saved_page_is_known_in_other_languages() {
    let folder = Folder::new("forms-assets-languages");
    for name in ["in/A.html", "in/A-Dateien/ad.html", "in/B.htm", "in/B_fichiers/ad.html", "in/C-Dateien/page.html"] {
        folder.write(name, page("a"));
    }
    assert_eq!(folder.run(&["records", "in"]).sources(), ["in/A.html", "in/B.htm", "in/C-Dateien/page.html"]);
}

#[test]
fn pictures_of_a_saved_page_are_those_beside_it() {
    let cards = |comment: &str| {
        let card = |n: i32| {
            format!("<li><img src=\"./Chairs_files/{n}.jpg\"><a href=\"/item/{n}\">Chair {n}</a> <b>${n}5.00</b></li>")
        };
        format!("{comment}<title>Chairs</title><ul>{}</ul>", (1..8).map(card).collect::<String>())
    };
    let folder = Folder::new("forms-asset-pictures");
    folder.write("Chairs.html", cards("<!-- saved from url=(0024)https://x.example/a/b.html -->"));
    folder.write("live.html", cards(""));
    let saved = folder.run(&["records", "Chairs.html", "-f", "csv"]);
    assert!(saved.err.is_empty(), "{saved:?}");
    assert!(saved.out.contains("https://x.example/item/3") && saved.out.contains("./Chairs_files/3.jpg"), "{saved:?}");
    assert!(!saved.out.contains("example/a/Chairs_files"), "{saved:?}");
    let live = folder.run(&["records", "live.html", "-f", "csv", "--base-url", "https://x.example/a/b.html"]);
    assert!(live.out.contains("https://x.example/a/Chairs_files/3.jpg"), "{live:?}");
}

#[test]
fn a_broken_member_costs_no_other() {
    let folder = Folder::new("forms-broken");
    let members =
        [("a.html", page("a").into_bytes()), ("b.html", page("b").into_bytes()), ("c.html", page("c").into_bytes())];
    let mut bytes = zip(&members, 0);
    let at = memchr::memmem::find(&bytes, b"b 20").unwrap();
    bytes[at] = b'x';
    folder.write("a.zip", &bytes);
    let ran = folder.run(&["records", "a.zip"]);
    assert_eq!((ran.code, ran.lines().len()), (Some(0), 3), "{ran:?}");
    assert_eq!(ran.warnings(), ["damaged input: its data in the archive is damaged: its checksum is wrong"]);
    let mut tar = [tar_member("a.html", page("a").as_bytes()), tar_member("b.html", page("b").as_bytes())];
    tar[1][5] ^= 1;
    let tar = [&tar[0][..], &tar[1], &tar_member("c.html", page("c").as_bytes()), &[0; 1024]].concat();
    let ran = folder.write("a.tar", tar).run(&["records", "a.tar"]);
    assert_eq!(
        (ran.code, ran.sources()),
        (Some(1), vec!["a.tar!/a.html".to_owned(), "a.tar!/c.html".to_owned()]),
        "{ran:?}"
    );
    assert!(ran.err.contains("a header is damaged after member 1"), "{ran:?}");
    // encryption is reported
    let ran = folder.write("e.zip", zip(&members[..1], 1)).run(&["records", "e.zip"]);
    assert!(ran.code == Some(1) && ran.err.contains("it is encrypted"), "{ran:?}");
}

#[test]
fn what_a_member_is_compressed_with_is_told_if_it_is_not_supported() {
    let mut archive = zip(&[("a.html", page("a").into())], 0);
    // the method of PKZIP 1, in the member's header and in the directory
    archive[8] = 1;
    let directory = archive.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
    archive[directory + 10] = 1;
    let ran = Folder::new("forms-method").write("a.zip", archive).run(&["records", "a.zip"]);
    assert!(ran.code == Some(1) && ran.out.is_empty(), "{ran:?}");
    assert!(ran.err.contains("compressed with") && ran.err.contains("not supported"), "{ran:?}");
}

#[test]
fn what_is_not_html_though_its_form_says_so_is_told() {
    let folder = Folder::new("forms-inner");
    let whole = |name: &str| fs::read(fixtures().join(name)).unwrap();
    let unpacked = |name: &str| {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&whole(name)[..]), &mut bytes).unwrap();
        bytes
    };
    let forms = [
        ("a.mbox", whole("a.mbox")),
        ("newsletter.eml", whole("newsletter.eml")),
        ("a.mhtml", whole("mhtml/chairs.mhtml")),
        ("a.webarchive", whole("safari/lamps.webarchive")),
        ("a.har", whole("a.har")),
        ("a.flows", whole("a.flows")),
        ("a.warc", unpacked("a.warc.gz")),
        ("a.tar", unpacked("a.tar.gz")),
    ];
    // as long as what it replaces, so that every length in the form stays right
    let doctype = "<!DOCTYPE html>";
    for (start, what) in [("%PDF-1.7       ", "PDF"), ("GIF89a         ", "GIF"), ("%!PS           ", "PostScript")] {
        for (name, bytes) in &forms {
            let places: Vec<usize> = memchr::memmem::find_iter(bytes, doctype).collect();
            assert!(!places.is_empty(), "{name}");
            let mut bytes = bytes.clone();
            places.iter().for_each(|&at| bytes[at..at + doctype.len()].copy_from_slice(start.as_bytes()));
            let ran = folder.write(name, bytes).run(&["records", name]);
            assert!(ran.code == Some(1) && ran.out.is_empty(), "{name}: {ran:?}");
            assert_eq!(ran.err.matches(what).count(), places.len(), "{name}: {ran:?}");
        }
    }
}

#[test]
fn an_index_that_is_cut_gives_right_pages_and_says_what_is_missing() {
    let folder = Folder::new("forms-index");
    folder.write("a.warc.gz", fs::read(fixtures().join("a.warc.gz")).unwrap());
    let index = fs::read(fixtures().join("a.cdxj")).unwrap();
    let expected: Vec<_> = expected(true).into_values().collect();
    for tenth in 1..10 {
        let ran = folder.write("a.cdxj", &index[..index.len() * tenth / 10]).run(&["records", "a.cdxj"]);
        assert!(ran.lines().iter().all(|line| expected.contains(&records(line))), "{tenth}: {ran:?}");
        assert!(!ran.err.is_empty(), "{tenth}: {ran:?}");
    }
}

#[test]
fn of_a_wacz_file_the_pages_that_it_lists() {
    let folder = Folder::new("forms-wacz");
    let html = "Content-Type: text/html\r\n";
    let warc = ["a", "b", "frame"].map(|name| {
        crate::support::response(&format!("https://x.example/{name}"), "200 OK", html, page(name).as_bytes())
    });
    let list =
        "{\"format\": \"json-pages-1.0\"}\n{\"url\": \"http://x.example/a#top\"}\n{\"url\": \"https://x.example/b\"}\n";
    let mut members = vec![
        ("datapackage.json", b"{}".to_vec()),
        ("archive/data.warc.gz", gz(&warc.concat())),
        ("indexes/index.cdx", b"example,x)/a 20240101000000 {\"url\": \"x\"}\n".to_vec()),
        ("pages/pages.jsonl", list.into()),
    ];
    folder.write("a.wacz", zip(&members, 0));
    let ran = folder.run(&["records", "a.wacz", "--summary"]);
    assert_eq!(ran.sources(), ["https://x.example/a", "https://x.example/b"], "{ran:?}");
    assert!(ran.err.contains("1 not among the pages that the archive lists"), "{ran:?}");
    assert_eq!(ran.lines()[0]["archive"], "a.wacz!/archive/data.warc.gz");
    // without a list all members are pages
    members.pop();
    assert_eq!(folder.write("b.wacz", zip(&members, 0)).run(&["records", "b.wacz"]).lines().len(), 3);
}

#[test]
fn of_a_wacz_file_with_an_index_only_the_listed_records_are_read() {
    let folder = Folder::new("forms-wacz-index");
    let records = ["a", "b"].map(|name| {
        let html = page(name);
        let response = crate::support::response(
            &format!("https://x.example/{name}"),
            "200 OK",
            "Content-Type: text/html\r\n",
            html.as_bytes(),
        );
        gz(&response)
    });
    // what is between them is never looked at
    let noise = gz(&[noise(1, 5000), b"\r\n\r\n".to_vec()].concat());
    let warc = [&records[0][..], &noise, &records[1]].concat();
    let at = [0, records[0].len() + noise.len()];
    let line = |page: usize, at: usize| {
        let (name, length) = (["a", "b"][page], records[page].len());
        format!(
            "example,x)/{name} 20240101000000 {{\"url\": \"https://x.example/{name}\", \"mime\": \"text/html\", \
             \"status\": \"200\", \"length\": \"{length}\", \"offset\": \"{at}\", \"filename\": \"data.warc.gz\"}}\n"
        )
    };
    let run = |index: &str| {
        let list = "{\"url\": \"https://x.example/a\"}\n{\"url\": \"https://x.example/b\"}\n";
        let members = [
            ("datapackage.json", b"{}".to_vec()),
            ("archive/data.warc.gz", warc.clone()),
            ("indexes/index.cdx.gz", gz(index.as_bytes())),
            ("pages/pages.jsonl", list.into()),
        ];
        folder.write("a.wacz", zip(&members, 0)).run(&["records", "a.wacz"])
    };
    let ran = run(&(line(1, at[1]) + &line(0, at[0])));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.sources(), ["https://x.example/a", "https://x.example/b"]);
    assert_eq!(ran.lines()[1]["archive"], "a.wacz!/archive/data.warc.gz");
    // of an index that lacks a page, or is of another file, nothing is believed: the file is read from its beginning
    let both = ["https://x.example/a", "https://x.example/b"];
    for index in [line(0, 0), line(0, 3) + &line(1, at[1]), line(0, 0) + &line(1, usize::MAX), String::new()] {
        let ran = run(&index);
        assert_eq!(ran.sources(), both, "{index}: {ran:?}");
    }
    // what begins like a record and is not one is reported
    let ran = run(&(line(0, 0) + &line(1, at[0] + records[0].len())));
    assert!(ran.code == Some(1) && ran.err.contains("https://x.example/b"), "{ran:?}");
    assert_eq!(ran.sources(), both[..1]);
}

#[cfg(feature = "render")]
#[test]
fn of_a_shell_it_is_told_what_fills_it() {
    let folder = Folder::new("forms-shell");
    let shell = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rowsmith/tests/corpus/pages/shell-empty.html");
    folder.write("shell.html", fs::read(shell).unwrap());
    let ran = folder.run(&["records", "shell.html"]);
    assert!(ran.code == Some(0) && ran.err.contains("add --render"), "{ran:?}");
    assert_eq!(folder.run(&["records", "shell.html", "-q"]).err, "");
}

#[test]
fn json_and_feeds_are_rows() {
    let folder = Folder::new("forms-json");
    folder.write("a.json", r#"{"n": 2, "items": [{"t": "A", "p": {"v": 1.5}}, {"t": "B", "p": {"v": 2}}]}"#);
    assert_eq!(folder.run(&["records", "a.json", "-f", "csv"]).out, "t,p.v\nA,1.5\nB,2\n");
    let line = &folder.run(&["records", "a.json"]).lines()[0];
    assert_eq!(line["regions"][0]["columns"][1]["type"], "number");
    for command in ["article", "posts", "tables", "item", "extract"] {
        let ran = folder.run(&[command, "a.json"]);
        assert!(ran.code == Some(1) && ran.err.contains("is not HTML but JSON"), "{command}: {ran:?}");
    }
    let feed =
        "<rss version='2.0'><channel><item><title>A</title><link>http://x.invalid/a</link></item></channel></rss>";
    folder.write("feed.xml", feed);
    if cfg!(feature = "fetch") {
        let ran = folder.run(&["records", "feed.xml", "--feed-items", "-f", "csv", "-c", "title,url"]);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (Some(0), "source,title,url\nfeed.xml,A,http://x.invalid/a\n"),
            "{ran:?}"
        );
    }
    folder.write("feed.html", feed);
    let ran = folder.run(&["records", "feed.html"]);
    assert!(ran.code == Some(1) && ran.err.contains("--feed-items"), "{ran:?}");
}

/// A ZIP file with stored members; with `flags` of 1 it says that they are encrypted.
fn zip(members: &[(&str, Vec<u8>)], flags: u16) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in members {
        let mut crc = Crc::new();
        crc.update(content);
        let length = (content.len() as u32).to_le_bytes();
        let mut common =
            [&[20, 0][..], &flags.to_le_bytes(), &[0; 6], &crc.sum().to_le_bytes(), &length, &length].concat();
        common.extend_from_slice(&(name.len() as u16).to_le_bytes());
        common.extend_from_slice(&[0, 0]);
        let at = out.len() as u32;
        out.extend([b"PK\x03\x04", &common[..], name.as_bytes(), content].concat());
        directory.extend([b"PK\x01\x02\x14\0", &common[..], &[0; 10], &at.to_le_bytes(), name.as_bytes()].concat());
    }
    let (count, size, at) = (members.len() as u16, directory.len() as u32, out.len() as u32);
    out.extend(directory);
    out.extend(
        [
            b"PK\x05\x06\0\0\0\0",
            &count.to_le_bytes()[..],
            &count.to_le_bytes(),
            &size.to_le_bytes(),
            &at.to_le_bytes(),
            &[0, 0],
        ]
        .concat(),
    );
    out
}

/// A member of a tar file with its header.
fn tar_member(name: &str, content: &[u8]) -> Vec<u8> {
    let mut header = [0_u8; 512];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[100..107].copy_from_slice(b"0000644");
    header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
    header[156] = b'0';
    header[257..262].copy_from_slice(b"ustar");
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let padding = vec![0; (512 - content.len() % 512) % 512];
    [&header[..], content, &padding].concat()
}

/// Meaningless bytes, the same every time.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..length).map(next).collect()
}

/// Files that are not pages, or not complete ones.
fn no_pages() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let whole = [
        "a.zip",
        "a-deflate64.zip",
        "a-lzma.zip",
        "a-xz.zip",
        "a.tar.gz",
        "a.tar.bz2",
        "a.tar.xz",
        "a.7z",
        "a.wacz",
        "a.warc.gz",
        "a.har",
        "a.flows",
        "a.mbox",
        "newsletter.eml",
        "nested.zip",
        "mhtml/chairs.mhtml",
        "safari/lamps.webarchive",
    ];
    for name in whole {
        let bytes = fs::read(fixtures().join(name)).unwrap();
        for tenth in 1..10 {
            files.push((format!("{tenth}-of-{}", name.replace('/', "-")), bytes[..bytes.len() * tenth / 10].to_vec()));
        }
    }
    let text =
        "<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    // bytes of other formats, followed by what would be rows if it were read as a page
    let magics: [&[u8]; 22] = [
        b"%PDF-1.7\n",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"GIF89a",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"{\\rtf1 ",
        b"%!PS-Adobe\n",
        b"SQLite format 3\0",
        b"Rar!\x1a\x07\0",
        b"ITSF\x03\0\0\0",
        b"!<arch>\n",
        b"ARROW1\0\0",
        b"Obj\x01",
        b"\x7fELF",
        b"MZ\x90\0",
        b"wOF2",
        b"ID3",
        b"OggS",
        b"\x1aE\xdf\xa3",
        b"RIFF\0\0\0\0WEBP",
        b"\0\0\0\x18ftypmp42",
        b"PAR1",
    ];
    for (at, magic) in magics.iter().enumerate() {
        files.push((format!("magic-{at}"), [magic, text.as_bytes()].concat()));
    }
    for seed in 0..40 {
        files.push((format!("noise-{seed}"), [noise(seed, 3000), text.as_bytes().to_vec()].concat()));
    }
    let office = |name: &str| zip(&[(name, b"x".to_vec()), ("word/page.html", text.into())], 0);
    files.push(("word".into(), office("[Content_Types].xml")));
    files.push(("jar".into(), office("META-INF/MANIFEST.MF")));
    files.push(("odt".into(), zip(&[("mimetype", b"application/vnd.oasis.opendocument.text".to_vec())], 0)));
    files.push(("encrypted".into(), zip(&[("a.html", text.into())], 1)));
    let image = b"\x89PNG\r\n\x1a\n0000".to_vec();
    files.push(("images.zip".into(), zip(&[("a.png", image.clone()), ("b.png", image.clone())], 0)));
    files.push((
        "images.tar".into(),
        [tar_member("a.png", &image), tar_member("b.png", &image), vec![0; 1024]].concat(),
    ));
    files.push(("image-as-page.zip".into(), zip(&[("a.html", image.clone())], 0)));
    files.push(("deep.zip".into(), (0..4).fold(text.into(), |inner, _| zip(&[("a.zip", inner)], 0))));
    files.push(("empty.zip".into(), zip(&[], 0)));
    files.push(("bomb.gz".into(), gz(&gz(&vec![0; 4 << 20]))));
    for (at, json) in [
        "{",
        "[]",
        "{\"a\": 1}",
        "[1, 2]",
        "null",
        "[{\"a\": 1}]",
        "{\"log\": {\"entries\": 5}}",
        "[[[[",
        "\"<b>\"",
        "{\"a\": [{\"b\": 1}, {\"b\": 2}]",
    ]
    .iter()
    .enumerate()
    {
        files.push((format!("json-{at}"), json.as_bytes().to_vec()));
    }
    for (at, text) in [
        "a,b\n1,2\n",
        "From: a\nTo: b\nSubject: c\n\nplain",
        "HTTP/1.1 404 Not Found\r\n\r\n<ul><li>a<li>b<li>c</ul>",
        "<?xml version='1.0'?><a><b><c>1</c></b><b><c>2</c></b><b><c>3</c></b></a>",
        "WARC/1.0\r\n",
        "filedesc://",
        "com,x)/ 20240101000000 {\"url\": \"http://x.example/\", \"filename\": \"none.warc\", \"offset\": \"0\"}",
        "<svg xmlns='http://www.w3.org/2000/svg'><a>1</a><a>2</a><a>3</a></svg>",
        "bplist00",
        "#!/bin/sh\necho '<p>'",
    ]
    .iter()
    .enumerate()
    {
        files.push((format!("text-{at}"), text.as_bytes().to_vec()));
    }
    files
}

#[test]
fn what_is_no_page_gives_no_rows_without_a_word() {
    let folder = Folder::new("forms-none");
    let files = no_pages();
    assert!(files.len() >= 200, "{}", files.len());
    // under a name that says nothing, and under that of a page
    for ending in ["", ".html"] {
        let mut command = folder.command(&["records", "-j", "2"]);
        for (name, bytes) in &files {
            let name = format!("{name}{ending}");
            folder.write(&name, bytes);
            command.arg(name);
        }
        let ran = crate::support::Ran::of(command.output().unwrap());
        let right: BTreeSet<_> = expected(false).into_values().chain(expected(true).into_values()).collect();
        let mut answered = BTreeSet::new();
        for line in ran.lines() {
            let rows = records(&line);
            let is_right = right.contains(&rows);
            let has_warnings = line["warnings"].is_array();
            assert!(rows.is_empty() || is_right || has_warnings, "rows without a word: {line}");
            assert!(is_right || has_warnings, "nothing and no word: {line}");
            answered.insert(line["source"].as_str().unwrap().split('!').next().unwrap().to_owned());
        }
        for (name, _) in &files {
            let name = format!("{name}{ending}");
            // what an index names has a name of its own
            let of_index = name.starts_with("text-6") && ran.err.contains("'none.warc' is not beside the index");
            let is_error = of_index || ran.err.contains(&format!("rowsmith: {name}"));
            let is_page = answered.contains(&name) || ran.out.contains(&format!("\"archive\":\"{name}"));
            assert!(is_error || is_page, "not a word about {name}");
        }
        assert_eq!(ran.code, Some(1));
        assert!(
            !["internal error", "it cannot be read: the crate"].iter().any(|bug| ran.err.contains(bug)),
            "{}",
            ran.err
        );
    }
}
