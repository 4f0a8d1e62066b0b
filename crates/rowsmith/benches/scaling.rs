//! Time and peak memory against the size of the page, on synthetic lists, and on input that means no good.
//!
//! `cargo bench --bench scaling [-- lists|hostile|memory] [NAME]`.
#![allow(clippy::expect_used)]

#[path = "../tests/common/hostile.rs"]
mod hostile;
#[path = "common/peak_memory.rs"]
mod peak_memory;

use std::time::{Duration, Instant};

use rowsmith::{RecordsRequest, records_page};

#[global_allocator]
static MEMORY: peak_memory::Counting = peak_memory::Counting::new();

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = |part: &str| words.first().is_none_or(|w| w == part);
    let name = words.get(1).map_or("", String::as_str);
    if wanted("hostile") {
        hostile_inputs(name);
    }
}

struct Cost {
    time: Duration,
    /// Most bytes in use at once beside the input.
    peak: usize,
    result: String,
}

fn cost_of(page: &[u8]) -> Cost {
    let before = MEMORY.reset();
    let start = Instant::now();
    let result = match records_page(page, "page", &RecordsRequest::default()) {
        Ok(page) => {
            let records = page.regions.first().map_or(0, |r| r.records.len());
            let json = serde_json::to_string(&page).expect("serialises");
            let warnings: Vec<String> = page.warnings.iter().map(ToString::to_string).collect();
            format!("{records} records, {} kB of JSON; {}", json.len() / 1000, warnings.join("; "))
        }
        Err(error) => error.to_string(),
    };
    Cost { time: start.elapsed(), peak: MEMORY.peak() - before, result }
}

fn hostile_inputs(name: &str) {
    println!("{:<42} {:>8} {:>9} {:>9} {:>9}", "input", "MB", "0.25 M", "1 M", "memory");
    for (what, make) in hostile::HOSTILE.iter().filter(|(what, _)| what.contains(name)) {
        let scale: usize = std::env::var("SCALE").ok().and_then(|s| s.parse().ok()).unwrap_or(1_000_000);
        let quarter = cost_of(&make(scale / 4));
        let page = make(scale);
        let whole = cost_of(&page);
        println!(
            "{what:<42} {:>8.1} {:>7.0}ms {:>7.0}ms {:>7.0}MB  {}",
            page.len() as f64 / 1e6,
            quarter.time.as_secs_f64() * 1e3,
            whole.time.as_secs_f64() * 1e3,
            whole.peak as f64 / 1e6,
            whole.result
        );
    }
}
