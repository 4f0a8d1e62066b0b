//! The time of RTDM and of unrestricted distances by size of the pages (Reis et al. 2004, 5.1 and figure 9).

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rowsmith::dom::{ParseOptions, parse};
use rowsmith::site::rtdm::distance::{INFINITE, TreePair, rtdm_distance};
use rowsmith::site::sample::{SamplePage, Site};
use rowsmith::tree::{ClassTable, EditDistances, Tree, TreeId, structural_classes};

use crate::baselines::chawathe::top_down_distance;
use crate::baselines::selkow::selkow_distance;
use crate::eval::data::{eval_root, parse_json, read};
use crate::eval::plot::{Plot, Shape};
use crate::eval::report::{Report, Table};

/// The mean sizes at which the rows begin.
const BOUNDS: &[usize] = &[0, 125, 250, 500, 750, 1250, 2000, 4000, 8000];
/// The most pairs in a row.
const PAIRS: usize = 10;
/// Zhang and Shasha's distance is not computed for larger pages, on which it takes minutes.
const MAX_GENERAL: usize = 700;

/// The time of one call: the best of up to three runs, each with five milliseconds' worth of calls, or a single call if
/// that takes longer.
fn time(mut call: impl FnMut() -> u64) -> Duration {
    let once = Instant::now();
    std::hint::black_box(call());
    let first = once.elapsed();
    if first > Duration::from_millis(200) {
        return first;
    }
    let rounds = (Duration::from_millis(5).as_nanos() / first.as_nanos().max(1)).clamp(1, 1000) as u32;
    (0..3)
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

/// The time includes computing the classes.
fn rtdm(a: &Tree, b: &Tree) -> u64 {
    let mut table = ClassTable::default();
    let (classes_a, classes_b) = (table.classes(a, |_| 0), table.classes(b, |_| 0));
    rtdm_distance(TreePair { a, b, classes_a: &classes_a, classes_b: &classes_b }, INFINITE, u64::MAX)
}

/// The general edit distance: both trees below one root, since it compares subtrees of one tree.
fn zhang_shasha(a: &Tree, b: &Tree) -> u64 {
    let both = below_one_root(a, b);
    let classes = structural_classes(&both);
    u64::from(EditDistances::new(&both, &classes, u64::MAX).of_subtrees(TreeId::new(1), TreeId::new(1 + a.len())))
}

fn below_one_root(a: &Tree, b: &Tree) -> Tree {
    let mut tree = Tree {
        labels: vec![u32::MAX],
        ends: vec![TreeId::new(1 + a.len() + b.len())],
        parents: vec![TreeId::ROOT],
        ..Tree::default()
    };
    for (part, shift) in [(a, 1), (b, 1 + a.len())] {
        tree.labels.extend(&part.labels);
        tree.ends.extend(part.ends.iter().map(|&e| e + shift));
        tree.parents.extend(part.nodes().map(|id| part.parent(id).map_or(TreeId::ROOT, |p| p + shift)));
    }
    tree.terminals_before = vec![0; tree.labels.len() + 1];
    tree
}

/// Pairs of pages of one site, by mean size.
fn pairs() -> Result<Vec<Vec<(Tree, Tree)>>, String> {
    let root = eval_root()?;
    let folds: HashMap<String, serde_json::Value> = parse_json(&root.join("folds.json"))?;
    let mut by_host: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for set in ["text", "news", "threads"] {
        let folder = root.join(set).join("pages");
        for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let name = entry.file_name().to_string_lossy().trim_end_matches(".gz").trim_end_matches(".html").to_owned();
            if let Some(host) = folds.get(&name).and_then(|f| f["host"].as_str()) {
                by_host.entry(host.to_owned()).or_default().push(entry.path());
            }
        }
    }
    for files in crate::eval::sites::site_files()? {
        by_host.insert(files.name, files.pages);
    }
    let mut rows: Vec<Vec<(Tree, Tree)>> = BOUNDS.iter().map(|_| Vec::new()).collect();
    for (_, mut paths) in by_host {
        paths.sort();
        let mut site = Site::default();
        let mut trees: Vec<Tree> = Vec::new();
        for path in paths.iter().take(8) {
            if let Ok(document) = parse(&read(path)?, &ParseOptions::default()) {
                trees.push(SamplePage::new(&rowsmith::site::sample::SitePage::new(document), &mut site).tree);
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
    rows.retain(|r| !r.is_empty());
    Ok(rows)
}

/// One row of the table.
struct Row {
    nodes: f64,
    pairs: usize,
    /// Milliseconds per pair: RTDM, Chawathe, Selkow, Zhang and Shasha.
    ms: [Option<f64>; 4],
    /// RTDM's distances over the top-down ones.
    ratio: f64,
}

fn row(pairs: &[(Tree, Tree)]) -> Row {
    let n = pairs.len() as f64;
    let mean = |of: &dyn Fn(&Tree, &Tree) -> u64| -> f64 {
        pairs.iter().map(|(a, b)| time(|| of(a, b)).as_secs_f64() * 1000.0).sum::<f64>() / n
    };
    let nodes = pairs.iter().map(|(a, b)| a.len() + b.len()).sum::<usize>() as f64 / 2.0 / n;
    let sum = |of: &dyn Fn(&Tree, &Tree) -> u64| pairs.iter().map(|(a, b)| of(a, b)).sum::<u64>() as f64;
    let general = (nodes <= MAX_GENERAL as f64).then(|| mean(&zhang_shasha));
    Row {
        nodes,
        pairs: pairs.len(),
        ms: [Some(mean(&rtdm)), Some(mean(&top_down_distance)), Some(mean(&selkow_distance)), general],
        ratio: sum(&rtdm) / sum(&top_down_distance).max(1.0),
    }
}

/// Figure 9.
pub fn timing() -> Result<Report, String> {
    let rows: Vec<Row> = pairs()?.iter().map(|pairs| row(pairs)).collect();
    let mut report = Report::new(format!(
        "Pairs of neighbouring pages of one site (sets `text`, `news`, `threads`, `sites`), up to {PAIRS} a row, unit \
         costs, no threshold, one thread, wall clock, the best of up to three runs. RTDM's equivalence classes are made within the time measured. Chawathe's \
         distance runs in main memory; Selkow's by dynamic programming over children gives the same values. Zhang and \
         Shasha's general distance is left out above {MAX_GENERAL} nodes a page. The paper's numbers and its curve are \
         lost in our copy, but for that RTDM is several times faster, the more the larger the trees, and Chawathe's time \
         quadratic."
    ));
    let mut table = Table::new(
        "Milliseconds a pair",
        "nodes a page | pairs | RTDM | Chawathe | Selkow | Zhang–Shasha | Chawathe / RTDM | RTDM's distance / top-down",
    );
    for r in &rows {
        let ms = r.ms.map(|ms| ms.map_or("–".to_owned(), |ms| format!("{ms:.3}")));
        let times = r.ms[1].zip(r.ms[0]).map_or(0.0, |(slow, fast)| slow / fast);
        table.row(
            [format!("{:.0}", r.nodes), r.pairs.to_string()]
                .into_iter()
                .chain(ms)
                .chain([format!("{times:.1}"), format!("{:.2}", r.ratio)]),
        );
    }
    report.tables.push(table);
    let times: Vec<f64> = rows.iter().filter_map(|r| Some(r.ms[1]? / r.ms[0]?)).collect();
    let (first, last) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
    report.claim(
        times.iter().all(|&t| t > 1.0) && last > 2.0 * first,
        &format!(
            "RTDM is faster than Chawathe's distance at every size, the more the larger: {first:.1} to {last:.1} times"
        ),
        "See the table.",
    );
    // the slope in a log-log plot, by least squares
    let slope = |at: usize| {
        let points: Vec<(f64, f64)> = rows.iter().filter_map(|r| Some((r.nodes.ln(), r.ms[at]?.ln()))).collect();
        let n = points.len() as f64;
        let (mx, my) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
        let (xy, xx) =
            points.iter().fold((0.0, 0.0), |(a, b), p| (a + (p.0 - mx) * (p.1 - my), b + (p.0 - mx).powi(2)));
        xy / xx
    };
    report.claim(
        (1.7..2.5).contains(&slope(1)) && slope(0) < slope(1),
        &format!(
            "Chawathe's time grows about quadratically, RTDM's less (exponents {:.2} and {:.2})",
            slope(1),
            slope(0)
        ),
        "Pages of a row differ in more than size.",
    );
    let names = ["RTDM", "Chawathe", "Selkow", "Zhang–Shasha"];
    let series = names
        .iter()
        .enumerate()
        .map(|(at, name)| ((*name).to_owned(), rows.iter().filter_map(|r| Some((r.nodes, r.ms[at]?))).collect()))
        .collect();
    report.plots.push(Plot {
        name: "rtdm-timing",
        title: "RTDM, figure 9: time over size".into(),
        x: "nodes a page".into(),
        y: "milliseconds a pair".into(),
        shape: Shape::Lines { series, logarithmic: true },
    });
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baselines::test_trees::random_trees;

    #[test]
    fn general_distances_are_no_larger_than_top_down_ones() {
        for (a, b) in random_trees(60) {
            let (general, top_down) = (zhang_shasha(&a, &b), selkow_distance(&a, &b));
            assert!(general <= top_down && top_down <= rtdm(&a, &b), "{a:?} {b:?}");
        }
    }
}
