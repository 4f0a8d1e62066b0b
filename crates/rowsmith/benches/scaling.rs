//! Time and peak memory of `Page::records`: by size of synthetic lists, on real pages, and on hostile input. Prints
//! tables; `lab/PERFORMANCE.md` has them as measured.
//!
//! `cargo bench --bench scaling [-- lists|memory|hostile [NAME]]`. `memory` reads the pages of `ROWSMITH_EVAL` or
//! `../shared/eval`; `SCALE` sets the size of hostile input, a million by default.
#![allow(clippy::expect_used, clippy::print_stdout)]

#[path = "../tests/common/hostile.rs"]
mod hostile;
#[path = "common/peak_memory.rs"]
mod peak_memory;

use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rowsmith::dom::ParseOptions;
use rowsmith::{Page, PageOptions, RecordsOptions};

#[global_allocator]
static MEMORY: peak_memory::Counting = peak_memory::Counting::new();

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = |part: &str| words.first().is_none_or(|w| w == part);
    let name = words.get(1).map_or("", String::as_str);
    if wanted("lists") {
        lists(name);
    }
    if wanted("memory") {
        real_pages();
    }
    if wanted("hostile") {
        hostile_inputs(name);
    }
}

struct Cost {
    time: Duration,
    /// The most bytes in use at once, not counting the input.
    peak: usize,
    result: String,
}

fn cost_of(page: &[u8]) -> Cost {
    let before = MEMORY.reset();
    let start = Instant::now();
    let result = match Page::parse(page, &PageOptions::new()) {
        Ok(page) => {
            let page = page.records(&RecordsOptions::new());
            let records = page.regions.first().map_or(0, |r| r.records.len());
            let json = serde_json::to_string(&page).expect("serialises");
            let warnings: Vec<String> = page.warnings.iter().map(ToString::to_string).collect();
            format!("{records} records, {} kB of JSON; {}", json.len() / 1000, warnings.join("; "))
        }
        Err(error) => error.to_string(),
    };
    Cost { time: start.elapsed(), peak: MEMORY.peak() - before, result }
}

/// The names of synthetic lists, each with a function that makes a row.
const LISTS: &[(&str, fn(usize) -> String)] = &[
    ("plain items", |i| format!("<li>Item {i}</li>")),
    ("links", |i| format!("<li><a href=\"/item/{i}\">Item {i}</a> {}</li>", i % 97)),
    ("table rows", |i| format!("<tr><td>{i}</td><td>Name {i}</td><td>${}.50</td></tr>", i % 100)),
    ("cards", |i| {
        let badge = if i.is_multiple_of(7) { "<span class=badge>New</span>" } else { "" };
        format!(
            "<div class=card><a href=/p/{i}><img src=/i/{i}.jpg alt=x></a><h3><a href=/p/{i}>Product {i}</a></h3>{badge}\
             <p class=text>Some words on product {i}</p><span class=price>${}.99</span></div>",
            i % 500
        )
    }),
    ("cards of changing size", |i| {
        let tags: String = (0..i % 9).map(|t| format!("<a class=tag href=/t/{t}>tag {t}</a>")).collect();
        format!("<div class=card><h3>Title {i}</h3><div class=tags>{tags}</div><p>Text {i}</p></div>")
    }),
    ("posts in twos", |i| {
        format!("<h4>Author {i}</h4><div><p>Text of {i}</p><time>May {} 2024</time></div>", 1 + i % 28)
    }),
    ("rows of four cards", |i| {
        let cell = format!("<div class=cell><b>{i}</b><i>x</i></div>");
        match i % 4 {
            0 => format!("<div class=row>{cell}"),
            3 => format!("{cell}</div>"),
            _ => cell,
        }
    }),
];

fn lists(name: &str) {
    println!(
        "{:<24} {:>9} {:>7} {:>10} {:>8} {:>9} {:>8}  result",
        "list", "nodes", "MB", "time", "ns/node", "peak MB", "x page"
    );
    for (what, row) in LISTS.iter().filter(|(what, _)| what.contains(name)) {
        let page_of = |rows: usize| {
            let rows: String = (0..rows).map(row).collect();
            if *what == "table rows" { format!("<table>{rows}</table>") } else { format!("<div>{rows}</div>") }
        };
        let sample = rowsmith::dom::parse(page_of(840).as_bytes(), &ParseOptions::default()).expect("parses");
        let a_row = sample.len() as f64 / 840.0;
        for nodes in [1_000, 10_000, 100_000, 1_000_000] {
            let page = page_of((nodes as f64 / a_row) as usize);
            let rounds = if nodes < 100_000 { 5 } else { 2 };
            let costs: Vec<Cost> = (0..rounds).map(|_| cost_of(page.as_bytes())).collect();
            let best = costs.iter().min_by_key(|c| c.time).expect("rounds");
            println!(
                "{what:<24} {nodes:>9} {:>7.2} {:>10.2?} {:>8.0} {:>9.1} {:>8.1}  {}",
                page.len() as f64 / 1e6,
                best.time,
                best.time.as_nanos() as f64 / nodes as f64,
                best.peak as f64 / 1e6,
                best.peak as f64 / page.len() as f64,
                best.result
            );
        }
    }
}

/// "At most 12 x the bytes of the page plus 20 MB."
fn real_pages() {
    let root = std::env::var_os("ROWSMITH_EVAL")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/eval")), PathBuf::from);
    for set in ["records", "threads", "text", "news"] {
        let Ok(folder) = std::fs::read_dir(root.join(set).join("pages")) else {
            println!("{set}: no pages under {}, nothing measured", root.display());
            continue;
        };
        let mut files: Vec<PathBuf> = folder.flatten().map(|f| f.path()).collect();
        files.sort();
        let (mut over, mut sum) = (0, 0.0);
        let mut worst = (0.0, String::new());
        for file in &files {
            let mut page = Vec::new();
            let raw = std::fs::File::open(file).expect("readable");
            flate2::read::GzDecoder::new(raw).read_to_end(&mut page).expect("gzip");
            let peak = cost_of(&page).peak as f64;
            let share = peak / (12.0 * page.len() as f64 + 20e6);
            sum += peak / page.len() as f64;
            over += usize::from(share > 1.0);
            if share > worst.0 {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let sizes = format!("{:.1} MB for {:.2} MB", peak / 1e6, page.len() as f64 / 1e6);
                worst = (share, format!("{name}, {sizes}"));
            }
        }
        println!(
            "{set}: {} pages, mean peak {:.1} x the page; over 12 x + 20 MB: {over}; nearest: {:.2} of it, {}",
            files.len(),
            sum / files.len() as f64,
            worst.0,
            worst.1
        );
    }
}

fn hostile_inputs(name: &str) {
    let scale = std::env::var("SCALE").ok().and_then(|s| s.parse().ok()).unwrap_or(1_000_000);
    println!("{:<42} {:>7} {:>9} {:>9} {:>8}  result", "input", "MB", "quarter", "whole", "peak MB");
    for (what, make) in hostile::HOSTILE.iter().filter(|(what, _)| what.contains(name)) {
        let quarter = cost_of(&make(scale / 4));
        let page = make(scale);
        let whole = cost_of(&page);
        println!(
            "{what:<42} {:>7.1} {:>7.0}ms {:>7.0}ms {:>8.0}  {}",
            page.len() as f64 / 1e6,
            quarter.time.as_secs_f64() * 1e3,
            whole.time.as_secs_f64() * 1e3,
            whole.peak as f64 / 1e6,
            whole.result
        );
    }
}
