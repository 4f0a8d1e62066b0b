//! Throughput and memory of rendering, with generated pages, and with real ones if the evaluation data is available.
//! Prints the table of lab/PERFORMANCE.md. `cargo bench -p rowsmith-render --bench pages -- 100` takes at most 100
//! pages.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rowsmith_render::{Content, Options, Renderer};

/// A page with a list of this many cards, built by a script.
fn made(cards: usize) -> Vec<u8> {
    format!(
        "<!DOCTYPE html><h1>Lamps</h1><main id=list></main><script>for (let at = 1; at <= {cards}; at++)
        document.getElementById('list').insertAdjacentHTML('beforeend', `<div class=card><a href='/${{at}}'><h2>Lamp
        ${{at}}</h2></a><b>$${{at}}.50</b><p>A lamp for room number ${{at * 7}}, and a line about it.</div>`)</script>"
    )
    .into_bytes()
}

/// The `records` pages, decompressed by the program gzip, which is available on every machine that has the data.
fn real(most: usize) -> Vec<Vec<u8>> {
    let root = std::env::var("ROWSMITH_EVAL")
        .unwrap_or_else(|_| format!("{}/../../../shared/eval", env!("CARGO_MANIFEST_DIR")));
    let Ok(folder) = fs::read_dir(Path::new(&root).join("records/pages")) else {
        println!("NO EVALUATION DATA: real pages are left out");
        return Vec::new();
    };
    let mut files: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let unpacked = |file| Command::new("gzip").arg("-dc").arg(file).output().unwrap().stdout;
    files.iter().step_by((files.len() / most).max(1)).take(most).map(unpacked).collect()
}

/// The memory of this process's children and their children in bytes, with shared memory divided among those that share
/// it. Linux only; 0 elsewhere.
fn memory() -> u64 {
    let mut parents: HashMap<u32, u32> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        let parent = fields.split(' ').nth(1).and_then(|parent| parent.parse().ok());
        parents.insert(id, parent.unwrap_or_default());
    }
    let own = std::process::id();
    let is_ours = |mut id: u32| {
        while let Some(&parent) = parents.get(&id) {
            if parent == own {
                return true;
            }
            id = parent;
        }
        false
    };
    let kilobytes = |id: &u32| -> u64 {
        let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
    };
    parents.keys().filter(|&&id| is_ours(id)).map(kilobytes).sum::<u64>() << 10
}

fn measure(name: &str, pages: &[Vec<u8>], tabs: usize) {
    let options = Options { tabs, scroll: 0, timeout: Duration::from_secs(120), ..Options::default() };
    let Ok(renderer) = Renderer::new(options) else { return println!("NO BROWSER: nothing is measured") };
    let begun = Instant::now();
    let first = renderer.render(&Content::Html { html: made(1), url: "http://page.invalid/".into(), charset: None });
    let start = begun.elapsed();
    assert!(first.is_ok(), "{first:?}");
    let (next, failed, done, peak) =
        (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false), AtomicU64::new(0));
    let begun = Instant::now();
    let mut elapsed = Duration::ZERO;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                peak.fetch_max(memory(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        let workers: Vec<_> = (0..tabs)
            .map(|_| {
                scope.spawn(|| {
                    while let Some(html) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let url = "http://page.invalid/".to_owned();
                        let page = renderer.render(&Content::Html { html: html.clone(), url, charset: None });
                        failed.fetch_add(usize::from(page.is_err()), Ordering::Relaxed);
                    }
                })
            })
            .collect();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        elapsed = begun.elapsed();
        done.store(true, Ordering::Relaxed);
    });
    println!(
        "| {name} | {} | {tabs} | {:.1} | {} | {:.1} s | {} MB |",
        pages.len(),
        pages.len() as f64 / elapsed.as_secs_f64(),
        failed.into_inner(),
        start.as_secs_f64(),
        peak.into_inner() >> 20
    );
}

fn main() {
    let most = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(100);
    println!(
        "| pages | number | tabs | pages a second | failed | first page | peak memory |\n|---|---|---|---|---|---|---|"
    );
    let lists: Vec<Vec<u8>> = (0..most).map(|_| made(100)).collect();
    let real = real(most);
    for tabs in [1, 2, 4] {
        measure("100 cards that a script builds", &lists, tabs);
        if !real.is_empty() {
            measure("`records`, without the network", &real, tabs);
        }
    }
}
