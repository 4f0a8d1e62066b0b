use super::*;

pub(crate) fn record(kind: &str, target: &str, body: &str, length: Option<usize>) -> String {
    let length = length.unwrap_or(body.len());
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nwarc-target-uri: <{target}>\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
    )
}

fn response(target: &str, page: &str) -> String {
    record("response", target, &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}"), None)
}

/// The names of the pages, and for each its bytes, its damage, or why there is none.
fn read(archive: &[u8]) -> Vec<(String, String)> {
    all(warc(archive, 1000))
}

fn warc(archive: &[u8], max_bytes: usize) -> Warc {
    let stream = Box::new(io::Cursor::new(archive.to_owned()));
    let unpacked = Unpacked { stream, packing: Packing::None, recovery: Recovery::default() };
    Warc::new(unpacked, "a.warc".into(), max_bytes, Skipped::default())
}

fn all(mut warc: Warc) -> Vec<(String, String)> {
    std::iter::from_fn(|| warc.next())
        .map(|found| {
            let Found::Page(task) = found else { panic!("no page") };
            let content = match task.content {
                Content::Response { message, at, damage, .. } => {
                    format!("{}{}", String::from_utf8_lossy(&message[at..]), damage.unwrap_or_default())
                }
                Content::Failed(problem) => problem.why,
                _ => panic!("another content"),
            };
            (task.source.name, content)
        })
        .collect()
}

fn pages(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, content)| ((*name).to_owned(), (*content).to_owned())).collect()
}

const A: &str = "http://a.example/";
const B: &str = "http://b.example/";
const C: &str = "http://c.example/";

#[test]
fn html_responses_only() {
    let other = |head: &str| record("response", B, &format!("{head}\r\n\r\nx"), None);
    let archive = [
        record("warcinfo", "", "software: x", None),
        record("request", A, "GET / HTTP/1.1\r\n\r\n", None),
        response(A, "<p>a"),
        other("HTTP/1.1 404 Not Found\r\nContent-Type: text/html"),
        other("HTTP/1.1 200 OK\r\nContent-Type: image/png"),
        record("response", "dns:b.example", "20240101 1.2.3.4", None),
        record("revisit", B, "HTTP/1.1 200 OK\r\n\r\n", None),
        response(B, "<p>b"),
    ];
    assert_eq!(read(archive.concat().as_bytes()), pages(&[(A, "<p>a"), (B, "<p>b")]));
}

#[test]
fn wrong_lengths_cost_no_neighbour() {
    let body = "HTTP/1.1 200 OK\r\n\r\n<p>a";
    for (length, content) in [
        (body.len() - 2, "<pthe record's length is wrong"),
        (body.len() + 9, "<p>athe record's length is wrong"),
        (body.len() + 100, "<p>athe record's length is wrong"),
        (usize::MAX, "<p>athe record's length is wrong"),
    ] {
        let archive = record("response", A, body, Some(length)) + &response(B, "<p>b");
        assert_eq!(read(archive.as_bytes()), pages(&[(A, content), (B, "<p>b")]), "{length}");
        let archive = record("request", A, body, Some(length)) + &response(B, "<p>b");
        assert_eq!(read(archive.as_bytes()), pages(&[(B, "<p>b")]), "{length}");
    }
    let none = record("response", A, body, None).replace("Content-Length", "Length") + &response(B, "<p>b");
    assert_eq!(read(none.as_bytes()), pages(&[(A, "a record without a length"), (B, "<p>b")]));
}

/// Older versions of the format, and what programs put between records that are sound otherwise.
#[test]
fn a_right_length_is_not_said_to_be_wrong() {
    for version in ["WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1", "WARC/2.0"] {
        let archive = (response(A, "<p>a") + &response(B, "<p>b")).replace("WARC/1.0", version);
        assert_eq!(read(archive.as_bytes()), pages(&[(A, "<p>a"), (B, "<p>b")]), "{version}");
        // and a wrong one is found in them as well
        for length in [30, usize::MAX] {
            let archive = record("response", A, "HTTP/1.1 200 OK\r\n\r\n<p>a", Some(length)) + &response(B, "<p>b");
            let read = read(archive.replace("WARC/1.0", version).as_bytes());
            assert_eq!(read, pages(&[(A, "<p>athe record's length is wrong"), (B, "<p>b")]), "{version}");
        }
    }
    for between in
        ["\n", "\r\n", "\n\n", " \r\n\r\n", "\r\n\r\n\r\n\r\n", "\r\n\r\n\0\0\0\0\0\0\0\0\r\n", "\r\n\r\nX: y\r\n"]
    {
        let whole = response(A, "<p>a");
        let archive = whole.trim_end().to_owned() + between + &response(B, "<p>b");
        assert_eq!(read(archive.as_bytes()), pages(&[(A, "<p>a"), (B, "<p>b")]), "{between:?}");
    }
    for end in ["", "\r\n", "\r\n\r\n\0\0\0\0", &"\0".repeat(1000), &("\r\n\r\n".to_owned() + &"\0".repeat(1000))] {
        let archive = response(A, "<p>a").trim_end().to_owned() + end;
        assert_eq!(read(archive.as_bytes()), pages(&[(A, "<p>a")]), "{end:?}");
    }
}

/// How much longer than what is held of a record these are.
const OVER: [usize; 5] = [1, 10, 1000, PORTION as usize - 5, (3 * PORTION) as usize];

/// Sizes of a response and of a request that are longer than what is held of such records.
fn long(kind: &str) -> impl Iterator<Item = usize> {
    let held = if kind == "response" { 1000 + LONGEST_HEAD + SLACK } else { OTHER_RECORD };
    OVER.into_iter().map(move |over| held + over)
}

#[test]
fn a_wrong_length_of_a_record_that_is_longer_than_what_is_held_costs_no_neighbour() {
    for kind in ["response", "request"] {
        for size in long(kind) {
            let head = "HTTP/1.1 200 OK\r\n\r\n";
            let body = format!("{head}{}", "x".repeat(size - head.len()));
            // to the next record, into it, into the one behind it, and behind the end of the archive
            let (next, behind) = (response(B, "<p>b").len(), response(C, "<p>c").len());
            for more in [4, 8, 100, next + 20, next + behind + 1000, 1 << 30, usize::MAX - size] {
                let archive = record(kind, A, &body, Some(size + more)) + &response(B, "<p>b") + &response(C, "<p>c");
                let mut read = read(archive.as_bytes());
                if kind == "response" {
                    let (name, content) = read.remove(0);
                    assert!(name == A && content.ends_with("the record's length is wrong"), "{size} and {more}");
                }
                assert_eq!(read, pages(&[(B, "<p>b"), (C, "<p>c")]), "{kind} of {size} and {more}");
            }
        }
    }
}

#[test]
fn a_boundary_within_a_long_record_whose_length_is_right_is_part_of_it() {
    let inner = response("http://inner.example/", "<p>inner");
    for kind in ["response", "request"] {
        for size in long(kind) {
            for at in [50, size - 500, size + 1000] {
                let head = "HTTP/1.1 200 OK\r\n\r\n";
                let body = format!("{head}{}\r\n\r\n{inner}{}", "x".repeat(at), "y".repeat(size));
                let archive = record(kind, A, &body, None) + &response(B, "<p>b");
                let names: Vec<String> = read(archive.as_bytes()).into_iter().map(|(name, _)| name).collect();
                assert_eq!(names, if kind == "response" { &[A, B][..] } else { &[B] }, "{kind} of {size} at {at}");
            }
        }
    }
}

#[test]
fn a_long_record_in_which_the_archive_ends_says_so() {
    let archive = response(A, "<p>a") + &response(B, &"x".repeat(3 << 20));
    let read = read(&archive.as_bytes()[..archive.len() - 9]);
    assert!(read[1].1.ends_with("the archive ends within the record"), "{}", &read[1].1[read[1].1.len() - 50..]);
}

#[test]
fn a_length_that_ends_at_a_line_break_of_the_next_record_is_wrong_too() {
    let body = "HTTP/1.1 200 OK\r\n\r\n<p>a";
    let behind = response(B, "<p>b");
    for (at, _) in behind.match_indices(['\r', '\n']) {
        let archive = record("response", A, body, Some(body.len() + 4 + at)) + &behind + &response(C, "<p>c");
        let expected = pages(&[(A, "<p>athe record's length is wrong"), (B, "<p>b"), (C, "<p>c")]);
        // behind the last line break of the second record the third begins as it should
        if at < behind.len() - 4 {
            assert_eq!(read(archive.as_bytes()), expected, "{at}");
        }
    }
}

#[test]
fn where_much_was_read_in_vain_records_end_at_the_first_boundary() {
    for size in [30, OTHER_RECORD - 3, OTHER_RECORD + 9] {
        let head = "HTTP/1.1 200 OK\r\n\r\n";
        let body = format!("{head}{}", "x".repeat(size - head.len()));
        for length in [size, size - 5, size + 6, size + 100, usize::MAX] {
            let archive = record("response", A, &body, Some(length)) + &response(B, "<p>b");
            let mut warc = warc(archive.as_bytes(), 1 << 20);
            warc.read_again = MOST_READ_AGAIN + 1;
            let read = all(warc);
            let damage = if length == size { "" } else { "the record's length is wrong" };
            let end = if length < size { length } else { size };
            assert_eq!(read, pages(&[(A, &format!("{}{damage}", &body[head.len()..end])), (B, "<p>b")]), "{length}");
        }
    }
}

/// Each record states that it is longer than the whole archive, which must not be read anew for each.
#[test]
fn lengths_that_are_all_wrong_are_no_square() {
    let body = "HTTP/1.1 200 OK\r\n\r\n<p>a";
    let archive = record("response", A, body, Some(usize::MAX)).repeat(1000);
    let mut warc = warc(archive.as_bytes(), 1 << 20);
    warc.read_again = MOST_READ_AGAIN - 1000;
    let mut pages = 0;
    while warc.next().is_some() {
        pages += 1;
    }
    // behind the last is told that the archive ends within it
    assert_eq!(pages, 1000 + 1);
    assert!(warc.read_again <= MOST_READ_AGAIN + archive.len() as u64);
}

#[test]
fn what_is_cut_and_what_is_no_archive() {
    let archive = response(A, "<p>a") + &response(B, "<p>b and more");
    let cut = &archive.as_bytes()[..archive.len() - 9];
    let [a, b] = [(A, "<p>a"), (B, "<p>b andthe archive ends within the record")];
    assert_eq!(read(cut), pages(&[a, b, ("a.warc", "the archive ends within record 2")]));
    for empty in [&b""[..], &[b'x'; 200_000], b"\n\n\n", b"WARC/1.0"] {
        assert_eq!(read(empty), pages(&[("a.warc", "there is no record in this archive")]));
    }
    let endless = [b"WARC/1.0\r\nX: ".to_vec(), vec![b'x'; 1 << 20]].concat();
    assert_eq!(read(&endless), pages(&[("a.warc#1", "a record without a length")]));
}

#[test]
fn a_long_page_is_cut_and_its_neighbour_comes() {
    let long = "x".repeat(3 << 20);
    let read = read((response(A, &long) + &response(B, "<p>b")).as_bytes());
    assert!(read[0].1.len() > 1000 && read[0].1.len() < long.len());
    assert_eq!(read[1..], pages(&[(B, "<p>b")]));
}
