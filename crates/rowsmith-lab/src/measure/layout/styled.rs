//! The contribution of the parts of a layout on pages with style sheets: pages written for this purpose
//! (`lab/styled/pages`), and the lists of the `sites`, each with the style sheets of its theme if `lab/styled/themes`
//! has built them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::{Document, ElementPaths, NodeId, ParseOptions, parse};
use rowsmith::records::{Method, Model};

use super::snapshots::{browser, snapshot};
use super::titles::Titles;
use super::{Judge, Judged, table};
use crate::eval::data::{Gold, GoldRecord, GoldRegion, eval_root};
use crate::eval::sites::{listed, site_files};
use crate::eval::truth::Truth;

/// A page with a list, which includes its style sheets.
struct Source {
    key: String,
    html: String,
    expected: Expected,
}

/// What is known about the page's list.
enum Expected {
    /// Its records are marked in the page with this attribute.
    Marked,
    /// The titles of its records.
    Titles(Titles),
}

/// The attribute of the elements that make up a record; elements with the same value form one together.
const MARK: &str = "data-record";

/// Prints the tables of both sets as Markdown, using the models in the library, which were not trained on these pages.
///
/// # Errors
/// If there is no browser, no evaluation data, or a page cannot be rendered.
pub fn styled(out: &mut dyn Write) -> Result<(), String> {
    set(out, "pages written with their styles", written()?)?;
    let sites = sites()?;
    if sites.is_empty() {
        return writeln!(out, "\nno themes: build them by lab/styled/themes").map_err(|e| e.to_string());
    }
    set(out, "lists of the sites with their themes' style sheets", sites)
}

fn set(out: &mut dyn Write, name: &str, sources: Vec<Source>) -> Result<(), String> {
    let browser = browser()?;
    let one = |source: &Source| -> Result<(Document, Option<Truth>), String> {
        let parsed = |html: &[u8]| parse(html, &ParseOptions::default()).map_err(|e| format!("{}: {e}", source.key));
        let gold = match source.expected {
            Expected::Marked => Some(marked(&parsed(source.html.as_bytes())?)),
            Expected::Titles(_) => None,
        };
        let document = parsed(&snapshot(&browser, &source.key, unmarked(&source.html).into_bytes())?)?;
        let truth = gold.map(|gold| Truth::new(&document, &gold));
        Ok((document, truth))
    };
    let seen: Vec<(Document, Option<Truth>)> = sources.par_iter().map(one).collect::<Result<_, String>>()?;
    let model = Arc::new(Model::built_in().clone());
    let judged: Vec<Judged<'_>> = sources
        .iter()
        .zip(&seen)
        .filter_map(|(source, (document, truth))| {
            let judge = match (&source.expected, truth) {
                (Expected::Titles(titles), _) => Judge::Titles(titles),
                (Expected::Marked, truth) => Judge::Records(truth.as_ref()?),
            };
            Some(Judged { key: &source.key, document, model: &model, place_weights: None, judge })
        })
        .collect();
    let with_layout = judged.iter().filter(|p| p.document.layout.is_some()).count();
    writeln!(out, "\n{name}: {} pages, {with_layout} with layout", judged.len()).map_err(|e| e.to_string())?;
    for method in [Method::Learned, Method::Mdr2] {
        let rows = table(out, &judged, method)?;
        let Some((_, without)) = rows.first() else { continue };
        writeln!(out).map_err(|e| e.to_string())?;
        for (name, with) in &rows[1..] {
            let named =
                |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.difference(b).copied().collect::<Vec<_>>().join(", ");
            let won = named(&with.perfect_pages, &without.perfect_pages);
            let lost = named(&without.perfect_pages, &with.perfect_pages);
            writeln!(out, "- {name}: right with it alone {won}; without it alone {lost}").map_err(|e| e.to_string())?;
        }
        let wrong = judged.iter().map(|p| p.key).filter(|key| !without.perfect_pages.contains(key)).collect::<Vec<_>>();
        writeln!(out, "- wrong without any: {}", wrong.join(", ")).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The pages written for this purpose.
fn written() -> Result<Vec<Source>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/styled/pages");
    listed(&folder)?
        .into_iter()
        .map(|file| Ok(Source { key: name(&file), html: read(&file)?, expected: Expected::Marked }))
        .collect()
}

/// The lists of the sites whose themes were built.
fn sites() -> Result<Vec<Source>, String> {
    let themes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/out/themes");
    let mut sources = Vec::new();
    for site in site_files()? {
        let styles = themes.join(&site.name);
        if !styles.is_dir() {
            continue;
        }
        let folder = eval_root()?.join("sites").join(&site.name);
        let gold: serde_json::Value =
            serde_json::from_str(&read(&folder.join("gold.json"))?).map_err(|e| format!("{}: {e}", site.name))?;
        for (page, entries) in gold["lists"].as_object().into_iter().flatten() {
            let titles = entries.as_array().into_iter().flatten().filter_map(|entry| entry["title"].as_str());
            sources.push(Source {
                key: format!("{}/{page}", site.name),
                html: with_styles(&read(&folder.join(page))?, &styles)?,
                expected: Expected::Titles(Titles::new(titles)),
            });
        }
    }
    Ok(sources)
}

/// A page with the style sheets of its own site, to which it links by paths from the root, in place of the links.
fn with_styles(html: &str, styles: &Path) -> Result<String, String> {
    let (mut out, mut rest) = (String::with_capacity(html.len()), html);
    while let Some(at) = rest.find("<link") {
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let link = &rest[at..end];
        let path = link.split_once("href=\"/").and_then(|(_, path)| path.split(['"', '?']).next());
        let file = path.filter(|p| p.ends_with(".css") && link.contains("stylesheet")).map(|p| styles.join(p));
        match file.filter(|f| f.is_file()) {
            Some(file) => {
                out.push_str(&rest[..at]);
                out.push_str("<style>");
                out.push_str(&read(&file)?);
                out.push_str("</style>");
            }
            None => out.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The records that are marked in a page.
fn marked(document: &Document) -> Gold {
    let paths = ElementPaths::new(document);
    let mut gold =
        Gold { kind: "listing".to_owned(), debatable: false, url: None, leaves: Vec::new(), regions: Vec::new() };
    let mut records: Vec<(&str, Vec<usize>)> = Vec::new();
    let roots = document.nodes().filter_map(|id| Some((id, document.attr_named(id, MARK)?)));
    for (root, mark) in roots {
        let at = match records.iter().position(|record| !mark.is_empty() && record.0 == mark) {
            Some(at) => at,
            None => {
                records.push((mark, Vec::new()));
                records.len() - 1
            }
        };
        for leaf in document.subtree(root).filter(|&id| is_leaf(document, id)) {
            records[at].1.push(gold.leaves.len());
            gold.leaves.push(paths.path(leaf));
        }
    }
    let records =
        records.into_iter().map(|(_, leaves)| GoldRecord { leaves, nodes: Vec::new(), fields: Default::default() });
    gold.regions.push(GoldRegion { main: true, records: records.collect() });
    gold
}

/// Whether an element has a text of its own, or is an image.
fn is_leaf(document: &Document, id: NodeId) -> bool {
    let has_text = |child| document.is_text(child) && !document.raw_text(child).trim().is_empty();
    !document.is_text(id) && (document.tag_name(document.tag(id)) == "img" || document.children(id).any(has_text))
}

/// A page without the marks.
fn unmarked(html: &str) -> String {
    let mark = format!(" {MARK}");
    let mut parts = html.split(mark.as_str());
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.len() - part.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit()).len();
        out.push_str(&part[value..]);
    }
    out
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::{marked, unmarked};
    use rowsmith::dom::{ParseOptions, parse};

    #[test]
    fn marks_are_read_and_removed() {
        let html = "<p data-record=1>a</p><p data-record=1><b>b</b></p><div data-record><img src=x></div><p>c</p>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).expect("a page");
        let gold = marked(&document);
        let held: Vec<usize> = gold.regions[0].records.iter().map(|record| record.leaves.len()).collect();
        assert_eq!(held, [2, 1]);
        assert_eq!(unmarked(html), "<p>a</p><p><b>b</b></p><div><img src=x></div><p>c</p>");
    }

    #[test]
    fn marked_pages_are_whole() {
        for source in super::written().expect("the pages") {
            let document = parse(source.html.as_bytes(), &ParseOptions::default()).expect("a page");
            assert!(marked(&document).regions[0].records.len() >= 5, "{}", source.key);
            assert!(!unmarked(&source.html).contains("data-record"), "{}", source.key);
        }
    }
}
