//! Runs the real binary in a temporary folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A page with a list that is long enough to be cut in half.
pub fn page(title: &str) -> String {
    let items = (1..=40).map(|at| {
        format!("<li><a href='/item/{at}'>{title} {at}</a> <b>${at}.50</b> <i>{}</i></li>\n", at * 7919 % 1009)
    });
    format!("<!DOCTYPE html><title>{title}</title><h1>{title}</h1><ul>{}</ul>", items.collect::<String>())
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A record of a web archive: an HTML response with this status and these additional headers.
pub fn response(url: &str, status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}\r\n");
    let length = head.len() + body.len();
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n{head}"
    )
    .into_bytes();
    record.extend_from_slice(body);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// An archive with this many pages, each record a separate gzip member, as crawlers write it.
pub fn archive(pages: usize) -> Vec<u8> {
    let record = |at: usize| {
        let body = page(&format!("page {at}"));
        gz(&response(&format!("https://x.example/{at}"), "200 OK", "Content-Type: text/html\r\n", body.as_bytes()))
    };
    (0..pages).flat_map(record).collect()
}

/// A folder that is removed after the test.
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("rowsmith-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder { path }
    }

    /// Writes a file, and creates the folders that it is in.
    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.path.join(name)).unwrap()).into_owned()
    }

    /// The text of a gzip file with any number of members.
    pub fn gunzip(&self, name: &str) -> String {
        let mut text = Vec::new();
        let file = fs::File::open(self.path.join(name)).unwrap();
        std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(file), &mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The command, set up to run in this folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rowsmith"));
        command.current_dir(&self.path).args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().unwrap())
    }

    /// Runs with `input` on standard input.
    pub fn run_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // the command may exit before it has read everything
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Ran::of(output)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The results of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The output as JSON lines.
    pub fn lines(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"))).collect()
    }

    /// The `source` of each JSON line.
    pub fn sources(&self) -> Vec<String> {
        self.lines().iter().map(|line| line["source"].as_str().unwrap().to_owned()).collect()
    }

    /// All warnings in all JSON lines.
    pub fn warnings(&self) -> Vec<String> {
        let lines = self.lines();
        let warnings = lines.iter().filter_map(|line| line["warnings"].as_array()).flatten();
        warnings.map(|warning| warning.as_str().unwrap().to_owned()).collect()
    }
}
