//! The cost of telling what a file is: the mean over many calls, one line for each kind of bytes.
//!
//! `cargo bench -p rowsmith-cli --bench telling [-- FILE…]`; without files, on generated texts of 60 to 180 KB.
#![allow(clippy::print_stdout, clippy::expect_used)] // a bench prints its table

use std::hint::black_box;
use std::time::Instant;

const CALLS: u32 = 2000;

fn main() {
    let files = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let mut samples: Vec<(String, Vec<u8>)> =
        files.map(|file| (file.clone(), std::fs::read(&file).expect("a file that can be read"))).collect();
    if samples.is_empty() {
        samples = made();
    }
    for (name, bytes) in &samples {
        let begun = Instant::now();
        for _ in 0..CALLS {
            black_box(rowsmith_cli::form_of(black_box(bytes)));
        }
        let each = begun.elapsed() / CALLS;
        println!("{name:<24} {:<24} {:>8.2} µs", rowsmith_cli::form_of(bytes), each.as_secs_f64() * 1e6);
    }
}

fn made() -> Vec<(String, Vec<u8>)> {
    let samples = [
        ("page", [&b"<!DOCTYPE html><html>"[..], &b"<p>word ".repeat(20_000)].concat()),
        ("JSON", [&b"{"[..], &b"\"a\": 1, ".repeat(20_000)].concat()),
        ("noise", b"\x07\x00\xff".repeat(20_000)),
        ("headers without end", b"Header: text\r\n".repeat(9_000)),
        ("white space", vec![b' '; 100_000]),
    ];
    samples.map(|(name, bytes)| (name.to_owned(), bytes)).into()
}
