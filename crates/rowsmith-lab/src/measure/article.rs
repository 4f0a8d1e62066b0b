//! Texts of articles and other pages, cross-validated by site: the choice of blocks, and result lines.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use rowsmith::ArticleOptions;

use crate::eval::asked::parsed;

use super::{message, result_lines};
use crate::eval::text_pages::{TextPage, text_pages};
use crate::train::article::{
    WordScore, article_options, author_fold_models, cross_validated, date_fold_models, structures, title_fold_models,
};

/// A lower F1 is a failure.
const FAILED: f64 = 0.7;

/// Writes the result line of every page, made by models that did not see the page's site, and prints the figures of the
/// choice of blocks.
///
/// # Errors
/// If the evaluation data is missing or a file cannot be written.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, failures: bool) -> Result<(), String> {
    let start = Instant::now();
    let pages = text_pages()?;
    let mut kinds: BTreeMap<&str, Vec<WordScore>> = BTreeMap::new();
    for of in cross_validated(&pages)? {
        let (page, score) = (&pages[of.page], of.score);
        kinds.entry(&page.kind).or_default().push(score);
        if page.set == "text" {
            kinds.entry("all of text").or_default().push(score);
        }
        if failures && score.f1 < FAILED {
            let WordScore { precision, recall, f1 } = score;
            writeln!(out, "{} {} P {precision:.3} R {recall:.3} F1 {f1:.3}", page.key, page.kind).map_err(message)?;
        }
    }
    for (kind, scores) in &kinds {
        let mean = |f: fn(&WordScore) -> f64| scores.iter().map(f).sum::<f64>() / scores.len() as f64;
        let (p, r, f) = (mean(|s| s.precision), mean(|s| s.recall), mean(|s| s.f1));
        writeln!(out, "{kind:<14} {:>5} P {p:.4} R {r:.4} F1 {f:.4}", scores.len()).map_err(message)?;
    }
    lines.map_or(Ok(()), |path| write_lines(&pages, path))?;
    writeln!(out, "{:.0?}", start.elapsed()).map_err(message)
}

/// Result lines by the models of the folds that the last cross-validation stored.
///
/// # Errors
/// If the evaluation data is missing or the file cannot be written.
pub fn lines_of_kept(path: &Path) -> Result<(), String> {
    write_lines(&text_pages()?, path)
}

fn write_lines(pages: &[TextPage], path: &Path) -> Result<(), String> {
    let options = article_options()?;
    let titles = title_fold_models(pages);
    let structures = structures(pages)?;
    let authors = author_fold_models(pages, &structures);
    let dates = date_fold_models(pages, &structures);
    result_lines(path, pages, |page| {
        let mut article = options[page.fold].clone();
        article.title_model = Some(titles[page.fold].clone());
        article.author_model = Some(authors[page.fold].clone());
        article.date_model = Some(dates[page.fold].clone());
        let wanted = ArticleOptions::new().search(article);
        let source = page.file.display().to_string();
        match parsed(&page.html, &source).map(|parsed| parsed.article(&wanted)) {
            Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
            Err(_) => Ok(format!("{{\"source\":{source:?}}}")),
        }
    })
}
