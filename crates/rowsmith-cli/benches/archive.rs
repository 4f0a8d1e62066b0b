//! The command on large archives: throughput on one core and on two, and memory, relative to decompressing and parsing
//! (with dom_query) the same archive with as many threads in the same run.
//!
//! `cargo bench -p rowsmith-cli --bench archive [-- PAGES… [-- COMMAND…]]`, with the `text` pages of `ROWSMITH_EVAL` or
//! `../shared/eval`, repeated up to each number of pages (15,000, 30,000 and 60,000 if none is given). The archives are
//! written to the temporary folder, with one gzip member per record, and removed afterwards. COMMAND is the `rowsmith`
//! command to measure, by default `records`.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::expect_used)] // a bench prints its table

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// The numbers of cores that are compared.
const CORES: [usize; 2] = [1, 2];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [yardstick, archive, threads] = arguments.as_slice()
        && yardstick == "yardstick"
    {
        return decompress_and_parse(Path::new(archive), threads.parse().expect("a number of threads"));
    }
    let mut parts = arguments.splitn(2, |argument| argument == "--");
    let counts: Vec<usize> = parts.next().unwrap_or_default().iter().filter_map(|count| count.parse().ok()).collect();
    let counts = if counts.is_empty() { vec![15_000, 30_000, 60_000] } else { counts };
    let command: Vec<String> = parts.next().map_or_else(|| vec!["records".to_owned()], <[String]>::to_vec);
    let root = std::env::var_os("ROWSMITH_EVAL")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/eval")), PathBuf::from);
    let Ok(pages) = fs::read_dir(root.join("text/pages")) else {
        println!("no pages under {}, nothing measured", root.display());
        return;
    };
    let mut pages: Vec<PathBuf> = pages.flatten().map(|page| page.path()).collect();
    pages.sort();
    println!("rowsmith {} -o FILE, over text pages repeated\n", command.join(" "));
    println!(
        "| pages | archive | cores | yardstick | rowsmith | throughput | most memory |\n|---|---|---|---|---|---|---|"
    );
    for count in counts {
        measure(&pages, count, &command);
    }
}

/// Prints a row for each number of cores, and the speed-up from the second core.
fn measure(pages: &[PathBuf], count: usize, command: &[String]) {
    let archive = Scratch::new("rowsmith-bench.warc.gz");
    let bytes = make_archive(&archive.0, pages, count);
    let this = std::env::current_exe().expect("this program has a path");
    let mut rates = Vec::new();
    for cores in CORES {
        let yardstick = run(cores, &this, &["yardstick".as_ref(), archive.0.as_os_str(), cores.to_string().as_ref()]);
        let output = Scratch::new("rowsmith-bench.jsonl");
        let mut arguments: Vec<&std::ffi::OsStr> = command.iter().map(|word| word.as_ref()).collect();
        arguments.extend([archive.0.as_os_str(), "-q".as_ref(), "-o".as_ref(), output.0.as_os_str()]);
        let own = run(cores, Path::new(env!("CARGO_BIN_EXE_rowsmith")), &arguments);
        let written = BufReader::new(File::open(&output.0).expect("an output")).lines().count();
        assert!(written > count / 2, "only {written} of {count} pages have a result");
        let rate = |took: Duration| count as f64 / took.as_secs_f64();
        println!(
            "| {count} | {} MB | {cores} | {:.0} pages/s | {:.0} pages/s | {:.3} × | {} MB |",
            bytes >> 20,
            rate(yardstick.0),
            rate(own.0),
            yardstick.0.as_secs_f64() / own.0.as_secs_f64(),
            own.1 >> 10
        );
        rates.push(rate(own.0));
    }
    println!("\n{count} pages: {:.2} × the throughput of one core on two\n", rates[1] / rates[0]);
}

/// Runs a program on this many cores. Returns how long it took and its peak memory in KiB (0 if that is not known).
fn run(cores: usize, program: &Path, arguments: &[&std::ffi::OsStr]) -> (Duration, u64) {
    let list: Vec<String> = (0..cores).map(|core| core.to_string()).collect();
    let mut command = Command::new("taskset");
    command.arg("-c").arg(list.join(",")).arg(program).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Instant::now();
    let mut child = command.spawn().expect("taskset (of util-linux) is there");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("the program can be waited for").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
        most = peak.unwrap_or(0).max(most);
        std::thread::sleep(Duration::from_millis(20));
    }
    (begun.elapsed(), most)
}

fn make_archive(path: &Path, pages: &[PathBuf], count: usize) -> u64 {
    let mut out = BufWriter::new(File::create(path).expect("the temporary folder can be written"));
    let mut members: Vec<Vec<u8>> = Vec::new();
    let mut bytes = 0;
    for at in 0..count {
        // every round has the same records, since the pages are what is measured
        if at < pages.len() {
            members.push(member(&pages[at], at));
        }
        let member = &members[at % pages.len()];
        out.write_all(member).expect("there is room");
        bytes += member.len() as u64;
    }
    out.flush().expect("there is room");
    bytes
}

fn member(page: &Path, at: usize) -> Vec<u8> {
    let mut body = Vec::new();
    let packed = File::open(page).expect("a page");
    GzDecoder::new(packed).read_to_end(&mut body).expect("a page is gzip data");
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let length = head.len() + body.len();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let warc = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/{at}\r\n\
         Content-Length: {length}\r\n\r\n{head}"
    );
    let mut whole = warc.into_bytes();
    whole.extend_from_slice(&body);
    whole.extend_from_slice(b"\r\n\r\n");
    encoder.write_all(&whole).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// The yardstick: the records of an intact archive, decompressed by whichever thread is free, and parsed.
fn decompress_and_parse(archive: &Path, threads: usize) {
    let file = BufReader::with_capacity(1 << 16, File::open(archive).expect("the archive"));
    let records = Mutex::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    // on a line of its own, so that the lock is not held while a page is parsed
                    let record = next(&mut *records.lock().expect("nobody panics"));
                    let Some(record) = record else { break };
                    let text = String::from_utf8_lossy(&record);
                    let page = text.find("\r\n\r\n").map_or(&*text, |at| &text[at + 4..]);
                    std::hint::black_box(dom_query::Document::from(page));
                }
            });
        }
    });
}

fn next(records: &mut impl BufRead) -> Option<Vec<u8>> {
    let (mut length, mut line) = (None, String::new());
    loop {
        line.clear();
        if records.read_line(&mut line).expect("a line") == 0 {
            return None;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().ok();
        }
        if let (Some(length), "\r\n") = (length, line.as_str()) {
            let mut record = vec![0; length];
            records.read_exact(&mut record).expect("a whole record");
            return Some(record);
        }
    }
}

/// A file in the temporary folder, removed after the bench.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
