//! Scoring objects: out-of-fold result lines.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use rowsmith::objects::{Method, Options, Schema, domain};
use rowsmith::records::ColumnOptions;
use rowsmith::{ObjectsOptions, records};

use crate::eval::asked::parsed;

use crate::eval::data::{GoldPage, domain_pages, record_pages};
use crate::train::columns::column_models;
use crate::train::records::record_models;

/// The prefixes of the keys of a domain's pages, and its schema; the last one is that of all other pages.
const DOMAINS: [(&str, &str); 4] =
    [("home-", "real-estate"), ("car-", "used-cars"), ("job-", "jobs"), ("", "products")];

/// Result lines for all pages of a set (`records` with the products schema, `domains` each with that of its domain),
/// using for each page models of the main list and of its columns that did not see its site.
///
/// # Errors
/// If the evaluation data is missing, or there is no such set.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, set: &str, method: Method) -> Result<(), String> {
    let pages = match set {
        "records" => record_pages()?,
        "domains" => domain_pages()?,
        _ => return Err(format!("no objects are annotated in {set}")),
    };
    let schemas = DOMAINS.map(|(_, name)| domain(name).ok_or("no such domain")?.map_err(|e| e.to_string()));
    let schemas: Vec<Schema> = schemas.into_iter().collect::<Result<_, String>>()?;
    let schema = |page: &GoldPage| {
        let at = DOMAINS.iter().position(|(prefix, _)| page.key.starts_with(prefix));
        &schemas[at.unwrap_or(DOMAINS.len() - 1)]
    };
    let (models, columns) = (record_models()?, column_models()?);
    let text: Vec<String> = pages
        .par_iter()
        .map(|page| {
            let columns = ColumnOptions::new().with_model(columns[page.fold].clone());
            let records = records::Options::new().with_model(models[page.fold].clone()).columns(columns);
            let objects = Options::new().method(method).records(records);
            let wanted = ObjectsOptions::new().search(objects);
            let source = page.file.display().to_string();
            match parsed(&page.html, &source).map(|parsed| parsed.objects(schema(page), &wanted)) {
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
