//! RTDM against Chawathe's top-down distance on pairs of pages of one site (Reis et al. 2004, 5.1 and figure 9).

use std::io::Write;
use std::time::{Duration, Instant};

use rowsmith::article::sample::{SamplePage, Site};
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::tree::rtdm::{INFINITE, TreePair, rtdm_distance};
use rowsmith::tree::{ClassTable, Tree};

use crate::baselines::chawathe::top_down_distance;
use crate::data::{eval_root, read};

/// Mean sizes from which on pairs go into the next row.
const BOUNDS: &[usize] = &[0, 125, 250, 500, 750, 1250, 2000, 4000, 8000];
/// Pairs of a row at most.
const PAIRS: usize = 24;

/// The time of one call: the best of five runs of ten milliseconds' worth of calls.
fn time(mut call: impl FnMut() -> u64) -> Duration {
    let once = Instant::now();
    std::hint::black_box(call());
    let rounds = (Duration::from_millis(10).as_nanos() / once.elapsed().as_nanos().max(1)).clamp(1, 1000) as u32;
    (0..5)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..rounds {
                std::hint::black_box(call());
            }
            started.elapsed() / rounds
        })
        .min()
        .unwrap_or_default()
}

/// The classes are computed within the time measured.
fn rtdm(a: &Tree, b: &Tree) -> u64 {
    let mut table = ClassTable::default();
    let (classes_a, classes_b) = (table.classes(a, |_| 0), table.classes(b, |_| 0));
    rtdm_distance(TreePair { a, b, classes_a: &classes_a, classes_b: &classes_b }, INFINITE, u64::MAX)
}

/// Prints a table over the mean size of the two pages.
pub fn distances(out: &mut dyn Write) -> Result<(), String> {
    let root = eval_root()?;
    let folds: std::collections::HashMap<String, serde_json::Value> =
        serde_json::from_slice(&read(&root.join("folds.json"))?).map_err(|e| e.to_string())?;
    let mut by_host: std::collections::BTreeMap<String, Vec<std::path::PathBuf>> = Default::default();
    for set in ["text", "news", "threads"] {
        let folder = root.join(set).join("pages");
        for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let name = entry.file_name().to_string_lossy().trim_end_matches(".gz").trim_end_matches(".html").to_owned();
            let host = folds.get(&name).and_then(|f| f["host"].as_str());
            if let Some(host) = host {
                by_host.entry(host.to_owned()).or_default().push(entry.path());
            }
        }
    }
    for files in crate::sites::site_files()? {
        by_host.insert(files.name, files.pages);
    }
    let mut rows: Vec<Vec<(Tree, Tree)>> = BOUNDS.iter().map(|_| Vec::new()).collect();
    for (_, mut paths) in by_host {
        paths.sort();
        let mut site = Site::default();
        let mut trees: Vec<Tree> = Vec::new();
        for path in paths.iter().take(8) {
            if let Ok(document) = parse(&read(path)?, &ParseOptions::default()) {
                trees.push(SamplePage::new(document, &mut site).tree);
            }
        }
        for pair in trees.windows(2) {
            let mean = (pair[0].len() + pair[1].len()) / 2;
            let row = BOUNDS.iter().rposition(|&b| mean >= b).unwrap_or(0);
            if rows[row].len() < PAIRS {
                rows[row].push((pair[0].clone(), pair[1].clone()));
            }
        }
    }
    let say = |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|e| e.to_string());
    say(out, "| nodes a page | pairs | RTDM, ms | Chawathe, ms | times | distance, RTDM / top-down |".into())?;
    say(out, "|---|---|---|---|---|---|".into())?;
    for pairs in rows.iter().filter(|r| !r.is_empty()) {
        let (mut ours, mut theirs, mut sizes, mut costs) = (Duration::ZERO, Duration::ZERO, 0, (0, 0));
        for (a, b) in pairs {
            ours += time(|| rtdm(a, b));
            theirs += time(|| top_down_distance(a, b));
            sizes += a.len() + b.len();
            costs = (costs.0 + rtdm(a, b), costs.1 + top_down_distance(a, b));
        }
        let n = pairs.len() as f64;
        let ms = |d: Duration| d.as_secs_f64() * 1000.0 / n;
        say(
            out,
            format!(
                "| {} | {} | {:.3} | {:.3} | {:.1} | {:.2} |",
                sizes / pairs.len() / 2,
                pairs.len(),
                ms(ours),
                ms(theirs),
                theirs.as_secs_f64() / ours.as_secs_f64(),
                costs.0 as f64 / costs.1.max(1) as f64
            ),
        )?;
    }
    Ok(())
}
