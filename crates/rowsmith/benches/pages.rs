//! Time of the library on real pages, as ratios to the yardstick: dom_query's parse of the same pages in the
//! same run. One thread; per page the best of some rounds, taken in turns, so that noise hits all alike.
//!
//! `cargo bench --bench pages [-- FILTER]`, with the pages of `ROWSMITH_EVAL` or `../shared/eval`.

#![allow(clippy::print_stdout)] // a bench prints its table

use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rowsmith::dom::ParseOptions;
use rowsmith::records::{Method, Options};
use rowsmith::{PostsRequest, RecordsRequest, posts_page, records_page};

/// What is done with the bytes of a page.
type Job = fn(&[u8]);

/// What is timed, beside the yardstick.
const JOBS: &[(&str, Job)] = &[
    ("parse to frozen document", |bytes| {
        std::hint::black_box(rowsmith::dom::parse(bytes, &ParseOptions::default()).ok());
    }),
    ("records, by the papers", |bytes| records_to_json(bytes, Method::Mdr2)),
    ("records, bytes to JSON", |bytes| records_to_json(bytes, Method::Learned)),
    ("posts, bytes to JSON", |bytes| {
        let page = posts_page(bytes, "page", &PostsRequest::default());
        std::hint::black_box(page.ok().map(|p| serde_json::to_string(&p).expect("serialises")));
    }),
];

fn records_to_json(bytes: &[u8], method: Method) {
    let records = Options { method, ..Options::default() };
    let page = records_page(bytes, "page", &RecordsRequest { records, ..RecordsRequest::default() });
    std::hint::black_box(page.ok().map(|p| serde_json::to_string(&p).expect("serialises")));
}

const ROUNDS: usize = 5;

fn main() {
    let root = std::env::var_os("ROWSMITH_EVAL")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/eval")), PathBuf::from);
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    for set in ["records", "threads", "text", "news"].into_iter().filter(|s| s.contains(&filter)) {
        let Ok(folder) = std::fs::read_dir(root.join(set).join("pages")) else {
            println!("{set}: no pages under {}, nothing measured", root.display());
            continue;
        };
        let mut files: Vec<PathBuf> = folder.flatten().map(|f| f.path()).collect();
        files.sort();
        if set == "text" {
            files = files.into_iter().step_by(5).collect();
        }
        measure(set, &files);
    }
}

fn measure(set: &str, files: &[PathBuf]) {
    let mut bytes_read = 0;
    let mut yardstick = Duration::ZERO;
    let mut totals = vec![Duration::ZERO; JOBS.len()];
    let mut worst = vec![(0.0f64, String::new()); JOBS.len()];
    let mut over = vec![0; JOBS.len()];
    for file in files {
        let mut page = Vec::new();
        let raw = std::fs::File::open(file).expect("readable");
        flate2::read::GzDecoder::new(raw).read_to_end(&mut page).expect("gzip");
        bytes_read += page.len();
        let text = String::from_utf8_lossy(&page).into_owned();
        let mut best = vec![Duration::MAX; JOBS.len() + 1];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            std::hint::black_box(dom_query::Document::from(text.as_str()));
            best[0] = best[0].min(start.elapsed());
            for (i, (_, job)) in JOBS.iter().enumerate() {
                let start = Instant::now();
                job(&page);
                best[i + 1] = best[i + 1].min(start.elapsed());
            }
        }
        yardstick += best[0];
        for i in 0..JOBS.len() {
            totals[i] += best[i + 1];
            // "3 x its own yardstick plus 2 ms"
            let allowed = best[0] * 3 + Duration::from_millis(2);
            over[i] += usize::from(best[i + 1] > allowed);
            let ratio = best[i + 1].as_secs_f64() / allowed.as_secs_f64();
            if ratio > worst[i].0 {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                worst[i] = (ratio, format!("{name} {:.1?} (yardstick {:.1?})", best[i + 1], best[0]));
            }
        }
    }
    let pages = files.len() as u32;
    println!(
        "{set}: {pages} pages, {:.1} MB; yardstick (dom_query) {:.2?} a page",
        bytes_read as f64 / 1e6,
        yardstick / pages
    );
    for (i, (name, _)) in JOBS.iter().enumerate() {
        println!(
            "  {name:<26} {:>9.2?} a page = {:.3} x yardstick; over 3 x + 2 ms: {}; worst: {}",
            totals[i] / pages,
            totals[i].as_secs_f64() / yardstick.as_secs_f64(),
            over[i],
            worst[i].1
        );
    }
}
