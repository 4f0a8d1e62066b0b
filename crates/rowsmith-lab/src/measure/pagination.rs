//! Links to the next page and to all pages, by models that have not seen the site.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::message;
use crate::train::pagination::{CrossValidated, counted, cross_validated, data::same};

/// Prints the figures, with the pages' addresses and without; writes result lines for score.py, with them or without.
///
/// # Errors
/// If the evaluation data is missing or the lines cannot be written.
pub fn cross_validate(
    out: &mut dyn Write,
    lines: Option<&Path>,
    addressed: bool,
    failures: bool,
) -> Result<(), String> {
    let CrossValidated { judgements, articles, alarms } = cross_validated()?;
    for (name, with_address) in [("with the page's address", true), ("without", false)] {
        let of = judgements.iter().map(|j| (&j.page, if with_address { &j.with_address } else { &j.without }));
        let (next, pages) = counted(of);
        for (what, counts) in [("next", next), ("pages", pages)] {
            writeln!(
                out,
                "{name}, {what}: P {:.3} R {:.3} F1 {:.3} ({} of {}, {} given)",
                counts.precision(),
                counts.recall(),
                counts.f1(),
                counts.hits,
                counts.wanted,
                counts.given
            )
            .map_err(message)?;
        }
    }
    writeln!(out, "articles with a next page: {} of {articles}", alarms.len()).map_err(message)?;
    if failures {
        for (key, url) in &alarms {
            writeln!(out, "article {key}: {url}").map_err(message)?;
        }
        for j in &judgements {
            let given = j.with_address.next.as_ref().map(|next| same(&next.url));
            let wrong: Vec<&str> = j
                .with_address
                .pages
                .iter()
                .map(|link| same(&link.url))
                .filter(|url| !j.page.pages.contains(*url))
                .collect();
            let given_pages: Vec<&str> = j.with_address.pages.iter().map(|link| same(&link.url)).collect();
            let missing: Vec<&String> =
                j.page.pages.iter().filter(|url| !given_pages.contains(&url.as_str())).collect();
            if given != j.page.next.as_deref() || !wrong.is_empty() || !missing.is_empty() {
                let text = json!({"page": j.page.page.key, "host": j.page.page.host, "url": j.page.address.as_str(),
                    "next": given, "wanted": j.page.next, "confidence": j.with_address.next.as_ref().map(|n| n.confidence),
                    "wrong": wrong, "missing": missing});
                writeln!(out, "{text}").map_err(message)?;
            }
        }
    }
    if let Some(path) = lines {
        super::result_lines(path, &judgements, |j| {
            let chosen = if addressed { &j.with_address } else { &j.without };
            let next = chosen.next.as_ref().map(|next| &next.url);
            let pages: Vec<&String> = chosen.pages.iter().map(|link| &link.url).collect();
            Ok(json!({"source": j.page.page.file, "next": next, "pages": pages}).to_string())
        })?;
    }
    Ok(())
}
