//! The model of text blocks: training, cross-validation, a look at failures.

mod authors;
mod boost;
mod lcs;
pub mod pages;
mod score;
mod structures;
mod table;
mod titles;
mod training;
mod wording;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use rowsmith::article::model::Model;
use rowsmith::article::select::select;
use rowsmith::{ArticleRequest, article_page};

use crate::posts::posts_models;
use crate::posts_data::posts_pages;
use crate::record_models::record_models;
pub use authors::{cross_validate_authors, train_authors};
use boost::Binned;
use pages::{TextPage, text_pages};
use score::score;
use table::{Table, table};
pub use titles::train_titles;
use training::{keep, packed, train_folds, train_on_all};

fn said(e: std::io::Error) -> String {
    e.to_string()
}

/// The table of all pages.
fn tabled(pages: &[TextPage]) -> Result<(Table, Binned), String> {
    let structures = structures::structures(pages)?;
    let table = table(pages, &structures);
    let data = Binned::new(&table.values, table.width);
    Ok((table, data))
}

/// Trains on all pages and writes the model file.
pub fn train(out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let pages = text_pages()?;
    let (table, data) = tabled(&pages)?;
    let model = packed(&train_on_all(&pages, &table, &data)?)?;
    let count = |set: &str| pages.iter().filter(|p| p.set == set).count();
    let notes = format!(
        "Made by: cargo run --release -p rowsmith-lab -- train article\n\
         From {} pages of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and {} news pages of the test data of\n\
         Fundus (MIT, Dallabetta et al.).",
        count("text"),
        count("news")
    );
    let bytes = model.to_bytes(&notes);
    std::fs::write(path, &bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}: {} bytes, {} trees", path.display(), bytes.len(), model.trees()).map_err(said)
}

/// Writes the result line of every page, made by models that did not see the page's site, and prints the figures of the
/// choice of blocks.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, failures: bool) -> Result<(), String> {
    let start = Instant::now();
    let pages = text_pages()?;
    let (table, data) = tabled(&pages)?;
    let size = (pages.len(), table.labels.len(), table.width);
    writeln!(out, "{} pages, {} blocks, {} features, {:.0?}", size.0, size.1, size.2, start.elapsed()).map_err(said)?;
    let forests = train_folds(&pages, &table, &data);
    writeln!(out, "trained, {:.0?}", start.elapsed()).map_err(said)?;
    let scores: Vec<(f64, f64, f64)> = pages
        .par_iter()
        .zip(&table.pages)
        .map(|(page, blocks)| {
            let trained = &forests[page.fold];
            let probability = |r| (1.0 / (1.0 + (-trained.forest.score(trained.data.row(r))).exp())) as f32;
            let p: Vec<f32> = blocks.rows.clone().map(probability).collect();
            let n: Vec<u32> = blocks.words.iter().map(|w| w.len() as u32).collect();
            let hashes: Vec<u64> = blocks.words.iter().map(|w| hash(w)).collect();
            score(blocks, &select(&p, &n, &hashes).chosen)
        })
        .collect();
    let mut kinds: BTreeMap<&str, Vec<(f64, f64, f64)>> = BTreeMap::new();
    for (page, &score) in pages.iter().zip(&scores) {
        kinds.entry(&page.kind).or_default().push(score);
        if page.set == "text" {
            kinds.entry("all of text").or_default().push(score);
        }
        if failures && score.2 < 0.7 {
            let (p, r, f) = score;
            writeln!(out, "{} {} P {p:.3} R {r:.3} F1 {f:.3}", page.key, page.kind).map_err(said)?;
        }
    }
    for (kind, scores) in &kinds {
        let mean = |f: fn(&(f64, f64, f64)) -> f64| scores.iter().map(f).sum::<f64>() / scores.len() as f64;
        let (p, r, f) = (mean(|s| s.0), mean(|s| s.1), mean(|s| s.2));
        writeln!(out, "{kind:<14} {:>5} P {p:.4} R {r:.4} F1 {f:.4}", scores.len()).map_err(said)?;
    }
    let models: Vec<Arc<Model>> = forests.iter().map(|f| packed(f).map(Arc::new)).collect::<Result<_, String>>()?;
    keep(&models)?;
    lines.map_or(Ok(()), |path| result_lines(&pages, &models, path))?;
    writeln!(out, "{:.0?}", start.elapsed()).map_err(said)
}

/// The models of texts (not titles and authors), each trained without a fold: once for a build of the laboratory, and kept in
/// `eval/out/models`.
///
/// # Errors
/// Where the evaluation data is missing or the models cannot be kept.
pub fn fold_models() -> Result<Vec<Arc<Model>>, String> {
    if let Some(models) = training::kept().filter(|_| training::are_fresh()) {
        return Ok(models);
    }
    let pages = text_pages()?;
    let (table, data) = tabled(&pages)?;
    let forests = train_folds(&pages, &table, &data);
    let models: Vec<Arc<Model>> = forests.iter().map(|f| packed(f).map(Arc::new)).collect::<Result<_, String>>()?;
    keep(&models)?;
    Ok(models)
}

/// The options of extracting texts for a page of every fold, with models that did not see the fold.
///
/// # Errors
/// As [`fold_models`].
pub fn article_options() -> Result<Vec<rowsmith::article::Options>, String> {
    let (records, posts) = (record_models()?, posts_models(&posts_pages()?)?);
    let options = |(fold, model): (usize, Arc<Model>)| rowsmith::article::Options {
        model: Some(model),
        // titles and authors are not scored with these
        title_model: None,
        author_model: None,
        records: rowsmith::records::Options { model: Some(records[fold].clone()), ..Default::default() },
        posts: rowsmith::posts::Options { model: Some(posts[fold].clone()), ..Default::default() },
    };
    Ok(fold_models()?.into_iter().enumerate().map(options).collect())
}

/// Result lines by the models of the folds that were kept by the last cross-validation.
pub fn lines_of_kept(path: &Path) -> Result<(), String> {
    let models = training::kept().ok_or("no models of the folds are kept; run cv article without --kept")?;
    result_lines(&text_pages()?, &models, path)
}

fn result_lines(pages: &[TextPage], models: &[Arc<Model>], path: &Path) -> Result<(), String> {
    let (records, posts) = (record_models()?, posts_models(&posts_pages()?)?);
    let titles = titles::fold_models(pages);
    let authors = authors::fold_models(pages, &structures::structures(pages)?);
    let text: Vec<String> = pages
        .par_iter()
        .map(|page| {
            let article = rowsmith::article::Options {
                model: Some(models[page.fold].clone()),
                title_model: Some(titles[page.fold].clone()),
                author_model: Some(authors[page.fold].clone()),
                records: rowsmith::records::Options { model: Some(records[page.fold].clone()), ..Default::default() },
                posts: rowsmith::posts::Options { model: Some(posts[page.fold].clone()), ..Default::default() },
            };
            let request = ArticleRequest { article, ..ArticleRequest::default() };
            let source = page.file.display().to_string();
            match article_page(&page.html, &source, &request) {
                Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
                Err(_) => Ok(format!("{{\"source\":{source:?}}}")),
            }
        })
        .collect::<Result<_, String>>()?;
    std::fs::write(path, text.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display()))
}

fn hash(words: &[u32]) -> u64 {
    words.iter().fold(7, |h: u64, &w| (h ^ u64::from(w)).wrapping_mul(0x100_0000_01b3).rotate_left(29))
}
