//! The model of text blocks: training, cross-validation, a look at failures.

mod boost;
mod lcs;
mod lists;
mod pages;
mod score;
mod table;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use rayon::prelude::*;
use rowsmith::article::main_list::MainList;
use rowsmith::article::select::select;

use boost::{Binned, Forest, Options, train};
use pages::text_pages;
use score::score;
use table::{Table, table};

const FOLDS: usize = 5;

fn said(e: std::io::Error) -> String {
    e.to_string()
}

/// The weight of a block: its words, as a share of the page's.
fn weights(table: &Table, power: f32, page_power: f32) -> Vec<f32> {
    let mut out = vec![0.0; table.labels.len()];
    for page in &table.pages {
        let gold = (page.gold.len() as f32).max(50.0);
        for (row, words) in page.rows.clone().zip(&page.words) {
            out[row] = (words.len() as f32).powf(power) / gold.powf(page_power) * 10.0;
        }
    }
    out
}

/// Of blocks of few words that are no text, which most are, one in four, for as much weight.
fn thinned(rows: Vec<u32>, table: &Table, weights: &[f32]) -> (Vec<u32>, Vec<f32>) {
    const OF: u32 = 4;
    let mut weights = weights.to_vec();
    let short = |r: u32| table.sizes[r as usize] <= 4 && table.labels[r as usize] < 0.5;
    let kept = |&r: &u32| !short(r) || r.wrapping_mul(0x9e37_79b9) >> 16 & (OF - 1) == 0;
    let rows: Vec<u32> = rows.into_iter().filter(kept).collect();
    for &r in rows.iter().filter(|&&r| short(r)) {
        weights[r as usize] *= OF as f32;
    }
    (rows, weights)
}

fn number<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Experiments by environment variables.
pub fn experiment(out: &mut dyn Write) -> Result<(), String> {
    let start = Instant::now();
    let pages = text_pages()?;
    let lists = match std::env::var_os("NO_LISTS") {
        Some(_) => pages.iter().map(|_| MainList::default()).collect(),
        None => lists::main_lists(&pages)?,
    };
    let table = table(&pages, &lists);
    let data = Binned::new(&table.values, table.width);
    writeln!(out, "{} pages, {} blocks, {} features, {:.1?}", pages.len(), table.labels.len(), table.width, start.elapsed())
        .map_err(said)?;
    let options = Options {
        trees: number("TREES", 100),
        leaves: number("LEAVES", 31),
        rate: number("RATE", 0.1),
        feature_fraction: number("FEATURES", 0.3),
        min_rows: number("MIN_ROWS", 20),
        min_hessian: number("MIN_HESSIAN", 1e-3),
        penalty: number("PENALTY", 1.0),
        tries: number("TRIES", 1),
        seed: number("SEED", 1),
    };
    let weights = weights(&table, number("POWER", 1.0), number("PAGE_POWER", 1.0));
    let forests: Vec<Forest> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let rows: Vec<u32> = pages
                .iter()
                .zip(&table.pages)
                .filter(|(p, _)| p.fold != fold)
                .flat_map(|(_, b)| b.rows.clone().map(|r| r as u32))
                .collect();
            let (rows, weights) = thinned(rows, &table, &weights);
            train(&data, &rows, &table.labels, &weights, &options)
        })
        .collect();
    writeln!(out, "trained {:.1?}", start.elapsed()).map_err(said)?;
    let scores: Vec<(f64, f64, f64)> = pages
        .par_iter()
        .zip(&table.pages)
        .map(|(page, blocks)| {
            let p: Vec<f32> = blocks
                .rows
                .clone()
                .map(|r| (1.0 / (1.0 + (-forests[page.fold].score(data.row(r))).exp())) as f32)
                .collect();
            let n: Vec<u32> = blocks.words.iter().map(|w| w.len() as u32).collect();
            let hashes: Vec<u64> = blocks.words.iter().map(|w| hash(w)).collect();
            score(blocks, &select(&p, &n, &hashes))
        })
        .collect();
    let mut kinds: BTreeMap<&str, Vec<(f64, f64, f64)>> = BTreeMap::new();
    for (page, &score) in pages.iter().zip(&scores) {
        kinds.entry(&page.kind).or_default().push(score);
        kinds.entry(if page.set == "text" { "~text" } else { "~news" }).or_default().push(score);
    }
    for (kind, scores) in &kinds {
        let mean = |f: fn(&(f64, f64, f64)) -> f64| scores.iter().map(f).sum::<f64>() / scores.len() as f64;
        writeln!(out, "{kind:<14} {:>5} P {:.4} R {:.4} F1 {:.4}", scores.len(), mean(|s| s.0), mean(|s| s.1), mean(|s| s.2))
            .map_err(said)?;
    }
    writeln!(out, "{:.1?}", start.elapsed()).map_err(said)
}

fn hash(words: &[u32]) -> u64 {
    words.iter().fold(7, |h: u64, &w| (h ^ u64::from(w)).wrapping_mul(0x100_0000_01b3).rotate_left(29))
}
