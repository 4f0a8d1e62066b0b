//! Scoring objects: out-of-fold result lines.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use rowsmith::objects::{Method, Options, domain};
use rowsmith::{ObjectsOptions, records};

use crate::eval::asked::parsed;

use crate::eval::data::record_pages;
use crate::train::records::record_models;

/// Result lines of all `records` pages by the products schema, each page by a model of the main list that did not see
/// its site.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, method: Method) -> Result<(), String> {
    let schema = domain("products").ok_or("no such domain")?.map_err(|e| e.to_string())?;
    let models = record_models()?;
    let pages = record_pages()?;
    let text: Vec<String> = pages
        .par_iter()
        .map(|page| {
            let records = records::Options { model: Some(models[page.fold].clone()), ..Default::default() };
            let objects = Options { method, records };
            let wanted = ObjectsOptions::new().search(objects);
            let source = page.file.display().to_string();
            match parsed(&page.html, &source).map(|parsed| parsed.objects(&schema, &wanted)) {
                Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
                Err(_) => Ok(format!("{{\"source\":{source:?},\"areas\":[]}}")),
            }
        })
        .collect::<Result<_, String>>()?;
    match lines {
        Some(path) => std::fs::write(path, text.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display())),
        None => text.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(|e| e.to_string()),
    }
}
