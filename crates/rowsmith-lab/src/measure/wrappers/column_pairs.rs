//! The evidence by which columns are found again on a redesigned page.

use std::io::Write;
use std::path::Path;

use rowsmith::dom::{ParseOptions, parse};
use rowsmith::site::sample::SitePage;
use rowsmith::wrapper::{LearnOptions, Wrapper, evidence_names};
use serde_json::json;

/// Writes the columns of a wrapper's list, those of a page, and the evidence which of them are the same as a line of JSON; `null`
/// if either has no list.
pub fn column_pairs(out: &mut dyn Write, wrapper: &Path, page: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(wrapper).map_err(|e| failed(wrapper, &e))?;
    let wrapper = Wrapper::from_json(&text).map_err(|e| failed(wrapper, &e))?;
    let html = std::fs::read(page).map_err(|e| failed(page, &e))?;
    let document = parse(&html, &ParseOptions::default()).map_err(|e| failed(page, &e))?;
    let found = rowsmith::wrapper::column_pairs(&wrapper, &SitePage::new(document), &LearnOptions::new());
    let line = found.map(|found| {
        json!({
            "evidence": evidence_names(),
            "columns": found.columns.iter().map(|c| json!({"name": c.name, "place": c.place})).collect::<Vec<_>>(),
            "candidates": found.candidates.iter().map(|c| json!({"place": c.place, "values": c.values})).collect::<Vec<_>>(),
            "pairs": found.pairs.iter().map(|p| json!([p.column, p.candidate, p.features])).collect::<Vec<_>>(),
        })
    });
    writeln!(out, "{}", json!(line)).map_err(|e| e.to_string())
}
