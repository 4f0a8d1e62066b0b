//! Wrappers of objects learnt on one half of a page's records and applied to the other half, compared with a search
//! using the schema.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::ObjectsOptions;
use rowsmith::objects::{Options, Schema, domain};
use rowsmith::wrapper::{AppliedPage, LearnOptions, PartKind, Wrapper};

use crate::eval::asked;

use crate::eval::data::GoldPage;
use crate::eval::half_pages::{Made, Redesign, keep_records};
use crate::measure::wrappers::cases::{Case, cases, print};
use crate::measure::wrappers::lists::{Lines, pages, write_lines};
use crate::train::posts::fold_models;
use crate::train::records::record_models;

/// The result on a half page.
struct Half {
    lines: Lines,
    /// Whether the wrapper has a part of objects.
    learnt: bool,
    /// The drift on the page learnt from, and on the other.
    drift: [String; 2],
    /// The results on modified versions.
    cases: Vec<(String, Case)>,
}

/// Result lines for score.py, for all category pages with at least eight objects, using the products schema; each page
/// with models that did not see its site. Prints what drifts on them and on modified versions. With `failures`, pages
/// without a part of objects, and what drifted.
pub fn objects(out: &mut dyn Write, path: &Path, failures: bool) -> Result<(), String> {
    let schema = Arc::new(domain("products").ok_or("no such domain")?.map_err(|e| e.to_string())?);
    let (models, posts) = (record_models()?, fold_models()?);
    let mut pages = pages()?;
    pages.retain(|page| page.gold.kind == "collection");
    let of_page = |page: &GoldPage| -> Result<Vec<Half>, String> {
        let mut options = LearnOptions::new().schema(Arc::clone(&schema));
        options.records.model = Some(Arc::clone(&models[page.fold]));
        options.posts.model = Some(Arc::clone(&posts[page.fold]));
        let other = pages.iter().find(|other| other.fold != page.fold).map_or(&[][..], |other| &other.html);
        of_page(page, other, &options, &schema)
    };
    let halves: Vec<Half> =
        pages.par_iter().map(of_page).collect::<Result<Vec<_>, String>>()?.into_iter().flatten().collect();
    write_lines(path, halves.iter().map(|half| &half.lines))?;
    let message = |e: std::io::Error| e.to_string();
    let count = |of: &dyn Fn(&Half) -> bool| halves.iter().filter(|half| of(half)).count();
    writeln!(
        out,
        "{} half pages: {} without a part of objects; drift on {} pages learnt from, on {} others",
        halves.len(),
        count(&|h| !h.learnt),
        count(&|h| !h.drift[0].is_empty()),
        count(&|h| !h.drift[1].is_empty()),
    )
    .map_err(message)?;
    let printed = halves.iter().filter(|h| failures && (!h.learnt || h.drift.iter().any(|d| !d.is_empty())));
    for half in printed {
        writeln!(out, "{}: {} {:?}", half.lines.name, half.learnt, half.drift).map_err(message)?;
    }
    let cases: Vec<(String, Case)> = halves.into_iter().flat_map(|half| half.cases).collect();
    print(out, &cases, failures)
}

/// Alternate records, and first half and second, in both directions; the first of these is modified, too.
fn of_page(page: &GoldPage, other: &[u8], options: &LearnOptions, schema: &Schema) -> Result<Vec<Half>, String> {
    let total: usize = page.gold.regions.iter().filter(|r| r.main).map(|r| r.records.len()).sum();
    let mut halves = Vec::new();
    for (what, in_a) in [
        ("alternate", &(|i: usize| i.is_multiple_of(2)) as &dyn Fn(usize) -> bool),
        ("halves", &|i| i < total.div_ceil(2)),
    ] {
        let make = |keep: &dyn Fn(usize) -> bool| keep_records(&page.html, &page.gold, keep, Redesign::default());
        let (Some(a), Some(b)) = (make(in_a), make(&|i| !in_a(i))) else { continue };
        for (way, from, to) in [("a-to-b", &a, &b), ("b-to-a", &b, &a)] {
            let altered = halves.is_empty().then_some(other);
            halves.push(half(format!("{}-{what}-{way}", page.key), (from, to), altered, options, schema)?);
        }
    }
    Ok(halves)
}

fn half(
    name: String,
    (from, to): (&Made, &Made),
    altered: Option<&[u8]>,
    options: &LearnOptions,
    schema: &Schema,
) -> Result<Half, String> {
    let source = format!("{name}.html");
    let wrapper = asked::learnt(&[&from.html], options);
    let applied = |page: &Made| -> Result<AppliedPage, String> {
        asked::applied(&wrapper, &page.html, &source).map_err(|e| e.to_string())
    };
    let (own, result) = (applied(from)?, applied(to)?);
    let mut search = Options::new();
    search.records.model = options.records.model.clone();
    let page = asked::parsed(&to.html, &source).map_err(|e| e.to_string())?;
    let searched = page.objects(schema, &ObjectsOptions::new().search(search));
    let drift = [&own, &result].map(|page| page.drift.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "));
    let learnt = has_objects(&wrapper);
    let altered = altered.filter(|_| learnt).map_or(Vec::new(), |other| cases(&wrapper, &to.html, other));
    let lines = Lines {
        gold: to.named_gold(&name).ok_or("gold that is no JSON")?,
        searched: serde_json::to_string(&searched).map_err(|e| e.to_string())?,
        wrapped: serde_json::to_string(&result).map_err(|e| e.to_string())?,
        name,
    };
    let cases = altered.into_iter().map(|case| (lines.name.clone(), case)).collect();
    Ok(Half { lines, learnt, drift, cases })
}

fn has_objects(wrapper: &Wrapper) -> bool {
    wrapper.templates.iter().flat_map(|t| &t.parts).any(|part| part.kind == PartKind::Objects)
}
