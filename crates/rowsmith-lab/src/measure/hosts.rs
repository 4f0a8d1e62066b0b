//! Articles of hosts with several pages in `text` and `news`, as folders and each by itself: what a template adds to
//! what a page says by itself, on pages that were not made for this (lab/SITES.md).

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use rowsmith::ArticleOptions;
use rowsmith::article::Options;
use rowsmith::site::folder::article_site;
use rowsmith::site::request::{SiteMethod, SiteOptions};
use rowsmith::site::sample::SitePage;

use super::message;
use crate::eval::asked::{parsed, site_page};
use crate::eval::bigrams::{Score, bigrams, score};
use crate::eval::text_pages::{TextPage, host_pages};

/// The results for a page in a folder.
struct Made {
    alone: Score,
    folder: Score,
    /// With only FOREST, and with only RTDM.
    single: [Score; 2],
    /// Whether other pages of the host are similar to it.
    like_others: bool,
    line: serde_json::Value,
}

/// The name of a page in the result lines.
fn name(host: &str, page: &TextPage) -> String {
    format!("{host}/pages/{}.html", page.key)
}

fn read(host: &str, pages: &[TextPage], models: &[Options]) -> Result<Vec<Made>, String> {
    // the folds keep hosts together
    let article = models[pages[0].fold].clone();
    let names: Vec<String> = pages.iter().map(|page| name(host, page)).collect();
    let inputs = names.iter().zip(pages).map(|(source, page)| site_page(source, &page.html));
    let inputs: Vec<SitePage> = inputs.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    let by = |method| {
        let result = article_site(&inputs, &SiteOptions::new().method(method).article(article.clone()));
        let sizes: Vec<usize> = result.clusters.iter().map(|c| c.pages.len()).collect();
        (result.pages, sizes)
    };
    let (both, forest, rtdm) = (by(SiteMethod::Both), by(SiteMethod::Forest), by(SiteMethod::Rtdm));
    let wanted = ArticleOptions::new().search(article.clone());
    let made = |(at, page): (usize, &TextPage)| {
        let gold = bigrams(&page.text);
        let score = |text: &str| score(&bigrams(text), &gold);
        let alone = parsed(&page.html, &names[at]).map_err(|e| e.to_string())?.article(&wanted);
        let of_folder = &both.0[at];
        Ok(Made {
            alone: score(&alone.text),
            folder: score(&of_folder.page.text),
            single: [&forest, &rtdm].map(|of| score(&of.0[at].page.text)),
            like_others: of_folder.cluster.is_some_and(|c| both.1[c] > 1),
            line: serde_json::to_value(&of_folder.page).map_err(|e| e.to_string())?,
        })
    };
    pages.iter().enumerate().map(made).collect()
}

/// Prints the figures as a Markdown table, with models that did not see the host; with `failures`, also the pages that
/// differ. With a path, writes the result lines of the folders there, and the annotations beside it, for the `sites` of
/// score.py.
///
/// # Errors
/// If the evaluation data is missing, or a file cannot be written.
pub fn hosts(out: &mut dyn Write, path: Option<&Path>, failures: bool) -> Result<(), String> {
    let models = crate::train::article::article_options()?;
    let hosts = host_pages()?;
    let made: Vec<Vec<Made>> =
        hosts.par_iter().map(|(host, pages)| read(host, pages, &models)).collect::<Result<_, _>>()?;
    let ways: [(&str, fn(&Made) -> Score); 4] = [
        ("each page for itself", |m| m.alone),
        ("folder", |m| m.folder),
        ("folder, FOREST alone", |m| m.single[0]),
        ("folder, RTDM alone", |m| m.single[1]),
    ];
    writeln!(out, "| pages | number | | precision | recall | F1 |\n|---|---|---|---|---|---|").map_err(message)?;
    for (part, wanted) in [("all", None), ("like others", Some(true)), ("like no other", Some(false))] {
        let of_part: Vec<&Made> = made.iter().flatten().filter(|m| wanted.is_none_or(|w| w == m.like_others)).collect();
        for (way, of) in ways {
            let mean = |figure: fn(&Score) -> f64| {
                of_part.iter().map(|m| figure(&of(m))).sum::<f64>() / of_part.len().max(1) as f64
            };
            let (p, r, f) = (mean(|s| s.precision), mean(|s| s.recall), mean(|s| s.f1));
            writeln!(out, "| {part} | {} | {way} | {p:.3} | {r:.3} | {f:.3} |", of_part.len()).map_err(message)?;
        }
    }
    for (pages, made) in hosts.values().zip(&made).filter(|_| failures) {
        for (page, m) in pages.iter().zip(made).filter(|(_, m)| (m.alone.f1 - m.folder.f1).abs() > 0.01) {
            let [forest, rtdm] = m.single.map(|s| s.f1);
            let (alone, folder) = (m.alone.f1, m.folder.f1);
            writeln!(out, "{}: alone {alone:.3} folder {folder:.3} FOREST {forest:.3} RTDM {rtdm:.3}", page.key)
                .map_err(message)?;
        }
    }
    path.map_or(Ok(()), |path| write_lines(&hosts, &made, path))
}

fn write_lines(hosts: &BTreeMap<String, Vec<TextPage>>, made: &[Vec<Made>], path: &Path) -> Result<(), String> {
    let lines: String = made.iter().flatten().map(|m| format!("{}\n", m.line)).collect();
    std::fs::write(path, lines).map_err(|e| format!("{}: {e}", path.display()))?;
    for (host, pages) in hosts {
        let folder = path.with_extension("gold").join(host);
        std::fs::create_dir_all(&folder).map_err(message)?;
        let texts: BTreeMap<String, serde_json::Value> = pages
            .iter()
            .map(|page| {
                (format!("pages/{}.html", page.key), serde_json::json!({ "text": page.text, "title": page.title }))
            })
            .collect();
        let gold = serde_json::json!({ "pages": texts });
        std::fs::write(folder.join("gold.json"), gold.to_string()).map_err(message)?;
    }
    Ok(())
}
