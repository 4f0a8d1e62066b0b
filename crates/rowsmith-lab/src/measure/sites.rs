//! Articles of the pages of a site: FOREST, RTDM, and both (lab/SITES.md).

use std::io::Write;
use std::path::{Path, PathBuf};

use rowsmith::dom::{ParseOptions, parse, text};
use rowsmith::site::feed::parse_feed;
use rowsmith::site::folder::article_site;
use rowsmith::site::forest::signifiers::{SignifierOptions, anchor_texts, match_feed, signifiers};
use rowsmith::site::forest::{ForestOptions, forest};
use rowsmith::site::request::{SiteMethod, SiteOptions};
use rowsmith::site::sample::SitePage;

use crate::eval::asked::site_page;
use rowsmith::site::sample::{SamplePage, Site};
use rowsmith::site::templates::cluster::{ClusterOptions, ClusterTrees, Comparer, clusters, similarity};

use crate::eval::data::read;
use crate::eval::sites::site_files;

/// Prints what the parts of the method find on every site.
pub fn explain(out: &mut dyn Write) -> Result<(), String> {
    for files in site_files()? {
        let mut site = Site::default();
        let all: Vec<&PathBuf> = files.pages.iter().chain(&files.others).collect();
        let mut pages = Vec::new();
        for path in &all {
            let document = parse(&read(path)?, &ParseOptions::default()).map_err(|e| e.to_string())?;
            pages.push(SamplePage::new(&rowsmith::site::sample::SitePage::new(document), &mut site));
        }
        let say = |out: &mut dyn Write, text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
        say(out, format!("== {}", files.name))?;
        for trees in [ClusterTrees::Whole, ClusterTrees::Summary] {
            let mut comparer = Comparer::new(&pages);
            let outlines: Vec<_> = pages.iter().map(|p| comparer.outline(p, trees)).collect();
            let n = files.pages.len();
            let mut least: f64 = 1.0;
            let mut mean = 0.0;
            for i in 0..n {
                for j in 0..i {
                    let s = similarity(&outlines[i], &outlines[j], u64::MAX);
                    least = least.min(s);
                    mean += s / (n * (n - 1) / 2) as f64;
                }
            }
            let mut most: f64 = 0.0;
            for i in 0..n {
                for j in n..outlines.len() {
                    most = most.max(similarity(&outlines[i], &outlines[j], u64::MAX));
                }
            }
            let mut options = ClusterOptions::default();
            options.trees = trees;
            let found = clusters(&outlines, &options, u64::MAX);
            say(out, format!("{trees:?}: within ≥ {least:.3}, mean {mean:.3}; to others ≤ {most:.3}; {found:?}"))?;
        }
        let articles: Vec<&SamplePage> = pages[..files.pages.len()].iter().collect();
        let everything: Vec<&SamplePage> = pages.iter().collect();
        let anchors = anchor_texts(&everything);
        let items = parse_feed(&read(&files.feed)?).map_err(|e| e.to_string())?;
        let matched = match_feed(&articles, &items);
        say(out, format!("feed: {} items, {} matched", items.len(), matched.iter().flatten().count()))?;
        let chosen = signifiers(&articles, &matched, &anchors, &SignifierOptions::default(), &mut site);
        let found = forest(&articles, &chosen, &ForestOptions::default());
        for p in found.patterns.iter().take(4) {
            say(out, format!("  {:.1} on {} level {}: {}", p.relevance, p.pages, p.level, p.xpath()))?;
        }
        for (page, block) in articles.iter().zip(&found.blocks).take(2) {
            let shown = block.map(|of| text(&page.document, of.element)).unwrap_or_default();
            say(out, format!("  > {:?}", shown.chars().take(150).collect::<String>()))?;
        }
    }
    Ok(())
}

/// How `sites` is run.
pub struct Run {
    pub method: SiteMethod,
    /// The number of articles in a folder; all if not given.
    pub size: Option<usize>,
    pub feed: bool,
}

/// Result lines for every site as one folder of articles and other pages, or for folders with this many articles.
pub fn sites(out: &mut dyn Write, run: &Run, path: Option<&Path>) -> Result<(), String> {
    let mut lines = String::new();
    for files in site_files()? {
        let feed = if run.feed { parse_feed(&read(&files.feed)?).map_err(|e| e.to_string())? } else { Vec::new() };
        let request = SiteOptions::new().method(run.method).feed(feed);
        let folders: Vec<Vec<&PathBuf>> = match run.size {
            Some(size) => files.pages.chunks(size).map(|c| c.iter().collect()).collect(),
            None => vec![files.pages.iter().chain(&files.others).collect()],
        };
        for folder in folders {
            let bytes: Vec<Vec<u8>> = folder.iter().map(|p| read(p)).collect::<Result<_, _>>()?;
            let names: Vec<String> = folder.iter().map(|p| p.to_string_lossy().into_owned()).collect();
            let started = std::time::Instant::now();
            let inputs = names.iter().zip(&bytes).map(|(source, bytes)| site_page(source, bytes));
            let inputs: Vec<SitePage> = inputs.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
            let result = article_site(&inputs, &request);
            let spent = started.elapsed().as_secs_f64() * 1000.0 / inputs.len() as f64;
            if run.size.is_none() {
                let is_article = |at: usize| folder[at].parent().is_some_and(|p| p.ends_with("pages"));
                let mixed = result
                    .clusters
                    .iter()
                    .filter(|c| c.pages.iter().any(|&p| is_article(p)) && c.pages.iter().any(|&p| !is_article(p)));
                let mixed = mixed.count();
                writeln!(out, "{}: {spent:.1} ms a page, {mixed} clusters hold articles and other pages", files.name)
                    .map_err(|e| e.to_string())?;
                for c in &result.clusters {
                    let sources: Vec<String> = c
                        .pages
                        .iter()
                        .map(|&p| folder[p].file_stem().unwrap_or_default().to_string_lossy().into_owned())
                        .collect();
                    let xpath = c.xpath.as_deref().unwrap_or("-");
                    writeln!(
                        out,
                        "  {:?} agreement {:.2} taken {:?} {xpath} {}",
                        c.kind,
                        c.agreement,
                        c.taken,
                        sources.join(" ")
                    )
                    .map_err(|e| e.to_string())?;
                }
            }
            for page in result.pages {
                let mut value = serde_json::to_value(&page.page).map_err(|e| e.to_string())?;
                value["kind"] = format!("{:?}", page.kind).to_lowercase().into();
                lines.push_str(&value.to_string());
                lines.push('\n');
            }
        }
    }
    match path {
        Some(path) => std::fs::write(path, lines).map_err(|e| format!("{}: {e}", path.display())),
        None => out.write_all(lines.as_bytes()).map_err(|e| e.to_string()),
    }
}
