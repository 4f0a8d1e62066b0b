//! Whether a page is about one object, and its values, by models that have not seen its site.

use std::io::Write;
use std::path::Path;

use rowsmith::ItemOptions;
use rowsmith::item::{ITEM_FEATURES, LEAST_CONFIDENCE, Options};
use rowsmith::types::Kind;

use super::{message, result_lines};
use crate::eval::asked::parsed;
use crate::eval::data::{GoldPage, item_pages};
use crate::train::items::{fold_models, item_dataset};
use crate::train::kinds::data::kind_pages;

/// Prints for each kind of page how many are judged to be about an object; with `lines` writes the result lines of the
/// pages of items, with `failures` prints the pages that are judged wrongly.
///
/// # Errors
/// If the evaluation data is missing or a file cannot be written.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, failures: bool) -> Result<(), String> {
    let pages = kind_pages()?;
    let models = fold_models(&pages)?;
    let data = item_dataset(&pages);
    for kind in Kind::ALL {
        for (set, scored) in [("", true), (" (not scored)", false)] {
            let of: Vec<_> = data.iter().filter(|d| d.page.kind == kind && d.page.scored == scored).collect();
            if of.is_empty() {
                continue;
            }
            let is_told = |fold: usize, row: &[f32]| models[fold].probability(row) >= LEAST_CONFIDENCE;
            let whole = of.iter().filter(|d| is_told(d.page.fold, d.row())).count();
            let shown = of.iter().filter(|d| is_told(d.page.fold, d.shown())).count();
            writeln!(out, "{kind}{set}: {} pages, told items {whole}, by what is shown alone {shown}", of.len())
                .map_err(message)?;
        }
    }
    if failures {
        for d in &data {
            let p = models[d.page.fold].probability(d.row());
            if (p >= LEAST_CONFIDENCE) != (d.page.kind == Kind::Item) {
                let figures = ITEM_FEATURES.iter().zip(d.row()).filter(|(_, x)| **x != 0.0);
                let figures: Vec<String> = figures.map(|((name, _), x)| format!("{name} {x:.2}")).collect();
                writeln!(out, "{} is {}, {p:.2}\n   {}", d.page.key, d.page.kind, figures.join(", "))
                    .map_err(message)?;
            }
        }
    }
    let Some(path) = lines else { return Ok(()) };
    let items: Vec<GoldPage> = item_pages()?.into_iter().map(|gold| gold.page).collect();
    result_lines(path, &items, |page| {
        let mut options = ItemOptions::new();
        options.search = Options { model: Some(models[page.fold].clone()), ..Options::default() };
        let source = page.file.display().to_string();
        let found = parsed(&page.html, &source).map_err(|e| e.to_string())?.item(&options);
        serde_json::to_string(&found).map_err(|e| e.to_string())
    })
}
