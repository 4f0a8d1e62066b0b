//! The upper bound of any choice: the best candidate of each page, picked with the help of the annotation.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::records::{PageFacts, RegionOptions, candidates};
use rowsmith::tree::{PageTree, Similarities};

use crate::eval::data::record_pages;
use crate::eval::truth::{Quality, Truth};

/// Prints the bound, and the pages below it.
pub fn oracle(out: &mut dyn std::io::Write) -> Result<(), String> {
    let pages = record_pages()?;
    let found: Vec<(String, usize, Quality, &'static str)> = pages
        .par_iter()
        .filter(|p| !p.gold.debatable)
        .filter_map(|p| {
            let document = parse(&p.html, &ParseOptions::default()).ok()?;
            let tree = PageTree::new(&document);
            let facts = PageFacts::new(&document, &tree);
            let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
            let all = candidates(&facts, &RegionOptions::default(), &mut sims);
            let truth = Truth::new(&document, &p.gold);
            if !truth.has_list() {
                return None;
            }
            let best = all
                .iter()
                .map(|c| (truth.quality(&tree, c), c.generator.name()))
                .max_by(|a, b| a.0.f1().total_cmp(&b.0.f1()).then(b.1.cmp(a.1)))?;
            Some((p.key.clone(), all.len(), best.0, best.1))
        })
        .collect();
    let n = found.len();
    let perfect = found.iter().filter(|f| f.2.perfect()).count();
    let mean: f64 = found.iter().map(|f| f.2.f1()).sum::<f64>() / n as f64;
    let candidates: usize = found.iter().map(|f| f.1).sum::<usize>() / n;
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    for f in &found {
        *by.entry(f.3).or_default() += 1;
    }
    let line = |out: &mut dyn std::io::Write, text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
    line(
        out,
        format!(
            "{n} pages, {candidates} candidates a page: best one perfect on {perfect} ({:.1} %), mean F1 {mean:.4}",
            100.0 * perfect as f64 / n as f64
        ),
    )?;
    line(out, format!("{by:?}"))?;
    for (key, count, quality, by) in found.iter().filter(|f| !f.2.perfect()) {
        line(out, format!("{key} {count} candidates, best {by} F1 {:.3} {quality:?}", quality.f1()))?;
    }
    Ok(())
}
